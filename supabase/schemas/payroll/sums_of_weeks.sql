-- What contractors' workweeks are made of, but for premiums for overtime and for breaks and guarantees: each sum at
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
-- bonuses and the pay of codes that belong to it, such as time on call (29 CFR 778.223). What premium rules add to an
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
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric, in_regular_rate numeric,
    by_regular_hours boolean, credit numeric, is_federal boolean, totals private.week_sums)
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
        select coded.*
          from private.coded_time_of_weeks(
                   sums_of_weeks.contractor_ids, sums_of_weeks.week_starts, sums_of_weeks.with_leave) as coded
         where v_has_codes
    ), entry as materialized (
        select classified.*, entry.created_at, entry.hours, entry.shift_id, entry.started_at, coded.code,
               day_rate.is_federal,
               coalesce(coded.pay_rate, day_rate.pay_rate) as pay_rate,
               entry.hours * coalesce(coded.pay_rate, day_rate.pay_rate) as straight,
               entry.hours * coded.rate_without_premium as without_premium
          from private.classified_time(
                   sums_of_weeks.contractor_ids, sums_of_weeks.week_starts, null, sums_of_weeks.moved_entry_ids,
                   sums_of_weeks.moved_by) as classified
          join public.time_entries as entry on entry.id = classified.time_entry_id
          join day_rate
            on day_rate.assignment_id = classified.assignment_id
           and entry.work_date between day_rate.effective_from and day_rate.effective_to
          left join coded on v_has_codes and coded.time_entry_id = classified.time_entry_id
    ), stipend as (
        select stipend.*
          from (select array_agg(row(
                           entry.contractor_id, entry.week_start, entry.assignment_id, entry.work_date, entry.shift_id,
                           entry.started_at, entry.counts_toward_overtime)::private.payable_time) as times
                  from entry
                 where entry.assignment_id in (select known.assignment_id from public.assignment_stipends as known)
               ) as of_time
         cross join lateral private.stipends_of_time(of_time.times) as stipend
    ), part (
        contractor_id, week_start, kind, time_entry_id, payroll_adjustment_id, assignment_stipend_id, premium_rule_id,
        assignment_id, work_date, created_at, code, hours, quantity, rate, amount, counts_toward_overtime,
        regular_hours, overtime_hours, doubletime_hours, in_regular_rate, by_regular_hours, credit, is_federal
    ) as materialized (
        select entry.contractor_id, entry.week_start, 'straight', entry.time_entry_id, null::uuid, null::uuid, null::uuid,
               entry.assignment_id, entry.work_date, entry.created_at, entry.code, entry.hours, null::numeric,
               entry.pay_rate, round(entry.straight, 2), entry.counts_toward_overtime, entry.regular_hours,
               entry.overtime_hours, entry.doubletime_hours,
               case when entry.counts_toward_overtime then coalesce(entry.without_premium, entry.straight) end, false,
               case when entry.counts_toward_overtime then entry.straight - entry.without_premium end, entry.is_federal
          from entry
         union all
        select entry.contractor_id, entry.week_start, 'differential', entry.time_entry_id, null, null,
               added.premium_rule_id, entry.assignment_id, entry.work_date, null, null, null, added.quantity,
               added.rate, pay.amount, entry.counts_toward_overtime, null,
               null, null,
               case when entry.counts_toward_overtime and not added.is_creditable then pay.amount end, false,
               case when entry.counts_toward_overtime and added.is_creditable then pay.amount end, null
          from (select array_agg(worked.time_entry_id) as ids, array_agg(worked.assignment_id) as assignment_ids,
                       array_agg(worked.pay_rate) as rates
                  from entry as worked
                 where v_has_premiums) as worked
         cross join lateral private.differentials_of_time(worked.ids, worked.assignment_ids, worked.rates, true) as added
          join entry on entry.time_entry_id = added.time_entry_id
         cross join lateral (select round(added.quantity * added.rate, 2)) as pay (amount)
         where v_has_premiums
         union all
        select coded.contractor_id, coded.week_start, pay.kind, coded.time_entry_id, null, null, null,
               coded.assignment_id, coded.work_date, null, coded.code, null, coded.quantity,
               pay.rate, pay.amount, null, null,
               null, null,
               case when pay.is_in_regular_rate then pay.amount end, false,
               null, null
          from coded
         cross join lateral (select coalesce(coded.repaid_pay_rate, coded.pay_rate)) as repaid (rate)
         cross join lateral (values -- both are what its rate comes to
               ('code', repaid.rate, round(coded.quantity * repaid.rate, 2), coded.in_regular_rate),
               ('mileage_excess', coded.excess_pay_rate,
                round(coded.quantity * coded.pay_rate, 2) - round(coded.quantity * repaid.rate, 2),
                coded.excess_is_in_regular_rate)) as pay (kind, rate, amount, is_in_regular_rate)
         where v_has_codes and not coded.is_worked and coded.pay_rate > 0 and pay.rate > 0
         union all
        select stipend.contractor_id, stipend.week_start, 'stipend', null, null, stipend.assignment_stipend_id, null,
               stipend.assignment_id, null, null, null, null, null,
               null, stipend.amount, null, null,
               null, null,
               case when stipend.in_regular_rate then stipend.amount end, stipend.by_regular_hours,
               null, null
          from stipend
         union all
        select week.contractor_id, week.start, 'adjustment', null, adjustment.id, null, null,
               null, null, null, null, null, null,
               null, pay.amount, null, null,
               null, null,
               case when adjustment.in_regular_rate and adjustment.earned_from is null then pay.amount end,
               adjustment.is_flat_sum and adjustment.flat_sum_divisor is distinct from 'all_hours',
               null, null
          from unnest(sums_of_weeks.contractor_ids, sums_of_weeks.week_starts) as week (contractor_id, start)
          join public.payroll_adjustments as adjustment
            on adjustment.contractor_id = week.contractor_id
           and adjustment.payable_on between week.start and week.start + 6
         cross join lateral (
               select case adjustment.kind when 'deduction' then -adjustment.amount else adjustment.amount end
               ) as pay (amount)
         where adjustment.approved_at is not null
    ), summed as (
        select part.contractor_id, part.week_start,
               sum(part.hours * part.rate) as straight,
               sum(part.amount) filter (where part.kind = 'straight') as rounded_straight,
               sum(part.in_regular_rate) filter (where part.kind = 'straight') as counted_pay,
               sum(part.hours) filter (where part.counts_toward_overtime) as counted_hours,
               nullif(sum(part.regular_hours) filter (where part.counts_toward_overtime), 0) as regular_hours,
               sum(part.overtime_hours) as overtime_hours,
               sum(part.doubletime_hours) as doubletime_hours,
               sum(part.in_regular_rate) filter (where part.kind <> 'straight' and not part.by_regular_hours) as shares,
               sum(part.in_regular_rate) filter (where part.by_regular_hours) as flat_sums,
               sum(part.credit) as credit,
               bool_and(part.is_federal) filter (where part.counts_toward_overtime) as is_federal
          from part
         group by part.contractor_id, part.week_start
    )
    select part.*, null::private.week_sums
      from part
     union all
    select summed.contractor_id, summed.week_start, 'week', null, null, null, null,
           null, null, null, null, null, null, null, null, null,
           null, null, null, null, null, null, null,
           row(summed.contractor_id, summed.week_start, summed.straight, summed.rounded_straight, summed.counted_pay,
               summed.counted_hours, summed.regular_hours, summed.overtime_hours, summed.doubletime_hours, summed.shares,
               summed.flat_sums, case when summed.is_federal and summed.credit > 0 then summed.credit end
               )::private.week_sums
      from summed;
end;
$$;
comment on function private.sums_of_weeks is
$$The sums that contractors' whole workweeks are made of, at today's hours and rates, but for premiums and guarantees.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
moved_entry_ids, moved_by: as private.classified_time counts them. with_leave: as private.coded_time_of_weeks has it.
hours: those worked; of the kind straight alone. quantity: of the kinds code and mileage_excess, its hours that are not
worked, or its units, of a differential the hours that it is for. amount: rounded to the cent. in_regular_rate: what of
the sum is in the regular rate, not rounded; null where nothing is. by_regular_hours: whether that is a flat sum which is divided by
regular hours. credit: what is out of it and may be set off against overtime. is_federal: whether the rule of the
hours is flsa. totals: of the kind week alone.$$;

revoke execute on function private.sums_of_weeks from public, anon, authenticated, service_role;
