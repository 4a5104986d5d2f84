-- Pay below the minimum wage is refused where somebody writes it, unless they say why it is lawful. What was lawful when it
-- was written stays; pay_below_minimum_wage lists it with the day on which a wage overtakes it.
create view private.minimum_wages_of_facilities with (security_invoker = true) as
    select facility.id as facility_id,
           wage.jurisdiction,
           wage.effective_from,
           coalesce((
               select min(later.effective_from)
                 from public.minimum_wages as later
                where later.jurisdiction = wage.jurisdiction
                  and later.effective_from > wage.effective_from) - 1, 'infinity') as effective_to,
           wage.amount
      from public.facilities as facility
      join public.minimum_wages as wage
        on facility.work_state like '%-%' is not true -- elsewhere in the world
       and (wage.jurisdiction = any (coalesce(facility.minimum_wage_jurisdictions, array[facility.work_state]))
            or wage.jurisdiction = 'US' and facility.work_state is distinct from 'AS');
comment on view private.minimum_wages_of_facilities is
$$The minimum wages that hold at a facility, with their days: those that it names, else its state's, and the federal one
beside them. American Samoa has its own in place of the federal one. The highest of a day counts.$$;

create function private.minimum_wage_on(facility_id uuid, day date)
returns table (amount numeric, jurisdiction text)
language sql
stable
set search_path = ''
rows 1
as $$
    select wage.amount, wage.jurisdiction
      from private.minimum_wages_of_facilities as wage
     where wage.facility_id = minimum_wage_on.facility_id
       and minimum_wage_on.day between wage.effective_from and wage.effective_to
     order by wage.amount desc, wage.jurisdiction
     limit 1;
$$;
comment on function private.minimum_wage_on is
    'The highest minimum wage that holds at a facility on a day; no row where none is known. For many rows join minimum_wages_of_facilities.';

