-- Active staff read everything except payroll tables (payroll) and the audit log (admin), and write what
-- their role owns. What is not granted here goes through a procedure, or to nobody.
-- Every (select …) is asked once a statement, not once a row.

do $$
declare
    v_table text;
begin
    foreach v_table in array array[
        'organization_settings', 'staff_members', 'candidates', 'assignments', 'assignment_rates',
        'assignment_stipends', 'rate_hits', 'facility_interest_terms', 'checks', 'check_reconciliations',
        'check_reconciliation_lines', 'payments', 'facility_credits', 'contract_renewals',
        'contract_alerts', 'billing_runs', 'job_runs']
    loop
        execute format('grant select on public.%I to authenticated', v_table);
        execute format(
            'create policy staff_read on public.%I for select to authenticated using ((select private.is_staff()))',
            v_table);
    end loop;

    foreach v_table in array array[
        'payroll_periods', 'payroll_batches', 'payroll_items', 'payroll_item_lines', 'payroll_adjustments']
    loop
        execute format('grant select on public.%I to authenticated', v_table);
        execute format(
            'create policy payroll_reads on public.%I for select to authenticated'
            ' using ((select private.has_role(''payroll'')))', v_table);
    end loop;
end;
$$;

grant select on public.audit_log to authenticated;
create policy admins_read on public.audit_log for select to authenticated
    using ((select private.has_role('admin')));

-- Admin: staff and settings.

grant update (operating_timezone, workweek_starts_on, invoice_number_prefix, require_second_approver)
    on public.organization_settings to authenticated;
create policy admins_change on public.organization_settings for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));

grant insert (user_id, roles, is_active), update (user_id, roles, is_active), delete
    on public.staff_members to authenticated;
create policy admins_add on public.staff_members for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.staff_members for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.staff_members for delete to authenticated
    using ((select private.has_role('admin')));

-- Recruiting: candidates until they are hired (hire_candidate does that), renewals, the end of assignments.

grant insert (first_name, last_name, email, phone, specialty, status),
      update (first_name, last_name, email, phone, specialty, status), delete
    on public.candidates to authenticated;
create policy recruiting_adds on public.candidates for insert to authenticated
    with check ((select private.has_role('recruiting')) and status <> 'hired');
create policy recruiting_changes on public.candidates for update to authenticated
    using ((select private.has_role('recruiting')) and status <> 'hired')
    with check ((select private.has_role('recruiting')) and status <> 'hired');
create policy recruiting_removes on public.candidates for delete to authenticated
    using ((select private.has_role('recruiting')) and status <> 'hired');

grant update (end_date) on public.assignments to authenticated;
create policy recruiting_ends on public.assignments for update to authenticated
    using ((select private.has_role('recruiting')))
    with check ((select private.has_role('recruiting')));

grant insert (assignment_id, renewal_date), update (renewal_date, status), delete
    on public.contract_renewals to authenticated;
create policy recruiting_adds on public.contract_renewals for insert to authenticated
    with check ((select private.has_role('recruiting')) and status = 'upcoming');
create policy recruiting_changes on public.contract_renewals for update to authenticated
    using ((select private.has_role('recruiting')))
    with check ((select private.has_role('recruiting')));
create policy recruiting_removes on public.contract_renewals for delete to authenticated
    using ((select private.has_role('recruiting')) and status = 'upcoming');

-- Those of a decided renewal say when it was decided.
grant update (acknowledged_at) on public.contract_alerts to authenticated;
create policy recruiting_acknowledges on public.contract_alerts for update to authenticated
    using ((select private.has_role('recruiting')) and exists (
        select from public.contract_renewals as renewal
         where renewal.id = contract_renewal_id and renewal.status = 'upcoming'))
    with check ((select private.has_role('recruiting')));

-- Billing: what facilities owe for being late, money received and not yet reconciled.

grant insert (facility_id, effective_from, annual_rate, day_count, compounding, rate_basis, grace_days,
              accrue_from, fixed_fee, waive_below, maximum_days, maximum_fraction),
      update (effective_from, annual_rate, day_count, compounding, rate_basis, grace_days,
              accrue_from, fixed_fee, waive_below, maximum_days, maximum_fraction), delete
    on public.facility_interest_terms to authenticated;
create policy billing_adds on public.facility_interest_terms for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facility_interest_terms for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_interest_terms for delete to authenticated
    using ((select private.has_role('billing')));

