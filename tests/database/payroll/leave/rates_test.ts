// Leave is paid as the terms of its plan say.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { adjustment, payRate, stipend } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { leaveOf, leavePlan, type LeaveTerms } from "../../../support/payroll/leave_plans.ts";
import { openWith } from "../../../support/leave/leave.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, type Shift, work } from "../../../support/time/worked_time.ts";

// Of this year no state's minimum wage is known: the federal one holds.
const MONDAY = "2024-03-04";
const BEFORE = "2024-02-26";
const [FOURTH, SUNDAY] = [dayOfWeek(MONDAY, 4), dayOfWeek(MONDAY, 7)];
const REGULAR_RATE: LeaveTerms = { pay_basis: "regular_rate_of_week" };

/** Somebody in a state, with a rate under each of two rules: `california` and `flsa`. */
async function workerIn(
  sql: postgres.Sql,
  state: string,
  shifts: readonly (Omit<Shift, "rule"> & { readonly rule?: Shift["rule"] })[],
  { rate = "20.00", other = rate }: { readonly rate?: string; readonly other?: string } = {},
) {
  const made = await work(sql, shifts.map((shift) => ({ rule: "flsa", ...shift })));
  await sql`update facilities set work_state = ${state}`;
  await payRate(sql, made.assignmentIds.flsa, "2020-01-01", rate);
  await payRate(sql, made.assignmentIds.california, "2020-01-01", other);
  const sick = (day: string, hours = "8", code = "sick") =>
    enterCoded(sql, made.assignmentIds.flsa, day, code, { hours });
  return { ...made, assignment: made.assignmentIds.flsa, sick };
}

const days = (first: string, hours: readonly number[]) =>
  hours.map((each, nth) => ({ date: dayOfWeek(first, nth + 1), hours: each }));

// CalChamber's example: 24 hours at 10.00 and 8 at 12.00 are 336.00, over 32 hours 10.50.
Deno.test("leave_rates/of_the_workweek_are_the_published_example_of_california", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "CA", REGULAR_RATE);
    const { contractorId, sick } = await workerIn(sql, "CA", [
      ...days(MONDAY, [8, 8, 8]),
      { date: dayOfWeek(MONDAY, 4), hours: 8, rule: "california" },
    ], { rate: "10.00", other: "12.00" });
    await sick(dayOfWeek(MONDAY, 5));
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 10.5 = 84.00"]);
  }));

Deno.test("leave_rates/of_the_workweek_have_no_overtime_premium_in_them_but_its_bonus", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "CA", REGULAR_RATE);
    const { contractorId, sick } = await workerIn(sql, "CA", days(MONDAY, [12, 12, 12, 12]));
    await adjustment(sql, contractorId, MONDAY, "bonus", "96.00", { inRegularRate: true });
    await sick(dayOfWeek(MONDAY, 5));
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 22 = 176.00"]);
  }));

Deno.test("leave_rates/of_a_week_without_hours_worked_are_that_of_the_hour", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "CA", REGULAR_RATE);
    const { contractorId, sick } = await workerIn(sql, "CA", days(BEFORE, [8]));
    await sick(MONDAY);
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 20 = 160.00"]);
  }));

Deno.test("leave_rates/of_new_jersey_are_by_the_last_seven_days_that_were_worked", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "NJ", { pay_basis: "average_of_workdays", average_days: 7 });
    // Eight days: the first is none of the last seven, and one of these is at 34.00.
    const { contractorId, sick } = await workerIn(sql, "NJ", [
      { date: "2024-02-19", hours: 10, rule: "california" },
      { date: "2024-02-20", hours: 8, rule: "california" },
      ...days(BEFORE, [8, 8, 8, 8]),
      ...days(MONDAY, [8, 8]),
    ], { other: "34.00" });
    await sick(dayOfWeek(MONDAY, 4));
    // 8 at 34.00 and 48 at 20.00 are 1,232.00, over 56 hours 22.00.
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 22 = 176.00"]);
  }));

