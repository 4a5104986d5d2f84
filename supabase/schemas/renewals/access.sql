-- Staff read; recruiting decides and moves renewals, and acknowledges alerts.

-- contract_renewals

revoke all on public.contract_renewals from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.contract_renewals to service_role;
grant select on public.contract_renewals to authenticated;
grant insert (assignment_id, renewal_date), update (renewal_date, status), delete
    on public.contract_renewals to authenticated;

create policy staff_read on public.contract_renewals for select to authenticated
    using ((select private.is_staff()));
create policy recruiting_adds on public.contract_renewals for insert to authenticated
    with check ((select private.has_role('recruiting')) and status = 'upcoming');
create policy recruiting_changes on public.contract_renewals for update to authenticated
    using ((select private.has_role('recruiting')))
    with check ((select private.has_role('recruiting')));
create policy recruiting_removes on public.contract_renewals for delete to authenticated
    using ((select private.has_role('recruiting')));
create trigger only_recruiting_writes before insert or update or delete on public.contract_renewals
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting');

-- contract_alerts

revoke all on public.contract_alerts from public, anon, authenticated, service_role;
grant select, update (acknowledged_at) on public.contract_alerts to service_role;
grant select on public.contract_alerts to authenticated;
-- Those of a decided renewal say when it was decided.
grant update (acknowledged_at) on public.contract_alerts to authenticated;

create policy staff_read on public.contract_alerts for select to authenticated
    using ((select private.is_staff()));
create policy recruiting_acknowledges on public.contract_alerts for update to authenticated
    using ((select private.has_role('recruiting')))
    with check ((select private.has_role('recruiting')));
create trigger only_recruiting_writes before update on public.contract_alerts
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting');

-- Alerts of a decided renewal say when it was decided; people acknowledge those of upcoming ones.
-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_alert_of_decided()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_renewal public.contract_renewals;
begin
    select renewal.*
      into v_renewal
      from public.contract_renewals as renewal
     where renewal.id = old.contract_renewal_id;
    if v_renewal.status <> 'upcoming' then
        perform private.refuse(
            409, 'renewal_not_upcoming',
            format('The renewal on %s is %s, so its alerts stay as they are.', v_renewal.renewal_date, v_renewal.status),
            'Set the renewal back to upcoming first, if it was decided by mistake.');
    end if;
    return new;
end;
$$;
comment on function private.guard_alert_of_decided is
    'Trigger: people acknowledge the alerts of upcoming renewals alone.';

create trigger alerts_of_decided_renewals_are_kept before update on public.contract_alerts
    for each row when (current_user = 'authenticated')
    execute function private.guard_alert_of_decided();

revoke execute on function private.guard_alert_of_decided from public, anon, authenticated, service_role;
