-- Admins say how mail is sent and what is mailed; staff read it. Billing says when facilities are reminded. What is in the
-- outbox, public.outbox shows.

-- mail_settings

revoke all on public.mail_settings from public, anon, authenticated, service_role;
grant select, update on public.mail_settings to service_role;
grant select on public.mail_settings to authenticated;
grant update (provider, from_address, reply_to, console_url, daily_from) on public.mail_settings to authenticated;

create policy staff_read on public.mail_settings for select to authenticated
    using ((select private.is_staff()));
create policy admins_change on public.mail_settings for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create trigger only_admins_write before update on public.mail_settings
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- mail_kinds

revoke all on public.mail_kinds from public, anon, authenticated, service_role;
grant select, update (is_on) on public.mail_kinds to service_role;
grant select on public.mail_kinds to authenticated;
grant update (is_on) on public.mail_kinds to authenticated;

create policy staff_read on public.mail_kinds for select to authenticated
    using ((select private.is_staff()));
create policy admins_change on public.mail_kinds for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create trigger only_admins_write before update on public.mail_kinds
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- outbox

revoke all on private.outbox from public, anon, authenticated, service_role;
revoke all on sequence private.outbox_place_seq from public, anon, authenticated, service_role;

-- facility_reminders

revoke all on public.facility_reminders from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_reminders to service_role;
grant select on public.facility_reminders to authenticated;
grant insert (facility_id, reminder_days), update (reminder_days), delete on public.facility_reminders to authenticated;

create policy staff_read on public.facility_reminders for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.facility_reminders for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facility_reminders for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_reminders for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.facility_reminders
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

-- webhooks: admins alone read them, since an address often has a token in it. add_webhook adds them, and nobody deletes one,
-- since the outbox names it.

revoke all on public.webhooks from public, anon, authenticated, service_role;
grant select, update (url, description, events, is_active) on public.webhooks to service_role;
grant select on public.webhooks to authenticated;
grant update (url, description, events, is_active) on public.webhooks to authenticated;

create policy admins_read on public.webhooks for select to authenticated
    using ((select private.has_role('admin')));
create policy admins_change on public.webhooks for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create trigger only_admins_write before update on public.webhooks
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- webhook_secrets

revoke all on private.webhook_secrets from public, anon, authenticated, service_role;
