-- A premium rule stays as it is once a line of pay or of an invoice is by it, so that no edit prices history anew: a
-- change is an end, and another rule. Its title may be put better, and its last day is set at any time: what that changes of
-- weeks that were paid or billed is their difference.
-- Security definer: the rule reads payroll and invoices, which the writer may not see.
create function private.keep_premium_rule()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.payroll_item_lines as line
                where line.premium_rule_id = old.id and (tg_op = 'DELETE' or line.released_at is null))
        or exists (select from public.invoice_lines as line
                    where line.premium_rule_id = old.id and (tg_op = 'DELETE' or line.released_at is null)) then
        perform private.refuse(
            409, 'premium_rule_used',
            format('Lines of pay or of invoices are by the premium %s from %s on, which stays as it is.',
                   old.title, old.effective_from),
            'Set its last day, and add another premium from the day after. The next batch and invoice have the '
            'difference of weeks that were paid and billed.');
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.keep_premium_rule is
    'Trigger: a premium rule that lines are by is neither changed, but for its title and last day, nor deleted, whoever writes.';

-- Their names come after those of the triggers that ask for the role and take the locks: whoever writes lines by a rule
-- holds the rates, so that they are there to be seen.
create trigger premium_rules_stay_once_used
    before update on public.premium_rules
    for each row when (
        old.id is distinct from new.id
        or old.facility_id is distinct from new.facility_id
        or old.assignment_id is distinct from new.assignment_id
        or old.effective_from is distinct from new.effective_from
        or old.days_of_week is distinct from new.days_of_week
        or old.from_time is distinct from new.from_time
        or old.to_time is distinct from new.to_time
        or old.holiday_calendar_id is distinct from new.holiday_calendar_id
        or old.pay_multiplier is distinct from new.pay_multiplier
        or old.pay_amount is distinct from new.pay_amount
        or old.bill_multiplier is distinct from new.bill_multiplier
        or old.bill_amount is distinct from new.bill_amount
        or old.combines is distinct from new.combines
        or old.codes is distinct from new.codes
        or old.is_creditable is distinct from new.is_creditable)
    execute function private.keep_premium_rule();

create trigger premium_rules_are_kept_once_used
    before delete on public.premium_rules
    for each row execute function private.keep_premium_rule();

-- Only an hour that is worked has a time on the clock, and a rate of hours. An array has no foreign keys: the codes are
-- held as one holds what it names, and keep_time_code asks for rules that name them.
-- Security definer: the rule locks codes, which the writer may not.
create function private.check_codes_of_premium()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_bad text;
begin
    perform
       from public.time_codes as code
      where code.name = any (new.codes)
      order by code.name
        for key share;
    v_bad := (
        select min(named.code)
          from unnest(new.codes) as named (code)
          left join public.time_codes as code on code.name = named.code
         where code.is_worked is not true);
    if v_bad is not null then
        perform private.refuse(
            400, 'premium_code_not_worked',
            format('A premium is for codes of hours worked, and %s is none.', v_bad),
            'Give regular, or another code whose hours are worked.');
    end if;
    return new;
end;
$$;
comment on function private.check_codes_of_premium is
    'Trigger: a premium rule is for codes of hours worked that there are.';

create trigger premium_rules_name_codes_of_worked_hours
    before insert or update of codes on public.premium_rules
    for each row execute function private.check_codes_of_premium();

-- As rates are: hold_rates_to_write says why.
create trigger premium_rules_are_written_by_one_at_a_time
    before insert or update or delete on public.premium_rules
    for each statement execute function private.hold_rates_to_write();

create trigger premium_days_are_written_by_one_at_a_time
    before insert or update or delete on public.holiday_calendar_days
    for each statement execute function private.hold_rates_to_write();

create trigger premium_rules_begin_on_plausible_days
    before insert or update on public.premium_rules
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');

create trigger premium_rules_end_on_plausible_days
    before insert or update on public.premium_rules
    for each row when (isfinite(new.effective_to) and not private.is_plausible_day(new.effective_to))
    execute function private.refuse_day('effective_to');

create trigger premium_days_are_plausible_days
    before insert or update on public.holiday_calendar_days
    for each row when (isfinite(new.day) and not private.is_plausible_day(new.day))
    execute function private.refuse_day('day');

revoke execute on function private.keep_premium_rule, private.check_codes_of_premium
    from public, anon, authenticated, service_role;
