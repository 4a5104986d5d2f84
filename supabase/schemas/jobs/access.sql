-- Staff read what ran. What pg_net was asked is for nobody but the owner.

-- jobs

revoke all on private.jobs from public, anon, authenticated, service_role;
grant select on private.jobs to authenticated, service_role; -- for job_health, which runs with its reader's rights

-- job_runs

revoke all on public.job_runs from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.job_runs to service_role;
grant select on public.job_runs to authenticated;

create policy staff_read on public.job_runs for select to authenticated
    using ((select private.is_staff()));

-- job_requests

revoke all on private.job_requests from public, anon, authenticated, service_role;
