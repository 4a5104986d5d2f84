-- Leave is paid by what was earned before it (private.leave_rates_of_weeks): that late time changes its rate, the
-- reader of the marks knows (private.tied_weeks). What else changes the rate of leave marks the days of the leave
-- itself.

create function private.mark_leave(code text, from_day date, facility_id uuid default null)
returns void
language sql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, entry.work_date
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where entry.code <> 'regular' -- as the index has it
       and entry.work_date >= mark_leave.from_day
       and entry.is_payable
       and entry.code in (
           select plan.code
             from public.leave_plans as plan
            where plan.code = coalesce(mark_leave.code, plan.code) and plan.in_use_from is not null)
       and assignment.facility_id = coalesce(mark_leave.facility_id, assignment.facility_id);
$$;
comment on function private.mark_leave is
$$Marks the days of payable leave of plans in use.

code: that of the leave; null = of all plans. from_day: the first day. facility_id: of this facility alone; null = of
all.$$;

-- Of a plan that is no longer in use the leave was marked while it was.
-- Security definer: marks are nobody's to write.
create function private.mark_leave_of_plan()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, entry.work_date
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where entry.code <> 'regular' -- as the index has it
       and entry.code in (old.code, new.code)
       and entry.work_date >= least(old.in_use_from, new.in_use_from)
       and entry.is_payable;
    return null;
end;
$$;
comment on function private.mark_leave_of_plan is
    'Trigger: marks the days of leave of a plan that has another first day of use, another state or another code.';

create trigger leave_of_new_plans_is_due
    after insert on public.leave_plans
    for each row when (new.in_use_from is not null)
    execute function private.mark_leave_of_plan();

create trigger leave_of_changed_plans_is_due
    after update on public.leave_plans
    for each row when (
        old.in_use_from is distinct from new.in_use_from
        or (new.in_use_from is not null and (old.state is distinct from new.state or old.code <> new.code)))
    execute function private.mark_leave_of_plan();

-- Security definer: see above.
create function private.mark_leave_of_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.mark_leave(plan.code, least(old.effective_from, new.effective_from))
       from public.leave_plans as plan
      where plan.id in (old.leave_plan_id, new.leave_plan_id) and plan.in_use_from is not null;
    return null;
end;
$$;
comment on function private.mark_leave_of_terms is
    'Trigger: marks the days of leave that is paid by terms which are new, other than before or gone.';

create trigger leave_of_new_terms_is_due
    after insert or delete on public.leave_plan_terms
    for each row execute function private.mark_leave_of_terms();

create trigger leave_of_changed_terms_is_due
    after update on public.leave_plan_terms
    for each row when (
        old.leave_plan_id is distinct from new.leave_plan_id
        or old.effective_from is distinct from new.effective_from
        or old.pay_basis is distinct from new.pay_basis
        or old.average_days is distinct from new.average_days)
    execute function private.mark_leave_of_terms();

-- Security definer: see above.
create function private.mark_leave_of_minimum_wage()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.leave_plans as plan where plan.in_use_from is not null) then
        perform private.mark_leave(null, least(old.effective_from, new.effective_from));
    end if;
    return null;
end;
$$;
comment on function private.mark_leave_of_minimum_wage is
    'Trigger: marks the days of leave from a minimum wage on that is new, other than before or gone.';

create trigger leave_of_other_minimum_wages_is_due
    after insert or update or delete on public.minimum_wages
    for each row execute function private.mark_leave_of_minimum_wage();

-- Security definer: see above.
create function private.mark_leave_of_facility()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.leave_plans as plan where plan.in_use_from is not null) then
        perform private.mark_leave(null, date '-infinity', new.id);
    end if;
    return null;
end;
$$;
comment on function private.mark_leave_of_facility is
    'Trigger: marks the days of leave at a facility whose state, or whose minimum wages, are others.';

create trigger leave_at_facility_elsewhere_is_due
    after update on public.facilities
    for each row when (
        old.work_state is distinct from new.work_state
        or old.minimum_wage_jurisdictions is distinct from new.minimum_wage_jurisdictions)
    execute function private.mark_leave_of_facility();

revoke execute on function
    private.mark_leave, private.mark_leave_of_plan, private.mark_leave_of_terms, private.mark_leave_of_minimum_wage,
    private.mark_leave_of_facility
    from public, anon, authenticated, service_role;
