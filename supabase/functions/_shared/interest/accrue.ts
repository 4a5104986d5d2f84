import type { AccrualWindow } from "./accrual_window.ts";
import { inForce } from "./dated.ts";
import { DAY_COUNTERS } from "./day_count.ts";
import { Decimal, ZERO } from "./decimal.ts";
import type { InterestSegment } from "./interest_types.ts";
import { InvalidInterestInputError } from "./invalid_interest_input_error.ts";
import type { Invoice } from "./read_input.ts";
import type { Terms } from "./read_terms.ts";
import { addStretch, explain, type Stretch } from "./segments.ts";
import { capitalisationDays, stretchEnds } from "./stretch_ends.ts";

/**
 * A hundred quintillion dollars: compounding beyond it is a mistaken rate or date, and would in
 * time outgrow the digits kept.
 */
const LARGEST_BALANCE = new Decimal("1e20");

/**
 * Interest of all days of the window, and the segments that explain it. The sum of principal × rate
 * × weighted days is divided once, at the end; while compounding, at each capitalisation. Throws
 * `InvalidInterestInputError` for terms that compound beyond all money.
 */
export function accrue(
  invoice: Invoice,
  terms: Terms,
  window: AccrualWindow,
): { interest: Decimal; segments: InterestSegment[] } {
  const { start } = window;
  const { divisor, weight, days } = DAY_COUNTERS[terms.dayCount];
  const capitalisations = new Set(capitalisationDays(terms.compounding, window));
  const stretches: Stretch[] = [];
  /** Interest up to the last capitalisation, and what of it joined the principal. */
  let interest = ZERO;
  let joined = ZERO;
  /** Since then, not divided yet. */
  let products = ZERO;
  let after = start;
  for (const to of stretchEnds(invoice, terms, window, capitalisations)) {
    const paid = inForce(invoice.principalPaid, after)?.total ?? ZERO;
    const bearing = invoice.principal.minus(paid).plus(joined);
    if (bearing.gt(LARGEST_BALANCE)) {
      throw new InvalidInterestInputError("terms", "interest compounds beyond 20 digits");
    }
    const rateDay = terms.rateBasis === "floating" ? after + 1 : start + 1;
    const rate = inForce(invoice.terms, rateDay)?.rate ?? ZERO;
    const counted = days(start, to) - days(start, after);
    const product = bearing.times(rate).times(counted * weight(to));
    products = products.plus(product);
    addStretch(stretches, { after, to, days: counted, bearing, rate, weight: weight(to), product });
    if (capitalisations.has(to)) {
      interest = interest.plus(products.div(divisor));
      products = ZERO;
      // What once joined the principal stays, however much interest is paid later.
      const interestPaid = inForce(invoice.interestPaid, to)?.total ?? ZERO;
      joined = Decimal.max(joined, interest.minus(interestPaid));
    }
    after = to;
  }
  return {
    interest: interest.plus(products.div(divisor)),
    segments: stretches.map((stretch) => explain(stretch, divisor)),
  };
}
