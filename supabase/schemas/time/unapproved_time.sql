-- Time that is neither paid nor billed because nobody approved it. None of it may be forgotten.

create function private.unapproved_time()
returns table (
    time_entry_id uuid, assignment_id uuid, contractor_id uuid, contractor_name text, facility_id uuid,
    facility_name text, work_date date, hours numeric, status text, age_days int, next_step text,
    started_at timestamptz, ended_at timestamptz, break_minutes int, shift_id uuid, code text, code_title text,
    quantity numeric, unit text, is_worked boolean, break_started_at timestamptz)
language sql
stable
security definer -- facility contacts have no policy on assignments and contractors
set search_path = ''
as $$
    select entry.id, entry.assignment_id, contractor.id, contractor.first_name || ' ' || contractor.last_name,
           facility.id, facility.name, entry.work_date, entry.hours, entry.status,
           clock.business_date - entry.work_date,
           case entry.status when 'draft' then 'submit'
                             when 'locked' then 'take_up_or_set_aside'
                             else 'approve' end,
           entry.started_at, entry.ended_at, entry.break_minutes, entry.shift_id, code.name, code.title,
           entry.quantity, code.unit, entry.is_worked, entry.break_started_at
      from private.clock() as clock
     cross join public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      join public.time_codes as code on code.name = entry.code
     where not entry.is_payable
       and entry.set_aside_at is null
       -- Each asked once by its select, and not entry by entry.
       and ((select private.is_staff_or_server())
            or (entry.status <> 'draft' and facility.id = any ((select private.contact_workplace_ids())::uuid[])))
     order by entry.work_date, entry.id;
$$;
comment on function private.unapproved_time is 'The logic of the view unapproved_time.';

create view public.unapproved_time with (security_invoker = true) as
    select * from private.unapproved_time();
comment on view public.unapproved_time is
$$Every time entry that is not approved, oldest first: drafts, submitted, pending approval, and locked without an
approval. It is neither paid nor billed until that changes. What was set aside is not in it. Staff see all, a
facility's contacts what was worked there, drafts aside, and contractors nothing: theirs is in time_entries.

age_days: from its day to today in the operating timezone; below zero for a day that has not come.

status is as time_entries.status.

next_step is one of submit, approve, take_up_or_set_aside: what has to happen. submit: the contractor, or staff, submit it. approve: the facility, or staff, approve
it or send it back. take_up_or_set_aside: payroll puts it to pending_approval, or calls set_aside_time.

started_at, ended_at, break_minutes, break_started_at, shift_id: as in time_entries; null = hours alone.

code, code_title: what the time is, regular or another of time_codes. quantity, unit: how many of which unit, where that is
not the hour. is_worked: whether the hours are hours worked.

Pages: order=work_date,time_entry_id.$$;

create trigger unapproved_time_is_read_only
    instead of insert or update or delete on public.unapproved_time
    for each row execute function private.refuse_view_write();

-- Unapproved time of some days.
create function private.count_unapproved_time(
    first_day date, last_day date, out drafts bigint, out beyond_draft bigint)
language sql
stable
set search_path = ''
as $$
    select count(*) filter (where entry.status = 'draft'),
           count(*) filter (where entry.status <> 'draft')
      from public.time_entries as entry
     where entry.work_date between count_unapproved_time.first_day and count_unapproved_time.last_day
       and not entry.is_payable
       and entry.set_aside_at is null;
$$;
comment on function private.count_unapproved_time is
    'Amount of time of some days in unapproved_time: drafts, and what was submitted or locked.';

revoke all on public.unapproved_time from public, anon, authenticated, service_role;
grant select on public.unapproved_time to authenticated, service_role;

revoke execute on function private.unapproved_time, private.count_unapproved_time
    from public, anon, authenticated, service_role;
grant execute on function private.unapproved_time to authenticated, service_role;
