import { accrualWindow, governingTerms } from "./accrual_window.ts";
import { accrue } from "./accrue.ts";
import { isoFromDay } from "./calendar.ts";
import type { InterestInput, InterestResult } from "./interest_types.ts";
import { readInput } from "./read_input.ts";
import { settle } from "./settle.ts";

export type * from "./interest_types.ts";

/**
 * Late-payment interest of one invoice as of a day, in dollars and cents. Pure: the same input
 * gives the same answer, and nothing is kept.
 *
 * Days run from the day after the due date through the payment date or `asOf`; a day's principal is
 * what was unpaid before that day's payment. The arithmetic is exact up to one division, or one a
 * capitalisation to 64 digits; then comes one rounding, half-up to the cent. Its parts state
 * the rules: `accrual_window.ts` which days accrue, `day_count.ts` what a day counts, `accrue.ts`
 * and `stretch_ends.ts` rates and compounding, `settle.ts` cap, rounding, waiver and fee.
 *
 * @throws {InvalidInterestInputError} for negative or malformed input; its `field` says which
 * (`invalid_interest_input_error.ts`)
 *
 * @example 1500.00 at 6.5 %, ten days late (the example of 5 CFR 1315.17)
 * ```ts
 * import assert from "node:assert/strict";
 * import { computeInterest } from "./compute_interest.ts";
 *
 * const { total, segments } = computeInterest({
 *   principal: "1500.00",
 *   dueDate: "2026-04-01",
 *   payments: [],
 *   asOf: "2026-04-11",
 *   terms: [{ effectiveFrom: "2026-01-01", annualRate: "0.065", dayCount: "actual/360" }],
 * });
 * assert.equal(total, "2.71");
 * assert.deepEqual(segments, [{
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
