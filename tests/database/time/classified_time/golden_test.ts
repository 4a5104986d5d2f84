import { assertEquals, assertStrictEquals } from "@std/assert";
import golden from "../../../golden/payroll.json" with { type: "json" };
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { classesOf, dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const hundredths = (hours: string): number => Number(hours.replace(".", ""));
const sum = (hours: string[]): string =>
  (hours.reduce((sum, h) => sum + hundredths(h), 0) / 100).toFixed(2);

for (const { id, overtime_rule, shifts, expect } of golden.cases) {
  Deno.test(`classified_time/agrees_with_the_published_case_${id}`, () =>
    withDatabase(async ({ sql }) => {
      const worker = await work(
        sql,
        shifts.map(({ day, hours }) => ({
          date: dayOfWeek(MONDAY, day),
          hours,
          rule: overtime_rule as OvertimeRule,
        })),
      );
      const entries = [...(await classesOf(sql, [worker], [MONDAY])).values()];
      assertStrictEquals(entries.length, shifts.length);
      assertEquals({
        regular_hours: sum(entries.map(({ regular }) => regular)),
        overtime_hours: sum(entries.map(({ overtime }) => overtime)),
        doubletime_hours: sum(entries.map(({ doubletime }) => doubletime)),
      }, {
        regular_hours: expect.regular_hours,
        overtime_hours: expect.overtime_hours,
        doubletime_hours: expect.doubletime_hours,
      });
    }));
}
