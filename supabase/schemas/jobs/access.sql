-- Staff read what ran, and how long records are kept, which admins change. What pg_net was asked is for nobody but the owner.

-- jobs

revoke all on private.jobs from public, anon, authenticated, service_role;
grant select on private.jobs to authenticated, service_role; -- for job_health, which runs with its reader's rights

-- job_runs

revoke all on public.job_runs from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.job_runs to service_role;
grant select on public.job_runs to authenticated;

create policy staff_read on public.job_runs for select to authenticated
    using ((select private.is_staff()));

-- retention

revoke all on public.retention from public, anon, authenticated, service_role;
grant select, update (months, why) on public.retention to service_role;
grant select on public.retention to authenticated;
grant update (months, why) on public.retention to authenticated;

create policy staff_read on public.retention for select to authenticated
    using ((select private.is_staff()));
create policy admins_change on public.retention for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create trigger only_admins_write before update on public.retention
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- job_requests

revoke all on private.job_requests from public, anon, authenticated, service_role;
