// The shift differentials that Bullhorn publishes, https://kb.bullhorn.com/bhone/Content/BH1/Topics/shiftsDifferentialOverview.htm:
// rates of a nurse by shift, and the same 44 hours as "combined" and as "differential" time. The sums of its invoices are pictures,
// which nobody read for this.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { Firm } from "../../../support/firm.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { addPremium, nurse, shift } from "../../../support/time/premiums.ts";

const MONDAY = "2026-03-02";
const CLOCK = { clock: "2026-03-10 18:00:00+00" };

/** Pay and bill of the week, of which nothing else is there. */
async function comesTo(sql: postgres.Sql, facilityId: string): Promise<string[]> {
  const [batch] = await sql<[{ gross_total: string }]>`
    select gross_total from payroll_batches where id = ${await prepare(sql, MONDAY)}`;
  return [batch.gross_total, (await createInvoice(sql, facilityId)).total];
}

/** An hour of a shift of theirs, and what it pays and is billed at. */
const PRINTED = {
  day: { day: "2026-03-03", hour: 9, sums: ["50.00", "100.00"] },
  night: { day: "2026-03-03", hour: 17, sums: ["55.00", "110.00"] },
  weekend_day: { day: "2026-03-07", hour: 9, sums: ["75.00", "150.00"] },
};

for (const [name, { day, hour, sums }] of Object.entries(PRINTED)) {
  Deno.test(`differentials/of_bullhorns_${name}_shift_come_to_the_rates_that_it_prints`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const { assignment } = await nurse(firm);
      await addPremium(sql, { title: "Night", clock: "15:00-23:00" });
      await addPremium(sql, { title: "Weekend", days: [6, 7], pay: "× 1.5", bill: "× 1.5" });
      await shift(sql, assignment, `${day} ${hour}:00`, `${day} ${hour + 1}:00`);
      assertEquals(await comesTo(sql, firm.facilityId), sums);
    }, CLOCK));
}

/** The hours of a week by the evening, as a code at the combined rate, or as hours with a differential beside them. */
async function evenings(
  sql: postgres.Sql,
  kind: "combined" | "differential",
  days: readonly number[],
) {
  const firm = await Firm.create(sql);
  const { assignment } = await nurse(firm);
  await codeRate(sql, assignment, "charge", { bill: "110", pay: "55" });
  if (kind === "differential") await addPremium(sql, { title: "Night", clock: "15:00-23:00" });
  for (const [nth, hours] of days.entries()) {
    const day = `2026-03-0${2 + nth}`;
    if (kind === "combined") await codedEntry(sql, assignment, day, "charge", String(hours));
    else await shift(sql, assignment, `${day} 15:00`, `${day} ${15 + hours}:00`);
  }
  return await comesTo(sql, firm.facilityId);
}

for (const kind of ["combined", "differential"] as const) {
  Deno.test(`differentials/as_bullhorns_${kind}_time_pay_the_same_and_bill_the_same_but_for_overtime`, () =>
    withDatabase(async ({ sql }) => {
      // 44 × 55 and half of 55 for four hours; at × 1.5 the facility is billed the combined rate, or that of the hour alone.
      assertEquals(await evenings(sql, kind, [8, 8, 8, 8, 8, 4]), [
        "2530.00",
        kind === "combined" ? "5060.00" : "5040.00",
      ]);
    }, CLOCK));
  Deno.test(`differentials/as_bullhorns_${kind}_time_come_to_the_same_without_overtime`, () =>
    withDatabase(async ({ sql }) => {
      assertEquals(await evenings(sql, kind, [8, 8, 8, 8, 8]), ["2200.00", "4400.00"]);
    }, CLOCK));
}
