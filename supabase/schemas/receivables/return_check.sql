-- A check that bounced: its money never came.
create function private.reverse_reconciliations(check_reconciliation_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invoice_ids constant uuid[] := array(
        select distinct payment.invoice_id
          from public.payments as payment
         where payment.check_reconciliation_id = any (reverse_reconciliations.check_reconciliation_ids)
           and payment.reversed_at is null);
    v_invoices public.invoices[];
begin
    perform private.hold_invoices(v_invoice_ids);
    v_invoices := array(select invoice from public.invoices as invoice where invoice.id = any (v_invoice_ids));

    update public.payments as payment
       set reversed_at = (private.clock()).at
     where payment.check_reconciliation_id = any (reverse_reconciliations.check_reconciliation_ids)
       and payment.reversed_at is null;
    perform private.move_credits_back('return_check', v_invoice_ids);
    perform private.audit_invoices('return_check', v_invoices);

    update public.check_reconciliations as reconciliation
       set status = 'returned'
     where reconciliation.id = any (reverse_reconciliations.check_reconciliation_ids);
end;
$$;
comment on function private.reverse_reconciliations is
    'Reverses what live reconciliations, which the caller holds, have posted; they become returned.';

-- A credit note lessens its own invoice first. What it left because a check had paid that goes back onto it when the
-- check turns out to be nothing, as far as it was not spent.
create function private.move_credits_back(procedure text, invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_credit record;
    v_before jsonb;
    v_moved public.facility_credits;
begin
    -- Held since private.hold_check, but for one that was issued meanwhile: that one is not waited for.
    for v_credit in
        select note.id as note_id, note.invoice_id, note.counts_on, credit.id, credit.remaining
          from public.credit_notes as note
          join public.facility_credits as credit on credit.credit_note_id = note.id
         where note.invoice_id = any (move_credits_back.invoice_ids)
         order by credit.created_at, credit.id -- the oldest note first; nobody waits, whatever the order
           for no key update of credit nowait
    loop
        v_before := (select to_jsonb(credit) from public.facility_credits as credit where credit.id = v_credit.id);
        with moved as (
            insert into public.payments (invoice_id, source, credit_note_id, paid_on, amount, moved_at)
            select invoice.id, 'credit_note', v_credit.note_id, v_credit.counts_on,
                   least(invoice.balance, v_credit.remaining), (private.clock()).at
              from public.invoices as invoice
             where invoice.id = v_credit.invoice_id and invoice.balance > 0 and v_credit.remaining > 0
            returning amount)
        update public.facility_credits as credit
           set remaining = credit.remaining - moved.amount
          from moved
         where credit.id = v_credit.id
        returning credit.* into v_moved;
        if found then
            perform private.audit(
                move_credits_back.procedure, 'facility_credits', v_credit.id, v_before, to_jsonb(v_moved));
        end if;
    end loop;
exception when lock_not_available then
    perform private.refuse_while_billing();
end;
$$;
comment on function private.move_credits_back is
$$Pays invoices that are open again by what credit notes of theirs left, as far as that is not spent, from the day on
which the notes count. Raises 409 while somebody spends such a credit.

procedure: who asks, for the audit log. invoice_ids: invoices that the caller holds.$$;

-- Security definer: receipts and invoices are written by procedures alone.
create function private.return_check(check_id uuid, reason text)
returns public.checks
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_check public.checks;
    v_returned public.checks;
    v_credit public.facility_credits;
    v_reversed public.facility_credits;
    v_refunded numeric;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('check_id', return_check.check_id));
    perform private.require_reason(return_check.reason);

    perform private.hold_check(return_check.check_id);
    select received.* into v_check from public.checks as received where received.id = return_check.check_id;
    if v_check.status = 'returned' then
        return v_check;
    end if;
    select credit.*
      into v_credit
      from public.facility_credits as credit
     where credit.check_id = v_check.id and credit.reversed_at is null;
    v_refunded := (
        select sum(refund.amount) from public.refunds as refund where refund.facility_credit_id = v_credit.id);
    if v_refunded is not null then
        perform private.refuse(
            409, 'check_refunded',
            format('Of what check %s left, %s went back to the facility.',
                   coalesce(v_check.check_number, v_check.id::text), v_refunded),
            'Leave the check as it is, and have the facility pay the refund back. Enter that as another check.');
    end if;

    perform private.reverse_reconciliations(array(
        select reconciliation.id
          from public.check_reconciliations as reconciliation
         where (reconciliation.check_id = v_check.id or reconciliation.facility_credit_id = v_credit.id)
           and reconciliation.status <> 'returned'));
    if v_credit.id is not null then
        update public.facility_credits as credit
           set remaining = 0, reversed_at = (private.clock()).at
         where credit.id = v_credit.id
        returning * into v_reversed;
        perform private.audit(
            'return_check', 'facility_credits', v_credit.id, to_jsonb(v_credit), to_jsonb(v_reversed));
    end if;
    update public.checks as received
       set status = 'returned', return_reason = return_check.reason, returned_by = private.user_id()
     where received.id = v_check.id
    returning * into v_returned;
    return v_returned;
end;
$$;
comment on function private.return_check is 'The logic of public.return_check.';

create function public.return_check(check_id uuid, reason text)
returns public.checks language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.return_check(check_id, reason); $$;
comment on function public.return_check is
$$Takes back a check that bounced, or a transfer that was recalled: its money never came.

Its payments are reversed, so is the credit that it left and what was paid from that credit, and its reconciliations
become returned. The invoices go back to what their other payments say, and are due for accrue-interest at once.
Payments of other checks, credit notes and write-offs stay. A check of whose credit something was refunded stays too.
What a credit note of such an invoice left as a credit goes back onto the invoice first, as far as it was not spent.

Who: billing.

Arguments:
check_id: the check, received or reconciled.
reason: why, in a few words.

Result: the check, returned. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, check_not_found,
check_refunded, billing_in_progress.

Example: {"check_id": "$check_id", "reason": "No funds."}$$;

revoke execute on function
    private.move_credits_back, private.reverse_reconciliations, private.return_check, public.return_check
    from public, anon, authenticated, service_role;
grant execute on function private.return_check, public.return_check to authenticated, service_role;
