-- Hours worked, and what else is paid and billed by a code. Which moves are legal stands in time_entry_moves.sql, which days are in time_entry_days.sql.
create table public.time_entries (
    id uuid primary key default private.id_by_time(),
    assignment_id uuid not null
        constraint time_entry_is_of_a_known_assignment references public.assignments (id),
    work_date date not null constraint work_date_is_finite check (isfinite(work_date)),
    hours numeric(5, 2) not null
        constraint hours_fit_a_day check (hours >= 0 and hours <= 24)
        constraint hours_is_finite check (hours <> 'NaN'),
    status text not null default 'draft'
        constraint time_entry_status_is_known
        check (status in ('draft', 'submitted', 'pending_approval', 'approved', 'locked')),
    submitted_at timestamptz,
    approved_at timestamptz,
    approved_by uuid,
    locked_at timestamptz,
    is_payable boolean not null generated always as (approved_at is not null) stored,
    notes text constraint notes_are_short check (private.require_text('notes', notes, 2000)),
    created_at timestamptz not null default now(),
    set_aside_at timestamptz,
    set_aside_by uuid,
    set_aside_reason text constraint set_aside_reason_is_short check (private.require_line('set_aside_reason', set_aside_reason, 2000)),
    sent_back_at timestamptz,
    sent_back_by uuid,
    sent_back_reason text
        constraint sent_back_reason_is_not_blank check (sent_back_reason ~ '\S')
        constraint sent_back_reason_is_short check (private.require_line('sent_back_reason', sent_back_reason, 2000)),
    corrected_at timestamptz,
    corrected_by uuid,
    correction_reason text
        constraint correction_reason_is_not_blank check (correction_reason ~ '\S')
        constraint correction_reason_is_short check (private.require_line('correction_reason', correction_reason, 2000)),
    hours_before_correction numeric(5, 2)
        constraint hours_before_correction_is_finite check (hours_before_correction <> 'NaN'),
    work_date_before_correction date
        constraint work_date_before_correction_is_finite check (isfinite(work_date_before_correction)),
    quantity_before_correction numeric(8, 2)
        constraint quantity_before_correction_is_finite check (quantity_before_correction <> 'NaN'),
    shift_id uuid,
    shift_contractor_id uuid,
    started_at timestamptz constraint started_at_is_finite check (isfinite(started_at)),
    ended_at timestamptz constraint ended_at_is_finite check (isfinite(ended_at)),
    break_minutes int constraint break_is_not_negative check (break_minutes >= 0),
    code text not null default 'regular'
        constraint time_entry_is_of_a_known_code references public.time_codes (name),
    quantity numeric(8, 2)
        constraint quantity_is_positive check (quantity > 0)
        constraint quantity_is_finite check (quantity <> 'NaN'),
    is_worked boolean not null default true, -- by trigger: that of the code
    constraint time_has_hours_or_a_quantity check ((hours > 0) <> (quantity is not null)),
    constraint only_hours_are_worked check (hours > 0 or not is_worked),
    constraint regular_time_is_worked check (is_worked or code <> 'regular'),
    constraint only_worked_time_has_times check (is_worked or started_at is null), -- who is on call may be called back
    constraint shifts_are_told_whole
        check (num_nonnulls(shift_id, shift_contractor_id, started_at, ended_at, break_minutes) in (0, 5)),
    constraint shift_ends_after_it_starts check (ended_at > started_at),
    break_started_at timestamptz,
    constraint break_begins_within_its_shift check (
        break_started_at is null
        or coalesce(break_minutes > 0 and break_started_at >= started_at and break_started_at < ended_at, false)),
    constraint shifts_of_a_person_never_overlap
        exclude using gist (shift_contractor_id with =, tstzrange(started_at, ended_at) with &&)
        where (started_at is not null and set_aside_at is null),
    constraint submitted_at_tells_of_submission check (
        case status
            when 'draft' then submitted_at is null
            when 'locked' then true
            else submitted_at is not null
        end),
    constraint approved_at_tells_of_approval check (
        case status
            when 'approved' then approved_at is not null
            when 'locked' then true
            else approved_at is null
        end),
    constraint approver_needs_an_approval check (approved_by is null or approved_at is not null),
    constraint locked_at_tells_of_locking check ((locked_at is not null) = (status = 'locked')),
    constraint time_set_aside_has_a_reason check ((set_aside_at is not null) = (set_aside_reason is not null)),
    constraint only_time_set_aside_says_by_whom check (set_aside_by is null or set_aside_at is not null),
    constraint approved_time_is_never_set_aside check (set_aside_at is null or approved_at is null),
    constraint submitted_time_is_not_sent_back check (sent_back_at is null or status in ('draft', 'locked')),
    constraint only_time_sent_back_says_by_whom_and_why
        check (sent_back_at is not null or num_nonnulls(sent_back_by, sent_back_reason) = 0),
    constraint corrected_time_says_why_and_what_it_was check (
        num_nonnulls(corrected_at, correction_reason, hours_before_correction, work_date_before_correction) in (0, 4)),
    constraint corrected_quantities_say_what_they_were check (
        (quantity_before_correction is not null) = (corrected_at is not null and quantity is not null)),
    constraint only_corrected_time_says_by_whom check (corrected_by is null or corrected_at is not null),
    entered_by uuid default private.user_id()
);
comment on table public.time_entries is
$$Hours that a contractor worked on a day of an assignment, and what else is paid and billed by a code (time_codes).

