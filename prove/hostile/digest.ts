import type postgres from "postgres";
import type { PreparedRow } from "../../tests/support/access/prepared_rows.ts";

/** By table a digest of all that it holds, of the schemas public and private. */
export async function digestOfAll(sql: postgres.Sql): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
     order by 1`;
  const queries = tables.map(({ name }) =>
    `select '${name}' as name, ${digestOf("it")} as digest from ${name} as it`
  );
  return await digests(sql, queries);
}

/** By table a digest of some rows, which may be gone. */
export async function digestOfRows(
  sql: postgres.Sql,
  rows: readonly PreparedRow[],
): Promise<Map<string, string>> {
  const tables = [...new Set(rows.map(({ table }) => table))];
  const queries = tables.map((table) => {
    const ids = rows.filter((row) => row.table === table).map(({ key }) => `'${key.id}'`);
    return `select '${table}' as name, ${digestOf("it")} as digest
              from public."${table}" as it where id in (${ids})`;
  });
  return await digests(sql, queries);
}

function digestOf(row: string): string {
  return `coalesce(md5(string_agg(md5(${row}::text), '' order by md5(${row}::text))), '')`;
}

async function digests(sql: postgres.Sql, queries: string[]): Promise<Map<string, string>> {
  const rows = await sql.unsafe<{ name: string; digest: string }[]>(queries.join(" union all "));
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** The tables that differ. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
}
