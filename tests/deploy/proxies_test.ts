// The proxies of deploy/ beyond what tests/http/cron_*_test.ts ask of every door: what they pass on, what
// they say while the functions are away, and what they write down.
import { assert, assertEquals } from "@std/assert";
import { freePort } from "../../stack/processes.ts";
import { ask, type Job, JOBS } from "../support/http/cron.ts";
import { eachProxy, PROXIES, startNginx } from "../support/http/proxies.ts";

const SECRET = "s3cret-of-the-logs";
/** Nobody listens there. */
const AWAY = "http://127.0.0.1:1";

/** Runs a test with functions that answer 200 and what was asked of them. */
async function withFunctions(
  test: (upstream: string, asked: string[]) => Promise<void>,
): Promise<void> {
  const asked: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: freePort(), onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const line = `${request.method} ${pathname}${search} ${await request.text()}`;
      asked.push(line);
      return Response.json({ line }, { headers: { "Cache-Control": "no-store" } });
    },
  );
  try {
    await test(`http://127.0.0.1:${server.addr.port}`, asked);
  } finally {
    await server.shutdown();
  }
}

Deno.test("proxy/passes_the_query_and_the_body_on_as_they_came", (t) =>
  withFunctions((upstream) =>
    eachProxy(t, upstream, async ({ baseUrl }) => {
      for (const job of JOBS) {
        for (const query of ["", "?token=a%20b+c%26%C3%A9&x=1&token=2", "?%74oken"]) {
          for (const body of ["", '{"dry_run":true}', "é".repeat(450)]) {
            const { json } = await ask(`${baseUrl}/api/cron/${job}${query}`, { body });
            assertEquals(json["line"], `POST /functions/v1/cron-${job}${query} ${body}`);
          }
        }
      }
    })
  ));

Deno.test("proxy/passes_nothing_on_but_posts_to_a_job_with_a_small_body", (t) =>
  withFunctions((upstream, asked) =>
    eachProxy(t, upstream, async ({ baseUrl }) => {
      const door = (job: Job) => `${baseUrl}/api/cron/${job}`;
      for (const job of JOBS) {
        for (const method of ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]) {
          assertEquals((await ask(door(job), { method })).status, 405);
        }
        for (const length of [1025, 100_000]) {
          const answer = await ask(door(job), { bearer: SECRET, body: " ".repeat(length) });
          assertEquals([answer.status, answer.json], [413, { error: "body_too_large" }]);
        }
      }
      for (const path of ["/api/cron/health", "/api/cron/../functions/v1/cron-nope"]) {
        await (await fetch(baseUrl + path, { method: "POST" })).body?.cancel();
      }
      assertEquals(asked, []);
    })
  ));

Deno.test("proxy/answers_503_while_the_functions_are_away", (t) =>
  eachProxy(t, AWAY, async ({ baseUrl }) => {
    for (const job of JOBS) {
      const answer = await ask(`${baseUrl}/api/cron/${job}`, { bearer: SECRET });
      assertEquals([answer.status, answer.json], [503, { error: "function_unavailable" }]);
    }
  }));

Deno.test("proxy/writes_the_secret_nowhere_whatever_becomes_of_the_request", (t) =>
  withFunctions(async (upstream) => {
    for (const functions of [upstream, AWAY]) {
      await eachProxy(t, functions, async (proxy, kind) => {
        const door = `${proxy.baseUrl}/api/cron/lock-ended`;
        const statuses = [];
        for (
          const [url, request] of [
            [door, {}],
            [door, { method: "GET" }],
            [door, { body: "x".repeat(5000) }],
            [`${door}/extra`, {}],
            [`${proxy.baseUrl}/api/cron`, {}],
          ] as const
        ) {
          for (const secret of [{ token: SECRET }, { bearer: SECRET }]) {
            statuses.push((await ask(url, { ...request, ...secret })).status);
          }
        }
        // Refused before a location is found for it.
        const long = await fetch(`${door}?token=${SECRET}&${"x".repeat(40_000)}`);
        await long.body?.cancel();
        const written = await proxy.stop();
        assert(!written.includes(SECRET), written);
        if (kind.name === "Cloudflare Worker") return;
        for (const status of statuses) assert(written.includes(String(status)), written);
        assert(written.includes("/api/cron/lock-ended/extra"), written);
      });
    }
  }));

const nginx = PROXIES.find(({ name }) => name === "nginx");
Deno.test({
  name: nginx?.isInstalled
    ? "proxy/nginx_serves_functions_that_are_several_processes"
    : "proxy: nginx is not installed; .ci/run installs it",
  ignore: !nginx?.isInstalled,
  fn: () =>
    withFunctions((lockEnded) =>
      withFunctions(async (accrueInterest, asked) => {
        const hosted = "https://PROJECT_REF.supabase.co/functions/v1";
        const proxy = await startNginx({
          [`${hosted}/cron-lock-ended`]: `${lockEnded}/cron-lock-ended`,
          [`${hosted}/cron-accrue-interest`]: `${accrueInterest}/cron-accrue-interest`,
        });
        try {
          for (const job of ["lock-ended", "accrue-interest"]) {
            const { json } = await ask(`${proxy.baseUrl}/api/cron/${job}?x=1`, { body: "{}" });
            assertEquals(json["line"], `POST /cron-${job}?x=1 {}`);
          }
          assertEquals(asked.length, 1);
        } finally {
          await proxy.stop();
        }
      })
    ),
});
