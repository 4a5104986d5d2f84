/** Interest on paper. */
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import type { Firm } from "../firm.ts";
import { type SetClock, withMovingClock } from "./moving_clock.ts";
import { owe } from "./proposals.ts";
import { rowOf, type TextRow } from "../sql/rows.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Bills a facility's interest through a day, or yesterday. Gives the row of the answer. */
export async function invoiceInterest(
  sql: Sql,
  facilityId: string | null,
  through: string | null = null,
): Promise<TextRow> {
  return await rowOf(sql, "public.invoice_interest($1, $2::text::date)", [facilityId, through]);
}

/** The lines of an invoice of interest: `"<number of the original> <amount> <description>"`, the dearest first. */
export async function linesOfInterest(sql: postgres.Sql, invoice: string): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', original.number, line.amount, line.description) as line
      from public.invoice_lines as line
      join public.invoices as original on original.id = line.original_invoice_id
     where line.invoice_id = ${invoice} order by line.amount desc`;
  return rows.map(({ line }) => line);
}

/** A test on 2 May 2026 with invoices A and B over 1000.00 and 2000.00, due 1 and 11 April, at 18 %, computed. */
export function withLateInvoices(
  test: (firm: Firm, ids: readonly [string, string], setClock: SetClock) => Promise<void>,
): () => Promise<void> {
  return withMovingClock("2026-05-02", async (firm, setClock) => {
    await firm.terms();
    const [a = "", b = ""] = await owe(
      firm,
      { principal: "1000.00", due: "2026-04-01", number: "A" },
      { principal: "2000.00", due: "2026-04-11", number: "B" },
    );
    await accrueOverdueInterest(firm.sql);
    await test(firm, [a, b], setClock);
  });
}
