-- Approved time that no live line bills, as a list: reports read what is left to bill, not all time beside all lines.
-- Triggers keep it, whoever writes: of time that is approved, corrected or loses its approval, and of lines that are
-- added, removed or released. What has live lines has a part 1, and no other line has one: it is asked by the key alone.
-- Time of a code that bills nothing is not listed: nobody will bill it. Another rate lists it, private.follow_code_rates.
--
-- Two who move one entry meet before they come here: an approval that is taken back holds the entry for update, for
-- which the foreign key of a new line waits; two lines of an entry meet in their key; and who changes an entry holds its
-- live line, which whoever releases it has changed. So the second sees what the first left, or is refused.
create table private.unbilled_entries (
    time_entry_id uuid primary key, -- no foreign key, here and below: each approval would look both rows up
    assignment_id uuid not null,
    work_date date not null,
    hours numeric(5, 2) not null, -- worked
    code text not null default 'regular',
    quantity numeric(8, 2) -- of what is not worked: its hours or its units
);
comment on table private.unbilled_entries is
    'Time that is approved, bills something and is on no live invoice, with what its entry says: what public.unbilled_time shows.';

-- Of a facility's assignments: else all that is unbilled would be read for it.
create index unbilled_entries_by_assignment on private.unbilled_entries (assignment_id);

alter table private.unbilled_entries enable row level security;

