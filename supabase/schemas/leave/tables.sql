-- Leave that the law or the firm gives for hours worked: plans, their dated terms, and the ledger, whose sums are the
-- balances. docs/leave.md says what is counted when.
create table public.leave_plans (
    id uuid primary key default gen_random_uuid(),
    name text not null
        constraint leave_plan_name_is_unique unique
        constraint leave_plan_name_is_not_blank check (name ~ '\S')
        constraint name_is_short check (private.require_line('name', name, 200)),
    state text constraint leave_plan_state_has_two_letters check (state ~ '^[A-Z]{2}$'),
    code text not null default 'sick'
        constraint leave_plan_is_of_a_known_code references public.time_codes (name)
        constraint regular_time_is_no_leave check (code <> 'regular'),
    hours_counted text not null default 'everywhere'
        constraint hours_counted_of_plan_are_known check (hours_counted in ('state', 'everywhere')),
    in_use_from date constraint in_use_from_is_finite check (isfinite(in_use_from)),
    paid_out boolean not null default false,
    may_go_below_zero boolean not null default false,
    created_at timestamptz not null default now(),
    constraint only_plans_of_a_state_count_its_hours check (state is not null or hours_counted = 'everywhere'),
    constraint sick_leave_of_a_state_is_not_paid_out check (not (paid_out and code = 'sick' and state is not null))
);
comment on table public.leave_plans is
$$Plans of leave that is accrued by hours worked: those of states' laws, which come with the product, and the firm's own. One
without in_use_from does nothing.

Example: [{"name": "Vacation of travelers", "code": "vacation", "paid_out": true}]$$;
comment on column public.leave_plans.state is
    'Two letters of the state whose law it is, or whose hours the firm gives it for. Null = the firm''s own, for hours anywhere.';
comment on column public.leave_plans.code is
    'Code of the time that is taken from it, such as sick: one of hours that are not worked.';
comment on column public.leave_plans.hours_counted is
    'state: hours worked in the state. everywhere: all hours of whoever worked in the state in the calendar year, as Massachusetts asks; of the firm''s own plan, all hours.';
comment on column public.leave_plans.in_use_from is
    'The first day whose hours accrue and whose leave is taken from it. Null = the firm does not use it.';
comment on column public.leave_plans.paid_out is
    'True if what is unused may be paid out (pay_out_leave). Never of a state''s sick leave, of which no law that comes with the product asks it; where one does, its leave has a code of its own.';
comment on column public.leave_plans.may_go_below_zero is
    'True if leave may be taken before it is accrued.';
comment on constraint leave_plan_state_has_two_letters on public.leave_plans is
$$A state has two letters.

Give them, such as CA, or none for a plan of the firm.$$;
comment on constraint regular_time_is_no_leave on public.leave_plans is
$$Regular time is worked, and is no leave.

Give the code of the leave, such as sick.$$;
comment on constraint hours_counted_of_plan_are_known on public.leave_plans is
$$A plan counts the hours of its state, or hours everywhere.

Give state or everywhere.$$;
comment on constraint only_plans_of_a_state_count_its_hours on public.leave_plans is
$$A plan without a state counts hours everywhere.

Give the state, or count hours everywhere.$$;

comment on constraint sick_leave_of_a_state_is_not_paid_out on public.leave_plans is
$$Sick leave of a state is not paid out.

Leave it so. Where the law or a contract of these people asks for it, give the plan a code of its own.$$;

-- Size tiers of a state are plans of their own, of which the firm uses the one that it is in.
create unique index state_has_one_leave_plan_of_a_code_in_use
    on public.leave_plans (coalesce(state, ''), code) where in_use_from is not null;
create index leave_plans_by_code on public.leave_plans (code);

alter table public.leave_plans enable row level security;

