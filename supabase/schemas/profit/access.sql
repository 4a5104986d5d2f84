-- Staff read burdens and who shares an assignment; payroll writes burdens, admins the rest. Commissions admins alone
-- read: a recruiter sees the own one in what gross_profit answers.

-- burden_rates

revoke all on public.burden_rates from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.burden_rates to service_role;
grant select on public.burden_rates to authenticated;
grant insert (employment_type, state, effective_from, rate),
      update (employment_type, state, effective_from, rate), delete
    on public.burden_rates to authenticated;

create policy staff_read on public.burden_rates for select to authenticated
    using ((select private.is_staff()));
create policy payroll_adds on public.burden_rates for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.burden_rates for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.burden_rates for delete to authenticated
    using ((select private.has_role('payroll')));
create trigger only_payroll_writes before insert or update or delete on public.burden_rates
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('payroll');

-- assignment_recruiters

revoke all on public.assignment_recruiters from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.assignment_recruiters to service_role;
grant select on public.assignment_recruiters to authenticated;
grant insert (assignment_id, staff_member_id, share, effective_from),
      update (assignment_id, staff_member_id, share, effective_from), delete
    on public.assignment_recruiters to authenticated;

create policy staff_read on public.assignment_recruiters for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.assignment_recruiters for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.assignment_recruiters for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.assignment_recruiters for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.assignment_recruiters
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- recruiter_commissions

revoke all on public.recruiter_commissions from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.recruiter_commissions to service_role;
grant select on public.recruiter_commissions to authenticated;
grant insert (staff_member_id, rate), update (staff_member_id, rate), delete
    on public.recruiter_commissions to authenticated;

create policy admins_read on public.recruiter_commissions for select to authenticated
    using ((select private.has_role('admin')));
create policy admins_add on public.recruiter_commissions for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.recruiter_commissions for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.recruiter_commissions for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.recruiter_commissions
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');
