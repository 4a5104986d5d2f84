-- Imports open invoices of the former books: each invoice as its open amount, in one line, under its old number.
create function private.open_invoices_to_import(rows jsonb)
returns table (
    line int, external_number text, invoice_id uuid, facility_number text, facility_id uuid, issue_date date,
    due_date date, amount numeric, description text, moved_on date, late boolean)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.external_number, invoice.id, row.facility_number, facility.id, row.issue_date, row.due_date,
           row.amount, coalesce(row.description, format('Open amount of invoice %s', row.external_number)),
           coalesce(row.moved_on, clock.business_date), coalesce(row.late, false)
      from jsonb_to_recordset(open_invoices_to_import.rows) as row (
           line int, external_number text, facility_number text, issue_date date, due_date date,
           amount numeric(12, 2), description text, moved_on date, late boolean)
     cross join private.clock() as clock
      left join public.invoices as invoice on invoice.number = row.external_number
      left join public.facilities as facility on facility.external_number = row.facility_number;
$$;
comment on function private.open_invoices_to_import is
    'The rows of a file of open invoices, with what stands for empty cells and whom they name; invoice_id: the invoice that has the number here already.';

-- Interest counts from the due date on wherever there are terms: of days before the move the former books have charged it.
create function private.open_invoices_charged_again(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    select row.line, 'moved_on', format(
               'The facility has interest terms here from %s on, so interest of %s to %s, before the move, would be charged again.',
               terms.first_day, charged.first_day, row.moved_on - 1)
      from private.open_invoices_to_import(open_invoices_charged_again.rows) as row
      join (select term.facility_id, min(term.effective_from) as first_day
              from public.facility_interest_terms as term
             where term.annual_rate > 0
             group by term.facility_id) as terms using (facility_id)
     cross join lateral (select greatest(terms.first_day, row.due_date + 1)) as charged (first_day)
     where row.invoice_id is null and charged.first_day < row.moved_on;
$$;
comment on function private.open_invoices_charged_again is
    'Rows of a file of open invoices of which interest would be charged for days before the day of the move.';

create function private.open_invoices_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.open_invoices_to_import(open_invoices_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join public.organization_settings as settings
      left join public.invoices as other on other.id = row.invoice_id
     cross join lateral (values
           ('external_number',
            row.external_number ~ format('^(%s)-[0-9]{4}-[0-9]{6,}$',
                                         concat_ws('|', settings.invoice_number_prefix, settings.credit_note_number_prefix)),
            format('%s is a number of this system''s own: invoices sent from here may get it. Set another invoice_number_prefix first.',
                   row.external_number)),
           ('external_number', other.kind <> 'opening',
            format('An invoice that was sent from here has the number %s.', row.external_number)),
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('issue_date', row.issue_date > (select clock.business_date from private.clock()) + interval '1 month',
            format('%s is more than a month ahead.', row.issue_date)),
           ('due_date', row.due_date < row.issue_date, format('It is before the issue, %s.', row.issue_date)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select row.line, 'issue_date', private.told_of_closed_books(row.issue_date)
      from row
     where row.invoice_id is null and not row.late and row.issue_date <= (select private.books_closed_through())
     union all
    select * from private.open_invoices_charged_again(open_invoices_errors.rows)
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.invoices as invoice on invoice.id = row.invoice_id and invoice.kind = 'opening'
      join public.facilities as facility on facility.id = invoice.facility_id
      left join public.invoice_lines as item on item.invoice_id = invoice.id
     cross join lateral (values
           ('facility_number', row.facility_number, facility.external_number),
           ('issue_date', row.issue_date::text, invoice.issue_date::text),
           ('due_date', row.due_date::text, invoice.due_date::text),
           ('amount', row.amount::text, invoice.total::text),
           ('description', row.description, item.description)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$$;
comment on function private.open_invoices_errors is 'Errors in the rows of a file of open invoices.';

-- As drafts first, since lines are added to drafts alone, and then by the move that every invoice makes.
create function private.insert_open_invoices(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_new constant jsonb := (
        select coalesce(jsonb_agg(to_jsonb(row) || jsonb_build_object('invoice_id', gen_random_uuid())), '[]')
          from private.open_invoices_to_import(insert_open_invoices.rows) as row
         where row.invoice_id is null);
    v_user_id constant uuid := private.user_id();
    v_caller constant text := private.caller();
begin
    insert into public.invoices (id, facility_id, kind, period_start, period_end, issue_date, due_date, total)
    select row.invoice_id, row.facility_id, 'opening', row.issue_date, row.issue_date, row.issue_date, row.due_date,
           row.amount
      from jsonb_to_recordset(v_new) as row (
           invoice_id uuid, facility_id uuid, issue_date date, due_date date, amount numeric);
    insert into public.invoice_lines (invoice_id, kind, description, amount)
    select row.invoice_id, 'adjustment', row.description, row.amount
      from jsonb_to_recordset(v_new) as row (invoice_id uuid, description text, amount numeric);
    update public.invoices as invoice
       set status = 'sent', number = row.external_number, sent_by = v_user_id
      from jsonb_to_recordset(v_new) as row (invoice_id uuid, external_number text)
     where invoice.id = row.invoice_id;

    -- As private.audit, which asks for each row who is calling.
    insert into public.audit_log (actor, procedure, table_name, row_id, new, caller)
    select v_user_id, 'import_rows', 'invoices', invoice.id, to_jsonb(invoice), v_caller
      from jsonb_to_recordset(v_new) as row (invoice_id uuid)
      join public.invoices as invoice on invoice.id = row.invoice_id;
    return jsonb_array_length(v_new);
end;
$$;
comment on function private.insert_open_invoices is
    'Inserts the open invoices of a file that are not here yet, in which nothing is wrong, sent; how many.';

revoke execute on function
    private.open_invoices_to_import, private.open_invoices_charged_again, private.open_invoices_errors,
    private.insert_open_invoices
    from public, anon, authenticated, service_role;
