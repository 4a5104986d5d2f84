import type postgres from "postgres";

/** A row as JSON has it: days and money are text. */
export type TextRow = Readonly<Record<string, string | null>> & { readonly id: string };

/** Calls a function that answers one row, such as `"public.void_invoice($1, $2)"`. */
export async function rowOf(
  sql: Pick<postgres.Sql, "unsafe">,
  call: string,
  values: (string | null)[],
): Promise<TextRow> {
  const [row] = await sql.unsafe<[{ row: TextRow }]>(
    `select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(done))) as row from ${call} as done`,
    values,
  );
  return row.row;
}
