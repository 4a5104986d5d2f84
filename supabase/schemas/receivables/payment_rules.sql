-- The payments in force say how much is paid on an invoice, whoever records or reverses them. So nothing else
-- writes amount_paid, interest_paid, principal_paid_on and the states that follow from them.
create function private.refuse_payments(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_unpayable constant text := (
        select string_agg(
                   format('%s is %s', coalesce(invoice.number, invoice.id::text), invoice.status),
                   '; ' order by invoice.id)
          from public.invoices as invoice
         where invoice.id = any (refuse_payments.invoice_ids) and invoice.status in ('draft', 'void'));
    v_overpaid constant text := (
        select string_agg(
                   format('%s of %s on invoice %s', paid.principal, invoice.total, invoice.number),
                   '; ' order by invoice.id)
          from public.invoices as invoice
         cross join lateral (
               select sum(payment.amount) as principal
                 from public.payments as payment
                where payment.invoice_id = invoice.id
                  and payment.component = 'principal' and payment.reversed_at is null) as paid
         where invoice.id = any (refuse_payments.invoice_ids) and paid.principal > invoice.total);
begin
    if v_unpayable is not null then
        perform private.refuse(
            409, 'invoice_not_sent',
            format('Only sent invoices are owed: %s.', v_unpayable),
            'Send a draft first. Nothing is owed on a void invoice.');
    end if;
    perform private.refuse(
        409, 'payment_over_balance',
        format('The payments of principal would add up to %s.', v_overpaid),
        'Pay at most what is open. What a check leaves over is kept as a credit of the facility.');
end;
$$;
comment on function private.refuse_payments is
    'Raises 409 for payments of invoices that are drafts, void, or paid beyond their total, and names them.';

create function private.still_written_off(invoice_id uuid)
returns numeric
language plpgsql
stable
set search_path = ''
as $$
begin
    return (
        select coalesce(sum(case payment.component when 'write_off' then -payment.amount else payment.amount end), 0.00)
          from public.payments as payment
         where payment.invoice_id = still_written_off.invoice_id
           and payment.reversed_at is null
           and (payment.source = 'write_off' or payment.component = 'write_off'));
end;
$$;
comment on function private.still_written_off is
    'Amount that was written off of an invoice, principal and interest, and not recovered.';

create function private.check_recoveries(invoice_ids uuid[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_over constant text := (
        select string_agg(format('%s by %s', invoice.number, -written_off.rest), ', ' order by invoice.id)
          from public.invoices as invoice
         cross join lateral (select private.still_written_off(invoice.id) as rest) as written_off
         where invoice.id = any (check_recoveries.invoice_ids) and written_off.rest < 0);
begin
    if v_over is not null then
        perform private.refuse(
            409, 'recovery_over_write_off',
            format('More would be recovered than was written off: invoice %s.', v_over),
            'Lower the line to what was written off. What a check leaves over is kept as a credit of the facility.');
    end if;
end;
$$;
comment on function private.check_recoveries is
    'Raises 409 where more was recovered of invoices than was written off of them, and names them.';

-- Interest that was computed becomes wrong with a payment: the invoice is due for the next run of accrue-interest at
-- once. One paid late is computed a last time and keeps that interest, unless a payment of it comes to light that is
-- older than the last of the principal and so may have lessened what was capitalised. One paid in time bears none.
-- Security definer: whoever records a payment need not be allowed to write invoices.
create function private.settle_invoices()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    -- A recovery pays nothing that is owed.
    v_invoice_ids constant uuid[] := array(
        select distinct payment.invoice_id from touched as payment where payment.component <> 'write_off');
    v_written_off_ids constant uuid[] := array(
        select distinct payment.invoice_id
          from touched as payment
         where payment.component = 'write_off' or (payment.source = 'write_off' and payment.reversed_at is not null));
    v_settled int;
begin
    -- In one order, and before the payments are added up: those of others are there by then.
    perform from public.invoices as invoice
      where invoice.id = any (v_invoice_ids) order by invoice.id for no key update;

    update public.invoices as invoice
       set amount_paid = paid.principal,
           interest_paid = paid.interest,
           principal_paid_on = paid.principal_on,
           status = case when paid.principal = invoice.total then 'paid'
                         when paid.principal > 0 then 'partially_paid'
                         else 'sent' end,
           accrued_interest = case when paid.principal < invoice.total or paid.principal_on > invoice.due_date
                                   then invoice.accrued_interest else 0 end,
           interest_breakdown = case when paid.principal < invoice.total or paid.principal_on > invoice.due_date
                                     then invoice.interest_breakdown end,
           interest_computed_on = case when paid.principal = invoice.total
                                           and not news.principal and news.paid_on >= paid.principal_on
                                       then invoice.interest_computed_on end
      from (select payment.invoice_id,
                   bool_or(payment.component = 'principal') as principal,
                   min(payment.paid_on) as paid_on
              from touched as payment
             where payment.component <> 'write_off'
             group by payment.invoice_id) as news
     cross join lateral (
           select coalesce(sum(payment.amount) filter (where payment.component = 'principal'), 0) as principal,
                  coalesce(sum(payment.amount) filter (where payment.component = 'interest'), 0) as interest,
                  max(payment.paid_on) filter (where payment.component = 'principal') as principal_on
             from public.payments as payment
            where payment.invoice_id = news.invoice_id and payment.reversed_at is null) as paid
     where invoice.id = news.invoice_id
       and invoice.status not in ('draft', 'void')
       and paid.principal <= invoice.total;
    get diagnostics v_settled = row_count;
    if v_settled < cardinality(v_invoice_ids) then
        perform private.refuse_payments(v_invoice_ids);
    end if;
    if cardinality(v_written_off_ids) > 0 then
        perform private.check_recoveries(v_written_off_ids);
    end if;
    return null;
end;
$$;
comment on function private.settle_invoices is
    'Trigger: sets what is paid on the invoices of payments that were recorded or reversed, and makes their interest due again.';

create trigger new_payments_settle_invoices
    after insert on public.payments
    referencing new table as touched
    for each statement execute function private.settle_invoices();

create trigger reversed_payments_settle_invoices
    after update on public.payments
    referencing new table as touched
    for each statement execute function private.settle_invoices();

create trigger payments_are_only_reversed
    before update on public.payments
    for each row when (
        (old.reversed_at is not null and old is distinct from new)
        or (old.id is distinct from new.id or old.invoice_id is distinct from new.invoice_id
            or old.check_reconciliation_id is distinct from new.check_reconciliation_id
            or old.source is distinct from new.source or old.paid_on is distinct from new.paid_on
            or old.component is distinct from new.component or old.amount is distinct from new.amount
            or old.reason is distinct from new.reason or old.created_at is distinct from new.created_at
            or old.recorded_by is distinct from new.recorded_by
            or old.credit_note_id is distinct from new.credit_note_id or old.moved_at is distinct from new.moved_at
            or old.interest_invoice_id is distinct from new.interest_invoice_id
            or old.paid_by_facility_id is distinct from new.paid_by_facility_id))
    execute function private.refuse_write(
        'payment_is_kept', 'The payment of {amount} on {paid_on} does not change.',
        'Return its check, and record the payment again.');

create trigger payments_are_not_deleted
    before delete on public.payments
    for each row execute function private.refuse_write(
        'payment_is_kept', 'The payment of {amount} on {paid_on} is not deleted.',
        'Return its check instead.');

-- No cent of a check is spent twice or lost, whoever writes: asked when the transaction ends, since a check, its
-- payments and its credit are written one after the other.
-- Security definer: the rule reads all of them, which the writer may not.
create function private.guard_money_of_check()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_check_id uuid;
    v_credit_note_id uuid;
    v_check record;
    v_paid_by uuid;
begin
    if tg_table_name = 'checks' then
        v_check_id := new.id;
    elsif tg_table_name = 'facility_credits' then
        v_check_id := new.check_id;
        v_credit_note_id := new.credit_note_id;
    elsif tg_table_name = 'refunds' then
        select credit.check_id, credit.credit_note_id
          into v_check_id, v_credit_note_id
          from public.facility_credits as credit
         where credit.id = new.facility_credit_id;
    else
        select coalesce(reconciliation.check_id, credit.check_id), credit.credit_note_id,
               nullif(coalesce(received.facility_id, credit.facility_id), invoice.facility_id)
          into v_check_id, v_credit_note_id, v_paid_by
          from public.check_reconciliations as reconciliation
          join public.invoices as invoice on invoice.id = new.invoice_id
          left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id
          left join public.checks as received on received.id = reconciliation.check_id
         where reconciliation.id = new.check_reconciliation_id;
        if new.source = 'reconciliation' and new.paid_by_facility_id is distinct from v_paid_by then
            perform private.refuse(
                409, 'check_does_not_add_up',
                format('The payment of %s on %s names another payer than its check has.', new.amount, new.paid_on),
                'Confirm its reconciliation to post it. That says who paid.');
        end if;
    end if;
    if v_credit_note_id is not null then
        perform private.check_credit_note_adds_up(v_credit_note_id);
        return null;
    end if;

    select received.check_number, received.amount, received.status,
           (select coalesce(sum(payment.amount), 0)
              from public.check_reconciliations as reconciliation
              join public.payments as payment on payment.check_reconciliation_id = reconciliation.id
             where reconciliation.check_id = received.id and payment.reversed_at is null
               and payment.source <> 'discount') as paid,
           coalesce(credits.kept, 0) as kept,
           coalesce(credits.are_right, true) as credits_are_right
      into v_check
      from public.checks as received
     cross join lateral (
           select sum(credit.amount) filter (where credit.reversed_at is null) as kept,
                  bool_and(spent.amount = case when credit.reversed_at is null then credit.amount - credit.remaining
                                               else 0 end) as are_right
             from public.facility_credits as credit
            cross join lateral (
                  select coalesce(sum(part.amount), 0) as amount
                    from (select payment.amount
                            from public.check_reconciliations as reconciliation
                            join public.payments as payment on payment.check_reconciliation_id = reconciliation.id
                           where reconciliation.facility_credit_id = credit.id and payment.reversed_at is null
                             and payment.source <> 'discount'
                           union all
                          select refund.amount
                            from public.refunds as refund where refund.facility_credit_id = credit.id) as part
                  ) as spent
            where credit.check_id = received.id) as credits
     where received.id = v_check_id;
    if v_check.paid + v_check.kept <> (case v_check.status when 'reconciled' then v_check.amount else 0 end)
        or not v_check.credits_are_right then
        perform private.refuse(
            409, 'check_does_not_add_up',
            format('The check %s over %s is %s: payments in force of %s, a credit of %s and what is left of it do not fit.',
                   coalesce(v_check.check_number, v_check_id::text), v_check.amount, v_check.status, v_check.paid,
                   v_check.kept),
            'Confirm its reconciliation to post it, and return the check to take it back.');
    end if;
    return null;
end;
$$;
comment on function private.guard_money_of_check is
$$Trigger: a reconciled check is its payments in force and its credit, one received or returned has neither, and of a
credit that is left which was neither paid from it nor refunded; what a credit note left adds up by its own rule.$$;

create constraint trigger new_checks_add_up
    after insert on public.checks deferrable initially deferred
    for each row when (new.status <> 'received')
    execute function private.guard_money_of_check();

create constraint trigger changed_checks_add_up
    after update on public.checks deferrable initially deferred
    for each row when (old.status is distinct from new.status or old.amount is distinct from new.amount)
    execute function private.guard_money_of_check();

create constraint trigger new_credits_add_up
    after insert on public.facility_credits deferrable initially deferred
    for each row execute function private.guard_money_of_check();

create constraint trigger changed_credits_add_up
    after update on public.facility_credits deferrable initially deferred
    for each row execute function private.guard_money_of_check();

create constraint trigger new_payments_add_up
    after insert on public.payments deferrable initially deferred
    for each row when (new.check_reconciliation_id is not null)
    execute function private.guard_money_of_check();

create constraint trigger reversed_payments_add_up
    after update on public.payments deferrable initially deferred
    for each row when (new.check_reconciliation_id is not null)
    execute function private.guard_money_of_check();

revoke execute on function
    private.refuse_payments, private.still_written_off, private.check_recoveries, private.settle_invoices, private.guard_money_of_check
    from public, anon, authenticated, service_role;
