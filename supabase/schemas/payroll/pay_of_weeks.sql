-- Pay of contractors' whole workweeks at today's hours and rates, line by line.
--
--   stipends     for payable time of the assignment on days they are in force: once a week, per day, or per shift that
--                begins on such a day; a part of a shift that goes on from a payable one begins none, and hours alone
--                are a shift of their day unless one begins on it
--   adjustments  approved, payable in the week; a deduction is negative
--   straight     each entry of hours worked, at the pay rate of its day or of its code
--   differential what premium rules add to hours of an entry, each rounded to the cent (private.differentials_of_time)
--   premium      half the regular rate for each hour of overtime, all of it for each hour of doubletime; of a flat sum,
--                1.5 times and 2 times what it comes to per hour
--   code         hours of a code that are not worked, and units: each at its own rate, rounded to the cent
--   mileage_excess  what a mile that is repaid has beyond the Internal Revenue Service's rate: a wage, in the regular rate
--                unless its rate says a reason (29 CFR 778.217)
--   guarantee    hours that were promised and not worked (private.guarantees_of_weeks), in no regular rate
--   break        the regular rate for each meal and rest premium that payroll confirmed, while its placement has payable
--                time that day: no hour worked, so in no regular rate and no hours (Ferra v. Loews, 2021);
--                in a week of which nothing counts toward overtime, the pay rate of the day
--
-- The regular rate is what was paid for time that counts toward overtime, with the stipends for hours driven, the
-- bonuses and the pay of codes that belong to it, such as time on call (29 CFR 778.223), over the hours of that time
-- (778.109 and following). A flat sum, the same however long one works for it, is in it too, but where the state asks
-- otherwise (flat_sum_divisor): there it is divided by those of these hours that are no overtime (Alvarado v. Dart
-- Container, 4 Cal.5th 542, 2018), unless there are none. What bonuses that were earned over days of their own add,
-- private.earned_sums says.
--
-- What premium rules add to an hour is in the regular rate (778.207(b)). A premium for work on holidays or days of rest, of
-- half the rate or more, is in no regular rate, and is set off against what the FLSA asks for overtime of the same week
-- (29 CFR 778.203, 29 USC 207(e)(6), (h)(2)). A smaller one is a part of the hour's rate. It takes off nothing that a state
-- asks for: so it is set off only where all of the week's counted time is under the rule flsa, and never against what a
-- state adds to a flat sum.
--
-- Premiums are of the assignments at which the overtime was worked: the week's are divided by its hours there.
--
-- Nothing of this is rounded: a week is, once, half a cent up. Each line is rounded too, and the cents that this leaves
-- are on the last line of the week's time; what dividing a premium leaves, its largest part has. What is divided twice has sixty places, and the sum is rounded to fifty first,
-- so that a half that the divisions left a hair short of is a half again. Nothing else becomes one: the sum is a fraction
-- over 20,000 times all divisors, which are hours in hundredths and numbers of weeks, so that what is no half a cent lies
-- further off it than that, unless those multiply to over 10^40.
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
declare
    v_has_codes constant boolean := ( -- folded into the plan; by the index, of which most firms' is empty
        select min(entry.code) from public.time_entries as entry where entry.code <> 'regular') is not null;
    v_has_premiums constant boolean := exists (
        select from public.premium_rules as rule where rule.pay_multiplier is not null);
