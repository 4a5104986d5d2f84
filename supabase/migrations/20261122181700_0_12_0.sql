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

COMMENT ON COLUMN "public"."assignments"."external_number" IS 'Its number in the firm''s former books, as of contractors.';

COMMENT ON COLUMN "public"."checks"."external_number" IS 'Its number in the firm''s former books, as of contractors. The money of such a check was in the cash of the former books already.';

COMMENT ON COLUMN "public"."contractors"."external_number" IS 'What the firm''s former books call it: import_rows skips a row whose number is there. Null = not moved in.';

COMMENT ON COLUMN "public"."contractors"."payroll_number" IS 'Their number with the payroll provider; null = not known yet. Payroll files name people by it.';

COMMENT ON COLUMN "public"."facilities"."billing_address" IS 'Where invoices go, as it stands on paper: one line or several.';

COMMENT ON COLUMN "public"."facilities"."billing_name" IS 'Whom invoices are made out to; null = its name.';

COMMENT ON COLUMN "public"."facilities"."external_number" IS 'Its number in the firm''s former books, as of contractors.';

COMMENT ON COLUMN "public"."facilities"."purchase_order" IS 'The number that the facility wants to read on its invoices.';

COMMENT ON COLUMN "public"."invoices"."facility_name" IS 'As are billing_email, billing_name, billing_address and purchase_order, the facility''s when the invoice was sent: what a document says stays. Null on drafts. Names of contractors are kept in the lines'' descriptions, the terms of payment in due_date.';

COMMENT ON COLUMN "public"."invoices"."kind" IS 'weekly (by the weekly run), manual, backfill (time that other invoices left out) or opening: an open amount of the firm''s former books, in one line.';

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
