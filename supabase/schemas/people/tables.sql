-- Staff, candidates and contractors.
create table public.staff_members (
    id uuid primary key default gen_random_uuid(),
    name text
        constraint staff_member_name_is_not_blank check (btrim(name) <> '')
        constraint name_is_short check (private.require_line('name', name, 200)),
    email text
        constraint staff_member_email_is_not_blank check (btrim(email) <> '')
        constraint email_is_short check (private.require_line('email', email, 320)),
    user_id uuid
        constraint staff_member_has_one_user unique,
    roles text[] not null default '{viewer}'
        constraint staff_roles_are_known
        check (roles <@ array['admin', 'billing', 'payroll', 'recruiting', 'viewer']),
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    constraint staff_member_has_a_name_or_a_user check (name is not null or user_id is not null)
);
comment on table public.staff_members is
$$Staff of the firm and what they may do.

Example: [{"name": "Ada Okafor", "email": "ada.okafor@example.org", "roles": ["billing"]}]$$;
comment on column public.staff_members.name is 'Name of the person. Null only of rows from before there were names.';
comment on column public.staff_members.user_id is
    'The signed-in user (auth.users.id), null until somebody accepts the invitation. No foreign key: the auth schema belongs to another service.';
comment on constraint staff_member_has_a_name_or_a_user on public.staff_members is
$$The staff member has no name.

Give the name.$$;

alter table public.staff_members enable row level security;

create table public.candidates (
    id uuid primary key default gen_random_uuid(),
    first_name text not null constraint first_name_is_short check (private.require_line('first_name', first_name, 200)),
    last_name text not null constraint last_name_is_short check (private.require_line('last_name', last_name, 200)),
    -- It tells whether somebody was a contractor before.
    email text not null
        constraint candidate_email_is_not_blank check (btrim(email) <> '')
        constraint email_is_short check (private.require_line('email', email, 320)),
    phone text constraint phone_is_short check (private.require_line('phone', phone, 200)),
    specialty text constraint specialty_is_short check (private.require_line('specialty', specialty, 200)),
    status text not null default 'applied'
        constraint candidate_status_is_known
        check (status in ('applied', 'screening', 'offered', 'hired', 'withdrawn', 'rejected')),
    hired_at timestamptz,
    hired_by uuid,
    created_at timestamptz not null default now(),
    search_name text not null generated always as (private.searched_name(first_name || ' ' || last_name)) stored,
    constraint candidate_hired_at_tells_of_hiring check (hired_at is not null or status <> 'hired'),
    constraint only_hired_candidates_say_by_whom check (hired_by is null or hired_at is not null)
);
comment on table public.candidates is 'People who want to be placed.';
comment on column public.candidates.hired_by is 'The user; null where no person acted.';

create trigger candidate_state_is_stamped
    before insert or update of status on public.candidates
    for each row when (new.status = 'hired')
    execute function private.stamp_state();

create trigger who_hired_candidates_is_kept
    before update on public.candidates
    for each row when (old.hired_at is not null and old.hired_by is distinct from new.hired_by)
    execute function private.refuse_write(
        'actor_is_kept', 'Nobody enters by hand who hired a candidate.', 'Leave it as it is.');

comment on column public.candidates.search_name is 'The name as search compares it.';
-- For search, by parts of words.
create index candidates_by_search_name on public.candidates using gin (search_name extensions.gin_trgm_ops);
-- A page of them by name.
create index candidates_by_name on public.candidates (last_name, first_name, id);

alter table public.candidates enable row level security;

