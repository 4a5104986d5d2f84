import {
  computeInterest,
  type InterestInput,
  type InterestResult,
  type InterestTerms,
} from "../../../supabase/functions/_shared/interest/compute_interest.ts";

/** Terms that bear 10 %, in force for ages. */
export function tenPercent(terms: Partial<InterestTerms> = {}): InterestTerms {
  return { effectiveFrom: "1800-01-01", annualRate: "0.10", ...terms };
}

/**
 * 36500.00 at 10 % over 365, so 10.00 a day, due 1 March 2026, ten days late, unless said
 * otherwise.
 */
export function owed(
  input: Partial<InterestInput> = {},
  terms: Partial<InterestTerms> = {},
): InterestResult {
  return computeInterest({
    principal: "36500.00",
    dueDate: "2026-03-01",
    payments: [],
    asOf: "2026-03-11",
    terms: [tenPercent(terms)],
    ...input,
  });
}

/** The three amounts of a result, for comparing in one line. */
export function amounts({ interest, fee, total }: InterestResult): string {
  return `${interest} + ${fee} = ${total}`;
}
