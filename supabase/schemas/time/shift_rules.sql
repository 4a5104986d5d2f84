-- Rules that every entry with times keeps, whoever writes it: it is told whole, lies within one workday of its facility, has the
-- hours that its times say, and overlaps no other shift of its contractor. What was written so stays so: a draft is
-- deleted and entered again (enter_shift), approved time is corrected (correct_time_entry).

create function private.minutes_between(started_at timestamptz, ended_at timestamptz)
returns int
language sql
immutable
set search_path = ''
as $$
    select div(extract(epoch from minutes_between.ended_at) - extract(epoch from minutes_between.started_at), 60)::int;
$$;
comment on function private.minutes_between is 'The minutes that passed between two instants, whole ones.';

create function private.require_shift_times(started_at timestamptz, ended_at timestamptz)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not (isfinite(require_shift_times.started_at) and isfinite(require_shift_times.ended_at)) then
        perform private.refuse(
            400, 'shift_not_valid', 'A shift needs a begin and an end.', 'Give both with their date.');
    end if;
    perform private.require_plausible_days(jsonb_build_object(
        'started_at', (require_shift_times.started_at at time zone 'UTC')::date,
        'ended_at', (require_shift_times.ended_at at time zone 'UTC')::date));
    if extract(epoch from require_shift_times.started_at) % 60 <> 0
        or extract(epoch from require_shift_times.ended_at) % 60 <> 0 then
        perform private.refuse(
            400, 'shift_not_valid', 'A shift begins and ends on a whole minute.', 'Leave out the seconds.');
    elsif require_shift_times.ended_at <= require_shift_times.started_at then
        perform private.refuse(
            400, 'shift_not_valid', 'The shift ends before it begins, or as it begins.',
            'Give each time with its date and its offset from UTC.');
    elsif private.minutes_between(require_shift_times.started_at, require_shift_times.ended_at) > 24 * 60 then
        perform private.refuse(
            400, 'shift_not_valid', 'The shift lasts longer than 24 hours.', 'Enter it as two, or correct its date.');
    end if;
end;
$$;
comment on function private.require_shift_times is
    'Raises 400 unless the times are whole minutes, one after the other and at most 24 hours apart.';

