// The lines of payroll files: one per person, workweek, earning, rate and work state.
import { assertEquals } from "@std/assert";
import { close, discard, prepare } from "../../support/payroll/batches.ts";
import {
  earningsOf,
  enterCodes,
  forgetAssignments,
  workState,
} from "../../support/payroll/earnings.ts";
import { adjustment, payRate, stipend } from "../../support/payroll/extras.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { correct } from "../../support/time/corrections.ts";
import { enterShift } from "../../support/time/shifts.ts";
import { dayOfWeek, entryOf, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const on = (
  n: number,
  hours: number,
  rule: "california" | "colorado" | "flsa" | "none" = "flsa",
) => ({
  date: dayOfWeek(MONDAY, n),
  hours,
  rule,
});

Deno.test("payroll_earnings/has_a_line_per_earning_and_rate_with_its_code", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(
      sql,
      [11, 11, 11, 11, 13].map((hours, i) => on(i + 1, hours, "california")),
    );
    const assignment = nurse.assignmentIds.california;
    await payRate(sql, assignment, dayOfWeek(MONDAY, 5), "62");
    await stipend(sql, assignment, "reimbursement", "100");
    await stipend(sql, assignment, "hours_driven", "57");
    await stipend(sql, assignment, "flat_sum", "10", { per: "shift" });
    for (const amount of ["250", "50"]) {
      await adjustment(sql, nurse.contractorId, MONDAY, "bonus", amount);
    }
    await adjustment(sql, nurse.contractorId, MONDAY, "reimbursement", "84.50");
    await adjustment(sql, nurse.contractorId, MONDAY, "deduction", "120");
    await enterCodes(sql);
    await workState(sql, assignment, "CA");
    const batch = await prepare(sql, MONDAY);
    assertEquals(await earningsOf(sql, batch), [
      `w2 1 Nurse ${MONDAY} straight CA 44.00 60.00 = 2640.00`,
      `w2 2 Nurse ${MONDAY} straight CA 13.00 62.00 = 806.00`,
      `w2 3 Nurse ${MONDAY} overtime_premium CA 16.00 = 521.65`,
      `w2 4 Nurse ${MONDAY} doubletime_premium CA 1.00 = 63.96`,
      `w2 5 Nurse ${MONDAY} hours_driven_stipend CA = 57.00`,
      `w2 6 Nurse ${MONDAY} flat_sum_stipend CA = 50.00`,
      `w2 7 Nurse ${MONDAY} reimbursement_stipend CA = 100.00`,
      `w2 8 Nurse ${MONDAY} bonus CA = 300.00`,
      `w2 9 Nurse ${MONDAY} reimbursement = 84.50`,
      `w2 10 Nurse ${MONDAY} deduction = -120.00`,
    ]);
    const [total] = await sql`
      select sum(amount) - (select gross_pay from payroll_items) as off,
             array_agg(distinct payroll_number || ' ' || earning_code) @> array['P' || left(contractor_id::text, 8) || ' STRAIGHT']
                 as has_codes
        from payroll_earnings(${batch}) group by contractor_id`;
    assertEquals({ ...total }, { off: "0.00", has_codes: true });
  }));

Deno.test("payroll_earnings/divides_what_a_week_is_paid_among_its_states_where_lines_tell_no_assignment", () =>
  withDatabase(async ({ sql }) => {
    // 50 hours: 10 of overtime at half of 60. Two bonuses of 100.01 together.
    const nurse = await work(sql, [
      ...[1, 2].map((n) => on(n, 12, "colorado")),
      on(3, 11, "california"),
      on(4, 7.5, "flsa"),
      on(5, 7.5, "flsa"),
    ]);
    await workState(sql, nurse.assignmentIds.colorado, "CO");
    await workState(sql, nurse.assignmentIds.california, "CA");
    await workState(sql, nurse.assignmentIds.flsa, "NV");
    await adjustment(sql, nurse.contractorId, MONDAY, "bonus", "100.01");
    const batch = await prepare(sql, MONDAY);
    await forgetAssignments(sql);
    assertEquals(await earningsOf(sql, batch), [
      `w2 1 Nurse ${MONDAY} straight CA 11.00 60.00 = 660.00`,
      `w2 2 Nurse ${MONDAY} straight CO 24.00 60.00 = 1440.00`,
      `w2 3 Nurse ${MONDAY} straight NV 15.00 60.00 = 900.00`,
      `w2 4 Nurse ${MONDAY} overtime_premium CA 2.20 = 66.00`,
      `w2 5 Nurse ${MONDAY} overtime_premium CO 4.80 = 144.00`,
      `w2 6 Nurse ${MONDAY} overtime_premium NV 3.00 = 90.00`,
      `w2 7 Nurse ${MONDAY} bonus CA = 22.00`,
      `w2 8 Nurse ${MONDAY} bonus CO = 48.01`, // 48.0048, and the cent that 22.0022 + 30.003 leave
      `w2 9 Nurse ${MONDAY} bonus NV = 30.00`,
    ]);
  }));

