-- Money that will not come: disputed, short-paid, or not worth the letter.
-- Many small ones of an invoice are one.
create function private.given_up_of_invoice(invoice_id uuid)
returns numeric
language sql
stable
set search_path = ''
as $$
    select coalesce(sum(payment.amount), 0)
      from public.payments as payment
     where payment.invoice_id = given_up_of_invoice.invoice_id
       and payment.source = 'write_off' and payment.reversed_at is null;
$$;
comment on function private.given_up_of_invoice is
    'Sum of what was written off an invoice and waived of its interest, for the limit from which somebody else approves.';

-- Security definer: payments are written by procedures alone.
create function private.write_off_invoice(invoice_id uuid, amount numeric, reason text, request_id uuid)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice public.invoices;
    v_result public.invoices;
    v_repeated_id uuid;
    v_interest_owed numeric;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'invoice_id', write_off_invoice.invoice_id, 'amount', write_off_invoice.amount));
    perform private.require_amount('amount', write_off_invoice.amount);
    perform private.require_reason(write_off_invoice.reason);

    v_repeated_id := private.row_of_request(
        write_off_invoice.request_id, 'write_off_invoice',
        jsonb_build_object('invoice_id', write_off_invoice.invoice_id, 'amount', write_off_invoice.amount,
                           'reason', write_off_invoice.reason),
        write_off_invoice.invoice_id);
    if v_repeated_id is not null then
        select invoice.* into v_result from public.invoices as invoice where invoice.id = v_repeated_id;
        return v_result;
    end if;

    perform private.hold_invoices(array[write_off_invoice.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = write_off_invoice.invoice_id;
    if v_invoice.status in ('draft', 'void') then
        perform private.refuse_payments(array[v_invoice.id]);
    end if;
    v_interest_owed := greatest(v_invoice.interest_balance, 0.00);
    if write_off_invoice.amount > v_invoice.balance + v_interest_owed then
        perform private.refuse(
            409, 'write_off_over_owed',
            format('Invoice %s owes %s of principal and %s of interest, less than %s.',
                   v_invoice.number, v_invoice.balance, v_interest_owed, write_off_invoice.amount),
            'Write off at most what is owed.');
    end if;
    perform private.require_second_person(
        'write_off_invoice', write_off_invoice.amount,
        write_off_invoice.amount + private.given_up_of_invoice(v_invoice.id));

    insert into public.payments (invoice_id, source, paid_on, component, amount, reason)
    select v_invoice.id, 'write_off', clock.business_date, part.component, part.amount, write_off_invoice.reason
      from private.clock() as clock
     cross join lateral (values
           ('principal', least(write_off_invoice.amount, v_invoice.balance)),
           ('interest', write_off_invoice.amount - v_invoice.balance)) as part (component, amount)
     where part.amount > 0;
    perform private.audit_invoices('write_off_invoice', array[v_invoice]);
    select invoice.* into v_result from public.invoices as invoice where invoice.id = v_invoice.id;
    return v_result;
end;
$$;
comment on function private.write_off_invoice is 'The logic of public.write_off_invoice.';

create function public.write_off_invoice(
    invoice_id uuid, amount numeric, reason text, request_id uuid default null)
returns public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.write_off_invoice(invoice_id, amount, reason, request_id); $$;
comment on function public.write_off_invoice is
$$Gives up what a facility will not pay of an invoice, so that interest on it ends with this day.

It is posted as a payment of source write_off, dated today in the operating timezone: of principal as far as that is
open, then of interest, as it was last computed. An invoice whose principal is paid or written off is paid.

Who: billing.

Arguments:
invoice_id: the invoice, sent, partially paid or paid.
amount: how much, above zero and at most what is owed.
reason: why, in a few words; it is kept with the payment.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.

Result: the invoice. Again with the same request_id: the invoice as it is, and nothing more is written off. Without
one each call is a write-off.

Errors: role_required, argument_missing, amount_not_valid, reason_missing, text_not_one_line, text_too_long,
request_id_reused, invoice_not_found, invoice_not_sent, write_off_over_owed, second_person_needed, approval_outdated,
billing_in_progress.

Example: {"invoice_id": "$invoice_id", "amount": 12.50, "reason": "Disputed hours."}$$;

revoke execute on function
    private.given_up_of_invoice, private.write_off_invoice, public.write_off_invoice
    from public, anon, authenticated, service_role;
grant execute on function private.write_off_invoice, public.write_off_invoice to authenticated, service_role;
