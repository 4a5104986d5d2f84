import { z } from "zod";

// What each kind of field must look like. Checked as text and converted only where it is used, which
// costs a fifth of converting while checking. `readInput` adds to the messages which field it is.

/** An existing day written `YYYY-MM-DD`. */
export const day = z.iso.date("must be an existing day as YYYY-MM-DD");

const NO_MONEY = 'must be money as a decimal string such as "1500.00", not negative';

/** Money in dollars, not negative: at most 15 digits before the point and two after it. */
export const money = z.string(NO_MONEY).regex(/^\d{1,15}(\.\d{1,2})?$/, NO_MONEY);

const NO_RATE = 'must be a rate as a decimal string such as "0.18", not negative';

/** A rate or share that is not negative, with at most 12 decimals; `annual_rate` holds six. */
export const rate = z.string(NO_RATE).regex(/^\d{1,15}(\.\d{1,12})?$/, NO_RATE);

const NO_COUNT = "must be a whole number of days, not negative";

/** A whole number of days that is not negative. */
export const count = z.int(NO_COUNT).min(0, NO_COUNT);

/** One of the words allowed. */
export function word<Word extends string>(...words: Word[]): z.ZodEnum<{ [W in Word]: W }> {
  return z.enum(words, `must be one of "${words.join('", "')}"`);
}
