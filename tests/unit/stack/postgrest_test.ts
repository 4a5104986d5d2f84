import { assertEquals } from "@std/assert";
import { postgrestEnvironment } from "../../../stack/postgrest.ts";

Deno.test("postgrest/serves_what_supabase_serves_as_authenticator_with_the_stacks_secret", () => {
  const environment = postgrestEnvironment({
    authenticatorUrl: "postgresql://authenticator:p@127.0.0.1:54322/postgres",
    tokens: "secret",
    port: 3000,
    adminPort: 3001,
    publicUrl: "http://127.0.0.1:54321",
  });
  assertEquals(
    environment["PGRST_DB_URI"],
    "postgresql://authenticator:p@127.0.0.1:54322/postgres",
  );
  assertEquals(environment["PGRST_DB_SCHEMAS"], "public");
  assertEquals(environment["PGRST_DB_ANON_ROLE"], "anon");
  assertEquals(environment["PGRST_DB_MAX_ROWS"], "1000");
  assertEquals(environment["PGRST_JWT_SECRET"], "secret");
  assertEquals(environment["PGRST_SERVER_HOST"], "127.0.0.1");
  assertEquals(environment["PGRST_SERVER_PORT"], "3000");
  assertEquals(environment["PGRST_ADMIN_SERVER_PORT"], "3001");
  // OpenAPI names the address that clients use, not PostgREST's own.
  assertEquals(environment["PGRST_OPENAPI_SERVER_PROXY_URI"], "http://127.0.0.1:54321/rest/v1");
});
