-- Contracts that come up for renewal, and the days on which somebody should look at them.
-- Renewal alerts are mailed to recruiting, if they are on (mail_kinds).
create table public.contract_renewals (
    id uuid primary key default gen_random_uuid(),
    assignment_id uuid not null references public.assignments (id),
    renewal_date date not null constraint renewal_date_is_finite check (isfinite(renewal_date)),
    status text not null default 'upcoming'
        constraint renewal_status_is_known check (status in ('upcoming', 'renewed', 'declined', 'lapsed')),
    renewed_at timestamptz,
    declined_at timestamptz,
    lapsed_at timestamptz,
    created_at timestamptz not null default now(),
    constraint renewed_at_tells_of_renewal check ((renewed_at is not null) = (status = 'renewed')),
    constraint declined_at_tells_of_declining check ((declined_at is not null) = (status = 'declined')),
    constraint lapsed_at_tells_of_lapse check ((lapsed_at is not null) = (status = 'lapsed'))
);
comment on table public.contract_renewals is 'The day an assignment''s contract comes up for renewal.';

create index contract_renewals_by_assignment on public.contract_renewals (assignment_id);
create unique index assignment_comes_up_once_a_day
    on public.contract_renewals (assignment_id, renewal_date) where status = 'upcoming';

alter table public.contract_renewals enable row level security;

create table public.contract_alerts (
    id uuid primary key default gen_random_uuid(),
    contract_renewal_id uuid not null references public.contract_renewals (id) on delete cascade,
    days_before int not null
        constraint alert_days_are_known check (days_before in (90, 60, 30)),
    due_on date not null constraint due_on_is_finite check (isfinite(due_on)),
    acknowledged_at timestamptz,
    created_at timestamptz not null default now(),
    constraint renewal_has_one_alert_per_distance unique (contract_renewal_id, days_before)
);
comment on table public.contract_alerts is 'Reminders 90, 60 and 30 days before a renewal.';

alter table public.contract_alerts enable row level security;
