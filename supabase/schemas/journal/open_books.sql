-- A document dated inside closed books moves reports of days that were handed in. It is taken where whoever enters it says
-- that it is late; it counts from its own day, and the books have it on the first open one.
create function private.require_open_books(day date, told text, remedy text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_closed_through constant date := private.books_closed_through();
begin
    if require_open_books.day <= v_closed_through then
        perform private.refuse(
            409, 'books_closed',
            format('The books are closed through %s, and %s.', v_closed_through, require_open_books.told),
            format(require_open_books.remedy, v_closed_through + 1));
    end if;
end;
$$;
comment on function private.require_open_books is
$$Raises 409 where the books of a day are closed.

told: what is dated so, as the rest of a sentence. remedy: what to do, with %s for the first open day.$$;

-- Security definer: whoever writes need not be allowed to call private.refuse, or to read the closings.
create function private.guard_books_of_checks()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'DELETE' then
        perform private.require_open_books(
            old.received_on, format('the check of %s is in them', old.received_on),
            'Return it instead. The books have that on the day on which you do it, after the closed days.');
        return old;
    end if;
    perform private.require_open_books(
        new.received_on, format('the check was received on %s', new.received_on),
        'Correct the day, or say that the check is late. Then the books have it on %s, the first open day.');
    if tg_op = 'UPDATE' then
        perform private.require_open_books(
            old.received_on, format('the check of %s is in them', old.received_on),
            'Return it, and enter another. Or say that the change is late. Then the books have it on %s, the first open '
            'day.');
    end if;
    return new;
end;
$$;
comment on function private.guard_books_of_checks is
    'Trigger: refuses a check that is entered, changed or deleted on a closed day.';

create trigger checks_come_while_the_books_are_open
    before insert on public.checks
    for each row when (not new.late)
    execute function private.guard_books_of_checks();

create trigger checks_move_while_the_books_are_open
    before update on public.checks
    for each row when (
        not new.late
        and (old.late or old.facility_id is distinct from new.facility_id or old.amount is distinct from new.amount
             or old.received_on is distinct from new.received_on))
    execute function private.guard_books_of_checks();

create trigger checks_go_while_the_books_are_open
    before delete on public.checks
    for each row when (not old.late)
    execute function private.guard_books_of_checks();

-- Days that procedures stamp are today's. Programs that write tables by themselves may give another.
-- Security definer: as above.
create function private.guard_open_books()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_given constant text := to_jsonb(new) ->> tg_argv[0];
    v_day constant date := case when tg_argv[0] like '%\_at'
                                then (v_given::timestamptz at time zone private.operating_timezone())::date
                                else v_given::date end;
begin
    perform private.require_open_books(v_day, format(tg_argv[1], v_day), tg_argv[2]);
    return null;
end;
$$;
comment on function private.guard_open_books is
    'Trigger, with a column, the rest of a sentence with %s for its day, and what to do: refuses a row of a closed day.';

create trigger invoices_come_while_the_books_are_open
    after insert on public.invoices
    for each row when (current_user = 'service_role' and new.sent_at is not null)
    execute function private.guard_open_books(
        'issue_date', 'the invoice was issued on %s',
        'Give %s, the first open day, or a later one. Or send a draft, and say that it is late.');
create trigger invoices_are_sent_while_the_books_are_open
    after update on public.invoices
    for each row when (current_user = 'service_role' and old.sent_at is null and new.sent_at is not null)
    execute function private.guard_open_books(
        'issue_date', 'the invoice was issued on %s',
        'Give %s, the first open day, or a later one. Or send a draft, and say that it is late.');
create trigger invoices_are_voided_while_the_books_are_open
    after update on public.invoices
    for each row when (
        current_user = 'service_role' and old.voided_at is distinct from new.voided_at and new.voided_at is not null)
    execute function private.guard_open_books(
        'voided_at', 'the invoice was voided on %s', 'Void it today, or on a day from %s on.');
create trigger checks_are_returned_while_the_books_are_open
    after update on public.checks
    for each row when (
        current_user = 'service_role' and old.returned_at is distinct from new.returned_at
        and new.returned_at is not null)
    execute function private.guard_open_books(
        'returned_at', 'the check was returned on %s', 'Return it today, or on a day from %s on.');

revoke execute on function
    private.require_open_books, private.guard_books_of_checks, private.guard_open_books
    from public, anon, authenticated, service_role;
