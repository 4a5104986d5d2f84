-- Pay of contractors, period by period, batch by batch.
create table public.payroll_periods (
    id uuid primary key default gen_random_uuid(),
    period_start date not null constraint period_start_is_finite check (isfinite(period_start)),
    period_end date not null constraint period_end_is_finite check (isfinite(period_end)),
    pay_date date not null constraint pay_date_is_finite check (isfinite(pay_date)),
    status text not null default 'open'
        constraint payroll_period_status_is_known check (status in ('open', 'closed')),
    closed_at timestamptz,
    closed_by uuid,
    created_at timestamptz not null default now(),
    pay_group_id uuid not null default private.default_pay_group() references public.pay_groups (id),
    constraint payroll_period_ends_after_it_starts check (period_end > period_start),
    constraint payroll_periods_never_overlap
        exclude using gist (pay_group_id with =, daterange(period_start, period_end, '[]') with &&),
    constraint payroll_period_closed_at_tells_of_closing check ((closed_at is not null) = (status = 'closed')),
    constraint only_closed_periods_say_by_whom check (closed_by is null or closed_at is not null)
);
comment on table public.payroll_periods is
$$Whole workweeks of a pay group that are paid together.

Example: [{"period_start": "2031-03-03", "period_end": "2031-03-09", "pay_date": "2031-03-14"}]$$;
comment on column public.payroll_periods.pay_group_id is 'The group whose pay it is. Periods of several groups may overlap.';
comment on column public.payroll_periods.closed_by is 'The user; null where no person acted.';

create trigger payroll_period_state_is_stamped
    before insert or update of status on public.payroll_periods
    for each row when (new.status = 'closed')
    execute function private.stamp_state();

alter table public.payroll_periods enable row level security;

create table public.payroll_batches (
    id uuid primary key default gen_random_uuid(),
    payroll_period_id uuid not null references public.payroll_periods (id),
    status text not null default 'draft'
        constraint payroll_batch_status_is_known
        check (status in ('draft', 'in_review', 'approved', 'closed', 'discarded')),
    prepared_at timestamptz not null default now(),
    prepared_by uuid,
    preparer_ids uuid[] not null default '{}',
    in_review_at timestamptz,
    in_review_by uuid,
    approved_at timestamptz,
    approved_by uuid,
    closed_at timestamptz,
    closed_by uuid,
    discarded_at timestamptz,
    discarded_by uuid,
    discard_reason text constraint discard_reason_is_short check (private.require_line('discard_reason', discard_reason, 2000)),
    gross_total numeric(12, 2) not null default 0
        constraint gross_total_is_finite check (gross_total <> 'NaN'),
    created_at timestamptz not null default now(),
    kind text not null default 'regular'
        constraint payroll_batch_kind_is_known check (kind in ('regular', 'off_cycle')),
    pay_date date constraint pay_date_is_finite check (isfinite(pay_date)),
    reason text
        constraint off_cycle_reason_is_not_blank check (reason ~ '\S')
        constraint reason_is_short check (private.require_line('reason', reason, 2000)),
    contractor_ids uuid[],
    constraint off_cycle_batches_alone_say_whom_they_pay check (
        num_nonnulls(pay_date, reason, contractor_ids) = case kind when 'off_cycle' then 3 else 0 end),
    constraint payroll_batch_in_review_at_tells_of_review check (
        case status when 'draft' then in_review_at is null
                    when 'discarded' then true
                    else in_review_at is not null end),
    constraint payroll_batch_approved_at_tells_of_approval check (
        case when status in ('draft', 'in_review') then approved_at is null
             when status = 'discarded' then true
             else approved_at is not null end),
    constraint payroll_batch_closed_at_tells_of_closing check ((closed_at is not null) = (status = 'closed')),
    constraint payroll_batch_discarded_at_tells_of_discarding
        check ((discarded_at is not null) = (status = 'discarded'))
);
comment on table public.payroll_batches is 'One payment run over a payroll period, of its group or of some people off the cycle.';
comment on column public.payroll_batches.kind is
    'regular: all that is due to the group of its period. off_cycle: what is due to some people, on a day of its own.';
