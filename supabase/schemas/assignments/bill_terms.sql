-- Billing of an assignment's overtime: as the facility's contract says, whatever the law says of its pay.
create table public.assignment_bill_terms (
    assignment_id uuid not null references public.assignments (id) on delete cascade,
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    overtime_rule text not null
        constraint bill_overtime_rule_is_known references public.overtime_rules (name),
    scope text not null default 'facility'
        constraint bill_scope_is_known check (scope in ('facility', 'assignment', 'contractor')),
    overtime_multiplier numeric(5, 3) not null default 1.5
        constraint overtime_multiplier_is_at_least_one check (overtime_multiplier >= 1)
        constraint overtime_multiplier_is_finite check (overtime_multiplier <> 'NaN'),
    doubletime_multiplier numeric(5, 3) not null default 2.0
        constraint doubletime_multiplier_is_at_least_one check (doubletime_multiplier >= 1)
        constraint doubletime_multiplier_is_finite check (doubletime_multiplier <> 'NaN'),
    created_at timestamptz not null default now(),
    primary key (assignment_id, effective_from)
);
comment on table public.assignment_bill_terms is
$$Terms by which the overtime of an assignment is billed, dated: a workweek has the newest terms with effective_from on or before its
first day, a week before all of them the first.

Example: [{"assignment_id": "$assignment_id", "effective_from": "2026-03-02", "overtime_rule": "flsa",
  "scope": "facility", "overtime_multiplier": 1.5, "doubletime_multiplier": 2}]$$;
comment on column public.assignment_bill_terms.effective_from is 'The first day of a workweek.';
comment on column public.assignment_bill_terms.overtime_rule is
    'Rule by which overtime is billed: the name of one of overtime_rules. The contractor''s employment does not matter.';
comment on column public.assignment_bill_terms.scope is
    'The contractor''s hours that count together: those at the facility, over all assignments there, those of the assignment alone, or all of the contractor''s, wherever.';

create index assignment_bill_terms_by_overtime_rule on public.assignment_bill_terms (overtime_rule);

alter table public.assignment_bill_terms enable row level security;

-- The terms of a week are decided here, and nowhere else. An assignment that was loaded with triggers off, and so has
-- none, is billed as it says itself, its hours with those at its facility.
create view private.bill_terms_of_weeks with (security_invoker = true) as
    select assignment.id as assignment_id,
           case when exists (
                    select from public.assignment_bill_terms as earlier
                     where earlier.assignment_id = terms.assignment_id
                       and earlier.effective_from < terms.effective_from)
                then terms.effective_from else '-infinity' end as effective_from,
           coalesce(next_terms.effective_from - 1, 'infinity') as effective_to,
           coalesce(terms.overtime_rule, assignment.overtime_rule) as overtime_rule,
           coalesce(terms.scope, 'facility') as scope,
           coalesce(terms.overtime_multiplier, assignment.bill_overtime_multiplier, 1.5) as overtime_multiplier,
           coalesce(terms.doubletime_multiplier, assignment.bill_doubletime_multiplier, 2) as doubletime_multiplier
      from public.assignments as assignment
      left join public.assignment_bill_terms as terms on terms.assignment_id = assignment.id
      left join lateral (
           select later.effective_from
             from public.assignment_bill_terms as later
            where later.assignment_id = terms.assignment_id and later.effective_from > terms.effective_from
            order by later.effective_from
            limit 1) as next_terms on true;
comment on view private.bill_terms_of_weeks is
    'The bill terms of an assignment with the first days of workweeks that they hold for, between effective_from and effective_to.';

-- An assignment begins with the facility's terms.

-- Security definer: whoever places people need not be allowed to read facilities.
create function private.fill_bill_multipliers()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    select coalesce(new.bill_overtime_multiplier, facility.bill_overtime_multiplier),
           coalesce(new.bill_doubletime_multiplier, facility.bill_doubletime_multiplier)
      into new.bill_overtime_multiplier, new.bill_doubletime_multiplier
      from public.facilities as facility
     where facility.id = new.facility_id;
    return new;
end;
$$;
comment on function private.fill_bill_multipliers is
    'Trigger: multipliers that are left out are the facility''s.';

create trigger bill_multipliers_are_filled
    before insert on public.assignments
    for each row when (new.bill_overtime_multiplier is null or new.bill_doubletime_multiplier is null)
    execute function private.fill_bill_multipliers();

-- Security definer: whoever places people need not be allowed to write bill terms.
create function private.begin_bill_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into public.assignment_bill_terms (
        assignment_id, effective_from, overtime_rule, scope, overtime_multiplier, doubletime_multiplier)
    select assignment.id, calendar.week_start, coalesce(facility.bill_overtime_rule, assignment.overtime_rule),
           facility.bill_scope, assignment.bill_overtime_multiplier, assignment.bill_doubletime_multiplier
      from placed as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
      join (select one.day, private.workweek_start(one.day) as week_start
              from (select distinct placed.start_date from placed) as one (day)
            offset 0) as calendar -- once per day, not once per assignment
        on calendar.day = assignment.start_date;
    return null;
end;
$$;
comment on function private.begin_bill_terms is
    'Trigger: new assignments have bill terms from their first week on, as their facility''s say.';

create trigger assignments_begin_with_bill_terms
    after insert on public.assignments
    referencing new table as placed
    for each statement execute function private.begin_bill_terms();

revoke all on private.bill_terms_of_weeks from public, anon, authenticated, service_role;

revoke execute on function
    private.fill_bill_multipliers, private.begin_bill_terms
    from public, anon, authenticated, service_role;
