/** Draft invoices, sending and voiding them in SQL, and what that leaves. */
import type postgres from "postgres";
import { Firm } from "../firm.ts";
import { withDatabase } from "../server/database.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** An invoice as JSON has it: days are text, and so is money. */
export type Invoice = Readonly<Record<string, string | null>> & { readonly id: string };

const JSON_ROW = `select jsonb_object_agg(key, value) as invoice
  from jsonb_each_text(to_jsonb(done))`;

/** A draft of the firm's facility with an adjustment line of each amount; 100.00 unless said otherwise. */
export async function draft(
  { sql, facilityId }: Pick<Firm, "sql" | "facilityId">,
  amounts: readonly string[] = ["100.00"],
): Promise<string> {
  const [invoice] = await sql<[{ id: string }]>`
    insert into public.invoices (facility_id, period_start, period_end)
    values (${facilityId}, '2026-01-05', '2026-01-11') returning id`;
  await addAdjustments(sql, invoice.id, amounts);
  return invoice.id;
}

/** So many drafts like it. */
export async function drafts(firm: Firm, count: number): Promise<string[]> {
  const rows = await firm.sql<{ id: string }[]>`
    with draft as (
      insert into public.invoices (facility_id, period_start, period_end)
      select ${firm.facilityId}, '2026-01-05', '2026-01-11' from generate_series(1, ${count}) returning id),
    line as (
      insert into public.invoice_lines (invoice_id, kind, description, amount)
      select id, 'adjustment', 'Travel', 100 from draft)
    select id from draft order by id`;
  return rows.map(({ id }) => id);
}

/** Adds an adjustment line of each amount. */
export async function addAdjustments(
  sql: Sql,
  invoiceId: string,
  amounts: readonly string[],
): Promise<void> {
  await sql.unsafe(
    `insert into public.invoice_lines (invoice_id, kind, description, amount)
     select $1, 'adjustment', 'Travel', amount from unnest($2::numeric[]) as amount`,
    [invoiceId, [...amounts]],
  );
}

/** Sends, with the default day unless one is given. Gives the rows of the answer. */
export async function send(
  sql: Sql,
  invoiceIds: readonly (string | null)[] | null,
  issueDate: string | null = null,
): Promise<Invoice[]> {
  const rows = await sql.unsafe<{ invoice: Invoice }[]>(
    `select (${JSON_ROW}) as invoice from public.send_invoices($1::uuid[], $2::text::date) as done`,
    [invoiceIds as string[] | null, issueDate],
  );
  return rows.map(({ invoice }) => invoice);
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
): Promise<Invoice> {
  const [row] = await sql.unsafe<[{ invoice: Invoice }]>(
    `select (${JSON_ROW}) as invoice from public.void_invoice($1, $2) as done`,
    [invoiceId, reason],
  );
  return row.invoice;
}

/** An invoice as it stands. */
export async function invoiceOf(sql: Sql, invoiceId: string): Promise<Invoice> {
  const [row] = await sql.unsafe<[{ invoice: Invoice }]>(
    `select (${JSON_ROW}) as invoice from public.invoices as done where id = $1`,
    [invoiceId],
  );
  return row.invoice;
}

/** What the audit log has of invoices, in the order of their numbers: who did what, old and new state. */
export async function auditOfInvoices(sql: postgres.Sql): Promise<postgres.Row[]> {
  const rows = await sql`
    select procedure, row_id, old ->> 'status' as old, new ->> 'status' as new from public.audit_log
     where table_name = 'invoices' order by new ->> 'number', procedure`;
  return [...rows];
}

/** A test with a firm and a draft of 100.00. */
export function withDraft(
  test: (firm: Firm, id: string, url: string) => Promise<void>,
): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      await test(firm, await draft(firm), url);
    });
}
