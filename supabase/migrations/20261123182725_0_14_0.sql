set local lock_timeout = '5s';

-- From the release before to the source tree: drafted by the Supabase CLI. What was written by
-- hand stands between `-- data move: <why>` and `-- end of data move`.

SET local check_function_bodies = off;

DROP VIEW "public"."assignment_margin";

DROP VIEW "public"."facility_time";

DROP VIEW "private"."facility_time";

DROP VIEW "private"."readable_entries";

DROP VIEW "private"."named_entries";

DROP VIEW "public"."heads_by_week";

DROP VIEW "public"."job_health";

DROP VIEW "public"."missing_time";

DROP VIEW "public"."renewals_due";

ALTER TABLE "public"."job_runs"
  DROP CONSTRAINT "job_run_counts_are_of_its_job";

DROP FUNCTION "private"."ar_aging_as_of"(date);

DROP FUNCTION "private"."csv_text"(text);

DROP FUNCTION "private"."hold_person"(text, uuid);

DROP FUNCTION "private"."operating_timezone"();

DROP FUNCTION "private"."refuse_inactive"(private.people);

DROP FUNCTION "private"."refuse_linked"(private.people);

DROP FUNCTION "private"."require_person"(text, uuid);

DROP VIEW "private"."people";

DROP FUNCTION "private"."schedule_maintenance_jobs"(text, text, text, text, text);

DROP FUNCTION "private"."unbilled_of_13_weeks"(date);

DROP FUNCTION "private"."workweek_start"(date);

DROP FUNCTION "public"."ar_aging_as_of"(date);

DROP VIEW "public"."ar_aging";

DROP FUNCTION "private"."clock"();

