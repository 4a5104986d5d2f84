// Weeks with time of codes: what is a line of its own, what is straight pay, and what changes once it was paid.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { close, discard, prepare } from "../../../support/payroll/batches.ts";
import { addCode, codePay, codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { assertCodesArePaid } from "../../../support/payroll/codes_paid.ts";
import { forgetAssignments } from "../../../support/payroll/earnings.ts";
import { adjustment, payRate, stipend } from "../../../support/payroll/extras.ts";
import { itemOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { rowOf } from "../../../support/sql/rows.ts";
import { setAside } from "../../../support/time/set_aside.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";

type Rule = "california" | "flsa" | "none";

/** The lines of a batch with their codes, such as `"code on_call 12.00 × 3.00 = 36.00"`. */
async function linesOf(sql: postgres.Sql, batchId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', line.kind, line.pay_kind, line.code, line.hours, line.quantity || ' ×', line.rate, '=', line.amount)
               as line
      from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
     where item.payroll_batch_id = ${batchId}
     order by array_position('{straight,code,overtime_premium,doubletime_premium,stipend,adjustment,difference}'::text[],
                             line.kind), line.code nulls first, line.amount`;
  return lines.map(({ line }) => line);
}

/** Somebody who works so many hours from Monday on, at 20.00 an hour, with a rate for charge and time on call. */
async function worker(sql: postgres.Sql, hours: readonly number[], rule: Rule = "flsa") {
  const made = await work(
    sql,
    hours.map((each, nth) => ({ date: dayOfWeek(MONDAY, nth + 1), hours: each, rule })),
  );
  const assignment = made.assignmentIds[rule];
  await payRate(sql, assignment, "2020-01-01", "20");
  await codeRate(sql, assignment, "charge", "24");
  await codeRate(sql, assignment, "on_call", "3");
  await codeRate(sql, assignment, "mileage", "0.70");
  const enter = (day: number, code: string, amount: { hours?: string; quantity?: string }) =>
    enterCoded(sql, assignment, dayOfWeek(MONDAY, day), code, amount);
  return { ...made, assignment, enter };
}

Deno.test("codes/that_are_not_worked_are_lines_of_their_own_without_hours", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, enter } = await worker(sql, [10, 10, 10, 10]);
    await enter(5, "charge", { hours: "8" });
    await enter(5, "on_call", { hours: "12.5" });
    await enter(6, "sick", { hours: "8" });
    await enter(6, "mileage", { quantity: "10.33" });
    const batch = await prepare(sql, MONDAY);
    // (800 + 192 + 37.50) / 48 = 21.4479, half of it for eight hours.
    assertEquals(await linesOf(sql, batch), [
      ...Array(4).fill("straight 10.00 20.00 = 200.00"),
      "straight charge 8.00 24.00 = 192.00",
      "code reimbursement mileage 10.33 × 0.70 = 7.23",
      "code on_call 12.50 × 3.00 = 37.50",
      "code sick 8.00 × 20.00 = 160.00",
      "overtime_premium 8.00 = 85.79",
    ]);
    assertEquals(await itemOf(sql, batch, contractorId), {
      regular_hours: "40.00",
      overtime_hours: "8.00",
      doubletime_hours: "0.00",
      straight_pay: "992.00",
      premium_pay: "85.79",
      stipend_pay: "0.00",
      adjustment_pay: "0.00",
      gross_pay: "1282.52",
    });
    assertStrictEquals(await codePay(sql, batch, contractorId), "204.73");
  }));

Deno.test("codes/pay_a_week_of_time_on_call_alone", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, enter } = await worker(sql, []);
    await enter(1, "on_call", { hours: "24" });
    const batch = await prepare(sql, MONDAY);
    assertEquals(await linesOf(sql, batch), ["code on_call 24.00 × 3.00 = 72.00"]);
    const item = await itemOf(sql, batch, contractorId);
    assertEquals([item?.regular_hours, item?.straight_pay, item?.gross_pay], [
      "0.00",
      "0.00",
      "72.00",
    ]);
    const [reviewed] = await sql`
      select hours::text, gross_wages::text, exceptions from payroll_batch_review(${batch})`;
    assertEquals({ ...reviewed }, {
      hours: "0.00",
      gross_wages: "72.00",
      exceptions: ["no_time", "first_pay"],
    });
  }));

Deno.test("codes/that_pay_nothing_make_no_line_unless_their_hours_are_worked", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, enter } = await worker(sql, [8]);
    await codeRate(sql, assignment, "on_call", "0");
    await codeRate(sql, assignment, "orientation", "0");
    await enter(2, "on_call", { hours: "8" });
    await enter(3, "orientation", { hours: "4" });
    const batch = await prepare(sql, MONDAY);
    // What is paid nothing for is no less worked: the statement has its hours, and the minimum wage is looked at.
    assertEquals(await linesOf(sql, batch), [
      "straight 8.00 20.00 = 160.00",
      "straight orientation 4.00 0.00 = 0.00",
    ]);
  }));

Deno.test("codes/are_rounded_each_to_the_cent_and_a_week_once", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, enter } = await worker(sql, []);
    await codeRate(sql, assignment, "on_call", "0.33");
    await codeRate(sql, assignment, "charge", "0.33");
    for (const day of [1, 2, 3]) await enter(day, "on_call", { hours: "0.5" });
    for (const day of [4, 5, 6]) await enter(day, "charge", { hours: "0.5" });
    // 0.165 each: what is not worked 0.51, what is worked 0.495.
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), [
      "straight charge 0.50 0.33 = 0.16",
      ...Array(2).fill("straight charge 0.50 0.33 = 0.17"),
      ...Array(3).fill("code on_call 0.50 × 0.33 = 0.17"),
    ]);
  }));

Deno.test("codes/have_stipends_per_day_and_shift_for_worked_time_alone", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, enter } = await worker(sql, [8]);
    await stipend(sql, assignment, "reimbursement", "10", { per: "day" });
    await stipend(sql, assignment, "reimbursement", "100", { per: "shift" });
    await enter(2, "charge", { hours: "8" });
    await enter(3, "on_call", { hours: "8" });
    await enter(4, "mileage", { quantity: "40" });
    const lines = await linesOf(sql, await prepare(sql, MONDAY));
    assertEquals(lines.filter((line) => line.startsWith("stipend")), [
      "stipend reimbursement = 20.00",
      "stipend reimbursement = 200.00",
    ]);
  }));

Deno.test("codes/with_a_rate_below_one_and_a_half_times_the_hour_have_no_creditable_premium", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, enter } = await worker(sql, [8, 8, 8, 8, 8]);
    await codeRate(sql, assignment, "holiday_worked", "29.99");
    await enter(6, "holiday_worked", { hours: "8" });
    // 1039.92 over 48 hours, half of it for eight.
    const batch = await prepare(sql, MONDAY);
    assertEquals((await linesOf(sql, batch)).at(-1), "overtime_premium 8.00 = 86.66");
    await discard(sql, batch);
    await codeRate(sql, assignment, "holiday_worked", "30");
    assertEquals(
      (await linesOf(sql, await prepare(sql, MONDAY))).at(-1),
      "overtime_premium 8.00 = 0.00",
    );
  }));

Deno.test("codes/have_their_premium_credited_where_all_time_is_under_the_federal_rule_alone", () =>
  withDatabase(async ({ sql }) => {
    const made = await worker(sql, [8, 8, 8, 8, 8]);
    await made.enter(6, "holiday_worked", { hours: "4" });
    // 44 hours at 20: the premium of 4 × 10 is what the law asks for.
    assertEquals(
      (await linesOf(sql, await prepare(sql, MONDAY))).at(-1),
      "overtime_premium 4.00 = 0.00",
    );
    const [one] = await sql<[{ id: string }]>`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${made.assignmentIds.california}, ${
      dayOfWeek(MONDAY, 7)
    }, 1, 'approved') returning id`;
    await payRate(sql, made.assignmentIds.california, "2020-01-01", "20");
    // The state's rule asks for five hours at 10, whatever else was paid; the premium is in no regular rate all the same.
    const lines = await linesOf(sql, await prepare(sql, MONDAY));
    assertEquals(lines.filter((line) => line.includes("premium")), [
      "overtime_premium 1.00 = 10.00",
      "overtime_premium 4.00 = 40.00",
    ]);
    await setAside(sql, [one.id]);
    // Time that counts toward nothing is under no other rule.
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${made.assignmentIds.none}, ${dayOfWeek(MONDAY, 7)}, 1, 'approved')`;
    assertEquals(
      (await linesOf(sql, await prepare(sql, MONDAY))).at(-1),
      "overtime_premium 4.00 = 0.00",
    );
  }));

