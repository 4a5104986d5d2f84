set local lock_timeout = '5s';

-- From the release before to the source tree. Drafted by `deno task migration 0_12_0`, which
-- writes it anew until it is released. What is written by hand stands between
-- `-- data move: <why>` and `-- end of data move`, and is kept.

SET local check_function_bodies = off;

DROP TRIGGER "only_payroll_corrects_employment" ON "public"."contractors";

DROP TRIGGER "only_recruiting_corrects_names" ON "public"."contractors";

DROP TRIGGER "invoice_moves_are_legal" ON "public"."invoices";

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

ALTER TABLE "public"."assignments"
  ADD COLUMN "external_number" text;

ALTER TABLE "public"."checks"
  ADD COLUMN "external_number" text;

ALTER TABLE "public"."contractors"
  ADD COLUMN "external_number" text;

ALTER TABLE "public"."contractors"
  ADD COLUMN "payroll_number" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "billing_name" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "billing_address" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "purchase_order" text;

ALTER TABLE "public"."facilities"
  ADD COLUMN "external_number" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "billing_name" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "billing_address" text;

ALTER TABLE "public"."invoices"
  ADD COLUMN "purchase_order" text;

ALTER TABLE "public"."invoices"
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
    v_entry_ids uuid[];
    v_contractor_ids uuid[];
    v_week_starts date[];
begin
    select array_agg(entry.id) into v_entry_ids
      from public.time_entries as entry
     where entry.is_payable
       and entry.work_date <= accrued_revenue.on_day
       and not exists (
           select from public.invoice_lines as line
            where line.time_entry_id = entry.id and line.released_at is null);
    select array_agg(week.contractor_id), array_agg(week.start)
      into v_contractor_ids, v_week_starts
      from (select distinct assignment.contractor_id, private.workweek_start(entry.work_date)
              from unnest(v_entry_ids) as unbilled (id)
              join public.time_entries as entry on entry.id = unbilled.id
              join public.assignments as assignment on assignment.id = entry.assignment_id
           ) as week (contractor_id, start);
    return query
    with standing as ( -- time that an invoice billed on the day, whatever became of it
        select line.time_entry_id
          from public.invoices as invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id
          left join public.credit_note_lines as credited on credited.invoice_line_id = line.id
          left join public.credit_notes as note
            on note.id = credited.credit_note_id and note.counts_on <= accrued_revenue.on_day
         where invoice.sent_at is not null
           and invoice.issue_date <= accrued_revenue.on_day
           and line.released_at is not null
           and (invoice.voided_at is null
                or (invoice.voided_at at time zone v_timezone)::date > accrued_revenue.on_day)
           and note.id is null
    ), worked as (
        select line.time_entry_id, line.kind, line.amount
          from public.invoices as invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id
         where (invoice.issue_date is null or invoice.issue_date > accrued_revenue.on_day)
           and line.time_entry_id is not null
           and line.released_at is null
           and line.work_date <= accrued_revenue.on_day
         union all
        select priced.time_entry_id, priced.kind, priced.amount
          from private.priced_time(v_contractor_ids, v_week_starts, v_entry_ids) as priced
         where priced.time_entry_id = any (v_entry_ids)
    )
    select 'revenue_' || worked.kind, sum(worked.amount), assignment.facility_id, assignment.contractor_id
      from worked
      join public.time_entries as entry on entry.id = worked.time_entry_id
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where worked.time_entry_id not in (
           select standing.time_entry_id from standing where standing.time_entry_id is not null)
     group by worked.kind, assignment.facility_id, assignment.contractor_id;
end;
$function$;

REVOKE ALL ON FUNCTION private.accrued_revenue(date) FROM PUBLIC, "anon", "authenticated", "service_role";

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
               facility.purchase_order
          into new.facility_name, new.billing_email, new.billing_name, new.billing_address, new.purchase_order
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

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "invoice_kind_is_known" CHECK ((kind = ANY (ARRAY['weekly'::text, 'manual'::text, 'backfill'::text, 'opening'::text])));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "only_sent_invoices_keep_their_facility" CHECK (((sent_at IS
    NOT NULL) OR (num_nonnulls(facility_name, billing_email, billing_name, billing_address, purchase_order, letterhead_id) = 0)));

