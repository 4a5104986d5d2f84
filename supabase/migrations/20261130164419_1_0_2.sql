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
    v_to_lock constant text[] := array_remove(regexp_split_to_array('
        public.credentials', '\s+'), '');
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

DROP INDEX "public"."credentials_by_contractor";

DROP FUNCTION "private"."credential_gaps"(date, date);

DROP FUNCTION "private"."hours_carried_over"(integer[], uuid[], date[], uuid[], uuid[], integer);

CREATE OR REPLACE FUNCTION private.assignments_errors (
  rows jsonb
)
  RETURNS TABLE (
    line        integer,
    column_name text,
    message     text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with row as materialized (
        select * from private.assignments_to_import(assignments_errors.rows)
    ), minimum_wage as materialized ( -- asked of each place and day alone: a file has few
        select begun.facility_id, begun.rates_from, wage.amount, wage.jurisdiction
          from (select distinct row.facility_id, row.rates_from from row) as begun
         cross join lateral private.minimum_wage_on(begun.facility_id, begun.rates_from) as wage)
    select row.line, told.name, told.message
      from row
      left join public.overtime_rules as rule on rule.name = row.overtime_rule
     cross join lateral (values
           ('contractor_number', row.contractor_number is not null and row.contractor_id is null,
            format('There is no contractor with the number %s. Import contractors first.', row.contractor_number)),
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('facility_number', row.id is null and not row.facility_is_active, 'The facility is inactive here.'),
           ('facility_number',
            row.id is null
            and exists (select from public.facilities as billed where billed.bill_to_facility_id = row.facility_id),
            'Nobody works at a program: other facilities are billed to it.'),
           ('order_number', row.order_number is not null and row.facility_id is not null and row.purchase_order_id is null,
            format('The facility has no order with the number %s. Import orders first.', row.order_number)),
           ('end_date', row.end_date < row.start_date, format('It is before the start, %s.', row.start_date)),
           ('renewal_date', row.renewal_date < row.start_date and row.renewal_date is distinct from row.end_date,
            format('It is before the start, %s.', row.start_date)),
           ('rates_from', row.rates_from < row.start_date or (row.rates_from > row.end_date and row.rates_from > row.start_date),
            format('It is not from %s to %s.', row.start_date, coalesce(row.end_date::text, 'further notice'))),
           ('pay_rate', row.pay_rate > row.bill_rate and not row.allow_negative_margin,
            format('An hour would pay %s and bill only %s. Correct the rates, or give yes as allow_negative_margin.',
                   row.pay_rate, row.bill_rate)),
           ('overtime_rule', row.overtime_rule is null and row.facility_id is not null and row.state is null,
            'The facility has no state, which decides the overtime rule. Give the rule, or the state of the facility.'),
           ('overtime_rule',
            row.state is not null and row.rule_of_state is null and row.id is null
            and (row.overtime_rule is null or row.employment_type = 'w2' and row.overtime_rule <> 'none'
                 and private.is_built_in_overtime_rule(row.overtime_rule)),
            format('No overtime rule that comes with the product is the law of %s. Give a rule that an admin added for it.',
                   row.state)),
           ('overtime_rule_reason',
            row.id is null and row.overtime_rule <> row.rule_of_state and rule.name is not null and rule.asks_for is null
            and row.employment_type = 'w2' and row.overtime_rule_reason is null,
            format('Employees who work in %s are paid by the overtime rule %s. Leave the rule out, or give the reason for %s.',
                   row.state, row.rule_of_state, row.overtime_rule)),
           ('overtime_rule', row.overtime_rule is not null and rule.name is null,
            format('There is no overtime rule %s. There are %s.', row.overtime_rule, (
                select string_agg(known.name, ', ' order by known.name) from public.overtime_rules as known))),
           ('overtime_rule_reason',
            row.id is null and rule.asks_for is not null and row.employment_type = 'w2'
            and row.overtime_rule_reason is null,
            format('The overtime rule %s asks for %s.', row.overtime_rule, rule.asks_for)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select row.line, 'pay_rate',
           format('An hour would pay %s, and the minimum wage there is %s (%s). Correct it, or give the reason as below_minimum_wage_reason.',
                  row.pay_rate, wage.amount, wage.jurisdiction)
      from row
      join minimum_wage as wage on wage.facility_id = row.facility_id and wage.rates_from = row.rates_from
     where row.id is null and row.employment_type = 'w2' and row.below_minimum_wage_reason is null
       and row.pay_rate < wage.amount
     union all
    select row.line, 'pay_rate',
           format('Employees who work in %s for less than %s an hour have overtime by the day, which the overtime rule %s does not count. Correct it, or give the reason as overtime_rule_reason.',
                  law.name, round(law.from_minimum_wages * wage.amount, 2), law.overtime_rule)
      from row
      join public.facilities as facility on facility.id = row.facility_id
      join public.state_rules as law on law.state = facility.work_state and law.overtime_rule = row.overtime_rule
     cross join lateral (
           select known.amount
             from public.minimum_wages as known
            where known.jurisdiction = law.state and known.effective_from <= row.rates_from
            order by known.effective_from desc
            limit 1) as wage
     where row.id is null and row.employment_type = 'w2' and row.overtime_rule_reason is null
       and row.pay_rate < round(law.from_minimum_wages * wage.amount, 2)
     union all
    select lacking.line, 'contractor_number',
           format('They lack what is required there on the first day: %s. Import credentials first, or give the reason as missing_credentials_reason.',
                  lacking.kinds)
      from (select array_agg(row.line order by row.line) as lines,
                   array_agg(row.contractor_id order by row.line) as contractor_ids,
                   array_agg(row.facility_id order by row.line) as facility_ids,
                   array_agg(row.start_date order by row.line) as days
              from row
             where row.id is null and row.missing_credentials_reason is null and row.contractor_id is not null) as asked
     cross join lateral (
           select asked.lines[known.nth] as line,
                  string_agg(known.credential_kind, ', ' order by known.credential_kind) as kinds
             from private.lacking_credentials(
                      null, asked.contractor_ids, asked.facility_ids, null, asked.days) as known
            group by known.nth) as lacking
     union all
    select * from private.assignments_that_overlap(assignments_errors.rows)
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.assignments as assignment on assignment.id = row.id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      left join public.purchase_orders as purchase_order on purchase_order.id = assignment.purchase_order_id
      -- Without the rate hits that were applied since.
      left join lateral (
           select first.effective_from, first.base_bill_rate, first.base_pay_rate, first.below_minimum_wage_reason
             from public.assignment_rates as first
            where first.assignment_id = assignment.id
            order by first.effective_from
            limit 1) as rate on true
     cross join lateral (values
           ('contractor_number', row.contractor_number, contractor.external_number),
           ('facility_number', row.facility_number, facility.external_number),
           ('start_date', row.start_date::text, assignment.start_date::text),
           ('end_date', row.end_date::text, assignment.end_date::text),
           ('bill_rate', row.bill_rate::text, rate.base_bill_rate::text),
           ('pay_rate', row.pay_rate::text, rate.base_pay_rate::text),
           ('rates_from', row.rates_from::text, rate.effective_from::text),
           ('overtime_rule', row.overtime_rule, assignment.overtime_rule),
           ('overtime_rule_reason', row.overtime_rule_reason, assignment.overtime_rule_reason),
           ('bill_overtime_multiplier', row.bill_overtime_multiplier::text, assignment.bill_overtime_multiplier::text),
           ('bill_doubletime_multiplier', row.bill_doubletime_multiplier::text,
            assignment.bill_doubletime_multiplier::text),
           ('department', row.department, assignment.department),
           ('cost_centre', row.cost_centre, assignment.cost_centre),
           ('order_number', row.order_number, purchase_order.number),
           ('below_minimum_wage_reason', row.below_minimum_wage_reason, rate.below_minimum_wage_reason),
           ('title', row.title, assignment.title),
           ('requisition', row.requisition, assignment.requisition),
           ('missing_credentials_reason', row.missing_credentials_reason, assignment.missing_credentials_reason)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$function$;

CREATE OR REPLACE FUNCTION private.classified_time (
  contractor_ids    uuid[],
  week_starts       date[],
  entry_ids_to_bill uuid[]  DEFAULT NULL::uuid[],
  moved_entry_ids   uuid[]  DEFAULT NULL::uuid[],
  moved_by          integer DEFAULT 0
)
  RETURNS TABLE (
    time_entry_id          uuid,
    assignment_id          uuid,
    contractor_id          uuid,
    week_start             date,
    work_date              date,
    regular_hours          numeric,
    overtime_hours         numeric,
    doubletime_hours       numeric,
    counts_toward_overtime boolean
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
    v_to_pay constant boolean := classified_time.entry_ids_to_bill is null; -- folded into the plan
    v_moves constant boolean := classified_time.moved_entry_ids is not null; -- so is this
    v_first constant date := (select min(week.start) from unnest(classified_time.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(classified_time.week_starts) as week (start));
    v_few constant boolean := not v_moves -- weeks, of all between the first and the last
        and 4 * cardinality(classified_time.week_starts) < (v_last - v_first + 1) / 7 * (
            select count(distinct week.contractor_id)
              from unnest(classified_time.contractor_ids) as week (contractor_id));
    v_has_shifts constant boolean := v_last >= (
        select min(entry.work_date) -- by the index: whether there is one would be planned as a scan of all time
          from public.time_entries as entry
         where entry.started_at is not null and entry.work_date >= v_first - 7);
    v_has_whole_seventh_days constant boolean := exists ( -- folded into the plan: few have them
        select from public.assignments as assignment
          left join public.assignment_bill_terms as terms on terms.assignment_id = assignment.id
          join public.overtime_rules as rule on rule.name in (assignment.overtime_rule, terms.overtime_rule)
         where assignment.contractor_id = any (classified_time.contractor_ids) and rule.whole_seventh_day);
begin
    return query
    with ruled as (
        select assignment.id, assignment.contractor_id, assignment.facility_id,
               terms.effective_from, terms.effective_to, terms.scope,
               case terms.scope when 'facility' then assignment.facility_id when 'assignment' then assignment.id end
                   as pool_id,
               rule.has_limits and (not v_to_pay or contractor.employment_type = 'w2') as counts,
               rule.regular_until, rule.overtime_until, rule.regular_of_week, rule.in_a_row_until, rule.seventh_day,
               rule.whole_seventh_day
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
          left join lateral (
               select terms.*
                 from private.bill_terms_of_weeks as terms
                where not v_to_pay and terms.assignment_id = assignment.id
               offset 0) as terms on true -- by the key: without statistics those of all assignments would be read
          join private.overtime_limits as rule
            on rule.name = case when v_to_pay then assignment.overtime_rule else terms.overtime_rule end
         where assignment.contractor_id = any (classified_time.contractor_ids)
        offset 0 -- once per assignment, not once per entry
    ), assigned_week as (
        select ruled.*, week.nth::int as week, week.start as week_start
          from ruled
          join unnest(classified_time.contractor_ids, classified_time.week_starts)
               with ordinality as week (contractor_id, start, nth)
            on week.contractor_id = ruled.contractor_id
           and (v_to_pay or week.start between ruled.effective_from and ruled.effective_to)
        offset 0 -- first: without statistics, entries would be joined with the weeks of everybody
    ), pool as (
        select assigned.week, assigned.scope, assigned.pool_id, row_number() over ()::int as nth
          from assigned_week as assigned
         where not v_to_pay
         group by assigned.week, assigned.scope, assigned.pool_id
    ), pooled as (
        select assigned.*, assigned.week as pool, true as is_own
          from assigned_week as assigned
         where v_to_pay
         union all
        select assigned.*, pool.nth, (pool.scope, pool.pool_id) is not distinct from (assigned.scope, assigned.pool_id)
          from assigned_week as assigned
          join pool
            on pool.week = assigned.week
           and case pool.scope when 'contractor' then true
                               when 'facility' then pool.pool_id = assigned.facility_id
                               else pool.pool_id = assigned.id end
         where not v_to_pay
    ), worked as (
        select pooled.*, entry.id as time_entry_id, worked.day as work_date, entry.started_at, entry.hours as all_hours
          from pooled
          join public.time_entries as entry on entry.assignment_id = pooled.id
         cross join lateral (
               select case when v_moves and entry.id = any (classified_time.moved_entry_ids)
                           then entry.work_date + classified_time.moved_by else entry.work_date end) as worked (day)
         where not v_few
           and pooled.week_start = worked.day - (worked.day - v_first) % 7
           and entry.work_date between v_first and v_last
           and entry.is_payable
           and entry.is_worked
         union all
        select pooled.*, entry.id, entry.work_date, entry.started_at, entry.hours
          from pooled
         cross join lateral (
               select of_week.id, of_week.work_date, of_week.started_at, of_week.hours
                 from public.time_entries as of_week
                where of_week.assignment_id = pooled.id
                  and of_week.work_date between pooled.week_start and pooled.week_start + 6
                  and of_week.is_payable
                  and of_week.is_worked
               offset 0) as entry -- looked up week by week
         where v_few
    ), payable as (
        select worked.time_entry_id as id, worked.id as assignment_id, worked.contractor_id, worked.pool, worked.is_own,
               worked.week_start, worked.work_date, worked.started_at, worked.all_hours,
               (worked.all_hours * 100)::int as hours, worked.counts, worked.regular_until, worked.overtime_until,
               worked.regular_of_week, worked.whole_seventh_day,
               (worked.seventh_day or worked.whole_seventh_day) and worked.work_date = worked.week_start + 6
                   as may_be_seventh_day
          from worked
        offset 0 -- joined first: beside the price of what follows, without statistics, all joins would cost the same
    ), entry as (
        select payable.*
          from payable
         where v_to_pay
            or payable.id = any (classified_time.entry_ids_to_bill)
            or exists (
               select from public.invoice_lines as line
                where line.time_entry_id = payable.id and line.part = 1 -- live: by the key alone
               offset 0) -- looked up entry by entry, whatever the statistics say
        offset 0
    ), in_a_row as materialized ( -- once, not for each entry: the planner takes those of a week for one
        select shift.*
          from (select array_agg(pooled.pool) as pools, array_agg(pooled.id) as assignment_ids,
                       array_agg(pooled.week_start) as week_starts, array_agg(pooled.regular_until) as regular_until,
                       array_agg(pooled.in_a_row_until) as in_a_row_until
                  from pooled
                 where v_has_shifts
                   and pooled.counts
                   and pooled.pool in (
                       select limited.pool from pooled as limited where limited.in_a_row_until is not null)) as week
         cross join lateral private.hours_in_a_row(
                        week.pools, week.assignment_ids, week.week_starts, week.regular_until, week.in_a_row_until,
                        classified_time.entry_ids_to_bill, classified_time.moved_entry_ids, classified_time.moved_by)
                        as shift
         where v_has_shifts
    ), day as (
        select entry.*, in_a_row.beyond as beyond_in_a_row,
               (sum(entry.hours) over so_far)::int as hours_through,
               entry.may_be_seventh_day
                   and (not entry.whole_seventh_day
                        or v_has_whole_seventh_days and sum(entry.hours) over whole_week > entry.regular_of_week)
                   as is_seventh_of_seven
          from entry
          left join in_a_row on in_a_row.pool = entry.pool and in_a_row.time_entry_id = entry.id
        window whole_week as (partition by entry.pool, entry.counts),
               so_far as (partition by entry.pool, entry.counts, entry.work_date
                          order by entry.started_at nulls first, entry.regular_until desc, entry.id
                          rows unbounded preceding)
    ), week as (
        select day.*, ordinary.regular_of_day,
               count(*) filter (where day.hours_through = day.hours) over so_far as days_through, -- by their first entries
               sum(ordinary.regular_of_day) over so_far as regular_through,
               sum(ordinary.regular_of_day) filter (where not day.is_seventh_of_seven) over so_far
                   as regular_through_of_seven
          from day
         cross join lateral (
               select coalesce(day.hours - day.beyond_in_a_row,
                               greatest(0, least(day.hours, day.regular_until - day.hours_through + day.hours)))
                          as regular_of_day) as ordinary -- as on a day that is not the seventh
        window so_far as (partition by day.pool, day.counts
                          order by day.work_date, day.started_at nulls first, day.regular_until desc, day.id
                          rows unbounded preceding)
    ), class as (
        select week.*,
               case when seventh.is_it then 0
                    else greatest(0, least(
                        week.regular_of_day,
                        week.regular_of_week + week.regular_of_day
                            - case when week.days_through = 7 then coalesce(week.regular_through_of_seven, 0)
                                   else week.regular_through end))
               end::int as regular,
               greatest(0, least(
                   week.hours,
                   week.hours_through - case when seventh.is_it and not week.whole_seventh_day
                                             then week.regular_until else week.overtime_until end)) as doubletime
          from week
         cross join lateral (select week.is_seventh_of_seven and week.days_through = 7 as is_it) as seventh
    )
    select class.id, class.assignment_id, class.contractor_id, class.week_start, class.work_date,
           case when class.counts and class.regular <> class.hours then class.regular * 0.01 else class.all_hours end,
           case when class.counts and class.regular <> class.hours
                then (class.hours - class.regular - class.doubletime) * 0.01 else 0.00 end,
           case when class.counts and class.doubletime <> 0 then class.doubletime * 0.01 else 0.00 end,
           class.counts
      from class
     where class.is_own;
end;
$function$;

CREATE OR REPLACE FUNCTION private.credential_gaps (
  from_day       date,
  to_day         date,
  assignment_ids uuid[] DEFAULT NULL::uuid[]
)
  RETURNS TABLE (
    assignment_id      uuid,
    contractor_id      uuid,
    facility_id        uuid,
    credential_kind_id uuid,
    days               daterange
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with required as (
        select known.assignment_id, known.contractor_id, known.facility_id, known.credential_kind_id,
               range_agg(daterange(greatest(known.first_day, credential_gaps.from_day),
                                   least(known.last_day, credential_gaps.to_day), '[]')) as days
          from private.required_of_assignments as known
         where known.first_day <= coalesce(known.last_day, 'infinity')
           and known.first_day <= credential_gaps.to_day
           and coalesce(known.last_day, 'infinity') >= credential_gaps.from_day
           and (credential_gaps.assignment_ids is null or known.assignment_id = any (credential_gaps.assignment_ids))
         group by known.assignment_id, known.contractor_id, known.facility_id, known.credential_kind_id)
    select required.assignment_id, required.contractor_id, required.facility_id, required.credential_kind_id, gap.days
      from required
     cross join lateral (
           select coalesce(range_agg(daterange(credential.issued_on, credential.expires_on, '[]')), '{}') as days
             from public.credentials as credential
            where credential.contractor_id = required.contractor_id
              and credential.credential_kind_id = required.credential_kind_id) as held
     cross join lateral unnest(required.days - held.days) as gap (days);
$function$;

REVOKE ALL ON FUNCTION private.credential_gaps(date,date,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.ending_credentials (
  through date
)
  RETURNS TABLE (
    credential_id      uuid,
    contractor_id      uuid,
    credential_kind_id uuid,
    number             text,
    expires_on         date,
    is_required        boolean,
    created_at         timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with running_out as materialized ( -- most have one that is good today and beyond that day
        select credential.contractor_id, credential.credential_kind_id
          from private.clock() as clock
         cross join public.credentials as credential
         where credential.contractor_id is not null
         group by credential.contractor_id, credential.credential_kind_id
        having not bool_or(
            coalesce(credential.issued_on, '-infinity') <= clock.business_date
            and coalesce(credential.expires_on, 'infinity') > ending_credentials.through)
    ), held as (
        select running_out.contractor_id, running_out.credential_kind_id, known.days
          from running_out
         cross join lateral (
               select range_agg(daterange(credential.issued_on, credential.expires_on, '[]')) as days
                 from public.credentials as credential
                where credential.contractor_id = running_out.contractor_id
                  and credential.credential_kind_id = running_out.credential_kind_id) as known
    ), cover as materialized (
        select held.contractor_id, held.credential_kind_id, begun.last_day
          from private.clock() as clock
         cross join held
         cross join lateral (
               select upper(span.days) - 1 as last_day
                 from unnest(held.days) as span (days)
                where coalesce(lower(span.days), '-infinity') <= clock.business_date
                order by lower(span.days) desc nulls last
                limit 1) as begun
         where begun.last_day <= ending_credentials.through
    ), ending as materialized (
        select distinct on (credential.contractor_id, credential.credential_kind_id) credential.*
          from cover
          join public.credentials as credential
            on credential.contractor_id = cover.contractor_id
           and credential.credential_kind_id = cover.credential_kind_id
           and credential.expires_on = cover.last_day
         order by credential.contractor_id, credential.credential_kind_id, credential.id)
    select ending.id, ending.contractor_id, ending.credential_kind_id, ending.number, ending.expires_on,
           exists (select from private.required_of_assignments as known
                    where known.contractor_id = ending.contractor_id
                      and known.credential_kind_id = ending.credential_kind_id
                      and known.first_day <= coalesce(known.last_day, 'infinity')
                      and coalesce(known.last_day, 'infinity') >= clock.business_date),
           ending.created_at
      from private.clock() as clock
     cross join ending
     where exists (select from public.assignments as assignment
                    where assignment.contractor_id = ending.contractor_id
                      and coalesce(assignment.end_date, 'infinity') >= clock.business_date);
$function$;

CREATE OR REPLACE FUNCTION private.guard_invoice_move()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
begin
    if tg_op = 'UPDATE' then
        if old.status <> new.status and (old.status, new.status) not in (
            ('draft', 'sent'), ('draft', 'void'), ('sent', 'void'),
            ('sent', 'partially_paid'), ('sent', 'paid'), ('partially_paid', 'paid'),
            ('paid', 'partially_paid'), ('paid', 'sent'), ('partially_paid', 'sent'))
            and not (old.status = 'paid' and old.total = 0 and new.status = 'void') then
            perform private.refuse(
                409, 'invoice_move_not_legal',
                format('Invoice %s cannot go from %s to %s.',
                       coalesce(old.number, '(draft)'), old.status, new.status),
                'Send a draft, or void a draft or a sent invoice. Payments make an invoice paid, and a void one '
                'stays void.');
        end if;
        if old.status <> 'draft'
            and (old.id, old.number, old.facility_id, old.kind, old.period_start, old.period_end,
                 old.issue_date, old.due_date, old.total, old.sent_at, old.sent_by, old.created_at,
                 old.facility_name, old.billing_email, old.billing_name, old.billing_address,
                 old.purchase_order, old.letterhead_id, old.group_key, old.group_name,
                 old.discount, old.discount_until, old.bill_to_facility_id, old.invoice_bundle_id)
                is distinct from
                (new.id, new.number, new.facility_id, new.kind, new.period_start, new.period_end,
                 new.issue_date, new.due_date, new.total, new.sent_at, new.sent_by, new.created_at,
                 new.facility_name, new.billing_email, new.billing_name, new.billing_address,
                 new.purchase_order, new.letterhead_id, new.group_key, new.group_name,
                 new.discount, new.discount_until, new.bill_to_facility_id, new.invoice_bundle_id) then
            perform private.refuse(
                409, 'invoice_not_draft',
                format('Invoice %s is %s: what it bills no longer changes.',
                       coalesce(old.number, '(draft)'), old.status),
                'Void it and create another, or bill the difference on a new invoice.');
        end if;
        if old.status = 'void' and old.voided_by is distinct from new.voided_by then
            perform private.refuse(
                409, 'actor_is_kept',
                format('Nobody enters by hand who voided invoice %s.', coalesce(old.number, '(draft)')),
                'Leave it as it is.');
        end if;
    end if;

    -- Where nothing is owed there is nothing to wait for.
    if new.status = 'sent' and new.total = 0 then
        new.status := 'paid';
    end if;

    -- Each state carries its instant; whoever sets the state need not know the time.
    if new.status in ('sent', 'partially_paid', 'paid') or new.number is not null then
        new.sent_at := coalesce(new.sent_at, (private.clock()).at);
        new.issue_date := coalesce(new.issue_date, new.due_date);
    end if;
    if new.sent_at is not null and new.facility_name is null then -- imports may give it
        select facility.name, billed.billing_email, private.billing_name(facility, billed), billed.billing_address,
               private.order_on_invoice(new), settings.letterhead_id, nullif(billed.id, facility.id)
          into new.facility_name, new.billing_email, new.billing_name, new.billing_address, new.purchase_order,
               new.letterhead_id, new.bill_to_facility_id
          from public.organization_settings as settings
         cross join public.facilities as facility
          join public.facilities as billed
            on billed.id = coalesce(new.bill_to_facility_id, facility.bill_to_facility_id, facility.id)
         where facility.id = new.facility_id;
    end if;
    if new.status not in ('sent', 'partially_paid') then -- what is not owed is not disputed
        new.disputed_at := null;
        new.disputed_by := null;
        new.dispute_reason := null;
    end if;
    if new.disputed_at is null then
        new.disputed_amount := null;
    end if;
    new.paid_at := case when new.status = 'paid' then coalesce(new.paid_at, (private.clock()).at) end;
    new.voided_at := case when new.status = 'void' then coalesce(new.voided_at, (private.clock()).at) end;
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hours_in_a_row (
  pools             integer[],
  assignment_ids    uuid[],
  week_starts       date[],
  regular_until     integer[],
  in_a_row_until    integer[],
  entry_ids_to_bill uuid[],
  moved_entry_ids   uuid[]    DEFAULT NULL::uuid[],
  moved_by          integer   DEFAULT 0
)
  RETURNS TABLE (
    pool          integer,
    time_entry_id uuid,
    beyond        integer
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 50
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
    v_to_pay constant boolean := hours_in_a_row.entry_ids_to_bill is null; -- folded into the plan
    v_moves constant boolean := hours_in_a_row.moved_entry_ids is not null; -- so is this
    v_first constant date := (select min(week.start) from unnest(hours_in_a_row.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(hours_in_a_row.week_starts) as week (start));
begin
    return query
    with recursive week as (
        select week.*
          from unnest(hours_in_a_row.pools, hours_in_a_row.assignment_ids, hours_in_a_row.week_starts,
                      hours_in_a_row.regular_until, hours_in_a_row.in_a_row_until)
               as week (pool, assignment_id, start, regular_until, in_a_row_until)
    ), entry as materialized (
        select week.pool, week.start as week_start, entry.id, entry.shift_contractor_id, worked.day as work_date,
               entry.started_at, entry.ended_at, (entry.hours * 100)::int as hours, week.regular_until,
               week.in_a_row_until
          from week
          join public.time_entries as entry on entry.assignment_id = week.assignment_id
         cross join lateral (
               select case when v_moves and entry.id = any (hours_in_a_row.moved_entry_ids)
                           then entry.work_date + hours_in_a_row.moved_by else entry.work_date end) as worked (day)
         where week.start = worked.day - (worked.day - v_first) % 7
           and entry.assignment_id = any (hours_in_a_row.assignment_ids) -- known to the plan
           and entry.work_date between v_first and v_last
           and entry.is_payable
           and entry.is_worked
           and (v_to_pay
                or entry.id = any (hours_in_a_row.entry_ids_to_bill)
                or exists (
                   select from public.invoice_lines as line
                    where line.time_entry_id = entry.id and line.released_at is null
                   offset 0)) -- see private.classified_time
    ), worked_before as ( -- back from the shifts with which a week begins: a night's second part has the first's before it
        select entry.pool, entry.week_start, entry.id, 0 as hours, entry.shift_contractor_id, entry.started_at, 0 as nth
          from entry
         where entry.work_date = entry.week_start
           and entry.started_at is not null
         union all
        select later.pool, later.week_start, later.id, later.hours + (entry.hours * 100)::int,
               later.shift_contractor_id, entry.started_at, later.nth + 1
          from worked_before as later
         cross join lateral (
               select before.id, before.assignment_id, before.work_date, before.started_at, before.hours
                 from public.time_entries as before
                where before.shift_contractor_id = later.shift_contractor_id
                  and before.ended_at = later.started_at
                  and before.started_at >= later.started_at - interval '24 hours' -- none is longer: by the index
                  and before.started_at < later.started_at
                  and before.is_payable
               offset 0) as entry
          join week
            on week.pool = later.pool
           and week.assignment_id = entry.assignment_id
         where case when v_moves and entry.id = any (hours_in_a_row.moved_entry_ids)
                    then entry.work_date + hours_in_a_row.moved_by else entry.work_date end < later.week_start
           and later.nth < 100
           and (v_to_pay
                or entry.id = any (hours_in_a_row.entry_ids_to_bill)
                or exists (
                   select from public.invoice_lines as line
                    where line.time_entry_id = entry.id and line.released_at is null
                   offset 0)) -- see private.classified_time
    ), carried as (
        select worked_before.pool, worked_before.id, max(worked_before.hours) as hours
          from worked_before
         where worked_before.nth > 0
         group by worked_before.pool, worked_before.id
    ), to_compare as ( -- weeks with shifts that touch: one alone is within its day, and has no more overtime than that
        select distinct entry.pool
          from entry
         where entry.in_a_row_until < entry.regular_until
            or (entry.pool, entry.id) in (select carried.pool, carried.id from carried)
            or entry.started_at is not null and (entry.pool, entry.started_at) in (
               select before.pool, before.ended_at from entry as before where before.ended_at is not null)
    ), counted as (
        select entry.*, coalesce(carried.hours, 0) as carried_hours,
               (sum(entry.hours) over of_day)::int as hours_through,
               coalesce(sum(entry.hours) filter (where entry.started_at is not null) over before, 0)::int
                   as shift_hours_before,
               max(entry.ended_at) over before as last_ended_at
          from entry
          left join carried on carried.pool = entry.pool and carried.id = entry.id
         where entry.pool in (select to_compare.pool from to_compare)
        window of_day as (partition by entry.pool, entry.work_date
                          order by entry.started_at nulls first, entry.regular_until desc, entry.id
                          rows unbounded preceding),
               before as (partition by entry.pool
                          order by entry.work_date, entry.started_at nulls first, entry.regular_until desc, entry.id
                          rows between unbounded preceding and 1 preceding)
    ), stretch as (
        select counted.*,
               greatest(0, least(counted.hours, counted.hours_through - counted.regular_until)) as beyond_of_day,
               greatest(0, least(counted.hours,
                   counted.shift_hours_before + counted.hours - counted.in_a_row_until
                       - max(case when counted.started_at is distinct from counted.last_ended_at
                                  then counted.shift_hours_before - counted.carried_hours end) over so_far))
                   as beyond_in_a_row
          from counted
         where counted.started_at is not null
        window so_far as (partition by counted.pool
                          order by counted.work_date, counted.started_at nulls first, counted.regular_until desc,
                                   counted.id
                          rows unbounded preceding)
    ), compared as (
        select stretch.*,
               sum(stretch.beyond_in_a_row) over of_week > sum(stretch.beyond_of_day) over of_week as is_more
          from stretch
         where stretch.in_a_row_until is not null
        window of_week as (partition by stretch.pool)
    )
    select compared.pool, compared.id, compared.beyond_in_a_row
      from compared
     where compared.is_more;
end;
$function$;

CREATE OR REPLACE FUNCTION private.import_cells (
  kind text,
  rows jsonb
)
  RETURNS TABLE (
    nth         bigint,
    line        integer,
    place       integer,
    column_name text,
    value       text,
    message     text
  )
  LANGUAGE sql
  STABLE
  ROWS 100000
  SET search_path TO ''
  AS $function$
    with cell as materialized (
        select given.nth,
               -- Where it stands in its file; below a line of column names, where nobody says.
               case when given.row ->> 'line' ~ '^[0-9]{1,9}$' then (given.row ->> 'line')::int
                    else given.nth::int + 1 end as line,
               known.place, known.name, known.type, known.is_required, known.choices, meant.value,
               known.type = 'share' and trimmed.value !~ '%$' as is_bare_share,
               jsonb_typeof(given.row -> known.name) in ('object', 'array') as is_several
          from jsonb_array_elements(import_cells.rows) with ordinality as given (row, nth)
         cross join private.import_columns(import_cells.kind) as known
         cross join lateral (
               select nullif(btrim(given.row ->> known.name, e' \t\r\n\u00a0'), '')) as trimmed (value)
         cross join lateral (
               select case when known.type = 'share' and trimmed.value ~ '^[0-9]{1,4}([.][0-9]{1,4}0*)? ?%$'
                           then trim_scale(btrim(trimmed.value, ' %')::numeric / 100)::text
                           else trimmed.value end) as meant (value)
         where meant.value is not null or known.is_required -- most cells of a row say nothing
    ), day as ( -- a file has few
        select written.value, private.day_of_text(written.value) as day
          from (select distinct cell.value from cell where cell.type = 'day') as written)
    select cell.nth, cell.line, cell.place, cell.name, cell.value,
           case
               when cell.value is null then case when cell.is_required then 'It is missing.' end
               when cell.is_several then 'It is no single value.'
               when char_length(cell.value) > text.most then format(
                   'It has %s characters, and at most %s are kept.', char_length(cell.value), text.most)
               when text.is_line and cell.value <> private.in_one_line(cell.value) then
                   'It has a line break, a tab or another control character.'
               when cell.type = 'choice' then
                   case when cell.value <> all (cell.choices) then format(
                       '"%s" is not one of %s.', left(cell.value, 60), array_to_string(cell.choices, ', ')) end
               when cell.type = 'day' then
                   case when day.day is null then format(
                       '"%s" is no day from 2000-01-01 to 2100-12-31, written as 2026-03-01.', left(cell.value, 60)) end
               when case when cell.is_bare_share and cell.value ~ known.pattern then cell.value::numeric > 1 end then format(
                   '"%s" may be meant in percent: write %s%%, or %s%% if it is that much.',
                   cell.value, cell.value, trim_scale(cell.value::numeric * 100))
               when cell.value !~ known.pattern
                   or case when known.least_value is not null and cell.value ~ known.pattern
                           then cell.value::numeric not between known.least_value and known.greatest_value end
                   then format('"%s" is not %s.', left(cell.value, 60), known.told)
           end
      from cell
      left join private.import_texts() as text on text.type = cell.type
      left join private.import_patterns() as known on known.type = cell.type
      left join day on day.value = cell.value and cell.type = 'day';
$function$;

CREATE OR REPLACE FUNCTION private.open_invoices_errors (
  rows jsonb
)
  RETURNS TABLE (
    line        integer,
    column_name text,
    message     text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with row as materialized (
        select * from private.open_invoices_to_import(open_invoices_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join public.organization_settings as settings
      left join public.invoices as other on other.id = row.invoice_id
     cross join lateral (values
           ('external_number',
            row.external_number ~ format('^(%s)-[0-9]{4}-[0-9]{6,}$',
                                         concat_ws('|', settings.invoice_number_prefix, settings.credit_note_number_prefix)),
            format('%s is a number of this system''s own: invoices sent from here may get it. Set another invoice_number_prefix first.',
                   row.external_number)),
           ('external_number', other.kind <> 'opening',
            format('An invoice that was sent from here has the number %s.', row.external_number)),
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('issue_date', row.issue_date > (select clock.business_date from private.clock()) + interval '1 month',
            format('%s is more than a month ahead.', row.issue_date)),
           ('due_date', row.due_date < row.issue_date, format('It is before the issue, %s.', row.issue_date)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select row.line, 'issue_date', private.told_of_closed_books(row.issue_date)
      from row
     where row.invoice_id is null and not row.late and row.issue_date <= (select private.books_closed_through())
     union all
    select * from private.open_invoices_charged_again(open_invoices_errors.rows)
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.invoices as invoice on invoice.id = row.invoice_id and invoice.kind = 'opening'
      join public.facilities as facility on facility.id = invoice.facility_id
      left join public.invoice_lines as item on item.invoice_id = invoice.id
     cross join lateral (values
           ('facility_number', row.facility_number, facility.external_number),
           ('issue_date', row.issue_date::text, invoice.issue_date::text),
           ('due_date', row.due_date::text, invoice.due_date::text),
           ('amount', row.amount::text, invoice.total::text),
           ('description', row.description, item.description)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$function$;

CREATE OR REPLACE FUNCTION private.order_on_invoice (
  invoice public.invoices
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
declare
    v_number text;
begin
    if invoice.group_key <> '' then
        v_number := (private.order_of_group(invoice)).number;
    end if;
    if v_number is null then
        select min(purchase_order.number)
          into v_number
          from (select distinct line.purchase_order_id
                  from public.invoice_lines as line
                 where line.invoice_id = invoice.id and line.purchase_order_id is not null) as named
          join public.purchase_orders as purchase_order on purchase_order.id = named.purchase_order_id
        having count(*) = 1;
    end if;
    return coalesce(
        v_number,
        (select coalesce(facility.purchase_order, billed.purchase_order)
           from public.facilities as facility
           left join public.facilities as billed on billed.id = facility.bill_to_facility_id
          where facility.id = invoice.facility_id));
end;
$function$;

CREATE OR REPLACE FUNCTION private.priced_time (
  contractor_ids    uuid[],
  week_starts       date[],
  entry_ids_to_bill uuid[]
)
  RETURNS TABLE (
    time_entry_id   uuid,
    contractor_id   uuid,
    week_start      date,
    work_date       date,
    kind            text,
    hours           numeric,
    rate            numeric,
    multiplier      numeric,
    amount          numeric,
    part            smallint,
    code            text,
    quantity        numeric,
    premium_rule_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  AS $function$
declare
    v_first constant date := (select min(week.start) from unnest(priced_time.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(priced_time.week_starts) as week (start));
    v_has_codes constant boolean := v_last >= (
        select min(entry.work_date) -- by the index: whether there is one would be planned as a scan of all time
          from public.time_entries as entry
         where entry.code <> 'regular' and entry.work_date >= v_first);
    v_has_premiums constant boolean := exists (
        select from public.premium_rules as rule where rule.bill_multiplier is not null);
begin
    return query
    with day_rate as materialized ( -- once per assignment, not once per entry: here and below
        select rate.assignment_id, rate.effective_from, rate.effective_to, rate.bill_rate
          from public.assignments as assignment
          join private.rates_of_days as rate on rate.assignment_id = assignment.id
         where assignment.contractor_id = any (priced_time.contractor_ids)
    ), week_terms as materialized (
        select terms.assignment_id, terms.effective_from, terms.effective_to, terms.overtime_multiplier,
               terms.doubletime_multiplier
          from public.assignments as assignment
         cross join lateral (
               select terms.*
                 from private.bill_terms_of_weeks as terms
                where terms.assignment_id = assignment.id
               offset 0) as terms -- by the key, whatever the statistics say
         where assignment.contractor_id = any (priced_time.contractor_ids)
    ), coded as materialized (
        select time.*
          from private.coded_time(priced_time.contractor_ids, priced_time.week_starts) as time
         where v_has_codes
    ), classified as (
        select time.*
          from private.classified_time(
               priced_time.contractor_ids, priced_time.week_starts, priced_time.entry_ids_to_bill) as time
    ), hour as ( -- asked for by premiums alone
        select time.time_entry_id, time.assignment_id, time.contractor_id, time.week_start, time.work_date,
               case when coded.time_entry_id is null then rate.bill_rate else coded.bill_rate end as rate,
               (time.regular_hours > 0)::int + (time.overtime_hours > 0)::int + (time.doubletime_hours > 0)::int
                   as parts
          from classified as time
          join day_rate as rate
            on rate.assignment_id = time.assignment_id
           and time.work_date between rate.effective_from and rate.effective_to
          left join coded on coded.time_entry_id = time.time_entry_id
         where v_has_premiums
    ), differential as (
        select hour.*, added.premium_rule_id, added.quantity, added.rate as added_rate,
               hour.parts + row_number() over (partition by hour.time_entry_id order by added.premium_rule_id) as part
          from (select array_agg(asked.time_entry_id) as ids, array_agg(asked.assignment_id) as assignment_ids,
                       array_agg(asked.rate) as rates
                  from hour as asked
                 where asked.rate > 0) as asked -- what bills nothing has no line that a differential could be beside
         cross join lateral private.differentials_of_time(
                        asked.ids, asked.assignment_ids, asked.rates, false) as added
          join hour on hour.time_entry_id = added.time_entry_id
         where v_has_premiums
    )
    select time.time_entry_id, time.contractor_id, time.week_start, time.work_date, class.kind, class.hours, priced.rate,
           class.multiplier, round(class.hours * priced.rate * class.multiplier, 2), class.part::smallint, coded.code,
           null::numeric, null::uuid
      from classified as time
      join week_terms as terms
        on terms.assignment_id = time.assignment_id
       and time.week_start between terms.effective_from and terms.effective_to
      join day_rate as rate
        on rate.assignment_id = time.assignment_id
       and time.work_date between rate.effective_from and rate.effective_to
      left join coded on coded.time_entry_id = time.time_entry_id
     cross join lateral (
           select case when coded.time_entry_id is null then rate.bill_rate else coded.bill_rate end) as priced (rate)
     cross join lateral (values
           ('regular', time.regular_hours, 1, 1),
           ('overtime', time.overtime_hours, terms.overtime_multiplier, 1 + (time.regular_hours > 0)::int),
           ('doubletime', time.doubletime_hours, terms.doubletime_multiplier,
            1 + (time.regular_hours > 0)::int + (time.overtime_hours > 0)::int)
           ) as class (kind, hours, multiplier, part)
     where class.hours > 0
     union all
    select coded.time_entry_id, coded.contractor_id, coded.week_start, coded.work_date, 'code', null, coded.bill_rate, 1.000,
           round(coded.quantity * coded.bill_rate, 2), 1::smallint, coded.code, coded.quantity, null
      from coded
     where not coded.is_worked
       and (coded.time_entry_id = any (priced_time.entry_ids_to_bill)
            or exists (
               select from public.invoice_lines as line
                where line.time_entry_id = coded.time_entry_id and line.part = 1 -- live: by the key alone
               offset 0)) -- see private.classified_time
     union all
    select differential.time_entry_id, differential.contractor_id, differential.week_start, differential.work_date,
           'differential', null, differential.added_rate, 1.000,
           round(differential.quantity * differential.added_rate, 2), differential.part::smallint, null,
           differential.quantity, differential.premium_rule_id
      from differential;
end;
$function$;

CREATE OR REPLACE FUNCTION private.week_plan (
  week_start date,
  facility   uuid
)
  RETURNS TABLE (
    assignment_id       uuid,
    contractor_id       uuid,
    contractor_name     text,
    facility_id         uuid,
    facility_name       text,
    timezone            text,
    department          text,
    title               text,
    start_date          date,
    end_date            date,
    kind                text,
    work_date           date,
    planned_shift_id    uuid,
    starts_at           timestamp with time zone,
    ends_at             timestamp with time zone,
    break_minutes       integer,
    hours               numeric,
    place               text,
    cancelled_at        timestamp with time zone,
    cancelled_for       text,
    reason              text,
    is_within_notice    boolean,
    conflict            text,
    missing_credentials text[]
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
    v_first constant date := week_plan.week_start;
    v_last date;
    v_today constant date := (private.clock()).business_date;
    v_reads_all constant boolean := private.reads_credentials();
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('week_start', week_plan.week_start));
    perform private.require_finite_dates(jsonb_build_object('week_start', week_plan.week_start));
    perform private.require_plausible_days(jsonb_build_object('week_start', week_plan.week_start));
    perform private.require_week_start(week_plan.week_start);
    v_last := v_first + 6;

    return query
    with planned as materialized (
        select shift.*
          from public.planned_shifts as shift
         where shift.work_date between v_first and v_last
    ), placed as materialized (
        select assignment.id, assignment.contractor_id, assignment.facility_id, assignment.department, assignment.title,
               assignment.start_date, assignment.end_date
          from public.assignments as assignment
         where ((assignment.start_date <= v_last and coalesce(assignment.end_date, 'infinity') >= v_first)
                or assignment.id in (
                    select planned.assignment_id from planned where planned.cancelled_at is null))
           and (week_plan.facility is null
                or assignment.facility_id in (
                    select workplace.id
                      from public.facilities as workplace
                     where week_plan.facility in (workplace.id, workplace.bill_to_facility_id)))
    ), away as materialized ( -- hours of leave, and days that are excepted from a guarantee
        select placed.id as assignment_id, entry.work_date, sum(entry.hours) as hours,
               string_agg(distinct code.title, ', ' order by code.title) as why
          from placed
          join public.assignments as own on own.contractor_id = placed.contractor_id
          join public.time_entries as entry
            on entry.assignment_id = own.id and entry.work_date between v_first and v_last
           and entry.set_aside_at is null
          join public.time_codes as code on code.name = entry.code
         where entry.code in (select plan.code from public.leave_plans as plan)
           and exists (select from public.leave_plans)
         group by placed.id, entry.work_date
         union all
        select placed.id, exception.day, sum(exception.hours),
               string_agg(distinct replace(exception.kind, '_', ' '), ', ')
          from placed
          join public.guarantee_exceptions as exception
            on exception.assignment_id = placed.id and exception.day between v_first and v_last
         group by placed.id, exception.day
    ), lacking as materialized (
        select missing.assignment_id, missing.day as work_date,
               array_agg(distinct kind.name order by kind.name) as names
          from (
               select gap.assignment_id, lower(gap.days) + nth as day, gap.credential_kind_id, false as is_of_today
                 from private.credential_gaps(
                          v_first, v_last + 1, -- a shift of the last day may end on the next
                          (select array_agg(placed.id) from placed where week_plan.facility is not null)) as gap
                cross join lateral generate_series(0, upper(gap.days) - lower(gap.days) - 1) as nth
                where exists (select from public.requirements) -- a firm that requires nothing does not look for gaps
                union all
               select known.assignment_id, asked.first + nth, known.credential_kind_id, true
                 from private.required_of_assignments as known
                cross join lateral (
                      select greatest(known.first_day, v_first, v_today + 1) as first,
                             least(known.last_day, v_last + 1) as last) as asked
                cross join lateral generate_series(0, asked.last - asked.first) as nth
                where not v_reads_all
                  and not exists (
                      select from public.credentials as credential
                       where credential.contractor_id = known.contractor_id
                         and credential.credential_kind_id = known.credential_kind_id
                         and v_today between coalesce(credential.issued_on, '-infinity')
                                         and coalesce(credential.expires_on, 'infinity'))
               ) as missing
          join public.credential_kinds as kind on kind.id = missing.credential_kind_id
         where missing.assignment_id in (select placed.id from placed)
           -- On a day to come a confidential kind would say when it expires: most are told what is so today.
           and missing.is_of_today = (kind.is_confidential and missing.day > v_today and not v_reads_all)
         group by missing.assignment_id, missing.day
    ), told as materialized (
        select planned.assignment_id, 'shift' as kind, planned.work_date, planned.id, planned.starts_at,
               planned.ends_at, planned.break_minutes, planned.hours + planned.next_day_hours as hours,
               null::text as place, planned.cancelled_at, planned.cancelled_for, planned.reason,
               planned.is_within_notice, planned.cancelled_at is null and planned.next_day_hours > 0 as ends_next_day,
               case
                   when planned.cancelled_at is not null then null
                   when planned.work_date < placed.start_date
                        or planned.work_date + case when planned.next_day_hours > 0 then 1 else 0 end > placed.end_date
                       then 'outside_assignment'
                   when exists (
                       select from away
                        where away.assignment_id = placed.id and away.work_date = planned.work_date) then 'away'
               end as conflict
          from placed
          join planned on planned.assignment_id = placed.id
         union all
        select placed.id, 'elsewhere', planned.work_date, planned.id, planned.starts_at, planned.ends_at,
               planned.break_minutes, planned.hours + planned.next_day_hours, other.name, null, null, null, false,
               false, null
          from placed
          join planned
            on planned.contractor_id = placed.contractor_id
           and planned.assignment_id <> placed.id
           and planned.cancelled_at is null
          join public.assignments as there on there.id = planned.assignment_id
          join public.facilities as other on other.id = there.facility_id
         union all
        select away.assignment_id, 'away', away.work_date, null, null, null, null, away.hours, away.why, null, null,
               null, false, false, null
          from away
    ), of_days as (
        select told.* from told
         union all
        select lacking.assignment_id, null, lacking.work_date, null::uuid, null::timestamptz,
               null::timestamptz, null::int, null::numeric, null, null::timestamptz, null, null, false, false, null
          from lacking
         where lacking.work_date <= v_last
           and not exists (
               select from told
                where told.assignment_id = lacking.assignment_id and told.work_date = lacking.work_date)
    )
    select placed.id, placed.contractor_id, contractor.first_name || ' ' || contractor.last_name,
           facility.id, facility.name, coalesce(facility.timezone, private.operating_timezone()), placed.department,
           placed.title, placed.start_date, placed.end_date, of_days.kind, of_days.work_date, of_days.id,
           of_days.starts_at, of_days.ends_at, of_days.break_minutes, of_days.hours, of_days.place,
           of_days.cancelled_at, of_days.cancelled_for, of_days.reason, of_days.is_within_notice, of_days.conflict,
           case
               when next_day.names is null then of_day.names
               else array(select distinct name from unnest(of_day.names || next_day.names) as name order by name)
           end
      from placed
      join public.contractors as contractor on contractor.id = placed.contractor_id
      join public.facilities as facility on facility.id = placed.facility_id
      left join of_days on of_days.assignment_id = placed.id
      left join lacking as of_day
        on of_day.assignment_id = of_days.assignment_id and of_day.work_date = of_days.work_date
      left join lacking as next_day
        on next_day.assignment_id = of_days.assignment_id and next_day.work_date = of_days.work_date + 1
       and of_days.ends_next_day
     order by contractor.first_name || ' ' || contractor.last_name, placed.id, of_days.work_date, of_days.starts_at,
              of_days.kind, of_days.id, of_days.place;
end;
$function$;

CREATE OR REPLACE FUNCTION public.version()
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select '1.0.2';
$function$;

CREATE INDEX credentials_by_contractor_and_kind ON public.credentials USING btree (contractor_id, credential_kind_id)
  WHERE (contractor_id IS NOT NULL);

COMMENT ON FUNCTION "private"."credential_gaps"(date, date, uuid[]) IS 'Days of assignments, from one day to another, on which a credential is required and none of the contractor''s is good.

assignment_ids: which; null for all.';

COMMENT ON FUNCTION "private"."import_cells"(text, jsonb) IS 'The cells of a file that have a text, without blanks around it, and those that must have one; and in words what is wrong
with each by itself.';

REVOKE ALL ON FUNCTION "private"."credential_gaps"(date, date, uuid[]) FROM PUBLIC;

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