CREATE TABLE "private"."outbox" (
  "id"             uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "place"          bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "kind"           text                     NOT NULL,
  "subject_id"     uuid                     NOT NULL,
  "step"           text                     NOT NULL,
  "webhook_id"     uuid,
  "data"           jsonb,
  "code"           text,
  "status"         text                     NOT NULL DEFAULT 'waiting'::text,
  "written_at"     timestamp with time zone NOT NULL,
  "next_try_at"    timestamp with time zone,
  "tries"          integer                  NOT NULL DEFAULT 0,
  "first_tried_at" timestamp with time zone,
  "sending_at"     timestamp with time zone,
  "key"            uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "provider"       text,
  "recipient"      text,
  "mail"           jsonb,
  "attachment"     bytea,
  "maybe_sent"     boolean                  NOT NULL DEFAULT false,
  "maybe_twice"    boolean                  NOT NULL DEFAULT false,
  "provider_id"    text,
  "error"          text,
  "sent_at"        timestamp with time zone,
  "failed_at"      timestamp with time zone,
  "dropped_at"     timestamp with time zone,
  "decided_by"     uuid,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "code_is_erased_once_it_was_sent" CHECK (((status <> ALL (ARRAY['sent'::text, 'dropped'::text])) OR (code IS NULL))),
  CONSTRAINT "mail_is_an_object" CHECK ((jsonb_typeof(mail) = 'object'::text)),
  CONSTRAINT "message_data_is_an_object" CHECK ((jsonb_typeof(data) = 'object'::text)),
  CONSTRAINT "message_dropped_at_tells_of_dropping" CHECK (((dropped_at IS NOT NULL) = (status = 'dropped'::text))),
  CONSTRAINT "message_failed_at_tells_of_failure" CHECK (((failed_at IS NOT NULL) = (status = 'failed'::text))),
  CONSTRAINT "message_is_erased_once_it_is_settled" CHECK (((status = ANY (ARRAY['waiting'::text, 'sending'::text])) OR ((mail IS NULL) AND (attachment IS NULL)))),
  CONSTRAINT "message_is_tried_again_while_it_waits" CHECK (((next_try_at IS NOT NULL) = (status = 'waiting'::text))),
  CONSTRAINT "message_is_written_once" UNIQUE (kind, subject_id, step),
  CONSTRAINT "message_kind_is_known"
    CHECK
    ((kind = ANY (ARRAY['renewal_alert'::text, 'overdue_reminder'::text, 'invoice'::text, 'time_to_approve'::text, 'invitation'::text, 'invoice.sent'::text, 'invoice.paid'::text,
    'invoice.credited'::text, 'invoice.voided'::text, 'payroll_batch.closed'::text, 'contractor.hired'::text, 'assignment.ended'::text]))),
  CONSTRAINT "message_provider_is_known" CHECK ((provider = ANY (ARRAY['http'::text, 'smtp'::text, 'webhook'::text]))),
  CONSTRAINT "message_sending_at_tells_of_sending" CHECK (((sending_at IS NOT NULL) = (status = 'sending'::text))),
  CONSTRAINT "message_sent_at_tells_of_sending" CHECK (((sent_at IS NOT NULL) OR (status <> 'sent'::text))),
  CONSTRAINT "message_status_is_known" CHECK ((status = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))),
  CONSTRAINT "message_that_failed_says_why" CHECK (((error IS NOT NULL) OR (status <> ALL (ARRAY['failed'::text, 'dropped'::text])))),
  CONSTRAINT "only_events_have_a_webhook" CHECK (((webhook_id IS NOT NULL) = (kind ~~ '%.%'::text))),
  CONSTRAINT "only_events_have_data" CHECK (((data IS NOT NULL) = (kind ~~ '%.%'::text))),
  CONSTRAINT "only_invitations_have_a_code" CHECK (((code IS NULL) OR (kind = 'invitation'::text))),
  CONSTRAINT "outbox_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE private.outbox FROM PUBLIC, "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE private.outbox_place_seq FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE TABLE "private"."webhook_secrets" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "webhook_id" uuid                     NOT NULL,
  "secret"     text                     NOT NULL,
  "until"      timestamp with time zone,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "webhook_secret_is_of_standard_webhooks" CHECK ((secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'::text)),
  CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE private.webhook_secrets FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE TABLE "public"."facility_reminders" (
  "id"            uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "facility_id"   uuid                     NOT NULL,
  "reminder_days" integer[]                NOT NULL,
  "created_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "facility_is_reminded_one_way" UNIQUE (facility_id),
  CONSTRAINT "facility_reminders_pkey" PRIMARY KEY (id),
  CONSTRAINT "reminder_days_are_few_and_within_a_year"
    CHECK (((cardinality(reminder_days) <= 10) AND (1 <= ALL (reminder_days)) AND (365 >= ALL (reminder_days)) AND (array_position(reminder_days, NULL::integer) IS NULL)))
);

ALTER TABLE "public"."facility_reminders"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."facility_reminders" FROM "anon";

CREATE TABLE "public"."mail_kinds" (
  "kind"       text                     NOT NULL,
  "is_on"      boolean                  NOT NULL DEFAULT false,
  "on_since"   timestamp with time zone,
  "written_on" date,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "mail_kind_is_known" CHECK ((kind = ANY (ARRAY['renewal_alert'::text, 'overdue_reminder'::text, 'invoice'::text, 'time_to_approve'::text, 'invitation'::text]))),
  CONSTRAINT "mail_kind_is_on_since" CHECK (((on_since IS NOT NULL) = is_on)),
  CONSTRAINT "mail_kinds_pkey" PRIMARY KEY (kind),
  CONSTRAINT "written_on_is_finite" CHECK (isfinite(written_on))
);

ALTER TABLE "public"."mail_kinds"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."mail_kinds" FROM "anon";

CREATE TABLE "public"."mail_settings" (
  "singleton"    boolean                  NOT NULL DEFAULT true,
  "provider"     text                     NOT NULL DEFAULT 'none'::text,
  "from_address" text,
  "reply_to"     text,
  "console_url"  text,
  "daily_from"   time without time zone   NOT NULL DEFAULT '08:00:00'::time WITHOUT time zone,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "console_url_is_an_address" CHECK ((console_url ~ '^(https://[^\s/?#@]+|http://(localhost|127\.0\.0\.1)(:\d+)?)(/[^\s?#]*)?$'::text)),
  CONSTRAINT "from_address_is_an_address" CHECK ((from_address ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$'::text)),
  CONSTRAINT "mail_has_a_sender" CHECK (((provider = 'none'::text) OR (from_address IS NOT NULL))),
  CONSTRAINT "mail_provider_is_known" CHECK ((provider = ANY (ARRAY['none'::text, 'http'::text, 'smtp'::text]))),
  CONSTRAINT "mail_settings_is_one_row" CHECK (singleton),
  CONSTRAINT "mail_settings_pkey" PRIMARY KEY (singleton),
  CONSTRAINT "reply_to_is_an_address" CHECK ((reply_to ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$'::text))
);

ALTER TABLE "public"."mail_settings"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."mail_settings" FROM "anon";

CREATE TABLE "public"."webhooks" (
  "id"                   uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "url"                  text                     NOT NULL,
  "description"          text,
  "events"               text[]                   NOT NULL,
  "is_active"            boolean                  NOT NULL DEFAULT true,
  "switched_off_at"      timestamp with time zone,
  "switched_off_because" text,
  "created_at"           timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "switched_off_at_tells_of_switching" CHECK (((switched_off_at IS NOT NULL) = (NOT is_active))),
  CONSTRAINT "switched_off_because_is_known" CHECK ((switched_off_because = ANY (ARRAY['by_hand'::text, 'gone'::text]))),
  CONSTRAINT "webhook_description_is_not_blank" CHECK ((description ~ '\S'::text)),
  CONSTRAINT "webhook_description_is_short" CHECK ((char_length(description) <= 200)),
  CONSTRAINT "webhook_events_are_known"
    CHECK
    ((events <@ ARRAY['invoice.sent'::text, 'invoice.paid'::text, 'invoice.credited'::text, 'invoice.voided'::text, 'payroll_batch.closed'::text, 'contractor.hired'::text,
    'assignment.ended'::text])),
  CONSTRAINT "webhook_that_is_off_says_why" CHECK (((switched_off_because IS NOT NULL) = (NOT is_active))),
  CONSTRAINT "webhook_wants_events" CHECK (COALESCE((array_ndims(events) = 1), false)),
  CONSTRAINT "webhooks_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."webhooks"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."webhooks" FROM "anon";

ALTER TABLE "private"."jobs"
  ADD COLUMN "stale_after" interval NOT NULL DEFAULT '26:00:00'::interval;

ALTER TABLE "private"."jobs"
  ADD COLUMN "behind_after" interval NOT NULL DEFAULT '26:00:00'::interval;

-- data move: the kinds of mail
-- after columns are added
insert into public.mail_kinds (kind)
values ('renewal_alert'), ('overdue_reminder'), ('invoice'), ('time_to_approve'), ('invitation');
-- end of data move

-- data move: the one row of the mail's settings
-- after columns are added
insert into public.mail_settings default values;
-- end of data move

-- data move: the job that sends mail and calls webhooks
-- after columns are added
insert into private.jobs (name, stale_after, behind_after) values ('deliver', '1 hour', '6 hours');
-- end of data move

CREATE OR REPLACE FUNCTION private.add_webhook (
  url         text,
  events      text[],
  description text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_id uuid;
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object('url', add_webhook.url, 'events', add_webhook.events));
    perform private.check_webhook(add_webhook.url, add_webhook.events);

    insert into public.webhooks (url, events, description)
    values (add_webhook.url, add_webhook.events,
            case when add_webhook.description ~ '\S' then btrim(add_webhook.description) end)
        on conflict do nothing
    returning id into v_id;
    if v_id is null then
        perform private.refuse(
            409, 'webhook_exists',
            format('There is a webhook for %s already.', add_webhook.url),
            'Change its events, switch it on, or make another secret for it with rotate_webhook_secret.');
    end if;
    return jsonb_build_object('id', v_id, 'secret', private.give_webhook_secret(v_id, null));
end;
$function$;

REVOKE ALL ON FUNCTION private.add_webhook(text,text[],text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.audit_decision (
  procedure text,
  before    private.outbox
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.audit(
               audit_decision.procedure, 'outbox', message.id,
               to_jsonb(audit_decision.before) - array['code', 'key', 'mail', 'attachment'],
               to_jsonb(message) - array['code', 'key', 'mail', 'attachment'])
      from private.outbox as message
     where message.id = (audit_decision.before).id;
$function$;

REVOKE ALL ON FUNCTION private.audit_decision(text,private.outbox) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.begin_sending (
  message_id uuid,
  provider   text,
  recipient  text,
  mail       jsonb DEFAULT NULL::jsonb,
  attachment bytea DEFAULT NULL::bytea
)
  RETURNS private.outbox
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_message private.outbox;
begin
    update private.outbox as sending
       set status = 'sending',
           sending_at = v_now,
           first_tried_at = coalesce(sending.first_tried_at, v_now),
           next_try_at = null,
           tries = sending.tries + 1,
           maybe_twice = sending.maybe_twice
                         or (sending.maybe_sent and not private.repeats_key(sending, begin_sending.provider)),
           provider = begin_sending.provider,
           recipient = begin_sending.recipient,
           mail = begin_sending.mail,
           attachment = begin_sending.attachment
     where sending.id = begin_sending.message_id and sending.status = 'waiting'
    returning * into strict v_message;
    return v_message;
end;
$function$;

REVOKE ALL ON FUNCTION private.begin_sending(uuid,text,text,jsonb,bytea) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.board()
  RETURNS TABLE (
    item            text,
    number          integer,
    amount          numeric,
    oldest_on       date,
    job             text,
    last_run_at     timestamp with time zone,
    last_run_status text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
    v_today constant date := (private.clock()).business_date;
begin
    perform private.require_staff();

    return query
    select named.item, count(waiting.work_date)::int, null::numeric, min(waiting.work_date), null, null::timestamptz, null
      from unnest(array['time_to_submit', 'time_to_approve', 'locked_time_to_settle']) with ordinality as named (item, place)
      left join (
           select entry.work_date,
                  case entry.status when 'draft' then 1 when 'locked' then 3 else 2 end as place
             from public.time_entries as entry
            where not entry.is_payable
              and entry.set_aside_at is null
              and entry.work_date <= v_today) as waiting on waiting.place = named.place
     group by named.item, named.place
     order by named.place;

    return query
    select 'unbilled_time', count(*)::int, coalesce(sum(round(time.hours * rate.bill_rate, 2)), 0.00),
           min(time.work_date), null, null::timestamptz, null
      from private.unbilled_of_13_weeks(v_today) as time
      join private.rates_of_days as rate
        on rate.assignment_id = time.assignment_id
       and time.work_date between rate.effective_from and rate.effective_to;

    return query
    select 'draft_invoices', count(*)::int, coalesce(sum(invoice.total), 0.00), min(invoice.period_start),
           null, null::timestamptz, null
      from public.invoices as invoice
     where invoice.status = 'draft';

    return query
    select named.item, count(received.amount)::int, coalesce(sum(received.amount), 0.00), min(received.received_on),
           null, null::timestamptz, null
      from (values ('checks_to_reconcile', false), ('reconciliations_to_confirm', true)) as named (item, is_proposed)
      left join (
           select receipt.amount, receipt.received_on,
                  exists (select from public.check_reconciliations as reconciliation
                           where reconciliation.check_id = receipt.id
                             and reconciliation.status <> 'returned') as is_proposed
             from public.checks as receipt
            where receipt.status = 'received') as received on received.is_proposed = named.is_proposed
     group by named.item, named.is_proposed
     order by named.is_proposed;

    return query
    select 'overdue_invoices', count(*)::int, coalesce(sum(invoice.balance), 0.00), min(invoice.due_date),
           null, null::timestamptz, null
      from public.invoices as invoice
     where invoice.status in ('sent', 'partially_paid') and invoice.due_date < v_today;

    return query
    select 'orders_nearly_used', count(*)::int, coalesce(sum(usage.remaining), 0.00), null::date,
           null, null::timestamptz, null
      from public.purchase_order_usage as usage
     where usage.is_nearly_used and (usage.ends_on is null or usage.ends_on >= v_today);

    if private.caller() in ('service_role', 'owner') or private.has_role('payroll') then
        return query
        select 'open_payroll_batches', count(*)::int, coalesce(sum(batch.gross_total), 0.00), min(period.period_start),
               null, null::timestamptz, null
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status in ('draft', 'in_review', 'approved');
    end if;

    return query
    select 'renewals_within_30_days', count(*)::int, null::numeric, min(renewal.renewal_date), null, null::timestamptz, null
      from public.contract_renewals as renewal
     where renewal.status = 'upcoming' and renewal.renewal_date <= v_today + 30;

    return query
    select 'messages_to_decide', count(*)::int, null::numeric,
           min((message.failed_at at time zone private.operating_timezone())::date), null, null::timestamptz, null
      from private.outbox as message
     where message.status = 'failed';

    return query
    select 'job', (not health.is_ok)::int, null::numeric, null::date, health.job, health.last_run_at,
           health.last_run_status
      from public.job_health as health
     order by health.job;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_webhook (
  url    text,
  events text[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_known constant text[] := array[
        'invoice.sent', 'invoice.paid', 'invoice.credited', 'invoice.voided', 'payroll_batch.closed',
        'contractor.hired', 'assignment.ended'];
    v_unknown text;
begin
    if not private.is_webhook_url(check_webhook.url) then
        perform private.refuse(
            400, 'webhook_url_not_valid',
            'The address is no https address that a webhook can have.',
            'Give one such as https://books.example.com/events, of at most 2000 characters, without a user, a password '
            'or a #.');
    end if;
    select string_agg(coalesce(wanted.event, 'null'), ', ')
      into v_unknown
      from unnest(check_webhook.events) as wanted (event)
     where wanted.event is null or wanted.event <> all (v_known);
    if v_unknown is not null or coalesce(array_ndims(check_webhook.events), 0) <> 1 then
        perform private.refuse(
            400, 'event_unknown',
            case when v_unknown is null then 'No events are given.'
                 else format('There are no such events: %s.', v_unknown) end,
            format('Give one or several of %s.', array_to_string(v_known, ', ')));
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_webhook(text,text[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.classified_time (
  contractor_ids    uuid[],
  week_starts       date[],
  entry_ids_to_bill uuid[] DEFAULT NULL::uuid[]
)
  RETURNS TABLE (
    time_entry_id          uuid,
    assignment_id          uuid,
    contractor_id          uuid,
    week_start             date,
    work_date              date,
    regular_hours          numeric,
    overtime_hours         numeric,
    doubletime_hours       numeric,
    counts_toward_overtime boolean
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
    v_to_pay constant boolean := classified_time.entry_ids_to_bill is null; -- folded into the plan
    v_first constant date := (select min(week.start) from unnest(classified_time.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(classified_time.week_starts) as week (start));
    v_has_shifts constant boolean := exists (
        select from public.time_entries as entry
         where entry.started_at is not null and entry.work_date between v_first - 7 and v_last);
begin
    return query
    with ruled as (
        select assignment.id, assignment.contractor_id, assignment.facility_id,
               terms.effective_from, terms.effective_to, terms.scope,
               case terms.scope when 'facility' then assignment.facility_id when 'assignment' then assignment.id end
                   as pool_id,
               rule.has_limits and (not v_to_pay or contractor.employment_type = 'w2') as counts,
               rule.regular_until, rule.overtime_until, rule.regular_of_week, rule.in_a_row_until, rule.seventh_day
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
          left join private.bill_terms_of_weeks as terms on not v_to_pay and terms.assignment_id = assignment.id
          join private.overtime_limits as rule
            on rule.name = case when v_to_pay then assignment.overtime_rule else terms.overtime_rule end
         where assignment.contractor_id = any (classified_time.contractor_ids)
        offset 0 -- once per assignment, not once per entry
    ), assigned_week as (
        select ruled.*, week.nth::int as week, week.start as week_start
          from ruled
          join unnest(classified_time.contractor_ids, classified_time.week_starts)
               with ordinality as week (contractor_id, start, nth)
            on week.contractor_id = ruled.contractor_id
           and (v_to_pay or week.start between ruled.effective_from and ruled.effective_to)
        offset 0 -- first: without statistics, entries would be joined with the weeks of everybody
    ), pool as (
        select assigned.week, assigned.scope, assigned.pool_id, row_number() over ()::int as nth
          from assigned_week as assigned
         where not v_to_pay
         group by assigned.week, assigned.scope, assigned.pool_id
    ), pooled as (
        select assigned.*, assigned.week as pool, true as is_own
          from assigned_week as assigned
         where v_to_pay
         union all
        select assigned.*, pool.nth, (pool.scope, pool.pool_id) is not distinct from (assigned.scope, assigned.pool_id)
          from assigned_week as assigned
          join pool
            on pool.week = assigned.week
           and case pool.scope when 'contractor' then true
                               when 'facility' then pool.pool_id = assigned.facility_id
                               else pool.pool_id = assigned.id end
         where not v_to_pay
    ), entry as (
        select entry.id, entry.assignment_id, pooled.contractor_id, pooled.pool, pooled.is_own, pooled.week_start,
               entry.work_date, entry.started_at, entry.hours as all_hours, (entry.hours * 100)::int as hours,
               pooled.counts, pooled.regular_until, pooled.overtime_until, pooled.regular_of_week,
               pooled.seventh_day and entry.work_date = pooled.week_start + 6 as may_be_seventh_day
          from pooled
          join public.time_entries as entry
            on entry.assignment_id = pooled.id
           and pooled.week_start = entry.work_date - (entry.work_date - v_first) % 7
         where entry.work_date between v_first and v_last
           and entry.is_payable
           and (v_to_pay
                or entry.id = any (classified_time.entry_ids_to_bill)
                or exists (
                   select from (select line.released_at from public.invoice_lines as line
                                 where line.time_entry_id = entry.id
                                offset 0) as line -- not by the index of the exclusion constraint, slow to search
                    where line.released_at is null))
        offset 0
    ), in_a_row as materialized ( -- once, not for each entry: the planner takes those of a week for one
        select shift.*
          from (select array_agg(pooled.pool) as pools, array_agg(pooled.id) as assignment_ids,
                       array_agg(pooled.week_start) as week_starts, array_agg(pooled.regular_until) as regular_until,
                       array_agg(pooled.in_a_row_until) as in_a_row_until
                  from pooled
                 where v_has_shifts
                   and pooled.counts
                   and pooled.pool in (
                       select limited.pool from pooled as limited where limited.in_a_row_until is not null)) as week
         cross join lateral private.hours_in_a_row(
                        week.pools, week.assignment_ids, week.week_starts, week.regular_until, week.in_a_row_until,
                        classified_time.entry_ids_to_bill) as shift
         where v_has_shifts
    ), day as (
        select entry.*, in_a_row.beyond as beyond_in_a_row,
               row_number() over so_far as nth_of_day,
               (sum(entry.hours) over so_far)::int as hours_through
          from entry
          left join in_a_row on in_a_row.pool = entry.pool and in_a_row.time_entry_id = entry.id
        window so_far as (partition by entry.pool, entry.counts, entry.work_date
                          order by entry.started_at nulls first, entry.regular_until desc, entry.id
                          rows unbounded preceding)
    ), ordinary as ( -- as on a day that is not the seventh
        select day.*,
               coalesce(day.hours - day.beyond_in_a_row,
                        greatest(0, least(day.hours, day.regular_until - day.hours_through + day.hours)))
                   as regular_of_day
          from day
    ), week as (
        select ordinary.*,
               count(*) filter (where ordinary.nth_of_day = 1) over so_far = 7 as is_seventh_day,
               coalesce(sum(ordinary.regular_of_day) filter (where not ordinary.may_be_seventh_day) over so_far, 0)::int
                   as regular_through,
               coalesce(sum(ordinary.regular_of_day) filter (where ordinary.may_be_seventh_day) over so_far, 0)::int
                   as regular_through_unless_seventh
          from ordinary
        window so_far as (partition by ordinary.pool, ordinary.counts
                          order by ordinary.work_date, ordinary.started_at nulls first, ordinary.regular_until desc,
                                   ordinary.id
                          rows unbounded preceding)
    ), class as (
        select week.*,
               case when week.may_be_seventh_day and week.is_seventh_day then 0
                    else greatest(0, least(
                        week.regular_of_day,
                        week.regular_of_week - week.regular_through + week.regular_of_day
                            - case when week.is_seventh_day then 0 else week.regular_through_unless_seventh end))
               end as regular,
               greatest(0, least(
                   week.hours,
                   week.hours_through - case when week.may_be_seventh_day and week.is_seventh_day
                                             then week.regular_until else week.overtime_until end)) as doubletime
          from week
    )
    select class.id, class.assignment_id, class.contractor_id, class.week_start, class.work_date,
           case when class.counts and class.regular <> class.hours then class.regular * 0.01 else class.all_hours end,
           case when class.counts and class.regular <> class.hours
                then (class.hours - class.regular - class.doubletime) * 0.01 else 0.00 end,
           case when class.counts and class.doubletime <> 0 then class.doubletime * 0.01 else 0.00 end,
           class.counts
      from class
     where class.is_own;
end;
$function$;

CREATE OR REPLACE FUNCTION private.clock (
  OUT at timestamp with time zone,
  OUT today date,
  OUT business_date date
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    clock.at := coalesce(nullif(current_setting('app.clock', true), '')::timestamptz, now());
    clock.today := (clock.at at time zone 'UTC')::date;
    clock.business_date := (
        select (clock.at at time zone settings.operating_timezone)::date
          from public.organization_settings as settings);
end;
$function$;

REVOKE ALL ON FUNCTION private.clock() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.create_facility_invoice (
  facility_id  uuid,
  period_start date,
  period_end   date,
  group_key    text
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_group_key constant text := coalesce(create_facility_invoice.group_key, '');
    v_draft public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'facility_id', create_facility_invoice.facility_id,
        'period_start', create_facility_invoice.period_start,
        'period_end', create_facility_invoice.period_end));
    perform private.require_finite_dates(jsonb_build_object(
        'period_start', create_facility_invoice.period_start, 'period_end', create_facility_invoice.period_end));
    perform private.require_plausible_days(jsonb_build_object(
        'period_start', create_facility_invoice.period_start, 'period_end', create_facility_invoice.period_end));
    if create_facility_invoice.period_end < create_facility_invoice.period_start then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The period would end on %s, before it starts on %s.',
                   create_facility_invoice.period_end, create_facility_invoice.period_start),
            'Give a period_end on or after the period_start.');
    end if;
    perform private.require_facility(create_facility_invoice.facility_id);
    perform private.require_group(create_facility_invoice.facility_id, v_group_key);

    perform private.bill_alone();
    select invoice.*
      into v_draft
      from public.invoices as invoice
     where invoice.facility_id = create_facility_invoice.facility_id
       and invoice.group_key = v_group_key
       and invoice.period_start = create_facility_invoice.period_start
       and invoice.period_end = create_facility_invoice.period_end
       and invoice.status = 'draft'
     order by invoice.created_at, invoice.id
     limit 1
       for update;
    if found then
        return private.bill_draft('create_facility_invoice', v_draft.id, to_jsonb(v_draft));
    end if;

    perform private.refuse_invoice_in_the_way(
        create_facility_invoice.facility_id, v_group_key, create_facility_invoice.period_start,
        create_facility_invoice.period_end);
    return private.new_draft(
        'create_facility_invoice', create_facility_invoice.facility_id, v_group_key, 'manual',
        create_facility_invoice.period_start, create_facility_invoice.period_end);
end;
$function$;

CREATE OR REPLACE FUNCTION private.csv_text (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
    v_safe constant text := case when csv_text.value ~ '^[-=+@\t\r\n]' then '''' else '' end
                            || coalesce(csv_text.value, '');
begin
    return case when v_safe ~ '[",\r\n]' then '"' || replace(v_safe, '"', '""') || '"' else v_safe end;
end;
$function$;

REVOKE ALL ON FUNCTION private.csv_text(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.delivers()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.mail_settings as settings where settings.provider <> 'none')
        or exists (select from public.webhooks as webhook where webhook.is_active);
$function$;

REVOKE ALL ON FUNCTION private.delivers() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.drop_calls_of_webhook()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    update private.outbox as call
       set status = 'dropped', dropped_at = (private.clock()).at, decided_by = private.user_id(),
           error = 'The webhook was switched off.', next_try_at = null, failed_at = null
     where call.webhook_id = new.id and call.status in ('waiting', 'failed');
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.drop_calls_of_webhook() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.drop_failed_invitation_mail()
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.drop_invitation_mail(invitation)
      from private.outbox as message
      join private.invitations as invitation on invitation.id = message.subject_id
     where message.status = 'failed' and message.kind = 'invitation'
       and private.why_no_invitation_mail(invitation) is not null;
$function$;

REVOKE ALL ON FUNCTION private.drop_failed_invitation_mail() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.drop_invitation_mail (
  invitation private.invitations
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.drop_messages(
               array(
                   select message.id
                     from private.outbox as message
                    where message.kind = 'invitation'
                      and message.subject_id = invitation.id
                      and message.status in ('waiting', 'failed') -- one that is being sent is settled by the job
                    order by message.id
                      for no key update),
               private.why_no_invitation_mail(invitation));
$function$;

REVOKE ALL ON FUNCTION private.drop_invitation_mail(private.invitations) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.drop_mail_of_ended_invitation()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    perform private.drop_invitation_mail(new);
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.drop_mail_of_ended_invitation() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.drop_mail_switched_off()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.drop_messages(
        array(
            select message.id
              from private.outbox as message
             where message.status in ('waiting', 'failed') and message.webhook_id is null
               and not private.mails(message.kind)
             order by message.id
               for no key update),
        'Mail of this kind was switched off.');
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.drop_mail_switched_off() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.drop_messages (
  message_ids uuid[],
  reason      text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    update private.outbox as message
       set status = 'dropped', dropped_at = (private.clock()).at, error = drop_messages.reason,
           failed_at = null, sending_at = null, next_try_at = null,
           code = null, mail = null, attachment = null
     where message.id = any (drop_messages.message_ids) and message.status in ('waiting', 'sending', 'failed');
$function$;

REVOKE ALL ON FUNCTION private.drop_messages(uuid[],text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.earnings_file (
  payroll_batch_id uuid,
  employment       text
)
  RETURNS TABLE (
    file           text,
    people         integer,
    lines          integer,
    amount         numeric,
    without_number text[],
    without_code   text[],
    without_state  text[]
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "DateStyle" TO 'ISO'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
begin
    return query
    with earned as materialized (
        select line.*
          from private.earning_lines(earnings_file.payroll_batch_id) as line
         where line.employment = earnings_file.employment
    ), person as materialized ( -- made safe once, not once per line
        select named.contractor_id,
               concat_ws(',', private.csv_text(named.payroll_number), private.csv_text(named.last_name),
                         private.csv_text(named.first_name)) as cells
          from (select distinct earned.contractor_id, earned.payroll_number, earned.last_name, earned.first_name
                  from earned) as named
    ), code as materialized (
        select mapped.earning, private.csv_text(mapped.earning_code) as cell
          from (select distinct earned.earning, earned.earning_code from earned) as mapped
    ), batch as materialized (
        select concat_ws(',', period.period_start, period.period_end, period.pay_date, batch.status) as cells
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.id = earnings_file.payroll_batch_id
    ), text as (
        select string_agg(concat(
                   earned.employment, ',', earned.line, ',', earned.contractor_id, ',', person.cells, ',',
                   earned.employment_type, ',', batch.cells, ',', earned.week_start, ',', earned.earning, ',', code.cell,
                   ',', earned.work_state, ',', earned.hours, ',', earned.overtime_hours, ',', earned.doubletime_hours,
                   ',', earned.rate, ',', earned.amount, e'\r\n'), '' order by earned.line) as lines
          from batch
         cross join earned
          join person on person.contractor_id = earned.contractor_id
          join code on code.earning = earned.earning
    )
    select concat(
               'employment,line,contractor_id,payroll_number,last_name,first_name,employment_type,period_start,'
               'period_end,pay_date,batch_status,week_start,earning,earning_code,work_state,hours,overtime_hours,'
               'doubletime_hours,rate,amount', e'\r\n', (select text.lines from text)),
           (select count(*)::int from person), count(earned.line)::int, coalesce(sum(earned.amount), 0),
           array_agg(distinct concat_ws(' ', earned.first_name, earned.last_name))
               filter (where earned.payroll_number is null),
           array_agg(distinct earned.earning) filter (where earned.earning_code is null),
           array_agg(distinct earned.facility_without_state) filter (where earned.facility_without_state is not null)
      from earned;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fail_message (
  message_id uuid,
  error      text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    update private.outbox as message
       set status = 'failed', failed_at = (private.clock()).at, error = fail_message.error,
           sending_at = null, next_try_at = null, mail = null, attachment = null
     where message.id = fail_message.message_id and message.status in ('waiting', 'sending');
$function$;

REVOKE ALL ON FUNCTION private.fail_message(uuid,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.give_webhook_secret (
  webhook_id   uuid,
  former_until timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    -- 32 bytes out of 366 random bits: gen_random_uuid is the one source of them without an extension.
    v_secret constant text := 'whsec_' || encode(
        sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64');
begin
    delete from private.webhook_secrets as former
     where former.webhook_id = give_webhook_secret.webhook_id and former.until <= (private.clock()).at;
    update private.webhook_secrets as former
       set until = give_webhook_secret.former_until
     where former.webhook_id = give_webhook_secret.webhook_id and former.until is null;
    insert into private.webhook_secrets (webhook_id, secret)
    values (give_webhook_secret.webhook_id, v_secret);
    return v_secret;
end;
$function$;

REVOKE ALL ON FUNCTION private.give_webhook_secret(uuid,timestamp with time zone) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_payroll_period()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    -- The week's last day by how far it is from its first: the last day that PostgreSQL has is followed by none.
    if isfinite(new.period_start) and new.period_start <> private.workweek_start(new.period_start)
        or isfinite(new.period_end) and new.period_end - private.workweek_start(new.period_end) <> 6 then
        perform private.refuse(
            400, 'payroll_period_not_whole_weeks',
            format('%s to %s is not made of whole workweeks.', new.period_start, new.period_end),
            format('Start on %s, or another first day of a workweek, and end on a last day.',
                   private.workweek_start(new.period_start)));
    end if;
    if tg_op = 'UPDATE'
        and (old.period_start, old.period_end, old.pay_date)
            is distinct from (new.period_start, new.period_end, new.pay_date)
        and exists (
        select from public.payroll_batches as batch
         where batch.payroll_period_id = old.id and batch.status <> 'discarded') then
        perform private.refuse(
            409, 'payroll_period_has_batch',
            format('The period from %s to %s has a payroll batch: its days no longer change.',
                   old.period_start, old.period_end),
            'Discard the batch first; a closed one stays.');
    end if;
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hire_candidate (
  candidate_id          uuid,
  facility_id           uuid,
  start_date            date,
  bill_rate             numeric,
  pay_rate              numeric,
  end_date              date,
  overtime_rule         text,
  employment_type       text,
  renewal_date          date,
  allow_negative_margin boolean,
  overtime_rule_reason  text
)
  RETURNS public.assignments
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_candidate public.candidates;
    v_hired public.candidates;
    v_facility public.facilities;
    v_contractor public.contractors;
    v_assignment public.assignments;
begin
    perform private.require_role('recruiting');
    perform private.require_arguments(jsonb_build_object(
        'candidate_id', hire_candidate.candidate_id, 'facility_id', hire_candidate.facility_id,
        'start_date', hire_candidate.start_date));
    perform private.check_hire(
        hire_candidate.start_date, hire_candidate.bill_rate, hire_candidate.pay_rate, hire_candidate.end_date,
        hire_candidate.overtime_rule, hire_candidate.employment_type, hire_candidate.renewal_date,
        hire_candidate.allow_negative_margin, hire_candidate.overtime_rule_reason);

    select candidate.*
      into v_candidate
      from public.candidates as candidate
     where candidate.id = hire_candidate.candidate_id
       for update;
    if not found then
        perform private.refuse(
            404, 'candidate_not_found',
            format('There is no candidate %s.', hire_candidate.candidate_id),
            'Look the id up in candidates.');
    end if;
    -- Nobody closes the facility meanwhile.
    select facility.*
      into v_facility
      from public.facilities as facility
     where facility.id = hire_candidate.facility_id
       for share;
    if not found then
        perform private.refuse(
            404, 'facility_not_found',
            format('There is no facility %s.', hire_candidate.facility_id),
            'Look the id up in facilities.');
    end if;

    -- Whoever was hired for this place and day has been placed already. Someone else's record with the same
    -- e-mail was not: theirs overlaps.
    if v_candidate.hired_at is not null then
        v_contractor := private.lock_contractor_of(v_candidate);
        select assignment.*
          into v_assignment
          from public.assignments as assignment
         where assignment.contractor_id = v_contractor.id
           and assignment.facility_id = hire_candidate.facility_id
           and assignment.start_date = hire_candidate.start_date
         order by assignment.created_at, assignment.id
         limit 1;
        if found then
            return v_assignment;
        end if;
    end if;

    if v_candidate.status in ('withdrawn', 'rejected') then
        perform private.refuse(
            409, 'candidate_not_available',
            format('The candidate %s %s is %s.', v_candidate.first_name, v_candidate.last_name, v_candidate.status),
            'Move them back to screening or offered first, if they are to be placed after all.');
    end if;
    if not v_facility.is_active then
        perform private.refuse(
            409, 'facility_inactive',
            format('The facility %s is inactive.', v_facility.name),
            'Make it active again first, or choose another one.');
    end if;

    v_contractor := private.take_up_contractor(v_candidate, hire_candidate.employment_type);

    insert into public.assignments (
        contractor_id, facility_id, start_date, end_date, overtime_rule, overtime_rule_reason)
    values (v_contractor.id, v_facility.id, hire_candidate.start_date, hire_candidate.end_date,
            hire_candidate.overtime_rule,
            case when hire_candidate.overtime_rule_reason ~ '\S' then btrim(hire_candidate.overtime_rule_reason) end)
    returning * into v_assignment;
    perform private.refuse_overlap(v_assignment);
    insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
    values (v_assignment.id, v_assignment.start_date, hire_candidate.bill_rate, hire_candidate.pay_rate);
    insert into public.contract_renewals (assignment_id, renewal_date)
    select v_assignment.id, renewal.day
      from coalesce(hire_candidate.renewal_date, hire_candidate.end_date) as renewal (day)
     where renewal.day is not null;

    update public.candidates as candidate
       set status = 'hired', hired_by = private.user_id()
     where candidate.id = v_candidate.id and candidate.status <> 'hired'
    returning * into v_hired;
    if found then
        perform private.audit(
            'hire_candidate', 'candidates', v_hired.id, to_jsonb(v_candidate), to_jsonb(v_hired));
    end if;
    perform private.write_events(
        'contractor.hired', v_contractor.id, v_assignment.id::text,
        jsonb_build_object('contractor_id', v_contractor.id, 'assignment_id', v_assignment.id));
    return v_assignment;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_message (
  message_id uuid
)
  RETURNS private.outbox
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_message private.outbox;
begin
    perform private.require_arguments(jsonb_build_object('message_id', hold_message.message_id));
    select message.* into v_message
      from private.outbox as message
     where message.id = hold_message.message_id
       for no key update;
    if not found then
        perform private.require_staff();
        perform private.refuse(
            404, 'message_not_found', format('There is no message %s.', hold_message.message_id),
            'Look in the view outbox.');
    end if;
    perform private.require_decider(v_message.kind);
    return v_message;
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_message(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.interest_in_mail (
  invoice public.invoices
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
               'accrued', invoice.accrued_interest::text,
               'balance', invoice.interest_balance::text,
               'through', coalesce((invoice.interest_breakdown ->> 'accruedThrough')::date, invoice.interest_computed_on),
               'fee', coalesce(invoice.interest_breakdown ->> 'fee', '0.00'),
               'rates', coalesce((
                   select jsonb_agg(
                              jsonb_build_object('rate', at_rate.rate, 'days', at_rate.days, 'months', at_rate.months)
                              order by at_rate.first_day)
                     from (select segment ->> 'rate' as rate,
                                  min(segment ->> 'from') as first_day,
                                  sum((segment ->> 'days')::int) as days,
                                  sum((segment ->> 'months')::int) as months
                             from jsonb_array_elements(invoice.interest_breakdown -> 'segments') as segment
                            group by segment ->> 'rate') as at_rate), '[]'));
$function$;

REVOKE ALL ON FUNCTION private.interest_in_mail(public.invoices) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.invitation_mail (
  message private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_invitation private.invitations;
    v_because text;
begin
    select invitation.*
      into v_invitation
      from private.invitations as invitation
     where invitation.id = message.subject_id;
    v_because := private.why_no_invitation_mail(v_invitation);
    if v_because is not null then
        return jsonb_build_object('drop', v_because);
    end if;
    if message.code is null then -- it was sent, and came back
        return '{"fail": "The code was erased when it was sent: invite them again, which makes another."}';
    end if;
    return (
        select private.mail_to_person(
                   person.email, person.name,
                   jsonb_build_object(
                       'kind', v_invitation.kind,
                       'facility_name', (
                           select facility.name
                             from public.facility_contacts as contact
                             join public.facilities as facility on facility.id = contact.facility_id
                            where v_invitation.kind = 'facility_contact' and contact.id = person.row_id),
                       'code', message.code,
                       'expires_on', to_char(expires.local_time, 'YYYY-MM-DD'),
                       'expires_at', to_char(expires.local_time, 'HH24:MI'),
                       'timezone', private.operating_timezone()))
          from private.people as person
         cross join (select v_invitation.expires_at at time zone private.operating_timezone()) as expires (local_time)
         where person.kind = v_invitation.kind and person.row_id = v_invitation.row_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.invitation_mail(private.outbox) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.invite (
  kind text,
  id   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_code constant text := gen_random_uuid()::text || gen_random_uuid()::text;
    v_person private.people;
    v_former private.invitations;
    v_invitation private.invitations;
    v_mailed_to text;
begin
    perform private.require_inviter(invite.kind);
    v_person := private.require_person(invite.kind, invite.id);
    if v_person.user_id is not null then
        perform private.refuse_linked(v_person);
    end if;
    if not v_person.is_active then
        perform private.refuse_inactive(v_person);
    end if;

    v_former := private.void_invitation(invite.kind, invite.id, 'replaced');
    if v_former.id is not null then
        perform private.audit_invitation('invite', v_former);
    end if;
    insert into private.invitations (kind, row_id, code_sha256, created_at, created_by, expires_at)
    values (invite.kind, invite.id, private.code_sha256(v_code), v_now, private.user_id(), v_now + interval '14 days')
    returning * into v_invitation;
    perform private.audit_invitation('invite', v_invitation);
    if private.mails('invitation') then
        v_mailed_to := private.mail_address(v_person.email);
    end if;
    if v_mailed_to is not null then
        perform private.write_message('invitation', v_invitation.id, '', code => v_code);
    end if;
    return jsonb_build_object('code', v_code, 'expires_at', v_invitation.expires_at, 'mailed_to', v_mailed_to);
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoice_document (
  invoice_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_invoice constant public.invoices := private.invoice_to_read(invoice_document.invoice_id);
begin
    return (
        select jsonb_build_object(
                   'document', 'invoice',
                   'letterhead', private.letterhead_on_paper(v_invoice.letterhead_id),
                   'bill_to', case when v_invoice.sent_at is null
                       then jsonb_build_object(
                           'name', coalesce(facility.billing_name, facility.name), 'facility_name', facility.name,
                           'address', facility.billing_address, 'purchase_order', private.order_on_invoice(v_invoice))
                       else jsonb_build_object(
                           'name', coalesce(v_invoice.billing_name, v_invoice.facility_name),
                           'facility_name', v_invoice.facility_name,
                           'address', v_invoice.billing_address, 'purchase_order', v_invoice.purchase_order)
                       end,
                   'group_by', private.invoice_group_by(v_invoice),
                   'group_name', v_invoice.group_name,
                   'number', v_invoice.number, 'kind', v_invoice.kind, 'status', v_invoice.status,
                   'period_start', v_invoice.period_start, 'period_end', v_invoice.period_end,
                   'issue_date', v_invoice.issue_date, 'due_date', v_invoice.due_date,
                   'voided_on', (v_invoice.voided_at at time zone settings.operating_timezone)::date,
                   'total', v_invoice.total::text, 'amount_paid', v_invoice.amount_paid::text,
                   'balance', v_invoice.balance::text,
                   'interest', jsonb_build_object(
                       'accrued', v_invoice.accrued_interest::text, 'paid', v_invoice.interest_paid::text,
                       'balance', v_invoice.interest_balance::text,
                       'through', coalesce((v_invoice.interest_breakdown ->> 'accruedThrough')::date,
                                           v_invoice.interest_computed_on),
                       'breakdown', v_invoice.interest_breakdown),
                   'owed', case when v_invoice.status in ('draft', 'void') then null
                                else v_invoice.balance + v_invoice.interest_balance end::text,
                   'payments', private.payments_on_paper(v_invoice.id),
                   'content', case v_invoice.kind
                       when 'interest' then private.interest_on_paper(v_invoice.id, null)
                       else private.summed_lines_on_paper(v_invoice.id, null) end)
          from public.organization_settings as settings
         cross join public.facilities as facility
         where facility.id = v_invoice.facility_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoice_group_by (
  invoice public.invoices
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case
        when invoice.group_key = '' then null
        when exists (select from public.purchase_orders as purchase_order
                      where purchase_order.id::text = invoice.group_key
                        and purchase_order.facility_id = invoice.facility_id) then 'order'
        when exists (select from public.assignments as assignment
                      where assignment.id::text = invoice.group_key
                        and assignment.facility_id = invoice.facility_id) then 'assignment'
        else 'department' end;
$function$;

REVOKE ALL ON FUNCTION private.invoice_group_by(public.invoices) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.invoice_mail (
  message private.outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case
        when invoice.status = 'void' then jsonb_build_object('drop', 'The invoice is void.')
        else private.mail_to(
            coalesce(facility.billing_email, invoice.billing_email), facility.name,
            jsonb_build_object(
                'facility_name', invoice.facility_name,
                'number', invoice.number,
                'kind', invoice.kind,
                'period_start', invoice.period_start,
                'period_end', invoice.period_end,
                'issue_date', invoice.issue_date,
                'due_date', invoice.due_date,
                'total', invoice.total::text,
                'owed', (invoice.balance + invoice.interest_balance)::text,
                'group_by', private.invoice_group_by(invoice),
                'group_name', invoice.group_name,
                'purchase_order', invoice.purchase_order,
                'remit_to', private.letterhead_on_paper(invoice.letterhead_id) ->> 'remit_to'))
        end
      from public.invoices as invoice
      join public.facilities as facility on facility.id = invoice.facility_id
     where invoice.id = message.subject_id;
$function$;

REVOKE ALL ON FUNCTION private.invoice_mail(private.outbox) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.is_admin_or_server()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  PARALLEL RESTRICTED
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    return private.caller() in ('service_role', 'owner') or private.has_role('admin');
end;
$function$;

REVOKE ALL ON FUNCTION private.is_admin_or_server() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.is_webhook_url (
  url text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
    select char_length(is_webhook_url.url) <= 2000
       and is_webhook_url.url
           ~* '^https://([a-z0-9_]([a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?][!"$-~]*)?$';
$function$;

REVOKE ALL ON FUNCTION private.is_webhook_url(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mail_address (
  text text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
    return case when btrim(mail_address.text) ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$'
                then btrim(mail_address.text) end;
end;
$function$;

REVOKE ALL ON FUNCTION private.mail_address(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mail_data (
  message private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if message.webhook_id is not null then
        return null;
    end if;
    return coalesce(
        case message.kind
            when 'renewal_alert' then private.renewal_alert_mail(message)
            when 'overdue_reminder' then private.overdue_reminder_mail(message)
            when 'invoice' then private.invoice_mail(message)
            when 'time_to_approve' then private.time_to_approve_mail(message)
            when 'invitation' then private.invitation_mail(message)
        end,
        jsonb_build_object('drop', 'What it is about is gone.'));
end;
$function$;

REVOKE ALL ON FUNCTION private.mail_data(private.outbox) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mail_sender()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    return (
        select jsonb_build_object(
                   'provider', mail.provider, 'address', mail.from_address, 'reply_to', mail.reply_to,
                   'name', nullif(btrim(firm.legal_name), ''))
          from public.mail_settings as mail
         cross join public.organization_settings as firm);
end;
$function$;

REVOKE ALL ON FUNCTION private.mail_sender() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mail_sent_invoice()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if private.mails('invoice') then
        perform private.write_message('invoice', new.id, '');
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.mail_sent_invoice() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mail_to (
  text  text,
  owner text,
  data  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_address constant text := private.mail_address(mail_to.text);
begin
    if mail_to.text is null then
        return jsonb_build_object(
            'fail', format('%s has no e-mail address. Enter one, and send this again.', mail_to.owner));
    elsif v_address is null then
        return jsonb_build_object(
            'fail', format('%L is not one e-mail address. Correct it for %s, and send this again.',
                           mail_to.text, mail_to.owner));
    end if;
    return (
        select jsonb_build_object('to', v_address, 'firm', settings.legal_name) || mail_to.data
          from public.organization_settings as settings);
end;
$function$;

REVOKE ALL ON FUNCTION private.mail_to(text,text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mail_to_person (
  text  text,
  owner text,
  data  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    return (
        select private.mail_to(
                   mail_to_person.text, coalesce(mail_to_person.owner, 'The recipient'),
                   jsonb_build_object('name', mail_to_person.owner, 'console_url', settings.console_url)
                       || mail_to_person.data)
          from public.mail_settings as settings);
end;
$function$;

REVOKE ALL ON FUNCTION private.mail_to_person(text,text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mails (
  kind text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select exists (
        select from public.mail_kinds as switched
         where switched.kind = mails.kind and switched.is_on
           and (select settings.provider <> 'none' from public.mail_settings as settings));
$function$;

REVOKE ALL ON FUNCTION private.mails(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.next_message (
  mail       boolean,
  with_print boolean
)
  RETURNS SETOF private.outbox
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    -- In PL/pgSQL, which keeps its plan for all messages of a run.
    return query
    select message.*
      from private.outbox as message
     where message.status = 'waiting'
       -- Not by a join, which would sort all that waits: the index has the order.
       and message.next_try_at <= (select now.at from private.clock() as now)
       and (message.webhook_id is null) = next_message.mail
       and (next_message.with_print or message.kind <> 'invoice' or message.mail is not null)
       -- What happened first to a row is told first.
       and not exists (
           select from private.outbox as earlier
            where earlier.webhook_id = message.webhook_id and earlier.subject_id = message.subject_id
              and earlier.place < message.place
              and earlier.status in ('waiting', 'sending', 'failed'))
     order by message.next_try_at, message.place
     limit 1
       for no key update skip locked;
end;
$function$;

REVOKE ALL ON FUNCTION private.next_message(boolean,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.operating_timezone()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    return (select settings.operating_timezone from public.organization_settings as settings);
end;
$function$;

REVOKE ALL ON FUNCTION private.operating_timezone() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.order_on_invoice (
  invoice public.invoices
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_number text;
begin
    if invoice.group_key <> '' then
        select purchase_order.number
          into v_number
          from public.purchase_orders as purchase_order
         where purchase_order.facility_id = invoice.facility_id and purchase_order.id::text = invoice.group_key;
    end if;
    if v_number is null then
        select min(purchase_order.number)
          into v_number
          from (select distinct line.purchase_order_id
                  from public.invoice_lines as line
                 where line.invoice_id = invoice.id and line.purchase_order_id is not null) as named
          join public.purchase_orders as purchase_order on purchase_order.id = named.purchase_order_id
        having count(*) = 1;
    end if;
    return coalesce(
        v_number,
        (select facility.purchase_order from public.facilities as facility where facility.id = invoice.facility_id));
end;
$function$;

CREATE OR REPLACE FUNCTION private.overdue_reminder_mail (
  message private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_today constant date := (private.clock()).business_date;
    v_most constant int := 100; -- more is a statement, not a mail
begin
    return (
        with overdue as materialized (
            select invoice, invoice.balance + invoice.interest_balance as owed,
                   row_number() over (order by invoice.due_date, invoice.number, invoice.id) as place
              from public.invoices as invoice
             where invoice.facility_id = message.subject_id
               and invoice.status in ('sent', 'partially_paid')
               and invoice.due_date < v_today
               and invoice.balance > 0
               and invoice.disputed_at is null
        ), summed as (
            select count(*) as invoices, sum(overdue.owed) as owed,
                   count(*) filter (where overdue.place > v_most) as invoices_left_out,
                   sum(overdue.owed) filter (where overdue.place > v_most) as owed_left_out,
                   jsonb_agg(
                       jsonb_build_object(
                           'number', (overdue.invoice).number,
                           'due_date', (overdue.invoice).due_date,
                           'days_late', v_today - (overdue.invoice).due_date,
                           'total', (overdue.invoice).total::text,
                           'balance', (overdue.invoice).balance::text,
                           'interest', private.interest_in_mail(overdue.invoice))
                       order by overdue.place) filter (where overdue.place <= v_most) as rows
              from overdue
        )
        select case
            when summed.invoices = 0 then jsonb_build_object('drop', 'Nothing overdue is owed any more.')
            else private.mail_to(
                facility.billing_email, facility.name,
                jsonb_build_object(
                    'facility_name', facility.name,
                    'as_of', v_today,
                    'invoices', summed.rows,
                    'left_out', case when summed.invoices_left_out > 0 then jsonb_build_object(
                        'invoices', summed.invoices_left_out, 'owed', summed.owed_left_out::text) end,
                    'owed', summed.owed::text,
                    'unapplied_credits', (
                        select coalesce(sum(credit.remaining), 0.00)
                          from public.facility_credits as credit
                         where credit.facility_id = facility.id)::text,
                    'remit_to', settings.remit_to))
            end
          from summed
         cross join public.organization_settings as settings
         cross join public.facilities as facility
         where facility.id = message.subject_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.overdue_reminder_mail(private.outbox) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.price_of_unbilled_time (
  last_day date
)
  RETURNS TABLE (
    time_entry_id uuid,
    kind          text,
    amount        numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_any_week constant date := private.workweek_start(date '2000-01-01');
begin
    return query
    with unbilled as materialized (
        select entry.id, assignment.contractor_id, calendar.week_start, (calendar.week_start - v_any_week) / 28 as month
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
         cross join lateral (
               select entry.work_date - ((entry.work_date - v_any_week) % 7 + 7) % 7) as calendar (week_start)
         where entry.is_payable
           and entry.work_date <= price_of_unbilled_time.last_day
           and not exists (
               select from public.invoice_lines as line
                where line.time_entry_id = entry.id and line.released_at is null)
    ), weeks as (
        select week.month, array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as starts
          from (select distinct unbilled.contractor_id, unbilled.week_start, unbilled.month from unbilled) as week
         group by week.month
    ), entries as (
        select unbilled.month, array_agg(unbilled.id) as ids from unbilled group by unbilled.month
    )
    select priced.time_entry_id, priced.kind, priced.amount
      from weeks
      join entries on entries.month = weeks.month
     cross join lateral private.priced_time(weeks.contractor_ids, weeks.starts, entries.ids) as priced
      join unbilled on unbilled.id = priced.time_entry_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.provider_knows_keys (
  provider text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    -- Receivers of webhooks know a repetition by its id.
    select provider_knows_keys.provider in ('http', 'webhook');
$function$;

REVOKE ALL ON FUNCTION private.provider_knows_keys(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.rebuild_payroll_draft (
  payroll_batch_id uuid,
  contractor_ids   uuid[] DEFAULT NULL::uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_contractor_ids uuid[];
    v_week_starts date[];
    v_paid_contractor_ids uuid[];
    v_paid_week_starts date[];
begin
    -- One at a time: two drafts must not both find that nobody pays a difference.
    perform private.hold_approvals();

    delete from public.payroll_items as item
     where item.payroll_batch_id = rebuild_payroll_draft.payroll_batch_id
       and (rebuild_payroll_draft.contractor_ids is null
            or item.contractor_id = any (rebuild_payroll_draft.contractor_ids));

    select array_agg(due.contractor_id), array_agg(due.week_start)
      into v_contractor_ids, v_week_starts
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     cross join lateral private.weeks_to_pay(period.period_end, rebuild_payroll_draft.contractor_ids) as due
     where batch.id = rebuild_payroll_draft.payroll_batch_id;

    with line as materialized (
        select line.* from private.due_lines(v_contractor_ids, v_week_starts) as line
    ), pay as (
        select line.contractor_id,
               coalesce(sum(line.hours) filter (where line.kind in ('straight', 'difference')), 0) as hours,
               sum(line.overtime_hours) as overtime_hours,
               sum(line.doubletime_hours) as doubletime_hours,
               coalesce(sum(line.amount) filter (where line.kind = 'straight'), 0) as straight,
               coalesce(sum(line.amount) filter (where line.kind = 'stipend'), 0) as stipend,
               coalesce(sum(line.amount) filter (where line.kind = 'adjustment'), 0) as adjustment,
               sum(line.amount) as gross
          from line
         group by line.contractor_id
    ), item as (
        insert into public.payroll_items (
            payroll_batch_id, contractor_id, regular_hours, overtime_hours, doubletime_hours,
            straight_pay, premium_pay, stipend_pay, adjustment_pay, gross_pay)
        select rebuild_payroll_draft.payroll_batch_id, pay.contractor_id,
               pay.hours - pay.overtime_hours - pay.doubletime_hours, pay.overtime_hours, pay.doubletime_hours,
               pay.straight, pay.gross - pay.straight - pay.stipend - pay.adjustment, pay.stipend, pay.adjustment,
               pay.gross
          from pay
        returning id, contractor_id
    ), written as (
        insert into public.payroll_item_lines (
            payroll_item_id, time_entry_id, payroll_adjustment_id, assignment_stipend_id, week_start, kind, hours,
            overtime_hours, doubletime_hours, rate, amount)
        select item.id, line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id, line.week_start,
               line.kind, line.hours, moved.overtime_hours, moved.doubletime_hours, line.rate, line.amount
          from line
          join item on item.contractor_id = line.contractor_id
          left join lateral (
               select line.overtime_hours, line.doubletime_hours where line.kind = 'difference') as moved on true
    )
    select array_agg(paid.contractor_id), array_agg(paid.week_start)
      into v_paid_contractor_ids, v_paid_week_starts
      from (select week.contractor_id, week.start
              from unnest(v_contractor_ids, v_week_starts) as week (contractor_id, start)
            except
            select line.contractor_id, line.week_start from line) as paid (contractor_id, week_start);

    perform private.forget_paid_weeks(v_paid_contractor_ids, v_paid_week_starts);

    update public.payroll_batches as batch
       set gross_total = summed.gross_total, preparer_ids = known.preparer_ids
      from (select coalesce(sum(item.gross_pay), 0) as gross_total
              from public.payroll_items as item
             where item.payroll_batch_id = rebuild_payroll_draft.payroll_batch_id) as summed,
           (select array(
                       select known.id from (
                           select unnest(draft.preparer_ids) union select private.user_id()) as known (id)
                        where known.id is not null order by known.id) as preparer_ids
              from public.payroll_batches as draft
             where draft.id = rebuild_payroll_draft.payroll_batch_id) as known
     where batch.id = rebuild_payroll_draft.payroll_batch_id
       and (batch.gross_total, batch.preparer_ids) is distinct from (summed.gross_total, known.preparer_ids);
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_bounce (
  provider_id text,
  error       text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    update private.outbox as message
       set status = 'failed', failed_at = (private.clock()).at, error = record_bounce.error
     where message.provider_id = record_bounce.provider_id and message.status = 'sent';
    return found or exists (
        select from private.outbox as message where message.provider_id = record_bounce.provider_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.record_bounce(text,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_row (
  message text,
  hint    text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STRICT
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(403, 'row_not_allowed', refuse_row.message, refuse_row.hint);
    return false;
end;
$function$;

CREATE OR REPLACE FUNCTION private.renewal_alert_mail (
  message private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_today constant date := (private.clock()).business_date;
    v_recipient_id constant uuid := split_part(message.step, ' ', 2);
    v_alert public.contract_alerts;
    v_renewal public.contract_renewals;
    v_recipient public.staff_members;
    v_because text;
begin
    select alert.* into v_alert from public.contract_alerts as alert where alert.id = message.subject_id;
    select renewal.* into v_renewal from public.contract_renewals as renewal where renewal.id = v_alert.contract_renewal_id;
    select recipient.*
      into v_recipient
      from private.renewal_alert_recipients() as recipient
     where recipient.id = v_recipient_id;
    v_because := case
        when v_alert.id is null then 'The renewal was deleted.'
        when v_renewal.status <> 'upcoming' then format('The renewal is %s.', v_renewal.status)
        when v_alert.due_on::text <> split_part(message.step, ' ', 1) then 'The renewal was moved.'
        when v_alert.acknowledged_at is not null then 'Somebody acknowledged the alert.'
        when exists (select from public.contract_alerts as nearer
                      where nearer.contract_renewal_id = v_renewal.id
                        and nearer.due_on > v_alert.due_on and nearer.due_on <= v_today)
            then 'The next alert of the renewal is due.'
        when v_recipient.id is null then 'Its recipient no longer gets renewal alerts.'
    end;
    if v_because is not null then
        return jsonb_build_object('drop', v_because);
    end if;
    return (
        select private.mail_to_person(
                   v_recipient.email, v_recipient.name,
                   jsonb_build_object(
                       'contractor_name', contractor.first_name || ' ' || contractor.last_name,
                       'facility_name', facility.name,
                       'renewal_date', v_renewal.renewal_date,
                       'days_left', v_renewal.renewal_date - v_today,
                       'end_date', assignment.end_date))
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
          join public.facilities as facility on facility.id = assignment.facility_id
         where assignment.id = v_renewal.assignment_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.renewal_alert_mail(private.outbox) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.renewal_alert_recipients()
  RETURNS SETOF public.staff_members
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select member.*
      from public.staff_members as member
     where member.is_active
       and member.email is not null
       and case when exists (select from public.staff_members as recruiter
                              where recruiter.is_active and recruiter.email is not null
                                and 'recruiting' = any (recruiter.roles))
                then 'recruiting'
                else 'admin' end = any (member.roles);
$function$;

REVOKE ALL ON FUNCTION private.renewal_alert_recipients() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.repeats_key (
  message  private.outbox,
  provider text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select private.provider_knows_keys(repeats_key.provider) and (repeats_key.message).provider = repeats_key.provider;
$function$;

REVOKE ALL ON FUNCTION private.repeats_key(private.outbox,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_decider (
  kind text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if require_decider.kind like '%.%' then
        perform private.require_role('admin');
    else
        perform private.require_role('billing', 'recruiting');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_decider(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.rotate_webhook_secret (
  webhook_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_former_until constant timestamptz := v_now + interval '24 hours';
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object('webhook_id', rotate_webhook_secret.webhook_id));

    update public.webhooks as webhook
       set secret_since = v_now
     where webhook.id = rotate_webhook_secret.webhook_id;
    if not found then
        perform private.refuse(
            404, 'webhook_not_found',
            format('There is no webhook %s.', rotate_webhook_secret.webhook_id),
            'Look the id up in webhooks.');
    end if;
    return jsonb_build_object(
        'secret', private.give_webhook_secret(rotate_webhook_secret.webhook_id, v_former_until),
        'former_until', v_former_until);
end;
$function$;

REVOKE ALL ON FUNCTION private.rotate_webhook_secret(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.schedule_maintenance_jobs (
  base_url                 text,
  cron_shared_secret       text DEFAULT NULL::text,
  job_path                 text DEFAULT '/functions/v1/cron-<job>'::text,
  lock_ended_schedule      text DEFAULT '30 7 * * *'::text,
  accrue_interest_schedule text DEFAULT '10,25,40,55 * * * *'::text,
  deliver_schedule         text DEFAULT '* * * * *'::text
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
        'accrue_interest_schedule', schedule_maintenance_jobs.accrue_interest_schedule,
        'deliver_schedule', schedule_maintenance_jobs.deliver_schedule));
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
    if private.delivers() then
        perform private.schedule_job(
            'deliver', schedule_maintenance_jobs.deliver_schedule, 'select private.request_job(''deliver'')');
    else
        execute 'select cron.unschedule(jobid) from cron.job where jobname = $1 and username = current_user'
          using 'deliver';
    end if;
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

REVOKE ALL ON FUNCTION private.schedule_maintenance_jobs(text,text,text,text,text,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.settle_message (
  message_id  uuid,
  try         integer,
  outcome     text,
  provider_id text,
  error       text
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_message private.outbox;
begin
    select message.* into v_message
      from private.outbox as message
     where message.id = settle_message.message_id
       for no key update;
    if settle_message.outcome = 'sent' then
        perform private.settle_sent(v_message, settle_message.provider_id);
    elsif v_message.status <> 'sending' or v_message.tries <> settle_message.try then
        null; -- somebody else took it to be abandoned, and has it now
    elsif settle_message.outcome = 'refused' then
        perform private.fail_message(v_message.id, settle_message.error);
    elsif settle_message.outcome = 'gone' then
        perform private.drop_messages(array[v_message.id], settle_message.error);
        perform private.switch_off_webhook(v_message.webhook_id, 'gone');
    elsif settle_message.outcome = 'unusable' or (settle_message.outcome = 'unreachable' and v_message.webhook_id is null) then
        perform private.wait_again(v_message, settle_message.error, is_counted => false);
    elsif settle_message.outcome = 'unknown' then
        perform private.settle_unknown(v_message, settle_message.error);
    elsif v_message.tries >= 5 then
        perform private.fail_message(v_message.id, settle_message.error);
    else
        perform private.wait_again(v_message, settle_message.error);
    end if;
    if settle_message.outcome in ('unreachable', 'unknown') and v_message.webhook_id is not null then
        perform private.spare_webhook(v_message.webhook_id, v_message.tries);
    end if;
    return (select message.status from private.outbox as message where message.id = v_message.id);
end;
$function$;

REVOKE ALL ON FUNCTION private.settle_message(uuid,integer,text,text,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.settle_sent (
  message     private.outbox,
  provider_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    update private.outbox as sent
       set status = 'sent', sent_at = (private.clock()).at, provider_id = settle_sent.provider_id,
           sending_at = null, next_try_at = null, failed_at = null, error = null, maybe_sent = false,
           code = null, mail = null, attachment = null
     where sent.id = (settle_sent.message).id and sent.status in ('waiting', 'sending', 'failed');
end;
$function$;

REVOKE ALL ON FUNCTION private.settle_sent(private.outbox,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.settle_unknown (
  message private.outbox,
  error   text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    update private.outbox as unknown set maybe_sent = true where unknown.id = (settle_unknown.message).id;
    if (settle_unknown.message).tries < 5
        and (private.provider_knows_keys((settle_unknown.message).provider) or not (settle_unknown.message).maybe_twice)
    then
        perform private.wait_again(settle_unknown.message, settle_unknown.error);
    else
        perform private.fail_message((settle_unknown.message).id, settle_unknown.error || ' It may have been sent.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.settle_unknown(private.outbox,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.spare_webhook (
  webhook_id uuid,
  tries      integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    update private.outbox as message
       set next_try_at = now.at + case when spare_webhook.tries <= 1 then interval '5 minutes' else interval '30 minutes' end
      from private.clock() as now
     where message.id in (
           select due.id
             from private.outbox as due
            where due.webhook_id = spare_webhook.webhook_id and due.status = 'waiting' and due.next_try_at <= now.at
              for no key update skip locked);
$function$;

REVOKE ALL ON FUNCTION private.spare_webhook(uuid,integer) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.stamp_mail_kind()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    new.on_since := case when new.is_on then (private.clock()).at end;
    new.written_on := null;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.stamp_mail_kind() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.stamp_webhook()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    if new.is_active and not (old.is_active and new.events <@ old.events) then
        new.told_since := v_now;
    end if;
    new.switched_off_at := case when not new.is_active then coalesce(old.switched_off_at, v_now) end;
    new.switched_off_because := case when not new.is_active then coalesce(new.switched_off_because, 'by_hand') end;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.stamp_webhook() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.sweep_outbox()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_message private.outbox;
begin
    for v_message in
        select message.*
          from private.outbox as message
         where message.status = 'sending' and message.sending_at < v_now - interval '5 minutes'
         order by message.place
           for no key update skip locked
    loop
        perform private.settle_message(
            v_message.id, v_message.tries, 'unknown', null, 'Who was sending it went away before the answer.');
    end loop;

    -- Providers keep a key for 24 hours; what nobody got through in that time, somebody looks at.
    for v_message in
        select message.*
          from private.outbox as message
         where message.status = 'waiting' and message.first_tried_at <= v_now - interval '24 hours'
         order by message.place
           for no key update skip locked
    loop
        perform private.fail_message(
            v_message.id, concat_ws(' ', v_message.error, 'It was not sent within 24 hours of the first try.'));
    end loop;
end;
$function$;

REVOKE ALL ON FUNCTION private.sweep_outbox() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.switch_off_webhook (
  webhook_id uuid,
  reason     text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    update public.webhooks as webhook
       set is_active = false, switched_off_because = switch_off_webhook.reason
     where webhook.id = switch_off_webhook.webhook_id and webhook.is_active;
$function$;

REVOKE ALL ON FUNCTION private.switch_off_webhook(uuid,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.tell_of_assignment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    -- Calls of its former end that nobody began to make go without a trace, so that the same end is told of, should it
    -- come back; private.webhook_call drops the others.
    delete from private.outbox as untold
     where untold.kind = 'assignment.ended' and untold.subject_id = new.id
       and untold.status = 'waiting' and untold.tries = 0;
    if new.end_date < (private.clock()).business_date then
        perform private.write_events(
            'assignment.ended', new.id, to_char(new.end_date, 'YYYY-MM-DD'),
            jsonb_build_object('assignment_id', new.id));
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.tell_of_assignment() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.tell_of_credit_note()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.write_events(
        'invoice.credited', new.invoice_id, new.id::text,
        jsonb_build_object('invoice_id', new.invoice_id, 'credit_note_id', new.id));
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.tell_of_credit_note() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.tell_of_invoice()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_before constant text := case tg_op when 'UPDATE' then old.status else 'draft' end;
    v_data constant jsonb := jsonb_build_object('invoice_id', new.id);
begin
    if v_before = 'draft' and new.status <> 'void' and new.kind <> 'opening' then
        perform private.write_events('invoice.sent', new.id, '', v_data);
    end if;
    if new.status = 'paid' then
        perform private.write_events('invoice.paid', new.id, extract(epoch from new.paid_at)::text, v_data);
    elsif new.status = 'void' and v_before <> 'draft' then
        perform private.write_events('invoice.voided', new.id, '', v_data);
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.tell_of_invoice() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.tell_of_payroll_batch()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.write_events(
        'payroll_batch.closed', new.id, '', jsonb_build_object('payroll_batch_id', new.id));
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.tell_of_payroll_batch() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.time_approvers()
  RETURNS SETOF public.facility_contacts
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select contact.*
      from public.facility_contacts as contact
     where contact.is_active and contact.user_id is not null and contact.email is not null;
$function$;

REVOKE ALL ON FUNCTION private.time_approvers() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.time_to_approve (
  through date
)
  RETURNS TABLE (
    facility_id   uuid,
    contractor_id uuid,
    work_date     date,
    hours         numeric,
    submitted_at  timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select assignment.facility_id, assignment.contractor_id, entry.work_date, entry.hours, entry.submitted_at
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where not entry.is_payable
       and entry.set_aside_at is null
       and entry.status in ('submitted', 'pending_approval')
       and entry.work_date <= time_to_approve.through;
$function$;

REVOKE ALL ON FUNCTION private.time_to_approve(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.time_to_approve_mail (
  message private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_most constant int := 50;
    v_contact public.facility_contacts;
    v_waiting jsonb;
begin
    select contact.*
      into v_contact
      from private.time_approvers() as contact
     where contact.id = message.subject_id;
    if not found then
        return jsonb_build_object('drop', 'Its recipient no longer approves time.');
    end if;
    with waiting as (
        select waits.contractor_id, contractor.first_name || ' ' || contractor.last_name as name,
               count(*) as entries, sum(waits.hours) as hours, count(distinct waits.work_date) as days,
               min(waits.work_date) as oldest_on
          from private.clock() as clock
         cross join private.time_to_approve(clock.business_date) as waits
          join public.contractors as contractor on contractor.id = waits.contractor_id
         where waits.facility_id = v_contact.facility_id
         group by waits.contractor_id, contractor.id
    ), placed as (
        select waiting.*, row_number() over (order by waiting.oldest_on, waiting.name, waiting.contractor_id) as place
          from waiting
    )
    select jsonb_build_object(
               'facility_name', (select facility.name from public.facilities as facility
                                  where facility.id = v_contact.facility_id),
               'entries', sum(placed.entries),
               'hours', sum(placed.hours)::text,
               'people', count(*),
               'oldest_on', min(placed.oldest_on),
               'contractors', jsonb_agg(
                   jsonb_build_object(
                       'name', placed.name, 'hours', placed.hours::text, 'days', placed.days,
                       'oldest_on', placed.oldest_on)
                   order by placed.place) filter (where placed.place <= v_most),
               'left_out', case when count(*) > v_most then jsonb_build_object(
                   'people', count(*) - v_most,
                   'hours', (sum(placed.hours) filter (where placed.place > v_most))::text) end)
      into v_waiting
      from placed
    having count(*) > 0;
    if not found then
        return jsonb_build_object('drop', 'No time waits for approval any more.');
    end if;
    return private.mail_to_person(v_contact.email, v_contact.name, v_waiting);
end;
$function$;

REVOKE ALL ON FUNCTION private.time_to_approve_mail(private.outbox) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.unbilled_of_13_weeks (
  last_day date
)
  RETURNS TABLE (
    assignment_id uuid,
    work_date     date,
    hours         numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  SET work_mem TO '64MB'
  SET enable_nestloop TO 'off'
  AS $function$
declare
    v_first_day constant date := unbilled_of_13_weeks.last_day - 90;
    v_week_start date := private.workweek_start(v_first_day);
begin
    while v_week_start <= unbilled_of_13_weeks.last_day loop
        return query
        select entry.assignment_id, entry.work_date, entry.hours
          from public.time_entries as entry
         where entry.work_date between greatest(v_week_start, v_first_day)
                                   and least(v_week_start + 6, unbilled_of_13_weeks.last_day)
           and entry.is_payable
           and not exists (
               select from public.invoice_lines as line
                where line.time_entry_id = entry.id
                  and line.released_at is null
                  and line.work_date between v_week_start and v_week_start + 6);
        v_week_start := v_week_start + 7;
    end loop;
end;
$function$;

REVOKE ALL ON FUNCTION private.unbilled_of_13_weeks(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.wait_again (
  message    private.outbox,
  error      text,
  is_counted boolean        DEFAULT true
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    update private.outbox as waiting
       set status = 'waiting',
           sending_at = null,
           error = wait_again.error,
           tries = waiting.tries - case when wait_again.is_counted then 0 else 1 end,
           first_tried_at = case when wait_again.is_counted or waiting.tries > 1 then waiting.first_tried_at end,
           next_try_at = (private.clock()).at
               + (array['5 minutes', '30 minutes', '4 hours', '16 hours']::interval[])[least(waiting.tries, 4)],
           -- What surely was not sent is composed anew, and another mail. What may have been sent stays the same one.
           key = case when waiting.maybe_sent then waiting.key else gen_random_uuid() end,
           mail = case when waiting.maybe_sent then waiting.mail end,
           attachment = case when waiting.maybe_sent then waiting.attachment end
     where waiting.id = (wait_again.message).id;
$function$;

REVOKE ALL ON FUNCTION private.wait_again(private.outbox,text,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.webhook_call (
  message private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_webhook public.webhooks;
    v_secrets text[];
begin
    select webhook.* into v_webhook from public.webhooks as webhook where webhook.id = message.webhook_id;
    if not v_webhook.is_active then
        return '{"drop": "The webhook was switched off."}';
    end if;
    if message.kind <> all (v_webhook.events) then
        return jsonb_build_object('drop', format('The webhook is not told of %s any more.', message.kind));
    end if;
    if message.kind = 'assignment.ended' and not exists (
        select from public.assignments as assignment
         where assignment.id = message.subject_id
           and message.step = v_webhook.id || ' ' || to_char(assignment.end_date, 'YYYY-MM-DD')) then
        return '{"drop": "The assignment ends on another day, or not any more."}';
    end if;

    v_secrets := array(
        select secret.secret
          from private.webhook_secrets as secret
         where secret.webhook_id = v_webhook.id and (secret.until is null or secret.until > v_now)
         order by secret.until desc nulls first);
    if cardinality(v_secrets) = 0 then -- only the owner of the database leaves one without
        return '{"drop": "The webhook has no secret to sign with."}';
    end if;
    return jsonb_build_object(
        'url', v_webhook.url, 'secrets', v_secrets,
        'timestamp', to_char(message.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'));
end;
$function$;

REVOKE ALL ON FUNCTION private.webhook_call(private.outbox) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.why_no_invitation_mail (
  invitation private.invitations
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    return case
        when invitation.accepted_at is not null then 'The invitation was accepted.'
        when invitation.void_reason = 'withdrawn' then 'The invitation was withdrawn.'
        when invitation.void_reason = 'replaced' then 'They were invited again.'
        when invitation.voided_at is not null then 'The invitation is void: who was invited was changed.'
        when invitation.expires_at <= (private.clock()).at then 'The invitation has expired.'
    end;
end;
$function$;

REVOKE ALL ON FUNCTION private.why_no_invitation_mail(private.invitations) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.workweek_start (
  day date
)
  RETURNS date
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    return (
        select workweek_start.day
                   - (extract(isodow from workweek_start.day)::int - settings.workweek_starts_on + 7) % 7
          from public.organization_settings as settings);
end;
$function$;

REVOKE ALL ON FUNCTION private.workweek_start(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.write_due_events (
  today date
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_today constant date := coalesce(write_due_events.today, (private.clock()).business_date);
    v_due record;
    v_written int := 0;
begin
    for v_due in
        select webhook.id as webhook_id, assignment.id as assignment_id, step.step
          from public.webhooks as webhook
          join public.assignments as assignment
            on assignment.end_date between v_today - 31 and v_today - 1
           and assignment.end_date >= (webhook.told_since at time zone private.operating_timezone())::date
         cross join lateral (
               select webhook.id || ' ' || to_char(assignment.end_date, 'YYYY-MM-DD')) as step (step)
         where webhook.is_active and 'assignment.ended' = any (webhook.events)
           and not exists (
               select from private.outbox as told
                where told.kind = 'assignment.ended' and told.subject_id = assignment.id
                  and told.step = step.step)
         order by assignment.end_date, assignment.id, webhook.id
    loop
        if private.write_message(
            'assignment.ended', v_due.assignment_id, v_due.step, v_due.webhook_id,
            jsonb_build_object('assignment_id', v_due.assignment_id)) then
            v_written := v_written + 1;
        end if;
    end loop;
    return v_written;
end;
$function$;

REVOKE ALL ON FUNCTION private.write_due_events(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.write_due_mail (
  today date
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_timezone constant text := private.operating_timezone();
    v_business_date constant date := (private.clock()).business_date;
    v_today constant date := coalesce(write_due_mail.today, v_business_date);
    v_kind record;
    v_written int := 0;
begin
    perform private.drop_failed_invitation_mail();

    if not exists (
        select
          from public.mail_settings as settings
         where settings.provider <> 'none'
           and (v_today <> v_business_date
                or ((private.clock()).at at time zone v_timezone)::time >= settings.daily_from)) then
        return 0;
    end if;

    -- Of several deliverers one writes, and the others have something better to do than wait.
    for v_kind in
        select switched.kind, (switched.on_since at time zone v_timezone)::date as since
          from public.mail_kinds as switched
         where switched.kind in ('renewal_alert', 'overdue_reminder', 'time_to_approve')
           and switched.is_on
           and switched.written_on is distinct from v_today
         order by switched.kind
           for no key update skip locked
    loop
        v_written := v_written + case v_kind.kind
            when 'renewal_alert' then private.write_renewal_alerts(v_today, v_kind.since)
            when 'overdue_reminder' then private.write_overdue_reminders(v_today, v_kind.since)
            when 'time_to_approve' then private.write_time_to_approve(v_today)
        end;
        update public.mail_kinds as switched
           set written_on = v_today
         where switched.kind = v_kind.kind;
    end loop;
    return v_written;
end;
$function$;

REVOKE ALL ON FUNCTION private.write_due_mail(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.write_events (
  event      text,
  subject_id uuid,
  happening  text,
  data       jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    perform private.write_message(
               write_events.event, write_events.subject_id,
               btrim(webhook.id || ' ' || write_events.happening), webhook.id, write_events.data)
       from public.webhooks as webhook
      where webhook.is_active and write_events.event = any (webhook.events);
end;
$function$;

REVOKE ALL ON FUNCTION private.write_events(text,uuid,text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.write_message (
  kind       text,
  subject_id uuid,
  step       text,
  webhook_id uuid  DEFAULT NULL::uuid,
  data       jsonb DEFAULT NULL::jsonb,
  code       text  DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    insert into private.outbox (kind, subject_id, step, webhook_id, data, code, written_at, next_try_at)
    values (write_message.kind, write_message.subject_id, write_message.step, write_message.webhook_id,
            write_message.data, write_message.code, v_now, v_now)
        on conflict on constraint message_is_written_once do nothing;
    return found;
end;
$function$;

REVOKE ALL ON FUNCTION private.write_message(text,uuid,text,uuid,jsonb,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.write_overdue_reminders (
  today date,
  since date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select count(*) filter (where private.write_message(
               'overdue_reminder', facility.id, write_overdue_reminders.today::text))::int
      from (select invoice.facility_id, array_agg(distinct invoice.due_date) as due_dates
              from public.invoices as invoice
             where invoice.status in ('sent', 'partially_paid')
               and invoice.due_date < write_overdue_reminders.today
               and invoice.balance > 0
               and invoice.disputed_at is null
             group by invoice.facility_id) as late
      join public.facilities as facility on facility.id = late.facility_id
      left join public.facility_reminders as reminders on reminders.facility_id = late.facility_id
     cross join lateral (
           select max(former.step)::date as last_on,
                  coalesce(bool_or(former.status in ('waiting', 'sending')), false) as is_underway
             from private.outbox as former
            where former.kind = 'overdue_reminder' and former.subject_id = facility.id
              -- What a person dropped is decided; what had become untrue was no reminder.
              and (former.status <> 'dropped' or former.decided_by is not null)) as reminded
     where not reminded.is_underway
       and exists (
           select
             from unnest(late.due_dates) as due (day)
            cross join unnest(coalesce(reminders.reminder_days, '{3,15,30}')) as late_by (days)
            where due.day + late_by.days <= write_overdue_reminders.today
              and due.day + late_by.days >= greatest(reminded.last_on + 1, write_overdue_reminders.since));
$function$;

REVOKE ALL ON FUNCTION private.write_overdue_reminders(date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.write_renewal_alerts (
  today date,
  since date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select count(*) filter (where private.write_message(
               'renewal_alert', nearest.id, nearest.due_on || ' ' || recipient.id))::int
      from (select distinct on (alert.contract_renewal_id)
                   alert.id, alert.due_on, alert.acknowledged_at, alert.created_at
              from public.contract_alerts as alert
              join public.contract_renewals as renewal on renewal.id = alert.contract_renewal_id
             where renewal.status = 'upcoming' and alert.due_on <= write_renewal_alerts.today
             order by alert.contract_renewal_id, alert.due_on desc) as nearest
     cross join private.renewal_alert_recipients() as recipient
     where nearest.acknowledged_at is null
       -- A renewal that was entered late has alerts whose day had passed.
       and greatest(nearest.due_on, (nearest.created_at at time zone private.operating_timezone())::date)
           >= write_renewal_alerts.since;
$function$;

REVOKE ALL ON FUNCTION private.write_renewal_alerts(date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.write_time_to_approve (
  today date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select count(*) filter (where private.write_message(
               'time_to_approve', contact.id, write_time_to_approve.today::text))::int
      from (select waits.facility_id, max(waits.submitted_at) as last_submitted_at
              from private.time_to_approve(write_time_to_approve.today) as waits
             group by waits.facility_id) as waiting
      join private.time_approvers() as contact on contact.facility_id = waiting.facility_id
     cross join lateral (
           select max(former.step)::date as last_on, max(former.written_at) as last_at,
                  coalesce(bool_or(former.status in ('waiting', 'sending')), false) as is_underway
             from private.outbox as former
            where former.kind = 'time_to_approve' and former.subject_id = contact.id
              and (former.status <> 'dropped' or former.decided_by is not null)) as told
     where not told.is_underway
       and (told.last_on is null
            or told.last_on <= write_time_to_approve.today - 3
            or waiting.last_submitted_at > told.last_at);
$function$;

REVOKE ALL ON FUNCTION private.write_time_to_approve(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.add_webhook (
  url         text,
  events      text[],
  description text   DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.add_webhook(url, events, description); $function$;

REVOKE ALL ON FUNCTION "public"."add_webhook"(text, text[], text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.rotate_webhook_secret (
  webhook_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.rotate_webhook_secret(webhook_id); $function$;

REVOKE ALL ON FUNCTION "public"."rotate_webhook_secret"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.version()
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select '0.14.0';
$function$;

REVOKE ALL ON FUNCTION "public"."version"() FROM PUBLIC, "anon";

ALTER TABLE "public"."facility_reminders"
  ADD CONSTRAINT "facility_reminders_facility_id_fkey" FOREIGN KEY (facility_id) REFERENCES public.facilities(id) ON DELETE CASCADE;

ALTER TABLE "public"."job_runs"
  ADD CONSTRAINT "job_run_counts_are_of_its_job" CHECK (((counts IS NULL) OR ((counts)::text ~
CASE job
    WHEN 'lock-ended'::text THEN
      '^\{"draft": [0-9]+, "locked": [0-9]+, "approved": [0-9]+, "remaining": [0-9]+, "submitted": [0-9]+, ("unapproved": [0-9]+, )?"assignments": [0-9]+, "pending_approval": [0-9]+\}$'::text
    WHEN 'accrue-interest'::text THEN '^\{"scanned": [0-9]+, "updated": [0-9]+, "remaining": [0-9]+, "unchanged": [0-9]+\}$'::text
    WHEN 'deliver'::text THEN '^\{"sent": [0-9]+, "failed": [0-9]+, "dropped": [0-9]+, "written": [0-9]+, "postponed": [0-9]+, "remaining": [0-9]+\}$'::text
    ELSE '^$'::text
END)));

ALTER TABLE "private"."outbox"
  ADD CONSTRAINT "outbox_webhook_id_fkey" FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id);

ALTER TABLE "private"."webhook_secrets"
  ADD CONSTRAINT "webhook_secrets_webhook_id_fkey" FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id);

CREATE VIEW "private"."named_entries" AS  SELECT entry.id AS time_entry_id,
    entry.assignment_id,
    assignment.facility_id,
    facility.name AS facility_name,
    assignment.contractor_id,
    ((contractor.first_name || ' '::text) || contractor.last_name) AS contractor_name,
    entry.work_date,
    entry.hours,
    entry.status,
    entry.approved_at,
    (entry.set_aside_at IS NOT NULL) AS is_set_aside,
    entry.sent_back_reason,
    entry.sent_back_at,
    entry.sent_back_by,
    entry.set_aside_reason,
    entry.corrected_at,
    entry.correction_reason,
    entry.hours_before_correction,
    entry.work_date_before_correction,
    entry.started_at,
    entry.ended_at,
    entry.break_minutes,
    entry.shift_id,
    entry.notes
   FROM (((public.time_entries entry
     JOIN public.assignments assignment ON ((assignment.id = entry.assignment_id)))
     JOIN public.contractors contractor ON ((contractor.id = assignment.contractor_id)))
     JOIN public.facilities facility ON ((facility.id = assignment.facility_id)))
  WHERE ((entry.status <> 'draft'::text) OR (entry.sent_back_at IS NOT NULL));

REVOKE ALL ON TABLE private.named_entries FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE VIEW "private"."people" WITH (security_invoker=true) AS  SELECT 'staff_member'::text AS kind,
    member.id AS row_id,
    member.name,
    member.user_id,
    member.is_active,
    member.email
   FROM public.staff_members member
UNION ALL
 SELECT 'contractor'::text AS kind,
    contractor.id AS row_id,
    ((contractor.first_name || ' '::text) || contractor.last_name) AS name,
    contractor.user_id,
    contractor.is_active,
    contractor.email
   FROM public.contractors contractor
UNION ALL
 SELECT 'facility_contact'::text AS kind,
    contact.id AS row_id,
    contact.name,
    contact.user_id,
    contact.is_active,
    contact.email
   FROM public.facility_contacts contact;

REVOKE ALL ON TABLE private.people FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_person (
  kind   text,
  row_id uuid
)
  RETURNS private.people
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    if hold_person.kind = 'staff_member' then
        -- As whoever writes staff does, and before the row, which may be one of theirs.
        perform private.hold_active_admins();
        perform
           from public.staff_members as member
          where member.id = hold_person.row_id
            for no key update;
    elsif hold_person.kind = 'contractor' then
        perform
           from public.contractors as contractor
          where contractor.id = hold_person.row_id
            for no key update;
    else
        perform
           from public.facility_contacts as contact
          where contact.id = hold_person.row_id
            for no key update;
    end if;
    return (
        select person
          from private.people as person
         where person.kind = hold_person.kind and person.row_id = hold_person.row_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_person(text,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_inactive (
  person private.people
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'person_inactive',
        format('This %s is inactive.', replace((refuse_inactive.person).kind, '_', ' ')),
        'Have is_active set to true by whoever writes the row, and invite again.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_inactive(private.people) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_linked (
  person private.people
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'already_linked',
        format('Somebody signs in as this %s already.', replace((refuse_linked.person).kind, '_', ' ')),
        'Have an admin call unlink first, if somebody else is to.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_linked(private.people) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_person (
  kind   text,
  row_id uuid
)
  RETURNS private.people
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_person private.people;
begin
    perform private.require_arguments(jsonb_build_object('id', require_person.row_id));
    v_person := private.hold_person(require_person.kind, require_person.row_id);
    if v_person.row_id is null then
        perform private.refuse(
            404, 'person_not_found',
            format('There is no %s %s.', replace(require_person.kind, '_', ' '), require_person.row_id),
            format('Look the id up in %ss.', require_person.kind));
    end if;
    return v_person;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_person(text,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE VIEW "private"."readable_entries" WITH (security_barrier=true) AS  SELECT named_entries.time_entry_id,
    named_entries.assignment_id,
    named_entries.facility_id,
    named_entries.facility_name,
    named_entries.contractor_id,
    named_entries.contractor_name,
    named_entries.work_date,
    named_entries.hours,
    named_entries.status,
    named_entries.approved_at,
    named_entries.is_set_aside,
    named_entries.sent_back_reason,
    named_entries.sent_back_at,
    named_entries.sent_back_by,
    named_entries.set_aside_reason,
    named_entries.corrected_at,
    named_entries.correction_reason,
    named_entries.hours_before_correction,
    named_entries.work_date_before_correction,
    named_entries.started_at,
    named_entries.ended_at,
    named_entries.break_minutes,
    named_entries.shift_id,
    named_entries.notes
   FROM private.named_entries
  WHERE ( SELECT private.is_staff_or_server() AS is_staff_or_server)
UNION ALL
 SELECT named_entries.time_entry_id,
    named_entries.assignment_id,
    named_entries.facility_id,
    named_entries.facility_name,
    named_entries.contractor_id,
    named_entries.contractor_name,
    named_entries.work_date,
    named_entries.hours,
    named_entries.status,
    named_entries.approved_at,
    named_entries.is_set_aside,
    named_entries.sent_back_reason,
    named_entries.sent_back_at,
    named_entries.sent_back_by,
    named_entries.set_aside_reason,
    named_entries.corrected_at,
    named_entries.correction_reason,
    named_entries.hours_before_correction,
    named_entries.work_date_before_correction,
    named_entries.started_at,
    named_entries.ended_at,
    named_entries.break_minutes,
    named_entries.shift_id,
    named_entries.notes
   FROM private.named_entries
  WHERE ((NOT ( SELECT private.is_staff_or_server() AS is_staff_or_server)) AND (named_entries.assignment_id = ANY (( SELECT private.contact_assignment_ids() AS contact_assignment_ids)::uuid[])));

REVOKE ALL ON TABLE private.readable_entries FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE VIEW "private"."facility_time" AS  SELECT time_entry_id,
    facility_id,
    contractor_name,
    work_date,
    hours,
    status,
    ( SELECT sum(
                CASE line.kind
                    WHEN 'regular'::text THEN line.hours
                    ELSE 0.00
                END) AS sum
           FROM private.sent_lines line
          WHERE (line.time_entry_id = entry.time_entry_id)) AS regular_hours,
    ( SELECT sum(
                CASE line.kind
                    WHEN 'overtime'::text THEN line.hours
                    ELSE 0.00
                END) AS sum
           FROM private.sent_lines line
          WHERE (line.time_entry_id = entry.time_entry_id)) AS overtime_hours,
    ( SELECT sum(
                CASE line.kind
                    WHEN 'doubletime'::text THEN line.hours
                    ELSE 0.00
                END) AS sum
           FROM private.sent_lines line
          WHERE (line.time_entry_id = entry.time_entry_id)) AS doubletime_hours,
    ( SELECT line.invoice_id
           FROM private.sent_lines line
          WHERE (line.time_entry_id = entry.time_entry_id)
         LIMIT 1) AS invoice_id,
    ( SELECT line.number
           FROM private.sent_lines line
          WHERE (line.time_entry_id = entry.time_entry_id)
         LIMIT 1) AS invoice_number,
    sent_back_reason,
    sent_back_at,
    sent_back_by,
        CASE
            WHEN (sent_back_by IS NOT NULL) THEN private.name_for_facility(sent_back_by, facility_id)
            ELSE NULL::text
        END AS sent_back_by_name,
    facility_name,
    assignment_id,
    contractor_id,
    approved_at,
    is_set_aside,
    set_aside_reason,
    corrected_at,
    correction_reason,
    hours_before_correction,
    work_date_before_correction,
    started_at,
    ended_at,
    break_minutes,
    shift_id,
    notes
   FROM private.readable_entries entry;

REVOKE ALL ON TABLE private.facility_time FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE VIEW "private"."readable_messages" WITH (security_barrier=true) AS  SELECT id,
    kind,
    subject_id,
    step,
    webhook_id,
        CASE
            WHEN ((webhook_id IS NULL) OR ( SELECT private.is_admin_or_server() AS is_admin_or_server)) THEN recipient
            ELSE NULL::text
        END AS recipient,
    status,
    tries,
    next_try_at,
    maybe_sent,
    maybe_twice,
    error,
    written_at,
    sent_at,
    failed_at,
    dropped_at,
    decided_by
   FROM private.outbox message
  WHERE ( SELECT private.is_staff_or_server() AS is_staff_or_server);

REVOKE ALL ON TABLE private.readable_messages FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE VIEW "public"."ar_aging" WITH (security_invoker=true) AS  SELECT facility.id AS facility_id,
    facility.name AS facility_name,
    aged.current,
    aged.days_1_30,
    aged.days_31_60,
    aged.days_61_90,
    aged.days_91_plus,
    total.balance,
    total.interest,
    total.unapplied_credits,
    ((total.balance + total.interest) - total.unapplied_credits) AS net,
    COALESCE(open.disputed, 0.00) AS disputed
   FROM (((((public.facilities facility
     LEFT JOIN ( SELECT invoice.facility_id,
            sum(invoice.balance) FILTER (WHERE (invoice.days <= 0)) AS current,
            sum(invoice.balance) FILTER (WHERE ((invoice.days >= 1) AND (invoice.days <= 30))) AS days_1_30,
            sum(invoice.balance) FILTER (WHERE ((invoice.days >= 31) AND (invoice.days <= 60))) AS days_31_60,
            sum(invoice.balance) FILTER (WHERE ((invoice.days >= 61) AND (invoice.days <= 90))) AS days_61_90,
            sum(invoice.balance) FILTER (WHERE (invoice.days > 90)) AS days_91_plus,
            sum(invoice.interest_balance) AS interest,
            sum(invoice.balance) FILTER (WHERE (invoice.disputed_at IS NOT NULL)) AS disputed
           FROM ( SELECT sent.facility_id,
                    sent.balance,
                    sent.interest_balance,
                    sent.disputed_at,
                    (( SELECT clock.business_date
                           FROM private.clock() clock(at, today, business_date)) - sent.due_date) AS days
                   FROM public.invoices sent
                  WHERE (sent.status = ANY (ARRAY['sent'::text, 'partially_paid'::text]))) invoice
          GROUP BY invoice.facility_id) open ON ((open.facility_id = facility.id)))
     LEFT JOIN ( SELECT invoice.facility_id,
            sum(invoice.interest_balance) AS interest
           FROM public.invoices invoice
          WHERE ((invoice.status = 'paid'::text) AND (invoice.interest_balance <> (0)::numeric))
          GROUP BY invoice.facility_id) paid ON ((paid.facility_id = facility.id)))
     LEFT JOIN ( SELECT credit_1.facility_id,
            sum(credit_1.remaining) AS remaining
           FROM public.facility_credits credit_1
          WHERE (credit_1.remaining > (0)::numeric)
          GROUP BY credit_1.facility_id) credit ON ((credit.facility_id = facility.id)))
     CROSS JOIN LATERAL ( SELECT COALESCE(open.current, 0.00) AS current,
            COALESCE(open.days_1_30, 0.00) AS days_1_30,
            COALESCE(open.days_31_60, 0.00) AS days_31_60,
            COALESCE(open.days_61_90, 0.00) AS days_61_90,
            COALESCE(open.days_91_plus, 0.00) AS days_91_plus) aged)
     CROSS JOIN LATERAL ( SELECT ((((aged.current + aged.days_1_30) + aged.days_31_60) + aged.days_61_90) + aged.days_91_plus) AS balance,
            (COALESCE(open.interest, 0.00) + COALESCE(paid.interest, 0.00)) AS interest,
            COALESCE(credit.remaining, 0.00) AS unapplied_credits) total)
  WHERE ((( SELECT private.is_staff_or_server() AS is_staff_or_server) OR (facility.id = ANY (( SELECT private.contact_facility_ids() AS contact_facility_ids)::uuid[]))) AND ((total.balance <> (0)::numeric) OR (total.interest <> (0)::numeric) OR (total.unapplied_credits <> (0)::numeric)))
  ORDER BY facility.name, facility.id;

CREATE OR REPLACE FUNCTION private.ar_aging_as_of (
  as_of date
)
  RETURNS SETOF public.ar_aging
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_timezone constant text := (
        select settings.operating_timezone from public.organization_settings as settings);
    v_facility_ids constant uuid[] := private.facility_ids_to_report(); -- null: all
    v_interest_day date;
begin
    perform private.require_arguments(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    perform private.require_finite_dates(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    v_interest_day := private.interest_day(ar_aging_as_of.as_of);

    return query
    with invoice as not materialized (
        select sent.id,
               sent.facility_id,
               ar_aging_as_of.as_of - sent.due_date as days,
               sent.total,
               (sent.disputed_at at time zone v_timezone)::date <= ar_aging_as_of.as_of as is_disputed,
               -- Asked only where it may be another than what stands, or none: as private.interest_through.
               case when v_interest_day = 'infinity' then sent.accrued_interest
                    when sent.accrued_interest > 0 and sent.due_date < v_interest_day then least(
                        round(sent.interest_on_days[width_bucket(v_interest_day, sent.interest_days)]
                                  + sent.interest_per_day[width_bucket(v_interest_day, sent.interest_days)]
                                  * (v_interest_day
                                     - sent.interest_days[width_bucket(v_interest_day, sent.interest_days)]), 2),
                        sent.accrued_interest)
               end as interest
          from public.invoices as sent
         where sent.sent_at is not null
           and (v_facility_ids is null or sent.facility_id = any (v_facility_ids))
           and sent.issue_date <= ar_aging_as_of.as_of
           and (sent.voided_at is null
                or (sent.voided_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
    ), entry as (
        select invoice.facility_id, invoice.days, invoice.total as balance, invoice.interest, null::numeric as unapplied,
               invoice.is_disputed
          from invoice
         union all
        -- What is on an invoice is no longer unapplied; the rest of each check and credit note is.
        select invoice.facility_id,
               invoice.days,
               case payment.component when 'principal' then -payment.amount end,
               case payment.component when 'interest' then -payment.amount end,
               case when num_nonnulls(payment.check_reconciliation_id, payment.credit_note_id) > 0
                    then -payment.amount end,
               invoice.is_disputed
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where payment.paid_on <= ar_aging_as_of.as_of
           and (payment.moved_at is null
                or (payment.moved_at at time zone v_timezone)::date <= ar_aging_as_of.as_of)
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        select received.facility_id, null, null, null, received.amount, null
          from public.checks as received
         where received.reconciled_at is not null
           and (v_facility_ids is null or received.facility_id = any (v_facility_ids))
           and received.received_on <= ar_aging_as_of.as_of
           and (received.returned_at is null
                or (received.returned_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        select note.facility_id, null, null, null, note.amount, null
          from public.credit_notes as note
         where note.counts_on <= ar_aging_as_of.as_of
           and (v_facility_ids is null or note.facility_id = any (v_facility_ids))
    ), aged as (
        select entry.facility_id,
               coalesce(sum(entry.balance) filter (where entry.days <= 0), 0.00) as current,
               coalesce(sum(entry.balance) filter (where entry.days between 1 and 30), 0.00) as days_1_30,
               coalesce(sum(entry.balance) filter (where entry.days between 31 and 60), 0.00) as days_31_60,
               coalesce(sum(entry.balance) filter (where entry.days between 61 and 90), 0.00) as days_61_90,
               coalesce(sum(entry.balance) filter (where entry.days > 90), 0.00) as days_91_plus,
               coalesce(sum(entry.interest), 0.00) as interest,
               coalesce(sum(entry.unapplied), 0.00) as unapplied_credits,
               coalesce(sum(entry.balance) filter (where entry.is_disputed), 0.00) as disputed
          from entry
         group by entry.facility_id
    )
    select facility.id, facility.name,
           aged.current, aged.days_1_30, aged.days_31_60, aged.days_61_90, aged.days_91_plus,
           total.balance, aged.interest, aged.unapplied_credits,
           total.balance + aged.interest - aged.unapplied_credits, aged.disputed
      from aged
      join public.facilities as facility on facility.id = aged.facility_id
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus
           ) as total (balance)
     where total.balance <> 0 or aged.interest <> 0 or aged.unapplied_credits <> 0
     order by facility.name, facility.id;
end;
$function$;

REVOKE ALL ON FUNCTION private.ar_aging_as_of(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.ar_aging_as_of (
  as_of date
)
  RETURNS SETOF public.ar_aging
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.ar_aging_as_of(as_of); $function$;

REVOKE ALL ON FUNCTION "public"."ar_aging_as_of"(date) FROM PUBLIC, "anon";

REVOKE ALL ON TABLE "public"."ar_aging" FROM "anon";

CREATE VIEW "public"."assignment_margin" WITH (security_invoker=true) AS  SELECT assignment.id AS assignment_id,
    assignment.contractor_id,
    ((contractor.first_name || ' '::text) || contractor.last_name) AS contractor_name,
    assignment.facility_id,
    facility.name AS facility_name,
    assignment.start_date,
    assignment.end_date,
    rate.bill_rate,
    rate.pay_rate,
    (rate.bill_rate - rate.pay_rate) AS margin_per_hour,
    round(((rate.bill_rate - rate.pay_rate) / rate.bill_rate), 4) AS margin_share,
    billed.hours AS billed_hours,
    billed.amount AS billed_amount,
    billed.straight_pay,
    (billed.amount - billed.straight_pay) AS billed_margin
   FROM (((((private.clock() clock(at, today, business_date)
     CROSS JOIN public.assignments assignment)
     JOIN public.contractors contractor ON ((contractor.id = assignment.contractor_id)))
     JOIN public.facilities facility ON ((facility.id = assignment.facility_id)))
     JOIN private.rates_of_days rate ON (((rate.assignment_id = assignment.id) AND ((GREATEST(assignment.start_date, LEAST(clock.business_date, assignment.end_date)) >= rate.effective_from) AND (GREATEST(assignment.start_date, LEAST(clock.business_date, assignment.end_date)) <= rate.effective_to)))))
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(line.hours), 0.00) AS hours,
            COALESCE(sum(line.amount), 0.00) AS amount,
            round(COALESCE(sum((line.hours * paid.pay_rate)), (0)::numeric), 2) AS straight_pay
           FROM ((public.time_entries entry
             JOIN public.invoice_lines line ON (((line.time_entry_id = entry.id) AND (line.released_at IS NULL))))
             JOIN private.rates_of_days paid ON (((paid.assignment_id = entry.assignment_id) AND ((entry.work_date >= paid.effective_from) AND (entry.work_date <= paid.effective_to)))))
          WHERE (entry.assignment_id = assignment.id)) billed);

REVOKE ALL ON TABLE "public"."assignment_margin" FROM "anon";

CREATE VIEW "public"."facility_time" WITH (security_invoker=true) AS  SELECT time_entry_id,
    facility_id,
    contractor_name,
    work_date,
    hours,
    status,
    regular_hours,
    overtime_hours,
    doubletime_hours,
    invoice_id,
    invoice_number,
    sent_back_reason,
    sent_back_at,
    sent_back_by,
    sent_back_by_name,
    facility_name,
    assignment_id,
    contractor_id,
    approved_at,
    is_set_aside,
    set_aside_reason,
    corrected_at,
    correction_reason,
    hours_before_correction,
    work_date_before_correction,
    started_at,
    ended_at,
    break_minutes,
    shift_id,
    notes
   FROM private.facility_time;

REVOKE ALL ON TABLE "public"."facility_time" FROM "anon";

CREATE VIEW "public"."heads_by_week" WITH (security_invoker=true) AS  WITH this_week AS (
         SELECT private.workweek_start(clock.business_date) AS week_start
           FROM private.clock() clock(at, today, business_date)
          WHERE ( SELECT private.is_staff_or_server() AS is_staff_or_server)
        ), placed AS (
         SELECT unnest(range_agg(int4range((((GREATEST(assignment.start_date, (this_week_1.week_start - 98)) - this_week_1.week_start) + 98) / 7), (((LEAST(assignment.end_date, (this_week_1.week_start + 104)) - this_week_1.week_start) + 98) / 7), '[]'::text))) AS weeks
           FROM (this_week this_week_1
             JOIN public.assignments assignment ON (((assignment.start_date <= (this_week_1.week_start + 104)) AND ((assignment.end_date IS NULL) OR (assignment.end_date >= (this_week_1.week_start - 98))))))
          GROUP BY assignment.contractor_id
        )
 SELECT (this_week.week_start + (7 * week.nth)) AS week_start,
    (count(*) FILTER (WHERE (lower(placed.weeks) = (week.nth + 14))))::integer AS starting,
    (count(*) FILTER (WHERE (upper(placed.weeks) = (week.nth + 15))))::integer AS ending,
    (count(placed.weeks))::integer AS heads
   FROM ((this_week
     CROSS JOIN generate_series('-13'::integer, 13) week(nth))
     LEFT JOIN placed ON ((placed.weeks @> (week.nth + 14))))
  GROUP BY this_week.week_start, week.nth
  ORDER BY week.nth;

REVOKE ALL ON TABLE "public"."heads_by_week" FROM "anon";

CREATE VIEW "public"."job_health" WITH (security_invoker=true) AS  SELECT job.name AS job,
    last.started_at AS last_run_at,
    last.status AS last_run_status,
    finished.error AS last_error,
    success.finished_at AS last_success_at,
    (now() - success.finished_at) AS last_success_age,
    age.is_stale,
    state.is_behind,
    state.stuck_runs,
        CASE job.name
            WHEN 'lock-ended'::text THEN ( SELECT (count(*))::integer AS count
               FROM (public.assignments assignment
                 CROSS JOIN LATERAL ( SELECT
                       FROM private.open_time entry_1
                      WHERE ((entry_1.assignment_id = assignment.id) AND entry_1.is_to_be_locked)
                     OFFSET 0) entry)
              WHERE (assignment.end_date < clock.today))
            WHEN 'accrue-interest'::text THEN ( SELECT (count(*))::integer AS count
               FROM public.invoices invoice
              WHERE (invoice.bears_interest AND (invoice.due_date < clock.today) AND (invoice.interest_computed_on IS DISTINCT FROM clock.today)))
            WHEN 'deliver'::text THEN ( SELECT (count(*))::integer AS count
               FROM private.readable_messages message
              WHERE ((message.status = 'waiting'::text) AND (message.next_try_at <= clock.at)))
            ELSE NULL::integer
        END AS left_over,
    call.called_at AS last_call_at,
    call.answer_status AS last_call_status,
    call.error AS last_call_error,
    ((finished.error IS NULL) AND (NOT age.is_stale) AND (NOT state.is_behind) AND (state.stuck_runs = 0) AND ((call.called_at IS NULL) OR (success.finished_at >= call.called_at))) AS is_ok,
        CASE job.name
            WHEN 'lock-ended'::text THEN ( SELECT (count(*))::integer AS count
               FROM public.time_entries entry
              WHERE ((entry.status = 'locked'::text) AND (NOT entry.is_payable) AND (entry.set_aside_at IS NULL)))
            ELSE NULL::integer
        END AS unapproved
   FROM (((((((private.clock() clock(at, today, business_date)
     CROSS JOIN private.jobs job)
     LEFT JOIN LATERAL ( SELECT run.started_at,
            run.status
           FROM public.job_runs run
          WHERE ((run.job = job.name) AND (NOT run.dry_run))
          ORDER BY run.started_at DESC
         LIMIT 1) last ON (true))
     LEFT JOIN LATERAL ( SELECT run.error
           FROM public.job_runs run
          WHERE ((run.job = job.name) AND (NOT run.dry_run) AND (run.status <> 'running'::text))
          ORDER BY run.started_at DESC
         LIMIT 1) finished ON (true))
     LEFT JOIN LATERAL ( SELECT run.finished_at
           FROM public.job_runs run
          WHERE ((run.job = job.name) AND (run.status = 'succeeded'::text) AND (NOT run.dry_run))
          ORDER BY run.finished_at DESC
         LIMIT 1) success ON (true))
     CROSS JOIN LATERAL ( SELECT COALESCE((success.finished_at < (now() - job.stale_after)), true) AS is_stale) age)
     CROSS JOIN LATERAL ( SELECT ((NOT age.is_stale) AND (NOT (EXISTS ( SELECT
                   FROM public.job_runs run
                  WHERE ((run.job = job.name) AND (run.status = 'succeeded'::text) AND (NOT run.dry_run) AND (run.finished_at >= (now() - job.behind_after)) AND ((run.counts ->> 'remaining'::text) = '0'::text)))))) AS is_behind,
            ( SELECT (count(*))::integer AS count
                   FROM public.job_runs run
                  WHERE ((run.job = job.name) AND (run.status = 'running'::text) AND (NOT run.dry_run) AND (run.started_at < (now() - '00:05:00'::interval)))) AS stuck_runs) state)
     LEFT JOIN ( SELECT DISTINCT ON (call_1.job) call_1.job,
            call_1.called_at,
            call_1.answer_status,
            call_1.error
           FROM private.job_calls() call_1(job, called_at, answer_status, error)
          ORDER BY call_1.job, call_1.called_at DESC) call ON ((call.job = job.name)))
  WHERE (( SELECT private.is_staff_or_server() AS is_staff_or_server) AND ((job.name <> 'deliver'::text) OR ( SELECT private.delivers() AS delivers)))
  ORDER BY job.name;

REVOKE ALL ON TABLE "public"."job_health" FROM "anon";

CREATE VIEW "public"."missing_time" WITH (security_invoker=true) AS  SELECT assignment.id AS assignment_id,
    contractor.id AS contractor_id,
    ((contractor.first_name || ' '::text) || contractor.last_name) AS contractor_name,
    facility.id AS facility_id,
    facility.name AS facility_name,
    week.week_start,
    week.week_end,
    GREATEST(assignment.start_date, week.week_start) AS first_day,
    LEAST(assignment.end_date, week.week_end) AS last_day
   FROM (((( SELECT (this_week.week_start - 7) AS "?column?",
            (this_week.week_start - 1) AS "?column?"
           FROM (private.clock() clock(at, today, business_date)
             CROSS JOIN LATERAL private.workweek_start(clock.business_date) this_week(week_start))) week(week_start, week_end)
     JOIN public.assignments assignment ON (((assignment.start_date <= week.week_end) AND ((assignment.end_date IS NULL) OR (assignment.end_date >= week.week_start)))))
     JOIN public.contractors contractor ON ((contractor.id = assignment.contractor_id)))
     JOIN public.facilities facility ON ((facility.id = assignment.facility_id)))
  WHERE (NOT (EXISTS ( SELECT
           FROM public.time_entries entry
          WHERE ((entry.assignment_id = assignment.id) AND ((entry.work_date >= week.week_start) AND (entry.work_date <= week.week_end)))
         OFFSET 0)));

REVOKE ALL ON TABLE "public"."missing_time" FROM "anon";

CREATE VIEW "public"."outbox" WITH (security_invoker=true) AS  SELECT id,
    kind,
    subject_id,
    step,
    webhook_id,
    recipient,
    status,
    tries,
    next_try_at,
    maybe_sent,
    maybe_twice,
    error,
    written_at,
    sent_at,
    failed_at,
    dropped_at,
    decided_by
   FROM private.readable_messages message;

CREATE OR REPLACE FUNCTION private.drop_message (
  message_id uuid
)
  RETURNS SETOF public.outbox
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_message private.outbox;
begin
    v_message := private.hold_message(drop_message.message_id);
    if v_message.status in ('sending', 'sent') then
        perform private.refuse(
            409, 'message_not_waiting',
            case v_message.status when 'sent' then 'This message was sent.' else 'This message is being sent.' end,
            'Look in a minute what came of it; once it is sent, say in another way what is true now.');
    end if;
    if v_message.status in ('waiting', 'failed') then
        perform private.drop_messages(array[v_message.id], 'Somebody decided to drop it.');
        update private.outbox as message set decided_by = private.user_id() where message.id = v_message.id;
        perform private.audit_decision('drop_message', v_message);
    end if;
    return query select shown.* from public.outbox as shown where shown.id = v_message.id;
end;
$function$;

REVOKE ALL ON FUNCTION private.drop_message(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.send_message_again (
  message_id uuid
)
  RETURNS SETOF public.outbox
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_message private.outbox;
begin
    v_message := private.hold_message(send_message_again.message_id);
    if v_message.status = 'dropped' then
        perform private.refuse(
            409, 'message_dropped', format('This message was dropped: %s', v_message.error),
            'Say it in another way; a dropped message stays dropped.');
    end if;
    if v_message.status = 'failed' then
        update private.outbox as message
           set status = 'waiting', next_try_at = (private.clock()).at, failed_at = null, sent_at = null,
               tries = 0, first_tried_at = null, key = gen_random_uuid(), provider_id = null, error = null,
               maybe_twice = message.maybe_twice or message.maybe_sent, maybe_sent = false,
               decided_by = private.user_id()
         where message.id = v_message.id;
        perform private.audit_decision('send_message_again', v_message);
    end if;
    return query select shown.* from public.outbox as shown where shown.id = v_message.id;
end;
$function$;

REVOKE ALL ON FUNCTION private.send_message_again(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.decided_by_name (
  public .outbox
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).decided_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).decided_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."decided_by_name"(public.outbox) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.drop_message (
  message_id uuid
)
  RETURNS SETOF public.outbox
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.drop_message(message_id); $function$;

REVOKE ALL ON FUNCTION "public"."drop_message"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.send_message_again (
  message_id uuid
)
  RETURNS SETOF public.outbox
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.send_message_again(message_id); $function$;

REVOKE ALL ON FUNCTION "public"."send_message_again"(uuid) FROM PUBLIC, "anon";

REVOKE ALL ON TABLE "public"."outbox" FROM "anon";

CREATE VIEW "public"."renewals_due" WITH (security_invoker=true) AS  SELECT renewal.id AS contract_renewal_id,
    assignment.id AS assignment_id,
    contractor.id AS contractor_id,
    ((contractor.first_name || ' '::text) || contractor.last_name) AS contractor_name,
    facility.id AS facility_id,
    facility.name AS facility_name,
    assignment.end_date,
    renewal.renewal_date,
    days.days_left,
        CASE
            WHEN (days.days_left < 0) THEN 'expired'::text
            WHEN (days.days_left <= 30) THEN '30'::text
            WHEN (days.days_left <= 60) THEN '60'::text
            ELSE '90'::text
        END AS bucket,
    ( SELECT (count(*))::integer AS count
           FROM public.contract_alerts alert
          WHERE ((alert.contract_renewal_id = renewal.id) AND (alert.due_on <= clock.business_date) AND (alert.acknowledged_at IS NULL))) AS open_alerts
   FROM (((((private.clock() clock(at, today, business_date)
     JOIN public.contract_renewals renewal ON ((renewal.status = 'upcoming'::text)))
     CROSS JOIN LATERAL ( SELECT (renewal.renewal_date - clock.business_date) AS "?column?") days(days_left))
     JOIN public.assignments assignment ON ((assignment.id = renewal.assignment_id)))
     JOIN public.contractors contractor ON ((contractor.id = assignment.contractor_id)))
     JOIN public.facilities facility ON ((facility.id = assignment.facility_id)))
  WHERE (days.days_left <= 90);

REVOKE ALL ON TABLE "public"."renewals_due" FROM "anon";

CREATE UNIQUE INDEX one_webhook_secret_is_in_force ON private.webhook_secrets USING btree (webhook_id)
  WHERE (until IS NULL);

CREATE INDEX outbox_by_provider_id ON private.outbox USING btree (provider_id)
  WHERE (provider_id IS NOT NULL);

CREATE INDEX outbox_by_time ON private.outbox USING btree (written_at, id);

CREATE INDEX outbox_by_webhook ON private.outbox USING btree (webhook_id);

CREATE INDEX outbox_failed ON private.outbox USING btree (failed_at)
  WHERE (status = 'failed'::text);

CREATE INDEX outbox_sending ON private.outbox USING btree (sending_at)
  WHERE (status = 'sending'::text);

CREATE INDEX outbox_unsettled_events ON private.outbox USING btree (webhook_id, subject_id, place)
  WHERE ((status = ANY (ARRAY['waiting'::text, 'sending'::text, 'failed'::text])) AND (webhook_id IS NOT NULL));

CREATE INDEX outbox_waiting ON private.outbox USING btree (next_try_at, place)
  WHERE (status = 'waiting'::text);

CREATE INDEX webhook_secrets_by_webhook ON private.webhook_secrets USING btree (webhook_id);

CREATE UNIQUE INDEX webhook_url_is_unique ON public.webhooks USING btree (url)
  WHERE (url IS NOT NULL);

CREATE TRIGGER ended_invitations_are_not_mailed
  AFTER UPDATE ON private.invitations
  FOR EACH ROW
  WHEN ((((old.accepted_at IS NULL) AND (new.accepted_at IS NOT NULL)) OR ((old.voided_at IS NULL) AND (new.voided_at IS NOT NULL))))
  EXECUTE FUNCTION private.drop_mail_of_ended_invitation();

CREATE TRIGGER ar_aging_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.ar_aging
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER assignment_margin_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.assignment_margin
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER webhooks_are_told_of_past_ends
  AFTER UPDATE ON public.assignments
  FOR EACH ROW
  WHEN ((old.end_date IS DISTINCT FROM new.end_date))
  EXECUTE FUNCTION private.tell_of_assignment();

CREATE TRIGGER webhooks_are_told_of_credit_notes
  AFTER INSERT ON public.credit_notes
  FOR EACH ROW
  EXECUTE FUNCTION private.tell_of_credit_note();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.facility_reminders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.facility_reminders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.facility_reminders
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.facility_reminders
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.facility_reminders
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER facility_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.facility_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER heads_by_week_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.heads_by_week
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER sent_invoices_are_mailed
  AFTER UPDATE OF status ON public.invoices
  FOR EACH ROW
  WHEN (((old.status = 'draft'::text) AND (new.status = ANY (ARRAY['sent'::text, 'paid'::text])) AND (new.kind <> 'opening'::text)))
  EXECUTE FUNCTION private.mail_sent_invoice();

CREATE TRIGGER webhooks_are_told_of_inserted_invoices
  AFTER INSERT ON public.invoices
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'service_role'::name) AND (new.status <> 'draft'::text) AND (new.status <> 'void'::text)))
  EXECUTE FUNCTION private.tell_of_invoice();

CREATE TRIGGER webhooks_are_told_of_invoices
  AFTER UPDATE ON public.invoices
  FOR EACH ROW
  WHEN (((old.status <> new.status) AND ((old.status = 'draft'::text) OR (new.status = 'paid'::text) OR (new.status = 'void'::text))))
  EXECUTE FUNCTION private.tell_of_invoice();

CREATE TRIGGER job_health_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.job_health
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER mail_kinds_say_since_when
  BEFORE UPDATE ON public.mail_kinds
  FOR EACH ROW
  WHEN ((old.is_on <> new.is_on))
  EXECUTE FUNCTION private.stamp_mail_kind();

CREATE TRIGGER mail_that_is_switched_off_is_dropped
  AFTER UPDATE ON public.mail_kinds
  FOR EACH ROW
  WHEN ((old.is_on AND (NOT new.is_on)))
  EXECUTE FUNCTION private.drop_mail_switched_off();

CREATE TRIGGER only_admins_write
  BEFORE UPDATE ON public.mail_kinds
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

CREATE TRIGGER mail_settings_are_kept
  BEFORE DELETE ON public.mail_settings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('mail_settings_are_kept', 'The settings of mail are one row, which stays.', 'Set provider to none.');

CREATE TRIGGER mail_without_a_provider_is_dropped
  AFTER UPDATE ON public.mail_settings
  FOR EACH ROW
  WHEN (((old.provider <> new.provider) AND (new.provider = 'none'::text)))
  EXECUTE FUNCTION private.drop_mail_switched_off();

CREATE TRIGGER only_admins_write
  BEFORE UPDATE ON public.mail_settings
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

CREATE TRIGGER missing_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.missing_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER outbox_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.outbox
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER webhooks_are_told_of_payroll_batches
  AFTER UPDATE ON public.payroll_batches
  FOR EACH ROW
  WHEN (((old.status <> 'closed'::text) AND (new.status = 'closed'::text)))
  EXECUTE FUNCTION private.tell_of_payroll_batch();

CREATE TRIGGER renewals_due_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.renewals_due
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER calls_end_with_their_webhook
  AFTER UPDATE ON public.webhooks
  FOR EACH ROW
  WHEN ((old.is_active AND (NOT new.is_active)))
  EXECUTE FUNCTION private.drop_calls_of_webhook();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.webhooks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.webhooks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.webhooks
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_admins_write
  BEFORE UPDATE ON public.webhooks
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.webhooks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER webhooks_are_stamped
  BEFORE UPDATE ON public.webhooks
  FOR EACH ROW
  WHEN (((old.is_active IS DISTINCT FROM new.is_active) OR (old.events IS DISTINCT FROM new.events)))
  EXECUTE FUNCTION private.stamp_webhook();

CREATE POLICY "billing_adds" ON "public"."facility_reminders"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_changes" ON "public"."facility_reminders"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_removes" ON "public"."facility_reminders"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "staff_read" ON "public"."facility_reminders"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

CREATE POLICY "admins_change" ON "public"."mail_kinds"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));

CREATE POLICY "staff_read" ON "public"."mail_kinds"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

CREATE POLICY "admins_change" ON "public"."mail_settings"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));

CREATE POLICY "staff_read" ON "public"."mail_settings"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

CREATE POLICY "admins_change" ON "public"."webhooks"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));

CREATE POLICY "admins_read" ON "public"."webhooks"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));

COMMENT ON COLUMN "private"."jobs"."behind_after" IS 'Longest time for which successes may each leave something over.';

COMMENT ON COLUMN "private"."jobs"."stale_after" IS 'Longest allowed time since the last success.';

COMMENT ON COLUMN "private"."outbox"."code" IS 'Of invitations, until it was sent.';

COMMENT ON COLUMN "private"."outbox"."data" IS 'Of events: what the body says, ids alone.';

COMMENT ON COLUMN "private"."outbox"."decided_by" IS 'User who had it sent again or dropped; null where no person did.';

COMMENT ON COLUMN "private"."outbox"."error" IS 'Reason why the last try failed, or why it was dropped; null when it was sent.';

COMMENT ON COLUMN "private"."outbox"."key" IS 'Key by which the provider knows a mail, so that a repetition is the same mail; another once a try surely sent nothing.';

COMMENT ON COLUMN "private"."outbox"."kind" IS 'A kind of mail_kinds or an event of webhooks; events have a full stop.';

COMMENT ON COLUMN "private"."outbox"."mail" IS 'Message as it was handed to the provider, until it is known what came of that: a repetition says the same, byte by byte.';

COMMENT ON COLUMN "private"."outbox"."maybe_sent" IS 'The result of a try is not known: it may have been sent.';

COMMENT ON COLUMN "private"."outbox"."maybe_twice" IS 'It was sent although a try before may have sent it, to a provider that knows no keys, or by somebody''s decision.';

COMMENT ON COLUMN "private"."outbox"."place" IS 'In the order in which they were written.';

COMMENT ON COLUMN "private"."outbox"."step" IS 'Name of the message among those about that row; with kind and subject_id it is there once. private.write_message says what is in it.';

COMMENT ON COLUMN "private"."outbox"."subject_id" IS 'The id of the row that it is about.';

COMMENT ON COLUMN "private"."webhook_secrets"."until" IS 'Time at which a former one stops signing; null = it is the one in force.';

COMMENT ON COLUMN "public"."assignment_bill_terms"."overtime_rule" IS 'Rule by which overtime is billed: the name of one of overtime_rules. The contractor''s employment does not matter.';

COMMENT ON COLUMN "public"."assignment_bill_terms"."scope" IS 'The contractor''s hours that count together: those at the facility, over all assignments there, those of the assignment alone, or all of the contractor''s, wherever.';

COMMENT ON COLUMN "public"."assignments"."bill_overtime_multiplier" IS 'Multiplier with which its bill terms began; left out, it is the facility''s. Written later, it goes on to the bill terms, where there is one row of them.';

COMMENT ON COLUMN "public"."assignments"."cost_centre" IS 'The facility''s cost center that pays, as department.';

COMMENT ON COLUMN "public"."assignments"."department" IS 'Place at the facility, as it stands on invoices; null = not said. Time that is not sent yet follows it.';

COMMENT ON COLUMN "public"."assignments"."overtime_rule" IS 'Rule by which the contractor is paid: the name of one of overtime_rules. assignment_bill_terms say what is billed.';

COMMENT ON COLUMN "public"."assignments"."overtime_rule_reason" IS 'The answer to overtime_rules.asks_for: why the person is exempt, or which election there was. Null = the rule asks for nothing.';

COMMENT ON COLUMN "public"."assignments"."purchase_order_id" IS 'The facility''s order that pays, as department. To use another one for the days to come, enter it once the time under this one is sent.';

COMMENT ON COLUMN "public"."book_closings"."postings" IS 'Number of postings that this closing stored.';

COMMENT ON COLUMN "public"."checks"."entered_again" IS 'True if whoever entered it says that it is another one, though one of this facility, method, number and amount is there.';

COMMENT ON COLUMN "public"."contractors"."external_number" IS 'Number in the firm''s former books: import_rows skips a row whose number is there. Null = not moved in.';

COMMENT ON COLUMN "public"."credit_notes"."letterhead_id" IS 'The firm''s letterhead when the note was issued. Null where there was none: then today''s.';

COMMENT ON COLUMN "public"."credit_notes"."reinstates" IS 'True if the time of its lines was freed, to be corrected and billed again.';

COMMENT ON COLUMN "public"."earning_codes"."employment" IS 'Payroll file: w2, or 1099, which has corp_to_corp too.';

COMMENT ON COLUMN "public"."facilities"."bill_scope" IS 'Hours that count together for the overtime that is billed, of new assignments: see assignment_bill_terms.scope.';

COMMENT ON COLUMN "public"."facilities"."billing_address" IS 'Address that invoices go to, as it stands on paper: one line or several.';

COMMENT ON COLUMN "public"."facilities"."billing_cycle" IS 'Days that the weekly run bills together, once they are over: week (the workweek), two_weeks or month (the calendar month). Overtime goes by workweeks all the same.';

COMMENT ON COLUMN "public"."facilities"."billing_name" IS 'Name that invoices are made out to; null = its name.';

COMMENT ON COLUMN "public"."facilities"."due_date_rule" IS 'Treatment of a due date on a Saturday, a Sunday or one of holidays: none (it stays) or next_business_day.';

COMMENT ON COLUMN "public"."facilities"."invoices_by" IS 'Time that is billed together: one (all of it), department, order or assignment (each by itself). See invoices.group_key.';

COMMENT ON COLUMN "public"."facilities"."work_state" IS 'State or region in which people work there, for the provider that pays them: CO, the two letters of a state or territory of the United States, elsewhere GB-LND, a code of ISO 3166-2. Null = not known yet.';

COMMENT ON COLUMN "public"."facility_contacts"."name" IS 'Name of the person. Null only of rows from before there were names.';

COMMENT ON COLUMN "public"."facility_interest_terms"."day_count" IS 'Method that turns days into a share of a year; started_months: a twelfth of the rate for each month that has begun, on what is unpaid as it begins.';

COMMENT ON COLUMN "public"."facility_reminders"."reminder_days" IS 'Days that an invoice is late when it is reminded of, such as {3,15,30}; {} = never.';

COMMENT ON COLUMN "public"."invoices"."bears_interest" IS 'True if accrue-interest computes it once it is overdue. An invoice paid in time never is, one paid late until its final interest stands, one of kind interest never.';

COMMENT ON COLUMN "public"."invoices"."dispute_reason" IS 'Reason that the facility gives; its contacts read it.';

COMMENT ON COLUMN "public"."invoices"."disputed_at" IS 'Time at which the facility''s dispute was noted (dispute_invoice). Null = it does not dispute it, or the dispute was settled, or nothing is owed any more. Whoever reminds facilities of what they owe may leave such invoices out. Interest accrues all the same.';

COMMENT ON COLUMN "public"."invoices"."disputed_by" IS 'User who noted it; null where no person did.';

COMMENT ON COLUMN "public"."invoices"."group_key" IS 'The part of the facility''s time that it bills, where facilities.invoices_by makes several of it: a department, or the id of an order or of an assignment, as text. Empty = all of it, and where invoices are made by department or order, what has none.';

COMMENT ON COLUMN "public"."invoices"."group_name" IS 'Name of the group: the department, the order''s number, the contractor; null without one.';

COMMENT ON COLUMN "public"."invoices"."interest_per_day" IS 'Amount that each day after the one of interest_days added.';

COMMENT ON COLUMN "public"."invoices"."letterhead_id" IS 'The firm''s letterhead when the invoice was sent. Null of drafts, and where there was none: then today''s.';

COMMENT ON COLUMN "public"."job_runs"."counts" IS 'Counts of the run''s work, as its job counts it; null until it succeeded.';

COMMENT ON COLUMN "public"."job_runs"."job" IS 'Name of the job, one of lock-ended, accrue-interest, deliver.';

COMMENT ON COLUMN "public"."mail_kinds"."on_since" IS 'Since when it is on; null = it is off. What happened before is not mailed. Follows is_on.';

COMMENT ON COLUMN "public"."mail_kinds"."written_on" IS 'The business day whose mails of this kind are written, of kinds that are due by day; null = none yet.';

COMMENT ON COLUMN "public"."mail_settings"."console_url" IS 'Address at which the firm''s people open the console; mail names it. Null = mail names no address.';

COMMENT ON COLUMN "public"."mail_settings"."daily_from" IS 'From when on, by the clock of the operating timezone, a day''s reminders are written.';

COMMENT ON COLUMN "public"."mail_settings"."from_address" IS 'Sender''s address; the name before it is organization_settings.legal_name.';

COMMENT ON COLUMN "public"."mail_settings"."provider" IS 'none, http (an HTTP interface as Resend''s) or smtp. cron-deliver has its key or password in its environment.';

COMMENT ON COLUMN "public"."mail_settings"."reply_to" IS 'Address for answers; null = to from_address.';

COMMENT ON COLUMN "public"."organization_settings"."remit_to" IS 'Payment instructions for facilities, as it stands on invoices and statements: one line or several.';

COMMENT ON COLUMN "public"."overtime_rules"."asks_for" IS 'The record that is required, as overtime_rule_reason of the assignment, before a W-2 person is paid by it; null = nothing.';

COMMENT ON COLUMN "public"."overtime_rules"."name" IS 'Name by which assignments and bill terms refer to it.';

COMMENT ON COLUMN "public"."overtime_rules"."seventh_day" IS 'True if on the seventh day worked of a workweek the hours up to daily_overtime_after are overtime and the rest doubletime.';

COMMENT ON COLUMN "public"."overtime_rules"."source" IS 'The text that has the rule, and the people it does not cover.';

COMMENT ON COLUMN "public"."overtime_rules"."weekly_overtime_after" IS 'Regular hours of a workweek beyond this, after the daily limits, are overtime; null = no such limit.';

COMMENT ON COLUMN "public"."payments"."moved_at" IS 'Time at which the rest of a credit note''s credit went back onto its invoice, because the check was returned that had paid it: reports count it from that day. Null of other payments.';

COMMENT ON COLUMN "public"."payroll_adjustments"."entered_by" IS 'User who entered it, or last changed what is approved of it: not its second approver. Null where no person did.';

COMMENT ON COLUMN "public"."payroll_adjustments"."in_regular_rate" IS 'True if overtime is paid on it too. A bonus is unless it is said otherwise, with a reason (29 CFR 778.208 to 778.211); nothing else is.';

COMMENT ON COLUMN "public"."payroll_adjustments"."is_flat_sum" IS 'True if the bonus is the same however long one works for it: then overtime is paid on it by the hours that are not overtime, 1.5 times and 2 times (California: Alvarado v. Dart, 2018). False: by all hours.';

COMMENT ON COLUMN "public"."payroll_handovers"."amount" IS 'Sum of the lines.';

COMMENT ON COLUMN "public"."payroll_handovers"."employment" IS 'One of the batch''s two files: w2, or 1099, which has corp_to_corp too.';

COMMENT ON COLUMN "public"."staff_members"."name" IS 'Name of the person. Null only of rows from before there were names.';

COMMENT ON COLUMN "public"."time_entries"."corrected_at" IS 'Time at which payroll last corrected the entry after its approval (correct_time_entry). Null = it did not, or the entry was a draft again since.';

COMMENT ON COLUMN "public"."time_entries"."corrected_by" IS 'User who corrected it last. Null where no person did.';

COMMENT ON COLUMN "public"."time_entries"."correction_reason" IS 'Reason of the last correction. The audit log has every correction.';

COMMENT ON COLUMN "public"."time_entries"."is_payable" IS 'True if the time is billable and payable: it is approved, or was approved when it was locked.';

COMMENT ON COLUMN "public"."time_entries"."notes" IS 'For whoever decides about the hours: the contractor, staff and the facility''s contacts read it. No place for remarks that the facility may not see.';

COMMENT ON COLUMN "public"."time_entries"."sent_back_at" IS 'Time at which it was sent back to draft. Null = it was not, or was submitted, or moved to another assignment, since. Kept when a draft is locked.';

COMMENT ON COLUMN "public"."time_entries"."sent_back_reason" IS 'Reason, written together with the status, {"status": "draft", "sent_back_reason": "…"}. A facility''s contact has to say why.';

COMMENT ON COLUMN "public"."time_entries"."set_aside_at" IS 'Time at which payroll set the entry aside: it is neither paid nor billed, and no longer waits for approval. Null = it is not.';

COMMENT ON COLUMN "public"."webhooks"."events" IS 'Events that it is told of.';

COMMENT ON COLUMN "public"."webhooks"."switched_off_because" IS 'by_hand, or gone: it answered that it wants no more calls (410). Null while it is on.';

COMMENT ON COLUMN "public"."webhooks"."url" IS 'An https address, without a user or a fragment.';

COMMENT ON FUNCTION "private"."accrued_pay"(date) IS 'Pay due to contractors of weeks up to a day and not paid by then, by account.

Of the week that the day splits, time counts by its days, and premiums, stipends, adjustments and differences by the share
of the week''s hours that were worked by then, half a cent up.';

COMMENT ON FUNCTION "private"."accrued_revenue"(date) IS 'Amount of approved time up to a day that no invoice issued by then bills: on later invoices and drafts by their lines, else at today''s rates.';

COMMENT ON FUNCTION "private"."add_webhook"(text, text[], text) IS 'The logic of public.add_webhook.';

COMMENT ON FUNCTION "private"."ar_aging_as_of"(date) IS 'The logic of public.ar_aging_as_of.';

COMMENT ON FUNCTION "private"."assignments_errors"(jsonb) IS 'Errors in the rows of a file of assignments.';

COMMENT ON FUNCTION "private"."audit_decision"(text, private.outbox) IS 'Records what somebody decided about a message, without what it says.';

COMMENT ON FUNCTION "private"."begin_sending"(uuid, text, text, jsonb, bytea) IS 'Marks a message that waits as being sent, with what is handed to the provider; answers it with its key and its try.';

COMMENT ON FUNCTION "private"."break_of_first_part"(timestamp with time zone, timestamp with time zone, timestamp with time zone, integer, timestamp
  with time zone) IS 'Minutes of a shift''s break that lie before midnight: by its begin, else all of them where the part before midnight is
the longer one, or both are alike. Raises 400 for a break under 30 minutes, or that does not lie inside the shift.';

COMMENT ON FUNCTION "private"."caller"() IS 'Kind of caller: authenticated (a signed-in user), service_role, owner (a direct session), or nobody.';

COMMENT ON FUNCTION "private"."can_read"(text, text) IS 'True if there is such a table or view and the current role may read it.';

COMMENT ON FUNCTION "private"."changes_of_week"(uuid, date, jsonb) IS 'Changes that make a week of an assignment as a grid says: an entry that gets other hours, one that goes,
without hours, and one that is missing, without an id. Locks time and the contractor, for who writes it next. Raises when
the caller may not write the week, or a day is no draft any more. Time that was set aside counts for nothing.';

COMMENT ON FUNCTION "private"."check_webhook"(text, text[]) IS 'Raises 400 for an address or events that no webhook can have.';

COMMENT ON FUNCTION "private"."checks_errors"(jsonb) IS 'Errors in the rows of a file of checks.';

COMMENT ON FUNCTION "private"."clock"() IS 'Current time: the instant, today (the UTC date, which the jobs use) and the business date
(the date in the operating timezone, which procedures stamp). Views ask it too, with their reader''s rights.';

COMMENT ON FUNCTION "private"."code_sha256"(text) IS 'Digest of an invitation''s code, which is all that is kept of it.';

COMMENT ON FUNCTION "private"."contractors_errors"(jsonb) IS 'Errors in the rows of a file of contractors.';

COMMENT ON FUNCTION "private"."count_unapproved_time"(date, date) IS 'Amount of time of some days in unapproved_time: drafts, and what was submitted or locked.';

COMMENT ON FUNCTION "private"."counted"(bigint, text, text) IS 'A count in words: 1 time entry, 2 time entries, 0 time entries.';

COMMENT ON FUNCTION "private"."csv_text"(text) IS 'A text as a cell of CSV: made harmless where a spreadsheet would take it for a formula, and quoted where it must be (RFC 4180).';

COMMENT ON FUNCTION "private"."delivers"() IS 'True if there is anything that the job deliver is needed for: a provider of mail, or an address that is told of events.';

COMMENT ON FUNCTION "private"."differences_of_weeks"(uuid[], date[], uuid) IS 'Weeks in which the sent time of contractors would come to another amount today than was billed of it, per
facility and the group of its invoices, order, department and cost centre: its lines and all live differences.

contractor_ids, week_starts: the workweeks, by position, each once. except_invoice_id: differences on this invoice do
not count.';

COMMENT ON FUNCTION "private"."drop_calls_of_webhook"() IS 'Trigger: drops what waits for a webhook that is switched off, or failed.';

COMMENT ON FUNCTION "private"."drop_failed_invitation_mail"() IS 'Drops mail that failed, of invitations that have expired since, or ended before it came back: nobody need decide about it.';

COMMENT ON FUNCTION "private"."drop_invitation_mail"(private.invitations) IS 'Drops the mail of an invitation that is not open any more, and erases the code.';

COMMENT ON FUNCTION "private"."drop_mail_of_ended_invitation"() IS 'Trigger: what is accepted or void is not mailed any more.';

COMMENT ON FUNCTION "private"."drop_mail_switched_off"() IS 'Trigger: drops mail that is not sent yet, of kinds that are off or without a provider.';

COMMENT ON FUNCTION "private"."drop_message"(uuid) IS 'The logic of public.drop_message.';

COMMENT ON FUNCTION "private"."drop_messages"(uuid[], text) IS 'Drops messages that are not sent yet, and says why.';

COMMENT ON FUNCTION "private"."due_lines"(uuid[], date[]) IS 'Pay of contractors'' whole workweeks today, less what closed batches have paid of them: the lines of a batch that
would pay it. A week without a line is paid.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.';

COMMENT ON FUNCTION "private"."earned_sums"(uuid[], date[]) IS 'Additions to workweeks from bonuses that were earned over days: share to the pay in the regular rate; per_hour is what flat
sums come to per hour that is no overtime. Where there are no such hours, a flat sum has a share like others.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.';

COMMENT ON FUNCTION "private"."facilities_errors"(jsonb) IS 'Errors in the rows of a file of facilities.';

COMMENT ON FUNCTION "private"."facility_events"(uuid) IS 'Movements of a facility''s balance, each with its day and its signed amount: the rows of facility_statement without
opening balance and interest.

source_id: the invoice, credit note, payment or credit that the row tells of.';

COMMENT ON FUNCTION "private"."fail_message"(uuid, text) IS 'Leaves a message to somebody''s decision, and says why.';

COMMENT ON FUNCTION "private"."give_webhook_secret"(uuid, timestamp with time zone) IS 'Makes the secret that a webhook''s calls are signed with from now on, and answers it.

former_until: how long the one before it signs too. Those that sign no more are erased. The caller holds the webhook.';

COMMENT ON FUNCTION "private"."group_name"(uuid, text) IS 'Name of a group of a facility''s time: as its assignments are now, else as its invoices had it. Null without a group, and of an unknown one.';

COMMENT ON FUNCTION "private"."has_role"(text[]) IS 'True if the signed-in user is active staff in one of the roles, or an admin.';

COMMENT ON FUNCTION "private"."has_tied_weeks"() IS 'True if there are flat sums that were earned over days: nobody else pays for them.';

COMMENT ON FUNCTION "private"."hold_message"(uuid) IS 'Locks a message that the caller decides about; raises 404 and 403.';

COMMENT ON FUNCTION "private"."hold_person"(text, uuid) IS 'Locks a staff member, a contractor or a facility contact, and with them their invitations; null where there is none.';

COMMENT ON FUNCTION "private"."holidays_errors"(jsonb) IS 'Errors in the rows of a file of holidays.';

COMMENT ON FUNCTION "private"."interest_in_mail"(public.invoices) IS 'The interest of an invoice, and for how long it accrued at which rate.';

COMMENT ON FUNCTION "private"."invitation_mail"(private.outbox) IS 'As private.mail_data, of invitations.';

COMMENT ON FUNCTION "private"."invoice_group_by"(public.invoices) IS 'By what the part of a facility''s time that an invoice bills was made: department, order or assignment; null = all of it.';

COMMENT ON FUNCTION "private"."invoice_mail"(private.outbox) IS 'As private.mail_data, of invoices; its PDF, which goes along, is made of public.invoice_document.';

COMMENT ON FUNCTION "private"."is_admin_or_server"() IS 'True if the caller is an active admin, the service role or a direct session.';

COMMENT ON FUNCTION "private"."is_being_sent_back"(uuid) IS 'True if the running transaction is sending this time entry back to draft.';

COMMENT ON FUNCTION "private"."is_built_in_overtime_rule"(text) IS 'True if the rule comes with the product, so that every firm has it.';

COMMENT ON FUNCTION "private"."is_last_admin"(uuid) IS 'True if that is the only active admin who can sign in, and must stay one; the owner may take even that one away.';

COMMENT ON FUNCTION "private"."is_of_deleted_time"(uuid) IS 'True if there is no time entry of this id any more.';

COMMENT ON FUNCTION "private"."is_of_the_facility"(uuid, uuid) IS 'True if a user is, or was, a contact of the facility, and never staff.';

COMMENT ON FUNCTION "private"."is_picture"(text) IS 'True if a text is a data URI of a PNG or a JPEG, by its first bytes.';

COMMENT ON FUNCTION "private"."is_plausible_day"(date) IS 'True if a day lies from 2000-01-01 to 2100-12-31. Null stays null. Triggers ask it with their writer''s rights.';

COMMENT ON FUNCTION "private"."is_reinstated"(uuid) IS 'True if a credit note frees the time of an invoice''s line.';

COMMENT ON FUNCTION "private"."is_staff"() IS 'True if the signed-in user is active staff, in whatever role.';

COMMENT ON FUNCTION "private"."is_staff_or_server"() IS 'True if the caller is active staff, in whatever role, the service role or a direct session.';

COMMENT ON FUNCTION "private"."is_timezone"(text) IS 'True if there is such a timezone. Null is true.';

COMMENT ON FUNCTION "private"."is_webhook_url"(text) IS 'True if it is an https address with a host, without a user, a password or a fragment. The check of webhooks asks it with their writer''s rights.';

COMMENT ON FUNCTION "private"."lines_to_credit"(public.invoices, uuid[]) IS 'Lines that a credit note is to take back: those that are given, else all that no credit note has. Raises 409 and names
those that are not the invoice''s, or were credited.';

COMMENT ON FUNCTION "private"."mail_address"(text) IS 'The one address that a text is; null where it is none, or several.';

COMMENT ON FUNCTION "private"."mail_data"(private.outbox) IS 'Content of a mail of the outbox, as of now: the data of its kind, as MailData in delivery/texts/mail_data.ts has it.

{"drop": "why"} where it is no longer true; {"fail": "why, and what to do"} where it is, and cannot be sent. Null of
events, which private.webhook_call tells.';

COMMENT ON FUNCTION "private"."mail_sender"() IS 'Provider and sender of mail: provider, address, reply_to, and name, which is the firm''s.';

COMMENT ON FUNCTION "private"."mail_sent_invoice"() IS 'Trigger: writes the mail of an invoice that is sent, if such mail is on.';

COMMENT ON FUNCTION "private"."mail_to"(text, text, jsonb) IS 'The data of a mail with the address that it goes to and the firm''s name; {"fail"} where the owner has no address.';

COMMENT ON FUNCTION "private"."mail_to_person"(text, text, jsonb) IS 'As private.mail_to, to somebody who uses the console: with their name, and where the console is.';

COMMENT ON FUNCTION "private"."mails"(text) IS 'True if mail of that kind is written: the kind is on, and there is a provider.';

COMMENT ON FUNCTION "private"."name_of_batch"(public.payroll_batches, public.payroll_periods) IS 'Name of a payroll batch in the journal: its pay date and how its id begins.';

COMMENT ON FUNCTION "private"."name_of_check"(public.checks) IS 'Name of a receipt in the journal: CHECK 4711; null of none.';

COMMENT ON FUNCTION "private"."next_message"(boolean, boolean) IS 'Locks the message that has waited longest and answers it; no row where none is due.

mail: whether a mail or a call of a webhook. with_print: whether it may be a mail whose PDF is still to be printed.';

COMMENT ON FUNCTION "private"."obstacles_of_period"(public.payroll_periods) IS 'Everything open, due or unapproved of a payroll period, a row each: its open batch, the workweeks up to its end of which something is due, time in it beyond draft that nobody approved.';

COMMENT ON FUNCTION "private"."open_invoices_errors"(jsonb) IS 'Errors in the rows of a file of open invoices.';

COMMENT ON FUNCTION "private"."operating_timezone"() IS 'organization_settings.operating_timezone. Views ask it too, with their reader''s rights.';

COMMENT ON FUNCTION "private"."orders_errors"(jsonb) IS 'Errors in the rows of a file of orders.';

COMMENT ON FUNCTION "private"."overdue_reminder_mail"(private.outbox) IS 'As private.mail_data, of overdue reminders: what is overdue on the business date, the oldest 100 invoices by themselves.';

COMMENT ON FUNCTION "private"."pay_of_weeks"(uuid[], date[]) IS 'Pay of contractors'' whole workweeks at today''s hours and rates, whatever was paid of them: their lines as a
payroll batch has them, which add up to the week''s pay.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.';

COMMENT ON FUNCTION "private"."periods_of_week"(date) IS 'Cycles that the weekly run of a week bills: the cycles whose last day lies in it, of every group that has an assignment on one
of their days, or a draft. What invoices of a former cycle, or people''s own, cover of a cycle''s beginning is left out.
Whether there is anything to bill is found out by billing.

week_start: the first day of the workweek.';

COMMENT ON FUNCTION "private"."postings_of_interest"(date, date) IS 'Postings of late-payment interest: the amount that accrued in each calendar month, or the part of it that is asked for, on its last
day. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.';

COMMENT ON FUNCTION "private"."postings_of_invoices"(date, date, uuid[]) IS 'Postings of invoices and credit notes: the amount owed against revenue by the class of the hours and by contractor; billed
interest against interest_receivable, where it accrued, or given up, against interest_income; of an opening invoice, and
what lines do not explain, against opening_balances. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which invoices and credit notes; null = of all.';

COMMENT ON FUNCTION "private"."postings_of_payroll"(date, date, uuid[]) IS 'Postings of payroll batches by contractor: pay by its kind against payroll_clearing, which the payroll provider''s net pay
and taxes empty. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which batches; null = of all.';

COMMENT ON FUNCTION "private"."postings_of_receipts"(date, date, uuid[]) IS 'Postings of checks, payments and write-offs. Money that is not reconciled is in unapplied_receipts, what a check or a credit
note left over in customer_credits. A write-off of principal is bad debt, one of interest takes its income back. Money of
a check of the former books was in their cash: it comes from opening_balances. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which checks and, of payments without one, credit notes and invoices; null = of all.';

COMMENT ON FUNCTION "private"."price_of_unbilled_time"(date) IS 'Amount at today''s rates of approved time up to a day that is on no live invoice, by class.';

COMMENT ON FUNCTION "private"."priced_time"(uuid[], date[], uuid[]) IS 'Price today of the time of contractors'' workweeks: a row for each class of an entry''s hours, at the bill rate of
its day, rounded half-up to the cent.

Arguments: see private.classified_time for billing.';

COMMENT ON FUNCTION "private"."provider_knows_keys"(text) IS 'True if a repetition under the same key is the same message there, for 24 hours.';

COMMENT ON FUNCTION "private"."record_bounce"(text, text) IS 'Writes down that a mail that was sent came back, so that somebody decides about it; it keeps its sent_at. Of any other
message it changes nothing, so also not when it is told again.

provider_id: what the provider calls the mail. error: why, for people.

Result: whether there is such a message. The mail of one that is being sent is not known yet.';

COMMENT ON FUNCTION "private"."refuse_inactive"(private.people) IS 'Raises 409 for a row that is inactive.';

COMMENT ON FUNCTION "private"."refuse_linked"(private.people) IS 'Raises 409 for a row that has a user.';

COMMENT ON FUNCTION "private"."renewal_alert_mail"(private.outbox) IS 'As private.mail_data, of renewal alerts.';

COMMENT ON FUNCTION "private"."renewal_alert_recipients"() IS 'Recipients of renewal alerts: active recruiting with an e-mail; where there is none, active admins with one.';

COMMENT ON FUNCTION "private"."repeats_key"(private.outbox, text) IS 'True if the provider that is asked now is the one that was asked before, and knows the message by its key.';

COMMENT ON FUNCTION "private"."request_job"(text) IS 'Has pg_net POST to a job''s endpoint and remembers the request; pg_cron calls it.

job: lock-ended, accrue-interest or deliver. Result: the id of the request, which pg_net''s answer will have.

Errors: vault_secret_missing.';

COMMENT ON FUNCTION "private"."require_decider"(text) IS 'Raises 403 unless the caller decides about such messages: admins about events, billing and recruiting about mail.';

COMMENT ON FUNCTION "private"."require_person"(text, uuid) IS 'Locks a row as private.hold_person does; raises 404 when there is none.';

COMMENT ON FUNCTION "private"."rotate_webhook_secret"(uuid) IS 'The logic of public.rotate_webhook_secret.';

COMMENT ON FUNCTION "private"."rows_here_already"(text, jsonb) IS 'Number of rows of a file that are here already, by their numbers or days.';

COMMENT ON FUNCTION "private"."schedule_maintenance_jobs"(text, text, text, text, text, text) IS 'Schedules the jobs with pg_cron, which has pg_net call their endpoints, and the purge of what that leaves behind. deliver
only while mail has a provider or a webhook is active: call this again when that changed. For the operator, as the owner of this schema. Again: what changed takes effect, and nothing is there twice.

base_url: where the functions or the proxy are, such as https://abcdefghijklm.supabase.co.
cron_shared_secret: CRON_SHARED_SECRET of the functions; null keeps the one in Vault.
job_path: /functions/v1/cron-<job> or, behind a proxy, /api/cron/<job>.
lock_ended_schedule: five fields in GMT. Once a day, after midnight in the operating timezone, in winter too: 07:30 is
    half past midnight in Denver, and people have the day after an assignment''s last one to enter its time. A call that
    failed is made up for by the next day''s; job_health tells of it.
accrue_interest_schedule: as well. Several times a day: pg_cron neither repeats nor catches up on a call that failed,
    and a run that finds nothing to do costs little.
deliver_schedule: as well. Each minute: mail goes out within one.

Result: what stands in cron.job now.

Errors: argument_missing, job_address_not_valid, cron_secret_not_valid, extension_missing, pg_net_in_other_database,
vault_secret_missing, schedule_not_valid.';

COMMENT ON FUNCTION "private"."send_message_again"(uuid) IS 'The logic of public.send_message_again.';

COMMENT ON FUNCTION "private"."settle_message"(uuid, integer, text, text, text) IS 'Writes down what came of a try, and answers the state that the message is in then; of a try that somebody else has taken
over, only that it was sent.

try: which, as begin_sending answered it. outcome: as message.ts has it. error: for people; null where it was sent. A
provider of mail that cannot be reached or refuses our key is no fault of the message: the try is not counted.';

COMMENT ON FUNCTION "private"."settle_sent"(private.outbox, text) IS 'The message was sent: what it said is erased, an invitation''s code too.';

COMMENT ON FUNCTION "private"."settle_unknown"(private.outbox, text) IS 'The message may have been sent: once more under its key, or once more at all where the provider knows none.';

COMMENT ON FUNCTION "private"."spare_webhook"(uuid, integer) IS 'Delays other messages to an address that does not answer, so that they do not hold up the others.';

COMMENT ON FUNCTION "private"."stamp_mail_kind"() IS 'Trigger: a kind of mail says since when it is on, and begins anew.';

COMMENT ON FUNCTION "private"."stamp_webhook"() IS 'Trigger: says since when a webhook is told, or when and why it was switched off.';

COMMENT ON FUNCTION "private"."sweep_outbox"() IS 'Settles messages whose sender went away, and fails those that were first tried more than 24 hours ago.';

COMMENT ON FUNCTION "private"."switch_off_webhook"(uuid, text) IS 'Switches a webhook off, for a reason of switched_off_because, and drops what waits for it. One that is off stays as it is.';

COMMENT ON FUNCTION "private"."tell_of_assignment"() IS 'Trigger: writes assignment.ended where an assignment''s end is set to a day that is over, and takes back what was not told.';

COMMENT ON FUNCTION "private"."tell_of_credit_note"() IS 'Trigger: writes invoice.credited.';

COMMENT ON FUNCTION "private"."tell_of_invoice"() IS 'Trigger: writes invoice.sent, invoice.paid (each time anew) and invoice.voided.';

COMMENT ON FUNCTION "private"."tell_of_payroll_batch"() IS 'Trigger: writes payroll_batch.closed.';

COMMENT ON FUNCTION "private"."time_approvers"() IS 'People who are told of time to approve: contacts who may approve it, with an e-mail.';

COMMENT ON FUNCTION "private"."time_to_approve"(date) IS 'The time that waits for approval, of days up to one, as board counts it.';

COMMENT ON FUNCTION "private"."time_to_approve_mail"(private.outbox) IS 'As private.mail_data, of time to approve: what waits now, of the 50 contractors who have waited longest by themselves.';

COMMENT ON FUNCTION "private"."told_of_change"(text, text) IS 'Message about a cell that differs from what is here.';

COMMENT ON FUNCTION "private"."unbilled_of_13_weeks"(date) IS 'The billable time of the 13 weeks up to a day that is on no live invoice: entries of public.unbilled_time.';

COMMENT ON FUNCTION "private"."unclaimed_balances"(uuid) IS 'Amounts that a facility owes on its open invoices beyond the lines of proposed reconciliations, of checks and of credits.

position: 1 is the oldest by due date, then by number. principal, interest: 0 or more.';

COMMENT ON FUNCTION "private"."unschedule_maintenance_jobs"() IS 'Takes the jobs and the purge off pg_cron''s schedule and removes address and secret from Vault. For the operator, as
the owner of this schema. What pg_cron and private.job_requests hold of earlier runs stays.

Result: the names of the jobs that were scheduled; none when there was nothing to do.';

COMMENT ON FUNCTION "private"."wait_again"(private.outbox, text, boolean) IS 'The message is tried again later; a try that is no fault of its own is not counted.';

COMMENT ON FUNCTION "private"."webhook_call"(private.outbox) IS 'Call by which a message of the outbox that is an event is told to its webhook now.

Result: {"url", "secrets", "timestamp"}: the address; what to sign with, the secret in force first; when it was written,
in ISO 8601. Or {"drop"}: why it is not to be told any more, a sentence.';

COMMENT ON FUNCTION "private"."why_no_invitation_mail"(private.invitations) IS 'Reason why an invitation need not be mailed any more; null while it is open.';

COMMENT ON FUNCTION "private"."why_not_valid"(private.invitations) IS 'Reason why the invitation cannot be accepted; null where it can.';

COMMENT ON FUNCTION "private"."workweek_start"(date) IS 'The first day of the workweek that the day belongs to. Views ask it too, with their reader''s rights.';

COMMENT ON FUNCTION "private"."write_due_events"(date) IS 'Writes the events that are due by day: an assignment''s last day is over, of the last 31 days and not before its webhook
was told of such. The job deliver calls it every minute. Again: nothing more.

today: the business day to take; null is the clock''s.

Result: how many messages were written.';

COMMENT ON FUNCTION "private"."write_due_mail"(date) IS 'Writes the mail that is due on a business day, once a day and kind, not before mail_settings.daily_from. Gives how many
messages it wrote.

today: the day; null is the clock''s. Of another day than the clock''s the hour does not count.';

COMMENT ON FUNCTION "private"."write_events"(text, uuid, text, jsonb) IS 'Writes an event into the outbox for each webhook that is told of it, once: again, it does nothing.

subject_id: the row that it is about; what is told of one row goes in the order in which it happened.
happening: what tells two such events about that row apart; empty where there is one.
data: what the body says, ids alone.';

COMMENT ON FUNCTION "private"."write_message"(text, uuid, text, uuid, jsonb, text) IS 'Writes a message into the outbox, once: again, it does nothing and says false. For events it is asked by
private.write_events and private.write_due_events alone, for mail where private.mails says that its kind is on.

subject_id and step, by kind:
renewal_alert: the alert; its day and the id of the staff member, ''2026-11-23 <id>''.
overdue_reminder: the facility; the business day.
invoice: the invoice; ''''.
time_to_approve: the facility contact; the business day.
invitation: the invitation; ''''.
Events: the row that it is about; the webhook''s id, and what tells two events of one kind about that row apart.';

COMMENT ON FUNCTION "private"."write_overdue_reminders"(date, date) IS 'Writes a reminder to each facility one of whose invoices has come to a step of its reminder_days since it was last
reminded. Gives how many.

since: steps before that day are not mailed.';

COMMENT ON FUNCTION "private"."write_renewal_alerts"(date, date) IS 'Writes the alerts that are due by a day and that nobody acknowledged, of each renewal the nearest alone. Gives how many.

since: what was due, and there, before that day is not mailed.';

COMMENT ON FUNCTION "private"."write_time_to_approve"(date) IS 'Tells each contact of the time that waits for them, where some of it is new since they were last told, or that was three
days ago. Gives how many.';

COMMENT ON FUNCTION "public"."accruals"(date) IS 'Accruals of time worked by the end of a day and not invoiced or paid by then, posted on that day and taken back on the next.

To be added to the journal where a month''s books are to have the month''s work. Time counts once it is approved, by what it
comes to today: on later invoices and drafts by their lines, unbilled at today''s rates; pay by what is due, and by what
batches of later days have paid of weeks up to the day. Of the week that the day splits, pay that is not by the hour
counts by the share of the hours worked by then. What billing adds by hand and differences of billed weeks are not
accrued.

May be called with GET.

Pages: order=posted_on,account,facility_id,contractor_id. Or call journal_file with accruals, which is never cut.

Who: staff with both roles, billing and payroll; admins.

Arguments:
on_day: the day.

Result: the rows of the day, then those of the next, which are the same with debit and credit exchanged. account is as
journal_accounts.account.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range.

Example: {"on_day": "2026-03-31"}';

COMMENT ON FUNCTION "public"."add_webhook"(text, text[], text) IS 'Adds an address that is told of events from now on, and answers the secret that its calls are signed with.

The secret is answered here alone: hand it to whoever runs the receiver. What is sent, and how a receiver verifies it,
docs/mail.md says. The address, its events and whether it is on are columns of webhooks that admins write.

Who: admin.

Arguments:
url: an https address with a host, without a user, a password or a fragment, that no other webhook has.
events: as webhooks.events: what it is told of, one or several.
description: a few words for the firm''s people; null is none.

Result: {"id", "secret"}. Again with the same address: refused, since the secret is answered once.

Errors: role_required, argument_missing, webhook_url_not_valid, event_unknown, webhook_exists.

Example: {"url": "$url", "events": ["invoice.sent", "invoice.paid"]}';

COMMENT ON FUNCTION "public"."ar_aging_as_of"(date) IS 'Balance of each facility at the end of a day, by how long it was overdue then: ar_aging as of that day.

An invoice counts from its issue date until the day on which it was voided, a payment from the day on which the money
was received until the day on which its check was returned, a check from its receipt once it is reconciled, a credit note
from its counts_on. So what was
received, returned or voided later changes nothing, and what is entered later with an earlier day does. Days on which
something was voided or returned are those of the operating timezone.

Interest of a past day is what had accrued by then of the interest that stands today, by its breakdown, less what was
paid of it by then. disputed is what of the balance was on invoices that were disputed by that day and still are: of
disputes that were settled since, or whose invoice was paid, no day knows any more; the audit log has them. As of the
business date all equals ar_aging, unless issue dates or receipts lie ahead.

May be called with GET.

Pages: order=facility_name,facility_id.

Who: active staff, whatever their role; a facility''s contacts, of theirs.

Arguments:
as_of: the day.

Result: a row for each facility that owed anything or was owed anything, by name, with the columns of ar_aging.

Errors: staff_only, argument_missing, date_not_finite.

Example: {"as_of": "2026-03-31"}';

COMMENT ON FUNCTION "public"."ar_history"(date, date, text) IS 'Balance of all facilities together at the end of each month or workweek, by how long it was overdue then.

current to days_91_plus, balance: principal, as ar_aging_as_of has it of that day. Interest and credits are not in it.

billed_91_days: the totals of invoices issued in the 91 days (13 weeks) up to as_of, those that were void by then left
out; credit notes do not lessen them.
days_sales_outstanding: balance ÷ billed_91_days × 91, to one decimal: how many days of billing stand open. Null where
nothing was billed.

May be called with GET.

Pages: order=as_of.

Who: active staff, whatever their role.

Arguments:
from_date: a day of the first step.
to_date: the last day; the last step ends with it at the latest.
step: one of month, week; at most 520 of them.

Result: a row for each step, the oldest first; as_of is its last day.

Errors: staff_only, argument_missing, date_not_finite, day_out_of_range, step_unknown, period_ends_before_start,
history_too_long.

Example: {"from_date": "2026-01-01", "to_date": "2026-03-31"}';

COMMENT ON FUNCTION "public"."board"() IS 'Work that needs doing now, in one call: a row for each kind of work, also where there is none.

item is one of time_to_submit, time_to_approve, locked_time_to_settle, unbilled_time, draft_invoices, checks_to_reconcile,
reconciliations_to_confirm, overdue_invoices, orders_nearly_used, open_payroll_batches, renewals_within_30_days,
messages_to_decide, job.

number: how many; amount: the money in them; oldest_on: the oldest of their days.

time_to_submit, time_to_approve, locked_time_to_settle: what unapproved_time lists with next_step submit, approve and
take_up_or_set_aside, up to today; without money. unbilled_time: what unbilled_time lists of the last 13 weeks, at the bill
rate of each day, before overtime. draft_invoices: with their totals. checks_to_reconcile: checks received that have no
reconciliation, reconciliations_to_confirm: those with a proposed one. overdue_invoices: their balances.
orders_nearly_used: orders that have not ended and of which purchase_order_usage says so, with what remains of them, below
0 where more is billed; without a day.
open_payroll_batches: those in draft, in review or approved, with their gross; only for payroll.
renewals_within_30_days: what renewals_due lists as 30 and expired; without money.

messages_to_decide: mails and calls of webhooks that failed, as outbox lists them, by the day on which they did.

There is a row for each scheduled job of job_health, with item job: job is one of lock-ended, accrue-interest, deliver. number is then 1 where
job_health says that it is not well, else 0; last_run_at tells of its last run, and last_run_status is as job_runs.status.

May be called with GET.

Pages: order=item,job.

Who: active staff, whatever their role.

Result: the rows, in the order of the work; open_payroll_batches is left out for whoever may not read payroll.

Errors: staff_only.';

COMMENT ON FUNCTION "public"."create_facility_invoice"(uuid, date, date, text) IS 'Makes a draft invoice with a line for every billable, unbilled hour of a facility in a period.

Time is billable once it is approved. Each entry has a line for each class of its hours, at the bill rate of its
day, rounded half-up to the cent.

Who: billing.

Arguments:
facility_id: the facility.
period_start: the first day.
period_end: the last day, included.
group_key: which group of its time, where its invoices are made by department, order or assignment (facilities.invoices_by):
    as unbilled_time has it. Empty, or null: all of it, or what is in no group.

Result: the draft. A draft of the same facility, group and days, of whatever kind: that draft, brought up to date.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, period_ends_before_start,
facility_not_found, group_not_found, period_overlaps_draft, period_already_invoiced, nothing_to_bill, amount_too_large,
billing_in_progress, rates_held.

Example: {"facility_id": "$billable_facility_id", "period_start": "2026-03-02", "period_end": "2026-03-08"}';

COMMENT ON FUNCTION "public"."credit_note_document"(uuid) IS 'Content of a credit note''s document, which GET /functions/v1/documents/credit-note/<id> prints.

It has the letterhead of the day on which it was issued, and is made out to whom its invoice was.
lessens_invoice: what the invoice owed then; left_as_credit: the rest, which became a credit of the facility. The shape
is CreditNoteDocument in database.types.ts.

May be called with GET.

Who: active staff, whatever their role; a facility''s contacts, of theirs.

Arguments:
credit_note_id: the credit note.

Result: one object; money and hours are text with two decimals.

Errors: argument_missing, credit_note_not_found.

Example: {"credit_note_id": "$credit_note_id"}';

COMMENT ON FUNCTION "public"."decided_by_name"(public.outbox) IS 'Column of outbox: the name behind decided_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."drop_message"(uuid) IS 'Drops a message that failed or still waits: it is not sent.

Later calls of the same webhook about the same row, which waited for it, go out then.

Who: billing and recruiting (mail), admin (calls of webhooks).

Arguments:
message_id: a message of the view outbox.

Result: its row of outbox, dropped. Again: the same.

Errors: argument_missing, staff_only, message_not_found, role_required, message_not_waiting.

Example: {"message_id": "$message_id"}';

COMMENT ON FUNCTION "public"."invite"(text, uuid) IS 'Makes a code with which somebody says, once, that they are this staff member, contractor or facility contact.

Hand it to that person alone, by a way that you trust: whoever is signed in and gives it to accept_invitation signs in as
the row from then on. The e-mail address in the row proves nothing. Where invitations are mailed (mail_kinds), the code
goes to it, and is kept until it was sent; otherwise it is answered here and kept nowhere. The code is good for 14 days;
changing the roles, the e-mail or the facility of the row voids it, and so does deactivating it. Inviting again makes
another one and voids this. The view invitations shows what is open.

Who: admin (staff), recruiting (contractors), billing (facility contacts).

Arguments:
kind: one of staff_member, contractor, facility_contact.
id: the row in that table, active, and nobody signs in as it.

Result: {"code", "expires_at", "mailed_to"}; mailed_to is the address that the code is mailed to, or null. Again: another
code, and only that one is good.

Errors: kind_unknown, role_required, argument_missing, person_not_found, already_linked, person_inactive.

Example: {"kind": "facility_contact", "id": "$facility_contact_id"}';

COMMENT ON FUNCTION "public"."invoice_document"(uuid) IS 'Content of an invoice''s document, which GET /functions/v1/documents/invoice/<id> prints.

A sent invoice has the letterhead and the billing data of the day on which it was sent, a draft today''s. Payments are
those in force; interest is what stands today, with the day through which it was reckoned. Above 1,500 lines they are
summed by contractor and workweek; invoice_file has each. One of kind interest has the invoices on which it accrued in place
of hours. group_by and group_name say which part of the facility''s time it bills, where invoices are made of parts. The
shape is InvoiceDocument in database.types.ts.

May be called with GET.

Who: active staff, whatever their role; a facility''s contacts, of its sent invoices.

Arguments:
invoice_id: the invoice, in whatever state.

Result: one object; money and hours are text with two decimals.

Errors: argument_missing, invoice_not_found.

Example: {"invoice_id": "$invoice_id"}';

COMMENT ON FUNCTION "public"."pay_document"(uuid) IS 'Content of the document of somebody''s pay, which GET /functions/v1/documents/pay/<payroll item id> prints.

The rows are the lines of the item, as in my_pay_lines, and add up to gross_pay. Taxes and net pay are the payroll
provider''s. The shape is PayDocument in database.types.ts.

May be called with GET.

Who: active staff in payroll; contractors, of their own pay in closed batches.

Arguments:
payroll_item_id: the item, of a batch in whatever state.

Result: one object; money and hours are text with two decimals.

Errors: argument_missing, payroll_item_not_found.

Example: {"payroll_item_id": "$payroll_item_id"}';

COMMENT ON FUNCTION "public"."payroll_earnings"(uuid) IS 'Pay of a payroll batch, by earning, for programs: a row per person, workweek, earning, rate and work state.

The amounts of a person add up to the gross_pay of their payroll_items; deductions are negative. The hours of straight
and difference add up to all hours of the item, those of overtime_premium and overtime_hours to its overtime_hours, those
of doubletime_premium and doubletime_hours to its doubletime_hours: a premium pays on top of straight, for hours that
straight has already. overtime_hours and doubletime_hours are of differences alone. rate is of straight alone; amount is
what is paid, and may differ by cents from hours times rate, since a week is rounded once.

work_state is the facility''s. What is paid for a whole workweek (premiums, differences, bonuses)
is divided among its states by their hours, and what the cents leave is the largest''s. Null where the facility''s is not
known, for reimbursements and deductions, and for a bonus of a week without time.

employment is as earning_codes.employment: in which of the batch''s files the row is; line is its line there. earning is
as earning_codes.earning, employment_type is as payroll_items.employment_type, batch_status is as payroll_batches.status.
Names and employment type are those of the day the batch was built. payroll_number, earning_code and work_state are
today''s, null where nobody entered them.

Pages: order=employment,line. Of more than 1000 lines the API answers 1000: read on with limit and offset; or call
payroll_earnings_file, which is never cut.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: the rows; none for a batch that pays nobody.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}';

COMMENT ON FUNCTION "public"."payroll_earnings_file"(uuid, text) IS 'Pay of a payroll batch, by earning, to look at: the CSV file that hand_over_payroll hands over, as it is now.

The rows and columns of payroll_earnings, those of one employment, in the order of line, below a line with the names of
the columns; as payroll_file in all else: RFC 4180, an apostrophe before a text that a spreadsheet would take for a
formula, days as YYYY-MM-DD. A cell that nobody entered yet, a payroll number, a code or a work state, is empty;
hand_over_payroll refuses such a file. This procedure marks nothing as handed over.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.
employment: one of w2, 1099; the latter has corp_to_corp too.

Result: the whole file; where the batch pays nobody of them, the names of the columns.

Errors: role_required, argument_missing, payroll_batch_not_found, employment_unknown.

Example: {"payroll_batch_id": "$payroll_batch_id", "employment": "w2"}';

COMMENT ON FUNCTION "public"."payroll_export"(uuid) IS 'Pay of a payroll batch, for programs: one row per contractor, with hours and pay by class.

Rows are in the order of last name, first name and id, and the columns stay as they are. Straight pay, premiums,
differences, stipends and adjustments add up to gross_pay; deductions are negative. hours_driven_stipends has flat sums
too: all stipends that are wages; reimbursement_stipends has the rest. Hours and pay may be negative where a correction
takes back. Hand on closed batches only: batch_status says which they are. Names, e-mail, employment type
and the kinds of stipends and adjustments are those of the day the batch was built, and stay. employment_type is as
payroll_items.employment_type; batch_status is as payroll_batches.status.

Pages: order=last_name,first_name,contractor_id. Of more than 1000 contractors the API answers 1000: read on with limit
and offset, and ask for Prefer: count=exact to know how many there are; or call payroll_file, which is never cut.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: the rows; none for a batch that pays nobody.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}';

COMMENT ON FUNCTION "public"."payroll_file"(uuid) IS 'Pay of a payroll batch, for a payroll provider: one CSV file, however many contractors there are.

The rows and columns of payroll_export, in its order, below a line with the names of the columns; RFC 4180: commas, lines
that end with CRLF, quotes where a text needs them. A text that a spreadsheet would take for a formula has an apostrophe
before it; days are YYYY-MM-DD whatever the session says. Hand on closed batches only. Asked for again, a closed batch
answers the same file, byte for byte.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: the whole file; of a batch that pays nobody, the names of the columns.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}';

COMMENT ON FUNCTION "public"."payroll_period_obstacles"(uuid) IS 'Obstacles that keep a payroll period from closing, as close_payroll_period counts them, a row each.

kind is one of open_batch, due_week, unapproved_time. open_batch: its batch that is neither closed nor discarded. due_week:
a contractor''s workweek up to the period''s end of which something is to be paid or taken back. unapproved_time: a time
entry in it that was submitted, or locked without an approval. Drafts of time do not keep it from closing.

next_step is one of close_or_discard, prepare, approve, take_up_or_set_aside: what has to happen, with prepare_payroll_draft
for prepare, and approving or sending back for approve. amount: of a batch and of a week.

status is one of draft, in_review, approved, submitted, pending_approval, locked: of a batch and of an entry.

May be called with GET.

Pages: order=kind,payroll_batch_id,contractor_id,week_start,time_entry_id.

Who: payroll.

Arguments:
payroll_period_id: the period.

Result: the rows; none for a period that can be closed, or is.

Errors: role_required, argument_missing, payroll_period_not_found.

Example: {"payroll_period_id": "$payroll_period_id"}';

COMMENT ON FUNCTION "public"."rate_hit_reach"(uuid) IS 'Rows that a rate hit touches, before it is applied: drafts, payroll batches, sent invoices and closed batches.

target is one of draft_invoices, draft_batches, batches_under_review, sent_invoices, closed_batches. Drafts follow
apply_rate_hit. It refuses while there are batches_under_review, in review or approved; and, without allow_retroactive,
where there are entries on sent_invoices or in closed_batches: their amounts stay, backfill_invoice and the next batch
come to the difference.

documents: how many invoices or batches. entries: the time entries from the hit''s day on that they name. amount: what
those come to there; in batches their straight pay. change: what the hit changes that by; premiums and the regular rate
may add to it in batches.

May be called with GET.

Pages: order=target.

Who: billing, payroll.

Arguments:
rate_hit_id: the rate hit, pending.

Result: a row for each target, also where it is nothing. No rows for a hit that is applied or cancelled.

Errors: role_required, argument_missing, rate_hit_not_found.

Example: {"rate_hit_id": "$rate_hit_id"}';

COMMENT ON FUNCTION "public"."rotate_webhook_secret"(uuid) IS 'Makes another secret that the calls of a webhook are signed with.

The one before signs too for 24 hours, so that there is time to hand the new one to the receiver. It is answered here
alone: whoever loses it rotates again, and then all that were in force within the last 24 hours sign.

Who: admin.

Arguments:
webhook_id: the webhook, on or off.

Result: {"secret", "former_until"}. Again: another secret.

Errors: role_required, argument_missing, webhook_not_found.

Example: {"webhook_id": "$webhook_id"}';

COMMENT ON FUNCTION "public"."send_invoices"(uuid[], date, boolean) IS 'Sends draft invoices, all or none: each gets its number, its issue date and its due date.

Numbers run from 1 in each year of issue, without gaps, in the order of the ids. An invoice is due the facility''s
payment terms after its issue, or the next business day where its due_date_rule says so; one over nothing is paid at
once. From then on what it bills no longer changes. Where invoices are mailed (mail_kinds), the facility gets it as a PDF;
else hand it over yourself.

Of an order (purchase_orders) no more is sent than its amount, and no time of other days than its own, unless
allow_over_order says so.

Who: billing.

Arguments:
invoice_ids: the drafts, at most 1000, each with a line, a total of zero or more, and time at the bill rates of its
    days.
issue_date: the day they are issued; null is today in the operating timezone.
allow_over_order: whether they are sent though they exceed an order.

Result: the invoices in the order of their ids, each once. Those that were sent already are there as they are,
whatever the issue_date.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, too_many_invoices, invoice_not_found,
invoices_not_sendable, order_exceeded, billing_in_progress.

Example: {"invoice_ids": ["$draft_id"]}';

COMMENT ON FUNCTION "public"."send_message_again"(uuid) IS 'Has a message that failed sent again: with the next run of deliver, five times within 24 hours as at first.

It says what is true then, to the address that stands in the row then: correct a wrong address first. Where maybe_sent
says that it may have been sent already, it may arrive twice, and maybe_twice says so.

Who: billing and recruiting (mail), admin (calls of webhooks).

Arguments:
message_id: a message of the view outbox.

Result: its row of outbox. Of a message that is waiting, being sent or sent: the row as it is.

Errors: argument_missing, staff_only, message_not_found, role_required, message_dropped.

Example: {"message_id": "$message_id"}';

COMMENT ON FUNCTION "public"."statement_document"(uuid, date, date) IS 'Content of a facility''s statement, which GET /functions/v1/documents/statement/<id>?from=…&to=… prints.

The rows are those of facility_statement, without their details, in one object. The shape is StatementDocument in
database.types.ts.

May be called with GET.

Who: active staff, whatever their role; a facility''s contacts, of theirs.

Arguments:
facility_id: the facility.
from_date: the first day.
to_date: the last day.

Result: one object; balance is that of its last row. Money is text with two decimals.

Errors: argument_missing, facility_not_found, date_not_finite, period_ends_before_start, statement_too_long, staff_only.

Example: {"facility_id": "$facility_id", "from_date": "2026-03-01", "to_date": "2026-03-31"}';

COMMENT ON FUNCTION "public"."timesheet_document"(uuid) IS 'Content of an invoice''s time sheet, which GET /functions/v1/documents/timesheet/<invoice id> prints.

A row for each entry that the invoice bills, with the hours that it bills of it, who approved it and on which day; of
shifts also from when to when, by the clock of the facility. What was corrected since says so. Contacts read the names of
their facility''s own approvers; others are the staffing firm. Above 1,500 entries they are summed by contractor and
workweek. The shape is TimesheetDocument in database.types.ts.

May be called with GET.

Who: active staff, whatever their role; a facility''s contacts, of its sent invoices.

Arguments:
invoice_id: the invoice, in whatever state.

Result: one object; hours are text with two decimals.

Errors: argument_missing, invoice_not_found.

Example: {"invoice_id": "$invoice_id"}';

COMMENT ON FUNCTION "public"."version"() IS 'Tells the version of the database: 0.14.0, or 0.15.0-dev while 0.15.0 is worked on.

The functions have a version of their own, which health compares with this one.

Who: everybody but the signed-out.

Result: the version, as text.';

COMMENT ON TABLE "private"."closed_postings" IS 'Postings of closed days. amount: above zero a debit, below a credit. is_interest: the posting accrued by days.';

COMMENT ON TABLE "private"."jobs" IS 'The scheduled jobs, and how long without a success they are not well.';

COMMENT ON TABLE "private"."order_amounts" IS 'Amounts of orders that sent invoices bill, void ones too, and that credit notes take back, which are below 0.';

COMMENT ON TABLE "private"."outbox" IS 'One row per message: a mail, or a call of a webhook.';

COMMENT ON TABLE "private"."webhook_secrets" IS 'Secrets that sign calls of webhooks: one in force, and former ones.';

COMMENT ON TABLE "public"."assignment_bill_terms" IS 'Terms by which the overtime of an assignment is billed, dated: a workweek has the newest terms with effective_from on or before its
first day, a week before all of them the first.

Example: [{"assignment_id": "$assignment_id", "effective_from": "2026-03-02", "overtime_rule": "flsa",
  "scope": "facility", "overtime_multiplier": 1.5, "doubletime_multiplier": 2}]';

COMMENT ON TABLE "public"."audit_log" IS 'Log of changes, with their actors: the row before and after, one row a change. docs/architecture.md says which tables are in it.';

COMMENT ON TABLE "public"."check_reconciliations" IS 'Split of a check, or of a credit of the facility, over invoices.';

COMMENT ON TABLE "public"."credit_note_lines" IS 'Lines of its invoice that a credit note takes back: each whole, and once. What they say stands in invoice_lines.';

COMMENT ON TABLE "public"."credit_notes" IS 'Credit to a facility of a sent invoice: lines that were billed wrongly. The invoice stays as it was sent.';

COMMENT ON TABLE "public"."earning_codes" IS 'Names that the firm''s payroll provider has for each earning, a kind of pay on a payroll file: of W-2 people, and of 1099 people.

The rows are there; payroll writes the codes.';

COMMENT ON TABLE "public"."facility_credits" IS 'Amount that a check or a credit note left over, to be spent on later invoices.';

COMMENT ON TABLE "public"."facility_reminders" IS 'Days on which facilities are reminded of what is overdue, where overdue reminders are on (mail_kinds). A facility without a row
is reminded 3, 15 and 30 days late.

Example: [{"facility_id": "$facility_id", "reminder_days": [7, 21]}]';

COMMENT ON TABLE "public"."invoice_lines" IS 'Lines that make up an invoice''s total.';

COMMENT ON TABLE "public"."invoices" IS 'Amount that a facility owes for the time of a period. Money in the firm''s currency.';

COMMENT ON TABLE "public"."job_runs" IS 'One row per run of a scheduled job. deliver keeps its successes for seven days.';

COMMENT ON TABLE "public"."letterheads" IS 'Letterheads of the firm''s documents, the former and the present one: a row for each change of those columns of
organization_settings, whose letterhead_id names the newest.';

COMMENT ON TABLE "public"."mail_kinds" IS 'The kinds of mail, and which of them are switched on.';

COMMENT ON TABLE "public"."mail_settings" IS 'Settings of the firm''s mail: one row. With provider none there is no mail.';

COMMENT ON TABLE "public"."overtime_rules" IS 'Hours after which time is overtime or doubletime. A rule without any limit, as none, counts nothing, and its hours count
toward nothing. Each hour is of one class.

Example: [{"name": "contract_48", "title": "Over 48 a week", "weekly_overtime_after": 48,
  "source": "Master service agreement with Lakeside Clinics, section 7"}]';

COMMENT ON TABLE "public"."payments" IS 'Amount paid, credited, written off or billed anew on an invoice. In force until reversed; credit notes are not.';

COMMENT ON TABLE "public"."payroll_item_lines" IS 'Lines that make up an item''s pay, per workweek.';

COMMENT ON TABLE "public"."payroll_items" IS 'Pay of one contractor in a batch. Hours and pay may be negative where a correction takes back.';

COMMENT ON TABLE "public"."purchase_orders" IS 'Order of a facility: its number, its days and its amount. Assignments name the order that pays for them.

Example: [{"facility_id": "$facility_id", "number": "PO-4711", "starts_on": "2026-01-01", "ends_on": "2026-12-31", "amount": 50000}]';

COMMENT ON TABLE "public"."webhooks" IS 'Addresses that are told of events, after Standard Webhooks; for admins. docs/mail.md says what they are sent. Never deleted: switched off.';

COMMENT ON VIEW "private"."facility_time" IS 'The logic of the view facility_time.';

COMMENT ON VIEW "private"."named_entries" IS 'Time with names, for nobody to read as it is; drafts only once they were sent back.';

COMMENT ON VIEW "private"."people" IS 'Staff, contractors and facility contacts, each with the user who signs in as them.';

COMMENT ON VIEW "private"."readable_entries" IS 'The time that the reader may read: staff and servers all, contacts their facilities''.';

COMMENT ON VIEW "private"."readable_messages" IS 'The outbox without what messages say and without codes; for staff and servers, addresses of webhooks for admins and servers.';

COMMENT ON VIEW "public"."ar_aging" IS 'Balance of each facility, by how long it is overdue on the business date; those that owe nothing and are owed nothing
are left out. Staff see all, a facility''s contacts theirs, and contractors nothing.

current: principal that is not past its due date. days_1_30 to days_91_plus: principal that is so many days past it.
balance: the sum of the five. Drafts and void invoices never count.

interest: late-payment interest accrued and not paid, also of paid invoices; negative where more was paid than is owed
today. unapplied_credits: what checks and credit notes left over and no invoice has used. net: balance + interest − unapplied_credits.

disputed: of the balance, how much is on invoices that the facility disputes.

Pages: order=facility_name,facility_id.';

COMMENT ON VIEW "public"."assignment_margin" IS 'Margins by assignment: of an hour, and of the time on live invoices.

bill_rate, pay_rate: those in force on the business date; of an assignment that has ended or is yet to begin, on its
last or first day. An assignment without a rate on that day is not shown. margin_share: of the bill rate, 0.3684 is
36.84 %.

billed_hours, billed_amount: time on drafts and sent invoices, void ones not, without adjustments and differences.
straight_pay: those hours at the pay rates of their days, before overtime premiums, stipends and adjustments of pay.

Pages: order=assignment_id.';

COMMENT ON VIEW "public"."facility_time" IS 'The time worked at facilities: whose it is, and what of it was invoiced. A facility''s contacts see what was worked
there, staff all, contractors nothing: theirs is in my_time. A draft is in it only when it was sent back.

status is as time_entries.status.

regular_hours, overtime_hours, doubletime_hours, invoice_id, invoice_number: by the sent invoice that bills the entry;
null before that, and again once it is void.

sent_back_reason, sent_back_at, sent_back_by: as in time_entries, until it is submitted again. sent_back_by_name: of
whoever sent it back; contacts read the names of their facility''s own, and null where staff of the firm did it.

approved_at: null = nobody approved it. is_set_aside: whether the firm has given it up: it is neither approved nor
billed any more. set_aside_reason: why.

corrected_at, correction_reason: when the firm last corrected it after its approval, and why. hours_before_correction,
work_date_before_correction: as they were approved, before the first correction.

started_at, ended_at, break_minutes, shift_id: as in time_entries; null = hours alone. notes: as in time_entries.

Pages: order=work_date,time_entry_id.';

COMMENT ON VIEW "public"."heads_by_week" IS 'Contractors who are placed, by workweek, from 13 weeks back to 13 ahead. Staff see it, facility contacts and contractors
see nothing.

heads: those with an assignment on any day of the week. starting: those of them who had none in the week before.
ending: those who have none in the week after. Whoever goes on in another assignment neither ends nor starts.

Pages: order=week_start.';

COMMENT ON VIEW "public"."invitations" IS 'Invitations to sign in, and what became of them. For staff. Nothing in it leads to the code.

kind is one of staff_member, contractor, facility_contact. row_id: the id in that table. name: of the person, null once
the row is deleted. created_by: the user who invited, null of the secret key and of the owner.

state is one of open, expired, accepted, withdrawn, replaced, changed. Replaced: by inviting again. Changed: the roles,
the e-mail or the facility of the row changed, or it was deactivated, unlinked or deleted.

Pages: order=id.';

COMMENT ON VIEW "public"."job_health" IS 'Health of the scheduled jobs, one row per job, also for one that never ran; of deliver only while mail has a
provider or a webhook is active. Dry runs count for nothing. Staff see it, facility contacts and contractors see nothing.

last_run_at, last_run_status: the newest run, which may be running. last_error: why the newest run that ended failed;
null when it succeeded. last_success_at: when the newest success ended. last_success_age: how long ago that is.

is_stale: no success for 26 hours, a day and two hours of grace, or never; of deliver for an hour. is_behind: there were
successes, but in those 26 hours, of deliver six, each left something over. stuck_runs: runs that have been running for more than five minutes, longer than any
lasts: their process or the database went away.

left_over: what is due now, by the UTC date: for accrue-interest the invoices that the next runs scan, for lock-ended
the entries that they lock, for deliver the messages that they try to send. It is above 0 after midnight, and after payments, until the next run.

last_call_at, last_call_status, last_call_error: where pg_cron and pg_net call the job, the newest call that was
answered or is five minutes old, the HTTP status of its answer, and what went wrong instead of an answer; else null.

is_ok: not is_stale, not is_behind, no stuck_runs, no last_error, and the last call, where there is one, was followed
by a success. That a scheduler succeeded, or an answer of 200, counts for nothing by itself.

unapproved: for lock-ended the entries that are locked without an approval and were not set aside: nobody is paid or
billed for them until payroll takes them up. unapproved_time names them. It does not make is_ok false.

job is one of lock-ended, accrue-interest, deliver. last_run_status is as job_runs.status.

Pages: order=job.';

COMMENT ON VIEW "public"."me" IS 'The signed-in user: one row, also for a user who is linked to nothing yet. None for the secret key, which is nobody.

name, email: of the staff member, else of the contractor, else of the facility''s contact; null for a user who is none.
roles is as staff_members.roles: of an active staff member; empty for everybody else. contractor_id: of an active contractor.
facility_ids, facility_names: the facilities that the user is an active contact of, by name.

business_date: today in the operating timezone. week_start: the first day of its workweek. operating_timezone: an IANA
name, the zone of the clocks to show. Not everybody reads the settings, and everybody enters or reads time by week.

Pages: order=user_id.';

COMMENT ON VIEW "public"."missing_time" IS 'Assignments in force on any day of the last complete workweek without a time entry in it.

first_day, last_day: the days of that week on which the assignment was in force.

Pages: order=assignment_id.';

COMMENT ON VIEW "public"."my_pay" IS 'Pay of the signed-in contractor, by closed payroll batch.

Pages: order=period_start,payroll_item_id.';

COMMENT ON VIEW "public"."my_pay_lines" IS 'Parts of the signed-in contractor''s pay: the lines of closed payroll batches. Those of a batch add up to its
gross_pay in my_pay.

kind is as payroll_item_lines.kind. straight: an entry, at the pay rate of its day. overtime_premium, doubletime_premium:
what the week''s overtime pays on top. difference: how a week that was paid before has changed since, with its hours, if
they were corrected, in hours, and its overtime in overtime_hours and doubletime_hours.

pay_kind is one of bonus, deduction, flat_sum, hours_driven, reimbursement: of a stipend or an adjustment, what it is
paid for. A bonus that was earned over days of its own is paid on its day; what it adds to the overtime of the weeks of
those days is in their premiums and differences.

facility_name: where it was worked, of straight lines and stipends. work_date: the day of an entry, or on which an
adjustment is payable. time_entry_id: the entry, as in my_time.

Pages: order=pay_date,week_start,payroll_item_line_id.';

COMMENT ON VIEW "public"."my_pay_rates" IS 'Pay rates of the signed-in contractor''s assignments, dated.

Pages: order=assignment_id,effective_from.';

COMMENT ON VIEW "public"."outbox" IS 'Messages to people and programs outside: one row a mail or a call of a webhook, kept for good. For staff. Nothing in it
leads to the code of an invitation.

kind is one of renewal_alert, overdue_reminder, invoice, time_to_approve, invitation, invoice.sent, invoice.paid,
invoice.credited, invoice.voided, payroll_batch.closed, contractor.hired, assignment.ended. Those with a full stop are
events, of which webhooks are told; the others are mail.

subject_id: the row that it is about: a contract alert, a facility, an invoice, a facility contact, an invitation; of events
the invoice, payroll batch, contractor or assignment. step: which of the messages about that row; with kind and subject_id
it is there once. webhook_id: whom events are told; null of mail. recipient: the address that it went to or should go to;
null while nobody tried, and of events for whoever is no admin.

status is one of waiting, sending, sent, failed, dropped. waiting: until next_try_at, at most five times within 24 hours.
failed: somebody has to decide (send_message_again, drop_message); a mail that came back is there with its sent_at.
dropped: it was no longer true when it was about to be sent, or somebody dropped it; error says which.

tries: how often it was tried since somebody last decided. maybe_sent: the answer to a try was lost, so it may have been
sent. maybe_twice: it was sent once more all the same, and may have arrived twice. error: why the last try failed, why it
came back, or why it was dropped. decided_by: who had it sent again or dropped; null where no person did.

Pages: order=written_at,id.';

COMMENT ON VIEW "public"."purchase_order_usage" IS 'Used amounts of facilities'' orders.

sent_amount: the lines of sent invoices that name the order, without what credit notes took back; draft_amount: those of
drafts, which contacts do not see. remaining: the amount less both, below 0 once it is exceeded; over_amount: by how much
it is. used_share: of the amount, 0.8125 is 81.25 %; is_nearly_used from 80 % on. An order without a limit has no
remaining and no used_share.

Pages: order=facility_name,number,purchase_order_id.';

COMMENT ON VIEW "public"."renewals_due" IS 'Upcoming renewals within 90 days of the business date, and those whose day passed without a decision.

bucket is one of 90, 60, 30, expired: 61 to 90 days left, 31 to 60, 0 to 30, or none. open_alerts: alerts whose day has come
and that nobody acknowledged.

Pages: order=renewal_date,contract_renewal_id.';

REVOKE ALL ON FUNCTION "private"."add_webhook"(text, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_webhook"(text, text[], text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."ar_aging_as_of"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ar_aging_as_of"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."audit_decision"(text, private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_sending"(uuid, text, text, jsonb, bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_webhook"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clock"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clock"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."csv_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delivers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delivers"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."drop_calls_of_webhook"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_failed_invitation_mail"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_invitation_mail"(private.invitations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_mail_of_ended_invitation"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_mail_switched_off"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_message"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."drop_message"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."drop_messages"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fail_message"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_webhook_secret"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_message"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_person"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."interest_in_mail"(public.invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invitation_mail"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invoice_group_by"(public.invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invoice_mail"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_admin_or_server"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_admin_or_server"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."is_webhook_url"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_webhook_url"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."mail_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_data"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_sender"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_sent_invoice"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_to"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_to_person"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mails"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_message"(boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."operating_timezone"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."operating_timezone"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."overdue_reminder_mail"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."provider_knows_keys"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_bounce"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_inactive"(private.people) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_linked"(private.people) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renewal_alert_mail"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renewal_alert_recipients"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."repeats_key"(private.outbox, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_decider"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_person"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rotate_webhook_secret"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rotate_webhook_secret"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."schedule_maintenance_jobs"(text, text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_message_again"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_message_again"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."settle_message"(uuid, integer, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_sent"(private.outbox, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_unknown"(private.outbox, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."spare_webhook"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stamp_mail_kind"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stamp_webhook"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sweep_outbox"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."switch_off_webhook"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_assignment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_credit_note"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_invoice"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_payroll_batch"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."time_approvers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."time_to_approve"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."time_to_approve_mail"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unbilled_of_13_weeks"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wait_again"(private.outbox, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."webhook_call"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."why_no_invitation_mail"(private.invitations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."workweek_start"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."workweek_start"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."write_due_events"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_due_mail"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_events"(text, uuid, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_message"(text, uuid, text, uuid, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_overdue_reminders"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_renewal_alerts"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_time_to_approve"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_webhook"(text, text[], text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."ar_aging_as_of"(date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."decided_by_name"(public.outbox) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."drop_message"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."rotate_webhook_secret"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."send_message_again"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."version"() TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."facility_reminders" FROM "authenticated";

REVOKE ALL ("facility_id") ON TABLE "public"."facility_reminders" FROM "authenticated";

GRANT INSERT ("facility_id") ON TABLE "public"."facility_reminders" TO "authenticated";

REVOKE ALL ("reminder_days") ON TABLE "public"."facility_reminders" FROM "authenticated";

GRANT INSERT ("reminder_days"), UPDATE ("reminder_days") ON TABLE "public"."facility_reminders" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."facility_reminders" TO "authenticated";

REVOKE ALL ON TABLE "public"."facility_reminders" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."facility_reminders" TO "service_role";

REVOKE ALL ON TABLE "public"."mail_kinds" FROM "authenticated";

REVOKE ALL ("is_on") ON TABLE "public"."mail_kinds" FROM "authenticated";

GRANT UPDATE ("is_on") ON TABLE "public"."mail_kinds" TO "authenticated";

GRANT SELECT ON TABLE "public"."mail_kinds" TO "authenticated";

REVOKE ALL ON TABLE "public"."mail_kinds" FROM "service_role";

REVOKE ALL ("is_on") ON TABLE "public"."mail_kinds" FROM "service_role";

GRANT UPDATE ("is_on") ON TABLE "public"."mail_kinds" TO "service_role";

GRANT SELECT ON TABLE "public"."mail_kinds" TO "service_role";

REVOKE ALL ON TABLE "public"."mail_settings" FROM "authenticated";

REVOKE ALL ("console_url") ON TABLE "public"."mail_settings" FROM "authenticated";

GRANT UPDATE ("console_url") ON TABLE "public"."mail_settings" TO "authenticated";

REVOKE ALL ("daily_from") ON TABLE "public"."mail_settings" FROM "authenticated";

GRANT UPDATE ("daily_from") ON TABLE "public"."mail_settings" TO "authenticated";

REVOKE ALL ("from_address") ON TABLE "public"."mail_settings" FROM "authenticated";

GRANT UPDATE ("from_address") ON TABLE "public"."mail_settings" TO "authenticated";

REVOKE ALL ("provider") ON TABLE "public"."mail_settings" FROM "authenticated";

GRANT UPDATE ("provider") ON TABLE "public"."mail_settings" TO "authenticated";

REVOKE ALL ("reply_to") ON TABLE "public"."mail_settings" FROM "authenticated";

GRANT UPDATE ("reply_to") ON TABLE "public"."mail_settings" TO "authenticated";

GRANT SELECT ON TABLE "public"."mail_settings" TO "authenticated";

REVOKE ALL ON TABLE "public"."mail_settings" FROM "service_role";

GRANT SELECT, UPDATE ON TABLE "public"."mail_settings" TO "service_role";

REVOKE ALL ON TABLE "public"."webhooks" FROM "authenticated";

REVOKE ALL ("description") ON TABLE "public"."webhooks" FROM "authenticated";

GRANT UPDATE ("description") ON TABLE "public"."webhooks" TO "authenticated";

REVOKE ALL ("events") ON TABLE "public"."webhooks" FROM "authenticated";

GRANT UPDATE ("events") ON TABLE "public"."webhooks" TO "authenticated";

REVOKE ALL ("is_active") ON TABLE "public"."webhooks" FROM "authenticated";

GRANT UPDATE ("is_active") ON TABLE "public"."webhooks" TO "authenticated";

REVOKE ALL ("url") ON TABLE "public"."webhooks" FROM "authenticated";

GRANT UPDATE ("url") ON TABLE "public"."webhooks" TO "authenticated";

GRANT SELECT ON TABLE "public"."webhooks" TO "authenticated";

REVOKE ALL ON TABLE "public"."webhooks" FROM "service_role";

REVOKE ALL ("description") ON TABLE "public"."webhooks" FROM "service_role";

GRANT UPDATE ("description") ON TABLE "public"."webhooks" TO "service_role";

REVOKE ALL ("events") ON TABLE "public"."webhooks" FROM "service_role";

GRANT UPDATE ("events") ON TABLE "public"."webhooks" TO "service_role";

REVOKE ALL ("is_active") ON TABLE "public"."webhooks" FROM "service_role";

GRANT UPDATE ("is_active") ON TABLE "public"."webhooks" TO "service_role";

REVOKE ALL ("url") ON TABLE "public"."webhooks" FROM "service_role";

GRANT UPDATE ("url") ON TABLE "public"."webhooks" TO "service_role";

GRANT SELECT ON TABLE "public"."webhooks" TO "service_role";

GRANT SELECT ON TABLE "private"."facility_time" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "private"."readable_messages" TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."ar_aging" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ar_aging" TO "authenticated";

REVOKE ALL ON TABLE "public"."ar_aging" FROM "service_role";

GRANT SELECT ON TABLE "public"."ar_aging" TO "service_role";

REVOKE ALL ON TABLE "public"."assignment_margin" FROM "authenticated";

GRANT SELECT ON TABLE "public"."assignment_margin" TO "authenticated";

REVOKE ALL ON TABLE "public"."assignment_margin" FROM "service_role";

GRANT SELECT ON TABLE "public"."assignment_margin" TO "service_role";

REVOKE ALL ON TABLE "public"."facility_time" FROM "authenticated";

GRANT SELECT ON TABLE "public"."facility_time" TO "authenticated";

REVOKE ALL ON TABLE "public"."facility_time" FROM "service_role";

GRANT SELECT ON TABLE "public"."facility_time" TO "service_role";

REVOKE ALL ON TABLE "public"."heads_by_week" FROM "authenticated";

GRANT SELECT ON TABLE "public"."heads_by_week" TO "authenticated";

REVOKE ALL ON TABLE "public"."heads_by_week" FROM "service_role";

GRANT SELECT ON TABLE "public"."heads_by_week" TO "service_role";

REVOKE ALL ON TABLE "public"."job_health" FROM "authenticated";

GRANT SELECT ON TABLE "public"."job_health" TO "authenticated";

REVOKE ALL ON TABLE "public"."job_health" FROM "service_role";

GRANT SELECT ON TABLE "public"."job_health" TO "service_role";

REVOKE ALL ON TABLE "public"."missing_time" FROM "authenticated";

GRANT SELECT ON TABLE "public"."missing_time" TO "authenticated";

REVOKE ALL ON TABLE "public"."missing_time" FROM "service_role";

GRANT SELECT ON TABLE "public"."missing_time" TO "service_role";

REVOKE ALL ON TABLE "public"."outbox" FROM "authenticated";

GRANT SELECT ON TABLE "public"."outbox" TO "authenticated";

REVOKE ALL ON TABLE "public"."outbox" FROM "service_role";

GRANT SELECT ON TABLE "public"."outbox" TO "service_role";

REVOKE ALL ON TABLE "public"."renewals_due" FROM "authenticated";

GRANT SELECT ON TABLE "public"."renewals_due" TO "authenticated";

REVOKE ALL ON TABLE "public"."renewals_due" FROM "service_role";

GRANT SELECT ON TABLE "public"."renewals_due" TO "service_role";

ALTER TABLE "public"."webhooks"
  ADD COLUMN "told_since" timestamp WITH time zone NOT NULL DEFAULT (private.clock()).at;

COMMENT ON COLUMN "public"."webhooks"."told_since" IS 'Since when it is told: when it was added, last switched on, or last given a further event. What happened before it is not told of.';

ALTER TABLE "public"."webhooks"
  ADD COLUMN "secret_since" timestamp WITH time zone NOT NULL DEFAULT (private.clock()).at;

COMMENT ON COLUMN "public"."webhooks"."secret_since" IS 'Since when the secret is in force that calls are signed with. Of one that was rotated, the former signs for 24 hours more.';

ALTER TABLE "public"."webhooks"
  ADD CONSTRAINT "webhook_url_is_https" CHECK (private.is_webhook_url(url));
