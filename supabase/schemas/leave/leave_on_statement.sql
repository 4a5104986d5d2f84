-- Leave on the earnings statement, as California, Arizona, Nebraska and others ask: plan by plan, as it stood at the end of the
-- period. Closing a later batch changes nothing of it; time of the period that is approved later does.
create function private.leave_on_statement(
    contractor_id uuid, payroll_batch_id uuid, period_start date, period_end date, closed_at timestamptz)
returns jsonb
language sql
stable
set search_path = ''
as $$
    with entry as (
        select entry.*
          from public.leave_ledger as entry
          left join public.payroll_batches as batch on batch.id = entry.payroll_batch_id
         where entry.contractor_id = leave_on_statement.contractor_id
           and (entry.payroll_batch_id = leave_on_statement.payroll_batch_id
                or (entry.day <= leave_on_statement.period_end
                    and (batch.id is null or batch.closed_at <= coalesce(leave_on_statement.closed_at, 'infinity'))))
    ), taken as (
        select distinct entry.leave_plan_id, entry.time_entry_id from entry where entry.kind = 'used'
    ), line as ( -- differences are of a placement, a code and a week; of two plans in one, they are the later day's
        select taken.leave_plan_id, line.payroll_item_id, line.amount
          from taken
          join public.payroll_item_lines as line on line.time_entry_id = taken.time_entry_id and line.kind = 'code'
         union all
        select changed.leave_plan_id, changed.payroll_item_id, changed.amount
          from (select distinct on (line.id) taken.leave_plan_id, line.payroll_item_id, line.amount
                  from taken
                  join public.time_entries as entry on entry.id = taken.time_entry_id
                  join public.payroll_item_lines as line
                    on line.assignment_id = entry.assignment_id
                   and line.kind = 'difference'
                   and line.code = entry.code
                   and entry.work_date between line.week_start and line.week_start + 6
                 order by line.id, entry.work_date desc, entry.id) as changed
    ), paid as (
        select line.leave_plan_id, sum(line.amount) as amount
          from line
          join public.payroll_items as item on item.id = line.payroll_item_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.id = leave_on_statement.payroll_batch_id
            or (batch.status = 'closed' and batch.closed_at <= coalesce(leave_on_statement.closed_at, 'infinity')
                and period.period_end
                    between date_trunc('year', leave_on_statement.period_end) and leave_on_statement.period_end)
         group by line.leave_plan_id
    ), counted as (
        select plan.id, plan.name, code.title, sum(entry.hours) as balance,
               coalesce(sum(entry.hours) filter (
                   where entry.payroll_batch_id = leave_on_statement.payroll_batch_id
                     and entry.kind in ('accrued', 'capped')), 0) as accrued,
               coalesce(-sum(entry.hours) filter (
                   where entry.kind = 'used' and entry.day >= leave_on_statement.period_start), 0) as used,
               coalesce(-sum(entry.hours) filter (
                   where entry.kind = 'used'
                     and entry.day >= date_trunc('year', leave_on_statement.period_end)), 0) as used_this_year
          from entry
          join public.leave_plans as plan on plan.id = entry.leave_plan_id
          join public.time_codes as code on code.name = plan.code
         where plan.in_use_from is not null
         group by plan.id, code.name)
    select coalesce(jsonb_agg(
               jsonb_build_object(
                   'plan', counted.name, 'title', counted.title,
                   'accrued', round(counted.accrued, 2)::text, 'used', round(counted.used, 2)::text,
                   'balance', round(counted.balance, 2)::text,
                   'used_this_year', round(counted.used_this_year, 2)::text,
                   'paid_this_year', coalesce(paid.amount, 0.00)::text)
               order by counted.name), '[]')
      from counted
      left join paid on paid.leave_plan_id = counted.id;
$$;
comment on function private.leave_on_statement is
$$Leave of a person by plan, of a batch: what closing it accrued, what was used in its period, the balance at the period's end,
and what was used and paid in the year, with differences of that; none where no plan is in use.

closed_at: that of the batch; null = it is not closed.$$;

revoke execute on function private.leave_on_statement from public, anon, authenticated, service_role;
