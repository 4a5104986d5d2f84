-- Today's price of time for a facility is decided here, and nowhere else.

-- Time that bills nothing at all: of a code that bills nothing there is no line, and nothing is unbilled. Asked of coded time
-- alone, entry by entry.
create view private.time_that_bills_nothing with (security_invoker = true) as
    select coded.time_entry_id
      from private.rates_of_coded_time as coded
     where (coded.bill_rate > 0) is not true;
comment on view private.time_that_bills_nothing is
    'Time of codes whose bill rate on its day is nothing.';

-- The bill rate of an entry, looked up row by row: for whoever has few lines before them. Many hours are priced by
-- private.rates_of_days.
create view private.bill_rates_of_time with (security_invoker = true) as
    select entry.id as time_entry_id,
           entry.assignment_id,
           entry.work_date,
           coalesce(coded.bill_rate, hour.bill_rate) as bill_rate
      from public.time_entries as entry
      left join lateral (
           select rate.bill_rate
             from public.assignment_rates as rate
            where entry.code = 'regular'
              and rate.assignment_id = entry.assignment_id
              and rate.effective_from <= entry.work_date
            order by rate.effective_from desc
            limit 1) as hour on true
      left join lateral (
           select rated.bill_rate
             from private.rates_of_coded_time as rated
            where entry.code <> 'regular' and rated.time_entry_id = entry.id
           offset 0) as coded on true; -- not looked up of regular time
comment on view private.bill_rates_of_time is
    'Price of an hour, or another unit, of each time entry: by private.rates_of_days, of codes by private.rates_of_coded_time.';

