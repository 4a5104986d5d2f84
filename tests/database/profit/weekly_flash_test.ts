// The Monday page: a week in figures, beside the week before and the same week a year ago.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { CALLERS } from "../../support/access/callers.ts";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { addFee } from "../../support/billing/fees.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { receive } from "../../support/receivables/receipts.ts";
import { bill, CLOCK, DAYS, pay, workAgain, worked } from "./week.ts";

/** The figures of a week as `"heads 1 0 0"`. */
async function flash(sql: postgres.ISql, week: string | null): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', figure, coalesce(value::text, '-'), coalesce(week_before::text, '-'),
                     coalesce(year_before::text, '-')) as row
      from weekly_flash(${week}::text::date) order by place`;
  return rows.map(({ row }) => row);
}

Deno.test("weekly_flash/has_the_week_in_thirteen_figures_beside_two_others", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await worked(firm); // the week of March 2, billed on March 10
    await sql`update assignments set end_date = '2026-03-13'`;
    await bill(firm);
    await pay(sql);
    await workAgain(firm, assignment, "2026-03-09");
    await firm.entry(assignment, "submitted", "2026-03-12", "8");
    await receive(firm, "1000.00", "2026-03-12");
    const said = [
      "heads 1 1 0",
      "starts 0 0 0",
      "ends 1 0 0",
      "hours 42.00 42.00 0.00",
      "unapproved_hours 8.00 0.00 0.00",
      "revenue 5400.00 5400.00 0.00",
      "gross_profit 2160.00 2160.00 0.00",
      "billed 5400.00 0.00 0.00",
      "unbilled 5400.00 5400.00 0.00",
      "cash_in 1000.00 0.00 0.00",
      "days_sales_outstanding 91.0 - -",
      "overdue 0.00 0.00 0.00",
      "payroll_ahead 6480.00 3240.00 0.00", // the batch was closed on March 20, after both
    ];
    const told = await flash(sql, "2026-03-09");
    assertEquals(told, said);
    assertEquals(await flash(sql, null), told, "the week before this one");
  }, CLOCK));

Deno.test("weekly_flash/has_the_gross_profit_that_gross_profit_has_to_the_cent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await addFee(firm, { amount: "25.00" });
    await sql`
      insert into burden_rates (employment_type, effective_from, rate) values ('w2', '2026-01-01', 0.0765)`;
    const assignment = await firm.assignment();
    await sql`update assignment_rates set bill_rate = 250, pay_rate = 151.09`;
    await firm.entry(assignment, "approved", "2026-03-02", "4");
    await firm.entry(assignment, "approved", "2026-03-09", "8");
    await createInvoice(sql, firm.facilityId, "2026-03-02", "2026-03-15");
    // 1,000.00 − 8.3333 of the fee − 604.36 − 46.23354 of burden, each in cents.
    const [{ profit }] = await sql<[{ profit: string }]>`
      select profit from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'week')`;
    assertEquals(profit, "341.08");
    const figures = await sql<{ value: string }[]>`
      select value from weekly_flash(${
      DAYS[0]
    }) where figure in ('revenue', 'gross_profit') order by place`;
    assertEquals(figures.map(({ value }) => value), ["991.67", "341.08"]);
  }, CLOCK));

Deno.test("weekly_flash/of_a_firm_without_anything_has_nothing", () =>
  withDatabase(async ({ sql }) => {
    const rows = await flash(sql, "2026-03-09");
    assertEquals(rows.length, 13);
    for (const row of rows) {
      assertEquals(/ (0|0\.00|-) (0|0\.00|-) (0|0\.00|-)$/.test(row), true, row);
    }
  }, CLOCK));

Deno.test("weekly_flash/answers_who_reads_the_books_and_refuses_everyone_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const asking = runAs(sql, firm, caller, "select figure from weekly_flash()");
      if (caller === "signed_out") await assertDenied(asking);
      else if (caller === "admin" || caller === "service") {
        assertEquals((await asking).length, 13, caller);
      } else await assertRefused(asking, 403, "role_required");
    }
  }));

Deno.test("weekly_flash/refuses_days_that_begin_no_week_and_weeks_to_come", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(flash(sql, "2026-03-10"), 400, "week_start_not_first_day");
    await assertRefused(flash(sql, "2026-03-23"), 400, "week_not_begun");
    await assertRefused(flash(sql, "infinity"), 400, "date_not_finite");
    await assertRefused(flash(sql, "1990-01-01"), 400, "day_out_of_range");
    assertEquals((await flash(sql, "2026-03-16")).length, 13, "the week that runs");
  }, CLOCK));