Example: [{"assignment_id": "$assignment_id", "work_date": "2026-03-02", "hours": 8},
 {"assignment_id": "$assignment_id", "work_date": "2026-03-03", "hours": 7.5}]$$;
comment on column public.time_entries.work_date is
    'Day on which the workday began: at midnight, or at organization_settings.workday_starts_at.';
comment on column public.time_entries.notes is
    'For whoever decides about the hours: the contractor, staff and the facility''s contacts read it. No place for remarks that the facility may not see.';
comment on column public.time_entries.approved_at is 'Kept when the entry is locked.';
comment on column public.time_entries.is_payable is
    'True if the time is billable and payable: it is approved, or was approved when it was locked.';
comment on column public.time_entries.set_aside_at is
    'Time at which payroll set the entry aside: it is neither paid nor billed, and no longer waits for approval. Null = it is not.';
comment on column public.time_entries.sent_back_at is
    'Time at which it was sent back to draft. Null = it was not, or was submitted, or moved to another assignment, since. Kept when a draft is locked.';
comment on column public.time_entries.sent_back_by is 'Null where no person did.';
comment on column public.time_entries.sent_back_reason is
    'Reason, written together with the status, {"status": "draft", "sent_back_reason": "…"}. A facility''s contact has to say why.';
comment on column public.time_entries.entered_by is
    'User who last wrote its hours, day, code or assignment, also by a correction. Null where no person did, and in time from before 1.0.0.';
comment on column public.time_entries.corrected_at is
    'Time at which payroll last corrected the entry after its approval (correct_time_entry). Null = it did not, or the entry was a draft again since.';
comment on column public.time_entries.corrected_by is 'User who corrected it last. Null where no person did.';
comment on column public.time_entries.correction_reason is 'Reason of the last correction. The audit log has every correction.';
comment on column public.time_entries.hours_before_correction is
    'The hours before the first correction: those that were approved. However often it is corrected, they stay.';
comment on column public.time_entries.work_date_before_correction is 'The day before the first correction.';
comment on column public.time_entries.quantity_before_correction is
    'As hours_before_correction, of a quantity. Null = hours, or not corrected.';
comment on column public.time_entries.shift_id is
    'The shift that it is of: a shift is one entry, or two where it goes on into the next workday (enter_shift). Null = hours alone.';
