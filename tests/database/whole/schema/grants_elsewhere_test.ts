// The grants of the migrations, on a project whose default privileges are Supabase's of before 2026.
import { assertMatch, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { applyBase } from "../../../../stack/base.ts";
import { applyMigrations } from "../../../../stack/schema/migrations.ts";
import { grantMatrix } from "../../../../tools/generate_grants.ts";
import { pendingMigrations } from "../../../support/schema/pending.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Default privileges that Supabase set up in public until 2026, and the same for every schema. */
const GENEROUS_DEFAULTS = ["", "in schema public"].flatMap((where) =>
  ["tables", "functions", "sequences"].map((objects) =>
    `alter default privileges ${where} grant all on ${objects} to anon, authenticated, service_role;`
  )
).join("\n");

Deno.test("schema/grants_do_not_depend_on_default_privileges", () =>
  withDatabase(async ({ sql, url }) => {
    await withNewDatabase(url, async (generous) => {
      await applyBase(generous);
      await generous.unsafe(GENEROUS_DEFAULTS);
      await applyMigrations(generous, await pendingMigrations());
      assertStrictEquals(await grantMatrix(generous), await grantMatrix(sql));
      await generous`create table public.forgotten ()`;
      assertMatch(await grantMatrix(generous), /^table public\.forgotten\n {4}anon: delete, /m);
    });
  }));

/** An empty database on the same server, connected to in one session and dropped afterwards. */
async function withNewDatabase(
  url: string,
  work: (sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const server = postgres(url, { max: 1, onnotice: () => {} });
  await server`create database ${server(name)}`;
  const own = new URL(url);
  own.pathname = name;
  const sql = postgres(own.href, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
    await server`drop database ${server(name)} with (force)`;
    await server.end();
  }
}
