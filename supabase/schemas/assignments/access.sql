-- Staff read them; contractors, who must not see bill rates, have no policy here and read my_assignments and
-- my_pay_rates. Recruiting ends an assignment, says why it goes on without credentials and corrects its overtime rule, recruiting and billing say which department,
-- cost centre, order and requisition it is for and under which title, billing and payroll enter rate hits, payroll writes stipends, billing writes bill terms.
-- Admins write overtime rules, codes of time
-- and minimum wages; billing and payroll what a code bills and pays at an assignment or a facility, and what is guaranteed;
-- with recruiting, exceptions from that.

-- assignments

revoke all on public.assignments from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.assignments to service_role;
grant select on public.assignments to authenticated;
grant update (end_date, overtime_rule, overtime_rule_reason, department, cost_centre, purchase_order_id, title, requisition,
              missing_credentials_reason)
    on public.assignments to authenticated;

create policy staff_read on public.assignments for select to authenticated
    using ((select private.is_staff()));
-- The triggers say who writes which column.
create policy recruiting_and_billing_change on public.assignments for update to authenticated
    using ((select private.has_role('recruiting', 'billing')))
    with check ((select private.has_role('recruiting', 'billing')));
create trigger only_recruiting_and_billing_write before update on public.assignments
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting', 'billing');
create trigger only_recruiting_ends_them
    before update of end_date, overtime_rule, overtime_rule_reason, missing_credentials_reason on public.assignments
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting');

-- rate_hits

revoke all on public.rate_hits from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.rate_hits to service_role;
grant select on public.rate_hits to authenticated;
grant insert (assignment_id, effective_on, bill_rate_change, pay_rate_change, reason, codes, codes_move_by),
      update (effective_on, bill_rate_change, pay_rate_change, reason, status, codes, codes_move_by), delete
    on public.rate_hits to authenticated;

create policy staff_read on public.rate_hits for select to authenticated
    using ((select private.is_staff()));
-- Under two people recruiting proposes them, too.
create policy billing_and_payroll_add on public.rate_hits for insert to authenticated
    with check ((select private.proposes_rates()) and status = 'pending');
create policy billing_and_payroll_change on public.rate_hits for update to authenticated
    using ((select private.proposes_rates()))
    with check ((select private.proposes_rates()) and case
        when status is distinct from 'applied' then true
        else private.refuse_row('Setting the status of a rate hit does not apply it.', 'Apply the rate hit instead of setting its status.')
    end);
create policy billing_and_payroll_remove on public.rate_hits for delete to authenticated
    using ((select private.proposes_rates()));
create trigger only_billing_and_payroll_write before insert or update or delete on public.rate_hits
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing', 'payroll', 'proposer');
create trigger decided_rate_hits_are_kept before update or delete on public.rate_hits
    for each row when (current_user = 'authenticated' and old.status <> 'pending')
    execute function private.refuse_write(
        'rate_hit_not_pending', 'The rate hit of {effective_on} is {status|applied or cancelled}, and stays as it is.',
        'Enter another rate hit. To take an applied one back, give it the opposite changes.');

-- assignment_rates

revoke all on public.assignment_rates from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.assignment_rates to service_role;
grant select on public.assignment_rates to authenticated;

create policy staff_read on public.assignment_rates for select to authenticated
    using ((select private.is_staff()));

-- assignment_stipends

revoke all on public.assignment_stipends from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.assignment_stipends to service_role;
grant select on public.assignment_stipends to authenticated;
grant insert (assignment_id, weekly_amount, daily_amount, shift_amount, kind, effective_from, effective_to,
              reimbursement_reason),
      update (weekly_amount, daily_amount, shift_amount, kind, effective_from, effective_to, reimbursement_reason), delete
    on public.assignment_stipends to authenticated;

create policy staff_read on public.assignment_stipends for select to authenticated
    using ((select private.is_staff()));
create policy payroll_adds on public.assignment_stipends for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.assignment_stipends for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.assignment_stipends for delete to authenticated
    using ((select private.has_role('payroll')));
create trigger only_payroll_writes before insert or update or delete on public.assignment_stipends
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('payroll');

-- state_rules

revoke all on public.state_rules from public, anon, authenticated, service_role;
grant select on public.state_rules to authenticated, service_role;

create policy staff_read on public.state_rules for select to authenticated
    using ((select private.is_staff()));

