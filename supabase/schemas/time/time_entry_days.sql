-- An assignment, day or hours that no time entry can have is refused here in words, before a constraint
-- refuses it in its own. The condition stands in the trigger: entries that are as they should be, and those
-- that lock-ended locks, pass without a function call.
--
-- Security definer: whoever writes the row need not be allowed to call private.refuse.
create function private.refuse_time_entry_values()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if new.assignment_id is null or new.work_date is null or new.hours is null then
        perform private.refuse(
            400, 'time_entry_incomplete',
            'A time entry needs an assignment, a day and hours.',
            'Send all three.');
    elsif not isfinite(new.work_date) then
        perform private.refuse(
            400, 'work_date_not_finite',
            format('A time entry belongs to a calendar day, which %s is not.', new.work_date),
            'Give a day of the calendar.');
    else
        perform private.refuse(
            400, 'hours_out_of_range',
            format('A time entry cannot have %s hours, as the one of %s would.', new.hours, new.work_date),
            'Send 0.01 to 24 hours. They are rounded to the hundredth.');
    end if;
    return null;
end;
$$;
comment on function private.refuse_time_entry_values is
    'Trigger: refuses the row, saying which of its values no time entry can have.';

create trigger time_entries_hold_possible_values
    before insert or update of assignment_id, work_date, hours on public.time_entries
    for each row when ((new.assignment_id is not null and isfinite(new.work_date)
                        and (new.hours > 0 or (new.hours = 0 and new.quantity is not null)) and new.hours <= 24)
                       is not true)
    execute function private.refuse_time_entry_values();

create trigger time_is_of_plausible_days
    before insert on public.time_entries
    for each row when (isfinite(new.work_date) and not private.is_plausible_day(new.work_date))
    execute function private.refuse_day('work_date');

create trigger time_moves_to_plausible_days
    before update on public.time_entries
    for each row when (
        old.work_date is distinct from new.work_date
        and isfinite(new.work_date) and not private.is_plausible_day(new.work_date))
    execute function private.refuse_day('work_date');

-- A time entry's day lies inside its assignment and has a rate, and a contractor's day has 24 hours worked,
-- over all of their assignments and whoever writes at the same time.

-- Two writers of one contractor's time go one after the other.
create function private.hold_contractors(assignment_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '1500ms' -- who changes time holds that of all others meanwhile
as $$
begin
    perform
       from public.contractors as contractor
      where contractor.id in (select assignment.contractor_id
                                from public.assignments as assignment
                               where assignment.id = any (hold_contractors.assignment_ids))
      order by contractor.id
        for no key update;
exception when lock_not_available then
    perform private.refuse_while_time_is_held();
end;
$$;
comment on function private.hold_contractors is
    'Locks the contractors of assignments for no key update; raises 409 when the wait is long.';

-- Checks all time of the given assignments on the given days (pairs by position).
create function private.check_time_entry_days(assignment_ids uuid[], work_dates date[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_bad record;
begin
    perform private.hold_contractors(check_time_entry_days.assignment_ids);

    select written.work_date, assignment.start_date, assignment.end_date
      into v_bad
      from unnest(check_time_entry_days.assignment_ids, check_time_entry_days.work_dates)
           as written (assignment_id, work_date)
      join public.assignments as assignment on assignment.id = written.assignment_id
     where written.work_date < assignment.start_date or written.work_date > assignment.end_date
     limit 1;
    if found then
        perform private.refuse(
            409, 'work_date_outside_assignment',
            format('%s is outside the assignment, which runs from %s to %s.',
                   v_bad.work_date, v_bad.start_date, coalesce(v_bad.end_date::text, 'further notice')),
            'Correct the day, or change the assignment''s dates first.');
    end if;

    select written.work_date
      into v_bad
      from unnest(check_time_entry_days.assignment_ids, check_time_entry_days.work_dates)
           as written (assignment_id, work_date)
     where not exists (select from public.assignment_rates as rate
                        where rate.assignment_id = written.assignment_id
                          and rate.effective_from <= written.work_date)
     limit 1;
    if found then
        perform private.refuse(
            409, 'work_date_without_rate',
            format('The assignment has no rate on %s.', v_bad.work_date),
            'Enter a rate that is in force on that day first.');
    end if;

    select day.work_date, sum(entry.hours) as hours
      into v_bad
      from (select distinct assignment.contractor_id, written.work_date
              from unnest(check_time_entry_days.assignment_ids, check_time_entry_days.work_dates)
                   as written (assignment_id, work_date)
              join public.assignments as assignment on assignment.id = written.assignment_id) as day
      join public.assignments as sibling on sibling.contractor_id = day.contractor_id
      join public.time_entries as entry
        on entry.assignment_id = sibling.id and entry.work_date = day.work_date and entry.is_worked
     group by day.contractor_id, day.work_date
    having sum(entry.hours) > 24
     limit 1;
    if found then
        perform private.refuse(
            409, 'hours_exceed_day',
            format('The contractor would have %s hours on %s.', v_bad.hours, v_bad.work_date),
            'Correct the hours. A day has 24, over all of a contractor''s assignments.');
    end if;
end;
$$;
comment on function private.check_time_entry_days is
    'Raises when time of the given assignments and days lies outside its assignment, has no rate, or exceeds 24 hours worked a day.';

-- Security definer: the rule reads time and rates that the writer may not see.
create function private.guard_new_time_entries()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.caller() in ('authenticated', 'service_role') and (
        select count(distinct assignment.contractor_id)
          from written
          join public.assignments as assignment on assignment.id = written.assignment_id) > 1 then
        perform private.hold_time();
    end if;
    perform private.check_time_entry_days(array_agg(written.assignment_id), array_agg(written.work_date))
       from written;
    if exists (select from written where written.code <> 'regular') then
        perform private.check_code_rates(
            array(select written.id from written where written.code <> 'regular'));
        perform private.follow_leave(
            array(select written.id from written where written.code <> 'regular'), true);
    end if;
    return null;
end;
$$;
comment on function private.guard_new_time_entries is
    'Trigger: one check of the days of all entries that a statement inserts.';

create trigger new_time_entries_fit_their_days
    after insert on public.time_entries
    referencing new table as written
    for each statement execute function private.guard_new_time_entries();

-- Security definer: see above.
create function private.guard_moved_time_entry()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_time_entry_days(array[new.assignment_id], array[new.work_date]);
    if new.code <> 'regular' then
        perform private.check_code_rates(array[new.id]);
    end if;
    return null;
end;
$$;
comment on function private.guard_moved_time_entry is
    'Trigger: checks the day of an entry whose assignment, day, hours or code changed.';

create trigger moved_time_entries_fit_their_days
    after update of assignment_id, work_date, hours, code on public.time_entries
    for each row when (
        old.assignment_id is distinct from new.assignment_id
        or old.work_date is distinct from new.work_date or old.hours is distinct from new.hours
        or old.code is distinct from new.code)
    execute function private.guard_moved_time_entry();

revoke execute on function
    private.refuse_time_entry_values, private.hold_contractors, private.check_time_entry_days, private.guard_new_time_entries,
    private.guard_moved_time_entry
    from public, anon, authenticated, service_role;
