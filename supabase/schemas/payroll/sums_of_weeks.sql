-- Sums of contractors' workweeks, but for those of premiums for overtime and for breaks and guarantees: each sum at
-- today's hours and rates, with what of it is in the regular rate, and what is set off against overtime.
-- pay_of_weeks.sql makes lines of them, regular_rates_of_weeks.sql the regular rate, regular_rate_of_week.sql explains
-- it.
--
--   straight     each entry of hours worked, at the pay rate of its day or of its code
--   differential what premium rules add to hours of an entry, each rounded to the cent (private.differentials_of_time)
--   code         hours of a code that are not worked, and units: each at its own rate, rounded to the cent
--   mileage_excess  what a mile that is repaid has beyond the Internal Revenue Service's rate: a wage, in the regular
--                rate unless its rate says a reason (29 CFR 778.217)
--   stipend      private.stipends_of_time
--   adjustment   approved, payable in the week; a deduction is negative
--   week         no sum of its own: what the week's premiums are made of (regular_rates_of_weeks.sql), once a week
--
-- In the regular rate is what was paid for time that counts toward overtime, with the stipends for hours driven, the
-- bonuses and the pay of codes that belong to it, such as time on call (29 CFR 778.223). What is paid at an assignment
-- without overtime is in none. What premium rules add to an
-- hour is in it too (778.207(b)). A premium for work on holidays or days of rest, of half the rate or more, is not, and
-- may be set off (778.203, 29 USC 207(e)(6), (h)(2)); a smaller one is a part of the hour's rate. A bonus that was
-- earned over days of its own is in that of other weeks (private.earned_sums).
create function private.sums_of_weeks(
    contractor_ids uuid[], week_starts date[], moved_entry_ids uuid[] default null, moved_by int default 0,
    with_leave boolean default true)
returns table (
    contractor_id uuid, week_start date, kind text, time_entry_id uuid, payroll_adjustment_id uuid,
    assignment_stipend_id uuid, premium_rule_id uuid, assignment_id uuid, work_date date, created_at timestamptz,
    code text, hours numeric, quantity numeric, rate numeric, amount numeric, counts_toward_overtime boolean,
    overtime_hours numeric, doubletime_hours numeric, in_regular_rate numeric, by_regular_hours boolean,
    credit numeric, totals private.week_sums)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a period is sorted in memory
set jit = off -- compiling takes longer than a week's work
as $$
declare
    v_has_codes constant boolean := ( -- folded into the plan; by the index, of which most firms' is empty
        select min(entry.code) from public.time_entries as entry where entry.code <> 'regular') is not null;
    v_has_premiums constant boolean := exists (
        select from public.premium_rules as rule where rule.pay_multiplier is not null);
