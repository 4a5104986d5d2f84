-- The one clock. Tests set it with the setting app.clock (for a session, a transaction or a database);
-- nothing else sets it, and no HTTP request can. In PL/pgSQL, which keeps its plan for the session: it is asked many times
-- in every call, and planning it each time took longer than reading it.
-- Security definer: whoever asks the time need not be allowed to read the settings.
create function private.clock(out at timestamptz, out today date, out business_date date)
language plpgsql
stable
parallel safe -- the views that add up many rows ask it
security definer
set search_path = ''
as $$
begin
    clock.at := coalesce(nullif(current_setting('app.clock', true), '')::timestamptz, now());
    clock.today := (clock.at at time zone 'UTC')::date;
    clock.business_date := (
        select (clock.at at time zone settings.operating_timezone)::date
          from public.organization_settings as settings);
end;
$$;
comment on function private.clock is
$$Current time: the instant, today (the UTC date, which the jobs use) and the business date
(the date in the operating timezone, which procedures stamp). Views ask it too, with their reader's rights.$$;

-- The first day of the workweek that a day belongs to.
-- Security definer: see private.clock.
create function private.workweek_start(day date)
returns date
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    return (
        select workweek_start.day
                   - (extract(isodow from workweek_start.day)::int - settings.workweek_starts_on + 7) % 7
          from public.organization_settings as settings);
end;
$$;
comment on function private.workweek_start is
    'The first day of the workweek that the day belongs to. Views ask it too, with their reader''s rights.';

-- The zone of the clocks that people see.
-- Security definer: see private.clock.
create function private.operating_timezone()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    return (select settings.operating_timezone from public.organization_settings as settings);
end;
$$;
comment on function private.operating_timezone is
    'organization_settings.operating_timezone. Views ask it too, with their reader''s rights.';

-- The firm's name, as its papers have it.
-- Security definer: see private.clock.
create function private.firm_name()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    return (select settings.legal_name from public.organization_settings as settings);
end;
$$;
comment on function private.firm_name is
    'organization_settings.legal_name. The view me asks it with its reader''s rights.';

-- Workweeks keep their first day: what was billed and paid by week stays comparable.

-- Security definer: the rule reads invoices and payroll periods, which the writer may not see.
create function private.guard_workweek_start()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.payroll_periods) or exists (select from public.invoices) then
        perform private.refuse(
            409, 'workweek_start_is_fixed',
            'The first day of the workweek no longer changes: there is a payroll period or an invoice.',
            'Leave the first day of the workweek as it is.');
    elsif new.workday_starts_from is not null then
        perform private.refuse(
            409, 'workweek_start_is_fixed',
            format('The first day of the workweek no longer changes: from %s on its workdays begin at a time of their own.',
                   new.workday_starts_from),
            'Leave the first day of the workweek as it is. Or, while there are no shifts since then, first let workdays '
            'always begin at midnight.');
    end if;
    return new;
end;
$$;
comment on function private.guard_workweek_start is
    'Trigger: the workweek keeps its first day once a payroll period or an invoice exists, or a workday with a time of its own.';

create trigger workweek_start_is_fixed
    before update of workweek_starts_on on public.organization_settings
    for each row when (old.workweek_starts_on <> new.workweek_starts_on)
    execute function private.guard_workweek_start();

-- States carry a timestamp each, in the column <state>_at. Whoever sets a state need not know the time.
-- Security definer: whoever writes the row need not be allowed to ask the clock.
create function private.stamp_state()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if to_jsonb(new) -> (new.status || '_at') = 'null'::jsonb then
        new := jsonb_populate_record(
            new, jsonb_build_object(new.status || '_at', (private.clock()).at));
    end if;
    return new;
end;
$$;
comment on function private.stamp_state is
    'Trigger: fills the timestamp column of a row''s new state when the writer left it empty.';

-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_timezone()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    given constant text := to_jsonb(new) ->> tg_argv[0];
begin
    perform now() at time zone given;
    return new;
exception when invalid_parameter_value then
    perform private.refuse(
        400, 'timezone_unknown',
        format('There is no time zone %s.', given),
        'Give an IANA name, such as America/Denver, or to a facility none: it has the firm''s then.');
    return null;
end;
$$;
comment on function private.guard_timezone is
    'Trigger: refuses a time zone that there is not, in the column that it is given.';

create trigger operating_timezone_is_one
    before insert or update of operating_timezone on public.organization_settings
    for each row execute function private.guard_timezone('operating_timezone');

revoke execute on function
    private.clock, private.workweek_start, private.operating_timezone, private.firm_name, private.guard_workweek_start,
    private.guard_timezone,
    private.stamp_state
    from public, anon, authenticated, service_role;
grant execute on function private.clock, private.workweek_start, private.operating_timezone, private.firm_name
    to authenticated, service_role;
