-- A renewal carries the instant of its state and of no other: what was entered by mistake can be entered anew.
-- Security definer: whoever writes the row need not be allowed to ask the clock.
create function private.stamp_renewal()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    new.renewed_at := case when new.status = 'renewed' then coalesce(new.renewed_at, v_now) end;
    new.declined_at := case when new.status = 'declined' then coalesce(new.declined_at, v_now) end;
    new.lapsed_at := case when new.status = 'lapsed' then coalesce(new.lapsed_at, v_now) end;
    return new;
end;
$$;
comment on function private.stamp_renewal is 'Trigger: a renewal carries the instant of its state.';

create trigger renewal_state_is_stamped
    before insert or update of status on public.contract_renewals
    for each row execute function private.stamp_renewal();

create trigger renewals_come_on_plausible_days
    before insert on public.contract_renewals
    for each row when (isfinite(new.renewal_date) and not private.is_plausible_day(new.renewal_date))
    execute function private.refuse_day('renewal_date');

create trigger renewals_move_to_plausible_days
    before update on public.contract_renewals
    for each row when (
        old.renewal_date is distinct from new.renewal_date
        and isfinite(new.renewal_date) and not private.is_plausible_day(new.renewal_date))
    execute function private.refuse_day('renewal_date');

-- The legal moves of a renewal, and what does not change:
--
--   upcoming → renewed, declined, lapsed        and back, where that was entered by mistake
--
-- Its day moves while it is upcoming, and never lies before its assignment.

-- Security definer: whoever writes need not be allowed to lock the assignment or to call private.refuse.
create function private.guard_renewal()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_start_date date;
begin
    if tg_op = 'UPDATE' then
        perform private.check_renewal_move(old, new);
    else
        -- Waits for whoever changes the assignment's dates. They wait for the renewals that are there: an update
        -- holds its own, and asking for the assignment too would lock in two orders.
        perform from public.assignments as assignment where assignment.id = new.assignment_id
            for no key update;
    end if;

    select assignment.start_date
      into v_start_date
      from public.assignments as assignment
     where assignment.id = new.assignment_id;
    if new.renewal_date < v_start_date then
        perform private.refuse(
            409, 'renewal_before_assignment',
            format('The renewal on %s would come before its assignment starts on %s.',
                   new.renewal_date, v_start_date),
            'Choose a day on or after the assignment''s start.');
    end if;
    return new;
end;
$$;
comment on function private.guard_renewal is
    'Trigger: refuses illegal moves and changes of a renewal, and a day before its assignment.';

create trigger renewal_moves_are_legal
    before insert or update of assignment_id, renewal_date, status on public.contract_renewals
    for each row execute function private.guard_renewal();

create function private.check_renewal_move(before public.contract_renewals, after public.contract_renewals)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if before.assignment_id <> after.assignment_id then
        perform private.refuse(
            409, 'renewal_keeps_its_assignment',
            format('The renewal on %s belongs to its assignment.', before.renewal_date),
            'Delete it while it is upcoming, and add a renewal to the other assignment.');
    end if;

    if before.status <> after.status and 'upcoming' not in (before.status, after.status) then
        perform private.refuse(
            409, 'renewal_move_not_legal',
            format('The renewal on %s cannot go from %s to %s.',
                   before.renewal_date, before.status, after.status),
            'Set it back to upcoming first, if it was decided by mistake.');
    end if;

    if before.status <> 'upcoming' and before.renewal_date <> after.renewal_date then
        perform private.refuse(
            409, 'renewal_not_upcoming',
            format('The renewal on %s is %s. Its day moves only while it is upcoming.',
                   before.renewal_date, before.status),
            'Set it back to upcoming first, if it was decided by mistake.');
    end if;
end;
$$;
comment on function private.check_renewal_move is 'Raises when a renewal may not change from one row to the other.';

create trigger renewals_are_deleted_while_upcoming
    before delete on public.contract_renewals
    for each row when (old.status <> 'upcoming')
    execute function private.refuse_removal(
        'renewal_not_upcoming', 'renewal on {renewal_date}',
        'Set it back to upcoming first, if it was decided by mistake.');

-- Every renewal has its three alerts, however it was written: also those whose day has passed already, so
-- that they are seen. An alert is open while acknowledged_at is null; nothing but these triggers writes or
-- moves alerts, people only acknowledge them.

-- Security definer: whoever writes a renewal writes no alerts.
create function private.write_alerts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- What was decided before it was entered has nothing open.
    insert into public.contract_alerts (contract_renewal_id, days_before, due_on, acknowledged_at)
    select new.id, days_before, new.renewal_date - days_before,
           coalesce(new.renewed_at, new.declined_at, new.lapsed_at)
      from unnest(array[90, 60, 30]) as days_before;
    return null;
end;
$$;
comment on function private.write_alerts is 'Trigger: a new renewal has alerts 90, 60 and 30 days before its day.';

create trigger renewals_have_their_alerts
    after insert on public.contract_renewals
    for each row execute function private.write_alerts();

-- Another day is reminded of anew. A decision acknowledges what is open with its own instant, so that taking
-- it back opens exactly that again.
-- Security definer: whoever writes a renewal writes no alerts.
create function private.move_alerts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_was_decided_at constant timestamptz := coalesce(old.renewed_at, old.declined_at, old.lapsed_at);
    v_decided_at constant timestamptz := coalesce(new.renewed_at, new.declined_at, new.lapsed_at);
begin
    update public.contract_alerts as alert
       set due_on = new.renewal_date - alert.days_before,
           acknowledged_at = v_decided_at
     where alert.contract_renewal_id = new.id
       and (new.renewal_date <> old.renewal_date
            or alert.acknowledged_at is not distinct from v_was_decided_at);
    return null;
end;
$$;
comment on function private.move_alerts is 'Trigger: alerts follow their renewal''s day and its decision.';

create trigger alerts_follow_their_renewal
    after update on public.contract_renewals
    for each row when (
        old.renewal_date is distinct from new.renewal_date
        or old.renewed_at is distinct from new.renewed_at
        or old.declined_at is distinct from new.declined_at
        or old.lapsed_at is distinct from new.lapsed_at)
    execute function private.move_alerts();

revoke execute on function
    private.stamp_renewal, private.guard_renewal, private.check_renewal_move, private.write_alerts,
    private.move_alerts
    from public, anon, authenticated, service_role;
