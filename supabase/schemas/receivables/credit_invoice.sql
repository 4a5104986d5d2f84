-- Takes back what was billed wrongly after it was sent, paid or not: a sent invoice does not change.

create function private.lines_to_credit(invoice public.invoices, line_ids uuid[])
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
declare
    v_unfit constant text := (
        select string_agg(
                   format('%s %s', wanted.id, case
                       when line.id is null then 'is none of its lines'
                       else format('was credited by %s', note.number) end),
                   '; ' order by wanted.position)
          from unnest(lines_to_credit.line_ids) with ordinality as wanted (id, position)
          left join public.invoice_lines as line on line.id = wanted.id and line.invoice_id = invoice.id
          left join public.credit_note_lines as credited on credited.invoice_line_id = line.id
          left join public.credit_notes as note on note.id = credited.credit_note_id
         where line.id is null or note.id is not null);
begin
    if v_unfit is not null then
        perform private.refuse(
            409, 'line_not_creditable',
            format('Invoice %s has lines that cannot be credited: %s.', invoice.number, v_unfit),
            'Choose lines that no credit note has, or none to credit all that are left.');
    end if;
    return array(
        select line.id
          from public.invoice_lines as line
         where line.invoice_id = invoice.id
           and (lines_to_credit.line_ids is null or line.id = any (lines_to_credit.line_ids))
           and not exists (
               select from public.credit_note_lines as credited where credited.invoice_line_id = line.id)
         order by line.id);
end;
$$;
comment on function private.lines_to_credit is
$$Lines that a credit note is to take back: those that are given, else all that no credit note has. Raises 409 and names
those that are not the invoice's, or were credited.$$;

-- The lines of an entry are billed together, and freed together.
create function private.check_entries_are_credited_whole(line_ids uuid[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_work_date constant date := (
        select min(other.work_date)
          from public.invoice_lines as line
          join public.invoice_lines as other on other.time_entry_id = line.time_entry_id
         where line.id = any (check_entries_are_credited_whole.line_ids)
           and other.released_at is null
           and other.id <> all (check_entries_are_credited_whole.line_ids));
begin
    if v_work_date is not null then
        perform private.refuse(
            409, 'time_entry_not_credited_whole',
            format('Only some of the lines of the time of %s would be credited, and a part of an entry cannot be billed again.',
                   v_work_date),
            'Choose all lines of the entry, or leave its time as billed.');
    end if;
end;
$$;
comment on function private.check_entries_are_credited_whole is
    'Raises 409 when lines to be freed leave other live lines of their time entries.';

-- Security definer: receipts, invoices and their lines are written by procedures alone.
create function private.credit_invoice(
    invoice_id uuid, reason text, line_ids uuid[], reinstate boolean, counts_from text, request_id uuid, late boolean)
returns public.credit_notes
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_note_id constant uuid := gen_random_uuid();
    v_invoice public.invoices;
    v_repeated_id uuid;
    v_line_ids uuid[];
    v_amount numeric;
    v_counts_on date;
    v_note public.credit_notes;
    v_paid numeric;
    v_credit public.facility_credits;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'invoice_id', credit_invoice.invoice_id, 'reinstate', credit_invoice.reinstate,
        'counts_from', credit_invoice.counts_from));
    perform private.require_arguments(jsonb_object_agg(format('line_ids[%s]', wanted.position), wanted.id))
       from unnest(credit_invoice.line_ids) with ordinality as wanted (id, position)
     having count(*) > 0;
    perform private.require_reason(credit_invoice.reason);
    if credit_invoice.counts_from not in ('invoice', 'credit') then
        perform private.refuse(
            400, 'counts_from_unknown',
            format('A credit note counts from the invoice or from the credit, not from %L.', credit_invoice.counts_from),
            'Give invoice, for the invoice''s issue date, or credit, for today.');
    end if;

    v_repeated_id := private.row_of_request(
        credit_invoice.request_id, 'credit_invoice',
        jsonb_build_object('invoice_id', credit_invoice.invoice_id, 'reason', credit_invoice.reason,
                           'line_ids', credit_invoice.line_ids, 'reinstate', credit_invoice.reinstate,
                           'counts_from', credit_invoice.counts_from),
        v_note_id);
    if v_repeated_id is not null then
        select note.* into v_note from public.credit_notes as note where note.id = v_repeated_id;
        return v_note;
    end if;

    perform private.hold_invoices(private.with_originals(credit_invoice.invoice_id));
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = credit_invoice.invoice_id;
    if v_invoice.status in ('draft', 'void') then
        perform private.refuse_payments(array[v_invoice.id]);
    end if;
    if v_invoice.kind = 'interest' and credit_invoice.reinstate and credit_invoice.counts_from <> 'credit' then
        perform private.refuse(
            409, 'interest_reinstated_from_invoice',
            format('Interest that invoice %s billed is owed again from today on, not from its issue.',
                   v_invoice.number),
            'Let the credit count from today, or give the interest up.');
    end if;
    v_line_ids := private.lines_to_credit(v_invoice, credit_invoice.line_ids);
    select sum(line.amount) into v_amount from public.invoice_lines as line where line.id = any (v_line_ids);
    if v_amount is null or v_amount <= 0 then
        perform private.refuse(
            409, 'nothing_to_credit',
            case when v_amount is null
                 then format('Invoice %s has no lines that are not credited yet.', v_invoice.number)
                 else format('What is to be credited of invoice %s comes to %s.', v_invoice.number, v_amount) end,
            'Choose lines that come to more than zero and are not credited yet.');
    end if;
    if credit_invoice.reinstate then
        perform private.check_entries_are_credited_whole(v_line_ids);
    end if;
    v_counts_on := case credit_invoice.counts_from when 'invoice' then v_invoice.issue_date
                                                   else greatest(v_today, v_invoice.issue_date) end;
    if credit_invoice.late is not true then
        perform private.require_open_books(
            v_counts_on, format('the credit note would count from %s', v_counts_on),
            'Let it count from today, or say that it is late. Then the books have it on %s, the first open day.');
    end if;

    insert into public.credit_notes (id, invoice_id, facility_id, number, amount, counts_on, reinstates, reason,
                                     issued_on, facility_name, billing_email, letterhead_id)
    values (v_note_id, v_invoice.id, v_invoice.facility_id,
            (private.take_invoice_numbers(extract(year from v_today)::int, 1))[1], v_amount,
            v_counts_on, credit_invoice.reinstate, credit_invoice.reason, v_today,
            v_invoice.facility_name, v_invoice.billing_email,
            (select settings.letterhead_id from public.organization_settings as settings))
    returning * into v_note;
    insert into public.credit_note_lines (credit_note_id, invoice_line_id)
    select v_note.id, line.id from unnest(v_line_ids) as line (id);
    perform private.audit('credit_invoice', 'credit_notes', v_note.id, null, to_jsonb(v_note));
    if credit_invoice.reinstate then
        update public.invoice_lines as line
           set released_at = (private.clock()).at, part = null
         where line.id = any (v_line_ids);
        if v_invoice.kind = 'interest' then
            perform private.reverse_billed_interest('credit_invoice', v_invoice.id, v_line_ids);
        end if;
    end if;

    v_paid := least(v_amount, v_invoice.balance);
    insert into public.payments (invoice_id, source, credit_note_id, paid_on, amount)
    select v_invoice.id, 'credit_note', v_note.id, v_note.counts_on, v_paid
     where v_paid > 0;
    perform private.audit_invoices('credit_invoice', array[v_invoice]);
    if v_paid < v_amount then
        insert into public.facility_credits (facility_id, credit_note_id, amount, remaining)
        values (v_invoice.facility_id, v_note.id, v_amount - v_paid, v_amount - v_paid)
        returning * into v_credit;
        perform private.audit('credit_invoice', 'facility_credits', v_credit.id, null, to_jsonb(v_credit));
    end if;
    return v_note;
