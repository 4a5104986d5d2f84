-- What a facility is sent when it asks what it owes and why.
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
               private.interest_through(
                   invoice.due_date, invoice.accrued_interest, invoice.interest_breakdown, v_before) as before,
               private.interest_through(
                   invoice.due_date, invoice.accrued_interest, invoice.interest_breakdown, v_through) as through
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
$$;
comment on function private.facility_statement(uuid, date, date) is 'The logic of public.facility_statement.';

create function public.facility_statement(facility_id uuid, from_date date, to_date date)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, balance numeric,
    details jsonb)
language sql
stable
set search_path = ''
as $$
    select * from private.facility_statement(
        facility_statement.facility_id, facility_statement.from_date, facility_statement.to_date);
$$;
comment on function public.facility_statement(uuid, date, date) is
$$Tells day by day what a facility was billed, paid and charged in a period, with a running balance.

The rows by kind, whose amount is positive where the facility owes more and negative where it owes less:
opening_balance (all before the period), invoice (on its issue date), interest (one row an invoice: what accrued within
the period, on the last day it did, with the breakdown as details), payment (on the day the money was received), credit
(what a check left over), credit_spent (on the day of the payment that was made from it, and as much), write_off,
payment_returned and credit_returned (on the day the check was returned), invoice_voided.

The balance of the last row is the net of ar_aging_as_of on the last day. Money that was received but not reconciled
does not appear. What is entered later with an earlier day appears on that day.

May be called with GET. The API cuts an answer at its most rows (1000): take shorter periods, or read it by ranges.

Who: active staff, whatever their role.

Arguments:
facility_id: the facility.
from_date: the first day.
to_date: the last day.

Result: a row for the opening balance, then one for each of these, by day. reference: the number of the invoice; of money
that was received, of the check. details: what else there is to say, by kind.

Errors: staff_only, argument_missing, date_not_finite, period_ends_before_start, facility_not_found.

Example: {"facility_id": "$facility_id", "from_date": "2026-03-01", "to_date": "2026-03-31"}$$;

revoke execute on function private.facility_statement(uuid, date, date), public.facility_statement(uuid, date, date)
    from public, anon, authenticated, service_role;
grant execute on function private.facility_statement(uuid, date, date), public.facility_statement(uuid, date, date)
    to authenticated, service_role;
