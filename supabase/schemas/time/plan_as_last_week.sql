-- A week as the one before it: of a facility, or of one assignment.

-- In the night in which a clock is changed a shift may become longer than 24 hours, or too short for its break.
create function private.is_shift_to_plan(
    assignment_id uuid, starts_at timestamptz, ends_at timestamptz, break_minutes int)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_shift_times(is_shift_to_plan.starts_at, is_shift_to_plan.ends_at);
    perform private.require_parts_of_shift(
        is_shift_to_plan.assignment_id, is_shift_to_plan.starts_at, is_shift_to_plan.ends_at,
        is_shift_to_plan.break_minutes);
    return true;
exception when sqlstate 'PT400' then
    return false;
end;
$$;
comment on function private.is_shift_to_plan is 'True if times and a break make a shift of an assignment.';

-- At the same times of the clock a week later. What becomes of each is decided here, before anything is written, but for
-- those of the call itself that overlap.
create function private.shifts_as_last_week(week_start date, assignment_ids uuid[])
returns table (
    assignment_id uuid, contractor_id uuid, starts_at timestamptz, ends_at timestamptz, break_minutes int, outcome text)
language sql
stable
set search_path = ''
as $$
    with later as (
        select planned.assignment_id, planned.contractor_id, planned.break_minutes, assignment.start_date,
               assignment.end_date, clock.zone,
               private.instant_of_clock(begin.shown::date + 7, begin.shown::time, clock.zone) as starts_at,
               private.instant_of_clock(finish.shown::date + 7, finish.shown::time, clock.zone) as ends_at
          from public.planned_shifts as planned
          join public.assignments as assignment on assignment.id = planned.assignment_id
          join public.facilities as facility on facility.id = assignment.facility_id
         cross join lateral (select coalesce(facility.timezone, private.operating_timezone())) as clock (zone)
         cross join lateral (select planned.starts_at at time zone clock.zone) as begin (shown)
         cross join lateral (select planned.ends_at at time zone clock.zone) as finish (shown)
         where planned.assignment_id = any (shifts_as_last_week.assignment_ids)
           and planned.work_date between shifts_as_last_week.week_start - 7 and shifts_as_last_week.week_start - 1
           and planned.cancelled_at is null
    )
    select later.assignment_id, later.contractor_id, later.starts_at, later.ends_at, later.break_minutes,
           case
               when there.id is not null
                   then case when there.cancelled_at is null then 'already_planned' else 'cancelled' end
               when private.workday_of(later.starts_at, later.zone) <= private.area_closed_through('time') then 'closed'
               when private.workday_of(later.starts_at, later.zone) < later.start_date
                    or private.workday_of(later.ends_at - interval '1 minute', later.zone) > later.end_date
                   then 'outside_assignment'
               when exists (
                   select from public.planned_shifts as other
                    where other.contractor_id = later.contractor_id
                      and tstzrange(other.starts_at, other.ends_at) && tstzrange(later.starts_at, later.ends_at)
                      and other.cancelled_at is null) then 'overlaps'
               when not private.is_shift_to_plan(
                   later.assignment_id, later.starts_at, later.ends_at, later.break_minutes) then 'not_valid'
               else 'planned' end
      from later
      left join public.planned_shifts as there
        on there.assignment_id = later.assignment_id
       and there.starts_at = later.starts_at and there.ends_at = later.ends_at
     order by later.starts_at, later.assignment_id;
$$;
comment on function private.shifts_as_last_week is
    'The shifts that assignments have in the week before one, a week later, and what is to become of each.';

create function private.assignments_to_plan_as_last_week(week_start date, facility uuid, assignment uuid)
returns uuid[]
language sql
stable
set search_path = ''
as $$
    select array(
        select placed.id
          from public.assignments as placed
         where (placed.id = assignments_to_plan_as_last_week.assignment
                or placed.facility_id in (
                    select workplace.id
                      from public.facilities as workplace
                     where assignments_to_plan_as_last_week.facility in (workplace.id, workplace.bill_to_facility_id)))
           and exists (
               select from public.planned_shifts as planned
                where planned.assignment_id = placed.id
                  and planned.work_date between assignments_to_plan_as_last_week.week_start - 7
                                            and assignments_to_plan_as_last_week.week_start - 1
                  and planned.cancelled_at is null));
$$;
comment on function private.assignments_to_plan_as_last_week is
    'The assignments of a facility, or of all that are billed to it, or the one, of which shifts are planned in the week before.';

-- Security definer: nobody writes the table.
create function private.plan_as_last_week(week_start date, facility uuid, assignment uuid)
returns table (
    planned_shift_id uuid, assignment_id uuid, starts_at timestamptz, ends_at timestamptz, outcome text)
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
    v_changes_what_is_due boolean;
    v_assignment_ids uuid[];
    v_wanted jsonb;
