import type { Decimal } from "./decimal.ts";

/** With two decimals, or with more, up to ten, where the value has them: `"0.10"`, `"0.065"`. */
export function shown(value: Decimal): string {
  return value.toFixed(10).replace(/(?<=\.\d\d\d*?)0+$/, "");
}

/** A rate with all its decimals, two at least. */
export function shownRate(rate: Decimal): string {
  return rate.toFixed(Math.max(2, rate.decimalPlaces()));
}
