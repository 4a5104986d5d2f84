-- Renewals that recruiting has to decide in the next 90 days, and those it should have decided. Each renewal stands in one
-- bucket; nothing falls between two.
create view public.renewals_due with (security_invoker = true) as
    select renewal.id as contract_renewal_id,
           assignment.id as assignment_id,
           contractor.id as contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           facility.id as facility_id,
           facility.name as facility_name,
           assignment.end_date,
           renewal.renewal_date,
           days.days_left,
           case
               when days.days_left < 0 then 'expired'
               when days.days_left <= 30 then '30'
               when days.days_left <= 60 then '60'
               else '90'
           end as bucket,
           (select count(*)::int
              from public.contract_alerts as alert
             where alert.contract_renewal_id = renewal.id
               and alert.due_on <= clock.business_date
               and alert.acknowledged_at is null) as open_alerts
      from private.clock() as clock
      join public.contract_renewals as renewal on renewal.status = 'upcoming'
     cross join lateral (select renewal.renewal_date - clock.business_date) as days (days_left)
      join public.assignments as assignment on assignment.id = renewal.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where days.days_left <= 90;
comment on view public.renewals_due is
$$Upcoming renewals within 90 days of the business date, and those whose day passed without a decision.

bucket is one of 90, 60, 30, expired: 61 to 90 days left, 31 to 60, 0 to 30, or none. open_alerts: alerts whose day has come
and that nobody acknowledged.

Pages: order=renewal_date,contract_renewal_id.$$;

create trigger renewals_due_is_read_only
    instead of insert or update or delete on public.renewals_due
    for each row execute function private.refuse_view_write();

revoke all on public.renewals_due from public, anon, authenticated, service_role;
grant select on public.renewals_due to authenticated, service_role;
