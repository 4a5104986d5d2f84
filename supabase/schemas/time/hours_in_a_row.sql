-- Hours in a row, across midnight and the week's start: parts of a shift, and shifts that touch. A break neither counts
-- nor interrupts. Overtime of a week is by its days or by its hours in a row, whichever is more (COMPS 4.1.1).
create function private.hours_in_a_row(
    pools int[], assignment_ids uuid[], week_starts date[], regular_until int[], in_a_row_until int[],
    entry_ids_to_bill uuid[], moved_entry_ids uuid[] default null, moved_by int default 0)
returns table (pool int, time_entry_id uuid, beyond int)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a firm's year is sorted in memory
set jit = off -- compiling takes longer than a week's work
set enable_mergejoin = off -- sorting the time once is enough
rows 50 -- few, so that what is joined with them is not hashed in their place
as $$
declare
    v_to_pay constant boolean := hours_in_a_row.entry_ids_to_bill is null; -- folded into the plan
    v_moves constant boolean := hours_in_a_row.moved_entry_ids is not null; -- so is this
    v_first constant date := (select min(week.start) from unnest(hours_in_a_row.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(hours_in_a_row.week_starts) as week (start));
begin
    return query
    with recursive week as (
        select week.*
          from unnest(hours_in_a_row.pools, hours_in_a_row.assignment_ids, hours_in_a_row.week_starts,
                      hours_in_a_row.regular_until, hours_in_a_row.in_a_row_until)
               as week (pool, assignment_id, start, regular_until, in_a_row_until)
    ), entry as materialized (
        select week.pool, week.start as week_start, entry.id, entry.shift_contractor_id, worked.day as work_date,
               entry.started_at, entry.ended_at, (entry.hours * 100)::int as hours, week.regular_until,
               week.in_a_row_until
          from week
          join public.time_entries as entry on entry.assignment_id = week.assignment_id
         cross join lateral (
               select case when v_moves and entry.id = any (hours_in_a_row.moved_entry_ids)
                           then entry.work_date + hours_in_a_row.moved_by else entry.work_date end) as worked (day)
         where week.start = worked.day - (worked.day - v_first) % 7
           and entry.assignment_id = any (hours_in_a_row.assignment_ids) -- known to the plan
           and entry.work_date between v_first and v_last
           and entry.is_payable
           and entry.is_worked
           and (v_to_pay
                or entry.id = any (hours_in_a_row.entry_ids_to_bill)
                or exists (
                   select from public.invoice_lines as line
                    where line.time_entry_id = entry.id and line.released_at is null
                   offset 0)) -- see private.classified_time
    ), worked_before as ( -- back from the shifts with which a week begins: a night's second part has the first's before it
        select entry.pool, entry.week_start, entry.id, 0 as hours, entry.shift_contractor_id, entry.started_at, 0 as nth
          from entry
         where entry.work_date = entry.week_start
           and entry.started_at is not null
         union all
        select later.pool, later.week_start, later.id, later.hours + (entry.hours * 100)::int,
               later.shift_contractor_id, entry.started_at, later.nth + 1
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
          join week
            on week.pool = later.pool
           and week.assignment_id = entry.assignment_id
         where case when v_moves and entry.id = any (hours_in_a_row.moved_entry_ids)
                    then entry.work_date + hours_in_a_row.moved_by else entry.work_date end < later.week_start
           and later.nth < 100
           and (v_to_pay
                or entry.id = any (hours_in_a_row.entry_ids_to_bill)
                or exists (
                   select from public.invoice_lines as line
                    where line.time_entry_id = entry.id and line.released_at is null
                   offset 0)) -- see private.classified_time
    ), carried as (
        select worked_before.pool, worked_before.id, max(worked_before.hours) as hours
          from worked_before
         where worked_before.nth > 0
         group by worked_before.pool, worked_before.id
    ), to_compare as ( -- weeks with shifts that touch: one alone is within its day, and has no more overtime than that
        select distinct entry.pool
          from entry
         where entry.in_a_row_until < entry.regular_until
            or (entry.pool, entry.id) in (select carried.pool, carried.id from carried)
            or entry.started_at is not null and (entry.pool, entry.started_at) in (
               select before.pool, before.ended_at from entry as before where before.ended_at is not null)
    ), counted as (
        select entry.*, coalesce(carried.hours, 0) as carried_hours,
               (sum(entry.hours) over of_day)::int as hours_through,
               coalesce(sum(entry.hours) filter (where entry.started_at is not null) over before, 0)::int
                   as shift_hours_before,
               max(entry.ended_at) over before as last_ended_at
          from entry
          left join carried on carried.pool = entry.pool and carried.id = entry.id
         where entry.pool in (select to_compare.pool from to_compare)
        window of_day as (partition by entry.pool, entry.work_date
                          order by entry.started_at nulls first, entry.regular_until desc, entry.id
                          rows unbounded preceding),
               before as (partition by entry.pool
                          order by entry.work_date, entry.started_at nulls first, entry.regular_until desc, entry.id
                          rows between unbounded preceding and 1 preceding)
    ), stretch as (
        select counted.*,
               greatest(0, least(counted.hours, counted.hours_through - counted.regular_until)) as beyond_of_day,
               greatest(0, least(counted.hours,
                   counted.shift_hours_before + counted.hours - counted.in_a_row_until
                       - max(case when counted.started_at is distinct from counted.last_ended_at
                                  then counted.shift_hours_before - counted.carried_hours end) over so_far))
                   as beyond_in_a_row
          from counted
         where counted.started_at is not null
        window so_far as (partition by counted.pool
                          order by counted.work_date, counted.started_at nulls first, counted.regular_until desc,
                                   counted.id
                          rows unbounded preceding)
    ), compared as (
        select stretch.*,
               sum(stretch.beyond_in_a_row) over of_week > sum(stretch.beyond_of_day) over of_week as is_more
          from stretch
         where stretch.in_a_row_until is not null
        window of_week as (partition by stretch.pool)
    )
    select compared.pool, compared.id, compared.beyond_in_a_row
      from compared
     where compared.is_more;
end;
$$;
comment on function private.hours_in_a_row is
$$The shifts of the weeks that come to more overtime by hours in a row than by their days: how many hundredths of an hour of
each are beyond the limit, its last ones.

pools, assignment_ids, week_starts, regular_until, in_a_row_until: the weeks of assignments, by position: a number for the
hours that count together, the assignment, the first day, and the limits of a day and in a row in hundredths of an hour;
the latter null where the rule has none.
entry_ids_to_bill, moved_entry_ids, moved_by: see private.classified_time.$$;

revoke execute on function private.hours_in_a_row from public, anon, authenticated, service_role;
