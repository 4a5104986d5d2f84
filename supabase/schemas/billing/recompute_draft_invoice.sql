-- A draft follows the hours and rates of today.
-- Security definer: invoices are written by procedures alone.
create function private.recompute_draft_invoice(invoice_id uuid)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', recompute_draft_invoice.invoice_id));

    perform private.bill_alone();
    perform private.hold_invoices(array[recompute_draft_invoice.invoice_id]);
    select invoice.*
      into v_invoice
      from public.invoices as invoice
     where invoice.id = recompute_draft_invoice.invoice_id;
    if v_invoice.status <> 'draft' then
        perform private.refuse(
            409, 'invoice_not_draft',
            format('Invoice %s is %s: what it bills no longer changes.',
                   coalesce(v_invoice.number, v_invoice.id::text), v_invoice.status),
            'Void it and create another, or bill what came late on a backfill invoice.');
    end if;
    return private.bill_draft('recompute_draft_invoice', v_invoice.id, to_jsonb(v_invoice));
end;
$$;
comment on function private.recompute_draft_invoice is 'The logic of public.recompute_draft_invoice.';

create function public.recompute_draft_invoice(invoice_id uuid)
returns public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.recompute_draft_invoice(invoice_id); $$;
comment on function public.recompute_draft_invoice is
$$Rebuilds a draft's lines from today's hours and rates.

Time of its period that was approved meanwhile comes onto it, and on a backfill differences as they are today. Lines
that are right stay as they are, and so do adjustment lines; the total is the sum of all.

Who: billing.

Arguments:
invoice_id: the draft.

Result: the draft. Again: the same, and nothing changes.

Errors: role_required, argument_missing, invoice_not_found, invoice_not_draft, amount_too_large, billing_in_progress,
rates_held.

Example: {"invoice_id": "$draft_invoice_id"}$$;

revoke execute on function
    private.recompute_draft_invoice, public.recompute_draft_invoice
    from public, anon, authenticated, service_role;
grant execute on function
    private.recompute_draft_invoice, public.recompute_draft_invoice
    to authenticated, service_role;
