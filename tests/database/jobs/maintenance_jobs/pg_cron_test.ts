// The real pg_cron: what stands in it after scheduling, and that it calls the jobs' real functions.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { fileURLToPath } from "node:url";
import {
  applyMigration,
  applyMigrations,
  readHistory,
  readMigrations,
} from "../../../../stack/schema/migrations.ts";
import { withFunction } from "../../../support/http/function.ts";
import { NOTHING } from "../../../support/jobs/counts.ts";
import { scheduleJobs, SECRET } from "../../../support/jobs/schedule.ts";
import { pendingMigrations } from "../../../support/schema/pending.ts";
import { answerRequests } from "../../../support/server/answer_requests.ts";
import {
  hasDebianCron,
  type ScheduledDatabase,
  withScheduledDatabase,
} from "../../../support/server/pg_cron.ts";
import { switchMailOn } from "../../../support/outbox/messages.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

/** Debian's pg_cron is 1.4; schedules of seconds came with 1.5. It fires when the minute turns. */
const EVERY_MINUTE = "* * * * *";
const MINUTE_MS = 60_000;

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
/** The last release whose jobs had names without a prefix. */
const OF_0_14_0 = "20261123182725";

const cronIsInstalled = await hasDebianCron();

function testWithCron(name: string, test: (database: ScheduledDatabase) => Promise<void>): void {
  Deno.test({
    name: `maintenance_jobs/${name}`,
    ignore: !cronIsInstalled, // Debian's package postgresql-15-cron; .ci/run installs it.
    fn: () => withScheduledDatabase(test),
  });
}

async function secrets(sql: postgres.Sql) {
  const rows = await sql`select name, decrypted_secret from vault.decrypted_secrets order by name`;
  return Object.fromEntries(rows.map((row) => [row.name, row.decrypted_secret]));
}

function cronJobs(sql: postgres.Sql) {
  return sql`select jobname, schedule, command, active, username from cron.job order by jobid`;
}

testWithCron("stand_in_cron_job_without_the_secret_and_twice_is_as_once", async ({ sql }) => {
  const answer = await scheduleJobs(sql);
  const before = await cronJobs(sql);
  assertEquals([...await scheduleJobs(sql)], [...answer]);
  assertEquals([...await cronJobs(sql)], [...before]);

  assertEquals(answer.map((row) => [row.job_name, row.schedule, row.command]).slice(0, 2), [
    ["staffing-lock-ended", "30 7 * * *", "select private.request_job('lock-ended')"],
    [
      "staffing-accrue-interest",
      "10,25,40,55 * * * *",
      "select private.request_job('accrue-interest')",
    ],
  ]);
  assertEquals(before.map((row) => `${row.jobname} ${row.username} ${row.active}`), [
    "staffing-lock-ended scheduled true",
    "staffing-accrue-interest scheduled true",
    "staffing-maintain scheduled true",
    "staffing-purge-job-history scheduled true",
  ]);
  assert(!JSON.stringify(before).includes(SECRET));
  assertEquals(await secrets(sql), {
    cron_shared_secret: SECRET,
    maintenance_jobs_address: "https://jobs.example.org/functions/v1/cron-<job>",
  });
});

testWithCron("take_another_secret_address_and_schedule", async ({ sql }) => {
  await scheduleJobs(sql);
  await sql`select cron.unschedule(jobid) from cron.job where jobname = 'staffing-accrue-interest'`;
  await scheduleJobs(sql, {
    base_url: "https://proxy.example.org/",
    job_path: "/api/cron/<job>",
    cron_shared_secret: " rotated\n",
    lock_ended_schedule: "0 6 * * *",
  });

  assertEquals(await secrets(sql), {
    cron_shared_secret: "rotated",
    maintenance_jobs_address: "https://proxy.example.org/api/cron/<job>",
  });
  const jobs = await cronJobs(sql);
  assertEquals(jobs.map((row) => [row.jobname, row.schedule]), [
    ["staffing-lock-ended", "0 6 * * *"],
    ["staffing-maintain", "15 9 * * *"],
    ["staffing-purge-job-history", "30 3 * * *"],
    ["staffing-accrue-interest", "10,25,40,55 * * * *"],
  ]);
});