ALTER TABLE "private"."closed_postings"
  ADD CONSTRAINT "closed_postings_account_fkey" FOREIGN KEY (account) REFERENCES public.journal_accounts(account);

CREATE INDEX closed_postings_by_account ON private.closed_postings USING btree (account);

CREATE INDEX closed_postings_by_day ON private.closed_postings USING btree (posted_on);

CREATE INDEX closed_postings_by_document ON private.closed_postings USING btree (document_id);

CREATE INDEX closed_postings_of_interest ON private.closed_postings USING btree (document_id)
  WHERE is_interest;

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

CREATE TRIGGER documents_follow_the_timezone
  AFTER UPDATE ON public.organization_settings
  FOR EACH ROW
  WHEN ((old.operating_timezone <> new.operating_timezone))
  EXECUTE FUNCTION private.mark_all_documents();

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

CREATE POLICY "admins_change" ON "public"."journal_accounts"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));

CREATE POLICY "staff_read" ON "public"."journal_accounts"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_staff() AS is_staff));

COMMENT ON COLUMN "public"."assignments"."external_number" IS 'Its number in the firm''s former books, as of contractors.';

COMMENT ON COLUMN "public"."audit_log"."row_id" IS 'The id of the row; of assignment_rates and assignment_bill_terms the assignment''s, of the settings, overtime_rules and journal_accounts null.';

COMMENT ON COLUMN "public"."book_closings"."postings" IS 'How many postings this closing stored.';

COMMENT ON COLUMN "public"."checks"."external_number" IS 'Its number in the firm''s former books, as of contractors. The money of such a check was in the cash of the former books already.';

COMMENT ON COLUMN "public"."contractors"."external_number" IS 'What the firm''s former books call it: import_rows skips a row whose number is there. Null = not moved in.';

COMMENT ON COLUMN "public"."contractors"."payroll_number" IS 'Their number with the payroll provider; null = not known yet. Payroll files name people by it.';

COMMENT ON COLUMN "public"."facilities"."billing_address" IS 'Where invoices go, as it stands on paper: one line or several.';

COMMENT ON COLUMN "public"."facilities"."billing_name" IS 'Whom invoices are made out to; null = its name.';

COMMENT ON COLUMN "public"."facilities"."external_number" IS 'Its number in the firm''s former books, as of contractors.';

COMMENT ON COLUMN "public"."facilities"."purchase_order" IS 'The number that the facility wants to read on its invoices.';

COMMENT ON COLUMN "public"."invoices"."facility_name" IS 'As are billing_email, billing_name, billing_address and purchase_order, the facility''s when the invoice was sent: what a document says stays. Null on drafts. Names of contractors are kept in the lines'' descriptions, the terms of payment in due_date.';

COMMENT ON COLUMN "public"."invoices"."kind" IS 'weekly (by the weekly run), manual, backfill (time that other invoices left out) or opening: an open amount of the firm''s former books, in one line.';

COMMENT ON COLUMN "public"."journal_accounts"."name" IS 'In the firm''s own chart, as the accounting program spells it. Several accounts may be one there.';

COMMENT ON COLUMN "public"."journal_accounts"."number" IS 'In the firm''s own chart; null = it goes by the name.';

COMMENT ON FUNCTION "private"."account_of_pay"(text, text, text) IS 'To which account a line of pay belongs. Bonuses and differences are wages; of 1099 and corp_to_corp all but reimbursements and deductions is contractor_cost.';

COMMENT ON FUNCTION "private"."accruals"(date) IS 'The logic of public.accruals.';

COMMENT ON FUNCTION "private"."accrued_pay"(date) IS 'What is due to contractors of weeks up to a day, and was not paid by then, by account.

Of the week that the day splits, time counts by its days, and premiums, stipends, adjustments and differences by the share
of the week''s hours that were worked by then, half a cent up.';

COMMENT ON FUNCTION "private"."accrued_revenue"(date) IS 'What approved time up to a day comes to that no invoice issued by then bills: on later invoices and drafts by their lines, else at today''s rates.';

COMMENT ON FUNCTION "private"."books_closed_through"() IS 'The last closed day; null where the books were never closed.';