comment on column public.payroll_batches.pay_date is 'Pay day of an off-cycle batch; null = that of its period.';
comment on column public.payroll_batches.reason is 'The reason for paying off the cycle; null of a regular batch.';
comment on column public.payroll_batches.contractor_ids is 'The people whom an off-cycle batch pays, by id; null of a regular batch.';
comment on column public.payroll_batches.preparer_ids is
    'All who prepared or rebuilt it, apply_rate_hit, correct_time_entry and set_aside_time included: none of them is its second approver.';

create index payroll_batches_by_period on public.payroll_batches (payroll_period_id);
create unique index payroll_period_has_one_open_batch
    on public.payroll_batches (payroll_period_id) where status in ('draft', 'in_review', 'approved') and kind = 'regular';

alter table public.payroll_batches enable row level security;

create table public.payroll_items (
    id uuid primary key default gen_random_uuid(),
    payroll_batch_id uuid not null references public.payroll_batches (id) on delete cascade,
    contractor_id uuid not null references public.contractors (id),
    regular_hours numeric(7, 2) not null default 0
        constraint regular_hours_is_finite check (regular_hours <> 'NaN'),
    overtime_hours numeric(7, 2) not null default 0
        constraint overtime_hours_is_finite check (overtime_hours <> 'NaN'),
    doubletime_hours numeric(7, 2) not null default 0
        constraint doubletime_hours_is_finite check (doubletime_hours <> 'NaN'),
    straight_pay numeric(12, 2) not null default 0
        constraint straight_pay_is_finite check (straight_pay <> 'NaN'),
    premium_pay numeric(12, 2) not null default 0
        constraint premium_pay_is_finite check (premium_pay <> 'NaN'),
    stipend_pay numeric(12, 2) not null default 0
        constraint stipend_pay_is_finite check (stipend_pay <> 'NaN'),
    adjustment_pay numeric(12, 2) not null default 0
        constraint adjustment_pay_is_finite check (adjustment_pay <> 'NaN'),
    gross_pay numeric(12, 2) not null default 0 constraint gross_pay_is_finite check (gross_pay <> 'NaN'),
    created_at timestamptz not null default now(),
    first_name text,
    last_name text,
    email text,
    employment_type text
        constraint payroll_item_employment_type_is_known check (employment_type in ('w2', '1099', 'corp_to_corp')),
    overpayment_pay numeric(12, 2) not null default 0
        constraint overpayment_pay_is_finite check (overpayment_pay <> 'NaN'),
    code_pay numeric(12, 2) not null default 0
        constraint code_pay_is_finite check (code_pay <> 'NaN'),
    constraint contractor_is_paid_once_a_batch unique (payroll_batch_id, contractor_id),
    constraint gross_pay_is_the_sum_of_its_parts
        check (gross_pay = straight_pay + premium_pay + stipend_pay + adjustment_pay + overpayment_pay + code_pay)
);
comment on table public.payroll_items is
    'Pay of one contractor in a batch. Hours and pay may be negative where a correction takes back.';
comment on column public.payroll_items.first_name is
    'As are last_name, email and employment_type, the contractor''s when the item was written: what a batch says of them stays.';

comment on column public.payroll_items.straight_pay is
    'The lines of kind straight and differential: hours worked, with what premium rules add to them.';
comment on column public.payroll_items.code_pay is
    'The lines of the kinds code, mileage_excess and guarantee: time of codes whose hours are not worked, units, and hours that were promised and not worked; and differences of codes that repay expenses.';
comment on column public.payroll_items.overpayment_pay is
    'The lines of kind overpayment and recovery: above zero where an overpayment that was found is not taken back at once, below it where one is recovered.';

create index payroll_items_by_contractor on public.payroll_items (contractor_id);

alter table public.payroll_items enable row level security;

