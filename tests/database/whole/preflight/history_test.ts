// `deno task preflight` and the history of migrations that the Supabase CLI keeps.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { withExamined } from "../../../support/preflight/databases.ts";

const DRAFT = "20261123003409";

const add = (version: string, name: string) =>
  `insert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name}')`;

Deno.test("preflight/warns_of_the_clis_advice_where_own_migrations_are_in_the_history", () =>
  withExamined(async ({ sql, look }) => {
    await sql.unsafe(add("20240101000000", "notes"));
    const { isClear, text } = await look();
    assert(!isClear);
    assertMatch(text, /Do not do that: .* a second time\.\n {5}20240101000000_notes\n/);
  }, "0.14.0"));

Deno.test("preflight/knows_an_applied_draft_a_later_release_and_files_that_were_left_out", async () => {
  await withExamined(async ({ sql, look }) => {
    await sql.unsafe(add(DRAFT, "0_14_0"));
    assertMatch(
      (await look()).text,
      /1\. A draft of 0\.14\.0 is applied[^]*before 0\.14\.0"\.\n\nNothing was written/,
    );
    await sql`delete from supabase_migrations.schema_migrations where version = ${DRAFT}`;
    await sql.unsafe(add("20991231000000", "9_0_0"));
    assertMatch((await look()).text, /later release than this clone[^]*git checkout v9\.0\.0/);
    await sql`delete from supabase_migrations.schema_migrations where name in ('9_0_0', '0_11_0')`;
    assertMatch((await look()).text, /lacks files before the last[^]* {5}\d{14}_0_11_0\n/);
  }, "0.13.0");
});

Deno.test("preflight/an_own_migration_with_the_digits_of_a_file_is_in_the_way", () =>
  withExamined(async ({ sql, look }) => {
    await sql`update supabase_migrations.schema_migrations set name = 'mine' where name = '0_9_0'`;
    assertMatch((await look()).text, /have the same digits as files of this project[^]*_mine\n/);
  }, "0.9.0"));

Deno.test("preflight/a_schema_without_its_history_is_known_by_its_release", () =>
  withExamined(async ({ sql, look }) => {
    await sql`delete from supabase_migrations.schema_migrations`;
    assertMatch((await look()).text, /The schema of 0\.12\.0 is here, and its history is not/);
    await sql`drop view public.ar_aging cascade`;
    await sql`drop function private.require_role cascade`;
    assertMatch((await look()).text, /Most objects of 0\.9\.0 are here, and not all/);
  }, "0.12.0"));

Deno.test("preflight/leaves_the_embedded_stack_to_its_start", () =>
  withExamined(async ({ sql, look }) => {
    await sql`create table supabase_migrations.schema_tree (digest text)`;
    const { isClear, text } = await look();
    assert(isClear);
    assertEquals(
      text.split("\n\n")[1],
      "To know: `deno task start` keeps the schema of this database.",
    );
  }, "0.14.0"));
