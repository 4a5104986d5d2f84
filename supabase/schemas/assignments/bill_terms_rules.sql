-- Bill terms hold for whole workweeks, from the first of an assignment on, whoever writes. What triggers write of them
-- (pg_trigger_depth) is right already.

create function private.require_bill_scope(scope text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if (require_bill_scope.scope in ('facility', 'assignment', 'contractor')) is not true then
        perform private.refuse(
            400, 'bill_scope_unknown',
            format('There is no scope %s.', coalesce(require_bill_scope.scope, 'null')),
            'Give facility, assignment or contractor, to say which hours count together.');
    end if;
end;
$$;
comment on function private.require_bill_scope is 'Raises 400 unless it says which hours count together.';

-- Security definer: whoever writes need not be allowed to ask what rules there are.
create function private.guard_bill_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if isfinite(new.effective_from) then
        perform private.require_plausible_days(jsonb_build_object('effective_from', new.effective_from));
        perform private.require_week_start(new.effective_from);
    end if;
    perform private.require_overtime_rule(new.overtime_rule);
    perform private.require_bill_scope(new.scope);
    return new;
end;
$$;
comment on function private.guard_bill_terms is
    'Trigger: bill terms begin with a workweek, under a rule and with a scope that there is.';

create trigger bill_terms_begin_with_a_week
    before insert or update on public.assignment_bill_terms
    for each row when (pg_trigger_depth() = 0)
    execute function private.guard_bill_terms();

-- Security definer: the rule reads assignments, which the writer may not see.
create function private.guard_first_bill_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_first_week constant date := (
        select private.workweek_start(assignment.start_date)
          from public.assignments as assignment
         where assignment.id = old.assignment_id);
begin
    if not exists (
        select from public.assignment_bill_terms as terms
         where terms.assignment_id = old.assignment_id
           and terms.effective_from <= greatest(v_first_week, old.effective_from)) then
        perform private.refuse(
            409, 'first_bill_terms_stay',
            format('The bill terms of %s are the first of their assignment. Without them its weeks up to the next would have none.',
                   old.effective_from),
            'Change these terms, or first add terms that begin with the first week.');
    end if;
    return null;
end;
$$;
comment on function private.guard_first_bill_terms is
    'Trigger: an assignment that stays has bill terms for its first week, or from where they began.';

create trigger first_bill_terms_stay
    after delete or update of assignment_id, effective_from on public.assignment_bill_terms
    for each row when (pg_trigger_depth() = 0)
    execute function private.guard_first_bill_terms();

-- Before the first row, as the order of locks asks. Not for new assignments, of which nothing can be billed.
-- Security definer: whoever writes need not be allowed to lock.
create function private.change_bill_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.change_rates();
    return null;
end;
$$;
comment on function private.change_bill_terms is
    'Trigger of a statement: who changes by hand what time or its overtime is billed at keeps out who bills, as apply_rate_hit does.';

-- Their names come after those of the triggers that ask for the role, and before the one that locks time.
create trigger rates_are_changed_alone
    before insert or update or delete on public.assignment_bill_terms
    for each statement when (pg_trigger_depth() = 0)
    execute function private.change_bill_terms();

create trigger rates_are_changed_alone
    before update of bill_overtime_multiplier, bill_doubletime_multiplier on public.assignments
    for each statement execute function private.change_bill_terms();

create trigger rates_are_changed_alone
    before insert or update or delete on public.assignment_rates
    for each statement when (current_user = 'service_role') -- procedures lock before they look
    execute function private.change_bill_terms();

-- The defaults of facilities.
-- Security definer: see private.guard_bill_terms.
create function private.guard_facility_bill_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if new.bill_overtime_rule is not null then
        perform private.require_overtime_rule(new.bill_overtime_rule);
    end if;
    perform private.require_bill_scope(new.bill_scope);
    return new;
end;
$$;
comment on function private.guard_facility_bill_terms is
    'Trigger: a facility''s assignments are billed under a rule and with a scope that there is.';

create trigger bill_defaults_are_known
    before insert or update of bill_overtime_rule, bill_scope on public.facilities
    for each row execute function private.guard_facility_bill_terms();

revoke execute on function
    private.require_bill_scope, private.guard_bill_terms, private.guard_first_bill_terms, private.change_bill_terms,
    private.guard_facility_bill_terms
    from public, anon, authenticated, service_role;
