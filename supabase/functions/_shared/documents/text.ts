/** Money, hours and days as documents write them: as text, so that no cent passes through a number. */

const WEEKDAY = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** `"1234.5"` → `1,234.5`; nothing where there is none. */
export function grouped(number: string | null): string {
  if (number === null) return "";
  const [whole = "", decimals] = number.split(".");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}

/** `"-1234.50"` → `-$1,234.50`; nothing where there is none. */
export function money(amount: string | null): string {
  if (amount === null) return "";
  return amount.startsWith("-") ? `-$${grouped(amount.slice(1))}` : `$${grouped(amount)}`;
}

/** True if an amount or hours are nought. */
export const isNought = (number: string | null): boolean =>
  number === null || /^-?0*\.?0*$/.test(number);

/** Hours; nothing where they are nought. */
export const hoursIfAny = (hours: string | null): string => isNought(hours) ? "" : grouped(hours);

/** `"30.00"`, `"mile"` → `30.00 miles`; nothing where there is none. */
export function units(quantity: string | null, unit: string | null): string {
  if (quantity === null || unit === null) return "";
  const word = unit.replaceAll("_", " ");
  return `${grouped(quantity)} ${/^0*1(\.0*)?$/.test(quantity) ? word : `${word}s`}`;
}

/** `"2026-03-02"` → `Mar 2, 2026`. */
export function day(date: string | null): string {
  return date === null ? "" : DAY.format(new Date(`${date}T00:00:00Z`));
}

/** `"2026-03-02"` → `Mon, Mar 2`. */
export function weekday(date: string | null): string {
  return date === null ? "" : WEEKDAY.format(new Date(`${date}T00:00:00Z`));
}

/** `Mar 2, 2026 – Mar 8, 2026`. */
export const period = (from: string, to: string): string => `${day(from)} – ${day(to)}`;

/** `"0.1825"` → `18.25%`, exactly. */
export function percent(share: string): string {
  const [whole = "0", decimals = ""] = share.split(".");
  const shifted = decimals.padEnd(2, "0");
  const text = `${whole}${shifted.slice(0, 2)}.${shifted.slice(2)}`;
  return `${text.replace(/^0+(?=\d)/, "").replace(/\.?0*$/, "")}%`;
}

/** `"1.500"` → `1.5`. */
export const plain = (number: string): string =>
  number.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

/** A new line takes as much room as so many letters. */
const LETTERS_OF_A_LINE = 40;

/** A text of at most so many letters, of which a new line takes 40; what is longer ends in "…". */
export function shortened(text: string, most: number): string {
  let room = most;
  for (let at = 0; at < text.length; at++) {
    room -= text[at] === "\n" ? LETTERS_OF_A_LINE : 1;
    // A letter of two halves is cut before it.
    if (room < 0) {
      return `${text.slice(0, Math.min(at, most - 1)).replace(/[\ud800-\udbff]$/, "")}…`;
    }
  }
  return text;
}
