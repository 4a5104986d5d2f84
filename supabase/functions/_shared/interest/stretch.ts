import type { Day } from "./calendar.ts";
import type { ExactCents } from "./exact_interest.ts";

/** The days after `after` through `to`, alike in what bears interest, rate and weight. */
export interface Stretch {
  readonly after: Day;
  readonly to: Day;
  readonly days: number;
  readonly bearing: ExactCents;
  readonly rate: bigint;
  readonly weight: bigint;
  readonly interest: ExactCents;
}

/** Adds a stretch, or lengthens the last one where nothing changed between them. */
export function addStretch(stretches: Stretch[], next: Stretch): void {
  const last = stretches.at(-1);
  const alike = last !== undefined && last.rate === next.rate && last.weight === next.weight &&
    last.bearing.numerator === next.bearing.numerator &&
    last.bearing.denominator === next.bearing.denominator;
  if (!alike) {
    stretches.push(next);
    return;
  }
  const { numerator, denominator } = last.interest;
  stretches[stretches.length - 1] = {
    ...last,
    to: next.to,
    days: last.days + next.days,
    interest: { numerator: numerator + next.interest.numerator, denominator },
  };
}
