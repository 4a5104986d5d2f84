import assert from "node:assert/strict";
import {
  computeInterest,
  type InterestInput,
} from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { InvalidInterestInputError } from "../../../supabase/functions/_shared/interest/invalid_interest_input_error.ts";

/** A valid input, each field of which is then spoilt. */
function valid() {
  return {
    principal: "1500.00",
    dueDate: "2026-04-01",
    payments: [{ paidOn: "2026-04-05", amount: "1.00" }, { paidOn: "2026-04-06", amount: "1.00" }],
    interestPayments: [{ paidOn: "2026-04-07", amount: "1.00" }],
    asOf: "2026-05-01",
    terms: [
      { effectiveFrom: "2026-01-01", annualRate: "0.10" },
      {
        effectiveFrom: "2026-02-01",
        annualRate: "0.12",
        dayCount: "actual/365",
        compounding: "none",
        rateBasis: "floating",
        graceDays: 0,
        accrueFrom: "due_date",
        fixedFee: "0.00",
        waiveBelow: "0.00",
        maximumDays: 90,
        maximumFraction: "0.25",
      },
    ],
  };
}

const NOT_DAYS = [
  "2026-02-30",
  "2026-13-01",
  "2026-4-1",
  "2026-04-01T00:00:00Z",
  "infinity",
  "",
  1,
  null,
];
const NOT_DECIMALS = [
  "-1",
  "-0.01",
  "+1",
  "1e3",
  "",
  " 1.00",
  "1.",
  ".5",
  "1,000.00",
  "NaN",
  "Infinity",
  "0x10",
  1.5,
  null,
];
const NOT_MONEY = [...NOT_DECIMALS, "1.005", "1.000", "1234567890123456.00"];
const NOT_RATES = [...NOT_DECIMALS, "0.1234567890123"];
const NOT_COUNTS = [-1, 1.5, NaN, Infinity, "1", 2 ** 53];
const NOT_WORDS = ["", "NONE", "toString", 1, null];
const NOT_LISTS = [null, {}, "", 1];

const SPOILT: readonly (readonly [string, readonly unknown[]])[] = [
  ["principal", [...NOT_MONEY, undefined]],
  ["dueDate", [...NOT_DAYS, undefined]],
  ["asOf", [...NOT_DAYS, undefined, "3027-04-01"]],
  ["payments", [...NOT_LISTS, undefined]],
  ["payments[0]", [null, 1, []]],
  ["payments[1].paidOn", [...NOT_DAYS, undefined]],
  ["payments[1].amount", [...NOT_MONEY, undefined]],
  ["interestPayments", [{}, "", 1]],
  ["interestPayments[0].paidOn", [...NOT_DAYS, undefined]],
  ["interestPayments[0].amount", [...NOT_MONEY, undefined]],
  ["terms", [...NOT_LISTS, undefined]],
  ["terms[1]", [null, 1, []]],
  ["terms[1].effectiveFrom", [...NOT_DAYS, undefined, "2026-01-01"]],
  ["terms[1].annualRate", [...NOT_RATES, undefined]],
  ["terms[1].dayCount", [...NOT_WORDS, "actual/364"]],
  ["terms[1].compounding", NOT_WORDS],
  ["terms[1].rateBasis", NOT_WORDS],
  ["terms[1].graceDays", [...NOT_COUNTS, null]],
  ["terms[1].accrueFrom", NOT_WORDS],
  ["terms[1].fixedFee", NOT_MONEY],
  ["terms[1].waiveBelow", NOT_MONEY],
  ["terms[1].maximumDays", NOT_COUNTS],
  ["terms[1].maximumFraction", NOT_RATES.filter((value) => value !== null)],
];

for (const [field, values] of SPOILT) {
  for (const value of values) {
    const shown = typeof value === "number" ? `${value}` : JSON.stringify(value);
    Deno.test(`compute_interest/refuses_${shown}_as_${field}`, () => {
      assert.throws(() => computeInterest(spoil(field, value)), (error) => {
        assert.ok(error instanceof InvalidInterestInputError);
        assert.equal(error.name, "InvalidInterestInputError");
        assert.equal(error.field, field);
        assert.ok(error.message.startsWith(`${field}: `));
        return true;
      });
    });
  }
}

Deno.test("compute_interest/the_input_that_is_spoilt_is_fine_before", () => {
  assert.equal(computeInterest(valid() as InterestInput).total, "14.78");
});

Deno.test("compute_interest/refuses_what_is_no_object_at_all", () => {
  const nothing: unknown = null;
  assert.throws(() => computeInterest(nothing as InterestInput), { field: "input" });
});

Deno.test("compute_interest/a_malformed_value_is_refused_even_where_it_would_not_matter", () => {
  const notLate = { ...spoil("terms[1].fixedFee", "-1"), asOf: "2026-03-01" };
  assert.throws(() => computeInterest(notLate), { field: "terms[1].fixedFee" });
});

function spoil(path: string, value: unknown): InterestInput {
  const input = valid();
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  const last = steps.pop() ?? "";
  const parent = steps.reduce<object>((value, step) => Reflect.get(value, step), input);
  Reflect.set(parent, last, value);
  return input as InterestInput;
}
