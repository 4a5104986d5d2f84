import { Decimal } from "decimal.js";

/** The firm's money is of one currency, and the API has no setting that names it: it is named here alone. */
export const CURRENCY = { style: "currency", currency: "USD" } as const;
// Amounts come from the API as JSON numbers of at most two decimals, which a double holds exactly.
const MONEY = new Intl.NumberFormat("en-US", CURRENCY);
const PER_UNIT = new Intl.NumberFormat("en-US", { ...CURRENCY, maximumFractionDigits: 4 });
/** `$`, which stands before an amount. */
export const CURRENCY_SIGN =
  MONEY.formatToParts(0).find(({ type }) => type === "currency")?.value ?? "";
const HOURS = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const COUNT = new Intl.NumberFormat("en-US");
const SHARE = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 1,
});
const RATE = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const DAY = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeZone: "UTC",
});
const WEEKDAY = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  timeZone: "UTC",
});
const SHORT_DAY = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** An amount of money as the API or a form gives it. */
export type Amount = number | string | Decimal | null | undefined;

/** `$1,234.50`; nothing where there is none. */
export function money(amount: Amount): string {
  return amount === null || amount === undefined || amount === ""
    ? ""
    : MONEY.format(Number(amount));
}

/** `$40.00`, `$0.725`: a rate has cents, or up to four decimals. */
export function perUnit(rate: Amount): string {
  return rate === null || rate === undefined || rate === "" ? "" : PER_UNIT.format(Number(rate));
}

/** A rate as it is typed: `40.00`, `0.725`. */
export const typedRate = (rate: number | null | undefined) =>
  rate === null || rate === undefined
    ? undefined
    : rate.toFixed(Math.max(2, decimal(rate).decimalPlaces()));

/** Sums amounts exactly. */
export function sum(amounts: readonly Amount[]): Decimal {
  return amounts.reduce<Decimal>(
    (total, amount) => total.plus(decimal(amount)),
    new Decimal(0),
  );
}

/** An amount to reckon with; what is no number is 0. */
export function decimal(amount: Amount): Decimal {
  try {
    return new Decimal(
      amount === null || amount === undefined || amount === "" ? 0 : amount,
    );
  } catch {
    return new Decimal(0);
  }
}

/** `8.00` */
export function hours(amount: number | string | null | undefined): string {
  return amount === null || amount === undefined ? "" : HOURS.format(Number(amount));
}

/** `1,234` */
export function count(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? "" : COUNT.format(amount);
}

/** `36.8%` of 0.3684 */
export function share(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? "" : SHARE.format(amount);
}

/** `6.25%` of 0.0625: a rate whole, with up to four decimals. */
export function rate(amount: number | string | null | undefined): string {
  return amount === null || amount === undefined ? "" : RATE.format(Number(amount));
}

/** `Nov 22, 2026` of `2026-11-22`: a day is a day, in no timezone. */
export function day(iso: string | null | undefined): string {
  return iso ? DAY.format(dateOf(iso)) : "";
}

/** A sentence of the database, its days as the reader's: `2026-11-22` becomes `Nov 22, 2026`. */
export function withDays(text: string): string {
  return text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (iso) => day(iso));
}

/** `Sun, Nov 22` */
export function weekday(iso: string): string {
  return `${WEEKDAY.format(dateOf(iso))}, ${SHORT_DAY.format(dateOf(iso))}`;
}

/** `Sun 22` */
export function shortWeekday(iso: string): string {
  return `${WEEKDAY.format(dateOf(iso))} ${dateOf(iso).getUTCDate()}`;
}

/** `Nov 22` */
export function shortDay(iso: string): string {
  return SHORT_DAY.format(dateOf(iso));
}

/** `Nov 16 – Nov 22, 2026` */
export function period(
  from: string | null | undefined,
  to: string | null | undefined,
): string {
  return from && to ? `${SHORT_DAY.format(dateOf(from))} – ${day(to)}` : "";
}

/** An instant, as a clock in the firm's zone shows it. */
export function instant(
  iso: string | null | undefined,
  timeZone: string | null,
): string {
  if (!iso) return "";
  return new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone === null ? {} : { timeZone }),
  }).format(new Date(iso));
}

/** `8:00 AM` of `08:00:00`: a time of any day. */
export function timeOfDay(time: string): string {
  return instant(`1970-01-01T${time}Z`, "UTC").replace(/^.*, /, "");
}

/** Today in the firm's zone, as `2026-11-22`. */
export function today(timeZone: string | null): string {
  return new Intl.DateTimeFormat("en-CA", timeZone === null ? {} : { timeZone })
    .format(new Date());
}

/** `Nov 22, 2026`: the day of an instant, in the firm's timezone. */
export function dayOf(iso: string, timeZone: string | null): string {
  return new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    ...(timeZone === null ? {} : { timeZone }),
  }).format(new Date(iso));
}

/** The day so many days after another one. */
export function daysAfter(iso: string, days: number): string {
  const date = dateOf(iso);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Counts the days between two, the later one last. */
export function daysBetween(from: string, to: string): number {
  return Math.round(
    (dateOf(to).getTime() - dateOf(from).getTime()) / 86_400_000,
  );
}

/** The first day of the workweek that a day is in; `startsOn` is an ISO weekday. */
export function weekStart(iso: string, startsOn: number): string {
  return daysAfter(iso, -((weekdayOf(iso) - startsOn + 7) % 7));
}

/** The ISO weekday of a day: 1 is Monday. */
export function weekdayOf(iso: string): number {
  return dateOf(iso).getUTCDay() || 7;
}

function dateOf(iso: string): Date {
  return new Date(`${iso.slice(0, 10)}T00:00:00Z`);
}
