-- A facility that was mailed an invoice gets the credit notes of it.

-- Security definer: the outbox is nobody's to write.
create function private.mail_credit_note()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.mails('invoice_credited') and private.is_invoice_mailed(new.invoice_id) then
        perform private.write_message('invoice_credited', new.invoice_id, new.id::text);
    end if;
    return null;
end;
$$;
comment on function private.mail_credit_note is
    'Trigger: writes the mail of a credit note, if such mail is on and its invoice was mailed.';

create trigger credit_notes_are_mailed
    after insert on public.credit_notes
    for each row execute function private.mail_credit_note();

create function private.invoice_credited_mail(message private.outbox)
returns jsonb
language sql
stable
set search_path = ''
as $$
    select private.mail_to(
               coalesce(billed.billing_email, note.billing_email), billed.name,
               jsonb_build_object(
                   'facility_name', note.facility_name,
                   'number', note.number,
                   'invoice_number', invoice.number,
                   'issued_on', note.issued_on,
                   'reason', note.reason,
                   'amount', note.amount::text,
                   'discount_taken_back', note.discount_taken_back::text,
                   'left_as_credit', kept.amount::text,
                   'owed', (invoice.balance + invoice.interest_balance)::text))
      from public.credit_notes as note
      join public.invoices as invoice on invoice.id = note.invoice_id
      join public.facilities as billed on billed.id = coalesce(invoice.bill_to_facility_id, note.facility_id)
     cross join lateral (
           select coalesce(sum(credit.amount), 0.00) as amount
             from public.facility_credits as credit
            where credit.credit_note_id = note.id) as kept
     where note.invoice_id = message.subject_id and note.id::text = message.step;
$$;
comment on function private.invoice_credited_mail is
$$As private.mail_data, of credit notes; the PDF, which goes along, is made of public.credit_note_document.

subject_id: the invoice.
step: the id of the credit note.$$;

revoke execute on function private.mail_credit_note, private.invoice_credited_mail
    from public, anon, authenticated, service_role;
