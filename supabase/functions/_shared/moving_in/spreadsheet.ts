/** Reads what spreadsheets write otherwise than import_rows expects it: separators, money and days. */

/** Writing of days: as 2026-11-23 alone, or also with the month first, as 11/23/2026. */
export type Dates = "iso" | "us";

const SEPARATORS = [",", ";", "\t"] as const;

/** The character that separates values: the one that stands most in the first line, outside of quotes. */
export function separatorOf(text: string): string {
  const [first = ""] = text.trimStart().split("\n", 1);
  const bare = first.replaceAll(/"[^"]*"/g, "");
  const counted = SEPARATORS.map((one) => ({ one, times: bare.split(one).length }));
  return counted.reduce((most, other) => other.times > most.times ? other : most).one;
}

/** Money as a spreadsheet may show it, without its sign and commas: `-$9,401.61` is -9401.61. Other texts stay. */
export function plainMoney(text: string): string {
  const [, minus, digits] =
    /^\s*(-?)\s*\$?\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?)\s*$/.exec(text) ?? [];
  return digits === undefined ? text : `${minus}${digits.replaceAll(",", "").replace(/\.$/, "")}`;
}

const MONTH_FIRST = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/;

/** A day that is written with the month first. */
export interface MonthFirst {
  /** As 2026-11-23. */
  readonly day: string;
  /** It is another day with the day first. */
  readonly isEitherOrder: boolean;
}

/** A day that is written with the month first, as 11/23/2026; null of another text, and where there is no such day. */
export function monthFirst(text: string): MonthFirst | null {
  const [, month = "", day = "", year] = MONTH_FIRST.exec(text) ?? [];
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const meant = new Date(`${written}T00:00Z`);
  // 2026-02-30 would be read as a day of March.
  if (Number.isNaN(meant.getTime()) || !meant.toISOString().startsWith(written)) return null;
  return { day: written, isEitherOrder: Number(day) <= 12 && Number(day) !== Number(month) };
}
