// Each function's real index.ts, started as the platform starts it.
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertNotStrictEquals,
} from "@std/assert";
import { Firm } from "../support/firm.ts";
import { ask, assertCounts, assertUnauthorized, type Job, JOBS } from "../support/http/cron.ts";
import { type FunctionUnderTest, withFunction } from "../support/http/function.ts";
import { NOTHING } from "../support/jobs/counts.ts";
import { withDatabase } from "../support/server/database.ts";

const NOWHERE = "postgres://nobody:nothing@127.0.0.1:1/nowhere";
const SECRET = "sécret & größer + 日本 🔑 =";
const PREVIOUS = "the-secret-before";

/** Registers a test that runs with each of the two functions. */
function testEachFunction(name: string, test: (job: Job) => Promise<void>): void {
  Deno.test(name, async (t) => {
    for (const job of JOBS) await t.step(`cron-${job}`, () => test(job));
  });
}

testEachFunction("cron/a_function_without_a_database_url_says_so_and_ends", async (job) => {
  for (const url of [undefined, "", "localhost"]) {
    const variables = {
      CRON_SHARED_SECRET: SECRET,
      ...(url === undefined ? {} : { SUPABASE_DB_URL: url }),
    };
    await withFunction(`cron-${job}`, variables, async (fn) => {
      const { code, signal } = await fn.status;
      assertEquals(signal, null);
      assertNotStrictEquals(code, 0);
      const said = fn.output.join("\n");
      const expected = url === undefined
        ? /SUPABASE_DB_URL is not set: set it/
        : /SUPABASE_DB_URL is not a postgres/;
      assertMatch(said, expected);
      assert(!said.includes(SECRET), said);
    });
  }
});

testEachFunction(
  "cron/a_function_without_a_secret_says_once_that_it_refuses_everything_and_does",
  async (job) => {
    for (const secret of [undefined, "", " ", " \t\n "]) {
      const variables = {
        SUPABASE_DB_URL: NOWHERE,
        CRON_SHARED_SECRET_PREVIOUS: PREVIOUS,
        ...(secret === undefined ? {} : { CRON_SHARED_SECRET: secret }),
      };
      await withFunction(`cron-${job}`, variables, async (fn) => {
        for (
          const request of [
            {},
            { bearer: "undefined" },
            { bearer: "null" },
            { token: "" },
            { token: " " },
            { bearer: PREVIOUS },
            { token: PREVIOUS },
          ]
        ) {
          assertUnauthorized(await ask(fn.url, request), JSON.stringify(request));
        }
        assertUnauthorized(await ask(fn.url, { token: secret ?? "undefined" }), "the blank itself");
        const said = fn.output.filter((line) => line.includes("every request will be refused"));
        assertEquals(said.length, 1, fn.output.join("\n"));
      });
    }
  },
);

testEachFunction(
  "cron/a_function_takes_both_secrets_in_both_places_and_never_prints_them",
  async (job) => {
    await withDatabase(async ({ url }) => {
      const variables = {
        SUPABASE_DB_URL: url,
        CRON_SHARED_SECRET: SECRET,
        CRON_SHARED_SECRET_PREVIOUS: PREVIOUS,
      };
      await withFunction(`cron-${job}`, variables, async (fn) => {
        for (const secret of [SECRET, PREVIOUS]) {
          assertCounts(job, await ask(fn.url, { bearer: secret }));
          assertCounts(job, await ask(fn.url, { token: secret }));
        }
        assertUnauthorized(await ask(fn.url, { bearer: "my-wrong-bearer" }), "bearer");
        assertUnauthorized(await ask(fn.url, { token: "my-wrong-token" }), "token");
        assertUnauthorized(await ask(fn.url, { bearer: "my-wrong-bearer", token: SECRET }), "both");
        assertEquals((await ask(fn.url, { token: SECRET, body: "{" })).status, 400);
        assertEquals((await ask(fn.url, { token: SECRET, method: "PUT" })).status, 405);
        assertEquals((await ask(`${fn.url}/x`, { token: SECRET })).status, 404);
        await assertSilentAbout(fn, [
          SECRET,
          encodeURIComponent(SECRET),
          PREVIOUS,
          "my-wrong-",
          "Bearer",
          "token=",
        ]);
        assert(
          fn.output.some((line) => line.includes("refused: wrong secret")),
          fn.output.join("\n"),
        );
      });
    });
  },
);

testEachFunction(
  "cron/a_function_that_cannot_reach_its_database_answers_500_and_stays_up",
  async (job) => {
    const variables = { SUPABASE_DB_URL: NOWHERE, CRON_SHARED_SECRET: SECRET };
    await withFunction(`cron-${job}`, variables, async (fn) => {
      for (let time = 0; time < 3; time++) {
        const answer = await ask(fn.url, { token: SECRET });
        assertEquals(answer.status, 500);
        assertEquals(Object.keys(answer.json), ["error", "run_id"]);
        assertEquals(answer.json["error"], "job_failed");
        assert(fn.output.some((line) => line.includes(String(answer.json["run_id"]))));
      }
      await assertSilentAbout(fn, [SECRET, encodeURIComponent(SECRET), "nothing@"]);
    });
  },
);

Deno.test("cron/a_dry_run_counts_what_a_run_would_do_and_changes_nothing_but_job_runs", async (t) => {
  const clock = "2026-04-11 12:00:00+00";
  await withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const ended = await firm.assignment("2026-04-10");
    for (const status of ["draft", "submitted", "approved", "approved", "pending_approval"]) {
      await firm.entry(ended, status);
    }
    await firm.sentInvoices(3, "2026-04-01");
    const everything = async () =>
      await sql`
        select (select array_agg(entry::text order by id) from time_entries as entry) as entries,
               (select array_agg(invoice::text order by id) from invoices as invoice) as invoices`;
    const expected: Record<Job, Record<string, number>> = {
      "lock-ended": {
        locked: 4,
        draft: 1,
        submitted: 1,
        approved: 2,
        unapproved: 2,
        assignments: 1,
        pending_approval: 1,
        remaining: 0,
      },
      "accrue-interest": { scanned: 3, updated: 3, unchanged: 0, remaining: 0 },
      "maintain": NOTHING.maintain,
      "deliver": NOTHING.deliver, // there is nobody who could be told
    };
    for (const job of JOBS) {
      await t.step(
        job,
        () =>
          withFunction(
            `cron-${job}`,
            { SUPABASE_DB_URL: url, CRON_SHARED_SECRET: SECRET },
            async (fn) => {
              const before = await everything();
              const dry = await ask(fn.url, { bearer: SECRET, body: '{"dry_run":true}' });
              assertEquals(await everything(), before);
              assertEquals(dry.json, expected[job]);
              const [run] =
                await sql`select dry_run, status, counts from job_runs where job = ${job}`;
              assertEquals(run, { dry_run: true, status: "succeeded", counts: dry.json });

              const real = await ask(fn.url, { bearer: SECRET, body: '{"dry_run":false}' });
              assertEquals(real.json, expected[job]);
              if (job !== "deliver" && job !== "maintain") {
                assertNotEquals(await everything(), before);
              }
            },
          ),
      );
    }
  }, { clock });
});

/** Asserts that nothing of this was printed, also not in the last moment. */
async function assertSilentAbout(fn: FunctionUnderTest, texts: readonly string[]): Promise<void> {
  fn.kill("SIGKILL");
  await fn.status;
  for (const text of texts) {
    assert(
      !fn.output.some((line) => line.includes(text)),
      `printed ${text}:\n${fn.output.join("\n")}`,
    );
  }
}
