-- Workweeks keep their first day: what was billed and paid by week stays comparable.

-- Security definer: the rule reads invoices and payroll periods, which the writer may not see.
create function private.guard_workweek_start()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.payroll_periods) or exists (select from public.invoices) then
        perform private.refuse(
            409, 'workweek_start_is_fixed',
            'The first day of the workweek no longer changes: there is a payroll period or an invoice.',
            'Leave workweek_starts_on as it is.');
    end if;
    return new;
end;
$$;
comment on function private.guard_workweek_start() is
    'Trigger: the workweek keeps its first day once a payroll period or an invoice exists.';
revoke execute on function private.guard_workweek_start() from public, anon, authenticated, service_role;

create trigger workweek_start_is_fixed
    before update of workweek_starts_on on public.organization_settings
    for each row when (old.workweek_starts_on <> new.workweek_starts_on)
    execute function private.guard_workweek_start();

-- Security definer: see above.
create function private.guard_payroll_period()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if new.period_start <> private.workweek_start(new.period_start)
        or new.period_end + 1 <> private.workweek_start(new.period_end + 1) then
        perform private.refuse(
            400, 'payroll_period_not_whole_weeks',
            format('%s to %s is not made of whole workweeks.', new.period_start, new.period_end),
            format('Start on %s, or another first day of a workweek, and end on a last day.',
                   private.workweek_start(new.period_start)));
    end if;
    if tg_op = 'UPDATE'
        and (old.period_start, old.period_end, old.pay_date)
            is distinct from (new.period_start, new.period_end, new.pay_date)
        and exists (
        select from public.payroll_batches as batch
         where batch.payroll_period_id = old.id and batch.status <> 'discarded') then
        perform private.refuse(
            409, 'payroll_period_has_batch',
            format('The period from %s to %s has a payroll batch: its days no longer change.',
                   old.period_start, old.period_end),
            'Discard the batch first; a closed one stays.');
    end if;
    return new;
end;
$$;
comment on function private.guard_payroll_period() is
    'Trigger: a payroll period consists of whole workweeks, and keeps its days once it has a batch.';
revoke execute on function private.guard_payroll_period() from public, anon, authenticated, service_role;

create trigger payroll_period_is_whole_weeks
    before insert or update of period_start, period_end, pay_date on public.payroll_periods
    for each row execute function private.guard_payroll_period();
