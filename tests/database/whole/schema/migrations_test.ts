// The migrations apply unchanged with the real CLI, as a role like the hosted platform's postgres.
import { assertMatch, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { readMigrations } from "../../../../stack/schema/migrations.ts";
import { supabaseCli } from "../../../../stack/schema/supabase_cli.ts";
import { pendingProject } from "../../../support/schema/pending.ts";
import { startDebianPostgres } from "../../../support/server/debian.ts";
import { withHostedDatabase } from "../../../support/server/hosted.ts";

async function assertMigrates(url: string) {
  const root = await pendingProject();
  const files = await readMigrations(`${root}/supabase/migrations`);
  const up = ["migration", "up", "--yes", `--remote=${url}`, `--workdir=${root}`];
  await supabaseCli(...up);
  assertMatch(await supabaseCli(...up), /up to date/);
  const sql = postgres(url.replace(/\?.*/, ""), { max: 1, onnotice: () => {} });
  const [history] = await sql`select count(*)::int from supabase_migrations.schema_migrations`;
  assertStrictEquals(history?.count, files.length);
  assertStrictEquals((await lockEndedAssignments(sql)).locked, 0);
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
