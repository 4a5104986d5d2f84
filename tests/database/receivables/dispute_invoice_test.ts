// A facility says that an invoice is wrong: the firm knows, the reports say so, and what is owed stays (settle_dispute).
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { draft } from "../../support/billing/drafts.ts";
import { dispute, invoiceOf, settleDispute, voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { noon, withMovingClock } from "../../support/receivables/moving_clock.ts";
import { auditOf, owed, writeOff } from "../../support/receivables/receipts.ts";
import { disputed, statement, totals } from "../../support/receivables/reports.ts";
import { withDatabase } from "../../support/server/database.ts";
import {
  assertRefused,
  assertRefusedUnchanged,
  assertViolates,
} from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";
import { assertRejectsWith } from "../../support/rejections.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };

Deno.test("dispute_invoice/says_on_the_invoice_and_in_the_log_who_noted_it_when_and_why", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("invoices", "north sent");
    const [row] = await runAs(
      sql,
      firm,
      "billing",
      `select status, disputed_at, disputed_by, dispute_reason from dispute_invoice('${id}', 'Not our shift.')`,
    );
    assertEquals(row, {
      status: "sent",
      disputed_at: new Date("2026-04-20T18:00:00Z"),
      disputed_by: firm.users.billing,
      dispute_reason: "Not our shift.",
    });
    const [read] = await runAs(
      sql,
      firm,
      "north",
      `select dispute_reason from invoices where id = '${id}'`,
    );
    assertEquals(read, { dispute_reason: "Not our shift." });
    await runAs(sql, firm, "admin", `select settle_dispute('${id}')`);
    const { disputed_at: at, disputed_by: by, dispute_reason: why } = await invoiceOf(sql, id);
    assertEquals([at, by, why], [null, null, null]);
    assertEquals(await auditOf(sql, "dispute_invoice"), ["invoices sent → sent"]);
    assertEquals(await auditOf(sql, "settle_dispute"), ["invoices sent → sent"]);
  }, NOW));

Deno.test("dispute_invoice/again_changes_nothing_nor_does_settling_again", () =>
  withDatabase(async ({ sql }) => {
    const id = await (await Firm.create(sql)).sentInvoice("2026-04-01");
    await dispute(sql, id);
    const once = await contents(sql);
    for (let call = 0; call < 9; call++) await dispute(sql, id, "Another reason.");
    assertEquals(await contents(sql), once);
    await settleDispute(sql, id);
    const settled = await contents(sql);
    await settleDispute(sql, id);
    assertEquals(await contents(sql), settled);
  }));

Deno.test("dispute_invoice/leaves_what_is_owed_and_its_interest_as_they_are", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const [first = "", other = ""] = await firm.sentInvoices(2, "2026-04-01");
    await dispute(sql, first);
    await accrueOverdueInterest(sql, { today: "2026-04-20" });
    assertStrictEquals(await owed(sql, first), await owed(sql, other));
    assertMatch(await owed(sql, first), /interest 0.00 of 9.37/);
  }, NOW));

Deno.test("dispute_invoice/is_gone_once_nothing_is_owed_whatever_ended_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [paid = "", off = "", gone = "", partly = ""] = await firm.sentInvoices(4, "2026-04-01");
    for (const id of [paid, off, gone, partly]) await dispute(sql, id);
    await firm.pay(paid, "2026-04-10", "1000");
    await writeOff(sql, off, "1000");
    await voidInvoice(sql, gone);
    await firm.pay(partly, "2026-04-10", "1");
    const left = await sql`select id from invoices where disputed_at is not null`;
    assertEquals([...left], [{ id: partly }]);
  }, NOW));

Deno.test("dispute_invoice/takes_only_what_is_owed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [paid = "", gone = ""] = await firm.sentInvoices(2, "2026-04-01");
    await firm.pay(paid, "2026-04-10", "1000");
    await voidInvoice(sql, gone);
    for (const id of [paid, gone, await draft(firm)]) {
      await assertRefusedUnchanged(sql, () => dispute(sql, id), 409, "invoice_not_owed");
      await settleDispute(sql, id);
    }
    for (const call of [dispute, settleDispute]) {
      await assertRefused(call(sql, null), 400, "argument_missing");
      await assertRefused(call(sql, crypto.randomUUID()), 404, "invoice_not_found");
    }
    await assertRefused(dispute(sql, paid, " "), 400, "reason_missing");
  }, NOW));

Deno.test("dispute_invoice/is_billings_as_is_settling_and_not_done_by_hand", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("invoices", "north sent");
    for (const caller of CALLERS) {
      for (const call of [`dispute_invoice('${id}', 'x')`, `settle_dispute('${id}')`]) {
        const attempt = runAs(sql, firm, caller, `select id from ${call}`);
        if (["billing", "admin", "service"].includes(caller)) {
          assertEquals([...await attempt], [{ id }], caller);
        } else if (caller === "signed_out") {
          await assertRejectsWith(() => Promise.resolve(attempt), { code: "42501" });
        } else await assertRefused(attempt, 403, "role_required");
      }
    }
    const write = (set: string) => `update invoices set ${set} where id = '${id}'`;
    const byHand = write("disputed_at = now(), dispute_reason = 'x'");
    await assertRefused(runAs(sql, firm, "service", byHand), 409, "invoice_dispute_not_writable");
    await assertViolates(sql.unsafe(write("disputed_at = now()")), "dispute_has_a_reason");
    await assertViolates(
      sql.unsafe(write("disputed_by = gen_random_uuid()")),
      "only_disputed_invoices_say_by_whom",
    );
    await assertViolates(
      sql.unsafe(write("disputed_at = now(), dispute_reason = ' '")),
      "dispute_reason_is_not_blank",
    );
    const draft = firm.id("invoices", "north draft");
    await assertViolates(
      sql.unsafe(byHand.replace(id, draft)),
      "only_owed_invoices_are_disputed",
    );
  }));

Deno.test(
  "dispute_invoice/shows_in_the_aging_of_its_days_and_in_the_statement",
  withMovingClock("2026-05-20", async (firm, setClock) => {
    const { sql } = firm;
    const id = await firm.sentInvoice("2026-05-31"); // of 1 May
    await firm.sentInvoice("2026-05-31", "50.00");
    await setClock(noon("2026-05-10"));
    await dispute(sql, id, "Not our shift.");
    await firm.pay(id, "2026-05-15", "100");
    await setClock(noon("2026-05-20"));
    const before = await totals(firm);
    assertEquals(await disputed(firm), "900.00");
    assertEquals(await disputed(firm, "2026-05-09"), "0.00");
    assertEquals(await disputed(firm, "2026-05-10"), "1000.00");
    assertEquals(await disputed(firm, "2026-05-20"), "900.00");
    const [row] = (await statement(firm, "2026-05-02", "2026-05-31")).filter(({ kind }) =>
      kind === "invoice_disputed"
    );
    const { number } = await invoiceOf(sql, id);
    assertEquals<unknown>(row, {
      occurred_on: "2026-05-10",
      kind: "invoice_disputed",
      reference: number,
      invoice_id: id,
      description: `Invoice ${number} disputed: Not our shift.`,
      amount: "0.00",
      balance: "1050.00",
      details: { reason: "Not our shift." },
    });
    await settleDispute(sql, id);
    assertEquals(await disputed(firm), "0.00");
    assertEquals(await disputed(firm, "2026-05-10"), "0.00");
    assertStrictEquals(await totals(firm), before);
  }),
);
