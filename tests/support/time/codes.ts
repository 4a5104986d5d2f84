/** Time of codes, and what a unit of a code bills and pays. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Amount that an entry has: hours, or a quantity of its code's unit. */
export interface Amount {
  readonly hours?: string | null;
  readonly quantity?: string | null;
}

/** Adds an entry of a code; what is left out is left to the database. Gives its id. */
export async function addCoded(
  sql: Sql,
  assignmentId: string,
  code: string,
  amount: Amount,
  { day = "2026-03-02", status = "draft" } = {},
): Promise<string> {
  const values = { assignment_id: assignmentId, work_date: day, code, status, ...amount };
  const [row] = await sql.unsafe<[{ id: string }]>(
    `insert into public.time_entries (${Object.keys(values)})
     values (${Object.keys(values).map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(values),
  );
  return row.id;
}

/** The rates of a code at an assignment, from a day on; null leaves one to the facility or the code. */
export async function addCodeRate(
  sql: Sql,
  assignmentId: string,
  code: string,
  { bill = "8", pay = "5", from = "2026-01-01" }: {
    readonly bill?: string | null;
    readonly pay?: string | null;
    readonly from?: string;
  } = {},
): Promise<void> {
  await sql.unsafe(
    `insert into public.assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
     values ($1, $2, $3::text::date, $4, $5)`,
    [assignmentId, code, from, bill, pay],
  );
}

/** All time as `"2026-03-02 charge 8.00 draft"`, of units as `"2026-03-02 mileage 30.00 mile draft"`. */
export async function codedTime(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ entry: string }[]>(
    `select concat_ws(' ', entry.work_date, entry.code, coalesce(entry.quantity, entry.hours),
                      case when entry.quantity is not null then code.unit end, entry.status) as entry
       from public.time_entries as entry join public.time_codes as code on code.name = entry.code
      order by entry.work_date, entry.code, entry.id`,
  );
  return rows.map(({ entry }) => entry);
}
