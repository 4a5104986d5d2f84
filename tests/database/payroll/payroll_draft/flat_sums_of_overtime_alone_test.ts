import { assertEquals } from "@std/assert";
import { adjustment } from "../../../support/payroll/extras.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { enterParts } from "../../../support/time/shifts.ts";

Deno.test("payroll_draft/divides_a_flat_sum_by_all_hours_in_a_week_of_overtime_alone", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`update assignment_rates set pay_rate = 20`;
    // Fourteen hours of Sunday, and four more in a row: all of the week that begins on Monday is overtime.
    await enterParts(sql, assignment, "2026-03-15T10:00:00-06", "2026-03-16T04:00:00-06");
    await sql`update time_entries set status = 'submitted'`;
    await sql`update time_entries set status = 'approved'`;
    const [{ contractor_id }] = await sql<[{ contractor_id: string }]>`
      select contractor_id from assignments`;
    await adjustment(sql, contractor_id, "2026-03-16", "bonus", "40.00", {
      inRegularRate: true,
      isFlatSum: true,
    });
    const lines = await sql`
      select kind, hours, amount
        from private.pay_of_weeks(array[${contractor_id}::uuid], array['2026-03-16'::date]) order by kind`;
    assertEquals([...lines], [
      { kind: "adjustment", hours: null, amount: "40.00" },
      // (4 × 20 + 40) / 4 = 30, half of it for each of four hours.
      { kind: "overtime_premium", hours: "4.00", amount: "60.00" },
      { kind: "straight", hours: "4.00", amount: "80.00" },
    ]);
  }, { clock: "2026-03-25 12:00:00-06" }));