grant insert (facility_id, check_number, method, amount, received_on),
      update (facility_id, check_number, method, amount, received_on), delete
    on public.checks to authenticated;
create policy billing_adds on public.checks for insert to authenticated
    with check ((select private.has_role('billing')) and status = 'received');
create policy billing_changes on public.checks for update to authenticated
    using ((select private.has_role('billing')) and status = 'received')
    with check ((select private.has_role('billing')) and status = 'received');
create policy billing_removes on public.checks for delete to authenticated
    using ((select private.has_role('billing')) and status = 'received');

grant insert (check_id, facility_credit_id), update (check_id, facility_credit_id), delete
    on public.check_reconciliations to authenticated;
create policy billing_adds on public.check_reconciliations for insert to authenticated
    with check ((select private.has_role('billing')) and status = 'proposed');
create policy billing_changes on public.check_reconciliations for update to authenticated
    using ((select private.has_role('billing')) and status = 'proposed')
    with check ((select private.has_role('billing')) and status = 'proposed');
create policy billing_removes on public.check_reconciliations for delete to authenticated
    using ((select private.has_role('billing')) and status = 'proposed');

grant insert (check_reconciliation_id, invoice_id, component, amount),
      update (invoice_id, component, amount), delete
    on public.check_reconciliation_lines to authenticated;
create policy billing_adds on public.check_reconciliation_lines for insert to authenticated
    with check ((select private.has_role('billing')) and exists (
        select from public.check_reconciliations as reconciliation
         where reconciliation.id = check_reconciliation_id and reconciliation.status = 'proposed'));
create policy billing_changes on public.check_reconciliation_lines for update to authenticated
    using ((select private.has_role('billing')) and exists (
        select from public.check_reconciliations as reconciliation
         where reconciliation.id = check_reconciliation_id and reconciliation.status = 'proposed'))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.check_reconciliation_lines for delete to authenticated
    using ((select private.has_role('billing')) and exists (
        select from public.check_reconciliations as reconciliation
         where reconciliation.id = check_reconciliation_id and reconciliation.status = 'proposed'));

-- Billing and payroll: rate hits until apply_rate_hit applies them.

grant insert (assignment_id, effective_on, bill_rate_change, pay_rate_change, reason),
      update (effective_on, bill_rate_change, pay_rate_change, reason, status), delete
    on public.rate_hits to authenticated;
create policy billing_and_payroll_add on public.rate_hits for insert to authenticated
    with check ((select private.has_role('billing', 'payroll')) and status = 'pending');
create policy billing_and_payroll_change on public.rate_hits for update to authenticated
    using ((select private.has_role('billing', 'payroll')) and status = 'pending')
    with check ((select private.has_role('billing', 'payroll')) and status in ('pending', 'cancelled'));
create policy billing_and_payroll_remove on public.rate_hits for delete to authenticated
    using ((select private.has_role('billing', 'payroll')) and status = 'pending');

-- Payroll: periods until they close, stipends, adjustments.

grant insert (period_start, period_end, pay_date), update (period_start, period_end, pay_date), delete
    on public.payroll_periods to authenticated;
create policy payroll_adds on public.payroll_periods for insert to authenticated
    with check ((select private.has_role('payroll')) and status = 'open');
create policy payroll_changes on public.payroll_periods for update to authenticated
    using ((select private.has_role('payroll')) and status = 'open')
    with check ((select private.has_role('payroll')) and status = 'open');
create policy payroll_removes on public.payroll_periods for delete to authenticated
    using ((select private.has_role('payroll')) and status = 'open');

grant insert (assignment_id, weekly_amount, kind, effective_from, effective_to),
      update (weekly_amount, kind, effective_from, effective_to), delete
    on public.assignment_stipends to authenticated;
create policy payroll_adds on public.assignment_stipends for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.assignment_stipends for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.assignment_stipends for delete to authenticated
    using ((select private.has_role('payroll')));

grant insert (contractor_id, payable_on, kind, amount, in_regular_rate, reason, approved_at),
      update (payable_on, kind, amount, in_regular_rate, reason, approved_at), delete
    on public.payroll_adjustments to authenticated;
create policy payroll_adds on public.payroll_adjustments for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.payroll_adjustments for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.payroll_adjustments for delete to authenticated
    using ((select private.has_role('payroll')));
