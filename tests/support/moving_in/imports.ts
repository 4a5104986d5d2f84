/** Moving a firm in: import_rows as tests call it, and rows as its files have them. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** A row of a file: texts by the names of the columns. */
export type FileRow = Readonly<Record<string, string | null>>;

/** Answer of `import_rows`: `would_insert` in a dry run, else `inserted`. Both are 0 where there are errors. */
export interface Imported {
  readonly kind: string;
  readonly dry_run: boolean;
  readonly rows: number;
  readonly inserted?: number;
  readonly would_insert?: number;
  readonly skipped: number;
  readonly errors: readonly { line: number; column: string; message: string }[];
}

/** Calls import_rows. */
export async function importRows(
  sql: Sql,
  kind: string,
  rows: readonly FileRow[] | null,
  dryRun: boolean | null = false,
): Promise<Imported> {
  const [row] = await sql.unsafe<{ answer: Imported }[]>(
    "select import_rows($1, $2::text::jsonb, $3) as answer",
    [kind, rows && JSON.stringify(rows), dryRun],
  );
  if (row === undefined) throw new Error("import_rows answered nothing");
  return row.answer;
}

/** Errors of a file, as `"3 email"`, in its order. */
export async function wrong(sql: Sql, kind: string, rows: readonly FileRow[]): Promise<string[]> {
  const { errors } = await importRows(sql, kind, rows, true);
  return errors.map(({ line, column }) => `${line} ${column}`);
}

/** Message about the first error of a file. */
export async function told(sql: Sql, kind: string, rows: readonly FileRow[]): Promise<string> {
  const { errors: [first] } = await importRows(sql, kind, rows, true);
  return first === undefined ? "" : `${first.line} ${first.column}: ${first.message}`;
}

/** A facility; F1 in Colorado unless said otherwise. */
export const facility = (more: FileRow = {}): FileRow => ({
  external_number: "F1",
  name: "Mercy Hospital",
  work_state: "CO",
  ...more,
});

/** Order PO-1 of F1 from the start of 2026 over 5000.00, unless said otherwise. */
export const order = (more: FileRow = {}): FileRow => ({
  facility_number: "F1",
  number: "PO-1",
  starts_on: "2026-01-01",
  amount: "5000.00",
  ...more,
});

/** A contractor; C1 unless said otherwise. */
export const contractor = (more: FileRow = {}): FileRow => ({
  external_number: "C1",
  first_name: "Ada",
  last_name: "Nurse",
  email: `${more.external_number ?? "C1"}@example.org`,
  ...more,
});

/** A1: C1 at F1 from the start of 2026, at 100 and 60, unless said otherwise. */
export const assignment = (more: FileRow = {}): FileRow => ({
  external_number: "A1",
  contractor_number: "C1",
  facility_number: "F1",
  start_date: "2026-01-05",
  bill_rate: "100",
  pay_rate: "60",
  ...more,
});

/** Charge nurses of weekends: 6.00 more an hour, and 9.00 billed, unless said otherwise. */
export const timeCode = (more: FileRow = {}): FileRow => ({
  name: "weekend_charge",
  title: "Charge nurse, weekend",
  is_worked: "yes",
  pay_multiplier: "1",
  pay_amount: "6.00",
  bill_multiplier: "1",
  bill_amount: "9.00",
  ...more,
});

/** Rates of charge at A1 from the start of 2026 on: 106.00 and 64.00, unless said otherwise. */
export const codeRate = (more: FileRow = {}): FileRow => ({
  code: "charge",
  rates_from: "2026-01-05",
  assignment_number: "A1",
  bill_rate: "106.00",
  pay_rate: "64.00",
  ...more,
});

/** Christmas Day of 2026 in a calendar of F1, unless said otherwise. */
export const calendarDay = (more: FileRow = {}): FileRow => ({
  calendar: "Mercy's holidays",
  facility_number: "F1",
  day: "2026-12-25",
  name: "Christmas Day",
  ...more,
});

/** Nights of F1 from the start of 2026 on: 4.00 and 6.00 more, unless said otherwise. */
export const premiumRule = (more: FileRow = {}): FileRow => ({
  title: "Night",
  starts_on: "2026-01-05",
  facility_number: "F1",
  from_time: "19:00",
  to_time: "07:00",
  pay_amount: "4.00",
  bill_amount: "6.00",
  ...more,
});

/** 36 hours a week at A1 from the start of 2026 on, and 32 of them billed, unless said otherwise. */
export const guarantee = (more: FileRow = {}): FileRow => ({
  assignment_number: "A1",
  starts_on: "2026-01-05",
  pay_hours: "36",
  bill_hours: "32",
  ...more,
});

/** A license; not confidential, and without months, unless said otherwise. */
export const credentialKind = (more: FileRow = {}): FileRow => ({ name: "RN license", ...more });

/** The license of C1, good through September 2027, unless said otherwise. */
export const credential = (more: FileRow = {}): FileRow => ({
  contractor_number: "C1",
  kind: "RN license",
  number: "RN.1",
  issued_on: "2025-10-01",
  expires_on: "2027-09-30",
  ...more,
});

/** The license is required of everybody from the start of 2026 on, unless said otherwise. */
export const requirement = (more: FileRow = {}): FileRow => ({
  kind: "RN license",
  starts_on: "2026-01-05",
  ...more,
});

/** Colorado's sick leave that C1 has on January 4, 2026: 31.5 hours, unless said otherwise. */
export const leaveBalance = (more: FileRow = {}): FileRow => ({
  contractor_number: "C1",
  plan: "Colorado paid sick leave",
  day: "2026-01-04",
  hours: "31.5",
  ...more,
});

/** Uses Colorado's plan from January 5, 2026, which a file of balances names. */
export async function useColoradosLeave(sql: Sql): Promise<void> {
  await sql.unsafe(
    "update leave_plans set in_use_from = '2026-01-05' where name = 'Colorado paid sick leave'",
  );
}

/** 4711 of F1, issued on March 1 and due on March 31, over 1000.00, unless said otherwise. */
export const openInvoice = (more: FileRow = {}): FileRow => ({
  external_number: "4711",
  facility_number: "F1",
  issue_date: "2026-03-01",
  due_date: "2026-03-31",
  amount: "1000.00",
  ...more,
});

/** R1 of F1 over 500.00, unless said otherwise. */
export const check = (more: FileRow = {}): FileRow => ({
  external_number: "R1",
  facility_number: "F1",
  amount: "500.00",
  received_on: "2026-04-10",
  ...more,
});

/** New Year's Day of 2027, unless said otherwise. */
export const holiday = (more: FileRow = {}): FileRow => ({
  day: "2027-01-01",
  name: "New Year's Day",
  ...more,
});
