-- What of version 0.15.0 cannot be drafted from the source tree (CONTRIBUTING, "How the schema changes").

-- The kinds of messages are those of mail_kinds and of webhooks.events, each said there alone.
-- drop: private.outbox.message_kind_is_known

-- data move: checks and invoices of days that have not come are told, and stay as they are
-- after all
do $$
declare
    v_today constant date := (private.clock()).business_date;
    v_row record;
begin
    for v_row in
        select received.id, received.amount, received.received_on, facility.name
          from public.checks as received
          join public.facilities as facility on facility.id = received.facility_id
         where received.received_on > v_today and received.status <> 'returned'
         order by received.received_on, received.id
    loop
        raise warning 'The check % of % over % is dated %, which has not come yet. Correct its day, or return it.',
            v_row.id, v_row.name, v_row.amount, v_row.received_on;
    end loop;
    for v_row in
        select invoice.id, invoice.number, invoice.issue_date
          from public.invoices as invoice
         where invoice.issue_date > v_today + interval '1 month' and invoice.status <> 'void'
         order by invoice.issue_date, invoice.id
    loop
        raise warning 'Invoice % is dated %, more than a month ahead. Void or credit it, and send it again.',
            v_row.number, v_row.issue_date;
    end loop;
end;
$$;
-- end of data move
