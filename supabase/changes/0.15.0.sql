-- What of version 0.15.0 cannot be drafted from the source tree (CONTRIBUTING, "How the schema changes").

-- The kinds of messages are those of mail_kinds and of webhooks.events, each said there alone.
-- drop: private.outbox.message_kind_is_known

-- data move: the new kinds of mail, which are off
-- after all
insert into public.mail_kinds (kind) values ('invoice_credited'), ('invoice_voided');
-- end of data move

-- data move: calls of webhooks that wait behind an unsettled earlier one are no longer due
-- after all
update private.outbox as message
   set next_try_at = null
 where message.status = 'waiting'
   and exists (
       select from private.outbox as earlier
        where earlier.webhook_id = message.webhook_id
          and earlier.subject_id = message.subject_id
          and earlier.place < message.place
          and earlier.status in ('waiting', 'sending', 'failed'));
-- end of data move

-- data move: checks and invoices of days that have not come are told, and stay as they are
-- after all
do $$
declare
    v_today constant date := (private.clock()).business_date;
    v_now constant timestamptz := (private.clock()).at;
    v_told text;
begin
    for v_told in
        select format('The check %s of %s over %s is dated %s, which has not come yet. Correct its day, or return it.',
                      received.id, facility.name, received.amount, received.received_on)
          from public.checks as received
          join public.facilities as facility on facility.id = received.facility_id
         where received.received_on > v_today and received.status <> 'returned'
         union all
        select format('The check %s over %s is returned at %s, which has not come yet. Until then it counts in reports.',
                      received.id, received.amount, received.returned_at)
          from public.checks as received
         where received.returned_at > v_now
         union all
        select format('Invoice %s is dated %s, more than a month ahead. Void or credit it, and send it again.',
                      invoice.number, invoice.issue_date)
          from public.invoices as invoice
         where invoice.issue_date > v_today + interval '1 month' and invoice.status <> 'void'
         union all
        select format('Invoice %s is void at %s, which has not come yet. Until then it counts in reports.',
                      coalesce(invoice.number, invoice.id::text), invoice.voided_at)
          from public.invoices as invoice
         where invoice.voided_at > v_now
         order by 1
    loop
        raise warning '%', v_told;
    end loop;
end;
$$;
-- end of data move
