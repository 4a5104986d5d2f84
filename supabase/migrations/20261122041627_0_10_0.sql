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

DROP TRIGGER "new_invoices_are_unpaid" ON "public"."invoices";

DROP TRIGGER "paid_amounts_follow_payments" ON "public"."invoices";

DROP TRIGGER "time_entry_moves_are_legal" ON "public"."time_entries";

DROP INDEX "public"."checks_by_facility";

DROP VIEW "public"."job_health";

DROP VIEW "private"."open_time";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "adjustment_lines_have_no_time_entry";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "invoice_lines_time_entry_id_fkey";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "time_line_is_hours_times_rate";

ALTER TABLE "public"."payroll_item_lines"
  DROP CONSTRAINT "payroll_item_lines_time_entry_id_fkey";

DROP FUNCTION "private"."advance_payroll_batch_status"(uuid, text);

DROP FUNCTION "private"."apply_rate_hit"(uuid, boolean);

DROP FUNCTION "private"."check_rate_hit"(public.rate_hits);

DROP FUNCTION "private"."count_adjustments"();

DROP FUNCTION "private"."guard_invoice_line_change"();

DROP FUNCTION "private"."interest_through"(date, numeric, jsonb, date);

DROP FUNCTION "private"."refuse_paid_amounts"();

DROP FUNCTION "private"."schedule_maintenance_jobs"(text, text, text, text, text);

DROP FUNCTION "private"."weekly_billing_run"(date, boolean);

DROP FUNCTION "private"."write_off_invoice"(uuid, numeric, text);

DROP FUNCTION "public"."advance_payroll_batch_status"(uuid, text);

DROP FUNCTION "public"."advancepayrollbatch_status"(uuid, text);

DROP FUNCTION "public"."apply_rate_hit"(uuid, boolean);

DROP FUNCTION "public"."applyratehit"(uuid, boolean);

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

ALTER TABLE "public"."billing_runs"
  ADD COLUMN "unapproved_entries" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."checks"
  ADD COLUMN "entered_again" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."invoices"
  ADD COLUMN "interest_days" date[];

ALTER TABLE "public"."invoices"
  ADD COLUMN "interest_on_days" numeric[];

ALTER TABLE "public"."invoices"
  ADD COLUMN "interest_per_day" numeric[];

ALTER TABLE "public"."payroll_adjustments"
  ADD COLUMN "entered_by" uuid;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "set_aside_at" timestamp WITH time zone;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "set_aside_by" uuid;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "set_aside_reason" text;

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
        perform private.reprice_draft_batches(v_batch_ids);
    exception when numeric_value_out_of_range then
        perform private.refuse(
            409, 'rate_too_large',
            format('With a change of %s and %s, a rate or an amount on a draft would be too large.',
                   v_hit.bill_rate_change, v_hit.pay_rate_change),
            'Correct the changes of the rate hit: they are money per hour.');
    end;

    perform private.audit('apply_rate_hit', 'rate_hits', v_hit.id, to_jsonb(v_hit), to_jsonb(v_applied));
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

    with due as materialized (
        select held.invoice_id, time.time_entry_id, time.work_date, class.kind, class.hours, rate.bill_rate as rate,
               class.multiplier, contractor.first_name || ' ' || contractor.last_name as description
          from private.classified_time(v_weeks.contractor_ids, v_weeks.starts, bill_time.invoice_ids) as time
          join unnest(v_billed_on, v_entry_ids) as held (invoice_id, time_entry_id)
            on held.time_entry_id = time.time_entry_id
          join public.assignments as assignment on assignment.id = time.assignment_id
          join public.contractors as contractor on contractor.id = time.contractor_id
          join private.rates_of_days as rate
            on rate.assignment_id = time.assignment_id
           and time.work_date between rate.effective_from and rate.effective_to
         cross join lateral (values
               ('regular', time.regular_hours, 1),
               ('overtime', time.overtime_hours, assignment.bill_overtime_multiplier),
               ('doubletime', time.doubletime_hours, assignment.bill_doubletime_multiplier)
               ) as class (kind, hours, multiplier)
         where class.hours > 0
    ), gone as (
        delete from public.invoice_lines as line
         where line.invoice_id = any (bill_time.invoice_ids)
           and line.time_entry_id is not null
           and not exists (
               select from due
                where (due.invoice_id, due.time_entry_id, due.kind, due.hours, due.rate, due.multiplier)
                    = (line.invoice_id, line.time_entry_id, line.kind, line.hours, line.rate, line.multiplier))
        returning line.id
    )
    insert into public.invoice_lines
           (invoice_id, time_entry_id, kind, description, work_date, hours, rate, multiplier, amount)
    select due.invoice_id, due.time_entry_id, due.kind, due.description, due.work_date, due.hours, due.rate,
           due.multiplier, round(due.hours * due.rate * due.multiplier, 2)
      from due
     where not exists (
           select from public.invoice_lines as line
            where line.invoice_id = any (bill_time.invoice_ids)
              and (due.invoice_id, due.time_entry_id, due.kind, due.hours, due.rate, due.multiplier)
                = (line.invoice_id, line.time_entry_id, line.kind, line.hours, line.rate, line.multiplier))
       and (select count(*) from gone) is not null -- first: a line must be gone before another takes its place
     order by due.time_entry_id; -- side by side in the indexes: what was billed before costs next to nothing
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
    v_unpaid constant bigint := (
        select count(*)
          from public.time_entries as entry
         where entry.work_date <= period.period_end
           and entry.is_payable
           and not exists (
               select from public.payroll_item_lines as line
                 join public.payroll_items as item on item.id = line.payroll_item_id
                 join public.payroll_batches as batch on batch.id = item.payroll_batch_id
                where line.time_entry_id = entry.id and line.released_at is null and batch.status = 'closed'));
    v_unapproved constant record := private.count_unapproved_time(period.period_start, period.period_end);
