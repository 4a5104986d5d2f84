/** Documents in SQL, and what the tables say of the same. */
import type postgres from "postgres";
import type {
  CreditNoteDocument,
  InvoiceDocument,
  PayBatchDocument,
  PayDocument,
  PayYearDocument,
  StatementDocument,
  TimesheetDocument,
} from "../../../tools/json_shapes.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

async function documentFrom<T>(sql: Sql, call: string, ...args: (string | null)[]): Promise<T> {
  const [row] = await sql.unsafe<{ document: T }[]>(`select ${call} as document`, args);
  if (row === undefined) throw new Error(`${call} answered nothing`);
  return row.document;
}

export const invoiceDocument = (sql: Sql, invoice: string | null): Promise<InvoiceDocument> =>
  documentFrom(sql, "public.invoice_document($1)", invoice);

export const creditNoteDocument = (sql: Sql, note: string | null): Promise<CreditNoteDocument> =>
  documentFrom(sql, "public.credit_note_document($1)", note);

export const timesheetDocument = (sql: Sql, invoice: string | null): Promise<TimesheetDocument> =>
  documentFrom(sql, "public.timesheet_document($1)", invoice);

export const payDocument = (sql: Sql, item: string | null): Promise<PayDocument> =>
  documentFrom(sql, "public.pay_document($1)", item);

export const payBatchDocument = (
  sql: Sql,
  batch: string,
  part: number,
): Promise<PayBatchDocument> =>
  documentFrom(sql, "public.pay_batch_document($1, $2::text::int)", batch, String(part));

export const payYearDocument = (
  sql: Sql,
  contractor: string,
  year: number,
): Promise<PayYearDocument> =>
  documentFrom(sql, "public.pay_year_document($1, $2::text::int)", contractor, String(year));

export const invoiceFile = (sql: Sql, invoice: string | null): Promise<string> =>
  documentFrom(sql, "public.invoice_file($1)", invoice);

export const statementDocument = (
  sql: Sql,
  facility: string | null,
  from: string | null,
  to: string | null,
): Promise<StatementDocument> =>
  documentFrom(
    sql,
    "public.statement_document($1, $2::text::date, $3::text::date)",
    facility,
    from,
    to,
  );

/** A PNG of one dark pixel. */
export const LOGO = "data:image/png;base64," +
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Settings of the firm on paper. */
export async function setLetterhead(
  sql: postgres.Sql,
  values: Readonly<
    Partial<
      Record<"legal_name" | "address" | "phone" | "remit_to" | "tax_number" | "logo", string | null>
    >
  >,
): Promise<void> {
  await sql`update public.organization_settings set ${sql(values)}`;
}

/** Cents of a text such as `"-12.50"`; null is none. */
export const cents = (money: string | null): number =>
  money === null ? 0 : Math.round(Number(money) * 100);

/** Cents of them together. */
export const sumOf = (money: readonly (string | null)[]): number =>
  money.reduce((sum, text) => sum + cents(text), 0);
