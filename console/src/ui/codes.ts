import { words } from "../words.ts";
import { hours, sum } from "./format.ts";

const say = words.codes;
/** The code of time that says none. */
export const REGULAR = "regular";
/** The unit of most codes. */
export const HOUR = "hour";

/** Time: hours that are regular or of a code, or a quantity of its unit. */
export interface Coded {
  readonly code: string | null;
  readonly code_title: string | null;
  readonly unit: string | null;
  readonly hours: number | null;
  readonly quantity: number | null;
  readonly is_worked: boolean | null;
}

/** The columns of a view that {@link Coded} takes beside its hours, for a request. */
export const CODED = "code,code_title,quantity,unit,is_worked";
/** The columns of time_entries that {@link codedOf} takes beside its hours, for a request. */
export const OF_CODE = "code,quantity,is_worked,time_codes!code(title,unit)";

/** An entry of time, as the views of time have it. */
export function codedOf<Entry extends { time_codes: { title: string; unit: string } }>(
  entry: Entry,
): Entry & { code_title: string; unit: string } {
  return { ...entry, code_title: entry.time_codes.title, unit: entry.time_codes.unit };
}

/** `site visit` of `site_visit` */
export const unitWord = (unit: string) => unit.replaceAll("_", " ");

/** `40.00 miles`, `1.00 mile` */
export function units(quantity: number | string | null, unit: string | null): string {
  const word = unitWord(unit ?? HOUR);
  return `${hours(quantity)} ${Number(quantity) === 1 ? word : `${word}s`}`;
}

/** `8.00`, or `40.00 miles` of a code by another unit. */
export function muchOf(
  { hours: worked, quantity, unit }: Pick<Coded, "hours" | "quantity" | "unit">,
): string {
  return quantity === null ? hours(worked) : units(quantity, unit);
}

/** Title of a code; null of regular time, and of what is no time. */
export function codeTitle(
  { code, code_title: title }: { code: string | null; code_title?: string | null },
): string | null {
  return code === null || code === REGULAR ? null : title ?? code.replaceAll("_", " ");
}

/** Hours worked: those on call, of leave and the like are none. */
export function hoursWorked(entries: readonly Coded[]): string {
  return hours(
    sum(entries.filter((one) => one.is_worked !== false).map((one) => one.hours)).toNumber(),
  );
}

/** `On call 12.00 hours`, `Mileage 40.00 miles`: what of the entries is not worked, by code. */
export function notWorked(entries: readonly Coded[]): string[] {
  const others = Map.groupBy(
    entries.filter((one) => one.is_worked === false),
    (one) => one.code,
  );
  return [...others.values()].flatMap((theirs) => {
    const [first] = theirs;
    if (first === undefined) return [];
    const total = sum(theirs.map((one) => one.quantity ?? one.hours)).toNumber();
    return [say.much(codeTitle(first) ?? "", units(total, first.unit))];
  }).toSorted((a, b) => a.localeCompare(b));
}

/** `40.00 hours`, and what is not worked: all that entries come to. */
export function sumsOf(entries: readonly Coded[]): string {
  const others = notWorked(entries);
  const isWorked = others.length === 0 || entries.some((one) => one.is_worked !== false);
  return [...isWorked ? [say.hours(hoursWorked(entries))] : [], ...others].join(", ");
}

/** `Charge nurse, Regular`: titles of codes by their names. */
export function codeNames(
  codes: readonly string[],
  known: readonly { readonly name: string; readonly title: string }[],
): string {
  return codes.map((code) => known.find(({ name }) => name === code)?.title ?? unitWord(code))
    .toSorted((a, b) => a.localeCompare(b)).join(", ");
}
