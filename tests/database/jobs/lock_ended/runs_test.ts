import { assertEquals } from "@std/assert";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { Firm } from "../../../support/firm.ts";
import { type TestDatabase, withDatabase } from "../../../support/server/database.ts";

const TODAY = "2026-03-01";

/** Assignments that ended, each with so many entries of an hour. */
async function endedTime({ sql }: TestDatabase, assignments: number, entriesEach: number) {
  const firm = await Firm.create(sql);
  for (let each = 0; each < assignments; each++) {
    const assignment = await firm.assignment("2026-02-28");
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      select ${assignment}, date '2026-01-01' + n % 50, 1,
             (array['draft', 'submitted', 'approved'])[1 + n % 3]
        from generate_series(0, ${entriesEach - 1}) as n`;
  }
}

Deno.test("lock_ended/counts_the_same_in_small_batches_as_in_one", () =>
  withDatabase(async (database) => {
    await endedTime(database, 7, 30);
    const expected = {
      ...await lockEndedAssignments(database.sql, { today: TODAY, dryRun: true }),
    };

    const counts = await lockEndedAssignments(database.sql, { today: TODAY, batchSize: 11 });

    assertEquals(counts, expected);
    assertEquals(counts.locked, 210);
    assertEquals(counts.unapproved, 140);
    assertEquals(counts.assignments, 7);
  }));

Deno.test("lock_ended/ten_runs_end_as_one_run_does", () =>
  withDatabase(async (database) => {
    await endedTime(database, 3, 20);
    const counts = [];
    for (let run = 0; run < 10; run++) {
      counts.push(await lockEndedAssignments(database.sql, { today: TODAY }));
    }
    assertEquals(counts.map((count) => count.locked), [60, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  }));

Deno.test("lock_ended/stops_when_its_time_is_up_and_says_what_remains", () =>
  withDatabase(async (database) => {
    await endedTime(database, 2, 25);

    const counts = await lockEndedAssignments(database.sql, {
      today: TODAY,
      batchSize: 10,
      timeBudget: 0,
    });

    assertEquals(counts.locked, 10);
    assertEquals(counts.remaining, 40);
    assertEquals((await lockEndedAssignments(database.sql, { today: TODAY })).locked, 40);
  }));

Deno.test("lock_ended/a_dry_run_counts_and_changes_nothing_but_its_own_row", () =>
  withDatabase(async (database) => {
    await endedTime(database, 1, 6);
    const snapshot = () => database.sql`select *, xmin::text from time_entries order by id`;
    const before = await snapshot();

    const counts = await lockEndedAssignments(database.sql, { today: TODAY, dryRun: true });

    assertEquals(counts.locked, 6);
    assertEquals(await snapshot(), before);
    const runs = await database.sql`select job, dry_run, status, counts from job_runs`;
    assertEquals([...runs], [{
      job: "lock-ended",
      dry_run: true,
      status: "succeeded",
      counts,
    }]);
  }));
