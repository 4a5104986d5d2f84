-- An invoice, as the function documents prints it.

-- Money received that is in force, by the day on which it counts. Why the firm wrote something off is its own.
create function private.payments_on_paper(invoice_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
    select coalesce(
               jsonb_agg(
                   jsonb_build_object(
                       'paid_on', paid.paid_on, 'source', paid.source, 'component', paid.component,
                       'reference', coalesce('credit note ' || left_over.number, note.number,
                                             nullif(concat_ws(' ', received.method, received.check_number), ''),
                                             interest.number),
                       'amount', paid.amount::text)
                   order by paid.paid_on, paid.component desc, paid.created_at, paid.id),
               '[]')
      from public.payments as paid
      left join public.check_reconciliations as reconciliation on reconciliation.id = paid.check_reconciliation_id
      left join public.facility_credits as kept on kept.id = reconciliation.facility_credit_id
      left join public.checks as received on received.id = coalesce(reconciliation.check_id, kept.check_id)
      left join public.credit_notes as left_over on left_over.id = kept.credit_note_id
      left join public.credit_notes as note on note.id = paid.credit_note_id
      left join public.invoices as interest on interest.id = paid.interest_invoice_id
     where paid.invoice_id = payments_on_paper.invoice_id and paid.reversed_at is null;
$$;
comment on function private.payments_on_paper is
    'The payments in force of an invoice, with the check or the credit note that they came from, by its number; of interest, the invoice that bills it.';

create function private.invoice_group_by(invoice public.invoices)
returns text
language sql
stable
set search_path = ''
as $$
    select case
        when invoice.group_key = '' then null
        when (private.order_of_group(invoice)).id is not null then 'order'
        when exists (select from public.assignments as assignment
                      where assignment.id::text = invoice.group_key
                        and assignment.facility_id = invoice.facility_id) then 'assignment'
        else 'department' end;
$$;
comment on function private.invoice_group_by is
    'By what the part of a facility''s time that an invoice bills was made: department, order or assignment; null = all of it.';

-- Security definer: contacts have no policy on settings, contractors and payments.
create function private.invoice_document(invoice_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_invoice constant public.invoices := private.invoice_to_read(invoice_document.invoice_id);
begin
    return (
        select jsonb_build_object(
                   'document', 'invoice',
                   'letterhead', private.letterhead_on_paper(v_invoice.letterhead_id),
                   'bill_to', case when v_invoice.sent_at is null
                       then jsonb_build_object(
                           'name', coalesce(private.billing_name(facility, billed), facility.name),
                           'facility_name', facility.name,
                           'address', billed.billing_address, 'purchase_order', private.order_on_invoice(v_invoice))
                       else jsonb_build_object(
                           'name', coalesce(v_invoice.billing_name, v_invoice.facility_name),
                           'facility_name', v_invoice.facility_name,
                           'address', v_invoice.billing_address, 'purchase_order', v_invoice.purchase_order)
                       end,
                   'service_address', private.service_address(v_invoice),
                   'group_by', private.invoice_group_by(v_invoice),
                   'group_name', v_invoice.group_name,
                   'number', v_invoice.number, 'kind', v_invoice.kind, 'status', v_invoice.status,
                   'period_start', v_invoice.period_start, 'period_end', v_invoice.period_end,
                   'issue_date', v_invoice.issue_date, 'due_date', v_invoice.due_date,
                   'voided_on', (v_invoice.voided_at at time zone settings.operating_timezone)::date,
                   'total', v_invoice.total::text, 'amount_paid', v_invoice.amount_paid::text,
                   'balance', v_invoice.balance::text,
                   'interest', jsonb_build_object(
                       'accrued', v_invoice.accrued_interest::text, 'paid', v_invoice.interest_paid::text,
                       'balance', v_invoice.interest_balance::text,
                       'through', coalesce((v_invoice.interest_breakdown ->> 'accruedThrough')::date,
                                           v_invoice.interest_computed_on),
                       'breakdown', v_invoice.interest_breakdown),
                   'owed', case when v_invoice.status in ('draft', 'void') then null
                                else v_invoice.balance + v_invoice.interest_balance end::text,
                   'discount', v_invoice.discount::text, 'discount_until', v_invoice.discount_until,
                   'discount_left', case when v_invoice.status in ('sent', 'partially_paid')
                                         then nullif(private.discount_left(v_invoice), 0) end::text,
                   'payments', private.payments_on_paper(v_invoice.id),
                   'content', case v_invoice.kind
                       when 'interest' then private.interest_on_paper(v_invoice.id, null)
                       else private.summed_lines_on_paper(v_invoice.id, null) end)
          from public.organization_settings as settings
         cross join public.facilities as facility
          join public.facilities as billed on billed.id = coalesce(facility.bill_to_facility_id, facility.id)
         where facility.id = v_invoice.facility_id);
end;
$$;
comment on function private.invoice_document is 'The logic of public.invoice_document.';

create function public.invoice_document(invoice_id uuid)
returns jsonb language sql stable set search_path = ''
as $$ select private.invoice_document(invoice_id); $$;
comment on function public.invoice_document is
$$Content of an invoice's document, which GET /functions/v1/documents/invoice/<id> prints.

A sent invoice is as it was sent, with the letterhead, names, addresses, titles and times of that day; a draft has
today's. What came since is in status, voided_on, amount_paid, balance, interest, owed, discount_left and payments, and
nowhere else. Payments are those in force; interest is what stands today, with the day through which it was reckoned.
Above 1,500 lines they are summed by contractor and workweek; invoice_file has each. One of kind interest has the
invoices on which it accrued in place of hours. discount is what may be taken off, discount_left what still may, less
the share of what is credited. group_by and group_name say which part of the facility's time it bills, where invoices
are made of parts. service_address: where the work was, of an invoice that is billed to a program. The shape is
InvoiceDocument in database.types.ts.

May be called with GET.

Who: active staff, whatever their role; a facility's contacts, of its sent invoices.

Arguments:
invoice_id: the invoice, in whatever state.

Result: one object; money and hours are text with two decimals.

Errors: argument_missing, invoice_not_found.

Example: {"invoice_id": "$invoice_id"}$$;

revoke execute on function
    private.payments_on_paper, private.invoice_group_by, private.invoice_document, public.invoice_document
    from public, anon, authenticated, service_role;
grant execute on function private.invoice_document, public.invoice_document to authenticated, service_role;
