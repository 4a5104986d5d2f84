/** Weeks of time, written as a grid. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Hours by day, such as `{ "2026-03-02": 8 }`. */
export type Days = Readonly<Record<string, unknown>>;

/** Saves a week of an assignment. Gives its entries as `"2026-03-02 8.00 draft"`. */
export async function saveWeek(
  sql: Sql,
  assignmentId: string | null,
  weekStart: string | null,
  days: Days | null,
  submit: boolean | null = false,
): Promise<string[]> {
  const rows = await sql.unsafe<{ entry: string }[]>(
    `select concat_ws(' ', work_date, hours, status) as entry
       from public.save_week($1, $2::text::date, $3::text::jsonb, $4)`,
    [assignmentId, weekStart, days === null ? null : JSON.stringify(days), submit],
  );
  return rows.map(({ entry }) => entry);
}
