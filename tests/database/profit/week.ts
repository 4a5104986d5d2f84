/** A week of 5,400.00 that pays 3,240.00: three shifts of 14 hours, 36 regular and 6 overtime, at 120 and 72. */
import type postgres from "postgres";
import { createInvoice, MONDAY } from "../../support/billing/billed_time.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { dayOfWeek } from "../../support/time/worked_time.ts";

export const CLOCK = { clock: "2026-03-20 15:00:00+00" };
export const DAYS = ["2026-03-02", "2026-03-08"] as const;

/** Somebody at the firm's facility who has worked such a week. Gives the assignment. */
export async function worked(firm: Firm, monday = MONDAY): Promise<string> {
  const assignment = await firm.assignment();
  await firm.sql`
    update assignment_rates set bill_rate = 120, pay_rate = 72 where assignment_id = ${assignment}`;
  await workAgain(firm, assignment, monday);
  return assignment;
}

/** Such a week of an assignment. */
export async function workAgain(firm: Firm, assignment: string, monday: string): Promise<void> {
  for (const day of [1, 2, 3]) {
    await firm.entry(assignment, "approved", dayOfWeek(monday, day), "14");
  }
}

/** Bills the week, and sends the invoice. */
export async function bill(
  { sql, facilityId }: Firm,
  monday = MONDAY,
  issued = "2026-03-10",
): Promise<string> {
  const { id } = await createInvoice(sql, facilityId, monday, dayOfWeek(monday, 7));
  await send(sql, [id], issued);
  return id;
}

/** Pays the week. */
export async function pay(sql: postgres.Sql, monday = MONDAY): Promise<void> {
  await close(sql, await prepare(sql, monday));
}

/** Such a week that is worked, billed and paid. */
export async function wholeWeek(
  sql: postgres.Sql,
): Promise<{ firm: Firm; assignment: string; invoice: string }> {
  const firm = await Firm.create(sql);
  const assignment = await worked(firm);
  const invoice = await bill(firm);
  await pay(sql);
  return { firm, assignment, invoice };
}

/** Rows of gross profit: name, billed, fees, pay, profit before burden, burden, profit; unbilled and unpaid where there are any. */
export async function profitBy(
  sql: postgres.ISql,
  by: string,
  [from, to]: readonly [string, string] = DAYS,
): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' | ', coalesce(name, day::text, '-'), billed, fees,
                     wages + premiums + stipends + codes + reimbursements, profit_before_burden, burden, profit,
                     case when unbilled <> 0 or unpaid <> 0 then 'estimated ' || unbilled || ' ' || unpaid end) as row
      from gross_profit(${from}, ${to}, ${by}) order by place`;
  return rows.map(({ row }) => row);
}
