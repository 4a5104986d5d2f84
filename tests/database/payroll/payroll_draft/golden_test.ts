import { assertEquals } from "@std/assert";
import golden from "../../../golden/payroll.json" with { type: "json" };
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import { adjustment, payRate, stipend, type StipendKind } from "../../../support/payroll/extras.ts";
import { itemOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

for (const { id, overtime_rule, shifts, expect, ...extra } of golden.cases) {
  Deno.test(`payroll_draft/pays_the_published_case_${id}_to_the_cent`, () =>
    withDatabase(async ({ sql }) => {
      const rule = overtime_rule as OvertimeRule;
      const worker = await work(
        sql,
        shifts.map(({ day, hours }) => ({ date: dayOfWeek(MONDAY, day), hours, rule })),
      );
      const assignment = worker.assignmentIds[rule];
      for (const { day, rate } of shifts) {
        await payRate(sql, assignment, dayOfWeek(MONDAY, day), rate);
      }
      if (extra.stipend !== undefined) {
        const { kind, weekly_amount, daily_amount } = extra.stipend;
        await stipend(sql, assignment, kind as StipendKind, weekly_amount ?? daily_amount, {
          per: weekly_amount === undefined ? "day" : "week",
        });
      }
      if (extra.adjustment !== undefined) {
        const { kind, amount, in_regular_rate, is_flat_sum } = extra.adjustment;
        await adjustment(sql, worker.contractorId, MONDAY, kind, amount, {
          inRegularRate: in_regular_rate,
          isFlatSum: is_flat_sum,
        });
      }
      const batch = await prepare(sql, MONDAY);
      assertEquals(await itemOf(sql, batch, worker.contractorId), {
        stipend_pay: "0.00",
        adjustment_pay: extra.adjustment?.amount ?? "0.00",
        ...expect,
      });
      if (extra.flsa_premium !== undefined) {
        const [asked] = await sql`
          select sum(flsa_premium)::text as premium from payroll_item_lines where kind like '%time_premium'`;
        assertEquals(asked?.["premium"], extra.flsa_premium);
      }
    }));
}
