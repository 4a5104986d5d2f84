import { isoFromDay } from "./calendar.ts";
import { formatDecimal, RATE_DECIMALS, RATE_UNIT } from "./decimals.ts";
import type { ExactCents } from "./exact_interest.ts";
import type { InterestSegment } from "./interest_types.ts";
import type { Stretch } from "./stretch.ts";

/** A stretch in words a person can check by hand. */
export function explain(stretch: Stretch): InterestSegment {
  return {
    from: isoFromDay(stretch.after + 1),
    to: isoFromDay(stretch.to),
    days: stretch.days,
    principal: dollars(stretch.bearing),
    rate: formatDecimal(stretch.rate, RATE_UNIT, RATE_DECIMALS),
    interest: dollars(stretch.interest),
  };
}

function dollars({ numerator, denominator }: ExactCents): string {
  return formatDecimal(numerator, 100n * denominator, 10);
}
