import { Decimal } from "decimal.js";

/** Money of a unit of a code: the rate of an hour, times the one, plus the other. */
export interface Factor {
  readonly multiplier: string;
  readonly amount: string;
}

/** A code, as far as it decides about money. */
export interface CodeTerms {
  readonly isWorked: boolean;
  readonly inRegularRate: boolean;
  readonly isCreditable: boolean;
  /** Null: it has rates of its own. */
  readonly pay: Factor | null;
  readonly bill: Factor | null;
}

/** A week of 48 hours with eight units of a code, paid by the federal rule. */
export interface CodeWeek {
  readonly hours: number;
  readonly units: number;
  readonly overtime: number;
  readonly straight: Decimal;
  /** Pay that the regular rate is made of, and the rate itself. */
  readonly counted: Decimal;
  readonly regularRate: Decimal;
  /** Half the regular rate for the hours of overtime, and what of it a creditable premium has paid already. */
  readonly asked: Decimal;
  readonly credit: Decimal;
  readonly total: Decimal;
}

/** Rates of an hour in the example. */
export const HOURLY = { pay: "40.00", bill: "60.00" } as const;

/** Rates that a unit of a code with rates of its own has in the example. */
export function ownRates(
  { isWorked }: Pick<CodeTerms, "isWorked">,
  unit: string,
): { readonly pay: string; readonly bill: string } {
  if (isWorked) return { pay: "44.00", bill: "66.00" };
  // No more than the government's rate of a mile, of which the rest would be a wage.
  if (unit === "mile") return { pay: "0.70", bill: "0.80" };
  return unit === "hour" ? { pay: "5.00", bill: "8.00" } : { pay: "30.00", bill: "45.00" };
}
const HOURS = 48;
const UNITS = 8;
/** Hours of a week before overtime (29 USC 207(a)(1)). */
const FULL_WEEK = 40;

/** Money of a unit, what the rate of an hour makes of it rounded to the cent; null where the code has rates of its own. */
export function ofUnit(hourly: string, factor: Factor | null): Decimal | null {
  return factor === null
    ? null
    : new Decimal(hourly).times(factor.multiplier).toDecimalPlaces(2).plus(factor.amount);
}

/**
 * The week's pay under 29 CFR 778: what the regular rate is made of is divided by the hours worked, and half of it is
 * paid for those over 40.
 *
 * @param own rate of a unit, where the code has rates of its own
 */
export function weekOf(code: CodeTerms, own: string, hourly: string = HOURLY.pay): CodeWeek {
  const unit = ofUnit(hourly, code.pay) ?? new Decimal(own);
  const regular = new Decimal(hourly).times(code.isWorked ? HOURS - UNITS : HOURS);
  const coded = unit.times(UNITS).toDecimalPlaces(2);
  const premium = code.isCreditable ? unit.minus(hourly).times(UNITS) : new Decimal(0);
  const counted = regular.plus(
    code.isWorked || code.inRegularRate ? coded.minus(premium) : 0,
  );
  const overtime = HOURS - FULL_WEEK;
  const asked = counted.times(overtime).dividedBy(2 * HOURS).toDecimalPlaces(2);
  const credit = Decimal.min(premium, asked);
  return {
    hours: HOURS,
    units: UNITS,
    overtime,
    straight: regular.plus(coded),
    counted,
    regularRate: counted.dividedBy(HOURS).toDecimalPlaces(2),
    asked,
    credit,
    total: regular.plus(coded).plus(asked).minus(credit),
  };
}
