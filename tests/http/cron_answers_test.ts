// What a run answers, and what it leaves behind.
import { assert, assertEquals, assertStrictEquals, fail } from "@std/assert";
import {
  type Answer,
  ask,
  assertCounts,
  testEachDoor,
  withProjectDatabase,
} from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";

const right = () => ({ bearer: project().cronSharedSecret });
const count = (answer: Answer, name: string) => Number(answer.json[name]);

testEachDoor("cron/answers_exactly_the_documented_counts", async ({ job, url }) => {
  const answer = await ask(url, right());
  assertCounts(job, answer);
  if (job === "lock-ended") {
    const states = count(answer, "draft") + count(answer, "submitted") + count(answer, "approved");
    assertStrictEquals(count(answer, "locked"), states);
  } else if (job === "accrue-interest") {
    assertStrictEquals(
      count(answer, "scanned"),
      count(answer, "updated") + count(answer, "unchanged"),
    );
    assert(count(answer, "scanned") <= 1000);
  }
});

testEachDoor(
  "cron/leaves_a_row_in_job_runs_with_the_counts_that_it_answered",
  async ({ job, url }) => {
    await withProjectDatabase(async (sql) => {
      for (const dryRun of [false, true]) {
        const [before] = await sql<[{ at: Date }]>`select clock_timestamp() as at`;
        const answer = await ask(url, { ...right(), body: JSON.stringify({ dry_run: dryRun }) });
        assertCounts(job, answer);
        const runs = await sql`
        select today = (started_at at time zone 'UTC')::date as utc, status, error,
               finished_at >= started_at as in_order
          from job_runs
         where job = ${job} and dry_run = ${dryRun} and started_at >= ${before.at}
           and counts = ${answer.text}::text::jsonb`;
        assertEquals(runs[0], { utc: true, status: "succeeded", error: null, in_order: true });
      }
    });
  },
);

/** Counts of each job's work. */
const WORK_OF = {
  "lock-ended": "locked",
  "accrue-interest": "scanned",
  "maintain": "forgotten",
  "deliver": "sent",
} as const;

testEachDoor("cron/finds_nothing_to_do_once_it_was_all_done", async ({ job, url }) => {
  // A few times over, because other tests on the same project make work meanwhile.
  for (let attempt = 0; attempt < 10; attempt++) {
    const answer = await ask(url, right());
    assertCounts(job, answer);
    if (count(answer, WORK_OF[job]) === 0) return;
  }
  fail(`${job} finds the same work again and again`);
});

testEachDoor("cron/takes_limits_from_1_to_1000_for_accrue_interest", async ({ job, url }) => {
  if (job !== "accrue-interest") return;
  for (const limit of [1, 1000]) {
    const answer = await ask(url, { ...right(), body: JSON.stringify({ limit, dry_run: true }) });
    assertCounts(job, answer);
    assert(count(answer, "scanned") <= limit, answer.text);
  }
});
