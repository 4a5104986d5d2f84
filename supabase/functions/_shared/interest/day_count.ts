import { type Day, isLeapYear, partsOf, yearOf } from "./calendar.ts";
import { Decimal } from "./decimal.ts";
import type { DayCount } from "./interest_types.ts";

/**
 * What days count: interest = principal × rate × days × weight ÷ divisor. One divisor for all days
 * of an invoice lets every piece be added exactly before the one division.
 */
export interface DayCounter {
  readonly divisor: Decimal;
  /** What a day weighs: the same on all days of years of the same length. */
  weight(day: Day): number;
  /** Days counted from the day after `start` through `through`; 0 for `start` itself. */
  days(start: Day, through: Day): number;
}

const one = (): number => 1;
const actualDays = (start: Day, through: Day): number => through - start;

export const DAY_COUNTERS: Readonly<Record<DayCount, DayCounter>> = {
  "actual/365": { divisor: new Decimal(365), weight: one, days: actualDays },
  "actual/360": { divisor: new Decimal(360), weight: one, days: actualDays },
  // A day is 1/365 or 1/366 of the year it lies in: 366/(365 × 366) or 365/(365 × 366).
  "actual/actual": {
    divisor: new Decimal(365 * 366),
    weight: (day) => isLeapYear(yearOf(day)) ? 365 : 366,
    days: actualDays,
  },
  "30/360": { divisor: new Decimal(360), weight: one, days: thirty360Days },
};

/**
 * Days from `start` to `through` by the US (NASD) 30/360 rule: every month has 30 days, every year
 * 360. The end of February counts as a 30th where the start is one, a 31st as a 30th where the
 * start is a 30th or later. Source: NASD Uniform Practice Code 11620 (now FINRA), with the
 * end-of-February rule of the SIA's Standard Securities Calculation Methods, as in spreadsheets'
 * "US (NASD) 30/360" basis.
 */
function thirty360Days(start: Day, through: Day): number {
  const a = partsOf(start);
  const b = partsOf(through);
  const first = a.endOfFebruary ? 30 : Math.min(a.date, 30);
  let last = b.date;
  if (a.endOfFebruary && b.endOfFebruary) last = 30;
  if (first === 30) last = Math.min(last, 30);
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + (last - first);
}
