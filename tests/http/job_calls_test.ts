// What job_health says when pg_net calls a job's real function, and that is down, slow, or answers 500.
import { assert, assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import { freePort } from "../../stack/processes.ts";
import { NOTHING } from "../support/jobs/counts.ts";
import { answerRequests } from "../support/server/answer_requests.ts";
import { type TestDatabase, withDatabase } from "../support/server/database.ts";
import { makeStandIns } from "../support/server/stand_ins.ts";
import { waitUntilBlocked } from "../support/sql/interleaving.ts";
import { withFunction } from "../support/http/function.ts";

const SECRET = "s3cret";
const NOWHERE = "postgres://nobody:nothing@127.0.0.1:1/nowhere";
const OK = { last_error: null, last_call_status: 200, last_call_error: null, is_ok: true };

/** Runs a test with the function of lock-ended, which pg_net's stand-in calls. */
function withCalledFunction(
  test: (database: TestDatabase) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  return withDatabase(async (database) => {
    const known = { SUPABASE_DB_URL: database.url, CRON_SHARED_SECRET: SECRET, ...variables };
    await withFunction("cron-lock-ended", known, async (fn) => {
      await makeStandIns(database.sql);
      await setAddress(database.sql, fn.url.replace("lock-ended", "<job>"));
      await database.sql`select private.keep_in_vault('cron_shared_secret', ${SECRET}, '')`;
      await test(database);
    });
  });
}

async function setAddress(sql: postgres.Sql, address: string): Promise<void> {
  await sql`select private.keep_in_vault('maintenance_jobs_address', ${address}, '')`;
}

/** Requests the job, as pg_cron does, and has the request answered. */
async function call(sql: postgres.Sql, patience?: number): Promise<void> {
  await sql`select private.request_job('lock-ended')`;
  assertEquals(await answerRequests(sql, patience), 1);
}

async function health(sql: postgres.Sql): Promise<postgres.Row> {
  const [row] = await sql`
    select last_error, last_call_status, last_call_error, is_ok from job_health where job = 'lock-ended'`;
  assert(row !== undefined);
  return row;
}

/** Makes what was asked so far five minutes older than it is. */
async function letTimePass(sql: postgres.Sql): Promise<void> {
  await sql`update private.job_requests set requested_at = requested_at - interval '5 minutes'`;
}

Deno.test("job_health/is_ok_after_a_call_that_the_job_followed", () =>
  withCalledFunction(async ({ sql }) => {
    await call(sql);
    assertEquals(await health(sql), OK);
  }));

Deno.test("job_health/shows_an_endpoint_that_is_down_until_a_call_gets_through", () =>
  withCalledFunction(async ({ sql }) => {
    await call(sql);
    const [kept] = await sql`select private.vault_secret('maintenance_jobs_address') as address`;
    await setAddress(sql, `http://127.0.0.1:${freePort()}/<job>`);
    await call(sql);
    assertEquals(await health(sql), {
      last_error: null,
      last_call_status: null,
      last_call_error: "Could not connect to server",
      is_ok: false,
    });

    await setAddress(sql, kept?.address);
    await call(sql);
    assertEquals(await health(sql), OK);
  }));

Deno.test("job_health/shows_a_call_that_took_too_long_until_its_run_succeeds_after_all", () =>
  withCalledFunction(async ({ sql }) => {
    await sql.begin(async (holder) => {
      await holder`lock table job_runs in share mode`;
      const called = call(sql, 3000);
      await waitUntilBlocked(sql);
      await called;
      assertEquals(await health(sql), {
        last_error: null,
        last_call_status: null,
        last_call_error: "Timeout of 3000 ms reached.",
        is_ok: false,
      });
    });
    while ((await sql`select from job_runs where status = 'succeeded'`).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assertEquals((await health(sql)).is_ok, true);
  }));

Deno.test("job_health/shows_a_run_that_failed_behind_an_answer_of_500", () =>
  withCalledFunction(async ({ sql }) => {
    await sql.unsafe(`
      create function public.fail() returns trigger language plpgsql as
        $$ begin if new.status = 'succeeded' then raise 'the disk is on fire'; end if; return new; end; $$;
      create trigger fail before update on public.job_runs for each row execute function public.fail();`);
    await call(sql);
    assertEquals(await health(sql), {
      last_error: "the disk is on fire",
      last_call_status: 500,
      last_call_error: null,
      is_ok: false,
    });
  }));

Deno.test("job_health/shows_an_answer_of_500_that_left_no_run", () =>
  withCalledFunction(async ({ sql }) => {
    await sql`
      insert into job_runs (job, today, status, counts, finished_at)
      values ('lock-ended', current_date, 'succeeded', ${sql.json(NOTHING["lock-ended"])}, now())`;
    await call(sql);
    const seen = { last_call_status: 500, last_call_error: null, is_ok: false };
    assertEquals(await health(sql), { last_error: null, ...seen });
  }, { SUPABASE_DB_URL: NOWHERE }));

Deno.test("job_health/shows_a_secret_that_the_function_does_not_know", () =>
  withCalledFunction(async ({ sql }) => {
    await call(sql);
    const seen = { last_call_status: 401, last_call_error: null, is_ok: false };
    assertEquals(await health(sql), { last_error: null, ...seen });
  }, { CRON_SHARED_SECRET: "another" }));

Deno.test("job_health/waits_five_minutes_for_an_answer_before_it_calls_a_request_lost", () =>
  withCalledFunction(async ({ sql }) => {
    await call(sql);
    await sql`select private.request_job('lock-ended')`;
    assertEquals(await health(sql), OK);

    await letTimePass(sql);
    const lost = await health(sql);
    assertMatch(lost.last_call_error, /^No answer/);
    // The first call's run came after the second request, five minutes ago: that is work done.
    assertEquals(lost.is_ok, true);
    await sql`update job_runs set finished_at = finished_at - interval '5 minutes', started_at = started_at - interval '5 minutes'`;
    assertEquals((await health(sql)).is_ok, false);
  }));

Deno.test("job_health/does_not_take_an_answer_of_200_for_a_run", () =>
  withCalledFunction(async ({ sql }) => {
    await call(sql);
    await sql`delete from job_runs`;
    const seen = { last_call_status: 200, last_call_error: null, is_ok: false };
    assertEquals(await health(sql), { last_error: null, ...seen });
  }));
