-- Approved time that nobody has invoiced yet: late approvals show here, oldest first.
create view public.unbilled_time with (security_invoker = true) as
    select entry.id as time_entry_id,
           entry.assignment_id,
           assignment.contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           assignment.facility_id,
           facility.name as facility_name,
           entry.work_date,
           entry.hours,
           entry.approved_at
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where entry.approved_at is not null
       and entry.status in ('approved', 'locked')
       and not exists (
           select from public.invoice_lines as line
            where line.time_entry_id = entry.id and line.released_at is null)
     order by entry.work_date, entry.approved_at, entry.id;
comment on view public.unbilled_time is
    'Billable time that is on no live invoice, oldest first: what the next invoices, or backfill_invoice, will bill.';

revoke all on public.unbilled_time from public, anon, authenticated, service_role;
grant select on public.unbilled_time to authenticated, service_role;
