-- Rules that each planned shift keeps, whoever writes it: it lies within two workdays of its facility, and says whose
-- it is.

-- One plans at a time: who plans looks first whether somebody is free, and says so in words. A plan holds nothing else,
-- so that nobody who enters time or prepares payroll waits for it.
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
    perform private.refuse(
        409, 'plan_in_progress',
        'Somebody else is planning many shifts right now.',
        'Try again in a few seconds. Nothing was changed.');
end;
$$;
comment on function private.hold_plans is
    'Locks plans exclusively until the transaction ends. Raises 409 when another holds them for too long.';

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

-- Time of the code stands for the shift, and so does time that was worked after all, once either is approved: a draft
-- takes nothing back. Hours without times say which shift they are of where it lies in one workday. Of a day that is
-- excepted from the guarantee nothing is due: the contractor could not come either, or the contract lets the facility
-- call off. Nor is it of a day that is not the assignment's any more.
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
              and entry.is_payable)
       and not exists (
           select from public.guarantee_exceptions as exception
            where exception.assignment_id = shift.assignment_id and exception.day = shift.work_date);
comment on view private.unworked_late_cancellations is
$$Planned shifts that the facility cancelled within its notice, on days of their assignment, and of which nothing else is
approved: a guarantee of code cancelled is due for each.$$;

revoke all on private.unworked_late_cancellations from public, anon, authenticated, service_role;

revoke execute on function private.hold_plans, private.fill_planned_shift
    from public, anon, authenticated, service_role;
