-- Due pay: the amount a workweek comes to today, less what closed batches have paid of it, whatever changed.

-- Only marked weeks are looked at, and those that a flat sum ties to one, later ones too. To look in vain does no harm:
-- the week then comes to what was paid.
create function private.marked_weeks(period_end date, contractor_ids uuid[] default null)
returns table (contractor_id uuid, week_start date)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- of some contractors by the key, of all without
as $$
begin
    return query
    select distinct mark.contractor_id, marked_weeks.period_end - 6 - (marked_weeks.period_end - mark.day) / 7 * 7
      from private.due_marks as mark
     where mark.day <= marked_weeks.period_end
       and (marked_weeks.contractor_ids is null or mark.contractor_id = any (marked_weeks.contractor_ids))
     union
    select guaranteed.contractor_id, guaranteed.week_start
      from private.unmarked_guaranteed_weeks() as guaranteed
     where guaranteed.week_start + 6 <= marked_weeks.period_end
       and (marked_weeks.contractor_ids is null or guaranteed.contractor_id = any (marked_weeks.contractor_ids));
    if not private.has_tied_weeks() then
        return;
    end if;
    return query
    with marked as materialized (
        select distinct mark.contractor_id,
               mark.day - ((mark.day - marked_weeks.period_end - 1) % 7 + 7) % 7 as week_start
          from private.due_marks as mark
         where marked_weeks.contractor_ids is null or mark.contractor_id = any (marked_weeks.contractor_ids)
    )
    select distinct tied.contractor_id, tied.tied_week_start
      from (select array_agg(marked.contractor_id) as contractor_ids, array_agg(marked.week_start) as week_starts
              from marked) as week
     cross join lateral private.tied_weeks(week.contractor_ids, week.week_starts) as tied
     where tied.tied_week_start < marked_weeks.period_end
    except
    select marked.contractor_id, marked.week_start from marked;
end;
$$;
comment on function private.marked_weeks is
$$The contractors' workweeks of which something changed and was not paid since.

period_end: the last day of a workweek; later weeks are left out.
contractor_ids: whose weeks; null for everybody's.$$;

