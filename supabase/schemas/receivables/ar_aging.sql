-- Open receivables by facility and age. Rows are added up per table before anything is joined, invoices once: what a sum costs
-- follows the invoices that are open.
create view public.ar_aging with (security_invoker = true) as
    select facility.id as facility_id,
           facility.name as facility_name,
           aged.current,
           aged.days_1_30,
           aged.days_31_60,
           aged.days_61_90,
           aged.days_91_plus,
           total.balance,
           total.interest,
           total.unapplied_credits,
           total.balance + total.interest - total.unapplied_credits as net,
           coalesce(open.disputed, 0.00) as disputed
      from public.facilities as facility
      left join (
           select invoice.facility_id,
                  sum(invoice.balance) filter (where invoice.days <= 0) as current,
                  sum(invoice.balance) filter (where invoice.days between 1 and 30) as days_1_30,
                  sum(invoice.balance) filter (where invoice.days between 31 and 60) as days_31_60,
                  sum(invoice.balance) filter (where invoice.days between 61 and 90) as days_61_90,
                  sum(invoice.balance) filter (where invoice.days > 90) as days_91_plus,
                  sum(invoice.interest_balance) as interest,
                  sum(least(invoice.balance, coalesce(invoice.disputed_amount, invoice.balance)))
                      filter (where invoice.disputed_at is not null) as disputed
             from (select sent.facility_id, sent.balance, sent.interest_balance, sent.disputed_at, sent.disputed_amount,
                          (select clock.business_date from private.clock() as clock) - sent.due_date as days
                     from public.invoices as sent
                    where sent.status in ('sent', 'partially_paid')) as invoice
            group by invoice.facility_id) as open on open.facility_id = facility.id
      left join (
           select invoice.facility_id, sum(invoice.interest_balance) as interest
             from public.invoices as invoice
            where invoice.status = 'paid' and invoice.interest_balance <> 0
            group by invoice.facility_id) as paid on paid.facility_id = facility.id
      left join (
           select credit.facility_id, sum(credit.remaining) as remaining
             from public.facility_credits as credit
            where credit.remaining > 0
            group by credit.facility_id) as credit on credit.facility_id = facility.id
     cross join lateral (
           select coalesce(open.current, 0.00) as current,
                  coalesce(open.days_1_30, 0.00) as days_1_30,
                  coalesce(open.days_31_60, 0.00) as days_31_60,
                  coalesce(open.days_61_90, 0.00) as days_61_90,
                  coalesce(open.days_91_plus, 0.00) as days_91_plus) as aged
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus as balance,
                  coalesce(open.interest, 0.00) + coalesce(paid.interest, 0.00) as interest,
                  coalesce(credit.remaining, 0.00) as unapplied_credits) as total
     where ((select private.is_staff_or_server())
            or facility.id = any ((select private.contact_facility_ids())::uuid[]))
       and (total.balance <> 0 or total.interest <> 0 or total.unapplied_credits <> 0)
     order by facility.name, facility.id;
comment on view public.ar_aging is
$$Balance of each facility, by how long it is overdue on the business date; those that owe nothing and are owed nothing
are left out. Staff see all, a facility's contacts theirs, and contractors nothing.

current: principal that is not past its due date. days_1_30 to days_91_plus: principal that is so many days past it.
balance: the sum of the five. Drafts and void invoices never count.

interest: late-payment interest accrued and not paid, also of paid invoices; negative where more was paid than is owed
today. unapplied_credits: what checks and credit notes left over and was neither used nor refunded. net: balance + interest − unapplied_credits.

disputed: of the balance, how much the facility disputes, of whole invoices or of their lines.

Pages: order=facility_name,facility_id.$$;

