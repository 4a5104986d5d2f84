-- The opposite of schedule_maintenance_jobs.
create function private.unschedule_maintenance_jobs()
returns setof text
language plpgsql
volatile
set search_path = ''
as $$
begin
    if private.can_read('cron', 'job') then
        return query execute $cron$
            with ours as materialized ( -- found before any is unscheduled: a condition might be asked of all jobs
                select jobid, jobname
                  from cron.job
                 where jobname in ('lock-ended', 'accrue-interest', 'purge-job-history') and username = current_user)
            select jobname::text from ours where cron.unschedule(jobid) order by jobname
        $cron$;
    end if;
    if private.can_read('vault', 'secrets') then
        execute $vault$
            delete from vault.secrets where name in ('maintenance_jobs_address', 'cron_shared_secret')
        $vault$;
    end if;
end;
$$;
comment on function private.unschedule_maintenance_jobs() is
$$Takes both jobs and the purge off pg_cron's schedule and removes address and secret from Vault. For the operator, as
the owner of this schema. What pg_cron and private.job_requests hold of earlier runs stays.

Result: the names of the jobs that were scheduled; none when there was nothing to do.$$;
revoke execute on function private.unschedule_maintenance_jobs() from public, anon, authenticated, service_role;
