-- A week's plan: the people who are placed, what each is planned for, and what stands against it.

-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.week_plan(week_start date, facility uuid)
returns table (
    assignment_id uuid, contractor_id uuid, contractor_name text, facility_id uuid, facility_name text,
    timezone text, department text, title text, start_date date, end_date date, kind text, work_date date,
    planned_shift_id uuid, starts_at timestamptz, ends_at timestamptz, break_minutes int, hours numeric,
    place text, cancelled_at timestamptz, cancelled_for text, reason text, is_within_notice boolean, conflict text,
    missing_credentials text[])
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan -- of one facility, or of all
as $$
#variable_conflict use_column
declare
    v_first constant date := week_plan.week_start;
    v_last date;
    v_today constant date := (private.clock()).business_date;
    v_reads_all constant boolean := private.reads_credentials();
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('week_start', week_plan.week_start));
    perform private.require_finite_dates(jsonb_build_object('week_start', week_plan.week_start));
    perform private.require_plausible_days(jsonb_build_object('week_start', week_plan.week_start));
    perform private.require_week_start(week_plan.week_start);
    v_last := v_first + 6;

    return query
    with planned as materialized (
        select shift.*
          from public.planned_shifts as shift
         where shift.work_date between v_first and v_last
    ), placed as materialized (
        select assignment.id, assignment.contractor_id, assignment.facility_id, assignment.department, assignment.title,
               assignment.start_date, assignment.end_date
          from public.assignments as assignment
         where ((assignment.start_date <= v_last and coalesce(assignment.end_date, 'infinity') >= v_first)
                or assignment.id in (
                    select planned.assignment_id from planned where planned.cancelled_at is null))
           and (week_plan.facility is null
                or assignment.facility_id in (
                    select workplace.id
                      from public.facilities as workplace
                     where week_plan.facility in (workplace.id, workplace.bill_to_facility_id)))
    ), away as materialized ( -- hours of leave, and days that are excepted from a guarantee
        select placed.id as assignment_id, entry.work_date, sum(entry.hours) as hours,
               string_agg(distinct code.title, ', ' order by code.title) as why
          from placed
          join public.assignments as own on own.contractor_id = placed.contractor_id
          join public.time_entries as entry
            on entry.assignment_id = own.id and entry.work_date between v_first and v_last
           and entry.set_aside_at is null
          join public.time_codes as code on code.name = entry.code
         where entry.code in (select plan.code from public.leave_plans as plan)
           and exists (select from public.leave_plans)
         group by placed.id, entry.work_date
         union all
        select placed.id, exception.day, sum(exception.hours),
               string_agg(distinct replace(exception.kind, '_', ' '), ', ')
          from placed
          join public.guarantee_exceptions as exception
            on exception.assignment_id = placed.id and exception.day between v_first and v_last
         group by placed.id, exception.day
    ), lacking as materialized (
        select missing.assignment_id, missing.day as work_date,
               array_agg(distinct kind.name order by kind.name) as names
          from (
               select gap.assignment_id, lower(gap.days) + nth as day, gap.credential_kind_id, false as is_of_today
                 from private.credential_gaps(
                          v_first, v_last + 1, -- a shift of the last day may end on the next
                          (select array_agg(placed.id) from placed where week_plan.facility is not null)) as gap
                cross join lateral generate_series(0, upper(gap.days) - lower(gap.days) - 1) as nth
                where exists (select from public.requirements) -- a firm that requires nothing does not look for gaps
                union all
               select known.assignment_id, asked.first + nth, known.credential_kind_id, true
                 from private.required_of_assignments as known
                cross join lateral (
                      select greatest(known.first_day, v_first, v_today + 1) as first,
                             least(known.last_day, v_last + 1) as last) as asked
                cross join lateral generate_series(0, asked.last - asked.first) as nth
                where not v_reads_all
                  and not exists (
                      select from public.credentials as credential
                       where credential.contractor_id = known.contractor_id
                         and credential.credential_kind_id = known.credential_kind_id
                         and v_today between coalesce(credential.issued_on, '-infinity')
                                         and coalesce(credential.expires_on, 'infinity'))
               ) as missing
          join public.credential_kinds as kind on kind.id = missing.credential_kind_id
         where missing.assignment_id in (select placed.id from placed)
           -- On a day to come a confidential kind would say when it expires: most are told what is so today.
           and missing.is_of_today = (kind.is_confidential and missing.day > v_today and not v_reads_all)
         group by missing.assignment_id, missing.day
    ), told as materialized (
        select planned.assignment_id, 'shift' as kind, planned.work_date, planned.id, planned.starts_at,
               planned.ends_at, planned.break_minutes, planned.hours + planned.next_day_hours as hours,
               null::text as place, planned.cancelled_at, planned.cancelled_for, planned.reason,
               planned.is_within_notice, planned.cancelled_at is null and planned.next_day_hours > 0 as ends_next_day,
               case
                   when planned.cancelled_at is not null then null
                   when planned.work_date < placed.start_date
                        or planned.work_date + case when planned.next_day_hours > 0 then 1 else 0 end > placed.end_date
                       then 'outside_assignment'
                   when exists (
                       select from away
                        where away.assignment_id = placed.id and away.work_date = planned.work_date) then 'away'
               end as conflict
          from placed
          join planned on planned.assignment_id = placed.id
         union all
        select placed.id, 'elsewhere', planned.work_date, planned.id, planned.starts_at, planned.ends_at,
               planned.break_minutes, planned.hours + planned.next_day_hours, other.name, null, null, null, false,
               false, null
          from placed
          join planned
            on planned.contractor_id = placed.contractor_id
           and planned.assignment_id <> placed.id
           and planned.cancelled_at is null
          join public.assignments as there on there.id = planned.assignment_id
          join public.facilities as other on other.id = there.facility_id
         union all
        select away.assignment_id, 'away', away.work_date, null, null, null, null, away.hours, away.why, null, null,
               null, false, false, null
          from away
    ), of_days as (
        select told.* from told
         union all
        select lacking.assignment_id, null, lacking.work_date, null::uuid, null::timestamptz,
               null::timestamptz, null::int, null::numeric, null, null::timestamptz, null, null, false, false, null
          from lacking
         where lacking.work_date <= v_last
           and not exists (
               select from told
                where told.assignment_id = lacking.assignment_id and told.work_date = lacking.work_date)
    )
    select placed.id, placed.contractor_id, contractor.first_name || ' ' || contractor.last_name,
           facility.id, facility.name, coalesce(facility.timezone, private.operating_timezone()), placed.department,
           placed.title, placed.start_date, placed.end_date, of_days.kind, of_days.work_date, of_days.id,
           of_days.starts_at, of_days.ends_at, of_days.break_minutes, of_days.hours, of_days.place,
           of_days.cancelled_at, of_days.cancelled_for, of_days.reason, of_days.is_within_notice, of_days.conflict,
           case
               when next_day.names is null then of_day.names
               else array(select distinct name from unnest(of_day.names || next_day.names) as name order by name)
           end
      from placed
      join public.contractors as contractor on contractor.id = placed.contractor_id
      join public.facilities as facility on facility.id = placed.facility_id
      left join of_days on of_days.assignment_id = placed.id
      left join lacking as of_day
        on of_day.assignment_id = of_days.assignment_id and of_day.work_date = of_days.work_date
      left join lacking as next_day
        on next_day.assignment_id = of_days.assignment_id and next_day.work_date = of_days.work_date + 1
       and of_days.ends_next_day
     order by contractor.first_name || ' ' || contractor.last_name, placed.id, of_days.work_date, of_days.starts_at,
              of_days.kind, of_days.id, of_days.place;
