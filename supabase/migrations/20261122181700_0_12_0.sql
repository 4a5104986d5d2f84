set local lock_timeout = '5s';

-- From the release before to the source tree. Drafted by `deno task migration 0_12_0`, which
-- writes it anew until it is released. What is written by hand stands between
-- `-- data move: <why>` and `-- end of data move`, and is kept.

SET local check_function_bodies = off;

DROP TRIGGER "only_payroll_corrects_employment" ON "public"."contractors";

DROP TRIGGER "only_recruiting_corrects_names" ON "public"."contractors";

DROP TRIGGER "invoice_moves_are_legal" ON "public"."invoices";

ALTER TABLE "public"."invoices"
  DROP CONSTRAINT "drafts_of_a_facility_never_overlap";

ALTER TABLE "public"."invoices"
  DROP CONSTRAINT "invoice_kind_is_known";

ALTER TABLE "public"."invoices"
  DROP CONSTRAINT "only_sent_invoices_keep_their_facility";

CREATE TABLE "private"."closed_postings" (
  "id"            bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "posted_on"     date                     NOT NULL,
  "document_id"   uuid                     NOT NULL,
  "document"      text                     NOT NULL,
  "account"       text                     NOT NULL,
  "amount"        numeric(15,2)            NOT NULL,
  "facility_id"   uuid,
  "contractor_id" uuid,
  "is_interest"   boolean                  NOT NULL,
  "memo"          text                     NOT NULL,
  "created_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "closed_postings_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE private.closed_postings FROM PUBLIC, "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE private.closed_postings_id_seq FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "private"."closed_postings"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."documents_to_post" (
  "document_id" uuid   NOT NULL,
  "id"          bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT "documents_to_post_pkey" PRIMARY KEY (document_id, id)
);

REVOKE ALL ON TABLE private.documents_to_post FROM PUBLIC, "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE private.documents_to_post_id_seq FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE TABLE "public"."book_closings" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "through"    date                     NOT NULL,
  "postings"   integer                  NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "book_closings_pkey" PRIMARY KEY (id),
  CONSTRAINT "books_are_closed_through_a_day_once" UNIQUE (through),
  CONSTRAINT "postings_are_not_negative" CHECK ((postings >= 0)),
  CONSTRAINT "through_is_finite" CHECK (isfinite(through)),
  "closed_by"  uuid                     DEFAULT private.user_id()
);

ALTER TABLE "public"."book_closings"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."book_closings" FROM "anon";

CREATE TABLE "public"."earning_codes" (
  "employment" text                     NOT NULL,
  "earning"    text                     NOT NULL,
  "code"       text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "earning_code_employment_is_known" CHECK ((employment = ANY (ARRAY['w2'::text, '1099'::text]))),
  CONSTRAINT "earning_code_is_plain_text" CHECK ((code ~ '^[[:alnum:]]([[:print:]]{0,38}[[:graph:]])?$'::text)),
  CONSTRAINT "earning_codes_pkey" PRIMARY KEY (employment, earning),
  CONSTRAINT "earning_is_known"
    CHECK
    ((earning = ANY (ARRAY['straight'::text, 'overtime_premium'::text, 'doubletime_premium'::text, 'difference'::text, 'hours_driven_stipend'::text, 'flat_sum_stipend'::text,
    'reimbursement_stipend'::text, 'bonus'::text, 'reimbursement'::text, 'deduction'::text])))
);

ALTER TABLE "public"."earning_codes"
  ENABLE ROW LEVEL SECURITY;

-- data move: the earnings that payroll gives codes to
insert into public.earning_codes (employment, earning)
select employment, earning
  from unnest(array['w2', '1099']) as employment
 cross join unnest(array[
       'straight', 'overtime_premium', 'doubletime_premium', 'difference', 'hours_driven_stipend', 'flat_sum_stipend',
       'reimbursement_stipend', 'bonus', 'reimbursement', 'deduction']) as earning;
-- end of data move

REVOKE ALL ON TABLE "public"."earning_codes" FROM "anon";

CREATE TABLE "public"."journal_accounts" (
  "account"    text                     NOT NULL,
  "type"       text                     NOT NULL,
  "name"       text                     NOT NULL,
  "number"     text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "journal_account_is_known"
    CHECK
    ((account = ANY (ARRAY['cash'::text, 'receivables'::text, 'interest_receivable'::text, 'unbilled_receivables'::text, 'customer_credits'::text, 'unapplied_receipts'::text,
    'payroll_clearing'::text,
    'deductions_payable'::text,
    'accrued_pay'::text,
    'opening_balances'::text,
    'revenue_regular'::text,
    'revenue_overtime'::text,
    'revenue_doubletime'::text,
    'revenue_adjustments'::text,
    'revenue_differences'::text, 'interest_income'::text, 'bad_debt'::text, 'wages'::text, 'premiums'::text, 'stipends'::text, 'reimbursements'::text, 'contractor_cost'::text]))),
  CONSTRAINT "journal_account_name_is_not_blank" CHECK ((name ~ '\S'::text)),
  CONSTRAINT "journal_account_number_is_not_blank" CHECK ((number ~ '\S'::text)),
  CONSTRAINT "journal_account_type_is_known" CHECK ((type = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text, 'income'::text, 'expense'::text]))),
  CONSTRAINT "journal_accounts_pkey" PRIMARY KEY (account)
);

ALTER TABLE "public"."journal_accounts"
  ENABLE ROW LEVEL SECURITY;

-- data move: the accounts that the journal posts to
insert into public.journal_accounts (account, type, name)
values ('cash', 'asset', 'Cash'),
       ('receivables', 'asset', 'Accounts receivable'),
       ('interest_receivable', 'asset', 'Interest receivable'),
       ('unbilled_receivables', 'asset', 'Unbilled receivables'),
       ('customer_credits', 'liability', 'Customer credits'),
       ('unapplied_receipts', 'liability', 'Unapplied receipts'),
       ('payroll_clearing', 'liability', 'Payroll clearing'),
       ('deductions_payable', 'liability', 'Deductions payable'),
       ('accrued_pay', 'liability', 'Accrued pay'),
       ('opening_balances', 'equity', 'Opening balances'),
       ('revenue_regular', 'income', 'Revenue regular hours'),
       ('revenue_overtime', 'income', 'Revenue overtime'),
       ('revenue_doubletime', 'income', 'Revenue doubletime'),
       ('revenue_adjustments', 'income', 'Revenue adjustments'),
       ('revenue_differences', 'income', 'Revenue differences'),
       ('interest_income', 'income', 'Interest income'),
       ('bad_debt', 'expense', 'Bad debt'),
       ('wages', 'expense', 'Wages'),
       ('premiums', 'expense', 'Overtime premiums'),
       ('stipends', 'expense', 'Stipends'),
       ('reimbursements', 'expense', 'Reimbursements'),
       ('contractor_cost', 'expense', 'Contractor cost');
-- end of data move

REVOKE ALL ON TABLE "public"."journal_accounts" FROM "anon";

CREATE TABLE "public"."letterheads" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "legal_name" text,
  "address"    text,
  "remit_to"   text,
  "tax_number" text,
  "logo"       text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "letterheads_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."letterheads"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."letterheads" FROM "anon";

CREATE TABLE "public"."payroll_handovers" (
  "id"               uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "payroll_batch_id" uuid                     NOT NULL,
  "employment"       text                     NOT NULL,
  "nth"              integer                  NOT NULL,
  "handed_over_at"   timestamp with time zone NOT NULL,
  "handed_over_by"   uuid,
  "people"           integer                  NOT NULL,
  "lines"            integer                  NOT NULL,
  "amount"           numeric(12,2)            NOT NULL,
  "digest"           text                     NOT NULL,
  "created_at"       timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "amount_is_finite" CHECK ((amount <> 'NaN'::numeric)),
  CONSTRAINT "payroll_handover_digest_is_sha256" CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "payroll_handover_employment_is_known" CHECK ((employment = ANY (ARRAY['w2'::text, '1099'::text]))),
  CONSTRAINT "payroll_handover_has_a_line_for_each" CHECK ((lines >= people)),
  CONSTRAINT "payroll_handover_has_people" CHECK ((people > 0)),
  CONSTRAINT "payroll_handovers_are_counted_from_one" CHECK ((nth > 0)),
  CONSTRAINT "payroll_handovers_pkey" PRIMARY KEY (id),
  CONSTRAINT "payroll_is_handed_over_once_at_a_time" UNIQUE (payroll_batch_id, employment, nth)
);

ALTER TABLE "public"."payroll_handovers"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."payroll_handovers" FROM "anon";

ALTER TABLE "public"."assignments"
  ADD COLUMN "external_number" text;

ALTER TABLE "public"."checks"
  ADD COLUMN "external_number" text;

ALTER TABLE "public"."contractors"
  ADD COLUMN "external_number" text;

ALTER TABLE "public"."contractors"
  ADD COLUMN "payroll_number" text;

ALTER TABLE "public"."credit_notes"
  ADD COLUMN "letterhead_id" uuid;

ALTER TABLE "public"."facilities"
  ADD COLUMN "billing_name" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "billing_address" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "purchase_order" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "external_number" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "work_state" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "billing_name" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "billing_address" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "purchase_order" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "letterhead_id" uuid;

ALTER TABLE "public"."organization_settings"
  ADD COLUMN "legal_name" text;

ALTER TABLE "public"."organization_settings"
  ADD COLUMN "address" text;

ALTER TABLE "public"."organization_settings"
  ADD COLUMN "remit_to" text;

ALTER TABLE "public"."organization_settings"
  ADD COLUMN "tax_number" text;

ALTER TABLE "public"."organization_settings"
  ADD COLUMN "logo" text;

ALTER TABLE "public"."organization_settings"
  ADD COLUMN "letterhead_id" uuid;

