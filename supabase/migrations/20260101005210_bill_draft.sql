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
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = bill_draft.invoice_id;
    if to_jsonb(v_invoice) is distinct from bill_draft.old then
        perform private.audit(
            bill_draft.procedure, 'invoices', v_invoice.id, bill_draft.old, to_jsonb(v_invoice));
    end if;
    return v_invoice;
end;
$$;
comment on function private.bill_draft(text, uuid, jsonb) is
$$Brings a draft up to date and records the change.

old: the draft before; null for one that was just made. The caller has called private.bill_alone and holds the
draft.$$;
revoke execute on function private.bill_draft(text, uuid, jsonb) from public, anon, authenticated, service_role;

-- Drafts without time are not made.
create function private.require_billed_time(invoice public.invoices)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not exists (
        select from public.invoice_lines as line
         where line.invoice_id = require_billed_time.invoice.id and line.time_entry_id is not null) then
        perform private.refuse(
            409, 'nothing_to_bill',
            format('The facility has no approved time %s%s that is not on another invoice.',
                   case when require_billed_time.invoice.kind = 'backfill' then 'up to '
                        else format('from %s to ', require_billed_time.invoice.period_start) end,
                   require_billed_time.invoice.period_end),
            'Approve the time first; the view unbilled_time shows what can be billed.');
    end if;
end;
$$;
comment on function private.require_billed_time(public.invoices) is
    'Raises 409 when a draft that was just brought up to date bills no time.';
revoke execute on function private.require_billed_time(public.invoices)
    from public, anon, authenticated, service_role;

create function private.new_draft(
    procedure text, facility_id uuid, kind text, period_start date, period_end date)
returns public.invoices
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invoice public.invoices;
begin
    insert into public.invoices (facility_id, kind, period_start, period_end)
    values (new_draft.facility_id, new_draft.kind, new_draft.period_start, new_draft.period_end)
    returning * into v_invoice;
    v_invoice := private.bill_draft(new_draft.procedure, v_invoice.id, null);
    perform private.require_billed_time(v_invoice);
    return v_invoice;
end;
$$;
comment on function private.new_draft(text, uuid, text, date, date) is
    'Makes a draft of all billable time of its period; raises 409 when there is none. The caller has called private.bill_alone.';
revoke execute on function private.new_draft(text, uuid, text, date, date)
    from public, anon, authenticated, service_role;
