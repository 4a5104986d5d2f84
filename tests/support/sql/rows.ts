import type postgres from "postgres";

/** A row as JSON has it: days and money are text. */
export type TextRow = Readonly<Record<string, string | null>> & { readonly id: string };

type Values = readonly (string | null | readonly (string | null)[])[];

/** Calls a function that answers rows, such as `"public.send_invoices($1, $2)"`; or any other source of them. */
export async function textRows(
  sql: Pick<postgres.Sql, "unsafe">,
  call: string,
  values: Values,
): Promise<TextRow[]> {
  const rows = await sql.unsafe<{ row: TextRow }[]>(
    `select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(done))) as row from ${call} as done`,
    values as (string | null)[],
  );
  return rows.map(({ row }) => row);
}

/** Calls a function that answers one row, such as `"public.void_invoice($1, $2)"`. */
export async function rowOf(
  sql: Pick<postgres.Sql, "unsafe">,
  call: string,
  values: Values,
): Promise<TextRow> {
  const [row] = await textRows(sql, call, values);
  if (row === undefined) throw new Error(`no row came from ${call}`);
  return row;
}

/** A row as JSON has it: days are text. */
export type Row = Readonly<Record<string, unknown>>;

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