testWithCron("keep_the_secret_that_is_in_vault_when_none_is_given", async ({ sql }) => {
  const without = () =>
    sql`select from private.schedule_maintenance_jobs('https://jobs.example.org')`;
  await assertRefused(without(), 409, "vault_secret_missing");
  assertEquals(await secrets(sql), {});
  assertStrictEquals((await cronJobs(sql)).length, 0);

  await sql`select vault.create_secret('put there by hand', 'cron_shared_secret')`;
  assertEquals((await without()).length, 4);
  assertEquals((await secrets(sql)).cron_shared_secret, "put there by hand");
});

testWithCron(
  "schedule_deliver_only_while_there_is_somebody_to_tell",
  async ({ sql, superuser }) => {
    const schedules = async () =>
      (await cronJobs(sql)).map((row) => `${row.jobname} ${row.schedule}`);
    await scheduleJobs(sql);
    assertEquals((await schedules()).length, 4);
    await switchMailOn(superuser, "http", []);
    await scheduleJobs(sql);
    assertEquals((await schedules()).slice(4), ["staffing-deliver * * * * *"]);
    await superuser`update mail_settings set provider = 'none'`;
    await scheduleJobs(sql);
    assertEquals((await schedules()).length, 4);
  },
);

testWithCron("are_active_again_after_a_pause", async ({ sql, superuser }) => {
  await scheduleJobs(sql);
  await superuser`update cron.job set active = false`;
  await scheduleJobs(sql);
  assertEquals((await cronJobs(sql)).map((row) => row.active), [true, true, true, true]);
});

testWithCron("refuse_a_schedule_that_pg_cron_does_not_take", async ({ sql }) => {
  await scheduleJobs(sql);
  const before = [...await cronJobs(sql)];
  for (const never of ["", "hourly", "* * * *", "61 * * * *"]) {
    const options = { accrue_interest_schedule: never, lock_ended_schedule: "1 1 1 1 1" };
    const attempt = scheduleJobs(sql, { ...options, cron_shared_secret: "other" });
    await assertRefused(attempt, 400, "schedule_not_valid");
  }
  assertEquals([...await cronJobs(sql)], before);
  assertStrictEquals((await secrets(sql)).cron_shared_secret, SECRET);
});

testWithCron("leave_jobs_of_others_alone_whatever_they_are_called", async ({ sql }) => {
  const theirs = ["lock-ended", "deliver", "purge-job-history"];
  for (const name of theirs) await sql`select cron.schedule(${name}, '0 0 * * *', 'select 1')`;
  await scheduleJobs(sql);
  await scheduleJobs(sql);
  await sql`select private.unschedule_maintenance_jobs()`;
  const left = await sql`select jobname, command from cron.job order by jobid`;
  assertEquals(left.map(({ jobname, command }) => `${jobname}: ${command}`), [
    "lock-ended: select 1",
    "deliver: select 1",
    "purge-job-history: select 1",
  ]);

  await sql`select cron.schedule('staffing-accrue-interest', '0 0 * * *', 'select 2')`;
  await assertRefused(scheduleJobs(sql), 409, "cron_job_name_taken");
  assertEquals((await cronJobs(sql)).length, 4, "nothing was scheduled");
});

testWithCron("that_somebody_renamed_run_once_under_our_name", async ({ sql }) => {
  await sql`select cron.schedule('nightly', '0 0 * * *', 'select private.request_job(''lock-ended'')')`;
  await scheduleJobs(sql);
  assertEquals((await cronJobs(sql)).map((row) => row.jobname).sort(), [
    "staffing-accrue-interest",
    "staffing-lock-ended",
    "staffing-maintain",
    "staffing-purge-job-history",
  ]);
});

