-- What contractors' whole workweeks come to at today's hours and rates, line by line.
--
--   stipends     whole, once for a week with payable time of the assignment on a day they are in force
--   adjustments  approved, payable in the week; a deduction is negative
--   straight     each entry at the pay rate of its day
--   premium      half the regular rate for each hour of overtime, all of it for each hour of doubletime
--
-- The regular rate is what was paid for time that counts toward overtime, with the stipends for hours driven and
-- the bonuses that belong to it, over the hours of that time (29 CFR 778.109 and following). It is not rounded:
-- a week is, once. Each line is rounded too, and the cents that this leaves are on the last line of the week's time.
create function private.pay_of_weeks(contractor_ids uuid[], week_starts date[])
returns table (
    contractor_id uuid, week_start date, kind text, time_entry_id uuid, payroll_adjustment_id uuid,
    assignment_stipend_id uuid, hours numeric, rate numeric, amount numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a period is sorted in memory
set jit = off -- compiling takes longer than a week's work
as $$
begin
    return query
    with day_rate as materialized ( -- once per assignment, not once per entry
        select rate.assignment_id, rate.effective_from, rate.effective_to, rate.pay_rate
          from public.assignments as assignment
          join private.rates_of_days as rate on rate.assignment_id = assignment.id
         where assignment.contractor_id = any (pay_of_weeks.contractor_ids)
    ), entry as materialized (
        select classified.*, entry.created_at, entry.hours, day_rate.pay_rate,
               entry.hours * day_rate.pay_rate as straight
          from private.classified_time(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as classified
          join public.time_entries as entry on entry.id = classified.time_entry_id
          join day_rate
            on day_rate.assignment_id = classified.assignment_id
           and classified.work_date between day_rate.effective_from and day_rate.effective_to
    ), extra as (
        select distinct entry.contractor_id, entry.week_start, 'stipend' as kind, null::uuid as payroll_adjustment_id,
               stipend.id as assignment_stipend_id, stipend.weekly_amount as amount,
               stipend.kind = 'hours_driven' and entry.counts_toward_overtime as is_in_regular_rate
          from entry
          join public.assignment_stipends as stipend
            on stipend.assignment_id = entry.assignment_id
           and entry.work_date between stipend.effective_from and coalesce(stipend.effective_to, 'infinity')
         union all
        select week.contractor_id, week.start, 'adjustment', adjustment.id, null,
               case adjustment.kind when 'deduction' then -adjustment.amount else adjustment.amount end,
               adjustment.in_regular_rate
          from unnest(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as week (contractor_id, start)
          join public.payroll_adjustments as adjustment
            on adjustment.contractor_id = week.contractor_id
           and adjustment.payable_on between week.start and week.start + 6
         where adjustment.approved_at is not null
    ), worked as (
        select entry.contractor_id, entry.week_start,
               sum(entry.straight) as straight,
               sum(round(entry.straight, 2)) as rounded_straight,
               sum(entry.straight) filter (where entry.counts_toward_overtime) as counted_straight,
               sum(entry.hours) filter (where entry.counts_toward_overtime) as counted_hours,
               sum(entry.overtime_hours) as overtime_hours,
               sum(entry.doubletime_hours) as doubletime_hours
          from entry
         group by entry.contractor_id, entry.week_start
    ), week as ( -- where nothing counts toward overtime, what is divided by no hours is null, and so is the premium
        select worked.*, premium.overtime, premium.doubletime,
               round(worked.straight + coalesce(premium.exact, 0), 2)
                   - worked.rounded_straight - coalesce(premium.overtime + premium.doubletime, 0) as leftover
          from worked
          left join (
               select extra.contractor_id, extra.week_start, sum(extra.amount) as amount
                 from extra
                where extra.is_in_regular_rate
                group by extra.contractor_id, extra.week_start) as added
            on added.contractor_id = worked.contractor_id and added.week_start = worked.week_start
         cross join lateral (select worked.counted_straight + coalesce(added.amount, 0) as amount) as regular
         cross join lateral (
               -- Multiplied first, so that half a cent is not lost in the division.
               select (worked.overtime_hours / 2 + worked.doubletime_hours) * regular.amount
                          / worked.counted_hours as exact,
                      round(worked.overtime_hours * regular.amount / (2 * worked.counted_hours), 2) as overtime,
                      round(worked.doubletime_hours * regular.amount / worked.counted_hours, 2) as doubletime
               ) as premium
    ), line as (
        select entry.contractor_id, entry.week_start, 1 as place, 'straight' as kind, entry.time_entry_id,
               entry.work_date, entry.created_at, entry.hours, entry.pay_rate as rate,
               round(entry.straight, 2) as amount
          from entry
         union all
        select week.contractor_id, week.week_start, premium.place, premium.kind, null,
               null, null, premium.hours, null, premium.amount
          from week
         cross join lateral (values
               (2, 'overtime_premium', week.overtime_hours, week.overtime),
               (3, 'doubletime_premium', week.doubletime_hours, week.doubletime)
               ) as premium (place, kind, hours, amount)
         where premium.hours > 0
    )
    select extra.contractor_id, extra.week_start, extra.kind, null::uuid, extra.payroll_adjustment_id,
           extra.assignment_stipend_id, null::numeric, null::numeric, extra.amount
      from extra
     union all
    select line.contractor_id, line.week_start, line.kind, line.time_entry_id, null, null, line.hours, line.rate,
           case when lead(1) over in_order is null then line.amount + week.leftover else line.amount end
      from line
      join week on week.contractor_id = line.contractor_id and week.week_start = line.week_start
    window in_order as (partition by line.contractor_id, line.week_start
                        order by line.place, line.work_date, line.created_at, line.time_entry_id);
end;
$$;
comment on function private.pay_of_weeks is
$$What contractors' whole workweeks come to at today's hours and rates, whatever was paid of them: their lines as a
payroll batch has them, which add up to the week's pay.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.$$;

revoke execute on function private.pay_of_weeks from public, anon, authenticated, service_role;
