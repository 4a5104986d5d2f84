// Shifts that are planned: one by one, by a pattern, as last week.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { actingAs, assertDenied } from "../../../support/access/acting.ts";
import { CALLERS, identityOf } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import {
  assertRefused,
  assertRefusedUnchanged,
  assertViolates,
} from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";
import { asLastWeek, cancel, plan, planPattern } from "../../../support/time/plans.ts";

const NOW = { clock: "2026-03-05 12:00:00+00" };
const NIGHT = ["2026-03-09 19:00 MDT", "2026-03-10 07:30 MDT"] as const;

async function shiftsOf(sql: Firm["sql"]): Promise<string[]> {
  const rows = await sql<{ shift: string }[]>`
    select to_char(starts_at at time zone 'America/Denver', 'YYYY-MM-DD HH24:MI') || ' - '
           || to_char(ends_at at time zone 'America/Denver', 'DD HH24:MI') as shift
      from planned_shifts where cancelled_at is null order by starts_at, assignment_id`;
  return rows.map(({ shift }) => shift);
}

/** A contractor's assignments at two facilities. */
async function twoAssignments(sql: Firm["sql"]): Promise<[string, string]> {
  const one = await (await Firm.create(sql)).assignment();
  const [{ contractor }] = await sql<[{ contractor: string }]>`
    select contractor_id as contractor from assignments`;
  return [one, await (await Firm.create(sql, "Grace")).assignmentOf(contractor)];
}

Deno.test("plan_shift/is_for_recruiting", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const planning = actingAs(
        sql,
        identityOf(caller, firm.users),
        (sql) =>
          plan(sql, firm.placements.adaNorth, "2026-03-04 20:00 MST", "2026-03-05 04:00 MST"),
      );
      if (caller === "signed_out") await assertDenied(planning);
      else if (["admin", "recruiting", "service"].includes(caller)) {
        const { work_date: day, hours } = await planning;
        assertEquals([day, hours], ["2026-03-04", "4.00"], caller);
        await sql`delete from planned_shifts`;
      } else await assertRefused(planning, 403, "role_required");
    }
  }, NOW));

Deno.test("plan_shift/has_the_days_and_hours_of_the_facilitys_clock_and_the_contractor_of_its_assignment", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const [contractor] = await sql`select id from contractors`;
    const night = await plan(sql, assignment, ...NIGHT, 30);
    assertEquals(
      [night.work_date, night.hours, night.next_day_hours, night.contractor_id],
      ["2026-03-09", "5.00", "7.00", contractor?.id],
    );
    // By a clock three hours ahead it goes on into the next day for longer.
    await sql`update facilities set timezone = 'America/New_York'`;
    const other = await plan(sql, assignment, "2026-03-11 19:00 MDT", "2026-03-12 07:30 MDT", 30);
    assertEquals([other.work_date, other.hours, other.next_day_hours], [
      "2026-03-11",
      "3.00",
      "9.00",
    ]);
    // It stays as it was planned.
    const [before] = await sql`select hours from planned_shifts where id = ${night.id}`;
    assertStrictEquals(before?.hours, "5.00");
  }, NOW));

Deno.test("plan_shift/lasts_as_long_as_passes_in_the_night_in_which_the_clock_is_changed", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const spring = await plan(sql, assignment, "2026-03-07 19:00 MST", "2026-03-08 07:00 MDT");
    assertEquals([spring.hours, spring.next_day_hours], ["5.00", "6.00"]);
    const autumn = await plan(sql, assignment, "2026-10-31 19:00 MDT", "2026-11-01 07:00 MST");
    assertEquals([autumn.hours, autumn.next_day_hours], ["5.00", "8.00"]);
  }, NOW));

Deno.test("plan_shift/again_is_the_same_and_another_break_takes_its_place", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const { id } = await plan(sql, assignment, ...NIGHT, 30);
    assertStrictEquals((await plan(sql, assignment, ...NIGHT, 30)).id, id);
    const changed = await plan(sql, assignment, ...NIGHT, 60);
    assertEquals([changed.id, changed.hours, changed.next_day_hours], [id, "5.00", "6.50"]);
    assertEquals((await shiftsOf(sql)).length, 1);
  }, NOW));

