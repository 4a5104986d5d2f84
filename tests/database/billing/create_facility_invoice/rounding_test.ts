// Cents: line by line, half-up, the same as a person comes to with the document in hand.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import type postgres from "postgres";
import { createInvoice, linesOf, MONDAY } from "../../../support/billing/billed_time.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

/** An assignment of a contractor of its own, under the California rule, with a rate and multipliers. */
async function assignmentAt(
  firm: Firm,
  billRate: string,
  overtime = "1.5",
  doubletime = "2",
): Promise<string> {
  const assignment = await firm.assignment();
  const { sql } = firm;
  await sql`update assignment_rates set bill_rate = ${billRate} where assignment_id = ${assignment}`;
  await sql`
    update assignments set overtime_rule = 'california', bill_overtime_multiplier = ${overtime},
           bill_doubletime_multiplier = ${doubletime} where id = ${assignment}`;
  return assignment;
}

Deno.test("create_facility_invoice/rounds_half_a_cent_up_on_each_line_and_not_on_the_sum", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await assignmentAt(firm, "10.50", "1.505");
    for (const n of [1, 2, 3]) {
      await firm.entry(assignment, "approved", dayOfWeek(MONDAY, n), "0.01"); // 0.105
    }
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 4), "8.01"); // 84.00 and 0.158025
    const smallest = await assignmentAt(firm, "0.49");
    await firm.entry(smallest, "approved", dayOfWeek(MONDAY, 5), "0.01"); // 0.0049
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(await linesOf(sql, draft.id), [
      "2026-03-02 regular 0.01 × 10.50 × 1.000 = 0.11",
      "2026-03-03 regular 0.01 × 10.50 × 1.000 = 0.11",
      "2026-03-04 regular 0.01 × 10.50 × 1.000 = 0.11",
      "2026-03-05 regular 8.00 × 10.50 × 1.000 = 84.00",
      "2026-03-05 overtime 0.01 × 10.50 × 1.505 = 0.16",
      "2026-03-06 regular 0.01 × 0.49 × 1.000 = 0.00",
    ]);
    assertEquals(draft.total, "84.49");
  }));

/** Note of a person beside a line that reads hours × rate × multiplier. */
function amountByHand(line: postgres.Row): string {
  return new Decimal(line.hours).times(line.rate).times(line.multiplier)
    .toFixed(2, Decimal.ROUND_HALF_UP);
}

Deno.test("create_facility_invoice/comes_to_what_a_person_computes_whatever_the_rates_and_hours", () =>
  withDatabase(async ({ sql }) => {
    const cents = (max: number) => fc.integer({ min: 1, max }).map((n) => (n / 100).toFixed(2));
    const multiplier = fc.integer({ min: 1000, max: 3000 }).map((n) => (n / 1000).toFixed(3));
    await fc.assert(
      fc.asyncProperty(
        cents(30000),
        multiplier,
        multiplier,
        fc.array(cents(2400), { minLength: 1, maxLength: 7 }),
        async (rate, overtime, doubletime, days) => {
          const firm = await Firm.create(sql);
          const assignment = await assignmentAt(firm, rate, overtime, doubletime);
          for (const [n, hours] of days.entries()) {
            await firm.entry(assignment, "approved", dayOfWeek(MONDAY, n + 1), hours);
          }
          const draft = await createInvoice(sql, firm.facilityId);
          const lines = await sql`select * from invoice_lines where invoice_id = ${draft.id}`;
          assertEquals(lines.map((line) => line.amount), lines.map(amountByHand));
          assertStrictEquals(
            draft.total,
            Decimal.sum(...lines.map((line) => line.amount)).toFixed(2),
          );
          assertStrictEquals(
            Decimal.sum(...lines.map((line) => line.hours)).toFixed(2),
            Decimal.sum(...days).toFixed(2),
          );
        },
      ),
      { numRuns: 30 },
    );
  }));
