import assert from "node:assert/strict";
import { route } from "../../../stack/routes.ts";

Deno.test("routes/rest_and_auth_are_known_by_their_prefix_only", () => {
  assert.deepEqual(route("/rest/v1"), { to: "rest" });
  assert.deepEqual(route("/rest/v1/rpc/send_invoices"), { to: "rest" });
  assert.deepEqual(route("/auth/v1/token"), { to: "auth" });
  assert.deepEqual(route("/rest/v10/invoices"), { to: "nowhere" });
  assert.deepEqual(route("/storage/v1/object"), { to: "nowhere" });
  assert.deepEqual(route("/_system/introspect"), { to: "nowhere" });
  assert.deepEqual(route("/"), { to: "nowhere" });
});

Deno.test("routes/a_function_gets_its_path_without_the_prefix_as_on_the_platform", () => {
  const name = "cron-lock-ended";
  assert.deepEqual(route(`/functions/v1/${name}`), { to: "function", name, path: `/${name}` });
  assert.deepEqual(route(`/functions/v1/${name}/a%2Fb/`), {
    to: "function",
    name,
    path: `/${name}/a%2Fb/`,
  });
  assert.deepEqual(route(`/api/cron/lock-ended`), { to: "function", name, path: `/${name}` });
});

Deno.test("routes/a_name_that_no_function_can_have_leads_nowhere", () => {
  for (const name of ["", "_shared", "..", "%2e%2e", "-x", "a%2Fb", "A"]) {
    assert.deepEqual(route(`/functions/v1/${name}`), { to: "nowhere" }, name);
  }
});