begin
    if v_open_batches + v_unpaid + v_unapproved.beyond_draft > 0 then
        perform private.refuse(
            409, 'payroll_period_not_finished',
            format('The payroll period of %s to %s is not finished: %s open batches, %s payable entries up to its end unpaid, '
                   '%s entries submitted, pending approval or locked without one. Drafts, which it does not wait for: %s.',
                   period.period_start, period.period_end, v_open_batches, v_unpaid, v_unapproved.beyond_draft,
                   v_unapproved.drafts),
            'Close or discard the batch, prepare another for what is unpaid, approve what waits or send it back, and '
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
        -- Waits for whoever is putting the entry on an invoice at this moment.
        perform from public.time_entries as entry where entry.id = before.id for update;
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
  contractor_ids      uuid[],
  week_starts         date[],
  rebuilt_invoice_ids uuid[] DEFAULT NULL::uuid[]
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
    v_billing constant boolean := classified_time.rebuilt_invoice_ids is not null; -- folded into the plan
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
    ), entry as (
        select entry.id, entry.assignment_id, ruled.contractor_id, week.nth::int as week, week.start as week_start,
               entry.work_date, entry.hours as all_hours, (entry.hours * 100)::int as hours,
               ruled.counts, ruled.regular_until, ruled.overtime_until,
               ruled.has_seventh_day and entry.work_date = week.start + 6 as may_be_seventh_day,
               billed.hours is null as is_open,
               billed.regular as billed_regular, billed.before_doubletime as billed_before_doubletime
          from ruled
          join public.time_entries as entry on entry.assignment_id = ruled.id
          join unnest(classified_time.contractor_ids, classified_time.week_starts)
               with ordinality as week (contractor_id, start, nth)
            on week.contractor_id = ruled.contractor_id
           and week.start = entry.work_date - (entry.work_date - v_first) % 7
          left join lateral (
               select (sum(line.hours) * 100)::int as hours,
                      (sum(line.hours) filter (where line.kind = 'regular') * 100)::int as regular,
                      (sum(line.hours) filter (where line.kind <> 'doubletime') * 100)::int as before_doubletime
                 from (select line.* from public.invoice_lines as line where line.time_entry_id = entry.id
                       offset 0) as line -- not by the index of the exclusion constraint, which is slow to search
                where line.released_at is null
                  and line.invoice_id <> all (classified_time.rebuilt_invoice_ids)
               ) as billed on v_billing
         where entry.work_date between v_first and v_last
           and entry.is_payable
        offset 0
    ), day as (
        select entry.*,
               row_number() over so_far as nth_of_day,
               (sum(entry.hours) filter (where entry.is_open) over so_far)::int as open_through,
               case when v_billing then coalesce(sum(entry.billed_regular) over so_far, 0)::int else 0 end
                   as day_billed_regular,
               case when v_billing then coalesce(sum(entry.billed_before_doubletime) over so_far, 0)::int else 0 end
                   as day_billed_before_doubletime,
               case when v_billing
                    then coalesce(sum(entry.billed_regular) over (partition by entry.week, entry.counts), 0)::int
                    else 0 end as week_billed_regular
          from entry
        window so_far as (partition by entry.week, entry.counts, entry.work_date
                          order by entry.is_open, entry.regular_until desc, entry.id
                          rows unbounded preceding)
    ), ordinary as ( -- as on a day that is not the seventh
        select day.*,
               case when day.is_open then greatest(0, least(
                   day.hours,
                   least(day.regular_until - day.day_billed_regular,
                         day.overtime_until - day.day_billed_before_doubletime) - day.open_through + day.hours))
               end as regular_of_day
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
                          order by ordinary.work_date, ordinary.is_open, ordinary.regular_until desc, ordinary.id
                          rows unbounded preceding)
    ), class as (
        select week.*,
               case when week.may_be_seventh_day and week.is_seventh_day then 0
                    else greatest(0, least(
                        week.regular_of_day,
                        4000 - week.week_billed_regular - week.regular_through + week.regular_of_day
                            - case when week.is_seventh_day then 0 else week.regular_through_unless_seventh end))
               end as regular,
               greatest(0, least(
                   week.hours,
                   week.open_through + week.day_billed_before_doubletime
                       - case when week.may_be_seventh_day and week.is_seventh_day then 800
                              else week.overtime_until end)) as doubletime
          from week
         where week.is_open
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
    -- Of the lines of time the procedures say it that write them.
    if exists (select from touched where touched.time_entry_id is not null) then
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
    if v_is_entered then
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
                       before.hours, before.rate, before.multiplier, before.amount, before.created_at)
                      is not distinct from
                      (line.invoice_id, line.time_entry_id, line.kind, line.description, line.work_date,
                       line.hours, line.rate, line.multiplier, line.amount, line.created_at))));
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

