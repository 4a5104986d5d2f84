-- People who are paid on the same days. One group is there from the beginning, and is everybody's until payroll makes
-- others.
create table public.pay_groups (
    id uuid primary key default gen_random_uuid(),
    name text not null
        constraint pay_group_name_is_unique unique
        constraint pay_group_name_is_not_blank check (name ~ '\S')
        constraint name_is_short check (private.require_line('name', name, 200)),
    weeks int constraint pay_group_has_one_or_two_weeks check (weeks in (1, 2)),
    first_day date constraint first_day_is_finite check (isfinite(first_day)),
    pay_day_offset int constraint pay_day_is_within_a_month_of_the_period check (pay_day_offset between 0 and 31),
    is_default boolean not null default false,
    created_at timestamptz not null default now(),
    constraint calendar_of_pay_group_is_whole check (num_nonnulls(weeks, first_day, pay_day_offset) in (0, 3))
);
comment on table public.pay_groups is
$$Groups of contractors who are paid on the same days. A group with a calendar has its periods made ahead
(make_payroll_periods); of one without, payroll enters them. Half-months are no periods here, since pay is of whole
workweeks.

Example: [{"name": "Weekly", "weeks": 1, "first_day": "2031-03-03", "pay_day_offset": 5}]$$;
comment on column public.pay_groups.weeks is 'Whole workweeks that a period has: 1 or 2.';
comment on column public.pay_groups.first_day is
    'First day of one of its periods, which is the first of a workweek: the others are counted from it, both ways.';
comment on column public.pay_groups.pay_day_offset is
    'Days from the last day of a period to its pay day. One that falls on a Saturday, a Sunday or a holiday comes before it.';
comment on column public.pay_groups.is_default is 'True of the group that a contractor or a period has who says none.';
comment on constraint calendar_of_pay_group_is_whole on public.pay_groups is
$$The calendar of a pay group says its weeks, a first day and the offset of its pay day.

Give all three, or none.$$;
comment on constraint pay_group_has_one_or_two_weeks on public.pay_groups is
$$A pay group is paid each week, or every two weeks.

Give 1 or 2.$$;
comment on constraint pay_day_is_within_a_month_of_the_period on public.pay_groups is
$$A pay day is at most 31 days after its period.

Give the days between them.$$;

-- One group is the default, and there is always one.
create unique index one_pay_group_is_the_default on public.pay_groups (is_default) where is_default;

insert into public.pay_groups (name, is_default) values ('Everybody', true);

alter table public.pay_groups enable row level security;

create function private.default_pay_group()
returns uuid
language sql
stable
set search_path = ''
as $$ select pay_group.id from public.pay_groups as pay_group where pay_group.is_default; $$;
comment on function private.default_pay_group is 'The pay group that a contractor or a period has who says none.';

create function private.pay_day(pay_group public.pay_groups, period_end date)
returns date
language plpgsql
stable
set search_path = ''
as $$
declare
    v_day date := pay_day.period_end + (pay_day.pay_group).pay_day_offset;
begin
    -- The day of a bank's transfer: wages are due then, so it is never later.
    while extract(isodow from v_day) > 5
          or exists (select from public.holidays as holiday where holiday.day = v_day) loop
        v_day := v_day - 1;
    end loop;
    return v_day;
end;
$$;
comment on function private.pay_day is 'The pay day of a group''s period: the last business day on or before its offset.';

revoke execute on function private.default_pay_group, private.pay_day
    from public, anon, authenticated, service_role;
-- The default of a column that people write is asked for in their name.
grant execute on function private.default_pay_group to authenticated, service_role;
