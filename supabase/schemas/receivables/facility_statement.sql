-- All that ever moved what a facility owes, but interest, which private.interest_through dates. The sum of the amounts
-- up to a day is what ar_aging_as_of nets for it, interest aside.
--
-- A document undone before its own day never counted and is left out: an invoice voided before its issue date, a check
-- dated ahead and returned before.
create function private.facility_events(facility_id uuid)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, details jsonb,
    source_id uuid)
language sql
stable
set search_path = ''
as $$
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
    ), paid as ( -- on its invoices, whoever paid, and with its money, whose ever the invoice is
        select payment as row, invoice.number, invoice.issue_date, invoice.facility_name, true as is_owed_here,
               payment.paid_by_facility_id is null as is_paid_here
          from invoice
          join public.payments as payment on payment.invoice_id = invoice.id
         union all
        select payment, owed.number, owed.issue_date, owed.facility_name, false, true
          from public.payments as payment
          join public.invoices as owed on owed.id = payment.invoice_id
         where payment.paid_by_facility_id = facility_events.facility_id
    ), payment as ( -- those of credit notes are in the note's own row
        select (paid.row).id, (paid.row).invoice_id, (paid.row).source, (paid.row).component, (paid.row).amount,
               (paid.row).paid_on, days.counted_on, greatest((paid.row).paid_on, paid.issue_date) as owed_on,
               days.reversed_on, paid.is_owed_here, paid.is_paid_here,
               billed.number as interest_number,
               paid.number, coalesce(received.check_number, note.number) as check_number,
               reconciliation.facility_credit_id,
               case when paid.is_owed_here then paid.number
                    else format('%s of %s', paid.number, paid.facility_name) end as invoice_name,
               coalesce('credit note ' || note.number, concat_ws(' ', received.method, received.check_number))
                   as check_name,
               -- Whose it is, where that is somebody else.
               case when paid.is_owed_here then payer.name end as payer_name,
               case (paid.row).component
                   when 'write_off' then format('Written-off part of invoice %s', paid.number)
                   else format('%s of invoice %s', initcap((paid.row).component), paid.number) end as subject,
               received.return_reason,
               jsonb_build_object('component', (paid.row).component) || case
                   when (paid.row).source = 'write_off' then jsonb_build_object('reason', (paid.row).reason)
                   when (paid.row).source = 'interest_invoice'
                   then jsonb_build_object('interest_invoice_id', (paid.row).interest_invoice_id)
                   else jsonb_build_object(
                       'check_id', received.id, 'check_number', received.check_number, 'method', received.method,
                       'facility_credit_id', reconciliation.facility_credit_id)
                   || case when note.id is null then '{}' else jsonb_build_object('credit_note_id', note.id) end
                   || case when payer.id is null then '{}'
                           else jsonb_build_object(
                               'paid_by_facility_id', payer.id, 'paid_by_facility_name', payer.name) end
               end as details
          from public.organization_settings as settings
         cross join paid
          left join public.check_reconciliations as reconciliation on reconciliation.id = (paid.row).check_reconciliation_id
          left join public.facility_credits as kept on kept.id = reconciliation.facility_credit_id
          left join public.checks as received on received.id = coalesce(reconciliation.check_id, kept.check_id)
          left join public.credit_notes as note on note.id = kept.credit_note_id
          left join public.invoices as billed on billed.id = (paid.row).interest_invoice_id
          left join public.facilities as payer on payer.id = (paid.row).paid_by_facility_id
         -- Without a check of its own there is no money here that could be unapplied until the invoice is issued.
         cross join lateral (
               select case when (paid.row).check_reconciliation_id is null or (paid.row).source = 'discount'
                                or (paid.row).paid_by_facility_id is not null
                           then greatest((paid.row).paid_on, paid.issue_date,
                                         ((paid.row).moved_at at time zone settings.operating_timezone)::date)
                           else (paid.row).paid_on end,
                      ((paid.row).reversed_at at time zone settings.operating_timezone)::date
               ) as days (counted_on, reversed_on)
         where (paid.row).source <> 'credit_note'
           and (days.reversed_on is null
                or days.reversed_on >= case when paid.is_owed_here then days.counted_on else (paid.row).paid_on end)
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
           case when invoice.disputed_amount is null
                then format('Invoice %s disputed: %s', invoice.number, invoice.dispute_reason)
                else format('%s of invoice %s disputed: %s', invoice.disputed_amount, invoice.number,
                            invoice.dispute_reason) end, 0.00,
           jsonb_build_object('reason', invoice.dispute_reason)
           || case when invoice.disputed_amount is null then '{}'
                   else jsonb_build_object('disputed_amount', invoice.disputed_amount::text) end, invoice.id
      from invoice
     where invoice.disputed_on is not null
     union all
    select payment.counted_on, 'payment', payment.check_number, payment.invoice_id,
           concat_ws(' by ', payment.subject || ' paid',
                     nullif(concat_ws(' of ', nullif(payment.check_name, ''), payment.payer_name), '')),
           -payment.amount, payment.details, payment.id
      from payment
     where payment.source not in ('write_off', 'interest_invoice', 'discount') and payment.is_owed_here
     union all
    select posting.day, 'discount', payment.number, payment.invoice_id, posting.description || payment.number,
           posting.sign * payment.amount, payment.details, payment.id
      from payment
     cross join lateral (values
           (payment.counted_on, -1, 'Discount taken on invoice '),
           (payment.reversed_on, 1, 'Discount no longer taken on invoice ')) as posting (day, sign, description)
     where payment.source = 'discount' and posting.day is not null
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
    select posting.day, 'write_off', payment.number, payment.invoice_id, payment.subject || posting.description,
           posting.sign * payment.amount, payment.details, payment.id
      from payment
     cross join lateral (values
           (payment.counted_on, -1, ' written off'),
           (payment.reversed_on, 1, ' no longer written off')) as posting (day, sign, description)
     where payment.source = 'write_off' and posting.day is not null
     union all
    -- Nothing was owed of it any more: what it pays does not lessen what is.
    select posting.day, 'recovery', payment.number, payment.invoice_id, payment.subject || posting.description,
           posting.sign * payment.amount, payment.details, payment.id
      from payment
     cross join lateral (values
           (payment.owed_on, 1, ' paid after all'),
           (payment.reversed_on, -1, ' not paid after all')) as posting (day, sign, description)
     where payment.component = 'write_off' and payment.is_owed_here and posting.day is not null
       and (payment.reversed_on is null or payment.reversed_on >= payment.owed_on)
     union all
    select payment.reversed_on, 'payment_returned', payment.check_number, payment.invoice_id,
           concat_ws(' by ', payment.subject || ' no longer paid',
                     nullif(concat_ws(' of ', nullif(payment.check_name, ''), payment.payer_name), '')),
           payment.amount, payment.details || jsonb_build_object('reason', payment.return_reason), payment.id
      from payment
     where payment.reversed_on is not null and payment.is_owed_here
       and payment.source not in ('write_off', 'interest_invoice', 'discount')
     union all
    select credit.received_on, 'credit', credit.check_number, null,
           'Left over from ' || credit.check_name, -credit.amount, credit.details, credit.id
      from credit
     where credit.reversed_on is null or credit.reversed_on >= credit.received_on
     union all
    select payment.counted_on, 'credit_spent', payment.check_number, payment.invoice_id,
           format('Spent on invoice %s, left over from %s', payment.invoice_name, payment.check_name),
           payment.amount, payment.details, payment.id
      from payment
     where payment.facility_credit_id is not null and payment.source <> 'discount' and payment.is_paid_here
     union all
    -- A check for another facility's invoice: here it comes and goes.
    select posting.day, posting.kind, payment.check_number, payment.invoice_id,
           format(posting.description, concat_ws(' ', 'By', payment.check_name), payment.invoice_name),
           posting.sign * payment.amount, payment.details, payment.id
      from payment
     cross join lateral (values
           (payment.paid_on, 'credit', -1, '%s, for invoice %s'),
           (case when payment.reversed_on < payment.counted_on then null else payment.counted_on end,
            'credit_spent', 1, '%s, spent on invoice %s'),
           (case when payment.reversed_on < payment.counted_on then payment.reversed_on end,
            'credit_returned', 1, '%s, no longer for invoice %s')) as posting (day, kind, sign, description)
     where not payment.is_owed_here and payment.facility_credit_id is null and posting.day is not null
     union all
    select credit.reversed_on, 'credit_returned', credit.check_number, null,
           'Unspent of what was left over from ' || credit.check_name,
           credit.amount - spent.amount, credit.details || jsonb_build_object('reason', credit.return_reason), credit.id
      from credit
     cross join lateral (
           select coalesce(sum(payment.amount), 0) as amount
             from payment
            where payment.facility_credit_id = credit.id and payment.source <> 'discount') as spent
     where credit.reversed_on >= credit.received_on and credit.amount > spent.amount
     union all
    select refund.refunded_on, 'refund', refund.reference, null,
           format('Refunded by %s, left over from %s', concat_ws(' ', refund.method, refund.reference),
                  coalesce('credit note ' || note.number, concat_ws(' ', received.method, received.check_number))),
           refund.amount,
           jsonb_build_object(
               'refund_id', refund.id, 'facility_credit_id', kept.id, 'method', refund.method,
               'check_id', received.id, 'credit_note_id', note.id),
           refund.id
      from public.refunds as refund
      join public.facility_credits as kept on kept.id = refund.facility_credit_id
      left join public.checks as received on received.id = kept.check_id
      left join public.credit_notes as note on note.id = kept.credit_note_id
     where refund.facility_id = facility_events.facility_id;
$$;
comment on function private.facility_events is
$$Movements of a facility's balance, each with its day and its signed amount: the rows of facility_statement without
opening balance and interest. What was paid with another facility's money is a payment here and a credit spent there.

source_id: the invoice, credit note, payment, credit or refund that the row tells of.$$;

-- Of several facilities a row is the customer's whose money it is: of an invoice's, whoever is billed for it, of a credit's or
-- a credit note's, whoever is billed for the facility. Where these are not both told, what a note pays is told in its stead.
create function private.statement_rows(facility_ids uuid[], customer_id uuid, from_date date, to_date date)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, balance numeric,
    details jsonb, facility_id uuid, facility_name text)
