/** Time that payroll corrects after its approval. */
import type postgres from "postgres";
import { rowOf, type TextRow } from "../sql/rows.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Corrects an entry's hours, its day, or both. Gives its row. */
export async function correct(
  sql: Sql,
  id: string | null,
  { hours = null, day = null }: { readonly hours?: string | null; readonly day?: string | null },
  reason: string | null = "Left early.",
): Promise<TextRow> {
  return await rowOf(
    sql,
    "public.correct_time_entry($1, $2, $3::text::numeric, $4::text::date)",
    [id, reason, hours, day],
  );
}
