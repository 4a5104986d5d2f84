-- Review of a batch before somebody approves it: who gets what, beside the time before, and who is to be looked at.
-- Security definer: it answers the roles of payroll alone, in words.
create function private.payroll_batch_review(payroll_batch_id uuid)
returns table (
    contractor_id uuid, last_name text, first_name text, hours numeric, most_hours_of_a_week numeric,
    difference_pay numeric, gross_pay numeric, hours_before numeric, gross_pay_before numeric, gross_pay_change numeric,
    exceptions text[], gross_wages numeric, reimbursements numeric, deductions numeric, recoveries numeric)
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
    v_period public.payroll_periods;
    v_contractor_ids uuid[];
    v_before_ids uuid[];
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object('payroll_batch_id', payroll_batch_review.payroll_batch_id));
    select batch.contractor_ids
      into v_contractor_ids
      from public.payroll_batches as batch
     where batch.id = payroll_batch_review.payroll_batch_id;
    if not found then
        perform private.refuse(
            404, 'payroll_batch_not_found',
            format('There is no payroll batch %s.', payroll_batch_review.payroll_batch_id),
            'Look it up in the list of payroll batches.');
    end if;
    select period.* into v_period
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where batch.id = payroll_batch_review.payroll_batch_id;
    select array_agg(batch.id)
      into v_before_ids
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where period.pay_group_id = v_period.pay_group_id
       and period.period_start < v_period.period_start
       and batch.status = 'closed'
     group by period.period_start
    having bool_or(batch.kind = 'regular') -- somebody who was paid late of a period does not make it the one before
     order by period.period_start desc
     limit 1;

    return query
    with worked as ( -- per person and week, then per person
        select week.payroll_item_id, max(week.hours) as most_hours, sum(week.difference_pay) as difference_pay,
               bool_or(week.has_difference) as has_difference, bool_or(week.is_overpaid) as is_overpaid,
               bool_or(week.is_carried) as is_carried
          from (select line.payroll_item_id, line.week_start,
                       sum(line.hours) filter (where line.kind = 'straight') as hours,
                       sum(line.amount) filter (where line.kind = 'difference') as difference_pay,
                       bool_or(line.kind = 'difference') as has_difference,
                       bool_or(line.kind = 'overpayment' and line.amount > 0) as is_overpaid,
                       bool_or(line.kind = 'carried' and line.amount > 0) as is_carried
                  from public.payroll_items as item
                  join public.payroll_item_lines as line on line.payroll_item_id = item.id
                 where item.payroll_batch_id = payroll_batch_review.payroll_batch_id
                 group by line.payroll_item_id, line.week_start) as week
         group by week.payroll_item_id
    -- Of employees: hours and their straight pay, by place and day; not rounded, so that no cent of it counts. What a code
    -- or a premium rule pays out of the regular rate counts toward no minimum wage (29 USC 207(h)(1)).
    ), worked_day as (
        select line.payroll_item_id, line.week_start, assignment.facility_id, entry.work_date, line.hours,
               line.hours * case when coded.premium_is_creditable and line.rate >= 1.5 * coded.hourly_pay_rate
                                 then coded.hourly_pay_rate else line.rate end as amount
          from public.payroll_items as item
          join public.contractors as contractor
            on contractor.id = item.contractor_id and contractor.employment_type = 'w2'
          join public.payroll_item_lines as line on line.payroll_item_id = item.id and line.kind = 'straight'
          join public.time_entries as entry on entry.id = line.time_entry_id
          join public.assignments as assignment on assignment.id = entry.assignment_id
          left join lateral ( -- of coded time alone, line by line
               select rate.premium_is_creditable, rate.hourly_pay_rate
                 from private.rates_of_coded_time as rate
                where line.code is not null and rate.time_entry_id = line.time_entry_id
               offset 0) as coded on true
         where item.payroll_batch_id = payroll_batch_review.payroll_batch_id
         union all
        select line.payroll_item_id, line.week_start, assignment.facility_id, entry.work_date, 0, line.amount
          from public.payroll_items as item
          join public.contractors as contractor
            on contractor.id = item.contractor_id and contractor.employment_type = 'w2'
          join public.payroll_item_lines as line on line.payroll_item_id = item.id and line.kind = 'differential'
          join public.premium_rules as rule on rule.id = line.premium_rule_id and not rule.is_creditable
          join public.time_entries as entry on entry.id = line.time_entry_id
          join public.assignments as assignment on assignment.id = entry.assignment_id
         where item.payroll_batch_id = payroll_batch_review.payroll_batch_id
    ), wage_of_day as materialized (
        select day.facility_id, day.work_date, max(wage.amount) as amount
          from (select distinct worked_day.facility_id, worked_day.work_date from worked_day) as day
          join private.minimum_wages_of_facilities as wage
            on wage.facility_id = day.facility_id and day.work_date between wage.effective_from and wage.effective_to
         group by day.facility_id, day.work_date
    ), low_pay as (
        select distinct worked_day.payroll_item_id
          from worked_day
          left join wage_of_day using (facility_id, work_date)
         group by worked_day.payroll_item_id, worked_day.week_start
        having sum(worked_day.amount) < sum(worked_day.hours * coalesce(wage_of_day.amount, 0))
    ), missed_meal as (
        select distinct missed.contractor_id
          from (select array_agg(distinct item.contractor_id) as contractor_ids, min(line.week_start) as first_day,
                       max(line.week_start) + 6 as last_day
                  from public.payroll_items as item
                  join public.payroll_item_lines as line on line.payroll_item_id = item.id and line.kind = 'straight'
                 where item.payroll_batch_id = payroll_batch_review.payroll_batch_id) as paid
         cross join lateral private.missed_meals(paid.first_day, paid.last_day, paid.contractor_ids) as missed
         where exists (
               select from public.payroll_items as item
                 join public.payroll_item_lines as line on line.payroll_item_id = item.id and line.kind = 'straight'
                where item.payroll_batch_id = payroll_batch_review.payroll_batch_id
                  and item.contractor_id = missed.contractor_id
                  and missed.work_date between line.week_start and line.week_start + 6)
    ), now_paid as (
        select item.contractor_id, item.last_name, item.first_name, item.gross_pay,
               part.gross_wages, part.reimbursements, part.deductions,
               item.regular_hours + item.overtime_hours + item.doubletime_hours as hours,
               worked.most_hours, worked.difference_pay, worked.has_difference, worked.is_overpaid,
               low_pay.payroll_item_id is not null as is_low, missed_meal.contractor_id is not null as has_missed_meal,
               worked.is_carried, part.recoveries
          from public.payroll_items as item
          left join worked on worked.payroll_item_id = item.id
          left join low_pay on low_pay.payroll_item_id = item.id
          left join missed_meal on missed_meal.contractor_id = item.contractor_id
          left join private.gross_wages(array(
                   select paid.id
                     from public.payroll_items as paid
                    where paid.payroll_batch_id = payroll_batch_review.payroll_batch_id)) as part
            on part.payroll_item_id = item.id
         where item.payroll_batch_id = payroll_batch_review.payroll_batch_id
    ), paid_before as (
        select item.contractor_id, sum(item.gross_pay) as gross_pay,
               sum(item.regular_hours + item.overtime_hours + item.doubletime_hours) as hours
          from public.payroll_items as item
         where item.payroll_batch_id = any (v_before_ids)
           and (v_contractor_ids is null or item.contractor_id = any (v_contractor_ids))
         group by item.contractor_id
    ), person as (
        select contractor.id,
               coalesce(now_paid.last_name, contractor.last_name) as last_name,
               coalesce(now_paid.first_name, contractor.first_name) as first_name,
               coalesce(now_paid.hours, 0.00) as hours,
               coalesce(now_paid.most_hours, 0.00) as most_hours,
               coalesce(now_paid.difference_pay, 0.00) as difference_pay,
               coalesce(now_paid.gross_pay, 0.00) as gross_pay,
               coalesce(now_paid.gross_wages, 0.00) as gross_wages,
               coalesce(now_paid.reimbursements, 0.00) as reimbursements,
               coalesce(now_paid.deductions, 0.00) as deductions,
               coalesce(now_paid.recoveries, 0.00) as recoveries,
               coalesce(paid_before.hours, 0.00) as hours_before,
               coalesce(paid_before.gross_pay, 0.00) as gross_pay_before,
               array_remove(array[
                   case when now_paid.gross_pay < 0 then 'negative' end,
                   case when now_paid.is_low then 'below_minimum_wage' end,
                   case when now_paid.has_missed_meal then 'missed_meals' end,
                   case when now_paid.most_hours > 60 then 'over_60_hours' end,
                   case when now_paid.has_difference then 'differences' end,
                   case when now_paid.is_overpaid then 'overpaid' end,
                   case when now_paid.is_carried then 'carried' end,
                   case when now_paid.most_hours is null then 'no_time' end,
                   case when not exists (
                            select from public.payroll_items as other
                              join public.payroll_batches as batch on batch.id = other.payroll_batch_id
                             where other.contractor_id = contractor.id
                               and other.payroll_batch_id <> payroll_batch_review.payroll_batch_id
                               and batch.status = 'closed')
                        then 'first_pay' end], null) as exceptions
          from now_paid
          full join paid_before on paid_before.contractor_id = now_paid.contractor_id
          join public.contractors as contractor
            on contractor.id = coalesce(now_paid.contractor_id, paid_before.contractor_id)
    )
    select person.id, person.last_name, person.first_name, person.hours, person.most_hours, person.difference_pay,
           person.gross_pay, person.hours_before, person.gross_pay_before, person.gross_pay - person.gross_pay_before,
           person.exceptions, person.gross_wages, person.reimbursements, person.deductions, person.recoveries
      from person
     order by cardinality(person.exceptions) = 0, person.last_name, person.first_name, person.id;
