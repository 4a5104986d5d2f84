/** Decimals that rates and fractions may carry; the column `annual_rate` holds six of them. */
export const RATE_DECIMALS = 12;

/** The whole number that stands for a rate of 1. */
export const RATE_UNIT = 10n ** BigInt(RATE_DECIMALS);

/**
 * A plain decimal such as `"1500.00"` as a whole number of its last allowed decimal:
 * `scaledDecimal("12.5", 2)` is 1250n. Undefined for anything else: signs, exponents, blanks,
 * more than `decimals` decimals or more than 15 digits before the point.
 */
export function scaledDecimal(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** numerator ÷ denominator to the nearest whole number, a half upwards; neither is negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/**
 * numerator ÷ denominator as a decimal string, rounded half-up to `decimals` (two or more) and
 * without trailing zeros after the second decimal: `"0.10"`, `"0.065"`, `"2.7083333333"`.
 */
export function formatDecimal(numerator: bigint, denominator: bigint, decimals: number): string {
  const digits = divideHalfUp(numerator * 10n ** BigInt(decimals), denominator)
    .toString().padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "").padEnd(2, "0");
  return `${digits.slice(0, -decimals)}.${fraction}`;
}

/** Cents as dollars with two decimals: 271n is `"2.71"`. */
export function formatCents(cents: bigint): string {
  return formatDecimal(cents, 100n, 2);
}
