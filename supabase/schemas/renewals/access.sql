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
    using ((select private.has_role('recruiting')) and status = 'upcoming');

-- contract_alerts

revoke all on public.contract_alerts from public, anon, authenticated, service_role;
grant select, update (acknowledged_at) on public.contract_alerts to service_role;
grant select on public.contract_alerts to authenticated;
-- Those of a decided renewal say when it was decided.
grant update (acknowledged_at) on public.contract_alerts to authenticated;

create policy staff_read on public.contract_alerts for select to authenticated
    using ((select private.is_staff()));
create policy recruiting_acknowledges on public.contract_alerts for update to authenticated
    using ((select private.has_role('recruiting')) and exists (
        select from public.contract_renewals as renewal
         where renewal.id = contract_renewal_id and renewal.status = 'upcoming'))
    with check ((select private.has_role('recruiting')));
