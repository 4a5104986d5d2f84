-- What of version 1.0.0 cannot be drafted from the source tree (CONTRIBUTING, "How the schema changes").

-- A mile has more than cents: both are plain numeric, which no row is written anew for.
-- retype: invoice_lines.rate
-- retype: payroll_item_lines.rate

-- The kinds of messages are those of mail_kinds and of webhooks.events, each said there alone.
-- drop: private.outbox.message_kind_is_known

-- One guard is for both columns of a time zone.
-- drop: private.guard_facility_timezone()

-- Placing somebody takes a department, and reasons.
-- drop: private.hire_candidate(uuid,uuid,date,numeric,numeric,date,text,text,date,boolean,text)
-- drop: hire_candidate(uuid,uuid,date,numeric,numeric,date,text,text,date,boolean,text)

-- Disputes may be of lines, and what is overdue says how much of it is disputed.
-- drop: dispute_invoice(uuid,text)
-- drop: private.dispute_invoice(uuid,text)

-- A check is proposed by the day on which it came, and credits go back for whatever opens an invoice again.
-- drop: private.lines_to_propose(uuid,numeric)
-- drop: private.unclaimed_balances(uuid)
-- drop: private.move_credits_back(uuid[])

-- Discounts that a credit note lessens are moved too: only_credits_and_discounts_are_moved says so.
-- drop: payments.only_credits_of_credit_notes_are_moved

-- Credit notes take back parts of lines, so a line may stand on several of them, and differences.
-- drop: private.lines_to_credit(public.invoices,uuid[])

-- data move: lines of credit notes are credited whole, until now
-- in place of: ALTER TABLE "public"."credit_note_lines" ADD COLUMN "amount" numeric(12,2) NOT NULL;
alter table public.credit_note_lines add column amount numeric(12,2);
update public.credit_note_lines as credited
   set amount = line.amount
  from public.invoice_lines as line
 where line.id = credited.invoice_line_id;
alter table public.credit_note_lines alter column amount set not null;
-- end of data move

-- Receivables are told by customer, too.
-- drop: ar_history(date,date,text)
-- drop: private.ar_aging_as_of(date)
-- drop: private.ar_history(date,date,text)

-- An assignment names orders of its facility's bill-to, too: a trigger says which.
-- drop: purchase_orders.purchase_order_is_of_a_facility
-- drop: purchase_order_is_of_a_facility

-- The journal is asked with contractors or without.
-- drop: private.journal(date,date)
-- drop: private.journal_postings(date,date)
-- drop: private.postings_of_documents(date,date,uuid[])
-- drop: private.postings_of_invoices(date,date,uuid[])
-- drop: private.postings_of_payroll(date,date,uuid[])

-- Shifts are divided where the firm's workday begins, into any number of parts.
-- drop: private.break_of_first_part(timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,timestamp with time zone)
-- drop: private.end_of_day_of(timestamp with time zone,text)

-- Time is classified with entries on other days, too.
-- drop: private.classified_time(uuid[],date[],uuid[])
-- drop: private.hours_carried_over(integer[],uuid[],date[],uuid[])
-- drop: private.hours_in_a_row(integer[],uuid[],date[],integer[],integer[],uuid[])
-- drop: private.pay_of_weeks(uuid[],date[])

-- A page of all time is read by the index of its order: time has an arm for each kind of reader.
-- drop: private.named_entries

-- A correction takes a quantity, and a grid has codes.
-- drop: private.check_corrected_values(numeric,date,timestamp with time zone,timestamp with time zone,integer)
-- drop: private.correct_time_entry(uuid,text,numeric,date,timestamp with time zone,timestamp with time zone,integer)
-- drop: private.corrected_entry(public.time_entries,numeric,date,timestamp with time zone,timestamp with time zone,integer)
-- drop: correct_time_entry(uuid,text,numeric,date,timestamp with time zone,timestamp with time zone,integer)
-- drop: private.hours_of_days(date,jsonb)

-- A shift has a code.
-- drop: private.enter_shift(uuid,timestamp with time zone,timestamp with time zone,integer,timestamp with time zone,text)
-- drop: enter_shift(uuid,timestamp with time zone,timestamp with time zone,integer,timestamp with time zone,text)

-- A batch is handed over in a provider's layout, too.
-- drop: hand_over_payroll(uuid,text,boolean,boolean)
-- drop: payroll_earnings_file(uuid,text)
-- drop: private.hand_over_payroll(uuid,text,boolean,boolean)
-- drop: private.payroll_earnings_file(uuid,text)
-- drop: private.require_whole_file(text[],text[],text[])

-- Unbilled time of some days is priced without that of all days before them.
-- drop: private.price_of_unbilled_time(date)

-- A code may have accounts of its own in the journal.
-- drop: private.account_of_pay(text,text,text)

-- A message that was sent is settled in one statement, by its id.
-- drop: private.settle_sent(private.outbox,text)

-- Lines of guarantees name a contractor and a week, too.
-- drop: invoice_lines.only_differences_name_contractor_and_week

-- The weeks of a draft are those of its pay group.
-- drop: private.weeks_to_pay(date,uuid[])

-- Their lengths, and that of a webhook's description, are among the checks that are new.
-- drop: purchase_orders.purchase_order_number_is_short
-- drop: webhooks.webhook_description_is_short

-- The audit log has partitions: its former table is the first, in private.
-- drop: audit_log_by_time
-- drop: private.schedule_maintenance_jobs(text,text,text,text,text,text)

-- data move: the log gets partitions, and keeps every row: its former table becomes the first of them
-- in place of: DROP TABLE "public"."audit_log";
-- in place of: CREATE TABLE "public"."audit_log" ( "id" uuid NOT NULL, "at" timestamp with time zone NOT NULL, "actor" uuid, "procedure" text NOT NULL, "table_name" text NOT NULL, "row_id" uuid, "old" jsonb, "new" jsonb, "created_at" timestamp with time zone NOT NULL, "caller" text ) PARTITION BY RANGE (at);
-- in place of: CREATE INDEX audit_log_by_row ON ONLY public.audit_log USING btree (table_name, row_id, at);
alter table public.audit_log set schema private;
alter table private.audit_log rename to audit_log_first;
do $$
declare
    v_name text;
begin
    for v_name in
        select trigger.tgname from pg_trigger as trigger
         where trigger.tgrelid = 'private.audit_log_first'::regclass and not trigger.tgisinternal
    loop
        execute format('drop trigger %I on private.audit_log_first', v_name);
    end loop;
    for v_name in
        select policy.polname from pg_policy as policy where policy.polrelid = 'private.audit_log_first'::regclass
    loop
        execute format('drop policy %I on private.audit_log_first', v_name);
    end loop;
end;
$$;
alter table private.audit_log_first disable row level security;
drop index private.audit_log_by_time;
alter index private.audit_log_by_row rename to audit_log_first_table_name_row_id_at_idx;
alter table private.audit_log_first drop constraint audit_log_pkey;
alter table private.audit_log_first add constraint audit_log_first_pkey primary key (at, id);
create table public.audit_log (
    id uuid not null default gen_random_uuid(),
    at timestamptz not null default now(),
    actor uuid,
    procedure text not null,
    table_name text not null,
    row_id uuid,
    old jsonb,
    new jsonb,
    created_at timestamptz not null default now(),
    caller text
) partition by range (at);
do $$
declare
    -- A clock that was ahead once: the former table goes as far as its rows do.
    v_last constant timestamptz := (select greatest(now(), max(entry.at)) from private.audit_log_first as entry);
begin
    execute format(
        'alter table public.audit_log attach partition private.audit_log_first for values from (minvalue) to (%L)',
        (date_trunc('month', v_last at time zone 'UTC') + interval '1 month')::date || ' 00:00:00+00');
end;
$$;
create table private.audit_log_default partition of public.audit_log default;
create index audit_log_by_row on public.audit_log (table_name, row_id, at);
-- end of data move

-- data move: months of the log are made ahead, and its partitions are closed
-- after all
select private.close_log_partition(
    'audit_log_first', 'Changes up to the month in which audit_log got its partitions, one of them.');
select private.close_log_partition(
    'audit_log_default', 'Changes of months that have no partition of audit_log: empty, unless months are missing.');
select private.add_log_months((now() at time zone 'UTC')::date);
-- end of data move

-- data move: the job that archives the log and forgets, and how long records are kept
-- after all
insert into private.jobs (name) values ('maintain');
insert into public.retention (kind, months, why)
values ('log', 84, 'Seven years: longer than the laws that we know ask for of payroll and its taxes.'),
       ('recent_log', 13, 'A month can be compared with the same one of last year. Older ones are in the archives.'),
       ('outbox', 84, 'What was sent to whom is told beside the invoices and the pay that it was about.'),
       ('invitations', 12, 'Who was invited, and by whom, is in the audit log as well.'),
       ('job_runs', 24, 'Enough to see how the jobs did in the same month of last year.'),
       ('handovers', 84, 'As long as the log has who handed the files over.'),
       ('drafts', 84, 'As long as time that was submitted is likely to be asked for.'),
       ('credentials', 84, 'As long as somebody may ask who was allowed to work when.'),
       ('plans', 84, 'As long as the time that was worked by them is likely to be asked for.');
-- end of data move

-- data move: texts are shortened to what is kept of them, and put into one line where they are one
-- before
do $$
declare
    -- Those of locked time, and of what was paid, posted and decided. Copies on what was sent have no new check: they stay.
    v_guards constant text[] := array[
        'checks.checks_change_until_they_are_reconciled', 'invoices.invoice_moves_are_legal',
        'overtime_rules.overtime_rules_stay_once_used',
        'payments.payments_are_only_reversed', 'payments.reversed_payments_add_up',
        'payments.reversed_payments_of_interest_invoices_add_up',
        'payroll_adjustments.adjustment_approval_is_for_what_was_approved',
        'payroll_batches.payroll_batch_moves_are_legal', 'purchase_orders.purchase_orders_keep_their_number_once_sent',
        'rate_hits.rate_hit_moves_are_legal', 'time_entries.time_entry_moves_are_legal'];
    v_control constant text := '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+';
    v_guard text;
    v_text record;
    v_row record;
    v_new text;
    v_after jsonb;
