// GET /functions/v1/health: what an outside monitor sees of the jobs.
import { assertEquals, assertMatch, assertNotMatch, assertStrictEquals } from "@std/assert";
import { isDeepStrictEqual } from "node:util";
import type postgres from "postgres";
import {
  healthHandler,
  type JobHealth,
  readDatabaseHealth,
} from "../../supabase/functions/_shared/health.ts";
import { VERSION } from "../../supabase/functions/_shared/version.ts";
import { NOTHING } from "../support/jobs/counts.ts";
import { withDatabase } from "../support/server/database.ts";
import { ask, assertCounts, JOBS, withProjectDatabase } from "../support/http/cron.ts";
import { withFunction } from "../support/http/function.ts";
import { project } from "../support/http/project.ts";

const ADDRESS = "https://project.example/health";
const SECRET = "the-right-secret";
const PREVIOUS = "the-previous-secret";
const NOWHERE = "postgres://nobody:db-password@127.0.0.1:1/nowhere";

type Outcome = "succeeded" | "failed";

/** Makes these the last run of lock-ended and of accrue-interest, with nothing left over; maintain has done its work. */
async function ran(sql: postgres.Sql, ...outcomes: readonly [Outcome, Outcome]): Promise<void> {
  await sql`delete from public.job_runs`;
  await sql`
    insert into public.job_runs (job, today, status, counts, error, started_at, finished_at)
    select run.job, current_date, run.status, ${sql.json(NOTHING)}::jsonb -> run.job,
           case run.status when 'failed' then 'permission denied for table invoices' end, now(), now()
      from unnest(${[
    "lock-ended",
    "accrue-interest",
    "maintain",
  ]}::text[], ${[...outcomes, "succeeded"]}::text[]) as run (job, status)`;
}

/** Answer of job_health about the jobs, but for how long ago that was. */
async function health(sql: postgres.Sql): Promise<unknown[]> {
  const rows = await sql<{ row: JobHealth }[]>`
    select to_jsonb(job_health) as row from public.job_health order by job`;
  return withoutAge(rows.map(({ row }) => row));
}

function withoutAge(jobs: readonly JobHealth[]): unknown[] {
  return jobs.map((job) => ({ ...job, last_success_age: null }));
}

/** The handler over a database, and what it logs. */
function healthOf(url: string, sharedSecrets: readonly string[] = [SECRET, PREVIOUS]) {
  const lines: string[] = [];
  const check = {
    functionName: "health",
    read: () => readDatabaseHealth(url),
    sharedSecrets,
    log: (line: string) => void lines.push(line),
  };
  return { handle: healthHandler(check), lines };
}

const signedOut = () => new Request(ADDRESS);
const signedIn = () => bearer(SECRET);
const bearer = (secret: string) =>
  new Request(ADDRESS, { headers: { Authorization: `Bearer ${secret}` } });

/** Asserts an answer to the last byte, so that nothing else is in it. */
async function assertAnswers(answer: Response, status: number, text: string): Promise<void> {
  assertEquals(answer.headers.get("Cache-Control"), "no-store");
  assertEquals(answer.headers.get("Content-Type"), "application/json");
  assertEquals([answer.status, await answer.text()], [status, text]);
}

Deno.test("health/tells_the_signed_out_ok_or_not_and_nothing_more", () =>
  withDatabase(async ({ sql, url }) => {
    const requests = [
      signedOut,
      () => bearer("wrong"),
      () => new Request(`${ADDRESS}?token=wrong`),
      () => new Request(ADDRESS, { headers: { Authorization: `Basic ${btoa(`x:${SECRET}`)}` } }),
      () => new Request(ADDRESS, { headers: { apikey: SECRET } }),
    ];
    const { handle } = healthOf(url);
    await ran(sql, "succeeded", "succeeded");
    for (const request of requests) {
      await assertAnswers(await handle(request()), 200, '{"ok":true}');
    }
    await ran(sql, "succeeded", "failed");
    for (const request of requests) {
      await assertAnswers(await handle(request()), 503, '{"ok":false}');
    }
  }));

Deno.test("health/tells_who_has_the_secret_of_each_job_what_the_view_says", () =>
  withDatabase(async ({ sql, url }) => {
    const { handle, lines } = healthOf(url);
    for (const secret of [SECRET, PREVIOUS]) {
      for (const [outcome, status] of [["succeeded", 200], ["failed", 503]] as const) {
        await ran(sql, "succeeded", outcome);
        const answer = await handle(bearer(secret));
        assertStrictEquals(answer.status, status);
        const { ok, jobs } = await answer.json();
        assertStrictEquals(ok, status === 200);
        assertEquals(withoutAge(jobs), await health(sql));
        assertEquals(jobs.map(({ is_ok }: JobHealth) => is_ok), [ok, true, true]);
      }
    }
    assertEquals(lines, ["not ok: accrue-interest", "not ok: accrue-interest"]);
  }));

