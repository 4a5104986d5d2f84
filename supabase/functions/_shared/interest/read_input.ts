import { z } from "zod";
import { ZERO } from "./decimal.ts";
import { day, money } from "./fields.ts";
import { InvalidInterestInputError } from "./invalid_interest_input_error.ts";
import { termsSchema } from "./read_terms.ts";

/** Keeps the work bounded: each 30 days of compounding cost some twenty microseconds. */
const LONGEST_DELAY_DAYS = 365_250;

const payment = z.object({ paidOn: day, amount: money }, "must be an object");

/** Payments in order of their dates, each with all that was paid up to the end of its day. */
const payments = z.array(payment, "must be a list").transform((payments) => {
  let total = ZERO;
  return payments.sort((a, b) => a.paidOn - b.paidOn).map(({ paidOn, amount }) => {
    total = total.plus(amount);
    return { from: paidOn, total };
  });
});

const invoice = z.object({
  principal: money,
  dueDate: day,
  asOf: day,
  payments,
  interestPayments: payments.default([]),
  terms: termsSchema,
}, "must be an object").refine(({ dueDate, asOf }) => asOf - dueDate <= LONGEST_DELAY_DAYS, {
  message: "must be at most 1000 years after dueDate",
  path: ["asOf"],
}).transform(({ dueDate, payments, interestPayments, ...others }) => ({
  ...others,
  due: dueDate,
  principalPaid: payments,
  interestPaid: interestPayments,
}));

/** `InterestInput` once read: days counted, money in dollars, everything in order of its date. */
export type Invoice = Readonly<z.output<typeof invoice>>;

/** Reads the input of `computeInterest`. Throws `InvalidInterestInputError` naming the field. */
export function readInput(input: unknown): Invoice {
  const result = invoice.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = z.core.toDotPath(issue?.path ?? []) || "input";
  throw new InvalidInterestInputError(field, `${issue?.message}${butIs(issue?.input)}`);
}

function butIs(value: unknown): string {
  if (typeof value === "string") return `, but is ${JSON.stringify(value.slice(0, 40))}`;
  return typeof value === "object" && value !== null ? "" : `, but is ${String(value)}`;
}