create function private.coded_time(contractor_ids uuid[], week_starts date[])
returns table (
    time_entry_id uuid, contractor_id uuid, week_start date, work_date date, is_worked boolean, code text,
    bill_rate numeric, quantity numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
rows 10000 -- many, so that they are hashed where they are joined
as $$
declare
    v_first constant date := (select min(week.start) from unnest(coded_time.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(coded_time.week_starts) as week (start));
begin
    return query
    select entry.id, assignment.contractor_id, week.start, entry.work_date, entry.is_worked, entry.code, rated.bill_rate,
           rated.quantity
      from unnest(coded_time.contractor_ids, coded_time.week_starts) as week (contractor_id, start)
      join public.assignments as assignment on assignment.contractor_id = week.contractor_id
      join public.time_entries as entry
        on entry.assignment_id = assignment.id
       and week.start = entry.work_date - (entry.work_date - v_first) % 7
     cross join lateral (
           select rated.bill_rate, rated.quantity
             from private.rates_of_coded_time as rated
            where rated.time_entry_id = entry.id
           offset 0) as rated -- of these entries alone
     where entry.code <> 'regular'
       and entry.work_date between v_first and v_last
       and entry.is_payable;
end;
$$;
comment on function private.coded_time is
    'Approved time of codes in contractors'' workweeks, with what a unit bills: hours worked, and what else there is.';

create function private.priced_time(contractor_ids uuid[], week_starts date[], entry_ids_to_bill uuid[])
returns table (
    time_entry_id uuid, contractor_id uuid, week_start date, work_date date, kind text, hours numeric, rate numeric,
    multiplier numeric, amount numeric, part smallint, code text, quantity numeric, premium_rule_id uuid)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- who uses no codes has none in the plan
set work_mem = '64MB' -- a week of a large firm is joined in memory
as $$
declare
    v_first constant date := (select min(week.start) from unnest(priced_time.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(priced_time.week_starts) as week (start));
    v_has_codes constant boolean := v_last >= (
        select min(entry.work_date) -- by the index: whether there is one would be planned as a scan of all time
          from public.time_entries as entry
         where entry.code <> 'regular' and entry.work_date >= v_first);
    v_has_premiums constant boolean := exists (
        select from public.premium_rules as rule where rule.bill_multiplier is not null);
begin
    return query
    with day_rate as materialized ( -- once per assignment, not once per entry: here and below
        select rate.assignment_id, rate.effective_from, rate.effective_to, rate.bill_rate
          from public.assignments as assignment
          join private.rates_of_days as rate on rate.assignment_id = assignment.id
         where assignment.contractor_id = any (priced_time.contractor_ids)
    ), week_terms as materialized (
        select terms.assignment_id, terms.effective_from, terms.effective_to, terms.overtime_multiplier,
               terms.doubletime_multiplier
          from public.assignments as assignment
         cross join lateral (
               select terms.*
                 from private.bill_terms_of_weeks as terms
                where terms.assignment_id = assignment.id
               offset 0) as terms -- by the key, whatever the statistics say
         where assignment.contractor_id = any (priced_time.contractor_ids)
    ), coded as materialized (
        select time.*
          from private.coded_time(priced_time.contractor_ids, priced_time.week_starts) as time
         where v_has_codes
    ), classified as (
        select time.*
          from private.classified_time(
               priced_time.contractor_ids, priced_time.week_starts, priced_time.entry_ids_to_bill) as time
    ), hour as ( -- asked for by premiums alone
        select time.time_entry_id, time.assignment_id, time.contractor_id, time.week_start, time.work_date,
               case when coded.time_entry_id is null then rate.bill_rate else coded.bill_rate end as rate,
               (time.regular_hours > 0)::int + (time.overtime_hours > 0)::int + (time.doubletime_hours > 0)::int
                   as parts
          from classified as time
          join day_rate as rate
            on rate.assignment_id = time.assignment_id
           and time.work_date between rate.effective_from and rate.effective_to
          left join coded on coded.time_entry_id = time.time_entry_id
         where v_has_premiums
    ), differential as (
        select hour.*, added.premium_rule_id, added.quantity, added.rate as added_rate,
               hour.parts + row_number() over (partition by hour.time_entry_id order by added.premium_rule_id) as part
          from (select array_agg(asked.time_entry_id) as ids, array_agg(asked.assignment_id) as assignment_ids,
                       array_agg(asked.rate) as rates
                  from hour as asked
                 where asked.rate > 0) as asked -- what bills nothing has no line that a differential could be beside
         cross join lateral private.differentials_of_time(
                        asked.ids, asked.assignment_ids, asked.rates, false) as added
          join hour on hour.time_entry_id = added.time_entry_id
         where v_has_premiums
    )
    select time.time_entry_id, time.contractor_id, time.week_start, time.work_date, class.kind, class.hours, priced.rate,
           class.multiplier, round(class.hours * priced.rate * class.multiplier, 2), class.part::smallint, coded.code,
           null::numeric, null::uuid
      from classified as time
      join week_terms as terms
        on terms.assignment_id = time.assignment_id
       and time.week_start between terms.effective_from and terms.effective_to
      join day_rate as rate
        on rate.assignment_id = time.assignment_id
       and time.work_date between rate.effective_from and rate.effective_to
      left join coded on coded.time_entry_id = time.time_entry_id
     cross join lateral (
           select case when coded.time_entry_id is null then rate.bill_rate else coded.bill_rate end) as priced (rate)
     cross join lateral (values
           ('regular', time.regular_hours, 1, 1),
           ('overtime', time.overtime_hours, terms.overtime_multiplier, 1 + (time.regular_hours > 0)::int),
           ('doubletime', time.doubletime_hours, terms.doubletime_multiplier,
            1 + (time.regular_hours > 0)::int + (time.overtime_hours > 0)::int)
           ) as class (kind, hours, multiplier, part)
     where class.hours > 0
     union all
    select coded.time_entry_id, coded.contractor_id, coded.week_start, coded.work_date, 'code', null, coded.bill_rate, 1.000,
           round(coded.quantity * coded.bill_rate, 2), 1::smallint, coded.code, coded.quantity, null
      from coded
     where not coded.is_worked
       and (coded.time_entry_id = any (priced_time.entry_ids_to_bill)
            or exists (
               select from public.invoice_lines as line
                where line.time_entry_id = coded.time_entry_id and line.part = 1 -- live: by the key alone
               offset 0)) -- see private.classified_time
     union all
    select differential.time_entry_id, differential.contractor_id, differential.week_start, differential.work_date,
           'differential', null, differential.added_rate, 1.000,
           round(differential.quantity * differential.added_rate, 2), differential.part::smallint, null,
           differential.quantity, differential.premium_rule_id
      from differential;
end;
$$;
comment on function private.priced_time is
$$Price today of the time of contractors' workweeks: a row for each class of an entry's hours, at the bill rate of
its day, that of its code where it has one, rounded half-up to the cent; and a row of kind code for what is not worked, with
its quantity; and a row of kind differential for what each premium rule adds to hours of an entry. rate: 0 of what bills
nothing by now. part: its number among those of the entry, as of invoice_lines.

Arguments: see private.classified_time for billing.$$;

revoke all on private.time_that_bills_nothing, private.bill_rates_of_time from public, anon, authenticated, service_role;
revoke execute on function private.coded_time, private.priced_time from public, anon, authenticated, service_role;
