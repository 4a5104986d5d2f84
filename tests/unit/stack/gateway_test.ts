import { assertEquals, assertMatch, assertStrictEquals, fail } from "@std/assert";
import { gateway } from "../../../stack/gateway.ts";

/** The part that a request goes to: "rest", "auth", or a function's name and the path it is asked for. */
async function route(path: string, method = "POST"): Promise<string | null> {
  const part = (name: string) => ({ fetch: () => Promise.resolve(new Response(name)) });
  const functions = {
    fetch: (name: string, path: string) => Promise.resolve(new Response(`${name} ${path}`)),
  };
  const app = gateway({ rest: part("rest"), auth: part("auth"), functions }, fail);
  const request = new Request("http://x/", { method });
  // Deno.serve hands over what was sent; a Request of our own would resolve the dots.
  Object.defineProperty(request, "url", { value: `http://x${path}` });
  const answer = await app.fetch(request);
  if (answer.status !== 404) return await answer.text();
  assertEquals(await answer.json(), { error: "not_found" });
  return null;
}

Deno.test("gateway/rest_and_auth_are_known_by_their_prefix_only", async () => {
  for (const path of ["", "/", "/rpc/send_invoices", "/a/../b", "/%2e%2e", "//"]) {
    assertStrictEquals(await route(`/rest/v1${path}`), path === "/%2e%2e" ? null : "rest", path);
  }
  assertEquals(await route("/rest/v1?select=id"), "rest");
  assertEquals(await route("/auth/v1/token?grant_type=password"), "auth");
  for (
    const path of [
      "/",
      "/rest/v10/invoices",
      "/rest/v1/../../_system",
      "/%72est/v1",
      "//rest/v1",
      "/rest%2Fv1",
      "/storage/v1/object",
      "/_system/introspect",
    ]
  ) {
    assertEquals(await route(path), null, path);
  }
});

Deno.test("gateway/every_method_goes_through", async () => {
  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "QUERY", "PURGE"]) {
    assertStrictEquals(await route("/rest/v1/x", method), method === "HEAD" ? "" : "rest", method);
  }
});

Deno.test("gateway/a_page_of_any_origin_may_ask_what_supabase_js_asks_on_every_path", async () => {
  const part = { fetch: () => Promise.resolve(Response.json([], { status: 418 })) };
  const app = gateway({ rest: part, auth: part, functions: part }, fail);
  const named = "authorization,apikey,content-type,prefer,x-client-info,accept-profile," +
    "content-profile";
  for (
    const path of [
      "/rest/v1/invoices?select=id",
      "/rest/v1/rpc/send_invoices",
      "/auth/v1/token",
      "/functions/v1/health",
      "/api/cron/lock-ended",
      "/",
      "/nowhere",
    ]
  ) {
    for (const asked of [undefined, "X-Region, apikey"]) {
      const headers = new Headers({ origin: "https://app.example" });
      headers.set("access-control-request-method", "PATCH");
      if (asked !== undefined) headers.set("access-control-request-headers", asked);
      const answer = await app.request(path, { method: "OPTIONS", headers });
      assertEquals(answer.status, 204, path);
      assertEquals(answer.headers.get("access-control-allow-origin"), "*", path);
      assertMatch(answer.headers.get("access-control-allow-methods") ?? "", /GET.*POST.*PATCH/);
      const allowed = answer.headers.get("access-control-allow-headers");
      assertStrictEquals(allowed, asked === undefined ? named : `${named},x-region`, path);
    }
    const answer = await app.request(path, { headers: { origin: "https://app.example" } });
    assertEquals(answer.headers.get("access-control-allow-origin"), "*", path);
    assertMatch(answer.headers.get("access-control-expose-headers") ?? "", /content-range/, path);
  }
});

Deno.test("gateway/a_page_reads_failures_too_and_no_header_is_there_twice", async () => {
  const fails = { fetch: () => Promise.reject(new Error("no way")) };
  const opens = {
    fetch: () =>
      Promise.resolve(new Response("", { headers: { "access-control-allow-origin": "*" } })),
  };
  const app = gateway({ rest: fails, auth: opens, functions: fails }, () => {});
  for (const [path, status] of [["/rest/v1/x", 500], ["/auth/v1/x", 200]] as const) {
    const answer = await app.request(path, { headers: { origin: "https://app.example" } });
    assertStrictEquals(answer.status, status);
    assertEquals(answer.headers.get("access-control-allow-origin"), "*", path);
  }
});

Deno.test("gateway/a_function_gets_its_path_without_the_prefix_as_on_the_platform", async () => {
  for (const path of ["/cron-lock-ended", "/cron-lock-ended/", "/cron-lock-ended/a%2Fb/%C3%BC"]) {
    assertEquals(await route(`/functions/v1${path}?x=1`), `cron-lock-ended ${path}`);
  }
});

Deno.test("gateway/a_name_that_no_function_can_have_leads_nowhere", async () => {
  for (const name of ["", "_shared", "..", "%2e%2e", "-x", "a%2Fb", "A", "%61", "a.b"]) {
    assertEquals(await route(`/functions/v1/${name}`), null, name);
  }
});

Deno.test("gateway/a_schedulers_address_is_the_function_of_that_job", async () => {
  assertEquals(await route("/api/cron/lock-ended"), "cron-lock-ended /cron-lock-ended");
  const withSecret = await route("/api/cron/accrue-interest?token=x");
  assertEquals(withSecret, "cron-accrue-interest /cron-accrue-interest");
});

Deno.test("gateway/anything_but_one_plain_job_name_is_nobody's", async () => {
  for (
    const path of [
      "/api/cron",
      "/api/cron/",
      "/api/cron/lock-ended/",
      "/api/cron/lock-ended/x",
      "/api/cron/Lock-Ended",
      "/api/cron/lock_ended",
      "/api/cron/-lock",
      "/api/cron/lock-",
      "/api/cron/lock--ended",
      "/api/cron/lock-ended%2F",
      "/api/cron/lock-ende%64",
      "/api/cron/..%2Flock-ended",
      "/api/cron/%2e%2e/lock-ended",
      "/api/cron/../lock-ended",
      "/api/cron//lock-ended",
      "/api/cron/lock-ended%00",
      "/API/cron/lock-ended",
    ]
  ) {
    assertEquals(await route(path), null, path);
  }
});

Deno.test("gateway/a_failure_is_500_and_its_line_keeps_the_query_to_itself", async () => {
  const said: string[] = [];
  const fails = { fetch: () => Promise.reject(new Error("no\n  way")) };
  const app = gateway({ rest: fails, auth: fails, functions: fails }, (line) => said.push(line));
  const answer = await app.request("/api/cron/lock-ended?token=s3cret", { method: "POST" });
  assertEquals(answer.status, 500);
  assertEquals(answer.headers.get("cache-control"), "no-store");
  assertEquals(await answer.json(), { error: "internal_error" });
  assertEquals(said, ["POST /api/cron/lock-ended failed: no way"]);
});
