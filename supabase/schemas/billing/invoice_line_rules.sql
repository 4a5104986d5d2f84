-- The lines of an invoice change only while it is a draft; voiding and crediting release them, nothing else. They take approved
-- time only, each entry whole or not at all, at the bill rate of its day.

-- Raises when one of the invoices is not a draft. Locks them, so that nobody sends them meanwhile.
create function private.check_invoices_are_drafts(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '3s' -- of people's direct writes too
as $$
declare
    v_invoice record;
begin
    for v_invoice in
        select invoice.number, invoice.status
          from public.invoices as invoice
         where invoice.id = any (check_invoices_are_drafts.invoice_ids)
         order by invoice.id
           for no key update
    loop
        if v_invoice.status <> 'draft' then
            perform private.refuse(
                409, 'invoice_not_draft',
                format('Invoice %s is %s: its lines no longer change.',
                       coalesce(v_invoice.number, '(draft)'), v_invoice.status),
                'Void it and create another, or bill the difference on a new invoice.');
        end if;
    end loop;
exception when lock_not_available then -- a run holds them
    perform private.refuse_while_billing();
end;
$$;
comment on function private.check_invoices_are_drafts is
    'Raises when one of the invoices is not a draft, or held for long; locks them for no key update, so that nobody sends them meanwhile.';

-- An hour is billed once: the live lines of an entry come to its hours, are on one invoice, each of another kind, and are
-- its parts 1 to n. What is not worked is one line of kind code, over its hours or its units. What premiums add to hours
-- of an entry is beside its lines, as its last parts: differentials, which count as none of its hours. So two who bill it
-- meet in its part 1, where the key lets one through. Whoever changes the lines of an entry replaces them in one statement.
create function private.check_entries_are_billed_whole(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many entries there are
as $$
declare
    v_entry record;
begin
    select entry.work_date, entry.code, coalesce(entry.quantity, entry.hours) as quantity,
           case when entry.quantity is null then 'hours' else code.unit end as unit, billed.quantity as billed,
           (billed.first_code, billed.last_code, billed.not_worked)
               <> (entry.code, entry.code, case when entry.is_worked then 0 else billed.lines end) as is_of_another_code
      into v_entry
      from public.time_entries as entry
      join public.time_codes as code on code.name = entry.code
     cross join lateral (
           select sum(coalesce(line.hours, line.quantity)) filter (where line.premium_rule_id is null) as quantity,
                  count(*) as lines, count(*) filter (where line.premium_rule_id is null) as own_lines,
                  min(line.part) as first_part, max(line.part) as last_part,
                  count(distinct line.kind) filter (where line.premium_rule_id is null) as kinds,
                  count(distinct line.invoice_id) as invoices,
                  min(coalesce(line.code, 'regular')) filter (where line.premium_rule_id is null) as first_code,
                  max(coalesce(line.code, 'regular')) filter (where line.premium_rule_id is null) as last_code,
                  count(*) filter (where line.kind = 'code') as not_worked
             from public.invoice_lines as line
            where line.time_entry_id = entry.id and line.released_at is null) as billed
     where entry.id = any (check_entries_are_billed_whole.time_entry_ids)
       and billed.lines > 0
       and (billed.quantity, billed.first_part, billed.last_part, billed.kinds, billed.invoices, billed.first_code,
            billed.last_code, billed.not_worked)
           is distinct from
           (coalesce(entry.quantity, entry.hours), 1, billed.lines, billed.own_lines, 1, entry.code,
               entry.code, case when entry.is_worked then 0 else billed.lines end)
     limit 1;
    if found then
        perform private.refuse(
            409, 'time_entry_not_billed_whole',
            case when v_entry.is_of_another_code
                 then format('The time entry of %s has the code %s, and its lines would bill another.',
                             v_entry.work_date, v_entry.code)
                 when v_entry.billed is distinct from v_entry.quantity
                 then format('The time entry of %s has %s %s, and its lines would bill %s.',
                             v_entry.work_date, v_entry.quantity, v_entry.unit, coalesce(v_entry.billed, 0))
                 else format('The lines of the time entry of %s are not on one invoice, each of another kind, as its '
                             'parts from 1 on.', v_entry.work_date) end,
            'Bring the draft up to date. Its lines then come to the hours of the entry.');
    end if;
end;
$$;
comment on function private.check_entries_are_billed_whole is
    'Raises when the live invoice lines of one of the time entries come to other hours or units than it has, bill another code, or are not its parts from 1 on, each of another kind, on one invoice; none at all is right.';

-- Security definer: the rule reads and locks invoices, and reads time and rates, which the writer may not.
create function private.guard_invoice_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_line record;
begin
    perform private.check_invoices_are_drafts(array_agg(distinct touched.invoice_id)) from touched;
    if tg_op = 'INSERT' then
        if exists (select from touched where touched.released_at is not null) then
            perform private.refuse_release();
        end if;
        -- A week's lines are right as a rule, and one walk over their time sees it: whole by themselves, they meet whoever
        -- bills the entry too in its part 1. Rule by rule only where it does not.
        if not exists (
            select from (
                   select touched.time_entry_id,
                          sum(coalesce(touched.hours, touched.quantity)) filter (where touched.premium_rule_id is null)
                              as quantity,
                          count(*) as lines, count(*) filter (where touched.premium_rule_id is null) as own_lines,
                          min(touched.part) as first_part, max(touched.part) as last_part,
                          count(distinct touched.kind) filter (where touched.premium_rule_id is null) as kinds,
                          count(distinct touched.invoice_id) as invoices,
                          min(touched.work_date) as first_day, max(touched.work_date) as last_day,
                          min(touched.rate) filter (where touched.premium_rule_id is null) as lowest_rate,
                          max(touched.rate) filter (where touched.premium_rule_id is null) as highest_rate,
                          min(coalesce(touched.code, 'regular')) filter (where touched.premium_rule_id is null)
                              as first_code,
                          max(coalesce(touched.code, 'regular')) filter (where touched.premium_rule_id is null)
                              as last_code,
                          count(*) filter (where touched.kind = 'code') as not_worked
                     from touched
                    where touched.time_entry_id is not null
                    group by touched.time_entry_id) as billed
             cross join lateral (
                   select entry.assignment_id, entry.work_date, coalesce(entry.quantity, entry.hours) as quantity,
                          entry.code, entry.is_worked, entry.is_payable
                     from public.time_entries as entry
                    where entry.id = billed.time_entry_id
                   offset 0) as entry -- entry by entry, whatever the plan expects
              left join private.rates_of_days as hour
                on hour.assignment_id = entry.assignment_id
               and entry.work_date between hour.effective_from and hour.effective_to
              left join lateral (
                   select rated.bill_rate
                     from private.rates_of_coded_time as rated
                    where entry.code <> 'regular' and rated.time_entry_id = billed.time_entry_id
                   offset 0) as coded on true
             cross join lateral (
                   select case when entry.code = 'regular' then hour.bill_rate else coded.bill_rate end) as due (bill_rate)
             where not entry.is_payable
                or (billed.first_day, billed.last_day, billed.lowest_rate, billed.highest_rate)
                   is distinct from (entry.work_date, entry.work_date, due.bill_rate, due.bill_rate)
                or (billed.quantity, billed.first_part, billed.last_part, billed.kinds, billed.invoices)
                   is distinct from (entry.quantity, 1, billed.lines, billed.own_lines, 1)
                or (billed.first_code, billed.last_code, billed.not_worked)
                   is distinct from (entry.code, entry.code, case when entry.is_worked then 0 else billed.lines end)) then
            return null;
        end if;
        perform private.check_time_is_approved(array_agg(touched.time_entry_id)) from touched;
        select touched.work_date, touched.rate, due.work_date as due_on, due.bill_rate
          into v_line
          from touched
          join private.bill_rates_of_time as due on due.time_entry_id = touched.time_entry_id
         where (touched.work_date, case when touched.premium_rule_id is null then touched.rate else due.bill_rate end)
               is distinct from (due.work_date, due.bill_rate)
         limit 1;
        if found then
            perform private.refuse_line_rate(v_line.work_date, v_line.rate, v_line.due_on, v_line.bill_rate);
        end if;
    end if;
    perform private.check_entries_are_billed_whole(array_agg(distinct touched.time_entry_id))
       from touched
      where touched.time_entry_id is not null
     having count(*) > 0;
    return null;
end;
$$;
comment on function private.guard_invoice_lines is
    'Trigger: lines are added to and removed from drafts only, at the bill rate of their day, all of an entry or none.';

create trigger line_descriptions_are_short
    before insert or update of description on public.invoice_lines
    for each row when (char_length(new.description) > 2000)
    execute function private.require_written_text('description', '2000');

create trigger new_invoice_lines_are_on_drafts
    after insert on public.invoice_lines
    referencing new table as touched
    for each statement execute function private.guard_invoice_lines();

create trigger removed_invoice_lines_were_on_drafts
    after delete on public.invoice_lines
    referencing old table as touched
    for each statement execute function private.guard_invoice_lines();

-- Security definer: see above.
create function private.guard_invoice_line_changes()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_line record;
begin
    -- Released once, of an invoice that is void or by a credit note, and then losing an entry that is deleted; anything else is for drafts.
    perform private.check_invoices_are_drafts(array(
        select unnest(array[before.invoice_id, line.invoice_id])
          from before_rows as before
          full join touched as line on line.id = before.id
         where (before.released_at is not null
                and private.is_of_deleted_time(before.time_entry_id)
                and to_jsonb(line) = to_jsonb(before) || '{"time_entry_id": null}') is not true
           and not exists (
               select from public.invoices as invoice
                where invoice.id = line.invoice_id
                  and (invoice.status = 'void' or private.is_reinstated(line.id))
                  and before.released_at is null
                  and line.released_at is not null
                  and (before.invoice_id, before.time_entry_id, before.kind, before.description, before.work_date,
                       before.hours, before.rate, before.multiplier, before.amount, before.created_at,
                       before.contractor_id, before.week_start, before.department, before.cost_centre,
                       before.purchase_order_id, before.original_invoice_id, before.code, before.quantity,
                       before.premium_rule_id, before.guarantee_id, before.fee_id, before.sales_tax_id, before.base)
                      is not distinct from
                      (line.invoice_id, line.time_entry_id, line.kind, line.description, line.work_date,
                       line.hours, line.rate, line.multiplier, line.amount, line.created_at,
                       line.contractor_id, line.week_start, line.department, line.cost_centre,
                       line.purchase_order_id, line.original_invoice_id, line.code, line.quantity,
                       line.premium_rule_id, line.guarantee_id, line.fee_id, line.sales_tax_id, line.base))));
    if exists (
        select from touched
          join public.invoices as invoice on invoice.id = touched.invoice_id
         where touched.released_at is not null
           and invoice.status <> 'void'
           and not private.is_reinstated(touched.id)) then
        perform private.refuse_release();
    end if;
    perform private.check_time_is_approved(array_agg(touched.time_entry_id))
       from touched
      where touched.released_at is null;
    select touched.work_date, touched.rate, due.work_date as due_on, due.bill_rate
      into v_line
      from touched
      join private.bill_rates_of_time as due on due.time_entry_id = touched.time_entry_id
     where touched.released_at is null
       and (touched.work_date, case when touched.premium_rule_id is null then touched.rate else due.bill_rate end)
           is distinct from (due.work_date, due.bill_rate)
     limit 1;
    if found then
        perform private.refuse_line_rate(v_line.work_date, v_line.rate, v_line.due_on, v_line.bill_rate);
    end if;
    perform private.check_entries_are_billed_whole(array(
        select line.time_entry_id from touched as line where line.time_entry_id is not null
         union
        select line.time_entry_id from before_rows as line where line.time_entry_id is not null));
    return null;
end;
$$;
comment on function private.guard_invoice_line_changes is
    'Trigger: lines change on drafts, by the rules of new ones; those of a void invoice or a credit note are released once, and nothing else.';

create trigger invoice_lines_change_on_drafts
    after update on public.invoice_lines
    referencing old table as before_rows new table as touched
    for each statement execute function private.guard_invoice_line_changes();

-- Policies keep people from the lines of time and from differences; no policy holds the secret key. What procedures and
-- the foreign keys do runs as the owner.
create trigger lines_of_time_are_not_added_by_keys
    before insert on public.invoice_lines
    for each row when (new.kind <> 'adjustment' and current_user = 'service_role')
    execute function private.refuse_write(
        'time_line_not_writable', 'Nobody writes lines of time or differences by hand.',
        'Add an adjustment, or create an invoice for the time.');

create trigger lines_of_time_are_not_rewritten_by_keys
    before update on public.invoice_lines
    for each row when (old.kind <> 'adjustment' and current_user = 'service_role')
    execute function private.refuse_write(
        'time_line_not_writable', 'Nobody writes lines of time or differences by hand.',
        'Correct the time or its rate, then bring the draft up to date.');

create trigger lines_of_time_are_not_removed_by_keys
    before delete on public.invoice_lines
    for each row when (old.kind <> 'adjustment' and current_user = 'service_role')
    execute function private.refuse_write(
        'time_line_not_writable', 'Nobody writes lines of time or differences by hand.',
        'Void the invoice, or correct the time and bring the draft up to date.');

-- No procedure brings the drafts up to date that bill by a rate which is written: by rates of assignments that the secret
-- key writes, and by rates of codes, whoever does.
create function private.check_rates_of_drafts(assignment_ids uuid[], hint text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_line record;
begin
    select line.work_date, line.rate, due.bill_rate
      into v_line
      from public.time_entries as entry
      join public.invoice_lines as line on line.time_entry_id = entry.id and line.released_at is null
      join public.invoices as invoice on invoice.id = line.invoice_id and invoice.status = 'draft'
      join private.bill_rates_of_time as due on due.time_entry_id = entry.id
     where entry.assignment_id = any (check_rates_of_drafts.assignment_ids)
       and line.premium_rule_id is null
       and line.rate is distinct from due.bill_rate
     order by line.work_date
     limit 1;
    if found then
        perform private.refuse(
            409, 'rate_billed_by_draft',
            format('A draft invoice bills time of %s at %s, whose bill rate would be %s.',
                   v_line.work_date, v_line.rate, coalesce(v_line.bill_rate::text, 'none')),
            check_rates_of_drafts.hint);
    end if;
end;
$$;
comment on function private.check_rates_of_drafts is
    'Raises 409 where a draft invoice bills time of the assignments at another rate than that of its day.';

-- Security definer: the rule reads invoices and time, whoever writes.
create function private.guard_rates_of_drafts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_rates_of_drafts(
        case tg_op
            when 'INSERT' then array[new.assignment_id]
            when 'DELETE' then array[old.assignment_id]
            else array[old.assignment_id, new.assignment_id] end,
        'Enter a rate hit and apply it, which brings drafts up to date, or void the draft first.');
    return null;
end;
$$;
comment on function private.guard_rates_of_drafts is
    'Trigger: refuses a written rate that would leave a draft invoice with another rate than that of its day.';

create trigger rates_of_drafts_are_not_written_by_keys
    after insert or update or delete on public.assignment_rates
    for each row when (current_user = 'service_role')
    execute function private.guard_rates_of_drafts();

create function private.refuse_release()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'invoice_not_void',
        'A line of an invoice is released only when the invoice is voided or the line is credited.',
        'Void the invoice, or credit the line.');
end;
$$;
comment on function private.refuse_release is 'Raises 409 for a line that is released on an invoice that is not void.';

create function private.refuse_line_rate(work_date date, rate numeric, due_on date, bill_rate numeric)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'line_not_at_rate_of_day',
        format('A line of %s at %s would bill time of %s, whose bill rate is %s.',
               refuse_line_rate.work_date, refuse_line_rate.rate, refuse_line_rate.due_on,
               refuse_line_rate.bill_rate),
        'Bring the draft up to date. Its lines then have the rates of their days.');
end;
$$;
comment on function private.refuse_line_rate is
    'Raises 409 for a line that bills time at another rate, or of another day, than its own.';

revoke execute on function
    private.check_invoices_are_drafts, private.check_entries_are_billed_whole, private.guard_invoice_lines,
    private.guard_invoice_line_changes, private.refuse_release, private.refuse_line_rate,
    private.check_rates_of_drafts, private.guard_rates_of_drafts
    from public, anon, authenticated, service_role;
