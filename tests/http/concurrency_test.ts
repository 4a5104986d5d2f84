// Runs at once, in a row, and after one that was killed: the same end as one run, each entry counted
// once, no error. Each function is a process of its own on a real database.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import postgres from "postgres";
import { applyBase } from "../../stack/base.ts";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { type PostgresServer, startPostgres } from "../../stack/postgres.ts";
import { Firm } from "../support/firm.ts";
import { type Answer, ask, assertCounts, type Job } from "../support/http/cron.ts";
import { type FunctionUnderTest, withFunction } from "../support/http/function.ts";
import {
  assertLockedAsByOneRun,
  BACKLOG_CLOCK,
  entriesToLock,
  lockedEntries,
} from "../support/jobs/backlog.ts";
import { putGate, sessionEnds, whileGateIsClosed } from "../support/jobs/gate.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";

const SECRET = "a-secret-of-these-tests";
/** More than lock-ended takes in one transaction. */
const TWO_BATCHES = 16_000;

const run = (fn: FunctionUnderTest) => ask(fn.url, { bearer: SECRET });
const sum = (answers: readonly Answer[], count: string) =>
  answers.reduce((total, answer) => total + Number(answer.json[count]), 0);

function onBacklog(test: (database: TestDatabase) => Promise<void>): Promise<void> {
  return withDatabase(test, { clock: BACKLOG_CLOCK });
}

function withJob(job: Job, url: string, test: (fn: FunctionUnderTest) => Promise<void>) {
  return withFunction(`cron-${job}`, { SUPABASE_DB_URL: url, CRON_SHARED_SECRET: SECRET }, test);
}

/**
 * So many overdue invoices, last computed the day before, each of which bears 19.73 of interest on the day
 * of the clock.
 */
async function overdueInvoices(sql: postgres.Sql, count: number): Promise<void> {
  const firm = await Firm.create(sql);
  await firm.terms();
  await firm.sentInvoices(count, "2026-05-01");
  await sql`update invoices set accrued_interest = 19.23, interest_computed_on = '2026-06-09'`;
}

async function assertAccruedAsByOneRun(sql: postgres.Sql, count: number): Promise<void> {
  const rows = await sql`
    select accrued_interest, interest_computed_on::text as day, count(*)::int from invoices group by 1, 2`;
  assertEquals([...rows], [{ accrued_interest: "19.73", day: "2026-06-10", count }]);
}

async function statusOfRuns(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ status: string }[]>`select status from job_runs order by started_at`;
  return rows.map((row) => row.status);
}

Deno.test("cron/parallel_posts_to_lock_ended_end_as_one_run_and_count_each_entry_once", () =>
  onBacklog(async ({ sql, url }) => {
    const total = await entriesToLock(sql, TWO_BATCHES);
    await withJob("lock-ended", url, (one) =>
      withJob("lock-ended", url, async (other) => {
        // Two processes side by side, and two requests to each of them.
        const answers = await Promise.all([run(one), run(other), run(one), run(other)]);
        answers.push(await run(one));
        for (const answer of answers) assertCounts("lock-ended", answer);
        assertStrictEquals(sum(answers, "locked"), total);
        assertStrictEquals(sum(answers, "draft"), total / 3);
        assertStrictEquals(sum(answers, "submitted"), total / 3);
        assertStrictEquals(sum(answers, "approved"), total / 3);
        assertStrictEquals(answers.at(-1)?.json["remaining"], 0);
      }));
    await assertLockedAsByOneRun(sql);
    assertEquals([...new Set(await statusOfRuns(sql))], ["succeeded"]);
  }));

Deno.test("cron/parallel_posts_to_accrue_interest_end_as_one_run_and_scan_each_invoice_once", () =>
  onBacklog(async ({ sql, url }) => {
    await overdueInvoices(sql, 2500);
    await withJob(
      "accrue-interest",
      url,
      (one) =>
        withJob("accrue-interest", url, async (other) => {
          const answers = await Promise.all([run(one), run(other), run(one), run(other)]);
          answers.push(await run(other));
          for (const answer of answers) assertCounts("accrue-interest", answer);
          assertEquals(sum(answers, "scanned"), 2500);
          assertEquals(sum(answers, "updated"), 2500);
        }),
    );
    await assertAccruedAsByOneRun(sql, 2500);
    assertEquals([...new Set(await statusOfRuns(sql))], ["succeeded"]);
  }));

