-- A payer who keeps something back says why; a person decides what that is.
create function private.lines_kept_back(invoice_id uuid, amount numeric, out line_ids uuid[], out amounts numeric[])
language sql
stable
set search_path = ''
as $$
    with line as (
        select billed.id, left_over.rest,
               row_number() over by_size as place, sum(left_over.rest) over by_size - left_over.rest as before
          from private.rests_of_lines(lines_kept_back.invoice_id) as left_over
          join public.invoice_lines as billed on billed.id = left_over.invoice_line_id
         where left_over.rest > 0 and billed.base is null
        window by_size as (
               order by left_over.rest = lines_kept_back.amount desc, left_over.rest desc, billed.id
               rows unbounded preceding)
    )
    select array_agg(line.id order by line.place),
           array_agg(least(line.rest, lines_kept_back.amount - line.before) order by line.place)
      from line
     where line.before < lines_kept_back.amount;
$$;
comment on function private.lines_kept_back is
$$Lines of an invoice that are disputed where a payer kept an amount back and did not say of which: the line of just that
amount, else those of which most is left, each with its part. Null where no line has anything left.$$;

-- Security definer: what remittances say is written by procedures alone.
create function private.settle_short_payment(remittance_line_id uuid, outcome text, amount numeric, reason text)
returns public.remittance_lines
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_line public.remittance_lines;
    v_settled public.remittance_lines;
    v_reason text;
    v_kept_back numeric;
    v_part record;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'remittance_line_id', settle_short_payment.remittance_line_id, 'outcome', settle_short_payment.outcome));
    if settle_short_payment.outcome not in ('dispute', 'write_off', 'owed') then
        perform private.refuse(
            400, 'short_payment_outcome_unknown',
            format('A short payment does not become %L.', settle_short_payment.outcome),
            'Choose a dispute, a write-off, or that it stays owed.');
    end if;

    select line.* into v_line
      from public.remittance_lines as line
     where line.id = settle_short_payment.remittance_line_id
       for update;
    if not found then
        perform private.refuse(
            404, 'remittance_line_not_found',
            format('There is no line of a remittance %s.', settle_short_payment.remittance_line_id),
            'Look it up in the remittance.');
    elsif v_line.settled_as is not null then
        return v_line;
    elsif v_line.invoice_id is null then
        perform private.refuse(
            409, 'remittance_line_without_invoice',
            format('Nobody knows which invoice %s is.', v_line.invoice_number),
            'Dispute the invoice or write it off on its own page.');
    end if;

    v_reason := coalesce(settle_short_payment.reason, v_line.deduction_reason);
    if settle_short_payment.outcome = 'dispute' then
        v_kept_back := coalesce(settle_short_payment.amount, (
            select nullif(state.short_by, 0) from public.remittance_line_states as state where state.id = v_line.id));
        perform private.require_arguments(jsonb_build_object('amount', v_kept_back));
        perform private.require_amount('amount', v_kept_back);
        perform private.hold_invoices(array[v_line.invoice_id]);
        select part.* into v_part from private.lines_kept_back(v_line.invoice_id, v_kept_back) as part;
        perform private.dispute_invoice(v_line.invoice_id, v_reason, v_part.line_ids, v_part.amounts);
    elsif settle_short_payment.outcome = 'write_off' then
        perform private.write_off_invoice(
            v_line.invoice_id, coalesce(settle_short_payment.amount, v_line.deduction), v_reason, null);
    end if;
    update public.remittance_lines as line
       set settled_as = settle_short_payment.outcome, settled_at = (private.clock()).at, settled_by = private.user_id()
     where line.id = v_line.id
    returning * into v_settled;
    perform private.audit(
        'settle_short_payment', 'remittance_lines', v_line.id, to_jsonb(v_line), to_jsonb(v_settled));
    return v_settled;
end;
$$;
comment on function private.settle_short_payment is 'The logic of public.settle_short_payment.';

create function public.settle_short_payment(
    remittance_line_id uuid, outcome text, amount numeric default null, reason text default null)
returns public.remittance_lines language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.settle_short_payment(remittance_line_id, outcome, amount, reason); $$;
comment on function public.settle_short_payment is
$$Decides what becomes of what a payer kept back of an invoice: a dispute, a write-off, or nothing.

It does what dispute_invoice does with as much of the invoice's lines as was kept back: the line of just that amount, else
those of which most is left. Or it does what write_off_invoice does. Owed leaves the invoice as it is, to be paid or reminded of like others.

Who: billing.

Arguments:
remittance_line_id: the line of the remittance.
outcome: one of dispute, write_off, owed.
amount: how much is disputed or written off; null is what the payer said was kept back, and of a dispute also what the
    invoice will still owe once all that is proposed is confirmed. A dispute is of at most what its lines have left.
reason: why; null is what the payer said.

Result: the line, settled. Again: the same with its first outcome, and nothing more changes.

Errors: role_required, argument_missing, short_payment_outcome_unknown, remittance_line_not_found,
remittance_line_without_invoice, reason_missing, text_not_one_line, text_too_long, amount_not_valid, invoice_not_owed,
invoice_not_sent, write_off_over_owed, second_person_needed, approval_outdated, billing_in_progress.

Example: {"remittance_line_id": "$remittance_line_id", "outcome": "owed"}$$;

revoke execute on function
    private.lines_kept_back, private.settle_short_payment, public.settle_short_payment
    from public, anon, authenticated, service_role;
grant execute on function private.settle_short_payment, public.settle_short_payment to authenticated, service_role;