begin
    foreach v_guard in array v_guards loop
        execute format(
            'alter table public.%I disable trigger %I', split_part(v_guard, '.', 1), split_part(v_guard, '.', 2));
    end loop;
    for v_text in
        select text.*,
               exists (select from pg_catalog.pg_trigger as trigger
                        where trigger.tgrelid = ('public.' || text.table_name)::regclass
                          and trigger.tgname = 'updates_are_logged') as is_logged
          from (values
            ('assignments', 'cost_centre', 200, true),
            ('assignments', 'department', 200, true),
            ('assignments', 'external_number', 200, true),
            ('assignments', 'overtime_rule_reason', 2000, true),
            ('candidates', 'email', 320, true),
            ('candidates', 'first_name', 200, true),
            ('candidates', 'last_name', 200, true),
            ('candidates', 'phone', 200, true),
            ('candidates', 'specialty', 200, true),
            ('checks', 'check_number', 200, true),
            ('checks', 'external_number', 200, true),
            ('checks', 'return_reason', 2000, true),
            ('contractors', 'email', 320, true),
            ('contractors', 'external_number', 200, true),
            ('contractors', 'first_name', 200, true),
            ('contractors', 'last_name', 200, true),
            ('contractors', 'payroll_number', 200, true),
            ('facilities', 'billing_address', 1000, false),
            ('facilities', 'billing_email', 320, true),
            ('facilities', 'billing_name', 200, true),
            ('facilities', 'external_number', 200, true),
            ('facilities', 'name', 200, true),
            ('facilities', 'purchase_order', 200, true),
            ('facility_contacts', 'email', 320, true),
            ('facility_contacts', 'name', 200, true),
            ('holidays', 'name', 200, true),
            ('invoices', 'dispute_reason', 2000, true),
            ('invoices', 'void_reason', 2000, true),
            ('journal_accounts', 'name', 200, true),
            ('journal_accounts', 'number', 200, true),
            ('mail_settings', 'console_url', 2000, true),
            ('mail_settings', 'from_address', 320, true),
            ('mail_settings', 'reply_to', 320, true),
            ('organization_settings', 'address', 500, false),
            ('organization_settings', 'legal_name', 200, true),
            ('organization_settings', 'remit_to', 500, false),
            ('organization_settings', 'tax_number', 50, true),
            ('overtime_rules', 'asks_for', 2000, false),
            ('overtime_rules', 'source', 2000, false),
            ('overtime_rules', 'title', 200, true),
            ('payments', 'reason', 2000, true),
            ('payroll_adjustments', 'reason', 2000, true),
            ('payroll_batches', 'discard_reason', 2000, true),
            ('purchase_orders', 'number', 40, true),
            ('rate_hits', 'reason', 2000, true),
            ('staff_members', 'email', 320, true),
            ('staff_members', 'name', 200, true),
            ('time_entries', 'correction_reason', 2000, true),
            ('time_entries', 'notes', 2000, false),
            ('time_entries', 'sent_back_reason', 2000, true),
            ('time_entries', 'set_aside_reason', 2000, true),
            ('webhooks', 'description', 200, true))
               as text (table_name, column_name, most, is_line)
    loop
        execute format('lock table public.%I in share row exclusive mode', v_text.table_name);
        for v_row in execute format(
            'select ctid as place, %1$I as text, to_jsonb(kept) as whole from public.%2$I as kept
              where char_length(%1$I) > $1 or ($2 and %1$I ~ $3)',
            v_text.column_name, v_text.table_name)
            using v_text.most, v_text.is_line, v_control
        loop
            v_new := case when v_text.is_line
                          then coalesce(nullif(btrim(regexp_replace(v_row.text, v_control, ' ', 'g')), ''), '?')
                          else v_row.text end;
            if char_length(v_new) > v_text.most then
                v_new := rtrim(left(v_new, v_text.most - 1)) || '…';
            end if;
            execute format('update public.%1$I as kept set %2$I = $1 where ctid = $2 returning to_jsonb(kept)',
                           v_text.table_name, v_text.column_name)
               into v_after using v_new, v_row.place;
            if not v_text.is_logged then
                insert into public.audit_log (procedure, table_name, row_id, old, new, caller)
                values ('update', v_text.table_name, (v_row.whole ->> 'id')::uuid, v_row.whole, v_after, 'owner');
            end if;
            raise warning '%', format(
                '%s %s, %s: of %s characters %s are left%s. The audit log has the text as it was.',
                v_text.table_name,
                coalesce(v_row.whole ->> 'id', v_row.whole ->> 'name', v_row.whole ->> 'account', v_row.whole ->> 'day'),
                v_text.column_name, char_length(v_row.text), char_length(v_new),
                case when v_text.is_line then ', in one line' end);
        end loop;
    end loop;
    foreach v_guard in array v_guards loop
        execute format(
            'alter table public.%I enable trigger %I', split_part(v_guard, '.', 1), split_part(v_guard, '.', 2));
    end loop;
end;
$$;
-- end of data move

-- Both take one more argument, late.
-- drop: private.credit_invoice(uuid,text,uuid[],boolean,text,uuid)
-- drop: private.send_invoices(uuid[],date,boolean)
-- drop: credit_invoice(uuid,text,uuid[],boolean,text,uuid)
-- drop: send_invoices(uuid[],date,boolean)

-- data move: the new kinds of mail, which are off
-- after all
insert into public.mail_kinds (kind)
values ('invoice_bundle'), ('invoice_credited'), ('invoice_voided'), ('earnings_statement'), ('credential_alert'),
       ('weekly_flash');
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

-- data move: every firm has Kentucky's rule; a firm's own one of that name stays, and is told
-- after all
do $$
begin
    insert into public.overtime_rules (name, title, weekly_overtime_after, whole_seventh_day, source)
    values (
        'kentucky', 'Kentucky', 40, true,
        'KRS 337.285: over 40 a week; KRS 337.050: the seventh day of a workweek with more than 40. Not, for the seventh day, for technical assistants of licensed professions and others whom (2)(b) names, nor for officers, superintendents, foremen and supervisors ((3)).')
    on conflict (name) do nothing;
    if not found then
        raise warning 'There is an overtime rule kentucky of the firm''s own. It stays as it is. See docs/overtime.md for what the law says.';
    end if;
end;
$$;
-- end of data move

-- data move: contractors have the phone that they told as candidates
-- after all
insert into public.contractor_details (contractor_id, phone)
select contractor.id, candidate.phone
  from public.contractors as contractor
  join public.candidates as candidate on candidate.id = contractor.candidate_id
 where candidate.phone ~ '\S';
-- end of data move