Deno.test("leave_rates/of_colorado_are_by_the_thirty_days_before", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "CO", { pay_basis: "average_of_days", average_days: 30 });
    // Taken on Friday, March 8: the first of the thirty days is February 7.
    const { contractorId, assignment, sick } = await workerIn(sql, "CO", [
      { date: "2024-02-06", hours: 10, rule: "california" },
      { date: "2024-02-07", hours: 8, rule: "california" },
      ...days(MONDAY, [8, 8]),
    ], { other: "26.00" });
    await codeRate(sql, assignment, "on_call", "2.00");
    await enterCoded(sql, assignment, MONDAY, "on_call", { hours: "12" });
    await sick(dayOfWeek(MONDAY, 5));
    // 8 at 26.00, 16 at 20.00 and 24.00 for time on call are 552.00, over 24 hours 23.00.
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 23 = 184.00"]);
  }));

for (const state of ["CA", "NV"]) {
  Deno.test(`leave_rates/of_${state}_by_ninety_days_have_a_share_of_what_is_paid_by_the_week`, () =>
    withDatabase(async ({ sql }) => {
      await leavePlan(sql, state, { pay_basis: "average_of_days", average_days: 90 });
      // Taken on March 8: the first of the ninety days is December 9, a Saturday.
      const { contractorId, assignment, sick } = await workerIn(sql, state, [
        { date: "2023-12-08", hours: 10 },
        { date: "2023-12-09", hours: 10 },
        ...days(MONDAY, [10]),
      ]);
      await stipend(sql, assignment, "hours_driven", "60.00", { to: "2023-12-31" });
      await sick(dayOfWeek(MONDAY, 5));
      // Of the stipend of two days one counts: 400.00 and 30.00, over 20 hours 21.50.
      assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 21.5 = 172.00"]);
    }));
}

Deno.test("leave_rates/of_maine_are_the_regular_rate_of_the_last_week_before", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "ME", { pay_basis: "regular_rate_of_week_before" });
    const { contractorId, sick } = await workerIn(sql, "ME", [
      ...days("2024-02-19", [8]),
      { date: "2024-02-20", hours: 8, rule: "california" },
      ...days(MONDAY, [8]),
    ], { other: "30.00" });
    await sick(dayOfWeek(MONDAY, 5));
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 25 = 200.00"]);
  }));

Deno.test("leave_rates/are_never_below_the_minimum_wage_of_the_place", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "NY", REGULAR_RATE);
    const { contractorId, sick } = await workerIn(sql, "NY", days(MONDAY, [8]), { rate: "7.00" });
    await sick(dayOfWeek(MONDAY, 5));
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 7.25 = 58.00"]);
    await sql`insert into minimum_wages (jurisdiction, effective_from, amount, source) values ('NY', '2024-01-01', 15, 'A law')`;
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 15 = 120.00"]);
  }));

Deno.test("leave_rates/never_undercut_the_rate_that_a_code_has_of_its_own", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "CA", REGULAR_RATE);
    const { contractorId, assignment, sick } = await workerIn(sql, "CA", days(MONDAY, [8]));
    await sick(dayOfWeek(MONDAY, 5));
    await codeRate(sql, assignment, "sick", "25.00");
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 25 = 200.00"]);
    await codeRate(sql, assignment, "sick", "15.00");
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["8.00 × 20 = 160.00"]);
  }));

Deno.test("leave_rates/are_those_of_the_code_without_a_plan_in_use_at_the_place", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "CA", REGULAR_RATE);
    await leavePlan(sql, "NV", REGULAR_RATE, { isInUse: false });
    await leavePlan(sql, null, REGULAR_RATE, { code: "vacation" });
    const { contractorId, sick } = await workerIn(sql, "NV", [
      ...days(MONDAY, [8]),
      { date: dayOfWeek(MONDAY, 4), hours: 8, rule: "california" },
    ], { other: "30.00" });
    await sick(dayOfWeek(MONDAY, 5));
    await sick(dayOfWeek(MONDAY, 6), "4", "vacation");
    // The firm's own plan holds anywhere: 400.00 over 16 hours.
    assertEquals((await leaveOf(sql, contractorId, MONDAY)).sort(), [
      "4.00 × 25 = 100.00",
      "8.00 × 20 = 160.00",
    ]);
  }));

