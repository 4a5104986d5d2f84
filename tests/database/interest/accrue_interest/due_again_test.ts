// A payment, a reversal or a change of terms makes the invoices concerned due again at once.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

const TODAY = "2026-04-21";

/** An invoice over 1000 that has borne 20 days' interest, computed today. */
async function withComputedInvoice(
  test: (firm: Firm, invoice: string, recompute: () => Promise<string>) => Promise<void>,
) {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    assertEquals(await recomputed(sql, invoice, 1), "9.86");
    await test(firm, invoice, () => recomputed(sql, invoice, 1));
  });
}

async function recomputed(sql: postgres.Sql, invoice: string, scanned: number): Promise<string> {
  assertStrictEquals((await accrueOverdueInterest(sql, { today: TODAY })).scanned, scanned);
  const [row] = await sql`select accrued_interest from invoices where id = ${invoice}`;
  return row?.accrued_interest;
}

Deno.test("accrue_interest/a_payment_recorded_on_the_same_day_counts_at_once", () =>
  withComputedInvoice(async (firm, invoice, recompute) => {
    await firm.pay(invoice, "2026-04-11", "500.00");
    assertEquals(await recompute(), "7.40"); // 1000 for 10 days, 500 for 10: 4.9315 + 2.4658
  }));

Deno.test("accrue_interest/a_reversal_counts_at_once", () =>
  withComputedInvoice(async (firm, invoice, recompute) => {
    await firm.pay(invoice, "2026-04-11", "500.00");
    await recompute();
    await firm.sql`update payments set reversed_at = now()`;
    assertEquals(await recompute(), "9.86");
    const [row] = await firm.sql`select principal_paid_on from invoices`;
    assertEquals(row?.principal_paid_on, null);
  }));

Deno.test("accrue_interest/a_change_of_terms_on_the_same_day_counts_at_once", () =>
  withComputedInvoice(async (firm, _invoice, recompute) => {
    await firm.sql`update facility_interest_terms set annual_rate = 0.36`;
    assertEquals(await recompute(), "19.73");
    await firm.terms("2026-04-12", "0.18");
    assertEquals(await recompute(), "14.79"); // 10 days at 36 %, 10 at 18 %
    await firm.sql`delete from facility_interest_terms`;
    assertEquals(await recompute(), "0.00");
  }));

Deno.test("accrue_interest/terms_of_one_facility_leave_another_ones_invoices_alone", () =>
  withComputedInvoice(async (firm) => {
    const other = await Firm.create(firm.sql);
    await other.terms("2026-01-01", "0.36");
    assertStrictEquals((await accrueOverdueInterest(firm.sql, { today: TODAY })).scanned, 0);
  }));

Deno.test("accrue_interest/a_payment_dated_after_the_run_is_computed_once_more_when_its_day_has_come", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-02-11");
    await firm.pay(invoice, "2026-04-11", "1000.00");
    const runs = [];
    for (const today of ["2026-04-01", "2026-04-20", "2026-04-21"]) {
      const { scanned } = await accrueOverdueInterest(sql, { today });
      const [row] = await sql`select accrued_interest from invoices`;
      runs.push([scanned, row?.accrued_interest]);
    }
    assertEquals(runs, [[1, "24.16"], [1, "29.10"], [0, "29.10"]]); // 49 days, then all 59
  }));

Deno.test("accrue_interest/paying_the_interest_of_an_invoice_paid_late_leaves_it_as_it_was", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    await firm.pay(invoice, "2026-04-11", "1000.00");
    await accrueOverdueInterest(sql, { today: TODAY });
    await sql`update facility_interest_terms set annual_rate = 0.36`;
    await sql`
      insert into payments (invoice_id, paid_on, component, amount)
      values (${invoice}, ${TODAY}, 'interest', 4.93)`;
    assertStrictEquals((await accrueOverdueInterest(sql, { today: "2026-04-22" })).scanned, 0);
  }));
