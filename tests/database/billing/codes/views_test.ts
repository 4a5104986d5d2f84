// Codes in what is shown of billing: the board, unbilled time, margins.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice, MONDAY } from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-03-10 12:00:00+00" };

/** Eight regular hours, eight of charge, 12 on call and 40 miles, and sick leave, which bills nothing. */
async function worked(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await codeRate(sql, assignment, "charge", { bill: "106", pay: "64" });
  await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
  await codeRate(sql, assignment, "mileage", { bill: "0.67", pay: "0.60" });
  await firm.entry(assignment, "approved", "2026-03-04", "8");
  await codedEntry(sql, assignment, MONDAY, "charge", "8");
  await codedEntry(sql, assignment, MONDAY, "on_call", "12");
  await codedEntry(sql, assignment, MONDAY, "mileage", "40");
  await codedEntry(sql, assignment, "2026-03-03", "sick", "8");
  return { firm, assignment };
}

Deno.test("board/prices_unbilled_time_of_codes_by_their_rates", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await worked(sql);
    const board = () =>
      sql`select number, amount, oldest_on::text from board() where item = 'unbilled_time'`;
    assertEquals([...await board()], [{ number: 4, amount: "1770.80", oldest_on: MONDAY }]);
    const { total } = await createInvoice(sql, firm.facilityId);
    assertEquals(total, "1770.80");
    assertEquals([...await board()], [{ number: 0, amount: "0.00", oldest_on: null }]);
  }, CLOCK));

Deno.test("unbilled_time/has_worked_hours_as_hours_and_the_rest_as_a_quantity_of_its_code", () =>
  withDatabase(async ({ sql }) => {
    await worked(sql);
    const rows = await sql<{ row: string }[]>`
      select concat_ws(' ', code, hours, quantity) as row from unbilled_time order by 1`;
    assertEquals(rows.map(({ row }) => row), [
      "charge 8.00",
      "mileage 0.00 40.00",
      "on_call 0.00 12.00",
      "regular 8.00",
    ]);
    const groups = await sql`select entries, hours from unbilled_groups`;
    assertEquals([...groups], [{ entries: "4", hours: "16.00" }]);
  }, CLOCK));

Deno.test("assignment_margin/pays_codes_by_their_rates_and_counts_worked_hours_alone", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await worked(sql);
    await createInvoice(sql, firm.facilityId);
    const [margin] = await sql`
      select billed_hours, billed_amount, straight_pay, billed_margin from assignment_margin`;
    assertEquals(margin, {
      billed_hours: "16.00",
      billed_amount: "1770.80",
      straight_pay: "1076.00", // 8 × 60, 8 × 64, 12 × 5 and 40 × 0.60
      billed_margin: "694.80",
    });
  }, CLOCK));
