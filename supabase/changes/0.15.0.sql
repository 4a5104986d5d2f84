-- What of version 0.15.0 cannot be drafted from the source tree (CONTRIBUTING, "How the schema changes").

-- The kinds of messages are those of mail_kinds and of webhooks.events, each said there alone.
-- drop: private.outbox.message_kind_is_known

-- Both take one more argument, late.
-- drop: private.credit_invoice(uuid,text,uuid[],boolean,text,uuid)
-- drop: private.send_invoices(uuid[],date,boolean)
-- drop: credit_invoice(uuid,text,uuid[],boolean,text,uuid)
-- drop: send_invoices(uuid[],date,boolean)

-- data move: the new kinds of mail, which are off
-- after all
insert into public.mail_kinds (kind) values ('invoice_credited'), ('invoice_voided');
-- end of data move

-- data move: calls of webhooks that wait behind an unsettled earlier one are no longer due
-- after all
update private.outbox as message
   set next_try_at = null
 where message.status = 'waiting'
   and exists (
       select from private.outbox as earlier
        where earlier.webhook_id = message.webhook_id
          and earlier.subject_id = message.subject_id
          and earlier.place < message.place
          and earlier.status in ('waiting', 'sending', 'failed'));
-- end of data move

-- data move: our jobs in pg_cron have names of our own; what they run says which they are
-- after all
do $$
declare
    v_job record;
begin
    if not private.can_read('cron', 'job') then
        return;
    end if;
    for v_job in execute $cron$
        select job.jobid, job.jobname, job.schedule, job.active,
               case when job.jobname = 'purge-job-history' then 'select private.purge_job_history()'
                    else job.command end as command
          from cron.job as job
         where job.username = current_user
           and ((job.jobname in ('lock-ended', 'accrue-interest', 'deliver')
                 and job.command = format('select private.request_job(%L)', job.jobname))
                or (job.jobname = 'purge-job-history'
                    and job.command like 'delete from cron.job_run_details where runid <= %private.job_requests%'))
         order by job.jobid
    $cron$
    loop
        execute 'select cron.unschedule($1::bigint)' using v_job.jobid;
        if v_job.active then
            execute 'select cron.schedule($1, $2, $3)'
              using 'staffing-' || v_job.jobname, v_job.schedule, v_job.command;
        else -- the owner may not pause a job everywhere
            raise warning 'The job % was paused, and is no longer scheduled. Call private.schedule_maintenance_jobs to run it again.', v_job.jobname;
        end if;
        if v_job.jobname = 'purge-job-history' then -- nothing else will purge its runs
            execute 'delete from cron.job_run_details where jobid = $1::bigint' using v_job.jobid;
        end if;
    end loop;
end;
$$;
-- end of data move

-- data move: checks and invoices of days that have not come are told, and stay as they are
-- after all
do $$
declare
    v_today constant date := (private.clock()).business_date;
    v_now constant timestamptz := (private.clock()).at;
    v_told text;
begin
    for v_told in
        select format('The check %s of %s over %s is dated %s, which has not come yet. Correct its day, or return it.',
                      received.id, facility.name, received.amount, received.received_on)
          from public.checks as received
          join public.facilities as facility on facility.id = received.facility_id
         where received.received_on > v_today and received.status <> 'returned'
         union all
        select format('The check %s over %s is returned at %s, which has not come yet. Until then it counts in reports.',
                      received.id, received.amount, received.returned_at)
          from public.checks as received
         where received.returned_at > v_now
         union all
        select format('Invoice %s is dated %s, more than a month ahead. Void or credit it, and send it again.',
                      invoice.number, invoice.issue_date)
          from public.invoices as invoice
         where invoice.issue_date > v_today + interval '1 month' and invoice.status <> 'void'
         union all
        select format('Invoice %s is void at %s, which has not come yet. Until then it counts in reports.',
                      coalesce(invoice.number, invoice.id::text), invoice.voided_at)
          from public.invoices as invoice
         where invoice.voided_at > v_now
         order by 1
    loop
        raise warning '%', v_told;
    end loop;
end;
$$;
-- end of data move

-- data move: interest that changed after the books were closed, of invoices that bear it no longer, is compared once more
-- after all
insert into private.documents_to_post (document_id)
select invoice.id
  from public.invoices as invoice
 where not invoice.bears_interest
   and exists (select from public.book_closings)
   and (invoice.accrued_interest > 0
        or exists (
            select from private.closed_postings as stored
             where stored.document_id = invoice.id and stored.is_interest));
-- end of data move
