-- Money that is expected, by how facilities have paid: of open invoices and of unbilled work, as of a day.

-- Days from issue to the last money, of each facility's last twelve paid invoices. What a write-off, a discount or a
-- credit note paid besides says nothing of when the facility pays.
create function private.days_to_pay(as_of date)
returns table (facility_id uuid, days int)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
begin
    return query
    with paid as (
        select invoice.facility_id, money.last_day - invoice.issue_date as days,
               row_number() over (partition by invoice.facility_id order by money.last_day desc, invoice.id) as nth
          from public.invoices as invoice
         cross join lateral (
               select max(payment.paid_on) as last_day
                 from public.payments as payment
                where payment.invoice_id = invoice.id
                  and payment.source = 'reconciliation'
                  and payment.component = 'principal'
                  and payment.reversed_at is null) as money
         where invoice.status = 'paid'
           and invoice.principal_paid_on <= days_to_pay.as_of
           and invoice.kind not in ('opening', 'interest')
           and money.last_day is not null
    ), last_twelve as (
        select paid.facility_id, paid.days, count(*) over (partition by paid.facility_id) as invoices
          from paid
         where paid.nth <= 12
    )
    select last_twelve.facility_id, greatest(last_twelve.days, 0) from last_twelve where last_twelve.invoices = 12;
end;
$$;
comment on function private.days_to_pay is
    'Days to the last money of each of a facility''s last twelve invoices paid by a day, where there are twelve.';

-- Of an even number, the middle between the two in the middle.
create function private.median_days(days int[])
returns int
language sql
immutable
set search_path = ''
as $$
    select round((percentile_cont(0.5) within group (order by day.length))::numeric)::int
      from unnest(median_days.days) as day (length);
$$;
comment on function private.median_days is 'Median of some numbers of days, half a day being one; null of none.';

