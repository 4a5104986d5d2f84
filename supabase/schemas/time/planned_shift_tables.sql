-- Shifts ahead: who is to work where, from when to when. A plan is no time: nothing is paid or billed by it but what a
-- guarantee promises for a shift that the facility cancels late (private.guarantees_of_weeks). docs/planned_shifts.md
-- has all of it.
create table public.planned_shifts (
    id uuid primary key default private.id_by_time(),
    assignment_id uuid not null
        constraint planned_shift_is_of_a_known_assignment references public.assignments (id),
    contractor_id uuid not null references public.contractors (id), -- by trigger: that of the assignment
    starts_at timestamptz not null constraint starts_at_is_finite check (isfinite(starts_at)),
    ends_at timestamptz not null constraint ends_at_is_finite check (isfinite(ends_at)),
    break_minutes int not null default 0 constraint planned_break_is_not_negative check (break_minutes >= 0),
    work_date date not null constraint work_date_is_finite check (isfinite(work_date)), -- by trigger, as the hours
    hours numeric(5, 2) not null
        constraint planned_hours_fit_a_day check (hours >= 0 and hours <= 24)
        constraint hours_is_finite check (hours <> 'NaN'),
    next_day_hours numeric(5, 2) not null
        constraint planned_hours_of_the_next_day_fit_a_day check (next_day_hours >= 0 and next_day_hours <= 24)
        constraint next_day_hours_is_finite check (next_day_hours <> 'NaN'),
    planned_by uuid default private.user_id(),
    planned_at timestamptz not null default (private.clock()).at
        constraint planned_at_is_finite check (isfinite(planned_at)),
    cancelled_at timestamptz constraint cancelled_at_is_finite check (isfinite(cancelled_at)),
    cancelled_by uuid,
    cancelled_for text
        constraint planned_shift_is_cancelled_for_somebody_known
        check (cancelled_for in ('facility', 'contractor', 'firm')),
    reason text
        constraint cancelling_reason_is_not_blank check (reason ~ '\S')
        constraint cancelling_reason_is_short check (private.require_line('reason', reason, 2000)),
    is_within_notice boolean not null default false,
    created_at timestamptz not null default now(),
    constraint planned_shift_ends_after_it_starts check (ends_at > starts_at),
    constraint planned_shift_is_cancelled_for_a_reason
        check (num_nonnulls(cancelled_at, cancelled_for, reason) in (0, 3)),
    constraint only_cancelled_shifts_say_by_whom check (cancelled_by is null or cancelled_at is not null),
    constraint only_the_facility_cancels_within_its_notice
        check (not is_within_notice or coalesce(cancelled_for = 'facility', false)),
    constraint planned_shifts_are_told_apart unique (assignment_id, starts_at, ends_at),
    constraint planned_shifts_of_a_person_never_overlap
        exclude using gist (contractor_id with =, tstzrange(starts_at, ends_at) with &&)
        where (cancelled_at is null)
);
comment on table public.planned_shifts is
$$Shifts that are planned ahead, each of an assignment. Those of a person never overlap, over all assignments, but for
cancelled ones.

They are no time: what was worked is entered, submitted and approved as ever, "as planned" in one act
(enter_planned_shifts).$$;
comment on column public.planned_shifts.contractor_id is 'The contractor of the assignment.';
comment on column public.planned_shifts.starts_at is 'Instant at which it is to begin, a whole minute.';
comment on column public.planned_shifts.ends_at is 'Instant at which it is to end, at most 24 hours later.';
comment on column public.planned_shifts.break_minutes is
    'Minutes of a duty-free meal, which do not count: 0, or at least 30; in the longer part of a shift of two workdays.';
comment on column public.planned_shifts.work_date is
    'Day on which the workday of its begin began, by the clock of the facility when it was planned.';
comment on column public.planned_shifts.hours is 'Hours planned in the workday on which it begins, less the break.';
comment on column public.planned_shifts.next_day_hours is
    'Hours planned in the next workday, less the break; 0 = it ends before that.';
comment on column public.planned_shifts.planned_by is 'The user who planned it. Null where no person did.';
comment on column public.planned_shifts.planned_at is
    'Time at which it was planned, first or again after it was cancelled for the contractor or the firm: nobody called it off before.';
comment on column public.planned_shifts.cancelled_at is
    'Instant at which it was called off, as whoever cancelled it says. Null = it is to be worked.';
comment on column public.planned_shifts.cancelled_by is
    'The user who wrote the cancellation down. Null where no person did.';
comment on column public.planned_shifts.cancelled_for is
    'facility: it called the shift off. contractor: cannot come, or does not. firm: it plans otherwise, or moves it.';
comment on column public.planned_shifts.reason is
    'The reason: the contractor and the facility''s contacts read it. No place for remarks about health.';
comment on column public.planned_shifts.is_within_notice is
    'True if the facility called it off later than its notice allows: a guarantee of code cancelled is then due. Never of one that was planned after it began.';
comment on constraint planned_break_is_not_negative on public.planned_shifts is
$$A break has no fewer than 0 minutes.

Correct the minutes.$$;
comment on constraint planned_shift_ends_after_it_starts on public.planned_shifts is
$$The shift would end before it starts.

Correct the times.$$;
comment on constraint planned_hours_fit_a_day on public.planned_shifts is
$$The hours of a shift are at most 24 a day.

Correct the times.$$;
comment on constraint planned_hours_of_the_next_day_fit_a_day on public.planned_shifts is
$$The hours of a shift are at most 24 a day.

Correct the times.$$;
comment on constraint planned_shift_is_cancelled_for_somebody_known on public.planned_shifts is
$$A shift is cancelled for the facility, for the contractor or for the firm.

Give one of the three.$$;
comment on constraint cancelling_reason_is_not_blank on public.planned_shifts is
$$The reason for cancelling a shift is blank.

Say it.$$;
comment on constraint planned_shift_is_cancelled_for_a_reason on public.planned_shifts is
$$A cancelled shift says when it was called off, for whom and why.

Cancel the shift by its own act.$$;
comment on constraint only_cancelled_shifts_say_by_whom on public.planned_shifts is
$$Only a cancelled shift has somebody who cancelled it.

Cancel the shift by its own act.$$;
comment on constraint only_the_facility_cancels_within_its_notice on public.planned_shifts is
$$Notice is asked of the facility alone.

Cancel the shift by its own act.$$;
comment on constraint planned_shifts_are_told_apart on public.planned_shifts is
$$The assignment has this shift already.

Look at the plan of that day.$$;
comment on constraint planned_shifts_of_a_person_never_overlap on public.planned_shifts is
$$The contractor is planned at that time already.

Cancel that shift, or choose other times.$$;

-- An assignment's days, which a week's plan and missing_time look up.
create index planned_shifts_by_assignment_and_day on public.planned_shifts (assignment_id, work_date);
-- A person's shifts around a week, also elsewhere.
create index planned_shifts_by_contractor_and_day on public.planned_shifts (contractor_id, work_date);
-- A page of all shifts, in order.
create index planned_shifts_in_order on public.planned_shifts (work_date, id);
-- Late cancellations, which guarantees look up: most shifts are worked.
create index planned_shifts_cancelled_late on public.planned_shifts (assignment_id, work_date) where is_within_notice;

alter table public.planned_shifts enable row level security;
