/** Fractions of whole numbers: shares and hourly sums, which no decimal has exactly. */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

/** A fraction; `under` is above 0. */
export const ratio = (over: bigint, under = 1n): Ratio => ({ over, under });

/** All of them together. */
export function total(ratios: readonly Ratio[]): Ratio {
  return ratios.reduce(
    (sum, { over, under }) => ratio(sum.over * under + over * sum.under, sum.under * under),
    ratio(0n),
  );
}

/** One times a fraction. */
export function times(one: Ratio, { over, under }: Ratio): Ratio {
  return ratio(one.over * over, one.under * under);
}

/** The same below zero. */
export const minus = ({ over, under }: Ratio): Ratio => ratio(-over, under);

/** The lesser of two. */
export function lesser(one: Ratio, other: Ratio): Ratio {
  return one.over * other.under < other.over * one.under ? one : other;
}

/** To a whole number, a half up. */
export function rounded({ over, under }: Ratio): bigint {
  const twice = 2n * over + under;
  const quotient = twice / (2n * under);
  return twice < 0n && twice % (2n * under) !== 0n ? quotient - 1n : quotient;
}
