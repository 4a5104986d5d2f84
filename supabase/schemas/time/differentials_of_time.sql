-- Premiums of hours by clock and calendar (premium_rules): which hours of which entries, and what each adds, is decided
-- here, and nowhere else, for billing and payroll alike. An entry stays as it is: a differential is a line beside its own.
--
-- Pay and bill are apart: on each side there are the rules alone that add something to it, and no other cuts an entry.
--
-- Windows cut an entry at the minutes at which they begin and end, by the clock of its facility, in what really passed,
-- also in a night in which the clock is changed. The break is where it was (break_started_at). Where nobody said, it lies
-- in the longest of these pieces, in the first where several are alike, as it lies in the longer part of a shift over two
-- workdays (docs/overtime.md); what does not fit into it, in the next one. Hours are rounded on the entry's running total,
-- so that its pieces add up to it.
--
-- Hours without times are of their day alone: rules of whole days are for them, rules of a clock are not.
--
-- Of the rules of a piece that say highest, the one counts that adds most: to pay and to bill apart. Those that add all
-- count. What an hour adds is rounded half up to the cent.
create function private.differentials_of_time(
    time_entry_ids uuid[], assignment_ids uuid[], rates numeric[], to_pay boolean)
returns table (time_entry_id uuid, premium_rule_id uuid, quantity numeric, rate numeric, is_creditable boolean)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many entries there are
set work_mem = '64MB' -- a week of a large firm is cut in memory
set jit = off -- compiling takes longer than a week's work
as $$
declare
    v_timezone constant text := private.operating_timezone();
