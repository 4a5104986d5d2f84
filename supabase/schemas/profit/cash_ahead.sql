-- Cash ahead: what eight weeks bring in and pay out, by how facilities have paid and what payroll has been. Nothing is
-- stored: the balance to begin with, and by how much taxes raise a payroll, is typed each time.

create function private.batches_closed_by(as_of date)
returns table (payroll_period_id uuid, pay_group_id uuid, period_start date, kind text, paid_on date, amount numeric)
language sql
stable
set search_path = ''
as $$
    select closed.payroll_period_id, period.pay_group_id, period.period_start, closed.kind,
           private.paid_on(closed, period), closed.gross_total
      from public.payroll_batches as closed
      join public.payroll_periods as period on period.id = closed.payroll_period_id
     where closed.status = 'closed'
       and (closed.closed_at at time zone private.operating_timezone())::date <= batches_closed_by.as_of;
$$;
comment on function private.batches_closed_by is
    'Payroll batches that were closed by a day, with what they pay before taxes.';

create function private.usual_payroll(as_of date)
returns table (pay_group_id uuid, amount numeric, last_start date)
language sql
stable
set search_path = ''
as $$
    select recent.pay_group_id, avg(recent.amount) filter (where recent.nth <= 4), max(recent.period_start)
      from (select batch.pay_group_id, batch.amount, batch.period_start,
                   row_number() over (
                       partition by batch.pay_group_id order by batch.paid_on desc, batch.period_start desc) as nth
              from private.batches_closed_by(usual_payroll.as_of) as batch
             where batch.kind = 'regular') as recent
     group by recent.pay_group_id;
$$;
comment on function private.usual_payroll is
    'Mean of the last four regular batches of each pay group that has any by a day, and when its last period began.';

-- Without people there is no payroll.
create function private.is_placed(pay_group_id uuid, from_day date, to_day date)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
         where contractor.pay_group_id = is_placed.pay_group_id
           and assignment.start_date <= is_placed.to_day
           and coalesce(assignment.end_date, 'infinity') >= is_placed.from_day);
$$;
comment on function private.is_placed is 'True if somebody of a pay group has an assignment in some days.';

