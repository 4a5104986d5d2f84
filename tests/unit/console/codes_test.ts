// What the console reckons of codes by itself: a week worked out as an example, quantities, and the rows of a grid.
import { assertEquals } from "@std/assert";
import { quantityIn } from "../../../console/src/ui/hours.ts";
import { sumsOf, units } from "../../../console/src/ui/codes.ts";
import { type CodeTerms, weekOf } from "../../../console/src/screens/settings/code_week.ts";
import { rowOf } from "../../../console/src/screens/settings/code_terms.ts";
import { changesOf, codesOf } from "../../../console/src/screens/own/week_days.ts";

/** A code that is worked, pays the rate of an hour and 4.00 besides. */
const CHARGE: CodeTerms = {
  isWorked: true,
  inRegularRate: true,
  isCreditable: false,
  pay: { multiplier: "1", amount: "4" },
  bill: null,
};

function weekIn(code: Partial<CodeTerms>, hourly: string) {
  const week = weekOf({ ...CHARGE, ...code }, "5.00", hourly);
  return [week.straight, week.regularRate, week.asked, week.credit, week.total].map((one) =>
    one.toFixed(2)
  );
}

Deno.test("console/the_example_of_a_code_is_the_regular_rate_of_its_week", () => {
  // 40 hours at 20.00 and 8 of charge at 24.00.
  assertEquals(weekIn({}, "20.00"), ["992.00", "20.67", "82.67", "0.00", "1074.67"]);
  // A holiday at one and a half times the rate: its premium is out, and all that is asked is paid.
  const holiday = { isCreditable: true, pay: { multiplier: "1.5", amount: "0" } };
  assertEquals(weekIn(holiday, "12.00"), ["624.00", "12.00", "48.00", "48.00", "624.00"]);
  // Eight hours on call at 5.00 beside 48 hours: divided by those worked.
  const onCall = { isWorked: false, pay: { multiplier: "0", amount: "5" } };
  assertEquals(weekIn(onCall, "12.00"), ["616.00", "12.83", "51.33", "0.00", "667.33"]);
  assertEquals(
    weekIn({ ...onCall, inRegularRate: false }, "12.00"),
    ["616.00", "12.00", "48.00", "0.00", "664.00"],
  );
  // With rates of its own, which the example gives.
  assertEquals(
    weekIn({ isWorked: false, pay: null }, "12.00"),
    ["616.00", "12.83", "51.33", "0.00", "667.33"],
  );
});

Deno.test("console/a_code_is_written_as_its_form_shows_it", () => {
  const typed = {
    name: "weekend_charge",
    unit: "hour",
    is_worked: true,
    pays: "hour",
    pay_multiplier: "1.5",
    pay_amount: "0.00",
    bills: "own",
    bill_multiplier: "1",
    bill_amount: "3.00",
    in_regular_rate: false,
    premium_is_creditable: true,
    is_reimbursement: true,
  };
  const { name: _name, unit: _unit, ...row } = rowOf(typed);
  assertEquals(row, {
    is_worked: true,
    in_regular_rate: true,
    premium_is_creditable: true,
    is_reimbursement: false,
    regular_rate_section: null,
    pay_multiplier: "1.5",
    pay_amount: "0.00",
    bill_multiplier: null,
    bill_amount: null,
  });
  const mile = rowOf({ ...typed, unit: "mile", pays: "nothing" });
  assertEquals(
    [mile["is_worked"], mile["in_regular_rate"], mile["premium_is_creditable"]],
    [false, false, false],
  );
  assertEquals([mile["pay_multiplier"], mile["pay_amount"]], ["0", "0"]);
  assertEquals(mile["is_reimbursement"], true);
});

Deno.test("console/a_code_has_a_section_that_its_pay_can_be_in_or_out_by", () => {
  const section = (values: Record<string, unknown>) =>
    rowOf({ unit: "call", is_worked: false, pays: "own", bills: "own", ...values })[
      "regular_rate_section"
    ];
  assertEquals(section({ in_regular_rate: true, regular_rate_section: "778.221" }), "778.221");
  assertEquals(section({ in_regular_rate: false, regular_rate_section: "778.222" }), "778.222");
  // Chosen before something else was: the database would refuse it.
  assertEquals(section({ in_regular_rate: true, regular_rate_section: "778.222" }), null);
  assertEquals(section({ is_reimbursement: true, regular_rate_section: "778.218" }), null);
  assertEquals(section({ unit: "hour", is_worked: true, regular_rate_section: "778.223" }), null);
});

Deno.test("console/quantities_are_read_as_people_type_them", () => {
  assertEquals(
    ["40", "12.5", "12,5", " 1 200 ", ".25", "0.005", "", "1,200", "8:30", "4h", "1000000", "-1"]
      .map(quantityIn),
    ["40", "12.5", "12.5", "1200", "0.25", "0.01", "", null, null, null, null, null],
  );
  assertEquals(units(1, "site_visit"), "1.00 site visit");
  assertEquals(units(40, "mile"), "40.00 miles");
});

Deno.test("console/sums_of_time_have_hours_worked_and_what_else_by_code", () => {
  const entry = {
    code: "regular",
    code_title: "Regular",
    unit: "hour",
    hours: 8,
    quantity: null,
    is_worked: true,
  };
  const onCall = { ...entry, code: "on_call", code_title: "On call", is_worked: false };
  const miles = {
    ...onCall,
    code: "mileage",
    code_title: "Mileage",
    unit: "mile",
    hours: 0,
    quantity: 40,
  };
  assertEquals(sumsOf([entry, entry]), "16.00 hours");
  assertEquals(
    sumsOf([entry, { ...entry, code: "charge", code_title: "Charge nurse" }, onCall, miles, miles]),
    "16.00 hours, Mileage 80.00 miles, On call 8.00 hours",
  );
  assertEquals(sumsOf([miles]), "Mileage 40.00 miles");
  assertEquals(sumsOf([]), "0.00 hours");
});

Deno.test("console/a_week_saves_what_was_changed_and_names_no_other_code", () => {
  const day = {
    date: "2026-03-02",
    key: "",
    value: "",
    amount: "8",
    isChanged: true,
    isValid: true,
    isFixed: false,
    isOutside: false,
    parts: [],
    state: "",
  };
  const code = { title: "", mayEnter: true };
  const regular = {
    of: { ...code, code: "regular", unit: "hour", isWorked: true },
    days: [day, { ...day, date: "2026-03-03", amount: "" }],
  };
  const miles = {
    of: { ...code, code: "mileage", unit: "mile", isWorked: false },
    days: [{ ...day, amount: "40" }, { ...day, date: "2026-03-03", isChanged: false }],
  };
  assertEquals(changesOf([regular]), { "2026-03-02": 8, "2026-03-03": 0 });
  assertEquals(changesOf([regular, miles]), {
    "2026-03-02": [{ code: "regular", hours: 8 }, { code: "mileage", quantity: 40 }],
    "2026-03-03": 0,
  });
});

Deno.test("console/a_week_has_rows_of_codes_that_were_used_or_chosen", () => {
  const known = (code: string, title: string) => ({
    assignment_id: "",
    code,
    title,
    unit: "hour",
    is_worked: false,
  });
  const rows = codesOf({
    lately: [],
    live: [],
    codes: [
      known("sick", "Sick leave"),
      known("on_call", "On call"),
      known("vacation", "Vacation"),
    ],
    chosen: ["on_call", "gone"],
  });
  assertEquals(rows.map(({ title, mayEnter }) => [title, mayEnter]), [["On call", true]]);
});