create function private.require_minimum_wage(facility_id uuid, day date, pay_rate numeric, reason text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_wage record;
begin
    if require_minimum_wage.reason ~ '\S' then
        return;
    end if;
    select * into v_wage from private.minimum_wage_on(require_minimum_wage.facility_id, require_minimum_wage.day);
    if require_minimum_wage.pay_rate < v_wage.amount then
        perform private.refuse(
            400, 'pay_below_minimum_wage',
            format('From %s on, an hour would pay %s, and the minimum wage there is %s (%s).',
                   require_minimum_wage.day, require_minimum_wage.pay_rate, v_wage.amount, v_wage.jurisdiction),
            format('Pay at least %s, or give the reason why less is lawful.', v_wage.amount));
    end if;
end;
$$;
comment on function private.require_minimum_wage is
    'Raises 400 when a W-2 person would be paid less than the minimum wage of that day at the facility, and the reason is null or blank.';

-- Below some pay the law of a state may ask more than the rule that is its law for others.
create function private.require_pay_of_rule(rule text, facility_id uuid, day date, pay_rate numeric, reason text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_law record;
begin
    if require_pay_of_rule.reason ~ '\S' then
        return;
    end if;
    select law.name, round(law.from_minimum_wages * wage.amount, 2) as least
      into v_law
      from public.facilities as facility
      join public.state_rules as law
        on law.state = facility.work_state and law.overtime_rule = require_pay_of_rule.rule
      join public.minimum_wages as wage
        on wage.jurisdiction = law.state and wage.effective_from <= require_pay_of_rule.day
     where facility.id = require_pay_of_rule.facility_id
     order by wage.effective_from desc
     limit 1;
    if require_pay_of_rule.pay_rate < v_law.least then
        perform private.refuse(
            400, 'pay_below_overtime_rule',
            format('Employees who work in %s for less than %s an hour have overtime by the day, which the overtime rule %s does not count.',
                   v_law.name, v_law.least, require_pay_of_rule.rule),
            format('Pay at least %s, or record the reason for this overtime rule, such as an agreed week of four days of 10 hours.',
                   v_law.least));
    end if;
end;
$$;
comment on function private.require_pay_of_rule is
    'Raises 400 when a W-2 person would be paid less than from where on the rule is the law of the state, and the reason for the rule is null or blank.';

-- Deferred: a rate hit begins the rate of its day anew before it changes it. Direct sessions of the owner pass: they import.
-- Security definer: the rule reads contractors and facilities, which the writer may not see.
create function private.check_pay_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_rate record;
begin
    if private.caller() = 'owner' then
        return null;
    end if;
    select rate.pay_rate, rate.below_minimum_wage_reason, assignment.facility_id, assignment.overtime_rule,
           assignment.overtime_rule_reason
      into v_rate
      from public.assignment_rates as rate
      join public.assignments as assignment on assignment.id = rate.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
     where rate.assignment_id = new.assignment_id
       and rate.effective_from = new.effective_from
       and contractor.employment_type = 'w2';
    if found then
        perform private.require_minimum_wage(
            v_rate.facility_id, new.effective_from, v_rate.pay_rate, v_rate.below_minimum_wage_reason);
        perform private.require_pay_of_rule(
            v_rate.overtime_rule, v_rate.facility_id, new.effective_from, v_rate.pay_rate, v_rate.overtime_rule_reason);
    end if;
    return null;
end;
$$;
comment on function private.check_pay_rate is
    'Trigger: what a W-2 person is paid is at least the minimum wage of the first day of the rate, or its reason is recorded.';

create constraint trigger new_rates_pay_the_minimum_wage
    after insert on public.assignment_rates
    deferrable initially deferred
    for each row execute function private.check_pay_rate();

create constraint trigger rates_pay_the_minimum_wage
    after update on public.assignment_rates
    deferrable initially deferred
    for each row when (
        old.pay_rate is distinct from new.pay_rate
        or old.effective_from is distinct from new.effective_from
        or old.assignment_id is distinct from new.assignment_id
        or old.below_minimum_wage_reason is distinct from new.below_minimum_wage_reason)
    execute function private.check_pay_rate();

-- A name that is no jurisdiction, or one of another state, would protect nobody.
-- Security definer: whoever writes the row need not be allowed to call private.refuse.
create function private.check_minimum_wage_jurisdictions()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_name text;
begin
    new.minimum_wage_jurisdictions := nullif(
        array(select distinct named.name from unnest(new.minimum_wage_jurisdictions) as named (name) order by named.name),
        '{}');
    foreach v_name in array coalesce(new.minimum_wage_jurisdictions, '{}') loop
        if not exists (select from public.minimum_wages as wage where wage.jurisdiction = v_name) then
            perform private.refuse(
                400, 'minimum_wage_unknown',
                format('No minimum wage of %s is known.', coalesce(v_name, 'null')),
                'Choose one of the list, or have an admin add it under Settings, Minimum wages.');
        elsif v_name <> 'US' and left(v_name, 2) is distinct from new.work_state then
            perform private.refuse(
                400, 'minimum_wage_of_another_state',
                format('The minimum wage of %s is not one of the state in which the facility %s is.', v_name, new.name),
                'Choose those of its state, or correct its state.');
        end if;
    end loop;
    return new;
end;
$$;
comment on function private.check_minimum_wage_jurisdictions is
    'Trigger: the minimum wages that a facility names are known, of its state, and each named once. None is the state''s.';

create trigger facilities_name_minimum_wages_of_their_state
    before insert or update of minimum_wage_jurisdictions, work_state on public.facilities
    for each row when (new.minimum_wage_jurisdictions is not null)
    execute function private.check_minimum_wage_jurisdictions();

-- Security definer: the rule reads facilities, which the writer may not see.
create function private.keep_minimum_wage()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if not exists (select from public.minimum_wages as wage where wage.jurisdiction = old.jurisdiction)
        and exists (select from public.facilities as facility
                     where old.jurisdiction = any (facility.minimum_wage_jurisdictions)) then
        perform private.refuse(
            409, 'minimum_wage_used',
            format('Facilities name the minimum wage of %s, and this is the only one of it.', old.jurisdiction),
            'Choose others for these facilities first.');
    end if;
    return null;
end;
$$;
comment on function private.keep_minimum_wage is
    'Trigger: a jurisdiction that a facility names keeps a minimum wage.';

create trigger minimum_wages_stay_while_they_are_named
    after delete or update of jurisdiction on public.minimum_wages
    for each row execute function private.keep_minimum_wage();

revoke all on private.minimum_wages_of_facilities from public, anon, authenticated, service_role;
grant select on private.minimum_wages_of_facilities to authenticated, service_role;

revoke execute on function
    private.minimum_wage_on, private.require_minimum_wage, private.require_pay_of_rule, private.check_pay_rate,
    private.check_minimum_wage_jurisdictions, private.keep_minimum_wage
    from public, anon, authenticated, service_role;
