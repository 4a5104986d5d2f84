-- The legal moves of a time entry, whoever makes them and by whatever statement:
--
--   draft → submitted → approved                   submitted → pending_approval → approved
--   submitted, pending_approval → draft            approved → draft, submitted, while on no live invoice or batch
--   draft, submitted, approved → locked            locked without approval → pending_approval
--
-- Time may be set aside in each state, and taken back; its approval falls with that, and what was approved waits as
-- submitted again. Set aside, it moves to locked alone. Hours, quantity and day of approved time, locked or not, are
-- corrected by correct_time_entry alone. Only a draft may be of a day that has not come.
--
-- Security definer: the rule reads invoices and payroll, which the writer may not see.
create function private.guard_time_entry_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_clock constant record := private.clock();
    v_now constant timestamptz := v_clock.at;
begin
    if (new.status in ('draft', 'submitted', 'pending_approval', 'approved', 'locked')) is not true then
        perform private.refuse(
            400, 'time_entry_status_unknown',
            format('The time entry of %s cannot be %L.', new.work_date, new.status),
            'Give draft, submitted, pending_approval, approved or locked.');
    end if;

    if tg_op = 'UPDATE' then
        if old.set_aside_at is distinct from new.set_aside_at or old.set_aside_by is distinct from new.set_aside_by
            or old.set_aside_reason is distinct from new.set_aside_reason then
            perform private.check_setting_aside(old, new);
            if new.set_aside_at is not null then
                new.approved_at := null;
                new.approved_by := null;
                new.status := case old.status when 'approved' then 'submitted' else old.status end;
            end if;
            return new;
        end if;
        if old.corrected_at is distinct from new.corrected_at or old.corrected_by is distinct from new.corrected_by
            or old.correction_reason is distinct from new.correction_reason
            or old.hours_before_correction is distinct from new.hours_before_correction
            or old.work_date_before_correction is distinct from new.work_date_before_correction
            or old.quantity_before_correction is distinct from new.quantity_before_correction
            or (old.is_payable and new.corrected_at = v_now -- a second time in one transaction
                and (old.hours, old.quantity, old.work_date, old.started_at, old.ended_at, old.break_minutes,
                     old.break_started_at)
                    is distinct from (new.hours, new.quantity, new.work_date, new.started_at, new.ended_at,
                                      new.break_minutes, new.break_started_at)) then
            perform private.check_correcting(old, new);
            return new;
        end if;
        perform private.check_time_entry_writer(old, new);
        perform private.check_time_entry_move(old, new);
        perform private.check_sent_back_reason(old, new);
        -- Submitted, it waits again; and nobody of the facility that it is moved to has sent it back.
        if new.status in ('submitted', 'pending_approval', 'approved') or new.assignment_id <> old.assignment_id then
            new.sent_back_at := null;
            new.sent_back_by := null;
            new.sent_back_reason := null;
        end if;
        -- The policies ask for it: who takes an approval back writes submitted time, and nobody else of the facility.
        if old.status = 'approved' and new.status = 'submitted' then
            perform set_config('app.sent_back_entry', new.id::text, true);
        end if;
        -- The way back starts over.
        if new.status = 'draft' then
            new.submitted_at := null;
            new.corrected_at := null;
            new.corrected_by := null;
            new.correction_reason := null;
            new.hours_before_correction := null;
            new.work_date_before_correction := null;
            new.quantity_before_correction := null;
            if old.status <> 'draft' then
                new.sent_back_at := v_now;
                new.sent_back_by := private.user_id();
                -- Whoever sends back may write a draft and see it until the statement is through: the policies
                -- of time_entries ask for it.
                perform set_config('app.sent_back_entry', new.id::text, true);
            end if;
        end if;
        if new.status in ('draft', 'submitted', 'pending_approval') then
            new.approved_at := null;
            new.approved_by := null;
            new.locked_at := null;
        end if;
    end if;

    -- It has come when it is there for the jobs or for the business.
    if new.status <> 'draft' and (tg_op = 'INSERT' or old.status <> new.status)
        and new.work_date > greatest(v_clock.today, v_clock.business_date) then
        perform private.refuse(
            409, 'work_date_not_come',
            format('The day of the time entry, %s, has not come yet, so the entry cannot be %s.', new.work_date, new.status),
            'Keep it as a draft, and submit it when the day has come.');
    end if;

    -- Each state carries its instant; whoever sets the state need not know the time.
    if new.status in ('submitted', 'pending_approval', 'approved') then
        new.submitted_at := coalesce(new.submitted_at, v_now);
    end if;
    if new.status = 'approved' then
        new.approved_at := coalesce(new.approved_at, v_now);
        if tg_op = 'INSERT' or old.status <> 'approved' then
            new.approved_by := coalesce(private.user_id(), new.approved_by);
            perform private.check_approver_of_time(new);
        end if;
    elsif new.status = 'locked' then
        new.locked_at := coalesce(new.locked_at, v_now);
    end if;
    return new;
