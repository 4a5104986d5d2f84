import { type Day, dayFromIso } from "./calendar.ts";
import { RATE_DECIMALS, scaledDecimal } from "./decimals.ts";
import { InvalidInterestInputError } from "./invalid_interest_input_error.ts";

// Each reader takes what stands in `field`, whatever the types promise: callers read databases and
// files. Each throws InvalidInterestInputError.

/** An existing day written `YYYY-MM-DD`. */
export function readDay(value: unknown, field: string): Day {
  const day = typeof value === "string" ? dayFromIso(value) : undefined;
  return day ?? refuse(field, "an existing day as YYYY-MM-DD", value);
}

/** Money that is not negative, as cents. */
export function readMoney(value: unknown, field: string): bigint {
  const cents = typeof value === "string" ? scaledDecimal(value, 2) : undefined;
  return cents ?? refuse(field, 'money as a decimal string such as "1500.00", not negative', value);
}

/** A rate or share that is not negative, as a whole number of `RATE_UNIT`ths. */
export function readRate(value: unknown, field: string): bigint {
  const rate = typeof value === "string" ? scaledDecimal(value, RATE_DECIMALS) : undefined;
  return rate ?? refuse(field, 'a rate as a decimal string such as "0.18", not negative', value);
}

/** A whole number of days that is not negative. */
export function readCount(value: unknown, field: string): number {
  const valid = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  return valid ? value : refuse(field, "a whole number of days, not negative", value);
}

/** One of the words allowed. */
export function readChoice<Choice extends string>(
  value: unknown,
  field: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((choice) => choice === value);
  return choice ?? refuse(field, `one of "${choices.join('", "')}"`, value);
}

/** A list, each element read by `read` with its own path. */
export function readList<Element>(
  value: unknown,
  field: string,
  read: (element: Record<string, unknown>, field: string) => Element,
): Element[] {
  if (!Array.isArray(value)) return refuse(field, "a list", value);
  return value.map((element, index) => {
    const path = `${field}[${index}]`;
    return read(readRecord(element, path), path);
  });
}

/** An object. */
export function readRecord(value: unknown, field: string): Record<string, unknown> {
  const valid = typeof value === "object" && value !== null && !Array.isArray(value);
  return valid ? { ...value } : refuse(field, "an object", value);
}

function refuse(field: string, expected: string, value: unknown): never {
  throw new InvalidInterestInputError(field, `must be ${expected}, but is ${shown(value)}`);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (typeof value === "number") return `the number ${value}`;
  return value === null ? "null" : typeof value;
}
