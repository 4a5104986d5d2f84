// The handler of a job's endpoint as a function from Request to Response, on a real database.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { z } from "zod";
import { cronHandler } from "../../supabase/functions/_shared/cron_handler.ts";
import { connect } from "../../supabase/functions/_shared/database.ts";
import { readCronEnvironment } from "../../supabase/functions/_shared/env.ts";
import { lockEndedAssignments } from "../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { Firm } from "../support/firm.ts";
import { asBytes } from "../support/http/cron.ts";
import { withDatabase } from "../support/server/database.ts";

const ADDRESS = "https://project.example/cron-lock-ended";
const UNICODE = "sécret-日本-🔑";

/** Every line that a handler logged in these tests, and every secret and token that it was given. */
const logged: string[] = [];
const given = new Set<string>();

/** The handler of lock-ended on a database, and what it logs. */
function handlerOn(sql: postgres.Sql, secret: string | undefined, previous?: string) {
  const lines: string[] = [];
  const variables: Record<string, string | undefined> = {
    SUPABASE_DB_URL: "postgres://unused.example/x",
    CRON_SHARED_SECRET: secret,
    CRON_SHARED_SECRET_PREVIOUS: previous,
  };
  for (const one of [secret, previous]) if (one !== undefined && one.trim() !== "") given.add(one);
  const handle = cronHandler({
    functionName: "cron-lock-ended",
    body: z.strictObject({ dry_run: z.boolean().optional() }),
    run: (body) => lockEndedAssignments(sql, { dryRun: body.dry_run }),
    sharedSecrets: readCronEnvironment((name) => variables[name]).sharedSecrets,
    log: (line) => {
      lines.push(line);
      logged.push(line);
    },
  });
  return { handle, lines };
}

function bearer(secret: string, init: RequestInit = {}): Request {
  given.add(secret);
  const headers = { Authorization: `Bearer ${asBytes(secret)}` };
  return new Request(ADDRESS, { method: "POST", headers, ...init });
}

function token(secret: string): Request {
  given.add(secret);
  return new Request(`${ADDRESS}?token=${encodeURIComponent(secret)}`, { method: "POST" });
}

Deno.test("cron/an_unset_empty_or_blank_secret_refuses_everything_and_is_logged_once_at_start", () =>
  withDatabase(async ({ sql }) => {
    for (const secret of [undefined, "", "   ", "\t\n", "\u00a0"]) {
      const { handle, lines } = handlerOn(sql, secret, "the-previous-secret");
      assertEquals(lines.length, 1);
      assertMatch(lines[0] ?? "", /CRON_SHARED_SECRET is unset or blank: every request/);
      const requests = [
        new Request(ADDRESS, { method: "POST" }),
        new Request(`${ADDRESS}?token=`, { method: "POST" }),
        new Request(`${ADDRESS}?token=${encodeURIComponent(secret ?? "undefined")}`, {
          method: "POST",
        }),
        new Request(ADDRESS, { method: "POST", headers: { Authorization: "Bearer  " } }),
        bearer("guess-null"),
        bearer("the-previous-secret"),
        token("the-previous-secret"),
      ];
      for (const request of requests) {
        const answer = await handle(request);
        assertEquals(answer.status, 401);
        assertEquals(await answer.text(), '{"error":"unauthorized"}');
      }
      assertEquals(lines.filter((line) => line.includes("every request")).length, 1);
    }
    assertStrictEquals((await sql`select from job_runs`).length, 0);
  }));

Deno.test("cron/a_unicode_secret_is_taken_in_both_places", () =>
  withDatabase(async ({ sql }) => {
    for (const secret of [UNICODE, "café", "ключ", "plain"]) {
      const { handle } = handlerOn(sql, secret);
      assertEquals((await handle(bearer(secret))).status, 200, secret);
      assertEquals((await handle(token(secret))).status, 200, secret);
    }
    // One byte a character, as a client sends it that knows only Latin-1.
    const headers = { Authorization: "Bearer café" };
    const latin = new Request(ADDRESS, { method: "POST", headers });
    assertEquals((await handlerOn(sql, "café").handle(latin)).status, 200);
  }));

Deno.test("cron/a_secret_of_another_length_or_spelling_is_wrong", () =>
  withDatabase(async ({ sql }) => {
    const { handle } = handlerOn(sql, UNICODE);
    // The last one is é written as e and an accent.
    for (
      const wrong of [
        UNICODE.slice(1),
        `${UNICODE}x`,
        "s",
        "x".repeat(10_000),
        UNICODE.normalize("NFD"),
      ]
    ) {
      assertEquals((await handle(bearer(wrong))).status, 401);
      assertEquals((await handle(token(wrong))).status, 401);
    }
    assertStrictEquals((await sql`select from job_runs`).length, 0);
  }));

