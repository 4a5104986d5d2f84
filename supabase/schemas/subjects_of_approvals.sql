-- Rows that an approval is about, as they are, so that nobody approves something else than they read.

create function private.subject_of_approval(kind text, arguments jsonb)
returns table (seen jsonb, says text)
language plpgsql
stable
rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    v_arguments constant jsonb := subject_of_approval.arguments;
    v_id constant uuid := case subject_of_approval.kind
        when 'settle_short_payment' then v_arguments ->> 'remittance_line_id'
        when 'refund_credit' then v_arguments ->> 'facility_credit_id'
        when 'apply_rate_hit' then v_arguments ->> 'rate_hit_id'
        when 'hire_candidate' then v_arguments ->> 'candidate_id'
        when 'correct_time_entry' then v_arguments ->> 'time_entry_id'
        else coalesce(v_arguments ->> 'invoice_id', v_arguments ->> 'contractor_id') end;
    v_amount constant text := private.said_of_money((v_arguments ->> 'amount')::numeric);
begin
    case subject_of_approval.kind
    when 'write_off_invoice', 'waive_interest', 'credit_invoice' then
        return query
        select jsonb_build_object(
                   'status', invoice.status, 'balance', invoice.balance, 'interest_paid', invoice.interest_paid,
                   'credited', (select sum(note.amount) from public.credit_notes as note
                                 where note.invoice_id = invoice.id)),
               format(
                   case subject_of_approval.kind
                       when 'write_off_invoice' then 'Writes %1$s off invoice %2$s of %3$s, of which %4$s is owed.'
                       when 'waive_interest' then 'Gives up %1$s of interest on invoice %2$s of %3$s.'
                       else 'Credits invoice %2$s of %3$s, of which %4$s is owed.' end,
                   v_amount, invoice.number, facility.name, private.said_of_money(invoice.balance))
          from public.invoices as invoice
          join public.facilities as facility on facility.id = invoice.facility_id
         where invoice.id = v_id;
    when 'settle_short_payment' then
        return query
        select jsonb_build_object(
                   'settled_as', line.settled_as, 'status', invoice.status, 'balance', invoice.balance,
                   'interest_paid', invoice.interest_paid),
               format('Writes %s off invoice %s of %s, which the payer kept back. %s is owed.',
                      coalesce(v_amount, private.said_of_money(line.deduction)), invoice.number, facility.name,
                      private.said_of_money(invoice.balance))
          from public.remittance_lines as line
          join public.invoices as invoice on invoice.id = line.invoice_id
          join public.facilities as facility on facility.id = invoice.facility_id
         where line.id = v_id;
    when 'refund_credit' then
        return query
        select jsonb_build_object('remaining', credit.remaining, 'is_reversed', credit.reversed_at is not null),
               format('Refunds %s to %s, of a credit of which %s is left.',
                      v_amount, facility.name, private.said_of_money(credit.remaining))
          from public.facility_credits as credit
          join public.facilities as facility on facility.id = credit.facility_id
         where credit.id = v_id;
    when 'arrange_recovery', 'settle_overpayment' then
        return query
        select jsonb_build_object(
                   'open', open.amount,
                   'arrangement', (select arrangement.id from public.recovery_arrangements as arrangement
                                    where arrangement.contractor_id = contractor.id and arrangement.ended_at is null)),
               format(
                   case subject_of_approval.kind
                       when 'arrange_recovery' then 'Takes %s back from the pay of %s %s, who was overpaid %s.'
                       else 'Settles %s that %s %s was overpaid, of %s.' end,
                   coalesce(v_amount, 'all'), contractor.first_name, contractor.last_name,
                   private.said_of_money(open.amount))
          from public.contractors as contractor
         cross join lateral (
               select coalesce(sum(ledger.free + ledger.held), 0) as amount
                 from private.overpayment_ledger(array[contractor.id]) as ledger) as open
         where contractor.id = v_id;
    when 'apply_rate_hit' then
        return query
        select jsonb_build_object(
                   'hit', to_jsonb(hit) - '{id,created_at,entered_by}'::text[],
                   'rates', (select jsonb_agg(jsonb_build_array(rate.effective_from, rate.bill_rate, rate.pay_rate)
                                              order by rate.effective_from)
                               from public.assignment_rates as rate where rate.assignment_id = hit.assignment_id)),
               format('Changes the rates of %s %s at %s from %s on: %s to bill and %s to pay an hour.',
                      contractor.first_name, contractor.last_name, facility.name,
                      private.said_of_day(hit.effective_on),
                      to_char(hit.bill_rate_change, 'SGFM999999990.00'),
                      to_char(hit.pay_rate_change, 'SGFM999999990.00'))
          from public.rate_hits as hit
          join public.assignments as assignment on assignment.id = hit.assignment_id
          join public.contractors as contractor on contractor.id = assignment.contractor_id
          join public.facilities as facility on facility.id = assignment.facility_id
         where hit.id = v_id;
    when 'hire_candidate' then
        return query
        select jsonb_build_object('status', candidate.status, 'email', candidate.email,
                                  'name', concat_ws(' ', candidate.first_name, candidate.last_name)),
               format('Places %s %s at %s from %s on, for %s billed and %s paid an hour.',
                      candidate.first_name, candidate.last_name, facility.name,
                      private.said_of_day((v_arguments ->> 'start_date')::date),
                      private.said_of_money((v_arguments ->> 'bill_rate')::numeric),
                      private.said_of_money((v_arguments ->> 'pay_rate')::numeric))
               || coalesce(' For missing credentials there is this reason: '
                           || private.in_one_line(v_arguments ->> 'missing_credentials_reason'), '')
          from public.candidates as candidate
          join public.facilities as facility on facility.id = (v_arguments ->> 'facility_id')::uuid
         where candidate.id = v_id;
    when 'correct_time_entry' then
        return query
        select jsonb_build_object('hours', entry.hours, 'quantity', entry.quantity, 'work_date', entry.work_date,
                                  'started_at', extract(epoch from entry.started_at),
                                  'ended_at', extract(epoch from entry.ended_at),
                                  'break_minutes', entry.break_minutes),
               format('Corrects the time of %s %s at %s on %s, which is %s%s.',
                      contractor.first_name, contractor.last_name, facility.name, private.said_of_day(entry.work_date),
                      coalesce(entry.quantity || ' units', entry.hours || ' hours'),
                      coalesce(', to ' || coalesce(v_arguments ->> 'quantity', v_arguments ->> 'hours'), ''))
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
          join public.contractors as contractor on contractor.id = assignment.contractor_id
          join public.facilities as facility on facility.id = assignment.facility_id
         where entry.id = v_id;
    when 'change_remit_to' then
        return query
        select jsonb_build_object('remit_to', settings.remit_to),
               format('Has facilities pay to: %s. Until now: %s.',
                      private.in_one_line(v_arguments ->> 'remit_to'), private.in_one_line(settings.remit_to))
          from public.organization_settings as settings;
    when 'change_mail' then
        return query
        select jsonb_build_object('provider', settings.provider, 'from_address', settings.from_address,
                                  'reply_to', settings.reply_to),
               format('Sends mail by %s from %s, and has answers go to %s. Until now: by %s from %s, with answers to %s.',
                      v_arguments ->> 'provider', coalesce(v_arguments ->> 'from_address', 'nobody'),
                      coalesce(v_arguments ->> 'reply_to', 'the sender'), settings.provider,
                      coalesce(settings.from_address, 'nobody'), coalesce(settings.reply_to, 'the sender'))
          from public.mail_settings as settings;
    else
        null;
    end case;
