import { z } from "zod";
import { type Dated, type Day, dayFromIso } from "./calendar.ts";
import { Decimal, ZERO } from "./decimal.ts";
import {
  type AccrueFrom,
  type Compounding,
  type DayCount,
  type InterestPayment,
  type InterestTerms,
  InvalidInterestInputError,
  type RateBasis,
} from "./interest_types.ts";

// What each kind of field must look like. Checked as text and converted only where it is used, which
// costs a fifth of converting while checking. `invalidInput` adds to the messages which field it is.

/** An existing day written `YYYY-MM-DD`. */
const day = z.iso.date("must be an existing day as YYYY-MM-DD");

const NO_MONEY = 'must be money as a decimal string such as "1500.00", not negative';

/** Money in dollars, not negative: at most 15 digits before the point and two after it. */
const money = z.string(NO_MONEY).regex(/^\d{1,15}(\.\d{1,2})?$/, NO_MONEY);

const NO_RATE = 'must be a rate as a decimal string such as "0.18", not negative';

/** A rate or share that is not negative, with at most 12 decimals; `annual_rate` holds six. */
const rate = z.string(NO_RATE).regex(/^\d{1,15}(\.\d{1,12})?$/, NO_RATE);

const NO_COUNT = "must be a whole number of days, not negative";

/** A whole number of days that is not negative. */
const count = z.int(NO_COUNT).min(0, NO_COUNT);

/** One of the words allowed. */
function word<Word extends string>(...words: Word[]): z.ZodEnum<{ [W in Word]: W }> {
  return z.enum(words, `must be one of "${words.join('", "')}"`);
}

const termsRow = z.object({
  effectiveFrom: day,
  annualRate: rate,
  dayCount: word<DayCount>("actual/365", "actual/360", "actual/actual", "30/360", "started_months")
    .optional(),
  compounding: word<Compounding>("none", "every_30_days", "annual").optional(),
  rateBasis: word<RateBasis>("floating", "fixed_at_start").optional(),
  graceDays: count.optional(),
  accrueFrom: word<AccrueFrom>("due_date", "grace_end").optional(),
  fixedFee: money.optional(),
  waiveBelow: money.optional(),
  maximumDays: count.nullable().optional(),
  maximumFraction: rate.nullable().optional(),
}, "must be an object").refine(
  ({ dayCount, compounding }) =>
    dayCount !== "started_months" || (compounding ?? "none") === "none",
  { path: ["compounding"], message: 'must be "none" where started months count' },
);

const payments = z.array(
  z.object({ paidOn: day, amount: money }, "must be an object"),
  "must be a list",
);

const invoice = z.object({
  principal: money,
  dueDate: day,
  asOf: day,
  payments,
  interestPayments: payments.optional(),
  terms: z.array(termsRow, "must be a list"),
}, "must be an object");

/** `InterestInput` once read: days counted, money in dollars, everything in order of its date. */
export interface Invoice {
  readonly principal: Decimal;
  readonly due: Day;
  readonly asOf: Day;
  readonly principalPaid: readonly PaidSoFar[];
  readonly interestPaid: readonly PaidSoFar[];
  readonly terms: readonly Terms[];
}

/** All that was paid up to the end of a day. */
interface PaidSoFar extends Dated {
  readonly total: Decimal;
}

/** A row of `InterestTerms` once read: what is absent has its default. */
export interface Terms extends Required<Omit<InterestTerms, "effectiveFrom" | "annualRate">> {
  readonly from: Day;
  readonly rate: Decimal;
}

/** Keeps the work bounded: each 30 days of compounding cost some twenty microseconds. */
const LONGEST_DELAY_DAYS = 365_250;

/** Reads the input of `computeInterest`. Throws `InvalidInterestInputError` naming the field. */
export function readInput(input: unknown): Invoice {
  const { success, data, error } = invoice.safeParse(input, { reportInput: true });
  if (!success) throw invalidInput(error);
  const due = dayFromIso(data.dueDate);
  const asOf = dayFromIso(data.asOf);
  if (asOf - due > LONGEST_DELAY_DAYS) {
    throw new InvalidInterestInputError("asOf", "must be at most 1000 years after dueDate");
  }
  return {
    principal: new Decimal(data.principal),
    due,
    asOf,
    principalPaid: runningTotals(data.payments),
    interestPaid: runningTotals(data.interestPayments ?? []),
    terms: readTerms(data.terms),
  };
}

function invalidInput({ issues: [issue] }: z.ZodError): InvalidInterestInputError {
  const field = z.core.toDotPath(issue?.path ?? []) || "input";
  return new InvalidInterestInputError(field, `${issue?.message}${butIs(issue?.input)}`);
}

function butIs(value: unknown): string {
  if (typeof value === "string") return `, but is ${JSON.stringify(value.slice(0, 40))}`;
  return typeof value === "object" && value !== null ? "" : `, but is ${String(value)}`;
}

function runningTotals(payments: readonly InterestPayment[]): PaidSoFar[] {
  let total = ZERO;
  return payments.map(({ paidOn, amount }) => ({ from: dayFromIso(paidOn), amount }))
    .sort((a, b) => a.from - b.from)
    .map(({ from, amount }) => {
      total = total.plus(amount);
      return { from, total };
    });
}

/** The rows in order of their dates. Throws `InvalidInterestInputError` where two have the same. */
function readTerms(rows: readonly z.output<typeof termsRow>[]): Terms[] {
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
