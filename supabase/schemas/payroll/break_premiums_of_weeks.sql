-- Premiums for meal and rest periods that payroll confirmed, while their placement has payable time on the day.
create function private.break_premiums_of_weeks(contractor_ids uuid[], week_starts date[])
returns table (
    contractor_id uuid, week_start date, break_premium_id uuid, assignment_id uuid, pay_rate numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set jit = off -- compiling takes longer than a week's work
as $$
begin
    if not exists (select from public.break_premiums) then -- most firms have none
        return;
    end if;
    return query
    select week.contractor_id, week.start, premium.id, premium.assignment_id, worked.pay_rate
      from unnest(break_premiums_of_weeks.contractor_ids, break_premiums_of_weeks.week_starts)
           as week (contractor_id, start)
      join public.contractors as contractor on contractor.id = week.contractor_id and contractor.employment_type = 'w2'
     cross join lateral ( -- first: without statistics they would be looked for entry by entry
           select known.id, known.assignment_id, known.work_date
             from public.break_premiums as known
            where known.contractor_id = week.contractor_id
              and known.work_date between week.start and week.start + 6
              and known.confirmed_at is not null
           offset 0) as premium
     cross join lateral (
           select max(coalesce(coded.pay_rate, rate.pay_rate)) as pay_rate
             from public.time_entries as entry
             join private.rates_of_days as rate
               on rate.assignment_id = entry.assignment_id
              and entry.work_date between rate.effective_from and rate.effective_to
             left join lateral (
                  select known.pay_rate
                    from private.rates_of_coded_time as known
                   where entry.code <> 'regular' and known.time_entry_id = entry.id
                  offset 0) as coded on true
            where entry.assignment_id = premium.assignment_id
              and entry.work_date = premium.work_date
              and entry.is_payable
              and entry.is_worked) as worked
     where worked.pay_rate is not null;
end;
$$;
comment on function private.break_premiums_of_weeks is
$$Confirmed break premiums that contractors' workweeks pay, with the pay rate of the day: the highest, where it has
several.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.$$;

revoke execute on function private.break_premiums_of_weeks from public, anon, authenticated, service_role;
