-- A facility that was mailed an invoice is told when it is void, so that nobody pays it.

create function private.is_invoice_mailed(invoice_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.invoices as invoice
          join private.outbox as message
            on (message.kind = 'invoice' and message.subject_id = invoice.id)
            or (message.kind = 'invoice_bundle' and message.subject_id = invoice.invoice_bundle_id)
         where invoice.id = is_invoice_mailed.invoice_id
           and (message.sent_at is not null or message.status = 'sending' or message.maybe_sent));
$$;
comment on function private.is_invoice_mailed is 'True if the mail of an invoice, or of its bundle, went out, or may have.';

-- Security definer: the outbox is nobody's to write.
create function private.mail_voided_invoice()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.mails('invoice_voided') and private.is_invoice_mailed(new.id) then
        perform private.write_message('invoice_voided', new.id, '');
    end if;
    return null;
end;
$$;
comment on function private.mail_voided_invoice is
    'Trigger: writes the mail that an invoice is void, if such mail is on and the invoice was mailed.';

create trigger voided_invoices_are_mailed
    after update of status on public.invoices
    for each row when (old.status <> 'draft' and old.status <> 'void' and new.status = 'void')
    execute function private.mail_voided_invoice();

create function private.invoice_voided_mail(message private.outbox)
returns jsonb
language sql
stable
set search_path = ''
as $$
    select private.mail_to(
               coalesce(billed.billing_email, invoice.billing_email), billed.name,
               jsonb_build_object(
                   'facility_name', invoice.facility_name,
                   'number', invoice.number,
                   'issue_date', invoice.issue_date,
                   'total', invoice.total::text))
      from public.invoices as invoice
      join public.facilities as billed on billed.id = coalesce(invoice.bill_to_facility_id, invoice.facility_id)
     where invoice.id = message.subject_id;
$$;
comment on function private.invoice_voided_mail is
$$As private.mail_data, of invoices that are void.

subject_id: the invoice.
step: empty.$$;

revoke execute on function
    private.is_invoice_mailed, private.mail_voided_invoice, private.invoice_voided_mail
    from public, anon, authenticated, service_role;