create table public.leave_plan_terms (
    leave_plan_id uuid not null references public.leave_plans (id) on delete cascade,
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    hours_per_hour_accrued numeric(7, 3)
        constraint hours_per_hour_accrued_is_positive check (hours_per_hour_accrued > 0)
        constraint hours_per_hour_accrued_is_finite check (hours_per_hour_accrued <> 'NaN'),
    year_accrual_cap numeric(7, 2)
        constraint year_accrual_cap_is_not_negative check (year_accrual_cap >= 0)
        constraint year_accrual_cap_is_finite check (year_accrual_cap <> 'NaN'),
    balance_cap numeric(7, 2)
        constraint balance_cap_is_not_negative check (balance_cap >= 0)
        constraint balance_cap_is_finite check (balance_cap <> 'NaN'),
    year_use_cap numeric(7, 2)
        constraint year_use_cap_is_not_negative check (year_use_cap >= 0)
        constraint year_use_cap_is_finite check (year_use_cap <> 'NaN'),
    carry_over_hours numeric(7, 2)
        constraint carry_over_hours_is_not_negative check (carry_over_hours >= 0)
        constraint carry_over_hours_is_finite check (carry_over_hours <> 'NaN'),
    carried_hours_count boolean not null default false,
    waiting_days int not null default 0
        constraint waiting_days_are_at_most_a_year check (waiting_days between 0 and 366),
    waiting_hours numeric(7, 2) not null default 0
        constraint waiting_hours_is_not_negative check (waiting_hours >= 0)
        constraint waiting_hours_is_finite check (waiting_hours <> 'NaN'),
    reinstated_within_months numeric(4, 1)
        constraint reinstated_within_months_is_at_most_ten_years
        check (reinstated_within_months >= 0 and reinstated_within_months <= 120)
        constraint reinstated_within_months_is_finite check (reinstated_within_months <> 'NaN'),
    pay_basis text not null default 'hourly_rate'
        constraint pay_basis_of_leave_is_known check (pay_basis in (
            'hourly_rate', 'regular_rate_of_week', 'regular_rate_of_week_before', 'average_of_days',
            'average_of_workdays')),
    average_days int
        constraint average_days_are_at_most_a_year check (average_days between 1 and 366),
    source text not null
        constraint leave_plan_source_is_not_blank check (source ~ '\S')
        constraint source_is_short check (private.require_text('source', source, 2000)),
    note text constraint note_is_short check (private.require_text('note', note, 2000)),
    created_at timestamptz not null default now(),
    primary key (leave_plan_id, effective_from),
    constraint only_averages_are_of_days
        check ((average_days is not null) = (pay_basis in ('average_of_days', 'average_of_workdays')))
);
comment on table public.leave_plan_terms is
$$Terms of leave plans, dated: those of a day are the newest of the plan with effective_from on or before it. A limit that is
null is none.

Example: [{"leave_plan_id": "$leave_plan_id", "effective_from": "2031-01-01", "hours_per_hour_accrued": 30,
  "balance_cap": 80, "year_use_cap": 40, "waiting_days": 89, "source": "The firm's handbook"}]$$;
comment on column public.leave_plan_terms.hours_per_hour_accrued is
    'Hours worked for each hour of leave: 30, 40. Null = nothing accrues from this day on.';
comment on column public.leave_plan_terms.year_accrual_cap is
    'Hours of leave that accrue in a calendar year at most. One that falls within a year does so from the next year on.';
comment on column public.leave_plan_terms.balance_cap is
    'The balance that more does not accrue beyond: what does is capped at once.';
comment on column public.leave_plan_terms.year_use_cap is 'Hours of leave that may be taken in a calendar year.';
comment on column public.leave_plan_terms.carry_over_hours is
    'Hours that go on into the next calendar year at most; the rest lapses with 31 December. Null = all do.';
comment on column public.leave_plan_terms.carried_hours_count is
    'True if hours that were carried into the year lessen what may accrue in it, as in Colorado.';
comment on column public.leave_plan_terms.waiting_days is
    'Days of employment that pass before leave may be taken: 89 where the law lets it from the 90th day on, 90 where after 90 days.';
comment on column public.leave_plan_terms.waiting_hours is
    'Hours worked that accrue nothing first: 80 in Nebraska.';
comment on column public.leave_plan_terms.reinstated_within_months is
    'Months after the last assignment within which somebody who comes back has their balance still, and their days of employment count; after that it has lapsed. Null = it never does for being away.';
comment on column public.leave_plan_terms.pay_basis is
    'The rate that leave is paid at. hourly_rate: that of the hour, by the code. regular_rate_of_week: the regular rate of its workweek without overtime. regular_rate_of_week_before: that of the last workweek worked before. average_of_days: pay without overtime premium over hours worked, of the average_days before; average_of_workdays: of the average_days before that were worked.';
comment on column public.leave_plan_terms.average_days is
    'Of the two averages alone: over how many.';
