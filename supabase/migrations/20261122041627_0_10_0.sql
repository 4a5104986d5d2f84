set local lock_timeout = '5s';

-- From the release before to the source tree. Drafted by `deno task migration 0_10_0`, which
-- writes it anew until it is released. What is written by hand stands between
-- `-- data move: <why>` and `-- end of data move`, and is kept.

SET local check_function_bodies = off;

DROP TRIGGER "checks_change_until_they_are_reconciled" ON "public"."checks";

DROP TRIGGER "new_invoices_are_unpaid" ON "public"."invoices";

DROP TRIGGER "paid_amounts_follow_payments" ON "public"."invoices";

DROP INDEX "public"."checks_by_facility";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "adjustment_lines_have_no_time_entry";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "invoice_lines_time_entry_id_fkey";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "time_line_is_hours_times_rate";

ALTER TABLE "public"."payroll_item_lines"
  DROP CONSTRAINT "payroll_item_lines_time_entry_id_fkey";

DROP FUNCTION "private"."advance_payroll_batch_status"(uuid, text);

DROP FUNCTION "private"."refuse_paid_amounts"();

DROP FUNCTION "private"."weekly_billing_run"(date, boolean);

DROP FUNCTION "private"."write_off_invoice"(uuid, numeric, text);

DROP FUNCTION "public"."advance_payroll_batch_status"(uuid, text);

DROP FUNCTION "public"."advancepayrollbatch_status"(uuid, text);

DROP FUNCTION "public"."weekly_billing_run"(date, boolean);

DROP FUNCTION "public"."weeklybillingrun"(date, boolean);

DROP FUNCTION "public"."write_off_invoice"(uuid, numeric, text);

