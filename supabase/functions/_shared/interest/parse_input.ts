import type { Day } from "./calendar.ts";
import type { Dated } from "./dated.ts";
import { InvalidInterestInputError } from "./invalid_interest_input_error.ts";
import { parseTerms, type Terms } from "./parse_terms.ts";
import { readDay, readList, readMoney, readRecord } from "./read_fields.ts";

/** All that was paid up to the end of day `from`, in cents. */
export interface PaidSoFar extends Dated {
  readonly total: bigint;
}

/** `InterestInput` once read: days counted, money in cents, everything in order of its date. */
export interface Invoice {
  readonly principal: bigint;
  readonly due: Day;
  readonly asOf: Day;
  readonly principalPaid: readonly PaidSoFar[];
  readonly interestPaid: readonly PaidSoFar[];
  readonly terms: readonly Terms[];
}

/** Keeps the work bounded: each 30 days of compounding costs a few microseconds. */
const LONGEST_DELAY_DAYS = 365_250;

/** Reads the input of `computeInterest`. Throws `InvalidInterestInputError` naming the field. */
export function parseInput(value: unknown): Invoice {
  const input = readRecord(value, "input");
  const invoice = {
    principal: readMoney(input["principal"], "principal"),
    due: readDay(input["dueDate"], "dueDate"),
    asOf: readDay(input["asOf"], "asOf"),
    principalPaid: parsePayments(input["payments"], "payments"),
    interestPaid: parsePayments(input["interestPayments"] ?? [], "interestPayments"),
    terms: parseTerms(input["terms"], "terms"),
  };
  if (invoice.asOf - invoice.due > LONGEST_DELAY_DAYS) {
    throw new InvalidInterestInputError("asOf", "must be at most 1000 years after dueDate");
  }
  return invoice;
}

function parsePayments(value: unknown, field: string): readonly PaidSoFar[] {
  const payments = readList(value, field, (payment, path) => ({
    from: readDay(payment["paidOn"], `${path}.paidOn`),
    amount: readMoney(payment["amount"], `${path}.amount`),
  }));
  let total = 0n;
  return payments.sort((a, b) => a.from - b.from).map(({ from, amount }) => {
    total += amount;
    return { from, total };
  });
}
