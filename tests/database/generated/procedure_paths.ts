/** Each procedure and its path segment after /rest/v1/rpc/, exactly as the spec's §4.2 has them. */
export const PROCEDURE_PATHS: Readonly<Record<string, string>> = {
  advance_payroll_batch_status: "advancepayrollbatch_status",
  apply_rate_hit: "applyratehit",
  backfill_invoice: "backfill_invoice",
  close_and_lock_payroll_batch: "closeandlockpayrollbatch",
  close_payroll_period: "closepayrollperiod",
  confirm_check_reconciliation: "confirmcheckreconciliation",
  create_facility_invoice: "createfacilityinvoice",
  discard_payroll_batch: "discardpayrollbatch",
  hire_candidate: "hire_candidate",
  prepare_payroll_draft: "preparepayrolldraft",
  recompute_draft_invoice: "recomputedraftinvoice",
  rls_auto_enable: "rlsautoenable",
  send_invoices: "send_invoices",
  void_invoice: "void_invoice",
  weekly_billing_run: "weeklybillingrun",
};

/** What else may be called in public (design §2 and §7): under its name only. */
export const BEYOND_THE_SPEC: readonly string[] = [
  "ar_aging_as_of",
  "ar_history",
  "board",
  "facility_statement",
  "hours_by_state",
  "payroll_batch_review",
  "payroll_export",
  "payroll_file",
  "payroll_period_obstacles",
  "propose_check_reconciliation",
  "rate_hit_reach",
  "return_check",
  "save_week",
  "set_aside_time",
  "take_back_set_aside_time",
  "write_off_invoice",
];
