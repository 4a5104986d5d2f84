import type { AccrualWindow } from "./accrual_window.ts";
import { type Day, lastDayOfYear, yearOf } from "./calendar.ts";
import type { Invoice } from "./parse_input.ts";
import type { Terms } from "./parse_terms.ts";

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
