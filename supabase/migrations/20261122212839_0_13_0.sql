set local lock_timeout = '5s';

-- From the release before to the source tree. Drafted by `deno task migration 0_13_0`, which
-- writes it anew until it is released. What is written by hand stands between
-- `-- data move: <why>` and `-- end of data move`, and is kept.

DROP INDEX "public"."invoices_bearing_interest";

DROP VIEW "public"."job_health";

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

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "assignment_cost_centre_is_named" CHECK (((cost_centre ~ '\S'::text) AND (cost_centre = btrim(cost_centre))));

ALTER TABLE "public"."assignments"
  ADD CONSTRAINT "assignment_department_is_named" CHECK (((department ~ '\S'::text) AND (department = btrim(department))));

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

CREATE INDEX assignments_by_purchase_order ON public.assignments USING btree (purchase_order_id);

CREATE INDEX invoice_lines_by_original ON public.invoice_lines USING btree (original_invoice_id)
  WHERE (original_invoice_id IS NOT NULL);

CREATE INDEX invoice_lines_by_purchase_order ON public.invoice_lines USING btree (purchase_order_id)
  WHERE (purchase_order_id IS NOT NULL);

CREATE INDEX invoices_bearing_interest ON public.invoices USING btree (interest_computed_on NULLS FIRST, due_date, id)
  WHERE bears_interest;

CREATE INDEX payments_by_interest_invoice ON public.payments USING btree (interest_invoice_id)
  WHERE (interest_invoice_id IS NOT NULL);

CREATE TRIGGER job_health_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.job_health
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

COMMENT ON COLUMN "public"."assignments"."cost_centre" IS 'Which of the facility''s cost centres pays, as department.';

COMMENT ON COLUMN "public"."assignments"."department" IS 'Where at the facility, as it stands on invoices; null = not said. Time that is not sent yet follows it.';

COMMENT ON COLUMN "public"."assignments"."purchase_order_id" IS 'Which of the facility''s orders pays, as department. Another one for the days to come: enter it once what was worked under this one is sent.';

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

COMMENT ON TABLE "public"."payments" IS 'What was paid, credited, written off or billed anew on an invoice. In force until reversed; credit notes are not.';

COMMENT ON TABLE "public"."purchase_orders" IS 'What a facility ordered: its number, its days and its amount. Assignments name the order that pays for them.

Example: [{"facility_id": "$facility_id", "number": "PO-4711", "starts_on": "2026-01-01", "ends_on": "2026-12-31", "amount": 50000}]';

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

REVOKE ALL ON TABLE "public"."job_health" FROM "authenticated";

GRANT SELECT ON TABLE "public"."job_health" TO "authenticated";

REVOKE ALL ON TABLE "public"."job_health" FROM "service_role";

GRANT SELECT ON TABLE "public"."job_health" TO "service_role";
