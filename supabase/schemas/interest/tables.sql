-- Terms of interest on late payment, by facility.
create table public.facility_interest_terms (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    annual_rate numeric(9, 6) not null
        -- 18 for 18 % is a mistake that compounds beyond all money.
        constraint annual_rate_is_a_share check (annual_rate >= 0 and annual_rate <= 10)
        constraint annual_rate_is_finite check (annual_rate <> 'NaN'),
    day_count text not null default 'actual/365'
        constraint day_count_is_known
        check (day_count in ('actual/365', 'actual/360', 'actual/actual', '30/360', 'started_months')),
    compounding text not null default 'none'
        constraint compounding_is_known check (compounding in ('none', 'every_30_days', 'annual')),
    rate_basis text not null default 'floating'
        constraint rate_basis_is_known check (rate_basis in ('floating', 'fixed_at_start')),
    grace_days int not null default 0
        constraint grace_days_are_not_negative check (grace_days >= 0),
    accrue_from text not null default 'due_date'
        constraint accrue_from_is_known check (accrue_from in ('due_date', 'grace_end')),
    fixed_fee numeric(12, 2) not null default 0
        constraint fixed_fee_is_not_negative check (fixed_fee >= 0)
        constraint fixed_fee_is_finite check (fixed_fee <> 'NaN'),
    waive_below numeric(12, 2) not null default 0
        constraint waive_below_is_not_negative check (waive_below >= 0)
        constraint waive_below_is_finite check (waive_below <> 'NaN'),
    maximum_days int
        constraint maximum_days_are_not_negative check (maximum_days >= 0),
    maximum_fraction numeric(9, 6)
        constraint maximum_fraction_is_not_negative check (maximum_fraction >= 0)
        constraint maximum_fraction_is_finite check (maximum_fraction <> 'NaN'),
    created_at timestamptz not null default now(),
    disputed_bears_interest boolean not null default true,
    constraint started_months_do_not_compound check (day_count <> 'started_months' or compounding = 'none'),
    constraint interest_terms_of_a_day_are_one unique (facility_id, effective_from)
);
comment on table public.facility_interest_terms is
$$The interest a facility owes on late invoices, dated: the terms of a day are the newest with effective_from on or before it.

Example: [{"facility_id": "$facility_id", "effective_from": "2026-01-01", "annual_rate": 0.18, "grace_days": 5}]$$;
comment on column public.facility_interest_terms.annual_rate is '0.18 = 18 % a year.';
comment on column public.facility_interest_terms.day_count is
    'Method that turns days into a share of a year; started_months: a twelfth of the rate for each month that has begun, on what is unpaid as it begins.';
comment on column public.facility_interest_terms.rate_basis is
    'floating: each day has the rate in force on it; fixed_at_start: the rate of the first day of accrual holds throughout.';
comment on column public.facility_interest_terms.accrue_from is
    'Once the grace days are past: whether interest counts from the due date or from the end of grace.';
comment on column public.facility_interest_terms.fixed_fee is 'Owed once interest is owed.';
comment on column public.facility_interest_terms.waive_below is
    'Interest below this, before it is rounded to the cent, is not owed.';
comment on column public.facility_interest_terms.disputed_bears_interest is
    'False: what the facility disputes bears no interest while the dispute stands, from the day after it was noted. Once it is settled, all days count.';
comment on column public.facility_interest_terms.maximum_days is 'Most days that accrue; null = no limit.';
comment on column public.facility_interest_terms.maximum_fraction is
    'Most interest, without the fee, as a share of the invoice total; null = no limit.';
comment on constraint annual_rate_is_a_share on public.facility_interest_terms is
$$The rate of a year is 0 to 10, as a share.

Give 0.18 for 18 %.$$;
comment on constraint started_months_do_not_compound on public.facility_interest_terms is
$$Interest by started months does not compound.

Choose no compounding, or another day count.$$;

alter table public.facility_interest_terms enable row level security;
