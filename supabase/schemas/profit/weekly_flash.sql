-- The owner's Monday page: one week in a few figures, beside the week before and the same week a year ago.

-- The tables as they are today are asked: what was corrected since is corrected here too.
create function private.flash_of_week(week_start date)
returns table (figure text, measure text, nth int, value numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_end constant date := flash_of_week.week_start + 6;
    v_as_of constant date := least(v_end, (private.clock()).business_date);
begin
    return query
    with placed as (
        select assignment.contractor_id,
               bool_or(assignment.start_date <= v_end
                       and coalesce(assignment.end_date, 'infinity') >= flash_of_week.week_start) as is_there,
               bool_or(assignment.start_date < flash_of_week.week_start
                       and coalesce(assignment.end_date, 'infinity') >= flash_of_week.week_start - 7) as was_there,
               bool_or(assignment.start_date <= v_end + 7
                       and coalesce(assignment.end_date, 'infinity') > v_end) as stays
          from public.assignments as assignment
         where assignment.start_date <= v_end + 7
           and (assignment.end_date is null or assignment.end_date >= flash_of_week.week_start - 7)
         group by assignment.contractor_id
    ), head as (
        select count(*) as heads, count(*) filter (where not placed.was_there) as starts,
               count(*) filter (where not placed.stays) as ends
          from placed
         where placed.is_there
    ), worked as (
        select coalesce(sum(entry.hours) filter (where entry.is_payable), 0.00) as approved,
               coalesce(sum(entry.hours) filter (where not entry.is_payable and entry.status <> 'locked'), 0.00)
                   as waiting
          from public.time_entries as entry
         where entry.work_date between flash_of_week.week_start and v_end
           and entry.is_worked
           and entry.set_aside_at is null
    ), profit as ( -- fees and burden are rounded each, as by gross_profit
        select coalesce(sum(parted.billed), 0) - coalesce(round(sum(parted.fees), 2), 0) as revenue,
               coalesce(sum(parted.billed), 0) - coalesce(round(sum(parted.fees), 2), 0)
               - coalesce(sum(parted.wages), 0) - coalesce(sum(parted.premiums), 0) - coalesce(sum(parted.stipends), 0)
               - coalesce(sum(parted.codes), 0) - coalesce(sum(parted.reimbursements), 0)
               - coalesce(round(sum(parted.burden), 2), 0) as profit
          from private.profit_parts(flash_of_week.week_start, v_end, false, false, false) as parted
    ), issued as (
        select coalesce(sum(invoice.total), 0.00) as billed
          from public.invoices as invoice
         where invoice.issue_date between flash_of_week.week_start and v_end
           and invoice.sent_at is not null
           and invoice.voided_at is null
           and invoice.kind <> 'opening'
    ), received as (
        select coalesce(sum(paid.amount), 0.00) as cash
          from public.checks as paid
         where paid.received_on between flash_of_week.week_start and v_end
           and paid.status <> 'returned'
    ), owed as (
        select history.days_sales_outstanding,
               history.days_1_30 + history.days_31_60 + history.days_61_90 + history.days_91_plus as overdue
          from private.ar_history(v_as_of, v_as_of, 'week', null) as history
         where private.is_plausible_day(v_as_of) -- a year before the first of all weeks is none
    )
    select told.figure, told.measure, told.nth, told.value
      from head
     cross join worked
     cross join profit
     cross join issued
     cross join received
      left join owed on true
     cross join lateral (values
           ('heads', 'people', 1, head.heads::numeric),
           ('starts', 'people', 2, head.starts::numeric),
           ('ends', 'people', 3, head.ends::numeric),
           ('hours', 'hours', 4, worked.approved),
           ('unapproved_hours', 'hours', 5, worked.waiting),
           ('revenue', 'money', 6, round(profit.revenue, 2)),
           ('gross_profit', 'money', 7, round(profit.profit, 2)),
           ('billed', 'money', 8, issued.billed),
           ('unbilled', 'money', 9, (
               select round(coalesce(sum(work.amount), 0), 2) from private.unbilled_work(v_as_of) as work)),
           ('cash_in', 'money', 10, received.cash),
           ('days_sales_outstanding', 'days', 11, owed.days_sales_outstanding),
           ('overdue', 'money', 12, coalesce(owed.overdue, 0.00)),
           ('payroll_ahead', 'money', 13, (
               select coalesce(sum(accrued.amount), 0.00) from private.accrued_pay(v_as_of) as accrued))
           ) as told (figure, measure, nth, value);
end;
$$;
comment on function private.flash_of_week is
    'Figures of one workweek, in their order: of a week that runs, through the business date. Null = there is none.';

create function private.flash_beside_others(week_start date)
returns table (
    place int, figure text, measure text, value numeric, week_before numeric, year_before numeric)
language sql
stable
set search_path = ''
as $$
    select told.nth, told.figure, told.measure, told.value, before.value, ago.value
      from private.flash_of_week(flash_beside_others.week_start) as told
      join private.flash_of_week(flash_beside_others.week_start - 7) as before on before.nth = told.nth
      join private.flash_of_week(flash_beside_others.week_start - 364) as ago on ago.nth = told.nth
     order by told.nth;
$$;
comment on function private.flash_beside_others is
    'The figures of a workweek beside those of the week before, and of the same week a year ago.';

-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.weekly_flash(week_start date)
returns table (
    week date, place int, figure text, measure text, value numeric, week_before numeric, year_before numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_this constant date := private.workweek_start((private.clock()).business_date);
    v_week constant date := coalesce(weekly_flash.week_start, v_this - 7);
begin
    perform private.require_reader_of_books();
    perform private.require_finite_dates(jsonb_build_object('week_start', v_week));
    perform private.require_plausible_days(jsonb_build_object('week_start', v_week));
    perform private.require_week_start(v_week);
    if v_week > v_this then
        perform private.refuse(
            400, 'week_not_begun', format('The week of %s has not begun.', v_week),
            format('Give %s, or the first day of an earlier workweek.', v_this));
    end if;
    return query
    select v_week, told.place, told.figure, told.measure, told.value, told.week_before, told.year_before
      from private.flash_beside_others(v_week) as told
     order by told.place;
end;
$$;
comment on function private.weekly_flash is 'The logic of public.weekly_flash.';

create function public.weekly_flash(week_start date default null)
returns table (
    week date, place int, figure text, measure text, value numeric, week_before numeric, year_before numeric)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.weekly_flash(week_start); $$;
comment on function public.weekly_flash is
$$The Monday page: a workweek in thirteen figures, beside the week before and the same week a year ago.

A year ago is 364 days before.

heads, starts, ends: people with an assignment in the week; those of them who had none in the week before; and those
who have none in the next. hours: worked and approved. unapproved_hours: worked and not yet approved, which no other
figure has. revenue, gross_profit: of the work of the week, as gross_profit has them; what is not billed or paid yet is
estimated. billed: the totals of invoices that were issued in it, void ones not. unbilled: approved work by its end
that no invoice issued by then bills, after fees and before taxes. cash_in: checks and transfers received in it,
returned ones not.
days_sales_outstanding, overdue: of its end, as ar_history has them. payroll_ahead: pay of the work by its end that was
not paid by then, before taxes.

Of a week that runs, its end is the business date. Each figure is of the tables as they are today. May be called with
GET.

Pages: order=place.

Who: staff with both roles, billing and payroll; admins.

Arguments:
week_start: the first day of a workweek; null = the one before this.

Result: a row for each figure, in the order above. week: the first day. place: its number. measure: people, hours,
money or days. value is null where there is none: days_sales_outstanding where nothing was billed.

Errors: role_required, date_not_finite, day_out_of_range, week_start_not_first_day, week_not_begun.

Example: {"week_start": "2026-03-02"}$$;

revoke execute on function
    private.flash_of_week, private.flash_beside_others, private.weekly_flash, public.weekly_flash
    from public, anon, authenticated, service_role;
grant execute on function private.weekly_flash, public.weekly_flash to authenticated, service_role;
