import { dayFromIso } from "../interest/calendar.ts";
import type { InterestResult } from "../interest/compute_interest.ts";
import { Decimal, ZERO } from "../interest/decimal.ts";

/** Growth of interest, which a report of a past day reads of a breakdown. Three lists of one length. */
export interface InterestByDay {
  /** The due date, then the days on which it began to grow otherwise (`invoices.interest_days`). */
  readonly days: readonly string[];
  /** Interest and fee by the end of each of these days; the last is all (`invoices.interest_on_days`). */
  readonly onDays: readonly string[];
  /** Amount that each day after it added, until the next of these days (`invoices.interest_per_day`). */
  readonly perDay: readonly string[];
}

/** Finer than the cent by far: segments are rounded to ten decimals. */
const DECIMALS = 20;

/**
 * The interest of an invoice day by day. The fee comes with the first day that bears interest, and all
 * of a started month with its first.
 */
export function interestByDay(
  dueDate: string,
  { segments, fee, total }: InterestResult,
): InterestByDay {
  const first = segments.findIndex(({ interest }) => Number(interest) > 0);
  const bearing = first < 0 ? [] : segments.slice(first);
  const days = [dueDate];
  const onDays = ["0"];
  const perDay = ["0"];
  let before = new Decimal(fee);
  for (const { from, to, interest, months } of bearing) {
    const share = months === undefined
      ? new Decimal(interest).div(dayFromIso(to) - dayFromIso(from) + 1).toDecimalPlaces(DECIMALS)
      : new Decimal(interest);
    days.push(from);
    onDays.push(before.plus(share).toString());
    perDay.push(months === undefined ? share.toString() : "0");
    before = before.plus(interest);
  }
  return {
    days: [...days, bearing.at(-1)?.to ?? dueDate],
    onDays: [...onDays, total],
    perDay: [...perDay, ZERO.toString()],
  };
}
