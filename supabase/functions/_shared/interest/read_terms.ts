import { z } from "zod";
import { type Day, dayFromIso } from "./calendar.ts";
import { Decimal } from "./decimal.ts";
import { count, day, money, rate, word } from "./fields.ts";
import type {
  AccrueFrom,
  Compounding,
  DayCount,
  InterestTerms,
  RateBasis,
} from "./interest_types.ts";
import { InvalidInterestInputError } from "./invalid_interest_input_error.ts";

/** A row of `InterestTerms`. */
export const termsRow = z.object({
  effectiveFrom: day,
  annualRate: rate,
  dayCount: word<DayCount>("actual/365", "actual/360", "actual/actual", "30/360").optional(),
  compounding: word<Compounding>("none", "every_30_days", "annual").optional(),
  rateBasis: word<RateBasis>("floating", "fixed_at_start").optional(),
  graceDays: count.optional(),
  accrueFrom: word<AccrueFrom>("due_date", "grace_end").optional(),
  fixedFee: money.optional(),
  waiveBelow: money.optional(),
  maximumDays: count.nullable().optional(),
  maximumFraction: rate.nullable().optional(),
}, "must be an object");

type Row = z.output<typeof termsRow>;

/** A row once read: what is absent has its default. */
export interface Terms extends Required<Omit<InterestTerms, "effectiveFrom" | "annualRate">> {
  readonly from: Day;
  readonly rate: Decimal;
}

/** The rows in order of their dates. Throws `InvalidInterestInputError` where two have the same. */
export function readTerms(rows: readonly Row[]): Terms[] {
  const dates = rows.map((row) => row.effectiveFrom);
  const again = dates.findIndex((date, index) => dates.indexOf(date) !== index);
  if (again >= 0) {
    throw new InvalidInterestInputError(
      `terms[${again}].effectiveFrom`,
      "another row has the same date",
    );
  }
  return rows.map((row) => ({
    from: dayFromIso(row.effectiveFrom),
    rate: new Decimal(row.annualRate),
    dayCount: row.dayCount ?? "actual/365",
    compounding: row.compounding ?? "none",
    rateBasis: row.rateBasis ?? "floating",
    graceDays: row.graceDays ?? 0,
    accrueFrom: row.accrueFrom ?? "due_date",
    fixedFee: row.fixedFee ?? "0",
    waiveBelow: row.waiveBelow ?? "0",
    maximumDays: row.maximumDays ?? null,
    maximumFraction: row.maximumFraction ?? null,
  } satisfies Terms)).sort((a, b) => a.from - b.from);
}
