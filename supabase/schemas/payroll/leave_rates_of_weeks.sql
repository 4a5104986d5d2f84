-- The rate of leave that is taken from a plan in use, as the terms of the day say (leave_plan_terms.pay_basis); what of
-- it is not told there, its code says.
--
--   hourly_rate                  that of the code
--   regular_rate_of_week         the regular rate of its workweek, without overtime
--   regular_rate_of_week_before  that of the last workweek before in which the person worked
--   average_of_days              what was paid for the days before, without overtime premiums, over the hours worked
--   average_of_workdays          the same of the last days before on which the person worked
--
-- What no hours were worked for has the rate of the code, and so has time of who is not employed. A rate of the code's
-- own, at the assignment or the facility, is never undercut, and by a state's plan neither is the minimum wage of the
-- place.
--
-- What was paid is what is in the regular rate. Of a day it is the pay of its hours and codes, and of stipends and
-- bonuses of its week as much as its share of the week's hours. Thirteen weeks back nothing is looked for that is not
-- told in days.

-- Of days, so that leave that is paid out and never taken is asked for alike (private.pay_of_leave_hour).
create function private.earned_before_leave(
    contractor_ids uuid[], days date[], pay_bases text[], average_days int[])
returns table (nth bigint, rate numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set jit = off -- compiling takes longer than a week's work
as $$
declare
    v_any_week constant date := private.workweek_start(date '2000-01-01');
begin
    return query
    with asked as materialized (
        select leave.nth, leave.contractor_id, leave.day, leave.pay_basis, leave.average_days,
               leave.day - ((leave.day - v_any_week) % 7 + 7) % 7 as week_start,
               (private.days_before_leave(leave.pay_basis, leave.average_days) + 6) / 7 as weeks_before
          from unnest(earned_before_leave.contractor_ids, earned_before_leave.days, earned_before_leave.pay_bases,
                      earned_before_leave.average_days)
               with ordinality as leave (contractor_id, day, pay_basis, average_days, nth)
    ), sum as materialized ( -- without the rates of leave, which are no part of this
        select sums.*
          from (select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as week_starts
                  from (select distinct asked.contractor_id, asked.week_start - 7 * before.nth
                          from asked
                         cross join generate_series(0, asked.weeks_before) as before (nth)
                         where asked.weeks_before is not null) as week (contractor_id, start)) as week
         cross join lateral private.sums_of_weeks(
                        week.contractor_ids, week.week_starts, with_leave => false) as sums
    ), week as materialized (
        select worked.contractor_id, worked.week_start, worked.hours, worked.shared,
               coalesce(rated.regular_rate, worked.pay / worked.hours) as rate
          from (select sum.contractor_id, sum.week_start, sum(sum.hours) as hours,
                       sum(paid.amount) filter (where sum.work_date is null) as shared, sum(paid.amount) as pay
                  from sum
                 cross join lateral (
                       select private.part_of_leave_rate(
                                  sum.kind, sum.counts_toward_overtime, sum.hours * sum.rate, sum.amount,
                                  sum.in_regular_rate)) as paid (amount)
                 group by sum.contractor_id, sum.week_start
                having sum(sum.hours) > 0) as worked
          join (select rated.*
                  from (select array_agg(sum.totals) as weeks from sum where sum.kind = 'week') as summed
                 cross join lateral private.regular_rates_of_weeks(summed.weeks) as rated) as rated
            on rated.contractor_id = worked.contractor_id and rated.week_start = worked.week_start
    ), day as materialized (
        select sum.contractor_id, sum.work_date, coalesce(sum(sum.hours), 0) as hours,
               coalesce(sum(private.part_of_leave_rate(
                   sum.kind, sum.counts_toward_overtime, sum.hours * sum.rate, sum.amount, sum.in_regular_rate)), 0)
                   + coalesce(week.shared * sum(sum.hours) / week.hours, 0) as pay
          from sum
          left join week on week.contractor_id = sum.contractor_id and week.week_start = sum.week_start
         where sum.work_date is not null
         group by sum.contractor_id, sum.work_date, week.shared, week.hours
    )
    select asked.nth,
           case asked.pay_basis
               when 'regular_rate_of_week' then (
                   select week.rate
                     from week
                    where week.contractor_id = asked.contractor_id and week.week_start = asked.week_start)
               when 'regular_rate_of_week_before' then (
                   select week.rate
                     from week
                    where week.contractor_id = asked.contractor_id and week.week_start < asked.week_start
                    order by week.week_start desc
                    limit 1)
               when 'average_of_days' then (
                   select sum(day.pay) / nullif(sum(day.hours), 0)
                     from day
                    where day.contractor_id = asked.contractor_id
                      and day.work_date between asked.day - asked.average_days and asked.day - 1)
               when 'average_of_workdays' then (
                   select sum(worked.pay) / sum(worked.hours)
                     from (select day.pay, day.hours
                             from day
                            where day.contractor_id = asked.contractor_id
                              and day.work_date < asked.day
                              and day.hours > 0
                            order by day.work_date desc
                            limit asked.average_days) as worked)
           end as rate
      from asked;
end;
$$;
comment on function private.earned_before_leave is
$$Pay an hour that leave of days is paid by; null where its basis is the rate of the hour, or no hours were worked in its time.

contractor_ids, days, pay_bases, average_days: whose leave, and the terms of its plan, by position (nth).$$;

-- The pay that was earned before, the code and the law: none of them is undercut.
create function private.rate_of_leave(code_rate numeric, is_own_rate boolean, earned numeric, minimum_wage numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$
    select round(greatest(
               case when rate_of_leave.is_own_rate then greatest(rate_of_leave.code_rate, rate_of_leave.earned)
                    else coalesce(rate_of_leave.earned, rate_of_leave.code_rate) end,
               rate_of_leave.minimum_wage), 4);
$$;
comment on function private.rate_of_leave is
$$Money that an hour of leave pays, to four decimals.

code_rate: that of its code. is_own_rate: whether it is the code's own, at the assignment or the facility. earned: of
private.earned_before_leave. minimum_wage: of the place; null where none holds.$$;

-- Of all leave of the weeks at once; a firm without a plan in use looks for none.
create function private.leave_rates_of_weeks(contractor_ids uuid[], week_starts date[])
returns table (time_entry_id uuid, pay_rate numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set jit = off -- compiling takes longer than a week's work
as $$
begin
    if not exists (select from public.leave_plans as plan where plan.in_use_from is not null) then
        return;
    end if;
    return query
    with terms as materialized (
        select known.* from private.leave_terms_in_use as known
    ), taken as materialized (
        select row_number() over () as nth, week.contractor_id, entry.id, entry.work_date, assignment.facility_id,
               terms.state, terms.pay_basis, terms.average_days
          from unnest(leave_rates_of_weeks.contractor_ids, leave_rates_of_weeks.week_starts)
               as week (contractor_id, start)
          join public.assignments as assignment on assignment.contractor_id = week.contractor_id
         cross join lateral (
               select of_week.id, of_week.work_date
                 from public.time_entries as of_week
                where of_week.assignment_id = assignment.id
                  and of_week.work_date between week.start and week.start + 6
                  and of_week.is_payable
                  and of_week.code <> 'regular'
               offset 0) as entry
         cross join lateral ( -- entry by entry, and by the key
               select leave.leave_plan_id
                 from private.leave_of_time as leave
                where leave.time_entry_id = entry.id
               offset 0) as leave
          join terms
            on terms.leave_plan_id = leave.leave_plan_id
           and entry.work_date between terms.effective_from and terms.effective_to
    ), earned as (
        select earned.nth, earned.rate
          from (select array_agg(taken.contractor_id order by taken.nth) as contractor_ids,
                       array_agg(taken.work_date order by taken.nth) as days,
                       array_agg(taken.pay_basis order by taken.nth) as pay_bases,
                       array_agg(taken.average_days order by taken.nth) as average_days
                  from taken) as asked
         cross join lateral private.earned_before_leave(
                        asked.contractor_ids, asked.days, asked.pay_bases, asked.average_days) as earned
    )
    select taken.id,
           private.rate_of_leave(
               coded.pay_rate, coded.pay_multiplier is null, earned.rate,
               case when taken.state is not null then wage.amount end)
      from taken
      join earned on earned.nth = taken.nth
     cross join lateral (
           select rate.pay_rate, rate.pay_multiplier
             from private.rates_of_coded_time as rate
            where rate.time_entry_id = taken.id
           offset 0) as coded
      left join lateral private.minimum_wage_on(taken.facility_id, taken.work_date) as wage on true;
end;
$$;
comment on function private.leave_rates_of_weeks is
$$Rates of leave that is taken from plans in use, in contractors' workweeks: of each entry what an hour of it pays, to
four decimals.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.$$;

-- Pay of the time before: of hours that count toward no overtime, such as those of who is exempt, all of it.
create function private.part_of_leave_rate(
    kind text, counts_toward_overtime boolean, straight numeric, amount numeric, in_regular_rate numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$
    select case when part_of_leave_rate.counts_toward_overtime is not false then part_of_leave_rate.in_regular_rate
                when part_of_leave_rate.kind = 'straight' then part_of_leave_rate.straight
                else part_of_leave_rate.amount end;
$$;
comment on function private.part_of_leave_rate is
    'The part of a sum of a week (private.sums_of_weeks) that counts where leave is paid by what was earned before.';

create function private.days_before_leave(pay_basis text, average_days int)
returns int
language sql
immutable
set search_path = ''
as $$
    select case days_before_leave.pay_basis
               when 'regular_rate_of_week' then 0
               when 'average_of_days' then days_before_leave.average_days
               when 'average_of_workdays' then 91
               when 'regular_rate_of_week_before' then 91 end;
$$;
comment on function private.days_before_leave is
    'Days before the week of leave that are looked at for its rate, at most: 0 of that week alone, null of none.';

revoke execute on function
    private.earned_before_leave, private.rate_of_leave, private.leave_rates_of_weeks, private.part_of_leave_rate,
    private.days_before_leave
    from public, anon, authenticated, service_role;
