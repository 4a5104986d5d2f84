// Colorado's third limit: over 12 consecutive hours, whatever the days (COMPS Order 4.1.1).
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { enterParts, type ShiftOptions } from "../../../support/time/shifts.ts";

/** A shift: its begin and end in Denver, and its break. */
type Worked = readonly [begin: string, end: string, options?: ShiftOptions];

/** Overtime by entry, in order, of one person's shifts in the weeks from 2026-03-02 on; hours alone by their day. */
async function overtimeOf(
  sql: postgres.Sql,
  shifts: readonly Worked[],
  hoursAlone: readonly (readonly [day: string, hours: string])[] = [],
): Promise<string[]> {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  for (const [day, hours] of hoursAlone) await firm.entry(assignment, "approved", day, hours);
  for (const [begin, end, options] of shifts) {
    await enterParts(sql, assignment, `${begin} MST`, `${end} MST`, options);
  }
  await sql`update time_entries set status = 'submitted' where status = 'draft'`;
  await sql`update time_entries set status = 'approved' where status = 'submitted'`;
  return await overtimeNow(sql, assignment);
}

async function overtimeNow(sql: postgres.Sql, assignment: string): Promise<string[]> {
  const rows = await sql<{ told: string }[]>`
    select to_char(entry.work_date, 'MM-DD') || ' ' || time.overtime_hours as told
      from assignments as assignment
     cross join lateral private.classified_time(
           array_fill(assignment.contractor_id, array[2]), array['2026-03-02', '2026-03-09']::date[]) as time
      join time_entries as entry on entry.id = time.time_entry_id
     where assignment.id = ${assignment} and time.overtime_hours > 0
     order by entry.work_date, entry.started_at nulls first`;
  return rows.map(({ told }) => told);
}

function testInARow(
  name: string,
  expected: readonly string[],
  ...given: [shifts: readonly Worked[], hoursAlone?: readonly (readonly [string, string])[]]
): void {
  Deno.test(`classified_time/in_a_row/${name}`, () =>
    withDatabase(async ({ sql }) => {
      assertEquals(await overtimeOf(sql, ...given), expected);
    }, { clock: "2026-03-25 12:00:00-06" }));
}

const NIGHTS: readonly Worked[] = [
  ["2026-03-02 19:00", "2026-03-03 08:30"],
  ["2026-03-03 19:00", "2026-03-04 08:30"],
  ["2026-03-04 19:00", "2026-03-05 08:30"],
];

testInARow("three_nights_of_13_and_a_half_hours_are_four_and_a_half_of_overtime", [
  "03-03 1.50",
  "03-04 1.50",
  "03-05 1.50",
], NIGHTS);

testInARow("goes_on_over_the_weeks_start_and_falls_on_the_last_hours", ["03-09 1.50"], [
  ["2026-03-08 19:00", "2026-03-09 08:30"],
]);

Deno.test("classified_time/in_a_row/counts_no_shift_that_is_not_approved", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await enterParts(sql, assignment, "2026-03-02 18:00 MST", "2026-03-02 23:00 MST");
    await enterParts(sql, assignment, "2026-03-02 23:00 MST", "2026-03-03 08:00 MST");
    const approve = async (begin: string) => {
      for (const status of ["submitted", "approved"]) {
        await sql`
          update time_entries set status = ${status}
           where shift_id in (select shift_id from time_entries where started_at = ${begin}::text::timestamptz)`;
      }
    };
    await approve("2026-03-02 23:00 MST");
    assertEquals(await overtimeNow(sql, assignment), []);
    await approve("2026-03-02 18:00 MST");
    assertEquals(await overtimeNow(sql, assignment), ["03-03 2.00"]);
  }, { clock: "2026-03-25 12:00:00-06" }));

