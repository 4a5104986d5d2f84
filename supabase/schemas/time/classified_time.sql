-- Regular hours, overtime and doubletime of a contractor's workweek, for billing and payroll alike.
--
-- One pass over all time of the week that counts together, day by day. Within a day hours alone come first, by the
-- daily limit of the entry's rule, the widest first, which protects whoever works, then by id; then shifts in the order
-- in which they began. So it does not matter who wrote down what first. An entry is split where a limit falls into it.
--
--   1. The day. Hours of the workday beyond the rule's daily limits are overtime or doubletime. On the seventh day
--      worked of the workweek, where the rule has one, those up to the limit are overtime and the rest doubletime; or all
--      are overtime, where the rule has the whole day and the week more hours than its weekly limit (KRS 337.050).
--   2. In a row. Where the rule limits the hours in a row, and the week's shifts come to more overtime by that than by
--      their days, their hours in a row count in place of their days (COMPS 4.1.1: whichever is more).
--   3. The week. What that leaves is regular until the week's regular hours reach the rule's weekly limit, then
--      overtime (29 CFR 778.110). No hour counts twice, so colorado comes to the greatest of its three counts.
--
-- Hours under a rule without limits, and for payroll those of people who are not W-2, are regular and count toward
-- nothing.
--
-- Groups of hours that count together: to pay, all of a contractor's, by the rules of their assignments. To bill, each
-- assignment's terms name a pool: the contractor's hours at its facility, over all assignments there, its own alone, or
-- all of the contractor's. Hours count in each pool of the week that they belong to, by the rule of their own terms, and
-- take their class from the one that their own terms name.
--
-- For payroll all payable time counts whose hours are worked, be they regular or of another code. For billing what is
-- billed of it counts, and what is about to be: so that nothing but billing, and rates, changes what an hour on a sent
-- invoice would come to today. What an invoice was sent with stays, and may be of another class than its hours have since
-- more of their week was billed: private.bill_differences bills what that makes. Once all payable time is billed, both are
-- the same.
--
-- Inside, hours are hundredths in integers, and a week is its place in the arguments: narrow rows, and arithmetic
-- at a third of the price of numeric.
create function private.classified_time(
    contractor_ids uuid[], week_starts date[], entry_ids_to_bill uuid[] default null,
    moved_entry_ids uuid[] default null, moved_by int default 0)
returns table (
    time_entry_id uuid, assignment_id uuid, contractor_id uuid, week_start date, work_date date,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric, counts_toward_overtime boolean)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a firm's year is sorted in memory
