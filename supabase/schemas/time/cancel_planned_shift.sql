-- A planned shift that is not to be: for whom it is cancelled says what is due for it.

-- Hours of notice are those that passed, also over a night in which a clock is changed. What was planned after it began
-- was written down afterwards, and nobody called it off: time of the code says so, which a second person approves.
create function private.is_late_notice(shift public.planned_shifts, cancelled_at timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$
    select coalesce(
        (shift).planned_at < (shift).starts_at
            and (shift).starts_at - is_late_notice.cancelled_at
                    < make_interval(hours => facility.cancellation_notice_hours),
        false)
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
     where assignment.id = (shift).assignment_id;
$$;
comment on function private.is_late_notice is
$$True if less time is left from an instant to the begin of a planned shift than the notice that its facility gives;
false where it has none, and of a shift that was planned after it began.$$;

-- Of a night that goes on, too, the first workday has hours of it.
create function private.hours_without_times(shift public.planned_shifts)
returns numeric
language sql
stable
set search_path = ''
as $$
    select coalesce(sum(entry.hours), 0.00)
      from public.time_entries as entry
     where entry.assignment_id = (shift).assignment_id
       and entry.work_date = (shift).work_date
       and entry.is_worked
       and entry.started_at is null
       and entry.set_aside_at is null;
$$;
comment on function private.hours_without_times is
    'Hours that are entered on a planned shift''s first workday at its assignment, and do not say from when to when.';

-- Security definer: nobody writes the table.
create function private.cancel_planned_shift(
    planned_shift_id uuid, reason text, cancelled_for text, cancelled_at timestamptz)
returns public.planned_shifts
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_clock constant record := private.clock();
    v_at constant timestamptz := coalesce(cancel_planned_shift.cancelled_at, v_clock.at);
    v_changes_what_is_due boolean;
    v_before public.planned_shifts;
    v_after public.planned_shifts;
begin
    perform private.require_role('recruiting');
    perform private.require_arguments(jsonb_build_object(
        'planned_shift_id', cancel_planned_shift.planned_shift_id,
        'cancelled_for', cancel_planned_shift.cancelled_for));
    perform private.require_reason(cancel_planned_shift.reason);
    if cancel_planned_shift.cancelled_for not in ('facility', 'contractor', 'firm') then
        perform private.refuse(
            400, 'cancelled_for_unknown',
            format('A shift is not cancelled for %L.', cancel_planned_shift.cancelled_for),
            'Give facility, contractor or firm.');
    elsif not isfinite(v_at) or v_at > v_clock.at then
        perform private.refuse(
            400, 'cancelled_at_not_valid', 'A shift is not cancelled at a time to come.',
            'Give the time at which it was called off, or none for now.');
    end if;
    perform private.require_plausible_days(jsonb_build_object('cancelled_at', (v_at at time zone 'UTC')::date));

    v_changes_what_is_due := exists (
        select from public.planned_shifts as planned
          join public.assignments as assignment on assignment.id = planned.assignment_id
          join public.facilities as facility on facility.id = assignment.facility_id
         where planned.id = cancel_planned_shift.planned_shift_id
           and (cancel_planned_shift.cancelled_for = 'facility' and facility.cancellation_notice_hours is not null
                or private.are_beside_late_cancellations(
                       array[planned.assignment_id], planned.work_date, planned.work_date + 1)));
    if v_changes_what_is_due then
        perform private.change_rates(); -- nobody prepares payroll or bills a guarantee meanwhile
    end if;
    perform private.hold_plans();
    select planned.* into v_before
      from public.planned_shifts as planned
     where planned.id = cancel_planned_shift.planned_shift_id
       for update;
    if not found then
        perform private.refuse(
            404, 'planned_shift_not_found',
            format('There is no planned shift %s.', cancel_planned_shift.planned_shift_id),
            'Look it up in the plan of the week.');
    elsif v_before.cancelled_at is not null then
        if v_before.reason = cancel_planned_shift.reason
            and v_before.cancelled_for = cancel_planned_shift.cancelled_for
            and (cancel_planned_shift.cancelled_at is null or v_before.cancelled_at = v_at) then
            return v_before;
        end if;
        perform private.refuse(
            409, 'planned_shift_cancelled',
            format('The shift of %s is cancelled already, for the %s, with another reason or at another time.',
                   v_before.work_date, v_before.cancelled_for),
            'Plan the shift again first, then cancel it as it is right.');
    elsif v_at < v_before.planned_at then
        perform private.refuse(
            400, 'cancelled_at_not_valid',
            format('The shift of %s was planned at %s, and nobody called it off before that.', v_before.work_date,
                   to_char(v_before.planned_at at time zone private.timezone_of_assignment(v_before.assignment_id),
                           'YYYY-MM-DD HH24:MI')),
            'Give a later time, or none for now. For what was agreed and called off before, enter time of code cancelled.');
    elsif exists (
        select from public.time_entries as entry
         where entry.shift_contractor_id = v_before.contractor_id
           and entry.assignment_id = v_before.assignment_id
           and entry.started_at < v_before.ends_at
           and entry.started_at > v_before.starts_at - interval '24 hours' -- none is longer
           and entry.ended_at > v_before.starts_at
           and entry.set_aside_at is null) then
        perform private.refuse(
            409, 'planned_shift_worked',
            format('Time of the shift of %s is entered.', v_before.work_date),
            'Delete the time, or set it aside, where nobody worked. A shift that was cut short stays as planned.');
    elsif private.hours_without_times(v_before) > private.hours_of_other_shifts(v_before) then
        perform private.refuse(
            409, 'planned_shift_worked',
            format('Hours of %s are entered without times, more than other shifts of the day were planned for.',
                   v_before.work_date),
            'Delete the hours where nobody worked, or enter those of another shift with their times.');
    elsif cancel_planned_shift.cancelled_for = 'facility' and v_at >= v_before.ends_at
        and private.is_late_notice(v_before, v_at) then
        perform private.refuse(
            400, 'cancelled_at_not_valid',
            format('The shift of %s was over at %s, and nobody calls it off after that.', v_before.work_date,
                   to_char(v_before.ends_at at time zone private.timezone_of_assignment(v_before.assignment_id),
                           'YYYY-MM-DD HH24:MI')),
            'Give the time at which the facility called it off.');
    end if;
    perform private.refuse_beside_new_late_cancellations(
        array[v_before.assignment_id], v_before.work_date, v_before.work_date + 1, v_changes_what_is_due);
    update public.planned_shifts as planned
       set cancelled_at = v_at,
           cancelled_by = private.user_id(),
           cancelled_for = cancel_planned_shift.cancelled_for,
           reason = cancel_planned_shift.reason,
           is_within_notice = cancel_planned_shift.cancelled_for = 'facility' and private.is_late_notice(v_before, v_at)
     where planned.id = v_before.id
    returning planned.* into v_after;
    perform private.audit(
        'cancel_planned_shift', 'planned_shifts', v_after.id, to_jsonb(v_before), to_jsonb(v_after));
    return v_after;
end;
$$;
comment on function private.cancel_planned_shift is 'The logic of public.cancel_planned_shift.';

create function public.cancel_planned_shift(
    planned_shift_id uuid, reason text, cancelled_for text default 'facility', cancelled_at timestamptz default null)
returns public.planned_shifts language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.cancel_planned_shift(planned_shift_id, reason, cancelled_for, cancelled_at); $$;
comment on function public.cancel_planned_shift is
$$Cancels a planned shift. Its person is free at that time, and the shift stays to be read, with the reason.

Where the facility calls it off with fewer hours of notice than facilities.cancellation_notice_hours, is_within_notice
is true, unless it was planned after it began: if a guarantee of code cancelled runs on that day of the assignment, what
it promises is paid and billed once the week is over, without an entry. Not so where the day has an exception from the
guarantee, approved time of that code, which then counts in its place, or approved time of the shift, which was worked
after all: by its times, or by the day, as far as other shifts of the day were not planned for these hours; nor where
the day is not the assignment's any more.

Who: recruiting.

Arguments:
planned_shift_id: the planned shift.
reason: why; the contractor and the facility's contacts read it.
cancelled_for: facility, contractor or firm, as planned_shifts.cancelled_for.
cancelled_at: when it was called off, not before planned_shifts.planned_at, and not in the future; null = now. By a
    facility with hours of notice it was before the shift ended.

Result: the planned shift. Again with the same reason, for the same: the same.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, cancelled_for_unknown,
cancelled_at_not_valid, day_out_of_range, planned_shift_not_found, planned_shift_cancelled, planned_shift_worked,
rates_held, plan_in_progress.

Example: {"planned_shift_id": "$planned_shift_id", "reason": "Census is low.", "cancelled_for": "facility"}$$;

revoke execute on function
    private.is_late_notice, private.hours_without_times, private.cancel_planned_shift, public.cancel_planned_shift
    from public, anon, authenticated, service_role;
grant execute on function private.cancel_planned_shift, public.cancel_planned_shift to authenticated, service_role;
