import { z } from "zod";
import { dayFromIso } from "./calendar.ts";
import { Decimal } from "./decimal.ts";

// The messages say what a field must be; `readInput` adds which field it is, and what it holds.

/** An existing day written `YYYY-MM-DD`. */
export const day = z.iso.date("must be an existing day as YYYY-MM-DD").transform(dayFromIso);

/** Money in dollars, not negative: at most 15 digits before the point and two after it. */
export const money = plainDecimal(
  /^\d{1,15}(\.\d{1,2})?$/,
  'must be money as a decimal string such as "1500.00", not negative',
);

/** A rate or share that is not negative, with at most 12 decimals; `annual_rate` holds six. */
export const rate = plainDecimal(
  /^\d{1,15}(\.\d{1,12})?$/,
  'must be a rate as a decimal string such as "0.18", not negative',
);

const NO_COUNT = "must be a whole number of days, not negative";

/** A whole number of days that is not negative. */
export const count = z.int(NO_COUNT).min(0, NO_COUNT);

/** One of the words allowed. */
export function word<Word extends string>(...words: Word[]): z.ZodEnum<{ [W in Word]: W }> {
  return z.enum(words, `must be one of "${words.join('", "')}"`);
}

function plainDecimal(pattern: RegExp, expected: string) {
  return z.string(expected).regex(pattern, expected).transform((text) => new Decimal(text));
}
