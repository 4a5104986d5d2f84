-- Costs beyond pay, and recruiters of placements: what gross profit reads beside invoices and payroll.

-- One loaded percent: taxes, insurance and what else comes on top of wages. It estimates; the books have what was paid.
create table public.burden_rates (
    id uuid primary key default gen_random_uuid(),
    employment_type text not null
        constraint burden_employment_type_is_known check (employment_type in ('w2', '1099', 'corp_to_corp')),
    state text
        constraint burden_state_is_a_code check (state ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    rate numeric(7, 6) not null
        constraint burden_rate_is_a_share check (rate >= 0 and rate < 1)
        constraint rate_is_finite check (rate <> 'NaN'),
    created_at timestamptz not null default now(),
    constraint burden_rate_of_a_day_is_one unique nulls not distinct (employment_type, state, effective_from)
);
comment on table public.burden_rates is
$$Loaded percents: what comes on top of wages, of employment and state, dated. Gross profit takes it off.

Of a workweek the newest counts that is in force on its last day: that of the state of the facility, else that of all
states. Of an overpayment that was let go the state is that of the person's assignments in that week, where it is one.
Where there is none nothing is taken off. Reimbursements bear none.

Example: [{"employment_type": "w2", "state": null, "effective_from": "2031-01-01", "rate": 0.0765}]$$;
comment on column public.burden_rates.employment_type is
    'Employment of whom it is for, as it was when they were paid (payroll_items.employment_type).';
comment on column public.burden_rates.state is
    'State of the work, as in facilities.work_state; null = of every state that has no rate of its own.';
comment on column public.burden_rates.rate is 'Share of wages: 0.0765 is 7.65 %.';
comment on constraint burden_rate_is_a_share on public.burden_rates is
$$The burden is a share from 0 to less than 1.

Give 0.0765 for 7.65 %.$$;
comment on constraint burden_state_is_a_code on public.burden_rates is
$$There is no such state.

Give two letters, such as CO, or leave it empty for every state.$$;
comment on constraint burden_rate_of_a_day_is_one on public.burden_rates is
$$There is a rate of that employment and state from that day on.

Change that one, or give another day.$$;

alter table public.burden_rates enable row level security;

create table public.assignment_recruiters (
    assignment_id uuid not null references public.assignments (id),
    staff_member_id uuid not null references public.staff_members (id),
    share numeric(5, 4) not null
        constraint recruiter_has_a_share check (share >= 0 and share <= 1)
        constraint share_is_finite check (share <> 'NaN'),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    created_at timestamptz not null default now(),
    primary key (assignment_id, effective_from, staff_member_id)
);
comment on table public.assignment_recruiters is
$$Recruiters of assignments, and how they share each, dated: all rows of an assignment from one day on are one division.

Of a workweek the newest division counts that begins by its last day. What its shares leave is nobody's. A division that
ends all others has one row with a share of 0.

Example: [{"assignment_id": "$assignment_id", "staff_member_id": "$staff_member_id", "share": 0.5,
  "effective_from": "2031-03-03"}]$$;
comment on column public.assignment_recruiters.share is '0.5 is half; all of a division come to 1 at most.';
comment on constraint recruiter_has_a_share on public.assignment_recruiters is
$$The share of a recruiter is from 0 to 1.

Give 0.5 for half of it.$$;

create index assignment_recruiters_by_staff_member on public.assignment_recruiters (staff_member_id);

alter table public.assignment_recruiters enable row level security;

-- A table of its own and no column of staff_members: that row all staff read.
create table public.recruiter_commissions (
    staff_member_id uuid primary key references public.staff_members (id) on delete cascade,
    rate numeric(7, 6) not null
        constraint commission_rate_is_a_share check (rate >= 0 and rate <= 1)
        constraint rate_is_finite check (rate <> 'NaN'),
    created_at timestamptz not null default now()
);
comment on table public.recruiter_commissions is
$$Commissions of recruiters: one percent of gross profit each, without plans or tiers.

Example: [{"staff_member_id": "$staff_member_id", "rate": 0.08}]$$;
comment on column public.recruiter_commissions.rate is 'Share of gross profit: 0.08 is 8 %.';
comment on constraint commission_rate_is_a_share on public.recruiter_commissions is
$$The commission is a share from 0 to 1.

Give 0.08 for 8 %.$$;

alter table public.recruiter_commissions enable row level security;
