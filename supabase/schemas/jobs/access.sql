-- job_runs

revoke all on public.job_runs from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.job_runs to service_role;
grant select on public.job_runs to authenticated;

create policy staff_read on public.job_runs for select to authenticated
    using ((select private.is_staff()));

-- job_requests

revoke all on private.job_requests from public, anon, authenticated, service_role;