end;
$$;
comment on function private.week_plan is 'The logic of public.week_plan.';

create function public.week_plan(week_start date, facility uuid default null)
returns table (
    assignment_id uuid, contractor_id uuid, contractor_name text, facility_id uuid, facility_name text,
    timezone text, department text, title text, start_date date, end_date date, kind text, work_date date,
    planned_shift_id uuid, starts_at timestamptz, ends_at timestamptz, break_minutes int, hours numeric,
    place text, cancelled_at timestamptz, cancelled_for text, reason text, is_within_notice boolean, conflict text,
    missing_credentials text[])
language sql stable set search_path = ''
as $$ select * from private.week_plan(week_start, facility); $$;
comment on function public.week_plan is
$$The plan of a workweek: of each assignment that runs in it, what is planned by day, and what stands against it.

A row for each thing of a day, one for a day of which there is nothing but a missing credential, and one without a day
for an assignment of which there is nothing; people by name. May be called with GET.

Pages: order=contractor_name,assignment_id,work_date,starts_at,kind,planned_shift_id,place.

Who: active staff, whatever their role.

Arguments:
week_start: the first day of a workweek.
facility: the facility whose assignments they are, or the program to which facilities are billed, for all of these;
    null = of all facilities.

Result: kind is one of shift, elsewhere, away: a shift of the assignment, cancelled ones too; one of the same person on
another assignment, at the facility that place names; hours of leave or of an exception from a guarantee, which place
names; null = nothing. timezone: whose clock tells the times. start_date, end_date: of the assignment. hours: all of
the shift, less the break. cancelled_for is as planned_shifts.cancelled_for. cancelled_at, reason, is_within_notice: as
in planned_shifts. conflict is one of outside_assignment, away: its days were moved since, or the person is away on that
day; null = nothing is against it.
missing_credentials: names of the kinds that the assignment requires on that day, of a shift on each of its days, and of
    which the person has none that is good; null = none is missing. Of confidential kinds, for all but recruiting and
    admins, days to come are as today.

Errors: staff_only, argument_missing, date_not_finite, day_out_of_range, week_start_not_first_day.

Example: {"week_start": "2026-03-09"}$$;

revoke execute on function private.week_plan, public.week_plan from public, anon, authenticated, service_role;
grant execute on function private.week_plan, public.week_plan to authenticated, service_role;
