-- Plans in use with the days on which their terms hold, and who is employed when: what accrual, use and lapse all ask.

create view private.leave_terms_in_use with (security_invoker = true) as
    select plan.id as leave_plan_id, plan.name, plan.state, plan.code, plan.hours_counted, plan.in_use_from,
           plan.may_go_below_zero, terms.effective_from,
           coalesce(
               lead(terms.effective_from) over (partition by plan.id order by terms.effective_from) - 1, 'infinity')
               as effective_to,
           terms.hours_per_hour_accrued, terms.year_accrual_cap, terms.balance_cap, terms.year_use_cap,
           terms.carry_over_hours, terms.carried_hours_count, terms.waiting_days, terms.waiting_hours,
           terms.reinstated_within_months, terms.pay_basis, terms.average_days
      from public.leave_plans as plan
      join public.leave_plan_terms as terms on terms.leave_plan_id = plan.id
     where plan.in_use_from is not null;
comment on view private.leave_terms_in_use is
    'Terms of the leave plans in use: those of a day have it between effective_from and effective_to.';

-- Leave is taken from the plan of the state, where one of the code is in use, and else from the firm's own.
create view private.leave_of_time with (security_invoker = true) as
    select entry.id as time_entry_id, assignment.contractor_id, plan.id as leave_plan_id, entry.work_date, entry.hours,
           entry.is_payable
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
      join public.contractors as contractor
        on contractor.id = assignment.contractor_id and contractor.employment_type = 'w2'
      join public.facilities as facility on facility.id = assignment.facility_id
      join public.leave_plans as plan
        on plan.code = entry.code
       and plan.in_use_from <= entry.work_date
       and (plan.state = facility.work_state
            or (plan.state is null and not exists (
                select from public.leave_plans as own
                 where own.code = entry.code and own.state = facility.work_state
                   and own.in_use_from <= entry.work_date)))
     where entry.code <> 'regular' and entry.set_aside_at is null;
comment on view private.leave_of_time is
    'Time that is taken from a leave plan in use, by employees: what is not payable yet waits.';

-- Days between assignments are none of employment; whoever is back in time goes on where they were.
create function private.days_employed(contractor_ids uuid[])
returns table (
    contractor_id uuid, leave_plan_id uuid, first_day date, last_day date, lapses_on date, next_first_day date,
    employment bigint)
language sql
stable
set search_path = ''
as $$
    select dated.contractor_id, dated.leave_plan_id, dated.first_day, dated.last_day, dated.lapses_on,
           dated.next_first_day,
           count(*) filter (where dated.is_new) over (
               partition by dated.contractor_id, dated.leave_plan_id order by dated.first_day)
      from (select employed.contractor_id, plan.id as leave_plan_id, employed.first_day, employed.last_day,
                   lapse.day as lapses_on,
                   lead(employed.first_day) over person as next_first_day,
                   employed.first_day > lag(lapse.day) over person as is_new
              from (select assigned.contractor_id, lower(assigned.days) as first_day,
                           coalesce(upper(assigned.days) - 1, 'infinity') as last_day
                      from (select assignment.contractor_id,
                                   unnest(range_agg(daterange(assignment.start_date, assignment.end_date, '[]'))) as days
                              from public.assignments as assignment
                             where assignment.contractor_id = any (days_employed.contractor_ids)
                             group by assignment.contractor_id) as assigned) as employed
             cross join public.leave_plans as plan
              left join private.leave_terms_in_use as terms
                on terms.leave_plan_id = plan.id
               and employed.last_day between terms.effective_from and terms.effective_to
             cross join lateral (
                   select case when isfinite(employed.last_day) then
                       (employed.last_day + interval '1 month' * terms.reinstated_within_months::double precision)::date
                   end) as lapse (day)
             where plan.in_use_from is not null
            window person as (partition by employed.contractor_id, plan.id order by employed.first_day)) as dated;
$$;
comment on function private.days_employed is
$$Days on which contractors had assignments, by leave plan in use: those without a gap are one booked. lapses_on: the last day to
come back within the terms; null = there is none. employment counts up where somebody came back too late.

contractor_ids: of whom.$$;

-- Security definer: readers of the view leave_balances need not read terms and assignments for it.
create function private.leave_usable_from(contractor_id uuid, leave_plan_id uuid, day date)
returns date
language sql
stable
security definer
set search_path = ''
as $$
    with waiting as (
        select terms.waiting_days
          from private.leave_terms_in_use as terms
         where terms.leave_plan_id = leave_usable_from.leave_plan_id
           and leave_usable_from.day between terms.effective_from and terms.effective_to
    ), employed as (
        select span.first_day, span.last_day, span.employment,
               coalesce(sum(least(span.last_day, date '9999-12-31') - span.first_day + 1) over (
                   partition by span.employment order by span.first_day
                   rows between unbounded preceding and 1 preceding), 0)::int as days_before
          from private.days_employed(array[leave_usable_from.contractor_id]) as span
         where span.leave_plan_id = leave_usable_from.leave_plan_id
    )
    select min(employed.first_day + greatest(waiting.waiting_days - employed.days_before, 0))
      from employed
     cross join waiting
     where employed.employment = (
               select max(now.employment) from employed as now where now.first_day <= leave_usable_from.day)
       and employed.first_day + greatest(waiting.waiting_days - employed.days_before, 0) <= employed.last_day;
$$;
comment on function private.leave_usable_from is
$$The first day on which a contractor may take leave from a plan, by its terms of a day and the employment that they are in then.
Null where their assignments end before, or the plan has no terms then.$$;

revoke all on private.leave_terms_in_use, private.leave_of_time from public, anon, authenticated, service_role;
grant select on private.leave_terms_in_use, private.leave_of_time to authenticated, service_role;

revoke execute on function private.days_employed, private.leave_usable_from
    from public, anon, authenticated, service_role;
grant execute on function private.leave_usable_from to authenticated, service_role;
