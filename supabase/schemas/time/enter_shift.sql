-- A shift by its times: one entry, or two where it goes on into the next workday.

-- A day's hours are what passed in it, also where the clock was changed; they are rounded on the shift's running total, so
-- that the parts add up to the rounded whole.
create function private.parts_of_shift(
    shift_started_at timestamptz, shift_ended_at timestamptz, shift_break_minutes int,
    shift_break_started_at timestamptz, timezone text)
returns table (
    work_date date, started_at timestamptz, ended_at timestamptz, break_minutes int, hours numeric,
    break_started_at timestamptz)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_next_day constant date := private.workday_of(
        parts_of_shift.shift_started_at, parts_of_shift.timezone) + 1;
    v_ends timestamptz[];
    v_end timestamptz := parts_of_shift.shift_started_at;
    v_longest_end timestamptz;
    v_longest int := 0;
    v_worked int := 0;
begin
    if parts_of_shift.shift_ended_at > private.start_of_workday(v_next_day + 1, parts_of_shift.timezone) then
        perform private.refuse(
            400, 'shift_not_valid',
            format('The shift would go on into a third day, since %s has 23 hours.', v_next_day),
            'Enter it as two, one after the other.');
    end if;

    while v_end < parts_of_shift.shift_ended_at loop
        started_at := v_end;
        v_end := least(private.end_of_part(started_at, parts_of_shift.timezone), parts_of_shift.shift_ended_at);
        v_ends := v_ends || v_end;
        if private.minutes_between(started_at, v_end) > v_longest then
            v_longest := private.minutes_between(started_at, v_end);
            v_longest_end := v_end;
        end if;
    end loop;
    perform private.check_break(
        parts_of_shift.shift_started_at, parts_of_shift.shift_ended_at, v_longest,
        parts_of_shift.shift_break_minutes, parts_of_shift.shift_break_started_at);

    ended_at := parts_of_shift.shift_started_at;
    foreach v_end in array v_ends loop
        started_at := ended_at;
        ended_at := v_end;
        work_date := private.workday_of(started_at, parts_of_shift.timezone);
        break_minutes := case
            when parts_of_shift.shift_break_started_at is null
                then case when ended_at = v_longest_end then parts_of_shift.shift_break_minutes else 0 end
            else greatest(0, private.minutes_between(
                greatest(started_at, parts_of_shift.shift_break_started_at),
                least(ended_at, parts_of_shift.shift_break_started_at
                                    + make_interval(mins => parts_of_shift.shift_break_minutes)))) end;
        break_started_at := case
            when break_minutes > 0 and parts_of_shift.shift_break_started_at is not null
                then greatest(started_at, parts_of_shift.shift_break_started_at) end;
        hours := -round(v_worked / 60.0, 2);
        v_worked := v_worked + private.minutes_between(started_at, ended_at) - break_minutes;
        hours := hours + round(v_worked / 60.0, 2);
        return next;
    end loop;
end;
$$;
comment on function private.parts_of_shift is
$$A shift by the workdays of a timezone, in order: one row, or two; in the night in which workdays begin to begin at another
time, one more. The break is where it was, else in the longest part, in the first of those that are alike.
Raises 400 for a break that does not lie inside, and for a third workday.$$;

create function private.check_break(
    started_at timestamptz, ended_at timestamptz, longest_part int, break_minutes int, break_started_at timestamptz)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_minutes constant int := check_break.break_minutes;
    v_begin constant timestamptz := check_break.break_started_at;
    v_is_divided constant boolean :=
        check_break.longest_part < private.minutes_between(check_break.started_at, check_break.ended_at);
