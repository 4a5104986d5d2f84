// What a workweek comes to that nobody paid before.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { discard, prepare } from "../../../support/payroll/batches.ts";
import { adjustment, payRate, stipend } from "../../../support/payroll/extras.ts";
import { itemOf, linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, type Shift, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

const shift = (day: number, hours: number, rule: OvertimeRule): Shift => ({
  date: dayOfWeek(MONDAY, day),
  hours,
  rule,
});
const shifts = (days: number, hours: number, rule: OvertimeRule): Shift[] =>
  Array.from({ length: days }, (_, i) => shift(i + 1, hours, rule));
const straight = (days: number, line: string) =>
  Array<string>(days).fill(`${MONDAY} straight ${line}`);

async function preparedLines(sql: postgres.Sql, contractorId?: string): Promise<string[]> {
  return await linesOf(sql, await prepare(sql, MONDAY), contractorId);
}

Deno.test("payroll_draft/pays_each_hour_at_the_rate_of_its_day_and_premium_on_the_average", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, shifts(5, 10, "flsa"));
    await payRate(sql, worker.assignmentIds.flsa, "2026-03-05", "70");
    // (1,800 + 1,400) / 50 = 64: ten hours of overtime at half of it.
    assertEquals(await preparedLines(sql), [
      ...straight(3, "10.00 60.00 = 600.00"),
      ...straight(2, "10.00 70.00 = 700.00"),
      `${MONDAY} overtime_premium 10.00 = 320.00`,
    ]);
  }));

Deno.test("payroll_draft/averages_the_rates_of_two_assignments_under_different_rules", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [
      shift(1, 10, "california"),
      shift(2, 13, "colorado"),
      shift(3, 13, "california"),
    ]);
    await payRate(sql, worker.assignmentIds.colorado, "2026-03-01", "96");
    // 23 × 60 + 13 × 96 = 2,628 over 36 hours: 73. Overtime 2 + 1 + 4, doubletime 1.
    assertEquals(await preparedLines(sql), [
      ...straight(1, "10.00 60.00 = 600.00"),
      ...straight(1, "13.00 96.00 = 1248.00"),
      ...straight(1, "13.00 60.00 = 780.00"),
      `${MONDAY} overtime_premium 1.00 = 36.50`,
      `${MONDAY} overtime_premium 6.00 = 219.00`,
      `${MONDAY} doubletime_premium 1.00 = 73.00`,
    ]);
  }));

Deno.test("payroll_draft/keeps_time_and_stipends_under_no_rule_out_of_the_regular_rate", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [...shifts(5, 9, "flsa"), shift(6, 12, "none")]);
    await payRate(sql, worker.assignmentIds.none, "2026-03-01", "500");
    await stipend(sql, worker.assignmentIds.none, "hours_driven", "450");
    assertEquals(await preparedLines(sql), [
      `${MONDAY} stipend = 450.00`,
      ...straight(5, "9.00 60.00 = 540.00"),
      ...straight(1, "12.00 500.00 = 6000.00"),
      `${MONDAY} overtime_premium 5.00 = 150.00`,
    ]);
  }));

Deno.test("payroll_draft/pays_1099_contractors_and_companies_no_premium_beside_w2_contractors", () =>
  withDatabase(async ({ sql }) => {
    const employed = await work(sql, shifts(5, 10, "california"));
    const others = [
      await work(sql, shifts(5, 10, "california"), { employmentType: "1099" }),
      await work(sql, shifts(5, 10, "california"), { employmentType: "corp_to_corp" }),
    ];
    const batch = await prepare(sql, MONDAY);
    assertEquals(await itemOf(sql, batch, employed.contractorId), {
      regular_hours: "40.00",
      overtime_hours: "10.00",
      doubletime_hours: "0.00",
      straight_pay: "3000.00",
      premium_pay: "300.00",
      stipend_pay: "0.00",
      adjustment_pay: "0.00",
      gross_pay: "3300.00",
    });
    for (const { contractorId } of others) {
      assertEquals(await itemOf(sql, batch, contractorId), {
        regular_hours: "50.00",
        overtime_hours: "0.00",
        doubletime_hours: "0.00",
        straight_pay: "3000.00",
        premium_pay: "0.00",
        stipend_pay: "0.00",
        adjustment_pay: "0.00",
        gross_pay: "3000.00",
      });
    }
    const [total] = await sql`select gross_total from payroll_batches`;
    assertEquals(total?.gross_total, "9300.00");
    const paidAs = await sql`select employment_type from payroll_export(${batch}) order by 1`;
    assertEquals(paidAs.map((paid) => paid["employment_type"]), ["1099", "corp_to_corp", "w2"]);
  }));

Deno.test("payroll_draft/counts_stipends_for_hours_driven_in_the_regular_rate_and_no_others", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, shifts(5, 10, "flsa"));
    await stipend(sql, worker.assignmentIds.flsa, "hours_driven", "500");
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "800");
    assertEquals(await preparedLines(sql), [
      `${MONDAY} stipend = 500.00`,
      `${MONDAY} stipend = 800.00`,
      ...straight(5, "10.00 60.00 = 600.00"),
      `${MONDAY} overtime_premium 10.00 = 350.00`,
    ]);
  }));

