-- Approved time that no payroll batch of those days pays, and what else of its weeks is due.
create function private.accrued_pay(on_day date)
returns table (account text, amount numeric, contractor_id uuid)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
set random_page_cost = 1.1 -- the lines of the last batches by their index, those of years in one pass
as $$
declare
    v_last_week constant date := private.workweek_start(accrued_pay.on_day);
    v_contractor_ids uuid[];
    v_week_starts date[];
    v_later_batch_ids constant uuid[] := array(
        select batch.id
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status = 'closed'
           and private.paid_on(batch, period) > accrued_pay.on_day);
    v_has_accounts constant boolean := exists (select from private.accounts_of_codes()); -- folded into the plan
begin
    select array_agg(due.contractor_id), array_agg(due.week_start)
      into v_contractor_ids, v_week_starts
      from private.marked_weeks(v_last_week + 6) as due;
    return query
    with line as materialized (
        select due.contractor_id, contractor.employment_type, due.week_start, due.kind, due.time_entry_id, due.amount,
               due.code,
               coalesce(stipend.kind, adjustment.kind, due.pay_kind) as pay_kind
          from private.due_lines(v_contractor_ids, v_week_starts) as due
          join public.contractors as contractor on contractor.id = due.contractor_id
          left join public.assignment_stipends as stipend on stipend.id = due.assignment_stipend_id
          left join public.payroll_adjustments as adjustment on adjustment.id = due.payroll_adjustment_id
         union all
        select item.contractor_id, item.employment_type, paid.week_start, paid.kind, paid.time_entry_id, paid.amount,
               paid.code, paid.pay_kind
          from public.payroll_items as item
          join public.payroll_item_lines as paid on paid.payroll_item_id = item.id
         where item.payroll_batch_id = any (v_later_batch_ids)
           and paid.week_start <= v_last_week
           and paid.kind not in ('overpayment', 'carried', 'recovery') -- as due_lines: they are no pay of their week
    ), worked as ( -- of the week that the day splits: the share of its hours that were worked by then
        select assignment.contractor_id,
               coalesce(sum(entry.hours) filter (where entry.work_date <= accrued_pay.on_day), 0) as hours,
               sum(entry.hours) as all_hours
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
         where entry.is_payable
           and entry.is_worked
           and entry.work_date between v_last_week and v_last_week + 6
         group by assignment.contractor_id
    )
    select private.account_of_pay(line.kind, line.pay_kind, line.employment_type, account.pay_account) as to_account,
           round(sum(case
               when line.week_start < v_last_week or accrued_pay.on_day = v_last_week + 6 then line.amount
               when line.time_entry_id is not null
               then case when entry.work_date <= accrued_pay.on_day then line.amount end
               else line.amount * worked.hours / worked.all_hours end), 2),
           line.contractor_id
      from line
      left join lateral (
           select time.work_date
             from public.time_entries as time
            where time.id = case when line.week_start = v_last_week then line.time_entry_id end
           offset 0) as entry on accrued_pay.on_day < v_last_week + 6 -- of the week that the day splits
      left join worked on worked.contractor_id = line.contractor_id
      left join private.accounts_of_codes() as account
        on v_has_accounts
       and line.kind in ('straight', 'code', 'difference')
       and account.code = line.code
       and accrued_pay.on_day > account.after
       and accrued_pay.on_day <= account.through
     group by to_account, line.contractor_id;
end;
$$;
comment on function private.accrued_pay is
$$Pay due to contractors of weeks up to a day and not paid by then, by account.

Of the week that the day splits, time and what else its codes pay count by their days, and premiums, stipends,
adjustments and differences by the share of the week's hours that were worked by then, half a cent up.$$;

revoke execute on function private.accrued_pay from public, anon, authenticated, service_role;
