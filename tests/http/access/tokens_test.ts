// Tokens that were forged, expired, cut or made up, against the project under test.
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { type ProjectFirm, withProjectFirm } from "../../support/access/project.ts";
import {
  callWith,
  claimsOf,
  readWith,
  signingKey,
  token,
  type TokenKey,
} from "../../support/access/tokens.ts";

const WRONG = "a-secret-that-the-project-does-not-have-0123456789";

async function assertUnauthorized(bearer: string, what: string): Promise<void> {
  const { status, text } = await readWith(bearer);
  assertEquals(status, 401, `${what}: ${status} ${text}`);
  assertNotMatch(text, /"id"/, what);
}

/** Key that signs tokens; without it no token can be made, and the test ends. */
async function withKey(test: (project: ProjectFirm, key: TokenKey) => Promise<void>) {
  await withProjectFirm(async (project) => {
    const key = signingKey();
    if (key === null) console.warn("no signing key is set: tokens cannot be made");
    else await test(project, key);
  });
}

Deno.test("access/refuses_forged_expired_and_malformed_tokens", () =>
  withKey(async ({ firm }, key) => {
    const { admin } = firm.users;
    const good = token(claimsOf(admin), key);
    assertEquals((await readWith(good)).status, 200, "the good one");

    const [header = "", , signature = ""] = good.split(".");
    const other = token(claimsOf(firm.users.viewer), key).split(".")[1] ?? "";
    const none = (alg: string) => token(claimsOf(admin), key, { alg }).replace(/[^.]*$/, "");
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    const bad: Readonly<Record<string, string>> = {
      "another secret": token(claimsOf(admin), WRONG),
      "no secret": token(claimsOf(admin), ""),
      "another user's claims": `${header}.${other}.${signature}`,
      "a cut signature": good.slice(0, -4),
      "no signature": `${good.split(".").slice(0, 2).join(".")}.`,
      "expired": token(claimsOf(admin, { exp: hourAgo }), key),
      "not yet valid": token(claimsOf(admin, { nbf: hourAgo + 7200 }), key),
      "alg none": none("none"),
      "alg None": none("None"),
      "alg none, signed": token(claimsOf(admin), key, { alg: "none" }),
      "alg HS512": token(claimsOf(admin), key, { alg: "HS512" }),
      "alg RS256": token(claimsOf(admin), key, { alg: "RS256" }),
      "no token": "abc",
      "three dots": "a.b.c",
      "a user's id": admin,
    };
    for (const [what, bearer] of Object.entries(bad)) await assertUnauthorized(bearer, what);
  }));

Deno.test("access/refuses_the_service_role_to_whoever_lacks_the_secret", () =>
  withProjectFirm(async ({ firm }) => {
    for (const role of ["service_role", "postgres", "authenticated", "anon"]) {
      await assertUnauthorized(token(claimsOf(firm.users.admin, { role }), WRONG), role);
      await assertUnauthorized(token({ role, iss: "supabase" }, WRONG), role);
    }
  }));

Deno.test("access/becomes_no_other_database_role_even_with_a_signed_token", () =>
  withKey(async ({ firm }, key) => {
    const roles = [
      "postgres",
      "authenticator",
      "supabase_auth_admin",
      "nobody",
      "pg_read_all_data",
    ];
    for (const role of [...roles, 'service_role"; set role postgres; --']) {
      const { status, text } = await readWith(token(claimsOf(firm.users.admin, { role }), key));
      assert(status >= 400, `${role}: ${status} ${text}`);
      assertNotMatch(text, /"id"/, role);
    }
    const { role: _, ...without } = claimsOf(firm.users.admin);
    const { status, text } = await readWith(token(without, key));
    assertNotMatch(text, /"id"/, `no role: ${status}`);
  }));

Deno.test("access/shows_nothing_to_a_signed_in_nobody", () =>
  withKey(async ({ firm }, key) => {
    const { admin } = firm.users;
    const metadata = {
      roles: ["admin"],
      app_metadata: { role: "service_role", roles: ["admin"], claims_admin: true },
      user_metadata: { role: "admin", roles: ["admin"], sub: admin },
      user_role: "admin",
    };
    const nobodies: Readonly<Record<string, unknown>> = {
      "an unknown user": crypto.randomUUID(),
      "no uuid": "admin",
      "an injection": `${admin}' or '1'='1`,
      "another form": admin.replaceAll("-", ""),
      "empty": "",
    };
    for (const [what, sub] of Object.entries(nobodies)) {
      for (const path of ["facilities", "staff_members", "time_entries", "my_pay", "contractors"]) {
        const bearer = token(claimsOf(admin, { ...metadata, sub }), key);
        const { status, text } = await readWith(bearer, `${path}?limit=5`);
        // Refused or empty: both tell nothing.
        assert(status === 401 || (status === 200 && text === "[]"), `${what}: ${status} ${text}`);
      }
    }
    const { sub: _, ...without } = claimsOf(admin, metadata);
    const { status, text } = await readWith(token(without, key));
    assert(status === 401 || (status === 200 && text === "[]"), `no sub: ${status} ${text}`);
  }));

Deno.test("access/lets_a_signed_in_nobody_call_no_procedure_whatever_they_claim", () =>
  withKey(async ({ firm }, key) => {
    const claimed = { app_metadata: { role: "service_role", roles: ["admin"] } };
    const admin = token(claimsOf(firm.users.admin, claimed), key);
    assertEquals((await callWith(admin, "rls_auto_enable")).status, 200);
    for (const user of [crypto.randomUUID(), firm.users.viewer, firm.users.ada]) {
      const { status, text } = await callWith(
        token(claimsOf(user, claimed), key),
        "rls_auto_enable",
      );
      assertEquals(status, 403, text);
      assertMatch(text, /role_required/);
    }
  }));
