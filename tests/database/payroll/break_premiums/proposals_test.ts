// Days on which shifts show less of meal periods than California asks for.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { confirm, dismiss, proposed } from "../../../support/payroll/break_premiums.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { enterShift } from "../../../support/time/shifts.ts";

const NOW = { clock: "2026-03-31T12:00:00Z" };
const DAY = "2026-03-02";
const at = (time: string, day = DAY) => `${day}T${time}-08:00`;

/** Begin, end and minutes of break. */
type Shift = readonly [begin: string, end: string, breakMinutes?: number];

/** Somebody who worked shifts at a facility in a state; all approved. */
async function worked(
  sql: postgres.Sql,
  shifts: readonly Shift[],
  { state = "CA", rule = "california", employmentType = "w2" } = {},
): Promise<string> {
  const firm = await Firm.create(sql);
  await sql`
    update facilities set work_state = ${state}, timezone = 'America/Los_Angeles' where id = ${firm.facilityId}`;
  const assignment = await firm.assignment();
  const [{ contractor_id }] = await sql<[{ contractor_id: string }]>`
    update assignments set overtime_rule = ${rule} where id = ${assignment} returning contractor_id`;
  await sql`update contractors set employment_type = ${employmentType} where id = ${contractor_id}`;
  for (const [begin, end, breakMinutes = 0] of shifts) {
    await enterShift(sql, assignment, begin, end, { breakMinutes });
  }
  await sql`update time_entries set status = 'submitted' where assignment_id = ${assignment}`;
  await sql`update time_entries set status = 'approved' where assignment_id = ${assignment}`;
  return contractor_id;
}

for (
  const [what, shifts, expected] of [
    ["five_hours_without_a_break", [[at("07:00"), at("12:00")]], []],
    ["more_than_five_hours_without_a_break", [[at("07:00"), at("12:01")]], [
      `${DAY} Mercy Hospital 5.02 0 of 1`,
    ]],
    ["more_than_five_hours_with_half_an_hour", [[at("07:00"), at("15:30"), 30]], []],
    ["ten_hours_with_half_an_hour", [[at("07:00"), at("17:30"), 30]], []],
    ["more_than_ten_hours_with_half_an_hour", [[at("07:00"), at("19:30"), 30]], [
      `${DAY} Mercy Hospital 12.00 30 of 2`,
    ]],
    ["more_than_ten_hours_with_an_hour", [[at("07:00"), at("20:00"), 60]], []],
    [
      "a_night_on_the_day_on_which_it_begins",
      [[at("19:00"), at("07:30", "2026-03-03"), 30]],
      [`${DAY} Mercy Hospital 12.00 30 of 2`],
    ],
    [
      "two_shifts_with_half_an_hour_between_them",
      [[at("07:00"), at("11:00")], [at("11:30"), at("15:30")]],
      [],
    ],
    [
      "two_shifts_with_less_than_half_an_hour_between_them",
      [[at("07:00"), at("11:00")], [at("11:29"), at("15:29")]],
      [`${DAY} Mercy Hospital 8.00 29 of 1`],
    ],
    [
      "a_day_once_whatever_was_missed_in_it",
      [[at("05:00"), at("11:00")], [at("12:00"), at("23:00"), 30]],
      [`${DAY} Mercy Hospital 10.50 30 of 2`],
    ],
  ] as readonly (readonly [string, readonly Shift[], readonly string[]])[]
) {
  Deno.test(`proposed_break_premiums/of_${what}`, () =>
    withDatabase(async ({ sql }) => {
      await worked(sql, shifts);
      assertEquals(await proposed(sql, DAY, DAY), expected);
      assertEquals(await proposed(sql, "2026-03-03", "2026-03-09"), []);
    }, NOW));
}

Deno.test("proposed_break_premiums/are_of_approved_shifts_of_employees_under_a_rule_with_overtime_in_such_states", () =>
  withDatabase(async ({ sql }) => {
    const twelve = [[at("07:00"), at("19:00")]] as const;
    await worked(sql, twelve, { state: "NV", rule: "flsa" });
    await worked(sql, twelve, { employmentType: "1099" });
    await worked(sql, twelve, { rule: "none" });
    await worked(sql, twelve);
    await sql`
      update time_entries set status = 'draft'
       where assignment_id = (select id from assignments order by created_at desc limit 1)`;
    const alone = await worked(sql, []);
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      select id, ${DAY}, 12, 'approved' from assignments where contractor_id = ${alone}`;
    assertEquals(await proposed(sql, DAY, DAY), []);
    await sql`update time_entries set status = 'submitted' where status = 'draft'`;
    await sql`update time_entries set status = 'approved' where status = 'submitted'`;
    assertEquals(await proposed(sql, DAY, DAY), [`${DAY} Mercy Hospital 12.00 0 of 2`]);
    await assertRefused(proposed(sql, null, DAY), 400, "argument_missing");
    await assertRefused(proposed(sql, DAY, "infinity"), 400, "day_out_of_range");
  }, NOW));

Deno.test("proposed_break_premiums/end_with_a_decision_and_are_named_by_the_review_until_then", () =>
  withDatabase(async ({ sql }) => {
    const next = "2026-03-09";
    const contractor = await worked(sql, [
      [at("07:00"), at("19:00")],
      [at("07:00", next), at("19:00", next)],
    ]);
    const batch = await prepare(sql, DAY);
    const exceptions = async () => {
      const [row] = await sql`select exceptions from payroll_batch_review(${batch})`;
      return row?.exceptions;
    };
    assertEquals(await exceptions(), ["missed_meals", "first_pay"]);
    await confirm(sql, contractor, DAY, "rest");
    assertEquals(await exceptions(), ["missed_meals", "first_pay"]);
    await dismiss(sql, contractor, DAY);
    assertEquals(await exceptions(), ["first_pay"]); // the other day is of a week that it does not pay
    assertEquals(await proposed(sql, DAY, next), [`${next} Mercy Hospital 12.00 0 of 2`]);
    await confirm(sql, contractor, next);
    assertEquals(await proposed(sql, DAY, next), []);
  }, NOW));

Deno.test("proposed_break_premiums/of_weeks_that_a_batch_does_not_pay_are_no_matter_of_its_review", () =>
  withDatabase(async ({ sql }) => {
    const [second, third] = ["2026-03-09", "2026-03-16"];
    const contractor = await worked(sql, [
      [at("07:00"), at("15:30"), 30],
      [at("07:00", second), at("19:00", second)],
    ]);
    await sql`update time_entries set status = 'draft' where work_date = ${DAY}`;
    await close(sql, await prepare(sql, second));
    await worked(sql, [[at("07:00", third), at("11:00", third)]]);
    await sql`update time_entries set status = 'submitted' where status = 'draft'`;
    await sql`update time_entries set status = 'approved' where status = 'submitted'`;
    const batch = await prepare(sql, third); // the first week, which came late, and somebody else's third
    const [row] = await sql`
      select exceptions from payroll_batch_review(${batch}) where contractor_id = ${contractor}`;
    assertEquals(row?.exceptions, []);
    assertEquals(await proposed(sql, DAY, third), [`${second} Mercy Hospital 12.00 0 of 2`]);
  }, NOW));
