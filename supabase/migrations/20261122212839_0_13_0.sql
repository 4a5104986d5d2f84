set local lock_timeout = '5s';

-- From the release before to the source tree. Drafted by `deno task migration 0_13_0`, which
-- writes it anew until it is released. What is written by hand stands between
-- `-- data move: <why>` and `-- end of data move`, and is kept.

SET local check_function_bodies = off;

DROP POLICY "recruiting_changes" ON "public"."assignments";

DROP TRIGGER "only_recruiting_writes" ON "public"."assignments";

DROP TRIGGER "invoice_moves_are_legal" ON "public"."invoices";

DROP TRIGGER "payments_are_only_reversed" ON "public"."payments";

DROP INDEX "public"."invoice_has_one_difference_a_week";

DROP INDEX "public"."invoices_bearing_interest";

DROP INDEX "public"."invoices_by_facility";

DROP VIEW "public"."job_health";

DROP VIEW "public"."unbilled_differences";

DROP VIEW "public"."unbilled_time";

ALTER TABLE "public"."billing_runs"
  DROP CONSTRAINT "billing_run_details_are_outcomes";

ALTER TABLE "public"."facility_interest_terms"
  DROP CONSTRAINT "day_count_is_known";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "invoice_line_kind_is_known";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "line_without_time_is_described";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "only_lines_of_time_have_a_time_entry";

ALTER TABLE "public"."invoice_lines"
  DROP CONSTRAINT "time_line_is_hours_times_rate";

ALTER TABLE "public"."invoices"
  DROP CONSTRAINT "drafts_of_a_facility_never_overlap";

ALTER TABLE "public"."invoices"
  DROP CONSTRAINT "invoice_kind_is_known";

ALTER TABLE "public"."payments"
  DROP CONSTRAINT "payment_source_is_known";

DROP FUNCTION "private"."assignments_to_import"(jsonb);

DROP FUNCTION "private"."backfill_invoice"(uuid, date);

DROP FUNCTION "private"."bill_week"(uuid[], date);

DROP FUNCTION "private"."bill_week_of_each"(uuid[], date);

DROP FUNCTION "private"."create_facility_invoice"(uuid, date, date);

DROP FUNCTION "private"."differences_of_weeks"(uuid[], date[], uuid);

DROP FUNCTION "private"."facilities_of_week"(date);

DROP FUNCTION "private"."facilities_to_import"(jsonb);

DROP FUNCTION "private"."hold_drafts_of_week"(uuid[], date);

DROP FUNCTION "private"."hold_time_to_bill"(uuid[]);

DROP FUNCTION "private"."invoice_in_the_way"(uuid, date, date);

DROP FUNCTION "private"."lines_on_paper"(uuid, uuid);

DROP FUNCTION "private"."new_draft"(text, uuid, text, date, date);

DROP FUNCTION "private"."refuse_invoice_in_the_way"(uuid, date, date);

DROP FUNCTION "private"."send_invoices"(uuid[], date);

DROP FUNCTION "private"."unbilled_differences"();

DROP FUNCTION "public"."backfill_invoice"(uuid, date);

DROP FUNCTION "public"."create_facility_invoice"(uuid, date, date);

DROP FUNCTION "public"."createfacilityinvoice"(uuid, date, date);

DROP FUNCTION "public"."send_invoices"(uuid[], date);

ALTER TABLE "public"."invoices"
  DROP COLUMN "bears_interest";

