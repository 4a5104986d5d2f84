-- A payroll batch as a payroll provider takes it: by person, workweek, earning, code of time, rate and work state.
--
-- The work state is that of the facility: the one that the line is for. What is paid for a whole workweek, bonuses, and
-- premiums and differences of batches that did not tell for which assignment, is divided among the states of its time by
-- their hours; what the cents and hundredths of hours leave is the largest's, of two alike the one of whose letters come
-- first. Reimbursements and deductions have no state, and neither has a bonus of a week without time.
--
-- The time of a week is what this batch and those that paid it before pay of it: batches never pay one week at a time, so
-- lines of others that were there when this batch was made were paid before. So nothing that comes later changes a file.
--
-- What is not paid now is not in the file: of a week that comes to less than was paid, the difference only as far as it
-- lessens other pay of the week; of deductions, what is deducted. What is not taken back now lies where the differences
-- lie that it comes from. A recovery of wages is divided among the states of its week; one of what repaid expenses is
-- less of the code that repays them, and has no state. A difference in hours alone lessens no pay: it is not there
-- either.
create function private.earning_lines(payroll_batch_id uuid)
returns table (
    employment text, line int, contractor_id uuid, payroll_number text, last_name text, first_name text,
    employment_type text, week_start date, earning text, earning_code text, work_state text,
    hours numeric, overtime_hours numeric, doubletime_hours numeric, rate numeric, amount numeric,
    facility_without_state text, code text, unit text, quantity numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB' -- a batch is sorted in memory
set jit = off -- compiling takes longer than a batch's work
as $$
begin
    return query
    with item as materialized (
        select item.id, item.contractor_id
          from public.payroll_items as item
         where item.payroll_batch_id = earning_lines.payroll_batch_id
    ), paid as materialized (
        select line.id, item.contractor_id, line.week_start, line.created_at, line.kind,
               case when line.kind = 'stipend' then coalesce(line.pay_kind || '_stipend', line.kind)
                    when line.kind = 'break_premium' then line.pay_kind || '_premium'
                    when line.kind in ('adjustment', 'carried') then coalesce(line.pay_kind, line.kind)
                    when line.kind in ('difference', 'overpayment', 'recovery') and line.pay_kind = 'reimbursement'
                    then concat_ws('_', line.pay_kind, 'code')
                    when line.kind = 'overpayment' then 'difference'
                    when line.kind = 'recovery' then concat_ws('_', line.kind, line.pay_kind)
                    when line.kind = 'code' then concat_ws('_', line.pay_kind, line.kind)
                    else line.kind end as earning,
               line.hours, line.overtime_hours, line.doubletime_hours, line.rate, line.amount, line.code, line.quantity,
               facility.work_state,
               case when facility.work_state is null then facility.name end as facility_without_state,
               line.kind in ('overpayment', 'carried') as is_ledger, line.kind = 'overpayment' as is_overpayment,
               line.assignment_id is not null
                   or line.kind not in ('overtime_premium', 'doubletime_premium', 'difference', 'overpayment', 'recovery')
                      and line.pay_kind is distinct from 'bonus'
                   or line.kind = 'recovery' and line.code is not null as is_of_one
          from item
          join public.payroll_item_lines as line on line.payroll_item_id = item.id
          left join public.time_entries as entry on entry.id = line.time_entry_id
          left join public.assignment_stipends as stipend on stipend.id = line.assignment_stipend_id
          left join public.assignments as assignment
            on assignment.id = coalesce(line.assignment_id, entry.assignment_id, stipend.assignment_id)
          left join public.facilities as facility on facility.id = assignment.facility_id
    ), of_week as materialized (
        select paid.*
          from paid
         where not paid.is_of_one
    ), worked as (
        select paid.contractor_id, paid.week_start, false as of_overpayment, null as earning, null as of_code,
               null as code, paid.hours as weight, paid.work_state, paid.facility_without_state
          from paid
         where paid.kind = 'straight'
         union all
        select overpaid.contractor_id, overpaid.week_start, true, paid.earning, overpaid.code, paid.code,
               abs(paid.amount), paid.work_state, paid.facility_without_state
          from paid as overpaid
          join paid
            on paid.contractor_id = overpaid.contractor_id
           and paid.week_start = overpaid.week_start
           and paid.kind in ('difference', 'code')
           and paid.earning = overpaid.earning
           and (overpaid.code is null or paid.code = overpaid.code)
           and paid.is_of_one
           and sign(paid.amount) = -sign(overpaid.amount)
         where overpaid.is_overpayment
         union all
        select week.contractor_id, week.week_start, false, null, null, null, line.hours, facility.work_state,
               case when facility.work_state is null then facility.name end
          from (select of_week.contractor_id, of_week.week_start, max(of_week.created_at) as made_at
                  from of_week
                 where of_week.earning in ('difference', 'bonus', 'recovery')
                 group by of_week.contractor_id, of_week.week_start) as week
          join public.payroll_items as item on item.contractor_id = week.contractor_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
          join public.payroll_periods as period
            on period.id = batch.payroll_period_id and period.period_end >= week.week_start
          join public.payroll_item_lines as line
            on line.payroll_item_id = item.id and line.week_start = week.week_start and line.kind = 'straight'
          left join public.time_entries as entry on entry.id = line.time_entry_id
          left join public.assignments as assignment on assignment.id = entry.assignment_id
          left join public.facilities as facility on facility.id = assignment.facility_id
         where batch.id <> earning_lines.payroll_batch_id
           and line.created_at <= week.made_at
    ), share as (
        select worked.contractor_id, worked.week_start, worked.of_overpayment, worked.earning, worked.of_code,
               worked.code, worked.work_state, sum(worked.weight) as weight,
               sum(sum(worked.weight)) over of_week as all_weight,
               row_number() over (of_week order by sum(worked.weight) desc, worked.work_state, worked.code) as place,
               min(worked.facility_without_state) as facility_without_state
          from worked
         group by worked.contractor_id, worked.week_start, worked.of_overpayment, worked.earning, worked.of_code,
                  worked.code, worked.work_state
        window of_week as (partition by worked.contractor_id, worked.week_start, worked.of_overpayment, worked.earning,
                                        worked.of_code)
    ), divided as (
        select of_week.contractor_id, of_week.week_start, of_week.earning,
               coalesce(share.code, of_week.code) as code, share.work_state, of_week.is_ledger,
               part.hours + case when share.place = 1 then of_week.hours - sum(part.hours) over of_line else 0 end as hours,
               part.overtime_hours + case when share.place = 1
                   then of_week.overtime_hours - sum(part.overtime_hours) over of_line else 0 end as overtime_hours,
               part.doubletime_hours + case when share.place = 1
                   then of_week.doubletime_hours - sum(part.doubletime_hours) over of_line else 0 end as doubletime_hours,
               part.amount
                   + case when share.place = 1 then of_week.amount - sum(part.amount) over of_line else 0 end as amount,
               share.facility_without_state
          from of_week
          left join share
            on share.contractor_id = of_week.contractor_id
           and share.week_start = of_week.week_start
           and share.of_overpayment = (of_week.is_overpayment and exists (
                   select from worked
                    where worked.of_overpayment
                      and worked.contractor_id = of_week.contractor_id
                      and worked.week_start = of_week.week_start
                      and worked.earning = of_week.earning
                      and worked.of_code is not distinct from of_week.code))
           and (not share.of_overpayment
                or (share.earning = of_week.earning and share.of_code is not distinct from of_week.code))
         cross join lateral (
               select round(of_week.hours * portion.weight / portion.all_weight, 2) as hours,
                      round(of_week.overtime_hours * portion.weight / portion.all_weight, 2) as overtime_hours,
                      round(of_week.doubletime_hours * portion.weight / portion.all_weight, 2) as doubletime_hours,
                      round(of_week.amount * portion.weight / portion.all_weight, 2) as amount
                 from (select coalesce(share.weight, 1), coalesce(share.all_weight, 1)) as portion (weight, all_weight)) as part
        window of_line as (partition by of_week.id)
    ), earned as (
        select paid.contractor_id, paid.week_start, paid.earning, paid.work_state, paid.hours, paid.overtime_hours,
               paid.doubletime_hours, paid.rate, paid.amount, paid.facility_without_state, paid.is_ledger, paid.code,
               paid.quantity
          from paid
         where paid.is_of_one
         union all
        select divided.contractor_id, divided.week_start, divided.earning, divided.work_state, divided.hours,
               divided.overtime_hours, divided.doubletime_hours, null, divided.amount, divided.facility_without_state,
               divided.is_ledger, divided.code, null
          from divided
         where (divided.amount, coalesce(divided.hours, 0), coalesce(divided.overtime_hours, 0),
                coalesce(divided.doubletime_hours, 0)) <> (0, 0, 0, 0)
    ), summed as (
        select earned.contractor_id, earned.week_start, earned.earning, earned.work_state, earned.rate,
               sum(earned.hours) as hours, sum(earned.overtime_hours) as overtime_hours,
               sum(earned.doubletime_hours) as doubletime_hours, sum(earned.amount) as amount,
               min(earned.facility_without_state) as facility_without_state, earned.code,
               sum(earned.quantity) as quantity
          from earned
         group by earned.contractor_id, earned.week_start, earned.earning, earned.code, earned.work_state, earned.rate
        having sum(earned.amount) <> 0
            or not (bool_or(earned.is_ledger) -- nothing of it is paid now
                    or (earned.earning = 'difference'
                        and (earned.contractor_id, earned.week_start) in (
                            select paid.contractor_id, paid.week_start
                              from paid
                             where paid.is_overpayment and paid.amount > 0)))
    )
    select item.employment,
           (row_number() over (
                partition by item.employment
                order by item.last_name, item.first_name, item.contractor_id, summed.week_start,
                         array_position(array[
                             'straight', 'differential', 'code', 'mileage_excess', 'guarantee', 'overtime_premium',
                             'doubletime_premium', 'meal_premium',
                             'rest_premium', 'difference', 'hours_driven_stipend', 'flat_sum_stipend',
                             'reimbursement_stipend',
                             'reimbursement_code', 'bonus', 'reimbursement', 'deduction', 'recovery',
                             'recovery_prior_year'], summed.earning),
                         summed.code nulls first, summed.rate, summed.work_state, summed.earning))::int,
           item.contractor_id, contractor.payroll_number, item.last_name, item.first_name, item.employment_type,
           summed.week_start, summed.earning,
           coalesce(case when summed.earning <> 'mileage_excess' then coded.earning_code end, mapped.code),
           summed.work_state, summed.hours, summed.overtime_hours,
           summed.doubletime_hours, summed.rate, summed.amount, summed.facility_without_state,
           summed.code, case when summed.quantity is not null then coalesce(coded.unit, 'hour') end, summed.quantity
      from summed
     cross join lateral (
           select paid.contractor_id, paid.last_name, paid.first_name, paid.employment_type,
                  case paid.employment_type when 'w2' then 'w2' else '1099' end as employment
             from public.payroll_items as paid
            where paid.payroll_batch_id = earning_lines.payroll_batch_id and paid.contractor_id = summed.contractor_id
           offset 0) as item -- by the key: without statistics all lines were walked through for each person
      join public.contractors as contractor on contractor.id = item.contractor_id
      left join public.earning_codes as mapped
        on mapped.employment = item.employment and mapped.earning = summed.earning
      left join public.time_codes as coded on coded.name = summed.code;
end;
$$;
comment on function private.earning_lines is
$$The lines of a payroll batch's files: per person, workweek, earning, code of time, rate and work state.

facility_without_state: the name of one whose work state is not known, of those that the line is for.$$;

revoke execute on function private.earning_lines from public, anon, authenticated, service_role;
