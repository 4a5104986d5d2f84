// GET /functions/v1/health: what an outside monitor sees of the jobs.
import assert from "node:assert/strict";
import type postgres from "postgres";
import {
  healthHandler,
  type JobHealth,
  readJobHealth,
} from "../../supabase/functions/_shared/health.ts";
import { withDatabase } from "../support/database.ts";
import { withFunction } from "../support/http_function.ts";
import { project } from "../support/http_project.ts";

const ADDRESS = "https://project.example/health";
const SECRET = "the-right-secret";
const PREVIOUS = "the-previous-secret";
const NOWHERE = "postgres://nobody:db-password@127.0.0.1:1/nowhere";

/** What the view says of one job; `is_ok` and what else differs is for the test to say. */
function row(job: string, differing: Partial<JobHealth> = {}): JobHealth {
  return {
    job,
    last_run_at: "2026-04-11T12:00:00+00:00",
    last_run_status: "succeeded",
    last_error: null,
    last_success_at: "2026-04-11T12:00:00+00:00",
    last_success_age: "00:10:00",
    is_stale: false,
    stuck_runs: 0,
    left_over: 0,
    last_answer: { status_code: 200 },
    is_ok: true,
    ...differing,
  };
}

const FAILED = row("accrue-interest", {
  last_run_status: "failed",
  last_error: "permission denied for table invoices",
  is_ok: false,
});

/** Makes the view job_health say just these rows. */
async function says(sql: postgres.Sql, rows: readonly JobHealth[]): Promise<void> {
  await sql.unsafe(`
    drop view if exists public.job_health;
    create table if not exists public.said (
        job text, last_run_at timestamptz, last_run_status text, last_error text,
        last_success_at timestamptz, last_success_age interval, is_stale boolean,
        stuck_runs integer, left_over integer, last_answer jsonb, is_ok boolean
    );
    truncate public.said;
    create view public.job_health with (security_invoker = true) as select * from public.said;`);
  await sql`
    insert into public.said
    select * from jsonb_populate_recordset(null::public.said, ${
    JSON.stringify(rows)
  }::text::jsonb)`;
}

/** The handler over a database, and what it logs. */
function healthOf(url: string, sharedSecrets: readonly string[] = [SECRET, PREVIOUS]) {
  const lines: string[] = [];
  const check = {
    functionName: "health",
    readJobs: () => readJobHealth(url),
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
  assert.equal(answer.headers.get("Cache-Control"), "no-store");
  assert.equal(answer.headers.get("Content-Type"), "application/json");
  assert.deepEqual([answer.status, await answer.text()], [status, text]);
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
    await says(sql, [row("lock-ended"), row("accrue-interest")]);
    for (const request of requests) {
      await assertAnswers(await handle(request()), 200, '{"ok":true}');
    }
    await says(sql, [row("lock-ended"), FAILED]);
    for (const request of requests) {
      await assertAnswers(await handle(request()), 503, '{"ok":false}');
    }
  }));

Deno.test("health/tells_who_has_the_secret_of_each_job_what_the_view_says", () =>
  withDatabase(async ({ sql, url }) => {
    const { handle, lines } = healthOf(url);
    const fine = [row("accrue-interest"), row("lock-ended")];
    for (const secret of [SECRET, PREVIOUS]) {
      await says(sql, fine.toReversed());
      const answer = await handle(bearer(secret));
      assert.equal(answer.status, 200);
      assert.deepEqual(await answer.json(), { ok: true, jobs: fine });
      await says(sql, [row("lock-ended"), FAILED]);
      const failed = await handle(bearer(secret));
      assert.equal(failed.status, 503);
      assert.deepEqual(await failed.json(), { ok: false, jobs: [FAILED, row("lock-ended")] });
    }
    assert.deepEqual(lines, ["not ok: accrue-interest", "not ok: accrue-interest"]);
  }));

Deno.test("health/without_a_secret_set_nobody_is_told_more", () =>
  withDatabase(async ({ sql, url }) => {
    const { handle } = healthOf(url, []);
    await says(sql, [FAILED]);
    for (const secret of ["", "undefined", "null", PREVIOUS]) {
      await assertAnswers(await handle(bearer(secret)), 503, '{"ok":false}');
    }
  }));

Deno.test("health/no_job_at_all_and_a_job_of_which_nothing_is_known_are_not_ok", () =>
  withDatabase(async ({ sql, url }) => {
    const { handle } = healthOf(url);
    for (const rows of [[], [row("lock-ended"), row("accrue-interest", { is_ok: null })]]) {
      await says(sql, rows);
      await assertAnswers(await handle(signedOut()), 503, '{"ok":false}');
    }
  }));

