-- Whoever fills a payroll draft holds approved time and adjustments in one order, whoever takes their approval back
-- in another: they go in turns, or each would wait for what the other holds.
create function private.hold_approvals()
returns void
language sql
volatile
set search_path = ''
as $$
    select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_approvals', 0));
$$;
comment on function private.hold_approvals is
    'Locks approvals exclusively: what is approved stays so until the transaction ends. For those who fill payroll drafts, one at a time.';

create function private.take_back_approval()
returns void
language sql
volatile
set search_path = ''
as $$
    select pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('private.hold_approvals', 0));
$$;
comment on function private.take_back_approval is
    'Locks approvals shared: waits for whoever fills a payroll draft, and keeps others from it until the transaction ends. For triggers, before they look whether a batch pays the row; they do not wait for each other here.';

-- Raises when one of the time entries is not approved: it may have been sent back a moment ago.
create function private.check_time_is_approved(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_entry record;
begin
    select entry.work_date, entry.status
      into v_entry
      from public.time_entries as entry
     where entry.id = any (check_time_is_approved.time_entry_ids)
       and not entry.is_payable
     limit 1;
    if found then
        perform private.refuse(
            409, 'time_entry_not_approved',
            format('The time entry of %s is %s: only approved time is billed and paid.',
                   v_entry.work_date, v_entry.status),
            'Approve the entry first.');
    end if;
end;
$$;
comment on function private.check_time_is_approved is
    'Raises when one of the time entries is not approved, and so neither billable nor payable.';

revoke execute on function
    private.hold_approvals, private.take_back_approval, private.check_time_is_approved
    from public, anon, authenticated, service_role;
