import { z } from "zod";
import { type Day, dayFromIso } from "./calendar.ts";
import type { Dated } from "./dated.ts";
import { Decimal, ZERO } from "./decimal.ts";
import { day, money } from "./fields.ts";
import type { InterestPayment } from "./interest_types.ts";
import { InvalidInterestInputError } from "./invalid_interest_input_error.ts";
import { readTerms, type Terms, termsRow } from "./read_terms.ts";

/** Keeps the work bounded: each 30 days of compounding cost some twenty microseconds. */
const LONGEST_DELAY_DAYS = 365_250;

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

/** All that was paid up to the end of a day. */
interface PaidSoFar extends Dated {
  readonly total: Decimal;
}

/** `InterestInput` once read: days counted, money in dollars, everything in order of its date. */
export interface Invoice {
  readonly principal: Decimal;
  readonly due: Day;
  readonly asOf: Day;
  readonly principalPaid: readonly PaidSoFar[];
  readonly interestPaid: readonly PaidSoFar[];
  readonly terms: readonly Terms[];
}

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

function runningTotals(payments: readonly InterestPayment[]): PaidSoFar[] {
  let total = ZERO;
  return payments.map(({ paidOn, amount }) => ({ from: dayFromIso(paidOn), amount }))
    .sort((a, b) => a.from - b.from)
    .map(({ from, amount }) => {
      total = total.plus(amount);
      return { from, total };
    });
}

function invalidInput({ issues: [issue] }: z.ZodError): InvalidInterestInputError {
  const field = z.core.toDotPath(issue?.path ?? []) || "input";
  return new InvalidInterestInputError(field, `${issue?.message}${butIs(issue?.input)}`);
}

function butIs(value: unknown): string {
  if (typeof value === "string") return `, but is ${JSON.stringify(value.slice(0, 40))}`;
  return typeof value === "object" && value !== null ? "" : `, but is ${String(value)}`;
}