create table public.payroll_adjustments (
    id uuid primary key default gen_random_uuid(),
    contractor_id uuid not null references public.contractors (id),
    payable_on date not null constraint payable_on_is_finite check (isfinite(payable_on)),
    kind text not null
        constraint payroll_adjustment_kind_is_known check (kind in ('bonus', 'reimbursement', 'deduction')),
    amount numeric(12, 2) not null
        constraint payroll_adjustment_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    -- A default that is null: it may be left out, and a trigger knows the kind.
    in_regular_rate boolean not null default nullif(true, true),
    reason text constraint reason_is_short check (private.require_line('reason', reason, 2000)),
    approved_at timestamptz,
    approved_by uuid,
    created_at timestamptz not null default now(),
    entered_by uuid,
    is_flat_sum boolean not null default false,
    earned_from date constraint earned_from_is_finite check (isfinite(earned_from)),
    earned_to date constraint earned_to_is_finite check (isfinite(earned_to)),
    flat_sum_divisor text
        constraint flat_sum_divisor_of_bonus_is_known check (flat_sum_divisor in ('regular_hours', 'all_hours')),
    constraint only_bonuses_are_in_the_regular_rate check (not in_regular_rate or kind = 'bonus'),
    constraint only_sums_in_the_regular_rate_are_flat check (not is_flat_sum or in_regular_rate),
    constraint earned_days_come_together check (num_nonnulls(earned_from, earned_to) in (0, 2)),
    constraint earned_days_end_after_they_start check (earned_to >= earned_from),
    constraint what_is_earned_is_paid_afterwards check (earned_to <= payable_on),
    constraint only_sums_in_the_regular_rate_are_earned_over_days check (earned_from is null or in_regular_rate),
    constraint only_flat_bonuses_have_a_divisor check (flat_sum_divisor is null or is_flat_sum)
);
comment on table public.payroll_adjustments is
$$One-off pay. A deduction lessens pay: its amount is positive all the same.

Example: [{"contractor_id": "$contractor_id", "payable_on": "2026-03-06", "kind": "bonus", "amount": 250,
  "reason": "Referral"}]$$;

comment on column public.payroll_adjustments.in_regular_rate is
    'True if overtime is paid on it too. A bonus is unless it is said otherwise, with a reason (29 CFR 778.208 to 778.211); nothing else is.';
comment on column public.payroll_adjustments.is_flat_sum is
    'True if the bonus is the same however long one works for it. Where flat_sum_divisor is regular_hours, overtime is paid on it by the hours that are not overtime, 1.5 times and 2 times; else as on others, by all hours.';
comment on column public.payroll_adjustments.flat_sum_divisor is
    'The hours that a flat sum is divided by: regular_hours where a state in which the person was placed on the days that earned it asks so (state_rules), or is not known; else all_hours. As it was when the bonus was entered or approved. Null = no flat sum, or one from before 1.0.0, which is divided by regular_hours.';
comment on column public.payroll_adjustments.earned_from is
    'The first day of the work that earned it, with earned_to its last; null = the workweek of payable_on. A bonus of several workweeks is spread over them in equal shares (29 CFR 778.209 b); what that adds to weeks that were paid is their difference.';
comment on column public.payroll_adjustments.entered_by is
    'User who entered it, or last changed what is approved of it: not its second approver. Null where no person did.';
comment on constraint earned_days_come_together on public.payroll_adjustments is
$$One of the two days between which the bonus was earned is missing.

Give both, or none.$$;
comment on constraint earned_days_end_after_they_start on public.payroll_adjustments is
$$The bonus would be earned to a day before it began.

Correct the days.$$;
comment on constraint only_bonuses_are_in_the_regular_rate on public.payroll_adjustments is
$$Only a bonus counts in the regular rate.

Leave the regular rate off, or make it a bonus.$$;
comment on constraint only_flat_bonuses_have_a_divisor on public.payroll_adjustments is
$$Only a flat sum is divided by hours.

Leave the divisor empty, or make it a flat sum.$$;
comment on constraint only_sums_in_the_regular_rate_are_earned_over_days on public.payroll_adjustments is
$$Only what counts in the regular rate is earned over days.

Leave the days empty, or let it count in the regular rate.$$;
comment on constraint only_sums_in_the_regular_rate_are_flat on public.payroll_adjustments is
$$Only what counts in the regular rate is a flat sum.

Leave the flat sum off, or let it count in the regular rate.$$;
comment on constraint what_is_earned_is_paid_afterwards on public.payroll_adjustments is
$$The bonus would be paid before it is earned.

Choose a later day of payment, or an earlier last day.$$;

create index payroll_adjustments_by_contractor on public.payroll_adjustments (contractor_id, payable_on);
-- A page of them, newest first.
create index payroll_adjustments_by_day on public.payroll_adjustments (payable_on, id);
-- Few, and asked for with each week that is paid.
create index payroll_adjustments_earned_over_days
    on public.payroll_adjustments (contractor_id, earned_from) where earned_from is not null;

