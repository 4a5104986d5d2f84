/** Shifts that are planned ahead. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** A planned shift, as plan_shift answers it. */
export interface PlannedShift {
  readonly id: string;
  readonly contractor_id: string;
  readonly work_date: string;
  readonly hours: string;
  readonly next_day_hours: string;
  readonly cancelled_at: Date | null;
  readonly cancelled_by: string | null;
  readonly cancelled_for: string | null;
  readonly reason: string | null;
  readonly is_within_notice: boolean;
}

const COLUMNS =
  `id, contractor_id, work_date::text as work_date, hours, next_day_hours, cancelled_at, cancelled_by,
  cancelled_for, reason, is_within_notice`;

/** Plans a shift. */
export async function plan(
  sql: Sql,
  assignmentId: string | null,
  startsAt: string | null,
  endsAt: string | null,
  breakMinutes: number | null = 0,
): Promise<PlannedShift> {
  const [row] = await sql.unsafe<[PlannedShift]>(
    `select ${COLUMNS} from public.plan_shift($1, $2::text::timestamptz, $3::text::timestamptz, $4)`,
    [assignmentId, startsAt, endsAt, breakMinutes],
  );
  return row;
}

/** Plans a shift as of a week before it begins. */
export async function planAhead(
  sql: Sql,
  assignmentId: string,
  startsAt: string,
  endsAt: string,
  breakMinutes = 0,
): Promise<PlannedShift> {
  const [row] = await sql.unsafe<[PlannedShift]>(
    `with clock as materialized (
         select set_config('app.clock', ($2::text::timestamptz - interval '7 days')::text, true) as at)
     select ${COLUMNS}
       from clock
      cross join lateral public.plan_shift(
            case when clock.at <> '' then $1::uuid end, $2::text::timestamptz, $3::text::timestamptz, $4) as planned`,
    [assignmentId, startsAt, endsAt, breakMinutes],
  );
  return row;
}

/** A pattern of shifts: three days of the week of March 9, from seven to half past three, unless said otherwise. */
export interface Pattern {
  readonly firstDay?: string | null;
  readonly weeks?: number;
  readonly days?: readonly (number | null)[];
  readonly from?: string;
  readonly to?: string;
  readonly breakMinutes?: number;
}

/** Plans shifts by a pattern. Gives each as `"2026-03-09 8.00"`. */
export async function planPattern(
  sql: Sql,
  assignmentId: string,
  {
    firstDay = "2026-03-09",
    weeks = 1,
    days = [1, 3, 5],
    from = "07:00",
    to = "15:30",
    breakMinutes = 30,
  }: Pattern = {},
): Promise<string[]> {
  const rows = await sql.unsafe<{ shift: string }[]>(
    `select concat_ws(' ', work_date, hours + next_day_hours, case when cancelled_at is not null then 'cancelled' end)
            as shift
       from public.plan_shifts($1, $2::text::date, $3, $4, $5::text::time, $6::text::time, $7)`,
    [assignmentId, firstDay, weeks, [...days], from, to, breakMinutes],
  );
  return rows.map(({ shift }) => shift);
}

/** Plans a week as the one before. Gives each shift as `"planned Mon 16 07:00"`, by Denver's clock. */
export async function asLastWeek(
  sql: Sql,
  weekStart: string,
  of: { readonly facility: string | null } | { readonly assignment: string },
): Promise<string[]> {
  const rows = await sql.unsafe<{ shift: string }[]>(
    `select outcome || ' ' || to_char(starts_at at time zone 'America/Denver', 'Dy DD HH24:MI') as shift
       from public.plan_as_last_week(
            $1::text::date, ${"facility" in of ? "facility" : "assignment"} => $2)`,
    [weekStart, "facility" in of ? of.facility : of.assignment],
  );
  return rows.map(({ shift }) => shift);
}

/** Cancels a planned shift: the facility, now, unless said otherwise. */
export async function cancel(
  sql: Sql,
  id: string,
  { reason = "Census is low.", by = "facility", at = null }: {
    readonly reason?: string | null;
    readonly by?: string;
    readonly at?: string | null;
  } = {},
): Promise<PlannedShift> {
  const [row] = await sql.unsafe<[PlannedShift]>(
    `select ${COLUMNS} from public.cancel_planned_shift($1, $2, $3, $4::text::timestamptz)`,
    [id, reason, by, at],
  );
  return row;
}

/** Enters a week as it was planned. Gives its entries as `"2026-03-02 8.00"`. */
export async function enterAsPlanned(
  sql: Sql,
  assignmentId: string,
  weekStart = "2026-03-02",
): Promise<string[]> {
  const rows = await sql.unsafe<{ entry: string }[]>(
    `select work_date || ' ' || hours as entry from public.enter_planned_shifts($1, $2::text::date)`,
    [assignmentId, weekStart],
  );
  return rows.map(({ entry }) => entry);
}
