-- Takes back what was billed wrongly after it was sent, paid or not: a sent invoice does not change.

create type private.credited_part as (
    invoice_line_id uuid,
    amount numeric,
    hours numeric,
    is_difference boolean
);
comment on type private.credited_part is 'A part of a line that a credit note takes back, as credit_note_lines has it.';

create function private.rests_of_lines(invoice_id uuid)
returns table (invoice_line_id uuid, rest numeric, credited numeric, hours numeric, notes text)
language sql
stable
set search_path = ''
as $$
    select line.id, line.amount - coalesce(credited.amount, 0), coalesce(credited.amount, 0),
           coalesce(line.hours, line.quantity) - coalesce(credited.hours, 0), credited.notes
      from public.invoice_lines as line
      left join (
           select taken.invoice_line_id, sum(taken.amount) as amount, sum(taken.hours) as hours,
                  string_agg(note.number, ', ' order by note.created_at, note.number) as notes
             from public.credit_notes as note
             join public.credit_note_lines as taken on taken.credit_note_id = note.id
            where note.invoice_id = rests_of_lines.invoice_id
            group by taken.invoice_line_id) as credited on credited.invoice_line_id = line.id
     where line.invoice_id = rests_of_lines.invoice_id;
$$;
comment on function private.rests_of_lines is
$$The lines of an invoice with what no credit note has taken back of them.

hours: of its hours, or its units, those that were not credited in hours; null where it has none. notes: the numbers of
the credit notes that have some of it; null = none.$$;

create function private.lines_to_credit(invoice public.invoices, line_ids uuid[], reinstate boolean)
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
declare
    v_unfit constant text := (
        select string_agg(format('%s %s', wanted.id, hindrance.reason), '; ' order by wanted.position)
          from unnest(lines_to_credit.line_ids) with ordinality as wanted (id, position)
          left join private.rests_of_lines(lines_to_credit.invoice.id) as line on line.invoice_line_id = wanted.id
         cross join lateral (
               select case when line.invoice_line_id is null then 'is none of its lines'
                           when line.notes is not null and line.rest = 0
                           then format('was credited by %s', line.notes)
                           when line.notes is not null and invoice.kind = 'interest' and lines_to_credit.reinstate
                           then format('was credited in part by %s, and is given up', line.notes)
                      end) as hindrance (reason)
         where hindrance.reason is not null);
begin
    if v_unfit is not null then
        perform private.refuse(
            409, 'line_not_creditable',
            format('Invoice %s has lines that cannot be credited: %s.', invoice.number, v_unfit),
            'Choose lines of which something is left, or none to credit all that is left.');
    end if;
    return array(
        select line.invoice_line_id
          from private.rests_of_lines(lines_to_credit.invoice.id) as line
         where (lines_to_credit.line_ids is null or line.invoice_line_id = any (lines_to_credit.line_ids))
           and (line.notes is null or line.rest <> 0)
           and (line.notes is null or invoice.kind <> 'interest' or not lines_to_credit.reinstate)
         order by line.invoice_line_id);
end;
$$;
comment on function private.lines_to_credit is
$$Lines that a credit note is to take back: those that are given, else all of which something is left. Raises 409 and
names those that are not the invoice's, or of which nothing is left. Interest of which a part was given up is not owed
again where it accrued.$$;

-- A part of a line: an amount of it, or hours at its rate.
create function private.parts_to_credit(
    invoice public.invoices, line_ids uuid[], amounts numeric[], hours numeric[])
returns setof private.credited_part
language plpgsql
stable
set search_path = ''
as $$
declare
    v_unfit text;
    v_parts private.credited_part[];
