-- Rules that each planned shift keeps, whoever writes it: it lies within two workdays of its facility, and says whose
-- it is.

-- One plans at a time: who plans looks first whether somebody is free, and says so in words. A plan holds nothing else,
-- so that nobody who enters time or prepares payroll waits for it, but beside a shift that was called off late.
create function private.hold_plans()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '4s' -- less than the API's limit
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_plans', 0));
exception when lock_not_available then
    perform private.refuse_while_plans_are_held();
end;
$$;
comment on function private.hold_plans is
    'Locks plans exclusively until the transaction ends. Raises 409 when another holds them for too long.';

create function private.refuse_while_plans_are_held()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'plan_in_progress',
        'Somebody else is planning many shifts right now.',
        'Try again in a few seconds. Nothing was changed.');
end;
$$;
comment on function private.refuse_while_plans_are_held is 'Raises 409: somebody else is planning.';

-- Security definer: whoever writes need not read assignments.
create function private.fill_planned_shift()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_timezone constant text := private.timezone_of_assignment(new.assignment_id);
begin
    select assignment.contractor_id
      into new.contractor_id
      from public.assignments as assignment
     where assignment.id = new.assignment_id;
    if not found then -- the foreign key refuses it
        return new;
    end if;
    select min(part.work_date),
           sum(part.hours) filter (where part.work_date = first.day),
           coalesce(sum(part.hours) filter (where part.work_date > first.day), 0.00)
      into new.work_date, new.hours, new.next_day_hours
      from private.parts_of_shift(new.starts_at, new.ends_at, new.break_minutes, null, v_timezone) as part
     cross join private.workday_of(new.starts_at, v_timezone) as first (day);
    return new;
end;
$$;
comment on function private.fill_planned_shift is
    'Trigger: a planned shift has the contractor of its assignment, and the workdays and hours that its times come to.';

create trigger planned_shifts_say_whose_they_are
    before insert or update of assignment_id, contractor_id, starts_at, ends_at, break_minutes, work_date, hours,
        next_day_hours
    on public.planned_shifts
    for each row execute function private.fill_planned_shift();

-- Shifts stay with the person for whom they were planned: pay may be due for one that was called off late, and the other
-- person may be planned elsewhere at these times. Only the secret key writes the column.
-- Security definer: the rule reads shifts that the writer may not.
create function private.guard_contractor_of_plan()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_planned record;
begin
    select count(*) as shifts, min(planned.work_date) as first_day, max(planned.work_date) as last_day
      into v_planned
      from public.planned_shifts as planned
     where planned.assignment_id = new.id
       and (planned.cancelled_at is null or planned.is_within_notice);
    if v_planned.shifts > 0 then
        perform private.refuse(
            409, 'assignment_has_planned_shifts',
            format('The assignment has %s of its contractor, %s.',
                   private.counted(v_planned.shifts, 'planned shift', 'planned shifts'),
                   case when v_planned.first_day = v_planned.last_day then format('on %s', v_planned.first_day)
                        else format('from %s to %s', v_planned.first_day, v_planned.last_day) end),
            'End the assignment, and make another one for the other contractor.');
    end if;
    return new;
end;
$$;
comment on function private.guard_contractor_of_plan is
    'Trigger: an assignment keeps its contractor while shifts are planned, or one was called off late.';

create trigger planned_shifts_keep_their_contractor
    before update on public.assignments
    for each row when (old.contractor_id <> new.contractor_id)
    execute function private.guard_contractor_of_plan();

create function private.hours_of_other_shifts(shift public.planned_shifts)
returns numeric
language sql
stable
set search_path = ''
as $$
    select coalesce(
               sum(case when other.work_date = (shift).work_date then other.hours else other.next_day_hours end), 0.00)
      from public.planned_shifts as other
     where other.assignment_id = (shift).assignment_id
       and other.work_date between (shift).work_date - 1 and (shift).work_date
       and other.id <> (shift).id
       and other.cancelled_at is null;
