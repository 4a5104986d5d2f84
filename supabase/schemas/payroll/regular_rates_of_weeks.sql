-- The regular rate of contractors' workweeks, and the premiums for overtime that it gives: half of it for each hour of
-- overtime, all of it for each hour of doubletime; of a flat sum, 1.5 times and 2 times what it comes to per hour.
--
-- The regular rate is what is in it over the hours that count toward overtime (29 CFR 778.109 and following). A flat
-- sum, the same however long one works, is in it too, but where the state asks otherwise (flat_sum_divisor): there it
-- is divided by those of these hours that are no overtime (Alvarado v. Dart Container, 4 Cal.5th 542, 2018), unless
-- there are none. What bonuses that were earned over days of their own add, private.earned_sums says.
--
-- A credit is set off against what the FLSA asks for overtime of the same week (29 USC 207(h)(2)), and takes off
-- nothing that a state asks for: so a week has one only where all of the week's counted time is under the rule
-- flsa, and it never goes against what a state adds to a flat sum.
--
-- Nothing of this is rounded: a week is, once, half a cent up. What is divided twice has sixty places, and the sum is
-- rounded to fifty first, so that a half that the divisions left a hair short of is a half again. Nothing else becomes
-- one: the sum is a fraction over 20,000 times all divisors, which are hours in hundredths and numbers of weeks, so
-- that what is no half a cent lies further off it than that, unless those multiply to over 10^40.
create type private.week_sums as (
    contractor_id uuid, week_start date, straight numeric, rounded_straight numeric, counted_pay numeric,
    counted_hours numeric, regular_hours numeric, overtime_hours numeric, doubletime_hours numeric, shares numeric,
    flat_sums numeric, credit numeric);
comment on type private.week_sums is
$$The sums of a contractor's workweek that its premiums are made of.

straight: pay of hours worked; rounded_straight: the same, each line rounded. counted_pay: what of it is in the
regular rate, of counted_hours; regular_hours: those of these that are no overtime, or null. shares, flat_sums: what
else is in it, by all hours and by regular hours. credit: what is set off against overtime.$$;

create function private.regular_rates_of_weeks(weeks private.week_sums[])
returns table (
    contractor_id uuid, week_start date, overtime_hours numeric, doubletime_hours numeric, regular_rate numeric,
    overtime numeric, doubletime numeric, leftover numeric, asked_by_flsa numeric, asked numeric, credited numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set jit = off -- compiling takes longer than a week's work
as $$
begin
    return query -- where nothing counts toward overtime, what is divided by no hours is null, and so is the premium
    with earned as materialized (
        select sums.*
          from (select array_agg(known.contractor_id) as contractor_ids, array_agg(known.week_start) as week_starts
                  from unnest(regular_rates_of_weeks.weeks) as known) as known
         cross join lateral private.earned_sums(known.contractor_ids, known.week_starts) as sums
    )
    select week.contractor_id, week.week_start, week.overtime_hours, week.doubletime_hours,
           round(paid.amount / week.counted_hours + coalesce(paid.per_hour, 0), 50),
           premium.overtime, premium.doubletime,
           round(week.straight + coalesce(premium.exact, 0), 2)
               - week.rounded_straight - coalesce(premium.overtime + premium.doubletime, 0),
           round(round((flsa.asked - coalesce(credited.amount, 0)) / (2 * week.counted_hours), 50), 2),
           premium.without_credit, credited.amount / (2 * week.counted_hours)
      from unnest(regular_rates_of_weeks.weeks) as week
      left join earned on earned.contractor_id = week.contractor_id and earned.week_start = week.week_start
     cross join lateral (
           select coalesce(week.shares + earned.share, week.shares, earned.share, 0) as share,
                  coalesce(week.flat_sums, 0) as flat_sum,
                  coalesce(week.shares, 0) + coalesce(week.flat_sums, 0) + coalesce(earned.equal_share, 0)
                      as equal_share
           ) as added
     cross join lateral ( -- null costs nothing where there are no flat sums
           select week.counted_pay + added.share + case when week.regular_hours is null then added.flat_sum else 0 end
                      as amount,
                  case when num_nulls(week.flat_sums, earned.per_hour) < 2
                       then coalesce(round(week.flat_sums, 60) / week.regular_hours, 0) + coalesce(earned.per_hour, 0)
                  end as per_hour) as paid
     cross join lateral ( -- not divided yet, by twice the hours, and neither is what of it is paid already
           select greatest(week.counted_hours - 40, 0) * (week.counted_pay + added.equal_share)) as flsa (asked)
     cross join lateral (
           select case when week.credit is not null
                       then least(week.credit * 2 * week.counted_hours, flsa.asked) end) as credited (amount)
     cross join lateral (
           -- Multiplied first, so that half a cent is not lost in the division.
           select round(((week.overtime_hours / 2 + week.doubletime_hours) * paid.amount
                            - coalesce(credited.amount * 0.5, 0)) / week.counted_hours
                        + coalesce(paid.per_hour * (1.5 * week.overtime_hours + 2 * week.doubletime_hours), 0),
                        50) as exact,
                  round(round((week.overtime_hours * paid.amount - coalesce(credited.amount, 0))
                                  / (2 * week.counted_hours)
                              + coalesce(paid.per_hour * 1.5 * week.overtime_hours, 0), 50), 2) as overtime,
                  round(round(week.doubletime_hours * paid.amount / week.counted_hours
                              + coalesce(paid.per_hour * 2 * week.doubletime_hours, 0), 50), 2) as doubletime,
                  case when credited.amount is not null
                       then (week.overtime_hours / 2 + week.doubletime_hours) * paid.amount / week.counted_hours
                                + coalesce(paid.per_hour * (1.5 * week.overtime_hours + 2 * week.doubletime_hours), 0)
                  end as without_credit
           ) as premium;
end;
$$;
comment on function private.regular_rates_of_weeks is
$$Regular rates of workweeks and their premiums for overtime.

weeks: their sums.
regular_rate: to fifty places; null where nothing counts toward overtime. overtime, doubletime: the premiums, each
rounded; leftover: the cents by which the week, rounded once, is more or less than its lines. asked_by_flsa: what
section 7 of the FLSA asks for the hours over 40.
asked, credited: where something is set off, both premiums without that, and what it comes to; not rounded.$$;

revoke execute on function private.regular_rates_of_weeks from public, anon, authenticated, service_role;