alter table public.payroll_adjustments enable row level security;

create table public.payroll_item_lines (
    id uuid primary key default private.id_by_time(),
    payroll_item_id uuid not null references public.payroll_items (id) on delete cascade,
    time_entry_id uuid
        constraint payroll_item_lines_time_entry_id_fkey references public.time_entries (id) on delete set null,
    payroll_adjustment_id uuid references public.payroll_adjustments (id),
    assignment_stipend_id uuid references public.assignment_stipends (id),
    week_start date not null constraint week_start_is_finite check (isfinite(week_start)),
    kind text not null
        constraint payroll_line_kind_is_known check (kind in (
            'straight', 'overtime_premium', 'doubletime_premium', 'stipend', 'adjustment', 'difference', 'overpayment',
            'carried', 'recovery', 'break_premium', 'code', 'differential', 'guarantee', 'mileage_excess')),
    hours numeric(7, 2) constraint hours_is_finite check (hours <> 'NaN'),
    overtime_hours numeric(7, 2) constraint overtime_hours_is_finite check (overtime_hours <> 'NaN'),
    doubletime_hours numeric(7, 2) constraint doubletime_hours_is_finite check (doubletime_hours <> 'NaN'),
    rate numeric constraint rate_is_finite check (rate <> 'NaN'),
    amount numeric(12, 2) not null constraint amount_is_finite check (amount <> 'NaN'),
    released_at timestamptz,
    created_at timestamptz not null default now(),
    pay_kind text,
    recovery_arrangement_id uuid references public.recovery_arrangements (id),
    assignment_id uuid references public.assignments (id),
    flsa_premium numeric(12, 2) constraint flsa_premium_is_finite check (flsa_premium <> 'NaN'),
    break_premium_id uuid references public.break_premiums (id),
    code text constraint payroll_line_is_of_a_known_code references public.time_codes (name),
    quantity numeric(8, 2) constraint quantity_is_finite check (quantity <> 'NaN'),
    guarantee_id uuid references public.guarantees (id),
    description text,
    constraint only_time_has_a_code check (
        code is null
        or kind in ('straight', 'code', 'mileage_excess', 'difference')
        or (kind in ('overpayment', 'recovery') and pay_kind is not distinct from 'reimbursement')),
    constraint differences_of_reimbursements_name_their_code check (
        code is not null or kind not in ('difference', 'overpayment', 'recovery')
        or pay_kind is distinct from 'reimbursement'),
    premium_rule_id uuid references public.premium_rules (id),
    constraint only_codes_have_a_quantity
        check ((quantity is not null) = (kind in ('code', 'differential', 'guarantee', 'mileage_excess'))),
    constraint only_guarantees_name_and_describe_one
        check (num_nonnulls(guarantee_id, description) = case kind when 'guarantee' then 2 else 0 end),
    constraint only_differentials_name_a_premium check ((premium_rule_id is not null) = (kind = 'differential')),
    constraint only_break_premiums_name_a_decision
        check ((break_premium_id is not null) = (kind = 'break_premium')),
    constraint only_recoveries_name_an_arrangement
        check ((recovery_arrangement_id is not null) = (kind = 'recovery')),
    constraint only_straight_lines_name_an_entry
        check (time_entry_id is null or kind in ('straight', 'code', 'differential', 'mileage_excess')),
    constraint only_adjustment_lines_name_an_adjustment
        check (payroll_adjustment_id is null or kind = 'adjustment'),
    constraint only_stipend_lines_name_a_stipend check (assignment_stipend_id is null or kind = 'stipend'),
    constraint only_differences_move_hours
        check (kind = 'difference' or num_nonnulls(overtime_hours, doubletime_hours) = 0),
    constraint pay_kind_is_of_the_line check (
        pay_kind is null
        or (kind = 'stipend' and pay_kind in ('reimbursement', 'hours_driven', 'flat_sum'))
        or (kind = 'adjustment' and pay_kind in ('bonus', 'reimbursement', 'deduction'))
        or (kind = 'carried' and pay_kind = 'deduction')
        or (kind = 'recovery' and pay_kind in ('prior_year', 'reimbursement'))
        or (kind = 'break_premium' and pay_kind in ('meal', 'rest'))
        or (kind in ('code', 'difference', 'overpayment') and pay_kind = 'reimbursement')),
    constraint only_pay_of_time_names_an_assignment check (
        assignment_id is null
        or kind in (
            'straight', 'overtime_premium', 'doubletime_premium', 'stipend', 'break_premium', 'difference', 'code',
            'differential', 'guarantee', 'mileage_excess')),
    constraint only_premiums_are_asked_by_the_flsa check (
        flsa_premium is null or kind in ('overtime_premium', 'doubletime_premium', 'difference')),
    constraint only_weeks_of_pay_have_hours
        check (kind not in ('overpayment', 'carried', 'recovery', 'break_premium') or num_nonnulls(hours, rate) = 0),
    constraint codes_that_are_not_worked_have_no_hours
        check (kind not in ('code', 'differential', 'guarantee', 'mileage_excess') or hours is null)
);
comment on table public.payroll_item_lines is 'Lines that make up an item''s pay, per workweek.';
comment on column public.payroll_item_lines.kind is
    'Its part of the pay. straight: hours worked. code: time of a code whose hours are not worked, and units. differential: what a premium rule adds to hours of an entry, beside its straight line. guarantee: hours that were promised and not worked. mileage_excess: what a mile pays beyond the Internal Revenue Service''s rate, a wage beside the line of kind code, which repays it. break_premium: an hour''s pay for a missed meal or rest period, at the week''s regular rate. difference: how a week that was paid before has changed since; what of it is of a code is a line of its own. Three kinds are no part of what was paid of a week: overpayment, by how much a whole week came to below zero, which is not taken back at once (below zero: by how much what the week gained since has made up for it); carried, what deductions ask beyond a person''s pay, and, below zero, what of that is deducted later; recovery, below zero, what is taken back of the overpayment of the week.';