// So that somebody who enters the minutes of years keeps nobody waiting.
Deno.test("classified_time/in_a_row/follows_shifts_of_the_week_before_a_hundred_times_and_no_further", () =>
  withDatabase(async ({ sql }) => {
    // Midnight in Denver is 23:00 MST: the clocks have just gone forward.
    const minutes = Array.from({ length: 104 }, (_, at): Worked => {
      const time = (minute: number) => `2026-03-08 ${21 + Math.floor(minute / 60)}:${minute % 60}`;
      return [time(119 - at), time(120 - at)];
    });
    const shifts: Worked[] = [["2026-03-08 23:00", "2026-03-09 11:00"], ...minutes];
    const [monday] = await overtimeOf(sql, shifts);
    assertEquals(monday, "03-09 2.00"); // a hundred times 0.02
  }, { clock: "2026-03-25 12:00:00-06" }));

testInARow("joins_shifts_that_touch", ["03-03 2.00"], [
  ["2026-03-02 18:00", "2026-03-03 02:00"],
  ["2026-03-03 02:00", "2026-03-03 08:00"],
]);

testInARow("begins_anew_after_a_minute_between_shifts", [], [
  ["2026-03-02 18:00", "2026-03-03 02:00"],
  ["2026-03-03 02:01", "2026-03-03 08:00"],
]);

testInARow("neither_counts_a_break_nor_ends_with_it", ["03-03 1.00"], [
  ["2026-03-02 18:00", "2026-03-03 08:00", {
    breakMinutes: 60,
    breakStartedAt: "2026-03-03 00:30 MST",
  }],
]);

testInARow("gives_way_to_days_that_come_to_more", ["03-03 3.00"], [
  ["2026-03-03 00:00", "2026-03-03 08:00"],
  ["2026-03-03 17:00", "2026-03-04 00:00"],
]);

testInARow("gives_way_to_days_that_come_to_as_much", ["03-02 1.00"], [
  ["2026-03-02 00:00", "2026-03-02 06:30"],
  ["2026-03-02 12:00", "2026-03-02 18:30"],
  ["2026-03-03 20:00", "2026-03-04 09:00"],
]);

testInARow("leaves_hours_alone_to_their_days", ["03-02 1.00", "03-04 1.50"], [
  ["2026-03-03 19:00", "2026-03-04 08:30"],
], [["2026-03-02", "13"]]);

// A shift that touches no other is longer in a row than by its day only where the limits say so.
for (const daily of [12, null]) {
  Deno.test(`classified_time/in_a_row/counts_a_shift_alone_by_a_rule_of_10_in_a_row_and_${daily ?? "none"}_a_day`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await sql`
        insert into overtime_rules (name, title, daily_overtime_after, consecutive_overtime_after, source)
        values ('ten_in_a_row', 'Ten in a row', ${daily}, 10, 'The contract')`;
      const assignment = await firm.assignment();
      await sql`update assignments set overtime_rule = 'ten_in_a_row' where id = ${assignment}`;
      await enterParts(sql, assignment, "2026-03-03 07:00 MST", "2026-03-03 18:00 MST");
      await sql`update time_entries set status = 'submitted'`;
      await sql`update time_entries set status = 'approved'`;
      assertEquals(await overtimeNow(sql, assignment), ["03-03 1.00"]);
    }, { clock: "2026-03-25 12:00:00-06" }));
}

// The planner takes the time of a week for one entry, whatever its statistics: joined entry by entry, the hours in a row of
// all weeks were counted anew for each, a backfill of 1,400 entries took 17 s, and who billed meanwhile was refused.
Deno.test("classified_time/in_a_row/is_counted_once_however_many_entries_there_are", () =>
  withDatabase(async ({ sql }) => {
    await overtimeOf(sql, NIGHTS);
    await sql.begin(async (sql) => {
      await sql`set local track_functions = 'all'`;
      await sql`set local enable_hashjoin = off`;
      await sql`set local enable_material = off`;
      const calls = async () => {
        // What earlier transactions of the session did may still be among it.
        const [row] = await sql<[{ calls: number }]>`
          select coalesce(pg_stat_get_xact_function_calls(
                     to_regproc('private.hours_in_a_row')), 0)::int as calls`;
        return row.calls;
      };
      const before = await calls();
      const entries = await sql`
        select from contractors as contractor
         cross join lateral private.classified_time(array[contractor.id], array[date '2026-03-02'])`;
      assertEquals(entries.length, 6);
      assertEquals(await calls() - before, 1);
    });
  }, { clock: "2026-03-25 12:00:00-06" }));
