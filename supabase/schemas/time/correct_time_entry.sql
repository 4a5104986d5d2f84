-- Hours that turn out wrong once they are approved, locked or paid.

-- Security definer: time that was approved is written by procedures alone.
create function private.correct_time_entry(
    time_entry_id uuid, reason text, hours numeric, work_date date, started_at timestamptz, ended_at timestamptz,
    break_minutes int, quantity numeric, break_started_at timestamptz)
returns public.time_entries
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_before public.time_entries;
    v_after public.time_entries;
    v_changed numeric;
    v_invoice_ids uuid[];
    v_batch_ids uuid[];
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object('time_entry_id', correct_time_entry.time_entry_id));
    perform private.require_reason(correct_time_entry.reason);
    perform private.check_corrected_values(
        correct_time_entry.hours, correct_time_entry.work_date,
        correct_time_entry.started_at, correct_time_entry.ended_at, correct_time_entry.break_minutes,
        correct_time_entry.quantity, correct_time_entry.break_started_at);

    -- Nobody but lock-ended changes the entry from here on, and that neither its hours nor its day.
    perform private.hold_time_and_drafts();
    select entry.* into v_before from public.time_entries as entry where entry.id = correct_time_entry.time_entry_id;
    if not found then
        perform private.refuse(
            404, 'time_entry_not_found',
            format('There is no time entry %s.', correct_time_entry.time_entry_id),
            'Look it up in the list of time.');
    end if;
    v_after := private.corrected_entry(
        v_before, correct_time_entry.hours, correct_time_entry.work_date,
        correct_time_entry.started_at, correct_time_entry.ended_at, correct_time_entry.break_minutes,
        correct_time_entry.quantity, correct_time_entry.break_started_at);
    if v_after is not distinct from v_before then
        return v_before;
    end if;
    v_after.corrected_by := private.user_id();

    perform private.hold_contractors(array[v_before.assignment_id]);
    v_invoice_ids := private.hold_draft_invoices_of_time(array[v_before.id]);
    perform private.check_time_correction(v_before, v_after);
    if v_after.started_at is not null then
        perform private.check_shift_entry(v_after);
    end if;
    v_batch_ids := private.hold_draft_batches_of_time(array[v_before.id]);
    perform private.hold_approvals();
    perform private.hold_time_entries(array[v_before.id]);

    select entry.* into v_before from public.time_entries as entry where entry.id = v_before.id;
    v_changed := abs(coalesce(v_after.quantity - v_before.quantity, v_after.hours - v_before.hours));
    if v_after.work_date <> v_before.work_date then -- all of it goes to another day
        v_changed := greatest(coalesce(v_after.quantity, v_after.hours), coalesce(v_before.quantity, v_before.hours));
    end if;
    perform private.require_second_person(
        'correct_time_entry', v_changed,
        greatest(v_changed, abs(coalesce(
            v_after.quantity - coalesce(v_before.quantity_before_correction, v_before.quantity),
            v_after.hours - coalesce(v_before.hours_before_correction, v_before.hours)))));
    update public.time_entries as entry
       set hours = v_after.hours,
           quantity = v_after.quantity,
           work_date = v_after.work_date,
           started_at = v_after.started_at,
           ended_at = v_after.ended_at,
           break_minutes = v_after.break_minutes,
           break_started_at = v_after.break_started_at,
           corrected_at = (private.clock()).at,
           corrected_by = v_after.corrected_by,
           correction_reason = correct_time_entry.reason,
           hours_before_correction = coalesce(entry.hours_before_correction, entry.hours),
           work_date_before_correction = coalesce(entry.work_date_before_correction, entry.work_date),
           quantity_before_correction = coalesce(entry.quantity_before_correction, entry.quantity)
     where entry.id = v_before.id
    returning * into v_after;
    perform private.audit_time_entries('correct_time_entry', array[v_before]);
    perform private.rebuild_drafts_of_time('correct_time_entry', array[v_before.id], v_invoice_ids, v_batch_ids);
    return v_after;
end;
$$;
comment on function private.correct_time_entry is 'The logic of public.correct_time_entry.';

create function public.correct_time_entry(
    time_entry_id uuid, reason text, hours numeric default null, work_date date default null,
    started_at timestamptz default null, ended_at timestamptz default null, break_minutes int default null,
    quantity numeric default null, break_started_at timestamptz default null)
returns public.time_entries language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$
    select private.correct_time_entry(
        time_entry_id, reason, hours, work_date, started_at, ended_at, break_minutes, quantity, break_started_at);
$$;
comment on function public.correct_time_entry is
$$Corrects the hours, the quantity, the day or the times of time that was approved, also where it is locked and paid.

The entry stays approved and says who corrected it, when, why, and what it was before the first correction. Drafts that
bill it are recomputed, and what draft payroll batches pay of its week is rebuilt; one that pays nobody then is discarded.
What closed batches paid stays: the next batch pays the difference of the week, or takes it back, also of a period that is closed.

Time on a sent invoice is refused until its lines are credited or the invoice is void. What was not worked at all is set
aside. The day stays in its workweek and its assignment, and no contractor has more than 24 hours worked a day. The code stays too: time that was of another one is set aside, and entered
again.

What is of a shift is corrected by its times, within its day, and gets the hours that they say; the other part of the shift
stays as it is. Hours alone get no times.

Who: payroll.

Arguments:
time_entry_id: the entry, approved, or locked with its approval.
reason: why; the contractor and the facility's contacts read it.
hours: the hours that were worked; null leaves them.
work_date: the day, of the same workweek; null leaves it.
started_at: of a shift, when this entry of it began; null leaves it.
ended_at: of a shift, when this entry of it ended; null leaves it.
break_minutes: of a shift, minutes of a duty-free meal in this entry, 0 or with the other part's at least 30; null leaves
    them.
quantity: of a code by another unit than the hour, how many; null leaves it.
break_started_at: of a shift, when the break in this entry began; null leaves it, and without a break there is none.

Result: the entry. Again: the same, with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, date_not_finite,
day_out_of_range, hours_out_of_range, quantity_out_of_range, time_entry_not_found, time_code_unit_not_right,
time_entry_of_shift, time_entry_without_times,
shift_not_valid, shift_day_not_right, break_not_valid, shift_overlaps, time_entry_set_aside, time_entry_not_approved,
work_date_in_another_week, work_date_not_come, own_time_corrected, time_entry_on_live_invoice,
payroll_batch_under_review, amount_too_large, pay_too_large, billing_in_progress, rates_held, payroll_in_progress,
second_person_needed, approval_outdated, time_entry_in_progress.

Example: {"time_entry_id": "$approved_entry_id", "reason": "Left at noon.", "hours": 4}$$;

revoke execute on function
    private.correct_time_entry, public.correct_time_entry
    from public, anon, authenticated, service_role;
grant execute on function private.correct_time_entry, public.correct_time_entry to authenticated, service_role;
