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
    v_first_day date;
    v_days date[];
begin
    -- Before the first invoice with interest there is none.
    v_first_day := (
        select greatest(min(invoice.due_date), postings_of_interest.from_day)
          from public.invoices as invoice
         where invoice.accrued_interest > 0
        having count(*) > 0);
    v_days := array(
        select least((month.start + interval '1 month')::date - 1, v_last_day)
          from generate_series(date_trunc('month', v_first_day::timestamp), v_last_day, '1 month') as month (start)
         order by 1);
    return query
    select accrued.day, invoice.id, invoice.number, side.account, side.sign * accrued.amount, invoice.facility_id,
           null::uuid, 'Interest through ' || accrued.day
      from public.invoices as invoice
     cross join lateral (
           select through.day,
                  through.interest - lag(through.interest, 1, private.interest_through(
                                             invoice, private.interest_day(postings_of_interest.from_day - 1)))
                                         over (order by through.day) as amount
             from (select ended.day, private.interest_through(invoice, private.interest_day(ended.day)) as interest
                     from unnest(v_days) as ended (day)) as through) as accrued
     cross join lateral (values ('interest_receivable', 1), ('interest_income', -1)) as side (account, sign)
     where invoice.accrued_interest > 0
       and accrued.amount <> 0;
end;
$$;
comment on function private.postings_of_interest is
$$Postings of late-payment interest: the amount that accrued in each calendar month, or the part of it that is asked for, on its last
day. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.$$;

revoke execute on function private.postings_of_interest from public, anon, authenticated, service_role;
