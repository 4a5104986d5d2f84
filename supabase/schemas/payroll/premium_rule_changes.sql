-- A premium rule that is new, changed, ended or gone, a day of a holiday calendar and another timezone change what weeks come to:
-- those of paid time are marked, those of billed time are compared. Drafts of invoices follow when they are brought up to
-- date; what was sent, or paid, has a difference. So does a draft that is sent as it was.

-- A window may begin on the day before that of the entry, and a workday may go on into the next one. The rules are given as
-- they are or were: one that is gone, or was of another place, is in the table no more.
create function private.follow_premium_rules(
    rules public.premium_rules[], first_days date[], last_days date[], facility_id uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many rules there are
set work_mem = '64MB'
as $$
declare
    v_entry_ids uuid[];
    v_contractor_ids uuid[];
    v_days date[];
begin
    select array_agg(reached.id), array_agg(reached.contractor_id), array_agg(reached.work_date)
      into v_entry_ids, v_contractor_ids, v_days
      from (select distinct entry.id, assignment.contractor_id, entry.work_date
              from generate_subscripts(follow_premium_rules.rules, 1) as nth (nth)
             cross join lateral (
                   select one.facility_id, one.assignment_id, one.codes,
                          follow_premium_rules.first_days[nth.nth] as first_day,
                          follow_premium_rules.last_days[nth.nth] as last_day
                     from unnest(follow_premium_rules.rules[nth.nth:nth.nth]) as one) as rule
              join public.assignments as assignment
                on case when rule.assignment_id is not null then assignment.id = rule.assignment_id
                        when rule.facility_id is not null then assignment.facility_id = rule.facility_id
                        else true end
              join public.time_entries as entry
                on entry.assignment_id = assignment.id
               and entry.work_date between rule.first_day - 1 and rule.last_day + 1
             where entry.is_payable
               and entry.code = any (rule.codes)
               and assignment.facility_id = coalesce(follow_premium_rules.facility_id, assignment.facility_id)) as reached;
    if v_entry_ids is null then
        return;
    end if;
    insert into private.due_marks (contractor_id, day)
    select distinct reached.contractor_id, reached.day
      from unnest(v_contractor_ids, v_days) as reached (contractor_id, day);
    perform private.compare_weeks(array_agg(billed.contractor_id), array_agg(billed.day), '{}')
       from unnest(v_entry_ids, v_contractor_ids, v_days) as billed (id, contractor_id, day)
      where exists (
            select from public.invoice_lines as line
             where line.time_entry_id = billed.id and line.part = 1
            offset 0) -- see private.classified_time
     having count(*) > 0;
end;
$$;
comment on function private.follow_premium_rules is
$$Marks and compares the weeks of time that premium rules are for.

rules, first_days, last_days: by position, the rules and between which days something of them changed.
facility_id: of this facility alone; null = of all.$$;

-- A rule that no line is by may change, or go, in any way: but time that was sent, or paid, may have its sum in a difference,
-- which names no rule, and a rule that goes leaves its hours to another. So it is followed where it was, and where it is.
-- Security definer: whoever writes rules may not write here.
create function private.follow_premium_rule()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'UPDATE'
        and to_jsonb(old) - '{effective_to,title}'::text[] = to_jsonb(new) - '{effective_to,title}'::text[] then
        perform private.follow_premium_rules(
            array[new],
            array[least(coalesce(old.effective_to, 'infinity'), coalesce(new.effective_to, 'infinity'))],
            array[greatest(coalesce(old.effective_to, 'infinity'), coalesce(new.effective_to, 'infinity'))]);
        return null;
    end if;
    if tg_op <> 'INSERT' then
        perform private.follow_premium_rules(
            array[old], array[old.effective_from], array[coalesce(old.effective_to, 'infinity')]);
    end if;
    if tg_op <> 'DELETE' then
        perform private.follow_premium_rules(
            array[new], array[new.effective_from], array[coalesce(new.effective_to, 'infinity')]);
    end if;
    return null;
end;
$$;
comment on function private.follow_premium_rule is
    'Trigger: pay and bill follow a premium rule, on the days on which it is another than before.';

create trigger pay_and_bill_follow_new_premiums
    after insert or delete on public.premium_rules
    for each row execute function private.follow_premium_rule();

create trigger pay_and_bill_follow_premiums
    after update on public.premium_rules
    for each row when (
        old.effective_from is distinct from new.effective_from
        or old.effective_to is distinct from new.effective_to
        or old.facility_id is distinct from new.facility_id
        or old.assignment_id is distinct from new.assignment_id
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
    execute function private.follow_premium_rule();

-- Security definer: see above.
create function private.follow_holiday_calendar_day()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.follow_premium_rules(
               array_agg(rule), array_agg(changed.day), array_agg(changed.day))
       from (select old.calendar_id, old.day where tg_op <> 'INSERT'
              union all
             select new.calendar_id, new.day where tg_op <> 'DELETE') as changed (calendar_id, day)
       join public.premium_rules as rule on rule.holiday_calendar_id = changed.calendar_id
     having count(*) > 0;
    return null;
end;
$$;
comment on function private.follow_holiday_calendar_day is
    'Trigger: pay and bill follow the days of a calendar that premium rules name.';

create trigger pay_and_bill_follow_holidays
    after insert or delete on public.holiday_calendar_days
    for each row execute function private.follow_holiday_calendar_day();

create trigger pay_and_bill_follow_moved_holidays
    after update on public.holiday_calendar_days
    for each row when (old.calendar_id is distinct from new.calendar_id or old.day is distinct from new.day)
    execute function private.follow_holiday_calendar_day();

-- The days of entries stay with another timezone; the hours that their windows have do not.
-- Security definer: see above.
create function private.follow_premiums_of_facility()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.follow_premium_rules(
               array_agg(rule), array_agg(rule.effective_from), array_agg(coalesce(rule.effective_to, 'infinity')),
               new.id)
       from public.premium_rules as rule
     having count(*) > 0;
    return null;
end;
$$;
comment on function private.follow_premiums_of_facility is
    'Trigger: pay and bill follow the timezone by whose clock premiums are.';

create trigger premiums_follow_the_timezone
    after update of timezone on public.facilities
    for each row when (old.timezone is distinct from new.timezone)
    execute function private.follow_premiums_of_facility();

-- Security definer: see above.
create function private.follow_premiums_of_firm()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.follow_premium_rules(
               array_agg(rule), array_agg(rule.effective_from), array_agg(coalesce(rule.effective_to, 'infinity')))
       from public.premium_rules as rule
     having count(*) > 0;
    return null;
end;
$$;
comment on function private.follow_premiums_of_firm is
    'Trigger: as private.follow_premiums_of_facility, of facilities that have no timezone of their own.';

create trigger premiums_follow_the_timezone
    after update of operating_timezone on public.organization_settings
    for each row when (old.operating_timezone is distinct from new.operating_timezone)
    execute function private.follow_premiums_of_firm();

revoke execute on function
    private.follow_premium_rules, private.follow_premium_rule, private.follow_holiday_calendar_day,
    private.follow_premiums_of_facility, private.follow_premiums_of_firm
    from public, anon, authenticated, service_role;
