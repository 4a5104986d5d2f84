-- Guarantees that no invoice has yet, beside the time of unbilled_time.
-- Security definer: whoever may read all of it need not pass the policies row by row.
create function private.unbilled_guarantees()
returns table (
    facility_id uuid, facility_name text, group_key text, group_name text, contractor_id uuid, contractor_name text,
    assignment_id uuid, guarantee_id uuid, week_start date, hours numeric, rate numeric, amount numeric,
    description text)
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
    if not private.is_staff_or_server() then
        return;
    end if;
    return query
    select facility.id, facility.name, assignment.group_key, assignment.group_name, contractor.id,
           contractor.first_name || ' ' || contractor.last_name, assignment.id, promised.guarantee_id,
           promised.week_start, promised.quantity, promised.rate, promised.amount, promised.description
      from private.guarantees_to_bill(array(
               select distinct row(guaranteed.facility_id, guaranteed.group_key, date '2000-01-01',
                                   (private.clock()).business_date)::private.period_to_bill
                 from public.guarantees as guarantee
                 join private.grouped_assignments as guaranteed on guaranteed.id = guarantee.assignment_id
                where guarantee.bill_hours is not null)) as promised
      join private.grouped_assignments as assignment on assignment.id = promised.assignment_id
      join public.facilities as facility on facility.id = promised.facility_id
      join public.contractors as contractor on contractor.id = promised.contractor_id
     where not exists (
           select from public.invoice_lines as line
            where line.guarantee_id = promised.guarantee_id
              and line.week_start = promised.week_start
              and line.released_at is null);
end;
$$;
comment on function private.unbilled_guarantees is 'The logic of the view unbilled_guarantees.';

create view public.unbilled_guarantees with (security_invoker = true) as
    select promised.facility_id,
           promised.facility_name,
           promised.group_key,
           promised.group_name,
           promised.contractor_id,
           promised.contractor_name,
           promised.assignment_id,
           promised.guarantee_id,
           promised.week_start,
           promised.hours,
           promised.rate,
           promised.amount,
           promised.description
      from private.unbilled_guarantees() as promised
     order by promised.week_start, promised.facility_name, promised.facility_id, promised.guarantee_id;
comment on view public.unbilled_guarantees is
$$Hours that guarantees promise of workweeks that are over and decided, and that no live invoice bills: the invoice of the
week bills them, or backfill_invoice. Staff see it.

hours: those that are missing. rate: null where several days of a code have several. description: how the
hours come about: "36.00 guaranteed, 30.00 worked". group_key, group_name: as of unbilled_time.

Pages: order=week_start,guarantee_id.$$;

create trigger unbilled_guarantees_are_read_only
    instead of insert or update or delete on public.unbilled_guarantees
    for each row execute function private.refuse_view_write();

revoke all on public.unbilled_guarantees from public, anon, authenticated, service_role;
grant select on public.unbilled_guarantees to authenticated, service_role;

revoke execute on function private.unbilled_guarantees from public, anon, authenticated, service_role;
grant execute on function private.unbilled_guarantees to authenticated, service_role;
