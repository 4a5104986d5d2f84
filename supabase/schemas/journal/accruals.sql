-- Accruals of a month's books, beside its documents: time worked in it and billed or paid in the next.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.accruals(on_day date)
returns table (
    posted_on date, document text, account text, debit numeric, credit numeric, facility_id uuid, contractor_id uuid,
    memo text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_reader_of_books();
    perform private.require_arguments(jsonb_build_object('on_day', accruals.on_day));
    perform private.require_finite_dates(jsonb_build_object('on_day', accruals.on_day));
    perform private.require_plausible_days(jsonb_build_object('on_day', accruals.on_day));
    return query
    with revenue as materialized (
        select accrued.* from private.accrued_revenue(accruals.on_day) as accrued
    ), pay as materialized (
        select accrued.* from private.accrued_pay(accruals.on_day) as accrued
    ), posting as (
        select 'unbilled_receivables' as account, sum(revenue.amount) as amount, revenue.facility_id,
               null::uuid as contractor_id
          from revenue
         group by revenue.facility_id
         union all
        select revenue.account, -revenue.amount, revenue.facility_id, revenue.contractor_id from revenue
         union all
        select pay.account, pay.amount, null, pay.contractor_id from pay
         union all
        select 'accrued_pay', -sum(pay.amount), null, pay.contractor_id from pay group by pay.contractor_id
    )
    select accruals.on_day + day.nth, 'ACCRUAL-' || to_char(accruals.on_day, 'YYYY-MM-DD'), posting.account,
           greatest(day.sign * posting.amount, 0.00), greatest(-day.sign * posting.amount, 0.00),
           posting.facility_id, posting.contractor_id, day.memo
      from posting
     cross join (values
           (0, 1, 'Worked and not yet billed or paid'), (1, -1, 'Accrual taken back')) as day (nth, sign, memo)
     where posting.amount <> 0
     order by 1, 3, 6, 7;
end;
$$;
comment on function private.accruals is 'The logic of public.accruals.';

create function public.accruals(on_day date)
returns table (
    posted_on date, document text, account text, debit numeric, credit numeric, facility_id uuid, contractor_id uuid,
    memo text)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.accruals(on_day); $$;
comment on function public.accruals is
$$Accruals of time worked by the end of a day and not invoiced or paid by then, posted on that day and taken back on the next.

To be added to the journal where a month's books are to have the month's work. Time counts once it is approved, by what it
comes to today: on later invoices and drafts by their lines, unbilled at today's rates; pay by what is due, and by what
batches of later days have paid of weeks up to the day. Of the week that the day splits, pay that is not by the hour
counts by the share of the hours worked by then. What billing adds by hand and differences of billed weeks are not
accrued.

May be called with GET.

Pages: order=posted_on,account,facility_id,contractor_id. Or call journal_file with accruals, which is never cut.

Who: staff with both roles, billing and payroll; admins.

Arguments:
on_day: the day.

Result: the rows of the day, then those of the next, which are the same with debit and credit exchanged. account
is one of journal_accounts.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range.

Example: {"on_day": "2026-03-31"}$$;

revoke execute on function private.accruals, public.accruals from public, anon, authenticated, service_role;
grant execute on function private.accruals, public.accruals to authenticated, service_role;