Deno.test("codes/have_their_premium_credited_to_nothing_that_a_state_adds_to_a_flat_sum", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, enter } = await worker(sql, [8, 8, 8, 8, 8]);
    await enter(6, "holiday_worked", { hours: "8" });
    await adjustment(sql, contractorId, MONDAY, "bonus", "40", {
      inRegularRate: true,
      isFlatSum: true,
      divisor: "regular_hours",
    });
    // By the state 8 × 20 / 2 + 8 × 1.5 × 40 / 40 = 92, of which the FLSA asks for 8 × (960 + 40) / 48 / 2 = 83.33: all but
    // 3.33 of that is paid with the holiday's 80.
    const lines = await linesOf(sql, await prepare(sql, MONDAY));
    assertEquals(lines.filter((line) => line.startsWith("overtime")), [
      "overtime_premium 8.00 = 12.00",
    ]);
    const [told] = await sql`
      select sum(flsa_premium)::text as premium from payroll_item_lines where flsa_premium is not null`;
    assertEquals(told?.premium, "3.33");
  }));

Deno.test("codes/are_paid_by_differences_when_they_change_once_they_were_paid", () =>
  withDatabase(async ({ sql }) => {
    const { enter } = await worker(sql, [10, 10, 10, 10]);
    const charge = await enter(5, "charge", { hours: "8" });
    const onCall = await enter(5, "on_call", { hours: "12" });
    const miles = await enter(6, "mileage", { quantity: "100" });
    await close(sql, await prepare(sql, MONDAY));
    const marks = async () => (await sql`select from private.due_marks`).count;
    assertStrictEquals(await marks(), 0);

    const correct = (id: string, what: string) =>
      rowOf(sql, `public.correct_time_entry($1, 'Misread.', ${what})`, [id]);
    await correct(miles, "quantity => 110");
    assertEquals(await linesOf(sql, await prepare(sql, NEXT)), [
      "difference reimbursement mileage = 7.00",
    ]);
    await correct(onCall, "hours => 10");
    // 992 + 30 in place of 992 + 36: 85.17 less 85.67, and 6.00 less; the miles make up for it.
    assertEquals(await linesOf(sql, await prepare(sql, NEXT)), [
      "difference = -0.50",
      "difference reimbursement mileage = 7.00",
      "difference on_call = -6.00",
    ]);
    await correct(charge, "hours => 7");
    await setAside(sql, [onCall]);
    // 968 / 47 × 3.5 = 72.09 less 85.67; 24.00 and 36.00 less: docs/codes.md, How it is paid.
    assertEquals(await linesOf(sql, await prepare(sql, NEXT)), [
      "difference = -13.58",
      "difference charge -1.00 = -24.00",
      "difference reimbursement mileage = 7.00",
      "difference on_call = -36.00",
      "overpayment = 66.58",
    ]);
    // 52 hours: 1088 and 125.54.
    await enter(6, "charge", { hours: "5" });
    const late = await prepare(sql, NEXT);
    assertEquals(await linesOf(sql, late), [
      "straight charge 5.00 24.00 = 120.00",
      "difference = 39.87",
      "difference charge -1.00 = -24.00",
      "difference reimbursement mileage = 7.00",
      "difference on_call = -36.00",
    ]);
    await close(sql, late);
    assertStrictEquals(await marks(), 0);
    assertStrictEquals(
      (await sql`select from private.due_lines(
        (select array_agg(id) from contractors), array[${MONDAY}::date])`).count,
      0,
    );
  }));