Deno.test("payroll_earnings/gives_the_hundredth_of_an_hour_left_over_to_the_state_with_most_of_the_week", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [
      ...[1, 2].map((n) => on(n, 12, "colorado")),
      on(3, 11, "california"),
      on(4, 11, "flsa"),
    ]);
    await workState(sql, nurse.assignmentIds.colorado, "CO");
    await workState(sql, nurse.assignmentIds.california, "CA");
    await workState(sql, nurse.assignmentIds.flsa, "NV");
    const batch = await prepare(sql, MONDAY);
    await forgetAssignments(sql);
    const premiums = (await earningsOf(sql, batch))
      .filter((line) => line.includes("premium"));
    // 6 × 24 / 46 = 3.1304, and the hundredth that twice 6 × 11 / 46 = 1.4348 leave; 93.913 and the cent likewise.
    assertEquals(premiums, [
      `w2 4 Nurse ${MONDAY} overtime_premium CA 1.43 = 43.04`,
      `w2 5 Nurse ${MONDAY} overtime_premium CO 3.14 = 93.92`,
      `w2 6 Nurse ${MONDAY} overtime_premium NV 1.43 = 43.04`,
    ]);
  }));

Deno.test("payroll_earnings/has_premiums_in_the_state_whose_hours_are_overtime", () =>
  withDatabase(async ({ sql }) => {
    // 1900 over 55 hours; by all hours, Colorado would have 7.64 hours of overtime and 0.55 of doubletime.
    const nurse = await work(sql, [
      ...[1, 2, 3].map((n) => on(n, 10, "colorado")),
      on(4, 12, "california"),
      on(5, 13, "california"),
    ]);
    const { colorado, california } = nurse.assignmentIds;
    await workState(sql, colorado, "CO");
    await workState(sql, california, "CA");
    await payRate(sql, colorado, MONDAY, "30");
    await payRate(sql, california, MONDAY, "40");
    assertEquals(await earningsOf(sql, await prepare(sql, MONDAY)), [
      `w2 1 Nurse ${MONDAY} straight CO 30.00 30.00 = 900.00`,
      `w2 2 Nurse ${MONDAY} straight CA 25.00 40.00 = 1000.00`,
      `w2 3 Nurse ${MONDAY} overtime_premium CA 14.00 = 241.82`,
      `w2 4 Nurse ${MONDAY} doubletime_premium CA 1.00 = 34.54`,
    ]);
  }));

Deno.test("payroll_earnings/has_a_difference_in_the_state_of_what_changed", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [
      on(1, 10, "colorado"),
      on(2, 12, "california"),
      on(3, 12, "california"),
      on(4, 8, "california"),
    ]);
    await workState(sql, nurse.assignmentIds.colorado, "CO");
    await workState(sql, nurse.assignmentIds.california, "CA");
    const first = await prepare(sql, MONDAY);
    await close(sql, first);
    await correct(sql, entryOf(nurse, 1), { hours: "12" });
    await correct(sql, entryOf(nurse, 2), { hours: "11" });
    const second = await prepare(sql, "2026-03-09");
    assertEquals(await earningsOf(sql, second), [
      `w2 1 Nurse ${MONDAY} difference CA -1.00 -1.00 0.00 = -90.00`,
      `w2 2 Nurse ${MONDAY} difference CO 2.00 0.00 0.00 = 120.00`,
    ]);
    await close(sql, second);
    const left = await sql`select from private.due_marks`;
    assertEquals(left.count, 0);
  }));

Deno.test("payroll_earnings/has_what_is_not_taken_back_in_the_state_that_was_overpaid", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [on(1, 6, "colorado"), on(2, 6, "california")]);
    await workState(sql, nurse.assignmentIds.colorado, "CO");
    await workState(sql, nurse.assignmentIds.california, "CA");
    await close(sql, await prepare(sql, MONDAY));
    await correct(sql, entryOf(nurse, 2), { hours: "4" });
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${nurse.assignmentIds.colorado}, ${dayOfWeek(MONDAY, 4)}, 1, 'approved')`;
    const second = await prepare(sql, "2026-03-09");
    // 120 were paid too much in California; 60 are due in Colorado, and as much of the 120 lessens them.
    assertEquals(await earningsOf(sql, second), [
      `w2 1 Nurse ${MONDAY} straight CO 1.00 60.00 = 60.00`,
      `w2 2 Nurse ${MONDAY} difference CA -2.00 0.00 0.00 = -60.00`,
    ]);
  }));

Deno.test("payroll_earnings/divides_a_difference_by_the_hours_that_were_paid_where_lines_tell_no_assignment", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [
      on(1, 10, "colorado"),
      on(2, 10, "california"),
      on(3, 10, "california"),
    ]);
    await workState(sql, nurse.assignmentIds.colorado, "CO");
    await workState(sql, nurse.assignmentIds.california, "CA");
    await workState(sql, nurse.assignmentIds.flsa, "NV");
    const first = await prepare(sql, MONDAY);
    await close(sql, first);
    await forgetAssignments(sql);
    await correct(sql, entryOf(nurse, 1), { hours: "11.5" });
    const second = await prepare(sql, "2026-03-09");
    const difference = [
      `w2 1 Nurse ${MONDAY} difference CA 1.00 0.00 0.00 = 60.00`,
      `w2 2 Nurse ${MONDAY} difference CO 0.50 0.00 0.00 = 30.00`,
    ];
    assertEquals(await earningsOf(sql, second), difference);
    await close(sql, second);

    const lines = [await earningsOf(sql, first), await earningsOf(sql, second)];
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${nurse.assignmentIds.flsa}, ${dayOfWeek(MONDAY, 4)}, 8, 'approved')`;
    const third = await prepare(sql, "2026-03-16");
    assertEquals(await earningsOf(sql, third), [
      `w2 1 Nurse ${MONDAY} straight NV 8.00 60.00 = 480.00`,
    ]);
    await close(sql, third);
    assertEquals([await earningsOf(sql, first), await earningsOf(sql, second)], lines);
  }));