set jit = off -- compiling takes longer than a week's work
set enable_mergejoin = off -- sorting the time once is enough
as $$
declare
    v_to_pay constant boolean := classified_time.entry_ids_to_bill is null; -- folded into the plan
    v_moves constant boolean := classified_time.moved_entry_ids is not null; -- so is this
    v_first constant date := (select min(week.start) from unnest(classified_time.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(classified_time.week_starts) as week (start));
    v_few constant boolean := not v_moves -- weeks, of all between the first and the last
        and 4 * cardinality(classified_time.week_starts) < (v_last - v_first + 1) / 7 * (
            select count(distinct week.contractor_id)
              from unnest(classified_time.contractor_ids) as week (contractor_id));
    v_has_shifts constant boolean := v_last >= (
        select min(entry.work_date) -- by the index: whether there is one would be planned as a scan of all time
          from public.time_entries as entry
         where entry.started_at is not null and entry.work_date >= v_first - 7);
    v_has_whole_seventh_days constant boolean := exists ( -- folded into the plan: few have them
        select from public.assignments as assignment
          left join public.assignment_bill_terms as terms on terms.assignment_id = assignment.id
          join public.overtime_rules as rule on rule.name in (assignment.overtime_rule, terms.overtime_rule)
         where assignment.contractor_id = any (classified_time.contractor_ids) and rule.whole_seventh_day);
begin
    return query
    with ruled as (
        select assignment.id, assignment.contractor_id, assignment.facility_id,
               terms.effective_from, terms.effective_to, terms.scope,
               case terms.scope when 'facility' then assignment.facility_id when 'assignment' then assignment.id end
                   as pool_id,
               rule.has_limits and (not v_to_pay or contractor.employment_type = 'w2') as counts,
               rule.regular_until, rule.overtime_until, rule.regular_of_week, rule.in_a_row_until, rule.seventh_day,
               rule.whole_seventh_day
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
          left join lateral (
               select terms.*
                 from private.bill_terms_of_weeks as terms
                where not v_to_pay and terms.assignment_id = assignment.id
               offset 0) as terms on true -- by the key: without statistics those of all assignments would be read
          join private.overtime_limits as rule
            on rule.name = case when v_to_pay then assignment.overtime_rule else terms.overtime_rule end
         where assignment.contractor_id = any (classified_time.contractor_ids)
        offset 0 -- once per assignment, not once per entry
    ), assigned_week as (
        select ruled.*, week.nth::int as week, week.start as week_start
          from ruled
          join unnest(classified_time.contractor_ids, classified_time.week_starts)
               with ordinality as week (contractor_id, start, nth)
            on week.contractor_id = ruled.contractor_id
           and (v_to_pay or week.start between ruled.effective_from and ruled.effective_to)
        offset 0 -- first: without statistics, entries would be joined with the weeks of everybody
    ), pool as (
        select assigned.week, assigned.scope, assigned.pool_id, row_number() over ()::int as nth
          from assigned_week as assigned
         where not v_to_pay
         group by assigned.week, assigned.scope, assigned.pool_id
    ), pooled as (
        select assigned.*, assigned.week as pool, true as is_own
          from assigned_week as assigned
         where v_to_pay
         union all
        select assigned.*, pool.nth, (pool.scope, pool.pool_id) is not distinct from (assigned.scope, assigned.pool_id)
          from assigned_week as assigned
          join pool
            on pool.week = assigned.week
           and case pool.scope when 'contractor' then true
                               when 'facility' then pool.pool_id = assigned.facility_id
                               else pool.pool_id = assigned.id end
         where not v_to_pay
    ), worked as (
        select pooled.*, entry.id as time_entry_id, worked.day as work_date, entry.started_at, entry.hours as all_hours
          from pooled
          join public.time_entries as entry on entry.assignment_id = pooled.id
         cross join lateral (
               select case when v_moves and entry.id = any (classified_time.moved_entry_ids)
                           then entry.work_date + classified_time.moved_by else entry.work_date end) as worked (day)
         where not v_few
           and pooled.week_start = worked.day - (worked.day - v_first) % 7
           and entry.work_date between v_first and v_last
           and entry.is_payable
           and entry.is_worked
         union all
        select pooled.*, entry.id, entry.work_date, entry.started_at, entry.hours
          from pooled
         cross join lateral (
               select of_week.id, of_week.work_date, of_week.started_at, of_week.hours
                 from public.time_entries as of_week
                where of_week.assignment_id = pooled.id
                  and of_week.work_date between pooled.week_start and pooled.week_start + 6
                  and of_week.is_payable
                  and of_week.is_worked
               offset 0) as entry -- looked up week by week
         where v_few
    ), payable as (
        select worked.time_entry_id as id, worked.id as assignment_id, worked.contractor_id, worked.pool, worked.is_own,
               worked.week_start, worked.work_date, worked.started_at, worked.all_hours,
               (worked.all_hours * 100)::int as hours, worked.counts, worked.regular_until, worked.overtime_until,
               worked.regular_of_week, worked.whole_seventh_day,
               (worked.seventh_day or worked.whole_seventh_day) and worked.work_date = worked.week_start + 6
                   as may_be_seventh_day
          from worked
        offset 0 -- joined first: beside the price of what follows, without statistics, all joins would cost the same
    ), entry as (
        select payable.*
          from payable
         where v_to_pay
            or payable.id = any (classified_time.entry_ids_to_bill)
            or exists (
               select from public.invoice_lines as line
                where line.time_entry_id = payable.id and line.part = 1 -- live: by the key alone
               offset 0) -- looked up entry by entry, whatever the statistics say
        offset 0
    ), in_a_row as materialized ( -- once, not for each entry: the planner takes those of a week for one
        select shift.*
          from (select array_agg(pooled.pool) as pools, array_agg(pooled.id) as assignment_ids,
                       array_agg(pooled.week_start) as week_starts, array_agg(pooled.regular_until) as regular_until,
                       array_agg(pooled.in_a_row_until) as in_a_row_until
                  from pooled
                 where v_has_shifts
                   and pooled.counts
                   and pooled.pool in (
                       select limited.pool from pooled as limited where limited.in_a_row_until is not null)) as week
         cross join lateral private.hours_in_a_row(
                        week.pools, week.assignment_ids, week.week_starts, week.regular_until, week.in_a_row_until,
                        classified_time.entry_ids_to_bill, classified_time.moved_entry_ids, classified_time.moved_by)
                        as shift
         where v_has_shifts
    ), day as (
        select entry.*, in_a_row.beyond as beyond_in_a_row,
               (sum(entry.hours) over so_far)::int as hours_through,
               entry.may_be_seventh_day
                   and (not entry.whole_seventh_day
                        or v_has_whole_seventh_days and sum(entry.hours) over whole_week > entry.regular_of_week)
                   as is_seventh_of_seven
          from entry
          left join in_a_row on in_a_row.pool = entry.pool and in_a_row.time_entry_id = entry.id
        window whole_week as (partition by entry.pool, entry.counts),
               so_far as (partition by entry.pool, entry.counts, entry.work_date
                          order by entry.started_at nulls first, entry.regular_until desc, entry.id
                          rows unbounded preceding)
    ), week as (
        select day.*, ordinary.regular_of_day,
               count(*) filter (where day.hours_through = day.hours) over so_far as days_through, -- by their first entries
               sum(ordinary.regular_of_day) over so_far as regular_through,
               sum(ordinary.regular_of_day) filter (where not day.is_seventh_of_seven) over so_far
                   as regular_through_of_seven
          from day
         cross join lateral (
               select coalesce(day.hours - day.beyond_in_a_row,
                               greatest(0, least(day.hours, day.regular_until - day.hours_through + day.hours)))
                          as regular_of_day) as ordinary -- as on a day that is not the seventh
        window so_far as (partition by day.pool, day.counts
                          order by day.work_date, day.started_at nulls first, day.regular_until desc, day.id
                          rows unbounded preceding)
    ), class as (
        select week.*,
               case when seventh.is_it then 0
                    else greatest(0, least(
                        week.regular_of_day,
                        week.regular_of_week + week.regular_of_day
                            - case when week.days_through = 7 then coalesce(week.regular_through_of_seven, 0)
                                   else week.regular_through end))
               end::int as regular,
               greatest(0, least(
                   week.hours,
                   week.hours_through - case when seventh.is_it and not week.whole_seventh_day
                                             then week.regular_until else week.overtime_until end)) as doubletime
          from week
         cross join lateral (select week.is_seventh_of_seven and week.days_through = 7 as is_it) as seventh
    )
    select class.id, class.assignment_id, class.contractor_id, class.week_start, class.work_date,
           case when class.counts and class.regular <> class.hours then class.regular * 0.01 else class.all_hours end,
           case when class.counts and class.regular <> class.hours
                then (class.hours - class.regular - class.doubletime) * 0.01 else 0.00 end,
           case when class.counts and class.doubletime <> 0 then class.doubletime * 0.01 else 0.00 end,
           class.counts
      from class
     where class.is_own;
end;
$$;
comment on function private.classified_time is
$$The time of contractors' workweeks in its classes: per entry its regular, overtime and doubletime hours.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
entry_ids_to_bill: null for payroll, for which all payable time counts. For billing, the entries that are about to be
billed ({} for none): they count, and what is on live invoices.
moved_entry_ids, moved_by: entries that are counted so many days later, in the same weeks; null for none.
counts_toward_overtime: false under a rule without limits and, for payroll, for all but W-2 contractors.$$;

revoke execute on function private.classified_time from public, anon, authenticated, service_role;
