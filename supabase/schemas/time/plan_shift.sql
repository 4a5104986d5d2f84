-- Planning shifts, one or many: what all ways to plan have in common, and the one that plans a single shift.

-- The shift is named in the time of its facility.
create function private.planned_shift_in_words(shift public.planned_shifts)
returns text
language sql
stable
set search_path = ''
as $$
    select format('%s to %s at %s',
                  to_char((shift).starts_at at time zone clock.zone, 'YYYY-MM-DD HH24:MI'),
                  to_char((shift).ends_at at time zone clock.zone, 'YYYY-MM-DD HH24:MI'),
                  facility.name)
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
     cross join private.timezone_of_assignment(assignment.id) as clock (zone)
     where assignment.id = (shift).assignment_id;
$$;
comment on function private.planned_shift_in_words is 'A planned shift in words: its begin, its end and its facility.';

-- In the order of their ids: who ends an assignment at this moment waits, or was first.
create function private.hold_assignments_to_plan(assignment_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
    select from public.assignments as assignment
     where assignment.id = any (hold_assignments_to_plan.assignment_ids)
     order by assignment.id
       for share;
$$;
comment on function private.hold_assignments_to_plan is
    'Locks assignments shared, after private.hold_plans: their days stay until the transaction ends.';

create function private.refuse_planned_overlap(contractor_ids uuid[], starts timestamptz[], ends timestamptz[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_other public.planned_shifts;
    v_name text;
begin
    select other.*
      into v_other
      from unnest(refuse_planned_overlap.contractor_ids, refuse_planned_overlap.starts, refuse_planned_overlap.ends)
           as wanted (contractor_id, starts_at, ends_at)
      join public.planned_shifts as other
        on other.contractor_id = wanted.contractor_id
       and tstzrange(other.starts_at, other.ends_at) && tstzrange(wanted.starts_at, wanted.ends_at)
     where other.cancelled_at is null
     order by other.starts_at
     limit 1;
    if found then
        v_name := (select contractor.first_name || ' ' || contractor.last_name
                     from public.contractors as contractor where contractor.id = v_other.contractor_id);
        perform private.refuse(
            409, 'planned_shift_overlaps',
            format('%s is planned at that time already, from %s.', v_name, private.planned_shift_in_words(v_other)),
            'Choose other times, or cancel the other shift first.');
    end if;
end;
$$;
comment on function private.refuse_planned_overlap is
    'Raises 409 and names the first where contractors are planned at these times already, over all assignments.';

create function private.require_inside_assignments(assignment_ids uuid[], starts timestamptz[], ends timestamptz[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_bad record;
begin
    select day.first, assignment.start_date, assignment.end_date
      into v_bad
      from unnest(require_inside_assignments.assignment_ids, require_inside_assignments.starts,
                  require_inside_assignments.ends) as wanted (assignment_id, starts_at, ends_at)
      join public.assignments as assignment on assignment.id = wanted.assignment_id
     cross join private.timezone_of_assignment(assignment.id) as clock (zone)
     cross join lateral (
           select private.workday_of(wanted.starts_at, clock.zone) as first,
                  private.workday_of(wanted.ends_at - interval '1 minute', clock.zone) as last) as day
     where day.first < assignment.start_date or day.last > assignment.end_date
     order by wanted.starts_at
     limit 1;
    if found then
        perform private.refuse(
            409, 'planned_shift_outside_assignment',
            format('The shift of %s is not within the assignment, which runs from %s%s.', v_bad.first, v_bad.start_date,
                   case when v_bad.end_date is null then ' on' else format(' to %s', v_bad.end_date) end),
            'Plan days of the assignment alone, or move its last day first.');
    end if;
end;
$$;
comment on function private.require_inside_assignments is
    'Raises 409 for the first shift that is not whole on days of its assignment: time of others could not be entered.';

create function private.require_parts_of_shift(
    assignment_id uuid, starts_at timestamptz, ends_at timestamptz, break_minutes int)
returns void
language sql
stable
set search_path = ''
as $$
    select sum(part.hours)
      from private.parts_of_shift(
           require_parts_of_shift.starts_at, require_parts_of_shift.ends_at, require_parts_of_shift.break_minutes, null,
           private.timezone_of_assignment(require_parts_of_shift.assignment_id)) as part;
$$;
comment on function private.require_parts_of_shift is
    'Raises 400 for a shift of an assignment on three workdays, and for a break that does not lie inside it.';

-- Those that are there already stay as they are, cancelled ones too. Of two that overlap the later one is left out.
create function private.add_planned_shifts(
    assignment_ids uuid[], starts timestamptz[], ends timestamptz[], break_minutes int[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    perform private.require_parts_of_shift(wanted.assignment_id, wanted.starts_at, wanted.ends_at, wanted.break_minutes)
       from unnest(add_planned_shifts.assignment_ids, add_planned_shifts.starts, add_planned_shifts.ends,
                   add_planned_shifts.break_minutes) as wanted (assignment_id, starts_at, ends_at, break_minutes);
    insert into public.planned_shifts (assignment_id, starts_at, ends_at, break_minutes)
    select wanted.assignment_id, wanted.starts_at, wanted.ends_at, wanted.break_minutes
      from unnest(add_planned_shifts.assignment_ids, add_planned_shifts.starts, add_planned_shifts.ends,
                  add_planned_shifts.break_minutes) as wanted (assignment_id, starts_at, ends_at, break_minutes)
     order by wanted.starts_at, wanted.assignment_id
        on conflict do nothing;
end;
$$;
comment on function private.add_planned_shifts is
    'Adds shifts, by position, that are not there yet and overlap none. The caller has looked at them, and says which were left out.';

create function private.require_assignment_to_plan(assignment_id uuid)
returns public.assignments
language plpgsql
stable
set search_path = ''
as $$
declare
    v_assignment public.assignments;
begin
    select assignment.* into v_assignment
      from public.assignments as assignment where assignment.id = require_assignment_to_plan.assignment_id;
    if not found then
        perform private.refuse(
            404, 'assignment_not_found',
            format('There is no assignment %s.', require_assignment_to_plan.assignment_id),
            'Look it up in the list of assignments.');
    end if;
    return v_assignment;
end;
$$;
comment on function private.require_assignment_to_plan is 'An assignment; raises 404 where there is none.';

-- The facility's clock, or the hour of the workday, may be another than when the shift was planned before: then it moves.
create function private.days_to_plan(assignment_id uuid, starts_at timestamptz, ends_at timestamptz)
returns daterange
language sql
stable
set search_path = ''
as $$
    select daterange(least(day.told, there.work_date), greatest(day.told, there.work_date) + 1)
      from private.workday_of(
           days_to_plan.starts_at, private.timezone_of_assignment(days_to_plan.assignment_id)) as day (told)
      left join public.planned_shifts as there
        on there.assignment_id = days_to_plan.assignment_id
       and there.starts_at = days_to_plan.starts_at and there.ends_at = days_to_plan.ends_at;
$$;
comment on function private.days_to_plan is
$$The workday on which a shift of an assignment begins, and the one on which it was planned before; the upper bound is the
day after them, of which a night has hours too.$$;

-- Security definer: nobody writes the table.
create function private.plan_shift(
    assignment_id uuid, starts_at timestamptz, ends_at timestamptz, break_minutes int)
returns public.planned_shifts
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_assignment public.assignments;
    v_days daterange;
    v_changes_what_is_due boolean;
    v_before public.planned_shifts;
    v_after public.planned_shifts;
begin
    perform private.require_role('recruiting');
    perform private.require_arguments(jsonb_build_object(
        'assignment_id', plan_shift.assignment_id, 'starts_at', plan_shift.starts_at, 'ends_at', plan_shift.ends_at,
        'break_minutes', plan_shift.break_minutes));
    perform private.require_shift_times(plan_shift.starts_at, plan_shift.ends_at);
    v_assignment := private.require_assignment_to_plan(plan_shift.assignment_id);

    v_days := private.days_to_plan(plan_shift.assignment_id, plan_shift.starts_at, plan_shift.ends_at);
    v_changes_what_is_due := private.are_beside_late_cancellations(
        array[plan_shift.assignment_id], lower(v_days), upper(v_days));
    if v_changes_what_is_due then -- nobody prepares payroll or bills a guarantee meanwhile
        perform private.change_rates();
    end if;
    perform private.hold_plans();
    perform private.hold_assignments_to_plan(array[plan_shift.assignment_id]);
    select planned.* into v_before
      from public.planned_shifts as planned
     where planned.assignment_id = plan_shift.assignment_id
       and planned.starts_at = plan_shift.starts_at
       and planned.ends_at = plan_shift.ends_at
       for update;
    if v_before.id is not null and v_before.cancelled_at is null
        and v_before.break_minutes = plan_shift.break_minutes then
        return v_before;
    elsif v_before.is_within_notice and not v_changes_what_is_due then -- cancelled at this moment
        perform private.refuse(
            409, 'planned_shift_cancelled',
            format('The shift of %s was just cancelled, for the facility.', v_before.work_date),
            'Plan the shift again, if it is to be worked all the same.');
    end if;
    perform private.refuse_beside_new_late_cancellations(
        array[plan_shift.assignment_id], lower(v_days), upper(v_days), v_changes_what_is_due);
    perform private.require_inside_assignments(
        array[plan_shift.assignment_id], array[plan_shift.starts_at], array[plan_shift.ends_at]);
    if v_before.id is null or v_before.cancelled_at is not null then
        perform private.refuse_planned_overlap(
            array[v_assignment.contractor_id], array[plan_shift.starts_at], array[plan_shift.ends_at]);
    end if;
    perform private.require_parts_of_shift(
        plan_shift.assignment_id, plan_shift.starts_at, plan_shift.ends_at, plan_shift.break_minutes);
    if v_before.id is null then
        insert into public.planned_shifts as planned (assignment_id, starts_at, ends_at, break_minutes)
        values (plan_shift.assignment_id, plan_shift.starts_at, plan_shift.ends_at, plan_shift.break_minutes)
        returning planned.* into v_after;
        return v_after;
    end if;
    update public.planned_shifts as planned
       set break_minutes = plan_shift.break_minutes,
           planned_by = private.user_id(),
           planned_at = case when v_before.cancelled_for in ('contractor', 'firm') then (private.clock()).at
                             else v_before.planned_at end,
           cancelled_at = null,
           cancelled_by = null,
           cancelled_for = null,
           reason = null,
           is_within_notice = false
     where planned.id = v_before.id
    returning planned.* into v_after;
    perform private.audit('plan_shift', 'planned_shifts', v_after.id, to_jsonb(v_before), to_jsonb(v_after));
    return v_after;
end;
$$;
comment on function private.plan_shift is 'The logic of public.plan_shift.';

create function public.plan_shift(
    assignment_id uuid, starts_at timestamptz, ends_at timestamptz, break_minutes int default 0)
returns public.planned_shifts language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.plan_shift(assignment_id, starts_at, ends_at, break_minutes); $$;
comment on function public.plan_shift is
$$Plans a shift of an assignment.

Its days and hours are those of the facility's clock, as of a shift that is entered. A person's planned shifts never
overlap, over all assignments. A shift that was cancelled is planned again by the same times: its cancellation is gone,
and the audit log has it. planned_at stays where the facility had cancelled it, since that may be written anew;
otherwise it is now.

Who: recruiting.

Arguments:
assignment_id: the assignment.
starts_at: when it is to begin, a whole minute.
ends_at: when it is to end, at most 24 hours later.
break_minutes: minutes of a duty-free meal, which do not count: 0, or at least 30, inside the longer part of the
    shift.

Result: the planned shift. Again, with the same assignment, times and break: the same. Another break replaces the one
there.

Errors: role_required, argument_missing, assignment_not_found, shift_not_valid, day_out_of_range, break_not_valid,
planned_shift_outside_assignment, planned_shift_overlaps, planned_shift_cancelled, plan_in_progress, rates_held.

Example: {"assignment_id": "$assignment_id", "starts_at": "2026-03-09T19:00:00-06:00",
  "ends_at": "2026-03-10T07:30:00-06:00", "break_minutes": 30}$$;

revoke execute on function
    private.planned_shift_in_words, private.hold_assignments_to_plan, private.refuse_planned_overlap,
    private.require_inside_assignments, private.require_parts_of_shift, private.add_planned_shifts, private.require_assignment_to_plan,
    private.days_to_plan, private.plan_shift, public.plan_shift
    from public, anon, authenticated, service_role;
grant execute on function private.plan_shift, public.plan_shift to authenticated, service_role;