-- All lines of a week of which closed batches paid nothing; else those of what came late, and what else has changed
-- in lines for each assignment, the differences: one for each code, of what its own lines come to less what was paid of
-- them, and one without a code of all else: regular time, premiums, stipends, guarantees, and miles beyond the IRS's
-- rate, which are no pay by the code of the mile. Where lines that were paid name no assignment, as before 1.0.0, the
-- week has one difference, but for codes that repay expenses, since they are no wage; and where they don't tell what
-- section 7 asks, it doesn't either. Overpayments, recoveries and what is carried are no part of what was paid of a
-- week.
--
-- The paid part is looked up week by week, in the batches whose period does not end before it: none where the week is
-- paid for the first time, however many there were.
create function private.due_lines(contractor_ids uuid[], week_starts date[])
returns table (
    contractor_id uuid, week_start date, kind text, time_entry_id uuid, payroll_adjustment_id uuid,
    assignment_stipend_id uuid, break_premium_id uuid, hours numeric, overtime_hours numeric, doubletime_hours numeric,
    rate numeric, amount numeric, assignment_id uuid, flsa_premium numeric, code text, quantity numeric,
    premium_rule_id uuid, guarantee_id uuid, description text, pay_kind text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a period is sorted in memory
set jit = off -- compiling takes longer than a period's work
as $$
declare
    v_batch_ids uuid[];
    v_period_ends date[];
    v_repaying constant text[] := array(select code.name from public.time_codes as code where code.is_reimbursement);
begin
    select array_agg(batch.id), array_agg(period.period_end)
      into v_batch_ids, v_period_ends
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where batch.status = 'closed'
       and period.period_end >= (select min(week.start) from unnest(due_lines.week_starts) as week (start));

    return query
    with paid_line as materialized (
        select week.contractor_id, week.start as week_start, line.*
          from unnest(due_lines.contractor_ids, due_lines.week_starts) as week (contractor_id, start)
         cross join lateral (
               select line.amount,
                      case when line.kind in ('straight', 'difference') then coalesce(line.hours, 0) else 0 end as hours,
                      case when line.premium_rule_id is null
                           then coalesce(line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id,
                                         line.break_premium_id, line.guarantee_id)
                           else md5(line.time_entry_id::text || line.premium_rule_id::text)::uuid -- both are its source
                      end as source_id,
                      case line.kind when 'overtime_premium' then line.hours
                                     else coalesce(line.overtime_hours, 0) end as overtime_hours,
                      case line.kind when 'doubletime_premium' then line.hours
                                     else coalesce(line.doubletime_hours, 0) end as doubletime_hours,
                      line.assignment_id,
                      line.assignment_id is null and line.kind <> 'adjustment' as is_of_week,
                      case when line.kind in ('straight', 'code', 'difference') then line.code end as code,
                      line.flsa_premium,
                      line.flsa_premium is null and line.kind in ('overtime_premium', 'doubletime_premium') as is_untold
                 from public.payroll_items as item
                 join public.payroll_item_lines as line
                   on line.payroll_item_id = item.id and line.week_start = week.start
                  and line.kind not in ('overpayment', 'carried', 'recovery') -- else the difference came again
                where item.contractor_id = week.contractor_id
                  and item.payroll_batch_id = any (array(
                      select closed.id
                        from unnest(v_batch_ids, v_period_ends) as closed (id, period_end)
                       where closed.period_end >= week.start))
               offset 0) as line
         where v_batch_ids is not null
    ), paid as materialized (
        select line.contractor_id, line.week_start, array_remove(array_agg(line.source_id), null) as source_ids,
               bool_or(line.is_of_week) as is_of_week, bool_or(line.is_untold) as is_untold
          from paid_line as line
         group by line.contractor_id, line.week_start
    ), part as ( -- a week of many people is read by its days; those of few together, by their assignments
        select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as week_starts
          from (select week.contractor_id, week.start, count(*) over (partition by week.start) > 100 as has_many
                  from unnest(due_lines.contractor_ids, due_lines.week_starts) as week (contractor_id, start)) as week
         group by case when week.has_many then week.start end
    ), whole as materialized (
        select line.*,
               case line.kind when 'overtime_premium' then line.hours else 0 end as overtime_hours,
               case line.kind when 'doubletime_premium' then line.hours else 0 end as doubletime_hours,
               case when line.kind in ('straight', 'code') then line.code end as code_of_difference,
               paid.contractor_id is null
                   or (line.kind in ('straight', 'code', 'differential', 'stipend', 'adjustment', 'break_premium',
                                     'guarantee', 'mileage_excess')
                       and case when line.premium_rule_id is null
                                then coalesce(line.time_entry_id, line.payroll_adjustment_id,
                                              line.assignment_stipend_id, line.break_premium_id, line.guarantee_id)
                                else md5(line.time_entry_id::text || line.premium_rule_id::text)::uuid end
                           <> all (paid.source_ids)) as is_new
          from part
         cross join lateral private.pay_of_weeks(part.contractor_ids, part.week_starts) as line
          left join paid on paid.contractor_id = line.contractor_id and paid.week_start = line.week_start
    ), changed as (
        select line.contractor_id, line.week_start, line.assignment_id, line.code_of_difference as code, line.amount,
               case line.kind when 'straight' then line.hours else 0 end as hours, line.overtime_hours,
               line.doubletime_hours, coalesce(line.flsa_premium, 0) as flsa_premium
          from whole as line
         where not line.is_new
         union all
        select line.contractor_id, line.week_start, line.assignment_id, line.code, -line.amount, -line.hours,
               -line.overtime_hours, -line.doubletime_hours, -coalesce(line.flsa_premium, 0)
          from paid_line as line
    ), difference as (
        select paid.contractor_id, paid.week_start, part.assignment_id, part.code, sum(changed.amount) as amount,
               sum(changed.hours) as hours, sum(changed.overtime_hours) as overtime_hours,
               sum(changed.doubletime_hours) as doubletime_hours,
               case when not paid.is_untold and part.code is null then sum(changed.flsa_premium) end as flsa_premium
          from paid
          join changed on changed.contractor_id = paid.contractor_id and changed.week_start = paid.week_start
         cross join lateral (
               select case when apart.is_told then changed.assignment_id end,
                      case when apart.is_told then changed.code end
                 from (select not paid.is_of_week or changed.code = any (v_repaying)) as apart (is_told)
               ) as part (assignment_id, code)
         group by paid.contractor_id, paid.week_start, paid.is_untold, part.assignment_id, part.code
    )
    select whole.contractor_id, whole.week_start, whole.kind, whole.time_entry_id, whole.payroll_adjustment_id,
           whole.assignment_stipend_id, whole.break_premium_id, whole.hours, whole.overtime_hours, whole.doubletime_hours,
           whole.rate, whole.amount, whole.assignment_id, whole.flsa_premium, whole.code, whole.quantity,
           whole.premium_rule_id, whole.guarantee_id, whole.description,
           case when whole.kind = 'code' and whole.code = any (v_repaying) then 'reimbursement' end
      from whole
     where whole.is_new
     union all
    select difference.contractor_id, difference.week_start, 'difference', null, null,
           null, null, nullif(difference.hours, 0), difference.overtime_hours, difference.doubletime_hours, null,
           difference.amount, difference.assignment_id, difference.flsa_premium, difference.code, null, null,
           null, null, case when difference.code = any (v_repaying) then 'reimbursement' end
      from difference
     where (difference.amount, difference.hours, difference.overtime_hours, difference.doubletime_hours,
            coalesce(difference.flsa_premium, 0)) <> (0, 0, 0, 0, 0);
end;
$$;
comment on function private.due_lines is
$$Pay of contractors' whole workweeks today, less what closed batches have paid of them: the lines of a batch that
would pay it. A week without a line is paid.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
code: of time that is not regular, and of what has changed of it. pay_kind: reimbursement of codes that repay expenses
and of their differences; else null.$$;

-- In one statement with the comparison: a change that it does not see has a mark that it does not see. A mark stays while
-- something is due of a week that a flat sum ties to its own: no other mark may tell of that.
create function private.forget_paid_weeks(contractor_ids uuid[], week_starts date[])
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
    if forget_paid_weeks.contractor_ids is null then
        return;
    end if;
    with concerned as materialized (
        select week.contractor_id, week.start as week_start, week.start as concerned_week_start
          from unnest(forget_paid_weeks.contractor_ids, forget_paid_weeks.week_starts) as week (contractor_id, start)
         union all
        select tied.contractor_id, tied.week_start, tied.tied_week_start
          from private.tied_weeks(forget_paid_weeks.contractor_ids, forget_paid_weeks.week_starts) as tied
    ), due as (
        select distinct concerned.contractor_id, concerned.week_start
          from (select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as week_starts
                  from (select distinct concerned.contractor_id, concerned.concerned_week_start
                          from concerned) as week (contractor_id, week_start)) as looked
         cross join lateral private.due_lines(looked.contractor_ids, looked.week_starts) as line
          join concerned
            on concerned.contractor_id = line.contractor_id and concerned.concerned_week_start = line.week_start
    )
    delete from private.due_marks as mark
     using unnest(forget_paid_weeks.contractor_ids, forget_paid_weeks.week_starts) as week (contractor_id, start)
      left join due on due.contractor_id = week.contractor_id and due.week_start = week.start
     where mark.contractor_id = week.contractor_id
       and mark.day between week.start and week.start + 6
       and due.contractor_id is null;
end;
$$;
comment on function private.forget_paid_weeks is
    'Removes the marks of those of the workweeks, by position, of which nothing is due any more, nor of a week that is tied to them. Null is none.';

-- A draft pays all that it saw when it was built. So only weeks with a later mark are compared anew: few, of a firm's week.
-- All of them where weeks are tied to one another, or the draft is of a release that kept no marks.
create function private.forget_weeks_of_batch(payroll_batch_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
as $$
declare
    v_contractor_ids uuid[];
    v_week_starts date[];
    v_seen_ids constant int8multirange := (
        select seen.mark_ids
          from private.draft_marks as seen
         where seen.payroll_batch_id = forget_weeks_of_batch.payroll_batch_id and not private.has_tied_weeks());
begin
    select array_agg(paid.contractor_id), array_agg(paid.week_start)
      into v_contractor_ids, v_week_starts
      from (select distinct item.contractor_id, line.week_start
              from public.payroll_items as item
              join public.payroll_item_lines as line on line.payroll_item_id = item.id
             where item.payroll_batch_id = forget_weeks_of_batch.payroll_batch_id
               and line.kind not in ('carried', 'recovery')) as paid; -- another open batch may pay their week

    if v_seen_ids is not null then
        with week as materialized (
            select paid.contractor_id, paid.week_start, bool_and(mark.id <@ v_seen_ids) as is_seen
              from unnest(v_contractor_ids, v_week_starts) as paid (contractor_id, week_start)
              join private.due_marks as mark
                on mark.contractor_id = paid.contractor_id and mark.day between paid.week_start and paid.week_start + 6
             group by paid.contractor_id, paid.week_start
        ), gone as (
            delete from private.due_marks as mark
             using week
             where week.is_seen
               and mark.contractor_id = week.contractor_id
               and mark.day between week.week_start and week.week_start + 6
        )
        select array_agg(week.contractor_id), array_agg(week.week_start)
          into v_contractor_ids, v_week_starts
          from week
         where not week.is_seen;
    end if;
    perform private.forget_paid_weeks(v_contractor_ids, v_week_starts);
    delete from private.draft_marks as seen where seen.payroll_batch_id = forget_weeks_of_batch.payroll_batch_id;
end;
$$;
comment on function private.forget_weeks_of_batch is
    'Removes the marks of the weeks that a closed batch pays, but of those of which something is due since its draft was built.';

-- Triggers that are switched off mark nothing.
create function private.mark_due_weeks()
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
as $$
declare
    v_any_week constant date := private.workweek_start(date '2000-01-01');
    v_contractor_ids uuid[];
    v_week_starts date[];
begin
    select array_agg(week.contractor_id), array_agg(week.start)
      into v_contractor_ids, v_week_starts
      from (select distinct known.contractor_id, known.day - ((known.day - v_any_week) % 7 + 7) % 7
              from (select assignment.contractor_id, entry.work_date
                      from public.time_entries as entry
                      join public.assignments as assignment on assignment.id = entry.assignment_id
                     where entry.is_payable
                     union all
                    select adjustment.contractor_id, adjustment.payable_on
                      from public.payroll_adjustments as adjustment
                     where adjustment.approved_at is not null
                     union all
                    select guaranteed.contractor_id, guaranteed.week_start
                      from private.guaranteed_weeks('-infinity') as guaranteed
                     union all
                    select item.contractor_id, line.week_start
                      from public.payroll_batches as batch
                      join public.payroll_items as item on item.payroll_batch_id = batch.id
                      join public.payroll_item_lines as line on line.payroll_item_id = item.id
                     where batch.status = 'closed') as known (contractor_id, day)) as week (contractor_id, start);

    insert into private.due_marks (contractor_id, day)
    select distinct due.contractor_id, due.week_start
      from private.due_lines(v_contractor_ids, v_week_starts) as due
     where not exists (
           select from private.due_marks as mark
            where mark.contractor_id = due.contractor_id and mark.day between due.week_start and due.week_start + 6);
end;
$$;
comment on function private.mark_due_weeks is
    'Marks the workweeks of which something is due, over all history: for rows that were loaded with triggers off.';

revoke execute on function
    private.marked_weeks, private.due_lines, private.forget_paid_weeks, private.forget_weeks_of_batch,
    private.mark_due_weeks
    from public, anon, authenticated, service_role;
