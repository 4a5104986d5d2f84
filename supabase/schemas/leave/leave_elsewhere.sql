-- A facility that turns out to lie in another state: hours worked there accrue by the plan of that, and leave is taken from it.
-- Both move at once, so that no hours are there twice; whoever took more than they have there is below zero.

-- Its name comes after those of the triggers that ask for the role and hold billing. Time is held before the facility's row
-- is: whoever takes leave, or closes a batch, has done so or sees the new state.
create trigger time_waits_for_another_state
    before update of work_state on public.facilities
    for each statement when (current_user in ('authenticated', 'service_role'))
    execute function private.hold_time_to_write();

-- Security definer: the rule reads and writes the ledger, which the writer may not see.
create function private.move_leave_of_facility()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how much time there is
as $$
begin
    if not exists (
        select from public.leave_plans as plan
         where plan.state in (old.work_state, new.work_state) and plan.in_use_from is not null) then
        return null;
    end if;
    perform private.hold_leave();
    perform private.follow_leave(array_agg(entry.id), false)
       from public.assignments as assignment
       join public.time_entries as entry on entry.assignment_id = assignment.id
      where assignment.facility_id = new.id
        and entry.code <> 'regular' -- as the index has it
     having count(*) > 0;
    perform private.accrue_leave_of_years(
               array_agg(worked.contractor_id), array_agg(worked.first_year), max(worked.last_year), null)
       from (select assignment.contractor_id,
                    extract(year from min(entry.work_date))::int as first_year,
                    extract(year from max(entry.work_date))::int as last_year
               from public.assignments as assignment
               join public.contractors as contractor
                 on contractor.id = assignment.contractor_id and contractor.employment_type = 'w2'
               join public.time_entries as entry on entry.assignment_id = assignment.id
              where assignment.facility_id = new.id
                and entry.is_worked
                and entry.status = 'locked'
                and entry.is_payable
              group by assignment.contractor_id) as worked
     having count(*) > 0;
    return null;
end;
$$;
comment on function private.move_leave_of_facility is
    'Trigger: leave that was accrued and taken at a facility is of the plan of its other state.';

create trigger leave_is_of_the_state_of_its_facility
    after update on public.facilities
    for each row when (old.work_state is distinct from new.work_state)
    execute function private.move_leave_of_facility();

revoke execute on function private.move_leave_of_facility from public, anon, authenticated, service_role;
