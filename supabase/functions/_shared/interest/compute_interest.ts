import { accrue } from "./accrue.ts";
import { type AccrualWindow, type Day, inForce, isoFromDay } from "./calendar.ts";
import { Decimal, rounded, ZERO } from "./decimal.ts";
import type { InterestInput, InterestResult } from "./interest_types.ts";
import { type Invoice, readInput, type Terms } from "./read_input.ts";

export * from "./interest_types.ts";

/**
 * Late-payment interest of one invoice as of a day, in dollars and cents. Pure: the same input
 * gives the same answer, and nothing is kept.
 *
 * Days run from the day after the due date through the payment date or `asOf`; a day's principal is
 * what was unpaid before that day's payment. The arithmetic is exact up to one division, or one a
 * capitalisation to 64 digits; then comes one rounding, half-up to the cent. Its parts state
 * the rules: `accrualWindow` which days accrue, `calendar.ts` what a day counts, `accrue.ts` rates
 * and compounding, `started_months.ts` months, `settle` cap, waiver, rounding and fee.
 *
 * @throws {InvalidInterestInputError} for negative or malformed input; its `field` says which
 *
 * @example 1500.00 at 6.5 %, ten days late (the example of 5 CFR 1315.17)
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { computeInterest } from "./compute_interest.ts";
 *
 * const { total, segments } = computeInterest({
 *   principal: "1500.00",
 *   dueDate: "2026-04-01",
 *   payments: [],
 *   asOf: "2026-04-11",
 *   terms: [{ effectiveFrom: "2026-01-01", annualRate: "0.065", dayCount: "actual/360" }],
 * });
 * assertEquals(total, "2.71");
 * assertEquals(segments, [{
 *   from: "2026-04-02",
 *   to: "2026-04-11",
 *   days: 10,
 *   principal: "1500.00",
 *   rate: "0.065",
 *   interest: "2.7083333333",
 * }]);
 * ```
 */
export function computeInterest(input: InterestInput): InterestResult {
  const invoice = readInput(input);
  const terms = governingTerms(invoice);
  const window = terms && accrualWindow(invoice, terms);
  if (!terms || !window) {
    return {
      interest: "0.00",
      fee: "0.00",
      total: "0.00",
      accruedThrough: isoFromDay(invoice.due),
      segments: [],
    };
  }
  const accrued = accrue(invoice, terms, window);
  const { interest, fee } = settle(accrued.interest, invoice.principal, terms);
  return {
    interest: interest.toFixed(2),
    fee: fee.toFixed(2),
    total: interest.plus(fee).toFixed(2),
    accruedThrough: isoFromDay(window.end),
    segments: accrued.segments,
  };
}

/** The row all terms but the rate come from: in force on the day after the due date, else the first later one. */
function governingTerms({ terms, due }: Invoice): Terms | undefined {
  return inForce(terms, due + 1) ?? terms[0];
}

/**
 * The days that accrue under `terms`, or undefined if none does: not late, within the grace days,
 * paid in full within them, or no row of terms in force yet.
 */
function accrualWindow(invoice: Invoice, terms: Terms): AccrualWindow | undefined {
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

/**
 * Amount owed of the interest that accrued: `maximumFraction` of the invoice total caps it; below
 * `waiveBelow` it is not owed, before it is rounded, since 5 CFR 1315 waives "less than one
 * dollar", and 0.995 is less; then it is rounded half-up to the cent, and 0.00 is not owed. The fee
 * is owed once interest is.
 */
function settle(
  accrued: Decimal,
  principal: Decimal,
  { maximumFraction, waiveBelow, fixedFee }: Terms,
): { interest: Decimal; fee: Decimal } {
  const capped = maximumFraction === null
    ? accrued
    : Decimal.min(accrued, principal.times(maximumFraction));
  const interest = rounded(capped, 2);
  const owed = interest.gt(0) && capped.gte(waiveBelow);
  return owed ? { interest, fee: new Decimal(fixedFee) } : { interest: ZERO, fee: ZERO };
}
