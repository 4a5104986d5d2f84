-- Money that came in lands on invoices.
create function private.check_proposed_lines(check_reconciliation_id uuid, facility_id uuid, available numeric)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_lines record;
begin
    select coalesce(sum(line.amount) filter (where line.component <> 'discount'), 0) as amount,
           array_agg(invoice.id) filter (where invoice.status in ('draft', 'void')) as not_sent,
           string_agg(coalesce(invoice.number, invoice.id::text), ', ' order by invoice.id)
               filter (where invoice.facility_id <> payer.id
                         and coalesce(invoice.bill_to_facility_id, facility.bill_to_facility_id, facility.id)
                             <> coalesce(payer.bill_to_facility_id, payer.id)) as foreign_ones,
           string_agg(
               format(case line.component when 'write_off'
                                          then '%s recovered of invoice %3$s, of which %4$s were written off'
                                          else '%s of %s on invoice %s, which owes %s' end,
                      line.amount, line.component, invoice.number, owed.amount),
               '; ' order by invoice.id, line.component desc) filter (where line.amount > owed.amount) as excessive,
           bool_or(line.component = 'discount') as has_discounts
      into v_lines
      from public.check_reconciliation_lines as line
      join public.invoices as invoice on invoice.id = line.invoice_id
      join public.facilities as facility on facility.id = invoice.facility_id
      join public.facilities as payer on payer.id = check_proposed_lines.facility_id
     cross join lateral (
           select case line.component when 'principal' then invoice.balance
                                      when 'interest' then greatest(invoice.interest_balance, 0.00)
                                      when 'write_off' then private.still_written_off(invoice.id) end as amount) as owed
     where line.check_reconciliation_id = check_proposed_lines.check_reconciliation_id;

    if v_lines.foreign_ones is not null then
        perform private.refuse(
            409, 'invoice_of_other_facility',
            format('Owed neither by the facility that paid nor by others that are billed with it: %s.', v_lines.foreign_ones),
            'Take their lines out of the reconciliation, or correct the facility of the check.');
    end if;
    if v_lines.not_sent is not null then
        perform private.refuse_payments(v_lines.not_sent);
    end if;
    if v_lines.excessive is not null then
        perform private.refuse(
            409, 'lines_over_owed',
            format('More than is owed: %s.', v_lines.excessive),
            'Lower the lines to what is owed, or have the check proposed anew. What it leaves over is kept as a credit of the facility.');
    end if;
    if v_lines.has_discounts then
        perform private.check_discounts(check_proposed_lines.check_reconciliation_id);
    end if;
    if v_lines.amount > check_proposed_lines.available then
        perform private.refuse(
            409, 'lines_over_check',
            format('The lines add up to %s, and there is only %s.', v_lines.amount, check_proposed_lines.available),
            'Lower the lines to the amount of the check, or to what remains of the credit.');
    end if;
end;
$$;
comment on function private.check_proposed_lines is
$$Raises 409 unless the lines of a reconciliation can be posted as they are.

check_reconciliation_id: whose invoices the caller holds. facility_id: the one that paid. available: the check, or what
remains of the credit.$$;

-- The day on which money counts that a reconciliation posts on an invoice.
create function private.day_of_payment(received_on date, note_counts_on date, is_credit boolean, issue_date date)
returns date
language sql
immutable
set search_path = ''
as $$
    select case when day_of_payment.is_credit
                then greatest(day_of_payment.received_on, day_of_payment.note_counts_on, day_of_payment.issue_date)
                else day_of_payment.received_on end;
$$;
comment on function private.day_of_payment is
    'Day of a payment: that on which the check came; of what it or a credit note left, the day of that or the issue of the invoice, if that is later.';

