-- A rule stays as it is once somebody is paid or billed by it, so that no edit prices history anew. Those that every
-- firm has stay in any case: documents and upgrades speak of them.
create function private.is_built_in_overtime_rule(rule text)
returns boolean
language sql
immutable
set search_path = ''
as $$
    select is_built_in_overtime_rule.rule in (
        'none', 'flsa', 'california', 'california_health_care', 'colorado', 'alaska', 'kentucky');
$$;
comment on function private.is_built_in_overtime_rule is 'True if the rule comes with the product, so that every firm has it.';

-- Security definer: the rule locks its row, and reads what the writer may not see.
create function private.keep_overtime_rule()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_why text := case when private.is_built_in_overtime_rule(old.name) then 'comes with the product' end;
begin
    if v_why is null then
        -- Whoever names the rule at this moment holds its row for key share: this waits for them, and then sees them.
        perform
           from public.overtime_rules as rule
          where rule.name = old.name
            for update;
        if exists (select from public.assignments as assignment where assignment.overtime_rule = old.name)
            or exists (select from public.assignment_bill_terms as terms where terms.overtime_rule = old.name)
            or exists (select from public.facilities as facility where facility.bill_overtime_rule = old.name) then
            v_why := 'is used by assignments or facilities';
        end if;
    end if;
    if v_why is not null then
        perform private.refuse(
            409, 'overtime_rule_used',
            format('The overtime rule %s %s, and stays as it is.', old.name, v_why),
            'Add another rule under another name.');
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.keep_overtime_rule is
    'Trigger: an overtime rule that comes with the product, or that somebody is paid or billed by, is neither changed nor deleted, whoever writes.';

create trigger overtime_rules_stay_once_used
    before update on public.overtime_rules
    for each row when (
        old.name is distinct from new.name
        or old.daily_overtime_after is distinct from new.daily_overtime_after
        or old.daily_doubletime_after is distinct from new.daily_doubletime_after
        or old.weekly_overtime_after is distinct from new.weekly_overtime_after
        or old.seventh_day is distinct from new.seventh_day
        or old.whole_seventh_day is distinct from new.whole_seventh_day
        or old.consecutive_overtime_after is distinct from new.consecutive_overtime_after
        or old.asks_for is distinct from new.asks_for
        or old.source is distinct from new.source)
    execute function private.keep_overtime_rule();

create trigger overtime_rules_are_kept_once_used
    before delete on public.overtime_rules
    for each row execute function private.keep_overtime_rule();

create function private.require_overtime_rule(rule text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not exists (select from public.overtime_rules as known where known.name = require_overtime_rule.rule) then
        perform private.refuse(
            400, 'overtime_rule_unknown',
            format('There is no overtime rule %s.', coalesce(require_overtime_rule.rule, 'null')),
            format('Give one of %s, or have an admin add the rule.', (
                select string_agg(known.name, ', ' order by known.name) from public.overtime_rules as known)));
    end if;
end;
$$;
comment on function private.require_overtime_rule is 'Raises 400 and names those there are unless it is one of overtime_rules.';

revoke execute on function
    private.is_built_in_overtime_rule, private.keep_overtime_rule, private.require_overtime_rule
    from public, anon, authenticated, service_role;
