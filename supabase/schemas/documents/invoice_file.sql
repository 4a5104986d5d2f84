-- Each line of an invoice, for spreadsheets: a PDF of many lines has only their sums.

-- Alike in the file of an invoice and in that of a bundle, whose rows end in the facility.
create function private.rows_of_invoice_file(invoice public.invoices, with_facility boolean)
returns text
language sql
stable
set search_path = ''
set datestyle = 'ISO' -- the same days for everybody
as $$
    select string_agg(concat(concat_ws(',',
               private.csv_text(invoice.number), coalesce(line.contractor_id::text, ''),
               private.csv_text(line.contractor_name), line.kind, coalesce(line.work_date::text, ''),
               coalesce(line.week_start::text, ''), private.csv_text(line.description),
               coalesce(line.hours::text, ''), coalesce(line.rate::text, ''), coalesce(line.multiplier::text, ''),
               line.amount, private.csv_text(line.department), private.csv_text(line.cost_centre),
               private.csv_text(line.purchase_order), coalesce(line.code, ''), coalesce(line.quantity::text, ''),
               case when line.quantity is not null then coalesce(line.unit, 'hour') else '' end,
               private.csv_text(line.title), private.csv_text(line.requisition),
               private.csv_text(line.worker_number), coalesce(line.started_at, ''), coalesce(line.ended_at, ''),
               coalesce(line.break_minutes::text, ''), private.csv_text(place.service_address),
               case when with_facility then private.csv_text(invoice.facility_name) end),
               e'\r\n'), '' order by line.place)
      from private.lines_on_paper(invoice.id, null) as line
     cross join (select private.service_address(invoice) as service_address) as place;
$$;
comment on function private.rows_of_invoice_file is 'The rows of the lines of an invoice in a CSV file; null of none.';

create function private.head_of_invoice_file(with_facility boolean)
returns text
language sql
immutable
set search_path = ''
as $$
    select concat(
        'invoice_number,contractor_id,contractor_name,kind,work_date,week_start,description,hours,rate,multiplier,amount,'
        'department,cost_centre,purchase_order,code,quantity,unit,title,requisition,worker_number,started_at,ended_at,'
        'break_minutes,service_address',
        case when with_facility then ',facility_name' end, e'\r\n');
$$;
comment on function private.head_of_invoice_file is 'The names of the columns of such a file.';

-- Security definer: contacts have no policy on contractors.
create function private.invoice_file(invoice_id uuid)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_invoice constant public.invoices := private.invoice_to_read(invoice_file.invoice_id);
begin
    return concat(private.head_of_invoice_file(false), private.rows_of_invoice_file(v_invoice, false));
end;
$$;
comment on function private.invoice_file is 'The logic of public.invoice_file.';

create function public.invoice_file(invoice_id uuid)
returns text language sql stable set search_path = ''
as $$ select private.invoice_file(invoice_id); $$;
comment on function public.invoice_file is
$$The lines of an invoice as one CSV file, however many there are.

Below a line with the names of the columns, one for each line, in the order of the invoice's PDF: invoice_number (empty
of drafts), contractor_id, contractor_name (as the invoice keeps it), kind (as invoice_lines.kind), work_date, week_start
(the first day of the workweek), description, hours, rate, multiplier, amount, department, cost_centre and purchase_order (those
that the line is for), code, quantity and unit (as of invoice_lines: of hours that are not worked, and of units). RFC 4180: commas, lines that end with CRLF, quotes where a text needs them. A text that a spreadsheet would take for a formula has an apostrophe before it; days are
YYYY-MM-DD whatever the session says.

At its end title and requisition (of the assignment), worker_number (the client's, where its system said one), started_at
and ended_at (HH:MM by the clock of the facility) and break_minutes (of shifts), and service_address (where the work was,
of invoices that are billed to a program). All is as the invoice was sent.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: active staff, whatever their role; a facility's contacts, of its sent invoices.

Arguments:
invoice_id: the invoice, in whatever state.

Result: the whole file.

Errors: argument_missing, invoice_not_found.

Example: {"invoice_id": "$invoice_id"}$$;

revoke execute on function
    private.rows_of_invoice_file, private.head_of_invoice_file, private.invoice_file, public.invoice_file
    from public, anon, authenticated, service_role;
grant execute on function private.invoice_file, public.invoice_file to authenticated, service_role;
