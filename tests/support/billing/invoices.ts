/** Sending and voiding invoices in SQL, and what that leaves. */
import type postgres from "postgres";
import { rowOf, type TextRow, textRows } from "../sql/rows.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Sends, with the default day unless one is given, and neither over an order nor into closed books unless it is said. Gives the rows of the answer. */
export async function send(
  sql: Sql,
  invoiceIds: readonly (string | null)[] | null,
  issueDate: string | null = null,
  allowOverOrder: boolean | null = false,
  late = false,
): Promise<TextRow[]> {
  return await textRows(
    sql,
    "public.send_invoices($1::uuid[], $2::text::date, $3::text::boolean, $4::text::boolean)",
    [
      invoiceIds,
      issueDate,
      allowOverOrder === null ? null : String(allowOverOrder),
      String(late),
    ],
  );
}

/** Sends, and gives the numbers of the answer. */
export async function numbersOf(...sending: Parameters<typeof send>): Promise<unknown[]> {
  return (await send(...sending)).map(({ number }) => number);
}

/** Voids. Gives the row of the answer. */
export async function voidInvoice(
  sql: Sql,
  invoiceId: string | null,
  reason: string | null = "Wrong facility.",
): Promise<TextRow> {
  return await rowOf(sql, "public.void_invoice($1, $2)", [invoiceId, reason]);
}

/** Marks as disputed. Gives the row of the answer. */
export async function dispute(
  sql: Sql,
  invoiceId: string | null,
  reason: string | null = "Not our shift.",
  lines: readonly (string | null)[] | null = null,
  amounts: readonly (string | null)[] | null = null,
): Promise<TextRow> {
  return await rowOf(
    sql,
    "public.dispute_invoice($1, $2, $3::uuid[], $4::text::numeric[])",
    [invoiceId, reason, lines, amounts && `{${amounts.map((one) => one ?? "null").join(",")}}`],
  );
}

/** Ends the dispute. Gives the row of the answer. */
export async function settleDispute(sql: Sql, invoiceId: string | null): Promise<TextRow> {
  return await rowOf(sql, "public.settle_dispute($1)", [invoiceId]);
}

/** An invoice as it stands. */
export async function invoiceOf(sql: Sql, invoiceId: string): Promise<TextRow> {
  return await rowOf(sql, "(select * from public.invoices where id = $1)", [invoiceId]);
}

/**
 * Entries of the audit log about invoices, in the order of their numbers: who did what, old and new
 * state.
 */
export async function auditOfInvoices(sql: postgres.Sql): Promise<postgres.Row[]> {
  const rows = await sql`
    select procedure, row_id, old ->> 'status' as old, new ->> 'status' as new
      from public.audit_log as change
     cross join lateral (select private.row_after_change(change)) as whole (row)
     where table_name = 'invoices' order by whole.row ->> 'number', procedure`;
  return [...rows];
}
