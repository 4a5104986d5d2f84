/** Reports on receivables about a facility, as text. */
import type postgres from "postgres";

interface Facility {
  readonly sql: Pick<postgres.Sql, "unsafe">;
  readonly facilityId: string;
}

/** The principal of a facility today or as of a day, by days past due: `"<current> <1-30> <31-60> <61-90> <91+>"`; null when it is left out. */
export async function buckets(
  facility: Facility,
  asOf: string | null = null,
): Promise<string | null> {
  return await line(facility, asOf, "current, days_1_30, days_31_60, days_61_90, days_91_plus");
}

/** The rest of its row: `"<balance> <interest> <unapplied_credits> <net>"`; null when it is left out. */
export async function totals(
  facility: Facility,
  asOf: string | null = null,
): Promise<string | null> {
  return await line(facility, asOf, "balance, interest, unapplied_credits, net");
}

/** Disputed part of its balance; null when it is left out. */
export async function disputed(
  facility: Facility,
  asOf: string | null = null,
): Promise<string | null> {
  return await line(facility, asOf, "disputed");
}

async function line(
  { sql, facilityId }: Facility,
  asOf: string | null,
  columns: string,
): Promise<string | null> {
  const [row] = await sql.unsafe<[{ line: string }?]>(
    `select concat_ws(' ', ${columns}) as line
       from ${asOf === null ? "public.ar_aging" : `public.ar_aging_as_of('${asOf}')`}
      where facility_id = $1`,
    [facilityId],
  );
  return row?.line ?? null;
}

/** A row of a statement, as text. */
export interface StatementRow {
  readonly occurred_on: string;
  readonly kind: string;
  readonly reference: string | null;
  readonly invoice_id: string | null;
  readonly description: string;
  readonly amount: string;
  readonly balance: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The rows of a facility's statement, in their order. */
export async function statement(
  { sql, facilityId }: Facility,
  from: string,
  to: string,
): Promise<StatementRow[]> {
  const rows = await sql.unsafe<StatementRow[]>(
    `select occurred_on::text, kind, reference, invoice_id, description, amount, balance, details
       from public.facility_statement($1, $2::text::date, $3::text::date)`,
    [facilityId, from, to],
  );
  return [...rows];
}

/** The rows of a statement: `"<occurred_on> <kind> <amount> = <balance>"`. */
export async function statementLines(...asked: Parameters<typeof statement>): Promise<string[]> {
  return (await statement(...asked)).map(({ occurred_on, kind, amount, balance }) =>
    `${occurred_on} ${kind} ${amount} = ${balance}`
  );
}
