import { Decimal } from "decimal.js";

/** A week of four shifts of twelve hours, one of them that of the example, paid by the federal rule. */
export interface ExampleWeek {
  readonly hours: number;
  readonly overtime: number;
  /** Pay of the hours, and what the premium adds. */
  readonly straight: Decimal;
  readonly added: Decimal;
  readonly regularRate: Decimal;
  /** Half the regular rate for the hours of overtime, and what of it a creditable premium has paid already. */
  readonly asked: Decimal;
  readonly credit: Decimal;
  readonly total: Decimal;
}

const WEEK_HOURS = 48;
/** Hours of a week before overtime (29 USC 207(a)(1)). */
const FULL_WEEK = 40;

/** Hours of the shift that are within, what each adds to the pay, and whether that is set off. */
interface Addition {
  readonly hours: Decimal;
  readonly pay: Decimal;
  readonly isCreditable: boolean;
}

/** The pay of such a week under 29 CFR 778: a creditable premium is out of the regular rate, and set off. */
export function exampleWeekOf(
  { hours, pay, isCreditable }: Addition,
  hourly: string,
): ExampleWeek {
  const overtime = WEEK_HOURS - FULL_WEEK;
  const straight = new Decimal(hourly).times(WEEK_HOURS);
  const added = hours.times(pay).toDecimalPlaces(2);
  const counted = isCreditable ? straight : straight.plus(added);
  const asked = counted.times(overtime).dividedBy(2 * WEEK_HOURS).toDecimalPlaces(2);
  const credit = isCreditable ? Decimal.min(added, asked) : new Decimal(0);
  return {
    hours: WEEK_HOURS,
    overtime,
    straight,
    added,
    regularRate: counted.dividedBy(WEEK_HOURS).toDecimalPlaces(2),
    asked,
    credit,
    total: straight.plus(added).plus(asked).minus(credit),
  };
}
