-- Details of an invoice of interest, or of a credit note for one, in place of hours.
create function private.interest_on_paper(invoice_id uuid, credit_note_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_most constant int := 1500; -- as private.summed_lines_on_paper
begin
    return (
        with line as materialized (
            select original.number, original.due_date, billed.period_end as through,
                   coalesce(credited.amount, line.amount) as amount
              from public.invoice_lines as line
              join public.invoices as billed on billed.id = line.invoice_id
              join public.invoices as original on original.id = line.original_invoice_id
              left join public.credit_note_lines as credited
                on credited.invoice_line_id = line.id
               and credited.credit_note_id = interest_on_paper.credit_note_id
             where line.invoice_id = interest_on_paper.invoice_id
               and (interest_on_paper.credit_note_id is null or credited.credit_note_id is not null)
        ), row (due_date, number, content) as (
            select line.due_date, line.number,
                   jsonb_build_object(
                       'original_number', line.number, 'due_date', line.due_date, 'invoices', 1,
                       'through', line.through, 'amount', line.amount::text)
              from line
             where (select count(*) from line) <= v_most
             union all
            select min(line.due_date), null,
                   jsonb_build_object(
                       'original_number', null, 'due_date', date_trunc('month', line.due_date)::date,
                       'invoices', count(*), 'through', line.through, 'amount', sum(line.amount)::text)
              from line
             where (select count(*) from line) > v_most
             group by date_trunc('month', line.due_date), line.through
        )
        select jsonb_build_object(
                   'lines', (select count(*) from line),
                   'shown', 'interest',
                   'rows', coalesce((select jsonb_agg(row.content order by row.due_date, row.number) from row), '[]'),
                   'classes', jsonb_build_array(jsonb_build_object(
                       'kind', 'interest', 'hours', null, 'code_title', null, 'quantity', null, 'unit', null,
                       'amount', (select coalesce(sum(line.amount), 0.00) from line)::text))));
end;
$$;
comment on function private.interest_on_paper is
$$The lines of an invoice of interest as a document shows them: each with the invoice on which the interest accrued, or
above 1,500 of them summed by the month in which those were due.$$;

revoke execute on function private.interest_on_paper from public, anon, authenticated, service_role;
