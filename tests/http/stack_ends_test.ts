// How a stack ends, and what it finds of one that was killed.
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { join } from "node:path";
import postgres from "postgres";
import { runningProcesses, until } from "../../stack/processes.ts";
import { processesWith, stackEnv, withStackPlace } from "../support/http/stack.ts";
import { postgrestStandIn } from "../support/http/postgrest_stand_in.ts";

const runs = async (pid: number) => (await runningProcesses()).some((one) => one.pid === pid);
const ends = (pid: number) => until(async () => !await runs(pid), 10_000);

Deno.test("stack/a_start_ends_what_a_killed_server_left_and_says_so", () =>
  withStackPlace(async (place) => {
    const first = place.start();
    assert(await first.ready, first.stderr.join("\n"));
    const { SUPABASE_DB_URL = "" } = await stackEnv(place);
    const [busy, hanging] = [
      postgres(SUPABASE_DB_URL, { max: 1 }),
      postgres(SUPABASE_DB_URL, { max: 1 }),
    ];
    const pids = await Promise.all([busy, hanging].map(async (sql) => {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      return row?.pid ?? 0;
    }));
    const work = busy`select count(*) from generate_series(1, 1e15::bigint)`.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    Deno.kill(pids[1] ?? 0, "SIGSTOP");

    const lockFile = await Deno.readTextFile(join(place.dataDir, "postgres", "postmaster.pid"));
    first.kill("SIGKILL");
    Deno.kill(Number.parseInt(lockFile, 10), "SIGKILL");
    await first.status;

    const second = place.start();
    assert(await second.ready, second.stderr.join("\n"));
    const said = second.stdout.find((line) => line.startsWith("ending what the last PostgreSQL"));
    for (const pid of pids) {
      assertMatch(said ?? second.stdout.join("\n"), new RegExp(`process ${pid} \\(postgres: `));
      assert(!await runs(pid), String(pid));
    }
    await work;
    await Promise.all([busy.end({ timeout: 0 }), hanging.end({ timeout: 0 })]);
    second.kill("SIGTERM");
    assertStrictEquals((await second.status).code, 0);
  }));

Deno.test("stack/stops_within_10_s_with_abandoned_calls_in_flight", () =>
  withStackPlace(async (place) => {
    const stack = place.start();
    assert(await stack.ready, stack.stderr.join("\n"));
    const { SUPABASE_DB_URL = "", SUPABASE_SECRET_KEY: apikey = "", ...env } = await stackEnv(
      place,
    );
    const holder = postgres(SUPABASE_DB_URL, { max: 1 });
    const reserved = await holder.reserve();
    await reserved`begin`;
    await reserved`lock table public.facilities, public.job_runs, auth.users`;
    const json = { apikey, "content-type": "application/json" };
    const sign = { method: "POST", headers: json, body: '{"email":"a@b.example","password":"x"}' };
    const secret = { authorization: `Bearer ${env["CRON_SHARED_SECRET"]}` };
    const calls: [string, RequestInit][] = [
      ...Array.from({ length: 12 }, (): [string, RequestInit] => [
        "/rest/v1/facilities",
        { headers: { apikey } },
      ]),
      ["/auth/v1/token?grant_type=password", sign],
      ["/api/cron/lock-ended", { method: "POST", headers: secret }],
      ["/functions/v1/health", {}],
    ];
    const leaving = new AbortController();
    const left = calls.map(([path, init]) =>
      fetch(place.baseUrl + path, { ...init, signal: leaving.signal }).then(() => path, () => null)
    );
    let waiting = 0;
    for (const until = Date.now() + 20_000; waiting < 4 && Date.now() < until;) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      // Else a transaction sees what it saw when it first looked.
      await reserved`select pg_stat_clear_snapshot()`;
      const [found] = await reserved<[{ count: number }]>`
        select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`;
      waiting = found.count;
    }
    assert(waiting >= 4, `${waiting} calls wait`);
    leaving.abort();
    assertEquals(await Promise.all(left), calls.map(() => null), "answered all the same");

    const asked = Date.now();
    stack.kill("SIGTERM");
    const { code } = await stack.status;
    const took = Date.now() - asked;
    assertStrictEquals(code, 0, stack.stderr.join("\n"));
    assert(took < 10_000, `${took} ms`);
    assertEquals(await processesWith(place.dataDir), []);
    await holder.end({ timeout: 0 });
  }));

Deno.test("stack/a_postgrest_that_ends_is_started_again_and_none_is_left_behind", () =>
  withStackPlace(async (place) => {
    const stack = place.start({ POSTGREST_BIN: await postgrestStandIn(place.directory) });
    assert(await stack.ready, stack.stderr.join("\n"));
    const { SUPABASE_SECRET_KEY: apikey = "" } = await stackEnv(place);
    const ask = () => fetch(`${place.baseUrl}/rest/v1/`, { headers: { apikey } });
    const first: number = await (await ask()).json();
    Deno.kill(first, "SIGKILL");
    assert(await ends(first));
    const down = await ask();
    assertEquals(down.status, 503);
    assertMatch((await down.json()).message, /PostgREST is not up/);

    let second = 0;
    const isUp = async () => {
      const answer = await ask();
      second = answer.ok ? await answer.json() : (await answer.body?.cancel(), 0);
      return answer.ok;
    };
    assert(await until(isUp, 10_000));
    assertNotStrictEquals(second, first);
    const lines = stack.stdout.filter((line) => line.startsWith("[postgrest]"));
    assertEquals(lines.length, 1, lines.join("\n"));
    assertMatch(lines[0] ?? "", /^\[postgrest\] ended \(.+\); starting again in 0.5 s$/);

    stack.kill("SIGKILL");
    await stack.status;
    assert(await ends(second), "left behind after kill -9");

    const next = place.start({ POSTGREST_BIN: join(place.directory, "postgrest") });
    assert(await next.ready, next.stderr.join("\n"));
    const third: number = await (await ask()).json();
    next.kill("SIGTERM");
    assertStrictEquals((await next.status).code, 0);
    assert(!await runs(third), "left behind after SIGTERM");
  }));

Deno.test("stack/a_postgrest_that_cannot_be_run_is_said_and_ends_the_start", () =>
  withStackPlace(async (place) => {
    const stack = place.start({ POSTGREST_BIN: join(place.directory, "nothing") });
    assertEquals((await stack.status).code, 1);
    assert(stack.stdout.some((line) => /^\[postgrest\] cannot be run: /.test(line)));
    assertMatch(stack.stderr.join("\n"), /^POSTGREST_BIN .*nothing does not become ready/);
    assertEquals(await processesWith(place.directory), []);
  }));
