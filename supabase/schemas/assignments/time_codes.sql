-- Codes: what an hour was, or what else is paid and billed by the unit. The code regular is an hour at the rate of the
-- assignment; time that says no code has it. What the law makes of each, docs/codes.md says.
create table public.time_codes (
    name text primary key
        constraint time_code_name_is_a_word check (name ~ '^[a-z][a-z0-9_]{1,39}$'),
    title text not null
        constraint time_code_title_is_not_blank check (title ~ '\S')
        constraint title_is_short check (private.require_line('title', title, 200)),
    unit text not null default 'hour'
        constraint time_code_unit_is_a_word check (unit ~ '^[a-z][a-z_]{1,19}$'),
    is_worked boolean not null default false,
    pay_multiplier numeric(5, 3)
        constraint pay_multiplier_is_not_negative check (pay_multiplier >= 0)
        constraint pay_multiplier_is_finite check (pay_multiplier <> 'NaN'),
    pay_amount numeric
        constraint pay_amount_is_not_negative check (pay_amount >= 0)
        constraint pay_amount_is_finite check (pay_amount <> 'NaN')
        constraint pay_amount_is_not_too_large check (pay_amount < 100000000),
    bill_multiplier numeric(5, 3)
        constraint bill_multiplier_is_not_negative check (bill_multiplier >= 0)
        constraint bill_multiplier_is_finite check (bill_multiplier <> 'NaN'),
    bill_amount numeric
        constraint bill_amount_is_not_negative check (bill_amount >= 0)
        constraint bill_amount_is_finite check (bill_amount <> 'NaN')
        constraint bill_amount_is_not_too_large check (bill_amount < 100000000),
    is_reimbursement boolean not null default false,
    in_regular_rate boolean not null default true,
    premium_is_creditable boolean not null default false,
    entered_by text[] not null default '{billing,payroll,recruiting,contractor}'
        constraint time_codes_are_entered_by_known_roles
        check (entered_by <@ '{billing,payroll,recruiting,contractor}' and array_position(entered_by, null) is null),
    earning_code text
        constraint earning_code_of_time_code_is_plain_text
        check (earning_code ~ '^[[:alnum:]]([[:print:]]{0,38}[[:graph:]])?$'),
    revenue_account text constraint code_is_revenue_of_a_revenue_account check (revenue_account ~ '^revenue_'),
    pay_account text
        constraint code_is_pay_of_a_pay_account
        check (pay_account ~ '^pay_' or pay_account in ('wages', 'stipends', 'reimbursements')),
    created_at timestamptz not null default now(),
    regular_rate_section text
        constraint regular_rate_section_is_known
        check (regular_rate_section in (
            '778.109', '778.111', '778.217', '778.218', '778.219', '778.220', '778.221', '778.222', '778.223')),
    constraint regular_rate_section_is_of_its_kind
        check (case when is_worked then regular_rate_section is null
                    when is_reimbursement then regular_rate_section = '778.217'
                    when in_regular_rate
                    then regular_rate_section not in ('778.219', '778.220', '778.222')
                    else regular_rate_section not in ('778.109', '778.111', '778.217', '778.223') end),
    constraint pay_of_code_is_told_whole check (num_nonnulls(pay_multiplier, pay_amount) in (0, 2)),
    constraint bill_of_code_is_told_whole check (num_nonnulls(bill_multiplier, bill_amount) in (0, 2)),
    constraint only_hours_are_worked check (unit = 'hour' or not is_worked),
    constraint worked_hours_are_in_the_regular_rate check (in_regular_rate or not is_worked),
    constraint reimbursements_are_no_hours check (not is_reimbursement or unit <> 'hour'),
    constraint reimbursements_are_in_no_regular_rate check (not (is_reimbursement and in_regular_rate)),
    constraint only_premiums_of_half_the_rate_are_creditable
        check (not premium_is_creditable or (is_worked and pay_multiplier >= 1.5 and pay_amount = 0) is true)
);
comment on table public.time_codes is
$$Codes of time: what an hour was, or what else is paid and billed, by the day, the visit, the mile or another unit.

A unit of a code pays and bills the assignment's own rate for the code (assignment_code_rates), else that of the facility's
price list (facility_code_rates), else the rate of an hour × multiplier, rounded half up to the cent, + amount. Rates and
amounts of hours have cents, those of other units up to four decimals.

