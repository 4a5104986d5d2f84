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

create trigger paid_stipends_stay
    before update on public.assignment_stipends
    for each row when (
        old.assignment_id is distinct from new.assignment_id
        or old.weekly_amount is distinct from new.weekly_amount
        or old.daily_amount is distinct from new.daily_amount
        or old.shift_amount is distinct from new.shift_amount
        or old.kind is distinct from new.kind
        or old.effective_from is distinct from new.effective_from)
    execute function private.guard_paid_stipend();

revoke execute on function private.guard_paid_stipend from public, anon, authenticated, service_role;
