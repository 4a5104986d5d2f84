-- Aging over time. What ar_aging_as_of adds up for one day, this adds up for many in one pass: what lies before the first
-- of them comes to a handful of rows before it is spread over the days.

-- The last days of the steps, the last one cut off.
create function private.ends_of_steps(from_date date, to_date date, step text)
returns setof date
language sql
stable
set search_path = ''
as $$
    select least((month.start + interval '1 month')::date - 1, ends_of_steps.to_date)
      from generate_series(date_trunc('month', ends_of_steps.from_date::timestamp), ends_of_steps.to_date, '1 month')
           as month (start)
     where ends_of_steps.step = 'month'
     union all
    select least(week.start::date + 6, ends_of_steps.to_date)
      from generate_series(private.workweek_start(ends_of_steps.from_date)::timestamp, ends_of_steps.to_date, '7 days')
           as week (start)
     where ends_of_steps.step = 'week';
$$;
comment on function private.ends_of_steps is 'The last day of each month or workweek of some days; of the last one, to_date at the latest.';

-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.ar_history(from_date date, to_date date, step text, customer_id uuid)
returns table (
    as_of date, current numeric, days_1_30 numeric, days_31_60 numeric, days_61_90 numeric, days_91_plus numeric,
    balance numeric, billed_91_days numeric, days_sales_outstanding numeric)
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_timezone constant text := (
        select settings.operating_timezone from public.organization_settings as settings);
    v_days date[];
    v_first date;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object(
        'from_date', ar_history.from_date, 'to_date', ar_history.to_date, 'step', ar_history.step));
    perform private.require_finite_dates(jsonb_build_object(
        'from_date', ar_history.from_date, 'to_date', ar_history.to_date));
    perform private.require_plausible_days(jsonb_build_object(
        'from_date', ar_history.from_date, 'to_date', ar_history.to_date));
    if ar_history.step not in ('week', 'month') then
        perform private.refuse(
            400, 'step_unknown', format('There is no step %L.', ar_history.step), 'Give week or month.');
    elsif ar_history.to_date < ar_history.from_date then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The history would end on %s, before it starts on %s.', ar_history.to_date, ar_history.from_date),
            'Choose a last day on or after the first one.');
    end if;
    v_days := array(select private.ends_of_steps(ar_history.from_date, ar_history.to_date, ar_history.step));
    if cardinality(v_days) > 520 then
        perform private.refuse(
            400, 'history_too_long',
            format('From %s to %s there are %s steps.', ar_history.from_date, ar_history.to_date, cardinality(v_days)),
            'Ask for at most 520 steps, which are ten years of weeks.');
    end if;
    v_first := v_days[1];
    if ar_history.customer_id is not null then
        perform private.require_facility(ar_history.customer_id);
    end if;

    return query
    with invoice as not materialized (
        select sent.id, sent.due_date, sent.issue_date, sent.total,
               coalesce((sent.voided_at at time zone v_timezone)::date, 'infinity') as until_day
          from public.invoices as sent
          left join public.facilities as facility on facility.id = sent.facility_id -- of all, it is not looked at
         where sent.sent_at is not null
           and (ar_history.customer_id is null
                or coalesce(sent.bill_to_facility_id, facility.bill_to_facility_id, facility.id) = ar_history.customer_id)
           and sent.issue_date <= ar_history.to_date
    ), entry as ( -- an amount, due on a day, that stands from one day until before another; sold_on: of invoices
        select invoice.due_date, invoice.issue_date as from_day, invoice.until_day, invoice.total as amount,
               invoice.issue_date as sold_on
          from invoice
         union all
        select invoice.due_date, greatest(payment.paid_on, invoice.issue_date, (payment.moved_at at time zone v_timezone)::date),
               least((payment.reversed_at at time zone v_timezone)::date, invoice.until_day), -payment.amount, null
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where payment.component = 'principal'
    ), together as ( -- days before the first that make no difference to it become one
        select greatest(entry.due_date, v_first - 91) as due_date,
               greatest(entry.from_day, v_first) as from_day,
               case when entry.until_day > ar_history.to_date then 'infinity' else entry.until_day end as until_day,
               case when entry.sold_on > v_first - 91 then entry.sold_on end as sold_on,
               sum(entry.amount) as amount
          from entry
         where entry.from_day <= ar_history.to_date and entry.until_day > v_first
         group by 1, 2, 3, 4
    ), aged as (
        select day.as_of,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date <= 0), 0.00) as current,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date between 1 and 30), 0.00) as d30,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date between 31 and 60), 0.00) as d60,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date between 61 and 90), 0.00) as d90,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date > 90), 0.00) as d91,
               coalesce(sum(together.amount), 0.00) as balance,
               coalesce(sum(together.amount) filter (where together.sold_on > day.as_of - 91), 0.00) as billed
          from unnest(v_days) as day (as_of)
          left join together on together.from_day <= day.as_of and together.until_day > day.as_of
         group by day.as_of
    )
    select aged.as_of, aged.current, aged.d30, aged.d60, aged.d90, aged.d91, aged.balance, aged.billed,
           case when aged.billed > 0 then round(aged.balance / aged.billed * 91, 1) end
      from aged
     order by aged.as_of;
end;
$$;
comment on function private.ar_history is 'The logic of public.ar_history.';

create function public.ar_history(from_date date, to_date date, step text default 'month', customer_id uuid default null)
returns table (
    as_of date, current numeric, days_1_30 numeric, days_31_60 numeric, days_61_90 numeric, days_91_plus numeric,
    balance numeric, billed_91_days numeric, days_sales_outstanding numeric)
language sql stable set search_path = ''
as $$ select * from private.ar_history(from_date, to_date, step, customer_id); $$;
comment on function public.ar_history is
$$Balance of all facilities together, or of one customer, at the end of each month or workweek, by how long it was overdue then.

current to days_91_plus, balance: principal, as ar_aging_as_of has it of that day. Interest and credits are not in it.

billed_91_days: the totals of invoices issued in the 91 days (13 weeks) up to as_of, those that were void by then left
out; credit notes do not lessen them.
days_sales_outstanding: balance ÷ billed_91_days × 91, to one decimal: how many days of billing stand open. Null where
nothing was billed.

May be called with GET.

Pages: order=as_of.

Who: active staff, whatever their role.

Arguments:
from_date: a day of the first step.
to_date: the last day; the last step ends with it at the latest.
step: one of month, week; at most 520 of them.
customer_id: the facility that is billed, as in customer_aging; null = all together.

Result: a row for each step, the oldest first; as_of is its last day.

Errors: staff_only, argument_missing, date_not_finite, day_out_of_range, step_unknown, period_ends_before_start,
history_too_long, facility_not_found.

Example: {"from_date": "2026-01-01", "to_date": "2026-03-31"}$$;

revoke execute on function
    private.ends_of_steps, private.ar_history, public.ar_history
    from public, anon, authenticated, service_role;
grant execute on function private.ar_history, public.ar_history to authenticated, service_role;
