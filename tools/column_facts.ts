/** Of each view, and of each function that returns a table of its own, the columns that may be null. A test tries it. */
export const NULLABLE: ReadonlyMap<string, readonly string[]> = new Map([
  ["ar_aging", []],
  ["assignment_margin", ["end_date"]],
  ["contractAlerts", ["acknowledged_at"]],
  ["facility_statement", ["reference", "invoice_id"]],
  ["invitations", ["name", "created_by", "accepted_at", "accepted_by", "voided_at"]],
  ["job_health", [
    "last_run_at",
    "last_run_status",
    "last_error",
    "last_success_at",
    "last_success_age",
    "last_call_at",
    "last_call_status",
    "last_call_error",
    "unapproved",
  ]],
  ["missing_time", []],
  ["my_assignments", ["end_date"]],
  ["my_pay", []],
  ["my_pay_rates", []],
  ["payroll_export", []],
  ["renewals_due", ["end_date"]],
  ["unapproved_time", []],
  ["unbilled_differences", []],
  ["unbilled_time", ["approved_at"]],
  ["user_names", ["name", "email"]],
]);

/** What jsonb columns hold, and what procedures answer as jsonb, as json_shapes.ts says. */
export const SHAPES: ReadonlyMap<string, string> = new Map([
  ["invoices.interest_breakdown", "InterestBreakdown"],
  ["billing_runs.details", "BillingRunDetail[]"],
  ["invite", "InvitationCode"],
  ["accept_invitation", "Person"],
  ["withdraw_invitation", "Person"],
  ["unlink", "Person"],
  ["job_runs.counts", "LockEndedCounts | AccrueInterestCounts"],
]);
