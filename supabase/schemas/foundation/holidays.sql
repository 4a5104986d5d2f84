-- Days on which the firm does no business, and what they do to the day on which something is due.
create table public.holidays (
    day date primary key
        constraint day_is_finite check (isfinite(day)),
    name text not null
        constraint holiday_name_is_not_blank check (name ~ '\S')
        constraint name_is_short check (private.require_line('name', name, 200)),
    created_at timestamptz not null default now()
);
comment on table public.holidays is
$$Days that are no business days, beside Saturdays and Sundays. Facilities whose due_date_rule is next_business_day are
asked for their money on the next one. What was sent before a holiday was entered keeps its due date.

Example: [{"day": "2031-12-25", "name": "Christmas Day"}]$$;
comment on constraint holiday_name_is_not_blank on public.holidays is
$$The name of the holiday is blank.

Give its name.$$;

alter table public.holidays enable row level security;

create function private.due_date(issue_date date, terms_days int, rule text)
returns date
language plpgsql
stable
set search_path = ''
as $$
declare
    v_day date := due_date.issue_date + due_date.terms_days;
begin
    while due_date.rule = 'next_business_day'
          and (extract(isodow from v_day) > 5
               or exists (select from public.holidays as holiday where holiday.day = v_day)) loop
        v_day := v_day + 1;
    end loop;
    return v_day;
end;
$$;
comment on function private.due_date is
$$The day on which something issued that day is due.

terms_days: the facility's payment_terms_days. rule: its due_date_rule.$$;

revoke execute on function private.due_date from public, anon, authenticated, service_role;
