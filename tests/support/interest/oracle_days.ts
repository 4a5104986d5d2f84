import { Fraction } from "./fraction.ts";
import type { DayCount } from "../../../supabase/functions/_shared/interest/compute_interest.ts";

/** Calendar arithmetic of the oracle: on ISO strings, one day at a time, sharing no code. */
export function addDays(iso: string, days: number): string {
  const date = new Date(`${iso}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const isMonthEnd = (iso: string): boolean => addDays(iso, 1).endsWith("-01");
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** True if `iso` is a later year's turn of `start`. */
export function isAnniversary(iso: string, start: string): boolean {
  if (iso <= start) return false;
  const due = start.slice(5);
  return iso.slice(5) === due ||
    due === "02-29" && iso.slice(5) === "02-28" && !isLeap(Number(iso.slice(0, 4)));
}

/** Share of a year that the day is, when days are counted from `start`. */
export function shareOfYear(dayCount: DayCount, start: string, iso: string): Fraction {
  switch (dayCount) {
    case "actual/365":
      return new Fraction(1n, 365n);
    case "actual/360":
      return new Fraction(1n, 360n);
    case "actual/actual":
      return new Fraction(1n, isLeap(Number(iso.slice(0, 4))) ? 366n : 365n);
    case "30/360":
      return new Fraction(
        BigInt(days360(start, iso) - days360(start, addDays(iso, -1))),
        360n,
      );
    case "started_months":
      return new Fraction(monthBegins(iso, addDays(start, 1)) ? 1n : 0n, 12n);
  }
}

/** True if a month that is counted from `first` begins on the day. */
function monthBegins(iso: string, first: string): boolean {
  const [date, wanted] = [iso.slice(8), first.slice(8)];
  return date === wanted || isMonthEnd(iso) && date < wanted;
}

/** DAYS360 as spreadsheets describe it, with the end-of-February rule for both ends. */
function days360(from: string, to: string): number {
  const [y1 = 0, m1 = 0, d1 = 0] = from.split("-").map(Number);
  const [y2 = 0, m2 = 0, d2 = 0] = to.split("-").map(Number);
  const first = isMonthEnd(from) ? 30 : d1;
  const months = 360 * (y2 - y1) + 30 * (m2 - m1);
  if (m1 === 2 && isMonthEnd(from) && m2 === 2 && isMonthEnd(to)) return months;
  // A 31st is the 1st of the next month after a start before the 30th, else a 30th.
  if (d2 === 31) return months + (first < 30 ? 31 : 30) - first;
  return months + d2 - first;
}