-- data move: the overtime rule of each state
-- after all
insert into public.state_rules (state, name, overtime_rule, since, source, asks_beyond)
values
    ('AL', 'Alabama', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('AK', 'Alaska', 'alaska', null,
     'AS 23.10.060, 8 AAC 15.100; 29 USC 207(a)',
     'Not for employers of fewer than four, nor hospital employees who give medical services (theirs is federal); a 10-hour plan needs the state''s approval. Nurses and aides: no mandatory overtime beyond the agreed shift, at most 14 hours in a row, then 10 hours off.'),
    ('AZ', 'Arizona', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('AR', 'Arkansas', 'flsa', null,
     'Ark. Code 11-4-211; 29 USC 207(a)',
     null),
    ('CA', 'California', 'california', '2000-01-01',
     'Labor Code 510 (AB 60 of 1999); 29 USC 207(a)',
     'Elected 12-hour shifts in health care (IWC Orders 4, 5) are another rule. Health care minimum wages (1182.14, 1182.15). Nurses: limits on mandatory overtime.'),
    ('CO', 'Colorado', 'colorado', '2020-03-16',
     'COMPS Order, 7 CCR 1103-1, 4.1.1; 29 USC 207(a). Since COMPS Order 36; the wage orders before it had the same hours for the health and medical industry',
     'Meal and rest periods (COMPS Order 5).'),
    ('CT', 'Connecticut', 'flsa', null,
     'Conn. Gen. Stat. 31-76c; 29 USC 207(a)',
     'Hospitals with periods of 14 days: 31-76h. Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('DE', 'Delaware', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('DC', 'District of Columbia', 'flsa', null,
     'D.C. Code 32-1003; 29 USC 207(a)',
     null),
    ('FL', 'Florida', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no general overtime law',
     'Manual labor is paid overtime in certain cases.'),
    ('GA', 'Georgia', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('HI', 'Hawaii', 'flsa', null,
     'HRS 387-3; 29 USC 207(a)',
     null),
    ('ID', 'Idaho', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('IL', 'Illinois', 'flsa', null,
     '820 ILCS 105/4a; 29 USC 207(a)',
     'A day of rest in seven (One Day Rest in Seven Act): limits schedules, prices nothing. Hospital nurses: mandatory overtime only in unforeseen emergencies, at most 4 hours beyond the shift; after 12 hours 8 hours of rest.'),
    ('IN', 'Indiana', 'flsa', '1940-10-24',
     '29 USC 207(a); IC 22-2-2-4 asks the same of employers whom the FLSA does not cover',
     null),
    ('IA', 'Iowa', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('KS', 'Kansas', 'flsa', '1940-10-24',
     '29 USC 207(a); K.S.A. 44-1204 (over 46 hours) is not for whom section 207 covers (44-1204(c)(1))',
     null),
    ('KY', 'Kentucky', 'kentucky', null,
     'KRS 337.285, 337.050; 29 USC 207(a)',
     'The seventh day is not for technical assistants of licensed professions, stenographers, bookkeepers (337.050(2)(b)), nor officers, superintendents, foremen, supervisors ((3)): theirs is flsa.'),
    ('LA', 'Louisiana', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('ME', 'Maine', 'flsa', null,
     '26 MRSA 664; 29 USC 207(a)',
     'Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('MD', 'Maryland', 'flsa', '1991-10-01',
     'Md. Code, Labor and Employment 3-415, 3-420 (formerly art. 100, 83); 29 USC 207(a)',
     'Institutions, not hospitals, that care for resident aged, sick or disabled people may count from 48 hours (3-420(d)(2)); the federal 40 stay. Nurses: mandatory overtime is limited (3-421).'),
    ('MA', 'Massachusetts', 'flsa', null,
     'M.G.L. c. 151, s. 1A; 29 USC 207(a)',
     'The state''s law does not cover who works on the premises of hospitals, convalescent and nursing homes: theirs is federal, which is the same hours. Hospital nurses: mandatory overtime only in emergencies.'),
    ('MI', 'Michigan', 'flsa', null,
     'MCL 408.934a; 29 USC 207(a)',
     null),
    ('MN', 'Minnesota', 'flsa', '1940-10-24',
     '29 USC 207(a); Minn. Stat. 177.25 asks it only over 48 hours',
     'Health care facilities may agree on 14 days with over 8 a day and over 80 (177.25 subd. 2; federal 207(j)); not computed. Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('MS', 'Mississippi', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('MO', 'Missouri', 'flsa', null,
     'RSMo 290.505; 29 USC 207(a)',
     'Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('MT', 'Montana', 'flsa', null,
     'MCA 39-3-405; 29 USC 207(a)',
     null),
    ('NE', 'Nebraska', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('NV', 'Nevada', 'flsa', null,
     'NRS 608.018(2); 29 USC 207(a)',
     'Paid less than 1.5 × the minimum wage (below 18.00 while it is 12.00): also over 8 hours in the 24 from the start of work, unless four days of 10 were agreed (NRS 608.018(1), 608.0126). So flsa holds only from 1.5 × on.'),
    ('NH', 'New Hampshire', 'flsa', null,
     'RSA 279:21; 29 USC 207(a)',
     'Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('NJ', 'New Jersey', 'flsa', null,
     'N.J.S.A. 34:11-56a4; 29 USC 207(a)',
     'Health care facilities may not require hourly staff of direct patient care to work beyond the agreed shift, not over 40 a week, but as a last resort in unforeseeable emergencies (34:11-56a31 ff., N.J.A.C. 8:43E-8).'),
    ('NM', 'New Mexico', 'flsa', null,
     'NMSA 50-4-22(D); 29 USC 207(a)',
     null),
    ('NY', 'New York', 'flsa', null,
     '12 NYCRR 142-2.2; 29 USC 207(a)',
     'Spread over 10 hours, or a split shift: one hour at the basic minimum wage more, on top of the minimum wage (142-2.4), so it matters near the minimum wage. Who lives in: over 44. Nurses: no work beyond the scheduled hours may be required, but in disasters.'),
    ('NC', 'North Carolina', 'flsa', '1940-10-24',
     '29 USC 207(a); N.C.G.S. 95-25.4 is not for enterprises under the FLSA (95-25.14(a)(1))',
     null),
    ('ND', 'North Dakota', 'flsa', null,
     'N.D. Admin. Code 46-02-07-02; 29 USC 207(a)',
     'Hospitals and residential care may agree on 14 days with over 8 a day and over 80; not computed.'),
    ('OH', 'Ohio', 'flsa', null,
     'ORC 4111.03; 29 USC 207(a)',
     null),
    ('OK', 'Oklahoma', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('OR', 'Oregon', 'flsa', null,
     'ORS 653.261, OAR 839-020-0030; 29 USC 207(a). For establishments that are no mill, factory or cannery, as health care is none',
     'Mills, factories, canneries, driers, packing plants: also over 10 hours a day (ORS 652.020, 653.265). Hospital nursing staff: limits on hours and mandatory overtime (ORS 441.770, until 2023 441.166): price nothing.'),
    ('PA', 'Pennsylvania', 'flsa', null,
     '43 P.S. 333.104, 34 Pa. Code 231.41; 29 USC 207(a)',
     'Care staff, also those of personnel agencies, may not be made to work beyond the agreed shift but in emergencies (Act 102, 43 P.S. 932.1-932.6). Hospitals may agree on 8 a day and 80 in 14 days (Act 109 of 2012); not computed.'),
    ('RI', 'Rhode Island', 'flsa', null,
     'R.I. Gen. Laws 28-12-4.1 (P.L. 1974, ch. 152); 29 USC 207(a)',
     'Sundays and holidays at 1.5 (25-3-3), but not for who is engaged in the provision of health care or maintenance, nor physicians, dentists (25-3-1). Others (office staff) have it. Nurses: limits on mandatory overtime.'),
    ('SC', 'South Carolina', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('SD', 'South Dakota', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('TN', 'Tennessee', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('TX', 'Texas', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     'Hospital nurses may not be made to work overtime; it prices nothing.'),
    ('UT', 'Utah', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('VT', 'Vermont', 'flsa', null,
     '21 V.S.A. 384; 29 USC 207(a)',
     'Hospitals, public health centers, nursing, maternity and care homes: over 8 a day or 80 in two weeks is named instead; see the text.'),
    ('VA', 'Virginia', 'flsa', '2021-07-01',
     'Va. Code 40.1-29.2 (since 2022-07-01 by the FLSA''s terms); 29 USC 207(a)',
     null),
    ('WA', 'Washington', 'flsa', null,
     'RCW 49.46.130; 29 USC 207(a)',
     'Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('WV', 'West Virginia', 'flsa', '1980-07-01',
     'W. Va. Code 21-5C-3; 29 USC 207(a)',
     'Hospital nurses: no mandatory overtime but in emergencies; after 12 hours in a row 8 hours off (21-5F-3); at most 16 in 24.'),
    ('WI', 'Wisconsin', 'flsa', null,
     'Wis. Adm. Code DWD 274.01, 274.03; 29 USC 207(a)',
     'The state''s law is not for most non-profit employers: theirs is federal, which is the same hours.'),
    ('WY', 'Wyoming', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('AS', 'American Samoa', 'flsa', null,
     '29 USC 207(a)',
     null),
    ('GU', 'Guam', 'flsa', null,
     '22 GCA 3107(a); 29 USC 207(a)',
     'Split shifts (22 GCA 3107).'),
    ('MP', 'Northern Mariana Islands', 'flsa', null,
     '29 USC 207(a); a law of its own was not found',
     null),
    ('PR', 'Puerto Rico', null, '2017-01-26',
     'Act 379 of 15 May 1948, 29 LPRA 271 ff., as amended by Act 4-2017; 29 USC 207(a)',
     'Over 8 hours a calendar day (or another 24-hour cycle with 5 days'' notice), over 40 a week, work on the weekly day of rest, and hours when the place must be closed. 1.5 under the FLSA, else double; older hires and the day of rest: see the text.'),
    ('VI', 'Virgin Islands', null, null,
     '24 V.I.C. 20; 29 USC 207(a)',
     '1.5 over 8 hours a day, over 40 a week, and for all hours of the sixth and seventh day in a row (tourism and restaurants: the seventh); whichever of the three pays most.');

-- Alvarado v. Dart Container (2018) 4 Cal.5th 542. The federal law divides by all hours, and no other state was found to
-- do otherwise.
update public.state_rules set flat_sum_divisor = 'regular_hours' where state = 'CA';
update public.state_rules set from_minimum_wages = 1.5 where state = 'NV'; -- NRS 608.018(1), (2)
-- end of data move

-- Applying a rate hit takes the reason for pay below the minimum wage.
-- drop: private.apply_rate_hit(uuid,boolean,boolean)
-- drop: applyratehit(uuid,boolean,boolean)
-- drop: apply_rate_hit(uuid,boolean,boolean)
-- drop: private.check_rate_hit(public.rate_hits,boolean)

-- data move: minimum wages come with the product; a firm's own rows stay
-- after all
insert into public.minimum_wages (jurisdiction, effective_from, amount, source)
values
    ('US', '2009-07-24', 7.25,
     '29 USC 206(a)(1). https://www.ontheclock.com/State-Minimum-Wage.aspx'),
    ('AK', '2025-01-01', 11.91,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('AK', '2025-07-01', 13.00,
     '2024 ballot measure; EPI as told. https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('AK', '2026-07-01', 14.00,
     '2024 ballot measure; NCSL as quoted. https://huggingface.co/datasets/referencesource/minimum-wage-rates-by-jurisdiction ; https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('AK', '2027-07-01', 15.00,
     '2024 ballot measure; NCSL as quoted. https://huggingface.co/datasets/referencesource/minimum-wage-rates-by-jurisdiction ; https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('AL', '2025-01-01', 7.25,
     'in force on this day, began earlier; no state minimum wage; 29 USC 206(a)(1). https://blog.hcwoods.com/2025/01/02/the-states-where-minimum-wage-hasnt-budged'),
    ('AR', '2025-01-01', 11.00,
     'in force on this day, began earlier; NCSL; no increase in 2026. https://www.ncsl.org/labor-and-employment/state-minimum-wages ; https://blog.paymaster.com/2026-state-minimum-wage'),
    ('AS private hospitals and educational institutions', '2024-09-30', 6.43,
     'Fair Minimum Wage Act of 2007, P.L. 114-61; DOL, as told. https://kpskconsulting.com/minimum-wages-in-american-samoa-increase-by-40-cents-per-hour/'),
    ('AS private hospitals and educational institutions', '2027-09-30', 6.83,
     'the same: 0.40 more every three years; computed. amount computed; rule: http://dol.gov/whd/minwage/americanSamoa/ASminwage.htm'),
    ('AZ', '2025-01-01', 14.70,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('AZ', '2026-01-01', 15.15,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('AZ Flagstaff', '2025-01-01', 17.85,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('AZ Flagstaff', '2026-01-01', 18.35,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('AZ Tucson', '2025-01-01', 15.00,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('AZ Tucson', '2026-01-01', 15.45,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA', '2025-01-01', 16.50,
     'EPI''s list of 2025-01-01 in Becker''s; Department of Finance''s letter by Labor Code 1182.12(c), as told. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('CA', '2026-01-01', 16.90,
     'list of rates from 2026-01-01; agency''s page not found; Department of Finance''s letter by Labor Code 1182.12(c), as told. https://particle.news/story/california-minimum-wage-to-rise-to-1690-in-2026'),
    ('CA Alameda', '2025-01-01', 17.00,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Alameda', '2025-07-01', 17.46,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Berkeley', '2025-01-01', 18.67,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Berkeley', '2025-07-01', 19.18,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Emeryville', '2025-01-01', 19.36,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Emeryville', '2025-07-01', 19.90,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Fremont', '2025-01-01', 17.30,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Fremont', '2025-07-01', 17.75,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Los Angeles', '2025-01-01', 17.28,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Los Angeles', '2025-07-01', 17.87,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Los Angeles County, unincorporated', '2025-01-01', 17.27,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Los Angeles County, unincorporated', '2025-07-01', 17.81,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Menlo Park', '2025-01-01', 17.10,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA Menlo Park', '2026-01-01', 17.55,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA Milpitas', '2025-01-01', 17.70,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Milpitas', '2025-07-01', 18.20,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Pasadena', '2025-01-01', 17.50,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Pasadena', '2025-07-01', 18.04,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA San Diego', '2025-01-01', 17.25,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA San Diego', '2026-01-01', 17.75,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA San Francisco', '2025-01-01', 18.67,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA San Francisco', '2025-07-01', 19.18,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Santa Clara', '2025-01-01', 18.20,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA Santa Clara', '2026-01-01', 18.70,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA Santa Monica', '2025-01-01', 17.27,
     'in force on this day, began earlier; local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA Santa Monica', '2025-07-01', 17.81,
     'local ordinance, as told; from 2026-07-01 another amount, not found. https://www.mondaq.com/unitedstates/employee-benefits-compensation/1634256/suns-out-funds-up-californias-local-minimum-wage-increases-in-july'),
    ('CA South San Francisco', '2025-01-01', 17.70,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA South San Francisco', '2026-01-01', 18.15,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA West Hollywood', '2025-01-01', 19.65,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA West Hollywood', '2026-01-01', 20.25,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('CA health care: 10,000 or more full-time equivalents, dialysis clinics, counties over 5,000,000', '2024-10-16', 23.00,
     'Labor Code 1182.14(c) (SB 525); start by 1182.16 (SB 159). https://www.californiaworkplacelawblog.com/2025/06/articles/wage-and-hour/reminder-california-healthcare-minimum-wage-increase-effective-july-1-2025/ ; start: http://print.casetext.com/statute/california-codes/california-labor-code/division-2-employment-regulation-and-supervision/part-4-employees/chapter-1-wages-hours-and-working-conditions/section-118216-effective-dates-of-minimum-wage-increases-delayed ; https://www.mondaq.com/unitedstates/employee-rights-labour-relations/1530056/california-health-care-minimum-wage-is-back'),
    ('CA health care: 10,000 or more full-time equivalents, dialysis clinics, counties over 5,000,000', '2025-07-01', 24.00,
     'Labor Code 1182.14(c); July by SB 828. https://www.californiaworkplacelawblog.com/2025/06/articles/wage-and-hour/reminder-california-healthcare-minimum-wage-increase-effective-july-1-2025/'),
    ('CA health care: 10,000 or more full-time equivalents, dialysis clinics, counties over 5,000,000', '2026-07-01', 25.00,
     'Labor Code 1182.14(c): from June 1, 2026 in SB 525, moved to July 1 by SB 828; indexed later, when: not found. https://open.pluralpolicy.com/ca/bills/20232024/SB525 ; July: https://shrm.org/topics-tools/employment-law-compliance/health-care-minimum-wage-delayed-until-july-1'),
    ('CA health care: hospitals and facilities of no other class', '2024-10-16', 21.00,
     'Labor Code 1182.14(c), the bill as amended 2023-09-11; told for hospitals in no other class; that other covered facilities follow it was not read, nor the rules for skilled nursing and medium counties. https://calhospital.org/legislation/sb-525-durazo-d-los-angeles/ ; start: http://print.casetext.com/statute/california-codes/california-labor-code/division-2-employment-regulation-and-supervision/part-4-employees/chapter-1-wages-hours-and-working-conditions/section-118216-effective-dates-of-minimum-wage-increases-delayed ; https://www.mondaq.com/unitedstates/employee-rights-labour-relations/1530056/california-health-care-minimum-wage-is-back'),
    ('CA health care: hospitals and facilities of no other class', '2026-07-01', 23.00,
     'Labor Code 1182.14(c): June in SB 525, July by SB 828. https://calhospital.org/legislation/sb-525-durazo-d-los-angeles/ ; July: https://shrm.org/topics-tools/employment-law-compliance/health-care-minimum-wage-delayed-until-july-1'),
    ('CA health care: hospitals and facilities of no other class', '2028-07-01', 25.00,
     'Labor Code 1182.14(c): June in SB 525, July by SB 828. https://calhospital.org/legislation/sb-525-durazo-d-los-angeles/ ; July: https://shrm.org/topics-tools/employment-law-compliance/health-care-minimum-wage-delayed-until-july-1'),
    ('CA health care: hospitals of high governmental payor mix, independent hospitals of elevated mix, rural independent facilities, counties under 250,000', '2024-10-16', 18.00,
     'Labor Code 1182.14(c). https://www.californiaworkplacelawblog.com/2025/06/articles/wage-and-hour/reminder-california-healthcare-minimum-wage-increase-effective-july-1-2025/ ; start: http://print.casetext.com/statute/california-codes/california-labor-code/division-2-employment-regulation-and-supervision/part-4-employees/chapter-1-wages-hours-and-working-conditions/section-118216-effective-dates-of-minimum-wage-increases-delayed ; https://www.mondaq.com/unitedstates/employee-rights-labour-relations/1530056/california-health-care-minimum-wage-is-back'),
    ('CA health care: hospitals of high governmental payor mix, independent hospitals of elevated mix, rural independent facilities, counties under 250,000', '2025-07-01', 18.63,
     'Labor Code 1182.14(c): 3.5 % more each year until 2033. https://www.californiaworkplacelawblog.com/2025/06/articles/wage-and-hour/reminder-california-healthcare-minimum-wage-increase-effective-july-1-2025/'),
    ('CA health care: hospitals of high governmental payor mix, independent hospitals of elevated mix, rural independent facilities, counties under 250,000', '2026-07-01', 19.28,
     'Labor Code 1182.14(c): 3.5 % more; computed from 18.63. amount computed; rule: https://natlawreview.com/article/california-approves-minimum-wage-increase-health-care-employees ; July: https://shrm.org/topics-tools/employment-law-compliance/health-care-minimum-wage-delayed-until-july-1'),
    ('CA health care: intermittent, community, rural health clinics and their urgent care clinics', '2024-10-16', 21.00,
     'Labor Code 1182.14(c). https://accesscpca.org/sb-525-implementation-and-member-resources ; start: http://print.casetext.com/statute/california-codes/california-labor-code/division-2-employment-regulation-and-supervision/part-4-employees/chapter-1-wages-hours-and-working-conditions/section-118216-effective-dates-of-minimum-wage-increases-delayed ; https://www.mondaq.com/unitedstates/employee-rights-labour-relations/1530056/california-health-care-minimum-wage-is-back'),
    ('CA health care: intermittent, community, rural health clinics and their urgent care clinics', '2026-07-01', 22.00,
     'Labor Code 1182.14(c): June in SB 525, July by SB 828. https://accesscpca.org/sb-525-implementation-and-member-resources ; July: https://shrm.org/topics-tools/employment-law-compliance/health-care-minimum-wage-delayed-until-july-1'),
    ('CA health care: intermittent, community, rural health clinics and their urgent care clinics', '2027-07-01', 25.00,
     'Labor Code 1182.14(c): June in SB 525, July by SB 828. https://accesscpca.org/sb-525-implementation-and-member-resources ; July: https://shrm.org/topics-tools/employment-law-compliance/health-care-minimum-wage-delayed-until-july-1'),
    ('CO', '2025-01-01', 14.81,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('CO', '2026-01-01', 15.16,
     'list of rates from 2026-01-01; agency''s page not found. https://blog.paymaster.com/2026-state-minimum-wage'),
    ('CO Denver', '2026-01-01', 19.29,
     'local ordinance, as told. https://blog.paymaster.com/2026-state-minimum-wage'),
    ('CT', '2025-01-01', 16.35,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('CT', '2026-01-01', 16.94,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('DC', '2024-07-01', 17.50,
     'Mayor''s release of 2024-06-28; D.C. Code 32-1003. https://www.einpresswire.com/article/723799039/mayor-bowser-announces-minimum-wage-increase-effective-july-1-2024'),
    ('DC', '2025-07-01', 17.95,
     'Department of Employment Services, as told. https://nationalconservativemovement.com/minimum-wage-in-the-district-increases-for-most-workers'),
    ('DC', '2026-07-01', 18.40,
     'D.C. Code 32-1003, indexed; as told. https://brightgram.com/feature/10218486/minimum-wage-rises-july-1-in-alaska-to-14-oregon-to-as-high-as-16-80-and-washington-d-c-to-18-40/'),
    ('DE', '2025-01-01', 15.00,
     'EPI''s list of 2025-01-01 in Becker''s; no increase in 2026. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html ; https://blog.paymaster.com/2026-state-minimum-wage'),
    ('FL', '2024-09-30', 13.00,
     'Fla. Const. art. X (amendment of 2020): a dollar every September 30 until 15. https://www.ncsl.org/labor-and-employment/state-minimum-wages'),
    ('FL', '2025-09-30', 14.00,
     'the same amendment; NCSL. https://www.ncsl.org/labor-and-employment/state-minimum-wages'),
    ('FL', '2026-09-30', 15.00,
     'the same amendment; NCSL. https://www.ncsl.org/labor-and-employment/state-minimum-wages'),
    ('GA', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own 5.15 is below 29 USC 206(a)(1). https://blog.hcwoods.com/2025/01/02/the-states-where-minimum-wage-hasnt-budged'),
    ('GU', '2025-01-01', 9.25,
     'in force on this day, began earlier; NCSL. https://www.ncsl.org/labor-and-employment/state-minimum-wages'),
    ('HI', '2025-01-01', 14.00,
     'in force on this day, began earlier; HRS 387-2; NCSL. https://www.ncsl.org/labor-and-employment/state-minimum-wages'),
    ('HI', '2026-01-01', 16.00,
     'HRS 387-2; NCSL. https://www.ncsl.org/labor-and-employment/state-minimum-wages'),
    ('HI', '2028-01-01', 18.00,
     'HRS 387-2; NCSL. https://www.ncsl.org/labor-and-employment/state-minimum-wages'),
    ('IA', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('ID', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('IL', '2025-01-01', 15.00,
     'EPI''s list of 2025-01-01 in Becker''s; no increase in 2026. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html ; https://blog.paymaster.com/2026-state-minimum-wage'),
    ('IL Chicago', '2025-01-01', 16.20,
     'in force on this day, began earlier; 4 or more employees; local ordinance, as told. https://wyomingstarnews.org/2025/07/02/minimum-wage-increases-take-effect-in-multiple-us-states-and-cities-this-july'),
    ('IL Chicago', '2025-07-01', 16.60,
     '4 or more employees; local ordinance, as told. https://wyomingstarnews.org/2025/07/02/minimum-wage-increases-take-effect-in-multiple-us-states-and-cities-this-july'),
    ('IL Chicago', '2026-07-01', 17.05,
     '4 or more employees; local ordinance, as told. https://abc7chicago.com/post/illinois-minimum-wage-chicago-cook-county-increases-take-effect-wednesday/19427463/ (stored at http://data.chicagojustice.org/articles/1338503/)'),
    ('IN', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('KS', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('KY', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('LA', '2025-01-01', 7.25,
     'in force on this day, began earlier; no state minimum wage; 29 USC 206(a)(1). https://blog.hcwoods.com/2025/01/02/the-states-where-minimum-wage-hasnt-budged'),
    ('MA', '2025-01-01', 15.00,
     'in force on this day, began earlier; no increase found for 2026. https://new-origin.patch.com/rhode-island/across-ri/rhode-island-minimum-wage-increase-2-2-years'),
    ('MD', '2024-01-01', 15.00,
     'Fair Wage Act of 2023, all employers. https://hrcenter.us.brightmine.com:443/news/maryland-latest-to-join-usd1500-minimum-wage-club/52336/'),
    ('MD Montgomery County: 11 to 50 employees', '2025-01-01', 15.50,
     'in force on this day, began earlier; local, as told. https://wyomingstarnews.org/2025/07/02/minimum-wage-increases-take-effect-in-multiple-us-states-and-cities-this-july'),
    ('MD Montgomery County: 11 to 50 employees', '2025-07-01', 16.00,
     'local, as told; 2026-07-01 not found. https://wyomingstarnews.org/2025/07/02/minimum-wage-increases-take-effect-in-multiple-us-states-and-cities-this-july'),
    ('MD Montgomery County: 51 or more employees', '2025-01-01', 17.15,
     'in force on this day, began earlier; local, as told. https://wyomingstarnews.org/2025/07/02/minimum-wage-increases-take-effect-in-multiple-us-states-and-cities-this-july'),
    ('MD Montgomery County: 51 or more employees', '2025-07-01', 17.65,
     'local, as told; 2026-07-01 not found. https://wyomingstarnews.org/2025/07/02/minimum-wage-increases-take-effect-in-multiple-us-states-and-cities-this-july'),
    ('ME', '2025-01-01', 14.65,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('ME', '2026-01-01', 15.10,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('ME Portland', '2025-01-01', 15.50,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('ME Portland', '2026-01-01', 16.75,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('MI', '2025-01-01', 10.56,
     'Department of Labor and Economic Opportunity, as told. https://www.cbsnews.com/detroit/news/michigans-minimum-wage-will-jump-20-percent/'),
    ('MI', '2025-02-21', 12.48,
     '2025 PA 1 (SB 8), MCL 408.934. https://clickondetroit.com/news/michigan/2025/02/24/timeline-heres-when-michigans-minimum-wage-will-reach-15'),
    ('MI', '2026-01-01', 13.73,
     '2025 PA 1 (SB 8), MCL 408.934. https://clickondetroit.com/news/michigan/2025/02/24/timeline-heres-when-michigans-minimum-wage-will-reach-15'),
    ('MI', '2027-01-01', 15.00,
     '2025 PA 1 (SB 8), MCL 408.934; not if unemployment was 8.5 % or more. https://clickondetroit.com/news/michigan/2025/02/24/timeline-heres-when-michigans-minimum-wage-will-reach-15'),
    ('MN', '2025-01-01', 11.13,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('MN', '2026-01-01', 11.41,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('MN Minneapolis', '2025-01-01', 15.97,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('MN Minneapolis', '2026-01-01', 16.37,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('MN Saint Paul: 101 or more employees', '2025-01-01', 15.97,
     'local ordinance, as told (the list''s 2025 rate). https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('MN Saint Paul: 101 or more employees', '2026-01-01', 16.37,
     'local ordinance, as told. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('MO', '2025-01-01', 13.75,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('MO', '2026-01-01', 15.00,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('MP', '2025-01-01', 7.25,
     'in force on this day, began earlier; 29 USC 206. https://salariesplus.com/minimum-wage-in-northern-mariana-islands/'),
    ('MS', '2025-01-01', 7.25,
     'in force on this day, began earlier; no state minimum wage; 29 USC 206(a)(1). https://blog.hcwoods.com/2025/01/02/the-states-where-minimum-wage-hasnt-budged'),
    ('MT', '2025-01-01', 10.55,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('MT', '2026-01-01', 10.85,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('NC', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('ND', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('NE', '2025-01-01', 13.50,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('NE', '2026-01-01', 15.00,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('NH', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('NJ', '2025-01-01', 15.49,
     'EPI''s list of 2025-01-01 in Becker''s; small employers (5 or fewer) and others have less: 14.53, 15.23. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('NJ', '2026-01-01', 15.92,
     'list of rates from 2026-01-01; agency''s page not found; small employers (5 or fewer) and others have less: 14.53, 15.23. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('NJ long-term care facility: direct care staff', '2025-01-01', 18.49,
     'law of 2020-09-16 (A-4482): 3.00 above the state''s wage; computed from 15.49. amount computed; rule: https://www.fisherphillips.com/resources-alerts-new-jersey-increases-minimum-wage (2024: 18.13 for 15.13, https://www.cbsnews.com/newyork/news/new-jersey-minimum-wage-set-to-increase-by-1-in-2024/)'),
    ('NJ long-term care facility: direct care staff', '2026-01-01', 18.92,
     'law of 2020-09-16 (A-4482): 3.00 above the state''s wage; computed from 15.92. amount computed; rule: https://www.fisherphillips.com/resources-alerts-new-jersey-increases-minimum-wage'),
    ('NM', '2023-01-01', 12.00,
     'NMSA 50-4-22(A)(5); no increase found since. https://print.casetext.com/statute/new-mexico-statutes-1978/chapter-50-employment-law/article-4-labor-conditions-payment-of-wages/section-50-4-22-minimum-wages'),
    ('NV', '2024-07-01', 12.00,
     'Nev. Const. art. 15, s. 16, NRS 608.250, as told; no increase found since. https://legalclarity.org/what-is-considered-overtime-in-nevada'),
    ('NY', '2025-01-01', 15.50,
     'EPI''s list of 2025-01-01 in Becker''s; outside New York City, Nassau, Suffolk, Westchester. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('NY', '2026-01-01', 16.00,
     'agreement of 2023, Governor''s release, as told; indexed from 2027, 2027 not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa ; https://redcensor.com/95554'),
    ('NY New York City, Long Island, Westchester', '2025-01-01', 16.50,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('NY New York City, Long Island, Westchester', '2026-01-01', 17.00,
     'agreement of 2023, Governor''s release, as told; indexed from 2027, 2027 not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa ; https://redcensor.com/95554'),
    ('OH', '2025-01-01', 10.70,
     'EPI''s list of 2025-01-01 in Becker''s; employers of small gross receipts have 7.25. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('OH', '2026-01-01', 11.00,
     'list of rates from 2026-01-01; agency''s page not found; employers of small gross receipts have 7.25. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('OK', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('OR', '2025-01-01', 14.70,
     'in force on this day, began earlier; DOL table, as told. https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('OR', '2025-07-01', 15.05,
     'ORS 653.025, standard; EPI as told. https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('OR', '2026-07-01', 15.55,
     'ORS 653.025: Portland metro is 1.25 above the standard; computed from 16.80. amount computed; rule: https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('OR Portland metro', '2025-01-01', 15.95,
     'in force on this day, began earlier; DOL table, as told. https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('OR Portland metro', '2025-07-01', 16.30,
     '1.25 above the standard; EPI as told. https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('OR Portland metro', '2026-07-01', 16.80,
     'ORS 653.025, 1.25 above the standard; as told. https://brightgram.com/feature/10218486/minimum-wage-rises-july-1-in-alaska-to-14-oregon-to-as-high-as-16-80-and-washington-d-c-to-18-40/'),
    ('OR nonurban counties', '2025-01-01', 13.70,
     'in force on this day, began earlier; DOL table, as told. https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('OR nonurban counties', '2025-07-01', 14.05,
     '1.00 below the standard; EPI as told. https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('OR nonurban counties', '2026-07-01', 14.55,
     'ORS 653.025: 1.00 below the standard; computed from 15.55. amount computed; rule: https://cleanfax.com/minimum-wage-increased-in-15-cities-states-in-july/'),
    ('PA', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('PR', '2024-07-01', 10.50,
     'Act 47-2021; no increase found since. https://www.estrellallc.com/le-legal-alert-puerto-rico-minimum-wage-will-increase-to-10-50/'),
    ('RI', '2025-01-01', 15.00,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('RI', '2026-01-01', 16.00,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('RI', '2027-01-01', 17.00,
     'R.I. Gen. Laws 28-12-3, signed in August 2025. https://pbn.com/mckee-signs-bill-raising-states-minimum-wage-to-17-by-2027/'),
    ('SC', '2025-01-01', 7.25,
     'in force on this day, began earlier; no state minimum wage; 29 USC 206(a)(1). https://blog.hcwoods.com/2025/01/02/the-states-where-minimum-wage-hasnt-budged'),
    ('SD', '2025-01-01', 11.50,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('SD', '2026-01-01', 11.85,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('TN', '2025-01-01', 7.25,
     'in force on this day, began earlier; no state minimum wage; 29 USC 206(a)(1). https://blog.hcwoods.com/2025/01/02/the-states-where-minimum-wage-hasnt-budged'),
    ('TX', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('UT', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('VA', '2025-01-01', 12.41,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('VA', '2026-01-01', 12.77,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('VA', '2027-01-01', 13.75,
     'Va. Code 40.1-28.10, HB 1 and SB 1 of 2026, enacted 2026-04-08. https://www.billtrack50.com/billdetail/1911481'),
    ('VA', '2028-01-01', 15.00,
     'Va. Code 40.1-28.10, HB 1 and SB 1 of 2026, enacted 2026-04-08. https://www.billtrack50.com/billdetail/1911481'),
    ('VI', '2025-01-01', 10.50,
     'in force on this day, began earlier; Virgin Islands Department of Labor, undated page. https://www.vidol.gov/fair-employment/'),
    ('VT', '2025-01-01', 14.01,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('VT', '2026-01-01', 14.42,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('WA', '2025-01-01', 16.66,
     'EPI''s list of 2025-01-01 in Becker''s. https://beckershospitalreview.com/compensation-issues/21-states-raising-minimum-wage-in-2025.html'),
    ('WA', '2026-01-01', 17.13,
     'list of rates from 2026-01-01; agency''s page not found. https://www.wagehourblog.com/minimum-wages-and-exemption-thresholds-adjusted-across-the-usa'),
    ('WA Everett: 500 or more employees', '2025-07-01', 20.24,
     'local, as told. https://wyomingstarnews.org/2025/07/02/minimum-wage-increases-take-effect-in-multiple-us-states-and-cities-this-july'),
    ('WA Renton: 500 or more employees', '2025-07-01', 20.90,
     'local, as told. https://wyomingstarnews.org/2025/07/02/minimum-wage-increases-take-effect-in-multiple-us-states-and-cities-this-july'),
    ('WA Seattle', '2026-01-01', 21.30,
     'local ordinance, as told. https://particle.news/story/minimum-wages-rise-in-19-states-as-2026-increases-take-effect'),
    ('WI', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own law, at the federal amount (DOL table, as told). https://legalclarity.org/how-many-states-use-the-federal-minimum-wage-of-7-25'),
    ('WV', '2025-01-01', 8.75,
     'in force on this day, began earlier; unchanged in February 2026. https://cleanfax.com/minimum-wage-creeps-up-in-virginia-and-west-virginia/'),
    ('WY', '2025-01-01', 7.25,
     'in force on this day, began earlier; the state''s own 5.15 is below 29 USC 206(a)(1). https://blog.hcwoods.com/2025/01/02/the-states-where-minimum-wage-hasnt-budged');
-- end of data move

-- data move: the mile's rates of the Internal Revenue Service
-- after all
insert into public.mileage_rates (effective_from, amount, source)
values
    ('2024-01-01', 0.67,
     'Notice 2024-8. https://taxnews.ey.com/news/2025-0365-irs-releases-federal-mileage-rates-and-luxury-vehicle-limit-for-2025'),
    ('2025-01-01', 0.70,
     'Notice 2025-5. https://kpmg.com/us/en/taxnewsflash/news/2024/12/tnf-notice-2025-5-standard-mileage-rates-2025.html'),
    ('2026-01-01', 0.725,
     'Notice 2026-10. https://www.wicpa.org/news/articles/2896:business-standard-mileage-rate-increases-for-2026');
-- end of data move

-- data move: the codes that every firm has, regular for all time that is there
-- after columns are added
insert into public.time_codes (
    name, title, unit, is_worked, pay_multiplier, pay_amount, bill_multiplier, bill_amount, is_reimbursement,
    in_regular_rate, premium_is_creditable, entered_by, regular_rate_section)
values
    ('regular', 'Regular', 'hour', true, 1, 0.00, 1, 0.00, false, true, false, default, null),
    ('on_call', 'On call', 'hour', false, null, null, null, null, false, true, false, default, null),
    ('call_back', 'Call-back', 'hour', true, 1, 0.00, 1, 0.00, false, true, false, default, null),
    ('charge', 'Charge nurse', 'hour', true, null, null, null, null, false, true, false, default, null),
    ('preceptor', 'Preceptor', 'hour', true, null, null, null, null, false, true, false, default, null),
    ('orientation', 'Orientation', 'hour', true, 1, 0.00, 1, 0.00, false, true, false, default, null),
    ('holiday_worked', 'Holiday worked', 'hour', true, 1.5, 0.00, 1.5, 0.00, false, true, true, default, null),
    ('holiday_off', 'Holiday off', 'hour', false, 1, 0.00, 0, 0.00, false, false, false, '{billing,payroll,recruiting}', null),
    ('sick', 'Sick leave', 'hour', false, 1, 0.00, 0, 0.00, false, false, false, '{billing,payroll,recruiting}', null),
    ('vacation', 'Vacation', 'hour', false, 1, 0.00, 0, 0.00, false, false, false, '{billing,payroll,recruiting}', null),
    ('mileage', 'Mileage', 'mile', false, null, null, null, null, true, false, false, default, null),
    ('per_diem', 'Per diem', 'day', false, null, null, null, null, true, false, false, default, null),
    ('visit', 'Visit', 'visit', false, null, null, null, null, false, true, false, default, null),
    ('cancelled', 'Cancelled shift', 'hour', false, 1, 0.00, 1, 0.00, false, false, false, default, '778.220');
-- end of data move

-- data move: everybody is of one pay group, until payroll makes others
-- after columns are added
insert into public.pay_groups (name, is_default) values ('Everybody', true);
-- end of data move

-- data move: the accounts of what invoices bill of codes whose hours are not worked, and of premiums
-- after columns are added
insert into public.journal_accounts (account, type, name) values ('revenue_codes', 'income', 'Revenue codes');
insert into public.journal_accounts (account, type, name)
values ('revenue_differentials', 'income', 'Revenue differentials');
-- end of data move

-- data move: the earning of premiums by clock and calendar
-- after columns are added
insert into public.earning_codes (employment, earning)
select employment, 'differential' from unnest(array['w2', '1099']) as employment;
-- end of data move

-- data move: the account of what people were paid too much, the earnings that take it back, and those of missed breaks and guarantees
-- after columns are added
insert into public.journal_accounts (account, type, name) values ('employee_receivables', 'asset', 'Employee receivables');
insert into public.earning_codes (employment, earning)
select employment, earning
  from unnest(array['w2', '1099']) as employment
 cross join unnest(array[
       'recovery', 'recovery_prior_year', 'guarantee', 'mileage_excess', 'regular', 'overtime', 'doubletime',
       'adjusting_amount']) as earning
 union all
select 'w2', unnest(array['meal_premium', 'rest_premium']);
-- end of data move

-- data move: drafts of payroll have overpayments and what is carried in lines of their own; what people look at or approved stays
-- after all
select private.rebuild_payroll_draft(batch.id, short.contractor_ids)
  from public.payroll_batches as batch
 cross join lateral (
       select array_agg(distinct week.contractor_id) as contractor_ids
         from (select item.contractor_id, item.gross_pay,
                      sum(line.amount) filter (where line.kind <> 'adjustment' or line.amount > 0) as amount
                 from public.payroll_items as item
                 join public.payroll_item_lines as line on line.payroll_item_id = item.id
                where item.payroll_batch_id = batch.id
                group by item.contractor_id, item.gross_pay, line.week_start) as week
        where week.amount < 0 or week.gross_pay < 0) as short
 where batch.status = 'draft' and short.contractor_ids is not null;
-- end of data move

-- data move: the law of states on taking back overpayments
-- after all
update public.state_rules
   set recovery_asks = 'notice', recovery_share = 0.125, recovery_weeks = 8,
       recovery_source = '12 NYCRR 195-5.1 (Labor Law 193(1)(c)): a mathematical or clerical error of the employer, of the eight weeks before the notice; 12.5 % of gross wages and not below the minimum wage, unless all of it is at most the next net wages. (e) to (i) by secondary sources.'
 where state = 'NY';
update public.state_rules
   set recovery_spares_final_pay = true,
       recovery_source = 'DLSE opinion letter 2008.11.25-1; Labor Code 224; Barnhill v. Robert Saunders & Co. (1981) 125 Cal.App.3d 1: agreed in writing beforehand, not below the minimum wage, never from the final pay.'
 where state = 'CA';
-- end of data move

-- data move: the law of the state that has premiums for missed meal and rest periods
-- after all
update public.state_rules
   set break_premium_source = 'Labor Code 226.7, 512: one hour at the regular rate of compensation for each workday on which a meal period is not provided, and one for rest periods (two in all: United Parcel Service v. Superior Court, 2011, 196 Cal.App.4th 57, text not found). Ferra v. Loews Hollywood Hotel (S259172, 2021): bonuses and stipends are in that rate. Naranjo v. Spectrum Security Services (2022) 13 Cal.5th 93: it is wages.'
 where state = 'CA';
-- end of data move

-- data move: until when states want wages paid, as far as it was looked up
-- after all
update public.state_rules as rule
   set pay_deadline = known.pay_deadline, pay_deadline_source = known.source
  from (values
    ('CA', 'Employees of a temporary services employer: weekly, by the regular payday of the following calendar week; the end of an assignment is no discharge. Who works from day to day: that day. A discharge is owed that day. Who quits: that day after 72 hours'' notice, else within 72 hours.',
     'Labor Code 201.3(b)(1), (2), (4), (5); 201, 202'),
    ('CO', 'A discharge is owed at once; if payroll is not at work then, within 6 hours of its next workday, 24 if it is elsewhere. Who quits: the next regular payday.',
     'C.R.S. 8-4-109(1)'),
    ('MA', 'Weekly or every two weeks, within six days of the end of the pay period. A discharge is owed that day. Who leaves: the following regular payday.',
     'M.G.L. c. 149, s. 148'),
    ('NV', 'A discharge is owed at once. Who quits: the regular payday, or seven days later, whichever comes first.',
     'NRS 608.020, 608.030, by the legislature''s digests of bills that would change them'),
    ('OR', 'A discharge, or an end by agreement: the end of the first business day after it. Who quits: that day after 48 hours'' notice, else within five business days or on the next regular payday, whichever comes first; see the text where time records are handed in.',
     'ORS 652.140'),
    ('TX', 'A discharge: the sixth day after it. Who leaves otherwise: the next regular payday.',
     'Labor Code 61.014')) as known (state, pay_deadline, source)
 where rule.state = known.state;
-- end of data move

-- data move: premiums that batches of 2025 and later have tell what section 7 of the FLSA asks of them, by today's time
-- after all
do $$
declare
    v_batch_id uuid;
begin
    alter table public.payroll_item_lines disable trigger payroll_lines_change_in_drafts;
    for v_batch_id in
        select batch.id
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status <> 'discarded' and period.pay_date >= '2025-01-01'
         order by period.pay_date, batch.id
    loop
        with line as materialized (
            select line.id, item.contractor_id, line.week_start,
                   row_number() over (partition by item.id, line.week_start order by line.kind desc, line.id) as nth
              from public.payroll_items as item
              join public.payroll_item_lines as line
                on line.payroll_item_id = item.id and line.kind in ('overtime_premium', 'doubletime_premium')
             where item.payroll_batch_id = v_batch_id and line.flsa_premium is null
        ), week as (
            select array_agg(line.contractor_id) as contractor_ids, array_agg(line.week_start) as week_starts
              from line
             where line.nth = 1
        ), asked as (
            select due.contractor_id, due.week_start, sum(due.flsa_premium) as amount
              from week
             cross join lateral private.pay_of_weeks(week.contractor_ids, week.week_starts) as due
             where due.flsa_premium > 0
             group by due.contractor_id, due.week_start
        )
        update public.payroll_item_lines as told
           set flsa_premium = case when line.nth = 1 then coalesce(asked.amount, 0) else 0 end
          from line
          left join asked on asked.contractor_id = line.contractor_id and asked.week_start = line.week_start
         where told.id = line.id;
    end loop;
    alter table public.payroll_item_lines enable trigger payroll_lines_change_in_drafts;
end;
$$;
-- end of data move

-- An entry is billed once by a unique key over it and its part.
-- drop: invoice_lines_by_time_entry
-- drop: time_entry_has_one_live_line_a_kind
-- drop: private.journal_file(date,date,text,boolean,boolean)
-- drop: journal_file(date,date,text,boolean,boolean)

-- data move: the live lines of each entry are numbered as its parts
-- after columns are added
alter table public.invoice_lines disable trigger invoice_lines_change_on_drafts;
alter table public.invoice_lines disable trigger total_counts_changed_lines;
alter table public.invoice_lines disable trigger total_counts_moved_lines;
alter table public.invoice_lines disable trigger weeks_of_released_lines_are_compared;
-- Most are their entry's only line. The table is written once, with its indexes, where an update would write each line
-- into each of them and leave the old ones behind.
alter table public.invoice_lines
    alter column part type smallint using case when time_entry_id is not null and released_at is null then 1 end;
update public.invoice_lines as line
   set part = numbered.part
  from (select billed.id, row_number() over (partition by billed.time_entry_id order by billed.multiplier, billed.kind) as part
          from public.invoice_lines as billed
         where billed.part = 1) as numbered
 where line.id = numbered.id and numbered.part > 1;
alter table public.invoice_lines enable trigger invoice_lines_change_on_drafts;
alter table public.invoice_lines enable trigger total_counts_changed_lines;
alter table public.invoice_lines enable trigger total_counts_moved_lines;
alter table public.invoice_lines enable trigger weeks_of_released_lines_are_compared;
-- end of data move

-- data move: the list of unbilled time, which triggers keep from here on
-- after all
select private.list_unbilled_time();
-- end of data move

-- data move: leave that states ask for comes with the product, and no plan of it is in use
-- after all
insert into public.leave_plans (name, state, code, hours_counted)
values
    ('Alaska paid sick leave, 15 or more employees', 'AK', 'sick', 'state'),
    ('Alaska paid sick leave, fewer than 15 employees', 'AK', 'sick', 'state'),
    ('Arizona earned paid sick time, 15 or more employees', 'AZ', 'sick', 'state'),
    ('Arizona earned paid sick time, fewer than 15 employees', 'AZ', 'sick', 'state'),
    ('California paid sick leave', 'CA', 'sick', 'state'),
    ('Colorado paid sick leave', 'CO', 'sick', 'state'),
    ('Connecticut paid sick leave, 25 or more employees', 'CT', 'sick', 'state'),
    ('Connecticut paid sick leave, 11 to 24 employees', 'CT', 'sick', 'state'),
    ('Connecticut paid sick leave, up to 10 employees', 'CT', 'sick', 'state'),
    ('Illinois Paid Leave for All Workers', 'IL', 'sick', 'state'),
    ('Massachusetts earned sick time, 11 or more employees', 'MA', 'sick', 'everywhere'),
    ('Maryland sick and safe leave, 15 or more employees', 'MD', 'sick', 'state'),
    ('Maine earned paid leave, more than 10 employees', 'ME', 'sick', 'state'),
    ('Michigan earned sick time, 11 or more employees', 'MI', 'sick', 'state'),
    ('Michigan earned sick time, up to 10 employees', 'MI', 'sick', 'state'),
    ('Minnesota earned sick and safe time', 'MN', 'sick', 'state'),
    ('Missouri earned paid sick time, 15 or more employees', 'MO', 'sick', 'state'),
    ('Missouri earned paid sick time, fewer than 15 employees', 'MO', 'sick', 'state'),
    ('Nebraska paid sick time, 20 or more employees', 'NE', 'sick', 'state'),
    ('Nebraska paid sick time, 11 to 19 employees', 'NE', 'sick', 'state'),
    ('New Jersey earned sick leave', 'NJ', 'sick', 'state'),
    ('New Mexico paid sick leave', 'NM', 'sick', 'state'),
    ('Nevada paid leave, 50 or more employees in Nevada', 'NV', 'sick', 'state'),
    ('New York sick leave, 100 or more employees', 'NY', 'sick', 'state'),
    ('New York sick leave, 5 to 99 employees', 'NY', 'sick', 'state'),
    ('New York sick leave, up to 4 employees, net income above 1,000,000', 'NY', 'sick', 'state'),
    ('Oregon sick time, 10 or more employees (6 with a place in Portland)', 'OR', 'sick', 'state'),
    ('Rhode Island healthy and safe leave, 18 or more employees', 'RI', 'sick', 'state'),
    ('Vermont earned sick time', 'VT', 'sick', 'state'),
    ('Washington paid sick leave', 'WA', 'sick', 'state');

insert into public.leave_plan_terms (
    leave_plan_id, effective_from, hours_per_hour_accrued, year_accrual_cap, balance_cap, year_use_cap, carry_over_hours,
    carried_hours_count, waiting_days, waiting_hours, reinstated_within_months, pay_basis, average_days, source, note)
select plan.id, known.effective_from::date, known.hours_per_hour_accrued, known.year_accrual_cap, known.balance_cap,
       known.year_use_cap, known.carry_over_hours, known.carried_hours_count, known.waiting_days, known.waiting_hours,
       known.reinstated_within_months, known.pay_basis, known.average_days, known.source, known.note
  from (values
    ('Alaska paid sick leave, 15 or more employees',
     '2025-07-01', 30, 56, null, 56, null, false, 0, 0, 6, 'regular_rate_of_week', null,
     'AS 23.10.066 to .069; 8 AAC 15.106 to .119; https://labor.alaska.gov/lss/sick-leave-faq.html',
     'All that is unused is carried. Of several rates the average of the week, or the shift''s. Back within 6 months: as told.'),
    ('Alaska paid sick leave, fewer than 15 employees',
     '2025-07-01', 30, 40, null, 40, null, false, 0, 0, 6, 'regular_rate_of_week', null,
     'AS 23.10.066 to .069; 8 AAC 15.106 to .119; https://labor.alaska.gov/lss/sick-leave-faq.html',
     'All that is unused is carried. Of several rates the average of the week, or the shift''s. Back within 6 months: as told.'),
    ('Arizona earned paid sick time, 15 or more employees',
     '2017-07-01', 30, 40, null, 40, 40, false, 89, 0, 9, 'hourly_rate', null,
     'A.R.S. 23-371 to -381; A.A.C. R20-5-1202, -1206',
     'Wait only of who was hired after 2017-07-01. Back within 9 months: as told.'),
    ('Arizona earned paid sick time, fewer than 15 employees',
     '2017-07-01', 30, 24, null, 24, 24, false, 89, 0, 9, 'hourly_rate', null,
     'A.R.S. 23-371 to -381; A.A.C. R20-5-1202, -1206',
     'Wait only of who was hired after 2017-07-01. Back within 9 months: as told.'),
    ('California paid sick leave',
     '2015-07-01', 30, null, 48, 24, null, false, 89, 0, 12, 'regular_rate_of_week', null,
     'Labor Code 245 to 249 (AB 1522, AB 304); https://jurris.com/california/labor-code/245-249/246-3',
     'A person may use 24 hours or 3 usual days, whichever is more. The firm may choose the average of 90 days instead.'),
    ('California paid sick leave',
     '2024-01-01', 30, null, 80, 40, null, false, 89, 0, 12, 'regular_rate_of_week', null,
     'Labor Code 246; SB 616 of 2023, leginfo.legislature.ca.gov',
     'A person may use 40 hours or 5 usual days, and keep 80 hours or 10 days, whichever is more: 60 and 120 hours with shifts of 12. The firm may choose the average of 90 days instead.'),
    ('Colorado paid sick leave',
     '2021-01-01', 30, 48, null, 48, 48, true, 0, 0, 6, 'hourly_rate', null,
     'C.R.S. 8-13.3-402, -403; https://colorado.public.law/statutes/crs_8-13.3-403',
     'Firms of 16 or more; all since 2022-01-01. That carried hours count toward the 48 of the new year, and 6 months: as told.'),
    ('Colorado paid sick leave',
     '2023-01-01', 30, 48, null, 48, 48, true, 0, 0, 6, 'average_of_days', 30,
     '7 CCR 1103-7 rule 3.5; C.R.S. 8-13.3-403',
     'The rate since this day, that carried hours count toward the 48 of the new year, and 6 months: as told. The 80 hours of a public health emergency are apart.'),
    ('Connecticut paid sick leave, 25 or more employees',
     '2025-01-01', 30, 40, null, 40, 40, false, 119, 0, null, 'hourly_rate', null,
     'C.G.S. 31-57r to -57w, P.A. 24-8',
     'Accrues in whole hours; here in fractions. The minimum wage where it is more. No term for coming back was found.'),
    ('Connecticut paid sick leave, 11 to 24 employees',
     '2026-01-01', 30, 40, null, 40, 40, false, 119, 0, null, 'hourly_rate', null,
     'C.G.S. 31-57r to -57w, P.A. 24-8',
     'Accrues in whole hours; here in fractions. The minimum wage where it is more. No term for coming back was found.'),
    ('Connecticut paid sick leave, up to 10 employees',
     '2027-01-01', 30, 40, null, 40, 40, false, 119, 0, null, 'hourly_rate', null,
     'C.G.S. 31-57r to -57w, P.A. 24-8',
     'Accrues in whole hours; here in fractions. The minimum wage where it is more. No term for coming back was found.'),
    ('Illinois Paid Leave for All Workers',
     '2024-01-01', 40, 40, null, 40, null, false, 90, 0, 12, 'hourly_rate', null,
     '820 ILCS 192; 56 Ill. Adm. Code 200.220, .300, .460',
     'For any reason. Use from 2024-03-31. Chicago and Cook County have their own. Of several rates the final rules say nothing that was found.'),
    ('Massachusetts earned sick time, 11 or more employees',
     '2015-07-01', 30, 40, 40, 40, 40, false, 90, 0, null, 'hourly_rate', null,
     'G.L. c. 149 s. 148C; 940 CMR 33.03: https://www.law.cornell.edu/regulations/massachusetts/940-CMR-33-03',
     'Counts all hours of who works mainly in Massachusetts. The terms for coming back, and for several rates, were not read.'),
    ('Maryland sick and safe leave, 15 or more employees',
     '2018-02-11', 30, 40, 64, 64, 40, false, 106, 0, 8.5, 'hourly_rate', null,
     'Labor and Employment 3-1301 to -1311',
     'No use in the first 106 days. Back within 37 weeks: as told. In two weeks of fewer than 24 hours the law lets nothing accrue; here it does.'),
    ('Maine earned paid leave, more than 10 employees',
     '2021-01-01', 40, 40, 40, 40, 40, true, 120, 0, 12, 'regular_rate_of_week_before', null,
     '26 M.R.S. 637; maine.gov, FAQ on earned paid leave',
     'For any reason. Carried hours lessen the 40 of the new year.'),
    ('Maine earned paid leave, more than 10 employees',
     '2025-09-24', 40, 40, 80, 40, 40, false, 120, 0, 12, 'regular_rate_of_week_before', null,
     '26 M.R.S. 637; maine.gov, FAQ on earned paid leave; LD 55',
     'For any reason. Carried hours no longer lessen the 40 of the new year.'),
    ('Michigan earned sick time, 11 or more employees',
     '2025-02-21', 30, null, null, 72, 72, false, 120, 0, null, 'hourly_rate', null,
     'PA 338 of 2018 as amended by PA 2 of 2025, as told. https://www.southhavenmi.com/esta',
     'The statute was not read. Wait only of who was hired on or after 2025-02-21. Sources differ on whether accrual is capped too. No term for coming back was read.'),
    ('Michigan earned sick time, up to 10 employees',
     '2025-10-01', 30, null, null, 40, 40, false, 120, 0, null, 'hourly_rate', null,
     'PA 338 of 2018 as amended by PA 2 of 2025, as told. https://www.southhavenmi.com/esta',
     'The statute was not read. Wait only of who was hired on or after 2025-02-21. Sources differ on whether accrual is capped too. No term for coming back was read.'),
    ('Minnesota earned sick and safe time',
     '2024-01-01', 30, 48, 80, null, null, false, 0, 0, null, 'hourly_rate', null,
     'Minn. Stat. 181.9445 to .9448; FAQ of dli.mn.gov for employees; as told by law firms',
     'Numbers of the department''s FAQ and, for the rate, of law firms. Cities have their own. The term for coming back was not read.'),
    ('Missouri earned paid sick time, 15 or more employees',
     '2025-05-01', 30, null, null, 56, 80, false, 0, 0, null, 'hourly_rate', null,
     'RSMo 290.600 to .642, revisor.mo.gov',
     'Repealed from 2025-08-28. The term for coming back was not read.'),
    ('Missouri earned paid sick time, 15 or more employees',
     '2025-08-28', null, null, null, 56, 80, false, 0, 0, null, 'hourly_rate', null,
     'HB 567 of 2025, as told',
     'Nothing accrues from this day. What became of balances was not found.'),
    ('Missouri earned paid sick time, fewer than 15 employees',
     '2025-05-01', 30, null, null, 40, 80, false, 0, 0, null, 'hourly_rate', null,
     'RSMo 290.600 to .642, revisor.mo.gov',
     'Repealed from 2025-08-28. The term for coming back was not read.'),
    ('Missouri earned paid sick time, fewer than 15 employees',
     '2025-08-28', null, null, null, 40, 80, false, 0, 0, null, 'hourly_rate', null,
     'HB 567 of 2025, as told',
     'Nothing accrues from this day. What became of balances was not found.'),
    ('Nebraska paid sick time, 20 or more employees',
     '2025-10-01', 30, 56, null, 56, null, false, 0, 80, 12, 'hourly_rate', null,
     'Neb. Rev. Stat. 48-3801 ff., LB 415; FAQ of dol.nebraska.gov',
     'Nothing accrues in the first 80 hours. All that is unused is carried. The text on the rate was not read.'),
    ('Nebraska paid sick time, 11 to 19 employees',
     '2025-10-01', 30, 40, null, 40, null, false, 0, 80, 12, 'hourly_rate', null,
     'Neb. Rev. Stat. 48-3801 ff., LB 415; FAQ of dol.nebraska.gov',
     'Nothing accrues in the first 80 hours. All that is unused is carried. The text on the rate was not read.'),
    ('New Jersey earned sick leave',
     '2018-10-29', 30, 40, null, 40, 40, false, 119, 0, 6, 'average_of_workdays', 7,
     'N.J.S.A. 34:11D-1 ff.; N.J.A.C. 12:69-3.6',
     'The 40 hours are those of the year. The average of the seven last workdays is for who has several rates; of one rate it is that. Back within 6 months: as told. Per diem health care staff are not covered.'),
    ('New Mexico paid sick leave',
     '2022-07-01', 30, null, null, 64, 64, false, 0, 0, 12, 'hourly_rate', null,
     'NMSA 50-17-1 ff.; 11.1.6.8 NMAC',
     'Back within 12 months: as told. Per diem staff are covered.'),
    ('Nevada paid leave, 50 or more employees in Nevada',
     '2020-01-01', 52.002, null, null, 40, 40, false, 90, 0, null, 'hourly_rate', null,
     'NRS 608.0197: https://lexace.ai/us/statute/nevada/608.0197; caps as told',
     '0.01923 hours for each hour. For any reason. Temporary, seasonal and on-call staff are not covered, nor firms in their first two years. When somebody comes back was not read.'),
    ('New York sick leave, 100 or more employees',
     '2020-09-30', 30, 56, null, 56, null, false, 0, 0, null, 'regular_rate_of_week', null,
     'Labor Law 196-b; https://www.nysenate.gov/legislation/laws/LAB/196-B',
     'Use from 2021-01-01. The minimum wage where it is more. No term for coming back was found in the statute. New York City has its own law.'),
    ('New York sick leave, 5 to 99 employees',
     '2020-09-30', 30, 40, null, 40, null, false, 0, 0, null, 'regular_rate_of_week', null,
     'Labor Law 196-b; https://www.nysenate.gov/legislation/laws/LAB/196-B',
     'Use from 2021-01-01. The minimum wage where it is more. No term for coming back was found in the statute. New York City has its own law.'),
    ('New York sick leave, up to 4 employees, net income above 1,000,000',
     '2020-09-30', 30, 40, null, 40, null, false, 0, 0, null, 'regular_rate_of_week', null,
     'Labor Law 196-b; https://www.nysenate.gov/legislation/laws/LAB/196-B',
     'Use from 2021-01-01. The minimum wage where it is more. No term for coming back was found in the statute. New York City has its own law.'),
    ('Oregon sick time, 10 or more employees (6 with a place in Portland)',
     '2018-01-01', 30, 40, 80, 40, 40, false, 90, 0, 6, 'regular_rate_of_week', null,
     'ORS 653.601 to .661; OAR 839-007; BOLI''s FAQ: https://www.oregon.gov/boli/TA/Pages/T_FAQ_OregonSickTime.aspx',
     'Use from the 91st day. Back within 180 days. Of several rates the rule was not read to its end.'),
    ('Rhode Island healthy and safe leave, 18 or more employees',
     '2018-07-01', 35, 24, null, 24, 24, false, 90, 0, null, 'hourly_rate', null,
     'R.I.G.L. 28-57-5, webserver.rilegislature.gov; 260-RICR-30-05-5',
     'A firm may have temporary staff wait 180 days and seasonal 150, and leaves per diem nurses out: as told. The term for coming back was not read.'),
    ('Rhode Island healthy and safe leave, 18 or more employees',
     '2019-01-01', 35, 32, null, 32, 32, false, 90, 0, null, 'hourly_rate', null,
     'R.I.G.L. 28-57-5, webserver.rilegislature.gov; 260-RICR-30-05-5',
     'A firm may have temporary staff wait 180 days and seasonal 150, and leaves per diem nurses out: as told. The term for coming back was not read.'),
    ('Rhode Island healthy and safe leave, 18 or more employees',
     '2020-01-01', 35, 40, null, 40, 40, false, 90, 0, null, 'hourly_rate', null,
     'R.I.G.L. 28-57-5, webserver.rilegislature.gov; 260-RICR-30-05-5',
     'A firm may have temporary staff wait 180 days and seasonal 150, and leaves per diem nurses out: as told. The term for coming back was not read.'),
    ('Vermont earned sick time',
     '2017-01-01', 52, 24, null, 24, null, false, 365, 0, null, 'hourly_rate', null,
     '21 V.S.A. 481 to 487, legislature.vermont.gov',
     'Firms of 6 or more; all since 2018-01-01. The law lets a firm have people wait up to a year. Not covered: under 18 hours a week on average, jobs of 20 weeks or fewer, per diem. The minimum wage where it is more.'),
    ('Vermont earned sick time',
     '2019-01-01', 52, 40, null, 40, null, false, 365, 0, null, 'hourly_rate', null,
     '21 V.S.A. 481 to 487, legislature.vermont.gov',
     'The law lets a firm have people wait up to a year. Not covered: under 18 hours a week on average, jobs of 20 weeks or fewer, per diem. The minimum wage where it is more.'),
    ('Washington paid sick leave',
     '2018-01-01', 40, null, null, null, 40, false, 89, 0, 12, 'hourly_rate', null,
     'RCW 49.46.200, .210; WAC 296-128-600 to -770, apps.leg.wa.gov',
     'Carried hours are on top of new ones. The rate is what the hour would have earned.')) as known (
           name, effective_from, hours_per_hour_accrued, year_accrual_cap, balance_cap, year_use_cap, carry_over_hours,
           carried_hours_count, waiting_days, waiting_hours, reinstated_within_months, pay_basis, average_days, source, note)
  join public.leave_plans as plan on plan.name = known.name;
-- end of data move

-- data move: the account of what is taken off for paying in time
-- after columns are added
insert into public.journal_accounts (account, type, name) values ('discounts', 'income', 'Discounts');
-- end of data move

-- data move: the accounts of fees and of sales taxes
-- after columns are added
insert into public.journal_accounts (account, type, name)
values ('fees_msp', 'income', 'MSP fees'),
       ('fees_vms', 'income', 'VMS fees'),
       ('fees_volume', 'income', 'Volume rebates'),
       ('sales_tax', 'liability', 'Sales tax payable');
-- end of data move

-- data move: mappings of files of clients' systems, as far as their columns are published
-- after all
insert into public.import_mappings (name, kind, columns, constants, replacements, source)
values
    ('SAP Fieldglass, report of time sheets', 'time',
     '{"line_id": ["Time Sheet ID", "Time Entry Date", "Rate Component Code", "Cost Center"],
       "worker_number": ["Worker ID"], "work_date": ["Time Entry Date"],
       "hours": ["Time Sheet Billable Hours (by Rate Category)"], "code": ["Rate Component Code"],
       "cost_centre": ["Cost Center"], "approved_on": ["Time Sheet Approved Date"]}',
     '{"system": "SAP Fieldglass"}',
     '{"code": {"ST": "regular", "OT": "regular", "DT": "regular"}}',
     'https://dewintergroup.helpdocsite.com/vms-exchange2/vms-fieldglass-set-up'),
    ('Beeline, Timesheet Base Report', 'time',
     '{"line_id": ["Operational Timesheet - Timesheet Header ID", "Work Date", "Earning Code - Code"],
       "worker_number": ["Contractor - User Name"], "assignment_number": ["Assignment - ID"], "work_date": ["Work Date"],
       "hours": ["Operational Timesheets - Units"], "code": ["Earning Code - Code"],
       "approved": ["Timesheets Status - Name"]}',
     '{"system": "Beeline"}',
     '{"approved": {"Approved": "yes", "Locked": "yes", "Submitted": "no"},
       "code": {"RT": "regular", "OT": "regular", "DT": "regular"}}',
     'https://dewintergroup.helpdocsite.com/bullhorn-support5/vms-beeline-set-up');
-- end of data move

-- data move: firms that are there keep their ways until an admin switches the controls on; a new one has nobody yet
-- after columns are added
update public.organization_settings set controls = 'off'
 where exists (select from public.staff_members) or exists (select from public.facilities);
-- end of data move

-- data move: the acts that may take a second person, and from which amount on
-- after all
insert into public.approval_policies (kind, from_amount)
values ('write_off_invoice', 0), ('settle_short_payment', null), ('waive_interest', 0), ('refund_credit', 0),
       ('credit_invoice', 500), ('arrange_recovery', 0), ('settle_overpayment', 0), ('apply_rate_hit', 5),
       ('hire_candidate', null), ('correct_time_entry', 0), ('change_remit_to', 0), ('change_mail', 0);
-- end of data move

-- data move: areas of work, none of which is closed
-- after all
insert into public.closed_areas (area) values ('time'), ('billing'), ('cash'), ('payroll');
-- end of data move
