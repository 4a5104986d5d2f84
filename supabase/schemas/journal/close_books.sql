-- A day that is over is closed: what the journal says of it stays, whatever changes.
-- Security definer: postings are nobody's to write.
create function private.close_books(through date)
returns public.book_closings
language plpgsql
volatile
security definer
set search_path = ''
as $$
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
            format('The books are already closed through %s.', v_last.through),
            'Choose a later day. Closed days stay closed.');
    elsif close_books.through >= v_business_date then
        perform private.refuse(
            409, 'day_not_over',
            format('%s is not over yet: today is %s.', close_books.through, v_business_date),
            'Choose a day before today.');
    end if;

    -- In one statement: a change that the postings do not see has a mark that is not taken out.
    with stored as (
        insert into private.closed_postings (
            posted_on, document_id, document, account, amount, facility_id, contractor_id, is_interest, memo)
        select posted.posted_on, posted.document_id, posted.document, posted.account, posted.amount, posted.facility_id,
               posted.contractor_id, posted.is_interest, posted.memo
          from private.journal_postings(
                   coalesce(v_last.through + 1, '-infinity'), close_books.through, true) as posted
        returning id
    ), looked_at as (
        delete from private.documents_to_post
    )
    insert into public.book_closings (through, postings)
    select close_books.through, count(*) from stored
    returning * into v_closing;
    return v_closing;
end;
$$;
comment on function private.close_books is 'The logic of public.close_books.';

-- One at a time: two must not both store the same days.
create function private.hold_books()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_books', 0));
exception when lock_not_available then
    perform private.refuse(
        409, 'books_being_closed',
        'Somebody else is closing the books right now.',
        'Try again in a few seconds. Nothing was changed.');
end;
$$;
comment on function private.hold_books is
    'Keeps others from closing the books until the transaction ends. Raises 409 when the wait is long.';

create trigger closings_are_kept
    before update or delete on public.book_closings
    for each row execute function private.refuse_write(
        'closed_books_are_kept', 'The books stay closed through {through}.',
        'Leave it. Changes to closed days are posted on the first open day.');
create trigger closed_postings_are_kept
    before update or delete on private.closed_postings
    for each row execute function private.refuse_write(
        'closed_books_are_kept', 'What was posted on {posted_on} stays.',
        'Leave it. Changes to closed days are posted on the first open day.');
create trigger closed_postings_are_not_truncated
    before truncate on private.closed_postings
    for each statement execute function private.refuse_write(
        'closed_books_are_kept', 'What was posted of closed days stays.',
        'Leave it. Changes to closed days are posted on the first open day.');

create function public.close_books(through date)
returns public.book_closings language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.close_books(through); $$;
comment on function public.close_books is
$$Closes the books through a day: what the journal says of it and all days before stays from then on.

What is entered, corrected, returned or computed later about a closed day is posted on the first open day, under its
document: so the accounts through an open day are always what stands in the tables, and those of a closed day what was
handed in. An invoice, a check or a credit note of a closed day is refused, unless it is said to be late;
late_to_closed_books lists what came all the same. Nothing else is closed: time, billing, cash and payroll are closed by
close_area.

Who: admin.

Arguments:
through: the last day to close, before the business date.

Result: the closing. Again with the same day: the first one, and nothing more is closed.

Errors: role_required, argument_missing, date_not_finite, books_closed_later, day_not_over, books_being_closed.

Example: {"through": "2020-03-31"}$$;

revoke execute on function
    private.close_books, private.hold_books, public.close_books from public, anon, authenticated, service_role;
grant execute on function private.close_books, public.close_books to authenticated, service_role;
