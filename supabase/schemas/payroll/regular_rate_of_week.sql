-- The regular rate of somebody's week, explained: each sum, whether it is in it, and by which section of the law. It is
-- told of the sums that pay is made of (private.sums_of_weeks), and the premiums are those of the lines of pay, so that
-- it cannot say anything else than what is paid.

-- The law of each sum, in words. docs/codes.md and docs/overtime.md have the same with its cases.
create function private.standings_of_sums()
returns table (name text, standing text, section text, explanation text)
language sql
immutable
set search_path = ''
as $$
    values
        ('hours', 'in', '29 CFR 778.109, 778.115', 'Pay for hours worked is in, each at its own rate.'),
        ('hours_of_code', 'in', '29 CFR 778.115, 778.207(b)',
         'Hours of a code that are worked are in at what the code pays, a differential in it too.'),
        ('differential', 'in', '29 CFR 778.207(b)',
         'What is paid on top of hours by the clock or the calendar is in, whatever its size.'),
        ('special_day_hours', 'in', '29 CFR 778.203, 778.205',
         'Of work on holidays and days of rest the pay rate of the hour is in.'),
        ('special_day_premium', 'credited', '29 USC 207(e)(6), (h)(2), 29 CFR 778.203',
         'A premium for them of half the rate or more is out, and set off against overtime that the FLSA asks for.'),
        ('special_day_premium_of_state', 'out', '29 USC 207(e)(6), 29 CFR 778.203',
         'A premium for them of half the rate or more is out, and not set off against what a state asks for.'),
        ('in_778.109', 'in', '29 CFR 778.109', 'Pay for work is in, by whatever unit it is counted.'),
        ('in_778.111', 'in', '29 CFR 778.111', 'Pay by the piece is in. The hours of it are those entered beside it.'),
        ('in_778.217', 'in', '29 CFR 778.217, Clarke v. AMN Services (9th Cir. 2021)',
         'An allowance beyond what was spent, or that falls with what is not worked, is pay, and in.'),
        ('in_778.218', 'in', '29 CFR 778.218',
         'Pay for idle time that is no exception, and comes week by week, is in. Its hours are not counted.'),
        ('in_778.221', 'in', '29 CFR 778.221', 'Pay for calls that were arranged beforehand is in.'),
        ('in_778.223', 'in', '29 CFR 778.223', 'Pay for time on call is in. Its hours are not counted.'),
        ('out_778.218', 'out', '29 USC 207(e)(2), (h)(1), 29 CFR 778.218',
         'Pay for occasional time off, such as leave and holidays off, is out, and set off against nothing.'),
        ('out_778.219', 'out', '29 USC 207(e)(2), (h)(1), 29 CFR 778.219',
         'Pay for a holiday or leave that somebody gave up is out, and set off against nothing.'),
        ('out_778.220', 'out', '29 USC 207(e)(2), (h)(1), 29 CFR 778.220',
         'Pay for who came and found no work, or whose shift was cancelled, is out, and set off against nothing.'),
        ('out_778.221', 'out', '29 USC 207(e)(2), (h)(1), 29 CFR 778.221',
         'Pay for hours of calls that nobody arranged before, and that are not worked, is out, and set off against nothing.'),
        ('out_778.222', 'out', '29 USC 207(e)(2), (h)(1), 29 CFR 778.222',
         'Extra pay for hours that nobody foresaw, such as for short notice, is out, and set off against nothing.'),
        ('expenses', 'out', '29 USC 207(e)(2), 29 CFR 778.217', 'What repays expenses is no pay for work, and out.'),
        ('mileage_excess', 'in', '29 CFR 778.217(c)',
         'What a mile pays beyond the Internal Revenue Service''s rate is in, where no reason says what it repays.'),
        ('mileage_excess_with_reason', 'out', '29 CFR 778.217(c)',
         'What a mile pays beyond that rate is out where a reason says what it repays. It is a wage all the same.'),
        ('expenses_by_shift', 'in', '29 CFR 778.217, Clarke v. AMN Services (9th Cir. 2021)',
         'A reimbursement that falls with each shift not worked is pay, and in, where no reason says what it repays.'),
        ('other_pay', 'in', '29 CFR 778.109, 778.224', 'A stipend for hours driven is pay for work, and in.'),
        ('flat_sum', 'in', '29 CFR 778.209(a)', 'A flat sum is in, over all hours that count.'),
        ('flat_sum_by_regular_hours', 'in', 'Alvarado v. Dart Container, 4 Cal.5th 542 (2018)',
         'A flat sum is in, over the hours that are no overtime. Overtime takes 1.5 times that, doubletime twice.'),
        ('bonus', 'in', '29 CFR 778.208, 778.209(a)', 'A bonus that was promised is in.'),
        ('bonus_of_weeks', 'in', '29 CFR 778.209(b)',
         'The share of this week in bonuses that several weeks earned is in.'),
        ('flat_sum_of_weeks', 'in', 'Alvarado v. Dart Container, 4 Cal.5th 542 (2018), 29 CFR 778.209(b)',
         'What flat sums that were earned over days come to, for each hour of these days that is no overtime.'),
        ('bonus_of_other_weeks', 'out', '29 CFR 778.209(b)',
         'It is in the regular rate of the weeks that earned it, in a share of each, and not whole in this one.'),
        ('discretionary_bonus', 'out', '29 USC 207(e)(1), (e)(3), 29 CFR 778.211, 778.212',
         'A bonus that nobody was promised, or a gift, is out.'),
        ('deduction', 'out', '29 CFR 778.304(b), 778.305', 'The regular rate is that of the pay before deductions.'),
        ('guarantee', 'out', '29 USC 207(e)(2), (h)(1), 29 CFR 778.218',
         'Pay for hours that were promised and not worked is out, and set off against nothing.'),
        ('guarantee_of_calls', 'out', '29 USC 207(e)(2), (h)(1), 29 CFR 778.220, 778.221',
         'Pay for hours of calls that were promised and not worked is out, and set off against nothing.'),
        ('break_premium', 'out', 'California Labor Code 226.7, Ferra v. Loews (2021)',
         'An hour of pay for a missed break is for no hour worked: by our own reading it is out.'),
        ('exempt', 'out', '29 USC 213(a)(1), 29 CFR part 541', 'Hours of who is exempt count toward no overtime.'),
        ('not_employed', 'out', '29 USC 203(e), 207(a)', 'Who is not employed is paid each hour alike.'),
        ('regular_rate', 'result', '29 USC 207(e), 29 CFR 778.109', 'What is in, over the hours that count.'),
        ('asked', 'result', '29 USC 207(a)(1)', 'The premiums for overtime before anything is set off.'),
        ('set_off', 'result', '29 USC 207(h)(2), 29 CFR 778.203',
         'What premiums for holidays and days of rest are set off against, at most what the FLSA asks.'),
        ('changed_week', 'result', '29 CFR 778.302(a)',
         'Of the premium for overtime, what the other count of the weeks around another begin of the workday adds.'),
        ('overtime_premium', 'result', null,
         'Half the regular rate for each hour of overtime, and in no regular rate.'),
        ('doubletime_premium', 'result', null,
         'The regular rate for each hour of doubletime, and in no regular rate.');
