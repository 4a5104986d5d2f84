import { Decimal } from "decimal.js";

/** Rates of an hour in the example. */
export const HOURLY = { pay: "40.00", bill: "60.00" } as const;
/** Hours worked in the week of the example. */
const WORKED = 30;
/** Hours of the one entry in the example of a guarantee of a code. */
const CALLED = 1;

/** A side of an example: hours that are missing, and what they come to. */
export interface Missing {
  readonly hours: Decimal;
  readonly amount: Decimal;
}

/** A week in which less may be worked than a guarantee promises, paid and billed; null where it promises none. */
export interface GuaranteeWeek {
  readonly had: number;
  readonly pay: Missing | null;
  readonly bill: Missing | null;
}

/**
 * A week of an assignment with a guarantee.
 *
 * @param ofWeek the hours promised are those of the week; else those of each entry of a code
 * @param promised the hours to pay and to bill, as they are typed; empty = none
 * @returns null while something is half typed
 */
export function guaranteeWeek(
  ofWeek: boolean,
  promised: { readonly pay: string; readonly bill: string },
): GuaranteeWeek | null {
  const had = ofWeek ? WORKED : CALLED;
  const isTyped = (text: string) => text === "" || /^\d{1,3}(\.\d{1,2})?$/.test(text);
  if (!isTyped(promised.pay) || !isTyped(promised.bill)) return null;
  if (promised.pay === "" && promised.bill === "") return null;
  const missing = (text: string, rate: string): Missing | null => {
    if (text === "") return null;
    const hours = Decimal.max(0, new Decimal(text).minus(had));
    return { hours, amount: hours.times(rate).toDecimalPlaces(2) };
  };
  return {
    had,
    pay: missing(promised.pay, HOURLY.pay),
    bill: missing(promised.bill, HOURLY.bill),
  };
}
