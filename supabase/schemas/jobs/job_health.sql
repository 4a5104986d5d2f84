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
comment on function private.can_read is 'True if there is such a table or view and the current role may read it.';

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
            select job.name, coalesce(run.end_time, run.start_time, now()), null::int,
                   'pg_cron: ' || split_part(run.return_message, E'\n', 1)
              from private.jobs as job
              join cron.job as cron_job on cron_job.command = format('select private.request_job(%L)', job.name)
             cross join lateral (
                   select details.status, details.return_message, details.start_time, details.end_time
                     from cron.job_run_details as details
                    where details.jobid = cron_job.jobid
                    order by details.runid desc
                    limit 1) as run
             where run.status = 'failed'
        $cron$;
    end if;
end;
$$;
comment on function private.job_calls is
$$Per job the newest request that pg_net was given and that is settled (answered, or five minutes old), and beside it
the newest run of pg_cron if that failed. Nothing where the extensions are not there, and nothing to anyone but staff,
the service role and direct sessions.$$;

-- Health of the jobs, from what they themselves left behind. A scheduler's word is never taken for it:
-- pg_cron succeeds when a request is queued, an HTTP client when anything answers.
create view public.job_health with (security_invoker = true) as
    select job.name as job,
           last.started_at as last_run_at,
           last.status as last_run_status,
           finished.error as last_error,
           success.finished_at as last_success_at,
           now() - success.finished_at as last_success_age,
           age.is_stale,
           state.is_behind,
           state.stuck_runs,
           case job.name
               -- As the job counts them: one probe of an index per ended assignment.
               when 'lock-ended' then (
                   select count(*)::int
                     from public.assignments as assignment
                    cross join lateral (
                          select from private.open_time as entry
                           where entry.assignment_id = assignment.id and entry.is_to_be_locked
                          offset 0) as entry
                    where assignment.end_date < clock.today)
               -- As whereInterestIsDue in overdue_invoices.ts says it.
               when 'accrue-interest' then (
                   select count(*)::int
                     from public.invoices as invoice
                    where invoice.bears_interest
                      and invoice.due_date < clock.today
                      and invoice.interest_computed_on is distinct from clock.today)
               when 'deliver' then (
                   select count(*)::int
                     from private.readable_messages as message
                    where message.status = 'waiting' and message.next_try_at <= clock.at)
               when 'maintain' then log_months.months
           end as left_over,
           call.called_at as last_call_at,
           call.answer_status as last_call_status,
           call.error as last_call_error,
           finished.error is null and not age.is_stale and not state.is_behind and state.stuck_runs = 0
               and (call.called_at is null or success.finished_at >= call.called_at)
               and (job.name <> 'maintain' or not log_months.misplaced) as is_ok,
           case job.name
               when 'lock-ended' then (
                   select count(*)::int
                     from public.time_entries as entry
                    where entry.status = 'locked' and not entry.is_payable and entry.set_aside_at is null)
           end as unapproved
      from private.clock() as clock
     cross join private.jobs as job
      left join lateral (
           select run.started_at, run.status
             from public.job_runs as run
            where run.job = job.name and not run.dry_run
            order by run.started_at desc
            limit 1) as last on true
      left join lateral (
           select run.error
             from public.job_runs as run
            where run.job = job.name and not run.dry_run and run.status <> 'running'
            order by run.started_at desc
            limit 1) as finished on true
      left join lateral (
           select run.finished_at
             from public.job_runs as run
            where run.job = job.name and run.status = 'succeeded' and not run.dry_run
            order by run.finished_at desc
            limit 1) as success on true
     cross join lateral (
           select coalesce(success.finished_at < now() - job.stale_after, true) as is_stale) as age
     cross join lateral (
           select not age.is_stale and not exists (
                      select from public.job_runs as run
                       where run.job = job.name and run.status = 'succeeded' and not run.dry_run
                         and run.finished_at >= now() - job.behind_after
                         and run.counts ->> 'remaining' = '0') as is_behind,
                  (select count(*)::int
                     from public.job_runs as run
                    where run.job = job.name and run.status = 'running' and not run.dry_run
                      and run.started_at < now() - interval '5 minutes') as stuck_runs) as state
      left join (
           select distinct on (call.job) call.*
             from private.job_calls() as call
            order by call.job, call.called_at desc) as call on call.job = job.name
     cross join private.log_left_over() as log_months
     where (select private.is_staff_or_server())
       and (job.name <> 'deliver' or (select private.delivers()))
     order by job.name;
comment on view public.job_health is
$$Health of the scheduled jobs, one row per job, also for one that never ran; of deliver only while mail has a
provider or a webhook is active. Dry runs count for nothing. Staff see it, facility contacts and contractors see nothing.

last_run_at, last_run_status: the newest run, which may be running. last_error: why the newest run that ended failed;
null when it succeeded. last_success_at: when the newest success ended. last_success_age: how long ago that is.

is_stale: no success for 26 hours, a day and two hours of grace, or never; of deliver for an hour. is_behind: there were
successes, but in those 26 hours, of deliver six, each left something over. stuck_runs: runs that have been running for more than five minutes, longer than any
lasts: their process or the database went away.

left_over: what is due now, by the UTC date: for accrue-interest the invoices that the next runs scan, for lock-ended
the entries that they lock, for deliver the messages that they try to send, for maintain the months of the audit log
that are archived or made. It is above 0 after midnight, and after payments, until the next run.

last_call_at, last_call_status, last_call_error: where pg_cron and pg_net call the job, the newest call that was
answered or is five minutes old, the HTTP status of its answer, and what went wrong instead of an answer; else null.

is_ok: not is_stale, not is_behind, no stuck_runs, no last_error, and the last call, where there is one, was followed
by a success; of maintain besides, that no change stands in the audit log's default partition, since months are
missing there. That a scheduler succeeded, or an answer of 200, counts for nothing by itself.

unapproved: for lock-ended the entries that are locked without an approval and were not set aside: nobody is paid or
billed for them until payroll takes them up. unapproved_time names them. It does not make is_ok false.

job is one of lock-ended, accrue-interest, deliver, maintain. last_run_status is as job_runs.status.

Pages: order=job.$$;

create trigger job_health_is_read_only
    instead of insert or update or delete on public.job_health
    for each row execute function private.refuse_view_write();

revoke all on public.job_health from public, anon, authenticated, service_role;
grant select on public.job_health to authenticated, service_role;

revoke execute on function private.can_read, private.job_calls from public, anon, authenticated, service_role;
grant execute on function private.job_calls to authenticated, service_role;