Deno.test("codes/have_the_cents_of_a_week_that_is_rounded_once_where_its_last_line_is_theirs", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, enter } = await worker(sql, []);
    await codeRate(sql, assignment, "charge", "0.33");
    await enter(1, "charge", { hours: "0.5" });
    await enter(2, "charge", { hours: "0.5" });
    const last = await enter(3, "call_back", { hours: "0.5" });
    await codeRate(sql, assignment, "call_back", "0.33");
    // 0.165 each, 0.495 of the week: the call-back, which is last, has a cent less.
    await close(sql, await prepare(sql, MONDAY));
    assertEquals(
      [...await sql`select code, amount from payroll_item_lines order by code, amount`],
      [
        { code: "call_back", amount: "0.16" },
        { code: "charge", amount: "0.17" },
        { code: "charge", amount: "0.17" },
      ],
    );
    await setAside(sql, [last]);
    // 0.33 of the week: now charge has it.
    const batch = await prepare(sql, NEXT);
    assertEquals(await linesOf(sql, batch), [
      "difference call_back -0.50 = -0.16",
      "difference charge = -0.01",
      "overpayment = 0.17",
    ]);
    await close(sql, batch);
    await assertCodesArePaid(sql);
  }));

Deno.test("codes/of_weeks_that_a_batch_of_before_1_0_0_paid_first_have_one_difference_but_for_expenses", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, enter } = await worker(sql, [10]);
    await close(sql, await prepare(sql, MONDAY));
    await forgetAssignments(sql);
    await enter(2, "on_call", { hours: "10" });
    await enter(2, "mileage", { quantity: "10" });
    await close(sql, await prepare(sql, NEXT));
    await codeRate(sql, assignment, "on_call", "4");
    await codeRate(sql, assignment, "mileage", "0.60");
    await payRate(sql, assignment, "2026-01-01", "21");
    const batch = await prepare(sql, dayOfWeek(NEXT, 8));
    assertEquals(await linesOf(sql, batch), [
      "difference = 20.00", // an hour at one more, and an hour on call
      "difference reimbursement mileage = -1.00",
    ]);
    await close(sql, batch);
    assertStrictEquals((await sql`select from private.due_marks`).count, 0);
  }));

