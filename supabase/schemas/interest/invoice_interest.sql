-- Interest on paper: what has accrued on a facility's late invoices becomes an invoice that it can pay.

create function private.interest_to_bill(invoice_ids uuid[], through date)
returns table (invoice_id uuid, number text, from_day date, amount numeric)
language sql
stable
set search_path = ''
as $$
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
$$;
comment on function private.interest_to_bill is
$$The interest of invoices that had accrued by the end of a day and was neither paid nor billed, where there is any.

from_day: the first day of it: after the due date, or after what was billed last.$$;

create function private.check_interest_is_computed(invoice_ids uuid[], through date)
returns void
language plpgsql
stable
set search_path = ''
as $$
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
            format('The interest through %s is not computed yet for %s%s.',
                   check_interest_is_computed.through, v_not_computed.named,
                   case when v_not_computed.more > 0 then format(' and %s more', v_not_computed.more) end),
            'Wait for the next run of the interest job, run it now, or choose an earlier day.');
    end if;
end;
$$;
comment on function private.check_interest_is_computed is
    'Raises 409 where interest that invoices bear by a day was not computed up to it, and names the first of them.';

create function private.write_invoice_of_interest(
    facility_id uuid, through date, issue_date date, original_ids uuid[])
returns public.invoices
language plpgsql
volatile
set search_path = ''
as $$
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
    perform private.keep_papers(array[v_id]);
    perform private.audit('invoice_interest', 'invoices', v_id, null, to_jsonb(v_invoice));
    return v_invoice;
end;
$$;
comment on function private.write_invoice_of_interest is
    'Bills the interest of invoices that the caller holds, and of which some has accrued by a day: an invoice, sent, and as much taken off there.';

-- Security definer: invoices, their lines and payments are written by procedures alone.
create function private.invoice_interest(facility_id uuid, through date)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_through constant date := coalesce(invoice_interest.through, v_today - 1);
    v_bill_to_id constant uuid := (private.bill_to_of(invoice_interest.facility_id)).id;
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
            format('Today is %s, and interest through %s has not accrued yet.', v_today, v_through),
            'Choose today or an earlier day, or none for yesterday.');
    end if;

    -- Who leaves a program takes no old debts along: what another customer was sent bears its interest there.
    v_original_ids := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.facility_id = invoice_interest.facility_id
           and (invoice.bill_to_facility_id is null
                or invoice.bill_to_facility_id = v_bill_to_id)
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
           and (invoice.bill_to_facility_id is null
                or invoice.bill_to_facility_id = v_bill_to_id)
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
            format('All interest that accrued through %s is paid or billed.', v_through),
            'Choose a later day, or wait. There is nothing to bill.');
    end if;
    return private.write_invoice_of_interest(
        invoice_interest.facility_id, v_through, v_today, v_original_ids);
end;
$$;
comment on function private.invoice_interest is 'The logic of public.invoice_interest.';

create function public.invoice_interest(facility_id uuid, through date default null)
returns public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.invoice_interest(facility_id, through); $$;
comment on function public.invoice_interest is
$$Bills the late-payment interest of a facility as an invoice of its own, of kind interest, and sends it at once.

It has a line for each sent invoice, paid ones too, whose interest of the days through the one given is neither paid
nor billed. It is issued today, is due by the facility's terms, and bears no interest itself. On each of those invoices
as much is posted as a payment of interest, of source interest_invoice: it is owed on the new invoice, and no longer
there. Their accrued_interest stays, so that later only what is new is billed.

It is billed to whom the facility is billed to today. Invoices that were sent to another program, which the facility has left,
are not among them: their interest is owed where it accrued.

What was billed wrongly is taken back by void_invoice, or by credit_invoice.

Who: billing.

Arguments:
facility_id: the facility.
through: the last day, today or before; null is yesterday, in the operating timezone.

Result: the invoice, sent. Again with the same day, when nothing more has accrued: the same, and nothing more is billed.

Errors: role_required, argument_missing, date_not_finite, facility_not_found, day_ahead, invoice_not_found,
billing_in_progress, interest_not_computed, no_interest_to_bill.

Example: {"facility_id": "$late_facility_id", "through": "2026-05-01"}$$;

revoke execute on function
    private.interest_to_bill, private.check_interest_is_computed, private.write_invoice_of_interest,
    private.invoice_interest, public.invoice_interest
    from public, anon, authenticated, service_role;
grant execute on function private.invoice_interest, public.invoice_interest to authenticated, service_role;
