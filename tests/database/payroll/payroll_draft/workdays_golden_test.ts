// The same nights by the time at which the firm's workday begins.
import { assertEquals } from "@std/assert";
import golden from "../../../golden/workdays.json" with { type: "json" };
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { Firm } from "../../../support/firm.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { itemOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { enterShift } from "../../../support/time/shifts.ts";

const MONDAY = "2026-03-02";

for (const { id, overtime_rule, workday_starts_at, break_minutes, expect } of golden.cases) {
  Deno.test(`payroll_draft/pays_the_workday_case_${id}_to_the_cent`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await sql`update facilities set timezone = 'America/Los_Angeles'`;
      if (workday_starts_at !== "00:00") {
        await sql`
          update organization_settings
             set workday_starts_at = ${workday_starts_at}::text::time, workday_starts_from = ${MONDAY}`;
      }
      const assignment = await firm.assignment();
      const [{ contractor_id }] = await sql<[{ contractor_id: string }]>`
        update assignments set overtime_rule = ${overtime_rule as OvertimeRule}
         where id = ${assignment} returning contractor_id`;
      await payRate(sql, assignment, MONDAY, golden.rate);
      for (const { begin, end } of golden.nights) {
        await enterShift(sql, assignment, begin, end, { breakMinutes: break_minutes });
      }
      await sql`update time_entries set status = 'submitted'`;
      await sql`update time_entries set status = 'approved'`;
      const batch = await prepare(sql, MONDAY);
      assertEquals(await itemOf(sql, batch, contractor_id), {
        stipend_pay: "0.00",
        adjustment_pay: "0.00",
        ...expect,
      });
    }));
}
