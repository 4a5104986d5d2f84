-- A period is invoiced once: what comes late goes on a backfill.
create function private.invoice_in_the_way(facility_id uuid, period_start date, period_end date)
returns public.invoices
language sql
stable
set search_path = ''
as $$
    select invoice.*
      from public.invoices as invoice
     where invoice.facility_id = invoice_in_the_way.facility_id
       and invoice.period_start <= invoice_in_the_way.period_end
       and invoice.period_end >= invoice_in_the_way.period_start
       and (invoice.status = 'draft'
            or (invoice.status in ('sent', 'partially_paid', 'paid') and invoice.kind <> 'backfill'))
     order by invoice.status = 'draft', invoice.period_start, invoice.id
     limit 1;
$$;
comment on function private.invoice_in_the_way(uuid, date, date) is
    'The invoice whose period forbids a new one of these days at the facility: sent and no backfill, else a draft. Null when there is none.';
revoke execute on function private.invoice_in_the_way(uuid, date, date)
    from public, anon, authenticated, service_role;

-- Raises what stands in the way, in words.
create function private.refuse_invoice_in_the_way(facility_id uuid, period_start date, period_end date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_other constant public.invoices := private.invoice_in_the_way(
        refuse_invoice_in_the_way.facility_id, refuse_invoice_in_the_way.period_start,
        refuse_invoice_in_the_way.period_end);
begin
    if v_other.status = 'draft' then
        perform private.refuse(
            409, 'period_overlaps_draft',
            format('There is a draft of kind %s of the facility from %s to %s (%s).',
                   v_other.kind, v_other.period_start, v_other.period_end, v_other.id),
            'Send or void that draft first, or choose days beside it.');
    elsif v_other.id is not null then
        perform private.refuse(
            409, 'period_already_invoiced',
            format('Invoice %s of the facility covers %s to %s.',
                   v_other.number, v_other.period_start, v_other.period_end),
            'Bill time that came late with backfill_invoice.');
    end if;
end;
$$;
comment on function private.refuse_invoice_in_the_way(uuid, date, date) is
    'Raises 409 when another invoice forbids a new one of these days at the facility.';
revoke execute on function private.refuse_invoice_in_the_way(uuid, date, date)
    from public, anon, authenticated, service_role;

create function private.require_facility(facility_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not exists (
        select from public.facilities as facility where facility.id = require_facility.facility_id) then
        perform private.refuse(
            404, 'facility_not_found',
            format('There is no facility %s.', require_facility.facility_id),
            'Look the id up in facilities.');
    end if;
end;
$$;
comment on function private.require_facility(uuid) is 'Raises 404 when there is no such facility.';
revoke execute on function private.require_facility(uuid) from public, anon, authenticated, service_role;
