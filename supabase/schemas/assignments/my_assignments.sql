-- Assignments as their contractors see them, never bill rates or margins: they have no policy on assignments,
-- assignment_rates and rate_hits. A view runs with its reader's rights and asks a function that answers for the
-- contractor who is signed in, and nobody else.

create function private.my_assignments()
returns table (
    assignment_id uuid, facility_id uuid, facility_name text, start_date date, end_date date, overtime_rule text,
    timezone text, overtime_rule_title text, department text)
language sql
stable
security definer -- contractors have no policy on assignments
set search_path = ''
as $$
    select assignment.id, facility.id, facility.name, assignment.start_date, assignment.end_date,
           assignment.overtime_rule, coalesce(facility.timezone, private.operating_timezone()), rule.title,
           assignment.department
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
      join public.overtime_rules as rule on rule.name = assignment.overtime_rule
     where assignment.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_assignments is 'The logic of the view my_assignments.';

create function private.my_pay_rates()
returns table (assignment_id uuid, effective_from date, pay_rate numeric, facility_id uuid, facility_name text)
language sql
stable
security definer -- contractors have no policy on assignment_rates, which hold bill rates
set search_path = ''
as $$
    select rate.assignment_id, rate.effective_from, rate.pay_rate, facility.id, facility.name
      from public.assignment_rates as rate
      join public.assignments as assignment on assignment.id = rate.assignment_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where rate.assignment_id = any (private.own_assignment_ids());
$$;
comment on function private.my_pay_rates is 'The logic of the view my_pay_rates.';

create view public.my_assignments with (security_invoker = true) as
    select * from private.my_assignments();
comment on view public.my_assignments is
$$The assignments of the contractor who is signed in, with the overtime rule that they are paid by, and its title.

timezone: whose clock divides a shift, at midnight or when the firm's workdays begin: the facility's, else the firm's. department: the place at the
facility, which tells two assignments there apart; null where it is not said.

Pages: order=start_date,assignment_id.$$;

create view public.my_pay_rates with (security_invoker = true) as
    select * from private.my_pay_rates();
comment on view public.my_pay_rates is
$$Pay rates of the signed-in contractor's assignments, dated.

Pages: order=assignment_id,effective_from.$$;

create trigger my_assignments_is_read_only
    instead of insert or update or delete on public.my_assignments
    for each row execute function private.refuse_view_write();

revoke all on public.my_assignments from public, anon, authenticated, service_role;
grant select on public.my_assignments to authenticated, service_role;

create trigger my_pay_rates_is_read_only
    instead of insert or update or delete on public.my_pay_rates
    for each row execute function private.refuse_view_write();

revoke all on public.my_pay_rates from public, anon, authenticated, service_role;
grant select on public.my_pay_rates to authenticated, service_role;

revoke execute on function
    private.my_assignments, private.my_pay_rates
    from public, anon, authenticated, service_role;
grant execute on function private.my_assignments, private.my_pay_rates to authenticated, service_role;
