-- A shift by its times: one entry, or two where it goes over midnight.

-- A day's hours are what passed in it, also where the clock was changed; they are rounded on the shift's running total, so
-- that the parts add up to the rounded whole.
create function private.parts_of_shift(
    shift_started_at timestamptz, shift_ended_at timestamptz, shift_break_minutes int, break_started_at timestamptz,
    timezone text)
returns table (
    work_date date, started_at timestamptz, ended_at timestamptz, break_minutes int, hours numeric)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_midnight constant timestamptz := private.end_of_day_of(
        parts_of_shift.shift_started_at, parts_of_shift.timezone);
    v_worked int;
begin
    if parts_of_shift.shift_ended_at > private.end_of_day_of(v_midnight, parts_of_shift.timezone) then
        perform private.refuse(
            400, 'shift_not_valid',
            format('The shift would pass two midnights, since %s has 23 hours.',
                   (v_midnight at time zone parts_of_shift.timezone)::date),
            'Enter it as two, one after the other.');
    end if;

    started_at := parts_of_shift.shift_started_at;
    ended_at := least(v_midnight, parts_of_shift.shift_ended_at);
    break_minutes := private.break_of_first_part(
        started_at, parts_of_shift.shift_ended_at, v_midnight,
        parts_of_shift.shift_break_minutes, parts_of_shift.break_started_at);
    work_date := (started_at at time zone parts_of_shift.timezone)::date;
    hours := round((private.minutes_between(started_at, ended_at) - break_minutes) / 60.0, 2);
    return next;
    if ended_at = parts_of_shift.shift_ended_at then
        return;
    end if;

    v_worked := private.minutes_between(parts_of_shift.shift_started_at, parts_of_shift.shift_ended_at)
        - parts_of_shift.shift_break_minutes;
    started_at := v_midnight;
    ended_at := parts_of_shift.shift_ended_at;
    break_minutes := parts_of_shift.shift_break_minutes - break_minutes;
    work_date := (started_at at time zone parts_of_shift.timezone)::date;
    hours := round(v_worked / 60.0, 2) - hours;
    return next;
end;
$$;
comment on function private.parts_of_shift is
$$A shift before and after midnight of a timezone, in this order: one row, or two.
Raises 400 for a break that does not lie inside, and for a second midnight.$$;

create function private.break_of_first_part(
    started_at timestamptz, ended_at timestamptz, midnight timestamptz, break_minutes int, break_started_at timestamptz)
returns int
language plpgsql
stable
set search_path = ''
as $$
declare
    v_minutes constant int := break_of_first_part.break_minutes;
    v_begin constant timestamptz := break_of_first_part.break_started_at;
    v_all constant int := private.minutes_between(break_of_first_part.started_at, break_of_first_part.ended_at);
    v_first constant int := least(
        v_all, private.minutes_between(break_of_first_part.started_at, break_of_first_part.midnight));
