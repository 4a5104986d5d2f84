-- Meal periods that shifts do not show (California Labor Code 226.7, 512): over 5 hours of work one of 30 minutes, over 10
-- hours two. Shifts record minutes alone, so two are 60 minutes in all, and when they began is not seen.
--
-- Work goes on over the parts of a shift, over midnight and over shifts that follow each other within 30 minutes; so long a
-- time between two is a meal. It is of the day on which it begins. Hours alone have no breaks recorded: nothing is said of
-- them. Nor of who is exempt from overtime, whose rule has no limits.
create function private.missed_meals(from_day date, to_day date, contractor_ids uuid[] default null)
returns table (
    contractor_id uuid, work_date date, assignment_id uuid, hours numeric, break_minutes int, meal_periods int)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- of some contractors, or of all
as $$
begin
    return query
    with part as (
        select assignment.contractor_id, entry.assignment_id, entry.work_date, entry.hours, entry.started_at,
               entry.ended_at, entry.break_minutes,
               entry.started_at - max(entry.ended_at) over (
                   partition by assignment.contractor_id order by entry.started_at
                   rows between unbounded preceding and 1 preceding) as pause
          from public.state_rules as law
          join public.facilities as facility on facility.work_state = law.state
          join public.assignments as assignment on assignment.facility_id = facility.id
          join private.overtime_limits as rule on rule.name = assignment.overtime_rule and rule.has_limits
          join public.contractors as contractor
            on contractor.id = assignment.contractor_id and contractor.employment_type = 'w2'
          join public.time_entries as entry on entry.assignment_id = assignment.id
         where law.break_premium_source is not null
           and (missed_meals.contractor_ids is null or contractor.id = any (missed_meals.contractor_ids))
           and entry.started_at is not null
           and entry.is_payable
           and entry.work_date between missed_meals.from_day - 2 and missed_meals.to_day + 2
    ), placed as (
        select part.*,
               count(*) filter (where part.pause is null or part.pause >= interval '30 minutes') over (
                   partition by part.contractor_id order by part.started_at) as nth
          from part
    ), work as (
        select placed.contractor_id, min(placed.work_date) as work_date,
               (array_agg(placed.assignment_id order by placed.work_date, placed.hours desc, placed.assignment_id))[1]
                   as assignment_id,
               sum(placed.hours) as hours,
               (sum(placed.break_minutes)
                   + extract(epoch from max(placed.ended_at) - min(placed.started_at)
                                            - sum(placed.ended_at - placed.started_at)) / 60)::int as break_minutes
          from placed
         group by placed.contractor_id, placed.nth
    )
    select distinct on (work.contractor_id, work.work_date)
           work.contractor_id, work.work_date, work.assignment_id, work.hours, work.break_minutes, meal.periods
      from work
     cross join lateral (select case when work.hours > 10 then 2 when work.hours > 5 then 1 else 0 end) as meal (periods)
     where work.work_date between missed_meals.from_day and missed_meals.to_day
       and work.break_minutes < 30 * meal.periods
       and not exists (
           select from public.break_premiums as decided
            where decided.contractor_id = work.contractor_id
              and decided.work_date = work.work_date
              and decided.kind = 'meal')
     order by work.contractor_id, work.work_date, meal.periods - work.break_minutes / 30 desc, work.hours desc;
end;
$$;
comment on function private.missed_meals is
$$Workdays on which shifts show less of meal periods than the state asks for, and nobody decided whether a premium is due.

from_day, to_day: the days, included. contractor_ids: whose; null = everybody's.$$;

-- Security definer: it answers the roles of payroll alone, in words.
create function private.proposed_break_premiums(from_day date, to_day date)
returns table (
    contractor_id uuid, last_name text, first_name text, work_date date, kind text, assignment_id uuid, facility_id uuid,
    facility_name text, hours numeric, break_minutes int, meal_periods int)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'from_day', proposed_break_premiums.from_day, 'to_day', proposed_break_premiums.to_day));
    perform private.require_plausible_days(jsonb_build_object(
        'from_day', proposed_break_premiums.from_day, 'to_day', proposed_break_premiums.to_day));
    return query
    select missed.contractor_id, contractor.last_name, contractor.first_name, missed.work_date, 'meal',
           missed.assignment_id, facility.id, facility.name, missed.hours, missed.break_minutes, missed.meal_periods
      from private.missed_meals(proposed_break_premiums.from_day, proposed_break_premiums.to_day) as missed
      join public.contractors as contractor on contractor.id = missed.contractor_id
      join public.assignments as assignment on assignment.id = missed.assignment_id
      join public.facilities as facility on facility.id = assignment.facility_id
     order by missed.work_date, contractor.last_name, contractor.first_name, missed.contractor_id;
end;
$$;
comment on function private.proposed_break_premiums is 'The logic of public.proposed_break_premiums.';

create function public.proposed_break_premiums(from_day date, to_day date)
returns table (
    contractor_id uuid, last_name text, first_name text, work_date date, kind text, assignment_id uuid, facility_id uuid,
    facility_name text, hours numeric, break_minutes int, meal_periods int)
language sql stable set search_path = ''
as $$ select * from private.proposed_break_premiums(from_day, to_day); $$;
comment on function public.proposed_break_premiums is
$$Workdays of W-2 people whose approved shifts show fewer meal periods than the state asks for, and which nobody decided.

confirm_break_premium and dismiss_break_premium decide them.

States that ask have a break_premium_source in state_rules. Over 5 hours of work ask for 30 minutes, over 10 hours for 60 in
all. Work goes on over midnight, and over shifts that follow each other within 30 minutes; it is of the day on which it
begins. What is not recorded is not seen: when a meal began, waivers, and rest periods, so that all that is proposed is of
kind meal; kind is as break_premiums.kind. Hours alone, without a begin and an end, have no breaks: of them nothing is proposed, nor of people whose rule has
no overtime.

hours, break_minutes: those worked, and the breaks in them. meal_periods: how many were due. assignment_id, facility_name: the
placement of most hours on that day.

May be called with GET.

Pages: order=work_date,last_name,first_name,contractor_id.

Who: payroll.

Arguments:
from_day: the first workday.
to_day: the last one.

Result: a row for each person and day.

Errors: role_required, argument_missing, day_out_of_range.

Example: {"from_day": "2026-03-02", "to_day": "2026-03-08"}$$;

revoke execute on function
    private.missed_meals, private.proposed_break_premiums, public.proposed_break_premiums
    from public, anon, authenticated, service_role;
grant execute on function private.proposed_break_premiums, public.proposed_break_premiums to authenticated, service_role;
