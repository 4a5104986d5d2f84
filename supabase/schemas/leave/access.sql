-- Admins write plans and their terms; staff read them. The ledger is written by procedures alone, and payroll reads it;
-- contractors read my_leave.

-- leave_plans

revoke all on public.leave_plans from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.leave_plans to service_role;
grant select on public.leave_plans to authenticated;
grant insert (name, state, code, hours_counted, in_use_from, paid_out, may_go_below_zero),
      update (name, state, code, hours_counted, in_use_from, paid_out, may_go_below_zero), delete
    on public.leave_plans to authenticated;

create policy staff_read on public.leave_plans for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.leave_plans for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.leave_plans for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.leave_plans for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.leave_plans
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- leave_plan_terms

revoke all on public.leave_plan_terms from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.leave_plan_terms to service_role;
grant select on public.leave_plan_terms to authenticated;
grant insert (leave_plan_id, effective_from, hours_per_hour_accrued, year_accrual_cap, balance_cap, year_use_cap,
              carry_over_hours, carried_hours_count, waiting_days, waiting_hours, reinstated_within_months, pay_basis,
              average_days, source, note),
      update (effective_from, hours_per_hour_accrued, year_accrual_cap, balance_cap, year_use_cap, carry_over_hours,
              carried_hours_count, waiting_days, waiting_hours, reinstated_within_months, pay_basis, average_days,
              source, note), delete
    on public.leave_plan_terms to authenticated;

create policy staff_read on public.leave_plan_terms for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.leave_plan_terms for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.leave_plan_terms for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.leave_plan_terms for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.leave_plan_terms
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- leave_ledger: by procedures alone

revoke all on public.leave_ledger from public, anon, authenticated, service_role;
grant select on public.leave_ledger to service_role;
grant select on public.leave_ledger to authenticated;

create policy payroll_reads on public.leave_ledger for select to authenticated
    using ((select private.has_role('payroll')));
