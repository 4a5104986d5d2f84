import { Decimal as AnyDecimal } from "decimal.js";

/**
 * decimal.js with 64 significant digits. Interest sums principal × rate × weighted days,
 * some 60 digits at the very most, so that without compounding nothing but the one division at the
 * end is rounded. `defaults` keeps out what others set on the shared constructor.
 */
export const Decimal = AnyDecimal.clone({
  defaults: true,
  precision: 64,
  rounding: AnyDecimal.ROUND_HALF_UP,
});

/** A decimal number: money in dollars, or a rate of which 1 is 100 %. */
export type Decimal = AnyDecimal;

/** No money, no interest. */
export const ZERO = new Decimal(0);

/**
 * Rounds half-up to so many decimals. First to forty, so that a tie is found again which divisions
 * left by a trace below it: 0.33… + 0.20166… is 0.535, not 0.53499….
 */
export function rounded(value: Decimal, decimals: number): Decimal {
  return value.toDecimalPlaces(40).toDecimalPlaces(decimals);
}