begin
    if v_minutes = 0 and v_begin is null then
        return 0;
    elsif v_minutes < 30 then
        perform private.refuse(
            400, 'break_not_valid',
            format('A break of %s is too short: a duty-free meal has at least 30 (COMPS Order 5.1).',
                   private.counted(v_minutes, 'minute', 'minutes')),
            'Give 0 and no begin where there was none. Shorter rests are paid and are not a break.');
    elsif v_begin is null then
        -- A minute of work before it and one after.
        if v_minutes > greatest(v_first, v_all - v_first) - 2 then
            perform private.refuse(
                400, 'break_not_valid',
                format('A break of %s minutes does not lie inside the shift%s, which has %s.', v_minutes,
                       case when v_first < v_all then '''s longer part' else '' end,
                       private.counted(greatest(v_first, v_all - v_first), 'minute', 'minutes')),
                'Correct the minutes, or give the begin of the break where the shift goes over midnight.');
        end if;
        return case when v_first >= v_all - v_first then v_minutes else 0 end;
    elsif (case when v_begin > break_of_first_part.started_at and v_begin < break_of_first_part.ended_at
                then extract(epoch from v_begin) % 60 = 0
                     and v_minutes < private.minutes_between(v_begin, break_of_first_part.ended_at)
           end) is not true then
        perform private.refuse(
            400, 'break_not_valid',
            'The break does not lie inside the shift, after its begin and before its end, on whole minutes.',
            'Correct the begin of the break or its minutes, or leave the begin out.');
    end if;
    return greatest(0, least(v_minutes, private.minutes_between(v_begin, break_of_first_part.midnight)));
end;
$$;
comment on function private.break_of_first_part is
$$Minutes of a shift's break that lie before midnight: by its begin, else all of them where the part before midnight is
the longer one, or both are alike. Raises 400 for a break under 30 minutes, or that does not lie inside the shift.$$;

-- Security definer: nobody who is signed in writes the times of time otherwise.
create function private.enter_shift(
    assignment_id uuid, started_at timestamptz, ended_at timestamptz, break_minutes int, break_started_at timestamptz,
    notes text)
returns setof public.time_entries
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_shift_id constant uuid := gen_random_uuid();
    v_contractor_id uuid;
    v_timezone text;
begin
    perform private.require_arguments(jsonb_build_object(
        'assignment_id', enter_shift.assignment_id, 'started_at', enter_shift.started_at,
        'ended_at', enter_shift.ended_at, 'break_minutes', enter_shift.break_minutes));
    perform private.require_writer_of_time(enter_shift.assignment_id);
    perform private.require_shift_times(enter_shift.started_at, enter_shift.ended_at);

    perform private.hold_time();
    perform private.hold_contractors(array[enter_shift.assignment_id]);
    v_contractor_id := (select assignment.contractor_id
                          from public.assignments as assignment
                         where assignment.id = enter_shift.assignment_id);
    v_timezone := private.timezone_of_assignment(enter_shift.assignment_id);

    -- Entered before: all its parts, and they are the whole of a shift.
    return query
    with part as (
        select *
          from private.parts_of_shift(
               enter_shift.started_at, enter_shift.ended_at, enter_shift.break_minutes, enter_shift.break_started_at,
               v_timezone)
    ), entered as (
        select entry.*
          from part
          join public.time_entries as entry
            on entry.shift_contractor_id = v_contractor_id and entry.started_at = part.started_at
           and entry.ended_at = part.ended_at and entry.break_minutes = part.break_minutes
         where entry.assignment_id = enter_shift.assignment_id and entry.set_aside_at is null
    )
    select entered.*
      from entered
     where (select count(*) from part)
           = (select count(*) from entered as other where other.shift_id = entered.shift_id)
       and not exists (
           select from public.time_entries as other
            where other.shift_id = entered.shift_id and other.set_aside_at is null
              and other.id not in (select entered.id from entered))
     order by entered.started_at;
    if found then
        return;
    end if;

    perform private.refuse_overlapping_shift(
        v_contractor_id, enter_shift.started_at, enter_shift.ended_at, null);
    return query
    insert into public.time_entries (
           assignment_id, work_date, hours, notes, shift_id, shift_contractor_id, started_at, ended_at, break_minutes)
    select enter_shift.assignment_id, part.work_date, part.hours, enter_shift.notes, v_shift_id, v_contractor_id,
           part.started_at, part.ended_at, part.break_minutes
      from private.parts_of_shift(
           enter_shift.started_at, enter_shift.ended_at, enter_shift.break_minutes, enter_shift.break_started_at,
           v_timezone) as part
    returning *;
end;
$$;
comment on function private.enter_shift is 'The logic of public.enter_shift.';

create function public.enter_shift(
    assignment_id uuid, started_at timestamptz, ended_at timestamptz, break_minutes int default 0,
    break_started_at timestamptz default null, notes text default null)
returns setof public.time_entries language sql volatile set search_path = ''
as $$ select * from private.enter_shift(assignment_id, started_at, ended_at, break_minutes, break_started_at, notes); $$;
comment on function public.enter_shift is
$$Enters a shift by its times, as drafts: one entry, or two where it goes over midnight of the facility's timezone.

The timezone is facilities.timezone, else the firm's. The parts have one shift_id, and each the hours that passed in it, also
where the clock was changed, less the break: minutes divided by 60, rounded to the hundredth so that the parts add up to
the rounded whole. They are submitted, approved and sent back as other time; a draft is not changed but deleted, and the
shift entered again.

What the guards of time refuse of a direct write, they refuse here too: days outside the assignment or without a rate, and
more than 24 hours a day over all assignments.

Who: the contractor of the assignment; billing, payroll and recruiting on their behalf.

Arguments:
assignment_id: the assignment.
started_at: when it began, a whole minute.
ended_at: when it ended, at most 24 hours later.
break_minutes: minutes of a duty-free meal, which do not count: 0, or at least 30, inside the shift.
break_started_at: when the break began: it is divided where it goes over midnight. null: it lies in the longer part, in
    the first where both are alike.
notes: what the entries note.

Result: the entries of the shift, in order. Again, with the same assignment, times and break: the same, also when they
were submitted since, and nothing changes.

Errors: argument_missing, role_required, assignment_not_found, shift_not_valid, day_out_of_range, break_not_valid,
shift_overlaps, time_entry_in_progress.

Example: {"assignment_id": "$assignment_id", "started_at": "2026-03-02T19:00:00-07:00",
  "ended_at": "2026-03-03T07:30:00-07:00", "break_minutes": 30}$$;

revoke execute on function
    private.parts_of_shift, private.break_of_first_part, private.enter_shift, public.enter_shift
    from public, anon, authenticated, service_role;
grant execute on function private.enter_shift, public.enter_shift to authenticated, service_role;
