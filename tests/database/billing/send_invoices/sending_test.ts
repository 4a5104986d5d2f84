// What sending does to a draft, and what it leaves as it is.
import { assertEquals, assertNotStrictEquals, assertStrictEquals, fail } from "@std/assert";
import { billLine, invoiceFor } from "../../../support/billing/by_hand.ts";
import { adjust, draft, drafts } from "../../../support/billing/drafts.ts";
import {
  auditOfInvoices,
  invoiceOf,
  send,
  voidInvoice,
} from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";
import type { TextRow } from "../../../support/sql/rows.ts";

const CLOCK = { clock: "2026-03-04 17:30:00+00" };

Deno.test("send_invoices/gives_a_draft_its_number_its_dates_and_its_instant", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set payment_terms_days = 45`;
    const id = await draft(firm);
    const before = await invoiceOf(sql, id);
    const [sent] = await send(sql, [id]);
    assertEquals<unknown>(sent, {
      ...before,
      status: "sent",
      number: "INV-2026-000001",
      issue_date: "2026-03-04",
      due_date: "2026-04-18",
      sent_at: sent?.sent_at,
      total: "100.00",
      balance: "100.00",
      bears_interest: "true",
      facility_name: "Mercy Hospital",
    });
    assertStrictEquals(Date.parse(sent?.sent_at ?? ""), Date.parse("2026-03-04T17:30:00Z"));
    assertEquals(await invoiceOf(sql, id), sent);
  }, CLOCK));

Deno.test("send_invoices/makes_each_invoice_due_by_the_terms_of_its_facility", () =>
  withDatabase(async ({ sql }) => {
    const terms = [0, 30, 365];
    const ids = [];
    for (const days of terms) {
      const firm = await Firm.create(sql);
      await sql`update facilities set payment_terms_days = ${days} where id = ${firm.facilityId}`;
      ids.push(await draft(firm));
    }
    const sent = await send(sql, ids, "2024-02-28");
    assertEquals(sent.map((invoice) => invoice.due_date), [
      "2024-02-28",
      "2024-03-29",
      "2025-02-27",
    ]);
  }));

Deno.test("send_invoices/sets_the_total_to_the_sum_of_time_and_adjustments", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const id = await invoiceFor(firm, await firm.entry(assignment, "approved"), "draft");
    await billLine(sql, id, await firm.entry(assignment, "approved", "2026-01-06", "1.25"));
    await adjust(sql, id, "-10.01");
    const [sent] = await send(sql, [id]);
    assertEquals(sent?.total, "514.99"); // 4 h and 1.25 h at 100
  }));

Deno.test("send_invoices/sends_an_invoice_of_nothing_in_sum", () =>
  withDatabase(async ({ sql }) => {
    const id = await draft(await Firm.create(sql), ["40.00", "-40.00"]);
    const [sent] = await send(sql, [id]);
    assertEquals([sent?.status, sent?.total], ["paid", "0.00"]);
  }));

Deno.test("send_invoices/answers_in_the_order_of_the_ids_each_once_and_numbers_in_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const ids = (await drafts(firm, 6)).toReversed();
    const named = [2, 0, 2, 4, 0, 3, 5, 1].map((place) => ids[place] ?? fail());
    const sent = await send(sql, named, "2026-03-04");
    assertEquals(sent.map(({ id }) => id), [...new Set(named)]);
    assertEquals(
      sent.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6].map((n) => `INV-2026-00000${n}`),
    );
  }));

Deno.test("send_invoices/answers_nothing_to_no_ids_and_changes_nothing", () =>
  withDatabase(async ({ sql }) => {
    await draft(await Firm.create(sql));
    const before = await contents(sql);
    assertEquals(await send(sql, []), []);
    assertEquals(await contents(sql), before);
    assertEquals([...await sql`select from private.last_invoice_numbers`], []);
  }));

Deno.test("send_invoices/answers_those_sent_already_as_they_are_whatever_the_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [sent, partly, paid, fresh] = [
      await draft(firm),
      await draft(firm),
      await draft(firm),
      await draft(firm),
    ];
    await send(sql, [sent, partly, paid], "2026-02-01");
    await firm.pay(partly, "2026-02-10", "40.00");
    await firm.pay(paid, "2026-02-10", "100.00");
    const imported = await firm.sentInvoice("2026-02-11"); // without lines
    const done = [sent, partly, paid, imported];
    const before = await Promise.all(done.map((id) => invoiceOf(sql, id)));
    assertEquals(before.map(({ status }) => status), [
      "sent",
      "partially_paid",
      "paid",
      "sent",
    ]);

    const all = await contents(sql);
    assertEquals(await send(sql, done, "2027-05-05"), before);
    assertEquals(await contents(sql), all);

    const mixed = await send(sql, [sent, fresh, partly, paid, imported], "2026-03-01");
    assertEquals(mixed.filter(({ id }) => id !== fresh), before);
    assertEquals([mixed[1]?.number, mixed[1]?.issue_date], ["INV-2026-000004", "2026-03-01"]);
    assertEquals((await auditOfInvoices(sql)).length, 4);
  }));

Deno.test("send_invoices/touches_no_draft_that_is_not_named", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [named, other] = [await draft(firm), await draft(firm)];
    const before = await invoiceOf(sql, other);
    await send(sql, [named]);
    assertEquals(await invoiceOf(sql, other), before);
  }));

Deno.test("send_invoices/leaves_each_invoice_that_it_sent_in_the_audit_log_before_and_after", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const ids = [await draft(firm, ["7.00"]), await draft(firm, ["8.00"])];
    const before: TextRow[] = await Promise.all(ids.map((id) => invoiceOf(sql, id)));
    const after = await send(sql, ids);
    assertEquals(
      await auditOfInvoices(sql),
      ids.map((row_id) => ({ procedure: "send_invoices", row_id, old: "draft", new: "sent" })),
    );
    const log = await sql<{ row_id: string; new: TextRow }[]>`
      select row_id, new from audit_log where table_name = 'invoices' order by new ->> 'number'`;
    assertEquals(log.map((row) => [row.row_id, row.new.number]), [
      [before[0]?.id, after[0]?.number],
      [before[1]?.id, after[1]?.number],
    ]);
  }));

Deno.test("send_invoices/numbers_no_void_invoice_anew_and_reuses_no_number", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const wrong = await draft(firm);
    await send(sql, [wrong], "2026-03-01");
    await voidInvoice(sql, wrong);
    const [next] = await send(sql, [await draft(firm)], "2026-03-01");
    assertEquals(next?.number, "INV-2026-000002");
    assertEquals((await invoiceOf(sql, wrong)).number, "INV-2026-000001");
  }));

Deno.test("send_invoices/a_zero_total_is_paid_when_it_is_sent_and_can_be_voided", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [sent] = await send(sql, [await draft(firm, ["10.00", "-10.00"])], "2026-03-01");
    assertEquals([sent?.status, sent?.balance], ["paid", "0.00"]);
    assertNotStrictEquals(sent?.paid_at, null);
    const again = await send(sql, [sent?.id ?? ""]);
    assertEquals(again, [sent]);
    assertEquals((await voidInvoice(sql, sent?.id ?? "")).status, "void");
  }));