language plpgsql
stable
set search_path = ''
as $$
declare
    -- Within a day what is owed comes before what is received, and what is undone comes last.
    v_kinds constant text[] := array[
        'opening_balance', 'invoice', 'interest', 'interest_invoiced', 'credit_note', 'payment', 'discount', 'credit', 'credit_spent', 'refund',
        'recovery', 'write_off',
        'payment_returned', 'credit_returned', 'invoice_voided', 'invoice_disputed'];
    v_kinds_of_money constant text[] := array['credit_note', 'credit', 'credit_spent', 'credit_returned', 'refund'];
    v_facility_ids constant uuid[] := private.facility_ids_to_report(); -- null: all
    v_own_ids constant uuid[] := case when v_facility_ids is not null then private.contact_own_facility_ids() end;
    -- Why the firm gave up money is its own.
    v_hidden constant text[] := case when v_facility_ids is null then '{}' else '{reason}' end;
    v_before constant date := private.interest_day(statement_rows.from_date - 1);
    v_through constant date := private.interest_day(statement_rows.to_date);
begin
    return query
    with place as materialized (
        select facility.id, facility.name, coalesce(facility.bill_to_facility_id, facility.id) as customer_id,
               statement_rows.customer_id is null
                   or coalesce(facility.bill_to_facility_id, facility.id) = statement_rows.customer_id as is_told
          from public.facilities as facility
         where facility.id = any (statement_rows.facility_ids)
    ), owed as ( -- what another program was sent of a facility is not told to the one that it is billed to now
        select invoice.id, invoice.number, invoice.issue_date, place.id as facility_id, place.name as facility_name,
               place.is_told as is_money_told,
               case
                   when statement_rows.customer_id is not null
                       then coalesce(invoice.bill_to_facility_id, place.customer_id) = statement_rows.customer_id
                   else v_own_ids is null or place.id = any (v_own_ids)
                        or coalesce(invoice.bill_to_facility_id, place.id) = any (v_facility_ids)
               end as is_told
          from place
          join public.invoices as invoice on invoice.facility_id = place.id
         where invoice.sent_at is not null
    ), interest as (
        select invoice.id, invoice.number, invoice.interest_breakdown,
               coalesce((invoice.interest_breakdown ->> 'accruedThrough')::date, invoice.due_date + 1) as accrued_through,
               private.interest_through(invoice, v_before) as before,
               private.interest_through(invoice, v_through) as through,
               owed.facility_id, owed.facility_name
          from owed
          join public.invoices as invoice on invoice.id = owed.id
         where owed.is_told and invoice.accrued_interest > 0
    ), event as (
        select case when owed.is_told <> owed.is_money_told -- the two meet once the invoice is issued
                    then greatest(event.occurred_on, owed.issue_date) else event.occurred_on end,
               event.kind, event.reference, event.invoice_id, event.description, event.amount, event.details,
               event.source_id, place.id as facility_id, place.name as facility_name
          from place
         cross join lateral private.facility_events(place.id) as event
          left join owed on owed.id = event.invoice_id
         where case when event.kind = any (v_kinds_of_money) then place.is_told
                    else coalesce(owed.is_told, place.is_told) end
         union all
        -- Money of one's own for an invoice that is told to another: here it comes and goes.
        select posting.day, posting.kind, received.check_number, owed.id,
               format(posting.description, concat_ws(' ', 'By', received.method, received.check_number), owed.number),
               posting.sign * payment.amount,
               jsonb_build_object('component', payment.component, 'check_id', received.id,
                                  'check_number', received.check_number, 'method', received.method),
               payment.id, owed.facility_id, owed.facility_name
          from owed
          join public.payments as payment on payment.invoice_id = owed.id
          join public.check_reconciliations as reconciliation on reconciliation.id = payment.check_reconciliation_id
          join public.checks as received on received.id = reconciliation.check_id
         cross join lateral (
               select (payment.reversed_at at time zone private.operating_timezone())::date as reversed_on) as days
         cross join lateral (values
               (payment.paid_on, 'credit', -1, '%s, for invoice %s'),
               (case when days.reversed_on < owed.issue_date then null else owed.issue_date end,
                'credit_spent', 1, '%s, spent on invoice %s'),
               (case when days.reversed_on < owed.issue_date then days.reversed_on end,
                'credit_returned', 1, '%s, no longer for invoice %s')) as posting (day, kind, sign, description)
         where owed.is_money_told and not owed.is_told
           and payment.paid_by_facility_id is null
           and payment.source <> 'discount'
           and owed.issue_date > payment.paid_on
           and (days.reversed_on is null or days.reversed_on >= payment.paid_on)
           and posting.day is not null
         union all
        select greatest(payment.paid_on, owed.issue_date,
                        (payment.moved_at at time zone private.operating_timezone())::date),
               side.kind, note.number, owed.id, format(side.description, owed.number, note.number),
               side.sign * payment.amount,
               jsonb_build_object('component', payment.component, 'credit_note_id', note.id), payment.id,
               owed.facility_id, owed.facility_name
          from owed
          join public.payments as payment on payment.invoice_id = owed.id
          join public.credit_notes as note on note.id = payment.credit_note_id
          join (values (true, 'payment', -1, 'Principal of invoice %s paid by credit note %s'),
                       (false, 'credit_spent', 1, 'Spent on invoice %s, left over from credit note %s'))
               as side (is_owed, kind, sign, description) on side.is_owed = owed.is_told
         where owed.is_told <> owed.is_money_told
    ), entry as (
        select statement_rows.from_date as occurred_on,
               'opening_balance' as kind,
               null as reference,
               null::uuid as invoice_id,
               'Balance before ' || statement_rows.from_date as description,
               (select coalesce(sum(event.amount), 0.00) from event
                 where event.occurred_on < statement_rows.from_date)
               + (select coalesce(sum(interest.before), 0.00) from interest) as amount,
               '{}'::jsonb as details,
               null::uuid as source_id,
               null::uuid as facility_id,
               null as facility_name
         union all
        select * from event
         where event.occurred_on between statement_rows.from_date and statement_rows.to_date
         union all
        select least(statement_rows.to_date, interest.accrued_through), 'interest', interest.number, interest.id,
               format('Interest on invoice %s', interest.number), interest.through - interest.before,
               coalesce(interest.interest_breakdown, '{}'), interest.id, interest.facility_id, interest.facility_name
          from interest
         where interest.through > interest.before
    ), line as (
        select entry.*, array_position(v_kinds, entry.kind) as place from entry
    )
    select line.occurred_on, line.kind, line.reference, line.invoice_id, line.description, line.amount,
           sum(line.amount) over (so_far rows unbounded preceding),
           case line.kind when 'write_off' then line.details - v_hidden else line.details end,
           line.facility_id, line.facility_name
      from line
    window so_far as (
               order by line.occurred_on, line.place, line.reference, line.description, line.source_id, line.facility_id)
     order by line.occurred_on, line.place, line.reference, line.description, line.source_id, line.facility_id;
