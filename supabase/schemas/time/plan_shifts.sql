-- Shifts by a pattern: the same times of the clock on days of the week, for some weeks.

-- Each end is after its begin by the clock: a night shift ends on the next day, also where the clock is changed.
create function private.shifts_of_pattern(
    timezone text, first_day date, weeks int, days_of_week int[], starts_at time, ends_at time)
returns table (begins timestamptz, ends timestamptz)
language sql
stable
set search_path = ''
as $$
    select private.instant_of_clock(day.day, shifts_of_pattern.starts_at, shifts_of_pattern.timezone),
           private.instant_of_clock(
               day.day + case when shifts_of_pattern.ends_at <= shifts_of_pattern.starts_at then 1 else 0 end,
               shifts_of_pattern.ends_at, shifts_of_pattern.timezone)
      from generate_series(0, shifts_of_pattern.weeks * 7 - 1) as nth
     cross join lateral (select shifts_of_pattern.first_day + nth) as day (day)
     where extract(isodow from day.day)::int = any (shifts_of_pattern.days_of_week)
     order by day.day;
$$;
comment on function private.shifts_of_pattern is
    'The instants of shifts at the same times of a clock, on days of the week from a day on, for some weeks.';

create function private.check_pattern(weeks int, days_of_week int[], starts_at time, ends_at time)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if check_pattern.weeks not between 1 and 52 then
        perform private.refuse(
            400, 'pattern_not_valid',
            format('A pattern is not planned for %s.', private.counted(check_pattern.weeks, 'week', 'weeks')),
            'Give 1 to 52 weeks.');
    elsif check_pattern.days_of_week = '{}' or array_position(check_pattern.days_of_week, null) is not null
        or not check_pattern.days_of_week <@ array[1, 2, 3, 4, 5, 6, 7] then
        perform private.refuse(
            400, 'pattern_not_valid', 'The days of the week are not numbers from 1, Monday, to 7, Sunday.',
            'Choose one day at least.');
    elsif extract(second from check_pattern.starts_at) <> 0 or extract(second from check_pattern.ends_at) <> 0 then
        perform private.refuse(
            400, 'shift_not_valid', 'A shift begins and ends on a whole minute.', 'Leave out the seconds.');
    end if;
end;
$$;
comment on function private.check_pattern is 'Raises 400 unless weeks, days of the week and times make a pattern.';

