/** The columns that contacts of facilities and contractors read, table by table and view by view: each on purpose. */
export const COLUMNS_READ = `
contacts
  ar_aging
    balance current days_1_30 days_31_60 days_61_90 days_91_plus disputed facility_id
    facility_name interest net unapplied_credits
  credit_note_lines
    amount created_at credit_note_id hours invoice_line_id is_difference
  credit_notes
    amount billing_email counts_on created_at discount_taken_back facility_id facility_name id invoice_id issued_by
    issued_on letterhead_id number reason reinstates
  customer_aging
    balance current customer_id customer_name days_1_30 days_31_60 days_61_90 days_91_plus disputed
    interest net unapplied_credits
  customers
    facility_count facility_id facility_name is_active is_program
  disputed_lines
    amount created_at invoice_id invoice_line_id
  facilities
    bill_doubletime_multiplier bill_overtime_multiplier bill_overtime_rule bill_scope
    bill_to_facility_id billing_address billing_cycle billing_email billing_name cancellation_notice_hours created_at
    discount_days discount_rate
    due_date_rule
    external_number id invoices_by is_active minimum_wage_jurisdictions name payment_terms_days
    purchase_order search_name
    timezone two_weeks_from work_state
  facility_contacts
    created_at email facility_id id is_active name user_id
  facility_credits
    amount check_id created_at credit_note_id facility_id id remaining reversed_at
  facility_shifts
    assignment_id break_minutes cancelled_at cancelled_for contractor_id contractor_name department ends_at facility_id facility_name hours
    is_within_notice planned_shift_id reason starts_at timezone work_date
  facility_time
    approved_at assignment_id break_minutes break_started_at code code_title contractor_id contractor_name
    corrected_at correction_reason doubletime_hours ended_at facility_id facility_name hours
    hours_before_correction invoice_id invoice_number is_set_aside is_worked notes overtime_hours
    quantity quantity_before_correction regular_hours sent_back_at sent_back_by sent_back_by_name
    sent_back_reason set_aside_reason shift_id started_at status time_entry_id unit work_date
    work_date_before_correction
  invoice_lines
    amount base code contractor_id cost_centre created_at department description fee_id guarantee_id hours id
    invoice_id kind multiplier original_invoice_id part premium_rule_id purchase_order_id quantity rate released_at
    sales_tax_id time_entry_id week_start work_date
  invoices
    accrued_interest amount_paid balance bears_interest bill_to_facility_id billing_address billing_email
    billing_name created_at discount discount_until dispute_reason disputed_amount disputed_at disputed_by due_date facility_id
    facility_name group_key group_name id invoice_bundle_id interest_balance interest_breakdown
    interest_computed_on interest_days interest_on_days interest_paid interest_per_day
    issue_date kind letterhead_id number paid_at period_end period_start principal_paid_on
    purchase_order sent_at sent_by status total void_reason voided_at voided_by
  invoice_bundles
    created_at facility_id id issue_date sent_by
  me
    business_date contractor_id email facility_ids facility_names firm_name lacks_second_factor name
    operating_timezone roles user_id week_start workday_started_at workday_starts_at workday_starts_from
  planned_days
    assignment_id contractor_name facility_name hours planned_shift_id work_date
  planned_shifts
    assignment_id break_minutes cancelled_at cancelled_by cancelled_for contractor_id created_at ends_at hours id
    is_within_notice next_day_hours planned_at planned_by reason starts_at work_date
  purchase_order_usage
    amount draft_amount ends_on facility_id facility_name is_nearly_used number over_amount
    purchase_order_id remaining sent_amount starts_on used_share
  purchase_orders
    amount created_at ends_on facility_id id number starts_on
  required_credentials
    assignment_id contractor_id contractor_name credential_kind credential_kind_id expires_on facility_id
    facility_name is_confidential is_valid missing_credentials_reason number required_by start_date
  time_entries
    approved_at approved_by assignment_id break_minutes break_started_at code corrected_at corrected_by
    correction_reason created_at ended_at entered_by hours hours_before_correction id is_payable is_worked
    locked_at notes quantity quantity_before_correction sent_back_at sent_back_by sent_back_reason
    set_aside_at set_aside_by set_aside_reason shift_contractor_id shift_id started_at status
    submitted_at work_date work_date_before_correction
  unapproved_time
    age_days assignment_id break_minutes break_started_at code code_title contractor_id contractor_name ended_at
    facility_id facility_name hours is_worked next_step quantity shift_id started_at status
    time_entry_id unit work_date
contractors
  contractor_details
    address city contractor_id created_at phone postal_code state updated_at
  contractors
    candidate_id created_at email employment_type external_number first_name id is_active
    last_name pay_group_id payroll_number search_name user_id
  me
    business_date contractor_id email facility_ids facility_names firm_name lacks_second_factor name
    operating_timezone roles user_id week_start workday_started_at workday_starts_at workday_starts_from
  my_assignments
    assignment_id department end_date facility_id facility_name overtime_rule
    overtime_rule_title start_date timezone
  my_codes
    assignment_id code facility_name is_worked title unit
  my_leave
    accrued_this_year available balance code code_title leave_plan_id leave_plan_name pending state
    usable_from used_this_year
  my_pay
    adjustment_pay code_pay deductions doubletime_hours gross_pay gross_wages overpayment_pay
    overtime_hours pay_date payroll_item_id period_end period_start premium_pay recoveries
    regular_hours reimbursements stipend_pay straight_pay
  my_pay_lines
    amount code code_title description doubletime_hours facility_name hours kind overtime_hours pay_date
    pay_kind payroll_batch_id payroll_item_id payroll_item_line_id premium_title quantity
    rate time_entry_id unit week_start work_date
  my_pay_rates
    assignment_id effective_from facility_id facility_name pay_rate
  my_shifts
    assignment_id break_minutes cancelled_at cancelled_for department ends_at facility_name hours
    is_within_notice planned_shift_id reason starts_at timezone work_date
  my_time
    assignment_id break_minutes break_started_at code code_title corrected_at correction_reason ended_at
    facility_id facility_name hours hours_before_correction is_approved is_paid is_set_aside
    is_worked notes pay_date quantity quantity_before_correction sent_back_at sent_back_by
    sent_back_reason set_aside_reason shift_id started_at status time_entry_id unit work_date
    work_date_before_correction
  planned_shifts
    assignment_id break_minutes cancelled_at cancelled_by cancelled_for contractor_id created_at ends_at hours id
    is_within_notice next_day_hours planned_at planned_by reason starts_at work_date
  time_entries
    approved_at approved_by assignment_id break_minutes break_started_at code corrected_at corrected_by
    correction_reason created_at ended_at entered_by hours hours_before_correction id is_payable is_worked
    locked_at notes quantity quantity_before_correction sent_back_at sent_back_by sent_back_reason
    set_aside_at set_aside_by set_aside_reason shift_contractor_id shift_id started_at status
    submitted_at work_date work_date_before_correction
`;