end;
$$;
comment on function private.statement_rows is
$$Rows of a statement of facilities, day by day, with a running balance of them together; facility_id is null of the
opening balance.

customer_id: the one who is billed, whose part of it is told; null = all of it, whoever is.$$;

create function private.require_period_of_statement(from_date date, to_date date)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_finite_dates(jsonb_build_object(
        'from_date', require_period_of_statement.from_date, 'to_date', require_period_of_statement.to_date));
    if require_period_of_statement.to_date < require_period_of_statement.from_date then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The statement would end on %s, before it starts on %s.',
                   require_period_of_statement.to_date, require_period_of_statement.from_date),
            'Choose a last day on or after the first one.');
    end if;
end;
$$;
comment on function private.require_period_of_statement is 'Raises 400 for days that no statement can have.';

-- Statement for a facility that asks what it owes and why.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.facility_statement(facility_id uuid, from_date date, to_date date)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, balance numeric,
    details jsonb)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_arguments(jsonb_build_object(
        'facility_id', facility_statement.facility_id,
        'from_date', facility_statement.from_date, 'to_date', facility_statement.to_date));
    perform private.require_facility_to_report(facility_statement.facility_id);
    perform private.require_period_of_statement(facility_statement.from_date, facility_statement.to_date);
    perform private.require_facility(facility_statement.facility_id);
    return query
    select line.occurred_on, line.kind, line.reference, line.invoice_id, line.description, line.amount, line.balance,
           line.details
      from private.statement_rows(
               array[facility_statement.facility_id], null, facility_statement.from_date, facility_statement.to_date)
           as line;
