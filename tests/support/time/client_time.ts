/** Time of a client's system: a firm whose worker has lines there, and the calls about them. */
import type postgres from "postgres";
import {
  assignment,
  contractor,
  facility,
  type FileRow,
  type Imported,
  importRows,
} from "../moving_in/imports.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** The day after the week that the lines are of; the lines' approvals are of it. */
export const NOW = { clock: "2026-03-09 18:00:00+00" };
export const MONDAY = "2026-03-02";

/** F1 in Colorado with C1, who is at A1 from January on, at 100.00 and 60.00. */
export async function prepareClient(sql: Sql): Promise<void> {
  await importRows(sql, "facilities", [facility()]);
  await importRows(sql, "contractors", [contractor()]);
  await importRows(sql, "assignments", [assignment()]);
}

/** Line 1 of Mercy's program: 8 hours of C1 on the Monday, approved there, unless said otherwise. */
export const line = (more: FileRow = {}): FileRow => ({
  system: "Mercy's program",
  line_id: "1",
  worker_number: "C1",
  work_date: MONDAY,
  hours: "8",
  approved_by: "Ruth Lee",
  approved_on: "2026-03-09",
  ...more,
});

/** Line that the client has not approved yet. */
export const open = (more: FileRow = {}): FileRow =>
  line({ approved_by: null, approved_on: null, ...more });

/** Imports lines; how many are new, are changed, say the same. */
export async function bring(sql: Sql, rows: readonly FileRow[]): Promise<number[]> {
  const { inserted = 0, skipped, changed = 0 } = await importRows(sql, "time", rows) as
    & Imported
    & { changed?: number };
  return [inserted, changed, skipped];
}

/** Time that is not set aside: `2026-03-02 regular 8.00 approved`. */
export async function timeHere(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ time: string }[]>(
    `select concat_ws(' ', work_date, code, coalesce(quantity, hours), status,
                      case when corrected_at is not null then 'was ' || hours_before_correction end) as time
       from time_entries where set_aside_at is null order by 1`,
  );
  return rows.map(({ time }) => time);
}

/** Rows of the Monday's week: `2026-03-02 regular 8.00 beside 6.00: differs, waits`. */
export async function variances(sql: Sql, week = MONDAY): Promise<string[]> {
  const rows = await sql.unsafe<{ row: string }[]>(
    `select concat(work_date, ' ', code, ' ', hours + quantity, ' beside ', client_hours + client_quantity, ': ', outcome,
                   case when is_waiting then ', waits' end, ', ' || obstacle,
                   ', disputed: ' || dispute_reason) as row
       from time_variances($1::text::date) order by work_date, code, assignment_id`,
    [week],
  );
  return rows.map(({ row }) => row);
}

/** Ids of the client's lines, by their ids there. */
export async function lineIds(sql: Sql, ...ids: string[]): Promise<string[]> {
  const rows = await sql.unsafe<{ id: string }[]>(
    "select id from client_time where line_id = any ($1) order by line_id",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Takes lines of the client. */
export async function take(sql: Sql, ids: readonly (string | null)[] | null): Promise<string[]> {
  const rows = await sql.unsafe<{ id: string }[]>(
    "select id from take_client_time($1::text::uuid[])",
    [uuids(ids)],
  );
  return rows.map(({ id }) => id);
}

/** Disputes lines of the client. */
export async function disputeLines(
  sql: Sql,
  ids: readonly (string | null)[] | null,
  reason: string | null = "The badge shows eight hours.",
): Promise<string[]> {
  const rows = await sql.unsafe<{ id: string }[]>(
    "select id from dispute_client_time($1::text::uuid[], $2)",
    [uuids(ids), reason],
  );
  return rows.map(({ id }) => id);
}

function uuids(ids: readonly (string | null)[] | null): string | null {
  return ids === null ? null : `{${ids.map((id) => id ?? "null").join()}}`;
}

/** Time that is entered here, at A1 unless another assignment is named. Gives its id. */
export async function enter(
  sql: Sql,
  hours: string,
  status = "draft",
  day = MONDAY,
  assignmentNumber = "A1",
): Promise<string> {
  const [entry] = await sql.unsafe<[{ id: string }]>(
    `insert into time_entries (assignment_id, work_date, hours, status)
     select id, $2::text::date, $1::text::numeric, $3 from assignments where external_number = $4 returning id`,
    [hours, day, status, assignmentNumber],
  );
  return entry.id;
}
