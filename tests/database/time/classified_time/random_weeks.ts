/** Random workweeks, and what their hours come to counted one quarter of an hour at a time. */
import fc from "fast-check";
import { OVERTIME_RULES, type OvertimeRule } from "../../../../fixtures/assignments.ts";
import type { QuarterShift } from "../../../support/time/counted_hours.ts";
import { dayOfWeek, type Shift } from "../../../support/time/worked_time.ts";

/** The first day of every random week. */
export const MONDAY = "2026-03-02";

const QUARTERS_A_DAY = 96;
/** Weeks of up to twelve shifts under some rules, none of their days longer than 24 hours, in time order. */
export function randomWeek(
  rules: readonly OvertimeRule[] = OVERTIME_RULES,
): fc.Arbitrary<QuarterShift[]> {
  const shift = fc.record({
    day: fc.integer({ min: 1, max: 7 }),
    quarters: fc.oneof(fc.integer({ min: 1, max: 64 }), fc.constantFrom(16, 32, 40, 48, 56)),
    rule: fc.constantFrom(...rules),
  });
  // A day on each of the seven makes the seventh day common.
  const everyDay = fc.tuple(
    ...[1, 2, 3, 4, 5, 6, 7].map((day) => shift.map((one) => ({ ...one, day }))),
  );
  return fc.oneof(
    fc.array(shift, { minLength: 1, maxLength: 12 }),
    fc.tuple(everyDay, fc.array(shift, { maxLength: 5 })).map(([all, more]) => [...all, ...more]),
  ).map(fitDays);
}

/** In the order of days, without what would not fit into 24 hours. */
function fitDays(shifts: QuarterShift[]): QuarterShift[] {
  const worked = new Map<number, number>();
  return shifts.toSorted((a, b) => a.day - b.day).filter(({ day, quarters }) => {
    const hours = (worked.get(day) ?? 0) + quarters;
    if (hours > QUARTERS_A_DAY) return false;
    worked.set(day, hours);
    return true;
  });
}

/** The shifts as {@link work} takes them. */
export function toShifts(week: readonly QuarterShift[]): Shift[] {
  return week.map(({ day, quarters, rule }) => ({
    date: dayOfWeek(MONDAY, day),
    hours: quarters / 4,
    rule,
  }));
}

/** The greater of the hours over twelve a day and over forty a week, in quarters: Colorado's overtime. */
export function coloradoOvertime(week: readonly QuarterShift[]): number {
  const days = Map.groupBy(week, ({ day }) => day).values()
    .map((shifts) => shifts.reduce((sum, { quarters }) => sum + quarters, 0)).toArray();
  const daily = days.reduce((sum, quarters) => sum + Math.max(0, quarters - 48), 0);
  const total = days.reduce((sum, quarters) => sum + quarters, 0);
  return Math.max(daily, total - 160, 0);
}
