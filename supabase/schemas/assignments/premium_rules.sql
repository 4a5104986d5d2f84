-- Premiums by clock and calendar: what the hours of nights, weekends and holidays pay and bill on top of their rate.
-- Which hours a rule adds to, private.differentials_of_time computes. What the law makes of it, docs/codes.md says.

-- Other days than public.holidays, on which the firm does no business: each contract names its own.
create table public.holiday_calendars (
    id uuid primary key default gen_random_uuid(),
    title text not null
        constraint holiday_calendar_title_is_not_blank check (title ~ '\S')
        constraint title_is_short check (private.require_line('title', title, 200)),
    facility_id uuid references public.facilities (id),
    created_at timestamptz not null default now()
);
comment on table public.holiday_calendars is
$$Lists of days that premium rules name: the firm's holidays, or those that a facility's contract has.

Example: [{"title": "Federal holidays"}]$$;
comment on column public.holiday_calendars.facility_id is 'The facility whose list it is. Null = the firm''s.';
comment on constraint holiday_calendar_title_is_not_blank on public.holiday_calendars is
$$The title of the calendar is blank.

Give its title.$$;

create index holiday_calendars_by_facility on public.holiday_calendars (facility_id) where facility_id is not null;

alter table public.holiday_calendars enable row level security;

create table public.holiday_calendar_days (
    calendar_id uuid not null references public.holiday_calendars (id),
    day date not null constraint day_is_finite check (isfinite(day)),
    name text not null
        constraint calendar_day_name_is_not_blank check (name ~ '\S')
        constraint name_is_short check (private.require_line('name', name, 200)),
    created_at timestamptz not null default now(),
    primary key (calendar_id, day)
);
comment on table public.holiday_calendar_days is
$$The days of a holiday calendar: each that counts. Where a holiday is observed on another day, that day is listed, or both are.

Example: [{"calendar_id": "$calendar_id", "day": "2031-07-04", "name": "Independence Day"}]$$;
comment on constraint calendar_day_name_is_not_blank on public.holiday_calendar_days is
$$The name of the day is blank.

Give its name.$$;

alter table public.holiday_calendar_days enable row level security;

create table public.premium_rules (
    id uuid primary key default gen_random_uuid(),
    title text not null
        constraint premium_rule_title_is_not_blank check (title ~ '\S')
        constraint title_is_short check (private.require_line('title', title, 200)),
    facility_id uuid references public.facilities (id),
    assignment_id uuid references public.assignments (id),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    effective_to date constraint effective_to_is_finite check (isfinite(effective_to)),
    days_of_week smallint[]
        constraint days_of_week_are_one_to_seven
        check (days_of_week <@ '{1,2,3,4,5,6,7}' and days_of_week <> '{}'
               and array_position(days_of_week, null) is null),
    from_time time,
    to_time time,
    holiday_calendar_id uuid references public.holiday_calendars (id),
    pay_multiplier numeric(5, 3)
        constraint pay_multiplier_of_premium_is_one_or_more check (pay_multiplier >= 1)
        constraint pay_multiplier_is_finite check (pay_multiplier <> 'NaN'),
    pay_amount numeric(10, 2)
        constraint pay_amount_is_not_negative check (pay_amount >= 0)
        constraint pay_amount_is_finite check (pay_amount <> 'NaN'),
    bill_multiplier numeric(5, 3)
        constraint bill_multiplier_of_premium_is_one_or_more check (bill_multiplier >= 1)
        constraint bill_multiplier_is_finite check (bill_multiplier <> 'NaN'),
    bill_amount numeric(10, 2)
        constraint bill_amount_is_not_negative check (bill_amount >= 0)
        constraint bill_amount_is_finite check (bill_amount <> 'NaN'),
    combines text not null default 'highest'
        constraint combination_of_premiums_is_known check (combines in ('highest', 'adds')),
    codes text[] not null default '{regular}'
        constraint premium_is_of_some_codes check (codes <> '{}' and array_position(codes, null) is null),
    is_creditable boolean not null default false,
    created_at timestamptz not null default now(),
    constraint premium_rule_is_of_one_place check (num_nonnulls(facility_id, assignment_id) < 2),
    constraint premium_rule_ends_after_it_starts check (effective_to >= effective_from),
    constraint premium_is_from_and_to_a_time check (num_nonnulls(from_time, to_time) in (0, 2)),
    constraint premium_times_are_whole_minutes
        check (date_trunc('minute', from_time::interval) = from_time::interval
               and date_trunc('minute', to_time::interval) = to_time::interval
               and from_time < '24:00' and to_time < '24:00'),
    constraint pay_of_premium_is_told_whole check (num_nonnulls(pay_multiplier, pay_amount) in (0, 2)),
    constraint bill_of_premium_is_told_whole check (num_nonnulls(bill_multiplier, bill_amount) in (0, 2)),
    constraint premium_rule_adds_something
        check (coalesce(pay_multiplier, 1) + coalesce(pay_amount, 0) > 1
               or coalesce(bill_multiplier, 1) + coalesce(bill_amount, 0) > 1),
    constraint only_premiums_of_days_are_creditable
        check (not is_creditable
               or (from_time is null and num_nonnulls(days_of_week, holiday_calendar_id) > 0
                   and pay_multiplier >= 1.5 and pay_amount = 0) is true)
);
comment on table public.premium_rules is
$$Premiums by clock and calendar, of the firm, a facility or an assignment: what hours worked in a window pay and bill on top
of their rate. An hour within it adds rate × (multiplier − 1) + amount, rounded half up to the cent.

