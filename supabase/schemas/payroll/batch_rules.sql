-- Security definer: the rule asks for the workweek and reads batches, which the writer may not.
create function private.guard_payroll_period()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- The week's last day by how far it is from its first: the last day that PostgreSQL has is followed by none.
    if isfinite(new.period_start) and new.period_start <> private.workweek_start(new.period_start)
        or isfinite(new.period_end) and new.period_end - private.workweek_start(new.period_end) <> 6 then
        perform private.refuse(
            400, 'payroll_period_not_whole_weeks',
            format('The days from %s to %s are not whole workweeks.', new.period_start, new.period_end),
            format('Start on %s or another first day of a workweek, and end on the last day of one.',
                   private.workweek_start(new.period_start)));
    end if;
    if tg_op = 'UPDATE'
        and (old.period_start, old.period_end, old.pay_date, old.pay_group_id)
            is distinct from (new.period_start, new.period_end, new.pay_date, new.pay_group_id)
        and exists (
        select from public.payroll_batches as batch
         where batch.payroll_period_id = old.id and batch.status <> 'discarded') then
        perform private.refuse(
            409, 'payroll_period_has_batch',
            format('The period from %s to %s has a payroll batch, so its days and its group no longer change.',
                   old.period_start, old.period_end),
            'Discard the batch first. A closed one stays.');
    end if;
    return new;
end;
$$;
comment on function private.guard_payroll_period is
    'Trigger: a payroll period consists of whole workweeks, and keeps its days once it has a batch.';

create trigger payroll_period_is_whole_weeks
    before insert or update of period_start, period_end, pay_date, pay_group_id on public.payroll_periods
    for each row execute function private.guard_payroll_period();

-- Security definer: the rule asks for the workweek, which the writer may not.
create function private.guard_pay_group()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if isfinite(new.first_day) and new.first_day <> private.workweek_start(new.first_day) then
        perform private.refuse(
            400, 'pay_group_not_whole_weeks',
            format('%s is not the first day of a workweek.', new.first_day),
            format('Give %s or another first day of a workweek.', private.workweek_start(new.first_day)));
    end if;
    return new;
end;
$$;
comment on function private.guard_pay_group is 'Trigger: the periods of a pay group are whole workweeks.';

-- Another group may become the default in the same transaction, so it is asked at its end.
-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.require_default_pay_group()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.default_pay_group() is null then
        perform private.refuse(
            409, 'pay_group_is_default',
            format('The pay group %s is that of whoever says none, and no other group would be.', old.name),
            'Make another group the default in the same transaction.');
    end if;
    return null;
end;
$$;
comment on function private.require_default_pay_group is
    'Trigger: one pay group is that of whoever says none, at the end of each transaction.';

create trigger pay_group_is_of_whole_weeks
    before insert or update of first_day on public.pay_groups
    for each row execute function private.guard_pay_group();

create trigger closed_payroll_periods_stay
    before update on public.payroll_periods
    for each row when (old.status = 'closed' and old is distinct from new)
    execute function private.refuse_write(
        'payroll_period_closed', 'The payroll period of {period_start} to {period_end} is closed and does not change.',
        'Prepare a later period. It pays what came late.');

-- A batch has been through the states before its own; whoever enters one need not know when.
-- Security definer: whoever writes the row need not be allowed to ask the clock.
create function private.stamp_payroll_batch()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    if new.status in ('in_review', 'approved', 'closed') then
        new.in_review_at := coalesce(new.in_review_at, v_now);
    end if;
    if new.status in ('approved', 'closed') then
        new.approved_at := coalesce(new.approved_at, v_now);
    end if;
    if new.status = 'closed' then
        new.closed_at := coalesce(new.closed_at, v_now);
    elsif new.status = 'discarded' then
        new.discarded_at := coalesce(new.discarded_at, v_now);
    end if;
    return new;
end;
$$;
comment on function private.stamp_payroll_batch is
    'Trigger: fills the instants of a batch''s state and of those before it.';

create trigger payroll_batch_state_is_stamped
    before insert or update of status on public.payroll_batches
    for each row when (new.status <> 'draft')
    execute function private.stamp_payroll_batch();

-- The legal moves of payroll batches and periods, and what stays once they are closed, whoever writes:
--
--   draft → in_review → approved → closed              draft, in_review, approved → discarded
--
-- The pay of a batch is written while it is a draft; discarding releases its lines, nothing else does.
create function private.name_of_payroll_batch(batch public.payroll_batches)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
    return (
        select format('The %s batch of %s to %s', case batch.kind when 'off_cycle' then 'off-cycle' else 'payroll' end,
                      period.period_start, period.period_end)
          from public.payroll_periods as period
         where period.id = batch.payroll_period_id);
end;
$$;
comment on function private.name_of_payroll_batch is 'A payroll batch in words, by the days of its period.';

create function private.refuse_payroll_batch(batch public.payroll_batches)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_name constant text := private.name_of_payroll_batch(batch);
begin
    if batch.status = 'closed' then
        perform private.refuse(
            409, 'payroll_batch_closed',
            format('%s is closed: what it pays no longer changes.', v_name),
            'Correct the time or the rate. The next batch pays the difference.');
    elsif batch.status = 'discarded' then
        perform private.refuse(
            409, 'payroll_batch_discarded',
            format('%s is discarded.', v_name),
            'Prepare another one.');
    end if;
    perform private.refuse(
        409, 'payroll_batch_under_review',
        format('%s is %s: a batch does not change while people review it, or once they have approved it.',
               v_name, replace(batch.status, '_', ' ')),
        'Close the batch, or discard it and prepare it again.');
end;
$$;
comment on function private.refuse_payroll_batch is
    'Raises 409 for a batch that is no draft, with the slug of its state.';

-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_payroll_batch_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if old.status in ('closed', 'discarded') then
        perform private.refuse_payroll_batch(old);
    end if;
    if old.status <> new.status and (old.status, new.status) not in (
        ('draft', 'in_review'), ('in_review', 'approved'), ('approved', 'closed'),
        ('draft', 'discarded'), ('in_review', 'discarded'), ('approved', 'discarded')) then
        perform private.refuse(
            409, 'payroll_batch_move_not_legal',
            format('%s cannot go from %s to %s.', private.name_of_payroll_batch(old), replace(old.status, '_', ' '),
                   replace(new.status, '_', ' ')),
            'Review and approve the batch, then close it. Until then it can be discarded.');
    end if;
    return new;
end;
$$;
comment on function private.guard_payroll_batch_move is
    'Trigger: refuses illegal moves of a payroll batch, and changes of one that is closed or discarded.';

create trigger payroll_batch_moves_are_legal
    before update on public.payroll_batches
    for each row when (
        old.status <> new.status or (old.status in ('closed', 'discarded') and old is distinct from new))
    execute function private.guard_payroll_batch_move();

create trigger payroll_batches_are_deleted_as_drafts
    before delete on public.payroll_batches
    for each row when (old.status <> 'draft')
    execute function private.refuse_removal(
        'payroll_batch_not_draft', 'payroll batch', 'Discard it. A closed one stays.');

revoke execute on function
    private.guard_payroll_period, private.guard_pay_group, private.require_default_pay_group, private.stamp_payroll_batch, private.name_of_payroll_batch,
    private.refuse_payroll_batch, private.guard_payroll_batch_move
    from public, anon, authenticated, service_role;
