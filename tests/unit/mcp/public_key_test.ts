import { assertStrictEquals, assertThrows } from "@std/assert";
import { requirePublicKey, requireSafeUrl } from "../../../packages/mcp/src/public_key.ts";

const jwt = (claims: unknown) => `e30.${btoa(JSON.stringify(claims))}.signature`;

Deno.test("public_key/is_a_publishable_one_or_an_anon_one", () => {
  requirePublicKey("sb_publishable_abc");
  requirePublicKey(jwt({ role: "anon" }));
  for (const key of ["sb_secret_abc", jwt({ role: "service_role" })]) {
    assertThrows(() => requirePublicKey(key), Error, "never given to an agent");
  }
  for (const key of ["", "abc", "a.b.c", jwt({ role: "postgres" }), jwt({}), jwt(null), jwt([])]) {
    assertThrows(() => requirePublicKey(key), Error, "no publishable key");
  }
});

Deno.test("safe_url/is_encrypted_or_this_machine", () => {
  assertStrictEquals(requireSafeUrl("https://ref.supabase.co/"), "https://ref.supabase.co");
  for (const host of ["127.0.0.1:54321", "localhost:54321", "[::1]:54321"]) {
    assertStrictEquals(requireSafeUrl(`http://${host}`), `http://${host}`);
  }
  for (const url of ["", "ref.supabase.co", "http://ref.supabase.co", "ftp://127.0.0.1"]) {
    assertThrows(() => requireSafeUrl(url), Error, "begins with https://");
  }
});
