-- The story of a person, a facility or a document in sentences: changes out of the audit log, mails and notes. The words
-- stand here alone, and the page of the audit log has the same.

create function private.said_of_day(day date)
returns text
language sql
stable
set search_path = ''
as $$ select to_char(said_of_day.day, 'FMMon FMDD, YYYY'); $$;
comment on function private.said_of_day is 'A day as people write it: Mar 2, 2026.';

create function private.said_of_money(amount numeric)
returns text
language sql
stable
set search_path = ''
as $$
    select case when said_of_money.amount < 0 then '-' else '' end
           || to_char(abs(said_of_money.amount), 'FM$999,999,999,990.00');
$$;
comment on function private.said_of_money is 'An amount as people write it: $1,234.50.';

create function private.said_of_value(value jsonb)
returns text
language sql
stable
set search_path = ''
as $$
    select case
        when said_of_value.value is null or jsonb_typeof(said_of_value.value) = 'null' then 'nothing'
        when jsonb_typeof(said_of_value.value) = 'boolean'
            then case said_of_value.value #>> '{}' when 'true' then 'yes' else 'no' end
        when said_of_value.value #>> '{}' ~ '^\d{4}-\d\d-\d\d$'
            then private.said_of_day((said_of_value.value #>> '{}')::date)
        when said_of_value.value #>> '{}' ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
            or jsonb_typeof(said_of_value.value) = 'object' or length(said_of_value.value #>> '{}') > 200 then null
        when jsonb_typeof(said_of_value.value) = 'array' then (
            select coalesce(string_agg(item, ', ' order by place), 'nothing')
              from jsonb_array_elements_text(said_of_value.value) with ordinality as listed (item, place))
        else replace(said_of_value.value #>> '{}', E'\n', ', ')
    end;
$$;
comment on function private.said_of_value is 'The value of a column for people; null where it says nothing to them, such as an id.';

create function private.said_of_thing(table_name text, content jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
    v_facility constant text := (
        select facility.name from public.facilities as facility
         where facility.id = (said_of_thing.content ->> 'facility_id')::uuid);
    v_person constant text := coalesce(
        nullif(concat_ws(' ', said_of_thing.content ->> 'first_name', said_of_thing.content ->> 'last_name'), ''),
        (select concat_ws(' ', contractor.first_name, contractor.last_name) from public.contractors as contractor
          where contractor.id = (said_of_thing.content ->> 'contractor_id')::uuid));
    v_assignment constant text := (
        select format('%s %s at %s', contractor.first_name, contractor.last_name, facility.name)
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
          join public.facilities as facility on facility.id = assignment.facility_id
         where assignment.id = (said_of_thing.content ->> 'assignment_id')::uuid);
    v_period constant text := (
        select format('%s to %s', private.said_of_day(period.period_start), private.said_of_day(period.period_end))
          from public.payroll_periods as period
         where period.id = coalesce(
                   (said_of_thing.content ->> 'payroll_period_id')::uuid,
                   (select batch.payroll_period_id from public.payroll_batches as batch
                     where batch.id = (said_of_thing.content ->> 'payroll_batch_id')::uuid)));
    v_name constant text := coalesce(said_of_thing.content ->> 'name', said_of_thing.content ->> 'number');
    v_from constant text := private.said_of_day(
        coalesce(said_of_thing.content ->> 'effective_from', said_of_thing.content ->> 'effective_on',
                 said_of_thing.content ->> 'period_start', said_of_thing.content ->> 'payable_on')::date);
begin
    return case said_of_thing.table_name
        when 'facilities' then 'the facility ' || v_name
        when 'facility_contacts' then format('the contact %s of %s', coalesce(v_name, 'without a name'), v_facility)
        when 'facility_interest_terms' then format('the interest terms of %s from %s', v_facility, v_from)
        when 'facility_reminders' then 'the reminders of ' || v_facility
        when 'purchase_orders' then format('order %s of %s', v_name, v_facility)
        when 'staff_members' then 'the staff member ' || coalesce(v_name, 'without a name')
        when 'contractors' then 'the contractor ' || v_person
        when 'candidates' then 'the candidate ' || v_person
        when 'assignments' then format('the assignment of %s at %s', v_person, v_facility)
        when 'assignment_rates' then format('the rates of %s from %s', v_assignment, v_from)
        when 'assignment_bill_terms' then format('the bill terms of %s from %s', v_assignment, v_from)
        when 'assignment_stipends' then 'a stipend of ' || v_assignment
        when 'rate_hits' then format('the rate hit of %s for %s', v_from, v_assignment)
        when 'invoices' then coalesce(
            'invoice ' || v_name,
            format('the draft invoice of %s from %s', v_facility, v_from))
        when 'credit_notes' then 'credit note ' || v_name
        when 'checks' then format('%s %sof %s', case said_of_thing.content ->> 'method'
            when 'ach' then 'the ACH transfer' when 'wire' then 'the wire' else 'check' end,
            coalesce((said_of_thing.content ->> 'check_number') || ' ', ''), v_facility)
        when 'check_reconciliations' then 'the proposal of what ' || case
            when said_of_thing.content ->> 'facility_credit_id' is null then 'a check pays' else 'a credit pays' end
        when 'check_reconciliation_lines' then 'a line of what a check pays'
        when 'facility_credits' then format(
            'a credit of %s for %s', private.said_of_money((said_of_thing.content ->> 'amount')::numeric), v_facility)
        when 'payroll_periods' then format('the payroll period %s to %s',
            v_from, private.said_of_day((said_of_thing.content ->> 'period_end')::date))
        when 'payroll_batches' then 'the payroll batch of ' || v_period
        when 'payroll_handovers' then format('the %s file of %s%s',
            case said_of_thing.content ->> 'employment' when 'w2' then 'W-2' else said_of_thing.content ->> 'employment' end,
            v_period, case when (said_of_thing.content ->> 'nth')::int > 1 then ' again' else '' end)
        when 'payroll_adjustments' then format('the adjustment for %s of %s', v_person, v_from)
        when 'time_entries' then format('the time of %s on %s', coalesce(v_assignment, 'somebody'),
            private.said_of_day((said_of_thing.content ->> 'work_date')::date))
        when 'organization_settings' then 'the firm''s settings'
        when 'overtime_rules' then 'the overtime rule ' || v_name
        when 'holidays' then format('the holiday %s', coalesce(v_name, said_of_thing.content ->> 'day'))
        when 'earning_codes' then 'the earning code for ' || replace(said_of_thing.content ->> 'earning', '_', ' ')
        when 'journal_accounts' then format('the account of the journal for %s',
            replace(said_of_thing.content ->> 'account', '_', ' '))
        when 'book_closings' then 'the closing of the books through '
            || private.said_of_day((said_of_thing.content ->> 'through')::date)
        when 'webhooks' then 'a webhook'
        when 'outbox' then 'a message'
        when 'invitations' then 'an invitation'
    end;
end;
$$;
comment on function private.said_of_thing is 'A row of the audit log by its name: invoice INV-2026-000061, the facility Mercy.';

-- Rates, and what only payroll reads.
create function private.said_of_columns(entry public.audit_log, sees_rates boolean)
returns text
language sql
stable
set search_path = ''
as $$
    select string_agg(
               case when named.is_secret or before.said is null or after.said is null then named.label
                    else format('%s from %s to %s', named.label, before.said, after.said) end,
               '; ' order by named.label)
      from jsonb_each((said_of_columns.entry).new) as changed (name, value)
     cross join lateral (
           select case changed.name
                      when 'user_id' then 'who signs in'
                      when 'is_active' then 'active'
                      when 'collector_id' then 'who collects'
                      else replace(regexp_replace(changed.name, '_id$', ''), '_', ' ')
                  end as label,
                  changed.name in ('user_id', 'payroll_number', 'secret', 'url', 'logo')
                  or (not said_of_columns.sees_rates
                      and changed.name ~ '(^|_)(bill_rate|pay_rate|bill_rate_change|pay_rate_change|weekly_amount|daily_amount|shift_amount)$')
                      as is_secret) as named
     cross join lateral (select private.said_of_value((said_of_columns.entry).old -> changed.name) as said) as before
     cross join lateral (select private.said_of_value(changed.value) as said) as after
     where (said_of_columns.entry).old is not null
       and (said_of_columns.entry).old -> changed.name is distinct from changed.value
       and changed.name !~ '(_at|_by|_ids)$|^base_'
       and changed.name <> all ('{id,created_at,search_name,group_key,balance,interest_balance}'::text[]);
$$;
comment on function private.said_of_columns is
    'Columns that a change of the log changed, with their values; of a rate without them unless the reader may see rates.';

create function private.said_of_rates(content jsonb, sees_rates boolean)
returns text
language sql
stable
set search_path = ''
as $$
    select case when said_of_rates.sees_rates then string_agg(
               format('%s %s%s', rate.label,
                      case when rate.is_change and rate.amount > 0 then '+' else '' end, private.said_of_money(rate.amount)),
               ', ' order by rate.label) end
      from (values ('bill', false, (said_of_rates.content ->> 'bill_rate')::numeric),
                   ('pay', false, (said_of_rates.content ->> 'pay_rate')::numeric),
                   ('bill', true, (said_of_rates.content ->> 'bill_rate_change')::numeric),
                   ('pay', true, (said_of_rates.content ->> 'pay_rate_change')::numeric)) as rate (label, is_change, amount)
     where rate.amount <> 0;
$$;
comment on function private.said_of_rates is 'Rates of a row, or how it changes them, for who may see them.';

create function private.said_of_instant(at timestamptz, since timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
    select to_char(said.at, case when said.at::date = said.since::date then 'FMHH12:MI AM'
                                 else 'FMMon FMDD, YYYY, FMHH12:MI AM' end)
      from (select said_of_instant.at at time zone private.operating_timezone() as at,
                   said_of_instant.since at time zone private.operating_timezone() as since) as said;
$$;
comment on function private.said_of_instant is 'Time of day in the firm''s timezone, with the day where that is another one than since''s.';

create function private.outcome_of_mail(message private.outbox)
returns text
language sql
stable
set search_path = ''
as $$
    select case message.status
        when 'sent' then 'delivered ' || private.said_of_instant(message.sent_at, message.written_at)
        when 'failed' then case when message.sent_at is null then 'not delivered: ' else 'came back: ' end || message.error
        when 'dropped' then 'not sent: ' || message.error
        else 'on its way'
    end;
$$;
comment on function private.outcome_of_mail is 'Fate of a mail, in a few words.';

create function private.said_of_mail(message private.outbox)
returns text
language sql
stable
set search_path = ''
as $$
    select format('%s%s: %s',
        case message.kind
            when 'invoice' then 'Mail with the invoice'
            when 'invoice_voided' then 'Mail that the invoice is void'
            when 'invoice_credited' then 'Mail with the credit note'
            when 'overdue_reminder' then 'Overdue reminder'
            when 'time_to_approve' then 'Mail about time to approve'
            when 'invitation' then 'Mail with the invitation'
            else 'Mail'
        end,
        ' to ' || message.recipient, private.outcome_of_mail(message));
$$;
comment on function private.said_of_mail is 'A mail in a sentence: to whom it went, and what became of it.';

-- A firm without mail hands its invoices over itself.
create function private.said_of_sending(invoice_id uuid, email text)
returns text
language sql
stable
set search_path = ''
as $$
    select coalesce(
        (select case when message.status = 'dropped' then '; no mail went out: ' || message.error
                     else coalesce(' to ' || coalesce(message.recipient, said_of_sending.email), '')
                          || '; ' || private.outcome_of_mail(message) end
           from private.outbox as message
          where message.kind = 'invoice' and message.subject_id = said_of_sending.invoice_id),
        '; no mail went out');
$$;
comment on function private.said_of_sending is
$$To whom the mail of a sent invoice went and what came of it, or that none went out: the rest of the sentence.

email: the invoice's billing_email, until the mail has its recipient.$$;

-- Verbs by table and state. What has none of its own is added, changed or removed.
create function private.said_of_verb(entry public.audit_log)
returns text
language sql
stable
set search_path = ''
as $$
    select case
        when entry.old is null and entry.procedure = 'import_rows' then 'imported %s'
        when entry.old is null and entry.new is not null then case entry.table_name
            when 'invoices' then case entry.new ->> 'status' when 'draft' then 'made %s' else 'entered %s' end
            when 'checks' then 'entered %s'
            when 'assignments' then 'made %s'
            when 'payroll_batches' then 'prepared %s'
            when 'payroll_handovers' then 'handed over %s'
            when 'credit_notes' then 'issued %s'
            when 'rate_hits' then 'entered %s'
            when 'check_reconciliations' then 'made %s'
            else 'added %s' end
        when entry.new is null then 'removed %s'
        when entry.table_name = 'outbox' then case entry.procedure
            when 'send_message_again' then 'had %s sent again' else 'dropped %s' end
        when entry.old ->> 'status' is distinct from entry.new ->> 'status' then coalesce(
            case entry.table_name
                when 'invoices' then case
                    when entry.new ->> 'status' = 'void' then 'voided %s'
                    when entry.old ->> 'status' = 'draft' then 'sent %s'
                    when entry.procedure = 'write_off_invoice' then 'wrote off %s'
                    when entry.procedure = 'credit_invoice' then 'credited %s'
                    when entry.procedure = 'return_check' then 'took back a payment of %s'
                    when entry.new ->> 'status' = 'partially_paid' then 'entered a payment of part of %s'
                    when entry.new ->> 'status' = 'paid' then 'entered the payment of %s' end
                when 'checks' then case entry.new ->> 'status'
                    when 'reconciled' then 'confirmed %s' when 'returned' then 'returned %s' end
                when 'check_reconciliations' then case entry.new ->> 'status'
                    when 'confirmed' then 'confirmed %s' when 'returned' then 'took back %s' end
                when 'payroll_batches' then case entry.new ->> 'status'
                    when 'in_review' then 'submitted %s for review' when 'approved' then 'approved %s'
                    when 'closed' then 'closed %s' when 'discarded' then 'discarded %s' end
                when 'rate_hits' then case entry.new ->> 'status'
                    when 'applied' then 'applied %s' when 'cancelled' then 'canceled %s' end
                when 'candidates' then case entry.new ->> 'status' when 'hired' then 'hired %s' end
                when 'payroll_periods' then case entry.new ->> 'status' when 'closed' then 'closed %s' end
            end,
            'moved %s from ' || replace(entry.old ->> 'status', '_', ' ') || ' to '
            || replace(entry.new ->> 'status', '_', ' '))
        when entry.table_name = 'invoices' and entry.procedure = 'dispute_invoice' then 'noted that the facility disputes %s'
        when entry.table_name = 'invoices' and entry.procedure = 'settle_dispute' then 'settled the dispute of %s'
        when entry.table_name = 'invoices' and entry.old ->> 'status' = 'draft' then 'rebuilt %s'
        when entry.table_name = 'invoices' and entry.procedure = 'write_off_invoice' then 'wrote off part of %s'
        when entry.table_name = 'invoices' and entry.procedure = 'credit_invoice' then 'credited part of %s'
        when entry.table_name = 'payroll_batches' then 'rebuilt %s'
        else 'changed %s'
    end;
$$;
comment on function private.said_of_verb is 'The verb of a change, with %s for what it is about.';

create function private.said_of_actor(entry public.audit_log)
returns text
language sql
stable
set search_path = ''
as $$
    select coalesce(
        (select known.name from public.user_names as known where known.user_id = entry.actor),
        case entry.caller when 'authenticated' then 'Somebody' when 'service_role' then 'A program' else 'The system' end);
$$;
comment on function private.said_of_actor is 'Name of whoever made a change; a word where no person did.';

create function private.is_loaded(entry public.audit_log)
returns boolean
language sql
immutable
set search_path = ''
as $$
    select entry.old is null and entry.actor is null and entry.procedure in ('insert', 'import_rows')
           and coalesce(entry.caller, 'owner') = 'owner';
$$;
comment on function private.is_loaded is 'True of the change by which a row was loaded: no person made it, and no job.';

create function private.said_of_nobody(thing text, done text)
returns text
language sql
immutable
set search_path = ''
as $$
    select case said_of_nobody.thing
               when 'them' then 'They'
               else upper(left(said_of_nobody.thing, 1)) || substr(said_of_nobody.thing, 2) end
           || case when said_of_nobody.thing ~ '^(them$|the (rates|interest terms|bill terms|reminders|firm''s settings))'
                   then ' were ' else ' was ' end
           || said_of_nobody.done;
$$;
comment on function private.said_of_nobody is 'A sentence of what was done, where nobody is known to have done it: It was sent.';

create function private.said_of_record(actor uuid, verb text, thing text)
returns text
language sql
stable
set search_path = ''
as $$
    select case
        when said_of_record.thing is null then said_of_record.verb
        else coalesce(
            (select known.name || ' ' || replace(said_of_record.verb, '%s', said_of_record.thing)
               from public.user_names as known where known.user_id = said_of_record.actor),
            private.said_of_nobody(said_of_record.thing, replace(said_of_record.verb, ' %s', ''))) end;
$$;
comment on function private.said_of_record is 'A fact of a row in a sentence: verb is one, or has %s for the thing.';

create function private.said_of_change(entry public.audit_log, by_itself boolean, sees_rates boolean)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
    v_content constant jsonb := coalesce(entry.new, entry.old);
    v_verb constant text := private.said_of_verb(entry);
    v_thing constant text := case
        when said_of_change.by_itself and entry.table_name in ('contractors', 'candidates') then 'them'
        when said_of_change.by_itself then 'it'
        else coalesce(private.said_of_thing(entry.table_name, v_content), 'the ' || replace(entry.table_name, '_', ' ')) end;
    v_more constant text := case
        when entry.table_name = 'invoices' and v_verb = 'sent %s' then
            private.said_of_sending(entry.row_id, entry.new ->> 'billing_email')
        when entry.table_name = 'invoices' and v_verb ~ '^(voided|noted)' then
            'because: ' || coalesce(entry.new ->> 'void_reason', entry.new ->> 'dispute_reason')
        when entry.table_name = 'invoices' and entry.old ->> 'amount_paid' is distinct from entry.new ->> 'amount_paid' then
            private.said_of_money(abs((entry.new ->> 'amount_paid')::numeric - (entry.old ->> 'amount_paid')::numeric))
        when entry.table_name = 'invoices' and v_verb = 'rebuilt %s' then
            'total ' || private.said_of_money((entry.new ->> 'total')::numeric)
        when entry.table_name = 'checks' and (entry.old is null or v_verb = 'confirmed %s') then
            private.said_of_money((entry.new ->> 'amount')::numeric)
        when entry.table_name = 'checks' and v_verb = 'returned %s' then 'because: ' || (entry.new ->> 'return_reason')
        when entry.table_name = 'credit_notes' then private.said_of_money((v_content ->> 'amount')::numeric)
        when entry.table_name = 'payroll_batches' and v_verb = 'discarded %s' then
            'because: ' || (entry.new ->> 'discard_reason')
        when entry.table_name = 'payroll_batches' then
            'gross pay ' || private.said_of_money((v_content ->> 'gross_total')::numeric)
        when entry.table_name = 'payroll_handovers' then
            private.counted((v_content ->> 'people')::bigint, 'person', 'people')
        when entry.old is null or v_verb <> 'changed %s' then private.said_of_rates(v_content, said_of_change.sees_rates)
        else private.said_of_columns(entry, said_of_change.sees_rates)
    end;
begin
    return case
            when private.is_loaded(entry) then private.said_of_nobody(v_thing, replace(v_verb, ' %s', ''))
            else format('%s %s', private.said_of_actor(entry), replace(v_verb, '%s', v_thing)) end
        || case when v_more is null then '' when v_more ~ '^( to |;)' then v_more
                when v_more like 'because: %' then ', ' || v_more else ': ' || v_more end;
end;
$$;
comment on function private.said_of_change is
$$A change of the audit log in a sentence.

by_itself: whether it is said on the page of the row itself, which is "it", or "them" of a person.
sees_rates: whether the reader may see the amounts of rates.$$;

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
       and entry.at <= changes_of.before
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
          from public.checks as received where received.facility_id = rows_in_timeline.id;
    when 'assignment' then
        return query
        select named.table_name, rows_in_timeline.id, named.table_name = 'assignments'
          from (values ('assignments'), ('assignment_rates'), ('assignment_bill_terms')) as named (table_name)
         union all
        select 'rate_hits', hit.id, false from public.rate_hits as hit where hit.assignment_id = rows_in_timeline.id
         union all
        select 'assignment_stipends', stipend.id, false
          from public.assignment_stipends as stipend where stipend.assignment_id = rows_in_timeline.id;
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
          from public.facility_credits as credit where credit.check_id = rows_in_timeline.id;
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
                                      else ' was written off' end
               || case payment.component when 'interest' then ', of the interest' else '' end,
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

create function private.require_reader_of_pay(kind text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if require_reader_of_pay.kind = 'payroll_batch' then
        perform private.require_role('payroll');
    end if;
end;
$$;
comment on function private.require_reader_of_pay is 'Raises 403 where a timeline tells of what only payroll reads.';

-- Security definer: staff read what the log says of these rows, not the log.
create function private.timeline(kind text, id uuid, before text, most int)
returns table (at timestamptz, source text, who text, said text, about text, about_id uuid, place text)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
    v_server boolean;
    v_sees_rates boolean;
    v_before timestamptz := 'infinity';
    v_before_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    v_limit constant int := least(greatest(coalesce(timeline.most, 50), 1), 200);
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('kind', timeline.kind, 'id', timeline.id));
    if private.is_there(timeline.kind, timeline.id) is null then
        perform private.refuse(
            400, 'kind_unknown', 'There is no timeline of this.',
            'Choose a facility, contractor, candidate, assignment, invoice, check or payroll batch.');
    end if;
    perform private.require_reader_of_pay(timeline.kind);
    if timeline.before is not null then
        begin
            v_before := split_part(timeline.before, ' ', 1)::timestamptz;
            v_before_id := split_part(timeline.before, ' ', 2)::uuid;
        exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
            perform private.refuse(
                400, 'place_not_valid', 'This is no place in a timeline.', 'Give the place of a row that was read.');
        end;
    end if;
    v_server := private.caller() in ('service_role', 'owner');
    v_sees_rates := v_server or private.has_role('billing', 'payroll', 'recruiting');

    return query
    with records as materialized (
        select record.at, record.record_id as id, record.actor, record.verb, record.thing, record.more, record.about, record.about_id
          from private.records_in_timeline(timeline.kind, timeline.id) as record
    ), told as materialized (
        select change.at, change.id, 'change' as source, story.is_itself, story.table_name
          from private.rows_in_timeline(timeline.kind, timeline.id, v_server or private.has_role('payroll')) as story
         cross join lateral private.changes_of(story.table_name, story.row_id, v_before, v_before_id, v_limit) as change
         union all
        select mail.at, mail.id, 'mail', false, null
          from (select coalesce(message.sent_at, message.failed_at, message.dropped_at, message.written_at) as at, message.id
                  from private.mails_in_timeline(timeline.kind, timeline.id) as message) as mail
         where (mail.at, mail.id) < (v_before, v_before_id)
         union all
        select record.at, record.id, 'record', false, null
          from records as record
         where (record.at, record.id) < (v_before, v_before_id)
         union all
        (select note.written_at, note.id, 'note', false, null
           from public.notes as note
          where note.about = timeline.kind and note.about_id = timeline.id
            and note.written_at <= v_before
            and (note.written_at < v_before or note.id < v_before_id)
          order by note.written_at desc, note.id desc
          limit v_limit)
    ), page as materialized (
        select told.*
          from told
         -- Who hires a candidate adds the contractor by it, and bill terms come and change with their assignment.
         where not exists (
               select from told as cause
                where cause.at = told.at
                  and cause.table_name = case told.table_name
                          when 'contractors' then 'candidates' when 'assignment_bill_terms' then 'assignments' end)
         order by told.at desc, told.id desc limit v_limit
    )
    select page.at, page.source,
           coalesce(case when page.source = 'change' and not private.is_loaded(entry) then private.said_of_actor(entry) end,
                    (select known.name from public.user_names as known
                      where known.user_id = coalesce(note.written_by, record.actor))),
           case page.source
               when 'record' then private.said_of_record(record.actor, record.verb, record.thing) || coalesce(record.more, '')
               when 'change' then private.said_of_change(entry, page.is_itself, v_sees_rates)
               when 'mail' then private.said_of_mail(message)
               else concat_ws(' ',
                   coalesce((select known.name from public.user_names as known where known.user_id = note.written_by),
                            'A program') || ' noted: ' || note.text,
                   '(promised ' || coalesce(private.said_of_money(note.promised_amount) || ' ', '') || 'for '
                   || private.said_of_day(note.promised_on) || ')')
           end,
           case coalesce(entry.table_name, page.source)
               when 'record' then record.about
               when 'assignments' then 'assignment' when 'invoices' then 'invoice' when 'checks' then 'check'
               when 'payroll_batches' then 'payroll_batch' when 'contractors' then 'contractor'
               when 'candidates' then 'candidate' when 'facilities' then 'facility' when 'assignment_rates' then 'assignment'
               when 'credit_notes' then 'invoice' when 'rate_hits' then 'assignment'
           end,
           case coalesce(entry.table_name, page.source)
               when 'record' then record.about_id
               when 'credit_notes' then (coalesce(entry.new, entry.old) ->> 'invoice_id')::uuid
               when 'rate_hits' then (coalesce(entry.new, entry.old) ->> 'assignment_id')::uuid
               else entry.row_id
           end,
           to_char(page.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || page.id
      from page
      left join public.audit_log as entry on page.source = 'change' and entry.id = page.id
      left join private.outbox as message on page.source = 'mail' and message.id = page.id
      left join public.notes as note on page.source = 'note' and note.id = page.id
      left join records as record on page.source = 'record' and record.id = page.id
     order by page.at desc, page.id desc;
end;
$$;
comment on function private.timeline is 'The logic of public.timeline.';

create function public.timeline(kind text, id uuid, before text default null, most int default 50)
returns table (at timestamptz, source text, who text, said text, about text, about_id uuid, place text)
language sql stable set search_path = ''
as $$ select * from private.timeline(kind, id, before, most); $$;
comment on function public.timeline is
$$Tells the story of a person, a facility, an assignment or a document in sentences, newest first.

It has what was done to the row itself, its documents, the mails about it and the notes on it: "Bill Bell sent it to
ap@mercy.example; delivered 10:02 AM". Of a person it has assignments, rates and rate hits, and no time. Whoever is neither
billing, payroll nor recruiting reads that a rate changed, and not its amount. The timeline of a payroll batch is for payroll.

May be called with GET.

Pages: order=place.desc.

Who: active staff, whatever their role; of a payroll batch payroll.

Arguments:
kind: one of facility, contractor, candidate, assignment, invoice, check, payroll_batch.
id: the row.
before: the place of the last row that was read, for the rows before it; null = the newest.
most: the number of rows, at most 200.

about is as notes.about. kind is as notes.about.

What a row says of itself, such as the day an assignment started or when an invoice was sent, is told where the log has no
change of it: what was loaded, and what is older than the log.

Result: rows. source is one of change, mail, note, record. who: the person's name; null of mails, and where nobody is
known to have done it. at: of a record about a day, its first instant in the firm's timezone. said: the sentence. about and
about_id: the row that it leads to; null where it has no page. place: where it stands in the timeline.

Errors: staff_only, role_required, argument_missing, kind_unknown, place_not_valid.

Example: {"kind": "invoice", "id": "$sent_invoice_id"}$$;

-- The same words for the page of the audit log, as the names of actors are. In PL/pgSQL, which keeps its plan for a page.
-- Security definer: mails and names are behind the words. A row of the log is read by admins alone.
create function private.said(entry public.audit_log)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    if not private.is_admin_or_server() then
        return null;
    end if;
    return private.said_of_change(entry, false, true);
end;
$$;
comment on function private.said is 'The logic of public.said.';

create function public.said(public.audit_log)
returns text language sql stable set search_path = ''
as $$ select private.said($1); $$;
comment on function public.said(public.audit_log) is
    'Column of audit_log: the change in a sentence, for admins.';

revoke execute on function
    private.said_of_day, private.said_of_money, private.said_of_value, private.said_of_thing, private.said_of_columns,
    private.said_of_rates, private.said_of_instant, private.outcome_of_mail, private.said_of_mail, private.said_of_sending,
    private.said_of_verb, private.is_loaded, private.said_of_nobody, private.said_of_record,
    private.said_of_actor, private.said_of_change, private.changes_of,
    private.rows_in_timeline, private.mails_in_timeline, private.is_told, private.records_in_timeline,
    private.require_reader_of_pay,
    private.timeline, public.timeline, private.said, public.said
    from public, anon, authenticated, service_role;
grant execute on function private.timeline, public.timeline, private.said, public.said to authenticated, service_role;