Deno.test("cron/the_previous_secret_is_taken_beside_the_one_in_force_and_the_log_says_so", () =>
  withDatabase(async ({ sql }) => {
    const { handle, lines } = handlerOn(sql, UNICODE, "the-previous-secret");
    for (const request of [bearer(UNICODE), token(UNICODE)]) {
      assertEquals((await handle(request)).status, 200);
    }
    assert(!lines.some((line) => line.includes("PREVIOUS")), lines.join("\n"));
    for (const request of [bearer("the-previous-secret"), token("the-previous-secret")]) {
      lines.length = 0;
      assertEquals((await handle(request)).status, 200);
      assertMatch(lines[0] ?? "", /^accepted CRON_SHARED_SECRET_PREVIOUS: this scheduler/);
    }
    for (const wrong of [`${UNICODE}the-previous-secret`, "the-previous-secre", "another"]) {
      assertEquals((await handle(bearer(wrong))).status, 401);
      assertEquals((await handle(token(wrong))).status, 401);
    }
    assertEquals((await sql`select from job_runs`).length, 4);
  }));

Deno.test("cron/the_reason_of_a_refusal_is_in_the_log_and_not_in_the_answer", () =>
  withDatabase(async ({ sql }) => {
    const { handle, lines } = handlerOn(sql, "the-right-secret");
    const answers = [
      await handle(new Request(ADDRESS, { method: "POST" })),
      await handle(bearer("the-wrong-bearer")),
      await handle(token("the-wrong-token")),
    ];
    const shown = await Promise.all(
      answers.map(async (answer) => [answer.status, [...answer.headers], await answer.text()]),
    );
    assertEquals(shown[1], shown[0]);
    assertEquals(shown[2], shown[0]);
    assertEquals(lines, [
      "refused: no secret presented",
      "refused: wrong secret",
      "refused: wrong secret",
    ]);
  }));

Deno.test("cron/a_run_that_the_database_fails_answers_500_with_its_run_id_and_no_internals", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment("2026-02-28"), "draft");
    await sql.unsafe(`
      create function public.fail() returns trigger language plpgsql as
        $$ begin raise exception 'secret detail' using detail = 'more of it', hint = 'and more'; end; $$;
      create trigger fail before update on public.time_entries
        for each row execute function public.fail();`);
    const { handle, lines } = handlerOn(sql, "the-right-secret");

    const answer = await handle(bearer("the-right-secret"));

    assertEquals(answer.status, 500);
    assertEquals(answer.headers.get("Cache-Control"), "no-store");
    const [run] = await sql`select id, status, error from job_runs`;
    assertEquals(await answer.json(), { error: "job_failed", run_id: run?.id });
    assertEquals(run, { id: run?.id, status: "failed", error: "secret detail" });
    assertEquals(lines, [`failed: run ${run?.id}: secret detail`]);
  }));

Deno.test("cron/a_database_that_is_away_answers_500_with_a_run_id_that_the_log_explains", async () => {
  const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = closed.addr;
  closed.close();
  const sql = connect(`postgres://postgres:db-password@127.0.0.1:${port}/postgres`);
  given.add("db-password");
  const { handle, lines } = handlerOn(sql, "the-right-secret");

  const answer = await handle(token("the-right-secret"));

  assertEquals(answer.status, 500);
  const json = await answer.json();
  assertEquals(Object.keys(json), ["error", "run_id"]);
  assertMatch(json.run_id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assertEquals(lines.length, 1);
  assertMatch(lines[0] ?? "", new RegExp(`failed: run ${json.run_id}: .*ECONNREFUSED`));
  await sql.end({ timeout: 1 });
});

Deno.test("cron/a_body_that_is_not_json_is_called_that", () =>
  withDatabase(async ({ sql }) => {
    const { handle } = handlerOn(sql, "the-right-secret");
    for (const body of ["{", "limit=5", "undefined", "{'dry_run': true}"]) {
      const answer = await handle(bearer("the-right-secret", { body }));
      assertEquals(answer.status, 400);
      assertEquals(await answer.json(), {
        error: "invalid_body",
        message: "The body is not JSON.",
      });
    }
    const text = await handle(bearer("the-right-secret", { body: '"text"' }));
    assertMatch((await text.json()).message, /expected object, received string/);
  }));

Deno.test("cron/is_served_below_its_own_name_and_at_the_root_alone", () =>
  withDatabase(async ({ sql }) => {
    const { handle } = handlerOn(sql, "the-right-secret");
    for (
      const [path, status] of [["/", 200], ["/cron-lock-ended", 200], ["/lock-ended", 404], [
        "//",
        404,
      ]] as const
    ) {
      const request = new Request(`https://project.example${path}`, bearer("the-right-secret"));
      assertStrictEquals((await handle(request)).status, status, path);
    }
  }));

Deno.test("cron/no_log_line_of_all_the_above_holds_a_secret_or_a_token", () => {
  assert(logged.length >= 20 && given.size >= 10, "run the whole file");
  for (const line of logged) {
    for (const text of given) {
      for (const form of [text, encodeURIComponent(text), asBytes(text)]) {
        // One letter is in many words.
        if (text.length > 1) assert(!line.includes(form), line);
      }
    }
  }
});
