-- Balances of leave, for payroll and, of their own, for contractors.
create view public.leave_balances with (security_invoker = true) as
    select person.contractor_id, contractor.first_name, contractor.last_name, person.leave_plan_id,
           plan.name as leave_plan_name, plan.state, plan.code, person.balance,
           coalesce(waiting.hours, 0.00) as pending,
           floor((person.balance - coalesce(waiting.hours, 0)) * 100) / 100 as available,
           person.accrued_this_year, person.used_this_year,
           private.leave_usable_from(person.contractor_id, person.leave_plan_id, clock.business_date) as usable_from,
           contractor.first_name || ' ' || contractor.last_name as contractor_name
      from private.clock() as clock
     cross join lateral (
           select booked.contractor_id, booked.leave_plan_id, sum(booked.hours) as balance,
                  coalesce(sum(booked.hours) filter (
                      where booked.kind in ('accrued', 'capped') and booked.day >= date_trunc('year', clock.business_date)::date),
                      0.0000) as accrued_this_year,
                  coalesce(-sum(booked.hours) filter (
                      where booked.kind = 'used' and booked.day >= date_trunc('year', clock.business_date)::date),
                      0.0000) as used_this_year
             from public.leave_ledger as booked
            group by booked.contractor_id, booked.leave_plan_id) as person
      join public.contractors as contractor on contractor.id = person.contractor_id
      join public.leave_plans as plan on plan.id = person.leave_plan_id
      left join (
           select leave.contractor_id, leave.leave_plan_id, sum(leave.hours) as hours
             from private.leave_of_time as leave
            where not leave.is_payable
            group by leave.contractor_id, leave.leave_plan_id) as waiting
        on waiting.contractor_id = person.contractor_id and waiting.leave_plan_id = person.leave_plan_id;
comment on view public.leave_balances is
$$Hours of leave of people by plan, for payroll: a row for each plan that their ledger has a row of.

balance: the sum of leave_ledger, exact. pending: time taken that waits for approval. available: what may still be taken, rounded
down to the hundredth. accrued_this_year, used_this_year: in the calendar year; what was accrued beyond the cap is not in it.
usable_from: the first day on which leave may be taken, by the assignments that there are; null = they end before, or the plan is
not in use.

Pages: order=last_name,first_name,contractor_id,leave_plan_id.$$;

create trigger leave_balances_is_read_only
    instead of insert or update or delete on public.leave_balances
    for each row execute function private.refuse_view_write();

create function private.my_leave()
returns table (
    leave_plan_id uuid, leave_plan_name text, state text, code text, code_title text, balance numeric, pending numeric,
    available numeric, accrued_this_year numeric, used_this_year numeric, usable_from date)
language sql
stable
security definer -- contractors have no policy on the ledger
set search_path = ''
as $$
    select balance.leave_plan_id, balance.leave_plan_name, balance.state, balance.code, code.title, balance.balance,
           balance.pending, balance.available, balance.accrued_this_year, balance.used_this_year, balance.usable_from
      from public.leave_balances as balance
      join public.time_codes as code on code.name = balance.code
     where balance.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_leave is 'The logic of the view my_leave.';

create view public.my_leave with (security_invoker = true) as
    select * from private.my_leave();
comment on view public.my_leave is
$$Hours of leave of the contractor who is signed in, by plan.

The columns are those of leave_balances. code_title: the code by which it is taken.

Pages: order=leave_plan_name,leave_plan_id.$$;

create trigger my_leave_is_read_only
    instead of insert or update or delete on public.my_leave
    for each row execute function private.refuse_view_write();

revoke all on public.leave_balances, public.my_leave from public, anon, authenticated, service_role;
grant select on public.leave_balances, public.my_leave to authenticated, service_role;

revoke execute on function private.my_leave from public, anon, authenticated, service_role;
grant execute on function private.my_leave to authenticated, service_role;
