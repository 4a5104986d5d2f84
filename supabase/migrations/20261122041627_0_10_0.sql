set local lock_timeout = '5s';

-- From the release before to the source tree. Drafted by `deno task migration 0_10_0`, which
-- writes it anew until it is released. What is written by hand stands between
-- `-- data move: <why>` and `-- end of data move`, and is kept.

SET local check_function_bodies = off;

DROP POLICY "recruiting_adds" ON "public"."candidates";

DROP POLICY "recruiting_changes" ON "public"."candidates";

DROP POLICY "recruiting_removes" ON "public"."candidates";

DROP POLICY "billing_adds" ON "public"."check_reconciliation_lines";

DROP POLICY "billing_changes" ON "public"."check_reconciliation_lines";

DROP POLICY "billing_removes" ON "public"."check_reconciliation_lines";

DROP POLICY "billing_adds" ON "public"."check_reconciliations";

DROP POLICY "billing_changes" ON "public"."check_reconciliations";

DROP POLICY "billing_removes" ON "public"."check_reconciliations";

DROP POLICY "billing_adds" ON "public"."checks";

DROP POLICY "billing_changes" ON "public"."checks";

DROP POLICY "billing_removes" ON "public"."checks";

DROP POLICY "recruiting_acknowledges" ON "public"."contract_alerts";

DROP POLICY "recruiting_removes" ON "public"."contract_renewals";

DROP POLICY "billing_adds_adjustments" ON "public"."invoice_lines";

DROP POLICY "billing_changes_adjustments" ON "public"."invoice_lines";

DROP POLICY "billing_removes_adjustments" ON "public"."invoice_lines";

DROP POLICY "payroll_adds" ON "public"."payroll_periods";

DROP POLICY "payroll_changes" ON "public"."payroll_periods";

DROP POLICY "payroll_removes" ON "public"."payroll_periods";

DROP POLICY "billing_and_payroll_change" ON "public"."rate_hits";

DROP POLICY "billing_and_payroll_remove" ON "public"."rate_hits";

DROP POLICY "staff_and_contractors_add" ON "public"."time_entries";

DROP POLICY "staff_and_contractors_remove" ON "public"."time_entries";

DROP POLICY "staff_contractors_and_contacts_change" ON "public"."time_entries";

DROP TRIGGER "checks_change_until_they_are_reconciled" ON "public"."checks";

DROP TRIGGER "invoice_lines_change_on_drafts" ON "public"."invoice_lines";

DROP TRIGGER "total_counts_changed_adjustments" ON "public"."invoice_lines";

DROP TRIGGER "total_counts_new_adjustments" ON "public"."invoice_lines";

DROP TRIGGER "total_counts_removed_adjustments" ON "public"."invoice_lines";

DROP TRIGGER "invoice_moves_are_legal" ON "public"."invoices";

DROP TRIGGER "new_invoices_are_unpaid" ON "public"."invoices";

DROP TRIGGER "paid_amounts_follow_payments" ON "public"."invoices";

DROP TRIGGER "time_entry_moves_are_legal" ON "public"."time_entries";

DROP INDEX "public"."checks_by_facility";

DROP INDEX "public"."payroll_item_lines_by_item";

DROP INDEX "public"."payroll_item_lines_by_week";

DROP VIEW "private"."live_payroll_lines";

DROP VIEW "public"."job_health";

DROP VIEW "private"."open_time";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "adjustment_line_is_described";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "adjustment_lines_have_no_time_entry";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "invoice_line_kind_is_known";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "invoice_lines_time_entry_id_fkey";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "time_line_is_hours_times_rate";

ALTER TABLE "public"."payroll_item_lines"
  DROP CONSTRAINT "payroll_item_lines_time_entry_id_fkey";

DROP FUNCTION "private"."advance_payroll_batch_status"(uuid, text);

DROP FUNCTION "private"."apply_rate_hit"(uuid, boolean);

DROP FUNCTION "private"."bill_alone"();

DROP FUNCTION "private"."change_rates"();

DROP FUNCTION "private"."check_rate_hit"(public.rate_hits);

DROP FUNCTION "private"."classified_time"(uuid[], date[], uuid[]);

DROP FUNCTION "private"."count_adjustments"();

DROP FUNCTION "private"."guard_invoice_line_change"();

DROP FUNCTION "private"."hold_approvals"();

DROP FUNCTION "private"."hold_rates"();

DROP FUNCTION "private"."interest_through"(date, numeric, jsonb, date);

DROP FUNCTION "private"."rebuild_payroll_draft"(uuid);

DROP FUNCTION "private"."refuse_paid_amounts"();

DROP FUNCTION "private"."reprice_draft_batches"(uuid[]);

DROP FUNCTION "private"."schedule_maintenance_jobs"(text, text, text, text, text);

DROP FUNCTION "private"."take_back_approval"();

DROP FUNCTION "private"."weekly_billing_run"(date, boolean);

DROP FUNCTION "private"."weeks_to_pay"(date);

DROP FUNCTION "private"."write_off_invoice"(uuid, numeric, text);

DROP FUNCTION "public"."advance_payroll_batch_status"(uuid, text);

DROP FUNCTION "public"."advancepayrollbatch_status"(uuid, text);

DROP FUNCTION "public"."apply_rate_hit"(uuid, boolean);

DROP FUNCTION "public"."applyratehit"(uuid, boolean);

DROP FUNCTION "public"."weekly_billing_run"(date, boolean);

DROP FUNCTION "public"."weeklybillingrun"(date, boolean);

DROP FUNCTION "public"."write_off_invoice"(uuid, numeric, text);

CREATE TABLE "private"."due_marks" (
  "id"            bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "contractor_id" uuid   NOT NULL,
  "day"           date   NOT NULL,
  CONSTRAINT "due_marks_pkey" PRIMARY KEY (contractor_id, day, id)
);

REVOKE ALL ON TABLE private.due_marks FROM PUBLIC, "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE private.due_marks_id_seq FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE TABLE "private"."requests" (
  "id"         uuid                     NOT NULL,
  "procedure"  text                     NOT NULL,
  "arguments"  jsonb                    NOT NULL,
  "row_id"     uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "requests_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE private.requests FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE TABLE "private"."weeks_to_compare" (
  "id"            bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "contractor_id" uuid   NOT NULL,
  "week_start"    date   NOT NULL,
  CONSTRAINT "weeks_to_compare_pkey" PRIMARY KEY (contractor_id, week_start, id)
);

REVOKE ALL ON TABLE private.weeks_to_compare FROM PUBLIC, "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE private.weeks_to_compare_id_seq FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."assignment_rates"
  ADD COLUMN "base_bill_rate" numeric(10,2) NOT NULL DEFAULT 'NaN'::numeric;

ALTER TABLE "public"."assignment_rates"
  ADD COLUMN "base_pay_rate" numeric(10,2) NOT NULL DEFAULT 'NaN'::numeric;

-- data move: the base of each rate is what the applied hits up to its day leave of it
update public.assignment_rates as rate
   set base_bill_rate = rate.bill_rate - made.bill,
       base_pay_rate = rate.pay_rate - made.pay
  from (select dated.assignment_id, dated.effective_from,
               coalesce(sum(hit.bill_rate_change), 0) as bill, coalesce(sum(hit.pay_rate_change), 0) as pay
          from public.assignment_rates as dated
          left join public.rate_hits as hit
            on hit.assignment_id = dated.assignment_id
           and hit.status = 'applied' and hit.effective_on <= dated.effective_from
         group by dated.assignment_id, dated.effective_from) as made
 where made.assignment_id = rate.assignment_id and made.effective_from = rate.effective_from;
-- end of data move

ALTER TABLE "public"."audit_log"
  ADD COLUMN "caller" text;

ALTER TABLE "public"."billing_runs"
  ADD COLUMN "unapproved_entries" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."checks"
  ADD COLUMN "entered_again" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."invoice_lines"
  ADD COLUMN "contractor_id" uuid;

ALTER TABLE "public"."invoice_lines"
  ADD COLUMN "week_start" date;

ALTER TABLE "public"."invoices"
  ADD COLUMN "facility_name" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "billing_email" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "interest_days" date[];

ALTER TABLE "public"."invoices"
  ADD COLUMN "interest_on_days" numeric[];

ALTER TABLE "public"."invoices"
  ADD COLUMN "interest_per_day" numeric[];

ALTER TABLE "public"."payroll_adjustments"
  ADD COLUMN "entered_by" uuid;

ALTER TABLE "public"."payroll_item_lines"
  ADD COLUMN "pay_kind" text;

ALTER TABLE "public"."payroll_items"
  ADD COLUMN "first_name" text;

ALTER TABLE "public"."payroll_items"
  ADD COLUMN "last_name" text;

ALTER TABLE "public"."payroll_items"
  ADD COLUMN "email" text;

ALTER TABLE "public"."payroll_items"
  ADD COLUMN "employment_type" text;

-- data move: a closed batch and a sent invoice keep what they say, from now on what they say today
alter table public.payroll_items disable trigger changed_payroll_items_are_in_drafts;
alter table public.payroll_items disable trigger changed_payroll_items_were_in_drafts;
update public.payroll_items as item
   set first_name = contractor.first_name, last_name = contractor.last_name,
       email = contractor.email, employment_type = contractor.employment_type
  from public.contractors as contractor
 where contractor.id = item.contractor_id and item.last_name is null;
alter table public.payroll_items enable trigger changed_payroll_items_are_in_drafts;
alter table public.payroll_items enable trigger changed_payroll_items_were_in_drafts;

alter table public.payroll_item_lines disable trigger payroll_lines_change_in_drafts;
update public.payroll_item_lines as line
   set pay_kind = coalesce(
       (select stipend.kind from public.assignment_stipends as stipend where stipend.id = line.assignment_stipend_id),
       (select adjustment.kind from public.payroll_adjustments as adjustment
         where adjustment.id = line.payroll_adjustment_id))
 where line.kind in ('stipend', 'adjustment') and line.pay_kind is null;
alter table public.payroll_item_lines enable trigger payroll_lines_change_in_drafts;

update public.invoices as invoice
   set facility_name = facility.name, billing_email = facility.billing_email
  from public.facilities as facility
 where facility.id = invoice.facility_id and invoice.sent_at is not null and invoice.facility_name is null;
-- end of data move

ALTER TABLE "public"."time_entries"
  ADD COLUMN "set_aside_at" timestamp WITH time zone;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "set_aside_by" uuid;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "set_aside_reason" text;

ALTER TABLE "public"."payroll_adjustments"
  ALTER COLUMN "in_regular_rate" SET DEFAULT NULLIF(true, true);

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
        perform private.require_pay_not_below_zero(v_before.id);
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

CREATE OR REPLACE FUNCTION private.apply_rate_hit (
  rate_hit_id           uuid,
  allow_retroactive     boolean,
  allow_negative_margin boolean
)
  RETURNS public.rate_hits
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_hit public.rate_hits;
    v_applied public.rate_hits;
    v_invoice_ids uuid[];
    v_batch_ids uuid[];
begin
    perform private.require_role('billing', 'payroll');
    perform private.require_arguments(jsonb_build_object('rate_hit_id', apply_rate_hit.rate_hit_id));

    perform private.change_rates();
    select * into v_hit from public.rate_hits as hit where hit.id = apply_rate_hit.rate_hit_id for update;
    if not found then
        perform private.refuse(
            404, 'rate_hit_not_found',
            format('There is no rate hit %s.', apply_rate_hit.rate_hit_id),
            'Look up the id in rate_hits.');
    elsif v_hit.status = 'applied' then
        return v_hit;
    elsif v_hit.status = 'cancelled' then
        perform private.refuse(
            409, 'rate_hit_cancelled',
            format('The rate hit of %s was cancelled.', v_hit.effective_on),
            'Enter another rate hit if the rates are to change after all.');
    end if;

    -- Nobody enters time of the contractor meanwhile.
    perform
       from public.contractors as contractor
       join public.assignments as assignment on assignment.contractor_id = contractor.id
      where assignment.id = v_hit.assignment_id
        for no key update of contractor;
    perform private.check_rate_hit(v_hit, apply_rate_hit.allow_negative_margin);
    v_invoice_ids := private.hold_draft_invoices_of_rate_hit(v_hit);
    v_batch_ids := private.hold_draft_batches_of_rate_hit(v_hit);
    if apply_rate_hit.allow_retroactive is not true then
        perform private.check_rate_hit_reach(v_hit);
    end if;

    begin
        -- The rate in force on the day begins anew on it.
        insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate, rate_hit_id)
        select rate.assignment_id, v_hit.effective_on, rate.bill_rate, rate.pay_rate, v_hit.id
          from private.rates_of_days as rate
         where rate.assignment_id = v_hit.assignment_id
           and v_hit.effective_on between rate.effective_from and rate.effective_to
            on conflict (assignment_id, effective_from) do update set rate_hit_id = excluded.rate_hit_id;

        -- Batches pay the difference of a closed week for hits that are applied.
        update public.rate_hits as hit
           set status = 'applied', applied_by = private.user_id()
         where hit.id = v_hit.id
        returning * into v_applied;

        -- Once the hit counts, so that the rates move and their bases stay.
        update public.assignment_rates as rate
           set bill_rate = rate.bill_rate + v_hit.bill_rate_change,
               pay_rate = rate.pay_rate + v_hit.pay_rate_change
         where rate.assignment_id = v_hit.assignment_id and rate.effective_from >= v_hit.effective_on;

        perform private.reprice_draft_invoices(v_hit, v_invoice_ids);
        perform private.reprice_draft_batches(v_hit, v_batch_ids);
    exception when numeric_value_out_of_range then
        perform private.refuse(
            409, 'rate_too_large',
            format('With a change of %s and %s, a rate or an amount on a draft would be too large.',
                   v_hit.bill_rate_change, v_hit.pay_rate_change),
            'Correct the changes of the rate hit: they are money per hour.');
    end;

    return v_applied;
end;
$function$;

