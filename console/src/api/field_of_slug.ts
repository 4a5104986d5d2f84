/**
 * Which field of a form a refusal is about; null: none, or more than one. Every refusal of status
 * 400 in docs/errors.md stands here, and those of other states that name a field: a test compares.
 */
export const FIELD_OF_SLUG: Readonly<Record<string, string | null>> = {
  amount_not_valid: "amount",
  argument_missing: null,
  assignment_ends_before_start: "end_date",
  assignment_has_time_outside: "end_date",
  assignment_overlaps: "start_date",
  bonus_left_out_without_reason: "reason",
  check_already_entered: "entered_again",
  contractor_email_taken: "email",
  contractor_employed_otherwise: "employment_type",
  counts_from_unknown: "counts_from",
  cron_secret_not_valid: null,
  date_not_finite: null,
  day_out_of_range: null,
  day_outside_week: "days",
  days_not_valid: "days",
  employment_type_unknown: "employment_type",
  expected_status_unknown: null,
  facility_inactive: "facility_id",
  facility_not_found: "facility_id",
  history_too_long: "from_date",
  hours_out_of_range: "hours",
  invitation_not_valid: "code",
  job_address_not_valid: null,
  kind_unknown: null,
  last_admin: "roles",
  overtime_rule_unknown: "overtime_rule",
  pay_exceeds_bill: "pay_rate",
  payroll_period_not_whole_weeks: "period_end",
  period_already_invoiced: "period_start",
  period_ends_before_start: "period_end",
  period_overlaps_draft: "period_start",
  rate_hit_reaches_billed_or_paid_time: "allow_retroactive",
  rate_not_valid: null,
  reason_missing: "reason",
  renewal_before_start: "renewal_date",
  schedule_not_valid: null,
  step_unknown: null,
  time_entry_incomplete: null,
  time_entry_status_unknown: null,
  too_many_invoices: null,
  too_many_time_entries: null,
  week_start_not_first_day: "week_start",
  weeks_out_of_range: null,
  work_date_in_another_week: "work_date",
  work_date_not_finite: null,
  workweek_start_is_fixed: "workweek_starts_on",
  write_off_over_owed: "amount",
};

/** The field that a refusal is about, where it is about one. */
export function fieldOf(slug: string | null): string | null {
  return slug === null ? null : FIELD_OF_SLUG[slug] ?? null;
}
