-- A contractor placed at a facility, what an hour costs and pays from which day on, and stipends.
create table public.assignments (
    id uuid primary key default gen_random_uuid(),
    contractor_id uuid not null references public.contractors (id),
    facility_id uuid not null references public.facilities (id),
    start_date date not null constraint start_date_is_finite check (isfinite(start_date)),
    end_date date constraint end_date_is_finite check (isfinite(end_date)),
    overtime_rule text not null default '' -- never stays: guard_overtime_rule_reason puts the rule of the state there
        constraint overtime_rule_is_known references public.overtime_rules (name),
    bill_overtime_multiplier numeric(5, 3)
        constraint bill_overtime_multiplier_is_at_least_one check (bill_overtime_multiplier >= 1)
        constraint bill_overtime_multiplier_is_finite check (bill_overtime_multiplier <> 'NaN'),
    bill_doubletime_multiplier numeric(5, 3)
        constraint bill_doubletime_multiplier_is_at_least_one check (bill_doubletime_multiplier >= 1)
        constraint bill_doubletime_multiplier_is_finite check (bill_doubletime_multiplier <> 'NaN'),
    created_at timestamptz not null default now(),
    overtime_rule_reason text
        constraint overtime_rule_reason_is_not_blank check (overtime_rule_reason ~ '\S')
        constraint overtime_rule_reason_is_short
        check (private.require_line('overtime_rule_reason', overtime_rule_reason, 2000)),
    external_number text
        constraint assignment_external_number_is_unique unique
        constraint assignment_external_number_is_not_blank check (external_number ~ '\S')
        constraint external_number_is_short check (private.require_line('external_number', external_number, 200)),
    department text
        constraint assignment_department_is_named check (department ~ '\S' and department = btrim(department))
        constraint department_is_short check (private.require_line('department', department, 200)),
    cost_centre text
        constraint assignment_cost_centre_is_named check (cost_centre ~ '\S' and cost_centre = btrim(cost_centre))
        constraint cost_centre_is_short check (private.require_line('cost_centre', cost_centre, 200)),
    purchase_order_id uuid
        constraint purchase_order_is_the_facilitys references public.purchase_orders (id),
    constraint assignment_ends_after_it_starts check (end_date >= start_date),
    title text
        constraint assignment_title_is_named check (title ~ '\S' and title = btrim(title))
        constraint title_is_short check (private.require_line('title', title, 200)),
    requisition text
        constraint assignment_requisition_is_named check (requisition ~ '\S' and requisition = btrim(requisition))
        constraint requisition_is_short check (private.require_line('requisition', requisition, 200)),
    missing_credentials_reason text
        constraint missing_credentials_reason_is_not_blank check (missing_credentials_reason ~ '\S')
        constraint missing_credentials_reason_is_short
        check (private.require_line('missing_credentials_reason', missing_credentials_reason, 2000))
);
comment on table public.assignments is 'A contractor placed at a facility.';
comment on column public.assignments.overtime_rule is
    'Rule by which the contractor is paid: the name of one of overtime_rules. Left out, it is the rule of the facility''s work_state. assignment_bill_terms say what is billed.';
comment on column public.assignments.overtime_rule_reason is
    'The answer to overtime_rules.asks_for: why the person is exempt, or which election there was; or why the rule is not that of the state. Null = neither is asked.';
comment on column public.assignments.bill_overtime_multiplier is
    'Multiplier with which its bill terms began; left out, it is the facility''s. Written later, it goes on to the bill terms, where there is one row of them.';
comment on column public.assignments.bill_doubletime_multiplier is 'As bill_overtime_multiplier.';
comment on column public.assignments.external_number is 'Its number in the firm''s former books, as of contractors.';
comment on column public.assignments.department is
    'Place at the facility, as it stands on invoices; null = not said. Time that is not sent yet follows it.';
comment on column public.assignments.cost_centre is
    'The facility''s cost center that pays, as department.';
comment on column public.assignments.purchase_order_id is
    'The order that pays, of the facility or of who is billed for it, as department. To use another one for the days to come, enter it once the time under this one is sent.';
comment on column public.assignments.title is
    'Job title, as it stands on invoices; null = not said. Drafts have that of today, and what is sent keeps it.';
comment on column public.assignments.requisition is
    'Number under which the client asked for somebody, beside the order that pays, as title.';
comment on column public.assignments.missing_credentials_reason is
    'The reason for which the person was placed without what is required on the first day, or an assignment that had ended was opened again without it; null = nobody had to give one.';
comment on column public.assignments.end_date is 'The last day, included; null = open-ended.';
comment on constraint assignment_cost_centre_is_named on public.assignments is
$$The cost center is blank, or has blanks around it.

Give its name, or leave it empty.$$;
comment on constraint assignment_title_is_named on public.assignments is
$$The job title is blank, or has blanks around it.

Give it, or leave it empty.$$;
comment on constraint assignment_requisition_is_named on public.assignments is
$$The requisition is blank, or has blanks around it.

