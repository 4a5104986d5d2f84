-- Sales taxes that were billed, by jurisdiction, for whoever files them.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.tax_report(from_day date, through date)
returns table (jurisdiction text, sales_tax_id uuid, name text, rate numeric, base numeric, amount numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_timezone constant text := private.operating_timezone();
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'from_day', tax_report.from_day, 'through', tax_report.through));
    perform private.require_finite_dates(jsonb_build_object(
        'from_day', tax_report.from_day, 'through', tax_report.through));
    if tax_report.through < tax_report.from_day then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The report would end on %s, before it starts on %s.', tax_report.through, tax_report.from_day),
            'Choose a last day on or after the first one.');
    end if;
    return query
    with billed as materialized (
        select line.id, line.sales_tax_id, line.base, line.amount, invoice.issue_date,
               (invoice.voided_at at time zone v_timezone)::date as voided_on
          from public.sales_taxes as tax
          join public.invoice_lines as line on line.sales_tax_id = tax.id
          join public.invoices as invoice on invoice.id = line.invoice_id
         where invoice.sent_at is not null
    ), moved as (
        select billed.sales_tax_id, billed.base, billed.amount
          from billed
         where billed.issue_date between tax_report.from_day and tax_report.through
           and (billed.voided_on is null or billed.voided_on >= billed.issue_date)
         union all
        select billed.sales_tax_id, -billed.base, -billed.amount
          from billed
         where billed.voided_on between tax_report.from_day and tax_report.through
           and billed.voided_on >= billed.issue_date
         union all
        select billed.sales_tax_id, -round(billed.base * taken.amount / billed.amount, 2), -taken.amount
          from billed
          join public.credit_note_lines as taken on taken.invoice_line_id = billed.id
          join public.credit_notes as note on note.id = taken.credit_note_id
         where note.counts_on between tax_report.from_day and tax_report.through
    )
    select tax.jurisdiction, tax.id, tax.name, tax.rate, sum(moved.base), sum(moved.amount)
      from moved
      join public.sales_taxes as tax on tax.id = moved.sales_tax_id
     group by tax.id
     order by tax.jurisdiction, tax.name, tax.effective_from, tax.id;
end;
$$;
comment on function private.tax_report is 'The logic of public.tax_report.';

create function public.tax_report(from_day date, through date)
returns table (jurisdiction text, sales_tax_id uuid, name text, rate numeric, base numeric, amount numeric)
language sql stable set search_path = ''
as $$ select * from private.tax_report(from_day, through); $$;
comment on function public.tax_report is
$$Sales taxes that invoices of some days billed, by jurisdiction and tax, less what credit notes took back.

An invoice counts on its issue date and is taken back on the day it was voided, a credit note on its counts_on, as in
the journal. May be called with GET.

Pages: order=jurisdiction,name,sales_tax_id.

Who: billing.

Arguments:
from_day: the first day.
through: the last day, included.

Result: a row for each tax that was billed or taken back. base: the amounts that it was reckoned on; of a credit note
its share. amount: the tax.

Errors: role_required, argument_missing, date_not_finite, period_ends_before_start.

Example: {"from_day": "2026-03-01", "through": "2026-03-31"}$$;

revoke execute on function private.tax_report, public.tax_report from public, anon, authenticated, service_role;
grant execute on function private.tax_report, public.tax_report to authenticated, service_role;
