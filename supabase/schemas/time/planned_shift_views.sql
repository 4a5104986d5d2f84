-- Planned shifts as their readers speak of them: with names, and in the zone of the clock that they are told by.

-- Contractors have no policy on assignments.
create function private.my_shifts()
returns table (
    planned_shift_id uuid, assignment_id uuid, facility_name text, department text, timezone text, work_date date,
    starts_at timestamptz, ends_at timestamptz, break_minutes int, hours numeric, cancelled_at timestamptz,
    cancelled_for text, reason text, is_within_notice boolean)
language sql
stable
security definer -- contractors have no policy on assignments
set search_path = ''
as $$
    select planned.id, planned.assignment_id, facility.name, assignment.department,
           coalesce(facility.timezone, private.operating_timezone()), planned.work_date, planned.starts_at,
           planned.ends_at, planned.break_minutes, planned.hours + planned.next_day_hours, planned.cancelled_at,
           planned.cancelled_for, planned.reason, planned.is_within_notice
      from public.planned_shifts as planned
      join public.assignments as assignment on assignment.id = planned.assignment_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where planned.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_shifts is 'The logic of the view my_shifts.';

create view public.my_shifts with (security_invoker = true) as
    select * from private.my_shifts();
comment on view public.my_shifts is
$$Planned shifts of the contractor who is signed in, cancelled ones too.

timezone: whose clock tells the times: the facility's, else the firm's. work_date: the workday on which the shift
begins. hours: all of them, less the break. cancelled_for is as planned_shifts.cancelled_for. cancelled_at, reason,
is_within_notice: as in planned_shifts.

Pages: order=starts_at,planned_shift_id.$$;

-- With their owner's rights, and a barrier: contacts have no policy on assignments, and ask nothing of rows that are
-- not theirs. The arm that is not the reader's is not begun.
create view private.facility_shifts with (security_barrier = true) as
    select planned.id as planned_shift_id, planned.assignment_id, facility.id as facility_id,
           facility.name as facility_name, assignment.department, assignment.contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           coalesce(facility.timezone, private.operating_timezone()) as timezone, planned.work_date,
           planned.starts_at, planned.ends_at, planned.break_minutes,
           planned.hours + planned.next_day_hours as hours, planned.next_day_hours, planned.cancelled_at,
           planned.cancelled_for, planned.reason, planned.is_within_notice
      from public.planned_shifts as planned
      join public.assignments as assignment on assignment.id = planned.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where (select private.is_staff_or_server())
     union all
    select planned.id, planned.assignment_id, facility.id, facility.name, assignment.department,
           assignment.contractor_id, contractor.first_name || ' ' || contractor.last_name,
           coalesce(facility.timezone, private.operating_timezone()), planned.work_date, planned.starts_at,
           planned.ends_at, planned.break_minutes, planned.hours + planned.next_day_hours, planned.next_day_hours,
           planned.cancelled_at, planned.cancelled_for, planned.reason, planned.is_within_notice
      from public.planned_shifts as planned
      join public.assignments as assignment on assignment.id = planned.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where not (select private.is_staff_or_server())
       and planned.assignment_id = any ((select private.contact_assignment_ids())::uuid[]);
comment on view private.facility_shifts is 'The logic of the view facility_shifts.';

create view public.facility_shifts with (security_invoker = true) as
    select planned_shift_id, assignment_id, facility_id, facility_name, department, contractor_id, contractor_name,
           timezone, work_date, starts_at, ends_at, break_minutes, hours, cancelled_at, cancelled_for, reason,
           is_within_notice
      from private.facility_shifts;
comment on view public.facility_shifts is
$$Planned shifts at facilities, cancelled ones too: a facility's contacts see those there, staff all, contractors
nothing: theirs are in my_shifts.

timezone, work_date, hours: as in my_shifts. cancelled_for is as planned_shifts.cancelled_for. cancelled_at, reason,
is_within_notice: as in planned_shifts.

Pages: order=starts_at,planned_shift_id.$$;

create view public.planned_days with (security_invoker = true) as
    select planned.planned_shift_id, planned.assignment_id, planned.contractor_name, planned.facility_name,
           planned.work_date, planned.hours - planned.next_day_hours as hours
      from private.facility_shifts as planned
     where planned.cancelled_at is null
     union all
    select planned.planned_shift_id, planned.assignment_id, planned.contractor_name, planned.facility_name,
           planned.work_date + 1, planned.next_day_hours
      from private.facility_shifts as planned
     where planned.cancelled_at is null and planned.next_day_hours > 0;
comment on view public.planned_days is
$$Planned hours by workday, to lay beside those that are entered: a row for each workday of a shift that is not
cancelled.

Readers see those of the shifts that they see in facility_shifts.

Pages: order=work_date,planned_shift_id.$$;

create trigger my_shifts_is_read_only
    instead of insert or update or delete on public.my_shifts
    for each row execute function private.refuse_view_write();
create trigger facility_shifts_is_read_only
    instead of insert or update or delete on public.facility_shifts
    for each row execute function private.refuse_view_write();
create trigger planned_days_is_read_only
    instead of insert or update or delete on public.planned_days
    for each row execute function private.refuse_view_write();

revoke all on public.my_shifts, public.facility_shifts, public.planned_days, private.facility_shifts
    from public, anon, authenticated, service_role;
grant select on public.my_shifts, public.facility_shifts, public.planned_days, private.facility_shifts
    to authenticated, service_role;

revoke execute on function private.my_shifts from public, anon, authenticated, service_role;
grant execute on function private.my_shifts to authenticated, service_role;
