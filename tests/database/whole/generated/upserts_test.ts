// PostgREST's upsert changes each column that it is given, so that people may not give what they may only add.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { type CatalogTable, readTables } from "../../../../tools/catalog.ts";
import { apiPages } from "../../../../tools/generate_api.ts";
import { actingAs } from "../../../support/access/acting.ts";
import { withDatabase } from "../../../support/server/database.ts";

const SIGNED_IN = { role: "authenticated", claims: "{}" };

/** The word of docs/api/ on a table: columns that no upsert may give, or that none is possible. */
function said(pages: string, table: string): string[] | "every" | null {
  const [, section = ""] = pages.split(`\n### ${table}\n`);
  const text = (section.split(/\n##+ /)[0] ?? "").replaceAll(/\s+/g, " ");
  if (text.includes("- Every upsert is refused (`42501`)")) return "every";
  const [, names] = /- An upsert that gives (.*?) is refused \(`42501`\)/.exec(text) ?? [];
  return names?.match(/\w+/g) ?? null;
}

/** Asks PostgreSQL whether somebody who is signed in may run PostgREST's statement for one column. */
async function isRefused(sql: postgres.Sql, table: string, column: string): Promise<boolean> {
  const [{ key }] = await sql<[{ key: string }]>`
    select string_agg(attname, ', ') as key
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = ${`public.${table}`}::regclass and indisprimary`;
  const statement = `explain insert into public.${table} (${column}) values (default)
    on conflict (${key}) do update set ${column} = excluded.${column}`;
  const attempt = actingAs(sql, SIGNED_IN, (sql) => sql.unsafe(statement));
  const error = await attempt.then(() => null, (error: postgres.PostgresError) => error);
  if (error !== null) assertEquals(error.code, "42501", `${table}.${column}: ${error.message}`);
  return error !== null;
}

async function refusedColumns(sql: postgres.Sql, { name, columns }: CatalogTable) {
  const refused = [];
  for (const column of columns.filter(({ isAdded }) => isAdded)) {
    if (await isRefused(sql, name, column.name)) refused.push(column.name);
  }
  return refused;
}

Deno.test("docs/say_of_every_table_which_upserts_postgresql_refuses", () =>
  withDatabase(async ({ sql }) => {
    const page = [...(await apiPages(sql)).values()].join("\n");
    const tables = (await readTables(sql)).filter(({ columns }) =>
      columns.some(({ isAdded }) => isAdded)
    );
    assert(tables.length > 10);
    let some = 0;
    for (const table of tables) {
      const refused = await refusedColumns(sql, table);
      const all = table.columns.filter(({ isAdded }) => isAdded).length;
      const isNone = refused.length === all && !table.columns.some(({ isChanged }) => isChanged);
      some += refused.length;
      assertEquals(
        said(page, table.name),
        refused.length === 0 ? null : isNone ? "every" : refused,
        table.name,
      );
    }
    assert(some > 5);
  }));
