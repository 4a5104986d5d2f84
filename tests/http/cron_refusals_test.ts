// What a job endpoint refuses besides wrong secrets, and in which order it checks.
import { assertEquals, assertMatch } from "@std/assert";
import {
  type Ask,
  ask,
  assertCounts,
  assertRunsNothing,
  assertUnauthorized,
  atDoors,
  eachAddress,
  JOBS,
  testEachDoor,
} from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";

// OPTIONS is answered by whatever stands in front of the functions, for pages of other origins.
const METHODS = ["GET", "PUT", "DELETE", "PATCH", "HEAD"];
const right = (): Ask => ({ bearer: project().cronSharedSecret });

testEachDoor("cron/answers_405_to_every_method_but_post", async ({ job, url }) => {
  await assertRunsNothing(job, async () => {
    for (const method of METHODS) {
      const answer = await ask(url, { ...right(), method });
      assertEquals(answer.status, 405, method);
      assertEquals(answer.headers.get("Allow"), "POST", method);
      if (method !== "HEAD") assertEquals(answer.json, { error: "method_not_allowed" });
    }
  });
});

Deno.test(atDoors("cron/answers_404_to_unknown_jobs_and_longer_paths"), async (t) => {
  await t.step("functions", () =>
    assertNotFound(
      project().baseUrl,
      [
        ...JOBS.flatMap((job) => [`cron-${job}/extra`, `cron-${job}/cron-${job}`, job]),
        "nope",
        "_shared",
      ].map((path) => `/functions/v1/${path}`),
    ));
  await eachAddress(t, (baseUrl) =>
    assertNotFound(baseUrl, [
      "/api/cron",
      ...[
        ...JOBS.flatMap((job) => [`${job}/extra`, `${job}/`, `${job}%2Fextra`, `${job}%0A`]),
        ...JOBS.flatMap((job) => [`cron-${job}`, job.toUpperCase(), `${job}s`]),
        "nope",
        "",
        "_shared",
      ].map((path) => `/api/cron/${path}`),
    ]));
});

async function assertNotFound(baseUrl: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    // 404 comes first: neither the method, nor the secret, nor the body matters.
    for (const request of [right(), { ...right(), method: "GET" }, {}, { body: "{" }]) {
      const answer = await ask(baseUrl + path, request);
      assertEquals(answer.status, 404, `${request.method ?? "POST"} ${path}`);
      assertEquals(answer.json, { error: "not_found" });
    }
  }
}

testEachDoor(
  "cron/checks_the_method_before_the_secret_and_the_secret_before_the_body",
  async ({ job, url }) => {
    await assertRunsNothing(job, async () => {
      assertEquals((await ask(url, { method: "PUT", body: "{" })).status, 405);
      assertEquals((await ask(url, { method: "PUT", bearer: "wrong" })).status, 405);
      assertUnauthorized(await ask(url, { body: "{" }), "malformed body without a secret");
      assertUnauthorized(await ask(url, { token: "wrong", body: '{"limit":0}' }), "wrong secret");
      assertEquals((await ask(url, { ...right(), body: "{" })).status, 400);
    });
  },
);

/** Bodies that no job takes, and what the message about each names. */
const UNUSABLE: Readonly<Record<string, RegExp>> = {
  "[]": /object/,
  "null": /object/,
  '"x"': /object/,
  "5": /object/,
  "[{}]": /object/,
  "{": /not JSON/,
  "dry_run=true": /not JSON/,
  "{} {}": /not JSON/,
  '{"dry_run":"yes"}': /dry_run/,
  '{"dry_run":1}': /dry_run/,
  '{"dry_run":null}': /dry_run/,
  '{"dry_run":true,"today":"2026-01-01"}': /today/,
  '{"batchSize":1}': /batchSize/,
  '{"__proto__":{}}': /__proto__/,
  '{"limit":0}': /limit/,
  '{"limit":-1}': /limit/,
  '{"limit":1001}': /limit/,
  '{"limit":"5"}': /limit/,
  '{"limit":1.5}': /limit/,
  '{"limit":1e400}': /limit/,
  '{"limit":null}': /limit/,
};

testEachDoor(
  "cron/answers_400_and_names_the_field_for_a_body_it_cannot_use",
  async ({ job, url }) => {
    const unusable = { ...UNUSABLE, ...(job === "lock-ended" ? { '{"limit":5}': /limit/ } : {}) };
    await assertRunsNothing(job, async () => {
      for (const [body, named] of Object.entries(unusable)) {
        const answer = await ask(url, { ...right(), body });
        assertEquals(answer.status, 400, body);
        assertEquals(Object.keys(answer.json), ["error", "message"]);
        assertEquals(answer.json["error"], "invalid_body");
        assertMatch(String(answer.json["message"]), named, body);
      }
    });
  },
);

testEachDoor(
  "cron/takes_an_empty_a_blank_and_an_object_body_whatever_its_media_type",
  async ({ job, url }) => {
    for (const body of ["", "{}", "  \r\n\t ", ' {"dry_run": false} ']) {
      assertCounts(job, await ask(url, { ...right(), body }));
    }
    const headers = {
      Authorization: `Bearer ${project().cronSharedSecret}`,
      "Content-Type": "text/plain",
    };
    const answer = await fetch(url, { method: "POST", headers, body: '{"dry_run":true}' });
    assertEquals(answer.status, 200, await answer.text());
  },
);
