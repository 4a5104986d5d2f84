/** Billing in SQL: the procedures as tests call them, and what is on invoices. */
import type postgres from "postgres";
import { dayOfWeek } from "../time/worked_time.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** A Monday; the week ends on the Sunday on which Denver's clocks go forward. */
export const MONDAY = "2026-03-02";
export const SUNDAY = dayOfWeek(MONDAY, 7);

/** An invoice as far as billing is concerned; money is text. */
export interface Invoice {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  /** Its first and last day, such as `"2026-03-02 2026-03-08"`. */
  readonly period: string;
  readonly total: string;
}

const INVOICE = "id, kind, status, period_start || ' ' || period_end as period, total";

async function invoiceFrom(sql: Sql, source: string, args: (string | null)[]): Promise<Invoice> {
  const [row] = await sql.unsafe<Invoice[]>(`select ${INVOICE} from ${source}`, args);
  if (row === undefined) throw new Error(`no invoice came from ${source}`);
  return row;
}

/** Calls create_facility_invoice, for the week unless other days are given, and of no group unless one is. */
export function createInvoice(
  sql: Sql,
  facilityId: string | null,
  periodStart: string | null = MONDAY,
  periodEnd: string | null = SUNDAY,
  groupKey = "",
): Promise<Invoice> {
  const args = [facilityId, periodStart, periodEnd, groupKey];
  return invoiceFrom(sql, "create_facility_invoice($1, $2::text::date, $3::text::date, $4)", args);
}

/** Calls recompute_draft_invoice. */
export function recompute(sql: Sql, invoiceId: string | null): Promise<Invoice> {
  return invoiceFrom(sql, "recompute_draft_invoice($1)", [invoiceId]);
}

/** Calls backfill_invoice, for the default day unless one is given, and of no group unless one is. */
export function backfill(
  sql: Sql,
  facilityId: string | null,
  throughDate: string | null = null,
  groupKey = "",
): Promise<Invoice> {
  const args = [facilityId, throughDate, groupKey];
  return invoiceFrom(sql, "backfill_invoice($1, $2::text::date, $3)", args);
}

/** An invoice as it stands. */
export function invoiceOf(sql: Sql, invoiceId: string): Promise<Invoice> {
  return invoiceFrom(sql, "invoices where id = $1", [invoiceId]);
}

/** The lines of an invoice by day, such as `"2026-03-02 regular 8.00 × 100.00 × 1.000 = 800.00"`. */
export async function linesOf(sql: Sql, invoiceId: string): Promise<string[]> {
  const lines = await sql.unsafe<{ line: string }[]>(
    `select case when kind in ('adjustment', 'difference') then description || ' = ' || amount
                 else format('%s %s %s × %s × %s = %s', work_date, kind, hours, rate, multiplier, amount)
            end as line
       from invoice_lines where invoice_id = $1
      order by kind = 'adjustment', kind = 'difference', week_start, work_date, multiplier, hours desc, amount, description`,
    [invoiceId],
  );
  return lines.map(({ line }) => line);
}

/** The ids of an invoice's lines, sorted. */
export async function lineIdsOf(sql: Sql, invoiceId: string): Promise<string[]> {
  const lines = await sql.unsafe<{ id: string }[]>(
    "select id from invoice_lines where invoice_id = $1 order by id",
    [invoiceId],
  );
  return lines.map(({ id }) => id);
}

/** Time that is billable and on no live invoice, by the view: `"2026-03-02 8.00"`, in its order. */
export async function unbilled(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ time: string }[]>(
    "select concat_ws(' ', work_date, hours) as time from unbilled_time",
  );
  return rows.map(({ time }) => time);
}

/**
 * Value today of sent time beside its billed amount, by the view: `"2026-03-02 30.00 35.00 5.00"`, or
 * `"2026-03-02 on_call 96.00 108.00 12.00"` of a code, in its order.
 */
export async function unbilledDifferences(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ week: string }[]>(
    "select concat_ws(' ', week_start, code, billed_amount, due_amount, amount) as week from unbilled_differences",
  );
  return rows.map(({ week }) => week);
}