begin
    return query
    with day_rate as materialized ( -- once per assignment, not once per entry
        select rate.assignment_id, rate.effective_from, rate.effective_to, rate.pay_rate
          from public.assignments as assignment
          join private.rates_of_days as rate on rate.assignment_id = assignment.id
         where assignment.contractor_id = any (pay_of_weeks.contractor_ids)
    ), coded as materialized ( -- looked up week by week, and rate by rate
        select week.contractor_id, week.start as week_start, entry.id as time_entry_id, entry.assignment_id,
               entry.is_worked, rate.code, rate.quantity, rate.pay_rate,
               rate.in_regular_rate, rate.repaid_pay_rate, rate.excess_pay_rate, rate.excess_is_in_regular_rate,
               case when rate.premium_is_creditable and rate.pay_rate >= 1.5 * rate.hourly_pay_rate
                    then rate.hourly_pay_rate end as rate_without_premium
          from unnest(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as week (contractor_id, start)
          join public.assignments as assignment on assignment.contractor_id = week.contractor_id
         cross join lateral (
               select of_week.id, of_week.assignment_id, of_week.is_worked
                 from public.time_entries as of_week
                where of_week.assignment_id = assignment.id
                  and of_week.work_date between week.start and week.start + 6
                  and of_week.is_payable
                  and of_week.code <> 'regular'
               offset 0) as entry
         cross join lateral (
               select coded.*
                 from private.rates_of_coded_time as coded
                where coded.time_entry_id = entry.id
               offset 0) as rate
         where v_has_codes
    ), entry as materialized (
        select classified.*, entry.created_at, entry.hours, entry.shift_id, entry.started_at, coded.code,
               coalesce(coded.pay_rate, day_rate.pay_rate) as pay_rate,
               entry.hours * coalesce(coded.pay_rate, day_rate.pay_rate) as straight,
               case when coded.rate_without_premium is not null then entry.hours * coded.rate_without_premium end
                   as without_premium
          from private.classified_time(
                   pay_of_weeks.contractor_ids, pay_of_weeks.week_starts, null, pay_of_weeks.moved_entry_ids,
                   pay_of_weeks.moved_by) as classified
          join public.time_entries as entry on entry.id = classified.time_entry_id
          join day_rate
            on day_rate.assignment_id = classified.assignment_id
           and entry.work_date between day_rate.effective_from and day_rate.effective_to
          left join coded on v_has_codes and coded.time_entry_id = classified.time_entry_id
    ), differential as materialized (
        select entry.contractor_id, entry.week_start, entry.time_entry_id, entry.assignment_id,
               entry.counts_toward_overtime, added.premium_rule_id, added.quantity, added.rate,
               round(added.quantity * added.rate, 2) as amount, added.is_creditable
          from (select array_agg(worked.time_entry_id) as ids, array_agg(worked.assignment_id) as assignment_ids,
                       array_agg(worked.pay_rate) as rates
                  from entry as worked
                 where v_has_premiums) as worked
         cross join lateral private.differentials_of_time(
                        worked.ids, worked.assignment_ids, worked.rates, true) as added
          join entry on entry.time_entry_id = added.time_entry_id
         where v_has_premiums
    ), stipend as ( -- sets of days are bits of a number: what is grouped by week is not grouped by day before
        select entry.contractor_id, entry.week_start, stipend.id, stipend.assignment_id, stipend.kind,
               stipend.kind = 'flat_sum' and stipend.flat_sum_divisor is distinct from 'all_hours' as by_regular_hours,
               coalesce(stipend.in_regular_rate, stipend.kind <> 'reimbursement') as in_regular_rate,
               stipend.weekly_amount,
               stipend.daily_amount, stipend.shift_amount, bool_or(entry.counts_toward_overtime) as counts,
               bit_or(part.day) as days,
               count(*) filter (where part.begins_shift) as shifts,
               bit_or(part.day) filter (where entry.shift_id is null)
                   & ~coalesce(bit_or(part.day) filter (where part.begins_shift), 0) as days_of_hours_alone
          from entry
          join public.assignment_stipends as stipend
            on stipend.assignment_id = entry.assignment_id
           and entry.work_date between stipend.effective_from and coalesce(stipend.effective_to, 'infinity')
         cross join lateral (
               select 1 << (entry.work_date - entry.week_start) as day,
                      stipend.shift_amount is not null
                          and entry.shift_id is not null
                          and not exists (
                              select from public.time_entries as earlier
                               where earlier.assignment_id = entry.assignment_id
                                 and earlier.work_date between entry.work_date - 1 and entry.work_date
                                 and earlier.shift_id = entry.shift_id
                                 and earlier.ended_at = entry.started_at
                                 and earlier.is_payable
                              offset 0) as begins_shift) as part -- by the index, never by a hash of all time
         group by entry.contractor_id, entry.week_start, stipend.id
    ), extra as (
        select stipend.contractor_id, stipend.week_start, 'stipend' as kind, null::uuid as time_entry_id,
               null::uuid as payroll_adjustment_id, stipend.id as assignment_stipend_id, null::numeric as rate,
               pay.amount, stipend.assignment_id, null::text as code, null::numeric as quantity,
               null::uuid as premium_rule_id,
               stipend.in_regular_rate and stipend.counts as is_in_regular_rate,
               stipend.by_regular_hours
          from stipend
         cross join lateral (
               select coalesce(
                   stipend.weekly_amount,
                   stipend.daily_amount * bit_count(stipend.days::bit(7)),
                   stipend.shift_amount
                       * (stipend.shifts + bit_count(coalesce(stipend.days_of_hours_alone, 0)::bit(7)))) as amount
               ) as pay
         where pay.amount > 0
         union all
        select week.contractor_id, week.start, 'adjustment', null, adjustment.id, null, null,
               case adjustment.kind when 'deduction' then -adjustment.amount else adjustment.amount end, null, null,
               null, null,
               adjustment.in_regular_rate and adjustment.earned_from is null,
               adjustment.is_flat_sum and adjustment.flat_sum_divisor is distinct from 'all_hours'
          from unnest(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as week (contractor_id, start)
          join public.payroll_adjustments as adjustment
            on adjustment.contractor_id = week.contractor_id
           and adjustment.payable_on between week.start and week.start + 6
         where adjustment.approved_at is not null
         union all
        select coded.contractor_id, coded.week_start, part.kind, coded.time_entry_id, null, null, part.rate,
               part.amount, coded.assignment_id, coded.code, coded.quantity, null, part.is_in_regular_rate, false
          from coded
         cross join lateral (select coalesce(coded.repaid_pay_rate, coded.pay_rate) as rate) as repaid
         cross join lateral (values -- both are what its rate comes to
               ('code', repaid.rate, round(coded.quantity * repaid.rate, 2), coded.in_regular_rate),
               ('mileage_excess', coded.excess_pay_rate,
                round(coded.quantity * coded.pay_rate, 2) - round(coded.quantity * repaid.rate, 2),
                coded.excess_is_in_regular_rate)) as part (kind, rate, amount, is_in_regular_rate)
         where v_has_codes and not coded.is_worked and coded.pay_rate > 0 and part.rate > 0
         union all
        select added.contractor_id, added.week_start, 'differential', added.time_entry_id, null, null, added.rate,
               added.amount, added.assignment_id, null, added.quantity, added.premium_rule_id,
               added.counts_toward_overtime and not added.is_creditable, false
          from differential as added
    ), guaranteed as (
        select promised.*
          from private.guarantees_of_weeks(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts, 'pay') as promised
         where pay_of_weeks.moved_entry_ids is null
    ), worked as (
        select entry.contractor_id, entry.week_start,
               sum(entry.straight) as straight,
               sum(round(entry.straight, 2)) as rounded_straight,
               sum(coalesce(entry.without_premium, entry.straight)) filter (where entry.counts_toward_overtime)
                   as counted_straight,
               sum(entry.hours) filter (where entry.counts_toward_overtime) as counted_hours,
               nullif(sum(entry.regular_hours) filter (where entry.counts_toward_overtime), 0) as regular_hours,
               sum(entry.overtime_hours) as overtime_hours,
               sum(entry.doubletime_hours) as doubletime_hours
          from entry
         group by entry.contractor_id, entry.week_start
    ), credit as ( -- of weeks of the federal rule alone
        select entry.contractor_id, entry.week_start,
               sum(coalesce(entry.straight - entry.without_premium, 0) + coalesce(creditable.amount, 0)) as amount
          from entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
          left join (
               select added.time_entry_id, sum(added.amount) as amount
                 from differential as added
                where added.is_creditable
                group by added.time_entry_id) as creditable on creditable.time_entry_id = entry.time_entry_id
         where (v_has_codes or v_has_premiums) and entry.counts_toward_overtime
         group by entry.contractor_id, entry.week_start
        having sum(coalesce(entry.straight - entry.without_premium, 0) + coalesce(creditable.amount, 0)) > 0
           and bool_and(assignment.overtime_rule = 'flsa')
    ), week as ( -- where nothing counts toward overtime, what is divided by no hours is null, and so is the premium
        select worked.*, premium.overtime, premium.doubletime,
               round(round((flsa.asked - coalesce(credited.amount, 0)) / (2 * worked.counted_hours), 50), 2)
                   as asked_by_flsa,
               round(round(regular.amount / worked.counted_hours + coalesce(regular.per_hour, 0), 50), 2) as regular_rate,
               round(worked.straight + coalesce(premium.exact, 0), 2)
                   - worked.rounded_straight - coalesce(premium.overtime + premium.doubletime, 0) as leftover
          from worked
          left join (
               select part.contractor_id, part.week_start, sum(part.share) as share, sum(part.flat_sum) as flat_sum,
                      sum(part.per_hour) as per_hour, sum(part.equal_share) as equal_share
                 from (select extra.contractor_id, extra.week_start,
                              case when not extra.by_regular_hours then extra.amount end as share,
                              case when extra.by_regular_hours then extra.amount end as flat_sum,
                              null::numeric as per_hour, extra.amount as equal_share
                         from extra
                        where extra.is_in_regular_rate
                        union all
                       select earned.contractor_id, earned.week_start, earned.share, null, earned.per_hour,
                              earned.equal_share
                         from private.earned_sums(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as earned
                      ) as part
                group by part.contractor_id, part.week_start) as added
            on added.contractor_id = worked.contractor_id and added.week_start = worked.week_start
         cross join lateral ( -- null costs nothing where there are no flat sums
               select case when added.contractor_id is null then worked.counted_straight
                           else worked.counted_straight + coalesce(added.share, 0)
                                    + case when worked.regular_hours is null then coalesce(added.flat_sum, 0) else 0 end
                      end as amount,
                      case when num_nulls(added.flat_sum, added.per_hour) < 2
                           then coalesce(round(added.flat_sum, 60) / worked.regular_hours, 0)
                                    + coalesce(added.per_hour, 0)
                      end as per_hour) as regular
         cross join lateral ( -- not divided yet, by twice the hours, and neither is what of it is paid already
               select greatest(worked.counted_hours - 40, 0)
                          * (worked.counted_straight + coalesce(added.equal_share, 0))) as flsa (asked)
          left join credit
            on (v_has_codes or v_has_premiums)
           and credit.contractor_id = worked.contractor_id
           and credit.week_start = worked.week_start
         cross join lateral (
               select case when credit.amount is not null
                           then least(credit.amount * 2 * worked.counted_hours, flsa.asked) end) as credited (amount)
         cross join lateral (
               -- Multiplied first, so that half a cent is not lost in the division.
               select round(((worked.overtime_hours / 2 + worked.doubletime_hours) * regular.amount
                                - coalesce(credited.amount * 0.5, 0)) / worked.counted_hours
                            + coalesce(regular.per_hour * (1.5 * worked.overtime_hours + 2 * worked.doubletime_hours), 0),
                            50) as exact,
                      round(round((worked.overtime_hours * regular.amount - coalesce(credited.amount, 0))
                                      / (2 * worked.counted_hours)
                                  + coalesce(regular.per_hour * 1.5 * worked.overtime_hours, 0), 50), 2) as overtime,
                      round(round(worked.doubletime_hours * regular.amount / worked.counted_hours
                                  + coalesce(regular.per_hour * 2 * worked.doubletime_hours, 0), 50), 2) as doubletime
               ) as premium
    ), break_premium as (
        select premium.id, premium.assignment_id, entry.contractor_id, entry.week_start, max(entry.pay_rate) as pay_rate
          from (select premium.*
                  from public.break_premiums as premium
                 where premium.contractor_id = any (pay_of_weeks.contractor_ids) and premium.confirmed_at is not null
                offset 0) as premium -- first: without statistics they would be looked for entry by entry
          join public.contractors as contractor
            on contractor.id = premium.contractor_id and contractor.employment_type = 'w2'
          join entry
            on entry.contractor_id = premium.contractor_id
           and entry.assignment_id = premium.assignment_id
           and entry.work_date = premium.work_date
         group by premium.id, premium.assignment_id, entry.contractor_id, entry.week_start
    ), changed as (
        select changed.*
          from private.pay_of_changed_weeks(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as changed
         where pay_of_weeks.moved_entry_ids is null
    ), overtime as (
        select entry.contractor_id, entry.week_start, entry.assignment_id, sum(entry.overtime_hours) as overtime_hours,
               sum(entry.doubletime_hours) as doubletime_hours
          from entry
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
                  from (select * from overtime full join changed using (contractor_id, week_start, assignment_id)) as part
                  left join week on week.contractor_id = part.contractor_id and week.week_start = part.week_start
                 cross join lateral (
                       select greatest(0, least(
                                  week.asked_by_flsa, week.overtime + week.doubletime + week.leftover))
                       ) as flsa (of_week)
                 cross join lateral (values
                       (2, 'overtime_premium', coalesce(part.overtime_hours, 0), week.overtime_hours, week.overtime,
                        coalesce(part.hours, 0), coalesce(part.amount, 0), flsa.of_week, coalesce(part.flsa_premium, 0)),
                       (3, 'doubletime_premium', part.doubletime_hours, week.doubletime_hours, week.doubletime,
                        0, 0, flsa.of_week, 0)
                       ) as class (place, kind, hours, hours_of_week, of_week, changed_hours, changed_amount,
                                   flsa_of_week, changed_flsa)
                 where class.hours > 0 or class.changed_amount > 0) as part
        window of_kind as (partition by part.contractor_id, part.week_start, part.place)
    ), line as (
        select entry.contractor_id, entry.week_start, 1 as place, 'straight' as kind, entry.time_entry_id,
               entry.work_date, entry.created_at, entry.hours, entry.pay_rate as rate,
               round(entry.straight, 2) as amount, entry.assignment_id, null::numeric as flsa_premium, entry.code
          from entry
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
      from extra
     union all
    select promised.contractor_id, promised.week_start, 'guarantee', null, null, null, null, null, promised.rate,
           promised.amount, promised.assignment_id, null, null, promised.quantity, null, promised.guarantee_id,
           promised.description
      from guaranteed as promised
     union all
    select missed.contractor_id, missed.week_start, 'break_premium', null, null, null, missed.id, null, null,
           coalesce(week.regular_rate, missed.pay_rate), missed.assignment_id, null, null, null, null,
           null, null
      from break_premium as missed
      join week on week.contractor_id = missed.contractor_id and week.week_start = missed.week_start
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
moved_entry_ids, moved_by: as private.classified_time counts them; null for pay as it is, with what the week of a change
adds (private.pay_of_changed_weeks).
assignment_id: of time, premiums, stipends and guarantees. code: of time that is not regular. quantity: of the kinds code and
mileage_excess, its hours that are not worked, or its units, of a differential the hours that it is for, of a guarantee those that are missing; these are in no hours. flsa_premium: on
the first premium of a week, what of all of them section 7 of the FLSA asks: half the regular rate for the hours over 40
that count toward overtime (29 USC 207(a)(1)), where each flat sum
is divided by all of these hours (29 CFR 778.109), and never more than what they come to. Premiums that a state asks for by
the day are what it is paid with (29 USC 207(h)(2)), and are not taken off. What a premium for work on holidays was set
off against is asked no more, and is taken off.$$;

revoke execute on function private.pay_of_weeks from public, anon, authenticated, service_role;
