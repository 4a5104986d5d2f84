/** Time that payroll sets aside, and takes back. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Sets entries aside. Gives their ids as the call answers them. */
export async function setAside(
  sql: Sql,
  ids: readonly (string | null)[] | null,
  reason: string | null = "Entered twice.",
): Promise<string[]> {
  const rows = await sql.unsafe<{ id: string }[]>(
    "select id from public.set_aside_time($1::text::uuid[], $2)",
    [uuids(ids), reason],
  );
  return rows.map(({ id }) => id);
}

/** Takes back entries that were set aside. Gives their ids as the call answers them. */
export async function takeBack(
  sql: Sql,
  ids: readonly (string | null)[] | null,
): Promise<string[]> {
  const rows = await sql.unsafe<{ id: string }[]>(
    "select id from public.take_back_set_aside_time($1::text::uuid[])",
    [uuids(ids)],
  );
  return rows.map(({ id }) => id);
}

function uuids(ids: readonly (string | null)[] | null): string | null {
  return ids === null ? null : `{${ids.map((id) => id ?? "null").join()}}`;
}
