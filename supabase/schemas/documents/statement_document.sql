-- Balance of a facility and the reasons for it, as the function documents prints it.

create function private.aging_on_paper(facility_id uuid, as_of date, by_customer boolean)
returns jsonb
language sql
stable
set search_path = ''
as $$
    select jsonb_build_object(
               'current', coalesce(aged.current, 0.00)::text,
               'days_1_30', coalesce(aged.days_1_30, 0.00)::text,
               'days_31_60', coalesce(aged.days_31_60, 0.00)::text,
               'days_61_90', coalesce(aged.days_61_90, 0.00)::text,
               'days_91_plus', coalesce(aged.days_91_plus, 0.00)::text,
               'interest', coalesce(aged.interest, 0.00)::text,
               'unapplied_credits', coalesce(aged.unapplied_credits, 0.00)::text,
               'net', coalesce(aged.net, 0.00)::text)
      from (select) as one
      left join private.ar_aging_as_of(
                    aging_on_paper.as_of, aging_on_paper.by_customer, aging_on_paper.facility_id) as aged
        on aged.facility_id = aging_on_paper.facility_id;
$$;
comment on function private.aging_on_paper is
    'Balance of one facility, or of a program by all of its facilities, at the end of a day, by how long it was overdue then.';

-- Security definer: contacts have no policy on settings.
create function private.statement_document(facility_id uuid, from_date date, to_date date)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_most constant int := 1500;
    v_rows jsonb;
    v_count int;
    v_closing numeric;
    -- A program's is of all of its facilities.
    v_is_program constant boolean :=
        exists (select from public.facilities as facility
                 where facility.bill_to_facility_id = statement_document.facility_id)
        or exists (select from public.invoices as invoice
                    where invoice.bill_to_facility_id = statement_document.facility_id);
begin
    perform private.require_arguments(jsonb_build_object(
        'facility_id', statement_document.facility_id,
        'from_date', statement_document.from_date, 'to_date', statement_document.to_date));
    -- A document that is not for the caller is not found, whether it is there or not.
    if not (private.is_staff_or_server()
            or statement_document.facility_id = any (private.contact_facility_ids())) then
        perform private.refuse(
            404, 'facility_not_found',
            format('There is no facility %s.', statement_document.facility_id),
            'Look it up in the list of facilities.');
    end if;
    select jsonb_agg(
               jsonb_build_object(
                   'occurred_on', line.occurred_on, 'kind', line.kind, 'reference', line.reference,
                   'description', concat_ws(': ', line.facility_name, line.description),
                   'amount', line.amount::text, 'balance', line.balance::text)
               order by line.place),
           count(*), (array_agg(line.balance order by line.place desc))[1]
      into v_rows, v_count, v_closing
      from (select told.occurred_on, told.kind, told.reference, told.description, told.amount, told.balance,
                   null as facility_name, told.ordinality as place
              from private.facility_statement(
                       statement_document.facility_id, statement_document.from_date, statement_document.to_date)
                   with ordinality as told
             where not v_is_program
             union all
            select told.occurred_on, told.kind, told.reference, told.description, told.amount, told.balance,
                   told.facility_name, told.ordinality
              from private.customer_statement(
                       statement_document.facility_id, statement_document.from_date, statement_document.to_date)
                   with ordinality as told
             where v_is_program) as line;
    if v_count > v_most then
        perform private.refuse(
            400, 'statement_too_long',
            format('From %s to %s the statement has %s, and a document has at most %s.',
                   statement_document.from_date, statement_document.to_date,
                   private.counted(v_count, 'row', 'rows'), v_most),
            'Choose a shorter period.');
    end if;
    return (
        select jsonb_build_object(
                   'document', 'statement',
                   'letterhead', private.letterhead_on_paper(null),
                   'bill_to', jsonb_build_object(
                       'name', coalesce(facility.billing_name, facility.name), 'facility_name', facility.name,
                       'address', facility.billing_address, 'purchase_order', null),
                   'from_date', statement_document.from_date, 'to_date', statement_document.to_date,
                   'printed_on', (select clock.business_date from private.clock() as clock),
                   'balance', v_closing::text,
                   'aging', private.aging_on_paper(statement_document.facility_id, statement_document.to_date, v_is_program),
                   'rows', v_rows)
          from public.facilities as facility
         where facility.id = statement_document.facility_id);
end;
$$;
comment on function private.statement_document is 'The logic of public.statement_document.';

create function public.statement_document(facility_id uuid, from_date date, to_date date)
returns jsonb language sql stable set search_path = ''
as $$
    select private.statement_document(
        facility_id, from_date, to_date);
$$;
comment on function public.statement_document is
$$Content of a facility's statement, which GET /functions/v1/documents/statement/<id>?from=…&to=… prints.

The rows are those of facility_statement, of a program those of customer_statement, each beginning with the name of its
facility; without their details, in one object. aging has what is owed at the end of the last day, by how long it was
overdue then, with the columns of ar_aging_as_of, of a program of customer_aging_as_of; its net is balance. The shape is
StatementDocument in database.types.ts.

May be called with GET.

Who: active staff, whatever their role; a facility's contacts, of theirs.

Arguments:
facility_id: the facility.
from_date: the first day.
to_date: the last day.

Result: one object; balance is that of its last row. Money is text with two decimals.

Errors: argument_missing, facility_not_found, date_not_finite, period_ends_before_start, statement_too_long, staff_only.

Example: {"facility_id": "$facility_id", "from_date": "2026-03-01", "to_date": "2026-03-31"}$$;

revoke execute on function private.aging_on_paper, private.statement_document, public.statement_document
    from public, anon, authenticated, service_role;
grant execute on function private.statement_document, public.statement_document to authenticated, service_role;
