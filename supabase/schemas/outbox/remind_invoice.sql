-- A person has a facility reminded of what is overdue, beside the days that it is reminded on by itself. It is the same
-- mail, of all that is overdue, and so at most one a facility and day.
-- Security definer: the outbox is nobody's to write.
create function private.remind_invoice(invoice_id uuid)
returns setof public.outbox
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_invoice public.invoices;
    v_facility public.facilities;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', remind_invoice.invoice_id));
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = remind_invoice.invoice_id;
    if not found then
        perform private.refuse(
            404, 'invoice_not_found', format('There is no invoice %s.', remind_invoice.invoice_id),
            'Look it up in the list of invoices.');
    elsif v_invoice.status not in ('sent', 'partially_paid') or v_invoice.due_date >= v_today or v_invoice.balance <= 0 then
        perform private.refuse(
            409, 'invoice_not_overdue',
            format('Nothing is overdue on invoice %s.', coalesce(v_invoice.number, '(draft)')),
            'Look at it again. It may be paid by now.');
    elsif private.disputed_balance(v_invoice) >= v_invoice.balance then
        perform private.refuse(
            409, 'invoice_disputed',
            format('The facility disputes invoice %s, and is not reminded of it.', v_invoice.number),
            'Wait until the dispute is settled, or settle it.');
    end if;
    -- Who is billed gets it, with all that is overdue.
    select billed.*
      into v_facility
      from public.facilities as facility
      join public.facilities as billed
        on billed.id = coalesce(v_invoice.bill_to_facility_id, facility.bill_to_facility_id, facility.id)
     where facility.id = v_invoice.facility_id;
    -- A mail of an earlier day that is still on its way says what is true when it goes.
    return query
    select shown.* from public.outbox as shown
     where shown.kind = 'overdue_reminder' and shown.subject_id = v_facility.id and shown.status in ('waiting', 'sending')
     order by shown.step desc
     limit 1;
    if found then
        return;
    end if;

    if not private.mails('overdue_reminder') then
        perform private.refuse(
            409, 'reminders_not_mailed', 'No overdue reminders go out by mail.',
            'Ask an admin to switch them on, or send the statement yourself.');
    elsif v_facility.billing_email is null then
        perform private.refuse(
            409, 'facility_without_address', format('There is no billing e-mail of %s.', v_facility.name),
            'Enter it on the page of the facility.');
    end if;

    if not private.write_message('overdue_reminder', v_facility.id, v_today::text)
        and exists (select from private.outbox as message
                     where message.kind = 'overdue_reminder' and message.subject_id = v_facility.id
                       and message.step = v_today::text and message.status in ('failed', 'dropped')) then
        perform private.refuse(
            409, 'reminded_today', format('A reminder was written to %s today, and did not go out.', v_facility.name),
            'Look at it in the outbox. Tomorrow there may be another one.');
    end if;
    return query
    select shown.* from public.outbox as shown
     where shown.kind = 'overdue_reminder' and shown.subject_id = v_facility.id and shown.step = v_today::text;
end;
$$;
comment on function private.remind_invoice is 'The logic of public.remind_invoice.';

create function public.remind_invoice(invoice_id uuid)
returns setof public.outbox language sql volatile rows 1 set search_path = ''
as $$ select * from private.remind_invoice(invoice_id); $$;
comment on function public.remind_invoice is
$$Has the facility of an overdue invoice reminded by mail, with the next run of deliver.

It is the overdue reminder that facilities get by themselves: one mail with all that is overdue, at most one a facility and
day. So invoices of one facility that are reminded of on one day share a mail.

Who: billing.

Arguments:
invoice_id: an invoice that is overdue, and not disputed as a whole.

Result: the mail's row of outbox. Again: the same, on that day and for as long as it is on its way.

Errors: role_required, argument_missing, invoice_not_found, invoice_not_overdue, invoice_disputed, reminders_not_mailed,
facility_without_address, reminded_today.

Example: {"invoice_id": "$overdue_invoice_id"}$$;

revoke execute on function private.remind_invoice, public.remind_invoice from public, anon, authenticated, service_role;
grant execute on function private.remind_invoice, public.remind_invoice to authenticated, service_role;