end;
$$;
comment on function private.guard_time_entry_move is
    'Trigger: refuses illegal moves and changes of a time entry and stamps its states.';

create trigger time_entry_states_are_stamped
    before insert on public.time_entries
    for each row when (new.status is distinct from 'draft')
    execute function private.guard_time_entry_move();

-- Locking exactly as lock-ended does it is legal by the condition itself: hundreds of thousands of rows
-- a run pass without a function call.
create trigger time_entry_moves_are_legal
    before update on public.time_entries
    for each row when (not (
        old.status in ('draft', 'submitted', 'approved') and new.status = 'locked' and new.locked_at is not null
        and (old.id is not distinct from new.id
            and old.assignment_id is not distinct from new.assignment_id
            and old.work_date is not distinct from new.work_date
            and old.hours is not distinct from new.hours
            and old.submitted_at is not distinct from new.submitted_at
            and old.approved_at is not distinct from new.approved_at
            and old.approved_by is not distinct from new.approved_by
            and old.entered_by is not distinct from new.entered_by
            and old.notes is not distinct from new.notes
            and old.created_at is not distinct from new.created_at
            and old.set_aside_at is not distinct from new.set_aside_at
            and old.set_aside_by is not distinct from new.set_aside_by
            and old.set_aside_reason is not distinct from new.set_aside_reason
            and old.sent_back_at is not distinct from new.sent_back_at
            and old.sent_back_by is not distinct from new.sent_back_by
            and old.sent_back_reason is not distinct from new.sent_back_reason
            and old.corrected_at is not distinct from new.corrected_at
            and old.corrected_by is not distinct from new.corrected_by
            and old.correction_reason is not distinct from new.correction_reason
            and old.hours_before_correction is not distinct from new.hours_before_correction
            and old.work_date_before_correction is not distinct from new.work_date_before_correction
            and old.quantity_before_correction is not distinct from new.quantity_before_correction
            and old.code is not distinct from new.code
            and old.quantity is not distinct from new.quantity
            and old.shift_id is not distinct from new.shift_id
            and old.shift_contractor_id is not distinct from new.shift_contractor_id
            and old.started_at is not distinct from new.started_at
            and old.ended_at is not distinct from new.ended_at
            and old.break_minutes is not distinct from new.break_minutes
            and old.break_started_at is not distinct from new.break_started_at)))
    execute function private.guard_time_entry_move();

-- Moves of an entry from state to state, by who has it. The policies say whose row it is, and which one it may become.
create function private.check_time_entry_writer(before public.time_entries, after public.time_entries)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if private.caller() <> 'authenticated' then
        return;
    end if;

    if private.has_role('billing', 'payroll', 'recruiting') then
        if before.status = 'locked' and after.status = 'pending_approval' and not before.is_payable then
            perform private.require_role('payroll');
        end if;
    elsif before.status = 'locked' then
        perform private.refuse(
            409, 'time_entry_locked',
            format('The time entry of %s is locked and no longer changes.', before.work_date),
            'Ask the staffing firm. Its payroll looks after locked time that nobody approved.');
    -- Whoever approves somebody's time may take the approval back, and that alone.
    elsif before.status = 'approved' and (after.status <> 'submitted'
        or before.assignment_id <> all (private.contact_assignment_ids())
        or before.assignment_id = any (private.own_assignment_ids())) then
        perform private.refuse(
            409, 'time_entry_approved',
            format('The time entry of %s is approved.', before.work_date),
            'Ask the staffing firm to send it back to draft.');
    elsif before.status <> 'draft'
        and before.assignment_id <> all (private.contact_assignment_ids()) then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time entry of %s is %s. It changes only as a draft.', before.work_date, before.status),
            'Ask the facility or the staffing firm to send it back to draft.');
    end if;
end;
$$;
comment on function private.check_time_entry_writer is
    'Raises when a time entry is, in its state, not in the hands of the signed-in user.';