Deno.test("cron/ten_posts_in_a_row_end_as_one_run_and_count_each_row_once", () =>
  onBacklog(async ({ sql, url }) => {
    const total = await entriesToLock(sql, 4000);
    await overdueInvoices(sql, 1500);
    await withJob("lock-ended", url, async (fn) => {
      const answers: Answer[] = [];
      while (answers.length < 10) answers.push(await run(fn));
      const locked = answers.map((answer) => answer.json["locked"]);
      assertEquals(locked, [total, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    });
    await withJob("accrue-interest", url, async (fn) => {
      const answers: Answer[] = [];
      while (answers.length < 10) answers.push(await run(fn));
      const scanned = answers.map((answer) => answer.json["scanned"]);
      assertEquals(scanned, [1000, 500, 0, 0, 0, 0, 0, 0, 0, 0]);
    });
    await assertLockedAsByOneRun(sql);
    await assertAccruedAsByOneRun(sql, 1500);
  }));

Deno.test("cron/a_lock_run_whose_process_was_killed_is_finished_by_the_next", () =>
  onBacklog(async ({ sql, url }) => {
    const total = await entriesToLock(sql, TWO_BATCHES);
    await putGate(sql);
    let session = 0;
    await withJob("lock-ended", url, async (fn) => {
      await whileGateIsClosed(url, async (runWaits) => {
        const killed = run(fn).then(() => "answered", () => "cut off");
        session = await runWaits();
        fn.kill("SIGKILL");
        assertEquals(await killed, "cut off");
      });
    });
    // Its session may still finish the batch that it was in.
    await sessionEnds(sql, session);
    const committed = await lockedEntries(sql);
    assert(committed >= 10_000 && committed <= total, String(committed));

    await withJob("lock-ended", url, async (fn) => {
      const answers = [await run(fn), await run(fn)];
      for (const answer of answers) assertCounts("lock-ended", answer);
      assertStrictEquals(committed + sum(answers, "locked"), total);
    });
    await assertLockedAsByOneRun(sql);
  }));

Deno.test("cron/an_accrual_run_whose_process_was_killed_left_nothing_and_the_next_does_it_all", () =>
  onBacklog(async ({ sql, url }) => {
    await overdueInvoices(sql, 300);
    await putGate(sql);
    let session = 0;
    await withJob("accrue-interest", url, async (fn) => {
      await whileGateIsClosed(url, async (runWaits) => {
        const killed = run(fn).then(() => "answered", () => "cut off");
        session = await runWaits();
        fn.kill("SIGKILL");
        assertEquals(await killed, "cut off");
      });
    });
    await sessionEnds(sql, session);
    const [touched] = await sql`select from invoices where accrued_interest <> 19.23 limit 1`;
    assertEquals(touched, undefined);

    await withJob("accrue-interest", url, async (fn) => {
      const answer = await run(fn);
      assertEquals(answer.json, { scanned: 300, updated: 300, unchanged: 0, remaining: 0 });
    });
    await assertAccruedAsByOneRun(sql, 300);
  }));

Deno.test("cron/a_run_whose_session_was_terminated_answers_500_and_the_same_process_goes_on", async (t) => {
  await onBacklog(async ({ sql, url }) => {
    const total = await entriesToLock(sql, TWO_BATCHES);
    await overdueInvoices(sql, 300);
    await putGate(sql);
    for (
      const [job, all, left] of [["lock-ended", "locked", total - 10_000], [
        "accrue-interest",
        "scanned",
        300,
      ]] as const
    ) {
      await t.step(job, () =>
        withJob(job, url, async (fn) => {
          let answer: Answer | undefined;
          await whileGateIsClosed(url, async (runWaits) => {
            const failing = run(fn);
            await sql`select pg_terminate_backend(${await runWaits()})`;
            answer = await failing;
          });
          assertEquals(answer?.status, 500);
          const id = String(answer?.json["run_id"]);
          assertEquals(answer?.json, { error: "job_failed", run_id: id });
          const [failed] = await sql`select status, error from job_runs where id = ${id}`;
          assertEquals(failed?.status, "failed");

          const next = await run(fn);
          assertCounts(job, next);
          assertStrictEquals(next.json[all], left);
        }));
    }
    await assertLockedAsByOneRun(sql);
    await assertAccruedAsByOneRun(sql, 300);
  });
});

Deno.test("cron/a_function_whose_idle_session_was_terminated_runs_all_the_same", () =>
  withDatabase(async ({ sql, url }) => {
    await withJob("lock-ended", url, async (fn) => {
      assertCounts("lock-ended", await run(fn));
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`;
      // Until the news of it has come.
      await new Promise((resolve) => setTimeout(resolve, 300));
      assertCounts("lock-ended", await run(fn));
    });
  }));

/** A server of the test's own, which it may stop and start; its database `postgres` is migrated. */
async function withServer(
  test: (start: () => Promise<PostgresServer>) => Promise<void>,
): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "staffing-test-" });
  const started: PostgresServer[] = [];
  const start = async () => {
    const port = started[0]?.port;
    const server = await startPostgres({
      dataDir: join(directory, "cluster"),
      flags: { fsync: "off" },
      ...(port === undefined ? {} : { port }),
    });
    started.push(server);
    return server;
  };
  try {
    await test(start);
  } finally {
    for (const server of started) await server.stop();
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test(
  "cron/a_run_that_lost_the_database_half_way_is_finished_after_the_restart_and_marked_failed",
  () =>
    withServer(async (start) => {
      let server = await start();
      let sql = connectTo(server.url);
      await applyBase(sql);
      await applyMigrations(sql, await pendingMigrations());
      await sql.unsafe(`alter database postgres set app.clock = '${BACKLOG_CLOCK}'`);
      const total = await entriesToLock(sql, TWO_BATCHES);
      await putGate(sql);

      await withJob("lock-ended", server.url, async (fn) => {
        let lost: Answer | undefined;
        await whileGateIsClosed(server.url, async (runWaits) => {
          const losing = run(fn);
          await runWaits();
          await server.stop();
          lost = await losing;
        });
        await sql.end({ timeout: 1 });
        assertEquals(lost?.status, 500);
        assertEquals(lost?.json["error"], "job_failed");
        assertEquals((await run(fn)).status, 500);

        server = await start();
        sql = connectTo(server.url);
        assertEquals(await statusOfRuns(sql), ["running"]);
        const committed = await lockedEntries(sql);
        assertEquals(committed, 10_000);

        const next = await run(fn);
        assertCounts("lock-ended", next);
        assertStrictEquals(committed + Number(next.json["locked"]), total);
        await assertLockedAsByOneRun(sql);
        assertEquals(await statusOfRuns(sql), ["failed", "succeeded"]);
        const [stale] = await sql`select id::text, error from job_runs where status = 'failed'`;
        assertStrictEquals(stale?.id, lost?.json["run_id"]);
        assertMatch(stale?.error, /the database went away/);
      });
      await sql.end({ timeout: 1 });
    }),
);
