// Work that no invoice bills is one amount, after fees: in gross profit, on the Monday page, and in cash ahead.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../../support/assignments/rate_hits.ts";
import { createInvoice, MONDAY } from "../../support/billing/billed_time.ts";
import { addFee, addTax } from "../../support/billing/fees.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { enterParts } from "../../support/time/shifts.ts";
import { dayOfWeek } from "../../support/time/worked_time.ts";
import { CLOCK, wholeWeek, worked } from "./week.ts";

/** Unbilled amounts by gross profit, the Monday page and cash ahead. */
async function unbilled(sql: postgres.ISql): Promise<string[]> {
  const [said] = await sql<[{ gross: string; monday: string; ahead: string }]>`
    select (select sum(unbilled) from gross_profit('2026-01-01', '2026-03-20', 'facility')) as gross,
           (select value from weekly_flash('2026-03-16') where figure = 'unbilled') as monday,
           (select sum(receipts_unbilled) from cash_ahead()) as ahead`;
  return [said.gross, said.monday, said.ahead];
}

Deno.test("unbilled_work/is_after_fees_in_gross_profit_the_monday_page_and_cash_ahead", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await worked(firm);
    await addTax(sql, { jurisdiction: "CO" });
    await addFee(firm);
    await addFee(firm, { name: "Time", base: "time", rate: "0.01" });
    await addFee(firm, { name: "Later", rate: "0.5", from: "2026-03-09" });
    await addFee(firm, { kind: "vms", name: "Each invoice", amount: "10.00" }); // known once there is a draft
    assertEquals(await unbilled(sql), ["5184.00", "5184.00", "5184.00"]);
    const { id } = await createInvoice(sql, firm.facilityId, MONDAY, dayOfWeek(MONDAY, 7));
    assertEquals(await unbilled(sql), ["5174.00", "5174.00", "5174.00"]);
    await send(sql, [id], "2026-03-10");
    assertEquals(await unbilled(sql), ["0.00", "0.00", "0.00"]);
    const [{ before }] = await sql<[{ before: string }]>`
      select sum(receipts_unbilled) as before from cash_ahead(as_of => '2026-03-09')`;
    assertEquals(before, "5174.00", "the day before it was issued");
  }, CLOCK));

Deno.test("unbilled_work/has_differences_still_to_bill", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await wholeWeek(sql);
    await addFee(firm);
    await apply(
      sql,
      await rateHit(sql, assignment, "2026-03-02", { bill: "10.00", pay: "6.00" }),
      true,
    );
    const [{ amount }] = await sql<[{ amount: string }]>`
      select round(sum(amount), 2) as amount from private.unbilled_work('2026-03-20')`;
    assertEquals(amount, "436.50"); // 36 hours at 10.00 and 6 at 15.00, less 3 %
    const [{ earlier }] = await sql<[{ earlier: string | null }]>`
      select round(sum(amount), 2) as earlier from private.unbilled_work('2026-03-07')`;
    assertEquals(earlier, "5400.00", "before its week was over, the week as it was billed");
  }, CLOCK));

Deno.test("unbilled_work/of_hours_in_a_row_over_the_weeks_start_is_that_of_each_week", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`update assignment_rates set bill_rate = 120 where assignment_id = ${assignment}`;
    // 13.5 hours: beyond the twelfth they are overtime, on Monday.
    await enterParts(sql, assignment, "2026-03-08 19:00 MST", "2026-03-09 08:30 MST");
    await sql`update time_entries set status = 'submitted'`;
    await sql`update time_entries set status = 'approved'`;
    const billed = async (from: string, to: string) => {
      const [row] = await sql<[{ billed: string }]>`
        select billed from gross_profit(${from}, ${to}, 'facility')`;
      return row.billed;
    };
    assertEquals(await billed("2026-03-02", "2026-03-15"), "1710.00");
    assertEquals(await billed("2026-03-02", "2026-03-08"), "480.00");
    assertEquals(await billed("2026-03-09", "2026-03-15"), "1230.00");
  }, CLOCK));
