-- A program gets the invoices that it is sent at once in one mail, or in one for each part of a long document.

-- Fires once the statement has ended that sends its invoices.
-- Security definer: the outbox is nobody's to write.
create function private.mail_sent_bundle()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.mails('invoice_bundle') then
        perform private.write_message('invoice_bundle', new.id, part.part::text)
           from (select distinct parts.part from private.parts_of_bundle(new.id) as parts) as part
          order by part.part;
    end if;
    return null;
end;
$$;
comment on function private.mail_sent_bundle is
    'Trigger: writes the mails of a bundle of invoices that is sent, one for each part, if such mail is on.';

create trigger sent_bundles_are_mailed
    after insert on public.invoice_bundles
    for each row execute function private.mail_sent_bundle();

create function private.invoice_bundle_mail(message private.outbox)
returns jsonb
language sql
stable
set search_path = ''
as $$
    select case
        when summed.invoices = 0 then jsonb_build_object('drop', 'All of its invoices are void.')
        else private.mail_to(
            coalesce(program.billing_email, summed.billing_email), program.name,
            jsonb_build_object(
                'facility_name', program.name,
                'issue_date', bundle.issue_date,
                'part', message.step::int,
                'parts', (select max(part.part) from private.parts_of_bundle(bundle.id) as part),
                'invoices', summed.invoices,
                'total', summed.total::text,
                'facilities', summed.facilities,
                'due_from', summed.due_from,
                'due_to', summed.due_to,
                'remit_to', summed.remit_to))
        end
      from public.invoice_bundles as bundle
      join public.facilities as program on program.id = bundle.facility_id
     cross join lateral (
           select count(*) as invoices, sum(invoice.total) as total,
                  count(distinct invoice.facility_id) as facilities,
                  min(invoice.due_date) as due_from, max(invoice.due_date) as due_to,
                  min(invoice.billing_email) as billing_email,
                  min(private.letterhead_on_paper(invoice.letterhead_id) ->> 'remit_to') as remit_to
             from public.invoices as invoice
            where invoice.invoice_bundle_id = bundle.id and invoice.status <> 'void') as summed
     where bundle.id = message.subject_id;
$$;
comment on function private.invoice_bundle_mail is
$$As private.mail_data, of bundles of invoices; a part of its PDF, which goes along, is made of public.invoice_bundle_document,
and with the first part goes the file of all lines. What was voided before it is sent is not asked for.

subject_id: the bundle.
step: the part, from 1 on.$$;

revoke execute on function private.mail_sent_bundle, private.invoice_bundle_mail
    from public, anon, authenticated, service_role;
