// The migrations apply unchanged with the real CLI, as a role like the hosted platform's postgres.
import assert from "node:assert/strict";
import postgres from "postgres";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { applyBase } from "../../../stack/base.ts";
import { startDebianPostgres } from "../../support/debian_postgres.ts";
import { supabaseCli } from "../../../tools/supabase_cli.ts";

const FILES =
  [...Deno.readDirSync(new URL("../../../supabase/migrations", import.meta.url))].length;

/** An empty database with Supabase's roles and auth schema, and the URL of an owner who is no superuser. */
async function withHostedDatabase(serverUrl: string, test: (url: string) => Promise<void>) {
  const name = `hosted_${crypto.randomUUID().replaceAll("-", "")}`;
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await server.unsafe(`create role ${name} login createdb createrole bypassrls password 'hosted'`);
  await server.unsafe(`create database ${name} owner ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  const superuser = postgres(url.href, { max: 1, onnotice: () => {} });
  await applyBase(superuser);
  await superuser.unsafe(`grant all on schema public, extensions to ${name}`);
  await superuser.unsafe(`grant anon, authenticated, service_role to ${name} with admin option`);
  await superuser.end();
  url.username = name;
  url.password = "hosted";
  url.search = "?sslmode=disable";
  try {
    await test(url.href);
  } finally {
    await server.unsafe(`drop database ${name} with (force)`);
    await server.unsafe(`drop owned by ${name}`);
    await server.unsafe(`drop role ${name}`);
    await server.end();
  }
}

async function assertMigrates(url: string) {
  await supabaseCli("migration", "up", "--yes", `--remote=${url}`);
  assert.match(await supabaseCli("migration", "up", "--yes", `--remote=${url}`), /up to date/);
  const sql = postgres(url.replace(/\?.*/, ""), { max: 1, onnotice: () => {} });
  const [history] = await sql`select count(*)::int from supabase_migrations.schema_migrations`;
  assert.equal(history?.count, FILES);
  assert.equal((await lockEndedAssignments(sql)).locked, 0);
  await sql.end();
}

Deno.test("schema/migrates_with_the_cli_on_postgresql_17_and_its_advisors_find_nothing", async () => {
  await withHostedDatabase(Deno.env.get("TEST_SERVER_URL") ?? "", async (url) => {
    await assertMigrates(url);
    await supabaseCli("db", "advisors", "--fail-on", "warn", `--remote=${url}`);
  });
});

const debian = await startDebianPostgres(15);

Deno.test({
  name: "schema/migrates_with_the_cli_on_postgresql_15",
  ignore: debian === null, // Debian's package postgresql-15 is not installed; .ci/run installs it.
  fn: () => withHostedDatabase(debian?.url ?? "", assertMigrates),
});

Deno.test.afterAll(async () => await debian?.stop());
