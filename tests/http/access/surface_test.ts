// What is not on the HTTP surface cannot be reached through it, by nobody.
import { assert, assertEquals } from "@std/assert";
import { createClient } from "@supabase/supabase-js";
import { CALLERS } from "../../support/access/callers.ts";
import { withProjectFirm } from "../../support/access/project.ts";
import { project } from "../../support/http/project.ts";

Deno.test("access/answers_404_to_calls_of_private_functions", () =>
  withProjectFirm(async ({ sql, clients }) => {
    const functions = await sql<{ name: string }[]>`
      select distinct proname as name from pg_proc
       where pronamespace = 'private'::regnamespace
         and proname not in (select proname from pg_proc where pronamespace = 'public'::regnamespace)`;
    assert(functions.length > 10, "the functions were not found");
    const others = [
      "private.is_staff",
      "set_config",
      "pg_sleep",
      "current_setting",
      "pg_backend_pid",
    ];
    for (const name of [...functions.map((row) => row.name), ...others]) {
      for (const caller of ["ada", "admin", "service"] as const) {
        const { error, status } = await clients[caller].rpc(name);
        assertEquals(status, 404, `${caller} ${name}: ${JSON.stringify(error)}`);
      }
    }
  }));

Deno.test("access/serves_no_schema_but_public", () =>
  withProjectFirm(async ({ clients }) => {
    const { baseUrl, secretKey } = project();
    for (const schema of ["private", "auth", "extensions", "pg_catalog", "information_schema"]) {
      const service = createClient(baseUrl, secretKey, {
        db: { schema },
        auth: { persistSession: false, autoRefreshToken: false },
      });
      const answers = [
        await service.rpc("is_staff"), // Content-Profile
        await service.rpc("rls_auto_enable"),
        await service.from("users").select("*"), // Accept-Profile
        await service.from("pg_authid").select("*"),
        await clients.admin.schema(schema).rpc("is_staff"),
        await clients.admin.schema(schema).from("users").select("*"),
      ];
      for (const { data, error, status } of answers) {
        assertEquals(status, 406, `${schema}: ${JSON.stringify(error ?? data)}`);
        assertEquals(data, null);
      }
    }
  }));

Deno.test("access/lets_nobody_reach_auth_or_the_catalog_by_name", () =>
  withProjectFirm(async ({ clients }) => {
    for (const caller of CALLERS) {
      for (const name of ["users", "auth.users", "pg_authid", "pg_class", "schema_migrations"]) {
        const { error, status } = await clients[caller].from(name).select("*").limit(1);
        assert(status === 404 || status === 401, `${caller} ${name}: ${status} ${error?.message}`);
      }
    }
  }));