Example: [{"name": "weekend_charge", "title": "Charge nurse, weekend", "is_worked": true, "pay_multiplier": 1,
  "pay_amount": 4, "bill_multiplier": 1, "bill_amount": 6}]$$;
comment on column public.time_codes.name is 'Name by which time refers to it.';
comment on column public.time_codes.unit is
    'hour, or the word of another unit: day, visit, mile, call. Time of another unit has hours 0 and a quantity.';
comment on column public.time_codes.is_worked is
    'True if its hours are hours worked: they count toward overtime and the day''s 24. False of time on call, of leave and of units.';
comment on column public.time_codes.pay_multiplier is
    'A unit pays the pay rate of an hour × pay_multiplier + pay_amount. 0 and 0 = it pays nothing; both null = it has a rate of its own at each assignment or facility.';
comment on column public.time_codes.pay_amount is 
    'Money a unit; see pay_multiplier. In cents of an hour, of another unit with up to four decimals.';
comment on column public.time_codes.bill_multiplier is
    'A unit bills the bill rate of an hour × bill_multiplier + bill_amount, as pay_multiplier has it.';
comment on column public.time_codes.bill_amount is 'Money a unit; see bill_multiplier. As pay_amount.';
comment on column public.time_codes.is_reimbursement is 'True if it repays expenses and is no wage (29 CFR 778.217).';
comment on column public.time_codes.in_regular_rate is
    'True if overtime is paid on it too. Hours worked always are; pay for time on call is (29 CFR 778.223), for leave it is not (778.218).';
comment on column public.time_codes.premium_is_creditable is
    'True if its pay beyond the pay rate is a premium for work on holidays or on days of rest, of half the rate or more: out of the regular rate, and set off against the overtime that the FLSA asks for (29 CFR 778.203, 29 USC 207(h)(2)).';
comment on column public.time_codes.regular_rate_section is
    'Section of 29 CFR part 778 that puts its pay into the regular rate, or keeps it out, where it is not worked: regular_rate_of_week names it. docs/codes.md says what each is for. Null = the one that fits its unit: of hours 778.223 or 778.218, of visits 778.111, of other units 778.109 or 778.218, of what repays expenses 778.217.';
comment on column public.time_codes.entered_by is
    'Roles that may enter it, of billing, payroll, recruiting, contractor; none = nobody enters it any more.';
comment on column public.time_codes.earning_code is
    'The payroll provider''s code for it. Null: worked hours go by that of straight pay, and a file with other time of it is not handed over.';
comment on column public.time_codes.revenue_account is
    'Account of the journal (journal_accounts) for what is billed of it, from the first open day on. Null = as without: worked hours by their class, else revenue_codes.';
comment on column public.time_codes.pay_account is
    'Account of the journal for what W-2 people are paid of it, and, of one that repays expenses, for what everybody is. Null = wages, or reimbursements.';
comment on constraint time_code_name_is_a_word on public.time_codes is
$$The name of a code is 2 to 40 small letters, digits and underscores, the first a letter.

Choose another one, such as charge_nurse.$$;
comment on constraint time_code_unit_is_a_word on public.time_codes is
$$The unit is a word of small letters.

Give hour, or a word such as day, visit or mile.$$;
comment on constraint time_codes_are_entered_by_known_roles on public.time_codes is
$$A code is entered by billing, payroll, recruiting or contractors.

Give some of these roles, or none.$$;
comment on constraint pay_of_code_is_told_whole on public.time_codes is
$$The pay of a code is a multiplier and an amount.

Give both, of which either may be 0, or leave both empty for a rate of its own.$$;
comment on constraint bill_of_code_is_told_whole on public.time_codes is
$$The price of a code is a multiplier and an amount.

Give both, of which either may be 0, or leave both empty for a rate of its own.$$;
comment on constraint only_hours_are_worked on public.time_codes is
$$Only hours are worked: a code by another unit tells none.

Give hour as the unit, or say that it is not worked.$$;
comment on constraint worked_hours_are_in_the_regular_rate on public.time_codes is
$$Pay for hours worked is in the regular rate.

Leave it in the regular rate, or say that the hours are not worked.$$;
comment on constraint reimbursements_are_no_hours on public.time_codes is
$$Pay by the hour is a wage and repays no expenses.

