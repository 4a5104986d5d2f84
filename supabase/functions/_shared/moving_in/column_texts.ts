import type { FileKind } from "./columns.ts";

/** Meaning of a column, empty where its name says it, and what holds where it is empty. */
export type ColumnText = readonly [meaning: string, otherwise: string];

/** The columns of each kind as docs/moving_in.md explains them, without its marks; a test compares. */
export const COLUMN_TEXTS: Readonly<Record<FileKind, Readonly<Record<string, ColumnText>>>> = {
  "facilities": {
    external_number: ["its number in the former books", ""],
    name: ["", ""],
    billing_email: ["address that invoices go to", "none"],
    payment_terms_days: ["days from issue to due date, 0 to 365", "30"],
    timezone: ["IANA name, such as America/Denver", "the firm's"],
    work_state: ["state where people work: CO, elsewhere ISO 3166-2, such as GB-LND", "none"],
    billing_name: ["name that invoices are made out to", "its name"],
    billing_address: ["as printed, one line or several", "none"],
    purchase_order: ["the number that it wants on invoices", "none"],
    invoices_by: ["time billed together: one (all of it), department, order or assignment", "one"],
    billing_cycle: ["days billed together: week, two_weeks or month", "week"],
    two_weeks_from: ["a day in the first week of any two-week cycle", "2000-01-03"],
    due_date_rule: [
      "rule for a due date on a day off: none (it stays) or next_business_day",
      "none",
    ],
    bill_overtime_rule: [
      "overtime rule that it is billed by, such as california",
      "the contractor's pay rule",
    ],
    bill_scope: ["hours that count together: facility, assignment or contractor", "facility"],
    bill_overtime_multiplier: ["times the bill rate, 1 or more", "1.5"],
    bill_doubletime_multiplier: ["times the bill rate, 1 or more", "2"],
    annual_rate: [
      "annual interest rate on late invoices: 18%, or as a share, 0.18; the columns below need it",
      "no interest",
    ],
    day_count: [
      "share of a year that days are: actual/365, actual/360, actual/actual, 30/360 or started_months",
      "actual/365",
    ],
    compounding: [
      "when interest is added to what bears interest: none (never), every_30_days or annual",
      "none",
    ],
    rate_basis: [
      "rate of a day: the one in force on it (floating), or on the first day of interest (fixed_at_start)",
      "floating",
    ],
    grace_days: ["late days without interest", "0"],
    accrue_from: ["after the grace days, interest from due_date or grace_end", "due_date"],
    fixed_fee: ["owed as soon as interest is owed", "0"],
    waive_below: ["interest below this is not owed", "0"],
    maximum_days: ["most days that bear interest", "no limit"],
    maximum_fraction: ["most interest, of the invoice: 25%, or as a share, 0.25", "no limit"],
    moved_on: ["the day from which the interest terms apply", "today"],
    minimum_wage_jurisdictions: [
      "minimum wages that hold there, as Settings lists them, a semicolon between two: CO; CO Denver",
      "its state's",
    ],
  },
  "orders": {
    facility_number: ["the facility's external number", ""],
    number: ["as the facility writes it, at most 40 characters", ""],
    starts_on: ["the first day of work that it pays for", ""],
    ends_on: ["the last day", "open-ended"],
    amount: ["amount left on it, above 0", "no limit"],
  },
  "contractors": {
    external_number: ["their number in the former books", ""],
    first_name: ["", ""],
    last_name: ["", ""],
    email: ["no two contractors share one", ""],
    employment_type: ["w2, 1099 or corp_to_corp", "w2"],
    payroll_number: ["their number with the payroll provider", "none"],
    phone: [
      "what they correct later stays, whatever another file says; so of the address",
      "not known",
    ],
    address: ["street and number, in one line or several", "not known"],
    city: ["", "not known"],
    state: ["as it stands in an address, such as CO", "not known"],
    postal_code: ["", "not known"],
  },
  "assignments": {
    external_number: ["its number in the former books, or one that you make up", ""],
    contractor_number: ["the contractor's external number", ""],
    facility_number: ["the facility's external number", ""],
    start_date: ["the first day", ""],
    end_date: ["the last day", "open-ended"],
    bill_rate: ["amount that the facility is invoiced per hour", ""],
    pay_rate: ["amount that the contractor is paid per hour", ""],
    rates_from: ["first day of these rates; time is entered from this day on", "the start"],
    allow_negative_margin: ["yes if pay is above bill on purpose", "no"],
    overtime_rule: ["overtime rule that the contractor is paid by", "that of the facility's state"],
    overtime_rule_reason: [
      "reason that the rule asks for: for none, why the person is exempt; and why it is not the rule of the state",
      "none",
    ],
    bill_overtime_multiplier: ["times the bill rate, 1 or more", "the facility's"],
    bill_doubletime_multiplier: ["times the bill rate, 1 or more", "the facility's"],
    renewal_date: ["day when the contract comes up for renewal; future days only", "the end"],
    department: ["department at the facility, as printed on invoices", "none"],
    cost_centre: ["the facility's cost center that pays", "none"],
    order_number: ["the facility's order that pays: its number", "none"],
    below_minimum_wage_reason: [
      "reason why an employee may be paid less than the minimum wage",
      "none",
    ],
  },
  "code-rates": {
    code: ["the code, such as on_call; it is here already", ""],
    rates_from: ["first day of these rates", ""],
    assignment_number: ["the assignment's external number", "a facility's price list"],
    facility_number: ["the facility's external number, of its price list", "an assignment's own"],
    bill_rate: [
      "amount that a unit is invoiced; 0 bills nothing",
      "as the list or the code has it",
    ],
    pay_rate: ["amount that a unit pays; 0 pays nothing", "as the list or the code has it"],
  },
  "leave-balances": {
    contractor_number: ["the contractor's external number", ""],
    plan: ["the plan's name, as Settings lists it; the firm uses it already", ""],
    day: ["the day at whose end they had so many", ""],
    hours: ["hours that they had, above 0, with at most four decimals", ""],
  },
  "open-invoices": {
    external_number: ["its number, at most 40 characters; it stays the invoice's number", ""],
    facility_number: ["the facility's external number", ""],
    issue_date: ["its old issue date", ""],
    due_date: ["its old due date", ""],
    amount: ["amount still owed, above 0", ""],
    description: ["text of its one line", "Open amount of invoice 4711"],
    moved_on: ["the former books have charged interest up to the day before this one", "today"],
    late: [
      "yes if your books here are closed through its day: they have it on the first open day",
      "no",
    ],
  },
  "checks": {
    external_number: ["its number in the former books, or one that you make up", ""],
    facility_number: ["the facility's external number", ""],
    amount: ["amount left on it, above 0", ""],
    received_on: ["the day on which the money came", ""],
    check_number: ["no two checks of a facility with the same amount and method share one", "none"],
    method: ["check, ach or wire", "check"],
    unapplied_credit: [
      "yes if it is a credit of the facility, to be spent on later invoices",
      "no",
    ],
    late: [
      "yes if your books here are closed through its day: they have it on the first open day",
      "no",
    ],
  },
  "holidays": {
    day: ["", ""],
    name: ["", ""],
  },
};