CREATE OR REPLACE FUNCTION private.account_of_pay (
  kind            text,
  pay_kind        text,
  employment_type text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when pay_kind = 'deduction' then 'deductions_payable'
                when pay_kind = 'reimbursement' then 'reimbursements'
                when employment_type <> 'w2' then 'contractor_cost'
                when kind = 'stipend' then 'stipends'
                when kind in ('overtime_premium', 'doubletime_premium') then 'premiums'
                else 'wages' end;
$function$;

REVOKE ALL ON FUNCTION private.account_of_pay(text,text,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.accruals (
  on_day date
)
  RETURNS TABLE (
    posted_on     date,
    document      text,
    account       text,
    debit         numeric,
    credit        numeric,
    facility_id   uuid,
    contractor_id uuid,
    memo          text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.require_reader_of_books();
    perform private.require_arguments(jsonb_build_object('on_day', accruals.on_day));
    perform private.require_finite_dates(jsonb_build_object('on_day', accruals.on_day));
    perform private.require_plausible_days(jsonb_build_object('on_day', accruals.on_day));
    return query
    with revenue as materialized (
        select accrued.* from private.accrued_revenue(accruals.on_day) as accrued
    ), pay as materialized (
        select accrued.* from private.accrued_pay(accruals.on_day) as accrued
    ), posting as (
        select 'unbilled_receivables' as account, sum(revenue.amount) as amount, revenue.facility_id,
               null::uuid as contractor_id
          from revenue
         group by revenue.facility_id
         union all
        select revenue.account, -revenue.amount, revenue.facility_id, revenue.contractor_id from revenue
         union all
        select pay.account, pay.amount, null, pay.contractor_id from pay
         union all
        select 'accrued_pay', -sum(pay.amount), null, pay.contractor_id from pay group by pay.contractor_id
    )
    select accruals.on_day + day.nth, 'ACCRUAL-' || to_char(accruals.on_day, 'YYYY-MM-DD'), posting.account,
           greatest(day.sign * posting.amount, 0.00), greatest(-day.sign * posting.amount, 0.00),
           posting.facility_id, posting.contractor_id, day.memo
      from posting
     cross join (values
           (0, 1, 'Worked and not yet billed or paid'), (1, -1, 'Accrual taken back')) as day (nth, sign, memo)
     where posting.amount <> 0
     order by 1, 3, 6, 7;
end;
$function$;

REVOKE ALL ON FUNCTION private.accruals(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.accrued_pay (
  on_day date
)
  RETURNS TABLE (
    account       text,
    amount        numeric,
    contractor_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
declare
    v_last_week constant date := private.workweek_start(accrued_pay.on_day);
    v_contractor_ids uuid[];
    v_week_starts date[];
begin
    select array_agg(due.contractor_id), array_agg(due.week_start)
      into v_contractor_ids, v_week_starts
      from private.marked_weeks(v_last_week + 6) as due;
    return query
    with line as materialized (
        select due.contractor_id, contractor.employment_type, due.week_start, due.kind, due.time_entry_id, due.amount,
               coalesce(stipend.kind, adjustment.kind) as pay_kind
          from private.due_lines(v_contractor_ids, v_week_starts) as due
          join public.contractors as contractor on contractor.id = due.contractor_id
          left join public.assignment_stipends as stipend on stipend.id = due.assignment_stipend_id
          left join public.payroll_adjustments as adjustment on adjustment.id = due.payroll_adjustment_id
         union all
        select item.contractor_id, item.employment_type, paid.week_start, paid.kind, paid.time_entry_id, paid.amount,
               paid.pay_kind
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
          join public.payroll_items as item on item.payroll_batch_id = batch.id
          join public.payroll_item_lines as paid on paid.payroll_item_id = item.id
         where batch.status = 'closed'
           and private.paid_on(batch, period) > accrued_pay.on_day
           and paid.week_start <= v_last_week
    ), worked as ( -- of the week that the day splits: the share of its hours that were worked by then
        select assignment.contractor_id,
               coalesce(sum(entry.hours) filter (where entry.work_date <= accrued_pay.on_day), 0) as hours,
               sum(entry.hours) as all_hours
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
         where entry.is_payable
           and entry.work_date between v_last_week and v_last_week + 6
         group by assignment.contractor_id
    )
    select private.account_of_pay(line.kind, line.pay_kind, line.employment_type) as to_account,
           round(sum(case
               when line.week_start < v_last_week or accrued_pay.on_day = v_last_week + 6 then line.amount
               when line.time_entry_id is not null
               then case when entry.work_date <= accrued_pay.on_day then line.amount end
               else line.amount * worked.hours / worked.all_hours end), 2),
           line.contractor_id
      from line
      left join public.time_entries as entry on entry.id = line.time_entry_id
      left join worked on worked.contractor_id = line.contractor_id
     group by to_account, line.contractor_id;
end;
$function$;

REVOKE ALL ON FUNCTION private.accrued_pay(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.accrued_revenue (
  on_day date
)
  RETURNS TABLE (
    account       text,
    amount        numeric,
    facility_id   uuid,
    contractor_id uuid
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
    with worked as (
        select line.time_entry_id, line.kind, line.amount
          from public.invoices as invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id
         where (invoice.issue_date is null or invoice.issue_date > accrued_revenue.on_day)
           and line.time_entry_id is not null
           and line.released_at is null
           and line.work_date <= accrued_revenue.on_day
         union all
        select priced.* from private.price_of_unbilled_time(accrued_revenue.on_day) as priced
    )
    select 'revenue_' || worked.kind, sum(worked.amount), assignment.facility_id, assignment.contractor_id
      from worked
      join public.time_entries as entry on entry.id = worked.time_entry_id
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where not exists ( -- an invoice billed it on the day, whatever became of that since
           select from public.invoice_lines as line
             join public.invoices as invoice on invoice.id = line.invoice_id
            where line.time_entry_id = worked.time_entry_id
              and line.released_at is not null
              and invoice.issue_date <= accrued_revenue.on_day
              and invoice.sent_at is not null
              and (invoice.voided_at is null
                   or (invoice.voided_at at time zone v_timezone)::date > accrued_revenue.on_day)
              and not exists (
                  select from public.credit_note_lines as credited
                    join public.credit_notes as note on note.id = credited.credit_note_id
                   where credited.invoice_line_id = line.id and note.counts_on <= accrued_revenue.on_day))
     group by worked.kind, assignment.facility_id, assignment.contractor_id;
end;
$function$;

REVOKE ALL ON FUNCTION private.accrued_revenue(date) FROM PUBLIC, "anon", "authenticated", "service_role";

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
            assignment.bill_doubletime_multiplier::text)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$function$;

REVOKE ALL ON FUNCTION private.assignments_errors(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.assignments_that_overlap (
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
        select row.line, row.id, row.contractor_id, row.facility_id, row.start_date, row.end_date, row.external_number,
               daterange(row.start_date, row.end_date, '[]') as days
          from private.assignments_to_import(assignments_that_overlap.rows) as row
         where row.start_date <= coalesce(row.end_date, 'infinity'))
    select row.line, 'start_date',
           format('Line %s places the contractor at the facility on days of this one.', min(earlier.line))
      from row
      join row as earlier using (contractor_id, facility_id)
     where earlier.line < row.line and earlier.days && row.days
       and earlier.external_number is distinct from row.external_number
     group by row.line
     union all
    select row.line, 'start_date',
           format('The contractor has another assignment at the facility here, from %s to %s.',
                  other.start_date, coalesce(other.end_date::text, 'further notice'))
      from row
      join public.assignments as other using (contractor_id, facility_id)
     where row.id is null
       and other.start_date <= coalesce(row.end_date, 'infinity')
       and coalesce(other.end_date, 'infinity') >= row.start_date;
$function$;

REVOKE ALL ON FUNCTION private.assignments_that_overlap(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    renewal_date               date
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
           coalesce(row.renewal_date, row.end_date)
      from jsonb_to_recordset(assignments_to_import.rows) as row (
           line int, external_number text, contractor_number text, facility_number text, start_date date,
           end_date date, bill_rate numeric(10, 2), pay_rate numeric(10, 2), rates_from date,
           allow_negative_margin boolean, overtime_rule text, overtime_rule_reason text,
           bill_overtime_multiplier numeric, bill_doubletime_multiplier numeric, renewal_date date)
      left join public.assignments as assignment on assignment.external_number = row.external_number
      left join public.contractors as contractor on contractor.external_number = row.contractor_number
      left join public.facilities as facility on facility.external_number = row.facility_number;
$function$;

REVOKE ALL ON FUNCTION private.assignments_to_import(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.books_closed_through()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select max(closing.through) from public.book_closings as closing; $function$;

REVOKE ALL ON FUNCTION private.books_closed_through() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.changes_of_closed_days (
  closed_through date
)
  RETURNS TABLE (
    document_id   uuid,
    document      text,
    account       text,
    amount        numeric,
    facility_id   uuid,
    contractor_id uuid,
    is_interest   boolean
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
    v_document_ids constant uuid[] := array(select distinct marked.document_id from private.documents_to_post as marked);
begin
    return query
    with posting as (
        select posted.document_id, posted.document, posted.account, posted.amount, posted.facility_id,
               posted.contractor_id, false as is_interest
          from private.postings_of_documents('-infinity', changes_of_closed_days.closed_through, v_document_ids) as posted
         union all
        select stored.document_id, stored.document, stored.account, -stored.amount, stored.facility_id,
               stored.contractor_id, false
          from private.closed_postings as stored
         where stored.document_id = any (v_document_ids) and not stored.is_interest
         union all
        select posted.document_id, posted.document, posted.account, posted.amount, posted.facility_id,
               posted.contractor_id, true
          from private.postings_of_interest('-infinity', changes_of_closed_days.closed_through) as posted
         union all
        select stored.document_id, stored.document, stored.account, -stored.amount, stored.facility_id,
               stored.contractor_id, true
          from private.closed_postings as stored
         where stored.is_interest
    )
    select posting.document_id, max(posting.document), posting.account, sum(posting.amount), posting.facility_id,
           posting.contractor_id, posting.is_interest
      from posting
     group by posting.document_id, posting.account, posting.facility_id, posting.contractor_id, posting.is_interest
    having sum(posting.amount) <> 0;
end;
$function$;

REVOKE ALL ON FUNCTION private.changes_of_closed_days(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.checks_errors (
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
        select * from private.checks_to_import(checks_errors.rows))
    select row.line, 'facility_number',
           format('There is no facility with the number %s. Import facilities first.', row.facility_number)
      from row
     where row.facility_number is not null and row.facility_id is null
     union all
    -- As private.guard_check_entry.
    select repeated.line, 'check_number',
           format('Line %s is of the same facility, method, number and amount.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.check_number is not null and row.facility_id is not null
            window same as (
                   partition by row.facility_id, row.method, row.check_number, row.amount order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, 'check_number',
           format('The facility''s %s %s over %s is here already: received on %s.',
                  other.method, other.check_number, other.amount, other.received_on)
      from row
      join public.checks as other
        on other.facility_id = row.facility_id
       and btrim(other.check_number) = row.check_number
       and other.method = row.method
       and other.amount = row.amount
     where row.id is null and other.status <> 'returned'
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.checks as received on received.id = row.id
      join public.facilities as facility on facility.id = received.facility_id
      left join public.facility_credits as credit
        on credit.check_id = received.id and credit.amount = received.amount
     cross join lateral (values
           ('facility_number', row.facility_number, facility.external_number),
           ('amount', row.amount::text, received.amount::text),
           ('received_on', row.received_on::text, received.received_on::text),
           ('check_number', row.check_number, received.check_number),
           ('method', row.method, received.method),
           ('unapplied_credit', case when row.unapplied_credit then 'yes' else 'no' end,
            case when credit.id is null then 'no' else 'yes' end)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$function$;

REVOKE ALL ON FUNCTION private.checks_errors(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.checks_to_import (
  rows jsonb
)
  RETURNS TABLE (
    line             integer,
    external_number  text,
    id               uuid,
    facility_number  text,
    facility_id      uuid,
    amount           numeric,
    received_on      date,
    check_number     text,
    method           text,
    unapplied_credit boolean
  )
  LANGUAGE sql
  STABLE
  ROWS 20000
  SET search_path TO ''
  AS $function$
    select row.line, row.external_number, received.id, row.facility_number, facility.id, row.amount, row.received_on,
           row.check_number, coalesce(row.method, 'check'), coalesce(row.unapplied_credit, false)
      from jsonb_to_recordset(checks_to_import.rows) as row (
           line int, external_number text, facility_number text, amount numeric(12, 2), received_on date,
           check_number text, method text, unapplied_credit boolean)
      left join public.checks as received on received.external_number = row.external_number
      left join public.facilities as facility on facility.external_number = row.facility_number;
$function$;

REVOKE ALL ON FUNCTION private.checks_to_import(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.close_books (
  through date
)
  RETURNS public.book_closings
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_business_date constant date := (private.clock()).business_date;
    v_last public.book_closings;
    v_closing public.book_closings;
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object('through', close_books.through));
    perform private.require_finite_dates(jsonb_build_object('through', close_books.through));

    perform private.hold_books();
    select closing.* into v_last from public.book_closings as closing order by closing.through desc limit 1;
    if v_last.through = close_books.through then
        return v_last;
    elsif close_books.through < v_last.through then
        perform private.refuse(
            409, 'books_closed_later',
            format('The books are closed through %s already.', v_last.through),
            'Give a later day, or leave them: what they say of closed days stays.');
    elsif close_books.through >= v_business_date then
        perform private.refuse(
            409, 'day_not_over',
            format('%s is not over: it is %s.', close_books.through, v_business_date),
            'Give a day before the business date.');
    end if;

    -- In one statement: a change that the postings do not see has a mark that is not taken out.
    with stored as (
        insert into private.closed_postings (
            posted_on, document_id, document, account, amount, facility_id, contractor_id, is_interest, memo)
        select posted.posted_on, posted.document_id, posted.document, posted.account, posted.amount, posted.facility_id,
               posted.contractor_id, posted.is_interest, posted.memo
          from private.journal_postings(coalesce(v_last.through + 1, '-infinity'), close_books.through) as posted
        returning id
    ), looked_at as (
        delete from private.documents_to_post
    )
    insert into public.book_closings (through, postings)
    select close_books.through, count(*) from stored
    returning * into v_closing;
    return v_closing;
end;
$function$;

REVOKE ALL ON FUNCTION private.close_books(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.contractors_errors (
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
        select * from private.contractors_to_import(contractors_errors.rows)
    ), taken as (
        select row.line, row.id, given.name, given.value
          from row
         cross join lateral (values ('email', lower(row.email)), ('payroll_number', row.payroll_number))
               as given (name, value)
         where given.value is not null)
    select repeated.line, repeated.name, format('Line %s has the same.', repeated.first_line)
      from (select taken.line, taken.name, row_number() over same as nth, first_value(taken.line) over same as first_line
              from taken
            window same as (partition by taken.name, taken.value order by taken.line)) as repeated
     where repeated.nth > 1
     union all
    select taken.line, taken.name,
           format('The contractor %s %s has it here already. If it is the same person, give them the external_number here.',
                  other.first_name, other.last_name)
      from taken
      join (select contractor.*, 'email' as name, lower(contractor.email) as value
              from public.contractors as contractor
             union all
            select contractor.*, 'payroll_number', contractor.payroll_number
              from public.contractors as contractor) as other using (name, value)
     where other.id is distinct from taken.id
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.contractors as contractor on contractor.id = row.id
     cross join lateral (values
           ('first_name', row.first_name, contractor.first_name),
           ('last_name', row.last_name, contractor.last_name),
           ('email', row.email, contractor.email),
           ('employment_type', row.employment_type, contractor.employment_type),
           ('payroll_number', row.payroll_number, contractor.payroll_number)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$function$;

REVOKE ALL ON FUNCTION private.contractors_errors(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.contractors_to_import (
  rows jsonb
)
  RETURNS TABLE (
    line            integer,
    external_number text,
    id              uuid,
    first_name      text,
    last_name       text,
    email           text,
    employment_type text,
    payroll_number  text
  )
  LANGUAGE sql
  STABLE
  ROWS 20000
  SET search_path TO ''
  AS $function$
    select row.line, row.external_number, contractor.id, row.first_name, row.last_name, row.email,
           coalesce(row.employment_type, 'w2'), row.payroll_number
      from jsonb_to_recordset(contractors_to_import.rows) as row (
           line int, external_number text, first_name text, last_name text, email text, employment_type text,
           payroll_number text)
      left join public.contractors as contractor on contractor.external_number = row.external_number;
$function$;

REVOKE ALL ON FUNCTION private.contractors_to_import(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
                   'content', private.summed_lines_on_paper(v_note.invoice_id, v_note.id))
          from public.invoices as invoice
         cross join lateral (
               select coalesce(sum(credit.amount), 0.00) as amount
                 from public.facility_credits as credit
                where credit.credit_note_id = v_note.id) as kept
         where invoice.id = v_note.invoice_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.credit_note_document(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.day_of_text (
  value text
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case
        -- Before it is known to be a month, it is not looked at as one.
        when day_of_text.value !~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then null
        when right(day_of_text.value, 2)::int > extract(
                 day from (left(day_of_text.value, 8) || '01')::date + interval '1 month' - interval '1 day') then null
        when private.is_plausible_day(day_of_text.value::date) then day_of_text.value::date
    end;
$function$;

REVOKE ALL ON FUNCTION private.day_of_text(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.earning_lines (
  payroll_batch_id uuid
)
  RETURNS TABLE (
    employment             text,
    line                   integer,
    contractor_id          uuid,
    payroll_number         text,
    last_name              text,
    first_name             text,
    employment_type        text,
    week_start             date,
    earning                text,
    earning_code           text,
    work_state             text,
    hours                  numeric,
    overtime_hours         numeric,
    doubletime_hours       numeric,
    rate                   numeric,
    amount                 numeric,
    facility_without_state text
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
    with item as materialized (
        select item.id, item.contractor_id, item.last_name, item.first_name, item.employment_type,
               case item.employment_type when 'w2' then 'w2' else '1099' end as employment
          from public.payroll_items as item
         where item.payroll_batch_id = earning_lines.payroll_batch_id
    ), paid as materialized (
        select line.id, item.contractor_id, line.week_start, line.created_at, line.kind,
               case when line.kind = 'stipend' then coalesce(line.pay_kind || '_stipend', line.kind)
                    when line.kind = 'adjustment' then coalesce(line.pay_kind, line.kind)
                    else line.kind end as earning,
               line.hours, line.overtime_hours, line.doubletime_hours, line.rate, line.amount, facility.work_state,
               case when facility.work_state is null then facility.name end as facility_without_state
          from item
          join public.payroll_item_lines as line on line.payroll_item_id = item.id
          left join public.time_entries as entry on entry.id = line.time_entry_id
          left join public.assignment_stipends as stipend on stipend.id = line.assignment_stipend_id
          left join public.assignments as assignment
            on assignment.id = coalesce(entry.assignment_id, stipend.assignment_id)
          left join public.facilities as facility on facility.id = assignment.facility_id
    ), of_week as materialized (
        select paid.*
          from paid
         where paid.earning in ('overtime_premium', 'doubletime_premium', 'difference', 'bonus')
    ), worked as (
        select paid.contractor_id, paid.week_start, paid.hours, paid.work_state, paid.facility_without_state
          from paid
         where paid.kind = 'straight'
         union all
        select week.contractor_id, week.week_start, line.hours, facility.work_state,
               case when facility.work_state is null then facility.name end
          from (select of_week.contractor_id, of_week.week_start, max(of_week.created_at) as made_at
                  from of_week
                 where of_week.earning in ('difference', 'bonus')
                 group by of_week.contractor_id, of_week.week_start) as week
          join public.payroll_items as item on item.contractor_id = week.contractor_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
          join public.payroll_periods as period
            on period.id = batch.payroll_period_id and period.period_end >= week.week_start
          join public.payroll_item_lines as line
            on line.payroll_item_id = item.id and line.week_start = week.week_start and line.kind = 'straight'
          left join public.time_entries as entry on entry.id = line.time_entry_id
          left join public.assignments as assignment on assignment.id = entry.assignment_id
          left join public.facilities as facility on facility.id = assignment.facility_id
         where batch.id <> earning_lines.payroll_batch_id
           and line.created_at <= week.made_at
    ), share as (
        select worked.contractor_id, worked.week_start, worked.work_state, sum(worked.hours) as hours,
               sum(sum(worked.hours)) over of_week as all_hours,
               row_number() over (of_week order by sum(worked.hours) desc, worked.work_state) as place,
               min(worked.facility_without_state) as facility_without_state
          from worked
         group by worked.contractor_id, worked.week_start, worked.work_state
        window of_week as (partition by worked.contractor_id, worked.week_start)
    ), divided as (
        select of_week.contractor_id, of_week.week_start, of_week.earning, share.work_state,
               part.hours + case when share.place = 1 then of_week.hours - sum(part.hours) over of_line else 0 end as hours,
               part.overtime_hours + case when share.place = 1
                   then of_week.overtime_hours - sum(part.overtime_hours) over of_line else 0 end as overtime_hours,
               part.doubletime_hours + case when share.place = 1
                   then of_week.doubletime_hours - sum(part.doubletime_hours) over of_line else 0 end as doubletime_hours,
               part.amount
                   + case when share.place = 1 then of_week.amount - sum(part.amount) over of_line else 0 end as amount,
               share.facility_without_state
          from of_week
          left join share on share.contractor_id = of_week.contractor_id and share.week_start = of_week.week_start
         cross join lateral (
               select round(of_week.hours * portion.hours / portion.all_hours, 2) as hours,
                      round(of_week.overtime_hours * portion.hours / portion.all_hours, 2) as overtime_hours,
                      round(of_week.doubletime_hours * portion.hours / portion.all_hours, 2) as doubletime_hours,
                      round(of_week.amount * portion.hours / portion.all_hours, 2) as amount
                 from (select coalesce(share.hours, 1), coalesce(share.all_hours, 1)) as portion (hours, all_hours)) as part
        window of_line as (partition by of_week.id)
    ), earned as (
        select paid.contractor_id, paid.week_start, paid.earning, paid.work_state, paid.hours, paid.overtime_hours,
               paid.doubletime_hours, paid.rate, paid.amount, paid.facility_without_state
          from paid
         where paid.earning not in ('overtime_premium', 'doubletime_premium', 'difference', 'bonus')
         union all
        select divided.contractor_id, divided.week_start, divided.earning, divided.work_state, divided.hours,
               divided.overtime_hours, divided.doubletime_hours, null, divided.amount, divided.facility_without_state
          from divided
         where (divided.amount, coalesce(divided.hours, 0), coalesce(divided.overtime_hours, 0),
                coalesce(divided.doubletime_hours, 0)) <> (0, 0, 0, 0)
    ), summed as (
        select earned.contractor_id, earned.week_start, earned.earning, earned.work_state, earned.rate,
               sum(earned.hours) as hours, sum(earned.overtime_hours) as overtime_hours,
               sum(earned.doubletime_hours) as doubletime_hours, sum(earned.amount) as amount,
               min(earned.facility_without_state) as facility_without_state
          from earned
         group by earned.contractor_id, earned.week_start, earned.earning, earned.work_state, earned.rate
    )
    select item.employment,
           (row_number() over (
                partition by item.employment
                order by item.last_name, item.first_name, item.contractor_id, summed.week_start,
                         array_position(array[
                             'straight', 'overtime_premium', 'doubletime_premium', 'difference', 'hours_driven_stipend',
                             'flat_sum_stipend', 'reimbursement_stipend', 'bonus', 'reimbursement', 'deduction'],
                             summed.earning),
                         summed.rate, summed.work_state, summed.earning))::int,
           item.contractor_id, contractor.payroll_number, item.last_name, item.first_name, item.employment_type,
           summed.week_start, summed.earning, mapped.code, summed.work_state, summed.hours, summed.overtime_hours,
           summed.doubletime_hours, summed.rate, summed.amount, summed.facility_without_state
      from summed
      join item on item.contractor_id = summed.contractor_id
      join public.contractors as contractor on contractor.id = item.contractor_id
      left join public.earning_codes as mapped
        on mapped.employment = item.employment and mapped.earning = summed.earning;
end;
$function$;

REVOKE ALL ON FUNCTION private.earning_lines(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    ), text as (
        select string_agg(concat(
                   earned.employment, ',', earned.line, ',', earned.contractor_id, ',', person.cells, ',',
                   earned.employment_type, ',', period.period_start, ',', period.period_end, ',', period.pay_date, ',',
                   batch.status, ',', earned.week_start, ',', earned.earning, ',', code.cell, ',', earned.work_state, ',',
                   earned.hours, ',', earned.overtime_hours, ',', earned.doubletime_hours, ',', earned.rate, ',',
                   earned.amount, e'\r\n'), '' order by earned.line) as lines
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         cross join earned
          join person on person.contractor_id = earned.contractor_id
          join code on code.earning = earned.earning
         where batch.id = earnings_file.payroll_batch_id
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

REVOKE ALL ON FUNCTION private.earnings_file(uuid,text) FROM PUBLIC, "anon", "authenticated", "service_role";

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

REVOKE ALL ON FUNCTION private.facilities_errors(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
           row.billing_address, row.purchase_order, row.bill_overtime_rule, coalesce(row.bill_scope, 'facility'),
           coalesce(row.bill_overtime_multiplier, 1.5)::numeric(5, 3),
           coalesce(row.bill_doubletime_multiplier, 2)::numeric(5, 3), row.annual_rate,
           row.day_count, row.compounding, row.rate_basis, row.grace_days, row.accrue_from, row.fixed_fee,
           row.waive_below, row.maximum_days, row.maximum_fraction, row.moved_on
      from jsonb_to_recordset(facilities_to_import.rows) as row (
           line int, external_number text, name text, billing_email text, payment_terms_days int, timezone text,
           work_state text, billing_name text, billing_address text, purchase_order text, bill_overtime_rule text, bill_scope text,
           bill_overtime_multiplier numeric, bill_doubletime_multiplier numeric, annual_rate numeric(9, 6),
           day_count text, compounding text, rate_basis text, grace_days int, accrue_from text,
           fixed_fee numeric(12, 2), waive_below numeric(12, 2), maximum_days int, maximum_fraction numeric(9, 6),
           moved_on date)
      left join public.facilities as facility on facility.external_number = row.external_number;
$function$;

REVOKE ALL ON FUNCTION private.facilities_to_import(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.first_of (
  names text[]
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array_to_string(first_of.names[:10], ', ')
               || case when cardinality(first_of.names) > 10
                       then format(' and %s more', cardinality(first_of.names) - 10) else '' end;
$function$;

REVOKE ALL ON FUNCTION private.first_of(text[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.follow_letterhead()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_bytes constant int := (char_length(new.logo) - strpos(new.logo, ',')) * 3 / 4; -- four letters are three bytes
begin
    if new.logo is not null and not private.is_picture(new.logo) then
        perform private.refuse(
            400, 'logo_not_valid', 'The logo is not a PNG or a JPEG.',
            'Give it as the text data:image/png;base64,… or data:image/jpeg;base64,….');
    end if;
    if v_bytes > 100000 then
        perform private.refuse(
            400, 'logo_not_valid',
            format('The logo has %s kB, and at most 100 kB are kept.', ceil(v_bytes / 1000.0)),
            'Give a smaller picture: 600 pixels of width print well.');
    end if;
    new.letterhead_id := old.letterhead_id;
    if old.legal_name is distinct from new.legal_name or old.address is distinct from new.address
        or old.remit_to is distinct from new.remit_to or old.tax_number is distinct from new.tax_number
        or old.logo is distinct from new.logo then
        insert into public.letterheads (legal_name, address, remit_to, tax_number, logo)
        values (new.legal_name, new.address, new.remit_to, new.tax_number, new.logo)
        returning id into new.letterhead_id;
    end if;
    return new;
end;
$function$;

REVOKE ALL ON FUNCTION private.follow_letterhead() FROM PUBLIC, "anon", "authenticated", "service_role";

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
                 old.purchase_order, old.letterhead_id)
                is distinct from
                (new.id, new.number, new.facility_id, new.kind, new.period_start, new.period_end,
                 new.issue_date, new.due_date, new.total, new.sent_at, new.sent_by, new.created_at,
                 new.facility_name, new.billing_email, new.billing_name, new.billing_address,
                 new.purchase_order, new.letterhead_id) then
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

CREATE OR REPLACE FUNCTION private.hand_over_payroll (
  payroll_batch_id uuid,
  employment       text,
  again            boolean,
  corrected        boolean
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_batch public.payroll_batches;
    v_name text;
    v_last public.payroll_handovers;
    v_made record;
    v_digest text;
    v_handover public.payroll_handovers;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'payroll_batch_id', hand_over_payroll.payroll_batch_id, 'again', hand_over_payroll.again,
        'corrected', hand_over_payroll.corrected));
    perform private.require_employment(hand_over_payroll.employment);

    v_batch := private.hold_payroll_batch(hand_over_payroll.payroll_batch_id);
    v_name := private.name_of_payroll_batch(v_batch);
    if v_batch.status = 'discarded' then
        perform private.refuse_payroll_batch(v_batch);
    elsif v_batch.status <> 'closed' then
        perform private.refuse(
            409, 'payroll_batch_not_closed',
            format('%s is %s: what it pays may still change.', v_name, replace(v_batch.status, '_', ' ')),
            'Close it with close_and_lock_payroll_batch first.');
    end if;

    select handover.*
      into v_last
      from public.payroll_handovers as handover
     where handover.payroll_batch_id = v_batch.id and handover.employment = hand_over_payroll.employment
     order by handover.nth desc
     limit 1;
    if v_last.nth is not null and not hand_over_payroll.again then
        perform private.refuse(
            409, 'payroll_handed_over',
            format('The %s file of this batch was handed over on %s%s.', hand_over_payroll.employment,
                   to_char(v_last.handed_over_at at time zone private.operating_timezone(), 'YYYY-MM-DD "at" HH24:MI'),
                   ' by ' || (select known.name from public.user_names as known where known.user_id = v_last.handed_over_by)),
            'Give again to have the same file once more; nobody is to be paid by both.');
    end if;

    select made.* into v_made from private.earnings_file(v_batch.id, hand_over_payroll.employment) as made;
    if v_made.lines = 0 then
        perform private.refuse(
            409, 'nothing_to_hand_over',
            format('%s pays nobody of %s.', v_name, hand_over_payroll.employment),
            'Leave it out, and hand over the other file alone.');
    end if;
    perform private.require_whole_file(v_made.without_number, v_made.without_code,
                                       case hand_over_payroll.employment when 'w2' then v_made.without_state end);
    v_digest := encode(sha256(convert_to(v_made.file, 'UTF8')), 'hex');
    if v_digest <> v_last.digest and not hand_over_payroll.corrected then
        perform private.refuse(
            409, 'payroll_file_changed',
            'The file is no longer the one that was handed over: payroll numbers, codes or work states have changed since.',
            'Give corrected to hand over the file as it is now in its place, or set back what changed to have the same.');
    end if;

    insert into public.payroll_handovers (
        payroll_batch_id, employment, nth, handed_over_at, handed_over_by, people, lines, amount, digest)
    values (
        v_batch.id, hand_over_payroll.employment, coalesce(v_last.nth, 0) + 1, (private.clock()).at, private.user_id(),
        v_made.people, v_made.lines, v_made.amount, v_digest)
    returning * into v_handover;
    perform private.audit('hand_over_payroll', 'payroll_handovers', v_handover.id, null, to_jsonb(v_handover));
    return v_made.file;
end;
$function$;

REVOKE ALL ON FUNCTION private.hand_over_payroll(uuid,text,boolean,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hledger_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select btrim(regexp_replace(translate(value, ';()', ',[]'), '\s+', ' ', 'g'));
$function$;

REVOKE ALL ON FUNCTION private.hledger_text(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_books()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_books', 0));
exception when lock_not_available then
    perform private.refuse(
        409, 'books_being_closed',
        'Somebody else is closing the books at this moment, and it takes long.',
        'Try again in a few seconds: nothing was changed.');
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_books() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.hold_imports()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_imports', 0));
exception when lock_not_available then
    perform private.refuse(
        409, 'import_in_progress',
        'Another file is being imported at this moment, and it takes long.',
        'Try again in a few seconds: nothing was changed.');
end;
$function$;

REVOKE ALL ON FUNCTION private.hold_imports() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.import_cells (
  kind text,
  rows jsonb
)
  RETURNS TABLE (
    nth         bigint,
    line        integer,
    place       integer,
    column_name text,
    value       text,
    message     text
  )
  LANGUAGE sql
  STABLE
  ROWS 100000
  SET search_path TO ''
  AS $function$
    with cell as materialized (
        select given.nth,
               -- Where it stands in its file; below a line of column names, where nobody says.
               case when given.row ->> 'line' ~ '^[0-9]{1,9}$' then (given.row ->> 'line')::int
                    else given.nth::int + 1 end as line,
               known.place, known.name, known.type, known.is_required, known.choices, trimmed.value,
               jsonb_typeof(given.row -> known.name) in ('object', 'array') as is_several
          from jsonb_array_elements(import_cells.rows) with ordinality as given (row, nth)
         cross join private.import_columns(import_cells.kind) as known
         cross join lateral (
               select nullif(btrim(given.row ->> known.name, e' \t\r\n\u00a0'), '')) as trimmed (value)
    ), day as ( -- a file has few
        select written.value, private.day_of_text(written.value) as day
          from (select distinct cell.value from cell where cell.type = 'day') as written)
    select cell.nth, cell.line, cell.place, cell.name, cell.value,
           case
               when cell.value is null then case when cell.is_required then 'It is missing.' end
               when cell.is_several then 'It is no single value.'
               when cell.type = 'text' then null
               when cell.type = 'choice' then
                   case when cell.value <> all (cell.choices) then format(
                       '"%s" is not one of %s.', left(cell.value, 60), array_to_string(cell.choices, ', ')) end
               when cell.type = 'day' then
                   case when day.day is null then format(
                       '"%s" is no day from 2000-01-01 to 2100-12-31, written as 2026-03-01.', left(cell.value, 60)) end
               when cell.value !~ known.pattern
                   or case when known.least_value is not null and cell.value ~ known.pattern
                           then cell.value::numeric not between known.least_value and known.greatest_value end
                   then format('"%s" is not %s.', left(cell.value, 60), known.told)
           end
      from cell
      left join private.import_patterns() as known on known.type = cell.type
      left join day on day.value = cell.value and cell.type = 'day';
$function$;

REVOKE ALL ON FUNCTION private.import_cells(text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
          ('facilities', 'bill_overtime_rule', 'text', false, null),
          ('facilities', 'bill_scope', 'choice', false, 'facility assignment contractor'),
          ('facilities', 'bill_overtime_multiplier', 'multiplier', false, null),
          ('facilities', 'bill_doubletime_multiplier', 'multiplier', false, null),
          ('facilities', 'annual_rate', 'share', false, null),
          ('facilities', 'day_count', 'choice', false, 'actual/365 actual/360 actual/actual 30/360'),
          ('facilities', 'compounding', 'choice', false, 'none every_30_days annual'),
          ('facilities', 'rate_basis', 'choice', false, 'floating fixed_at_start'),
          ('facilities', 'grace_days', 'days', false, null),
          ('facilities', 'accrue_from', 'choice', false, 'due_date grace_end'),
          ('facilities', 'fixed_fee', 'fee', false, null),
          ('facilities', 'waive_below', 'fee', false, null),
          ('facilities', 'maximum_days', 'days', false, null),
          ('facilities', 'maximum_fraction', 'share', false, null),
          ('facilities', 'moved_on', 'day', false, null),
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
          ('checks', 'unapplied_credit', 'choice', false, 'yes no true false'))
          as known (kind, name, type, is_required, choices)
     where known.kind = import_columns.kind;
$function$;

REVOKE ALL ON FUNCTION private.import_columns(text) FROM PUBLIC, "anon", "authenticated", "service_role";

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

REVOKE ALL ON FUNCTION private.import_errors(text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.import_header_errors (
  kind text,
  rows jsonb
)
  RETURNS TABLE (
    column_name text,
    message     text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with used as (
        select distinct used.name
          from jsonb_array_elements(import_header_errors.rows) as given (row)
         cross join lateral jsonb_object_keys(given.row) as used (name))
    select used.name, format(
               'There is no such column of %s. There are %s.', import_header_errors.kind, (
                   select string_agg(known.name, ', ' order by known.place)
                     from private.import_columns(import_header_errors.kind) as known))
      from used
     where used.name <> 'line'
       and used.name not in (select known.name from private.import_columns(import_header_errors.kind) as known)
     union all
    select known.name, 'The column is missing.'
      from private.import_columns(import_header_errors.kind) as known
     where known.is_required and known.name not in (select used.name from used);
$function$;

REVOKE ALL ON FUNCTION private.import_header_errors(text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.import_patterns()
  RETURNS TABLE (
    type           text,
    pattern        text,
    least_value    numeric,
    greatest_value numeric,
    told           text
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select * from (values
        ('amount', '^[0-9]{1,10}([.][0-9]{1,2}0*)?$', 0.01, 9999999999.99,
         'an amount above 0 with at most two decimals, such as 1250.50'),
        ('fee', '^[0-9]{1,10}([.][0-9]{1,2}0*)?$', 0, 9999999999.99,
         'an amount of 0 or more with at most two decimals, such as 25.00'),
        ('rate', '^[0-9]{1,8}([.][0-9]{1,2}0*)?$', 0.01, 99999999.99,
         'money per hour above 0 with at most two decimals, such as 62.50'),
        ('multiplier', '^[0-9]{1,2}([.][0-9]{1,3}0*)?$', 1, 99.999,
         'a multiplier of 1 or more with at most three decimals, such as 1.5'),
        ('share', '^[0-9]{1,2}([.][0-9]{1,6}0*)?$', 0, 10,
         'a share from 0 to 10 with at most six decimals, such as 0.18 for 18 %'),
        ('days', '^[0-9]{1,5}$', 0, 99999, 'a number of days, such as 5'),
        ('terms', '^[0-9]{1,3}$', 0, 365, 'a number of days from 0 to 365, such as 30'),
        -- As facilities.work_state has it; a test compares.
        ('state', '^([A-Z]{2}-[A-Z0-9]{1,3}|A[KLRSZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOPST]|N[CDEHJMVY]|O[HKR]|'
                  'P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])$', null, null,
         'a state such as CO, or a code of ISO 3166-2 such as GB-LND'))
        as known (type, pattern, least_value, greatest_value, told);
$function$;

REVOKE ALL ON FUNCTION private.import_patterns() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.import_repeated_numbers (
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
    select numbered.line, 'external_number', format('Line %s has the same number.', numbered.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from jsonb_to_recordset(import_repeated_numbers.rows) as row (line int, external_number text)
             where row.external_number is not null
            window same as (partition by row.external_number order by row.line)) as numbered
     where numbered.nth > 1;
$function$;

REVOKE ALL ON FUNCTION private.import_repeated_numbers(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.import_rows (
  kind    text,
  rows    jsonb,
  dry_run boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_rows jsonb;
    v_errors jsonb;
    v_skipped int;
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object(
        'kind', import_rows.kind, 'rows', import_rows.rows, 'dry_run', import_rows.dry_run));
    perform private.require_import(import_rows.kind, import_rows.rows);
    if not import_rows.dry_run then
        perform private.hold_imports();
    end if;

    select looked_at.clean, looked_at.errors
      into v_rows, v_errors
      from private.import_errors(import_rows.kind, import_rows.rows) as looked_at;
    if v_errors <> '[]' and not import_rows.dry_run then
        perform private.refuse_import(v_errors);
    end if;
    v_skipped := private.rows_here_already(import_rows.kind, v_rows);
    if not import_rows.dry_run then
        perform private.insert_rows(import_rows.kind, v_rows);
    end if;
    return jsonb_build_object(
        'kind', import_rows.kind,
        'dry_run', import_rows.dry_run,
        'rows', jsonb_array_length(v_rows),
        'inserted', case when v_errors = '[]' then jsonb_array_length(v_rows) - v_skipped else 0 end,
        'skipped', case when v_errors = '[]' then v_skipped else 0 end,
        'errors', v_errors);
end;
$function$;

REVOKE ALL ON FUNCTION private.import_rows(text,jsonb,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

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
        bill_overtime_multiplier, bill_doubletime_multiplier)
    select row.external_number, row.contractor_id, row.facility_id, row.start_date, row.end_date, row.overtime_rule,
           row.overtime_rule_reason, row.bill_overtime_multiplier, row.bill_doubletime_multiplier
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

REVOKE ALL ON FUNCTION private.insert_assignments(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.insert_checks (
  rows jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_inserted int;
begin
    -- In one order, which the guard of each check would not keep.
    perform
       from public.facilities as facility
      where facility.external_number in (
            select row.facility_number from jsonb_to_recordset(insert_checks.rows) as row (facility_number text))
      order by facility.id
        for no key update;

    insert into public.checks (external_number, facility_id, amount, received_on, check_number, method)
    select row.external_number, row.facility_id, row.amount, row.received_on, row.check_number, row.method
      from private.checks_to_import(insert_checks.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    perform private.leave_checks_as_credits(array(
        select row.id
          from private.checks_to_import(insert_checks.rows) as row
          join public.checks as received on received.id = row.id
         where row.unapplied_credit and received.status = 'received'));
    return v_inserted;
end;
$function$;

REVOKE ALL ON FUNCTION private.insert_checks(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.insert_contractors (
  rows jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_inserted int;
begin
    insert into public.contractors (external_number, first_name, last_name, email, employment_type, payroll_number)
    select row.external_number, row.first_name, row.last_name, row.email, row.employment_type, row.payroll_number
      from private.contractors_to_import(insert_contractors.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$function$;

REVOKE ALL ON FUNCTION private.insert_contractors(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
        billing_address, purchase_order, bill_overtime_rule, bill_scope, bill_overtime_multiplier, bill_doubletime_multiplier)
    select row.external_number, row.name, row.billing_email, row.payment_terms_days, row.timezone, row.work_state,
           row.billing_name, row.billing_address, row.purchase_order, row.bill_overtime_rule, row.bill_scope,
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

REVOKE ALL ON FUNCTION private.insert_facilities(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.insert_open_invoices (
  rows jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
    v_new constant jsonb := (
        select coalesce(jsonb_agg(to_jsonb(row) || jsonb_build_object('invoice_id', gen_random_uuid())), '[]')
          from private.open_invoices_to_import(insert_open_invoices.rows) as row
         where row.invoice_id is null);
    v_user_id constant uuid := private.user_id();
    v_caller constant text := private.caller();
begin
    insert into public.invoices (id, facility_id, kind, period_start, period_end, issue_date, due_date, total)
    select row.invoice_id, row.facility_id, 'opening', row.issue_date, row.issue_date, row.issue_date, row.due_date,
           row.amount
      from jsonb_to_recordset(v_new) as row (
           invoice_id uuid, facility_id uuid, issue_date date, due_date date, amount numeric);
    insert into public.invoice_lines (invoice_id, kind, description, amount)
    select row.invoice_id, 'adjustment', row.description, row.amount
      from jsonb_to_recordset(v_new) as row (invoice_id uuid, description text, amount numeric);
    update public.invoices as invoice
       set status = 'sent', number = row.external_number, sent_by = v_user_id
      from jsonb_to_recordset(v_new) as row (invoice_id uuid, external_number text)
     where invoice.id = row.invoice_id;

    -- As private.audit, which asks for each row who is calling.
    insert into public.audit_log (actor, procedure, table_name, row_id, new, caller)
    select v_user_id, 'import_rows', 'invoices', invoice.id, to_jsonb(invoice), v_caller
      from jsonb_to_recordset(v_new) as row (invoice_id uuid)
      join public.invoices as invoice on invoice.id = row.invoice_id;
    return jsonb_array_length(v_new);
end;
$function$;

REVOKE ALL ON FUNCTION private.insert_open_invoices(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
        when 'contractors' then private.insert_contractors(insert_rows.rows)
        when 'assignments' then private.insert_assignments(insert_rows.rows)
        when 'open-invoices' then private.insert_open_invoices(insert_rows.rows)
        when 'checks' then private.insert_checks(insert_rows.rows)
    end;
exception when unique_violation then -- imports wait for each other; who writes by hand does not
    perform private.refuse(
        409, 'import_overtaken',
        'Somebody wrote one of these rows at this moment: a number, or an e-mail address, is here by now.',
        'Call again: nothing was imported, and what is here is skipped or named.');
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.insert_rows(text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
                           'address', facility.billing_address, 'purchase_order', facility.purchase_order)
                       else jsonb_build_object(
                           'name', coalesce(v_invoice.billing_name, v_invoice.facility_name),
                           'facility_name', v_invoice.facility_name,
                           'address', v_invoice.billing_address, 'purchase_order', v_invoice.purchase_order)
                       end,
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
                   'content', private.summed_lines_on_paper(v_invoice.id, null))
          from public.organization_settings as settings
         cross join public.facilities as facility
         where facility.id = v_invoice.facility_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.invoice_document(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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
            'invoice_number,contractor_id,contractor_name,kind,work_date,week_start,description,hours,rate,multiplier,amount',
            e'\r\n',
            string_agg(concat(concat_ws(',',
                private.csv_text(v_invoice.number), coalesce(line.contractor_id::text, ''),
                private.csv_text(line.contractor_name), line.kind, coalesce(line.work_date::text, ''),
                coalesce(line.week_start::text, ''), private.csv_text(line.description),
                coalesce(line.hours::text, ''), coalesce(line.rate::text, ''), coalesce(line.multiplier::text, ''),
                line.amount), e'\r\n'), '' order by line.place))
          from private.lines_on_paper(v_invoice.id, null) as line);
end;
$function$;

REVOKE ALL ON FUNCTION private.invoice_file(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.invoice_in_the_way (
  facility_id  uuid,
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
       and invoice.period_start <= invoice_in_the_way.period_end
       and invoice.period_end >= invoice_in_the_way.period_start
       and (invoice.status = 'draft'
            or (invoice.status in ('sent', 'partially_paid', 'paid') and invoice.kind not in ('backfill', 'opening')))
     order by invoice.status = 'draft', invoice.period_start, invoice.id
     limit 1;
$function$;

CREATE OR REPLACE FUNCTION private.invoice_to_read (
  invoice_id uuid
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_invoice public.invoices;
begin
    perform private.require_arguments(jsonb_build_object('invoice_id', invoice_to_read.invoice_id));
    select invoice.*
      into v_invoice
      from public.invoices as invoice
     where invoice.id = invoice_to_read.invoice_id
       and (private.is_staff_or_server()
            or (invoice.facility_id = any (private.contact_facility_ids()) and invoice.sent_at is not null));
    if not found then
        perform private.refuse_unknown_invoice(invoice_to_read.invoice_id);
    end if;
    return v_invoice;
end;
$function$;

REVOKE ALL ON FUNCTION private.invoice_to_read(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.is_picture (
  data_uri text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select is_picture.data_uri ~ '^data:image/(png;base64,iVBORw0KGgo|jpeg;base64,/9j/)[A-Za-z0-9+/]+={0,2}$';
$function$;

REVOKE ALL ON FUNCTION private.is_picture(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.is_timezone (
  name text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform now() at time zone is_timezone.name;
    return true;
exception when invalid_parameter_value then
    return false;
end;
$function$;

REVOKE ALL ON FUNCTION private.is_timezone(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.journal (
  from_day date,
  to_day   date
)
  RETURNS TABLE (
    posted_on     date,
    document      text,
    account       text,
    debit         numeric,
    credit        numeric,
    facility_id   uuid,
    contractor_id uuid,
    memo          text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET work_mem TO '64MB'
  AS $function$
begin
    perform private.require_reader_of_books();
    perform private.require_arguments(jsonb_build_object('from_day', journal.from_day, 'to_day', journal.to_day));
    perform private.require_finite_dates(jsonb_build_object('from_day', journal.from_day, 'to_day', journal.to_day));
    if journal.to_day < journal.from_day then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The journal would end on %s, before it starts on %s.', journal.to_day, journal.from_day),
            'Give a to_day on or after the from_day.');
    end if;
    return query
    select posted.posted_on, posted.document, posted.account, greatest(sum(posted.amount), 0.00),
           greatest(-sum(posted.amount), 0.00), posted.facility_id, posted.contractor_id, posted.memo
      from private.journal_postings(journal.from_day, journal.to_day) as posted
     group by posted.posted_on, posted.document, posted.account, posted.facility_id, posted.contractor_id, posted.memo
    having sum(posted.amount) <> 0
     order by posted.posted_on, posted.document, posted.account, posted.facility_id, posted.contractor_id, posted.memo;
end;
$function$;

REVOKE ALL ON FUNCTION private.journal(date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.journal_csv (
  from_day      date,
  to_day        date,
  summed        boolean,
  with_accruals boolean,
  format        text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "DateStyle" TO 'ISO'
  AS $function$
begin
    return (
        select concat(
            case journal_csv.format
                when 'quickbooks_online'
                then 'JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name'
                when 'netsuite' then 'External ID,Date,Memo,Account,Debit,Credit,Line Memo,Name'
                else 'posted_on,document,account,account_number,account_name,debit,credit,facility,contractor,memo'
            end, e'\r\n',
            string_agg(case journal_csv.format
                when 'quickbooks_online' then concat_ws(',',
                    line.entry, to_char(line.posted_on, 'MM/DD/YYYY'), private.csv_text(line.account_name),
                    private.unless_zero(line.debit), private.unless_zero(line.credit),
                    private.csv_text(concat_ws(': ', line.document, nullif(line.memo, ''))),
                    private.csv_text(coalesce(line.facility_name, line.contractor_name)))
                when 'netsuite' then concat_ws(',',
                    line.entry, to_char(line.posted_on, 'MM/DD/YYYY'), private.csv_text(line.document),
                    private.csv_text(concat_ws(' ', line.account_number, line.account_name)),
                    private.unless_zero(line.debit), private.unless_zero(line.credit), private.csv_text(line.memo),
                    private.csv_text(coalesce(line.facility_name, line.contractor_name)))
                else concat_ws(',',
                    line.posted_on, private.csv_text(line.document), line.account,
                    private.csv_text(line.account_number), private.csv_text(line.account_name), line.debit, line.credit,
                    private.csv_text(line.facility_name), private.csv_text(line.contractor_name),
                    private.csv_text(line.memo)) end || e'\r\n', '' order by line.position))
          from private.journal_lines(
                   journal_csv.from_day, journal_csv.to_day, journal_csv.summed, journal_csv.with_accruals)
               with ordinality as line (
                   posted_on, entry, document, account, account_type, account_name, account_number, debit, credit,
                   facility_name, contractor_name, memo, position));
end;
$function$;

REVOKE ALL ON FUNCTION private.journal_csv(date,date,boolean,boolean,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.journal_file (
  from_day      date,
  to_day        date,
  format        text,
  summed        boolean,
  with_accruals boolean
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.require_reader_of_books();
    perform private.require_arguments(jsonb_build_object(
        'format', journal_file.format, 'summed', journal_file.summed, 'with_accruals', journal_file.with_accruals));
    if journal_file.format = 'hledger' then
        return private.journal_hledger(
            journal_file.from_day, journal_file.to_day, journal_file.summed, journal_file.with_accruals);
    elsif journal_file.format not in ('csv', 'quickbooks_online', 'netsuite') then
        perform private.refuse(
            400, 'format_unknown', format('There is no journal file in the format %L.', journal_file.format),
            'Give csv, quickbooks_online, netsuite or hledger.');
    end if;
    return private.journal_csv(
        journal_file.from_day, journal_file.to_day, journal_file.summed, journal_file.with_accruals,
        journal_file.format);
end;
$function$;

REVOKE ALL ON FUNCTION private.journal_file(date,date,text,boolean,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.journal_hledger (
  from_day      date,
  to_day        date,
  summed        boolean,
  with_accruals boolean
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "DateStyle" TO 'ISO'
  AS $function$
begin
    return (
        with line as materialized (
            select numbered.*
              from private.journal_lines(
                       journal_hledger.from_day, journal_hledger.to_day, journal_hledger.summed,
                       journal_hledger.with_accruals)
                   with ordinality as numbered (
                       posted_on, entry, document, account, account_type, account_name, account_number, debit, credit,
                       facility_name, contractor_name, memo, position)
        ), entry as (
            select min(line.position) as position,
                   concat(line.posted_on, ' (', private.hledger_text(line.document), ') ', line.entry, e'\n',
                          string_agg(
                              concat('    ', account.name, '  ', line.debit - line.credit,
                                     '  ; ' || nullif(private.hledger_text(concat_ws(
                                         ', ', line.facility_name, line.contractor_name, nullif(line.memo, ''))), ''),
                                     e'\n'), '' order by line.position),
                          e'\n') as text
              from line
             cross join lateral (
                   select concat(
                       case line.account_type when 'asset' then 'assets' when 'liability' then 'liabilities'
                                              when 'equity' then 'equity' when 'income' then 'income' else 'expenses' end,
                       ':', private.hledger_text(concat_ws(' ', line.account_number, line.account_name)))
                   ) as account (name)
             group by line.posted_on, line.document, line.entry
        )
        select coalesce(string_agg(entry.text, '' order by entry.position), '') from entry);
end;
$function$;

REVOKE ALL ON FUNCTION private.journal_hledger(date,date,boolean,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.journal_lines (
  from_day      date,
  to_day        date,
  summed        boolean,
  with_accruals boolean
)
  RETURNS TABLE (
    posted_on       date,
    entry           text,
    document        text,
    account         text,
    account_type    text,
    account_name    text,
    account_number  text,
    debit           numeric,
    credit          numeric,
    facility_name   text,
    contractor_name text,
    memo            text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET work_mem TO '64MB'
  SET jit TO 'off'
  AS $function$
begin
    return query
    with posting as (
        select posted.* from private.journal(journal_lines.from_day, journal_lines.to_day) as posted
         union all
        select accrued.* from private.accruals(journal_lines.to_day) as accrued where journal_lines.with_accruals
    ), part as ( -- what tells two lines of a file apart
        select posting.posted_on, posting.document, posting.account, posting.debit - posting.credit as amount,
               posting.facility_id,
               case when not journal_lines.summed then posting.contractor_id end as contractor_id,
               case when not journal_lines.summed then posting.memo else '' end as memo
          from posting
    ), line as (
        select part.posted_on, part.document, part.account, sum(part.amount) as amount, part.facility_id,
               part.contractor_id, part.memo
          from part
         group by part.posted_on, part.document, part.account, part.facility_id, part.contractor_id, part.memo
        having sum(part.amount) <> 0
    )
    select line.posted_on,
           to_char(line.posted_on, 'YYYYMMDD') || '-'
               || dense_rank() over (partition by line.posted_on order by line.document),
           line.document, line.account, account.type, account.name, account.number, greatest(line.amount, 0.00),
           greatest(-line.amount, 0.00), facility.name, contractor.first_name || ' ' || contractor.last_name, line.memo
      from line
      join public.journal_accounts as account on account.account = line.account
      left join public.facilities as facility on facility.id = line.facility_id
      left join public.contractors as contractor on contractor.id = line.contractor_id
     order by line.posted_on, line.document, line.account, line.facility_id, line.contractor_id, line.memo;
end;
$function$;

REVOKE ALL ON FUNCTION private.journal_lines(date,date,boolean,boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.journal_postings (
  from_day date,
  to_day   date
)
  RETURNS TABLE (
    posted_on     date,
    document_id   uuid,
    document      text,
    account       text,
    amount        numeric,
    facility_id   uuid,
    contractor_id uuid,
    is_interest   boolean,
    memo          text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_closed_through constant date := private.books_closed_through();
    v_first_open constant date := coalesce(v_closed_through + 1, '-infinity');
    v_from constant date := greatest(journal_postings.from_day, v_first_open);
begin
    return query
    select stored.posted_on, stored.document_id, stored.document, stored.account, stored.amount, stored.facility_id,
           stored.contractor_id, stored.is_interest, stored.memo
      from private.closed_postings as stored
     where stored.posted_on between journal_postings.from_day and journal_postings.to_day;
    if journal_postings.to_day < v_first_open then
        return;
    end if;
    return query
    select posted.posted_on, posted.document_id, posted.document, posted.account, posted.amount, posted.facility_id,
           posted.contractor_id, false, posted.memo
      from private.postings_of_documents(v_from, journal_postings.to_day, null) as posted
     where posted.amount <> 0
     union all
    select posted.posted_on, posted.document_id, posted.document, posted.account, posted.amount, posted.facility_id,
           posted.contractor_id, true, posted.memo
      from private.postings_of_interest(v_from, journal_postings.to_day) as posted;
    if v_closed_through is null or journal_postings.from_day > v_first_open then
        return;
    end if;
    return query
    select v_first_open, changed.document_id, changed.document, changed.account, changed.amount, changed.facility_id,
           changed.contractor_id, changed.is_interest, 'Changed after the books were closed'
      from private.changes_of_closed_days(v_closed_through) as changed;
end;
$function$;

REVOKE ALL ON FUNCTION private.journal_postings(date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.leave_checks_as_credits (
  check_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
    insert into public.check_reconciliations (check_id)
    select kept.id from unnest(leave_checks_as_credits.check_ids) as kept (id);
    update public.checks as received
       set status = 'reconciled'
     where received.id = any (leave_checks_as_credits.check_ids);
    insert into public.facility_credits (facility_id, check_id, amount, remaining)
    select received.facility_id, received.id, received.amount, received.amount
      from public.checks as received
     where received.id = any (leave_checks_as_credits.check_ids);
    perform private.audit('import_rows', 'facility_credits', credit.id, null, to_jsonb(credit))
       from public.facility_credits as credit
      where credit.check_id = any (leave_checks_as_credits.check_ids);
    update public.check_reconciliations as reconciliation
       set status = 'confirmed', confirmed_by = private.user_id()
     where reconciliation.check_id = any (leave_checks_as_credits.check_ids);
end;
$function$;

REVOKE ALL ON FUNCTION private.leave_checks_as_credits(uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.letterhead_on_paper (
  letterhead_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
               'legal_name', kept.legal_name, 'address', kept.address, 'remit_to', kept.remit_to,
               'tax_number', kept.tax_number, 'logo', kept.logo)
      from public.organization_settings as settings
      left join public.letterheads as kept
        on kept.id = coalesce(letterhead_on_paper.letterhead_id, settings.letterhead_id);
$function$;

REVOKE ALL ON FUNCTION private.letterhead_on_paper(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    place           bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select named.id, named.kind, named.contractor_id, named.contractor_name, named.description, named.work_date,
           named.week_start, named.hours, named.rate, named.multiplier, named.amount,
           row_number() over (
               order by named.kind = 'adjustment', named.contractor_name, named.contractor_id, named.week_start,
                        named.kind = 'difference', named.work_date,
                        array_position(array['regular', 'overtime', 'doubletime'], named.kind), named.description,
                        named.created_at, named.id)
      from (select line.id, line.kind, line.description, line.work_date, line.hours, line.rate,
                   case when line.hours is not null then line.multiplier end as multiplier,
                   line.amount, line.created_at,
                   coalesce(line.contractor_id, assignment.contractor_id) as contractor_id,
                   case line.kind
                       when 'adjustment' then null
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
             where line.invoice_id = lines_on_paper.invoice_id
               and (lines_on_paper.credit_note_id is null
                    or exists (
                        select from public.credit_note_lines as credited
                         where credited.invoice_line_id = line.id
                           and credited.credit_note_id = lines_on_paper.credit_note_id))) as named;
$function$;

REVOKE ALL ON FUNCTION private.lines_on_paper(uuid,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_all_documents()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into private.documents_to_post (document_id)
    select invoice.id from public.invoices as invoice where invoice.sent_at is not null
     union all
    select note.id from public.credit_notes as note
     union all
    select received.id from public.checks as received
     union all
    select batch.id from public.payroll_batches as batch where batch.status = 'closed';
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.mark_all_documents() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_document()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into private.documents_to_post (document_id) values (case tg_op when 'DELETE' then old.id else new.id end);
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.mark_document() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.mark_documents_of_payments()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    insert into private.documents_to_post (document_id)
    select distinct coalesce(reconciliation.check_id, credit.check_id, payment.credit_note_id, credit.credit_note_id,
                             payment.invoice_id)
      from touched as payment
      left join public.check_reconciliations as reconciliation on reconciliation.id = payment.check_reconciliation_id
      left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.mark_documents_of_payments() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.name_of_batch (
  batch  public.payroll_batches,
  period public.payroll_periods
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select format('PAY-%s-%s', to_char(period.pay_date, 'YYYY-MM-DD'), left(batch.id::text, 8)); $function$;

REVOKE ALL ON FUNCTION private.name_of_batch(public.payroll_batches,public.payroll_periods) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.name_of_check (
  received public.checks
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select upper(received.method) || ' ' || coalesce(nullif(btrim(received.check_number), ''), left(received.id::text, 8));
$function$;

REVOKE ALL ON FUNCTION private.name_of_check(public.checks) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.open_invoices_charged_again (
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
    select row.line, 'moved_on', format(
               'The facility has interest terms here from %s on, so interest of %s to %s, before the move, would be charged again.',
               terms.first_day, charged.first_day, row.moved_on - 1)
      from private.open_invoices_to_import(open_invoices_charged_again.rows) as row
      join (select term.facility_id, min(term.effective_from) as first_day
              from public.facility_interest_terms as term
             where term.annual_rate > 0
             group by term.facility_id) as terms using (facility_id)
     cross join lateral (select greatest(terms.first_day, row.due_date + 1)) as charged (first_day)
     where row.invoice_id is null and charged.first_day < row.moved_on;
$function$;

REVOKE ALL ON FUNCTION private.open_invoices_charged_again(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.open_invoices_errors (
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
        select * from private.open_invoices_to_import(open_invoices_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join public.organization_settings as settings
      left join public.invoices as other on other.id = row.invoice_id
     cross join lateral (values
           ('external_number', char_length(row.external_number) > 40, 'It is longer than 40 characters.'),
           ('external_number',
            row.external_number ~ format('^%s-[0-9]{4}-[0-9]{6,}$', settings.invoice_number_prefix),
            format('%s is a number of this system''s own: invoices sent from here may get it. Set another invoice_number_prefix first.',
                   row.external_number)),
           ('external_number', other.kind <> 'opening',
            format('An invoice that was sent from here has the number %s.', row.external_number)),
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('due_date', row.due_date < row.issue_date, format('It is before the issue, %s.', row.issue_date)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select * from private.open_invoices_charged_again(open_invoices_errors.rows)
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.invoices as invoice on invoice.id = row.invoice_id and invoice.kind = 'opening'
      join public.facilities as facility on facility.id = invoice.facility_id
      left join public.invoice_lines as item on item.invoice_id = invoice.id
     cross join lateral (values
           ('facility_number', row.facility_number, facility.external_number),
           ('issue_date', row.issue_date::text, invoice.issue_date::text),
           ('due_date', row.due_date::text, invoice.due_date::text),
           ('amount', row.amount::text, invoice.total::text),
           ('description', row.description, item.description)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$function$;

REVOKE ALL ON FUNCTION private.open_invoices_errors(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.open_invoices_to_import (
  rows jsonb
)
  RETURNS TABLE (
    line            integer,
    external_number text,
    invoice_id      uuid,
    facility_number text,
    facility_id     uuid,
    issue_date      date,
    due_date        date,
    amount          numeric,
    description     text,
    moved_on        date
  )
  LANGUAGE sql
  STABLE
  ROWS 20000
  SET search_path TO ''
  AS $function$
    select row.line, row.external_number, invoice.id, row.facility_number, facility.id, row.issue_date, row.due_date,
           row.amount, coalesce(row.description, format('Open amount of invoice %s', row.external_number)),
           coalesce(row.moved_on, clock.business_date)
      from jsonb_to_recordset(open_invoices_to_import.rows) as row (
           line int, external_number text, facility_number text, issue_date date, due_date date,
           amount numeric(12, 2), description text, moved_on date)
     cross join private.clock() as clock
      left join public.invoices as invoice on invoice.number = row.external_number
      left join public.facilities as facility on facility.external_number = row.facility_number;
$function$;

REVOKE ALL ON FUNCTION private.open_invoices_to_import(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.paid_on (
  batch  public.payroll_batches,
  period public.payroll_periods
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select greatest(period.pay_date, (batch.closed_at at time zone private.operating_timezone())::date);
$function$;

REVOKE ALL ON FUNCTION private.paid_on(public.payroll_batches,public.payroll_periods) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.pay_document (
  payroll_item_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_item public.payroll_items;
begin
    perform private.require_arguments(jsonb_build_object('payroll_item_id', pay_document.payroll_item_id));
    select item.*
      into v_item
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
     where item.id = pay_document.payroll_item_id
       and (private.caller() in ('service_role', 'owner') or private.has_role('payroll')
            or (item.contractor_id = private.own_contractor_id() and batch.status = 'closed'));
    if not found then
        perform private.refuse(
            404, 'payroll_item_not_found',
            format('There is no payroll item %s.', pay_document.payroll_item_id),
            'Look the id up in payroll_items, or in my_pay.');
    end if;
    return (
        select jsonb_build_object(
                   'document', 'pay',
                   'letterhead', private.letterhead_on_paper(null),
                   'first_name', coalesce(v_item.first_name, contractor.first_name),
                   'last_name', coalesce(v_item.last_name, contractor.last_name),
                   'employment_type', coalesce(v_item.employment_type, contractor.employment_type),
                   'batch_status', batch.status,
                   'period_start', period.period_start, 'period_end', period.period_end, 'pay_date', period.pay_date,
                   'regular_hours', v_item.regular_hours::text, 'overtime_hours', v_item.overtime_hours::text,
                   'doubletime_hours', v_item.doubletime_hours::text,
                   'straight_pay', v_item.straight_pay::text, 'premium_pay', v_item.premium_pay::text,
                   'stipend_pay', v_item.stipend_pay::text, 'adjustment_pay', v_item.adjustment_pay::text,
                   'gross_pay', v_item.gross_pay::text,
                   'rows', (
                       select coalesce(
                                  jsonb_agg(
                                      jsonb_build_object(
                                          'kind', line.kind, 'pay_kind', line.pay_kind, 'week_start', line.week_start,
                                          'work_date', coalesce(entry.work_date, adjustment.payable_on),
                                          'facility_name', facility.name, 'hours', line.hours::text,
                                          'overtime_hours', line.overtime_hours::text,
                                          'doubletime_hours', line.doubletime_hours::text,
                                          'rate', line.rate::text, 'amount', line.amount::text)
                                      order by line.week_start,
                                               array_position(array['straight', 'overtime_premium', 'doubletime_premium',
                                                                    'stipend', 'adjustment', 'difference'], line.kind),
                                               entry.work_date, entry.started_at, facility.name, line.pay_kind, line.id),
                                  '[]')
                         from public.payroll_item_lines as line
                         left join public.time_entries as entry on entry.id = line.time_entry_id
                         left join public.payroll_adjustments as adjustment on adjustment.id = line.payroll_adjustment_id
                         left join public.assignment_stipends as stipend on stipend.id = line.assignment_stipend_id
                         left join public.assignments as assignment
                           on assignment.id = coalesce(entry.assignment_id, stipend.assignment_id)
                         left join public.facilities as facility on facility.id = assignment.facility_id
                        where line.payroll_item_id = v_item.id))
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
          join public.contractors as contractor on contractor.id = v_item.contractor_id
         where batch.id = v_item.payroll_batch_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.pay_document(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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
                                             left_over.number),
                       'amount', paid.amount::text)
                   order by paid.paid_on, paid.component desc, paid.created_at, paid.id),
               '[]')
      from public.payments as paid
      left join public.check_reconciliations as reconciliation on reconciliation.id = paid.check_reconciliation_id
      left join public.facility_credits as kept on kept.id = reconciliation.facility_credit_id
      left join public.checks as received on received.id = coalesce(reconciliation.check_id, kept.check_id)
      left join public.credit_notes as left_over on left_over.id = kept.credit_note_id
      left join public.credit_notes as note on note.id = paid.credit_note_id
     where paid.invoice_id = payments_on_paper.invoice_id and paid.reversed_at is null;
$function$;

REVOKE ALL ON FUNCTION private.payments_on_paper(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.payroll_earnings (
  payroll_batch_id uuid
)
  RETURNS TABLE (
    employment       text,
    line             integer,
    contractor_id    uuid,
    payroll_number   text,
    last_name        text,
    first_name       text,
    employment_type  text,
    period_start     date,
    period_end       date,
    pay_date         date,
    batch_status     text,
    week_start       date,
    earning          text,
    earning_code     text,
    work_state       text,
    hours            numeric,
    overtime_hours   numeric,
    doubletime_hours numeric,
    rate             numeric,
    amount           numeric
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.require_role('payroll');
    perform private.require_payroll_batch(payroll_earnings.payroll_batch_id);
    return query
        select earned.employment, earned.line, earned.contractor_id, earned.payroll_number, earned.last_name,
               earned.first_name, earned.employment_type, period.period_start, period.period_end, period.pay_date,
               batch.status, earned.week_start, earned.earning, earned.earning_code, earned.work_state,
               earned.hours, earned.overtime_hours, earned.doubletime_hours, earned.rate, earned.amount
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         cross join lateral private.earning_lines(batch.id) as earned
         where batch.id = payroll_earnings.payroll_batch_id
         order by earned.employment, earned.line;
end;
$function$;

REVOKE ALL ON FUNCTION private.payroll_earnings(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.payroll_earnings_file (
  payroll_batch_id uuid,
  employment       text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    perform private.require_role('payroll');
    perform private.require_payroll_batch(payroll_earnings_file.payroll_batch_id);
    perform private.require_employment(payroll_earnings_file.employment);
    return (
        select made.file
          from private.earnings_file(
               payroll_earnings_file.payroll_batch_id, payroll_earnings_file.employment) as made);
end;
$function$;

REVOKE ALL ON FUNCTION private.payroll_earnings_file(uuid,text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    perform private.require_payroll_batch(payroll_export.payroll_batch_id);
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

CREATE OR REPLACE FUNCTION private.postings_of_documents (
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
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.postings_of_invoices(
        postings_of_documents.from_day, postings_of_documents.to_day, postings_of_documents.document_ids)
     union all
    select * from private.postings_of_receipts(
        postings_of_documents.from_day, postings_of_documents.to_day, postings_of_documents.document_ids)
     union all
    select * from private.postings_of_payroll(
        postings_of_documents.from_day, postings_of_documents.to_day, postings_of_documents.document_ids);
$function$;

REVOKE ALL ON FUNCTION private.postings_of_documents(date,date,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.postings_of_interest (
  from_day date,
  to_day   date
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
  SET jit TO 'off'
  AS $function$
declare
    v_last_day constant date := least(postings_of_interest.to_day, (private.clock()).business_date);
    v_first_day date;
    v_days date[];
begin
    -- Before the first invoice with interest there is none.
    v_first_day := (
        select greatest(min(invoice.due_date), postings_of_interest.from_day)
          from public.invoices as invoice
         where invoice.accrued_interest > 0
        having count(*) > 0);
    v_days := array(
        select least((month.start + interval '1 month')::date - 1, v_last_day)
          from generate_series(date_trunc('month', v_first_day::timestamp), v_last_day, '1 month') as month (start)
         order by 1);
    return query
    select accrued.day, invoice.id, invoice.number, side.account, side.sign * accrued.amount, invoice.facility_id,
           null::uuid, 'Interest through ' || accrued.day
      from public.invoices as invoice
     cross join lateral (
           select through.day,
                  through.interest - lag(through.interest, 1, private.interest_through(
                                             invoice, private.interest_day(postings_of_interest.from_day - 1)))
                                         over (order by through.day) as amount
             from (select ended.day, private.interest_through(invoice, private.interest_day(ended.day)) as interest
                     from unnest(v_days) as ended (day)) as through) as accrued
     cross join lateral (values ('interest_receivable', 1), ('interest_income', -1)) as side (account, sign)
     where invoice.accrued_interest > 0
       and accrued.amount <> 0;
end;
$function$;

REVOKE ALL ON FUNCTION private.postings_of_interest(date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

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
               invoice.kind = 'opening', 'customer_credits', -1, -note.amount,
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

REVOKE ALL ON FUNCTION private.postings_of_invoices(date,date,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.postings_of_payroll (
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
begin
    return query
    with batch as materialized (
        select closed.id, private.name_of_batch(closed, period) as name, private.paid_on(closed, period) as day,
               format('Pay of %s to %s', period.period_start, period.period_end) as memo
          from public.payroll_batches as closed
          join public.payroll_periods as period on period.id = closed.payroll_period_id
         where closed.status = 'closed'
           and (postings_of_payroll.document_ids is null or closed.id = any (postings_of_payroll.document_ids))
           and private.paid_on(closed, period) between postings_of_payroll.from_day and postings_of_payroll.to_day
    )
    select batch.day, batch.id, batch.name, private.account_of_pay(line.kind, line.pay_kind, item.employment_type),
           sum(line.amount), null::uuid, item.contractor_id, batch.memo
      from batch
      join public.payroll_items as item on item.payroll_batch_id = batch.id
      join public.payroll_item_lines as line on line.payroll_item_id = item.id
     group by batch.day, batch.id, batch.name, 4, item.contractor_id, batch.memo
     union all
    select batch.day, batch.id, batch.name, 'payroll_clearing', -item.gross_pay, null, item.contractor_id, batch.memo
      from batch
      join public.payroll_items as item on item.payroll_batch_id = batch.id;
end;
$function$;

REVOKE ALL ON FUNCTION private.postings_of_payroll(date,date,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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
         where postings_of_receipts.document_ids is null or source.document_id = any (postings_of_receipts.document_ids)
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

REVOKE ALL ON FUNCTION private.postings_of_receipts(date,date,uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

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
        select entry.id, assignment.contractor_id, calendar.week_start
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
         cross join lateral (
               select entry.work_date - ((entry.work_date - v_any_week) % 7 + 7) % 7) as calendar (week_start)
         where entry.is_payable
           and entry.work_date <= price_of_unbilled_time.last_day
           and not exists (
               select from public.invoice_lines as line
                where line.time_entry_id = entry.id and line.released_at is null)
    ), week as (
        select array_agg(distinct unbilled.contractor_id) as contractor_ids, array_agg(unbilled.id) as entry_ids,
               unbilled.week_start
          from unbilled
         group by unbilled.week_start
    )
    select priced.time_entry_id, priced.kind, priced.amount
      from week
     cross join lateral private.priced_time(
               week.contractor_ids, array_fill(week.week_start, array[cardinality(week.contractor_ids)]),
               week.entry_ids) as priced
     where priced.time_entry_id = any (week.entry_ids);
end;
$function$;

REVOKE ALL ON FUNCTION private.price_of_unbilled_time(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_import (
  errors jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
    v_count constant int := jsonb_array_length(refuse_import.errors);
begin
    perform private.refuse(
        400, 'import_not_valid',
        format('Nothing was imported, for %s. %s%s', private.counted(v_count, 'error', 'errors'), (
                   select string_agg(
                              format('Line %s, %s: %s', error.value ->> 'line', error.value ->> 'column',
                                     error.value ->> 'message'),
                              ' ' order by error.position)
                     from jsonb_array_elements(refuse_import.errors) with ordinality as error (value, position)
                    where error.position <= 100),
               case when v_count > 100 then format(' And %s more.', v_count - 100) else '' end),
        'Correct the file, and import all of it again; with dry_run = true all errors are answered as a list.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_import(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_unknown_invoice (
  invoice_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.refuse(
        404, 'invoice_not_found',
        format('There is no invoice %s.', refuse_unknown_invoice.invoice_id),
        'Look the id up in invoices.');
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_unknown_invoice(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_employment (
  employment text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.require_arguments(jsonb_build_object('employment', require_employment.employment));
    if require_employment.employment not in ('w2', '1099') then
        perform private.refuse(
            400, 'employment_unknown',
            format('There is no payroll file of %s.', require_employment.employment),
            'Give w2, or 1099, which has corp_to_corp too.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_employment(text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
            'Give facilities, contractors, assignments, open-invoices or checks.');
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

REVOKE ALL ON FUNCTION private.require_import(text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_payroll_batch (
  payroll_batch_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.require_arguments(jsonb_build_object('payroll_batch_id', require_payroll_batch.payroll_batch_id));
    if not exists (
        select from public.payroll_batches as batch where batch.id = require_payroll_batch.payroll_batch_id) then
        perform private.refuse(
            404, 'payroll_batch_not_found',
            format('There is no payroll batch %s.', require_payroll_batch.payroll_batch_id),
            'Look the id up in payroll_batches.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_payroll_batch(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_reader_of_books()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    perform private.require_role('billing');
    perform private.require_role('payroll');
end;
$function$;

REVOKE ALL ON FUNCTION private.require_reader_of_books() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.require_whole_file (
  without_number text[],
  without_code   text[],
  without_state  text[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
    if coalesce(without_number, without_code, without_state) is not null then
        perform private.refuse(
            409, 'payroll_file_incomplete',
            concat_ws(' ',
                'No payroll number: ' || private.first_of(without_number) || '.',
                'No code: ' || private.first_of(without_code) || '.',
                'No work state: ' || private.first_of(without_state) || '.'),
            'Enter the payroll numbers of contractors, the codes in earning_codes, and the work states of facilities; then '
            'hand over again.');
    end if;
end;
$function$;

REVOKE ALL ON FUNCTION private.require_whole_file(text[],text[],text[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.rows_here_already (
  kind text,
  rows jsonb
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
     where here.kind = rows_here_already.kind;
$function$;

REVOKE ALL ON FUNCTION private.rows_here_already(text,jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.statement_document (
  facility_id uuid,
  from_date   date,
  to_date     date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_most constant int := 1500;
    v_rows jsonb;
    v_count int;
    v_closing numeric;
begin
    perform private.require_arguments(jsonb_build_object(
        'facility_id', statement_document.facility_id,
        'from_date', statement_document.from_date, 'to_date', statement_document.to_date));
    -- A document that is not for the caller is not found, whether it is there or not.
    if not (private.is_staff_or_server()
            or statement_document.facility_id = any (private.contact_facility_ids())) then
        perform private.refuse(
            404, 'facility_not_found',
            format('There is no facility %s.', statement_document.facility_id),
            'Look the id up in facilities.');
    end if;
    select jsonb_agg(
               jsonb_build_object(
                   'occurred_on', line.occurred_on, 'kind', line.kind, 'reference', line.reference,
                   'description', line.description, 'amount', line.amount::text, 'balance', line.balance::text)
               order by line.place),
           count(*), (array_agg(line.balance order by line.place desc))[1]
      into v_rows, v_count, v_closing
      from private.facility_statement(
               statement_document.facility_id, statement_document.from_date, statement_document.to_date)
           with ordinality as line (
               occurred_on, kind, reference, invoice_id, description, amount, balance, details, place);
    if v_count > v_most then
        perform private.refuse(
            400, 'statement_too_long',
            format('From %s to %s the statement has %s, and a document has at most %s.',
                   statement_document.from_date, statement_document.to_date,
                   private.counted(v_count, 'row', 'rows'), v_most),
            'Give a shorter period, or read facility_statement.');
    end if;
    return (
        select jsonb_build_object(
                   'document', 'statement',
                   'letterhead', private.letterhead_on_paper(null),
                   'bill_to', jsonb_build_object(
                       'name', coalesce(facility.billing_name, facility.name), 'facility_name', facility.name,
                       'address', facility.billing_address, 'purchase_order', null),
                   'from_date', statement_document.from_date, 'to_date', statement_document.to_date,
                   'printed_on', (select clock.business_date from private.clock() as clock),
                   'balance', v_closing::text,
                   'rows', v_rows)
          from public.facilities as facility
         where facility.id = statement_document.facility_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.statement_document(uuid,date,date) FROM PUBLIC, "anon", "authenticated", "service_role";

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
                       'amount', line.amount::text)
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

REVOKE ALL ON FUNCTION private.summed_lines_on_paper(uuid,uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.time_on_paper (
  invoice public.invoices
)
  RETURNS TABLE (
    contractor_id    uuid,
    contractor_name  text,
    work_date        date,
    week_start       date,
    started_at       text,
    ended_at         text,
    break_minutes    integer,
    regular_hours    numeric,
    overtime_hours   numeric,
    doubletime_hours numeric,
    hours            numeric,
    approved_by      text,
    approved_on      date,
    is_corrected     boolean,
    place            bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with day as (
        select min(line.contractor_id::text)::uuid as contractor_id, line.contractor_name, line.work_date, line.week_start,
               billed.time_entry_id,
               coalesce(sum(line.hours) filter (where line.kind = 'regular'), 0.00) as regular_hours,
               coalesce(sum(line.hours) filter (where line.kind = 'overtime'), 0.00) as overtime_hours,
               coalesce(sum(line.hours) filter (where line.kind = 'doubletime'), 0.00) as doubletime_hours,
               sum(line.hours) as hours,
               min(line.place) as place
          from private.lines_on_paper(time_on_paper.invoice.id, null) as line
          join public.invoice_lines as billed on billed.id = line.line_id
         where line.kind in ('regular', 'overtime', 'doubletime')
         group by line.contractor_name, line.work_date, line.week_start, billed.time_entry_id
    ), approver as materialized (
        select acted.user_id,
               coalesce(private.name_for_facility(acted.user_id, time_on_paper.invoice.facility_id), 'the staffing firm')
                   as name
          from (select distinct entry.approved_by
                  from day
                  join public.time_entries as entry on entry.id = day.time_entry_id
                 where entry.approved_by is not null) as acted (user_id)
    )
    select day.contractor_id, day.contractor_name, day.work_date, day.week_start,
           case when now.is_as_billed then to_char(entry.started_at at time zone place.timezone, 'HH24:MI') end,
           case when now.is_as_billed then to_char(entry.ended_at at time zone place.timezone, 'HH24:MI') end,
           case when now.is_as_billed then entry.break_minutes end,
           day.regular_hours, day.overtime_hours, day.doubletime_hours, day.hours,
           approver.name, (entry.approved_at at time zone place.timezone)::date,
           not now.is_as_billed, row_number() over (order by day.place, entry.started_at, day.time_entry_id)
      from day
      left join public.time_entries as entry on entry.id = day.time_entry_id
     cross join lateral (select (entry.hours, entry.work_date) = (day.hours, day.work_date)) as now (is_as_billed)
     cross join (select coalesce(facility.timezone, settings.operating_timezone) as timezone
                   from public.organization_settings as settings
                  cross join public.facilities as facility
                  where facility.id = time_on_paper.invoice.facility_id) as place
      left join approver on approver.user_id = entry.approved_by;
$function$;

REVOKE ALL ON FUNCTION private.time_on_paper(public.invoices) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.timesheet_document (
  invoice_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_most constant int := 1500; -- as private.summed_lines_on_paper
    v_invoice constant public.invoices := private.invoice_to_read(timesheet_document.invoice_id);
begin
    return (
        with entry as materialized (
            select * from private.time_on_paper(v_invoice)
        ), size as (
            select count(*) as entries, count(distinct (entry.contractor_id, entry.contractor_name, entry.week_start)) as weeks
              from entry
        ), row (place, content) as (
            select entry.place,
                   jsonb_build_object(
                       'contractor_name', entry.contractor_name, 'work_date', entry.work_date,
                       'started_at', entry.started_at, 'ended_at', entry.ended_at, 'break_minutes', entry.break_minutes,
                       'regular_hours', entry.regular_hours::text, 'overtime_hours', entry.overtime_hours::text,
                       'doubletime_hours', entry.doubletime_hours::text, 'hours', entry.hours::text,
                       'approved_by', entry.approved_by, 'approved_on', entry.approved_on,
                       'is_corrected', coalesce(entry.is_corrected, true))
              from entry
             where (select size.entries from size) <= v_most
             union all
            select min(entry.place),
                   jsonb_build_object(
                       'contractor_name', case when (select size.weeks from size) <= v_most
                                               then min(entry.contractor_name) end,
                       'week_start', entry.week_start, 'days', count(distinct (entry.contractor_id, entry.work_date)),
                       'regular_hours', sum(entry.regular_hours)::text, 'overtime_hours', sum(entry.overtime_hours)::text,
                       'doubletime_hours', sum(entry.doubletime_hours)::text, 'hours', sum(entry.hours)::text,
                       'approved_by', case when (select size.weeks from size) <= v_most
                                           then string_agg(distinct entry.approved_by, ', ') end)
              from entry
             where (select size.entries from size) > v_most
             group by entry.week_start,
                      case when (select size.weeks from size) <= v_most
                           then (entry.contractor_id, entry.contractor_name)::text end
        )
        select jsonb_build_object(
                   'document', 'timesheet',
                   'letterhead', private.letterhead_on_paper(v_invoice.letterhead_id),
                   'facility_name', coalesce(v_invoice.facility_name, facility.name),
                   'number', v_invoice.number, 'status', v_invoice.status,
                   'period_start', v_invoice.period_start, 'period_end', v_invoice.period_end,
                   'timezone', coalesce(facility.timezone, settings.operating_timezone),
                   'entries', (select size.entries from size),
                   'shown', (select case when size.entries <= v_most then 'entries'
                                         when size.weeks <= v_most then 'contractors_and_weeks'
                                         else 'weeks' end
                               from size),
                   'rows', coalesce((select jsonb_agg(row.content order by row.place) from row), '[]'),
                   'hours', (select jsonb_build_object(
                                        'regular', coalesce(sum(entry.regular_hours), 0.00)::text,
                                        'overtime', coalesce(sum(entry.overtime_hours), 0.00)::text,
                                        'doubletime', coalesce(sum(entry.doubletime_hours), 0.00)::text,
                                        'all', coalesce(sum(entry.hours), 0.00)::text)
                               from entry))
          from public.organization_settings as settings
         cross join public.facilities as facility
         where facility.id = v_invoice.facility_id);
end;
$function$;

REVOKE ALL ON FUNCTION private.timesheet_document(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.told_of_change (
  given text,
  here  text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select format('Here it is %s, and the file says %s: what was moved in is changed here, not by a file.',
                  coalesce(format('"%s"', left(told_of_change.here, 60)), 'empty'),
                  coalesce(format('"%s"', left(told_of_change.given, 60)), 'nothing'));
$function$;

REVOKE ALL ON FUNCTION private.told_of_change(text,text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.unless_zero (
  amount numeric
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case when amount = 0 then '' else amount::text end; $function$;

REVOKE ALL ON FUNCTION private.unless_zero(numeric) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.accruals (
  on_day date
)
  RETURNS TABLE (
    posted_on     date,
    document      text,
    account       text,
    debit         numeric,
    credit        numeric,
    facility_id   uuid,
    contractor_id uuid,
    memo          text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select * from private.accruals(on_day); $function$;

REVOKE ALL ON FUNCTION "public"."accruals"(date) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.close_books (
  through date
)
  RETURNS public.book_closings
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.close_books(through); $function$;

REVOKE ALL ON FUNCTION "public"."close_books"(date) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.closed_by_name (
  public .book_closings
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

REVOKE ALL ON FUNCTION "public"."closed_by_name"(public.book_closings) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.credit_note_document (
  credit_note_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.credit_note_document(credit_note_id); $function$;

REVOKE ALL ON FUNCTION "public"."credit_note_document"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.hand_over_payroll (
  payroll_batch_id uuid,
  employment       text,
  again            boolean DEFAULT false,
  corrected        boolean DEFAULT false
)
  RETURNS text
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.hand_over_payroll(payroll_batch_id, employment, again, corrected); $function$;

REVOKE ALL ON FUNCTION "public"."hand_over_payroll"(uuid, text, boolean, boolean) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.handed_over_by_name (
  public .payroll_handovers
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
            begin
                if ($1).handed_over_by is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).handed_over_by);
            end;
            $function$;

REVOKE ALL ON FUNCTION "public"."handed_over_by_name"(public.payroll_handovers) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.import_rows (
  kind    text,
  rows    jsonb,
  dry_run boolean DEFAULT true
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.import_rows(kind, rows, dry_run); $function$;

REVOKE ALL ON FUNCTION "public"."import_rows"(text, jsonb, boolean) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.invoice_document (
  invoice_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.invoice_document(invoice_id); $function$;

REVOKE ALL ON FUNCTION "public"."invoice_document"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.invoice_file (
  invoice_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.invoice_file(invoice_id); $function$;

REVOKE ALL ON FUNCTION "public"."invoice_file"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.journal (
  from_day date,
  to_day   date
)
  RETURNS TABLE (
    posted_on     date,
    document      text,
    account       text,
    debit         numeric,
    credit        numeric,
    facility_id   uuid,
    contractor_id uuid,
    memo          text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select * from private.journal(from_day, to_day); $function$;

REVOKE ALL ON FUNCTION "public"."journal"(date, date) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.journal_file (
  from_day      date,
  to_day        date,
  format        text    DEFAULT 'csv'::text,
  summed        boolean DEFAULT false,
  with_accruals boolean DEFAULT false
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.journal_file(from_day, to_day, format, summed, with_accruals); $function$;

REVOKE ALL ON FUNCTION "public"."journal_file"(date, date, text, boolean, boolean) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.pay_document (
  payroll_item_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.pay_document(payroll_item_id); $function$;

REVOKE ALL ON FUNCTION "public"."pay_document"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.payroll_earnings (
  payroll_batch_id uuid
)
  RETURNS TABLE (
    employment       text,
    line             integer,
    contractor_id    uuid,
    payroll_number   text,
    last_name        text,
    first_name       text,
    employment_type  text,
    period_start     date,
    period_end       date,
    pay_date         date,
    batch_status     text,
    week_start       date,
    earning          text,
    earning_code     text,
    work_state       text,
    hours            numeric,
    overtime_hours   numeric,
    doubletime_hours numeric,
    rate             numeric,
    amount           numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select * from private.payroll_earnings(payroll_batch_id); $function$;

REVOKE ALL ON FUNCTION "public"."payroll_earnings"(uuid) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.payroll_earnings_file (
  payroll_batch_id uuid,
  employment       text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$ select private.payroll_earnings_file(payroll_batch_id, employment); $function$;

REVOKE ALL ON FUNCTION "public"."payroll_earnings_file"(uuid, text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.statement_document (
  facility_id uuid,
  from_date   date,
  to_date     date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select private.statement_document(
        facility_id, from_date, to_date);
$function$;

REVOKE ALL ON FUNCTION "public"."statement_document"(uuid, date, date) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.timesheet_document (
  invoice_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.timesheet_document(invoice_id); $function$;

REVOKE ALL ON FUNCTION "public"."timesheet_document"(uuid) FROM PUBLIC, "anon";

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "assignment_external_number_is_not_blank" CHECK ((external_number ~ '\S'::text));

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "assignment_external_number_is_unique" UNIQUE (external_number);

ALTER TABLE "public"."checks"
  ADD CONSTRAINT "check_external_number_is_not_blank" CHECK ((external_number ~ '\S'::text));

ALTER TABLE "public"."checks"
  ADD CONSTRAINT "check_external_number_is_unique" UNIQUE (external_number);

ALTER TABLE "public"."contractors"
  ADD CONSTRAINT "contractor_external_number_is_not_blank" CHECK ((external_number ~ '\S'::text));

ALTER TABLE "public"."contractors"
  ADD CONSTRAINT "contractor_external_number_is_unique" UNIQUE (external_number);

ALTER TABLE "public"."contractors"
  ADD CONSTRAINT "contractor_payroll_number_is_not_blank" CHECK ((payroll_number ~ '\S'::text));

ALTER TABLE "public"."contractors"
  ADD CONSTRAINT "contractor_payroll_number_is_unique" UNIQUE (payroll_number);

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_billing_address_is_not_blank" CHECK ((billing_address ~ '\S'::text));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_billing_name_is_not_blank" CHECK ((billing_name ~ '\S'::text));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_external_number_is_not_blank" CHECK ((external_number ~ '\S'::text));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_external_number_is_unique" UNIQUE (external_number);

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "facility_purchase_order_is_not_blank" CHECK ((purchase_order ~ '\S'::text));

ALTER TABLE "public"."facilities"
  ADD CONSTRAINT "work_state_is_a_code"
    CHECK
    (((work_state ~ '^[A-Z]{2}-[A-Z0-9]{1,3}$'::text) OR (work_state = ANY (ARRAY['AL'::text, 'AK'::text, 'AZ'::text, 'AR'::text, 'CA'::text, 'CO'::text, 'CT'::text, 'DE'::text,
    'DC'::text,
    'FL'::text,
    'GA'::text,
    'HI'::text,
    'ID'::text,
    'IL'::text,
    'IN'::text,
    'IA'::text,
    'KS'::text,
    'KY'::text,
    'LA'::text,
    'ME'::text,
    'MD'::text,
    'MA'::text,
    'MI'::text,
    'MN'::text,
    'MS'::text,
    'MO'::text,
    'MT'::text,
    'NE'::text,
    'NV'::text,
    'NH'::text,
    'NJ'::text,
    'NM'::text,
    'NY'::text,
    'NC'::text,
    'ND'::text,
    'OH'::text,
    'OK'::text,
    'OR'::text,
    'PA'::text,
    'RI'::text,
    'SC'::text,
    'SD'::text,
    'TN'::text, 'TX'::text, 'UT'::text, 'VT'::text, 'VA'::text, 'WA'::text, 'WV'::text, 'WI'::text, 'WY'::text, 'AS'::text, 'GU'::text, 'MP'::text, 'PR'::text, 'VI'::text]))));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "drafts_of_a_facility_never_overlap" EXCLUDE USING gist (facility_id WITH =, daterange(period_start, period_end, '[]'::text) WITH &&)
    WHERE (((status = 'draft'::text) AND (kind <> ALL (ARRAY['backfill'::text, 'opening'::text]))));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "invoice_kind_is_known" CHECK ((kind = ANY (ARRAY['weekly'::text, 'manual'::text, 'backfill'::text, 'opening'::text])));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "only_sent_invoices_keep_their_facility" CHECK (((sent_at IS
    NOT NULL) OR (num_nonnulls(facility_name, billing_email, billing_name, billing_address, purchase_order, letterhead_id) = 0)));

ALTER TABLE "private"."closed_postings"
  ADD CONSTRAINT "closed_postings_account_fkey" FOREIGN KEY (account) REFERENCES public.journal_accounts(account);

ALTER TABLE "public"."credit_notes"
  ADD CONSTRAINT "credit_notes_letterhead_id_fkey" FOREIGN KEY (letterhead_id) REFERENCES public.letterheads(id);

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "invoices_letterhead_id_fkey" FOREIGN KEY (letterhead_id) REFERENCES public.letterheads(id);

ALTER TABLE "public"."organization_settings"
  ADD CONSTRAINT "address_is_not_blank" CHECK ((address ~ '\S'::text));

ALTER TABLE "public"."organization_settings"
  ADD CONSTRAINT "address_is_short" CHECK ((char_length(address) <= 500));

ALTER TABLE "public"."organization_settings"
  ADD CONSTRAINT "legal_name_is_not_blank" CHECK ((legal_name ~ '\S'::text));

ALTER TABLE "public"."organization_settings"
  ADD CONSTRAINT "legal_name_is_short" CHECK ((char_length(legal_name) <= 200));

ALTER TABLE "public"."organization_settings"
  ADD CONSTRAINT "organization_settings_letterhead_id_fkey" FOREIGN KEY (letterhead_id) REFERENCES public.letterheads(id);

ALTER TABLE "public"."organization_settings"
  ADD CONSTRAINT "remit_to_is_not_blank" CHECK ((remit_to ~ '\S'::text));

ALTER TABLE "public"."organization_settings"
  ADD CONSTRAINT "remit_to_is_short" CHECK ((char_length(remit_to) <= 500));

ALTER TABLE "public"."organization_settings"
  ADD CONSTRAINT "tax_number_is_not_blank" CHECK ((tax_number ~ '\S'::text));

ALTER TABLE "public"."organization_settings"
  ADD CONSTRAINT "tax_number_is_short" CHECK ((char_length(tax_number) <= 50));

ALTER TABLE "public"."payroll_handovers"
  ADD CONSTRAINT "payroll_handovers_payroll_batch_id_fkey" FOREIGN KEY (payroll_batch_id) REFERENCES public.payroll_batches(id);

CREATE INDEX closed_postings_by_account ON private.closed_postings USING btree (account);

CREATE INDEX closed_postings_by_day ON private.closed_postings USING btree (posted_on);

CREATE INDEX closed_postings_by_document ON private.closed_postings USING btree (document_id);

CREATE INDEX closed_postings_of_interest ON private.closed_postings USING btree (document_id)
  WHERE is_interest;

CREATE INDEX credit_notes_by_letterhead ON public.credit_notes USING btree (letterhead_id);

CREATE INDEX invoices_by_letterhead ON public.invoices USING btree (letterhead_id);

CREATE INDEX organization_settings_by_letterhead ON public.organization_settings USING btree (letterhead_id);

CREATE TRIGGER closed_postings_are_kept
  BEFORE DELETE OR UPDATE ON private.closed_postings
  FOR EACH ROW
  EXECUTE FUNCTION
    private.refuse_write('closed_books_are_kept', 'What was posted on {posted_on} stays.', 'Leave it: what changes about closed days is posted on the first open day.');

CREATE TRIGGER closed_postings_are_not_truncated
  BEFORE TRUNCATE ON private.closed_postings
  FOR EACH STATEMENT
  EXECUTE FUNCTION
    private.refuse_write('closed_books_are_kept', 'What was posted of closed days stays.', 'Leave it: what changes about closed days is posted on the first open day.');

CREATE TRIGGER closings_are_kept
  BEFORE DELETE OR UPDATE ON public.book_closings
  FOR EACH ROW
  EXECUTE FUNCTION
    private.refuse_write('closed_books_are_kept', 'That the books are closed through {through} stays.', 'Leave it: what changes about closed days is posted on the first open day.');

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.book_closings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.book_closings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.book_closings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.book_closings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'id'
);

CREATE TRIGGER checks_are_posted_as_they_change
  AFTER UPDATE ON public.checks
  FOR EACH ROW
  WHEN
    (((old.facility_id IS DISTINCT FROM new.facility_id) OR (old.amount IS DISTINCT FROM new.amount) OR (old.received_on IS DISTINCT FROM new.received_on) OR (old.reconciled_at IS
    DISTINCT FROM new.reconciled_at) OR (old.returned_at IS DISTINCT FROM new.returned_at) OR (old.external_number IS DISTINCT FROM new.external_number)))
  EXECUTE FUNCTION private.mark_document();

CREATE TRIGGER new_checks_are_posted
  AFTER INSERT OR DELETE ON public.checks
  FOR EACH ROW
  EXECUTE FUNCTION private.mark_document();

CREATE TRIGGER only_payroll_corrects_employment
  BEFORE UPDATE OF employment_type, payroll_number ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

CREATE TRIGGER only_recruiting_corrects_names
  BEFORE UPDATE OF first_name, last_name, email, external_number ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting');

CREATE TRIGGER credit_notes_are_posted
  AFTER INSERT ON public.credit_notes
  FOR EACH ROW
  EXECUTE FUNCTION private.mark_document();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.earning_codes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'employment',
  'earning'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.earning_codes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'employment',
  'earning'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.earning_codes
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_payroll_writes
  BEFORE UPDATE ON public.earning_codes
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.earning_codes
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'employment',
  'earning'
);

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
    (old.billing_address IS DISTINCT FROM new.billing_address) OR (old.purchase_order IS DISTINCT FROM new.purchase_order) OR
    (old.letterhead_id IS DISTINCT FROM new.letterhead_id))))
  EXECUTE FUNCTION private.guard_invoice_move();

CREATE TRIGGER invoices_are_posted_as_they_move
  AFTER UPDATE ON public.invoices
  FOR EACH ROW
  WHEN (((new.sent_at IS NOT NULL) AND ((old.sent_at IS NULL) OR (old.voided_at IS DISTINCT FROM new.voided_at))))
  EXECUTE FUNCTION private.mark_document();

CREATE TRIGGER sent_invoices_are_posted
  AFTER INSERT ON public.invoices
  FOR EACH ROW
  WHEN ((new.sent_at IS NOT NULL))
  EXECUTE FUNCTION private.mark_document();

CREATE TRIGGER deletes_are_logged AFTER DELETE ON public.journal_accounts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'account'
);

CREATE TRIGGER inserts_are_logged AFTER INSERT ON public.journal_accounts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'account'
);

CREATE TRIGGER is_not_truncated
  BEFORE TRUNCATE ON public.journal_accounts
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_write('truncate_refused', 'A table whose changes are in the audit log is not truncated.', 'Delete its rows: each is in the log then.');

CREATE TRIGGER only_admins_write
  BEFORE UPDATE ON public.journal_accounts
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

CREATE TRIGGER updates_are_logged AFTER UPDATE ON public.journal_accounts
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_changes (
  'account'
);

CREATE TRIGGER letterheads_are_kept
  BEFORE DELETE OR UPDATE ON public.letterheads
  FOR EACH ROW
  EXECUTE FUNCTION
    private.refuse_write('letterhead_is_kept', 'A letterhead stays as it was: invoices that were sent have it.', 'Change organization_settings: it gets a new letterhead.');

CREATE TRIGGER documents_follow_the_timezone
  AFTER UPDATE ON public.organization_settings
  FOR EACH ROW
  WHEN ((old.operating_timezone <> new.operating_timezone))
  EXECUTE FUNCTION private.mark_all_documents();

CREATE TRIGGER letterheads_follow_the_settings
  BEFORE UPDATE ON public.organization_settings
  FOR EACH ROW
  WHEN
    (((old.legal_name IS DISTINCT FROM new.legal_name) OR (old.address IS DISTINCT FROM new.address) OR (old.remit_to IS DISTINCT FROM new.remit_to) OR (old.tax_number IS DISTINCT
    FROM new.tax_number) OR (old.logo IS DISTINCT FROM new.logo) OR (old.letterhead_id IS DISTINCT FROM new.letterhead_id)))
  EXECUTE FUNCTION private.follow_letterhead();

CREATE TRIGGER new_payments_are_posted
  AFTER INSERT ON public.payments REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_documents_of_payments();

CREATE TRIGGER reversed_payments_are_posted
  AFTER UPDATE ON public.payments REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_documents_of_payments();

CREATE TRIGGER closed_batches_are_posted
  AFTER UPDATE ON public.payroll_batches
  FOR EACH ROW
  WHEN (((new.status = 'closed'::text) AND (old.status <> 'closed'::text)))
  EXECUTE FUNCTION private.mark_document();

CREATE POLICY "staff_read" ON "public"."book_closings"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

CREATE POLICY "payroll_changes" ON "public"."earning_codes"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['payroll'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['payroll'::text]) AS has_role));

CREATE POLICY "payroll_reads" ON "public"."earning_codes"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['payroll'::text]) AS has_role));

CREATE POLICY "admins_change" ON "public"."journal_accounts"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));

CREATE POLICY "staff_read" ON "public"."journal_accounts"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

CREATE POLICY "staff_read" ON "public"."letterheads"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

CREATE POLICY "payroll_reads" ON "public"."payroll_handovers"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['payroll'::text]) AS has_role));

COMMENT ON COLUMN "public"."assignments"."external_number" IS 'Its number in the firm''s former books, as of contractors.';

COMMENT ON COLUMN "public"."audit_log"."row_id" IS 'The id of the row; of assignment_rates and assignment_bill_terms the assignment''s, of the settings, overtime_rules and journal_accounts null.';

COMMENT ON COLUMN "public"."book_closings"."postings" IS 'How many postings this closing stored.';

COMMENT ON COLUMN "public"."checks"."external_number" IS 'Its number in the firm''s former books, as of contractors. The money of such a check was in the cash of the former books already.';

COMMENT ON COLUMN "public"."contractors"."external_number" IS 'What the firm''s former books call it: import_rows skips a row whose number is there. Null = not moved in.';

COMMENT ON COLUMN "public"."contractors"."payroll_number" IS 'Their number with the payroll provider; null = not known yet. Payroll files name people by it.';

COMMENT ON COLUMN "public"."credit_notes"."letterhead_id" IS 'What the firm''s documents said of it when the note was issued. Null where there was none: then today''s.';

COMMENT ON COLUMN "public"."earning_codes"."code" IS 'The provider''s code, at most 40 characters, the first a letter or a digit; several earnings may have one. Null = not mapped: a file that needs it is not handed over.';

COMMENT ON COLUMN "public"."earning_codes"."earning" IS 'As payroll_earnings names it. straight: all hours at their pay rate. overtime_premium, doubletime_premium: what overtime pays on top of that. difference: how weeks that were paid before have changed. hours_driven_stipend and flat_sum_stipend are wages, reimbursement_stipend is not.';

COMMENT ON COLUMN "public"."earning_codes"."employment" IS 'Which payroll file: w2, or 1099, which has corp_to_corp too.';

COMMENT ON COLUMN "public"."facilities"."billing_address" IS 'Where invoices go, as it stands on paper: one line or several.';

COMMENT ON COLUMN "public"."facilities"."billing_name" IS 'Whom invoices are made out to; null = its name.';

COMMENT ON COLUMN "public"."facilities"."external_number" IS 'Its number in the firm''s former books, as of contractors.';

COMMENT ON COLUMN "public"."facilities"."purchase_order" IS 'The number that the facility wants to read on its invoices.';

COMMENT ON COLUMN "public"."facilities"."work_state" IS 'Where people work there, for the provider that pays them: CO, the two letters of a state or territory of the United States, elsewhere GB-LND, a code of ISO 3166-2. Null = not known yet.';

COMMENT ON COLUMN "public"."invoices"."facility_name" IS 'As are billing_email, billing_name, billing_address and purchase_order, the facility''s when the invoice was sent: what a document says stays. Null on drafts. Names of contractors are kept in the lines'' descriptions, the terms of payment in due_date.';

COMMENT ON COLUMN "public"."invoices"."kind" IS 'weekly (by the weekly run), manual, backfill (time that other invoices left out) or opening: an open amount of the firm''s former books, in one line.';

COMMENT ON COLUMN "public"."invoices"."letterhead_id" IS 'What the firm''s documents said of it when the invoice was sent. Null of drafts, and where there was none: then today''s.';

COMMENT ON COLUMN "public"."journal_accounts"."name" IS 'In the firm''s own chart, as the accounting program spells it. Several accounts may be one there.';

COMMENT ON COLUMN "public"."journal_accounts"."number" IS 'In the firm''s own chart; null = it goes by the name.';

COMMENT ON COLUMN "public"."letterheads"."logo" IS 'A data URI of a PNG or a JPEG.';

COMMENT ON COLUMN "public"."organization_settings"."address" IS 'As it stands on paper: one line or several.';

COMMENT ON COLUMN "public"."organization_settings"."legal_name" IS 'The name of the firm at the head of its documents. It, address, remit_to, tax_number and logo are kept in letterheads whenever they change.';

COMMENT ON COLUMN "public"."organization_settings"."letterhead_id" IS 'The letterhead of today; null until there is one. It follows the other columns.';

COMMENT ON COLUMN "public"."organization_settings"."logo" IS 'A PNG or JPEG of at most 100 kB, as the text data:image/png;base64,… or data:image/jpeg;base64,….';

COMMENT ON COLUMN "public"."organization_settings"."remit_to" IS 'Where and how facilities pay, as it stands on invoices and statements: one line or several.';

COMMENT ON COLUMN "public"."organization_settings"."tax_number" IS 'Such as the EIN, on invoices and credit notes.';

COMMENT ON COLUMN "public"."payroll_handovers"."amount" IS 'What the lines add up to.';

COMMENT ON COLUMN "public"."payroll_handovers"."digest" IS 'SHA-256 of the file in UTF-8, as sha256sum prints it: two with one digest were the same, byte for byte.';

COMMENT ON COLUMN "public"."payroll_handovers"."employment" IS 'Which of the batch''s two files: w2, or 1099, which has corp_to_corp too.';

COMMENT ON COLUMN "public"."payroll_handovers"."handed_over_by" IS 'The user; null where no person acted.';

COMMENT ON COLUMN "public"."payroll_handovers"."nth" IS '1 = the first time, 2 and more = again.';

COMMENT ON FUNCTION "private"."account_of_pay"(text, text, text) IS 'To which account a line of pay belongs. Bonuses and differences are wages; of 1099 and corp_to_corp all but reimbursements and deductions is contractor_cost.';

COMMENT ON FUNCTION "private"."accruals"(date) IS 'The logic of public.accruals.';

COMMENT ON FUNCTION "private"."accrued_pay"(date) IS 'What is due to contractors of weeks up to a day, and was not paid by then, by account.

Of the week that the day splits, time counts by its days, and premiums, stipends, adjustments and differences by the share
of the week''s hours that were worked by then, half a cent up.';

COMMENT ON FUNCTION "private"."accrued_revenue"(date) IS 'What approved time up to a day comes to that no invoice issued by then bills: on later invoices and drafts by their lines, else at today''s rates.';

COMMENT ON FUNCTION "private"."assignments_errors"(jsonb) IS 'What is wrong with the rows of a file of assignments.';

COMMENT ON FUNCTION "private"."assignments_that_overlap"(jsonb) IS 'Rows of a file of assignments that share a day with another of the contractor at the facility.';

COMMENT ON FUNCTION "private"."assignments_to_import"(jsonb) IS 'The rows of a file of assignments, with what stands for empty cells and whom they name; id: the assignment that is here already.';

COMMENT ON FUNCTION "private"."books_closed_through"() IS 'The last closed day; null where the books were never closed.';

COMMENT ON FUNCTION "private"."changes_of_closed_days"(date) IS 'By how much the documents of days through one, closed, come to other amounts now than what was posted of them. Interest is compared of every invoice, other postings of the documents that changed.';

COMMENT ON FUNCTION "private"."checks_errors"(jsonb) IS 'What is wrong with the rows of a file of checks.';

COMMENT ON FUNCTION "private"."checks_to_import"(jsonb) IS 'The rows of a file of checks, with what stands for empty cells and whom they name; id: the check that is here already.';

COMMENT ON FUNCTION "private"."close_books"(date) IS 'The logic of public.close_books.';

COMMENT ON FUNCTION "private"."contractors_errors"(jsonb) IS 'What is wrong with the rows of a file of contractors.';

COMMENT ON FUNCTION "private"."contractors_to_import"(jsonb) IS 'The rows of a file of contractors, with what stands for empty cells; id: the contractor who is here already.';

COMMENT ON FUNCTION "private"."credit_note_document"(uuid) IS 'The logic of public.credit_note_document.';

COMMENT ON FUNCTION "private"."day_of_text"(text) IS 'The plausible day that is written as YYYY-MM-DD; null for anything else.';

COMMENT ON FUNCTION "private"."earning_lines"(uuid) IS 'The lines of a payroll batch''s files: per person, workweek, earning, rate and work state.

facility_without_state: the name of one whose work state is not known, of those that the line is for.';

COMMENT ON FUNCTION "private"."earnings_file"(uuid, text) IS 'One of the two files of a payroll batch, what is in it, and who and what in it lacks a payroll number, a code or a work state.';

COMMENT ON FUNCTION "private"."facilities_errors"(jsonb) IS 'What is wrong with the rows of a file of facilities.';

COMMENT ON FUNCTION "private"."facilities_to_import"(jsonb) IS 'The rows of a file of facilities, with what stands for empty cells; id: the facility that is here already.';

COMMENT ON FUNCTION "private"."first_of"(text[]) IS 'The first ten names, and how many more there are.';

COMMENT ON FUNCTION "private"."follow_letterhead"() IS 'Trigger: keeps what the settings say of the firm as a letterhead, and refuses a logo that cannot be printed.';

COMMENT ON FUNCTION "private"."hand_over_payroll"(uuid, text, boolean, boolean) IS 'The logic of public.hand_over_payroll.';

COMMENT ON FUNCTION "private"."hledger_text"(text) IS 'A text that an hledger journal reads as such, in one line.';

COMMENT ON FUNCTION "private"."hold_books"() IS 'Keeps others from closing the books until the transaction ends. Raises 409 when the wait is long.';

COMMENT ON FUNCTION "private"."hold_imports"() IS 'Locks imports exclusively until the transaction ends, so that each sees what those before it inserted. Raises 409 when another takes long.';

COMMENT ON FUNCTION "private"."import_cells"(text, jsonb) IS 'Each column of each row of a file: its text, without blanks around it, null where there is none; and in words what is
wrong with it by itself.';

COMMENT ON FUNCTION "private"."import_columns"(text) IS 'The columns of a kind of import, in order; none of a kind that there is not.

type: text, choice (one of choices), day, or one of private.import_patterns.';

COMMENT ON FUNCTION "private"."import_errors"(text, jsonb) IS 'All that is wrong with a file, by line and column; and its rows as their functions read them, without what is wrong.';

COMMENT ON FUNCTION "private"."import_header_errors"(text, jsonb) IS 'Columns that a file has and its kind has not, and columns that it must have and has not.';

COMMENT ON FUNCTION "private"."import_patterns"() IS 'As what numbers and codes of a file are read, and what is said of others; values are null of what is no number.';

COMMENT ON FUNCTION "private"."import_repeated_numbers"(jsonb) IS 'Rows of a file whose number another row before them has.';

COMMENT ON FUNCTION "private"."import_rows"(text, jsonb, boolean) IS 'The logic of public.import_rows.';

COMMENT ON FUNCTION "private"."insert_assignments"(jsonb) IS 'Inserts the assignments of a file that are not here yet, in which nothing is wrong, with their rates and renewals; how many.';

COMMENT ON FUNCTION "private"."insert_checks"(jsonb) IS 'Inserts the checks of a file that are not here yet, in which nothing is wrong, and the credits that they are; how many.';

COMMENT ON FUNCTION "private"."insert_contractors"(jsonb) IS 'Inserts the contractors of a file who are not here yet, in which nothing is wrong; how many.';

COMMENT ON FUNCTION "private"."insert_facilities"(jsonb) IS 'Inserts the facilities of a file that are not here yet, in which nothing is wrong, with their interest terms; how many.';

COMMENT ON FUNCTION "private"."insert_open_invoices"(jsonb) IS 'Inserts the open invoices of a file that are not here yet, in which nothing is wrong, sent; how many.';

COMMENT ON FUNCTION "private"."insert_rows"(text, jsonb) IS 'Inserts the rows of a file that are not here yet, in which nothing is wrong; how many. Raises 409 when somebody was first.';

COMMENT ON FUNCTION "private"."invoice_document"(uuid) IS 'The logic of public.invoice_document.';

COMMENT ON FUNCTION "private"."invoice_file"(uuid) IS 'The logic of public.invoice_file.';

COMMENT ON FUNCTION "private"."invoice_in_the_way"(uuid, date, date) IS 'The invoice whose period forbids a new one of these days at the facility: sent and neither a backfill nor of the former books, else a draft. Null when there is none.';

COMMENT ON FUNCTION "private"."invoice_to_read"(uuid) IS 'The invoice, for staff, servers and contacts of its facility once it was sent. Raises 404 for everybody else.';

COMMENT ON FUNCTION "private"."is_picture"(text) IS 'Whether a text is a data URI of a PNG or a JPEG, by its first bytes.';

COMMENT ON FUNCTION "private"."is_timezone"(text) IS 'Whether there is such a timezone. Null is true.';

COMMENT ON FUNCTION "private"."journal"(date, date) IS 'The logic of public.journal.';

COMMENT ON FUNCTION "private"."journal_csv"(date, date, boolean, boolean, text) IS 'The journal as CSV; see public.journal_file. A debit or credit of nothing is left empty where programs want it so.';

COMMENT ON FUNCTION "private"."journal_file"(date, date, text, boolean, boolean) IS 'The logic of public.journal_file.';

COMMENT ON FUNCTION "private"."journal_hledger"(date, date, boolean, boolean) IS 'The journal as hledger reads it: an entry for each document of a day; see public.journal_file.';

COMMENT ON FUNCTION "private"."journal_lines"(date, date, boolean, boolean) IS 'The rows of public.journal with names, in one order. entry: one text for each document of a day, as accounting programs
want a number for each balanced entry.

from_day, to_day: the days, included.
summed: one row for each account and facility of an entry, without contractors and memos.
with_accruals: whether the accruals of to_day are added, which are taken back on the day after.';

COMMENT ON FUNCTION "private"."journal_postings"(date, date) IS 'All postings of some days, closed and open, by document id. amount: above zero a debit, below a credit.';

COMMENT ON FUNCTION "private"."leave_checks_as_credits"(uuid[]) IS 'Reconciles checks that the caller has just inserted with no invoice: the whole of each is a credit of its facility.';

COMMENT ON FUNCTION "private"."letterhead_on_paper"(uuid) IS 'A letterhead as documents have it; null = today''s, of nulls where there is none.';

COMMENT ON FUNCTION "private"."lines_on_paper"(uuid, uuid) IS 'The lines of an invoice, or those that a credit note takes back, in the order of documents; week_start: their workweek.';

COMMENT ON FUNCTION "private"."mark_all_documents"() IS 'Trigger: marks all documents, when the operating timezone changes.';

COMMENT ON FUNCTION "private"."mark_document"() IS 'Trigger: marks the document that a row is.';

COMMENT ON FUNCTION "private"."mark_documents_of_payments"() IS 'Trigger: marks the documents of payments that were recorded or reversed.';

COMMENT ON FUNCTION "private"."name_of_batch"(public.payroll_batches, public.payroll_periods) IS 'What the journal calls a payroll batch: its pay date and how its id begins.';

COMMENT ON FUNCTION "private"."name_of_check"(public.checks) IS 'What the journal calls a receipt: CHECK 4711; null of none.';

COMMENT ON FUNCTION "private"."open_invoices_charged_again"(jsonb) IS 'Rows of a file of open invoices of which interest would be charged for days before the day of the move.';

COMMENT ON FUNCTION "private"."open_invoices_errors"(jsonb) IS 'What is wrong with the rows of a file of open invoices.';

COMMENT ON FUNCTION "private"."open_invoices_to_import"(jsonb) IS 'The rows of a file of open invoices, with what stands for empty cells and whom they name; invoice_id: the invoice that has the number here already.';

COMMENT ON FUNCTION "private"."paid_on"(public.payroll_batches, public.payroll_periods) IS 'The day on which a closed batch is in the books.';

COMMENT ON FUNCTION "private"."pay_document"(uuid) IS 'The logic of public.pay_document.';

COMMENT ON FUNCTION "private"."payments_on_paper"(uuid) IS 'The payments in force of an invoice, with the check or the credit note that they came from.';

COMMENT ON FUNCTION "private"."payroll_earnings"(uuid) IS 'The logic of public.payroll_earnings.';

COMMENT ON FUNCTION "private"."payroll_earnings_file"(uuid, text) IS 'The logic of public.payroll_earnings_file.';

COMMENT ON FUNCTION "private"."postings_of_documents"(date, date, uuid[]) IS 'All that documents post on some days, but interest; document_ids: of which, null = of all.';

COMMENT ON FUNCTION "private"."postings_of_interest"(date, date) IS 'What late-payment interest posts: what accrued in each calendar month, or the part of it that is asked for, on its last
day. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.';

COMMENT ON FUNCTION "private"."postings_of_invoices"(date, date, uuid[]) IS 'What invoices and credit notes post: what is owed against revenue by the class of the hours and by contractor; of an
opening invoice, and what lines do not explain, against opening_balances. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which invoices and credit notes; null = of all.';

COMMENT ON FUNCTION "private"."postings_of_payroll"(date, date, uuid[]) IS 'What payroll batches post by contractor: pay by its kind against payroll_clearing, which the payroll provider''s net pay
and taxes empty. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which batches; null = of all.';

COMMENT ON FUNCTION "private"."postings_of_receipts"(date, date, uuid[]) IS 'What checks, payments and write-offs post. Money that is not reconciled is in unapplied_receipts, what a check or a credit
note left over in customer_credits. A write-off of principal is bad debt, one of interest takes its income back. Money of
a check of the former books was in their cash: it comes from opening_balances. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which checks and, of payments without one, credit notes and invoices; null = of all.';

COMMENT ON FUNCTION "private"."price_of_unbilled_time"(date) IS 'What approved time up to a day that is on no live invoice would be billed at today, by class.';

COMMENT ON FUNCTION "private"."refuse_import"(jsonb) IS 'Raises 400 and names the first hundred errors of a file.';

COMMENT ON FUNCTION "private"."refuse_unknown_invoice"(uuid) IS 'Raises 404, also where there is one that the caller may not read.';

COMMENT ON FUNCTION "private"."require_employment"(text) IS 'Raises 400 unless it is w2 or 1099: a payroll batch has a file of each.';

COMMENT ON FUNCTION "private"."require_import"(text, jsonb) IS 'Raises 400 unless there is such a kind, and the rows are a list of 1 to 20000 objects.';

COMMENT ON FUNCTION "private"."require_payroll_batch"(uuid) IS 'Raises 400 where no payroll batch is named, 404 where it is not there.';

COMMENT ON FUNCTION "private"."require_reader_of_books"() IS 'Raises 403 unless the caller is the service role, a direct session, an admin, or staff with both roles.';

COMMENT ON FUNCTION "private"."require_whole_file"(text[], text[], text[]) IS 'Raises 409 and names the people, earnings and facilities that a payroll file lacks something of; null = nothing.';

COMMENT ON FUNCTION "private"."rows_here_already"(text, jsonb) IS 'How many rows of a file have a number that is here already.';

COMMENT ON FUNCTION "private"."statement_document"(uuid, date, date) IS 'The logic of public.statement_document.';

COMMENT ON FUNCTION "private"."summed_lines_on_paper"(uuid, uuid) IS 'Lines as a document shows them: each, or above 1,500 of them summed by contractor and workweek, or where that is still
too much by workweek; and the sums by class.';

COMMENT ON FUNCTION "private"."time_on_paper"(public.invoices) IS 'The time that an invoice bills, entry by entry, with the hours that it bills of each; is_corrected: it is another by now, or gone.';

COMMENT ON FUNCTION "private"."timesheet_document"(uuid) IS 'The logic of public.timesheet_document.';

COMMENT ON FUNCTION "private"."told_of_change"(text, text) IS 'What is said of a cell that says something else than what stands here.';

COMMENT ON FUNCTION "private"."unless_zero"(numeric) IS 'The amount as text, of zero an empty one.';

COMMENT ON FUNCTION "public"."accruals"(date) IS 'What was worked by the end of a day and not invoiced or paid by then, posted on that day and taken back on the next.

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

COMMENT ON FUNCTION "public"."close_books"(date) IS 'Closes the books through a day: what the journal says of it and all days before stays from then on.

What is entered, corrected, returned or computed later about a closed day is posted on the first open day, under its
document: so the accounts through an open day are always what stands in the tables, and those of a closed day what was
handed in. Nothing else is closed by it: time, invoices and receipts go on as before.

Who: admin.

Arguments:
through: the last day to close, before the business date.

Result: the closing. Again with the same day: the first one, and nothing more is closed.

Errors: role_required, argument_missing, date_not_finite, books_closed_later, day_not_over, books_being_closed.

Example: {"through": "2026-02-28"}';

COMMENT ON FUNCTION "public"."closed_by_name"(public.book_closings) IS 'Column of book_closings: the name behind closed_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."credit_note_document"(uuid) IS 'What stands on the paper of a credit note: what GET /functions/v1/documents/credit-note/<id> prints.

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

COMMENT ON FUNCTION "public"."hand_over_payroll"(uuid, text, boolean, boolean) IS 'Hands over a closed payroll batch to the payroll provider: answers one of its two files, and marks it as handed over.

payroll_handovers keeps who did it, when, and what was in the file. The file is that of payroll_earnings_file. It is refused while a person in it has no payroll number, an earning no code
or, of W-2, a facility no work state; the message names them. A second time it takes again: the same file, byte for byte,
and one more row of payroll_handovers. Where numbers, codes or states have changed since, it takes corrected too.

The answer is one JSON string: take it apart as JSON before it is saved.

Who: payroll.

Arguments:
payroll_batch_id: the batch, closed.
employment: one of w2, 1099; the latter has corp_to_corp too.
again: whether it may have been handed over before.
corrected: whether the file may be another than the one that was handed over before.

Result: the whole file.

Errors: role_required, argument_missing, employment_unknown, payroll_batch_not_found, payroll_batch_discarded,
payroll_batch_not_closed, payroll_handed_over, nothing_to_hand_over, payroll_file_incomplete, payroll_file_changed,
payroll_in_progress.

Example: {"payroll_batch_id": "$closed_batch_id", "employment": "w2"}';

COMMENT ON FUNCTION "public"."handed_over_by_name"(public.payroll_handovers) IS 'Column of payroll_handovers: the name behind handed_over_by, for staff; null where no person acted.';

COMMENT ON FUNCTION "public"."import_rows"(text, jsonb, boolean) IS 'Moves a firm in: inserts the rows of a file from its former books, all or none, and says all that is wrong at once.

Everything is inserted as by hand, and its guards hold; a row is never overwritten. A row whose external_number is here
already is skipped if it says what stands here, and is an error that names the column if it says something else. Rows
name others by their external_number, so facilities and contractors come before assignments, open-invoices and checks.
docs/moving_in.md has the columns of each kind and the order of the steps.

An open invoice comes as its open amount in one line, sent, of kind opening, with its old number. Interest terms begin on
the day of the move; where interest of days before it would be charged again, the invoice is an error.

Who: admin.

Arguments:
kind: one of facilities, contractors, assignments, open-invoices, checks.
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
summed by contractor and workweek; invoice_file has each. The shape is InvoiceDocument in database.types.ts.

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
(the first day of the workweek), description, hours, rate, multiplier, amount. RFC 4180: commas, lines that end with CRLF,
quotes where a text needs them. A text that a spreadsheet would take for a formula has an apostrophe before it; days are
YYYY-MM-DD whatever the session says.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: active staff, whatever their role; a facility''s contacts, of its sent invoices.

Arguments:
invoice_id: the invoice, in whatever state.

Result: the whole file.

Errors: argument_missing, invoice_not_found.

Example: {"invoice_id": "$invoice_id"}';

COMMENT ON FUNCTION "public"."journal"(date, date) IS 'The firm''s books of some days, in double entry: the debits and credits of each document are equal on each day.

An invoice is posted on its issue date and taken back on the day it was voided, a check on the day it was received and
taken back on the day it was returned, a payment on the day its money was received, a credit note on its counts_on, a
write-off on its day, a payroll batch on its pay date or, if that is later, on the day it was closed. Interest is posted
by invoice on the last day of each month, and of the last month that is asked for on to_day. docs/journal.md says what
goes to which account.

Days through which the books were closed (book_closings) are as they were then; what changed about them since is on the
first open day, under its document. Through the business date the accounts are what ar_aging says: receivables is
balance, interest_receivable interest, customer_credits unapplied_credits; through a day before, what ar_aging_as_of does.

May be called with GET.

Pages: order=posted_on,document,account,facility_id,contractor_id,memo. Or call journal_file, which is never cut.

Who: staff with both roles, billing and payroll; admins.

Arguments:
from_day: the first day.
to_day: the last day.

Result: a row for each account of a document that a day moves, by day. account is as journal_accounts.account; one of
debit and credit is 0.00. facility_id is null where no facility is concerned, contractor_id where no contractor is.

Errors: role_required, argument_missing, date_not_finite, period_ends_before_start.

Example: {"from_day": "2026-03-01", "to_day": "2026-03-31"}';

COMMENT ON FUNCTION "public"."journal_file"(date, date, text, boolean, boolean) IS 'The journal of some days as one file for an accounting program, however long it is.

csv: a row for each of the journal''s, with the names of the firm''s chart (journal_accounts), of facilities and of
contractors. quickbooks_online and netsuite: the columns that these publish for importing journal entries; each document
of a day is an entry of its own, by the day and a number that counts its documents. Nobody has tried them there.
hledger: a journal that hledger (1.25 and later) reads; accounts lie under assets, liabilities, equity, income and
expenses. CSV is RFC 4180; a text that a spreadsheet would take for a formula has an apostrophe before it.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: staff with both roles, billing and payroll; admins.

Arguments:
from_day: the first day.
to_day: the last day.
format: one of csv, quickbooks_online, netsuite, hledger.
summed: true for one row for each account and facility of a document''s day, without contractors.
with_accruals: true to add the accruals of to_day, and that they are taken back the day after.

Result: the whole file; CSV of days without postings is its column names alone.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, period_ends_before_start, format_unknown.

Example: {"from_day": "2026-03-01", "to_day": "2026-03-31", "format": "hledger"}';

COMMENT ON FUNCTION "public"."pay_document"(uuid) IS 'What stands on the paper of somebody''s pay: what GET /functions/v1/documents/pay/<payroll item id> prints.

The rows are the lines of the item, as in my_pay_lines, and add up to gross_pay. Taxes and net pay are the payroll
provider''s. The shape is PayDocument in database.types.ts.

May be called with GET.

Who: active staff in payroll; contractors, of their own pay in closed batches.

Arguments:
payroll_item_id: the item, of a batch in whatever state.

Result: one object; money and hours are text with two decimals.

Errors: argument_missing, payroll_item_not_found.

Example: {"payroll_item_id": "$payroll_item_id"}';

COMMENT ON FUNCTION "public"."payroll_earnings"(uuid) IS 'What a payroll batch pays, by earning, for programs: a row per person, workweek, earning, rate and work state.

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

COMMENT ON FUNCTION "public"."payroll_earnings_file"(uuid, text) IS 'What a payroll batch pays, by earning, to look at: the CSV file that hand_over_payroll hands over, as it is now.

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

COMMENT ON FUNCTION "public"."statement_document"(uuid, date, date) IS 'What stands on the paper of a facility''s statement: what GET /functions/v1/documents/statement/<id>?from=…&to=… prints.

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

COMMENT ON FUNCTION "public"."timesheet_document"(uuid) IS 'What stands on the time sheet of an invoice: what GET /functions/v1/documents/timesheet/<invoice id> prints.

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

COMMENT ON TABLE "private"."closed_postings" IS 'What the journal says of closed days. amount: above zero a debit, below a credit. is_interest: what accrued by days.';

COMMENT ON TABLE "private"."documents_to_post" IS 'Invoices, checks, credit notes and payroll batches that changed since the books were closed.';

COMMENT ON TABLE "public"."book_closings" IS 'The days through which the books were closed: what the journal said of them stays.';

COMMENT ON TABLE "public"."earning_codes" IS 'What the firm''s payroll provider calls each earning, a kind of pay on a payroll file: of W-2 people, and of 1099 people.

The rows are there; payroll writes the codes.';

COMMENT ON TABLE "public"."journal_accounts" IS 'The accounts that the journal posts to, and what each is called in the firm''s own chart of accounts.';

COMMENT ON TABLE "public"."letterheads" IS 'What stood at the head of the firm''s documents, and what stands there now: a row for each change of those columns of
organization_settings, whose letterhead_id names the newest.';

COMMENT ON TABLE "public"."payroll_handovers" IS 'The payroll files that were handed over: which, by whom and when, and what was in them. Append-only.';

REVOKE ALL ON FUNCTION "private"."account_of_pay"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."accruals"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accruals"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."accrued_pay"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."accrued_revenue"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."assignments_errors"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."assignments_that_overlap"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."assignments_to_import"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."books_closed_through"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changes_of_closed_days"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checks_errors"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checks_to_import"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_books"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."close_books"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."contractors_errors"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contractors_to_import"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_note_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."credit_note_document"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."day_of_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."earning_lines"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."earnings_file"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."facilities_errors"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."facilities_to_import"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_of"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_letterhead"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hand_over_payroll"(uuid, text, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hand_over_payroll"(uuid, text, boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."hledger_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_books"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_imports"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_cells"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_columns"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_errors"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_header_errors"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_patterns"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_repeated_numbers"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_rows"(text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_rows"(text, jsonb, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."insert_assignments"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_checks"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_contractors"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_facilities"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_open_invoices"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_rows"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invoice_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invoice_document"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."invoice_file"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invoice_file"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."invoice_to_read"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_picture"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_timezone"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal"(date, date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."journal_csv"(date, date, boolean, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal_file"(date, date, text, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_file"(date, date, text, boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."journal_hledger"(date, date, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal_lines"(date, date, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal_postings"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_checks_as_credits"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."letterhead_on_paper"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lines_on_paper"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_all_documents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_document"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_documents_of_payments"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_of_batch"(public.payroll_batches, public.payroll_periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_of_check"(public.checks) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_invoices_charged_again"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_invoices_errors"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_invoices_to_import"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paid_on"(public.payroll_batches, public.payroll_periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pay_document"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."payments_on_paper"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payroll_earnings"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payroll_earnings"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."payroll_earnings_file"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payroll_earnings_file"(uuid, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."postings_of_documents"(date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postings_of_interest"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postings_of_invoices"(date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postings_of_payroll"(date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postings_of_receipts"(date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_of_unbilled_time"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_import"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_unknown_invoice"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_employment"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_import"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_payroll_batch"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_reader_of_books"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_whole_file"(text[], text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rows_here_already"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."statement_document"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."statement_document"(uuid, date, date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."summed_lines_on_paper"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."time_on_paper"(public.invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."timesheet_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."timesheet_document"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."told_of_change"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unless_zero"(numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accruals"(date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."close_books"(date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."closed_by_name"(public.book_closings) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."credit_note_document"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."hand_over_payroll"(uuid, text, boolean, boolean) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."handed_over_by_name"(public.payroll_handovers) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."import_rows"(text, jsonb, boolean) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."invoice_document"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."invoice_file"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."journal"(date, date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."journal_file"(date, date, text, boolean, boolean) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."pay_document"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."payroll_earnings"(uuid) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."payroll_earnings_file"(uuid, text) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."statement_document"(uuid, date, date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."timesheet_document"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."book_closings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."book_closings" TO "authenticated";

REVOKE ALL ON TABLE "public"."book_closings" FROM "service_role";

GRANT SELECT ON TABLE "public"."book_closings" TO "service_role";

REVOKE ALL ("external_number") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("external_number") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("payroll_number") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("payroll_number") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ON TABLE "public"."earning_codes" FROM "authenticated";

REVOKE ALL ("code") ON TABLE "public"."earning_codes" FROM "authenticated";

GRANT UPDATE ("code") ON TABLE "public"."earning_codes" TO "authenticated";

GRANT SELECT ON TABLE "public"."earning_codes" TO "authenticated";

REVOKE ALL ON TABLE "public"."earning_codes" FROM "service_role";

REVOKE ALL ("code") ON TABLE "public"."earning_codes" FROM "service_role";

GRANT UPDATE ("code") ON TABLE "public"."earning_codes" TO "service_role";

GRANT SELECT ON TABLE "public"."earning_codes" TO "service_role";

REVOKE ALL ("billing_address") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("billing_address"), UPDATE ("billing_address") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("billing_name") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("billing_name"), UPDATE ("billing_name") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("external_number") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("external_number"), UPDATE ("external_number") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("purchase_order") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("purchase_order"), UPDATE ("purchase_order") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("work_state") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("work_state"), UPDATE ("work_state") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ON TABLE "public"."journal_accounts" FROM "authenticated";

REVOKE ALL ("name") ON TABLE "public"."journal_accounts" FROM "authenticated";

GRANT UPDATE ("name") ON TABLE "public"."journal_accounts" TO "authenticated";

REVOKE ALL ("number") ON TABLE "public"."journal_accounts" FROM "authenticated";

GRANT UPDATE ("number") ON TABLE "public"."journal_accounts" TO "authenticated";

GRANT SELECT ON TABLE "public"."journal_accounts" TO "authenticated";

REVOKE ALL ON TABLE "public"."journal_accounts" FROM "service_role";

REVOKE ALL ("name") ON TABLE "public"."journal_accounts" FROM "service_role";

GRANT UPDATE ("name") ON TABLE "public"."journal_accounts" TO "service_role";

REVOKE ALL ("number") ON TABLE "public"."journal_accounts" FROM "service_role";

GRANT UPDATE ("number") ON TABLE "public"."journal_accounts" TO "service_role";

GRANT SELECT ON TABLE "public"."journal_accounts" TO "service_role";

REVOKE ALL ON TABLE "public"."letterheads" FROM "authenticated";

GRANT SELECT ON TABLE "public"."letterheads" TO "authenticated";

REVOKE ALL ON TABLE "public"."letterheads" FROM "service_role";

GRANT SELECT ON TABLE "public"."letterheads" TO "service_role";

REVOKE ALL ("address") ON TABLE "public"."organization_settings" FROM "authenticated";

GRANT UPDATE ("address") ON TABLE "public"."organization_settings" TO "authenticated";

REVOKE ALL ("legal_name") ON TABLE "public"."organization_settings" FROM "authenticated";

GRANT UPDATE ("legal_name") ON TABLE "public"."organization_settings" TO "authenticated";

REVOKE ALL ("logo") ON TABLE "public"."organization_settings" FROM "authenticated";

GRANT UPDATE ("logo") ON TABLE "public"."organization_settings" TO "authenticated";

REVOKE ALL ("remit_to") ON TABLE "public"."organization_settings" FROM "authenticated";

GRANT UPDATE ("remit_to") ON TABLE "public"."organization_settings" TO "authenticated";

REVOKE ALL ("tax_number") ON TABLE "public"."organization_settings" FROM "authenticated";

GRANT UPDATE ("tax_number") ON TABLE "public"."organization_settings" TO "authenticated";

REVOKE ALL ON TABLE "public"."payroll_handovers" FROM "authenticated";

GRANT SELECT ON TABLE "public"."payroll_handovers" TO "authenticated";

REVOKE ALL ON TABLE "public"."payroll_handovers" FROM "service_role";

GRANT SELECT ON TABLE "public"."payroll_handovers" TO "service_role";

COMMENT ON COLUMN "public"."book_closings"."closed_by" IS 'The user; null where no person acted.';
