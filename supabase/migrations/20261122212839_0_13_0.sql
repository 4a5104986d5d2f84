set local lock_timeout = '5s';

-- From the release before to the source tree. Drafted by `deno task migration 0_13_0`, which
-- writes it anew until it is released. What is written by hand stands between
-- `-- data move: <why>` and `-- end of data move`, and is kept.

SET local check_function_bodies = off;

DROP TRIGGER "invoice_moves_are_legal" ON "public"."invoices";

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

DROP FUNCTION "private"."backfill_invoice"(uuid, date);

DROP FUNCTION "private"."bill_week"(uuid[], date);

DROP FUNCTION "private"."bill_week_of_each"(uuid[], date);

DROP FUNCTION "private"."create_facility_invoice"(uuid, date, date);

DROP FUNCTION "private"."differences_of_weeks"(uuid[], date[], uuid);

DROP FUNCTION "private"."facilities_of_week"(date);

DROP FUNCTION "private"."hold_drafts_of_week"(uuid[], date);

DROP FUNCTION "private"."hold_time_to_bill"(uuid[]);

DROP FUNCTION "private"."invoice_in_the_way"(uuid, date, date);

DROP FUNCTION "private"."new_draft"(text, uuid, text, date, date);

DROP FUNCTION "private"."refuse_invoice_in_the_way"(uuid, date, date);

DROP FUNCTION "private"."unbilled_differences"();

DROP FUNCTION "public"."backfill_invoice"(uuid, date);

DROP FUNCTION "public"."create_facility_invoice"(uuid, date, date);

DROP FUNCTION "public"."createfacilityinvoice"(uuid, date, date);

ALTER TABLE "public"."invoices"
  DROP COLUMN "bears_interest";

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