-- Batches that are closed and not paid yet as they are; of each other pay day the mean of the group's last four.
create function private.payroll_ahead(as_of date, through date)
returns table (pay_date date, amount numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
    v_timezone constant text := private.operating_timezone();
begin
    return query
    with batch as materialized (
        select closed.* from private.batches_closed_by(payroll_ahead.as_of) as closed
    ), period as (
        select made.id, made.pay_group_id, made.period_start, made.period_end, made.pay_date
          from public.payroll_periods as made
         where made.pay_date <= payroll_ahead.through
           and (made.closed_at is null or (made.closed_at at time zone v_timezone)::date > payroll_ahead.as_of)
         union all
        select null, pay_group.id, to_come.*
          from public.pay_groups as pay_group
         cross join lateral private.periods_to_come(pay_group, payroll_ahead.as_of, payroll_ahead.through) as to_come
         where to_come.pay_date <= payroll_ahead.through
    )
    select batch.paid_on, batch.amount
      from batch
     where batch.paid_on > payroll_ahead.as_of
       and batch.paid_on <= payroll_ahead.through
     union all
    -- One that is due today or late is paid at once. What is before the last that was closed was paid with that.
    select greatest(period.pay_date, payroll_ahead.as_of), usual.amount
      from period
      join private.usual_payroll(payroll_ahead.as_of) as usual on usual.pay_group_id = period.pay_group_id
     where (period.pay_date > payroll_ahead.as_of or period.period_start > usual.last_start)
       -- One that is to come has people if some are placed now: most stay.
       and private.is_placed(
           period.pay_group_id, least(period.period_start, payroll_ahead.as_of), period.period_end)
       and not exists (
           select from batch where batch.payroll_period_id = period.id and batch.kind = 'regular');
end;
$$;
comment on function private.payroll_ahead is
    'Pay before taxes of the pay days through a day that were not paid by another.';

create function private.payroll_unknown(as_of date)
returns table (name text, after date)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
    return query
    select pay_group.name, case when usual.pay_group_id is null then '-infinity' else known.last_day end
      from public.pay_groups as pay_group
      left join private.usual_payroll(payroll_unknown.as_of) as usual on usual.pay_group_id = pay_group.id
     cross join lateral (
           select coalesce(max(period.pay_date), '-infinity') as last_day
             from public.payroll_periods as period
            where period.pay_group_id = pay_group.id) as known
     where (usual.pay_group_id is null or pay_group.weeks is null)
       and private.is_placed(pay_group.id, payroll_unknown.as_of, 'infinity');
end;
$$;
comment on function private.payroll_unknown is
$$Pay groups with people of whose payroll after some day nothing is known: no batch of theirs was closed, or they have
no calendar, and no pay day after it.$$;

-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.cash_ahead(opening_balance numeric, payroll_tax_factor numeric, as_of date)
returns table (
    week_start date, receipts_billed numeric, receipts_unbilled numeric, payroll numeric, balance numeric,
    payroll_unknown_of text[])
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
    ), unknown as materialized (
        select ahead.* from private.payroll_unknown(v_as_of) as ahead
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
           round(cash_ahead.opening_balance, 2)
           + sum(week.billed + week.unbilled - week.pay) over (order by week.start),
           array(select unknown.name from unknown where unknown.after < week.start order by unknown.name)
      from week
     order by week.start;
end;
$$;
comment on function private.cash_ahead is 'The logic of public.cash_ahead.';

create function public.cash_ahead(
    opening_balance numeric default 0, payroll_tax_factor numeric default 1, as_of date default null)
returns table (
    week_start date, receipts_billed numeric, receipts_unbilled numeric, payroll numeric, balance numeric,
    payroll_unknown_of text[])
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.cash_ahead(opening_balance, payroll_tax_factor, as_of); $$;
comment on function public.cash_ahead is
$$Cash ahead: what eight workweeks bring in and pay out, from the one that runs on, and the balance after each.

An open invoice is expected as many days after its issue as the median of its facility's last twelve that were paid;
once it took longer, the median of those of the twelve that took longer still; where there are fewer than twelve, on
its due date. What should have come by then is expected to be as late again. What is disputed is not expected, nor a
discount of an invoice that is expected in time for it. Checks that wait to be reconciled, and what is left of credits,
are taken off what their payer owes, what is due first before the rest, and then off its work.
Approved work that is not billed is expected after fees and before taxes, a billing cycle later than an invoice of today
would be. Payroll is paid on the pay days of payroll_periods, and beyond these by the calendar of the pay group: batches
that are closed as they are, each other one as the mean of its group's last four, all times a factor for taxes. One that
is late, or due today and not closed, is paid in the running week. What is not worked yet, interest, and the firm's own
costs are not in it. May be called with GET.

Pages: order=week_start.

Who: staff with both roles, billing and payroll; admins.

Arguments:
opening_balance: cash to begin with; it is not kept.
payroll_tax_factor: by which pay is multiplied for the employer's taxes, 1.0765 where these add 7.65 %; it is not kept.
as_of: the day; null = the business date. Of an earlier day: by what was open, unbilled and known to be paid then, at
    today's rates.

Result: eight rows. receipts_billed, receipts_unbilled: money expected in the week by open invoices, and by unbilled
work. payroll: pay of its pay days, with taxes. balance: at its end; of the running week what is still to come counts
alone. payroll_unknown_of: names of pay groups whose payroll of the week is not in it, since no batch of theirs was
closed, or they have no calendar and no pay days so far ahead.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, cash_ahead_of_a_later_day,
opening_balance_not_valid, payroll_tax_factor_not_valid.

Example: {"opening_balance": 25000, "payroll_tax_factor": 1.0765}$$;

revoke execute on function
    private.batches_closed_by, private.usual_payroll, private.is_placed, private.payroll_ahead,
    private.payroll_unknown, private.cash_ahead, public.cash_ahead
    from public, anon, authenticated, service_role;
grant execute on function private.cash_ahead, public.cash_ahead to authenticated, service_role;
