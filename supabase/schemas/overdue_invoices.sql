-- The list that somebody who collects works through: what is late, whom to call, what was said last.
-- Security definer: row level security would be asked of each note and mail. What is here, staff read.
create function private.overdue_invoices()
returns table (invoice_id uuid, number text, facility_id uuid, facility_name text, due_date date, days_late int,
    balance numeric, interest numeric, owed numeric, is_disputed boolean, email text, contact_name text,
    collector_id uuid, collector_name text, reminded_at timestamptz, reminder_status text,
    promised_on date, promised_amount numeric, note text, noted_at timestamptz, disputed numeric,
    customer_id uuid, customer_name text)
language plpgsql
stable
security definer
set search_path = ''
set jit = off
as $$
#variable_conflict use_column
declare
    v_today constant date := (private.clock()).business_date;
begin
    perform private.require_staff();
    return query
    with owing as materialized (
        select facility.id, facility.name, facility.bill_to_facility_id, facility.billing_email, contact.name as contact_name,
               looked_after.collector_id, collector.name as collector_name,
               reminder.at as reminded_at, reminder.status as reminder_status,
               promise.promised_on, promise.promised_amount, promise.written_at as promised_at,
               note.text as note, note.written_at as noted_at
          from public.facilities as facility
          left join public.facility_staff as looked_after on looked_after.facility_id = facility.id
          left join public.staff_members as collector on collector.user_id = looked_after.collector_id
          left join lateral (
               select someone.name
                 from public.facility_contacts as someone
                where someone.facility_id = facility.id and someone.is_active and someone.name is not null
                order by someone.email is not distinct from facility.billing_email desc, someone.created_at, someone.id
                limit 1) as contact on true
          left join lateral (
               select coalesce(message.sent_at, message.written_at) as at, message.status
                 from private.outbox as message
                where message.kind = 'overdue_reminder' and message.subject_id = facility.id
                order by message.step desc
                limit 1) as reminder on true
          left join lateral (
               select said.text, said.written_at
                 from public.notes as said
                where said.about = 'facility' and said.about_id = facility.id
                order by said.written_at desc, said.id
                limit 1) as note on true
          left join lateral (
               select said.promised_on, said.promised_amount, said.written_at
                 from public.notes as said
                where said.about = 'facility' and said.about_id = facility.id and said.promised_on is not null
                order by said.written_at desc, said.id
                limit 1) as promise on true
    )
    select invoice.id, invoice.number, owing.id, owing.name, invoice.due_date, v_today - invoice.due_date,
           invoice.balance, invoice.interest_balance, invoice.balance + invoice.interest_balance,
           invoice.disputed_at is not null, billed.billing_email, billed.contact_name,
           billed.collector_id, billed.collector_name, billed.reminded_at, billed.reminder_status,
           case when owing.promised_at > promise.written_at then owing.promised_on
                else coalesce(promise.promised_on, owing.promised_on) end,
           case when owing.promised_at > promise.written_at or promise.promised_on is null then owing.promised_amount
                else promise.promised_amount end,
           case when owing.noted_at > note.written_at then owing.note else coalesce(note.text, owing.note) end,
           greatest(note.written_at, owing.noted_at), private.disputed_balance(invoice), billed.id, billed.name
      from public.invoices as invoice
      join owing on owing.id = invoice.facility_id
      -- Whom to call about it, and who was reminded of it, is who is billed.
      join owing as billed on billed.id = coalesce(invoice.bill_to_facility_id, owing.bill_to_facility_id, owing.id)
      left join lateral (
           select said.text, said.written_at
             from public.notes as said
            where said.about = 'invoice' and said.about_id = invoice.id
            order by said.written_at desc, said.id
            limit 1) as note on true
      left join lateral (
           select said.promised_on, said.promised_amount, said.written_at
             from public.notes as said
            where said.about = 'invoice' and said.about_id = invoice.id and said.promised_on is not null
            order by said.written_at desc, said.id
            limit 1) as promise on true
     where invoice.status in ('sent', 'partially_paid')
       and invoice.due_date < v_today
       and invoice.balance > 0
     order by invoice.due_date, invoice.id;
end;
$$;
comment on function private.overdue_invoices is 'The logic of public.overdue_invoices.';

create function public.overdue_invoices()
returns table (invoice_id uuid, number text, facility_id uuid, facility_name text, due_date date, days_late int,
    balance numeric, interest numeric, owed numeric, is_disputed boolean, email text, contact_name text,
    collector_id uuid, collector_name text, reminded_at timestamptz, reminder_status text,
    promised_on date, promised_amount numeric, note text, noted_at timestamptz, disputed numeric,
    customer_id uuid, customer_name text)
language sql stable set search_path = ''
as $$ select * from private.overdue_invoices(); $$;
comment on function public.overdue_invoices is
$$Lists what is overdue, longest first, with whom to call, when the facility was last reminded, and what it promised.

Filter it by its columns, such as facility_id or collector_id. A note on the facility counts for each of its invoices, one on
the invoice for that: the later one is shown, and the promise so too. Interest alone that is left to pay is in ar_aging.

May be called with GET.

reminder_status is as outbox.status.

Pages: order=due_date,invoice_id.

Who: active staff, whatever their role.

Result: rows. owed: balance and interest. customer_id, customer_name: who is billed, the facility or its program. email: their
billing e-mail. contact_name: their contact with that address, or else the one who has been there longest. collector_id: who of the staff collects (facility_staff). reminded_at and
reminder_status: the last reminder by mail, as outbox has it. is_disputed: also of some lines; disputed: how much of
the balance.

Errors: staff_only.

Example: {}$$;

revoke execute on function private.overdue_invoices, public.overdue_invoices from public, anon, authenticated, service_role;
grant execute on function private.overdue_invoices, public.overdue_invoices to authenticated, service_role;
