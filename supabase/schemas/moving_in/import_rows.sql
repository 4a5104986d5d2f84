-- The way in from former books: files of what a firm has on the day of its move, looked at whole before a row is written.

create function private.hold_imports()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_imports', 0));
exception when lock_not_available then
    perform private.refuse(
        409, 'import_in_progress',
        'Another file is being imported right now.',
        'Try again in a few seconds. Nothing was changed.');
end;
$$;
comment on function private.hold_imports is
    'Locks imports exclusively until the transaction ends, so that each sees what those before it inserted. Raises 409 when another takes long.';

-- Files of the bank and of clients' systems come week by week, to whoever enters money and corrects time; all else
-- once, to whoever moves the firm in.
create function private.require_importer(kind text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if require_importer.kind is not distinct from 'remittances' then
        perform private.require_role('billing');
    elsif require_importer.kind is not distinct from 'time' then
        perform private.require_role('payroll');
    else
        perform private.require_role('admin');
    end if;
end;
$$;
comment on function private.require_importer is 'Raises 403 unless the caller imports files of that kind.';

create function private.require_import(kind text, rows jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_rows constant int := case when jsonb_typeof(require_import.rows) = 'array'
                                then jsonb_array_length(require_import.rows) end;
begin
    if not exists (select from private.import_columns(require_import.kind)) then
        perform private.refuse(
            400, 'import_kind_unknown',
            format('There is no import of %s.', require_import.kind),
            'Choose facilities, orders, contractors, assignments, codes, code rates, holiday calendars, premium '
            'rules, guarantees, leave balances, credential kinds, credentials, requirements, open invoices, checks, holidays, remittances or time.');
    end if;
    if v_rows is null or v_rows = 0 or exists (
        select from jsonb_array_elements(require_import.rows) as given (row) where jsonb_typeof(given.row) <> 'object') then
        perform private.refuse(
            400, 'import_rows_not_valid',
            case when v_rows = 0 then 'There are no rows to import.' else 'The file was not taken apart into rows.' end,
            'Choose a file with a line of column names and at least one row below it.');
    end if;
    if v_rows > 20000 then
        perform private.refuse(
            400, 'too_many_rows',
            format('You can import at most 20000 rows at once, not %s.', v_rows),
            'Split the file into parts of at most 20000 rows. Each part begins with the line of column names.');
    end if;
end;
$$;
comment on function private.require_import is
    'Raises 400 unless there is such a kind, and the rows are a list of 1 to 20000 objects.';

create function private.refuse_import(errors jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_count constant int := jsonb_array_length(refuse_import.errors);
    v_told constant int := 5; -- more than these nobody reads in one line
begin
    perform private.refuse(
        400, 'import_not_valid',
        format('Nothing was imported, for %s. %s%s', private.counted(v_count, 'error', 'errors'), (
                   select string_agg(
                              format('Line %s, %s: %s', error.value ->> 'line', error.value ->> 'column',
                                     error.value ->> 'message'),
                              ' ' order by error.position)
                     from jsonb_array_elements(refuse_import.errors) with ordinality as error (value, position)
                    where error.position <= v_told),
               case when v_count > v_told then format(' And %s more.', v_count - v_told) else '' end),
        'Correct the file, and import all of it again. Trying the import lists every error.');
end;
$$;
comment on function private.refuse_import is 'Raises 400 and names the first five errors of a file.';

create function private.insert_rows(kind text, rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
begin
    return case insert_rows.kind
        when 'facilities' then private.insert_facilities(insert_rows.rows)
        when 'orders' then private.insert_orders(insert_rows.rows)
        when 'contractors' then private.insert_contractors(insert_rows.rows)
        when 'assignments' then private.insert_assignments(insert_rows.rows)
        when 'codes' then private.insert_codes(insert_rows.rows)
        when 'code-rates' then private.insert_code_rates(insert_rows.rows)
        when 'holiday-calendars' then private.insert_holiday_calendars(insert_rows.rows)
        when 'premium-rules' then private.insert_premium_rules(insert_rows.rows)
        when 'guarantees' then private.insert_guarantees(insert_rows.rows)
        when 'leave-balances' then private.insert_leave_balances(insert_rows.rows)
        when 'credential-kinds' then private.insert_credential_kinds(insert_rows.rows)
        when 'credentials' then private.insert_credentials(insert_rows.rows)
        when 'requirements' then private.insert_requirements(insert_rows.rows)
        when 'open-invoices' then private.insert_open_invoices(insert_rows.rows)
        when 'checks' then private.insert_checks(insert_rows.rows)
        when 'holidays' then private.insert_holidays(insert_rows.rows)
        when 'remittances' then private.insert_remittances(insert_rows.rows)
        when 'time' then private.insert_client_time(insert_rows.rows)
    end;
exception when unique_violation or exclusion_violation then -- imports wait for each other; who writes by hand does not
    perform private.refuse(
        409, 'import_overtaken',
        'Somebody just entered one of these rows: a number, an e-mail address or a day is taken by now.',
        'Try again. Nothing was imported, and the next try skips or names what is here.');
    return null;
end;
$$;
comment on function private.insert_rows is
    'Inserts the rows of a file that are not here yet, in which nothing is wrong; how many. Raises 409 when somebody was first.';

-- Security definer: whoever moves the firm in need not be allowed to write invoices.
create function private.import_rows(kind text, rows jsonb, dry_run boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_rows jsonb;
    v_errors jsonb;
    v_is_time constant boolean := import_rows.kind is not distinct from 'time';
    v_new int;
    v_changed int := 0;
    v_skipped int;
begin
    perform private.require_importer(import_rows.kind);
    perform private.require_arguments(jsonb_build_object(
        'kind', import_rows.kind, 'rows', import_rows.rows, 'dry_run', import_rows.dry_run));
    perform private.require_import(import_rows.kind, import_rows.rows);
    if not import_rows.dry_run then
        perform private.hold_imports();
        if v_is_time then
            perform private.hold_time_and_drafts();
        end if;
    end if;

    select looked_at.clean, looked_at.errors
      into v_rows, v_errors
      from private.import_errors(import_rows.kind, import_rows.rows) as looked_at;
    if v_errors <> '[]' and not import_rows.dry_run then
        perform private.refuse_import(v_errors);
    end if;
    v_skipped := case when v_errors = '[]' then private.rows_here_already(import_rows.kind, v_rows) else 0 end;
    if v_is_time and v_errors = '[]' then
        v_changed := private.count_changed_client_time(v_rows);
    end if;
    v_new := case when v_errors = '[]' then jsonb_array_length(v_rows) - v_skipped - v_changed else 0 end;
    if not import_rows.dry_run then
        perform private.insert_rows(import_rows.kind, v_rows);
    end if;
    return jsonb_build_object(
        'kind', import_rows.kind,
        'dry_run', import_rows.dry_run,
        'rows', jsonb_array_length(v_rows),
        case when import_rows.dry_run then 'would_insert' else 'inserted' end, v_new,
        'skipped', v_skipped,
        'errors', v_errors)
        || case when v_is_time then jsonb_build_object('changed', v_changed) else '{}' end;
end;
$$;
comment on function private.import_rows is 'The logic of public.import_rows.';

create function public.import_rows(kind text, rows jsonb, dry_run boolean default true)
returns jsonb language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.import_rows(kind, rows, dry_run); $$;
comment on function public.import_rows is
$$Moves a firm in: inserts the rows of a file from its former books, all or none, and says all that is wrong at once.

Everything is inserted as by hand, and its guards hold; a row is never overwritten. A row whose external_number is here
already is skipped if it says what stands here, and is an error that names the column if it says something else; so are
an order, by its facility and number, a code, by its name, a rate of a code, by its place, code and first day, a day of a
holiday calendar, by its calendar, a premium rule, by its place, title and first day, a guarantee, by its assignment, code
and first day, a balance of leave, by its person and plan, a kind of credential, by its name, a credential, by its person,
kind, number and last day, a requirement, by its kind, place and first day, and a holiday, by its day. Rows name others by their numbers, so
facilities, orders and contractors come before assignments, and these and codes before code-rates, premium-rules,
guarantees, leave-balances, open-invoices and checks; holiday-calendars before premium-rules; credential-kinds before
credentials and requirements, of which assignments that are here already are asked nothing.
docs/moving_in.md has the columns of each kind and the order of the steps.

An open invoice comes as its open amount in one line, sent, of kind opening, with its old number. Interest terms begin on
the day of the move; where interest of days before it would be charged again, the invoice is an error.

Remittances are what a bank says came in, day by day. A row is a payment, or one invoice of it; a payment is here once by
its bank_reference. Each whose facility is known becomes a check of which a reconciliation is proposed; the others wait
for assign_remittance. docs/remittances.md says how invoices are found.

Of time, a file of the client's system (docs/client_time.md), each row is that of its line there. A line that is new becomes
a time entry, approved where the client approved it, else a draft; one that says something else than before changes its
entry by the rules of correct_time_entry. Where time here is otherwise, on a sent invoice or in a batch under review, the
line waits in time_variances.

Who: admin (all but time), billing (remittances), payroll (time).

Arguments:
kind: one of facilities, orders, contractors, assignments, codes, code-rates, holiday-calendars, premium-rules,
    guarantees, leave-balances, credential-kinds, credentials, requirements, open-invoices, checks, holidays, remittances, time.
rows: a list of at most 20000 objects, each with its values as text by the names of the columns; an empty text is none.
    Besides, line may say where it stands in its file; left out, rows stand below a line of column names, which is 1.
dry_run: whether to look only, and insert nothing.

Result: {"kind", "dry_run", "rows", "inserted", "skipped", "errors"}; errors are objects of line, column and message. With
dry_run nothing is inserted, and "would_insert" stands in the place of "inserted"; it and skipped are 0 where there are
errors. Without, a file with errors is refused whole, and the first five stand in the message. Of time, "changed" counts the
lines that are known and say something else. Again: all rows are skipped.

Errors: role_required, argument_missing, import_kind_unknown, import_rows_not_valid, too_many_rows, import_in_progress,
import_not_valid, import_overtaken, time_entry_of_shift, time_entry_on_live_invoice, payroll_batch_under_review,
requirements_in_progress, amount_too_large, pay_too_large, billing_in_progress, rates_held, payroll_in_progress,
time_entry_in_progress.

Example: {"kind": "facilities", "rows": [{"external_number": "C-100", "name": "Mercy Hospital",
"billing_email": "ap@mercy.example", "payment_terms_days": "45", "annual_rate": "0.18"}]}$$;

revoke execute on function
    private.hold_imports, private.require_importer, private.require_import, private.refuse_import, private.insert_rows,
    private.import_rows,
    public.import_rows
    from public, anon, authenticated, service_role;
grant execute on function private.import_rows, public.import_rows to authenticated, service_role;
