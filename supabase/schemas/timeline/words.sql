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

-- Choices such as next_business_day: no page shows the names that programs have.
create function private.said_of_word(word text)
returns text
language sql
immutable
set search_path = ''
as $$
    select case when said_of_word.word ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)+$' then replace(said_of_word.word, '_', ' ')
                else replace(said_of_word.word, E'\n', ', ') end;
$$;
comment on function private.said_of_word is 'A text for a sentence: on one line, and a choice of several words with spaces between them.';

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
            select coalesce(string_agg(private.said_of_word(item), ', ' order by place), 'nothing')
              from jsonb_array_elements_text(said_of_value.value) with ordinality as listed (item, place))
        else private.said_of_word(said_of_value.value #>> '{}')
    end;
$$;
comment on function private.said_of_value is 'The value of a column for people; null where it says nothing to them, such as an id.';

-- The log has of a changed row what changed. The rest is what the row says today, or said when it went, less what changed
-- since: later changes have what they found.
create function private.row_after_change(entry public.audit_log)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_table constant regclass := to_regclass(format('public.%I', entry.table_name));
    v_key text;
    v_is_it text;
    v_row jsonb;
    v_later record;
begin
    if entry.old is null or entry.new is null then
        return coalesce(entry.new, entry.old);
    end if;
    -- By the index of the key. Where that is not id, the entry has it.
    select string_agg(part.attname, ' '),
           string_agg(format('kept.%1$I = ($1 ->> %1$L)::%2$s', part.attname,
                             pg_catalog.format_type(part.atttypid, part.atttypmod)), ' and ')
      into v_key, v_is_it
      from pg_catalog.pg_index as key
      join pg_catalog.pg_attribute as part on part.attrelid = key.indrelid and part.attnum = any (key.indkey)
     where key.indrelid = v_table and key.indisprimary;
    if found and v_is_it is not null then
        execute format('select to_jsonb(kept) from %s as kept where %s', v_table, v_is_it)
           into v_row using jsonb_build_object('id', entry.row_id) || entry.new;
    end if;
    -- Rows of another key share a row_id, or have none: of them today's row is told.
    if v_key = 'id' then
        for v_later in
            select later.old
              from public.audit_log as later
             where later.table_name = entry.table_name and later.row_id = entry.row_id
               and later.at > entry.at
             order by later.at desc, later.id desc
        loop
            v_row := coalesce(v_row, '{}') || coalesce(v_later.old, '{}');
        end loop;
    end if;
    return coalesce(v_row, '{}') || entry.new;
end;
$$;
comment on function private.row_after_change is
$$The whole row after a change of the log: as the entry has it, or put together of the row today and the changes since.

Of a row that is gone, and whose removal is not in the log, there is what its changes say.$$;

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
    v_code constant text := coalesce(
        (select code.title from public.time_codes as code where code.name = said_of_thing.content ->> 'code'),
        replace(said_of_thing.content ->> 'code', '_', ' '));
    v_credential constant text := coalesce(
        (select kind.name from public.credential_kinds as kind
          where kind.id = (said_of_thing.content ->> 'credential_kind_id')::uuid), 'that is gone');
    v_from constant text := private.said_of_day(
        coalesce(said_of_thing.content ->> 'effective_from', said_of_thing.content ->> 'effective_on',
                 said_of_thing.content ->> 'period_start', said_of_thing.content ->> 'payable_on')::date);
begin
    return case said_of_thing.table_name
        when 'facilities' then 'the facility ' || v_name
        when 'facility_contacts' then format('the contact %s of %s', coalesce(v_name, 'without a name'), v_facility)
        when 'facility_interest_terms' then format('the interest terms of %s from %s', v_facility, v_from)
        when 'facility_fees' then format('the fee %s of %s from %s', v_name, v_facility, v_from)
        when 'facility_taxes' then 'the places and the exemption of ' || v_facility
        when 'facility_reminders' then 'the reminders of ' || v_facility
        when 'purchase_orders' then format('order %s of %s', v_name, v_facility)
        when 'staff_members' then 'the staff member ' || coalesce(v_name, 'without a name')
        when 'contractors' then 'the contractor ' || v_person
        when 'candidates' then 'the candidate ' || v_person
        when 'assignments' then format('the assignment of %s at %s', v_person, v_facility)
        when 'assignment_rates' then format('the rates of %s from %s', v_assignment, v_from)
        when 'assignment_code_rates' then
            format('the rates of %s for %s from %s', v_code, v_assignment, v_from)
        when 'facility_code_rates' then
            format('the rates of %s at %s from %s', v_code, v_facility, v_from)
        when 'time_codes' then 'the code ' || (said_of_thing.content ->> 'title')
        when 'assignment_bill_terms' then format('the bill terms of %s from %s', v_assignment, v_from)
        when 'assignment_stipends' then 'a stipend of ' || v_assignment
        when 'guarantees' then format('the guarantee of %s from %s', v_assignment, v_from)
        when 'guarantee_exceptions' then format('the exception from the guarantee of %s on %s', v_assignment,
            private.said_of_day((said_of_thing.content ->> 'day')::date))
        when 'planned_shifts' then format('the planned shift of %s on %s', v_assignment,
            private.said_of_day((said_of_thing.content ->> 'work_date')::date))
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
        when 'refunds' then format(
            'a refund of %s to %s', private.said_of_money((said_of_thing.content ->> 'amount')::numeric), v_facility)
        when 'pay_groups' then 'the pay group ' || v_name
        when 'payroll_periods' then format('the payroll period %s to %s',
            v_from, private.said_of_day((said_of_thing.content ->> 'period_end')::date))
        when 'payroll_batches' then format('the %s batch of %s',
            case said_of_thing.content ->> 'kind' when 'off_cycle' then 'off-cycle' else 'payroll' end, v_period)
        when 'payroll_handovers' then format('the %s file of %s%s',
            case said_of_thing.content ->> 'employment' when 'w2' then 'W-2' else said_of_thing.content ->> 'employment' end,
            v_period, case when (said_of_thing.content ->> 'nth')::int > 1 then ' again' else '' end)
        when 'payroll_adjustments' then format('the adjustment for %s of %s', v_person, v_from)
        when 'time_entries' then format('the time of %s on %s', coalesce(v_assignment, 'somebody'),
            private.said_of_day((said_of_thing.content ->> 'work_date')::date))
        when 'organization_settings' then 'the firm''s settings'
        when 'overtime_rules' then 'the overtime rule ' || v_name
        when 'premium_rules' then format('the premium %s from %s', said_of_thing.content ->> 'title', v_from)
        when 'holiday_calendars' then 'the holiday calendar ' || (said_of_thing.content ->> 'title')
        when 'holiday_calendar_days' then format('%s of a holiday calendar', v_name)
        when 'minimum_wages' then format('the minimum wage of %s from %s', said_of_thing.content ->> 'jurisdiction', v_from)
        when 'sales_taxes' then format('the tax %s of %s from %s', v_name, said_of_thing.content ->> 'jurisdiction', v_from)
        when 'client_time' then format('line %s of %s', said_of_thing.content ->> 'line_id', said_of_thing.content ->> 'system')
        when 'import_mappings' then 'the mapping ' || v_name
        when 'burden_rates' then format('the burden of %s%s from %s', said_of_thing.content ->> 'employment_type',
            coalesce(' in ' || (said_of_thing.content ->> 'state'), ''), v_from)
        when 'assignment_recruiters' then format('a recruiter of %s from %s', v_assignment, v_from)
        when 'recruiter_commissions' then 'a recruiter''s commission'
        when 'mileage_rates' then 'the mile''s rate from ' || v_from
        when 'holidays' then format('the holiday %s', coalesce(v_name, said_of_thing.content ->> 'day'))
        when 'payroll_profiles' then 'the payroll profile ' || v_name
        when 'earning_codes' then 'the earning code for ' || replace(said_of_thing.content ->> 'earning', '_', ' ')
        when 'journal_accounts' then format('the account of the journal for %s',
            replace(said_of_thing.content ->> 'account', '_', ' '))
        when 'book_closings' then 'the closing of the books through '
            || private.said_of_day((said_of_thing.content ->> 'through')::date)
        when 'credential_kinds' then 'the kind of credential ' || v_name
        when 'credentials' then format('the credential %s of %s', v_credential, coalesce(v_person, 'a candidate'))
        when 'requirements' then format('the requirement of %s %s from %s', v_credential,
            coalesce('at ' || v_facility, 'for ' || v_assignment, 'everywhere'), v_from)
        when 'webhooks' then 'a webhook'
        when 'approvals' then 'the request for ' || private.said_of_kind(said_of_thing.content ->> 'kind')
        when 'approval_policies' then case when said_of_thing.content ? 'by' then '' else 'the limit of ' end
            || private.said_of_kind(said_of_thing.content ->> 'kind')
        when 'outbox' then 'a message'
        when 'invitations' then 'an invitation'
        when 'closed_areas' then 'through which day ' || coalesce(said_of_thing.content ->> 'area', 'an area') || ' is closed'
        when 'retention' then 'how long ' || case said_of_thing.content ->> 'kind'
            when 'log' then 'the audit log is kept' when 'recent_log' then 'a change is on the page of the log'
            when 'outbox' then 'messages are kept' when 'invitations' then 'invitations are kept'
            when 'job_runs' then 'runs of jobs are kept' when 'handovers' then 'files that were handed over are kept'
            when 'plans' then 'planned shifts are kept'
            when 'credentials' then 'credentials are kept of people who are placed no more'
            else 'drafts of time are kept' end
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
           from public.invoices as invoice
           join private.outbox as message
             on (message.kind = 'invoice' and message.subject_id = invoice.id)
             or (message.kind = 'invoice_bundle' and message.subject_id = invoice.invoice_bundle_id)
          where invoice.id = said_of_sending.invoice_id
          order by message.step
          limit 1),
        '; no mail went out');