Deno.test("plan_shift/refuses_what_overlaps_another_of_the_same_person_and_names_it", () =>
  withDatabase(async ({ sql }) => {
    const [one, other] = await twoAssignments(sql);
    const { id } = await plan(sql, one, ...NIGHT);
    await assertRejectsWith(
      () => plan(sql, other, "2026-03-10 07:00 MDT", "2026-03-10 15:00 MDT"),
      {
        detail: "planned_shift_overlaps",
        message:
          "Ada Nurse is planned at that time already, from 2026-03-09 19:00 to 2026-03-10 07:30 at Mercy Hospital.",
      },
    );
    await plan(sql, other, "2026-03-10 07:30 MDT", "2026-03-10 15:00 MDT"); // it begins as the other ends
    // Somebody else is free.
    const [{ facility }] = await sql<
      [{ facility: string }]
    >`select facility_id as facility from assignments limit 1`;
    const [somebody] = await sql<[{ id: string }]>`
      insert into contractors (first_name, last_name, email) values ('Bea', 'Nurse', 'bea@example.org') returning id`;
    const [theirs] = await sql<[{ id: string }]>`
      insert into assignments (contractor_id, facility_id, start_date, overtime_rule)
      values (${somebody.id}, ${facility}, '2026-01-01', 'flsa') returning id`;
    await plan(sql, theirs.id, ...NIGHT);
    // And so is who is not to come.
    await cancel(sql, id);
    await plan(sql, other, "2026-03-09 19:00 MDT", "2026-03-10 03:00 MDT");
    await assertRefused(plan(sql, one, ...NIGHT), 409, "planned_shift_overlaps");
    // The database refuses it, whoever writes.
    await assertViolates(
      sql`update planned_shifts set cancelled_at = null, cancelled_for = null, reason = null, cancelled_by = null
           where id = ${id}`,
      "planned_shifts_of_a_person_never_overlap",
    );
  }, NOW));

Deno.test("plan_shift/again_after_it_was_cancelled_takes_that_back_and_the_log_has_it", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const { id } = await plan(sql, assignment, ...NIGHT);
    await cancel(sql, id);
    const again = await plan(sql, assignment, ...NIGHT);
    assertEquals([again.id, again.cancelled_at, again.reason], [id, null, null]);
    const log = await sql`
      select procedure, row_id, new ->> 'reason' as reason from audit_log where table_name = 'planned_shifts' order by at`;
    assertEquals([...log], [
      { procedure: "cancel_planned_shift", row_id: id, reason: "Census is low." },
      { procedure: "plan_shift", row_id: id, reason: null },
    ]);
  }, NOW));

Deno.test("plan_shift/refuses_what_is_no_shift_and_what_is_outside_its_assignment", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment("2026-03-10");
    const refused = (
      status: 400 | 404 | 409,
      slug: string,
      ...shift: Parameters<typeof plan> extends [unknown, ...infer Rest] ? Rest
        : never
    ) => assertRefusedUnchanged(sql, () => plan(sql, ...shift), status, slug);
    await refused(400, "argument_missing", assignment, null, NIGHT[1]);
    await refused(400, "argument_missing", assignment, ...NIGHT, null);
    await refused(404, "assignment_not_found", crypto.randomUUID(), ...NIGHT);
    await refused(400, "shift_not_valid", assignment, NIGHT[1], NIGHT[0]);
    await refused(400, "shift_not_valid", assignment, NIGHT[0], "2026-03-10 19:01 MDT");
    await refused(400, "break_not_valid", assignment, ...NIGHT, 20);
    await refused(400, "break_not_valid", assignment, ...NIGHT, -1);
    await refused(
      409,
      "planned_shift_outside_assignment",
      assignment,
      "2025-12-31 08:00 MST",
      "2025-12-31 16:00 MST",
    );
    await refused(
      409,
      "planned_shift_outside_assignment",
      assignment,
      "2026-03-10 19:00 MDT",
      "2026-03-11 03:00 MDT",
    );
    await plan(sql, assignment, "2026-03-10 16:00 MDT", "2026-03-11 00:00 MDT");
  }, NOW));