end;
$$;
comment on function private.facility_statement is 'The logic of public.facility_statement.';

create function public.facility_statement(facility_id uuid, from_date date, to_date date)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, balance numeric,
    details jsonb) language sql stable set search_path = ''
as $$
    select * from private.facility_statement(
        facility_id, from_date, to_date);
$$;
comment on function public.facility_statement is
$$Tells day by day what a facility was billed, paid and charged in a period, with a running balance.

The rows by kind, whose amount is positive where the facility owes more and negative where it owes less:
opening_balance (all before the period), invoice (on its issue date), interest (one row an invoice: what accrued
within the period, on the last day it did, with the breakdown as details), interest_invoiced (interest that an invoice
of kind interest bills, taken off where it accrued on the day of its issue, and put back when that is voided or
credited), credit_note (the whole of it, on the day from which it counts), payment (on the day the money was
received; where another facility paid, once the invoice is issued), discount (what was taken off for paying in time, on
the same day, or from the day on which a credit note left less of it), credit (what a check left over, or paid of
another facility's invoice), credit_spent (on the day of the payment that was made from it, and as much), refund (money
that went back to the facility out of such a credit), recovery (of a payment for what was written off: as much as that,
the other way), write_off (taken off, and put back when that was a mistake), payment_returned and credit_returned (on
the day the check was returned), invoice_voided, invoice_disputed (0.00, on the day the dispute was noted, with its
reason; gone once it is settled, or nothing is owed).

