set local lock_timeout = '5s';
set local statement_timeout = 0;

-- From the release before to the source tree: drafted by the Supabase CLI. What was written by
-- hand stands between `-- data move: <why>` and `-- end of data move`.

-- Locks what a migration alters, and takes the firm's own views over ours out of its way: each is noted in
-- staffing_upgrade.own_views and dropped. All at once, or nothing: who waited for one table while keeping others
-- from people would meet deadlocks, since reads take tables in any order. So this waits for nothing, lets go of
-- everything, and tries again.
do $own_views$
declare
    -- Relations and functions that are ours. Others in the same schemas are the firm's.
    v_ours constant text[] := array_remove(regexp_split_to_array('
        private.accept_invitation() private.account_of_pay() private.accounts_of_codes() private.accruals()
        private.accrue_leave() private.accrue_leave_of_year() private.accrue_leave_of_years()
        private.accrued_guarantees() private.accrued_pay() private.accrued_revenue() private.accrued_work()
        private.add_default_log_partition() private.add_log_month() private.add_log_months()
        private.add_order_amounts_of_credit() private.add_order_amounts_of_invoice()
        private.add_planned_shifts() private.add_webhook() private.adjust_leave()
        private.advance_payroll_batch_status() private.aging_on_paper() private.alert_of_days_left()
        private.and_guaranteed_weeks() private.apply_rate_hit() private.approve() private.approve_alike()
        private.approve_as_client() private.ar_aging_as_of() private.ar_history() private.archive_is_over()
        private.archive_next_month() private.archived_line() private.archived_log()
        private.are_beside_late_cancellations() private.area_closed_through() private.argument_in_words()
        private.arguments_for_approval() private.arrange_recovery() private.asks_two_people()
        private.assign_remittance() private.assignment_of_week() private.assignments_errors()
        private.assignments_that_overlap() private.assignments_to_import()
        private.assignments_to_plan_as_last_week() private.audit() private.audit_decision()
        private.audit_each() private.audit_invitation() private.audit_invoices() private.audit_log_default
        private.audit_time_entries() private.backfill_invoice() private.batches_closed_by()
        private.begin_bill_terms() private.begin_composing() private.begin_erasing() private.begin_sending()
        private.begins_formula() private.bill_alone() private.bill_differences() private.bill_draft()
        private.bill_each_period() private.bill_guarantees() private.bill_periods()
        private.bill_rates_of_time private.bill_terms_of_weeks private.bill_time() private.bill_to_of()
        private.bill_week() private.bill_week_of_each() private.billable_time private.billed_of_assignment()
        private.billed_parts private.billed_sums private.billed_time private.billing_name()
        private.bills_nothing() private.board() private.bonuses_earned_in() private.books_closed_through()
        private.break_of_first_part() private.break_premiums_of_weeks() private.bring_time_to_client()
        private.bundle_to_read() private.burden_of_assignment() private.burdens()
        private.calendar_days_to_import() private.calendars_by_title() private.call_for_approval()
        private.call_next() private.caller() private.can_read() private.cancel_planned_shift()
        private.cap_of_recovery() private.carried_deductions() private.carry_deductions()
        private.carry_out_erasure() private.cash_ahead() private.change_bill_terms()
        private.change_closed_area() private.change_mail() private.change_rates() private.change_remit_to()
        private.change_requirements() private.changed_columns() private.changes_of()
        private.changes_of_closed_days() private.changes_of_week() private.charge_drafts()
        private.charge_drafts_of_bill_to() private.charge_drafts_of_fees() private.charge_drafts_of_taxes()
        private.charge_fees() private.charge_taxes() private.check_applied_rate_hit()
        private.check_approval_arguments() private.check_approver_of_adjustment()
        private.check_approver_of_time() private.check_batches_are_drafts()
        private.check_becoming_employed() private.check_billed_interest_adds_up() private.check_break()
        private.check_code_rates() private.check_coded_time_has_rates() private.check_codes_of_premium()
        private.check_corrected_values() private.check_correcting() private.check_credit_note_adds_up()
        private.check_database_of_pg_net() private.check_days_of_grid() private.check_discounts()
        private.check_employment() private.check_entries_are_billed_whole()
        private.check_entries_are_credited_whole() private.check_extensions_of_jobs() private.check_hire()
        private.check_interest_is_computed() private.check_invoices_are_drafts()
        private.check_invoices_sendable() private.check_job_address() private.check_leave()
        private.check_minimum_wage_jurisdictions() private.check_parts_are_of_lines()
        private.check_pattern() private.check_pay_rate() private.check_payroll_period_is_finished()
        private.check_proposed_lines() private.check_purchase_orders() private.check_rate_hit()
        private.check_rate_hit_reach() private.check_rates_of_drafts() private.check_recoveries()
        private.check_regular_rate_of_adjustment() private.check_renewal_move()
        private.check_sent_back_reason() private.check_setting_aside() private.check_shift_entry()
        private.check_time_correction() private.check_time_entry_days() private.check_time_entry_move()
        private.check_time_entry_writer() private.check_time_has_two_people()
        private.check_time_is_approved() private.check_time_is_not_sent() private.check_time_is_unapproved()
        private.check_webhook() private.checks_errors() private.checks_of_remittances()
        private.checks_to_import() private.classified_time() private.client_days_too_long()
        private.client_time_errors() private.client_time_of_entries() private.client_time_to_import()
        private.clock() private.close_and_lock_payroll_batch() private.close_area() private.close_books()
        private.close_log_partition() private.close_payroll_period() private.closed_area()
        private.closed_code_accounts private.closed_postings private.code_rate_before()
        private.code_rates_errors() private.code_rates_of_rate_hit() private.code_rates_to_import()
        private.code_sha256() private.coded_time() private.coded_time_of_weeks() private.codes_errors()
        private.codes_to_import() private.columns_of_payroll_file() private.compare_guarantees()
        private.compare_weeks() private.compare_weeks_of_assignments() private.compare_weeks_of_bill_terms()
        private.compare_weeks_of_lines() private.compare_weeks_of_rates() private.confirm_break_premium()
        private.confirm_check_reconciliation() private.contact_assignment_ids()
        private.contact_facility_ids() private.contact_invoice_ids() private.contact_own_facility_ids()
        private.contact_workplace_ids() private.contractors_errors() private.contractors_to_import()
        private.controlled_acts() private.controls_report() private.correct_time_entry()
        private.correct_unapproved_as_client() private.corrected_after() private.corrected_entry()
        private.cost_of_assignment() private.count_adjustments() private.count_changed_client_time()
        private.count_late_entries() private.count_lines() private.count_unapproved_time() private.counted()
        private.counted_hours() private.cover_of_bundle() private.create_facility_invoice()
        private.credential_alert_mail() private.credential_gaps() private.credential_kinds_errors()
        private.credential_kinds_to_import() private.credentials_due() private.credentials_errors()
        private.credentials_to_import() private.credit_invoice() private.credit_note_document()
        private.csv_text() private.customer_aging_as_of() private.customer_statement()
        private.day_of_payment() private.day_of_text() private.days_before_leave() private.days_employed()
        private.days_of_one_check() private.days_to_pay() private.days_to_plan()
        private.decide_break_premium() private.decline_approval() private.default_pay_group()
        private.delimited_text() private.delivers() private.detach_log_month() private.difference_credited()
        private.differences_of_weeks() private.differences_to_credit() private.differentials_of_time()
        private.digest_of_lines() private.discard_emptied_draft() private.discard_payroll_batch()
        private.discount_left() private.discount_to_take_back() private.dismiss_break_premium()
        private.dispute_client_time() private.dispute_invoice() private.disputed_balance()
        private.disputes_bear_interest() private.documents_to_post private.draft_marks
        private.drop_billed_sums() private.drop_calls_of_webhook() private.drop_failed_invitation_mail()
        private.drop_invitation_mail() private.drop_mail_of_ended_invitation()
        private.drop_mail_switched_off() private.drop_message() private.drop_messages() private.due_date()
        private.due_lines() private.due_marks private.earned_before_leave() private.earned_sums()
        private.earning_lines() private.earnings_by_rate() private.earnings_file()
        private.earnings_statement_mail() private.enable_rls_on_new_tables() private.end_by_months()
        private.end_erasing() private.end_of_day_of() private.end_of_part() private.end_sessions()
        private.ending_credentials() private.ends_of_steps() private.enter_client_time()
        private.enter_planned_shifts() private.enter_remittances() private.enter_shift()
        private.entries_as_client_says() private.entries_by_arm private.entries_without_line()
        private.erase_at_once() private.erase_candidate() private.erase_credentials() private.erase_due()
        private.erase_in_log() private.erase_names_of_pay() private.erase_one() private.erase_person()
        private.erase_rest() private.erase_words() private.erase_words_in_table() private.erased_email()
        private.erased_text() private.erasing private.facilities_errors() private.facilities_of_week()
        private.facilities_to_import() private.facilities_with_client_time() private.facility_events()
        private.facility_ids_to_report() private.facility_shifts private.facility_statement()
        private.facility_time private.fail_message() private.fee_owners private.fee_shares
        private.fees_by_share private.fees_due() private.fees_of_assignment() private.file_to_hand_over()
        private.fill_base_rates() private.fill_bill_multipliers() private.fill_planned_shift()
        private.finish_payroll_draft() private.firm_name() private.first_of()
        private.first_unbilled_guarantee() private.flash_beside_others() private.flash_of_week()
        private.flat_sum_divisor_of_days() private.follow_assignment_code_rate()
        private.follow_client_time() private.follow_code_rates() private.follow_facility_code_rate()
        private.follow_guarantee() private.follow_guarantee_exception() private.follow_guarantees()
        private.follow_guarantees_of_assignment() private.follow_guarantees_of_entries()
        private.follow_guarantees_of_plan() private.follow_guarantees_of_rate()
        private.follow_guarantees_of_time() private.follow_holiday_calendar_day() private.follow_leave()
        private.follow_leave_of_entry() private.follow_letterhead() private.follow_premium_rule()
        private.follow_premium_rules() private.follow_premiums_of_facility()
        private.follow_premiums_of_firm() private.forget() private.forget_disputed_lines()
        private.forget_equal_weeks() private.forget_paid_weeks() private.forget_weeks_of_batch()
        private.forward_bill_multipliers() private.forward_overtime_rule() private.free_time_of_others()
        private.give_back_leave_paid_out() private.give_webhook_secret() private.given_up_of_invoice()
        private.gross_profit() private.gross_profit_file() private.gross_wages() private.group_name()
        private.grouped_assignments private.guaranteed_weeks() private.guaranteed_weeks_marked
        private.guarantees_errors() private.guarantees_of_weeks() private.guarantees_to_bill()
        private.guarantees_to_import() private.guard_adjustment_approval() private.guard_alert_of_decided()
        private.guard_assignment_code_rate() private.guard_assignment_dates()
        private.guard_assignment_rate() private.guard_assignment_start()
        private.guard_batch_of_open_period() private.guard_bill_terms() private.guard_bill_to()
        private.guard_billed_interest() private.guard_books_of_checks() private.guard_changed_shift_entry()
        private.guard_check_entry() private.guard_contractor_email() private.guard_contractor_of_plan()
        private.guard_controls() private.guard_credential() private.guard_credentials_of_assignments()
        private.guard_credentials_of_moved_assignments() private.guard_employment()
        private.guard_facility_bill_terms() private.guard_facility_code_rate()
        private.guard_facility_timezone() private.guard_first_bill_terms() private.guard_guaranteed_code()
        private.guard_import_mapping() private.guard_invoice_line_change()
        private.guard_invoice_line_changes() private.guard_invoice_lines() private.guard_invoice_move()
        private.guard_issue_date() private.guard_leave_plan_code() private.guard_money_of_check()
        private.guard_money_of_credit_note() private.guard_moved_time_entry()
        private.guard_new_assignments() private.guard_new_shift_entry() private.guard_new_time_entries()
        private.guard_open_area() private.guard_open_books() private.guard_order_of_assignment()
        private.guard_overtime_rule() private.guard_overtime_rule_reason() private.guard_paid_amounts()
        private.guard_paid_stipend() private.guard_pay_group() private.guard_payroll_batch_move()
        private.guard_payroll_item_lines() private.guard_payroll_items()
        private.guard_payroll_line_changes() private.guard_payroll_lines() private.guard_payroll_period()
        private.guard_payroll_profile() private.guard_rate_hit_move() private.guard_rates_of_drafts()
        private.guard_reconciliation_lines() private.guard_reconciliation_move()
        private.guard_recruiter_shares() private.guard_renewal() private.guard_requirement()
        private.guard_retention() private.guard_roles_of_code_rates() private.guard_roles_of_guarantees()
        private.guard_second_factor() private.guard_second_person() private.guard_shift_taken_back()
        private.guard_time_changes_open() private.guard_time_comes_open() private.guard_time_entry_code()
        private.guard_time_entry_move() private.guard_timezone() private.guard_used_fee()
        private.guard_used_guarantee() private.guard_workday() private.guard_workweek_start()
        private.hand_over_payroll() private.has_auth_table() private.has_role() private.has_second_factor()
        private.has_tied_weeks() private.head_of_invoice_file() private.hire_candidate()
        private.hledger_comment() private.hledger_text() private.hold_active_admins() private.hold_admins()
        private.hold_approval() private.hold_approvals() private.hold_assignments_to_plan()
        private.hold_billing() private.hold_billing_of_bill_to() private.hold_books() private.hold_check()
        private.hold_client_time() private.hold_composed() private.hold_contractor_of_leave()
        private.hold_contractors() private.hold_credit() private.hold_draft_batches_of_rate_hit()
        private.hold_draft_batches_of_time() private.hold_draft_invoices_of_rate_hit()
        private.hold_draft_invoices_of_time() private.hold_drafts() private.hold_drafts_of_periods()
        private.hold_drafts_of_week() private.hold_drafts_to_charge() private.hold_imports()
        private.hold_invoice_of_adjustment() private.hold_invoices() private.hold_leave()
        private.hold_message() private.hold_open_batches_of() private.hold_open_payroll_batch()
        private.hold_payroll_batch() private.hold_payroll_period() private.hold_person()
        private.hold_plans() private.hold_purchase_orders() private.hold_rates()
        private.hold_rates_to_write() private.hold_reconciliation() private.hold_remittance()
        private.hold_requirements() private.hold_time() private.hold_time_and_drafts()
        private.hold_time_entries() private.hold_time_entry_to_send_back() private.hold_time_to_bill()
        private.hold_time_to_write() private.holiday_calendars_errors() private.holidays_errors()
        private.hours_by_state() private.hours_carried_over() private.hours_in_a_row()
        private.hours_of_days() private.hours_of_other_shifts() private.hours_without_times()
        private.id_by_time() private.import_cells() private.import_columns() private.import_errors()
        private.import_header_errors() private.import_patterns() private.import_repeated_numbers()
        private.import_rows() private.import_texts() private.in_one_line() private.insert_assignments()
        private.insert_checks() private.insert_client_time() private.insert_code_rates()
        private.insert_codes() private.insert_contractors() private.insert_credential_kinds()
        private.insert_credentials() private.insert_facilities() private.insert_guarantees()
        private.insert_holiday_calendars() private.insert_holidays() private.insert_leave_balances()
        private.insert_open_invoices() private.insert_orders() private.insert_premium_rules()
        private.insert_remittances() private.insert_requirements() private.insert_rows()
        private.instant_of_clock() private.interest_day() private.interest_due_again_by_terms()
        private.interest_in_mail() private.interest_on_paper() private.interest_through()
        private.interest_to_bill() private.invitation_mail() private.invitation_states() private.invitations
        private.invite() private.invoice_bundle_document() private.invoice_bundle_file()
        private.invoice_bundle_mail() private.invoice_credited_mail() private.invoice_document()
        private.invoice_file() private.invoice_group_by() private.invoice_in_the_way()
        private.invoice_interest() private.invoice_lines_of_rate_hit() private.invoice_mail()
        private.invoice_papers private.invoice_to_read() private.invoice_voided_mail()
        private.invoices_of_numbers() private.invoices_to_pay private.is_address_of_another()
        private.is_admin_or_server() private.is_being_sent_back() private.is_beyond_paydata()
        private.is_built_in_overtime_rule() private.is_closed_to_enter() private.is_erasing()
        private.is_guarantee_used() private.is_invoice_mailed() private.is_last_admin()
        private.is_late_notice() private.is_loaded() private.is_of_deleted_time()
        private.is_of_the_facility() private.is_only_admin() private.is_picture() private.is_placed()
        private.is_plausible_day() private.is_reinstated() private.is_shift_to_plan() private.is_staff()
        private.is_staff_or_server() private.is_there() private.is_timezone() private.is_told()
        private.is_webhook_url() private.job_calls() private.job_requests private.jobs private.journal()
        private.journal_csv() private.journal_file() private.journal_files() private.journal_hledger()
        private.journal_lines() private.journal_postings() private.journal_sage_intacct()
        private.journal_xero() private.json_words() private.keep_amounts_of_code() private.keep_audit_log()
        private.keep_billed_facility() private.keep_closed_code_accounts() private.keep_contractor_of_item()
        private.keep_in_vault() private.keep_last_admin() private.keep_leave_ledger()
        private.keep_leave_plan() private.keep_leave_plan_terms() private.keep_log_archive()
        private.keep_mileage_rate() private.keep_minimum_wage() private.keep_note()
        private.keep_number_of_purchase_order() private.keep_overtime_rule() private.keep_papers()
        private.keep_pay_kind() private.keep_premium_rule() private.keep_purchase_order()
        private.keep_rates_of_code() private.keep_recruiter() private.keep_tax_bases()
        private.keep_time_code() private.keep_user_links() private.kept_rate() private.keys_of_number()
        private.lacking_credentials() private.lacks_number() private.lacks_second_factor()
        private.lapse_leave() private.last_cycles() private.last_day_of_pay() private.last_day_off_cycle()
        private.last_invoice_numbers private.late_cancellations_of_rate_hit() private.late_to_closed_books()
        private.lawful_retention() private.least_retention() private.leave_available()
        private.leave_balances_errors() private.leave_balances_to_import() private.leave_checks_as_credits()
        private.leave_lost() private.leave_of_time private.leave_on_statement()
        private.leave_rates_of_weeks() private.leave_terms_in_use private.leave_usable_from()
        private.letterhead_on_paper() private.lines_as_sent() private.lines_kept_back()
        private.lines_of_check() private.lines_of_today() private.lines_on_paper() private.lines_to_charge
        private.lines_to_credit() private.lines_to_dispute() private.lines_to_propose()
        private.lines_to_the_cent() private.link_person() private.list_moved_time() private.list_new_time()
        private.list_time_of_lines() private.list_unbilled_time() private.live_payroll_lines
        private.lock_contractor_of() private.log_archive_parts private.log_archives private.log_between()
        private.log_changes() private.log_changes_of_submitted_time() private.log_left_over()
        private.log_months() private.log_months_to_archive() private.log_salts private.mail_address()
        private.mail_credit_note() private.mail_data() private.mail_earnings_statements()
        private.mail_sender() private.mail_sent_bundle() private.mail_sent_invoice() private.mail_to()
        private.mail_to_person() private.mail_voided_invoice() private.mails() private.mails_in_timeline()
        private.make_payroll_periods() private.mark_adjustments() private.mark_all_documents()
        private.mark_break_premium() private.mark_code_rates() private.mark_days_of_adjustments()
        private.mark_days_of_code_rates() private.mark_days_of_rates() private.mark_days_of_stipends()
        private.mark_document() private.mark_documents_of_payments() private.mark_due_weeks()
        private.mark_guaranteed_weeks() private.mark_leave() private.mark_leave_of_facility()
        private.mark_leave_of_minimum_wage() private.mark_leave_of_plan() private.mark_leave_of_terms()
        private.mark_mileage_rate() private.mark_moved_time() private.mark_new_time() private.mark_rates()
        private.mark_stipends() private.marked_weeks() private.match_client_time() private.me()
        private.median_days() private.minimum_wage_on() private.minimum_wages_of_facilities
        private.minutes_between() private.missed_meals() private.missing_credentials()
        private.missing_log_months() private.money_at_hand() private.move_alerts() private.move_bill_terms()
        private.move_credits_back() private.move_leave_of_facility() private.move_renewals()
        private.moved_rate() private.my_assignments() private.my_codes() private.my_leave() private.my_pay()
        private.my_pay_lines() private.my_pay_rates() private.my_shifts() private.my_time()
        private.name_for_facility() private.name_invoices() private.name_of_batch() private.name_of_check()
        private.name_of_log_month() private.name_of_payroll_batch() private.named_entries
        private.names_another() private.new_draft() private.newest_workday() private.next_lost_print()
        private.next_message() private.note_single_person_firm() private.note_words()
        private.numbers_in_text() private.obstacles_of_period() private.obstacles_of_time()
        private.open_area() private.open_batches_of_rate_hit() private.open_invoices_charged_again()
        private.open_invoices_errors() private.open_invoices_to_import() private.open_of_person()
        private.open_overpayments() private.open_time private.operating_timezone() private.order_amounts
        private.order_of_group() private.order_on_invoice() private.orders_errors()
        private.orders_to_import() private.others_than() private.outbox private.outcome_of_mail()
        private.overdue_invoices() private.overdue_reminder_mail() private.overpaid_on()
        private.overpayment_ledger() private.overpayments() private.overtime_limits
        private.overtime_rule_of_facility() private.own_assignment_ids() private.own_contractor_id()
        private.own_cron_jobs() private.paid_of_assignment() private.paid_on() private.paid_parts
        private.paid_sums private.part_of_leave_rate() private.part_of_pay() private.parts_of_bundle()
        private.parts_of_pay() private.parts_of_shift() private.parts_to_credit() private.pattern_of_word()
        private.pay_batch_document() private.pay_by_credit_note() private.pay_day() private.pay_document()
        private.pay_lines_of_rate_hit() private.pay_of_changed_weeks() private.pay_of_leave_hour()
        private.pay_of_weeks() private.pay_of_year() private.pay_out_leave() private.pay_totals()
        private.pay_year_document() private.pay_year_totals() private.pay_year_totals_file()
        private.payers_of_remittances() private.payments_on_paper() private.payroll_ahead()
        private.payroll_batch_review() private.payroll_earnings() private.payroll_earnings_by_rate()
        private.payroll_earnings_file() private.payroll_export() private.payroll_file()
        private.payroll_file_fields() private.payroll_file_obstacles() private.payroll_period_obstacles()
        private.payroll_profile_templates() private.payroll_unknown() private.people
        private.periods_of_week() private.periods_to_come() private.person_credentials()
        private.person_export() private.personal_columns() private.place_client_time()
        private.place_of_break_premium() private.plan_as_last_week() private.plan_shift()
        private.plan_shifts() private.planned_shift_in_words() private.positions_summing_to()
        private.post_reconciliation() private.postings_of_documents() private.postings_of_interest()
        private.postings_of_invoices() private.postings_of_payroll() private.postings_of_receipts()
        private.postings_of_settlements() private.premium_rules_errors() private.premium_rules_to_import()
        private.prepare_off_cycle() private.prepare_payroll_draft() private.price_of_unbilled_time()
        private.priced_time() private.profile_file() private.profile_file_checks()
        private.profile_file_pay() private.profile_file_rows() private.profit_by()
        private.profit_by_recruiter() private.profit_lines() private.profit_parts()
        private.propose_check_reconciliation() private.propose_remitted() private.proposed_break_premiums()
        private.proposes_rates() private.provider_knows_keys() private.purge_job_history()
        private.rate_hit_reach() private.rate_of_code() private.rate_of_leave()
        private.rates_changed_lately() private.rates_of_coded_time private.rates_of_days
        private.readable_entries private.readable_messages private.reads_credentials()
        private.rebuild_drafts_of_time() private.rebuild_payroll_draft() private.rebuild_payroll_drafts_of()
        private.receipts_ahead() private.recompute_draft_invoice() private.record_bounce()
        private.records_in_timeline() private.records_of_pay_are_kept_for() private.refund_credit()
        private.refuse() private.refuse_amount() private.refuse_beside_new_late_cancellations()
        private.refuse_broken_check() private.refuse_closed_time() private.refuse_code()
        private.refuse_credentials_of_erased() private.refuse_day() private.refuse_day_to_come()
        private.refuse_first_factor() private.refuse_import() private.refuse_inactive()
        private.refuse_invoice_in_the_way() private.refuse_last_admin() private.refuse_line_rate()
        private.refuse_linked() private.refuse_missing_credentials() private.refuse_overlap()
        private.refuse_overlap_of_pattern() private.refuse_overlapping_shift() private.refuse_paid_amounts()
        private.refuse_payments() private.refuse_payroll_batch() private.refuse_planned_overlap()
        private.refuse_release() private.refuse_removal() private.refuse_removal_of_what_was_paid()
        private.refuse_removal_once_linked() private.refuse_row() private.refuse_rules_of_product()
        private.refuse_time_entry_values() private.refuse_unknown_contractor()
        private.refuse_unknown_invoice() private.refuse_view_write() private.refuse_while_billing()
        private.refuse_while_paying() private.refuse_while_plans_are_held()
        private.refuse_while_rates_are_held() private.refuse_while_requiring()
        private.refuse_while_time_is_held() private.refuse_work_at_programs() private.refuse_write()
        private.regular_rate_of_week() private.regular_rates_of_weeks() private.remind_invoice()
        private.remittances_errors() private.remittances_to_import() private.remitted_lines()
        private.remove_second_factor() private.renewal_alert_mail() private.renewal_alert_recipients()
        private.repeats_key() private.replay_erasures() private.reporting_threshold()
        private.reprice_differentials() private.reprice_draft_batches() private.reprice_draft_invoices()
        private.request_approval() private.request_job() private.requester_has_role() private.requests
        private.require_account_numbers() private.require_amount() private.require_approver()
        private.require_arguments() private.require_assignment_to_plan() private.require_bill_scope()
        private.require_billed_time() private.require_contractor() private.require_credentials()
        private.require_credentials_of_placed() private.require_decider()
        private.require_default_pay_group() private.require_employment() private.require_erasable()
        private.require_facility() private.require_facility_to_report() private.require_finite_dates()
        private.require_free_of_batches() private.require_group() private.require_import()
        private.require_importer() private.require_inside_assignments() private.require_inviter()
        private.require_issue_date() private.require_kind() private.require_leave_plan()
        private.require_line() private.require_minimum_wage() private.require_open_area()
        private.require_open_books() private.require_overtime_rule() private.require_overtime_rule_reason()
        private.require_parts_of_shift() private.require_pay_not_below_zero() private.require_pay_of_rule()
        private.require_pay_year() private.require_payroll_batch() private.require_payroll_profile()
        private.require_period_of_statement() private.require_person() private.require_plausible_days()
        private.require_rate() private.require_reader_of_books() private.require_reader_of_pay()
        private.require_reason() private.require_role() private.require_roles_of_rates()
        private.require_rule_of_state() private.require_second_approver() private.require_second_person()
        private.require_shift_times() private.require_sign_in() private.require_staff()
        private.require_taken_file() private.require_text() private.require_unit_of_code()
        private.require_week_start() private.require_whole_file() private.require_writer()
        private.require_writer_of_code() private.require_writer_of_time() private.require_written_text()
        private.required_credentials() private.required_of_assignments private.requirements_errors()
        private.requirements_to_import() private.rescue_default_log_partition() private.rests_of_lines()
        private.retention_of() private.return_check() private.revenue_of_assignment()
        private.reverse_billed_interest() private.reverse_reconciliations() private.reverse_write_off()
        private.rls_auto_enable() private.rotate_webhook_secret() private.row_after_change()
        private.row_of_request() private.rows_here_already() private.rows_in_timeline()
        private.rows_of_contractor() private.rows_of_invoice_file() private.running_approval()
        private.running_procedure() private.said() private.said_of_actor() private.said_of_change()
        private.said_of_columns() private.said_of_day() private.said_of_instant() private.said_of_kind()
        private.said_of_mail() private.said_of_money() private.said_of_nobody() private.said_of_rates()
        private.said_of_record() private.said_of_sending() private.said_of_thing() private.said_of_value()
        private.said_of_verb() private.said_of_word() private.save_week() private.say_who_entered_time()
        private.says_one_of() private.schedule_job() private.schedule_maintenance_jobs()
        private.sealed_columns() private.sealed_value() private.search() private.searched_assignments()
        private.searched_name() private.searched_numbers() private.searched_parts()
        private.sees_commissions() private.send_drafts() private.send_invoices()
        private.send_message_again() private.sent_lines private.service_address()
        private.set_aside_remittance() private.set_aside_time() private.settle_credited_lines()
        private.settle_dispute() private.settle_invoices() private.settle_leave()
        private.settle_lost_print() private.settle_message() private.settle_overpayment()
        private.settle_sent() private.settle_short_payment() private.settle_unknown() private.settled_parts
        private.share_to_credit() private.shifts_as_last_week() private.shifts_of_pattern()
        private.shifts_to_enter() private.sign_out_everywhere() private.sign_out_user() private.sign_outs
        private.spare_webhook() private.staff_reads_ids_from() private.stamp_contractor_details()
        private.stamp_flat_sum_divisor_of_stipend() private.stamp_mail_kind() private.stamp_note()
        private.stamp_order_of_adjustment() private.stamp_payroll_batch()
        private.stamp_regular_rate_of_stipend() private.stamp_renewal() private.stamp_state()
        private.stamp_verification() private.stamp_webhook() private.standings_of_sums()
        private.start_of_day() private.start_of_period_before() private.start_of_workday()
        private.statement_document() private.statement_rows() private.still_written_off()
        private.stipends_of_time() private.subject_of_approval() private.sum_by_code()
        private.sum_up_batches() private.sum_up_invoices() private.summed_lines_on_paper()
        private.sums_of_weeks() private.sweep_outbox() private.switch_off_webhook()
        private.take_back_approval() private.take_back_set_aside_time() private.take_back_settlement()
        private.take_client_time() private.take_credentials_along() private.take_credit_note_number()
        private.take_invoice_numbers() private.take_leave_since() private.take_recoveries()
        private.take_up_contractor() private.tax_bases private.tax_report() private.taxed_lines()
        private.taxes_due() private.tell_checks_of_approval_policies() private.tell_checks_of_approvals()
        private.tell_checks_of_assignment_bill_terms() private.tell_checks_of_assignment_code_rates()
        private.tell_checks_of_assignment_rates() private.tell_checks_of_assignment_recruiters()
        private.tell_checks_of_assignment_stipends() private.tell_checks_of_assignments()
        private.tell_checks_of_billing_runs() private.tell_checks_of_book_closings()
        private.tell_checks_of_break_premiums() private.tell_checks_of_burden_rates()
        private.tell_checks_of_candidates() private.tell_checks_of_check_reconciliation_lines()
        private.tell_checks_of_check_reconciliations() private.tell_checks_of_checks()
        private.tell_checks_of_client_time() private.tell_checks_of_closed_areas()
        private.tell_checks_of_contract_alerts() private.tell_checks_of_contract_renewals()
        private.tell_checks_of_contractor_details() private.tell_checks_of_contractors()
        private.tell_checks_of_credential_kinds() private.tell_checks_of_credentials()
        private.tell_checks_of_credit_note_lines() private.tell_checks_of_credit_notes()
        private.tell_checks_of_disputed_lines() private.tell_checks_of_earning_codes()
        private.tell_checks_of_erasures() private.tell_checks_of_facilities()
        private.tell_checks_of_facility_code_rates() private.tell_checks_of_facility_contacts()
        private.tell_checks_of_facility_credits() private.tell_checks_of_facility_fees()
        private.tell_checks_of_facility_interest_terms() private.tell_checks_of_facility_reminders()
        private.tell_checks_of_facility_taxes() private.tell_checks_of_guarantee_exceptions()
        private.tell_checks_of_guarantees() private.tell_checks_of_holiday_calendar_days()
        private.tell_checks_of_holiday_calendars() private.tell_checks_of_holidays()
        private.tell_checks_of_import_mappings() private.tell_checks_of_invoice_bundles()
        private.tell_checks_of_invoice_lines() private.tell_checks_of_invoices()
        private.tell_checks_of_job_runs() private.tell_checks_of_journal_accounts()
        private.tell_checks_of_leave_ledger() private.tell_checks_of_leave_plan_terms()
        private.tell_checks_of_leave_plans() private.tell_checks_of_mail_kinds()
        private.tell_checks_of_mail_settings() private.tell_checks_of_mileage_rates()
        private.tell_checks_of_minimum_wages() private.tell_checks_of_notes()
        private.tell_checks_of_organization_settings() private.tell_checks_of_overpayment_settlements()
        private.tell_checks_of_overtime_rules() private.tell_checks_of_pay_groups()
        private.tell_checks_of_payments() private.tell_checks_of_payroll_adjustments()
        private.tell_checks_of_payroll_batches() private.tell_checks_of_payroll_handovers()
        private.tell_checks_of_payroll_item_lines() private.tell_checks_of_payroll_items()
        private.tell_checks_of_payroll_periods() private.tell_checks_of_payroll_profiles()
        private.tell_checks_of_planned_shifts() private.tell_checks_of_premium_rules()
        private.tell_checks_of_purchase_orders() private.tell_checks_of_rate_hits()
        private.tell_checks_of_recovery_arrangements() private.tell_checks_of_recruiter_commissions()
        private.tell_checks_of_refunds() private.tell_checks_of_remittance_lines()
        private.tell_checks_of_remittances() private.tell_checks_of_requirements()
        private.tell_checks_of_retention() private.tell_checks_of_sales_taxes()
        private.tell_checks_of_staff_members() private.tell_checks_of_state_rules()
        private.tell_checks_of_time_codes() private.tell_checks_of_time_entries()
        private.tell_checks_of_webhooks() private.tell_of_assignment() private.tell_of_credit_note()
        private.tell_of_invoice() private.tell_of_payroll_batch() private.tell_of_payroll_handover()
        private.tied_weeks() private.time_approvers() private.time_of_days() private.time_on_paper()
        private.time_that_bills_nothing private.time_to_approve() private.time_to_approve_mail()
        private.time_variances() private.time_without_credentials() private.timeline()
        private.timesheet_document() private.timezone_of_assignment() private.told_of_change()
        private.told_of_closed_books() private.told_of_row() private.total_invoices() private.triggers_off()
        private.triggers_on() private.unapproved_time() private.unbilled_differences()
        private.unbilled_entries private.unbilled_groups() private.unbilled_guarantees()
        private.unbilled_of_13_weeks() private.unbilled_parts() private.unbilled_work()
        private.unclaimed_balances() private.unless_zero() private.unlink()
        private.unmarked_guaranteed_weeks() private.unpaid_parts() private.unsay_regular_rate()
        private.unschedule_maintenance_jobs() private.unsummed_batches private.unsummed_invoices
        private.unworked_late_cancellations private.user_id() private.user_links private.usual_payroll()
        private.vault_secret() private.verify_log() private.void_invitation()
        private.void_invitation_of_changed_row() private.void_invoice() private.volume_billed()
        private.wait_again() private.waive_interest() private.webhook_call() private.webhook_secrets
        private.week_plan() private.weekly_billing_run() private.weekly_flash() private.weekly_flash_mail()
        private.weeks_to_compare private.weeks_to_pay() private.why_no_invitation_mail()
        private.why_not_valid() private.with_originals() private.with_shares_of_fees()
        private.withdraw_invitation() private.words_of_check() private.words_to_erase private.workday_of()
        private.workday_starts private.workday_starts_at() private.workweek_start() private.write_alerts()
        private.write_client_time() private.write_credential_alerts() private.write_due_events()
        private.write_due_mail() private.write_events() private.write_invoice_of_interest()
        private.write_mails() private.write_message() private.write_off_invoice()
        private.write_overdue_reminders() private.write_renewal_alerts() private.write_time_to_approve()
        private.write_weekly_flash() private.wrong_of_mapping() private.wrong_of_payroll_profile()
        private.wrong_of_profile_columns() private.wrong_of_profile_settings() private.yes_or_no()
        public.accept_invitation() public.accepted_by_name() public.accruals() public.actor_name()
        public.add_webhook() public.adjust_leave() public.advance_payroll_batch_status()
        public.advancepayrollbatch_status() public.applied_by_name() public.apply_rate_hit()
        public.applyratehit() public.approval_policies public.approvals public.approve()
        public.approved_by_name() public.ar_aging public.ar_aging_as_of() public.ar_history()
        public.arrange_recovery() public.arranged_by_name() public.assign_remittance()
        public.assignment_bill_terms public.assignment_code_rates public.assignment_margin
        public.assignment_rates public.assignment_recruiters public.assignment_stipends public.assignments
        public.audit_log public.backfill_invoice() public.billing_runs public.board() public.book_closings
        public.break_premiums public.burden_rates public.cancel_planned_shift() public.cancelled_by_name()
        public.candidates public.cash_ahead() public.change_mail() public.change_remit_to()
        public.changed_by_name() public.check_reconciliation_lines public.check_reconciliations
        public.checks public.client_time public.close_and_lock_payroll_batch() public.close_area()
        public.close_books() public.close_payroll_period() public.closeandlockpayrollbatch()
        public.closed_areas public.closed_by_name() public.closepayrollperiod()
        public.confirm_break_premium() public.confirm_check_reconciliation()
        public.confirmcheckreconciliation() public.confirmed_by_name() public.contractAlerts
        public.contract_alerts public.contract_renewals public.contractor_details public.contractors
        public.controls_report() public.correct_time_entry() public.corrected_by_name()
        public.create_facility_invoice() public.created_by_name() public.createfacilityinvoice()
        public.credential_kinds public.credentials public.credentials_due public.credit_invoice()
        public.credit_note_document() public.credit_note_lines public.credit_notes public.customer_aging
        public.customer_aging_as_of() public.customer_statement() public.customers public.decided_by_name()
        public.decline_approval() public.declined_by_name() public.discard_payroll_batch()
        public.discarded_by_name() public.discardpayrollbatch() public.dismiss_break_premium()
        public.dismissed_by_name() public.dispute_client_time() public.dispute_invoice()
        public.disputed_by_name() public.disputed_lines public.drop_message() public.earning_codes
        public.ended_by_name() public.enter_planned_shifts() public.enter_shift() public.entered_by_name()
        public.erase_person() public.erasures public.facilities public.facility_code_rates
        public.facility_contacts public.facility_credits public.facility_fees public.facility_interest_terms
        public.facility_reminders public.facility_shifts public.facility_staff public.facility_statement()
        public.facility_taxes public.facility_time public.gross_profit() public.gross_profit_file()
        public.guarantee_exceptions public.guarantees public.hand_over_payroll()
        public.handed_over_by_name() public.heads_by_week public.hire_candidate() public.hired_by_name()
        public.holiday_calendar_days public.holiday_calendars public.holidays public.hours_by_state()
        public.import_mappings public.import_rows() public.imported_by_name() public.in_review_by_name()
        public.invitations public.invite() public.invoice_bundle_document() public.invoice_bundle_file()
        public.invoice_bundles public.invoice_document() public.invoice_file() public.invoice_interest()
        public.invoice_lines public.invoices public.issued_by_name() public.job_health public.job_runs
        public.journal() public.journal_accounts public.journal_file() public.journal_files()
        public.late_to_closed_books() public.leave_balances public.leave_ledger public.leave_plan_terms
        public.leave_plans public.letterheads public.mail_kinds public.mail_settings
        public.make_payroll_periods() public.me public.mileage_rates public.minimum_wages
        public.missing_credentials() public.missing_time public.my_assignments public.my_codes
        public.my_leave public.my_pay public.my_pay_lines public.my_pay_rates public.my_shifts
        public.my_time public.notes public.open_area() public.organization_settings public.outbox
        public.overdue_invoices() public.overpayment_settlements public.overpayments public.overtime_rules
        public.pay_batch_document() public.pay_below_minimum_wage public.pay_document() public.pay_groups
        public.pay_out_leave() public.pay_year_document() public.pay_year_totals()
        public.pay_year_totals_file() public.payments public.payroll_adjustments
        public.payroll_batch_review() public.payroll_batches public.payroll_earnings()
        public.payroll_earnings_by_rate() public.payroll_earnings_file() public.payroll_export()
        public.payroll_file() public.payroll_file_obstacles() public.payroll_handovers
        public.payroll_item_lines public.payroll_items public.payroll_period_obstacles()
        public.payroll_periods public.payroll_profile_templates() public.payroll_profiles
        public.person_credentials public.person_export() public.plan_as_last_week() public.plan_shift()
        public.plan_shifts() public.planned_by_name() public.planned_days public.planned_shifts
        public.premium_rules public.prepare_off_cycle() public.prepare_payroll_draft()
        public.prepared_by_name() public.preparepayrolldraft() public.propose_check_reconciliation()
        public.proposed_break_premiums() public.purchase_order_usage public.purchase_orders
        public.rate_hit_reach() public.rate_hits public.recompute_draft_invoice()
        public.recomputedraftinvoice() public.recorded_by_name() public.recovery_arrangements
        public.recruiter_commissions public.refund_credit() public.refunds public.regular_rate_of_week()
        public.remind_invoice() public.remittance_line_states public.remittance_lines
        public.remittance_states public.remittances public.renewals_due public.request_approval()
        public.requested_by_name() public.required_credentials public.requirements public.retention
        public.return_check() public.returned_by_name() public.reverse_write_off() public.reversed_by_name()
        public.rls_auto_enable() public.rlsautoenable() public.rotate_webhook_secret() public.run_by_name()
        public.said() public.sales_taxes public.save_week() public.search() public.send_invoices()
        public.send_message_again() public.sent_back_by_name() public.sent_by_name()
        public.set_aside_by_name() public.set_aside_remittance() public.set_aside_time()
        public.settle_dispute() public.settle_overpayment() public.settle_short_payment()
        public.settled_by_name() public.sign_out_everywhere() public.staff_members public.state_rules
        public.statement_document() public.take_back_set_aside_time() public.take_back_settlement()
        public.take_client_time() public.taken_back_by_name() public.tax_report() public.time_codes
        public.time_entries public.time_variances() public.time_without_credentials() public.timeline()
        public.timesheet_document() public.unapproved_time public.unbilled_differences
        public.unbilled_groups public.unbilled_guarantees public.unbilled_time public.unlink()
        public.user_names public.verified_by_name() public.version() public.void_invoice()
        public.voided_by_name() public.waive_interest() public.webhooks public.week_plan()
        public.weekly_billing_run() public.weekly_flash() public.weeklybillingrun()
        public.withdraw_invitation() public.write_off_invoice() public.written_by_name()
        staffing_upgrade.own_views', '\s+'), '');
    v_to_lock constant text[] := array_remove(regexp_split_to_array('', '\s+'), '');
    v_until constant timestamptz := clock_timestamp() + interval '1 minute';
    v_lock_timeout constant text := current_setting('lock_timeout');
    v_search_path constant text := current_setting('search_path');
    v_in_use text;
    v_view record;
    v_warnings text[];
    v_message text;
    v_detail text;
begin
    perform set_config('search_path', '', true); -- texts of the catalog name every schema
    loop
        begin
            v_warnings := '{}';
            foreach v_in_use in array v_to_lock loop
                execute format('lock table %s in access exclusive mode nowait', v_in_use);
            end loop;
            -- drop has no nowait. So short a wait ends before anybody looks for deadlocks.
            perform set_config('lock_timeout', '10ms', true);
            for v_view in
                with recursive our_objects (classid, objid) as (
                    select 'pg_class'::regclass, class.oid
                      from pg_class as class
                      join pg_namespace as schema on schema.oid = class.relnamespace
                     where schema.nspname || '.' || class.relname = any (v_ours)
                    union all
                    select 'pg_type'::regclass, type.oid
                      from pg_type as type
                      join pg_class as class on class.oid = type.typrelid
                      join pg_namespace as schema on schema.oid = class.relnamespace
                     where schema.nspname || '.' || class.relname = any (v_ours)
                    union all
                    select 'pg_proc'::regclass, proc.oid
                      from pg_proc as proc
                      join pg_namespace as schema on schema.oid = proc.pronamespace
                     where schema.nspname || '.' || proc.proname || '()' = any (v_ours)
                ), own_view as (
                    select class.oid, class.reltype
                      from pg_class as class
                     where class.relkind in ('v', 'm') and class.relpersistence <> 't'
                       and class.oid not in (select objid from our_objects where classid = 'pg_class'::regclass)
                       and not exists (select from pg_depend as member
                                        where member.classid = 'pg_class'::regclass and member.objid = class.oid
                                          and member.deptype = 'e')
                ), needs as (
                    select own_view.oid, needed.refclassid, needed.refobjid
                      from own_view
                      join pg_rewrite as rule on rule.ev_class = own_view.oid
                      join pg_depend as needed
                        on needed.classid = 'pg_rewrite'::regclass and needed.objid = rule.oid
                     where needed.refobjid <> own_view.oid
                ), dependent (oid, depth) as (
                    select needs.oid, 1
                      from needs
                      join our_objects on our_objects.classid = needs.refclassid and our_objects.objid = needs.refobjid
                    union
                    select needs.oid, dependent.depth + 1
                      from dependent
                      join own_view on own_view.oid = dependent.oid
                      join needs on (needs.refclassid = 'pg_class'::regclass and needs.refobjid = own_view.oid)
                                 or (needs.refclassid = 'pg_type'::regclass and needs.refobjid = own_view.reltype)
                )
                select class.oid,
                       class.oid::regclass::text as name,
                       case class.relkind when 'm' then 'materialized view' else 'view' end as kind,
                       max(dependent.depth) as place,
                       coalesce(' with (' || array_to_string(class.reloptions, ', ') || ')', '') as options,
                       case when class.relkind = 'm' and not class.relispopulated then ' with no data' else '' end as data
                  from dependent
                  join pg_class as class on class.oid = dependent.oid
                 group by class.oid
                 order by place desc, name
            loop
                begin
                    v_in_use := v_view.name;
                    create schema if not exists staffing_upgrade;
                    create table if not exists staffing_upgrade.own_views (
                        name text primary key,
                        place int not null, -- views that others need come first
                        definition text not null,
                        more text[] not null,
                        noted_at timestamptz not null default now(),
                        problem text -- the reason why it could not be made again
                    );
                    insert into staffing_upgrade.own_views as noted (name, place, definition, more)
                    select v_view.name, v_view.place,
                           format('create %s %s%s as%s%s', v_view.kind, v_view.name, v_view.options,
                                  E'\n' || rtrim(pg_get_viewdef(v_view.oid), ';'), v_view.data),
                           coalesce(array_agg(part.statement order by part.place, part.statement), '{}')
                      from (select 1 as place, format('alter %s %s owner to %I', v_view.kind, v_view.name,
                                                      pg_get_userbyid(class.relowner)) as statement
                              from pg_class as class
                             where class.oid = v_view.oid
                            union all
                            select 2, format('grant %s on %s to %s%s', string_agg(item.privilege_type, ', '), v_view.name,
                                             case item.grantee when 0 then 'public' else item.grantee::regrole::text end,
                                             case when item.is_grantable then ' with grant option' else '' end)
                              from pg_class as class
                             cross join aclexplode(class.relacl) as item
                             where class.oid = v_view.oid and item.grantee <> class.relowner
                             group by item.grantee, item.is_grantable
                            union all
                            select 2, format('grant %s (%I) on %s to %s%s', item.privilege_type, attribute.attname,
                                             v_view.name,
                                             case item.grantee when 0 then 'public' else item.grantee::regrole::text end,
                                             case when item.is_grantable then ' with grant option' else '' end)
                              from pg_attribute as attribute
                             cross join aclexplode(attribute.attacl) as item
                             where attribute.attrelid = v_view.oid
                            union all
                            select 3, format('alter view %s alter column %I set default %s', v_view.name,
                                             attribute.attname, pg_get_expr(fill.adbin, fill.adrelid))
                              from pg_attrdef as fill
                              join pg_attribute as attribute
                                on attribute.attrelid = fill.adrelid and attribute.attnum = fill.adnum
                             where fill.adrelid = v_view.oid
                            union all
                            select 3, pg_get_indexdef(index.indexrelid)
                              from pg_index as index
                             where index.indrelid = v_view.oid
                            union all
                            select 3, pg_get_ruledef(rule.oid)
                              from pg_rewrite as rule
                             where rule.ev_class = v_view.oid and rule.rulename <> '_RETURN'
                            union all
                            select 3, pg_get_triggerdef(trigger.oid)
                              from pg_trigger as trigger
                             where trigger.tgrelid = v_view.oid and not trigger.tgisinternal
                            union all
                            select 4, format('comment on %s %s is %L', v_view.kind, v_view.name,
                                             obj_description(v_view.oid, 'pg_class'))
                             where obj_description(v_view.oid, 'pg_class') is not null
                            union all
                            select 4, format('comment on column %s.%I is %L', v_view.name, attribute.attname,
                                             col_description(v_view.oid, attribute.attnum))
                              from pg_attribute as attribute
                             where attribute.attrelid = v_view.oid
                               and col_description(v_view.oid, attribute.attnum) is not null) as part
                    -- one of this name is there, so what was kept of an earlier one is out of date
                    on conflict (name) do update
                       set place = excluded.place, definition = excluded.definition, more = excluded.more,
                           noted_at = excluded.noted_at, problem = null;
                    execute format('drop %s %s', v_view.kind, v_view.name);
                exception when dependent_objects_still_exist or insufficient_privilege then
                    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
                    v_warnings := v_warnings || format(
                        'The view %s stays where it is: %s. If the upgrade stops at it, drop it by hand first '
                        '(docs/own_objects.md).', v_view.name, concat_ws(': ', v_message, nullif(v_detail, '')));
                end;
            end loop;
            exit;
        exception when lock_not_available then
            if clock_timestamp() > v_until then
                raise exception using errcode = 'lock_not_available',
                    message = format('Somebody was at %s for a whole minute. Nothing is changed.', v_in_use),
                    hint = 'Try again at a quieter hour, or stop the callers first (docs/operations.md, Upgrading).';
            end if;
        end;
        perform pg_sleep(0.005 + 0.01 * random());
    end loop;
    perform set_config('lock_timeout', v_lock_timeout, true), set_config('search_path', v_search_path, true);
    foreach v_message in array v_warnings loop
        raise warning '%', v_message;
    end loop;
end;
$own_views$;

SET local check_function_bodies = off;

DROP FUNCTION "private"."billing_name"(public.facilities, public.facilities);

DROP FUNCTION "private"."books_closed_through"();

CREATE OR REPLACE FUNCTION private.ar_aging_as_of (
  as_of       date,
  by_customer boolean,
  owner_id    uuid    DEFAULT NULL::uuid
)
  RETURNS SETOF public.ar_aging
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
    v_timezone constant text := (
        select settings.operating_timezone from public.organization_settings as settings);
    v_read_ids constant uuid[] := private.facility_ids_to_report(); -- null: all
    v_facility_ids uuid[] := v_read_ids; -- of these, those that the row of owner_id is made of
    -- What another program was sent of a facility is not told to the one that it is billed to now.
    v_own_ids constant uuid[] := case when v_read_ids is not null then private.contact_own_facility_ids() end;
    v_interest_day date;
    -- Constants of the plan: few firms have programs, and few disputes are of some lines alone.
    v_are_paid_for_others constant boolean := exists (
        select from public.payments as payment where payment.paid_by_facility_id is not null);
    v_are_disputed_in_part constant boolean := exists (
        select from public.invoices as invoice where invoice.disputed_amount is not null);
begin
    perform private.require_arguments(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    perform private.require_finite_dates(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    v_interest_day := private.interest_day(ar_aging_as_of.as_of);
    if ar_aging_as_of.owner_id is not null then
        v_facility_ids := array(
            select place.id
              from public.facilities as place
             where (place.id = ar_aging_as_of.owner_id
                    or (ar_aging_as_of.by_customer and place.bill_to_facility_id = ar_aging_as_of.owner_id))
               and (v_read_ids is null or place.id = any (v_read_ids)));
    end if;

    return query
    with invoice as not materialized (
        select sent.id,
               case when ar_aging_as_of.by_customer
                    then coalesce(sent.bill_to_facility_id, facility.bill_to_facility_id, facility.id)
                    else sent.facility_id end as owner_id,
               case when ar_aging_as_of.by_customer
                    then coalesce(facility.bill_to_facility_id, facility.id) end as payer_id,
               v_own_ids is null or sent.facility_id = any (v_own_ids)
                   or coalesce(sent.bill_to_facility_id, sent.facility_id) = any (v_read_ids) as is_told,
               ar_aging_as_of.as_of - sent.due_date as days,
               sent.total,
               (sent.disputed_at at time zone v_timezone)::date <= ar_aging_as_of.as_of as is_disputed,
               case when v_are_disputed_in_part then sent.disputed_amount end as disputed_amount,
               -- Asked only where it may be another than what stands, or none: as private.interest_through.
               case when v_interest_day = 'infinity' then sent.accrued_interest
                    when sent.accrued_interest > 0 and sent.due_date < v_interest_day then least(
                        round(sent.interest_on_days[width_bucket(v_interest_day, sent.interest_days)]
                                  + sent.interest_per_day[width_bucket(v_interest_day, sent.interest_days)]
                                  * (v_interest_day
                                     - sent.interest_days[width_bucket(v_interest_day, sent.interest_days)]), 2),
                        sent.accrued_interest)
               end as interest
          from public.invoices as sent
          left join public.facilities as facility on facility.id = sent.facility_id -- unless by customer, it is not looked at
         where sent.sent_at is not null
           and (v_facility_ids is null or sent.facility_id = any (v_facility_ids)
                or (ar_aging_as_of.by_customer and sent.bill_to_facility_id = any (v_facility_ids)))
           and sent.issue_date <= ar_aging_as_of.as_of
           and (sent.voided_at is null
                or (sent.voided_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
    ), entry as (
        select invoice.owner_id, invoice.days, invoice.total as balance, invoice.interest, null::numeric as unapplied,
               invoice.is_disputed and invoice.disputed_amount is null as is_disputed, null::numeric as disputed
          from invoice
         where invoice.is_told
         union all
        -- What is on an invoice is no longer unapplied; the rest of each check and credit note is.
        select invoice.owner_id,
               invoice.days,
               case when payment.component = 'principal' and invoice.is_told then -payment.amount end,
               case when payment.component = 'interest' and invoice.is_told then -payment.amount end,
               case when num_nonnulls(payment.check_reconciliation_id, payment.credit_note_id) > 0
                         and payment.source <> 'discount' and payment.paid_by_facility_id is null
                         and (not ar_aging_as_of.by_customer or invoice.payer_id = invoice.owner_id)
                    then -payment.amount end,
               invoice.is_disputed and invoice.disputed_amount is null, null
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where payment.paid_on <= ar_aging_as_of.as_of
           and (payment.moved_at is null
                or (payment.moved_at at time zone v_timezone)::date <= ar_aging_as_of.as_of)
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        -- Who left a program pays what that was sent with money of its own.
        select invoice.payer_id, null, null, null, -payment.amount, null, null
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where ar_aging_as_of.by_customer
           and invoice.payer_id <> invoice.owner_id
           and num_nonnulls(payment.check_reconciliation_id, payment.credit_note_id) > 0
           and payment.source <> 'discount'
           and payment.paid_by_facility_id is null
           and payment.paid_on <= ar_aging_as_of.as_of
           and (payment.moved_at is null
                or (payment.moved_at at time zone v_timezone)::date <= ar_aging_as_of.as_of)
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        -- Of money that pays another facility's invoice, each of the two has its side.
        select case when ar_aging_as_of.by_customer then coalesce(payer.bill_to_facility_id, payer.id)
                    else payment.paid_by_facility_id end,
               null, null, null, -payment.amount, null, null
          from public.payments as payment
          join public.invoices as owed on owed.id = payment.invoice_id
          left join public.facilities as payer on payer.id = payment.paid_by_facility_id
         where v_are_paid_for_others
           and payment.paid_by_facility_id is not null
           and (v_facility_ids is null or payment.paid_by_facility_id = any (v_facility_ids))
           and greatest(payment.paid_on, owed.issue_date) <= ar_aging_as_of.as_of
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        select case when ar_aging_as_of.by_customer then coalesce(payer.bill_to_facility_id, payer.id)
                    else received.facility_id end,
               null, null, null, received.amount, null, null
          from public.checks as received
          left join public.facilities as payer on payer.id = received.facility_id
         where received.reconciled_at is not null
           and (v_facility_ids is null or received.facility_id = any (v_facility_ids))
           and received.received_on <= ar_aging_as_of.as_of
           and (received.returned_at is null
                or (received.returned_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        select case when ar_aging_as_of.by_customer then coalesce(payer.bill_to_facility_id, payer.id)
                    else refund.facility_id end,
               null, null, null, -refund.amount, null, null
          from public.refunds as refund
          left join public.facilities as payer on payer.id = refund.facility_id
         where (v_facility_ids is null or refund.facility_id = any (v_facility_ids))
           and refund.refunded_on <= ar_aging_as_of.as_of
         union all
        select case when ar_aging_as_of.by_customer then coalesce(payer.bill_to_facility_id, payer.id)
                    else note.facility_id end,
               null, null, null, note.amount, null, null
          from public.credit_notes as note
          left join public.facilities as payer on payer.id = note.facility_id
         where note.counts_on <= ar_aging_as_of.as_of
           and (v_facility_ids is null or note.facility_id = any (v_facility_ids))
         union all
        select invoice.owner_id, null, null, null, null, null,
               least(invoice.total - coalesce(paid.amount, 0), invoice.disputed_amount)
          from invoice
          left join (
               select payment.invoice_id, sum(payment.amount) as amount
                 from public.payments as payment
                 join invoice on invoice.id = payment.invoice_id and invoice.disputed_amount is not null
                where payment.component = 'principal'
                  and payment.paid_on <= ar_aging_as_of.as_of
                  and (payment.moved_at is null
                       or (payment.moved_at at time zone v_timezone)::date <= ar_aging_as_of.as_of)
                  and (payment.reversed_at is null
                       or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
                group by payment.invoice_id) as paid on paid.invoice_id = invoice.id
         where v_are_disputed_in_part and invoice.is_disputed and invoice.disputed_amount is not null and invoice.is_told
    ), aged as (
        select entry.owner_id as facility_id,
               coalesce(sum(entry.balance) filter (where entry.days <= 0), 0.00) as current,
               coalesce(sum(entry.balance) filter (where entry.days between 1 and 30), 0.00) as days_1_30,
               coalesce(sum(entry.balance) filter (where entry.days between 31 and 60), 0.00) as days_31_60,
               coalesce(sum(entry.balance) filter (where entry.days between 61 and 90), 0.00) as days_61_90,
               coalesce(sum(entry.balance) filter (where entry.days > 90), 0.00) as days_91_plus,
               coalesce(sum(entry.interest), 0.00) as interest,
               coalesce(sum(entry.unapplied), 0.00) as unapplied_credits,
               coalesce(sum(entry.balance) filter (where entry.is_disputed), 0.00) + coalesce(sum(entry.disputed), 0.00)
                   as disputed
          from entry
         group by entry.owner_id
    )
    select facility.id, facility.name,
           aged.current, aged.days_1_30, aged.days_31_60, aged.days_61_90, aged.days_91_plus,
           total.balance, aged.interest, aged.unapplied_credits,
           total.balance + aged.interest - aged.unapplied_credits, aged.disputed
      from aged
      join public.facilities as facility on facility.id = aged.facility_id
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus
           ) as total (balance)
     where (total.balance <> 0 or aged.interest <> 0 or aged.unapplied_credits <> 0)
       -- A facility's contacts read nothing of what others owe with it.
       and (v_facility_ids is null or facility.id = any (v_facility_ids))
       and (ar_aging_as_of.owner_id is null or facility.id = ar_aging_as_of.owner_id)
     order by facility.name, facility.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.billing_name (
  facility public.facilities,
  billed   public.facilities
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
    return case when billed.id = facility.id then billed.billing_name else coalesce(billed.billing_name, billed.name) end;
end;
$function$;

REVOKE ALL ON FUNCTION private.billing_name(public.facilities,public.facilities) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.books_closed_through()
  RETURNS date
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    return (select max(closing.through) from public.book_closings as closing);
end;
$function$;

REVOKE ALL ON FUNCTION private.books_closed_through() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guarantees_of_weeks (
  contractor_ids uuid[],
  week_starts    date[],
  side           text
)
  RETURNS TABLE (
    contractor_id uuid,
    week_start    date,
    guarantee_id  uuid,
    assignment_id uuid,
    quantity      numeric,
    rate          numeric,
    amount        numeric,
    description   text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET enable_mergejoin TO 'off'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_today constant date := (private.clock()).business_date;
    v_assignment_ids constant uuid[] := array(
        select assignment.id
          from public.assignments as assignment
         where assignment.contractor_id = any (guarantees_of_weeks.contractor_ids)
           and assignment.id in (select guarantee.assignment_id from public.guarantees as guarantee));
    v_first constant date := (select min(week.start) from unnest(guarantees_of_weeks.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(guarantees_of_weeks.week_starts) as week (start));
begin
    if not exists (select from public.guarantees) then -- most firms have none
        return;
    end if;
    return query
    with entered as materialized ( -- in one pass: a firm looks at all weeks that were ever guaranteed
        select entry.assignment_id, week.start as week_start,
               bool_or(not entry.is_payable and entry.set_aside_at is null) as is_open,
               coalesce(sum(entry.hours) filter (where entry.is_payable and entry.is_worked), 0.00) as worked,
               coalesce(sum(entry.hours) filter (where entry.is_payable and entry.code = 'cancelled'), 0.00) as cancelled
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
          join unnest(guarantees_of_weeks.contractor_ids, guarantees_of_weeks.week_starts) as week (contractor_id, start)
            on week.contractor_id = assignment.contractor_id
           and week.start = entry.work_date - (entry.work_date - v_first) % 7
         where entry.assignment_id = any (v_assignment_ids)
           and entry.work_date between v_first and v_last
         group by entry.assignment_id, week.start
    ), promised as materialized (
        select week.contractor_id, week.start as week_start, guarantee.id, guarantee.assignment_id, guarantee.code,
               promise.hours, coalesce(entered.worked, 0.00) as worked, coalesce(entered.cancelled, 0.00) as cancelled,
               guarantee.effective_from, coalesce(guarantee.effective_to, 'infinity') as effective_to,
               greatest(guarantee.effective_from, assignment.start_date) <= week.start
                   and (least(guarantee.effective_to, assignment.end_date) < week.start + 6) is not true as runs_all_week
          from unnest(guarantees_of_weeks.contractor_ids, guarantees_of_weeks.week_starts) as week (contractor_id, start)
          join public.assignments as assignment on assignment.contractor_id = week.contractor_id
          join public.guarantees as guarantee
            on guarantee.assignment_id = assignment.id
           and guarantee.effective_from <= week.start + 6
           and coalesce(guarantee.effective_to, 'infinity') >= week.start
         cross join lateral (
               select case guarantees_of_weeks.side when 'pay' then guarantee.pay_hours else guarantee.bill_hours end
               ) as promise (hours)
          left join entered on entered.assignment_id = assignment.id and entered.week_start = week.start
         where week.start + 6 < v_today
           and promise.hours is not null
           and (entered.is_open is not true
                or private.is_guarantee_used(guarantee.id, week.start, guarantees_of_weeks.side))
    ), added as materialized ( -- unrounded, as what is due of one rate must be a product with it
        select promised.contractor_id, promised.week_start, promised.id, promised.assignment_id, code.title, code.is_worked,
               sum(promised.hours) as promised_hours, sum(part.hours) as hours,
               sum(promised.hours - part.hours) as quantity, sum((promised.hours - part.hours) * rated.rate) as amount,
               min(rated.rate) as lowest_rate, max(rated.rate) as highest_rate
          from promised
          join public.time_codes as code on code.name = promised.code and code.unit = 'hour'
         cross join lateral (
               select (array_agg(entry.id order by entry.work_date, entry.started_at))[1] as first_id,
                      (array_agg(entry.is_payable order by entry.work_date, entry.started_at))[1] as is_payable,
                      min(entry.work_date) as work_date, sum(entry.hours) as hours
                 from public.time_entries as entry
                where entry.assignment_id = promised.assignment_id
                  and entry.work_date between promised.week_start - 1 and promised.week_start + 7 -- of a shift, all parts
                  and entry.code = promised.code
                  and entry.set_aside_at is null
                group by coalesce(entry.shift_id, entry.id)
                union all
               select null, true, shift.work_date, 0.00
                 from private.unworked_late_cancellations as shift
                where promised.code = 'cancelled'
                  and shift.assignment_id = promised.assignment_id
                  and shift.work_date between promised.week_start and promised.week_start + 6
               offset 0) as part
         cross join lateral (
               select case guarantees_of_weeks.side when 'pay' then coded.pay_rate else coded.bill_rate end as rate
                 from private.rates_of_coded_time as coded
                where coded.time_entry_id = part.first_id
                union all
               select case guarantees_of_weeks.side when 'pay' then rate.pay_rate else rate.bill_rate end
                 from private.rate_of_code(promised.assignment_id, promised.code, part.work_date) as rate
                where part.first_id is null
                  and case guarantees_of_weeks.side when 'pay' then rate.pay_rate else rate.bill_rate end is not null
               offset 0) as rated
         where part.is_payable
           and part.work_date between greatest(promised.week_start, promised.effective_from)
                                  and least(promised.week_start + 6, promised.effective_to)
           and part.hours < promised.hours
         group by promised.contractor_id, promised.week_start, promised.id, promised.assignment_id, code.title,
                  code.is_worked
    ), more as materialized (
        select added.assignment_id, added.week_start, sum(added.quantity) as hours
          from added
         group by added.assignment_id, added.week_start
    ), whole as (
        select promised.contractor_id, promised.week_start, promised.id, promised.assignment_id,
               promised.hours - coalesce(excepted.hours, 0) - promised.worked - promised.cancelled
                   - coalesce(more.hours, 0) as quantity,
               hour.rate,
               concat_ws(', ', format('%s guaranteed', promised.hours), excepted.words,
                         format('%s worked', promised.worked),
                         case when promised.cancelled > 0 then format('%s cancelled', promised.cancelled) end,
                         case when more.hours > 0 then format('%s guaranteed by code', more.hours) end) as description
          from promised
          left join more on more.assignment_id = promised.assignment_id and more.week_start = promised.week_start
         cross join lateral (
               select sum(by_kind.hours) as hours,
                      string_agg(format('%s %s', by_kind.hours, replace(replace(by_kind.kind, '_', ' '),
                                                                         'call off allowed', 'called off as allowed')),
                                 ', ' order by by_kind.kind) as words
                 from (select exception.kind, sum(exception.hours) as hours
                         from public.guarantee_exceptions as exception
                        where exception.assignment_id = promised.assignment_id
                          and exception.day between promised.week_start and promised.week_start + 6
                        group by exception.kind) as by_kind) as excepted
         cross join lateral (
               select case guarantees_of_weeks.side when 'pay' then dated.pay_rate else dated.bill_rate end as rate
                 from public.assignment_rates as dated
                where dated.assignment_id = promised.assignment_id and dated.effective_from <= promised.week_start + 6
                order by dated.effective_from desc
                limit 1) as hour
         where promised.code is null
           and promised.runs_all_week
           and promised.hours > promised.worked + promised.cancelled -- of most weeks nothing is missing
    )
    select whole.contractor_id, whole.week_start, whole.id, whole.assignment_id, whole.quantity, whole.rate,
           round(whole.quantity * whole.rate, 2), whole.description
      from whole
     where whole.quantity > 0
     union all
    select added.contractor_id, added.week_start, added.id, added.assignment_id, added.quantity,
           case when added.lowest_rate = added.highest_rate then added.lowest_rate end, round(added.amount, 2),
           format('%s: %s guaranteed, %s %s', added.title, added.promised_hours, added.hours,
                  case when added.is_worked then 'worked' else 'entered' end)
      from added
     where round(added.amount, 2) > 0;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guarantees_to_bill (
  periods private.period_to_bill[]
)
  RETURNS TABLE (
    facility_id   uuid,
    group_key     text,
    contractor_id uuid,
    week_start    date,
    guarantee_id  uuid,
    assignment_id uuid,
    quantity      numeric,
    rate          numeric,
    amount        numeric,
    description   text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_today constant date := (private.clock()).business_date;
    v_any_week constant date := private.workweek_start(date '2000-01-01');
begin
    if not exists (select from public.guarantees) then -- most firms have none
        return;
    end if;
    return query
    with guaranteed as materialized (
        select distinct period.facility_id, period.group_key, assignment.id as assignment_id, assignment.contractor_id,
               week.start
          from unnest(guarantees_to_bill.periods) as period
          join private.grouped_assignments as assignment
            on assignment.facility_id = period.facility_id and assignment.group_key = period.group_key
          join public.guarantees as guarantee
            on guarantee.assignment_id = assignment.id
           and guarantee.bill_hours is not null
           and guarantee.effective_from <= period.period_end
           and coalesce(guarantee.effective_to, 'infinity') >= period.period_start - 6
         cross join lateral (
               select greatest(period.period_start - 6, guarantee.effective_from - 6) as first,
                      least(period.period_end, v_today) - 6 as last) as start
         cross join lateral ( -- each first day of a workweek between these two
               select start.first + ((v_any_week - start.first) % 7 + 7) % 7 + 7 * nth
                 from generate_series(0, (start.last - start.first) / 7) as nth) as week (start)
         where week.start <= start.last
           and not exists ( -- most weeks are sent, and are priced no more
               select from public.invoice_lines as line
                 join public.invoices as invoice on invoice.id = line.invoice_id
                where line.guarantee_id = guarantee.id
                  and line.week_start = week.start
                  and line.released_at is null
                  and invoice.status <> 'draft')
    ), weeks as (
        select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as starts
          from (select distinct guaranteed.contractor_id, guaranteed.start from guaranteed) as week
    )
    select guaranteed.facility_id, guaranteed.group_key, promised.contractor_id, promised.week_start,
           promised.guarantee_id, promised.assignment_id, promised.quantity, promised.rate, promised.amount,
           promised.description
      from weeks
     cross join lateral private.guarantees_of_weeks(weeks.contractor_ids, weeks.starts, 'bill') as promised
      join guaranteed
        on guaranteed.assignment_id = promised.assignment_id and guaranteed.start = promised.week_start;
end;
$function$;

CREATE OR REPLACE FUNCTION private.profit_parts (
  from_day      date,
  to_day        date,
  by_assignment boolean,
  by_week       boolean,
  collects      boolean
)
  RETURNS TABLE (
    assignment_id  uuid,
    facility_id    uuid,
    week_start     date,
    hours          numeric,
    billed         numeric,
    unbilled       numeric,
    collected      numeric,
    fees           numeric,
    wages          numeric,
    premiums       numeric,
    stipends       numeric,
    codes          numeric,
    reimbursements numeric,
    unpaid         numeric,
    burden         numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
#variable_conflict use_column
declare
    v_any_week constant date := private.workweek_start(date '2000-01-01');
    v_by_facility constant boolean := not profit_parts.by_assignment and not profit_parts.by_week;
    v_has_fees constant boolean := exists (select from public.facility_fees);
    v_by_invoice constant boolean := v_has_fees or profit_parts.collects;
    v_first_days constant date[] := array(
        select distinct burden.effective_from from public.burden_rates as burden order by burden.effective_from);
    -- The whole workweeks of the span: none where the last day is before the first.
    v_first constant date := profit_parts.from_day + ((v_any_week - profit_parts.from_day) % 7 + 7) % 7;
    v_last constant date := profit_parts.to_day - ((profit_parts.to_day + 1 - v_any_week) % 7 + 7) % 7;
    v_bare_ids uuid[]; -- without sums
    v_split_ids uuid[]; -- with a week that the span splits
begin
    v_bare_ids := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.status <> 'void'
           and invoice.kind not in ('opening', 'interest')
           and (select kept.id from private.billed_sums as kept where kept.invoice_id = invoice.id limit 1) is null);
    v_split_ids := array(
        select distinct kept.invoice_id
          from private.billed_sums as kept
         where kept.week_start between profit_parts.from_day - 6 and v_first - 1
            or kept.week_start between v_last - 5 and profit_parts.to_day);
    return query
    with received as materialized ( -- money, and neither credits nor what was written off
        select payment.invoice_id, sum(payment.amount) as amount
          from public.payments as payment
         where profit_parts.collects
           and payment.source = 'reconciliation'
           and payment.component in ('principal', 'write_off')
           and payment.reversed_at is null
         group by payment.invoice_id
    ), collected as materialized (
        select received.invoice_id,
               -- Less what notes gave back: that pays another invoice. What they paid of this one gave nothing back.
               greatest(0, least(1, (received.amount - coalesce(credited.given_back, 0))
                                    / nullif(invoice.total - coalesce(credited.amount, 0), 0))) as share
          from received
          join public.invoices as invoice on invoice.id = received.invoice_id
          left join (select note.invoice_id, sum(note.amount) as amount,
                            sum(note.amount - coalesce(paid.amount, 0)) as given_back
                       from public.credit_notes as note
                       left join (select payment.credit_note_id, sum(payment.amount) as amount
                                    from public.payments as payment
                                   where payment.credit_note_id is not null
                                   group by payment.credit_note_id) as paid on paid.credit_note_id = note.id
                      group by note.invoice_id) as credited on credited.invoice_id = received.invoice_id
    ), summed as materialized ( -- by invoice where that is asked for
        select case when profit_parts.by_assignment then kept.assignment_id end as assignment_id,
               case when v_by_facility then invoice.facility_id end as facility_id,
               case when profit_parts.by_week then kept.week_start end as week_start,
               case when v_by_invoice then kept.invoice_id end as invoice_id,
               sum(kept.hours) as hours, sum(kept.amount) as amount, null::numeric as unbilled
          from private.billed_sums as kept
          join public.invoices as invoice on invoice.id = kept.invoice_id and invoice.status <> 'void'
         where kept.week_start between v_first and v_last - 6
           and not (profit_parts.by_assignment and v_by_invoice)
         group by 1, 2, 3, 4
         union all -- as they are kept: an invoice and assignment has one, seldom more
        select kept.assignment_id, null, case when profit_parts.by_week then kept.week_start end, kept.invoice_id,
               kept.hours, kept.amount, null
          from private.billed_sums as kept
          join public.invoices as invoice on invoice.id = kept.invoice_id and invoice.status <> 'void'
         where kept.week_start between v_first and v_last - 6
           and profit_parts.by_assignment and v_by_invoice
         union all
        select case when profit_parts.by_assignment then part.assignment_of_time end,
               case when v_by_facility then part.facility_id end,
               case when profit_parts.by_week
                    then part.work_date - ((part.work_date - v_any_week) % 7 + 7) % 7 end,
               case when v_by_invoice then part.invoice_id end,
               sum(part.hours), sum(part.amount), sum(part.amount) filter (where part.is_estimated)
          from private.billed_parts as part
         where part.invoice_id = any (v_bare_ids || v_split_ids)
           and part.work_date between profit_parts.from_day and profit_parts.to_day
           and (part.work_date < v_first or part.work_date > v_last or part.invoice_id = any (v_bare_ids))
         group by 1, 2, 3, 4
         union all
        select case when profit_parts.by_assignment then part.assignment_id end,
               case when v_by_facility then part.facility_id end,
               case when profit_parts.by_week then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end,
               case when v_by_invoice then part.invoice_id end,
               sum(part.hours), sum(part.amount), sum(part.amount) filter (where part.is_estimated)
          from private.billed_parts as part
         where part.work_date is null
           and part.day between profit_parts.from_day and profit_parts.to_day
         group by 1, 2, 3, 4
    ), fee as materialized ( -- of these invoices alone, one by one
        select charged.*
          from (select summed.invoice_id from summed where v_has_fees
                 union
                select invoice.id from public.invoices as invoice
                 where v_has_fees and invoice.period_end between profit_parts.from_day and profit_parts.to_day)
               as named
         cross join lateral (
               select shared.* from private.fee_shares as shared where shared.invoice_id = named.invoice_id
               offset 0) as charged
    )
    select summed.assignment_id, summed.facility_id, summed.week_start, summed.hours, summed.amount,
           summed.unbilled * (1 + coalesce(fee.share, 0)),
           (summed.amount - coalesce(summed.unbilled, 0)) * collected.share,
           -summed.amount * fee.share, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
           null::numeric, null::numeric
      from summed
      left join fee on fee.invoice_id = summed.invoice_id
      left join collected on collected.invoice_id = summed.invoice_id
     union all -- few are credited
    select credited.assignment_id, credited.facility_id, credited.week_start, null, -credited.amount, null,
           -credited.amount * collected.share, credited.amount * fee.share, null, null, null, null, null, null, null
      from (select case when profit_parts.by_assignment then part.assignment_id end as assignment_id,
                   case when v_by_facility then part.facility_id end as facility_id,
                   case when profit_parts.by_week
                        then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end as week_start,
                   part.invoice_id, sum(taken.amount) as amount
              from public.credit_note_lines as taken
              join private.billed_parts as part on part.invoice_line_id = taken.invoice_line_id
             where part.day between profit_parts.from_day and profit_parts.to_day
             group by 1, 2, 3, 4) as credited
      left join fee on fee.invoice_id = credited.invoice_id and fee.is_of_what_is_left
      left join collected on collected.invoice_id = credited.invoice_id
     union all
    select null, case when v_by_facility then fee.facility_id end,
           case when profit_parts.by_week then fee.period_end - ((fee.period_end - v_any_week) % 7 + 7) % 7 end,
           null, null, case when fee.is_estimated then fee.amount end, null, -fee.amount,
           null, null, null, null, null, null, null
      from fee
     where fee.share is null
       and fee.period_end between profit_parts.from_day and profit_parts.to_day;

    v_bare_ids := array(
        select batch.id
          from public.payroll_batches as batch
         where batch.status = 'closed'
           and not exists (select from private.paid_sums as kept where kept.payroll_batch_id = batch.id));
    v_split_ids := array(
        select distinct kept.payroll_batch_id
          from private.paid_sums as kept
         where kept.week_start between profit_parts.from_day - 6 and profit_parts.from_day - 1
            or kept.week_start between profit_parts.to_day - 5 and profit_parts.to_day);
    return query
    with estimate as materialized ( -- each is as much work as all of the rest: workers do both at once
        select case when profit_parts.by_assignment then part.assignment_id end as assignment_id,
               case when v_by_facility then part.facility_id end as facility_id,
               case when profit_parts.by_week
                    then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end as week_start,
               null::text as state, null::text as employment_type, null::text as kind,
               null::boolean as is_reimbursement, null::int as nth, sum(part.amount) as amount, sum(part.hours) as hours,
               sum(part.fees) as fees
          from private.unbilled_parts(profit_parts.from_day, profit_parts.to_day) as part
         group by 1, 2, 3
         union all
        select case when profit_parts.by_assignment then part.assignment_id end,
               case when v_by_facility then assignment.facility_id end,
               case when profit_parts.by_week then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end,
               coalesce(facility.work_state, ''), part.employment_type, part.kind, part.is_reimbursement,
               width_bucket(part.week_start + 6, v_first_days), sum(part.amount), null, null
          from private.unpaid_parts(profit_parts.from_day, profit_parts.to_day) as part
          left join public.assignments as assignment on assignment.id = part.assignment_id
          left join public.facilities as facility on facility.id = assignment.facility_id
         group by 1, 2, 3, 4, 5, 6, 7, 8
    ), line as materialized ( -- summed by the few kinds first
        select case when profit_parts.by_assignment then part.assignment_id end as assignment_id,
               case when v_by_facility then assignment.facility_id end as facility_id,
               case when profit_parts.by_week
                    then part.week_start + 6 - ((part.week_start + 6 - v_any_week) % 7 + 7) % 7 end as week_start,
               coalesce(facility.work_state, '') as state, part.employment_type, part.kind, part.is_reimbursement,
               width_bucket(part.week_start + 6, v_first_days) as nth, sum(part.amount) as amount,
               false as is_estimated
          from private.paid_parts as part
          left join public.assignments as assignment on assignment.id = part.assignment_id
          left join public.facilities as facility on facility.id = assignment.facility_id
         where part.payroll_batch_id = any (v_bare_ids || v_split_ids)
           and part.day between profit_parts.from_day and profit_parts.to_day
           and part.week_start between profit_parts.from_day - 6 and profit_parts.to_day
           and (part.week_start < profit_parts.from_day or part.week_start > profit_parts.to_day - 6
                or part.payroll_batch_id = any (v_bare_ids))
         group by 1, 2, 3, 4, 5, 6, 7, 8
         union all
        select estimate.assignment_id, estimate.facility_id, estimate.week_start, estimate.state,
               estimate.employment_type, estimate.kind, estimate.is_reimbursement, estimate.nth, estimate.amount, true
          from estimate
         where estimate.kind is not null
         union all
        select null::uuid, null::uuid,
               case when profit_parts.by_week then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end,
               part.state, part.employment_type, part.kind, part.is_reimbursement, width_bucket(part.day, v_first_days),
               sum(part.amount), false
          from private.settled_parts as part
         where part.day between profit_parts.from_day and profit_parts.to_day
         group by 1, 2, 3, 4, 5, 6, 7, 8
    ), kind as materialized ( -- named once each
        select known.kind, known.is_reimbursement, private.part_of_pay(known.kind, known.is_reimbursement) as part
          from (select distinct line.kind, line.is_reimbursement from line) as known
    ), rated as materialized (
        select burden.* from private.burdens(v_first_days) as burden
    ), pay as (
        select case when profit_parts.by_assignment then kept.assignment_id end as assignment_id,
               case when v_by_facility then assignment.facility_id end as facility_id,
               case when profit_parts.by_week
                    then kept.week_start + 6 - ((kept.week_start + 6 - v_any_week) % 7 + 7) % 7 end as week_start,
               coalesce(facility.work_state, '') as state, kept.employment_type,
               width_bucket(kept.week_start + 6, v_first_days) as nth, sum(kept.wages) as wages,
               sum(kept.premiums) as premiums, sum(kept.stipends) as stipends, sum(kept.codes) as codes,
               sum(kept.reimbursements) as reimbursements,
               sum(kept.wages + kept.premiums + kept.stipends + kept.codes) as burdened, null::numeric as unpaid
          from private.paid_sums as kept
          left join public.assignments as assignment on assignment.id = kept.assignment_id
          left join public.facilities as facility on facility.id = assignment.facility_id
         where kept.week_start between profit_parts.from_day and profit_parts.to_day - 6
         group by 1, 2, 3, 4, 5, 6
         union all
        select line.assignment_id, line.facility_id, line.week_start, line.state, line.employment_type, line.nth,
               case when kind.part = 'wages' then line.amount end,
               case when kind.part = 'premiums' then line.amount end,
               case when kind.part = 'stipends' then line.amount end,
               case when kind.part = 'codes' then line.amount end,
               case when kind.part = 'reimbursements' then line.amount end,
               case when not line.is_reimbursement then line.amount end,
               case when line.is_estimated then line.amount end
          from line
          join kind on kind.kind = line.kind and kind.is_reimbursement = line.is_reimbursement
    )
    select pay.assignment_id, pay.facility_id, pay.week_start, null::numeric, null::numeric, null::numeric,
           null::numeric, null::numeric, pay.wages, pay.premiums, pay.stipends, pay.codes, pay.reimbursements,
           pay.unpaid, pay.burdened * rated.rate -- reimbursements bear none
      from pay
      left join rated
        on rated.employment_type = pay.employment_type
       and rated.state = pay.state
       and rated.nth = pay.nth
     union all
    select estimate.assignment_id, estimate.facility_id, estimate.week_start, estimate.hours, estimate.amount,
           estimate.amount - coalesce(estimate.fees, 0), null, estimate.fees, null, null, null, null, null, null, null
      from estimate
     where estimate.kind is null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.unbilled_parts (
  from_day date,
  to_day   date
)
  RETURNS TABLE (
    assignment_id uuid,
    facility_id   uuid,
    day           date,
    kind          text,
    hours         numeric,
    amount        numeric,
    fees          numeric
  )
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  COST 1e+07
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_has_fees constant boolean := exists (select from public.facility_fees); -- folded into the plan
begin
    return query
    with open as (
        select priced.assignment_id, assignment.facility_id, priced.work_date as day, priced.kind,
               priced.kind <> 'code' or coalesce(code.unit, 'hour') = 'hour' as is_time, -- as private.lines_to_charge
               priced.hours, priced.amount
          from private.price_of_unbilled_time(
                   private.workweek_start(unbilled_parts.from_day), unbilled_parts.to_day) as priced
          join public.assignments as assignment on assignment.id = priced.assignment_id
          left join public.time_codes as code on code.name = priced.code
         where priced.work_date >= unbilled_parts.from_day
         union all
        select due.assignment_id, due.facility_id, due.week_start + 6, 'guarantee', true, null, due.amount
          from private.guarantees_to_bill(array(
                   select distinct row(assignment.facility_id, assignment.group_key, unbilled_parts.from_day,
                                       unbilled_parts.to_day)::private.period_to_bill
                     from public.guarantees as guarantee
                     join private.grouped_assignments as assignment on assignment.id = guarantee.assignment_id
                    where guarantee.bill_hours is not null)) as due
         where due.week_start + 6 between unbilled_parts.from_day and unbilled_parts.to_day
           and not exists (
               select from public.invoice_lines as line
                where line.guarantee_id = due.guarantee_id
                  and line.week_start = due.week_start
                  and line.released_at is null)
         union all
        select private.assignment_of_week(differing.contractor_id, differing.facility_id, differing.week_start),
               differing.facility_id, differing.week_start + 6, 'difference', coalesce(code.unit, 'hour') = 'hour',
               null, differing.due_amount - differing.billed_amount
          from (select array_agg(marked.contractor_id) as contractor_ids, array_agg(marked.week_start) as starts
                  from (select distinct week.contractor_id, week.week_start
                          from private.weeks_to_compare as week
                         where week.week_start between unbilled_parts.from_day - 6 and unbilled_parts.to_day - 6)
                       as marked
                having count(*) > 0) as compared
         cross join lateral private.differences_of_weeks(compared.contractor_ids, compared.starts) as differing
          left join public.time_codes as code on code.name = differing.code
    ), part as materialized (
        select open.*, row_number() over () as nth from open
    ), deducted as ( -- joined once, since there are few fees and much time
        select part.nth, sum(round(part.amount * fee.rate, 2)) as amount
          from part
          join private.fees_by_share as fee
            on fee.facility_id = part.facility_id
           and (fee.base = 'all' or part.is_time)
           and part.day between fee.effective_from and coalesce(fee.effective_to, 'infinity')
         where v_has_fees
         group by part.nth
    )
    select part.assignment_id, part.facility_id, part.day, part.kind, part.hours, part.amount, deducted.amount
      from part
      left join deducted on deducted.nth = part.nth;
end;
$function$;

CREATE OR REPLACE FUNCTION private.unbilled_work (
  on_day date
)
  RETURNS TABLE (
    facility_id uuid,
    amount      numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_has_fees constant boolean := exists (select from public.facility_fees); -- folded into the plan
begin
    return query
    with open as (
        select work.* from private.accrued_work(unbilled_work.on_day) as work
         union all
        select invoice.id, invoice.facility_id, line.contractor_id, line.week_start + 6, line.kind, line.code,
               line.amount
          from public.invoices as invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id and line.kind = 'difference'
         where (invoice.issue_date is null or invoice.issue_date > unbilled_work.on_day)
           and line.released_at is null
           and line.week_start + 6 <= unbilled_work.on_day
         union all
        select null, changed.facility_id, changed.contractor_id, changed.week_start + 6, 'difference', changed.code,
               changed.amount
          from private.unbilled_differences() as changed
         where changed.week_start + 6 <= unbilled_work.on_day
    ), part as materialized (
        select open.*, row_number() over () as nth from open
    ), deducted as ( -- joined once, as in private.unbilled_parts
        select part.nth, sum(round(part.amount * fee.rate, 2)) as amount
          from part
          join private.fees_by_share as fee
            on fee.facility_id = part.facility_id
           and part.day between fee.effective_from and coalesce(fee.effective_to, 'infinity')
          left join public.time_codes as code on code.name = part.code
         where v_has_fees
           and part.invoice_id is null
           and (fee.base = 'all' or part.kind not in ('code', 'difference')
                or coalesce(code.unit, 'hour') = 'hour') -- as private.lines_to_charge
         group by part.nth
    ), charged as (
        select part.facility_id, part.amount - coalesce(deducted.amount, 0) as amount
          from part
          left join deducted on deducted.nth = part.nth
         where part.invoice_id is null
         union all
        select billed.facility_id, billed.amount * (1 + coalesce(charge.share, 0))
          from (select part.invoice_id, part.facility_id, sum(part.amount) as amount
                  from part
                 where part.invoice_id is not null
                 group by part.invoice_id, part.facility_id) as billed
          left join lateral ( -- by what the invoice has, which all of its lines bear alike
               select sum(line.amount) filter (where line.kind = 'fee')
                      / nullif(sum(line.amount) filter (where line.kind not in ('interest', 'fee', 'tax')), 0) as share
                 from public.invoice_lines as line
                where v_has_fees and line.invoice_id = billed.invoice_id) as charge on true
    )
    select charged.facility_id, sum(charged.amount) from charged group by charged.facility_id;
end;
$function$;

CREATE OR REPLACE FUNCTION public.version()
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select '1.0.1';
$function$;

COMMENT ON FUNCTION "private"."billing_name"(public.facilities, public.facilities) IS 'The name that a facility''s invoices are made out to, that of its program, if it has one; null = the facility''s own name.';

COMMENT ON FUNCTION "private"."books_closed_through"() IS 'The last closed day; null where the books were never closed.';

REVOKE ALL ON FUNCTION "private"."billing_name"(public.facilities, public.facilities) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."books_closed_through"() FROM PUBLIC;

-- Makes the firm's own views again that are noted in staffing_upgrade.own_views. One that no longer fits stays there as
-- text.
do $own_views$
declare
    v_view record;
    v_grantee text;
    v_statement text;
    v_kept boolean;
begin
    if to_regclass('staffing_upgrade.own_views') is null then
        return;
    end if;
    for v_view in select * from staffing_upgrade.own_views order by place, name loop
        begin
            execute v_view.definition;
            for v_grantee in -- by default privileges
                select distinct case item.grantee when 0 then 'public' else item.grantee::regrole::text end
                  from pg_class as class
                 cross join aclexplode(class.relacl) as item
                 where class.oid = to_regclass(v_view.name) and item.grantee <> class.relowner
            loop
                execute format('revoke all on %s from %s', v_view.name, v_grantee);
            end loop;
            foreach v_statement in array v_view.more loop
                execute v_statement;
            end loop;
            delete from staffing_upgrade.own_views where name = v_view.name;
        exception when others then
            update staffing_upgrade.own_views set problem = sqlerrm where name = v_view.name;
            raise warning 'The view % no longer fits: %. Its text is kept in staffing_upgrade.own_views (docs/own_objects.md).',
                v_view.name, sqlerrm;
        end;
    end loop;
    select exists (select from staffing_upgrade.own_views) into v_kept;
    if not v_kept then
        drop table staffing_upgrade.own_views;
        drop schema staffing_upgrade;
    end if;
end;
$own_views$;