$$;
comment on function private.hours_of_other_shifts is
    'Hours of a planned shift''s first workday that its assignment''s other shifts are planned for, such as that of the night before.';

-- Hours by the day stand for a shift that was called off as far as no other was planned for them: so who plans or cancels
-- one beside it changes what is due.
create function private.are_beside_late_cancellations(assignment_ids uuid[], first_day date, last_day date)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.planned_shifts as late
         where late.assignment_id = any (are_beside_late_cancellations.assignment_ids)
           and late.work_date between are_beside_late_cancellations.first_day and are_beside_late_cancellations.last_day
           and late.is_within_notice);
$$;
comment on function private.are_beside_late_cancellations is
    'True if shifts of assignments, of these days, were cancelled within the facility''s notice.';

create function private.refuse_beside_new_late_cancellations(
    assignment_ids uuid[], first_day date, last_day date, rates_are_held boolean)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not refuse_beside_new_late_cancellations.rates_are_held
        and private.are_beside_late_cancellations(
                refuse_beside_new_late_cancellations.assignment_ids, refuse_beside_new_late_cancellations.first_day,
                refuse_beside_new_late_cancellations.last_day) then
        perform private.refuse_while_plans_are_held();
    end if;
end;
$$;
comment on function private.refuse_beside_new_late_cancellations is
$$Raises 409 where shifts of assignments were cancelled within the notice since somebody looked, and rates are not held.

The caller has called private.hold_plans.$$;

-- Time of the code stands for the shift, and so does time that was worked after all, once either is approved: a draft
-- takes nothing back. Hours without times are of a shift that lies in one workday where they are more than the day's
-- other shifts are planned for, as whoever cancels is asked. Of a day that is excepted from the guarantee nothing is
-- due: the contractor could not come either, or the contract lets the facility call off. Nor is it of a day that is not
-- the assignment's any more.
create view private.unworked_late_cancellations with (security_invoker = true) as
    select shift.id, shift.assignment_id, shift.contractor_id, shift.work_date
      from public.planned_shifts as shift
      join public.assignments as assignment
        on assignment.id = shift.assignment_id
       and shift.work_date between assignment.start_date and coalesce(assignment.end_date, 'infinity')
     where shift.is_within_notice
       and not exists (
           select from public.time_entries as entry
            where entry.assignment_id = shift.assignment_id
              and entry.work_date = shift.work_date
              and entry.code = 'cancelled'
              and entry.is_payable)
       and not exists (
           select from public.time_entries as entry
            where entry.shift_contractor_id = shift.contractor_id
              and entry.assignment_id = shift.assignment_id
              and entry.started_at < shift.ends_at
              and entry.started_at > shift.starts_at - interval '24 hours' -- none is longer
              and entry.ended_at > shift.starts_at
              and entry.is_payable)
       and not exists (
           select from public.time_entries as entry
            where shift.next_day_hours = 0
              and entry.assignment_id = shift.assignment_id
              and entry.work_date = shift.work_date
              and entry.is_worked
              and entry.started_at is null
              and entry.is_payable
           having sum(entry.hours) > private.hours_of_other_shifts(shift))
       and not exists (
           select from public.guarantee_exceptions as exception
            where exception.assignment_id = shift.assignment_id and exception.day = shift.work_date);
comment on view private.unworked_late_cancellations is
$$Planned shifts that the facility cancelled within its notice, on days of their assignment, and of which nothing else is
approved: a guarantee of code cancelled is due for each.$$;

revoke all on private.unworked_late_cancellations from public, anon, authenticated, service_role;

revoke execute on function
    private.refuse_while_plans_are_held, private.hold_plans, private.fill_planned_shift,
    private.guard_contractor_of_plan, private.hours_of_other_shifts,
    private.are_beside_late_cancellations, private.refuse_beside_new_late_cancellations
    from public, anon, authenticated, service_role;