CREATE TABLE "private"."requests" (
  "id"         uuid                     NOT NULL,
  "procedure"  text                     NOT NULL,
  "arguments"  jsonb                    NOT NULL,
  "row_id"     uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "requests_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE private.requests FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."checks"
  ADD COLUMN "entered_again" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.advance_payroll_batch_status (
  payroll_batch_id uuid,
  expected_status  text,
  request_id       uuid
)
  RETURNS public.payroll_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_steps constant text[] := '{draft,in_review,approved}';
    v_expected_step constant int := array_position(v_steps, advance_payroll_batch_status.expected_status);
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
    v_repeated_id uuid;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_batch_id', advance_payroll_batch_status.payroll_batch_id));
    if advance_payroll_batch_status.expected_status not in ('draft', 'in_review') then
        perform private.refuse(
            400, 'expected_status_unknown',
            format('A batch cannot advance from %L.', advance_payroll_batch_status.expected_status),
            'Expect draft or in_review, or leave expected_status out.');
    end if;

    v_repeated_id := private.row_of_request(
        advance_payroll_batch_status.request_id, 'advance_payroll_batch_status',
        jsonb_build_object('payroll_batch_id', advance_payroll_batch_status.payroll_batch_id,
                           'expected_status', advance_payroll_batch_status.expected_status),
        advance_payroll_batch_status.payroll_batch_id);
    if v_repeated_id is not null then
        select batch.* into v_batch from public.payroll_batches as batch where batch.id = v_repeated_id;
        return v_batch;
    end if;

    v_before := private.hold_payroll_batch(advance_payroll_batch_status.payroll_batch_id);
    if v_before.status = v_steps[v_expected_step + 1] then
        return v_before;
    end if;
    if v_before.status not in ('draft', 'in_review') then
        perform private.refuse_payroll_batch(v_before);
    end if;
    if v_before.status <> advance_payroll_batch_status.expected_status then
        perform private.refuse(
            409, 'payroll_batch_status_unexpected',
            format('The payroll batch is %s, not %s.', v_before.status, advance_payroll_batch_status.expected_status),
            'Look at the batch as it is now, then call again.');
    end if;

    if v_before.status = 'in_review' then
        perform private.require_second_approver(v_before);
        update public.payroll_batches as batch
           set status = 'approved', approved_by = private.user_id()
         where batch.id = v_before.id
        returning * into v_batch;
    else
        update public.payroll_batches as batch
           set status = 'in_review', in_review_by = private.user_id()
         where batch.id = v_before.id
        returning * into v_batch;
    end if;
    perform private.audit(
        'advance_payroll_batch_status', 'payroll_batches', v_batch.id, to_jsonb(v_before), to_jsonb(v_batch));
    return v_batch;
end;
$function$;

REVOKE ALL ON FUNCTION private.advance_payroll_batch_status(uuid,text,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_database_of_pg_net()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION private.check_database_of_pg_net() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_employment (
  contractor      public.contractors,
  employment_type text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if (check_employment.contractor).employment_type <> check_employment.employment_type
        and exists (select from public.time_entries as entry
                      join public.assignments as assignment on assignment.id = entry.assignment_id
                     where assignment.contractor_id = (check_employment.contractor).id and entry.is_payable) then
        perform private.refuse(
            409, 'contractor_employed_otherwise',
            format('The contractor has approved time as %s and cannot become %s: overtime and pay of past weeks depend on it.',
                   (check_employment.contractor).employment_type, check_employment.employment_type),
            format('Leave the employment_type %s.', (check_employment.contractor).employment_type));
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_employment(public.contractors,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_hire (
  start_date            date,
  bill_rate             numeric,
  pay_rate              numeric,
  end_date              date,
  overtime_rule         text,
  employment_type       text,
  renewal_date          date,
  allow_negative_margin boolean
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.require_finite_dates(jsonb_build_object(
        'start_date', check_hire.start_date, 'end_date', check_hire.end_date,
        'renewal_date', check_hire.renewal_date));
    perform private.require_plausible_days(jsonb_build_object(
        'end_date', check_hire.end_date, 'renewal_date', check_hire.renewal_date));
    if check_hire.end_date < check_hire.start_date then
        perform private.refuse(
            400, 'assignment_ends_before_start',
            format('The assignment would end on %s, before it starts on %s.', check_hire.end_date, check_hire.start_date),
            'Give an end_date on or after the start_date, or none.');
    end if;
    if check_hire.renewal_date < check_hire.start_date then
        perform private.refuse(
            400, 'renewal_before_start',
            format('The contract would come up for renewal on %s, before it starts on %s.',
                   check_hire.renewal_date, check_hire.start_date),
            'Give a renewal_date on or after the start_date, or none.');
    end if;

    perform private.require_rate('bill_rate', check_hire.bill_rate);
    perform private.require_rate('pay_rate', check_hire.pay_rate);
    if check_hire.pay_rate > check_hire.bill_rate and check_hire.allow_negative_margin is not true then
        perform private.refuse(
            400, 'pay_exceeds_bill',
            format('An hour would pay %s and bill only %s.', check_hire.pay_rate, check_hire.bill_rate),
            'Correct the rates, or pass allow_negative_margin to place them at a loss.');
    end if;

    if (check_hire.overtime_rule in ('none', 'flsa', 'california', 'colorado')) is not true then
        perform private.refuse(
            400, 'overtime_rule_unknown',
            format('There is no overtime rule %s.', coalesce(check_hire.overtime_rule, 'null')),
            'Give none, flsa, california or colorado.');
    end if;
    if (check_hire.employment_type in ('w2', '1099')) is not true then
        perform private.refuse(
            400, 'employment_type_unknown',
            format('There is no employment type %s.', coalesce(check_hire.employment_type, 'null')),
            'Give w2 or 1099.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_check_entry()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_other public.checks;
begin
    -- Of two who enter the same at once, the second waits and then sees the first's.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(
        format('private.guard_check_entry %s %s', new.facility_id, btrim(new.check_number)), 0));
    select other.*
      into v_other
      from public.checks as other
     where other.facility_id = new.facility_id
       and btrim(other.check_number) = btrim(new.check_number)
       and other.method = new.method
       and other.amount = new.amount
       and other.status <> 'returned'
       and other.id <> new.id
     order by other.created_at
     limit 1;
    if found then
        perform private.refuse(
            409, 'check_already_entered',
            format('The facility''s %s %s over %s was entered already: received on %s, %s.',
                   v_other.method, v_other.check_number, v_other.amount, v_other.received_on, v_other.status),
            format('Use check %s; if this is another one, enter it with entered_again = true.', v_other.id));
    end if;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_check_entry() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_employment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.check_employment(old, new.employment_type);
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_employment() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_invoice_line_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_released constant boolean := old.released_at is null and new.released_at is not null;
begin
    if old.released_at is not null and private.is_of_deleted_time(old.time_entry_id)
        and to_jsonb(new) = to_jsonb(old) || '{"time_entry_id": null}' then
        return new; -- on behalf of the foreign key
    end if;
    new.released_at := old.released_at;
    if v_released and new is not distinct from old
        and exists (select from public.invoices as invoice
                     where invoice.id = old.invoice_id and invoice.status = 'void') then
        new.released_at := (private.clock()).at;
        return new;
    end if;
    perform private.check_invoices_are_drafts(array[old.invoice_id, new.invoice_id]);
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_invoice_move()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    if tg_op = 'UPDATE' then
        if old.status <> new.status and (old.status, new.status) not in (
            ('draft', 'sent'), ('draft', 'void'), ('sent', 'void'),
            ('sent', 'partially_paid'), ('sent', 'paid'), ('partially_paid', 'paid'),
            ('paid', 'partially_paid'), ('paid', 'sent'), ('partially_paid', 'sent'))
            and not (old.status = 'paid' and old.total = 0 and new.status = 'void') then
            perform private.refuse(
                409, 'invoice_move_not_legal',
                format('Invoice %s cannot go from %s to %s.',
                       coalesce(old.number, '(draft)'), old.status, new.status),
                'Drafts are sent or voided, sent invoices are paid or voided; a void invoice stays void.');
        end if;
        if old.status <> 'draft'
            and (old.id, old.number, old.facility_id, old.kind, old.period_start, old.period_end,
                 old.issue_date, old.due_date, old.total, old.sent_at, old.created_at)
                is distinct from
                (new.id, new.number, new.facility_id, new.kind, new.period_start, new.period_end,
                 new.issue_date, new.due_date, new.total, new.sent_at, new.created_at) then
            perform private.refuse(
                409, 'invoice_not_draft',
                format('Invoice %s is %s: what it bills no longer changes.',
                       coalesce(old.number, '(draft)'), old.status),
                'Void it and create another, or bill the difference on a new invoice.');
        end if;
    end if;

    -- Where nothing is owed there is nothing to wait for.
    if new.status = 'sent' and new.total = 0 then
        new.status := 'paid';
    end if;

    -- Each state carries its instant; whoever sets the state need not know the time.
    if new.status in ('sent', 'partially_paid', 'paid') or new.number is not null then
        new.sent_at := coalesce(new.sent_at, v_now);
        new.issue_date := coalesce(new.issue_date, new.due_date);
    end if;
    new.paid_at := case when new.status = 'paid' then coalesce(new.paid_at, v_now) end;
    new.voided_at := case when new.status = 'void' then coalesce(new.voided_at, v_now) end;
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_money_of_check()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_check_id uuid;
    v_check record;
begin
    if tg_table_name = 'checks' then
        v_check_id := new.id;
    elsif tg_table_name = 'facility_credits' then
        v_check_id := new.check_id;
    else
        select coalesce(reconciliation.check_id, credit.check_id)
          into v_check_id
          from public.check_reconciliations as reconciliation
          left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id
         where reconciliation.id = new.check_reconciliation_id;
    end if;

    select received.check_number, received.amount, received.status,
           (select coalesce(sum(payment.amount), 0)
              from public.check_reconciliations as reconciliation
              join public.payments as payment on payment.check_reconciliation_id = reconciliation.id
             where reconciliation.check_id = received.id and payment.reversed_at is null) as paid,
           coalesce(credits.kept, 0) as kept,
           coalesce(credits.are_right, true) as credits_are_right
      into v_check
      from public.checks as received
     cross join lateral (
           select sum(credit.amount) filter (where credit.reversed_at is null) as kept,
                  bool_and(spent.amount = case when credit.reversed_at is null then credit.amount - credit.remaining
                                               else 0 end) as are_right
             from public.facility_credits as credit
            cross join lateral (
                  select coalesce(sum(payment.amount), 0) as amount
                    from public.check_reconciliations as reconciliation
                    join public.payments as payment on payment.check_reconciliation_id = reconciliation.id
                   where reconciliation.facility_credit_id = credit.id and payment.reversed_at is null) as spent
            where credit.check_id = received.id) as credits
     where received.id = v_check_id;
    if v_check.paid + v_check.kept <> (case v_check.status when 'reconciled' then v_check.amount else 0 end)
        or not v_check.credits_are_right then
        perform private.refuse(
            409, 'check_does_not_add_up',
            format('The check %s over %s is %s: payments in force of %s, a credit of %s and what is left of it do not fit.',
                   coalesce(v_check.check_number, v_check_id::text), v_check.amount, v_check.status, v_check.paid,
                   v_check.kept),
            'Post it with confirm_check_reconciliation and take it back with return_check.');
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_money_of_check() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_overtime_rule()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if exists (select from public.time_entries as entry
                where entry.assignment_id = new.id and entry.is_payable) then
        perform private.refuse(
            409, 'overtime_rule_in_use',
            format('The assignment has approved time under the rule %s: what it billed and paid depends on it.',
                   old.overtime_rule),
            'End the assignment and make another under the other rule.');
    end if;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_overtime_rule() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_paid_amounts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if tg_op = 'UPDATE' and (
        select (new.amount_paid, new.interest_paid, new.principal_paid_on) is not distinct from (
                   coalesce(sum(payment.amount) filter (where payment.component = 'principal'), 0),
                   coalesce(sum(payment.amount) filter (where payment.component = 'interest'), 0),
                   max(payment.paid_on) filter (where payment.component = 'principal'))
          from public.payments as payment
         where payment.invoice_id = new.id and payment.reversed_at is null) then
        return new;
    end if;
    perform private.refuse(
        409, 'paid_amounts_follow_payments',
        format('The paid amounts of invoice %s are not written by hand.', coalesce(new.number, '(draft)')),
        'Send the invoice, and record the payments: its paid amounts and its state follow them.');
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_paid_amounts() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_payroll_line_changes()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    -- Released once, by a batch that is discarded, and without its entry once that is gone; all else is for drafts.
    perform private.check_batches_are_drafts(array(
        select distinct item.payroll_batch_id
          from after_rows as line
          join before_rows as before on before.id = line.id
          join public.payroll_items as item on item.id in (line.payroll_item_id, before.payroll_item_id)
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where not (batch.status = 'discarded'
                    and ((before.released_at is null
                          and to_jsonb(line) - 'released_at' = to_jsonb(before) - 'released_at')
                         or (private.is_of_deleted_time(before.time_entry_id) -- on behalf of the foreign key
                             and to_jsonb(line) = to_jsonb(before) || '{"time_entry_id": null}')))));
    if exists (
        select from after_rows as line
          join public.payroll_items as item on item.id = line.payroll_item_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where line.released_at is not null and batch.status <> 'discarded') then
        perform private.refuse(
            409, 'payroll_batch_not_discarded',
            'A line of a payroll batch is released when its batch is discarded, not by itself.',
            'Call discard_payroll_batch.');
    end if;
    return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_of_deleted_time (
  time_entry_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    return is_of_deleted_time.time_entry_id is not null
       and not exists (
           select from public.time_entries as entry where entry.id = is_of_deleted_time.time_entry_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.is_of_deleted_time(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.is_plausible_day (
  day date
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
    select is_plausible_day.day between date '2000-01-01' and date '2100-12-31';
$function$;

REVOKE ALL ON FUNCTION private.is_plausible_day(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_day()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.require_plausible_days(jsonb_build_object(tg_argv[0], to_jsonb(new) -> tg_argv[0]));
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_day() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_view_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        403, 'view_is_read_only',
        format('The view %s is read, not written.', tg_table_name),
        'Write the tables behind it, or call the procedure that does.');
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_view_write() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_plausible_days (
  days jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_beyond constant text := (
        select string_agg(format('%s %s', named.key, named.value), ', ' order by named.key)
          from jsonb_each_text(require_plausible_days.days) as named
         where not private.is_plausible_day(named.value::date));
begin
    if v_beyond is not null then
        perform private.refuse(
            400, 'day_out_of_range',
            format('These days cannot be meant: %s.', v_beyond),
            'Give a day from 2000-01-01 to 2100-12-31.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_plausible_days(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.row_of_request (
  request_id uuid,
  procedure  text,
  arguments  jsonb,
  row_id     uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_first private.requests;
begin
    if row_of_request.request_id is null then
        return null;
    end if;
    -- Of two at once, the second waits here until the first is through.
    insert into private.requests (id, procedure, arguments, row_id)
    values (row_of_request.request_id, row_of_request.procedure, row_of_request.arguments, row_of_request.row_id)
        on conflict on constraint requests_pkey do nothing;
    if found then
        return null;
    end if;
    select first.* into v_first from private.requests as first where first.id = row_of_request.request_id;
    if v_first.procedure <> row_of_request.procedure or v_first.arguments <> row_of_request.arguments then
        perform private.refuse(
            409, 'request_id_reused',
            format('The request %s was another one: %s with %s.', v_first.id, v_first.procedure, v_first.arguments),
            'Give each request an id of its own, and the same id only with the same arguments.');
    end if;
    return v_first.row_id;
end;
$function$;

REVOKE ALL ON FUNCTION private.row_of_request(uuid,text,jsonb,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.schedule_maintenance_jobs (
  base_url                 text,
  cron_shared_secret       text DEFAULT NULL::text,
  job_path                 text DEFAULT '/functions/v1/cron-<job>'::text,
  lock_ended_schedule      text DEFAULT '5 * * * *'::text,
  accrue_interest_schedule text DEFAULT '10,25,40,55 * * * *'::text
)
  RETURNS TABLE (
    job_name text,
    schedule text,
    command  text
  )
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    -- Blanks around it don't count, as for the functions: a secret read from a file ends in a newline.
    v_secret constant text := regexp_replace(schedule_maintenance_jobs.cron_shared_secret, '^\s+|\s+$', '', 'g');
begin
    perform private.require_arguments(jsonb_build_object(
        'base_url', schedule_maintenance_jobs.base_url,
        'job_path', schedule_maintenance_jobs.job_path,
        'lock_ended_schedule', schedule_maintenance_jobs.lock_ended_schedule,
        'accrue_interest_schedule', schedule_maintenance_jobs.accrue_interest_schedule));
    perform private.check_job_address(schedule_maintenance_jobs.base_url, schedule_maintenance_jobs.job_path);
    if v_secret ~ '^$|[[:cntrl:]]' then
        perform private.refuse(
            400, 'cron_secret_not_valid',
            'The secret is blank or has a control character in it.',
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
        'lock-ended', schedule_maintenance_jobs.lock_ended_schedule,
        'select private.request_job(''lock-ended'')');
    perform private.schedule_job(
        'accrue-interest', schedule_maintenance_jobs.accrue_interest_schedule,
        'select private.request_job(''accrue-interest'')');
    -- pg_cron keeps its history for ever. A run that could not connect has no times, but its place among the others.
    perform private.schedule_job(
        'purge-job-history', '30 3 * * *',
        'delete from cron.job_run_details where runid <= '
        '(select max(runid) from cron.job_run_details where end_time < now() - interval ''7 days''); '
        'delete from private.job_requests where requested_at < now() - interval ''7 days''');

    return query execute $cron$
        select job.jobname::text, job.schedule, job.command
          from cron.job as job
         where job.jobname in (select ours.name from private.jobs as ours union all select 'purge-job-history') and job.username = current_user
         order by job.jobid
    $cron$;
end;
$function$;

CREATE OR REPLACE FUNCTION private.send_invoices (
  invoice_ids uuid[],
  issue_date  date
)
  RETURNS SETOF public.invoices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_issue_date constant date := coalesce(send_invoices.issue_date, (private.clock()).business_date);
    v_invoice_ids constant uuid[] := array(
        select wanted.id
          from unnest(send_invoices.invoice_ids) with ordinality as wanted (id, position)
         group by wanted.id
         order by min(wanted.position));
    v_draft_ids uuid[];
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_ids', send_invoices.invoice_ids));
    perform private.require_arguments(jsonb_object_agg(format('invoice_ids[%s]', wanted.position), wanted.id))
       from unnest(send_invoices.invoice_ids) with ordinality as wanted (id, position);
    perform private.require_finite_dates(jsonb_build_object('issue_date', v_issue_date));
    perform private.require_plausible_days(jsonb_build_object('issue_date', v_issue_date));
    if cardinality(v_invoice_ids) > 1000 then
        perform private.refuse(
            400, 'too_many_invoices',
            format('These are %s invoices; at most 1000 are sent at once.', cardinality(v_invoice_ids)),
            'Send them in several calls.');
    end if;

    perform private.hold_invoices(v_invoice_ids);
    perform private.check_invoices_sendable(v_invoice_ids);

    v_draft_ids := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.id = any (v_invoice_ids) and invoice.status = 'draft'
         order by array_position(v_invoice_ids, invoice.id));
    if cardinality(v_draft_ids) > 0 then
        perform private.send_drafts(v_draft_ids, v_issue_date);
    end if;

    return query
        select invoice.*
          from public.invoices as invoice
         where invoice.id = any (v_invoice_ids)
         order by array_position(v_invoice_ids, invoice.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_invoice_numbers (
  year  integer,
  count integer
)
  RETURNS text[]
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_prefix constant text := (
        select format('%s-%s-', settings.invoice_number_prefix, take_invoice_numbers.year)
          from public.organization_settings as settings);
    v_last int;
    v_number text;
    v_numbers text[] := '{}';
begin
    insert into private.last_invoice_numbers (year, last_number)
    values (take_invoice_numbers.year, 0)
        on conflict on constraint last_invoice_numbers_pkey do nothing; -- somebody else was first
    select counter.last_number
      into v_last
      from private.last_invoice_numbers as counter
     where counter.year = take_invoice_numbers.year
       for update;
    -- Numbers of ours that came from elsewhere are followed: all of the same length, the last is the highest.
    v_last := greatest(v_last, (
        select right(invoice.number, 6)::int
          from public.invoices as invoice
         where invoice.number between v_prefix || '000000' and v_prefix || '999999'
           and left(invoice.number, -6) = v_prefix
           and right(invoice.number, 6) ~ '^[0-9]{6}$'
         order by invoice.number desc
         limit 1));

    while cardinality(v_numbers) < take_invoice_numbers.count loop
        v_last := v_last + 1;
        v_number := v_prefix || lpad(v_last::text, greatest(6, length(v_last::text)), '0');
        -- Past six digits, text that came from elsewhere may be the same.
        continue when exists (select from public.invoices as invoice where invoice.number = v_number);
        v_numbers := v_numbers || v_number;
    end loop;

    update private.last_invoice_numbers as counter
       set last_number = v_last
     where counter.year = take_invoice_numbers.year;
    return v_numbers;
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_up_contractor (
  candidate       public.candidates,
  employment_type text
)
  RETURNS public.contractors
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_before public.contractors;
    v_after public.contractors;
begin
    -- Another candidate with this e-mail may be hired at this moment: then there is a contractor after all.
    loop
        v_before := private.lock_contractor_of(take_up_contractor.candidate);
        exit when v_before.id is not null;
        insert into public.contractors (candidate_id, first_name, last_name, email, employment_type)
        values ((take_up_contractor.candidate).id, (take_up_contractor.candidate).first_name,
                (take_up_contractor.candidate).last_name, btrim((take_up_contractor.candidate).email),
                take_up_contractor.employment_type)
        on conflict do nothing
        returning * into v_after;
        if found then
            perform private.audit('hire_candidate', 'contractors', v_after.id, null, to_jsonb(v_after));
            return v_after;
        end if;
    end loop;

    perform private.check_employment(v_before, take_up_contractor.employment_type);
    update public.contractors as contractor
       set candidate_id = (take_up_contractor.candidate).id,
           employment_type = take_up_contractor.employment_type,
           is_active = true
     where contractor.id = v_before.id
       and (contractor.candidate_id, contractor.employment_type, contractor.is_active)
           is distinct from ((take_up_contractor.candidate).id, take_up_contractor.employment_type, true)
    returning * into v_after;
    if not found then
        return v_before;
    end if;
    perform private.audit('hire_candidate', 'contractors', v_after.id, to_jsonb(v_before), to_jsonb(v_after));
    return v_after;
end;
$function$;

CREATE OR REPLACE FUNCTION private.weekly_billing_run (
  week_start date,
  dry_run    boolean,
  request_id uuid
)
  RETURNS public.billing_runs
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_week_start constant date := coalesce(
        weekly_billing_run.week_start, private.workweek_start((private.clock()).business_date) - 7);
    v_dry_run constant boolean := weekly_billing_run.dry_run is true;
    v_facility_ids uuid[];
    v_outcomes jsonb;
    v_late_entries int;
    v_run_id constant uuid := gen_random_uuid();
    v_repeated_id uuid;
    v_run public.billing_runs;
begin
    perform private.require_role('billing');
    perform private.require_finite_dates(jsonb_build_object('week_start', v_week_start));
    if v_week_start <> private.workweek_start(v_week_start) then
        perform private.refuse(
            400, 'week_start_not_first_day',
            format('No workweek starts on %s.', v_week_start),
            format('Give %s, or another first day of a workweek.', private.workweek_start(v_week_start)));
    end if;

    v_repeated_id := private.row_of_request(
        weekly_billing_run.request_id, 'weekly_billing_run',
        jsonb_build_object('week_start', weekly_billing_run.week_start, 'dry_run', v_dry_run), v_run_id);
    if v_repeated_id is not null then
        select run.* into v_run from public.billing_runs as run where run.id = v_repeated_id;
        return v_run;
    end if;

    perform private.bill_alone();
    v_facility_ids := array(select private.facilities_of_week(v_week_start));
    perform private.hold_drafts_of_week(v_facility_ids, v_week_start);
    begin
        v_outcomes := private.bill_week_of_each(v_facility_ids, v_week_start);
        v_late_entries := private.count_late_entries(v_week_start + 6);
        if v_dry_run then
            raise exception 'only tried' using errcode = 'DRYRN';
        end if;
    exception when sqlstate 'DRYRN' then
        null; -- all that was done is undone; what came of it is known
    end;

    insert into public.billing_runs (
        id, week_start, week_end, dry_run, invoices_created, invoices_existing, facilities_skipped, entries_billed,
        amount, late_entries, details)
    select v_run_id, v_week_start, v_week_start + 6, v_dry_run,
           count(*) filter (where outcome.outcome = 'created'),
           count(*) filter (where outcome.outcome = 'existing'),
           count(*) filter (where outcome.outcome = 'skipped'),
           coalesce(sum(outcome.entries), 0),
           coalesce(sum(outcome.amount), 0),
           v_late_entries,
           coalesce(jsonb_agg(
               case when v_dry_run and outcome.outcome = 'created' then outcome.detail - 'invoice_id'
                    else outcome.detail end
               order by outcome.facility, outcome.facility_id), '[]')
      from (select detail, detail ->> 'outcome' as outcome, (detail ->> 'entries')::int as entries,
                   (detail ->> 'amount')::numeric as amount, detail ->> 'facility' as facility,
                   detail ->> 'facility_id' as facility_id
              from jsonb_array_elements(v_outcomes) as detail) as outcome
    returning * into v_run;
    return v_run;
end;
$function$;

REVOKE ALL ON FUNCTION private.weekly_billing_run(date,boolean,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.write_off_invoice (
  invoice_id uuid,
  amount     numeric,
  reason     text,
  request_id uuid
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_invoice public.invoices;
    v_result public.invoices;
    v_repeated_id uuid;
    v_interest_owed numeric;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'invoice_id', write_off_invoice.invoice_id, 'amount', write_off_invoice.amount));
    perform private.require_amount('amount', write_off_invoice.amount);
    perform private.require_reason(write_off_invoice.reason);

    v_repeated_id := private.row_of_request(
        write_off_invoice.request_id, 'write_off_invoice',
        jsonb_build_object('invoice_id', write_off_invoice.invoice_id, 'amount', write_off_invoice.amount,
                           'reason', write_off_invoice.reason),
        write_off_invoice.invoice_id);
    if v_repeated_id is not null then
        select invoice.* into v_result from public.invoices as invoice where invoice.id = v_repeated_id;
        return v_result;
    end if;

    perform private.hold_invoices(array[write_off_invoice.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = write_off_invoice.invoice_id;
    if v_invoice.status in ('draft', 'void') then
        perform private.refuse_payments(array[v_invoice.id]);
    end if;
    v_interest_owed := greatest(v_invoice.interest_balance, 0.00);
    if write_off_invoice.amount > v_invoice.balance + v_interest_owed then
        perform private.refuse(
            409, 'write_off_over_owed',
            format('Invoice %s owes %s of principal and %s of interest, less than %s.',
                   v_invoice.number, v_invoice.balance, v_interest_owed, write_off_invoice.amount),
            'Write off at most what is owed.');
    end if;

    insert into public.payments (invoice_id, source, paid_on, component, amount, reason)
    select v_invoice.id, 'write_off', clock.business_date, part.component, part.amount, write_off_invoice.reason
      from private.clock() as clock
     cross join lateral (values
           ('principal', least(write_off_invoice.amount, v_invoice.balance)),
           ('interest', write_off_invoice.amount - v_invoice.balance)) as part (component, amount)
     where part.amount > 0;
    perform private.audit_invoices('write_off_invoice', array[v_invoice]);
    select invoice.* into v_result from public.invoices as invoice where invoice.id = v_invoice.id;
    return v_result;
end;
$function$;

REVOKE ALL ON FUNCTION private.write_off_invoice(uuid,numeric,text,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.advance_payroll_batch_status (
  payroll_batch_id uuid,
  expected_status  text DEFAULT NULL::text,
  request_id       uuid DEFAULT NULL::uuid
)
  RETURNS public.payroll_batches
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.advance_payroll_batch_status(payroll_batch_id, expected_status, request_id); $function$;

REVOKE ALL ON FUNCTION "public"."advance_payroll_batch_status"(uuid, text, uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.advancepayrollbatch_status (
  payroll_batch_id uuid,
  expected_status  text DEFAULT NULL::text,
  request_id       uuid DEFAULT NULL::uuid
)
  RETURNS public.payroll_batches
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.advance_payroll_batch_status(payroll_batch_id, expected_status, request_id); $function$;

REVOKE ALL ON FUNCTION "public"."advancepayrollbatch_status"(uuid, text, uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.weekly_billing_run (
  week_start date    DEFAULT NULL::date,
  dry_run    boolean DEFAULT false,
  request_id uuid    DEFAULT NULL::uuid
)
  RETURNS public.billing_runs
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.weekly_billing_run(week_start, dry_run, request_id); $function$;

REVOKE ALL ON FUNCTION "public"."weekly_billing_run"(date, boolean, uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.weeklybillingrun (
  week_start date    DEFAULT NULL::date,
  dry_run    boolean DEFAULT false,
  request_id uuid    DEFAULT NULL::uuid
)
  RETURNS public.billing_runs
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.weekly_billing_run(week_start, dry_run, request_id); $function$;

REVOKE ALL ON FUNCTION "public"."weeklybillingrun"(date, boolean, uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.write_off_invoice (
  invoice_id uuid,
  amount     numeric,
  reason     text,
  request_id uuid    DEFAULT NULL::uuid
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.write_off_invoice(invoice_id, amount, reason, request_id); $function$;

REVOKE ALL ON FUNCTION "public"."write_off_invoice"(uuid, numeric, text, uuid) FROM PUBLIC, "anon";

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "adjustment_lines_have_no_time_entry" CHECK (
CASE
    WHEN (kind = 'adjustment'::text) THEN (time_entry_id IS NULL)
    ELSE ((time_entry_id IS NOT NULL) OR (released_at IS NOT NULL))
END);

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "invoice_lines_time_entry_id_fkey" FOREIGN KEY (time_entry_id) REFERENCES public.time_entries(id) ON DELETE SET NULL;

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "time_line_is_hours_times_rate" CHECK (((kind = 'adjustment'::text) OR (((work_date IS
    NOT NULL) AND (hours > (0)::numeric) AND (rate > (0)::numeric) AND (multiplier >= (1)::numeric) AND (amount = round(((hours * rate) * multiplier), 2))) IS TRUE)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "invoice_number_is_short" CHECK (((char_length(number) <= 40) AND (number ~ '\S'::text)));

ALTER TABLE "public"."payroll_item_lines"
  ADD CONSTRAINT "payroll_item_lines_time_entry_id_fkey" FOREIGN KEY (time_entry_id) REFERENCES public.time_entries(id) ON DELETE SET NULL;

CREATE VIEW "public"."contractAlerts" WITH (security_invoker=true) AS  SELECT id,
    contract_renewal_id,
    days_before,
    due_on,
    acknowledged_at,
    created_at
   FROM public.contract_alerts alert;

REVOKE ALL ON TABLE "public"."contractAlerts" FROM "anon";

CREATE INDEX checks_by_facility ON public.checks USING btree (facility_id, btrim(check_number));

CREATE TRIGGER ar_aging_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.ar_aging
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER assignment_margin_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.assignment_margin
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER overtime_rule_stays_once_time_is_approved
  BEFORE UPDATE ON public.assignments
  FOR EACH ROW
  WHEN ((old.overtime_rule IS DISTINCT FROM new.overtime_rule))
  EXECUTE FUNCTION private.guard_overtime_rule();

CREATE CONSTRAINT TRIGGER changed_checks_add_up
  AFTER UPDATE ON public.checks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (((old.status IS DISTINCT FROM new.status) OR (old.amount IS DISTINCT FROM new.amount)))
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE TRIGGER checks_are_entered_once
  BEFORE INSERT ON public.checks
  FOR EACH ROW
  WHEN (((new.check_number ~ '\S'::text) AND (new.status <> 'returned'::text) AND (NOT new.entered_again)))
  EXECUTE FUNCTION private.guard_check_entry();

CREATE TRIGGER checks_become_no_other_check
  BEFORE UPDATE ON public.checks
  FOR EACH ROW
  WHEN
    (((new.check_number ~ '\S'::text) AND (new.status = 'received'::text) AND (NOT new.entered_again) AND ((old.facility_id IS DISTINCT FROM new.facility_id) OR (old.check_number
    IS DISTINCT FROM new.check_number) OR (old.method IS DISTINCT FROM new.method) OR (old.amount IS DISTINCT FROM new.amount) OR
    (old.entered_again IS DISTINCT FROM new.entered_again))))
  EXECUTE FUNCTION private.guard_check_entry();

CREATE TRIGGER checks_change_until_they_are_reconciled
  BEFORE UPDATE ON public.checks
  FOR EACH ROW
  WHEN
    (((old.status <> 'received'::text) AND ((old.id IS DISTINCT FROM new.id) OR (old.facility_id IS DISTINCT FROM new.facility_id) OR (old.check_number IS DISTINCT FROM
    new.check_number) OR (old.method IS DISTINCT FROM new.method) OR (old.amount IS DISTINCT FROM new.amount) OR (old.received_on IS DISTINCT FROM new.received_on) OR
    (old.entered_again IS DISTINCT FROM new.entered_again) OR (old.created_at IS DISTINCT FROM new.created_at) OR
    ((new.status <> old.status) AND (new.status <> 'returned'::text)))))
  EXECUTE FUNCTION
    private.refuse_write('check_not_received', 'A check that is reconciled or returned does not change.',
    'Return it with return_check, and enter what came instead as another one.');

CREATE TRIGGER checks_come_on_plausible_days
  BEFORE INSERT ON public.checks
  FOR EACH ROW
  WHEN ((isfinite(new.received_on) AND (NOT private.is_plausible_day(new.received_on))))
  EXECUTE FUNCTION private.refuse_day('received_on');

CREATE TRIGGER checks_move_to_plausible_days
  BEFORE UPDATE ON public.checks
  FOR EACH ROW
  WHEN (((old.received_on IS DISTINCT FROM new.received_on) AND isfinite(new.received_on) AND (NOT private.is_plausible_day(new.received_on))))
  EXECUTE FUNCTION private.refuse_day('received_on');

CREATE CONSTRAINT TRIGGER new_checks_add_up
  AFTER INSERT ON public.checks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.status <> 'received'::text))
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE TRIGGER contract_alerts_resource_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public."contractAlerts"
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER renewals_come_on_plausible_days
  BEFORE INSERT ON public.contract_renewals
  FOR EACH ROW
  WHEN ((isfinite(new.renewal_date) AND (NOT private.is_plausible_day(new.renewal_date))))
  EXECUTE FUNCTION private.refuse_day('renewal_date');

CREATE TRIGGER renewals_move_to_plausible_days
  BEFORE UPDATE ON public.contract_renewals
  FOR EACH ROW
  WHEN (((old.renewal_date IS DISTINCT FROM new.renewal_date) AND isfinite(new.renewal_date) AND (NOT private.is_plausible_day(new.renewal_date))))
  EXECUTE FUNCTION private.refuse_day('renewal_date');

CREATE TRIGGER employment_stays_once_time_is_approved
  BEFORE UPDATE ON public.contractors
  FOR EACH ROW
  WHEN ((old.employment_type IS DISTINCT FROM new.employment_type))
  EXECUTE FUNCTION private.guard_employment();

CREATE CONSTRAINT TRIGGER changed_credits_add_up
  AFTER UPDATE ON public.facility_credits DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE CONSTRAINT TRIGGER new_credits_add_up
  AFTER INSERT ON public.facility_credits DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE TRIGGER lines_of_time_are_not_removed_by_keys
  BEFORE DELETE ON public.invoice_lines
  FOR EACH ROW
  WHEN (((old.kind <> 'adjustment'::text) AND (CURRENT_USER = 'service_role'::name)))
  EXECUTE FUNCTION
    private.refuse_write('time_line_not_writable', 'Lines of time are written by procedures alone.', 'Void the invoice, or correct the time and call recompute_draft_invoice.');

CREATE TRIGGER lines_of_time_are_not_rewritten_by_keys
  BEFORE UPDATE ON public.invoice_lines
  FOR EACH ROW
  WHEN (((old.kind <> 'adjustment'::text) AND (CURRENT_USER = 'service_role'::name)))
  EXECUTE FUNCTION
    private.refuse_write('time_line_not_writable', 'Lines of time are written by procedures alone.', 'Correct the time or its rate, and call recompute_draft_invoice.');

CREATE TRIGGER invoices_are_issued_on_plausible_days
  BEFORE INSERT ON public.invoices
  FOR EACH ROW
  WHEN ((isfinite(new.issue_date) AND (NOT private.is_plausible_day(new.issue_date))))
  EXECUTE FUNCTION private.refuse_day('issue_date');

CREATE TRIGGER invoices_move_to_plausible_days
  BEFORE UPDATE ON public.invoices
  FOR EACH ROW
  WHEN (((old.issue_date IS DISTINCT FROM new.issue_date) AND isfinite(new.issue_date) AND (NOT private.is_plausible_day(new.issue_date))))
  EXECUTE FUNCTION private.refuse_day('issue_date');

CREATE TRIGGER new_invoices_are_unpaid
  BEFORE INSERT ON public.invoices
  FOR EACH ROW
  WHEN (((new.amount_paid <> (0)::numeric) OR (new.interest_paid <> (0)::numeric) OR (new.principal_paid_on IS NOT NULL)))
  EXECUTE FUNCTION private.guard_paid_amounts();

CREATE TRIGGER paid_amounts_follow_payments
  BEFORE UPDATE ON public.invoices
  FOR EACH ROW
  WHEN
    (((old.amount_paid IS DISTINCT FROM new.amount_paid) OR (old.interest_paid IS DISTINCT FROM new.interest_paid) OR (old.principal_paid_on IS DISTINCT FROM
    new.principal_paid_on)))
  EXECUTE FUNCTION private.guard_paid_amounts();

CREATE TRIGGER job_health_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.job_health
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER missing_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.missing_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER my_assignments_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.my_assignments
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER my_pay_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.my_pay
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER my_pay_rates_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.my_pay_rates
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE CONSTRAINT TRIGGER new_payments_add_up
  AFTER INSERT ON public.payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.check_reconciliation_id IS NOT NULL))
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE CONSTRAINT TRIGGER reversed_payments_add_up
  AFTER UPDATE ON public.payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.check_reconciliation_id IS NOT NULL))
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE TRIGGER renewals_due_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.renewals_due
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER time_is_of_plausible_days
  BEFORE INSERT ON public.time_entries
  FOR EACH ROW
  WHEN ((isfinite(new.work_date) AND (NOT private.is_plausible_day(new.work_date))))
  EXECUTE FUNCTION private.refuse_day('work_date');

CREATE TRIGGER time_moves_to_plausible_days
  BEFORE UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN (((old.work_date IS DISTINCT FROM new.work_date) AND isfinite(new.work_date) AND (NOT private.is_plausible_day(new.work_date))))
  EXECUTE FUNCTION private.refuse_day('work_date');

CREATE TRIGGER unbilled_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.unbilled_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

COMMENT ON COLUMN "public"."checks"."entered_again" IS 'Whoever entered it says that it is another one, though one of this facility, method, number and amount is there.';

COMMENT ON COLUMN "public"."facility_interest_terms"."waive_below" IS 'Interest below this, before it is rounded to the cent, is not owed.';

COMMENT ON COLUMN "public"."invoices"."number" IS 'Given when sent, without gaps or reuse; null until then. An imported one is text of at most 40 characters: one of our form (prefix, year, six digits) is followed by the next that is given.';

COMMENT ON FUNCTION "private"."advance_payroll_batch_status"(uuid, text, uuid) IS 'The logic of public.advance_payroll_batch_status.';

COMMENT ON FUNCTION "private"."check_database_of_pg_net"() IS 'Raises 409 when pg_net works in another database of this server; not when the setting cannot be read.';

COMMENT ON FUNCTION "private"."check_employment"(public.contractors, text) IS 'Raises 409 when a contractor with approved time would be employed otherwise than before.';

COMMENT ON FUNCTION "private"."guard_check_entry"() IS 'Trigger: refuses a second check of the same facility, method, number and amount.';

COMMENT ON FUNCTION "private"."guard_employment"() IS 'Trigger: a contractor with approved time keeps their employment type, whoever writes.';

COMMENT ON FUNCTION "private"."guard_money_of_check"() IS 'Trigger: a reconciled check is its payments in force and its credit, one received or returned has neither, and of a
credit that is left which was not paid from it.';

COMMENT ON FUNCTION "private"."guard_overtime_rule"() IS 'Trigger: an assignment with approved time keeps its overtime rule, whoever writes.';

COMMENT ON FUNCTION "private"."guard_paid_amounts"() IS 'Trigger: refuses paid amounts that are not what the payments in force come to.';

COMMENT ON FUNCTION "private"."is_of_deleted_time"(uuid) IS 'Whether there is no time entry of this id any more.';

COMMENT ON FUNCTION "private"."is_plausible_day"(date) IS 'Whether a day lies from 2000-01-01 to 2100-12-31. Null stays null. Triggers ask it with their writer''s rights.';

COMMENT ON FUNCTION "private"."refuse_day"() IS 'Trigger, with a column as its argument: refuses the row where private.is_plausible_day does not hold of it.';

COMMENT ON FUNCTION "private"."refuse_view_write"() IS 'Trigger of every view: refuses to write it.';

COMMENT ON FUNCTION "private"."require_plausible_days"(jsonb) IS 'Raises 400 and names the days, given as {"name": date}, that lie outside what private.is_plausible_day allows.';

COMMENT ON FUNCTION "private"."row_of_request"(uuid, text, jsonb, uuid) IS 'The row that a call answers when it was made before; null for the first time, and without an id.

arguments: what the caller gave. row_id: what the answer will be, the first time. The caller''s other locks come after.';

COMMENT ON FUNCTION "private"."schedule_maintenance_jobs"(text, text, text, text, text) IS 'Schedules both jobs with pg_cron, which has pg_net call their endpoints, and the purge of what that leaves behind. For
the operator, as the owner of this schema. Again: what changed takes effect, and nothing is there twice.

base_url: where the functions or the proxy are, such as https://abcdefghijklm.supabase.co.
cron_shared_secret: CRON_SHARED_SECRET of the functions; null keeps the one in Vault.
job_path: /functions/v1/cron-<job> or, behind a proxy, /api/cron/<job>.
lock_ended_schedule, accrue_interest_schedule: five fields in GMT. Several times a day: pg_cron neither repeats nor
    catches up on a call that failed, and a run that finds nothing to do costs little.

Result: what stands in cron.job now.

Errors: argument_missing, job_address_not_valid, cron_secret_not_valid, extension_missing, pg_net_in_other_database,
vault_secret_missing, schedule_not_valid.';

COMMENT ON FUNCTION "private"."weekly_billing_run"(date, boolean, uuid) IS 'The logic of public.weekly_billing_run.';

COMMENT ON FUNCTION "private"."write_off_invoice"(uuid, numeric, text, uuid) IS 'The logic of public.write_off_invoice.';

COMMENT ON FUNCTION "public"."advance_payroll_batch_status"(uuid, text, uuid) IS 'Takes a payroll batch one step on: a draft into review, one in review to approved.

It does not close an approved one: close_and_lock_payroll_batch does.

With organization_settings.require_second_approver, whoever approves has neither prepared nor rebuilt it, and is a
person who is signed in.

Who: payroll.

Arguments:
payroll_batch_id: the batch, a draft or in review.
expected_status: the status that the caller saw, draft or in_review. It makes a double click harmless: a batch that
    is exactly one step on is returned as it is, and anything else is refused. Without it each call is a step.
request_id: an id of the caller''s for this call; null names none. With it a call may be made again.

Result: the batch. Again with the same request_id: the batch as it is, and no further step.

Errors: role_required, argument_missing, expected_status_unknown, request_id_reused, payroll_batch_not_found,
payroll_batch_status_unexpected, payroll_batch_under_review, payroll_batch_closed, payroll_batch_discarded,
second_approver_required.

Example: {"payroll_batch_id": "$payroll_batch_id", "expected_status": "draft"}';

COMMENT ON FUNCTION "public"."advancepayrollbatch_status"(uuid, text, uuid) IS 'advance_payroll_batch_status under its path segment.';

COMMENT ON FUNCTION "public"."hire_candidate"(uuid, uuid, date, numeric, numeric, date, text, text, date, boolean) IS 'Places a candidate at a facility: hired, a contractor, with an assignment, its first rate and its renewal.

A former contractor with the candidate''s e-mail, in whatever case, is taken up again: active, with the name and
e-mail they have. Whoever is hired already can be placed again, at another facility or on other days.

Who: recruiting.

Arguments:
candidate_id: the candidate, neither withdrawn nor rejected.
facility_id: the facility, active.
start_date: the first day of the assignment, and of the rate.
bill_rate: what the facility is invoiced for an hour.
pay_rate: what the contractor is paid for an hour, at most the bill rate.
end_date: the last day, included; null is open-ended.
overtime_rule: none, flsa, california or colorado.
employment_type: w2 (overtime applies) or 1099 (it does not). It changes that of a former contractor, but not
    once they have approved time.
renewal_date: the day on which the contract comes up for renewal; null is the end_date, and without either
    there is no renewal.
allow_negative_margin: whether pay may exceed bill.

Result: the assignment. Again with the same facility and start: that assignment as it is now, and nothing
changes, whatever the other arguments say, so long as they are valid.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, assignment_ends_before_start,
renewal_before_start,
rate_not_valid, pay_exceeds_bill, overtime_rule_unknown, employment_type_unknown, candidate_not_found,
facility_not_found, candidate_not_available, facility_inactive, contractor_employed_otherwise,
assignment_overlaps.

Example: {"candidate_id": "$candidate_id", "facility_id": "$facility_id", "start_date": "2026-03-02",
"bill_rate": 95.5, "pay_rate": 62, "end_date": "2026-08-30"}';

COMMENT ON FUNCTION "public"."send_invoices"(uuid[], date) IS 'Sends draft invoices, all or none: each gets its number, its issue date and its due date.

Numbers run from 1 in each year of issue, without gaps, in the order of the ids. The total of a draft is set to the
sum of its lines, and it is due the facility''s payment terms after its issue; a total of zero is paid at once. From then on what it bills no longer
changes. No e-mail is sent: hand the invoice to the facility yourself.

Who: billing.

Arguments:
invoice_ids: the drafts, at most 1000, each with a line and a total of zero or more.
issue_date: the day they are issued; null is today in the operating timezone.

Result: the invoices in the order of their ids, each once. Those that were sent already are there as they are,
whatever the issue_date.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, too_many_invoices, invoice_not_found,
invoices_not_sendable.

Example: {"invoice_ids": ["$draft_id"]}';

COMMENT ON FUNCTION "public"."weekly_billing_run"(date, boolean, uuid) IS 'Makes a draft invoice of kind weekly for every facility with billable time in a workweek.

Drafts of exactly that week are brought up to date. A facility that cannot be billed, because another invoice of
its own overlaps the week or for any other reason, is skipped and listed with the reason; the others are billed.
Two runs at once, or a run again, never bill an hour twice. It may take up to a minute: PostgREST applies the
function''s own statement_timeout.

Who: billing.

Arguments:
week_start: the first day of the workweek; null is the last complete workweek of the operating timezone.
dry_run: whether to report the same and leave nothing but the run''s own row.
request_id: an id of the caller''s for this call; null names none. With it a call may be made again.

Result: the run''s row. invoices_created and invoices_existing count the drafts of the week; entries_billed and
amount are what is on them; late_entries counts billable entries of the 13 weeks up to the week''s end that no
live invoice has, for backfill_invoice; details has an object per facility. Again with the same request_id: the
first run''s row, and no other run.

Errors: role_required, date_not_finite, week_start_not_first_day, request_id_reused.

Example: {"week_start": "2026-03-02", "dry_run": true}';

COMMENT ON FUNCTION "public"."weeklybillingrun"(date, boolean, uuid) IS 'weekly_billing_run under its path segment.';

COMMENT ON FUNCTION "public"."write_off_invoice"(uuid, numeric, text, uuid) IS 'Gives up what a facility will not pay of an invoice, so that interest on it ends with this day.

It is posted as a payment of source write_off, dated today in the operating timezone: of principal as far as that is
open, then of interest, as it was last computed. An invoice whose principal is paid or written off is paid.

Who: billing.

Arguments:
invoice_id: the invoice, sent, partially paid or paid.
amount: how much, above zero and at most what is owed.
reason: why, in a few words; it is kept with the payment.
request_id: an id of the caller''s for this call; null names none. With it a call may be made again.

Result: the invoice. Again with the same request_id: the invoice as it is, and nothing more is written off. Without
one each call is a write-off.

Errors: role_required, argument_missing, amount_not_valid, reason_missing, request_id_reused, invoice_not_found,
invoice_not_sent, write_off_over_owed.

Example: {"invoice_id": "$invoice_id", "amount": 12.50, "reason": "Disputed hours."}';

COMMENT ON TABLE "private"."requests" IS 'Calls that their callers named, each with what it was asked and the row that it answers. Refused calls leave none.';

COMMENT ON VIEW "public"."contractAlerts" IS 'contract_alerts under its resource name, to read; recruiting acknowledges alerts in contract_alerts.';

REVOKE ALL ON FUNCTION "private"."advance_payroll_batch_status"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."advance_payroll_batch_status"(uuid, text, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."check_database_of_pg_net"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_employment"(public.contractors, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_check_entry"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_employment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_money_of_check"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_overtime_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_paid_amounts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_of_deleted_time"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_plausible_day"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_plausible_day"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_day"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_view_write"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_plausible_days"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."row_of_request"(uuid, text, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."weekly_billing_run"(date, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."weekly_billing_run"(date, boolean, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."write_off_invoice"(uuid, numeric, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_off_invoice"(uuid, numeric, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."advance_payroll_batch_status"(uuid, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."advancepayrollbatch_status"(uuid, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."weekly_billing_run"(date, boolean, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."weeklybillingrun"(date, boolean, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."write_off_invoice"(uuid, numeric, text, uuid) TO "authenticated", "service_role";

REVOKE ALL ("entered_again") ON TABLE "public"."checks" FROM "authenticated";

GRANT INSERT ("entered_again"), UPDATE ("entered_again") ON TABLE "public"."checks" TO "authenticated";

REVOKE ALL ON TABLE "public"."facility_credits" FROM "service_role";

GRANT SELECT ON TABLE "public"."facility_credits" TO "service_role";

REVOKE ALL ON TABLE "public"."invoice_lines" FROM "service_role";

REVOKE ALL ("amount") ON TABLE "public"."invoice_lines" FROM "service_role";

GRANT INSERT ("amount"), UPDATE ("amount") ON TABLE "public"."invoice_lines" TO "service_role";

REVOKE ALL ("description") ON TABLE "public"."invoice_lines" FROM "service_role";

GRANT INSERT ("description"), UPDATE ("description") ON TABLE "public"."invoice_lines" TO "service_role";

REVOKE ALL ("invoice_id") ON TABLE "public"."invoice_lines" FROM "service_role";

GRANT INSERT ("invoice_id") ON TABLE "public"."invoice_lines" TO "service_role";

REVOKE ALL ("kind") ON TABLE "public"."invoice_lines" FROM "service_role";

GRANT INSERT ("kind") ON TABLE "public"."invoice_lines" TO "service_role";

GRANT DELETE, SELECT ON TABLE "public"."invoice_lines" TO "service_role";

REVOKE ALL ON TABLE "public"."payments" FROM "service_role";

GRANT SELECT ON TABLE "public"."payments" TO "service_role";

REVOKE ALL ON TABLE "public"."payroll_batches" FROM "service_role";

GRANT SELECT ON TABLE "public"."payroll_batches" TO "service_role";

REVOKE ALL ON TABLE "public"."payroll_item_lines" FROM "service_role";

GRANT SELECT ON TABLE "public"."payroll_item_lines" TO "service_role";

REVOKE ALL ON TABLE "public"."payroll_items" FROM "service_role";

GRANT SELECT ON TABLE "public"."payroll_items" TO "service_role";

REVOKE ALL ON TABLE "public"."contractAlerts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."contractAlerts" TO "authenticated";

REVOKE ALL ON TABLE "public"."contractAlerts" FROM "service_role";

GRANT SELECT ON TABLE "public"."contractAlerts" TO "service_role";

-- data move: an invoice over nothing is paid once it is sent
update public.invoices set status = 'paid' where status = 'sent' and total = 0;
-- end of data move
