-- All that stands in cron.job is a call of this: address and secret are read from Vault each time.
create function private.request_job(job text)
returns bigint
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_address constant text := private.vault_secret('maintenance_jobs_address');
    v_secret constant text := private.vault_secret('cron_shared_secret');
    v_request_id bigint;
begin
    begin
        -- A function answers within 150 seconds or not at all.
        execute 'select net.http_post(url => $1, headers => $2, timeout_milliseconds => 150000)'
           into v_request_id
          using replace(v_address, '<job>', request_job.job),
                jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || v_secret);
    exception when others then
        -- Without the detail, which may quote the row of the queue and so the secret.
        raise exception using errcode = sqlstate, message = sqlerrm;
    end;

    insert into private.job_requests (job, request_id) values (request_job.job, v_request_id);
    return v_request_id;
end;
$$;
comment on function private.request_job is
$$Has pg_net POST to a job's endpoint and remembers the request; pg_cron calls it.

job: lock-ended, accrue-interest, maintain or deliver. Result: the id of the request, which pg_net's answer will have.

Errors: vault_secret_missing.$$;

-- The operator's one call that makes pg_cron run the jobs, through pg_net, with address and secret in Vault.
create function private.check_job_address(base_url text, job_path text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    -- Addresses are not quoted: people put secrets into them.
    -- Unencrypted only where the secret stays on the machine, or among containers, whose names have no dot.
    if check_job_address.base_url !~ concat(
        '^(https://[[:alnum:]._-]+|http://([[:alnum:]_-]+|127\.0\.0\.1|\[::1\]|host\.docker\.internal))',
        '(:\d+)?(/[^[:space:]?#<>]*)?$')
    then
        perform private.refuse(
            400, 'job_address_not_valid',
            'The base address must be https:// and a host, perhaps with a port and a path.',
            'Give one like https://abcdefghijklm.supabase.co; http:// is for localhost and for hosts without a dot.');
    end if;
    if check_job_address.base_url ~* 'project_ref' then
        perform private.refuse(
            400, 'job_address_not_valid',
            'PROJECT_REF stands for your project in the base address.',
            'Give the address that the dashboard shows, like https://abcdefghijklm.supabase.co.');
    end if;
    if check_job_address.job_path !~ '^/[^[:space:]?#<>]*<job>[^[:space:]?#<>]*$' then
        perform private.refuse(
            400, 'job_address_not_valid',
            'The path must begin with a slash and have <job> where the name of the job goes.',
            'Give /functions/v1/cron-<job> or, behind a proxy, /api/cron/<job>.');
    end if;
end;
$$;
comment on function private.check_job_address is
    'Raises 400 unless a base address and a path with <job> in it make the address of an endpoint.';

create function private.check_extensions_of_jobs()
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_missing constant text := (
        select string_agg(needed.extension, ', ')
          from (values ('pg_cron', 'cron.schedule(text, text, text)'),
                       ('pg_net', 'net.http_post(text, jsonb, jsonb, jsonb, integer)'),
                       ('supabase_vault', 'vault.create_secret(text, text, text, uuid)'))
               as needed (extension, signature)
         where to_regprocedure(needed.signature) is null);
begin
    if v_missing is not null then
        perform private.refuse(
            409, 'extension_missing',
            format('The database lacks %s.', v_missing),
            'Create it with "create extension" or in the dashboard under Database, Extensions; '
            'where it cannot be had, have a crontab call the jobs.');
    end if;
end;
$$;
comment on function private.check_extensions_of_jobs is
    'Raises 409 and names the extensions that scheduling takes and this database lacks.';

-- pg_net's one worker serves one database of the server; requests of the others stay queued without a word.
create function private.check_database_of_pg_net()
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_database text;
begin
    v_database := nullif(current_setting('pg_net.database_name', true), '');
    if v_database <> current_database() then
        perform private.refuse(
            409, 'pg_net_in_other_database',
            format('The requests of the database %s would not be sent: pg_net works in %s.',
                   current_database(), v_database),
            'Set pg_net.database_name to this database in postgresql.conf and restart the server, or have a '
            'crontab call the jobs.');
    end if;
exception when insufficient_privilege then
    null; -- the setting is not for everybody's eyes everywhere
end;
$$;
comment on function private.check_database_of_pg_net is
    'Raises 409 when pg_net works in another database of this server; not when the setting cannot be read.';

-- pg_cron is the whole database's: what it runs for others is not ours to change.
create function private.own_cron_jobs()
returns table (jobid bigint, job_name text, schedule text, command text, is_active boolean)
language plpgsql
stable
set search_path = ''
as $$
begin
    return query execute $cron$
        select job.jobid, job.jobname::text, job.schedule, job.command, job.active
          from cron.job as job
         where job.username = current_user
           and job.command ~ '^select private\.(request_job\(''[a-z-]+''\)|purge_job_history\(\))$'
         order by job.jobid
    $cron$;
end;
$$;
comment on function private.own_cron_jobs is
    'Jobs of pg_cron that schedule_maintenance_jobs made, known by what they run, whatever they are called.';

-- Security invoker: pg_cron runs it as who scheduled it, who may delete their own history.
create function private.purge_job_history()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    -- A run that could not connect has no times, but its place among the others.
    execute $cron$
        with ours as (
            select details.runid, details.end_time
              from cron.job_run_details as details
             where details.command ~ '^select private\.(request_job|purge_job_history)\(')
        delete from cron.job_run_details as details
         where details.runid in (
               select ours.runid
                 from ours
                where ours.runid <= (
                      select max(ended.runid) from ours as ended where ended.end_time < now() - interval '7 days'))
    $cron$;
    delete from private.job_requests as request where request.requested_at < now() - interval '7 days';
end;
$$;
comment on function private.purge_job_history is
    'Deletes what is older than seven days of the history of our own jobs in pg_cron, which keeps it for ever, and of the requests that they made.';

create function private.schedule_job(job_name text, schedule text, command text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_is_taken boolean;
begin
    execute 'select exists (select from cron.job as job
                             where job.jobname = $1 and job.username = current_user and job.command <> $2)'
       into v_is_taken
      using schedule_job.job_name, schedule_job.command;
    if v_is_taken then
        perform private.refuse(
            409, 'cron_job_name_taken',
            format('Another job of pg_cron has the name %s.', schedule_job.job_name),
            'Give that one another name, or take it off the schedule, and try again.');
    end if;
    -- One that was paused would stay paused, and one with another name would run beside it.
    execute 'select cron.unschedule(own.jobid) from private.own_cron_jobs() as own
              where own.command = $2 and (own.job_name <> $1 or not own.is_active)'
      using schedule_job.job_name, schedule_job.command;
    execute 'select cron.schedule($1, $2, $3)'
      using schedule_job.job_name, schedule_job.schedule, schedule_job.command;
exception when invalid_parameter_value then
    perform private.refuse(
        400, 'schedule_not_valid',
        format('The schedule %L of %s is not one that pg_cron takes.', schedule_job.schedule, schedule_job.job_name),
        'Give five fields in GMT like ''5 * * * *'' or, from pg_cron 1.5 on, a number of seconds like ''30 seconds''.');
end;
$$;
comment on function private.schedule_job is
    'Schedules a command with pg_cron, or changes it; raises 400 for a malformed schedule, 409 where the name is somebody else''s.';

create function private.schedule_maintenance_jobs(
    base_url text,
    cron_shared_secret text default null,
    job_path text default '/functions/v1/cron-<job>',
    lock_ended_schedule text default '30 7 * * *',
    accrue_interest_schedule text default '10,25,40,55 * * * *',
    deliver_schedule text default '* * * * *',
    maintain_schedule text default '15 9 * * *')
returns table (job_name text, schedule text, command text)
language plpgsql
volatile
set search_path = ''
as $$
declare
    -- Blanks around it don't count, as for the functions: a secret read from a file ends in a newline.
    v_secret constant text := regexp_replace(schedule_maintenance_jobs.cron_shared_secret, '^\s+|\s+$', '', 'g');
begin
    perform private.require_arguments(jsonb_build_object(
        'base_url', schedule_maintenance_jobs.base_url,
        'job_path', schedule_maintenance_jobs.job_path,
        'lock_ended_schedule', schedule_maintenance_jobs.lock_ended_schedule,
        'accrue_interest_schedule', schedule_maintenance_jobs.accrue_interest_schedule,
        'deliver_schedule', schedule_maintenance_jobs.deliver_schedule,
        'maintain_schedule', schedule_maintenance_jobs.maintain_schedule));
    perform private.check_job_address(schedule_maintenance_jobs.base_url, schedule_maintenance_jobs.job_path);
    if v_secret ~ '^$|[[:cntrl:]]|^<.*>$' then
        perform private.refuse(
            400, 'cron_secret_not_valid',
            'The secret is blank, has a control character in it, or is the <…> of an example.',
            'Give the value of CRON_SHARED_SECRET, on one line; leave it out to keep the one in Vault.');
    end if;
    perform private.check_extensions_of_jobs();
    perform private.check_database_of_pg_net();

    perform private.keep_in_vault(
        'maintenance_jobs_address',
        rtrim(schedule_maintenance_jobs.base_url, '/') || schedule_maintenance_jobs.job_path,
        'Where pg_cron calls the scheduled jobs.');
    if v_secret is null then
        perform private.vault_secret('cron_shared_secret');
    else
        perform private.keep_in_vault('cron_shared_secret', v_secret, 'CRON_SHARED_SECRET of the job functions.');
    end if;

    perform private.schedule_job(
        'staffing-lock-ended', schedule_maintenance_jobs.lock_ended_schedule,
        'select private.request_job(''lock-ended'')');
    perform private.schedule_job(
        'staffing-accrue-interest', schedule_maintenance_jobs.accrue_interest_schedule,
        'select private.request_job(''accrue-interest'')');
    perform private.schedule_job(
        'staffing-maintain', schedule_maintenance_jobs.maintain_schedule,
        'select private.request_job(''maintain'')');
    if private.delivers() then
        perform private.schedule_job(
            'staffing-deliver', schedule_maintenance_jobs.deliver_schedule, 'select private.request_job(''deliver'')');
    else
        execute 'select cron.unschedule(own.jobid) from private.own_cron_jobs() as own where own.command = $1'
          using 'select private.request_job(''deliver'')';
    end if;
    perform private.schedule_job(
        'staffing-purge-job-history', '30 3 * * *', 'select private.purge_job_history()');

    return query
        select own.job_name, own.schedule, own.command
          from private.own_cron_jobs() as own
         order by own.jobid;
end;
$$;
comment on function private.schedule_maintenance_jobs is
$$Schedules the jobs with pg_cron, which has pg_net call their endpoints, and the purge of what that leaves behind. deliver
only while mail has a provider or a webhook is active: call this again when that changed. For the operator, as the owner of this schema. Again: what changed takes effect, and nothing is there twice.

base_url: where the functions or the proxy are, such as https://abcdefghijklm.supabase.co.
cron_shared_secret: CRON_SHARED_SECRET of the functions; null keeps the one in Vault.
job_path: /functions/v1/cron-<job> or, behind a proxy, /api/cron/<job>.
lock_ended_schedule: five fields in GMT. Once a day, after midnight in the operating timezone, in winter too: 07:30 is
    half past midnight in Denver, and people have the day after an assignment's last one to enter its time. A call that
    failed is made up for by the next day's; job_health tells of it.
accrue_interest_schedule: as well. Several times a day: pg_cron neither repeats nor catches up on a call that failed,
    and a run that finds nothing to do costs little.
deliver_schedule: as well. Each minute: mail goes out within one.
maintain_schedule: as well. Once a day, when few are at work: who writes the audit log may wait for half a second.

Result: what stands in cron.job now, under names that begin with staffing-. Jobs of others are left alone.

Errors: argument_missing, job_address_not_valid, cron_secret_not_valid, extension_missing, pg_net_in_other_database,
vault_secret_missing, cron_job_name_taken, schedule_not_valid.$$;

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
                select own.jobid, own.job_name from private.own_cron_jobs() as own)
            select job_name from ours where cron.unschedule(jobid) order by job_name
        $cron$;
    end if;
    if private.can_read('vault', 'secrets') then
        execute $vault$
            delete from vault.secrets where name in ('maintenance_jobs_address', 'cron_shared_secret')
        $vault$;
    end if;
end;
$$;
comment on function private.unschedule_maintenance_jobs is
$$Takes the jobs and the purge off pg_cron's schedule and removes address and secret from Vault. For the operator, as
the owner of this schema. What pg_cron and private.job_requests hold of earlier runs stays.

Result: the names of the jobs that were scheduled; none when there was nothing to do.$$;

revoke execute on function
    private.request_job, private.check_job_address, private.check_extensions_of_jobs,
    private.check_database_of_pg_net, private.own_cron_jobs, private.purge_job_history, private.schedule_job,
    private.schedule_maintenance_jobs, private.unschedule_maintenance_jobs
    from public, anon, authenticated, service_role;