The balance of the last row is the net of ar_aging_as_of on the last day. Money that was received but not reconciled
does not appear. What is entered later with an earlier day appears on that day.

May be called with GET.

Pages: no order; rows come in theirs, day by day. Or take shorter periods.

Who: active staff, whatever their role; a facility's contacts, of theirs.

Arguments:
facility_id: the facility.
from_date: the first day.
to_date: the last day.

Result: a row for the opening balance, then one for each of these, by day. kind is one of opening_balance, invoice,
interest, interest_invoiced, credit_note, payment, discount, credit, credit_spent, refund, recovery, write_off,
payment_returned, credit_returned, invoice_voided, invoice_disputed. reference: the number of the invoice or the
credit note; of money that was received or refunded, of the check. details: what else there is to say, by kind; the
reason of a write-off only to staff.

Errors: staff_only, argument_missing, date_not_finite, period_ends_before_start, facility_not_found.

Example: {"facility_id": "$facility_id", "from_date": "2026-03-01", "to_date": "2026-03-31"}$$;

revoke execute on function
    private.facility_events, private.statement_rows, private.require_period_of_statement, private.facility_statement,
    public.facility_statement
    from public, anon, authenticated, service_role;
grant execute on function private.facility_statement, public.facility_statement to authenticated, service_role;