comment on column public.time_entries.shift_contractor_id is
    'Of a shift: whose it is, since one person''s shifts never overlap, over all assignments, but for those set aside. Null = hours alone.';
comment on column public.time_entries.started_at is
    'Of a shift: when this part of it began: where the workday did, if it went on from the one before.';
comment on column public.time_entries.ended_at is 'Of a shift: when this part of it ended.';
comment on column public.time_entries.break_minutes is
    'Of a shift: minutes of a duty-free meal in this part of it; they do not count.';
comment on column public.time_entries.break_started_at is
    'Of a shift: when the break in this part of it began, as who entered it says. Null = no break, or nobody said: premiums then place it where it lies longest (premium_rules).';
comment on constraint break_begins_within_its_shift on public.time_entries is
$$The break does not begin within the shift, or there is no break.

Give its begin and its minutes, or neither.$$;
comment on column public.time_entries.code is
    'Name of one of time_codes: it says what the hours were, or what else is paid and billed.';
comment on column public.time_entries.quantity is
    'Of a code by another unit than the hour: how many, to the hundredth; hours are 0. Null = hours.';
comment on column public.time_entries.is_worked is
    'True if the hours are hours worked: that of its code.';
comment on constraint time_has_hours_or_a_quantity on public.time_entries is
$$Time has hours, or, of a code by another unit, a quantity.

Give one of the two.$$;
comment on constraint only_hours_are_worked on public.time_entries is
$$Only hours are worked.

Give the hours of time that was worked, or another code.$$;
comment on constraint regular_time_is_worked on public.time_entries is
$$Regular time is worked.

Give the code of time that was not.$$;
comment on constraint only_worked_time_has_times on public.time_entries is
$$Time that is not worked has no begin and no end.

Give its hours or its quantity alone.$$;
comment on constraint corrected_quantities_say_what_they_were on public.time_entries is
$$A quantity that was corrected says what it was before.

Correct the entry by its own act.$$;
comment on constraint hours_fit_a_day on public.time_entries is
$$The hours of an entry are at most 24.

Correct the hours.$$;
comment on constraint only_time_sent_back_says_by_whom_and_why on public.time_entries is
$$Only time that is sent back has a reason for it.

Send the time back, and say why.$$;
comment on constraint submitted_time_is_not_sent_back on public.time_entries is
$$Submitted time is no longer sent back.

Submit the time, and leave the reason as it is.$$;

create index time_entries_by_assignment_and_day on public.time_entries (assignment_id, work_date);
-- Shifts alone: whether there are any, and what is in a row.
create index time_entries_of_shifts on public.time_entries (work_date, assignment_id) where started_at is not null;
-- Entries that may still change. lock-ended probes it per ended assignment, so its cost follows what is open.
create index time_entries_not_locked on public.time_entries (assignment_id, status) where status <> 'locked';
-- The time of some weeks, of all assignments. Entries lie in the table about as their days follow each other.
create index time_entries_by_day on public.time_entries using brin (work_date);
-- A page of them, newest or oldest first: the other cannot give an order, and is the faster one for weeks.
create index time_entries_in_order on public.time_entries (work_date, id);
-- Entries that are not approved: unapproved_time, closing a period, the weekly run, job_health and board ask. Most time is.
create index time_entries_unapproved on public.time_entries (work_date, status)
    where not is_payable and set_aside_at is null;
-- A contractor's shifts around a time, and the parts of a shift. Most time is hours alone.
create index time_entries_by_shift_time on public.time_entries (shift_contractor_id, started_at)
    where shift_contractor_id is not null;
create index time_entries_by_shift on public.time_entries (shift_id) where shift_id is not null;
-- Time of a code, to see whether it is used. Most time is regular.
create index time_entries_by_code on public.time_entries (code) where code <> 'regular';
-- Time of codes in a span of days, beside all else: that there is none is seen at once.
create index time_entries_of_codes on public.time_entries (work_date, assignment_id) where code <> 'regular';

alter table public.time_entries enable row level security;