comment on column public.leave_plan_terms.source is 'The law, and where it was read.';
comment on column public.leave_plan_terms.note is 'More of the law than the other columns can say.';
comment on constraint waiting_days_are_at_most_a_year on public.leave_plan_terms is
$$Leave waits for a year at most.

Give 0 to 366 days.$$;
comment on constraint hours_per_hour_accrued_is_positive on public.leave_plan_terms is
$$An hour of leave is accrued by more than no hours worked.

Give the hours, such as 30, or none where nothing accrues.$$;
comment on constraint reinstated_within_months_is_at_most_ten_years on public.leave_plan_terms is
$$A balance comes back within 0 to 120 months.

Correct the months, or leave them empty where it never lapses.$$;
comment on constraint pay_basis_of_leave_is_known on public.leave_plan_terms is
$$Leave is paid by the hour's rate, by the regular rate of its week or of the one before, or by an average of days.

Choose one of these.$$;
comment on constraint average_days_are_at_most_a_year on public.leave_plan_terms is
$$An average is of a year at most.

Give 1 to 366 days.$$;
comment on constraint only_averages_are_of_days on public.leave_plan_terms is
$$An average is of so many days, and nothing else is.

Give the days with an average, and leave them empty otherwise.$$;

alter table public.leave_plan_terms enable row level security;

create table public.leave_ledger (
    id uuid primary key default private.id_by_time(),
    contractor_id uuid not null references public.contractors (id),
    leave_plan_id uuid not null references public.leave_plans (id),
    day date not null constraint day_is_finite check (isfinite(day)),
    kind text not null
        constraint leave_ledger_kind_is_known check (kind in (
            'opening', 'accrued', 'capped', 'used', 'lapsed', 'reinstated', 'paid_out', 'adjusted')),
    hours numeric(9, 4) not null
        constraint leave_hours_are_not_zero check (hours <> 0)
        constraint hours_is_finite check (hours <> 'NaN'),
    payroll_batch_id uuid references public.payroll_batches (id),
    time_entry_id uuid references public.time_entries (id) on delete set null,
    payroll_adjustment_id uuid references public.payroll_adjustments (id) on delete set null,
    reason text constraint reason_is_short check (private.require_line('reason', reason, 2000)),
    recorded_by uuid default private.user_id(),
    created_at timestamptz not null default now(),
    constraint only_leave_taken_is_of_an_entry check (time_entry_id is null or kind = 'used'),
    constraint only_leave_paid_out_is_of_an_adjustment check (payroll_adjustment_id is null or kind = 'paid_out'),
    constraint leave_by_hand_says_why check (kind not in ('opening', 'adjusted', 'paid_out') or reason ~ '\S' is true)
);
comment on table public.leave_ledger is
    'Hours of leave of people, plan by plan: the balance is their sum. Append-only: what changes later comes as a difference.';
comment on column public.leave_ledger.day is
    'Day that the hours count on, which says the calendar year: of what is accrued, the last day of the workweek, or of the year.';
comment on column public.leave_ledger.kind is
    'accrued: for hours worked. capped: accrued beyond the cap of the balance. used: taken. lapsed: at the turn of the year, or away for too long; reinstated: that was taken back. opening: as it was in the firm''s former books. adjusted: by hand. paid_out.';
comment on column public.leave_ledger.hours is 'Above zero where there is more leave, below it where there is less.';
comment on column public.leave_ledger.payroll_batch_id is 'The batch whose closing wrote it; null = something else did.';
comment on column public.leave_ledger.time_entry_id is 'The time that was taken as leave; null also where that is gone.';
comment on column public.leave_ledger.recorded_by is 'User who did what wrote it. Null where no person did.';
comment on constraint leave_hours_are_not_zero on public.leave_ledger is
$$A row of no hours changes nothing.

Give hours above or below zero.$$;
comment on constraint leave_by_hand_says_why on public.leave_ledger is
$$Leave that is written by hand has a reason.

Give the reason.$$;

create index leave_ledger_by_person on public.leave_ledger (contractor_id, leave_plan_id, day);
create index leave_ledger_by_plan on public.leave_ledger (leave_plan_id, day);
create index leave_ledger_by_batch on public.leave_ledger (payroll_batch_id) where payroll_batch_id is not null;
create index leave_ledger_by_entry on public.leave_ledger (time_entry_id) where time_entry_id is not null;
create index leave_ledger_by_adjustment
    on public.leave_ledger (payroll_adjustment_id) where payroll_adjustment_id is not null;

alter table public.leave_ledger enable row level security;