Give another unit, such as mile, or say that it is no reimbursement.$$;
comment on constraint reimbursements_are_in_no_regular_rate on public.time_codes is
$$Money that repays expenses is in no regular rate.

Leave it out of the regular rate, or say that it is no reimbursement.$$;
comment on constraint only_premiums_of_half_the_rate_are_creditable on public.time_codes is
$$A creditable premium is that of hours worked at one and a half times the rate or more.

Give a multiplier of at least 1.5 and no amount, or leave the premium in the regular rate.$$;
comment on constraint regular_rate_section_is_known on public.time_codes is
$$Pay that is not for hours worked is in the regular rate, or out, by one of the sections 778.109, 778.111 and 778.217 to 778.223.

Give one of these, such as 778.223 of time on call, or leave the field empty.$$;
comment on constraint regular_rate_section_is_of_its_kind on public.time_codes is
$$The section says something else than the code: hours worked have none, what repays expenses has 778.217, and of the others some sections are for what is in the regular rate, and some for what is out.

Choose a section that fits, or leave the field empty.$$;
comment on constraint code_is_revenue_of_a_revenue_account on public.time_codes is
$$A code is billed on an account of revenue.

Give an account such as revenue_on_call, or leave the field empty.$$;
comment on constraint code_is_pay_of_a_pay_account on public.time_codes is
$$A code is paid on an account of pay.

Give an account such as pay_on_call, or wages, stipends or reimbursements, or leave the field empty.$$;
comment on constraint earning_code_of_time_code_is_plain_text on public.time_codes is
$$A code begins with a letter or a digit, and has at most 40 characters.

Enter it as the payroll provider has it.$$;

alter table public.time_codes enable row level security;

-- Every firm has these, and may change all but regular until time names them. What has no multiplier needs a rate of its
-- own first. Paid leave bills the facility nothing, which would approve it all the same: contractors enter it once the firm
-- says so.
insert into public.time_codes (
    name, title, unit, is_worked, pay_multiplier, pay_amount, bill_multiplier, bill_amount, is_reimbursement,
    in_regular_rate, premium_is_creditable, entered_by, regular_rate_section)
values
    ('regular', 'Regular', 'hour', true, 1, 0.00, 1, 0.00, false, true, false, default, null),
    ('on_call', 'On call', 'hour', false, null, null, null, null, false, true, false, default, null),
    ('call_back', 'Call-back', 'hour', true, 1, 0.00, 1, 0.00, false, true, false, default, null),
    ('charge', 'Charge nurse', 'hour', true, null, null, null, null, false, true, false, default, null),
    ('preceptor', 'Preceptor', 'hour', true, null, null, null, null, false, true, false, default, null),
    ('orientation', 'Orientation', 'hour', true, 1, 0.00, 1, 0.00, false, true, false, default, null),
    ('holiday_worked', 'Holiday worked', 'hour', true, 1.5, 0.00, 1.5, 0.00, false, true, true, default, null),
    ('holiday_off', 'Holiday off', 'hour', false, 1, 0.00, 0, 0.00, false, false, false, '{billing,payroll,recruiting}', null),
    ('sick', 'Sick leave', 'hour', false, 1, 0.00, 0, 0.00, false, false, false, '{billing,payroll,recruiting}', null),
    ('vacation', 'Vacation', 'hour', false, 1, 0.00, 0, 0.00, false, false, false, '{billing,payroll,recruiting}', null),
    ('mileage', 'Mileage', 'mile', false, null, null, null, null, true, false, false, default, null),
    ('per_diem', 'Per diem', 'day', false, null, null, null, null, true, false, false, default, null),
    ('visit', 'Visit', 'visit', false, null, null, null, null, false, true, false, default, null),
    ('cancelled', 'Cancelled shift', 'hour', false, 1, 0.00, 1, 0.00, false, false, false, default, '778.220');

