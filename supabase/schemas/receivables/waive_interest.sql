-- A late fee that the firm lets go, while the invoice itself stays owed.
-- Security definer: payments are written by procedures alone.
create function private.waive_interest(invoice_id uuid, amount numeric, reason text, request_id uuid)
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
        'invoice_id', waive_interest.invoice_id, 'amount', waive_interest.amount));
    perform private.require_amount('amount', waive_interest.amount);
    perform private.require_reason(waive_interest.reason);

    v_repeated_id := private.row_of_request(
        waive_interest.request_id, 'waive_interest',
        jsonb_build_object('invoice_id', waive_interest.invoice_id, 'amount', waive_interest.amount,
                           'reason', waive_interest.reason),
        waive_interest.invoice_id);
    if v_repeated_id is not null then
        select invoice.* into v_result from public.invoices as invoice where invoice.id = v_repeated_id;
        return v_result;
    end if;

    perform private.hold_invoices(array[waive_interest.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = waive_interest.invoice_id;
    if v_invoice.status in ('draft', 'void') then
        perform private.refuse_payments(array[v_invoice.id]);
    end if;
    if v_invoice.kind = 'interest' then
        perform private.refuse(
            409, 'billed_interest_is_credited',
            format('The interest on invoice %s is billed: it is its principal.', v_invoice.number),
            'Credit the lines that are given up, without having them owed again.');
    end if;
    v_interest_owed := greatest(v_invoice.interest_balance, 0.00);
    if waive_interest.amount > v_interest_owed then
        perform private.refuse(
            409, 'waiver_over_owed',
            format('Invoice %s owes %s of interest that is neither paid nor billed, less than %s.',
                   v_invoice.number, v_interest_owed, waive_interest.amount),
            'Lower the amount to that. Interest that stands on an invoice of interest is credited there.');
    end if;
    perform private.require_second_person(
        'waive_interest', waive_interest.amount,
        waive_interest.amount + private.given_up_of_invoice(v_invoice.id));

    insert into public.payments (invoice_id, source, paid_on, component, amount, reason)
    values (v_invoice.id, 'write_off', (private.clock()).business_date, 'interest', waive_interest.amount,
            waive_interest.reason);
    perform private.audit_invoices('waive_interest', array[v_invoice]);
    select invoice.* into v_result from public.invoices as invoice where invoice.id = v_invoice.id;
    return v_result;
end;
$$;
comment on function private.waive_interest is 'The logic of public.waive_interest.';

create function public.waive_interest(invoice_id uuid, amount numeric, reason text, request_id uuid default null)
returns public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.waive_interest(invoice_id, amount, reason, request_id); $$;
comment on function public.waive_interest is
$$Gives up late-payment interest of an invoice, and nothing of its principal.

It is posted as a payment of source write_off and component interest, dated today in the operating timezone. What
accrues later is owed. Interest that an invoice of kind interest billed is owed there: credit_invoice gives it up.

Who: billing.

Arguments:
invoice_id: the invoice, sent, partially paid or paid, not of kind interest.
amount: how much, above zero and at most its interest_balance, as it was last computed.
reason: why, in a few words; it is kept with the payment.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.

Result: the invoice. Again with the same request_id: the invoice as it is, and nothing more is waived. Without one each
call is a waiver.

Errors: role_required, argument_missing, amount_not_valid, reason_missing, text_not_one_line, text_too_long,
request_id_reused, invoice_not_found, invoice_not_sent, billed_interest_is_credited, waiver_over_owed,
second_person_needed, approval_outdated, billing_in_progress.

Example: {"invoice_id": "$late_invoice_id", "amount": 1.50, "reason": "A long-standing customer."}$$;

revoke execute on function
    private.waive_interest, public.waive_interest
    from public, anon, authenticated, service_role;
grant execute on function private.waive_interest, public.waive_interest to authenticated, service_role;
