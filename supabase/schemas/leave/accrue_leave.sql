-- Leave accrues as batches close: what the closed hours of a calendar year come to by the terms of their days, week by week,
-- less what the ledger has. So later, corrected and moved time is a difference, and closing again changes nothing.

create function private.accrue_leave_of_year(contractor_ids uuid[], year int, payroll_batch_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan -- of a few people, or of all who are paid
set jit = off
as $$
declare
    v_first constant date := make_date(accrue_leave_of_year.year, 1, 1);
    v_last constant date := make_date(accrue_leave_of_year.year, 12, 31);
    v_any_week constant date := private.workweek_start(date '2000-01-01');
    v_waits constant boolean := exists (
        select from private.leave_terms_in_use as terms where terms.waiting_hours > 0);
begin
    with terms as materialized (
        select * from private.leave_terms_in_use
    ), week as materialized (
        select assignment.contractor_id, terms.leave_plan_id, terms.effective_from,
               least(entry.work_date - (entry.work_date - v_any_week) % 7 + 6, v_last) as day,
               sum(entry.hours) as hours,
               bool_or(terms.state is null or facility.work_state = terms.state) as is_there
          from public.assignments as assignment
          join public.facilities as facility on facility.id = assignment.facility_id
          join public.time_entries as entry on entry.assignment_id = assignment.id
          join terms
            on entry.work_date between terms.effective_from and terms.effective_to
           and entry.work_date >= terms.in_use_from
           and (terms.hours_counted = 'everywhere' or facility.work_state = terms.state)
         where assignment.contractor_id = any (accrue_leave_of_year.contractor_ids)
           and entry.work_date between v_first and v_last
           and entry.is_worked
           and entry.status = 'locked'
           and entry.is_payable
         group by 1, 2, 3, 4
    ), employed as (
        select distinct on (span.contractor_id, span.leave_plan_id)
               span.contractor_id, span.leave_plan_id,
               min(span.first_day) over (
                   partition by span.contractor_id, span.leave_plan_id, span.employment) as since
          from private.days_employed(accrue_leave_of_year.contractor_ids) as span
         where v_waits and span.first_day <= v_last
         order by span.contractor_id, span.leave_plan_id, span.first_day desc
    ), waited as (
        -- Hours of the same employment before those that accrue, where a plan waits for some.
        select employed.contractor_id, employed.leave_plan_id, sum(entry.hours) as hours
          from employed
          join public.leave_plans as plan on plan.id = employed.leave_plan_id
          join public.assignments as assignment on assignment.contractor_id = employed.contractor_id
          join public.facilities as facility
            on facility.id = assignment.facility_id
           and (plan.hours_counted = 'everywhere' or facility.work_state = plan.state)
          join public.time_entries as entry
            on entry.assignment_id = assignment.id
           and entry.work_date >= employed.since
           and entry.work_date < greatest(v_first, plan.in_use_from)
         where v_waits
           and exists (
               select from terms where terms.leave_plan_id = employed.leave_plan_id and terms.waiting_hours > 0)
           and entry.is_worked and entry.status = 'locked' and entry.is_payable
         group by 1, 2
    ), carried as (
        select booked.contractor_id, booked.leave_plan_id, greatest(sum(booked.hours), 0) as hours
          from public.leave_ledger as booked
         where booked.contractor_id = any (accrue_leave_of_year.contractor_ids)
           and booked.day < v_first
         group by 1, 2
    ), counted as (
        select week.contractor_id, week.leave_plan_id, week.day, week.effective_from, week.hours,
               terms.hours_per_hour_accrued, terms.waiting_hours,
               coalesce(waited.hours, 0) + sum(week.hours) over so_far as hours_so_far,
               case when terms.year_accrual_cap is null then 'infinity'
                    when terms.carried_hours_count
                        then greatest(terms.year_accrual_cap - coalesce(carried.hours, 0), 0)
                    else terms.year_accrual_cap end as most,
               bool_or(week.is_there) over person as is_there
          from week
          join terms on terms.leave_plan_id = week.leave_plan_id and terms.effective_from = week.effective_from
          left join waited
            on waited.contractor_id = week.contractor_id and waited.leave_plan_id = week.leave_plan_id
          left join carried
            on carried.contractor_id = week.contractor_id and carried.leave_plan_id = week.leave_plan_id
        window person as (partition by week.contractor_id, week.leave_plan_id),
               so_far as (
                   partition by week.contractor_id, week.leave_plan_id order by week.day, week.effective_from)
    ), earned as (
        select counted.contractor_id, counted.leave_plan_id, counted.day, counted.effective_from,
               max(counted.most) over so_far as most,
               sum(coalesce(
                   (greatest(counted.hours_so_far - counted.waiting_hours, 0)
                    - greatest(counted.hours_so_far - counted.hours - counted.waiting_hours, 0))
                   / counted.hours_per_hour_accrued, 0)) over so_far as hours
          from counted
         where counted.is_there
        window so_far as (
                   partition by counted.contractor_id, counted.leave_plan_id
                       order by counted.day, counted.effective_from)
    ), limited as (
        -- A running sum that stops at its limit: what is beyond it so far is lost for good.
        select earned.contractor_id, earned.leave_plan_id, earned.day, earned.effective_from,
               round(earned.hours - greatest(max(earned.hours - earned.most) over so_far, 0), 4) as hours
          from earned
        window so_far as (
                   partition by earned.contractor_id, earned.leave_plan_id order by earned.day, earned.effective_from)
    ), due as (
        select step.contractor_id, step.leave_plan_id, step.day, sum(step.hours) as hours
          from (select limited.contractor_id, limited.leave_plan_id, limited.day,
                       limited.hours - lag(limited.hours, 1, 0.0) over so_far as hours
                  from limited
                window so_far as (
                           partition by limited.contractor_id, limited.leave_plan_id
                               order by limited.day, limited.effective_from)) as step
         group by 1, 2, 3
    ), written as (
        select booked.contractor_id, booked.leave_plan_id, booked.day, sum(booked.hours) as hours
          from public.leave_ledger as booked
          join public.leave_plans as plan on plan.id = booked.leave_plan_id
         where booked.contractor_id = any (accrue_leave_of_year.contractor_ids)
           and booked.kind = 'accrued'
           and booked.day between greatest(v_first, plan.in_use_from) and v_last -- one that is null counts for nothing
           and plan.in_use_from is not null
         group by 1, 2, 3
    )
    insert into public.leave_ledger (contractor_id, leave_plan_id, day, kind, hours, payroll_batch_id)
    select contractor_id, leave_plan_id, day, 'accrued', coalesce(due.hours, 0) - coalesce(written.hours, 0),
           accrue_leave_of_year.payroll_batch_id
      from due
      full join written using (contractor_id, leave_plan_id, day)
     where coalesce(due.hours, 0) <> coalesce(written.hours, 0)
     order by contractor_id, leave_plan_id, day;
end;
$$;
comment on function private.accrue_leave_of_year is
$$Writes what contractors' closed hours of a calendar year accrue, as differences to what is written.

contractor_ids: whose, employees. payroll_batch_id: the batch that is closing.$$;

-- Years after the one that is paid come too, each after the one before it: what is carried over may lessen what they accrued.
create function private.accrue_leave_of_years(
    contractor_ids uuid[], first_years int[], last_year int, payroll_batch_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
    v_year record;
    v_today constant date := (private.clock()).business_date;
begin
    for v_year in
        with person as (
            select known.contractor_id, known.first_year
              from unnest(accrue_leave_of_years.contractor_ids, accrue_leave_of_years.first_years)
                   as known (contractor_id, first_year)
        )
        select year.nth, array_agg(person.contractor_id) as contractor_ids
          from generate_series(
                   (select min(person.first_year) from person),
                   greatest(accrue_leave_of_years.last_year, extract(year from v_today)::int)) as year (nth)
          join person on person.first_year <= year.nth
         group by year.nth
         order by year.nth
    loop
        -- What is carried into the year is what did not lapse at its turn, whether lock-ended was there or not.
        if exists (select from private.leave_terms_in_use as terms where terms.carried_hours_count) then
            perform private.settle_leave(v_year.contractor_ids, v_today, accrue_leave_of_years.payroll_batch_id);
        end if;
        perform private.accrue_leave_of_year(
            v_year.contractor_ids, v_year.nth, accrue_leave_of_years.payroll_batch_id);
        perform private.settle_leave(v_year.contractor_ids, v_today, accrue_leave_of_years.payroll_batch_id);
    end loop;
end;
$$;
comment on function private.accrue_leave_of_years is
$$Writes what contractors' closed hours accrue, and what their balances lose by it, year by year up to the present one. The caller
has called private.hold_leave.

contractor_ids, first_years: by position, whose, employees, and from which calendar year on. last_year: a later one than the
present, if hours of it may be closed. payroll_batch_id: the batch that is closing; null = none is.$$;

create function private.accrue_leave(payroll_batch_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
    if not exists (select from public.leave_plans as plan where plan.in_use_from is not null) then
        return;
    end if;
    perform private.hold_leave();
    perform private.accrue_leave_of_years(
               array_agg(person.contractor_id), array_agg(person.first_year), max(person.last_year),
               accrue_leave.payroll_batch_id)
       from (select item.contractor_id,
                    extract(year from min(line.week_start))::int as first_year,
                    extract(year from max(line.week_start) + 6)::int as last_year
               from public.payroll_items as item
               join public.payroll_item_lines as line on line.payroll_item_id = item.id
              where item.payroll_batch_id = accrue_leave.payroll_batch_id
                and item.employment_type = 'w2'
                and line.kind in ('straight', 'difference', 'overpayment')
              group by item.contractor_id) as person
     having count(*) > 0;
end;
$$;
comment on function private.accrue_leave is
$$Writes what the employees whom a batch pays accrue, and what their balances lose by it. Where no plan is in use it does nothing.

payroll_batch_id: the batch that is closing; its time is locked.$$;

revoke execute on function private.accrue_leave_of_year, private.accrue_leave_of_years, private.accrue_leave
    from public, anon, authenticated, service_role;
