-- Rates that pay, or will pay, less than a minimum wage that came after them, until somebody raises them or says why.
create view public.pay_below_minimum_wage with (security_invoker = true) as
    select distinct on (rate.assignment_id, rate.effective_from)
           rate.assignment_id,
           contractor.id as contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           facility.id as facility_id,
           facility.name as facility_name,
           rate.effective_from,
           rate.pay_rate,
           greatest(wage.effective_from, rate.effective_from, assignment.start_date) as below_from,
           wage.amount as minimum_wage,
           wage.jurisdiction
      from private.clock() as clock
      join public.assignments as assignment on coalesce(assignment.end_date, 'infinity') >= clock.business_date
      join public.contractors as contractor
        on contractor.id = assignment.contractor_id and contractor.employment_type = 'w2'
      join public.facilities as facility on facility.id = assignment.facility_id
      join private.rates_of_days as rate
        on rate.assignment_id = assignment.id and rate.effective_to >= clock.business_date
       -- Most pay more than any minimum wage there is: of them nothing else is looked up.
       and rate.pay_rate < (select max(any_wage.amount) from public.minimum_wages as any_wage)
      join public.assignment_rates as written
        on written.assignment_id = rate.assignment_id and written.effective_from = rate.effective_from
       and written.below_minimum_wage_reason is null
      join private.minimum_wages_of_facilities as wage
        on wage.facility_id = facility.id
       and wage.amount > rate.pay_rate
       and wage.effective_to >= greatest(rate.effective_from, assignment.start_date, clock.business_date)
       and wage.effective_from <= least(rate.effective_to, assignment.end_date)
     order by rate.assignment_id, rate.effective_from, below_from, wage.amount desc, wage.jurisdiction;
comment on view public.pay_below_minimum_wage is
$$Rates of W-2 people, today's and later ones, that are below a minimum wage of the facility or that a coming one overtakes.
Those with a recorded reason, and those of assignments that are over, are left out.

below_from: the first day, past or to come, on which the rate is below the wage. minimum_wage and jurisdiction: the wage of
that day, the highest.

Pages: order=below_from,assignment_id,effective_from.$$;

create trigger pay_below_minimum_wage_is_read_only
    instead of insert or update or delete on public.pay_below_minimum_wage
    for each row execute function private.refuse_view_write();

revoke all on public.pay_below_minimum_wage from public, anon, authenticated, service_role;
grant select on public.pay_below_minimum_wage to authenticated, service_role;
