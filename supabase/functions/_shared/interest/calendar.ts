import { Decimal } from "./decimal.ts";
import type { DayCount } from "./interest_types.ts";

/** A calendar day, counted from 1970-01-01 = 0. There are no hours and no time zones in here. */
export type Day = number;

const MILLISECONDS_A_DAY = 86_400_000;

/** The day written `YYYY-MM-DD`, which must exist. */
export function dayFromIso(iso: string): Day {
  return Date.parse(iso) / MILLISECONDS_A_DAY;
}

/** `YYYY-MM-DD` */
export function isoFromDay(day: Day): string {
  const date = dateOf(day);
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  return `${year}-${TWO_DIGITS[date.getUTCMonth() + 1]}-${TWO_DIGITS[date.getUTCDate()]}`;
}

/** Months and days of the month as text: several times faster than Date's own toISOString. */
const TWO_DIGITS = Array.from({ length: 32 }, (_, number) => String(number).padStart(2, "0"));

/** The calendar year the day lies in. */
export function yearOf(day: Day): number {
  return dateOf(day).getUTCFullYear();
}

/** 31 December of the year. */
export function lastDayOfYear(year: number): Day {
  return new Date(0).setUTCFullYear(year, 11, 31) / MILLISECONDS_A_DAY;
}

/** The same date so many years later; 29 February falls on 28 February where there is no 29th. */
export function anniversary(day: Day, years: number): Day {
  const date = dateOf(day);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime() / MILLISECONDS_A_DAY;
}

/** The same date so many months later, or the last of that month where it is shorter. */
export function monthsLater(day: Day, months: number): Day {
  const date = dateOf(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  return date.getTime() / MILLISECONDS_A_DAY;
}

function dateOf(day: Day): Date {
  return new Date(day * MILLISECONDS_A_DAY);
}

/**
 * The days that accrue: those after `start` through `end`; at least one. 30-day periods,
 * anniversaries and cumulative 30/360 days all count from `start`, months from the day after it.
 */
export interface AccrualWindow {
  readonly start: Day;
  readonly end: Day;
}

/** Something that holds from a day on, until the next of its kind. */
export interface Dated {
  readonly from: Day;
}

/** The one in force on `day`: the last with `from <= day`; `rows` are in order of `from`. */
export function inForce<Row extends Dated>(rows: readonly Row[], day: Day): Row | undefined {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && row.from <= day) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}

/**
 * Count of days: interest = principal × rate × days × weight ÷ divisor. One divisor for all days
 * of an invoice lets every piece be added exactly before the one division.
 */
export interface DayCounter {
  readonly divisor: Decimal;
  /** Weight of a day: the same on all days of years of the same length. */
  weight(day: Day): number;
  /** Days counted from the day after `start` through `through`; 0 for `start` itself. */
  days(start: Day, through: Day): number;
}

const one = (): number => 1;
const actualDays = (start: Day, through: Day): number => through - start;

/** Each way of counting days that terms may name; what counts months is `accrueByMonths`. */
export const DAY_COUNTERS: Readonly<Record<Exclude<DayCount, "started_months">, DayCounter>> = {
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

/** True if the year has 366 days. */
function isLeapYear(year: number): boolean {
  return lastDayOfYear(year) - lastDayOfYear(year - 1) === 366;
}

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

/** Year, month (1–12), day of the month, and whether it is the last day of a February. */
function partsOf(
  day: Day,
): { year: number; month: number; date: number; endOfFebruary: boolean } {
  const date = dateOf(day);
  const month = date.getUTCMonth() + 1;
  return {
    year: date.getUTCFullYear(),
    month,
    date: date.getUTCDate(),
    endOfFebruary: month === 2 && dateOf(day + 1).getUTCDate() === 1,
  };
}
