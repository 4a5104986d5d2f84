-- A placement sees the requirement that is being entered, and that waits for a placement under way.

create function private.hold_requirements()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('private.hold_requirements', 0));
exception when lock_not_available then
    perform private.refuse_while_requiring();
end;
$$;
comment on function private.hold_requirements is
    'Locks what is required shared: it stays so until the transaction ends. For those who place people. Raises 409 when the wait is long.';

create function private.refuse_while_requiring()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'requirements_in_progress',
        'Somebody is placing people, or changing what is required of them, right now.',
        'Try again in a few seconds. Nothing was changed.');
end;
$$;
comment on function private.refuse_while_requiring is 'Raises 409 where the wait for private.hold_requirements is long.';

-- Security definer: whoever writes requirements need not be allowed to take the lock.
create function private.change_requirements()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_requirements', 0));
    return null;
exception when lock_not_available then
    perform private.refuse_while_requiring();
    return null;
end;
$$;
comment on function private.change_requirements is
    'Trigger: locks what is required exclusively, so that nobody is placed meanwhile. Raises 409 when the wait is long.';

create trigger requirements_wait_for_placements
    before insert or update or delete on public.requirements
    for each statement execute function private.change_requirements();

-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_requirement()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.require_plausible_days(jsonb_build_object(
        'effective_from', new.effective_from, 'effective_to', new.effective_to));
    return new;
end;
$$;
comment on function private.guard_requirement is 'Trigger: a requirement has plausible days.';

create trigger requirements_have_plausible_days
    before insert or update on public.requirements
    for each row execute function private.guard_requirement();

revoke execute on function
    private.hold_requirements, private.refuse_while_requiring, private.change_requirements, private.guard_requirement
    from public, anon, authenticated, service_role;
