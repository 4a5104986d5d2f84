-- Recruiting writes and reads credentials and says what is required; admins say which kinds there are. Other staff read kinds
-- and requirements, and of credentials what person_credentials, required_credentials and credentials_due tell.

-- credential_kinds

revoke all on public.credential_kinds from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.credential_kinds to service_role;
grant select on public.credential_kinds to authenticated;
grant insert (name, months_good, is_confidential), update (name, months_good, is_confidential), delete
    on public.credential_kinds to authenticated;

create policy staff_read on public.credential_kinds for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.credential_kinds for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.credential_kinds for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.credential_kinds for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.credential_kinds
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- credentials

revoke all on public.credentials from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.credentials to service_role;
grant select on public.credentials to authenticated;
grant insert (candidate_id, contractor_id, credential_kind_id, number, issued_on, expires_on, verified_at, document_url),
      update (number, issued_on, expires_on, verified_at, document_url), delete
    on public.credentials to authenticated;

create policy recruiting_reads on public.credentials for select to authenticated
    using ((select private.has_role('recruiting')));
create policy recruiting_adds on public.credentials for insert to authenticated
    with check ((select private.has_role('recruiting')));
create policy recruiting_changes on public.credentials for update to authenticated
    using ((select private.has_role('recruiting')))
    with check ((select private.has_role('recruiting')));
create policy recruiting_removes on public.credentials for delete to authenticated
    using ((select private.has_role('recruiting')));
create trigger only_recruiting_writes before insert or update or delete on public.credentials
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting');

-- requirements

revoke all on public.requirements from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.requirements to service_role;
grant select on public.requirements to authenticated;
grant insert (credential_kind_id, facility_id, assignment_id, effective_from, effective_to),
      update (effective_from, effective_to), delete
    on public.requirements to authenticated;

create policy staff_read on public.requirements for select to authenticated
    using ((select private.is_staff()));
create policy recruiting_adds on public.requirements for insert to authenticated
    with check ((select private.has_role('recruiting')));
create policy recruiting_changes on public.requirements for update to authenticated
    using ((select private.has_role('recruiting')))
    with check ((select private.has_role('recruiting')));
create policy recruiting_removes on public.requirements for delete to authenticated
    using ((select private.has_role('recruiting')));
create trigger only_recruiting_writes before insert or update or delete on public.requirements
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting');
