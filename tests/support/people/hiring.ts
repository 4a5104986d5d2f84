/** Calling hire_candidate in SQL, and what it leaves. */
import assert from "node:assert/strict";
import type postgres from "postgres";
import { assertRefused } from "../sql/refusal.ts";

/** Arguments of the procedure by name; text is quoted as it stands. */
export type Hiring = Readonly<Record<string, string | boolean | null>>;

/** A row as JSON has it: days are text. */
export type Row = Readonly<Record<string, unknown>>;

/** The call with these arguments, from 2 March 2026 at 100 / 60 unless they say otherwise; answers one `assignment`. */
export function hiring(hiring: Hiring): string {
  const all = { start_date: "2026-03-02", bill_rate: "100.00", pay_rate: "60.00", ...hiring };
  const list = Object.entries(all).map(([name, value]) =>
    `${name} => ${value === null ? "null" : `'${value}'`}`
  );
  return `select to_jsonb(hired) as assignment from public.hire_candidate(${list.join()}) as hired`;
}

/** Hires and gives the assignment. */
export async function hire(sql: Pick<postgres.Sql, "unsafe">, args: Hiring): Promise<Row> {
  const [row] = await sql.unsafe<[{ assignment: Row }]>(hiring(args));
  return row.assignment;
}

/** The rows of a table, oldest first. */
export async function rowsOf(sql: postgres.Sql, table: string): Promise<Row[]> {
  const rows = await sql.unsafe<{ row: Row }[]>(
    `select to_jsonb(row) as row from public.${table} as row order by created_at`,
  );
  return rows.map(({ row }) => row);
}

/** Everything that all tables hold. */
export async function contents(sql: postgres.Sql): Promise<Readonly<Record<string, string>>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
  const all: Record<string, string> = {};
  for (const { name } of tables) {
    const [table] = await sql.unsafe<[{ content: string }]>(
      `select coalesce(string_agg(row::text, E'\\n' order by row::text), '') as content from public.${name} as row`,
    );
    all[name] = table.content;
  }
  return all;
}

/** Asserts that the database refuses, and that no row of any table changed. */
export async function assertRefusedUnchanged(
  sql: postgres.Sql,
  attempt: () => PromiseLike<unknown>,
  status: 400 | 403 | 404 | 409,
  slug: string,
): Promise<void> {
  const before = await contents(sql);
  await assertRefused(attempt(), status, slug);
  assert.deepEqual(await contents(sql), before);
}
