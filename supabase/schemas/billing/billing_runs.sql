-- The calls of weekly_billing_run, and what came of each facility and group.
create table public.billing_runs (
    id uuid primary key default gen_random_uuid(),
    week_start date not null constraint week_start_is_finite check (isfinite(week_start)),
    week_end date not null constraint week_end_is_finite check (isfinite(week_end)),
    dry_run boolean not null default false,
    invoices_created int not null default 0,
    invoices_existing int not null default 0,
    facilities_skipped int not null default 0,
    entries_billed int not null default 0,
    amount numeric(15, 2) not null default 0 -- of many invoices, each of which may fill numeric(12, 2)
        constraint amount_is_finite check (amount <> 'NaN'),
    late_entries int not null default 0,
    -- By the text that jsonb has, whose keys are in order.
    details jsonb not null default '[]' constraint billing_run_details_are_outcomes check (
        details::text ~ (
            '^\[(\{"amount": "-?[0-9]+\.[0-9]{2}", '
            '("reason": null, "entries": [0-9]+, "outcome": "(created|existing)"'
            '|"reason": "([^"\\]|\\.)*", "entries": [0-9]+, "outcome": "skipped"), '
            '"facility": "([^"\\]|\\.)*", ('
            '"group_key": "([^"\\]|\\.)*", "group_name": (null|"([^"\\]|\\.)*"), '
            '("invoice_id": (null|"[0-9a-f-]{36}"), )?"late_hours": "[0-9]+\.[0-9]{2}", '
            '"period_end": "[0-9]{4}-[0-9]{2}-[0-9]{2}", "facility_id": "[0-9a-f-]{36}", '
            '"period_start": "[0-9]{4}-[0-9]{2}-[0-9]{2}", '
            '"regular_hours": "[0-9]+\.[0-9]{2}", "overtime_hours": "[0-9]+\.[0-9]{2}", '
            '"doubletime_hours": "[0-9]+\.[0-9]{2}", "last_week_amount": "-?[0-9]+\.[0-9]{2}"'
            '|("invoice_id": (null|"[0-9a-f-]{36}"), )?("facility_id": "[0-9a-f-]{36}"' -- all that runs before 0.11.0 said
            '|"late_hours": "[0-9]+\.[0-9]{2}", "facility_id": "[0-9a-f-]{36}", ' -- before 0.13.0
            '"regular_hours": "[0-9]+\.[0-9]{2}", "overtime_hours": "[0-9]+\.[0-9]{2}", '
            '"doubletime_hours": "[0-9]+\.[0-9]{2}", "last_week_amount": "-?[0-9]+\.[0-9]{2}"))\}(, )?)*\]$')),
    created_at timestamptz not null default now(),
    unapproved_entries int not null default 0,
    run_by uuid default private.user_id(),
    -- By subtraction: six days after the last day that PostgreSQL has there is none.
    constraint billing_run_covers_a_week check (
        case when isfinite(week_start) and isfinite(week_end) then week_end - week_start = 6 end)
);
comment on table public.billing_runs is 'One row per call of weekly_billing_run.';
comment on column public.billing_runs.run_by is 'The user; null where no person acted.';
comment on column public.billing_runs.late_entries is
    'Billable, unbilled entries of the 13 weeks up to week_end that this run did not bill.';
comment on column public.billing_runs.unapproved_entries is
    'Entries of the week that are in unapproved_time, drafts among them: no run bills them as they are.';
comment on column public.billing_runs.details is
$$Per facility and group that has time of the cycle to bill: group_key and group_name, as of invoices, period_start and
period_end, the outcome, its reason, the invoice, and what is on it: entries, amount, and regular_hours, overtime_hours and doubletime_hours by its lines. Money and hours are text with two decimals.

last_week_amount: the totals of its invoices of exactly the cycle before that are not void, drafts too, of every kind but
interest. late_hours: of its entries that late_entries counts; where it was skipped, its time of these days is among them.

Runs before 0.11.0 have neither hours nor last_week_amount, those before 0.13.0 neither group nor days.$$;

-- The last runs.
create index billing_runs_by_time on public.billing_runs (created_at, id);

create trigger who_ran_billing_is_kept
    before update on public.billing_runs
    for each row when (old.run_by is distinct from new.run_by)
    execute function private.refuse_write(
        'actor_is_kept', 'Nobody enters by hand who started a run.', 'Leave it as it is.');

alter table public.billing_runs enable row level security;
