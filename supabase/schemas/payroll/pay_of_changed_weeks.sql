-- The week in which workdays begin to begin at another time. What lies between the former hour and the new one on its first
-- day is of the former workweek by the one, and of the new workweek by the other. 29 CFR 778.302: both workweeks are
-- computed with it in the former alone, and with it in the new one alone; what is paid is not less than the greater of the
-- two sums. The section is about hours over 40; that limits of a day are counted so too is our own analogy.
--
-- Each of these entries has its day by the new hour, and its week is paid so. What the other count comes to beyond that is
-- paid with the new workweek, as overtime, when both weeks are known. The two weeks are tied (private.tied_weeks).
create function private.pay_of_changed_weeks(contractor_ids uuid[], week_starts date[])
returns table (
    contractor_id uuid, week_start date, assignment_id uuid, hours numeric, amount numeric, flsa_premium numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
    v_change record;
    v_entry_ids uuid[];
    v_contractor_ids uuid[];
    v_assignment_ids uuid[];
begin
    for v_change in
        select change.effective_from as day, least(change.starts_at, former.starts_at) as from_time,
               greatest(change.starts_at, former.starts_at) as to_time,
               case when change.starts_at > former.starts_at then 1 else -1 end as moved_by
          from private.workday_starts as change
         cross join lateral (select private.workday_starts_at(change.effective_from - 1)) as former (starts_at)
         where change.effective_from = any (pay_of_changed_weeks.week_starts)
           and change.starts_at <> former.starts_at
    loop
        select array_agg(entry.id), array_agg(assignment.contractor_id), array_agg(assignment.id)
          into v_entry_ids, v_contractor_ids, v_assignment_ids
          from (select distinct week.contractor_id
                  from unnest(pay_of_changed_weeks.contractor_ids, pay_of_changed_weeks.week_starts)
                       as week (contractor_id, start)
                 where week.start = v_change.day) as week
          join public.assignments as assignment on assignment.contractor_id = week.contractor_id
          join public.facilities as facility on facility.id = assignment.facility_id
         cross join lateral (
               select coalesce(facility.timezone, private.operating_timezone())) as clock (zone)
          join public.time_entries as entry on entry.assignment_id = assignment.id
         where entry.work_date = v_change.day - case when v_change.moved_by = 1 then 1 else 0 end
           and entry.started_at is not null
           and entry.is_payable
           and entry.started_at >= private.instant_of_clock(v_change.day, v_change.from_time, clock.zone)
           and entry.ended_at <= private.instant_of_clock(v_change.day, v_change.to_time, clock.zone);
        continue when v_entry_ids is null;

        return query
        with week as (
            select array_agg(worked.contractor_id) as contractor_ids, array_agg(worked.start) as week_starts
              from (select distinct worker.contractor_id, v_change.day - 7 * former.nth
                      from unnest(v_contractor_ids) as worker (contractor_id)
                     cross join generate_series(0, 1) as former (nth)) as worked (contractor_id, start)
        ), moved as ( -- paid where most of these hours were worked
            select distinct on (entry.contractor_id) entry.contractor_id, entry.assignment_id
              from unnest(v_entry_ids, v_contractor_ids, v_assignment_ids) as entry (id, contractor_id, assignment_id)
              join public.time_entries as worked on worked.id = entry.id
             order by entry.contractor_id, worked.hours desc, entry.id
        ), count as (
            select line.contractor_id, counted.nth, sum(line.amount) as amount, sum(line.flsa_premium) as flsa_premium,
                   sum(case when line.kind in ('overtime_premium', 'doubletime_premium') then line.hours else 0 end)
                       as hours
              from week
             cross join (values (1, '{}'::uuid[]), (2, v_entry_ids)) as counted (nth, entry_ids)
             cross join lateral private.pay_of_weeks(
                            week.contractor_ids, week.week_starts, counted.entry_ids, v_change.moved_by) as line
             where line.kind in ('straight', 'overtime_premium', 'doubletime_premium')
             group by line.contractor_id, counted.nth
        )
        select by_new.contractor_id, v_change.day, moved.assignment_id, greatest(0, by_former.hours - by_new.hours),
               by_former.amount - by_new.amount,
               greatest(0, coalesce(by_former.flsa_premium, 0) - coalesce(by_new.flsa_premium, 0))
          from count as by_new
          join moved on moved.contractor_id = by_new.contractor_id
          join count as by_former on by_former.contractor_id = by_new.contractor_id and by_former.nth = 2
         where by_new.nth = 1 and by_former.amount > by_new.amount;
    end loop;
end;
$$;
comment on function private.pay_of_changed_weeks is
$$Overtime by which the other count of the workweeks around a change of the workday's hour is the greater one: with the hours
between the former hour and the new one in the other workweek (29 CFR 778.302). flsa_premium: by how much the same is so of what
private.pay_of_weeks calls so.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.$$;

revoke execute on function private.pay_of_changed_weeks from public, anon, authenticated, service_role;
