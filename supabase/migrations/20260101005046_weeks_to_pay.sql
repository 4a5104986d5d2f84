-- What is paid, or about to be, in batches of whatever state but discarded.
create view private.live_payroll_lines as
    select item.contractor_id, line.week_start, line.amount,
           coalesce(line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id) as source_id,
           case line.kind when 'overtime_premium' then line.hours else coalesce(line.overtime_hours, 0) end
               as overtime_hours,
           case line.kind when 'doubletime_premium' then line.hours else coalesce(line.doubletime_hours, 0) end
               as doubletime_hours,
           batch.closed_at, period.period_end
      from public.payroll_item_lines as line
      join public.payroll_items as item on item.id = line.payroll_item_id
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where line.released_at is null;
comment on view private.live_payroll_lines is
    'The lines of payroll batches, without those of discarded ones: what each pays, what for, and the hours it makes overtime and doubletime.';
revoke all on private.live_payroll_lines from public, anon, authenticated, service_role;

-- A week that an open batch pays is left to it: it may still be discarded and its time sent back, and then nobody
-- would know that another batch has counted on it.
--
-- A week is looked at again when time or an adjustment came late, or when its rates changed after it was paid. To
-- look in vain does no harm: the week then comes to what was paid. So the instants of applying a hit and of closing
-- a batch, which are those at which their transactions began, are compared with an hour to spare.
create function private.weeks_to_pay(period_end date)
returns table (contractor_id uuid, week_start date)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
begin
    return query
    select distinct due.contractor_id, week.start
      from (select assignment.contractor_id, entry.work_date
              from public.time_entries as entry
              join public.assignments as assignment on assignment.id = entry.assignment_id
             where entry.approved_at is not null
               and entry.status in ('approved', 'locked')
               and not exists (
                   select from public.payroll_item_lines as line
                    where line.time_entry_id = entry.id and line.released_at is null)
             union all
            select adjustment.contractor_id, adjustment.payable_on
              from public.payroll_adjustments as adjustment
             where adjustment.approved_at is not null
               and not exists (
                   select from public.payroll_item_lines as line
                    where line.payroll_adjustment_id = adjustment.id and line.released_at is null)
             union all
            select paid.contractor_id, paid.week_start
              from public.rate_hits as hit
              join public.assignments as assignment on assignment.id = hit.assignment_id
              join private.live_payroll_lines as paid on paid.contractor_id = assignment.contractor_id
             where hit.status = 'applied'
               and hit.pay_rate_change <> 0
               and hit.effective_on <= paid.week_start + 6
               and hit.effective_on <= paid.period_end -- batches before need not be looked at
               and paid.closed_at < hit.applied_at + interval '1 hour'
               and not exists ( -- a batch that knew the hit
                   select from private.live_payroll_lines as later
                    where later.contractor_id = paid.contractor_id
                      and later.week_start = paid.week_start
                      and later.closed_at >= hit.applied_at + interval '1 hour')
           ) as due (contractor_id, day)
     cross join lateral (
           select weeks_to_pay.period_end - 6 - (weeks_to_pay.period_end - due.day) / 7 * 7) as week (start)
     where due.day <= weeks_to_pay.period_end
       and not exists (
           select from private.live_payroll_lines as open
            where open.contractor_id = due.contractor_id
              and open.week_start = week.start
              and open.closed_at is null);
end;
$$;
comment on function private.weeks_to_pay(date) is
$$The contractors' workweeks that closed batches have not paid, or not at today's hours and rates, and that no open
batch pays.

period_end: the last day of a workweek; later weeks are left out.$$;
revoke execute on function private.weeks_to_pay(date) from public, anon, authenticated, service_role;
