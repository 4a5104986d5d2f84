-- Periods of a pay group by its calendar, ahead: those that are made, and those on which cash ahead counts before.
create function private.periods_to_come(pay_group public.pay_groups, on_day date, last_start date)
returns table (period_start date, period_end date, pay_date date)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_days constant int := (periods_to_come.pay_group).weeks * 7;
    v_calendar constant date := (periods_to_come.pay_group).first_day;
    v_start date;
    v_first date;
begin
    if v_days is null then
        return;
    end if;
    -- The first after the last that there is, so that no week is without one; else the period of the day.
    v_start := coalesce(
        (select max(period.period_end) + 1
           from public.payroll_periods as period
          where period.pay_group_id = (periods_to_come.pay_group).id),
        v_calendar + floor((periods_to_come.on_day - v_calendar)::numeric / v_days)::int * v_days);
    -- Behind one that was entered by hand, the weeks up to the calendar's next period are a shorter one.
    v_first := v_calendar + ceil((v_start - v_calendar)::numeric / v_days)::int * v_days;
    return query
    select made.first_day, made.last_day, private.pay_day(periods_to_come.pay_group, made.last_day)
      from (select v_start, v_first - 1
             where v_start < v_first and v_start <= periods_to_come.last_start
             union all
            select whole.first_day::date, whole.first_day::date + v_days - 1
              from generate_series(v_first, periods_to_come.last_start, make_interval(days => v_days))
                   as whole (first_day)) as made (first_day, last_day);
end;
$$;
comment on function private.periods_to_come is
$$Periods by the calendar of a pay group after its last one, or from that of a day on where it has none; none without a
calendar.

last_start: the day by which the last of them begins.$$;

-- Security definer: whoever has the role need not be allowed each column.
create function private.make_payroll_periods(pay_group_id uuid)
returns setof public.payroll_periods
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_ahead constant int := 8;
    v_today constant date := (private.clock()).business_date;
    v_group public.pay_groups;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object('pay_group_id', make_payroll_periods.pay_group_id));
    select pay_group.* into v_group
      from public.pay_groups as pay_group where pay_group.id = make_payroll_periods.pay_group_id
       for no key update; -- of two at once the second finds what the first made
    if not found then
        perform private.refuse(
            404, 'pay_group_not_found',
            format('There is no pay group %s.', make_payroll_periods.pay_group_id),
            'Look it up in the list of pay groups.');
    elsif v_group.weeks is null then
        perform private.refuse(
            409, 'pay_group_without_calendar',
            format('The pay group %s has no calendar.', v_group.name),
            'Say its weeks, a first day and its pay day, or enter its periods one by one.');
    end if;

    return query
    insert into public.payroll_periods (pay_group_id, period_start, period_end, pay_date)
    select v_group.id, made.*
      from private.periods_to_come(v_group, v_today, v_today + v_ahead * v_group.weeks * 7) as made
    returning *;
end;
$$;
comment on function private.make_payroll_periods is 'The logic of public.make_payroll_periods.';

create function public.make_payroll_periods(pay_group_id uuid)
returns setof public.payroll_periods language sql volatile set search_path = ''
as $$ select * from private.make_payroll_periods(pay_group_id); $$;
comment on function public.make_payroll_periods is
$$Makes the payroll periods of a pay group by its calendar, eight ahead of today.

It begins with the period of today where the group has none yet, and else on the day after its last one: those that were
missed are made too, and weeks between one that was entered by hand and the calendar's next are a shorter period. A pay day on a Saturday, a
Sunday or a holiday comes before it. Periods that are there stay as they are.

Who: payroll.

Arguments:
pay_group_id: the group, with a calendar.

Result: the periods that were made. Again on the same day: none.

Errors: role_required, argument_missing, pay_group_not_found, pay_group_without_calendar.

Example: {"pay_group_id": "$pay_group_id"}$$;

revoke execute on function private.periods_to_come, private.make_payroll_periods, public.make_payroll_periods
    from public, anon, authenticated, service_role;
grant execute on function private.make_payroll_periods, public.make_payroll_periods to authenticated, service_role;
