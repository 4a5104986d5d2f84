-- What terms of interest come to, before somebody agrees to them. The job computes what invoices owe, in
-- _shared/interest, with payments and with terms that change; here stand the same rules for one amount under one row of
-- terms, and a test holds the two equal.
create function private.days_30_360(start date, through date)
returns int
language plpgsql
immutable
set search_path = ''
as $$
declare
    v_starts_at_end constant boolean :=
        extract(month from days_30_360.start) = 2 and extract(day from days_30_360.start + 1) = 1;
    v_ends_at_end constant boolean :=
        extract(month from days_30_360.through) = 2 and extract(day from days_30_360.through + 1) = 1;
    v_first constant int := case when v_starts_at_end then 30 else least(extract(day from days_30_360.start), 30) end;
    v_last constant int :=
        case when v_starts_at_end and v_ends_at_end then 30 else extract(day from days_30_360.through) end;
begin
    return (extract(year from days_30_360.through) - extract(year from days_30_360.start)) * 360
        + (extract(month from days_30_360.through) - extract(month from days_30_360.start)) * 30
        + case v_first when 30 then least(v_last, 30) else v_last end - v_first;
end;
$$;
comment on function private.days_30_360 is 'The days from one day to another by the US (NASD) 30/360 rule.';

create function private.end_of_year(day date)
returns date
language sql
immutable
set search_path = ''
as $$
    select make_date(extract(year from end_of_year.day)::int, 12, 31);
$$;
comment on function private.end_of_year is 'The last day of the year that a day is in.';

create function private.shown_number(number numeric)
returns text
language sql
immutable
set search_path = ''
as $$
    select round(shown_number.number, greatest(2, scale(trim_scale(round(shown_number.number, 10)))))::text;
$$;
comment on function private.shown_number is 'A number as interest is explained with it: two to ten decimals.';

create function private.interest_of_terms(
    principal numeric, due_date date, as_of date, terms public.facility_interest_terms)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
    v_terms constant public.facility_interest_terms := interest_of_terms.terms;
    v_due constant date := interest_of_terms.due_date;
    v_as_of constant date := interest_of_terms.as_of;
    -- No grace reaches beyond the calendar.
    v_grace_end constant date := v_due + least(v_terms.grace_days, 100000);
    v_start constant date := case v_terms.accrue_from when 'grace_end' then v_grace_end else v_due end;
    -- least() leaves out what is null: here, and below.
    v_end constant date := case
        when v_as_of > v_grace_end then v_start + least(v_as_of - v_start, v_terms.maximum_days) else v_due end;
    v_is_by_year constant boolean := v_terms.day_count = 'actual/actual';
    v_divisor constant int := case v_terms.day_count
        when 'actual/365' then 365 when 'actual/actual' then 365 * 366 else 360 end;
    v_period int := 1;
    v_joined numeric := 0; -- interest that joined the principal
    v_products numeric := 0; -- what bears interest × rate × weighted days since then, not divided yet
    -- A stretch of days, alike in what bears interest and in what a day weighs; and the last of them so far.
    v_after date := v_start;
    v_to date;
    v_joins_on date;
    v_bearing numeric;
    v_days int;
    v_weight int;
    v_product numeric;
    v_last jsonb := '{}';
    v_last_product numeric;
    v_segments jsonb := '[]';
    v_owed numeric;
    v_is_owed boolean;
begin
    while v_after < v_end loop
        v_joins_on := case v_terms.compounding
            when 'every_30_days' then v_start + 30 * v_period
            when 'annual' then (v_start + make_interval(years => v_period))::date
        end;
        v_to := least(v_end, v_joins_on, case when v_is_by_year then private.end_of_year(v_after + 1) end);
        v_bearing := interest_of_terms.principal + v_joined;
        v_days := case v_terms.day_count
            when '30/360' then private.days_30_360(v_start, v_to) - private.days_30_360(v_start, v_after)
            else v_to - v_after
        end;
        v_weight := case
            when not v_is_by_year then 1
            when extract(doy from private.end_of_year(v_to)) = 366 then 365
            else 366
        end;
        v_product := v_bearing * v_terms.annual_rate * v_days * v_weight;
        v_products := v_products + v_product;
        -- A stretch that is like the last one lengthens it.
        if (v_last ->> 'bearing')::numeric = v_bearing and (v_last ->> 'weight')::int = v_weight then
            v_days := v_days + (v_last ->> 'days')::int;
            v_product := v_product + v_last_product;
            v_segments := v_segments - -1;
        else
            v_last := jsonb_build_object('bearing', v_bearing, 'weight', v_weight, 'from', v_after + 1);
        end if;
        v_last := v_last || jsonb_build_object('days', v_days);
        v_last_product := v_product;
        v_segments := v_segments || jsonb_build_object(
            'from', v_last -> 'from', 'to', v_to, 'days', v_days,
            'principal', private.shown_number(v_bearing),
            'rate', private.shown_number(v_terms.annual_rate),
            'interest', private.shown_number(round(v_product, 40) / v_divisor));
        if v_to = v_joins_on then
            v_joined := round(v_joined + round(v_products, 40) / v_divisor, 40);
            v_products := 0;
            v_period := v_period + 1;
        end if;
        v_after := v_to;
    end loop;

    -- First to forty decimals, as the job does, so that a tie is found that a division left by a trace.
    v_owed := least(
        round(v_joined + round(v_products, 40) / v_divisor, 40),
        interest_of_terms.principal * v_terms.maximum_fraction);
    v_is_owed := v_owed >= v_terms.waive_below and round(v_owed, 2) > 0;
    return jsonb_build_object(
        'interest', (case when v_is_owed then round(v_owed, 2) else 0.00 end)::text,
        'fee', (case when v_is_owed then v_terms.fixed_fee else 0.00 end)::text,
        'total', (case when v_is_owed then round(v_owed, 2) + v_terms.fixed_fee else 0.00 end)::text,
        'accruedThrough', case when v_end > v_start then v_end else v_due end,
        'segments', v_segments);
end;
$$;
comment on function private.interest_of_terms is
$$What an amount that nobody pays owes as of a day, under one row of terms that is in force all the time.

As computeInterest in _shared/interest answers, which says why each rule is so.$$;

revoke execute on function
    private.days_30_360, private.end_of_year, private.shown_number, private.interest_of_terms
    from public, anon, authenticated, service_role;
