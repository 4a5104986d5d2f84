/** An exact fraction, always in lowest terms; neither part is negative. For the oracle only. */
export class Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    const divisor = greatestCommonDivisor(numerator, denominator);
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }

  /** "12.50" */
  static parse(decimal: string): Fraction {
    const [whole = "", fraction = ""] = decimal.split(".");
    return new Fraction(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
  }

  plus(other: Fraction): Fraction {
    const { numerator, denominator } = other;
    return new Fraction(
      this.numerator * denominator + numerator * this.denominator,
      this.denominator * denominator,
    );
  }

  /** The difference, or zero where `other` is greater. */
  lessAtMost(other: Fraction): Fraction {
    if (other.atLeast(this)) return new Fraction(0n);
    return new Fraction(
      this.numerator * other.denominator - other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  atLeast(other: Fraction): boolean {
    return this.numerator * other.denominator >= other.numerator * this.denominator;
  }

  /** Two decimals, a half rounded up. */
  toCents(): string {
    const twice = 200n * this.numerator;
    const cents = twice / this.denominator;
    const rounded = cents / 2n + cents % 2n;
    return `${rounded / 100n}.${(rounded % 100n).toString().padStart(2, "0")}`;
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