CREATE OR REPLACE FUNCTION public.apply_rate_hit (
  rate_hit_id           uuid,
  allow_retroactive     boolean DEFAULT false,
  allow_negative_margin boolean DEFAULT false
)
  RETURNS public.rate_hits
  LANGUAGE sql
  SET search_path TO ''
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
  AS $function$ select private.apply_rate_hit(rate_hit_id, allow_retroactive, allow_negative_margin); $function$;

REVOKE ALL ON FUNCTION "public"."applyratehit"(uuid, boolean, boolean) FROM PUBLIC, "anon";

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

ALTER TABLE "public"."assignment_rates"
  ADD CONSTRAINT "base_bill_rate_is_finite" CHECK ((base_bill_rate <> 'NaN'::numeric));

ALTER TABLE "public"."assignment_rates"
  ADD CONSTRAINT "base_pay_rate_is_finite" CHECK ((base_pay_rate <> 'NaN'::numeric));

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
  ADD CONSTRAINT "drafts_of_a_facility_never_overlap" EXCLUDE USING gist (facility_id WITH =, daterange(period_start, period_end, '[]'::text) WITH &&)
    WHERE (((status = 'draft'::text) AND (kind <> 'backfill'::text)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "interest_days_have_their_interest"
    CHECK
    (((num_nonnulls(interest_days, interest_on_days, interest_per_day) = 0) OR (((cardinality(interest_days) > 1) AND (cardinality(interest_days) = cardinality(interest_on_days))
    AND (cardinality(interest_days) = cardinality(interest_per_day))) IS TRUE)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "invoice_number_is_short" CHECK (((char_length(number) <= 40) AND (number ~ '\S'::text)));

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

CREATE INDEX checks_by_facility ON public.checks USING btree (facility_id, btrim(check_number));

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

CREATE TRIGGER rates_have_their_bases
  BEFORE INSERT OR UPDATE OF assignment_id, effective_from, bill_rate, pay_rate, base_bill_rate, base_pay_rate ON public.assignment_rates
  FOR EACH ROW
  EXECUTE FUNCTION private.fill_base_rates();

CREATE TRIGGER only_payroll_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.assignment_stipends
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

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

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.check_reconciliation_lines
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

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

CREATE TRIGGER employment_stays_once_time_is_approved
  BEFORE UPDATE ON public.contractors
  FOR EACH ROW
  WHEN ((old.employment_type IS DISTINCT FROM new.employment_type))
  EXECUTE FUNCTION private.guard_employment();

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.facilities
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE ON public.facility_contacts
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE CONSTRAINT TRIGGER changed_credits_add_up
  AFTER UPDATE ON public.facility_credits DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE CONSTRAINT TRIGGER new_credits_add_up
  AFTER INSERT ON public.facility_credits DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_money_of_check();

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.facility_interest_terms
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER invoice_lines_change_on_drafts
  AFTER UPDATE ON public.invoice_lines REFERENCING OLD TABLE AS before_rows NEW TABLE AS touched
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_invoice_line_changes();

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

CREATE TRIGGER lines_of_time_are_the_procedures
  BEFORE DELETE OR UPDATE ON public.invoice_lines
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.kind <> 'adjustment'::text)))
  EXECUTE FUNCTION
    private.refuse_write('invoice_line_of_time', 'A line of time is neither changed nor deleted by people.',
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

CREATE TRIGGER only_admins_write
  BEFORE UPDATE ON public.organization_settings
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

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

CREATE TRIGGER only_payroll_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.payroll_adjustments
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

CREATE TRIGGER closed_periods_are_kept
  BEFORE DELETE OR UPDATE ON public.payroll_periods
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status = 'closed'::text)))
  EXECUTE FUNCTION private.refuse_write('payroll_period_closed', 'The payroll period is closed, and stays as it is.', 'What comes late is paid in a later period.');