Give its number, or leave it empty.$$;
comment on constraint assignment_department_is_named on public.assignments is
$$The department is blank, or has blanks around it.

Give its name, or leave it empty.$$;

create index assignments_by_contractor on public.assignments (contractor_id);
create index assignments_by_facility on public.assignments (facility_id);
-- A page of them, newest first.
create index assignments_by_start on public.assignments (start_date, id);
create index assignments_by_purchase_order on public.assignments (purchase_order_id);
create index assignments_by_overtime_rule on public.assignments (overtime_rule);
-- lock-ended walks ended assignments in the order of their end, as a page of them by it does, and surveys them in the order
-- of their id without looking at the rows.
create index assignments_by_end on public.assignments (end_date, id);
create index assignments_with_an_end on public.assignments (id, end_date) where end_date is not null;

alter table public.assignments enable row level security;

create table public.rate_hits (
    id uuid primary key default gen_random_uuid(),
    assignment_id uuid not null references public.assignments (id),
    effective_on date not null constraint effective_on_is_finite check (isfinite(effective_on)),
    bill_rate_change numeric(10, 2) not null default 0
        constraint bill_rate_change_is_finite check (bill_rate_change <> 'NaN'),
    pay_rate_change numeric(10, 2) not null default 0
        constraint pay_rate_change_is_finite check (pay_rate_change <> 'NaN'),
    reason text constraint reason_is_short check (private.require_line('reason', reason, 2000)),
    status text not null default 'pending'
        constraint rate_hit_status_is_known check (status in ('pending', 'applied', 'cancelled')),
    applied_at timestamptz,
    applied_by uuid,
    cancelled_at timestamptz,
    created_at timestamptz not null default now(),
    constraint rate_hit_changes_a_rate check (bill_rate_change <> 0 or pay_rate_change <> 0),
    constraint rate_hit_applied_at_tells_of_applying check ((applied_at is not null) = (status = 'applied')),
    constraint rate_hit_cancelled_at_tells_of_cancelling
        check ((cancelled_at is not null) = (status = 'cancelled')),
    codes text[] not null default '{}'
        constraint rate_hit_names_each_code check (
            array_position(codes, null) is null and octet_length(codes::text) <= 5000),
    codes_move_by text not null default 'share'
        constraint rate_hit_moves_codes_by_a_known_way check (codes_move_by in ('share', 'amount'))
);
comment on table public.rate_hits is 'Dated, signed changes of an assignment''s rates.';
comment on column public.rate_hits.codes is
    'Codes whose own rates at the assignment (assignment_code_rates) move too. Those that follow the rate of an hour do so by themselves, and price lists stay.';
comment on column public.rate_hits.codes_move_by is
    'share: these rates change by the share by which the hour''s rate does, amount: by the same amount. A rate of 0 stays.';
comment on constraint rate_hit_names_each_code on public.rate_hits is
$$A code is missing among those of the rate hit, or they are too many.

Give the names of codes, or none.$$;
comment on constraint rate_hit_moves_codes_by_a_known_way on public.rate_hits is
$$Rates of codes move by the same share as the hour's, or by the same amount.

Give share or amount.$$;
comment on constraint rate_hit_changes_a_rate on public.rate_hits is
$$The rate hit changes neither rate.

Change one of the two.$$;

create index rate_hits_by_assignment on public.rate_hits (assignment_id);

create trigger rate_hit_state_is_stamped
    before insert or update of status on public.rate_hits
    for each row when (new.status <> 'pending')
    execute function private.stamp_state();

alter table public.rate_hits enable row level security;

create table public.assignment_rates (
    assignment_id uuid not null references public.assignments (id),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    bill_rate numeric(10, 2) not null
        constraint bill_rate_is_positive check (bill_rate > 0)
        constraint bill_rate_is_finite check (bill_rate <> 'NaN'),
    pay_rate numeric(10, 2) not null
        constraint pay_rate_is_positive check (pay_rate > 0)
        constraint pay_rate_is_finite check (pay_rate <> 'NaN'),
    rate_hit_id uuid references public.rate_hits (id),
    created_at timestamptz not null default now(),
    -- NaN, the default, never stays: fill_base_rates puts the number there.
    base_bill_rate numeric(10, 2) not null default 'NaN'
        constraint base_bill_rate_is_finite check (base_bill_rate <> 'NaN'),
    base_pay_rate numeric(10, 2) not null default 'NaN'
        constraint base_pay_rate_is_finite check (base_pay_rate <> 'NaN'),
    below_minimum_wage_reason text
        constraint below_minimum_wage_reason_is_not_blank check (below_minimum_wage_reason ~ '\S')
        constraint below_minimum_wage_reason_is_short
        check (private.require_line('below_minimum_wage_reason', below_minimum_wage_reason, 2000)),
    primary key (assignment_id, effective_from)
);
comment on table public.assignment_rates is
    'Money per hour, dated: the rate of a day is the newest with effective_from on or before it.';