COMMENT ON FUNCTION "private"."changes_of_closed_days"(date) IS 'By how much the documents of days through one, closed, come to other amounts now than what was posted of them. Interest is compared of every invoice, other postings of the documents that changed.';

COMMENT ON FUNCTION "private"."close_books"(date) IS 'The logic of public.close_books.';

COMMENT ON FUNCTION "private"."hledger_text"(text) IS 'A text that an hledger journal reads as such, in one line.';

COMMENT ON FUNCTION "private"."hold_books"() IS 'Keeps others from closing the books until the transaction ends. Raises 409 when the wait is long.';

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

COMMENT ON FUNCTION "private"."mark_all_documents"() IS 'Trigger: marks all documents, when the operating timezone changes.';

COMMENT ON FUNCTION "private"."mark_document"() IS 'Trigger: marks the document that a row is.';

COMMENT ON FUNCTION "private"."mark_documents_of_payments"() IS 'Trigger: marks the documents of payments that were recorded or reversed.';

COMMENT ON FUNCTION "private"."name_of_batch"(public.payroll_batches, public.payroll_periods) IS 'What the journal calls a payroll batch: its pay date and how its id begins.';

COMMENT ON FUNCTION "private"."name_of_check"(public.checks) IS 'What the journal calls a receipt: CHECK 4711; null of none.';

COMMENT ON FUNCTION "private"."paid_on"(public.payroll_batches, public.payroll_periods) IS 'The day on which a closed batch is in the books.';

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

COMMENT ON FUNCTION "private"."require_reader_of_books"() IS 'Raises 403 unless the caller is the service role, a direct session, an admin, or staff with both roles.';

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

COMMENT ON TABLE "private"."closed_postings" IS 'What the journal says of closed days. amount: above zero a debit, below a credit. is_interest: what accrued by days.';

COMMENT ON TABLE "private"."documents_to_post" IS 'Invoices, checks, credit notes and payroll batches that changed since the books were closed.';

COMMENT ON TABLE "public"."book_closings" IS 'The days through which the books were closed: what the journal said of them stays.';

COMMENT ON TABLE "public"."journal_accounts" IS 'The accounts that the journal posts to, and what each is called in the firm''s own chart of accounts.';

REVOKE ALL ON FUNCTION "private"."account_of_pay"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."accruals"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accruals"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."accrued_pay"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."accrued_revenue"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."books_closed_through"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changes_of_closed_days"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_books"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."close_books"(date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."hledger_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_books"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal"(date, date) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."journal_csv"(date, date, boolean, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal_file"(date, date, text, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_file"(date, date, text, boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."journal_hledger"(date, date, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal_lines"(date, date, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal_postings"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_all_documents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_document"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_documents_of_payments"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_of_batch"(public.payroll_batches, public.payroll_periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_of_check"(public.checks) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paid_on"(public.payroll_batches, public.payroll_periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postings_of_documents"(date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postings_of_interest"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postings_of_invoices"(date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postings_of_payroll"(date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postings_of_receipts"(date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_reader_of_books"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unless_zero"(numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accruals"(date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."close_books"(date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."closed_by_name"(public.book_closings) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."journal"(date, date) TO "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."journal_file"(date, date, text, boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."book_closings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."book_closings" TO "authenticated";

REVOKE ALL ON TABLE "public"."book_closings" FROM "service_role";

GRANT SELECT ON TABLE "public"."book_closings" TO "service_role";

REVOKE ALL ("external_number") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("external_number") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("payroll_number") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("payroll_number") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("billing_address") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("billing_address"), UPDATE ("billing_address") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("billing_name") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("billing_name"), UPDATE ("billing_name") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("external_number") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("external_number"), UPDATE ("external_number") ON TABLE "public"."facilities" TO "authenticated";

REVOKE ALL ("purchase_order") ON TABLE "public"."facilities" FROM "authenticated";

GRANT INSERT ("purchase_order"), UPDATE ("purchase_order") ON TABLE "public"."facilities" TO "authenticated";

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

COMMENT ON COLUMN "public"."book_closings"."closed_by" IS 'The user; null where no person acted.';