CREATE TRIGGER only_payroll_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.payroll_periods
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

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

CREATE TRIGGER only_billing_and_payroll_write
  BEFORE INSERT OR DELETE OR UPDATE ON public.rate_hits
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing', 'payroll');

CREATE TRIGGER renewals_due_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.renewals_due
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER only_admins_write
  BEFORE INSERT OR DELETE OR UPDATE ON public.staff_members
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

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
    ELSE private.refuse_row('Lines of time are written by procedures.'::text, 'Add lines of kind adjustment.'::text)
END));

CREATE POLICY "billing_changes_adjustments" ON "public"."invoice_lines"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK ((( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role) AND
CASE
    WHEN (kind = 'adjustment'::text) THEN true
    ELSE private.refuse_row('Lines of time are written by procedures.'::text, 'Add lines of kind adjustment.'::text)
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

COMMENT ON COLUMN "public"."billing_runs"."unapproved_entries" IS 'Entries of the week that are in unapproved_time, drafts among them: no run bills them as they are.';

COMMENT ON COLUMN "public"."checks"."entered_again" IS 'Whoever entered it says that it is another one, though one of this facility, method, number and amount is there.';

COMMENT ON COLUMN "public"."facility_interest_terms"."waive_below" IS 'Interest below this, before it is rounded to the cent, is not owed.';

COMMENT ON COLUMN "public"."invoices"."interest_days" IS 'The due date and the days on which interest began to grow otherwise, in order: what reports of a past day read of the breakdown. Null = the interest counts whole from the day after the due date. Says nothing while accrued_interest is 0.';

COMMENT ON COLUMN "public"."invoices"."interest_on_days" IS 'By the end of each of interest_days: the interest and the fee. The last is all of it.';

COMMENT ON COLUMN "public"."invoices"."interest_per_day" IS 'What each day after the one of interest_days added.';

COMMENT ON COLUMN "public"."invoices"."number" IS 'Given when sent, without gaps or reuse; null until then. An imported one is text of at most 40 characters: one of our form (prefix, year, six digits) is followed by the next that is given.';

COMMENT ON COLUMN "public"."invoices"."total" IS 'The sum of the lines; of a draft it follows them.';

COMMENT ON COLUMN "public"."organization_settings"."require_second_approver" IS 'A payroll batch is approved by somebody other than those who prepared it, a payroll adjustment by somebody other than who entered it.';

COMMENT ON COLUMN "public"."payroll_adjustments"."entered_by" IS 'Who entered it, or changed last what is approved of it: not its second approver. Null where no person did.';

COMMENT ON COLUMN "public"."time_entries"."set_aside_at" IS 'When payroll set the entry aside: it is never paid or billed, and no longer waits for approval. Null = it is not.';

COMMENT ON FUNCTION "private"."advance_payroll_batch_status"(uuid, text, uuid) IS 'The logic of public.advance_payroll_batch_status.';

COMMENT ON FUNCTION "private"."apply_rate_hit"(uuid, boolean, boolean) IS 'The logic of public.apply_rate_hit.';

COMMENT ON FUNCTION "private"."audit_time_entries"(text, public.time_entries[]) IS 'Records in the audit log what time entries were before, as given, and are now.';

COMMENT ON FUNCTION "private"."bill_time"(uuid[]) IS 'Brings drafts up to date: a line for every billable hour that no other live invoice has, in its class and at the
bill rate of its day, each rounded half-up to the cent. Lines that are right
stay as they are, and so do adjustments. Raises 409 when an amount would be too large.

invoice_ids: see private.hold_time_to_bill. The caller has called private.bill_alone.';

COMMENT ON FUNCTION "private"."bill_week_of_each"(uuid[], date) IS 'private.bill_week for the facilities; one that is refused, or whose data do not fit, is skipped with the error as its reason. Other errors come out.';

COMMENT ON FUNCTION "private"."check_applied_rate_hit"() IS 'Trigger: when a rate hit is applied, the rates from its day on are their bases and the applied hits.';

COMMENT ON FUNCTION "private"."check_approver_of_adjustment"(public.payroll_adjustments) IS 'Raises 403 when a payroll adjustment is approved by who gets it, or by who entered it and may not.';

COMMENT ON FUNCTION "private"."check_approver_of_time"(public.time_entries) IS 'Raises 403 when a time entry is approved by who worked it.';

COMMENT ON FUNCTION "private"."check_database_of_pg_net"() IS 'Raises 409 when pg_net works in another database of this server; not when the setting cannot be read.';

COMMENT ON FUNCTION "private"."check_employment"(public.contractors, text) IS 'Raises 409 when a contractor with approved time would be employed otherwise than before.';

COMMENT ON FUNCTION "private"."check_entries_are_billed_whole"(uuid[]) IS 'Raises when the live invoice lines of one of the time entries come to other hours than it has; none at all is right.';

COMMENT ON FUNCTION "private"."check_rate_hit"(public.rate_hits, boolean) IS 'Raises when a rate hit comes before the first rate of its assignment, would take a rate to zero or below, or, unless
allow_negative_margin, would lift pay above bill where it is not yet.';

COMMENT ON FUNCTION "private"."check_setting_aside"(public.time_entries, public.time_entries) IS 'Raises when a time entry may not be set aside, or taken back, as the two rows say.';

COMMENT ON FUNCTION "private"."check_time_entry_writer"(public.time_entries, public.time_entries) IS 'Raises when a time entry is, in its state, not in the hands of the signed-in user.';

COMMENT ON FUNCTION "private"."check_time_is_unapproved"(uuid[]) IS 'Raises 409 and names the time entries that are approved, whether locked or not.';

COMMENT ON FUNCTION "private"."count_lines"() IS 'Trigger: brings the totals of the drafts up to date whose lines a statement wrote.';

COMMENT ON FUNCTION "private"."count_unapproved_time"(date, date) IS 'How much of some days is in unapproved_time: drafts, and what was submitted or locked.';

COMMENT ON FUNCTION "private"."fill_base_rates"() IS 'Trigger: the bases of a rate are what it leaves without the rate hits that were applied up to its day. Refuses others.';

COMMENT ON FUNCTION "private"."guard_alert_of_decided"() IS 'Trigger: people acknowledge the alerts of upcoming renewals alone.';

COMMENT ON FUNCTION "private"."guard_check_entry"() IS 'Trigger: refuses a second check of the same facility, method, number and amount.';

COMMENT ON FUNCTION "private"."guard_employment"() IS 'Trigger: a contractor with approved time keeps their employment type, whoever writes.';

COMMENT ON FUNCTION "private"."guard_invoice_line_changes"() IS 'Trigger: lines change on drafts, by the rules of new ones; those of a void invoice are released once, and nothing else.';

COMMENT ON FUNCTION "private"."guard_invoice_lines"() IS 'Trigger: lines are added to and removed from drafts only, at the bill rate of their day, all of an entry or none.';

COMMENT ON FUNCTION "private"."guard_money_of_check"() IS 'Trigger: a reconciled check is its payments in force and its credit, one received or returned has neither, and of a
credit that is left which was not paid from it.';

COMMENT ON FUNCTION "private"."guard_overtime_rule"() IS 'Trigger: an assignment with approved time keeps its overtime rule, whoever writes.';

COMMENT ON FUNCTION "private"."guard_paid_amounts"() IS 'Trigger: refuses paid amounts that are not what the payments in force come to.';

COMMENT ON FUNCTION "private"."hold_time_entries"(uuid[]) IS 'Locks at most 1000 time entries, none of them null; raises 404 and names the ids that do not exist.';

COMMENT ON FUNCTION "private"."interest_through"(public.invoices, date) IS 'Of the interest that stands on an invoice now, what had accrued by the end of a day.

From the last day that accrued on: all of it. Before: the interest of the segments that were over, and of the running
one its share by days, rounded to the cent; with the first day that bears any comes the fee; never more than stands on
the invoice, which a cap may have lessened. Up to the due date: nothing. Interest without segments, such as imported one,
counts whole from the day after the due date.';

COMMENT ON FUNCTION "private"."is_of_deleted_time"(uuid) IS 'Whether there is no time entry of this id any more.';

COMMENT ON FUNCTION "private"."is_plausible_day"(date) IS 'Whether a day lies from 2000-01-01 to 2100-12-31. Null stays null. Triggers ask it with their writer''s rights.';

COMMENT ON FUNCTION "private"."refuse_day"() IS 'Trigger, with a column as its argument: refuses the row where private.is_plausible_day does not hold of it.';

COMMENT ON FUNCTION "private"."refuse_line_rate"(date, numeric, date, numeric) IS 'Raises 409 for a line that bills time at another rate, or of another day, than its own.';

COMMENT ON FUNCTION "private"."refuse_release"() IS 'Raises 409 for a line that is released on an invoice that is not void.';

COMMENT ON FUNCTION "private"."refuse_row"(text, text) IS 'Raises 403, for policies: the caller may not write such a row.';

COMMENT ON FUNCTION "private"."refuse_view_write"() IS 'Trigger of every view: refuses to write it.';

COMMENT ON FUNCTION "private"."reprice_draft_invoices"(public.rate_hits, uuid[]) IS 'Sets the lines of the time that a rate hit reaches to the bill rates of their days. Records each invoice whose
total changed.

hit: applied, in the rates. invoice_ids: the drafts it touches, which the caller holds.';

COMMENT ON FUNCTION "private"."require_pay_not_below_zero"(uuid) IS 'Raises 409 and names the contractors whose pay in a batch is below zero.';

COMMENT ON FUNCTION "private"."require_plausible_days"(jsonb) IS 'Raises 400 and names the days, given as {"name": date}, that lie outside what private.is_plausible_day allows.';

COMMENT ON FUNCTION "private"."require_writer"() IS 'Trigger, with the roles of staff as its arguments, and contractor or contact: raises 403 unless the caller is one.';

COMMENT ON FUNCTION "private"."row_of_request"(uuid, text, jsonb, uuid) IS 'The row that a call answers when it was made before; null for the first time, and without an id.

arguments: what the caller gave. row_id: what the answer will be, the first time. The caller''s other locks come after.';

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

COMMENT ON FUNCTION "private"."take_back_set_aside_time"(uuid[]) IS 'The logic of public.take_back_set_aside_time.';

COMMENT ON FUNCTION "private"."unapproved_time"() IS 'The logic of the view unapproved_time.';

COMMENT ON FUNCTION "private"."weekly_billing_run"(date, boolean, uuid) IS 'The logic of public.weekly_billing_run.';

COMMENT ON FUNCTION "private"."write_off_invoice"(uuid, numeric, text, uuid) IS 'The logic of public.write_off_invoice.';

COMMENT ON FUNCTION "public"."advance_payroll_batch_status"(uuid, text, uuid) IS 'Takes a payroll batch one step on: a draft into review, one in review to approved.

It does not close an approved one: close_and_lock_payroll_batch does.

With organization_settings.require_second_approver, whoever approves has neither prepared nor rebuilt it, and is a
person who is signed in. A batch in which a contractor''s pay is below zero is not approved.

Who: payroll.

Arguments:
payroll_batch_id: the batch, a draft or in review.
expected_status: the status that the caller saw, draft or in_review. It makes a double click harmless: a batch that
    is exactly one step on is returned as it is, and anything else is refused. Without it each call is a step.
request_id: an id of the caller''s for this call; null names none. With it a call may be made again.

Result: the batch. Again with the same request_id: the batch as it is, and no further step.

Errors: role_required, argument_missing, expected_status_unknown, request_id_reused, payroll_batch_not_found,
payroll_batch_status_unexpected, payroll_batch_under_review, payroll_batch_closed, payroll_batch_discarded,
second_approver_required, pay_below_zero.

Example: {"payroll_batch_id": "$payroll_batch_id", "expected_status": "draft"}';

COMMENT ON FUNCTION "public"."advancepayrollbatch_status"(uuid, text, uuid) IS 'advance_payroll_batch_status under its path segment.';

COMMENT ON FUNCTION "public"."apply_rate_hit"(uuid, boolean, boolean) IS 'Writes the dated rate that a rate hit asks for.

The rate in force on the hit''s day changes from that day on, and every later rate moves by the same change; a
second hit on a day adds to the first. Draft invoices and draft payroll batches with time that it reaches are
brought up to date. What is on sent invoices and in closed batches keeps its amounts: payroll pays the
difference in the next batch, and no invoice bills it.

Who: billing, payroll.

Arguments:
rate_hit_id: the rate hit, pending.
allow_retroactive: whether the day may reach time that is already on a sent invoice or in a closed batch.
allow_negative_margin: whether pay may come to exceed bill. Where it does already, it is not asked.

Result: the rate hit, applied. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, rate_hit_not_found, rate_hit_cancelled, rate_hit_before_first_rate,
rate_not_positive, pay_exceeds_bill, rate_too_large, payroll_batch_under_review, rate_hit_reaches_billed_or_paid_time.

Example: {"rate_hit_id": "$rate_hit_id"}';

COMMENT ON FUNCTION "public"."applyratehit"(uuid, boolean, boolean) IS 'apply_rate_hit under its path segment.';

COMMENT ON FUNCTION "public"."close_payroll_period"(uuid) IS 'Closes a payroll period in which everybody is paid.

It is refused, with a count of each, while there are open batches, payable time up to its end that no closed batch paid,
or time in it that is submitted, pending approval or locked without an approval, unless it was set aside. A batch of a
later period pays time of its weeks that comes late. Drafts of time are counted in the words of the refusal, but do not
keep a period open.

Who: payroll.

Arguments:
payroll_period_id: the period.

Result: the period, closed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, payroll_period_not_found, payroll_period_not_finished.

Example: {"payroll_period_id": "$empty_period_id"}';

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
invoices_not_sendable.

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
time_entry_approved.

Example: {"time_entry_ids": ["$time_entry_id"], "reason": "The shift was entered twice."}';

COMMENT ON FUNCTION "public"."take_back_set_aside_time"(uuid[]) IS 'Takes back time that was set aside: it is unapproved again, in the state that it has.

A draft is submitted, submitted time approved as ever. Locked time is put to pending_approval first, which payroll may.

Who: payroll.

Arguments:
time_entry_ids: the entries, at most 1000, all or none.

Result: the entries in the order of their ids, each once. Those that are not set aside are there as they are.

Errors: role_required, argument_missing, too_many_time_entries, time_entry_not_found.

Example: {"time_entry_ids": ["$set_aside_entry_id"]}';

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

COMMENT ON TABLE "public"."audit_log" IS 'What procedures changed, before and after, one row for each candidate, contractor, assignment, rate hit, invoice, check, credit, reconciliation, payroll batch, payroll period, or time entry that was set aside. Not in it: what follows from that (lines, payments, rates, renewals, locked time), and what people write directly.';

COMMENT ON VIEW "private"."open_time" IS 'Time that is not locked yet.

place: where the row lies, for an update in the same statement. is_to_be_locked: lock-ended locks it once its
assignment has ended: all but what waits for approval. is_unapproved: it is in unapproved_time, and stays so when it
is locked.';

COMMENT ON VIEW "public"."contractAlerts" IS 'contract_alerts under its resource name, to read; recruiting acknowledges alerts in contract_alerts.';

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
billed for them until payroll takes them up. unapproved_time names them. It does not make is_ok false.';

COMMENT ON VIEW "public"."unapproved_time" IS 'Every time entry that is not approved, oldest first: drafts, submitted, pending approval, and locked without an
approval. It is neither paid nor billed until that changes. What was set aside is not in it. Staff see all, a
facility''s contacts what was worked there, drafts aside, and contractors nothing: theirs is in time_entries.

age_days: from its day to today in the operating timezone; below zero for a day that has not come.

next_step: what has to happen. submit: the contractor, or staff, submit it. approve: the facility, or staff, approve
it or send it back. take_up_or_set_aside: payroll puts it to pending_approval, or calls set_aside_time.';

REVOKE ALL ON FUNCTION "private"."advance_payroll_batch_status"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."advance_payroll_batch_status"(uuid, text, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."apply_rate_hit"(uuid, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_rate_hit"(uuid, boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."audit_time_entries"(text, public.time_entries[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_applied_rate_hit"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_approver_of_adjustment"(public.payroll_adjustments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_approver_of_time"(public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_database_of_pg_net"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_employment"(public.contractors, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_entries_are_billed_whole"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_rate_hit"(public.rate_hits, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_setting_aside"(public.time_entries, public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_time_entry_writer"(public.time_entries, public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_time_is_unapproved"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_lines"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_unapproved_time"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fill_base_rates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_alert_of_decided"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_check_entry"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_employment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_invoice_line_changes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_money_of_check"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_overtime_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_paid_amounts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_time_entries"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."interest_through"(public.invoices, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_of_deleted_time"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_plausible_day"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_plausible_day"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_day"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_line_rate"(date, numeric, date, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_release"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_row"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_row"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."refuse_view_write"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_pay_not_below_zero"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_plausible_days"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_writer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."row_of_request"(uuid, text, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."schedule_maintenance_jobs"(text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_aside_time"(uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_aside_time"(uuid[], text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."take_back_set_aside_time"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_set_aside_time"(uuid[]) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."unapproved_time"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unapproved_time"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."weekly_billing_run"(date, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."weekly_billing_run"(date, boolean, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."write_off_invoice"(uuid, numeric, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_off_invoice"(uuid, numeric, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."advance_payroll_batch_status"(uuid, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."advancepayrollbatch_status"(uuid, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."apply_rate_hit"(uuid, boolean, boolean) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."applyratehit"(uuid, boolean, boolean) TO "authenticated", "service_role";

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

REVOKE ALL ON TABLE "public"."job_health" FROM "authenticated";

GRANT SELECT ON TABLE "public"."job_health" TO "authenticated";

REVOKE ALL ON TABLE "public"."job_health" FROM "service_role";

GRANT SELECT ON TABLE "public"."job_health" TO "service_role";

REVOKE ALL ON TABLE "public"."unapproved_time" FROM "authenticated";

GRANT SELECT ON TABLE "public"."unapproved_time" TO "authenticated";

REVOKE ALL ON TABLE "public"."unapproved_time" FROM "service_role";

GRANT SELECT ON TABLE "public"."unapproved_time" TO "service_role";
