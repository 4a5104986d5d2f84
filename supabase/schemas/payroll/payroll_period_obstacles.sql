-- Obstacles that keep a period from closing: close_payroll_period counts these rows, and people read them.
create function private.obstacles_of_period(period public.payroll_periods)
returns table (
    kind text, payroll_batch_id uuid, batch_status text, contractor_id uuid, week_start date, amount numeric,
    time_entry_id uuid, work_date date, hours numeric, entry_status text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
    v_elsewhere_ids constant uuid[] := array(
        select batch.id
          from public.payroll_batches as batch
         where batch.status in ('draft', 'in_review', 'approved') and batch.payroll_period_id <> period.id);
begin
    return query
    select 'open_batch', batch.id, batch.status, null::uuid, null::date, batch.gross_total, null::uuid, null::date,
           null::numeric, null
      from public.payroll_batches as batch
     where batch.payroll_period_id = period.id and batch.status in ('draft', 'in_review', 'approved');

    return query
    select 'due_week', open.id, open.status, due.contractor_id, due.week_start, sum(due.amount), null::uuid, null::date,
           null::numeric, null
      from (select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as week_starts
              from private.marked_weeks(period.period_end) as week
              join public.contractors as contractor
                on contractor.id = week.contractor_id and contractor.pay_group_id = period.pay_group_id) as marked
     cross join lateral private.due_lines(marked.contractor_ids, marked.week_starts) as due
      left join lateral ( -- an open batch of another period that keeps the week from every other
           select batch.id, batch.status
             from public.payroll_items as item
             join public.payroll_item_lines as line
               on line.payroll_item_id = item.id and line.week_start = due.week_start
              and line.kind not in ('carried', 'recovery')
             join public.payroll_batches as batch on batch.id = item.payroll_batch_id
            where item.contractor_id = due.contractor_id
              and item.payroll_batch_id = any (v_elsewhere_ids)
            limit 1) as open on true
     where marked.contractor_ids is not null
     group by due.contractor_id, due.week_start, open.id, open.status;

    return query
    select 'unapproved_time', null::uuid, null, assignment.contractor_id, private.workweek_start(entry.work_date),
           null::numeric, entry.id, entry.work_date, entry.hours, entry.status
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
      join public.contractors as contractor
        on contractor.id = assignment.contractor_id and contractor.pay_group_id = period.pay_group_id
     where entry.work_date between period.period_start and period.period_end
       and not entry.is_payable
       and entry.set_aside_at is null
       and entry.status <> 'draft';
end;
$$;
comment on function private.obstacles_of_period is
    'Everything open, due or unapproved of a payroll period, a row each: its open batch, and of its group''s contractors the workweeks up to its end of which something is due, and time in it beyond draft that nobody approved.';

-- Security definer: it answers the roles of payroll alone, in words.
create function private.payroll_period_obstacles(payroll_period_id uuid)
returns table (
    kind text, payroll_batch_id uuid, contractor_id uuid, contractor_name text, week_start date, time_entry_id uuid,
    work_date date, hours numeric, amount numeric, status text, next_step text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_period public.payroll_periods;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_period_id', payroll_period_obstacles.payroll_period_id));
    select period.* into v_period
      from public.payroll_periods as period
     where period.id = payroll_period_obstacles.payroll_period_id;
    if not found then
        perform private.refuse(
            404, 'payroll_period_not_found',
            format('There is no payroll period %s.', payroll_period_obstacles.payroll_period_id),
            'Look it up in the list of payroll periods.');
    elsif v_period.status = 'closed' then
        return;
    end if;

    return query
    select obstacle.kind, obstacle.payroll_batch_id, obstacle.contractor_id,
           contractor.first_name || ' ' || contractor.last_name, obstacle.week_start, obstacle.time_entry_id,
           obstacle.work_date, obstacle.hours, obstacle.amount, coalesce(obstacle.batch_status, obstacle.entry_status),
           case when obstacle.payroll_batch_id is not null then 'close_or_discard'
                when obstacle.kind = 'due_week' then 'prepare'
                when obstacle.entry_status = 'locked' then 'take_up_or_set_aside'
                else 'approve' end
      from private.obstacles_of_period(v_period) as obstacle
      left join public.contractors as contractor on contractor.id = obstacle.contractor_id
     order by array_position(array['open_batch', 'due_week', 'unapproved_time'], obstacle.kind),
              obstacle.week_start, obstacle.work_date, contractor.last_name, contractor.first_name,
              obstacle.contractor_id, obstacle.time_entry_id;
end;
$$;
comment on function private.payroll_period_obstacles is 'The logic of public.payroll_period_obstacles.';

create function public.payroll_period_obstacles(payroll_period_id uuid)
returns table (
    kind text, payroll_batch_id uuid, contractor_id uuid, contractor_name text, week_start date, time_entry_id uuid,
    work_date date, hours numeric, amount numeric, status text, next_step text)
language sql stable set search_path = ''
as $$ select * from private.payroll_period_obstacles(payroll_period_id); $$;
comment on function public.payroll_period_obstacles is
$$Obstacles that keep a payroll period from closing, as close_payroll_period counts them, a row each.

kind is one of open_batch, due_week, unapproved_time. open_batch: its batch that is neither closed nor discarded. due_week:
a contractor's workweek up to the period's end of which something is to be paid or taken back; where an open batch of
another period has the week, that batch is named, and is closed or discarded first. unapproved_time: a time entry in it that was submitted, or locked without an approval. Drafts of time do not keep it from closing.

next_step is one of close_or_discard, prepare, approve, take_up_or_set_aside: what has to happen, with prepare_payroll_draft
for prepare, and approving or sending back for approve. amount: of a batch and of a week.

status is one of draft, in_review, approved, submitted, pending_approval, locked: of a batch and of an entry; null of a
week that no such batch has.

May be called with GET.

Pages: order=kind,payroll_batch_id,contractor_id,week_start,time_entry_id.

Who: payroll.

Arguments:
payroll_period_id: the period.

Result: the rows; none for a period that can be closed, or is.

Errors: role_required, argument_missing, payroll_period_not_found.

Example: {"payroll_period_id": "$payroll_period_id"}$$;

revoke execute on function
    private.obstacles_of_period, private.payroll_period_obstacles, public.payroll_period_obstacles
    from public, anon, authenticated, service_role;
grant execute on function private.payroll_period_obstacles, public.payroll_period_obstacles
    to authenticated, service_role;
