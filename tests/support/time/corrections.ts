/** Time that payroll corrects after its approval. */
import type postgres from "postgres";
import { rowOf, type TextRow } from "../sql/rows.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Values that a correction asks for; what is left out stays. */
export interface Correction {
  readonly hours?: string | null;
  readonly day?: string | null;
  readonly startedAt?: string | null;
  readonly endedAt?: string | null;
  readonly breakMinutes?: number | null;
  readonly quantity?: string | null;
  readonly breakStartedAt?: string | null;
}

/** Corrects an entry's hours, its day, or both; of a shift its times. Gives its row. */
export async function correct(
  sql: Sql,
  id: string | null,
  {
    hours = null,
    day = null,
    startedAt = null,
    endedAt = null,
    breakMinutes = null,
    quantity = null,
    breakStartedAt = null,
  }: Correction,
  reason: string | null = "Left early.",
): Promise<TextRow> {
  return await rowOf(
    sql,
    `public.correct_time_entry(
        $1, $2, $3::text::numeric, $4::text::date, $5::text::timestamptz, $6::text::timestamptz, $7::text::int,
        $8::text::numeric, $9::text::timestamptz)`,
    [
      id,
      reason,
      hours,
      day,
      startedAt,
      endedAt,
      breakMinutes?.toString() ?? null,
      quantity,
      breakStartedAt,
    ],
  );
}