CREATE TABLE "private"."order_amounts" (
  "id"                bigint        GENERATED ALWAYS AS IDENTITY NOT NULL,
  "purchase_order_id" uuid          NOT NULL,
  "invoice_id"        uuid          NOT NULL,
  "credit_note_id"    uuid,
  "amount"            numeric(14,2) NOT NULL,
  CONSTRAINT "order_amounts_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE private.order_amounts FROM PUBLIC, "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE private.order_amounts_id_seq FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "private"."order_amounts"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."holidays" (
  "day"        date                     NOT NULL,
  "name"       text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "day_is_finite" CHECK (isfinite(day)),
  CONSTRAINT "holiday_name_is_not_blank" CHECK ((name ~ '\S'::text)),
  CONSTRAINT "holidays_pkey" PRIMARY KEY (day)
);

ALTER TABLE "public"."holidays"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."holidays" FROM "anon";

CREATE TABLE "public"."purchase_orders" (
  "id"          uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "facility_id" uuid                     NOT NULL,
  "number"      text                     NOT NULL,
  "starts_on"   date                     NOT NULL,
  "ends_on"     date,
  "amount"      numeric(12,2),
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "amount_is_finite" CHECK ((amount <> 'NaN'::numeric)),
  CONSTRAINT "ends_on_is_finite" CHECK (isfinite(ends_on)),
  CONSTRAINT "purchase_order_amount_is_positive" CHECK ((amount > (0)::numeric)),
  CONSTRAINT "purchase_order_ends_after_it_starts" CHECK ((ends_on >= starts_on)),
  CONSTRAINT "purchase_order_is_of_a_facility" UNIQUE (id, facility_id),
  CONSTRAINT "purchase_order_number_is_short" CHECK (((char_length(number) <= 40) AND (number ~ '\S'::text))),
  CONSTRAINT "purchase_order_number_is_the_facilitys_own" UNIQUE (facility_id, number),
  CONSTRAINT "purchase_orders_pkey" PRIMARY KEY (id),
  CONSTRAINT "starts_on_is_finite" CHECK (isfinite(starts_on))
);

ALTER TABLE "public"."purchase_orders"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."purchase_orders" FROM "anon";

ALTER TABLE "public"."assignments"
  ADD COLUMN "department" text;

ALTER TABLE "public"."assignments"
  ADD COLUMN "cost_centre" text;

ALTER TABLE "public"."assignments"
  ADD COLUMN "purchase_order_id" uuid;

ALTER TABLE "public"."facilities"
  ADD COLUMN "invoices_by" text NOT NULL DEFAULT 'one'::text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "billing_cycle" text NOT NULL DEFAULT 'week'::text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "two_weeks_from" date;

ALTER TABLE "public"."facilities"
  ADD COLUMN "due_date_rule" text NOT NULL DEFAULT 'none'::text;

ALTER TABLE "public"."invoice_lines"
  ADD COLUMN "department" text;

ALTER TABLE "public"."invoice_lines"
  ADD COLUMN "cost_centre" text;

ALTER TABLE "public"."invoice_lines"
  ADD COLUMN "purchase_order_id" uuid;

ALTER TABLE "public"."invoice_lines"
  ADD COLUMN "original_invoice_id" uuid;

ALTER TABLE "public"."invoices"
  ADD COLUMN "group_key" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "group_name" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "bears_interest" boolean GENERATED ALWAYS AS
    (((kind <> 'interest'::text) AND ((status = ANY (ARRAY['sent'::text, 'partially_paid'::text])) OR (((status = 'paid'::text) AND (principal_paid_on > due_date) AND
    ((interest_computed_on IS NULL) OR (interest_computed_on < principal_paid_on))) IS TRUE)))) STORED NOT NULL;

ALTER TABLE "public"."payments"
  ADD COLUMN "interest_invoice_id" uuid;

CREATE TYPE "private"."period_to_bill" AS (
  "facility_id"  uuid,
  "group_key"    text,
  "period_start" date,
  "period_end"   date
);

CREATE OR REPLACE FUNCTION private.add_order_amounts_of_credit()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into private.order_amounts (purchase_order_id, invoice_id, credit_note_id, amount)
    select line.purchase_order_id, line.invoice_id, credited.credit_note_id, - sum(line.amount)
      from credited
      join public.invoice_lines as line on line.id = credited.invoice_line_id
     where line.purchase_order_id is not null
     group by line.purchase_order_id, line.invoice_id, credited.credit_note_id;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.add_order_amounts_of_credit() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.add_order_amounts_of_invoice()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into private.order_amounts (purchase_order_id, invoice_id, amount)
    select line.purchase_order_id, new.id, sum(line.amount)
      from public.invoice_lines as line
     where line.invoice_id = new.id and line.purchase_order_id is not null
     group by line.purchase_order_id;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.add_order_amounts_of_invoice() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.assignments_errors (
  rows jsonb
)
  RETURNS TABLE (
    line        integer,
    column_name text,
    message     text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with row as materialized (
        select * from private.assignments_to_import(assignments_errors.rows))
    select row.line, told.name, told.message
      from row
      left join public.overtime_rules as rule on rule.name = row.overtime_rule
     cross join lateral (values
           ('contractor_number', row.contractor_number is not null and row.contractor_id is null,
            format('There is no contractor with the number %s. Import contractors first.', row.contractor_number)),
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('facility_number', row.id is null and not row.facility_is_active, 'The facility is inactive here.'),
           ('order_number', row.order_number is not null and row.facility_id is not null and row.purchase_order_id is null,
            format('The facility has no order with the number %s. Import orders first.', row.order_number)),
           ('end_date', row.end_date < row.start_date, format('It is before the start, %s.', row.start_date)),
           ('renewal_date', row.renewal_date < row.start_date and row.renewal_date is distinct from row.end_date,
            format('It is before the start, %s.', row.start_date)),
           ('rates_from', row.rates_from < row.start_date or (row.rates_from > row.end_date and row.rates_from > row.start_date),
            format('It is not from %s to %s.', row.start_date, coalesce(row.end_date::text, 'further notice'))),
           ('pay_rate', row.pay_rate > row.bill_rate and not row.allow_negative_margin,
            format('An hour would pay %s and bill only %s. Correct the rates, or give yes as allow_negative_margin.',
                   row.pay_rate, row.bill_rate)),
           ('overtime_rule', rule.name is null,
            format('There is no overtime rule %s. There are %s.', row.overtime_rule, (
                select string_agg(known.name, ', ' order by known.name) from public.overtime_rules as known))),
           ('overtime_rule_reason',
            row.id is null and rule.asks_for is not null and row.employment_type = 'w2'
            and row.overtime_rule_reason is null,
            format('The overtime rule %s asks for %s.', row.overtime_rule, rule.asks_for)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select * from private.assignments_that_overlap(assignments_errors.rows)
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.assignments as assignment on assignment.id = row.id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      left join public.purchase_orders as purchase_order on purchase_order.id = assignment.purchase_order_id
      -- Without the rate hits that were applied since.
      left join lateral (
           select first.effective_from, first.base_bill_rate, first.base_pay_rate
             from public.assignment_rates as first
            where first.assignment_id = assignment.id
            order by first.effective_from
            limit 1) as rate on true
     cross join lateral (values
           ('contractor_number', row.contractor_number, contractor.external_number),
           ('facility_number', row.facility_number, facility.external_number),
           ('start_date', row.start_date::text, assignment.start_date::text),
           ('end_date', row.end_date::text, assignment.end_date::text),
           ('bill_rate', row.bill_rate::text, rate.base_bill_rate::text),
           ('pay_rate', row.pay_rate::text, rate.base_pay_rate::text),
           ('rates_from', row.rates_from::text, rate.effective_from::text),
           ('overtime_rule', row.overtime_rule, assignment.overtime_rule),
           ('overtime_rule_reason', row.overtime_rule_reason, assignment.overtime_rule_reason),
           ('bill_overtime_multiplier', row.bill_overtime_multiplier::text, assignment.bill_overtime_multiplier::text),
           ('bill_doubletime_multiplier', row.bill_doubletime_multiplier::text,
            assignment.bill_doubletime_multiplier::text),
           ('department', row.department, assignment.department),
           ('cost_centre', row.cost_centre, assignment.cost_centre),
           ('order_number', row.order_number, purchase_order.number)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$function$;

CREATE OR REPLACE FUNCTION private.assignments_to_import (
  rows jsonb
)
  RETURNS TABLE (
    line                       integer,
    external_number            text,
    id                         uuid,
    contractor_number          text,
    contractor_id              uuid,
    employment_type            text,
    facility_number            text,
    facility_id                uuid,
    facility_is_active         boolean,
    start_date                 date,
    end_date                   date,
    bill_rate                  numeric,
    pay_rate                   numeric,
    rates_from                 date,
    allow_negative_margin      boolean,
    overtime_rule              text,
    overtime_rule_reason       text,
    bill_overtime_multiplier   numeric,
    bill_doubletime_multiplier numeric,
    renewal_date               date,
    department                 text,
    cost_centre                text,
    order_number               text,
    purchase_order_id          uuid
  )
  LANGUAGE sql
  STABLE
  ROWS 20000
  SET search_path TO ''
  AS $function$
    select row.line, row.external_number, assignment.id, row.contractor_number, contractor.id,
           contractor.employment_type, row.facility_number, facility.id, facility.is_active, row.start_date,
           row.end_date, row.bill_rate, row.pay_rate, coalesce(row.rates_from, row.start_date),
           coalesce(row.allow_negative_margin, false), coalesce(row.overtime_rule, 'colorado'),
           row.overtime_rule_reason,
           coalesce(row.bill_overtime_multiplier, facility.bill_overtime_multiplier)::numeric(5, 3),
           coalesce(row.bill_doubletime_multiplier, facility.bill_doubletime_multiplier)::numeric(5, 3),
           coalesce(row.renewal_date, row.end_date), row.department, row.cost_centre, row.order_number,
           purchase_order.id
      from jsonb_to_recordset(assignments_to_import.rows) as row (
           line int, external_number text, contractor_number text, facility_number text, start_date date,
           end_date date, bill_rate numeric(10, 2), pay_rate numeric(10, 2), rates_from date,
           allow_negative_margin boolean, overtime_rule text, overtime_rule_reason text,
           bill_overtime_multiplier numeric, bill_doubletime_multiplier numeric, renewal_date date,
           department text, cost_centre text, order_number text)
      left join public.assignments as assignment on assignment.external_number = row.external_number
      left join public.contractors as contractor on contractor.external_number = row.contractor_number
      left join public.facilities as facility on facility.external_number = row.facility_number
      left join public.purchase_orders as purchase_order
        on purchase_order.facility_id = facility.id and purchase_order.number = row.order_number;
$function$;

REVOKE ALL ON FUNCTION private.assignments_to_import(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.backfill_invoice (
  facility_id  uuid,
  through_date date,
  group_key    text
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_group_key constant text := coalesce(backfill_invoice.group_key, '');
    v_through_date constant date := coalesce(backfill_invoice.through_date, (
        select last.period_end
          from private.last_cycles((private.clock()).business_date - 1) as last
         where last.facility_id = backfill_invoice.facility_id));
    v_draft public.invoices;
    v_first_day date;
    v_backfill public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('facility_id', backfill_invoice.facility_id));
    perform private.require_finite_dates(jsonb_build_object('through_date', v_through_date));
    perform private.require_facility(backfill_invoice.facility_id);
    perform private.require_group(backfill_invoice.facility_id, v_group_key);

    perform private.bill_alone();
    select invoice.*
      into v_draft
      from public.invoices as invoice
     where invoice.facility_id = backfill_invoice.facility_id
       and invoice.group_key = v_group_key
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
               and time.group_key = v_group_key
             union all
            select line.work_date
              from public.invoice_lines as line
             where line.invoice_id = v_draft.id and line.time_entry_id is not null) as late
     where late.work_date <= v_through_date;
    v_first_day := coalesce(v_first_day, v_through_date);
    if v_draft.id is null then
        return private.new_draft(
            'backfill_invoice', backfill_invoice.facility_id, v_group_key, 'backfill', v_first_day, v_through_date);
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

REVOKE ALL ON FUNCTION private.backfill_invoice(uuid,date,text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
        select compared.contractor_id, compared.week_start, compared.purchase_order_id, compared.department,
               compared.cost_centre, compared.due_amount - compared.billed_amount as amount
          from private.differences_of_weeks(v_weeks.contractor_ids, v_weeks.starts, v_draft.id) as compared
         where compared.facility_id = v_draft.facility_id and compared.group_key = v_draft.group_key
    ), funds as (
        select greatest(0, coalesce(sum(part.amount), 0)) as amount
          from (select line.amount
                  from public.invoice_lines as line
                 where line.invoice_id = v_draft.id and line.kind <> 'difference'
                 union all
                select difference.amount from difference where difference.amount > 0) as part
    ), due as materialized (
        select difference.*
          from difference
         where difference.amount > 0
         union all
        -- Below zero no invoice is sent: the oldest first, as far as it goes.
        select credit.contractor_id, credit.week_start, credit.purchase_order_id, credit.department, credit.cost_centre,
               greatest(credit.amount, credit.through + credit.amount - funds.amount)
          from (select difference.*,
                       - sum(difference.amount) over (
                           order by difference.week_start, difference.contractor_id, difference.purchase_order_id,
                                    difference.department, difference.cost_centre rows unbounded preceding) as through
                  from difference
                 where difference.amount < 0) as credit
         cross join funds
         where credit.through + credit.amount < funds.amount
    ), gone as (
        delete from public.invoice_lines as line
         where line.invoice_id = v_draft.id
           and line.kind = 'difference'
           and not exists (
               select from due
                where (due.contractor_id, due.week_start, due.amount)
                    = (line.contractor_id, line.week_start, line.amount)
                  and (due.purchase_order_id, due.department, due.cost_centre)
                      is not distinct from (line.purchase_order_id, line.department, line.cost_centre))
        returning line.id
    )
    insert into public.invoice_lines (invoice_id, kind, description, multiplier, amount, contractor_id, week_start,
                                      purchase_order_id, department, cost_centre)
    select v_draft.id, 'difference',
           format('%s %s, week of %s: difference from what was billed',
                  contractor.first_name, contractor.last_name, due.week_start),
           null, due.amount, due.contractor_id, due.week_start, due.purchase_order_id, due.department, due.cost_centre
      from due
      join public.contractors as contractor on contractor.id = due.contractor_id
     where not exists (
           select from public.invoice_lines as line
            where (line.invoice_id, line.contractor_id, line.week_start, line.amount)
                = (v_draft.id, due.contractor_id, due.week_start, due.amount)
              and (line.purchase_order_id, line.department, line.cost_centre)
                  is not distinct from (due.purchase_order_id, due.department, due.cost_centre))
       and (select count(*) from gone) is not null -- first: a line must be gone before another takes its place
     order by due.week_start, contractor.last_name, contractor.id, due.purchase_order_id, due.department,
              due.cost_centre;

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

CREATE OR REPLACE FUNCTION private.bill_each_period (
  periods private.period_to_bill[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_half constant int := cardinality(bill_each_period.periods) / 2;
begin
    return private.bill_periods(bill_each_period.periods);
exception when others then
    if sqlstate !~ '^(PT[0-9]{3}|2[23]...)$' then
        raise;
    end if;
    if v_half = 0 then
        return (
            select jsonb_agg(jsonb_build_object(
                       'facility_id', facility.id, 'facility', facility.name, 'group_key', period.group_key,
                       'group_name', private.group_name(facility.id, period.group_key),
                       'period_start', period.period_start, 'period_end', period.period_end, 'outcome', 'skipped',
                       'reason', sqlerrm, 'invoice_id', null, 'entries', 0, 'amount', '0.00',
                       'regular_hours', '0.00', 'overtime_hours', '0.00', 'doubletime_hours', '0.00'))
              from unnest(bill_each_period.periods) as period
              join public.facilities as facility on facility.id = period.facility_id);
    end if;
    return private.bill_each_period(bill_each_period.periods[:v_half])
        || private.bill_each_period(bill_each_period.periods[v_half + 1:]);
end;
$function$;

REVOKE ALL ON FUNCTION private.bill_each_period(private.period_to_bill[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.bill_periods (
  periods private.period_to_bill[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_drafts constant public.invoices[] := array(
        select distinct on (draft.facility_id, draft.group_key) draft
          from unnest(bill_periods.periods) as period
          join public.invoices as draft
            on draft.facility_id = period.facility_id
           and draft.group_key = period.group_key
           and draft.period_start = period.period_start
           and draft.period_end = period.period_end
         where draft.status = 'draft'
         order by draft.facility_id, draft.group_key, draft.created_at, draft.id);
    v_draft_ids uuid[];
    v_new_ids uuid[];
    v_obstacles jsonb;
begin
    select coalesce(array_agg(draft.id), '{}') into v_draft_ids from unnest(v_drafts) as draft;

    -- Few have one; only their time is looked at.
    with obstacle as materialized (
        select period.*, other.number, other.period_start as other_start, other.period_end as other_end
          from unnest(bill_periods.periods) as period
         cross join lateral private.invoice_in_the_way(
               period.facility_id, period.group_key, period.period_start, period.period_end) as other
         where other.id is not null
           and (period.facility_id, period.group_key) not in (
               select draft.facility_id, draft.group_key from unnest(v_drafts) as draft)
    )
    select coalesce(jsonb_object_agg(obstacle.facility_id || obstacle.group_key, case
               when obstacle.number is null
               then format('A draft from %s to %s overlaps the %s.', obstacle.other_start, obstacle.other_end, named.days)
               else format('Invoice %s from %s to %s covers the %s or a part of it.',
                           obstacle.number, obstacle.other_start, obstacle.other_end, named.days) end), '{}')
      into v_obstacles
      from obstacle
     cross join lateral (
           select case obstacle.period_end - obstacle.period_start when 6 then 'week' else 'cycle' end) as named (days)
     where exists (
           select from public.unbilled_time as time
            where time.facility_id = obstacle.facility_id
              and time.group_key = obstacle.group_key
              and time.work_date between obstacle.period_start and obstacle.period_end);

    with named as materialized ( -- all at once: of one group by itself it would be looked up in all assignments
        select assignment.facility_id, assignment.group_key, min(assignment.group_name) as name
          from private.grouped_assignments as assignment
         where assignment.facility_id in (select period.facility_id from unnest(bill_periods.periods) as period)
           and assignment.group_key <> ''
         group by assignment.facility_id, assignment.group_key
    ), made as (
        insert into public.invoices (facility_id, group_key, group_name, kind, period_start, period_end)
        select period.facility_id, period.group_key, named.name, 'weekly', period.period_start, period.period_end
          from unnest(bill_periods.periods) as period
          left join named on named.facility_id = period.facility_id and named.group_key = period.group_key
         where (period.facility_id, period.group_key) not in (
               select draft.facility_id, draft.group_key from unnest(v_drafts) as draft)
           and (period.group_key = '' or named.name is not null)
           and (private.invoice_in_the_way(
                    period.facility_id, period.group_key, period.period_start, period.period_end)).id is null
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
                   'group_key', period.group_key,
                   'group_name', coalesce(invoice.group_name, private.group_name(facility.id, period.group_key)),
                   'period_start', period.period_start,
                   'period_end', period.period_end,
                   'outcome', case when obstacle.reason is not null then 'skipped'
                                   when invoice.id = any (v_new_ids) then 'created' else 'existing' end,
                   'reason', obstacle.reason,
                   'invoice_id', invoice.id,
                   'entries', coalesce(billed.entries, 0),
                   'amount', coalesce(invoice.total, 0.00)::text,
                   'regular_hours', coalesce(billed.regular_hours, 0.00)::text,
                   'overtime_hours', coalesce(billed.overtime_hours, 0.00)::text,
                   'doubletime_hours', coalesce(billed.doubletime_hours, 0.00)::text)), '[]')
          from unnest(bill_periods.periods) as period
          join public.facilities as facility on facility.id = period.facility_id
         cross join lateral (
               select v_obstacles ->> (period.facility_id || period.group_key)) as obstacle (reason)
          left join public.invoices as invoice
            on invoice.facility_id = period.facility_id
           and invoice.group_key = period.group_key
           and invoice.id = any (v_draft_ids || v_new_ids)
          left join lateral (
               select count(distinct line.time_entry_id) as entries,
                      sum(line.hours) filter (where line.kind = 'regular') as regular_hours,
                      sum(line.hours) filter (where line.kind = 'overtime') as overtime_hours,
                      sum(line.hours) filter (where line.kind = 'doubletime') as doubletime_hours
                 from public.invoice_lines as line
                where line.invoice_id = invoice.id) as billed on true
         where invoice.id is not null or obstacle.reason is not null);
end;
$function$;

REVOKE ALL ON FUNCTION private.bill_periods(private.period_to_bill[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    v_assignment_ids uuid[];
    v_contractor_ids uuid[];
    v_work_dates date[];
    v_weeks record;
begin
    perform private.free_time_of_others(bill_time.invoice_ids);
    select coalesce(array_agg(time.invoice_id), '{}'), coalesce(array_agg(time.time_entry_id), '{}'),
           coalesce(array_agg(time.assignment_id), '{}'), coalesce(array_agg(time.contractor_id), '{}'),
           coalesce(array_agg(time.work_date), '{}')
      into v_billed_on, v_entry_ids, v_assignment_ids, v_contractor_ids, v_work_dates
      from private.hold_time_to_bill(bill_time.invoice_ids) as time;

    select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as starts
      into v_weeks
      from (select distinct time.contractor_id, calendar.week_start
              from unnest(v_contractor_ids, v_work_dates) as time (contractor_id, work_date)
              join (select day.work_date, private.workweek_start(day.work_date) as week_start
                      from (select distinct unnest(v_work_dates)) as day (work_date)
                    offset 0) as calendar -- once per day, not once per entry
                on calendar.work_date = time.work_date) as week (contractor_id, start);

    with priced as materialized (
        select time.*, held.invoice_id, held.assignment_id
          from private.priced_time(v_weeks.contractor_ids, v_weeks.starts, v_entry_ids) as time
          left join unnest(v_billed_on, v_entry_ids, v_assignment_ids) as held (invoice_id, time_entry_id, assignment_id)
            on held.time_entry_id = time.time_entry_id
    ), due as materialized (
        select priced.*, contractor.first_name || ' ' || contractor.last_name as description,
               assignment.department, assignment.cost_centre, assignment.purchase_order_id
          from priced
          join public.assignments as assignment on assignment.id = priced.assignment_id
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
                       line.multiplier)
                  and (due.department, due.cost_centre, due.purchase_order_id)
                      is not distinct from (line.department, line.cost_centre, line.purchase_order_id))
        returning line.id
    ), written as (
        insert into public.invoice_lines
               (invoice_id, time_entry_id, kind, description, work_date, hours, rate, multiplier, amount,
                department, cost_centre, purchase_order_id)
        select due.invoice_id, due.time_entry_id, due.kind, due.description, due.work_date, due.hours, due.rate,
               due.multiplier, due.amount, due.department, due.cost_centre, due.purchase_order_id
          from due
         where not exists (
               select from public.invoice_lines as line
                where line.invoice_id = any (bill_time.invoice_ids)
                  and (due.invoice_id, due.time_entry_id, due.work_date, due.kind, due.hours, due.rate, due.multiplier)
                    = (line.invoice_id, line.time_entry_id, line.work_date, line.kind, line.hours, line.rate,
                       line.multiplier)
                  and (due.department, due.cost_centre, due.purchase_order_id)
                      is not distinct from (line.department, line.cost_centre, line.purchase_order_id))
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
    select 'job', (not health.is_ok)::int, null::numeric, null::date, health.job, health.last_run_at,
           health.last_run_status
      from public.job_health as health
     order by health.job;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_billed_interest_adds_up (
  interest_invoice_id uuid,
  original_id         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
    v_original record;
begin
    select interest.number, coalesce(original.number, part.invoice_id::text) as original,
           coalesce(sum(part.billed), 0.00) as billed, coalesce(sum(part.taken), 0.00) as taken
      into v_original
      from (select line.original_invoice_id as invoice_id, line.amount as billed, null::numeric as taken
              from public.invoice_lines as line
              join public.invoices as billing on billing.id = line.invoice_id
             where line.invoice_id = check_billed_interest_adds_up.interest_invoice_id
               and line.kind = 'interest'
               and line.released_at is null
               and billing.status not in ('draft', 'void')
               and (check_billed_interest_adds_up.original_id is null
                    or line.original_invoice_id = check_billed_interest_adds_up.original_id)
             union all
            select payment.invoice_id, null, payment.amount
              from public.payments as payment
             where payment.interest_invoice_id = check_billed_interest_adds_up.interest_invoice_id
               and payment.reversed_at is null
               and (check_billed_interest_adds_up.original_id is null
                    or payment.invoice_id = check_billed_interest_adds_up.original_id)) as part
      left join public.invoices as interest on interest.id = check_billed_interest_adds_up.interest_invoice_id
      left join public.invoices as original on original.id = part.invoice_id
     group by interest.number, part.invoice_id, original.number
    having coalesce(sum(part.billed), 0) <> coalesce(sum(part.taken), 0)
     order by original
     limit 1;
    if found then
        perform private.refuse(
            409, 'billed_interest_does_not_add_up',
            format('Of the interest on invoice %s, %s would stand on invoice %s and %s be taken off there.',
                   v_original.original, v_original.billed, coalesce(v_original.number, '(draft)'), v_original.taken),
            'Bill interest with invoice_interest, and take it back with void_invoice or credit_invoice.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_billed_interest_adds_up(uuid,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_interest_is_computed (
  invoice_ids uuid[],
  through     date
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_most constant int := 10; -- before the first run, it may be all there are
    v_not_computed record;
begin
    select string_agg(format('%s (%s)', late.number, coalesce('through ' || late.interest_computed_on, 'not yet')),
                      ', ' order by late.place) filter (where late.place <= v_most) as named,
           count(*) - v_most as more
      into v_not_computed
      from (select invoice.number, invoice.interest_computed_on,
                   row_number() over (order by invoice.due_date, invoice.number) as place
              from public.invoices as invoice
             where invoice.id = any (check_interest_is_computed.invoice_ids)
               and invoice.bears_interest
               and invoice.due_date < check_interest_is_computed.through
               and (invoice.interest_computed_on is null
                    or invoice.interest_computed_on < check_interest_is_computed.through)) as late;
    if v_not_computed.named is not null then
        perform private.refuse(
            409, 'interest_not_computed',
            format('The interest through %s is not computed yet of %s%s.',
                   check_interest_is_computed.through, v_not_computed.named,
                   case when v_not_computed.more > 0 then format(' and %s more', v_not_computed.more) end),
            'Wait for the next run of accrue-interest, or have it run now; or give an earlier day.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_interest_is_computed(uuid[],date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.check_purchase_orders (
  invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_exceeded constant text := (
        with added as materialized (
            select line.purchase_order_id, sum(line.amount) as amount,
                   count(distinct line.work_date) filter (where outside.is_so) as days_outside,
                   min(line.work_date) filter (where outside.is_so) as first_outside
              from public.invoice_lines as line
              join public.purchase_orders as purchase_order on purchase_order.id = line.purchase_order_id
             cross join lateral (
                   select line.work_date < purchase_order.starts_on
                          or line.work_date > purchase_order.ends_on as is_so) as outside
             where line.invoice_id = any (check_purchase_orders.invoice_ids)
             group by line.purchase_order_id)
        select string_agg(
                   format('%s, %s: %s', usage.facility_name, usage.number, exceeded.how), '; '
                   order by usage.facility_name, usage.number, exceeded.place)
          from added
          join public.purchase_order_usage as usage on usage.purchase_order_id = added.purchase_order_id
         cross join lateral (
               select 1, format('of %s, %s were sent, and these invoices add %s, which is %s too much', usage.amount,
                                usage.sent_amount, added.amount, usage.sent_amount + added.amount - usage.amount)
                where added.amount > 0 and usage.sent_amount + added.amount > usage.amount
                union all
               select 2, format('it pays for time from %s %s, and these invoices have %s outside, the first %s',
                                usage.starts_on, coalesce('to ' || usage.ends_on, 'on'),
                                private.counted(added.days_outside, 'day', 'days'), added.first_outside)
                where added.days_outside > 0) as exceeded (place, how));
begin
    if v_exceeded is not null then
        perform private.refuse(
            409, 'order_exceeded',
            format('Orders would be exceeded: %s.', v_exceeded),
            'Enter what the facility orders besides, send the others without these invoices, or send with '
            'allow_over_order: nothing was sent.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.check_purchase_orders(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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

REVOKE ALL ON FUNCTION private.create_facility_invoice(uuid,date,date,text) FROM PUBLIC, "anon", "authenticated", "service_role";

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

    perform private.hold_invoices(private.with_originals(credit_invoice.invoice_id));
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = credit_invoice.invoice_id;
    if v_invoice.status in ('draft', 'void') then
        perform private.refuse_payments(array[v_invoice.id]);
    end if;
    if v_invoice.kind = 'interest' and credit_invoice.reinstate and credit_invoice.counts_from <> 'credit' then
        perform private.refuse(
            409, 'interest_reinstated_from_invoice',
            format('Interest that invoice %s billed is owed again where it accrued from today on, not from its issue.',
                   v_invoice.number),
            'Give counts_from = credit, or reinstate = false to give the interest up.');
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
                                     issued_on, facility_name, billing_email, letterhead_id)
    values (v_note_id, v_invoice.id, v_invoice.facility_id,
            (private.take_invoice_numbers(extract(year from v_today)::int, 1))[1], v_amount,
            case credit_invoice.counts_from when 'invoice' then v_invoice.issue_date
                                            else greatest(v_today, v_invoice.issue_date) end,
            credit_invoice.reinstate, credit_invoice.reason, v_today,
            v_invoice.facility_name, v_invoice.billing_email,
            (select settings.letterhead_id from public.organization_settings as settings))
    returning * into v_note;
    insert into public.credit_note_lines (credit_note_id, invoice_line_id)
    select v_note.id, line.id from unnest(v_line_ids) as line (id);
    perform private.audit('credit_invoice', 'credit_notes', v_note.id, null, to_jsonb(v_note));
    if credit_invoice.reinstate then
        update public.invoice_lines as line
           set released_at = (private.clock()).at
         where line.id = any (v_line_ids);
        if v_invoice.kind = 'interest' then
            perform private.reverse_billed_interest('credit_invoice', v_invoice.id, v_line_ids);
        end if;
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

CREATE OR REPLACE FUNCTION private.credit_note_document (
  credit_note_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_note public.credit_notes;
begin
    perform private.require_arguments(jsonb_build_object('credit_note_id', credit_note_document.credit_note_id));
    select note.*
      into v_note
      from public.credit_notes as note
     where note.id = credit_note_document.credit_note_id
       and (private.is_staff_or_server() or note.facility_id = any (private.contact_facility_ids()));
    if not found then
        perform private.refuse(
            404, 'credit_note_not_found',
            format('There is no credit note %s.', credit_note_document.credit_note_id),
            'Look the id up in credit_notes.');
    end if;
    return (
        select jsonb_build_object(
                   'document', 'credit_note',
                   'letterhead', private.letterhead_on_paper(v_note.letterhead_id),
                   'bill_to', jsonb_build_object(
                       'name', coalesce(invoice.billing_name, v_note.facility_name),
                       'facility_name', v_note.facility_name,
                       'address', invoice.billing_address, 'purchase_order', invoice.purchase_order),
                   'number', v_note.number, 'issued_on', v_note.issued_on, 'counts_on', v_note.counts_on,
                   'reason', v_note.reason, 'amount', v_note.amount::text,
                   'invoice_number', invoice.number, 'invoice_issue_date', invoice.issue_date,
                   'lessens_invoice', (v_note.amount - kept.amount)::text,
                   'left_as_credit', kept.amount::text,
                   'content', case invoice.kind
                       when 'interest' then private.interest_on_paper(v_note.invoice_id, v_note.id)
                       else private.summed_lines_on_paper(v_note.invoice_id, v_note.id) end)
          from public.invoices as invoice
         cross join lateral (
               select coalesce(sum(credit.amount), 0.00) as amount
                 from public.facility_credits as credit
                where credit.credit_note_id = v_note.id) as kept
         where invoice.id = v_note.invoice_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.differences_of_weeks (
  contractor_ids    uuid[],
  week_starts       date[],
  except_invoice_id uuid   DEFAULT NULL::uuid
)
  RETURNS TABLE (
    facility_id       uuid,
    group_key         text,
    contractor_id     uuid,
    week_start        date,
    purchase_order_id uuid,
    department        text,
    cost_centre       text,
    billed_amount     numeric,
    due_amount        numeric
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
        select line.invoice_id, due.contractor_id, due.week_start, line.purchase_order_id, line.department,
               line.cost_centre, sum(line.amount) as billed, due.amount as due, true as is_time
          from due
         cross join lateral (
               select line.invoice_id, line.purchase_order_id, line.department, line.cost_centre, line.amount,
                      line.released_at
                 from public.invoice_lines as line
                where line.time_entry_id = due.time_entry_id
               offset 0) as line -- see private.classified_time
         where line.released_at is null
         group by line.invoice_id, due.time_entry_id, due.contractor_id, due.week_start, line.purchase_order_id,
                  line.department, line.cost_centre, due.amount
         union all
        select line.invoice_id, line.contractor_id, line.week_start, line.purchase_order_id, line.department,
               line.cost_centre, line.amount, 0.00, false
          from unnest(differences_of_weeks.contractor_ids, differences_of_weeks.week_starts)
               as week (contractor_id, start)
          join public.invoice_lines as line on line.contractor_id = week.contractor_id and line.week_start = week.start
         where line.released_at is null
           and line.invoice_id is distinct from differences_of_weeks.except_invoice_id
    )
    select invoice.facility_id, invoice.group_key, part.contractor_id, part.week_start, part.purchase_order_id,
           part.department, part.cost_centre, sum(part.billed), sum(part.due)
      from part
      join public.invoices as invoice on invoice.id = part.invoice_id
     where invoice.status <> 'draft' or not part.is_time -- time on drafts is not sent
     group by invoice.facility_id, invoice.group_key, part.contractor_id, part.week_start, part.purchase_order_id,
              part.department, part.cost_centre
    having sum(part.billed) <> sum(part.due);
end;
$function$;

REVOKE ALL ON FUNCTION private.differences_of_weeks(uuid[],date[],uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.due_date (
  issue_date date,
  terms_days integer,
  rule       text
)
  RETURNS date
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_day date := due_date.issue_date + due_date.terms_days;
begin
    while due_date.rule = 'next_business_day'
          and (extract(isodow from v_day) > 5
               or exists (select from public.holidays as holiday where holiday.day = v_day)) loop
        v_day := v_day + 1;
    end loop;
    return v_day;
end;
$function$;

REVOKE ALL ON FUNCTION private.due_date(date,integer,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.facilities_errors (
  rows jsonb
)
  RETURNS TABLE (
    line        integer,
    column_name text,
    message     text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with row as materialized (
        select * from private.facilities_to_import(facilities_errors.rows))
    select row.line, 'timezone',
           format('There is no timezone %s. Give an IANA name, such as America/Denver.', row.timezone)
      from row
      join (select zone.name from (select distinct row.timezone as name from row) as zone
             where not private.is_timezone(zone.name)) as unknown on unknown.name = row.timezone
     union all
    select row.line, 'bill_overtime_rule',
           format('There is no overtime rule %s. There are %s.', row.bill_overtime_rule, (
               select string_agg(rule.name, ', ' order by rule.name) from public.overtime_rules as rule))
      from row
     where row.bill_overtime_rule not in (select rule.name from public.overtime_rules as rule)
     union all
    select row.line, 'compounding', 'Interest of started months is not compounded: give none.'
      from row
     where row.day_count = 'started_months' and row.compounding <> 'none'
     union all
    select row.line, given.name, 'Interest terms need an annual_rate.'
      from row
     cross join lateral (values
           ('day_count', row.day_count), ('compounding', row.compounding), ('rate_basis', row.rate_basis),
           ('grace_days', row.grace_days::text), ('accrue_from', row.accrue_from),
           ('fixed_fee', row.fixed_fee::text), ('waive_below', row.waive_below::text),
           ('maximum_days', row.maximum_days::text), ('maximum_fraction', row.maximum_fraction::text),
           ('moved_on', row.moved_on::text)) as given (name, value)
     where row.annual_rate is null and given.value is not null
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.facilities as facility on facility.id = row.id
      left join lateral (
           select first.*
             from public.facility_interest_terms as first
            where first.facility_id = facility.id
            order by first.effective_from
            limit 1) as terms on true
     cross join lateral (values
           ('name', row.name, facility.name),
           ('billing_email', row.billing_email, facility.billing_email),
           ('payment_terms_days', row.payment_terms_days::text, facility.payment_terms_days::text),
           ('timezone', row.timezone, facility.timezone),
           ('work_state', row.work_state, facility.work_state),
           ('billing_name', row.billing_name, facility.billing_name),
           ('billing_address', row.billing_address, facility.billing_address),
           ('purchase_order', row.purchase_order, facility.purchase_order),
           ('invoices_by', row.invoices_by, facility.invoices_by),
           ('billing_cycle', row.billing_cycle, facility.billing_cycle),
           ('two_weeks_from', row.two_weeks_from::text, facility.two_weeks_from::text),
           ('due_date_rule', row.due_date_rule, facility.due_date_rule),
           ('bill_overtime_rule', row.bill_overtime_rule, facility.bill_overtime_rule),
           ('bill_scope', row.bill_scope, facility.bill_scope),
           ('bill_overtime_multiplier', row.bill_overtime_multiplier::text, facility.bill_overtime_multiplier::text),
           ('bill_doubletime_multiplier', row.bill_doubletime_multiplier::text,
            facility.bill_doubletime_multiplier::text),
           ('annual_rate', row.annual_rate::text, terms.annual_rate::text),
           ('day_count', coalesce(row.day_count, 'actual/365'), coalesce(terms.day_count, 'actual/365')),
           ('compounding', coalesce(row.compounding, 'none'), coalesce(terms.compounding, 'none')),
           ('rate_basis', coalesce(row.rate_basis, 'floating'), coalesce(terms.rate_basis, 'floating')),
           ('grace_days', coalesce(row.grace_days, 0)::text, coalesce(terms.grace_days, 0)::text),
           ('accrue_from', coalesce(row.accrue_from, 'due_date'), coalesce(terms.accrue_from, 'due_date')),
           ('fixed_fee', coalesce(row.fixed_fee, 0.00)::text, coalesce(terms.fixed_fee, 0.00)::text),
           ('waive_below', coalesce(row.waive_below, 0.00)::text, coalesce(terms.waive_below, 0.00)::text),
           ('maximum_days', row.maximum_days::text, terms.maximum_days::text),
           ('maximum_fraction', row.maximum_fraction::text, terms.maximum_fraction::text),
           ('moved_on', row.moved_on::text, coalesce(terms.effective_from, row.moved_on)::text))
           as compared (name, given, here)
     where compared.given is distinct from compared.here
       -- Left out, it was the day of that import.
       and (compared.name <> 'moved_on' or row.moved_on is not null);
$function$;

CREATE OR REPLACE FUNCTION private.facilities_to_import (
  rows jsonb
)
  RETURNS TABLE (
    line                       integer,
    external_number            text,
    id                         uuid,
    name                       text,
    billing_email              text,
    payment_terms_days         integer,
    timezone                   text,
    work_state                 text,
    billing_name               text,
    billing_address            text,
    purchase_order             text,
    invoices_by                text,
    billing_cycle              text,
    two_weeks_from             date,
    due_date_rule              text,
    bill_overtime_rule         text,
    bill_scope                 text,
    bill_overtime_multiplier   numeric,
    bill_doubletime_multiplier numeric,
    annual_rate                numeric,
    day_count                  text,
    compounding                text,
    rate_basis                 text,
    grace_days                 integer,
    accrue_from                text,
    fixed_fee                  numeric,
    waive_below                numeric,
    maximum_days               integer,
    maximum_fraction           numeric,
    moved_on                   date
  )
  LANGUAGE sql
  STABLE
  ROWS 20000
  SET search_path TO ''
  AS $function$
    select row.line, row.external_number, facility.id, row.name, row.billing_email,
           coalesce(row.payment_terms_days, 30), row.timezone, row.work_state, row.billing_name,
           row.billing_address, row.purchase_order, coalesce(row.invoices_by, 'one'),
           coalesce(row.billing_cycle, 'week'), row.two_weeks_from, coalesce(row.due_date_rule, 'none'),
           row.bill_overtime_rule, coalesce(row.bill_scope, 'facility'),
           coalesce(row.bill_overtime_multiplier, 1.5)::numeric(5, 3),
           coalesce(row.bill_doubletime_multiplier, 2)::numeric(5, 3), row.annual_rate,
           row.day_count, row.compounding, row.rate_basis, row.grace_days, row.accrue_from, row.fixed_fee,
           row.waive_below, row.maximum_days, row.maximum_fraction, row.moved_on
      from jsonb_to_recordset(facilities_to_import.rows) as row (
           line int, external_number text, name text, billing_email text, payment_terms_days int, timezone text,
           work_state text, billing_name text, billing_address text, purchase_order text, invoices_by text,
           billing_cycle text, two_weeks_from date, due_date_rule text, bill_overtime_rule text, bill_scope text,
           bill_overtime_multiplier numeric, bill_doubletime_multiplier numeric, annual_rate numeric(9, 6),
           day_count text, compounding text, rate_basis text, grace_days int, accrue_from text,
           fixed_fee numeric(12, 2), waive_below numeric(12, 2), maximum_days int, maximum_fraction numeric(9, 6),
           moved_on date)
      left join public.facilities as facility on facility.external_number = row.external_number;
$function$;

REVOKE ALL ON FUNCTION private.facilities_to_import(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
               days.counted_on, days.reversed_on, billed.number as interest_number,
               invoice.number, coalesce(received.check_number, note.number) as check_number,
               reconciliation.facility_credit_id,
               coalesce('credit note ' || note.number, concat_ws(' ', received.method, received.check_number))
                   as check_name,
               format('%s of invoice %s', initcap(paid.component), invoice.number) as subject,
               received.return_reason,
               jsonb_build_object('component', paid.component) || case
                   when paid.source = 'write_off' then jsonb_build_object('reason', paid.reason)
                   when paid.source = 'interest_invoice'
                   then jsonb_build_object('interest_invoice_id', paid.interest_invoice_id)
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
          left join public.invoices as billed on billed.id = paid.interest_invoice_id
         -- Without a check there is no money that could be unapplied until the invoice is issued.
         cross join lateral (
               select case when paid.check_reconciliation_id is null then greatest(paid.paid_on, invoice.issue_date)
                           else paid.paid_on end,
                      (paid.reversed_at at time zone settings.operating_timezone)::date) as days (counted_on, reversed_on)
         where paid.source <> 'credit_note'
           and (days.reversed_on is null or days.reversed_on >= days.counted_on)
    )
    select invoice.issue_date, 'invoice', invoice.number, invoice.id,
           format(case invoice.kind when 'interest' then 'Invoice %s of interest for %s to %s, due %s'
                                    else 'Invoice %s for %s to %s, due %s' end,
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
     where payment.source not in ('write_off', 'interest_invoice')
     union all
    select posting.day, 'interest_invoiced', payment.interest_number, payment.invoice_id,
           format(posting.description, payment.subject, payment.interest_number), posting.sign * payment.amount,
           payment.details, payment.id
      from payment
     cross join lateral (values
           (payment.counted_on, -1, '%s is owed on invoice %s'),
           (payment.reversed_on, 1, '%s is no longer owed on invoice %s')) as posting (day, sign, description)
     where payment.source = 'interest_invoice' and posting.day is not null
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
     where payment.reversed_on is not null and payment.source <> 'interest_invoice'
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
        'opening_balance', 'invoice', 'interest', 'interest_invoiced', 'credit_note', 'payment', 'credit', 'credit_spent', 'write_off',
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

CREATE OR REPLACE FUNCTION private.free_time_of_others (
  invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    delete from public.invoice_lines as line
     where line.invoice_id = any (free_time_of_others.invoice_ids)
       and line.time_entry_id is not null
       and not exists (
           select from public.invoices as draft
             join public.time_entries as entry
               on entry.id = line.time_entry_id and entry.work_date between draft.period_start and draft.period_end
             join private.grouped_assignments as assignment
               on assignment.id = entry.assignment_id
              and assignment.facility_id = draft.facility_id
              and assignment.group_key = draft.group_key
            where draft.id = line.invoice_id);
$function$;

REVOKE ALL ON FUNCTION private.free_time_of_others(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.group_name (
  facility_id uuid,
  group_key   text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select coalesce(
        (select min(assignment.group_name)
           from private.grouped_assignments as assignment
          where assignment.facility_id = group_name.facility_id and assignment.group_key = group_name.group_key),
        (select min(invoice.group_name)
           from public.invoices as invoice
          where invoice.facility_id = group_name.facility_id and invoice.group_key = group_name.group_key))
     where group_name.group_key <> '';
$function$;

REVOKE ALL ON FUNCTION private.group_name(uuid,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.guard_billed_interest()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if tg_table_name = 'invoices' then
        perform private.check_billed_interest_adds_up(new.id, null);
    elsif tg_table_name = 'invoice_lines' then
        perform private.check_billed_interest_adds_up(new.invoice_id, new.original_invoice_id);
    else
        perform private.check_billed_interest_adds_up(new.interest_invoice_id, new.invoice_id);
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.guard_billed_interest() FROM PUBLIC, "anon", "authenticated", "service_role";

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
                       before.contractor_id, before.week_start, before.department, before.cost_centre,
                       before.purchase_order_id, before.original_invoice_id)
                      is not distinct from
                      (line.invoice_id, line.time_entry_id, line.kind, line.description, line.work_date,
                       line.hours, line.rate, line.multiplier, line.amount, line.created_at,
                       line.contractor_id, line.week_start, line.department, line.cost_centre,
                       line.purchase_order_id, line.original_invoice_id))));
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
                 old.facility_name, old.billing_email, old.billing_name, old.billing_address,
                 old.purchase_order, old.letterhead_id, old.group_key, old.group_name)
                is distinct from
                (new.id, new.number, new.facility_id, new.kind, new.period_start, new.period_end,
                 new.issue_date, new.due_date, new.total, new.sent_at, new.sent_by, new.created_at,
                 new.facility_name, new.billing_email, new.billing_name, new.billing_address,
                 new.purchase_order, new.letterhead_id, new.group_key, new.group_name) then
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
        select facility.name, facility.billing_email, facility.billing_name, facility.billing_address,
               private.order_on_invoice(new), settings.letterhead_id
          into new.facility_name, new.billing_email, new.billing_name, new.billing_address, new.purchase_order,
               new.letterhead_id
          from public.organization_settings as settings
         cross join public.facilities as facility
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

CREATE OR REPLACE FUNCTION private.hold_drafts_of_periods (
  periods private.period_to_bill[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select
      from public.invoices as draft
     where (draft.facility_id, draft.group_key, draft.period_start, draft.period_end) in (
           select period.facility_id, period.group_key, period.period_start, period.period_end
             from unnest(hold_drafts_of_periods.periods) as period)
       and draft.status = 'draft'
     order by draft.id
       for update;
$function$;

REVOKE ALL ON FUNCTION private.hold_drafts_of_periods(private.period_to_bill[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_purchase_orders (
  invoice_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
begin
    perform
       from public.purchase_orders as purchase_order
      where purchase_order.id in (
            select line.purchase_order_id
              from public.invoice_lines as line
             where line.invoice_id = any (hold_purchase_orders.invoice_ids))
      order by purchase_order.id
        for no key update;
exception when lock_not_available then -- somebody sends as many
    perform private.refuse_while_billing();
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_purchase_orders(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_time_to_bill (
  invoice_ids uuid[]
)
  RETURNS TABLE (
    invoice_id    uuid,
    time_entry_id uuid,
    assignment_id uuid,
    contractor_id uuid,
    work_date     date
  )
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
    v_first_day date;
    v_last_day date;
begin
    select min(invoice.period_start), max(invoice.period_end)
      into v_first_day, v_last_day
      from public.invoices as invoice
     where invoice.id = any (hold_time_to_bill.invoice_ids);

    return query
    with draft as (
        select invoice.id, invoice.facility_id, invoice.group_key, invoice.period_start as first_day,
               invoice.period_end as last_day
          from public.invoices as invoice
         where invoice.id = any (hold_time_to_bill.invoice_ids)
    ), new_time as (
        select draft.id as invoice_id, entry.id as time_entry_id, assignment.id as assignment_id,
               assignment.contractor_id, entry.work_date
          from draft
          join private.grouped_assignments as assignment
            on assignment.facility_id = draft.facility_id
           and assignment.group_key = draft.group_key
           and assignment.start_date <= draft.last_day
           and coalesce(assignment.end_date, 'infinity') >= draft.first_day
          join public.time_entries as entry
            on entry.assignment_id = assignment.id
           and entry.work_date between draft.first_day and draft.last_day
           and entry.work_date between v_first_day and v_last_day -- known to the plan
         where entry.is_payable
           and not exists (
               select from (select line.released_at from public.invoice_lines as line
                             where line.time_entry_id = entry.id
                            offset 0) as line -- see private.classified_time
                where line.released_at is null)
           for key share of entry skip locked
    )
    select new_time.* from new_time
     union all
    select distinct draft.id, entry.id, assignment.id, assignment.contractor_id, entry.work_date
      from draft
      join public.invoice_lines as line on line.invoice_id = draft.id
      join public.time_entries as entry on entry.id = line.time_entry_id
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where line.work_date between v_first_day and v_last_day;
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_time_to_bill(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.holidays_errors (
  rows jsonb
)
  RETURNS TABLE (
    line        integer,
    column_name text,
    message     text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with row as materialized (
        select * from jsonb_to_recordset(holidays_errors.rows) as row (line int, day date, name text))
    select repeated.line, 'day', format('Line %s has the same day.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.day is not null
            window same as (partition by row.day order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, 'name', private.told_of_change(row.name, holiday.name)
      from row
      join public.holidays as holiday on holiday.day = row.day
     where row.name is distinct from holiday.name;
$function$;

REVOKE ALL ON FUNCTION private.holidays_errors(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.import_columns (
  kind text
)
  RETURNS TABLE (
    place       integer,
    name        text,
    type        text,
    is_required boolean,
    choices     text[]
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select row_number() over ()::int, known.name, known.type, known.is_required, string_to_array(known.choices, ' ')
      from (values
          ('facilities', 'external_number', 'text', true, null),
          ('facilities', 'name', 'text', true, null),
          ('facilities', 'billing_email', 'text', false, null),
          ('facilities', 'payment_terms_days', 'terms', false, null),
          ('facilities', 'timezone', 'text', false, null),
          ('facilities', 'work_state', 'state', false, null),
          ('facilities', 'billing_name', 'text', false, null),
          ('facilities', 'billing_address', 'text', false, null),
          ('facilities', 'purchase_order', 'text', false, null),
          ('facilities', 'invoices_by', 'choice', false, 'one department order assignment'),
          ('facilities', 'billing_cycle', 'choice', false, 'week two_weeks month'),
          ('facilities', 'two_weeks_from', 'day', false, null),
          ('facilities', 'due_date_rule', 'choice', false, 'none next_business_day'),
          ('facilities', 'bill_overtime_rule', 'text', false, null),
          ('facilities', 'bill_scope', 'choice', false, 'facility assignment contractor'),
          ('facilities', 'bill_overtime_multiplier', 'multiplier', false, null),
          ('facilities', 'bill_doubletime_multiplier', 'multiplier', false, null),
          ('facilities', 'annual_rate', 'share', false, null),
          ('facilities', 'day_count', 'choice', false, 'actual/365 actual/360 actual/actual 30/360 started_months'),
          ('facilities', 'compounding', 'choice', false, 'none every_30_days annual'),
          ('facilities', 'rate_basis', 'choice', false, 'floating fixed_at_start'),
          ('facilities', 'grace_days', 'days', false, null),
          ('facilities', 'accrue_from', 'choice', false, 'due_date grace_end'),
          ('facilities', 'fixed_fee', 'fee', false, null),
          ('facilities', 'waive_below', 'fee', false, null),
          ('facilities', 'maximum_days', 'days', false, null),
          ('facilities', 'maximum_fraction', 'share', false, null),
          ('facilities', 'moved_on', 'day', false, null),
          ('orders', 'facility_number', 'text', true, null),
          ('orders', 'number', 'text', true, null),
          ('orders', 'starts_on', 'day', true, null),
          ('orders', 'ends_on', 'day', false, null),
          ('orders', 'amount', 'amount', false, null),
          ('contractors', 'external_number', 'text', true, null),
          ('contractors', 'first_name', 'text', true, null),
          ('contractors', 'last_name', 'text', true, null),
          ('contractors', 'email', 'text', true, null),
          ('contractors', 'employment_type', 'choice', false, 'w2 1099 corp_to_corp'),
          ('contractors', 'payroll_number', 'text', false, null),
          ('assignments', 'external_number', 'text', true, null),
          ('assignments', 'contractor_number', 'text', true, null),
          ('assignments', 'facility_number', 'text', true, null),
          ('assignments', 'start_date', 'day', true, null),
          ('assignments', 'end_date', 'day', false, null),
          ('assignments', 'bill_rate', 'rate', true, null),
          ('assignments', 'pay_rate', 'rate', true, null),
          ('assignments', 'rates_from', 'day', false, null),
          ('assignments', 'allow_negative_margin', 'choice', false, 'yes no true false'),
          ('assignments', 'overtime_rule', 'text', false, null),
          ('assignments', 'overtime_rule_reason', 'text', false, null),
          ('assignments', 'bill_overtime_multiplier', 'multiplier', false, null),
          ('assignments', 'bill_doubletime_multiplier', 'multiplier', false, null),
          ('assignments', 'renewal_date', 'day', false, null),
          ('assignments', 'department', 'text', false, null),
          ('assignments', 'cost_centre', 'text', false, null),
          ('assignments', 'order_number', 'text', false, null),
          ('open-invoices', 'external_number', 'text', true, null),
          ('open-invoices', 'facility_number', 'text', true, null),
          ('open-invoices', 'issue_date', 'day', true, null),
          ('open-invoices', 'due_date', 'day', true, null),
          ('open-invoices', 'amount', 'amount', true, null),
          ('open-invoices', 'description', 'text', false, null),
          ('open-invoices', 'moved_on', 'day', false, null),
          ('checks', 'external_number', 'text', true, null),
          ('checks', 'facility_number', 'text', true, null),
          ('checks', 'amount', 'amount', true, null),
          ('checks', 'received_on', 'day', true, null),
          ('checks', 'check_number', 'text', false, null),
          ('checks', 'method', 'choice', false, 'check ach wire'),
          ('checks', 'unapplied_credit', 'choice', false, 'yes no true false'),
          ('holidays', 'day', 'day', true, null),
          ('holidays', 'name', 'text', true, null))
          as known (kind, name, type, is_required, choices)
     where known.kind = import_columns.kind;
$function$;

CREATE OR REPLACE FUNCTION private.import_errors (
  kind text,
  rows jsonb,
  OUT  clean jsonb,
  OUT  errors jsonb
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_cells jsonb;
    v_header constant jsonb := (
        select coalesce(jsonb_agg(header), '[]')
          from private.import_header_errors(import_errors.kind, import_errors.rows) as header);
begin
    with cell as materialized (
        select * from private.import_cells(import_errors.kind, import_errors.rows)
    ), clean_row as (
        select cell.nth,
               jsonb_build_object('line', min(cell.line))
               || coalesce(jsonb_object_agg(cell.column_name, cell.value)
                               filter (where cell.value is not null and cell.message is null), '{}') as cells
          from cell
         group by cell.nth)
    select (select jsonb_agg(clean_row.cells order by clean_row.nth) from clean_row),
           (select coalesce(jsonb_agg(jsonb_build_object(
                       'line', cell.line, 'column_name', cell.column_name, 'message', cell.message)), '[]')
              from cell
             where cell.message is not null
               -- Said once, of the header.
               and cell.column_name not in (
                   select header.column_name
                     from jsonb_to_recordset(v_header) as header (column_name text)))
      into import_errors.clean, v_cells;

    with wrong as (
        select 1 as line, header.column_name, header.message, 1 as severity
          from jsonb_to_recordset(v_header) as header (column_name text, message text)
         union all
        select cell.line, cell.column_name, cell.message, 1
          from jsonb_to_recordset(v_cells) as cell (line int, column_name text, message text)
         union all
        select repeated.*, 2 from private.import_repeated_numbers(import_errors.clean) as repeated
         union all
        select row.*, 3 from private.facilities_errors(import_errors.clean) as row
         where import_errors.kind = 'facilities'
         union all
        select row.*, 3 from private.orders_errors(import_errors.clean) as row
         where import_errors.kind = 'orders'
         union all
        select row.*, 3 from private.contractors_errors(import_errors.clean) as row
         where import_errors.kind = 'contractors'
         union all
        select row.*, 3 from private.assignments_errors(import_errors.clean) as row
         where import_errors.kind = 'assignments'
         union all
        select row.*, 3 from private.open_invoices_errors(import_errors.clean) as row
         where import_errors.kind = 'open-invoices'
         union all
        select row.*, 3 from private.checks_errors(import_errors.clean) as row
         where import_errors.kind = 'checks'
         union all
        select row.*, 3 from private.holidays_errors(import_errors.clean) as row
         where import_errors.kind = 'holidays'
    ), first as (
        select distinct on (wrong.line, wrong.column_name) wrong.*, known.place
          from wrong
          left join private.import_columns(import_errors.kind) as known on known.name = wrong.column_name
         order by wrong.line, wrong.column_name, wrong.severity, wrong.message)
    select coalesce(jsonb_agg(jsonb_build_object(
               'line', first.line, 'column', first.column_name, 'message', first.message)
               order by first.line, first.place nulls first, first.column_name), '[]')
      into import_errors.errors
      from first;
end;
$function$;

CREATE OR REPLACE FUNCTION private.insert_assignments (
  rows jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_inserted int;
begin
    -- In one order, which the guards of rates would not keep.
    perform
       from public.contractors as contractor
      where contractor.external_number in (
            select row.contractor_number
              from jsonb_to_recordset(insert_assignments.rows) as row (contractor_number text))
      order by contractor.id
        for no key update;

    insert into public.assignments (
        external_number, contractor_id, facility_id, start_date, end_date, overtime_rule, overtime_rule_reason,
        bill_overtime_multiplier, bill_doubletime_multiplier, department, cost_centre, purchase_order_id)
    select row.external_number, row.contractor_id, row.facility_id, row.start_date, row.end_date, row.overtime_rule,
           row.overtime_rule_reason, row.bill_overtime_multiplier, row.bill_doubletime_multiplier, row.department,
           row.cost_centre, row.purchase_order_id
      from private.assignments_to_import(insert_assignments.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;

    -- Those that were here before have theirs.
    insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
    select row.id, row.rates_from, row.bill_rate, row.pay_rate
      from private.assignments_to_import(insert_assignments.rows) as row
     where not exists (select from public.assignment_rates as rate where rate.assignment_id = row.id);
    -- What is over already comes up for nothing.
    insert into public.contract_renewals (assignment_id, renewal_date)
    select row.id, row.renewal_date
      from private.assignments_to_import(insert_assignments.rows) as row
     cross join private.clock() as clock
     where row.renewal_date >= clock.business_date
       and not exists (select from public.contract_renewals as renewal where renewal.assignment_id = row.id);
    return v_inserted;
end;
$function$;

CREATE OR REPLACE FUNCTION private.insert_facilities (
  rows jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_inserted int;
begin
    insert into public.facilities (
        external_number, name, billing_email, payment_terms_days, timezone, work_state, billing_name,
        billing_address, purchase_order, invoices_by, billing_cycle, two_weeks_from, due_date_rule, bill_overtime_rule,
        bill_scope, bill_overtime_multiplier, bill_doubletime_multiplier)
    select row.external_number, row.name, row.billing_email, row.payment_terms_days, row.timezone, row.work_state,
           row.billing_name, row.billing_address, row.purchase_order, row.invoices_by, row.billing_cycle,
           row.two_weeks_from, row.due_date_rule, row.bill_overtime_rule, row.bill_scope,
           row.bill_overtime_multiplier, row.bill_doubletime_multiplier
      from private.facilities_to_import(insert_facilities.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;

    -- Not from the due dates of old: up to the day of the move the former books charged the interest.
    insert into public.facility_interest_terms (
        facility_id, effective_from, annual_rate, day_count, compounding, rate_basis, grace_days, accrue_from,
        fixed_fee, waive_below, maximum_days, maximum_fraction)
    select row.id, coalesce(row.moved_on, clock.business_date), row.annual_rate,
           coalesce(row.day_count, 'actual/365'), coalesce(row.compounding, 'none'),
           coalesce(row.rate_basis, 'floating'), coalesce(row.grace_days, 0), coalesce(row.accrue_from, 'due_date'),
           coalesce(row.fixed_fee, 0), coalesce(row.waive_below, 0), row.maximum_days, row.maximum_fraction
      from private.facilities_to_import(insert_facilities.rows) as row
     cross join private.clock() as clock
     where row.annual_rate is not null
       and not exists (
           select from public.facility_interest_terms as terms where terms.facility_id = row.id);
    return v_inserted;
end;
$function$;

CREATE OR REPLACE FUNCTION private.insert_holidays (
  rows jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_inserted int;
begin
    insert into public.holidays (day, name)
    select row.day, row.name
      from jsonb_to_recordset(insert_holidays.rows) as row (day date, name text)
     where not exists (select from public.holidays as holiday where holiday.day = row.day);
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$function$;

REVOKE ALL ON FUNCTION private.insert_holidays(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.insert_orders (
  rows jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_inserted int;
begin
    insert into public.purchase_orders (facility_id, number, starts_on, ends_on, amount)
    select row.facility_id, row.number, row.starts_on, row.ends_on, row.amount
      from private.orders_to_import(insert_orders.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$function$;

REVOKE ALL ON FUNCTION private.insert_orders(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.insert_rows (
  kind text,
  rows jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    return case insert_rows.kind
        when 'facilities' then private.insert_facilities(insert_rows.rows)
        when 'orders' then private.insert_orders(insert_rows.rows)
        when 'contractors' then private.insert_contractors(insert_rows.rows)
        when 'assignments' then private.insert_assignments(insert_rows.rows)
        when 'open-invoices' then private.insert_open_invoices(insert_rows.rows)
        when 'checks' then private.insert_checks(insert_rows.rows)
        when 'holidays' then private.insert_holidays(insert_rows.rows)
    end;
exception when unique_violation then -- imports wait for each other; who writes by hand does not
    perform private.refuse(
        409, 'import_overtaken',
        'Somebody wrote one of these rows at this moment: a number, or an e-mail address, is here by now.',
        'Call again: nothing was imported, and what is here is skipped or named.');
    return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.interest_on_paper (
  invoice_id     uuid,
  credit_note_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_most constant int := 1500; -- as private.summed_lines_on_paper
begin
    return (
        with line as materialized (
            select original.number, original.due_date, billed.period_end as through, line.amount
              from public.invoice_lines as line
              join public.invoices as billed on billed.id = line.invoice_id
              join public.invoices as original on original.id = line.original_invoice_id
             where line.invoice_id = interest_on_paper.invoice_id
               and (interest_on_paper.credit_note_id is null
                    or exists (
                        select from public.credit_note_lines as credited
                         where credited.invoice_line_id = line.id
                           and credited.credit_note_id = interest_on_paper.credit_note_id))
        ), row (due_date, number, content) as (
            select line.due_date, line.number,
                   jsonb_build_object(
                       'original_number', line.number, 'due_date', line.due_date, 'invoices', 1,
                       'through', line.through, 'amount', line.amount::text)
              from line
             where (select count(*) from line) <= v_most
             union all
            select min(line.due_date), null,
                   jsonb_build_object(
                       'original_number', null, 'due_date', date_trunc('month', line.due_date)::date,
                       'invoices', count(*), 'through', line.through, 'amount', sum(line.amount)::text)
              from line
             where (select count(*) from line) > v_most
             group by date_trunc('month', line.due_date), line.through
        )
        select jsonb_build_object(
                   'lines', (select count(*) from line),
                   'shown', 'interest',
                   'rows', coalesce((select jsonb_agg(row.content order by row.due_date, row.number) from row), '[]'),
                   'classes', jsonb_build_array(jsonb_build_object(
                       'kind', 'interest', 'hours', null, 'amount', (select coalesce(sum(line.amount), 0.00) from line)::text))));
end;
$function$;

REVOKE ALL ON FUNCTION private.interest_on_paper(uuid,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.interest_to_bill (
  invoice_ids uuid[],
  through     date
)
  RETURNS TABLE (
    invoice_id uuid,
    number     text,
    from_day   date,
    amount     numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select invoice.id, invoice.number,
           least(coalesce(billed.through, invoice.due_date) + 1, interest_to_bill.through),
           accrued.interest - invoice.interest_paid
      from public.invoices as invoice
     cross join lateral (
           select private.interest_through(invoice, private.interest_day(interest_to_bill.through)) as interest) as accrued
     cross join lateral (
           select max(interest.period_end) as through
             from public.payments as payment
             join public.invoices as interest on interest.id = payment.interest_invoice_id
            where payment.invoice_id = invoice.id and payment.reversed_at is null) as billed
     where invoice.id = any (interest_to_bill.invoice_ids)
       and invoice.status not in ('draft', 'void')
       and accrued.interest > invoice.interest_paid;
$function$;

REVOKE ALL ON FUNCTION private.interest_to_bill(uuid[],date) FROM PUBLIC, "anon", "authenticated", "service_role";

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
                   'group_by', case
                       when v_invoice.group_key = '' then null
                       when exists (select from public.purchase_orders as purchase_order
                                     where purchase_order.id::text = v_invoice.group_key
                                       and purchase_order.facility_id = v_invoice.facility_id) then 'order'
                       when exists (select from public.assignments as assignment
                                     where assignment.id::text = v_invoice.group_key
                                       and assignment.facility_id = v_invoice.facility_id) then 'assignment'
                       else 'department' end,
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

CREATE OR REPLACE FUNCTION private.invoice_file (
  invoice_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "DateStyle" TO 'ISO'
  AS $function$
declare
    v_invoice constant public.invoices := private.invoice_to_read(invoice_file.invoice_id);
begin
    return (
        select concat(
            'invoice_number,contractor_id,contractor_name,kind,work_date,week_start,description,hours,rate,multiplier,amount,'
            'department,cost_centre,purchase_order',
            e'\r\n',
            string_agg(concat(concat_ws(',',
                private.csv_text(v_invoice.number), coalesce(line.contractor_id::text, ''),
                private.csv_text(line.contractor_name), line.kind, coalesce(line.work_date::text, ''),
                coalesce(line.week_start::text, ''), private.csv_text(line.description),
                coalesce(line.hours::text, ''), coalesce(line.rate::text, ''), coalesce(line.multiplier::text, ''),
                line.amount, private.csv_text(line.department), private.csv_text(line.cost_centre),
                private.csv_text(line.purchase_order)), e'\r\n'), '' order by line.place))
          from private.lines_on_paper(v_invoice.id, null) as line);
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoice_in_the_way (
  facility_id  uuid,
  group_key    text,
  period_start date,
  period_end   date
)
  RETURNS public.invoices
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select invoice.*
      from public.invoices as invoice
     where invoice.facility_id = invoice_in_the_way.facility_id
       and invoice.group_key = invoice_in_the_way.group_key
       and invoice.period_start <= invoice_in_the_way.period_end
       and invoice.period_end >= invoice_in_the_way.period_start
       and (invoice.status = 'draft'
            or (invoice.status in ('sent', 'partially_paid', 'paid')
                and invoice.kind not in ('backfill', 'opening', 'interest')))
     order by invoice.status = 'draft', invoice.period_start, invoice.id
     limit 1;
$function$;

REVOKE ALL ON FUNCTION private.invoice_in_the_way(uuid,text,date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.invoice_interest (
  facility_id uuid,
  through     date
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_today constant date := (private.clock()).business_date;
    v_through constant date := coalesce(invoice_interest.through, v_today - 1);
    v_original_ids uuid[];
    v_owes_interest boolean;
    v_invoice public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('facility_id', invoice_interest.facility_id));
    perform private.require_finite_dates(jsonb_build_object('through', v_through));
    perform private.require_facility(invoice_interest.facility_id);
    if v_through > v_today then
        perform private.refuse(
            400, 'day_ahead',
            format('It is %s: interest through %s has not accrued yet.', v_today, v_through),
            'Give today or a day before, or none for yesterday.');
    end if;

    v_original_ids := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.facility_id = invoice_interest.facility_id
           and invoice.status in ('sent', 'partially_paid', 'paid')
           and invoice.kind <> 'interest'
           and invoice.due_date <= v_through
           and (invoice.bears_interest or invoice.interest_balance > 0));
    perform private.hold_invoices(v_original_ids);
    v_owes_interest := exists (select from private.interest_to_bill(v_original_ids, v_through));
    if not v_owes_interest then
        select invoice.*
          into v_invoice
          from public.invoices as invoice
         where invoice.facility_id = invoice_interest.facility_id
           and invoice.kind = 'interest'
           and invoice.status in ('sent', 'partially_paid', 'paid')
           and invoice.period_end = v_through
         order by invoice.sent_at desc, invoice.id
         limit 1;
        if found then
            return v_invoice;
        end if;
    end if;

    perform private.check_interest_is_computed(v_original_ids, v_through);
    if not v_owes_interest then
        perform private.refuse(
            409, 'no_interest_to_bill',
            format('Through %s no interest has accrued that is not paid or billed.', v_through),
            'Give a later day, or wait: nothing is to be done.');
    end if;
    return private.write_invoice_of_interest(
        invoice_interest.facility_id, v_through, v_today, v_original_ids);
end;
$function$;

REVOKE ALL ON FUNCTION private.invoice_interest(uuid,date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.keep_number_of_purchase_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if exists (select from private.order_amounts as amount where amount.purchase_order_id = old.id) then
        perform private.refuse(
            409, 'purchase_order_used',
            format('The order %s stands on invoices that were sent.', old.number),
            'Leave its number as it is; enter another order for what comes, and end this one.');
    end if;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.keep_number_of_purchase_order() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.keep_purchase_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if exists (select from public.assignments as assignment where assignment.purchase_order_id = old.id)
        or exists (select from public.invoice_lines as line where line.purchase_order_id = old.id) then
        perform private.refuse(
            409, 'purchase_order_used',
            format('The order %s is used: assignments name it, or lines of invoices.', old.number),
            'Leave it and its facility as they are; to use it no longer, end it, and take it off the assignments.');
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$function$;

REVOKE ALL ON FUNCTION private.keep_purchase_order() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.last_cycles (
  through date
)
  RETURNS TABLE (
    facility_id   uuid,
    billing_cycle text,
    period_start  date,
    period_end    date
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select facility.id, facility.billing_cycle, cycle.next_start - cycle.length, cycle.next_start - 1
      from public.facilities as facility
     cross join (
           select private.workweek_start(last_cycles.through + 1) as week_start,
                  date_trunc('month', last_cycles.through + 1)::date as month_start
           offset 0) as calendar -- once, not once per facility
     cross join lateral (
           select calendar.week_start, 7
            where facility.billing_cycle = 'week'
            union all
           select calendar.week_start
                  - case when (calendar.week_start - private.workweek_start(coalesce(facility.two_weeks_from, '2000-01-03')))
                              % 14 = 0 then 0 else 7 end, 14
            where facility.billing_cycle = 'two_weeks'
            union all
           select calendar.month_start, calendar.month_start - (calendar.month_start - interval '1 month')::date
            where facility.billing_cycle = 'month') as cycle (next_start, length);
$function$;

REVOKE ALL ON FUNCTION private.last_cycles(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.lines_on_paper (
  invoice_id     uuid,
  credit_note_id uuid
)
  RETURNS TABLE (
    line_id         uuid,
    kind            text,
    contractor_id   uuid,
    contractor_name text,
    description     text,
    work_date       date,
    week_start      date,
    hours           numeric,
    rate            numeric,
    multiplier      numeric,
    amount          numeric,
    department      text,
    cost_centre     text,
    purchase_order  text,
    place           bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select named.id, named.kind, named.contractor_id, named.contractor_name, named.description, named.work_date,
           named.week_start, named.hours, named.rate, named.multiplier, named.amount, named.department,
           named.cost_centre, named.purchase_order,
           row_number() over (
               order by named.kind = 'adjustment', named.contractor_name, named.contractor_id, named.department,
                        named.cost_centre, named.purchase_order, named.week_start,
                        named.kind = 'difference', named.work_date,
                        array_position(array['regular', 'overtime', 'doubletime'], named.kind), named.description,
                        named.created_at, named.id)
      from (select line.id, line.kind, line.description, line.work_date, line.hours, line.rate,
                   case when line.hours is not null then line.multiplier end as multiplier,
                   line.amount, line.created_at, line.department, line.cost_centre,
                   purchase_order.number as purchase_order,
                   coalesce(line.contractor_id, assignment.contractor_id) as contractor_id,
                   case line.kind
                       when 'adjustment' then null
                       when 'interest' then null
                       when 'difference' then contractor.first_name || ' ' || contractor.last_name
                       else line.description end as contractor_name,
                   coalesce(line.week_start,
                            line.work_date - (extract(isodow from line.work_date)::int - settings.workweek_starts_on + 7) % 7
                   ) as week_start
              from public.organization_settings as settings
             cross join public.invoice_lines as line
              left join public.time_entries as entry on entry.id = line.time_entry_id
              left join public.assignments as assignment on assignment.id = entry.assignment_id
              left join public.contractors as contractor on contractor.id = line.contractor_id
              left join public.purchase_orders as purchase_order on purchase_order.id = line.purchase_order_id
             where line.invoice_id = lines_on_paper.invoice_id
               and (lines_on_paper.credit_note_id is null
                    or exists (
                        select from public.credit_note_lines as credited
                         where credited.invoice_line_id = line.id
                           and credited.credit_note_id = lines_on_paper.credit_note_id))) as named;
$function$;

REVOKE ALL ON FUNCTION private.lines_on_paper(uuid,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.new_draft (
  procedure    text,
  facility_id  uuid,
  group_key    text,
  kind         text,
  period_start date,
  period_end   date
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_invoice public.invoices;
begin
    insert into public.invoices (facility_id, group_key, group_name, kind, period_start, period_end)
    values (new_draft.facility_id, new_draft.group_key,
            private.group_name(new_draft.facility_id, new_draft.group_key), new_draft.kind, new_draft.period_start,
            new_draft.period_end)
    returning * into v_invoice;
    v_invoice := private.bill_draft(new_draft.procedure, v_invoice.id, null);
    perform private.require_billed_time(v_invoice);
    return v_invoice;
end;
$function$;

REVOKE ALL ON FUNCTION private.new_draft(text,uuid,text,text,date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    select purchase_order.number
      into v_number
      from public.purchase_orders as purchase_order
     where purchase_order.facility_id = invoice.facility_id and purchase_order.id::text = invoice.group_key;
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

REVOKE ALL ON FUNCTION private.order_on_invoice(public.invoices) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.orders_errors (
  rows jsonb
)
  RETURNS TABLE (
    line        integer,
    column_name text,
    message     text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with row as materialized (
        select * from private.orders_to_import(orders_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join lateral (values
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('number', char_length(row.number) > 40, 'It has more than 40 characters.'),
           ('ends_on', row.ends_on < row.starts_on, format('It is before the first day, %s.', row.starts_on)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select repeated.line, 'number', format('Line %s is of the same facility and number.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.facility_number is not null and row.number is not null
            window same as (partition by row.facility_number, row.number order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.purchase_orders as purchase_order on purchase_order.id = row.id
     cross join lateral (values
           ('starts_on', row.starts_on::text, purchase_order.starts_on::text),
           ('ends_on', row.ends_on::text, purchase_order.ends_on::text),
           ('amount', row.amount::text, purchase_order.amount::text)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$function$;

REVOKE ALL ON FUNCTION private.orders_errors(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.orders_to_import (
  rows jsonb
)
  RETURNS TABLE (
    line            integer,
    id              uuid,
    facility_number text,
    facility_id     uuid,
    number          text,
    starts_on       date,
    ends_on         date,
    amount          numeric
  )
  LANGUAGE sql
  STABLE
  ROWS 20000
  SET search_path TO ''
  AS $function$
    select row.line, purchase_order.id, row.facility_number, facility.id, row.number, row.starts_on, row.ends_on,
           row.amount
      from jsonb_to_recordset(orders_to_import.rows) as row (
           line int, facility_number text, number text, starts_on date, ends_on date, amount numeric(12, 2))
      left join public.facilities as facility on facility.external_number = row.facility_number
      left join public.purchase_orders as purchase_order
        on purchase_order.facility_id = facility.id and purchase_order.number = row.number;
$function$;

REVOKE ALL ON FUNCTION private.orders_to_import(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.payments_on_paper (
  invoice_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select coalesce(
               jsonb_agg(
                   jsonb_build_object(
                       'paid_on', paid.paid_on, 'source', paid.source, 'component', paid.component,
                       'reference', coalesce(note.number, nullif(concat_ws(' ', received.method, received.check_number), ''),
                                             left_over.number, interest.number),
                       'amount', paid.amount::text)
                   order by paid.paid_on, paid.component desc, paid.created_at, paid.id),
               '[]')
      from public.payments as paid
      left join public.check_reconciliations as reconciliation on reconciliation.id = paid.check_reconciliation_id
      left join public.facility_credits as kept on kept.id = reconciliation.facility_credit_id
      left join public.checks as received on received.id = coalesce(reconciliation.check_id, kept.check_id)
      left join public.credit_notes as left_over on left_over.id = kept.credit_note_id
      left join public.credit_notes as note on note.id = paid.credit_note_id
      left join public.invoices as interest on interest.id = paid.interest_invoice_id
     where paid.invoice_id = payments_on_paper.invoice_id and paid.reversed_at is null;
$function$;

CREATE OR REPLACE FUNCTION private.periods_of_week (
  week_start date
)
  RETURNS SETOF private.period_to_bill
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with cycle as materialized (
        select last.*
          from private.last_cycles(periods_of_week.week_start + 6) as last
         where last.period_end >= periods_of_week.week_start
    ), grouped as (
        select cycle.facility_id, assignment.group_key
          from cycle
          join private.grouped_assignments as assignment
            on assignment.facility_id = cycle.facility_id
           and assignment.start_date <= cycle.period_end
           and coalesce(assignment.end_date, 'infinity') >= cycle.period_start
         union
        select cycle.facility_id, draft.group_key -- of groups that there are no longer, their time goes elsewhere
          from cycle
          join public.invoices as draft
            on draft.facility_id = cycle.facility_id
           and draft.status = 'draft'
           and draft.period_start >= cycle.period_start
           and draft.period_end = cycle.period_end
    ), covered as (
        select sent.facility_id, sent.group_key, max(sent.period_end) as through
          from cycle
          join public.invoices as sent
            on sent.facility_id = cycle.facility_id
           and sent.period_end >= cycle.period_start
           and sent.period_end < cycle.period_end
         where sent.status in ('sent', 'partially_paid', 'paid')
           and sent.kind not in ('backfill', 'opening', 'interest')
           and (cycle.billing_cycle <> 'week' or (sent.kind = 'weekly' and sent.period_start < cycle.period_start))
         group by sent.facility_id, sent.group_key
    )
    select cycle.facility_id, grouped.group_key, coalesce(covered.through + 1, cycle.period_start), cycle.period_end
      from cycle
      join grouped on grouped.facility_id = cycle.facility_id
      left join covered on covered.facility_id = grouped.facility_id and covered.group_key = grouped.group_key;
$function$;

REVOKE ALL ON FUNCTION private.periods_of_week(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.postings_of_invoices (
  from_day     date,
  to_day       date,
  document_ids uuid[]
)
  RETURNS TABLE (
    posted_on     date,
    document_id   uuid,
    document      text,
    account       text,
    amount        numeric,
    facility_id   uuid,
    contractor_id uuid,
    memo          text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_timezone constant text := private.operating_timezone();
begin
    return query
    with document as materialized ( -- owed: as much as the facility owes more by it, in sum
        select posting.day, invoice.id, invoice.number, invoice.facility_id, invoice.id as invoice_id,
               null::uuid as credit_note_id, invoice.kind = 'opening' as is_opening, 'receivables' as account,
               'interest_receivable' as interest_account,
               posting.sign, posting.sign * invoice.total as owed, posting.memo
          from public.invoices as invoice
         cross join lateral (
               select (invoice.voided_at at time zone v_timezone)::date) as voided (day)
         cross join lateral (values
               (invoice.issue_date, 1, format('Invoice for %s to %s', invoice.period_start, invoice.period_end)),
               (voided.day, -1, 'Invoice voided')) as posting (day, sign, memo)
         where invoice.sent_at is not null
           and (postings_of_invoices.document_ids is null or invoice.id = any (postings_of_invoices.document_ids))
           -- Asked first, of the invoice alone: most are of other months.
           and (invoice.issue_date between postings_of_invoices.from_day and postings_of_invoices.to_day
                or voided.day between postings_of_invoices.from_day and postings_of_invoices.to_day)
           and posting.day between postings_of_invoices.from_day and postings_of_invoices.to_day
           and (voided.day is null or voided.day >= invoice.issue_date)
         union all
        select note.counts_on, note.id, note.number, note.facility_id, note.invoice_id, note.id,
               invoice.kind = 'opening', 'customer_credits',
               case when note.reinstates then 'interest_receivable' else 'interest_income' end, -1, -note.amount,
               format('Credit note for invoice %s', invoice.number)
          from public.credit_notes as note
          join public.invoices as invoice on invoice.id = note.invoice_id
         where (postings_of_invoices.document_ids is null or note.id = any (postings_of_invoices.document_ids))
           and note.counts_on between postings_of_invoices.from_day and postings_of_invoices.to_day
    ), posting as materialized (
        select document.day, document.id, document.number, document.account, document.owed as amount,
               document.facility_id, null::uuid as contractor_id, document.memo
          from document
         union all
        select document.day, document.id, document.number,
               case when document.is_opening then 'opening_balances' else line.account end,
               -document.sign * line.amount, document.facility_id, line.contractor_id, document.memo
          from document
         cross join lateral (
               select class.account, coalesce(billed.contractor_id, assignment.contractor_id) as contractor_id,
                      sum(billed.amount) as amount
                 from public.invoice_lines as billed
                 left join public.time_entries as entry on entry.id = billed.time_entry_id
                 left join public.assignments as assignment on assignment.id = entry.assignment_id
                cross join lateral (
                      select case billed.kind when 'adjustment' then 'revenue_adjustments'
                                              when 'difference' then 'revenue_differences'
                                              when 'interest' then document.interest_account
                                              else 'revenue_' || billed.kind end) as class (account)
                where billed.invoice_id = document.invoice_id
                  and (document.credit_note_id is null
                       or exists (select from public.credit_note_lines as credited
                                   where credited.invoice_line_id = billed.id
                                     and credited.credit_note_id = document.credit_note_id))
                group by class.account, coalesce(billed.contractor_id, assignment.contractor_id)) as line
    )
    select posting.* from posting
     union all
    -- Another program may have written an invoice of former books without lines.
    select posting.day, posting.id, posting.number, 'opening_balances', -sum(posting.amount), posting.facility_id, null,
           posting.memo
      from posting
     group by posting.day, posting.id, posting.number, posting.facility_id, posting.memo
    having sum(posting.amount) <> 0;
end;
$function$;

CREATE OR REPLACE FUNCTION private.postings_of_receipts (
  from_day     date,
  to_day       date,
  document_ids uuid[]
)
  RETURNS TABLE (
    posted_on     date,
    document_id   uuid,
    document      text,
    account       text,
    amount        numeric,
    facility_id   uuid,
    contractor_id uuid,
    memo          text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_timezone constant text := private.operating_timezone();
begin
    return query
    with receipt as (
        select received.id, private.name_of_check(received) as name, received.facility_id, received.amount,
               received.received_on as first_day, (received.returned_at at time zone v_timezone)::date as last_day,
               case when received.external_number is null then 'cash' else 'opening_balances' end as debited,
               case when received.reconciled_at is null then 'unapplied_receipts' else 'customer_credits' end as credited,
               'Received' as memo, 'Returned' as undone
          from public.checks as received
         where postings_of_receipts.document_ids is null or received.id = any (postings_of_receipts.document_ids)
         union all
        select source.document_id, source.name, invoice.facility_id, payment.amount,
               -- As ar_aging_as_of: a payment counts once its invoice does.
               greatest(payment.paid_on, invoice.issue_date, (payment.moved_at at time zone v_timezone)::date),
               (payment.reversed_at at time zone v_timezone)::date,
               case when payment.source <> 'write_off'
                    then case when source.document_id = invoice.id then 'cash' else 'customer_credits' end
                    when payment.component = 'principal' then 'bad_debt'
                    else 'interest_income' end,
               case payment.component when 'principal' then 'receivables' else 'interest_receivable' end,
               format('%s of invoice %s %s', initcap(payment.component), invoice.number,
                      case payment.source when 'write_off' then 'written off'
                                          when 'credit_note' then 'credited'
                                          else 'paid' end),
               format('%s of invoice %s no longer paid', initcap(payment.component), invoice.number)
          from public.payments as payment
          join public.invoices as invoice on invoice.id = payment.invoice_id
          left join public.check_reconciliations as reconciliation on reconciliation.id = payment.check_reconciliation_id
          left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id
          left join public.checks as received on received.id = coalesce(reconciliation.check_id, credit.check_id)
          left join public.credit_notes as note on note.id = coalesce(payment.credit_note_id, credit.credit_note_id)
         -- Imported payments may name no check: they are in the books of their invoice.
         cross join lateral (
               select coalesce(received.id, note.id, invoice.id),
                      coalesce(private.name_of_check(received), note.number, invoice.number)
               ) as source (document_id, name)
         where payment.source <> 'interest_invoice' -- the invoice that bills it posts it
           and (postings_of_receipts.document_ids is null
                or source.document_id = any (postings_of_receipts.document_ids))
    )
    select posting.day, receipt.id, receipt.name, side.account, posting.sign * side.sign * receipt.amount,
           receipt.facility_id, null::uuid, posting.memo
      from receipt
     cross join lateral (values
           (receipt.first_day, 1, receipt.memo), (receipt.last_day, -1, receipt.undone)) as posting (day, sign, memo)
     cross join lateral (values (receipt.debited, 1), (receipt.credited, -1)) as side (account, sign)
     where posting.day between postings_of_receipts.from_day and postings_of_receipts.to_day
       and (receipt.last_day is null or receipt.last_day >= receipt.first_day);
end;
$function$;

CREATE OR REPLACE FUNCTION private.refuse_invoice_in_the_way (
  facility_id  uuid,
  group_key    text,
  period_start date,
  period_end   date
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_other constant public.invoices := private.invoice_in_the_way(
        refuse_invoice_in_the_way.facility_id, refuse_invoice_in_the_way.group_key,
        refuse_invoice_in_the_way.period_start, refuse_invoice_in_the_way.period_end);
begin
    if v_other.status = 'draft' then
        perform private.refuse(
            409, 'period_overlaps_draft',
            format('There is a draft of kind %s of the facility from %s to %s (%s).',
                   v_other.kind, v_other.period_start, v_other.period_end, v_other.id),
            'Send or void that draft first, or choose days beside it.');
    elsif v_other.id is not null then
        perform private.refuse(
            409, 'period_already_invoiced',
            format('Invoice %s of the facility covers %s to %s.',
                   v_other.number, v_other.period_start, v_other.period_end),
            'Bill time that came late with backfill_invoice.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_invoice_in_the_way(uuid,text,date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

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
            format('The facility has no approved time%s %s%s that is not on another invoice%s.',
                   case when require_billed_time.invoice.group_key <> ''
                        then ' of the group ' || require_billed_time.invoice.group_name
                        when exists (select from public.facilities as facility
                                      where facility.id = require_billed_time.invoice.facility_id
                                        and facility.invoices_by <> 'one')
                        then ' of no group' else '' end,
                   case when require_billed_time.invoice.kind = 'backfill' then 'up to '
                        else format('from %s to ', require_billed_time.invoice.period_start) end,
                   require_billed_time.invoice.period_end,
                   case when require_billed_time.invoice.kind = 'backfill'
                        then ', and no difference from what was billed' else '' end),
            'Approve the time first; the views unbilled_time and unbilled_differences show what can be billed, and in '
            'which group.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_group (
  facility_id uuid,
  group_key   text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_facility constant public.facilities := (
        select facility from public.facilities as facility where facility.id = require_group.facility_id);
    v_groups text;
begin
    if require_group.group_key = '' or private.group_name(v_facility.id, require_group.group_key) is not null then
        return;
    end if;
    select string_agg(format('%L (%s)', known.group_key, known.group_name), ', ' order by known.group_name)
      into v_groups
      from (select distinct assignment.group_key, assignment.group_name
              from private.grouped_assignments as assignment
             where assignment.facility_id = v_facility.id and assignment.group_key <> ''
             order by assignment.group_name
             limit 20) as known;
    perform private.refuse(
        404, 'group_not_found',
        format('%s has no group %L: its invoices are made %s.', v_facility.name, require_group.group_key,
               case v_facility.invoices_by when 'one' then 'of all of its time' else 'by ' || v_facility.invoices_by end),
        coalesce('Give one of its groups: ' || v_groups || '.', 'Leave group_key out.'));
end;
$function$;

REVOKE ALL ON FUNCTION private.require_group(uuid,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_import (
  kind text,
  rows jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_rows constant int := case when jsonb_typeof(require_import.rows) = 'array'
                                then jsonb_array_length(require_import.rows) end;
begin
    if not exists (select from private.import_columns(require_import.kind)) then
        perform private.refuse(
            400, 'import_kind_unknown',
            format('There is no import of %s.', require_import.kind),
            'Give facilities, orders, contractors, assignments, open-invoices, checks or holidays.');
    end if;
    if v_rows is null or v_rows = 0 or exists (
        select from jsonb_array_elements(require_import.rows) as given (row) where jsonb_typeof(given.row) <> 'object') then
        perform private.refuse(
            400, 'import_rows_not_valid',
            case when v_rows = 0 then 'There are no rows to import.' else 'The rows are no list of objects.' end,
            'Give a list of objects, one a row, each with its values by the names of the columns.');
    end if;
    if v_rows > 20000 then
        perform private.refuse(
            400, 'too_many_rows',
            format('At most 20000 rows are imported at once, not %s.', v_rows),
            'Give at most 20000 rows at a time: each part of a file has the line of column names, and so many rows below it.');
    end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.reverse_billed_interest (
  procedure           text,
  interest_invoice_id uuid,
  line_ids            uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_payment_ids constant uuid[] := array(
        select payment.id
          from public.payments as payment
         where payment.interest_invoice_id = reverse_billed_interest.interest_invoice_id
           and payment.reversed_at is null
           and (reverse_billed_interest.line_ids is null
                or payment.invoice_id in (
                    select line.original_invoice_id
                      from public.invoice_lines as line
                     where line.id = any (reverse_billed_interest.line_ids))));
    v_before constant public.invoices[] := array(
        select invoice
          from public.invoices as invoice
          join public.payments as payment on payment.invoice_id = invoice.id
         where payment.id = any (v_payment_ids));
begin
    update public.payments as payment
       set reversed_at = (private.clock()).at
     where payment.id = any (v_payment_ids);
    perform private.audit_invoices(reverse_billed_interest.procedure, v_before);
end;
$function$;

REVOKE ALL ON FUNCTION private.reverse_billed_interest(text,uuid,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.rows_here_already (
  kind text,
  rows jsonb
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case rows_here_already.kind
        when 'orders' then (
            select count(row.id) from private.orders_to_import(rows_here_already.rows) as row)
        when 'holidays' then (
            select count(*)
              from jsonb_to_recordset(rows_here_already.rows) as row (day date)
              join public.holidays as holiday on holiday.day = row.day)
        else (
            select count(*)
              from jsonb_to_recordset(rows_here_already.rows) as row (external_number text)
              join (select 'facilities' as kind, facility.external_number from public.facilities as facility
                     union all
                    select 'contractors', contractor.external_number from public.contractors as contractor
                     union all
                    select 'assignments', assignment.external_number from public.assignments as assignment
                     union all
                    select 'open-invoices', invoice.number from public.invoices as invoice
                     union all
                    select 'checks', received.external_number from public.checks as received) as here
                on here.external_number = row.external_number
             where here.kind = rows_here_already.kind)
    end;
$function$;

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
           due_date = private.due_date(send_drafts.issue_date, facility.payment_terms_days, facility.due_date_rule)
      from unnest(send_drafts.invoice_ids, v_numbers) as given (invoice_id, number),
           public.facilities as facility
     where invoice.id = given.invoice_id and facility.id = invoice.facility_id;

    perform private.audit_invoices('send_invoices', v_before);
end;
$function$;

CREATE OR REPLACE FUNCTION private.send_invoices (
  invoice_ids      uuid[],
  issue_date       date,
  allow_over_order boolean
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
        perform private.hold_purchase_orders(v_draft_ids);
        if send_invoices.allow_over_order is not true then
            perform private.check_purchase_orders(v_draft_ids);
        end if;
        perform private.send_drafts(v_draft_ids, v_issue_date);
    end if;

    return query
        select invoice.*
          from public.invoices as invoice
         where invoice.id = any (v_invoice_ids)
         order by array_position(v_invoice_ids, invoice.id);
end;
$function$;

REVOKE ALL ON FUNCTION private.send_invoices(uuid[],date,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.stamp_order_of_adjustment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    new.purchase_order_id := (
        select purchase_order.id
          from public.invoices as invoice
          join public.purchase_orders as purchase_order
            on purchase_order.facility_id = invoice.facility_id and purchase_order.id::text = invoice.group_key
         where invoice.id = new.invoice_id);
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.stamp_order_of_adjustment() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.start_of_period_before (
  period_start date,
  period_end   date
)
  RETURNS date
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when extract(day from period_start) = 1 and extract(day from period_end + 1) = 1
                then (period_start - interval '1 month')::date
                else period_start - (period_end - period_start + 1) end;
$function$;

REVOKE ALL ON FUNCTION private.start_of_period_before(date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.summed_lines_on_paper (
  invoice_id     uuid,
  credit_note_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_most constant int := 1500;
    v_lines int;
    v_weeks int;
begin
    select count(*), count(distinct (line.contractor_id, line.contractor_name, line.week_start))
      into v_lines, v_weeks
      from private.lines_on_paper(summed_lines_on_paper.invoice_id, summed_lines_on_paper.credit_note_id) as line;
    return (
        with line as materialized (
            select * from private.lines_on_paper(
                summed_lines_on_paper.invoice_id, summed_lines_on_paper.credit_note_id)
        ), row (place, content) as (
            select line.place,
                   jsonb_build_object(
                       'kind', line.kind, 'description', line.description, 'work_date', line.work_date,
                       'hours', line.hours::text, 'rate', line.rate::text, 'multiplier', line.multiplier::text,
                       'amount', line.amount::text, 'department', line.department, 'cost_centre', line.cost_centre,
                       'purchase_order', line.purchase_order)
              from line
             where v_lines <= v_most
             union all
            select min(line.place),
                   jsonb_build_object(
                       'contractor_name', case when v_weeks <= v_most then min(line.contractor_name) end,
                       'week_start', line.week_start,
                       'regular_hours', coalesce(sum(line.hours) filter (where line.kind = 'regular'), 0.00)::text,
                       'overtime_hours', coalesce(sum(line.hours) filter (where line.kind = 'overtime'), 0.00)::text,
                       'doubletime_hours', coalesce(sum(line.hours) filter (where line.kind = 'doubletime'), 0.00)::text,
                       'amount', sum(line.amount)::text)
              from line
             where v_lines > v_most
             group by line.week_start,
                      case when v_weeks <= v_most then (line.contractor_id, line.contractor_name)::text end
        )
        select jsonb_build_object(
                   'lines', v_lines,
                   'shown', case when v_lines <= v_most then 'lines'
                                 when v_weeks <= v_most then 'contractors_and_weeks'
                                 else 'weeks' end,
                   'rows', coalesce((select jsonb_agg(row.content order by row.place) from row), '[]'),
                   'classes', coalesce((
                       select jsonb_agg(
                                  jsonb_build_object(
                                      'kind', class.kind, 'hours', class.hours::text, 'amount', class.amount::text)
                                  order by array_position(
                                      array['regular', 'overtime', 'doubletime', 'difference', 'adjustment'], class.kind))
                         from (select line.kind, sum(line.hours) as hours, sum(line.amount) as amount
                                 from line
                                group by line.kind) as class), '[]')));
end;
$function$;

CREATE OR REPLACE FUNCTION private.unbilled_differences()
  RETURNS TABLE (
    facility_id       uuid,
    facility_name     text,
    contractor_id     uuid,
    contractor_name   text,
    week_start        date,
    billed_amount     numeric,
    due_amount        numeric,
    amount            numeric,
    group_key         text,
    group_name        text,
    purchase_order_id uuid,
    department        text,
    cost_centre       text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select facility.id, facility.name, contractor.id, contractor.first_name || ' ' || contractor.last_name,
           difference.week_start, difference.billed_amount, difference.due_amount,
           difference.due_amount - difference.billed_amount,
           difference.group_key, private.group_name(facility.id, difference.group_key), difference.purchase_order_id,
           difference.department, difference.cost_centre
      from (select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as starts
              from (select distinct week.contractor_id, week.week_start
                      from private.weeks_to_compare as week
                     where (select private.is_staff_or_server())) as week) as marked
     cross join lateral private.differences_of_weeks(marked.contractor_ids, marked.starts) as difference
      join public.facilities as facility on facility.id = difference.facility_id
      join public.contractors as contractor on contractor.id = difference.contractor_id
     order by difference.week_start, facility.name, facility.id, contractor.last_name, contractor.id,
              difference.group_key, difference.purchase_order_id, difference.department, difference.cost_centre;
$function$;

REVOKE ALL ON FUNCTION private.unbilled_differences() FROM PUBLIC, "anon", "authenticated", "service_role";

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
    v_interest_on text;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', void_invoice.invoice_id));
    perform private.require_reason(void_invoice.reason);

    perform private.hold_invoices(private.with_originals(void_invoice.invoice_id));
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
    select sum(payment.amount), string_agg(interest.number, ', ' order by interest.number)
      into v_paid, v_interest_on
      from public.payments as payment
      left join public.invoices as interest on interest.id = payment.interest_invoice_id
     where payment.invoice_id = v_invoice.id and payment.reversed_at is null;
    if v_paid is not null then
        perform private.refuse(
            409, 'invoice_has_payments',
            format('Invoice %s has payments of %s in force.', v_invoice.number, v_paid),
            case when v_interest_on is null
                 then 'Return the check that paid it first, with return_check, or credit what was wrong with '
                      'credit_invoice; a write-off cannot be taken back.'
                 else format('Void %s first, which bills its interest, and return the check that paid it, if one did; '
                             'or credit what was wrong with credit_invoice.', v_interest_on) end);
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
    if v_invoice.kind = 'interest' then
        perform private.reverse_billed_interest('void_invoice', v_invoice.id, null);
    end if;
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
    v_periods private.period_to_bill[];
    v_outcomes jsonb;
    v_late_entries int;
    v_late_hours jsonb; -- by facility and group
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
    v_periods := array(select period from private.periods_of_week(v_week_start) as period);
    perform private.hold_drafts_of_periods(v_periods);
    begin
        v_outcomes := private.bill_each_period(v_periods);
        select coalesce(sum(late.entries), 0), coalesce(jsonb_object_agg(late.facility_id || late.group_key, late.hours), '{}')
          into v_late_entries, v_late_hours
          from (select assignment.facility_id, assignment.group_key, count(*) as entries, sum(time.hours) as hours
                  from private.unbilled_of_13_weeks(v_week_start + 6) as time
                  join private.grouped_assignments as assignment on assignment.id = time.assignment_id
                  join private.last_cycles(v_week_start + 6) as last
                    on last.facility_id = assignment.facility_id and time.work_date <= last.period_end
                 group by assignment.facility_id, assignment.group_key) as late;
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
                   'late_hours', coalesce(v_late_hours ->> (outcome.facility_id || outcome.group_key), '0.00'),
                   'last_week_amount', (
                       select coalesce(sum(invoice.total), 0.00)::text
                         from public.invoices as invoice
                        where invoice.facility_id = outcome.facility_id::uuid
                          and invoice.group_key = outcome.group_key
                          and invoice.period_start = private.start_of_period_before(
                                  outcome.period_start, outcome.period_end)
                          and invoice.period_end = outcome.period_start - 1
                          and invoice.kind <> 'interest'
                          and invoice.status <> 'void'))
               order by outcome.facility, outcome.facility_id, outcome.detail ->> 'group_name', outcome.group_key), '[]')
      from (select detail, detail ->> 'outcome' as outcome, (detail ->> 'entries')::int as entries,
                   (detail ->> 'amount')::numeric as amount, detail ->> 'facility' as facility,
                   detail ->> 'facility_id' as facility_id, detail ->> 'group_key' as group_key,
                   (detail ->> 'period_start')::date as period_start, (detail ->> 'period_end')::date as period_end
              from jsonb_array_elements(v_outcomes) as detail) as outcome
    returning * into v_run;
    return v_run;
end;
$function$;

CREATE OR REPLACE FUNCTION private.with_originals (
  invoice_id uuid
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select array(
        select with_originals.invoice_id
         union
        select payment.invoice_id
          from public.payments as payment
         where payment.interest_invoice_id = with_originals.invoice_id);
$function$;

REVOKE ALL ON FUNCTION private.with_originals(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.write_invoice_of_interest (
  facility_id  uuid,
  through      date,
  issue_date   date,
  original_ids uuid[]
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_before constant public.invoices[] := array(
        select invoice from public.invoices as invoice
         where invoice.id = any (write_invoice_of_interest.original_ids));
    v_id constant uuid := gen_random_uuid();
    v_invoice public.invoices;
begin
    insert into public.invoices (id, facility_id, kind, period_start, period_end)
    select v_id, write_invoice_of_interest.facility_id, 'interest', min(owed.from_day), write_invoice_of_interest.through
      from private.interest_to_bill(write_invoice_of_interest.original_ids, write_invoice_of_interest.through) as owed;
    insert into public.invoice_lines (invoice_id, kind, original_invoice_id, multiplier, amount, description)
    select v_id, 'interest', owed.invoice_id, null, owed.amount,
           format('Interest on invoice %s through %s', owed.number, write_invoice_of_interest.through)
      from private.interest_to_bill(write_invoice_of_interest.original_ids, write_invoice_of_interest.through) as owed;
    insert into public.payments (invoice_id, source, component, interest_invoice_id, paid_on, amount)
    select line.original_invoice_id, 'interest_invoice', 'interest', v_id, write_invoice_of_interest.issue_date,
           line.amount
      from public.invoice_lines as line
     where line.invoice_id = v_id;
    perform private.audit_invoices('invoice_interest', v_before);

    update public.invoices as invoice
       set status = 'sent',
           sent_by = private.user_id(),
           number = (private.take_invoice_numbers(extract(year from write_invoice_of_interest.issue_date)::int, 1))[1],
           issue_date = write_invoice_of_interest.issue_date,
           due_date = private.due_date(
               write_invoice_of_interest.issue_date, facility.payment_terms_days, facility.due_date_rule)
      from public.facilities as facility
     where invoice.id = v_id and facility.id = invoice.facility_id
    returning invoice.* into v_invoice;
    perform private.audit('invoice_interest', 'invoices', v_id, null, to_jsonb(v_invoice));
    return v_invoice;
end;
$function$;

REVOKE ALL ON FUNCTION private.write_invoice_of_interest(uuid,date,date,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.backfill_invoice (
  facility_id  uuid,
  through_date date DEFAULT NULL::date,
  group_key    text DEFAULT ''::text
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.backfill_invoice(facility_id, through_date, group_key); $function$;

REVOKE ALL ON FUNCTION "public"."backfill_invoice"(uuid, date, text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.create_facility_invoice (
  facility_id  uuid,
  period_start date,
  period_end   date,
  group_key    text DEFAULT ''::text
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.create_facility_invoice(facility_id, period_start, period_end, group_key); $function$;

REVOKE ALL ON FUNCTION "public"."create_facility_invoice"(uuid, date, date, text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.createfacilityinvoice (
  facility_id  uuid,
  period_start date,
  period_end   date,
  group_key    text DEFAULT ''::text
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.create_facility_invoice(facility_id, period_start, period_end, group_key); $function$;

REVOKE ALL ON FUNCTION "public"."createfacilityinvoice"(uuid, date, date, text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.invoice_interest (
  facility_id uuid,
  through     date DEFAULT NULL::date
)
  RETURNS public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.invoice_interest(facility_id, through); $function$;

REVOKE ALL ON FUNCTION "public"."invoice_interest"(uuid, date) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.send_invoices (
  invoice_ids      uuid[],
  issue_date       date    DEFAULT NULL::date,
  allow_over_order boolean DEFAULT false
)
  RETURNS SETOF public.invoices
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select * from private.send_invoices(invoice_ids, issue_date, allow_over_order); $function$;

REVOKE ALL ON FUNCTION "public"."send_invoices"(uuid[], date, boolean) FROM PUBLIC, "anon";

ALTER TABLE "private"."order_amounts"
  ADD CONSTRAINT "order_amounts_credit_note_id_fkey" FOREIGN KEY (credit_note_id) REFERENCES public.credit_notes(id);

ALTER TABLE "private"."order_amounts"
  ADD CONSTRAINT "order_amounts_invoice_id_fkey" FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "assignment_cost_centre_is_named" CHECK (((cost_centre ~ '\S'::text) AND (cost_centre = btrim(cost_centre))));

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "assignment_department_is_named" CHECK (((department ~ '\S'::text) AND (department = btrim(department))));

ALTER TABLE "public"."billing_runs"
  ADD CONSTRAINT "billing_run_details_are_outcomes"
    CHECK
    (((details)::text ~
    '^\[(\{"amount": "-?[0-9]+\.[0-9]{2}", ("reason": null, "entries": [0-9]+, "outcome": "(created|existing)"|"reason": "([^"\\]|\\.)*", "entries": [0-9]+, "outcome": "skipped"), "facility": "([^"\\]|\\.)*", ("group_key": "([^"\\]|\\.)*", "group_name": (null|"([^"\\]|\\.)*"), ("invoice_id": (null|"[0-9a-f-]{36}"), )?"late_hours": "[0-9]+\.[0-9]{2}", "period_end": "[0-9]{4}-[0-9]{2}-[0-9]{2}", "facility_id": "[0-9a-f-]{36}", "period_start": "[0-9]{4}-[0-9]{2}-[0-9]{2}", "regular_hours": "[0-9]+\.[0-9]{2}", "overtime_hours": "[0-9]+\.[0-9]{2}", "doubletime_hours": "[0-9]+\.[0-9]{2}", "last_week_amount": "-?[0-9]+\.[0-9]{2}"|("invoice_id": (null|"[0-9a-f-]{36}"), )?("facility_id": "[0-9a-f-]{36}"|"late_hours": "[0-9]+\.[0-9]{2}", "facility_id": "[0-9a-f-]{36}", "regular_hours": "[0-9]+\.[0-9]{2}", "overtime_hours": "[0-9]+\.[0-9]{2}", "doubletime_hours": "[0-9]+\.[0-9]{2}", "last_week_amount": "-?[0-9]+\.[0-9]{2}"))\}(, )?)*\]$'::text));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_billing_cycle_is_known" CHECK ((billing_cycle = ANY (ARRAY['week'::text, 'two_weeks'::text, 'month'::text])));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_due_date_rule_is_known" CHECK ((due_date_rule = ANY (ARRAY['none'::text, 'next_business_day'::text])));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_invoices_by_is_known" CHECK ((invoices_by = ANY (ARRAY['one'::text, 'department'::text, 'order'::text, 'assignment'::text])));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "two_weeks_from_is_finite" CHECK (isfinite(two_weeks_from));

ALTER TABLE "public"."facility_interest_terms"
  ADD CONSTRAINT "day_count_is_known" CHECK ((day_count = ANY (ARRAY['actual/365'::text, 'actual/360'::text, 'actual/actual'::text, '30/360'::text, 'started_months'::text])));

ALTER TABLE "public"."facility_interest_terms"
  ADD CONSTRAINT "started_months_do_not_compound" CHECK (((day_count <> 'started_months'::text) OR (compounding = 'none'::text)));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "interest_line_is_an_amount"
    CHECK (((kind <> 'interest'::text) OR ((amount > (0)::numeric) AND (work_date IS NULL) AND (hours IS NULL) AND (rate IS NULL) AND (multiplier IS NULL))));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "invoice_line_kind_is_known"
    CHECK ((kind = ANY (ARRAY['regular'::text, 'overtime'::text, 'doubletime'::text, 'adjustment'::text, 'difference'::text, 'interest'::text])));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "line_without_time_is_described" CHECK (((kind <> ALL (ARRAY['adjustment'::text, 'difference'::text, 'interest'::text])) OR (btrim(description) <> ''::text)));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "only_lines_of_interest_name_an_original" CHECK (((original_invoice_id IS NOT NULL) = (kind = 'interest'::text)));

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "only_lines_of_time_have_a_time_entry" CHECK (
CASE
    WHEN (kind = ANY (ARRAY['adjustment'::text, 'difference'::text, 'interest'::text])) THEN (time_entry_id IS NULL)
    ELSE ((time_entry_id IS NOT NULL) OR (released_at IS NOT NULL))
END);

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "time_line_is_hours_times_rate" CHECK (((kind = ANY (ARRAY['adjustment'::text, 'difference'::text, 'interest'::text])) OR (((work_date IS
    NOT NULL) AND (hours > (0)::numeric) AND (rate > (0)::numeric) AND (multiplier >= (1)::numeric) AND (amount = round(((hours * rate) * multiplier), 2))) IS TRUE)));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "drafts_of_a_facility_never_overlap" EXCLUDE USING gist (facility_id WITH =, group_key WITH =, daterange(period_start, period_end, '[]'::text) WITH &&)
    WHERE (((status = 'draft'::text) AND (kind <> ALL (ARRAY['backfill'::text, 'opening'::text, 'interest'::text]))));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "invoice_kind_is_known" CHECK ((kind = ANY (ARRAY['weekly'::text, 'manual'::text, 'backfill'::text, 'opening'::text, 'interest'::text])));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "only_groups_have_names" CHECK (((group_name IS NOT NULL) = (group_key <> ''::text)));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "interest_invoice_pays_interest"
    CHECK (((interest_invoice_id IS NULL) OR ((component = 'interest'::text) AND (check_reconciliation_id IS NULL) AND (credit_note_id IS NULL))));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "only_interest_invoices_pay_as_such" CHECK (((source = 'interest_invoice'::text) = (interest_invoice_id IS NOT NULL)));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payment_source_is_known" CHECK ((source = ANY (ARRAY['reconciliation'::text, 'write_off'::text, 'credit_note'::text, 'interest_invoice'::text])));

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "purchase_order_is_the_facilitys" FOREIGN KEY (purchase_order_id, facility_id) REFERENCES public.purchase_orders(id, facility_id);

ALTER TABLE "public"."purchase_orders"
  ADD CONSTRAINT "purchase_orders_facility_id_fkey" FOREIGN KEY (facility_id) REFERENCES public.facilities(id);

ALTER TABLE "private"."order_amounts"
  ADD CONSTRAINT "order_amounts_purchase_order_id_fkey" FOREIGN KEY (purchase_order_id) REFERENCES public.purchase_orders(id);

ALTER TABLE "public"."invoice_lines"
  ADD CONSTRAINT "invoice_lines_purchase_order_id_fkey" FOREIGN KEY (purchase_order_id) REFERENCES public.purchase_orders(id);

CREATE VIEW "private"."grouped_assignments" WITH (security_invoker=true) AS  SELECT assignment.id,
    assignment.contractor_id,
    assignment.facility_id,
    assignment.start_date,
    assignment.end_date,
        CASE facility.invoices_by
            WHEN 'department'::text THEN COALESCE(assignment.department, ''::text)
            WHEN 'order'::text THEN COALESCE((assignment.purchase_order_id)::text, ''::text)
            WHEN 'assignment'::text THEN (assignment.id)::text
            ELSE ''::text
        END AS group_key,
        CASE facility.invoices_by
            WHEN 'department'::text THEN assignment.department
            WHEN 'order'::text THEN ordered.number
            WHEN 'assignment'::text THEN ((contractor.first_name || ' '::text) || contractor.last_name)
            ELSE NULL::text
        END AS group_name
   FROM (((public.assignments assignment
     LEFT JOIN public.facilities facility ON ((facility.id = assignment.facility_id)))
     LEFT JOIN public.purchase_orders ordered ON ((ordered.id = assignment.purchase_order_id)))
     LEFT JOIN public.contractors contractor ON ((contractor.id = assignment.contractor_id)));

REVOKE ALL ON TABLE private.grouped_assignments FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE VIEW "public"."purchase_order_usage" WITH (security_invoker=true) AS  SELECT purchase_order.id AS purchase_order_id,
    purchase_order.facility_id,
    facility.name AS facility_name,
    purchase_order.number,
    purchase_order.starts_on,
    purchase_order.ends_on,
    purchase_order.amount,
    billed.sent_amount,
    billed.draft_amount,
    ((purchase_order.amount - billed.sent_amount) - billed.draft_amount) AS remaining,
    used.share AS used_share,
    COALESCE((used.share >= 0.8), false) AS is_nearly_used,
    GREATEST(((billed.sent_amount + billed.draft_amount) - purchase_order.amount), 0.00) AS over_amount
   FROM (((public.purchase_orders purchase_order
     JOIN public.facilities facility ON ((facility.id = purchase_order.facility_id)))
     CROSS JOIN LATERAL ( SELECT ( SELECT COALESCE(sum(sent.amount), 0.00) AS "coalesce"
                   FROM (private.order_amounts sent
                     JOIN public.invoices invoice ON (((invoice.id = sent.invoice_id) AND (invoice.status <> 'void'::text))))
                  WHERE (sent.purchase_order_id = purchase_order.id)) AS sent_amount,
            ( SELECT COALESCE(sum(line.amount), 0.00) AS "coalesce"
                   FROM (public.invoices draft
                     JOIN public.invoice_lines line ON ((line.invoice_id = draft.id)))
                  WHERE ((draft.facility_id = purchase_order.facility_id) AND (draft.status = 'draft'::text) AND (line.purchase_order_id = purchase_order.id))) AS draft_amount) billed)
     CROSS JOIN LATERAL ( SELECT round(((billed.sent_amount + billed.draft_amount) / purchase_order.amount), 4) AS round) used(share));

REVOKE ALL ON TABLE "public"."purchase_order_usage" FROM "anon";

CREATE VIEW "public"."unbilled_differences" WITH (security_invoker=true) AS  SELECT facility_id,
    facility_name,
    contractor_id,
    contractor_name,
    week_start,
    billed_amount,
    due_amount,
    amount,
    group_key,
    group_name,
    purchase_order_id,
    department,
    cost_centre
   FROM private.unbilled_differences() difference(facility_id, facility_name, contractor_id, contractor_name, week_start, billed_amount, due_amount, amount, group_key, group_name, purchase_order_id, department, cost_centre);

REVOKE ALL ON TABLE "public"."unbilled_differences" FROM "anon";

CREATE VIEW "public"."unbilled_time" WITH (security_invoker=true) AS  SELECT entry.id AS time_entry_id,
    entry.assignment_id,
    assignment.contractor_id,
    ((contractor.first_name || ' '::text) || contractor.last_name) AS contractor_name,
    assignment.facility_id,
    facility.name AS facility_name,
    entry.work_date,
    entry.hours,
    entry.approved_at,
    assignment.group_key,
    assignment.group_name
   FROM (((public.time_entries entry
     JOIN private.grouped_assignments assignment ON ((assignment.id = entry.assignment_id)))
     JOIN public.contractors contractor ON ((contractor.id = assignment.contractor_id)))
     JOIN public.facilities facility ON ((facility.id = assignment.facility_id)))
  WHERE (entry.is_payable AND (NOT (EXISTS ( SELECT
           FROM public.invoice_lines line
          WHERE ((line.time_entry_id = entry.id) AND (line.released_at IS NULL))))))
  ORDER BY entry.work_date, entry.approved_at, entry.id;

REVOKE ALL ON TABLE "public"."unbilled_time" FROM "anon";

CREATE INDEX order_amounts_by_credit_note ON private.order_amounts USING btree (credit_note_id);

CREATE INDEX order_amounts_by_invoice ON private.order_amounts USING btree (invoice_id);

CREATE INDEX order_amounts_by_order ON private.order_amounts USING btree (purchase_order_id);

CREATE INDEX assignments_by_purchase_order ON public.assignments USING btree (purchase_order_id);

CREATE UNIQUE INDEX invoice_has_one_difference_a_week ON public.invoice_lines USING btree (contractor_id, week_start, invoice_id, purchase_order_id, department, cost_centre) NULLS
  NOT DISTINCT
  WHERE (contractor_id IS NOT NULL);

CREATE INDEX invoice_lines_by_original ON public.invoice_lines USING btree (original_invoice_id)
  WHERE (original_invoice_id IS NOT NULL);

CREATE INDEX invoice_lines_by_purchase_order ON public.invoice_lines USING btree (purchase_order_id, invoice_id)
  WHERE (purchase_order_id IS NOT NULL);

CREATE INDEX invoices_bearing_interest ON public.invoices USING btree (interest_computed_on NULLS FIRST, due_date, id)
  WHERE bears_interest;

CREATE INDEX invoices_by_facility ON public.invoices USING btree (facility_id, group_key, period_end);

CREATE INDEX payments_by_interest_invoice ON public.payments USING btree (interest_invoice_id)
  WHERE (interest_invoice_id IS NOT NULL);

CREATE TRIGGER only_recruiting_and_billing_write
  BEFORE UPDATE ON public.assignments
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting', 'billing');

CREATE TRIGGER only_recruiting_ends_them
  BEFORE UPDATE OF end_date, overtime_rule, overtime_rule_reason ON public.assignments
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting');

CREATE TRIGGER credited_lines_give_back_to_their_orders
  AFTER INSERT ON public.credit_note_lines REFERENCING NEW TABLE AS credited
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.add_order_amounts_of_credit();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.holidays REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'day'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.holidays REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'day'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.holidays
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.holidays
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.holidays REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'day'
);

CREATE TRIGGER adjustments_count_to_the_order_of_their_invoice
  BEFORE INSERT ON public.invoice_lines
  FOR EACH ROW
  WHEN (((new.kind = 'adjustment'::text) AND (CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name]))))
  EXECUTE FUNCTION private.stamp_order_of_adjustment();

CREATE CONSTRAINT TRIGGER lines_of_interest_add_up
  AFTER UPDATE ON public.invoice_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.kind = 'interest'::text))
  EXECUTE FUNCTION private.guard_billed_interest();

CREATE TRIGGER invoice_moves_are_legal
  BEFORE UPDATE ON public.invoices
  FOR EACH ROW
  WHEN
    (((old.status <> new.status) OR ((old.id IS DISTINCT FROM new.id) OR (old.number IS DISTINCT FROM new.number) OR (old.facility_id IS DISTINCT FROM new.facility_id) OR (old.kind
    IS DISTINCT FROM new.kind) OR (old.period_start IS DISTINCT FROM new.period_start) OR (old.period_end IS DISTINCT FROM new.period_end) OR
    (old.issue_date IS DISTINCT FROM new.issue_date) OR (old.due_date IS DISTINCT FROM new.due_date) OR (old.total IS DISTINCT FROM new.total) OR
    (old.sent_at IS DISTINCT FROM new.sent_at) OR (old.paid_at IS DISTINCT FROM new.paid_at) OR (old.voided_at IS DISTINCT FROM new.voided_at) OR
    (old.sent_by IS DISTINCT FROM new.sent_by) OR (old.voided_by IS DISTINCT FROM new.voided_by) OR (old.created_at IS DISTINCT FROM new.created_at) OR
    (old.facility_name IS DISTINCT FROM new.facility_name) OR (old.billing_email IS DISTINCT FROM new.billing_email) OR (old.billing_name IS DISTINCT FROM new.billing_name) OR
    (old.billing_address IS DISTINCT FROM new.billing_address) OR (old.purchase_order IS DISTINCT FROM new.purchase_order) OR (old.letterhead_id IS DISTINCT FROM new.letterhead_id)
    OR (old.group_key IS DISTINCT FROM new.group_key) OR (old.group_name IS DISTINCT FROM new.group_name))))
  EXECUTE FUNCTION private.guard_invoice_move();

CREATE CONSTRAINT TRIGGER invoices_of_interest_add_up
  AFTER UPDATE ON public.invoices DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (((new.kind = 'interest'::text) AND (old.status IS DISTINCT FROM new.status)))
  EXECUTE FUNCTION private.guard_billed_interest();

CREATE TRIGGER sent_invoices_use_their_orders
  AFTER UPDATE ON public.invoices
  FOR EACH ROW
  WHEN (((old.sent_at IS NULL) AND (new.sent_at IS NOT NULL)))
  EXECUTE FUNCTION private.add_order_amounts_of_invoice();

CREATE TRIGGER job_health_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.job_health
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE CONSTRAINT TRIGGER new_payments_of_interest_invoices_add_up
  AFTER INSERT ON public.payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.interest_invoice_id IS NOT NULL))
  EXECUTE FUNCTION private.guard_billed_interest();

CREATE TRIGGER payments_are_only_reversed
  BEFORE UPDATE ON public.payments
  FOR EACH ROW
  WHEN ((((old.reversed_at IS
    NOT NULL) AND (old.* IS DISTINCT FROM new.*)) OR
    ((old.id IS DISTINCT FROM new.id) OR (old.invoice_id IS DISTINCT FROM new.invoice_id) OR (old.check_reconciliation_id IS DISTINCT FROM new.check_reconciliation_id) OR
    (old.source IS DISTINCT FROM new.source) OR (old.paid_on IS DISTINCT FROM new.paid_on) OR (old.component IS DISTINCT FROM new.component) OR
    (old.amount IS DISTINCT FROM new.amount) OR (old.reason IS DISTINCT FROM new.reason) OR (old.created_at IS DISTINCT FROM new.created_at) OR
    (old.recorded_by IS DISTINCT FROM new.recorded_by) OR (old.credit_note_id IS DISTINCT FROM new.credit_note_id) OR (old.moved_at IS DISTINCT FROM new.moved_at) OR
    (old.interest_invoice_id IS DISTINCT FROM new.interest_invoice_id))))
  EXECUTE FUNCTION private.refuse_write('payment_is_kept', 'The payment of {amount} on {paid_on} does not change.', 'Return its check with return_check, and record it anew.');

CREATE CONSTRAINT TRIGGER reversed_payments_of_interest_invoices_add_up
  AFTER UPDATE ON public.payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.interest_invoice_id IS NOT NULL))
  EXECUTE FUNCTION private.guard_billed_interest();

CREATE TRIGGER purchase_order_usage_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.purchase_order_usage
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.purchase_orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.purchase_orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.purchase_orders
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.purchase_orders
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER purchase_orders_are_kept_once_used
  BEFORE DELETE ON public.purchase_orders
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_purchase_order();

CREATE TRIGGER purchase_orders_keep_their_number_once_sent
  BEFORE UPDATE ON public.purchase_orders
  FOR EACH ROW
  WHEN ((old.number IS DISTINCT FROM new.number))
  EXECUTE FUNCTION private.keep_number_of_purchase_order();

CREATE TRIGGER purchase_orders_stay_their_facilitys_once_used
  BEFORE UPDATE ON public.purchase_orders
  FOR EACH ROW
  WHEN (((old.id IS DISTINCT FROM new.id) OR (old.facility_id IS DISTINCT FROM new.facility_id)))
  EXECUTE FUNCTION private.keep_purchase_order();

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.purchase_orders
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER unbilled_differences_are_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.unbilled_differences
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER unbilled_time_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.unbilled_time
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE POLICY "staff_and_contacts_read" ON "private"."order_amounts"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.is_staff() AS is_staff) OR (purchase_order_id IN ( SELECT purchase_order.id
   FROM public.purchase_orders purchase_order
  WHERE (purchase_order.facility_id = ANY (( SELECT private.contact_facility_ids() AS contact_facility_ids)::uuid[]))))));

CREATE POLICY "recruiting_and_billing_change" ON "public"."assignments"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text, 'billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text, 'billing'::text]) AS has_role));

CREATE POLICY "billing_adds" ON "public"."holidays"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_changes" ON "public"."holidays"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_removes" ON "public"."holidays"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "staff_read" ON "public"."holidays"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

CREATE POLICY "billing_adds" ON "public"."purchase_orders"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_changes" ON "public"."purchase_orders"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "billing_removes" ON "public"."purchase_orders"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "staff_and_contacts_read" ON "public"."purchase_orders"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.is_staff() AS is_staff) OR (facility_id = ANY (( SELECT private.contact_facility_ids() AS contact_facility_ids)::uuid[]))));

COMMENT ON COLUMN "private"."order_amounts"."credit_note_id" IS 'The credit note that takes it back; null of what the invoice bills.';

COMMENT ON COLUMN "public"."assignments"."cost_centre" IS 'Which of the facility''s cost centres pays, as department.';

COMMENT ON COLUMN "public"."assignments"."department" IS 'Where at the facility, as it stands on invoices; null = not said. Time that is not sent yet follows it.';

COMMENT ON COLUMN "public"."assignments"."purchase_order_id" IS 'Which of the facility''s orders pays, as department. Another one for the days to come: enter it once what was worked under this one is sent.';

COMMENT ON COLUMN "public"."audit_log"."row_id" IS 'The id of the row; of assignment_rates and assignment_bill_terms the assignment''s, of the settings, holidays, overtime_rules and journal_accounts null.';

COMMENT ON COLUMN "public"."billing_runs"."details" IS 'Per facility and group that has time of the cycle to bill: group_key and group_name, as of invoices, period_start and
period_end, the outcome, its reason, the invoice, and what is on it: entries, amount, and regular_hours, overtime_hours and doubletime_hours by its lines. Money and hours are text with two decimals.

last_week_amount: the totals of its invoices of exactly the cycle before that are not void, drafts too, of every kind but
interest. late_hours: of its entries that late_entries counts; where it was skipped, its time of these days is among them.

Runs before 0.11.0 have neither hours nor last_week_amount, those before 0.13.0 neither group nor days.';

COMMENT ON COLUMN "public"."facilities"."billing_cycle" IS 'Which days the weekly run bills together, once they are over: week (the workweek), two_weeks or month (the calendar month). Overtime goes by workweeks all the same.';

COMMENT ON COLUMN "public"."facilities"."due_date_rule" IS 'What a due date on a Saturday, a Sunday or one of holidays becomes: none (it stays) or next_business_day.';

COMMENT ON COLUMN "public"."facilities"."invoices_by" IS 'Which time is billed together: one (all of it), department, order or assignment (each by itself). See invoices.group_key.';

COMMENT ON COLUMN "public"."facilities"."purchase_order" IS 'The number that the facility wants to read on its invoices, where they are not made by order.';

COMMENT ON COLUMN "public"."facilities"."two_weeks_from" IS 'A day of the first week of any cycle of two weeks; null = 2000-01-03. Other cycles do not ask.';

COMMENT ON COLUMN "public"."facility_interest_terms"."day_count" IS 'How days become a share of a year; started_months: a twelfth of the rate for each month that has begun, on what is unpaid as it begins.';

COMMENT ON COLUMN "public"."invoice_lines"."department" IS 'As are cost_centre and purchase_order_id, the assignment''s when the line was made; a difference has those of the time that it corrects, an adjustment the order that its invoice is made by. Null where there was none.';

COMMENT ON COLUMN "public"."invoice_lines"."kind" IS 'The class of its hours; adjustment is billing''s own; difference is what a contractor''s workweek would come to today, less what was sent of it; interest is what accrued on another invoice.';

COMMENT ON COLUMN "public"."invoice_lines"."original_invoice_id" IS 'Of a line of interest: on which invoice it accrued. Null of other lines.';

COMMENT ON COLUMN "public"."invoices"."bears_interest" IS 'Whether accrue-interest computes it once it is overdue. An invoice paid in time never is, one paid late until its final interest stands, one of kind interest never.';

COMMENT ON COLUMN "public"."invoices"."group_key" IS 'Which part of the facility''s time it bills, where facilities.invoices_by makes several of it: a department, or the id of an order or of an assignment, as text. Empty = all of it, and where invoices are made by department or order, what has none.';

COMMENT ON COLUMN "public"."invoices"."group_name" IS 'What people call the group: the department, the order''s number, the contractor; null without one.';

COMMENT ON COLUMN "public"."invoices"."kind" IS 'weekly (by the weekly run, a cycle), manual, backfill (time that other invoices left out), opening (an open amount of the firm''s former books, in one line) or interest: what accrued on other invoices, one line each.';

COMMENT ON COLUMN "public"."payments"."interest_invoice_id" IS 'The invoice of kind interest that bills this interest: it is owed there from paid_on, and no longer here. Null of other payments.';

COMMENT ON COLUMN "public"."payments"."recorded_by" IS 'The user who confirmed the reconciliation, credited the amount, wrote it off or billed it anew; null where no person acted.';

COMMENT ON COLUMN "public"."purchase_orders"."amount" IS 'Up to which it pays; null = without a limit.';

COMMENT ON COLUMN "public"."purchase_orders"."ends_on" IS 'The last day, included; null = open-ended.';

COMMENT ON COLUMN "public"."purchase_orders"."number" IS 'As the facility writes it; it stands on invoices.';

COMMENT ON COLUMN "public"."purchase_orders"."starts_on" IS 'The first day of work that it pays for.';

COMMENT ON FUNCTION "private"."add_order_amounts_of_credit"() IS 'Trigger: keeps what credit notes take back of orders.';

COMMENT ON FUNCTION "private"."add_order_amounts_of_invoice"() IS 'Trigger: keeps what an invoice that is sent bills of orders.';

COMMENT ON FUNCTION "private"."assignments_to_import"(jsonb) IS 'The rows of a file of assignments, with what stands for empty cells and whom they name; id: the assignment that is here already.';

COMMENT ON FUNCTION "private"."backfill_invoice"(uuid, date, text) IS 'The logic of public.backfill_invoice.';

COMMENT ON FUNCTION "private"."bill_differences"(uuid) IS 'Brings the differences of a backfill up to date: of the workweeks that end in its days or before, what was sent of its
group would come to today, less what was billed. Lines that are right stay as they are. Those below zero come onto it
as far as its total stays zero or more. Its days begin with the first one that it bills, of time or of a week. Raises
409 when an amount would be too large.

invoice_id: a draft of kind backfill, whose time is up to date. The caller has called private.bill_alone and holds it.';

COMMENT ON FUNCTION "private"."bill_each_period"(private.period_to_bill[]) IS 'private.bill_periods for the periods; one that is refused, or whose data do not fit, is skipped with the error as its reason. Other errors come out.';

COMMENT ON FUNCTION "private"."bill_periods"(private.period_to_bill[]) IS 'A draft of kind weekly for each of the periods, or the period''s draft that is there, brought up to date.

Result: an object per period with facility_id, facility, group_key, group_name, period_start, period_end, outcome
(created, existing or skipped), reason, invoice_id, entries, amount and the hours of each class. The caller has called
private.bill_alone and private.hold_drafts_of_periods.';

COMMENT ON FUNCTION "private"."bill_time"(uuid[]) IS 'Brings drafts up to date: a line for every billable hour that no other live invoice has, in its class and at the
bill rate of its day, with department, cost centre and order of its assignment. Lines that are right stay as they are, and so do adjustments and differences. Weeks that other
invoices bill too are to be compared from then on. Raises 409 when an amount would be too large.

invoice_ids: see private.hold_time_to_bill. The caller has called private.bill_alone.';

COMMENT ON FUNCTION "private"."check_billed_interest_adds_up"(uuid, uuid) IS 'Raises 409 unless the live lines of an invoice of interest are its payments in force, on an original or on each; null = each.';

COMMENT ON FUNCTION "private"."check_interest_is_computed"(uuid[], date) IS 'Raises 409 where interest that invoices bear by a day was not computed up to it, and names the first of them.';

COMMENT ON FUNCTION "private"."check_purchase_orders"(uuid[]) IS 'Raises 409 and names each order of which drafts bill more than is left, or time of other days. The caller holds the orders.';

COMMENT ON FUNCTION "private"."create_facility_invoice"(uuid, date, date, text) IS 'The logic of public.create_facility_invoice.';

COMMENT ON FUNCTION "private"."differences_of_weeks"(uuid[], date[], uuid) IS 'Where the sent time of contractors'' workweeks would come to another amount today than was billed of it, per
facility and the group of its invoices, order, department and cost centre: its lines and all live differences.

contractor_ids, week_starts: the workweeks, by position, each once. except_invoice_id: differences on this invoice do
not count.';

COMMENT ON FUNCTION "private"."due_date"(date, integer, text) IS 'The day on which something issued that day is due.

terms_days: the facility''s payment_terms_days. rule: its due_date_rule.';

COMMENT ON FUNCTION "private"."facilities_to_import"(jsonb) IS 'The rows of a file of facilities, with what stands for empty cells; id: the facility that is here already.';

COMMENT ON FUNCTION "private"."free_time_of_others"(uuid[]) IS 'Takes the lines off drafts whose time is no longer theirs, such as what lies beyond the days of a backfill that moved, or
what belongs to another group by now.

invoice_ids: drafts that the caller holds.';

COMMENT ON FUNCTION "private"."group_name"(uuid, text) IS 'What people call a group of a facility''s time: as its assignments are now, else as its invoices had it. Null without a group, and of an unknown one.';

COMMENT ON FUNCTION "private"."guard_billed_interest"() IS 'Trigger of invoices of interest, their lines and their payments: private.check_billed_interest_adds_up.';

COMMENT ON FUNCTION "private"."hold_drafts_of_periods"(private.period_to_bill[]) IS 'Locks the drafts of exactly these periods for update, so that nobody sends or voids them meanwhile.';

COMMENT ON FUNCTION "private"."hold_purchase_orders"(uuid[]) IS 'Locks the orders that lines of the invoices name for no key update, so that nobody sends of them meanwhile; raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_time_to_bill"(uuid[]) IS 'The time that drafts are to bill: billable, on the assignments of the facility''s group, in the draft''s period, and on no
other live invoice; and what they bill already.

invoice_ids: drafts that the caller holds, with no two of one facility and group and overlapping periods.';

COMMENT ON FUNCTION "private"."holidays_errors"(jsonb) IS 'What is wrong with the rows of a file of holidays.';

COMMENT ON FUNCTION "private"."insert_holidays"(jsonb) IS 'Inserts the holidays of a file that are not here yet, in which nothing is wrong; how many.';

COMMENT ON FUNCTION "private"."insert_orders"(jsonb) IS 'Inserts the orders of a file that are not here yet, in which nothing is wrong; how many.';

COMMENT ON FUNCTION "private"."interest_on_paper"(uuid, uuid) IS 'The lines of an invoice of interest as a document shows them: each with the invoice on which the interest accrued, or
above 1,500 of them summed by the month in which those were due.';

COMMENT ON FUNCTION "private"."interest_to_bill"(uuid[], date) IS 'The interest of invoices that had accrued by the end of a day and was neither paid nor billed, where there is any.

from_day: the first day of it: after the due date, or after what was billed last.';

COMMENT ON FUNCTION "private"."invoice_in_the_way"(uuid, text, date, date) IS 'The invoice whose period forbids a new one of these days for the facility''s group: sent and neither a backfill nor of the former books nor of interest, else a draft. Null when there is none.';

COMMENT ON FUNCTION "private"."invoice_interest"(uuid, date) IS 'The logic of public.invoice_interest.';

COMMENT ON FUNCTION "private"."keep_number_of_purchase_order"() IS 'Trigger: what stands on sent invoices keeps its number, whoever writes.';

COMMENT ON FUNCTION "private"."keep_purchase_order"() IS 'Trigger: an order that assignments or lines name is not deleted and stays its facility''s, whoever writes.';

COMMENT ON FUNCTION "private"."last_cycles"(date) IS 'Of each facility the last cycle (facilities.billing_cycle) that is over by the end of a day.

through: the day.';

COMMENT ON FUNCTION "private"."lines_on_paper"(uuid, uuid) IS 'The lines of an invoice, or those that a credit note takes back, in the order of documents; week_start: their workweek.';

COMMENT ON FUNCTION "private"."new_draft"(text, uuid, text, text, date, date) IS 'Makes a draft of all billable time of its period, and for a backfill of differences; raises 409 when there is none. The caller has called private.bill_alone.';

COMMENT ON FUNCTION "private"."order_on_invoice"(public.invoices) IS 'The purchase order that stands on the invoice when it is sent; null for none.';

COMMENT ON FUNCTION "private"."orders_errors"(jsonb) IS 'What is wrong with the rows of a file of orders.';

COMMENT ON FUNCTION "private"."orders_to_import"(jsonb) IS 'The rows of a file of orders, and whom they name; id: the order that is here already, of that facility under that number.';

COMMENT ON FUNCTION "private"."payments_on_paper"(uuid) IS 'The payments in force of an invoice, with the check or the credit note that they came from; of interest, the invoice that bills it.';

COMMENT ON FUNCTION "private"."periods_of_week"(date) IS 'What the weekly run of a week bills: the cycles whose last day lies in it, of every group that has an assignment on one
of their days, or a draft. What invoices of a former cycle, or people''s own, cover of a cycle''s beginning is left out.
Whether there is anything to bill is found out by billing.

week_start: the first day of the workweek.';

COMMENT ON FUNCTION "private"."postings_of_invoices"(date, date, uuid[]) IS 'What invoices and credit notes post: what is owed against revenue by the class of the hours and by contractor; billed
interest against interest_receivable, where it accrued, or given up, against interest_income; of an opening invoice, and
what lines do not explain, against opening_balances. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which invoices and credit notes; null = of all.';

COMMENT ON FUNCTION "private"."refuse_invoice_in_the_way"(uuid, text, date, date) IS 'Raises 409 when another invoice forbids a new one of these days for the facility''s group.';

COMMENT ON FUNCTION "private"."require_group"(uuid, text) IS 'Raises 404 for a group_key that neither an assignment of the facility nor an invoice of it has. The empty one is always there.';

COMMENT ON FUNCTION "private"."reverse_billed_interest"(text, uuid, uuid[]) IS 'Makes interest that an invoice billed owed again where it accrued.

procedure: who asks, for the audit log. line_ids: which lines of the invoice; null = all. The caller holds the originals.';

COMMENT ON FUNCTION "private"."rows_here_already"(text, jsonb) IS 'How many rows of a file are here already: their numbers are, or days.';

COMMENT ON FUNCTION "private"."send_invoices"(uuid[], date, boolean) IS 'The logic of public.send_invoices.';

COMMENT ON FUNCTION "private"."stamp_order_of_adjustment"() IS 'Trigger: an adjustment of an invoice that is made by order counts to that order.';

COMMENT ON FUNCTION "private"."start_of_period_before"(date, date) IS 'The first day of as long a period that ends the day before another one starts: of a calendar month the month before.';

COMMENT ON FUNCTION "private"."unbilled_differences"() IS 'The logic of the view unbilled_differences.';

COMMENT ON FUNCTION "private"."with_originals"(uuid) IS 'An invoice, and those whose interest it bills: who takes it back holds them all. They are known without a lock, since its payments are all made in one transaction with it.';

COMMENT ON FUNCTION "private"."write_invoice_of_interest"(uuid, date, date, uuid[]) IS 'Bills the interest of invoices that the caller holds, and of which some has accrued by a day: an invoice, sent, and as much taken off there.';

COMMENT ON FUNCTION "public"."backfill_invoice"(uuid, date, text) IS 'Makes a draft of all of a facility''s billable time up to a day that no live invoice has, and of differences.

For time that was approved after its week was invoiced, and for bill rates that changed since. What was sent keeps its
amounts; a line of kind difference, one a contractor, workweek and order, department and cost centre, bills what the time
that was sent on invoices of the group would come to today less what was billed of it: another class of its hours, because more of the week was billed since, at whichever facility,
or other rates. A difference below zero comes onto the draft as far as its total stays zero or more, the oldest week
first; the rest waits in unbilled_differences. Its period begins on the first day that it bills; only this procedure
brings time of other days onto it.

Who: billing.

Arguments:
facility_id: the facility.
through_date: the last day, included; null is the end of the facility''s last cycle that is over (facilities.billing_cycle):
    of weeks, the day before the current workweek of the operating timezone. Differences are billed of workweeks that end
    by then.
group_key: as in create_facility_invoice. A former group has its differences, too.

Result: the draft. A draft of kind backfill of the facility and group: that draft, brought up to date and up to that day.

Errors: role_required, argument_missing, date_not_finite, facility_not_found, group_not_found, nothing_to_bill,
amount_too_large, billing_in_progress, rates_held.

Example: {"facility_id": "$billable_facility_id"}';

COMMENT ON FUNCTION "public"."board"() IS 'What needs doing now, in one call: a row for each kind of work, also where there is none.

item is one of time_to_submit, time_to_approve, locked_time_to_settle, unbilled_time, draft_invoices, checks_to_reconcile,
reconciliations_to_confirm, overdue_invoices, orders_nearly_used, open_payroll_batches, renewals_within_30_days, job.

number: how many; amount: the money in them; oldest_on: the oldest of their days.

time_to_submit, time_to_approve, locked_time_to_settle: what unapproved_time lists with next_step submit, approve and
take_up_or_set_aside, up to today; without money. unbilled_time: what unbilled_time lists of the last 13 weeks, at the bill
rate of each day, before overtime. draft_invoices: with their totals. checks_to_reconcile: checks received that have no
reconciliation, reconciliations_to_confirm: those with a proposed one. overdue_invoices: their balances.
orders_nearly_used: orders that have not ended and of which purchase_order_usage says so, with what remains of them, below
0 where more is billed; without a day.
open_payroll_batches: those in draft, in review or approved, with their gross; only for payroll.
renewals_within_30_days: what renewals_due lists as 30 and expired; without money.

There is a row for each scheduled job, with item job: job is one of lock-ended, accrue-interest. number is then 1 where
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

Errors: role_required, argument_missing, date_not_finite, period_ends_before_start, facility_not_found,
group_not_found, period_overlaps_draft, period_already_invoiced, nothing_to_bill, amount_too_large, billing_in_progress, rates_held.

Example: {"facility_id": "$billable_facility_id", "period_start": "2026-03-02", "period_end": "2026-03-08"}';

COMMENT ON FUNCTION "public"."createfacilityinvoice"(uuid, date, date, text) IS 'create_facility_invoice under its path segment.';

COMMENT ON FUNCTION "public"."credit_invoice"(uuid, text, uuid[], boolean, text, uuid) IS 'Takes back what a sent invoice billed wrongly, by a numbered credit note; the invoice stays as it was sent.

As much of it as the invoice owes is posted as a payment of source credit_note, so that balance, status and interest
follow from the day on which it counts. The rest becomes a credit of the facility, to be spent like what a check left
over. Interest that was paid and is no longer owed shows as a negative interest_balance. What was written off stays
written off. When a check that had paid the invoice is returned later, what is left of that credit goes back onto it.

With reinstate the time of the lines is free: it may be corrected, and billed again by create_facility_invoice or
backfill_invoice. Without, it stays billed, and the firm gives up the money. Interest that an invoice of kind interest
billed is owed again on the invoices on which it accrued, from today on; without reinstate it is given up.

Who: billing.

Arguments:
invoice_id: the invoice, sent, partially paid or paid.
reason: why, in a few words; it stands on the credit note.
line_ids: which of its lines, each whole and once, all of a time entry together; null is all that are not credited yet.
reinstate: whether their time, or interest, may be billed again.
counts_from: from when it lessens what is owed, one of invoice (the invoice''s issue date, as if it had never been billed),
    credit (today in the operating timezone), as which alone interest is reinstated.
request_id: an id of the caller''s for this call; null names none. With it a call may be made again.

Result: the credit note. Again with the same request_id: the same, and nothing more is credited.

Errors: role_required, argument_missing, reason_missing, counts_from_unknown, request_id_reused, invoice_not_found,
invoice_not_sent, interest_reinstated_from_invoice, line_not_creditable, nothing_to_credit,
time_entry_not_credited_whole, billing_in_progress.

Example: {"invoice_id": "$invoice_id", "reason": "The shift of March 3 was billed twice."}';

COMMENT ON FUNCTION "public"."facility_statement"(uuid, date, date) IS 'Tells day by day what a facility was billed, paid and charged in a period, with a running balance.

The rows by kind, whose amount is positive where the facility owes more and negative where it owes less:
opening_balance (all before the period), invoice (on its issue date), interest (one row an invoice: what accrued within
the period, on the last day it did, with the breakdown as details), interest_invoiced (interest that an invoice of kind
interest bills, taken off where it accrued on the day of its issue, and put back when that is voided or credited), credit_note (the whole of it, on the day from which it
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
interest, interest_invoiced, credit_note, payment, credit, credit_spent, write_off, payment_returned, credit_returned,
invoice_voided, invoice_disputed. reference: the number of the invoice or the credit note; of money that was received, of
the check. details: what else there is to say, by kind; the reason of a write-off only to staff.

Errors: staff_only, argument_missing, date_not_finite, period_ends_before_start, facility_not_found.

Example: {"facility_id": "$facility_id", "from_date": "2026-03-01", "to_date": "2026-03-31"}';

COMMENT ON FUNCTION "public"."import_rows"(text, jsonb, boolean) IS 'Moves a firm in: inserts the rows of a file from its former books, all or none, and says all that is wrong at once.

Everything is inserted as by hand, and its guards hold; a row is never overwritten. A row whose external_number is here
already is skipped if it says what stands here, and is an error that names the column if it says something else; so are
an order, by its facility and number, and a holiday, by its day. Rows name others by their numbers, so facilities, orders
and contractors come before assignments, open-invoices and checks.
docs/moving_in.md has the columns of each kind and the order of the steps.

An open invoice comes as its open amount in one line, sent, of kind opening, with its old number. Interest terms begin on
the day of the move; where interest of days before it would be charged again, the invoice is an error.

Who: admin.

Arguments:
kind: one of facilities, orders, contractors, assignments, open-invoices, checks, holidays.
rows: a list of at most 20000 objects, each with its values as text by the names of the columns; an empty text is none.
    Besides, line may say where it stands in its file; left out, rows stand below a line of column names, which is 1.
dry_run: whether to look only, and insert nothing.

Result: {"kind", "dry_run", "rows", "inserted", "skipped", "errors"}; errors are objects of line, column and message. With
dry_run, inserted and skipped say what would be, and are 0 where there are errors; without, a file with errors is refused
whole, and the first hundred stand in the message. Again: all rows are skipped.

Errors: role_required, argument_missing, import_kind_unknown, import_rows_not_valid, too_many_rows, import_in_progress,
import_not_valid, import_overtaken.

Example: {"kind": "facilities", "rows": [{"external_number": "C-100", "name": "Mercy Hospital",
"billing_email": "ap@mercy.example", "payment_terms_days": "45", "annual_rate": "0.18"}]}';

COMMENT ON FUNCTION "public"."invoice_document"(uuid) IS 'What stands on the paper of an invoice: what GET /functions/v1/documents/invoice/<id> prints.

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

COMMENT ON FUNCTION "public"."invoice_file"(uuid) IS 'The lines of an invoice as one CSV file, however many there are.

Below a line with the names of the columns, one for each line, in the order of the invoice''s PDF: invoice_number (empty
of drafts), contractor_id, contractor_name (as the invoice keeps it), kind (as invoice_lines.kind), work_date, week_start
(the first day of the workweek), description, hours, rate, multiplier, amount, department, cost_centre and purchase_order (those
that the line is for). RFC 4180: commas, lines that end with CRLF, quotes where a text needs them. A text that a spreadsheet would take for a formula has an apostrophe before it; days are
YYYY-MM-DD whatever the session says.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: active staff, whatever their role; a facility''s contacts, of its sent invoices.

Arguments:
invoice_id: the invoice, in whatever state.

Result: the whole file.

Errors: argument_missing, invoice_not_found.

Example: {"invoice_id": "$invoice_id"}';

COMMENT ON FUNCTION "public"."invoice_interest"(uuid, date) IS 'Bills the late-payment interest of a facility as an invoice of its own, of kind interest, and sends it at once.

It has a line for each sent invoice, paid ones too, whose interest of the days through the one given is neither paid
nor billed. It is issued today, is due by the facility''s terms, and bears no interest itself. On each of those invoices
as much is posted as a payment of interest, of source interest_invoice: it is owed on the new invoice, and no longer
there. Their accrued_interest stays, so that later only what is new is billed.

What was billed wrongly is taken back by void_invoice, or by credit_invoice.

Who: billing.

Arguments:
facility_id: the facility.
through: the last day, today or before; null is yesterday, in the operating timezone.

Result: the invoice, sent. Again with the same day, when nothing more has accrued: the same, and nothing more is billed.

Errors: role_required, argument_missing, date_not_finite, facility_not_found, day_ahead, invoice_not_found,
billing_in_progress, interest_not_computed, no_interest_to_bill.

Example: {"facility_id": "$late_facility_id", "through": "2026-05-01"}';

COMMENT ON FUNCTION "public"."send_invoices"(uuid[], date, boolean) IS 'Sends draft invoices, all or none: each gets its number, its issue date and its due date.

Numbers run from 1 in each year of issue, without gaps, in the order of the ids. An invoice is due the facility''s
payment terms after its issue, or the next business day where its due_date_rule says so; one over nothing is paid at
once. From then on what it bills no longer changes. No e-mail is sent: hand the invoice to the facility yourself.

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

COMMENT ON FUNCTION "public"."void_invoice"(uuid, text) IS 'Voids an invoice that is wrong: nothing is owed on it, and its time is free to be billed again or corrected.

A draft or a sent invoice without payments in force and credit notes. Its number, dates, lines and total are kept, its accrued
interest becomes 0. What an invoice of kind interest billed is owed again on the invoices on which it accrued; one whose
interest was billed is voided after the invoice that bills it.

Who: billing.

Arguments:
invoice_id: the invoice.
reason: why, in a few words.

Result: the invoice, void. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, invoice_not_found, invoice_has_credit_notes,
invoice_has_payments, billing_in_progress.

Example: {"invoice_id": "$invoice_id", "reason": "Billed to the wrong facility."}';

COMMENT ON FUNCTION "public"."weekly_billing_run"(date, boolean, uuid) IS 'Makes a draft invoice of kind weekly for every facility with billable time in a workweek.

A facility that has its invoices every two weeks or by the month (facilities.billing_cycle) is billed those days by the
run of the workweek in which they end; after a change, the first such invoice begins after what was sent. Where invoices
are made by department, order or assignment (facilities.invoices_by), each group has its own.

Drafts of exactly those days are brought up to date. A facility or group that cannot be billed, because another invoice of
its own overlaps the days or its data do not fit, is skipped and listed with the reason; the others are billed. What
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
live invoice has and whose cycle is over, for backfill_invoice; unapproved_entries counts those of the week that are in unapproved_time;
details has an object per facility and group, with its days, hours by class, last week''s amount and late hours. Again with the same
request_id: the first run''s row, and no other run.

Errors: role_required, date_not_finite, week_start_not_first_day, request_id_reused, billing_in_progress, rates_held.

Example: {"week_start": "2026-03-02", "dry_run": true}';

COMMENT ON TABLE "private"."order_amounts" IS 'What of orders sent invoices bill, void ones too, and what credit notes take back of it, which is below 0.';

COMMENT ON TABLE "public"."holidays" IS 'Days that are no business days, beside Saturdays and Sundays. Facilities whose due_date_rule is next_business_day are
asked for their money on the next one. What was sent before a holiday was entered keeps its due date.

Example: [{"day": "2031-12-25", "name": "Christmas Day"}]';

COMMENT ON TABLE "public"."payments" IS 'What was paid, credited, written off or billed anew on an invoice. In force until reversed; credit notes are not.';

COMMENT ON TABLE "public"."purchase_orders" IS 'What a facility ordered: its number, its days and its amount. Assignments name the order that pays for them.

Example: [{"facility_id": "$facility_id", "number": "PO-4711", "starts_on": "2026-01-01", "ends_on": "2026-12-31", "amount": 50000}]';

COMMENT ON TYPE "private"."period_to_bill" IS 'The days of a group of a facility''s time that one invoice is to bill.';

COMMENT ON VIEW "private"."grouped_assignments" IS 'Assignments with the group that facilities.invoices_by puts their time into, see invoices.group_key, and what people call it.';

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

COMMENT ON VIEW "public"."purchase_order_usage" IS 'What is used of facilities'' orders.

sent_amount: the lines of sent invoices that name the order, without what credit notes took back; draft_amount: those of
drafts, which contacts do not see. remaining: the amount less both, below 0 once it is exceeded; over_amount: by how much
it is. used_share: of the amount, 0.8125 is 81.25 %; is_nearly_used from 80 % on. An order without a limit has no
remaining and no used_share.

Pages: order=facility_name,number,purchase_order_id.';

COMMENT ON VIEW "public"."unbilled_differences" IS 'Workweeks whose sent time would come to another amount today than was billed of it, by facility, group and contractor,
oldest first: what backfill_invoice will bill. Staff see it.

It differs where more of the week was billed since, at whichever facility, so that hours are of another class; where
a bill rate or a multiplier changed; or where an invoice of the week is void.

billed_amount: the sent lines of the week''s time, and its lines of kind difference, on drafts too. due_amount: what that
time comes to today. group_key, group_name: of the invoices that it was billed on. purchase_order_id, department and
cost_centre: of their lines. amount: due_amount less billed_amount; below zero where the facility was billed too much.

Pages: order=week_start,facility_id,contractor_id,group_key,purchase_order_id,department,cost_centre.';

COMMENT ON VIEW "public"."unbilled_time" IS 'Billable time that is on no live invoice, oldest first: what the next invoices, or backfill_invoice, will bill.

group_key: which group of the facility''s time it is in, as of invoices. group_name: what people call it; null without one.

Pages: order=work_date,time_entry_id.';

REVOKE ALL ON FUNCTION "private"."add_order_amounts_of_credit"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_order_amounts_of_invoice"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."assignments_to_import"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."backfill_invoice"(uuid, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."backfill_invoice"(uuid, date, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."bill_each_period"(private.period_to_bill[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bill_periods"(private.period_to_bill[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_billed_interest_adds_up"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_interest_is_computed"(uuid[], date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_purchase_orders"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_facility_invoice"(uuid, date, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_facility_invoice"(uuid, date, date, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."differences_of_weeks"(uuid[], date[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."due_date"(date, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."facilities_to_import"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_time_of_others"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."group_name"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_billed_interest"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_drafts_of_periods"(private.period_to_bill[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_purchase_orders"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_time_to_bill"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holidays_errors"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_holidays"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_orders"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."interest_on_paper"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."interest_to_bill"(uuid[], date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invoice_in_the_way"(uuid, text, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invoice_interest"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invoice_interest"(uuid, date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."keep_number_of_purchase_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_purchase_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_cycles"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lines_on_paper"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."new_draft"(text, uuid, text, text, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_on_invoice"(public.invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_errors"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_to_import"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."periods_of_week"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_invoice_in_the_way"(uuid, text, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_group"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reverse_billed_interest"(text, uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_invoices"(uuid[], date, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_invoices"(uuid[], date, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."stamp_order_of_adjustment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."start_of_period_before"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unbilled_differences"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unbilled_differences"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."with_originals"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_invoice_of_interest"(uuid, date, date, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."backfill_invoice"(uuid, date, text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."create_facility_invoice"(uuid, date, date, text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."createfacilityinvoice"(uuid, date, date, text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."invoice_interest"(uuid, date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."send_invoices"(uuid[], date, boolean) TO "authenticated", "service_role";

GRANT SELECT ON TABLE "private"."order_amounts" TO "authenticated", "service_role";

REVOKE ALL ("cost_centre") ON TABLE "public"."assignments" FROM "authenticated";

GRANT UPDATE ("cost_centre") ON TABLE "public"."assignments" TO "authenticated";

REVOKE ALL ("department") ON TABLE "public"."assignments" FROM "authenticated";

GRANT UPDATE ("department") ON TABLE "public"."assignments" TO "authenticated";

REVOKE ALL ("purchase_order_id") ON TABLE "public"."assignments" FROM "authenticated";

GRANT UPDATE ("purchase_order_id") ON TABLE "public"."assignments" TO "authenticated";

REVOKE ALL ("billing_cycle") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("billing_cycle"), UPDATE ("billing_cycle") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("due_date_rule") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("due_date_rule"), UPDATE ("due_date_rule") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("invoices_by") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("invoices_by"), UPDATE ("invoices_by") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("two_weeks_from") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("two_weeks_from"), UPDATE ("two_weeks_from") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ON TABLE "public"."holidays" FROM "authenticated";

REVOKE ALL ("day") ON TABLE "public"."holidays" FROM "authenticated";

GRANT INSERT ("day"), UPDATE ("day") ON TABLE "public"."holidays" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."holidays" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."holidays" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."holidays" TO "authenticated";

REVOKE ALL ON TABLE "public"."holidays" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."holidays" TO "service_role";

REVOKE ALL ON TABLE "public"."purchase_orders" FROM "authenticated";

REVOKE ALL ("amount") ON TABLE "public"."purchase_orders" FROM "authenticated";

GRANT INSERT ("amount"), UPDATE ("amount") ON TABLE "public"."purchase_orders" TO "authenticated";

REVOKE ALL ("ends_on") ON TABLE "public"."purchase_orders" FROM "authenticated";

GRANT INSERT ("ends_on"), UPDATE ("ends_on") ON TABLE "public"."purchase_orders" TO "authenticated";

REVOKE ALL ("facility_id") ON TABLE "public"."purchase_orders" FROM "authenticated";

GRANT INSERT ("facility_id"), UPDATE ("facility_id") ON TABLE "public"."purchase_orders" TO "authenticated";

REVOKE ALL ("number") ON TABLE "public"."purchase_orders" FROM "authenticated";

GRANT INSERT ("number"), UPDATE ("number") ON TABLE "public"."purchase_orders" TO "authenticated";

REVOKE ALL ("starts_on") ON TABLE "public"."purchase_orders" FROM "authenticated";

GRANT INSERT ("starts_on"), UPDATE ("starts_on") ON TABLE "public"."purchase_orders" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."purchase_orders" TO "authenticated";

REVOKE ALL ON TABLE "public"."purchase_orders" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."purchase_orders" TO "service_role";

REVOKE ALL ON TYPE "private"."period_to_bill" FROM PUBLIC;

GRANT SELECT ON TABLE "private"."grouped_assignments" TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."job_health" FROM "authenticated";

GRANT SELECT ON TABLE "public"."job_health" TO "authenticated";

REVOKE ALL ON TABLE "public"."job_health" FROM "service_role";

GRANT SELECT ON TABLE "public"."job_health" TO "service_role";

REVOKE ALL ON TABLE "public"."purchase_order_usage" FROM "authenticated";

GRANT SELECT ON TABLE "public"."purchase_order_usage" TO "authenticated";

REVOKE ALL ON TABLE "public"."purchase_order_usage" FROM "service_role";

GRANT SELECT ON TABLE "public"."purchase_order_usage" TO "service_role";

REVOKE ALL ON TABLE "public"."unbilled_differences" FROM "authenticated";

GRANT SELECT ON TABLE "public"."unbilled_differences" TO "authenticated";

REVOKE ALL ON TABLE "public"."unbilled_differences" FROM "service_role";

GRANT SELECT ON TABLE "public"."unbilled_differences" TO "service_role";

REVOKE ALL ON TABLE "public"."unbilled_time" FROM "authenticated";

GRANT SELECT ON TABLE "public"."unbilled_time" TO "authenticated";

REVOKE ALL ON TABLE "public"."unbilled_time" FROM "service_role";

GRANT SELECT ON TABLE "public"."unbilled_time" TO "service_role";