Deno.test("plan_shift/is_refused_where_time_is_closed_and_so_is_cancelling", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const as = <T>(
      work: (sql: Parameters<Parameters<typeof actingAs<T>>[2]>[0]) => PromiseLike<T>,
    ) => actingAs(sql, identityOf("admin", firm.users), work);
    const { id } = await as((sql) =>
      plan(sql, firm.placements.adaNorth, "2026-03-02 08:00 MST", "2026-03-02 12:00 MST")
    );
    await as((sql) => sql`select close_area('time', '2026-03-03')`);
    await assertRefused(
      as((sql) =>
        plan(sql, firm.placements.adaNorth, "2026-03-03 08:00 MST", "2026-03-03 12:00 MST")
      ),
      409,
      "area_closed",
    );
    await assertRefused(as((sql) => cancel(sql, id)), 409, "area_closed");
    await as((sql) =>
      plan(sql, firm.placements.adaNorth, "2026-03-04 08:00 MST", "2026-03-04 12:00 MST")
    );
  }, NOW));

Deno.test("plan_shifts/plans_the_same_times_of_the_clock_on_days_of_the_week_for_some_weeks", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    // Over the night of March 8, in which the clock is set forward: nineteen o'clock stays nineteen o'clock.
    const planned = await planPattern(sql, assignment, {
      firstDay: "2026-03-05",
      weeks: 2,
      days: [6, 4],
      from: "19:00",
      to: "07:30",
    });
    assertEquals(planned, [
      "2026-03-05 12.00",
      "2026-03-07 11.00",
      "2026-03-12 12.00",
      "2026-03-14 12.00",
    ]);
    assertEquals(await shiftsOf(sql), [
      "2026-03-05 19:00 - 06 07:30",
      "2026-03-07 19:00 - 08 07:30",
      "2026-03-12 19:00 - 13 07:30",
      "2026-03-14 19:00 - 15 07:30",
    ]);
  }, NOW));

Deno.test("plan_shifts/again_is_the_same_and_leaves_cancelled_ones_cancelled", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const planned = await planPattern(sql, assignment);
    assertEquals(planned, ["2026-03-09 8.00", "2026-03-11 8.00", "2026-03-13 8.00"]);
    const [{ id }] = await sql<
      [{ id: string }]
    >`select id from planned_shifts where work_date = '2026-03-11'`;
    await cancel(sql, id);
    assertEquals(await planPattern(sql, assignment), [
      planned[0],
      "2026-03-11 8.00 cancelled",
      planned[2],
    ]);
    assertEquals((await shiftsOf(sql)).length, 2);
  }, NOW));

Deno.test("plan_shifts/plans_all_or_none", () =>
  withDatabase(async ({ sql }) => {
    const [one, other] = await twoAssignments(sql);
    await plan(sql, other, "2026-03-13 12:00 MDT", "2026-03-13 20:00 MDT");
    await assertRejectsWith(
      () => planPattern(sql, one),
      /2026-03-13 12:00 to 2026-03-13 20:00 at Grace/,
    );
    await sql`update assignments set end_date = '2026-03-20' where id = ${one}`;
    await assertRefused(
      planPattern(sql, one, { firstDay: "2026-03-16", weeks: 2 }),
      409,
      "planned_shift_outside_assignment",
    );
    assertEquals((await shiftsOf(sql)).length, 1);
  }, NOW));

Deno.test("plan_shifts/refuses_what_is_no_pattern", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    for (
      const pattern of [{ weeks: 0 }, { weeks: 53 }, { days: [] }, { days: [8] }, {
        days: [1, null],
      }]
    ) {
      await assertRefused(planPattern(sql, assignment, pattern), 400, "pattern_not_valid");
    }
    await assertRefused(planPattern(sql, assignment, { from: "07:00:30" }), 400, "shift_not_valid");
    await assertRefused(planPattern(sql, assignment, { breakMinutes: 10 }), 400, "break_not_valid");
    await assertRefused(planPattern(sql, assignment, { firstDay: null }), 400, "argument_missing");
    await assertRefused(
      planPattern(sql, assignment, { firstDay: "infinity" }),
      400,
      "date_not_finite",
    );
    await assertRefused(planPattern(sql, crypto.randomUUID()), 404, "assignment_not_found");
    // Twenty-four hours by the clock are twenty-five in that night.
    await assertRefused(
      planPattern(sql, assignment, {
        firstDay: "2026-10-31",
        days: [6],
        from: "07:00",
        to: "07:00",
      }),
      400,
      "shift_not_valid",
    );
  }, NOW));

