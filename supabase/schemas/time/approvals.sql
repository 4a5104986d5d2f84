-- Filling a payroll draft holds approved time and adjustments in one order, taking their approval back
-- in another: they go in turns, or each would wait for what the other holds.
create function private.hold_approvals()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_approvals', 0));
exception when lock_not_available then
    perform private.refuse_while_paying();
end;
$$;
comment on function private.hold_approvals is
    'Locks approvals exclusively: what is approved stays so until the transaction ends. For those who fill payroll drafts, one at a time. Raises 409 when the wait is long.';

create function private.take_back_approval()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '1s' -- who sends time back keeps all others who write time waiting (private.hold_time)
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('private.hold_approvals', 0));
exception when lock_not_available then
    perform private.refuse_while_paying();
end;
$$;
comment on function private.take_back_approval is
    'Locks approvals shared: waits for whoever fills a payroll draft, and keeps others from it until the transaction ends. For triggers, before they look whether a batch pays the row; they do not wait for each other here. Raises 409 when the wait is long.';

-- Waits for whoever is putting the entry on an invoice at this moment; a weekly run may take long. Passing over a
-- held row says at once whether there is anybody to wait for, so that sending many back is one transaction.
create function private.hold_time_entry_to_send_back(time_entry_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '1s' -- see private.take_back_approval
as $$
begin
    perform from public.time_entries as entry
      where entry.id = hold_time_entry_to_send_back.time_entry_id for update skip locked;
    if not found then
        begin
            perform from public.time_entries as entry
              where entry.id = hold_time_entry_to_send_back.time_entry_id for update;
        exception when lock_not_available then
            perform private.refuse_while_billing();
        end;
    end if;
end;
$$;
comment on function private.hold_time_entry_to_send_back is
    'Locks a time entry that is about to lose its approval for update; raises 409 when whoever bills it takes long.';

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
            format('The time entry of %s is %s, and only approved time is billed and paid.',
                   v_entry.work_date, v_entry.status),
            'Approve the entry first.');
    end if;
end;
$$;
comment on function private.check_time_is_approved is
    'Raises when one of the time entries is not approved, and so neither billable nor payable.';

-- Staff may be contractors too.
create function private.check_approver_of_time(entry public.time_entries)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if entry.approved_by is not null and exists (
        select from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
         where assignment.id = entry.assignment_id and contractor.user_id = entry.approved_by) then
        perform private.refuse(
            403, 'own_time_approved',
            format('The time entry of %s is your own time.', entry.work_date),
            'Have somebody else of the firm, or the facility, approve it.');
    end if;
end;
$$;
comment on function private.check_approver_of_time is 'Raises 403 when a time entry is approved by who worked it.';

-- Time is entered by who writes its hours, by whatever statement.
-- Security definer: whoever writes need not be allowed to ask who they are.
create function private.say_who_entered_time()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    new.entered_by := coalesce(private.user_id(), new.entered_by);
    return new;
end;
$$;
comment on function private.say_who_entered_time is
    'Trigger: time whose hours, day, code or assignment change says who changed them, where a person did.';

-- By its name it comes after time_entry_moves_are_legal, which compares the row as it was written.
create trigger time_entry_says_who_entered_it
    before update on public.time_entries
    for each row when (
        old.corrected_at is not distinct from new.corrected_at -- corrected_by says who corrected it
        and (old.hours is distinct from new.hours or old.quantity is distinct from new.quantity
             or old.work_date is distinct from new.work_date or old.code is distinct from new.code
             or old.assignment_id is distinct from new.assignment_id
             or old.started_at is distinct from new.started_at or old.ended_at is distinct from new.ended_at
             or old.break_minutes is distinct from new.break_minutes))
    execute function private.say_who_entered_time();

-- Not inside procedures: those that bring the client's time approve what the client approved.
-- Security definer: whoever writes need not be allowed to ask.
create function private.check_time_has_two_people()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if old.entered_by = private.user_id() and private.asks_two_people() and private.is_staff() then
        perform private.refuse(
            403, 'second_person_needed',
            format('The time of %s was entered or last changed by the person who approves it.', old.work_date),
            'Have somebody else of the firm, or the facility, approve it.');
    end if;
    return new;
end;
$$;
comment on function private.check_time_has_two_people is
    'Trigger: staff do not approve time that they entered, where the firm asks for two people. A contact''s approval counts.';

create trigger time_is_approved_by_somebody_else
    before update on public.time_entries
    for each row when (
        current_user = 'authenticated' and new.status = 'approved' and old.status <> 'approved'
        and old.entered_by is not null)
    execute function private.check_time_has_two_people();

revoke execute on function
    private.hold_approvals, private.take_back_approval, private.hold_time_entry_to_send_back,
    private.check_time_is_approved, private.check_approver_of_time, private.say_who_entered_time,
    private.check_time_has_two_people
    from public, anon, authenticated, service_role;
