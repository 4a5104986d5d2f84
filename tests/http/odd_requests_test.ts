// What the embedded REST would read otherwise than PostgREST, or fail at, if nothing stood before it.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { claimsOf, signingKey, token } from "../support/access/tokens.ts";
import { withProjectFirm } from "../support/access/project.ts";
import { project } from "../support/http/project.ts";

async function ask(path: string, init: RequestInit = {}) {
  const { baseUrl, secretKey } = project();
  const headers = {
    apikey: secretKey,
    "content-type": "application/json",
    ...init.headers,
  };
  const answer = await fetch(`${baseUrl}/rest/v1/${path}`, { ...init, headers });
  return { status: answer.status, body: await answer.json() };
}

Deno.test("rest/a_list_or_an_object_in_place_of_a_day_or_an_instant_is_400", async () => {
  for (const odd of [[], [null], {}, { a: 1 }]) {
    const { status, body } = await ask("rpc/accruals", {
      method: "POST",
      body: JSON.stringify({ on_day: odd }),
    });
    assertEquals(status, 400, `${JSON.stringify(odd)}: ${JSON.stringify(body)}`);
    assertMatch(body.code, /^22/);
  }
  const { status, body } = await ask("billing_runs", {
    method: "POST",
    body: JSON.stringify({ created_at: {} }),
  });
  assertEquals([status, body.code], [400, "22007"]);
});

Deno.test("rest/headers_and_a_query_that_are_no_utf_8_are_400_and_leave_the_next_caller_alone", async () => {
  const path = "facilities?select=id&limit=1";
  for (let time = 0; time < 20; time++) {
    for (
      const [odd, headers] of [
        [path, { "x-client-info": "\xff" }],
        [path, { prefer: "count=\xc3" }],
        [`${path}&%ff=eq.1`, {}],
        [`${path}&name=eq.%c3%28`, {}],
      ] as const
    ) {
      const { status, body } = await ask(odd, { headers });
      assertEquals([status, body.code], [400, "not_utf_8"]);
    }
  }
  // "Zoë", as UTF-8 has it.
  const headers = { "x-client-info": "Zo\xc3\xab" };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask(`${path}&name=neq.Zo%C3%AB+50%25+or+50%`, { headers })),
  );
  assertEquals([...new Set(answers.map(({ status }) => status))], [200]);
});

Deno.test("rest/hours_beyond_all_size_are_400_and_not_none", () =>
  withProjectFirm(async ({ firm }) => {
    const assignment = firm.id("assignments", "ada at north");
    for (const hours of ["9".repeat(200_000), "1e400", "-1E+999"]) {
      const days = `"assignment_id":"${assignment}","week_start":"2026-03-02"`;
      const { status, body } = await ask("rpc/save_week", {
        method: "POST",
        body: `{${days},"days":{"2026-03-02":${hours}}}`,
      });
      assertEquals(status, 400, `${hours.slice(0, 8)}: ${JSON.stringify(body)}`);
    }
  }));

Deno.test("documents/a_key_that_is_no_utf_8_is_refused_as_the_api_refuses_it", async () => {
  const path = `/functions/v1/documents/invoice/${crypto.randomUUID()}`;
  const answer = await fetch(project().baseUrl + path, { headers: { apikey: "\xff" } });
  assertEquals([answer.status, (await answer.json()).error], [400, "not_utf_8"]);
});

Deno.test("rest/a_path_that_is_no_utf_8_is_404", async () => {
  for (
    const [path, code] of [["%ff", "PGRST205"], ["rpc/%ff", "PGRST202"], ["a/%ff", "PGRST125"]]
  ) {
    const { status, body } = await ask(path ?? "");
    assertEquals([status, body.code], [404, code], path);
  }
});

Deno.test("rest/a_role_that_is_a_list_is_no_role", async () => {
  const secret = signingKey();
  if (secret === null) return console.warn("no signing key is set: no token can be made");
  const { publishableKey } = project();
  for (const role of [["service_role"], ["authenticated"], { service_role: true }, 1, null]) {
    const bearer = token(claimsOf(crypto.randomUUID(), { role }), secret);
    const headers = { apikey: publishableKey, authorization: `Bearer ${bearer}` };
    for (const path of ["facilities?select=id", "rpc/ar_aging_as_of?as_of=2026-03-01"]) {
      const { status, body } = await ask(path, { headers });
      assert([400, 401, 403].includes(status), `${JSON.stringify(role)} ${path}: ${status}`);
      assert(!Array.isArray(body), JSON.stringify(body));
    }
  }
});

Deno.test("rest/rows_of_a_procedure_are_ordered_by_what_is_read_of_them", async () => {
  const days = "gross_profit?from_day=2026-03-01&to_day=2026-03-02&by=week";
  const aging = "ar_aging_as_of?as_of=2026-03-01";
  for (
    const [path, unread] of [
      [`${days}&select=name&order=day`, "day"],
      [`${days}&select=day,billed&order=day,place.desc`, "place"],
      [`${days}&select=place:day&order=place`, "place"],
      [`${aging}&select=facility_name&order=net`, "net"],
    ] as const
  ) {
    const { status, body } = await ask(`rpc/${path}`);
    assertEquals([status, body.code], [400, "42703"], path);
    assertMatch(body.message, new RegExp(`${unread} does not exist$`), path);
  }
  for (
    const path of [
      `${days}&order=day`,
      `${days}&select=*&order=day`,
      `${days}&select=day::text,name&order=day.desc.nullslast,name`,
      `${days}&select=of:day&order=day`,
      `${days}&select=name&day=gt.2026-01-01&order=day`,
      `${aging}&select=facility_name,net&order=net`,
    ]
  ) {
    const { status, body } = await ask(`rpc/${path}`);
    assertEquals(status, 200, `${path}: ${JSON.stringify(body)}`);
  }
  const { status } = await ask(
    "rpc/gross_profit?select=name&or=(day.gt.2026-01-01,name.eq.x)&order=day",
    { method: "POST", body: `{"from_day":"2026-03-01","to_day":"2026-03-02","by":"week"}` },
  );
  assertEquals(status, 200);
});
