-- A payroll batch in the form that payroll providers write: hours at their rates, amounts, and one amount a person, week and
-- work state that adjusts. A provider multiplies each row itself and rounds it, overtime by 1.5 and doubletime by 2, while
-- the law's regular rate and a week that is rounded once come to something else: the adjusting amount is what is between.
--
-- A code of worked hours counts hours at the provider: what has changed of it is in the difference without a code, an
-- amount. Where no amount may be below zero, that has what has changed of every code: one may make up for another.
--
-- Lines of pay do not tell which hours were overtime, only how many of a placement: they are its last ones in the week, and
-- doubletime the last of these. So nothing that comes later changes a file. Of batches before 1.0.0, whose premiums tell no
-- placement, they are the last ones of the week.
create function private.earnings_by_rate(payroll_batch_id uuid, takes_negatives boolean)
returns table (
    employment text, line int, contractor_id uuid, payroll_number text, last_name text, first_name text,
    employment_type text, week_start date, earning text, earning_code text, work_state text,
    hours numeric, rate numeric, factor numeric, amount numeric, code text, unit text, quantity numeric,
    facility_without_state text, is_plain boolean)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB' -- as private.earning_lines
set jit = off
as $$
begin
    return query
    with earned as materialized (
        select earned.*, earned.earning in ('straight', 'overtime_premium', 'doubletime_premium') as is_of_hours
          from private.earning_lines(earnings_by_rate.payroll_batch_id) as earned
    ), person as materialized (
        select distinct earned.contractor_id, earned.employment, earned.payroll_number, earned.last_name,
               earned.first_name, earned.employment_type
          from earned
    ), premium as materialized (
        select item.contractor_id, line.week_start, line.assignment_id,
               coalesce(sum(line.hours) filter (where line.kind = 'overtime_premium'), 0) as overtime,
               coalesce(sum(line.hours) filter (where line.kind = 'doubletime_premium'), 0) as doubletime
          from public.payroll_items as item
          join public.payroll_item_lines as line on line.payroll_item_id = item.id
         where item.payroll_batch_id = earnings_by_rate.payroll_batch_id
           and line.kind in ('overtime_premium', 'doubletime_premium')
         group by item.contractor_id, line.week_start, line.assignment_id
    ), whole_week as (
        select premium.contractor_id, premium.week_start, sum(premium.overtime) as overtime,
               sum(premium.doubletime) as doubletime
          from premium
         group by premium.contractor_id, premium.week_start
        having bool_or(premium.assignment_id is null)
    ), entry as (
        select item.contractor_id, line.id, line.week_start, line.code, line.hours, coalesce(round(line.rate, 4), 0) as rate,
               entry.work_date, entry.started_at, facility.work_state,
               case when facility.work_state is null then facility.name end as facility_without_state,
               case when whole_week.contractor_id is null then assignment.id end as place,
               coalesce(whole_week.overtime, premium.overtime, 0) as overtime,
               coalesce(whole_week.doubletime, premium.doubletime, 0) as doubletime
          from public.payroll_items as item
          join public.payroll_item_lines as line on line.payroll_item_id = item.id and line.kind = 'straight'
          left join public.time_entries as entry on entry.id = line.time_entry_id
          left join public.assignments as assignment
            on assignment.id = coalesce(line.assignment_id, entry.assignment_id)
          left join public.facilities as facility on facility.id = assignment.facility_id
          left join whole_week
            on whole_week.contractor_id = item.contractor_id and whole_week.week_start = line.week_start
          left join premium
            on premium.contractor_id = item.contractor_id and premium.week_start = line.week_start
           and premium.assignment_id = assignment.id
         where item.payroll_batch_id = earnings_by_rate.payroll_batch_id
    ), passed as (
        select entry.*,
               case when entry.overtime + entry.doubletime > 0
                    then sum(entry.hours) over (
                             partition by entry.contractor_id, entry.week_start, entry.place
                             order by entry.work_date desc, entry.started_at desc, entry.id desc
                             rows unbounded preceding) - entry.hours end as later
          from entry
    ), split as (
        select passed.*,
               case when passed.later is null then 0
                    else greatest(least(passed.hours, passed.doubletime - passed.later), 0) end as doubletime_hours,
               case when passed.later is null then 0
                    else greatest(least(passed.later + passed.hours, passed.doubletime + passed.overtime)
                                      - greatest(passed.later, passed.doubletime), 0) end as overtime_hours
          from passed
    ), worked as materialized (
        select split.contractor_id, split.week_start, split.work_state, split.rate, part.earning, part.factor,
               part.code, sum(part.hours) as hours, round(sum(part.hours) * split.rate * part.factor, 2) as amount,
               min(split.facility_without_state) as facility_without_state
          from split
         cross join lateral (values
               ('regular', 1.0, split.hours - split.overtime_hours - split.doubletime_hours, split.code),
               ('overtime', 1.5, split.overtime_hours, null),
               ('doubletime', 2.0, split.doubletime_hours, null)) as part (earning, factor, hours, code)
         where part.hours <> 0
         group by split.contractor_id, split.week_start, split.work_state, split.rate, part.earning, part.factor, part.code
    ), adjusting as (
        select paid.contractor_id, paid.week_start, paid.work_state, sum(paid.amount) as amount
          from (select earned.contractor_id, earned.week_start, earned.work_state, earned.amount
                  from earned
                 where earned.is_of_hours
                 union all
                select worked.contractor_id, worked.week_start, worked.work_state, -worked.amount from worked) as paid
         group by paid.contractor_id, paid.week_start, paid.work_state
        having sum(paid.amount) <> 0
    ), made as (
        select worked.contractor_id, worked.week_start, worked.earning, worked.work_state, worked.hours,
               case when scale(trim_scale(worked.rate)) <= 2 then round(worked.rate, 2) else trim_scale(worked.rate) end
                   as rate,
               worked.factor, worked.amount, worked.code, null::text as unit, null::numeric as quantity,
               worked.facility_without_state, coalesce(coded.earning_code, mapped.code) as earning_code,
               coded.earning_code is null as is_plain
          from worked
          join person on person.contractor_id = worked.contractor_id
          left join public.time_codes as coded on coded.name = worked.code
          left join public.earning_codes as mapped
            on mapped.employment = person.employment and mapped.earning = worked.earning
         union all
        select earned.contractor_id, earned.week_start, earned.earning, earned.work_state, null,
               case when earned.quantity is not null then earned.rate end, null, sum(earned.amount), named.code,
               earned.unit, earned.quantity, min(earned.facility_without_state), named.earning_code, true
          from earned
          left join public.time_codes as coded
            on coded.name = earned.code
           and earned.earning = 'difference'
           and (coded.is_worked or not earnings_by_rate.takes_negatives)
          left join public.earning_codes as mapped
            on mapped.employment = earned.employment and mapped.earning = earned.earning
         cross join lateral (
               select case when coded.name is null then earned.code end,
                      case when coded.name is null then earned.earning_code else mapped.code end
               ) as named (code, earning_code)
         where not earned.is_of_hours
         group by earned.contractor_id, earned.week_start, earned.earning, earned.work_state, earned.rate, named.code,
                  earned.unit, earned.quantity, named.earning_code
        having earned.earning <> 'difference' or sum(earned.amount) <> 0
         union all
        select adjusting.contractor_id, adjusting.week_start, 'adjusting_amount', adjusting.work_state, null, null, null,
               adjusting.amount, null, null, null, null, mapped.code, true
          from adjusting
          join person on person.contractor_id = adjusting.contractor_id
          left join public.earning_codes as mapped
            on mapped.employment = person.employment and mapped.earning = 'adjusting_amount'
    )
    select person.employment,
           (row_number() over (
                partition by person.employment
                order by person.last_name, person.first_name, person.contractor_id, made.week_start,
                         array_position(
                             private.parts_of_pay('hours') || private.parts_of_pay('wages')
                                 || private.parts_of_pay('reimbursements') || private.parts_of_pay('deductions'),
                             made.earning),
                         made.code nulls first, made.rate, made.work_state, made.amount))::int,
           person.contractor_id, person.payroll_number, person.last_name, person.first_name, person.employment_type,
           made.week_start, made.earning, made.earning_code, made.work_state, made.hours, made.rate, made.factor,
           made.amount, made.code, made.unit, made.quantity, made.facility_without_state, made.is_plain
      from made
      join person on person.contractor_id = made.contractor_id;
