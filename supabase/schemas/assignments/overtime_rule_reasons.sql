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
    v_asks boolean;
    v_employment_type text;
begin
    select rule.asks_for is not null
      into v_asks
      from public.overtime_rules as rule
     where rule.name = new.overtime_rule;
    if not found then
        perform private.require_overtime_rule(new.overtime_rule);
    end if;
    if tg_op = 'UPDATE' and old.overtime_rule <> new.overtime_rule
        and old.overtime_rule_reason is not distinct from new.overtime_rule_reason then
        new.overtime_rule_reason := null; -- it was that of the other rule
    end if;
    if v_asks and new.overtime_rule_reason is null and private.caller() <> 'owner' then
        -- Held, so that nobody makes them an employee meanwhile.
        select contractor.employment_type
          into v_employment_type
          from public.contractors as contractor
         where contractor.id = new.contractor_id
           for no key update;
        perform private.require_overtime_rule_reason(new.overtime_rule, v_employment_type, null);
    end if;
    return new;
end;
$$;
comment on function private.guard_overtime_rule_reason is
    'Trigger: the overtime rule is one of overtime_rules, and where it asks for something of a W-2 person that is recorded. A reason goes with its rule.';

create trigger new_assignments_say_what_their_rule_asks_for
    before insert on public.assignments
    for each row execute function private.guard_overtime_rule_reason();

create trigger overtime_rules_have_what_they_ask_for
    before update of overtime_rule, overtime_rule_reason, contractor_id on public.assignments
    for each row when (
        old.overtime_rule is distinct from new.overtime_rule
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
    select assignment.start_date, rule.name, rule.asks_for
      into v_assignment
      from public.assignments as assignment
      join public.overtime_rules as rule on rule.name = assignment.overtime_rule
     where assignment.contractor_id = check_becoming_employed.contractor_id
       and assignment.overtime_rule_reason is null
       and rule.asks_for is not null
     order by assignment.start_date, assignment.id
     limit 1;
    if found and private.caller() <> 'owner' then
        perform private.refuse(
            409, 'employment_needs_overtime_reason',
            format('The assignment from %s on has the overtime rule %s, which asks of W-2 people for %s.',
                   v_assignment.start_date, v_assignment.name, v_assignment.asks_for),
            'Enter the reason on the assignment first, or give it another rule.');
    end if;
end;
$$;
comment on function private.check_becoming_employed is
    'Raises 409 when a contractor who becomes W-2 has an assignment that lacks what its overtime rule asks for.';

revoke execute on function
    private.require_overtime_rule_reason, private.guard_overtime_rule_reason, private.check_becoming_employed
    from public, anon, authenticated, service_role;
