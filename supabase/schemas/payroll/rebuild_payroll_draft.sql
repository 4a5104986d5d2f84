-- A week that an open batch pays is left to it: it may still be discarded and its time sent back, and then nobody
-- would know that another batch has counted on it.
create function private.weeks_to_pay(period_end date, pay_group_id uuid, contractor_ids uuid[] default null)
returns table (contractor_id uuid, week_start date)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
    v_open_batch_ids constant uuid[] := array(
        select batch.id from public.payroll_batches as batch where batch.status in ('draft', 'in_review', 'approved'));
begin
    return query
    select week.contractor_id, week.week_start
      from private.marked_weeks(weeks_to_pay.period_end, weeks_to_pay.contractor_ids) as week
      join public.contractors as contractor
        on contractor.id = week.contractor_id
       and (weeks_to_pay.pay_group_id is null or contractor.pay_group_id = weeks_to_pay.pay_group_id)
      left join lateral ( -- week by week: no plan reads all lines
           select line.id
             from public.payroll_items as item
             join public.payroll_item_lines as line
               on line.payroll_item_id = item.id and line.week_start = week.week_start
              and line.kind not in ('carried', 'recovery') -- they pay nothing of their week
            where item.payroll_batch_id = any (v_open_batch_ids) and item.contractor_id = week.contractor_id
            limit 1) as open on true
     where open.id is null;
end;
$$;
comment on function private.weeks_to_pay is
$$Marked workweeks of a pay group's contractors, or of some, that no open batch pays.

period_end: the last day of a workweek; later weeks are left out.
contractor_ids: whose weeks; null for everybody's.$$;

-- Pay off the cycle ends with what has come: adjustments of weeks ahead wait for their own batch. Weeks that are over have
-- come without time too, by a guarantee or an adjustment.
create function private.last_day_off_cycle(contractor_id uuid, period_end date)
returns date
language sql
stable
set search_path = ''
as $$
    select private.workweek_start(greatest(
               coalesce((select max(entry.work_date)
                           from public.assignments as assignment
                           join public.time_entries as entry on entry.assignment_id = assignment.id
                          where assignment.contractor_id = last_day_off_cycle.contractor_id
                            and entry.is_payable
                            and entry.work_date <= last_day_off_cycle.period_end), clock.business_date),
               (select max(adjustment.payable_on)
                  from public.payroll_adjustments as adjustment
                 where adjustment.contractor_id = last_day_off_cycle.contractor_id
                   and adjustment.approved_at is not null
                   and adjustment.payable_on <= clock.business_date),
               private.workweek_start(clock.business_date) - 1)) + 6
      from private.clock() as clock;
$$;
comment on function private.last_day_off_cycle is
$$The last day up to which a batch off the cycle pays a contractor: of the workweek of their latest approved time, of an
approved adjustment that is payable by today, or of the week before today's, whichever is last. Without approved time it
is the last day of today's week.

period_end: the last day of a workweek; time after it does not count.$$;

-- A draft batch pays what is due of whole workweeks. What reads them knows how many weeks there are, each function by a
-- setting of its own (plan_cache_mode); not here, where it would have each foreign key of each line planned anew.
create function private.rebuild_payroll_draft(payroll_batch_id uuid, contractor_ids uuid[] default null)
returns void
language plpgsql
volatile
set search_path = ''
set work_mem = '64MB' -- a period is sorted in memory
set jit = off -- compiling takes longer than a period's work
as $$
declare
    v_of uuid[]; -- null of all of the group
    v_contractor_ids uuid[];
    v_week_starts date[];
    v_paid_contractor_ids uuid[];
    v_paid_week_starts date[];
