-- Facilities are reminded of what they owe, on the days after the due date that each says: one mail to each that is billed,
-- with all that is overdue, of a program for all of its facilities. What is in dispute is left out, be it an invoice or a
-- part of one.

create function private.write_overdue_reminders(today date, since date)
returns int
language sql
volatile
set search_path = ''
as $$
    select count(*) filter (where private.write_message(
               'overdue_reminder', facility.id, write_overdue_reminders.today::text))::int
      from (select coalesce(invoice.bill_to_facility_id, owing.bill_to_facility_id, owing.id) as facility_id,
                   array_agg(distinct invoice.due_date) as due_dates
              from public.invoices as invoice
              join public.facilities as owing on owing.id = invoice.facility_id
             where invoice.status in ('sent', 'partially_paid')
               and invoice.due_date < write_overdue_reminders.today
               and invoice.balance > 0
               and (invoice.disputed_at is null or invoice.disputed_amount < invoice.balance)
             group by 1) as late
      join public.facilities as facility on facility.id = late.facility_id
      left join public.facility_reminders as reminders on reminders.facility_id = late.facility_id
     cross join lateral (
           select max(former.step)::date as last_on,
                  coalesce(bool_or(former.status in ('waiting', 'sending')), false) as is_underway
             from private.outbox as former
            where former.kind = 'overdue_reminder' and former.subject_id = facility.id
              -- What a person dropped is decided; what had become untrue was no reminder.
              and (former.status <> 'dropped' or former.decided_by is not null)) as reminded
     where not reminded.is_underway
       and exists (
           select
             from unnest(late.due_dates) as due (day)
            cross join unnest(coalesce(reminders.reminder_days, '{3,15,30}')) as late_by (days)
            where due.day + late_by.days <= write_overdue_reminders.today
              and due.day + late_by.days >= greatest(reminded.last_on + 1, write_overdue_reminders.since));
$$;
comment on function private.write_overdue_reminders is
$$Writes a reminder to each customer one of whose invoices has come to a step of its reminder_days since it was last
reminded. Gives how many.

since: steps before that day are not mailed.$$;

create function private.interest_in_mail(invoice public.invoices)
returns jsonb
language sql
stable
set search_path = ''
as $$
    select jsonb_build_object(
               'accrued', invoice.accrued_interest::text,
               'balance', invoice.interest_balance::text,
               'through', coalesce((invoice.interest_breakdown ->> 'accruedThrough')::date, invoice.interest_computed_on),
               'fee', coalesce(invoice.interest_breakdown ->> 'fee', '0.00'),
               'rates', coalesce((
                   select jsonb_agg(
                              jsonb_build_object('rate', at_rate.rate, 'days', at_rate.days, 'months', at_rate.months)
                              order by at_rate.first_day)
                     from (select segment ->> 'rate' as rate,
                                  min(segment ->> 'from') as first_day,
                                  sum((segment ->> 'days')::int) as days,
                                  sum((segment ->> 'months')::int) as months
                             from jsonb_array_elements(invoice.interest_breakdown -> 'segments') as segment
                            group by segment ->> 'rate') as at_rate), '[]'));
$$;
comment on function private.interest_in_mail is 'The interest of an invoice, and for how long it accrued at which rate.';

create function private.overdue_reminder_mail(message private.outbox)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_most constant int := 100; -- more is a statement, not a mail
begin
    return (
        with overdue as materialized (
            select invoice, private.disputed_balance(invoice) as disputed,
                   invoice.balance - private.disputed_balance(invoice) + invoice.interest_balance as owed,
                   row_number() over (order by invoice.due_date, invoice.number, invoice.id) as place
              from public.invoices as invoice
              join public.facilities as owing on owing.id = invoice.facility_id
             where coalesce(invoice.bill_to_facility_id, owing.bill_to_facility_id, owing.id) = message.subject_id
               and invoice.status in ('sent', 'partially_paid')
               and invoice.due_date < v_today
               and invoice.balance > 0
               and (invoice.disputed_at is null or invoice.disputed_amount < invoice.balance)
        ), summed as (
            select count(*) as invoices, sum(overdue.owed) as owed,
                   count(*) filter (where overdue.place > v_most) as invoices_left_out,
                   sum(overdue.owed) filter (where overdue.place > v_most) as owed_left_out,
                   jsonb_agg(
                       jsonb_build_object(
                           'number', (overdue.invoice).number,
                           'due_date', (overdue.invoice).due_date,
                           'days_late', v_today - (overdue.invoice).due_date,
                           'total', (overdue.invoice).total::text,
                           'balance', ((overdue.invoice).balance - overdue.disputed)::text,
                           'disputed', overdue.disputed::text,
                           'interest', private.interest_in_mail(overdue.invoice))
                       || case when (overdue.invoice).facility_id = message.subject_id then '{}'
                               else jsonb_build_object('facility_name', (overdue.invoice).facility_name) end
                       order by overdue.place) filter (where overdue.place <= v_most) as rows
              from overdue
        )
        select case
            when summed.invoices = 0 then jsonb_build_object('drop', 'Nothing overdue is owed any more.')
            when received.amount >= summed.owed then
                jsonb_build_object('drop', 'Payments that were received, and are not applied yet, cover what is overdue.')
            else private.mail_to(
                facility.billing_email, facility.name,
                jsonb_build_object(
                    'facility_name', facility.name,
                    'as_of', v_today,
                    'invoices', summed.rows,
                    'left_out', case when summed.invoices_left_out > 0 then jsonb_build_object(
                        'invoices', summed.invoices_left_out, 'owed', summed.owed_left_out::text) end,
                    'owed', summed.owed::text,
                    'received', received.amount::text,
                    'left_to_pay', (summed.owed - received.amount)::text,
                    'unapplied_credits', (
                        select coalesce(sum(credit.remaining), 0.00)
                          from public.facility_credits as credit
                          join public.facilities as owner on owner.id = credit.facility_id
                         where facility.id = coalesce(owner.bill_to_facility_id, owner.id))::text,
                    'credit_notes', (
                        select coalesce(jsonb_agg(named.number order by named.number), '[]')
                          from (select note.number
                                  from public.facility_credits as credit
                                  join public.facilities as owner on owner.id = credit.facility_id
                                  join public.credit_notes as note on note.id = credit.credit_note_id
                                 where facility.id = coalesce(owner.bill_to_facility_id, owner.id)
                                   and credit.remaining > 0
                                 order by note.number
                                 limit 20) as named),
                    'remit_to', settings.remit_to))
            end
          from summed
         cross join ( -- checks that are entered, also those with a proposal
               select coalesce(sum(receipt.amount), 0.00) as amount
                 from public.checks as receipt
                 join public.facilities as payer on payer.id = receipt.facility_id
                where coalesce(payer.bill_to_facility_id, payer.id) = message.subject_id
                  and receipt.status = 'received') as received
         cross join public.organization_settings as settings
         cross join public.facilities as facility
         where facility.id = message.subject_id);
end;
$$;
comment on function private.overdue_reminder_mail is
$$As private.mail_data, of overdue reminders: what is overdue on the business date, the oldest 100 invoices by themselves.

subject_id: the facility that is billed.
step: the business day.$$;

revoke execute on function
    private.write_overdue_reminders, private.interest_in_mail, private.overdue_reminder_mail
    from public, anon, authenticated, service_role;
