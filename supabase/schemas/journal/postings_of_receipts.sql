-- Postings of receipts, payments, refunds and write-offs, on the days from which they count in ar_aging_as_of: money on the day it
-- was received, and out again on the day its check was returned. What was undone before its own day never counted.
create function private.postings_of_receipts(from_day date, to_day date, document_ids uuid[])
returns table (
    posted_on date, document_id uuid, document text, account text, amount numeric, facility_id uuid, contractor_id uuid,
    memo text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- of some documents by their key, of a month's by its days
set work_mem = '64MB'
set jit = off
as $$
declare
    v_timezone constant text := private.operating_timezone();
begin
    return query
    with receipt as (
        select received.id, private.name_of_check(received) as name, received.facility_id,
               received.facility_id as credited_facility_id, received.amount,
               received.received_on as first_day, returned.day as last_day,
               case when received.external_number is null then 'cash' else 'opening_balances' end as debited,
               case when received.reconciled_at is null then 'unapplied_receipts' else 'customer_credits' end as credited,
               'Received' as memo, 'Returned' as undone
          from public.checks as received
         cross join lateral (select (received.returned_at at time zone v_timezone)::date) as returned (day)
         where (postings_of_receipts.document_ids is null or received.id = any (postings_of_receipts.document_ids))
           -- Asked first: most are of other months.
           and (received.received_on between postings_of_receipts.from_day and postings_of_receipts.to_day
                or returned.day between postings_of_receipts.from_day and postings_of_receipts.to_day)
         union all
        -- What it left is less at who paid, what is owed at whose invoice it is.
        select source.document_id, source.name, coalesce(payment.paid_by_facility_id, invoice.facility_id),
               invoice.facility_id, payment.amount, counted.first_day, counted.last_day,
               case when payment.source = 'discount' then 'discounts'
                    when payment.source <> 'write_off'
                    then case when source.document_id = invoice.id then 'cash' else 'customer_credits' end
                    when payment.component = 'principal' then 'bad_debt'
                    else 'interest_income' end,
               case payment.component when 'principal' then 'receivables'
                                      when 'interest' then 'interest_receivable'
                                      else 'bad_debt' end,
               format('%s of invoice %s %s', part.name, invoice.number, part.what),
               format('%s of invoice %s no longer %s', part.name, invoice.number,
                      case payment.source when 'write_off' then 'written off'
                                          when 'discount' then 'discounted'
                                          else 'paid' end)
          from public.payments as payment
          join public.invoices as invoice on invoice.id = payment.invoice_id
         cross join lateral ( -- as ar_aging_as_of: a payment counts once its invoice does
               select greatest(payment.paid_on, invoice.issue_date, (payment.moved_at at time zone v_timezone)::date),
                      (payment.reversed_at at time zone v_timezone)::date) as counted (first_day, last_day)
          left join public.check_reconciliations as reconciliation on reconciliation.id = payment.check_reconciliation_id
          left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id
          left join public.checks as received on received.id = coalesce(reconciliation.check_id, credit.check_id)
          left join public.credit_notes as note on note.id = coalesce(payment.credit_note_id, credit.credit_note_id)
         cross join lateral (
               select case payment.component when 'write_off' then 'Written-off part'
                                             else initcap(payment.component) end,
                      case payment.source when 'write_off' then 'written off'
                                          when 'credit_note' then 'credited'
                                          when 'discount' then 'discounted'
                                          else 'paid' end) as part (name, what)
         -- Imported payments may name no check: they are in the books of their invoice.
         cross join lateral (
               select coalesce(received.id, note.id, invoice.id),
                      coalesce(private.name_of_check(received), note.number, invoice.number)
               ) as source (document_id, name)
         where payment.source <> 'interest_invoice' -- the invoice that bills it posts it
           and (postings_of_receipts.document_ids is null
                or source.document_id = any (postings_of_receipts.document_ids))
           and (counted.first_day between postings_of_receipts.from_day and postings_of_receipts.to_day
                or counted.last_day between postings_of_receipts.from_day and postings_of_receipts.to_day)
         union all
        select refund.id, 'REFUND ' || coalesce(refund.reference, left(refund.id::text, 8)), refund.facility_id,
               refund.facility_id, refund.amount, refund.refunded_on, null, 'customer_credits', 'cash', 'Refunded', null
          from public.refunds as refund
         where (postings_of_receipts.document_ids is null or refund.id = any (postings_of_receipts.document_ids))
           and refund.refunded_on between postings_of_receipts.from_day and postings_of_receipts.to_day
    )
    select posting.day, receipt.id, receipt.name, side.account, posting.sign * side.sign * receipt.amount,
           side.facility_id, null::uuid, posting.memo
      from receipt
     cross join lateral (values
           (receipt.first_day, 1, receipt.memo), (receipt.last_day, -1, receipt.undone)) as posting (day, sign, memo)
     cross join lateral (values
           (receipt.debited, 1, receipt.facility_id),
           (receipt.credited, -1, receipt.credited_facility_id)) as side (account, sign, facility_id)
     where posting.day between postings_of_receipts.from_day and postings_of_receipts.to_day
       and (receipt.last_day is null or receipt.last_day >= receipt.first_day);
end;
$$;
comment on function private.postings_of_receipts is
$$Postings of checks, payments, refunds and write-offs. Money that is not reconciled is in unapplied_receipts, what a
check or a credit note left over in customer_credits, until it is refunded out of cash. A write-off of principal is
bad debt, one of interest takes its income back, and what is recovered of either lessens bad debt. A discount lessens
what was earned. Where a facility's money pays another one's invoice, each side is with its own. Money of a check of the
former books was in their cash: it comes from opening_balances. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which checks and refunds and, of payments without one, credit notes and invoices; null = of all.$$;

create function private.name_of_check(received public.checks)
returns text
language sql
immutable
set search_path = ''
as $$
    select upper(received.method) || ' ' || coalesce(nullif(btrim(received.check_number), ''), left(received.id::text, 8));
$$;
comment on function private.name_of_check is 'Name of a receipt in the journal: CHECK 4711; null of none.';

revoke execute on function
    private.postings_of_receipts, private.name_of_check from public, anon, authenticated, service_role;
