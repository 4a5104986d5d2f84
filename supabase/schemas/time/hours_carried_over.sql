-- Hours in a row go on over the week's start: a night shift's second part has the first one's hours before it.
create function private.hours_carried_over(
    pools int[], assignment_ids uuid[], week_starts date[], entry_ids_to_bill uuid[],
    moved_entry_ids uuid[] default null, moved_by int default 0)
returns table (pool int, time_entry_id uuid, hours int)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set jit = off -- compiling takes longer than a week's work
rows 100 -- few work through the night on which a week begins
as $$
declare
    v_to_pay constant boolean := hours_carried_over.entry_ids_to_bill is null; -- folded into the plan
    v_moves constant boolean := hours_carried_over.moved_entry_ids is not null; -- so is this
begin
    return query
    with recursive pooled as (
        select week.*
          from unnest(hours_carried_over.pools, hours_carried_over.assignment_ids, hours_carried_over.week_starts)
               as week (pool, assignment_id, week_start)
    ), worked_before as (
        select pooled.pool, entry.id, 0 as hours, entry.shift_contractor_id, entry.started_at, 0 as nth
          from pooled
         cross join lateral (
               select first.id, first.shift_contractor_id, first.started_at
                 from public.time_entries as first
                where first.assignment_id = pooled.assignment_id
                  and case when v_moves and first.id = any (hours_carried_over.moved_entry_ids)
                           then first.work_date + hours_carried_over.moved_by else first.work_date end = pooled.week_start
                  and first.started_at is not null
                  and first.is_payable
               offset 0) as entry -- looked up, week by week: there are few
         union all
        select later.pool, later.id, later.hours + (entry.hours * 100)::int, later.shift_contractor_id, entry.started_at,
               later.nth + 1
          from worked_before as later
         cross join lateral (
               select before.id, before.assignment_id, before.work_date, before.started_at, before.hours
                 from public.time_entries as before
                where before.shift_contractor_id = later.shift_contractor_id
                  and before.ended_at = later.started_at
                  and before.started_at >= later.started_at - interval '24 hours' -- none is longer: by the index
                  and before.started_at < later.started_at
                  and before.is_payable
               offset 0) as entry
          join pooled on pooled.pool = later.pool and pooled.assignment_id = entry.assignment_id
         where case when v_moves and entry.id = any (hours_carried_over.moved_entry_ids)
                    then entry.work_date + hours_carried_over.moved_by else entry.work_date end < pooled.week_start
           and later.nth < 100
           and (v_to_pay
                or entry.id = any (hours_carried_over.entry_ids_to_bill)
                or exists (
                   select from public.invoice_lines as line
                    where line.time_entry_id = entry.id and line.released_at is null
                   offset 0)) -- see private.classified_time
    )
    select worked_before.pool, worked_before.id, max(worked_before.hours)
      from worked_before
     where worked_before.nth > 0
     group by worked_before.pool, worked_before.id;
end;
$$;
comment on function private.hours_carried_over is
$$Of the shifts with which workweeks begin, and which go on from one that ended in the week before: the hundredths of an
hour worked in a row before them.

pools, assignment_ids, week_starts: the weeks of assignments, by position, with a number for the hours that count together.
entry_ids_to_bill, moved_entry_ids, moved_by: see private.classified_time.$$;

revoke execute on function private.hours_carried_over from public, anon, authenticated, service_role;