end;
$$;
comment on function private.payroll_batch_review is 'The logic of public.payroll_batch_review.';

create function public.payroll_batch_review(payroll_batch_id uuid)
returns table (
    contractor_id uuid, last_name text, first_name text, hours numeric, most_hours_of_a_week numeric,
    difference_pay numeric, gross_pay numeric, hours_before numeric, gross_pay_before numeric, gross_pay_change numeric,
    exceptions text[], gross_wages numeric, reimbursements numeric, deductions numeric, recoveries numeric)
language sql stable set search_path = ''
as $$ select * from private.payroll_batch_review(payroll_batch_id); $$;
comment on function public.payroll_batch_review is
$$A payroll batch per person, against what was paid before, with what to look at named.

Before is the newest earlier period of the pay group that has a closed batch: all its closed batches together. Who was
paid then and is not in this batch has a row too; of an off-cycle batch, only its people.

exceptions is one of below_minimum_wage, missed_meals, over_60_hours, negative, differences, overpaid, carried, no_time, first_pay.
below_minimum_wage: of a workweek, as far as this batch pays it, the straight pay is less than its hours at the minimum wages of
their days and facilities; only of W-2 people. missed_meals: on a day of a workweek of which this batch pays time, a premium is
proposed (proposed_break_premiums), and nobody has confirmed or dismissed it. over_60_hours: a workweek of which this batch pays more than 60 hours.
negative: gross_pay below zero, in batches that earlier releases prepared. differences: a line of
kind difference, for what changed of weeks that were paid. overpaid: a week comes to less than was paid of it, and nothing
is taken back of that here. carried: deductions go beyond the pay, and the rest of them to the next batch.
no_time: it pays no hours. first_pay: no other closed batch
ever paid the person.

most_hours_of_a_week: of one workweek, as far as this batch pays it. gross_pay_change: gross_pay less gross_pay_before.

gross_wages, reimbursements, deductions, recoveries: what this batch's gross_pay is made of; deductions and recoveries are
below zero.

May be called with GET.

Pages: order=last_name,first_name,contractor_id.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: a row for each person, those with exceptions first.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}$$;

revoke execute on function
    private.payroll_batch_review, public.payroll_batch_review
    from public, anon, authenticated, service_role;
grant execute on function private.payroll_batch_review, public.payroll_batch_review to authenticated, service_role;
