-- What ran, when, and what came of it.

create table public.billing_runs (
    id uuid primary key default gen_random_uuid(),
    week_start date not null,
    week_end date not null,
    dry_run boolean not null default false,
    invoices_created int not null default 0,
    invoices_existing int not null default 0,
    facilities_skipped int not null default 0,
    entries_billed int not null default 0,
    amount numeric(15, 2) not null default 0, -- of many invoices, each of which may fill numeric(12, 2)
    late_entries int not null default 0,
    details jsonb not null default '[]',
    created_at timestamptz not null default now(),
    constraint billing_run_covers_a_week check (week_end = week_start + 6)
);
comment on table public.billing_runs is 'One row per call of weekly_billing_run.';
comment on column public.billing_runs.late_entries is
    'Billable, unbilled entries of the 13 weeks up to week_end that this run did not bill.';
comment on column public.billing_runs.details is 'Per facility: the outcome and its reason.';

create table public.job_runs (
    id uuid primary key default gen_random_uuid(),
    job text not null
        constraint job_is_known check (job in ('lock-ended', 'accrue-interest')),
    today date not null,
    dry_run boolean not null default false,
    status text not null default 'running'
        constraint job_run_status_is_known check (status in ('running', 'succeeded', 'failed')),
    counts jsonb,
    error text,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    created_at timestamptz not null default now(),
    constraint job_run_finished_at_tells_of_its_end check ((finished_at is not null) = (status <> 'running')),
    constraint job_run_has_counts_when_it_succeeded check (counts is not null or status <> 'succeeded'),
    constraint job_run_has_an_error_when_it_failed check ((error is not null) = (status = 'failed'))
);
comment on table public.job_runs is 'One row per run of a scheduled job.';
comment on column public.job_runs.today is 'The day the run took for today (UTC unless told otherwise).';
comment on column public.job_runs.dry_run is 'The run counted what would change and changed nothing.';
create index job_runs_by_job on public.job_runs (job, started_at desc);
-- The last success, however many failures and dry runs came after it.
create index job_runs_succeeded on public.job_runs (job, finished_at desc)
    where status = 'succeeded' and not dry_run;
create index job_runs_running on public.job_runs (started_at) where status = 'running';

alter table public.billing_runs enable row level security;
alter table public.job_runs enable row level security;
revoke all on public.billing_runs, public.job_runs from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.billing_runs, public.job_runs to service_role;
