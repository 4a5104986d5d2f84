-- Pay of contractors' whole workweeks at today's hours and rates, line by line.
--
--   straight, differential, code, mileage_excess, stipend, adjustment  the week's sums (sums_of_weeks.sql)
--   premium      for each hour of overtime and of doubletime, by the regular rate (regular_rates_of_weeks.sql)
--   guarantee    hours that were promised and not worked (private.guarantees_of_weeks), in no regular rate
--   break        the regular rate for each meal and rest premium that payroll confirmed, while its placement has
--                payable time that day: no hour worked, so in no regular rate and no hours (Ferra v. Loews, 2021);
--                in a week of which nothing counts toward overtime, the pay rate of the day
--
-- Premiums are of the assignments at
-- which the overtime was worked: the week's are divided by its hours there. Each line is rounded, and the cents that
-- this leaves are on the last line of the week's time; what dividing a premium leaves, its largest part has.
create function private.pay_of_weeks(
    contractor_ids uuid[], week_starts date[], moved_entry_ids uuid[] default null, moved_by int default 0)
returns table (
    contractor_id uuid, week_start date, kind text, time_entry_id uuid, payroll_adjustment_id uuid,
    assignment_stipend_id uuid, break_premium_id uuid, hours numeric, rate numeric, amount numeric, assignment_id uuid,
    flsa_premium numeric, code text, quantity numeric, premium_rule_id uuid,
    guarantee_id uuid, description text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a period is sorted in memory
set jit = off -- compiling takes longer than a week's work
as $$
begin
    return query
    with paid as materialized (
        select sums.*
          from private.sums_of_weeks(
                   pay_of_weeks.contractor_ids, pay_of_weeks.week_starts, pay_of_weeks.moved_entry_ids,
                   pay_of_weeks.moved_by) as sums
    ), week as materialized (
        select rated.*
          from (select array_agg(paid.totals) as weeks from paid where paid.kind = 'week') as summed
         cross join lateral private.regular_rates_of_weeks(summed.weeks) as rated
    ), changed as (
        select changed.*
          from private.pay_of_changed_weeks(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as changed
         where pay_of_weeks.moved_entry_ids is null
    ), overtime as (
        select entry.contractor_id, entry.week_start, entry.assignment_id, sum(entry.overtime_hours) as overtime_hours,
               sum(entry.doubletime_hours) as doubletime_hours
          from paid as entry
         where entry.overtime_hours + entry.doubletime_hours > 0
         group by entry.contractor_id, entry.week_start, entry.assignment_id
    ), premium as (
        select part.contractor_id, part.week_start, part.assignment_id, part.place, part.kind,
               part.hours + part.changed_hours as hours,
               part.amount
                   + case when part.size = 1 then part.of_week - sum(part.amount) over of_kind else 0 end
                   + part.changed_amount as amount,
               part.flsa_of_week, part.changed_flsa
          from (select part.contractor_id, part.week_start, part.assignment_id, class.*,
                       coalesce(round(class.of_week * class.hours / nullif(class.hours_of_week, 0), 2), 0) as amount,
                       row_number() over (partition by part.contractor_id, part.week_start, class.place
                                          order by class.hours desc, part.assignment_id) as size
                  from (select *
                          from overtime
                          full join changed using (contractor_id, week_start, assignment_id)) as part
                  left join week on week.contractor_id = part.contractor_id and week.week_start = part.week_start
                 cross join lateral (
                       select greatest(0, least(
                                  week.asked_by_flsa, week.overtime + week.doubletime + week.leftover))
                       ) as flsa (of_week)
                 cross join lateral (values
                       (2, 'overtime_premium', coalesce(part.overtime_hours, 0), week.overtime_hours, week.overtime,
                        coalesce(part.hours, 0), coalesce(part.amount, 0), flsa.of_week,
                        coalesce(part.flsa_premium, 0)),
                       (3, 'doubletime_premium', part.doubletime_hours, week.doubletime_hours, week.doubletime,
                        0, 0, flsa.of_week, 0)
                       ) as class (place, kind, hours, hours_of_week, of_week, changed_hours, changed_amount,
                                   flsa_of_week, changed_flsa)
                 where class.hours > 0 or class.changed_amount > 0) as part
        window of_kind as (partition by part.contractor_id, part.week_start, part.place)
    ), line as (
        select entry.contractor_id, entry.week_start, 1 as place, 'straight' as kind, entry.time_entry_id,
               entry.work_date, entry.created_at, entry.hours, entry.rate, entry.amount, entry.assignment_id,
               null::numeric as flsa_premium, entry.code
          from paid as entry
         where entry.kind = 'straight'
         union all
        select premium.contractor_id, premium.week_start, premium.place, premium.kind, null,
               null, null, premium.hours, null, premium.amount, premium.assignment_id,
               -- Section 7 asks for it by the person, not by the assignment: the first of the premiums has it.
               premium.changed_flsa
                   + case when row_number() over (partition by premium.contractor_id, premium.week_start
                                                  order by premium.place, premium.hours desc, premium.assignment_id) = 1
                          then coalesce(premium.flsa_of_week, 0) else 0 end,
               null
          from premium
    )
    select extra.contractor_id, extra.week_start, extra.kind, extra.time_entry_id, extra.payroll_adjustment_id,
           extra.assignment_stipend_id, null::uuid, null::numeric, extra.rate, extra.amount, extra.assignment_id,
           null::numeric, extra.code, extra.quantity, extra.premium_rule_id, null::uuid, null::text
      from paid as extra
     where extra.kind not in ('straight', 'week')
     union all
    select promised.contractor_id, promised.week_start, 'guarantee', null, null, null, null, null, promised.rate,
           promised.amount, promised.assignment_id, null, null, promised.quantity, null, promised.guarantee_id,
           promised.description
      from private.guarantees_of_weeks(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts, 'pay') as promised
     where pay_of_weeks.moved_entry_ids is null
     union all
    select missed.contractor_id, missed.week_start, 'break_premium', null, null, null, missed.break_premium_id, null,
           null,
           round(coalesce(week.regular_rate, missed.pay_rate), 2), missed.assignment_id, null, null, null, null,
           null, null
      from private.break_premiums_of_weeks(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as missed
      left join week on week.contractor_id = missed.contractor_id and week.week_start = missed.week_start
     union all
    select line.contractor_id, line.week_start, line.kind, line.time_entry_id, null, null, null, line.hours, line.rate,
           case when lead(1) over in_order is null then line.amount + coalesce(week.leftover, 0) else line.amount end,
           line.assignment_id, line.flsa_premium, line.code, null, null, null, null
      from line
      left join week on week.contractor_id = line.contractor_id and week.week_start = line.week_start
    window in_order as (partition by line.contractor_id, line.week_start
                        order by line.place, line.work_date, line.created_at, line.time_entry_id, line.hours,
                                 line.assignment_id);
end;
$$;
comment on function private.pay_of_weeks is
$$Pay of contractors' whole workweeks at today's hours and rates, whatever was paid of them: their lines as a
payroll batch has them, which add up to the week's pay.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
moved_entry_ids, moved_by: as private.classified_time counts them; null for pay as it is, with what the week of a
change adds (private.pay_of_changed_weeks).
assignment_id: of time, premiums, stipends and guarantees. code: of time that is not regular. quantity: of the kinds
code and mileage_excess, its hours that are not worked, or its units, of a differential the hours that it is for, of a
guarantee those that are missing; these are in no hours. flsa_premium: on the first premium of a week, what of all of
them section 7 of the FLSA asks: half the regular rate for the hours over 40 that count toward overtime (29 USC
207(a)(1)), where each flat sum is divided by all of these hours (29 CFR 778.109), and never more than what they come
to. Premiums that a state asks for by the day are what it is paid with (29 USC 207(h)(2)), and are not taken off. What
a premium for work on holidays was set off against is asked no more, and is taken off.$$;

revoke execute on function private.pay_of_weeks from public, anon, authenticated, service_role;
