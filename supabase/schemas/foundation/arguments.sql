-- Checks of procedures' arguments, made before anything is locked. Each names the argument it refuses, in words.
create function private.argument_in_words(name text)
returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
    select btrim(replace(regexp_replace(argument_in_words.name, '_ids?(?:\[(\d+)\])?$', ' \1'), '_', ' '));
$$;
comment on function private.argument_in_words is
    'An argument as people call it: the issue date, the facility, the second line.';

create function private.require_arguments(arguments jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_missing constant text := (
        select string_agg(private.argument_in_words(argument.key), ', ' order by argument.key)
          from jsonb_each_text(require_arguments.arguments) as argument
         where argument.value is null);
begin
    if v_missing is not null then
        perform private.refuse(
            400, 'argument_missing',
            format('No value is given for %s.', v_missing),
            'Give a value.');
    end if;
end;
$$;
comment on function private.require_arguments is
    'Raises 400 and names the arguments, given as {"name": value}, that are null.';

create function private.require_finite_dates(arguments jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_infinite constant text := (
        select string_agg(private.argument_in_words(argument.key), ', ' order by argument.key)
          from jsonb_each_text(require_finite_dates.arguments) as argument
         where argument.value in ('infinity', '-infinity'));
begin
    if v_infinite is not null then
        perform private.refuse(
            400, 'date_not_finite',
            format('The value of %s is not a calendar day.', v_infinite),
            'Give a day of the calendar. Leave out what has no end.');
    end if;
end;
$$;
comment on function private.require_finite_dates is
    'Raises 400 and names the arguments, given as {"name": date}, that are infinite. Null passes.';

-- Days of work, of issue, of receipt and of renewal. No firm that uses this worked before 2000, and nobody plans past
-- 2100: a day beyond is a slip of the hand (0026-03-02, 2062-…, 20260-03-02), and numbers of invoices have a year of four
-- digits. The rule stands here and nowhere else.
create function private.is_plausible_day(day date)
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
    select is_plausible_day.day between date '2000-01-01' and date '2100-12-31';
$$;
comment on function private.is_plausible_day is
    'True if a day lies from 2000-01-01 to 2100-12-31. Null stays null. Triggers ask it with their writer''s rights.';

create function private.require_plausible_days(days jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_beyond constant text := (
        select string_agg(format('%s %s', named.key, named.value), ', ' order by named.key)
          from jsonb_each_text(require_plausible_days.days) as named
         where not private.is_plausible_day(named.value::date));
begin
    if v_beyond is not null then
        perform private.refuse(
            400, 'day_out_of_range',
            format('Days lie from 2000-01-01 to 2100-12-31, and these do not: %s.', v_beyond),
            'Give a day from 2000-01-01 to 2100-12-31.');
    end if;
end;
$$;
comment on function private.require_plausible_days is
    'Raises 400 and names the days, given as {"name": date}, that lie outside what private.is_plausible_day allows.';

-- Security definer: whoever writes the row need not be allowed to call private.refuse.
create function private.refuse_day()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.require_plausible_days(jsonb_build_object(tg_argv[0], to_jsonb(new) -> tg_argv[0]));
    return new;
end;
$$;
comment on function private.refuse_day is
    'Trigger, with a column as its argument: refuses the row where private.is_plausible_day does not hold of it.';

-- Money that counts from a day to come would be here today in one report and not in the other.
-- Security definer: see above.
create function private.refuse_day_to_come()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'day_not_come', format(tg_argv[1], to_jsonb(new) ->> tg_argv[0]),
        format('Give a day up to %s.', (private.clock()).business_date));
    return new;
end;
$$;
comment on function private.refuse_day_to_come is
    'Trigger, with a column and a sentence with %s for its value: refuses the row.';

create function private.require_week_start(week_start date)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if require_week_start.week_start <> private.workweek_start(require_week_start.week_start) then
        perform private.refuse(
            400, 'week_start_not_first_day',
            format('No workweek starts on %s.', require_week_start.week_start),
            format('Give %s, or another first day of a workweek.',
                   private.workweek_start(require_week_start.week_start)));
    end if;
end;
$$;
comment on function private.require_week_start is 'Raises 400 unless a workweek starts on the day.';

create function private.require_rate(argument text, rate numeric)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    -- NaN is greater than every number; null makes the condition null.
    if (require_rate.rate > 0 and require_rate.rate < 100000000
        and require_rate.rate = round(require_rate.rate, 2)) is not true then
        perform private.refuse(
            400, 'rate_not_valid',
            format('The %s %s is not an amount per hour.',
                   private.argument_in_words(require_rate.argument), coalesce(require_rate.rate::text, 'null')),
            'Give an amount above 0 and below 100000000, with at most two decimals.');
    end if;
end;
$$;
comment on function private.require_rate is
    'Raises 400 and names the argument unless it is money per hour, as assignment_rates holds it.';

create function private.require_reason(reason text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if (require_reason.reason ~ '\S') is not true then
        perform private.refuse(
            400, 'reason_missing',
            'A reason is missing.',
            'Say why in a few words. The reason is kept.');
    end if;
    perform private.require_line('reason', require_reason.reason, 2000);
end;
$$;
comment on function private.require_reason is 'Raises 400 when a reason is null, blank, or not one line of at most 2,000 characters.';

create function private.require_amount(argument text, amount numeric)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    -- NaN is greater than every number; null makes the condition null.
    if (require_amount.amount > 0 and require_amount.amount < 10000000000
        and require_amount.amount = round(require_amount.amount, 2)) is not true then
        perform private.refuse(
            400, 'amount_not_valid',
            format('The %s %s is not an amount of money.', private.argument_in_words(require_amount.argument), coalesce(require_amount.amount::text, 'null')),
            'Give an amount above 0 and below 10000000000, with at most two decimals.');
    end if;
end;
$$;
comment on function private.require_amount is
    'Raises 400 and names the argument unless it is money above zero, as invoices and payments hold it.';

create function private.require_facility(facility_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not exists (
        select from public.facilities as facility where facility.id = require_facility.facility_id) then
        perform private.refuse(
            404, 'facility_not_found',
            format('There is no facility %s.', require_facility.facility_id),
            'Look it up in the list of facilities.');
    end if;
end;
$$;
comment on function private.require_facility is 'Raises 404 when there is no such facility.';

revoke execute on function
    private.argument_in_words, private.require_arguments, private.require_finite_dates, private.require_rate,
    private.require_reason, private.require_amount, private.require_facility, private.is_plausible_day, private.require_plausible_days,
    private.refuse_day, private.refuse_day_to_come, private.require_week_start
    from public, anon, authenticated, service_role;
grant execute on function private.is_plausible_day to authenticated, service_role;
