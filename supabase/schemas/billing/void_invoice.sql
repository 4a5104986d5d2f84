-- The way back from a wrong invoice.
-- Security definer: invoices and their lines are written by procedures alone.
create function private.void_invoice(invoice_id uuid, reason text)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice public.invoices;
    v_void public.invoices;
    v_paid numeric;
    v_interest_on text;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', void_invoice.invoice_id));
    perform private.require_reason(void_invoice.reason);

    perform private.hold_invoices(private.with_originals(void_invoice.invoice_id));
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = void_invoice.invoice_id;
    if v_invoice.status = 'void' then
        return v_invoice;
    end if;

    if exists (select from public.credit_notes as note where note.invoice_id = v_invoice.id) then
        perform private.refuse(
            409, 'invoice_has_credit_notes',
            format('Invoice %s has a credit note and can no longer be voided as a whole.', v_invoice.number),
            'Credit the lines that are left.');
    end if;
    select sum(payment.amount), string_agg(interest.number, ', ' order by interest.number)
      into v_paid, v_interest_on
      from public.payments as payment
      left join public.invoices as interest on interest.id = payment.interest_invoice_id
     where payment.invoice_id = v_invoice.id and payment.reversed_at is null;
    if v_paid is not null then
        perform private.refuse(
            409, 'invoice_has_payments',
            format('Invoice %s has payments of %s in force.', v_invoice.number, v_paid),
            case when v_interest_on is null
                 then 'Return the check that paid it first, or take the write-off back. Or credit what was wrong.'
                 else format('Void %s first, which bills its interest, and return the check that paid it, if one '
                             'did. Or credit what was wrong.', v_interest_on) end);
    end if;

    update public.invoices as invoice
       set status = 'void',
           voided_by = private.user_id(),
           void_reason = void_invoice.reason,
           accrued_interest = 0,
           interest_breakdown = null,
           interest_computed_on = null
     where invoice.id = v_invoice.id
    returning * into v_void;
    update public.invoice_lines as line
       set released_at = (private.clock()).at, part = null
     where line.invoice_id = v_invoice.id;
    if v_invoice.kind = 'interest' then
        perform private.reverse_billed_interest('void_invoice', v_invoice.id, null);
    end if;
    perform private.audit('void_invoice', 'invoices', v_invoice.id, to_jsonb(v_invoice), to_jsonb(v_void));
    return v_void;
end;
$$;
comment on function private.void_invoice is 'The logic of public.void_invoice.';

create function public.void_invoice(invoice_id uuid, reason text)
returns public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.void_invoice(invoice_id, reason); $$;
comment on function public.void_invoice is
$$Voids an invoice that is wrong: nothing is owed on it, and its time is free to be billed again or corrected.

A draft or a sent invoice without payments in force and credit notes. Its number, dates, lines and total are kept, its accrued
interest becomes 0. What an invoice of kind interest billed is owed again on the invoices on which it accrued; one whose
interest was billed is voided after the invoice that bills it.

Who: billing.

Arguments:
invoice_id: the invoice.
reason: why, in a few words.

Result: the invoice, void. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, invoice_not_found,
invoice_has_credit_notes, invoice_has_payments, billing_in_progress.

Example: {"invoice_id": "$invoice_id", "reason": "Billed to the wrong facility."}$$;

revoke execute on function private.void_invoice, public.void_invoice from public, anon, authenticated, service_role;
grant execute on function private.void_invoice, public.void_invoice to authenticated, service_role;