create table public.assignment_code_rates (
    assignment_id uuid not null references public.assignments (id),
    code text not null
        constraint code_rate_is_of_a_known_code references public.time_codes (name)
        constraint regular_time_has_the_rate_of_the_assignment check (code <> 'regular'),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    bill_rate numeric
        constraint code_bill_rate_is_not_negative check (bill_rate >= 0)
        constraint bill_rate_is_finite check (bill_rate <> 'NaN')
        constraint bill_rate_is_not_too_large check (bill_rate < 100000000),
    pay_rate numeric
        constraint code_pay_rate_is_not_negative check (pay_rate >= 0)
        constraint pay_rate_is_finite check (pay_rate <> 'NaN')
        constraint pay_rate_is_not_too_large check (pay_rate < 100000000),
    created_at timestamptz not null default now(),
    primary key (assignment_id, code, effective_from),
    constraint code_rate_has_a_rate check (num_nonnulls(bill_rate, pay_rate) > 0),
    reason text
        constraint code_rate_reason_is_not_blank check (reason ~ '\S')
        constraint reason_is_short check (private.require_line('reason', reason, 2000))
);
comment on table public.assignment_code_rates is
$$Money a unit of a code at an assignment, dated: that of a day is the newest with effective_from on or before it. An hour
has cents, another unit up to four decimals: 0.725 a mile.

Example: [{"assignment_id": "$assignment_id", "code": "on_call", "effective_from": "2026-03-02", "bill_rate": 8,
  "pay_rate": 5}]$$;
comment on column public.assignment_code_rates.bill_rate is
    'Null = as the facility''s price list has it, or else the code.';
comment on column public.assignment_code_rates.pay_rate is 'As bill_rate.';
comment on column public.assignment_code_rates.reason is
    'Reason for which a mile pays more than the Internal Revenue Service''s rate (mileage_rates), such as what a car costs there: with one the excess is out of the regular rate (29 CFR 778.217), and a wage all the same. Of pay_rate.';
comment on constraint code_rate_reason_is_not_blank on public.assignment_code_rates is
$$The reason is blank.

Say why the rate is so high, or leave the field empty.$$;
comment on constraint regular_time_has_the_rate_of_the_assignment on public.assignment_code_rates is
$$Regular time has the rate of the assignment.

Enter a rate hit to change it.$$;
comment on constraint code_rate_has_a_rate on public.assignment_code_rates is
$$The rate says neither what is billed nor what is paid.

Give one of the two.$$;

create index assignment_code_rates_by_code on public.assignment_code_rates (code);

alter table public.assignment_code_rates enable row level security;

create table public.facility_code_rates (
    facility_id uuid not null references public.facilities (id),
    code text not null
        constraint listed_rate_is_of_a_known_code references public.time_codes (name)
        constraint regular_time_has_no_listed_rate check (code <> 'regular'),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    bill_rate numeric
        constraint listed_bill_rate_is_not_negative check (bill_rate >= 0)
        constraint bill_rate_is_finite check (bill_rate <> 'NaN')
        constraint bill_rate_is_not_too_large check (bill_rate < 100000000),
    pay_rate numeric
        constraint listed_pay_rate_is_not_negative check (pay_rate >= 0)
        constraint pay_rate_is_finite check (pay_rate <> 'NaN')
        constraint pay_rate_is_not_too_large check (pay_rate < 100000000),
    created_at timestamptz not null default now(),
    primary key (facility_id, code, effective_from),
    constraint listed_rate_has_a_rate check (num_nonnulls(bill_rate, pay_rate) > 0),
    reason text
        constraint listed_rate_reason_is_not_blank check (reason ~ '\S')
        constraint reason_is_short check (private.require_line('reason', reason, 2000))
);
comment on table public.facility_code_rates is
$$A facility's price list: money a unit of a code where the assignment says none, dated as assignment_code_rates.

Example: [{"facility_id": "$facility_id", "code": "on_call", "effective_from": "2026-03-02", "bill_rate": 8, "pay_rate": 5}]$$;
comment on column public.facility_code_rates.bill_rate is 'Null = as the code has it.';
comment on column public.facility_code_rates.pay_rate is 'As bill_rate.';
comment on column public.facility_code_rates.reason is 'As of assignment_code_rates.';
comment on constraint listed_rate_reason_is_not_blank on public.facility_code_rates is
$$The reason is blank.

Say why the rate is so high, or leave the field empty.$$;
comment on constraint regular_time_has_no_listed_rate on public.facility_code_rates is
$$Regular time has the rate of the assignment.

Give another code.$$;
comment on constraint listed_rate_has_a_rate on public.facility_code_rates is
$$The rate says neither what is billed nor what is paid.

Give one of the two.$$;

create index facility_code_rates_by_code on public.facility_code_rates (code);

alter table public.facility_code_rates enable row level security;