begin
    with wanted as (
        select wanted.id, wanted.position, parts_to_credit.amounts[wanted.position] as amount,
               parts_to_credit.hours[wanted.position] as hours
          from unnest(parts_to_credit.line_ids) with ordinality as wanted (id, position)
    ), part as (
        select wanted.*, line.description, left_over.rest, left_over.hours as hours_left,
               coalesce(wanted.amount,
                        case when wanted.hours is not null
                             then least(left_over.rest, round(wanted.hours * line.rate * coalesce(line.multiplier, 1), 2))
                             else left_over.rest end) as credited,
               case when line.hours is null and line.quantity is null or line.rate is null then 'no hours at a rate'
               end as without_hours
          from wanted
          join public.invoice_lines as line on line.id = wanted.id
          join private.rests_of_lines(parts_to_credit.invoice.id) as left_over on left_over.invoice_line_id = wanted.id
    )
    select string_agg(
               format('%s %s', part.id,
                      case when part.hours is not null and part.without_hours is not null
                           then 'has ' || part.without_hours
                           when part.hours > part.hours_left then format('has %s hours left, not %s', part.hours_left, part.hours)
                           else format('has %s left, not %s', part.rest, part.credited) end),
               '; ' order by part.position)
           filter (where part.hours is not null and part.without_hours is not null
                      or part.hours > part.hours_left
                      or part.credited > greatest(part.rest, 0)
                      or part.credited <= 0),
           array_agg(row(part.id, part.credited, part.hours, false)::private.credited_part
                     order by part.id)
      into v_unfit, v_parts
      from part;
    if v_unfit is not null then
        perform private.refuse(
            409, 'credit_over_rest',
            format('More would be credited of lines of invoice %s than is left of them: %s.', invoice.number, v_unfit),
            'Enter at most what is left of each line. A line below zero is credited whole.');
    end if;
    return query select part.* from unnest(v_parts) as part;
end;
$$;
comment on function private.parts_to_credit is
$$Parts of lines that a credit note is to take back: the amount that is given of each, the hours, else all that is left.
Raises 409 and names those of which less is left. The lines are known to be the invoice's.$$;

-- From the lines of which most is left, so that few are named: the week is too much as a whole.
create function private.differences_to_credit(invoice public.invoices, line_ids uuid[])
returns setof private.credited_part
language sql
stable
set search_path = ''
as $$
    with line as (
        select billed.id, coalesce(billed.contractor_id, assignment.contractor_id) as contractor_id,
               coalesce(billed.week_start, private.workweek_start(billed.work_date)) as week_start,
               billed.purchase_order_id, billed.department, billed.cost_centre,
               coalesce(nullif(entry.code, 'regular'), billed.code) as code, left_over.rest
          from public.invoice_lines as billed
          join private.rests_of_lines(differences_to_credit.invoice.id) as left_over
            on left_over.invoice_line_id = billed.id
          left join public.time_entries as entry on entry.id = billed.time_entry_id
          left join public.assignments as assignment on assignment.id = entry.assignment_id
         where billed.released_at is null and billed.kind not in ('adjustment', 'interest', 'fee', 'tax')
           and left_over.rest > 0
           and billed.id = any (differences_to_credit.line_ids)
    ), marked as (
        select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as starts
          from (select distinct line.contractor_id, line.week_start
                  from line
                  join private.weeks_to_compare as week
                    on week.contractor_id = line.contractor_id and week.week_start = line.week_start) as week
    ), difference as (
        select compared.contractor_id, compared.week_start, compared.purchase_order_id, compared.department,
               compared.cost_centre, compared.code, compared.billed_amount - compared.due_amount as amount
          from marked
         cross join lateral private.differences_of_weeks(marked.contractor_ids, marked.starts) as compared
         where compared.facility_id = invoice.facility_id
           and compared.group_key = invoice.group_key
           and compared.billed_amount > compared.due_amount
    ), part as (
        select line.id, line.rest, difference.amount,
               sum(line.rest) over (
                   partition by line.contractor_id, line.week_start, line.purchase_order_id, line.department,
                                line.cost_centre, line.code
                   order by line.rest desc, line.id rows unbounded preceding) - line.rest as before
          from line
          join difference
            on difference.contractor_id = line.contractor_id
           and difference.week_start = line.week_start
           and (difference.purchase_order_id, difference.department, difference.cost_centre, difference.code)
               is not distinct from (line.purchase_order_id, line.department, line.cost_centre, line.code)
    )
    select part.id, least(part.rest, part.amount - part.before), null::numeric, true
      from part
     where part.before < part.amount
     order by part.id;
