import { divideHalfUp, RATE_UNIT } from "./decimals.ts";

/** A number of cents, exactly: numerator ÷ denominator. */
export interface ExactCents {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * Each capitalisation makes the fractions finer, by 15 to 18 digits. From a thousand digits on they
 * are rounded to the fineness reached, so that a century stays cheap; five years of 30-day periods
 * stay exact.
 */
const FINE_ENOUGH = 10n ** 1000n;

/**
 * Interest as it grows, in whole numbers only: nothing is divided until someone asks for cents, so
 * thirds that add up to half a cent do, whatever lies between them.
 */
export class ExactInterest {
  /** Denominator of the interest up to the last capitalisation. */
  #scale = 1n;
  #accrued = 0n;
  #capitalised = 0n;
  /** Accrued since the last capitalisation, in units of 1/(scale × unit) cents. */
  #recent = 0n;
  readonly #unit: bigint;

  /** @param divisor that of the day count */
  constructor(divisor: bigint) {
    this.#unit = RATE_UNIT * divisor;
  }

  /** What bears interest while so many cents of the principal are unpaid. */
  bearing(principal: bigint): ExactCents {
    return { numerator: principal * this.#scale + this.#capitalised, denominator: this.#scale };
  }

  /** Adds bearing × rate × weighted days, where `bearing` is the current one, and returns it. */
  accrue(bearing: ExactCents, rate: bigint, weightedDays: bigint): ExactCents {
    const numerator = bearing.numerator * rate * weightedDays;
    this.#recent += numerator;
    return { numerator, denominator: this.#scale * this.#unit };
  }

  /** Lets all interest but the cents paid bear interest. What once joined the principal stays. */
  capitalise(interestPaid: bigint): void {
    const { numerator: accrued, denominator: scale } = this.total();
    const unpaid = accrued - interestPaid * scale;
    if (unpaid <= this.#capitalised * this.#unit) return;
    const coarser = this.#scale < FINE_ENOUGH ? 1n : this.#unit;
    this.#scale = scale / coarser;
    this.#accrued = divideHalfUp(accrued, coarser);
    this.#capitalised = divideHalfUp(unpaid, coarser);
    this.#recent = 0n;
  }

  /** All interest so far. */
  total(): ExactCents {
    return {
      numerator: this.#accrued * this.#unit + this.#recent,
      denominator: this.#scale * this.#unit,
    };
  }
}
