/** Reports of a bank, imported, and what becomes of them. */
import type postgres from "postgres";
import {
  facility,
  type FileRow,
  type Imported,
  importRows,
  openInvoice,
} from "../moving_in/imports.ts";
import { rowOf, type TextRow } from "../sql/rows.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** A payment of 1000.00 on April 10, by its reference, unless said otherwise. */
export const remittance = (more: FileRow = {}): FileRow => ({
  bank_reference: "B1",
  received_on: "2026-04-10",
  amount: "1000.00",
  ...more,
});

/** Facilities F1 and F2, and open invoices by their numbers: of whom, and how much. */
export async function open(
  sql: Sql,
  invoices: Readonly<Record<string, readonly [facility: string, amount: string]>>,
): Promise<void> {
  await importRows(sql, "facilities", [
    facility(),
    facility({ external_number: "F2", name: "North Clinic" }),
  ]);
  if (Object.keys(invoices).length === 0) return;
  await importRows(
    sql,
    "open-invoices",
    Object.entries(invoices).map(([external_number, [facility_number, amount]], nth) =>
      openInvoice({
        external_number,
        facility_number,
        amount,
        due_date: `2026-03-${String(10 + nth % 20).padStart(2, "0")}`,
      })
    ),
  );
}

/** Imports rows of what a bank reports. */
export const bankReports = (sql: Sql, ...rows: FileRow[]): Promise<Imported> =>
  importRows(sql, "remittances", rows);

/** Each remittance as `"B1: proposed of Mercy Hospital by invoice_number, 900.00 on invoices"`. */
export async function progress(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ told: string }[]>(`
    select format('%s: %s%s%s', bank_reference, state, ' of ' || facility_name || ' by ' || matched_by,
                  case when check_reconciliation_id is not null then format(', %s on invoices', on_invoices) end) as told
      from remittance_states order by bank_reference`);
  return rows.map(({ told }) => told);
}

/** Lines of proposals, as `"B1: 4711 principal 900.00"`. */
export async function proposed(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ told: string }[]>(`
    select format('%s: %s %s %s', remittance.bank_reference, invoice.number, line.component, line.amount) as told
      from remittances as remittance
      join check_reconciliations as reconciliation on reconciliation.check_id = remittance.check_id
      join check_reconciliation_lines as line on line.check_reconciliation_id = reconciliation.id
      join invoices as invoice on invoice.id = line.invoice_id
     order by 1`);
  return rows.map(({ told }) => told);
}

/** Id of the remittance with that reference. */
export async function remittanceId(sql: Sql, reference = "B1"): Promise<string> {
  const [row] = await sql.unsafe<{ id: string }[]>(
    "select id from remittances where bank_reference = $1",
    [reference],
  );
  if (row === undefined) throw new Error(`there is no remittance ${reference}`);
  return row.id;
}

/** Id of a facility by its number. */
export async function facilityId(sql: Sql, number = "F1"): Promise<string> {
  const [row] = await sql.unsafe<{ id: string }[]>(
    "select id from facilities where external_number = $1",
    [number],
  );
  if (row === undefined) throw new Error(`there is no facility ${number}`);
  return row.id;
}

/** Says who paid. */
export const assign = (
  sql: Sql,
  remittance: string | null,
  facility: string | null,
): Promise<TextRow> => rowOf(sql, "public.assign_remittance($1, $2)", [remittance, facility]);

/** Says that no facility paid. */
export const setAsideRemittance = (
  sql: Sql,
  remittance: string | null,
  reason: string | null = "Interest of the bank.",
): Promise<TextRow> => rowOf(sql, "public.set_aside_remittance($1, $2)", [remittance, reason]);

/** Decides about what was kept back. */
export const settleShort = (
  sql: Sql,
  line: string | null,
  outcome: string | null,
  amount: string | null = null,
  reason: string | null = null,
): Promise<TextRow> =>
  rowOf(sql, "public.settle_short_payment($1, $2, $3, $4)", [line, outcome, amount, reason]);

/** Id of the line of a remittance that names an invoice. */
export async function lineId(sql: Sql, number: string): Promise<string> {
  const [row] = await sql.unsafe<{ id: string }[]>(
    "select id from remittance_lines where invoice_number = $1",
    [number],
  );
  if (row === undefined) throw new Error(`no remittance names ${number}`);
  return row.id;
}

/** Invoices that are named, as `"4711: short by 50.00"`. */
export async function shortages(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ told: string }[]>(`
    select format('%s: short by %s', invoice_number, short_by) as told
      from remittance_line_states order by 1`);
  return rows.map(({ told }) => told);
}