begin
    return query
    with day_rate as materialized ( -- once per assignment, not once per entry
        select rate.assignment_id, rate.effective_from, rate.effective_to, rate.pay_rate,
               assignment.overtime_rule = 'flsa' as is_federal
          from public.assignments as assignment
          join private.rates_of_days as rate on rate.assignment_id = assignment.id
         where assignment.contractor_id = any (sums_of_weeks.contractor_ids)
    ), coded as materialized (
        select coded.*, rule.has_limits
          from private.coded_time_of_weeks(
                   sums_of_weeks.contractor_ids, sums_of_weeks.week_starts, sums_of_weeks.with_leave) as coded
          join public.assignments as assignment on assignment.id = coded.assignment_id
          join private.overtime_limits as rule on rule.name = assignment.overtime_rule
         where v_has_codes
    ), entry as materialized (
        select classified.*, entry.created_at, entry.hours, entry.shift_id, entry.started_at, coded.code,
               day_rate.is_federal,
               rate.pay_rate, rate.straight, round(rate.straight, 2) as amount,
               case when classified.counts_toward_overtime then coalesce(rate.without_premium, rate.straight) end
                   as in_regular_rate,
               case when classified.counts_toward_overtime then rate.straight - rate.without_premium end as credit
          from private.classified_time(
                   sums_of_weeks.contractor_ids, sums_of_weeks.week_starts, null, sums_of_weeks.moved_entry_ids,
                   sums_of_weeks.moved_by) as classified
          join public.time_entries as entry on entry.id = classified.time_entry_id
          join day_rate
            on day_rate.assignment_id = classified.assignment_id
           and entry.work_date between day_rate.effective_from and day_rate.effective_to
          left join coded on v_has_codes and coded.time_entry_id = classified.time_entry_id
         cross join lateral (
               select coalesce(coded.pay_rate, day_rate.pay_rate) as pay_rate,
                      entry.hours * coalesce(coded.pay_rate, day_rate.pay_rate) as straight,
                      entry.hours * coded.rate_without_premium as without_premium) as rate
    ), extra (
        contractor_id, week_start, kind, time_entry_id, payroll_adjustment_id, assignment_stipend_id, premium_rule_id,
        assignment_id, work_date, code, quantity, rate, amount, counts_toward_overtime, in_regular_rate,
        by_regular_hours, credit
    ) as materialized (
        select entry.contractor_id, entry.week_start, 'differential', entry.time_entry_id, null::uuid, null::uuid,
               added.premium_rule_id, entry.assignment_id, entry.work_date, null, added.quantity, added.rate,
               pay.amount, entry.counts_toward_overtime,
               case when entry.counts_toward_overtime and not added.is_creditable then pay.amount end, false,
               case when entry.counts_toward_overtime and added.is_creditable then pay.amount end
          from (select array_agg(worked.time_entry_id) as ids, array_agg(worked.assignment_id) as assignment_ids,
                       array_agg(worked.pay_rate) as rates
                  from entry as worked
                 where v_has_premiums) as worked
         cross join lateral private.differentials_of_time(
                        worked.ids, worked.assignment_ids, worked.rates, true) as added
          join entry on entry.time_entry_id = added.time_entry_id
         cross join lateral (select round(added.quantity * added.rate, 2)) as pay (amount)
         where v_has_premiums
         union all
        select coded.contractor_id, coded.week_start, pay.kind, coded.time_entry_id, null, null,
               null, coded.assignment_id, coded.work_date, coded.code, coded.quantity, pay.rate,
               pay.amount, case when pay.is_in_regular_rate and not coded.has_limits then false end,
               case when pay.is_in_regular_rate and coded.has_limits then pay.amount end, false, null
          from coded
         cross join lateral (select coalesce(coded.repaid_pay_rate, coded.pay_rate)) as repaid (rate)
         cross join lateral (values -- both are what its rate comes to
               ('code', repaid.rate, round(coded.quantity * repaid.rate, 2), coded.in_regular_rate),
               ('mileage_excess', coded.excess_pay_rate,
                round(coded.quantity * coded.pay_rate, 2) - round(coded.quantity * repaid.rate, 2),
                coded.excess_is_in_regular_rate)) as pay (kind, rate, amount, is_in_regular_rate)
         where v_has_codes and not coded.is_worked and coded.pay_rate > 0 and pay.rate > 0
         union all
        select stipend.contractor_id, stipend.week_start, 'stipend', null, null, stipend.assignment_stipend_id,
               null, stipend.assignment_id, null, null, null, null,
               stipend.amount, null, case when stipend.in_regular_rate then stipend.amount end,
               stipend.by_regular_hours, null
          from (select array_agg(row(
                           entry.contractor_id, entry.week_start, entry.assignment_id, entry.work_date, entry.shift_id,
                           entry.started_at, entry.counts_toward_overtime)::private.payable_time) as times
                  from entry
                 where entry.assignment_id in (select known.assignment_id from public.assignment_stipends as known)
               ) as of_time
         cross join lateral private.stipends_of_time(of_time.times) as stipend
         union all
        select week.contractor_id, week.start, 'adjustment', null, adjustment.id, null,
               null, null, null, null, null, null,
               pay.amount, null,
               case when adjustment.in_regular_rate and adjustment.earned_from is null then pay.amount end,
               adjustment.is_flat_sum and adjustment.flat_sum_divisor is distinct from 'all_hours', null
          from unnest(sums_of_weeks.contractor_ids, sums_of_weeks.week_starts) as week (contractor_id, start)
          join public.payroll_adjustments as adjustment
            on adjustment.contractor_id = week.contractor_id
           and adjustment.payable_on between week.start and week.start + 6
         cross join lateral (
               select case adjustment.kind when 'deduction' then -adjustment.amount else adjustment.amount end
               ) as pay (amount)
         where adjustment.approved_at is not null
    ), worked as (
        select entry.contractor_id, entry.week_start,
               sum(entry.straight) as straight,
               sum(entry.amount) as rounded_straight,
               sum(entry.in_regular_rate) as counted_pay,
               sum(entry.hours) filter (where entry.counts_toward_overtime) as counted_hours,
               nullif(sum(entry.regular_hours) filter (where entry.counts_toward_overtime), 0) as regular_hours,
               sum(entry.overtime_hours) as overtime_hours,
               sum(entry.doubletime_hours) as doubletime_hours,
               sum(entry.credit) as credit,
               bool_and(entry.is_federal) filter (where entry.counts_toward_overtime) as is_federal
          from entry
         group by entry.contractor_id, entry.week_start
    ), added as (
        select extra.contractor_id, extra.week_start,
               sum(extra.in_regular_rate) filter (where not extra.by_regular_hours) as shares,
               sum(extra.in_regular_rate) filter (where extra.by_regular_hours) as flat_sums,
               sum(extra.credit) as credit
          from extra
         group by extra.contractor_id, extra.week_start
    )
    select entry.contractor_id, entry.week_start, 'straight', entry.time_entry_id, null::uuid, null::uuid, null::uuid,
           entry.assignment_id, entry.work_date, entry.created_at, entry.code, entry.hours, null::numeric,
           entry.pay_rate, entry.amount, entry.counts_toward_overtime, entry.overtime_hours, entry.doubletime_hours,
           entry.in_regular_rate, false, entry.credit, null::private.week_sums
      from entry
     union all
    select extra.contractor_id, extra.week_start, extra.kind, extra.time_entry_id, extra.payroll_adjustment_id,
           extra.assignment_stipend_id, extra.premium_rule_id, extra.assignment_id, extra.work_date, null, extra.code,
           null, extra.quantity, extra.rate, extra.amount, extra.counts_toward_overtime, null, null,
           extra.in_regular_rate, extra.by_regular_hours, extra.credit, null
      from extra
     union all
    select worked.contractor_id, worked.week_start, 'week', null, null, null, null, null, null, null, null, null, null,
           null, null, null, null, null, null, null, null,
           row(worked.contractor_id, worked.week_start, worked.straight, worked.rounded_straight, worked.counted_pay,
               worked.counted_hours, worked.regular_hours, worked.overtime_hours, worked.doubletime_hours,
               added.shares, added.flat_sums,
               case when worked.is_federal then nullif(coalesce(worked.credit, 0) + coalesce(added.credit, 0), 0) end
               )::private.week_sums
      from worked
      left join added on added.contractor_id = worked.contractor_id and added.week_start = worked.week_start;
end;
$$;
comment on function private.sums_of_weeks is
$$The sums that contractors' whole workweeks are made of, at today's hours and rates, but for premiums and guarantees.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
moved_entry_ids, moved_by: as private.classified_time counts them. with_leave: as private.coded_time_of_weeks has it.
counts_toward_overtime: of hours worked whether they do; of other time false where its pay would be in the regular rate at
an assignment with overtime; else null. hours: those worked; of the kind straight alone. quantity: of the kinds code and mileage_excess, its hours that are
not worked, or its units, of a differential the hours that it is for. amount: rounded to the cent. in_regular_rate:
what of the sum is in the regular rate, not rounded; null where nothing is. by_regular_hours: whether that is a flat
sum which is divided by regular hours. credit: what is out of it and may be set off against overtime. totals: of the
kind week alone.$$;

revoke execute on function private.sums_of_weeks from public, anon, authenticated, service_role;
