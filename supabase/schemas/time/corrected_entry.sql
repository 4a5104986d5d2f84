-- Values that a correction asks for: hours or a quantity, and a day, or the times of a shift.

-- A value that no entry can have is refused here, before a column refuses it in its own words.
create function private.check_corrected_values(
    hours numeric, work_date date, started_at timestamptz, ended_at timestamptz, break_minutes int, quantity numeric,
    break_started_at timestamptz)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if num_nonnulls(
        check_corrected_values.hours, check_corrected_values.work_date, check_corrected_values.started_at,
        check_corrected_values.ended_at, check_corrected_values.break_minutes, check_corrected_values.quantity,
        check_corrected_values.break_started_at) = 0 then
        perform private.refuse(
            400, 'argument_missing',
            'Nothing is given to correct.',
            'Give the hours or the quantity, the day or both as they should have been. For a shift, give its times or its break.');
    end if;
    perform private.require_finite_dates(jsonb_build_object('work_date', check_corrected_values.work_date));
    perform private.require_plausible_days(jsonb_build_object('work_date', check_corrected_values.work_date));
    if check_corrected_values.hours not between 0.005 and 24 then -- NaN is greater than every number
        perform private.refuse(
            400, 'hours_out_of_range',
            format('A time entry cannot have %s hours.', check_corrected_values.hours),
            'Give 0.01 to 24 hours, which are rounded to the hundredth. Set time aside that was not worked at all.');
    elsif check_corrected_values.quantity not between 0.005 and 999999.99 then
        perform private.refuse(
            400, 'quantity_out_of_range',
            format('A time entry cannot have a quantity of %s.', check_corrected_values.quantity),
            'Give 0.01 to 999999.99, which is rounded to the hundredth. Set the entry aside if there was nothing at all.');
    end if;
end;
$$;
comment on function private.check_corrected_values is
    'Raises 400 for hours, a quantity or a day that no time entry can have, and where neither they nor times are given.';

-- The hours of a shift's second part are those of the shift less those of its first, as when it was entered: so what is
-- corrected and corrected back has the hours that it had.
create function private.corrected_entry(
    before public.time_entries, hours numeric, work_date date, started_at timestamptz, ended_at timestamptz,
    break_minutes int, quantity numeric, break_started_at timestamptz)
returns public.time_entries
language plpgsql
stable
set search_path = ''
as $$
declare
    v_after public.time_entries := before;
    v_other record;
begin
    if (corrected_entry.hours is not null and before.quantity is not null)
        or (corrected_entry.quantity is not null and before.quantity is null) then
        perform private.refuse(
            400, 'time_code_unit_not_right',
            format('The time entry of %s, of %s, has %s.', before.work_date, before.code,
                   case when before.quantity is null then 'hours and no quantity' else 'a quantity and no hours' end),
            'Give what it has. Time that was of another code is set aside, and entered again.');
    end if;
    if before.started_at is null then
        if num_nonnulls(corrected_entry.started_at, corrected_entry.ended_at, corrected_entry.break_minutes,
                        corrected_entry.break_started_at) > 0 then
            perform private.refuse(
                409, 'time_entry_without_times',
                format('The time entry of %s has hours alone and no times to correct.', before.work_date),
                'Give its hours or its day.');
        end if;
        v_after.hours := coalesce(round(corrected_entry.hours, 2), before.hours);
        v_after.quantity := coalesce(round(corrected_entry.quantity, 2), before.quantity);
        v_after.work_date := coalesce(corrected_entry.work_date, before.work_date);
        return v_after;
    elsif num_nonnulls(corrected_entry.hours, corrected_entry.work_date) > 0 then
        perform private.refuse(
            409, 'time_entry_of_shift',
            format('The time entry of %s belongs to a shift. Its hours and its day follow from the times.', before.work_date),
            'Give the begin, the end or the break as it should have been.');
    end if;

    v_after.started_at := coalesce(corrected_entry.started_at, before.started_at);
    v_after.ended_at := coalesce(corrected_entry.ended_at, before.ended_at);
    v_after.break_minutes := coalesce(corrected_entry.break_minutes, before.break_minutes);
    v_after.break_started_at := coalesce(
        corrected_entry.break_started_at, case when v_after.break_minutes > 0 then before.break_started_at end);
    perform private.require_shift_times(v_after.started_at, v_after.ended_at);
    select coalesce(sum(part.break_minutes), 0) as break_minutes,
           coalesce(sum(private.minutes_between(part.started_at, part.ended_at) - part.break_minutes)
                    filter (where part.started_at < before.started_at), 0) as minutes_before
      into v_other
      from public.time_entries as part
     where part.shift_id = before.shift_id and part.id <> before.id;
    if v_after.break_minutes not in (0, before.break_minutes)
        and v_after.break_minutes + v_other.break_minutes < 30 then
        perform private.refuse(
            400, 'break_not_valid',
            format('A break of %s is too short: a duty-free meal has at least 30 (COMPS Order 5.1).',
                   private.counted(v_after.break_minutes, 'minute', 'minutes')),
            'Give 0 where there was none. Shorter rests are paid and are not a break.');
    elsif v_after.break_minutes >= private.minutes_between(v_after.started_at, v_after.ended_at) then
        perform private.refuse(
            400, 'break_not_valid',
            'The break is as long as the time that it lies in, or longer.',
            'Give fewer minutes, or 0. Set time aside that was not worked at all.');
    end if;
    v_after.hours := round(
        (v_other.minutes_before + private.minutes_between(v_after.started_at, v_after.ended_at)
         - v_after.break_minutes) / 60.0, 2) - round(v_other.minutes_before / 60.0, 2);
    return v_after;
end;
$$;
comment on function private.corrected_entry is
    'A time entry as a correction asks for it. Raises where it has no times to correct, or is of a shift and is to have hours, or where it is to have a quantity in place of hours; the rest check_time_correction and check_shift_entry say.';

revoke execute on function private.check_corrected_values, private.corrected_entry
    from public, anon, authenticated, service_role;
