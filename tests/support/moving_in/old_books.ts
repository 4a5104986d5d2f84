/** The books of a firm that moves in: its files, and the aging that it printed from them on the day. */

/** Numbers of rows to make of each kind. */
export interface Size {
  readonly facilities: number;
  readonly contractors: number;
  readonly invoices: number;
  readonly checks: number;
}

/** The aging of a facility, in cents, as `ar_aging` has its columns. */
export interface Aging {
  readonly buckets: readonly [number, number, number, number, number];
  readonly credits: number;
}

/** The files by their names, and the aging by facility, of those that owe or are owed something. */
export interface OldBooks {
  readonly files: Readonly<Record<string, string>>;
  readonly aging: ReadonlyMap<string, Aging>;
}

const DAY = 86_400_000;

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

const money = (cents: number) =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** Numbers that repeat from run to run, spread over 0 to 1. */
const spread = (nth: number, salt: number) => {
  let mixed = Math.imul(nth + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
};

const between = (nth: number, salt: number, least: number, most: number) =>
  least + Math.floor(spread(nth, salt) * (most - least + 1));

const csv = (columns: string, rows: readonly (readonly (string | number)[])[]) =>
  [columns, ...rows.map((row) => row.join(","))].map((line) => `${line}\r\n`).join("");

const times = <T>(count: number, make: (nth: number) => T) =>
  Array.from({ length: count }, (_, nth) => make(nth));

/** The books on a day: what is owed is up to 200 days overdue, and up to 60 days not due yet. */
export function oldBooks(size: Size, day: string): OldBooks {
  const facilityOf = (nth: number, salt: number) => between(nth, salt, 0, size.facilities - 1);
  const aging = new Map<
    string,
    { buckets: [number, number, number, number, number]; credits: number }
  >();
  const of = (facility: number) => {
    const number = `F-${facility}`;
    const row = aging.get(number) ?? { buckets: [0, 0, 0, 0, 0], credits: 0 };
    aging.set(number, row);
    return row;
  };
  const invoices = times(size.invoices, (nth) => {
    const facility = facilityOf(nth, 1);
    const [late, cents] = [between(nth, 2, -60, 200), between(nth, 3, 1, 2_500_000)];
    of(facility).buckets[late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4] +=
      cents;
    const due = dayBefore(day, late);
    return [
      `${20_000 + nth}`,
      `F-${facility}`,
      dayBefore(day, Math.max(0, late + 30)),
      due,
      money(cents),
    ];
  });
  const checks = times(size.checks, (nth) => {
    const [facility, cents] = [facilityOf(nth, 4), between(nth, 5, 1, 900_000)];
    const isCredit = nth % 3 === 0;
    if (isCredit) of(facility).credits += cents;
    return [
      `R-${nth}`,
      `F-${facility}`,
      money(cents),
      dayBefore(day, between(nth, 6, 0, 20)),
      7000 + nth,
      isCredit ? "yes" : "",
    ];
  });
  const files = {
    "facilities.csv": csv(
      "external_number,name,billing_email,payment_terms_days,billing_address,work_state,annual_rate,grace_days",
      times(size.facilities, (nth) => [
        `F-${nth}`,
        `"Clinic ${nth}, Denver"`,
        `ap${nth}@clinic.example`,
        [15, 30, 45][nth % 3] ?? 30,
        `"${nth} Main St\r\nDenver, CO"`,
        "CO",
        nth % 4 === 0 ? "" : "0.18",
        nth % 4 === 0 ? "" : "5",
      ]),
    ),
    "orders.csv": csv(
      "facility_number,number,starts_on,ends_on,amount",
      times(size.facilities, (nth) => [
        `F-${nth}`,
        "PO-1",
        dayBefore(day, 30),
        nth % 2 === 0 ? "" : dayBefore(day, -300),
        nth % 3 === 0 ? "" : money(between(nth, 10, 100_000, 9_000_000)),
      ]),
    ),
    "contractors.csv": csv(
      "external_number,first_name,last_name,email,employment_type,payroll_number",
      times(size.contractors, (nth) => [
        `P-${nth}`,
        "Ada",
        `Nurse ${nth}`,
        `nurse${nth}@example.org`,
        nth % 10 === 0 ? "1099" : "",
        `E${nth}`,
      ]),
    ),
    "assignments.csv": csv(
      "external_number,contractor_number,facility_number,start_date,end_date,bill_rate,pay_rate,rates_from,overtime_rule,overtime_rule_reason,department,order_number",
      times(size.contractors, (nth) => [
        `A-${nth}`,
        `P-${nth}`,
        `F-${facilityOf(nth, 7)}`,
        dayBefore(day, 400),
        nth % 2 === 0 ? "" : dayBefore(day, -90),
        money(between(nth, 8, 7000, 15_000)),
        money(between(nth, 9, 3000, 6900)),
        dayBefore(day, 100),
        nth % 3 === 0 ? "california" : "",
        nth % 3 === 0 ? "The contract pays as in California" : "",
        nth % 5 === 0 ? "Surgery" : "",
        nth % 4 === 0 ? "PO-1" : "",
      ]),
    ),
    "codes.csv": csv(
      "name,title,is_worked,pay_multiplier,pay_amount,bill_multiplier,bill_amount",
      [["weekend_charge", '"Charge nurse, weekend"', "yes", "1", "$6.00", "1", "9.00"]],
    ),
    "code_rates.csv": csv(
      "code,rates_from,assignment_number,facility_number,bill_rate,pay_rate",
      [
        ["charge", dayBefore(day, 100), "A-1", "", "106.00", "64.00"],
        ["on_call", dayBefore(day, 100), "", "F-1", "8.00", "5.00"],
      ],
    ),
    "holiday_calendars.csv": csv(
      "calendar,day,name,facility_number",
      [["Holidays", "2026-12-25", "Christmas Day", ""], [
        "Holidays",
        "2026-07-03",
        "Independence Day",
        "F-1",
      ]],
    ),
    "premium_rules.csv": csv(
      "title,starts_on,facility_number,assignment_number,from_time,to_time,holiday_calendar,pay_multiplier,pay_amount",
      [
        ["Night", dayBefore(day, 100), "", "", "19:00", "7:00", "", "", "4.00"],
        ["Holiday", dayBefore(day, 100), "F-1", "", "", "", "Holidays", "1.5", ""],
        ["Night", dayBefore(day, 100), "", "A-1", "19:00", "07:00", "", "", "$5.00"],
      ],
    ),
    "guarantees.csv": csv(
      "assignment_number,starts_on,code,pay_hours,bill_hours",
      [
        ["A-1", dayBefore(day, 100), "", "36", "32"],
        ["A-1", dayBefore(day, 100), "call_back", "2", "2"],
      ],
    ),
    "leave_balances.csv": csv(
      "contractor_number,plan,day,hours",
      times(size.contractors, (nth) => nth)
        .filter((nth) => nth % 10 !== 0)
        .map((nth) => [
          `P-${nth}`,
          "Colorado paid sick leave",
          "2026-01-04",
          money(between(nth, 11, 1, 4800)),
        ]),
    ),
    "credential_kinds.csv": csv("name,months_good,is_confidential", [
      ["RN license", "", "no"],
      ["TB test", "12", "yes"],
    ]),
    "credentials.csv": csv(
      "contractor_number,kind,number,issued_on,expires_on,verified_on",
      times(size.contractors, (nth) => [
        `P-${nth}`,
        nth % 2 === 0 ? "RN license" : "tb test",
        `N-${nth}`,
        dayBefore(day, 100),
        nth % 2 === 0 ? "2027-09-30" : "",
        dayBefore(day, 90),
      ]),
    ),
    "requirements.csv": csv("kind,starts_on,facility_number,assignment_number", [
      ["RN license", "2026-01-05", "", ""],
      ["TB test", "2026-01-05", "F-1", ""],
      ["TB test", "2026-01-05", "", "A-1"],
    ]),
    "open_invoices.csv": csv(
      "external_number,facility_number,issue_date,due_date,amount",
      invoices,
    ),
    "checks.csv": csv(
      "external_number,facility_number,amount,received_on,check_number,unapplied_credit",
      checks,
    ),
    "holidays.csv": csv("day,name", [["2026-12-25", "Christmas Day"], [
      "2027-01-01",
      "New Year's Day",
    ]]),
  };
  return { files, aging };
}
