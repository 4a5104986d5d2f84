-- Payroll alone reads. It writes periods until they close, adjustments, and the codes of earnings; batches and what was
-- handed over of them are written by procedures alone, the secret key neither.

-- pay_groups

revoke all on public.pay_groups from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.pay_groups to service_role;
grant select on public.pay_groups to authenticated;
grant insert (name, weeks, first_day, pay_day_offset), update (name, weeks, first_day, pay_day_offset), delete
    on public.pay_groups to authenticated;

create policy staff_read on public.pay_groups for select to authenticated
    using ((select private.is_staff()));
create policy payroll_adds on public.pay_groups for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.pay_groups for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.pay_groups for delete to authenticated
    using ((select private.has_role('payroll')));
create trigger only_payroll_writes before insert or update or delete on public.pay_groups
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('payroll');
create trigger the_default_pay_group_stays before delete on public.pay_groups
    for each row when (old.is_default)
    execute function private.refuse_write(
        'pay_group_is_default', 'The pay group {name} is that of whoever says none.',
        'Leave it. Move people to another group instead.');
create constraint trigger one_pay_group_stays_the_default
    after update on public.pay_groups deferrable initially deferred
    for each row when (old.is_default and not new.is_default)
    execute function private.require_default_pay_group();

-- payroll_periods

revoke all on public.payroll_periods from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.payroll_periods to service_role;
grant select on public.payroll_periods to authenticated;
grant insert (period_start, period_end, pay_date, pay_group_id),
      update (period_start, period_end, pay_date, pay_group_id),
      delete
    on public.payroll_periods to authenticated;

create policy payroll_reads on public.payroll_periods for select to authenticated
    using ((select private.has_role('payroll')));
create policy payroll_adds on public.payroll_periods for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.payroll_periods for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.payroll_periods for delete to authenticated
    using ((select private.has_role('payroll')));
create trigger only_payroll_writes before insert or update or delete on public.payroll_periods
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('payroll');
create trigger closed_periods_are_kept before update or delete on public.payroll_periods
    for each row when (current_user = 'authenticated' and old.status = 'closed')
    execute function private.refuse_write(
        'payroll_period_closed', 'The payroll period of {period_start} to {period_end} is closed and does not change.',
        'Prepare a later period. It pays what came late.');

-- payroll_batches

revoke all on public.payroll_batches from public, anon, authenticated, service_role;
grant select on public.payroll_batches to service_role;
grant select on public.payroll_batches to authenticated;

create policy payroll_reads on public.payroll_batches for select to authenticated
    using ((select private.has_role('payroll')));

-- payroll_items

revoke all on public.payroll_items from public, anon, authenticated, service_role;
grant select on public.payroll_items to service_role;
grant select on public.payroll_items to authenticated;

create policy payroll_reads on public.payroll_items for select to authenticated
    using ((select private.has_role('payroll')));

-- payroll_adjustments

revoke all on public.payroll_adjustments from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.payroll_adjustments to service_role;
grant select on public.payroll_adjustments to authenticated;
grant insert (contractor_id, payable_on, kind, amount, in_regular_rate, reason, approved_at, is_flat_sum, earned_from,
              earned_to),
      update (payable_on, kind, amount, in_regular_rate, reason, approved_at, is_flat_sum, earned_from, earned_to), delete
    on public.payroll_adjustments to authenticated;

create policy payroll_reads on public.payroll_adjustments for select to authenticated
    using ((select private.has_role('payroll')));
create policy payroll_adds on public.payroll_adjustments for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.payroll_adjustments for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.payroll_adjustments for delete to authenticated
    using ((select private.has_role('payroll')));
create trigger only_payroll_writes before insert or update or delete on public.payroll_adjustments
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('payroll');

-- payroll_item_lines

revoke all on public.payroll_item_lines from public, anon, authenticated, service_role;
grant select on public.payroll_item_lines to service_role;
grant select on public.payroll_item_lines to authenticated;

create policy payroll_reads on public.payroll_item_lines for select to authenticated
    using ((select private.has_role('payroll')));

-- earning_codes

revoke all on public.earning_codes from public, anon, authenticated, service_role;
grant select on public.earning_codes to service_role;
grant update (code) on public.earning_codes to service_role;
grant select on public.earning_codes to authenticated;
grant update (code) on public.earning_codes to authenticated;

create policy payroll_reads on public.earning_codes for select to authenticated
    using ((select private.has_role('payroll')));
create policy payroll_changes on public.earning_codes for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create trigger only_payroll_writes before update on public.earning_codes
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('payroll');

-- payroll_handovers

revoke all on public.payroll_handovers from public, anon, authenticated, service_role;
grant select on public.payroll_handovers to service_role;
grant select on public.payroll_handovers to authenticated;

create policy payroll_reads on public.payroll_handovers for select to authenticated
    using ((select private.has_role('payroll')));

-- payroll_profiles

revoke all on public.payroll_profiles from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.payroll_profiles to service_role;
grant select on public.payroll_profiles to authenticated;
grant insert (name, kind, settings), update (name, kind, settings), delete on public.payroll_profiles to authenticated;

create policy payroll_reads on public.payroll_profiles for select to authenticated
    using ((select private.has_role('payroll')));
create policy payroll_adds on public.payroll_profiles for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.payroll_profiles for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.payroll_profiles for delete to authenticated
    using ((select private.has_role('payroll')));
create trigger only_payroll_writes before insert or update or delete on public.payroll_profiles
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('payroll');

-- recovery_arrangements, overpayment_settlements: by procedures alone

revoke all on public.recovery_arrangements from public, anon, authenticated, service_role;
grant select on public.recovery_arrangements to service_role;
grant select on public.recovery_arrangements to authenticated;

create policy payroll_reads on public.recovery_arrangements for select to authenticated
    using ((select private.has_role('payroll')));

revoke all on public.overpayment_settlements from public, anon, authenticated, service_role;
grant select on public.overpayment_settlements to service_role;
grant select on public.overpayment_settlements to authenticated;

create policy payroll_reads on public.overpayment_settlements for select to authenticated
    using ((select private.has_role('payroll')));

-- break_premiums: by procedures alone

revoke all on public.break_premiums from public, anon, authenticated, service_role;
grant select on public.break_premiums to service_role;
grant select on public.break_premiums to authenticated;

create policy payroll_reads on public.break_premiums for select to authenticated
    using ((select private.has_role('payroll')));

-- due_marks, draft_marks

revoke all on private.due_marks from public, anon, authenticated, service_role;
revoke all on private.draft_marks from public, anon, authenticated, service_role;
revoke all on sequence private.due_marks_id_seq from public, anon, authenticated, service_role;
