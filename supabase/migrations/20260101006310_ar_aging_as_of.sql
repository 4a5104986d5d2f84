-- What stood open at the end of a day, by the days that invoices and receipts bear and the days on which invoices were
-- voided and checks returned.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.ar_aging_as_of(as_of date)
returns setof public.ar_aging
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_timezone constant text := (
        select settings.operating_timezone from public.organization_settings as settings);
    v_interest_day date;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    perform private.require_finite_dates(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    v_interest_day := private.interest_day(ar_aging_as_of.as_of);

    return query
    with invoice as not materialized (
        select sent.id,
               sent.facility_id,
               ar_aging_as_of.as_of - sent.due_date as days,
               sent.total,
               -- Asked only where it may be another than what stands, or none: it costs as much as all the rest.
               case when v_interest_day = 'infinity' then sent.accrued_interest
                    when sent.accrued_interest > 0 and sent.due_date < v_interest_day then private.interest_through(
                        sent.due_date, sent.accrued_interest, sent.interest_breakdown, v_interest_day)
               end as interest
          from public.invoices as sent
         where sent.sent_at is not null
           and sent.issue_date <= ar_aging_as_of.as_of
           and (sent.voided_at is null
                or (sent.voided_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
    ), entry as (
        select invoice.facility_id, invoice.days, invoice.total as balance, invoice.interest, null::numeric as unapplied
          from invoice
         union all
        -- What is on an invoice is no longer unapplied; the rest of each check is.
        select invoice.facility_id,
               invoice.days,
               case payment.component when 'principal' then -payment.amount end,
               case payment.component when 'interest' then -payment.amount end,
               case when payment.check_reconciliation_id is not null then -payment.amount end
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where payment.paid_on <= ar_aging_as_of.as_of
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        select received.facility_id, null, null, null, received.amount
          from public.checks as received
         where received.reconciled_at is not null
           and received.received_on <= ar_aging_as_of.as_of
           and (received.returned_at is null
                or (received.returned_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
    ), aged as (
        select entry.facility_id,
               coalesce(sum(entry.balance) filter (where entry.days <= 0), 0.00) as current,
               coalesce(sum(entry.balance) filter (where entry.days between 1 and 30), 0.00) as days_1_30,
               coalesce(sum(entry.balance) filter (where entry.days between 31 and 60), 0.00) as days_31_60,
               coalesce(sum(entry.balance) filter (where entry.days between 61 and 90), 0.00) as days_61_90,
               coalesce(sum(entry.balance) filter (where entry.days > 90), 0.00) as days_91_plus,
               coalesce(sum(entry.interest), 0.00) as interest,
               coalesce(sum(entry.unapplied), 0.00) as unapplied_credits
          from entry
         group by entry.facility_id
    )
    select facility.id, facility.name,
           aged.current, aged.days_1_30, aged.days_31_60, aged.days_61_90, aged.days_91_plus,
           total.balance, aged.interest, aged.unapplied_credits,
           total.balance + aged.interest - aged.unapplied_credits
      from aged
      join public.facilities as facility on facility.id = aged.facility_id
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus
           ) as total (balance)
     where total.balance <> 0 or aged.interest <> 0 or aged.unapplied_credits <> 0
     order by facility.name, facility.id;
end;
$$;
comment on function private.ar_aging_as_of(date) is 'The logic of public.ar_aging_as_of.';

create function public.ar_aging_as_of(as_of date)
returns setof public.ar_aging
language sql
stable
set search_path = ''
as $$ select * from private.ar_aging_as_of(ar_aging_as_of.as_of); $$;
comment on function public.ar_aging_as_of(date) is
$$What each facility owed at the end of a day, by how long it was overdue then: ar_aging as of that day.

An invoice counts from its issue date until the day on which it was voided, a payment from the day on which the money
was received until the day on which its check was returned, a check from its receipt once it is reconciled. So what was
received, returned or voided later changes nothing, and what is entered later with an earlier day does. Days on which
something was voided or returned are those of the operating timezone.

Interest of a past day is what had accrued by then of the interest that stands today, by its breakdown, less what was
paid of it by then. As of the business date all equals ar_aging, unless issue dates or receipts lie ahead.

May be called with GET.

Who: active staff, whatever their role.

Arguments:
as_of: the day.

Result: a row for each facility that owed anything or was owed anything, by name, with the columns of ar_aging.

Errors: staff_only, argument_missing, date_not_finite.

Example: {"as_of": "2026-03-31"}$$;

revoke execute on function private.ar_aging_as_of(date), public.ar_aging_as_of(date)
    from public, anon, authenticated, service_role;
grant execute on function private.ar_aging_as_of(date), public.ar_aging_as_of(date)
    to authenticated, service_role;
