-- Approved time that nobody has invoiced yet: late approvals show here, oldest first.
create view public.unbilled_time with (security_invoker = true) as
    select entry.id as time_entry_id,
           entry.assignment_id,
           assignment.contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           assignment.facility_id,
           facility.name as facility_name,
           listed.work_date,
           listed.hours,
           entry.approved_at,
           assignment.group_key,
           assignment.group_name,
           listed.code,
           listed.quantity
      from private.unbilled_entries as listed
      join public.time_entries as entry on entry.id = listed.time_entry_id -- its keys are embedded by
      join private.grouped_assignments as assignment on assignment.id = listed.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     order by listed.work_date, entry.approved_at, entry.id;
comment on view public.unbilled_time is
$$Billable time that is on no live invoice, oldest first: what the next invoices, or backfill_invoice, will bill. Time of a
code that bills nothing is not in it.

hours: worked. quantity: of a code whose hours are not worked, how many, or its units; hours are 0 then. group_key: which group of the facility's time it is in, as of invoices. group_name: what people call it; null without one.

Pages: order=work_date,time_entry_id.$$;

-- The same of thirteen weeks, for who reads no more than hours and days.
create function private.unbilled_of_13_weeks(last_day date)
returns table (
    time_entry_id uuid, assignment_id uuid, work_date date, hours numeric, code text, quantity numeric)
language sql
stable
set search_path = ''
as $$
    select listed.time_entry_id, listed.assignment_id, listed.work_date, listed.hours, listed.code, listed.quantity
      from private.unbilled_entries as listed
     where listed.work_date between unbilled_of_13_weeks.last_day - 90 and unbilled_of_13_weeks.last_day;
$$;
comment on function private.unbilled_of_13_weeks is
    'The billable time of the 13 weeks up to a day that is on no live invoice: entries of public.unbilled_time.';

create trigger unbilled_time_is_read_only
    instead of insert or update or delete on public.unbilled_time
    for each row execute function private.refuse_view_write();

revoke all on public.unbilled_time from public, anon, authenticated, service_role;
grant select on public.unbilled_time to authenticated, service_role;

revoke execute on function private.unbilled_of_13_weeks from public, anon, authenticated, service_role;