-- The whole of the other is named, also where it goes over midnight, in the time of its facility.
create function private.refuse_overlapping_shift(
    contractor_id uuid, started_at timestamptz, ended_at timestamptz, except_entry_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_other record;
begin
    select other.shift_id, other.assignment_id, facility.name as facility_name
      into v_other
      from public.time_entries as other
      join public.assignments as assignment on assignment.id = other.assignment_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where other.shift_contractor_id = refuse_overlapping_shift.contractor_id
       and other.started_at < refuse_overlapping_shift.ended_at
       and other.started_at > refuse_overlapping_shift.started_at - interval '24 hours' -- none is longer
       and other.ended_at > refuse_overlapping_shift.started_at
       and other.set_aside_at is null
       and other.id is distinct from refuse_overlapping_shift.except_entry_id
     order by other.started_at
     limit 1;
    if found then
        perform private.refuse(
            409, 'shift_overlaps',
            (select format('The contractor has another shift at that time, from %s to %s at %s.',
                           to_char(min(part.started_at) at time zone clock.zone, 'YYYY-MM-DD HH24:MI'),
                           to_char(max(part.ended_at) at time zone clock.zone, 'YYYY-MM-DD HH24:MI'),
                           v_other.facility_name)
               from public.time_entries as part
              cross join private.timezone_of_assignment(v_other.assignment_id) as clock (zone)
              where part.shift_id = v_other.shift_id and part.set_aside_at is null
              group by clock.zone),
            'Correct the times, or delete the other shift first while it is a draft.');
    end if;
end;
$$;
comment on function private.refuse_overlapping_shift is
    'Raises 409 and names it where a contractor has another shift at some time of this one, over all assignments. What was set aside was not worked.';

create function private.check_shift_entry(entry public.time_entries)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_timezone constant text := private.timezone_of_assignment(entry.assignment_id);
    v_minutes int;
begin
    if v_timezone is null then -- the foreign key refuses it
        return;
    elsif num_nulls(entry.shift_id, entry.shift_contractor_id, entry.started_at, entry.ended_at, entry.break_minutes) > 0 then
        perform private.refuse(
            400, 'shift_incomplete',
            format('The time entry of %s tells its shift only in part.', entry.work_date),
            'Give the shift, its contractor, its begin, its end and its break, or none of them.');
    end if;
    perform private.require_shift_times(entry.started_at, entry.ended_at);
    if not exists (select from public.assignments as assignment
                    where assignment.id = entry.assignment_id
                      and assignment.contractor_id = entry.shift_contractor_id) then
        perform private.refuse(
            400, 'shift_contractor_not_right',
            format('The shift of %s names another contractor than its assignment does.', entry.work_date),
            'Give the contractor of the assignment.');
    elsif entry.work_date <> private.workday_of(entry.started_at, v_timezone)
        or entry.ended_at > private.end_of_part(entry.started_at, v_timezone) then
        perform private.refuse(
            400, 'shift_day_not_right',
            format('%s to %s (%s) is not within %s.',
                   to_char(entry.started_at at time zone v_timezone, 'YYYY-MM-DD HH24:MI'),
                   to_char(entry.ended_at at time zone v_timezone, 'YYYY-MM-DD HH24:MI'), v_timezone, entry.work_date),
            format('Give times of that workday, which begins at %s. A shift that goes on into the next is two entries: enter it as a shift.',
                   to_char(private.workday_starts_at(entry.work_date), 'HH24:MI')));
    end if;
    v_minutes := private.minutes_between(entry.started_at, entry.ended_at);
    if entry.break_minutes < 0 or entry.break_minutes >= v_minutes then
        perform private.refuse(
            400, 'break_not_valid',
            format('A break of %s does not lie within %s.', private.counted(entry.break_minutes, 'minute', 'minutes'),
                   private.counted(v_minutes, 'minute', 'minutes')),
            'Give fewer, or 0.');
    elsif entry.break_started_at is not null
        and (entry.break_minutes > 0
             and extract(epoch from entry.break_started_at) % 60 = 0
             and entry.break_started_at >= entry.started_at
             and entry.break_started_at <= entry.ended_at - make_interval(mins => entry.break_minutes)) is not true then
        perform private.refuse(
            400, 'break_not_valid',
            format('A break of %s does not lie within its times, on whole minutes, where it begins at %s.',
                   private.counted(entry.break_minutes, 'minute', 'minutes'),
                   to_char(entry.break_started_at at time zone v_timezone, 'YYYY-MM-DD HH24:MI')),
            'Give another begin of the break, or other minutes.');
    elsif abs(entry.hours - (v_minutes - entry.break_minutes) / 60.0) > 0.01 then
        perform private.refuse(
            400, 'shift_hours_not_right',
            format('From %s to %s are not %s hours.',
                   to_char(entry.started_at at time zone v_timezone, 'YYYY-MM-DD HH24:MI'),
                   to_char(entry.ended_at at time zone v_timezone, 'YYYY-MM-DD HH24:MI'), entry.hours),
            format('Write the hours between begin and end, less the break: %s.',
                   round((v_minutes - entry.break_minutes) / 60.0, 2)));
    end if;
    perform private.refuse_overlapping_shift(
        entry.shift_contractor_id, entry.started_at, entry.ended_at, entry.id);
end;
$$;
comment on function private.check_shift_entry is
    'Raises unless an entry with times is as its times say. private.start_of_workday says where its day begins.';

-- In the order of locks: nobody may hold the contractor's entries before the contractor.
-- Security definer: the rule reads assignments and time that the writer may not see.
create function private.guard_new_shift_entry()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.caller() in ('authenticated', 'service_role') then
        perform private.hold_time();
    end if;
    perform private.hold_contractors(array[new.assignment_id]);
    perform private.check_shift_entry(new);
    return new;
end;
$$;
comment on function private.guard_new_shift_entry is 'Trigger: a new entry with times is as its times say.';

create trigger time_of_shifts_is_as_its_times_say
    before insert on public.time_entries
    for each row when (
        num_nonnulls(new.shift_id, new.shift_contractor_id, new.started_at, new.ended_at, new.break_minutes) > 0)
    execute function private.guard_new_shift_entry();

-- Time that is no draft is changed by correct_time_entry alone, which guard_time_entry_move sees to.
-- Security definer: see above.
create function private.guard_changed_shift_entry()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if old.started_at is null then
        perform private.refuse(
            409, 'time_entry_without_times',
            format('The time entry of %s has hours alone and gets no times.', old.work_date),
            'Delete it while it is a draft, and enter the shift.');
    elsif old.status = 'draft' then
        perform private.refuse(
            409, 'time_entry_of_shift',
            format('The time entry of %s belongs to a shift. Its hours, day and assignment follow from the shift.',
                   old.work_date),
            'Delete the entry, and both parts where the shift goes on into the next day. Then enter the shift again.');
    end if;
    perform private.check_shift_entry(new);
    return new;
end;
$$;
comment on function private.guard_changed_shift_entry is
    'Trigger: a draft of a shift stays as it was entered, and a correction is as its times say.';

create trigger time_of_shifts_is_entered_again
    before update on public.time_entries
    for each row when (
        (old.started_at is not null
         or num_nonnulls(new.shift_id, new.shift_contractor_id, new.started_at, new.ended_at, new.break_minutes) > 0)
        and (old.assignment_id is distinct from new.assignment_id
             or old.work_date is distinct from new.work_date
             or old.hours is distinct from new.hours
             or old.shift_id is distinct from new.shift_id
             or old.shift_contractor_id is distinct from new.shift_contractor_id
             or old.started_at is distinct from new.started_at
             or old.ended_at is distinct from new.ended_at
             or old.break_minutes is distinct from new.break_minutes
             or old.break_started_at is distinct from new.break_started_at))
    execute function private.guard_changed_shift_entry();

-- Security definer: see above.
create function private.guard_shift_taken_back()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse_overlapping_shift(new.shift_contractor_id, new.started_at, new.ended_at, new.id);
    return new;
end;
$$;
comment on function private.guard_shift_taken_back is
    'Trigger: time of a shift is not taken back where its contractor has another shift by now.';

create trigger time_of_shifts_taken_back_overlaps_none
    before update on public.time_entries
    for each row when (
        new.started_at is not null and old.set_aside_at is not null and new.set_aside_at is null)
    execute function private.guard_shift_taken_back();

revoke execute on function
    private.minutes_between, private.require_shift_times, private.refuse_overlapping_shift, private.check_shift_entry,
    private.guard_new_shift_entry, private.guard_changed_shift_entry, private.guard_shift_taken_back
    from public, anon, authenticated, service_role;
