-- Amounts that sent invoices would come to today, beside those they came to.

create function private.unbilled_differences()
returns table (
    facility_id uuid, facility_name text, contractor_id uuid, contractor_name text, week_start date,
    billed_amount numeric, due_amount numeric, amount numeric, group_key text, group_name text, purchase_order_id uuid,
    department text, cost_centre text, code text, code_title text)
language sql
stable
security definer -- staff may not read which weeks are compared
set search_path = ''
as $$
    select facility.id, facility.name, contractor.id, contractor.first_name || ' ' || contractor.last_name,
           difference.week_start, difference.billed_amount, difference.due_amount,
           difference.due_amount - difference.billed_amount,
           difference.group_key, private.group_name(facility.id, difference.group_key), difference.purchase_order_id,
           difference.department, difference.cost_centre, difference.code,
           (select code.title from public.time_codes as code where code.name = difference.code)
      from (select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as starts
              from (select distinct week.contractor_id, week.week_start
                      from private.weeks_to_compare as week
                     where (select private.is_staff_or_server())) as week) as marked
     cross join lateral private.differences_of_weeks(marked.contractor_ids, marked.starts) as difference
      join public.facilities as facility on facility.id = difference.facility_id
      join public.contractors as contractor on contractor.id = difference.contractor_id
     order by difference.week_start, facility.name, facility.id, contractor.last_name, contractor.id,
              difference.group_key, difference.purchase_order_id, difference.department, difference.cost_centre,
              difference.code;
$$;
comment on function private.unbilled_differences is 'The logic of the view unbilled_differences.';

create view public.unbilled_differences with (security_invoker = true) as
    select difference.facility_id,
           difference.facility_name,
           difference.contractor_id,
           difference.contractor_name,
           difference.week_start,
           difference.billed_amount,
           difference.due_amount,
           difference.amount,
           difference.group_key,
           difference.group_name,
           difference.purchase_order_id,
           difference.department,
           difference.cost_centre,
           difference.code,
           difference.code_title
      from private.unbilled_differences() as difference;
comment on view public.unbilled_differences is
$$Workweeks whose sent time would come to another amount today than was billed of it, by facility, group, contractor and
code, oldest first: what backfill_invoice will bill. Staff see it.

It differs where more of the week was billed since, at whichever facility, so that hours are of another class; where
a bill rate or a multiplier changed; or where an invoice of the week is void.

billed_amount: the sent lines of the week's time, and its lines of kind difference, on drafts too. due_amount: what that
time comes to today. group_key, group_name: of the invoices that it was billed on. purchase_order_id, department and
cost_centre: of their lines. code, code_title: of the time; empty = regular time, and guarantees. amount: due_amount less billed_amount; below zero where the facility was billed too much.

Pages: order=week_start,facility_id,contractor_id,group_key,purchase_order_id,department,cost_centre,code.$$;

create trigger unbilled_differences_are_read_only
    instead of insert or update or delete on public.unbilled_differences
    for each row execute function private.refuse_view_write();

revoke all on public.unbilled_differences from public, anon, authenticated, service_role;
grant select on public.unbilled_differences to authenticated, service_role;

revoke execute on function private.unbilled_differences from public, anon, authenticated, service_role;
grant execute on function private.unbilled_differences to authenticated, service_role;