comment on column public.payroll_item_lines.hours is
    'Of straight pay and of premiums: those that they pay. Of a difference: how all hours of a week that other batches paid have changed since, by corrections; null where they have not.';
comment on column public.payroll_item_lines.overtime_hours is
    'Of a difference: how the overtime hours of a week that other batches paid have changed since. In a week that is paid for the first time, the overtime_premium line has them.';
comment on column public.payroll_item_lines.doubletime_hours is 'As overtime_hours, of doubletime.';
comment on column public.payroll_item_lines.recovery_arrangement_id is
    'Of a recovery: the arrangement by which it is taken.';
comment on column public.payroll_item_lines.break_premium_id is
    'Of a break_premium: the decision of payroll that it is due.';
comment on column public.payroll_item_lines.code is
    'Of time that is not regular: its code. The hours of a straight line are worked; of kind code are hours that are not, and units, both as quantity. Of a difference: the code of which it is; null of regular time, premiums and all else. Of an overpayment and a recovery: the code that repays expenses of which it is.';
comment on column public.payroll_item_lines.quantity is
    'Of kind code: its hours, or its units. Of mileage_excess: the miles. Of a differential: the hours of its entry that it is for. Of a guarantee: the hours that are missing. Null of other lines.';
comment on column public.payroll_item_lines.guarantee_id is 'Of a guarantee: which one promised the hours.';
comment on column public.payroll_item_lines.description is
    'Of a guarantee: how its hours come about: "36.00 guaranteed, 30.00 worked". Null of other lines.';
comment on column public.payroll_item_lines.premium_rule_id is 'Of a differential: the premium rule that it is by.';
comment on column public.payroll_item_lines.released_at is
    'Set when the batch is discarded: the line''s time is payable again. Null = live.';
comment on column public.payroll_item_lines.pay_kind is
    'The kind of the stipend or the adjustment when the line was written, one of hours_driven, flat_sum, reimbursement, bonus, deduction: what it pays for stays. Of carried: deduction. Of a break_premium: meal or rest. Of a code, a difference, an overpayment and a recovery: reimbursement if it is of a code that repays expenses. Of a recovery of wages: prior_year if the overpayment was paid in an earlier year than this batch. Else null.';
