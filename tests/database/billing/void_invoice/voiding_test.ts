// What voiding does to an invoice, its lines and its time.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { billLine, invoiceFor } from "../../../support/billing/by_hand.ts";
import { adjust, draft } from "../../../support/billing/drafts.ts";
import {
  auditOfInvoices,
  invoiceOf,
  send,
  voidInvoice,
} from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import type { TextRow } from "../../../support/sql/rows.ts";

const CLOCK = { clock: "2026-03-04 17:30:00+00" };

/** Columns of an invoice that voiding changes, and nothing else. */
function voided(before: TextRow, after: TextRow): Record<string, unknown> {
  return { ...before, status: "void", void_reason: "Wrong facility.", voided_at: after.voided_at };
}

Deno.test("void_invoice/makes_a_draft_void_with_its_reason_and_its_instant", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const id = await invoiceFor(
      firm,
      await firm.entry(await firm.assignment(), "approved"),
      "draft",
    );
    const before = await invoiceOf(sql, id);
    const after = await voidInvoice(sql, id);
    assertEquals(after, voided(before, after));
    assertEquals([after.number, after.issue_date, after.total], [null, null, "400.00"]);
    assertStrictEquals(Date.parse(after.voided_at ?? ""), Date.parse("2026-03-04T17:30:00Z"));
    assertEquals(await invoiceOf(sql, id), after);
  }, CLOCK));

Deno.test("void_invoice/keeps_number_dates_and_total_of_a_sent_one_and_drops_its_interest", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const id = await draft(firm);
    await send(sql, [id], "2026-01-12");
    await sql`
      update invoices set accrued_interest = 12.34, interest_computed_on = '2026-03-03',
             interest_breakdown = '{"error": "no"}'`;
    const before = await invoiceOf(sql, id);
    const after = await voidInvoice(sql, id);
    assertEquals<unknown>(after, {
      ...voided(before, after),
      accrued_interest: "0.00",
      bears_interest: "false",
      interest_balance: "0.00",
      interest_breakdown: null,
      interest_computed_on: null,
    });
    assertEquals([after.number, after.issue_date, after.due_date, after.total], [
      "INV-2026-000001",
      "2026-01-12",
      "2026-02-11",
      "100.00",
    ]);
    const [log] = await sql<[{ old: TextRow }]>`
      select old from audit_log where procedure = 'void_invoice'`;
    assertEquals<unknown>(log.old.interest_breakdown, { error: "no" });
  }, CLOCK));

Deno.test("void_invoice/releases_its_lines_of_time_and_adjustments_and_no_others", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const invoice = async (day: string) => {
      const id = await invoiceFor(firm, await firm.entry(assignment, "approved", day), "draft");
      await adjust(sql, id, "5.00", "-1.00");
      return id;
    };
    const wrong = await invoice("2026-01-05");
    const other = await invoice("2026-01-06");
    const lines = (id: string) =>
      sql`select id, kind, amount, description, released_at is null as live,
                 released_at = ${CLOCK.clock}::text::timestamptz as now
            from invoice_lines where invoice_id = ${id} order by amount`;
    const [before, others] = [[...await lines(wrong)], [...await lines(other)]];
    assertEquals(before.length, 3);
    await voidInvoice(sql, wrong);
    assertEquals(
      [...await lines(wrong)],
      before.map((line) => ({ ...line, live: false, now: true })),
    );
    assertEquals([...await lines(other)], others);
  }, CLOCK));

for (const state of ["draft", "sent"]) {
  Deno.test(`void_invoice/frees_the_time_of_a_${state}_one_for_billing_again`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      const approved = await firm.entry(assignment, "approved", "2026-01-05");
      const locked = await firm.entry(assignment, "approved", "2026-01-06");
      const wrong = await invoiceFor(firm, approved, "draft");
      await billLine(sql, wrong, locked);
      await sql`update time_entries set status = 'locked' where id = ${locked}`;
      if (state === "sent") await send(sql, [wrong]);
      const right = await draft(firm, []);
      const bill = (entry: string) => billLine(sql, right, entry);
      await assertViolates(bill(approved), "time_entry_on_one_live_invoice");
      await voidInvoice(sql, wrong);
      await bill(approved);
      await bill(locked);
      const [sent] = await send(sql, [right]);
      assertEquals(sent?.total, "800.00");
    }));

  Deno.test(`void_invoice/frees_the_time_of_a_${state}_one_for_correction`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const entry = await firm.entry(await firm.assignment(), "approved");
      const wrong = await invoiceFor(firm, entry, "draft");
      if (state === "sent") await send(sql, [wrong]);
      const sendBack = () => sql`update time_entries set status = 'draft' where id = ${entry}`;
      await assertRefused(sendBack(), 409, "time_entry_on_live_invoice");
      await voidInvoice(sql, wrong);
      assertEquals((await sendBack()).count, 1);
    }));
}

Deno.test("void_invoice/of_a_void_one_answers_it_with_its_first_reason_and_changes_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [never, once] = [await draft(firm), await draft(firm)];
    await send(sql, [once]);
    for (const id of [never, once]) {
      const first = await voidInvoice(sql, id);
      const before = await contents(sql);
      assertEquals(await voidInvoice(sql, id, "Another reason."), first);
      assertEquals(await contents(sql), before);
    }
  }));

Deno.test("void_invoice/leaves_the_invoice_in_the_audit_log_once", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [never, once] = [await draft(firm), await draft(firm)];
    await send(sql, [once]);
    for (const id of [once, never, never]) await voidInvoice(sql, id);
    assertEquals(await auditOfInvoices(sql), [
      { procedure: "send_invoices", row_id: once, old: "draft", new: "sent" },
      { procedure: "void_invoice", row_id: once, old: "sent", new: "void" },
      { procedure: "void_invoice", row_id: never, old: "draft", new: "void" },
    ]);
  }));

Deno.test("void_invoice/takes_a_sent_one_whose_payments_were_all_reversed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const id = await draft(firm);
    await send(sql, [id]);
    await firm.pay(id, "2026-02-10", "100.00");
    await sql`update payments set reversed_at = now()`;
    assertEquals((await voidInvoice(sql, id)).status, "void");
  }));