$$;
comment on function private.differences_to_credit is
$$Amounts of lines of an invoice, of those that are given, by which their workweeks were billed too much as far as the
facility, the group, the order, the department, the cost centre and the code go, and as far as something is left of them.

The caller has called private.bill_alone, so that nobody else takes them off meanwhile.$$;

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

create function private.take_credit_note_number(year int)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_prefix constant text := (
        select format('%s-%s-', settings.credit_note_number_prefix, take_credit_note_number.year)
          from public.organization_settings as settings
         where settings.credit_note_number_prefix is not null);
    v_last int;
    v_number text;
begin
    if v_prefix is null then
        return (private.take_invoice_numbers(take_credit_note_number.year, 1))[1];
    end if;
    insert into private.last_invoice_numbers (year, last_number)
    values (take_credit_note_number.year, 0)
        on conflict on constraint last_invoice_numbers_pkey do nothing; -- somebody else was first
    select counter.last_credit_note_number
      into v_last
      from private.last_invoice_numbers as counter
     where counter.year = take_credit_note_number.year
       for update;
    loop
        v_last := v_last + 1;
        v_number := v_prefix || lpad(v_last::text, greatest(6, length(v_last::text)), '0');
        -- Under a former prefix of either, or from elsewhere.
        exit when not exists (select from public.credit_notes as note where note.number = v_number)
              and not exists (select from public.invoices as invoice where invoice.number = v_number);
    end loop;
    update private.last_invoice_numbers as counter
       set last_credit_note_number = v_last
     where counter.year = take_credit_note_number.year;
    return v_number;
end;
$$;
comment on function private.take_credit_note_number is
$$The next number of a credit note: of a series of their own where the settings have its prefix, else of the invoices'.

Others wait for the year's next ones until the transaction ends: it is the last lock that a procedure takes.$$;

create function private.check_parts_are_of_lines(
    line_ids uuid[], amounts numeric[], hours numeric[], for_differences boolean)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_lines constant int := coalesce(cardinality(check_parts_are_of_lines.line_ids), 0);
    v_unfit constant text := case
        when coalesce(check_parts_are_of_lines.amounts, check_parts_are_of_lines.hours) is null then null
        when check_parts_are_of_lines.for_differences then 'Differences are credited as far as they go, without amounts or hours of lines.'
        when coalesce(cardinality(check_parts_are_of_lines.amounts), v_lines) <> v_lines
          or coalesce(cardinality(check_parts_are_of_lines.hours), v_lines) <> v_lines
        then format('There are %s, and %s amounts or hours for them.', private.counted(v_lines, 'line', 'lines'),
                    coalesce(nullif(cardinality(check_parts_are_of_lines.amounts), v_lines),
                             cardinality(check_parts_are_of_lines.hours)))
        when v_lines > (select count(distinct wanted.id) from unnest(check_parts_are_of_lines.line_ids) as wanted (id))
        then 'A line is named twice.'
        when exists (
            select from unnest(check_parts_are_of_lines.amounts, check_parts_are_of_lines.hours) as part (amount, hours)
             where num_nonnulls(part.amount, part.hours) = 2)
        then 'A line has both an amount and hours.'
        when exists (
            select from unnest(check_parts_are_of_lines.hours) as part (hours)
             where (part.hours is null or (part.hours > 0 and part.hours < 1000000 and part.hours = round(part.hours, 2)))
                   is not true)
        then 'Hours are above 0, with at most two decimals.' end;