create function private.check_time_entry_move(before public.time_entries, after public.time_entries)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invoice_id uuid;
begin
    -- It may be locked all the same: lock-ended leaves no open time behind.
    if before.set_aside_at is not null and not (before.status <> 'locked' and after.status = 'locked') then
        perform private.refuse(
            409, 'time_entry_set_aside',
            format('The time entry of %s is set aside. It is neither changed nor submitted nor approved.', before.work_date),
            'Have payroll take it back first.');
    end if;

    if before.status = 'locked'
        and (after.status, before.approved_at is null) is distinct from ('pending_approval', true) then
        perform private.refuse(
            409, 'time_entry_locked',
            format('The time entry of %s is locked and no longer changes.', before.work_date),
            'Have payroll put unapproved locked time to pending approval, correct approved time, or set it aside.');
    end if;

    if before.status <> after.status and (before.status, after.status) not in (
        ('draft', 'submitted'), ('submitted', 'approved'),
        ('submitted', 'pending_approval'), ('pending_approval', 'approved'),
        ('submitted', 'draft'), ('pending_approval', 'draft'), ('approved', 'draft'),
        ('approved', 'submitted'), ('draft', 'locked'), ('submitted', 'locked'), ('approved', 'locked'),
        ('locked', 'pending_approval')) then
        perform private.refuse(
            409, 'time_entry_move_not_legal',
            format('The time entry of %s cannot go from %s to %s.',
                   before.work_date, before.status, after.status),
            'Submit a draft, approve submitted time, or put it to pending_approval first; send any of them back to '
            'draft, or take an approval back.');
    end if;

    if (before.status <> 'draft' or after.status = 'locked')
        and (before.assignment_id, before.work_date, before.hours, before.code, before.quantity, before.shift_id,
             before.shift_contractor_id, before.started_at, before.ended_at, before.break_minutes,
             before.break_started_at)
            is distinct from (after.assignment_id, after.work_date, after.hours, after.code, after.quantity, after.shift_id,
             after.shift_contractor_id, after.started_at, after.ended_at, after.break_minutes,
             after.break_started_at) then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time entry of %s is %s. Its hours, day, assignment and code change only as a draft.',
                   before.work_date, before.status),
            'Send the entry back to draft first.');
    end if;

    if before.status <> 'draft' and before.notes is distinct from after.notes
        and private.caller() = 'authenticated' and not private.is_staff() then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time entry of %s is %s. Its notes change only as a draft.',
                   before.work_date, before.status),
            'Approve the entry as it is, or send it back.');
    end if;

    -- An approval is given by the move to approved and kept from then on: locking neither gives nor takes it.
    if after.status in ('approved', 'locked') and (after.status = 'locked' or before.status = 'approved')
        and (before.approved_at, before.approved_by) is distinct from (after.approved_at, after.approved_by) then
        perform private.refuse(
            409, 'time_entry_approval_is_kept',
            format('The approval of the time entry of %s does not change.', before.work_date),
            'Send the entry back to draft, and approve it again.');
    end if;

    if before.status = 'approved' and after.status in ('draft', 'submitted') then
        perform private.take_back_approval();
        perform private.hold_time_entry_to_send_back(before.id);
        v_invoice_id := (select line.invoice_id
                           from public.invoice_lines as line
                          where line.time_entry_id = before.id and line.released_at is null
                          limit 1);
        if v_invoice_id is not null then
            perform private.refuse(
                409, 'time_entry_on_live_invoice',
                format('The time entry of %s is on an invoice.', before.work_date),
                format('Void the invoice (%s), then correct the time.', v_invoice_id));
        end if;
    end if;
    -- Also time that is no longer approved: what a closed batch paid stays that entry of that week.
    if ((before.status <> 'draft' and after.status = 'draft') or (before.status, after.status) = ('approved', 'submitted'))
        and exists (select from public.payroll_item_lines as line
                     where line.time_entry_id = before.id and line.released_at is null) then
        perform private.refuse(
            409, 'time_entry_on_live_batch',
            format('The time entry of %s is in a payroll batch.', before.work_date),
            'Discard the batch, then correct the time. What a closed batch paid is corrected or set aside instead.');
    end if;
end;
$$;
comment on function private.check_time_entry_move is
    'Raises when a time entry may not change from one row to the other.';

revoke execute on function
    private.guard_time_entry_move, private.check_time_entry_writer, private.check_time_entry_move
    from public, anon, authenticated, service_role;
