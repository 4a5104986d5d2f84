import { assert, assertEquals } from "@std/assert";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { join } from "node:path";
import { keyTokens, roleToken, translateApiKey } from "../../../stack/api_keys.ts";
import { loadKeys } from "../../../stack/keys.ts";
import { tokensOf } from "../../../stack/postgrest.ts";

const keys = {
  publishableKey: "sb_publishable_a",
  secretKey: "sb_secret_b",
  anonToken: "anon.token",
  serviceRoleToken: "service.token",
};

function translate(headers: Record<string, string>, query = "") {
  return translateApiKey(new Request(`http://x/rest/v1/invoices${query}`, { headers }), keys);
}

function authorization(headers: Record<string, string>, query = ""): string | null {
  const check = translate(headers, query);
  assert("headers" in check);
  assertEquals(check.headers.get("apikey"), null);
  return check.headers.get("authorization");
}

Deno.test("api_key/each_key_becomes_the_token_of_its_role", () => {
  assertEquals(authorization({ apikey: keys.publishableKey }), "Bearer anon.token");
  assertEquals(authorization({ apikey: keys.secretKey }), "Bearer service.token");
  assertEquals(authorization({}, `?apikey=${keys.secretKey}`), "Bearer service.token");
});

Deno.test("api_key/a_key_in_authorization_too_as_supabase_js_sends_it", () => {
  const headers = { apikey: keys.secretKey, authorization: `Bearer ${keys.secretKey}` };
  assertEquals(authorization(headers), "Bearer service.token");
});

Deno.test("api_key/a_users_token_is_passed_on_untouched", () => {
  const headers = { apikey: keys.publishableKey, authorization: "Bearer a.user.token" };
  assertEquals(authorization(headers), "Bearer a.user.token");
});

Deno.test("api_key/without_a_key_or_with_a_wrong_one_nothing_is_passed_on", () => {
  assert("refused" in translate({}));
  assert("refused" in translate({ authorization: "Bearer a.user.token" }));
  assert("refused" in translate({ apikey: "sb_secret_" }));
  assert("refused" in translate({ apikey: "service.token" }));
});

Deno.test("api_key/a_roles_token_is_signed_with_hs256", async () => {
  const secret = "a secret of at least thirty-two characters";
  const [head = "", body = "", signature = ""] = (await roleToken("anon", secret)).split(".");
  const decode = (text: string) => Uint8Array.fromBase64(text, { alphabet: "base64url" });
  const json = (text: string) => JSON.parse(new TextDecoder().decode(decode(text)));
  assertEquals(json(head), { alg: "HS256", typ: "JWT" });
  assertEquals(json(body).role, "anon");
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(secret), hmac, false, ["verify"]);
  assert(
    await crypto.subtle.verify(hmac.name, key, decode(signature), bytes(`${head}.${body}`)),
  );
});

Deno.test("api_key/where_the_real_auth_signs_a_roles_token_is_signed_with_its_key", async () => {
  const path = join(await Deno.makeTempDir(), "keys.json");
  const keys = await loadKeys(path, false, "real");
  const jwks: unknown = JSON.parse(tokensOf(keys));
  assert(!JSON.stringify(jwks).includes(keys.signingKey?.d ?? "nothing"), "the private half");
  const { serviceRoleToken } = await keyTokens(keys);
  const { payload, protectedHeader } = await jwtVerify(
    serviceRoleToken,
    createLocalJWKSet(jwks as JSONWebKeySet),
  );
  assertEquals([payload["role"], protectedHeader.alg], ["service_role", "ES256"]);
});
