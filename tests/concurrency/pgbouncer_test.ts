// Behind PgBouncer in transaction mode, as docs/scale.md says: each transaction gets any connection of a small pool, so
// nothing may be left in one, and nobody may need two at once.
import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { connect } from "../../supabase/functions/_shared/database.ts";
import { readDatabaseHealth } from "../../supabase/functions/_shared/health.ts";
import { runSoak } from "../../prove/soak/run_soak.ts";
import { actingAs } from "../support/access/acting.ts";
import { Firm } from "../support/firm.ts";
import { staffMember } from "../support/people/staff.ts";
import { type TestDatabase, withDatabase } from "../support/server/database.ts";
import { hasPgBouncer, type PgBouncer, startPgBouncer } from "../support/server/pgbouncer.ts";

const JOB = new URL("../../cli/job.ts", import.meta.url).pathname;
/** Fewer connections than the soak has callers. */
const POOL = 5;
const [CALLS, SEED] = [300, 22];
/** Settings that would stay with a connection when its transaction has ended, as functions would write it. */
const SESSION =
  String.raw`pg_(try_)?advisory_(un)?lock(_shared)?\s*\(|set_config\([^;]*,\s*false\s*\)` +
  String
    .raw`|\mset\s+(session|role|search_path)\M|\mlisten\s|create\s+(local\s+)?temp|\mprepare\s+\w+\s+as\M`;
const ignore = !await hasPgBouncer(); // Debian's package pgbouncer is not installed; .ci/run installs it.

/** Runs a test with a database and a pool of so many connections in front of it. */
async function withPool(
  size: number,
  test: (database: TestDatabase, pool: PgBouncer) => Promise<void>,
): Promise<void> {
  await withDatabase(async (database) => {
    const pool = await startPgBouncer(database.url, size);
    try {
      await test(database, pool);
    } finally {
      await pool.stop();
    }
  });
}

/** Counts of `deno task job`. */
async function jobCounts(url: string, args: readonly string[]): Promise<Record<string, number>> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-all", JOB, ...args],
    env: { SUPABASE_DB_URL: url },
    stdin: "null",
  }).output();
  assertStrictEquals(code, 0, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Actor on a connection, and its own number. */
async function acting(sql: postgres.ISql): Promise<{ pid: number; who: string }> {
  const [row] = await sql<[{ pid: number; who: string }]>`
    select pg_backend_pid() as pid,
           concat_ws(' ', current_user, current_setting('role'),
                     nullif(current_setting('request.jwt.claims', true), '')) as who`;
  return row;
}

Deno.test({
  name: "pooler/nobody_acts_as_whoever_had_the_connection_before",
  ignore,
  fn: () =>
    withPool(1, async ({ sql }, { url }) => {
      const identity = await staffMember(sql, "billing");
      const [one, other] = [connect(url), connect(url)];
      try {
        const inside = await actingAs(one, identity, acting);
        assertEquals(inside.who, `authenticated authenticated ${identity.claims}`);
        await assertRejects(() => actingAs(one, identity, (sql) => sql`select 1 / 0`));
        const after = await acting(other);
        assertEquals(after, { pid: inside.pid, who: "postgres none" });
      } finally {
        await Promise.all([one.end(), other.end()]);
      }
    }),
});

Deno.test({
  name: "pooler/a_job_needs_no_more_than_one_connection",
  ignore,
  fn: () =>
    withPool(1, async ({ sql }, { url }) => {
      const firm = await Firm.create(sql);
      await firm.terms();
      await firm.sentInvoices(3, "2026-04-01");
      await firm.entry(await firm.assignment("2026-02-28"), "draft");
      const counts = [];
      for (const job of ["lock-ended", "accrue-interest", "maintain", "deliver"]) {
        counts.push(
          await jobCounts(url, [job, "--today", "2026-04-11", "--all"]),
        );
      }
      assertEquals(
        counts.map(({ locked, updated, remaining }) => [locked, updated, remaining]),
        [
          [1, undefined, 0],
          [undefined, 3, 0],
          [undefined, undefined, 0],
          [undefined, undefined, 0],
        ],
      );
      const { jobs } = await readDatabaseHealth(url);
      assert(jobs.every((job) => job.last_run_status === "succeeded"));
    }),
});

Deno.test({
  name: "pooler/sixteen_callers_of_a_soak_get_on_with_five_connections",
  ignore,
  fn: () =>
    withPool(POOL, async ({ url: databaseUrl }, pool) => {
      const outcome = await runSoak({
        databaseUrl,
        callersUrl: pool.url,
        api: null,
        seed: SEED,
        calls: CALLS,
        lasts: 0,
        patience: 4,
        report: () => {},
        signal: new AbortController().signal,
      });
      assertEquals(outcome.findings, []);
      assert(outcome.calls >= CALLS, `only ${outcome.calls} calls`);
      const [people, connections] = [/login attempt/, / new connection to server /].map((what) =>
        pool.log.filter((line) => what.test(line)).length
      );
      assertEquals(people, 16);
      assertStrictEquals(connections, POOL);
    }),
});

Deno.test({
  name: "pooler/no_function_leaves_anything_in_a_session",
  fn: () =>
    withDatabase(async ({ sql }) => {
      const found = await sql<{ name: string }[]>`
        select oid::regprocedure::text as name from pg_proc
         where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
           and prosrc ~* ${SESSION}`;
      assertEquals(found.map(({ name }) => name), []);
      const [seen] = await sql`select 'select pg_advisory_lock(1)' ~* ${SESSION} as lock,
        'perform set_config(''a'', ''b'', false)' ~* ${SESSION} as setting,
        'create temp table t ()' ~* ${SESSION} as "table"`;
      assertEquals({ ...seen }, { lock: true, setting: true, table: true });
    }),
});