Deno.test("plan_as_last_week/plans_what_can_be_and_says_what_became_of_each", () =>
  withDatabase(async ({ sql }) => {
    const [one, other] = await twoAssignments(sql);
    const [{ facility }] = await sql<[{ facility: string }]>`
      select facility_id as facility from assignments where id = ${one}`;
    await planPattern(sql, one, { days: [1, 2, 3, 4] });
    await plan(sql, one, "2026-03-16 07:00 MDT", "2026-03-16 15:30 MDT", 30); // Monday, the same
    await plan(sql, other, "2026-03-17 12:00 MDT", "2026-03-17 20:00 MDT"); // over Tuesday
    await sql`update assignments set end_date = '2026-03-18' where id = ${one}`; // before Thursday
    assertEquals(await asLastWeek(sql, "2026-03-16", { facility }), [
      "already_planned Mon 16 07:00",
      "overlaps Tue 17 07:00",
      "planned Wed 18 07:00",
      "outside_assignment Thu 19 07:00",
    ]);
    assertEquals(await asLastWeek(sql, "2026-03-16", { assignment: one }), [
      "already_planned Mon 16 07:00",
      "overlaps Tue 17 07:00",
      "already_planned Wed 18 07:00",
      "outside_assignment Thu 19 07:00",
    ]);
    assertEquals((await shiftsOf(sql)).length, 7);
  }, NOW));

Deno.test("plan_as_last_week/is_of_all_facilities_that_are_billed_to_a_program_as_its_grid", () =>
  withDatabase(async ({ sql }) => {
    const [one, other] = await twoAssignments(sql);
    const program = await Firm.create(sql, "Summit Program");
    const [{ facility }] = await sql<[{ facility: string }]>`
      update facilities set bill_to_facility_id = ${program.facilityId}
       where id = (select facility_id from assignments where id = ${one}) returning id as facility`;
    await planPattern(sql, one, { days: [1] });
    await planPattern(sql, other, { days: [2] });
    const grid = await sql`
      select assignment_id from week_plan('2026-03-09', ${program.facilityId}) where kind = 'shift'`;
    assertEquals(grid.map((row) => row["assignment_id"]), [one]);
    const theirs = { facility: program.facilityId };
    assertEquals(await asLastWeek(sql, "2026-03-16", theirs), ["planned Mon 16 07:00"]);
    assertEquals(await asLastWeek(sql, "2026-03-16", { facility }), [
      "already_planned Mon 16 07:00",
    ]);
  }, NOW));

Deno.test("plan_as_last_week/keeps_the_times_of_the_clock_and_leaves_out_what_was_cancelled", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await planPattern(sql, assignment, {
      firstDay: "2026-03-02",
      days: [5, 6],
      from: "19:00",
      to: "07:30",
    });
    const [{ id }] = await sql<
      [{ id: string }]
    >`select id from planned_shifts where work_date = '2026-03-06'`;
    await cancel(sql, id);
    assertEquals(await asLastWeek(sql, "2026-03-09", { assignment }), ["planned Sat 14 19:00"]);
    const [copied] = await sql`
      select hours + next_day_hours as hours, break_minutes from planned_shifts where work_date = '2026-03-14'`;
    assertEquals(copied, { hours: "12.00", break_minutes: 30 }); // eleven in the night of March 8
    const [next] = await sql<
      [{ id: string }]
    >`select id from planned_shifts where work_date = '2026-03-14'`;
    await cancel(sql, next.id);
    assertEquals(await asLastWeek(sql, "2026-03-09", { assignment }), ["cancelled Sat 14 19:00"]);
  }, NOW));

Deno.test("plan_as_last_week/refuses_a_week_that_is_none_and_one_without_a_plan_before_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await assertRefused(
      asLastWeek(sql, "2026-03-10", { assignment }),
      400,
      "week_start_not_first_day",
    );
    await assertRefused(asLastWeek(sql, "2026-03-09", { facility: null }), 400, "argument_missing");
    await assertRefused(
      asLastWeek(sql, "2026-03-09", { facility: crypto.randomUUID() }),
      404,
      "facility_not_found",
    );
    await assertRefused(
      asLastWeek(sql, "2026-03-09", { assignment: crypto.randomUUID() }),
      404,
      "assignment_not_found",
    );
    await assertRefused(
      asLastWeek(sql, "2026-03-09", { facility: firm.facilityId }),
      409,
      "nothing_planned_last_week",
    );
  }, NOW));
