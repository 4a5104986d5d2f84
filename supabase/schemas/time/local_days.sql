-- Days where the work is done: a workday is 24 hours from a fixed time (California Labor Code 500), in the facility's
-- timezone. It has the name of the day on which it begins.

-- Asked of each shift when it is written, and kept by its entries: their days stay when the timezone is changed later.
create function private.timezone_of_assignment(assignment_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
    return (
        select coalesce(facility.timezone, private.operating_timezone())
          from public.assignments as assignment
          join public.facilities as facility on facility.id = assignment.facility_id
         where assignment.id = timezone_of_assignment.assignment_id);
end;
$$;
comment on function private.timezone_of_assignment is
    'The timezone of the assignment''s facility, else the firm''s; null when there is no such assignment.';

-- The first of two, on a night on which the clock passes it twice, as it does with midnight in Havana and on the Azores; as
-- far after the change as it would be before it, where it is skipped.
create function private.instant_of_clock(day date, clock time, timezone text)
returns timestamptz
language sql
stable
set search_path = ''
as $$
    select shown.at - case when (shown.at - interval '1 hour') at time zone instant_of_clock.timezone
                                >= instant_of_clock.day + instant_of_clock.clock
                           then interval '1 hour' else interval '0' end
      from (select (instant_of_clock.day + instant_of_clock.clock) at time zone instant_of_clock.timezone) as shown (at);
$$;
comment on function private.instant_of_clock is 'The first instant at which a clock in a timezone shows a time of a day.';

create function private.start_of_day(day date, timezone text)
returns timestamptz
language sql
stable
set search_path = ''
as $$
    select private.instant_of_clock(start_of_day.day, time '00:00', start_of_day.timezone);
$$;
comment on function private.start_of_day is 'The first instant of a day of the calendar in a timezone.';

create function private.start_of_workday(day date, timezone text)
returns timestamptz
language sql
stable
set search_path = ''
as $$
    select private.instant_of_clock(
        start_of_workday.day, private.workday_starts_at(start_of_workday.day), start_of_workday.timezone);
$$;
comment on function private.start_of_workday is
    'The first instant of a workday in a timezone: midnight, or when the firm says (organization_settings.workday_starts_at).';

create function private.workday_of(instant timestamptz, timezone text)
returns date
language sql
stable
set search_path = ''
as $$
    select shown.day
           - case when workday_of.instant < private.start_of_workday(shown.day, workday_of.timezone) then 1 else 0 end
      from (select (workday_of.instant at time zone workday_of.timezone)::date) as shown (day);
$$;
comment on function private.workday_of is 'The workday that an instant is of, in a timezone: the day on which it began.';

-- In the night of a change, also what is between the former hour and the new one is an entry of its own, so that it
-- can be counted both ways (29 CFR 778.302).
create function private.end_of_part(instant timestamptz, timezone text)
returns timestamptz
language sql
stable
set search_path = ''
as $$
    select min(ends.at)
      from private.workday_of(end_of_part.instant, end_of_part.timezone) as started (day)
     cross join lateral (
           select private.start_of_workday(started.day + 1, end_of_part.timezone)
            union all
           select private.instant_of_clock(
                      change.effective_from, private.workday_starts_at(change.effective_from - 1), end_of_part.timezone)
             from private.workday_starts as change
            where change.effective_from in (started.day, started.day + 1)) as ends (at)
     where ends.at > end_of_part.instant;
$$;
comment on function private.end_of_part is
    'The end of the part of a shift that an instant is in: where the next workday begins, or would have begun before the hour was changed.';

revoke execute on function
    private.timezone_of_assignment, private.instant_of_clock, private.start_of_day, private.start_of_workday,
    private.workday_of, private.end_of_part
    from public, anon, authenticated, service_role;
