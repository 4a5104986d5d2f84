/** Classes of a workweek's hours, counted one quarter of an hour at a time. */
import type { OvertimeRule } from "../../../fixtures/assignments.ts";

/** A shift of a workweek: hours in quarters. */
export interface QuarterShift {
  readonly day: number;
  readonly quarters: number;
  readonly rule: OvertimeRule;
  /** Its begin; hours alone count before those of a day that have a time. */
  readonly begins?: number | null;
}

/** From which hour of a day on a rule counts overtime, and doubletime. */
const LIMITS: Readonly<Record<OvertimeRule, readonly [overtime: number, doubletime: number]>> = {
  none: [24, 24],
  flsa: [24, 24],
  california: [8, 12],
  california_health_care: [12, 12],
  colorado: [12, 24],
  alaska: [8, 24],
  kentucky: [24, 24],
};

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
  const isOverForty = counted.reduce((sum, { quarters }) => sum + quarters, 0) > 160;
  const ofDay = new Map<number, number>();
  let regularOfWeek = 0;
  // A day's shifts count in the order in which their rules limit its hours, the last limited first.
  const counting = [...week.keys()].toSorted((i, j) => {
    const [one, other] = [week[i], week[j]];
    if (one === undefined || other === undefined) throw new Error("not in the week");
    return one.day - other.day || (one.begins ?? 0) - (other.begins ?? 0) ||
      LIMITS[other.rule][0] - LIMITS[one.rule][0] || i - j;
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
      const isSeventhDay = day === 7 && worksSevenDays && (rule !== "kentucky" || isOverForty);
      const ofTheDay = classOfHour(rule, hourOfDay, isSeventhDay);
      const kind = ofTheDay === "regular" && regularOfWeek >= 160 ? "overtime" : ofTheDay;
      if (kind === "regular") regularOfWeek++;
      classes[kind]++;
    }
  }
  return all;
}

/** The class of an hour of the day by itself, 0 being the first; in Kentucky no week of 40 hours has a seventh day. */
export function classOfHour(
  rule: OvertimeRule,
  hour: number,
  isSeventhDay: boolean,
): keyof Quarters {
  const [overtime, doubletime] = LIMITS[rule];
  if (rule === "kentucky" && isSeventhDay) return "overtime";
  if (rule === "california" && isSeventhDay) return hour < overtime ? "overtime" : "doubletime";
  return hour < overtime ? "regular" : hour < doubletime ? "overtime" : "doubletime";
}