end;
$$;
comment on function private.earnings_by_rate is
$$The rows of a payroll batch as providers write them: hours at their rates, amounts, and what adjusts.

takes_negatives: whether amounts may be below zero. facility_without_state: as private.earning_lines. is_plain: false of
hours whose time code has a code of its own.$$;

-- Security definer: as payroll_earnings is.
create function private.payroll_earnings_by_rate(payroll_batch_id uuid)
returns table (
    employment text, line int, contractor_id uuid, payroll_number text, last_name text, first_name text,
    employment_type text, period_start date, period_end date, pay_date date, batch_status text, week_start date,
    earning text, earning_code text, work_state text, hours numeric, rate numeric, factor numeric, amount numeric,
    code text, unit text, quantity numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    perform private.require_payroll_batch(payroll_earnings_by_rate.payroll_batch_id);
    return query
        select earned.employment, earned.line, earned.contractor_id, earned.payroll_number, earned.last_name,
               earned.first_name, earned.employment_type, period.period_start, period.period_end,
               coalesce(batch.pay_date, period.pay_date), batch.status, earned.week_start, earned.earning,
               earned.earning_code, earned.work_state, earned.hours, earned.rate, earned.factor, earned.amount,
               earned.code, earned.unit, earned.quantity
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         cross join lateral private.earnings_by_rate(batch.id, true) as earned
         where batch.id = payroll_earnings_by_rate.payroll_batch_id
         order by earned.employment, earned.line;
end;
$$;
comment on function private.payroll_earnings_by_rate is 'The logic of public.payroll_earnings_by_rate.';

create function public.payroll_earnings_by_rate(payroll_batch_id uuid)
returns table (
    employment text, line int, contractor_id uuid, payroll_number text, last_name text, first_name text,
    employment_type text, period_start date, period_end date, pay_date date, batch_status text, week_start date,
    earning text, earning_code text, work_state text, hours numeric, rate numeric, factor numeric, amount numeric,
    code text, unit text, quantity numeric)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.payroll_earnings_by_rate(payroll_batch_id); $$;
comment on function public.payroll_earnings_by_rate is
$$Pay of a payroll batch as payroll providers write it: hours at their rates, and amounts.

In place of straight, overtime_premium and doubletime_premium of payroll_earnings there are regular, overtime and doubletime,
hours at a rate, which a provider multiplies and rounds row by row: amount is round(hours * rate * factor, 2), where
factor is 1, 1.5 or 2. What a batch pays for these hours beyond that, or less, is adjusting_amount: one amount per person,
workweek and work state, and below zero where the rows come to more. So the amounts of a person add up to the gross_pay of
their payroll_items, to the cent, also per work state.

The hours of regular add up to the item's regular_hours, and those of overtime and doubletime to its own; hours that differences
move are not among them. Overtime is the last hours of a placement in its week, and doubletime the last of these. rate has at
most four decimals. All other rows are as payroll_earnings has them, an amount each: hours and factor are null. What has
changed of codes of worked hours is in the difference without a code: under their own the provider takes hours.

earning_code is that of the row's earning; of regular hours of a code time_codes.earning_code, where there is one.
employment is as earning_codes.employment, and line is its line there. earning is as earning_codes.earning, or code or
reimbursement_code; employment_type is as payroll_items.employment_type, batch_status is as payroll_batches.status. Names,
work_state, code, unit and quantity are those of payroll_earnings.

Pages: order=employment,line. Of more than 1000 lines the API answers 1000: read on with limit and offset.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: the rows; none for a batch that pays nobody.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}$$;

revoke execute on function
    private.earnings_by_rate, private.payroll_earnings_by_rate, public.payroll_earnings_by_rate
    from public, anon, authenticated, service_role;
grant execute on function private.payroll_earnings_by_rate, public.payroll_earnings_by_rate
    to authenticated, service_role;
