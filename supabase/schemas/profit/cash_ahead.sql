-- Cash ahead: what eight weeks bring in and pay out, by how facilities have paid and what payroll has been. Nothing is
-- stored: the balance to begin with, and by how much taxes raise a payroll, is typed each time.

-- Days from issue to the money that paid the rest, of each facility's last twelve invoices that money paid.
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
        select invoice.facility_id, invoice.principal_paid_on - invoice.issue_date as days,
               row_number() over (
                   partition by invoice.facility_id order by invoice.principal_paid_on desc, invoice.id) as nth
          from public.invoices as invoice
         where invoice.status = 'paid'
           and invoice.principal_paid_on <= days_to_pay.as_of
           and invoice.kind not in ('opening', 'interest')
           and exists (select from public.payments as payment
                        where payment.invoice_id = invoice.id
                          and payment.source = 'reconciliation'
                          and payment.component = 'principal'
                          and payment.reversed_at is null)
    ), last_twelve as (
        select paid.facility_id, paid.days, count(*) over (partition by paid.facility_id) as invoices
          from paid
         where paid.nth <= 12
    )
    select last_twelve.facility_id, greatest(last_twelve.days, 0) from last_twelve where last_twelve.invoices = 12;
end;
$$;
comment on function private.days_to_pay is
    'Days that each of a facility''s last twelve paid invoices took, of facilities that have twelve, by a day.';

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
        select known.facility_id, percentile_disc(0.5) within group (order by known.days) as days
          from known
         group by known.facility_id
    ), owed as (
        select invoice.facility_id, invoice.issue_date, invoice.due_date,
               invoice.total - coalesce(paid.amount, 0)
               - case when receipts_ahead.as_of >= (invoice.disputed_at at time zone v_timezone)::date
                      then private.disputed_balance(invoice) else 0 end as amount
          from public.invoices as invoice
          left join lateral (
               select sum(payment.amount) as amount
                 from public.payments as payment
                where payment.invoice_id = invoice.id
                  and payment.component = 'principal'
                  and payment.paid_on <= receipts_ahead.as_of
                  and (payment.reversed_at is null
                       or (payment.reversed_at at time zone v_timezone)::date > receipts_ahead.as_of)) as paid on true
         where invoice.sent_at is not null
           and invoice.issue_date <= receipts_ahead.as_of
           and (invoice.voided_at is null
                or (invoice.voided_at at time zone v_timezone)::date > receipts_ahead.as_of)
           and (invoice.status in ('sent', 'partially_paid', 'void')
                or invoice.principal_paid_on > receipts_ahead.as_of)
    ), expected as (
        select owed.amount,
               -- By how long the facility takes; once it takes longer, by those that took longer still. With too few,
               -- by its terms. What none of these explains is late, and expected to be as late again: the median of
               -- what has no usual length (Lindy's law).
               coalesce(
                   case when usual.days is not null and owed.issue_date + usual.days > receipts_ahead.as_of
                        then owed.issue_date + usual.days
                        when usual.days is not null
                        then owed.issue_date + (
                            select percentile_disc(0.5) within group (order by known.days)
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
    )
    select expected.expected_on, expected.amount, true from expected
     union all
    select receipts_ahead.as_of
           + case facility.billing_cycle when 'week' then 7 when 'two_weeks' then 14 else 30 end
           + coalesce(usual.days, facility.payment_terms_days),
           sum(accrued.amount), false
      from private.accrued_revenue(receipts_ahead.as_of) as accrued
      join public.facilities as facility on facility.id = accrued.facility_id
      left join usual on usual.facility_id = facility.id
     group by facility.id, usual.days;
end;
$$;
comment on function private.receipts_ahead is
    'Money expected by a day''s open invoices, without what is disputed, and by its unbilled work, a cycle later.';

-- Batches that are closed and not paid yet as they are; of other pay days the mean of the group's last four.
create function private.payroll_ahead(as_of date, through date)
returns table (pay_date date, amount numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
    return query
    with batch as materialized (
        select closed.payroll_period_id, period.pay_group_id, closed.kind, closed.gross_total,
               private.paid_on(closed, period) as paid_on,
               (closed.closed_at at time zone private.operating_timezone())::date as closed_on
          from public.payroll_batches as closed
          join public.payroll_periods as period on period.id = closed.payroll_period_id
         where closed.status = 'closed'
    ), usual as (
        select recent.pay_group_id, avg(recent.gross_total) as amount
          from (select batch.pay_group_id, batch.gross_total,
                       row_number() over (partition by batch.pay_group_id order by batch.paid_on desc) as nth
                  from batch
                 where batch.kind = 'regular' and batch.closed_on <= payroll_ahead.as_of) as recent
         where recent.nth <= 4
         group by recent.pay_group_id
    )
    select batch.paid_on, batch.gross_total
      from batch
     where batch.closed_on <= payroll_ahead.as_of
       and batch.paid_on > payroll_ahead.as_of
       and batch.paid_on <= payroll_ahead.through
     union all
    select period.pay_date, usual.amount
      from public.payroll_periods as period
      join usual on usual.pay_group_id = period.pay_group_id
     where period.pay_date > payroll_ahead.as_of
       and period.pay_date <= payroll_ahead.through
       and not exists (
           select from batch
            where batch.payroll_period_id = period.id
              and batch.kind = 'regular'
              and batch.closed_on <= payroll_ahead.as_of);
end;
$$;
comment on function private.payroll_ahead is 'Pay of the pay days after one day and through another, before taxes.';

-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.cash_ahead(opening_balance numeric, payroll_tax_factor numeric, as_of date)
returns table (
    week_start date, receipts_billed numeric, receipts_unbilled numeric, payroll numeric, balance numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_as_of constant date := coalesce(cash_ahead.as_of, v_today);
    v_first constant date := private.workweek_start(v_as_of);
begin
    perform private.require_reader_of_books();
    perform private.require_arguments(jsonb_build_object(
        'opening_balance', cash_ahead.opening_balance, 'payroll_tax_factor', cash_ahead.payroll_tax_factor));
    perform private.require_finite_dates(jsonb_build_object('as_of', v_as_of));
    perform private.require_plausible_days(jsonb_build_object('as_of', v_as_of));
    if v_as_of > v_today then
        perform private.refuse(
            400, 'cash_ahead_of_a_later_day', format('%s has not come.', v_as_of),
            format('Give a day up to %s, or none.', v_today));
    elsif (abs(cash_ahead.opening_balance) < 10000000000) is not true then
        perform private.refuse(
            400, 'opening_balance_not_valid',
            format('The opening balance %s is not an amount of money.', cash_ahead.opening_balance),
            'Give an amount below 10000000000, or one below 0 for an overdraft.');
    elsif (cash_ahead.payroll_tax_factor >= 1 and cash_ahead.payroll_tax_factor < 2) is not true then
        perform private.refuse(
            400, 'payroll_tax_factor_not_valid',
            format('Payroll times %s is no payroll with its taxes.', cash_ahead.payroll_tax_factor),
            'Give a factor from 1 to less than 2: 1.0765 where taxes add 7.65 %.');
    end if;
    return query
    with receipt as materialized (
        select ahead.* from private.receipts_ahead(v_as_of) as ahead
    ), pay as materialized (
        select ahead.* from private.payroll_ahead(v_as_of, v_first + 55) as ahead
    ), week as (
        select v_first + 7 * nth as start,
               round(coalesce((
                   select sum(receipt.amount) from receipt
                    where receipt.is_billed
                      and receipt.expected_on between v_first + 7 * nth and v_first + 7 * nth + 6), 0), 2) as billed,
               round(coalesce((
                   select sum(receipt.amount) from receipt
                    where not receipt.is_billed
                      and receipt.expected_on between v_first + 7 * nth and v_first + 7 * nth + 6), 0), 2) as unbilled,
               round(coalesce((
                   select sum(pay.amount) from pay
                    where pay.pay_date between v_first + 7 * nth and v_first + 7 * nth + 6), 0)
                   * cash_ahead.payroll_tax_factor, 2) as pay
          from generate_series(0, 7) as nth
    )
    select week.start, week.billed, week.unbilled, week.pay,
           round(cash_ahead.opening_balance, 2) + sum(week.billed + week.unbilled - week.pay) over (order by week.start)
      from week
     order by week.start;
end;
$$;
comment on function private.cash_ahead is 'The logic of public.cash_ahead.';

create function public.cash_ahead(
    opening_balance numeric default 0, payroll_tax_factor numeric default 1, as_of date default null)
returns table (
    week_start date, receipts_billed numeric, receipts_unbilled numeric, payroll numeric, balance numeric)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.cash_ahead(opening_balance, payroll_tax_factor, as_of); $$;
comment on function public.cash_ahead is
$$Cash ahead: what eight workweeks bring in and pay out, from the one that runs on, and the balance after each.

An open invoice is expected as many days after its issue as the median of its facility's last twelve that were paid;
once it took longer, the median of those of the twelve that took longer still; where there are fewer than twelve, on
its due date. What should have come by then is expected to be as late again. What is disputed is not expected.
Approved work that is not billed is expected a billing cycle later than an invoice of today would be. Payroll is paid
on the pay days of payroll_periods: batches that are closed as they are, each other one as the mean of its group's last
four, all times a factor for taxes. What is not worked yet, and the firm's own costs, are not in it. May be called with
GET.

Pages: order=week_start.

Who: staff with both roles, billing and payroll; admins.

Arguments:
opening_balance: cash to begin with; it is not kept.
payroll_tax_factor: by which pay is multiplied for the employer's taxes, 1.0765 where these add 7.65 %; it is not kept.
as_of: the day; null = the business date. Of an earlier day: by what was open, unbilled and known to be paid then, at
    today's rates.

Result: eight rows. receipts_billed, receipts_unbilled: money expected in the week by open invoices, and by unbilled
work. payroll: pay of its pay days, with taxes. balance: at its end; of the running week what is still to come counts
alone.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, cash_ahead_of_a_later_day,
opening_balance_not_valid, payroll_tax_factor_not_valid.

Example: {"opening_balance": 25000, "payroll_tax_factor": 1.0765}$$;

revoke execute on function
    private.days_to_pay, private.receipts_ahead, private.payroll_ahead, private.cash_ahead, public.cash_ahead
    from public, anon, authenticated, service_role;
grant execute on function private.cash_ahead, public.cash_ahead to authenticated, service_role;