Deno.test("health/a_database_that_cannot_say_is_not_ok_and_only_the_log_says_why", async (t) => {
  const assertUnknown = async (url: string, reason: RegExp) => {
    for (const request of [signedOut(), signedIn()]) {
      const { handle, lines } = healthOf(url);
      await assertAnswers(await handle(request), 503, '{"ok":false}');
      assert.equal(lines.length, 1, lines.join("\n"));
      assert.match(lines[0] ?? "", reason);
      assert.doesNotMatch(lines[0] ?? "", /db-password|secret/);
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
      await sql`drop view if exists public.job_health`;
      await assertUnknown(url, /^failed: .*"public\.job_health" does not exist/);
    }));
  await t.step("somebody holds the table locked", () =>
    withDatabase(async ({ sql, url }) => {
      await says(sql, [FAILED]);
      await sql.begin(async (tx) => {
        await tx`lock table public.said in access exclusive mode`;
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
        assert.equal(await waiting(), 0);
      });
    }));
});

Deno.test("health/however_many_ask_at_once_the_database_is_asked_by_one", () =>
  withDatabase(async ({ sql, url }) => {
    await says(sql, [row("lock-ended")]);
    let reads = 0;
    const handle = healthHandler({
      functionName: "health",
      readJobs: () => {
        reads++;
        return readJobHealth(url);
      },
      sharedSecrets: [SECRET],
      log: () => {},
    });
    const requests = Array.from({ length: 50 }, (_, index) => index % 2 ? signedOut : signedIn);
    const answers = await Promise.all(requests.map((request) => handle(request())));
    assert.equal(reads, 1);
    for (const [index, answer] of answers.entries()) {
      const json = await answer.json();
      assert.deepEqual(Object.keys(json), index % 2 ? ["ok"] : ["ok", "jobs"]);
    }
    // The next to ask sees what is so by then.
    await says(sql, [FAILED]);
    await assertAnswers(await handle(signedOut()), 503, '{"ok":false}');
    assert.equal(reads, 2);
  }));

Deno.test("health/serves_get_and_head_on_its_own_path_alone", async () => {
  const { handle } = healthOf(NOWHERE);
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const answer = await handle(new Request(ADDRESS, { method }));
    assert.equal(answer.headers.get("Allow"), "GET, HEAD");
    await assertAnswers(answer, 405, '{"error":"method_not_allowed"}');
  }
  for (const path of ["/health/extra", "/Health", "/healthy", "//"]) {
    const answer = await handle(new Request(`https://project.example${path}`));
    await assertAnswers(answer, 404, '{"error":"not_found"}');
  }
  for (const path of ["/", "/health", "/health/"]) {
    const answer = await handle(new Request(`https://project.example${path}`, { method: "HEAD" }));
    assert.equal(answer.status, 503);
  }
});

Deno.test("health/the_function_answers_as_a_process_of_its_own_and_prints_no_secret", () =>
  withDatabase(async ({ sql, url }) => {
    await says(sql, [row("lock-ended"), FAILED]);
    const variables = {
      SUPABASE_DB_URL: url,
      CRON_SHARED_SECRET: SECRET,
      CRON_SHARED_SECRET_PREVIOUS: PREVIOUS,
    };
    await withFunction("health", variables, async (fn) => {
      await assertAnswers(await fetch(fn.url), 503, '{"ok":false}');
      const head = await fetch(fn.url, { method: "HEAD" });
      assert.deepEqual([head.status, await head.text()], [503, ""]);
      const headers = { Authorization: `Bearer ${SECRET}` };
      const { jobs } = await (await fetch(fn.url, { headers })).json();
      assert.equal(jobs.length, 2);
      fn.kill("SIGKILL");
      await fn.status;
      assert.deepEqual(fn.output, Array(3).fill("not ok: accrue-interest"));
    });
  }));

Deno.test("health/the_project_serves_it_without_a_key", async () => {
  const { baseUrl } = project();
  const answer = await fetch(`${baseUrl}/functions/v1/health`);
  assert(answer.status === 200 || answer.status === 503);
  await assertAnswers(answer, answer.status, JSON.stringify({ ok: answer.status === 200 }));
  const post = await fetch(`${baseUrl}/functions/v1/health`, { method: "POST" });
  await assertAnswers(post, 405, '{"error":"method_not_allowed"}');
});
