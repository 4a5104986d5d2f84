-- Statement for a program that asks what it owes for all of its facilities, and why.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.customer_statement(customer_id uuid, from_date date, to_date date)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, balance numeric,
    details jsonb, facility_id uuid, facility_name text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_arguments(jsonb_build_object(
        'customer_id', customer_statement.customer_id,
        'from_date', customer_statement.from_date, 'to_date', customer_statement.to_date));
    perform private.require_facility_to_report(customer_statement.customer_id);
    perform private.require_period_of_statement(customer_statement.from_date, customer_statement.to_date);
    perform private.require_facility(customer_statement.customer_id);
    return query
    select line.*
      from private.statement_rows(
               array(
                   select facility.id
                     from public.facilities as facility
                    where customer_statement.customer_id in (facility.id, facility.bill_to_facility_id)
                    union
                   select invoice.facility_id
                     from public.invoices as invoice
                    where invoice.bill_to_facility_id = customer_statement.customer_id),
               customer_statement.customer_id, customer_statement.from_date, customer_statement.to_date) as line;
end;
$$;
comment on function private.customer_statement is 'The logic of public.customer_statement.';

create function public.customer_statement(customer_id uuid, from_date date, to_date date)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, balance numeric,
    details jsonb, facility_id uuid, facility_name text) language sql stable set search_path = ''
as $$ select * from private.customer_statement(customer_id, from_date, to_date); $$;
comment on function public.customer_statement is
$$Tells day by day what a customer was billed, paid and charged for all of its facilities, with a running balance.

The rows are those of facility_statement, of the program and of each facility that is billed to it, in one list. Where a check of
the one pays an invoice of the other, each has its row. Invoices are there that were sent to the customer, also of facilities that have left it.

The balance of the last row is the net of customer_aging_as_of on the last day.

May be called with GET.

Pages: no order; rows come in theirs, day by day. Or take shorter periods.

Who: active staff, whatever their role; a facility's contacts, of theirs.

Arguments:
customer_id: the facility that is billed, as in customers.
from_date: the first day.
to_date: the last day.

Result: a row for the opening balance, then one for each of these, by day. kind is one of opening_balance, invoice,
interest, interest_invoiced, credit_note, payment, discount, credit, credit_spent, refund, recovery, write_off,
payment_returned, credit_returned, invoice_voided, invoice_disputed. reference and details are as in facility_statement.
facility_id, facility_name: whose row it is; null of the opening balance.

Errors: staff_only, argument_missing, date_not_finite, period_ends_before_start, facility_not_found.

Example: {"customer_id": "$facility_id", "from_date": "2026-03-01", "to_date": "2026-03-31"}$$;

revoke execute on function private.customer_statement, public.customer_statement
    from public, anon, authenticated, service_role;
grant execute on function private.customer_statement, public.customer_statement to authenticated, service_role;
