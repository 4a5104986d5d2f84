/** Credit notes, and what they leave. */
import type postgres from "postgres";
import { rowOf, type TextRow } from "../sql/rows.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Arguments of credit_invoice beside the invoice; the rest as its defaults. */
export interface CreditOptions {
  readonly reason?: string | null;
  readonly lines?: readonly (string | null)[] | null;
  readonly reinstate?: boolean | null;
  readonly countsFrom?: string | null;
  readonly requestId?: string | null;
  readonly late?: boolean;
  /** Amounts and hours of the lines, in their order; null is all that is left. */
  readonly amounts?: readonly (string | null)[] | null;
  readonly hours?: readonly (string | null)[] | null;
  readonly forDifferences?: boolean;
}

/** Credits an invoice, or some of its lines. Gives the credit note. */
export async function credit(
  sql: Sql,
  invoice: string | null,
  {
    reason = "Billed twice",
    lines = null,
    reinstate = true,
    countsFrom = "invoice",
    requestId = null,
    late = false,
    amounts = null,
    hours = null,
    forDifferences = false,
  }: CreditOptions = {},
): Promise<TextRow> {
  return await rowOf(
    sql,
    `public.credit_invoice($1, $2, $3::uuid[], $4::text::boolean, $5, $6, $7::text::boolean,
       $8::text::numeric[], $9::text::numeric[], $10::text::boolean)`,
    [
      invoice,
      reason,
      lines,
      reinstate === null ? null : String(reinstate),
      countsFrom,
      requestId,
      String(late),
      arrayOf(amounts),
      arrayOf(hours),
      String(forDifferences),
    ],
  );
}

const arrayOf = (values: readonly (string | null)[] | null) =>
  values === null ? null : `{${values.map((value) => value ?? "null").join(",")}}`;

/** The credit that a credit note left. */
export async function creditOfNote(sql: postgres.Sql, note: string): Promise<string> {
  const [credit] = await sql<[{ id: string }]>`
    select id from public.facility_credits where credit_note_id = ${note}`;
  return credit.id;
}
