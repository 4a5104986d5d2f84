/**
 * Rates of time of codes, and what the federal regulations make of it. Written from 29 CFR part 778 as docs/codes.md
 * names it, in fractions, without the product's code or its SQL.
 */
import { ratio, rounded, total } from "./ratio.ts";

/** Kind of time of a code by the law. */
export type Standing =
  | "worked" // at another rate, 778.115
  | "special_day" // worked on a holiday or a day of rest, 778.203
  | "on_call" // 778.223
  | "idle" // paid, and not worked, 778.218
  | "piece" // so much each, its hours apart, 778.111
  | "expenses"; // 778.217

/** Rate of a code at a place, in cents, from a day of the week on. */
export interface OwnRate {
  readonly rate: number;
  readonly fromDay: number;
  /** The firm says why a mile pays so much. */
  readonly hasReason: boolean;
}

/** A code of somebody's week; money in cents. */
export interface Code {
  readonly standing: Standing;
  /** A unit pays so many thousandths of an hour's rate, and an amount; null is where it has rates of its own. */
  readonly ofHour: { readonly thousandths: number; readonly amount: number } | null;
  /** By place: what it pays there, from a day of the week on. */
  readonly own: readonly (OwnRate | null)[];
  /** By place: what its price list says. */
  readonly listed: readonly (number | null)[];
}

/** Hours of a code that are not worked, or units; hundredths. */
export interface Sum {
  readonly place: number;
  readonly day: number;
  /** Its place among the week's codes. */
  readonly code: number;
  readonly quantity: number;
}

/** True of hours that are hours worked. */
export function isWorked({ standing }: Code): boolean {
  return standing === "worked" || standing === "special_day";
}

/** True of what is counted by the hour. */
export function isByHour({ standing }: Code): boolean {
  return standing !== "piece" && standing !== "expenses";
}

/** True of sums in the regular rate, whose hours are none: they are divided by the hours worked. */
export function isSumInRegularRate({ standing }: Code): boolean {
  return standing === "on_call" || standing === "piece";
}

/** Tenths of a cent that a mile repays at the most (Notices 2025-5 and 2026-10 of the Internal Revenue Service). */
const mileOn = (date: string) => date < "2026-01-01" ? 700 : 725;

/**
 * Cents of a sum that are in the regular rate: of miles what is beyond the rate of the Internal Revenue Service, unless
 * there is a reason for it (29 CFR 778.217(c)).
 */
export function sumInRegularRate(
  code: Code,
  { place, day, quantity }: Sum,
  rate: number,
  date: string,
): bigint {
  const all = rounded(ratio(BigInt(quantity * rate), 100n));
  if (isSumInRegularRate(code)) return all;
  const there = code.own[place] ?? null;
  const hasReason = there !== null && day >= there.fromDay && there.hasReason;
  if (code.standing !== "expenses" || hasReason) return 0n;
  return all - rounded(ratio(BigInt(quantity * Math.min(10 * rate, mileOn(date))), 1000n));
}

/** Cents for a unit of a code at a place on a day, at which an hour pays so much. */
export function rateOfCode(
  { ofHour, own, listed }: Code,
  place: number,
  day: number,
  hour: number,
): number {
  const there = own[place] ?? null;
  if (there !== null && day >= there.fromDay) return there.rate;
  const fromList = listed[place] ?? null;
  if (fromList !== null) return fromList;
  if (ofHour === null) throw new Error("a code has no rate");
  return Number(rounded(total([
    ratio(BigInt(hour * ofHour.thousandths), 1000n),
    ratio(BigInt(ofHour.amount)),
  ])));
}

/**
 * Cents of an hour worked that are in the regular rate: not the premium for a special day, where it is half of what an
 * hour pays on other days, or more.
 */
export function inRegularRate({ standing }: Code, rate: number, hour: number): number {
  return standing === "special_day" && 2 * rate >= 3 * hour ? hour : rate;
}
