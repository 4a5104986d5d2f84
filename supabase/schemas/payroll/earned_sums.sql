-- Bonuses that were earned over days of their own (payroll_adjustments.earned_from): which workweeks they concern, and
-- what they add to the regular rate of each. They are paid, as a line, in the workweek of payable_on alone.
--
--   ordinary  in equal shares in each workweek that its days touch (29 CFR 778.209 b)
--   flat sum  where flat_sum_divisor is not all_hours: divided by the hours of all those workweeks that count toward
--             overtime and are no overtime (Alvarado v. Dart Container, 2018): so the time of one of them bears on what
--             the others come to. They are tied.
--
-- As soon as the bonus is approved, payable or not: that its day comes changes nothing of a week.

create function private.bonuses_earned_in(contractor_ids uuid[], week_starts date[])
returns table (
    contractor_id uuid, payroll_adjustment_id uuid, amount numeric, by_regular_hours boolean,
    first_week_start date, last_week_start date)
language sql
stable
set search_path = ''
as $$
    select distinct adjustment.contractor_id, adjustment.id, adjustment.amount,
           adjustment.is_flat_sum and adjustment.flat_sum_divisor is distinct from 'all_hours',
           adjustment.earned_from - ((adjustment.earned_from - week.start) % 7 + 7) % 7,
           adjustment.earned_to - ((adjustment.earned_to - week.start) % 7 + 7) % 7
      from unnest(bonuses_earned_in.contractor_ids, bonuses_earned_in.week_starts) as week (contractor_id, start)
      join public.payroll_adjustments as adjustment
        on adjustment.contractor_id = week.contractor_id
       and adjustment.earned_from <= week.start + 6
       and adjustment.earned_to >= week.start
     where adjustment.earned_from is not null -- as the index has it
       and adjustment.approved_at is not null;
$$;
comment on function private.bonuses_earned_in is
$$The approved bonuses that were earned over days which touch workweeks, each once, with the first and the last workweek
that they touch.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.$$;

create function private.has_tied_weeks()
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.payroll_adjustments as adjustment
         where adjustment.earned_from is not null and adjustment.is_flat_sum
           and adjustment.flat_sum_divisor is distinct from 'all_hours')
        or exists (select from private.workday_starts)
        or exists (
           select from public.leave_plans as plan
             join public.leave_plan_terms as terms on terms.leave_plan_id = plan.id
            where plan.in_use_from is not null
              and private.days_before_leave(terms.pay_basis, terms.average_days) > 0);
$$;
comment on function private.has_tied_weeks is
    'True if there are flat sums that were earned over days and are divided by regular hours, changes of the workday''s hour, or leave that is paid by what was earned before its week: nobody else pays for them.';

create function private.tied_weeks(contractor_ids uuid[], week_starts date[])
returns table (contractor_id uuid, week_start date, tied_week_start date)
language sql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
    select distinct week.contractor_id, week.start, bonus.first_week_start + 7 * tied.nth
      from private.bonuses_earned_in(tied_weeks.contractor_ids, tied_weeks.week_starts) as bonus
     cross join generate_series(0, (bonus.last_week_start - bonus.first_week_start) / 7) as tied (nth)
      join unnest(tied_weeks.contractor_ids, tied_weeks.week_starts) as week (contractor_id, start)
        on week.contractor_id = bonus.contractor_id
       and week.start between bonus.first_week_start and bonus.last_week_start
     where bonus.by_regular_hours and bonus.first_week_start + 7 * tied.nth <> week.start
     union
    select week.contractor_id, week.start, change.effective_from + (change.effective_from - 7 - week.start)
      from unnest(tied_weeks.contractor_ids, tied_weeks.week_starts) as week (contractor_id, start)
      join private.workday_starts as change on week.start in (change.effective_from - 7, change.effective_from)
     union
    select week.contractor_id, week.start, week.start + (entry.work_date - week.start) / 7 * 7
      from unnest(tied_weeks.contractor_ids, tied_weeks.week_starts) as week (contractor_id, start)
      join public.assignments as assignment on assignment.contractor_id = week.contractor_id
     cross join lateral ( -- by the index, and of the weeks after alone
           select taken.work_date, taken.code
             from public.time_entries as taken
            where taken.assignment_id = assignment.id
              and taken.work_date between week.start + 7 and week.start + 6 + (
                  select max(private.days_before_leave(terms.pay_basis, terms.average_days))
                    from public.leave_plan_terms as terms)
              and taken.code <> 'regular'
              and taken.is_payable
           offset 0) as entry
     where exists (
           select from public.leave_plans as plan
             join public.leave_plan_terms as terms on terms.leave_plan_id = plan.id
            where plan.in_use_from is not null
              and plan.code = entry.code
              and entry.work_date <= week.start + 6 + private.days_before_leave(terms.pay_basis, terms.average_days))
       and (select exists (select from public.leave_plans as plan where plan.in_use_from is not null));
