-- Assignments say by what their bill terms began. Programs that knew no terms write it there, so it goes on to them as
-- long as it is clear to which.

-- Security definer: whoever writes assignments may not write bill terms.
create function private.forward_bill_multipliers()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_rows constant int := (
        select count(*) from public.assignment_bill_terms as terms where terms.assignment_id = new.id);
begin
    if v_rows > 1 then
        perform private.refuse(
            409, 'bill_terms_are_dated',
            format('The assignment has %s: its own multipliers say only by what they began.',
                   private.counted(v_rows, 'row of bill terms', 'rows of bill terms')),
            'Change the multipliers in those rows of its bill terms.');
    end if;
    update public.assignment_bill_terms as terms
       set overtime_multiplier = case
               when old.bill_overtime_multiplier is distinct from new.bill_overtime_multiplier
                   then new.bill_overtime_multiplier
               else terms.overtime_multiplier end,
           doubletime_multiplier = case
               when old.bill_doubletime_multiplier is distinct from new.bill_doubletime_multiplier
                   then new.bill_doubletime_multiplier
               else terms.doubletime_multiplier end
     where terms.assignment_id = new.id;
    return null;
end;
$$;
comment on function private.forward_bill_multipliers is
    'Trigger: new multipliers of an assignment go on to its bill terms, where there is one row of them.';

create trigger bill_multipliers_go_on
    after update of bill_overtime_multiplier, bill_doubletime_multiplier on public.assignments
    for each row when (
        old.bill_overtime_multiplier is distinct from new.bill_overtime_multiplier
        or old.bill_doubletime_multiplier is distinct from new.bill_doubletime_multiplier)
    execute function private.forward_bill_multipliers();

-- Only before there is approved time, see private.guard_overtime_rule: nothing of it is billed.
-- Security definer: see private.forward_bill_multipliers.
create function private.forward_overtime_rule()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    update public.assignment_bill_terms as terms
       set overtime_rule = new.overtime_rule
      from public.facilities as facility
     where terms.assignment_id = new.id
       and terms.overtime_rule = old.overtime_rule
       and facility.id = new.facility_id
       and facility.bill_overtime_rule is null -- else the rule is the facility's, by chance the same
       and not exists (
           select from public.assignment_bill_terms as other
            where other.assignment_id = new.id and other.effective_from <> terms.effective_from);
    return null;
end;
$$;
comment on function private.forward_overtime_rule is
    'Trigger: a corrected overtime rule goes on to the one row of bill terms that has the former one.';

create trigger overtime_rule_goes_on
    after update of overtime_rule on public.assignments
    for each row when (old.overtime_rule is distinct from new.overtime_rule)
    execute function private.forward_overtime_rule();

-- If the workweek gets another first day, which it may until something is billed or paid, terms begin with the week
-- that their day is in. All move by as many days, so no two meet.
-- Security definer: whoever writes the settings may not write bill terms.
create function private.move_bill_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    update public.assignment_bill_terms as terms
       set effective_from = private.workweek_start(terms.effective_from)
     where terms.effective_from <> private.workweek_start(terms.effective_from);
    return null;
end;
$$;
comment on function private.move_bill_terms is 'Trigger: bill terms begin with a workweek, also where that gets another first day.';

create trigger bill_terms_move_with_the_workweek
    after update of workweek_starts_on on public.organization_settings
    for each row when (old.workweek_starts_on <> new.workweek_starts_on)
    execute function private.move_bill_terms();

revoke execute on function
    private.forward_bill_multipliers, private.forward_overtime_rule, private.move_bill_terms
    from public, anon, authenticated, service_role;