create table public.contractors (
    id uuid primary key default gen_random_uuid(),
    candidate_id uuid references public.candidates (id)
        constraint contractor_of_one_candidate unique,
    first_name text not null constraint first_name_is_short check (private.require_line('first_name', first_name, 200)),
    last_name text not null constraint last_name_is_short check (private.require_line('last_name', last_name, 200)),
    email text not null constraint email_is_short check (private.require_line('email', email, 320)),
    employment_type text not null default 'w2'
        constraint employment_type_is_known check (employment_type in ('w2', '1099', 'corp_to_corp')),
    user_id uuid,
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    external_number text
        constraint contractor_external_number_is_unique unique
        constraint contractor_external_number_is_not_blank check (external_number ~ '\S')
        constraint external_number_is_short check (private.require_line('external_number', external_number, 200)),
    payroll_number text
        constraint contractor_payroll_number_is_unique unique
        constraint contractor_payroll_number_is_not_blank check (payroll_number ~ '\S')
        constraint payroll_number_is_short check (private.require_line('payroll_number', payroll_number, 200)),
    search_name text not null generated always as (private.searched_name(first_name || ' ' || last_name)) stored,
    pay_group_id uuid not null default private.default_pay_group() references public.pay_groups (id)
);
comment on table public.contractors is 'People whom the firm places at facilities and pays.';
comment on column public.contractors.employment_type is
    'w2 (paid overtime by the rule of the assignment), 1099 (paid each hour alike) or corp_to_corp (their company is, as 1099).';
comment on column public.contractors.user_id is
    'The contractor''s sign-in (auth.users.id), null until they accept the invitation.';
comment on column public.contractors.external_number is
    'Number in the firm''s former books: import_rows skips a row whose number is there. Null = not moved in.';
comment on column public.contractors.payroll_number is
    'Their number with the payroll provider; null = not known yet. Payroll files name people by it.';

comment on column public.contractors.pay_group_id is
    'The group with which they are paid. Who moves is paid by whichever group''s batch comes next.';
create index contractors_by_pay_group on public.contractors (pay_group_id);

create unique index contractor_email_is_unique on public.contractors (lower(email));
-- Partial, and so no key: who links or unlinks a contractor does not wait for who is paying them.
create unique index contractor_has_one_user on public.contractors (user_id) where user_id is not null;

comment on column public.contractors.search_name is 'The name as search compares it.';
-- For search, by parts of words.
create index contractors_by_search_name on public.contractors using gin (search_name extensions.gin_trgm_ops);
-- A page of them by name.
create index contractors_by_name on public.contractors (last_name, first_name, id);

alter table public.contractors enable row level security;