$$;
comment on function private.tied_weeks is
$$The other workweeks that a flat sum, a change of the workday's hour, or leave that is paid by what was earned before, ties
workweeks to: what changes of the one bears on what the other comes to.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.$$;

create function private.earned_sums(contractor_ids uuid[], week_starts date[])
returns table (contractor_id uuid, week_start date, share numeric, per_hour numeric, equal_share numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
    if not exists (select from public.payroll_adjustments as adjustment where adjustment.earned_from is not null) then
        return;
    end if;
    return query
    with bonus as materialized (
        select bonus.*, (bonus.last_week_start - bonus.first_week_start) / 7 + 1 as weeks
          from private.bonuses_earned_in(earned_sums.contractor_ids, earned_sums.week_starts) as bonus
    ), tied as (
        select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as week_starts
          from (select distinct bonus.contractor_id, bonus.first_week_start + 7 * tied.nth
                  from bonus
                 cross join generate_series(0, bonus.weeks - 1) as tied (nth)
                 where bonus.by_regular_hours) as week (contractor_id, start)
    ), worked as materialized (
        select classified.contractor_id, classified.week_start, sum(classified.regular_hours) as hours
          from tied
         cross join lateral private.classified_time(tied.contractor_ids, tied.week_starts) as classified
         where tied.contractor_ids is not null and classified.counts_toward_overtime
         group by classified.contractor_id, classified.week_start
    ), regular as ( -- by joins, not by a search per bonus: everybody may have one
        select bonus.*, nullif(sum(worked.hours), 0) as hours
          from bonus
          left join worked
            on worked.contractor_id = bonus.contractor_id
           and bonus.by_regular_hours
           and worked.week_start between bonus.first_week_start and bonus.last_week_start
         group by bonus.contractor_id, bonus.payroll_adjustment_id, bonus.amount, bonus.by_regular_hours,
                  bonus.first_week_start, bonus.last_week_start, bonus.weeks
    ), added as ( -- to sixty places: see private.pay_of_weeks
        select regular.contractor_id, regular.first_week_start, regular.last_week_start,
               case when regular.hours is null then round(regular.amount, 60) / regular.weeks end as share,
               round(regular.amount, 60) / regular.hours as per_hour,
               round(regular.amount, 60) / regular.weeks as equal_share
          from regular
    )
    select week.contractor_id, week.start, sum(added.share), sum(added.per_hour), sum(added.equal_share)
      from unnest(earned_sums.contractor_ids, earned_sums.week_starts) as week (contractor_id, start)
      join added
        on added.contractor_id = week.contractor_id
       and week.start between added.first_week_start and added.last_week_start
     group by week.contractor_id, week.start;
end;
$$;
comment on function private.earned_sums is
$$Additions to workweeks from bonuses that were earned over days: share to the pay in the regular rate; per_hour is what flat
sums come to per hour that is no overtime. Where there are no such hours, a flat sum has a share like others. equal_share is
that of them all, as the federal law has it.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.$$;

revoke execute on function
    private.bonuses_earned_in, private.has_tied_weeks, private.tied_weeks, private.earned_sums
    from public, anon, authenticated, service_role;