Deno.test("leave_rates/have_four_decimals", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "CA", REGULAR_RATE);
    const { contractorId, sick } = await workerIn(sql, "CA", [
      ...days(MONDAY, [8, 8]),
      { date: dayOfWeek(MONDAY, 3), hours: 8, rule: "california" },
    ], { other: "30.00" });
    await sick(dayOfWeek(MONDAY, 5), "3");
    assertEquals(await leaveOf(sql, contractorId, MONDAY), ["3.00 × 23.3333 = 70.00"]);
  }));

Deno.test("leave_rates/that_late_time_changes_are_paid_by_a_difference", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "CO", { pay_basis: "average_of_days", average_days: 30 });
    const { contractorId, assignmentIds, sick } = await workerIn(sql, "CO", [
      ...days(BEFORE, [8]),
    ], { other: "40.00" });
    await sick(dayOfWeek(MONDAY, 2));
    for (const monday of [BEFORE, MONDAY]) await close(sql, await prepare(sql, monday));
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${assignmentIds.california}, ${dayOfWeek(BEFORE, 3)}, 8, 'approved')`;
    // 480.00 over 16 hours: leave was paid at 20.00, and comes to 30.00.
    const next = await prepare(sql, dayOfWeek(MONDAY, 8));
    assertEquals(await linesOf(sql, next, contractorId), [
      `${BEFORE} straight 8.00 40.00 = 320.00`,
      `${MONDAY} difference 0.00 0.00 = 80.00`,
    ]);
    await close(sql, next);
    const [marks] = await sql`select count(*)::int as count from private.due_marks`;
    assertEquals(marks?.["count"], 0);
  }));

Deno.test("leave_rates/follow_terms_minimum_wages_and_the_first_day_of_a_plan", () =>
  withDatabase(async ({ sql }) => {
    const plan = await leavePlan(sql, "CA", { pay_basis: "hourly_rate" }, { isInUse: false });
    const { contractorId, sick } = await workerIn(sql, "CA", [
      ...days(MONDAY, [8]),
      { date: dayOfWeek(MONDAY, 4), hours: 8, rule: "california" },
    ], { rate: "7.00", other: "30.00" });
    await sick(dayOfWeek(MONDAY, 5));
    await close(sql, await prepare(sql, MONDAY));
    const differences: string[] = [];
    let week = 1;
    for (
      const change of [
        `update leave_plans set in_use_from = '2024-01-01' where id = '${plan}'`,
        "insert into minimum_wages (jurisdiction, effective_from, amount, source) values ('CA', '2024-01-01', 10, 'A law')",
        `insert into leave_plan_terms (leave_plan_id, effective_from, hours_per_hour_accrued, pay_basis, source)
         values ('${plan}', '2024-03-01', 30, 'regular_rate_of_week', 'A law')`,
        "update facilities set work_state = 'NV'",
      ]
    ) {
      await sql.unsafe(change);
      const batch = await prepare(sql, dayOfWeek(MONDAY, 7 * week + 1));
      for (const line of await linesOf(sql, batch, contractorId)) differences.push(line.slice(11));
      await close(sql, batch);
      week += 1;
    }
    // 7.00, 7.25, 10.00 and 18.50 an hour, and elsewhere that of the code again.
    assertEquals(differences, [
      "difference 0.00 0.00 = 2.00",
      "difference 0.00 0.00 = 22.00",
      "difference 0.00 0.00 = 68.00",
      "difference 0.00 0.00 = -92.00",
      "overpayment = 92.00",
    ]);
  }));

/** Pays out 10 hours of a plan on a day; gives what they come to. */
async function paidOut(sql: postgres.Sql, plan: string, contractorId: string, day: string) {
  await sql`update leave_plans set code = 'vacation', paid_out = true where id = ${plan}`;
  await openWith(sql, plan, contractorId, BEFORE, 10);
  await sql`select public.pay_out_leave(${contractorId}, ${plan}, ${day}::text::date, 'Agreed')`;
  const [adjustment] = await sql<[{ amount: string }]>`select amount from payroll_adjustments`;
  return adjustment.amount;
}

Deno.test("leave_rates/hold_for_leave_that_is_paid_out", async (t) => {
  // California's example above, of 10.50 an hour; the code would pay 10.00.
  const week = [
    ...days(MONDAY, [8, 8, 8]),
    { date: dayOfWeek(MONDAY, 4), hours: 8, rule: "california" as const },
  ];
  const rates = { rate: "10.00", other: "12.00" };
  const cases: readonly {
    readonly name: string;
    readonly terms: LeaveTerms;
    readonly own?: string;
    readonly end?: string;
    readonly wage?: number;
    readonly day: string;
    readonly amount: string;
  }[] = [
    {
      name: "by the regular rate of the week of its day",
      terms: REGULAR_RATE,
      day: dayOfWeek(MONDAY, 5),
      amount: "105.00",
    },
    {
      name: "by that of the last day, after the last assignment",
      terms: REGULAR_RATE,
      end: dayOfWeek(MONDAY, 5),
      day: dayOfWeek(MONDAY, 19),
      amount: "105.00",
    },
    {
      name: "by that of the code, where nothing was worked in the week",
      terms: REGULAR_RATE,
      day: dayOfWeek(MONDAY, 19),
      amount: "100.00",
    },
    {
      // 16 hours at 10.00 are before the day.
      name: "by the average of the days before it",
      terms: { pay_basis: "average_of_workdays", average_days: 2 },
      day: dayOfWeek(MONDAY, 3),
      amount: "100.00",
    },
    {
      // 8 hours at 12.00 and 8 at 10.00.
      name: "by the average of the last days that were worked",
      terms: { pay_basis: "average_of_workdays", average_days: 2 },
      day: dayOfWeek(MONDAY, 19),
      amount: "110.00",
    },
    {
      name: "and never undercut the rate that the code has of its own",
      terms: REGULAR_RATE,
      own: "15.00",
      day: dayOfWeek(MONDAY, 5),
      amount: "150.00",
    },
    {
      name: "nor the minimum wage of the place",
      terms: { pay_basis: "hourly_rate" },
      wage: 16,
      day: dayOfWeek(MONDAY, 26),
      amount: "160.00",
    },
  ];
  for (const { name, terms, own, end, wage, day, amount } of cases) {
    await t.step(name, () =>
      withDatabase(async ({ sql }) => {
        const plan = await leavePlan(sql, "CA", terms);
        const { contractorId, assignment, assignmentIds } = await workerIn(sql, "CA", week, rates);
        if (own !== undefined) await codeRate(sql, assignment, "vacation", own);
        // The assignment at 12.00 an hour ends on the fourth day, so that it is not the last.
        const { california } = assignmentIds;
        await sql`
          update assignments
             set end_date = case id when ${assignment} then ${end ?? null}::text::date
                                    when ${california} then ${FOURTH}::text::date
                                    else '2020-01-31' end`;
        if (wage !== undefined) {
          await sql`
            insert into minimum_wages (jurisdiction, effective_from, amount, source)
            values ('CA', ${day}, ${wage}, 'A law')`;
        }
        assertEquals(await paidOut(sql, plan, contractorId, day), amount);
      }));
  }
});

Deno.test("leave_rates/are_in_the_accruals_of_the_books", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, "CA", REGULAR_RATE);
    const { sick } = await workerIn(sql, "CA", [
      ...days(MONDAY, [8, 8, 8]),
      { date: dayOfWeek(MONDAY, 4), hours: 8, rule: "california" },
    ], { rate: "10.00", other: "12.00" });
    await sick(dayOfWeek(MONDAY, 5));
    // 336.00 of hours worked, and 8 hours at 10.50.
    const [wages] = await sql`
      select debit from accruals(${SUNDAY}::text::date) where account = 'wages' and debit > 0`;
    assertEquals(wages, { debit: "420.00" });
  }));