REVOKE ALL ON TABLE "public"."purchase_orders" FROM "anon", "authenticated", "service_role";

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
               facility.purchase_order, settings.letterhead_id
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
    v_periods := array(select period from private.periods_of_week(v_week_start) as period);
    perform private.hold_drafts_of_periods(v_periods);
    begin
        v_outcomes := private.bill_each_period(v_periods);
        select coalesce(sum(late.entries), 0), coalesce(jsonb_object_agg(late.facility_id, late.hours), '{}')
          into v_late_entries, v_late_hours
          from (select assignment.facility_id, count(*) as entries, sum(time.hours) as hours
                  from private.unbilled_of_13_weeks(v_week_start + 6) as time
                  join public.assignments as assignment on assignment.id = time.assignment_id
                  join private.last_cycles(v_week_start + 6) as last
                    on last.facility_id = assignment.facility_id and time.work_date <= last.period_end
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

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "assignment_cost_centre_is_named" CHECK (((cost_centre ~ '\S'::text) AND (cost_centre = btrim(cost_centre))));

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "assignment_department_is_named" CHECK (((department ~ '\S'::text) AND (department = btrim(department))));

ALTER TABLE "public"."billing_runs"
  ADD CONSTRAINT "billing_run_details_are_outcomes"
    CHECK
    (((details)::text ~
    '^\[(\{"amount": "-?[0-9]+\.[0-9]{2}", ("reason": null, "entries": [0-9]+, "outcome": "(created|existing)"|"reason": "([^"\\]|\\.)*", "entries": [0-9]+, "outcome": "skipped"), "facility": "([^"\\]|\\.)*", ("group_key": "([^"\\]|\\.)*", "group_name": (null|"([^"\\]|\\.)*"), )?("invoice_id": (null|"[0-9a-f-]{36}"), )?("facility_id": "[0-9a-f-]{36}"|"late_hours": "[0-9]+\.[0-9]{2}", ("period_end": "[0-9]{4}-[0-9]{2}-[0-9]{2}", )?"facility_id": "[0-9a-f-]{36}", ("period_start": "[0-9]{4}-[0-9]{2}-[0-9]{2}", )?"regular_hours": "[0-9]+\.[0-9]{2}", "overtime_hours": "[0-9]+\.[0-9]{2}", "doubletime_hours": "[0-9]+\.[0-9]{2}", "last_week_amount": "-?[0-9]+\.[0-9]{2}")\}(, )?)*\]$'::text));

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
  ADD CONSTRAINT "invoice_lines_original_invoice_id_fkey" FOREIGN KEY (original_invoice_id) REFERENCES public.invoices(id);

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
    WHERE (((status = 'draft'::text) AND (kind <> ALL (ARRAY['backfill'::text, 'opening'::text]))));

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

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_interest_invoice_id_fkey" FOREIGN KEY (interest_invoice_id) REFERENCES public.invoices(id);

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "purchase_order_is_the_facilitys" FOREIGN KEY (purchase_order_id, facility_id) REFERENCES public.purchase_orders(id, facility_id);

ALTER TABLE "public"."purchase_orders"
  ADD CONSTRAINT "purchase_orders_facility_id_fkey" FOREIGN KEY (facility_id) REFERENCES public.facilities(id);

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

CREATE INDEX assignments_by_purchase_order ON public.assignments USING btree (purchase_order_id);

CREATE UNIQUE INDEX invoice_has_one_difference_a_week ON public.invoice_lines USING btree (contractor_id, week_start, invoice_id, purchase_order_id, department, cost_centre) NULLS
  NOT DISTINCT
  WHERE (contractor_id IS NOT NULL);

CREATE INDEX invoice_lines_by_original ON public.invoice_lines USING btree (original_invoice_id)
  WHERE (original_invoice_id IS NOT NULL);

CREATE INDEX invoice_lines_by_purchase_order ON public.invoice_lines USING btree (purchase_order_id)
  WHERE (purchase_order_id IS NOT NULL);

CREATE INDEX invoices_bearing_interest ON public.invoices USING btree (interest_computed_on NULLS FIRST, due_date, id)
  WHERE bears_interest;

CREATE INDEX invoices_by_facility ON public.invoices USING btree (facility_id, group_key, period_end);

CREATE INDEX payments_by_interest_invoice ON public.payments USING btree (interest_invoice_id)
  WHERE (interest_invoice_id IS NOT NULL);

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

CREATE TRIGGER job_health_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.job_health
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

COMMENT ON COLUMN "public"."assignments"."cost_centre" IS 'Which of the facility''s cost centres pays, as department.';

COMMENT ON COLUMN "public"."assignments"."department" IS 'Where at the facility, as it stands on invoices; null = not said. Time that is not sent yet follows it.';

COMMENT ON COLUMN "public"."assignments"."purchase_order_id" IS 'Which of the facility''s orders pays, as department. Another one for the days to come: enter it once what was worked under this one is sent.';

COMMENT ON COLUMN "public"."billing_runs"."details" IS 'Per facility and group that has time of the cycle to bill: group_key and group_name, as of invoices, period_start and
period_end, the outcome, its reason, the invoice, and what is on it: entries, amount, and regular_hours, overtime_hours and doubletime_hours by its lines. Money and hours are text with two decimals.

last_week_amount: the totals of its invoices of exactly the week before that are not void, drafts too, of every kind.
late_hours: of its entries that late_entries counts; of a facility that was skipped, its week''s time is among them.

Runs before 0.11.0 have neither hours nor last_week_amount.';

COMMENT ON COLUMN "public"."facilities"."billing_cycle" IS 'Which days the weekly run bills together, once they are over: week (the workweek), two_weeks or month (the calendar month). Overtime goes by workweeks all the same.';

COMMENT ON COLUMN "public"."facilities"."due_date_rule" IS 'What a due date on a Saturday, a Sunday or one of holidays becomes: none (it stays) or next_business_day.';

COMMENT ON COLUMN "public"."facilities"."invoices_by" IS 'Which time is billed together: one (all of it), department, order or assignment (each by itself). See invoices.group_key.';

COMMENT ON COLUMN "public"."facilities"."purchase_order" IS 'The number that the facility wants to read on its invoices, where they are not made by order.';

COMMENT ON COLUMN "public"."facilities"."two_weeks_from" IS 'A day of the first week of any cycle of two weeks; null = 2000-01-03. Other cycles do not ask.';

COMMENT ON COLUMN "public"."invoice_lines"."department" IS 'As are cost_centre and purchase_order_id, the assignment''s when the line was made; a difference has those of the time that it corrects. Null where there was none.';

COMMENT ON COLUMN "public"."invoice_lines"."kind" IS 'The class of its hours; adjustment is billing''s own; difference is what a contractor''s workweek would come to today, less what was sent of it; interest is what accrued on another invoice.';

COMMENT ON COLUMN "public"."invoice_lines"."original_invoice_id" IS 'Of a line of interest: on which invoice it accrued. Null of other lines.';

COMMENT ON COLUMN "public"."invoices"."bears_interest" IS 'Whether accrue-interest computes it once it is overdue. An invoice paid in time never is, one paid late until its final interest stands, one of kind interest never.';

COMMENT ON COLUMN "public"."invoices"."group_key" IS 'Which part of the facility''s time it bills, where facilities.invoices_by makes several of it: a department, or the id of an order or of an assignment, as text. Empty = all of it, and where invoices are made by department or order, what has none.';

COMMENT ON COLUMN "public"."invoices"."group_name" IS 'What people call the group: the department, the order''s number, the contractor; null without one.';

COMMENT ON COLUMN "public"."invoices"."kind" IS 'weekly (by the weekly run, a cycle), manual, backfill (time that other invoices left out), opening (an open amount of the firm''s former books, in one line) or interest: what accrued on other invoices, one line each.';

COMMENT ON COLUMN "public"."payments"."interest_invoice_id" IS 'The invoice of kind interest that bills this interest: it is owed there from paid_on, and no longer here. Null of other payments.';

COMMENT ON COLUMN "public"."purchase_orders"."amount" IS 'Up to which it pays; null = without a limit.';

COMMENT ON COLUMN "public"."purchase_orders"."ends_on" IS 'The last day, included; null = open-ended.';

COMMENT ON COLUMN "public"."purchase_orders"."number" IS 'As the facility writes it; it stands on invoices.';

COMMENT ON COLUMN "public"."purchase_orders"."starts_on" IS 'The first day of work that it pays for.';

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

COMMENT ON FUNCTION "private"."create_facility_invoice"(uuid, date, date, text) IS 'The logic of public.create_facility_invoice.';

COMMENT ON FUNCTION "private"."differences_of_weeks"(uuid[], date[], uuid) IS 'Where the sent time of contractors'' workweeks would come to another amount today than was billed of it, per
facility and the group of its invoices, order, department and cost centre: its lines and all live differences.

contractor_ids, week_starts: the workweeks, by position, each once. except_invoice_id: differences on this invoice do
not count.';

COMMENT ON FUNCTION "private"."free_time_of_others"(uuid[]) IS 'Takes the lines off drafts whose time is no longer theirs, such as what lies beyond the days of a backfill that moved, or
what belongs to another group by now.

invoice_ids: drafts that the caller holds.';

COMMENT ON FUNCTION "private"."group_name"(uuid, text) IS 'What people call a group of a facility''s time: as its assignments are now, else as its invoices had it. Null without a group, and of an unknown one.';

COMMENT ON FUNCTION "private"."hold_drafts_of_periods"(private.period_to_bill[]) IS 'Locks the drafts of exactly these periods for update, so that nobody sends or voids them meanwhile.';

COMMENT ON FUNCTION "private"."hold_time_to_bill"(uuid[]) IS 'The time that drafts are to bill: billable, on the assignments of the facility''s group, in the draft''s period, and on no
other live invoice; and what they bill already.

invoice_ids: drafts that the caller holds, with no two of one facility and group and overlapping periods.';

COMMENT ON FUNCTION "private"."invoice_in_the_way"(uuid, text, date, date) IS 'The invoice whose period forbids a new one of these days for the facility''s group: sent and neither a backfill nor of the former books nor of interest, else a draft. Null when there is none.';

COMMENT ON FUNCTION "private"."last_cycles"(date) IS 'Of each facility the last cycle (facilities.billing_cycle) that is over by the end of a day.

through: the day.';

COMMENT ON FUNCTION "private"."new_draft"(text, uuid, text, text, date, date) IS 'Makes a draft of all billable time of its period, and for a backfill of differences; raises 409 when there is none. The caller has called private.bill_alone.';

COMMENT ON FUNCTION "private"."periods_of_week"(date) IS 'What the weekly run of a week bills: the cycles whose last day lies in it, of every group that has an assignment on one
of their days, or a draft. What invoices of a former cycle, or people''s own, cover of a cycle''s beginning is left out.
Whether there is anything to bill is found out by billing.

week_start: the first day of the workweek.';

COMMENT ON FUNCTION "private"."refuse_invoice_in_the_way"(uuid, text, date, date) IS 'Raises 409 when another invoice forbids a new one of these days for the facility''s group.';

COMMENT ON FUNCTION "private"."require_group"(uuid, text) IS 'Raises 404 for a group_key that neither an assignment of the facility nor an invoice of it has. The empty one is always there.';

COMMENT ON FUNCTION "private"."start_of_period_before"(date, date) IS 'The first day of as long a period that ends the day before another one starts: of a calendar month the month before.';

COMMENT ON FUNCTION "private"."unbilled_differences"() IS 'The logic of the view unbilled_differences.';

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

REVOKE ALL ON FUNCTION "private"."backfill_invoice"(uuid, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."backfill_invoice"(uuid, date, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."bill_each_period"(private.period_to_bill[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bill_periods"(private.period_to_bill[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_facility_invoice"(uuid, date, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_facility_invoice"(uuid, date, date, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."differences_of_weeks"(uuid[], date[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_time_of_others"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."group_name"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_drafts_of_periods"(private.period_to_bill[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_time_to_bill"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invoice_in_the_way"(uuid, text, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_cycles"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."new_draft"(text, uuid, text, text, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."periods_of_week"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_invoice_in_the_way"(uuid, text, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_group"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."start_of_period_before"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unbilled_differences"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unbilled_differences"() TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."backfill_invoice"(uuid, date, text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."create_facility_invoice"(uuid, date, date, text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."createfacilityinvoice"(uuid, date, date, text) TO "authenticated", "service_role";

REVOKE ALL ON TYPE "private"."period_to_bill" FROM PUBLIC;

GRANT SELECT ON TABLE "private"."grouped_assignments" TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."job_health" FROM "authenticated";

GRANT SELECT ON TABLE "public"."job_health" TO "authenticated";

REVOKE ALL ON TABLE "public"."job_health" FROM "service_role";

GRANT SELECT ON TABLE "public"."job_health" TO "service_role";

REVOKE ALL ON TABLE "public"."unbilled_differences" FROM "authenticated";

GRANT SELECT ON TABLE "public"."unbilled_differences" TO "authenticated";

REVOKE ALL ON TABLE "public"."unbilled_differences" FROM "service_role";

GRANT SELECT ON TABLE "public"."unbilled_differences" TO "service_role";

REVOKE ALL ON TABLE "public"."unbilled_time" FROM "authenticated";

GRANT SELECT ON TABLE "public"."unbilled_time" TO "authenticated";

REVOKE ALL ON TABLE "public"."unbilled_time" FROM "service_role";

GRANT SELECT ON TABLE "public"."unbilled_time" TO "service_role";
