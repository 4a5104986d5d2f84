-- Some rules are for those alone of whom something is recorded. Only who is employed has overtime, so only of W-2 people
-- is it asked.
create function private.require_overtime_rule_reason(rule text, employment_type text, reason text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_asks_for constant text := (
        select known.asks_for
          from public.overtime_rules as known
         where known.name = require_overtime_rule_reason.rule);
begin
    if v_asks_for is not null
        and require_overtime_rule_reason.employment_type = 'w2'
        and (require_overtime_rule_reason.reason ~ '\S') is not true then
        perform private.refuse(
            400, 'overtime_rule_reason_missing',
            format('The overtime rule %s asks for %s.', require_overtime_rule_reason.rule, v_asks_for),
            'Give the reason together with the rule.');
    end if;
end;
$$;
comment on function private.require_overtime_rule_reason is
    'Raises 400 when a W-2 person would be paid by a rule that asks for something, and the reason is null or blank.';

-- The state in which people work decides, unless a rule is said.
create function private.overtime_rule_of_facility(facility_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
    v_facility record;
begin
    select facility.name, facility.work_state, law.name as state, law.overtime_rule
      into v_facility
      from public.facilities as facility
      left join public.state_rules as law on law.state = facility.work_state
     where facility.id = overtime_rule_of_facility.facility_id;
    if v_facility.work_state is null then
        perform private.refuse(
            409, 'facility_without_state',
            format('The facility %s has no state, which decides the overtime rule.', v_facility.name),
            'Give the facility the state in which people work there, or choose an overtime rule.');
    elsif v_facility.overtime_rule is null then
        perform private.refuse_rules_of_product(coalesce(v_facility.state, v_facility.work_state));
    end if;
    return v_facility.overtime_rule;
end;
$$;
comment on function private.overtime_rule_of_facility is
    'The overtime rule of the state in which a facility is. Raises 409 where it has no state, or its law is no rule here.';

create function private.refuse_rules_of_product(state text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'state_without_rule',
        format('No overtime rule that comes with the product is the law of %s.', refuse_rules_of_product.state),
        'Choose a rule that an admin added for it under Settings, Overtime rules.');
end;
$$;
comment on function private.refuse_rules_of_product is
    'Raises 409 for a state whose law is none of the overtime rules that come with the product.';

-- A firm may owe more than the law of the state, or less to whom the law does not protect: why is recorded.
create function private.require_rule_of_state(rule text, facility_id uuid, reason text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_law record;
begin
    select coalesce(law.name, facility.work_state) as state, law.overtime_rule
      into v_law
      from public.facilities as facility
      left join public.state_rules as law on law.state = facility.work_state
     where facility.id = require_rule_of_state.facility_id;
    if v_law.state is null or v_law.overtime_rule = require_rule_of_state.rule then
        return;
    elsif v_law.overtime_rule is null then
        if require_rule_of_state.rule <> 'none' and private.is_built_in_overtime_rule(require_rule_of_state.rule) then
            perform private.refuse_rules_of_product(v_law.state);
        end if;
    elsif (require_rule_of_state.reason ~ '\S') is not true then
        perform private.refuse(
            400, 'rule_not_of_state',
            format('Employees who work in %s are paid by the overtime rule %s, and not by %s.',
                   v_law.state, v_law.overtime_rule, require_rule_of_state.rule),
            'Choose the rule of the state, or give the reason for another one.');
    end if;
end;
$$;
comment on function private.require_rule_of_state is
    'Raises when a W-2 person would be paid by another rule than that of the state in which the facility is, and the reason is null or blank. A facility without a state has no rule.';

-- Direct sessions of the owner pass: they import.
-- Security definer: the rule locks contractors, which the writer may not.
create function private.guard_overtime_rule_reason()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_employment_type text;
begin
    -- The default, and what a program writes as null.
    new.overtime_rule := coalesce(nullif(new.overtime_rule, ''), private.overtime_rule_of_facility(new.facility_id));
    perform private.require_overtime_rule(new.overtime_rule);
    if tg_op = 'UPDATE' and old.overtime_rule <> new.overtime_rule
        and old.overtime_rule_reason is not distinct from new.overtime_rule_reason then
        new.overtime_rule_reason := null; -- it was that of the other rule
    end if;
    if private.caller() = 'owner' then
        return new;
    end if;
    -- Held, so that nobody makes them an employee meanwhile.
    select contractor.employment_type
      into v_employment_type
      from public.contractors as contractor
     where contractor.id = new.contractor_id
       for no key update;
    if v_employment_type = 'w2' then
        perform private.require_overtime_rule_reason(new.overtime_rule, v_employment_type, new.overtime_rule_reason);
        perform private.require_rule_of_state(new.overtime_rule, new.facility_id, new.overtime_rule_reason);
        perform private.require_pay_of_rule(
                    new.overtime_rule, new.facility_id, rate.effective_from, rate.pay_rate, new.overtime_rule_reason)
           from public.assignment_rates as rate
          where rate.assignment_id = new.id;
    end if;
    return new;
end;
$$;
comment on function private.guard_overtime_rule_reason is
    'Trigger: the overtime rule is one of overtime_rules, where it is left out that of the state, and for W-2 people another one only with a reason. A reason goes with its rule.';

create trigger new_assignments_say_what_their_rule_asks_for
    before insert on public.assignments
    for each row execute function private.guard_overtime_rule_reason();

create trigger overtime_rules_have_what_they_ask_for
    before update of overtime_rule, overtime_rule_reason, contractor_id, facility_id on public.assignments
    for each row when (
        old.overtime_rule is distinct from new.overtime_rule
        or old.facility_id is distinct from new.facility_id
        or old.overtime_rule_reason is distinct from new.overtime_rule_reason
        or old.contractor_id is distinct from new.contractor_id)
    execute function private.guard_overtime_rule_reason();

create function private.check_becoming_employed(contractor_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_assignment record;
begin
    select assignment.start_date, rule.name,
           case when rule.asks_for is not null then format('asks of W-2 people for %s', rule.asks_for)
                else format('is not that of W-2 people in %s', law.name) end as why
      into v_assignment
      from public.assignments as assignment
      join public.overtime_rules as rule on rule.name = assignment.overtime_rule
      join public.facilities as facility on facility.id = assignment.facility_id
      left join public.state_rules as law on law.state = facility.work_state
     where assignment.contractor_id = check_becoming_employed.contractor_id
       and assignment.overtime_rule_reason is null
       and (rule.asks_for is not null or law.overtime_rule <> rule.name)
     order by assignment.start_date, assignment.id
     limit 1;
    if found and private.caller() <> 'owner' then
        perform private.refuse(
            409, 'employment_needs_overtime_reason',
            format('The assignment from %s on has the overtime rule %s, which %s.',
                   v_assignment.start_date, v_assignment.name, v_assignment.why),
            'Enter the reason on the assignment first, or give it another rule.');
    end if;
end;
$$;
comment on function private.check_becoming_employed is
    'Raises 409 when a contractor who becomes W-2 has an assignment that lacks the reason for its overtime rule.';

revoke execute on function
    private.require_overtime_rule_reason, private.overtime_rule_of_facility, private.refuse_rules_of_product,
    private.require_rule_of_state, private.guard_overtime_rule_reason, private.check_becoming_employed
    from public, anon, authenticated, service_role;