end;
$$;
comment on function private.credit_invoice is 'The logic of public.credit_invoice.';

create function public.credit_invoice(
    invoice_id uuid, reason text, line_ids uuid[] default null, reinstate boolean default true,
    counts_from text default 'invoice', request_id uuid default null, late boolean default false)
returns public.credit_notes language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.credit_invoice(invoice_id, reason, line_ids, reinstate, counts_from, request_id, late); $$;
comment on function public.credit_invoice is
$$Takes back what a sent invoice billed wrongly, by a numbered credit note; the invoice stays as it was sent.

As much of it as the invoice owes is posted as a payment of source credit_note, so that balance, status and interest
follow from the day on which it counts. The rest becomes a credit of the facility, to be spent like what a check left
over. Interest that was paid and is no longer owed shows as a negative interest_balance. What was written off stays
written off. When a check that had paid the invoice is returned later, what is left of that credit goes back onto it.

With reinstate the time of the lines is free: it may be corrected, and billed again by create_facility_invoice or
backfill_invoice. Without, it stays billed, and the firm gives up the money. Interest that an invoice of kind interest
billed is owed again on the invoices on which it accrued, from today on; without reinstate it is given up.

Who: billing.

Arguments:
invoice_id: the invoice, sent, partially paid or paid.
reason: why, in a few words; it stands on the credit note.
line_ids: which of its lines, each whole and once, all of a time entry together; null is all that are not credited yet.
reinstate: whether their time, or interest, may be billed again.
counts_from: from when it lessens what is owed, one of invoice (the invoice's issue date, as if it had never been billed),
    credit (today in the operating timezone), as which alone interest is reinstated.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.
late: whether it counts from a day whose books are closed; the journal has it on the first open day.

Result: the credit note. Again with the same request_id: the same, and nothing more is credited.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, counts_from_unknown,
request_id_reused, invoice_not_found, invoice_not_sent, interest_reinstated_from_invoice, line_not_creditable,
nothing_to_credit, time_entry_not_credited_whole, books_closed, billing_in_progress.

Example: {"invoice_id": "$invoice_id", "reason": "The shift of March 3 was billed twice."}$$;

revoke execute on function
    private.lines_to_credit, private.check_entries_are_credited_whole, private.credit_invoice, public.credit_invoice
    from public, anon, authenticated, service_role;
grant execute on function private.credit_invoice, public.credit_invoice to authenticated, service_role;
