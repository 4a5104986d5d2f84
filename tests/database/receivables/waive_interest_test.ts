// A late fee that is let go, while the invoice itself stays owed.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../support/billing/drafts.ts";
import { Firm } from "../../support/firm.ts";
import { invoiceInterest } from "../../support/receivables/billed_interest.ts";
import { auditOf, owed, payments, post, waive } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";

/** In Denver still the 21st. */
const EVENING = { clock: "2026-04-22 05:59:59+00" };

Deno.test("waive_interest/of_4000_and_451_73_fifty_leaves_4000_and_401_73", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "4000.00");
    await sql`update invoices set accrued_interest = 451.73`;
    const waived = await waive(sql, invoice, "50", "A long-standing customer");
    assertEquals(
      [waived.id, waived.status, waived.balance, waived.interest_balance],
      [invoice, "sent", "4000.00", "401.73"],
    );
    assertEquals(await payments(sql), ["2026-04-21 interest 50.00 write_off"]);
    const [kept] = await sql`select reason from payments`;
    assertStrictEquals(kept?.reason, "A long-standing customer");
    const [aged] = await sql`select balance, interest, net from ar_aging`;
    assertEquals({ ...aged }, { balance: "4000.00", interest: "401.73", net: "4401.73" });
    const [asOf] = await sql`select balance, interest, net from ar_aging_as_of('2026-04-21')`;
    assertEquals({ ...asOf }, { ...aged });
  }, EVENING));

Deno.test("waive_interest/is_on_the_statement_and_takes_income_back_in_the_journal", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "4000.00");
    await sql`update invoices set accrued_interest = 451.73`;
    await waive(sql, invoice, "50");
    const statement = await sql`
      select kind, description, amount
        from facility_statement(${firm.facilityId}, '2026-04-21', '2026-04-21') where kind = 'write_off'`;
    assertEquals(statement.length, 1);
    assertStrictEquals(statement[0]?.amount, "-50.00");
    assert(/^Interest of invoice .* written off$/.test(statement[0]?.description));
    const posted = await sql`
      select account, debit, credit from journal('2026-04-21', '2026-04-21')
       where memo like '%written off' order by account`;
    assertEquals(posted.map((row) => ({ ...row })), [
      { account: "interest_income", debit: "50.00", credit: "0.00" },
      { account: "interest_receivable", debit: "0.00", credit: "50.00" },
    ]);
  }, EVENING));

Deno.test("waive_interest/lets_go_what_has_accrued_and_nothing_of_what_accrues_later", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    await accrueOverdueInterest(sql, { today: "2026-04-21" });
    assertStrictEquals((await waive(sql, invoice, "9.86")).interest_balance, "0.00");
    await accrueOverdueInterest(sql, { today: "2026-05-01" });
    // 1000 for 30 days: 14.7945
    assertStrictEquals(
      await owed(sql, invoice),
      "sent 0.00 of 1000.00, interest 9.86 of 14.79",
    );
  }, EVENING));

Deno.test("waive_interest/of_an_invoice_that_was_paid_late_leaves_it_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    await post(firm, "1000", { [invoice]: "1000" }, "2026-04-11");
    await accrueOverdueInterest(sql, { today: "2026-04-21" });
    assertStrictEquals((await waive(sql, invoice, "4.93")).status, "paid");
    await accrueOverdueInterest(sql, { today: "2026-04-22" });
    assertStrictEquals(
      await owed(sql, invoice),
      "paid 1000.00 of 1000.00, interest 4.93 of 4.93",
    );
  }, EVENING));

Deno.test("waive_interest/again_with_the_same_request_id_waives_nothing_more", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await sql`update invoices set accrued_interest = 5`;
    const request = crypto.randomUUID();
    const first = await waive(sql, invoice, "2", "A courtesy", request);
    const before = await contents(sql);
    assertEquals(await waive(sql, invoice, "2.00", "A courtesy", request), first);
    assertEquals(await contents(sql), before);
    await assertRefusedUnchanged(
      sql,
      () => waive(sql, invoice, "3", "A courtesy", request),
      409,
      "request_id_reused",
    );
    assertStrictEquals((await waive(sql, invoice, "2", "A courtesy")).interest_balance, "1.00");
  }));

Deno.test("waive_interest/is_in_the_audit_log_and_in_the_timeline", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await sql`update invoices set accrued_interest = 5`;
    await waive(sql, invoice, "2");
    assertEquals(await auditOf(sql, "waive_interest"), ["invoices sent → sent"]);
    const said =
      await sql`select said from timeline('invoice', ${invoice}) where said like '%waived%'`;
    assertEquals(said.map(({ said }) => said), ["The system waived interest of it: $2.00"]);
  }));

Deno.test("waive_interest/refuses_what_it_cannot_make_out_and_more_than_is_owed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await sql`update invoices set accrued_interest = 5`;
    const refuses = (
      status: 400 | 404 | 409,
      slug: string,
      ...values: [string | null, string | null, (string | null)?]
    ) => assertRefusedUnchanged(sql, () => waive(sql, ...values), status, slug);
    await refuses(400, "argument_missing", null, "1");
    await refuses(400, "argument_missing", invoice, null);
    await refuses(400, "amount_not_valid", invoice, "0");
    await refuses(400, "reason_missing", invoice, "1", " ");
    await refuses(404, "invoice_not_found", crypto.randomUUID(), "1");
    await refuses(409, "waiver_over_owed", invoice, "5.01");
    await refuses(409, "invoice_not_sent", await draft(firm), "1");
    await post(firm, "5", { [invoice]: "interest 5" });
    await refuses(409, "waiver_over_owed", invoice, "0.01");
  }));

Deno.test("waive_interest/of_interest_that_was_billed_is_refused_on_both_invoices", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    await accrueOverdueInterest(sql, { today: "2026-04-21" });
    const billed = await invoiceInterest(sql, firm.facilityId, "2026-04-20");
    const refuses = (id: string | null, amount: string, slug: string) =>
      assertRefusedUnchanged(sql, () => waive(sql, id, amount), 409, slug);
    await refuses(billed.id ?? null, "1", "billed_interest_is_credited");
    await refuses(invoice, "1", "waiver_over_owed"); // of one day 0.49 are left
    assertStrictEquals((await waive(sql, invoice, "0.49")).interest_balance, "0.00");
  }, EVENING));
