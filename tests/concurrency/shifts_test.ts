// Shifts that are entered at once, and beside others who change time.
import { assert, assertEquals } from "@std/assert";
import { Firm } from "../support/firm.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { saveWeek } from "../support/time/saved_weeks.ts";
import { enterParts, enterShift } from "../support/time/shifts.ts";

const NIGHT = ["2026-03-02 19:00 MST", "2026-03-03 07:00 MST"] as const;
const NOW = { clock: "2026-03-09 12:00:00+00" };

/** A contractor's assignments at two facilities. */
async function twoAssignments(sql: Firm["sql"]): Promise<[string, string]> {
  const one = await (await Firm.create(sql)).assignment();
  const [{ contractor }] = await sql<[{ contractor: string }]>`
    select contractor_id as contractor from assignments`;
  return [one, await (await Firm.create(sql, "Grace")).assignmentOf(contractor)];
}

Deno.test("enter_shift/by_two_at_once_on_different_assignments_enters_one_where_they_overlap", () =>
  withDatabase(async ({ sql, url }) => {
    const [one, other] = await twoAssignments(sql);
    await assertRefused(
      interleave(
        url,
        (sql) => enterShift(sql, one, ...NIGHT),
        () => enterShift(sql, other, "2026-03-03 06:00 MST", "2026-03-03 09:00 MST"),
      ),
      409,
      "shift_overlaps",
    );
    const touching = await interleave(
      url,
      (sql) => enterShift(sql, other, "2026-03-02 12:00 MST", NIGHT[0]),
      () => enterShift(sql, one, NIGHT[1], "2026-03-03 09:00 MST"),
    );
    assertEquals(touching, ["2026-03-03 2.00"]);
  }, NOW));

Deno.test("enter_shift/by_two_at_once_enters_the_same_shift_once", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const again = await interleave(
      url,
      (sql) => enterShift(sql, assignment, ...NIGHT),
      () => enterParts(sql, assignment, ...NIGHT),
    );
    const rows = await sql`select id from time_entries order by started_at`;
    assertEquals(again.map(({ id }) => id), rows.map(({ id }) => id));
  }, NOW));

Deno.test("enter_shift/by_twenty_at_once_leaves_no_overlap_and_no_constraint_to_see", () =>
  withDatabase(async ({ sql, url: _ }) => {
    const [one, other] = await twoAssignments(sql);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        enterShift(
          sql,
          n % 2 === 0 ? one : other,
          `2026-03-02 ${String(10 + n % 5)}:00 MST`,
          `2026-03-02 ${String(13 + n % 5)}:00 MST`,
        )),
    );
    const told = new Set(
      outcomes.map((one) => one.status === "fulfilled" ? "entered" : String(one.reason.detail)),
    );
    assertEquals([...told].sort(), ["entered", "shift_overlaps"]);
    const [{ shifts }] = await sql<
      [{ shifts: number }]
    >`select count(*)::int as shifts from time_entries`;
    assert(shifts === 1 || shifts === 2, `${shifts}`);
  }, NOW));

Deno.test("enter_shift/beside_a_program_that_writes_the_same_time_directly_is_refused_in_words", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await assertRefused(
      interleave(
        url,
        (sql) =>
          sql.unsafe(`
            select set_config('role', 'service_role', true);
            insert into time_entries (
                   assignment_id, work_date, hours, shift_id, shift_contractor_id, started_at, ended_at, break_minutes)
            select id, '2026-03-02', 4, id, contractor_id, '2026-03-02 20:00 MST', '2026-03-03 00:00 MST', 0
              from assignments`),
        () => enterShift(sql, assignment, ...NIGHT),
      ),
      409,
      "shift_overlaps",
    );
  }, NOW));

Deno.test("enter_shift/and_save_week_at_once_write_the_day_once_each_in_turn", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await assertRefused(
      interleave(
        url,
        (sql) => enterShift(sql, assignment, ...NIGHT),
        () => saveWeek(sql, assignment, "2026-03-02", { "2026-03-02": 8 }),
      ),
      409,
      "time_entry_of_shift",
    );
    await sql`delete from time_entries`;
    const entered = await interleave(
      url,
      (sql) => saveWeek(sql, assignment, "2026-03-02", { "2026-03-02": 8 }, true),
      () => enterShift(sql, assignment, ...NIGHT),
    );
    assertEquals(entered, ["2026-03-02 5.00", "2026-03-03 7.00"]);
  }, NOW));

Deno.test("enter_shift/waits_for_the_end_of_its_assignment_and_is_refused_after_it", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await assertRefused(
      interleave(
        url,
        (sql) => sql`update assignments set end_date = '2026-03-02'`,
        () => enterShift(sql, assignment, ...NIGHT),
      ),
      409,
      "work_date_outside_assignment",
    );
    await sql`update assignments set end_date = null`;
    await assertRefused(
      interleave(
        url,
        (sql) => enterShift(sql, assignment, ...NIGHT),
        () => sql`update assignments set end_date = '2026-03-02'`,
      ),
      409,
      "assignment_has_time_outside",
    );
  }, NOW));