comment on column public.assignment_rates.rate_hit_id is
    'The last rate hit of that day. All that made the rate are the applied ones up to effective_from.';
comment on column public.assignment_rates.base_bill_rate is
    'The bill rate without rate hits: bill_rate = base_bill_rate + the applied hits up to effective_from. Filled where it is left out.';
comment on column public.assignment_rates.base_pay_rate is
    'The pay rate without rate hits: pay_rate = base_pay_rate + the applied hits up to effective_from. Filled where it is left out.';
comment on column public.assignment_rates.below_minimum_wage_reason is
    'The reason why the person may be paid less than the minimum wage; null = it is not asked, or the rate is from before 1.0.0.';

create index assignment_rates_by_rate_hit on public.assignment_rates (rate_hit_id);

alter table public.assignment_rates enable row level security;

create table public.assignment_stipends (
    id uuid primary key default gen_random_uuid(),
    assignment_id uuid not null references public.assignments (id),
    weekly_amount numeric(12, 2)
        constraint stipend_is_positive check (weekly_amount > 0)
        constraint weekly_amount_is_finite check (weekly_amount <> 'NaN'),
    kind text not null
        constraint stipend_kind_is_known check (kind in ('reimbursement', 'hours_driven', 'flat_sum')),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    effective_to date constraint effective_to_is_finite check (isfinite(effective_to)),
    created_at timestamptz not null default now(),
    daily_amount numeric(12, 2)
        constraint daily_amount_is_positive check (daily_amount > 0)
        constraint daily_amount_is_finite check (daily_amount <> 'NaN'),
    shift_amount numeric(12, 2)
        constraint shift_amount_is_positive check (shift_amount > 0)
        constraint shift_amount_is_finite check (shift_amount <> 'NaN'),
    flat_sum_divisor text
        constraint flat_sum_divisor_of_stipend_is_known check (flat_sum_divisor in ('regular_hours', 'all_hours')),
    reimbursement_reason text
        constraint reimbursement_reason_is_not_blank check (reimbursement_reason ~ '\S')
        constraint reimbursement_reason_is_short
        check (private.require_line('reimbursement_reason', reimbursement_reason, 2000)),
    in_regular_rate boolean,
    constraint stipend_ends_after_it_starts check (effective_to >= effective_from),
    constraint stipend_is_per_week_day_or_shift check (num_nonnulls(weekly_amount, daily_amount, shift_amount) = 1),
    constraint only_flat_sums_have_a_divisor check (flat_sum_divisor is null or kind = 'flat_sum')
);
comment on table public.assignment_stipends is
$$Money beside the hourly pay: per workweek, per day or per shift worked, one of the three.

Example: [{"assignment_id": "$assignment_id", "weekly_amount": 120, "kind": "reimbursement",
  "effective_from": "2026-03-02"}]$$;
comment on column public.assignment_stipends.kind is
    'hours_driven counts in the regular rate by all hours (29 CFR 778.224), flat_sum by the hours that flat_sum_divisor says; a reimbursement counts as in_regular_rate says.';
comment on column public.assignment_stipends.flat_sum_divisor is
    'The hours that a flat sum is divided by: that of the state of the facility when the stipend was entered (state_rules), or regular_hours where it has none. Null = no flat sum, or one from before 1.0.0, which is divided by regular_hours.';
comment on column public.assignment_stipends.reimbursement_reason is
    'The reason for which a reimbursement per day or per shift repays expenses, and is no pay for work (29 CFR 778.217). Null = none is given.';
comment on column public.assignment_stipends.in_regular_rate is
    'True if overtime is paid on it too. Of reimbursements those per day and per shift are, as they fall with each shift that is not worked (Clarke v. AMN Services, 9th Cir. 2021), unless reimbursement_reason says why not. Null = entered before 1.0.0: all but reimbursements.';
comment on column public.assignment_stipends.weekly_amount is
    'Once for each workweek with payable time of the assignment on a day that it is in force; null = it is per day or per shift.';
comment on column public.assignment_stipends.daily_amount is
    'For each such day with payable time; null = it is per week or per shift.';
comment on column public.assignment_stipends.shift_amount is
    'For each shift of payable time that begins on such a day; a day of hours alone is one shift. Null = it is per week or per day.';
comment on constraint stipend_is_per_week_day_or_shift on public.assignment_stipends is
$$A stipend has one amount: per week, per day or per shift.

Give one of the three, and leave the others empty.$$;
comment on constraint only_flat_sums_have_a_divisor on public.assignment_stipends is
$$Only a flat sum is divided by hours.

Leave the divisor empty, or make it a flat sum.$$;
comment on constraint reimbursement_reason_is_not_blank on public.assignment_stipends is
$$The reason for which a reimbursement repays expenses is blank.

Say it, or leave it empty.$$;
comment on constraint stipend_ends_after_it_starts on public.assignment_stipends is
$$The stipend would end before it starts.

Correct the days.$$;

create index assignment_stipends_by_assignment on public.assignment_stipends (assignment_id);

alter table public.assignment_stipends enable row level security;