REVOKE ALL ON FUNCTION private.apply_rate_hit(uuid,boolean,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    v_interest_day date;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    perform private.require_finite_dates(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    v_interest_day := private.interest_day(ar_aging_as_of.as_of);

    return query
    with invoice as not materialized (
        select sent.id,
               sent.facility_id,
               ar_aging_as_of.as_of - sent.due_date as days,
               sent.total,
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
           and sent.issue_date <= ar_aging_as_of.as_of
           and (sent.voided_at is null
                or (sent.voided_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
    ), entry as (
        select invoice.facility_id, invoice.days, invoice.total as balance, invoice.interest, null::numeric as unapplied
          from invoice
         union all
        -- What is on an invoice is no longer unapplied; the rest of each check is.
        select invoice.facility_id,
               invoice.days,
               case payment.component when 'principal' then -payment.amount end,
               case payment.component when 'interest' then -payment.amount end,
               case when payment.check_reconciliation_id is not null then -payment.amount end
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where payment.paid_on <= ar_aging_as_of.as_of
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        select received.facility_id, null, null, null, received.amount
          from public.checks as received
         where received.reconciled_at is not null
           and received.received_on <= ar_aging_as_of.as_of
           and (received.returned_at is null
                or (received.returned_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
    ), aged as (
        select entry.facility_id,
               coalesce(sum(entry.balance) filter (where entry.days <= 0), 0.00) as current,
               coalesce(sum(entry.balance) filter (where entry.days between 1 and 30), 0.00) as days_1_30,
               coalesce(sum(entry.balance) filter (where entry.days between 31 and 60), 0.00) as days_31_60,
               coalesce(sum(entry.balance) filter (where entry.days between 61 and 90), 0.00) as days_61_90,
               coalesce(sum(entry.balance) filter (where entry.days > 90), 0.00) as days_91_plus,
               coalesce(sum(entry.interest), 0.00) as interest,
               coalesce(sum(entry.unapplied), 0.00) as unapplied_credits
          from entry
         group by entry.facility_id
    )
    select facility.id, facility.name,
           aged.current, aged.days_1_30, aged.days_31_60, aged.days_61_90, aged.days_91_plus,
           total.balance, aged.interest, aged.unapplied_credits,
           total.balance + aged.interest - aged.unapplied_credits
      from aged
      join public.facilities as facility on facility.id = aged.facility_id
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus
           ) as total (balance)
     where total.balance <> 0 or aged.interest <> 0 or aged.unapplied_credits <> 0
     order by facility.name, facility.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.audit (
  procedure  text,
  table_name text,
  row_id     uuid,
  old        jsonb,
  new        jsonb
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    insert into public.audit_log (actor, procedure, table_name, row_id, old, new, caller)
    values (private.user_id(), audit.procedure, audit.table_name, audit.row_id, audit.old, audit.new, private.caller());
$function$;

CREATE OR REPLACE FUNCTION private.audit_time_entries (
  procedure text,
  before    public.time_entries[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.audit(
               audit_time_entries.procedure, 'time_entries', entry.id, to_jsonb(earlier), to_jsonb(entry))
      from unnest(audit_time_entries.before) as earlier
      join public.time_entries as entry on entry.id = earlier.id
     order by entry.id;
$function$;

REVOKE ALL ON FUNCTION private.audit_time_entries(text,public.time_entries[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.backfill_invoice (
  facility_id  uuid,
  through_date date
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_through_date constant date := coalesce(
        backfill_invoice.through_date, private.workweek_start((private.clock()).business_date) - 1);
    v_draft public.invoices;
    v_first_day date;
    v_backfill public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('facility_id', backfill_invoice.facility_id));
    perform private.require_finite_dates(jsonb_build_object('through_date', v_through_date));
    perform private.require_facility(backfill_invoice.facility_id);

    perform private.bill_alone();
    select invoice.*
      into v_draft
      from public.invoices as invoice
     where invoice.facility_id = backfill_invoice.facility_id
       and invoice.kind = 'backfill'
       and invoice.status = 'draft'
     order by invoice.created_at, invoice.id
     limit 1
       for update;
    -- From the first day that no other live invoice has.
    select min(late.work_date)
      into v_first_day
      from (select time.work_date
              from public.unbilled_time as time
             where time.facility_id = backfill_invoice.facility_id
             union all
            select line.work_date
              from public.invoice_lines as line
             where line.invoice_id = v_draft.id and line.time_entry_id is not null) as late
     where late.work_date <= v_through_date;
    v_first_day := coalesce(v_first_day, v_through_date);
    if v_draft.id is null then
        return private.new_draft(
            'backfill_invoice', backfill_invoice.facility_id, 'backfill', v_first_day, v_through_date);
    end if;

    v_first_day := least(v_first_day, v_draft.period_start); -- bill_differences says which it is
    update public.invoices as invoice
       set period_start = v_first_day, period_end = v_through_date
     where invoice.id = v_draft.id
       and (invoice.period_start, invoice.period_end) <> (v_first_day, v_through_date);
    v_backfill := private.bill_draft('backfill_invoice', v_draft.id, to_jsonb(v_draft));
    perform private.require_billed_time(v_backfill); -- an earlier day may leave it nothing
    return v_backfill;
end;
$function$;

CREATE OR REPLACE FUNCTION private.bill_alone()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
begin
    begin
        perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.bill_time', 0));
    exception when lock_not_available then
        perform private.refuse_while_billing();
    end;
    perform private.hold_rates();
end;
$function$;

REVOKE ALL ON FUNCTION private.bill_alone() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.bill_differences (
  invoice_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_draft constant public.invoices := (
        select draft from public.invoices as draft where draft.id = bill_differences.invoice_id);
    v_weeks record;
begin
    select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as starts
      into v_weeks
      from (select distinct week.contractor_id, week.week_start
              from private.weeks_to_compare as week
             where week.week_start + 6 <= v_draft.period_end
               and week.contractor_id in (
                   select assignment.contractor_id
                     from public.assignments as assignment
                    where assignment.facility_id = v_draft.facility_id)) as week;

    with difference as materialized (
        select compared.contractor_id, compared.week_start, compared.due_amount - compared.billed_amount as amount
          from private.differences_of_weeks(v_weeks.contractor_ids, v_weeks.starts, v_draft.id) as compared
         where compared.facility_id = v_draft.facility_id
    ), funds as (
        select greatest(0, coalesce(sum(part.amount), 0)) as amount
          from (select line.amount
                  from public.invoice_lines as line
                 where line.invoice_id = v_draft.id and line.kind <> 'difference'
                 union all
                select difference.amount from difference where difference.amount > 0) as part
    ), due as materialized (
        select difference.contractor_id, difference.week_start, difference.amount
          from difference
         where difference.amount > 0
         union all
        -- Below zero no invoice is sent: the oldest first, as far as it goes.
        select credit.contractor_id, credit.week_start,
               greatest(credit.amount, credit.through + credit.amount - funds.amount)
          from (select difference.*,
                       - sum(difference.amount) over (
                           order by difference.week_start, difference.contractor_id rows unbounded preceding) as through
                  from difference
                 where difference.amount < 0) as credit
         cross join funds
         where credit.through + credit.amount < funds.amount
    ), gone as (
        delete from public.invoice_lines as line
         where line.invoice_id = v_draft.id
           and line.kind = 'difference'
           and (line.contractor_id, line.week_start, line.amount) not in (
               select due.contractor_id, due.week_start, due.amount from due)
        returning line.id
    )
    insert into public.invoice_lines (invoice_id, kind, description, multiplier, amount, contractor_id, week_start)
    select v_draft.id, 'difference',
           format('%s %s, week of %s: difference from what was billed',
                  contractor.first_name, contractor.last_name, due.week_start),
           null, due.amount, due.contractor_id, due.week_start
      from due
      join public.contractors as contractor on contractor.id = due.contractor_id
     where not exists (
           select from public.invoice_lines as line
            where (line.invoice_id, line.contractor_id, line.week_start, line.amount)
                = (v_draft.id, due.contractor_id, due.week_start, due.amount))
       and (select count(*) from gone) is not null -- first: a line must be gone before another takes its place
     order by due.week_start, contractor.last_name, contractor.id;

    update public.invoices as invoice
       set period_start = billed.first_day
      from (select min(coalesce(line.work_date, line.week_start)) as first_day
              from public.invoice_lines as line
             where line.invoice_id = v_draft.id and line.kind <> 'adjustment') as billed
     where invoice.id = v_draft.id and billed.first_day <> invoice.period_start;

    perform private.forget_equal_weeks(v_weeks.contractor_ids, v_weeks.starts);
exception when numeric_value_out_of_range then
    perform private.refuse_amount();
end;
$function$;

REVOKE ALL ON FUNCTION private.bill_differences(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.bill_draft (
  procedure  text,
  invoice_id uuid,
  old        jsonb
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_invoice public.invoices;
begin
    perform private.bill_time(array[bill_draft.invoice_id]);
    perform private.bill_differences(invoice.id)
       from public.invoices as invoice
      where invoice.id = bill_draft.invoice_id and invoice.kind = 'backfill';
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = bill_draft.invoice_id;
    if to_jsonb(v_invoice) is distinct from bill_draft.old then
        perform private.audit(
            bill_draft.procedure, 'invoices', v_invoice.id, bill_draft.old, to_jsonb(v_invoice));
    end if;
    return v_invoice;
end;
$function$;

CREATE OR REPLACE FUNCTION private.bill_time (
  invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET work_mem TO '64MB'
  AS $function$
declare
    v_billed_on uuid[];
    v_entry_ids uuid[];
    v_contractor_ids uuid[];
    v_work_dates date[];
    v_weeks record;
begin
    select coalesce(array_agg(time.invoice_id), '{}'), coalesce(array_agg(time.time_entry_id), '{}'),
           coalesce(array_agg(time.contractor_id), '{}'), coalesce(array_agg(time.work_date), '{}')
      into v_billed_on, v_entry_ids, v_contractor_ids, v_work_dates
      from private.hold_time_to_bill(bill_time.invoice_ids) as time;

    select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as starts
      into v_weeks
      from (select distinct time.contractor_id, calendar.week_start
              from unnest(v_contractor_ids, v_work_dates) as time (contractor_id, work_date)
              join (select day.work_date, private.workweek_start(day.work_date) as week_start
                      from (select distinct unnest(v_work_dates)) as day (work_date)
                    offset 0) as calendar -- once per day, not once per entry
                on calendar.work_date = time.work_date) as week (contractor_id, start);

    -- Time that is no longer theirs, such as what lies beyond the days of a backfill that moved.
    delete from public.invoice_lines as line
     where line.invoice_id = any (bill_time.invoice_ids)
       and line.time_entry_id is not null
       and line.time_entry_id <> all (v_entry_ids);

    with priced as materialized (
        select time.*, held.invoice_id
          from private.priced_time(v_weeks.contractor_ids, v_weeks.starts, v_entry_ids) as time
          left join unnest(v_billed_on, v_entry_ids) as held (invoice_id, time_entry_id)
            on held.time_entry_id = time.time_entry_id
    ), due as materialized (
        select priced.*, contractor.first_name || ' ' || contractor.last_name as description
          from priced
          join public.contractors as contractor on contractor.id = priced.contractor_id
         where priced.invoice_id is not null
    ), gone as (
        delete from public.invoice_lines as line
         where line.invoice_id = any (bill_time.invoice_ids)
           and line.time_entry_id is not null
           and not exists (
               select from due
                where (due.invoice_id, due.time_entry_id, due.kind, due.hours, due.rate, due.multiplier)
                    = (line.invoice_id, line.time_entry_id, line.kind, line.hours, line.rate, line.multiplier))
        returning line.id
    ), written as (
        insert into public.invoice_lines
               (invoice_id, time_entry_id, kind, description, work_date, hours, rate, multiplier, amount)
        select due.invoice_id, due.time_entry_id, due.kind, due.description, due.work_date, due.hours, due.rate,
               due.multiplier, due.amount
          from due
         where not exists (
               select from public.invoice_lines as line
                where line.invoice_id = any (bill_time.invoice_ids)
                  and (due.invoice_id, due.time_entry_id, due.kind, due.hours, due.rate, due.multiplier)
                    = (line.invoice_id, line.time_entry_id, line.kind, line.hours, line.rate, line.multiplier))
           and (select count(*) from gone) is not null -- first: a line must be gone before another takes its place
         order by due.time_entry_id -- side by side in the indexes: what was billed before costs next to nothing
        returning time_entry_id
    )
    -- What else of these weeks is on other invoices may come to another amount by now.
    insert into private.weeks_to_compare (contractor_id, week_start)
    select distinct other.contractor_id, other.week_start
      from priced as other
     where other.invoice_id is null
       and (other.contractor_id, other.week_start) in (
           select priced.contractor_id, priced.week_start
             from priced
             join written on written.time_entry_id = priced.time_entry_id);
exception when numeric_value_out_of_range then
    perform private.refuse_amount();
end;
$function$;

CREATE OR REPLACE FUNCTION private.bill_week_of_each (
  facility_ids uuid[],
  week_start   date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_half constant int := cardinality(bill_week_of_each.facility_ids) / 2;
begin
    return private.bill_week(bill_week_of_each.facility_ids, bill_week_of_each.week_start);
exception when others then
    if sqlstate !~ '^(PT[0-9]{3}|2[23]...)$' then
        raise;
    end if;
    if v_half = 0 then
        return (
            select jsonb_agg(jsonb_build_object(
                       'facility_id', facility.id, 'facility', facility.name, 'outcome', 'skipped',
                       'reason', sqlerrm, 'invoice_id', null, 'entries', 0, 'amount', '0.00'))
              from public.facilities as facility
             where facility.id = any (bill_week_of_each.facility_ids));
    end if;
    return private.bill_week_of_each(bill_week_of_each.facility_ids[:v_half], bill_week_of_each.week_start)
        || private.bill_week_of_each(bill_week_of_each.facility_ids[v_half + 1:], bill_week_of_each.week_start);
end;
$function$;

CREATE OR REPLACE FUNCTION private.change_rates()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.rates_of_days', 0));
exception when lock_not_available then
    perform private.refuse_while_rates_are_held();
end;
$function$;

REVOKE ALL ON FUNCTION private.change_rates() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_applied_rate_hit()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_day constant date := (
        select min(rate.effective_from)
          from public.assignment_rates as rate
         cross join lateral (
               select sum(hit.bill_rate_change) as bill, sum(hit.pay_rate_change) as pay
                 from public.rate_hits as hit
                where hit.assignment_id = rate.assignment_id
                  and hit.status = 'applied'
                  and hit.effective_on <= rate.effective_from) as hits
         where rate.assignment_id = new.assignment_id
           and rate.effective_from >= new.effective_on
           and (rate.bill_rate, rate.pay_rate) <> (rate.base_bill_rate + hits.bill, rate.base_pay_rate + hits.pay));
begin
    if v_day is not null then
        perform private.refuse(
            409, 'rate_is_not_base_and_hits',
            format('The rate hit of %s is applied, but the rate of %s did not move by it.', new.effective_on, v_day),
            'Call apply_rate_hit; load applied rate hits before the rates that they made.');
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_applied_rate_hit() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_approver_of_adjustment (
  adjustment public.payroll_adjustments
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if exists (select from public.contractors as contractor
                where contractor.id = adjustment.contractor_id and contractor.user_id = adjustment.approved_by) then
        perform private.refuse(
            403, 'own_adjustment_approved',
            format('The %s of %s is the approver''s own pay.', adjustment.kind, adjustment.amount),
            'Have somebody else with the role payroll approve it.');
    end if;
    if adjustment.approved_by = adjustment.entered_by
        and (select settings.require_second_approver from public.organization_settings as settings) then
        perform private.refuse(
            403, 'second_approver_required',
            format('The %s of %s was entered, or changed last, by who approves it.', adjustment.kind, adjustment.amount),
            'The firm asks for a second approver: have somebody else with the role payroll approve it.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_approver_of_adjustment(public.payroll_adjustments) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_approver_of_time (
  entry public.time_entries
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if entry.approved_by is not null and exists (
        select from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
         where assignment.id = entry.assignment_id and contractor.user_id = entry.approved_by) then
        perform private.refuse(
            403, 'own_time_approved',
            format('The time entry of %s is the approver''s own time.', entry.work_date),
            'Have somebody else of the firm, or the facility, approve it.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_approver_of_time(public.time_entries) FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION private.check_entries_are_billed_whole (
  time_entry_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
    v_entry record;
begin
    select entry.work_date, entry.hours, billed.hours as billed
      into v_entry
      from public.time_entries as entry
     cross join lateral (
           select sum(line.hours) as hours
             from (select line.hours, line.released_at from public.invoice_lines as line
                    where line.time_entry_id = entry.id
                   offset 0) as line -- see private.classified_time
            where line.released_at is null) as billed
     where entry.id = any (check_entries_are_billed_whole.time_entry_ids)
       and billed.hours <> entry.hours
     limit 1;
    if found then
        perform private.refuse(
            409, 'time_entry_not_billed_whole',
            format('The time entry of %s has %s hours, and its lines would bill %s.',
                   v_entry.work_date, v_entry.hours, v_entry.billed),
            'Write the lines of an entry in one statement, so that they come to its hours, or call '
            'recompute_draft_invoice.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_entries_are_billed_whole(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION private.check_invoices_are_drafts (
  invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '3s'
  AS $function$
declare
    v_invoice record;
begin
    for v_invoice in
        select invoice.number, invoice.status
          from public.invoices as invoice
         where invoice.id = any (check_invoices_are_drafts.invoice_ids)
         order by invoice.id
           for no key update
    loop
        if v_invoice.status <> 'draft' then
            perform private.refuse(
                409, 'invoice_not_draft',
                format('Invoice %s is %s: its lines no longer change.',
                       coalesce(v_invoice.number, '(draft)'), v_invoice.status),
                'Void it and create another, or bill the difference on a new invoice.');
        end if;
    end loop;
exception when lock_not_available then -- a run holds them
    perform private.refuse_while_billing();
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_invoices_sendable (
  invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_not_sendable constant text := (
        select string_agg(
                   format('%s, %s to %s (%s): %s', facility.name, invoice.period_start, invoice.period_end,
                          invoice.id, hindrance.reason),
                   '; ' order by array_position(check_invoices_sendable.invoice_ids, invoice.id))
          from public.invoices as invoice
          join public.facilities as facility on facility.id = invoice.facility_id
         cross join lateral (
               select count(*) as lines, sum(line.amount) as total,
                      min(line.work_date) filter (where line.rate <> due.bill_rate) as other_rate_on
                 from public.invoice_lines as line
                 left join public.time_entries as entry on entry.id = line.time_entry_id
                 left join private.rates_of_days as due
                   on due.assignment_id = entry.assignment_id
                  and entry.work_date between due.effective_from and due.effective_to
                where line.invoice_id = invoice.id) as billed
         cross join lateral (
               select case when invoice.status = 'void' then 'it is void'
                           when billed.lines = 0 then 'it has no lines'
                           when billed.total < 0 then format('its total is %s', billed.total)
                           when billed.other_rate_on is not null
                           then format('its time of %s has another bill rate by now', billed.other_rate_on)
                      end) as hindrance (reason)
         where invoice.id = any (check_invoices_sendable.invoice_ids)
           and invoice.status in ('draft', 'void')
           and hindrance.reason is not null);
begin
    if v_not_sendable is not null then
        perform private.refuse(
            409, 'invoices_not_sendable',
            format('These invoices cannot be sent: %s.', v_not_sendable),
            'Nothing was sent. Correct, recompute or void these drafts, and send the others without them.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_payroll_period_is_finished (
  period public.payroll_periods
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
    v_open_batches constant bigint := (
        select count(*)
          from public.payroll_batches as batch
         where batch.payroll_period_id = period.id and batch.status in ('draft', 'in_review', 'approved'));
    v_due constant bigint := (
        select count(distinct (due.contractor_id, due.week_start))
          from (select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as week_starts
                  from private.marked_weeks(period.period_end) as week) as marked
         cross join lateral private.due_lines(marked.contractor_ids, marked.week_starts) as due
         where marked.contractor_ids is not null);
    v_unapproved constant record := private.count_unapproved_time(period.period_start, period.period_end);
begin
    if v_open_batches + v_due + v_unapproved.beyond_draft > 0 then
        perform private.refuse(
            409, 'payroll_period_not_finished',
            format('The payroll period of %s to %s is not finished: %s open batches, %s workweeks up to its end due, '
                   '%s entries submitted, pending approval or locked without one. Drafts, which it does not wait for: %s.',
                   period.period_start, period.period_end, v_open_batches, v_due, v_unapproved.beyond_draft,
                   v_unapproved.drafts),
            'Close or discard the batch, prepare another for what is due, approve what waits or send it back, and '
            'put locked time to pending_approval or set it aside; unapproved_time names the entries.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_rate_hit (
  hit                   public.rate_hits,
  allow_negative_margin boolean
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_first_day date;
    v_bad record;
begin
    select min(rate.effective_from)
      into v_first_day
      from private.rates_of_days as rate
     where rate.assignment_id = hit.assignment_id;
    if (v_first_day <= hit.effective_on) is not true then
        perform private.refuse(
            409, 'rate_hit_before_first_rate',
            format('The assignment has no rate on %s that a rate hit could change.', hit.effective_on),
            coalesce('Move the hit to ' || v_first_day || ', where the first rate begins, or later.',
                     'Enter the first rate of the assignment.'));
    end if;

    -- The rate in force on the day and every later one.
    select greatest(rate.effective_from, hit.effective_on) as day, changed.name, changed.rate
      into v_bad
      from private.rates_of_days as rate
     cross join lateral (values ('bill', rate.bill_rate + hit.bill_rate_change),
                                ('pay', rate.pay_rate + hit.pay_rate_change)) as changed (name, rate)
     where rate.assignment_id = hit.assignment_id
       and rate.effective_to >= hit.effective_on
       and changed.rate <= 0
     order by rate.effective_from, changed.name
     limit 1;
    if found then
        perform private.refuse(
            409, 'rate_not_positive',
            format('The %s rate would be %s from %s on.', v_bad.name, v_bad.rate, v_bad.day),
            'Change the rate by less: a rate hit moves every later rate by the same change.');
    end if;

    if check_rate_hit.allow_negative_margin is true then
        return;
    end if;
    select greatest(rate.effective_from, hit.effective_on) as day,
           rate.bill_rate + hit.bill_rate_change as bill_rate, rate.pay_rate + hit.pay_rate_change as pay_rate
      into v_bad
      from private.rates_of_days as rate
     where rate.assignment_id = hit.assignment_id
       and rate.effective_to >= hit.effective_on
       and rate.pay_rate <= rate.bill_rate
       and rate.pay_rate + hit.pay_rate_change > rate.bill_rate + hit.bill_rate_change
     order by rate.effective_from
     limit 1;
    if found then
        perform private.refuse(
            409, 'pay_exceeds_bill',
            format('From %s on an hour would pay %s and bill only %s.', v_bad.day, v_bad.pay_rate, v_bad.bill_rate),
            'Correct the changes of the rate hit, or call with allow_negative_margin to go on at a loss.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_rate_hit(public.rate_hits,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_rate_hit_reach (
  hit public.rate_hits
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_reached record;
begin
    select count(*) filter (where exists (
               select from (select line.invoice_id
                              from public.invoice_lines as line
                             where line.time_entry_id = entry.id
                            offset 0) as line
                 join public.invoices as invoice on invoice.id = line.invoice_id
                where invoice.status in ('sent', 'partially_paid', 'paid'))) as billed,
           count(*) filter (where exists (
               select from (select line.payroll_item_id
                              from public.payroll_item_lines as line
                             where line.time_entry_id = entry.id
                            offset 0) as line -- first: without statistics each entry would meet all closed batches
                 join public.payroll_items as item on item.id = line.payroll_item_id
                 join public.payroll_batches as batch on batch.id = item.payroll_batch_id
                where batch.status = 'closed')) as paid
      into v_reached
      from public.time_entries as entry
     where entry.assignment_id = hit.assignment_id and entry.work_date >= hit.effective_on;

    if v_reached.billed > 0 or v_reached.paid > 0 then
        perform private.refuse(
            409, 'rate_hit_reaches_billed_or_paid_time',
            format('The rate hit of %s reaches time entries that are done with: %s on sent invoices, %s in closed payroll batches.',
                   hit.effective_on, v_reached.billed, v_reached.paid),
            'Choose a later day, or call with allow_retroactive: sent and closed amounts stay as they are, '
            'the next payroll batch pays the difference, and backfill_invoice bills it.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_regular_rate_of_adjustment (
  adjustment public.payroll_adjustments
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if adjustment.kind = 'bonus' and not adjustment.in_regular_rate and coalesce(adjustment.reason, '') !~ '\S' then
        perform private.refuse(
            400, 'bonus_left_out_without_reason',
            format('The bonus of %s is left out of the regular rate, and no reason is given.', adjustment.amount),
            'Leave in_regular_rate out, so that overtime is paid on it too, or say as reason why it is left out '
            '(29 CFR 778.208 to 778.211).');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_regular_rate_of_adjustment(public.payroll_adjustments) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_setting_aside (
  before public.time_entries,
  after  public.time_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    if (before.status, before.assignment_id, before.work_date, before.hours, before.notes, before.submitted_at,
        before.approved_at, before.approved_by, before.locked_at)
        is distinct from
        (after.status, after.assignment_id, after.work_date, after.hours, after.notes, after.submitted_at,
         after.approved_at, after.approved_by, after.locked_at) then
        perform private.refuse(
            409, 'time_entry_set_aside',
            format('The time entry of %s cannot be set aside, or taken back, and change otherwise at once.', before.work_date),
            'Do one after the other.');
    end if;
    if after.set_aside_at is not null and before.is_payable then
        perform private.refuse(
            409, 'time_entry_approved',
            format('The time entry of %s is approved: it is paid and billed, and not set aside.', before.work_date),
            'Send it back to draft first; what is locked with its approval stays.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_setting_aside(public.time_entries,public.time_entries) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_time_entry_days (
  assignment_ids uuid[],
  work_dates     date[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_bad record;
begin
    perform private.hold_contractors(check_time_entry_days.assignment_ids);

    select written.work_date, assignment.start_date, assignment.end_date
      into v_bad
      from unnest(check_time_entry_days.assignment_ids, check_time_entry_days.work_dates)
           as written (assignment_id, work_date)
      join public.assignments as assignment on assignment.id = written.assignment_id
     where written.work_date < assignment.start_date or written.work_date > assignment.end_date
     limit 1;
    if found then
        perform private.refuse(
            409, 'work_date_outside_assignment',
            format('%s is outside the assignment, which runs from %s to %s.',
                   v_bad.work_date, v_bad.start_date, coalesce(v_bad.end_date::text, 'further notice')),
            'Correct the day, or change the assignment''s dates first.');
    end if;

    select written.work_date
      into v_bad
      from unnest(check_time_entry_days.assignment_ids, check_time_entry_days.work_dates)
           as written (assignment_id, work_date)
     where not exists (select from public.assignment_rates as rate
                        where rate.assignment_id = written.assignment_id
                          and rate.effective_from <= written.work_date)
     limit 1;
    if found then
        perform private.refuse(
            409, 'work_date_without_rate',
            format('The assignment has no rate on %s.', v_bad.work_date),
            'Enter a rate that is in force on that day first.');
    end if;

    select day.work_date, sum(entry.hours) as hours
      into v_bad
      from (select distinct assignment.contractor_id, written.work_date
              from unnest(check_time_entry_days.assignment_ids, check_time_entry_days.work_dates)
                   as written (assignment_id, work_date)
              join public.assignments as assignment on assignment.id = written.assignment_id) as day
      join public.assignments as sibling on sibling.contractor_id = day.contractor_id
      join public.time_entries as entry
        on entry.assignment_id = sibling.id and entry.work_date = day.work_date
     group by day.contractor_id, day.work_date
    having sum(entry.hours) > 24
     limit 1;
    if found then
        perform private.refuse(
            409, 'hours_exceed_day',
            format('The contractor would have %s hours on %s.', v_bad.hours, v_bad.work_date),
            'A day has 24 hours, over all of a contractor''s assignments.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_time_entry_move (
  before public.time_entries,
  after  public.time_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    -- It may be locked all the same: lock-ended leaves no open time behind.
    if before.set_aside_at is not null and not (before.status <> 'locked' and after.status = 'locked') then
        perform private.refuse(
            409, 'time_entry_set_aside',
            format('The time entry of %s is set aside: it is neither changed, submitted nor approved.', before.work_date),
            'Have payroll take it back first (take_back_set_aside_time).');
    end if;

    if before.status = 'locked'
        and (after.status, before.approved_at is null) is distinct from ('pending_approval', true) then
        perform private.refuse(
            409, 'time_entry_locked',
            format('The time entry of %s is locked and no longer changes.', before.work_date),
            'Payroll can put unapproved locked time to pending_approval, or set it aside; approved time is final.');
    end if;

    if before.status <> after.status and (before.status, after.status) not in (
        ('draft', 'submitted'), ('submitted', 'approved'),
        ('submitted', 'pending_approval'), ('pending_approval', 'approved'),
        ('submitted', 'draft'), ('pending_approval', 'draft'), ('approved', 'draft'),
        ('draft', 'locked'), ('submitted', 'locked'), ('approved', 'locked'),
        ('locked', 'pending_approval')) then
        perform private.refuse(
            409, 'time_entry_move_not_legal',
            format('The time entry of %s cannot go from %s to %s.',
                   before.work_date, before.status, after.status),
            'A draft is submitted; submitted time is approved, or first put to pending_approval; '
            'all of these go back to draft.');
    end if;

    if (before.status <> 'draft' or after.status = 'locked')
        and (before.assignment_id, before.work_date, before.hours)
            is distinct from (after.assignment_id, after.work_date, after.hours) then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time entry of %s is %s: its hours, day and assignment change only in draft.',
                   before.work_date, before.status),
            'Send the entry back to draft first.');
    end if;

    if before.status <> 'draft' and before.notes is distinct from after.notes
        and private.caller() = 'authenticated' and not private.is_staff() then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time entry of %s is %s: its notes change only in draft.',
                   before.work_date, before.status),
            'Approve the entry or send it back as it is.');
    end if;

    -- An approval is given by the move to approved and kept from then on: locking neither gives nor takes it.
    if after.status in ('approved', 'locked') and (after.status = 'locked' or before.status = 'approved')
        and (before.approved_at, before.approved_by) is distinct from (after.approved_at, after.approved_by) then
        perform private.refuse(
            409, 'time_entry_approval_is_kept',
            format('The approval of the time entry of %s does not change.', before.work_date),
            'Send the entry back to draft and approve it anew.');
    end if;

    if before.status = 'approved' and after.status = 'draft' then
        perform private.take_back_approval();
        perform private.hold_time_entry_to_send_back(before.id);
        if exists (select from public.invoice_lines as line
                    where line.time_entry_id = before.id and line.released_at is null) then
            perform private.refuse(
                409, 'time_entry_on_live_invoice',
                format('The time entry of %s is on an invoice.', before.work_date),
                'Void the invoice, then correct the time.');
        end if;
        if exists (select from public.payroll_item_lines as line
                    where line.time_entry_id = before.id and line.released_at is null) then
            perform private.refuse(
                409, 'time_entry_on_live_batch',
                format('The time entry of %s is in a payroll batch.', before.work_date),
                'Discard the batch, then correct the time.');
        end if;
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_time_entry_writer (
  before public.time_entries,
  after  public.time_entries
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if private.caller() <> 'authenticated' then
        return;
    end if;

    if private.has_role('billing', 'payroll', 'recruiting') then
        if before.status = 'locked' and after.status = 'pending_approval' and not before.is_payable then
            perform private.require_role('payroll');
        end if;
    elsif before.status = 'locked' then
        perform private.refuse(
            409, 'time_entry_locked',
            format('The time entry of %s is locked and no longer changes.', before.work_date),
            'Ask the staffing firm: its payroll takes up locked time that nobody approved.');
    elsif before.status = 'approved' then
        perform private.refuse(
            409, 'time_entry_approved',
            format('The time entry of %s is approved.', before.work_date),
            'Ask the staffing firm to send it back to draft.');
    elsif before.status <> 'draft'
        and before.assignment_id <> all (private.contact_assignment_ids()) then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time entry of %s is %s: it changes only in draft.', before.work_date, before.status),
            'Ask the facility or the staffing firm to send it back to draft.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_time_entry_writer(public.time_entries,public.time_entries) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_time_is_unapproved (
  time_entry_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_approved constant text := (
        select string_agg(format('%s (%s)', entry.work_date, entry.id), ', ' order by entry.work_date, entry.id)
          from public.time_entries as entry
         where entry.id = any (check_time_is_unapproved.time_entry_ids) and entry.is_payable);
begin
    if v_approved is not null then
        perform private.refuse(
            409, 'time_entry_approved',
            format('These time entries are approved: %s. They are paid and billed, and not set aside.', v_approved),
            'Leave them out, or send them back to draft first; what is locked with its approval stays.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_time_is_unapproved(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    v_all constant boolean := classified_time.entry_ids_to_bill is null; -- folded into the plan
    v_first constant date := (select min(week.start) from unnest(classified_time.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(classified_time.week_starts) as week (start));
begin
    return query
    with ruled as (
        select assignment.id, assignment.contractor_id,
               assignment.overtime_rule <> 'none' and contractor.employment_type <> '1099' as counts,
               case assignment.overtime_rule when 'california' then 800 when 'colorado' then 1200 else 2400 end
                   as regular_until,
               case assignment.overtime_rule when 'california' then 1200 else 2400 end as overtime_until,
               assignment.overtime_rule = 'california' as has_seventh_day
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
         where assignment.contractor_id = any (classified_time.contractor_ids)
        offset 0 -- once per assignment, not once per entry
    ), assigned_week as (
        select ruled.*, week.nth::int as week, week.start as week_start
          from ruled
          join unnest(classified_time.contractor_ids, classified_time.week_starts)
               with ordinality as week (contractor_id, start, nth)
            on week.contractor_id = ruled.contractor_id
        offset 0 -- first: without statistics, entries would be joined with the weeks of everybody
    ), entry as (
        select entry.id, entry.assignment_id, assigned.contractor_id, assigned.week, assigned.week_start,
               entry.work_date, entry.hours as all_hours, (entry.hours * 100)::int as hours,
               assigned.counts, assigned.regular_until, assigned.overtime_until,
               assigned.has_seventh_day and entry.work_date = assigned.week_start + 6 as may_be_seventh_day
          from assigned_week as assigned
          join public.time_entries as entry
            on entry.assignment_id = assigned.id
           and assigned.week_start = entry.work_date - (entry.work_date - v_first) % 7
         where entry.work_date between v_first and v_last
           and entry.is_payable
           and (v_all
                or entry.id = any (classified_time.entry_ids_to_bill)
                or exists (
                   select from (select line.released_at from public.invoice_lines as line
                                 where line.time_entry_id = entry.id
                                offset 0) as line -- not by the index of the exclusion constraint, slow to search
                    where line.released_at is null))
        offset 0
    ), day as (
        select entry.*,
               row_number() over so_far as nth_of_day,
               (sum(entry.hours) over so_far)::int as hours_through
          from entry
        window so_far as (partition by entry.week, entry.counts, entry.work_date
                          order by entry.regular_until desc, entry.id
                          rows unbounded preceding)
    ), ordinary as ( -- as on a day that is not the seventh
        select day.*,
               greatest(0, least(day.hours, day.regular_until - day.hours_through + day.hours)) as regular_of_day
          from day
    ), week as (
        select ordinary.*,
               count(*) filter (where ordinary.nth_of_day = 1) over so_far = 7 as is_seventh_day,
               coalesce(sum(ordinary.regular_of_day) filter (where not ordinary.may_be_seventh_day) over so_far, 0)::int
                   as regular_through,
               coalesce(sum(ordinary.regular_of_day) filter (where ordinary.may_be_seventh_day) over so_far, 0)::int
                   as regular_through_unless_seventh
          from ordinary
        window so_far as (partition by ordinary.week, ordinary.counts
                          order by ordinary.work_date, ordinary.regular_until desc, ordinary.id
                          rows unbounded preceding)
    ), class as (
        select week.*,
               case when week.may_be_seventh_day and week.is_seventh_day then 0
                    else greatest(0, least(
                        week.regular_of_day,
                        4000 - week.regular_through + week.regular_of_day
                            - case when week.is_seventh_day then 0 else week.regular_through_unless_seventh end))
               end as regular,
               greatest(0, least(
                   week.hours,
                   week.hours_through - case when week.may_be_seventh_day and week.is_seventh_day then 800
                                             else week.overtime_until end)) as doubletime
          from week
    )
    select class.id, class.assignment_id, class.contractor_id, class.week_start, class.work_date,
           case when class.counts and class.regular <> class.hours then class.regular * 0.01 else class.all_hours end,
           case when class.counts and class.regular <> class.hours
                then (class.hours - class.regular - class.doubletime) * 0.01 else 0.00 end,
           case when class.counts and class.doubletime <> 0 then class.doubletime * 0.01 else 0.00 end,
           class.counts
      from class;
end;
$function$;

REVOKE ALL ON FUNCTION private.classified_time(uuid[],date[],uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.close_and_lock_payroll_batch (
  payroll_batch_id uuid
)
  RETURNS public.payroll_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_batch_id', close_and_lock_payroll_batch.payroll_batch_id));

    perform private.hold_time();
    v_before := private.hold_payroll_batch(close_and_lock_payroll_batch.payroll_batch_id);
    if v_before.status = 'closed' then
        return v_before;
    elsif v_before.status = 'discarded' then
        perform private.refuse_payroll_batch(v_before);
    elsif v_before.status <> 'approved' then
        perform private.refuse(
            409, 'payroll_batch_not_approved',
            format('The payroll batch is %s, not approved.', replace(v_before.status, '_', ' ')),
            'Have it reviewed and approved first, with advance_payroll_batch_status.');
    end if;

    update public.payroll_batches as batch
       set status = 'closed', closed_by = private.user_id()
     where batch.id = v_before.id
    returning * into v_batch;

    -- What lock-ended is locking at this moment is waited for, and is locked by then.
    update public.time_entries as entry
       set status = 'locked', locked_at = v_batch.closed_at
     where entry.id in (
           select line.time_entry_id
             from public.payroll_items as item
             join public.payroll_item_lines as line on line.payroll_item_id = item.id
            where item.payroll_batch_id = v_batch.id)
       and entry.status = 'approved';

    perform private.forget_paid_weeks(array_agg(paid.contractor_id), array_agg(paid.week_start))
       from (select distinct item.contractor_id, line.week_start
               from public.payroll_items as item
               join public.payroll_item_lines as line on line.payroll_item_id = item.id
              where item.payroll_batch_id = v_batch.id) as paid;

    perform private.audit(
        'close_and_lock_payroll_batch', 'payroll_batches', v_batch.id, to_jsonb(v_before), to_jsonb(v_batch));
    return v_batch;
end;
$function$;

CREATE OR REPLACE FUNCTION private.close_payroll_period (
  payroll_period_id uuid
)
  RETURNS public.payroll_periods
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_before public.payroll_periods;
    v_period public.payroll_periods;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_period_id', close_payroll_period.payroll_period_id));

    v_before := private.hold_payroll_period(close_payroll_period.payroll_period_id);
    if v_before.status = 'closed' then
        return v_before;
    end if;
    perform private.check_payroll_period_is_finished(v_before);
    perform private.forget_paid_weeks(array_agg(week.contractor_id), array_agg(week.week_start))
       from private.marked_weeks(v_before.period_end) as week;

    update public.payroll_periods as period
       set status = 'closed'
     where period.id = v_before.id
    returning * into v_period;
    return v_period;
end;
$function$;

CREATE OR REPLACE FUNCTION private.compare_weeks (
  contractor_ids     uuid[],
  days               date[],
  except_invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    with week as (
        select distinct day.contractor_id, calendar.week_start as start
          from unnest(compare_weeks.contractor_ids, compare_weeks.days) as day (contractor_id, day)
          join (select one.day, private.workweek_start(one.day) as week_start
                  from (select distinct unnest(compare_weeks.days)) as one (day)
                offset 0) as calendar -- once per day, not once per entry
            on calendar.day = day.day
    )
    insert into private.weeks_to_compare (contractor_id, week_start)
    select week.contractor_id, week.start
      from week
     where exists (
           select from public.assignments as assignment
             join public.time_entries as entry
               on entry.assignment_id = assignment.id
              and entry.work_date between week.start and week.start + 6
             join public.invoice_lines as line on line.time_entry_id = entry.id
            where assignment.contractor_id = week.contractor_id
              and line.released_at is null
              and line.invoice_id <> all (compare_weeks.except_invoice_ids))
        or exists (
           select from public.invoice_lines as line
            where line.contractor_id = week.contractor_id
              and line.week_start = week.start
              and line.released_at is null
              and line.invoice_id <> all (compare_weeks.except_invoice_ids));
$function$;

REVOKE ALL ON FUNCTION private.compare_weeks(uuid[],date[],uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.compare_weeks_of_assignments()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.compare_weeks(array_agg(after.contractor_id), array_agg(line.work_date), '{}')
       from before_rows as before
       join after_rows as after on after.id = before.id
       join public.time_entries as entry on entry.assignment_id = after.id
       join public.invoice_lines as line on line.time_entry_id = entry.id and line.released_at is null
      where (before.bill_overtime_multiplier, before.bill_doubletime_multiplier)
            <> (after.bill_overtime_multiplier, after.bill_doubletime_multiplier)
     having count(*) > 0;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.compare_weeks_of_assignments() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.compare_weeks_of_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.compare_weeks(
               array_agg(coalesce(line.contractor_id, assignment.contractor_id)),
               array_agg(coalesce(line.week_start, entry.work_date)),
               array_agg(distinct line.invoice_id))
       from before_rows as line
       left join public.time_entries as entry on entry.id = line.time_entry_id
       left join public.assignments as assignment on assignment.id = entry.assignment_id
      where line.released_at is null
        and coalesce(line.contractor_id, assignment.contractor_id) is not null
        and not exists (
            select from public.invoice_lines as now
             where now.id = line.id and now.released_at is null)
     having count(*) > 0;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.compare_weeks_of_lines() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.compare_weeks_of_rates()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.compare_weeks(array_agg(assignment.contractor_id), array_agg(entry.work_date), '{}')
       from rates as rate
       join public.assignments as assignment on assignment.id = rate.assignment_id
       join public.time_entries as entry
         on entry.assignment_id = rate.assignment_id
        and entry.work_date >= rate.effective_from
        and entry.work_date < coalesce((
            select min(later.effective_from)
              from public.assignment_rates as later
             where later.assignment_id = rate.assignment_id
               and later.effective_from > rate.effective_from), 'infinity')
      where exists (
            select from (select line.released_at from public.invoice_lines as line
                          where line.time_entry_id = entry.id
                         offset 0) as line -- see private.classified_time
             where line.released_at is null)
     having count(*) > 0;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.compare_weeks_of_rates() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.confirm_check_reconciliation (
  check_reconciliation_id uuid
)
  RETURNS public.check_reconciliations
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_reconciliation public.check_reconciliations;
    v_confirmed public.check_reconciliations;
    v_check public.checks;
    v_credit public.facility_credits;
    v_invoice_ids uuid[];
    v_before public.invoices[];
begin
    perform private.require_role('billing');
    perform private.require_arguments(
        jsonb_build_object('check_reconciliation_id', confirm_check_reconciliation.check_reconciliation_id));

    v_reconciliation := private.hold_reconciliation(confirm_check_reconciliation.check_reconciliation_id);
    if v_reconciliation.status = 'confirmed' then
        return v_reconciliation;
    end if;
    select credit.*
      into v_credit
      from public.facility_credits as credit
     where credit.id = v_reconciliation.facility_credit_id;
    select received.*
      into v_check
      from public.checks as received
     where received.id = coalesce(v_reconciliation.check_id, v_credit.check_id);
    if 'returned' in (v_reconciliation.status, v_check.status) then
        perform private.refuse(
            409, 'check_returned',
            format('Check %s was returned: there is no money to reconcile.',
                   coalesce(v_check.check_number, v_check.id::text)),
            'Enter what came instead as another check, and reconcile that.');
    end if;

    v_invoice_ids := array(
        select line.invoice_id
          from public.check_reconciliation_lines as line
         where line.check_reconciliation_id = v_reconciliation.id);
    perform private.hold_invoices(v_invoice_ids);
    perform private.check_proposed_lines(
        v_reconciliation.id,
        coalesce(v_credit.facility_id, v_check.facility_id),
        coalesce(v_credit.remaining, v_check.amount));

    v_before := array(select invoice from public.invoices as invoice where invoice.id = any (v_invoice_ids));
    perform private.post_reconciliation(v_reconciliation, v_check, v_credit);
    perform private.audit_invoices('confirm_check_reconciliation', v_before);
    update public.check_reconciliations as reconciliation
       set status = 'confirmed', confirmed_by = private.user_id()
     where reconciliation.id = v_reconciliation.id
    returning * into v_confirmed;
    return v_confirmed;
end;
$function$;

CREATE OR REPLACE FUNCTION private.count_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.total_invoices(array(
        select invoice.id
          from public.invoices as invoice
         where invoice.id in (select touched.invoice_id from touched) and invoice.status = 'draft'));
    return null;
exception when numeric_value_out_of_range then
    -- Of lines of time and differences the procedures say it that write them.
    if exists (select from touched where touched.kind <> 'adjustment') then
        raise;
    end if;
    perform private.refuse_amount();
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.count_lines() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.count_unapproved_time (
  first_day date,
  last_day  date,
  OUT       drafts bigint,
  OUT       beyond_draft bigint
)
  RETURNS record
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select count(*) filter (where entry.status = 'draft'),
           count(*) filter (where entry.status <> 'draft')
      from public.time_entries as entry
     where entry.work_date between count_unapproved_time.first_day and count_unapproved_time.last_day
       and not entry.is_payable
       and entry.set_aside_at is null;
$function$;

REVOKE ALL ON FUNCTION private.count_unapproved_time(date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.csv_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when safe.value ~ '[",\r\n]' then '"' || replace(safe.value, '"', '""') || '"' else safe.value end
      from (select case when csv_text.value ~ '^[-=+@\t\r\n]' then '''' else '' end
                   || coalesce(csv_text.value, '')) as safe (value);
$function$;

REVOKE ALL ON FUNCTION private.csv_text(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.differences_of_weeks (
  contractor_ids    uuid[],
  week_starts       date[],
  except_invoice_id uuid   DEFAULT NULL::uuid
)
  RETURNS TABLE (
    facility_id   uuid,
    contractor_id uuid,
    week_start    date,
    billed_amount numeric,
    due_amount    numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
    return query
    with due as materialized (
        select time.time_entry_id, time.contractor_id, time.week_start, sum(time.amount) as amount
          from private.priced_time(
                   differences_of_weeks.contractor_ids, differences_of_weeks.week_starts, '{}') as time
         group by time.time_entry_id, time.contractor_id, time.week_start
    ), part as (
        select line.invoice_id, due.contractor_id, due.week_start, sum(line.amount) as billed, due.amount as due,
               true as is_time
          from due
         cross join lateral (
               select line.invoice_id, line.amount, line.released_at
                 from public.invoice_lines as line
                where line.time_entry_id = due.time_entry_id
               offset 0) as line -- see private.classified_time
         where line.released_at is null
         group by line.invoice_id, due.time_entry_id, due.contractor_id, due.week_start, due.amount
         union all
        select line.invoice_id, line.contractor_id, line.week_start, line.amount, 0.00, false
          from unnest(differences_of_weeks.contractor_ids, differences_of_weeks.week_starts)
               as week (contractor_id, start)
          join public.invoice_lines as line on line.contractor_id = week.contractor_id and line.week_start = week.start
         where line.released_at is null
           and line.invoice_id is distinct from differences_of_weeks.except_invoice_id
    )
    select invoice.facility_id, part.contractor_id, part.week_start, sum(part.billed), sum(part.due)
      from part
      join public.invoices as invoice on invoice.id = part.invoice_id
     where invoice.status <> 'draft' or not part.is_time -- time on drafts is not sent
     group by invoice.facility_id, part.contractor_id, part.week_start
    having sum(part.billed) <> sum(part.due);
end;
$function$;

REVOKE ALL ON FUNCTION private.differences_of_weeks(uuid[],date[],uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.due_lines (
  contractor_ids uuid[],
  week_starts    date[]
)
  RETURNS TABLE (
    contractor_id         uuid,
    week_start            date,
    kind                  text,
    time_entry_id         uuid,
    payroll_adjustment_id uuid,
    assignment_stipend_id uuid,
    hours                 numeric,
    overtime_hours        numeric,
    doubletime_hours      numeric,
    rate                  numeric,
    amount                numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_batch_ids uuid[];
    v_period_ends date[];
begin
    select array_agg(batch.id), array_agg(period.period_end)
      into v_batch_ids, v_period_ends
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where batch.status = 'closed'
       and period.period_end >= (select min(week.start) from unnest(due_lines.week_starts) as week (start));

    return query
    with paid as materialized (
        select week.contractor_id, week.start as week_start, sum(line.amount) as amount,
               sum(line.overtime_hours) as overtime_hours, sum(line.doubletime_hours) as doubletime_hours,
               array_remove(array_agg(line.source_id), null) as source_ids
          from unnest(due_lines.contractor_ids, due_lines.week_starts) as week (contractor_id, start)
         cross join lateral (
               select line.amount,
                      coalesce(line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id) as source_id,
                      case line.kind when 'overtime_premium' then line.hours
                                     else coalesce(line.overtime_hours, 0) end as overtime_hours,
                      case line.kind when 'doubletime_premium' then line.hours
                                     else coalesce(line.doubletime_hours, 0) end as doubletime_hours
                 from public.payroll_items as item
                 join public.payroll_item_lines as line
                   on line.payroll_item_id = item.id and line.week_start = week.start
                where item.contractor_id = week.contractor_id
                  and item.payroll_batch_id = any (array(
                      select closed.id
                        from unnest(v_batch_ids, v_period_ends) as closed (id, period_end)
                       where closed.period_end >= week.start))
               offset 0) as line
         where v_batch_ids is not null
         group by week.contractor_id, week.start
    ), part as ( -- a week of many people is read by its days; those of few together, by their assignments
        select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as week_starts
          from (select week.contractor_id, week.start, count(*) over (partition by week.start) > 100 as has_many
                  from unnest(due_lines.contractor_ids, due_lines.week_starts) as week (contractor_id, start)) as week
         group by case when week.has_many then week.start end
    ), whole as materialized (
        select line.*,
               case line.kind when 'overtime_premium' then line.hours else 0 end as overtime_hours,
               case line.kind when 'doubletime_premium' then line.hours else 0 end as doubletime_hours,
               paid.contractor_id is null
                   or (line.kind in ('straight', 'stipend', 'adjustment')
                       and coalesce(line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id)
                           <> all (paid.source_ids)) as is_new
          from part
         cross join lateral private.pay_of_weeks(part.contractor_ids, part.week_starts) as line
          left join paid on paid.contractor_id = line.contractor_id and paid.week_start = line.week_start
    ), difference as (
        select paid.contractor_id, paid.week_start,
               coalesce(sum(line.amount), 0) - paid.amount as amount,
               coalesce(sum(line.overtime_hours), 0) - paid.overtime_hours as overtime_hours,
               coalesce(sum(line.doubletime_hours), 0) - paid.doubletime_hours as doubletime_hours
          from paid
          left join whole as line
            on line.contractor_id = paid.contractor_id
           and line.week_start = paid.week_start
           and not line.is_new
         group by paid.contractor_id, paid.week_start, paid.amount, paid.overtime_hours, paid.doubletime_hours
    )
    select whole.contractor_id, whole.week_start, whole.kind, whole.time_entry_id, whole.payroll_adjustment_id,
           whole.assignment_stipend_id, whole.hours, whole.overtime_hours, whole.doubletime_hours, whole.rate,
           whole.amount
      from whole
     where whole.is_new
     union all
    select difference.contractor_id, difference.week_start, 'difference', null, null,
           null, null, difference.overtime_hours, difference.doubletime_hours, null,
           difference.amount
      from difference
     where (difference.amount, difference.overtime_hours, difference.doubletime_hours) <> (0, 0, 0);
end;
$function$;

REVOKE ALL ON FUNCTION private.due_lines(uuid[],date[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.facility_statement (
  facility_id uuid,
  from_date   date,
  to_date     date
)
  RETURNS TABLE (
    occurred_on date,
    kind        text,
    reference   text,
    invoice_id  uuid,
    description text,
    amount      numeric,
    balance     numeric,
    details     jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    -- Within a day what is owed comes before what is received, and what is undone comes last.
    v_kinds constant text[] := array[
        'opening_balance', 'invoice', 'interest', 'payment', 'credit', 'credit_spent', 'write_off', 'payment_returned',
        'credit_returned', 'invoice_voided'];
    v_before date;
    v_through date;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object(
        'facility_id', facility_statement.facility_id,
        'from_date', facility_statement.from_date, 'to_date', facility_statement.to_date));
    perform private.require_finite_dates(jsonb_build_object(
        'from_date', facility_statement.from_date, 'to_date', facility_statement.to_date));
    if facility_statement.to_date < facility_statement.from_date then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The statement would end on %s, before it starts on %s.',
                   facility_statement.to_date, facility_statement.from_date),
            'Give a to_date on or after the from_date.');
    end if;
    perform private.require_facility(facility_statement.facility_id);
    v_before := private.interest_day(facility_statement.from_date - 1);
    v_through := private.interest_day(facility_statement.to_date);

    return query
    with interest as (
        select invoice.id, invoice.number, invoice.interest_breakdown,
               coalesce((invoice.interest_breakdown ->> 'accruedThrough')::date, invoice.due_date + 1) as accrued_through,
               private.interest_through(invoice, v_before) as before,
               private.interest_through(invoice, v_through) as through
          from public.invoices as invoice
         where invoice.facility_id = facility_statement.facility_id and invoice.accrued_interest > 0
    ), event as (
        select * from private.facility_events(facility_statement.facility_id)
    ), entry as (
        select facility_statement.from_date as occurred_on,
               'opening_balance' as kind,
               null as reference,
               null::uuid as invoice_id,
               'Balance before ' || facility_statement.from_date as description,
               (select coalesce(sum(event.amount), 0.00) from event
                 where event.occurred_on < facility_statement.from_date)
               + (select coalesce(sum(interest.before), 0.00) from interest) as amount,
               '{}'::jsonb as details,
               null::uuid as source_id
         union all
        select * from event
         where event.occurred_on between facility_statement.from_date and facility_statement.to_date
         union all
        select least(facility_statement.to_date, interest.accrued_through), 'interest', interest.number, interest.id,
               format('Interest on invoice %s', interest.number), interest.through - interest.before,
               coalesce(interest.interest_breakdown, '{}'), interest.id
          from interest
         where interest.through > interest.before
    ), line as (
        select entry.*, array_position(v_kinds, entry.kind) as place from entry
    )
    select line.occurred_on, line.kind, line.reference, line.invoice_id, line.description, line.amount,
           sum(line.amount) over (so_far rows unbounded preceding),
           line.details
      from line
    window so_far as (order by line.occurred_on, line.place, line.reference, line.description, line.source_id)
     order by line.occurred_on, line.place, line.reference, line.description, line.source_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_base_rates()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_hits record;
    v_says_base constant boolean := case tg_op
        when 'INSERT' then new.base_bill_rate <> 'NaN' or new.base_pay_rate <> 'NaN'
        else (new.base_bill_rate, new.base_pay_rate) is distinct from (old.base_bill_rate, old.base_pay_rate) end;
begin
    -- The lock of apply_rate_hit: no hit is applied meanwhile.
    perform
       from public.contractors as contractor
       join public.assignments as assignment on assignment.contractor_id = contractor.id
      where assignment.id = new.assignment_id
        for no key update of contractor;
    select coalesce(sum(hit.bill_rate_change), 0) as bill, coalesce(sum(hit.pay_rate_change), 0) as pay
      into v_hits
      from public.rate_hits as hit
     where hit.assignment_id = new.assignment_id
       and hit.status = 'applied'
       and hit.effective_on <= new.effective_from;

    if v_says_base
        and (new.base_bill_rate + v_hits.bill, new.base_pay_rate + v_hits.pay) <> (new.bill_rate, new.pay_rate) then
        perform private.refuse(
            409, 'rate_is_not_base_and_hits',
            format('The rates of %s are not their bases with the rate hits up to that day, %s to bill and %s to pay.',
                   new.effective_from, v_hits.bill, v_hits.pay),
            'Leave the bases out: they follow from the rates.');
    end if;
    new.base_bill_rate := new.bill_rate - v_hits.bill;
    new.base_pay_rate := new.pay_rate - v_hits.pay;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.fill_base_rates() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.forget_equal_weeks (
  contractor_ids uuid[],
  week_starts    date[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    -- One statement, one view of the data: what somebody adds meanwhile is not seen, and stays.
    delete from private.weeks_to_compare as week
     where (week.contractor_id, week.week_start) in (
           select * from unnest(forget_equal_weeks.contractor_ids, forget_equal_weeks.week_starts))
       and (week.contractor_id, week.week_start) not in (
           select difference.contractor_id, difference.week_start
             from private.differences_of_weeks(
                      forget_equal_weeks.contractor_ids, forget_equal_weeks.week_starts) as difference)
       and not exists (
           select from public.assignments as assignment
             join public.time_entries as entry
               on entry.assignment_id = assignment.id
              and entry.work_date between week.week_start and week.week_start + 6
             join public.invoice_lines as line on line.time_entry_id = entry.id
             join public.invoices as invoice on invoice.id = line.invoice_id
            where assignment.contractor_id = week.contractor_id
              and invoice.status = 'draft')
       and not exists (
           select from public.invoice_lines as line
             join public.invoices as invoice on invoice.id = line.invoice_id
            where line.contractor_id = week.contractor_id
              and line.week_start = week.week_start
              and invoice.status = 'draft');
end;
$function$;

REVOKE ALL ON FUNCTION private.forget_equal_weeks(uuid[],date[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.forget_paid_weeks (
  contractor_ids uuid[],
  week_starts    date[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
    if forget_paid_weeks.contractor_ids is null then
        return;
    end if;
    delete from private.due_marks as mark
     using unnest(forget_paid_weeks.contractor_ids, forget_paid_weeks.week_starts) as week (contractor_id, start)
      left join (
           select distinct line.contractor_id, line.week_start
             from private.due_lines(forget_paid_weeks.contractor_ids, forget_paid_weeks.week_starts) as line) as due
        on due.contractor_id = week.contractor_id and due.week_start = week.start
     where mark.contractor_id = week.contractor_id
       and mark.day between week.start and week.start + 6
       and due.contractor_id is null;
end;
$function$;

REVOKE ALL ON FUNCTION private.forget_paid_weeks(uuid[],date[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_adjustment_approval()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_is_entered constant boolean := tg_op = 'INSERT'
        or (old.contractor_id, old.payable_on, old.kind, old.amount, old.in_regular_rate, old.reason)
           is distinct from
           (new.contractor_id, new.payable_on, new.kind, new.amount, new.in_regular_rate, new.reason);
begin
    new.in_regular_rate := coalesce(new.in_regular_rate, new.kind = 'bonus');
    if v_is_entered then
        perform private.check_regular_rate_of_adjustment(new);
        new.entered_by := coalesce(private.user_id(), new.entered_by);
    else
        new.entered_by := old.entered_by;
    end if;

    if tg_op = 'UPDATE' and new.approved_at is not distinct from old.approved_at then
        if v_is_entered then
            new.approved_at := null;
        end if;
    elsif new.approved_at is not null and private.user_id() is not null then
        new.approved_at := (private.clock()).at;
        new.approved_by := private.user_id();
    end if;
    if new.approved_at is null then
        new.approved_by := null;
    elsif tg_op = 'INSERT' or old.approved_at is distinct from new.approved_at
        or old.approved_by is distinct from new.approved_by then
        perform private.check_approver_of_adjustment(new);
    end if;
    if tg_op = 'UPDATE' and new.approved_at is distinct from old.approved_at then
        perform private.take_back_approval();
        -- Waits for whoever writes a line for the adjustment directly.
        perform from public.payroll_adjustments as adjustment where adjustment.id = old.id for update;
        if exists (select from public.payroll_item_lines as line
                    where line.payroll_adjustment_id = old.id and line.released_at is null) then
            perform private.refuse(
                409, 'payroll_adjustment_on_live_batch',
                format('The %s of %s, payable on %s, is in a payroll batch.', old.kind, old.amount, old.payable_on),
                'Discard the batch, then correct the adjustment; what was paid is corrected by another one.');
        end if;
    end if;
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_alert_of_decided()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if not exists (select from public.contract_renewals as renewal
                    where renewal.id = old.contract_renewal_id and renewal.status = 'upcoming') then
        perform private.refuse(
            409, 'renewal_not_upcoming',
            'The renewal of the alert is decided; its alerts stay as they are.',
            'Set the renewal back to upcoming first, if it was decided by mistake.');
    end if;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_alert_of_decided() FROM PUBLIC, "anon", "authenticated", "service_role";

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
    perform from public.facilities as facility where facility.id = new.facility_id for no key update;
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

CREATE OR REPLACE FUNCTION private.guard_invoice_line_changes()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_line record;
begin
    -- Released once, of an invoice that is void, and then losing an entry that is deleted; anything else is for drafts.
    perform private.check_invoices_are_drafts(array(
        select unnest(array[before.invoice_id, line.invoice_id])
          from before_rows as before
          full join touched as line on line.id = before.id
         where (before.released_at is not null
                and private.is_of_deleted_time(before.time_entry_id)
                and to_jsonb(line) = to_jsonb(before) || '{"time_entry_id": null}') is not true
           and not exists (
               select from public.invoices as invoice
                where invoice.id = line.invoice_id
                  and invoice.status = 'void'
                  and before.released_at is null
                  and line.released_at is not null
                  and (before.invoice_id, before.time_entry_id, before.kind, before.description, before.work_date,
                       before.hours, before.rate, before.multiplier, before.amount, before.created_at,
                       before.contractor_id, before.week_start)
                      is not distinct from
                      (line.invoice_id, line.time_entry_id, line.kind, line.description, line.work_date,
                       line.hours, line.rate, line.multiplier, line.amount, line.created_at,
                       line.contractor_id, line.week_start))));
    if exists (
        select from touched
          join public.invoices as invoice on invoice.id = touched.invoice_id
         where touched.released_at is not null and invoice.status <> 'void') then
        perform private.refuse_release();
    end if;
    perform private.check_time_is_approved(array_agg(touched.time_entry_id))
       from touched
      where touched.released_at is null;
    select touched.work_date, touched.rate, entry.work_date as due_on, due.bill_rate
      into v_line
      from touched
      join public.time_entries as entry on entry.id = touched.time_entry_id
      left join private.rates_of_days as due
        on due.assignment_id = entry.assignment_id
       and entry.work_date between due.effective_from and due.effective_to
     where touched.released_at is null
       and (touched.work_date, touched.rate) is distinct from (entry.work_date, due.bill_rate)
     limit 1;
    if found then
        perform private.refuse_line_rate(v_line.work_date, v_line.rate, v_line.due_on, v_line.bill_rate);
    end if;
    perform private.check_entries_are_billed_whole(array(
        select line.time_entry_id from touched as line where line.time_entry_id is not null
         union
        select line.time_entry_id from before_rows as line where line.time_entry_id is not null));
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_invoice_line_changes() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_invoice_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_line record;
begin
    perform private.check_invoices_are_drafts(array_agg(distinct touched.invoice_id)) from touched;
    if tg_op = 'INSERT' then
        if exists (select from touched where touched.released_at is not null) then
            perform private.refuse_release();
        end if;
        perform private.check_time_is_approved(array_agg(touched.time_entry_id)) from touched;
        select touched.work_date, touched.rate, entry.work_date as due_on, due.bill_rate
          into v_line
          from touched
          join public.time_entries as entry on entry.id = touched.time_entry_id
          left join private.rates_of_days as due
            on due.assignment_id = entry.assignment_id
           and entry.work_date between due.effective_from and due.effective_to
         where (touched.work_date, touched.rate) is distinct from (entry.work_date, due.bill_rate)
         limit 1;
        if found then
            perform private.refuse_line_rate(v_line.work_date, v_line.rate, v_line.due_on, v_line.bill_rate);
        end if;
    end if;
    perform private.check_entries_are_billed_whole(array_agg(distinct touched.time_entry_id))
       from touched
      where touched.time_entry_id is not null
     having count(*) > 0;
    return null;
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
                 old.issue_date, old.due_date, old.total, old.sent_at, old.created_at,
                 old.facility_name, old.billing_email)
                is distinct from
                (new.id, new.number, new.facility_id, new.kind, new.period_start, new.period_end,
                 new.issue_date, new.due_date, new.total, new.sent_at, new.created_at,
                 new.facility_name, new.billing_email) then
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
    if new.sent_at is not null and new.facility_name is null then -- imports may give it
        select facility.name, facility.billing_email
          into new.facility_name, new.billing_email
          from public.facilities as facility
         where facility.id = new.facility_id;
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

CREATE OR REPLACE FUNCTION private.guard_new_time_entries()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if private.caller() in ('authenticated', 'service_role') and (
        select count(distinct assignment.contractor_id)
          from written
          join public.assignments as assignment on assignment.id = written.assignment_id) > 1 then
        perform private.hold_time();
    end if;
    perform private.check_time_entry_days(array_agg(written.assignment_id), array_agg(written.work_date))
       from written;
    return null;
end;
$function$;

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

CREATE OR REPLACE FUNCTION private.guard_paid_stipend()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if exists (
        select from public.payroll_item_lines as line
          join public.payroll_items as item on item.id = line.payroll_item_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where line.assignment_stipend_id = old.id and batch.status = 'closed') then
        perform private.refuse(
            409, 'stipend_was_paid',
            format('The stipend of %s a week from %s on was paid: its assignment, amount, kind and first day stay.',
                   old.weekly_amount, old.effective_from),
            'Set its last day, effective_to, and enter another from the day after; what that changes of weeks that '
            'were paid is due in the next batch.');
    end if;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_paid_stipend() FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION private.guard_time_entry_move()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_clock constant record := private.clock();
    v_now constant timestamptz := v_clock.at;
begin
    if (new.status in ('draft', 'submitted', 'pending_approval', 'approved', 'locked')) is not true then
        perform private.refuse(
            400, 'time_entry_status_unknown',
            format('A time entry cannot be %L.', new.status),
            'The states are draft, submitted, pending_approval, approved and locked.');
    end if;

    if tg_op = 'UPDATE' then
        if old.set_aside_at is distinct from new.set_aside_at or old.set_aside_by is distinct from new.set_aside_by
            or old.set_aside_reason is distinct from new.set_aside_reason then
            perform private.check_setting_aside(old, new);
            return new;
        end if;
        perform private.check_time_entry_writer(old, new);
        perform private.check_time_entry_move(old, new);
        -- The way back starts over.
        if new.status = 'draft' then
            new.submitted_at := null;
            -- Whoever sends back may write a draft and see it until the statement is through: the policies
            -- of time_entries ask for it.
            if old.status <> 'draft' then
                perform set_config('app.sent_back_entry', new.id::text, true);
            end if;
        end if;
        if new.status in ('draft', 'submitted', 'pending_approval') then
            new.approved_at := null;
            new.approved_by := null;
            new.locked_at := null;
        end if;
    end if;

    -- It has come when it is there for the jobs or for the business.
    if new.status <> 'draft' and (tg_op = 'INSERT' or old.status <> new.status)
        and new.work_date > greatest(v_clock.today, v_clock.business_date) then
        perform private.refuse(
            409, 'work_date_not_come',
            format('The day of the time entry, %s, has not come: the entry cannot be %s.', new.work_date, new.status),
            'Keep it as a draft and submit it once the day is there.');
    end if;

    -- Each state carries its instant; whoever sets the state need not know the time.
    if new.status in ('submitted', 'pending_approval', 'approved') then
        new.submitted_at := coalesce(new.submitted_at, v_now);
    end if;
    if new.status = 'approved' then
        new.approved_at := coalesce(new.approved_at, v_now);
        if tg_op = 'INSERT' or old.status <> 'approved' then
            new.approved_by := coalesce(private.user_id(), new.approved_by);
            perform private.check_approver_of_time(new);
        end if;
    elsif new.status = 'locked' then
        new.locked_at := coalesce(new.locked_at, v_now);
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
  allow_negative_margin boolean
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
        hire_candidate.allow_negative_margin);

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

    insert into public.assignments (contractor_id, facility_id, start_date, end_date, overtime_rule)
    values (v_contractor.id, v_facility.id, hire_candidate.start_date, hire_candidate.end_date,
            hire_candidate.overtime_rule)
    returning * into v_assignment;
    perform private.refuse_overlap(v_assignment);
    insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
    values (v_assignment.id, v_assignment.start_date, hire_candidate.bill_rate, hire_candidate.pay_rate);
    insert into public.contract_renewals (assignment_id, renewal_date)
    select v_assignment.id, renewal.day
      from coalesce(hire_candidate.renewal_date, hire_candidate.end_date) as renewal (day)
     where renewal.day is not null;

    update public.candidates as candidate
       set status = 'hired'
     where candidate.id = v_candidate.id and candidate.status <> 'hired'
    returning * into v_hired;
    if found then
        perform private.audit(
            'hire_candidate', 'candidates', v_hired.id, to_jsonb(v_candidate), to_jsonb(v_hired));
    end if;
    return v_assignment;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_admins()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    -- Before any row is written: of two admins who remove each other, the second waits here.
    if private.caller() <> 'owner' then
        perform
           from public.staff_members as member
          where member.is_active and 'admin' = any (member.roles)
          order by member.id
            for no key update;
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_admins() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_approvals()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_approvals', 0));
exception when lock_not_available then
    perform private.refuse_while_paying();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_approvals() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_contractors (
  assignment_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '1500ms'
  AS $function$
begin
    perform
       from public.contractors as contractor
      where contractor.id in (select assignment.contractor_id
                                from public.assignments as assignment
                               where assignment.id = any (hold_contractors.assignment_ids))
      order by contractor.id
        for no key update;
exception when lock_not_available then
    perform private.refuse_while_time_is_held();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_contractors(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_draft_batches_of_rate_hit (
  hit public.rate_hits
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
declare
    v_batch record;
    v_draft_ids uuid[] := '{}';
begin
    if hit.pay_rate_change = 0 then
        return v_draft_ids;
    end if;
    for v_batch in
        select batch.id, batch.status, period.period_start, period.period_end
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status in ('draft', 'in_review', 'approved')
           and batch.id in (
               select item.payroll_batch_id
                 from public.assignments as assignment
                 join public.payroll_items as item on item.contractor_id = assignment.contractor_id
                 join public.payroll_item_lines as line on line.payroll_item_id = item.id
                where assignment.id = hit.assignment_id
                  and line.week_start in (
                      select private.workweek_start(entry.work_date)
                        from public.time_entries as entry
                       where entry.assignment_id = hit.assignment_id
                         and entry.work_date >= hit.effective_on
                         and entry.is_payable))
         order by batch.id
           for no key update of batch
    loop
        if v_batch.status <> 'draft' then
            perform private.refuse(
                409, 'payroll_batch_under_review',
                format('The payroll batch of %s to %s is %s and pays time that the rate hit reaches.',
                       v_batch.period_start, v_batch.period_end, replace(v_batch.status, '_', ' ')),
                'Discard the batch and prepare it anew after the hit, or apply the hit once the batch is closed.');
        end if;
        v_draft_ids := v_draft_ids || v_batch.id;
    end loop;
    return v_draft_ids;
exception when lock_not_available then -- one is being closed, or discarded
    perform private.refuse_while_paying();
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_invoice_of_adjustment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.check_invoices_are_drafts(array[new.invoice_id]);
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_invoice_of_adjustment() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_invoices (
  invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
declare
    v_held int;
begin
    -- In one order, so that two who lock several never deadlock. A run holds its drafts until it ends.
    begin
        perform
           from public.invoices as invoice
          where invoice.id = any (hold_invoices.invoice_ids)
          order by invoice.id
            for update;
        get diagnostics v_held = row_count;
    exception when lock_not_available then
        perform private.refuse_while_billing();
    end;

    if v_held < (select count(distinct wanted.id) from unnest(hold_invoices.invoice_ids) as wanted (id)) then
        perform private.refuse(
            404, 'invoice_not_found',
            format('There is no invoice %s.', string_agg(wanted.id::text, ', ' order by wanted.position)),
            'Look the id up in invoices.')
           from unnest(hold_invoices.invoice_ids) with ordinality as wanted (id, position)
          where not exists (select from public.invoices as invoice where invoice.id = wanted.id);
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_open_payroll_batch (
  payroll_period_id uuid
)
  RETURNS public.payroll_batches
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
declare
    v_batch public.payroll_batches;
begin
    select batch.*
      into v_batch
      from public.payroll_batches as batch
     where batch.payroll_period_id = hold_open_payroll_batch.payroll_period_id
       and batch.status in ('draft', 'in_review', 'approved')
       for update;
    return v_batch;
exception when lock_not_available then
    perform private.refuse_while_paying();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_open_payroll_batch(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_payroll_batch (
  payroll_batch_id uuid
)
  RETURNS public.payroll_batches
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
declare
    v_batch public.payroll_batches;
begin
    begin
        select batch.*
          into v_batch
          from public.payroll_batches as batch
         where batch.id = hold_payroll_batch.payroll_batch_id
           for update;
    exception when lock_not_available then
        perform private.refuse_while_paying();
    end;
    if not found then
        perform private.refuse(
            404, 'payroll_batch_not_found',
            format('There is no payroll batch %s.', hold_payroll_batch.payroll_batch_id),
            'Look the id up in payroll_batches.');
    end if;
    return v_batch;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_payroll_period (
  payroll_period_id uuid
)
  RETURNS public.payroll_periods
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
declare
    v_period public.payroll_periods;
begin
    begin
        select period.*
          into v_period
          from public.payroll_periods as period
         where period.id = hold_payroll_period.payroll_period_id
           for update;
    exception when lock_not_available then
        perform private.refuse_while_paying();
    end;
    if not found then
        perform private.refuse(
            404, 'payroll_period_not_found',
            format('There is no payroll period %s.', hold_payroll_period.payroll_period_id),
            'Look the id up in payroll_periods.');
    end if;
    return v_period;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_rates()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
begin
    perform pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('private.rates_of_days', 0));
exception when lock_not_available then
    perform private.refuse_while_rates_are_held();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_rates() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_time()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '4s'
  AS $function$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_time', 0));
exception when lock_not_available then
    perform private.refuse_while_time_is_held();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_time() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_time_entries (
  time_entry_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_held int;
begin
    perform private.require_arguments(jsonb_build_object('time_entry_ids', hold_time_entries.time_entry_ids));
    perform private.require_arguments(jsonb_object_agg(format('time_entry_ids[%s]', wanted.position), wanted.id))
       from unnest(hold_time_entries.time_entry_ids) with ordinality as wanted (id, position);
    if cardinality(hold_time_entries.time_entry_ids) > 1000 then
        perform private.refuse(
            400, 'too_many_time_entries',
            format('These are %s time entries; at most 1000 are taken at once.',
                   cardinality(hold_time_entries.time_entry_ids)),
            'Send them in several calls.');
    end if;

    -- In one order, so that two who lock several never deadlock.
    perform
       from public.time_entries as entry
      where entry.id = any (hold_time_entries.time_entry_ids)
      order by entry.id
        for no key update;
    get diagnostics v_held = row_count;

    if v_held < (select count(distinct wanted.id) from unnest(hold_time_entries.time_entry_ids) as wanted (id)) then
        perform private.refuse(
            404, 'time_entry_not_found',
            format('There is no time entry %s.', string_agg(wanted.id::text, ', ' order by wanted.position)),
            'Look the id up in time_entries.')
           from unnest(hold_time_entries.time_entry_ids) with ordinality as wanted (id, position)
          where not exists (select from public.time_entries as entry where entry.id = wanted.id);
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_time_entries(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_time_entry_to_send_back (
  time_entry_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '1s'
  AS $function$
begin
    perform from public.time_entries as entry
      where entry.id = hold_time_entry_to_send_back.time_entry_id for update skip locked;
    if not found then
        begin
            perform from public.time_entries as entry
              where entry.id = hold_time_entry_to_send_back.time_entry_id for update;
        exception when lock_not_available then
            perform private.refuse_while_billing();
        end;
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_time_entry_to_send_back(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_time_to_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.hold_time();
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_time_to_write() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.interest_through (
  invoice public.invoices,
  day     date
)
  RETURNS numeric
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
    v_place constant int := width_bucket(interest_through.day, invoice.interest_days);
begin
    return case
        when interest_through.day <= invoice.due_date then 0.00
        when interest_through.day = 'infinity' then invoice.accrued_interest
        else least(
            round(invoice.interest_on_days[v_place]
                      + invoice.interest_per_day[v_place] * (interest_through.day - invoice.interest_days[v_place]), 2),
            invoice.accrued_interest)
    end;
end;
$function$;

REVOKE ALL ON FUNCTION private.interest_through(public.invoices,date) FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION private.keep_contractor_of_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    select contractor.first_name, contractor.last_name, contractor.email, contractor.employment_type
      into new.first_name, new.last_name, new.email, new.employment_type
      from public.contractors as contractor
     where contractor.id = new.contractor_id;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.keep_contractor_of_item() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.keep_last_admin()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if private.caller() <> 'owner'
        and exists (select from old_rows as before where before.is_active and 'admin' = any (before.roles))
        and not exists (
            select from public.staff_members as member
             where member.is_active and 'admin' = any (member.roles)
               and not exists (select from old_rows as before
                                where before.id = member.id and before.user_id is distinct from member.user_id)) then
        perform private.refuse(
            409, 'last_admin',
            'The firm would have no active admin left who can sign in.',
            'Make somebody else an admin first.');
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.keep_last_admin() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.keep_pay_kind()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    new.pay_kind := coalesce(
        (select stipend.kind from public.assignment_stipends as stipend where stipend.id = new.assignment_stipend_id),
        (select adjustment.kind from public.payroll_adjustments as adjustment
          where adjustment.id = new.payroll_adjustment_id));
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.keep_pay_kind() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.log_changes()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_actor constant uuid := private.user_id();
    v_caller constant text := private.caller();
    v_procedure constant text := coalesce(private.running_procedure(), lower(tg_op));
begin
    if tg_op = 'INSERT' then
        insert into public.audit_log (actor, procedure, table_name, row_id, new, caller)
        select v_actor, v_procedure, tg_table_name, coalesce(made.new ->> 'id', made.new ->> 'assignment_id')::uuid,
               made.new, v_caller
          from (select to_jsonb(new_row) from new_rows as new_row offset 0) as made (new);
    elsif tg_op = 'DELETE' then
        insert into public.audit_log (actor, procedure, table_name, row_id, old, caller)
        select v_actor, v_procedure, tg_table_name, coalesce(gone.old ->> 'id', gone.old ->> 'assignment_id')::uuid,
               gone.old, v_caller
          from (select to_jsonb(old_row) from old_rows as old_row offset 0) as gone (old);
    else
        -- A row whose key changed is one that is gone, and one that was made.
        insert into public.audit_log (actor, procedure, table_name, row_id, old, new, caller)
        select v_actor, v_procedure, tg_table_name,
               coalesce(after.new ->> 'id', after.new ->> 'assignment_id',
                        before.old ->> 'id', before.old ->> 'assignment_id')::uuid,
               before.old, after.new, v_caller
          from (select to_jsonb(old_row) from old_rows as old_row offset 0) as before (old)
          full join (select to_jsonb(new_row) from new_rows as new_row offset 0) as after (new)
            on concat_ws(' ', before.old ->> tg_argv[0], before.old ->> tg_argv[1])
               = concat_ws(' ', after.new ->> tg_argv[0], after.new ->> tg_argv[1])
         where before.old is distinct from after.new;
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.log_changes() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.log_changes_of_submitted_time()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_nestloop TO 'off'
  AS $function$
declare
    v_actor constant uuid := private.user_id();
    v_caller constant text := private.caller();
begin
    insert into public.audit_log (actor, procedure, table_name, row_id, old, new, caller)
    select v_actor, lower(tg_op), tg_table_name, before.id, to_jsonb(before), to_jsonb(after), v_caller
      from old_rows as before
      join new_rows as after on after.id = before.id
     where before.status <> 'draft' and before is distinct from after;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.log_changes_of_submitted_time() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_adjustments()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into private.due_marks (contractor_id, day)
    select distinct adjustment.contractor_id, adjustment.payable_on
      from written as adjustment
     where adjustment.approved_at is not null;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.mark_adjustments() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_days_of_rates (
  before public.assignment_rates[],
  after  public.assignment_rates[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, entry.work_date
      from unnest(mark_days_of_rates.before) as former
      full join unnest(mark_days_of_rates.after) as latter
        on latter.assignment_id = former.assignment_id and latter.effective_from = former.effective_from
     cross join lateral (
           select coalesce(latter.assignment_id, former.assignment_id) as assignment_id,
                  coalesce(latter.effective_from, former.effective_from) as effective_from) as rate
      left join lateral (
           select later.effective_from
             from public.assignment_rates as later
            where later.assignment_id = rate.assignment_id and later.effective_from > rate.effective_from
            order by later.effective_from
            limit 1) as next_rate on true
      join public.assignments as assignment on assignment.id = rate.assignment_id
      join public.time_entries as entry
        on entry.assignment_id = rate.assignment_id
       and entry.work_date >= rate.effective_from
       and entry.work_date < coalesce(next_rate.effective_from, 'infinity')
       and entry.is_payable
     where former.pay_rate is distinct from latter.pay_rate;
$function$;

REVOKE ALL ON FUNCTION private.mark_days_of_rates(public.assignment_rates[],public.assignment_rates[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_days_of_stipends (
  before public.assignment_stipends[],
  after  public.assignment_stipends[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, entry.work_date
      from unnest(mark_days_of_stipends.before) as former
      full join unnest(mark_days_of_stipends.after) as latter on latter.id = former.id
      join public.assignments as assignment on assignment.id in (former.assignment_id, latter.assignment_id)
      join public.time_entries as entry
        on entry.assignment_id = assignment.id
       and entry.work_date >= least(former.effective_from, latter.effective_from)
       and entry.is_payable
     cross join lateral (
           select coalesce(former.assignment_id = entry.assignment_id
                               and former.effective_from <= entry.work_date
                               and coalesce(former.effective_to, 'infinity') >= entry.work_date, false) as had_former,
                  coalesce(latter.assignment_id = entry.assignment_id
                               and latter.effective_from <= entry.work_date
                               and coalesce(latter.effective_to, 'infinity') >= entry.work_date, false) as has_latter
           ) as day
     where case when (former.weekly_amount, former.kind) is distinct from (latter.weekly_amount, latter.kind)
                then day.had_former or day.has_latter
                else day.had_former <> day.has_latter end;
$function$;

REVOKE ALL ON FUNCTION private.mark_days_of_stipends(public.assignment_stipends[],public.assignment_stipends[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_due_weeks()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  AS $function$
declare
    v_any_week constant date := private.workweek_start(date '2000-01-01');
    v_contractor_ids uuid[];
    v_week_starts date[];
begin
    select array_agg(week.contractor_id), array_agg(week.start)
      into v_contractor_ids, v_week_starts
      from (select distinct known.contractor_id, known.day - ((known.day - v_any_week) % 7 + 7) % 7
              from (select assignment.contractor_id, entry.work_date
                      from public.time_entries as entry
                      join public.assignments as assignment on assignment.id = entry.assignment_id
                     where entry.is_payable
                     union all
                    select adjustment.contractor_id, adjustment.payable_on
                      from public.payroll_adjustments as adjustment
                     where adjustment.approved_at is not null
                     union all
                    select item.contractor_id, line.week_start
                      from public.payroll_batches as batch
                      join public.payroll_items as item on item.payroll_batch_id = batch.id
                      join public.payroll_item_lines as line on line.payroll_item_id = item.id
                     where batch.status = 'closed') as known (contractor_id, day)) as week (contractor_id, start);

    insert into private.due_marks (contractor_id, day)
    select distinct due.contractor_id, due.week_start
      from private.due_lines(v_contractor_ids, v_week_starts) as due
     where not exists (
           select from private.due_marks as mark
            where mark.contractor_id = due.contractor_id and mark.day between due.week_start and due.week_start + 6);
end;
$function$;

REVOKE ALL ON FUNCTION private.mark_due_weeks() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_moved_time()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into private.due_marks (contractor_id, day)
    select assignment.contractor_id, new.work_date
      from public.assignments as assignment
     where assignment.id = new.assignment_id;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.mark_moved_time() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_new_time()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, entry.work_date
      from written as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where entry.is_payable;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.mark_new_time() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_rates()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if tg_op = 'INSERT' then
        perform private.mark_days_of_rates(
            '{}', array(select row(latter.*)::public.assignment_rates from after_rows as latter));
    elsif tg_op = 'DELETE' then
        perform private.mark_days_of_rates(
            array(select row(former.*)::public.assignment_rates from before_rows as former), '{}');
    else
        perform private.mark_days_of_rates(
            array(select row(former.*)::public.assignment_rates from before_rows as former),
            array(select row(latter.*)::public.assignment_rates from after_rows as latter));
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.mark_rates() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_stipends()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if tg_op = 'INSERT' then
        perform private.mark_days_of_stipends(
            '{}', array(select row(latter.*)::public.assignment_stipends from after_rows as latter));
    else
        perform private.mark_days_of_stipends(
            array(select row(former.*)::public.assignment_stipends from before_rows as former),
            array(select row(latter.*)::public.assignment_stipends from after_rows as latter));
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.mark_stipends() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.marked_weeks (
  period_end     date,
  contractor_ids uuid[] DEFAULT NULL::uuid[]
)
  RETURNS TABLE (
    contractor_id uuid,
    week_start    date
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
    return query
    select distinct mark.contractor_id, marked_weeks.period_end - 6 - (marked_weeks.period_end - mark.day) / 7 * 7
      from private.due_marks as mark
     where mark.day <= marked_weeks.period_end
       and (marked_weeks.contractor_ids is null or mark.contractor_id = any (marked_weeks.contractor_ids));
end;
$function$;

REVOKE ALL ON FUNCTION private.marked_weeks(date,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.payroll_export (
  payroll_batch_id uuid
)
  RETURNS TABLE (
    contractor_id          uuid,
    last_name              text,
    first_name             text,
    email                  text,
    employment_type        text,
    period_start           date,
    period_end             date,
    pay_date               date,
    batch_status           text,
    regular_hours          numeric,
    overtime_hours         numeric,
    doubletime_hours       numeric,
    straight_pay           numeric,
    overtime_premium       numeric,
    doubletime_premium     numeric,
    differences            numeric,
    hours_driven_stipends  numeric,
    reimbursement_stipends numeric,
    bonuses                numeric,
    reimbursements         numeric,
    deductions             numeric,
    gross_pay              numeric
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object('payroll_batch_id', payroll_export.payroll_batch_id));
    if not exists (select from public.payroll_batches as batch where batch.id = payroll_export.payroll_batch_id) then
        perform private.refuse(
            404, 'payroll_batch_not_found',
            format('There is no payroll batch %s.', payroll_export.payroll_batch_id),
            'Look the id up in payroll_batches.');
    end if;
    return query
        select item.contractor_id, item.last_name, item.first_name, item.email, item.employment_type,
               period.period_start, period.period_end, period.pay_date, batch.status,
               item.regular_hours, item.overtime_hours, item.doubletime_hours,
               item.straight_pay, line.overtime_premium, line.doubletime_premium, line.differences,
               line.hours_driven_stipends, item.stipend_pay - line.hours_driven_stipends,
               line.bonuses, line.reimbursements, line.deductions, item.gross_pay
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
          join public.payroll_items as item on item.payroll_batch_id = batch.id
         cross join lateral (
               select coalesce(sum(line.amount) filter (where line.kind = 'overtime_premium'), 0.00) as overtime_premium,
                      coalesce(sum(line.amount) filter (where line.kind = 'doubletime_premium'), 0.00) as doubletime_premium,
                      coalesce(sum(line.amount) filter (where line.kind = 'difference'), 0.00) as differences,
                      coalesce(sum(line.amount) filter (where line.pay_kind = 'hours_driven'), 0.00)
                          as hours_driven_stipends,
                      coalesce(sum(line.amount) filter (where line.pay_kind = 'bonus'), 0.00) as bonuses,
                      coalesce(sum(line.amount) filter (
                          where line.kind = 'adjustment' and line.pay_kind = 'reimbursement'), 0.00) as reimbursements,
                      coalesce(sum(line.amount) filter (where line.pay_kind = 'deduction'), 0.00) as deductions
                 from public.payroll_item_lines as line
                where line.payroll_item_id = item.id) as line
         where batch.id = payroll_export.payroll_batch_id
         order by item.last_name, item.first_name, item.contractor_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.payroll_file (
  payroll_batch_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "DateStyle" TO 'ISO'
  AS $function$
begin
    perform private.require_role('payroll');
    return (
        select concat(
            'contractor_id,last_name,first_name,email,employment_type,period_start,period_end,pay_date,batch_status,'
            'regular_hours,overtime_hours,doubletime_hours,straight_pay,overtime_premium,doubletime_premium,differences,'
            'hours_driven_stipends,reimbursement_stipends,bonuses,reimbursements,deductions,gross_pay', e'\r\n',
            string_agg(concat(concat_ws(',',
                paid.contractor_id, private.csv_text(paid.last_name), private.csv_text(paid.first_name),
                private.csv_text(paid.email), private.csv_text(paid.employment_type),
                paid.period_start, paid.period_end, paid.pay_date, private.csv_text(paid.batch_status),
                paid.regular_hours, paid.overtime_hours, paid.doubletime_hours, paid.straight_pay,
                paid.overtime_premium, paid.doubletime_premium, paid.differences,
                paid.hours_driven_stipends, paid.reimbursement_stipends,
                paid.bonuses, paid.reimbursements, paid.deductions, paid.gross_pay), e'\r\n'), '' order by paid.position))
          from private.payroll_export(payroll_file.payroll_batch_id) with ordinality as paid (
               contractor_id, last_name, first_name, email, employment_type, period_start, period_end, pay_date,
               batch_status, regular_hours, overtime_hours, doubletime_hours, straight_pay, overtime_premium,
               doubletime_premium, differences, hours_driven_stipends, reimbursement_stipends, bonuses, reimbursements,
               deductions, gross_pay, position));
end;
$function$;

REVOKE ALL ON FUNCTION private.payroll_file(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.post_reconciliation (
  reconciliation public.check_reconciliations,
  received       public.checks,
  credit         public.facility_credits
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_spent numeric;
    v_credit public.facility_credits;
begin
    with posted as (
        insert into public.payments (invoice_id, check_reconciliation_id, paid_on, component, amount)
        select line.invoice_id, line.check_reconciliation_id,
               case when credit.id is null then received.received_on
                    else greatest(received.received_on, invoice.issue_date) end,
               line.component, line.amount
          from public.check_reconciliation_lines as line
          join public.invoices as invoice on invoice.id = line.invoice_id
         where line.check_reconciliation_id = reconciliation.id
        returning amount)
    select coalesce(sum(posted.amount), 0) into v_spent from posted;

    if credit.id is not null then
        update public.facility_credits as spent
           set remaining = spent.remaining - v_spent
         where spent.id = credit.id
        returning * into v_credit;
        perform private.audit(
            'confirm_check_reconciliation', 'facility_credits', credit.id, to_jsonb(credit), to_jsonb(v_credit));
        return;
    end if;
    update public.checks as paid
       set status = 'reconciled'
     where paid.id = received.id;
    if v_spent < received.amount then
        insert into public.facility_credits (facility_id, check_id, amount, remaining)
        values (received.facility_id, received.id, received.amount - v_spent, received.amount - v_spent)
        returning * into v_credit;
        perform private.audit(
            'confirm_check_reconciliation', 'facility_credits', v_credit.id, null, to_jsonb(v_credit));
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.prepare_payroll_draft (
  payroll_period_id uuid
)
  RETURNS public.payroll_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_period public.payroll_periods;
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_period_id', prepare_payroll_draft.payroll_period_id));

    perform private.hold_rates();
    v_period := private.hold_payroll_period(prepare_payroll_draft.payroll_period_id);
    if v_period.status = 'closed' then
        perform private.refuse(
            409, 'payroll_period_closed',
            format('The payroll period of %s to %s is closed.', v_period.period_start, v_period.period_end),
            'Prepare the next period: it pays what came late as well.');
    end if;
    v_before := private.hold_open_payroll_batch(v_period.id);
    if v_before.status <> 'draft' then
        perform private.refuse_payroll_batch(v_before);
    end if;

    v_batch := v_before;
    if v_batch.id is null then
        insert into public.payroll_batches (payroll_period_id, prepared_at, prepared_by)
        values (v_period.id, (private.clock()).at, private.user_id())
        returning * into v_batch;
    end if;
    perform private.rebuild_payroll_draft(v_batch.id);
    if not exists (select from public.payroll_items as item where item.payroll_batch_id = v_batch.id) then
        perform private.refuse(
            409, 'nothing_to_pay',
            format('Up to %s there is nothing due that is not in a batch already.', v_period.period_end),
            'Approve the time of the period first; what came late for a week that another open batch pays waits for that '
            'batch to be closed or discarded.');
    end if;

    select batch.* into v_batch from public.payroll_batches as batch where batch.id = v_batch.id;
    if v_batch is distinct from v_before then
        perform private.audit(
            'prepare_payroll_draft', 'payroll_batches', v_batch.id,
            case when v_before.id is not null then to_jsonb(v_before) end, to_jsonb(v_batch));
    end if;
    return v_batch;
exception when numeric_value_out_of_range then
    perform private.refuse(
        409, 'pay_too_large',
        'The pay of a contractor would reach 10,000,000,000.00, or their hours 100,000.',
        'Correct the pay rates, the stipends or the adjustments.');
end;
$function$;

CREATE OR REPLACE FUNCTION private.priced_time (
  contractor_ids    uuid[],
  week_starts       date[],
  entry_ids_to_bill uuid[]
)
  RETURNS TABLE (
    time_entry_id uuid,
    contractor_id uuid,
    week_start    date,
    work_date     date,
    kind          text,
    hours         numeric,
    rate          numeric,
    multiplier    numeric,
    amount        numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET work_mem TO '64MB'
  AS $function$
begin
    return query
    select time.time_entry_id, time.contractor_id, time.week_start, time.work_date, class.kind, class.hours,
           rate.bill_rate, class.multiplier, round(class.hours * rate.bill_rate * class.multiplier, 2)
      from private.classified_time(
               priced_time.contractor_ids, priced_time.week_starts, priced_time.entry_ids_to_bill) as time
      join public.assignments as assignment on assignment.id = time.assignment_id
      join private.rates_of_days as rate
        on rate.assignment_id = time.assignment_id
       and time.work_date between rate.effective_from and rate.effective_to
     cross join lateral (values
           ('regular', time.regular_hours, 1),
           ('overtime', time.overtime_hours, assignment.bill_overtime_multiplier),
           ('doubletime', time.doubletime_hours, assignment.bill_doubletime_multiplier)
           ) as class (kind, hours, multiplier)
     where class.hours > 0;
end;
$function$;

REVOKE ALL ON FUNCTION private.priced_time(uuid[],date[],uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.propose_check_reconciliation (
  check_id uuid
)
  RETURNS public.check_reconciliations
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_check public.checks;
    v_reconciliation public.check_reconciliations;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('check_id', propose_check_reconciliation.check_id));

    perform private.hold_check(propose_check_reconciliation.check_id);
    select received.*
      into v_check
      from public.checks as received
     where received.id = propose_check_reconciliation.check_id;
    if v_check.status = 'returned' then
        perform private.refuse(
            409, 'check_returned',
            format('Check %s of %s was returned: it pays nothing.',
                   coalesce(v_check.check_number, v_check.id::text), v_check.amount),
            'Enter what came instead as another check.');
    end if;

    select reconciliation.* into v_reconciliation
      from public.check_reconciliations as reconciliation
     where reconciliation.check_id = v_check.id and reconciliation.status <> 'returned';
    if v_reconciliation.id is not null then
        return v_reconciliation;
    end if;

    -- The proposals of a facility go one after the other, so that each sees what those before it claim.
    perform from public.facilities as facility where facility.id = v_check.facility_id for no key update;
    insert into public.check_reconciliations (check_id) values (v_check.id) returning * into v_reconciliation;
    -- In the order in which others lock invoices: the foreign key locks them too.
    insert into public.check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
    select v_reconciliation.id, line.invoice_id, line.component, line.amount
      from private.lines_to_propose(v_check.facility_id, v_check.amount) as line
     order by line.invoice_id;
    return v_reconciliation;
end;
$function$;

CREATE OR REPLACE FUNCTION private.rebuild_payroll_draft (
  payroll_batch_id uuid,
  contractor_ids   uuid[] DEFAULT NULL::uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
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
               coalesce(sum(line.hours) filter (where line.kind = 'straight'), 0) as hours,
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

REVOKE ALL ON FUNCTION private.rebuild_payroll_draft(uuid,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION private.refuse_line_rate (
  work_date date,
  rate      numeric,
  due_on    date,
  bill_rate numeric
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'line_not_at_rate_of_day',
        format('A line of %s at %s would bill time of %s, whose bill rate is %s.',
               refuse_line_rate.work_date, refuse_line_rate.rate, refuse_line_rate.due_on,
               refuse_line_rate.bill_rate),
        'Call recompute_draft_invoice: it writes lines at the rates of their days.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_line_rate(date,numeric,date,numeric) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_release()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'invoice_not_void',
        'A line of an invoice is released when its invoice is voided, not by itself.',
        'Call void_invoice.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_release() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_row (
  message text,
  hint    text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(403, 'row_not_allowed', refuse_row.message, refuse_row.hint);
    return false;
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_row(text,text) FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION private.refuse_while_billing()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'billing_in_progress',
        'Somebody else is billing at this moment, and it takes long: weekly_billing_run may take up to a minute.',
        'Nothing was changed. Try again in a few seconds.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_while_billing() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_while_paying()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'payroll_in_progress',
        'Payroll is being prepared, closed or discarded at this moment, and it takes long: up to a minute.',
        'Nothing was changed. Try again in a few seconds.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_while_paying() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_while_rates_are_held()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'rates_held',
        'The rates are in use: somebody else bills, prepares payroll or applies a rate hit, and it takes long.',
        'Nothing was changed. Try again in a few seconds.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_while_rates_are_held() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_while_time_is_held()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'time_entry_in_progress',
        'Time is being written, and it takes long: a change of many entries, or the close of a payroll batch.',
        'Nothing was changed. Try again in a few seconds.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_while_time_is_held() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.reprice_draft_batches (
  hit       public.rate_hits,
  batch_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_before constant public.payroll_batches[] := array(
        select batch
          from public.payroll_batches as batch
         where batch.id = any (reprice_draft_batches.batch_ids)
         order by batch.id);
begin
    perform private.rebuild_payroll_draft(before.id, array[assignment.contractor_id])
       from unnest(v_before) as before
      cross join public.assignments as assignment
      where assignment.id = hit.assignment_id;

    perform private.audit('apply_rate_hit', 'payroll_batches', batch.id, to_jsonb(before), to_jsonb(batch))
       from unnest(v_before) as before
       join public.payroll_batches as batch on batch.id = before.id
      where batch.gross_total <> before.gross_total
      order by batch.id;
end;
$function$;

REVOKE ALL ON FUNCTION private.reprice_draft_batches(public.rate_hits,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.reprice_draft_invoices (
  hit         public.rate_hits,
  invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_before constant public.invoices[] := array(
        select invoice
          from public.invoices as invoice
         where invoice.id = any (reprice_draft_invoices.invoice_ids));
begin
    update public.invoice_lines as line
       set rate = rate.bill_rate,
           amount = round(line.hours * rate.bill_rate * line.multiplier, 2)
      from public.time_entries as entry
      join private.rates_of_days as rate
        on rate.assignment_id = entry.assignment_id
       and entry.work_date between rate.effective_from and rate.effective_to
     where line.invoice_id = any (reprice_draft_invoices.invoice_ids)
       and entry.id = line.time_entry_id
       and entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on;

    perform private.audit_invoices('apply_rate_hit', v_before);
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_billed_time (
  invoice public.invoices
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if not exists (
        select from public.invoice_lines as line
         where line.invoice_id = require_billed_time.invoice.id and line.kind <> 'adjustment') then
        perform private.refuse(
            409, 'nothing_to_bill',
            format('The facility has no approved time %s%s that is not on another invoice%s.',
                   case when require_billed_time.invoice.kind = 'backfill' then 'up to '
                        else format('from %s to ', require_billed_time.invoice.period_start) end,
                   require_billed_time.invoice.period_end,
                   case when require_billed_time.invoice.kind = 'backfill'
                        then ', and no difference from what was billed' else '' end),
            'Approve the time first; the views unbilled_time and unbilled_differences show what can be billed.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_pay_not_below_zero (
  payroll_batch_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_below constant text := (
        select string_agg(
                   format('%s %s: %s', contractor.first_name, contractor.last_name, item.gross_pay), '; '
                   order by contractor.last_name, contractor.first_name, contractor.id)
          from public.payroll_items as item
          join public.contractors as contractor on contractor.id = item.contractor_id
         where item.payroll_batch_id = require_pay_not_below_zero.payroll_batch_id
           and item.gross_pay < 0);
begin
    if v_below is not null then
        perform private.refuse(
            409, 'pay_below_zero',
            format('The pay of these contractors would be below zero: %s.', v_below),
            'Discard the batch, bring their pay to zero by a reimbursement, with a deduction on a later day if it is to '
            'be taken back, or move their deductions to a later day; then prepare it anew.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_pay_not_below_zero(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION private.require_writer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if ('contractor' = any (tg_argv) and private.own_contractor_id() is not null)
        or ('contact' = any (tg_argv) and cardinality(private.contact_facility_ids()) > 0) then
        return null;
    end if;
    perform private.require_role(
        variadic array_remove(array_remove(tg_argv::text[], 'contractor'), 'contact'));
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_writer() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.return_check (
  check_id uuid,
  reason   text
)
  RETURNS public.checks
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_check public.checks;
    v_returned public.checks;
    v_credit public.facility_credits;
    v_reversed public.facility_credits;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('check_id', return_check.check_id));
    perform private.require_reason(return_check.reason);

    perform private.hold_check(return_check.check_id);
    select received.* into v_check from public.checks as received where received.id = return_check.check_id;
    if v_check.status = 'returned' then
        return v_check;
    end if;
    select credit.*
      into v_credit
      from public.facility_credits as credit
     where credit.check_id = v_check.id and credit.reversed_at is null;

    perform private.reverse_reconciliations(array(
        select reconciliation.id
          from public.check_reconciliations as reconciliation
         where (reconciliation.check_id = v_check.id or reconciliation.facility_credit_id = v_credit.id)
           and reconciliation.status <> 'returned'));
    if v_credit.id is not null then
        update public.facility_credits as credit
           set remaining = 0, reversed_at = (private.clock()).at
         where credit.id = v_credit.id
        returning * into v_reversed;
        perform private.audit(
            'return_check', 'facility_credits', v_credit.id, to_jsonb(v_credit), to_jsonb(v_reversed));
    end if;
    update public.checks as received
       set status = 'returned', return_reason = return_check.reason
     where received.id = v_check.id
    returning * into v_returned;
    return v_returned;
end;
$function$;

CREATE OR REPLACE FUNCTION private.reverse_reconciliations (
  check_reconciliation_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_invoice_ids constant uuid[] := array(
        select distinct payment.invoice_id
          from public.payments as payment
         where payment.check_reconciliation_id = any (reverse_reconciliations.check_reconciliation_ids)
           and payment.reversed_at is null);
    v_invoices public.invoices[];
begin
    perform private.hold_invoices(v_invoice_ids);
    v_invoices := array(select invoice from public.invoices as invoice where invoice.id = any (v_invoice_ids));

    update public.payments as payment
       set reversed_at = (private.clock()).at
     where payment.check_reconciliation_id = any (reverse_reconciliations.check_reconciliation_ids)
       and payment.reversed_at is null;
    perform private.audit_invoices('return_check', v_invoices);

    update public.check_reconciliations as reconciliation
       set status = 'returned'
     where reconciliation.id = any (reverse_reconciliations.check_reconciliation_ids);
end;
$function$;

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

CREATE OR REPLACE FUNCTION private.running_procedure()
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_stack text;
begin
    get diagnostics v_stack = pg_context;
    -- Innermost first. Triggers and helpers are in it too; procedures are those that public has by the same name.
    return (
        select frame.names[1]
          from regexp_matches(v_stack, '\mprivate\.(\w+)\(', 'g') with ordinality as frame (names, depth)
         where exists (select from pg_catalog.pg_proc as procedure
                        where procedure.proname = frame.names[1]
                          and procedure.pronamespace = 'public'::regnamespace)
         order by frame.depth desc
         limit 1);
end;
$function$;

REVOKE ALL ON FUNCTION private.running_procedure() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.schedule_maintenance_jobs (
  base_url                 text,
  cron_shared_secret       text DEFAULT NULL::text,
  job_path                 text DEFAULT '/functions/v1/cron-<job>'::text,
  lock_ended_schedule      text DEFAULT '30 7 * * *'::text,
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

REVOKE ALL ON FUNCTION private.schedule_maintenance_jobs(text,text,text,text,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.send_drafts (
  invoice_ids uuid[],
  issue_date  date
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_before constant public.invoices[] := array(
        select invoice
          from public.invoices as invoice
         where invoice.id = any (send_drafts.invoice_ids));
    v_numbers text[];
begin
    -- A total that a server program wrote by itself gives way to the lines.
    perform private.total_invoices(send_drafts.invoice_ids);
    v_numbers := private.take_invoice_numbers(
        extract(year from send_drafts.issue_date)::int, cardinality(send_drafts.invoice_ids));

    update public.invoices as invoice
       set status = 'sent',
           number = given.number,
           issue_date = send_drafts.issue_date,
           due_date = send_drafts.issue_date + facility.payment_terms_days
      from unnest(send_drafts.invoice_ids, v_numbers) as given (invoice_id, number),
           public.facilities as facility
     where invoice.id = given.invoice_id and facility.id = invoice.facility_id;

    perform private.audit_invoices('send_invoices', v_before);
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

CREATE OR REPLACE FUNCTION private.set_aside_time (
  time_entry_ids uuid[],
  reason         text
)
  RETURNS SETOF public.time_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_before public.time_entries[];
begin
    perform private.require_role('payroll');
    perform private.require_reason(set_aside_time.reason);
    perform private.hold_time();
    perform private.hold_time_entries(set_aside_time.time_entry_ids);
    perform private.check_time_is_unapproved(set_aside_time.time_entry_ids);

    v_before := array(
        select entry
          from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids) and entry.set_aside_at is null);
    update public.time_entries as entry
       set set_aside_at = (private.clock()).at,
           set_aside_by = private.user_id(),
           set_aside_reason = set_aside_time.reason
     where entry.id = any (array(select earlier.id from unnest(v_before) as earlier));
    perform private.audit_time_entries('set_aside_time', v_before);

    return query
        select entry.*
          from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids)
         order by array_position(set_aside_time.time_entry_ids, entry.id);
end;
$function$;

REVOKE ALL ON FUNCTION private.set_aside_time(uuid[],text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.take_back_approval()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '1s'
  AS $function$
begin
    perform pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('private.hold_approvals', 0));
exception when lock_not_available then
    perform private.refuse_while_paying();
end;
$function$;

REVOKE ALL ON FUNCTION private.take_back_approval() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.take_back_set_aside_time (
  time_entry_ids uuid[]
)
  RETURNS SETOF public.time_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_before public.time_entries[];
begin
    perform private.require_role('payroll');
    perform private.hold_time();
    perform private.hold_time_entries(take_back_set_aside_time.time_entry_ids);

    v_before := array(
        select entry
          from public.time_entries as entry
         where entry.id = any (take_back_set_aside_time.time_entry_ids) and entry.set_aside_at is not null);
    update public.time_entries as entry
       set set_aside_at = null,
           set_aside_by = null,
           set_aside_reason = null
     where entry.id = any (array(select earlier.id from unnest(v_before) as earlier));
    perform private.audit_time_entries('take_back_set_aside_time', v_before);

    return query
        select entry.*
          from public.time_entries as entry
         where entry.id = any (take_back_set_aside_time.time_entry_ids)
         order by array_position(take_back_set_aside_time.time_entry_ids, entry.id);
end;
$function$;

REVOKE ALL ON FUNCTION private.take_back_set_aside_time(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    return v_after;
end;
$function$;

CREATE OR REPLACE FUNCTION private.unapproved_time()
  RETURNS TABLE (
    time_entry_id   uuid,
    assignment_id   uuid,
    contractor_id   uuid,
    contractor_name text,
    facility_id     uuid,
    facility_name   text,
    work_date       date,
    hours           numeric,
    status          text,
    age_days        integer,
    next_step       text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select entry.id, entry.assignment_id, contractor.id, contractor.first_name || ' ' || contractor.last_name,
           facility.id, facility.name, entry.work_date, entry.hours, entry.status,
           clock.business_date - entry.work_date,
           case entry.status when 'draft' then 'submit'
                             when 'locked' then 'take_up_or_set_aside'
                             else 'approve' end
      from (select private.is_staff_or_server(), private.contact_facility_ids()) as reader (reads_all, facility_ids)
     cross join private.clock() as clock
     cross join public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where not entry.is_payable
       and entry.set_aside_at is null
       and (reader.reads_all
            or (entry.status <> 'draft' and facility.id = any (reader.facility_ids)))
     order by entry.work_date, entry.id;
$function$;

REVOKE ALL ON FUNCTION private.unapproved_time() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.unbilled_differences()
  RETURNS TABLE (
    facility_id     uuid,
    facility_name   text,
    contractor_id   uuid,
    contractor_name text,
    week_start      date,
    billed_amount   numeric,
    due_amount      numeric,
    amount          numeric
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select facility.id, facility.name, contractor.id, contractor.first_name || ' ' || contractor.last_name,
           difference.week_start, difference.billed_amount, difference.due_amount,
           difference.due_amount - difference.billed_amount
      from (select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as starts
              from (select distinct week.contractor_id, week.week_start
                      from private.weeks_to_compare as week
                     where (select private.is_staff_or_server())) as week) as marked
     cross join lateral private.differences_of_weeks(marked.contractor_ids, marked.starts) as difference
      join public.facilities as facility on facility.id = difference.facility_id
      join public.contractors as contractor on contractor.id = difference.contractor_id
     order by difference.week_start, facility.name, facility.id, contractor.last_name, contractor.id;
$function$;

REVOKE ALL ON FUNCTION private.unbilled_differences() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.unsay_regular_rate()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    new.in_regular_rate := case when tg_argv[0] = 'said again' then old.in_regular_rate end;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.unsay_regular_rate() FROM PUBLIC, "anon", "authenticated", "service_role";

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
        perform private.forget_equal_weeks(array_agg(week.contractor_id), array_agg(week.week_start))
           from (select distinct week.contractor_id, week.week_start from private.weeks_to_compare as week) as week
         having count(*) > 0;
        if v_dry_run then
            raise exception 'only tried' using errcode = 'DRYRN';
        end if;
    exception when sqlstate 'DRYRN' then
        null; -- all that was done is undone; what came of it is known
    end;

    insert into public.billing_runs (
        id, week_start, week_end, dry_run, invoices_created, invoices_existing, facilities_skipped, entries_billed,
        amount, late_entries, unapproved_entries, details)
    select v_run_id, v_week_start, v_week_start + 6, v_dry_run,
           count(*) filter (where outcome.outcome = 'created'),
           count(*) filter (where outcome.outcome = 'existing'),
           count(*) filter (where outcome.outcome = 'skipped'),
           coalesce(sum(outcome.entries), 0),
           coalesce(sum(outcome.amount), 0),
           v_late_entries,
           (select unapproved.drafts + unapproved.beyond_draft
              from private.count_unapproved_time(v_week_start, v_week_start + 6) as unapproved),
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

CREATE OR REPLACE FUNCTION private.weeks_to_pay (
  period_end     date,
  contractor_ids uuid[] DEFAULT NULL::uuid[]
)
  RETURNS TABLE (
    contractor_id uuid,
    week_start    date
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
    v_open_batch_ids constant uuid[] := array(
        select batch.id from public.payroll_batches as batch where batch.status in ('draft', 'in_review', 'approved'));
begin
    return query
    select week.contractor_id, week.week_start
      from private.marked_weeks(weeks_to_pay.period_end, weeks_to_pay.contractor_ids) as week
      left join lateral ( -- week by week: no plan reads all lines
           select line.id
             from public.payroll_items as item
             join public.payroll_item_lines as line
               on line.payroll_item_id = item.id and line.week_start = week.week_start
            where item.payroll_batch_id = any (v_open_batch_ids) and item.contractor_id = week.contractor_id
            limit 1) as open on true
     where open.id is null;
end;
$function$;

REVOKE ALL ON FUNCTION private.weeks_to_pay(date,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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
  SET statement_timeout TO '60s'
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
  SET statement_timeout TO '60s'
  AS $function$ select private.advance_payroll_batch_status(payroll_batch_id, expected_status, request_id); $function$;

REVOKE ALL ON FUNCTION "public"."advancepayrollbatch_status"(uuid, text, uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.apply_rate_hit (
  rate_hit_id           uuid,
  allow_retroactive     boolean DEFAULT false,
  allow_negative_margin boolean DEFAULT false
)
  RETURNS public.rate_hits
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.apply_rate_hit(rate_hit_id, allow_retroactive, allow_negative_margin); $function$;

REVOKE ALL ON FUNCTION "public"."apply_rate_hit"(uuid, boolean, boolean) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.applyratehit (
  rate_hit_id           uuid,
  allow_retroactive     boolean DEFAULT false,
  allow_negative_margin boolean DEFAULT false
)
  RETURNS public.rate_hits
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.apply_rate_hit(rate_hit_id, allow_retroactive, allow_negative_margin); $function$;

REVOKE ALL ON FUNCTION "public"."applyratehit"(uuid, boolean, boolean) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.backfill_invoice (
  facility_id  uuid,
  through_date date DEFAULT NULL::date
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.backfill_invoice(facility_id, through_date); $function$;

CREATE OR REPLACE FUNCTION public.close_payroll_period (
  payroll_period_id uuid
)
  RETURNS public.payroll_periods
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.close_payroll_period(payroll_period_id); $function$;

CREATE OR REPLACE FUNCTION public.closepayrollperiod (
  payroll_period_id uuid
)
  RETURNS public.payroll_periods
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.close_payroll_period(payroll_period_id); $function$;

CREATE OR REPLACE FUNCTION public.confirm_check_reconciliation (
  check_reconciliation_id uuid
)
  RETURNS public.check_reconciliations
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.confirm_check_reconciliation(check_reconciliation_id); $function$;

CREATE OR REPLACE FUNCTION public.confirmcheckreconciliation (
  check_reconciliation_id uuid
)
  RETURNS public.check_reconciliations
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.confirm_check_reconciliation(check_reconciliation_id); $function$;

CREATE OR REPLACE FUNCTION public.create_facility_invoice (
  facility_id  uuid,
  period_start date,
  period_end   date
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.create_facility_invoice(facility_id, period_start, period_end); $function$;

CREATE OR REPLACE FUNCTION public.createfacilityinvoice (
  facility_id  uuid,
  period_start date,
  period_end   date
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.create_facility_invoice(facility_id, period_start, period_end); $function$;

CREATE OR REPLACE FUNCTION public.payroll_file (
  payroll_batch_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.payroll_file(payroll_batch_id); $function$;

REVOKE ALL ON FUNCTION "public"."payroll_file"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.recompute_draft_invoice (
  invoice_id uuid
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.recompute_draft_invoice(invoice_id); $function$;

CREATE OR REPLACE FUNCTION public.recomputedraftinvoice (
  invoice_id uuid
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.recompute_draft_invoice(invoice_id); $function$;

CREATE OR REPLACE FUNCTION public.return_check (
  check_id uuid,
  reason   text
)
  RETURNS public.checks
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.return_check(check_id, reason); $function$;

CREATE OR REPLACE FUNCTION public.send_invoices (
  invoice_ids uuid[],
  issue_date  date   DEFAULT NULL::date
)
  RETURNS SETOF public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select * from private.send_invoices(invoice_ids, issue_date); $function$;

CREATE OR REPLACE FUNCTION public.set_aside_time (
  time_entry_ids uuid[],
  reason         text
)
  RETURNS SETOF public.time_entries
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.set_aside_time(time_entry_ids, reason); $function$;

REVOKE ALL ON FUNCTION "public"."set_aside_time"(uuid[], text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.take_back_set_aside_time (
  time_entry_ids uuid[]
)
  RETURNS SETOF public.time_entries
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.take_back_set_aside_time(time_entry_ids); $function$;

REVOKE ALL ON FUNCTION "public"."take_back_set_aside_time"(uuid[]) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.void_invoice (
  invoice_id uuid,
  reason     text
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.void_invoice(invoice_id, reason); $function$;

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
  SET statement_timeout TO '60s'
  AS $function$ select private.write_off_invoice(invoice_id, amount, reason, request_id); $function$;

REVOKE ALL ON FUNCTION "public"."write_off_invoice"(uuid, numeric, text, uuid) FROM PUBLIC, "anon";

ALTER TABLE "public"."assignment_rates"
  ADD CONSTRAINT "base_bill_rate_is_finite" CHECK ((base_bill_rate <> 'NaN'::numeric));

ALTER TABLE "public"."assignment_rates"
  ADD CONSTRAINT "base_pay_rate_is_finite" CHECK ((base_pay_rate <> 'NaN'::numeric));

ALTER TABLE "public"."audit_log"
  ADD CONSTRAINT "audit_log_caller_is_known" CHECK ((caller = ANY (ARRAY['authenticated'::text, 'service_role'::text, 'owner'::text, 'nobody'::text])));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "difference_is_an_amount"
    CHECK (((kind <> 'difference'::text) OR ((amount <> (0)::numeric) AND (work_date IS NULL) AND (hours IS NULL) AND (rate IS NULL) AND (multiplier IS NULL))));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "difference_is_of_a_known_contractor" FOREIGN KEY (contractor_id) REFERENCES public.contractors(id);

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "invoice_line_kind_is_known" CHECK ((kind = ANY (ARRAY['regular'::text, 'overtime'::text, 'doubletime'::text, 'adjustment'::text, 'difference'::text])));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "invoice_lines_time_entry_id_fkey" FOREIGN KEY (time_entry_id) REFERENCES public.time_entries(id) ON DELETE SET NULL;

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "line_without_time_is_described" CHECK (((kind <> ALL (ARRAY['adjustment'::text, 'difference'::text])) OR (btrim(description) <> ''::text)));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "only_differences_name_contractor_and_week" CHECK ((((contractor_id IS NOT NULL) = (kind = 'difference'::text)) AND ((week_start IS
    NOT NULL) = (kind = 'difference'::text))));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "only_lines_of_time_have_a_time_entry" CHECK (
CASE
    WHEN (kind = ANY (ARRAY['adjustment'::text, 'difference'::text])) THEN (time_entry_id IS NULL)
    ELSE ((time_entry_id IS NOT NULL) OR (released_at IS NOT NULL))
END);

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "time_line_is_hours_times_rate" CHECK (((kind = ANY (ARRAY['adjustment'::text, 'difference'::text])) OR (((work_date IS
    NOT NULL) AND (hours > (0)::numeric) AND (rate > (0)::numeric) AND (multiplier >= (1)::numeric) AND (amount = round(((hours * rate) * multiplier), 2))) IS TRUE)));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "week_start_is_finite" CHECK (isfinite(week_start));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "drafts_of_a_facility_never_overlap" EXCLUDE USING gist (facility_id WITH =, daterange(period_start, period_end, '[]'::text) WITH &&)
    WHERE (((status = 'draft'::text) AND (kind <> 'backfill'::text)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "interest_days_have_their_interest"
    CHECK
    (((num_nonnulls(interest_days, interest_on_days, interest_per_day) = 0) OR (((cardinality(interest_days) > 1) AND (cardinality(interest_days) = cardinality(interest_on_days))
    AND (cardinality(interest_days) = cardinality(interest_per_day))) IS TRUE)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "invoice_number_is_short" CHECK (((char_length(number) <= 40) AND (number ~ '\S'::text)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "only_sent_invoices_keep_their_facility" CHECK (((sent_at IS NOT NULL) OR (num_nonnulls(facility_name, billing_email) = 0)));

ALTER TABLE "public"."payroll_item_lines"
  ADD CONSTRAINT "pay_kind_is_of_the_line"
    CHECK
    (((pay_kind IS NULL) OR ((kind = 'stipend'::text) AND (pay_kind = ANY (ARRAY['reimbursement'::text, 'hours_driven'::text]))) OR ((kind = 'adjustment'::text) AND (pay_kind = ANY
    (ARRAY['bonus'::text, 'reimbursement'::text, 'deduction'::text])))));

ALTER TABLE "public"."payroll_item_lines"
  ADD CONSTRAINT "payroll_item_lines_time_entry_id_fkey" FOREIGN KEY (time_entry_id) REFERENCES public.time_entries(id) ON DELETE SET NULL;

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "approved_time_is_never_set_aside" CHECK (((set_aside_at IS NULL) OR (approved_at IS NULL)));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "only_time_set_aside_says_by_whom" CHECK (((set_aside_by IS NULL) OR (set_aside_at IS NOT NULL)));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "time_set_aside_has_a_reason" CHECK (((set_aside_at IS NOT NULL) = (set_aside_reason IS NOT NULL)));

CREATE VIEW "private"."open_time" WITH (security_invoker=true) AS  SELECT ctid AS place,
    assignment_id,
    status,
    (status <> 'pending_approval'::text) AS is_to_be_locked,
    ((NOT is_payable) AND (set_aside_at IS NULL)) AS is_unapproved
   FROM public.time_entries entry
  WHERE (status <> 'locked'::text);

REVOKE ALL ON TABLE private.open_time FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE VIEW "public"."contractAlerts" WITH (security_invoker=true) AS  SELECT id,
    contract_renewal_id,
    days_before,
    due_on,
    acknowledged_at,
    created_at
   FROM public.contract_alerts alert;

REVOKE ALL ON TABLE "public"."contractAlerts" FROM "anon";

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
     CROSS JOIN LATERAL ( SELECT COALESCE((success.finished_at < (now() - '26:00:00'::interval)), true) AS is_stale) age)
     CROSS JOIN LATERAL ( SELECT ((NOT age.is_stale) AND (NOT (EXISTS ( SELECT
                   FROM public.job_runs run
                  WHERE ((run.job = job.name) AND (run.status = 'succeeded'::text) AND (NOT run.dry_run) AND (run.finished_at >= (now() - '26:00:00'::interval)) AND ((run.counts ->> 'remaining'::text) = '0'::text)))))) AS is_behind,
            ( SELECT (count(*))::integer AS count
                   FROM public.job_runs run
                  WHERE ((run.job = job.name) AND (run.status = 'running'::text) AND (NOT run.dry_run) AND (run.started_at < (now() - '00:05:00'::interval)))) AS stuck_runs) state)
     LEFT JOIN ( SELECT DISTINCT ON (call_1.job) call_1.job,
            call_1.called_at,
            call_1.answer_status,
            call_1.error
           FROM private.job_calls() call_1(job, called_at, answer_status, error)
          ORDER BY call_1.job, call_1.called_at DESC) call ON ((call.job = job.name)))
  WHERE ( SELECT private.is_staff_or_server() AS is_staff_or_server)
  ORDER BY job.name;

REVOKE ALL ON TABLE "public"."job_health" FROM "anon";

CREATE VIEW "public"."unapproved_time" WITH (security_invoker=true) AS  SELECT time_entry_id,
    assignment_id,
    contractor_id,
    contractor_name,
    facility_id,
    facility_name,
    work_date,
    hours,
    status,
    age_days,
    next_step
   FROM private.unapproved_time() unapproved_time(time_entry_id, assignment_id, contractor_id, contractor_name, facility_id, facility_name, work_date, hours, status, age_days, next_step);

REVOKE ALL ON TABLE "public"."unapproved_time" FROM "anon";

CREATE VIEW "public"."unbilled_differences" WITH (security_invoker=true) AS  SELECT facility_id,
    facility_name,
    contractor_id,
    contractor_name,
    week_start,
    billed_amount,
    due_amount,
    amount
   FROM private.unbilled_differences() difference(facility_id, facility_name, contractor_id, contractor_name, week_start, billed_amount, due_amount, amount);

REVOKE ALL ON TABLE "public"."unbilled_differences" FROM "anon";

CREATE INDEX checks_by_facility ON public.checks USING btree (facility_id, btrim(check_number));

CREATE UNIQUE INDEX invoice_has_one_difference_a_week ON public.invoice_lines USING btree (contractor_id, week_start, invoice_id)
  WHERE (contractor_id IS NOT NULL);

CREATE INDEX payroll_item_lines_by_item_and_week ON public.payroll_item_lines USING btree (payroll_item_id, week_start);

CREATE INDEX time_entries_unapproved ON public.time_entries USING btree (work_date, status)
  WHERE ((NOT is_payable) AND (set_aside_at IS NULL));

CREATE UNIQUE INDEX time_entry_has_one_live_line_a_kind ON public.invoice_lines USING btree (time_entry_id, kind)
  WHERE ((time_entry_id IS NOT NULL) AND (released_at IS NULL));

CREATE TRIGGER ar_aging_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.ar_aging
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER assignment_margin_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.assignment_margin
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER changed_rates_are_due
  AFTER UPDATE ON public.assignment_rates REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_rates();

CREATE TRIGGER days_of_removed_rates_are_due
  AFTER DELETE ON public.assignment_rates REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_rates();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.assignment_rates REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'assignment_id',
  'effective_from'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.assignment_rates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'assignment_id',
  'effective_from'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.assignment_rates
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER new_rates_are_due
  AFTER INSERT ON public.assignment_rates REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_rates();

CREATE TRIGGER rates_have_their_bases
  BEFORE INSERT OR UPDATE OF assignment_id, effective_from, bill_rate, pay_rate, base_bill_rate, base_pay_rate ON public.assignment_rates
  FOR EACH ROW
  EXECUTE FUNCTION private.fill_base_rates();

CREATE TRIGGER time_is_written_by_one_at_a_time
  BEFORE INSERT OR DELETE OR UPDATE ON public.assignment_rates
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name])))
  EXECUTE FUNCTION private.hold_time_to_write();

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.assignment_rates
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'assignment_id',
  'effective_from'
);

CREATE TRIGGER weeks_of_changed_rates_are_compared
  AFTER UPDATE ON public.assignment_rates REFERENCING NEW TABLE AS rates
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_rates();

CREATE TRIGGER weeks_of_former_rates_are_compared
  AFTER UPDATE ON public.assignment_rates REFERENCING OLD TABLE AS rates
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_rates();

CREATE TRIGGER weeks_of_new_rates_are_compared
  AFTER INSERT ON public.assignment_rates REFERENCING NEW TABLE AS rates
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_rates();

CREATE TRIGGER weeks_of_removed_rates_are_compared
  AFTER DELETE ON public.assignment_rates REFERENCING OLD TABLE AS rates
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_rates();

CREATE TRIGGER changed_stipends_are_due
  AFTER UPDATE ON public.assignment_stipends REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_stipends();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.assignment_stipends REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.assignment_stipends REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.assignment_stipends
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER new_stipends_are_due
  AFTER INSERT ON public.assignment_stipends REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_stipends();

CREATE TRIGGER only_payroll_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.assignment_stipends
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

CREATE TRIGGER paid_stipends_stay
  BEFORE UPDATE ON public.assignment_stipends
  FOR EACH ROW
  WHEN
    (((old.assignment_id IS DISTINCT FROM new.assignment_id) OR (old.weekly_amount IS DISTINCT FROM new.weekly_amount) OR (old.kind IS DISTINCT FROM new.kind) OR
    (old.effective_from IS DISTINCT FROM new.effective_from)))
  EXECUTE FUNCTION private.guard_paid_stipend();

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.assignment_stipends
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.assignments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.assignments
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_recruiting_writes
  BEFORE UPDATE ON public.assignments
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting');

CREATE TRIGGER overtime_rule_stays_once_time_is_approved
  BEFORE UPDATE ON public.assignments
  FOR EACH ROW
  WHEN ((old.overtime_rule IS DISTINCT FROM new.overtime_rule))
  EXECUTE FUNCTION private.guard_overtime_rule();

CREATE TRIGGER time_is_written_by_one_at_a_time
  BEFORE UPDATE ON public.assignments
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name])))
  EXECUTE FUNCTION private.hold_time_to_write();

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.assignments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER weeks_of_changed_multipliers_are_compared
  AFTER UPDATE ON public.assignments REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_assignments();

CREATE TRIGGER hired_candidates_are_kept
  BEFORE DELETE OR UPDATE ON public.candidates
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status = 'hired'::text)))
  EXECUTE FUNCTION private.refuse_write('candidate_hired', 'A hired candidate is neither changed nor deleted.', 'What changes from now on stands in contractors.');

CREATE TRIGGER only_recruiting_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.candidates
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting');

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.check_reconciliation_lines REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.check_reconciliation_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.check_reconciliation_lines
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.check_reconciliation_lines
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.check_reconciliation_lines
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.check_reconciliations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.check_reconciliations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.check_reconciliations
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.check_reconciliations
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER posted_reconciliations_are_kept
  BEFORE DELETE OR UPDATE ON public.check_reconciliations
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status <> 'proposed'::text)))
  EXECUTE FUNCTION private.refuse_write('reconciliation_not_proposed', 'The reconciliation is confirmed or returned, and stays as it is.', 'Return its check with return_check.');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.check_reconciliations
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

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

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.checks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.checks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.checks
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE CONSTRAINT TRIGGER new_checks_add_up
  AFTER INSERT ON public.checks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.status <> 'received'::text))
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.checks
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER posted_checks_are_kept
  BEFORE DELETE OR UPDATE ON public.checks
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status <> 'received'::text)))
  EXECUTE FUNCTION private.refuse_write('check_not_received', 'The check is reconciled or returned, and stays as it is.', 'Return a reconciled check with return_check.');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.checks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER contract_alerts_resource_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public."contractAlerts"
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER alerts_of_decided_renewals_are_kept
  BEFORE UPDATE ON public.contract_alerts
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.guard_alert_of_decided();

CREATE TRIGGER only_recruiting_writes
  BEFORE UPDATE ON public.contract_alerts
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting');

CREATE TRIGGER only_recruiting_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.contract_renewals
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting');

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

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.contractors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER employment_stays_once_time_is_approved
  BEFORE UPDATE ON public.contractors
  FOR EACH ROW
  WHEN ((old.employment_type IS DISTINCT FROM new.employment_type))
  EXECUTE FUNCTION private.guard_employment();

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.contractors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.contractors
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.contractors
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.facilities REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.facilities REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.facilities
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.facilities
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.facilities
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.facility_contacts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.facility_contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.facility_contacts
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE ON public.facility_contacts
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.facility_contacts
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE CONSTRAINT TRIGGER changed_credits_add_up
  AFTER UPDATE ON public.facility_credits DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE CONSTRAINT TRIGGER new_credits_add_up
  AFTER INSERT ON public.facility_credits DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.facility_interest_terms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.facility_interest_terms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.facility_interest_terms
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.facility_interest_terms
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.facility_interest_terms
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER adjustments_wait_for_their_draft
  BEFORE INSERT ON public.invoice_lines
  FOR EACH ROW
  WHEN ((CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name])))
  EXECUTE FUNCTION private.hold_invoice_of_adjustment();

CREATE TRIGGER invoice_lines_change_on_drafts
  AFTER UPDATE ON public.invoice_lines REFERENCING OLD TABLE AS before_rows NEW TABLE AS touched
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_invoice_line_changes();

CREATE TRIGGER lines_of_time_are_not_added_by_keys
  BEFORE INSERT ON public.invoice_lines
  FOR EACH ROW
  WHEN (((new.kind <> 'adjustment'::text) AND (CURRENT_USER = 'service_role'::name)))
  EXECUTE FUNCTION
    private.refuse_write('time_line_not_writable', 'Lines of time and differences are written by procedures alone.',
    'Add lines of kind adjustment, or call create_facility_invoice or backfill_invoice.');

CREATE TRIGGER lines_of_time_are_not_removed_by_keys
  BEFORE DELETE ON public.invoice_lines
  FOR EACH ROW
  WHEN (((old.kind <> 'adjustment'::text) AND (CURRENT_USER = 'service_role'::name)))
  EXECUTE FUNCTION
    private.refuse_write('time_line_not_writable', 'Lines of time and differences are written by procedures alone.',
    'Void the invoice, or correct the time and call recompute_draft_invoice.');

CREATE TRIGGER lines_of_time_are_not_rewritten_by_keys
  BEFORE UPDATE ON public.invoice_lines
  FOR EACH ROW
  WHEN (((old.kind <> 'adjustment'::text) AND (CURRENT_USER = 'service_role'::name)))
  EXECUTE FUNCTION
    private.refuse_write('time_line_not_writable', 'Lines of time and differences are written by procedures alone.',
    'Correct the time or its rate, and call recompute_draft_invoice.');

CREATE TRIGGER lines_of_time_are_the_procedures
  BEFORE DELETE OR UPDATE ON public.invoice_lines
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.kind <> 'adjustment'::text)))
  EXECUTE FUNCTION
    private.refuse_write('invoice_line_of_time', 'A line of time or a difference is neither changed nor deleted by people.',
    'Correct the time or the rates; recompute_draft_invoice brings the lines of a draft up to date.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.invoice_lines
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER total_counts_changed_lines
  AFTER UPDATE ON public.invoice_lines REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_lines();

CREATE TRIGGER total_counts_moved_lines
  AFTER UPDATE ON public.invoice_lines REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_lines();

CREATE TRIGGER total_counts_new_lines
  AFTER INSERT ON public.invoice_lines REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_lines();

CREATE TRIGGER total_counts_removed_lines
  AFTER DELETE ON public.invoice_lines REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_lines();

CREATE TRIGGER weeks_of_released_lines_are_compared
  AFTER UPDATE ON public.invoice_lines REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_lines();

CREATE TRIGGER weeks_of_removed_lines_are_compared
  AFTER DELETE ON public.invoice_lines REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_lines();

CREATE TRIGGER invoice_moves_are_legal
  BEFORE UPDATE ON public.invoices
  FOR EACH ROW
  WHEN
    (((old.status <> new.status) OR ((old.id IS DISTINCT FROM new.id) OR (old.number IS DISTINCT FROM new.number) OR (old.facility_id IS DISTINCT FROM new.facility_id) OR (old.kind
    IS DISTINCT FROM new.kind) OR (old.period_start IS DISTINCT FROM new.period_start) OR (old.period_end IS DISTINCT FROM new.period_end) OR
    (old.issue_date IS DISTINCT FROM new.issue_date) OR (old.due_date IS DISTINCT FROM new.due_date) OR (old.total IS DISTINCT FROM new.total) OR
    (old.sent_at IS DISTINCT FROM new.sent_at) OR (old.paid_at IS DISTINCT FROM new.paid_at) OR (old.voided_at IS DISTINCT FROM new.voided_at) OR
    (old.created_at IS DISTINCT FROM new.created_at) OR (old.facility_name IS DISTINCT FROM new.facility_name) OR (old.billing_email IS DISTINCT FROM new.billing_email))))
  EXECUTE FUNCTION private.guard_invoice_move();

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

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.organization_settings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'singleton'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.organization_settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'singleton'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.organization_settings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_admins_write
  BEFORE UPDATE ON public.organization_settings
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.organization_settings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'singleton'
);

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

CREATE TRIGGER a_new_kind_unsays_the_regular_rate
  BEFORE UPDATE OF kind ON public.payroll_adjustments
  FOR EACH ROW
  WHEN (((old.kind <> new.kind) AND (old.in_regular_rate = new.in_regular_rate)))
  EXECUTE FUNCTION private.unsay_regular_rate();

CREATE TRIGGER a_regular_rate_said_again_stays
  BEFORE UPDATE OF in_regular_rate ON public.payroll_adjustments
  FOR EACH ROW
  WHEN ((new.in_regular_rate IS NULL))
  EXECUTE FUNCTION private.unsay_regular_rate('said again');

CREATE TRIGGER approved_adjustments_are_due
  AFTER UPDATE ON public.payroll_adjustments REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_adjustments();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.payroll_adjustments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.payroll_adjustments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.payroll_adjustments
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER new_adjustments_are_due
  AFTER INSERT ON public.payroll_adjustments REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_adjustments();

CREATE TRIGGER only_payroll_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.payroll_adjustments
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.payroll_adjustments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER payroll_lines_keep_their_kind_of_pay
  BEFORE INSERT ON public.payroll_item_lines
  FOR EACH ROW
  WHEN (((new.pay_kind IS NULL) AND (new.kind = ANY (ARRAY['stipend'::text, 'adjustment'::text]))))
  EXECUTE FUNCTION private.keep_pay_kind();

CREATE TRIGGER payroll_items_keep_their_contractor
  BEFORE INSERT ON public.payroll_items
  FOR EACH ROW
  WHEN ((new.last_name IS NULL))
  EXECUTE FUNCTION private.keep_contractor_of_item();

CREATE TRIGGER closed_periods_are_kept
  BEFORE DELETE OR UPDATE ON public.payroll_periods
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status = 'closed'::text)))
  EXECUTE FUNCTION private.refuse_write('payroll_period_closed', 'The payroll period is closed, and stays as it is.', 'What comes late is paid in a later period.');

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.payroll_periods REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.payroll_periods REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.payroll_periods
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_payroll_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.payroll_periods
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.payroll_periods
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE CONSTRAINT TRIGGER applied_rate_hits_are_in_the_rates
  AFTER INSERT OR UPDATE OF status ON public.rate_hits DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.status = 'applied'::text))
  EXECUTE FUNCTION private.check_applied_rate_hit();

CREATE TRIGGER decided_rate_hits_are_kept
  BEFORE DELETE OR UPDATE ON public.rate_hits
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status <> 'pending'::text)))
  EXECUTE FUNCTION
    private.refuse_write('rate_hit_not_pending', 'The rate hit is applied or cancelled, and stays as it is.',
    'Enter another one; to take an applied hit back, with the opposite changes.');

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.rate_hits REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.rate_hits REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.rate_hits
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_and_payroll_write
  BEFORE INSERT OR DELETE OR UPDATE ON public.rate_hits
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing', 'payroll');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.rate_hits REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER renewals_due_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.renewals_due
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER admins_are_held
  BEFORE DELETE OR UPDATE ON public.staff_members
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.hold_admins();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.staff_members REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.staff_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.staff_members
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER last_admin_is_not_changed
  AFTER UPDATE ON public.staff_members REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_last_admin();

CREATE TRIGGER last_admin_is_not_removed
  AFTER DELETE ON public.staff_members REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_last_admin();

CREATE TRIGGER only_admins_write
  BEFORE INSERT OR DELETE OR UPDATE ON public.staff_members
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.staff_members
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER changes_of_submitted_time_are_logged AFTER UPDATE ON public.time_entries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (
  (CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name]))
) EXECUTE FUNCTION private.log_changes_of_submitted_time();

CREATE TRIGGER new_time_is_due
  AFTER INSERT ON public.time_entries REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_new_time();

CREATE TRIGGER staff_and_contractors_add_and_remove
  BEFORE INSERT OR DELETE ON public.time_entries
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing', 'payroll', 'recruiting', 'contractor');

CREATE TRIGGER staff_contractors_and_contacts_change
  BEFORE UPDATE ON public.time_entries
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing', 'payroll', 'recruiting', 'contractor', 'contact');

CREATE TRIGGER time_entry_moves_are_legal
  BEFORE UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN ((NOT ((old.status = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text])) AND (new.status = 'locked'::text) AND (new.locked_at IS
    NOT NULL) AND
    ((NOT (old.id IS DISTINCT FROM new.id)) AND (NOT (old.assignment_id IS DISTINCT FROM new.assignment_id)) AND (NOT (old.work_date IS DISTINCT FROM new.work_date)) AND (NOT
    (old.hours IS DISTINCT FROM new.hours)) AND (NOT (old.submitted_at IS DISTINCT FROM new.submitted_at)) AND (NOT (old.approved_at IS DISTINCT FROM new.approved_at)) AND
    (NOT (old.approved_by IS DISTINCT FROM new.approved_by)) AND (NOT (old.notes IS DISTINCT FROM new.notes)) AND (NOT (old.created_at IS DISTINCT FROM new.created_at)) AND
    (NOT (old.set_aside_at IS DISTINCT FROM new.set_aside_at)) AND (NOT (old.set_aside_by IS DISTINCT FROM new.set_aside_by)) AND
    (NOT (old.set_aside_reason IS DISTINCT FROM new.set_aside_reason))))))
  EXECUTE FUNCTION private.guard_time_entry_move();

CREATE TRIGGER time_is_due_when_it_becomes_payable
  AFTER UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN ((old.is_payable <> new.is_payable))
  EXECUTE FUNCTION private.mark_moved_time();

CREATE TRIGGER time_is_of_plausible_days
  BEFORE INSERT ON public.time_entries
  FOR EACH ROW
  WHEN ((isfinite(new.work_date) AND (NOT private.is_plausible_day(new.work_date))))
  EXECUTE FUNCTION private.refuse_day('work_date');

CREATE TRIGGER time_is_written_by_one_at_a_time
  BEFORE DELETE OR UPDATE ON public.time_entries
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name])))
  EXECUTE FUNCTION private.hold_time_to_write();

CREATE TRIGGER time_moves_to_plausible_days
  BEFORE UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN (((old.work_date IS DISTINCT FROM new.work_date) AND isfinite(new.work_date) AND (NOT private.is_plausible_day(new.work_date))))
  EXECUTE FUNCTION private.refuse_day('work_date');

CREATE TRIGGER time_set_aside_is_not_deleted
  BEFORE DELETE ON public.time_entries
  FOR EACH ROW
  WHEN ((old.set_aside_at IS NOT NULL))
  EXECUTE FUNCTION
    private.refuse_write('time_entry_set_aside', 'Time that was set aside is not deleted: it says that it is not paid, and why.',
    'Have payroll take it back first (take_back_set_aside_time).');

CREATE TRIGGER unapproved_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.unapproved_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER unbilled_differences_are_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.unbilled_differences
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER unbilled_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.unbilled_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE POLICY "recruiting_adds" ON "public"."candidates"
  FOR INSERT
  TO "authenticated"
  WITH CHECK ((( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role) AND
CASE
    WHEN (status IS DISTINCT FROM 'hired'::text) THEN true
    ELSE private.refuse_row('Candidates are hired by hire_candidate.'::text, 'Call hire_candidate; it sets the status.'::text)
END));

CREATE POLICY "recruiting_changes" ON "public"."candidates"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role))
  WITH CHECK ((( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role) AND
CASE
    WHEN (status IS DISTINCT FROM 'hired'::text) THEN true
    ELSE private.refuse_row('Candidates are hired by hire_candidate.'::text, 'Call hire_candidate; it sets the status.'::text)
END));

CREATE POLICY "recruiting_removes" ON "public"."candidates"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role));

CREATE POLICY "billing_adds" ON "public"."check_reconciliation_lines"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_changes" ON "public"."check_reconciliation_lines"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_removes" ON "public"."check_reconciliation_lines"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_adds" ON "public"."check_reconciliations"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_changes" ON "public"."check_reconciliations"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_removes" ON "public"."check_reconciliations"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_adds" ON "public"."checks"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_changes" ON "public"."checks"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_removes" ON "public"."checks"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "recruiting_acknowledges" ON "public"."contract_alerts"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role));

CREATE POLICY "recruiting_removes" ON "public"."contract_renewals"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role));

CREATE POLICY "billing_adds_adjustments" ON "public"."invoice_lines"
  FOR INSERT
  TO "authenticated"
  WITH CHECK ((( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role) AND
CASE
    WHEN (kind = 'adjustment'::text) THEN true
    ELSE private.refuse_row('Lines of time and differences are written by procedures.'::text, 'Add lines of kind adjustment.'::text)
END));

CREATE POLICY "billing_changes_adjustments" ON "public"."invoice_lines"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK ((( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role) AND
CASE
    WHEN (kind = 'adjustment'::text) THEN true
    ELSE private.refuse_row('Lines of time and differences are written by procedures.'::text, 'Add lines of kind adjustment.'::text)
END));

CREATE POLICY "billing_removes_adjustments" ON "public"."invoice_lines"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "payroll_adds" ON "public"."payroll_periods"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['payroll'::text]) AS has_role));

CREATE POLICY "payroll_changes" ON "public"."payroll_periods"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['payroll'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['payroll'::text]) AS has_role));

CREATE POLICY "payroll_removes" ON "public"."payroll_periods"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['payroll'::text]) AS has_role));

CREATE POLICY "billing_and_payroll_change" ON "public"."rate_hits"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text, 'payroll'::text]) AS has_role))
  WITH CHECK ((( SELECT private.has_role(VARIADIC ARRAY['billing'::text, 'payroll'::text]) AS has_role) AND
CASE
    WHEN (status IS DISTINCT FROM 'applied'::text) THEN true
    ELSE private.refuse_row('Rate hits are applied by apply_rate_hit.'::text, 'Call apply_rate_hit.'::text)
END));

CREATE POLICY "billing_and_payroll_remove" ON "public"."rate_hits"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text, 'payroll'::text]) AS has_role));

CREATE POLICY "staff_and_contractors_add" ON "public"."time_entries"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (
CASE
    WHEN
      ((( SELECT private.has_role(VARIADIC ARRAY['billing'::text, 'payroll'::text, 'recruiting'::text]) AS has_role) OR (assignment_id = ANY (( SELECT private.own_assignment_ids()
      AS own_assignment_ids)::uuid[]))) IS NOT TRUE) THEN private.refuse_row('Contractors enter time on their own assignments.'::text, 'Take one of my_assignments.'::text)
    WHEN (status = 'draft'::text) THEN true
    ELSE private.refuse_row('A time entry begins as a draft.'::text, 'Insert it as a draft, then set its status.'::text)
END);

CREATE POLICY "staff_and_contractors_remove" ON "public"."time_entries"
  FOR DELETE
  TO "authenticated"
  USING
    ((( SELECT private.has_role(VARIADIC ARRAY['billing'::text, 'payroll'::text, 'recruiting'::text]) AS has_role) OR (assignment_id = ANY (( SELECT private.own_assignment_ids() AS
    own_assignment_ids)::uuid[]))));

CREATE POLICY "staff_contractors_and_contacts_change" ON "public"."time_entries"
  FOR UPDATE
  TO "authenticated"
  USING
    ((( SELECT private.has_role(VARIADIC ARRAY['billing'::text, 'payroll'::text, 'recruiting'::text]) AS has_role) OR (assignment_id = ANY (( SELECT private.own_assignment_ids() AS
    own_assignment_ids)::uuid[])) OR ((status <> 'draft'::text) AND (assignment_id = ANY (( SELECT private.contact_assignment_ids() AS contact_assignment_ids)::uuid[])))))
  WITH CHECK (
CASE
    WHEN
    CASE
        WHEN ( SELECT private.has_role(VARIADIC ARRAY['billing'::text, 'payroll'::text, 'recruiting'::text]) AS has_role) THEN (status <> 'locked'::text)
        WHEN (status = 'submitted'::text) THEN (assignment_id = ANY (( SELECT private.own_assignment_ids() AS own_assignment_ids)::uuid[]))
        WHEN (status = 'draft'::text) THEN
          ((assignment_id = ANY (( SELECT private.own_assignment_ids() AS own_assignment_ids)::uuid[])) OR ((assignment_id = ANY (( SELECT private.contact_assignment_ids() AS
          contact_assignment_ids)::uuid[])) AND private.is_being_sent_back(id)))
        WHEN (status = 'approved'::text) THEN (assignment_id = ANY (( SELECT private.contact_assignment_ids() AS contact_assignment_ids)::uuid[]))
        ELSE NULL::boolean
    END THEN true
    WHEN (status = 'locked'::text) THEN
      private.refuse_row('Time is locked by lock-ended, and when a payroll batch closes.'::text, 'Wait until the assignment has ended, or the batch is closed.'::text)
    ELSE
      private.refuse_row('The time entry, or this step of it, is not yours to make.'::text,
      'Contractors submit time on their own assignments; a facility approves it or sends it back.'::text)
END);

COMMENT ON COLUMN "public"."assignment_rates"."base_bill_rate" IS 'The bill rate without rate hits: bill_rate = base_bill_rate + the applied hits up to effective_from. Filled where it is left out.';

COMMENT ON COLUMN "public"."assignment_rates"."base_pay_rate" IS 'The pay rate without rate hits: pay_rate = base_pay_rate + the applied hits up to effective_from. Filled where it is left out.';

COMMENT ON COLUMN "public"."assignment_rates"."rate_hit_id" IS 'The last rate hit of that day. All that made the rate are the applied ones up to effective_from.';

COMMENT ON COLUMN "public"."audit_log"."caller" IS 'authenticated, service_role, owner (a direct session, a job''s too) or nobody (another role). Null in older rows.';

COMMENT ON COLUMN "public"."audit_log"."procedure" IS 'The procedure that was called; insert, update or delete where the row was written directly.';

COMMENT ON COLUMN "public"."audit_log"."row_id" IS 'The id of the row; of assignment_rates the assignment''s, of the settings null.';

COMMENT ON COLUMN "public"."billing_runs"."unapproved_entries" IS 'Entries of the week that are in unapproved_time, drafts among them: no run bills them as they are.';

COMMENT ON COLUMN "public"."checks"."entered_again" IS 'Whoever entered it says that it is another one, though one of this facility, method, number and amount is there.';

COMMENT ON COLUMN "public"."facility_interest_terms"."waive_below" IS 'Interest below this, before it is rounded to the cent, is not owed.';

COMMENT ON COLUMN "public"."invoice_lines"."contractor_id" IS 'Of a difference: whose week it is. Null of other lines.';

COMMENT ON COLUMN "public"."invoice_lines"."kind" IS 'The class of its hours; adjustment is billing''s own; difference is what a contractor''s workweek would come to today, less what was sent of it.';

COMMENT ON COLUMN "public"."invoice_lines"."week_start" IS 'Of a difference: the first day of the workweek. Null of other lines.';

COMMENT ON COLUMN "public"."invoices"."facility_name" IS 'As is billing_email, the facility''s when the invoice was sent: what a document says stays. Null on drafts. Names of contractors are kept in the lines'' descriptions, the terms of payment in due_date.';

COMMENT ON COLUMN "public"."invoices"."interest_days" IS 'The due date and the days on which interest began to grow otherwise, in order: what reports of a past day read of the breakdown. Null = the interest counts whole from the day after the due date. Says nothing while accrued_interest is 0.';

COMMENT ON COLUMN "public"."invoices"."interest_on_days" IS 'By the end of each of interest_days: the interest and the fee. The last is all of it.';

COMMENT ON COLUMN "public"."invoices"."interest_per_day" IS 'What each day after the one of interest_days added.';

COMMENT ON COLUMN "public"."invoices"."number" IS 'Given when sent, without gaps or reuse; null until then. An imported one is text of at most 40 characters: one of our form (prefix, year, six digits) is followed by the next that is given.';

COMMENT ON COLUMN "public"."invoices"."total" IS 'The sum of the lines; of a draft it follows them.';

COMMENT ON COLUMN "public"."organization_settings"."require_second_approver" IS 'A payroll batch is approved by somebody other than those who prepared it, a payroll adjustment by somebody other than who entered it.';

COMMENT ON COLUMN "public"."payroll_adjustments"."entered_by" IS 'Who entered it, or changed last what is approved of it: not its second approver. Null where no person did.';

COMMENT ON COLUMN "public"."payroll_adjustments"."in_regular_rate" IS 'Whether overtime is paid on it too. A bonus is unless it is said otherwise, with a reason (29 CFR 778.208 to 778.211); nothing else is.';

COMMENT ON COLUMN "public"."payroll_item_lines"."pay_kind" IS 'The kind of the stipend or the adjustment when the line was written: what it pays for stays.';

COMMENT ON COLUMN "public"."payroll_items"."first_name" IS 'As are last_name, email and employment_type, the contractor''s when the item was written: what a batch says of them stays.';

COMMENT ON COLUMN "public"."time_entries"."set_aside_at" IS 'When payroll set the entry aside: it is never paid or billed, and no longer waits for approval. Null = it is not.';

COMMENT ON FUNCTION "private"."advance_payroll_batch_status"(uuid, text, uuid) IS 'The logic of public.advance_payroll_batch_status.';

COMMENT ON FUNCTION "private"."apply_rate_hit"(uuid, boolean, boolean) IS 'The logic of public.apply_rate_hit.';

COMMENT ON FUNCTION "private"."audit_time_entries"(text, public.time_entries[]) IS 'Records in the audit log what time entries were before, as given, and are now.';

COMMENT ON FUNCTION "private"."bill_alone"() IS 'Waits for others who bill, keeps them out until the transaction ends, then locks the rates shared (private.hold_rates). Raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."bill_differences"(uuid) IS 'Brings the differences of a backfill up to date: of the workweeks that end in its days or before, what was sent at its
facility would come to today, less what was billed. Lines that are right stay as they are. Those below zero come onto it
as far as its total stays zero or more. Its days begin with the first one that it bills, of time or of a week. Raises
409 when an amount would be too large.

invoice_id: a draft of kind backfill, whose time is up to date. The caller has called private.bill_alone and holds it.';

COMMENT ON FUNCTION "private"."bill_draft"(text, uuid, jsonb) IS 'Brings a draft up to date, a backfill''s differences too, and records the change.

old: the draft before; null for one that was just made. The caller has called private.bill_alone and holds the
draft.';

COMMENT ON FUNCTION "private"."bill_time"(uuid[]) IS 'Brings drafts up to date: a line for every billable hour that no other live invoice has, in its class and at the
bill rate of its day. Lines that are right stay as they are, and so do adjustments and differences. Weeks that other
invoices bill too are to be compared from then on. Raises 409 when an amount would be too large.

invoice_ids: see private.hold_time_to_bill. The caller has called private.bill_alone.';

COMMENT ON FUNCTION "private"."bill_week_of_each"(uuid[], date) IS 'private.bill_week for the facilities; one that is refused, or whose data do not fit, is skipped with the error as its reason. Other errors come out.';

COMMENT ON FUNCTION "private"."change_rates"() IS 'Locks the rates exclusively: waits for those who hold them, and keeps others out until the transaction ends. For procedures that change rates. Raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."check_applied_rate_hit"() IS 'Trigger: when a rate hit is applied, the rates from its day on are their bases and the applied hits.';

COMMENT ON FUNCTION "private"."check_approver_of_adjustment"(public.payroll_adjustments) IS 'Raises 403 when a payroll adjustment is approved by who gets it, or by who entered it and may not.';

COMMENT ON FUNCTION "private"."check_approver_of_time"(public.time_entries) IS 'Raises 403 when a time entry is approved by who worked it.';

COMMENT ON FUNCTION "private"."check_database_of_pg_net"() IS 'Raises 409 when pg_net works in another database of this server; not when the setting cannot be read.';

COMMENT ON FUNCTION "private"."check_employment"(public.contractors, text) IS 'Raises 409 when a contractor with approved time would be employed otherwise than before.';

COMMENT ON FUNCTION "private"."check_entries_are_billed_whole"(uuid[]) IS 'Raises when the live invoice lines of one of the time entries come to other hours than it has; none at all is right.';

COMMENT ON FUNCTION "private"."check_invoices_are_drafts"(uuid[]) IS 'Raises when one of the invoices is not a draft, or held for long; locks them for no key update, so that nobody sends them meanwhile.';

COMMENT ON FUNCTION "private"."check_payroll_period_is_finished"(public.payroll_periods) IS 'Raises 409, and counts, what is still open, due or unapproved of a period.';

COMMENT ON FUNCTION "private"."check_rate_hit"(public.rate_hits, boolean) IS 'Raises when a rate hit comes before the first rate of its assignment, would take a rate to zero or below, or, unless
allow_negative_margin, would lift pay above bill where it is not yet.';

COMMENT ON FUNCTION "private"."check_regular_rate_of_adjustment"(public.payroll_adjustments) IS 'Raises 400 when a bonus is left out of the regular rate without a reason.';

COMMENT ON FUNCTION "private"."check_setting_aside"(public.time_entries, public.time_entries) IS 'Raises when a time entry may not be set aside, or taken back, as the two rows say.';

COMMENT ON FUNCTION "private"."check_time_entry_writer"(public.time_entries, public.time_entries) IS 'Raises when a time entry is, in its state, not in the hands of the signed-in user.';

COMMENT ON FUNCTION "private"."check_time_is_unapproved"(uuid[]) IS 'Raises 409 and names the time entries that are approved, whether locked or not.';

COMMENT ON FUNCTION "private"."classified_time"(uuid[], date[], uuid[]) IS 'The time of contractors'' workweeks in its classes: per entry its regular, overtime and doubletime hours.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
entry_ids_to_bill: null for payroll, for which all payable time counts. For billing, the entries that are about to be
billed ({} for none): they count, and what is on live invoices.
counts_toward_overtime: false under the rule none and for 1099 contractors.';

COMMENT ON FUNCTION "private"."compare_weeks"(uuid[], date[], uuid[]) IS 'Adds the workweeks of contractors'' days to those that are compared, where something of them is on a live invoice.

contractor_ids, days: by position. except_invoice_ids: invoices that do not count.';

COMMENT ON FUNCTION "private"."compare_weeks_of_assignments"() IS 'Trigger: weeks that live invoices bill of assignments whose multipliers changed are compared.';

COMMENT ON FUNCTION "private"."compare_weeks_of_lines"() IS 'Trigger: weeks of which lines are gone or released are compared, where other live invoices bill them too.';

COMMENT ON FUNCTION "private"."compare_weeks_of_rates"() IS 'Trigger: weeks that live invoices bill on the days of these rates are compared.';

COMMENT ON FUNCTION "private"."count_lines"() IS 'Trigger: brings the totals of the drafts up to date whose lines a statement wrote.';

COMMENT ON FUNCTION "private"."count_unapproved_time"(date, date) IS 'How much of some days is in unapproved_time: drafts, and what was submitted or locked.';

COMMENT ON FUNCTION "private"."csv_text"(text) IS 'A text as a cell of CSV: made harmless where a spreadsheet would take it for a formula, and quoted where it must be (RFC 4180).';

COMMENT ON FUNCTION "private"."differences_of_weeks"(uuid[], date[], uuid) IS 'Where the sent time of contractors'' workweeks would come to another amount today than was billed of it, per facility:
its lines and all live differences.

contractor_ids, week_starts: the workweeks, by position, each once. except_invoice_id: differences on this invoice do
not count.';

COMMENT ON FUNCTION "private"."due_lines"(uuid[], date[]) IS 'What contractors'' whole workweeks come to today less what closed batches have paid of them: the lines of a batch that
would pay it. A week without a line is paid.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.';

COMMENT ON FUNCTION "private"."fill_base_rates"() IS 'Trigger: the bases of a rate are what it leaves without the rate hits that were applied up to its day. Refuses others.';

COMMENT ON FUNCTION "private"."forget_equal_weeks"(uuid[], date[]) IS 'Takes workweeks out of those that are compared of which nothing differs and nothing is on a draft, which may yet be
sent as it is.

contractor_ids, week_starts: the workweeks, by position, each once.';

COMMENT ON FUNCTION "private"."forget_paid_weeks"(uuid[], date[]) IS 'Removes the marks of those of the workweeks, by position, of which nothing is due any more. Null is none.';

COMMENT ON FUNCTION "private"."guard_alert_of_decided"() IS 'Trigger: people acknowledge the alerts of upcoming renewals alone.';

COMMENT ON FUNCTION "private"."guard_check_entry"() IS 'Trigger: refuses a second check of the same facility, method, number and amount.';

COMMENT ON FUNCTION "private"."guard_employment"() IS 'Trigger: a contractor with approved time keeps their employment type, whoever writes.';

COMMENT ON FUNCTION "private"."guard_invoice_line_changes"() IS 'Trigger: lines change on drafts, by the rules of new ones; those of a void invoice are released once, and nothing else.';

COMMENT ON FUNCTION "private"."guard_invoice_lines"() IS 'Trigger: lines are added to and removed from drafts only, at the bill rate of their day, all of an entry or none.';

COMMENT ON FUNCTION "private"."guard_invoice_move"() IS 'Trigger: refuses illegal moves and changes of an invoice, stamps its states, and keeps whom it was sent to.';

COMMENT ON FUNCTION "private"."guard_money_of_check"() IS 'Trigger: a reconciled check is its payments in force and its credit, one received or returned has neither, and of a
credit that is left which was not paid from it.';

COMMENT ON FUNCTION "private"."guard_overtime_rule"() IS 'Trigger: an assignment with approved time keeps its overtime rule, whoever writes.';

COMMENT ON FUNCTION "private"."guard_paid_amounts"() IS 'Trigger: refuses paid amounts that are not what the payments in force come to.';

COMMENT ON FUNCTION "private"."guard_paid_stipend"() IS 'Trigger: a stipend that a closed payroll batch paid keeps all but its last day, whoever writes.';

COMMENT ON FUNCTION "private"."hold_admins"() IS 'Trigger: those who change or remove staff go one after the other, as far as the admins are the same.';

COMMENT ON FUNCTION "private"."hold_approvals"() IS 'Locks approvals exclusively: what is approved stays so until the transaction ends. For those who fill payroll drafts, one at a time. Raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_contractors"(uuid[]) IS 'Locks the contractors of assignments for no key update; raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_invoice_of_adjustment"() IS 'Trigger: holds the draft that an adjustment is about to be added to.';

COMMENT ON FUNCTION "private"."hold_invoices"(uuid[]) IS 'Locks invoices for update, and so waits for lines and payments that others are adding; raises 404 and names the ids that do not exist, 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_open_payroll_batch"(uuid) IS 'Locks the batch of a period that is neither closed nor discarded for update and returns it, null when there is none; raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_payroll_batch"(uuid) IS 'Locks a payroll batch for update and returns it; raises 404 when it does not exist, 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_payroll_period"(uuid) IS 'Locks a payroll period for update and returns it; raises 404 when it does not exist, 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_rates"() IS 'Locks the rates shared: they stay as they are until the transaction ends. For procedures that write drafts, which do not wait for each other here. Raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_time"() IS 'Locks time exclusively until the transaction ends, before its rows. Raises 409 when another holds it for too long.';

COMMENT ON FUNCTION "private"."hold_time_entries"(uuid[]) IS 'Locks at most 1000 time entries, none of them null; raises 404 and names the ids that do not exist.';

COMMENT ON FUNCTION "private"."hold_time_entry_to_send_back"(uuid) IS 'Locks a time entry that is about to lose its approval for update; raises 409 when whoever bills it takes long.';

COMMENT ON FUNCTION "private"."hold_time_to_write"() IS 'Trigger of a statement by people or keys: it goes alone, see private.hold_time. Procedures call that themselves.';

COMMENT ON FUNCTION "private"."interest_through"(public.invoices, date) IS 'Of the interest that stands on an invoice now, what had accrued by the end of a day.

From the last day that accrued on: all of it. Before: the interest of the segments that were over, and of the running
one its share by days, rounded to the cent; with the first day that bears any comes the fee; never more than stands on
the invoice, which a cap may have lessened. Up to the due date: nothing. Interest without segments, such as imported one,
counts whole from the day after the due date.';

COMMENT ON FUNCTION "private"."is_of_deleted_time"(uuid) IS 'Whether there is no time entry of this id any more.';

COMMENT ON FUNCTION "private"."is_plausible_day"(date) IS 'Whether a day lies from 2000-01-01 to 2100-12-31. Null stays null. Triggers ask it with their writer''s rights.';

COMMENT ON FUNCTION "private"."keep_contractor_of_item"() IS 'Trigger: an item of a batch keeps the contractor''s names, e-mail and employment type.';

COMMENT ON FUNCTION "private"."keep_last_admin"() IS 'Trigger: the last active admin stays one, with the user they sign in as, unless the owner of the database writes.';

COMMENT ON FUNCTION "private"."keep_pay_kind"() IS 'Trigger: a line of a batch keeps the kind of the stipend or the adjustment that it pays.';

COMMENT ON FUNCTION "private"."log_changes"() IS 'Trigger, for insert, update and delete each: records every row that a statement changed in the audit log.

Its arguments are the columns of the primary key, at most two.';

COMMENT ON FUNCTION "private"."log_changes_of_submitted_time"() IS 'Trigger: records in the audit log what a statement changed of time that was submitted.';

COMMENT ON FUNCTION "private"."mark_adjustments"() IS 'Trigger: marks the days of approved adjustments. One that loses its approval was not paid: its mark is there.';

COMMENT ON FUNCTION "private"."mark_days_of_rates"(public.assignment_rates[], public.assignment_rates[]) IS 'Marks the days of payable time that the rates, as they were and as they are, do not pay for alike.';

COMMENT ON FUNCTION "private"."mark_days_of_stipends"(public.assignment_stipends[], public.assignment_stipends[]) IS 'Marks the days of payable time that the stipends, as they were and as they are, do not pay for alike.';

COMMENT ON FUNCTION "private"."mark_due_weeks"() IS 'Marks the workweeks of which something is due, over all history: for rows that were loaded with triggers off.';

COMMENT ON FUNCTION "private"."mark_moved_time"() IS 'Trigger: marks the day of time that became payable, or no longer is. Its assignment, day and hours change only in draft.';

COMMENT ON FUNCTION "private"."mark_new_time"() IS 'Trigger: marks the days of new time that is payable.';

COMMENT ON FUNCTION "private"."mark_rates"() IS 'Trigger: marks the days that new, changed or removed rates concern.';

COMMENT ON FUNCTION "private"."mark_stipends"() IS 'Trigger: marks the days that new or changed stipends concern.';

COMMENT ON FUNCTION "private"."marked_weeks"(date, uuid[]) IS 'The contractors'' workweeks of which something changed and was not paid since.

period_end: the last day of a workweek; later weeks are left out.
contractor_ids: whose weeks; null for everybody''s.';

COMMENT ON FUNCTION "private"."new_draft"(text, uuid, text, date, date) IS 'Makes a draft of all billable time of its period, and for a backfill of differences; raises 409 when there is none. The caller has called private.bill_alone.';

COMMENT ON FUNCTION "private"."payroll_file"(uuid) IS 'The logic of public.payroll_file.';

COMMENT ON FUNCTION "private"."priced_time"(uuid[], date[], uuid[]) IS 'What the time of contractors'' workweeks comes to today: a row for each class of an entry''s hours, at the bill rate of
its day, rounded half-up to the cent.

Arguments: see private.classified_time for billing.';

COMMENT ON FUNCTION "private"."rebuild_payroll_draft"(uuid, uuid[]) IS 'Fills a draft payroll batch anew from today''s hours and rates: all that is due up to the end of its period, but for
the weeks that another open batch pays. Forgets marks of weeks of which nothing is due.

payroll_batch_id: a draft, which the caller holds, as it does the rates.
contractor_ids: whose items; null for everybody''s. The others'' stay as they are.';

COMMENT ON FUNCTION "private"."refuse_day"() IS 'Trigger, with a column as its argument: refuses the row where private.is_plausible_day does not hold of it.';

COMMENT ON FUNCTION "private"."refuse_line_rate"(date, numeric, date, numeric) IS 'Raises 409 for a line that bills time at another rate, or of another day, than its own.';

COMMENT ON FUNCTION "private"."refuse_release"() IS 'Raises 409 for a line that is released on an invoice that is not void.';

COMMENT ON FUNCTION "private"."refuse_row"(text, text) IS 'Raises 403, for policies: the caller may not write such a row.';

COMMENT ON FUNCTION "private"."refuse_view_write"() IS 'Trigger of every view: refuses to write it.';

COMMENT ON FUNCTION "private"."refuse_while_billing"() IS 'Raises 409 for a wait for who bills that took too long.';

COMMENT ON FUNCTION "private"."refuse_while_paying"() IS 'Raises 409 for a wait for payroll that took too long.';

COMMENT ON FUNCTION "private"."refuse_while_rates_are_held"() IS 'Raises 409 for a wait for the rates that took too long.';

COMMENT ON FUNCTION "private"."refuse_while_time_is_held"() IS 'Raises 409 for a wait for who writes time that took too long.';

COMMENT ON FUNCTION "private"."reprice_draft_batches"(public.rate_hits, uuid[]) IS 'Rebuilds what the draft batches that a rate hit touches pay its contractor. Records each whose total changed.

hit: applied, in the rates. batch_ids: the drafts, which the caller holds.';

COMMENT ON FUNCTION "private"."reprice_draft_invoices"(public.rate_hits, uuid[]) IS 'Sets the lines of the time that a rate hit reaches to the bill rates of their days. Records each invoice whose
total changed.

hit: applied, in the rates. invoice_ids: the drafts it touches, which the caller holds.';

COMMENT ON FUNCTION "private"."require_billed_time"(public.invoices) IS 'Raises 409 when a draft that was just brought up to date bills neither time nor differences.';

COMMENT ON FUNCTION "private"."require_pay_not_below_zero"(uuid) IS 'Raises 409 and names the contractors whose pay in a batch is below zero.';

COMMENT ON FUNCTION "private"."require_plausible_days"(jsonb) IS 'Raises 400 and names the days, given as {"name": date}, that lie outside what private.is_plausible_day allows.';

COMMENT ON FUNCTION "private"."require_writer"() IS 'Trigger, with the roles of staff as its arguments, and contractor or contact: raises 403 unless the caller is one.';

COMMENT ON FUNCTION "private"."row_of_request"(uuid, text, jsonb, uuid) IS 'The row that a call answers when it was made before; null for the first time, and without an id.

arguments: what the caller gave. row_id: what the answer will be, the first time. The caller''s other locks come after.';

COMMENT ON FUNCTION "private"."running_procedure"() IS 'The procedure that the running statement is part of, if any.';

COMMENT ON FUNCTION "private"."schedule_maintenance_jobs"(text, text, text, text, text) IS 'Schedules both jobs with pg_cron, which has pg_net call their endpoints, and the purge of what that leaves behind. For
the operator, as the owner of this schema. Again: what changed takes effect, and nothing is there twice.

base_url: where the functions or the proxy are, such as https://abcdefghijklm.supabase.co.
cron_shared_secret: CRON_SHARED_SECRET of the functions; null keeps the one in Vault.
job_path: /functions/v1/cron-<job> or, behind a proxy, /api/cron/<job>.
lock_ended_schedule: five fields in GMT. Once a day, after midnight in the operating timezone, in winter too: 07:30 is
    half past midnight in Denver, and people have the day after an assignment''s last one to enter its time. A call that
    failed is made up for by the next day''s; job_health tells of it.
accrue_interest_schedule: as well. Several times a day: pg_cron neither repeats nor catches up on a call that failed,
    and a run that finds nothing to do costs little.

Result: what stands in cron.job now.

Errors: argument_missing, job_address_not_valid, cron_secret_not_valid, extension_missing, pg_net_in_other_database,
vault_secret_missing, schedule_not_valid.';

COMMENT ON FUNCTION "private"."send_drafts"(uuid[], date) IS 'Sends drafts that can be sent, which the caller holds: they get the next numbers in their order, and their dates.';

COMMENT ON FUNCTION "private"."set_aside_time"(uuid[], text) IS 'The logic of public.set_aside_time.';

COMMENT ON FUNCTION "private"."take_back_approval"() IS 'Locks approvals shared: waits for whoever fills a payroll draft, and keeps others from it until the transaction ends. For triggers, before they look whether a batch pays the row; they do not wait for each other here. Raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."take_back_set_aside_time"(uuid[]) IS 'The logic of public.take_back_set_aside_time.';

COMMENT ON FUNCTION "private"."unapproved_time"() IS 'The logic of the view unapproved_time.';

COMMENT ON FUNCTION "private"."unbilled_differences"() IS 'The logic of the view unbilled_differences.';

COMMENT ON FUNCTION "private"."unsay_regular_rate"() IS 'Trigger: of an adjustment of another kind the regular rate is unsaid, or, where it is said again, as it was.';

COMMENT ON FUNCTION "private"."weekly_billing_run"(date, boolean, uuid) IS 'The logic of public.weekly_billing_run.';

COMMENT ON FUNCTION "private"."weeks_to_pay"(date, uuid[]) IS 'The contractors'' marked workweeks that no open batch pays.

period_end: the last day of a workweek; later weeks are left out.
contractor_ids: whose weeks; null for everybody''s.';

COMMENT ON FUNCTION "private"."write_off_invoice"(uuid, numeric, text, uuid) IS 'The logic of public.write_off_invoice.';

COMMENT ON FUNCTION "public"."advance_payroll_batch_status"(uuid, text, uuid) IS 'Takes a payroll batch one step on: a draft into review, one in review to approved.

It does not close an approved one: close_and_lock_payroll_batch does.

With organization_settings.require_second_approver, whoever approves has neither prepared nor rebuilt it, and is a
person who is signed in. A batch in which a contractor''s pay is below zero is not approved.

Who: payroll.

Arguments:
payroll_batch_id: the batch, a draft or in review.
expected_status: the status that the caller saw, one of draft, in_review. It makes a double click harmless: a batch that
    is exactly one step on is returned as it is, and anything else is refused. Without it each call is a step.
request_id: an id of the caller''s for this call; null names none. With it a call may be made again.

Result: the batch. Again with the same request_id: the batch as it is, and no further step.

Errors: role_required, argument_missing, expected_status_unknown, request_id_reused, payroll_batch_not_found,
payroll_batch_status_unexpected, payroll_batch_under_review, payroll_batch_closed, payroll_batch_discarded,
second_approver_required, pay_below_zero, payroll_in_progress.

Example: {"payroll_batch_id": "$payroll_batch_id", "expected_status": "draft"}';

COMMENT ON FUNCTION "public"."advancepayrollbatch_status"(uuid, text, uuid) IS 'advance_payroll_batch_status under its path segment.';

COMMENT ON FUNCTION "public"."apply_rate_hit"(uuid, boolean, boolean) IS 'Writes the dated rate that a rate hit asks for.

The rate in force on the hit''s day changes from that day on, and every later rate moves by the same change; a
second hit on a day adds to the first. Draft invoices with time that it reaches, and what draft payroll batches pay
the contractor, are brought up to date. What is on sent invoices and in closed batches keeps its amounts: payroll
pays the difference in the next batch, and backfill_invoice bills it; unbilled_differences shows it until then.

Who: billing, payroll.

Arguments:
rate_hit_id: the rate hit, pending.
allow_retroactive: whether the day may reach time that is already on a sent invoice or in a closed batch.
allow_negative_margin: whether pay may come to exceed bill. Where it does already, it is not asked.

Result: the rate hit, applied. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, rate_hit_not_found, rate_hit_cancelled, rate_hit_before_first_rate,
rate_not_positive, pay_exceeds_bill, rate_too_large, payroll_batch_under_review, rate_hit_reaches_billed_or_paid_time,
rates_held, payroll_in_progress.

Example: {"rate_hit_id": "$rate_hit_id"}';

COMMENT ON FUNCTION "public"."applyratehit"(uuid, boolean, boolean) IS 'apply_rate_hit under its path segment.';

COMMENT ON FUNCTION "public"."ar_aging_as_of"(date) IS 'What each facility owed at the end of a day, by how long it was overdue then: ar_aging as of that day.

An invoice counts from its issue date until the day on which it was voided, a payment from the day on which the money
was received until the day on which its check was returned, a check from its receipt once it is reconciled. So what was
received, returned or voided later changes nothing, and what is entered later with an earlier day does. Days on which
something was voided or returned are those of the operating timezone.

Interest of a past day is what had accrued by then of the interest that stands today, by its breakdown, less what was
paid of it by then. As of the business date all equals ar_aging, unless issue dates or receipts lie ahead.

May be called with GET.

Pages: order=facility_name,facility_id.

Who: active staff, whatever their role.

Arguments:
as_of: the day.

Result: a row for each facility that owed anything or was owed anything, by name, with the columns of ar_aging.

Errors: staff_only, argument_missing, date_not_finite.

Example: {"as_of": "2026-03-31"}';

COMMENT ON FUNCTION "public"."backfill_invoice"(uuid, date) IS 'Makes a draft of all of a facility''s billable time up to a day that no live invoice has, and of differences.

For time that was approved after its week was invoiced, and for bill rates that changed since. What was sent keeps its
amounts; a line of kind difference, one a contractor and workweek, bills what the sent time would come to today less
what was billed of it: another class of its hours, because more of the week was billed since, at whichever facility,
or other rates. A difference below zero comes onto the draft as far as its total stays zero or more, the oldest week
first; the rest waits in unbilled_differences. Its period begins on the first day that it bills; only this procedure
brings time of other days onto it.

Who: billing.

Arguments:
facility_id: the facility.
through_date: the last day, included; null is the day before the current workweek of the operating timezone.
    Differences are billed of workweeks that end by then.

Result: the draft. A draft of kind backfill of the facility: that draft, brought up to date and up to that day.

Errors: role_required, argument_missing, date_not_finite, facility_not_found, nothing_to_bill, amount_too_large,
billing_in_progress, rates_held.

Example: {"facility_id": "$billable_facility_id"}';

COMMENT ON FUNCTION "public"."close_and_lock_payroll_batch"(uuid) IS 'Closes an approved payroll batch: it is what was paid, and its time is locked.

Nothing in it changes afterwards. What comes late, and what later corrections change, is paid by the next batch as a
difference. payroll_file is what a payroll provider is handed.

Who: payroll.

Arguments:
payroll_batch_id: the batch, approved.

Result: the batch, closed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, payroll_batch_not_found, payroll_batch_not_approved, payroll_batch_discarded,
payroll_in_progress, time_entry_in_progress.

Example: {"payroll_batch_id": "$approved_batch_id"}';

COMMENT ON FUNCTION "public"."close_payroll_period"(uuid) IS 'Closes a payroll period in which everybody is paid.

It is refused, with a count of each, while there are open batches, workweeks up to its end that come to something else
than closed batches paid of them (by time, rates, stipends or adjustments), or time in it that is submitted, pending
approval or locked without an approval, unless it was set aside. A batch of a later period pays time of its weeks that
comes late. Drafts of time are counted in the words of the refusal, but do not keep a period open.

Who: payroll.

Arguments:
payroll_period_id: the period.

Result: the period, closed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, payroll_period_not_found, payroll_period_not_finished, payroll_in_progress.

Example: {"payroll_period_id": "$empty_period_id"}';

COMMENT ON FUNCTION "public"."confirm_check_reconciliation"(uuid) IS 'Posts what a reconciliation proposes: its lines become payments, and its invoices partially paid or paid.

Payments are dated the day the check was received; from a credit, the day of its check, or of the invoice''s issue if
that is later. What the lines leave of a check is kept as a credit of the facility, the whole of it when there are
none; a later reconciliation that names the credit spends it. The invoices are due for accrue-interest at once.

Who: billing.

Arguments:
check_reconciliation_id: the reconciliation, proposed.

Result: the reconciliation, confirmed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, check_reconciliation_not_found, check_returned, invoice_of_other_facility,
invoice_not_sent, lines_over_owed, lines_over_check, billing_in_progress.

Example: {"check_reconciliation_id": "$check_reconciliation_id"}';

COMMENT ON FUNCTION "public"."create_facility_invoice"(uuid, date, date) IS 'Makes a draft invoice with a line for every billable, unbilled hour of a facility in a period.

Time is billable once it is approved. Each entry has a line for each class of its hours, at the bill rate of its
day, rounded half-up to the cent.

Who: billing.

Arguments:
facility_id: the facility.
period_start: the first day.
period_end: the last day, included.

Result: the draft. A draft of the same facility and days, of whatever kind: that draft, brought up to date.

Errors: role_required, argument_missing, date_not_finite, period_ends_before_start, facility_not_found,
period_overlaps_draft, period_already_invoiced, nothing_to_bill, amount_too_large, billing_in_progress, rates_held.

Example: {"facility_id": "$billable_facility_id", "period_start": "2026-03-02", "period_end": "2026-03-08"}';

COMMENT ON FUNCTION "public"."discard_payroll_batch"(uuid, text) IS 'Discards a payroll batch that is not closed: all its time, stipends and adjustments are payable again.

It stays as a record of what it would have paid.

Who: payroll.

Arguments:
payroll_batch_id: the batch: a draft, in review, or approved.
reason: why, in a few words; it may be left out.

Result: the batch, discarded. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, payroll_batch_not_found, payroll_batch_closed, payroll_in_progress.

Example: {"payroll_batch_id": "$payroll_batch_id", "reason": "A bonus was missing."}';

COMMENT ON FUNCTION "public"."facility_statement"(uuid, date, date) IS 'Tells day by day what a facility was billed, paid and charged in a period, with a running balance.

The rows by kind, whose amount is positive where the facility owes more and negative where it owes less:
opening_balance (all before the period), invoice (on its issue date), interest (one row an invoice: what accrued within
the period, on the last day it did, with the breakdown as details), payment (on the day the money was received), credit
(what a check left over), credit_spent (on the day of the payment that was made from it, and as much), write_off,
payment_returned and credit_returned (on the day the check was returned), invoice_voided.

The balance of the last row is the net of ar_aging_as_of on the last day. Money that was received but not reconciled
does not appear. What is entered later with an earlier day appears on that day.

May be called with GET.

Pages: no order; rows come in theirs, day by day. Or take shorter periods.

Who: active staff, whatever their role.

Arguments:
facility_id: the facility.
from_date: the first day.
to_date: the last day.

Result: a row for the opening balance, then one for each of these, by day. kind is one of opening_balance, invoice,
interest, payment, credit, credit_spent, write_off, payment_returned, credit_returned, invoice_voided. reference: the number of the invoice; of money
that was received, of the check. details: what else there is to say, by kind.

Errors: staff_only, argument_missing, date_not_finite, period_ends_before_start, facility_not_found.

Example: {"facility_id": "$facility_id", "from_date": "2026-03-01", "to_date": "2026-03-31"}';

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
overtime_rule: as assignments.overtime_rule.
employment_type: as contractors.employment_type: w2 (overtime applies) or 1099 (it does not). It changes that of a former contractor, but not
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

COMMENT ON FUNCTION "public"."payroll_export"(uuid) IS 'What a payroll batch pays, for programs: one row per contractor, with hours and pay by class.

Rows are in the order of last name, first name and id, and the columns stay as they are. Straight pay, premiums,
differences, stipends and adjustments add up to gross_pay; deductions are negative. Hours and pay may be negative where
a correction takes back. Hand on closed batches only: batch_status says which they are. Names, e-mail, employment type
and the kinds of stipends and adjustments are those of the day the batch was built, and stay.

Pages: order=last_name,first_name,contractor_id. Of more than 1000 contractors the API answers 1000: read on with limit
and offset, and ask for Prefer: count=exact to know how many there are; or call payroll_file, which is never cut.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: the rows; none for a batch that pays nobody.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}';

COMMENT ON FUNCTION "public"."payroll_file"(uuid) IS 'What a payroll batch pays, for a payroll provider: one CSV file, however many contractors there are.

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

COMMENT ON FUNCTION "public"."prepare_payroll_draft"(uuid) IS 'Makes a draft payroll batch over all that is due up to the end of a period.

Each contractor''s workweeks at today''s hours and rates, with stipends and approved adjustments, less what closed
batches have paid of them: whatever came late or changed since is paid, or taken back, as the difference of the whole
week. After a closed batch of the period it is a further one, with what came late. A week that an open batch of another
period pays waits until that is closed or discarded.

Who: payroll.

Arguments:
payroll_period_id: the period, open.

Result: the draft. Again: the same draft, built anew.

Errors: role_required, argument_missing, payroll_period_not_found, payroll_period_closed, payroll_batch_under_review,
nothing_to_pay, pay_too_large, payroll_in_progress, rates_held.

Example: {"payroll_period_id": "$payroll_period_id"}';

COMMENT ON FUNCTION "public"."recompute_draft_invoice"(uuid) IS 'Rebuilds a draft''s lines from today''s hours and rates.

Time of its period that was approved meanwhile comes onto it, and on a backfill differences as they are today. Lines
that are right stay as they are, and so do adjustment lines; the total is the sum of all.

Who: billing.

Arguments:
invoice_id: the draft.

Result: the draft. Again: the same, and nothing changes.

Errors: role_required, argument_missing, invoice_not_found, invoice_not_draft, amount_too_large, billing_in_progress,
rates_held.

Example: {"invoice_id": "$draft_invoice_id"}';

COMMENT ON FUNCTION "public"."return_check"(uuid, text) IS 'Takes back a check that bounced, or a transfer that was recalled: its money never came.

Its payments are reversed, so is the credit that it left and what was paid from that credit, and its reconciliations
become returned. The invoices go back to what their other payments say, and are due for accrue-interest at once.
Payments of other checks and write-offs stay.

Who: billing.

Arguments:
check_id: the check, received or reconciled.
reason: why, in a few words.

Result: the check, returned. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, check_not_found, billing_in_progress.

Example: {"check_id": "$check_id", "reason": "No funds."}';

COMMENT ON FUNCTION "public"."send_invoices"(uuid[], date) IS 'Sends draft invoices, all or none: each gets its number, its issue date and its due date.

Numbers run from 1 in each year of issue, without gaps, in the order of the ids. An invoice is due the facility''s
payment terms after its issue; one over nothing is paid at once. From then on what it bills no longer
changes. No e-mail is sent: hand the invoice to the facility yourself.

Who: billing.

Arguments:
invoice_ids: the drafts, at most 1000, each with a line, a total of zero or more, and time at the bill rates of its
    days.
issue_date: the day they are issued; null is today in the operating timezone.

Result: the invoices in the order of their ids, each once. Those that were sent already are there as they are,
whatever the issue_date.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, too_many_invoices, invoice_not_found,
invoices_not_sendable, billing_in_progress.

Example: {"invoice_ids": ["$draft_id"]}';

COMMENT ON FUNCTION "public"."set_aside_time"(uuid[], text) IS 'Sets time aside that is not going to be approved: it is never paid or billed, and the entries say so.

It no longer counts as unapproved, so that its payroll period can close. In whatever state it is, it can be neither
changed, submitted nor approved until take_back_set_aside_time. Approved time is refused.

Who: payroll.

Arguments:
time_entry_ids: the entries, at most 1000, all or none.
reason: why they are not paid; kept with each.

Result: the entries in the order of their ids, each once. Those that were set aside already are there as they are,
whatever the reason.

Errors: role_required, argument_missing, reason_missing, too_many_time_entries, time_entry_not_found,
time_entry_approved, time_entry_in_progress.

Example: {"time_entry_ids": ["$time_entry_id"], "reason": "The shift was entered twice."}';

COMMENT ON FUNCTION "public"."take_back_set_aside_time"(uuid[]) IS 'Takes back time that was set aside: it is unapproved again, in the state that it has.

A draft is submitted, submitted time approved as ever. Locked time is put to pending_approval first, which payroll may.

Who: payroll.

Arguments:
time_entry_ids: the entries, at most 1000, all or none.

Result: the entries in the order of their ids, each once. Those that are not set aside are there as they are.

Errors: role_required, argument_missing, too_many_time_entries, time_entry_not_found, time_entry_in_progress.

Example: {"time_entry_ids": ["$set_aside_entry_id"]}';

COMMENT ON FUNCTION "public"."void_invoice"(uuid, text) IS 'Voids an invoice that is wrong: nothing is owed on it, and its time is free to be billed again or corrected.

A draft or a sent invoice without payments in force. Its number, dates, lines and total are kept, its accrued
interest becomes 0.

Who: billing.

Arguments:
invoice_id: the invoice.
reason: why, in a few words.

Result: the invoice, void. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, invoice_not_found, invoice_has_payments, billing_in_progress.

Example: {"invoice_id": "$invoice_id", "reason": "Billed to the wrong facility."}';

COMMENT ON FUNCTION "public"."weekly_billing_run"(date, boolean, uuid) IS 'Makes a draft invoice of kind weekly for every facility with billable time in a workweek.

Drafts of exactly that week are brought up to date. A facility that cannot be billed, because another invoice of
its own overlaps the week or its data do not fit, is skipped and listed with the reason; the others are billed. What
is no facility''s fault, such as a deadlock or a full disk, fails the run, and nothing is billed.

Two runs at once, or a run again, never bill an hour twice. It may take up to a minute: PostgREST applies the
function''s own statement_timeout.

Who: billing.

Arguments:
week_start: the first day of the workweek; null is the last complete workweek of the operating timezone.
dry_run: whether to report the same and leave nothing but the run''s own row.
request_id: an id of the caller''s for this call; null names none. With it a call may be made again.

Result: the run''s row. invoices_created and invoices_existing count the drafts of the week; entries_billed and
amount are what is on them; late_entries counts billable entries of the 13 weeks up to the week''s end that no
live invoice has, for backfill_invoice; unapproved_entries counts those of the week that are in unapproved_time;
details has an object per facility. Again with the same request_id: the first run''s row, and no other run.

Errors: role_required, date_not_finite, week_start_not_first_day, request_id_reused, billing_in_progress, rates_held.

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
invoice_not_sent, write_off_over_owed, billing_in_progress.

Example: {"invoice_id": "$invoice_id", "amount": 12.50, "reason": "Disputed hours."}';

COMMENT ON TABLE "private"."due_marks" IS 'Days whose workweek may come to something else than closed batches have paid of it: something changed, and was not paid since.';

COMMENT ON TABLE "private"."requests" IS 'Calls that their callers named, each with what it was asked and the row that it answers. Refused calls leave none.';

COMMENT ON TABLE "private"."weeks_to_compare" IS 'Contractors'' workweeks in which invoices may have been sent with other amounts than the time would have today.';

COMMENT ON TABLE "public"."assignment_stipends" IS 'Money per workweek beside the hourly pay.

Example: [{"assignment_id": "$assignment_id", "weekly_amount": 120, "kind": "reimbursement",
  "effective_from": "2026-03-02"}]';

COMMENT ON TABLE "public"."audit_log" IS 'Who changed what: the row before and after, one row a change. docs/architecture.md says which tables are in it.';

COMMENT ON TABLE "public"."checks" IS 'Money received from a facility: a check, an ACH transfer or a wire.

Example: [{"facility_id": "$facility_id", "check_number": "4711", "amount": 1250.5, "received_on": "2026-03-09"}]';

COMMENT ON TABLE "public"."facility_interest_terms" IS 'The interest a facility owes on late invoices, dated: the terms of a day are the newest with effective_from on or before it.

Example: [{"facility_id": "$facility_id", "effective_from": "2026-01-01", "annual_rate": 0.18, "grace_days": 5}]';

COMMENT ON TABLE "public"."payroll_adjustments" IS 'One-off pay. A deduction lessens pay: its amount is positive all the same.

Example: [{"contractor_id": "$contractor_id", "payable_on": "2026-03-06", "kind": "bonus", "amount": 250,
  "reason": "Referral"}]';

COMMENT ON TABLE "public"."payroll_periods" IS 'Whole workweeks that are paid together.

Example: [{"period_start": "2031-03-03", "period_end": "2031-03-09", "pay_date": "2031-03-14"}]';

COMMENT ON TABLE "public"."time_entries" IS 'Hours that a contractor worked on a day of an assignment.

Example: [{"assignment_id": "$assignment_id", "work_date": "2026-03-02", "hours": 8},
 {"assignment_id": "$assignment_id", "work_date": "2026-03-03", "hours": 7.5}]';

COMMENT ON VIEW "private"."open_time" IS 'Time that is not locked yet.

place: where the row lies, for an update in the same statement. is_to_be_locked: lock-ended locks it once its
assignment has ended: all but what waits for approval. is_unapproved: it is in unapproved_time, and stays so when it
is locked.';

COMMENT ON VIEW "public"."ar_aging" IS 'What each facility owes, by how long it is overdue on the business date; those that owe nothing and are owed nothing
are left out. Staff see it, facility contacts and contractors see nothing.

current: principal that is not past its due date. days_1_30 to days_91_plus: principal that is so many days past it.
balance: the sum of the five. Drafts and void invoices never count.

interest: late-payment interest accrued and not paid, also of paid invoices; negative where more was paid than is owed
today. unapplied_credits: what checks left over and no invoice has used. net: balance + interest − unapplied_credits.

Pages: order=facility_name,facility_id.';

COMMENT ON VIEW "public"."assignment_margin" IS 'Margins by assignment: of an hour, and of the time on live invoices.

bill_rate, pay_rate: those in force on the business date; of an assignment that has ended or is yet to begin, on its
last or first day. An assignment without a rate on that day is not shown. margin_share: of the bill rate, 0.3684 is
36.84 %.

billed_hours, billed_amount: time on drafts and sent invoices, void ones not, without adjustments and differences.
straight_pay: those hours at the pay rates of their days, before overtime premiums, stipends and adjustments of pay.

Pages: order=assignment_id.';

COMMENT ON VIEW "public"."contractAlerts" IS 'contract_alerts under its resource name, to read; recruiting acknowledges alerts in contract_alerts.

Pages: order=due_on,id.';

COMMENT ON VIEW "public"."job_health" IS 'Whether the scheduled jobs do their work, one row per job, also for one that never ran. Dry runs count for nothing.
Staff see it, facility contacts and contractors see nothing.

last_run_at, last_run_status: the newest run, which may be running. last_error: why the newest run that ended failed;
null when it succeeded. last_success_at: when the newest success ended. last_success_age: how long ago that is.

is_stale: no success for 26 hours, a day and two hours of grace, or never. is_behind: there were successes in that time,
but each left something over. stuck_runs: runs that have been running for more than five minutes, longer than any
lasts: their process or the database went away.

left_over: what is due now, by the UTC date: for accrue-interest the invoices that the next runs scan, for lock-ended
the entries that they lock. It is above 0 after midnight, and after payments, until the next run.

last_call_at, last_call_status, last_call_error: where pg_cron and pg_net call the job, the newest call that was
answered or is five minutes old, the HTTP status of its answer, and what went wrong instead of an answer; else null.

is_ok: not is_stale, not is_behind, no stuck_runs, no last_error, and the last call, where there is one, was followed
by a success. That a scheduler succeeded, or an answer of 200, counts for nothing by itself.

unapproved: for lock-ended the entries that are locked without an approval and were not set aside: nobody is paid or
billed for them until payroll takes them up. unapproved_time names them. It does not make is_ok false.

job is one of lock-ended, accrue-interest. last_run_status is as job_runs.status.

Pages: order=job.';

COMMENT ON VIEW "public"."missing_time" IS 'Assignments in force on any day of the last complete workweek without a time entry in it.

first_day, last_day: the days of that week on which the assignment was in force.

Pages: order=assignment_id.';

COMMENT ON VIEW "public"."my_assignments" IS 'The assignments of the contractor who is signed in. overtime_rule is as assignments.overtime_rule.

Pages: order=start_date,assignment_id.';

COMMENT ON VIEW "public"."my_pay" IS 'What the signed-in contractor was paid, by closed payroll batch.

Pages: order=period_start,payroll_item_id.';

COMMENT ON VIEW "public"."my_pay_rates" IS 'What an hour of the signed-in contractor''s assignments pays, dated.

Pages: order=assignment_id,effective_from.';

COMMENT ON VIEW "public"."renewals_due" IS 'Upcoming renewals within 90 days of the business date, and those whose day passed without a decision.

bucket is one of 90, 60, 30, expired: 61 to 90 days left, 31 to 60, 0 to 30, or none. open_alerts: alerts whose day has come
and that nobody acknowledged.

Pages: order=renewal_date,contract_renewal_id.';

COMMENT ON VIEW "public"."unapproved_time" IS 'Every time entry that is not approved, oldest first: drafts, submitted, pending approval, and locked without an
approval. It is neither paid nor billed until that changes. What was set aside is not in it. Staff see all, a
facility''s contacts what was worked there, drafts aside, and contractors nothing: theirs is in time_entries.

age_days: from its day to today in the operating timezone; below zero for a day that has not come.

status is as time_entries.status.

next_step is one of submit, approve, take_up_or_set_aside: what has to happen. submit: the contractor, or staff, submit it. approve: the facility, or staff, approve
it or send it back. take_up_or_set_aside: payroll puts it to pending_approval, or calls set_aside_time.

Pages: order=work_date,time_entry_id.';

COMMENT ON VIEW "public"."unbilled_differences" IS 'Workweeks whose sent time would come to another amount today than was billed of it, by facility and contractor, oldest
first: what backfill_invoice will bill. Staff see it.

It differs where more of the week was billed since, at whichever facility, so that hours are of another class; where
a bill rate or a multiplier changed; or where an invoice of the week is void.

billed_amount: the sent lines of the week''s time, and its lines of kind difference, on drafts too. due_amount: what that
time comes to today. amount: due_amount less billed_amount; below zero where the facility was billed too much.

Pages: order=week_start,facility_id,contractor_id.';

COMMENT ON VIEW "public"."unbilled_time" IS 'Billable time that is on no live invoice, oldest first: what the next invoices, or backfill_invoice, will bill.

Pages: order=work_date,time_entry_id.';

REVOKE ALL ON FUNCTION "private"."advance_payroll_batch_status"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."advance_payroll_batch_status"(uuid, text, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."apply_rate_hit"(uuid, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_rate_hit"(uuid, boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."audit_time_entries"(text, public.time_entries[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bill_alone"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bill_differences"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_rates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_applied_rate_hit"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_approver_of_adjustment"(public.payroll_adjustments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_approver_of_time"(public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_database_of_pg_net"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_employment"(public.contractors, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_entries_are_billed_whole"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_rate_hit"(public.rate_hits, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_regular_rate_of_adjustment"(public.payroll_adjustments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_setting_aside"(public.time_entries, public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_time_entry_writer"(public.time_entries, public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_time_is_unapproved"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."classified_time"(uuid[], date[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."compare_weeks"(uuid[], date[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."compare_weeks_of_assignments"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."compare_weeks_of_lines"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."compare_weeks_of_rates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_lines"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_unapproved_time"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."csv_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."differences_of_weeks"(uuid[], date[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."due_lines"(uuid[], date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fill_base_rates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_equal_weeks"(uuid[], date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_paid_weeks"(uuid[], date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_alert_of_decided"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_check_entry"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_employment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_invoice_line_changes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_money_of_check"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_overtime_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_paid_amounts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_paid_stipend"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_admins"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_approvals"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_contractors"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_invoice_of_adjustment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_open_payroll_batch"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_rates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_time_entries"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_time_entry_to_send_back"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_time_to_write"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."interest_through"(public.invoices, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_of_deleted_time"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_plausible_day"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_plausible_day"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."keep_contractor_of_item"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_last_admin"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_pay_kind"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_changes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_changes_of_submitted_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_adjustments"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_days_of_rates"(public.assignment_rates[], public.assignment_rates[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_days_of_stipends"(public.assignment_stipends[], public.assignment_stipends[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_due_weeks"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_moved_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_new_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_rates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_stipends"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."marked_weeks"(date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payroll_file"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payroll_file"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."priced_time"(uuid[], date[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_payroll_draft"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_day"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_line_rate"(date, numeric, date, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_release"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_row"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_row"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."refuse_view_write"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_while_billing"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_while_paying"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_while_rates_are_held"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_while_time_is_held"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reprice_draft_batches"(public.rate_hits, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_pay_not_below_zero"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_plausible_days"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_writer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."row_of_request"(uuid, text, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."running_procedure"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."schedule_maintenance_jobs"(text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_aside_time"(uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_aside_time"(uuid[], text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."take_back_approval"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_back_set_aside_time"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_set_aside_time"(uuid[]) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."unapproved_time"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unapproved_time"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."unbilled_differences"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unbilled_differences"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."unsay_regular_rate"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."weekly_billing_run"(date, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."weekly_billing_run"(date, boolean, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."weeks_to_pay"(date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_off_invoice"(uuid, numeric, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_off_invoice"(uuid, numeric, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."advance_payroll_batch_status"(uuid, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."advancepayrollbatch_status"(uuid, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."apply_rate_hit"(uuid, boolean, boolean) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."applyratehit"(uuid, boolean, boolean) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."payroll_file"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."set_aside_time"(uuid[], text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."take_back_set_aside_time"(uuid[]) TO "authenticated", "service_role";

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

GRANT SELECT ON TABLE "private"."open_time" TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."contractAlerts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."contractAlerts" TO "authenticated";

REVOKE ALL ON TABLE "public"."contractAlerts" FROM "service_role";

GRANT SELECT ON TABLE "public"."contractAlerts" TO "service_role";

-- data move: the total of a draft follows its lines
update public.invoices as invoice
   set total = (select coalesce(sum(line.amount), 0) from public.invoice_lines as line where line.invoice_id = invoice.id)
 where invoice.status = 'draft';
-- end of data move

-- data move: an invoice over nothing is paid once it is sent
update public.invoices set status = 'paid' where status = 'sent' and total = 0;
-- end of data move

-- data move: how the interest that stands grew, from its breakdown
update public.invoices as invoice
   set interest_days = invoice.due_date || grown.days || grown.last_day,
       interest_on_days = 0.0 || grown.on_days || invoice.accrued_interest,
       interest_per_day = 0.0 || grown.per_day || 0.0
  from (select overdue.id, max(segment.last) as last_day,
               array_agg(segment.first order by segment.first) as days,
               array_agg((overdue.interest_breakdown ->> 'fee')::numeric + segment.through - segment.interest
                         + segment.per_day order by segment.first) as on_days,
               array_agg(segment.per_day order by segment.first) as per_day
          from public.invoices as overdue
         cross join lateral (
               select part.first, part.last, part.interest, sum(part.interest) over (order by part.first) as through,
                      round(part.interest / (part.last - part.first + 1), 20) as per_day
                 from (select (stored ->> 'from')::date as first, (stored ->> 'to')::date as last,
                              (stored ->> 'interest')::numeric as interest
                         from jsonb_array_elements(overdue.interest_breakdown -> 'segments') as stored) as part
               ) as segment
         where overdue.accrued_interest > 0 and segment.through > 0
         group by overdue.id) as grown
 where invoice.id = grown.id;
-- end of data move

-- data move: what weeks come to today and closed batches did not pay is due
select private.mark_due_weeks();
-- end of data move

-- data move: weeks of which something was sent and may have been sent with other amounts than it would have today
insert into private.weeks_to_compare (contractor_id, week_start)
select week.contractor_id, week.week_start
  from (select assignment.contractor_id,
               entry.work_date
                   - (extract(isodow from entry.work_date)::int - settings.workweek_starts_on + 7) % 7 as week_start
          from public.organization_settings as settings
         cross join public.invoice_lines as line
          join public.time_entries as entry on entry.id = line.time_entry_id
          join public.assignments as assignment on assignment.id = entry.assignment_id
          join private.rates_of_days as rate
            on rate.assignment_id = entry.assignment_id
           and entry.work_date between rate.effective_from and rate.effective_to
         where line.released_at is null
         group by 1, 2
        having count(distinct line.invoice_id) > 1
            or bool_or(line.rate <> rate.bill_rate)
            or bool_or(line.multiplier <> case line.kind
                   when 'overtime' then assignment.bill_overtime_multiplier
                   when 'doubletime' then assignment.bill_doubletime_multiplier
                   else 1 end)) as week
 where not exists (
       select from private.weeks_to_compare as known
        where known.contractor_id = week.contractor_id and known.week_start = week.week_start);
-- end of data move

REVOKE ALL ON TABLE "public"."job_health" FROM "authenticated";

GRANT SELECT ON TABLE "public"."job_health" TO "authenticated";

REVOKE ALL ON TABLE "public"."job_health" FROM "service_role";

GRANT SELECT ON TABLE "public"."job_health" TO "service_role";

REVOKE ALL ON TABLE "public"."unapproved_time" FROM "authenticated";

GRANT SELECT ON TABLE "public"."unapproved_time" TO "authenticated";

REVOKE ALL ON TABLE "public"."unapproved_time" FROM "service_role";

GRANT SELECT ON TABLE "public"."unapproved_time" TO "service_role";

REVOKE ALL ON TABLE "public"."unbilled_differences" FROM "authenticated";

GRANT SELECT ON TABLE "public"."unbilled_differences" TO "authenticated";

REVOKE ALL ON TABLE "public"."unbilled_differences" FROM "service_role";

GRANT SELECT ON TABLE "public"."unbilled_differences" TO "service_role";