$$;
comment on function private.said_of_sending is
$$To whom the mail of a sent invoice went and what came of it, or that none went out: the rest of the sentence.

email: the invoice's billing_email, until the mail has its recipient.$$;

-- Verbs by table and state. What has none of its own is added, changed or removed.
create function private.said_of_verb(entry public.audit_log, content jsonb)
returns text
language sql
stable
set search_path = ''
as $$
    select case
        when entry.old is null and entry.procedure = 'import_rows' then 'imported %s'
        when entry.procedure = 'single_person_firm' then 'says that one person alone decides here, by %s'
        when entry.table_name = 'approval_policies' and entry.new ? 'by' then case entry.new ->> 'by'
            when 'two' then 'approved %s, as the second person'
            when 'one' then 'decided on %s, alone'
            else 'decided on %s, as a program' end
        when entry.old is null and entry.new is not null then case entry.table_name
            when 'approvals' then 'made %s'
            when 'invoices' then case entry.new ->> 'status' when 'draft' then 'made %s' else 'entered %s' end
            when 'checks' then 'entered %s'
            when 'assignments' then 'made %s'
            when 'payroll_batches' then 'prepared %s'
            when 'payroll_handovers' then 'handed over %s'
            when 'credit_notes' then 'issued %s'
            when 'refunds' then 'recorded %s'
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
                    when entry.procedure = 'reverse_write_off' then 'took back a write-off of %s'
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
                when 'approvals' then case entry.new ->> 'status'
                    when 'approved' then 'approved %s' when 'declined' then 'declined %s' end
                when 'rate_hits' then case entry.new ->> 'status'
                    when 'applied' then 'applied %s' when 'cancelled' then 'canceled %s' end
                when 'candidates' then case entry.new ->> 'status' when 'hired' then 'hired %s' end
                when 'payroll_periods' then case entry.new ->> 'status' when 'closed' then 'closed %s' end
            end,
            'moved %s from ' || replace(entry.old ->> 'status', '_', ' ') || ' to '
            || replace(entry.new ->> 'status', '_', ' '))
        when entry.table_name = 'invoices' and entry.procedure = 'dispute_invoice' then 'noted that the facility disputes %s'
        when entry.table_name = 'invoices' and entry.procedure = 'settle_dispute' then 'settled the dispute of %s'
        when entry.table_name = 'invoices' and said_of_verb.content ->> 'status' = 'draft' then 'rebuilt %s'
        when entry.table_name = 'invoices' and entry.procedure = 'write_off_invoice' then 'wrote off part of %s'
        when entry.table_name = 'invoices' and entry.procedure = 'reverse_write_off' then 'took back a write-off of %s'
        when entry.table_name = 'invoices' and entry.procedure = 'waive_interest' then 'waived interest of %s'
        when entry.table_name = 'invoices' and entry.procedure = 'credit_invoice' then 'credited part of %s'
        when entry.table_name = 'payroll_batches' then 'rebuilt %s'
        else 'changed %s'
    end;
