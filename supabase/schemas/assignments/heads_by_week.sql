-- Number of people placed, week by week: who starts and who ends. Somebody who goes on in another assignment does
-- neither, so each week's heads are those of the week before, less who ended there, with who starts.
create view public.heads_by_week with (security_invoker = true) as
    with this_week as (
        select private.workweek_start(clock.business_date) as week_start
          from private.clock() as clock
         where (select private.is_staff_or_server())
    ), placed as ( -- a range per person and stretch of weeks, counted from this one; one week more tells who goes on
        select unnest(range_agg(int4range(
                   (greatest(assignment.start_date, this_week.week_start - 98) - this_week.week_start + 98) / 7,
                   (least(assignment.end_date, this_week.week_start + 104) - this_week.week_start + 98) / 7,
                   '[]'))) as weeks
          from this_week
          join public.assignments as assignment
            on assignment.start_date <= this_week.week_start + 104
           and (assignment.end_date is null or assignment.end_date >= this_week.week_start - 98)
         group by assignment.contractor_id
    )
    select this_week.week_start + 7 * week.nth as week_start,
           count(*) filter (where lower(placed.weeks) = week.nth + 14)::int as starting,
           count(*) filter (where upper(placed.weeks) = week.nth + 15)::int as ending,
           count(placed.weeks)::int as heads
      from this_week
     cross join generate_series(-13, 13) as week (nth)
      left join placed on placed.weeks @> week.nth + 14
     group by this_week.week_start, week.nth
     order by week.nth;
comment on view public.heads_by_week is
$$Contractors who are placed, by workweek, from 13 weeks back to 13 ahead. Staff see it, facility contacts and contractors
see nothing.

heads: those with an assignment on any day of the week. starting: those of them who had none in the week before.
ending: those who have none in the week after. Whoever goes on in another assignment neither ends nor starts.

Pages: order=week_start.$$;

create trigger heads_by_week_is_read_only
    instead of insert or update or delete on public.heads_by_week
    for each row execute function private.refuse_view_write();

revoke all on public.heads_by_week from public, anon, authenticated, service_role;
grant select on public.heads_by_week to authenticated, service_role;