-- A discount is for who pays the rest in time: by itself it pays nothing.
create function private.check_discounts(check_reconciliation_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_unearned constant text := (
        select string_agg(
                   case
                       when invoice.discount is null then format('invoice %s gives none', invoice.number)
                       when paid.day > invoice.discount_until
                           then format('invoice %s gave one until %s, and the money came on %s',
                                       invoice.number, invoice.discount_until, paid.day)
                       when line.amount > given.discount
                           then format('invoice %s gives one of %s, less than %s',
                                       invoice.number, given.discount, line.amount)
                       else format('invoice %s is not paid in full: %s would be left', invoice.number,
                                   invoice.balance - line.amount - paid.principal) end,
                   '; ' order by invoice.id)
          from public.check_reconciliation_lines as line
          join public.invoices as invoice on invoice.id = line.invoice_id
          join public.check_reconciliations as reconciliation on reconciliation.id = line.check_reconciliation_id
          left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id
          left join public.checks as received on received.id = coalesce(reconciliation.check_id, credit.check_id)
          left join public.credit_notes as note on note.id = credit.credit_note_id
         cross join lateral (
               select private.day_of_payment(
                          received.received_on, note.counts_on, credit.id is not null, invoice.issue_date) as day,
                      coalesce((
                          select other.amount
                            from public.check_reconciliation_lines as other
                           where other.check_reconciliation_id = line.check_reconciliation_id
                             and other.invoice_id = line.invoice_id and other.component = 'principal'), 0) as principal
               ) as paid
         cross join lateral (select private.discount_left(invoice) as discount) as given
         where line.check_reconciliation_id = check_discounts.check_reconciliation_id
           and line.component = 'discount'
           and (paid.day <= invoice.discount_until
                and line.amount <= given.discount
                and line.amount + paid.principal = invoice.balance) is not true);
begin
    if v_unearned is not null then
        perform private.refuse(
            409, 'discount_not_earned',
            format('A discount is for who pays the rest in time: %s.', v_unearned),
            'Take the discount out, or pay the rest of the invoice with it.');
    end if;
end;
$$;
comment on function private.check_discounts is
    'Raises 409 unless each discount of a reconciliation is one that its invoice gives on that day, and pays it in full with its line of principal.';

create function private.post_reconciliation(
    reconciliation public.check_reconciliations, received public.checks, credit public.facility_credits)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_spent numeric;
    v_credit public.facility_credits;
begin
    with posted as (
        insert into public.payments (
            invoice_id, check_reconciliation_id, source, paid_on, component, amount, paid_by_facility_id)
        select line.invoice_id, line.check_reconciliation_id,
               case line.component when 'discount' then 'discount' else 'reconciliation' end,
               private.day_of_payment(
                   received.received_on, note.counts_on, credit.id is not null, invoice.issue_date),
               case line.component when 'discount' then 'principal' else line.component end, line.amount,
               case when line.component <> 'discount'
                    then nullif(coalesce(credit.facility_id, received.facility_id), invoice.facility_id) end
          from public.check_reconciliation_lines as line
          join public.invoices as invoice on invoice.id = line.invoice_id
          left join public.credit_notes as note on note.id = credit.credit_note_id
         where line.check_reconciliation_id = reconciliation.id
        returning source, amount)
    select coalesce(sum(posted.amount), 0) into v_spent from posted where posted.source <> 'discount';

    if credit.id is not null then
        update public.facility_credits as spent
           set remaining = spent.remaining - v_spent
         where spent.id = credit.id
        returning * into v_credit;
        perform private.audit(
            'confirm_check_reconciliation', 'facility_credits', credit.id, to_jsonb(credit), to_jsonb(v_credit));
        return;
    end if;
    update public.checks as paid
       set status = 'reconciled'
     where paid.id = received.id;
    if v_spent < received.amount then
        insert into public.facility_credits (facility_id, check_id, amount, remaining)
        values (received.facility_id, received.id, received.amount - v_spent, received.amount - v_spent)
        returning * into v_credit;
        perform private.audit(
            'confirm_check_reconciliation', 'facility_credits', v_credit.id, null, to_jsonb(v_credit));
    end if;
end;
$$;
comment on function private.post_reconciliation is
$$Posts the lines of a reconciliation as payments; the rest of the check is kept as a credit, or the credit lessened.

The caller holds all of them and has checked the lines. received: the check, or the one that left the credit; null
where a credit note did. credit: the one that is spent, else null.$$;

-- Security definer: receipts and invoices are written by procedures alone.
create function private.confirm_check_reconciliation(check_reconciliation_id uuid)
returns public.check_reconciliations
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_reconciliation public.check_reconciliations;
    v_confirmed public.check_reconciliations;
    v_check public.checks;
    v_credit public.facility_credits;
    v_invoice_ids uuid[];
    v_before public.invoices[];
begin
    perform private.require_role('billing');
    perform private.require_arguments(
        jsonb_build_object('check_reconciliation_id', confirm_check_reconciliation.check_reconciliation_id));

    v_reconciliation := private.hold_reconciliation(confirm_check_reconciliation.check_reconciliation_id);
    if v_reconciliation.status = 'confirmed' then
        return v_reconciliation;
    end if;
    select credit.*
      into v_credit
      from public.facility_credits as credit
     where credit.id = v_reconciliation.facility_credit_id;
    select received.*
      into v_check
      from public.checks as received
     where received.id = coalesce(v_reconciliation.check_id, v_credit.check_id);
    if 'returned' in (v_reconciliation.status, v_check.status) then
        perform private.refuse(
            409, 'check_returned',
            format('Check %s was returned, so there is no money to reconcile.',
                   coalesce(v_check.check_number, v_check.id::text)),
            'Enter what came instead as another check, and reconcile that.');
    end if;

    v_invoice_ids := array(
        select line.invoice_id
          from public.check_reconciliation_lines as line
         where line.check_reconciliation_id = v_reconciliation.id);
    perform private.hold_invoices(v_invoice_ids);
    perform private.check_proposed_lines(
        v_reconciliation.id,
        coalesce(v_credit.facility_id, v_check.facility_id),
        coalesce(v_credit.remaining, v_check.amount));

    v_before := array(select invoice from public.invoices as invoice where invoice.id = any (v_invoice_ids));
    perform private.post_reconciliation(v_reconciliation, v_check, v_credit);
    perform private.audit_invoices('confirm_check_reconciliation', v_before);
    update public.check_reconciliations as reconciliation
       set status = 'confirmed', confirmed_by = private.user_id()
     where reconciliation.id = v_reconciliation.id
    returning * into v_confirmed;
    return v_confirmed;
end;
$$;
comment on function private.confirm_check_reconciliation is 'The logic of public.confirm_check_reconciliation.';

create function public.confirm_check_reconciliation(check_reconciliation_id uuid)
returns public.check_reconciliations language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.confirm_check_reconciliation(check_reconciliation_id); $$;
comment on function public.confirm_check_reconciliation is
$$Posts what a reconciliation proposes: its lines become payments, and its invoices partially paid or paid.

The invoices are of the facility that paid, or of others that are billed with it: to it, or to its bill-to. Of an invoice
the bill-to counts that it was sent to, also once its facility has left that.

Payments are dated the day the check was received; from a credit, the day of its check or from which its credit
note counts, or of the invoice's issue if that is later. What the lines leave of a check is kept as a credit of the
facility, the whole of it when there are none; a later reconciliation that names the credit spends it. The invoices are
due for accrue-interest at once. A line of component write_off is a recovery: money for what was written off of its
invoice, at most as much; it leaves balance, status and interest as they are. One of component discount takes off what
the invoice gives to who pays it by its discount_until, less the share of what is credited of it: it is posted as a
payment of source discount, and spends nothing of the check.

Who: billing.

Arguments:
check_reconciliation_id: the reconciliation, proposed.

Result: the reconciliation, confirmed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, check_reconciliation_not_found, check_returned, invoice_of_other_facility,
invoice_not_sent, lines_over_owed, discount_not_earned, lines_over_check, billing_in_progress.

Example: {"check_reconciliation_id": "$check_reconciliation_id"}$$;

revoke execute on function
    private.check_proposed_lines, private.day_of_payment, private.check_discounts,
    private.post_reconciliation, private.confirm_check_reconciliation,
    public.confirm_check_reconciliation
    from public, anon, authenticated, service_role;
grant execute on function
    private.confirm_check_reconciliation, public.confirm_check_reconciliation
    to authenticated, service_role;
