-- A credit note, as the function documents prints it.

-- Security definer: contacts have no policy on settings, contractors and payments.
create function private.credit_note_document(credit_note_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_note public.credit_notes;
begin
    perform private.require_arguments(jsonb_build_object('credit_note_id', credit_note_document.credit_note_id));
    select note.*
      into v_note
      from public.credit_notes as note
     where note.id = credit_note_document.credit_note_id
       and (private.is_staff_or_server() or note.invoice_id = any (private.contact_invoice_ids()));
    if not found then
        perform private.refuse(
            404, 'credit_note_not_found',
            format('There is no credit note %s.', credit_note_document.credit_note_id),
            'Look it up in the list of credit notes.');
    end if;
    return (
        select jsonb_build_object(
                   'document', 'credit_note',
                   'letterhead', private.letterhead_on_paper(v_note.letterhead_id),
                   'bill_to', jsonb_build_object(
                       'name', coalesce(invoice.billing_name, v_note.facility_name),
                       'facility_name', v_note.facility_name,
                       'address', invoice.billing_address, 'purchase_order', invoice.purchase_order),
                   'service_address', private.service_address(invoice),
                   'number', v_note.number, 'issued_on', v_note.issued_on, 'counts_on', v_note.counts_on,
                   'reason', v_note.reason, 'amount', v_note.amount::text,
                   'invoice_number', invoice.number, 'invoice_issue_date', invoice.issue_date,
                   'lessens_invoice', (v_note.amount - coalesce(v_note.discount_taken_back, 0) - kept.amount)::text,
                   'discount_taken_back', v_note.discount_taken_back::text,
                   'left_as_credit', kept.amount::text,
                   'content', case invoice.kind
                       when 'interest' then private.interest_on_paper(v_note.invoice_id, v_note.id)
                       else private.summed_lines_on_paper(v_note.invoice_id, v_note.id) end)
          from public.invoices as invoice
         cross join lateral (
               select coalesce(sum(credit.amount), 0.00) as amount
                 from public.facility_credits as credit
                where credit.credit_note_id = v_note.id) as kept
         where invoice.id = v_note.invoice_id);
end;
$$;
comment on function private.credit_note_document is 'The logic of public.credit_note_document.';

create function public.credit_note_document(credit_note_id uuid)
returns jsonb language sql stable set search_path = ''
as $$ select private.credit_note_document(credit_note_id); $$;
comment on function public.credit_note_document is
$$Content of a credit note's document, which GET /functions/v1/documents/credit-note/<id> prints.

It has the letterhead of the day on which it was issued, is made out to whom its invoice was, and names people,
titles and times as that does.
lessens_invoice: what the invoice owed then; discount_taken_back: the share in a discount that the facility had taken,
null for none; left_as_credit: the rest, which became a credit of the facility. The shape is CreditNoteDocument in
database.types.ts.

May be called with GET.

Who: active staff, whatever their role; a facility's contacts, of theirs.

Arguments:
credit_note_id: the credit note.

Result: one object; money and hours are text with two decimals.

Errors: argument_missing, credit_note_not_found.

Example: {"credit_note_id": "$credit_note_id"}$$;

revoke execute on function private.credit_note_document, public.credit_note_document
    from public, anon, authenticated, service_role;
grant execute on function private.credit_note_document, public.credit_note_document to authenticated, service_role;