-- minimum_wages

revoke all on public.minimum_wages from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.minimum_wages to service_role;
grant select on public.minimum_wages to authenticated;
grant insert (jurisdiction, effective_from, amount, source), update (jurisdiction, effective_from, amount, source), delete
    on public.minimum_wages to authenticated;

create policy staff_read on public.minimum_wages for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.minimum_wages for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.minimum_wages for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.minimum_wages for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.minimum_wages
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- mileage_rates

revoke all on public.mileage_rates from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.mileage_rates to service_role;
grant select on public.mileage_rates to authenticated;
grant insert (effective_from, amount, source), update (effective_from, amount, source), delete
    on public.mileage_rates to authenticated;

create policy staff_read on public.mileage_rates for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.mileage_rates for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.mileage_rates for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.mileage_rates for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.mileage_rates
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- overtime_rules

revoke all on public.overtime_rules from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.overtime_rules to service_role;
grant select on public.overtime_rules to authenticated;
grant insert (name, title, daily_overtime_after, daily_doubletime_after, weekly_overtime_after, seventh_day,
              whole_seventh_day, consecutive_overtime_after, asks_for, source),
      update (name, title, daily_overtime_after, daily_doubletime_after, weekly_overtime_after, seventh_day,
              whole_seventh_day, consecutive_overtime_after, asks_for, source), delete
    on public.overtime_rules to authenticated;

create policy staff_read on public.overtime_rules for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.overtime_rules for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.overtime_rules for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.overtime_rules for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.overtime_rules
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- assignment_bill_terms

revoke all on public.assignment_bill_terms from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.assignment_bill_terms to service_role;
grant select on public.assignment_bill_terms to authenticated;
grant insert (assignment_id, effective_from, overtime_rule, scope, overtime_multiplier, doubletime_multiplier),
      update (effective_from, overtime_rule, scope, overtime_multiplier, doubletime_multiplier), delete
    on public.assignment_bill_terms to authenticated;

create policy staff_read on public.assignment_bill_terms for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.assignment_bill_terms for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.assignment_bill_terms for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.assignment_bill_terms for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.assignment_bill_terms
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

-- time_codes

revoke all on public.time_codes from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.time_codes to service_role;
grant select on public.time_codes to authenticated;
grant insert (name, title, unit, is_worked, pay_multiplier, pay_amount, bill_multiplier, bill_amount, is_reimbursement,
              in_regular_rate, premium_is_creditable, entered_by, earning_code, revenue_account, pay_account,
              regular_rate_section),
      update (name, title, unit, is_worked, pay_multiplier, pay_amount, bill_multiplier, bill_amount, is_reimbursement,
              in_regular_rate, premium_is_creditable, entered_by, earning_code, revenue_account, pay_account,
              regular_rate_section), delete
    on public.time_codes to authenticated;

create policy staff_read on public.time_codes for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.time_codes for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.time_codes for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.time_codes for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.time_codes
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- assignment_code_rates

revoke all on public.assignment_code_rates from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.assignment_code_rates to service_role;
grant select on public.assignment_code_rates to authenticated;
grant insert (assignment_id, code, effective_from, bill_rate, pay_rate, reason),
      update (effective_from, bill_rate, pay_rate, reason), delete
    on public.assignment_code_rates to authenticated;

create policy staff_read on public.assignment_code_rates for select to authenticated
    using ((select private.is_staff()));
create policy billing_and_payroll_add on public.assignment_code_rates for insert to authenticated
    with check ((select private.has_role('billing', 'payroll')));
create policy billing_and_payroll_change on public.assignment_code_rates for update to authenticated
    using ((select private.has_role('billing', 'payroll')))
    with check ((select private.has_role('billing', 'payroll')));
create policy billing_and_payroll_remove on public.assignment_code_rates for delete to authenticated
    using ((select private.has_role('billing', 'payroll')));
create trigger only_billing_and_payroll_write before insert or update or delete on public.assignment_code_rates
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing', 'payroll');

-- facility_code_rates

revoke all on public.facility_code_rates from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_code_rates to service_role;
grant select on public.facility_code_rates to authenticated;
grant insert (facility_id, code, effective_from, bill_rate, pay_rate, reason),
      update (effective_from, bill_rate, pay_rate, reason), delete
    on public.facility_code_rates to authenticated;

