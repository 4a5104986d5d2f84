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
comment on function private.guard_renewal() is
    'Trigger: refuses illegal moves and changes of a renewal, and a day before its assignment.';
revoke execute on function private.guard_renewal() from public, anon, authenticated, service_role;

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
            format('The renewal on %s does not go from %s to %s.',
                   before.renewal_date, before.status, after.status),
            'Set it back to upcoming first, if it was decided by mistake.');
    end if;

    if before.status <> 'upcoming' and before.renewal_date <> after.renewal_date then
        perform private.refuse(
            409, 'renewal_not_upcoming',
            format('The renewal on %s is %s: its day moves only while it is upcoming.',
                   before.renewal_date, before.status),
            'Set it back to upcoming first, if it was decided by mistake.');
    end if;
end;
$$;
comment on function private.check_renewal_move(public.contract_renewals, public.contract_renewals) is
    'Raises when a renewal may not change from one row to the other.';
revoke execute on function private.check_renewal_move(public.contract_renewals, public.contract_renewals)
    from public, anon, authenticated, service_role;

create trigger renewal_moves_are_legal
    before insert or update of assignment_id, renewal_date, status on public.contract_renewals
    for each row execute function private.guard_renewal();

create trigger renewals_are_deleted_while_upcoming
    before delete on public.contract_renewals
    for each row when (old.status <> 'upcoming')
    execute function private.refuse_removal(
        'renewal_not_upcoming', 'Set it back to upcoming first, if it was decided by mistake.');

-- Security definer: see above.
create function private.guard_assignment_start()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_renewal_date date;
begin
    -- Waits for whoever moves one of them at this moment.
    perform from public.contract_renewals as renewal where renewal.assignment_id = new.id
      order by renewal.id
        for no key update;

    select min(renewal.renewal_date)
      into v_renewal_date
      from public.contract_renewals as renewal
     where renewal.assignment_id = new.id;
    if v_renewal_date < new.start_date then
        perform private.refuse(
            409, 'renewal_before_assignment',
            format('The renewal on %s would come before its assignment starts on %s.',
                   v_renewal_date, new.start_date),
            'Move or delete the renewal first, or choose another start.');
    end if;
    return new;
end;
$$;
comment on function private.guard_assignment_start() is
    'Trigger: an assignment does not start after one of its renewals.';
revoke execute on function private.guard_assignment_start() from public, anon, authenticated, service_role;

create trigger assignments_start_before_their_renewals
    before update of start_date on public.assignments
    for each row when (old.start_date < new.start_date)
    execute function private.guard_assignment_start();
