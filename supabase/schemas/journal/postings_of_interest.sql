-- Interest grows by the day; the books have it by the month. Each posting is what accrued since the one before, so that the
-- sum through any day that is asked for is what ar_aging_as_of says of it.
create function private.postings_of_interest(from_day date, to_day date)
returns table (
    posted_on date, document_id uuid, document text, account text, amount numeric, facility_id uuid, contractor_id uuid,
    memo text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
    v_last_day constant date := least(postings_of_interest.to_day, (private.clock()).business_date);
    -- Asked once: it costs more than the interest of an invoice.
    v_last_interest_day constant date := private.interest_day(v_last_day);
    v_interest_day_before constant date := private.interest_day(postings_of_interest.from_day - 1);
begin
    return query
    select accrued.day, invoice.id, invoice.number, side.account, side.sign * accrued.amount, invoice.facility_id,
           null::uuid, 'Interest through ' || accrued.day
      from public.invoices as invoice
     cross join lateral ( -- asked first, without a call: most invoices bear none, or bore it in other months
           -- In the evening an invoice due on the business date may bear some already, by UTC: private.interest_day.
           select greatest(
                      case when v_last_interest_day = 'infinity' then least(invoice.due_date + 1, v_last_day)
                           else invoice.due_date + 1 end,
                      postings_of_interest.from_day) as first_day,
                  least(case when invoice.accrued_interest > invoice.interest_on_days[cardinality(invoice.interest_on_days)]
                             then 'infinity' -- what no segment explains comes on the business date
                             else coalesce(invoice.interest_days[cardinality(invoice.interest_days)], invoice.due_date + 1)
                        end, v_last_day) as last_day) as growth
     cross join lateral (
           select ended.day,
                  ended.interest - lag(ended.interest, 1, private.interest_through(invoice, v_interest_day_before))
                                       over (order by ended.day) as amount
             from (select through.day,
                          private.interest_through(
                              invoice, case through.day when v_last_day then v_last_interest_day else through.day end
                          ) as interest
                     from generate_series(date_trunc('month', growth.first_day::timestamp), growth.last_day, '1 month')
                          as month (start)
                    cross join lateral (
                          select least((month.start + interval '1 month')::date - 1, v_last_day)) as through (day)
                  ) as ended) as accrued
     cross join lateral (values ('interest_receivable', 1), ('interest_income', -1)) as side (account, sign)
     where invoice.accrued_interest > 0
       and growth.first_day <= growth.last_day
       and accrued.amount <> 0;
end;
$$;
comment on function private.postings_of_interest is
$$Postings of late-payment interest: the amount that accrued in each calendar month, or the part of it that is asked for, on its last
day. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.$$;

revoke execute on function private.postings_of_interest from public, anon, authenticated, service_role;