begin
    if v_unfit is not null then
        perform private.refuse(
            400, 'line_parts_not_valid', v_unfit,
            'Give an amount or hours for each of the lines, in their order, or null for all that is left of it.');
    end if;
    perform private.require_amount(format('amounts[%s]', part.position), part.amount)
       from unnest(check_parts_are_of_lines.amounts) with ordinality as part (amount, position)
      where part.amount is not null;
end;
$$;
comment on function private.check_parts_are_of_lines is
    'Raises 400 unless amounts and hours are as many as the lines, at most one of each, and above zero.';

-- Security definer: receipts, invoices and their lines are written by procedures alone.
create function private.credit_invoice(
    invoice_id uuid, reason text, line_ids uuid[], reinstate boolean, counts_from text, request_id uuid, late boolean,
    amounts numeric[], hours numeric[], for_differences boolean)
returns public.credit_notes
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_is_difference constant boolean := credit_invoice.for_differences is true;
    v_frees_time constant boolean := credit_invoice.reinstate and not v_is_difference
        and credit_invoice.amounts is null and credit_invoice.hours is null;
    v_note_id constant uuid := gen_random_uuid();
    v_invoice public.invoices;
    v_repeated_id uuid;
    v_line_ids uuid[];
    v_lines private.credited_part[];
    v_weeks record;
    v_amount numeric;
    v_discount numeric;
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
    perform private.check_parts_are_of_lines(
        credit_invoice.line_ids, credit_invoice.amounts, credit_invoice.hours, v_is_difference);

    v_repeated_id := private.row_of_request(
        credit_invoice.request_id, 'credit_invoice',
        jsonb_build_object('invoice_id', credit_invoice.invoice_id, 'reason', credit_invoice.reason,
                           'line_ids', credit_invoice.line_ids, 'reinstate', credit_invoice.reinstate,
                           'counts_from', credit_invoice.counts_from)
        || jsonb_strip_nulls(jsonb_build_object(
               'amounts', credit_invoice.amounts, 'hours', credit_invoice.hours,
               'for_differences', nullif(v_is_difference, false))),
        v_note_id);
    if v_repeated_id is not null then
        select note.* into v_note from public.credit_notes as note where note.id = v_repeated_id;
        return v_note;
    end if;

    if v_is_difference then
        perform private.bill_alone();
    end if;
    perform private.hold_invoices(private.with_originals(credit_invoice.invoice_id));
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = credit_invoice.invoice_id;
    if v_invoice.status in ('draft', 'void') then
        perform private.refuse_payments(array[v_invoice.id]);
    end if;
    if v_invoice.kind = 'interest' and v_frees_time and credit_invoice.counts_from <> 'credit' then
        perform private.refuse(
            409, 'interest_reinstated_from_invoice',
            format('Interest that invoice %s billed is owed again from today on, not from its issue.',
                   v_invoice.number),
            'Let the credit count from today, or give the interest up.');
    end if;
    v_line_ids := private.lines_to_credit(v_invoice, credit_invoice.line_ids, v_frees_time);
    if v_is_difference then
        v_lines := array(
            select line from private.differences_to_credit(v_invoice, v_line_ids) as line);
    elsif coalesce(credit_invoice.amounts, credit_invoice.hours) is not null then
        v_lines := array(
            select line from private.parts_to_credit(
                                 v_invoice, credit_invoice.line_ids, credit_invoice.amounts, credit_invoice.hours) as line);
    else
        v_lines := array(
            select row(line.invoice_line_id, line.rest, null, false)::private.credited_part
              from private.rests_of_lines(v_invoice.id) as line
             where line.invoice_line_id = any (v_line_ids)
             order by line.invoice_line_id);
    end if;
    v_lines := private.with_shares_of_fees(v_invoice, v_lines);
    select sum(line.amount) into v_amount from unnest(v_lines) as line;
    if v_amount is null or v_amount <= 0 then
        perform private.refuse(
            409, 'nothing_to_credit',
            case when v_amount is not null
                 then format('What is to be credited of invoice %s comes to %s.', v_invoice.number, v_amount)
                 when v_is_difference
                 then format('No workweek of invoice %s was billed more than it comes to today.', v_invoice.number)
                 else format('Invoice %s has no lines that are not credited yet.', v_invoice.number) end,
            case when v_is_difference and v_amount is null
                 then 'Correct the rate or the time first, or look whether a draft takes the difference off already.'
                 else 'Choose lines that come to more than zero and are not credited yet.' end);
    end if;
    if v_frees_time then
        perform private.check_entries_are_credited_whole(v_line_ids);
    end if;
    v_counts_on := case credit_invoice.counts_from when 'invoice' then v_invoice.issue_date
                                                   else greatest(v_today, v_invoice.issue_date) end;
    if credit_invoice.late is not true then
        perform private.require_open_books(
            v_counts_on, format('the credit note would count from %s', v_counts_on),
            'Let it count from today, or say that it is late. Then the books have it on %s, the first open day.');
    end if;

    perform private.require_second_person(
        'credit_invoice', v_amount,
        v_amount + coalesce(
            (select sum(note.amount) from public.credit_notes as note where note.invoice_id = v_invoice.id), 0));

    v_discount := private.discount_to_take_back(v_invoice, v_amount);
    insert into public.credit_notes (id, invoice_id, facility_id, number, amount, counts_on, reinstates, reason,
                                     issued_on, facility_name, billing_email, letterhead_id, discount_taken_back)
    values (v_note_id, v_invoice.id, v_invoice.facility_id,
            private.take_credit_note_number(extract(year from v_today)::int), v_amount,
            v_counts_on, v_frees_time, credit_invoice.reason, v_today,
            v_invoice.facility_name, v_invoice.billing_email,
            (select settings.letterhead_id from public.organization_settings as settings), nullif(v_discount, 0))
    returning * into v_note;
    insert into public.credit_note_lines (credit_note_id, invoice_line_id, amount, hours, is_difference)
    select v_note.id, line.invoice_line_id, line.amount, line.hours, line.is_difference from unnest(v_lines) as line;
    perform private.audit('credit_invoice', 'credit_notes', v_note.id, null, to_jsonb(v_note));
    if v_frees_time then
        update public.invoice_lines as line
           set released_at = (private.clock()).at, part = null
         where line.id = any (v_line_ids) and line.base is null;
        if v_invoice.kind = 'interest' then
            perform private.reverse_billed_interest('credit_invoice', v_invoice.id, v_line_ids);
        end if;
    end if;

    v_paid := least(v_amount - v_discount, v_invoice.balance);
    perform private.pay_by_credit_note(v_note, v_invoice.issue_date, v_paid);
    v_paid := v_paid + v_discount;
    if v_invoice.disputed_amount is not null then
        perform private.settle_credited_lines(v_note);
    end if;
    perform private.audit_invoices('credit_invoice', array[v_invoice]);
    if v_paid < v_amount then
        insert into public.facility_credits (facility_id, credit_note_id, amount, remaining)
        values (v_invoice.facility_id, v_note.id, v_amount - v_paid, v_amount - v_paid)
        returning * into v_credit;
        perform private.audit('credit_invoice', 'facility_credits', v_credit.id, null, to_jsonb(v_credit));
    end if;
    if v_is_difference then
        select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as starts
          into v_weeks
          from (select distinct coalesce(billed.contractor_id, assignment.contractor_id) as contractor_id,
                       coalesce(billed.week_start, private.workweek_start(billed.work_date)) as start
                  from unnest(v_lines) as line
                  join public.invoice_lines as billed on billed.id = line.invoice_line_id
                  left join public.time_entries as entry on entry.id = billed.time_entry_id
                  left join public.assignments as assignment on assignment.id = entry.assignment_id) as week;
        perform private.forget_equal_weeks(v_weeks.contractor_ids, v_weeks.starts);
    end if;
    return v_note;