-- Each ends by the clock before the next one begins. In the night in which it is set forward, an hour that it does not show
-- is told as the one after it.
create function private.refuse_overlap_of_pattern(assignment_id uuid, starts timestamptz[], ends timestamptz[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_day constant date := (
        select private.workday_of(
                   min(wanted.starts_at), private.timezone_of_assignment(refuse_overlap_of_pattern.assignment_id))
          from unnest(refuse_overlap_of_pattern.starts, refuse_overlap_of_pattern.ends) as wanted (starts_at, ends_at)
         where not exists (
               select from public.planned_shifts as planned
                where planned.assignment_id = refuse_overlap_of_pattern.assignment_id
                  and planned.starts_at = wanted.starts_at and planned.ends_at = wanted.ends_at));
begin
    if v_day is not null then
        perform private.refuse(
            409, 'planned_shift_overlaps',
            format('The shift of %s would begin before the one before it ends, since the clock is set forward.', v_day),
            'Plan the shifts of that night one by one.');
    end if;
end;
$$;
comment on function private.refuse_overlap_of_pattern is
    'Raises 409 and names the first of a pattern''s shifts that was left out since another one of the pattern overlaps it.';

-- Security definer: nobody writes the table.
create function private.plan_shifts(
    assignment_id uuid, first_day date, weeks int, days_of_week int[], starts_at time, ends_at time, break_minutes int)
returns setof public.planned_shifts
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_assignment public.assignments;
    v_changes_what_is_due boolean;
    v_starts timestamptz[];
    v_ends timestamptz[];
begin
    perform private.require_role('recruiting');
    perform private.require_arguments(jsonb_build_object(
        'assignment_id', plan_shifts.assignment_id, 'first_day', plan_shifts.first_day, 'weeks', plan_shifts.weeks,
        'days_of_week', plan_shifts.days_of_week, 'starts_at', plan_shifts.starts_at, 'ends_at', plan_shifts.ends_at,
        'break_minutes', plan_shifts.break_minutes));
    perform private.require_finite_dates(jsonb_build_object('first_day', plan_shifts.first_day));
    perform private.require_plausible_days(jsonb_build_object('first_day', plan_shifts.first_day));
    perform private.check_pattern(
        plan_shifts.weeks, plan_shifts.days_of_week, plan_shifts.starts_at, plan_shifts.ends_at);
    v_assignment := private.require_assignment_to_plan(plan_shifts.assignment_id);

    v_changes_what_is_due := private.are_beside_late_cancellations(
        array[plan_shifts.assignment_id], plan_shifts.first_day - 1, plan_shifts.first_day + 7 * plan_shifts.weeks);
    if v_changes_what_is_due then -- as of plan_shift
        perform private.change_rates();
    end if;
    perform private.hold_plans();
    perform private.refuse_beside_new_late_cancellations(
        array[plan_shifts.assignment_id], plan_shifts.first_day - 1, plan_shifts.first_day + 7 * plan_shifts.weeks,
        v_changes_what_is_due);
    perform private.hold_assignments_to_plan(array[plan_shifts.assignment_id]);
    select array_agg(shift.begins order by shift.begins), array_agg(shift.ends order by shift.begins)
      into v_starts, v_ends
      from private.shifts_of_pattern(
           private.timezone_of_assignment(plan_shifts.assignment_id), plan_shifts.first_day, plan_shifts.weeks,
           plan_shifts.days_of_week, plan_shifts.starts_at, plan_shifts.ends_at) as shift;
    perform private.require_shift_times(wanted.starts_at, wanted.ends_at)
       from unnest(v_starts, v_ends) as wanted (starts_at, ends_at);
    perform private.require_inside_assignments(
        array_fill(plan_shifts.assignment_id, array[cardinality(v_starts)]), v_starts, v_ends);
    perform private.refuse_planned_overlap(
               array_agg(v_assignment.contractor_id), array_agg(wanted.starts_at), array_agg(wanted.ends_at))
       from unnest(v_starts, v_ends) as wanted (starts_at, ends_at)
      where not exists (
            select from public.planned_shifts as there
             where there.assignment_id = plan_shifts.assignment_id
               and there.starts_at = wanted.starts_at and there.ends_at = wanted.ends_at)
     having count(*) > 0;
    perform private.add_planned_shifts(
        array_fill(plan_shifts.assignment_id, array[cardinality(v_starts)]), v_starts, v_ends,
        array_fill(plan_shifts.break_minutes, array[cardinality(v_starts)]));
    perform private.refuse_overlap_of_pattern(plan_shifts.assignment_id, v_starts, v_ends);
    return query
    select planned.*
      from unnest(v_starts, v_ends) as wanted (starts_at, ends_at)
      join public.planned_shifts as planned
        on planned.assignment_id = plan_shifts.assignment_id
       and planned.starts_at = wanted.starts_at and planned.ends_at = wanted.ends_at
     order by planned.starts_at;
end;
$$;
comment on function private.plan_shifts is 'The logic of public.plan_shifts.';

create function public.plan_shifts(
    assignment_id uuid, first_day date, weeks int, days_of_week int[], starts_at time, ends_at time,
    break_minutes int default 0)
returns setof public.planned_shifts language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$
    select * from private.plan_shifts(
        assignment_id, first_day, weeks, days_of_week, starts_at, ends_at, break_minutes);
$$;
comment on function public.plan_shifts is
$$Plans shifts by a pattern: at the same times of the facility's clock, on days of the week, for some weeks.

All of them are planned, or none. In the night in which the clock is changed a shift is an hour shorter or longer.
What is planned at these very times already stays as it is, and so does what was cancelled: plan_shift plans that
again.

Who: recruiting.

Arguments:
assignment_id: the assignment.
first_day: the first day on which a shift may begin; the weeks are counted from it.
weeks: how many, 1 to 52.
days_of_week: days on which shifts begin: 1 is Monday, 7 Sunday.
starts_at: the time of the clock at which each begins.
ends_at: the time at which it ends; on the next day where it is not after the begin.
break_minutes: as of plan_shift.

Result: the shifts of the pattern, in order, as they are now. Again: the same, and nothing changes.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, pattern_not_valid, assignment_not_found,
shift_not_valid, break_not_valid, planned_shift_outside_assignment, planned_shift_overlaps, plan_in_progress,
rates_held.

Example: {"assignment_id": "$assignment_id", "first_day": "2026-03-09", "weeks": 1, "days_of_week": [1, 3, 5],
  "starts_at": "07:00", "ends_at": "15:30", "break_minutes": 30}$$;

revoke execute on function
    private.shifts_of_pattern, private.check_pattern, private.refuse_overlap_of_pattern, private.plan_shifts,
    public.plan_shifts
    from public, anon, authenticated, service_role;
grant execute on function private.plan_shifts, public.plan_shifts to authenticated, service_role;
