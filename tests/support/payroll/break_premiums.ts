/** Premiums for missed meal and rest periods. */
import type postgres from "postgres";
import { rowOf, type TextRow } from "../sql/rows.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Confirms that somebody missed a meal or rest period. */
export async function confirm(
  sql: Sql,
  contractorId: string | null,
  day: string | null,
  kind: string | null = "meal",
  { assignmentId = null, reason = null }: {
    assignmentId?: string | null;
    reason?: string | null;
  } = {},
): Promise<TextRow> {
  return await rowOf(sql, "public.confirm_break_premium($1, $2::text::date, $3, $4, $5)", [
    contractorId,
    day,
    kind,
    assignmentId,
    reason,
  ]);
}

/** Dismisses such a premium. */
export async function dismiss(
  sql: Sql,
  contractorId: string | null,
  day: string | null,
  kind: string | null = "meal",
  reason: string | null = "It is waived in writing.",
): Promise<TextRow> {
  return await rowOf(sql, "public.dismiss_break_premium($1, $2::text::date, $3, $4)", [
    contractorId,
    day,
    kind,
    reason,
  ]);
}

/** The proposals for days, such as `"2026-03-02 Mercy Hospital 12.00 30 of 2"`. */
export async function proposed(
  sql: Sql,
  from: string | null,
  to: string | null,
): Promise<string[]> {
  const days = await sql.unsafe<{ day: string }[]>(
    `select concat_ws(' ', work_date, facility_name, hours, break_minutes, 'of', meal_periods) as day
       from public.proposed_break_premiums($1::text::date, $2::text::date)`,
    [from, to],
  );
  return days.map(({ day }) => day);
}
