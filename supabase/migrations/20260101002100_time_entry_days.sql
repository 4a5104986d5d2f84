-- A time entry's day lies inside its assignment and has a rate, and a contractor's day has 24 hours,
-- over all of their assignments and whoever writes at the same time.

-- Checks all time of the given assignments on the given days (pairs by position).
-- Locks the contractors first: two writers of one contractor's time go one after the other.
create function private.check_time_entry_days(assignment_ids uuid[], work_dates date[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_bad record;
begin
    perform
       from public.contractors as contractor
      where contractor.id in (select assignment.contractor_id
                                from public.assignments as assignment
                               where assignment.id = any (check_time_entry_days.assignment_ids))
      order by contractor.id
        for no key update;

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
        on entry.assignment_id = sibling.id and entry.work_date = day.work_date
     group by day.contractor_id, day.work_date
    having sum(entry.hours) > 24
     limit 1;
    if found then
        perform private.refuse(
            409, 'hours_exceed_day',
            format('The contractor would have %s hours on %s.', v_bad.hours, v_bad.work_date),
            'A day has 24 hours, over all of a contractor''s assignments.');
    end if;
end;
$$;
comment on function private.check_time_entry_days(uuid[], date[]) is
    'Raises when time of the given assignments and days lies outside its assignment, has no rate, or exceeds 24 hours a day.';
revoke execute on function private.check_time_entry_days(uuid[], date[])
    from public, anon, authenticated, service_role;

-- Security definer: the rule reads time and rates that the writer may not see.
create function private.guard_new_time_entries()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_time_entry_days(array_agg(written.assignment_id), array_agg(written.work_date))
       from written;
    return null;
end;
$$;
comment on function private.guard_new_time_entries() is
    'Trigger: one check of the days of all entries that a statement inserts.';
revoke execute on function private.guard_new_time_entries() from public, anon, authenticated, service_role;

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
    return null;
end;
$$;
comment on function private.guard_moved_time_entry() is
    'Trigger: checks the day of an entry whose assignment, day or hours changed.';
revoke execute on function private.guard_moved_time_entry() from public, anon, authenticated, service_role;

create trigger moved_time_entries_fit_their_days
    after update of assignment_id, work_date, hours on public.time_entries
    for each row when ((old.assignment_id, old.work_date, old.hours)
                       is distinct from (new.assignment_id, new.work_date, new.hours))
    execute function private.guard_moved_time_entry();

-- An assignment's dates may not leave its time outside, nor its contractor or facility change once there is
-- time; nor may it grow onto another one of its contractor's at its facility.
-- Security definer: see above.
create function private.guard_assignment_dates()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_outside int;
begin
    -- The same lock as in check_time_entry_days: nobody enters time meanwhile.
    perform
       from public.contractors as contractor
      where contractor.id in (old.contractor_id, new.contractor_id)
      order by contractor.id
        for no key update;

    select count(*)
      into v_outside
      from public.time_entries as entry
     where entry.assignment_id = new.id
       and (entry.work_date < new.start_date or entry.work_date > new.end_date
            or (old.contractor_id, old.facility_id) <> (new.contractor_id, new.facility_id));
    if v_outside > 0 then
        perform private.refuse(
            409, 'assignment_has_time_outside',
            format('%s time entries of the assignment would lie outside of it.', v_outside),
            'Move or delete that time first, or choose other dates.');
    end if;

    -- Ending one of two that overlap must remain possible.
    if new.start_date < old.start_date
        or coalesce(new.end_date, 'infinity') > coalesce(old.end_date, 'infinity')
        or (old.contractor_id, old.facility_id) <> (new.contractor_id, new.facility_id) then
        perform private.refuse_overlap(new);
    end if;
    return new;
end;
$$;
comment on function private.guard_assignment_dates() is
    'Trigger: an assignment keeps its time inside its dates, with the contractor and facility it was worked by and at, and does not grow onto another.';
revoke execute on function private.guard_assignment_dates() from public, anon, authenticated, service_role;

create trigger assignments_keep_their_time_inside
    before update of start_date, end_date, contractor_id, facility_id on public.assignments
    for each row when ((old.start_date, old.end_date, old.contractor_id, old.facility_id)
                       is distinct from (new.start_date, new.end_date, new.contractor_id, new.facility_id))
    execute function private.guard_assignment_dates();

-- A rate stays while it is the only one that some time has.
-- Security definer: see above.
create function private.guard_assignment_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- The same lock as in check_time_entry_days: nobody enters time meanwhile.
    perform
       from public.contractors as contractor
       join public.assignments as assignment on assignment.contractor_id = contractor.id
      where assignment.id = old.assignment_id
        for no key update of contractor;

    if exists (
        select from public.time_entries as entry
         where entry.assignment_id = old.assignment_id
           and not exists (select from public.assignment_rates as rate
                            where rate.assignment_id = entry.assignment_id
                              and rate.effective_from <= entry.work_date)) then
        perform private.refuse(
            409, 'assignment_rate_in_use',
            format('There is time that only the rate of %s covers.', old.effective_from),
            'Leave the rate as it is, or enter an earlier one first.');
    end if;
    return null;
end;
$$;
comment on function private.guard_assignment_rate() is
    'Trigger: a rate is not taken from under the time that it is the only one for.';
revoke execute on function private.guard_assignment_rate() from public, anon, authenticated, service_role;

create trigger assignment_rates_cover_their_time
    after delete or update of assignment_id, effective_from on public.assignment_rates
    for each row execute function private.guard_assignment_rate();
