-- A write-off, or a waiver, that was a mistake. What is paid after all of what was given up is a recovery: it comes with
-- a check, and leaves the write-off as it is.
-- Security definer: payments are written by procedures alone.
create function private.reverse_write_off(payment_id uuid, reason text)
returns public.payments
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice_id constant uuid := (
        select payment.invoice_id
          from public.payments as payment
         where payment.id = reverse_write_off.payment_id and payment.source = 'write_off');
    v_payment public.payments;
    v_invoice public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('payment_id', reverse_write_off.payment_id));
    perform private.require_reason(reverse_write_off.reason);
    if v_invoice_id is null then
        perform private.refuse(
            404, 'write_off_not_found',
            format('There is no write-off %s.', reverse_write_off.payment_id),
            'Look it up among the payments of its invoice.');
    end if;

    -- The credit that a note left because of the write-off goes back onto the invoice: credits come before invoices.
    perform from public.facility_credits as credit
      where credit.credit_note_id in (
            select note.id from public.credit_notes as note where note.invoice_id = v_invoice_id)
      order by credit.id for update;
    perform private.hold_invoices(array[v_invoice_id]);
    select payment.* into v_payment from public.payments as payment where payment.id = reverse_write_off.payment_id;
    if v_payment.reversed_at is not null then
        return v_payment;
    end if;
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = v_invoice_id;
    if v_payment.amount > private.still_written_off(v_invoice_id) then
        perform private.refuse(
            409, 'write_off_recovered',
            format('Of what was written off of invoice %s, only %s were not recovered since.',
                   v_invoice.number, private.still_written_off(v_invoice_id)),
            'Return the check that recovered it, or leave the write-off as it is.');
    end if;

    update public.payments as payment
       set reversed_at = (private.clock()).at,
           reversed_by = private.user_id(),
           reversal_reason = reverse_write_off.reason
     where payment.id = v_payment.id
    returning * into v_payment;
    perform private.move_credits_back('reverse_write_off', array[v_invoice_id]);
    perform private.audit_invoices('reverse_write_off', array[v_invoice]);
    return v_payment;
end;
$$;
comment on function private.reverse_write_off is 'The logic of public.reverse_write_off.';

create function public.reverse_write_off(payment_id uuid, reason text)
returns public.payments language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.reverse_write_off(payment_id, reason); $$;
comment on function public.reverse_write_off is
$$Takes back a write-off, or interest that was waived, that was a mistake: the invoice owes it again.

Interest is computed anew as if it had never been written off. Reports up to the day before have the write-off. What a
credit note of the invoice left because of it goes back onto the invoice first, as far as it was not spent. Where the
facility pays what was rightly written off, reconcile its check with a line of component write_off instead.

Who: billing.

Arguments:
payment_id: the payment of source write_off.
reason: why, in a few words; it is kept with the payment.

Result: the payment, reversed. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, write_off_not_found,
write_off_recovered, billing_in_progress.

Example: {"payment_id": "$payment_id", "reason": "The wrong invoice."}$$;

revoke execute on function private.reverse_write_off, public.reverse_write_off
    from public, anon, authenticated, service_role;
grant execute on function private.reverse_write_off, public.reverse_write_off to authenticated, service_role;
