-- Facts that rows say of themselves.

create function private.is_told(table_name text, row_id uuid, column_name text)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.audit_log as entry
         where entry.table_name = is_told.table_name
           and entry.row_id = is_told.row_id
           and entry.at < statement_timestamp() + interval '1 day' -- months to come are passed by
           and entry.new ->> is_told.column_name is not null
           and entry.new ->> is_told.column_name is distinct from entry.old ->> is_told.column_name
           -- That a row was made says no more than that, but a batch is prepared by it.
           and (entry.old is not null or is_told.column_name in ('created_at', 'prepared_at')));
$$;
comment on function private.is_told is 'True if the log has the change that filled the column of a row, by audit_log_by_row.';

-- For rows that were loaded, or are older than the log.
create function private.records_in_timeline(kind text, id uuid)
returns table (at timestamptz, record_id uuid, actor uuid, verb text, thing text, more text, about text, about_id uuid)
language plpgsql
stable
rows 10
set search_path = ''
as $$
#variable_conflict use_column
declare
    v_timezone constant text := private.operating_timezone();
    v_today constant date := (private.clock()).business_date;
begin
    case records_in_timeline.kind
    when 'invoice' then
        return query
        select fact.at, md5(concat(invoice.id, fact.name))::uuid, fact.actor, fact.verb, 'it', fact.more, 'invoice', invoice.id
          from public.invoices as invoice
         cross join lateral (values
               -- One that was loaded is as old as the load.
               ('created_at', case when invoice.created_at <= coalesce(invoice.sent_at, invoice.voided_at, 'infinity')
                                   then invoice.created_at end, null, 'made %s', null),
               -- An open invoice of the former books was sent by them.
               ('sent_at', case when invoice.kind <> 'opening' then invoice.sent_at end, invoice.sent_by, 'sent %s',
                nullif(private.said_of_sending(invoice.id, invoice.billing_email), '; no mail went out')),
               ('voided_at', invoice.voided_at, invoice.voided_by, 'voided %s', ', because: ' || invoice.void_reason)
               ) as fact (name, at, actor, verb, more)
         where invoice.id = records_in_timeline.id and fact.at is not null
           and not private.is_told('invoices', invoice.id, fact.name)
         union all
        select private.start_of_day(payment.paid_on, v_timezone), payment.id, payment.recorded_by,
               private.said_of_money(payment.amount)
               || case payment.source when 'reconciliation' then ' was paid' when 'credit_note' then ' was credited'
                                      when 'discount' then ' was discounted'
                                      else ' was written off' end
               || case payment.component when 'interest' then ', of the interest'
                                         when 'write_off' then ', of what was written off' else '' end,
               null, ', because: ' || payment.reason, 'invoice', payment.invoice_id
          from public.payments as payment
         where payment.invoice_id = records_in_timeline.id
           and payment.source <> 'interest_invoice'
           and payment.reversed_at is null
           -- The log has the invoice's change in the same transaction.
           and not exists (
               select from public.audit_log as entry
                where entry.table_name = 'invoices' and entry.row_id = payment.invoice_id and entry.at = payment.created_at);
    when 'check' then
        return query
        select fact.at, md5(concat(received.id, fact.name))::uuid, fact.actor, fact.verb, 'it', fact.more, 'check', received.id
          from public.checks as received
         cross join lateral (values
               ('reconciled_at', received.reconciled_at,
                (select paid.confirmed_by from public.check_reconciliations as paid
                  where paid.check_id = received.id order by paid.confirmed_at desc nulls last limit 1),
                'confirmed %s', ': ' || private.said_of_money(received.amount)),
               ('returned_at', received.returned_at, received.returned_by, 'returned %s',
                ', because: ' || received.return_reason)) as fact (name, at, actor, verb, more)
         where received.id = records_in_timeline.id and fact.at is not null
           and not private.is_told('checks', received.id, fact.name)
         union all
        select private.start_of_day(received.received_on, v_timezone), md5(concat(received.id, 'received_on'))::uuid, null, 'It came in', null,
               ': ' || private.said_of_money(received.amount), 'check', received.id
          from public.checks as received
         where received.id = records_in_timeline.id
           -- Who enters it on its day has told of it.
           and not exists (
               select from public.audit_log as entry
                where entry.table_name = 'checks' and entry.row_id = received.id and entry.old is null
                  and entry.at >= private.start_of_day(received.received_on, v_timezone)
                  and entry.at < private.start_of_day(received.received_on + 1, v_timezone));
    when 'payroll_batch' then
        return query
        select fact.at, md5(concat(batch.id, fact.name))::uuid, fact.actor, fact.verb, 'it', fact.more, 'payroll_batch', batch.id
          from public.payroll_batches as batch
         cross join lateral (values
               ('prepared_at', batch.prepared_at, batch.prepared_by, 'prepared %s', null),
               ('in_review_at', batch.in_review_at, batch.in_review_by, 'submitted %s for review', null),
               ('approved_at', batch.approved_at, batch.approved_by, 'approved %s', null),
               ('closed_at', batch.closed_at, batch.closed_by, 'closed %s',
                ': gross pay ' || private.said_of_money(batch.gross_total)),
               ('discarded_at', batch.discarded_at, batch.discarded_by, 'discarded %s',
                ', because: ' || batch.discard_reason)) as fact (name, at, actor, verb, more)
         where batch.id = records_in_timeline.id and fact.at is not null
           and not private.is_told('payroll_batches', batch.id, fact.name);
    when 'candidate', 'contractor' then
        return query
        select fact.at, md5(concat(candidate.id, fact.name))::uuid, fact.actor, fact.verb,
               case records_in_timeline.kind when 'candidate' then 'them'
                    else format('the candidate %s %s', candidate.first_name, candidate.last_name) end,
               null::text, 'candidate', candidate.id
          from public.candidates as candidate
         cross join lateral (values
               ('created_at', case when candidate.created_at <= coalesce(candidate.hired_at, 'infinity')
                                   then candidate.created_at end, null, 'added %s'),
               ('hired_at', candidate.hired_at, candidate.hired_by, 'hired %s')) as fact (name, at, actor, verb)
         where candidate.id = case records_in_timeline.kind
                   when 'candidate' then records_in_timeline.id
                   else (select contractor.candidate_id from public.contractors as contractor
                          where contractor.id = records_in_timeline.id) end
           and fact.at is not null
           and not private.is_told('candidates', candidate.id, fact.name)
         union all
        select private.start_of_day(term.day, v_timezone), md5(concat(assignment.id, term.name))::uuid, null,
               format('The assignment of %s %s at %s %s',
                      contractor.first_name, contractor.last_name, facility.name, term.name),
               null, null, 'assignment', assignment.id
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
          join public.facilities as facility on facility.id = assignment.facility_id
         cross join lateral (values ('started', assignment.start_date), ('ended', assignment.end_date)) as term (name, day)
         where records_in_timeline.kind = 'contractor' and assignment.contractor_id = records_in_timeline.id
           and term.day <= v_today;
    when 'assignment' then
        return query
        select private.start_of_day(term.day, v_timezone), md5(concat(assignment.id, term.name))::uuid, null::uuid, 'It ' || term.name,
               null::text, null::text, 'assignment', assignment.id
          from public.assignments as assignment
         cross join lateral (values ('started', assignment.start_date), ('ended', assignment.end_date)) as term (name, day)
         where assignment.id = records_in_timeline.id and term.day <= v_today;
    else
        return;
    end case;
end;
$$;
comment on function private.records_in_timeline is
$$Facts that a row itself has of what happened, where the log has no change of it: it was loaded, or is older than the log.

verb: a sentence without its end, or the verb with %s for the thing.$$;

revoke execute on function
    private.is_told, private.records_in_timeline
    from public, anon, authenticated, service_role;
