import { type Day, isoFromDay } from "./calendar.ts";
import type { Decimal } from "./decimal.ts";
import type { InterestSegment } from "./interest_types.ts";

/** The days after `after` through `to`, alike in what bears interest, rate and weight. */
export interface Stretch {
  readonly after: Day;
  readonly to: Day;
  readonly days: number;
  /** What bears interest. */
  readonly bearing: Decimal;
  readonly rate: Decimal;
  readonly weight: number;
  /** bearing × rate × weighted days, not divided yet. */
  readonly product: Decimal;
}

/** Adds a stretch, or lengthens the last one where nothing shown changed between them. */
export function addStretch(stretches: Stretch[], next: Stretch): void {
  const last = stretches.at(-1);
  const alike = last !== undefined && last.weight === next.weight && last.rate.eq(next.rate) &&
    last.bearing.eq(next.bearing);
  if (!alike) {
    stretches.push(next);
    return;
  }
  const days = last.days + next.days;
  const product = last.product.plus(next.product);
  stretches[stretches.length - 1] = { ...last, to: next.to, days, product };
}

/** A stretch in words a person can check by hand. */
export function explain(stretch: Stretch, divisor: Decimal): InterestSegment {
  return {
    from: isoFromDay(stretch.after + 1),
    to: isoFromDay(stretch.to),
    days: stretch.days,
    principal: shown(stretch.bearing),
    rate: stretch.rate.toFixed(Math.max(2, stretch.rate.decimalPlaces())),
    interest: shown(stretch.product.div(divisor)),
  };
}

/** With two decimals, or with more, up to ten, where the value has them: `"0.10"`, `"0.065"`. */
function shown(value: Decimal): string {
  return value.toFixed(10).replace(/(?<=\.\d\d\d*?)0+$/, "");
}
