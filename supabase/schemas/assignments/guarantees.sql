-- Promised hours, which a week, or each entry of a code, comes to at least. Those that are missing are paid and billed
-- without an entry (private.guarantees_of_weeks). docs/codes.md says when.
create table public.guarantees (
    id uuid primary key default gen_random_uuid(),
    assignment_id uuid not null references public.assignments (id),
    code text
        constraint guarantee_is_of_a_known_code references public.time_codes (name)
        constraint regular_time_is_guaranteed_by_the_week check (code <> 'regular'),
    pay_hours numeric(5, 2)
        constraint guaranteed_pay_hours_fit_a_week check (pay_hours > 0 and pay_hours <= 168)
        constraint pay_hours_is_finite check (pay_hours <> 'NaN'),
    bill_hours numeric(5, 2)
        constraint guaranteed_bill_hours_fit_a_week check (bill_hours > 0 and bill_hours <= 168)
        constraint bill_hours_is_finite check (bill_hours <> 'NaN'),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    effective_to date constraint effective_to_is_finite check (isfinite(effective_to)),
    created_at timestamptz not null default now(),
    constraint guarantee_ends_after_it_starts check (effective_to >= effective_from),
    constraint guarantee_has_hours check (num_nonnulls(pay_hours, bill_hours) > 0),
    constraint guarantees_never_overlap
        exclude using gist (
            assignment_id with =, coalesce(code, '') with =, daterange(effective_from, effective_to, '[]') with &&)
);
comment on table public.guarantees is
$$Hours that an assignment promises: so many each whole workweek, or so many for each entry of a code, such as call_back or
cancelled. What is missing of them once the week is over and decided is paid and billed, at the rate of the hour or of the code.

Example: [{"assignment_id": "$assignment_id", "pay_hours": 36, "bill_hours": 36, "effective_from": "2026-03-02"}]$$;
comment on column public.guarantees.code is
    'A code of hours, each entry or shift of which comes to at least these hours. Null = the hours are those of each workweek.';
comment on column public.guarantees.pay_hours is
    'Hours that the contractor is paid at least. Null = nothing is promised to the contractor.';
comment on column public.guarantees.bill_hours is
    'Hours that the facility is billed at least. Null = it pays for none beyond its time.';
comment on column public.guarantees.effective_to is
    'The last day, included; null = it goes on. A workweek that the guarantee or the assignment does not run all seven days of is guaranteed nothing.';
comment on constraint regular_time_is_guaranteed_by_the_week on public.guarantees is
$$Regular hours are guaranteed by the week.

Leave the code empty, or give another one.$$;
comment on constraint guaranteed_pay_hours_fit_a_week on public.guarantees is
$$A guarantee is of more than no hours, and of at most 168.

Correct the hours to pay, or leave them empty.$$;
comment on constraint guaranteed_bill_hours_fit_a_week on public.guarantees is
$$A guarantee is of more than no hours, and of at most 168.

Correct the hours to bill, or leave them empty.$$;
comment on constraint guarantee_ends_after_it_starts on public.guarantees is
$$The guarantee would end before it starts.

Correct the days.$$;
comment on constraint guarantee_has_hours on public.guarantees is
$$The guarantee promises neither hours to pay nor hours to bill.

Give one of the two.$$;
comment on constraint guarantees_never_overlap on public.guarantees is
$$The assignment has such a guarantee on some of these days.

End that one the day before, or choose other days.$$;

create index guarantees_by_code on public.guarantees (code) where code is not null;

alter table public.guarantees enable row level security;

-- Hours of a day that the guarantee of its week does not stand for.
create table public.guarantee_exceptions (
    id uuid primary key default gen_random_uuid(),
    assignment_id uuid not null references public.assignments (id),
    day date not null constraint day_is_finite check (isfinite(day)),
    hours numeric(5, 2) not null
        constraint excepted_hours_fit_a_day check (hours > 0 and hours <= 24)
        constraint hours_is_finite check (hours <> 'NaN'),
    kind text not null
        constraint exception_kind_is_known check (kind in ('declined', 'called_in_sick', 'call_off_allowed')),
    created_at timestamptz not null default now()
);
comment on table public.guarantee_exceptions is
$$Hours that a guaranteed workweek does not promise: a shift that was declined or called in sick, or that the contract lets the
facility call off.

Example: [{"assignment_id": "$assignment_id", "day": "2026-03-05", "hours": 12, "kind": "declined"}]$$;
comment on column public.guarantee_exceptions.hours is
    'By so many the hours promised for the workweek of the day are less, for pay and bill.';
comment on column public.guarantee_exceptions.kind is
    'declined: the contractor turned the shift down. called_in_sick. call_off_allowed: the contract lets the facility call it off without paying.';
comment on constraint excepted_hours_fit_a_day on public.guarantee_exceptions is
$$An exception is of more than no hours, and of at most the 24 of a day.

Correct the hours.$$;
comment on constraint exception_kind_is_known on public.guarantee_exceptions is
$$A shift that is not promised was declined, called in sick, or is one that the facility may call off.

Give one of these kinds.$$;

create index guarantee_exceptions_by_assignment on public.guarantee_exceptions (assignment_id, day);

alter table public.guarantee_exceptions enable row level security;

-- Of a firm that never paid a draft with guarantees there is no row: then all their weeks are still to be marked.
create table private.guaranteed_weeks_marked (
    singleton boolean primary key default true
        constraint guaranteed_weeks_marked_is_one_row check (singleton),
    through date not null
);
comment on table private.guaranteed_weeks_marked is
    'The day up to which the workweeks that guarantees run in were marked as due when they were over.';
