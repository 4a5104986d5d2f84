// Today is the UTC date, whatever the day is in Denver.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

async function locksEndedOn28February(clock: string): Promise<boolean> {
  let locked = 0;
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment("2026-02-28"), "approved");
    ({ locked } = await lockEndedAssignments(sql));
  }, { clock });
  return locked === 1;
}

const CASES: readonly [behaviour: string, clock: string, locks: boolean][] = [
  ["not_at_23_59_utc_of_the_last_day", "2026-02-28 23:59:00+00", false],
  ["at_00_01_utc_of_the_next_day", "2026-03-01 00:01:00+00", true],
  ["before_midnight_in_denver_once_the_utc_day_is_over", "2026-02-28 23:59:00-07", true],
  ["not_after_midnight_in_denver_of_the_last_day", "2026-02-28 00:01:00-07", false],
];

for (const [behaviour, clock, locks] of CASES) {
  Deno.test(`lock_ended/locks_${behaviour}`, async () => {
    assertStrictEquals(await locksEndedOn28February(clock), locks);
  });
}

Deno.test("lock_ended/takes_another_day_for_today_when_told", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment("2026-02-28"), "draft");

    assertStrictEquals((await lockEndedAssignments(sql, { today: "2026-02-28" })).locked, 0);
    assertEquals((await lockEndedAssignments(sql, { today: "2026-03-01" })).locked, 1);
    const runs = await sql`select today::text from job_runs order by started_at`;
    assertEquals(runs.map((run) => run.today), ["2026-02-28", "2026-03-01"]);
  }));
