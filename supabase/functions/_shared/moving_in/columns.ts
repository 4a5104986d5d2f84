/** The columns of a kind of file, those that must have a value first. */
export interface FileColumns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/**
 * Kinds of files, each with its columns as import_rows takes them: those that a firm moves in with, in their order, and
 * those that come again and again.
 */
export const FILE_COLUMNS = {
  "facilities": {
    required: ["external_number", "name"],
    optional: [
      "billing_email",
      "payment_terms_days",
      "timezone",
      "work_state",
      "billing_name",
      "billing_address",
      "purchase_order",
      "invoices_by",
      "billing_cycle",
      "two_weeks_from",
      "due_date_rule",
      "bill_overtime_rule",
      "bill_scope",
      "bill_overtime_multiplier",
      "bill_doubletime_multiplier",
      "annual_rate",
      "day_count",
      "compounding",
      "rate_basis",
      "grace_days",
      "accrue_from",
      "fixed_fee",
      "waive_below",
      "maximum_days",
      "maximum_fraction",
      "moved_on",
      "minimum_wage_jurisdictions",
      "discount_rate",
      "discount_days",
      "bill_to_number",
    ],
  },
  "orders": {
    required: ["facility_number", "number", "starts_on"],
    optional: ["ends_on", "amount"],
  },
  "contractors": {
    required: ["external_number", "first_name", "last_name", "email"],
    optional: [
      "employment_type",
      "payroll_number",
      "phone",
      "address",
      "city",
      "state",
      "postal_code",
      "pay_group",
    ],
  },
  "assignments": {
    required: [
      "external_number",
      "contractor_number",
      "facility_number",
      "start_date",
      "bill_rate",
      "pay_rate",
    ],
    optional: [
      "end_date",
      "rates_from",
      "allow_negative_margin",
      "overtime_rule",
      "overtime_rule_reason",
      "bill_overtime_multiplier",
      "bill_doubletime_multiplier",
      "renewal_date",
      "department",
      "cost_centre",
      "order_number",
      "below_minimum_wage_reason",
      "title",
      "requisition",
      "missing_credentials_reason",
    ],
  },
  "codes": {
    required: ["name", "title"],
    optional: [
      "unit",
      "is_worked",
      "pay_multiplier",
      "pay_amount",
      "bill_multiplier",
      "bill_amount",
      "is_reimbursement",
      "in_regular_rate",
      "premium_is_creditable",
      "entered_by",
      "earning_code",
      "revenue_account",
      "pay_account",
      "regular_rate_section",
    ],
  },
  "code-rates": {
    required: ["code", "rates_from"],
    optional: ["assignment_number", "facility_number", "bill_rate", "pay_rate", "reason"],
  },
  "holiday-calendars": {
    required: ["calendar", "day", "name"],
    optional: ["facility_number"],
  },
  "premium-rules": {
    required: ["title", "starts_on"],
    optional: [
      "ends_on",
      "facility_number",
      "assignment_number",
      "days_of_week",
      "from_time",
      "to_time",
      "holiday_calendar",
      "pay_multiplier",
      "pay_amount",
      "bill_multiplier",
      "bill_amount",
      "combines",
      "codes",
      "is_creditable",
    ],
  },
  "guarantees": {
    required: ["assignment_number", "starts_on"],
    optional: ["ends_on", "code", "pay_hours", "bill_hours"],
  },
  "leave-balances": {
    required: ["contractor_number", "plan", "day", "hours"],
    optional: [],
  },
  "credential-kinds": {
    required: ["name"],
    optional: ["months_good", "is_confidential"],
  },
  "credentials": {
    required: ["contractor_number", "kind"],
    optional: ["number", "issued_on", "expires_on", "verified_on", "document_url"],
  },
  "requirements": {
    required: ["kind", "starts_on"],
    optional: ["ends_on", "facility_number", "assignment_number"],
  },
  "open-invoices": {
    required: ["external_number", "facility_number", "issue_date", "due_date", "amount"],
    optional: ["description", "moved_on", "late"],
  },
  "checks": {
    required: ["external_number", "facility_number", "amount", "received_on"],
    optional: ["check_number", "method", "unapplied_credit", "late"],
  },
  "holidays": {
    required: ["day", "name"],
    optional: [],
  },
  "remittances": {
    required: ["bank_reference", "received_on", "amount"],
    optional: [
      "method",
      "check_number",
      "facility_number",
      "payer",
      "invoice_number",
      "invoice_amount",
      "deduction",
      "deduction_reason",
      "remark",
    ],
  },
  "time": {
    required: ["system", "line_id", "worker_number", "work_date"],
    optional: [
      "assignment_number",
      "order_number",
      "hours",
      "quantity",
      "code",
      "cost_centre",
      "approved",
      "approved_by",
      "approved_on",
    ],
  },
} as const satisfies Readonly<Record<string, FileColumns>>;

/** Kinds of files. */
export type FileKind = keyof typeof FILE_COLUMNS;

/** All of them, in their order. */
export const FILE_KINDS = Object.keys(FILE_COLUMNS) as readonly FileKind[];

/** Kinds of files that a firm moves in with. */
export type MovingInKind = Exclude<FileKind, "remittances" | "time">;

/** All of them, in their order. */
export const MOVING_IN_KINDS = FILE_KINDS.filter((kind): kind is MovingInKind =>
  kind !== "remittances" && kind !== "time"
);

/** Headings that are not the name of their column with blanks in it. */
export const HEADINGS: Readonly<Record<string, string>> = {
  timezone: "Time zone",
  cost_centre: "Cost center",
};

/** Choices of two words and more, which a file may have with blanks: `two weeks`. */
export const LONG_CHOICES: Readonly<Record<string, readonly string[]>> = {
  billing_cycle: ["two_weeks"],
  due_date_rule: ["next_business_day"],
  day_count: ["started_months"],
  compounding: ["every_30_days"],
  rate_basis: ["fixed_at_start"],
  accrue_from: ["due_date", "grace_end"],
  employment_type: ["corp_to_corp"],
};

/** Columns whose values are days. */
export const DAY_COLUMNS: ReadonlySet<string> = new Set([
  "two_weeks_from",
  "moved_on",
  "starts_on",
  "ends_on",
  "start_date",
  "end_date",
  "rates_from",
  "renewal_date",
  "issued_on",
  "expires_on",
  "verified_on",
  "issue_date",
  "due_date",
  "received_on",
  "day",
  "work_date",
  "approved_on",
]);

/** Columns whose values are money, or money per hour. */
export const MONEY_COLUMNS: ReadonlySet<string> = new Set([
  "amount",
  "fixed_fee",
  "waive_below",
  "bill_rate",
  "pay_rate",
  "pay_amount",
  "bill_amount",
  "invoice_amount",
  "deduction",
]);
