-- Decisions on an hour's pay for a meal or rest period that was not provided (California Labor Code 226.7). What it comes
-- to is not written here: pay_of_weeks computes it with the week's regular rate, so that differences follow.
create table public.break_premiums (
    id uuid primary key default gen_random_uuid(),
    contractor_id uuid not null references public.contractors (id),
    work_date date not null constraint work_date_is_finite check (isfinite(work_date)),
    kind text not null
        constraint break_premium_kind_is_known check (kind in ('meal', 'rest')),
    assignment_id uuid not null references public.assignments (id),
    reason text constraint reason_is_short check (private.require_line('reason', reason, 2000)),
    confirmed_at timestamptz,
    confirmed_by uuid,
    dismissed_at timestamptz,
    dismissed_by uuid,
    created_at timestamptz not null default now(),
    constraint one_break_premium_of_a_kind_a_workday unique (contractor_id, work_date, kind),
    constraint break_premium_is_confirmed_or_dismissed check (num_nonnulls(confirmed_at, dismissed_at) = 1),
    constraint dismissed_break_premium_has_a_reason check (dismissed_at is null or reason is not null),
    constraint only_decided_break_premiums_say_by_whom check (
        (confirmed_by is null or confirmed_at is not null) and (dismissed_by is null or dismissed_at is not null))
);
comment on table public.break_premiums is
    'Decisions of payroll on meal and rest periods that people did not have: an hour''s pay is due, or none is. At most one of each kind for a person''s workday; days that nobody decided are in proposed_break_premiums.';
comment on column public.break_premiums.work_date is 'Workday, as in time_entries.';
comment on column public.break_premiums.kind is 'Period that was missed.';
comment on column public.break_premiums.assignment_id is
    'The placement at which it was missed. The premium is paid while that has payable time on the day.';
comment on column public.break_premiums.reason is 'Of a dismissal: why nothing is due. Of a confirmation: a remark, or null.';
comment on column public.break_premiums.confirmed_at is 'Set while an hour''s pay is due.';
comment on column public.break_premiums.confirmed_by is 'The user; null where no person acted.';
comment on column public.break_premiums.dismissed_at is
    'Set while none is due. Confirmed and dismissed follow each other; the audit log has every decision.';
comment on column public.break_premiums.dismissed_by is 'As confirmed_by.';

create index break_premiums_by_assignment on public.break_premiums (assignment_id);
-- A page of them, newest first.
create index break_premiums_by_day on public.break_premiums (work_date, id);

alter table public.break_premiums enable row level security;
