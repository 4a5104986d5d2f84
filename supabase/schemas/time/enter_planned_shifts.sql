-- Time as it was planned, in one act: shift by shift, as enter_shift enters each.

-- Shifts that are over, on days of the assignment, and not entered otherwise: no time of their days without times, and at
-- their times no shift but itself, whole: a double that was entered as one is two parts too.
create function private.shifts_to_enter(assignment_id uuid, week_start date, through timestamptz)
returns setof public.planned_shifts
language sql
stable
set search_path = ''
as $$
    select planned.*
      from public.planned_shifts as planned
     where planned.assignment_id = shifts_to_enter.assignment_id
       and planned.work_date between shifts_to_enter.week_start and shifts_to_enter.week_start + 6
       and planned.cancelled_at is null
       and planned.ends_at <= shifts_to_enter.through
       and exists (
           select from public.assignments as assignment
            cross join private.timezone_of_assignment(assignment.id) as clock (zone)
            where assignment.id = planned.assignment_id
              and private.workday_of(planned.starts_at, clock.zone) >= assignment.start_date
              and private.workday_of(planned.ends_at - interval '1 minute', clock.zone)
                      <= coalesce(assignment.end_date, 'infinity'))
       and not exists (
           select from public.time_entries as entry
            where entry.assignment_id = planned.assignment_id
              and entry.work_date between planned.work_date
                                      and planned.work_date + case when planned.next_day_hours > 0 then 1 else 0 end
              and entry.is_worked
              and entry.started_at is null
              and entry.set_aside_at is null)
       and not exists (
           select from public.time_entries as entry
            where entry.shift_contractor_id = planned.contractor_id
              and entry.started_at < planned.ends_at
              and entry.started_at > planned.starts_at - interval '24 hours' -- none is longer
              and entry.ended_at > planned.starts_at
              and entry.set_aside_at is null
            group by entry.shift_id
           having (min(entry.started_at) = planned.starts_at and max(entry.ended_at) = planned.ends_at
                   and sum(entry.break_minutes) = planned.break_minutes and bool_and(entry.break_started_at is null)
                   and bool_and(entry.code = 'regular' and entry.assignment_id = planned.assignment_id)
                   and not exists (
                       select from public.time_entries as whole
                        where whole.shift_id = entry.shift_id
                          and whole.set_aside_at is null
                          and (whole.started_at < planned.starts_at or whole.ended_at > planned.ends_at))) is not true)
     order by planned.starts_at;
$$;
comment on function private.shifts_to_enter is
$$Planned shifts of an assignment that begin in a workweek, ended by an instant, lie within the assignment, and are entered
as planned, or not at all.$$;

-- As the guard of time's closed days decides, which lets be what is there.
create function private.is_closed_to_enter(shift public.planned_shifts)
returns boolean
language sql
stable
set search_path = ''
as $$
    select coalesce(
               private.workday_of((shift).starts_at, private.timezone_of_assignment((shift).assignment_id))
                   <= private.area_closed_through('time'), false)
           and not exists (
               select from public.time_entries as entry
                where entry.shift_contractor_id = (shift).contractor_id
                  and entry.started_at = (shift).starts_at
                  and entry.set_aside_at is null);
$$;
comment on function private.is_closed_to_enter is
    'True of a planned shift that begins on a day through which time is closed, and is not entered yet.';

-- Security definer: nobody who is signed in writes the times of time otherwise.
create function private.enter_planned_shifts(assignment_id uuid, week_start date)
returns setof public.time_entries
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.require_arguments(jsonb_build_object(
        'assignment_id', enter_planned_shifts.assignment_id, 'week_start', enter_planned_shifts.week_start));
    perform private.require_finite_dates(jsonb_build_object('week_start', enter_planned_shifts.week_start));
    perform private.require_plausible_days(jsonb_build_object('week_start', enter_planned_shifts.week_start));
    perform private.require_week_start(enter_planned_shifts.week_start);
    perform private.require_writer_of_time(enter_planned_shifts.assignment_id);

    perform private.hold_time();
    perform private.hold_contractors(array[enter_planned_shifts.assignment_id]);
    perform -- nobody cancels one meanwhile
       from public.planned_shifts as planned
      where planned.assignment_id = enter_planned_shifts.assignment_id
        and planned.work_date between enter_planned_shifts.week_start and enter_planned_shifts.week_start + 6
        and planned.cancelled_at is null
      order by planned.id
        for share;
    return query
    select entry.*
      from private.shifts_to_enter(
           enter_planned_shifts.assignment_id, enter_planned_shifts.week_start, (private.clock()).at) as planned
     cross join lateral private.enter_shift(
           planned.assignment_id, planned.starts_at, planned.ends_at, planned.break_minutes, null, null, 'regular')
           as entry
     where not private.is_closed_to_enter(planned);
    if not found then
        -- All that is left, if anything is.
        perform private.refuse_closed_time(
                   min(private.workday_of(planned.starts_at, private.timezone_of_assignment(planned.assignment_id))))
           from private.shifts_to_enter(
                enter_planned_shifts.assignment_id, enter_planned_shifts.week_start, (private.clock()).at) as planned;
        perform private.refuse(
            409, 'nothing_planned_to_enter',
            format('Nothing that was planned in the week that begins on %s is left to enter by now.',
                   enter_planned_shifts.week_start),
            'Enter the hours, or the shifts, as they were worked.');
    end if;
end;
$$;
comment on function private.enter_planned_shifts is 'The logic of public.enter_planned_shifts.';

create function public.enter_planned_shifts(assignment_id uuid, week_start date)
returns setof public.time_entries language sql volatile set search_path = ''
as $$ select * from private.enter_planned_shifts(assignment_id, week_start); $$;
comment on function public.enter_planned_shifts is
$$Enters the shifts of a week as they were planned, as drafts: each that is over by now, as enter_shift would.

A shift is left out where its day has hours already, or where another shift of the same person is entered at that
time: what was worked otherwise stays as it is entered. Cancelled shifts are left out too, and those outside the
assignment, whose days were moved, and those of days through which time is closed.

Who: the contractor of the assignment; billing, payroll and recruiting on their behalf.

Arguments:
assignment_id: the assignment.
week_start: the first day of a workweek; shifts that begin in it are entered whole.

Result: the entries of these shifts, in order. Again: the same, also when they were submitted since, and nothing
changes.

Errors: argument_missing, date_not_finite, day_out_of_range, week_start_not_first_day, role_required,
assignment_not_found, nothing_planned_to_enter, area_closed, shift_not_valid, break_not_valid, shift_overlaps,
time_entry_in_progress.

Example: {"assignment_id": "$assignment_id", "week_start": "2026-03-02"}$$;

revoke execute on function
    private.shifts_to_enter, private.is_closed_to_enter, private.enter_planned_shifts, public.enter_planned_shifts
    from public, anon, authenticated, service_role;
grant execute on function private.enter_planned_shifts, public.enter_planned_shifts to authenticated, service_role;
