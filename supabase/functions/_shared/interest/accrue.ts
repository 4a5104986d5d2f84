import type { AccrualWindow } from "./accrual_window.ts";
import { capitalisationDays } from "./capitalisation_days.ts";
import { inForce } from "./dated.ts";
import { dayCounter } from "./day_counter.ts";
import { type ExactCents, ExactInterest } from "./exact_interest.ts";
import { InvalidInterestInputError } from "./invalid_interest_input_error.ts";
import type { Invoice } from "./parse_input.ts";
import type { Terms } from "./parse_terms.ts";
import { addStretch, type Stretch } from "./stretch.ts";
import { stretchEnds } from "./stretch_ends.ts";

/** A hundred quintillion dollars: compounding beyond it is a mistaken rate or date, and costly. */
const LARGEST_BALANCE = 10n ** 22n;

/**
 * Interest of all days of the window, exactly, and the stretches that explain it. Throws
 * `InvalidInterestInputError` for terms that compound beyond all money.
 */
export function accrue(
  invoice: Invoice,
  terms: Terms,
  window: AccrualWindow,
): { interest: ExactCents; stretches: readonly Stretch[] } {
  const { start } = window;
  const counter = dayCounter(terms.dayCount);
  const capitalisations = new Set(capitalisationDays(terms.compounding, window));
  const interest = new ExactInterest(counter.divisor);
  const stretches: Stretch[] = [];
  let after = start;
  for (const to of stretchEnds(invoice, terms, window, capitalisations)) {
    const paid = inForce(invoice.principalPaid, after)?.total ?? 0n;
    const bearing = interest.bearing(invoice.principal - paid);
    if (bearing.numerator > LARGEST_BALANCE * bearing.denominator) {
      throw new InvalidInterestInputError("terms", "interest compounds beyond 20 digits");
    }
    const rateDay = terms.rateBasis === "floating" ? after + 1 : start + 1;
    const rate = inForce(invoice.terms, rateDay)?.rate ?? 0n;
    const days = counter.days(start, to) - counter.days(start, after);
    const weight = counter.weight(to);
    addStretch(stretches, {
      after,
      to,
      days,
      bearing,
      rate,
      weight,
      interest: interest.accrue(bearing, rate, BigInt(days) * weight),
    });
    if (capitalisations.has(to)) {
      interest.capitalise(inForce(invoice.interestPaid, to)?.total ?? 0n);
    }
    after = to;
  }
  return { interest: interest.total(), stretches };
}
