import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  computeInterest,
  type InterestInput,
} from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { addDays } from "../../support/interest/oracle_days.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

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

const ABSENT = undefined;
const NOT_DAYS = [
  "2026-02-30",
  "2026-13-01",
  "2026-4-1",
  "2026-04-01T00:00:00Z",
  "infinity",
  "",
  1,
];
// deno-fmt-ignore
const NOT_DECIMALS = [
  "-1", "-0.01", "+1", "1e3", "", " 1.00", "1.", ".5", "1,000.00", "1.00\n", "NaN", "Infinity", "0x10",
  1.5, 10n,
];
const NOT_MONEY = [...NOT_DECIMALS, "1.005", "1.000", "1234567890123456.00"];
const NOT_RATES = [...NOT_DECIMALS, "0.1234567890123", "1234567890123456"];
const NOT_COUNTS = [-1, 1.5, NaN, Infinity, "1", 2 ** 53];
const NOT_WORDS = ["", "NONE", "toString", 1, null];
const NOT_LISTS = [{}, "", 1];
const NOT_OBJECTS = [null, 1, [], ABSENT];

/** Words of a refusal for what is wanted, for each kind of value. */
const WANTED = {
  money: 'must be money as a decimal string such as "1500.00", not negative',
  a_day: "must be an existing day as YYYY-MM-DD",
  within_a_thousand_years: "must be at most 1000 years after dueDate",
  a_list: "must be a list",
  an_object: "must be an object",
  unlike_another_rows: "another row has the same date",
  a_rate: 'must be a rate as a decimal string such as "0.18", not negative',
  a_share: 'must be a rate as a decimal string such as "0.18", not negative',
  a_number_of_days: "must be a whole number of days, not negative",
  a_day_count:
    'must be one of "actual/365", "actual/360", "actual/actual", "30/360", "started_months"',
  a_compounding: 'must be one of "none", "every_30_days", "annual"',
  a_rate_basis: 'must be one of "floating", "fixed_at_start"',
  a_start: 'must be one of "due_date", "grace_end"',
} as const;

/** Rule of each field, and values that break it. */
const FIELDS: readonly (readonly [string, keyof typeof WANTED, readonly unknown[]])[] = [
  ["principal", "money", [...NOT_MONEY, null, ABSENT]],
  ["dueDate", "a_day", [...NOT_DAYS, null, ABSENT]],
  ["asOf", "a_day", [...NOT_DAYS, null, ABSENT]],
  ["asOf", "within_a_thousand_years", [addDays(valid().dueDate, 365_251)]],
  ["payments", "a_list", [...NOT_LISTS, null, ABSENT]],
  ["payments[0]", "an_object", NOT_OBJECTS],
  ["payments[1].paidOn", "a_day", [...NOT_DAYS, null, ABSENT]],
  ["payments[1].amount", "money", [...NOT_MONEY, null, ABSENT]],
  ["interestPayments", "a_list", [...NOT_LISTS, null]],
  ["interestPayments[0].paidOn", "a_day", [...NOT_DAYS, null, ABSENT]],
  ["interestPayments[0].amount", "money", [...NOT_MONEY, null, ABSENT]],
  ["terms", "a_list", [...NOT_LISTS, null, ABSENT]],
  ["terms[1]", "an_object", NOT_OBJECTS],
  ["terms[1].effectiveFrom", "a_day", [...NOT_DAYS, null, ABSENT]],
  ["terms[1].effectiveFrom", "unlike_another_rows", ["2026-01-01"]],
  ["terms[1].annualRate", "a_rate", [...NOT_RATES, null, ABSENT]],
  ["terms[1].dayCount", "a_day_count", [...NOT_WORDS, "actual/364"]],
  ["terms[1].compounding", "a_compounding", NOT_WORDS],
  ["terms[1].rateBasis", "a_rate_basis", NOT_WORDS],
  ["terms[1].graceDays", "a_number_of_days", [...NOT_COUNTS, null]],
  ["terms[1].accrueFrom", "a_start", NOT_WORDS],
  ["terms[1].fixedFee", "money", [...NOT_MONEY, null]],
  ["terms[1].waiveBelow", "money", [...NOT_MONEY, null]],
  ["terms[1].maximumDays", "a_number_of_days", NOT_COUNTS],
  ["terms[1].maximumFraction", "a_share", NOT_RATES],
];

