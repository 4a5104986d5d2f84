import fc from "fast-check";
import type {
  InterestInput,
  InterestPayment,
  InterestTerms,
} from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { addDays } from "../../support/interest/oracle_days.ts";

/** Money up to so many cents, as a decimal string. */
export function money(cents: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: cents }).map((amount) => {
    const digits = `${amount}`.padStart(3, "0");
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  });
}

/** A day from a year before to so many days after 2024-01-01, leap years and month ends included. */
function day(after: number): fc.Arbitrary<string> {
  return fc.integer({ min: -365, max: after }).map((days) => addDays("2024-01-01", days));
}

/** Everyday rates, which make ties likely, and any other with six decimals. */
const rate = fc.oneof(
  fc.constantFrom("0", "0.045", "0.065", "0.10", "0.12", "0.18", "0.365"),
  fc.integer({ min: 0, max: 2_000_000 }).map((millionths) => (millionths / 1e6).toFixed(6)),
);

/** Terms of every kind, in force from such a day on. */
export function terms(effectiveFrom: fc.Arbitrary<string>): fc.Arbitrary<InterestTerms> {
  return fc.record({
    effectiveFrom,
    annualRate: rate,
    dayCount: fc.constantFrom(
      "actual/365",
      "actual/360",
      "actual/actual",
      "30/360",
      "started_months",
    ),
    compounding: fc.constantFrom("none", "every_30_days", "annual"),
    rateBasis: fc.constantFrom("floating", "fixed_at_start"),
    graceDays: fc.constantFrom(0, 0, 1, 10, 30),
    accrueFrom: fc.constantFrom("due_date", "grace_end"),
    fixedFee: money(10_000),
    waiveBelow: fc.oneof(fc.constant("0.00"), money(2_000)),
    maximumDays: fc.option(fc.integer({ min: 0, max: 200 })),
    maximumFraction: fc.option(fc.constantFrom("0.1", "0.05", "0.333333", "0.0125")),
  }, { requiredKeys: ["effectiveFrom", "annualRate"] }).map((row): InterestTerms =>
    row.dayCount === "started_months" ? { ...row, compounding: "none" } : row
  );
}

const payment: fc.Arbitrary<InterestPayment> = fc.record({
  paidOn: day(500),
  amount: fc.oneof(money(60_000), money(3_000)),
});

/** Invoices as they come: mostly late, partly paid, under up to three rows of terms. */
export const invoice: fc.Arbitrary<InterestInput> = fc.record({
  principal: money(200_000),
  dueDate: day(60),
  payments: fc.array(payment, { maxLength: 4 }),
  interestPayments: fc.array(payment, { maxLength: 3 }),
  asOf: day(500),
  terms: fc.uniqueArray(terms(day(300)), { maxLength: 3, selector: (row) => row.effectiveFrom }),
});
