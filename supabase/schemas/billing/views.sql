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
           entry.approved_at,
           assignment.group_key,
           assignment.group_name
      from public.time_entries as entry
      join private.grouped_assignments as assignment on assignment.id = entry.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where entry.is_payable
       and not exists (
           select from public.invoice_lines as line
            where line.time_entry_id = entry.id and line.released_at is null)
     order by entry.work_date, entry.approved_at, entry.id;
comment on view public.unbilled_time is
$$Billable time that is on no live invoice, oldest first: what the next invoices, or backfill_invoice, will bill.

group_key: which group of the facility's time it is in, as of invoices. group_name: what people call it; null without one.

Pages: order=work_date,time_entry_id.$$;

-- The same of thirteen weeks, workweek by workweek: a line has the day of its entry, or after a correction another one of
-- its workweek. So no more than these weeks are read of either, and what is compared at a time is a week of a large firm,
-- not a quarter. Each plan knows its days.
create function private.unbilled_of_13_weeks(last_day date)
returns table (assignment_id uuid, work_date date, hours numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
set work_mem = '64MB' -- a week of a large firm is compared in memory
set enable_nestloop = off -- in one pass, though statistics know nothing yet of the week that was just billed
as $$
declare
    v_first_day constant date := unbilled_of_13_weeks.last_day - 90;
    v_week_start date := private.workweek_start(v_first_day);
begin
    while v_week_start <= unbilled_of_13_weeks.last_day loop
        return query
        select entry.assignment_id, entry.work_date, entry.hours
          from public.time_entries as entry
         where entry.work_date between greatest(v_week_start, v_first_day)
                                   and least(v_week_start + 6, unbilled_of_13_weeks.last_day)
           and entry.is_payable
           and not exists (
               select from public.invoice_lines as line
                where line.time_entry_id = entry.id
                  and line.released_at is null
                  and line.work_date between v_week_start and v_week_start + 6);
        v_week_start := v_week_start + 7;
    end loop;
end;
$$;
comment on function private.unbilled_of_13_weeks is
    'The billable time of the 13 weeks up to a day that is on no live invoice: entries of public.unbilled_time.';

create trigger unbilled_time_is_read_only
    instead of insert or update or delete on public.unbilled_time
    for each row execute function private.refuse_view_write();

revoke all on public.unbilled_time from public, anon, authenticated, service_role;
grant select on public.unbilled_time to authenticated, service_role;

revoke execute on function private.unbilled_of_13_weeks from public, anon, authenticated, service_role;