for (const [field, kind, values] of FIELDS) {
  Deno.test(`compute_interest/refuses_${field}_that_is_not_${kind}`, () => {
    for (const value of values) {
      assertThrowsWith(
        () => computeInterest(spoil(field, value)),
        {
          name: "InvalidInterestInputError",
          field,
          message: new RegExp(`^${RegExp.escape(`${field}: ${WANTED[kind]}`)}(, but is |$)`),
        },
        `took ${String(value)}`,
      );
    }
  });
}

Deno.test("compute_interest/a_refusal_says_what_is_wanted_and_what_came", () => {
  assertThrowsWith(
    () => computeInterest(spoil("payments[1].amount", "-1.00")),
    {
      name: "InvalidInterestInputError",
      message:
        'payments[1].amount: must be money as a decimal string such as "1500.00", not negative, but is "-1.00"',
    },
  );
});

Deno.test("compute_interest/a_refusal_shows_forty_characters_at_most", () => {
  const refused = () => computeInterest(spoil("dueDate", "x".repeat(1000)));
  assertThrowsWith(refused, { message: /but is "x{40}"$/ });
});

Deno.test("compute_interest/a_thousand_years_late_is_not_too_late", () => {
  const asOf = addDays(valid().dueDate, 365_250);
  const late = computeInterest({ ...spoil("terms[1].maximumDays", null), asOf });
  assertStrictEquals(late.accruedThrough, asOf);
  assertEquals(late.segments.reduce((days, segment) => days + segment.days, 0), 365_250);
  assertEquals(late.interest, "375.00"); // The maximumFraction of 1500.00.
});

Deno.test("compute_interest/takes_values_as_large_and_as_precise_as_a_field_may_be", () => {
  const { segments: [first] } = computeInterest(spoil("principal", "999999999999999.99"));
  assertEquals(first?.principal, "999999999999999.99");
  const rates = [["0.123456789012", "0.123456789012"], ["123456789012345", "123456789012345.00"]];
  for (const [rate, shown] of rates) {
    const { segments } = computeInterest(spoil("terms[1].annualRate", rate));
    assertStrictEquals(segments.at(-1)?.rate, shown);
  }
  const fees = [["999999999999999.99", "999999999999999.99"], ["7", "7.00"], ["7.5", "7.50"]];
  for (const [fee, shown] of fees) {
    assertStrictEquals(computeInterest(spoil("terms[1].fixedFee", fee)).fee, shown);
  }
  assertEquals(computeInterest(spoil("terms[1].maximumDays", 0)).accruedThrough, "2026-04-01");
  const grace = spoil("terms[1].graceDays", Number.MAX_SAFE_INTEGER);
  assertEquals(computeInterest(grace).total, "0.00");
});

Deno.test("compute_interest/what_may_be_absent_is_taken_as_its_default", () => {
  const optional = Object.keys(valid().terms[1] ?? {})
    .filter((field) => !["effectiveFrom", "annualRate"].includes(field));
  assertEquals(optional.length, 9);
  const limits = ["maximumDays", "maximumFraction"]; // Neither is reached.
  for (const field of optional) {
    for (const value of limits.includes(field) ? [ABSENT, null] : [ABSENT]) {
      assertEquals(computeInterest(spoil(`terms[1].${field}`, value)).total, "14.78", field);
    }
  }
  assertEquals(computeInterest(spoil("interestPayments", ABSENT)).total, "14.78");
});

Deno.test("compute_interest/the_input_that_is_spoilt_is_fine_before", () => {
  assertEquals(computeInterest(valid() as InterestInput).total, "14.78");
});

Deno.test("compute_interest/refuses_started_months_that_compound", () => {
  for (const compounding of ["every_30_days", "annual"] as const) {
    const terms = [{ ...valid().terms[0], dayCount: "started_months", compounding }];
    assertThrowsWith(() => computeInterest({ ...valid(), terms } as InterestInput), {
      field: "terms[0].compounding",
      message: /^terms\[0\]\.compounding: must be "none" where started months count/,
    });
  }
});

Deno.test("compute_interest/refuses_what_is_no_object_at_all", () => {
  const nothing: unknown = null;
  assertThrowsWith(() => computeInterest(nothing as InterestInput), { field: "input" });
});

Deno.test("compute_interest/a_malformed_value_is_refused_even_where_it_would_not_matter", () => {
  const notLate = { ...spoil("terms[1].fixedFee", "-1"), asOf: "2026-03-01" };
  assertThrowsWith(() => computeInterest(notLate), { field: "terms[1].fixedFee" });
});

function spoil(path: string, value: unknown): InterestInput {
  const input = valid();
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  const last = steps.pop() ?? "";
  const parent = steps.reduce<object>((value, step) => Reflect.get(value, step), input);
  Reflect.set(parent, last, value);
  return input as InterestInput;
}
