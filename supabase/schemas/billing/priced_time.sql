-- Today's price of an hour for a facility is decided here, and nowhere else.
create function private.priced_time(contractor_ids uuid[], week_starts date[], entry_ids_to_bill uuid[])
returns table (
    time_entry_id uuid, contractor_id uuid, week_start date, work_date date, kind text, hours numeric, rate numeric,
    multiplier numeric, amount numeric, part smallint)
language plpgsql
stable
set search_path = ''
set work_mem = '64MB' -- a week of a large firm is joined in memory
as $$
begin
    return query
    select time.time_entry_id, time.contractor_id, time.week_start, time.work_date, class.kind, class.hours,
           rate.bill_rate, class.multiplier, round(class.hours * rate.bill_rate * class.multiplier, 2),
           class.part::smallint
      from private.classified_time(
               priced_time.contractor_ids, priced_time.week_starts, priced_time.entry_ids_to_bill) as time
      join private.bill_terms_of_weeks as terms
        on terms.assignment_id = time.assignment_id
       and time.week_start between terms.effective_from and terms.effective_to
      join private.rates_of_days as rate
        on rate.assignment_id = time.assignment_id
       and time.work_date between rate.effective_from and rate.effective_to
     cross join lateral (values
           ('regular', time.regular_hours, 1, 1),
           ('overtime', time.overtime_hours, terms.overtime_multiplier, 1 + (time.regular_hours > 0)::int),
           ('doubletime', time.doubletime_hours, terms.doubletime_multiplier,
            1 + (time.regular_hours > 0)::int + (time.overtime_hours > 0)::int)
           ) as class (kind, hours, multiplier, part)
     where class.hours > 0;
end;
$$;
comment on function private.priced_time is
$$Price today of the time of contractors' workweeks: a row for each class of an entry's hours, at the bill rate of
its day, rounded half-up to the cent. part: its number among those of the entry, as of invoice_lines.

Arguments: see private.classified_time for billing.$$;

revoke execute on function private.priced_time from public, anon, authenticated, service_role;