end;
$$;
comment on function private.credit_invoice is 'The logic of public.credit_invoice.';

create function public.credit_invoice(
    invoice_id uuid, reason text, line_ids uuid[] default null, reinstate boolean default true,
    counts_from text default 'invoice', request_id uuid default null, late boolean default false,
    amounts numeric[] default null, hours numeric[] default null, for_differences boolean default false)
returns public.credit_notes language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$
    select private.credit_invoice(
        invoice_id, reason, line_ids, reinstate, counts_from, request_id, late, amounts, hours, for_differences);
$$;
comment on function public.credit_invoice is
$$Takes back what a sent invoice billed wrongly, by a numbered credit note; the invoice stays as it was sent.

As much of it as the invoice owes is posted as a payment of source credit_note, so that balance, status and interest
follow from the day on which it counts. The rest becomes a credit of the facility, to be spent like what a check left
over. Interest that was paid and is no longer owed shows as a negative interest_balance. What was written off stays
written off. Of a discount that was taken for paying in time, the share of what is credited is taken back
(credit_notes.discount_taken_back): it pays as much of the note, so that no more is given back than came. When a check
that had paid the invoice is returned later, what is left of that credit goes back onto it.

With reinstate the time of the lines is free: it may be corrected, and billed again by create_facility_invoice or
backfill_invoice. Without, it stays billed, and the firm gives up the money. Interest that an invoice of kind interest
billed is owed again on the invoices on which it accrued, from today on; without reinstate it is given up.