begin
    if v_minutes = 0 and v_begin is null then
        return;
    elsif v_minutes < 30 then
        perform private.refuse(
            400, 'break_not_valid',
            format('A break of %s is too short: a duty-free meal has at least 30 (COMPS Order 5.1).',
                   private.counted(v_minutes, 'minute', 'minutes')),
            'Give 0 and no begin where there was none. Shorter rests are paid and are not a break.');
    elsif v_begin is null then
        -- A minute of work before it and one after.
        if v_minutes > check_break.longest_part - 2 then
            perform private.refuse(
                400, 'break_not_valid',
                format('A break of %s minutes does not lie inside the shift%s, which has %s.', v_minutes,
                       case when v_is_divided then '''s longer part' else '' end,
                       private.counted(check_break.longest_part, 'minute', 'minutes')),
                'Correct the minutes, or give the begin of the break where the shift goes on into the next day.');
        end if;
    elsif (case when v_begin > check_break.started_at and v_begin < check_break.ended_at
                then extract(epoch from v_begin) % 60 = 0
                     and v_minutes < private.minutes_between(v_begin, check_break.ended_at)
           end) is not true then
        perform private.refuse(
            400, 'break_not_valid',
            'The break does not lie inside the shift, after its begin and before its end, on whole minutes.',
            'Correct the begin of the break or its minutes, or leave the begin out.');
    end if;
end;
$$;
comment on function private.check_break is
    'Raises 400 for a break under 30 minutes, or that does not lie inside the shift; without a begin, inside its longest part.';

-- Security definer: nobody who is signed in writes the times of time otherwise.
create function private.enter_shift(
    assignment_id uuid, started_at timestamptz, ended_at timestamptz, break_minutes int, break_started_at timestamptz,
    notes text, code text)
returns setof public.time_entries
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_shift_id constant uuid := gen_random_uuid();
    v_code constant text := coalesce(enter_shift.code, 'regular');
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
           and entry.ended_at = part.ended_at and entry.break_minutes = part.break_minutes and entry.code = v_code
           and entry.break_started_at is not distinct from part.break_started_at
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
           assignment_id, work_date, hours, notes, shift_id, shift_contractor_id, started_at, ended_at, break_minutes,
           break_started_at, code)
    select enter_shift.assignment_id, part.work_date, part.hours, enter_shift.notes, v_shift_id, v_contractor_id,
           part.started_at, part.ended_at, part.break_minutes, part.break_started_at, v_code
      from private.parts_of_shift(
           enter_shift.started_at, enter_shift.ended_at, enter_shift.break_minutes, enter_shift.break_started_at,
           v_timezone) as part
    returning *;
end;
$$;
comment on function private.enter_shift is 'The logic of public.enter_shift.';

create function public.enter_shift(
    assignment_id uuid, started_at timestamptz, ended_at timestamptz, break_minutes int default 0,
    break_started_at timestamptz default null, notes text default null, code text default 'regular')
returns setof public.time_entries language sql volatile set search_path = ''
as $$
    select * from private.enter_shift(
        assignment_id, started_at, ended_at, break_minutes, break_started_at, notes, code);
$$;
comment on function public.enter_shift is
$$Enters a shift by its times, as drafts: one entry, or two where it goes on into the next workday of the facility.

A workday begins at midnight of the facility's timezone, facilities.timezone, else the firm's; or at the hour that
organization_settings.workday_starts_at says. In the night in which that is changed, what lies between the former hour
and the new one is an entry too. The parts have one shift_id, and each the hours that passed in it, also
where the clock was changed, less the break: minutes divided by 60, rounded to the hundredth so that the parts add up to
the rounded whole. They are submitted, approved and sent back as other time; a draft is not changed but deleted, and the
shift entered again.

What the guards of time refuse of a direct write, they refuse here too: days outside the assignment or without a rate, and
more than 24 hours a day over all assignments; and a code that the caller may not enter, that has no rate there, or whose
hours are not worked.

Who: the contractor of the assignment; billing, payroll and recruiting on their behalf.

Arguments:
assignment_id: the assignment.
started_at: when it began, a whole minute.
ended_at: when it ended, at most 24 hours later.
break_minutes: minutes of a duty-free meal, which do not count: 0, or at least 30, inside the shift.
break_started_at: when the break began: it is divided where it goes on into the next workday. null: it lies in the
    longer part, in the first where both are alike, and premiums of a clock take it from the longest of the pieces into
    which they cut that.
notes: what the entries note.
code: name of one of time_codes whose hours are worked, such as call_back.

Result: the entries of the shift, in order. Again, with the same assignment, times, break and code: the same, also when
they were submitted since, and nothing changes.

Errors: argument_missing, role_required, assignment_not_found, shift_not_valid, day_out_of_range, break_not_valid,
shift_overlaps, time_entry_in_progress.

Example: {"assignment_id": "$assignment_id", "started_at": "2026-03-02T19:00:00-07:00",
  "ended_at": "2026-03-03T07:30:00-07:00", "break_minutes": 30}$$;

revoke execute on function
    private.parts_of_shift, private.check_break, private.enter_shift, public.enter_shift
    from public, anon, authenticated, service_role;
grant execute on function private.enter_shift, public.enter_shift to authenticated, service_role;
