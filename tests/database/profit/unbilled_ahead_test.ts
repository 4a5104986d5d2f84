// Cash ahead: unbilled work is expected a billing cycle later than an invoice of today would be.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { ahead, paidBefore } from "./ahead.ts";
import { CLOCK } from "./week.ts";

/** A facility that is billed by a cycle and pays within some days, with so many hours to bill, at 100.00. */
async function toBill(
  sql: postgres.Sql,
  cycle: "week" | "two_weeks" | "month",
  terms: number,
  hours: string,
): Promise<Firm> {
  const firm = await Firm.create(sql, `Hospital ${hours}`);
  await sql`
    update facilities set billing_cycle = ${cycle}, payment_terms_days = ${terms} where id = ${firm.facilityId}`;
  await firm.entry(await firm.assignment(), "approved", "2026-03-03", hours);
  return firm;
}

Deno.test("cash_ahead/expects_unbilled_work_a_week_two_weeks_or_a_month_later", () =>
  withDatabase(async ({ sql }) => {
    await toBill(sql, "week", 30, "1"); // billed by March 27, due by April 26
    await toBill(sql, "two_weeks", 30, "2"); // by April 3, due by May 3
    await toBill(sql, "month", 15, "3"); // by April 19, due by May 4
    // By April 3, and paid twelve days later, as the last twelve were: on April 15.
    await paidBefore(await toBill(sql, "two_weeks", 30, "4"), "2026-03-01", Array(12).fill(12));
    assertEquals(await ahead(sql), [
      "2026-04-13 0.00 400.00 0.00 400.00",
      "2026-04-20 0.00 100.00 0.00 500.00",
      "2026-04-27 0.00 200.00 0.00 700.00",
      "2026-05-04 0.00 300.00 0.00 1000.00",
    ]);
  }, CLOCK));
