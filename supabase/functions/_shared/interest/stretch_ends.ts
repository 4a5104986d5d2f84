import type { AccrualWindow } from "./accrual_window.ts";
import { anniversary, type Day, lastDayOfYear, yearOf } from "./calendar.ts";
import type { Compounding } from "./interest_types.ts";
import type { Invoice } from "./read_input.ts";
import type { Terms } from "./read_terms.ts";

/**
 * The days after which something may change: a payment's day, the day before a new row, a
 * capitalisation, under `actual/actual` each 31 December, and the end. In order, each once.
 */
export function stretchEnds(
  invoice: Invoice,
  terms: Terms,
  { start, end }: AccrualWindow,
  capitalisations: Iterable<Day>,
): Day[] {
  const ends = new Set(capitalisations);
  for (const { from } of invoice.principalPaid) ends.add(from);
  for (const { from } of invoice.terms) ends.add(from - 1);
  if (terms.dayCount === "actual/actual") {
    for (let year = yearOf(start); year < yearOf(end); year++) ends.add(lastDayOfYear(year));
  }
  ends.add(end);
  return [...ends].filter((day) => day > start && day <= end).sort((a, b) => a - b);
}

/**
 * The days at whose end unpaid interest joins the principal: each 30th day after the start
 * (US Prompt Payment, 5 CFR 1315), or each anniversary of it, which for 29 February is
 * 28 February in other years.
 */
export function capitalisationDays(compounding: Compounding, { start, end }: AccrualWindow): Day[] {
  if (compounding === "none") return [];
  const days: Day[] = [];
  for (let period = 1;; period++) {
    const day = compounding === "annual" ? anniversary(start, period) : start + 30 * period;
    if (day >= end) return days;
    days.push(day);
  }
}
