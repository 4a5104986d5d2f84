-- A stipend goes on explaining what a closed batch paid by it: a raise is an end and a new stipend.
-- Security definer: the rule reads payroll, which the writer may not see.
create function private.guard_paid_stipend()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (
        select from public.payroll_item_lines as line
          join public.payroll_items as item on item.id = line.payroll_item_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where line.assignment_stipend_id = old.id and batch.status = 'closed') then
        perform private.refuse(
            409, 'stipend_was_paid',
            format('The stipend of %s a %s from %s on was paid: its assignment, amount, kind and first day stay.',
                   coalesce(old.weekly_amount, old.daily_amount, old.shift_amount),
                   case when old.weekly_amount is not null then 'week'
                        when old.daily_amount is not null then 'day'
                        else 'shift' end,
                   old.effective_from),
            'Set its last day, and enter another from the day after. The next batch pays the difference for weeks '
            'that were paid.');
    end if;
    return new;
end;
$$;
comment on function private.guard_paid_stipend is
    'Trigger: a stipend that a closed payroll batch paid keeps all but its last day, whoever writes.';

-- The hours that a flat sum is divided by are those that the state of the facility asks for when the stipend is entered: a
-- state that is corrected later prices no paid week anew. A program may say them.
-- Security definer: the law is read whoever writes.
create function private.stamp_flat_sum_divisor_of_stipend()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if new.kind <> 'flat_sum' then
        new.flat_sum_divisor := null;
    elsif tg_op = 'INSERT' or new.flat_sum_divisor is not distinct from old.flat_sum_divisor then
        new.flat_sum_divisor := coalesce(
            case when tg_op = 'INSERT' then new.flat_sum_divisor end,
            (select law.flat_sum_divisor
               from public.assignments as assignment
               join public.facilities as facility on facility.id = assignment.facility_id
               join public.state_rules as law on law.state = facility.work_state
              where assignment.id = new.assignment_id),
            'regular_hours');
    end if;
    return new;
end;
$$;
comment on function private.stamp_flat_sum_divisor_of_stipend is
    'Trigger: the divisor of a stipend that is a flat sum is that of the state of its facility, unless it is said.';

create trigger flat_sums_of_new_stipends_are_divided_as_the_state_asks
    before insert on public.assignment_stipends
    for each row execute function private.stamp_flat_sum_divisor_of_stipend();

create trigger flat_sums_of_stipends_are_divided_as_the_state_asks
    before update of kind, assignment_id on public.assignment_stipends
    for each row when (old.kind <> new.kind or old.assignment_id <> new.assignment_id)
    execute function private.stamp_flat_sum_divisor_of_stipend();

-- A sum for each day or shift that is worked is pay for work, whatever it is called (Clarke v. AMN Services, 987 F.3d 848,
-- 9th Cir. 2021), until somebody says why it repays expenses (29 CFR 778.217).
create function private.stamp_regular_rate_of_stipend()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
    new.in_regular_rate := new.kind <> 'reimbursement'
        or (new.weekly_amount is null and new.reimbursement_reason is null);
    return new;
end;
$$;
comment on function private.stamp_regular_rate_of_stipend is
    'Trigger: a reimbursement per day or shift is in the regular rate unless a reason says why not.';

-- By their names these come before the guard below, which sees what they write.
create trigger a_new_reimbursement_is_in_the_regular_rate_or_says_why_not
    before insert on public.assignment_stipends
    for each row execute function private.stamp_regular_rate_of_stipend();

create trigger a_reimbursement_is_in_the_regular_rate_or_says_why_not
    before update on public.assignment_stipends
    for each row when (
        old.kind is distinct from new.kind
        or (old.weekly_amount is null) <> (new.weekly_amount is null)
        or old.reimbursement_reason is distinct from new.reimbursement_reason
        or old.in_regular_rate is distinct from new.in_regular_rate)
    execute function private.stamp_regular_rate_of_stipend();

create trigger paid_stipends_stay
    before update on public.assignment_stipends
    for each row when (
        old.assignment_id is distinct from new.assignment_id
        or old.weekly_amount is distinct from new.weekly_amount
        or old.daily_amount is distinct from new.daily_amount
        or old.shift_amount is distinct from new.shift_amount
        or old.kind is distinct from new.kind
        or old.flat_sum_divisor is distinct from new.flat_sum_divisor
        or old.in_regular_rate is distinct from new.in_regular_rate
        or old.effective_from is distinct from new.effective_from)
    execute function private.guard_paid_stipend();

revoke execute on function private.guard_paid_stipend, private.stamp_flat_sum_divisor_of_stipend, private.stamp_regular_rate_of_stipend
    from public, anon, authenticated, service_role;
