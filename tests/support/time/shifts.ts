/** Shifts, entered by their times. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Arguments of enter_shift besides the times. */
export interface ShiftOptions {
  readonly breakMinutes?: number | null;
  readonly breakStartedAt?: string | null;
  readonly notes?: string | null;
  /** Left out: as the procedure has it. */
  readonly code?: string | null;
}

/** An entry as `enter_shift` answers it. */
export interface Part {
  readonly id: string;
  readonly shift_id: string;
  readonly work_date: string;
  readonly hours: string;
  readonly break_minutes: number;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly status: string;
  readonly notes: string | null;
}

/** Enters a shift. Gives its entries in the order of the answer. */
export async function enterParts(
  sql: Sql,
  assignmentId: string | null,
  startedAt: string | null,
  endedAt: string | null,
  { breakMinutes = 0, breakStartedAt = null, notes = null, code }: ShiftOptions = {},
): Promise<Part[]> {
  return await sql.unsafe<Part[]>(
    `select id, shift_id, work_date::text as work_date, hours, break_minutes, started_at, ended_at, status, notes
       from public.enter_shift(
            $1, $2::text::timestamptz, $3::text::timestamptz, $4, $5::text::timestamptz, $6${
      code === undefined ? "" : ", $7"
    })`,
    [
      assignmentId,
      startedAt,
      endedAt,
      breakMinutes,
      breakStartedAt,
      notes,
      ...(code === undefined ? [] : [code]),
    ],
  );
}

/** Enters a shift. Gives its entries as `"2026-03-02 8.00"`, with their break where they have one: `"… - 30"`. */
export async function enterShift(...args: Parameters<typeof enterParts>): Promise<string[]> {
  const parts = await enterParts(...args);
  return parts.map(({ work_date, hours, break_minutes }) =>
    `${work_date} ${hours}${break_minutes === 0 ? "" : ` - ${break_minutes}`}`
  );
}