create function private.bills_nothing(time_entry_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    return exists (
        select from private.time_that_bills_nothing as nothing
         where nothing.time_entry_id = bills_nothing.time_entry_id);
end;
$$;
comment on function private.bills_nothing is 'True of time of a code whose bill rate on its day is nothing.';

create view private.billable_time with (security_invoker = true) as
    select entry.id as time_entry_id,
           entry.assignment_id,
           entry.work_date,
           case when entry.is_worked then entry.hours else 0.00 end as hours,
           entry.code,
           case when not entry.is_worked then coalesce(entry.quantity, entry.hours) end as quantity
      from public.time_entries as entry
     where entry.is_payable
       and (entry.code = 'regular'
            or not exists (
               select from private.time_that_bills_nothing as nothing
                where nothing.time_entry_id = entry.id
               offset 0)); -- looked up entry by entry
comment on view private.billable_time is
    'Time that is approved and bills something, as private.unbilled_entries has it.';

-- Security definer: the list is nobody's to write.
create function private.list_new_time()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.unbilled_entries (time_entry_id, assignment_id, work_date, hours, code, quantity)
    select entry.id, entry.assignment_id, entry.work_date, case when entry.is_worked then entry.hours else 0 end,
           entry.code, case when not entry.is_worked then coalesce(entry.quantity, entry.hours) end
      from written as entry
     where entry.is_payable
       and (entry.code = 'regular' or not private.bills_nothing(entry.id))
        on conflict (time_entry_id) do update
       set assignment_id = excluded.assignment_id, work_date = excluded.work_date, hours = excluded.hours,
           code = excluded.code, quantity = excluded.quantity;
    return null;
end;
$$;
comment on function private.list_new_time is 'Trigger: lists new time that is approved already.';

create trigger unbilled_entries_have_new_time
    after insert on public.time_entries
    referencing new table as written
    for each statement execute function private.list_new_time();

-- Row by row, because the condition keeps lock-ended's moves, hundreds of thousands a run, from any function. What has a
-- live line is not listed and stays off, until that is released; who is releasing it at this moment ends first. What is
-- corrected is updated, not written anew: who bills it meanwhile waits for the row, and finds it.
-- Security definer: see above.
create function private.list_moved_time()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_hours constant numeric := case when new.is_worked then new.hours else 0 end;
    v_quantity constant numeric := case when not new.is_worked then coalesce(new.quantity, new.hours) end;
    v_billable boolean;
begin
    perform from public.invoice_lines as line where line.time_entry_id = new.id and line.part = 1 for key share;
    if found then
        return null;
    end if;
    v_billable := new.is_payable and (new.code = 'regular' or not private.bills_nothing(new.id));
    if old.is_payable and v_billable then
        update private.unbilled_entries as listed
           set time_entry_id = new.id, assignment_id = new.assignment_id, work_date = new.work_date, hours = v_hours,
               code = new.code, quantity = v_quantity
         where listed.time_entry_id = old.id;
    elsif old.is_payable then
        delete from private.unbilled_entries as listed where listed.time_entry_id = old.id;
    end if;
    if v_billable and (not old.is_payable or old.code <> 'regular') then -- one of a code may have billed nothing
        insert into private.unbilled_entries (time_entry_id, assignment_id, work_date, hours, code, quantity)
        values (new.id, new.assignment_id, new.work_date, v_hours, new.code, v_quantity)
            on conflict (time_entry_id) do update -- left there by who wrote past the triggers
           set assignment_id = excluded.assignment_id, work_date = excluded.work_date, hours = excluded.hours,
               code = excluded.code, quantity = excluded.quantity;
    end if;
    return null;
end;
$$;
comment on function private.list_moved_time is
    'Trigger: lists time that is approved, takes it off when the approval falls, and follows corrections.';

create trigger unbilled_entries_follow_time
    after update on public.time_entries
    for each row when (
        old.is_payable <> new.is_payable
        or (new.is_payable
            and (old.id <> new.id
                 or old.assignment_id <> new.assignment_id
                 or old.work_date <> new.work_date
                 or old.hours <> new.hours
                 or old.code <> new.code
                 or old.is_worked <> new.is_worked
                 or old.quantity is distinct from new.quantity)))
    execute function private.list_moved_time();

-- The last of the triggers of a statement, by their names: the guard has seen that the time is approved, so its entry
-- in the list is seen here. An entry whose lines are replaced has some when the statement ends, and stays off.
-- Security definer: see above.
create function private.list_time_of_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off -- by the key: the plan is kept, and the next statement may have other numbers
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
    v_sees_the_past constant boolean := current_setting('transaction_isolation') <> 'read committed';
begin
    if tg_op <> 'INSERT' then
        -- Beyond read committed, time may have been changed since it was seen: then this fails, to be tried again.
        if v_sees_the_past then
            perform from before_rows as former
               join public.time_entries as entry on entry.id = former.time_entry_id
              where former.part = 1
                for share of entry;
        end if;
        insert into private.unbilled_entries (time_entry_id, assignment_id, work_date, hours, code, quantity)
        select entry.time_entry_id, entry.assignment_id, entry.work_date, entry.hours, entry.code, entry.quantity
          from before_rows as former
          join private.billable_time as entry on entry.time_entry_id = former.time_entry_id
         where former.part = 1
           and not exists (
               select from public.invoice_lines as line
                where line.time_entry_id = entry.time_entry_id and line.part = 1)
            on conflict do nothing;
    end if;
    if tg_op <> 'DELETE' then
        -- And another may have released the entry's lines, and listed it: then this meets it in its key, and fails.
        if v_sees_the_past then
            insert into private.unbilled_entries (time_entry_id, assignment_id, work_date, hours)
            select entry.id, entry.assignment_id, entry.work_date, entry.hours
              from after_rows as line
              join public.time_entries as entry on entry.id = line.time_entry_id
             where line.part = 1
                on conflict do nothing;
        end if;
        delete from private.unbilled_entries as listed
         using after_rows as line
         where listed.time_entry_id = line.time_entry_id
           and line.part = 1;
    end if;
    return null;
end;
$$;
comment on function private.list_time_of_lines is
    'Trigger: takes time off the list that lines bill, and lists approved time whose lines are gone or released.';

create trigger unbilled_entries_lose_what_is_billed
    after insert on public.invoice_lines
    referencing new table as after_rows
    for each statement execute function private.list_time_of_lines();

create trigger unbilled_entries_follow_lines
    after update on public.invoice_lines
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.list_time_of_lines();

create trigger unbilled_entries_get_what_is_freed
    after delete on public.invoice_lines
    referencing old table as before_rows
    for each statement execute function private.list_time_of_lines();

-- Triggers that are switched off list nothing. Truncating waits for whoever has written to the list, and keeps others off.
create function private.list_unbilled_time()
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
begin
    truncate private.unbilled_entries;
    insert into private.unbilled_entries (time_entry_id, assignment_id, work_date, hours, code, quantity)
    select entry.time_entry_id, entry.assignment_id, entry.work_date, entry.hours, entry.code, entry.quantity
      from private.billable_time as entry
     where not exists (
           select from public.invoice_lines as line
            where line.time_entry_id = entry.time_entry_id and line.released_at is null)
     order by entry.work_date, entry.time_entry_id;
end;
$$;
comment on function private.list_unbilled_time is
    'Makes the list of unbilled time anew, from all time and all lines: for rows that were loaded with triggers off.';

-- The view unbilled_time reads it with its reader's rights: staff alone have any.
revoke all on private.unbilled_entries, private.billable_time from public, anon, authenticated, service_role;
grant select on private.unbilled_entries to authenticated, service_role;

create policy staff_read on private.unbilled_entries for select to authenticated
    using ((select private.is_staff()));

revoke execute on function
    private.bills_nothing, private.list_new_time, private.list_moved_time, private.list_time_of_lines, private.list_unbilled_time
    from public, anon, authenticated, service_role;