Deno.test("health/without_a_secret_set_nobody_is_told_more", () =>
  withDatabase(async ({ sql, url }) => {
    const { handle } = healthOf(url, []);
    await ran(sql, "failed", "failed");
    for (const secret of ["", "undefined", "null", PREVIOUS]) {
      await assertAnswers(await handle(bearer(secret)), 503, '{"ok":false}');
    }
  }));

Deno.test("health/functions_and_a_database_of_different_releases_are_not_ok", () =>
  withDatabase(async ({ sql, url }) => {
    await ran(sql, "succeeded", "succeeded");
    const { handle, lines } = healthOf(url);
    const told = async () => {
      await assertAnswers(await handle(signedOut()), 503, '{"ok":false}');
      const { ok, version, database_version } = await (await handle(signedIn())).json();
      return { ok, version, database_version };
    };
    await sql`
      create or replace function public.version() returns text language sql stable
      set search_path = '' as $$ select '0.13.9' $$`;
    assertEquals(await told(), { ok: false, version: VERSION, database_version: "0.13.9" });
    await sql`drop function public.version()`;
    assertEquals(await told(), { ok: false, version: VERSION, database_version: null });
    const line = `not ok: the functions are ${VERSION}, the database is`;
    assertEquals(new Set(lines), new Set([`${line} 0.13.9`, `${line} older`]));
  }));

Deno.test("health/a_job_that_never_ran_is_not_ok", () =>
  withDatabase(async ({ url }) => {
    await assertAnswers(await healthOf(url).handle(signedOut()), 503, '{"ok":false}');
  }));

Deno.test("health/no_job_at_all_and_a_job_of_which_nothing_is_known_are_not_ok", async () => {
  for (const jobs of [[], [{ job: "lock-ended", is_ok: true }, { job: "other", is_ok: null }]]) {
    const handle = healthHandler({
      functionName: "health",
      read: () => Promise.resolve({ version: VERSION, jobs }),
      sharedSecrets: [],
      log: () => {},
    });
    await assertAnswers(await handle(signedOut()), 503, '{"ok":false}');
  }
});

