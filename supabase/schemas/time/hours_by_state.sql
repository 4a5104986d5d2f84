-- Hours of the last weeks by state. Time is read by its days from a BRIN index: the cost follows the weeks.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.hours_by_state(weeks int)
returns table (week_start date, status text, entries int, hours numeric)
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set jit = off
as $$
declare
    v_this_week constant date := private.workweek_start((private.clock()).business_date);
    v_first_day date;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('weeks', hours_by_state.weeks));
    if hours_by_state.weeks not between 1 and 104 then
        perform private.refuse(
            400, 'weeks_out_of_range',
            format('The hours of %s cannot be shown.', private.counted(hours_by_state.weeks, 'week', 'weeks')),
            'Give 1 to 104 weeks.');
    end if;
    v_first_day := v_this_week - 7 * (hours_by_state.weeks - 1);

    return query
    with worked as (
        select (entry.work_date - v_first_day) / 7 as week, entry.status, count(*)::int as entries, sum(entry.hours) as hours
          from public.time_entries as entry
         where entry.work_date between v_first_day and v_this_week + 6
           and entry.set_aside_at is null
           and entry.is_worked
         group by 1, 2
    )
    select v_first_day + 7 * week.nth, state.name, coalesce(worked.entries, 0), coalesce(worked.hours, 0.00)
      from generate_series(0, hours_by_state.weeks - 1) as week (nth)
     cross join unnest(array['draft', 'submitted', 'pending_approval', 'approved', 'locked'])
          with ordinality as state (name, place)
      left join worked on worked.week = week.nth and worked.status = state.name
     order by week.nth, state.place;
end;
$$;
comment on function private.hours_by_state is 'The logic of public.hours_by_state.';

create function public.hours_by_state(weeks int default 8)
returns table (week_start date, status text, entries int, hours numeric) language sql stable set search_path = ''
as $$ select * from private.hours_by_state(weeks); $$;
comment on function public.hours_by_state is
$$The hours of the last workweeks by the state that they are in, for a picture.

The last of the weeks is the running one. Time that was set aside is not in it, nor hours that were not worked. May be called with GET.

Pages: order=week_start,status.

Who: active staff, whatever their role.

Arguments:
weeks: how many, 1 to 104.

Result: for each week, the oldest first, a row for each state, also where there is nothing; status is as time_entries.status.

Errors: staff_only, argument_missing, weeks_out_of_range.

Example: {"weeks": 4}$$;

revoke execute on function
    private.hours_by_state, public.hours_by_state
    from public, anon, authenticated, service_role;
grant execute on function private.hours_by_state, public.hours_by_state to authenticated, service_role;
