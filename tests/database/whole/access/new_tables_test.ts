// Tables created in public get row level security with the statement that creates them.
import { assertEquals } from "@std/assert";
import postgres from "postgres";
import { withDatabase } from "../../../support/server/database.ts";

async function hasRls(sql: postgres.Sql, schema: string, table: string): Promise<unknown> {
  const [row] = await sql`
    select relrowsecurity from pg_class
     where relnamespace = ${schema}::regnamespace and relname = ${table}`;
  return row?.relrowsecurity;
}

const FORMS: Readonly<Record<string, (table: string) => string>> = {
  "create table": (table) => `create table ${table} (id int)`,
  "create table as": (table) => `create table ${table} as select 1 as id`,
  "select into": (table) => `select 1 as id into ${table}`,
};

Deno.test("rls_auto_enable/a_new_table_in_public_has_it_at_once_whichever_form_creates_it", async (t) => {
  await withDatabase(async ({ sql }) => {
    await sql`create schema elsewhere`;
    for (const [form, create] of Object.entries(FORMS)) {
      await t.step(form, async () => {
        for (const name of ["plain", 'Odd "name"; --']) {
          const quoted = `"${name.replaceAll('"', '""')}"`;
          await sql.unsafe(create(`public.${quoted}`));
          assertEquals(await hasRls(sql, "public", name), true, name);
          await sql.unsafe(create(`elsewhere.${quoted}`));
          assertEquals(await hasRls(sql, "elsewhere", name), false, name);
          await sql.unsafe(`drop table public.${quoted}, elsewhere.${quoted}`);
        }
      });
    }
  });
});

Deno.test("rls_auto_enable/so_have_partitions_and_tables_created_like_or_below_another", () =>
  withDatabase(async ({ sql }) => {
    await sql`create table parent (id int) partition by range (id)`;
    await sql`create table child partition of parent for values from (1) to (9)`;
    await sql`create table copy (like facilities including all)`;
    await sql`create table if not exists copy (id int)`;
    await sql`create table heir () inherits (copy)`;
    await sql`create unlogged table unlogged_one (id int)`;
    for (const table of ["parent", "child", "copy", "heir", "unlogged_one"]) {
      assertEquals(await hasRls(sql, "public", table), true, table);
    }
  }));

Deno.test("rls_auto_enable/temporary_tables_and_views_are_left_alone", () =>
  withDatabase(async ({ sql }) => {
    await sql.begin(async (sql) => {
      await sql`create temporary table scratch (id int)`;
      const [row] = await sql`select relrowsecurity from pg_class where oid = 'scratch'::regclass`;
      assertEquals(row, { relrowsecurity: false });
      await sql`create view over_it as select 1 as id`;
      await sql`create materialized view kept as select 1 as id`;
    });
  }));

Deno.test("rls_auto_enable/a_failure_in_the_trigger_is_logged_and_blocks_nobodys_ddl", () =>
  withDatabase(async ({ sql, url }) => {
    const logged: string[] = [];
    const maker = postgres(url, {
      max: 1,
      onnotice: (notice) => logged.push(notice.message ?? ""),
      connection: { client_min_messages: "log" },
    });
    const role = `powerless_${crypto.randomUUID().replaceAll("-", "")}`;
    // The trigger's function now runs as somebody who may not alter other people's tables.
    await sql.unsafe(`create role ${role}`);
    try {
      await sql.unsafe(`grant usage, create on schema private to ${role};
        alter function private.enable_rls_on_new_tables() owner to ${role}`);
      for (const [form, create] of Object.entries(FORMS)) {
        const table = form.replaceAll(" ", "_");
        await maker.unsafe(create(`public.${table}`));
        assertEquals(await hasRls(sql, "public", table), false);
        assertEquals(
          logged.pop(),
          `row level security is still off on public.${table}: must be owner of table ${table}`,
        );
      }
      // What the trigger could not do, the procedure does.
      assertEquals((await sql`select rls_auto_enable()`).length, 3);
    } finally {
      await maker.end({ timeout: 1 });
      await sql.unsafe(`alter function private.enable_rls_on_new_tables() owner to postgres;
        drop owned by ${role}; drop role ${role}`);
    }
  }));

Deno.test("rls_auto_enable/whoever_creates_a_table_needs_no_rights_of_ours", () =>
  withDatabase(async ({ sql }) => {
    const role = `maker_${crypto.randomUUID().replaceAll("-", "")}`;
    await sql.unsafe(`create role ${role}; grant usage, create on schema public to ${role}`);
    try {
      await sql.begin(async (sql) => {
        await sql.unsafe(`set local role ${role}`);
        await sql`create table public.made_by_another (id int)`;
      });
      assertEquals(await hasRls(sql, "public", "made_by_another"), true);
    } finally {
      await sql.unsafe(`drop owned by ${role}; drop role ${role}`);
    }
  }));
