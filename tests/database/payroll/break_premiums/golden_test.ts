// An hour's pay for a missed meal or rest period, at the regular rate of the week.
import { assertEquals } from "@std/assert";
import golden from "../../../golden/break_premiums.json" with { type: "json" };
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import { confirm } from "../../../support/payroll/break_premiums.ts";
import { adjustment, payRate } from "../../../support/payroll/extras.ts";
import { itemOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

for (const { id, overtime_rule, shifts, bonus, premiums, expect } of golden.cases) {
  Deno.test(`payroll_draft/pays_the_missed_breaks_of_${id}_to_the_cent`, () =>
    withDatabase(async ({ sql }) => {
      const rule = overtime_rule as OvertimeRule;
      const { contractorId, assignmentIds } = await work(
        sql,
        shifts.map(({ day, hours }) => ({ date: dayOfWeek(MONDAY, day), hours, rule })),
      );
      await sql`update facilities set work_state = 'CA'`;
      for (const { day, rate } of shifts) {
        await payRate(sql, assignmentIds[rule], dayOfWeek(MONDAY, day), rate);
      }
      if (bonus !== undefined) {
        await adjustment(sql, contractorId, MONDAY, "bonus", bonus.amount, {
          inRegularRate: true,
          isFlatSum: bonus.is_flat_sum,
        });
      }
      const before = await itemOf(sql, await prepare(sql, MONDAY), contractorId);
      for (const { day, kind } of premiums) {
        await confirm(sql, contractorId, dayOfWeek(MONDAY, day), kind);
      }
      const batch = await prepare(sql, MONDAY);
      const { premium_pay, gross_pay, ...rest } = expect;
      // In no hours, and in no other pay: all else is as it was.
      assertEquals(await itemOf(sql, batch, contractorId), { ...before, premium_pay, gross_pay });
      const lines = await sql`
        select amount from payroll_item_lines where kind = 'break_premium' order by created_at`;
      assertEquals(lines.map(({ amount }) => amount), rest.break_premiums);
    }));
}