$$;
comment on function private.said_of_verb is
    'The verb of a change, with %s for what it is about. content: the whole row after it.';

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
    v_content constant jsonb := private.row_after_change(entry);
    v_verb constant text := private.said_of_verb(entry, v_content);
    v_thing constant text := case
        when said_of_change.by_itself and entry.table_name in ('contractors', 'candidates') then 'them'
        when said_of_change.by_itself then 'it'
        else coalesce(private.said_of_thing(entry.table_name, v_content), 'the ' || replace(entry.table_name, '_', ' ')) end;
    v_more constant text := case
        when entry.table_name = 'invoices' and v_verb = 'sent %s' then
            private.said_of_sending(entry.row_id, v_content ->> 'billing_email')
        when entry.table_name = 'invoices' and v_verb ~ '^(voided|noted)' then
            'because: ' || coalesce(v_content ->> 'void_reason', v_content ->> 'dispute_reason')
        when entry.table_name = 'invoices' and entry.old ->> 'amount_paid' is distinct from entry.new ->> 'amount_paid' then
            private.said_of_money(abs((entry.new ->> 'amount_paid')::numeric - (entry.old ->> 'amount_paid')::numeric))
        when entry.table_name = 'invoices' and (
                v_verb = 'waived interest of %s'
                or v_verb = 'took back a write-off of %s'
                   and entry.old ->> 'amount_paid' is not distinct from entry.new ->> 'amount_paid') then
            private.said_of_money(
                abs((entry.new ->> 'interest_paid')::numeric - (entry.old ->> 'interest_paid')::numeric))
        when entry.table_name = 'invoices' and v_verb = 'rebuilt %s' then
            'total ' || private.said_of_money((v_content ->> 'total')::numeric)
        when entry.table_name = 'checks' and (entry.old is null or v_verb = 'confirmed %s') then
            private.said_of_money((v_content ->> 'amount')::numeric)
        when entry.table_name = 'checks' and v_verb = 'returned %s' then 'because: ' || (v_content ->> 'return_reason')
        when entry.table_name = 'refunds' then 'because: ' || (v_content ->> 'reason')
        when entry.table_name = 'credit_notes' then private.said_of_money((v_content ->> 'amount')::numeric)
        when entry.table_name = 'payroll_batches' and v_verb = 'discarded %s' then
            'because: ' || (v_content ->> 'discard_reason')
        when entry.table_name = 'payroll_batches' then
            'gross pay ' || private.said_of_money((v_content ->> 'gross_total')::numeric)
        when entry.table_name = 'payroll_handovers' then
            private.counted((v_content ->> 'people')::bigint, 'person', 'people')
        when entry.table_name = 'approvals' then v_content ->> 'says'
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

revoke execute on function
    private.said_of_day, private.said_of_money, private.said_of_word, private.said_of_value, private.row_after_change,
    private.said_of_thing,
    private.said_of_columns, private.said_of_rates, private.said_of_instant, private.outcome_of_mail,
    private.said_of_mail, private.said_of_sending, private.said_of_verb, private.said_of_actor,
    private.is_loaded, private.said_of_nobody, private.said_of_record, private.said_of_change
    from public, anon, authenticated, service_role;
