-- What is paid, or about to be, in batches of whatever state but discarded.
create view private.live_payroll_lines as
    select item.contractor_id, line.week_start, line.amount,
           coalesce(line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id) as source_id,
           case line.kind when 'overtime_premium' then line.hours else coalesce(line.overtime_hours, 0) end
               as overtime_hours,
           case line.kind when 'doubletime_premium' then line.hours else coalesce(line.doubletime_hours, 0) end
               as doubletime_hours,
           batch.closed_at, period.period_end
      from public.payroll_item_lines as line
      join public.payroll_items as item on item.id = line.payroll_item_id
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where line.released_at is null;
comment on view private.live_payroll_lines is
    'The lines of payroll batches, without those of discarded ones: what each pays, what for, and the hours it makes overtime and doubletime.';

-- A week that an open batch pays is left to it: it may still be discarded and its time sent back, and then nobody
-- would know that another batch has counted on it.
--
-- A week is looked at again when time or an adjustment came late, or when its rates changed after it was paid. To
-- look in vain does no harm: the week then comes to what was paid. So the instants of applying a hit and of closing
-- a batch, which are those at which their transactions began, are compared with an hour to spare.
create function private.weeks_to_pay(period_end date)
returns table (contractor_id uuid, week_start date)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
begin
    return query
    select distinct due.contractor_id, week.start
      from (select assignment.contractor_id, entry.work_date
              from public.time_entries as entry
              join public.assignments as assignment on assignment.id = entry.assignment_id
             where entry.is_payable
               and not exists (
                   select from public.payroll_item_lines as line
                    where line.time_entry_id = entry.id and line.released_at is null)
             union all
            select adjustment.contractor_id, adjustment.payable_on
              from public.payroll_adjustments as adjustment
             where adjustment.approved_at is not null
               and not exists (
                   select from public.payroll_item_lines as line
                    where line.payroll_adjustment_id = adjustment.id and line.released_at is null)
             union all
            select paid.contractor_id, paid.week_start
              from public.rate_hits as hit
              join public.assignments as assignment on assignment.id = hit.assignment_id
              join private.live_payroll_lines as paid on paid.contractor_id = assignment.contractor_id
             where hit.status = 'applied'
               and hit.pay_rate_change <> 0
               and hit.effective_on <= paid.week_start + 6
               and hit.effective_on <= paid.period_end -- batches before need not be looked at
               and paid.closed_at < hit.applied_at + interval '1 hour'
               and not exists ( -- a batch that knew the hit
                   select from private.live_payroll_lines as later
                    where later.contractor_id = paid.contractor_id
                      and later.week_start = paid.week_start
                      and later.closed_at >= hit.applied_at + interval '1 hour')
           ) as due (contractor_id, day)
     cross join lateral (
           select weeks_to_pay.period_end - 6 - (weeks_to_pay.period_end - due.day) / 7 * 7) as week (start)
     where due.day <= weeks_to_pay.period_end
       and not exists (
           select from private.live_payroll_lines as open
            where open.contractor_id = due.contractor_id
              and open.week_start = week.start
              and open.closed_at is null);
end;
$$;
comment on function private.weeks_to_pay is
$$The contractors' workweeks that closed batches have not paid, or not at today's hours and rates, and that no open
batch pays.

period_end: the last day of a workweek; later weeks are left out.$$;

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
comment on function private.rebuild_payroll_draft is
$$Fills a draft payroll batch anew from today's hours and rates: all that is payable and unpaid up to the end of its
period, but for the weeks that another open batch pays.

payroll_batch_id: a draft, which the caller holds, as it does the rates.$$;

revoke all on private.live_payroll_lines from public, anon, authenticated, service_role;

revoke execute on function
    private.weeks_to_pay, private.rebuild_payroll_draft
    from public, anon, authenticated, service_role;
