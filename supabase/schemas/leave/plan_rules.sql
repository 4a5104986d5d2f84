-- Plans and terms go on explaining what the ledger has by them, and the ledger is append-only.

-- Security definer: the rule reads codes and the ledger, which the writer may not see.
create function private.guard_leave_plan_code()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_code public.time_codes;
begin
    -- Whoever changes the code waits for this, and then sees the plan.
    select code.* into v_code from public.time_codes as code where code.name = new.code for key share;
    if found and (v_code.unit <> 'hour' or v_code.is_worked) then
        perform private.refuse(
            409, 'leave_code_not_right',
            format('The code %s is %s, and leave is hours that are not worked.', v_code.name,
                   case when v_code.is_worked then 'worked' else format('by the %s', v_code.unit) end),
            'Give a code of hours that are not worked, such as sick.');
    end if;
    return new;
end;
$$;
comment on function private.guard_leave_plan_code is 'Trigger: leave is taken by a code of hours that are not worked.';

create trigger leave_is_of_hours_not_worked
    before insert or update of code, in_use_from on public.leave_plans
    for each row when (new.code <> 'regular') -- which a check refuses
    execute function private.guard_leave_plan_code();

create trigger leave_plans_are_used_from_plausible_days_on
    before insert or update on public.leave_plans
    for each row when (isfinite(new.in_use_from) and not private.is_plausible_day(new.in_use_from))
    execute function private.refuse_day('in_use_from');

create trigger leave_plan_terms_begin_on_plausible_days
    before insert or update on public.leave_plan_terms
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');

-- Security definer: the rule locks the plan, and reads the ledger, which the writer may not see.
create function private.keep_leave_plan()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- Whoever writes of the plan at this moment holds its row for key share: this waits for them, and then sees them.
    perform from public.leave_plans as plan where plan.id = old.id for update;
    if exists (select from public.leave_ledger as booked where booked.leave_plan_id = old.id) then
        perform private.refuse(
            409, 'leave_plan_used',
            format('People have leave by %s: its state, its code and the hours that it counts stay.', old.name),
            'Add another plan. That this one is no longer in use, say of the day from which it is.');
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.keep_leave_plan is
    'Trigger: a leave plan that the ledger names keeps its state, code and hours, and is not deleted, whoever writes.';

create trigger leave_plans_stay_once_used
    before update on public.leave_plans
    for each row when (
        old.id is distinct from new.id
        or old.state is distinct from new.state
        or old.code is distinct from new.code
        or old.hours_counted is distinct from new.hours_counted)
    execute function private.keep_leave_plan();

create trigger leave_plans_are_kept_once_used
    before delete on public.leave_plans
    for each row execute function private.keep_leave_plan();

-- Later terms are another row, from their day on.
-- Security definer: see above.
create function private.keep_leave_plan_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform from public.leave_plans as plan where plan.id = old.leave_plan_id for update;
    if exists (
        select from public.leave_ledger as booked
         where booked.leave_plan_id = old.leave_plan_id
           and booked.kind in ('accrued', 'capped', 'used', 'lapsed')
           and booked.day >= old.effective_from
           and booked.day < coalesce((
                   select min(later.effective_from)
                     from public.leave_plan_terms as later
                    where later.leave_plan_id = old.leave_plan_id and later.effective_from > old.effective_from),
               'infinity')) then
        perform private.refuse(
            409, 'leave_terms_used',
            format('People have leave by the terms from %s on, and they stay.', old.effective_from),
            'Enter other terms from the day on that they hold.');
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.keep_leave_plan_terms is
    'Trigger: terms by which leave was accrued, capped, taken or lapsed stay, but for their source and note, whoever writes.';

create trigger leave_terms_stay_once_used
    before update on public.leave_plan_terms
    for each row when (
        old.leave_plan_id is distinct from new.leave_plan_id
        or old.effective_from is distinct from new.effective_from
        or old.hours_per_hour_accrued is distinct from new.hours_per_hour_accrued
        or old.year_accrual_cap is distinct from new.year_accrual_cap
        or old.balance_cap is distinct from new.balance_cap
        or old.year_use_cap is distinct from new.year_use_cap
        or old.carry_over_hours is distinct from new.carry_over_hours
        or old.carried_hours_count is distinct from new.carried_hours_count
        or old.waiting_days is distinct from new.waiting_days
        or old.waiting_hours is distinct from new.waiting_hours
        or old.reinstated_within_months is distinct from new.reinstated_within_months
        or old.pay_basis is distinct from new.pay_basis
        or old.average_days is distinct from new.average_days)
    execute function private.keep_leave_plan_terms();

create trigger leave_terms_are_kept_once_used
    before delete on public.leave_plan_terms
    for each row execute function private.keep_leave_plan_terms();

-- A key that names what is deleted becomes null by itself. Nothing else changes.
-- Security definer: whoever writes the row need not be allowed to call private.refuse.
create function private.keep_leave_ledger()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- Emptying what time is of empties this as well, and loses nothing where nothing is.
    if tg_op = 'TRUNCATE' and not exists (select from public.leave_ledger) then
        return null;
    end if;
    perform private.refuse(
        409, 'leave_ledger_is_append_only',
        'The ledger of leave is append-only: no row of it changes.',
        'Enter the difference, with the reason.');
    return null;
end;
$$;
comment on function private.keep_leave_ledger is 'Trigger: nobody, whoever they are, changes or removes a row of the ledger of leave.';

create trigger leave_ledger_keeps_its_rows
    before update on public.leave_ledger
    for each row when (
        old.id is distinct from new.id
        or old.contractor_id is distinct from new.contractor_id
        or old.leave_plan_id is distinct from new.leave_plan_id
        or old.day is distinct from new.day
        or old.kind is distinct from new.kind
        or old.hours is distinct from new.hours
        or old.payroll_batch_id is distinct from new.payroll_batch_id
        or (old.time_entry_id is distinct from new.time_entry_id and new.time_entry_id is not null)
        or (old.payroll_adjustment_id is distinct from new.payroll_adjustment_id
            and new.payroll_adjustment_id is not null)
        or old.reason is distinct from new.reason
        or old.recorded_by is distinct from new.recorded_by
        or old.created_at is distinct from new.created_at)
    execute function private.keep_leave_ledger();

create trigger leave_ledger_loses_no_row
    before delete on public.leave_ledger
    for each row execute function private.keep_leave_ledger();

create trigger leave_ledger_is_not_truncated
    before truncate on public.leave_ledger
    for each statement execute function private.keep_leave_ledger();

revoke execute on function
    private.guard_leave_plan_code, private.keep_leave_plan, private.keep_leave_plan_terms, private.keep_leave_ledger
    from public, anon, authenticated, service_role;
