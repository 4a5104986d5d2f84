-- Every row of these tables that is inserted, updated or deleted is in the audit log, by whatever key, connection or
-- procedure; so none of them is truncated. Listed here once, since all are watched alike.
do $$
declare
    v_table text;
begin
    foreach v_table in array array[
        'organization_settings', 'holidays',
        'staff_members', 'contractors', 'facilities', 'facility_contacts', 'facility_interest_terms', 'purchase_orders',
        'overtime_rules', 'minimum_wages', 'mileage_rates', 'assignments', 'assignment_rates', 'assignment_bill_terms',
        'assignment_stipends', 'rate_hits',
        'time_codes', 'assignment_code_rates', 'facility_code_rates', 'guarantees', 'guarantee_exceptions',
        'holiday_calendars', 'holiday_calendar_days', 'premium_rules', 'leave_plans', 'leave_plan_terms',
        'checks', 'check_reconciliations', 'check_reconciliation_lines',
        'pay_groups', 'payroll_periods', 'payroll_adjustments', 'earning_codes', 'payroll_profiles', 'journal_accounts',
        'book_closings', 'facility_reminders',
        'facility_fees', 'sales_taxes', 'facility_taxes', 'burden_rates', 'assignment_recruiters', 'recruiter_commissions',
        'webhooks', 'recovery_arrangements', 'overpayment_settlements', 'break_premiums', 'client_time',
        'import_mappings', 'retention', 'approval_policies', 'approvals', 'closed_areas',
        'credential_kinds', 'credentials', 'requirements']
    loop
        execute format(
            $triggers$
            create trigger inserts_are_logged
                after insert on public.%1$I referencing new table as new_rows
                for each statement execute function private.log_changes(%2$s);
            create trigger updates_are_logged
                after update on public.%1$I referencing old table as old_rows new table as new_rows
                for each statement execute function private.log_changes(%2$s);
            create trigger deletes_are_logged
                after delete on public.%1$I referencing old table as old_rows
                for each statement execute function private.log_changes(%2$s);
            create trigger is_not_truncated
                before truncate on public.%1$I
                for each statement execute function private.refuse_write(
                    'truncate_refused', 'A table whose changes are in the audit log is not truncated.',
                    'Delete its rows, so that the log has each one.');
            $triggers$,
            v_table,
            case when v_table = 'organization_settings' then '''singleton'''
                 when v_table in ('overtime_rules', 'time_codes', 'import_mappings') then '''name'''
                 when v_table = 'assignment_code_rates' then '''assignment_id'', ''code'', ''effective_from'''
                 when v_table = 'facility_code_rates' then '''facility_id'', ''code'', ''effective_from'''
                 when v_table = 'holiday_calendar_days' then '''calendar_id'', ''day'''
                 when v_table = 'leave_plan_terms' then '''leave_plan_id'', ''effective_from'''
                 when v_table = 'minimum_wages' then '''jurisdiction'', ''effective_from'''
                 when v_table = 'assignment_recruiters' then '''assignment_id'', ''effective_from'', ''staff_member_id'''
                 when v_table = 'recruiter_commissions' then '''staff_member_id'''
                 when v_table = 'approval_policies' then '''kind'''
                 when v_table = 'mileage_rates' then '''effective_from'''
                 when v_table = 'holidays' then '''day'''
                 when v_table = 'closed_areas' then '''area'''
                 when v_table = 'journal_accounts' then '''account'''
                 when v_table = 'retention' then '''kind'''
                 when v_table in ('assignment_rates', 'assignment_bill_terms') then '''assignment_id'', ''effective_from'''
                 when v_table = 'earning_codes' then '''employment'', ''earning'''
                 else '''id''' end);
    end loop;
end;
$$;