Deno.test("codes/are_due_again_when_a_rate_of_theirs_comes_changes_or_goes", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, contractorId, enter } = await worker(sql, [8]);
    await enter(3, "on_call", { hours: "10" });
    await enter(4, "holiday_worked", { hours: "8" });
    await close(sql, await prepare(sql, MONDAY));
    const due = async () => {
      const rows = await sql<{ amount: string }[]>`
        select amount from private.marked_weeks(${dayOfWeek(MONDAY, 7)}) as week
         cross join lateral private.due_lines(array[week.contractor_id], array[week.week_start])`;
      return rows.map(({ amount }) => amount);
    };
    const from = dayOfWeek(MONDAY, 3);
    const facility = sql`(select facility_id from assignments where id = ${assignment})`;
    assertEquals(await due(), []);
    await codeRate(sql, assignment, "on_call", "4", from);
    assertEquals(await due(), ["10.00"]);
    await sql`update assignment_code_rates set pay_rate = 5 where effective_from = ${from}`;
    assertEquals(await due(), ["20.00"]);
    await sql`update assignment_code_rates set effective_from = ${
      dayOfWeek(MONDAY, 4)
    } where effective_from = ${from}`;
    assertEquals(await due(), []);
    await sql`delete from assignment_code_rates where code = 'on_call' and effective_from > '2026-01-01'`;
    assertEquals(await due(), []);
    // A list is looked at where the assignment says nothing: a newer row of it without pay hides an older one.
    await sql`
      insert into facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate)
      values (${facility}, 'on_call', '2020-01-01', 0, 6)`;
    assertEquals(await due(), []);
    await sql`
      insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate)
      values (${assignment}, 'on_call', ${from}, 0)`;
    assertEquals(await due(), ["30.00"]);
    await sql`update facility_code_rates set pay_rate = 7`;
    assertEquals(await due(), ["40.00"]);
    await sql`delete from assignment_code_rates where code = 'on_call' and effective_from = ${from}`;
    assertEquals(await due(), []);
    // What a code makes of the hour's rate follows that.
    await apply(sql, await rateHit(sql, assignment, dayOfWeek(MONDAY, 4), { pay: "2" }), true);
    assertEquals(await due(), ["24.00"]);
    const batch = await prepare(sql, NEXT);
    await close(sql, batch);
    assertStrictEquals((await itemOf(sql, batch, contractorId))?.gross_pay, "24.00");
    assertEquals(await due(), []);
  }));

Deno.test("codes/are_paid_once_released_with_their_batch_and_locked_when_it_closes", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, enter } = await worker(sql, [8]);
    const entry = await enter(3, "on_call", { hours: "10" });
    await discard(sql, await prepare(sql, MONDAY));
    const batch = await prepare(sql, MONDAY);
    assertStrictEquals((await itemOf(sql, batch, contractorId))?.gross_pay, "190.00");
    const lines = await sql`
      select released_at is null as is_live from payroll_item_lines where time_entry_id = ${entry} order by 1`;
    assertEquals(lines.map(({ is_live }) => is_live), [false, true]);
    await close(sql, batch);
    const [{ status }] = await sql<[{ status: string }]>`
      select status from time_entries where id = ${entry}`;
    assertStrictEquals(status, "locked");
  }));

Deno.test("codes/that_repay_expenses_are_in_no_regular_rate", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, enter } = await worker(sql, [12, 12, 12, 12]);
    await addCode(sql, "parking", { unit: "day", is_reimbursement: true, in_regular_rate: false });
    await codeRate(sql, assignment, "parking", "25");
    await enter(1, "parking", { quantity: "4" });
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), [
      ...Array(4).fill("straight 12.00 20.00 = 240.00"),
      "code reimbursement parking 4.00 × 25.00 = 100.00",
      "overtime_premium 8.00 = 80.00",
    ]);
  }));
