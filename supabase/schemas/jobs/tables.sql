-- The scheduled jobs by the names that paths, the command line and schedulers use.
create table private.jobs (
    name text primary key,
    created_at timestamptz not null default now(),
    stale_after interval not null default '26 hours', -- a day and two hours of grace
    behind_after interval not null default '26 hours'
);
comment on table private.jobs is 'The scheduled jobs, and how long without a success they are not well.';
comment on column private.jobs.stale_after is 'Longest allowed time since the last success.';
comment on column private.jobs.behind_after is 'Longest time for which successes may each leave something over.';

insert into private.jobs (name, stale_after, behind_after)
values ('lock-ended', default, default),
       ('accrue-interest', default, default),
       ('maintain', default, default),
       ('deliver', '1 hour', '6 hours'); -- it is called every minute; a month's invoices may take an hour or two

-- Runs of the jobs, with their times and results.
create table public.job_runs (
    id uuid primary key default gen_random_uuid(),
    job text not null
        constraint job_is_known references private.jobs (name),
    today date not null constraint today_is_finite check (isfinite(today)),
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
    -- By the text that jsonb has, whose keys are in order. Runs of 0.9.0 have no unapproved.
    constraint job_run_counts_are_of_its_job check (
        counts is null
        or counts::text ~ case job
               when 'lock-ended' then
                   '^\{"draft": [0-9]+, "locked": [0-9]+, "approved": [0-9]+, "remaining": [0-9]+, "submitted": [0-9]+, '
                   '("unapproved": [0-9]+, )?"assignments": [0-9]+, "pending_approval": [0-9]+\}$'
               when 'accrue-interest' then
                   '^\{"scanned": [0-9]+, "updated": [0-9]+, "remaining": [0-9]+, "unchanged": [0-9]+\}$'
               when 'deliver' then
                   '^\{"sent": [0-9]+, "failed": [0-9]+, "dropped": [0-9]+, "written": [0-9]+, "postponed": [0-9]+, '
                   '"remaining": [0-9]+\}$'
               when 'maintain' then
                   '^\{"made": [0-9]+, "summed": [0-9]+, "archived": [0-9]+, "detached": [0-9]+, '
                   '"forgotten": [0-9]+, "remaining": [0-9]+\}$'
               else '^$'
           end),
    constraint job_run_has_an_error_when_it_failed check ((error is not null) = (status = 'failed'))
);
comment on table public.job_runs is 'One row per run of a scheduled job. deliver keeps its successes for seven days, and retention says how long others are kept.';
comment on column public.job_runs.job is 'Name of the job, one of lock-ended, accrue-interest, deliver, maintain.';
comment on column public.job_runs.today is 'The day the run took for today (UTC unless told otherwise).';
comment on column public.job_runs.counts is 'Counts of the run''s work, as its job counts it; null until it succeeded.';
comment on column public.job_runs.dry_run is 'The run counted what would change and changed nothing.';

create index job_runs_by_job on public.job_runs (job, started_at desc);
-- A page of the runs of all jobs, newest first.
create index job_runs_by_time on public.job_runs (started_at, id);
-- The last success, however many failures and dry runs came after it.
create index job_runs_succeeded on public.job_runs (job, finished_at desc)
    where status = 'succeeded' and not dry_run;
create index job_runs_running on public.job_runs (started_at) where status = 'running';

alter table public.job_runs enable row level security;

-- Requests of pg_cron to the job endpoints, and the answers that pg_net got. Neither extension need be there: whatever
-- speaks of them is dynamic SQL.
create table private.job_requests (
    job text not null
        constraint job_of_request_is_known references private.jobs (name),
    requested_at timestamptz not null default clock_timestamp(),
    request_id bigint not null,
    primary key (job, requested_at)
);
comment on table private.job_requests is 'One row per request that pg_net was given for a job; kept seven days.';
comment on column private.job_requests.request_id is 'The id of its answer in net._http_response.';
