import { Decimal, rounded, ZERO } from "./decimal.ts";
import type { Terms } from "./read_terms.ts";

/**
 * What is owed of the interest that accrued: first `maximumFraction` of the invoice total caps it,
 * then it is rounded half-up to the cent; what is then 0.00 or below `waiveBelow` is not owed. The
 * fee is owed once interest is.
 */
export function settle(
  accrued: Decimal,
  principal: Decimal,
  { maximumFraction, waiveBelow, fixedFee }: Terms,
): { interest: Decimal; fee: Decimal } {
  const capped = maximumFraction === null
    ? accrued
    : Decimal.min(accrued, principal.times(maximumFraction));
  const interest = rounded(capped, 2);
  const owed = interest.gt(0) && interest.gte(waiveBelow);
  return owed ? { interest, fee: new Decimal(fixedFee) } : { interest: ZERO, fee: ZERO };
}
