import { Decimal } from "decimal.js";

const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;
/** `8`, `8.5`, `8,5`, `.5`, each with `h` or without. */
const DECIMAL = /^(\d{0,3})(?:[.,](\d*))?(?:h|hrs?|hours?)?$/;
/** `8:30`, `8h30`, `8h 30m`, `8 hours 30 minutes`, `45m`. */
const CLOCK = /^(?:(\d{1,3})(?::|h|hrs?|hours?))?(\d{1,2})(m|min|minutes?)?$/;

/** Input of a number of hours: not more digits than one reads, no spinner, the phone's own digits. */
export const HOURS_INPUT = { inputMode: "text", autoComplete: "off" } as const;

/**
 * Hours that were typed, as decimal text, rounded to the hundredth as the database keeps them: `8:30` and `8h30` are
 * `8.5`. Empty for nothing; null for what nobody understands, or is more than a day.
 */
export function hoursIn(typed: string): string | null {
  const text = closed(typed);
  if (text === "") return "";
  const found = hoursOf(text);
  return found === null || found.gt(HOURS_A_DAY) ? null : found.toDecimalPlaces(2).toString();
}

/** The most that the database keeps. */
const MOST_UNITS = 999_999.99;

/** Number of units that was typed, as {@link hoursIn} has hours; never a time of the clock. */
export function quantityIn(typed: string): string | null {
  // A comma before three digits would be read as the one or the other.
  const [, whole = "", dotted, part = dotted ?? ""] =
    /^(\d{0,6})(?:\.(\d*)|,(\d{1,2}))?$/.exec(closed(typed)) ?? [];
  if (whole + part === "") return closed(typed) === "" ? "" : null;
  const found = new Decimal(`${whole || 0}.${part || 0}`).toDecimalPlaces(2);
  return found.gt(MOST_UNITS) ? null : found.toString();
}

/** True of hours that were typed, are understood, and are more than a day. */
export function areTooMany(typed: string): boolean {
  return hoursOf(closed(typed))?.gt(HOURS_A_DAY) ?? false;
}

const closed = (typed: string) => typed.toLowerCase().replace(/\s+/g, "");

const hoursOf = (text: string) => decimalHours(text) ?? clockHours(text);

function decimalHours(text: string): Decimal | null {
  const [, whole = "", part = ""] = DECIMAL.exec(text) ?? [];
  return whole + part === "" ? null : new Decimal(`${whole || 0}.${part || 0}`);
}

function clockHours(text: string): Decimal | null {
  const [, whole, minutes = "", unit] = CLOCK.exec(text) ?? [];
  if (minutes === "" || (whole === undefined && unit === undefined)) return null;
  if (Number(minutes) >= MINUTES_AN_HOUR) return null;
  return new Decimal(whole ?? 0).plus(new Decimal(minutes).div(MINUTES_AN_HOUR));
}