comment on column public.payroll_item_lines.assignment_id is
    'The placement of time, of a stipend, of a premium of either kind and of a difference. Null = of none, or written before 1.0.0: then premiums and differences are of the whole week.';
comment on column public.payroll_item_lines.flsa_premium is
    'Part of the week''s premiums that section 7 of the FLSA asks for (29 USC 207): qualified overtime, Form W-2 box 12 code TT. The first premium of a week has it; a difference has how it changed against what earlier batches have of the week. Null = not a premium, or not told, as before 1.0.0.';

-- With the week: what closed batches have paid of the weeks that a draft pays.
create index payroll_item_lines_by_item_and_week on public.payroll_item_lines (payroll_item_id, week_start);
create index payroll_item_lines_by_time_entry on public.payroll_item_lines (time_entry_id);
-- Few: what is overpaid and carried, looked for with each draft.
create index payroll_item_lines_of_ledgers
    on public.payroll_item_lines (payroll_item_id) where kind in ('overpayment', 'carried', 'recovery');
create index payroll_item_lines_by_recovery_arrangement
    on public.payroll_item_lines (recovery_arrangement_id) where recovery_arrangement_id is not null;
create index payroll_item_lines_by_break_premium
    on public.payroll_item_lines (break_premium_id) where break_premium_id is not null;
create index payroll_item_lines_by_adjustment
    on public.payroll_item_lines (payroll_adjustment_id) where payroll_adjustment_id is not null;
create index payroll_item_lines_by_stipend
    on public.payroll_item_lines (assignment_stipend_id) where assignment_stipend_id is not null;
create index payroll_item_lines_by_code on public.payroll_item_lines (code) where code is not null;
create index payroll_item_lines_by_assignment
    on public.payroll_item_lines (assignment_id) where assignment_id is not null;
create unique index break_premium_in_one_live_batch
    on public.payroll_item_lines (break_premium_id) where break_premium_id is not null and released_at is null;
create unique index time_entry_in_one_live_batch
    on public.payroll_item_lines (time_entry_id)
    where time_entry_id is not null and premium_rule_id is null and kind <> 'mileage_excess' and released_at is null;
create unique index mileage_excess_in_one_live_batch
    on public.payroll_item_lines (time_entry_id) where kind = 'mileage_excess' and released_at is null;
create unique index premium_of_an_entry_in_one_live_batch
    on public.payroll_item_lines (time_entry_id, premium_rule_id)
    where premium_rule_id is not null and released_at is null;
create index payroll_item_lines_by_premium_rule
    on public.payroll_item_lines (premium_rule_id) where premium_rule_id is not null;
create unique index payroll_adjustment_in_one_live_batch
    on public.payroll_item_lines (payroll_adjustment_id)
    where payroll_adjustment_id is not null and released_at is null;
create unique index guarantee_of_a_week_in_one_live_batch
    on public.payroll_item_lines (guarantee_id, week_start)
    where guarantee_id is not null and released_at is null;
create index payroll_item_lines_by_guarantee
    on public.payroll_item_lines (guarantee_id) where guarantee_id is not null;
create unique index stipend_of_a_week_in_one_live_batch
    on public.payroll_item_lines (assignment_stipend_id, week_start)
    where assignment_stipend_id is not null and released_at is null;

alter table public.payroll_item_lines enable row level security;

-- Marks of the weeks that payroll looks at, in place of all that was ever worked and paid. Append-only: whoever changes what a week comes
-- to waits for nobody, and a mark goes only with what was compared when it was there to be seen. It names a day, so
-- that it stays right when the workweek gets another first day. No foreign key: a mark of nobody finds nothing due.
create table private.due_marks (
    id bigint generated always as identity,
    contractor_id uuid not null,
    day date not null,
    primary key (contractor_id, day, id)
);
comment on table private.due_marks is
    'Days whose workweek may come to something else than closed batches have paid of it: something changed, and was not paid since.';

-- So that a batch that closes compares only what changed since its draft was built: what these marks tell of, it pays.
create table private.draft_marks (
    payroll_batch_id uuid primary key references public.payroll_batches (id) on delete cascade,
    mark_ids int8multirange not null -- numbered one after the other: a few ranges of very many
);
comment on table private.draft_marks is 'The marks that were there before a draft was built, until it is closed or discarded.';
