-- Contractors see themselves, their assignments and their pay, never bill rates or margins: they have no
-- policy on assignments, assignment_rates and rate_hits, and read these views instead. A view runs with its
-- reader's rights and asks a function that answers for the contractor who is signed in, and nobody else.

grant select on public.contractors to authenticated;
create policy staff_and_oneself_read on public.contractors for select to authenticated
    using ((select private.is_staff()) or id = (select private.own_contractor_id()));

create function private.my_assignments()
returns table (
    assignment_id uuid, facility_id uuid, facility_name text, start_date date, end_date date, overtime_rule text)
language sql
stable
security definer -- contractors have no policy on assignments
set search_path = ''
as $$
    select assignment.id, facility.id, facility.name, assignment.start_date, assignment.end_date,
           assignment.overtime_rule
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
     where assignment.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_assignments() is 'The logic of the view my_assignments.';

create function private.my_pay_rates()
returns table (assignment_id uuid, effective_from date, pay_rate numeric)
language sql
stable
security definer -- contractors have no policy on assignment_rates, which hold bill rates
set search_path = ''
as $$
    select rate.assignment_id, rate.effective_from, rate.pay_rate
      from public.assignment_rates as rate
     where rate.assignment_id = any (private.own_assignment_ids());
$$;
comment on function private.my_pay_rates() is 'The logic of the view my_pay_rates.';

create function private.my_pay()
returns table (
    payroll_item_id uuid, period_start date, period_end date, pay_date date,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric,
    straight_pay numeric, premium_pay numeric, stipend_pay numeric, adjustment_pay numeric, gross_pay numeric)
language sql
stable
security definer -- contractors have no policy on payroll tables
set search_path = ''
as $$
    select item.id, period.period_start, period.period_end, period.pay_date,
           item.regular_hours, item.overtime_hours, item.doubletime_hours,
           item.straight_pay, item.premium_pay, item.stipend_pay, item.adjustment_pay, item.gross_pay
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where item.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_pay() is 'The logic of the view my_pay.';

revoke execute on function private.my_assignments(), private.my_pay_rates(), private.my_pay()
    from public, anon, authenticated, service_role;
grant execute on function private.my_assignments(), private.my_pay_rates(), private.my_pay()
    to authenticated, service_role;

create view public.my_assignments with (security_invoker = true) as
    select * from private.my_assignments();
comment on view public.my_assignments is 'The assignments of the contractor who is signed in.';

create view public.my_pay_rates with (security_invoker = true) as
    select * from private.my_pay_rates();
comment on view public.my_pay_rates is
    'What an hour of the signed-in contractor''s assignments pays, dated.';

create view public.my_pay with (security_invoker = true) as
    select * from private.my_pay();
comment on view public.my_pay is 'What the signed-in contractor was paid, by closed payroll batch.';

revoke all on public.my_assignments, public.my_pay_rates, public.my_pay
    from public, anon, authenticated, service_role;
grant select on public.my_assignments, public.my_pay_rates, public.my_pay to authenticated, service_role;
