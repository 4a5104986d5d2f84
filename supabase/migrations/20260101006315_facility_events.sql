-- All that ever moved what a facility owes, but interest, which private.interest_through dates. The sum of the amounts
-- up to a day is what ar_aging_as_of nets for it, interest aside.
--
-- What was undone before its own day never counted and is left out: an invoice voided before its issue date, a check
-- dated ahead and returned before.
create function private.facility_events(facility_id uuid)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, details jsonb,
    source_id uuid)
language sql
stable
set search_path = ''
as $$
    with invoice as (
        select sent.*, (sent.voided_at at time zone settings.operating_timezone)::date as voided_on
          from public.organization_settings as settings
         cross join public.invoices as sent
         where sent.facility_id = facility_events.facility_id and sent.sent_at is not null
    ), credit as (
        select kept.id, kept.amount, received.received_on,
               (kept.reversed_at at time zone settings.operating_timezone)::date as reversed_on,
               received.check_number, received.return_reason,
               concat_ws(' ', received.method, received.check_number) as check_name,
               jsonb_build_object(
                   'check_id', received.id, 'check_number', received.check_number, 'method', received.method,
                   'facility_credit_id', kept.id) as details
          from public.organization_settings as settings
         cross join public.facility_credits as kept
          join public.checks as received on received.id = kept.check_id
         where kept.facility_id = facility_events.facility_id
    ), payment as (
        select paid.id, paid.invoice_id, paid.source, paid.component, paid.amount,
               days.counted_on, days.reversed_on,
               invoice.number, received.check_number, reconciliation.facility_credit_id,
               concat_ws(' ', received.method, received.check_number) as check_name,
               format('%s of invoice %s', initcap(paid.component), invoice.number) as subject,
               received.return_reason,
               jsonb_build_object('component', paid.component) || case
                   when paid.source = 'write_off' then jsonb_build_object('reason', paid.reason)
                   else jsonb_build_object(
                       'check_id', received.id, 'check_number', received.check_number, 'method', received.method,
                       'facility_credit_id', reconciliation.facility_credit_id)
               end as details
          from public.organization_settings as settings
         cross join invoice
          join public.payments as paid on paid.invoice_id = invoice.id
          left join public.check_reconciliations as reconciliation on reconciliation.id = paid.check_reconciliation_id
          left join public.facility_credits as kept on kept.id = reconciliation.facility_credit_id
          left join public.checks as received on received.id = coalesce(reconciliation.check_id, kept.check_id)
         -- Without a check there is no money that could be unapplied until the invoice is issued.
         cross join lateral (
               select case when paid.check_reconciliation_id is null then greatest(paid.paid_on, invoice.issue_date)
                           else paid.paid_on end,
                      (paid.reversed_at at time zone settings.operating_timezone)::date) as days (counted_on, reversed_on)
         where days.reversed_on is null or days.reversed_on >= days.counted_on
    )
    select invoice.issue_date, 'invoice', invoice.number, invoice.id,
           format('Invoice %s for %s to %s, due %s',
                  invoice.number, invoice.period_start, invoice.period_end, invoice.due_date),
           invoice.total,
           jsonb_build_object(
               'kind', invoice.kind, 'period_start', invoice.period_start, 'period_end', invoice.period_end,
               'due_date', invoice.due_date),
           invoice.id
      from invoice
     where invoice.voided_on is null or invoice.voided_on >= invoice.issue_date
     union all
    select invoice.voided_on, 'invoice_voided', invoice.number, invoice.id,
           format('Invoice %s voided', invoice.number), -invoice.total,
           jsonb_build_object('reason', invoice.void_reason), invoice.id
      from invoice
     where invoice.voided_on >= invoice.issue_date
     union all
    select payment.counted_on, 'payment', payment.check_number, payment.invoice_id,
           concat_ws(' by ', payment.subject || ' paid', nullif(payment.check_name, '')),
           -payment.amount, payment.details, payment.id
      from payment
     where payment.source <> 'write_off'
     union all
    select payment.counted_on, 'write_off', payment.number, payment.invoice_id,
           payment.subject || ' written off', -payment.amount, payment.details, payment.id
      from payment
     where payment.source = 'write_off'
     union all
    select payment.reversed_on, 'payment_returned', payment.check_number, payment.invoice_id,
           concat_ws(' by ', payment.subject || ' no longer paid', nullif(payment.check_name, '')),
           payment.amount, payment.details || jsonb_build_object('reason', payment.return_reason), payment.id
      from payment
     where payment.reversed_on is not null
     union all
    select credit.received_on, 'credit', credit.check_number, null,
           'Left over from ' || credit.check_name, -credit.amount, credit.details, credit.id
      from credit
     where credit.reversed_on is null or credit.reversed_on >= credit.received_on
     union all
    select payment.counted_on, 'credit_spent', payment.check_number, payment.invoice_id,
           format('Spent on invoice %s, left over from %s', payment.number, payment.check_name),
           payment.amount, payment.details, payment.id
      from payment
     where payment.facility_credit_id is not null
     union all
    select credit.reversed_on, 'credit_returned', credit.check_number, null,
           'Unspent of what was left over from ' || credit.check_name,
           credit.amount - spent.amount, credit.details || jsonb_build_object('reason', credit.return_reason), credit.id
      from credit
     cross join lateral (
           select coalesce(sum(payment.amount), 0) as amount
             from payment
            where payment.facility_credit_id = credit.id) as spent
     where credit.reversed_on >= credit.received_on and credit.amount > spent.amount;
$$;
comment on function private.facility_events(uuid) is
$$What moved the balance of a facility, each with its day and its signed amount: the rows of facility_statement but
opening balance and interest.

source_id: the invoice, payment or credit that the row tells of.$$;
revoke execute on function private.facility_events(uuid) from public, anon, authenticated, service_role;
