-- Sources of a timeline: changes of rows, and mails.

-- Every reader of what the log says but its own page goes by this function. Security definer: the log is read by admins alone.
create function private.changes_of(table_name text, row_id uuid, before timestamptz, before_id uuid, most int)
returns table (at timestamptz, id uuid)
language plpgsql
stable
rows 20
set search_path = ''
as $$
begin
    return query
    select entry.at, entry.id
      from public.audit_log as entry
     where entry.table_name = changes_of.table_name
       and entry.row_id = changes_of.row_id
       -- Months to come are passed by: all partitions would be looked into.
       and entry.at <= least(changes_of.before, statement_timestamp() + interval '1 day')
       and (entry.at < changes_of.before or entry.id < changes_of.before_id)
     order by entry.at desc, entry.id desc
     limit changes_of.most;
end;
$$;
comment on function private.changes_of is 'The newest changes of a row in the log, before an instant and an id, by audit_log_by_row.';

create function private.rows_in_timeline(kind text, id uuid, sees_pay boolean)
returns table (table_name text, row_id uuid, is_itself boolean)
language plpgsql
stable
rows 50
set search_path = ''
as $$
begin
    case rows_in_timeline.kind
    when 'contractor' then
        return query
        select 'contractors', rows_in_timeline.id, true
         union all
        select 'candidates', contractor.candidate_id, false
          from public.contractors as contractor
         where contractor.id = rows_in_timeline.id and contractor.candidate_id is not null
         union all
        select named.table_name, assignment.id, false
          from public.assignments as assignment
         cross join (values ('assignments'), ('assignment_rates')) as named (table_name)
         where assignment.contractor_id = rows_in_timeline.id
         union all
        select 'rate_hits', hit.id, false
          from public.assignments as assignment
          join public.rate_hits as hit on hit.assignment_id = assignment.id
         where assignment.contractor_id = rows_in_timeline.id
         union all
        select 'payroll_adjustments', adjustment.id, false
          from public.payroll_adjustments as adjustment
         where rows_in_timeline.sees_pay and adjustment.contractor_id = rows_in_timeline.id;
    when 'candidate' then
        return query select 'candidates', rows_in_timeline.id, true;
    when 'facility' then
        return query
        select named.table_name, rows_in_timeline.id, true from (values ('facilities')) as named (table_name)
         union all
        select 'facility_contacts', contact.id, false
          from public.facility_contacts as contact where contact.facility_id = rows_in_timeline.id
         union all
        select 'facility_interest_terms', terms.id, false
          from public.facility_interest_terms as terms where terms.facility_id = rows_in_timeline.id
         union all
        select 'purchase_orders', ordered.id, false
          from public.purchase_orders as ordered where ordered.facility_id = rows_in_timeline.id
         union all
        select 'facility_reminders', reminders.id, false
          from public.facility_reminders as reminders where reminders.facility_id = rows_in_timeline.id
         union all
        select 'assignments', assignment.id, false
          from public.assignments as assignment where assignment.facility_id = rows_in_timeline.id
         union all
        select 'invoices', invoice.id, false
          from public.invoices as invoice where invoice.facility_id = rows_in_timeline.id
         union all
        select 'credit_notes', note.id, false
          from public.credit_notes as note where note.facility_id = rows_in_timeline.id
         union all
        select 'checks', received.id, false
          from public.checks as received where received.facility_id = rows_in_timeline.id
         union all
        select 'refunds', refund.id, false
          from public.refunds as refund where refund.facility_id = rows_in_timeline.id;
    when 'assignment' then
        return query
        select named.table_name, rows_in_timeline.id, named.table_name = 'assignments'
          from (values ('assignments'), ('assignment_rates'), ('assignment_code_rates'), ('assignment_bill_terms'))
               as named (table_name)
         union all
        select 'rate_hits', hit.id, false from public.rate_hits as hit where hit.assignment_id = rows_in_timeline.id
         union all
        select 'assignment_stipends', stipend.id, false
          from public.assignment_stipends as stipend where stipend.assignment_id = rows_in_timeline.id
         union all
        select 'guarantees', guarantee.id, false
          from public.guarantees as guarantee where guarantee.assignment_id = rows_in_timeline.id
         union all
        select 'guarantee_exceptions', exception.id, false
          from public.guarantee_exceptions as exception where exception.assignment_id = rows_in_timeline.id
         union all
        select 'planned_shifts', planned.id, false
          from public.planned_shifts as planned where planned.assignment_id = rows_in_timeline.id;
    when 'invoice' then
        return query
        select 'invoices', rows_in_timeline.id, true
         union all
        select 'credit_notes', note.id, false from public.credit_notes as note where note.invoice_id = rows_in_timeline.id
         union all
        select 'outbox', message.id, false
          from private.outbox as message
         where message.kind in ('invoice', 'invoice_voided', 'invoice_credited')
           and message.subject_id = rows_in_timeline.id;
    when 'check' then
        -- Its proposal is confirmed and returned with it, by one press.
        return query
        select 'checks', rows_in_timeline.id, true
         union all
        select 'facility_credits', credit.id, false
          from public.facility_credits as credit where credit.check_id = rows_in_timeline.id
         union all
        select 'refunds', refund.id, false
          from public.facility_credits as credit
          join public.refunds as refund on refund.facility_credit_id = credit.id
         where credit.check_id = rows_in_timeline.id;
    when 'payroll_batch' then
        return query
        select 'payroll_batches', rows_in_timeline.id, true
         union all
        select 'payroll_handovers', handover.id, false
          from public.payroll_handovers as handover where handover.payroll_batch_id = rows_in_timeline.id;
    end case;
end;
$$;
comment on function private.rows_in_timeline is 'Rows whose changes a timeline tells: the row itself and its documents. Of a person no time.';

-- Of an invoice's own sending the change tells already what became of its mail.
create function private.mails_in_timeline(kind text, id uuid)
returns setof private.outbox
language plpgsql
stable
rows 10
set search_path = ''
as $$
begin
    case mails_in_timeline.kind
    when 'invoice' then
        return query
        select message.* from private.outbox as message
         where message.kind in ('invoice_voided', 'invoice_credited') and message.subject_id = mails_in_timeline.id;
    when 'facility' then
        return query
        select message.* from private.outbox as message
         where message.kind = 'overdue_reminder' and message.subject_id = mails_in_timeline.id
         union all
        select message.* from public.facility_contacts as contact
          join private.outbox as message on message.kind = 'time_to_approve' and message.subject_id = contact.id
         where contact.facility_id = mails_in_timeline.id;
    else
        return;
    end case;
end;
$$;
comment on function private.mails_in_timeline is 'Mails about the row of a timeline, by message_is_written_once.';

revoke execute on function
    private.changes_of, private.rows_in_timeline, private.mails_in_timeline
    from public, anon, authenticated, service_role;
