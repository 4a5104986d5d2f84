// A session that is lost while there is more to say on it: the answer is that it failed, job_runs says so, and the
// process goes on. postgres.js alone ends the process of whoever writes to a reserved connection after that.
import { assertEquals, assertRejects } from "@std/assert";
import {
  SessionLostError,
  withSession,
} from "../../supabase/functions/_shared/jobs/transaction.ts";
import { startHttpServer } from "../support/delivery/http_server.ts";
import { Firm } from "../support/firm.ts";
import { ask, assertCounts } from "../support/http/cron.ts";
import { type FunctionUnderTest, withFunction } from "../support/http/function.ts";
import { BACKLOG_CLOCK } from "../support/jobs/backlog.ts";
import { waitUntil } from "../support/outbox/deliverer.ts";
import { switchMailOn, theMessage } from "../support/outbox/messages.ts";
import { invite, newcomer } from "../support/people/invitations.ts";
import { type TestDatabase, withDatabase } from "../support/server/database.ts";

const SECRET = "a-secret-of-these-tests";
const run = (fn: FunctionUnderTest) => ask(fn.url, { bearer: SECRET });

function withJob(
  job: string,
  variables: Readonly<Record<string, string>>,
  test: (database: TestDatabase, fn: FunctionUnderTest) => Promise<void>,
): Promise<void> {
  return withDatabase(
    (database) =>
      withFunction(
        job,
        { ...variables, SUPABASE_DB_URL: database.url, CRON_SHARED_SECRET: SECRET },
        (fn) => test(database, fn),
      ),
    { clock: BACKLOG_CLOCK },
  );
}

Deno.test("cron/an_accrual_whose_session_was_lost_between_its_parts_fails_and_the_next_does_it_all", () =>
  withJob("cron-accrue-interest", {}, async ({ sql }, fn) => {
    const firm = await Firm.create(sql);
    // Computing a part of these takes longer than the session may be idle.
    for (let year = 2001; year <= 2026; year++) {
      await firm.terms(`${year}-01-01`, `0.0${year % 9 + 1}`);
    }
    await firm.sentInvoices(1000, "2001-05-01");
    const limit = (value: string) =>
      sql.unsafe(`do $$ begin execute format(
        'alter database %I set idle_in_transaction_session_timeout = ${value}', current_database()); end $$`);
    await limit("5");
    assertEquals((await run(fn)).status, 500);
    await limit("0");
    const next = await run(fn);
    assertCounts("accrue-interest", next);
    assertEquals(next.json["scanned"], 1000);
    const runs = await sql`select status from job_runs order by started_at`;
    assertEquals(runs.map(({ status }) => status), ["failed", "succeeded"]);
  }));

Deno.test("cron/a_delivery_whose_sessions_were_lost_while_it_sent_keeps_what_came_of_it", async () => {
  const answer = Promise.withResolvers<void>();
  let requests = 0;
  const provider = await startHttpServer(false, async () => {
    requests++;
    await answer.promise;
    return { status: 200, body: JSON.stringify({ id: "mail-1" }) };
  });
  try {
    const variables = { MAIL_API_URL: `http://127.0.0.1:${provider.port}`, MAIL_API_KEY: "re_1" };
    await withJob("cron-deliver", variables, async ({ sql }, fn) => {
      await switchMailOn(sql, "http", ["invitation"]);
      await invite(sql, await newcomer(sql, "staff_member"));
      const running = run(fn);
      await waitUntil(() => requests === 1);
      await sql`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`;
      answer.resolve();
      assertEquals((await running).status, 500);
      const { status, provider_id } = await theMessage(sql);
      assertEquals([status, provider_id], ["sent", "mail-1"]);
      const [failed] = await sql`select status, error from job_runs`;
      assertEquals({ ...failed }, {
        status: "failed",
        error: "The connection to the database was lost.",
      });
      assertCounts("deliver", await run(fn));
      assertEquals(requests, 1);
    });
  } finally {
    await provider.close();
  }
});

Deno.test("health/whose_session_was_lost_says_that_it_is_not_well_and_goes_on", () =>
  withJob("health", {}, async ({ sql }, fn) => {
    const asked = () => fetch(fn.url, { headers: { Authorization: `Bearer ${SECRET}` } });
    const unlocked = await sql.reserve();
    await unlocked`begin`;
    await unlocked`lock table job_runs`;
    const losing = asked();
    await waitUntil(async () => {
      const ended = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`;
      return ended.length === 1;
    });
    const lost = await losing;
    assertEquals([lost.status, await lost.json()], [503, { ok: false }]);
    await unlocked`rollback`;
    unlocked.release();
    assertEquals((await (await asked()).json()).jobs.length, 3);
  }));

Deno.test("session/that_was_lost_refuses_what_is_said_to_it", () =>
  withDatabase(({ sql }) =>
    withSession(sql, async (session) => {
      const [{ pid }] = await session<[{ pid: number }]>`select pg_backend_pid() as pid`;
      await sql`select pg_terminate_backend(${pid}, 5000)`;
      // Until the news of it has come.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await assertRejects(async () => await session`select 1`, SessionLostError);
    })
  ));
