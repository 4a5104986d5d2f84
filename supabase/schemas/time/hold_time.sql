-- A change of time in bulk goes alone. A statement over many entries locks them, and the contractors that they are
-- of, in the order in which it happens to find them: two statements would each wait for what the other has. So whoever
-- changes or deletes time, enters that of several contractors at once, or changes what it stands on, the days and rates
-- of assignments, takes one lock before any row. Who enters their own time locks no more than their own row, and does
-- without. A change of one entry holds it for milliseconds (docs/performance.md).
--
-- Direct sessions of the schema's owner stay out of it: lock-ended waits for nobody, and an import would keep everybody
-- waiting until it ends. Who writes time beside others as the owner calls this first.
create function private.hold_time()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '4s' -- with what a guard may wait for then, less than the API's limit
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_time', 0));
exception when lock_not_available then
    perform private.refuse_while_time_is_held();
end;
$$;
comment on function private.hold_time is
    'Locks time exclusively until the transaction ends, before its rows. Raises 409 when another holds it for too long.';

create function private.refuse_while_time_is_held()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'time_entry_in_progress',
        'Somebody else is changing many time entries or closing a payroll batch right now.',
        'Try again in a few seconds. Nothing was changed.');
end;
$$;
comment on function private.refuse_while_time_is_held is 'Raises 409 for a wait for who writes time that took too long.';

-- Security definer: whoever writes need not be allowed to call private.hold_time.
create function private.hold_time_to_write()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.hold_time();
    return null;
end;
$$;
comment on function private.hold_time_to_write is
    'Trigger of a statement by people or keys: it goes alone, see private.hold_time. Procedures call that themselves.';

-- Their names come after those of the triggers that ask for the role. What is entered, guard_new_time_entries looks at.
create trigger time_is_written_by_one_at_a_time
    before update or delete on public.time_entries
    for each statement when (current_user in ('authenticated', 'service_role'))
    execute function private.hold_time_to_write();

create trigger time_is_written_by_one_at_a_time
    before update on public.assignments
    for each statement when (current_user in ('authenticated', 'service_role'))
    execute function private.hold_time_to_write();

create trigger time_is_written_by_one_at_a_time
    before insert or update or delete on public.assignment_rates
    for each statement when (current_user in ('authenticated', 'service_role'))
    execute function private.hold_time_to_write();

revoke execute on function private.hold_time, private.refuse_while_time_is_held, private.hold_time_to_write
    from public, anon, authenticated, service_role;