$$;
comment on function private.standings_of_sums is
    'Standings of sums in the regular rate, with the section and a sentence why; result of what they come to.';

-- Security definer: it answers the roles of payroll alone, in words.
create function private.regular_rate_of_week(contractor_id uuid, week_start date)
returns table (
    place int, kind text, title text, assignment_id uuid, facility_name text, hours numeric, rate numeric,
    amount numeric, standing text, section text, explanation text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_exempt text;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'contractor_id', regular_rate_of_week.contractor_id, 'week_start', regular_rate_of_week.week_start));
    perform private.require_plausible_days(jsonb_build_object('week_start', regular_rate_of_week.week_start));
    perform private.require_week_start(regular_rate_of_week.week_start);
    v_exempt := case when (private.require_contractor(regular_rate_of_week.contractor_id)).employment_type = 'w2'
                     then 'exempt' else 'not_employed' end;

    return query
    with sum as materialized (
        select sums.*
          from private.sums_of_weeks(
                   array[regular_rate_of_week.contractor_id], array[regular_rate_of_week.week_start]) as sums
    ), line as materialized (
        select lines.*
          from private.pay_of_weeks(
                   array[regular_rate_of_week.contractor_id], array[regular_rate_of_week.week_start]) as lines
         where lines.kind in ('overtime_premium', 'doubletime_premium', 'guarantee', 'break_premium')
    ), week as materialized (
        select rated.*, (of_week.totals).counted_hours as hours, (of_week.totals).credit is not null as may_set_off
          from (select sum.totals from sum where sum.kind = 'week') as of_week
         cross join lateral private.regular_rates_of_weeks(array[of_week.totals]) as rated
    ), worked as ( -- hours of one place, code and rate are one sum
        select sum.assignment_id, sum.code, sum.rate, sum.counts_toward_overtime,
               sum(sum.hours) as hours, sum(sum.hours * sum.rate) as amount, sum(sum.credit) as credit
          from sum
         where sum.kind = 'straight'
         group by sum.assignment_id, sum.code, sum.rate, sum.counts_toward_overtime
    ), told (nth, kind, title, assignment_id, hours, rate, amount, name, section) as (
        select 1, 'straight', code.title, worked.assignment_id, worked.hours,
               case when worked.credit > 0 then worked.rate - worked.credit / worked.hours else worked.rate end,
               worked.amount - coalesce(worked.credit, 0),
               case when not worked.counts_toward_overtime then v_exempt
                    when worked.credit > 0 then 'special_day_hours'
                    when worked.code is null then 'hours'
                    else 'hours_of_code' end,
               null::text
          from worked
          join public.time_codes as code on code.name = coalesce(worked.code, 'regular')
         union all
        select 2, 'straight', code.title, worked.assignment_id, worked.hours, worked.credit / worked.hours,
               worked.credit,
               case when week.may_set_off then 'special_day_premium' else 'special_day_premium_of_state' end, null
          from worked
          join public.time_codes as code on code.name = worked.code
         cross join week
         where worked.credit > 0
         union all
        select 3, 'differential', rule.title, sum.assignment_id, sum(sum.quantity), sum.rate, sum(sum.amount),
               case when not sum.counts_toward_overtime then v_exempt
                    when sum.credit is null then 'differential'
                    when week.may_set_off then 'special_day_premium'
                    else 'special_day_premium_of_state' end, null
          from sum
          join public.premium_rules as rule on rule.id = sum.premium_rule_id
         cross join week
         group by rule.id, sum.assignment_id, sum.rate, sum.counts_toward_overtime, sum.credit is null, week.may_set_off
         union all
        select 4, 'code', code.title, sum.assignment_id, sum(sum.quantity), sum.rate, sum(sum.amount),
               case when code.is_reimbursement then 'expenses'
                    when not sum.counts_toward_overtime then v_exempt
                    when code.in_regular_rate
                    then 'in_' || coalesce(
                            code.regular_rate_section,
                            case code.unit when 'hour' then '778.223' when 'visit' then '778.111' else '778.109' end)
                    else 'out_' || coalesce(code.regular_rate_section, '778.218') end, null
          from sum
          join public.time_codes as code on code.name = sum.code
         where sum.kind = 'code'
         group by code.name, sum.assignment_id, sum.rate, sum.counts_toward_overtime
         union all
        select 4, sum.kind, code.title, sum.assignment_id, sum(sum.quantity), sum.rate, sum(sum.amount),
               case when not sum.counts_toward_overtime then v_exempt
                    when sum.in_regular_rate is null then 'mileage_excess_with_reason'
                    else sum.kind end, null
          from sum
          join public.time_codes as code on code.name = sum.code
         where sum.kind = 'mileage_excess'
         group by sum.kind, code.name, sum.assignment_id, sum.rate, sum.in_regular_rate is null,
                  sum.counts_toward_overtime
         union all
        select 5, 'stipend', stipend.kind, sum.assignment_id, null, null, sum.amount,
               case when not coalesce(stipend.in_regular_rate, stipend.kind <> 'reimbursement') then 'expenses'
                    when sum.in_regular_rate is null then v_exempt
                    when stipend.kind = 'reimbursement' then 'expenses_by_shift'
                    when sum.by_regular_hours then 'flat_sum_by_regular_hours'
                    when stipend.kind = 'flat_sum' then 'flat_sum'
                    else 'other_pay' end, null
          from sum
          join public.assignment_stipends as stipend on stipend.id = sum.assignment_stipend_id
         union all
        select 6, 'adjustment', coalesce(adjustment.reason, adjustment.kind), null, null, null, sum.amount,
               case when adjustment.kind = 'deduction' then 'deduction'
                    when adjustment.kind = 'reimbursement' then 'expenses'
                    when not adjustment.in_regular_rate then 'discretionary_bonus'
                    when adjustment.earned_from is not null then 'bonus_of_other_weeks'
                    when sum.by_regular_hours then 'flat_sum_by_regular_hours'
                    when adjustment.is_flat_sum then 'flat_sum'
                    else 'bonus' end, null
          from sum
          join public.payroll_adjustments as adjustment on adjustment.id = sum.payroll_adjustment_id
         union all
        select 7, 'adjustment', part.name, null, null, part.rate, part.amount, part.name, null
          from private.earned_sums(
                   array[regular_rate_of_week.contractor_id], array[regular_rate_of_week.week_start]) as earned
         cross join lateral (values
               ('bonus_of_weeks', null, earned.share),
               ('flat_sum_of_weeks', earned.per_hour, null)) as part (name, rate, amount)
         where num_nonnulls(part.rate, part.amount) > 0
         union all
        select 8, line.kind, coalesce(line.description, missed.kind), line.assignment_id, line.quantity, line.rate,
               line.amount, case when code.is_worked then 'guarantee_of_calls' else line.kind end, null
          from line
          left join public.break_premiums as missed on missed.id = line.break_premium_id
          left join public.guarantees as promised on promised.id = line.guarantee_id
          left join public.time_codes as code on code.name = promised.code
         where line.kind in ('guarantee', 'break_premium')
    ), stood as (
        select told.*, law.name as law, law.standing, law.section as section_of_law, law.explanation
          from told
         cross join lateral ( -- where nothing counts, nothing is in
               select case when exists (select from week where week.hours > 0) then told.name
                           when exists (
                                select from private.standings_of_sums() as known
                                 where known.name = told.name and known.standing <> 'out') then v_exempt
                           else told.name end) as stands (name)
          join private.standings_of_sums() as law on law.name = stands.name
         union all
        select result.*, law.name, law.standing, law.section, law.explanation
          from (select 9, 'regular_rate', null::text, null::uuid, week.hours, week.regular_rate,
                       (select sum(told.amount)
                          from told
                          join private.standings_of_sums() as of_sum
                            on of_sum.name = told.name and of_sum.standing = 'in'),
                       'regular_rate', null::text
                  from week
                 where week.hours > 0
                 union all
                select 10, 'asked', null, null, null, null, week.asked, 'asked', null
                  from week
                 where week.credited > 0
                 union all
                select 11, 'set_off', null, null, null, null, -week.credited, 'set_off', null
                  from week
                 where week.credited > 0
                 union all
                select 12, 'changed_week', null, null, null, null, sum(changed.amount), 'changed_week', null
                  from private.pay_of_changed_weeks(
                           array[regular_rate_of_week.contractor_id], array[regular_rate_of_week.week_start]) as changed
                having sum(changed.amount) > 0
                 union all
                select case line.kind when 'overtime_premium' then 13 else 14 end, line.kind, null, null,
                       sum(line.hours), null, sum(line.amount), line.kind,
                       string_agg(distinct rtrim(rule.source, '.'), '; ')
                  from line
                  join public.assignments as assignment on assignment.id = line.assignment_id
                  join public.overtime_rules as rule on rule.name = assignment.overtime_rule
                 where line.kind in ('overtime_premium', 'doubletime_premium')
                 group by line.kind
               ) as result (nth, kind, title, assignment_id, hours, rate, amount, name, section)
          join private.standings_of_sums() as law on law.name = result.name
    )
    select (row_number() over (order by stood.nth, facility.name, stood.title, stood.rate, stood.amount))::int,
           stood.kind, stood.title, stood.assignment_id, facility.name, stood.hours, round(stood.rate, 4),
           round(stood.amount, 4), stood.standing, coalesce(stood.section, stood.section_of_law), stood.explanation
      from stood
      left join public.assignments as assignment on assignment.id = stood.assignment_id
      left join public.facilities as facility on facility.id = assignment.facility_id
     order by 1;
