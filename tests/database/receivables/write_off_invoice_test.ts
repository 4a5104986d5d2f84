// A rest that is given up: as a payment of today, so that interest on it stops.
import { assertEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../support/billing/drafts.ts";
import { Firm } from "../../support/firm.ts";
import { auditOf, owed, payments, post, writeOff } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";
import { assertRejectsWith } from "../../support/rejections.ts";

/** In Denver still the 21st. */
const EVENING = { clock: "2026-04-22 05:59:59+00" };

Deno.test("write_off_invoice/gives_up_a_rest_as_a_payment_of_the_business_date", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await post(firm, "90", { [invoice]: "90" });
    const partly = await writeOff(sql, invoice, "4.25", "Disputed hours");
    assertEquals([partly.status, partly.balance], ["partially_paid", "5.75"]);
    const whole = await writeOff(sql, invoice, "5.75", "Short-paid");
    assertEquals([whole.status, whole.balance, whole.id], ["paid", "0.00", invoice]);
    assertEquals(await payments(sql), [
      "2026-04-10 principal 90.00",
      "2026-04-21 principal 4.25 write_off",
      "2026-04-21 principal 5.75 write_off",
    ]);
    const reasons =
      await sql`select reason from payments where source = 'write_off' order by amount`;
    assertEquals([...reasons], [{ reason: "Disputed hours" }, { reason: "Short-paid" }]);
  }, EVENING));

Deno.test("write_off_invoice/stops_interest_on_what_it_writes_off_from_its_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    await writeOff(sql, invoice, "500");
    await accrueOverdueInterest(sql, { today: "2026-05-01" });
    // 1000 for 20 days, 500 for 10: 9.8630 + 2.4658
    assertEquals(
      await owed(sql, invoice),
      "partially_paid 500.00 of 1000.00, interest 0.00 of 12.33",
    );
    const [segments] = await sql`select interest_breakdown -> 'segments' as list from invoices`;
    assertEquals(
      segments?.list.map(({ to, principal }: Record<string, string>) => [to, principal]),
      [["2026-04-21", "1000.00"], ["2026-05-01", "500.00"]],
    );
  }, EVENING));

Deno.test("write_off_invoice/gives_up_interest_once_the_principal_is_done", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const [late = "", open = ""] = await firm.sentInvoices(2, "2026-04-01");
    await post(firm, "1000", { [late]: "1000" }, "2026-04-11");
    await accrueOverdueInterest(sql, { today: "2026-04-21" });
    assertEquals((await writeOff(sql, late, "4.93")).interest_balance, "0.00");
    const both = await writeOff(sql, open, "1009.86");
    assertEquals([both.status, both.balance, both.interest_balance], ["paid", "0.00", "0.00"]);
    await accrueOverdueInterest(sql, { today: "2026-04-22" });
    assertEquals(await owed(sql, late), "paid 1000.00 of 1000.00, interest 4.93 of 4.93");
    assertEquals(await owed(sql, open), "paid 1000.00 of 1000.00, interest 9.86 of 9.86");
  }, EVENING));

Deno.test("write_off_invoice/a_second_one_of_the_same_amount_and_reason_is_written_off_too", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await writeOff(sql, invoice, "10", "Disputed hours");
    assertEquals((await writeOff(sql, invoice, "10", "Disputed hours")).balance, "80.00");
    assertEquals((await payments(sql)).length, 2);
  }));

Deno.test("write_off_invoice/again_with_the_same_request_id_writes_nothing_more_off", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await sql`update invoices set accrued_interest = 5`;
    const [request, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const first = await writeOff(sql, invoice, "10", "Disputed hours", request);
    const before = await contents(sql);
    assertEquals(await writeOff(sql, invoice, "10.00", "Disputed hours", request), first);
    assertEquals(await contents(sql), before);
    assertEquals((await writeOff(sql, invoice, "10", "Disputed hours", other)).balance, "80.00");
    assertEquals((await writeOff(sql, invoice, "10", "Disputed hours", request)).balance, "80.00");
    const whole = await writeOff(sql, invoice, "85", "Closed down"); // principal and interest
    assertEquals(whole.status, "paid");
    assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 5.00 of 5.00");
  }));

Deno.test("write_off_invoice/refuses_a_request_id_with_other_arguments", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [invoice = "", other = ""] = await firm.sentInvoices(2, "2026-04-01", "100.00");
    const request = crypto.randomUUID();
    await assertRefusedUnchanged( // and a refused call does not use it up
      sql,
      () => writeOff(sql, invoice, "100.01", "Disputed hours", request),
      409,
      "write_off_over_owed",
    );
    await writeOff(sql, invoice, "10", "Disputed hours", request);
    for (
      const [id, amount, reason] of [
        [other, "10", "Disputed hours"],
        [invoice, "11", "Disputed hours"],
        [invoice, "10", "Short-paid"],
      ] as const
    ) {
      const attempt = () => writeOff(sql, id, amount, reason, request);
      await assertRefusedUnchanged(sql, attempt, 409, "request_id_reused");
    }
    const elsewhere = () => sql`select weekly_billing_run(request_id => ${request})`;
    await assertRefusedUnchanged(sql, elsewhere, 409, "request_id_reused");
  }));

Deno.test("write_off_invoice/leaves_what_was_and_is_in_the_audit_log", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await writeOff(sql, await firm.sentInvoice("2026-04-01", "100.00"), "10");
    assertEquals(await auditOf(sql, "write_off_invoice"), ["invoices sent → partially_paid"]);
  }));

Deno.test("write_off_invoice/refuses_what_it_cannot_make_out", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    const refuses = (
      status: 400 | 404 | 409,
      slug: string,
      ...values: [string | null, string | null, (string | null)?]
    ) => assertRefusedUnchanged(sql, () => writeOff(sql, ...values), status, slug);
    await refuses(400, "argument_missing", null, "1");
    await refuses(400, "argument_missing", invoice, null);
    for (const amount of ["0", "-1", "0.001", "NaN", "Infinity", "10000000000"]) {
      await refuses(400, "amount_not_valid", invoice, amount);
    }
    for (const reason of [null, "", " \t\n"]) {
      await refuses(400, "reason_missing", invoice, "1", reason);
    }
    await refuses(404, "invoice_not_found", crypto.randomUUID(), "1");
  }));

Deno.test("write_off_invoice/refuses_more_than_is_owed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await sql`update invoices set accrued_interest = 5`;
    await post(firm, "63", { [invoice]: "60" });
    const attempt = () => writeOff(sql, invoice, "45.01");
    await assertRefusedUnchanged(sql, attempt, 409, "write_off_over_owed");
    await assertRejectsWith(attempt, {
      message: /^Invoice .* owes 40\.00 of principal and 5\.00 of interest, less than 45\.01\.$/,
    });
    await post(firm, "5", { [invoice]: "interest 5" });
    await sql`update invoices set accrued_interest = 2`; // the negative rest is not to be written off against
    await assertRefusedUnchanged(
      sql,
      () => writeOff(sql, invoice, "40.01"),
      409,
      "write_off_over_owed",
    );
    assertEquals((await writeOff(sql, invoice, "40")).interest_balance, "-3.00");
  }));

Deno.test("write_off_invoice/refuses_drafts_and_void_invoices", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const gone = await firm.sentInvoice("2026-04-01");
    await sql`update invoices set status = 'void', void_reason = 'wrong' where id = ${gone}`;
    for (const id of [await draft(firm), gone]) {
      await assertRefusedUnchanged(sql, () => writeOff(sql, id, "1"), 409, "invoice_not_sent");
    }
  }));
