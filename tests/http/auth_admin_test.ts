// The admin API of Supabase's auth service, which the embedded auth does not have.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { type AuthError, createClient } from "@supabase/supabase-js";
import { startGateway } from "../../stack/gateway.ts";
import { refusedBeforeLiteAuth } from "../../stack/lite_guards.ts";
import { project } from "../support/http/project.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const MESSAGE = /^auth\.admin is not available on the embedded stack\. Sign people up with /;

Deno.test("stack/says_to_auth_admin_that_it_has_none_and_what_to_do", async () => {
  const notAsked = { fetch: () => Promise.reject(new Error("asked")) };
  const said: string[] = [];
  const auth = {
    fetch: (request: Request) =>
      Promise.resolve(refusedBeforeLiteAuth(request) ?? Promise.reject(new Error("let in"))),
  };
  const parts = { rest: notAsked, auth, functions: notAsked };
  await using server = startGateway(0, parts, (line) => said.push(line));
  const { admin } = createClient(`http://127.0.0.1:${server.addr.port}`, "secret").auth;
  const attempts: Record<string, Promise<{ error: AuthError | null }>> = {
    createUser: admin.createUser({ email: "ada@example.com" }),
    listUsers: admin.listUsers(),
    getUserById: admin.getUserById(ID),
    updateUserById: admin.updateUserById(ID, { email: "ada@example.com" }),
    deleteUser: admin.deleteUser(ID),
    generateLink: admin.generateLink({ type: "magiclink", email: "ada@example.com" }),
    inviteUserByEmail: admin.inviteUserByEmail("ada@example.com"),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    const { error } = await attempt;
    assertEquals(error?.status, 501, name);
    assertMatch(error?.message ?? "", MESSAGE, name);
  }
  assertEquals(said, []);
});

Deno.test("stack/says_so_however_the_path_of_auth_admin_is_escaped", () => {
  const refused = (path: string) =>
    refusedBeforeLiteAuth(new Request(`http://127.0.0.1/auth/v1/${path}`))?.status ?? null;
  for (const path of ["%61dmin/users", "a%64min", "admin%2Fusers", "%69nvite"]) {
    assertStrictEquals(refused(path), 501, path);
  }
  for (const path of ["user", "%", "administer"]) assertStrictEquals(refused(path), null, path);
});

Deno.test({
  name: "stack/passes_auth_admin_on_to_a_real_auth",
  ignore: !Deno.env.get("AUTH_BIN"),
  fn: async () => {
    const { baseUrl, publishableKey, secretKey } = project();
    const options = { auth: { persistSession: false, autoRefreshToken: false } };
    const { admin } = createClient(baseUrl, secretKey, options).auth;
    const email = `${crypto.randomUUID()}@test.example`;
    const { data, error } = await admin.createUser({ email, email_confirm: true });
    assertEquals(error, null, error?.message);
    const id = data.user?.id ?? "";
    assertStrictEquals((await admin.getUserById(id)).data.user?.email, email);
    const signedOut = createClient(baseUrl, publishableKey, options).auth.admin;
    assertEquals((await signedOut.deleteUser(id)).error?.status, 403);
    assertEquals((await admin.deleteUser(id)).error, null);
  },
});