end;
$$;
comment on function private.regular_rate_of_week is 'The logic of public.regular_rate_of_week.';

create function public.regular_rate_of_week(contractor_id uuid, week_start date)
returns table (
    place int, kind text, title text, assignment_id uuid, facility_name text, hours numeric, rate numeric,
    amount numeric, standing text, section text, explanation text)
language sql stable set search_path = ''
as $$ select * from private.regular_rate_of_week(contractor_id, week_start); $$;
comment on function public.regular_rate_of_week is
$$Explains the regular rate of somebody's workweek: each sum, and the section of the law by which it is in or out.

Then the regular rate, and the premiums for overtime that it gives. It is of the week as it comes to today. What a
closed batch paid of it may be less: the rest is its difference.

kind is one of straight, differential, code, mileage_excess, stipend, adjustment, guarantee, break_premium,
regular_rate, asked, set_off, changed_week, overtime_premium, doubletime_premium. From regular_rate on it is what the
sums come to.

standing is one of in, out, credited, result. in: in the regular rate. out: not in it. credited: not in it, and set
off against the overtime that the FLSA asks for. result: what comes of the sums.

regular_rate has the amount that is in, the hours that count, and the rate: the one over the other, but for flat sums
that are divided by regular hours. asked and set_off say, where something is set off, the premiums without that, and
what is. changed_week is a part of overtime_premium. The premiums are those that the week is paid, to the cent.

title: of the code, the premium rule or the kind of stipend, the reason of an adjustment, or how a guarantee comes
about. hours: of a code that is by another unit, its units. amount: of hours at one rate all together; to four
decimals, since a week is rounded once. A bonus that several weeks earned has a row for what it adds to this one: the
amount, or of a flat sum by regular hours the rate.

May be called with GET.

Pages: order=place.

Who: payroll.

Arguments:
contractor_id: whose week.
week_start: the first day of a workweek.

Result: a row for each sum, in order; none where nothing is paid of the week.

Errors: role_required, argument_missing, day_out_of_range, week_start_not_first_day, contractor_not_found.

Example: {"contractor_id": "$employee_id", "week_start": "2026-03-02"}$$;

revoke execute on function
    private.standings_of_sums, private.regular_rate_of_week, public.regular_rate_of_week
    from public, anon, authenticated, service_role;
grant execute on function private.regular_rate_of_week, public.regular_rate_of_week to authenticated, service_role;
