-- Invoices go to the facility when they are sent. What was entered as sent, such as open invoices of the former books, is
-- with the facility already.

-- Security definer: the outbox is nobody's to write.
create function private.mail_sent_invoice()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.mails('invoice') and not (new.invoice_bundle_id is not null and private.mails('invoice_bundle')) then
        perform private.write_message('invoice', new.id, '');
    end if;
    return null;
end;
$$;
comment on function private.mail_sent_invoice is
    'Trigger: writes the mail of an invoice that is sent, if such mail is on, and it does not go out with its bundle.';

create trigger sent_invoices_are_mailed
    after update of status on public.invoices
    for each row when (old.status = 'draft' and new.status in ('sent', 'paid') and new.kind <> 'opening')
    execute function private.mail_sent_invoice();

create function private.invoice_mail(message private.outbox)
returns jsonb
language sql
stable
set search_path = ''
as $$
    select case
        when invoice.status = 'void' then jsonb_build_object('drop', 'The invoice is void.')
        else private.mail_to(
            coalesce(billed.billing_email, invoice.billing_email), billed.name,
            jsonb_build_object(
                'facility_name', invoice.facility_name,
                'number', invoice.number,
                'kind', invoice.kind,
                'period_start', invoice.period_start,
                'period_end', invoice.period_end,
                'issue_date', invoice.issue_date,
                'due_date', invoice.due_date,
                'total', invoice.total::text,
                'owed', (invoice.balance + invoice.interest_balance)::text,
                'group_by', private.invoice_group_by(invoice),
                'group_name', invoice.group_name,
                'purchase_order', invoice.purchase_order,
                'remit_to', private.letterhead_on_paper(invoice.letterhead_id) ->> 'remit_to'))
        end
      from public.invoices as invoice
      join public.facilities as billed on billed.id = coalesce(invoice.bill_to_facility_id, invoice.facility_id)
     where invoice.id = message.subject_id;
$$;
comment on function private.invoice_mail is
$$As private.mail_data, of invoices; its PDF, which goes along, is made of public.invoice_document.

subject_id: the invoice.
step: empty.$$;

revoke execute on function private.mail_sent_invoice, private.invoice_mail
    from public, anon, authenticated, service_role;
