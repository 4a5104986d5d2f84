-- Contractors who were placed in the last complete workweek and have no hours in it at all: somebody forgot to write them
-- down. Hours on call or on leave say why there are no others; miles do not.
-- Time is looked up per assignment, so the cost follows the assignments of the week, not the time there is.
create view public.missing_time with (security_invoker = true) as
    select assignment.id as assignment_id,
           named.contractor_id,
           named.contractor_name,
           named.facility_id,
           named.facility_name,
           week.week_start,
           week.week_end,
           greatest(assignment.start_date, week.week_start) as first_day,
           least(assignment.end_date, week.week_end) as last_day,
           (select nullif(
                       sum(case when planned.work_date between greatest(assignment.start_date, week.week_start)
                                                         and least(assignment.end_date, week.week_end)
                                then planned.hours else 0.00 end
                           + case when planned.work_date + 1 between greatest(assignment.start_date, week.week_start)
                                                                 and least(assignment.end_date, week.week_end)
                                  then planned.next_day_hours else 0.00 end),
                       0.00)
              from public.planned_shifts as planned
             where planned.assignment_id = assignment.id
               and planned.work_date between week.week_start - 1 and week.week_end
               and planned.cancelled_at is null) as planned_hours
      from (select this_week.week_start - 7, this_week.week_start - 1
              from private.clock() as clock
             cross join private.workweek_start(clock.business_date) as this_week (week_start)
           ) as week (week_start, week_end)
      join public.assignments as assignment
        on assignment.start_date <= week.week_end
       and (assignment.end_date is null or assignment.end_date >= week.week_start)
     cross join lateral (
           select contractor.id as contractor_id,
                  contractor.first_name || ' ' || contractor.last_name as contractor_name,
                  facility.id as facility_id,
                  facility.name as facility_name
             from public.contractors as contractor
             join public.facilities as facility on facility.id = assignment.facility_id
            where contractor.id = assignment.contractor_id
           offset 0) as named -- looked up of those alone that are missing
     where not exists (
           select from public.time_entries as entry
            where entry.assignment_id = assignment.id
              and entry.work_date between week.week_start and week.week_end
              and entry.hours > 0
           offset 0); -- keeps the planner from reading all time into one join
comment on view public.missing_time is
$$Assignments in force on any day of the last complete workweek without hours in it, of whatever code.

first_day, last_day: the days of that week on which the assignment was in force. planned_hours: the hours that were
planned on these days and not cancelled (planned_shifts); null = none.

Pages: order=assignment_id.$$;

create trigger missing_time_is_read_only
    instead of insert or update or delete on public.missing_time
    for each row execute function private.refuse_view_write();

revoke all on public.missing_time from public, anon, authenticated, service_role;
grant select on public.missing_time to authenticated, service_role;
