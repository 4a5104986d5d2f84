-- The books have what people are paid, and what facilities owe.
create function private.require_reader_of_books()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_role('billing');
    perform private.require_role('payroll');
end;
$$;
comment on function private.require_reader_of_books is
    'Raises 403 unless the caller is the service role, a direct session, an admin, or staff with both roles.';

-- Double entry, out of what stands in the tables: nothing is posted by hand, and so nothing can be forgotten.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.journal(from_day date, to_day date, by_contractor boolean)
returns table (
    posted_on date, document text, account text, debit numeric, credit numeric, facility_id uuid, contractor_id uuid,
    memo text)
language plpgsql
stable
security definer
set search_path = ''
set work_mem = '64MB'
as $$
begin
    perform private.require_reader_of_books();
    perform private.require_arguments(jsonb_build_object('from_day', journal.from_day, 'to_day', journal.to_day));
    perform private.require_finite_dates(jsonb_build_object('from_day', journal.from_day, 'to_day', journal.to_day));
    if journal.to_day < journal.from_day then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The journal would end on %s, before it starts on %s.', journal.to_day, journal.from_day),
            'Choose a last day on or after the first one.');
    end if;
    return query
    select posted.posted_on, posted.document, posted.account, greatest(sum(posted.amount), 0.00),
           greatest(-sum(posted.amount), 0.00), posted.facility_id, posted.contractor_id, posted.memo
      from private.journal_postings(journal.from_day, journal.to_day, journal.by_contractor) as posted
     group by posted.posted_on, posted.document, posted.account, posted.facility_id, posted.contractor_id, posted.memo
    having sum(posted.amount) <> 0
     order by posted.posted_on, posted.document, posted.account, posted.facility_id, posted.contractor_id, posted.memo;
end;
$$;
comment on function private.journal is
    'The logic of public.journal. by_contractor: with contractors, else contractor_id is null.';

create function public.journal(from_day date, to_day date)
returns table (
    posted_on date, document text, account text, debit numeric, credit numeric, facility_id uuid, contractor_id uuid,
    memo text)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.journal(from_day, to_day, true); $$;
comment on function public.journal is
$$The firm's books of some days, in double entry: the debits and credits of each document are equal on each day.

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

Result: a row for each account of a document that a day moves, by day. account is one of journal_accounts; one of
debit and credit is 0.00. facility_id is null where no facility is concerned, contractor_id where no contractor is.

Errors: role_required, argument_missing, date_not_finite, period_ends_before_start.

Example: {"from_day": "2026-03-01", "to_day": "2026-03-31"}$$;

revoke execute on function
    private.require_reader_of_books, private.journal, public.journal from public, anon, authenticated, service_role;
grant execute on function private.journal, public.journal to authenticated, service_role;