Deno.test("payroll_draft/pays_a_stipend_whole_for_each_week_with_time_on_a_day_it_is_in_force", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [
      shift(2, 4, "flsa"),
      shift(9, 4, "flsa"),
      shift(10, 4, "flsa"),
      shift(16, 4, "flsa"),
      shift(16, 4, "none"),
    ]);
    const assignment = worker.assignmentIds.flsa;
    const from = (day: number) => ({ from: dayOfWeek(MONDAY, day) });
    const until = (day: number) => ({ to: dayOfWeek(MONDAY, day) });
    await stipend(sql, assignment, "reimbursement", "1", { ...from(9), ...until(9) });
    await stipend(sql, assignment, "reimbursement", "2", { ...from(3), ...until(8) });
    await stipend(sql, assignment, "reimbursement", "3", { ...from(10), ...until(16) });
    await stipend(sql, assignment, "reimbursement", "4", from(17));
    await stipend(sql, worker.assignmentIds.california, "reimbursement", "5");
    const lines = await linesOf(sql, await prepare(sql, MONDAY, 3));
    assertEquals(lines.filter((line) => line.includes("stipend")), [
      "2026-03-09 stipend = 1.00",
      "2026-03-09 stipend = 3.00",
      "2026-03-16 stipend = 3.00",
    ]);
  }));

Deno.test("payroll_draft/counts_a_bonus_in_the_regular_rate_unless_it_says_otherwise", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, shifts(5, 10, "flsa"));
    const add = (kind: string, amount: string, also = {}) =>
      adjustment(sql, worker.contractorId, "2026-03-08", kind, amount, also);
    await add("bonus", "250", { inRegularRate: null, reason: null });
    await add("bonus", "33.33", { inRegularRate: false });
    await add("reimbursement", "12.34", { inRegularRate: null });
    await add("deduction", "50", { inRegularRate: null });
    await add("bonus", "7000", { isApproved: false, inRegularRate: true });
    const batch = await prepare(sql, MONDAY);
    assertEquals(await linesOf(sql, batch), [
      `${MONDAY} adjustment = -50.00`,
      `${MONDAY} adjustment = 12.34`,
      `${MONDAY} adjustment = 33.33`,
      `${MONDAY} adjustment = 250.00`,
      ...straight(5, "10.00 60.00 = 600.00"),
      `${MONDAY} overtime_premium 10.00 = 325.00`,
    ]);
    const item = await itemOf(sql, batch, worker.contractorId);
    assertEquals(item?.adjustment_pay, "245.67");
    assertEquals(item?.gross_pay, "3570.67");
  }));

Deno.test("payroll_draft/pays_adjustments_without_time_in_the_week_they_are_payable", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, []);
    for (const day of ["2026-03-01", "2026-03-02", "2026-03-08", "2026-03-09"]) {
      await adjustment(sql, worker.contractorId, day, "deduction", "10");
    }
    const batch = await prepare(sql, MONDAY);
    const lines = await linesOf(sql, batch);
    assertEquals(lines, [
      "2026-02-23 adjustment = -10.00",
      "2026-02-23 carried = 10.00",
      "2026-03-02 adjustment = -10.00",
      "2026-03-02 adjustment = -10.00",
      "2026-03-02 carried = 20.00",
    ]);
    assertEquals(await itemOf(sql, batch, worker.contractorId), {
      regular_hours: "0.00",
      overtime_hours: "0.00",
      doubletime_hours: "0.00",
      straight_pay: "0.00",
      premium_pay: "0.00",
      stipend_pay: "0.00",
      adjustment_pay: "0.00",
      gross_pay: "0.00",
    });
    await discard(sql, batch);
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), lines);
  }));

Deno.test("payroll_draft/has_all_that_is_payable_up_to_the_end_of_its_period_and_no_more", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [-20, -7, 0, 1, 14, 15].map((day) => shift(day, 4, "flsa")));
    await sql`update time_entries set status = 'locked' where work_date = '2026-03-01'`;
    await sql`update time_entries set status = 'draft' where work_date = '2026-03-02'`;
    const nothing = await work(sql, [shift(15, 8, "flsa"), shift(22, 8, "flsa")]);
    const batch = await prepare(sql, MONDAY, 2);
    assertEquals(await linesOf(sql, batch, worker.contractorId), [
      "2026-02-09 straight 4.00 60.00 = 240.00",
      "2026-02-16 straight 4.00 60.00 = 240.00",
      "2026-02-23 straight 4.00 60.00 = 240.00",
      "2026-03-09 straight 4.00 60.00 = 240.00",
    ]);
    assertEquals(await itemOf(sql, batch, nothing.contractorId), undefined);
  }));

Deno.test("payroll_draft/keeps_weeks_that_begin_on_another_day_apart", () =>
  withDatabase(async ({ sql }) => {
    await sql`update organization_settings set workweek_starts_on = 7`;
    await work(sql, [shift(-1, 4, "flsa"), shift(0, 4, "flsa"), shift(6, 4, "flsa")]);
    assertEquals(await linesOf(sql, await prepare(sql, "2026-03-01")), [
      "2026-02-22 straight 4.00 60.00 = 240.00",
      "2026-03-01 straight 4.00 60.00 = 240.00",
      "2026-03-01 straight 4.00 60.00 = 240.00",
    ]);
  }));
