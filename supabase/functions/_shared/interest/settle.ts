import { divideHalfUp, RATE_UNIT } from "./decimals.ts";
import type { ExactCents } from "./exact_interest.ts";
import type { Terms } from "./parse_terms.ts";

/**
 * What is owed of exact interest, in cents: first `maximumFraction` of the invoice total caps it,
 * then it is rounded half-up, the only rounding there is; what is then 0.00 or below `waiveBelow`
 * is not owed. The fee is owed once interest is.
 */
export function settle(
  accrued: ExactCents,
  principal: bigint,
  terms: Terms,
): { interest: bigint; fee: bigint } {
  const { numerator, denominator } = capped(accrued, principal, terms.maximumFraction);
  const interest = divideHalfUp(numerator, denominator);
  const owed = interest > 0n && interest >= terms.waiveBelow;
  return owed ? { interest, fee: terms.fixedFee } : { interest: 0n, fee: 0n };
}

function capped(accrued: ExactCents, principal: bigint, fraction: bigint | null): ExactCents {
  if (fraction === null) return accrued;
  const most = { numerator: fraction * principal, denominator: RATE_UNIT };
  const over = accrued.numerator * most.denominator > most.numerator * accrued.denominator;
  return over ? most : accrued;
}