Example: [{"title": "Night", "facility_id": "$facility_id", "effective_from": "2026-03-02", "from_time": "19:00",
  "to_time": "07:00", "pay_multiplier": 1, "pay_amount": 4, "bill_multiplier": 1, "bill_amount": 6}]$$;
comment on column public.premium_rules.facility_id is
    'The facility whose assignments it is for. Null, with assignment_id = for all of the firm.';
comment on column public.premium_rules.assignment_id is 'The assignment that it is for alone.';
comment on column public.premium_rules.effective_from is 'The first day on which a window of it begins.';
comment on column public.premium_rules.effective_to is 'The last such day; null = none. It may be set at any time.';
comment on column public.premium_rules.days_of_week is
    'Days on which its windows begin: 1 = Monday to 7 = Sunday. Null = every day.';
comment on column public.premium_rules.from_time is
    'Begin of the window, by the clock of the facility. Null = the whole day of the calendar, from midnight to midnight.';
comment on column public.premium_rules.to_time is
    'End of the window. At from_time or before it: on the next day, so that the window goes on over midnight, and belongs to the day on which it began.';
comment on column public.premium_rules.holiday_calendar_id is
    'The calendar on whose days its windows begin; with days_of_week, on those of them alone. Null = every day.';
comment on column public.premium_rules.pay_multiplier is
    'An hour pays pay rate × (pay_multiplier − 1) + pay_amount on top. Both null = it pays nothing.';
comment on column public.premium_rules.pay_amount is 'Money an hour; see pay_multiplier.';
comment on column public.premium_rules.bill_multiplier is
    'An hour bills bill rate × (bill_multiplier − 1) + bill_amount on top; the bill''s overtime multiplier does not apply to it. Both null = it bills nothing.';
comment on column public.premium_rules.bill_amount is 'Money an hour; see bill_multiplier.';
comment on column public.premium_rules.combines is
    'Treatment where several rules are for an hour. highest: of those that say so, the one that adds most, to pay and to bill apart. adds: it comes on top of all others.';
comment on column public.premium_rules.codes is
    'The codes of hours worked that it is for, of time_codes.';
comment on column public.premium_rules.is_creditable is
    'True if it is a premium for work on holidays or days of rest, of half the rate or more: out of the regular rate, and set off against the overtime that the FLSA asks for (29 CFR 778.203, 29 USC 207(h)(2)). Never of a window by the clock (778.204).';
comment on constraint premium_rule_title_is_not_blank on public.premium_rules is
$$The title of the premium is blank.

Give its title.$$;
comment on constraint days_of_week_are_one_to_seven on public.premium_rules is
$$The days of the week are numbers from 1, Monday, to 7, Sunday.

Give some of them, or leave them empty for every day.$$;
comment on constraint pay_multiplier_of_premium_is_one_or_more on public.premium_rules is
$$A premium takes nothing from the rate: its multiplier is 1 or more.

Give 1.5 for half the rate on top, or 1 and an amount.$$;
comment on constraint bill_multiplier_of_premium_is_one_or_more on public.premium_rules is
$$A premium takes nothing from the rate: its multiplier is 1 or more.

Give 1.5 for half the rate on top, or 1 and an amount.$$;
comment on constraint combination_of_premiums_is_known on public.premium_rules is
$$Of premiums that meet, the highest wins, or they add up.

Give highest or adds.$$;
comment on constraint premium_is_of_some_codes on public.premium_rules is
$$The premium is for no code.

Give codes of hours worked, such as regular.$$;
comment on constraint premium_rule_is_of_one_place on public.premium_rules is
$$A premium is of a facility or of an assignment, not of both.

Leave one of the two empty, or both for the whole firm.$$;
comment on constraint premium_rule_ends_after_it_starts on public.premium_rules is
$$The premium would end before it begins.

Correct its days.$$;
comment on constraint premium_is_from_and_to_a_time on public.premium_rules is
$$One of the two times of the premium is missing.

Give both, or none for whole days.$$;
comment on constraint premium_times_are_whole_minutes on public.premium_rules is
$$The times of a premium are whole minutes from 00:00 to 23:59.

Leave out the seconds. What ends at midnight ends at 00:00.$$;
comment on constraint pay_of_premium_is_told_whole on public.premium_rules is
$$The pay of a premium is a multiplier and an amount.

Give both, the multiplier 1 or the amount 0 where there is none, or leave both empty.$$;
comment on constraint bill_of_premium_is_told_whole on public.premium_rules is
$$The price of a premium is a multiplier and an amount.

Give both, the multiplier 1 or the amount 0 where there is none, or leave both empty.$$;
comment on constraint premium_rule_adds_something on public.premium_rules is
$$The premium adds nothing, to pay or to bill.

Give an amount, or a multiplier above 1.$$;
comment on constraint only_premiums_of_days_are_creditable on public.premium_rules is
$$A creditable premium is for whole days of the week or of a calendar, at one and a half times the rate or more.

Give such days and a multiplier of at least 1.5, without times and amount, or leave the premium in the regular rate.$$;

create index premium_rules_by_facility on public.premium_rules (facility_id) where facility_id is not null;
create index premium_rules_by_assignment on public.premium_rules (assignment_id) where assignment_id is not null;
create index premium_rules_by_holiday_calendar
    on public.premium_rules (holiday_calendar_id) where holiday_calendar_id is not null;
-- Those of the firm are for every assignment.
create index premium_rules_of_the_firm on public.premium_rules (effective_from)
    where facility_id is null and assignment_id is null;

alter table public.premium_rules enable row level security;
