import { z } from "zod";
import { count, day, money, rate, word } from "./fields.ts";
import type { AccrueFrom, Compounding, DayCount, RateBasis } from "./interest_types.ts";

/** A row of `InterestTerms`; what is absent has its default. */
const row = z.object({
  effectiveFrom: day,
  annualRate: rate,
  dayCount: word<DayCount>("actual/365", "actual/360", "actual/actual", "30/360")
    .default("actual/365"),
  compounding: word<Compounding>("none", "every_30_days", "annual").default("none"),
  rateBasis: word<RateBasis>("floating", "fixed_at_start").default("floating"),
  graceDays: count.default(0),
  accrueFrom: word<AccrueFrom>("due_date", "grace_end").default("due_date"),
  fixedFee: money.prefault("0"),
  waiveBelow: money.prefault("0"),
  maximumDays: count.nullable().default(null),
  maximumFraction: rate.nullable().default(null),
}, "must be an object").transform(({ effectiveFrom, annualRate, ...others }) => ({
  from: effectiveFrom,
  rate: annualRate,
  ...others,
}));

/** A row once read. */
export type Terms = Readonly<z.output<typeof row>>;

/** The rows in order of their dates, no two of which are the same. */
export const termsSchema = z.array(row, "must be a list").superRefine((rows, context) => {
  for (const [index, { from }] of rows.entries()) {
    if (rows.findIndex((other) => other.from === from) === index) continue;
    const path = [index, "effectiveFrom"];
    context.addIssue({ code: "custom", message: "another row has the same date", path });
  }
}).transform((rows) => rows.sort((a, b) => a.from - b.from));