create policy staff_read on public.facility_code_rates for select to authenticated
    using ((select private.is_staff()));
create policy billing_and_payroll_add on public.facility_code_rates for insert to authenticated
    with check ((select private.has_role('billing', 'payroll')));
create policy billing_and_payroll_change on public.facility_code_rates for update to authenticated
    using ((select private.has_role('billing', 'payroll')))
    with check ((select private.has_role('billing', 'payroll')));
create policy billing_and_payroll_remove on public.facility_code_rates for delete to authenticated
    using ((select private.has_role('billing', 'payroll')));
create trigger only_billing_and_payroll_write before insert or update or delete on public.facility_code_rates
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing', 'payroll');

-- guarantees

revoke all on public.guarantees from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.guarantees to service_role;
grant select on public.guarantees to authenticated;
grant insert (assignment_id, code, pay_hours, bill_hours, effective_from, effective_to),
      update (code, pay_hours, bill_hours, effective_from, effective_to), delete
    on public.guarantees to authenticated;

create policy staff_read on public.guarantees for select to authenticated
    using ((select private.is_staff()));
create policy billing_and_payroll_add on public.guarantees for insert to authenticated
    with check ((select private.has_role('billing', 'payroll')));
create policy billing_and_payroll_change on public.guarantees for update to authenticated
    using ((select private.has_role('billing', 'payroll')))
    with check ((select private.has_role('billing', 'payroll')));
create policy billing_and_payroll_remove on public.guarantees for delete to authenticated
    using ((select private.has_role('billing', 'payroll')));
create trigger only_billing_and_payroll_write before insert or update or delete on public.guarantees
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing', 'payroll');

-- guarantee_exceptions

revoke all on public.guarantee_exceptions from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.guarantee_exceptions to service_role;
grant select on public.guarantee_exceptions to authenticated;
grant insert (assignment_id, day, hours, kind), update (day, hours, kind), delete
    on public.guarantee_exceptions to authenticated;

create policy staff_read on public.guarantee_exceptions for select to authenticated
    using ((select private.is_staff()));
create policy billing_payroll_and_recruiting_add on public.guarantee_exceptions for insert to authenticated
    with check ((select private.has_role('billing', 'payroll', 'recruiting')));
create policy billing_payroll_and_recruiting_change on public.guarantee_exceptions for update to authenticated
    using ((select private.has_role('billing', 'payroll', 'recruiting')))
    with check ((select private.has_role('billing', 'payroll', 'recruiting')));
create policy billing_payroll_and_recruiting_remove on public.guarantee_exceptions for delete to authenticated
    using ((select private.has_role('billing', 'payroll', 'recruiting')));
create trigger only_billing_payroll_and_recruiting_write
    before insert or update or delete on public.guarantee_exceptions
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing', 'payroll', 'recruiting');

-- holiday_calendars

revoke all on public.holiday_calendars from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.holiday_calendars to service_role;
grant select on public.holiday_calendars to authenticated;
grant insert (title, facility_id), update (title), delete on public.holiday_calendars to authenticated;

create policy staff_read on public.holiday_calendars for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.holiday_calendars for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.holiday_calendars for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.holiday_calendars for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.holiday_calendars
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- holiday_calendar_days

revoke all on public.holiday_calendar_days from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.holiday_calendar_days to service_role;
grant select on public.holiday_calendar_days to authenticated;
grant insert (calendar_id, day, name), update (day, name), delete on public.holiday_calendar_days to authenticated;

create policy staff_read on public.holiday_calendar_days for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.holiday_calendar_days for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.holiday_calendar_days for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.holiday_calendar_days for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.holiday_calendar_days
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- premium_rules

revoke all on public.premium_rules from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.premium_rules to service_role;
grant select on public.premium_rules to authenticated;
grant insert (title, facility_id, assignment_id, effective_from, effective_to, days_of_week, from_time, to_time,
              holiday_calendar_id, pay_multiplier, pay_amount, bill_multiplier, bill_amount, combines, codes,
              is_creditable),
      update (title, effective_from, effective_to, days_of_week, from_time, to_time, holiday_calendar_id,
              pay_multiplier, pay_amount, bill_multiplier, bill_amount, combines, codes, is_creditable), delete
    on public.premium_rules to authenticated;

create policy staff_read on public.premium_rules for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.premium_rules for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.premium_rules for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.premium_rules for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.premium_rules
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');