end;
$$;
comment on function private.subject_of_approval is
    'The rows that a call is about as they are, and what it changes in a sentence; none where they are not there.';

-- The call as its caller would make it, by the names of its arguments. All is read from the catalog: a procedure that
-- gets another argument needs nothing here.
create function private.call_for_approval(kind text, arguments jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_names text;
    v_columns text;
    v_result jsonb;
begin
    select string_agg(format('%I => given.%I', argument.name, argument.name), ', ' order by argument.nth),
           string_agg(format('%I %s', argument.name, argument.type), ', ' order by argument.nth)
      into v_names, v_columns
      from private.arguments_for_approval(call_for_approval.kind) as argument
     where call_for_approval.arguments ? argument.name;
    execute format('select to_jsonb(public.%I(%s)) from jsonb_to_record($1) as given (%s)',
                   call_for_approval.kind, v_names, v_columns)
       into v_result using call_for_approval.arguments;
    return v_result;
end;
$$;
comment on function private.call_for_approval is
    'Calls a procedure of approval_policies with arguments by name, and gives the row that it answers.';

create function private.arguments_for_approval(kind text)
returns table (nth int, name text, type text, is_needed boolean)
language sql
stable
set search_path = ''
as $$
    select argument.nth::int, procedure.proargnames[argument.nth], pg_catalog.format_type(argument.type, null),
           argument.nth <= procedure.pronargs - procedure.pronargdefaults
      from pg_catalog.pg_proc as procedure
     cross join lateral unnest(procedure.proargtypes::oid[]) with ordinality as argument (type, nth)
     where procedure.pronamespace = 'public'::regnamespace
       and procedure.proname = arguments_for_approval.kind
       and procedure.proargnames[argument.nth] <> 'request_id' -- the approval is the request
     order by argument.nth;
$$;
comment on function private.arguments_for_approval is
    'Arguments of a procedure of approval_policies, without request_id.';

revoke execute on function
    private.subject_of_approval, private.call_for_approval, private.arguments_for_approval
    from public, anon, authenticated, service_role;
