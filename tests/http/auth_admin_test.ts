// The admin API of Supabase's auth service, which the embedded stack does not have.
import assert from "node:assert/strict";
import { type AuthError, createClient } from "@supabase/supabase-js";
import { startGateway } from "../../stack/gateway.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const MESSAGE = /^auth\.admin is not available on the embedded stack\. Sign people up with /;

Deno.test("stack/says_to_auth_admin_that_it_has_none_and_what_to_do", async () => {
  const notAsked = { fetch: () => Promise.reject(new Error("asked")) };
  const said: string[] = [];
  const parts = { rest: notAsked, auth: notAsked, functions: notAsked };
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
    assert.equal(error?.status, 501, name);
    assert.match(error?.message ?? "", MESSAGE, name);
  }
  assert.deepEqual(said, []);
});
