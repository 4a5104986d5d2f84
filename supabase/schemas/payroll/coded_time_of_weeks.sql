-- Payable time of codes in contractors' workweeks, at the rate of its code: looked up week by week, and rate by rate,
-- so that a firm with little of it reads little.
--
-- A premium for work on holidays or days of rest is one where the code pays half the rate more at least: then the rate
-- of the hour is told beside its own (29 CFR 778.203).
create function private.coded_time_of_weeks(
    contractor_ids uuid[], week_starts date[], with_leave boolean default true)
returns table (
    contractor_id uuid, week_start date, time_entry_id uuid, assignment_id uuid, work_date date, is_worked boolean,
    code text, quantity numeric, pay_rate numeric, in_regular_rate boolean, rate_without_premium numeric,
    repaid_pay_rate numeric, excess_pay_rate numeric, excess_is_in_regular_rate boolean)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set jit = off -- compiling takes longer than a week's work
as $$
declare
    v_has_leave constant boolean := coded_time_of_weeks.with_leave -- folded into the plan
        and exists (select from public.leave_plans as plan where plan.in_use_from is not null);
begin
    return query
    select week.contractor_id, week.start, entry.id, entry.assignment_id, entry.work_date, entry.is_worked, rate.code,
           rate.quantity, coalesce(leave.pay_rate, rate.pay_rate), rate.in_regular_rate,
           case when rate.premium_is_creditable and rate.pay_rate >= 1.5 * rate.hourly_pay_rate
                then rate.hourly_pay_rate end,
           rate.repaid_pay_rate, rate.excess_pay_rate, rate.excess_is_in_regular_rate
      from unnest(coded_time_of_weeks.contractor_ids, coded_time_of_weeks.week_starts) as week (contractor_id, start)
      join public.assignments as assignment on assignment.contractor_id = week.contractor_id
     cross join lateral (
           select of_week.id, of_week.assignment_id, of_week.work_date, of_week.is_worked
             from public.time_entries as of_week
            where of_week.assignment_id = assignment.id
              and of_week.work_date between week.start and week.start + 6
              and of_week.is_payable
              and of_week.code <> 'regular'
           offset 0) as entry
     cross join lateral (
           select coded.*
             from private.rates_of_coded_time as coded
            where coded.time_entry_id = entry.id
           offset 0) as rate
      left join private.leave_rates_of_weeks(
                    coded_time_of_weeks.contractor_ids, coded_time_of_weeks.week_starts) as leave
        on v_has_leave and leave.time_entry_id = entry.id;
end;
$$;
comment on function private.coded_time_of_weeks is
$$Payable time of codes in contractors' workweeks, worked or not, with what a unit of it pays.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
with_leave: whether leave has the rate that the terms of its plan ask for (private.leave_rates_of_weeks), or that of its
code alone.
quantity: its hours, or its units. rate_without_premium: the rate of the hour where the code pays a creditable premium
on top of it; null of all others. repaid_pay_rate, excess_pay_rate, excess_is_in_regular_rate: as
private.rates_of_coded_time has them, of a mile that repays more than the Internal Revenue Service's rate.$$;

revoke execute on function private.coded_time_of_weeks from public, anon, authenticated, service_role;
