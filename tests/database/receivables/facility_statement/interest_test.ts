// Interest on a statement: what accrued within its days, with its explanation.
import { assertEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { voidInvoice } from "../../../support/billing/invoices.ts";
import type { Firm } from "../../../support/firm.ts";
import { type SetClock, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { statement, statementLines } from "../../../support/receivables/reports.ts";

/** A test with an invoice over 1000 at 18 %, due on 1 April, of which 400 came on the 11th; computed on 1 May: 10.85. */
function withInterest(test: (firm: Firm, invoice: string, setClock: SetClock) => Promise<void>) {
  return withMovingClock("2026-05-01", async (firm, setClock) => {
    const invoice = await firm.sentInvoice("2026-04-01");
    await firm.terms();
    await firm.pay(invoice, "2026-04-11", "400.00");
    await accrueOverdueInterest(firm.sql, { today: "2026-05-01" });
    await test(firm, invoice, setClock);
  });
}

Deno.test(
  "facility_statement/charges_what_accrued_within_its_days_on_the_last_of_them",
  withInterest(async (firm) => {
    assertEquals(await statementLines(firm, "2026-03-03", "2026-04-06"), [
      "2026-03-03 opening_balance 1000.00 = 1000.00",
      "2026-04-06 interest 2.47 = 1002.47",
    ]);
    assertEquals(await statementLines(firm, "2026-04-07", "2026-04-30"), [
      "2026-04-07 opening_balance 1002.47 = 1002.47",
      "2026-04-11 payment -400.00 = 602.47",
      "2026-04-30 interest 8.08 = 610.55",
    ]);
    assertEquals(await statementLines(firm, "2026-05-01", "2026-06-30"), [
      "2026-05-01 opening_balance 610.55 = 610.55",
      "2026-05-01 interest 0.30 = 610.85",
    ]);
    assertEquals(await statementLines(firm, "2026-05-02", "2026-06-30"), [
      "2026-05-02 opening_balance 610.85 = 610.85",
    ]);
    assertEquals(await statementLines(firm, "2026-03-03", "2026-04-01"), [
      "2026-03-03 opening_balance 1000.00 = 1000.00",
    ]);
  }),
);

Deno.test(
  "facility_statement/explains_interest_with_its_breakdown",
  withInterest(async (firm, invoice) => {
    const row = (await statement(firm, "2026-04-12", "2026-05-31")).at(-1);
    const [stored] = await firm.sql`select number, interest_breakdown from invoices`;
    assertEquals(row, {
      occurred_on: "2026-05-01",
      kind: "interest",
      reference: stored?.number,
      invoice_id: invoice,
      description: `Interest on invoice ${stored?.number}`,
      amount: "5.92",
      balance: "610.85",
      details: stored?.interest_breakdown,
    });
    assertEquals(stored?.interest_breakdown.accruedThrough, "2026-05-01");
  }),
);

Deno.test(
  "facility_statement/charges_interest_paid_for_as_any_payment_and_none_of_a_void_invoice",
  withInterest(async (firm) => {
    const { sql } = firm;
    await sql`
      insert into payments (invoice_id, paid_on, component, amount)
      select id, '2026-04-20', 'interest', 12 from invoices`;
    const voided = await firm.sentInvoice("2026-04-11", "50.00");
    await accrueOverdueInterest(sql, { today: "2026-05-01" });
    await voidInvoice(sql, voided);
    assertEquals(await statementLines(firm, "2026-04-12", "2026-05-01"), [
      "2026-04-12 opening_balance 654.93 = 654.93",
      "2026-04-20 payment -12.00 = 642.93",
      "2026-05-01 interest 5.92 = 648.85",
      "2026-05-01 invoice_voided -50.00 = 598.85",
    ]);
  }),
);

Deno.test(
  "facility_statement/dates_interest_that_nothing_explains_on_the_day_after_the_due_date",
  withMovingClock("2026-05-01", async (firm) => {
    await firm.sentInvoice("2026-04-01", "100.00");
    await firm.sql`update invoices set accrued_interest = 9`;
    assertEquals(await statementLines(firm, "2026-04-01", "2026-04-30"), [
      "2026-04-01 opening_balance 100.00 = 100.00",
      "2026-04-02 interest 9.00 = 109.00",
    ]);
    const [, interest] = await statement(firm, "2026-04-01", "2026-04-30");
    assertEquals(interest?.details, {});
    assertEquals(await statementLines(firm, "2026-04-01", "2026-04-01"), [
      "2026-04-01 opening_balance 100.00 = 100.00",
    ]);
  }),
);

Deno.test(
  "facility_statement/charges_all_interest_that_stands_by_the_business_date_though_utc_is_a_day_ahead",
  withInterest(async (firm, _, setClock) => {
    await setClock("2026-05-02 02:00+00"); // 1 May in Denver
    await accrueOverdueInterest(firm.sql);
    const day = ["2026-05-01", "2026-05-01"] as const;
    assertEquals(
      (await statementLines(firm, ...day)).at(-1),
      "2026-05-01 interest 0.60 = 611.15",
    );
    assertEquals((await statementLines(firm, "2026-05-02", "2026-05-02")).length, 1);
    await setClock("2026-05-02 12:00+00");
    assertEquals(
      (await statementLines(firm, ...day)).at(-1),
      "2026-05-01 interest 0.30 = 610.85",
    );
  }),
);
