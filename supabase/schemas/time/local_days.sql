-- Days where the work is done: a workday is 24 hours from a fixed time (California Labor Code 500), here from midnight of
-- the facility's timezone.

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

-- Midnight, but for nights on which the clock passes it twice, as in Havana and on the Azores, or skips it.
create function private.start_of_day(day date, timezone text)
returns timestamptz
language sql
stable
set search_path = ''
as $$
    select midnight.at - case when ((midnight.at - interval '1 hour') at time zone start_of_day.timezone)::date
                                   = start_of_day.day
                              then interval '1 hour' else interval '0' end
      from (select start_of_day.day::timestamp at time zone start_of_day.timezone) as midnight (at);
$$;
comment on function private.start_of_day is 'The first instant of a day in a timezone.';

create function private.end_of_day_of(instant timestamptz, timezone text)
returns timestamptz
language sql
stable
set search_path = ''
as $$
    select private.start_of_day((end_of_day_of.instant at time zone end_of_day_of.timezone)::date + 1, end_of_day_of.timezone);
$$;
comment on function private.end_of_day_of is 'The first instant of the day after that of an instant, in a timezone.';

revoke execute on function private.timezone_of_assignment, private.start_of_day, private.end_of_day_of
    from public, anon, authenticated, service_role;
