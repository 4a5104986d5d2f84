import { type Day, isLeapYear, yearOf } from "./calendar.ts";
import type { DayCount } from "./interest_types.ts";
import { thirty360Days } from "./thirty_360.ts";

/**
 * A day count as whole numbers: interest = principal × rate × days × weight ÷ divisor. One divisor
 * for all days of an invoice lets every piece be added exactly before the one division.
 */
export interface DayCounter {
  readonly divisor: bigint;
  /** What a day weighs: the same on all days of years of the same length. */
  weight(day: Day): bigint;
  /** Days counted from the day after `start` through `through`; 0 for `start` itself. */
  days(start: Day, through: Day): number;
}

const one = (): bigint => 1n;
const actualDays = (start: Day, through: Day): number => through - start;

const DAY_COUNTERS: Readonly<Record<DayCount, DayCounter>> = {
  "actual/365": { divisor: 365n, weight: one, days: actualDays },
  "actual/360": { divisor: 360n, weight: one, days: actualDays },
  // A day is 1/365 or 1/366 of the year it lies in: 366/(365 × 366) or 365/(365 × 366).
  "actual/actual": {
    divisor: 365n * 366n,
    weight: (day) => isLeapYear(yearOf(day)) ? 365n : 366n,
    days: actualDays,
  },
  "30/360": { divisor: 360n, weight: one, days: thirty360Days },
};

/** The counter of a day count. */
export function dayCounter(dayCount: DayCount): DayCounter {
  return DAY_COUNTERS[dayCount];
}
