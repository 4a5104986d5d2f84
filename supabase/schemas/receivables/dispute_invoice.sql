-- A facility says that an invoice is wrong: it is marked so while that is looked into. What it owes stays as it is.
-- Security definer: invoices are written by procedures alone.
create function private.dispute_invoice(invoice_id uuid, reason text)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice public.invoices;
    v_disputed public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', dispute_invoice.invoice_id));
    perform private.require_reason(dispute_invoice.reason);

    perform private.hold_invoices(array[dispute_invoice.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = dispute_invoice.invoice_id;
    if v_invoice.disputed_at is not null then
        return v_invoice;
    elsif v_invoice.status not in ('sent', 'partially_paid') then
        perform private.refuse(
            409, 'invoice_not_owed',
            format('Invoice %s is %s, so nothing is owed on it that could be disputed.',
                   coalesce(v_invoice.number, '(draft)'), v_invoice.status),
            'Correct a draft before it is sent. A paid or void invoice has nothing to settle.');
    end if;

    update public.invoices as invoice
       set disputed_at = (private.clock()).at,
           disputed_by = private.user_id(),
           dispute_reason = dispute_invoice.reason
     where invoice.id = v_invoice.id
    returning * into v_disputed;
    perform private.audit('dispute_invoice', 'invoices', v_invoice.id, to_jsonb(v_invoice), to_jsonb(v_disputed));
    return v_disputed;
end;
$$;
comment on function private.dispute_invoice is 'The logic of public.dispute_invoice.';

create function public.dispute_invoice(invoice_id uuid, reason text)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.dispute_invoice(invoice_id, reason); $$;
comment on function public.dispute_invoice is
$$Marks an invoice as disputed by its facility, with the reason.

It shows in ar_aging and facility_statement until settle_dispute. What is owed, and the interest on it, stays as it is.
The mark goes by itself once nothing is owed: the invoice is paid, written off
or void.

Who: billing.

Arguments:
invoice_id: the invoice, sent or partially paid.
reason: what the facility says is wrong; its contacts read it.

Result: the invoice. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, invoice_not_found,
invoice_not_owed, billing_in_progress.

Example: {"invoice_id": "$sent_invoice_id", "reason": "Two shifts of March 4 are not ours."}$$;

-- Security definer: see above.
create function private.settle_dispute(invoice_id uuid)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice public.invoices;
    v_settled public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', settle_dispute.invoice_id));

    perform private.hold_invoices(array[settle_dispute.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = settle_dispute.invoice_id;
    if v_invoice.disputed_at is null then
        return v_invoice;
    end if;

    update public.invoices as invoice
       set disputed_at = null, disputed_by = null, dispute_reason = null
     where invoice.id = v_invoice.id
    returning * into v_settled;
    perform private.audit('settle_dispute', 'invoices', v_invoice.id, to_jsonb(v_invoice), to_jsonb(v_settled));
    return v_settled;
end;
$$;
comment on function private.settle_dispute is 'The logic of public.settle_dispute.';

create function public.settle_dispute(invoice_id uuid)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.settle_dispute(invoice_id); $$;
comment on function public.settle_dispute is
$$Ends the dispute of an invoice, which aging and statement then show like the others.

What was agreed is done beside it: credit_invoice, void_invoice or write_off_invoice. The audit log has who disputed it, and why.

Who: billing.

Arguments:
invoice_id: the invoice.

Result: the invoice, not disputed. Again, and of one that was not disputed: the invoice as it is.

Errors: role_required, argument_missing, invoice_not_found, billing_in_progress.

Example: {"invoice_id": "$disputed_invoice_id"}$$;

revoke execute on function
    private.dispute_invoice, public.dispute_invoice, private.settle_dispute, public.settle_dispute
    from public, anon, authenticated, service_role;
grant execute on function
    private.dispute_invoice, public.dispute_invoice, private.settle_dispute, public.settle_dispute
    to authenticated, service_role;