-- Checks that wait to be reconciled, and what is left of credits: invoices are paid by it without further money.
create function private.money_at_hand(as_of date)
returns table (payer_id uuid, amount numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
    v_timezone constant text := private.operating_timezone();
begin
    return query
    with at_hand as (
        select received.facility_id, received.amount
          from public.checks as received
         where received.reconciled_at is null
           and received.received_on <= money_at_hand.as_of
           and (received.returned_at is null
                or (received.returned_at at time zone v_timezone)::date > money_at_hand.as_of)
         union all
        -- A note's own invoice comes first; credits are spent on others, or go back.
        select credit.facility_id, coalesce(note.amount, credit.amount) - own.amount - spent.amount - refunded.amount
          from public.facility_credits as credit
          left join public.checks as received on received.id = credit.check_id
          left join public.credit_notes as note on note.id = credit.credit_note_id
         cross join lateral (
               select coalesce(sum(payment.amount), 0) as amount
                 from public.payments as payment
                where payment.credit_note_id = credit.credit_note_id
                  and payment.paid_on <= money_at_hand.as_of) as own
         cross join lateral (
               select coalesce(sum(payment.amount), 0) as amount
                 from public.check_reconciliations as reconciliation
                 join public.payments as payment on payment.check_reconciliation_id = reconciliation.id
                where reconciliation.facility_credit_id = credit.id
                  and payment.source <> 'discount'
                  and payment.paid_on <= money_at_hand.as_of
                  and (payment.reversed_at is null
                       or (payment.reversed_at at time zone v_timezone)::date > money_at_hand.as_of)) as spent
         cross join lateral (
               select coalesce(sum(refund.amount), 0) as amount
                 from public.refunds as refund
                where refund.facility_credit_id = credit.id
                  and refund.refunded_on <= money_at_hand.as_of) as refunded
         where coalesce(received.received_on, note.counts_on) <= money_at_hand.as_of
           and (credit.reversed_at is null
                or (credit.reversed_at at time zone v_timezone)::date > money_at_hand.as_of)
    )
    select coalesce(payer.bill_to_facility_id, payer.id), sum(at_hand.amount)
      from at_hand
      join public.facilities as payer on payer.id = at_hand.facility_id
     group by 1;
end;
$$;
comment on function private.money_at_hand is
$$Money that had come by a day and was on no invoice then, by who is billed today: checks that wait to be reconciled,
and what was left of credits.$$;

-- Open invoices and unbilled work as of a day, and when each is expected.
create function private.receipts_ahead(as_of date)
returns table (expected_on date, amount numeric, is_billed boolean)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_timezone constant text := private.operating_timezone();
begin
    return query
    with known as materialized (
        select * from private.days_to_pay(receipts_ahead.as_of)
    ), usual as materialized (
        select known.facility_id, private.median_days(array_agg(known.days)) as days
          from known
         group by known.facility_id
    ), owed as (
        select invoice.id, invoice.facility_id, invoice.issue_date, invoice.due_date, invoice.discount_until,
               coalesce(invoice.bill_to_facility_id, facility.bill_to_facility_id, facility.id) as payer_id,
               invoice.total - coalesce(paid.amount, 0) - disputed.amount as amount,
               -- Who disputes a part does not pay the rest whole, and earns none; else as private.discount_left.
               case when disputed.amount = 0
                    then round(invoice.discount * greatest(invoice.total - credited.amount, 0) / invoice.total, 2)
                         - coalesce(paid.discount, 0) end as discount
          from public.invoices as invoice
          join public.facilities as facility on facility.id = invoice.facility_id
          left join lateral (
               select sum(payment.amount) as amount,
                      sum(payment.amount) filter (where payment.source = 'discount') as discount
                 from public.payments as payment
                where payment.invoice_id = invoice.id
                  and payment.component = 'principal'
                  and payment.paid_on <= receipts_ahead.as_of
                  and (payment.reversed_at is null
                       or (payment.reversed_at at time zone v_timezone)::date > receipts_ahead.as_of)) as paid on true
         cross join lateral (
               select case when receipts_ahead.as_of >= (invoice.disputed_at at time zone v_timezone)::date
                           then private.disputed_balance(invoice) else 0 end as amount) as disputed
         cross join lateral (
               select coalesce(sum(note.amount), 0) as amount
                 from public.credit_notes as note
                where invoice.discount_until > receipts_ahead.as_of -- of few invoices it is asked
                  and note.invoice_id = invoice.id
                  and note.counts_on <= receipts_ahead.as_of) as credited
         where invoice.sent_at is not null
           and invoice.kind <> 'interest'
           and invoice.issue_date <= receipts_ahead.as_of
           and (invoice.voided_at is null
                or (invoice.voided_at at time zone v_timezone)::date > receipts_ahead.as_of)
           and (invoice.status in ('sent', 'partially_paid', 'void')
                or invoice.principal_paid_on > receipts_ahead.as_of)
    ), expected as (
        select owed.*,
               -- By how long the facility takes; once it takes longer, by those that took longer still. With too few,
               -- by its terms. What none of these explains is late, and expected to be as late again: the median of
               -- what has no usual length (Lindy's law).
               coalesce(
                   case when usual.days is not null and owed.issue_date + usual.days > receipts_ahead.as_of
                        then owed.issue_date + usual.days
                        when usual.days is not null
                        then owed.issue_date + (
                            select private.median_days(array_agg(known.days))
                              from known
                             where known.facility_id = owed.facility_id
                               and owed.issue_date + known.days > receipts_ahead.as_of)
                        when owed.due_date > receipts_ahead.as_of then owed.due_date end,
                   receipts_ahead.as_of
                   + greatest(receipts_ahead.as_of - coalesce(owed.issue_date + usual.days, owed.due_date), 1)
                   ) as expected_on
          from owed
          left join usual on usual.facility_id = owed.facility_id
         where owed.amount > 0
    ), coming as (
        select expected.payer_id, expected.due_date, expected.id, expected.expected_on,
               greatest(expected.amount - case when expected.expected_on <= expected.discount_until
                                               then greatest(expected.discount, 0) else 0 end, 0) as amount,
               true as is_billed
          from expected
         union all
        select coalesce(facility.bill_to_facility_id, facility.id), 'infinity', facility.id,
               receipts_ahead.as_of
               + case facility.billing_cycle when 'week' then 7 when 'two_weeks' then 14 else 30 end
               + coalesce(usual.days, facility.payment_terms_days),
               work.amount, false
          from private.unbilled_work(receipts_ahead.as_of) as work
          join public.facilities as facility on facility.id = work.facility_id
          left join usual on usual.facility_id = facility.id
    ), lined_up as ( -- the oldest due first, work last
        select coming.*, sum(greatest(coming.amount, 0)) over (
                   partition by coming.payer_id order by coming.due_date, coming.id) as through
          from coming
    )
    select lined_up.expected_on,
           -- Of work that comes to less than nothing no money takes off.
           least(lined_up.amount, greatest(lined_up.through - coalesce(at_hand.amount, 0), 0)), lined_up.is_billed
      from lined_up
      left join private.money_at_hand(receipts_ahead.as_of) as at_hand on at_hand.payer_id = lined_up.payer_id;
end;
$$;
comment on function private.receipts_ahead is
$$Money expected by a day's open invoices, without what is disputed, and by its unbilled work, a cycle later; less the
money that is there.$$;

revoke execute on function
    private.days_to_pay, private.median_days, private.money_at_hand, private.receipts_ahead
    from public, anon, authenticated, service_role;
