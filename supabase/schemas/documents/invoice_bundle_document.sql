-- Invoices that a program is sent at once, as the function documents prints them, and as a file.

create function private.bundle_to_read(invoice_bundle_id uuid)
returns public.invoice_bundles
language plpgsql
stable
set search_path = ''
as $$
declare
    v_bundle public.invoice_bundles;
begin
    perform private.require_arguments(jsonb_build_object('invoice_bundle_id', bundle_to_read.invoice_bundle_id));
    select bundle.*
      into v_bundle
      from public.invoice_bundles as bundle
     where bundle.id = bundle_to_read.invoice_bundle_id
       and (private.is_staff_or_server() or bundle.facility_id = any (private.contact_facility_ids()));
    if not found then
        perform private.refuse(
            404, 'invoice_bundle_not_found',
            format('There is no bundle of invoices %s.', bundle_to_read.invoice_bundle_id),
            'Look it up on one of its invoices.');
    end if;
    return v_bundle;
end;
$$;
comment on function private.bundle_to_read is
    'The bundle, for staff, servers and contacts of its program. Raises 404 for everybody else.';

-- A PDF of more lines takes longer than the platform gives a function, as that of one invoice.
create function private.parts_of_bundle(invoice_bundle_id uuid)
returns table (invoice_id uuid, part int)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_most constant int := 1500;
    v_head constant int := 20; -- what heads and sums of an invoice come to, in lines
    v_part int := 1;
    v_lines int;
    v_is_empty boolean := true;
    v_invoice record;
begin
    -- The cover has a row for each, and stands before the first, however long that is.
    v_lines := (
        select count(*) from public.invoices as invoice
         where invoice.invoice_bundle_id = parts_of_bundle.invoice_bundle_id);
    for v_invoice in
        select invoice.id, (select count(*) from public.invoice_lines as line where line.invoice_id = invoice.id) as lines
          from public.invoices as invoice
         where invoice.invoice_bundle_id = parts_of_bundle.invoice_bundle_id
         order by invoice.facility_name, invoice.number
    loop
        v_invoice.lines := least(v_invoice.lines, v_most) + v_head;
        if not v_is_empty and v_lines + v_invoice.lines > v_most then
            v_part := v_part + 1;
            v_lines := 0;
        end if;
        v_is_empty := false;
        v_lines := v_lines + v_invoice.lines;
        return query select v_invoice.id, v_part;
    end loop;
end;
$$;
comment on function private.parts_of_bundle is
    'The invoices of a bundle, by facility and number, each with the part of the document that has it: some 1,500 lines make a part.';

