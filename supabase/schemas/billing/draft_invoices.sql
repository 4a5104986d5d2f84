-- A period is invoiced once: what comes late goes on a backfill.
create function private.invoice_in_the_way(facility_id uuid, group_key text, period_start date, period_end date)
returns public.invoices
language sql
stable
set search_path = ''
as $$
    select invoice.*
      from public.invoices as invoice
     where invoice.facility_id = invoice_in_the_way.facility_id
       and invoice.group_key = invoice_in_the_way.group_key
       and invoice.period_start <= invoice_in_the_way.period_end
       and invoice.period_end >= invoice_in_the_way.period_start
       and (invoice.status = 'draft'
            or (invoice.status in ('sent', 'partially_paid', 'paid')
                and invoice.kind not in ('backfill', 'opening', 'interest')))
     order by invoice.status = 'draft', invoice.period_start, invoice.id
     limit 1;
$$;
comment on function private.invoice_in_the_way is
    'The invoice whose period forbids a new one of these days for the facility''s group: sent and neither a backfill nor of the former books nor of interest, else a draft. Null when there is none.';

-- Raises what stands in the way, in words.
create function private.refuse_invoice_in_the_way(
    facility_id uuid, group_key text, period_start date, period_end date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_other constant public.invoices := private.invoice_in_the_way(
        refuse_invoice_in_the_way.facility_id, refuse_invoice_in_the_way.group_key,
        refuse_invoice_in_the_way.period_start, refuse_invoice_in_the_way.period_end);
begin
    if v_other.status = 'draft' then
        perform private.refuse(
            409, 'period_overlaps_draft',
            format('The facility has a draft of kind %s from %s to %s (%s).',
                   v_other.kind, v_other.period_start, v_other.period_end, v_other.id),
            'Send or void that draft first, or choose days beside it.');
    elsif v_other.id is not null then
        perform private.refuse(
            409, 'period_already_invoiced',
            format('Invoice %s of the facility covers %s to %s.',
                   v_other.number, v_other.period_start, v_other.period_end),
            'Bill time that came late on a backfill invoice.');
    end if;
end;
$$;
comment on function private.refuse_invoice_in_the_way is
    'Raises 409 when another invoice forbids a new one of these days for the facility''s group.';

-- One draft at a time, for the procedures that bill a facility.

-- Brings a draft up to date and records it for the procedure that does, if anything changed.
create function private.bill_draft(procedure text, invoice_id uuid, old jsonb)
returns public.invoices
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invoice public.invoices;
begin
    perform private.bill_time(array[bill_draft.invoice_id]);
    perform private.bill_differences(invoice.id)
       from public.invoices as invoice
      where invoice.id = bill_draft.invoice_id and invoice.kind = 'backfill';
    -- Its days, and what else was billed of the year, may be others though its lines are the same.
    perform private.charge_drafts(array[bill_draft.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = bill_draft.invoice_id;
    if to_jsonb(v_invoice) is distinct from bill_draft.old then
        perform private.audit(
            bill_draft.procedure, 'invoices', v_invoice.id, bill_draft.old, to_jsonb(v_invoice));
    end if;
    return v_invoice;
end;
$$;
comment on function private.bill_draft is
$$Brings a draft up to date, a backfill's differences too, and records the change.

old: the draft before; null for one that was just made. The caller has called private.bill_alone and holds the
draft.$$;

-- Drafts of nothing are not made.
create function private.require_billed_time(invoice public.invoices)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not exists (
        select from public.invoice_lines as line
         where line.invoice_id = require_billed_time.invoice.id and line.kind not in ('adjustment', 'fee', 'tax')) then
        perform private.refuse(
            409, 'nothing_to_bill',
            format('The facility has no approved time%s %s%s that is not on another invoice%s.',
                   case when require_billed_time.invoice.group_key <> ''
                        then ' of the group ' || require_billed_time.invoice.group_name
                        when exists (select from public.facilities as facility
                                      where facility.id = require_billed_time.invoice.facility_id
                                        and facility.invoices_by <> 'one')
                        then ' of no group' else '' end,
                   case when require_billed_time.invoice.kind = 'backfill' then 'up to '
                        else format('from %s to ', require_billed_time.invoice.period_start) end,
                   require_billed_time.invoice.period_end,
                   case when require_billed_time.invoice.kind = 'backfill'
                        then ', and no difference from what was billed' else '' end),
            'Approve the time first. The lists of unbilled time and unbilled differences show what can be billed, '
            'and in which group.');
    end if;
end;
$$;
comment on function private.require_billed_time is
    'Raises 409 when a draft that was just brought up to date bills neither time nor differences.';

create function private.new_draft(
    procedure text, facility_id uuid, group_key text, kind text, period_start date, period_end date)
returns public.invoices
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invoice public.invoices;
begin
    insert into public.invoices (facility_id, group_key, group_name, kind, period_start, period_end)
    values (new_draft.facility_id, new_draft.group_key,
            private.group_name(new_draft.facility_id, new_draft.group_key), new_draft.kind, new_draft.period_start,
            new_draft.period_end)
    returning * into v_invoice;
    v_invoice := private.bill_draft(new_draft.procedure, v_invoice.id, null);
    perform private.require_billed_time(v_invoice);
    return v_invoice;
end;
$$;
comment on function private.new_draft is
    'Makes a draft of all billable time of its period, and for a backfill of differences; raises 409 when there is none. The caller has called private.bill_alone.';

revoke execute on function
    private.invoice_in_the_way, private.refuse_invoice_in_the_way, private.bill_draft,
    private.require_billed_time, private.new_draft
    from public, anon, authenticated, service_role;