begin
    return query
    with assigned as materialized ( -- assignment by assignment, not entry by entry
        select assignment.id as assignment_id, coalesce(facility.timezone, v_timezone) as zone, rule.id as rule_id
          from (select distinct one.id from unnest(differentials_of_time.assignment_ids) as one (id)) as one
          join public.assignments as assignment on assignment.id = one.id
          join public.facilities as facility on facility.id = assignment.facility_id
         cross join lateral (
               select own.* from public.premium_rules as own where own.assignment_id = assignment.id
                union all
               select listed.* from public.premium_rules as listed where listed.facility_id = assignment.facility_id
                union all
               select general.*
                 from public.premium_rules as general
                where general.facility_id is null and general.assignment_id is null) as rule
         where case when differentials_of_time.to_pay then rule.pay_multiplier > 1 or rule.pay_amount > 0
                    else rule.bill_multiplier > 1 or rule.bill_amount > 0 end
    ), entry as materialized (
        select asked.id, asked.assignment_id, asked.rate, worked.work_date, worked.started_at, worked.ended_at,
               worked.break_minutes, worked.break_started_at, worked.hours, worked.code, place.zone, place.rule_ids,
               coalesce((worked.started_at at time zone place.zone)::date - 1, worked.work_date) as first_day,
               coalesce((worked.ended_at at time zone place.zone)::date, worked.work_date) as last_day
          from unnest(differentials_of_time.time_entry_ids, differentials_of_time.assignment_ids,
                      differentials_of_time.rates) as asked (id, assignment_id, rate)
          join (select assigned.assignment_id, assigned.zone, array_agg(assigned.rule_id) as rule_ids
                  from assigned
                 group by assigned.assignment_id, assigned.zone) as place
            on place.assignment_id = asked.assignment_id
         cross join lateral (
               select known.work_date, known.started_at, known.ended_at, known.break_minutes, known.break_started_at,
                      known.hours, known.code
                 from public.time_entries as known
                where known.id = asked.id
               offset 0) as worked -- by the key
    ), entry_day as (
        select entry.*, entry.first_day + nth.nth as day
          from entry
         cross join generate_series(0, 3) as nth (nth)
         where entry.first_day + nth.nth <= entry.last_day
    ), window_of_day as materialized ( -- once a day, not once an entry
        select rule.id as rule_id, known.zone, known.day, rule.from_time is not null as is_by_clock, rule.codes,
               private.instant_of_clock(known.day, coalesce(rule.from_time, '00:00'), known.zone) as begins_at,
               private.instant_of_clock(
                   known.day + case when rule.to_time > rule.from_time then 0 else 1 end,
                   coalesce(rule.to_time, '00:00'), known.zone) as ends_at
          from (select distinct entry_day.zone, entry_day.day from entry_day) as known
          join (select distinct assigned.rule_id, assigned.zone from assigned) as placed on placed.zone = known.zone
          join public.premium_rules as rule on rule.id = placed.rule_id
         where known.day between rule.effective_from and coalesce(rule.effective_to, 'infinity')
           and (rule.days_of_week is null or extract(isodow from known.day)::smallint = any (rule.days_of_week))
           and (rule.holiday_calendar_id is null
                or exists (
                   select from public.holiday_calendar_days as listed
                    where listed.calendar_id = rule.holiday_calendar_id and listed.day = known.day))
    ), piece as materialized (
        select entry_day.id, covered.rule_id,
               case when entry_day.started_at is not null then greatest(entry_day.started_at, covered.begins_at) end
                   as begins_at,
               case when entry_day.started_at is not null then least(entry_day.ended_at, covered.ends_at) end as ends_at
          from entry_day
         cross join unnest(entry_day.rule_ids) as ruled (rule_id) -- joined by assignment, it was looked up in all of them
          join window_of_day as covered
            on covered.rule_id = ruled.rule_id and covered.zone = entry_day.zone and covered.day = entry_day.day
         where entry_day.code = any (covered.codes)
           and case when entry_day.started_at is null then not covered.is_by_clock
                    else covered.begins_at < entry_day.ended_at and covered.ends_at > entry_day.started_at end
    ), cut as (
        select entry.id, entry.started_at as at from entry where entry.id in (select piece.id from piece)
         union
        select entry.id, entry.ended_at from entry where entry.id in (select piece.id from piece)
         union
        select piece.id, piece.begins_at from piece
         union
        select piece.id, piece.ends_at from piece
    ), part as (
        select timed.id, timed.at as begins_at, timed.ends_at,
               private.minutes_between(timed.at, timed.ends_at) as minutes
          from (select cut.id, cut.at, lead(cut.at) over (partition by cut.id order by cut.at) as ends_at
                  from cut
                 where cut.at is not null) as timed
         where timed.ends_at is not null
    ), worked_part as (
        select part.id, part.begins_at, part.ends_at,
               part.minutes - case
                   when entry.break_started_at is null
                       then least(part.minutes, greatest(0, entry.break_minutes
                                - coalesce(sum(part.minutes) over (
                                      partition by part.id order by part.minutes desc, part.begins_at
                                      rows between unbounded preceding and 1 preceding), 0)))
                   else greatest(0, private.minutes_between(
                            greatest(part.begins_at, entry.break_started_at),
                            least(part.ends_at,
                                  entry.break_started_at + make_interval(mins => entry.break_minutes)))) end as minutes
          from part
          join entry on entry.id = part.id
    ), counted_part as (
        select through.id, through.begins_at, through.ends_at,
               through.hours - coalesce(lag(through.hours) over (partition by through.id order by through.begins_at), 0)
                   as hours
          from (select worked_part.id, worked_part.begins_at, worked_part.ends_at,
                       case when sum(worked_part.minutes) over so_far = sum(worked_part.minutes) over of_entry
                            then entry.hours
                            else least(entry.hours, round(sum(worked_part.minutes) over so_far / 60.0, 2)) end as hours
                  from worked_part
                  join entry on entry.id = worked_part.id
                window of_entry as (partition by worked_part.id),
                       so_far as (partition by worked_part.id order by worked_part.begins_at)) as through
         union all
        select entry.id, null, null, entry.hours from entry where entry.started_at is null
    ), added as (
        select counted_part.id, counted_part.begins_at, counted_part.hours, piece.rule_id, rule.combines,
               rule.is_creditable, side.rate
          from counted_part
          join piece
            on piece.id = counted_part.id
           and (counted_part.begins_at is null
                or (piece.begins_at <= counted_part.begins_at and piece.ends_at >= counted_part.ends_at))
          join entry on entry.id = piece.id
          join public.premium_rules as rule on rule.id = piece.rule_id
         cross join lateral (
               select case when differentials_of_time.to_pay
                           then round(entry.rate * (rule.pay_multiplier - 1) + rule.pay_amount, 2)
                           else round(entry.rate * (rule.bill_multiplier - 1) + rule.bill_amount, 2) end) as side (rate)
         where counted_part.hours > 0 and side.rate > 0
    ), placed as (
        select added.*,
               row_number() over (partition by added.id, added.begins_at, added.combines
                                  order by added.rate desc, added.is_creditable, added.rule_id) as nth
          from added
    )
    select placed.id, placed.rule_id, sum(placed.hours), placed.rate, placed.is_creditable
      from placed
     where placed.combines = 'adds' or placed.nth = 1
     group by placed.id, placed.rule_id, placed.rate, placed.is_creditable;
end;
$$;
comment on function private.differentials_of_time is
$$Additions to entries of hours worked by premium rules: how many hours of an entry are in a rule's windows, and what an hour of
it adds. None for entries that no rule is for.

time_entry_ids, assignment_ids, rates: the entries, by position, with their assignments and what an hour of each pays or bills.
to_pay: true for what is paid, false for what is billed.$$;

revoke execute on function private.differentials_of_time from public, anon, authenticated, service_role;
