/** Random workweeks, and what their hours come to counted one quarter of an hour at a time. */
import fc from "fast-check";
import { OVERTIME_RULES, type OvertimeRule } from "../../../fixtures/assignments.ts";
import { dayOfWeek, type Shift } from "../../support/time/worked_time.ts";

/** The first day of every random week. */
export const MONDAY = "2026-03-02";

/** A shift of a random week: hours in quarters. */
export interface QuarterShift {
  readonly day: number;
  readonly quarters: number;
  readonly rule: OvertimeRule;
}

const QUARTERS_A_DAY = 96;
/** From which hour of a day on a rule counts overtime, and doubletime. */
const LIMITS: Readonly<Record<OvertimeRule, readonly [overtime: number, doubletime: number]>> = {
  none: [24, 24],
  flsa: [24, 24],
  california: [8, 12],
  california_health_care: [12, 12],
  colorado: [12, 24],
  alaska: [8, 24],
};

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

/** Quarters of an hour by class. */
export interface Quarters {
  regular: number;
  overtime: number;
  doubletime: number;
}

/**
 * Classifies each quarter of an hour by itself: where in the day it lies, then where in the week. Gives the
 * classes of the shifts in their order.
 */
export function classify(week: readonly QuarterShift[]): Quarters[] {
  const counted = week.filter(({ rule }) => rule !== "none");
  const worksSevenDays = new Set(counted.map(({ day }) => day)).size === 7;
  const ofDay = new Map<number, number>();
  let regularOfWeek = 0;
  // A day's shifts count in the order in which their rules limit its hours, the last limited first.
  const counting = [...week.keys()].toSorted((i, j) => {
    const [one, other] = [week[i], week[j]];
    if (one === undefined || other === undefined) throw new Error("not in the week");
    return one.day - other.day || LIMITS[other.rule][0] - LIMITS[one.rule][0] || i - j;
  });
  const all = week.map((): Quarters => ({ regular: 0, overtime: 0, doubletime: 0 }));
  for (const i of counting) {
    const [shift, classes] = [week[i], all[i]];
    if (shift === undefined || classes === undefined) throw new Error("not in the week");
    const { day, quarters, rule } = shift;
    for (let i = 0; i < quarters; i++) {
      if (rule === "none") {
        classes.regular++;
        continue;
      }
      const hourOfDay = (ofDay.get(day) ?? 0) / 4;
      ofDay.set(day, (ofDay.get(day) ?? 0) + 1);
      const ofTheDay = classOfHour(rule, hourOfDay, day === 7 && worksSevenDays);
      const kind = ofTheDay === "regular" && regularOfWeek >= 160 ? "overtime" : ofTheDay;
      if (kind === "regular") regularOfWeek++;
      classes[kind]++;
    }
  }
  return all;
}

/** The class of an hour of the day by itself, 0 being the first. */
export function classOfHour(
  rule: OvertimeRule,
  hour: number,
  isSeventhDay: boolean,
): keyof Quarters {
  const [overtime, doubletime] = LIMITS[rule];
  if (rule === "california" && isSeventhDay) return hour < overtime ? "overtime" : "doubletime";
  return hour < overtime ? "regular" : hour < doubletime ? "overtime" : "doubletime";
}

/** The greater of the hours over twelve a day and over forty a week, in quarters: Colorado's overtime. */
export function coloradoOvertime(week: readonly QuarterShift[]): number {
  const days = Map.groupBy(week, ({ day }) => day).values()
    .map((shifts) => shifts.reduce((sum, { quarters }) => sum + quarters, 0)).toArray();
  const daily = days.reduce((sum, quarters) => sum + Math.max(0, quarters - 48), 0);
  const total = days.reduce((sum, quarters) => sum + quarters, 0);
  return Math.max(daily, total - 160, 0);
}
