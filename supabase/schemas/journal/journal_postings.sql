-- The postings of closed days as they were stored; of later days as they are today. What changed about closed days is posted
-- on the first open day: the difference between what their documents come to through the last closed day now, and what
-- was posted of them.
create function private.changes_of_closed_days(closed_through date)
returns table (
    document_id uuid, document text, account text, amount numeric, facility_id uuid, contractor_id uuid,
    is_interest boolean)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
    v_document_ids constant uuid[] := array(select distinct marked.document_id from private.documents_to_post as marked);
    v_interest_day constant date := private.interest_day(changes_of_closed_days.closed_through);
begin
    return query
    with interest as materialized ( -- that of all months is what has accrued by the last day
        select invoice.id, invoice.number, invoice.facility_id,
               private.interest_through(invoice, v_interest_day) as amount
          from public.invoices as invoice
         where (invoice.bears_interest and invoice.due_date <= changes_of_closed_days.closed_through)
            or invoice.id = any (v_document_ids)
    ), posting as (
        select posted.document_id, posted.document, posted.account, posted.amount, posted.facility_id,
               posted.contractor_id, false as is_interest
          from private.postings_of_documents(
                   '-infinity', changes_of_closed_days.closed_through, v_document_ids, true) as posted
         union all
        select stored.document_id, stored.document, stored.account, -stored.amount, stored.facility_id,
               stored.contractor_id, false
          from private.closed_postings as stored
         where stored.document_id = any (v_document_ids) and not stored.is_interest
         union all
        select interest.id, interest.number, side.account, side.sign * interest.amount, interest.facility_id, null, true
          from interest
         cross join (values ('interest_receivable', 1), ('interest_income', -1)) as side (account, sign)
         union all
        select stored.document_id, stored.document, stored.account, -stored.amount, stored.facility_id,
               stored.contractor_id, true
          from interest
          join private.closed_postings as stored on stored.document_id = interest.id and stored.is_interest
    )
    select posting.document_id, max(posting.document), posting.account, sum(posting.amount), posting.facility_id,
           posting.contractor_id, posting.is_interest
      from posting
     group by posting.document_id, posting.account, posting.facility_id, posting.contractor_id, posting.is_interest
    having sum(posting.amount) <> 0;
end;
$$;
comment on function private.changes_of_closed_days is
    'By how much the documents of days through one, closed, come to other amounts now than what was posted of them. Interest is compared of the invoices that bear it, and all postings of the documents that changed.';

create function private.postings_of_documents(
    from_day date, to_day date, document_ids uuid[], by_contractor boolean)
returns table (
    posted_on date, document_id uuid, document text, account text, amount numeric, facility_id uuid, contractor_id uuid,
    memo text)
language sql
stable
set search_path = ''
as $$
    select * from private.postings_of_invoices(
        postings_of_documents.from_day, postings_of_documents.to_day, postings_of_documents.document_ids,
        postings_of_documents.by_contractor)
     union all
    select * from private.postings_of_receipts(
        postings_of_documents.from_day, postings_of_documents.to_day, postings_of_documents.document_ids)
     union all
    select * from private.postings_of_payroll(
        postings_of_documents.from_day, postings_of_documents.to_day, postings_of_documents.document_ids,
        postings_of_documents.by_contractor)
     union all
    select * from private.postings_of_settlements(
        postings_of_documents.from_day, postings_of_documents.to_day, postings_of_documents.document_ids,
        postings_of_documents.by_contractor);
$$;
comment on function private.postings_of_documents is
    'All that documents post on some days, but interest; document_ids: of which, null = of all; by_contractor: with contractors, else contractor_id is null.';

create function private.books_closed_through()
returns date
language plpgsql -- whose plans are kept from one row to the next
stable
set search_path = ''
as $$
begin
    return (select max(closing.through) from public.book_closings as closing);
end;
$$;
comment on function private.books_closed_through is 'The last closed day; null where the books were never closed.';

create function private.journal_postings(from_day date, to_day date, by_contractor boolean)
returns table (
    posted_on date, document_id uuid, document text, account text, amount numeric, facility_id uuid, contractor_id uuid,
    is_interest boolean, memo text)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_closed_through constant date := private.books_closed_through();
    v_first_open constant date := coalesce(v_closed_through + 1, '-infinity');
    v_from constant date := greatest(journal_postings.from_day, v_first_open);
begin
    return query
    select stored.posted_on, stored.document_id, stored.document, stored.account, stored.amount, stored.facility_id,
           case when journal_postings.by_contractor then stored.contractor_id end, stored.is_interest, stored.memo
      from private.closed_postings as stored
     where stored.posted_on between journal_postings.from_day and journal_postings.to_day;
    if journal_postings.to_day < v_first_open then
        return;
    end if;
    return query
    select posted.posted_on, posted.document_id, posted.document, posted.account, posted.amount, posted.facility_id,
           posted.contractor_id, false, posted.memo
      from private.postings_of_documents(
               v_from, journal_postings.to_day, null, journal_postings.by_contractor) as posted
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
           case when journal_postings.by_contractor then changed.contractor_id end, changed.is_interest,
           'Changed after the books were closed'
      from private.changes_of_closed_days(v_closed_through) as changed;
end;
$$;
comment on function private.journal_postings is
    'All postings of some days, closed and open, by document id. amount: above zero a debit, below a credit. by_contractor: with contractors, else contractor_id is null.';

revoke execute on function
    private.changes_of_closed_days, private.postings_of_documents, private.books_closed_through,
    private.journal_postings
    from public, anon, authenticated, service_role;