begin
    -- One at a time: two drafts must not both find that nobody pays a difference.
    perform private.hold_approvals();
    perform private.mark_guaranteed_weeks();

    -- Whoever changes time of several people may hand over more than an off-cycle batch pays.
    select case when batch.contractor_ids is null then rebuild_payroll_draft.contractor_ids
                when rebuild_payroll_draft.contractor_ids is null then batch.contractor_ids
                else array(select unnest(batch.contractor_ids)
                           intersect select unnest(rebuild_payroll_draft.contractor_ids)) end
      into v_of
      from public.payroll_batches as batch
     where batch.id = rebuild_payroll_draft.payroll_batch_id;

    delete from public.payroll_items as item
     where item.payroll_batch_id = rebuild_payroll_draft.payroll_batch_id
       and (rebuild_payroll_draft.contractor_ids is null
            or item.contractor_id = any (rebuild_payroll_draft.contractor_ids));

    -- First: what a mark that is there tells of is seen below. Later marks of a few people are none of these.
    if rebuild_payroll_draft.contractor_ids is null then
        insert into private.draft_marks (payroll_batch_id, mark_ids)
        select rebuild_payroll_draft.payroll_batch_id, coalesce(range_agg(int8range(mark.id, mark.id, '[]')), '{}')
          from private.due_marks as mark
            on conflict on constraint draft_marks_pkey do update set mark_ids = excluded.mark_ids;
    end if;

    select array_agg(due.contractor_id), array_agg(due.week_start)
      into v_contractor_ids, v_week_starts
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     cross join lateral private.weeks_to_pay(
               period.period_end, case batch.kind when 'regular' then period.pay_group_id end, v_of) as due
     where batch.id = rebuild_payroll_draft.payroll_batch_id
       and case batch.kind
               when 'off_cycle' then
                   due.week_start <= private.last_day_off_cycle(due.contractor_id, period.period_end)
               else true end;

    with line as materialized (
        select line.* from private.due_lines(v_contractor_ids, v_week_starts) as line
    ), open as materialized (
        select part.* from private.open_overpayments(v_of) as part
    ), week as ( -- few: those that a difference takes below zero, and those that were
        select line.contractor_id, line.week_start,
               sum(line.amount) filter (where line.kind <> 'adjustment' or line.amount > 0) as amount, -- but deductions
               coalesce(sum(line.amount) filter (where line.pay_kind = 'reimbursement'), 0) as repaid
          from (select negative.contractor_id, negative.week_start
                  from line as negative
                 where negative.kind = 'difference' and negative.amount < 0
                 union
                select open.contractor_id, open.week_start from open) as looked
          join line on line.contractor_id = looked.contractor_id and line.week_start = looked.week_start
         group by line.contractor_id, line.week_start
    ), repaid as (
        select line.contractor_id, line.week_start, line.code, sum(line.amount) as amount
          from line
         where line.pay_kind = 'reimbursement'
         group by line.contractor_id, line.week_start, line.code
    ), room as ( -- below zero: no wage, as far as it comes from codes that repay expenses
        select week.contractor_id, week.week_start, 1 as side, -week.amount as whole, 1 as place, null as code,
               greatest(least(week.repaid, 0) - week.amount, 0) as amount
          from week
         where week.amount < 0
         union all
        select week.contractor_id, week.week_start, 1, -week.amount, 2, repaid.code, -repaid.amount
          from week
          join repaid on repaid.contractor_id = week.contractor_id and repaid.week_start = week.week_start
         where week.amount < 0
         union all -- made up for by a gain: the same part first, and then the others in the order of recoveries
        select week.contractor_id, week.week_start, -1, week.amount, part.place, open.code, part.amount
          from week
          join open on open.contractor_id = week.contractor_id and open.week_start = week.week_start
          left join repaid
            on repaid.contractor_id = week.contractor_id and repaid.week_start = week.week_start
           and repaid.code = open.code
         cross join lateral (
               select case when open.code is null then week.amount - week.repaid else coalesce(repaid.amount, 0) end
               ) as gained (amount)
         cross join lateral (select greatest(least(open.free, gained.amount), 0)) as same (amount)
         cross join lateral (values (1, same.amount), (2, open.free - same.amount)) as part (place, amount)
         where week.amount > 0
    ), overpaid as materialized ( -- between weeks nothing is netted
        select part.contractor_id, part.week_start, part.code, sum(part.side * part.amount) as amount
          from (select room.contractor_id, room.week_start, room.code, room.side,
                       least(room.amount, room.whole - sum(room.amount) over in_order + room.amount) as amount
                  from room
                 where room.amount > 0
                window in_order as (partition by room.contractor_id, room.week_start
                                    order by room.place, room.code nulls first)) as part
         where part.amount > 0
         group by part.contractor_id, part.week_start, part.code
    ), pay as (
        select line.contractor_id,
               coalesce(sum(line.hours) filter (where line.kind in ('straight', 'difference')), 0) as hours,
               sum(line.overtime_hours) as overtime_hours,
               sum(line.doubletime_hours) as doubletime_hours,
               coalesce(sum(line.amount) filter (where line.kind in ('straight', 'differential')), 0) as straight,
               coalesce(sum(line.amount) filter (where line.kind = 'stipend'), 0) as stipend,
               coalesce(sum(line.amount) filter (where line.kind = 'adjustment'), 0) as adjustment,
               coalesce(sum(line.amount) filter (
                   where line.kind in ('code', 'guarantee', 'mileage_excess') or line.pay_kind = 'reimbursement'), 0)
                   as code,
               sum(line.amount) as due,
               coalesce((select sum(overpaid.amount) from overpaid
                          where overpaid.contractor_id = line.contractor_id), 0) as overpayment
          from line
         group by line.contractor_id
    ), item as (
        insert into public.payroll_items (
            payroll_batch_id, contractor_id, regular_hours, overtime_hours, doubletime_hours,
            straight_pay, premium_pay, stipend_pay, adjustment_pay, code_pay, overpayment_pay, gross_pay,
            first_name, last_name, email, employment_type)
        select rebuild_payroll_draft.payroll_batch_id, pay.contractor_id,
               pay.hours - pay.overtime_hours - pay.doubletime_hours, pay.overtime_hours, pay.doubletime_hours,
               pay.straight, pay.due - pay.straight - pay.stipend - pay.adjustment - pay.code, pay.stipend,
               pay.adjustment, pay.code, pay.overpayment, pay.due + pay.overpayment,
               contractor.first_name, contractor.last_name, contractor.email, contractor.employment_type -- else one by one
          from pay
          join public.contractors as contractor on contractor.id = pay.contractor_id
        returning id, contractor_id
    ), written as (
        insert into public.payroll_item_lines (
            payroll_item_id, time_entry_id, payroll_adjustment_id, assignment_stipend_id, break_premium_id, week_start, kind,
            hours, overtime_hours, doubletime_hours, rate, amount, assignment_id, flsa_premium, code, quantity,
            premium_rule_id, guarantee_id, description, pay_kind)
        select item.id, line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id,
               line.break_premium_id, line.week_start, line.kind, line.hours, moved.overtime_hours,
               moved.doubletime_hours, line.rate, line.amount, line.assignment_id, line.flsa_premium, line.code,
               line.quantity, line.premium_rule_id, line.guarantee_id, line.description,
               line.pay_kind
          from line
          join item on item.contractor_id = line.contractor_id
          left join lateral (
               select line.overtime_hours, line.doubletime_hours where line.kind = 'difference') as moved on true
         union all
        select item.id, null, null, null, null, overpaid.week_start, 'overpayment', null, null, null, null,
               overpaid.amount, null, null, overpaid.code, null, null, null, null,
               case when overpaid.code is not null then 'reimbursement' end
          from overpaid
          join item on item.contractor_id = overpaid.contractor_id
    )
    select array_agg(paid.contractor_id), array_agg(paid.week_start)
      into v_paid_contractor_ids, v_paid_week_starts
      from (select week.contractor_id, week.start
              from unnest(v_contractor_ids, v_week_starts) as week (contractor_id, start)
            except
            select line.contractor_id, line.week_start from line) as paid (contractor_id, week_start);

    perform private.forget_paid_weeks(v_paid_contractor_ids, v_paid_week_starts);

    perform private.carry_deductions(rebuild_payroll_draft.payroll_batch_id, rebuild_payroll_draft.contractor_ids);
    perform private.take_recoveries(rebuild_payroll_draft.payroll_batch_id, rebuild_payroll_draft.contractor_ids);

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
$$Fills a draft payroll batch anew from today's hours and rates: all that is due up to the end of its period to its group,
or to the people of an off-cycle batch up to what has come of it (private.last_day_off_cycle), but for the weeks that
another open batch pays. Forgets marks of weeks of which
nothing is due.

payroll_batch_id: a draft, which the caller holds, as it does the rates.
contractor_ids: whose items; null for everybody's. The others' stay as they are.$$;

revoke execute on function private.weeks_to_pay, private.last_day_off_cycle, private.rebuild_payroll_draft
    from public, anon, authenticated, service_role;