begin
    perform private.require_role('recruiting');
    perform private.require_arguments(jsonb_build_object('week_start', plan_as_last_week.week_start));
    perform private.require_finite_dates(jsonb_build_object('week_start', plan_as_last_week.week_start));
    perform private.require_plausible_days(jsonb_build_object('week_start', plan_as_last_week.week_start));
    perform private.require_week_start(plan_as_last_week.week_start);
    if num_nonnulls(plan_as_last_week.facility, plan_as_last_week.assignment) <> 1 then
        perform private.refuse(
            400, 'argument_missing', 'A week is planned for a facility, or for one assignment.',
            'Choose one of the two.');
    elsif plan_as_last_week.facility is not null then
        perform private.require_facility(plan_as_last_week.facility);
    else
        perform private.require_assignment_to_plan(plan_as_last_week.assignment);
    end if;

    v_changes_what_is_due := private.are_beside_late_cancellations(
        private.assignments_to_plan_as_last_week(
            plan_as_last_week.week_start, plan_as_last_week.facility, plan_as_last_week.assignment),
        plan_as_last_week.week_start - 1, plan_as_last_week.week_start + 8);
    if v_changes_what_is_due then -- as of plan_shift
        perform private.change_rates();
    end if;
    perform private.hold_plans();
    v_assignment_ids := private.assignments_to_plan_as_last_week(
        plan_as_last_week.week_start, plan_as_last_week.facility, plan_as_last_week.assignment);
    perform private.refuse_beside_new_late_cancellations(
        v_assignment_ids, plan_as_last_week.week_start - 1, plan_as_last_week.week_start + 8, v_changes_what_is_due);
    perform private.hold_assignments_to_plan(v_assignment_ids);
    v_wanted := (select jsonb_agg(to_jsonb(wanted))
                   from private.shifts_as_last_week(plan_as_last_week.week_start, v_assignment_ids) as wanted);
    if v_wanted is null then
        perform private.refuse(
            409, 'nothing_planned_last_week',
            format('Nothing is planned there in the week that begins on %s.', plan_as_last_week.week_start - 7),
            'Plan this week by a pattern, or shift by shift.');
    end if;
    perform private.add_planned_shifts(
               array_agg(wanted.assignment_id), array_agg(wanted.starts_at), array_agg(wanted.ends_at),
               array_agg(wanted.break_minutes))
       from jsonb_to_recordset(v_wanted) as wanted (
                assignment_id uuid, starts_at timestamptz, ends_at timestamptz, break_minutes int, outcome text)
      where wanted.outcome = 'planned';
    return query
    select planned.id, wanted.assignment_id, wanted.starts_at, wanted.ends_at,
           case when wanted.outcome = 'planned' and planned.id is null then 'overlaps' else wanted.outcome end
      from jsonb_to_recordset(v_wanted) as wanted (
               assignment_id uuid, starts_at timestamptz, ends_at timestamptz, outcome text)
      left join public.planned_shifts as planned
        on planned.assignment_id = wanted.assignment_id
       and planned.starts_at = wanted.starts_at and planned.ends_at = wanted.ends_at
     order by wanted.starts_at, wanted.assignment_id;
end;
$$;
comment on function private.plan_as_last_week is 'The logic of public.plan_as_last_week.';

create function public.plan_as_last_week(
    week_start date, facility uuid default null, assignment uuid default null)
returns table (planned_shift_id uuid, assignment_id uuid, starts_at timestamptz, ends_at timestamptz, outcome text)
language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$
    select * from private.plan_as_last_week(
        plan_as_last_week.week_start, plan_as_last_week.facility, plan_as_last_week.assignment);
$$;
comment on function public.plan_as_last_week is
$$Plans a week as the one before it, at the same times of the facility's clock: of a facility, or of one assignment.

Cancelled shifts are not taken along. Nothing is planned twice, outside its assignment, over another shift of the same
person, or on a day through which time is closed: the answer says of each what became of it.

Who: recruiting.

Arguments:
week_start: the first day of the workweek to plan.
facility: the facility, of all whose assignments the week is planned, or the program to which facilities are billed,
    for all of these; null = give an assignment.
assignment: the assignment; null = give a facility.

Result: a row for each shift of the week before, in order. outcome: planned; already_planned, cancelled: it is there
at these very times, and stays as it is; outside_assignment, overlaps, closed, not_valid: it is left out, and
planned_shift_id is null. overlaps: another shift of the same person, also an earlier one of this call. closed: time is
closed through its day. not_valid: in the night in which the clock is changed it would be longer than 24 hours, or too
short for its break. Again: the same shifts, already_planned.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, week_start_not_first_day,
facility_not_found, assignment_not_found, nothing_planned_last_week, plan_in_progress, rates_held.

Example: {"week_start": "2026-03-16", "facility": "$facility_id"}$$;

revoke execute on function
    private.is_shift_to_plan, private.shifts_as_last_week, private.assignments_to_plan_as_last_week,
    private.plan_as_last_week, public.plan_as_last_week
    from public, anon, authenticated, service_role;
grant execute on function private.plan_as_last_week, public.plan_as_last_week to authenticated, service_role;