Deno.test({
  name: "maintenance_jobs/of_0_14_0_have_their_new_names_after_the_upgrade_and_others_keep_theirs",
  ignore: !cronIsInstalled,
  fn: () =>
    withScheduledDatabase(async ({ sql, superuser }) => {
      await sql`select from private.schedule_maintenance_jobs('https://jobs.example.org', 'secret')`;
      await sql`select cron.schedule('deliver', '1 1 * * *', 'select 1')`;
      await superuser`update cron.job set active = false where jobname = 'lock-ended'`;
      await applyMigrations(sql, await pendingMigrations());
      const jobs = await cronJobs(sql);
      assertEquals(jobs.map((row) => `${row.jobname} ${row.schedule} ${row.active}`).sort(), [
        "deliver 1 1 * * * true",
        "staffing-accrue-interest 10,25,40,55 * * * * true",
        "staffing-purge-job-history 30 3 * * * true",
      ]);
      await scheduleJobs(sql);
      assertEquals((await cronJobs(sql)).map((row) => row.jobname).sort(), [
        "deliver",
        "staffing-accrue-interest",
        "staffing-lock-ended",
        "staffing-maintain",
        "staffing-purge-job-history",
      ]);
    }, async (sql) => {
      await readHistory(sql); // makes it
      const released = await readMigrations(`${ROOT}/supabase/migrations`);
      for (const file of released) {
        if (file.version <= OF_0_14_0) await applyMigration(sql, file);
      }
    }),
});

testWithCron("leave_nothing_but_history_when_unscheduled", async ({ sql }) => {
  await sql`select cron.schedule('somebody-elses', '0 0 * * *', 'select 1')`;
  await sql`select vault.create_secret('x', 'somebody-elses')`;
  await scheduleJobs(sql);
  const unschedule = async () => {
    const rows = await sql`select private.unschedule_maintenance_jobs() as name`;
    return rows.map((row) => row.name);
  };
  assertEquals(await unschedule(), [
    "staffing-accrue-interest",
    "staffing-lock-ended",
    "staffing-maintain",
    "staffing-purge-job-history",
  ]);
  assertEquals(await unschedule(), []);
  assertEquals((await cronJobs(sql)).map((row) => row.jobname), ["somebody-elses"]);
  assertEquals(await secrets(sql), { "somebody-elses": "x" });
});

testWithCron("of_others_are_left_alone_by_a_superuser_too", async ({ sql, superuser }) => {
  await scheduleJobs(sql);
  const own = await cronJobs(sql);
  assertEquals((await scheduleJobs(superuser)).length, 4);
  assertEquals((await superuser`select private.unschedule_maintenance_jobs()`).length, 4);
  assertEquals([...await cronJobs(superuser)], [...own]);
});

testWithCron("purge_what_is_older_than_a_week", async ({ sql, superuser }) => {
  const purge = (await scheduleJobs(sql)).at(-1);
  await sql`
    insert into private.job_requests (job, request_id, requested_at)
    values ('lock-ended', 1, now() - interval '8 days'), ('lock-ended', 2, now() - interval '6 days')`;
  // Of the third run, which could not connect, nobody knows when it was.
  await superuser`
    insert into cron.job_run_details (jobid, username, command, status, end_time)
    select 1, 'scheduled', command, 'succeeded', end_time
      from unnest(array['select private.request_job(''lock-ended'')', 'select report_of_ours()']) as command,
           unnest(array[now() - interval '10 days', now() - interval '9 days', null,
                        now() - interval '8 days', null, now() - interval '6 days']) as end_time`;
  await sql.unsafe(purge?.command);
  assertEquals(
    (await sql`select request_id from private.job_requests`).map((r) => r.request_id),
    ["2"],
  );
  const left = await sql`
    select command, count(*)::int from cron.job_run_details group by command order by count`;
  assertEquals(left.map(({ count }) => count), [2, 6], "of others all is left");
});

testWithCron("are_not_looked_into_where_the_owner_may_not", async ({ sql, superuser }) => {
  await scheduleJobs(sql);
  await superuser`revoke usage on schema cron, net, vault from scheduled`;
  const rows = await sql`select job, last_call_at from job_health`;
  assertEquals(rows.map((row) => row.last_call_at), [null, null, null]);
  assertEquals([...await sql`select private.unschedule_maintenance_jobs()`], []);
});

