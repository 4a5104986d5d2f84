-- A draft batch pays whole workweeks at today's hours and rates, less what closed batches have paid of them. Where
-- they paid nothing, it has the week's lines; else the lines of what came late, and what else has changed in one
-- line, the difference.
create function private.rebuild_payroll_draft(payroll_batch_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a period is sorted in memory
set jit = off -- compiling takes longer than a period's work
as $$
declare
    v_contractor_ids uuid[];
    v_week_starts date[];
begin
    -- One at a time: two drafts must not both find that nobody pays a difference.
    perform private.hold_approvals();

    delete from public.payroll_items as item
     where item.payroll_batch_id = rebuild_payroll_draft.payroll_batch_id;

    select array_agg(due.contractor_id), array_agg(due.week_start)
      into v_contractor_ids, v_week_starts
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     cross join lateral private.weeks_to_pay(period.period_end) as due
     where batch.id = rebuild_payroll_draft.payroll_batch_id;

    with paid as materialized (
        select line.contractor_id, line.week_start, sum(line.amount) as amount,
               sum(line.overtime_hours) as overtime_hours, sum(line.doubletime_hours) as doubletime_hours,
               array_remove(array_agg(line.source_id), null) as source_ids
          from private.live_payroll_lines as line
          join unnest(v_contractor_ids, v_week_starts) as due (contractor_id, week_start)
            on due.contractor_id = line.contractor_id and due.week_start = line.week_start
         where line.week_start = any (v_week_starts) -- for the index by week
         group by line.contractor_id, line.week_start
    ), whole as materialized (
        select line.*,
               case line.kind when 'overtime_premium' then line.hours else 0 end as overtime_hours,
               case line.kind when 'doubletime_premium' then line.hours else 0 end as doubletime_hours,
               paid.contractor_id is null
                   or (line.kind in ('straight', 'stipend', 'adjustment')
                       and coalesce(line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id)
                           <> all (paid.source_ids)) as is_new
          from private.pay_of_weeks(v_contractor_ids, v_week_starts) as line
          left join paid on paid.contractor_id = line.contractor_id and paid.week_start = line.week_start
    ), difference as (
        select paid.contractor_id, paid.week_start,
               coalesce(sum(line.amount), 0) - paid.amount as amount,
               coalesce(sum(line.overtime_hours), 0) - paid.overtime_hours as overtime_hours,
               coalesce(sum(line.doubletime_hours), 0) - paid.doubletime_hours as doubletime_hours
          from paid
          left join whole as line
            on line.contractor_id = paid.contractor_id
           and line.week_start = paid.week_start
           and not line.is_new
         group by paid.contractor_id, paid.week_start, paid.amount, paid.overtime_hours, paid.doubletime_hours
    ), line as materialized (
        select whole.contractor_id, whole.week_start, whole.kind, whole.time_entry_id, whole.payroll_adjustment_id,
               whole.assignment_stipend_id, whole.hours, whole.overtime_hours, whole.doubletime_hours, whole.rate,
               whole.amount
          from whole
         where whole.is_new
         union all
        select difference.contractor_id, difference.week_start, 'difference', null, null,
               null, null, difference.overtime_hours, difference.doubletime_hours, null,
               difference.amount
          from difference
         where (difference.amount, difference.overtime_hours, difference.doubletime_hours) <> (0, 0, 0)
    ), pay as (
        select line.contractor_id,
               coalesce(sum(line.hours) filter (where line.kind = 'straight'), 0) as hours,
               sum(line.overtime_hours) as overtime_hours,
               sum(line.doubletime_hours) as doubletime_hours,
               coalesce(sum(line.amount) filter (where line.kind = 'straight'), 0) as straight,
               coalesce(sum(line.amount) filter (where line.kind = 'stipend'), 0) as stipend,
               coalesce(sum(line.amount) filter (where line.kind = 'adjustment'), 0) as adjustment,
               sum(line.amount) as gross
          from line
         group by line.contractor_id
    ), item as (
        insert into public.payroll_items (
            payroll_batch_id, contractor_id, regular_hours, overtime_hours, doubletime_hours,
            straight_pay, premium_pay, stipend_pay, adjustment_pay, gross_pay)
        select rebuild_payroll_draft.payroll_batch_id, pay.contractor_id,
               pay.hours - pay.overtime_hours - pay.doubletime_hours, pay.overtime_hours, pay.doubletime_hours,
               pay.straight, pay.gross - pay.straight - pay.stipend - pay.adjustment, pay.stipend, pay.adjustment,
               pay.gross
          from pay
        returning id, contractor_id
    )
    insert into public.payroll_item_lines (
        payroll_item_id, time_entry_id, payroll_adjustment_id, assignment_stipend_id, week_start, kind, hours,
        overtime_hours, doubletime_hours, rate, amount)
    select item.id, line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id, line.week_start,
           line.kind, line.hours, moved.overtime_hours, moved.doubletime_hours, line.rate, line.amount
      from line
      join item on item.contractor_id = line.contractor_id
      left join lateral (
           select line.overtime_hours, line.doubletime_hours where line.kind = 'difference') as moved on true;

    update public.payroll_batches as batch
       set gross_total = summed.gross_total, preparer_ids = known.preparer_ids
      from (select coalesce(sum(item.gross_pay), 0) as gross_total
              from public.payroll_items as item
             where item.payroll_batch_id = rebuild_payroll_draft.payroll_batch_id) as summed,
           (select array(
                       select known.id from (
                           select unnest(draft.preparer_ids) union select private.user_id()) as known (id)
                        where known.id is not null order by known.id) as preparer_ids
              from public.payroll_batches as draft
             where draft.id = rebuild_payroll_draft.payroll_batch_id) as known
     where batch.id = rebuild_payroll_draft.payroll_batch_id
       and (batch.gross_total, batch.preparer_ids) is distinct from (summed.gross_total, known.preparer_ids);
end;
$$;
comment on function private.rebuild_payroll_draft(uuid) is
$$Fills a draft payroll batch anew from today's hours and rates: all that is payable and unpaid up to the end of its
period, but for the weeks that another open batch pays.

payroll_batch_id: a draft, which the caller holds, as it does the rates.$$;
revoke execute on function private.rebuild_payroll_draft(uuid) from public, anon, authenticated, service_role;
