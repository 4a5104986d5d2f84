set local lock_timeout = '5s';

-- From the release before to the source tree. Drafted by `deno task migration 0_11_0`, which
-- writes it anew until it is released. What is written by hand stands between
-- `-- data move: <why>` and `-- end of data move`, and is kept.

SET local check_function_bodies = off;

REVOKE ALL ("user_id") ON TABLE "public"."facility_contacts" FROM "authenticated";

REVOKE ALL ("user_id") ON TABLE "public"."staff_members" FROM "authenticated";

DROP POLICY "recruiting_ends" ON "public"."assignments";

DROP POLICY "staff_and_contacts_read" ON "public"."facility_contacts";

DROP POLICY "staff_read" ON "public"."facility_credits";

DROP POLICY "staff_contractors_and_contacts_change" ON "public"."time_entries";

DROP TRIGGER "paid_stipends_stay" ON "public"."assignment_stipends";

DROP TRIGGER "stipends_in_batches_are_kept" ON "public"."assignment_stipends";

DROP TRIGGER "weeks_of_changed_multipliers_are_compared" ON "public"."assignments";

DROP TRIGGER "hired_candidates_are_kept" ON "public"."candidates";

DROP TRIGGER "posted_reconciliations_are_kept" ON "public"."check_reconciliations";

DROP TRIGGER "reconciliations_are_deleted_while_proposed" ON "public"."check_reconciliations";

DROP TRIGGER "checks_are_deleted_until_they_are_reconciled" ON "public"."checks";

DROP TRIGGER "checks_change_until_they_are_reconciled" ON "public"."checks";

DROP TRIGGER "posted_checks_are_kept" ON "public"."checks";

DROP TRIGGER "renewals_are_deleted_while_upcoming" ON "public"."contract_renewals";

DROP TRIGGER "only_billing_writes" ON "public"."facility_contacts";

DROP TRIGGER "credits_are_not_deleted" ON "public"."facility_credits";

DROP TRIGGER "credits_are_only_spent_and_reversed" ON "public"."facility_credits";

DROP TRIGGER "lines_of_time_are_the_procedures" ON "public"."invoice_lines";

DROP TRIGGER "invoice_moves_are_legal" ON "public"."invoices";

DROP TRIGGER "invoices_are_deleted_as_drafts" ON "public"."invoices";

DROP TRIGGER "payments_are_not_deleted" ON "public"."payments";

DROP TRIGGER "payments_are_only_reversed" ON "public"."payments";

DROP TRIGGER "approved_adjustments_are_due" ON "public"."payroll_adjustments";

DROP TRIGGER "new_adjustments_are_due" ON "public"."payroll_adjustments";

DROP TRIGGER "payroll_adjustments_in_batches_are_kept" ON "public"."payroll_adjustments";

DROP TRIGGER "payroll_batches_are_deleted_as_drafts" ON "public"."payroll_batches";

DROP TRIGGER "closed_payroll_periods_stay" ON "public"."payroll_periods";

DROP TRIGGER "closed_periods_are_kept" ON "public"."payroll_periods";

DROP TRIGGER "decided_rate_hits_are_kept" ON "public"."rate_hits";

DROP TRIGGER "rate_hits_are_deleted_while_pending" ON "public"."rate_hits";

DROP TRIGGER "time_entries_are_deleted_as_drafts" ON "public"."time_entries";

DROP TRIGGER "time_entry_moves_are_legal" ON "public"."time_entries";

DROP TRIGGER "time_is_due_when_it_becomes_payable" ON "public"."time_entries";

DROP TRIGGER "time_set_aside_is_not_deleted" ON "public"."time_entries";

DROP VIEW "public"."contractAlerts";

DROP VIEW "public"."my_assignments";

DROP VIEW "public"."my_pay_rates";

DROP VIEW "public"."unapproved_time";

ALTER TABLE "public"."assignment_stipends"
  DROP CONSTRAINT "stipend_kind_is_known";

ALTER TABLE "public"."assignments"
  DROP CONSTRAINT "overtime_rule_is_known";

ALTER TABLE "public"."contractors"
  DROP CONSTRAINT "contractor_has_one_user";

ALTER TABLE "public"."contractors"
  DROP CONSTRAINT "employment_type_is_known";

ALTER TABLE "public"."payments"
  DROP CONSTRAINT "payment_source_is_known";

ALTER TABLE "public"."payroll_item_lines"
  DROP CONSTRAINT "pay_kind_is_of_the_line";

DROP FUNCTION "private"."ar_aging_as_of"(date);

DROP FUNCTION "private"."check_hire"(date, numeric, numeric, date, text, text, date, boolean);

DROP FUNCTION "private"."check_time_is_unapproved"(uuid[]);

DROP FUNCTION "private"."compare_weeks_of_assignments"();

DROP FUNCTION "private"."count_late_entries"(date);

DROP FUNCTION "private"."hire_candidate"(uuid, uuid, date, numeric, numeric, date, text, text, date, boolean);

DROP FUNCTION "private"."my_assignments"();

DROP FUNCTION "private"."my_pay_rates"();

DROP FUNCTION "private"."unapproved_time"();

DROP FUNCTION "public"."ar_aging_as_of"(date);

DROP VIEW "public"."ar_aging";

DROP FUNCTION "public"."hire_candidate"(uuid, uuid, date, numeric, numeric, date, text, text, date, boolean);

ALTER TABLE "public"."assignments"
  ALTER COLUMN "bill_doubletime_multiplier" DROP DEFAULT;

ALTER TABLE "public"."assignments"
  ALTER COLUMN "bill_overtime_multiplier" DROP DEFAULT;

CREATE TABLE "private"."invitations" (
  "id"          uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "kind"        text                     NOT NULL,
  "row_id"      uuid                     NOT NULL,
  "code_sha256" bytea                    NOT NULL,
  "created_at"  timestamp with time zone NOT NULL,
  "created_by"  uuid,
  "expires_at"  timestamp with time zone NOT NULL,
  "accepted_at" timestamp with time zone,
  "accepted_by" uuid,
  "voided_at"   timestamp with time zone,
  "void_reason" text,
  CONSTRAINT "invitation_ends_once" CHECK (((accepted_at IS NULL) OR (voided_at IS NULL))),
  CONSTRAINT "invitation_is_accepted_by_somebody" CHECK (((accepted_at IS NULL) = (accepted_by IS NULL))),
  CONSTRAINT "invitation_is_voided_for_a_reason" CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
  CONSTRAINT "invitation_kind_is_known" CHECK ((kind = ANY (ARRAY['staff_member'::text, 'contractor'::text, 'facility_contact'::text]))),
  CONSTRAINT "invitation_void_reason_is_known" CHECK ((void_reason = ANY (ARRAY['withdrawn'::text, 'replaced'::text, 'changed'::text]))),
  CONSTRAINT "invitations_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE private.invitations FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE TABLE "private"."user_links" (
  "id"          bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "kind"        text                     NOT NULL,
  "row_id"      uuid                     NOT NULL,
  "user_id"     uuid                     NOT NULL,
  "name"        text,
  "email"       text,
  "linked_at"   timestamp with time zone NOT NULL,
  "unlinked_at" timestamp with time zone,
  CONSTRAINT "user_link_kind_is_known" CHECK ((kind = ANY (ARRAY['staff_member'::text, 'contractor'::text, 'facility_contact'::text]))),
  CONSTRAINT "user_links_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE private.user_links FROM PUBLIC, "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE private.user_links_id_seq FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "private"."user_links"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."assignment_bill_terms" (
  "assignment_id"         uuid                     NOT NULL,
  "effective_from"        date                     NOT NULL,
  "overtime_rule"         text                     NOT NULL,
  "scope"                 text                     NOT NULL DEFAULT 'facility'::text,
  "overtime_multiplier"   numeric(5,3)             NOT NULL DEFAULT 1.5,
  "doubletime_multiplier" numeric(5,3)             NOT NULL DEFAULT 2.0,
  "created_at"            timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "assignment_bill_terms_pkey" PRIMARY KEY (assignment_id, effective_from),
  CONSTRAINT "bill_scope_is_known" CHECK ((scope = ANY (ARRAY['facility'::text, 'assignment'::text, 'contractor'::text]))),
  CONSTRAINT "doubletime_multiplier_is_at_least_one" CHECK ((doubletime_multiplier >= (1)::numeric)),
  CONSTRAINT "doubletime_multiplier_is_finite" CHECK ((doubletime_multiplier <> 'NaN'::numeric)),
  CONSTRAINT "effective_from_is_finite" CHECK (isfinite(effective_from)),
  CONSTRAINT "overtime_multiplier_is_at_least_one" CHECK ((overtime_multiplier >= (1)::numeric)),
  CONSTRAINT "overtime_multiplier_is_finite" CHECK ((overtime_multiplier <> 'NaN'::numeric))
);

ALTER TABLE "public"."assignment_bill_terms"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."assignment_bill_terms" FROM "anon";

CREATE TABLE "public"."credit_note_lines" (
  "credit_note_id"  uuid                     NOT NULL,
  "invoice_line_id" uuid                     NOT NULL,
  "created_at"      timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "credit_note_lines_pkey" PRIMARY KEY (invoice_line_id)
);

ALTER TABLE "public"."credit_note_lines"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."credit_note_lines" FROM "anon";

CREATE TABLE "public"."credit_notes" (
  "id"            uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "invoice_id"    uuid                     NOT NULL,
  "facility_id"   uuid                     NOT NULL,
  "number"        text                     NOT NULL,
  "amount"        numeric(12,2)            NOT NULL,
  "counts_on"     date                     NOT NULL,
  "reinstates"    boolean                  NOT NULL,
  "reason"        text                     NOT NULL,
  "issued_on"     date                     NOT NULL,
  "facility_name" text                     NOT NULL,
  "billing_email" text,
  "created_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "amount_is_finite" CHECK ((amount <> 'NaN'::numeric)),
  CONSTRAINT "counts_on_is_finite" CHECK (isfinite(counts_on)),
  CONSTRAINT "credit_note_has_a_reason" CHECK ((reason ~ '\S'::text)),
  CONSTRAINT "credit_note_is_positive" CHECK ((amount > (0)::numeric)),
  CONSTRAINT "credit_note_number_is_unique" UNIQUE (number),
  CONSTRAINT "credit_notes_pkey" PRIMARY KEY (id),
  CONSTRAINT "issued_on_is_finite" CHECK (isfinite(issued_on)),
  "issued_by"     uuid                     DEFAULT private.user_id()
);

ALTER TABLE "public"."credit_notes"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."credit_notes" FROM "anon";

CREATE TABLE "public"."overtime_rules" (
  "name"                       text                     NOT NULL,
  "title"                      text                     NOT NULL,
  "daily_overtime_after"       numeric(4,2),
  "daily_doubletime_after"     numeric(4,2),
  "weekly_overtime_after"      numeric(5,2),
  "seventh_day"                boolean                  NOT NULL DEFAULT false,
  "consecutive_overtime_after" numeric(4,2),
  "asks_for"                   text,
  "source"                     text                     NOT NULL,
  "created_at"                 timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "consecutive_overtime_after_is_finite" CHECK ((consecutive_overtime_after <> 'NaN'::numeric)),
  CONSTRAINT "consecutive_overtime_is_within_a_day" CHECK (((consecutive_overtime_after > (0)::numeric) AND (consecutive_overtime_after <= (24)::numeric))),
  CONSTRAINT "daily_doubletime_after_is_finite" CHECK ((daily_doubletime_after <> 'NaN'::numeric)),
  CONSTRAINT "daily_doubletime_is_within_a_day" CHECK (((daily_doubletime_after > (0)::numeric) AND (daily_doubletime_after <= (24)::numeric))),
  CONSTRAINT "daily_overtime_after_is_finite" CHECK ((daily_overtime_after <> 'NaN'::numeric)),
  CONSTRAINT "daily_overtime_is_within_a_day" CHECK (((daily_overtime_after > (0)::numeric) AND (daily_overtime_after <= (24)::numeric))),
  CONSTRAINT "doubletime_begins_after_overtime" CHECK ((daily_doubletime_after >= daily_overtime_after)),
  CONSTRAINT "overtime_rule_asks_for_something" CHECK ((asks_for ~ '\S'::text)),
  CONSTRAINT "overtime_rule_name_is_a_word" CHECK ((name ~ '^[a-z][a-z0-9_]{1,39}$'::text)),
  CONSTRAINT "overtime_rule_source_is_not_blank" CHECK ((source ~ '\S'::text)),
  CONSTRAINT "overtime_rule_title_is_not_blank" CHECK ((title ~ '\S'::text)),
  CONSTRAINT "overtime_rules_pkey" PRIMARY KEY (name),
  CONSTRAINT "seventh_day_counts_the_hours_of_a_day" CHECK (((NOT seventh_day) OR (daily_overtime_after IS NOT NULL))),
  CONSTRAINT "weekly_overtime_after_is_finite" CHECK ((weekly_overtime_after <> 'NaN'::numeric)),
  CONSTRAINT "weekly_overtime_is_within_a_week" CHECK (((weekly_overtime_after > (0)::numeric) AND (weekly_overtime_after <= (168)::numeric)))
);

ALTER TABLE "public"."overtime_rules"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."overtime_rules" FROM "anon";

ALTER TABLE "public"."assignment_stipends"
  ADD COLUMN "daily_amount" numeric(12,2);

ALTER TABLE "public"."assignment_stipends"
  ADD COLUMN "shift_amount" numeric(12,2);

ALTER TABLE "public"."assignments"
  ADD COLUMN "overtime_rule_reason" text;

ALTER TABLE "public"."candidates"
  ADD COLUMN "hired_by" uuid;

ALTER TABLE "public"."checks"
  ADD COLUMN "returned_by" uuid;

ALTER TABLE "public"."facilities"
  ADD COLUMN "timezone" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "bill_overtime_rule" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "bill_scope" text NOT NULL DEFAULT 'facility'::text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "bill_overtime_multiplier" numeric(5,3) NOT NULL DEFAULT 1.5;

ALTER TABLE "public"."facilities"
  ADD COLUMN "bill_doubletime_multiplier" numeric(5,3) NOT NULL DEFAULT 2.0;

ALTER TABLE "public"."facility_contacts"
  ADD COLUMN "name" text;

ALTER TABLE "public"."facility_contacts"
  ADD COLUMN "email" text;

ALTER TABLE "public"."facility_contacts"
  ADD COLUMN "is_active" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."facility_credits"
  ADD COLUMN "credit_note_id" uuid;

ALTER TABLE "public"."invoices"
  ADD COLUMN "sent_by" uuid;

ALTER TABLE "public"."invoices"
  ADD COLUMN "voided_by" uuid;

ALTER TABLE "public"."invoices"
  ADD COLUMN "disputed_at" timestamp WITH time zone;

ALTER TABLE "public"."invoices"
  ADD COLUMN "disputed_by" uuid;

ALTER TABLE "public"."invoices"
  ADD COLUMN "dispute_reason" text;

ALTER TABLE "public"."payments"
  ADD COLUMN "credit_note_id" uuid;

ALTER TABLE "public"."payments"
  ADD COLUMN "moved_at" timestamp WITH time zone;

ALTER TABLE "public"."payroll_adjustments"
  ADD COLUMN "is_flat_sum" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."payroll_adjustments"
  ADD COLUMN "earned_from" date;

ALTER TABLE "public"."payroll_adjustments"
  ADD COLUMN "earned_to" date;

ALTER TABLE "public"."payroll_periods"
  ADD COLUMN "closed_by" uuid;

ALTER TABLE "public"."staff_members"
  ADD COLUMN "name" text;

ALTER TABLE "public"."staff_members"
  ADD COLUMN "email" text;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "sent_back_at" timestamp WITH time zone;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "sent_back_by" uuid;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "sent_back_reason" text;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "corrected_at" timestamp WITH time zone;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "corrected_by" uuid;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "correction_reason" text;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "hours_before_correction" numeric(5,2);

ALTER TABLE "public"."time_entries"
  ADD COLUMN "work_date_before_correction" date;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "shift_id" uuid;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "shift_contractor_id" uuid;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "started_at" timestamp WITH time zone;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "ended_at" timestamp WITH time zone;

ALTER TABLE "public"."time_entries"
  ADD COLUMN "break_minutes" integer;

ALTER TABLE "public"."assignment_stipends"
  ALTER COLUMN "weekly_amount" DROP NOT NULL;

ALTER TABLE "public"."assignments"
  ALTER COLUMN "bill_doubletime_multiplier" DROP NOT NULL;

ALTER TABLE "public"."assignments"
  ALTER COLUMN "bill_overtime_multiplier" DROP NOT NULL;

ALTER TABLE "public"."facility_contacts"
  ALTER COLUMN "user_id" DROP NOT NULL;

ALTER TABLE "public"."facility_credits"
  ALTER COLUMN "check_id" DROP NOT NULL;

ALTER TABLE "public"."staff_members"
  ALTER COLUMN "user_id" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.accept_invitation (
  code text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_user uuid;
    v_reason text;
    v_person private.people;
    v_invitation private.invitations;
begin
    v_user := private.require_sign_in();
    perform private.require_arguments(jsonb_build_object('code', accept_invitation.code));
    select invitation.*
      into v_invitation
      from private.invitations as invitation
     where invitation.code_sha256 = private.code_sha256(accept_invitation.code);
    if found then
        -- What had become of it until the lock was ours counts.
        v_person := private.hold_person(v_invitation.kind, v_invitation.row_id);
        select invitation.* into v_invitation from private.invitations as invitation where invitation.id = v_invitation.id;
    end if;

    if v_invitation.accepted_by = v_user and v_person.user_id = v_user then
        return jsonb_build_object('kind', v_invitation.kind, 'id', v_invitation.row_id);
    end if;
    v_reason := private.why_not_valid(v_invitation);
    if not v_person.is_active and coalesce(v_reason, 'changed') = 'changed' then
        perform private.refuse_inactive(v_person);
    end if;
    if v_reason is not null then
        perform private.refuse_code(v_reason, v_invitation);
    end if;
    if v_person.user_id is not null then
        perform private.refuse_linked(v_person);
    end if;

    update private.invitations as invitation
       set accepted_at = (private.clock()).at,
           accepted_by = v_user
     where invitation.id = v_invitation.id;
    begin
        perform private.link_person(v_invitation.kind, v_invitation.row_id, v_user);
    exception when unique_violation then
        -- Asked of the indexes, since the user may accept two codes at once.
        perform private.refuse(
            409, 'user_already_linked',
            format('You sign in as another %s already.', replace(v_invitation.kind, '_', ' ')),
            'Have an admin unlink you there first, or sign in as somebody else.');
    end;
    return jsonb_build_object('kind', v_invitation.kind, 'id', v_invitation.row_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.accept_invitation(text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
            format('%s is %s, not %s.', private.name_of_payroll_batch(v_before), replace(v_before.status, '_', ' '),
                   replace(advance_payroll_batch_status.expected_status, '_', ' ')),
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

CREATE OR REPLACE FUNCTION private.ar_history (
  from_date date,
  to_date   date,
  step      text
)
  RETURNS TABLE (
    as_of                  date,
    current                numeric,
    days_1_30              numeric,
    days_31_60             numeric,
    days_61_90             numeric,
    days_91_plus           numeric,
    balance                numeric,
    billed_91_days         numeric,
    days_sales_outstanding numeric
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_timezone constant text := (
        select settings.operating_timezone from public.organization_settings as settings);
    v_days date[];
    v_first date;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object(
        'from_date', ar_history.from_date, 'to_date', ar_history.to_date, 'step', ar_history.step));
    perform private.require_finite_dates(jsonb_build_object(
        'from_date', ar_history.from_date, 'to_date', ar_history.to_date));
    perform private.require_plausible_days(jsonb_build_object(
        'from_date', ar_history.from_date, 'to_date', ar_history.to_date));
    if ar_history.step not in ('week', 'month') then
        perform private.refuse(
            400, 'step_unknown', format('The step %L is none.', ar_history.step), 'Give week or month.');
    elsif ar_history.to_date < ar_history.from_date then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The history would end on %s, before it starts on %s.', ar_history.to_date, ar_history.from_date),
            'Give a to_date on or after the from_date.');
    end if;
    v_days := array(select private.ends_of_steps(ar_history.from_date, ar_history.to_date, ar_history.step));
    if cardinality(v_days) > 520 then
        perform private.refuse(
            400, 'history_too_long',
            format('From %s to %s there are %s steps.', ar_history.from_date, ar_history.to_date, cardinality(v_days)),
            'Ask for 520 steps at most: ten years of weeks.');
    end if;
    v_first := v_days[1];

    return query
    with invoice as not materialized (
        select sent.id, sent.due_date, sent.issue_date, sent.total,
               coalesce((sent.voided_at at time zone v_timezone)::date, 'infinity') as until_day
          from public.invoices as sent
         where sent.sent_at is not null
           and sent.issue_date <= ar_history.to_date
    ), entry as ( -- an amount, due on a day, that stands from one day until before another; sold_on: of invoices
        select invoice.due_date, invoice.issue_date as from_day, invoice.until_day, invoice.total as amount,
               invoice.issue_date as sold_on
          from invoice
         union all
        select invoice.due_date, greatest(payment.paid_on, invoice.issue_date, (payment.moved_at at time zone v_timezone)::date),
               least((payment.reversed_at at time zone v_timezone)::date, invoice.until_day), -payment.amount, null
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where payment.component = 'principal'
    ), together as ( -- days before the first that make no difference to it become one
        select greatest(entry.due_date, v_first - 91) as due_date,
               greatest(entry.from_day, v_first) as from_day,
               case when entry.until_day > ar_history.to_date then 'infinity' else entry.until_day end as until_day,
               case when entry.sold_on > v_first - 91 then entry.sold_on end as sold_on,
               sum(entry.amount) as amount
          from entry
         where entry.from_day <= ar_history.to_date and entry.until_day > v_first
         group by 1, 2, 3, 4
    ), aged as (
        select day.as_of,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date <= 0), 0.00) as current,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date between 1 and 30), 0.00) as d30,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date between 31 and 60), 0.00) as d60,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date between 61 and 90), 0.00) as d90,
               coalesce(sum(together.amount) filter (where day.as_of - together.due_date > 90), 0.00) as d91,
               coalesce(sum(together.amount), 0.00) as balance,
               coalesce(sum(together.amount) filter (where together.sold_on > day.as_of - 91), 0.00) as billed
          from unnest(v_days) as day (as_of)
          left join together on together.from_day <= day.as_of and together.until_day > day.as_of
         group by day.as_of
    )
    select aged.as_of, aged.current, aged.d30, aged.d60, aged.d90, aged.d91, aged.balance, aged.billed,
           case when aged.billed > 0 then round(aged.balance / aged.billed * 91, 1) end
      from aged
     order by aged.as_of;
end;
$function$;

REVOKE ALL ON FUNCTION private.ar_history(date,date,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.audit_invitation (
  procedure  text,
  invitation private.invitations
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    -- The log, which admins read, says nothing of the code, and has no digest to compare a guess with.
    select private.audit(
               audit_invitation.procedure, 'invitations', (audit_invitation.invitation).id,
               case when (audit_invitation.invitation).voided_at is not null
                    then written.row || '{"voided_at": null, "void_reason": null}' end,
               written.row)
      from (select to_jsonb(audit_invitation.invitation) - 'code_sha256') as written (row);
$function$;

REVOKE ALL ON FUNCTION private.audit_invitation(text,private.invitations) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.begin_bill_terms()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into public.assignment_bill_terms (
        assignment_id, effective_from, overtime_rule, scope, overtime_multiplier, doubletime_multiplier)
    select assignment.id, calendar.week_start, coalesce(facility.bill_overtime_rule, assignment.overtime_rule),
           facility.bill_scope, assignment.bill_overtime_multiplier, assignment.bill_doubletime_multiplier
      from placed as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
      join (select one.day, private.workweek_start(one.day) as week_start
              from (select distinct placed.start_date from placed) as one (day)
            offset 0) as calendar -- once per day, not once per assignment
        on calendar.day = assignment.start_date;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.begin_bill_terms() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.bill_alone()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    perform private.hold_billing();
    perform private.hold_rates();
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
                where (due.invoice_id, due.time_entry_id, due.work_date, due.kind, due.hours, due.rate, due.multiplier)
                    = (line.invoice_id, line.time_entry_id, line.work_date, line.kind, line.hours, line.rate,
                       line.multiplier))
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
                  and (due.invoice_id, due.time_entry_id, due.work_date, due.kind, due.hours, due.rate, due.multiplier)
                    = (line.invoice_id, line.time_entry_id, line.work_date, line.kind, line.hours, line.rate,
                       line.multiplier))
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

    -- So may the next week, where a shift goes on into it.
    perform private.compare_weeks(
               array_agg(time.contractor_id), array_agg(time.work_date + 1), bill_time.invoice_ids)
       from unnest(v_contractor_ids, v_entry_ids, v_work_dates) as time (contractor_id, entry_id, work_date)
       join public.time_entries as entry on entry.id = time.entry_id
      where entry.started_at is not null
        and time.work_date = private.workweek_start(time.work_date) + 6
     having count(*) > 0;
exception when numeric_value_out_of_range then
    perform private.refuse_amount();
end;
$function$;

CREATE OR REPLACE FUNCTION private.bill_week (
  facility_ids uuid[],
  week_start   date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_week_end constant date := bill_week.week_start + 6;
    v_drafts constant public.invoices[] := array(
        select distinct on (draft.facility_id) draft
          from public.invoices as draft
         where draft.facility_id = any (bill_week.facility_ids)
           and draft.period_start = bill_week.week_start
           and draft.period_end = v_week_end
           and draft.status = 'draft'
         order by draft.facility_id, draft.created_at, draft.id);
    v_draft_ids uuid[];
    v_new_ids uuid[];
    v_obstacles jsonb;
begin
    select coalesce(array_agg(draft.id), '{}') into v_draft_ids from unnest(v_drafts) as draft;

    -- Few have one; only their time is looked at.
    with obstacle as materialized (
        select other.*
          from unnest(bill_week.facility_ids) as facility (id)
         cross join lateral private.invoice_in_the_way(facility.id, bill_week.week_start, v_week_end) as other
         where other.id is not null
           and facility.id not in (select draft.facility_id from unnest(v_drafts) as draft)
    )
    select coalesce(jsonb_object_agg(obstacle.facility_id, case
               when obstacle.number is null
               then format('A draft from %s to %s overlaps the week.', obstacle.period_start, obstacle.period_end)
               else format('Invoice %s from %s to %s covers the week or a part of it.',
                           obstacle.number, obstacle.period_start, obstacle.period_end) end), '{}')
      into v_obstacles
      from obstacle
     where exists (
           select from public.unbilled_time as time
            where time.facility_id = obstacle.facility_id
              and time.work_date between bill_week.week_start and v_week_end);

    with made as (
        insert into public.invoices (facility_id, kind, period_start, period_end)
        select facility.id, 'weekly', bill_week.week_start, v_week_end
          from unnest(bill_week.facility_ids) as facility (id)
         where facility.id not in (select draft.facility_id from unnest(v_drafts) as draft)
           and (private.invoice_in_the_way(facility.id, bill_week.week_start, v_week_end)).id is null
        returning id)
    select coalesce(array_agg(made.id), '{}') into v_new_ids from made;

    perform private.bill_time(v_draft_ids || v_new_ids);

    -- Where there was nothing to bill.
    delete from public.invoices as invoice
     where invoice.id = any (v_new_ids)
       and not exists (select from public.invoice_lines as line where line.invoice_id = invoice.id);

    perform private.audit('weekly_billing_run', 'invoices', invoice.id, to_jsonb(draft), to_jsonb(invoice))
       from public.invoices as invoice
       left join unnest(v_drafts) as draft on draft.id = invoice.id
      where invoice.id = any (v_draft_ids || v_new_ids)
        and to_jsonb(invoice) is distinct from to_jsonb(draft)
      order by invoice.id;

    return (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'facility_id', facility.id,
                   'facility', facility.name,
                   'outcome', case when v_obstacles ? facility.id::text then 'skipped'
                                   when invoice.id = any (v_new_ids) then 'created' else 'existing' end,
                   'reason', v_obstacles ->> facility.id::text,
                   'invoice_id', invoice.id,
                   'entries', coalesce(billed.entries, 0),
                   'amount', coalesce(invoice.total, 0.00)::text,
                   'regular_hours', coalesce(billed.regular_hours, 0.00)::text,
                   'overtime_hours', coalesce(billed.overtime_hours, 0.00)::text,
                   'doubletime_hours', coalesce(billed.doubletime_hours, 0.00)::text)), '[]')
          from public.facilities as facility
          left join public.invoices as invoice
            on invoice.facility_id = facility.id and invoice.id = any (v_draft_ids || v_new_ids)
          left join lateral (
               select count(distinct line.time_entry_id) as entries,
                      sum(line.hours) filter (where line.kind = 'regular') as regular_hours,
                      sum(line.hours) filter (where line.kind = 'overtime') as overtime_hours,
                      sum(line.hours) filter (where line.kind = 'doubletime') as doubletime_hours
                 from public.invoice_lines as line
                where line.invoice_id = invoice.id) as billed on true
         where facility.id = any (bill_week.facility_ids)
           and (invoice.id is not null or v_obstacles ? facility.id::text));
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
                       'reason', sqlerrm, 'invoice_id', null, 'entries', 0, 'amount', '0.00',
                       'regular_hours', '0.00', 'overtime_hours', '0.00', 'doubletime_hours', '0.00'))
              from public.facilities as facility
             where facility.id = any (bill_week_of_each.facility_ids));
    end if;
    return private.bill_week_of_each(bill_week_of_each.facility_ids[:v_half], bill_week_of_each.week_start)
        || private.bill_week_of_each(bill_week_of_each.facility_ids[v_half + 1:], bill_week_of_each.week_start);
end;
$function$;

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
    select 'job', (not health.is_ok)::int, null::numeric, null::date, health.job, health.last_run_at,
           health.last_run_status
      from public.job_health as health
     order by health.job;
end;
$function$;

REVOKE ALL ON FUNCTION private.board() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.bonuses_earned_in (
  contractor_ids uuid[],
  week_starts    date[]
)
  RETURNS TABLE (
    contractor_id         uuid,
    payroll_adjustment_id uuid,
    amount                numeric,
    is_flat_sum           boolean,
    first_week_start      date,
    last_week_start       date
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select distinct adjustment.contractor_id, adjustment.id, adjustment.amount, adjustment.is_flat_sum,
           adjustment.earned_from - ((adjustment.earned_from - week.start) % 7 + 7) % 7,
           adjustment.earned_to - ((adjustment.earned_to - week.start) % 7 + 7) % 7
      from unnest(bonuses_earned_in.contractor_ids, bonuses_earned_in.week_starts) as week (contractor_id, start)
      join public.payroll_adjustments as adjustment
        on adjustment.contractor_id = week.contractor_id
       and adjustment.earned_from <= week.start + 6
       and adjustment.earned_to >= week.start
     where adjustment.earned_from is not null -- as the index has it
       and adjustment.approved_at is not null;
$function$;

REVOKE ALL ON FUNCTION private.bonuses_earned_in(uuid[],date[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.break_of_first_part (
  started_at       timestamp with time zone,
  ended_at         timestamp with time zone,
  midnight         timestamp with time zone,
  break_minutes    integer,
  break_started_at timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_minutes constant int := break_of_first_part.break_minutes;
    v_begin constant timestamptz := break_of_first_part.break_started_at;
    v_all constant int := private.minutes_between(break_of_first_part.started_at, break_of_first_part.ended_at);
    v_first constant int := least(
        v_all, private.minutes_between(break_of_first_part.started_at, break_of_first_part.midnight));
begin
    if v_minutes = 0 and v_begin is null then
        return 0;
    elsif v_minutes < 30 then
        perform private.refuse(
            400, 'break_not_valid',
            format('A break of %s is too short: a duty-free meal has at least 30 (COMPS Order 5.1).',
                   private.counted(v_minutes, 'minute', 'minutes')),
            'Give 0 and no begin where there was none; shorter rests are paid and no break.');
    elsif v_begin is null then
        -- A minute of work before it and one after.
        if v_minutes > greatest(v_first, v_all - v_first) - 2 then
            perform private.refuse(
                400, 'break_not_valid',
                format('A break of %s minutes does not lie inside the shift%s, which has %s.', v_minutes,
                       case when v_first < v_all then '''s longer part' else '' end,
                       private.counted(greatest(v_first, v_all - v_first), 'minute', 'minutes')),
                'Correct the minutes, or give break_started_at where it goes over midnight.');
        end if;
        return case when v_first >= v_all - v_first then v_minutes else 0 end;
    elsif (case when v_begin > break_of_first_part.started_at and v_begin < break_of_first_part.ended_at
                then extract(epoch from v_begin) % 60 = 0
                     and v_minutes < private.minutes_between(v_begin, break_of_first_part.ended_at)
           end) is not true then
        perform private.refuse(
            400, 'break_not_valid',
            'The break does not lie inside the shift, after its begin and before its end, on whole minutes.',
            'Correct break_started_at or break_minutes, or leave break_started_at out.');
    end if;
    return greatest(0, least(v_minutes, private.minutes_between(v_begin, break_of_first_part.midnight)));
end;
$function$;

REVOKE ALL ON FUNCTION private.break_of_first_part(timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,timestamp with time zone) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.change_bill_terms()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.change_rates();
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.change_bill_terms() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.changes_of_week (
  assignment_id uuid,
  week_start    date,
  days          jsonb
)
  RETURNS TABLE (
    time_entry_id uuid,
    work_date     date,
    hours         numeric
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_bad record;
begin
    perform private.require_arguments(jsonb_build_object(
        'assignment_id', changes_of_week.assignment_id, 'week_start', changes_of_week.week_start,
        'days', changes_of_week.days));
    perform private.require_finite_dates(jsonb_build_object('week_start', changes_of_week.week_start));
    perform private.require_plausible_days(jsonb_build_object('week_start', changes_of_week.week_start));
    perform private.require_week_start(changes_of_week.week_start);
    perform private.require_writer_of_time(changes_of_week.assignment_id);
    perform private.hours_of_days(changes_of_week.week_start, changes_of_week.days);

    perform private.hold_time();
    perform private.hold_contractors(array[changes_of_week.assignment_id]);

    select asked.work_date, entered.hours, entered.status, entered.has_shift
      into v_bad
      from private.hours_of_days(changes_of_week.week_start, changes_of_week.days) as asked
      join (select entry.work_date, sum(entry.hours) as hours,
                   min(entry.status) filter (where entry.status <> 'draft') as status,
                   bool_or(entry.shift_id is not null) as has_shift
              from public.time_entries as entry
             where entry.assignment_id = changes_of_week.assignment_id
               and entry.work_date between changes_of_week.week_start and changes_of_week.week_start + 6
               and entry.set_aside_at is null
             group by entry.work_date) as entered on entered.work_date = asked.work_date
     where (entered.status is not null or entered.has_shift) and entered.hours <> asked.hours
     order by asked.work_date
     limit 1;
    if found and v_bad.status is null then
        perform private.refuse(
            409, 'time_entry_of_shift',
            format('%s has a shift, which keeps its hours: the day has %s.', v_bad.work_date, v_bad.hours),
            'Leave the day as it is, or delete the entries of the shift and enter it again (enter_shift).');
    elsif found then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time of %s is %s, with %s hours: it changes only in draft.',
                   v_bad.work_date, replace(v_bad.status, '_', ' '), v_bad.hours),
            'Have it sent back to draft first, or leave the day as it is.');
    end if;

    return query
    with asked as (
        select * from private.hours_of_days(changes_of_week.week_start, changes_of_week.days)
    ), draft as (
        select entry.id, entry.work_date, entry.hours,
               sum(entry.hours) over (partition by entry.work_date) as hours_of_day,
               row_number() over (partition by entry.work_date order by entry.created_at, entry.id) as nth
          from public.time_entries as entry
          join asked on asked.work_date = entry.work_date
         where entry.assignment_id = changes_of_week.assignment_id
           and entry.set_aside_at is null
    )
    -- A day has one draft afterwards; several that come to its hours stay as they are.
    select draft.id, asked.work_date, case when coalesce(draft.nth, 1) = 1 and asked.hours > 0 then asked.hours end
      from asked
      left join draft on draft.work_date = asked.work_date
     where coalesce(draft.hours_of_day, 0) <> asked.hours
       and (draft.nth = 1 and draft.hours = asked.hours) is not true;
end;
$function$;

REVOKE ALL ON FUNCTION private.changes_of_week(uuid,date,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
            format('The %s of %s, payable on %s, is the approver''s own pay.',
                   adjustment.kind, adjustment.amount, adjustment.payable_on),
            'Have somebody else with the role payroll approve it.');
    end if;
    if adjustment.approved_by = adjustment.entered_by
        and (select settings.require_second_approver from public.organization_settings as settings) then
        perform private.refuse(
            403, 'second_approver_required',
            format('The %s of %s, payable on %s, was entered, or changed last, by who approves it.',
                   adjustment.kind, adjustment.amount, adjustment.payable_on),
            'Have somebody else with the role payroll approve it: the firm asks for a second approver.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_becoming_employed (
  contractor_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_assignment record;
begin
    select assignment.start_date, rule.name, rule.asks_for
      into v_assignment
      from public.assignments as assignment
      join public.overtime_rules as rule on rule.name = assignment.overtime_rule
     where assignment.contractor_id = check_becoming_employed.contractor_id
       and assignment.overtime_rule_reason is null
       and rule.asks_for is not null
     order by assignment.start_date, assignment.id
     limit 1;
    if found and private.caller() <> 'owner' then
        perform private.refuse(
            409, 'employment_needs_overtime_reason',
            format('The assignment from %s on has the overtime rule %s, which asks of W-2 people for %s.',
                   v_assignment.start_date, v_assignment.name, v_assignment.asks_for),
            'Write the overtime_rule_reason of the assignment first, or give it another rule.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_becoming_employed(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_corrected_values (
  hours         numeric,
  work_date     date,
  started_at    timestamp with time zone,
  ended_at      timestamp with time zone,
  break_minutes integer
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if num_nonnulls(
        check_corrected_values.hours, check_corrected_values.work_date, check_corrected_values.started_at,
        check_corrected_values.ended_at, check_corrected_values.break_minutes) = 0 then
        perform private.refuse(
            400, 'argument_missing',
            'Neither hours, nor work_date, nor times are given.',
            'Give the hours, the day, or both, as they should have been; of a shift its times or its break.');
    end if;
    perform private.require_finite_dates(jsonb_build_object('work_date', check_corrected_values.work_date));
    perform private.require_plausible_days(jsonb_build_object('work_date', check_corrected_values.work_date));
    if check_corrected_values.hours not between 0.005 and 24 then -- NaN is greater than every number
        perform private.refuse(
            400, 'hours_out_of_range',
            format('A time entry cannot have %s hours.', check_corrected_values.hours),
            'Give 0.01 to 24 hours, which are rounded to the hundredth; time not worked at all is set aside '
            '(set_aside_time).');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_corrected_values(numeric,date,timestamp with time zone,timestamp with time zone,integer) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_correcting (
  before public.time_entries,
  after  public.time_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_corrected constant text[] := array[
        'hours', 'work_date', 'started_at', 'ended_at', 'break_minutes', 'corrected_at', 'corrected_by',
        'correction_reason', 'hours_before_correction', 'work_date_before_correction', 'is_payable'];
begin
    if to_jsonb(before) - v_corrected <> to_jsonb(after) - v_corrected
        or (before.hours, before.work_date, before.started_at, before.ended_at, before.break_minutes)
            is not distinct from (after.hours, after.work_date, after.started_at, after.ended_at, after.break_minutes) then
        perform private.refuse(
            409, 'time_entry_correction_not_writable',
            format('The correction of the time entry of %s is written with its hours, its day or its times, and nothing else.',
                   before.work_date),
            'Call correct_time_entry.');
    end if;
    perform private.check_time_correction(before, after);
end;
$function$;

REVOKE ALL ON FUNCTION private.check_correcting(public.time_entries,public.time_entries) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_credit_note_adds_up (
  credit_note_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_note record;
begin
    select note.number, note.amount, coalesce(credited.amount, 0) as lines, coalesce(paid.amount, 0) as paid,
           coalesce(credit.remaining, 0) as remaining
      into v_note
      from public.credit_notes as note
     cross join lateral (
           select sum(line.amount) filter (where line.invoice_id = note.invoice_id) as amount
             from public.credit_note_lines as taken
             join public.invoice_lines as line on line.id = taken.invoice_line_id
            where taken.credit_note_id = note.id) as credited
      left join public.facility_credits as credit on credit.credit_note_id = note.id
     cross join lateral (
           select sum(part.amount) as amount
             from (select payment.amount from public.payments as payment where payment.credit_note_id = note.id
                    union all
                   select payment.amount
                     from public.check_reconciliations as reconciliation
                     join public.payments as payment on payment.check_reconciliation_id = reconciliation.id
                    where reconciliation.facility_credit_id = credit.id and payment.reversed_at is null) as part) as paid
     where note.id = check_credit_note_adds_up.credit_note_id;
    if v_note.lines <> v_note.amount or v_note.paid + v_note.remaining <> v_note.amount then
        perform private.refuse(
            409, 'credit_note_does_not_add_up',
            format('The credit note %s over %s has lines of %s, payments of %s and a credit of which %s is left.',
                   v_note.number, v_note.amount, v_note.lines, v_note.paid, v_note.remaining),
            'Write it with credit_invoice, and spend its credit by a reconciliation of its own.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_credit_note_adds_up(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    if (check_employment.contractor).employment_type <> 'w2' and check_employment.employment_type = 'w2' then
        perform private.check_becoming_employed((check_employment.contractor).id);
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_entries_are_credited_whole (
  line_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_work_date constant date := (
        select min(other.work_date)
          from public.invoice_lines as line
          join public.invoice_lines as other on other.time_entry_id = line.time_entry_id
         where line.id = any (check_entries_are_credited_whole.line_ids)
           and other.released_at is null
           and other.id <> all (check_entries_are_credited_whole.line_ids));
begin
    if v_work_date is not null then
        perform private.refuse(
            409, 'time_entry_not_credited_whole',
            format('Of the time of %s only a part of the lines would be credited, and no part of it can be billed again.',
                   v_work_date),
            'Give all lines of the entry, or reinstate = false to leave its time as billed.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_entries_are_credited_whole(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_extensions_of_jobs()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.check_hire (
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

    perform private.require_overtime_rule(check_hire.overtime_rule);
    if (check_hire.employment_type in ('w2', '1099', 'corp_to_corp')) is not true then
        perform private.refuse(
            400, 'employment_type_unknown',
            format('There is no employment type %s.', coalesce(check_hire.employment_type, 'null')),
            'Give w2, 1099 or corp_to_corp.');
    end if;
    perform private.require_overtime_rule_reason(
        check_hire.overtime_rule, check_hire.employment_type, check_hire.overtime_rule_reason);
end;
$function$;

REVOKE ALL ON FUNCTION private.check_hire(date,numeric,numeric,date,text,text,date,boolean,text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
            format('Cannot be sent: %s.', v_not_sendable),
            'Correct, recompute or void what is named, or send the others without it: nothing was sent.');
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
  AS $function$
declare
    v_open_batches bigint;
    v_due bigint;
    v_unapproved constant record := private.count_unapproved_time(period.period_start, period.period_end);
    v_obstacles bigint;
begin
    select count(*),
           count(*) filter (where obstacle.kind = 'open_batch'),
           count(*) filter (where obstacle.kind = 'due_week')
      into v_obstacles, v_open_batches, v_due
      from private.obstacles_of_period(period) as obstacle;
    if v_obstacles > 0 then
        perform private.refuse(
            409, 'payroll_period_not_finished',
            format('The payroll period of %s to %s is not finished: %s, %s due up to its end, '
                   '%s submitted, pending approval or locked without one. Drafts, which it does not wait for: %s.',
                   period.period_start, period.period_end,
                   private.counted(v_open_batches, 'open batch', 'open batches'),
                   private.counted(v_due, 'workweek', 'workweeks'),
                   private.counted(v_unapproved.beyond_draft, 'time entry', 'time entries'),
                   v_unapproved.drafts),
            'Close or discard the batch, prepare another for what is due, approve what waits or send it back, and '
            'put locked time to pending_approval or set it aside; unapproved_time names the entries.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_proposed_lines (
  check_reconciliation_id uuid,
  facility_id             uuid,
  available               numeric
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_lines record;
begin
    select coalesce(sum(line.amount), 0) as amount,
           array_agg(invoice.id) filter (where invoice.status in ('draft', 'void')) as not_sent,
           string_agg(coalesce(invoice.number, invoice.id::text), ', ' order by invoice.id)
               filter (where invoice.facility_id <> check_proposed_lines.facility_id) as foreign_ones,
           string_agg(
               format('%s of %s on invoice %s, which owes %s', line.amount, line.component, invoice.number, owed.amount),
               '; ' order by invoice.id, line.component desc) filter (where line.amount > owed.amount) as excessive
      into v_lines
      from public.check_reconciliation_lines as line
      join public.invoices as invoice on invoice.id = line.invoice_id
     cross join lateral (
           select case line.component when 'principal' then invoice.balance
                                      else greatest(invoice.interest_balance, 0.00) end as amount) as owed
     where line.check_reconciliation_id = check_proposed_lines.check_reconciliation_id;

    if v_lines.foreign_ones is not null then
        perform private.refuse(
            409, 'invoice_of_other_facility',
            format('Not owed by the facility that paid: %s.', v_lines.foreign_ones),
            'Take their lines out of the reconciliation, or correct the facility of the check.');
    end if;
    if v_lines.not_sent is not null then
        perform private.refuse_payments(v_lines.not_sent);
    end if;
    if v_lines.excessive is not null then
        perform private.refuse(
            409, 'lines_over_owed',
            format('More than is owed: %s.', v_lines.excessive),
            'Lower the lines to what is owed; what a check leaves over is kept as a credit of the facility.');
    end if;
    if v_lines.amount > check_proposed_lines.available then
        perform private.refuse(
            409, 'lines_over_check',
            format('The lines add up to %s, and there is only %s.', v_lines.amount, check_proposed_lines.available),
            'Lower the lines to the amount of the check, or to what remains of the credit.');
    end if;
end;
$function$;

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
    select count(distinct reached.time_entry_id) filter (where reached.is_billed) as billed,
           count(distinct reached.time_entry_id) filter (where not reached.is_billed) as paid,
           max(reached.work_date) as last_day
      into v_reached
      from (select line.time_entry_id, line.work_date, true
              from private.invoice_lines_of_rate_hit(hit) as line
             where line.invoice_status <> 'draft'
             union all
            select line.time_entry_id, line.work_date, false
              from private.pay_lines_of_rate_hit(hit) as line
             where line.batch_status = 'closed') as reached (time_entry_id, work_date, is_billed);

    if v_reached.billed > 0 or v_reached.paid > 0 then
        perform private.refuse(
            409, 'rate_hit_reaches_billed_or_paid_time',
            format('The rate hit of %s reaches time up to %s: %s on sent invoices, %s in closed payroll batches.',
                   hit.effective_on, v_reached.last_day,
                   private.counted(v_reached.billed, 'time entry', 'time entries'),
                   private.counted(v_reached.paid, 'time entry', 'time entries')),
            format('Choose a day after %s, or call with allow_retroactive: sent and closed amounts stay as they are, '
                   'the next payroll batch pays the difference, and backfill_invoice bills it.', v_reached.last_day));
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
            format('The bonus of %s, payable on %s, is left out of the regular rate, and no reason is given.',
                   adjustment.amount, adjustment.payable_on),
            'Leave in_regular_rate out, so that overtime is paid on it too, or say as reason why it is left out '
            '(29 CFR 778.208 to 778.211).');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_sent_back_reason (
  before public.time_entries,
  after  public.time_entries
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if before.status <> 'draft' and after.status = 'draft' then
        if (case when after.sent_back_reason is not null then after.sent_back_reason ~ '\S'
                 else private.caller() <> 'authenticated' or private.has_role('billing', 'payroll', 'recruiting')
            end) is not true then
            perform private.refuse(
                400, 'reason_missing',
                format('The time entry of %s is sent back without a reason.', before.work_date),
                'Say in sent_back_reason, together with the status, what the contractor has to correct.');
        end if;
    elsif after.status in ('draft', 'locked') and (before.sent_back_at, before.sent_back_by, before.sent_back_reason)
            is distinct from (after.sent_back_at, after.sent_back_by, after.sent_back_reason)
        or after.sent_back_reason <> coalesce(before.sent_back_reason, '') then
        perform private.refuse(
            409, 'sent_back_reason_is_kept',
            format('Why the time entry of %s was sent back is written only when it is sent back.', before.work_date),
            'Give sent_back_reason together with the status draft, on time that was submitted.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_sent_back_reason(public.time_entries,public.time_entries) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_setting_aside (
  before public.time_entries,
  after  public.time_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    if to_jsonb(before) - array['set_aside_at', 'set_aside_by', 'set_aside_reason', 'is_payable']
        <> to_jsonb(after) - array['set_aside_at', 'set_aside_by', 'set_aside_reason', 'is_payable'] then
        perform private.refuse(
            409, 'time_entry_set_aside',
            format('The time entry of %s cannot be set aside, or taken back, and change otherwise at once.', before.work_date),
            'Do one after the other.');
    end if;
    if after.set_aside_at is not null then
        perform private.check_time_is_not_sent(array[before.id]);
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_shift_entry (
  entry public.time_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_timezone constant text := private.timezone_of_assignment(entry.assignment_id);
    v_minutes int;
begin
    if v_timezone is null then -- the foreign key refuses it
        return;
    elsif num_nulls(entry.shift_id, entry.shift_contractor_id, entry.started_at, entry.ended_at, entry.break_minutes) > 0 then
        perform private.refuse(
            400, 'shift_incomplete',
            format('The time entry of %s tells its shift only in part.', entry.work_date),
            'Give shift_id, shift_contractor_id, started_at, ended_at and break_minutes, or none of them.');
    end if;
    perform private.require_shift_times(entry.started_at, entry.ended_at);
    if not exists (select from public.assignments as assignment
                    where assignment.id = entry.assignment_id
                      and assignment.contractor_id = entry.shift_contractor_id) then
        perform private.refuse(
            400, 'shift_contractor_not_right',
            format('The shift of %s names another contractor than its assignment does.', entry.work_date),
            'Write the contractor of the assignment as shift_contractor_id.');
    elsif entry.work_date <> (entry.started_at at time zone v_timezone)::date
        or entry.ended_at > private.end_of_day_of(entry.started_at, v_timezone) then
        perform private.refuse(
            400, 'shift_day_not_right',
            format('%s to %s (%s) is not within %s.',
                   to_char(entry.started_at at time zone v_timezone, 'YYYY-MM-DD HH24:MI'),
                   to_char(entry.ended_at at time zone v_timezone, 'YYYY-MM-DD HH24:MI'), v_timezone, entry.work_date),
            'Give times of that day, up to its midnight; a shift that goes over midnight is two entries (enter_shift).');
    end if;
    v_minutes := private.minutes_between(entry.started_at, entry.ended_at);
    if entry.break_minutes < 0 or entry.break_minutes >= v_minutes then
        perform private.refuse(
            400, 'break_not_valid',
            format('A break of %s does not lie within %s.', private.counted(entry.break_minutes, 'minute', 'minutes'),
                   private.counted(v_minutes, 'minute', 'minutes')),
            'Give fewer, or 0.');
    elsif abs(entry.hours - (v_minutes - entry.break_minutes) / 60.0) > 0.01 then
        perform private.refuse(
            400, 'shift_hours_not_right',
            format('From %s to %s are not %s hours.',
                   to_char(entry.started_at at time zone v_timezone, 'YYYY-MM-DD HH24:MI'),
                   to_char(entry.ended_at at time zone v_timezone, 'YYYY-MM-DD HH24:MI'), entry.hours),
            format('Write the hours that passed, less the break: %s.',
                   round((v_minutes - entry.break_minutes) / 60.0, 2)));
    end if;
    perform private.refuse_overlapping_shift(
        entry.shift_contractor_id, entry.started_at, entry.ended_at, entry.id);
end;
$function$;

REVOKE ALL ON FUNCTION private.check_shift_entry(public.time_entries) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_time_correction (
  before public.time_entries,
  after  public.time_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_clock constant record := private.clock();
begin
    if before.set_aside_at is not null then
        perform private.refuse(
            409, 'time_entry_set_aside',
            format('The time entry of %s is set aside: it is neither paid nor billed, and not corrected.', before.work_date),
            'Call take_back_set_aside_time first.');
    elsif not before.is_payable then
        perform private.refuse(
            409, 'time_entry_not_approved',
            format('The time entry of %s is %s: what is corrected was approved.', before.work_date,
                   case before.status when 'locked' then 'locked without an approval'
                                      else replace(before.status, '_', ' ') end),
            'Change it as a draft; send submitted time back to draft first, and put locked time to pending_approval.');
    elsif private.workweek_start(before.work_date) <> private.workweek_start(after.work_date) then
        perform private.refuse(
            409, 'work_date_in_another_week',
            format('%s is in another workweek than %s.', after.work_date, before.work_date),
            'Set the entry aside (set_aside_time), and enter the time anew on its day.');
    elsif after.work_date <> before.work_date
        and after.work_date > greatest(v_clock.today, v_clock.business_date) then
        perform private.refuse(
            409, 'work_date_not_come',
            format('The day of the time entry, %s, has not come.', after.work_date),
            'Give a day that is there.');
    elsif after.corrected_by is not null and exists (
        select from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
         where assignment.id = before.assignment_id and contractor.user_id = after.corrected_by) then
        perform private.refuse(
            403, 'own_time_corrected',
            format('The time entry of %s is the corrector''s own time.', before.work_date),
            'Have somebody else of the firm correct it.');
    end if;
    perform private.check_time_is_not_sent(array[before.id]);
end;
$function$;

REVOKE ALL ON FUNCTION private.check_time_correction(public.time_entries,public.time_entries) FROM PUBLIC, "anon", "authenticated", "service_role";

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
            'Correct the hours: a day has 24, over all of a contractor''s assignments.');
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
            'Have payroll put unapproved locked time to pending_approval, correct approved time (correct_time_entry), or '
            'set it aside (set_aside_time).');
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
            'Submit a draft, approve submitted time, or put it to pending_approval first; send any of them back to '
            'draft.');
    end if;

    if (before.status <> 'draft' or after.status = 'locked')
        and (before.assignment_id, before.work_date, before.hours, before.shift_id, before.shift_contractor_id,
             before.started_at, before.ended_at, before.break_minutes)
            is distinct from (after.assignment_id, after.work_date, after.hours, after.shift_id, after.shift_contractor_id,
             after.started_at, after.ended_at, after.break_minutes) then
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
    end if;
    -- Also time that is no longer approved: what a closed batch paid stays that entry of that week.
    if before.status <> 'draft' and after.status = 'draft'
        and exists (select from public.payroll_item_lines as line
                     where line.time_entry_id = before.id and line.released_at is null) then
        perform private.refuse(
            409, 'time_entry_on_live_batch',
            format('The time entry of %s is in a payroll batch.', before.work_date),
            'Discard the batch, then correct the time; what a closed batch paid is corrected by correct_time_entry once '
            'it is approved, or set aside.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_time_is_not_sent (
  time_entry_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_sent constant text := (
        select string_agg(format('that of %s on invoice %s', sent.work_date, sent.number), ', '
                          order by sent.work_date, sent.number)
          from (select distinct entry.work_date, invoice.number
                  from public.time_entries as entry
                 cross join lateral (
                       select line.invoice_id, line.released_at
                         from public.invoice_lines as line
                        where line.time_entry_id = entry.id
                       offset 0) as line -- see private.classified_time
                  join public.invoices as invoice on invoice.id = line.invoice_id
                 where entry.id = any (check_time_is_not_sent.time_entry_ids)
                   and line.released_at is null
                   and invoice.status <> 'draft') as sent);
begin
    if v_sent is not null then
        perform private.refuse(
            409, 'time_entry_on_live_invoice',
            format('Time on a sent invoice keeps its hours: %s.', v_sent),
            'Call credit_invoice with reinstate for its lines first, or void_invoice where nothing was paid; then '
            'correct the time.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_time_is_not_sent(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    ), in_a_row as (
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
            format('%s is %s, not approved.', private.name_of_payroll_batch(v_before),
                   replace(v_before.status, '_', ' ')),
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
       set status = 'closed', closed_by = private.user_id()
     where period.id = v_before.id
    returning * into v_period;
    return v_period;
end;
$function$;

CREATE OR REPLACE FUNCTION private.code_sha256 (
  code text
)
  RETURNS bytea
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    -- An e-mail that breaks the line, or a space copied along, makes no other code.
    select sha256(convert_to(regexp_replace(code_sha256.code, '\s', '', 'g'), 'UTF8'));
$function$;

REVOKE ALL ON FUNCTION private.code_sha256(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.compare_weeks_of_bill_terms()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.compare_weeks(array_agg(assignment.contractor_id), array_agg(entry.work_date), '{}')
       from terms_rows as terms
       join public.assignments as assignment on assignment.id = terms.assignment_id
       join public.time_entries as entry
         on entry.assignment_id = terms.assignment_id
        and (entry.work_date >= terms.effective_from
             or not exists (
                select from public.assignment_bill_terms as earlier
                 where earlier.assignment_id = terms.assignment_id
                   and earlier.effective_from < terms.effective_from))
        and entry.work_date < coalesce((
            select min(later.effective_from)
              from public.assignment_bill_terms as later
             where later.assignment_id = terms.assignment_id
               and later.effective_from > terms.effective_from), 'infinity')
      where exists (
            select from (select line.released_at from public.invoice_lines as line
                          where line.time_entry_id = entry.id
                         offset 0) as line -- see private.classified_time
             where line.released_at is null)
     having count(*) > 0;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.compare_weeks_of_bill_terms() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.compare_weeks_of_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.compare_weeks(
               array_agg(coalesce(line.contractor_id, assignment.contractor_id)),
               array_agg(concerned.day),
               coalesce(array_agg(distinct invoice.id) filter (where invoice.id is not null), '{}'))
       from before_rows as line
       left join public.invoices as invoice on invoice.id = line.invoice_id and invoice.status = 'draft'
       left join public.time_entries as entry on entry.id = line.time_entry_id
       left join public.assignments as assignment on assignment.id = entry.assignment_id
      cross join lateral (
            select coalesce(line.week_start, entry.work_date)
             union all
            select entry.work_date + 1 where entry.started_at is not null) as concerned (day) -- it may go on
      where line.released_at is null
        and coalesce(line.contractor_id, assignment.contractor_id) is not null
        and not exists (
            select from public.invoice_lines as now
             where now.id = line.id and now.released_at is null)
     having count(*) > 0;
    return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.contact_facility_ids()
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  PARALLEL RESTRICTED
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    return (
        select array(
            select contact.facility_id
              from public.facility_contacts as contact
             where contact.user_id = private.user_id() and contact.is_active));
end;
$function$;

CREATE OR REPLACE FUNCTION private.correct_time_entry (
  time_entry_id uuid,
  reason        text,
  hours         numeric,
  work_date     date,
  started_at    timestamp with time zone,
  ended_at      timestamp with time zone,
  break_minutes integer
)
  RETURNS public.time_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_before public.time_entries;
    v_after public.time_entries;
    v_invoice_ids uuid[];
    v_batch_ids uuid[];
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object('time_entry_id', correct_time_entry.time_entry_id));
    perform private.require_reason(correct_time_entry.reason);
    perform private.check_corrected_values(
        correct_time_entry.hours, correct_time_entry.work_date,
        correct_time_entry.started_at, correct_time_entry.ended_at, correct_time_entry.break_minutes);

    -- Nobody but lock-ended changes the entry from here on, and that neither its hours nor its day.
    perform private.hold_time_and_drafts();
    select entry.* into v_before from public.time_entries as entry where entry.id = correct_time_entry.time_entry_id;
    if not found then
        perform private.refuse(
            404, 'time_entry_not_found',
            format('There is no time entry %s.', correct_time_entry.time_entry_id),
            'Look the id up in time_entries.');
    end if;
    v_after := private.corrected_entry(
        v_before, correct_time_entry.hours, correct_time_entry.work_date,
        correct_time_entry.started_at, correct_time_entry.ended_at, correct_time_entry.break_minutes);
    if v_after is not distinct from v_before then
        return v_before;
    end if;
    v_after.corrected_by := private.user_id();

    perform private.hold_contractors(array[v_before.assignment_id]);
    v_invoice_ids := private.hold_draft_invoices_of_time(array[v_before.id]);
    perform private.check_time_correction(v_before, v_after);
    if v_after.started_at is not null then
        perform private.check_shift_entry(v_after);
    end if;
    v_batch_ids := private.hold_draft_batches_of_time(array[v_before.id]);
    perform private.hold_approvals();
    perform private.hold_time_entries(array[v_before.id]);

    select entry.* into v_before from public.time_entries as entry where entry.id = v_before.id;
    update public.time_entries as entry
       set hours = v_after.hours,
           work_date = v_after.work_date,
           started_at = v_after.started_at,
           ended_at = v_after.ended_at,
           break_minutes = v_after.break_minutes,
           corrected_at = (private.clock()).at,
           corrected_by = v_after.corrected_by,
           correction_reason = correct_time_entry.reason,
           hours_before_correction = coalesce(entry.hours_before_correction, entry.hours),
           work_date_before_correction = coalesce(entry.work_date_before_correction, entry.work_date)
     where entry.id = v_before.id
    returning * into v_after;
    perform private.audit_time_entries('correct_time_entry', array[v_before]);
    perform private.rebuild_drafts_of_time('correct_time_entry', array[v_before.id], v_invoice_ids, v_batch_ids);
    return v_after;
end;
$function$;

REVOKE ALL ON FUNCTION private.correct_time_entry(uuid,text,numeric,date,timestamp with time zone,timestamp with time zone,integer) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.corrected_entry (
  before        public.time_entries,
  hours         numeric,
  work_date     date,
  started_at    timestamp with time zone,
  ended_at      timestamp with time zone,
  break_minutes integer
)
  RETURNS public.time_entries
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_after public.time_entries := before;
    v_other record;
begin
    if before.started_at is null then
        if num_nonnulls(corrected_entry.started_at, corrected_entry.ended_at, corrected_entry.break_minutes) > 0 then
            perform private.refuse(
                409, 'time_entry_without_times',
                format('The time entry of %s is hours alone and has no times to correct.', before.work_date),
                'Give its hours or its day.');
        end if;
        v_after.hours := coalesce(round(corrected_entry.hours, 2), before.hours);
        v_after.work_date := coalesce(corrected_entry.work_date, before.work_date);
        return v_after;
    elsif num_nonnulls(corrected_entry.hours, corrected_entry.work_date) > 0 then
        perform private.refuse(
            409, 'time_entry_of_shift',
            format('The time entry of %s is of a shift: its hours and its day are those of its times.', before.work_date),
            'Give started_at, ended_at or break_minutes as they should have been.');
    end if;

    v_after.started_at := coalesce(corrected_entry.started_at, before.started_at);
    v_after.ended_at := coalesce(corrected_entry.ended_at, before.ended_at);
    v_after.break_minutes := coalesce(corrected_entry.break_minutes, before.break_minutes);
    perform private.require_shift_times(v_after.started_at, v_after.ended_at);
    select coalesce(sum(part.break_minutes), 0) as break_minutes,
           coalesce(sum(private.minutes_between(part.started_at, part.ended_at) - part.break_minutes)
                    filter (where part.started_at < before.started_at), 0) as minutes_before
      into v_other
      from public.time_entries as part
     where part.shift_id = before.shift_id and part.id <> before.id;
    if v_after.break_minutes not in (0, before.break_minutes)
        and v_after.break_minutes + v_other.break_minutes < 30 then
        perform private.refuse(
            400, 'break_not_valid',
            format('A break of %s is too short: a duty-free meal has at least 30 (COMPS Order 5.1).',
                   private.counted(v_after.break_minutes, 'minute', 'minutes')),
            'Give 0 where there was none; shorter rests are paid and no break.');
    elsif v_after.break_minutes >= private.minutes_between(v_after.started_at, v_after.ended_at) then
        perform private.refuse(
            400, 'break_not_valid',
            'The break is as long as the time that it lies in, or longer.',
            'Give fewer minutes, or 0; time not worked at all is set aside (set_aside_time).');
    end if;
    v_after.hours := round(
        (v_other.minutes_before + private.minutes_between(v_after.started_at, v_after.ended_at)
         - v_after.break_minutes) / 60.0, 2) - round(v_other.minutes_before / 60.0, 2);
    return v_after;
end;
$function$;

REVOKE ALL ON FUNCTION private.corrected_entry(public.time_entries,numeric,date,timestamp with time zone,timestamp with time zone,integer) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.counted (
  number bigint,
  one    text,
  many   text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
    select format('%s %s', counted.number, case counted.number when 1 then counted.one else counted.many end);
$function$;

REVOKE ALL ON FUNCTION private.counted(bigint,text,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.credit_invoice (
  invoice_id  uuid,
  reason      text,
  line_ids    uuid[],
  reinstate   boolean,
  counts_from text,
  request_id  uuid
)
  RETURNS public.credit_notes
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_today constant date := (private.clock()).business_date;
    v_note_id constant uuid := gen_random_uuid();
    v_invoice public.invoices;
    v_repeated_id uuid;
    v_line_ids uuid[];
    v_amount numeric;
    v_note public.credit_notes;
    v_paid numeric;
    v_credit public.facility_credits;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'invoice_id', credit_invoice.invoice_id, 'reinstate', credit_invoice.reinstate,
        'counts_from', credit_invoice.counts_from));
    perform private.require_arguments(jsonb_object_agg(format('line_ids[%s]', wanted.position), wanted.id))
       from unnest(credit_invoice.line_ids) with ordinality as wanted (id, position)
     having count(*) > 0;
    perform private.require_reason(credit_invoice.reason);
    if credit_invoice.counts_from not in ('invoice', 'credit') then
        perform private.refuse(
            400, 'counts_from_unknown',
            format('A credit note counts from the invoice or from the credit, not from %L.', credit_invoice.counts_from),
            'Give invoice, for the invoice''s issue date, or credit, for today.');
    end if;

    v_repeated_id := private.row_of_request(
        credit_invoice.request_id, 'credit_invoice',
        jsonb_build_object('invoice_id', credit_invoice.invoice_id, 'reason', credit_invoice.reason,
                           'line_ids', credit_invoice.line_ids, 'reinstate', credit_invoice.reinstate,
                           'counts_from', credit_invoice.counts_from),
        v_note_id);
    if v_repeated_id is not null then
        select note.* into v_note from public.credit_notes as note where note.id = v_repeated_id;
        return v_note;
    end if;

    perform private.hold_invoices(array[credit_invoice.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = credit_invoice.invoice_id;
    if v_invoice.status in ('draft', 'void') then
        perform private.refuse_payments(array[v_invoice.id]);
    end if;
    v_line_ids := private.lines_to_credit(v_invoice, credit_invoice.line_ids);
    select sum(line.amount) into v_amount from public.invoice_lines as line where line.id = any (v_line_ids);
    if v_amount is null or v_amount <= 0 then
        perform private.refuse(
            409, 'nothing_to_credit',
            case when v_amount is null
                 then format('Invoice %s has no lines that are not credited yet.', v_invoice.number)
                 else format('What is to be credited of invoice %s comes to %s.', v_invoice.number, v_amount) end,
            'Give lines that come to more than zero and are not credited yet.');
    end if;
    if credit_invoice.reinstate then
        perform private.check_entries_are_credited_whole(v_line_ids);
    end if;

    insert into public.credit_notes (id, invoice_id, facility_id, number, amount, counts_on, reinstates, reason,
                                     issued_on, facility_name, billing_email)
    values (v_note_id, v_invoice.id, v_invoice.facility_id,
            (private.take_invoice_numbers(extract(year from v_today)::int, 1))[1], v_amount,
            case credit_invoice.counts_from when 'invoice' then v_invoice.issue_date
                                            else greatest(v_today, v_invoice.issue_date) end,
            credit_invoice.reinstate, credit_invoice.reason, v_today,
            v_invoice.facility_name, v_invoice.billing_email)
    returning * into v_note;
    insert into public.credit_note_lines (credit_note_id, invoice_line_id)
    select v_note.id, line.id from unnest(v_line_ids) as line (id);
    perform private.audit('credit_invoice', 'credit_notes', v_note.id, null, to_jsonb(v_note));
    if credit_invoice.reinstate then
        update public.invoice_lines as line
           set released_at = (private.clock()).at
         where line.id = any (v_line_ids);
    end if;

    v_paid := least(v_amount, v_invoice.balance);
    insert into public.payments (invoice_id, source, credit_note_id, paid_on, amount)
    select v_invoice.id, 'credit_note', v_note.id, v_note.counts_on, v_paid
     where v_paid > 0;
    perform private.audit_invoices('credit_invoice', array[v_invoice]);
    if v_paid < v_amount then
        insert into public.facility_credits (facility_id, credit_note_id, amount, remaining)
        values (v_invoice.facility_id, v_note.id, v_amount - v_paid, v_amount - v_paid)
        returning * into v_credit;
        perform private.audit('credit_invoice', 'facility_credits', v_credit.id, null, to_jsonb(v_credit));
    end if;
    return v_note;
end;
$function$;

REVOKE ALL ON FUNCTION private.credit_invoice(uuid,text,uuid[],boolean,text,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.dispute_invoice (
  invoice_id uuid,
  reason     text
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_invoice public.invoices;
    v_disputed public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', dispute_invoice.invoice_id));
    perform private.require_reason(dispute_invoice.reason);

    perform private.hold_invoices(array[dispute_invoice.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = dispute_invoice.invoice_id;
    if v_invoice.disputed_at is not null then
        return v_invoice;
    elsif v_invoice.status not in ('sent', 'partially_paid') then
        perform private.refuse(
            409, 'invoice_not_owed',
            format('Invoice %s is %s: nothing is owed on it that could be disputed.',
                   coalesce(v_invoice.number, '(draft)'), v_invoice.status),
            'Correct a draft before it is sent; on a paid or void invoice there is nothing to settle.');
    end if;

    update public.invoices as invoice
       set disputed_at = (private.clock()).at,
           disputed_by = private.user_id(),
           dispute_reason = dispute_invoice.reason
     where invoice.id = v_invoice.id
    returning * into v_disputed;
    perform private.audit('dispute_invoice', 'invoices', v_invoice.id, to_jsonb(v_invoice), to_jsonb(v_disputed));
    return v_disputed;
end;
$function$;

REVOKE ALL ON FUNCTION private.dispute_invoice(uuid,text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
        select week.contractor_id, week.start as week_start, sum(line.amount) as amount, sum(line.hours) as hours,
               sum(line.overtime_hours) as overtime_hours, sum(line.doubletime_hours) as doubletime_hours,
               array_remove(array_agg(line.source_id), null) as source_ids
          from unnest(due_lines.contractor_ids, due_lines.week_starts) as week (contractor_id, start)
         cross join lateral (
               select line.amount,
                      case when line.kind in ('straight', 'difference') then coalesce(line.hours, 0) else 0 end as hours,
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
               coalesce(sum(line.hours) filter (where line.kind = 'straight'), 0) - paid.hours as hours,
               coalesce(sum(line.overtime_hours), 0) - paid.overtime_hours as overtime_hours,
               coalesce(sum(line.doubletime_hours), 0) - paid.doubletime_hours as doubletime_hours
          from paid
          left join whole as line
            on line.contractor_id = paid.contractor_id
           and line.week_start = paid.week_start
           and not line.is_new
         group by paid.contractor_id, paid.week_start, paid.amount, paid.hours, paid.overtime_hours, paid.doubletime_hours
    )
    select whole.contractor_id, whole.week_start, whole.kind, whole.time_entry_id, whole.payroll_adjustment_id,
           whole.assignment_stipend_id, whole.hours, whole.overtime_hours, whole.doubletime_hours, whole.rate,
           whole.amount
      from whole
     where whole.is_new
     union all
    select difference.contractor_id, difference.week_start, 'difference', null, null,
           null, nullif(difference.hours, 0), difference.overtime_hours, difference.doubletime_hours, null,
           difference.amount
      from difference
     where (difference.amount, difference.hours, difference.overtime_hours, difference.doubletime_hours)
           <> (0, 0, 0, 0);
end;
$function$;

CREATE OR REPLACE FUNCTION private.earned_sums (
  contractor_ids uuid[],
  week_starts    date[]
)
  RETURNS TABLE (
    contractor_id uuid,
    week_start    date,
    share         numeric,
    per_hour      numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
    if not exists (select from public.payroll_adjustments as adjustment where adjustment.earned_from is not null) then
        return;
    end if;
    return query
    with bonus as materialized (
        select bonus.*, (bonus.last_week_start - bonus.first_week_start) / 7 + 1 as weeks
          from private.bonuses_earned_in(earned_sums.contractor_ids, earned_sums.week_starts) as bonus
    ), tied as (
        select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as week_starts
          from (select distinct bonus.contractor_id, bonus.first_week_start + 7 * tied.nth
                  from bonus
                 cross join generate_series(0, bonus.weeks - 1) as tied (nth)
                 where bonus.is_flat_sum) as week (contractor_id, start)
    ), worked as materialized (
        select classified.contractor_id, classified.week_start, sum(classified.regular_hours) as hours
          from tied
         cross join lateral private.classified_time(tied.contractor_ids, tied.week_starts) as classified
         where tied.contractor_ids is not null and classified.counts_toward_overtime
         group by classified.contractor_id, classified.week_start
    ), regular as ( -- by joins, not by a search per bonus: everybody may have one
        select bonus.*, nullif(sum(worked.hours), 0) as hours
          from bonus
          left join worked
            on worked.contractor_id = bonus.contractor_id
           and bonus.is_flat_sum
           and worked.week_start between bonus.first_week_start and bonus.last_week_start
         group by bonus.contractor_id, bonus.payroll_adjustment_id, bonus.amount, bonus.is_flat_sum,
                  bonus.first_week_start, bonus.last_week_start, bonus.weeks
    ), added as ( -- to sixty places: see private.pay_of_weeks
        select regular.contractor_id, regular.first_week_start, regular.last_week_start,
               case when regular.hours is null then round(regular.amount, 60) / regular.weeks end as share,
               round(regular.amount, 60) / regular.hours as per_hour
          from regular
    )
    select week.contractor_id, week.start, sum(added.share), sum(added.per_hour)
      from unnest(earned_sums.contractor_ids, earned_sums.week_starts) as week (contractor_id, start)
      join added
        on added.contractor_id = week.contractor_id
       and week.start between added.first_week_start and added.last_week_start
     group by week.contractor_id, week.start;
end;
$function$;

REVOKE ALL ON FUNCTION private.earned_sums(uuid[],date[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.end_of_day_of (
  instant  timestamp with time zone,
  timezone text
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select private.start_of_day((end_of_day_of.instant at time zone end_of_day_of.timezone)::date + 1, end_of_day_of.timezone);
$function$;

REVOKE ALL ON FUNCTION private.end_of_day_of(timestamp with time zone,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.ends_of_steps (
  from_date date,
  to_date   date,
  step      text
)
  RETURNS SETOF date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select least((month.start + interval '1 month')::date - 1, ends_of_steps.to_date)
      from generate_series(date_trunc('month', ends_of_steps.from_date::timestamp), ends_of_steps.to_date, '1 month')
           as month (start)
     where ends_of_steps.step = 'month'
     union all
    select least(week.start::date + 6, ends_of_steps.to_date)
      from generate_series(private.workweek_start(ends_of_steps.from_date)::timestamp, ends_of_steps.to_date, '7 days')
           as week (start)
     where ends_of_steps.step = 'week';
$function$;

REVOKE ALL ON FUNCTION private.ends_of_steps(date,date,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.enter_shift (
  assignment_id    uuid,
  started_at       timestamp with time zone,
  ended_at         timestamp with time zone,
  break_minutes    integer,
  break_started_at timestamp with time zone,
  notes            text
)
  RETURNS SETOF public.time_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_shift_id constant uuid := gen_random_uuid();
    v_contractor_id uuid;
    v_timezone text;
begin
    perform private.require_arguments(jsonb_build_object(
        'assignment_id', enter_shift.assignment_id, 'started_at', enter_shift.started_at,
        'ended_at', enter_shift.ended_at, 'break_minutes', enter_shift.break_minutes));
    perform private.require_writer_of_time(enter_shift.assignment_id);
    perform private.require_shift_times(enter_shift.started_at, enter_shift.ended_at);

    perform private.hold_time();
    perform private.hold_contractors(array[enter_shift.assignment_id]);
    v_contractor_id := (select assignment.contractor_id
                          from public.assignments as assignment
                         where assignment.id = enter_shift.assignment_id);
    v_timezone := private.timezone_of_assignment(enter_shift.assignment_id);

    -- Entered before: all its parts, and they are the whole of a shift.
    return query
    with part as (
        select *
          from private.parts_of_shift(
               enter_shift.started_at, enter_shift.ended_at, enter_shift.break_minutes, enter_shift.break_started_at,
               v_timezone)
    ), entered as (
        select entry.*
          from part
          join public.time_entries as entry
            on entry.shift_contractor_id = v_contractor_id and entry.started_at = part.started_at
           and entry.ended_at = part.ended_at and entry.break_minutes = part.break_minutes
         where entry.assignment_id = enter_shift.assignment_id and entry.set_aside_at is null
    )
    select entered.*
      from entered
     where (select count(*) from part)
           = (select count(*) from entered as other where other.shift_id = entered.shift_id)
       and not exists (
           select from public.time_entries as other
            where other.shift_id = entered.shift_id and other.set_aside_at is null
              and other.id not in (select entered.id from entered))
     order by entered.started_at;
    if found then
        return;
    end if;

    perform private.refuse_overlapping_shift(
        v_contractor_id, enter_shift.started_at, enter_shift.ended_at, null);
    return query
    insert into public.time_entries (
           assignment_id, work_date, hours, notes, shift_id, shift_contractor_id, started_at, ended_at, break_minutes)
    select enter_shift.assignment_id, part.work_date, part.hours, enter_shift.notes, v_shift_id, v_contractor_id,
           part.started_at, part.ended_at, part.break_minutes
      from private.parts_of_shift(
           enter_shift.started_at, enter_shift.ended_at, enter_shift.break_minutes, enter_shift.break_started_at,
           v_timezone) as part
    returning *;
end;
$function$;

REVOKE ALL ON FUNCTION private.enter_shift(uuid,timestamp with time zone,timestamp with time zone,integer,timestamp with time zone,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.facility_events (
  facility_id uuid
)
  RETURNS TABLE (
    occurred_on date,
    kind        text,
    reference   text,
    invoice_id  uuid,
    description text,
    amount      numeric,
    details     jsonb,
    source_id   uuid
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with invoice as (
        select sent.*, (sent.voided_at at time zone settings.operating_timezone)::date as voided_on,
               (sent.disputed_at at time zone settings.operating_timezone)::date as disputed_on
          from public.organization_settings as settings
         cross join public.invoices as sent
         where sent.facility_id = facility_events.facility_id and sent.sent_at is not null
    ), credit as (
        select kept.id, kept.amount, received.received_on,
               (kept.reversed_at at time zone settings.operating_timezone)::date as reversed_on,
               received.check_number, received.return_reason,
               concat_ws(' ', received.method, received.check_number) as check_name,
               jsonb_build_object(
                   'check_id', received.id, 'check_number', received.check_number, 'method', received.method,
                   'facility_credit_id', kept.id) as details
          from public.organization_settings as settings
         cross join public.facility_credits as kept
          join public.checks as received on received.id = kept.check_id
         where kept.facility_id = facility_events.facility_id
    ), payment as ( -- those of credit notes are in the note's own row
        select paid.id, paid.invoice_id, paid.source, paid.component, paid.amount,
               days.counted_on, days.reversed_on,
               invoice.number, coalesce(received.check_number, note.number) as check_number,
               reconciliation.facility_credit_id,
               coalesce('credit note ' || note.number, concat_ws(' ', received.method, received.check_number))
                   as check_name,
               format('%s of invoice %s', initcap(paid.component), invoice.number) as subject,
               received.return_reason,
               jsonb_build_object('component', paid.component) || case
                   when paid.source = 'write_off' then jsonb_build_object('reason', paid.reason)
                   else jsonb_build_object(
                       'check_id', received.id, 'check_number', received.check_number, 'method', received.method,
                       'facility_credit_id', reconciliation.facility_credit_id)
                   || case when note.id is null then '{}' else jsonb_build_object('credit_note_id', note.id) end
               end as details
          from public.organization_settings as settings
         cross join invoice
          join public.payments as paid on paid.invoice_id = invoice.id
          left join public.check_reconciliations as reconciliation on reconciliation.id = paid.check_reconciliation_id
          left join public.facility_credits as kept on kept.id = reconciliation.facility_credit_id
          left join public.checks as received on received.id = coalesce(reconciliation.check_id, kept.check_id)
          left join public.credit_notes as note on note.id = kept.credit_note_id
         -- Without a check there is no money that could be unapplied until the invoice is issued.
         cross join lateral (
               select case when paid.check_reconciliation_id is null then greatest(paid.paid_on, invoice.issue_date)
                           else paid.paid_on end,
                      (paid.reversed_at at time zone settings.operating_timezone)::date) as days (counted_on, reversed_on)
         where paid.source <> 'credit_note'
           and (days.reversed_on is null or days.reversed_on >= days.counted_on)
    )
    select invoice.issue_date, 'invoice', invoice.number, invoice.id,
           format('Invoice %s for %s to %s, due %s',
                  invoice.number, invoice.period_start, invoice.period_end, invoice.due_date),
           invoice.total,
           jsonb_build_object(
               'kind', invoice.kind, 'period_start', invoice.period_start, 'period_end', invoice.period_end,
               'due_date', invoice.due_date),
           invoice.id
      from invoice
     where invoice.voided_on is null or invoice.voided_on >= invoice.issue_date
     union all
    select invoice.voided_on, 'invoice_voided', invoice.number, invoice.id,
           format('Invoice %s voided', invoice.number), -invoice.total,
           jsonb_build_object('reason', invoice.void_reason), invoice.id
      from invoice
     where invoice.voided_on >= invoice.issue_date
     union all
    select note.counts_on, 'credit_note', note.number, note.invoice_id,
           format('Credit note %s for invoice %s', note.number, invoice.number), -note.amount,
           jsonb_build_object('credit_note_id', note.id, 'issued_on', note.issued_on, 'reason', note.reason), note.id
      from invoice
      join public.credit_notes as note on note.invoice_id = invoice.id
     union all
    select greatest(invoice.disputed_on, invoice.issue_date), 'invoice_disputed', invoice.number, invoice.id,
           format('Invoice %s disputed: %s', invoice.number, invoice.dispute_reason), 0.00,
           jsonb_build_object('reason', invoice.dispute_reason), invoice.id
      from invoice
     where invoice.disputed_on is not null
     union all
    select payment.counted_on, 'payment', payment.check_number, payment.invoice_id,
           concat_ws(' by ', payment.subject || ' paid', nullif(payment.check_name, '')),
           -payment.amount, payment.details, payment.id
      from payment
     where payment.source <> 'write_off'
     union all
    select payment.counted_on, 'write_off', payment.number, payment.invoice_id,
           payment.subject || ' written off', -payment.amount, payment.details, payment.id
      from payment
     where payment.source = 'write_off'
     union all
    select payment.reversed_on, 'payment_returned', payment.check_number, payment.invoice_id,
           concat_ws(' by ', payment.subject || ' no longer paid', nullif(payment.check_name, '')),
           payment.amount, payment.details || jsonb_build_object('reason', payment.return_reason), payment.id
      from payment
     where payment.reversed_on is not null
     union all
    select credit.received_on, 'credit', credit.check_number, null,
           'Left over from ' || credit.check_name, -credit.amount, credit.details, credit.id
      from credit
     where credit.reversed_on is null or credit.reversed_on >= credit.received_on
     union all
    select payment.counted_on, 'credit_spent', payment.check_number, payment.invoice_id,
           format('Spent on invoice %s, left over from %s', payment.number, payment.check_name),
           payment.amount, payment.details, payment.id
      from payment
     where payment.facility_credit_id is not null
     union all
    select credit.reversed_on, 'credit_returned', credit.check_number, null,
           'Unspent of what was left over from ' || credit.check_name,
           credit.amount - spent.amount, credit.details || jsonb_build_object('reason', credit.return_reason), credit.id
      from credit
     cross join lateral (
           select coalesce(sum(payment.amount), 0) as amount
             from payment
            where payment.facility_credit_id = credit.id) as spent
     where credit.reversed_on >= credit.received_on and credit.amount > spent.amount;
$function$;

CREATE OR REPLACE FUNCTION private.facility_ids_to_report()
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_facility_ids constant uuid[] := case when not private.is_staff_or_server() then private.contact_facility_ids() end;
begin
    if v_facility_ids = '{}' then
        perform private.require_staff();
    end if;
    return v_facility_ids;
end;
$function$;

REVOKE ALL ON FUNCTION private.facility_ids_to_report() FROM PUBLIC, "anon", "authenticated", "service_role";

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
        'opening_balance', 'invoice', 'interest', 'credit_note', 'payment', 'credit', 'credit_spent', 'write_off',
        'payment_returned', 'credit_returned', 'invoice_voided', 'invoice_disputed'];
    -- Why the firm gave up money is its own.
    v_hidden constant text[] := case when private.facility_ids_to_report() is null then '{}' else '{reason}' end;
    v_before date;
    v_through date;
begin
    perform private.require_arguments(jsonb_build_object(
        'facility_id', facility_statement.facility_id,
        'from_date', facility_statement.from_date, 'to_date', facility_statement.to_date));
    perform private.require_facility_to_report(facility_statement.facility_id);
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
           case line.kind when 'write_off' then line.details - v_hidden else line.details end
      from line
    window so_far as (order by line.occurred_on, line.place, line.reference, line.description, line.source_id)
     order by line.occurred_on, line.place, line.reference, line.description, line.source_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_bill_multipliers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    select coalesce(new.bill_overtime_multiplier, facility.bill_overtime_multiplier),
           coalesce(new.bill_doubletime_multiplier, facility.bill_doubletime_multiplier)
      into new.bill_overtime_multiplier, new.bill_doubletime_multiplier
      from public.facilities as facility
     where facility.id = new.facility_id;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.fill_bill_multipliers() FROM PUBLIC, "anon", "authenticated", "service_role";

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
    with concerned as materialized (
        select week.contractor_id, week.start as week_start, week.start as concerned_week_start
          from unnest(forget_paid_weeks.contractor_ids, forget_paid_weeks.week_starts) as week (contractor_id, start)
         union all
        select tied.contractor_id, tied.week_start, tied.tied_week_start
          from private.tied_weeks(forget_paid_weeks.contractor_ids, forget_paid_weeks.week_starts) as tied
    ), due as (
        select distinct concerned.contractor_id, concerned.week_start
          from (select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as week_starts
                  from (select distinct concerned.contractor_id, concerned.concerned_week_start
                          from concerned) as week (contractor_id, week_start)) as looked
         cross join lateral private.due_lines(looked.contractor_ids, looked.week_starts) as line
          join concerned
            on concerned.contractor_id = line.contractor_id and concerned.concerned_week_start = line.week_start
    )
    delete from private.due_marks as mark
     using unnest(forget_paid_weeks.contractor_ids, forget_paid_weeks.week_starts) as week (contractor_id, start)
      left join due on due.contractor_id = week.contractor_id and due.week_start = week.start
     where mark.contractor_id = week.contractor_id
       and mark.day between week.start and week.start + 6
       and due.contractor_id is null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.forward_bill_multipliers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_rows constant int := (
        select count(*) from public.assignment_bill_terms as terms where terms.assignment_id = new.id);
begin
    if v_rows > 1 then
        perform private.refuse(
            409, 'bill_terms_are_dated',
            format('The assignment has %s: its own multipliers say only by what they began.',
                   private.counted(v_rows, 'row of bill terms', 'rows of bill terms')),
            'Write the overtime_multiplier and doubletime_multiplier of those assignment_bill_terms that are to change.');
    end if;
    update public.assignment_bill_terms as terms
       set overtime_multiplier = case
               when old.bill_overtime_multiplier is distinct from new.bill_overtime_multiplier
                   then new.bill_overtime_multiplier
               else terms.overtime_multiplier end,
           doubletime_multiplier = case
               when old.bill_doubletime_multiplier is distinct from new.bill_doubletime_multiplier
                   then new.bill_doubletime_multiplier
               else terms.doubletime_multiplier end
     where terms.assignment_id = new.id;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.forward_bill_multipliers() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.forward_overtime_rule()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    update public.assignment_bill_terms as terms
       set overtime_rule = new.overtime_rule
      from public.facilities as facility
     where terms.assignment_id = new.id
       and terms.overtime_rule = old.overtime_rule
       and facility.id = new.facility_id
       and facility.bill_overtime_rule is null -- else the rule is the facility's, by chance the same
       and not exists (
           select from public.assignment_bill_terms as other
            where other.assignment_id = new.id and other.effective_from <> terms.effective_from);
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.forward_overtime_rule() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_adjustment_approval()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_is_entered constant boolean := tg_op = 'INSERT'
        or (old.contractor_id, old.payable_on, old.kind, old.amount, old.in_regular_rate, old.reason,
            old.is_flat_sum, old.earned_from, old.earned_to)
           is distinct from
           (new.contractor_id, new.payable_on, new.kind, new.amount, new.in_regular_rate, new.reason,
            new.is_flat_sum, new.earned_from, new.earned_to);
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
declare
    v_renewal public.contract_renewals;
begin
    select renewal.*
      into v_renewal
      from public.contract_renewals as renewal
     where renewal.id = old.contract_renewal_id;
    if v_renewal.status <> 'upcoming' then
        perform private.refuse(
            409, 'renewal_not_upcoming',
            format('The renewal on %s is %s: its alerts stay as they are.', v_renewal.renewal_date, v_renewal.status),
            'Set the renewal back to upcoming first, if it was decided by mistake.');
    end if;
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_assignment_dates()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_outside record;
begin
    -- The same lock as in check_time_entry_days: nobody enters time meanwhile.
    perform
       from public.contractors as contractor
      where contractor.id in (old.contractor_id, new.contractor_id)
      order by contractor.id
        for no key update;

    select count(*) as entries, min(entry.work_date) as first_day, max(entry.work_date) as last_day
      into v_outside
      from public.time_entries as entry
     where entry.assignment_id = new.id
       and (entry.work_date < new.start_date or entry.work_date > new.end_date
            or (old.contractor_id, old.facility_id) <> (new.contractor_id, new.facility_id));
    if v_outside.entries > 0 then
        perform private.refuse(
            409, 'assignment_has_time_outside',
            format('%s of the assignment would lie outside of it, %s.',
                   private.counted(v_outside.entries, 'time entry', 'time entries'),
                   case when v_outside.first_day = v_outside.last_day then format('on %s', v_outside.first_day)
                        else format('from %s to %s', v_outside.first_day, v_outside.last_day) end),
            'Move or delete that time first, or choose other dates.');
    end if;

    -- Ending one of two that overlap must remain possible.
    if new.start_date < old.start_date
        or coalesce(new.end_date, 'infinity') > coalesce(old.end_date, 'infinity')
        or (old.contractor_id, old.facility_id) <> (new.contractor_id, new.facility_id) then
        perform private.refuse_overlap(new);
    end if;
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_bill_terms()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if isfinite(new.effective_from) then
        perform private.require_plausible_days(jsonb_build_object('effective_from', new.effective_from));
        perform private.require_week_start(new.effective_from);
    end if;
    perform private.require_overtime_rule(new.overtime_rule);
    perform private.require_bill_scope(new.scope);
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_bill_terms() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_changed_shift_entry()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if old.started_at is null then
        perform private.refuse(
            409, 'time_entry_without_times',
            format('The time entry of %s is hours alone and gets no times.', old.work_date),
            'Delete it while it is a draft, and enter the shift (enter_shift).');
    elsif old.status = 'draft' then
        perform private.refuse(
            409, 'time_entry_of_shift',
            format('The time entry of %s is of a shift: its hours, day and assignment are those of its times.',
                   old.work_date),
            'Delete it, both parts where the shift goes over midnight, and enter the shift again (enter_shift).');
    end if;
    perform private.check_shift_entry(new);
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_changed_shift_entry() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_contractor_email()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_other constant text := (
        select other.first_name || ' ' || other.last_name
          from public.contractors as other
         where lower(other.email) = lower(new.email) and other.id <> new.id);
begin
    if v_other is not null then
        perform private.refuse(
            409, 'contractor_email_taken',
            format('The contractor %s has the e-mail address %s already.', v_other, new.email),
            'Give another address; who is in the system twice keeps one of the two rows, and the other is deactivated.');
    end if;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_contractor_email() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_facility_bill_terms()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if new.bill_overtime_rule is not null then
        perform private.require_overtime_rule(new.bill_overtime_rule);
    end if;
    perform private.require_bill_scope(new.bill_scope);
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_facility_bill_terms() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_facility_timezone()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform now() at time zone new.timezone;
    return new;
exception when invalid_parameter_value then
    perform private.refuse(
        400, 'timezone_unknown',
        format('There is no timezone %s.', new.timezone),
        'Give an IANA name, such as America/Denver, or null for the firm''s.');
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_facility_timezone() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_first_bill_terms()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_first_week constant date := (
        select private.workweek_start(assignment.start_date)
          from public.assignments as assignment
         where assignment.id = old.assignment_id);
begin
    if not exists (
        select from public.assignment_bill_terms as terms
         where terms.assignment_id = old.assignment_id
           and terms.effective_from <= greatest(v_first_week, old.effective_from)) then
        perform private.refuse(
            409, 'first_bill_terms_stay',
            format('The bill terms of %s are the first of their assignment: its weeks up to the next would have none of their own.',
                   old.effective_from),
            'Change what they say, or add terms from the first week on before.');
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_first_bill_terms() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_invoice_line_changes()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_line record;
begin
    -- Released once, of an invoice that is void or by a credit note, and then losing an entry that is deleted; anything else is for drafts.
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
                  and (invoice.status = 'void' or private.is_reinstated(line.id))
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
         where touched.released_at is not null
           and invoice.status <> 'void'
           and not private.is_reinstated(touched.id)) then
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
                'Call send_invoices for a draft, void_invoice for a draft or a sent one; payments make it paid, and a '
                'void one stays void.');
        end if;
        if old.status <> 'draft'
            and (old.id, old.number, old.facility_id, old.kind, old.period_start, old.period_end,
                 old.issue_date, old.due_date, old.total, old.sent_at, old.sent_by, old.created_at,
                 old.facility_name, old.billing_email)
                is distinct from
                (new.id, new.number, new.facility_id, new.kind, new.period_start, new.period_end,
                 new.issue_date, new.due_date, new.total, new.sent_at, new.sent_by, new.created_at,
                 new.facility_name, new.billing_email) then
            perform private.refuse(
                409, 'invoice_not_draft',
                format('Invoice %s is %s: what it bills no longer changes.',
                       coalesce(old.number, '(draft)'), old.status),
                'Void it and create another, or bill the difference on a new invoice.');
        end if;
        if old.status = 'void' and old.voided_by is distinct from new.voided_by then
            perform private.refuse(
                409, 'actor_is_kept',
                format('Who voided invoice %s is not written by hand.', coalesce(old.number, '(draft)')),
                'Leave voided_by as it is.');
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
    if new.status not in ('sent', 'partially_paid') then -- what is not owed is not disputed
        new.disputed_at := null;
        new.disputed_by := null;
        new.dispute_reason := null;
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
    v_credit_note_id uuid;
    v_check record;
begin
    if tg_table_name = 'checks' then
        v_check_id := new.id;
    elsif tg_table_name = 'facility_credits' then
        v_check_id := new.check_id;
        v_credit_note_id := new.credit_note_id;
    else
        select coalesce(reconciliation.check_id, credit.check_id), credit.credit_note_id
          into v_check_id, v_credit_note_id
          from public.check_reconciliations as reconciliation
          left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id
         where reconciliation.id = new.check_reconciliation_id;
    end if;
    if v_credit_note_id is not null then
        perform private.check_credit_note_adds_up(v_credit_note_id);
        return null;
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

CREATE OR REPLACE FUNCTION private.guard_money_of_credit_note()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if tg_table_name = 'credit_notes' then
        perform private.check_credit_note_adds_up(new.id);
    else
        perform private.check_credit_note_adds_up(new.credit_note_id);
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_money_of_credit_note() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_new_shift_entry()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if private.caller() in ('authenticated', 'service_role') then
        perform private.hold_time();
    end if;
    perform private.hold_contractors(array[new.assignment_id]);
    perform private.check_shift_entry(new);
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_new_shift_entry() FROM PUBLIC, "anon", "authenticated", "service_role";

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
            format('The assignment has approved time under the rule %s: its pay depends on it.',
                   old.overtime_rule),
            'End the assignment and make another under the other rule.');
    end if;
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_overtime_rule_reason()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_asks boolean;
    v_employment_type text;
begin
    select rule.asks_for is not null
      into v_asks
      from public.overtime_rules as rule
     where rule.name = new.overtime_rule;
    if not found then
        perform private.require_overtime_rule(new.overtime_rule);
    end if;
    if tg_op = 'UPDATE' and old.overtime_rule <> new.overtime_rule
        and old.overtime_rule_reason is not distinct from new.overtime_rule_reason then
        new.overtime_rule_reason := null; -- it was that of the other rule
    end if;
    if v_asks and new.overtime_rule_reason is null and private.caller() <> 'owner' then
        -- Held, so that nobody makes them an employee meanwhile.
        select contractor.employment_type
          into v_employment_type
          from public.contractors as contractor
         where contractor.id = new.contractor_id
           for no key update;
        perform private.require_overtime_rule_reason(new.overtime_rule, v_employment_type, null);
    end if;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_overtime_rule_reason() FROM PUBLIC, "anon", "authenticated", "service_role";

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
            format('The stipend of %s a %s from %s on was paid: its assignment, amount, kind and first day stay.',
                   coalesce(old.weekly_amount, old.daily_amount, old.shift_amount),
                   case when old.weekly_amount is not null then 'week'
                        when old.daily_amount is not null then 'day'
                        else 'shift' end,
                   old.effective_from),
            'Set its last day, effective_to, and enter another from the day after; what that changes of weeks that '
            'were paid is due in the next batch.');
    end if;
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_payroll_batch_move()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if old.status in ('closed', 'discarded') then
        perform private.refuse_payroll_batch(old);
    end if;
    if old.status <> new.status and (old.status, new.status) not in (
        ('draft', 'in_review'), ('in_review', 'approved'), ('approved', 'closed'),
        ('draft', 'discarded'), ('in_review', 'discarded'), ('approved', 'discarded')) then
        perform private.refuse(
            409, 'payroll_batch_move_not_legal',
            format('%s cannot go from %s to %s.', private.name_of_payroll_batch(old), replace(old.status, '_', ' '),
                   replace(new.status, '_', ' ')),
            'Call advance_payroll_batch_status to review and approve it, then close_and_lock_payroll_batch; until then '
            'discard_payroll_batch may discard it.');
    end if;
    return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_shift_taken_back()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse_overlapping_shift(new.shift_contractor_id, new.started_at, new.ended_at, new.id);
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_shift_taken_back() FROM PUBLIC, "anon", "authenticated", "service_role";

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
            format('The time entry of %s cannot be %L.', new.work_date, new.status),
            'Give draft, submitted, pending_approval, approved or locked.');
    end if;

    if tg_op = 'UPDATE' then
        if old.set_aside_at is distinct from new.set_aside_at or old.set_aside_by is distinct from new.set_aside_by
            or old.set_aside_reason is distinct from new.set_aside_reason then
            perform private.check_setting_aside(old, new);
            if new.set_aside_at is not null then
                new.approved_at := null;
                new.approved_by := null;
                new.status := case old.status when 'approved' then 'submitted' else old.status end;
            end if;
            return new;
        end if;
        if old.corrected_at is distinct from new.corrected_at or old.corrected_by is distinct from new.corrected_by
            or old.correction_reason is distinct from new.correction_reason
            or old.hours_before_correction is distinct from new.hours_before_correction
            or old.work_date_before_correction is distinct from new.work_date_before_correction
            or (old.is_payable and new.corrected_at = v_now -- a second time in one transaction
                and (old.hours, old.work_date, old.started_at, old.ended_at, old.break_minutes)
                    is distinct from (new.hours, new.work_date, new.started_at, new.ended_at, new.break_minutes)) then
            perform private.check_correcting(old, new);
            return new;
        end if;
        perform private.check_time_entry_writer(old, new);
        perform private.check_time_entry_move(old, new);
        perform private.check_sent_back_reason(old, new);
        -- Submitted, it waits again; and nobody of the facility that it is moved to has sent it back.
        if new.status in ('submitted', 'pending_approval', 'approved') or new.assignment_id <> old.assignment_id then
            new.sent_back_at := null;
            new.sent_back_by := null;
            new.sent_back_reason := null;
        end if;
        -- The way back starts over.
        if new.status = 'draft' then
            new.submitted_at := null;
            new.corrected_at := null;
            new.corrected_by := null;
            new.correction_reason := null;
            new.hours_before_correction := null;
            new.work_date_before_correction := null;
            if old.status <> 'draft' then
                new.sent_back_at := v_now;
                new.sent_back_by := private.user_id();
                -- Whoever sends back may write a draft and see it until the statement is through: the policies
                -- of time_entries ask for it.
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

CREATE OR REPLACE FUNCTION private.has_tied_weeks()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select exists (
        select from public.payroll_adjustments as adjustment
         where adjustment.earned_from is not null and adjustment.is_flat_sum);
$function$;

REVOKE ALL ON FUNCTION private.has_tied_weeks() FROM PUBLIC, "anon", "authenticated", "service_role";

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
            hire_candidate.overtime_rule, nullif(btrim(hire_candidate.overtime_rule_reason), ''))
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
    return v_assignment;
end;
$function$;

REVOKE ALL ON FUNCTION private.hire_candidate(uuid,uuid,date,numeric,numeric,date,text,text,date,boolean,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_active_admins()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    if private.caller() <> 'owner' then
        perform
           from public.staff_members as member
          where member.is_active and 'admin' = any (member.roles)
          order by member.id
            for no key update;
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_active_admins() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_admins()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    -- Before any row is written: of two admins who remove each other, the second waits here.
    perform private.hold_active_admins();
    return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_billing()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.bill_time', 0));
exception when lock_not_available then
    perform private.refuse_while_billing();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_billing() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_check (
  check_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_credit_ids uuid[];
begin
    perform from public.checks as held where held.id = hold_check.check_id for update;
    if not found then
        perform private.refuse(
            404, 'check_not_found',
            format('There is no check %s.', hold_check.check_id),
            'Look the id up in checks.');
    end if;
    -- With it, what credit notes left because this money had paid their invoices: returning it moves that.
    v_credit_ids := array(
        select credit.id
          from public.facility_credits as credit
         where credit.check_id = hold_check.check_id
            or credit.credit_note_id in (
               select note.id
                 from public.check_reconciliations as reconciliation
                 join public.payments as payment on payment.check_reconciliation_id = reconciliation.id
                 join public.credit_notes as note on note.invoice_id = payment.invoice_id
                where reconciliation.check_id = hold_check.check_id
                   or reconciliation.facility_credit_id in (
                      select own.id from public.facility_credits as own where own.check_id = hold_check.check_id))
         order by credit.id
           for update);
    -- Lines that others are adding are waited for.
    perform
       from public.check_reconciliations as reconciliation
      where reconciliation.check_id = hold_check.check_id
         or reconciliation.facility_credit_id = any (v_credit_ids)
      order by reconciliation.id
        for update;
end;
$function$;

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
           and batch.id = any (array(select private.open_batches_of_rate_hit(hit)))
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

CREATE OR REPLACE FUNCTION private.hold_draft_batches_of_time (
  time_entry_ids uuid[]
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '1s'
  AS $function$
declare
    v_batch record;
    v_draft_ids uuid[] := '{}';
begin
    for v_batch in
        select batch.id, batch.status, period.period_start, period.period_end
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status in ('draft', 'in_review', 'approved')
           and batch.id = any (array(
               select item.payroll_batch_id
                 from public.time_entries as entry
                 join public.assignments as assignment on assignment.id = entry.assignment_id
                 join public.payroll_items as item on item.contractor_id = assignment.contractor_id
                 join public.payroll_item_lines as line
                   on line.payroll_item_id = item.id and line.week_start = private.workweek_start(entry.work_date)
                where entry.id = any (hold_draft_batches_of_time.time_entry_ids)))
         order by batch.id
           for no key update of batch
    loop
        if v_batch.status <> 'draft' then
            perform private.refuse(
                409, 'payroll_batch_under_review',
                format('The payroll batch of %s to %s is %s and pays a week of the time.',
                       v_batch.period_start, v_batch.period_end, replace(v_batch.status, '_', ' ')),
                'Discard the batch and prepare it anew afterwards, or come back once the batch is closed: the next one '
                'pays the difference.');
        end if;
        v_draft_ids := v_draft_ids || v_batch.id;
    end loop;
    return v_draft_ids;
exception when lock_not_available then -- one is being closed, or discarded
    perform private.refuse_while_paying();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_draft_batches_of_time(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_draft_invoices_of_rate_hit (
  hit public.rate_hits
)
  RETURNS uuid[]
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select array(
        select invoice.id
          from public.invoices as invoice
         where hit.bill_rate_change <> 0
           and invoice.status = 'draft'
           and invoice.id = any (array(
               select line.invoice_id
                 from private.invoice_lines_of_rate_hit(hit) as line
                where line.invoice_status = 'draft'))
         order by invoice.id
           for no key update);
$function$;

CREATE OR REPLACE FUNCTION private.hold_draft_invoices_of_time (
  time_entry_ids uuid[]
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '1s'
  AS $function$
declare
    v_invoice_ids constant uuid[] := array(
        with week as (
            select distinct assignment.contractor_id, private.workweek_start(entry.work_date) as start
              from public.time_entries as entry
              join public.assignments as assignment on assignment.id = entry.assignment_id
             where entry.id = any (hold_draft_invoices_of_time.time_entry_ids)
               and exists (
                   select from (select line.released_at from public.invoice_lines as line
                                 where line.time_entry_id = entry.id
                                offset 0) as line -- see private.classified_time
                    where line.released_at is null)
        ), line as (
            select line.invoice_id
              from week
              join public.assignments as assignment on assignment.contractor_id = week.contractor_id
              join public.time_entries as entry
                on entry.assignment_id = assignment.id and entry.work_date between week.start and week.start + 6
             cross join lateral (
                   select line.invoice_id
                     from public.invoice_lines as line
                    where line.time_entry_id = entry.id
                   offset 0) as line
             union
            select line.invoice_id
              from week
              join public.invoice_lines as line
                on line.contractor_id = week.contractor_id and line.week_start = week.start
        )
        select invoice.id
          from line
          join public.invoices as invoice on invoice.id = line.invoice_id
         where invoice.status = 'draft');
begin
    perform
       from public.invoices as invoice
      where invoice.id = any (v_invoice_ids)
      order by invoice.id
        for update;
    -- One that was sent meanwhile is no draft any more.
    return array(
        select invoice.id
          from public.invoices as invoice
         where invoice.id = any (v_invoice_ids) and invoice.status = 'draft'
         order by invoice.id);
exception when lock_not_available then
    perform private.refuse_while_billing();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_draft_invoices_of_time(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_reconciliation (
  check_reconciliation_id uuid
)
  RETURNS public.check_reconciliations
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_source record;
    v_reconciliation public.check_reconciliations;
begin
    -- Which check or credit it spends never changes.
    select coalesce(reconciliation.check_id, credit.check_id) as check_id, credit.id as credit_id
      into v_source
      from public.check_reconciliations as reconciliation
      left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id
     where reconciliation.id = hold_reconciliation.check_reconciliation_id;
    if v_source.check_id is not null then
        perform private.hold_check(v_source.check_id);
    else -- what a credit note left: no check comes before it
        perform from public.facility_credits as credit where credit.id = v_source.credit_id for update;
        perform
           from public.check_reconciliations as reconciliation
          where reconciliation.facility_credit_id = v_source.credit_id
          order by reconciliation.id
            for update;
    end if;
    select reconciliation.*
      into v_reconciliation
      from public.check_reconciliations as reconciliation
     where reconciliation.id = hold_reconciliation.check_reconciliation_id;
    if not found then -- or somebody deleted it while it was waited for
        perform private.refuse(
            404, 'check_reconciliation_not_found',
            format('There is no reconciliation %s.', hold_reconciliation.check_reconciliation_id),
            'Look the id up in check_reconciliations.');
    end if;
    return v_reconciliation;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_time_and_drafts()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    perform private.hold_billing();
    perform private.change_rates();
    perform private.hold_time();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_time_and_drafts() FROM PUBLIC, "anon", "authenticated", "service_role";

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
            format('At most 1000 time entries are taken at once, not %s.',
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

CREATE OR REPLACE FUNCTION private.hours_by_state (
  weeks integer
)
  RETURNS TABLE (
    week_start date,
    status     text,
    entries    integer,
    hours      numeric
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
    v_this_week constant date := private.workweek_start((private.clock()).business_date);
    v_first_day date;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('weeks', hours_by_state.weeks));
    if hours_by_state.weeks not between 1 and 104 then
        perform private.refuse(
            400, 'weeks_out_of_range',
            format('The hours of %s cannot be shown.', private.counted(hours_by_state.weeks, 'week', 'weeks')),
            'Give 1 to 104 weeks.');
    end if;
    v_first_day := v_this_week - 7 * (hours_by_state.weeks - 1);

    return query
    with worked as (
        select (entry.work_date - v_first_day) / 7 as week, entry.status, count(*)::int as entries, sum(entry.hours) as hours
          from public.time_entries as entry
         where entry.work_date between v_first_day and v_this_week + 6
           and entry.set_aside_at is null
         group by 1, 2
    )
    select v_first_day + 7 * week.nth, state.name, coalesce(worked.entries, 0), coalesce(worked.hours, 0.00)
      from generate_series(0, hours_by_state.weeks - 1) as week (nth)
     cross join unnest(array['draft', 'submitted', 'pending_approval', 'approved', 'locked'])
          with ordinality as state (name, place)
      left join worked on worked.week = week.nth and worked.status = state.name
     order by week.nth, state.place;
end;
$function$;

REVOKE ALL ON FUNCTION private.hours_by_state(integer) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hours_carried_over (
  pools             integer[],
  assignment_ids    uuid[],
  week_starts       date[],
  entry_ids_to_bill uuid[]
)
  RETURNS TABLE (
    pool          integer,
    time_entry_id uuid,
    hours         integer
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 100
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
    v_to_pay constant boolean := hours_carried_over.entry_ids_to_bill is null; -- folded into the plan
begin
    return query
    with recursive pooled as (
        select week.*
          from unnest(hours_carried_over.pools, hours_carried_over.assignment_ids, hours_carried_over.week_starts)
               as week (pool, assignment_id, week_start)
    ), worked_before as (
        select pooled.pool, entry.id, 0 as hours, entry.shift_contractor_id, entry.started_at, 0 as nth
          from pooled
         cross join lateral (
               select first.id, first.shift_contractor_id, first.started_at
                 from public.time_entries as first
                where first.assignment_id = pooled.assignment_id
                  and first.work_date = pooled.week_start
                  and first.started_at is not null
                  and first.is_payable
               offset 0) as entry -- looked up, week by week: there are few
         union all
        select later.pool, later.id, later.hours + (entry.hours * 100)::int, later.shift_contractor_id, entry.started_at,
               later.nth + 1
          from worked_before as later
         cross join lateral (
               select before.id, before.assignment_id, before.work_date, before.started_at, before.hours
                 from public.time_entries as before
                where before.shift_contractor_id = later.shift_contractor_id
                  and before.ended_at = later.started_at
                  and before.started_at >= later.started_at - interval '24 hours' -- none is longer: by the index
                  and before.started_at < later.started_at
                  and before.is_payable
               offset 0) as entry
          join pooled on pooled.pool = later.pool and pooled.assignment_id = entry.assignment_id
         where entry.work_date < pooled.week_start
           and later.nth < 100
           and (v_to_pay
                or entry.id = any (hours_carried_over.entry_ids_to_bill)
                or exists (
                   select from (select line.released_at from public.invoice_lines as line
                                 where line.time_entry_id = entry.id
                                offset 0) as line -- see private.classified_time
                    where line.released_at is null))
    )
    select worked_before.pool, worked_before.id, max(worked_before.hours)
      from worked_before
     where worked_before.nth > 0
     group by worked_before.pool, worked_before.id;
end;
$function$;

REVOKE ALL ON FUNCTION private.hours_carried_over(integer[],uuid[],date[],uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hours_in_a_row (
  pools             integer[],
  assignment_ids    uuid[],
  week_starts       date[],
  regular_until     integer[],
  in_a_row_until    integer[],
  entry_ids_to_bill uuid[]
)
  RETURNS TABLE (
    pool          integer,
    time_entry_id uuid,
    beyond        integer
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 50
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
    v_to_pay constant boolean := hours_in_a_row.entry_ids_to_bill is null; -- folded into the plan
    v_first constant date := (select min(week.start) from unnest(hours_in_a_row.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(hours_in_a_row.week_starts) as week (start));
begin
    return query
    with entry as (
        select week.pool, entry.id, entry.work_date, entry.started_at, entry.ended_at,
               (entry.hours * 100)::int as hours, week.regular_until, week.in_a_row_until
          from unnest(hours_in_a_row.pools, hours_in_a_row.assignment_ids, hours_in_a_row.week_starts,
                      hours_in_a_row.regular_until, hours_in_a_row.in_a_row_until)
               as week (pool, assignment_id, start, regular_until, in_a_row_until)
          join public.time_entries as entry
            on entry.assignment_id = week.assignment_id
           and week.start = entry.work_date - (entry.work_date - v_first) % 7
         where entry.assignment_id = any (hours_in_a_row.assignment_ids) -- known to the plan
           and entry.work_date between v_first and v_last
           and entry.is_payable
           and (v_to_pay
                or entry.id = any (hours_in_a_row.entry_ids_to_bill)
                or exists (
                   select from (select line.released_at from public.invoice_lines as line
                                 where line.time_entry_id = entry.id
                                offset 0) as line -- see private.classified_time
                    where line.released_at is null))
        offset 0
    ), counted as (
        select entry.*, coalesce(carried.hours, 0) as carried_hours,
               (sum(entry.hours) over of_day)::int as hours_through,
               coalesce(sum(entry.hours) filter (where entry.started_at is not null) over before, 0)::int
                   as shift_hours_before,
               max(entry.ended_at) over before as last_ended_at
          from entry
          left join private.hours_carried_over(
                        hours_in_a_row.pools, hours_in_a_row.assignment_ids, hours_in_a_row.week_starts,
                        hours_in_a_row.entry_ids_to_bill) as carried
            on carried.pool = entry.pool and carried.time_entry_id = entry.id
        window of_day as (partition by entry.pool, entry.work_date
                          order by entry.started_at nulls first, entry.regular_until desc, entry.id
                          rows unbounded preceding),
               before as (partition by entry.pool
                          order by entry.work_date, entry.started_at nulls first, entry.regular_until desc, entry.id
                          rows between unbounded preceding and 1 preceding)
    ), stretch as (
        select counted.*,
               greatest(0, least(counted.hours, counted.hours_through - counted.regular_until)) as beyond_of_day,
               greatest(0, least(counted.hours,
                   counted.shift_hours_before + counted.hours - counted.in_a_row_until
                       - max(case when counted.started_at is distinct from counted.last_ended_at
                                  then counted.shift_hours_before - counted.carried_hours end) over so_far))
                   as beyond_in_a_row
          from counted
         where counted.started_at is not null
        window so_far as (partition by counted.pool order by counted.started_at rows unbounded preceding)
    ), week as (
        select stretch.*,
               sum(stretch.beyond_in_a_row) over of_week > sum(stretch.beyond_of_day) over of_week as is_more
          from stretch
         where stretch.in_a_row_until is not null
        window of_week as (partition by stretch.pool)
    )
    select week.pool, week.id, week.beyond_in_a_row
      from week
     where week.is_more;
end;
$function$;

REVOKE ALL ON FUNCTION private.hours_in_a_row(integer[],uuid[],date[],integer[],integer[],uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hours_of_days (
  week_start date,
  days       jsonb
)
  RETURNS TABLE (
    work_date date,
    hours     numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_bad record;
begin
    if jsonb_typeof(hours_of_days.days) <> 'object' then
        perform private.refuse(
            400, 'days_not_valid',
            'The days of a week are an object with the hours of each.',
            'Send them as {"2026-03-02": 8, "2026-03-03": 7.5}.');
    end if;
    select day.key, day.value, jsonb_typeof(day.value) as type, named.work_date
      into v_bad
      from jsonb_each(hours_of_days.days) as day
      left join (select to_char(hours_of_days.week_start + nth, 'YYYY-MM-DD') as work_date
                   from generate_series(0, 6) as nth) as named on named.work_date = day.key
     where named.work_date is null or jsonb_typeof(day.value) not in ('number', 'null')
     order by day.key
     limit 1;
    if v_bad.work_date is null and v_bad.key is not null then
        perform private.refuse(
            400, 'day_outside_week',
            format('The week that begins on %s has no day %L.', hours_of_days.week_start, v_bad.key),
            'Give days of that week, each as YYYY-MM-DD.');
    elsif v_bad.key is not null then
        perform private.refuse(
            400, 'days_not_valid',
            format('The hours of %s are %s, which is no number.', v_bad.key, v_bad.value),
            'Give a number, such as 7.5; 0 or null where there are none.');
    end if;

    -- A number of any size comes in JSON; the column would refuse it in its own words.
    select day.key, day.value
      into v_bad
      from jsonb_each_text(hours_of_days.days) as day
     where day.value::numeric < 0 or day.value::numeric > 24
        or (day.value::numeric > 0 and round(day.value::numeric, 2) = 0)
     order by day.key
     limit 1;
    if found then
        perform private.refuse(
            400, 'hours_out_of_range',
            format('%s cannot have %s hours.', v_bad.key, v_bad.value),
            'Give 0.01 to 24 hours, which are rounded to the hundredth; 0 or null where there are none.');
    end if;

    return query
    select day.key::date, coalesce(round(day.value::numeric, 2), 0)
      from jsonb_each_text(hours_of_days.days) as day;
end;
$function$;

REVOKE ALL ON FUNCTION private.hours_of_days(date,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.invitation_states()
  RETURNS TABLE (
    id          uuid,
    kind        text,
    row_id      uuid,
    name        text,
    state       text,
    created_at  timestamp with time zone,
    created_by  uuid,
    expires_at  timestamp with time zone,
    accepted_at timestamp with time zone,
    accepted_by uuid,
    voided_at   timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select invitation.id, invitation.kind, invitation.row_id, person.name,
           case when invitation.accepted_at is not null then 'accepted'
                when invitation.voided_at is not null then invitation.void_reason
                when invitation.expires_at <= now.at then 'expired'
                else 'open' end,
           invitation.created_at, invitation.created_by, invitation.expires_at,
           invitation.accepted_at, invitation.accepted_by, invitation.voided_at
      from private.clock() as now
     cross join private.invitations as invitation
      left join private.people as person on person.kind = invitation.kind and person.row_id = invitation.row_id
     where private.is_staff_or_server();
$function$;

REVOKE ALL ON FUNCTION private.invitation_states() FROM PUBLIC, "anon", "authenticated", "service_role";

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
    return jsonb_build_object('code', v_code, 'expires_at', v_invitation.expires_at);
end;
$function$;

REVOKE ALL ON FUNCTION private.invite(text,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.invoice_lines_of_rate_hit (
  hit public.rate_hits
)
  RETURNS TABLE (
    time_entry_id  uuid,
    work_date      date,
    invoice_id     uuid,
    invoice_status text,
    amount         numeric,
    change         numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select entry.id, entry.work_date, invoice.id, invoice.status, line.amount,
           round(line.hours * (line.rate + hit.bill_rate_change) * line.multiplier, 2) - line.amount
      from public.time_entries as entry
     cross join lateral (
           select line.invoice_id, line.hours, line.rate, line.multiplier, line.amount
             from public.invoice_lines as line
            where line.time_entry_id = entry.id
           offset 0) as line -- first: without statistics each entry would meet all invoices
      join public.invoices as invoice on invoice.id = line.invoice_id
     where entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on
       and invoice.status <> 'void';
$function$;

REVOKE ALL ON FUNCTION private.invoice_lines_of_rate_hit(public.rate_hits) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.is_built_in_overtime_rule (
  rule text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select is_built_in_overtime_rule.rule in (
        'none', 'flsa', 'california', 'california_health_care', 'colorado', 'alaska');
$function$;

REVOKE ALL ON FUNCTION private.is_built_in_overtime_rule(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.is_last_admin (
  staff_member_id uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select private.caller() <> 'owner'
           and array_agg(member.id) is not distinct from array[is_last_admin.staff_member_id]
      from public.staff_members as member
     where member.is_active and member.user_id is not null and 'admin' = any (member.roles);
$function$;

REVOKE ALL ON FUNCTION private.is_last_admin(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.is_of_the_facility (
  user_id     uuid,
  facility_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    return exists (
               select from private.user_links as link
                 join public.facility_contacts as contact on contact.id = link.row_id
                where link.user_id = is_of_the_facility.user_id and link.kind = 'facility_contact'
                  and contact.facility_id = is_of_the_facility.facility_id)
       and not exists (
               select from private.user_links as link
                where link.user_id = is_of_the_facility.user_id and link.kind = 'staff_member');
end;
$function$;

REVOKE ALL ON FUNCTION private.is_of_the_facility(uuid,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.is_reinstated (
  invoice_line_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    return exists (
        select from public.credit_note_lines as line
          join public.credit_notes as note on note.id = line.credit_note_id
         where line.invoice_line_id = is_reinstated.invoice_line_id and note.reinstates);
end;
$function$;

REVOKE ALL ON FUNCTION private.is_reinstated(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.keep_last_admin()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if private.caller() <> 'owner'
        and exists (select from old_rows as before
                     where before.is_active and before.user_id is not null and 'admin' = any (before.roles))
        and not exists (
            select from public.staff_members as member
             where member.is_active and member.user_id is not null and 'admin' = any (member.roles)
               and not exists (select from old_rows as before
                                where before.id = member.id and before.user_id is distinct from member.user_id)) then
        perform private.refuse_last_admin();
    end if;
    return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_overtime_rule()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_why text := case when private.is_built_in_overtime_rule(old.name) then 'comes with the product' end;
begin
    if v_why is null then
        -- Whoever names the rule at this moment holds its row for key share: this waits for them, and then sees them.
        perform
           from public.overtime_rules as rule
          where rule.name = old.name
            for update;
        if exists (select from public.assignments as assignment where assignment.overtime_rule = old.name)
            or exists (select from public.assignment_bill_terms as terms where terms.overtime_rule = old.name)
            or exists (select from public.facilities as facility where facility.bill_overtime_rule = old.name) then
            v_why := 'is used by assignments or facilities';
        end if;
    end if;
    if v_why is not null then
        perform private.refuse(
            409, 'overtime_rule_used',
            format('The overtime rule %s %s, and stays as it is.', old.name, v_why),
            'Add another rule under another name.');
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$function$;

REVOKE ALL ON FUNCTION private.keep_overtime_rule() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.keep_user_links()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_row constant jsonb := to_jsonb(new);
    v_name constant text := coalesce(v_row ->> 'name', (v_row ->> 'first_name') || ' ' || (v_row ->> 'last_name'));
begin
    if tg_op = 'UPDATE' then
        update private.user_links as link
           set unlinked_at = v_now
         where link.kind = tg_argv[0] and link.row_id = old.id and link.unlinked_at is null
           and (new.user_id is distinct from old.user_id or new.id <> old.id);
    end if;
    if new.user_id is not null then
        insert into private.user_links (kind, row_id, user_id, name, email, linked_at)
        values (tg_argv[0], new.id, new.user_id, v_name, v_row ->> 'email', v_now)
        on conflict (kind, row_id) where unlinked_at is null
        do update set name = excluded.name, email = excluded.email;
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.keep_user_links() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.lines_to_credit (
  invoice  public.invoices,
  line_ids uuid[]
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_unfit constant text := (
        select string_agg(
                   format('%s %s', wanted.id, case
                       when line.id is null then 'is none of its lines'
                       else format('was credited by %s', note.number) end),
                   '; ' order by wanted.position)
          from unnest(lines_to_credit.line_ids) with ordinality as wanted (id, position)
          left join public.invoice_lines as line on line.id = wanted.id and line.invoice_id = invoice.id
          left join public.credit_note_lines as credited on credited.invoice_line_id = line.id
          left join public.credit_notes as note on note.id = credited.credit_note_id
         where line.id is null or note.id is not null);
begin
    if v_unfit is not null then
        perform private.refuse(
            409, 'line_not_creditable',
            format('Of invoice %s cannot be credited: %s.', invoice.number, v_unfit),
            'Give ids of its lines that no credit note has, or none for all that are left.');
    end if;
    return array(
        select line.id
          from public.invoice_lines as line
         where line.invoice_id = invoice.id
           and (lines_to_credit.line_ids is null or line.id = any (lines_to_credit.line_ids))
           and not exists (
               select from public.credit_note_lines as credited where credited.invoice_line_id = line.id)
         order by line.id);
end;
$function$;

REVOKE ALL ON FUNCTION private.lines_to_credit(public.invoices,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.link_person (
  kind    text,
  row_id  uuid,
  user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    if link_person.kind = 'staff_member' then
        update public.staff_members as member
           set user_id = link_person.user_id
         where member.id = link_person.row_id;
    elsif link_person.kind = 'contractor' then
        update public.contractors as contractor
           set user_id = link_person.user_id
         where contractor.id = link_person.row_id;
    else
        update public.facility_contacts as contact
           set user_id = link_person.user_id
         where contact.id = link_person.row_id;
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.link_person(text,uuid,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_adjustments()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if tg_op <> 'DELETE' then
        perform private.mark_days_of_adjustments(
            array(select row(latter.*)::public.payroll_adjustments from after_rows as latter));
    end if;
    if tg_op <> 'INSERT' then
        perform private.mark_days_of_adjustments(
            array(select row(former.*)::public.payroll_adjustments
                    from before_rows as former
                   where former.earned_from is not null));
    end if;
    return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.mark_days_of_adjustments (
  adjustments public.payroll_adjustments[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    insert into private.due_marks (contractor_id, day)
    select distinct adjustment.contractor_id, concerned.day
      from unnest(mark_days_of_adjustments.adjustments) as adjustment
     cross join lateral (
           select adjustment.payable_on
            union
           select adjustment.earned_from + 7 * earned.nth
             from generate_series(0, (adjustment.earned_to - adjustment.earned_from) / 7) as earned (nth)
            union
           select adjustment.earned_to) as concerned (day)
     where adjustment.approved_at is not null and concerned.day is not null;
$function$;

REVOKE ALL ON FUNCTION private.mark_days_of_adjustments(public.payroll_adjustments[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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
     where case when (former.weekly_amount, former.daily_amount, former.shift_amount, former.kind)
                         is distinct from (latter.weekly_amount, latter.daily_amount, latter.shift_amount, latter.kind)
                then day.had_former or day.has_latter
                else day.had_former <> day.has_latter end;
$function$;

CREATE OR REPLACE FUNCTION private.mark_moved_time()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, worked.day
      from public.assignments as assignment
     cross join unnest(array[
               old.work_date, new.work_date,
               case when old.shift_id is not null then old.work_date + 1 end,
               case when new.shift_id is not null then new.work_date + 1 end]) as worked (day)
     where assignment.id = new.assignment_id and worked.day is not null;
    return null;
end;
$function$;

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
     where entry.is_payable
     union
    select assignment.contractor_id, entry.work_date + 1
      from written as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where entry.is_payable and entry.shift_id is not null;
    return null;
end;
$function$;

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
    if not private.has_tied_weeks() then
        return;
    end if;
    return query
    with marked as materialized (
        select distinct mark.contractor_id,
               mark.day - ((mark.day - marked_weeks.period_end - 1) % 7 + 7) % 7 as week_start
          from private.due_marks as mark
         where marked_weeks.contractor_ids is null or mark.contractor_id = any (marked_weeks.contractor_ids)
    )
    select distinct tied.contractor_id, tied.tied_week_start
      from (select array_agg(marked.contractor_id) as contractor_ids, array_agg(marked.week_start) as week_starts
              from marked) as week
     cross join lateral private.tied_weeks(week.contractor_ids, week.week_starts) as tied
     where tied.tied_week_start < marked_weeks.period_end
    except
    select marked.contractor_id, marked.week_start from marked;
end;
$function$;

CREATE OR REPLACE FUNCTION private.me()
  RETURNS TABLE (
    user_id            uuid,
    name               text,
    email              text,
    roles              text[],
    contractor_id      uuid,
    facility_ids       uuid[],
    facility_names     text[],
    business_date      date,
    week_start         date,
    operating_timezone text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select caller.user_id,
           coalesce(member.name, contractor.first_name || ' ' || contractor.last_name, contact.name),
           coalesce(member.email, contractor.email, contact.email),
           coalesce(member.roles, '{}'), contractor.id,
           coalesce(contact.facility_ids, '{}'), coalesce(contact.facility_names, '{}'),
           clock.business_date, private.workweek_start(clock.business_date), private.operating_timezone()
      from (select private.user_id()) as caller (user_id)
     cross join private.clock() as clock
      left join public.staff_members as member on member.user_id = caller.user_id and member.is_active
      left join public.contractors as contractor on contractor.user_id = caller.user_id and contractor.is_active
      left join lateral (
           select min(person.name) as name,
                  min(person.email) as email,
                  array_agg(facility.id order by facility.name, facility.id) as facility_ids,
                  array_agg(facility.name order by facility.name, facility.id) as facility_names
             from public.facility_contacts as person
             join public.facilities as facility on facility.id = person.facility_id
            where person.user_id = caller.user_id and person.is_active) as contact on true
     where caller.user_id is not null;
$function$;

REVOKE ALL ON FUNCTION private.me() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.minutes_between (
  started_at timestamp with time zone,
  ended_at   timestamp with time zone
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select div(extract(epoch from minutes_between.ended_at) - extract(epoch from minutes_between.started_at), 60)::int;
$function$;

REVOKE ALL ON FUNCTION private.minutes_between(timestamp with time zone,timestamp with time zone) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.move_bill_terms()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    update public.assignment_bill_terms as terms
       set effective_from = private.workweek_start(terms.effective_from)
     where terms.effective_from <> private.workweek_start(terms.effective_from);
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.move_bill_terms() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.move_credits_back (
  invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_credit record;
    v_before jsonb;
    v_moved public.facility_credits;
begin
    -- Held since private.hold_check, but for one that was issued meanwhile: that one is not waited for.
    for v_credit in
        select note.id as note_id, note.invoice_id, note.counts_on, credit.id, credit.remaining
          from public.credit_notes as note
          join public.facility_credits as credit on credit.credit_note_id = note.id
         where note.invoice_id = any (move_credits_back.invoice_ids)
         order by credit.id
           for no key update of credit nowait
    loop
        v_before := (select to_jsonb(credit) from public.facility_credits as credit where credit.id = v_credit.id);
        with moved as (
            insert into public.payments (invoice_id, source, credit_note_id, paid_on, amount, moved_at)
            select invoice.id, 'credit_note', v_credit.note_id, v_credit.counts_on,
                   least(invoice.balance, v_credit.remaining), (private.clock()).at
              from public.invoices as invoice
             where invoice.id = v_credit.invoice_id and invoice.balance > 0 and v_credit.remaining > 0
            returning amount)
        update public.facility_credits as credit
           set remaining = credit.remaining - moved.amount
          from moved
         where credit.id = v_credit.id
        returning credit.* into v_moved;
        if found then
            perform private.audit('return_check', 'facility_credits', v_credit.id, v_before, to_jsonb(v_moved));
        end if;
    end loop;
exception when lock_not_available then
    perform private.refuse_while_billing();
end;
$function$;

REVOKE ALL ON FUNCTION private.move_credits_back(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.my_assignments()
  RETURNS TABLE (
    assignment_id       uuid,
    facility_id         uuid,
    facility_name       text,
    start_date          date,
    end_date            date,
    overtime_rule       text,
    timezone            text,
    overtime_rule_title text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select assignment.id, facility.id, facility.name, assignment.start_date, assignment.end_date,
           assignment.overtime_rule, coalesce(facility.timezone, private.operating_timezone()), rule.title
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
      join public.overtime_rules as rule on rule.name = assignment.overtime_rule
     where assignment.contractor_id = private.own_contractor_id();
$function$;

REVOKE ALL ON FUNCTION private.my_assignments() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.my_pay_lines()
  RETURNS TABLE (
    payroll_batch_id     uuid,
    pay_date             date,
    week_start           date,
    kind                 text,
    facility_name        text,
    work_date            date,
    hours                numeric,
    rate                 numeric,
    amount               numeric,
    pay_kind             text,
    overtime_hours       numeric,
    doubletime_hours     numeric,
    payroll_item_id      uuid,
    payroll_item_line_id uuid,
    time_entry_id        uuid
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select batch.id, period.pay_date, line.week_start, line.kind, facility.name,
           coalesce(entry.work_date, adjustment.payable_on),
           line.hours, line.rate, line.amount, line.pay_kind, line.overtime_hours, line.doubletime_hours,
           item.id, line.id, line.time_entry_id
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
      join public.payroll_periods as period on period.id = batch.payroll_period_id
      join public.payroll_item_lines as line on line.payroll_item_id = item.id
      left join public.time_entries as entry on entry.id = line.time_entry_id
      left join public.payroll_adjustments as adjustment on adjustment.id = line.payroll_adjustment_id
      left join public.assignment_stipends as stipend on stipend.id = line.assignment_stipend_id
      left join public.assignments as assignment
        on assignment.id = coalesce(entry.assignment_id, stipend.assignment_id)
      left join public.facilities as facility on facility.id = assignment.facility_id
     where item.contractor_id = private.own_contractor_id();
$function$;

REVOKE ALL ON FUNCTION private.my_pay_lines() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.my_pay_rates()
  RETURNS TABLE (
    assignment_id  uuid,
    effective_from date,
    pay_rate       numeric,
    facility_id    uuid,
    facility_name  text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select rate.assignment_id, rate.effective_from, rate.pay_rate, facility.id, facility.name
      from public.assignment_rates as rate
      join public.assignments as assignment on assignment.id = rate.assignment_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where rate.assignment_id = any (private.own_assignment_ids());
$function$;

REVOKE ALL ON FUNCTION private.my_pay_rates() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.my_time()
  RETURNS TABLE (
    time_entry_id               uuid,
    assignment_id               uuid,
    facility_id                 uuid,
    facility_name               text,
    work_date                   date,
    hours                       numeric,
    status                      text,
    is_approved                 boolean,
    is_paid                     boolean,
    pay_date                    date,
    sent_back_reason            text,
    sent_back_at                timestamp with time zone,
    sent_back_by                text,
    is_set_aside                boolean,
    notes                       text,
    set_aside_reason            text,
    corrected_at                timestamp with time zone,
    correction_reason           text,
    hours_before_correction     numeric,
    work_date_before_correction date,
    started_at                  timestamp with time zone,
    ended_at                    timestamp with time zone,
    break_minutes               integer,
    shift_id                    uuid
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with unpaid_period as materialized ( -- a period of which a batch was paid pays late time only until its pay date
        select period.period_end, period.pay_date
          from public.payroll_periods as period
         cross join private.clock() as clock
         where period.status = 'open'
           and (period.pay_date >= clock.business_date
                or not exists (
                    select from public.payroll_batches as batch
                     where batch.payroll_period_id = period.id and batch.status = 'closed'))
    )
    select entry.id, assignment.id, facility.id, facility.name, entry.work_date, entry.hours, entry.status,
           entry.is_payable, coalesce(paid.is_closed, false),
           case when entry.is_payable then coalesce(
               paid.pay_date,
               (select period.pay_date
                  from unpaid_period as period
                 where period.period_end >= entry.work_date
                 order by period.period_end
                 limit 1)) end,
           entry.sent_back_reason, entry.sent_back_at,
           case when entry.sent_back_at is null then null
                when private.is_of_the_facility(entry.sent_back_by, facility.id) then 'facility'
                else 'firm' end,
           entry.set_aside_at is not null, entry.notes, entry.set_aside_reason, entry.corrected_at,
           entry.correction_reason, entry.hours_before_correction, entry.work_date_before_correction, entry.started_at,
           entry.ended_at, entry.break_minutes, entry.shift_id
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
      join public.time_entries as entry on entry.assignment_id = assignment.id
      left join lateral (
           select period.pay_date, batch.status = 'closed' as is_closed
             from public.payroll_item_lines as line
             join public.payroll_items as item on item.id = line.payroll_item_id
             join public.payroll_batches as batch on batch.id = item.payroll_batch_id
             join public.payroll_periods as period on period.id = batch.payroll_period_id
            where line.time_entry_id = entry.id and line.released_at is null) as paid on true
     where assignment.contractor_id = private.own_contractor_id();
$function$;

REVOKE ALL ON FUNCTION private.my_time() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.name_for_facility (
  user_id     uuid,
  facility_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    return (
        select link.name
          from private.user_links as link
         where link.user_id = name_for_facility.user_id
           and (private.is_staff_or_server()
                or (link.kind = 'facility_contact' and exists (
                    select from public.facility_contacts as contact
                     where contact.id = link.row_id and contact.facility_id = name_for_facility.facility_id)))
         order by link.unlinked_at desc nulls first,
                  array_position(array['staff_member', 'contractor', 'facility_contact'], link.kind), link.id desc
         limit 1);
end;
$function$;

REVOKE ALL ON FUNCTION private.name_for_facility(uuid,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.name_of_payroll_batch (
  batch public.payroll_batches
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    return (
        select format('The payroll batch of %s to %s', period.period_start, period.period_end)
          from public.payroll_periods as period
         where period.id = batch.payroll_period_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.name_of_payroll_batch(public.payroll_batches) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.obstacles_of_period (
  period public.payroll_periods
)
  RETURNS TABLE (
    kind             text,
    payroll_batch_id uuid,
    batch_status     text,
    contractor_id    uuid,
    week_start       date,
    amount           numeric,
    time_entry_id    uuid,
    work_date        date,
    hours            numeric,
    entry_status     text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
begin
    return query
    select 'open_batch', batch.id, batch.status, null::uuid, null::date, batch.gross_total, null::uuid, null::date,
           null::numeric, null
      from public.payroll_batches as batch
     where batch.payroll_period_id = period.id and batch.status in ('draft', 'in_review', 'approved');

    return query
    select 'due_week', null::uuid, null, due.contractor_id, due.week_start, sum(due.amount), null::uuid, null::date,
           null::numeric, null
      from (select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as week_starts
              from private.marked_weeks(period.period_end) as week) as marked
     cross join lateral private.due_lines(marked.contractor_ids, marked.week_starts) as due
     where marked.contractor_ids is not null
     group by due.contractor_id, due.week_start;

    return query
    select 'unapproved_time', null::uuid, null, assignment.contractor_id, private.workweek_start(entry.work_date),
           null::numeric, entry.id, entry.work_date, entry.hours, entry.status
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where entry.work_date between period.period_start and period.period_end
       and not entry.is_payable
       and entry.set_aside_at is null
       and entry.status <> 'draft';
end;
$function$;

REVOKE ALL ON FUNCTION private.obstacles_of_period(public.payroll_periods) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.open_batches_of_rate_hit (
  hit public.rate_hits
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select batch.id
      from public.payroll_batches as batch
     where hit.pay_rate_change <> 0
       and batch.status in ('draft', 'in_review', 'approved')
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
                     and entry.is_payable));
$function$;

REVOKE ALL ON FUNCTION private.open_batches_of_rate_hit(public.rate_hits) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.operating_timezone()
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select settings.operating_timezone from public.organization_settings as settings;
$function$;

REVOKE ALL ON FUNCTION private.operating_timezone() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.parts_of_shift (
  shift_started_at    timestamp with time zone,
  shift_ended_at      timestamp with time zone,
  shift_break_minutes integer,
  break_started_at    timestamp with time zone,
  timezone            text
)
  RETURNS TABLE (
    work_date     date,
    started_at    timestamp with time zone,
    ended_at      timestamp with time zone,
    break_minutes integer,
    hours         numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_midnight constant timestamptz := private.end_of_day_of(
        parts_of_shift.shift_started_at, parts_of_shift.timezone);
    v_worked int;
begin
    if parts_of_shift.shift_ended_at > private.end_of_day_of(v_midnight, parts_of_shift.timezone) then
        perform private.refuse(
            400, 'shift_not_valid',
            format('The shift goes over two midnights, since %s has 23 hours.',
                   (v_midnight at time zone parts_of_shift.timezone)::date),
            'Enter it as two, one after the other.');
    end if;

    started_at := parts_of_shift.shift_started_at;
    ended_at := least(v_midnight, parts_of_shift.shift_ended_at);
    break_minutes := private.break_of_first_part(
        started_at, parts_of_shift.shift_ended_at, v_midnight,
        parts_of_shift.shift_break_minutes, parts_of_shift.break_started_at);
    work_date := (started_at at time zone parts_of_shift.timezone)::date;
    hours := round((private.minutes_between(started_at, ended_at) - break_minutes) / 60.0, 2);
    return next;
    if ended_at = parts_of_shift.shift_ended_at then
        return;
    end if;

    v_worked := private.minutes_between(parts_of_shift.shift_started_at, parts_of_shift.shift_ended_at)
        - parts_of_shift.shift_break_minutes;
    started_at := v_midnight;
    ended_at := parts_of_shift.shift_ended_at;
    break_minutes := parts_of_shift.shift_break_minutes - break_minutes;
    work_date := (started_at at time zone parts_of_shift.timezone)::date;
    hours := round(v_worked / 60.0, 2) - hours;
    return next;
end;
$function$;

REVOKE ALL ON FUNCTION private.parts_of_shift(timestamp with time zone,timestamp with time zone,integer,timestamp with time zone,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.pay_lines_of_rate_hit (
  hit public.rate_hits
)
  RETURNS TABLE (
    time_entry_id    uuid,
    work_date        date,
    payroll_batch_id uuid,
    batch_status     text,
    amount           numeric,
    change           numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select entry.id, entry.work_date, batch.id, batch.status, line.amount, round(entry.hours * hit.pay_rate_change, 2)
      from public.time_entries as entry
     cross join lateral (
           select line.payroll_item_id, line.amount
             from public.payroll_item_lines as line
            where line.time_entry_id = entry.id
           offset 0) as line -- first: without statistics each entry would meet all closed batches
      join public.payroll_items as item on item.id = line.payroll_item_id
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
     where entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on
       and entry.is_payable
       and batch.status <> 'discarded';
$function$;

REVOKE ALL ON FUNCTION private.pay_lines_of_rate_hit(public.rate_hits) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.pay_of_weeks (
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
begin
    return query
    with day_rate as materialized ( -- once per assignment, not once per entry
        select rate.assignment_id, rate.effective_from, rate.effective_to, rate.pay_rate
          from public.assignments as assignment
          join private.rates_of_days as rate on rate.assignment_id = assignment.id
         where assignment.contractor_id = any (pay_of_weeks.contractor_ids)
    ), entry as materialized (
        select classified.*, entry.created_at, entry.hours, entry.shift_id, entry.started_at, day_rate.pay_rate,
               entry.hours * day_rate.pay_rate as straight
          from private.classified_time(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as classified
          join public.time_entries as entry on entry.id = classified.time_entry_id
          join day_rate
            on day_rate.assignment_id = classified.assignment_id
           and classified.work_date between day_rate.effective_from and day_rate.effective_to
    ), stipend as ( -- sets of days are bits of a number: what is grouped by week is not grouped by day before
        select entry.contractor_id, entry.week_start, stipend.id, stipend.kind, stipend.weekly_amount,
               stipend.daily_amount, stipend.shift_amount, bool_or(entry.counts_toward_overtime) as counts,
               bit_or(part.day) as days,
               count(*) filter (where part.begins_shift) as shifts,
               bit_or(part.day) filter (where entry.shift_id is null)
                   & ~coalesce(bit_or(part.day) filter (where part.begins_shift), 0) as days_of_hours_alone
          from entry
          join public.assignment_stipends as stipend
            on stipend.assignment_id = entry.assignment_id
           and entry.work_date between stipend.effective_from and coalesce(stipend.effective_to, 'infinity')
         cross join lateral (
               select 1 << (entry.work_date - entry.week_start) as day,
                      stipend.shift_amount is not null
                          and entry.shift_id is not null
                          and not exists (
                              select from public.time_entries as earlier
                               where earlier.assignment_id = entry.assignment_id
                                 and earlier.work_date between entry.work_date - 1 and entry.work_date
                                 and earlier.shift_id = entry.shift_id
                                 and earlier.ended_at = entry.started_at
                                 and earlier.is_payable
                              offset 0) as begins_shift) as part -- by the index, never by a hash of all time
         group by entry.contractor_id, entry.week_start, stipend.id
    ), extra as (
        select stipend.contractor_id, stipend.week_start, 'stipend' as kind, null::uuid as payroll_adjustment_id,
               stipend.id as assignment_stipend_id, pay.amount,
               stipend.kind in ('hours_driven', 'flat_sum') and stipend.counts as is_in_regular_rate,
               stipend.kind = 'flat_sum' as is_flat_sum
          from stipend
         cross join lateral (
               select coalesce(
                   stipend.weekly_amount,
                   stipend.daily_amount * bit_count(stipend.days::bit(7)),
                   stipend.shift_amount
                       * (stipend.shifts + bit_count(coalesce(stipend.days_of_hours_alone, 0)::bit(7)))) as amount
               ) as pay
         where pay.amount > 0
         union all
        select week.contractor_id, week.start, 'adjustment', adjustment.id, null,
               case adjustment.kind when 'deduction' then -adjustment.amount else adjustment.amount end,
               adjustment.in_regular_rate and adjustment.earned_from is null, adjustment.is_flat_sum
          from unnest(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as week (contractor_id, start)
          join public.payroll_adjustments as adjustment
            on adjustment.contractor_id = week.contractor_id
           and adjustment.payable_on between week.start and week.start + 6
         where adjustment.approved_at is not null
    ), worked as (
        select entry.contractor_id, entry.week_start,
               sum(entry.straight) as straight,
               sum(round(entry.straight, 2)) as rounded_straight,
               sum(entry.straight) filter (where entry.counts_toward_overtime) as counted_straight,
               sum(entry.hours) filter (where entry.counts_toward_overtime) as counted_hours,
               nullif(sum(entry.regular_hours) filter (where entry.counts_toward_overtime), 0) as regular_hours,
               sum(entry.overtime_hours) as overtime_hours,
               sum(entry.doubletime_hours) as doubletime_hours
          from entry
         group by entry.contractor_id, entry.week_start
    ), week as ( -- where nothing counts toward overtime, what is divided by no hours is null, and so is the premium
        select worked.*, premium.overtime, premium.doubletime,
               round(worked.straight + coalesce(premium.exact, 0), 2)
                   - worked.rounded_straight - coalesce(premium.overtime + premium.doubletime, 0) as leftover
          from worked
          left join (
               select part.contractor_id, part.week_start, sum(part.share) as share, sum(part.flat_sum) as flat_sum,
                      sum(part.per_hour) as per_hour
                 from (select extra.contractor_id, extra.week_start,
                              case when not extra.is_flat_sum then extra.amount end as share,
                              case when extra.is_flat_sum then extra.amount end as flat_sum,
                              null::numeric as per_hour
                         from extra
                        where extra.is_in_regular_rate
                        union all
                       select earned.contractor_id, earned.week_start, earned.share, null, earned.per_hour
                         from private.earned_sums(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as earned
                      ) as part
                group by part.contractor_id, part.week_start) as added
            on added.contractor_id = worked.contractor_id and added.week_start = worked.week_start
         cross join lateral ( -- null costs nothing where there are no flat sums
               select case when added.contractor_id is null then worked.counted_straight
                           else worked.counted_straight + coalesce(added.share, 0)
                                    + case when worked.regular_hours is null then coalesce(added.flat_sum, 0) else 0 end
                      end as amount,
                      case when num_nulls(added.flat_sum, added.per_hour) < 2
                           then coalesce(round(added.flat_sum, 60) / worked.regular_hours, 0)
                                    + coalesce(added.per_hour, 0)
                      end as per_hour) as regular
         cross join lateral (
               -- Multiplied first, so that half a cent is not lost in the division.
               select round((worked.overtime_hours / 2 + worked.doubletime_hours) * regular.amount / worked.counted_hours
                            + coalesce(regular.per_hour * (1.5 * worked.overtime_hours + 2 * worked.doubletime_hours), 0),
                            50) as exact,
                      round(round(worked.overtime_hours * regular.amount / (2 * worked.counted_hours)
                                  + coalesce(regular.per_hour * 1.5 * worked.overtime_hours, 0), 50), 2) as overtime,
                      round(round(worked.doubletime_hours * regular.amount / worked.counted_hours
                                  + coalesce(regular.per_hour * 2 * worked.doubletime_hours, 0), 50), 2) as doubletime
               ) as premium
    ), line as (
        select entry.contractor_id, entry.week_start, 1 as place, 'straight' as kind, entry.time_entry_id,
               entry.work_date, entry.created_at, entry.hours, entry.pay_rate as rate,
               round(entry.straight, 2) as amount
          from entry
         union all
        select week.contractor_id, week.week_start, premium.place, premium.kind, null,
               null, null, premium.hours, null, premium.amount
          from week
         cross join lateral (values
               (2, 'overtime_premium', week.overtime_hours, week.overtime),
               (3, 'doubletime_premium', week.doubletime_hours, week.doubletime)
               ) as premium (place, kind, hours, amount)
         where premium.hours > 0
    )
    select extra.contractor_id, extra.week_start, extra.kind, null::uuid, extra.payroll_adjustment_id,
           extra.assignment_stipend_id, null::numeric, null::numeric, extra.amount
      from extra
     union all
    select line.contractor_id, line.week_start, line.kind, line.time_entry_id, null, null, line.hours, line.rate,
           case when lead(1) over in_order is null then line.amount + week.leftover else line.amount end
      from line
      join week on week.contractor_id = line.contractor_id and week.week_start = line.week_start
    window in_order as (partition by line.contractor_id, line.week_start
                        order by line.place, line.work_date, line.created_at, line.time_entry_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.payroll_batch_review (
  payroll_batch_id uuid
)
  RETURNS TABLE (
    contractor_id        uuid,
    last_name            text,
    first_name           text,
    hours                numeric,
    most_hours_of_a_week numeric,
    difference_pay       numeric,
    gross_pay            numeric,
    hours_before         numeric,
    gross_pay_before     numeric,
    gross_pay_change     numeric,
    exceptions           text[]
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
    v_period_start date;
    v_before_ids uuid[];
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object('payroll_batch_id', payroll_batch_review.payroll_batch_id));
    select period.period_start
      into v_period_start
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where batch.id = payroll_batch_review.payroll_batch_id;
    if not found then
        perform private.refuse(
            404, 'payroll_batch_not_found',
            format('There is no payroll batch %s.', payroll_batch_review.payroll_batch_id),
            'Look the id up in payroll_batches.');
    end if;
    select array_agg(batch.id)
      into v_before_ids
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where period.period_start < v_period_start and batch.status = 'closed'
     group by period.period_start
     order by period.period_start desc
     limit 1;

    return query
    with worked as ( -- per person and week, then per person
        select week.payroll_item_id, max(week.hours) as most_hours, sum(week.difference_pay) as difference_pay,
               bool_or(week.has_difference) as has_difference
          from (select line.payroll_item_id, line.week_start,
                       sum(line.hours) filter (where line.kind = 'straight') as hours,
                       sum(line.amount) filter (where line.kind = 'difference') as difference_pay,
                       bool_or(line.kind = 'difference') as has_difference
                  from public.payroll_items as item
                  join public.payroll_item_lines as line on line.payroll_item_id = item.id
                 where item.payroll_batch_id = payroll_batch_review.payroll_batch_id
                 group by line.payroll_item_id, line.week_start) as week
         group by week.payroll_item_id
    ), now_paid as (
        select item.contractor_id, item.last_name, item.first_name, item.gross_pay,
               item.regular_hours + item.overtime_hours + item.doubletime_hours as hours,
               worked.most_hours, worked.difference_pay, worked.has_difference
          from public.payroll_items as item
          left join worked on worked.payroll_item_id = item.id
         where item.payroll_batch_id = payroll_batch_review.payroll_batch_id
    ), paid_before as (
        select item.contractor_id, sum(item.gross_pay) as gross_pay,
               sum(item.regular_hours + item.overtime_hours + item.doubletime_hours) as hours
          from public.payroll_items as item
         where item.payroll_batch_id = any (v_before_ids)
         group by item.contractor_id
    ), person as (
        select contractor.id,
               coalesce(now_paid.last_name, contractor.last_name) as last_name,
               coalesce(now_paid.first_name, contractor.first_name) as first_name,
               coalesce(now_paid.hours, 0.00) as hours,
               coalesce(now_paid.most_hours, 0.00) as most_hours,
               coalesce(now_paid.difference_pay, 0.00) as difference_pay,
               coalesce(now_paid.gross_pay, 0.00) as gross_pay,
               coalesce(paid_before.hours, 0.00) as hours_before,
               coalesce(paid_before.gross_pay, 0.00) as gross_pay_before,
               array_remove(array[
                   case when now_paid.gross_pay < 0 then 'negative' end,
                   case when now_paid.most_hours > 60 then 'over_60_hours' end,
                   case when now_paid.has_difference then 'differences' end,
                   case when now_paid.most_hours is null then 'no_time' end,
                   case when not exists (
                            select from public.payroll_items as other
                              join public.payroll_batches as batch on batch.id = other.payroll_batch_id
                             where other.contractor_id = contractor.id
                               and other.payroll_batch_id <> payroll_batch_review.payroll_batch_id
                               and batch.status = 'closed')
                        then 'first_pay' end], null) as exceptions
          from now_paid
          full join paid_before on paid_before.contractor_id = now_paid.contractor_id
          join public.contractors as contractor
            on contractor.id = coalesce(now_paid.contractor_id, paid_before.contractor_id)
    )
    select person.id, person.last_name, person.first_name, person.hours, person.most_hours, person.difference_pay,
           person.gross_pay, person.hours_before, person.gross_pay_before, person.gross_pay - person.gross_pay_before,
           person.exceptions
      from person
     order by cardinality(person.exceptions) = 0, person.last_name, person.first_name, person.id;
end;
$function$;

REVOKE ALL ON FUNCTION private.payroll_batch_review(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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
                      coalesce(sum(line.amount) filter (where line.pay_kind in ('hours_driven', 'flat_sum')), 0.00)
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

CREATE OR REPLACE FUNCTION private.payroll_period_obstacles (
  payroll_period_id uuid
)
  RETURNS TABLE (
    kind             text,
    payroll_batch_id uuid,
    contractor_id    uuid,
    contractor_name  text,
    week_start       date,
    time_entry_id    uuid,
    work_date        date,
    hours            numeric,
    amount           numeric,
    status           text,
    next_step        text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_period public.payroll_periods;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_period_id', payroll_period_obstacles.payroll_period_id));
    select period.* into v_period
      from public.payroll_periods as period
     where period.id = payroll_period_obstacles.payroll_period_id;
    if not found then
        perform private.refuse(
            404, 'payroll_period_not_found',
            format('There is no payroll period %s.', payroll_period_obstacles.payroll_period_id),
            'Look the id up in payroll_periods.');
    elsif v_period.status = 'closed' then
        return;
    end if;

    return query
    select obstacle.kind, obstacle.payroll_batch_id, obstacle.contractor_id,
           contractor.first_name || ' ' || contractor.last_name, obstacle.week_start, obstacle.time_entry_id,
           obstacle.work_date, obstacle.hours, obstacle.amount, coalesce(obstacle.batch_status, obstacle.entry_status),
           case when obstacle.kind = 'open_batch' then 'close_or_discard'
                when obstacle.kind = 'due_week' then 'prepare'
                when obstacle.entry_status = 'locked' then 'take_up_or_set_aside'
                else 'approve' end
      from private.obstacles_of_period(v_period) as obstacle
      left join public.contractors as contractor on contractor.id = obstacle.contractor_id
     order by array_position(array['open_batch', 'due_week', 'unapproved_time'], obstacle.kind),
              obstacle.week_start, obstacle.work_date, contractor.last_name, contractor.first_name,
              obstacle.contractor_id, obstacle.time_entry_id;
end;
$function$;

REVOKE ALL ON FUNCTION private.payroll_period_obstacles(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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
                    else greatest(received.received_on, note.counts_on, invoice.issue_date) end,
               line.component, line.amount
          from public.check_reconciliation_lines as line
          join public.invoices as invoice on invoice.id = line.invoice_id
          left join public.credit_notes as note on note.id = credit.credit_note_id
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
      join private.bill_terms_of_weeks as terms
        on terms.assignment_id = time.assignment_id
       and time.week_start between terms.effective_from and terms.effective_to
      join private.rates_of_days as rate
        on rate.assignment_id = time.assignment_id
       and time.work_date between rate.effective_from and rate.effective_to
     cross join lateral (values
           ('regular', time.regular_hours, 1),
           ('overtime', time.overtime_hours, terms.overtime_multiplier),
           ('doubletime', time.doubletime_hours, terms.doubletime_multiplier)
           ) as class (kind, hours, multiplier)
     where class.hours > 0;
end;
$function$;

CREATE OR REPLACE FUNCTION private.rate_hit_reach (
  rate_hit_id uuid
)
  RETURNS TABLE (
    target    text,
    documents integer,
    entries   integer,
    amount    numeric,
    change    numeric
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_hit public.rate_hits;
begin
    perform private.require_role('billing', 'payroll');
    perform private.require_arguments(jsonb_build_object('rate_hit_id', rate_hit_reach.rate_hit_id));
    select hit.* into v_hit from public.rate_hits as hit where hit.id = rate_hit_reach.rate_hit_id;
    if not found then
        perform private.refuse(
            404, 'rate_hit_not_found',
            format('There is no rate hit %s.', rate_hit_reach.rate_hit_id),
            'Look up the id in rate_hits.');
    end if;

    return query
    with reached as (
        select case line.invoice_status when 'draft' then 'draft_invoices' else 'sent_invoices' end as target,
               line.invoice_id as document_id, line.time_entry_id, line.amount, line.change
          from private.invoice_lines_of_rate_hit(v_hit) as line
         where line.invoice_status <> 'draft' or v_hit.bill_rate_change <> 0
         union all
        select 'closed_batches', line.payroll_batch_id, line.time_entry_id, line.amount, line.change
          from private.pay_lines_of_rate_hit(v_hit) as line
         where line.batch_status = 'closed'
         union all
        select case batch.status when 'draft' then 'draft_batches' else 'batches_under_review' end,
               batch.id, line.time_entry_id, line.amount, line.change
          from private.open_batches_of_rate_hit(v_hit) as open (id)
          join public.payroll_batches as batch on batch.id = open.id
          left join private.pay_lines_of_rate_hit(v_hit) as line on line.payroll_batch_id = batch.id
    )
    select named.target, count(distinct reached.document_id)::int, count(distinct reached.time_entry_id)::int,
           coalesce(sum(reached.amount), 0.00), coalesce(sum(reached.change), 0.00)
      from unnest(array['draft_invoices', 'draft_batches', 'batches_under_review', 'sent_invoices', 'closed_batches'])
           with ordinality as named (target, place)
      left join reached on reached.target = named.target
     where v_hit.status = 'pending'
     group by named.target, named.place
     order by named.place;
end;
$function$;

REVOKE ALL ON FUNCTION private.rate_hit_reach(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.rebuild_drafts_of_time (
  procedure         text,
  time_entry_ids    uuid[],
  invoice_ids       uuid[],
  payroll_batch_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_contractor_ids constant uuid[] := array(
        select distinct assignment.contractor_id
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
         where entry.id = any (rebuild_drafts_of_time.time_entry_ids));
    v_before constant public.payroll_batches[] := array(
        select batch
          from public.payroll_batches as batch
         where batch.id = any (rebuild_drafts_of_time.payroll_batch_ids)
         order by batch.id);
begin
    perform private.bill_draft(rebuild_drafts_of_time.procedure, invoice.id, to_jsonb(invoice))
       from public.invoices as invoice
      where invoice.id = any (rebuild_drafts_of_time.invoice_ids)
      order by invoice.id;

    begin
        perform private.rebuild_payroll_draft(before.id, v_contractor_ids) from unnest(v_before) as before;
    exception when numeric_value_out_of_range then
        perform private.refuse(
            409, 'pay_too_large',
            'The pay of a contractor would reach 10,000,000,000.00, or their hours 100,000.',
            'Correct the pay rates, the stipends or the adjustments.');
    end;
    perform private.audit(
               rebuild_drafts_of_time.procedure, 'payroll_batches', batch.id, to_jsonb(before), to_jsonb(batch))
       from unnest(v_before) as before
       join public.payroll_batches as batch on batch.id = before.id
      where batch.gross_total <> before.gross_total
      order by batch.id;
end;
$function$;

REVOKE ALL ON FUNCTION private.rebuild_drafts_of_time(text,uuid[],uuid[],uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION private.refuse_code (
  reason     text,
  invitation private.invitations
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    raise log 'invitation_not_valid: % (% %), tried by user %',
        refuse_code.reason, coalesce((refuse_code.invitation).kind, 'of nobody'),
        (refuse_code.invitation).row_id, private.user_id();
    perform private.refuse(
        404, 'invitation_not_valid',
        'There is no invitation with this code that you could accept.',
        'Look whether the code is whole; else ask whoever invited you for a new one.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_code(text,private.invitations) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_last_admin()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'last_admin',
        'The firm would have no active admin left who can sign in.',
        'Make somebody else an admin first.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_last_admin() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_overlapping_shift (
  contractor_id   uuid,
  started_at      timestamp with time zone,
  ended_at        timestamp with time zone,
  except_entry_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_other record;
begin
    select other.shift_id, other.assignment_id, facility.name as facility_name
      into v_other
      from public.time_entries as other
      join public.assignments as assignment on assignment.id = other.assignment_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where other.shift_contractor_id = refuse_overlapping_shift.contractor_id
       and other.started_at < refuse_overlapping_shift.ended_at
       and other.started_at > refuse_overlapping_shift.started_at - interval '24 hours' -- none is longer
       and other.ended_at > refuse_overlapping_shift.started_at
       and other.set_aside_at is null
       and other.id is distinct from refuse_overlapping_shift.except_entry_id
     order by other.started_at
     limit 1;
    if found then
        perform private.refuse(
            409, 'shift_overlaps',
            (select format('The contractor has another shift at that time, from %s to %s at %s.',
                           to_char(min(part.started_at) at time zone clock.zone, 'YYYY-MM-DD HH24:MI'),
                           to_char(max(part.ended_at) at time zone clock.zone, 'YYYY-MM-DD HH24:MI'),
                           v_other.facility_name)
               from public.time_entries as part
              cross join private.timezone_of_assignment(v_other.assignment_id) as clock (zone)
              where part.shift_id = v_other.shift_id and part.set_aside_at is null
              group by clock.zone),
            'Correct the times, or delete the other shift first while it is a draft.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_overlapping_shift(uuid,timestamp with time zone,timestamp with time zone,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_payroll_batch (
  batch public.payroll_batches
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_name constant text := private.name_of_payroll_batch(batch);
begin
    if batch.status = 'closed' then
        perform private.refuse(
            409, 'payroll_batch_closed',
            format('%s is closed: what it pays no longer changes.', v_name),
            'Correct the time or the rate; the next batch pays the difference.');
    elsif batch.status = 'discarded' then
        perform private.refuse(
            409, 'payroll_batch_discarded',
            format('%s is discarded.', v_name),
            'Prepare another with prepare_payroll_draft.');
    end if;
    perform private.refuse(
        409, 'payroll_batch_under_review',
        format('%s is %s: a batch does not change while people review it, or once they have approved it.',
               v_name, replace(batch.status, '_', ' ')),
        'Close the batch, or discard it and prepare it anew.');
end;
$function$;

CREATE OR REPLACE FUNCTION private.refuse_release()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, 'invoice_not_void',
        'A line of an invoice is released when its invoice is voided or the line credited, not by itself.',
        'Call void_invoice or credit_invoice.');
end;
$function$;

CREATE OR REPLACE FUNCTION private.refuse_removal()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, tg_argv[0],
        private.told_of_row(format('The %s is {status} and can no longer be deleted.', tg_argv[1]), to_jsonb(old)),
        tg_argv[2]);
    return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.refuse_removal_of_what_was_paid()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if exists (select from public.payroll_item_lines as line
                where old.id in (line.payroll_adjustment_id, line.assignment_stipend_id)) then
        perform private.refuse(
            409, 'in_payroll_batch',
            private.told_of_row(
                format('The %s is in a payroll batch and can no longer be deleted.', tg_argv[0]), to_jsonb(old)),
            tg_argv[1]);
    end if;
    return old;
end;
$function$;

CREATE OR REPLACE FUNCTION private.refuse_removal_once_linked()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if private.caller() <> 'owner'
        and exists (select from private.user_links as link where link.row_id = old.id and link.kind = tg_argv[0]) then
        perform private.refuse(
            409, 'once_linked',
            'Somebody has signed in as this person, and what they did is kept under their name.',
            'Set is_active to false; that ends their access at once.');
    end if;
    update private.user_links as link
       set unlinked_at = (private.clock()).at
     where link.kind = tg_argv[0] and link.row_id = old.id and link.unlinked_at is null;
    return old;
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_removal_once_linked() FROM PUBLIC, "anon", "authenticated", "service_role";

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
        'Try again in a few seconds: nothing was changed.');
end;
$function$;

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
        'Try again in a few seconds: nothing was changed.');
end;
$function$;

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
        'Try again in a few seconds: nothing was changed.');
end;
$function$;

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
        'Try again in a few seconds: nothing was changed.');
end;
$function$;

CREATE OR REPLACE FUNCTION private.refuse_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        409, tg_argv[0], private.told_of_row(tg_argv[1], to_jsonb(case tg_op when 'INSERT' then new else old end)),
        tg_argv[2]);
    return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_arguments (
  arguments jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_missing constant text := (
        select string_agg(argument.key, ', ' order by argument.key)
          from jsonb_each_text(require_arguments.arguments) as argument
         where argument.value is null);
begin
    if v_missing is not null then
        perform private.refuse(
            400, 'argument_missing',
            format('No value is given for %s.', v_missing),
            'Give a value other than null.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_bill_scope (
  scope text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if (require_bill_scope.scope in ('facility', 'assignment', 'contractor')) is not true then
        perform private.refuse(
            400, 'bill_scope_unknown',
            format('There is no scope %s.', coalesce(require_bill_scope.scope, 'null')),
            'Give facility, assignment or contractor: which hours count together.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_bill_scope(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_facility_to_report (
  facility_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if require_facility_to_report.facility_id <> all (private.facility_ids_to_report()) then
        perform private.refuse(
            403, 'staff_only',
            'Only active staff of the firm and the facility''s own contacts may read this.',
            'Ask for a facility that you are a contact of.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_facility_to_report(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_finite_dates (
  arguments jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_infinite constant text := (
        select string_agg(argument.key, ', ' order by argument.key)
          from jsonb_each_text(require_finite_dates.arguments) as argument
         where argument.value in ('infinity', '-infinity'));
begin
    if v_infinite is not null then
        perform private.refuse(
            400, 'date_not_finite',
            format('No calendar day is given for %s.', v_infinite),
            'Give a day as YYYY-MM-DD; leave out what has no end.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_inviter (
  kind text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.require_kind(require_inviter.kind);
    case require_inviter.kind
        when 'staff_member' then perform private.require_role('admin');
        when 'contractor' then perform private.require_role('recruiting');
        when 'facility_contact' then perform private.require_role('billing');
    end case;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_inviter(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_kind (
  kind text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if (require_kind.kind in ('staff_member', 'contractor', 'facility_contact')) is not true then
        perform private.refuse(
            400, 'kind_unknown',
            format('There is no kind %s.', coalesce(require_kind.kind, 'null')),
            'Give staff_member, contractor or facility_contact.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_kind(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_overtime_rule (
  rule text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if not exists (select from public.overtime_rules as known where known.name = require_overtime_rule.rule) then
        perform private.refuse(
            400, 'overtime_rule_unknown',
            format('There is no overtime rule %s.', coalesce(require_overtime_rule.rule, 'null')),
            format('Give one of %s, or have an admin add the rule to overtime_rules.', (
                select string_agg(known.name, ', ' order by known.name) from public.overtime_rules as known)));
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_overtime_rule(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_overtime_rule_reason (
  rule            text,
  employment_type text,
  reason          text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_asks_for constant text := (
        select known.asks_for
          from public.overtime_rules as known
         where known.name = require_overtime_rule_reason.rule);
begin
    if v_asks_for is not null
        and require_overtime_rule_reason.employment_type = 'w2'
        and (require_overtime_rule_reason.reason ~ '\S') is not true then
        perform private.refuse(
            400, 'overtime_rule_reason_missing',
            format('The overtime rule %s asks for %s.', require_overtime_rule_reason.rule, v_asks_for),
            'Give it as overtime_rule_reason, in the same write.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_overtime_rule_reason(text,text,text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
            format('Pay would be below zero: %s.', v_below),
            'Discard the batch, bring their pay to zero by a reimbursement, with a deduction on a later day if it is to '
            'be taken back, or move their deductions to a later day; then prepare it anew.');
    end if;
end;
$function$;

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
            format('Outside 2000-01-01 to 2100-12-31: %s.', v_beyond),
            'Give a day from 2000-01-01 to 2100-12-31.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_shift_times (
  started_at timestamp with time zone,
  ended_at   timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if not (isfinite(require_shift_times.started_at) and isfinite(require_shift_times.ended_at)) then
        perform private.refuse(
            400, 'shift_not_valid', 'A shift has a begin and an end, and neither is infinite.', 'Give both with their date.');
    end if;
    perform private.require_plausible_days(jsonb_build_object(
        'started_at', (require_shift_times.started_at at time zone 'UTC')::date,
        'ended_at', (require_shift_times.ended_at at time zone 'UTC')::date));
    if extract(epoch from require_shift_times.started_at) % 60 <> 0
        or extract(epoch from require_shift_times.ended_at) % 60 <> 0 then
        perform private.refuse(
            400, 'shift_not_valid', 'A shift begins and ends on a whole minute.', 'Leave out the seconds.');
    elsif require_shift_times.ended_at <= require_shift_times.started_at then
        perform private.refuse(
            400, 'shift_not_valid', 'The shift ends before it begins, or as it begins.',
            'Give each time with its date and its offset from UTC.');
    elsif private.minutes_between(require_shift_times.started_at, require_shift_times.ended_at) > 24 * 60 then
        perform private.refuse(
            400, 'shift_not_valid', 'The shift lasts longer than 24 hours.', 'Enter it as two, or correct its date.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_shift_times(timestamp with time zone,timestamp with time zone) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_sign_in()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_user constant uuid := private.user_id();
    v_is_anonymous boolean := false;
begin
    if v_user is not null then
        v_is_anonymous := current_setting('request.jwt.claims')::jsonb @> '{"is_anonymous": true}';
    end if;
    if v_user is null or v_is_anonymous then
        perform private.refuse(
            403, 'sign_in_required',
            'Only a person who is signed in may do this.',
            'Call with the access token of somebody who signed up, not anonymously.');
    end if;
    return v_user;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_sign_in() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_week_start (
  week_start date
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if require_week_start.week_start <> private.workweek_start(require_week_start.week_start) then
        perform private.refuse(
            400, 'week_start_not_first_day',
            format('No workweek starts on %s.', require_week_start.week_start),
            format('Give %s, or another first day of a workweek.',
                   private.workweek_start(require_week_start.week_start)));
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_week_start(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_writer_of_time (
  assignment_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if require_writer_of_time.assignment_id = any (private.own_assignment_ids()) then
        return;
    end if;
    if private.own_contractor_id() is null then
        perform private.require_role('billing', 'payroll', 'recruiting');
    end if;
    if not (private.caller() in ('service_role', 'owner') or private.has_role('billing', 'payroll', 'recruiting'))
        or not exists (select from public.assignments as assignment
                        where assignment.id = require_writer_of_time.assignment_id) then
        perform private.refuse(
            404, 'assignment_not_found',
            format('There is no assignment %s.', require_writer_of_time.assignment_id),
            'Look the id up in assignments; contractors in my_assignments.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_writer_of_time(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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
       set status = 'returned', return_reason = return_check.reason, returned_by = private.user_id()
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
    perform private.move_credits_back(v_invoice_ids);
    perform private.audit_invoices('return_check', v_invoices);

    update public.check_reconciliations as reconciliation
       set status = 'returned'
     where reconciliation.id = any (reverse_reconciliations.check_reconciliation_ids);
end;
$function$;

CREATE OR REPLACE FUNCTION private.save_week (
  assignment_id uuid,
  week_start    date,
  days          jsonb,
  submit        boolean
)
  RETURNS SETOF public.time_entries
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_removed uuid[];
    v_changed uuid[];
    v_changed_hours numeric[];
    v_added date[];
    v_added_hours numeric[];
begin
    select array_agg(change.time_entry_id) filter (where change.hours is null),
           array_agg(change.time_entry_id) filter (where change.hours is not null and change.time_entry_id is not null),
           array_agg(change.hours) filter (where change.hours is not null and change.time_entry_id is not null),
           array_agg(change.work_date) filter (where change.time_entry_id is null),
           array_agg(change.hours) filter (where change.time_entry_id is null)
      into v_removed, v_changed, v_changed_hours, v_added, v_added_hours
      from private.changes_of_week(save_week.assignment_id, save_week.week_start, save_week.days) as change;

    if v_removed is not null then
        delete from public.time_entries as entry where entry.id = any (v_removed);
    end if;
    if v_changed is not null then
        update public.time_entries as entry
           set hours = change.hours
          from unnest(v_changed, v_changed_hours) as change (id, hours)
         where entry.id = change.id;
    end if;
    if v_added is not null then
        insert into public.time_entries (assignment_id, work_date, hours)
        select save_week.assignment_id, added.work_date, added.hours
          from unnest(v_added, v_added_hours) as added (work_date, hours);
    end if;
    if save_week.submit then
        update public.time_entries as entry
           set status = 'submitted'
         where entry.assignment_id = save_week.assignment_id
           and entry.work_date between save_week.week_start and save_week.week_start + 6
           and entry.status = 'draft'
           and entry.set_aside_at is null;
    end if;

    return query
    select entry.*
      from public.time_entries as entry
     where entry.assignment_id = save_week.assignment_id
       and entry.work_date between save_week.week_start and save_week.week_start + 6
     order by entry.work_date, entry.id;
end;
$function$;

REVOKE ALL ON FUNCTION private.save_week(uuid,date,jsonb,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

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
           sent_by = private.user_id(),
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
            format('At most 1000 invoices are sent at once, not %s.', cardinality(v_invoice_ids)),
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
    v_approved constant boolean := exists (
        select from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids) and entry.is_payable);
    v_approved_ids uuid[];
    v_before public.time_entries[];
    v_invoice_ids uuid[] := '{}';
    v_batch_ids uuid[] := '{}';
begin
    perform private.require_role('payroll');
    perform private.require_reason(set_aside_time.reason);
    -- What nobody approved is on no draft: it waits for nobody who bills.
    if v_approved then
        perform private.hold_time_and_drafts();
    else
        perform private.hold_time();
    end if;
    v_approved_ids := array(
        select entry.id
          from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids) and entry.is_payable);
    if v_approved then
        v_invoice_ids := private.hold_draft_invoices_of_time(v_approved_ids);
        perform private.check_time_is_not_sent(v_approved_ids);
        v_batch_ids := private.hold_draft_batches_of_time(v_approved_ids);
        perform private.hold_approvals();
    elsif cardinality(v_approved_ids) > 0 then -- a moment ago
        perform private.refuse_while_time_is_held();
    end if;
    perform private.hold_time_entries(set_aside_time.time_entry_ids);

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
    perform private.rebuild_drafts_of_time(
        'set_aside_time', v_approved_ids, v_invoice_ids, v_batch_ids);

    return query
        select entry.*
          from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids)
         order by array_position(set_aside_time.time_entry_ids, entry.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.settle_dispute (
  invoice_id uuid
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_invoice public.invoices;
    v_settled public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', settle_dispute.invoice_id));

    perform private.hold_invoices(array[settle_dispute.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = settle_dispute.invoice_id;
    if v_invoice.disputed_at is null then
        return v_invoice;
    end if;

    update public.invoices as invoice
       set disputed_at = null, disputed_by = null, dispute_reason = null
     where invoice.id = v_invoice.id
    returning * into v_settled;
    perform private.audit('settle_dispute', 'invoices', v_invoice.id, to_jsonb(v_invoice), to_jsonb(v_settled));
    return v_settled;
end;
$function$;

REVOKE ALL ON FUNCTION private.settle_dispute(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.start_of_day (
  day      date,
  timezone text
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select midnight.at - case when ((midnight.at - interval '1 hour') at time zone start_of_day.timezone)::date
                                   = start_of_day.day
                              then interval '1 hour' else interval '0' end
      from (select start_of_day.day::timestamp at time zone start_of_day.timezone) as midnight (at);
$function$;

REVOKE ALL ON FUNCTION private.start_of_day(date,text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    perform private.refuse_overlapping_shift(
               earlier.shift_contractor_id, earlier.started_at, earlier.ended_at, earlier.id)
       from unnest(v_before) as earlier
      where earlier.started_at is not null;
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
        continue when exists (select from public.invoices as invoice where invoice.number = v_number)
                   or exists (select from public.credit_notes as note where note.number = v_number);
        v_numbers := v_numbers || v_number;
    end loop;

    update private.last_invoice_numbers as counter
       set last_number = v_last
     where counter.year = take_invoice_numbers.year;
    return v_numbers;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tied_weeks (
  contractor_ids uuid[],
  week_starts    date[]
)
  RETURNS TABLE (
    contractor_id   uuid,
    week_start      date,
    tied_week_start date
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
    select distinct week.contractor_id, week.start, bonus.first_week_start + 7 * tied.nth
      from private.bonuses_earned_in(tied_weeks.contractor_ids, tied_weeks.week_starts) as bonus
     cross join generate_series(0, (bonus.last_week_start - bonus.first_week_start) / 7) as tied (nth)
      join unnest(tied_weeks.contractor_ids, tied_weeks.week_starts) as week (contractor_id, start)
        on week.contractor_id = bonus.contractor_id
       and week.start between bonus.first_week_start and bonus.last_week_start
     where bonus.is_flat_sum and bonus.first_week_start + 7 * tied.nth <> week.start;
$function$;

REVOKE ALL ON FUNCTION private.tied_weeks(uuid[],date[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.timezone_of_assignment (
  assignment_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    return (
        select coalesce(facility.timezone, private.operating_timezone())
          from public.assignments as assignment
          join public.facilities as facility on facility.id = assignment.facility_id
         where assignment.id = timezone_of_assignment.assignment_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.timezone_of_assignment(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.told_of_row (
  message text,
  told_of jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
    v_message text := told_of_row.message;
    v_named record;
begin
    for v_named in
        select part[1] as whole, part[2] as column_name
          from regexp_matches(told_of_row.message, '(\{(\w+)(?:\|[^}]*)?\})', 'g') as part
    loop
        v_message := replace(
            v_message, v_named.whole,
            case v_named.column_name when 'status' then replace(told_of_row.told_of ->> 'status', '_', ' ')
                                     else coalesce(told_of_row.told_of ->> v_named.column_name, 'null') end);
    end loop;
    return v_message;
end;
$function$;

REVOKE ALL ON FUNCTION private.told_of_row(text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    next_step       text,
    started_at      timestamp with time zone,
    ended_at        timestamp with time zone,
    break_minutes   integer,
    shift_id        uuid
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
                             else 'approve' end,
           entry.started_at, entry.ended_at, entry.break_minutes, entry.shift_id
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

CREATE OR REPLACE FUNCTION private.unbilled_of_13_weeks (
  last_day date
)
  RETURNS TABLE (
    assignment_id uuid,
    work_date     date,
    hours         numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET work_mem TO '64MB'
  SET enable_nestloop TO 'off'
  AS $function$
    select entry.assignment_id, entry.work_date, entry.hours
      from public.time_entries as entry
     where entry.work_date between unbilled_of_13_weeks.last_day - 90 and unbilled_of_13_weeks.last_day
       and entry.is_payable
       and not exists (
           select from public.invoice_lines as line
            where line.time_entry_id = entry.id
              and line.released_at is null
              and line.work_date between unbilled_of_13_weeks.last_day - 90 and unbilled_of_13_weeks.last_day);
$function$;

REVOKE ALL ON FUNCTION private.unbilled_of_13_weeks(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.unlink (
  kind text,
  id   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_person private.people;
begin
    perform private.require_role('admin');
    perform private.require_kind(unlink.kind);
    v_person := private.require_person(unlink.kind, unlink.id);
    if v_person.user_id is not null then
        if v_person.name is null then
            perform private.refuse(
                409, 'name_missing',
                format('This %s has no name, which would be all that is left of them.', replace(unlink.kind, '_', ' ')),
                'Write the name first.');
        end if;
        if unlink.kind = 'staff_member' and private.is_last_admin(unlink.id) then
            perform private.refuse_last_admin();
        end if;
        perform private.link_person(unlink.kind, unlink.id, null);
    end if;
    return jsonb_build_object('kind', v_person.kind, 'id', v_person.row_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.unlink(text,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.void_invitation (
  kind   text,
  row_id uuid,
  reason text
)
  RETURNS private.invitations
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_invitation private.invitations;
begin
    update private.invitations as invitation
       set voided_at = (private.clock()).at,
           void_reason = void_invitation.reason
     where invitation.kind = void_invitation.kind and invitation.row_id = void_invitation.row_id
       and invitation.accepted_at is null and invitation.voided_at is null
    returning * into v_invitation;
    return v_invitation;
end;
$function$;

REVOKE ALL ON FUNCTION private.void_invitation(text,uuid,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.void_invitation_of_changed_row()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.void_invitation(tg_argv[0], old.id, 'changed');
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.void_invitation_of_changed_row() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.void_invoice (
  invoice_id uuid,
  reason     text
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_invoice public.invoices;
    v_void public.invoices;
    v_paid numeric;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', void_invoice.invoice_id));
    perform private.require_reason(void_invoice.reason);

    perform private.hold_invoices(array[void_invoice.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = void_invoice.invoice_id;
    if v_invoice.status = 'void' then
        return v_invoice;
    end if;

    if exists (select from public.credit_notes as note where note.invoice_id = v_invoice.id) then
        perform private.refuse(
            409, 'invoice_has_credit_notes',
            format('Invoice %s has a credit note: it is no longer voided as a whole.', v_invoice.number),
            'Call credit_invoice for the lines that are left.');
    end if;
    select sum(payment.amount)
      into v_paid
      from public.payments as payment
     where payment.invoice_id = v_invoice.id and payment.reversed_at is null;
    if v_paid is not null then
        perform private.refuse(
            409, 'invoice_has_payments',
            format('Invoice %s has payments of %s in force.', v_invoice.number, v_paid),
            'Return the check that paid it first, with return_check, or credit what was wrong with credit_invoice; '
            'a write-off cannot be taken back.');
    end if;

    update public.invoices as invoice
       set status = 'void',
           voided_by = private.user_id(),
           void_reason = void_invoice.reason,
           accrued_interest = 0,
           interest_breakdown = null,
           interest_computed_on = null
     where invoice.id = v_invoice.id
    returning * into v_void;
    update public.invoice_lines as line
       set released_at = (private.clock()).at
     where line.invoice_id = v_invoice.id;
    perform private.audit('void_invoice', 'invoices', v_invoice.id, to_jsonb(v_invoice), to_jsonb(v_void));
    return v_void;
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
    v_late_hours jsonb; -- by facility
    v_run_id constant uuid := gen_random_uuid();
    v_repeated_id uuid;
    v_run public.billing_runs;
begin
    perform private.require_role('billing');
    perform private.require_finite_dates(jsonb_build_object('week_start', v_week_start));
    perform private.require_week_start(v_week_start);

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
        select coalesce(sum(late.entries), 0), coalesce(jsonb_object_agg(late.facility_id, late.hours), '{}')
          into v_late_entries, v_late_hours
          from (select assignment.facility_id, count(*) as entries, sum(time.hours) as hours
                  from private.unbilled_of_13_weeks(v_week_start + 6) as time
                  join public.assignments as assignment on assignment.id = time.assignment_id
                 group by assignment.facility_id) as late;
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
               || jsonb_build_object(
                   'late_hours', coalesce(v_late_hours ->> outcome.facility_id, '0.00'),
                   'last_week_amount', (
                       select coalesce(sum(invoice.total), 0.00)::text
                         from public.invoices as invoice
                        where invoice.facility_id = outcome.facility_id::uuid
                          and invoice.period_start = v_week_start - 7
                          and invoice.period_end = v_week_start - 1
                          and invoice.status <> 'void'))
               order by outcome.facility, outcome.facility_id), '[]')
      from (select detail, detail ->> 'outcome' as outcome, (detail ->> 'entries')::int as entries,
                   (detail ->> 'amount')::numeric as amount, detail ->> 'facility' as facility,
                   detail ->> 'facility_id' as facility_id
              from jsonb_array_elements(v_outcomes) as detail) as outcome
    returning * into v_run;
    return v_run;
end;
$function$;

CREATE OR REPLACE FUNCTION private.why_not_valid (
  invitation private.invitations
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case
        when (why_not_valid.invitation).id is null then 'unknown'
        when (why_not_valid.invitation).accepted_at is not null then 'accepted before'
        when (why_not_valid.invitation).void_reason <> 'changed' then (why_not_valid.invitation).void_reason
        when (why_not_valid.invitation).expires_at <= (private.clock()).at then 'expired'
        else (why_not_valid.invitation).void_reason
    end;
$function$;

REVOKE ALL ON FUNCTION private.why_not_valid(private.invitations) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.withdraw_invitation (
  kind text,
  id   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_person private.people;
    v_withdrawn private.invitations;
begin
    perform private.require_inviter(withdraw_invitation.kind);
    v_person := private.require_person(withdraw_invitation.kind, withdraw_invitation.id);
    v_withdrawn := private.void_invitation(withdraw_invitation.kind, withdraw_invitation.id, 'withdrawn');
    if v_withdrawn.id is not null then
        perform private.audit_invitation('withdraw_invitation', v_withdrawn);
    elsif v_person.user_id is not null then
        perform private.refuse_linked(v_person);
    elsif not exists (
        select from private.invitations as invitation
         where invitation.kind = withdraw_invitation.kind and invitation.row_id = withdraw_invitation.id) then
        perform private.refuse(
            404, 'invitation_not_found',
            format('This %s was never invited.', replace(withdraw_invitation.kind, '_', ' ')),
            'Look in the view invitations who is.');
    end if;
    return jsonb_build_object('kind', v_person.kind, 'id', v_person.row_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.withdraw_invitation(text,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.accept_invitation (
  code text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.accept_invitation(code); $function$;

REVOKE ALL ON FUNCTION "public"."accept_invitation"(text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.actor_name (
  public .audit_log
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).actor is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).actor);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."actor_name"(public.audit_log) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.applied_by_name (
  public .rate_hits
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).applied_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).applied_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."applied_by_name"(public.rate_hits) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.approved_by_name (
  public .payroll_adjustments
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).approved_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).approved_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."approved_by_name"(public.payroll_adjustments) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.approved_by_name (
  public .payroll_batches
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).approved_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).approved_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."approved_by_name"(public.payroll_batches) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.approved_by_name (
  public .time_entries
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).approved_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).approved_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."approved_by_name"(public.time_entries) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.ar_history (
  from_date date,
  to_date   date,
  step      text DEFAULT 'month'::text
)
  RETURNS TABLE (
    as_of                  date,
    current                numeric,
    days_1_30              numeric,
    days_31_60             numeric,
    days_61_90             numeric,
    days_91_plus           numeric,
    balance                numeric,
    billed_91_days         numeric,
    days_sales_outstanding numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.ar_history(from_date, to_date, step); $function$;

REVOKE ALL ON FUNCTION "public"."ar_history"(date, date, text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.board()
  RETURNS TABLE (
    item            text,
    number          integer,
    amount          numeric,
    oldest_on       date,
    job             text,
    last_run_at     timestamp with time zone,
    last_run_status text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.board(); $function$;

REVOKE ALL ON FUNCTION "public"."board"() FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.closed_by_name (
  public .payroll_batches
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).closed_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).closed_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."closed_by_name"(public.payroll_batches) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.closed_by_name (
  public .payroll_periods
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).closed_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).closed_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."closed_by_name"(public.payroll_periods) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.confirmed_by_name (
  public .check_reconciliations
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).confirmed_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).confirmed_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."confirmed_by_name"(public.check_reconciliations) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.correct_time_entry (
  time_entry_id uuid,
  reason        text,
  hours         numeric                  DEFAULT NULL::numeric,
  work_date     date                     DEFAULT NULL::date,
  started_at    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  ended_at      timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  break_minutes integer                  DEFAULT NULL::integer
)
  RETURNS public.time_entries
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.correct_time_entry(time_entry_id, reason, hours, work_date, started_at, ended_at, break_minutes); $function$;

REVOKE ALL ON FUNCTION "public"."correct_time_entry"(uuid, text, numeric, date, timestamp WITH time zone, timestamp WITH time zone, integer) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.corrected_by_name (
  public .time_entries
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).corrected_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).corrected_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."corrected_by_name"(public.time_entries) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.credit_invoice (
  invoice_id  uuid,
  reason      text,
  line_ids    uuid[]  DEFAULT NULL::uuid[],
  reinstate   boolean DEFAULT true,
  counts_from text    DEFAULT 'invoice'::text,
  request_id  uuid    DEFAULT NULL::uuid
)
  RETURNS public.credit_notes
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.credit_invoice(invoice_id, reason, line_ids, reinstate, counts_from, request_id); $function$;

REVOKE ALL ON FUNCTION "public"."credit_invoice"(uuid, text, uuid[], boolean, text, uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.discarded_by_name (
  public .payroll_batches
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).discarded_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).discarded_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."discarded_by_name"(public.payroll_batches) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.dispute_invoice (
  invoice_id uuid,
  reason     text
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.dispute_invoice(invoice_id, reason); $function$;

REVOKE ALL ON FUNCTION "public"."dispute_invoice"(uuid, text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.disputed_by_name (
  public .invoices
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).disputed_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).disputed_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."disputed_by_name"(public.invoices) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.enter_shift (
  assignment_id    uuid,
  started_at       timestamp with time zone,
  ended_at         timestamp with time zone,
  break_minutes    integer                  DEFAULT 0,
  break_started_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  notes            text                     DEFAULT NULL::text
)
  RETURNS SETOF public.time_entries
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.enter_shift(assignment_id, started_at, ended_at, break_minutes, break_started_at, notes); $function$;

REVOKE ALL ON FUNCTION "public"."enter_shift"(uuid, timestamp WITH time zone, timestamp WITH time zone, integer, timestamp WITH time zone, text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.entered_by_name (
  public .checks
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).entered_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).entered_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."entered_by_name"(public.checks) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.entered_by_name (
  public .payroll_adjustments
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).entered_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).entered_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."entered_by_name"(public.payroll_adjustments) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.hire_candidate (
  candidate_id          uuid,
  facility_id           uuid,
  start_date            date,
  bill_rate             numeric,
  pay_rate              numeric,
  end_date              date    DEFAULT NULL::date,
  overtime_rule         text    DEFAULT 'colorado'::text,
  employment_type       text    DEFAULT 'w2'::text,
  renewal_date          date    DEFAULT NULL::date,
  allow_negative_margin boolean DEFAULT false,
  overtime_rule_reason  text    DEFAULT NULL::text
)
  RETURNS public.assignments
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.hire_candidate(
        candidate_id, facility_id, start_date,
        bill_rate, pay_rate, end_date, overtime_rule,
        employment_type, renewal_date, allow_negative_margin, overtime_rule_reason);
$function$;

REVOKE ALL ON FUNCTION "public"."hire_candidate"(uuid, uuid, date, numeric, numeric, date, text, text, date, boolean, text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.hired_by_name (
  public .candidates
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).hired_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).hired_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."hired_by_name"(public.candidates) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.hours_by_state (
  weeks integer DEFAULT 8
)
  RETURNS TABLE (
    week_start date,
    status     text,
    entries    integer,
    hours      numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.hours_by_state(weeks); $function$;

REVOKE ALL ON FUNCTION "public"."hours_by_state"(integer) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.in_review_by_name (
  public .payroll_batches
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).in_review_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).in_review_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."in_review_by_name"(public.payroll_batches) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.invite (
  kind text,
  id   uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.invite(kind, id); $function$;

REVOKE ALL ON FUNCTION "public"."invite"(text, uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.issued_by_name (
  public .credit_notes
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).issued_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).issued_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."issued_by_name"(public.credit_notes) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.payroll_batch_review (
  payroll_batch_id uuid
)
  RETURNS TABLE (
    contractor_id        uuid,
    last_name            text,
    first_name           text,
    hours                numeric,
    most_hours_of_a_week numeric,
    difference_pay       numeric,
    gross_pay            numeric,
    hours_before         numeric,
    gross_pay_before     numeric,
    gross_pay_change     numeric,
    exceptions           text[]
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.payroll_batch_review(payroll_batch_id); $function$;

REVOKE ALL ON FUNCTION "public"."payroll_batch_review"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.payroll_period_obstacles (
  payroll_period_id uuid
)
  RETURNS TABLE (
    kind             text,
    payroll_batch_id uuid,
    contractor_id    uuid,
    contractor_name  text,
    week_start       date,
    time_entry_id    uuid,
    work_date        date,
    hours            numeric,
    amount           numeric,
    status           text,
    next_step        text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.payroll_period_obstacles(payroll_period_id); $function$;

REVOKE ALL ON FUNCTION "public"."payroll_period_obstacles"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.prepared_by_name (
  public .payroll_batches
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).prepared_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).prepared_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."prepared_by_name"(public.payroll_batches) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.rate_hit_reach (
  rate_hit_id uuid
)
  RETURNS TABLE (
    target    text,
    documents integer,
    entries   integer,
    amount    numeric,
    change    numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.rate_hit_reach(rate_hit_id); $function$;

REVOKE ALL ON FUNCTION "public"."rate_hit_reach"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.recorded_by_name (
  public .payments
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).recorded_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).recorded_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."recorded_by_name"(public.payments) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.returned_by_name (
  public .checks
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).returned_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).returned_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."returned_by_name"(public.checks) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.run_by_name (
  public .billing_runs
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).run_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).run_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."run_by_name"(public.billing_runs) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.save_week (
  assignment_id uuid,
  week_start    date,
  days          jsonb,
  submit        boolean DEFAULT false
)
  RETURNS SETOF public.time_entries
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.save_week(assignment_id, week_start, days, submit); $function$;

REVOKE ALL ON FUNCTION "public"."save_week"(uuid, date, jsonb, boolean) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.sent_back_by_name (
  public .time_entries
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).sent_back_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).sent_back_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."sent_back_by_name"(public.time_entries) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.sent_by_name (
  public .invoices
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).sent_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).sent_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."sent_by_name"(public.invoices) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.set_aside_by_name (
  public .time_entries
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).set_aside_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).set_aside_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."set_aside_by_name"(public.time_entries) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.set_aside_time (
  time_entry_ids uuid[],
  reason         text
)
  RETURNS SETOF public.time_entries
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select * from private.set_aside_time(time_entry_ids, reason); $function$;

CREATE OR REPLACE FUNCTION public.settle_dispute (
  invoice_id uuid
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.settle_dispute(invoice_id); $function$;

REVOKE ALL ON FUNCTION "public"."settle_dispute"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.unlink (
  kind text,
  id   uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.unlink(kind, id); $function$;

REVOKE ALL ON FUNCTION "public"."unlink"(text, uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.voided_by_name (
  public .invoices
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).voided_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).voided_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."voided_by_name"(public.invoices) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.withdraw_invitation (
  kind text,
  id   uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.withdraw_invitation(kind, id); $function$;

REVOKE ALL ON FUNCTION "public"."withdraw_invitation"(text, uuid) FROM PUBLIC, "anon";

ALTER TABLE "public"."assignment_bill_terms"
  ADD CONSTRAINT "assignment_bill_terms_assignment_id_fkey" FOREIGN KEY (assignment_id) REFERENCES public.assignments(id) ON DELETE CASCADE;

ALTER TABLE "public"."assignment_stipends"
  ADD CONSTRAINT "daily_amount_is_finite" CHECK ((daily_amount <> 'NaN'::numeric));

ALTER TABLE "public"."assignment_stipends"
  ADD CONSTRAINT "daily_amount_is_positive" CHECK ((daily_amount > (0)::numeric));

ALTER TABLE "public"."assignment_stipends"
  ADD CONSTRAINT "shift_amount_is_finite" CHECK ((shift_amount <> 'NaN'::numeric));

ALTER TABLE "public"."assignment_stipends"
  ADD CONSTRAINT "shift_amount_is_positive" CHECK ((shift_amount > (0)::numeric));

ALTER TABLE "public"."assignment_stipends"
  ADD CONSTRAINT "stipend_is_per_week_day_or_shift" CHECK ((num_nonnulls(weekly_amount, daily_amount, shift_amount) = 1));

ALTER TABLE "public"."assignment_stipends"
  ADD CONSTRAINT "stipend_kind_is_known" CHECK ((kind = ANY (ARRAY['reimbursement'::text, 'hours_driven'::text, 'flat_sum'::text])));

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "overtime_rule_reason_is_not_blank" CHECK ((overtime_rule_reason ~ '\S'::text));

ALTER TABLE "public"."billing_runs"
  ADD CONSTRAINT "billing_run_details_are_outcomes"
    CHECK
    (((details)::text ~
    '^\[(\{"amount": "-?[0-9]+\.[0-9]{2}", ("reason": null, "entries": [0-9]+, "outcome": "(created|existing)"|"reason": "([^"\\]|\\.)*", "entries": [0-9]+, "outcome": "skipped"), "facility": "([^"\\]|\\.)*", ("invoice_id": (null|"[0-9a-f-]{36}"), )?("facility_id": "[0-9a-f-]{36}"|"late_hours": "[0-9]+\.[0-9]{2}", "facility_id": "[0-9a-f-]{36}", "regular_hours": "[0-9]+\.[0-9]{2}", "overtime_hours": "[0-9]+\.[0-9]{2}", "doubletime_hours": "[0-9]+\.[0-9]{2}", "last_week_amount": "-?[0-9]+\.[0-9]{2}")\}(, )?)*\]$'::text));

ALTER TABLE "public"."candidates"
  ADD CONSTRAINT "only_hired_candidates_say_by_whom" CHECK (((hired_by IS NULL) OR (hired_at IS NOT NULL)));

ALTER TABLE "public"."checks"
  ADD CONSTRAINT "only_returned_checks_say_by_whom" CHECK (((returned_by IS NULL) OR (returned_at IS NOT NULL)));

ALTER TABLE "public"."contractors"
  ADD CONSTRAINT "employment_type_is_known" CHECK ((employment_type = ANY (ARRAY['w2'::text, '1099'::text, 'corp_to_corp'::text])));

ALTER TABLE "public"."credit_note_lines"
  ADD CONSTRAINT "credit_note_lines_invoice_line_id_fkey" FOREIGN KEY (invoice_line_id) REFERENCES public.invoice_lines(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "public"."credit_notes"
  ADD CONSTRAINT "credit_notes_facility_id_fkey" FOREIGN KEY (facility_id) REFERENCES public.facilities(id);

ALTER TABLE "public"."credit_notes"
  ADD CONSTRAINT "credit_notes_invoice_id_fkey" FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE "public"."credit_note_lines"
  ADD CONSTRAINT "credit_note_lines_credit_note_id_fkey" FOREIGN KEY (credit_note_id) REFERENCES public.credit_notes(id);

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "bill_doubletime_multiplier_is_finite" CHECK ((bill_doubletime_multiplier <> 'NaN'::numeric));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "bill_overtime_multiplier_is_finite" CHECK ((bill_overtime_multiplier <> 'NaN'::numeric));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_bill_doubletime_multiplier_is_at_least_one" CHECK ((bill_doubletime_multiplier >= (1)::numeric));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_bill_overtime_multiplier_is_at_least_one" CHECK ((bill_overtime_multiplier >= (1)::numeric));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_bill_scope_is_known" CHECK ((bill_scope = ANY (ARRAY['facility'::text, 'assignment'::text, 'contractor'::text])));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_timezone_is_known" CHECK (((timezone IS NULL) OR ((now() AT TIME ZONE timezone) IS NOT NULL)));

ALTER TABLE "public"."facility_contacts"
  ADD CONSTRAINT "facility_contact_email_is_not_blank" CHECK ((btrim(email) <> ''::text));

ALTER TABLE "public"."facility_contacts"
  ADD CONSTRAINT "facility_contact_has_a_name_or_a_user" CHECK (((name IS NOT NULL) OR (user_id IS NOT NULL)));

ALTER TABLE "public"."facility_contacts"
  ADD CONSTRAINT "facility_contact_name_is_not_blank" CHECK ((btrim(name) <> ''::text));

ALTER TABLE "public"."facility_credits"
  ADD CONSTRAINT "credit_is_left_by_a_check_or_a_credit_note" CHECK ((num_nonnulls(check_id, credit_note_id) = 1));

ALTER TABLE "public"."facility_credits"
  ADD CONSTRAINT "facility_credits_credit_note_id_fkey" FOREIGN KEY (credit_note_id) REFERENCES public.credit_notes(id);

ALTER TABLE "public"."facility_credits"
  ADD CONSTRAINT "only_credits_of_checks_are_reversed" CHECK (((reversed_at IS NULL) OR (check_id IS NOT NULL)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "dispute_has_a_reason" CHECK (((disputed_at IS NOT NULL) = (dispute_reason IS NOT NULL)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "dispute_reason_is_not_blank" CHECK ((dispute_reason ~ '\S'::text));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "interest_breakdown_explains_interest_or_an_error"
    CHECK
    (((interest_breakdown IS NULL) OR (((interest_breakdown @@ '($."error".type() == "string")'::jsonpath) AND ((interest_breakdown - 'error'::text) = '{}'::jsonb)) IS TRUE) OR
    (((interest_breakdown @@
    '(((((((($."interest".type() == "string" && $."interest" like_regex "^[0-9]+[.][0-9]{2}$") && $."fee".type() == "string") && $."fee" like_regex "^[0-9]+[.][0-9]{2}$") && $."accruedThrough".type() == "string") && $."accruedThrough" like_regex "^[0-9]{4}-[0-9]{2}-[0-9]{2}$") && $."segments".type() == "array") && !($."segments"[*].type() != "object")) && !(exists ($."segments"[*]?(!(((((((@."from".type() == "string" && @."to".type() == "string") && @."days".type() == "number") && @."rate".type() == "string") && @."principal".type() == "string") && @."principal" like_regex "^[0-9]+[.][0-9][0-9]+$") && @."interest".type() == "string") && @."interest" like_regex "^[0-9]+[.][0-9][0-9]+$")))))'::jsonpath) AND ((interest_breakdown - ARRAY['interest'::text, 'fee'::text, 'accruedThrough'::text, 'segments'::text]) = '{}'::jsonb)) IS TRUE)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "only_disputed_invoices_say_by_whom" CHECK (((disputed_by IS NULL) OR (disputed_at IS NOT NULL)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "only_owed_invoices_are_disputed" CHECK (((disputed_at IS NULL) OR (status = ANY (ARRAY['sent'::text, 'partially_paid'::text]))));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "only_sent_invoices_say_by_whom" CHECK (((sent_by IS NULL) OR (sent_at IS NOT NULL)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "only_void_invoices_say_by_whom" CHECK (((voided_by IS NULL) OR (voided_at IS NOT NULL)));

ALTER TABLE "public"."job_runs"
  ADD CONSTRAINT "job_run_counts_are_of_its_job" CHECK (((counts IS NULL) OR ((counts)::text ~
CASE job
    WHEN 'lock-ended'::text THEN
      '^\{"draft": [0-9]+, "locked": [0-9]+, "approved": [0-9]+, "remaining": [0-9]+, "submitted": [0-9]+, ("unapproved": [0-9]+, )?"assignments": [0-9]+, "pending_approval": [0-9]+\}$'::text
    WHEN 'accrue-interest'::text THEN '^\{"scanned": [0-9]+, "updated": [0-9]+, "remaining": [0-9]+, "unchanged": [0-9]+\}$'::text
    ELSE '^$'::text
END)));

-- data move: the rules that there were, and those that every firm has now
insert into public.overtime_rules (
    name, title, daily_overtime_after, daily_doubletime_after, weekly_overtime_after, seventh_day,
    consecutive_overtime_after, asks_for, source)
values
    ('none', 'No overtime', null, null, null, false, null, 'why the person is exempt',
     'For who is exempt (29 CFR part 541), and for contracts that bill every hour alike.'),
    ('flsa', 'Federal', null, null, 40, false, null, null,
     'Fair Labor Standards Act: 29 USC 207(a), 29 CFR 778.110.'),
    ('california', 'California', 8, 12, 40, true, null, null,
     'California Labor Code 510.'),
    ('california_health_care', 'California health care, elected 12-hour shifts', 12, 12, 40, false, null,
     'the election of the alternative workweek, with its day',
     'IWC Orders 4 and 5, section 3(B)(8), and Labor Code 511: for employees in the health care industry whose unit elected an alternative workweek of shifts over 8 and up to 12 hours; other days too (Singh v. Superior Court, 2006). Not where there was no election.'),
    ('colorado', 'Colorado', 12, null, 40, false, 12, null,
     'COMPS Order (7 CCR 1103-1) 4.1.1: over 40 a week, 12 a day or 12 in a row, whichever is more.'),
    ('alaska', 'Alaska', 8, null, 40, false, null, null,
     'AS 23.10.060. Not for employers of fewer than four ((d)(1)), not under a voluntary flexible work hour plan that the state approved ((d)(14)), and not for hospital employees who provide medical services.');
-- end of data move

-- data move: what exists is billed as it was: all hours of the contractor count together, those of 1099 not at all
insert into public.assignment_bill_terms (
    assignment_id, effective_from, overtime_rule, scope, overtime_multiplier, doubletime_multiplier)
select assignment.id, private.workweek_start(assignment.start_date),
       case contractor.employment_type when '1099' then 'none' else assignment.overtime_rule end,
       'contractor', assignment.bill_overtime_multiplier, assignment.bill_doubletime_multiplier
  from public.assignments as assignment
  join public.contractors as contractor on contractor.id = assignment.contractor_id;
-- end of data move

-- data move: W-2 people without overtime have a reason from now on
update public.assignments as assignment
   set overtime_rule_reason = 'Not recorded before 0.11.0.'
  from public.contractors as contractor
 where contractor.id = assignment.contractor_id
   and contractor.employment_type = 'w2'
   and assignment.overtime_rule = 'none';
-- end of data move

ALTER TABLE "public"."assignment_bill_terms"
  ADD CONSTRAINT "bill_overtime_rule_is_known" FOREIGN KEY (overtime_rule) REFERENCES public.overtime_rules(name);

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "overtime_rule_is_known" FOREIGN KEY (overtime_rule) REFERENCES public.overtime_rules(name);

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_bill_overtime_rule_is_known" FOREIGN KEY (bill_overtime_rule) REFERENCES public.overtime_rules(name);

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "credit_note_pays_principal_for_good"
    CHECK (((credit_note_id IS NULL) OR ((component = 'principal'::text) AND (check_reconciliation_id IS NULL) AND (reversed_at IS NULL))));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "only_credit_notes_pay_as_such" CHECK (((source = 'credit_note'::text) = (credit_note_id IS NOT NULL)));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "only_credits_of_credit_notes_are_moved" CHECK (((moved_at IS NULL) OR (credit_note_id IS NOT NULL)));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payment_source_is_known" CHECK ((source = ANY (ARRAY['reconciliation'::text, 'write_off'::text, 'credit_note'::text])));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_credit_note_id_fkey" FOREIGN KEY (credit_note_id) REFERENCES public.credit_notes(id);

ALTER TABLE "public"."payroll_adjustments"
  ADD CONSTRAINT "earned_days_come_together" CHECK ((num_nonnulls(earned_from, earned_to) = ANY (ARRAY[0, 2])));

ALTER TABLE "public"."payroll_adjustments"
  ADD CONSTRAINT "earned_days_end_after_they_start" CHECK ((earned_to >= earned_from));

ALTER TABLE "public"."payroll_adjustments"
  ADD CONSTRAINT "earned_from_is_finite" CHECK (isfinite(earned_from));

ALTER TABLE "public"."payroll_adjustments"
  ADD CONSTRAINT "earned_to_is_finite" CHECK (isfinite(earned_to));

ALTER TABLE "public"."payroll_adjustments"
  ADD CONSTRAINT "only_sums_in_the_regular_rate_are_earned_over_days" CHECK (((earned_from IS NULL) OR in_regular_rate));

ALTER TABLE "public"."payroll_adjustments"
  ADD CONSTRAINT "only_sums_in_the_regular_rate_are_flat" CHECK (((NOT is_flat_sum) OR in_regular_rate));

ALTER TABLE "public"."payroll_adjustments"
  ADD CONSTRAINT "what_is_earned_is_paid_afterwards" CHECK ((earned_to <= payable_on));

ALTER TABLE "public"."payroll_item_lines"
  ADD CONSTRAINT "pay_kind_is_of_the_line"
    CHECK
    (((pay_kind IS NULL) OR ((kind = 'stipend'::text) AND (pay_kind = ANY (ARRAY['reimbursement'::text, 'hours_driven'::text, 'flat_sum'::text]))) OR ((kind = 'adjustment'::text)
    AND (pay_kind = ANY (ARRAY['bonus'::text, 'reimbursement'::text, 'deduction'::text])))));

ALTER TABLE "public"."payroll_items"
  ADD CONSTRAINT "payroll_item_employment_type_is_known" CHECK ((employment_type = ANY (ARRAY['w2'::text, '1099'::text, 'corp_to_corp'::text])));

ALTER TABLE "public"."payroll_periods"
  ADD CONSTRAINT "only_closed_periods_say_by_whom" CHECK (((closed_by IS NULL) OR (closed_at IS NOT NULL)));

ALTER TABLE "public"."staff_members"
  ADD CONSTRAINT "staff_member_email_is_not_blank" CHECK ((btrim(email) <> ''::text));

ALTER TABLE "public"."staff_members"
  ADD CONSTRAINT "staff_member_has_a_name_or_a_user" CHECK (((name IS NOT NULL) OR (user_id IS NOT NULL)));

ALTER TABLE "public"."staff_members"
  ADD CONSTRAINT "staff_member_name_is_not_blank" CHECK ((btrim(name) <> ''::text));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "break_is_not_negative" CHECK ((break_minutes >= 0));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "corrected_time_says_why_and_what_it_was"
    CHECK ((num_nonnulls(corrected_at, correction_reason, hours_before_correction, work_date_before_correction) = ANY (ARRAY[0, 4])));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "correction_reason_is_not_blank" CHECK ((correction_reason ~ '\S'::text));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "ended_at_is_finite" CHECK (isfinite(ended_at));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "hours_before_correction_is_finite" CHECK ((hours_before_correction <> 'NaN'::numeric));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "only_corrected_time_says_by_whom" CHECK (((corrected_by IS NULL) OR (corrected_at IS NOT NULL)));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "only_time_sent_back_says_by_whom_and_why" CHECK (((sent_back_at IS NOT NULL) OR (num_nonnulls(sent_back_by, sent_back_reason) = 0)));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "sent_back_reason_is_not_blank" CHECK ((sent_back_reason ~ '\S'::text));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "shift_ends_after_it_starts" CHECK ((ended_at > started_at));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "shifts_are_told_whole" CHECK ((num_nonnulls(shift_id, shift_contractor_id, started_at, ended_at, break_minutes) = ANY (ARRAY[0, 5])));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "shifts_of_a_person_never_overlap" EXCLUDE USING gist (shift_contractor_id WITH =, tstzrange(started_at, ended_at) WITH &&) WHERE (((started_at IS
    NOT NULL) AND (set_aside_at IS NULL)));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "started_at_is_finite" CHECK (isfinite(started_at));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "submitted_time_is_not_sent_back" CHECK (((sent_back_at IS NULL) OR (status = ANY (ARRAY['draft'::text, 'locked'::text]))));

ALTER TABLE "public"."time_entries"
  ADD CONSTRAINT "work_date_before_correction_is_finite" CHECK (isfinite(work_date_before_correction));

CREATE VIEW "private"."bill_terms_of_weeks" WITH (security_invoker=true) AS  SELECT assignment.id AS assignment_id,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.assignment_bill_terms earlier
              WHERE ((earlier.assignment_id = terms.assignment_id) AND (earlier.effective_from < terms.effective_from)))) THEN terms.effective_from
            ELSE '-infinity'::date
        END AS effective_from,
    COALESCE((next_terms.effective_from - 1), 'infinity'::date) AS effective_to,
    COALESCE(terms.overtime_rule, assignment.overtime_rule) AS overtime_rule,
    COALESCE(terms.scope, 'facility'::text) AS scope,
    COALESCE(terms.overtime_multiplier, assignment.bill_overtime_multiplier, 1.5) AS overtime_multiplier,
    COALESCE(terms.doubletime_multiplier, assignment.bill_doubletime_multiplier, (2)::numeric) AS doubletime_multiplier
   FROM ((public.assignments assignment
     LEFT JOIN public.assignment_bill_terms terms ON ((terms.assignment_id = assignment.id)))
     LEFT JOIN LATERAL ( SELECT later.effective_from
           FROM public.assignment_bill_terms later
          WHERE ((later.assignment_id = terms.assignment_id) AND (later.effective_from > terms.effective_from))
          ORDER BY later.effective_from
         LIMIT 1) next_terms ON (true));

REVOKE ALL ON TABLE private.bill_terms_of_weeks FROM PUBLIC, "anon", "authenticated", "service_role";

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
    entry.shift_id
   FROM (((public.time_entries entry
     JOIN public.assignments assignment ON ((assignment.id = entry.assignment_id)))
     JOIN public.contractors contractor ON ((contractor.id = assignment.contractor_id)))
     JOIN public.facilities facility ON ((facility.id = assignment.facility_id)))
  WHERE ((entry.status <> 'draft'::text) OR (entry.sent_back_at IS NOT NULL));

REVOKE ALL ON TABLE private.named_entries FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE VIEW "private"."overtime_limits" WITH (security_invoker=true) AS  SELECT name,
    (num_nonnulls(daily_overtime_after, daily_doubletime_after, weekly_overtime_after, consecutive_overtime_after) > 0) AS has_limits,
    ((LEAST(daily_overtime_after, daily_doubletime_after, (24)::numeric) * (100)::numeric))::integer AS regular_until,
    ((COALESCE(daily_doubletime_after, (24)::numeric) * (100)::numeric))::integer AS overtime_until,
    ((COALESCE(weekly_overtime_after, (168)::numeric) * (100)::numeric))::integer AS regular_of_week,
    ((consecutive_overtime_after * (100)::numeric))::integer AS in_a_row_until,
    seventh_day
   FROM public.overtime_rules rule;

REVOKE ALL ON TABLE private.overtime_limits FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE VIEW "private"."people" WITH (security_invoker=true) AS  SELECT 'staff_member'::text AS kind,
    member.id AS row_id,
    member.name,
    member.user_id,
    member.is_active
   FROM public.staff_members member
UNION ALL
 SELECT 'contractor'::text AS kind,
    contractor.id AS row_id,
    ((contractor.first_name || ' '::text) || contractor.last_name) AS name,
    contractor.user_id,
    contractor.is_active
   FROM public.contractors contractor
UNION ALL
 SELECT 'facility_contact'::text AS kind,
    contact.id AS row_id,
    contact.name,
    contact.user_id,
    contact.is_active
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
    named_entries.shift_id
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
    named_entries.shift_id
   FROM private.named_entries
  WHERE ((NOT ( SELECT private.is_staff_or_server() AS is_staff_or_server)) AND (named_entries.assignment_id = ANY (( SELECT private.contact_assignment_ids() AS contact_assignment_ids)::uuid[])));

REVOKE ALL ON TABLE private.readable_entries FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE VIEW "private"."sent_lines" AS  SELECT line.time_entry_id,
    line.kind,
    line.hours,
    invoice.id AS invoice_id,
    invoice.number
   FROM (public.invoice_lines line
     JOIN public.invoices invoice ON ((invoice.id = line.invoice_id)))
  WHERE ((num_nulls(line.released_at) = 1) AND (invoice.status = ANY (ARRAY['sent'::text, 'partially_paid'::text, 'paid'::text])));

REVOKE ALL ON TABLE private.sent_lines FROM PUBLIC, "anon", "authenticated", "service_role";

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
    shift_id
   FROM private.readable_entries entry;

REVOKE ALL ON TABLE private.facility_time FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE VIEW "public"."contractAlerts" WITH (security_invoker=true) AS  SELECT alert.id,
    alert.contract_renewal_id,
    alert.days_before,
    alert.due_on,
    alert.acknowledged_at,
    alert.created_at,
    assignment.id AS assignment_id,
    contractor.id AS contractor_id,
    ((contractor.first_name || ' '::text) || contractor.last_name) AS contractor_name,
    facility.id AS facility_id,
    facility.name AS facility_name
   FROM ((((public.contract_alerts alert
     JOIN public.contract_renewals renewal ON ((renewal.id = alert.contract_renewal_id)))
     JOIN public.assignments assignment ON ((assignment.id = renewal.assignment_id)))
     JOIN public.contractors contractor ON ((contractor.id = assignment.contractor_id)))
     JOIN public.facilities facility ON ((facility.id = assignment.facility_id)));

REVOKE ALL ON TABLE "public"."contractAlerts" FROM "anon";

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
    shift_id
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

CREATE VIEW "public"."invitations" WITH (security_invoker=true) AS  SELECT id,
    kind,
    row_id,
    name,
    state,
    created_at,
    created_by,
    expires_at,
    accepted_at,
    accepted_by,
    voided_at
   FROM private.invitation_states() invited(id, kind, row_id, name, state, created_at, created_by, expires_at, accepted_at, accepted_by, voided_at);

CREATE OR REPLACE FUNCTION public.accepted_by_name (
  public .invitations
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).accepted_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).accepted_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."accepted_by_name"(public.invitations) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.created_by_name (
  public .invitations
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).created_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).created_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."created_by_name"(public.invitations) FROM PUBLIC, "anon";

REVOKE ALL ON TABLE "public"."invitations" FROM "anon";

CREATE VIEW "public"."me" WITH (security_invoker=true) AS  SELECT user_id,
    name,
    email,
    roles,
    contractor_id,
    facility_ids,
    facility_names,
    business_date,
    week_start,
    operating_timezone
   FROM private.me() me(user_id, name, email, roles, contractor_id, facility_ids, facility_names, business_date, week_start, operating_timezone);

REVOKE ALL ON TABLE "public"."me" FROM "anon";

CREATE VIEW "public"."my_assignments" WITH (security_invoker=true) AS  SELECT assignment_id,
    facility_id,
    facility_name,
    start_date,
    end_date,
    overtime_rule,
    timezone,
    overtime_rule_title
   FROM private.my_assignments() my_assignments(assignment_id, facility_id, facility_name, start_date, end_date, overtime_rule, timezone, overtime_rule_title);

REVOKE ALL ON TABLE "public"."my_assignments" FROM "anon";

CREATE VIEW "public"."my_pay_lines" WITH (security_invoker=true) AS  SELECT payroll_batch_id,
    pay_date,
    week_start,
    kind,
    facility_name,
    work_date,
    hours,
    rate,
    amount,
    pay_kind,
    overtime_hours,
    doubletime_hours,
    payroll_item_id,
    payroll_item_line_id,
    time_entry_id
   FROM private.my_pay_lines() my_pay_lines(payroll_batch_id, pay_date, week_start, kind, facility_name, work_date, hours, rate, amount, pay_kind, overtime_hours, doubletime_hours, payroll_item_id, payroll_item_line_id, time_entry_id);

REVOKE ALL ON TABLE "public"."my_pay_lines" FROM "anon";

CREATE VIEW "public"."my_pay_rates" WITH (security_invoker=true) AS  SELECT assignment_id,
    effective_from,
    pay_rate,
    facility_id,
    facility_name
   FROM private.my_pay_rates() my_pay_rates(assignment_id, effective_from, pay_rate, facility_id, facility_name);

REVOKE ALL ON TABLE "public"."my_pay_rates" FROM "anon";

CREATE VIEW "public"."my_time" WITH (security_invoker=true) AS  SELECT time_entry_id,
    assignment_id,
    facility_id,
    facility_name,
    work_date,
    hours,
    status,
    is_approved,
    is_paid,
    pay_date,
    sent_back_reason,
    sent_back_at,
    sent_back_by,
    is_set_aside,
    notes,
    set_aside_reason,
    corrected_at,
    correction_reason,
    hours_before_correction,
    work_date_before_correction,
    started_at,
    ended_at,
    break_minutes,
    shift_id
   FROM private.my_time() my_time(time_entry_id, assignment_id, facility_id, facility_name, work_date, hours, status, is_approved, is_paid, pay_date, sent_back_reason, sent_back_at, sent_back_by, is_set_aside, notes, set_aside_reason, corrected_at, correction_reason, hours_before_correction, work_date_before_correction, started_at, ended_at, break_minutes, shift_id);

REVOKE ALL ON TABLE "public"."my_time" FROM "anon";

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
    next_step,
    started_at,
    ended_at,
    break_minutes,
    shift_id
   FROM private.unapproved_time() unapproved_time(time_entry_id, assignment_id, contractor_id, contractor_name, facility_id, facility_name, work_date, hours, status, age_days, next_step, started_at, ended_at, break_minutes, shift_id);

REVOKE ALL ON TABLE "public"."unapproved_time" FROM "anon";

CREATE VIEW "public"."user_names" WITH (security_invoker=true) AS  SELECT DISTINCT ON (user_id) user_id,
    name,
    email,
    kind,
    row_id,
    (unlinked_at IS NULL) AS is_linked
   FROM private.user_links link
  ORDER BY user_id, unlinked_at DESC, (array_position(ARRAY['staff_member'::text, 'contractor'::text, 'facility_contact'::text], kind)), id DESC;

REVOKE ALL ON TABLE "public"."user_names" FROM "anon";

CREATE UNIQUE INDEX invitation_has_its_own_code ON private.invitations USING btree (code_sha256);

CREATE UNIQUE INDEX one_open_invitation_a_row ON private.invitations USING btree (kind, row_id)
  WHERE ((accepted_at IS NULL) AND (voided_at IS NULL));

CREATE UNIQUE INDEX user_link_is_in_force_once ON private.user_links USING btree (kind, row_id)
  WHERE (unlinked_at IS NULL);

CREATE INDEX user_links_by_row ON private.user_links USING btree (row_id);

CREATE INDEX user_links_by_user ON private.user_links USING btree (user_id);

-- data move: who is linked was linked, as far as is known, when their row was made
insert into private.user_links (kind, row_id, user_id, name, email, linked_at)
select 'staff_member', id, user_id, null, null, created_at from public.staff_members
union all
select 'contractor', id, user_id, first_name || ' ' || last_name, email, created_at
  from public.contractors where user_id is not null
union all
select 'facility_contact', id, user_id, null, null, created_at from public.facility_contacts;
-- end of data move

-- data move: who was linked before, the audit log knows
insert into private.user_links (kind, row_id, user_id, name, email, linked_at, unlinked_at)
select distinct on (past.kind, past.row_id, past.user_id)
       past.kind, past.row_id, past.user_id, past.name, past.email, past.at, past.at
  from (select case log.table_name when 'staff_members' then 'staff_member'
                                   when 'contractors' then 'contractor'
                                   else 'facility_contact' end,
               log.row_id, (log.old ->> 'user_id')::uuid,
               (log.old ->> 'first_name') || ' ' || (log.old ->> 'last_name'), log.old ->> 'email', log.at
          from public.audit_log as log
         where log.table_name in ('staff_members', 'contractors', 'facility_contacts')
           and log.old ->> 'user_id' is not null
           and log.new ->> 'user_id' is distinct from log.old ->> 'user_id'
       ) as past (kind, row_id, user_id, name, email, at)
 where not exists (select from private.user_links as link
                    where link.row_id = past.row_id and link.user_id = past.user_id)
 order by past.kind, past.row_id, past.user_id, past.at desc;
-- end of data move

CREATE INDEX assignment_bill_terms_by_overtime_rule ON public.assignment_bill_terms USING btree (overtime_rule);

CREATE INDEX assignments_by_overtime_rule ON public.assignments USING btree (overtime_rule);

CREATE INDEX assignments_by_start ON public.assignments USING btree (start_date, id);

CREATE INDEX audit_log_by_time ON public.audit_log USING btree (at, id);

CREATE INDEX billing_runs_by_time ON public.billing_runs USING btree (created_at, id);

CREATE INDEX candidates_by_name ON public.candidates USING btree (last_name, id);

CREATE INDEX checks_by_day ON public.checks USING btree (received_on, id);

CREATE INDEX checks_to_reconcile ON public.checks USING btree (received_on, id)
  WHERE (status = 'received'::text);

CREATE UNIQUE INDEX contractor_has_one_user ON public.contractors USING btree (user_id)
  WHERE (user_id IS NOT NULL);

CREATE INDEX contractors_by_name ON public.contractors USING btree (last_name, id);

CREATE UNIQUE INDEX credit_note_leaves_one_credit ON public.facility_credits USING btree (credit_note_id);

CREATE INDEX credit_note_lines_by_credit_note ON public.credit_note_lines USING btree (credit_note_id);

CREATE INDEX credit_notes_by_facility ON public.credit_notes USING btree (facility_id);

CREATE INDEX credit_notes_by_invoice ON public.credit_notes USING btree (invoice_id);

CREATE INDEX facilities_by_bill_overtime_rule ON public.facilities USING btree (bill_overtime_rule);

CREATE INDEX invoices_by_number ON public.invoices USING btree (number, id);

CREATE INDEX invoices_in_draft ON public.invoices USING btree (facility_id, period_start)
  WHERE (status = 'draft'::text);

CREATE INDEX invoices_open_by_due_date ON public.invoices USING btree (due_date, id) INCLUDE (balance)
  WHERE (status = ANY (ARRAY['sent'::text, 'partially_paid'::text]));

CREATE INDEX job_runs_by_time ON public.job_runs USING btree (started_at, id);

CREATE INDEX payments_by_credit_note ON public.payments USING btree (credit_note_id)
  WHERE (credit_note_id IS NOT NULL);

CREATE INDEX payroll_adjustments_by_day ON public.payroll_adjustments USING btree (payable_on, id);

CREATE INDEX payroll_adjustments_earned_over_days ON public.payroll_adjustments USING btree (contractor_id, earned_from)
  WHERE (earned_from IS NOT NULL);

CREATE INDEX time_entries_by_shift_time ON public.time_entries USING btree (shift_contractor_id, started_at)
  WHERE (shift_contractor_id IS NOT NULL);

CREATE INDEX time_entries_by_shift ON public.time_entries USING btree (shift_id)
  WHERE (shift_id IS NOT NULL);

CREATE INDEX time_entries_in_order ON public.time_entries USING btree (work_date, id);

CREATE INDEX time_entries_of_shifts ON public.time_entries USING btree (work_date, assignment_id)
  WHERE (started_at IS NOT NULL);

CREATE TRIGGER ar_aging_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.ar_aging
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER bill_terms_begin_with_a_week
  BEFORE INSERT OR UPDATE ON public.assignment_bill_terms
  FOR EACH ROW
  WHEN ((pg_trigger_depth() = 0))
  EXECUTE FUNCTION private.guard_bill_terms();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.assignment_bill_terms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'assignment_id',
  'effective_from'
);

CREATE TRIGGER first_bill_terms_stay
  AFTER DELETE OR UPDATE OF assignment_id, effective_from ON public.assignment_bill_terms
  FOR EACH ROW
  WHEN ((pg_trigger_depth() = 0))
  EXECUTE FUNCTION private.guard_first_bill_terms();

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.assignment_bill_terms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'assignment_id',
  'effective_from'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.assignment_bill_terms
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.assignment_bill_terms
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER rates_are_changed_alone
  BEFORE INSERT OR DELETE OR UPDATE ON public.assignment_bill_terms
  FOR EACH STATEMENT
  WHEN ((pg_trigger_depth() = 0))
  EXECUTE FUNCTION private.change_bill_terms();

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.assignment_bill_terms
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'assignment_id',
  'effective_from'
);

CREATE TRIGGER weeks_of_changed_bill_terms_are_compared
  AFTER UPDATE ON public.assignment_bill_terms REFERENCING NEW TABLE AS terms_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_bill_terms();

CREATE TRIGGER weeks_of_former_bill_terms_are_compared
  AFTER UPDATE ON public.assignment_bill_terms REFERENCING OLD TABLE AS terms_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_bill_terms();

CREATE TRIGGER weeks_of_new_bill_terms_are_compared AFTER INSERT ON public.assignment_bill_terms REFERENCING NEW TABLE AS terms_rows FOR EACH STATEMENT WHEN (
  (pg_trigger_depth() = 0)
) EXECUTE FUNCTION private.compare_weeks_of_bill_terms();

CREATE TRIGGER weeks_of_removed_bill_terms_are_compared
  AFTER DELETE ON public.assignment_bill_terms REFERENCING OLD TABLE AS terms_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.compare_weeks_of_bill_terms();

CREATE TRIGGER paid_stipends_stay
  BEFORE UPDATE ON public.assignment_stipends
  FOR EACH ROW
  WHEN
    (((old.assignment_id IS DISTINCT FROM new.assignment_id) OR (old.weekly_amount IS DISTINCT FROM new.weekly_amount) OR (old.daily_amount IS DISTINCT FROM new.daily_amount) OR
    (old.shift_amount IS DISTINCT FROM new.shift_amount) OR (old.kind IS DISTINCT FROM new.kind) OR (old.effective_from IS DISTINCT FROM new.effective_from)))
  EXECUTE FUNCTION private.guard_paid_stipend();

CREATE TRIGGER stipends_in_batches_are_kept
  BEFORE DELETE ON public.assignment_stipends
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_removal_of_what_was_paid('{kind} stipend from {effective_from} on', 'Set its last day, effective_to.');

CREATE TRIGGER assignments_begin_with_bill_terms
  AFTER INSERT ON public.assignments REFERENCING NEW TABLE AS placed
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.begin_bill_terms();

CREATE TRIGGER bill_multipliers_are_filled
  BEFORE INSERT ON public.assignments
  FOR EACH ROW
  WHEN (((new.bill_overtime_multiplier IS NULL) OR (new.bill_doubletime_multiplier IS NULL)))
  EXECUTE FUNCTION private.fill_bill_multipliers();

CREATE TRIGGER bill_multipliers_go_on
  AFTER UPDATE OF bill_overtime_multiplier, bill_doubletime_multiplier ON public.assignments
  FOR EACH ROW
  WHEN (((old.bill_overtime_multiplier IS DISTINCT FROM new.bill_overtime_multiplier) OR (old.bill_doubletime_multiplier IS DISTINCT FROM new.bill_doubletime_multiplier)))
  EXECUTE FUNCTION private.forward_bill_multipliers();

CREATE TRIGGER new_assignments_say_what_their_rule_asks_for
  BEFORE INSERT ON public.assignments
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_overtime_rule_reason();

CREATE TRIGGER overtime_rule_goes_on
  AFTER UPDATE OF overtime_rule ON public.assignments
  FOR EACH ROW
  WHEN ((old.overtime_rule IS DISTINCT FROM new.overtime_rule))
  EXECUTE FUNCTION private.forward_overtime_rule();

CREATE TRIGGER overtime_rules_have_what_they_ask_for
  BEFORE UPDATE OF overtime_rule, overtime_rule_reason, contractor_id ON public.assignments
  FOR EACH ROW
  WHEN
    (((old.overtime_rule IS DISTINCT FROM new.overtime_rule) OR (old.overtime_rule_reason IS DISTINCT FROM new.overtime_rule_reason) OR (old.contractor_id IS DISTINCT FROM
    new.contractor_id)))
  EXECUTE FUNCTION private.guard_overtime_rule_reason();

CREATE TRIGGER rates_are_changed_alone
  BEFORE UPDATE OF bill_overtime_multiplier, bill_doubletime_multiplier ON public.assignments
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.change_bill_terms();

CREATE TRIGGER hired_candidates_are_kept
  BEFORE DELETE OR UPDATE ON public.candidates
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status = 'hired'::text)))
  EXECUTE FUNCTION
    private.refuse_write('candidate_hired', 'The candidate {first_name} {last_name} is hired, and neither changed nor deleted.',
    'Look up the contractor: what changes from now on stands there.');

CREATE TRIGGER who_hired_candidates_is_kept
  BEFORE UPDATE ON public.candidates
  FOR EACH ROW
  WHEN (((old.hired_at IS NOT NULL) AND (old.hired_by IS DISTINCT FROM new.hired_by)))
  EXECUTE FUNCTION private.refuse_write('actor_is_kept', 'Who hired a candidate is not written by hand.', 'Leave hired_by as it is.');

CREATE TRIGGER posted_reconciliations_are_kept
  BEFORE DELETE OR UPDATE ON public.check_reconciliations
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status <> 'proposed'::text)))
  EXECUTE FUNCTION
    private.refuse_write('reconciliation_not_proposed', 'The reconciliation is {status|confirmed or returned}, and stays as it is.', 'Return its check with return_check.');

CREATE TRIGGER reconciliations_are_deleted_while_proposed
  BEFORE DELETE ON public.check_reconciliations
  FOR EACH ROW
  WHEN ((old.status <> 'proposed'::text))
  EXECUTE FUNCTION private.refuse_removal('reconciliation_not_proposed', 'reconciliation', 'Return its check with return_check.');

CREATE TRIGGER who_confirmed_reconciliations_is_kept
  BEFORE UPDATE ON public.check_reconciliations
  FOR EACH ROW
  WHEN (((old.confirmed_at IS NOT NULL) AND (old.confirmed_by IS DISTINCT FROM new.confirmed_by)))
  EXECUTE FUNCTION private.refuse_write('actor_is_kept', 'Who confirmed a reconciliation is not written by hand.', 'Leave confirmed_by as it is.');

CREATE TRIGGER checks_are_deleted_until_they_are_reconciled
  BEFORE DELETE ON public.checks
  FOR EACH ROW
  WHEN ((old.status <> 'received'::text))
  EXECUTE FUNCTION private.refuse_removal('check_not_received', 'check of {received_on} over {amount}', 'Return it with return_check.');

CREATE TRIGGER checks_change_until_they_are_reconciled
  BEFORE UPDATE ON public.checks
  FOR EACH ROW
  WHEN
    (((old.status <> 'received'::text) AND ((old.id IS DISTINCT FROM new.id) OR (old.facility_id IS DISTINCT FROM new.facility_id) OR (old.check_number IS DISTINCT FROM
    new.check_number) OR (old.method IS DISTINCT FROM new.method) OR (old.amount IS DISTINCT FROM new.amount) OR (old.received_on IS DISTINCT FROM new.received_on) OR
    (old.entered_again IS DISTINCT FROM new.entered_again) OR (old.created_at IS DISTINCT FROM new.created_at) OR
    ((new.status <> old.status) AND (new.status <> 'returned'::text)))))
  EXECUTE FUNCTION
    private.refuse_write('check_not_received', 'The check of {received_on} over {amount} is {status|reconciled or returned} and does not change.',
    'Return it with return_check, and enter what came instead as another one.');

CREATE TRIGGER posted_checks_are_kept
  BEFORE DELETE OR UPDATE ON public.checks
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status <> 'received'::text)))
  EXECUTE FUNCTION
    private.refuse_write('check_not_received', 'The check of {received_on} over {amount} is {status|reconciled or returned}, and stays as it is.',
    'Return a reconciled check with return_check.');

CREATE TRIGGER contract_alerts_resource_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public."contractAlerts"
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER renewals_are_deleted_while_upcoming
  BEFORE DELETE ON public.contract_renewals
  FOR EACH ROW
  WHEN ((old.status <> 'upcoming'::text))
  EXECUTE FUNCTION private.refuse_removal('renewal_not_upcoming', 'renewal on {renewal_date}', 'Set it back to upcoming first, if it was decided by mistake.');

CREATE TRIGGER changed_user_links_are_kept
  AFTER UPDATE OF id, user_id, first_name, last_name, email ON public.contractors
  FOR EACH ROW
  WHEN (((old.user_id IS NOT NULL) OR (new.user_id IS NOT NULL)))
  EXECUTE FUNCTION private.keep_user_links('contractor');

CREATE TRIGGER contractor_email_is_not_taken
  BEFORE UPDATE ON public.contractors
  FOR EACH ROW
  WHEN ((lower(old.email) IS DISTINCT FROM lower(new.email)))
  EXECUTE FUNCTION private.guard_contractor_email();

CREATE TRIGGER invitation_ends_with_its_row
  AFTER DELETE ON public.contractors
  FOR EACH ROW
  EXECUTE FUNCTION private.void_invitation_of_changed_row('contractor');

CREATE TRIGGER invitation_is_for_the_row_as_it_was
  AFTER UPDATE OF id, email, is_active, user_id ON public.contractors
  FOR EACH ROW
  WHEN (((old.id <> new.id) OR (old.email <> new.email) OR (old.is_active AND (NOT new.is_active)) OR ((old.user_id IS NOT NULL) AND (old.user_id IS DISTINCT FROM new.user_id))))
  EXECUTE FUNCTION private.void_invitation_of_changed_row('contractor');

CREATE TRIGGER new_user_links_are_kept
  AFTER INSERT ON public.contractors
  FOR EACH ROW
  WHEN ((new.user_id IS NOT NULL))
  EXECUTE FUNCTION private.keep_user_links('contractor');

CREATE TRIGGER once_linked_is_kept
  BEFORE DELETE ON public.contractors
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_removal_once_linked('contractor');

CREATE TRIGGER only_admins_deactivate
  BEFORE UPDATE OF is_active ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

CREATE TRIGGER only_payroll_corrects_employment
  BEFORE UPDATE OF employment_type ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

CREATE TRIGGER only_recruiting_and_payroll_write
  BEFORE UPDATE ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting', 'payroll');

CREATE TRIGGER only_recruiting_corrects_names
  BEFORE UPDATE OF first_name, last_name, email ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting');

CREATE TRIGGER credit_note_lines_are_kept
  BEFORE DELETE OR UPDATE ON public.credit_note_lines
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write('credit_note_is_kept', 'The lines of a credit note neither change nor go.', 'Bill again what was credited too much.');

CREATE CONSTRAINT TRIGGER lines_of_credit_notes_add_up
  AFTER INSERT ON public.credit_note_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_money_of_credit_note();

CREATE TRIGGER credit_notes_are_not_deleted
  BEFORE DELETE ON public.credit_notes
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write('credit_note_is_kept', 'The credit note {number} over {amount} is not deleted.', 'Bill again what was credited too much.');

CREATE TRIGGER credit_notes_are_not_rewritten
  BEFORE UPDATE ON public.credit_notes
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write('credit_note_is_kept', 'The credit note {number} over {amount} does not change.', 'Bill again what was credited too much.');

CREATE CONSTRAINT TRIGGER new_credit_notes_add_up
  AFTER INSERT ON public.credit_notes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_money_of_credit_note();

CREATE TRIGGER bill_defaults_are_known
  BEFORE INSERT OR UPDATE OF bill_overtime_rule, bill_scope ON public.facilities
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_facility_bill_terms();

CREATE TRIGGER timezone_is_known
  BEFORE INSERT OR UPDATE OF timezone ON public.facilities
  FOR EACH ROW
  WHEN ((new.timezone IS NOT NULL))
  EXECUTE FUNCTION private.guard_facility_timezone();

CREATE TRIGGER changed_user_links_are_kept
  AFTER UPDATE OF id, user_id, name, email ON public.facility_contacts
  FOR EACH ROW
  WHEN (((old.user_id IS NOT NULL) OR (new.user_id IS NOT NULL)))
  EXECUTE FUNCTION private.keep_user_links('facility_contact');

CREATE TRIGGER invitation_ends_with_its_row
  AFTER DELETE ON public.facility_contacts
  FOR EACH ROW
  EXECUTE FUNCTION private.void_invitation_of_changed_row('facility_contact');

CREATE TRIGGER invitation_is_for_the_row_as_it_was
  AFTER UPDATE OF id, facility_id, email, is_active, user_id ON public.facility_contacts
  FOR EACH ROW
  WHEN (((old.id <> new.id) OR (old.facility_id <> new.facility_id) OR (old.email IS DISTINCT FROM new.email) OR (old.is_active AND (NOT new.is_active)) OR ((old.user_id IS
    NOT NULL) AND (old.user_id IS DISTINCT FROM new.user_id))))
  EXECUTE FUNCTION private.void_invitation_of_changed_row('facility_contact');

CREATE TRIGGER new_user_links_are_kept
  AFTER INSERT ON public.facility_contacts
  FOR EACH ROW
  WHEN ((new.user_id IS NOT NULL))
  EXECUTE FUNCTION private.keep_user_links('facility_contact');

CREATE TRIGGER once_linked_is_kept
  BEFORE DELETE ON public.facility_contacts
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_removal_once_linked('facility_contact');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.facility_contacts
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER credits_are_not_deleted
  BEFORE DELETE ON public.facility_credits
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write('credit_is_kept', 'The credit of {amount} is not deleted.', 'Return its check with return_check.');

CREATE TRIGGER credits_are_only_spent_and_reversed
  BEFORE UPDATE ON public.facility_credits
  FOR EACH ROW
  WHEN ((((old.reversed_at IS
    NOT NULL) AND (old.* IS DISTINCT FROM new.*)) OR
    ((old.id IS DISTINCT FROM new.id) OR (old.facility_id IS DISTINCT FROM new.facility_id) OR (old.check_id IS DISTINCT FROM new.check_id) OR (old.amount IS DISTINCT FROM
    new.amount) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.credit_note_id IS DISTINCT FROM new.credit_note_id))))
  EXECUTE FUNCTION
    private.refuse_write('credit_is_kept', 'The credit of {amount} changes only by being spent or by being returned with its check.',
    'Spend it by a reconciliation of its own, or return its check with return_check.');

CREATE TRIGGER facility_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.facility_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER heads_by_week_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.heads_by_week
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER invitations_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.invitations
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER lines_of_time_are_the_procedures
  BEFORE DELETE OR UPDATE ON public.invoice_lines
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.kind <> 'adjustment'::text)))
  EXECUTE FUNCTION
    private.refuse_write('invoice_line_of_time', 'The line of {amount} ({kind|of time, or a difference}) is neither changed nor deleted by people.',
    'Correct the time or the rates; recompute_draft_invoice brings the lines of a draft up to date.');

CREATE TRIGGER disputes_are_marked_by_the_procedures
  BEFORE UPDATE ON public.invoices
  FOR EACH ROW
  WHEN
    (((CURRENT_USER = 'service_role'::name) AND ((old.disputed_at IS DISTINCT FROM new.disputed_at) OR (old.disputed_by IS DISTINCT FROM new.disputed_by) OR (old.dispute_reason IS
    DISTINCT FROM new.dispute_reason))))
  EXECUTE FUNCTION
    private.refuse_write('invoice_dispute_not_writable', 'Whether the invoice of {period_start} to {period_end} is disputed is not written by hand.',
    'Call dispute_invoice, or settle_dispute.');

CREATE TRIGGER invoice_moves_are_legal
  BEFORE UPDATE ON public.invoices
  FOR EACH ROW
  WHEN
    (((old.status <> new.status) OR ((old.id IS DISTINCT FROM new.id) OR (old.number IS DISTINCT FROM new.number) OR (old.facility_id IS DISTINCT FROM new.facility_id) OR (old.kind
    IS DISTINCT FROM new.kind) OR (old.period_start IS DISTINCT FROM new.period_start) OR (old.period_end IS DISTINCT FROM new.period_end) OR
    (old.issue_date IS DISTINCT FROM new.issue_date) OR (old.due_date IS DISTINCT FROM new.due_date) OR (old.total IS DISTINCT FROM new.total) OR
    (old.sent_at IS DISTINCT FROM new.sent_at) OR (old.paid_at IS DISTINCT FROM new.paid_at) OR (old.voided_at IS DISTINCT FROM new.voided_at) OR
    (old.sent_by IS DISTINCT FROM new.sent_by) OR (old.voided_by IS DISTINCT FROM new.voided_by) OR (old.created_at IS DISTINCT FROM new.created_at) OR
    (old.facility_name IS DISTINCT FROM new.facility_name) OR (old.billing_email IS DISTINCT FROM new.billing_email))))
  EXECUTE FUNCTION private.guard_invoice_move();

CREATE TRIGGER invoices_are_deleted_as_drafts
  BEFORE DELETE ON public.invoices
  FOR EACH ROW
  WHEN ((old.status <> 'draft'::text))
  EXECUTE FUNCTION private.refuse_removal('invoice_not_draft', 'invoice of {period_start} to {period_end}', 'Void the invoice instead; its number is kept.');

CREATE TRIGGER me_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.me
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER my_assignments_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.my_assignments
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER my_pay_lines_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.my_pay_lines
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER my_pay_rates_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.my_pay_rates
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER my_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.my_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER bill_terms_move_with_the_workweek
  AFTER UPDATE OF workweek_starts_on ON public.organization_settings
  FOR EACH ROW
  WHEN ((old.workweek_starts_on <> new.workweek_starts_on))
  EXECUTE FUNCTION private.move_bill_terms();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.overtime_rules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'name'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.overtime_rules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'name'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.overtime_rules
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_admins_write
  BEFORE INSERT OR DELETE OR UPDATE ON public.overtime_rules
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

CREATE TRIGGER overtime_rules_are_kept_once_used
  BEFORE DELETE ON public.overtime_rules
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_overtime_rule();

CREATE TRIGGER overtime_rules_stay_once_used
  BEFORE UPDATE ON public.overtime_rules
  FOR EACH ROW
  WHEN
    (((old.name IS DISTINCT FROM new.name) OR (old.daily_overtime_after IS DISTINCT FROM new.daily_overtime_after) OR (old.daily_doubletime_after IS DISTINCT FROM
    new.daily_doubletime_after) OR (old.weekly_overtime_after IS DISTINCT FROM new.weekly_overtime_after) OR (old.seventh_day IS DISTINCT FROM new.seventh_day) OR
    (old.consecutive_overtime_after IS DISTINCT FROM new.consecutive_overtime_after) OR (old.asks_for IS DISTINCT FROM new.asks_for) OR (old.source IS DISTINCT FROM new.source)))
  EXECUTE FUNCTION private.keep_overtime_rule();

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.overtime_rules
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'name'
);

CREATE TRIGGER payments_are_not_deleted
  BEFORE DELETE ON public.payments
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write('payment_is_kept', 'The payment of {amount} on {paid_on} is not deleted.', 'Return its check with return_check.');

CREATE CONSTRAINT TRIGGER payments_of_credit_notes_add_up
  AFTER INSERT ON public.payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.credit_note_id IS NOT NULL))
  EXECUTE FUNCTION private.guard_money_of_credit_note();

CREATE TRIGGER approved_adjustments_are_due
  AFTER UPDATE ON public.payroll_adjustments REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_adjustments();

CREATE TRIGGER bonuses_are_earned_from_plausible_days_on
  BEFORE INSERT OR UPDATE OF earned_from ON public.payroll_adjustments
  FOR EACH ROW
  WHEN ((isfinite(new.earned_from) AND (NOT private.is_plausible_day(new.earned_from))))
  EXECUTE FUNCTION private.refuse_day('earned_from');

CREATE TRIGGER bonuses_are_earned_up_to_plausible_days
  BEFORE INSERT OR UPDATE OF earned_to ON public.payroll_adjustments
  FOR EACH ROW
  WHEN ((isfinite(new.earned_to) AND (NOT private.is_plausible_day(new.earned_to))))
  EXECUTE FUNCTION private.refuse_day('earned_to');

CREATE TRIGGER new_adjustments_are_due
  AFTER INSERT ON public.payroll_adjustments REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_adjustments();

CREATE TRIGGER payroll_adjustments_in_batches_are_kept
  BEFORE DELETE ON public.payroll_adjustments
  FOR EACH ROW
  EXECUTE FUNCTION
    private.refuse_removal_of_what_was_paid('{kind} of {amount}, payable on {payable_on},',
    'Discard the batch if it is open and take the approval away; what was paid is corrected by another adjustment.');

CREATE TRIGGER weeks_of_removed_adjustments_are_due
  AFTER DELETE ON public.payroll_adjustments REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_adjustments();

CREATE TRIGGER payroll_batches_are_deleted_as_drafts
  BEFORE DELETE ON public.payroll_batches
  FOR EACH ROW
  WHEN ((old.status <> 'draft'::text))
  EXECUTE FUNCTION private.refuse_removal('payroll_batch_not_draft', 'payroll batch', 'Discard it; a closed one stays.');

CREATE TRIGGER closed_payroll_periods_stay
  BEFORE UPDATE ON public.payroll_periods
  FOR EACH ROW
  WHEN (((old.status = 'closed'::text) AND (old.* IS DISTINCT FROM new.*)))
  EXECUTE FUNCTION
    private.refuse_write('payroll_period_closed', 'The payroll period of {period_start} to {period_end} is closed and does not change.',
    'Prepare a later period: it pays what came late.');

CREATE TRIGGER closed_periods_are_kept
  BEFORE DELETE OR UPDATE ON public.payroll_periods
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status = 'closed'::text)))
  EXECUTE FUNCTION
    private.refuse_write('payroll_period_closed', 'The payroll period of {period_start} to {period_end} is closed, and stays as it is.',
    'Prepare a later period: it pays what comes late.');

CREATE TRIGGER decided_rate_hits_are_kept
  BEFORE DELETE OR UPDATE ON public.rate_hits
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.status <> 'pending'::text)))
  EXECUTE FUNCTION
    private.refuse_write('rate_hit_not_pending', 'The rate hit of {effective_on} is {status|applied or cancelled}, and stays as it is.',
    'Enter another one; to take an applied hit back, with the opposite changes.');

CREATE TRIGGER rate_hits_are_deleted_while_pending
  BEFORE DELETE ON public.rate_hits
  FOR EACH ROW
  WHEN ((old.status <> 'pending'::text))
  EXECUTE FUNCTION private.refuse_removal('rate_hit_not_pending', 'rate hit of {effective_on}', 'Leave it; to take back an applied hit, enter one with the opposite changes.');

CREATE TRIGGER changed_user_links_are_kept
  AFTER UPDATE OF id, user_id, name, email ON public.staff_members
  FOR EACH ROW
  WHEN (((old.user_id IS NOT NULL) OR (new.user_id IS NOT NULL)))
  EXECUTE FUNCTION private.keep_user_links('staff_member');

CREATE TRIGGER invitation_ends_with_its_row
  AFTER DELETE ON public.staff_members
  FOR EACH ROW
  EXECUTE FUNCTION private.void_invitation_of_changed_row('staff_member');

CREATE TRIGGER invitation_is_for_the_row_as_it_was
  AFTER UPDATE OF id, email, roles, is_active, user_id ON public.staff_members
  FOR EACH ROW
  WHEN (((old.id <> new.id) OR (old.email IS DISTINCT FROM new.email) OR (old.roles <> new.roles) OR (old.is_active AND (NOT new.is_active)) OR ((old.user_id IS
    NOT NULL) AND (old.user_id IS DISTINCT FROM new.user_id))))
  EXECUTE FUNCTION private.void_invitation_of_changed_row('staff_member');

CREATE TRIGGER new_user_links_are_kept
  AFTER INSERT ON public.staff_members
  FOR EACH ROW
  WHEN ((new.user_id IS NOT NULL))
  EXECUTE FUNCTION private.keep_user_links('staff_member');

CREATE TRIGGER once_linked_is_kept
  BEFORE DELETE ON public.staff_members
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_removal_once_linked('staff_member');

CREATE TRIGGER approved_time_is_set_aside_by_the_procedure
  BEFORE UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN (((CURRENT_USER = 'service_role'::name) AND (old.approved_at IS NOT NULL) AND (old.set_aside_at IS NULL) AND (new.set_aside_at IS NOT NULL)))
  EXECUTE FUNCTION
    private.refuse_write('time_entry_approved', 'The time entry of {work_date} is approved, and set aside with its drafts.',
    'Call set_aside_time: it brings the drafts up to date that bill and pay the entry.');

CREATE TRIGGER corrections_are_made_by_the_procedure
  BEFORE UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN
    (((CURRENT_USER = 'service_role'::name) AND ((old.corrected_at IS DISTINCT FROM new.corrected_at) OR (old.corrected_by IS DISTINCT FROM new.corrected_by) OR
    (old.correction_reason IS DISTINCT FROM new.correction_reason) OR (old.hours_before_correction IS DISTINCT FROM new.hours_before_correction) OR
    (old.work_date_before_correction IS DISTINCT FROM new.work_date_before_correction))))
  EXECUTE FUNCTION
    private.refuse_write('time_entry_correction_not_writable', 'The correction of the time entry of {work_date} is not written by hand.',
    'Call correct_time_entry: it brings the drafts up to date that bill and pay the entry.');

CREATE TRIGGER time_entries_are_deleted_as_drafts
  BEFORE DELETE ON public.time_entries
  FOR EACH ROW
  WHEN ((old.status <> 'draft'::text))
  EXECUTE FUNCTION private.refuse_removal('time_entry_not_draft', 'time entry of {work_date}', 'Send the entry back to draft first; a locked one stays.');

CREATE TRIGGER time_entry_moves_are_legal
  BEFORE UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN ((NOT ((old.status = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text])) AND (new.status = 'locked'::text) AND (new.locked_at IS
    NOT NULL) AND
    ((NOT (old.id IS DISTINCT FROM new.id)) AND (NOT (old.assignment_id IS DISTINCT FROM new.assignment_id)) AND (NOT (old.work_date IS DISTINCT FROM new.work_date)) AND (NOT
    (old.hours IS DISTINCT FROM new.hours)) AND (NOT (old.submitted_at IS DISTINCT FROM new.submitted_at)) AND (NOT (old.approved_at IS DISTINCT FROM new.approved_at)) AND
    (NOT (old.approved_by IS DISTINCT FROM new.approved_by)) AND (NOT (old.notes IS DISTINCT FROM new.notes)) AND (NOT (old.created_at IS DISTINCT FROM new.created_at)) AND
    (NOT (old.set_aside_at IS DISTINCT FROM new.set_aside_at)) AND (NOT (old.set_aside_by IS DISTINCT FROM new.set_aside_by)) AND
    (NOT (old.set_aside_reason IS DISTINCT FROM new.set_aside_reason)) AND (NOT (old.sent_back_at IS DISTINCT FROM new.sent_back_at)) AND
    (NOT (old.sent_back_by IS DISTINCT FROM new.sent_back_by)) AND (NOT (old.sent_back_reason IS DISTINCT FROM new.sent_back_reason)) AND
    (NOT (old.corrected_at IS DISTINCT FROM new.corrected_at)) AND (NOT (old.corrected_by IS DISTINCT FROM new.corrected_by)) AND
    (NOT (old.correction_reason IS DISTINCT FROM new.correction_reason)) AND (NOT (old.hours_before_correction IS DISTINCT FROM new.hours_before_correction)) AND
    (NOT (old.work_date_before_correction IS DISTINCT FROM new.work_date_before_correction)) AND (NOT (old.shift_id IS DISTINCT FROM new.shift_id)) AND
    (NOT (old.shift_contractor_id IS DISTINCT FROM new.shift_contractor_id)) AND (NOT (old.started_at IS DISTINCT FROM new.started_at)) AND
    (NOT (old.ended_at IS DISTINCT FROM new.ended_at)) AND (NOT (old.break_minutes IS DISTINCT FROM new.break_minutes))))))
  EXECUTE FUNCTION private.guard_time_entry_move();

CREATE TRIGGER time_is_due_when_it_becomes_payable
  AFTER UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN
    (((old.is_payable <> new.is_payable) OR (new.is_payable AND ((old.hours <> new.hours) OR (old.work_date <> new.work_date) OR (old.shift_id IS DISTINCT FROM new.shift_id) OR
    (old.started_at IS DISTINCT FROM new.started_at) OR (old.ended_at IS DISTINCT FROM new.ended_at)))))
  EXECUTE FUNCTION private.mark_moved_time();

CREATE TRIGGER time_of_shifts_is_as_its_times_say
  BEFORE INSERT ON public.time_entries
  FOR EACH ROW
  WHEN ((num_nonnulls(new.shift_id, new.shift_contractor_id, new.started_at, new.ended_at, new.break_minutes) > 0))
  EXECUTE FUNCTION private.guard_new_shift_entry();

CREATE TRIGGER time_of_shifts_is_entered_again
  BEFORE UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN ((((old.started_at IS
    NOT NULL) OR (num_nonnulls(new.shift_id, new.shift_contractor_id, new.started_at, new.ended_at, new.break_minutes) > 0)) AND
    ((old.assignment_id IS DISTINCT FROM new.assignment_id) OR (old.work_date IS DISTINCT FROM new.work_date) OR (old.hours IS DISTINCT FROM new.hours) OR (old.shift_id IS DISTINCT
    FROM new.shift_id) OR (old.shift_contractor_id IS DISTINCT FROM new.shift_contractor_id) OR (old.started_at IS DISTINCT FROM new.started_at) OR
    (old.ended_at IS DISTINCT FROM new.ended_at) OR (old.break_minutes IS DISTINCT FROM new.break_minutes))))
  EXECUTE FUNCTION private.guard_changed_shift_entry();

CREATE TRIGGER time_of_shifts_taken_back_overlaps_none
  BEFORE UPDATE ON public.time_entries
  FOR EACH ROW
  WHEN (((new.started_at IS NOT NULL) AND (old.set_aside_at IS NOT NULL) AND (new.set_aside_at IS NULL)))
  EXECUTE FUNCTION private.guard_shift_taken_back();

CREATE TRIGGER time_set_aside_is_not_deleted
  BEFORE DELETE ON public.time_entries
  FOR EACH ROW
  WHEN ((old.set_aside_at IS NOT NULL))
  EXECUTE FUNCTION
    private.refuse_write('time_entry_set_aside', 'The time entry of {work_date} is set aside and not deleted: it says that it is not paid, and why.',
    'Have payroll take it back first (take_back_set_aside_time).');

CREATE TRIGGER unapproved_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.unapproved_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER user_names_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.user_names
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE POLICY "staff_read" ON "private"."user_links"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

CREATE POLICY "billing_adds" ON "public"."assignment_bill_terms"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_changes" ON "public"."assignment_bill_terms"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_removes" ON "public"."assignment_bill_terms"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "staff_read" ON "public"."assignment_bill_terms"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

CREATE POLICY "recruiting_changes" ON "public"."assignments"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role));

CREATE POLICY "recruiting_and_payroll_change" ON "public"."contractors"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text, 'payroll'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text, 'payroll'::text]) AS has_role));

CREATE POLICY "staff_and_contacts_read" ON "public"."credit_note_lines"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.is_staff() AS is_staff) OR (credit_note_id IN ( SELECT note.id
   FROM public.credit_notes note
  WHERE (note.facility_id = ANY (( SELECT private.contact_facility_ids() AS contact_facility_ids)::uuid[]))))));

CREATE POLICY "staff_and_contacts_read" ON "public"."credit_notes"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.is_staff() AS is_staff) OR (facility_id = ANY (( SELECT private.contact_facility_ids() AS contact_facility_ids)::uuid[]))));

CREATE POLICY "billing_changes" ON "public"."facility_contacts"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "staff_and_contacts_read" ON "public"."facility_contacts"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.is_staff() AS is_staff) OR ((user_id = ( SELECT private.user_id() AS user_id)) AND is_active)));

CREATE POLICY "staff_and_contacts_read" ON "public"."facility_credits"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.is_staff() AS is_staff) OR (facility_id = ANY (( SELECT private.contact_facility_ids() AS contact_facility_ids)::uuid[]))));

CREATE POLICY "admins_add" ON "public"."overtime_rules"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));

CREATE POLICY "admins_change" ON "public"."overtime_rules"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));

CREATE POLICY "admins_remove" ON "public"."overtime_rules"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));

CREATE POLICY "staff_read" ON "public"."overtime_rules"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

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
      'Submit time on your own assignments; approve that of your facility, or send it back.'::text)
END);

COMMENT ON COLUMN "private"."invitations"."created_by" IS 'The user who invited; null of the secret key and of the owner.';

COMMENT ON COLUMN "private"."invitations"."row_id" IS 'The id of the staff member, contractor or facility contact.';

COMMENT ON COLUMN "private"."user_links"."name" IS 'As the row has it; once it is unlinked, as it had it then.';

COMMENT ON COLUMN "private"."user_links"."row_id" IS 'The id of the staff member, contractor or facility contact.';

COMMENT ON COLUMN "public"."assignment_bill_terms"."effective_from" IS 'The first day of a workweek.';

COMMENT ON COLUMN "public"."assignment_bill_terms"."overtime_rule" IS 'From which hour on overtime is billed: the name of one of overtime_rules. The contractor''s employment does not matter.';

COMMENT ON COLUMN "public"."assignment_bill_terms"."scope" IS 'Which of the contractor''s hours count together: those at the facility, over all assignments there, those of the assignment alone, or all of the contractor''s, wherever.';

COMMENT ON COLUMN "public"."assignment_stipends"."daily_amount" IS 'For each such day with payable time; null = it is per week or per shift.';

COMMENT ON COLUMN "public"."assignment_stipends"."kind" IS 'hours_driven counts in the regular rate by all hours (29 CFR 778.224), flat_sum by those that are not overtime (Alvarado v. Dart, 2018); a true reimbursement does not (778.217).';

COMMENT ON COLUMN "public"."assignment_stipends"."shift_amount" IS 'For each shift of payable time that begins on such a day; a day of hours alone is one shift. Null = it is per week or per day.';

COMMENT ON COLUMN "public"."assignment_stipends"."weekly_amount" IS 'Once for each workweek with payable time of the assignment on a day that it is in force; null = it is per day or per shift.';

COMMENT ON COLUMN "public"."assignments"."bill_doubletime_multiplier" IS 'As bill_overtime_multiplier.';

COMMENT ON COLUMN "public"."assignments"."bill_overtime_multiplier" IS 'What its bill terms began with; left out, it is the facility''s. Written later, it goes on to the bill terms, where there is one row of them.';

COMMENT ON COLUMN "public"."assignments"."overtime_rule" IS 'By which rule the contractor is paid: the name of one of overtime_rules. What is billed, assignment_bill_terms say.';

COMMENT ON COLUMN "public"."assignments"."overtime_rule_reason" IS 'What overtime_rules.asks_for: why the person is exempt, or which election there was. Null = the rule asks for nothing.';

COMMENT ON COLUMN "public"."audit_log"."row_id" IS 'The id of the row; of assignment_rates and assignment_bill_terms the assignment''s, of the settings and overtime_rules null.';

COMMENT ON COLUMN "public"."billing_runs"."details" IS 'Per facility that has time of the week to bill: the outcome, its reason, the invoice, and what is on it: entries,
amount, and regular_hours, overtime_hours and doubletime_hours by its lines. Money and hours are text with two decimals.

last_week_amount: the totals of its invoices of exactly the week before that are not void, drafts too, of every kind.
late_hours: of its entries that late_entries counts; of a facility that was skipped, its week''s time is among them.

Runs before 0.11.0 have neither hours nor last_week_amount.';

COMMENT ON COLUMN "public"."candidates"."hired_by" IS 'The user; null where no person acted.';

COMMENT ON COLUMN "public"."contractors"."employment_type" IS 'w2 (paid overtime by the rule of the assignment), 1099 (paid each hour alike) or corp_to_corp (their company is, as 1099).';

COMMENT ON COLUMN "public"."contractors"."user_id" IS 'The contractor''s sign-in (auth.users.id), null until they accept the invitation.';

COMMENT ON COLUMN "public"."credit_notes"."amount" IS 'The sum of its lines. As much as the invoice owed is a payment of source credit_note, the rest a credit of the facility.';

COMMENT ON COLUMN "public"."credit_notes"."counts_on" IS 'The day from which it lessens what is owed, and so interest: the invoice''s issue date, or the day it was issued.';

COMMENT ON COLUMN "public"."credit_notes"."facility_name" IS 'As is billing_email, the facility''s when it was issued: what a document says stays.';

COMMENT ON COLUMN "public"."credit_notes"."issued_on" IS 'The business date on which it was written.';

COMMENT ON COLUMN "public"."credit_notes"."number" IS 'From the numbers of invoices, by the year of issued_on.';

COMMENT ON COLUMN "public"."credit_notes"."reinstates" IS 'Whether the time of its lines was freed, to be corrected and billed again.';

COMMENT ON COLUMN "public"."facilities"."bill_doubletime_multiplier" IS 'Of new assignments.';

COMMENT ON COLUMN "public"."facilities"."bill_overtime_multiplier" IS 'Of new assignments.';

COMMENT ON COLUMN "public"."facilities"."bill_overtime_rule" IS 'By which of overtime_rules new assignments are billed; null = the rule that the contractor is paid by.';

COMMENT ON COLUMN "public"."facilities"."bill_scope" IS 'Which hours count together for the overtime that is billed, of new assignments: see assignment_bill_terms.scope.';

COMMENT ON COLUMN "public"."facilities"."timezone" IS 'IANA name: its midnight is where a workday, and a shift''s entry, ends. Null = the firm''s, organization_settings.operating_timezone.';

COMMENT ON COLUMN "public"."facility_contacts"."name" IS 'What they are called. Null only of rows from before there were names.';

COMMENT ON COLUMN "public"."facility_contacts"."user_id" IS 'The signed-in user, null until somebody accepts the invitation. One user may speak for several facilities.';

COMMENT ON COLUMN "public"."invoice_lines"."released_at" IS 'Set when the invoice is voided, or a credit note frees the line''s time: it may be billed again. Null = live.';

COMMENT ON COLUMN "public"."invoices"."dispute_reason" IS 'Why, as the facility says; its contacts read it.';

COMMENT ON COLUMN "public"."invoices"."disputed_at" IS 'When the facility''s dispute was noted (dispute_invoice). Null = it does not dispute it, or the dispute was settled, or nothing is owed any more. Whoever reminds facilities of what they owe may leave such invoices out. Interest accrues all the same.';

COMMENT ON COLUMN "public"."invoices"."disputed_by" IS 'Who noted it; null where no person did.';

COMMENT ON COLUMN "public"."invoices"."sent_by" IS 'The user, as is voided_by; null where no person acted.';

COMMENT ON COLUMN "public"."job_runs"."counts" IS 'What the run did, as its job counts it; null until it succeeded.';

COMMENT ON COLUMN "public"."job_runs"."job" IS 'Which job, one of lock-ended, accrue-interest.';

COMMENT ON COLUMN "public"."overtime_rules"."asks_for" IS 'What has to be recorded, as overtime_rule_reason of the assignment, before a W-2 person is paid by it; null = nothing.';

COMMENT ON COLUMN "public"."overtime_rules"."consecutive_overtime_after" IS 'Hours beyond this many in a row are overtime, across midnight and the week''s start; null = no such limit. Only shifts, time with its begin and end, are known to be in a row. Where a week''s days come to more overtime, those count instead.';

COMMENT ON COLUMN "public"."overtime_rules"."daily_doubletime_after" IS 'Hours of a workday beyond this are doubletime; null = no such limit.';

COMMENT ON COLUMN "public"."overtime_rules"."daily_overtime_after" IS 'Hours of a workday beyond this are overtime; null = no such limit. The workday ends at midnight of the facility''s timezone.';

COMMENT ON COLUMN "public"."overtime_rules"."name" IS 'What assignments and bill terms call it.';

COMMENT ON COLUMN "public"."overtime_rules"."seventh_day" IS 'Whether on the seventh day worked of a workweek the hours up to daily_overtime_after are overtime and the rest doubletime.';

COMMENT ON COLUMN "public"."overtime_rules"."source" IS 'Where the rule is written, and for whom it is not.';

COMMENT ON COLUMN "public"."overtime_rules"."weekly_overtime_after" IS 'What the days leave regular of a workweek beyond this is overtime; null = no such limit.';

COMMENT ON COLUMN "public"."payments"."moved_at" IS 'When what was left of a credit note''s credit went back onto its invoice, because the check was returned that had paid it: reports count it from that day. Null of other payments.';

COMMENT ON COLUMN "public"."payments"."paid_on" IS 'The day the money was received, or the credit note counts: interest on it ends with this day.';

COMMENT ON COLUMN "public"."payroll_adjustments"."earned_from" IS 'The first day of the work that earned it, with earned_to its last; null = the workweek of payable_on. A bonus of several workweeks is spread over them in equal shares (29 CFR 778.209 b); what that adds to weeks that were paid is their difference.';

COMMENT ON COLUMN "public"."payroll_adjustments"."is_flat_sum" IS 'Whether the bonus is the same however long one works for it: then overtime is paid on it by the hours that are not overtime, 1.5 times and 2 times (California: Alvarado v. Dart, 2018). False: by all hours.';

COMMENT ON COLUMN "public"."payroll_batches"."preparer_ids" IS 'All who prepared or rebuilt it, apply_rate_hit, correct_time_entry and set_aside_time included: none of them is its second approver.';

COMMENT ON COLUMN "public"."payroll_item_lines"."hours" IS 'Of straight pay and of premiums: those that they pay. Of a difference: how all hours of a week that other batches paid have changed since, by corrections; null where they have not.';

COMMENT ON COLUMN "public"."payroll_item_lines"."pay_kind" IS 'The kind of the stipend or the adjustment when the line was written, one of hours_driven, flat_sum, reimbursement, bonus, deduction: what it pays for stays.';

COMMENT ON COLUMN "public"."payroll_periods"."closed_by" IS 'The user; null where no person acted.';

COMMENT ON COLUMN "public"."staff_members"."name" IS 'What they are called. Null only of rows from before there were names.';

COMMENT ON COLUMN "public"."staff_members"."user_id" IS 'The signed-in user (auth.users.id), null until somebody accepts the invitation. No foreign key: the auth schema belongs to another service.';

COMMENT ON COLUMN "public"."time_entries"."break_minutes" IS 'Of a shift: minutes of a duty-free meal in this part of it; they do not count.';

COMMENT ON COLUMN "public"."time_entries"."corrected_at" IS 'When payroll last corrected the entry after its approval (correct_time_entry). Null = it did not, or the entry was a draft again since.';

COMMENT ON COLUMN "public"."time_entries"."corrected_by" IS 'Who corrected it last. Null where no person did.';

COMMENT ON COLUMN "public"."time_entries"."correction_reason" IS 'Why it was corrected last. The audit log has every correction.';

COMMENT ON COLUMN "public"."time_entries"."ended_at" IS 'Of a shift: when this part of it ended.';

COMMENT ON COLUMN "public"."time_entries"."hours_before_correction" IS 'The hours before the first correction: those that were approved. However often it is corrected, they stay.';

COMMENT ON COLUMN "public"."time_entries"."sent_back_at" IS 'When it was sent back to draft. Null = it was not, or was submitted, or moved to another assignment, since. Kept when a draft is locked.';

COMMENT ON COLUMN "public"."time_entries"."sent_back_by" IS 'Null where no person did.';

COMMENT ON COLUMN "public"."time_entries"."sent_back_reason" IS 'Why: written together with the status, {"status": "draft", "sent_back_reason": "…"}. A facility''s contact has to say why.';

COMMENT ON COLUMN "public"."time_entries"."set_aside_at" IS 'When payroll set the entry aside: it is neither paid nor billed, and no longer waits for approval. Null = it is not.';

COMMENT ON COLUMN "public"."time_entries"."shift_contractor_id" IS 'Of a shift: whose it is, since one person''s shifts never overlap, over all assignments, but for those set aside. Null = hours alone.';

COMMENT ON COLUMN "public"."time_entries"."shift_id" IS 'The shift that it is of: a shift is one entry, or two where it goes over midnight (enter_shift). Null = hours alone.';

COMMENT ON COLUMN "public"."time_entries"."started_at" IS 'Of a shift: when this part of it began, at midnight of the facility''s timezone where it went over.';

COMMENT ON COLUMN "public"."time_entries"."work_date_before_correction" IS 'The day before the first correction.';

COMMENT ON FUNCTION "private"."accept_invitation"(text) IS 'The logic of public.accept_invitation.';

COMMENT ON FUNCTION "private"."ar_aging_as_of"(date) IS 'The logic of public.ar_aging_as_of.';

COMMENT ON FUNCTION "private"."ar_history"(date, date, text) IS 'The logic of public.ar_history.';

COMMENT ON FUNCTION "private"."audit_invitation"(text, private.invitations) IS 'Records in the audit log that an invitation was made or voided.';

COMMENT ON FUNCTION "private"."begin_bill_terms"() IS 'Trigger: new assignments have bill terms from their first week on, as their facility''s say.';

COMMENT ON FUNCTION "private"."bill_week"(uuid[], date) IS 'A draft of kind weekly for each of the facilities, or the week''s draft that is there, brought up to date.

Result: an object per facility with facility_id, facility, outcome (created, existing or skipped), reason,
invoice_id, entries, amount and the hours of each class. The caller has called private.bill_alone and
private.hold_drafts_of_week.';

COMMENT ON FUNCTION "private"."board"() IS 'The logic of public.board.';

COMMENT ON FUNCTION "private"."bonuses_earned_in"(uuid[], date[]) IS 'The approved bonuses that were earned over days which touch workweeks, each once, with the first and the last workweek
that they touch.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.';

COMMENT ON FUNCTION "private"."break_of_first_part"(timestamp with time zone, timestamp with time zone, timestamp with time zone, integer, timestamp
  with time zone) IS 'How many minutes of a shift''s break lie before midnight: by its begin, else all of them where the part before midnight is
the longer one, or both are alike. Raises 400 for a break under 30 minutes, or that does not lie inside the shift.';

COMMENT ON FUNCTION "private"."change_bill_terms"() IS 'Trigger of a statement: who changes how overtime is billed keeps out who bills, as who changes rates does.';

COMMENT ON FUNCTION "private"."changes_of_week"(uuid, date, jsonb) IS 'What has to be written for a week of an assignment to be as a grid says: an entry that gets other hours, one that goes,
without hours, and one that is missing, without an id. Locks time and the contractor, for who writes it next. Raises when
the caller may not write the week, or a day is no draft any more. Time that was set aside counts for nothing.';

COMMENT ON FUNCTION "private"."check_becoming_employed"(uuid) IS 'Raises 409 when a contractor who becomes W-2 has an assignment that lacks what its overtime rule asks for.';

COMMENT ON FUNCTION "private"."check_corrected_values"(numeric, date, timestamp with time zone, timestamp with time zone, integer) IS 'Raises 400 for hours or a day that no time entry can have, and where neither they nor times are given.';

COMMENT ON FUNCTION "private"."check_correcting"(public.time_entries, public.time_entries) IS 'Raises when a row that says it is corrected changes otherwise, or may not be corrected so.';

COMMENT ON FUNCTION "private"."check_credit_note_adds_up"(uuid) IS 'Raises 409 unless a credit note is the sum of its lines, and as much is its payments, those made from the credit that
it left, and what is left of that.';

COMMENT ON FUNCTION "private"."check_employment"(public.contractors, text) IS 'Raises 409 when a contractor with approved time would be employed otherwise than before, or be W-2 without what their overtime rules ask for.';

COMMENT ON FUNCTION "private"."check_entries_are_credited_whole"(uuid[]) IS 'Raises 409 when lines to be freed leave other live lines of their time entries.';

COMMENT ON FUNCTION "private"."check_hire"(date, numeric, numeric, date, text, text, date, boolean, text) IS 'Raises 400 for arguments of hire_candidate that no assignment can have.';

COMMENT ON FUNCTION "private"."check_sent_back_reason"(public.time_entries, public.time_entries) IS 'Raises when a time entry is sent back without the reason that it takes, or its reason changes otherwise.';

COMMENT ON FUNCTION "private"."check_shift_entry"(public.time_entries) IS 'Raises unless an entry with times is as its times say. private.start_of_day says where its day begins.';

COMMENT ON FUNCTION "private"."check_time_correction"(public.time_entries, public.time_entries) IS 'Raises when a time entry that was approved may not get other hours or another day, as the two rows say.';

COMMENT ON FUNCTION "private"."check_time_is_not_sent"(uuid[]) IS 'Raises 409 and names the invoices where one of the time entries is on an invoice that was sent and is not void.';

COMMENT ON FUNCTION "private"."classified_time"(uuid[], date[], uuid[]) IS 'The time of contractors'' workweeks in its classes: per entry its regular, overtime and doubletime hours.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
entry_ids_to_bill: null for payroll, for which all payable time counts. For billing, the entries that are about to be
billed ({} for none): they count, and what is on live invoices.
counts_toward_overtime: false under a rule without limits and, for payroll, for all but W-2 contractors.';

COMMENT ON FUNCTION "private"."code_sha256"(text) IS 'What is kept of the code of an invitation.';

COMMENT ON FUNCTION "private"."compare_weeks_of_bill_terms"() IS 'Trigger: weeks that live invoices bill by these bill terms, or did, are compared.';

COMMENT ON FUNCTION "private"."contact_facility_ids"() IS 'The facilities that the signed-in user is an active contact of.';

COMMENT ON FUNCTION "private"."correct_time_entry"(uuid, text, numeric, date, timestamp with time zone, timestamp with time zone, integer) IS 'The logic of public.correct_time_entry.';

COMMENT ON FUNCTION "private"."corrected_entry"(public.time_entries, numeric, date, timestamp with time zone, timestamp with time zone, integer) IS 'A time entry as a correction asks for it. Raises where it has no times to correct, or is of a shift and is to have hours; the rest check_time_correction and check_shift_entry say.';

COMMENT ON FUNCTION "private"."counted"(bigint, text, text) IS 'How many there are, in words: 1 time entry, 2 time entries, 0 time entries.';

COMMENT ON FUNCTION "private"."credit_invoice"(uuid, text, uuid[], boolean, text, uuid) IS 'The logic of public.credit_invoice.';

COMMENT ON FUNCTION "private"."dispute_invoice"(uuid, text) IS 'The logic of public.dispute_invoice.';

COMMENT ON FUNCTION "private"."earned_sums"(uuid[], date[]) IS 'What bonuses that were earned over days add to workweeks: share to the pay in the regular rate; per_hour is what flat
sums come to per hour that is no overtime. Where there are no such hours, a flat sum has a share like others.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.';

COMMENT ON FUNCTION "private"."end_of_day_of"(timestamp with time zone, text) IS 'The first instant of the day after that of an instant, in a timezone.';

COMMENT ON FUNCTION "private"."ends_of_steps"(date, date, text) IS 'The last day of each month or workweek of some days; of the last one, to_date at the latest.';

COMMENT ON FUNCTION "private"."enter_shift"(uuid, timestamp with time zone, timestamp with time zone, integer, timestamp with time zone, text) IS 'The logic of public.enter_shift.';

COMMENT ON FUNCTION "private"."facility_events"(uuid) IS 'What moved the balance of a facility, each with its day and its signed amount: the rows of facility_statement without
opening balance and interest.

source_id: the invoice, credit note, payment or credit that the row tells of.';

COMMENT ON FUNCTION "private"."facility_ids_to_report"() IS 'The facilities that the caller may read reports of: null is all, for staff and servers. Raises 403 where there are none.';

COMMENT ON FUNCTION "private"."fill_bill_multipliers"() IS 'Trigger: multipliers that are left out are the facility''s.';

COMMENT ON FUNCTION "private"."forget_paid_weeks"(uuid[], date[]) IS 'Removes the marks of those of the workweeks, by position, of which nothing is due any more, nor of a week that is tied to them. Null is none.';

COMMENT ON FUNCTION "private"."forward_bill_multipliers"() IS 'Trigger: new multipliers of an assignment go on to its bill terms, where there is one row of them.';

COMMENT ON FUNCTION "private"."forward_overtime_rule"() IS 'Trigger: a corrected overtime rule goes on to the one row of bill terms that has the former one.';

COMMENT ON FUNCTION "private"."guard_bill_terms"() IS 'Trigger: bill terms begin with a workweek, under a rule and with a scope that there is.';

COMMENT ON FUNCTION "private"."guard_changed_shift_entry"() IS 'Trigger: a draft of a shift stays as it was entered, and a correction is as its times say.';

COMMENT ON FUNCTION "private"."guard_contractor_email"() IS 'Trigger: refuses an e-mail address that another contractor has.';

COMMENT ON FUNCTION "private"."guard_employment"() IS 'Trigger: a contractor with approved time keeps their employment type, whoever writes, and becomes W-2 only with what their overtime rules ask for.';

COMMENT ON FUNCTION "private"."guard_facility_bill_terms"() IS 'Trigger: a facility''s assignments are billed under a rule and with a scope that there is.';

COMMENT ON FUNCTION "private"."guard_facility_timezone"() IS 'Trigger: refuses a facility''s timezone that there is not.';

COMMENT ON FUNCTION "private"."guard_first_bill_terms"() IS 'Trigger: an assignment that stays has bill terms for its first week, or from where they began.';

COMMENT ON FUNCTION "private"."guard_invoice_line_changes"() IS 'Trigger: lines change on drafts, by the rules of new ones; those of a void invoice or a credit note are released once, and nothing else.';

COMMENT ON FUNCTION "private"."guard_money_of_check"() IS 'Trigger: a reconciled check is its payments in force and its credit, one received or returned has neither, and of a
credit that is left which was not paid from it; what a credit note left adds up by its own rule.';

COMMENT ON FUNCTION "private"."guard_money_of_credit_note"() IS 'Trigger of credit notes, their lines and their payments: private.check_credit_note_adds_up.';

COMMENT ON FUNCTION "private"."guard_new_shift_entry"() IS 'Trigger: a new entry with times is as its times say.';

COMMENT ON FUNCTION "private"."guard_overtime_rule_reason"() IS 'Trigger: the overtime rule is one of overtime_rules, and where it asks for something of a W-2 person that is recorded. A reason goes with its rule.';

COMMENT ON FUNCTION "private"."guard_shift_taken_back"() IS 'Trigger: time of a shift is not taken back where its contractor has another shift by now.';

COMMENT ON FUNCTION "private"."has_tied_weeks"() IS 'Whether there are flat sums that were earned over days: nobody else pays for them.';

COMMENT ON FUNCTION "private"."hire_candidate"(uuid, uuid, date, numeric, numeric, date, text, text, date, boolean, text) IS 'The logic of public.hire_candidate.';

COMMENT ON FUNCTION "private"."hold_active_admins"() IS 'Locks the active admins, but not for the owner.';

COMMENT ON FUNCTION "private"."hold_billing"() IS 'Waits for others who bill, and keeps them out until the transaction ends. Raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_check"(uuid) IS 'Locks a check, the credits that it left or that credit notes of its invoices left, and the reconciliations of these, for update; raises 404 when there is no such check.';

COMMENT ON FUNCTION "private"."hold_draft_batches_of_time"(uuid[]) IS 'Locks the draft payroll batches that pay the workweeks of time entries, for no key update; gives their ids, sorted. Raises when one is in review or approved.';

COMMENT ON FUNCTION "private"."hold_draft_invoices_of_time"(uuid[]) IS 'Locks the draft invoices that bill the workweeks of time entries, where one of those is on an invoice, for update; gives their ids, sorted.';

COMMENT ON FUNCTION "private"."hold_person"(text, uuid) IS 'Locks a staff member, a contractor or a facility contact, and with them their invitations; null where there is none.';

COMMENT ON FUNCTION "private"."hold_reconciliation"(uuid) IS 'Locks a reconciliation with its check by private.hold_check, or with the credit that it spends, and returns it; raises 404 when it does not exist.';

COMMENT ON FUNCTION "private"."hold_time_and_drafts"() IS 'Locks billing, the rates and time exclusively, in this order: nobody bills, prepares payroll or changes time until the transaction ends. Raises 409 when a wait is long.';

COMMENT ON FUNCTION "private"."hours_by_state"(integer) IS 'The logic of public.hours_by_state.';

COMMENT ON FUNCTION "private"."hours_carried_over"(integer[], uuid[], date[], uuid[]) IS 'Of the shifts with which workweeks begin, and which go on from one that ended in the week before: the hundredths of an
hour worked in a row before them.

pools, assignment_ids, week_starts: the weeks of assignments, by position, with a number for the hours that count together.
entry_ids_to_bill: see private.classified_time.';

COMMENT ON FUNCTION "private"."hours_in_a_row"(integer[], uuid[], date[], integer[], integer[], uuid[]) IS 'The shifts of the weeks that come to more overtime by hours in a row than by their days: how many hundredths of an hour of
each are beyond the limit, its last ones.

pools, assignment_ids, week_starts, regular_until, in_a_row_until: the weeks of assignments, by position: a number for the
hours that count together, the assignment, the first day, and the limits of a day and in a row in hundredths of an hour;
the latter null where the rule has none.
entry_ids_to_bill: see private.classified_time.';

COMMENT ON FUNCTION "private"."hours_of_days"(date, jsonb) IS 'The hours of each day that a grid names, 0 for none. Raises 400 for what is no day of the week, or no hours.';

COMMENT ON FUNCTION "private"."invitation_states"() IS 'The logic of the view invitations.';

COMMENT ON FUNCTION "private"."invite"(text, uuid) IS 'The logic of public.invite.';

COMMENT ON FUNCTION "private"."invoice_lines_of_rate_hit"(public.rate_hits) IS 'The lines, on invoices that are not void, of the time that a rate hit reaches; change: what the hit would change the amount by.';

COMMENT ON FUNCTION "private"."is_built_in_overtime_rule"(text) IS 'Whether the rule comes with the product, so that every firm has it.';

COMMENT ON FUNCTION "private"."is_last_admin"(uuid) IS 'Whether that is the only active admin who can sign in, and must stay one; the owner may take even that one away.';

COMMENT ON FUNCTION "private"."is_of_the_facility"(uuid, uuid) IS 'Whether a user is, or was, a contact of the facility, and never staff.';

COMMENT ON FUNCTION "private"."is_reinstated"(uuid) IS 'Whether a credit note frees the time of an invoice''s line.';

COMMENT ON FUNCTION "private"."keep_overtime_rule"() IS 'Trigger: an overtime rule that comes with the product, or that somebody is paid or billed by, is neither changed nor deleted, whoever writes.';

COMMENT ON FUNCTION "private"."keep_user_links"() IS 'Trigger, with the kind of the row as its argument: keeps which user the row is linked to, under which name.';

COMMENT ON FUNCTION "private"."lines_to_credit"(public.invoices, uuid[]) IS 'Which lines a credit note is to take back: those that are given, else all that no credit note has. Raises 409 and names
those that are not the invoice''s, or were credited.';

COMMENT ON FUNCTION "private"."link_person"(text, uuid, uuid) IS 'Says which user signs in as the row; null is nobody.';

COMMENT ON FUNCTION "private"."mark_adjustments"() IS 'Trigger: marks the days of approved adjustments, as they are and, of those that were earned over days, as they were.';

COMMENT ON FUNCTION "private"."mark_days_of_adjustments"(public.payroll_adjustments[]) IS 'Marks the days that approved adjustments concern: on which they are paid, and in whose weeks they were earned.';

COMMENT ON FUNCTION "private"."mark_moved_time"() IS 'Trigger: marks the days of time that became payable, or no longer is, or was corrected. Its assignment changes only in draft.';

COMMENT ON FUNCTION "private"."mark_new_time"() IS 'Trigger: marks the days of new time that is payable, and the day after a shift.';

COMMENT ON FUNCTION "private"."me"() IS 'The logic of the view me, with its reader''s rights.';

COMMENT ON FUNCTION "private"."minutes_between"(timestamp with time zone, timestamp with time zone) IS 'The minutes that passed between two instants, whole ones.';

COMMENT ON FUNCTION "private"."move_bill_terms"() IS 'Trigger: bill terms begin with a workweek, also where that gets another first day.';

COMMENT ON FUNCTION "private"."move_credits_back"(uuid[]) IS 'Pays invoices that are open again by what credit notes of theirs left, as far as that is not spent, from the day on which
the notes count. Raises 409 while somebody spends such a credit.

invoice_ids: invoices that the caller holds.';

COMMENT ON FUNCTION "private"."my_assignments"() IS 'The logic of the view my_assignments.';

COMMENT ON FUNCTION "private"."my_pay_lines"() IS 'The logic of the view my_pay_lines.';

COMMENT ON FUNCTION "private"."my_pay_rates"() IS 'The logic of the view my_pay_rates.';

COMMENT ON FUNCTION "private"."my_time"() IS 'The logic of the view my_time.';

COMMENT ON FUNCTION "private"."name_for_facility"(uuid, uuid) IS 'The name of a user as the reader may know it: staff any, others that of a contact of the facility.';

COMMENT ON FUNCTION "private"."name_of_payroll_batch"(public.payroll_batches) IS 'A payroll batch in words, by the days of its period.';

COMMENT ON FUNCTION "private"."obstacles_of_period"(public.payroll_periods) IS 'What is open, due or unapproved of a payroll period, a row each: its open batch, the workweeks up to its end of which something is due, time in it beyond draft that nobody approved.';

COMMENT ON FUNCTION "private"."open_batches_of_rate_hit"(public.rate_hits) IS 'The payroll batches, neither closed nor discarded, that a rate hit touches if it changes the pay rate.';

COMMENT ON FUNCTION "private"."operating_timezone"() IS 'organization_settings.operating_timezone. Views ask it too, with their reader''s rights.';

COMMENT ON FUNCTION "private"."parts_of_shift"(timestamp with time zone, timestamp with time zone, integer, timestamp with time zone, text) IS 'A shift before and after midnight of a timezone, in this order: one row, or two.
Raises 400 for a break that does not lie inside, and for a second midnight.';

COMMENT ON FUNCTION "private"."pay_lines_of_rate_hit"(public.rate_hits) IS 'The straight pay, in batches that are not discarded, of the time that a rate hit reaches; change: what the hit would change it by.';

COMMENT ON FUNCTION "private"."payroll_batch_review"(uuid) IS 'The logic of public.payroll_batch_review.';

COMMENT ON FUNCTION "private"."payroll_period_obstacles"(uuid) IS 'The logic of public.payroll_period_obstacles.';

COMMENT ON FUNCTION "private"."post_reconciliation"(public.check_reconciliations, public.checks, public.facility_credits) IS 'Posts the lines of a reconciliation as payments; the rest of the check is kept as a credit, or the credit lessened.

The caller holds all of them and has checked the lines. received: the check, or the one that left the credit; null where a
credit note did. credit: the one that is spent, else null.';

COMMENT ON FUNCTION "private"."rate_hit_reach"(uuid) IS 'The logic of public.rate_hit_reach.';

COMMENT ON FUNCTION "private"."rebuild_drafts_of_time"(text, uuid[], uuid[], uuid[]) IS 'Brings the drafts up to date that bill and pay time entries which a procedure has changed, as its caller holds them.
Records each invoice that changed, and each batch whose total did.';

COMMENT ON FUNCTION "private"."refuse_code"(text, private.invitations) IS 'Raises 404, the same for every code that cannot be accepted, and logs why, without the code.';

COMMENT ON FUNCTION "private"."refuse_inactive"(private.people) IS 'Raises 409 for a row that is inactive.';

COMMENT ON FUNCTION "private"."refuse_last_admin"() IS 'Raises 409 for what would leave nobody who could make another admin.';

COMMENT ON FUNCTION "private"."refuse_linked"(private.people) IS 'Raises 409 for a row that has a user.';

COMMENT ON FUNCTION "private"."refuse_overlapping_shift"(uuid, timestamp with time zone, timestamp with time zone, uuid) IS 'Raises 409 and names it where a contractor has another shift at some time of this one, over all assignments. What was set aside was not worked.';

COMMENT ON FUNCTION "private"."refuse_removal"() IS 'Trigger, with a slug, what it is (check of {received_on}) and a hint as its arguments: refuses to delete the row.';

COMMENT ON FUNCTION "private"."refuse_removal_of_what_was_paid"() IS 'Trigger, with what it is (stipend from {effective_from} on) and a hint as its arguments: refuses to delete what a payroll batch names.';

COMMENT ON FUNCTION "private"."refuse_removal_once_linked"() IS 'Trigger, with the kind of the row as its argument: who was ever linked to a user is deleted by the owner alone.';

COMMENT ON FUNCTION "private"."refuse_write"() IS 'Trigger, with a slug, a message, which names columns as {work_date}, and a hint as its arguments: refuses to write the row.';

COMMENT ON FUNCTION "private"."require_bill_scope"(text) IS 'Raises 400 unless it says which hours count together.';

COMMENT ON FUNCTION "private"."require_facility_to_report"(uuid) IS 'Raises 403 unless the caller is staff, a server, or a contact of the facility.';

COMMENT ON FUNCTION "private"."require_inviter"(text) IS 'Raises 403 unless the caller writes such rows: admins staff, recruiting contractors, billing facility contacts.';

COMMENT ON FUNCTION "private"."require_kind"(text) IS 'Raises 400 unless it is a kind of those who sign in.';

COMMENT ON FUNCTION "private"."require_overtime_rule"(text) IS 'Raises 400 and names those there are unless it is one of overtime_rules.';

COMMENT ON FUNCTION "private"."require_overtime_rule_reason"(text, text, text) IS 'Raises 400 when a W-2 person would be paid by a rule that asks for something, and the reason is null or blank.';

COMMENT ON FUNCTION "private"."require_person"(text, uuid) IS 'Locks a row as private.hold_person does; raises 404 when there is none.';

COMMENT ON FUNCTION "private"."require_shift_times"(timestamp with time zone, timestamp with time zone) IS 'Raises 400 unless the times are whole minutes, one after the other and at most 24 hours apart.';

COMMENT ON FUNCTION "private"."require_sign_in"() IS 'The signed-in user; raises 403 for the secret key, a direct session, an anonymous user, a sub that is no uuid.';

COMMENT ON FUNCTION "private"."require_week_start"(date) IS 'Raises 400 unless a workweek starts on the day.';

COMMENT ON FUNCTION "private"."require_writer_of_time"(uuid) IS 'Raises unless the caller enters time on the assignment: its contractor, staff on their behalf, the secret key or a direct session.';

COMMENT ON FUNCTION "private"."save_week"(uuid, date, jsonb, boolean) IS 'The logic of public.save_week, with its caller''s rights.';

COMMENT ON FUNCTION "private"."settle_dispute"(uuid) IS 'The logic of public.settle_dispute.';

COMMENT ON FUNCTION "private"."start_of_day"(date, text) IS 'The first instant of a day in a timezone.';

COMMENT ON FUNCTION "private"."take_invoice_numbers"(integer, integer) IS 'The next numbers of a year of issue, of invoices and credit notes, in order.

count: how many; all are used, or the transaction fails. Others wait for the year''s next ones until it ends: it is
the last lock that a procedure takes.';

COMMENT ON FUNCTION "private"."tied_weeks"(uuid[], date[]) IS 'The other workweeks that a flat sum ties workweeks to: what changes of the one bears on what the other comes to.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.';

COMMENT ON FUNCTION "private"."timezone_of_assignment"(uuid) IS 'The timezone of the assignment''s facility, else the firm''s; null when there is no such assignment.';

COMMENT ON FUNCTION "private"."told_of_row"(text, jsonb) IS 'A message with the values of a row in place of its columns'' names: The check of {received_on} is {status|returned or
reconciled}. What stands behind the bar docs/api.md says of all rows.';

COMMENT ON FUNCTION "private"."unapproved_time"() IS 'The logic of the view unapproved_time.';

COMMENT ON FUNCTION "private"."unbilled_of_13_weeks"(date) IS 'The billable time of the 13 weeks up to a day that is on no live invoice: entries of public.unbilled_time.';

COMMENT ON FUNCTION "private"."unlink"(text, uuid) IS 'The logic of public.unlink.';

COMMENT ON FUNCTION "private"."void_invitation"(text, uuid, text) IS 'Voids the open invitation of a row, expired or not; null where there is none.';

COMMENT ON FUNCTION "private"."void_invitation_of_changed_row"() IS 'Trigger, with the kind of the row as its argument: voids the open invitation of a row that is another one now.';

COMMENT ON FUNCTION "private"."why_not_valid"(private.invitations) IS 'Why the invitation cannot be accepted; null where it can.';

COMMENT ON FUNCTION "private"."withdraw_invitation"(text, uuid) IS 'The logic of public.withdraw_invitation.';

COMMENT ON FUNCTION "public"."accept_invitation"(text) IS 'Links the signed-in user to the staff member, contractor or facility contact that they were invited as.

From the next request on they may do what that row may. Somebody may be staff, a contractor and a contact at once, and a
contact of several facilities; but only one staff member, one contractor, and one contact of each facility. Anonymous
users, the secret key and direct sessions are nobody. Of a code that cannot be accepted, the answer does not say why:
whether it is unknown, expired, withdrawn, replaced, or was used by somebody else, stands in the server''s log.

Who: whoever is signed in.

Arguments:
code: as invite answered it; white space in it does not count.

Result: {"kind", "id"}: the table and the row. Again by the same user: the same, and nothing more changes.

Errors: sign_in_required, argument_missing, invitation_not_valid, person_inactive, already_linked, user_already_linked.

Example: {"code": "$code"}';

COMMENT ON FUNCTION "public"."accepted_by_name"(public.invitations) IS 'Column of invitations: the name behind accepted_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."actor_name"(public.audit_log) IS 'Column of audit_log: the name behind actor, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."applied_by_name"(public.rate_hits) IS 'Column of rate_hits: the name behind applied_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."approved_by_name"(public.payroll_adjustments) IS 'Column of payroll_adjustments: the name behind approved_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."approved_by_name"(public.payroll_batches) IS 'Column of payroll_batches: the name behind approved_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."approved_by_name"(public.time_entries) IS 'Column of time_entries: the name behind approved_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."ar_aging_as_of"(date) IS 'What each facility owed at the end of a day, by how long it was overdue then: ar_aging as of that day.

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

COMMENT ON FUNCTION "public"."ar_history"(date, date, text) IS 'What all facilities together owed at the end of each month or workweek, by how long it was overdue then.

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

COMMENT ON FUNCTION "public"."board"() IS 'What needs doing now, in one call: a row for each kind of work, also where there is none.

item is one of time_to_submit, time_to_approve, locked_time_to_settle, unbilled_time, draft_invoices, checks_to_reconcile,
reconciliations_to_confirm, overdue_invoices, open_payroll_batches, renewals_within_30_days, job.

number: how many; amount: the money in them; oldest_on: the oldest of their days.

time_to_submit, time_to_approve, locked_time_to_settle: what unapproved_time lists with next_step submit, approve and
take_up_or_set_aside, up to today; without money. unbilled_time: what unbilled_time lists of the last 13 weeks, at the bill
rate of each day, before overtime. draft_invoices: with their totals. checks_to_reconcile: checks received that have no
reconciliation, reconciliations_to_confirm: those with a proposed one. overdue_invoices: their balances.
open_payroll_batches: those in draft, in review or approved, with their gross; only for payroll.
renewals_within_30_days: what renewals_due lists as 30 and expired; without money.

There is a row for each scheduled job, with item job: job is one of lock-ended, accrue-interest. number is then 1 where
job_health says that it is not well, else 0; last_run_at tells of its last run, and last_run_status is as job_runs.status.

May be called with GET.

Pages: order=item,job.

Who: active staff, whatever their role.

Result: the rows, in the order of the work; open_payroll_batches is left out for whoever may not read payroll.

Errors: staff_only.';

COMMENT ON FUNCTION "public"."closed_by_name"(public.payroll_batches) IS 'Column of payroll_batches: the name behind closed_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."closed_by_name"(public.payroll_periods) IS 'Column of payroll_periods: the name behind closed_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."confirm_check_reconciliation"(uuid) IS 'Posts what a reconciliation proposes: its lines become payments, and its invoices partially paid or paid.

Payments are dated the day the check was received; from a credit, the day of its check or from which its credit
note counts, or of the invoice''s issue if that is later. What the lines leave of a check is kept as a credit of the
facility, the whole of it when there are none; a later reconciliation that names the credit spends it. The invoices are
due for accrue-interest at once.

Who: billing.

Arguments:
check_reconciliation_id: the reconciliation, proposed.

Result: the reconciliation, confirmed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, check_reconciliation_not_found, check_returned, invoice_of_other_facility,
invoice_not_sent, lines_over_owed, lines_over_check, billing_in_progress.

Example: {"check_reconciliation_id": "$check_reconciliation_id"}';

COMMENT ON FUNCTION "public"."confirmed_by_name"(public.check_reconciliations) IS 'Column of check_reconciliations: the name behind confirmed_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."correct_time_entry"(uuid, text, numeric, date, timestamp with time zone, timestamp with time zone, integer) IS 'Corrects the hours, the day or the times of time that was approved, also where it is locked and paid.

The entry stays approved and says who corrected it, when, why, and what it was before the first correction. Drafts that
bill it are recomputed, and what draft payroll batches pay of its week is rebuilt. What closed batches paid stays: the
next batch pays the difference of the week, or takes it back, also of a period that is closed.

Time on a sent invoice is refused until its lines are credited or the invoice is void. What was not worked at all is set
aside. The day stays in its workweek and its assignment, and no contractor has more than 24 hours a day.

What is of a shift is corrected by its times, within its day, and gets the hours that they say; the other part of the shift
stays as it is. Hours alone get no times.

Who: payroll.

Arguments:
time_entry_id: the entry, approved, or locked with its approval.
reason: why; the contractor and the facility''s contacts read it.
hours: the hours that were worked; null leaves them.
work_date: the day, of the same workweek; null leaves it.
started_at: of a shift, when this entry of it began; null leaves it.
ended_at: of a shift, when this entry of it ended; null leaves it.
break_minutes: of a shift, minutes of a duty-free meal in this entry, 0 or with the other part''s at least 30; null leaves
    them.

Result: the entry. Again: the same, with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, date_not_finite, day_out_of_range, hours_out_of_range,
time_entry_not_found, time_entry_of_shift, time_entry_without_times, shift_not_valid, shift_day_not_right,
break_not_valid, shift_overlaps, time_entry_set_aside, time_entry_not_approved, work_date_in_another_week, work_date_not_come,
own_time_corrected, time_entry_on_live_invoice, payroll_batch_under_review, amount_too_large, pay_too_large,
billing_in_progress, rates_held, payroll_in_progress, time_entry_in_progress.

Example: {"time_entry_id": "$approved_entry_id", "reason": "Left at noon.", "hours": 4}';

COMMENT ON FUNCTION "public"."corrected_by_name"(public.time_entries) IS 'Column of time_entries: the name behind corrected_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."created_by_name"(public.invitations) IS 'Column of invitations: the name behind created_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."credit_invoice"(uuid, text, uuid[], boolean, text, uuid) IS 'Takes back what a sent invoice billed wrongly, by a numbered credit note; the invoice stays as it was sent.

As much of it as the invoice owes is posted as a payment of source credit_note, so that balance, status and interest
follow from the day on which it counts. The rest becomes a credit of the facility, to be spent like what a check left
over. Interest that was paid and is no longer owed shows as a negative interest_balance. What was written off stays
written off. When a check that had paid the invoice is returned later, what is left of that credit goes back onto it.

With reinstate the time of the lines is free: it may be corrected, and billed again by create_facility_invoice or
backfill_invoice. Without, it stays billed, and the firm gives up the money.

Who: billing.

Arguments:
invoice_id: the invoice, sent, partially paid or paid.
reason: why, in a few words; it stands on the credit note.
line_ids: which of its lines, each whole and once, all of a time entry together; null is all that are not credited yet.
reinstate: whether their time may be billed again.
counts_from: from when it lessens what is owed, one of invoice (the invoice''s issue date, as if it had never been billed),
    credit (today in the operating timezone).
request_id: an id of the caller''s for this call; null names none. With it a call may be made again.

Result: the credit note. Again with the same request_id: the same, and nothing more is credited.

Errors: role_required, argument_missing, reason_missing, counts_from_unknown, request_id_reused, invoice_not_found,
invoice_not_sent, line_not_creditable, nothing_to_credit, time_entry_not_credited_whole, billing_in_progress.

Example: {"invoice_id": "$invoice_id", "reason": "The shift of March 3 was billed twice."}';

COMMENT ON FUNCTION "public"."discarded_by_name"(public.payroll_batches) IS 'Column of payroll_batches: the name behind discarded_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."dispute_invoice"(uuid, text) IS 'Marks an invoice as disputed by its facility, with the reason.

It shows in ar_aging and facility_statement until settle_dispute. What is owed, and the interest on it, stays as it is.
The mark goes by itself once nothing is owed: the invoice is paid, written off
or void.

Who: billing.

Arguments:
invoice_id: the invoice, sent or partially paid.
reason: what the facility says is wrong; its contacts read it.

Result: the invoice. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, invoice_not_found, invoice_not_owed, billing_in_progress.

Example: {"invoice_id": "$sent_invoice_id", "reason": "Two shifts of March 4 are not ours."}';

COMMENT ON FUNCTION "public"."disputed_by_name"(public.invoices) IS 'Column of invoices: the name behind disputed_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."enter_shift"(uuid, timestamp with time zone, timestamp with time zone, integer, timestamp with time zone, text) IS 'Enters a shift by its times, as drafts: one entry, or two where it goes over midnight of the facility''s timezone.

The timezone is facilities.timezone, else the firm''s. The parts have one shift_id, and each the hours that passed in it, also
where the clock was changed, less the break: minutes divided by 60, rounded to the hundredth so that the parts add up to
the rounded whole. They are submitted, approved and sent back as other time; a draft is not changed but deleted, and the
shift entered again.

What the guards of time refuse of a direct write, they refuse here too: days outside the assignment or without a rate, and
more than 24 hours a day over all assignments.

Who: the contractor of the assignment; billing, payroll and recruiting on their behalf.

Arguments:
assignment_id: the assignment.
started_at: when it began, a whole minute.
ended_at: when it ended, at most 24 hours later.
break_minutes: minutes of a duty-free meal, which do not count: 0, or at least 30, inside the shift.
break_started_at: when the break began: it is divided where it goes over midnight. null: it lies in the longer part, in
    the first where both are alike.
notes: what the entries note.

Result: the entries of the shift, in order. Again, with the same assignment, times and break: the same, also when they
were submitted since, and nothing changes.

Errors: argument_missing, role_required, assignment_not_found, shift_not_valid, day_out_of_range, break_not_valid,
shift_overlaps, time_entry_in_progress.

Example: {"assignment_id": "$assignment_id", "started_at": "2026-03-02T19:00:00-07:00",
  "ended_at": "2026-03-03T07:30:00-07:00", "break_minutes": 30}';

COMMENT ON FUNCTION "public"."entered_by_name"(public.checks) IS 'Column of checks: the name behind entered_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."entered_by_name"(public.payroll_adjustments) IS 'Column of payroll_adjustments: the name behind entered_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."facility_statement"(uuid, date, date) IS 'Tells day by day what a facility was billed, paid and charged in a period, with a running balance.

The rows by kind, whose amount is positive where the facility owes more and negative where it owes less:
opening_balance (all before the period), invoice (on its issue date), interest (one row an invoice: what accrued within
the period, on the last day it did, with the breakdown as details), credit_note (the whole of it, on the day from which it
counts), payment (on the day the money was received), credit (what a check left over), credit_spent (on the day of the
payment that was made from it, and as much), write_off, payment_returned and credit_returned (on the day the check was
returned), invoice_voided, invoice_disputed (0.00, on the day the dispute was noted, with its reason; gone once it is
settled, or nothing is owed).

The balance of the last row is the net of ar_aging_as_of on the last day. Money that was received but not reconciled
does not appear. What is entered later with an earlier day appears on that day.

May be called with GET.

Pages: no order; rows come in theirs, day by day. Or take shorter periods.

Who: active staff, whatever their role; a facility''s contacts, of theirs.

Arguments:
facility_id: the facility.
from_date: the first day.
to_date: the last day.

Result: a row for the opening balance, then one for each of these, by day. kind is one of opening_balance, invoice,
interest, credit_note, payment, credit, credit_spent, write_off, payment_returned, credit_returned, invoice_voided,
invoice_disputed. reference: the number of the invoice or the credit note; of money that was received, of the check.
details: what else there is to say, by kind; the reason of a write-off only to staff.

Errors: staff_only, argument_missing, date_not_finite, period_ends_before_start, facility_not_found.

Example: {"facility_id": "$facility_id", "from_date": "2026-03-01", "to_date": "2026-03-31"}';

COMMENT ON FUNCTION "public"."hire_candidate"(uuid, uuid, date, numeric, numeric, date, text, text, date, boolean, text) IS 'Places a candidate at a facility: hired, a contractor, with an assignment, its first rate and its renewal.

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
overtime_rule: by which rule they are paid: the name of one of overtime_rules. By which the facility is billed, and with
    which multipliers, its own defaults say, and assignment_bill_terms from then on.
employment_type: as contractors.employment_type: w2 (overtime applies), 1099 or corp_to_corp (it does not). It changes
    that of a former contractor, but not once they have approved time.
renewal_date: the day on which the contract comes up for renewal; null is the end_date, and without either
    there is no renewal.
allow_negative_margin: whether pay may exceed bill.
overtime_rule_reason: of W-2 people, what overtime_rules.asks_for: for none, why they are exempt.

Result: the assignment. Again with the same facility and start: that assignment as it is now, and nothing
changes, whatever the other arguments say, so long as they are valid.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, assignment_ends_before_start,
renewal_before_start,
rate_not_valid, pay_exceeds_bill, overtime_rule_unknown, employment_type_unknown, overtime_rule_reason_missing,
candidate_not_found,
facility_not_found, candidate_not_available, facility_inactive, contractor_employed_otherwise,
employment_needs_overtime_reason,
assignment_overlaps.

Example: {"candidate_id": "$candidate_id", "facility_id": "$facility_id", "start_date": "2026-03-02",
"bill_rate": 95.5, "pay_rate": 62, "end_date": "2026-08-30"}';

COMMENT ON FUNCTION "public"."hired_by_name"(public.candidates) IS 'Column of candidates: the name behind hired_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."hours_by_state"(integer) IS 'The hours of the last workweeks by the state that they are in, for a picture.

The last of the weeks is the running one. Time that was set aside is not in it. May be called with GET.

Pages: order=week_start,status.

Who: active staff, whatever their role.

Arguments:
weeks: how many, 1 to 104.

Result: for each week, the oldest first, a row for each state, also where there is nothing; status is as time_entries.status.

Errors: staff_only, argument_missing, weeks_out_of_range.

Example: {"weeks": 4}';

COMMENT ON FUNCTION "public"."in_review_by_name"(public.payroll_batches) IS 'Column of payroll_batches: the name behind in_review_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."invite"(text, uuid) IS 'Makes a code with which somebody says, once, that they are this staff member, contractor or facility contact.

Hand it to that person alone, by a way that you trust: whoever is signed in and gives it to accept_invitation signs in as
the row from then on. The e-mail address in the row proves nothing, and nothing is e-mailed. The code is good for 14
days; changing the roles, the e-mail or the facility of the row voids it, and so does deactivating it. It is answered
here and kept nowhere: inviting again makes another one and voids this. The view invitations shows what is open.

Who: admin (staff), recruiting (contractors), billing (facility contacts).

Arguments:
kind: one of staff_member, contractor, facility_contact.
id: the row in that table, active, and nobody signs in as it.

Result: {"code", "expires_at"}. Again: another code, and only that one is good.

Errors: kind_unknown, role_required, argument_missing, person_not_found, already_linked, person_inactive.

Example: {"kind": "facility_contact", "id": "$facility_contact_id"}';

COMMENT ON FUNCTION "public"."issued_by_name"(public.credit_notes) IS 'Column of credit_notes: the name behind issued_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."payroll_batch_review"(uuid) IS 'A payroll batch per person, against what was paid before, with what to look at named.

Before is the newest earlier period that has a closed batch: all its closed batches together. Who was paid then and is
not in this batch has a row too.

exceptions is one of over_60_hours, negative, differences, no_time, first_pay. over_60_hours: a workweek of which this
batch pays more than 60 hours. negative: gross_pay below zero, with which the batch is not approved. differences: a line of
kind difference, for what changed of weeks that were paid. no_time: it pays no hours. first_pay: no other closed batch
ever paid the person.

most_hours_of_a_week: of one workweek, as far as this batch pays it. gross_pay_change: gross_pay less gross_pay_before.

May be called with GET.

Pages: order=last_name,first_name,contractor_id.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: a row for each person, those with exceptions first.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}';

COMMENT ON FUNCTION "public"."payroll_export"(uuid) IS 'What a payroll batch pays, for programs: one row per contractor, with hours and pay by class.

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

COMMENT ON FUNCTION "public"."payroll_period_obstacles"(uuid) IS 'What keeps a payroll period from closing: what close_payroll_period counts, a row each.

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

COMMENT ON FUNCTION "public"."prepared_by_name"(public.payroll_batches) IS 'Column of payroll_batches: the name behind prepared_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."rate_hit_reach"(uuid) IS 'What a rate hit touches, before it is applied: drafts, payroll batches, sent invoices and closed batches.

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

COMMENT ON FUNCTION "public"."recorded_by_name"(public.payments) IS 'Column of payments: the name behind recorded_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."return_check"(uuid, text) IS 'Takes back a check that bounced, or a transfer that was recalled: its money never came.

Its payments are reversed, so is the credit that it left and what was paid from that credit, and its reconciliations
become returned. The invoices go back to what their other payments say, and are due for accrue-interest at once.
Payments of other checks, credit notes and write-offs stay. What a credit note of such an invoice left as a credit goes
back onto the invoice first, as far as it was not spent.

Who: billing.

Arguments:
check_id: the check, received or reconciled.
reason: why, in a few words.

Result: the check, returned. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, check_not_found, billing_in_progress.

Example: {"check_id": "$check_id", "reason": "No funds."}';

COMMENT ON FUNCTION "public"."returned_by_name"(public.checks) IS 'Column of checks: the name behind returned_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."run_by_name"(public.billing_runs) IS 'Column of billing_runs: the name behind run_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."save_week"(uuid, date, jsonb, boolean) IS 'Writes a week of an assignment as a grid has it: the hours of each day, as drafts, and submits it if asked.

A day that is named has the hours given to it, over all its entries: its draft is added, changed or, for 0 or null,
removed. Days that are not named stay as they are. What is not a draft any more, and a day that has a shift, must be named
with the hours that it has, or not at all: else the call is refused, and nothing is written. Time that was set aside is
left alone and not counted.

It writes time_entries with the caller''s rights, so what their guards refuse of a direct write, they refuse here too: days
outside the assignment, more than 24 hours over all assignments, the submission of a day that has not come.

Who: the contractor of the assignment; billing, payroll and recruiting on their behalf.

Arguments:
assignment_id: the assignment.
week_start: the first day of a workweek.
days: an object, the hours of each day: {"2026-03-02": 8, "2026-03-03": 7.5, "2026-03-04": 0}.
submit: whether all drafts of the week, those of days that are not named too, are submitted.

Result: the week''s time entries of the assignment, in the order of their days. Again: the same, and nothing changes.

Errors: argument_missing, date_not_finite, day_out_of_range, week_start_not_first_day, role_required,
assignment_not_found, days_not_valid, day_outside_week, hours_out_of_range, time_entry_of_shift, time_entry_not_draft,
time_entry_in_progress.

Example: {"assignment_id": "$assignment_id", "week_start": "2026-03-02",
  "days": {"2026-03-02": 8, "2026-03-03": 7.5}, "submit": true}';

COMMENT ON FUNCTION "public"."sent_back_by_name"(public.time_entries) IS 'Column of time_entries: the name behind sent_back_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."sent_by_name"(public.invoices) IS 'Column of invoices: the name behind sent_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."set_aside_by_name"(public.time_entries) IS 'Column of time_entries: the name behind set_aside_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."set_aside_time"(uuid[], text) IS 'Sets time aside that is neither paid nor billed: nobody is going to approve it, or it was not worked.

The entries say so, by whom and why. It no longer counts as unapproved, so that its payroll period can close. In whatever state it is, it can be neither
changed, submitted nor approved until take_back_set_aside_time.

The approval of approved time falls, also where it is locked and paid; the audit log has it. Drafts that bill it are
recomputed, and what draft payroll batches pay of its week is rebuilt. What closed batches paid is taken back by the next
batch, also of a period that is closed. Time on a sent invoice is refused until its lines are credited or the invoice is
void.

Who: payroll.

Arguments:
time_entry_ids: the entries, at most 1000, all or none.
reason: why they are not paid; kept with each. The contractor and the facility''s contacts read it.

Result: the entries in the order of their ids, each once. Those that were set aside already are there as they are,
whatever the reason.

Errors: role_required, argument_missing, reason_missing, too_many_time_entries, time_entry_not_found,
time_entry_on_live_invoice, payroll_batch_under_review, amount_too_large, pay_too_large, billing_in_progress, rates_held,
payroll_in_progress, time_entry_in_progress.

Example: {"time_entry_ids": ["$time_entry_id"], "reason": "The shift was entered twice."}';

COMMENT ON FUNCTION "public"."settle_dispute"(uuid) IS 'Ends the dispute of an invoice, which aging and statement then show like the others.

What was agreed is done beside it: credit_invoice, void_invoice or write_off_invoice. The audit log has who disputed it, and why.

Who: billing.

Arguments:
invoice_id: the invoice.

Result: the invoice, not disputed. Again, and of one that was not disputed: the invoice as it is.

Errors: role_required, argument_missing, invoice_not_found, billing_in_progress.

Example: {"invoice_id": "$disputed_invoice_id"}';

COMMENT ON FUNCTION "public"."take_back_set_aside_time"(uuid[]) IS 'Takes back time that was set aside: it is unapproved again, in the state that it has.

A draft is submitted, submitted time approved as ever. Locked time is put to pending_approval first, which payroll may.
What was approved before it was set aside is approved anew; then the next payroll batch pays what was taken back. A shift
is not taken back where its contractor has another at that time by now.

Who: payroll.

Arguments:
time_entry_ids: the entries, at most 1000, all or none.

Result: the entries in the order of their ids, each once. Those that are not set aside are there as they are.

Errors: role_required, argument_missing, too_many_time_entries, time_entry_not_found, shift_overlaps,
time_entry_in_progress.

Example: {"time_entry_ids": ["$set_aside_entry_id"]}';

COMMENT ON FUNCTION "public"."unlink"(text, uuid) IS 'Takes a staff member, a contractor or a facility contact from the user who signs in as them.

Their access ends at once: the next request is a stranger''s. The row stays as it is and can be invited again. What the
user did is kept under the row''s name (the view user_names); their sign-in itself is not touched.

Who: admin.

Arguments:
kind: one of staff_member, contractor, facility_contact.
id: the row in that table. The last active admin stays linked.

Result: {"kind", "id"}, linked to nobody. Again: the same, and nothing more changes.

Errors: role_required, kind_unknown, argument_missing, person_not_found, name_missing, last_admin.

Example: {"kind": "contractor", "id": "$linked_contractor_id"}';

COMMENT ON FUNCTION "public"."void_invoice"(uuid, text) IS 'Voids an invoice that is wrong: nothing is owed on it, and its time is free to be billed again or corrected.

A draft or a sent invoice without payments in force and credit notes. Its number, dates, lines and total are kept, its accrued
interest becomes 0.

Who: billing.

Arguments:
invoice_id: the invoice.
reason: why, in a few words.

Result: the invoice, void. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, invoice_not_found, invoice_has_credit_notes,
invoice_has_payments, billing_in_progress.

Example: {"invoice_id": "$invoice_id", "reason": "Billed to the wrong facility."}';

COMMENT ON FUNCTION "public"."voided_by_name"(public.invoices) IS 'Column of invoices: the name behind voided_by, for staff; null where no person acted.';

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
details has an object per facility, with its hours by class, last week''s amount and late hours. Again with the same
request_id: the first run''s row, and no other run.

Errors: role_required, date_not_finite, week_start_not_first_day, request_id_reused, billing_in_progress, rates_held.

Example: {"week_start": "2026-03-02", "dry_run": true}';

COMMENT ON FUNCTION "public"."withdraw_invitation"(text, uuid) IS 'Takes an invitation back: its code is good for nothing any more.

Whoever has accepted is not touched by it; unlink ends their access.

Who: admin (staff), recruiting (contractors), billing (facility contacts).

Arguments:
kind: one of staff_member, contractor, facility_contact.
id: the row in that table that somebody was invited as.

Result: {"kind", "id"}, without an open invitation. Again: the same, and nothing more changes.

Errors: kind_unknown, role_required, argument_missing, person_not_found, already_linked, invitation_not_found.

Example: {"kind": "facility_contact", "id": "$invited_contact_id"}';

COMMENT ON TABLE "private"."invitations" IS 'Invitations to sign in as a staff member, a contractor or a facility contact.';

COMMENT ON TABLE "private"."user_links" IS 'The users that staff, contractors and facility contacts are and were linked to.';

COMMENT ON TABLE "public"."assignment_bill_terms" IS 'How the overtime of an assignment is billed, dated: a workweek has the newest terms with effective_from on or before its
first day, a week before all of them the first.

Example: [{"assignment_id": "$assignment_id", "effective_from": "2026-03-02", "overtime_rule": "flsa",
  "scope": "facility", "overtime_multiplier": 1.5, "doubletime_multiplier": 2}]';

COMMENT ON TABLE "public"."assignment_stipends" IS 'Money beside the hourly pay: per workweek, per day or per shift worked, one of the three.

Example: [{"assignment_id": "$assignment_id", "weekly_amount": 120, "kind": "reimbursement",
  "effective_from": "2026-03-02"}]';

COMMENT ON TABLE "public"."check_reconciliations" IS 'How a check, or a credit of the facility, is spread over invoices.';

COMMENT ON TABLE "public"."credit_note_lines" IS 'Which lines of its invoice a credit note takes back: each whole, and once. What they say stands in invoice_lines.';

COMMENT ON TABLE "public"."credit_notes" IS 'What a facility is credited of a sent invoice: lines that were billed wrongly. The invoice stays as it was sent.';

COMMENT ON TABLE "public"."facility_contacts" IS 'People at a facility who see its invoices and its time, and approve the time.

Example: [{"facility_id": "$facility_id", "name": "Lee Park", "email": "lee.park@example.org"}]';

COMMENT ON TABLE "public"."facility_credits" IS 'What a check or a credit note left over, to be spent on later invoices.';

COMMENT ON TABLE "public"."overtime_rules" IS 'From which hour on time is overtime or doubletime. A rule without any limit, as none, counts nothing, and its hours count
toward nothing. Each hour is of one class.

Example: [{"name": "contract_48", "title": "Over 48 a week", "weekly_overtime_after": 48,
  "source": "Master service agreement with Lakeside Clinics, section 7"}]';

COMMENT ON TABLE "public"."payments" IS 'What was paid, credited or written off on an invoice. In force until reversed; credit notes are not.';

COMMENT ON TABLE "public"."staff_members" IS 'Staff of the firm and what they may do.

Example: [{"name": "Ada Okafor", "email": "ada.okafor@example.org", "roles": ["billing"]}]';

COMMENT ON VIEW "private"."bill_terms_of_weeks" IS 'The bill terms of an assignment with the first days of workweeks that they hold for, between effective_from and effective_to.';

COMMENT ON VIEW "private"."facility_time" IS 'The logic of the view facility_time.';

COMMENT ON VIEW "private"."named_entries" IS 'Time with names, for nobody to read as it is; drafts only once they were sent back.';

COMMENT ON VIEW "private"."overtime_limits" IS 'The rules of overtime, their limits in hundredths of an hour.';

COMMENT ON VIEW "private"."people" IS 'Staff, contractors and facility contacts, each with the user who signs in as them.';

COMMENT ON VIEW "private"."readable_entries" IS 'The time that the reader may read: staff and servers all, contacts their facilities''.';

COMMENT ON VIEW "private"."sent_lines" IS 'The lines of time of invoices that were sent and are not void.';

COMMENT ON VIEW "public"."ar_aging" IS 'What each facility owes, by how long it is overdue on the business date; those that owe nothing and are owed nothing
are left out. Staff see all, a facility''s contacts theirs, and contractors nothing.

current: principal that is not past its due date. days_1_30 to days_91_plus: principal that is so many days past it.
balance: the sum of the five. Drafts and void invoices never count.

interest: late-payment interest accrued and not paid, also of paid invoices; negative where more was paid than is owed
today. unapplied_credits: what checks and credit notes left over and no invoice has used. net: balance + interest − unapplied_credits.

disputed: of the balance, how much is on invoices that the facility disputes.

Pages: order=facility_name,facility_id.';

COMMENT ON VIEW "public"."contractAlerts" IS 'contract_alerts under its resource name, with whose placement each is about, to read; recruiting acknowledges alerts
in contract_alerts.

Pages: order=due_on,id.';

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

started_at, ended_at, break_minutes, shift_id: as in time_entries; null = hours alone.

Pages: order=work_date,time_entry_id.';

COMMENT ON VIEW "public"."heads_by_week" IS 'Contractors who are placed, by workweek, from 13 weeks back to 13 ahead. Staff see it, facility contacts and contractors
see nothing.

heads: those with an assignment on any day of the week. starting: those of them who had none in the week before.
ending: those who have none in the week after. Whoever goes on in another assignment neither ends nor starts.

Pages: order=week_start.';

COMMENT ON VIEW "public"."invitations" IS 'Who is invited to sign in, and what became of it. For staff. Nothing in it leads to the code.

kind is one of staff_member, contractor, facility_contact. row_id: the id in that table. name: of the person, null once
the row is deleted. created_by: the user who invited, null of the secret key and of the owner.

state is one of open, expired, accepted, withdrawn, replaced, changed. Replaced: by inviting again. Changed: the roles,
the e-mail or the facility of the row changed, or it was deactivated, unlinked or deleted.

Pages: order=id.';

COMMENT ON VIEW "public"."me" IS 'Who is signed in: one row, also for a user who is linked to nothing yet. None for the secret key, which is nobody.

name, email: of the staff member, else of the contractor, else of the facility''s contact; null for a user who is none.
roles is as staff_members.roles: of an active staff member; empty for everybody else. contractor_id: of an active contractor.
facility_ids, facility_names: the facilities that the user is an active contact of, by name.

business_date: today in the operating timezone. week_start: the first day of its workweek. operating_timezone: an IANA
name, the zone of the clocks to show. Not everybody reads the settings, and everybody enters or reads time by week.

Pages: order=user_id.';

COMMENT ON VIEW "public"."my_assignments" IS 'The assignments of the contractor who is signed in, with the overtime rule that they are paid by, and its title.

timezone: where it is midnight that divides a shift: the facility''s, else the firm''s.

Pages: order=start_date,assignment_id.';

COMMENT ON VIEW "public"."my_pay_lines" IS 'What the pay of the signed-in contractor is made of: the lines of closed payroll batches. Those of a batch add up to its
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

COMMENT ON VIEW "public"."my_pay_rates" IS 'What an hour of the signed-in contractor''s assignments pays, dated.

Pages: order=assignment_id,effective_from.';

COMMENT ON VIEW "public"."my_time" IS 'The time of the signed-in contractor: where it was worked, whether it is approved, and when it is paid.

status is as time_entries.status.

is_approved: nothing is paid that is not. is_paid: a closed payroll batch pays it. pay_date: the day on which that batch
pays, or on which the first open period pays that reaches to its day; what is approved too late for a batch goes to the
next period. null while it is not approved, and while there is no such period.

sent_back_reason, sent_back_at: why and when it came back, until it is submitted again. sent_back_by is one of facility, firm:
whose people sent it back.

is_set_aside: whether payroll has given it up, and set_aside_reason why: it is not paid, and what was paid of it is taken
back by the next batch.

corrected_at, correction_reason: when payroll last corrected it after its approval, and why. hours_before_correction,
work_date_before_correction: what it was before the first time; what that changes of paid time, the next batch pays.

started_at, ended_at, break_minutes, shift_id: as in time_entries; null = hours alone.

Pages: order=work_date,time_entry_id.';

COMMENT ON VIEW "public"."unapproved_time" IS 'Every time entry that is not approved, oldest first: drafts, submitted, pending approval, and locked without an
approval. It is neither paid nor billed until that changes. What was set aside is not in it. Staff see all, a
facility''s contacts what was worked there, drafts aside, and contractors nothing: theirs is in time_entries.

age_days: from its day to today in the operating timezone; below zero for a day that has not come.

status is as time_entries.status.

next_step is one of submit, approve, take_up_or_set_aside: what has to happen. submit: the contractor, or staff, submit it. approve: the facility, or staff, approve
it or send it back. take_up_or_set_aside: payroll puts it to pending_approval, or calls set_aside_time.

started_at, ended_at, break_minutes, shift_id: as in time_entries; null = hours alone.

Pages: order=work_date,time_entry_id.';

COMMENT ON VIEW "public"."user_names" IS 'The name behind every user id that an actor column or the audit log holds, also of who is linked no more. For staff.

Tables with actor columns have it beside them: select=*,approved_by_name of time_entries.

kind is one of staff_member, contractor, facility_contact. row_id: the id in that table.

is_linked: whether the user signs in as that row today.

Pages: order=user_id.';

REVOKE ALL ON FUNCTION "private"."accept_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_invitation"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."ar_aging_as_of"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ar_aging_as_of"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."ar_history"(date, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ar_history"(date, date, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."audit_invitation"(text, private.invitations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_bill_terms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."board"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."board"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."bonuses_earned_in"(uuid[], date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."break_of_first_part"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, integer, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_bill_terms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changes_of_week"(uuid, date, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."changes_of_week"(uuid, date, jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."check_becoming_employed"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_corrected_values"(numeric, date, timestamp WITH time zone, timestamp WITH time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_correcting"(public.time_entries, public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_credit_note_adds_up"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_entries_are_credited_whole"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_hire"(date, numeric, numeric, date, text, text, date, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_sent_back_reason"(public.time_entries, public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_shift_entry"(public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_time_correction"(public.time_entries, public.time_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_time_is_not_sent"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."code_sha256"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."compare_weeks_of_bill_terms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contact_assignment_ids"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."contact_assignment_ids"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_facility_ids"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."contact_facility_ids"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."correct_time_entry"(uuid, text, numeric, date, timestamp WITH time zone, timestamp WITH time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_time_entry"(uuid, text, numeric, date, timestamp WITH time zone, timestamp WITH time zone, integer) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."corrected_entry"(public.time_entries, numeric, date, timestamp WITH time zone, timestamp WITH time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counted"(bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_invoice"(uuid, text, uuid[], boolean, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."credit_invoice"(uuid, text, uuid[], boolean, text, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."dispute_invoice"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."dispute_invoice"(uuid, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."earned_sums"(uuid[], date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_of_day_of"(timestamp WITH time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ends_of_steps"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."enter_shift"(uuid, timestamp WITH time zone, timestamp WITH time zone, integer, timestamp WITH time zone, text) FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."enter_shift"(uuid, timestamp WITH time zone, timestamp WITH time zone, integer, timestamp WITH time zone, text)
  TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."facility_ids_to_report"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fill_bill_multipliers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forward_bill_multipliers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forward_overtime_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_bill_terms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_changed_shift_entry"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_contractor_email"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_facility_bill_terms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_facility_timezone"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_first_bill_terms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_money_of_credit_note"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_new_shift_entry"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_overtime_rule_reason"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_shift_taken_back"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_tied_weeks"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hire_candidate"(uuid, uuid, date, numeric, numeric, date, text, text, date, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hire_candidate"(uuid, uuid, date, numeric, numeric, date, text, text, date, boolean, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."hold_active_admins"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_billing"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_draft_batches_of_time"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_draft_invoices_of_time"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_person"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_time_and_drafts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hours_by_state"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hours_by_state"(integer) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."hours_carried_over"(integer[], uuid[], date[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hours_in_a_row"(integer[], uuid[], date[], integer[], integer[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hours_of_days"(date, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invitation_states"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invitation_states"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."invite"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invite"(text, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."invoice_lines_of_rate_hit"(public.rate_hits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_built_in_overtime_rule"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_last_admin"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_of_the_facility"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_reinstated"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_overtime_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_user_links"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lines_to_credit"(public.invoices, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."link_person"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_days_of_adjustments"(public.payroll_adjustments[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."me"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."me"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."minutes_between"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_bill_terms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_credits_back"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_assignments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_assignments"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."my_pay_lines"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_pay_lines"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."my_pay_rates"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_pay_rates"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."my_time"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_time"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."name_for_facility"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_for_facility"(uuid, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."name_of_payroll_batch"(public.payroll_batches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."obstacles_of_period"(public.payroll_periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_batches_of_rate_hit"(public.rate_hits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."operating_timezone"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."operating_timezone"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."parts_of_shift"(timestamp WITH time zone, timestamp WITH time zone, integer, timestamp WITH time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_lines_of_rate_hit"(public.rate_hits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payroll_batch_review"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payroll_batch_review"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."payroll_period_obstacles"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payroll_period_obstacles"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."rate_hit_reach"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rate_hit_reach"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."rebuild_drafts_of_time"(text, uuid[], uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_code"(text, private.invitations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_inactive"(private.people) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_last_admin"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_linked"(private.people) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_overlapping_shift"(uuid, timestamp WITH time zone, timestamp WITH time zone, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_removal_once_linked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_bill_scope"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_facility_to_report"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_inviter"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_kind"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_overtime_rule"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_overtime_rule_reason"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_person"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_shift_times"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_sign_in"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_week_start"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_writer_of_time"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_week"(uuid, date, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_week"(uuid, date, jsonb, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."settle_dispute"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_dispute"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."start_of_day"(date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tied_weeks"(uuid[], date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."timezone_of_assignment"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_of_row"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unapproved_time"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unapproved_time"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."unbilled_of_13_weeks"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unlink"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unlink"(text, uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."user_id"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."user_id"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."void_invitation"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."void_invitation_of_changed_row"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."why_not_valid"(private.invitations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withdraw_invitation"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."withdraw_invitation"(text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."accept_invitation"(text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."accepted_by_name"(public.invitations) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."actor_name"(public.audit_log) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."applied_by_name"(public.rate_hits) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."approved_by_name"(public.payroll_adjustments) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."approved_by_name"(public.payroll_batches) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."approved_by_name"(public.time_entries) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."ar_aging_as_of"(date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."ar_history"(date, date, text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."board"() TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."closed_by_name"(public.payroll_batches) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."closed_by_name"(public.payroll_periods) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."confirmed_by_name"(public.check_reconciliations) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."correct_time_entry"(uuid, text, numeric, date, timestamp WITH time zone, timestamp WITH time zone, integer) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."corrected_by_name"(public.time_entries) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."created_by_name"(public.invitations) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."credit_invoice"(uuid, text, uuid[], boolean, text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."discarded_by_name"(public.payroll_batches) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."dispute_invoice"(uuid, text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."disputed_by_name"(public.invoices) TO "authenticated", "service_role";

GRANT EXECUTE
  ON FUNCTION "public"."enter_shift"(uuid, timestamp WITH time zone, timestamp WITH time zone, integer, timestamp WITH time zone, text)
  TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."entered_by_name"(public.checks) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."entered_by_name"(public.payroll_adjustments) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."hire_candidate"(uuid, uuid, date, numeric, numeric, date, text, text, date, boolean, text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."hired_by_name"(public.candidates) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."hours_by_state"(integer) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."in_review_by_name"(public.payroll_batches) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."invite"(text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."issued_by_name"(public.credit_notes) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."payroll_batch_review"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."payroll_period_obstacles"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."prepared_by_name"(public.payroll_batches) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."rate_hit_reach"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."recorded_by_name"(public.payments) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."returned_by_name"(public.checks) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."run_by_name"(public.billing_runs) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."save_week"(uuid, date, jsonb, boolean) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."sent_back_by_name"(public.time_entries) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."sent_by_name"(public.invoices) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."set_aside_by_name"(public.time_entries) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."settle_dispute"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."unlink"(text, uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."voided_by_name"(public.invoices) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."withdraw_invitation"(text, uuid) TO "authenticated", "service_role";

GRANT SELECT ON TABLE "private"."user_links" TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."assignment_bill_terms" FROM "authenticated";

REVOKE ALL ("assignment_id") ON TABLE "public"."assignment_bill_terms" FROM "authenticated";

GRANT INSERT ("assignment_id") ON TABLE "public"."assignment_bill_terms" TO "authenticated";

REVOKE ALL ("doubletime_multiplier") ON TABLE "public"."assignment_bill_terms" FROM "authenticated";

GRANT INSERT ("doubletime_multiplier"), UPDATE ("doubletime_multiplier") ON TABLE "public"."assignment_bill_terms" TO "authenticated";

REVOKE ALL ("effective_from") ON TABLE "public"."assignment_bill_terms" FROM "authenticated";

GRANT INSERT ("effective_from"), UPDATE ("effective_from") ON TABLE "public"."assignment_bill_terms" TO "authenticated";

REVOKE ALL ("overtime_multiplier") ON TABLE "public"."assignment_bill_terms" FROM "authenticated";

GRANT INSERT ("overtime_multiplier"), UPDATE ("overtime_multiplier") ON TABLE "public"."assignment_bill_terms" TO "authenticated";

REVOKE ALL ("overtime_rule") ON TABLE "public"."assignment_bill_terms" FROM "authenticated";

GRANT INSERT ("overtime_rule"), UPDATE ("overtime_rule") ON TABLE "public"."assignment_bill_terms" TO "authenticated";

REVOKE ALL ("scope") ON TABLE "public"."assignment_bill_terms" FROM "authenticated";

GRANT INSERT ("scope"), UPDATE ("scope") ON TABLE "public"."assignment_bill_terms" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."assignment_bill_terms" TO "authenticated";

REVOKE ALL ON TABLE "public"."assignment_bill_terms" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."assignment_bill_terms" TO "service_role";

REVOKE ALL ("daily_amount") ON TABLE "public"."assignment_stipends" FROM "authenticated";

GRANT INSERT ("daily_amount"), UPDATE ("daily_amount") ON TABLE "public"."assignment_stipends" TO "authenticated";

REVOKE ALL ("shift_amount") ON TABLE "public"."assignment_stipends" FROM "authenticated";

GRANT INSERT ("shift_amount"), UPDATE ("shift_amount") ON TABLE "public"."assignment_stipends" TO "authenticated";

REVOKE ALL ("overtime_rule_reason") ON TABLE "public"."assignments" FROM "authenticated";

GRANT UPDATE ("overtime_rule_reason") ON TABLE "public"."assignments" TO "authenticated";

REVOKE ALL ("overtime_rule") ON TABLE "public"."assignments" FROM "authenticated";

GRANT UPDATE ("overtime_rule") ON TABLE "public"."assignments" TO "authenticated";

REVOKE ALL ("email") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("email") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("employment_type") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("employment_type") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("first_name") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("first_name") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("is_active") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("is_active") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("last_name") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("last_name") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ON TABLE "public"."credit_note_lines" FROM "authenticated";

GRANT SELECT ON TABLE "public"."credit_note_lines" TO "authenticated";

REVOKE ALL ON TABLE "public"."credit_note_lines" FROM "service_role";

GRANT SELECT ON TABLE "public"."credit_note_lines" TO "service_role";

REVOKE ALL ON TABLE "public"."credit_notes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."credit_notes" TO "authenticated";

REVOKE ALL ON TABLE "public"."credit_notes" FROM "service_role";

GRANT SELECT ON TABLE "public"."credit_notes" TO "service_role";

REVOKE ALL ("bill_doubletime_multiplier") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("bill_doubletime_multiplier"), UPDATE ("bill_doubletime_multiplier") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("bill_overtime_multiplier") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("bill_overtime_multiplier"), UPDATE ("bill_overtime_multiplier") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("bill_overtime_rule") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("bill_overtime_rule"), UPDATE ("bill_overtime_rule") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("bill_scope") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("bill_scope"), UPDATE ("bill_scope") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("timezone") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("timezone"), UPDATE ("timezone") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("email") ON TABLE "public"."facility_contacts" FROM "authenticated";

GRANT INSERT ("email"), UPDATE ("email") ON TABLE "public"."facility_contacts" TO "authenticated";

REVOKE ALL ("is_active") ON TABLE "public"."facility_contacts" FROM "authenticated";

GRANT INSERT ("is_active"), UPDATE ("is_active") ON TABLE "public"."facility_contacts" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."facility_contacts" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."facility_contacts" TO "authenticated";

REVOKE ALL ON TABLE "public"."overtime_rules" FROM "authenticated";

REVOKE ALL ("asks_for") ON TABLE "public"."overtime_rules" FROM "authenticated";

GRANT INSERT ("asks_for"), UPDATE ("asks_for") ON TABLE "public"."overtime_rules" TO "authenticated";

REVOKE ALL ("consecutive_overtime_after") ON TABLE "public"."overtime_rules" FROM "authenticated";

GRANT INSERT ("consecutive_overtime_after"), UPDATE ("consecutive_overtime_after") ON TABLE "public"."overtime_rules" TO "authenticated";

REVOKE ALL ("daily_doubletime_after") ON TABLE "public"."overtime_rules" FROM "authenticated";

GRANT INSERT ("daily_doubletime_after"), UPDATE ("daily_doubletime_after") ON TABLE "public"."overtime_rules" TO "authenticated";

REVOKE ALL ("daily_overtime_after") ON TABLE "public"."overtime_rules" FROM "authenticated";

GRANT INSERT ("daily_overtime_after"), UPDATE ("daily_overtime_after") ON TABLE "public"."overtime_rules" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."overtime_rules" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."overtime_rules" TO "authenticated";

REVOKE ALL ("seventh_day") ON TABLE "public"."overtime_rules" FROM "authenticated";

GRANT INSERT ("seventh_day"), UPDATE ("seventh_day") ON TABLE "public"."overtime_rules" TO "authenticated";

REVOKE ALL ("source") ON TABLE "public"."overtime_rules" FROM "authenticated";

GRANT INSERT ("source"), UPDATE ("source") ON TABLE "public"."overtime_rules" TO "authenticated";

REVOKE ALL ("title") ON TABLE "public"."overtime_rules" FROM "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."overtime_rules" TO "authenticated";

REVOKE ALL ("weekly_overtime_after") ON TABLE "public"."overtime_rules" FROM "authenticated";

GRANT INSERT ("weekly_overtime_after"), UPDATE ("weekly_overtime_after") ON TABLE "public"."overtime_rules" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."overtime_rules" TO "authenticated";

REVOKE ALL ON TABLE "public"."overtime_rules" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."overtime_rules" TO "service_role";

REVOKE ALL ("earned_from") ON TABLE "public"."payroll_adjustments" FROM "authenticated";

GRANT INSERT ("earned_from"), UPDATE ("earned_from") ON TABLE "public"."payroll_adjustments" TO "authenticated";

REVOKE ALL ("earned_to") ON TABLE "public"."payroll_adjustments" FROM "authenticated";

GRANT INSERT ("earned_to"), UPDATE ("earned_to") ON TABLE "public"."payroll_adjustments" TO "authenticated";

REVOKE ALL ("is_flat_sum") ON TABLE "public"."payroll_adjustments" FROM "authenticated";

GRANT INSERT ("is_flat_sum"), UPDATE ("is_flat_sum") ON TABLE "public"."payroll_adjustments" TO "authenticated";

REVOKE ALL ("email") ON TABLE "public"."staff_members" FROM "authenticated";

GRANT INSERT ("email"), UPDATE ("email") ON TABLE "public"."staff_members" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."staff_members" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."staff_members" TO "authenticated";

REVOKE ALL ("sent_back_reason") ON TABLE "public"."time_entries" FROM "authenticated";

GRANT UPDATE ("sent_back_reason") ON TABLE "public"."time_entries" TO "authenticated";

GRANT SELECT ON TABLE "private"."facility_time" TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."ar_aging" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ar_aging" TO "authenticated";

REVOKE ALL ON TABLE "public"."ar_aging" FROM "service_role";

GRANT SELECT ON TABLE "public"."ar_aging" TO "service_role";

REVOKE ALL ON TABLE "public"."contractAlerts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."contractAlerts" TO "authenticated";

REVOKE ALL ON TABLE "public"."contractAlerts" FROM "service_role";

GRANT SELECT ON TABLE "public"."contractAlerts" TO "service_role";

REVOKE ALL ON TABLE "public"."facility_time" FROM "authenticated";

GRANT SELECT ON TABLE "public"."facility_time" TO "authenticated";

REVOKE ALL ON TABLE "public"."facility_time" FROM "service_role";

GRANT SELECT ON TABLE "public"."facility_time" TO "service_role";

REVOKE ALL ON TABLE "public"."heads_by_week" FROM "authenticated";

GRANT SELECT ON TABLE "public"."heads_by_week" TO "authenticated";

REVOKE ALL ON TABLE "public"."heads_by_week" FROM "service_role";

GRANT SELECT ON TABLE "public"."heads_by_week" TO "service_role";

REVOKE ALL ON TABLE "public"."invitations" FROM "authenticated";

GRANT SELECT ON TABLE "public"."invitations" TO "authenticated";

REVOKE ALL ON TABLE "public"."invitations" FROM "service_role";

GRANT SELECT ON TABLE "public"."invitations" TO "service_role";

REVOKE ALL ON TABLE "public"."me" FROM "authenticated";

GRANT SELECT ON TABLE "public"."me" TO "authenticated";

REVOKE ALL ON TABLE "public"."me" FROM "service_role";

GRANT SELECT ON TABLE "public"."me" TO "service_role";

REVOKE ALL ON TABLE "public"."my_assignments" FROM "authenticated";

GRANT SELECT ON TABLE "public"."my_assignments" TO "authenticated";

REVOKE ALL ON TABLE "public"."my_assignments" FROM "service_role";

GRANT SELECT ON TABLE "public"."my_assignments" TO "service_role";

REVOKE ALL ON TABLE "public"."my_pay_lines" FROM "authenticated";

GRANT SELECT ON TABLE "public"."my_pay_lines" TO "authenticated";

REVOKE ALL ON TABLE "public"."my_pay_lines" FROM "service_role";

GRANT SELECT ON TABLE "public"."my_pay_lines" TO "service_role";

REVOKE ALL ON TABLE "public"."my_pay_rates" FROM "authenticated";

GRANT SELECT ON TABLE "public"."my_pay_rates" TO "authenticated";

REVOKE ALL ON TABLE "public"."my_pay_rates" FROM "service_role";

GRANT SELECT ON TABLE "public"."my_pay_rates" TO "service_role";

REVOKE ALL ON TABLE "public"."my_time" FROM "authenticated";

GRANT SELECT ON TABLE "public"."my_time" TO "authenticated";

REVOKE ALL ON TABLE "public"."my_time" FROM "service_role";

GRANT SELECT ON TABLE "public"."my_time" TO "service_role";

REVOKE ALL ON TABLE "public"."unapproved_time" FROM "authenticated";

GRANT SELECT ON TABLE "public"."unapproved_time" TO "authenticated";

REVOKE ALL ON TABLE "public"."unapproved_time" FROM "service_role";

GRANT SELECT ON TABLE "public"."unapproved_time" TO "service_role";

REVOKE ALL ON TABLE "public"."user_names" FROM "authenticated";

GRANT SELECT ON TABLE "public"."user_names" TO "authenticated";

REVOKE ALL ON TABLE "public"."user_names" FROM "service_role";

GRANT SELECT ON TABLE "public"."user_names" TO "service_role";

ALTER TABLE "public"."billing_runs"
  ADD COLUMN "run_by" uuid DEFAULT private.user_id();

CREATE TRIGGER who_ran_billing_is_kept
  BEFORE UPDATE ON public.billing_runs
  FOR EACH ROW
  WHEN ((old.run_by IS DISTINCT FROM new.run_by))
  EXECUTE FUNCTION private.refuse_write('actor_is_kept', 'Who started a run is not written by hand.', 'Leave run_by as it is.');

COMMENT ON COLUMN "public"."billing_runs"."run_by" IS 'The user; null where no person acted.';

ALTER TABLE "public"."checks"
  ADD COLUMN "entered_by" uuid DEFAULT private.user_id();

CREATE TRIGGER who_entered_and_returned_checks_is_kept
  BEFORE UPDATE ON public.checks
  FOR EACH ROW
  WHEN (((old.entered_by IS DISTINCT FROM new.entered_by) OR ((old.status = 'returned'::text) AND (old.returned_by IS DISTINCT FROM new.returned_by))))
  EXECUTE FUNCTION private.refuse_write('actor_is_kept', 'Who entered or returned a check is not written by hand.', 'Leave entered_by and returned_by as they are.');

COMMENT ON COLUMN "public"."checks"."entered_by" IS 'The user, as is returned_by; null where no person acted.';

COMMENT ON COLUMN "public"."credit_notes"."issued_by" IS 'The user; null where no person acted.';

ALTER TABLE "public"."payments"
  ADD COLUMN "recorded_by" uuid DEFAULT private.user_id();

CREATE TRIGGER payments_are_only_reversed
  BEFORE UPDATE ON public.payments
  FOR EACH ROW
  WHEN ((((old.reversed_at IS
    NOT NULL) AND (old.* IS DISTINCT FROM new.*)) OR
    ((old.id IS DISTINCT FROM new.id) OR (old.invoice_id IS DISTINCT FROM new.invoice_id) OR (old.check_reconciliation_id IS DISTINCT FROM new.check_reconciliation_id) OR
    (old.source IS DISTINCT FROM new.source) OR (old.paid_on IS DISTINCT FROM new.paid_on) OR (old.component IS DISTINCT FROM new.component) OR
    (old.amount IS DISTINCT FROM new.amount) OR (old.reason IS DISTINCT FROM new.reason) OR (old.created_at IS DISTINCT FROM new.created_at) OR
    (old.recorded_by IS DISTINCT FROM new.recorded_by) OR (old.credit_note_id IS DISTINCT FROM new.credit_note_id) OR (old.moved_at IS DISTINCT FROM new.moved_at))))
  EXECUTE FUNCTION private.refuse_write('payment_is_kept', 'The payment of {amount} on {paid_on} does not change.', 'Return its check with return_check, and record it anew.');

COMMENT ON COLUMN "public"."payments"."recorded_by" IS 'The user who confirmed the reconciliation, credited or wrote the amount off; null where no person acted.';