-- Facilities where contractors work, and their contacts.
create table public.facilities (
    id uuid primary key default gen_random_uuid(),
    name text not null
        constraint facility_name_is_not_blank check (btrim(name) <> '')
        constraint name_is_short check (private.require_line('name', name, 200)),
    billing_email text constraint billing_email_is_short check (private.require_line('billing_email', billing_email, 320)),
    payment_terms_days int not null default 30
        constraint payment_terms_are_within_a_year check (payment_terms_days between 0 and 365),
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    timezone text
        constraint facility_timezone_is_known check (timezone is null or now() at time zone timezone is not null),
    bill_overtime_rule text
        constraint facility_bill_overtime_rule_is_known references public.overtime_rules (name),
    bill_scope text not null default 'facility'
        constraint facility_bill_scope_is_known check (bill_scope in ('facility', 'assignment', 'contractor')),
    bill_overtime_multiplier numeric(5, 3) not null default 1.5
        constraint facility_bill_overtime_multiplier_is_at_least_one check (bill_overtime_multiplier >= 1)
        constraint bill_overtime_multiplier_is_finite check (bill_overtime_multiplier <> 'NaN'),
    bill_doubletime_multiplier numeric(5, 3) not null default 2.0
        constraint facility_bill_doubletime_multiplier_is_at_least_one check (bill_doubletime_multiplier >= 1)
        constraint bill_doubletime_multiplier_is_finite check (bill_doubletime_multiplier <> 'NaN'),
    billing_name text
        constraint facility_billing_name_is_not_blank check (billing_name ~ '\S')
        constraint billing_name_is_short check (private.require_line('billing_name', billing_name, 200)),
    billing_address text
        constraint facility_billing_address_is_not_blank check (billing_address ~ '\S')
        constraint billing_address_is_short check (private.require_text('billing_address', billing_address, 1000)),
    purchase_order text
        constraint facility_purchase_order_is_not_blank check (purchase_order ~ '\S')
        constraint purchase_order_is_short check (private.require_line('purchase_order', purchase_order, 200)),
    external_number text
        constraint facility_external_number_is_unique unique
        constraint facility_external_number_is_not_blank check (external_number ~ '\S')
        constraint external_number_is_short check (private.require_line('external_number', external_number, 200)),
    work_state text
        constraint work_state_is_a_code check (work_state ~ '^[A-Z]{2}-[A-Z0-9]{1,3}$' or work_state in (
            'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA',
            'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR',
            'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'AS', 'GU', 'MP', 'PR', 'VI')),
    invoices_by text not null default 'one'
        constraint facility_invoices_by_is_known check (invoices_by in ('one', 'department', 'order', 'assignment')),
    billing_cycle text not null default 'week'
        constraint facility_billing_cycle_is_known check (billing_cycle in ('week', 'two_weeks', 'month')),
    two_weeks_from date constraint two_weeks_from_is_finite check (isfinite(two_weeks_from)),
    due_date_rule text not null default 'none'
        constraint facility_due_date_rule_is_known check (due_date_rule in ('none', 'next_business_day')),
    search_name text not null generated always as (private.searched_name(name)) stored,
    minimum_wage_jurisdictions text[],
    discount_rate numeric(7, 6)
        constraint discount_rate_is_a_share check (discount_rate > 0 and discount_rate < 1)
        constraint discount_rate_is_finite check (discount_rate <> 'NaN'),
    discount_days int
        constraint discount_days_are_within_a_year check (discount_days between 0 and 365),
    bill_to_facility_id uuid references public.facilities (id)
        constraint bill_to_is_another_facility check (bill_to_facility_id <> id),
    cancellation_notice_hours int
        constraint cancellation_notice_is_within_a_month check (cancellation_notice_hours between 1 and 744),
    constraint discount_has_rate_and_days check (num_nonnulls(discount_rate, discount_days) <> 1)
);
comment on table public.facilities is 'Places that contractors work at and that are invoiced.';
comment on column public.facilities.payment_terms_days is 'Days from issue date to due date.';
comment on column public.facilities.timezone is
    'IANA name: by its clock a workday, and a shift''s entry, ends, at midnight or at organization_settings.workday_starts_at. Null = the firm''s, organization_settings.operating_timezone.';
comment on column public.facilities.bill_overtime_rule is
    'By which of overtime_rules new assignments are billed; null = the rule that the contractor is paid by.';
comment on column public.facilities.bill_scope is
    'Hours that count together for the overtime that is billed, of new assignments: see assignment_bill_terms.scope.';
comment on column public.facilities.bill_overtime_multiplier is 'Of new assignments.';
comment on column public.facilities.bill_doubletime_multiplier is 'Of new assignments.';
comment on column public.facilities.billing_name is 'Name that invoices are made out to; null = its name.';
comment on column public.facilities.billing_address is
    'Address that invoices go to, as it stands on paper: one line or several. Of a facility that is billed to a program, whose invoices go there, the address of the work, which they name too.';
comment on column public.facilities.purchase_order is
    'The number that the facility wants to read on its invoices, where they are not made by order.';
comment on column public.facilities.invoices_by is
    'Time that is billed together: one (all of it), department, order or assignment (each by itself). See invoices.group_key.';
comment on column public.facilities.billing_cycle is
    'Days that the weekly run bills together, once they are over: week (the workweek), two_weeks or month (the calendar month). Overtime goes by workweeks all the same.';
comment on column public.facilities.two_weeks_from is
    'A day of the first week of any cycle of two weeks; null = 2000-01-03. Other cycles do not ask.';
comment on column public.facilities.due_date_rule is
    'Treatment of a due date on a Saturday, a Sunday or one of holidays: none (it stays) or next_business_day.';
comment on column public.facilities.external_number is 'Its number in the firm''s former books, as of contractors.';
comment on column public.facilities.work_state is
    'State or region in which people work there, for the provider that pays them: CO, the two letters of a state or territory of the United States, elsewhere GB-LND, a code of ISO 3166-2. Null = not known yet.';
comment on column public.facilities.minimum_wage_jurisdictions is
    'Those of minimum_wages that hold there, such as its state and its city, beside the federal one; null = its state''s. The highest counts.';
comment on column public.facilities.discount_rate is
    'Share that the facility may take off invoices, sent from now on, that it pays within discount_days of their issue: 0.02 = 2 %. Null = no discount.';
comment on column public.facilities.discount_days is
    'Days from issue date within which discount_rate may be taken; null without one.';
comment on column public.facilities.bill_to_facility_id is
    'The program to which its invoices are billed, and which pays them: another facility, at which nobody works. Null = it is billed itself. Invoices keep theirs from when they are sent.';
comment on column public.facilities.cancellation_notice_hours is
    'Hours of notice: a planned shift that it cancels later is due by a guarantee of code cancelled. Null = none.';
comment on constraint cancellation_notice_is_within_a_month on public.facilities is
$$A facility gives notice of 1 to 744 hours.

Give hours between them, or none.$$;
comment on constraint bill_to_is_another_facility on public.facilities is
$$The facility would be billed to itself.

Choose another facility, or leave it empty.$$;
comment on constraint discount_rate_is_a_share on public.facilities is
$$The discount is a share between 0 and 1.

Give 0.02 for 2 %.$$;
comment on constraint discount_days_are_within_a_year on public.facilities is
$$A discount is taken within 0 to 365 days of the issue.

Give a number of days from 0 to 365.$$;
comment on constraint discount_has_rate_and_days on public.facilities is
$$A discount has a rate and days.

Give both, or neither.$$;
comment on constraint facility_timezone_is_known on public.facilities is
$$There is no such timezone.

Choose one such as America/Denver, or leave it empty for the firm's.$$;
comment on constraint payment_terms_are_within_a_year on public.facilities is
$$An invoice is due 0 to 365 days after its issue.

Give a number of days from 0 to 365.$$;
comment on constraint work_state_is_a_code on public.facilities is
$$There is no such state.

Give one of the United States, such as CO. Elsewhere give a code with the country, such as GB-LND.$$;

comment on column public.facilities.search_name is 'The name as search compares it.';
-- For search, by parts of words.
create index facilities_by_search_name on public.facilities using gin (search_name extensions.gin_trgm_ops);
create index facilities_by_bill_overtime_rule on public.facilities (bill_overtime_rule);
create index facilities_by_bill_to on public.facilities (bill_to_facility_id);

alter table public.facilities enable row level security;

create table public.facility_contacts (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    name text
        constraint facility_contact_name_is_not_blank check (btrim(name) <> '')
        constraint name_is_short check (private.require_line('name', name, 200)),
    email text
        constraint facility_contact_email_is_not_blank check (btrim(email) <> '')
        constraint email_is_short check (private.require_line('email', email, 320)),
    user_id uuid,
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    constraint facility_contact_is_named_once unique (facility_id, user_id),
    constraint facility_contact_has_a_name_or_a_user check (name is not null or user_id is not null)
);
comment on table public.facility_contacts is
$$People at a facility who see its invoices and its time, and approve the time.

Example: [{"facility_id": "$facility_id", "name": "Lee Park", "email": "lee.park@example.org"}]$$;
comment on column public.facility_contacts.name is
    'Name of the person. Null only of rows from before there were names.';
comment on column public.facility_contacts.user_id is
    'The signed-in user, null until somebody accepts the invitation. One user may speak for several facilities.';
comment on constraint facility_contact_has_a_name_or_a_user on public.facility_contacts is
$$The contact has no name.

Give the name.$$;

create index facility_contacts_by_user on public.facility_contacts (user_id);

alter table public.facility_contacts enable row level security;

-- A table of its own and no column of facilities: a facility's contacts read that row, and need not know who collects from them.
create table public.facility_staff (
    facility_id uuid primary key references public.facilities (id) on delete cascade,
    -- Somebody who is unlinked or removed collects no longer.
    collector_id uuid
        constraint collector_is_staff references public.staff_members (user_id) on update cascade on delete set null,
    created_at timestamptz not null default now()
);
comment on table public.facility_staff is
$$Staff who look after facilities: who collects what one owes. A facility without a row has nobody.

Example: [{"facility_id": "$facility_id", "collector_id": null}]$$;
comment on column public.facility_staff.collector_id is
    'The staff member, by the user (staff_members.user_id), who collects what the facility owes; null = nobody does.';
create index facility_staff_by_collector on public.facility_staff (collector_id);

alter table public.facility_staff enable row level security;
