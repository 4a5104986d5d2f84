-- What pg_cron asked of the job endpoints, and what pg_net was answered. Neither extension need be there: whatever
-- speaks of them is dynamic SQL.

create table private.job_requests (
    job text not null
        constraint job_of_request_is_known check (job in ('lock-ended', 'accrue-interest')),
    requested_at timestamptz not null default clock_timestamp(),
    request_id bigint not null,
    primary key (job, requested_at)
);
comment on table private.job_requests is 'One row per request that pg_net was given for a job; kept seven days.';
comment on column private.job_requests.request_id is 'The id of its answer in net._http_response.';
revoke all on private.job_requests from public, anon, authenticated, service_role;

create function private.can_read(schema_name text, table_name text)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from pg_catalog.pg_class as class
          join pg_catalog.pg_namespace as schema on schema.oid = class.relnamespace
         where schema.nspname = can_read.schema_name and class.relname = can_read.table_name
           and pg_catalog.has_schema_privilege(schema.oid, 'usage')
           and pg_catalog.has_table_privilege(class.oid, 'select'));
$$;
comment on function private.can_read(text, text) is
    'Whether there is such a table or view, and the current role may read it.';
revoke execute on function private.can_read(text, text) from public, anon, authenticated, service_role;

-- Security definer: staff see what came of a call, but not the tables of the extensions, which hold whole answers.
create function private.job_calls()
returns table (job text, called_at timestamptz, answer_status int, error text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    if not private.is_staff_or_server() then
        return;
    end if;

    -- A request that was just sent has no answer yet: the one before it counts until five minutes are over.
    if private.can_read('net', '_http_response') then
        return query execute $net$
            select distinct on (request.job)
                   request.job, request.requested_at, answer.status_code,
                   case
                       when answer.id is null then 'No answer: it never came, or pg_net no longer keeps it.'
                       when answer.timed_out then coalesce(answer.error_msg, 'Timed out.')
                       else answer.error_msg
                   end
              from private.job_requests as request
              left join net._http_response as answer on answer.id = request.request_id
             where answer.id is not null or request.requested_at < now() - interval '5 minutes'
             order by request.job, request.requested_at desc
        $net$;
    end if;

    -- That pg_cron succeeded says only that a request was queued. That it failed says that none was.
    if private.can_read('cron', 'job_run_details') then
        return query execute $cron$
            select cron_job.jobname::text, coalesce(run.end_time, run.start_time, now()), null::int,
                   'pg_cron: ' || split_part(run.return_message, E'\n', 1)
              from cron.job as cron_job
             cross join lateral (
                   select details.status, details.return_message, details.start_time, details.end_time
                     from cron.job_run_details as details
                    where details.jobid = cron_job.jobid
                    order by details.runid desc
                    limit 1) as run
             where cron_job.jobname in ('lock-ended', 'accrue-interest') and run.status = 'failed'
        $cron$;
    end if;
end;
$$;
comment on function private.job_calls() is
$$Per job the newest request that pg_net was given and that is settled (answered, or five minutes old), and beside it
the newest run of pg_cron if that failed. Nothing where the extensions are not there, and nothing to anyone but staff,
the service role and direct sessions.$$;
revoke execute on function private.job_calls() from public, anon, authenticated, service_role;
grant execute on function private.job_calls() to authenticated, service_role;
