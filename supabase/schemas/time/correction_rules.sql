-- Rules of what may still be corrected of time that was approved, whoever writes.

-- Time that was sent keeps its hours. Void and credited lines are released.
create function private.check_time_is_not_sent(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_sent constant text := (
        select string_agg(format('that of %s on invoice %s', sent.work_date, sent.number), ', '
                          order by sent.work_date, sent.number)
          from (select distinct entry.work_date, invoice.number
                  from public.time_entries as entry
                 cross join lateral (
                       select line.invoice_id
                         from public.invoice_lines as line
                        where line.time_entry_id = entry.id and line.released_at is null
                       offset 0) as line -- see private.classified_time
                  join public.invoices as invoice on invoice.id = line.invoice_id
                 where entry.id = any (check_time_is_not_sent.time_entry_ids)
                   and invoice.status <> 'draft') as sent);
begin
    if v_sent is not null then
        perform private.refuse(
            409, 'time_entry_on_live_invoice',
            format('Time on a sent invoice keeps its hours: %s.', v_sent),
            'Credit its lines first, so that they can be billed again, or void the invoice if nothing was paid. '
            'Then correct the time.');
    end if;
end;
$$;
comment on function private.check_time_is_not_sent is
    'Raises 409 and names the invoices where one of the time entries is on an invoice that was sent and is not void.';

-- A day of another workweek would be paid a second time there, since the batch that paid it names the entry in its week.
create function private.check_time_correction(before public.time_entries, after public.time_entries)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_clock constant record := private.clock();
begin
    if before.set_aside_at is not null then
        perform private.refuse(
            409, 'time_entry_set_aside',
            format('The time entry of %s is set aside. It is neither paid nor billed nor corrected.', before.work_date),
            'Take it back first.');
    elsif not before.is_payable then
        perform private.refuse(
            409, 'time_entry_not_approved',
            format('The time entry of %s is %s: what is corrected was approved.', before.work_date,
                   case before.status when 'locked' then 'locked without an approval'
                                      else replace(before.status, '_', ' ') end),
            'Change it as a draft. Send submitted time back to draft first, and put locked time to pending approval.');
    elsif private.workweek_start(before.work_date) <> private.workweek_start(after.work_date) then
        perform private.refuse(
            409, 'work_date_in_another_week',
            format('%s is in another workweek than %s.', after.work_date, before.work_date),
            'Set the entry aside, and enter the time again on its day.');
    elsif after.work_date <> before.work_date
        and after.work_date > greatest(v_clock.today, v_clock.business_date) then
        perform private.refuse(
            409, 'work_date_not_come',
            format('The day of the time entry, %s, has not come yet.', after.work_date),
            'Give a day up to today.');
    elsif after.corrected_by is not null and exists (
        select from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
         where assignment.id = before.assignment_id and contractor.user_id = after.corrected_by) then
        perform private.refuse(
            403, 'own_time_corrected',
            format('The time entry of %s is your own time.', before.work_date),
            'Have somebody else of the firm correct it.');
    end if;
    perform private.check_time_is_not_sent(array[before.id]);
end;
$$;
comment on function private.check_time_correction is
    'Raises when a time entry that was approved may not get other hours or another day, as the two rows say.';

-- Correcting is a change of its own, too.
create function private.check_correcting(before public.time_entries, after public.time_entries)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_corrected constant text[] := array[
        'hours', 'quantity', 'work_date', 'started_at', 'ended_at', 'break_minutes', 'break_started_at',
        'corrected_at', 'corrected_by', 'correction_reason', 'hours_before_correction', 'work_date_before_correction',
        'quantity_before_correction',
        'is_payable'];
begin
    if to_jsonb(before) - v_corrected <> to_jsonb(after) - v_corrected
        or (before.hours, before.quantity, before.work_date, before.started_at, before.ended_at, before.break_minutes,
            before.break_started_at)
            is not distinct from
            (after.hours, after.quantity, after.work_date, after.started_at, after.ended_at, after.break_minutes,
             after.break_started_at) then
        perform private.refuse(
            409, 'time_entry_correction_not_writable',
            format('A correction of the time entry of %s changes its hours or quantity, its day or its times, and nothing else.',
                   before.work_date),
            'Correct the entry. Time that was of another code is set aside, and entered again.');
    end if;
    perform private.check_time_correction(before, after);
end;
$$;
comment on function private.check_correcting is
    'Raises when a row that says it is corrected changes otherwise, or may not be corrected so.';

-- Its drafts would go on billing and paying what it was.
create trigger approved_time_is_set_aside_by_the_procedure
    before update on public.time_entries
    for each row when (
        current_user = 'service_role'
        and old.approved_at is not null and old.set_aside_at is null and new.set_aside_at is not null)
    execute function private.refuse_write(
        'time_entry_approved',
        'The time entry of {work_date} is approved, so its drafts change with it.',
        'Set the entry aside by its own act, which brings the drafts up to date that bill and pay it.');

create trigger corrections_are_made_by_the_procedure
    before update on public.time_entries
    for each row when (
        current_user = 'service_role'
        and (old.corrected_at is distinct from new.corrected_at
             or old.corrected_by is distinct from new.corrected_by
             or old.correction_reason is distinct from new.correction_reason
             or old.hours_before_correction is distinct from new.hours_before_correction
             or old.work_date_before_correction is distinct from new.work_date_before_correction
             or old.quantity_before_correction is distinct from new.quantity_before_correction))
    execute function private.refuse_write(
        'time_entry_correction_not_writable',
        'Nobody writes the correction of the time entry of {work_date} by hand.',
        'Correct the entry by its own act, which brings the drafts up to date that bill and pay it.');

revoke execute on function private.check_time_is_not_sent, private.check_time_correction, private.check_correcting
    from public, anon, authenticated, service_role;
