-- Regular hours, overtime and doubletime of a contractor's workweek, for billing and payroll alike.
--
-- One pass over all time of the week that counts, whichever assignments it is on, day by day; within a day by the
-- daily limit of the entry's rule, the widest first, so that it does not matter who wrote down what first, then by
-- id. An entry is split where a limit falls into it.
--
--   1. The day. The rule of an entry's assignment says from which hour of the contractor's day on it is overtime:
--        california  over 8 overtime, over 12 doubletime; on the seventh day worked of the workweek the first 8
--                    are overtime and the rest doubletime (Labor Code 510)
--        colorado    over 12 overtime (COMPS Order 4.1.1)
--        flsa        none
--   2. The week. What the day leaves is regular until the week's regular hours reach 40, then overtime
--      (29 CFR 778.110). No hour counts twice, so colorado comes to the greater of the two counts.
--
-- Hours under the rule none, and those of 1099 contractors, are regular and count toward nothing.
--
-- For payroll all payable time counts. For billing what is billed counts, and what is about to be: so that nothing
-- but billing, and rates, changes what an hour on a sent invoice would come to today. What an invoice was sent with
-- stays, and may be of another class than its hours have since more of their week was billed: private.bill_differences
-- bills what that makes. Once all payable time is billed, both are the same.
--
-- Inside, hours are hundredths in integers, and a week is its place in the arguments: narrow rows, and arithmetic
-- at a third of the price of numeric.
create function private.classified_time(
    contractor_ids uuid[], week_starts date[], entry_ids_to_bill uuid[] default null)
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
    v_all constant boolean := classified_time.entry_ids_to_bill is null; -- folded into the plan
    v_first constant date := (select min(week.start) from unnest(classified_time.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(classified_time.week_starts) as week (start));
begin
    return query
    with ruled as (
        select assignment.id, assignment.contractor_id,
               assignment.overtime_rule <> 'none' and contractor.employment_type = 'w2' as counts,
               case assignment.overtime_rule when 'california' then 800 when 'colorado' then 1200 else 2400 end
                   as regular_until,
               case assignment.overtime_rule when 'california' then 1200 else 2400 end as overtime_until,
               assignment.overtime_rule = 'california' as has_seventh_day
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
         where assignment.contractor_id = any (classified_time.contractor_ids)
        offset 0 -- once per assignment, not once per entry
    ), assigned_week as (
        select ruled.*, week.nth::int as week, week.start as week_start
          from ruled
          join unnest(classified_time.contractor_ids, classified_time.week_starts)
               with ordinality as week (contractor_id, start, nth)
            on week.contractor_id = ruled.contractor_id
        offset 0 -- first: without statistics, entries would be joined with the weeks of everybody
    ), entry as (
        select entry.id, entry.assignment_id, assigned.contractor_id, assigned.week, assigned.week_start,
               entry.work_date, entry.hours as all_hours, (entry.hours * 100)::int as hours,
               assigned.counts, assigned.regular_until, assigned.overtime_until,
               assigned.has_seventh_day and entry.work_date = assigned.week_start + 6 as may_be_seventh_day
          from assigned_week as assigned
          join public.time_entries as entry
            on entry.assignment_id = assigned.id
           and assigned.week_start = entry.work_date - (entry.work_date - v_first) % 7
         where entry.work_date between v_first and v_last
           and entry.is_payable
           and (v_all
                or entry.id = any (classified_time.entry_ids_to_bill)
                or exists (
                   select from (select line.released_at from public.invoice_lines as line
                                 where line.time_entry_id = entry.id
                                offset 0) as line -- not by the index of the exclusion constraint, slow to search
                    where line.released_at is null))
        offset 0
    ), day as (
        select entry.*,
               row_number() over so_far as nth_of_day,
               (sum(entry.hours) over so_far)::int as hours_through
          from entry
        window so_far as (partition by entry.week, entry.counts, entry.work_date
                          order by entry.regular_until desc, entry.id
                          rows unbounded preceding)
    ), ordinary as ( -- as on a day that is not the seventh
        select day.*,
               greatest(0, least(day.hours, day.regular_until - day.hours_through + day.hours)) as regular_of_day
          from day
    ), week as (
        select ordinary.*,
               count(*) filter (where ordinary.nth_of_day = 1) over so_far = 7 as is_seventh_day,
               coalesce(sum(ordinary.regular_of_day) filter (where not ordinary.may_be_seventh_day) over so_far, 0)::int
                   as regular_through,
               coalesce(sum(ordinary.regular_of_day) filter (where ordinary.may_be_seventh_day) over so_far, 0)::int
                   as regular_through_unless_seventh
          from ordinary
        window so_far as (partition by ordinary.week, ordinary.counts
                          order by ordinary.work_date, ordinary.regular_until desc, ordinary.id
                          rows unbounded preceding)
    ), class as (
        select week.*,
               case when week.may_be_seventh_day and week.is_seventh_day then 0
                    else greatest(0, least(
                        week.regular_of_day,
                        4000 - week.regular_through + week.regular_of_day
                            - case when week.is_seventh_day then 0 else week.regular_through_unless_seventh end))
               end as regular,
               greatest(0, least(
                   week.hours,
                   week.hours_through - case when week.may_be_seventh_day and week.is_seventh_day then 800
                                             else week.overtime_until end)) as doubletime
          from week
    )
    select class.id, class.assignment_id, class.contractor_id, class.week_start, class.work_date,
           case when class.counts and class.regular <> class.hours then class.regular * 0.01 else class.all_hours end,
           case when class.counts and class.regular <> class.hours
                then (class.hours - class.regular - class.doubletime) * 0.01 else 0.00 end,
           case when class.counts and class.doubletime <> 0 then class.doubletime * 0.01 else 0.00 end,
           class.counts
      from class;
end;
$$;
comment on function private.classified_time is
$$The time of contractors' workweeks in its classes: per entry its regular, overtime and doubletime hours.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
entry_ids_to_bill: null for payroll, for which all payable time counts. For billing, the entries that are about to be
billed ({} for none): they count, and what is on live invoices.
counts_toward_overtime: false under the rule none and for 1099 contractors.$$;

revoke execute on function private.classified_time from public, anon, authenticated, service_role;
