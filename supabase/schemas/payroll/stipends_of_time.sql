-- Stipends for payable time of their assignment on days that they are in force: once a week, per day, or per shift that
-- begins on such a day. A part of a shift that goes on from a payable one begins none, and hours alone are a shift of
-- their day unless one begins on it.
create type private.payable_time as (
    contractor_id uuid, week_start date, assignment_id uuid, work_date date, shift_id uuid, started_at timestamptz,
    counts_toward_overtime boolean);
comment on type private.payable_time is 'A part of a contractor''s workweek that stipends may be for.';

create function private.stipends_of_time(times private.payable_time[])
returns table (
    contractor_id uuid, week_start date, assignment_stipend_id uuid, assignment_id uuid, amount numeric,
    in_regular_rate boolean, by_regular_hours boolean)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how much time there is
set work_mem = '64MB' -- a period is sorted in memory
set jit = off -- compiling takes longer than a week's work
as $$
begin
    return query
    with stipend as ( -- sets of days are bits of a number: what is grouped by week is not grouped by day before
        select entry.contractor_id, entry.week_start, stipend.id, stipend.assignment_id,
               stipend.kind = 'flat_sum' and stipend.flat_sum_divisor is distinct from 'all_hours' as by_regular_hours,
               coalesce(stipend.in_regular_rate, stipend.kind <> 'reimbursement') as in_regular_rate,
               stipend.weekly_amount, stipend.daily_amount, stipend.shift_amount,
               bool_or(entry.counts_toward_overtime) as counts,
               bit_or(part.day) as days,
               count(*) filter (where part.begins_shift) as shifts,
               bit_or(part.day) filter (where entry.shift_id is null)
                   & ~coalesce(bit_or(part.day) filter (where part.begins_shift), 0) as days_of_hours_alone
          from unnest(stipends_of_time.times) as entry
          join public.assignment_stipends as stipend
            on stipend.assignment_id = entry.assignment_id
           and entry.work_date between stipend.effective_from and coalesce(stipend.effective_to, 'infinity')
         cross join lateral (
               select 1 << (entry.work_date - entry.week_start) as day,
                      stipend.shift_amount is not null
                          and entry.shift_id is not null
                          and not exists (
                              select from public.time_entries as earlier
                               where earlier.assignment_id = entry.assignment_id
                                 and earlier.work_date between entry.work_date - 1 and entry.work_date
                                 and earlier.shift_id = entry.shift_id
                                 and earlier.ended_at = entry.started_at
                                 and earlier.is_payable
                              offset 0) as begins_shift) as part -- by the index, never by a hash of all time
         group by entry.contractor_id, entry.week_start, stipend.id
    )
    select stipend.contractor_id, stipend.week_start, stipend.id, stipend.assignment_id, pay.amount,
           stipend.in_regular_rate and stipend.counts, stipend.by_regular_hours
      from stipend
     cross join lateral (
           select coalesce(
               stipend.weekly_amount,
               stipend.daily_amount * bit_count(stipend.days::bit(7)),
               stipend.shift_amount
                   * (stipend.shifts + bit_count(coalesce(stipend.days_of_hours_alone, 0)::bit(7)))) as amount) as pay
     where pay.amount > 0;
end;
$$;
comment on function private.stipends_of_time is
$$Stipends that payable time comes to, each once a workweek.

times: the payable time of whole workweeks, of hours worked.
in_regular_rate: whether overtime is paid on it too, where some of the time counts toward overtime. by_regular_hours:
whether it is a flat sum that is divided by regular hours.$$;

revoke execute on function private.stipends_of_time from public, anon, authenticated, service_role;
