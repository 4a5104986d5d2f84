-- Names that a payroll provider has for each kind of pay, and the files it was handed.

-- Every firm has all rows, and writes the codes alone: a kind that nobody maps shows as one without a code.
create table public.earning_codes (
    employment text not null
        constraint earning_code_employment_is_known check (employment in ('w2', '1099')),
    earning text not null
        constraint earning_is_known check (earning in (
            'straight', 'overtime_premium', 'doubletime_premium', 'difference', 'hours_driven_stipend',
            'flat_sum_stipend', 'reimbursement_stipend', 'bonus', 'reimbursement', 'deduction', 'recovery',
            'recovery_prior_year', 'meal_premium', 'rest_premium', 'differential', 'guarantee',
            'mileage_excess', 'regular', 'overtime', 'doubletime', 'adjusting_amount')),
    -- Nothing that a spreadsheet would take for a formula: a provider must find it as it stands here.
    code text constraint earning_code_is_plain_text check (code ~ '^[[:alnum:]]([[:print:]]{0,38}[[:graph:]])?$'),
    created_at timestamptz not null default now(),
    primary key (employment, earning)
);
comment on table public.earning_codes is
$$Names that the firm's payroll provider has for each earning, a kind of pay on a payroll file: of W-2 people, and of 1099 people.

The rows are there; payroll writes the codes.$$;
comment on column public.earning_codes.employment is
    'Payroll file: w2, or 1099, which has corp_to_corp too.';
comment on column public.earning_codes.earning is
    'As payroll_earnings names it. straight: all hours at their pay rate. differential: what premiums of nights, weekends and holidays add to them (premium_rules). overtime_premium, doubletime_premium: what overtime pays on top of that. meal_premium, rest_premium: an hour''s pay for a missed meal or rest period, wages of W-2 people alone. guarantee: hours that were promised and not worked, wages. mileage_excess: what a mile pays beyond the Internal Revenue Service''s rate, wages. difference: how weeks that were paid before have changed. hours_driven_stipend and flat_sum_stipend are wages, reimbursement_stipend is not. recovery: an overpayment of the same year that is taken back, which lessens wages. recovery_prior_year: one of an earlier year, taken back after taxes, for which that year''s W-2c is to be looked at. regular, overtime, doubletime and adjusting_amount stand in place of straight and its two premiums where a profile writes the file (payroll_earnings_by_rate).';
comment on column public.earning_codes.code is
    'The provider''s code, at most 40 characters, the first a letter or a digit; several earnings may have one. Null = not mapped: a file that needs it is not handed over.';
comment on constraint earning_code_is_plain_text on public.earning_codes is
$$A code begins with a letter or a digit, and has at most 40 characters.

Enter it as the payroll provider has it.$$;

alter table public.earning_codes enable row level security;

insert into public.earning_codes (employment, earning)
select employment, earning
  from unnest(array['w2', '1099']) as employment
 cross join unnest(array[
       'straight', 'differential', 'overtime_premium', 'doubletime_premium', 'difference', 'hours_driven_stipend',
       'flat_sum_stipend',
       'reimbursement_stipend', 'bonus', 'reimbursement', 'deduction', 'recovery', 'recovery_prior_year', 'guarantee',
       'mileage_excess', 'regular', 'overtime', 'doubletime', 'adjusting_amount'])
       as earning
 union all
select 'w2', unnest(array['meal_premium', 'rest_premium']);

-- The file is made again when it is asked for again; its digest tells whether it is the same.
create table public.payroll_handovers (
    id uuid primary key default gen_random_uuid(),
    payroll_batch_id uuid not null references public.payroll_batches (id),
    employment text not null
        constraint payroll_handover_employment_is_known check (employment in ('w2', '1099')),
    nth int not null constraint payroll_handovers_are_counted_from_one check (nth > 0),
    handed_over_at timestamptz not null,
    handed_over_by uuid,
    people int not null constraint payroll_handover_has_people check (people > 0),
    lines int not null constraint payroll_handover_has_a_line_for_each check (lines >= people),
    amount numeric(12, 2) not null constraint amount_is_finite check (amount <> 'NaN'),
    digest text not null constraint payroll_handover_digest_is_sha256 check (digest ~ '^[0-9a-f]{64}$'),
    created_at timestamptz not null default now(),
    profile text constraint handed_over_profile_is_short check (private.require_line('profile', profile, 200)),
    constraint payroll_is_handed_over_once_at_a_time unique (payroll_batch_id, employment, nth)
);
comment on table public.payroll_handovers is
    'The payroll files that were handed over: which, by whom and when, and what was in them. Append-only.';
comment on column public.payroll_handovers.employment is
    'One of the batch''s two files: w2, or 1099, which has corp_to_corp too.';
comment on column public.payroll_handovers.nth is '1 = the first time, 2 and more = again.';
comment on column public.payroll_handovers.handed_over_by is 'The user; null where no person acted.';
comment on column public.payroll_handovers.amount is 'Sum of what it pays.';
comment on column public.payroll_handovers.profile is
    'Name of the payroll profile by which the file was written, as it was called then; null = our own columns.';
comment on column public.payroll_handovers.digest is
    'SHA-256 of the file in UTF-8, as sha256sum prints it: two with one digest were the same, byte for byte.';

alter table public.payroll_handovers enable row level security;