create function private.cover_of_bundle(invoice_bundle_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
    with invoice as materialized (
        select sent.id, sent.facility_name, sent.number, sent.period_start, sent.period_end, sent.due_date, sent.total,
               sent.group_name
          from public.invoices as sent
         where sent.invoice_bundle_id = cover_of_bundle.invoice_bundle_id
    ), line as materialized (
        select purchase_order.number as purchase_order, line.department, line.amount
          from invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id
          left join public.purchase_orders as purchase_order on purchase_order.id = line.purchase_order_id
    )
    select jsonb_build_object(
               'invoices', (
                   select jsonb_agg(
                              jsonb_build_object(
                                  'facility_name', invoice.facility_name, 'number', invoice.number,
                                  'group_name', invoice.group_name, 'period_start', invoice.period_start,
                                  'period_end', invoice.period_end, 'due_date', invoice.due_date,
                                  'total', invoice.total::text)
                              order by invoice.facility_name, invoice.number)
                     from invoice),
               'facilities', (
                   select jsonb_agg(
                              jsonb_build_object('name', part.name, 'amount', part.amount::text) order by part.name)
                     from (select invoice.facility_name as name, sum(invoice.total) as amount
                             from invoice
                            group by invoice.facility_name) as part),
               'orders', coalesce((
                   select jsonb_agg(
                              jsonb_build_object('name', part.name, 'amount', part.amount::text) order by part.name)
                     from (select line.purchase_order as name, sum(line.amount) as amount
                             from line
                            group by line.purchase_order) as part
                   having count(part.name) > 0), '[]'),
               'departments', coalesce((
                   select jsonb_agg(
                              jsonb_build_object('name', part.name, 'amount', part.amount::text) order by part.name)
                     from (select line.department as name, sum(line.amount) as amount
                             from line
                            group by line.department) as part
                   having count(part.name) > 0), '[]'));
$$;
comment on function private.cover_of_bundle is
    'The cover of a bundle: its invoices, and what they come to by facility, order and department; name null = what has none.';

-- Security definer: contacts have no policy on settings, contractors and payments.
create function private.invoice_bundle_document(invoice_bundle_id uuid, part int)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_bundle constant public.invoice_bundles := private.bundle_to_read(invoice_bundle_document.invoice_bundle_id);
    v_invoice_ids uuid[];
    v_parts int;
begin
    perform private.require_arguments(jsonb_build_object('part', invoice_bundle_document.part));
    select array_agg(part.invoice_id order by part.place) filter (where part.part = invoice_bundle_document.part),
           max(part.part)
      into v_invoice_ids, v_parts
      from private.parts_of_bundle(v_bundle.id) with ordinality as part (invoice_id, part, place);
    if v_invoice_ids is null then
        perform private.refuse(
            400, 'bundle_part_unknown',
            format('The bundle has no part %s.', invoice_bundle_document.part),
            format('Give a part from 1 to %s.', v_parts));
    end if;
    return (
        select jsonb_build_object(
                   'document', 'invoice_bundle',
                   'letterhead', private.letterhead_on_paper(invoice.letterhead_id),
                   'bill_to', jsonb_build_object(
                       'name', invoice.billing_name, 'facility_name', invoice.billing_name,
                       'address', invoice.billing_address, 'purchase_order', null),
                   'issue_date', v_bundle.issue_date,
                   'part', invoice_bundle_document.part, 'parts', v_parts,
                   'total', (select sum(sent.total) from public.invoices as sent
                              where sent.invoice_bundle_id = v_bundle.id)::text,
                   'cover', case when invoice_bundle_document.part = 1
                                 then private.cover_of_bundle(v_bundle.id) end,
                   'invoices', (
                       select jsonb_agg(private.invoice_document(listed.id) order by listed.place)
                         from unnest(v_invoice_ids) with ordinality as listed (id, place)))
          from public.invoices as invoice
         where invoice.id = v_invoice_ids[1]);
end;
$$;
comment on function private.invoice_bundle_document is 'The logic of public.invoice_bundle_document.';

create function public.invoice_bundle_document(invoice_bundle_id uuid, part int default 1)
returns jsonb language sql stable set search_path = ''
as $$ select private.invoice_bundle_document(invoice_bundle_id, part); $$;
comment on function public.invoice_bundle_document is
$$Content of a bundle of invoices, which GET /functions/v1/documents/bundle/<id>?part=1 prints: what a program was sent at once.

The first part begins with a cover: the invoices, and what they come to by facility, order and department. The invoices
follow, each as invoice_document has it, by facility and number. Where they are long there are several parts, of some
1,500 lines each. The shape is InvoiceBundleDocument in database.types.ts.

May be called with GET.

Who: active staff, whatever their role; the program's contacts.

Arguments:
invoice_bundle_id: the bundle.
part: which part, from 1 on.

Result: one object; money and hours are text with two decimals. parts says how many there are.

Errors: argument_missing, invoice_bundle_not_found, bundle_part_unknown.

Example: {"invoice_bundle_id": "$invoice_bundle_id"}$$;

-- Security definer: contacts have no policy on contractors.
create function private.invoice_bundle_file(invoice_bundle_id uuid)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_bundle constant public.invoice_bundles := private.bundle_to_read(invoice_bundle_file.invoice_bundle_id);
begin
    return (
        select concat(
                   private.head_of_invoice_file(true),
                   string_agg(
                       private.rows_of_invoice_file(invoice, true), '' order by invoice.facility_name, invoice.number))
          from public.invoices as invoice
         where invoice.invoice_bundle_id = v_bundle.id);
end;
$$;
comment on function private.invoice_bundle_file is 'The logic of public.invoice_bundle_file.';

create function public.invoice_bundle_file(invoice_bundle_id uuid)
returns text language sql stable set search_path = ''
as $$ select private.invoice_bundle_file(invoice_bundle_id); $$;
comment on function public.invoice_bundle_file is
$$The lines of all invoices of a bundle as one CSV file.

Its columns are those of invoice_file, and facility_name. The invoices stand by facility and number.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: active staff, whatever their role; the program's contacts.

Arguments:
invoice_bundle_id: the bundle.

Result: the whole file.

Errors: argument_missing, invoice_bundle_not_found.

Example: {"invoice_bundle_id": "$invoice_bundle_id"}$$;

revoke execute on function
    private.bundle_to_read, private.parts_of_bundle, private.cover_of_bundle, private.invoice_bundle_document,
    public.invoice_bundle_document, private.invoice_bundle_file, public.invoice_bundle_file
    from public, anon, authenticated, service_role;
grant execute on function
    private.invoice_bundle_document, public.invoice_bundle_document, private.invoice_bundle_file,
    public.invoice_bundle_file
    to authenticated, service_role;
