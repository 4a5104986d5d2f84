-- Documents that moved the reports of a closed day since it was closed: the difference between what they come to now and
-- what was posted of them by then.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.late_to_closed_books(through date)
returns table (
    facility_id uuid, facility_name text, kind text, document_id uuid, document text, dated_on date, balance numeric,
    interest numeric, unapplied_credits numeric)
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_closed_through constant date := private.books_closed_through();
    v_interest_day date;
begin
    perform private.require_reader_of_books();
    perform private.require_arguments(jsonb_build_object('through', late_to_closed_books.through));
    perform private.require_finite_dates(jsonb_build_object('through', late_to_closed_books.through));
    if (late_to_closed_books.through <= v_closed_through) is not true then
        perform private.refuse(
            409, 'books_not_closed',
            case when v_closed_through is null then 'The books were never closed.'
                 else format('The books are closed through %s, and not through %s.',
                             v_closed_through, late_to_closed_books.through) end,
            'Choose a closed day. What is open is in the reports and in the books alike.');
    end if;
    v_interest_day := private.interest_day(late_to_closed_books.through);
    return query
    with posting as (
        select posted.document_id, posted.document, posted.facility_id, false as is_interest, posted.posted_on as day,
               null::date as stored_day, posted.account, posted.amount
          from private.postings_of_documents('-infinity', late_to_closed_books.through, null, false) as posted
         union all
        select invoice.id, invoice.number, invoice.facility_id, true, late_to_closed_books.through, null,
               'interest_receivable', private.interest_through(invoice, v_interest_day)
          from public.invoices as invoice
         where invoice.accrued_interest > 0 and invoice.due_date <= late_to_closed_books.through
         union all
        select stored.document_id, stored.document, stored.facility_id, stored.is_interest, null, stored.posted_on,
               stored.account, -stored.amount
          from private.closed_postings as stored
         where stored.posted_on <= late_to_closed_books.through
    ), moved as (
        select posting.document_id, max(posting.document) as document, posting.facility_id, posting.is_interest,
               coalesce(min(posting.day), min(posting.stored_day)) as day,
               coalesce(sum(posting.amount) filter (where posting.account = 'receivables'), 0.00) as balance,
               coalesce(sum(posting.amount) filter (where posting.account = 'interest_receivable'), 0.00) as interest,
               coalesce(-sum(posting.amount) filter (where posting.account = 'customer_credits'), 0.00) as credits
          from posting
         where posting.account in ('receivables', 'interest_receivable', 'customer_credits')
         group by posting.document_id, posting.facility_id, posting.is_interest
    )
    select facility.id, facility.name,
           case when moved.is_interest then 'interest'
                when invoice.id is not null then 'invoice'
                when note.id is not null then 'credit_note'
                else 'check' end,
           moved.document_id, moved.document, moved.day, moved.balance, moved.interest, moved.credits
      from moved
      join public.facilities as facility on facility.id = moved.facility_id
      left join public.invoices as invoice on invoice.id = moved.document_id
      left join public.credit_notes as note on note.id = moved.document_id
     where moved.balance <> 0 or moved.interest <> 0 or moved.credits <> 0
     order by facility.name, facility.id, moved.day, moved.document, moved.document_id, moved.is_interest;
end;
$$;
comment on function private.late_to_closed_books is 'The logic of public.late_to_closed_books.';

create function public.late_to_closed_books(through date)
returns table (
    facility_id uuid, facility_name text, kind text, document_id uuid, document text, dated_on date, balance numeric,
    interest numeric, unapplied_credits numeric)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.late_to_closed_books(through); $$;
comment on function public.late_to_closed_books is
$$Documents that came late to closed books, by facility and day.

Line by line they are the difference between what ar_aging_as_of says of a closed day and what the journal through it does.
A document that was sent, entered or credited with a day inside the closed books; a check of such a day that was
reconciled afterwards; interest that was computed anew. The journal has each on the first day that was open then, so that
later reports agree. On a day before the one through which the books were closed, interest that the books have at the end
of its month is there too.

balance, interest, unapplied_credits: as ar_aging has them; what the report has more than the books, below zero what it
has less. kind is one of invoice, check, credit_note, interest: the last is what accrued on the invoice. dated_on: the day
from which the document counts.

May be called with GET.

Pages: order=facility_name,dated_on,document,document_id,kind.

Who: staff with both roles, billing and payroll; admins.

Arguments:
through: a day through which the books are closed.

Result: a row for each document, by facility and day; none where report and books agree.

Errors: role_required, argument_missing, date_not_finite, books_not_closed.

Example: {"through": "2020-02-29"}$$;

revoke execute on function
    private.late_to_closed_books, public.late_to_closed_books from public, anon, authenticated, service_role;
grant execute on function private.late_to_closed_books, public.late_to_closed_books to authenticated, service_role;