Deno.test("health/a_database_that_cannot_say_is_not_ok_and_only_the_log_says_why", async (t) => {
  const assertUnknown = async (url: string, reason: RegExp) => {
    for (const request of [signedOut(), signedIn()]) {
      const { handle, lines } = healthOf(url);
      await assertAnswers(await handle(request), 503, '{"ok":false}');
      assertEquals(lines.length, 1, lines.join("\n"));
      assertMatch(lines[0] ?? "", reason);
      assertNotMatch(lines[0] ?? "", /db-password|secret/);
    }
  };
  await t.step("nobody listens", () => assertUnknown(NOWHERE, /^failed: .*ECONNREFUSED/));
  await t.step("somebody listens and never answers", async () => {
    const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = silent.addr;
    await assertUnknown(`postgres://x:db-password@127.0.0.1:${port}/x`, /no answer .* 4000 ms/);
    silent.close();
  });
  await t.step("the view is missing", () =>
    withDatabase(async ({ sql, url }) => {
      await sql`drop view public.job_health`;
      await assertUnknown(url, /^failed: .*"public\.job_health" does not exist/);
    }));
  await t.step("somebody holds the table locked", () =>
    withDatabase(async ({ sql, url }) => {
      await sql.begin(async (tx) => {
        await tx`lock table public.job_runs in access exclusive mode`;
        await assertUnknown(
          url,
          /^failed: (canceling statement due to statement timeout|no answer)/,
        );
        // Whoever gave up first, the database doesn't go on waiting for the lock.
        const waiting = async () =>
          (await sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`).length;
        for (let poll = 0; poll < 100 && await waiting() > 0; poll++) {
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        assertStrictEquals(await waiting(), 0);
      });
    }));
});

Deno.test("health/however_many_ask_at_once_the_database_is_asked_by_one", () =>
  withDatabase(async ({ sql, url }) => {
    await ran(sql, "succeeded", "succeeded");
    let reads = 0;
    const handle = healthHandler({
      functionName: "health",
      read: () => {
        reads++;
        return readDatabaseHealth(url);
      },
      sharedSecrets: [SECRET],
      log: () => {},
    });
    const requests = Array.from({ length: 50 }, (_, index) => index % 2 ? signedOut : signedIn);
    const answers = await Promise.all(requests.map((request) => handle(request())));
    assertEquals(reads, 1);
    for (const [index, answer] of answers.entries()) {
      const json = await answer.json();
      assertEquals(
        Object.keys(json),
        index % 2 ? ["ok"] : ["ok", "version", "database_version", "jobs"],
      );
    }
    // The next to ask sees what is so by then.
    await ran(sql, "succeeded", "failed");
    await assertAnswers(await handle(signedOut()), 503, '{"ok":false}');
    assertEquals(reads, 2);
  }));

Deno.test("health/serves_get_and_head_on_its_own_path_alone", async () => {
  const { handle } = healthOf(NOWHERE);
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const answer = await handle(new Request(ADDRESS, { method }));
    assertEquals(answer.headers.get("Allow"), "GET, HEAD");
    await assertAnswers(answer, 405, '{"error":"method_not_allowed"}');
  }
  for (const path of ["/health/extra", "/Health", "/healthy", "//"]) {
    const answer = await handle(new Request(`https://project.example${path}`));
    await assertAnswers(answer, 404, '{"error":"not_found"}');
  }
  for (const path of ["/", "/health", "/health/"]) {
    const answer = await handle(new Request(`https://project.example${path}`, { method: "HEAD" }));
    assertEquals(answer.status, 503);
  }
});

Deno.test("health/the_function_answers_as_a_process_of_its_own_and_prints_no_secret", () =>
  withDatabase(async ({ sql, url }) => {
    await ran(sql, "succeeded", "failed");
    const variables = {
      SUPABASE_DB_URL: url,
      CRON_SHARED_SECRET: SECRET,
      CRON_SHARED_SECRET_PREVIOUS: PREVIOUS,
    };
    await withFunction("health", variables, async (fn) => {
      await assertAnswers(await fetch(fn.url), 503, '{"ok":false}');
      const head = await fetch(fn.url, { method: "HEAD" });
      assertEquals([head.status, await head.text()], [503, ""]);
      const headers = { Authorization: `Bearer ${SECRET}` };
      const { jobs } = await (await fetch(fn.url, { headers })).json();
      assertEquals(jobs.length, 3);
      fn.kill("SIGKILL");
      await fn.status;
      assertEquals(fn.output, Array(3).fill("not ok: accrue-interest"));
    });
  }));

/** Number of times the project is asked until its health is the same before and after the answer. */
const ATTEMPTS = 8;

/** Asserts that the project tells of the jobs what its database says at this moment. */
async function assertToldAsItIs(address: string, sql: postgres.Sql, secret: string): Promise<void> {
  const okByJob = async () =>
    Array.from(await sql<JobHealth[]>`select job, is_ok from public.job_health order by job`);
  const headers = { Authorization: `Bearer ${secret}` };
  for (let attempt = 1;; attempt++) {
    const jobs = await okByJob();
    const answer = await fetch(address);
    const { jobs: told } = await (await fetch(address, { headers })).json();
    const isSteady = isDeepStrictEqual(await okByJob(), jobs); // Other tests run jobs too.
    if (!isSteady && attempt < ATTEMPTS) continue;
    const ok = jobs.every(({ is_ok }) => is_ok);
    await assertAnswers(answer, ok ? 200 : 503, JSON.stringify({ ok }));
    assertEquals(told.map(({ job, is_ok }: JobHealth) => ({ job, is_ok })), jobs);
    return;
  }
}

Deno.test("health/the_project_says_without_a_key_what_its_database_says", () =>
  withProjectDatabase(async (sql) => {
    const { baseUrl, cronSharedSecret: secret } = project();
    const address = `${baseUrl}/functions/v1/health`;
    // Well, unless another test has just made a job fail; not well, unless it has just run again.
    for (const job of JOBS) {
      const url = `${baseUrl}/functions/v1/cron-${job}`;
      assertCounts(job, await ask(url, { bearer: secret }));
    }
    await assertToldAsItIs(address, sql, secret);
    const [failed] = await sql<[{ id: string }]>`
      insert into public.job_runs (job, today, status, error, started_at, finished_at)
      values ('lock-ended', current_date, 'failed', 'a test of health', now(), now()) returning id`;
    try {
      await assertToldAsItIs(address, sql, secret);
    } finally {
      await sql`delete from public.job_runs where id = ${failed.id}`;
    }
    const post = await fetch(address, { method: "POST" });
    await assertAnswers(post, 405, '{"error":"method_not_allowed"}');
  }));