Deno.test("payroll_earnings/has_no_state_where_nothing_was_worked_and_none_that_nobody_entered", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [on(1, 8, "colorado"), on(2, 4, "california")]);
    await workState(sql, nurse.assignmentIds.california, null);
    await adjustment(sql, nurse.contractorId, MONDAY, "bonus", "90");
    await adjustment(sql, nurse.contractorId, "2026-03-09", "bonus", "50");
    const batch = await prepare(sql, MONDAY, 2);
    assertEquals(await earningsOf(sql, batch), [
      `w2 1 Nurse ${MONDAY} straight CO 8.00 60.00 = 480.00`,
      `w2 2 Nurse ${MONDAY} straight 4.00 60.00 = 240.00`,
      `w2 3 Nurse ${MONDAY} bonus CO = 60.00`,
      `w2 4 Nurse ${MONDAY} bonus = 30.00`,
      "w2 5 Nurse 2026-03-09 bonus = 50.00",
    ]);
    const [row] = await sql`select * from payroll_earnings(${batch})`;
    assertEquals([row?.payroll_number, row?.earning_code], [null, null]);
  }));

Deno.test("payroll_earnings/has_w2_and_1099_apart_companies_among_the_latter", () =>
  withDatabase(async ({ sql }) => {
    for (
      const [name, employmentType] of [["Employed", "w2"], ["Own", "1099"], [
        "Firm",
        "corp_to_corp",
      ]] as const
    ) {
      const { contractorId } = await work(sql, [
        on(1, 50 / 4),
        on(2, 50 / 4),
        on(3, 50 / 4),
        on(4, 50 / 4),
      ], {
        employmentType,
      });
      await sql`update contractors set last_name = ${name} where id = ${contractorId}`;
    }
    const batch = await prepare(sql, MONDAY);
    assertEquals(await earningsOf(sql, batch), [
      `w2 1 Employed ${MONDAY} straight CO 50.00 60.00 = 3000.00`,
      `w2 2 Employed ${MONDAY} overtime_premium CO 10.00 = 300.00`,
      `1099 1 Firm ${MONDAY} straight CO 50.00 60.00 = 3000.00`,
      `1099 2 Own ${MONDAY} straight CO 50.00 60.00 = 3000.00`,
    ]);
    const types =
      await sql`select employment_type from payroll_earnings(${batch}) where employment = '1099' order by line`;
    assertEquals(types.map((row) => row.employment_type), ["corp_to_corp", "1099"]);
  }));

Deno.test("payroll_earnings/pays_a_shift_over_midnight_and_the_week_in_the_state_of_its_facility", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, []);
    await workState(sql, nurse.assignmentIds.colorado, "CO");
    await stipend(sql, nurse.assignmentIds.colorado, "hours_driven", "30", { per: "shift" });
    await enterShift(
      sql,
      nurse.assignmentIds.colorado,
      "2026-03-08 20:00-06",
      "2026-03-09 10:00-06",
    );
    await sql`update time_entries set status = 'submitted'`;
    await sql`update time_entries set status = 'approved'`;
    const batch = await prepare(sql, MONDAY, 2);
    const lines = await earningsOf(sql, batch);
    assertEquals(lines.map((line) => line.replace(/ = .*/, "")), [
      `w2 1 Nurse ${MONDAY} straight CO 4.00 60.00`,
      `w2 2 Nurse ${MONDAY} hours_driven_stipend CO`,
      "w2 3 Nurse 2026-03-09 straight CO 10.00 60.00",
      "w2 4 Nurse 2026-03-09 overtime_premium CO 2.00",
    ]);
  }));

Deno.test("payroll_earnings/keeps_saying_what_a_discarded_batch_would_have_paid", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [on(1, 8)]);
    const batch = await prepare(sql, MONDAY);
    const lines = await earningsOf(sql, batch);
    await discard(sql, batch);
    assertEquals(await earningsOf(sql, batch), lines);
    const unknown = () => earningsOf(sql, crypto.randomUUID());
    await assertRefusedUnchanged(sql, unknown, 404, "payroll_batch_not_found");
  }));