-- Open amounts at the end of a day, by the days that invoices and receipts bear and the days on which invoices were
-- voided and checks returned.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.ar_aging_as_of(as_of date, by_customer boolean, owner_id uuid default null)
returns setof public.ar_aging
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan -- one that knows neither the day nor whose it is takes a third longer
as $$
declare
    v_timezone constant text := (
        select settings.operating_timezone from public.organization_settings as settings);
    v_read_ids constant uuid[] := private.facility_ids_to_report(); -- null: all
    v_facility_ids uuid[] := v_read_ids; -- of these, those that the row of owner_id is made of
    -- What another program was sent of a facility is not told to the one that it is billed to now.
    v_own_ids constant uuid[] := case when v_read_ids is not null then private.contact_own_facility_ids() end;
    v_interest_day date;
    -- Constants of the plan: few firms have programs, and few disputes are of some lines alone.
    v_are_paid_for_others constant boolean := exists (
        select from public.payments as payment where payment.paid_by_facility_id is not null);
    v_are_disputed_in_part constant boolean := exists (
        select from public.invoices as invoice where invoice.disputed_amount is not null);
begin
    perform private.require_arguments(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    perform private.require_finite_dates(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    v_interest_day := private.interest_day(ar_aging_as_of.as_of);
    if ar_aging_as_of.owner_id is not null then
        v_facility_ids := array(
            select place.id
              from public.facilities as place
             where (place.id = ar_aging_as_of.owner_id
                    or (ar_aging_as_of.by_customer and place.bill_to_facility_id = ar_aging_as_of.owner_id))
               and (v_read_ids is null or place.id = any (v_read_ids)));
    end if;

    return query
    with invoice as not materialized (
        select sent.id,
               case when ar_aging_as_of.by_customer
                    then coalesce(sent.bill_to_facility_id, facility.bill_to_facility_id, facility.id)
                    else sent.facility_id end as owner_id,
               case when ar_aging_as_of.by_customer
                    then coalesce(facility.bill_to_facility_id, facility.id) end as payer_id,
               v_own_ids is null or sent.facility_id = any (v_own_ids)
                   or coalesce(sent.bill_to_facility_id, sent.facility_id) = any (v_read_ids) as is_told,
               ar_aging_as_of.as_of - sent.due_date as days,
               sent.total,
               (sent.disputed_at at time zone v_timezone)::date <= ar_aging_as_of.as_of as is_disputed,
               case when v_are_disputed_in_part then sent.disputed_amount end as disputed_amount,
               -- Asked only where it may be another than what stands, or none: as private.interest_through.
               case when v_interest_day = 'infinity' then sent.accrued_interest
                    when sent.accrued_interest > 0 and sent.due_date < v_interest_day then least(
                        round(sent.interest_on_days[width_bucket(v_interest_day, sent.interest_days)]
                                  + sent.interest_per_day[width_bucket(v_interest_day, sent.interest_days)]
                                  * (v_interest_day
                                     - sent.interest_days[width_bucket(v_interest_day, sent.interest_days)]), 2),
                        sent.accrued_interest)
               end as interest
          from public.invoices as sent
          left join public.facilities as facility on facility.id = sent.facility_id -- unless by customer, it is not looked at
         where sent.sent_at is not null
           and (v_facility_ids is null or sent.facility_id = any (v_facility_ids)
                or (ar_aging_as_of.by_customer and sent.bill_to_facility_id = any (v_facility_ids)))
           and sent.issue_date <= ar_aging_as_of.as_of
           and (sent.voided_at is null
                or (sent.voided_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
    ), entry as (
        select invoice.owner_id, invoice.days, invoice.total as balance, invoice.interest, null::numeric as unapplied,
               invoice.is_disputed and invoice.disputed_amount is null as is_disputed, null::numeric as disputed
          from invoice
         where invoice.is_told
         union all
        -- What is on an invoice is no longer unapplied; the rest of each check and credit note is.
        select invoice.owner_id,
               invoice.days,
               case when payment.component = 'principal' and invoice.is_told then -payment.amount end,
               case when payment.component = 'interest' and invoice.is_told then -payment.amount end,
               case when num_nonnulls(payment.check_reconciliation_id, payment.credit_note_id) > 0
                         and payment.source <> 'discount' and payment.paid_by_facility_id is null
                         and (not ar_aging_as_of.by_customer or invoice.payer_id = invoice.owner_id)
                    then -payment.amount end,
               invoice.is_disputed and invoice.disputed_amount is null, null
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where payment.paid_on <= ar_aging_as_of.as_of
           and (payment.moved_at is null
                or (payment.moved_at at time zone v_timezone)::date <= ar_aging_as_of.as_of)
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        -- Who left a program pays what that was sent with money of its own.
        select invoice.payer_id, null, null, null, -payment.amount, null, null
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where ar_aging_as_of.by_customer
           and invoice.payer_id <> invoice.owner_id
           and num_nonnulls(payment.check_reconciliation_id, payment.credit_note_id) > 0
           and payment.source <> 'discount'
           and payment.paid_by_facility_id is null
           and payment.paid_on <= ar_aging_as_of.as_of
           and (payment.moved_at is null
                or (payment.moved_at at time zone v_timezone)::date <= ar_aging_as_of.as_of)
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        -- Of money that pays another facility's invoice, each of the two has its side.
        select case when ar_aging_as_of.by_customer then coalesce(payer.bill_to_facility_id, payer.id)
                    else payment.paid_by_facility_id end,
               null, null, null, -payment.amount, null, null
          from public.payments as payment
          join public.invoices as owed on owed.id = payment.invoice_id
          left join public.facilities as payer on payer.id = payment.paid_by_facility_id
         where v_are_paid_for_others
           and payment.paid_by_facility_id is not null
           and (v_facility_ids is null or payment.paid_by_facility_id = any (v_facility_ids))
           and greatest(payment.paid_on, owed.issue_date) <= ar_aging_as_of.as_of
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        select case when ar_aging_as_of.by_customer then coalesce(payer.bill_to_facility_id, payer.id)
                    else received.facility_id end,
               null, null, null, received.amount, null, null
          from public.checks as received
          left join public.facilities as payer on payer.id = received.facility_id
         where received.reconciled_at is not null
           and (v_facility_ids is null or received.facility_id = any (v_facility_ids))
           and received.received_on <= ar_aging_as_of.as_of
           and (received.returned_at is null
                or (received.returned_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        select case when ar_aging_as_of.by_customer then coalesce(payer.bill_to_facility_id, payer.id)
                    else refund.facility_id end,
               null, null, null, -refund.amount, null, null
          from public.refunds as refund
          left join public.facilities as payer on payer.id = refund.facility_id
         where (v_facility_ids is null or refund.facility_id = any (v_facility_ids))
           and refund.refunded_on <= ar_aging_as_of.as_of
         union all
        select case when ar_aging_as_of.by_customer then coalesce(payer.bill_to_facility_id, payer.id)
                    else note.facility_id end,
               null, null, null, note.amount, null, null
          from public.credit_notes as note
          left join public.facilities as payer on payer.id = note.facility_id
         where note.counts_on <= ar_aging_as_of.as_of
           and (v_facility_ids is null or note.facility_id = any (v_facility_ids))
         union all
        select invoice.owner_id, null, null, null, null, null,
               least(invoice.total - coalesce(paid.amount, 0), invoice.disputed_amount)
          from invoice
          left join (
               select payment.invoice_id, sum(payment.amount) as amount
                 from public.payments as payment
                 join invoice on invoice.id = payment.invoice_id and invoice.disputed_amount is not null
                where payment.component = 'principal'
                  and payment.paid_on <= ar_aging_as_of.as_of
                  and (payment.moved_at is null
                       or (payment.moved_at at time zone v_timezone)::date <= ar_aging_as_of.as_of)
                  and (payment.reversed_at is null
                       or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
                group by payment.invoice_id) as paid on paid.invoice_id = invoice.id
         where v_are_disputed_in_part and invoice.is_disputed and invoice.disputed_amount is not null and invoice.is_told
    ), aged as (
        select entry.owner_id as facility_id,
               coalesce(sum(entry.balance) filter (where entry.days <= 0), 0.00) as current,
               coalesce(sum(entry.balance) filter (where entry.days between 1 and 30), 0.00) as days_1_30,
               coalesce(sum(entry.balance) filter (where entry.days between 31 and 60), 0.00) as days_31_60,
               coalesce(sum(entry.balance) filter (where entry.days between 61 and 90), 0.00) as days_61_90,
               coalesce(sum(entry.balance) filter (where entry.days > 90), 0.00) as days_91_plus,
               coalesce(sum(entry.interest), 0.00) as interest,
               coalesce(sum(entry.unapplied), 0.00) as unapplied_credits,
               coalesce(sum(entry.balance) filter (where entry.is_disputed), 0.00) + coalesce(sum(entry.disputed), 0.00)
                   as disputed
          from entry
         group by entry.owner_id
    )
    select facility.id, facility.name,
           aged.current, aged.days_1_30, aged.days_31_60, aged.days_61_90, aged.days_91_plus,
           total.balance, aged.interest, aged.unapplied_credits,
           total.balance + aged.interest - aged.unapplied_credits, aged.disputed
      from aged
      join public.facilities as facility on facility.id = aged.facility_id
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus
           ) as total (balance)
     where (total.balance <> 0 or aged.interest <> 0 or aged.unapplied_credits <> 0)
       -- A facility's contacts read nothing of what others owe with it.
       and (v_facility_ids is null or facility.id = any (v_facility_ids))
       and (ar_aging_as_of.owner_id is null or facility.id = ar_aging_as_of.owner_id)
     order by facility.name, facility.id;
end;
$$;
comment on function private.ar_aging_as_of is
    'The logic of public.ar_aging_as_of and, by customer, of public.customer_aging_as_of: who owes an invoice is the bill-to that it was sent to, else its facility''s. owner_id: the facility or customer whose row it is to be; null = all.';

create function public.ar_aging_as_of(as_of date)
returns setof public.ar_aging language sql stable set search_path = ''
as $$ select * from private.ar_aging_as_of(as_of, false); $$;
comment on function public.ar_aging_as_of is
$$Balance of each facility at the end of a day, by how long it was overdue then: ar_aging as of that day.

An invoice counts from its issue date until the day on which it was voided, a payment from the day on which the money
was received until the day on which its check was returned, a check from its receipt once it is reconciled, a credit note
from its counts_on, a refund from its day. So what was
received, returned or voided later changes nothing, and what is entered later with an earlier day does. Days on which
something was voided or returned are those of the operating timezone.

Interest of a past day is what had accrued by then of the interest that stands today, by its breakdown, less what was
paid of it by then. disputed is what of the balance was disputed by that day and still is: of
disputes that were settled since, or whose invoice was paid, no day knows any more; the audit log has them. As of the
business date all equals ar_aging, unless issue dates or receipts lie ahead.

May be called with GET.

Pages: order=facility_name,facility_id.

Who: active staff, whatever their role; a facility's contacts, of theirs.

Arguments:
as_of: the day.

Result: a row for each facility that owed anything or was owed anything, by name, with the columns of ar_aging.

Errors: staff_only, argument_missing, date_not_finite.

Example: {"as_of": "2026-03-31"}$$;

create trigger ar_aging_is_read_only
    instead of insert or update or delete on public.ar_aging
    for each row execute function private.refuse_view_write();

revoke all on public.ar_aging from public, anon, authenticated, service_role;
grant select on public.ar_aging to authenticated, service_role;

revoke execute on function
    private.ar_aging_as_of, public.ar_aging_as_of
    from public, anon, authenticated, service_role;
grant execute on function private.ar_aging_as_of, public.ar_aging_as_of to authenticated, service_role;
