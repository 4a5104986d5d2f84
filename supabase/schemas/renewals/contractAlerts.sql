-- The alerts under the name that client apps know as a resource. Read-only: they are acknowledged in contract_alerts.
create view public."contractAlerts" with (security_invoker = true) as
    select alert.id,
           alert.contract_renewal_id,
           alert.days_before,
           alert.due_on,
           alert.acknowledged_at,
           alert.created_at,
           assignment.id as assignment_id,
           contractor.id as contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           facility.id as facility_id,
           facility.name as facility_name
      from public.contract_alerts as alert
      join public.contract_renewals as renewal on renewal.id = alert.contract_renewal_id
      join public.assignments as assignment on assignment.id = renewal.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id;
comment on view public."contractAlerts" is
$$contract_alerts under its resource name, with whose placement each is about, to read; recruiting acknowledges alerts
in contract_alerts.

Pages: order=due_on,id.$$;

create trigger contract_alerts_resource_is_read_only
    instead of insert or update or delete on public."contractAlerts"
    for each row execute function private.refuse_view_write();

revoke all on public."contractAlerts" from public, anon, authenticated, service_role;
grant select on public."contractAlerts" to authenticated, service_role;
