-- Settings: staff read them, admins change them. Holidays: staff read them, billing writes them. Letterheads: staff read them, others on their documents. The audit
-- log: admins read it, nobody writes it but triggers and private.audit.
-- Every (select …) in a policy is asked once a statement, not once a row.

-- organization_settings

revoke all on public.organization_settings from public, anon, authenticated, service_role;
grant select, update on public.organization_settings to service_role;
grant select on public.organization_settings to authenticated;
grant update (operating_timezone, workweek_starts_on, invoice_number_prefix, require_second_approver,
              legal_name, address, remit_to, tax_number, logo, workday_starts_at, workday_starts_from, phone,
              credit_note_number_prefix, controls, second_factor_roles)
    on public.organization_settings to authenticated;

create policy staff_read on public.organization_settings for select to authenticated
    using ((select private.is_staff()));
create policy admins_change on public.organization_settings for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create trigger only_admins_write before update on public.organization_settings
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- holidays

revoke all on public.holidays from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.holidays to service_role;
grant select on public.holidays to authenticated;
grant insert (day, name), update (day, name), delete on public.holidays to authenticated;

create policy staff_read on public.holidays for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.holidays for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.holidays for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.holidays for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.holidays
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

-- letterheads

revoke all on public.letterheads from public, anon, authenticated, service_role;
grant select on public.letterheads to service_role;
grant select on public.letterheads to authenticated;

create policy staff_read on public.letterheads for select to authenticated
    using ((select private.is_staff()));

-- audit_log

revoke all on public.audit_log from public, anon, authenticated, service_role;
grant select on public.audit_log to service_role;
grant select on public.audit_log to authenticated;

create policy admins_read on public.audit_log for select to authenticated
    using ((select private.has_role('admin')));
