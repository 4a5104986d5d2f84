import type { Day } from "./calendar.ts";
import { inForce } from "./dated.ts";
import type { Invoice } from "./read_input.ts";
import type { Terms } from "./read_terms.ts";

/**
 * The days that accrue: those after `start` through `end`; at least one. 30-day periods,
 * anniversaries and cumulative 30/360 days all count from `start`.
 */
export interface AccrualWindow {
  readonly start: Day;
  readonly end: Day;
}

/** The row all terms but the rate come from: in force on the day after the due date, else the first later one. */
export function governingTerms({ terms, due }: Invoice): Terms | undefined {
  return inForce(terms, due + 1) ?? terms[0];
}

/**
 * The days that accrue under `terms`, or undefined if none does: not late, within the grace days,
 * paid in full within them, or no row of terms in force yet.
 */
export function accrualWindow(invoice: Invoice, terms: Terms): AccrualWindow | undefined {
  const graceEnd = invoice.due + terms.graceDays;
  const lastUnpaid = Math.min(invoice.asOf, paidOffOn(invoice));
  if (lastUnpaid <= graceEnd) return undefined;

  const countedAfter = terms.accrueFrom === "due_date" ? invoice.due : graceEnd;
  const firstRow = invoice.terms[0] ?? terms;
  const start = Math.max(countedAfter, firstRow.from - 1);
  const end = Math.min(lastUnpaid, start + (terms.maximumDays ?? Infinity));
  return end > start ? { start, end } : undefined;
}

/** The day of full payment: before all days if nothing was owed, after all while something is. */
function paidOffOn({ principal, principalPaid }: Invoice): Day {
  if (principal.isZero()) return -Infinity;
  return principalPaid.find(({ total }) => total.gte(principal))?.from ?? Infinity;
}
