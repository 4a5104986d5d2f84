import { Decimal } from "decimal.js";

/** Values of the form. */
type Values = Record<string, unknown>;

/** Leave that a week of 40 hours accrues, and how a year of such weeks goes on. */
export interface LeaveWeek {
  readonly hours: number;
  /** To the hundredth, as it may be taken. */
  readonly accrues: Decimal;
  /** Hours that accrue nothing at first. */
  readonly waiting: Decimal;
  /** The most that accrues in a year, and the week of it in which that is reached; null: it never is. */
  readonly most: { readonly hours: Decimal; readonly week: number } | null;
}

const HOURS = 40;
const WEEKS = 52;

const typed = (value: unknown): Decimal | null => {
  const text = String(value ?? "").trim();
  return /^\d{1,5}(\.\d{1,3})?$/.test(text) ? new Decimal(text) : null;
};

/** By the terms in the form; null where nothing accrues, or the hours are half typed. */
export function leaveWeekOf(values: Values): LeaveWeek | null {
  const per = typed(values["hours_per_hour_accrued"]);
  if (per === null || per.isZero()) return null;
  const waiting = typed(values["waiting_hours"]) ?? new Decimal(0);
  const cap = typed(values["year_accrual_cap"]);
  const week = cap?.times(per).plus(waiting).dividedBy(HOURS).ceil().toNumber() ?? WEEKS + 1;
  return {
    hours: HOURS,
    accrues: new Decimal(HOURS).dividedBy(per).toDecimalPlaces(2, Decimal.ROUND_DOWN),
    waiting,
    most: cap === null || week > WEEKS ? null : { hours: cap, week },
  };
}
