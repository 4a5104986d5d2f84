// Cash ahead: when open invoices and unbilled work are expected, and what is to be paid.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { plusDays } from "../../../fixtures/days.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { dispute } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { periodOf } from "../../support/payroll/batches.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { bill, CLOCK, pay, worked } from "./week.ts";

/** Weeks in which money comes or goes: `"2026-03-16 billed unbilled payroll balance"`. */
async function ahead(
  sql: postgres.ISql,
  opening = "0",
  factor = "1",
  asOf: string | null = null,
): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', week_start, receipts_billed, receipts_unbilled, payroll, balance) as row
      from cash_ahead(${opening}, ${factor}, ${asOf}::text::date)
     where receipts_billed + receipts_unbilled + payroll <> 0 order by week_start`;
  return rows.map(({ row }) => row);
}

/** Invoices that were issued so many days before a day and paid in full on it, money in hand. */
async function paidBefore(firm: Firm, day: string, took: readonly number[]): Promise<void> {
  for (const days of took) {
    await firm.pay(await firm.sentInvoice(plusDays(day, 30 - days), "10.00"), day, "10.00");
  }
}

Deno.test("cash_ahead/expects_invoices_on_their_due_day_where_too_few_were_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-04-09", "100.00"); // a Thursday
    await firm.sentInvoice("2026-03-15", "50.00"); // five days late: in five days
    await paidBefore(firm, "2026-03-01", Array(11).fill(3));
    assertEquals(await ahead(sql, "1000"), [
      "2026-03-23 50.00 0.00 0.00 1050.00",
      "2026-04-06 100.00 0.00 0.00 1150.00",
    ]);
    const rows = await sql`select from cash_ahead()`;
    assertEquals(rows.length, 8);
  }, CLOCK));

Deno.test("cash_ahead/expects_invoices_after_as_many_days_as_their_facility_takes", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const other = await Firm.create(sql, "Aspen Clinic");
    // Earlier ones, which took longer, are not among the last twelve.
    await paidBefore(firm, "2026-02-01", Array(5).fill(90));
    await paidBefore(firm, "2026-03-01", [10, 12, 14, 20, 20, 20, 20, 24, 26, 60, 61, 62]);
    await firm.sentInvoice("2026-04-16", "100.00"); // issued on March 17: expected on April 6
    await firm.sentInvoice("2026-03-22", "7.00"); // issued on February 20: 28 days by now, by 60, 61 and 62
    await firm.sentInvoice("2026-02-09", "3.00"); // issued on January 10, and longer than any: 49 days late
    await other.sentInvoice("2026-04-16", "20.00");
    assertEquals(await ahead(sql), [
      "2026-04-06 100.00 0.00 0.00 100.00",
      "2026-04-13 20.00 0.00 0.00 120.00",
      "2026-04-20 7.00 0.00 0.00 127.00",
      "2026-05-04 3.00 0.00 0.00 130.00",
    ]);
  }, CLOCK));

Deno.test("cash_ahead/leaves_out_what_is_disputed_or_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await dispute(sql, await firm.sentInvoice("2026-04-09", "100.00"));
    await firm.pay(await firm.sentInvoice("2026-04-09", "80.00"), "2026-03-19", "30.00");
    assertEquals(await ahead(sql), ["2026-04-06 50.00 0.00 0.00 50.00"]);
    // A day before that payment all of it was open.
    assertEquals(
      (await ahead(sql, "0", "1", "2026-03-18"))[0],
      "2026-04-06 180.00 0.00 0.00 180.00",
    );
  }, CLOCK));

Deno.test("cash_ahead/expects_unbilled_work_a_cycle_later_and_pays_the_mean_of_four_batches", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await worked(firm);
    // Today is March 20: billed by the 27th, due by April 26; pay days are known of two periods.
    await pay(sql);
    await periodOf(sql, "2026-03-16");
    await periodOf(sql, "2026-03-23");
    assertEquals(await ahead(sql, "0", "1.1"), [
      "2026-03-23 0.00 0.00 3564.00 -3564.00",
      "2026-03-30 0.00 0.00 3564.00 -7128.00",
      "2026-04-20 0.00 5400.00 0.00 -1728.00",
    ]);
    await bill(firm, "2026-03-02", "2026-03-20");
    assertEquals((await ahead(sql))[2], "2026-04-13 5400.00 0.00 0.00 -1080.00");
  }, CLOCK));

Deno.test("cash_ahead/answers_who_reads_the_books_and_refuses_everyone_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const asking = runAs(sql, firm, caller, "select week_start from cash_ahead()");
      if (caller === "signed_out") await assertDenied(asking);
      else if (caller === "admin" || caller === "service") {
        assertEquals((await asking).length, 8, caller);
      } else await assertRefused(asking, 403, "role_required");
    }
  }));

Deno.test("cash_ahead/refuses_amounts_factors_and_days_that_are_none", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(ahead(sql, "NaN"), 400, "opening_balance_not_valid");
    await assertRefused(ahead(sql, "10000000000"), 400, "opening_balance_not_valid");
    for (const factor of ["0.99", "2", "NaN"]) {
      await assertRefused(ahead(sql, "0", factor), 400, "payroll_tax_factor_not_valid");
    }
    await assertRefused(ahead(sql, "0", "1", "2026-03-21"), 400, "cash_ahead_of_a_later_day");
    await assertRefused(ahead(sql, "0", "1", "-infinity"), 400, "date_not_finite");
    await assertRefused(sql`select cash_ahead(null)`, 400, "argument_missing");
  }, CLOCK));
