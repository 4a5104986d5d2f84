/** Cash ahead, and how facilities have paid. */
import type postgres from "postgres";
import { plusDays } from "../../../fixtures/days.ts";
import type { Firm } from "../../support/firm.ts";

/** Weeks in which money comes or goes: `"2026-03-16 billed unbilled payroll balance"`. */
export async function ahead(
  sql: postgres.ISql,
  opening = "0",
  factor = "1",
  asOf: string | null = null,
): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', week_start, receipts_billed, receipts_unbilled, payroll, balance) as row
      from cash_ahead(${opening}, ${factor}, ${asOf}::text::date)
     where receipts_billed + receipts_unbilled + payroll <> 0 order by week_start`;
  return rows.map(({ row }) => row);
}

/** Weeks in which people are paid: `"2026-03-16 3240.00"`. */
export async function paysAhead(sql: postgres.ISql): Promise<string[]> {
  return (await ahead(sql)).map((row) => row.split(" ")).filter(([, , , paid]) => paid !== "0.00")
    .map(([week, , , paid]) => `${week} ${paid}`);
}

/** Invoices that were issued so many days before a day and paid in full on it, money in hand. */
export async function paidBefore(firm: Firm, day: string, took: readonly number[]): Promise<void> {
  for (const days of took) {
    await firm.pay(await firm.sentInvoice(plusDays(day, 30 - days), "10.00"), day, "10.00");
  }
}