testWithCron("are_not_ok_while_pg_cron_cannot_connect", async ({ sql, superuser }) => {
  await scheduleJobs(sql);
  await sql`
    insert into job_runs (job, today, status, counts, finished_at)
    values ('lock-ended', current_date, 'succeeded', ${sql.json(NOTHING["lock-ended"])}, now())`;
  const lockEnded = () =>
    sql`select last_call_error, is_ok from job_health where job = 'lock-ended'`;
  // As pg_cron records it: no run began, so none has a time.
  const ran = (status: string) =>
    superuser`
      insert into cron.job_run_details (jobid, username, status, return_message)
      select jobid, username, ${status}, 'connection failed' from cron.job where jobname = 'staffing-lock-ended'`;

  await ran("failed");
  const notOk = { last_call_error: "pg_cron: connection failed", is_ok: false };
  assertEquals([...await lockEnded()], [notOk]);
  await ran("succeeded");
  assertEquals([...await lockEnded()], [{ last_call_error: null, is_ok: true }]);
});

async function health(sql: postgres.Sql) {
  return await sql`
    select job, last_run_status, is_stale, last_call_status, last_call_error, is_ok from job_health
     where job <> 'maintain'`; // it runs at night
}

/** Waits until pg_cron has run so many of the jobs' commands, answering what they request. */
async function untilCronRan(sql: postgres.Sql, runs: number): Promise<void> {
  const deadline = Date.now() + 1.5 * MINUTE_MS;
  for (;;) {
    await answerRequests(sql);
    const ended = await sql`select from cron.job_run_details where end_time is not null`;
    if (ended.length >= runs) break;
    assert(Date.now() < deadline, "pg_cron did not fire");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await answerRequests(sql);
}

testWithCron("are_fired_by_pg_cron_and_job_health_tells", async ({ sql, url, log }) => {
  const variables = { SUPABASE_DB_URL: url, CRON_SHARED_SECRET: SECRET };
  await withFunction(
    "cron-lock-ended",
    variables,
    (lockEnded) =>
      withFunction("cron-accrue-interest", variables, async (accrueInterest) => {
        const gateway = startGateway([lockEnded.url, accrueInterest.url]);
        try {
          await scheduleJobs(sql, {
            base_url: `http://127.0.0.1:${gateway.addr.port}`,
            lock_ended_schedule: EVERY_MINUTE,
            accrue_interest_schedule: EVERY_MINUTE,
          });
          const never = { last_run_status: null, last_call_status: null, last_call_error: null };
          const stale = { ...never, is_stale: true, is_ok: false };
          assertEquals([...await health(sql)], [
            { job: "accrue-interest", ...stale },
            { job: "lock-ended", ...stale },
          ]);

          await untilCronRan(sql, 2);
          const ran = {
            last_run_status: "succeeded",
            last_call_status: 200,
            last_call_error: null,
          };
          const fresh = { ...ran, is_stale: false, is_ok: true };
          assertEquals([...await health(sql)], [
            { job: "accrue-interest", ...fresh },
            { job: "lock-ended", ...fresh },
          ]);

          // Nothing can be sent any more: pg_cron says so, and the health at once with it.
          await sql`delete from vault.secrets where name = 'cron_shared_secret'`;
          await untilCronRan(sql, 4);
          for (const job of await health(sql)) {
            assertEquals(job.is_ok, false);
            assertMatch(
              job.last_call_error,
              /^pg_cron: ERROR: +Vault holds no secret named cron_shared/,
            );
          }
        } finally {
          await gateway.shutdown();
        }
      }),
  );
  assert(!JSON.stringify(await sql`select * from cron.job_run_details`).includes(SECRET));
  assert(!(await log()).includes(SECRET));
});

/** The platform's address for the two functions, each a process with a port of its own. */
function startGateway(functions: readonly string[]) {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const name = new URL(request.url).pathname.replace("/functions/v1/", "");
    const address = functions.find((url) => url.endsWith(`/${name}`));
    if (address === undefined) return new Response(null, { status: 404 });
    const { method, headers } = request;
    return await fetch(address, { method, headers, body: await request.text() });
  });
}
