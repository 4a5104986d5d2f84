-- A table of its own and no column of facilities: a facility's contacts read that row, and need not know when the firm
-- will write to them next.
create table public.facility_reminders (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id) on delete cascade
        constraint facility_is_reminded_one_way unique,
    reminder_days int[] not null
        constraint reminder_days_are_few_and_within_a_year check (
            cardinality(reminder_days) <= 10 and 1 <= all (reminder_days) and 365 >= all (reminder_days)
            and array_position(reminder_days, null) is null),
    created_at timestamptz not null default now()
);
comment on table public.facility_reminders is
$$Days on which facilities are reminded of what is overdue, where overdue reminders are on (mail_kinds). A facility without a row
is reminded 3, 15 and 30 days late.

Example: [{"facility_id": "$facility_id", "reminder_days": [7, 21]}]$$;
comment on column public.facility_reminders.reminder_days is
    'Days that an invoice is late when it is reminded of, such as {3,15,30}; {} = never.';
comment on constraint reminder_days_are_few_and_within_a_year on public.facility_reminders is
$$The days of reminders are too many, or one is not from 1 to 365.

Give at most ten.$$;

alter table public.facility_reminders enable row level security;
