-- The alerts under the name that client apps know as a resource. Read-only: they are acknowledged in contract_alerts.
create view public."contractAlerts" with (security_invoker = true) as
    select alert.id, alert.contract_renewal_id, alert.days_before, alert.due_on, alert.acknowledged_at, alert.created_at
      from public.contract_alerts as alert;
comment on view public."contractAlerts" is
$$contract_alerts under its resource name, to read; recruiting acknowledges alerts in contract_alerts.

Pages: order=due_on,id.$$;

create trigger contract_alerts_resource_is_read_only
    instead of insert or update or delete on public."contractAlerts"
    for each row execute function private.refuse_view_write();

revoke all on public."contractAlerts" from public, anon, authenticated, service_role;
grant select on public."contractAlerts" to authenticated, service_role;