In part: amounts or hours take back a part of each line, at most what no credit note has taken back of it. That frees no
time, and is given up. With for_differences the note takes back what the invoice's workweeks were billed too much by
today's rates and classes, as unbilled_differences has it below zero, as far as its lines go: what waits for a backfill
goes back at once, and no backfill takes it off again. That frees no time either.

Fees and taxes of the invoice are taken back with what they were reckoned on: of each as much as of its base, rounded so that all
parts together come to it, and never more. They need not be named.

Who: billing.

Arguments:
invoice_id: the invoice, sent, partially paid or paid.
reason: why, in a few words; it stands on the credit note.
line_ids: which of its lines, each as far as it is not credited yet, all of a time entry together; null is all of which
    something is left.
reinstate: whether their time, or interest, may be billed again; not looked at where the note is one in part.
counts_from: from when it lessens what is owed, one of invoice (the invoice's issue date, as if it had never been billed),
    credit (today in the operating timezone), as which alone interest is reinstated.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.
late: whether it counts from a day whose books are closed; the journal has it on the first open day.
amounts: what to take back of each of line_ids, in their order; null is all that is left of it.
hours: as amounts, but how many of its hours, or units, at its rate.
for_differences: whether it takes back what weeks were billed too much, of line_ids, or of all lines.

Result: the credit note. Again with the same request_id: the same, and nothing more is credited.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, counts_from_unknown,
line_parts_not_valid, amount_not_valid, request_id_reused, invoice_not_found, invoice_not_sent,
interest_reinstated_from_invoice, line_not_creditable, credit_over_rest, nothing_to_credit,
time_entry_not_credited_whole, books_closed, second_person_needed, approval_outdated, billing_in_progress, rates_held.

Example: {"invoice_id": "$invoice_id", "reason": "The shift of March 3 was billed twice."}$$;

revoke execute on function
    private.rests_of_lines, private.lines_to_credit, private.parts_to_credit, private.differences_to_credit,
    private.check_entries_are_credited_whole, private.take_credit_note_number, private.check_parts_are_of_lines, private.credit_invoice,
    public.credit_invoice
    from public, anon, authenticated, service_role;
grant execute on function private.credit_invoice, public.credit_invoice to authenticated, service_role;
