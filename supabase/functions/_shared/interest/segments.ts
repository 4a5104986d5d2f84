import { type Day, isoFromDay } from "./calendar.ts";
import { type Decimal, formatDecimal, rounded } from "./decimal.ts";
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
    shown(last.bearing).eq(shown(next.bearing));
  if (!alike) {
    stretches.push(next);
    return;
  }
  const days = last.days + next.days;
  const product = last.product.plus(next.product);
  stretches[stretches.length - 1] = { ...last, to: next.to, days, product };
}

/** A stretch in words a person can check by hand. */
export function explain(stretch: Stretch, divisor: number): InterestSegment {
  return {
    from: isoFromDay(stretch.after + 1),
    to: isoFromDay(stretch.to),
    days: stretch.days,
    principal: formatDecimal(shown(stretch.bearing)),
    rate: formatDecimal(stretch.rate),
    interest: formatDecimal(shown(stretch.product.div(divisor))),
  };
}

function shown(dollars: Decimal): Decimal {
  return rounded(dollars, 10);
}
