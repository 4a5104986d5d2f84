-- Hours that were promised and not worked: which of a week are due is decided here, for pay and for bill, and nowhere else.
--
--   the week    what was promised, less its exceptions, the hours worked, those of cancelled shifts and what guarantees of
--               codes add; at the rate of the hour on the week's last day; only where the guarantee and the assignment run
--               all seven days. Time on call and leave do not count: whoever declined or was sick has an exception
--   of a code   what each entry of the code, of a shift all its parts, has less than promised; at the rate of the code on its
--               day, and in the week in which it begins. A planned shift that the facility cancelled late is one of
--               code cancelled, of no hours
--
-- Nothing is due before the week is over, nor while any of the assignment's time in it is neither approved nor set aside. What
-- was paid or sent by then stays due: somebody who enters time late takes nothing back by it, but what is approved does.
create function private.guarantees_of_weeks(contractor_ids uuid[], week_starts date[], side text)
returns table (
    contractor_id uuid, week_start date, guarantee_id uuid, assignment_id uuid, quantity numeric, rate numeric,
    amount numeric, description text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are, and of how many assignments
set enable_mergejoin = off -- sorting the time costs more than all the rest
set work_mem = '64MB'
set jit = off
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_assignment_ids constant uuid[] := array(
        select assignment.id
          from public.assignments as assignment
         where assignment.contractor_id = any (guarantees_of_weeks.contractor_ids)
           and assignment.id in (select guarantee.assignment_id from public.guarantees as guarantee));
    v_first constant date := (select min(week.start) from unnest(guarantees_of_weeks.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(guarantees_of_weeks.week_starts) as week (start));
begin
    if not exists (select from public.guarantees) then -- most firms have none
        return;
    end if;
    return query
    with entered as materialized ( -- in one pass: a firm looks at all weeks that were ever guaranteed
        select entry.assignment_id, week.start as week_start,
               bool_or(not entry.is_payable and entry.set_aside_at is null) as is_open,
               coalesce(sum(entry.hours) filter (where entry.is_payable and entry.is_worked), 0.00) as worked,
               coalesce(sum(entry.hours) filter (where entry.is_payable and entry.code = 'cancelled'), 0.00) as cancelled
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
          join unnest(guarantees_of_weeks.contractor_ids, guarantees_of_weeks.week_starts) as week (contractor_id, start)
            on week.contractor_id = assignment.contractor_id
           and week.start = entry.work_date - (entry.work_date - v_first) % 7
         where entry.assignment_id = any (v_assignment_ids)
           and entry.work_date between v_first and v_last
         group by entry.assignment_id, week.start
    ), promised as materialized (
        select week.contractor_id, week.start as week_start, guarantee.id, guarantee.assignment_id, guarantee.code,
               promise.hours, coalesce(entered.worked, 0.00) as worked, coalesce(entered.cancelled, 0.00) as cancelled,
               guarantee.effective_from, coalesce(guarantee.effective_to, 'infinity') as effective_to,
               greatest(guarantee.effective_from, assignment.start_date) <= week.start
                   and (least(guarantee.effective_to, assignment.end_date) < week.start + 6) is not true as runs_all_week
          from unnest(guarantees_of_weeks.contractor_ids, guarantees_of_weeks.week_starts) as week (contractor_id, start)
          join public.assignments as assignment on assignment.contractor_id = week.contractor_id
          join public.guarantees as guarantee
            on guarantee.assignment_id = assignment.id
           and guarantee.effective_from <= week.start + 6
           and coalesce(guarantee.effective_to, 'infinity') >= week.start
         cross join lateral (
               select case guarantees_of_weeks.side when 'pay' then guarantee.pay_hours else guarantee.bill_hours end
               ) as promise (hours)
          left join entered on entered.assignment_id = assignment.id and entered.week_start = week.start
         where week.start + 6 < v_today
           and promise.hours is not null
           and (entered.is_open is not true
                or private.is_guarantee_used(guarantee.id, week.start, guarantees_of_weeks.side))
    ), added as materialized ( -- unrounded, as what is due of one rate must be a product with it
        select promised.contractor_id, promised.week_start, promised.id, promised.assignment_id, code.title, code.is_worked,
               sum(promised.hours) as promised_hours, sum(part.hours) as hours,
               sum(promised.hours - part.hours) as quantity, sum((promised.hours - part.hours) * rated.rate) as amount,
               min(rated.rate) as lowest_rate, max(rated.rate) as highest_rate
          from promised
          join public.time_codes as code on code.name = promised.code and code.unit = 'hour'
         cross join lateral (
               select (array_agg(entry.id order by entry.work_date, entry.started_at))[1] as first_id,
                      (array_agg(entry.is_payable order by entry.work_date, entry.started_at))[1] as is_payable,
                      min(entry.work_date) as work_date, sum(entry.hours) as hours
                 from public.time_entries as entry
                where entry.assignment_id = promised.assignment_id
                  and entry.work_date between promised.week_start - 1 and promised.week_start + 7 -- of a shift, all parts
                  and entry.code = promised.code
                  and entry.set_aside_at is null
                group by coalesce(entry.shift_id, entry.id)
                union all
               select null, true, shift.work_date, 0.00
                 from private.unworked_late_cancellations as shift
                where promised.code = 'cancelled'
                  and shift.assignment_id = promised.assignment_id
                  and shift.work_date between promised.week_start and promised.week_start + 6
               offset 0) as part
         cross join lateral (
               select case guarantees_of_weeks.side when 'pay' then coded.pay_rate else coded.bill_rate end as rate
                 from private.rates_of_coded_time as coded
                where coded.time_entry_id = part.first_id
                union all
               select case guarantees_of_weeks.side when 'pay' then rate.pay_rate else rate.bill_rate end
                 from private.rate_of_code(promised.assignment_id, promised.code, part.work_date) as rate
                where part.first_id is null
                  and case guarantees_of_weeks.side when 'pay' then rate.pay_rate else rate.bill_rate end is not null
               offset 0) as rated
         where part.is_payable
           and part.work_date between greatest(promised.week_start, promised.effective_from)
                                  and least(promised.week_start + 6, promised.effective_to)
           and part.hours < promised.hours
         group by promised.contractor_id, promised.week_start, promised.id, promised.assignment_id, code.title,
                  code.is_worked
    ), more as materialized (
        select added.assignment_id, added.week_start, sum(added.quantity) as hours
          from added
         group by added.assignment_id, added.week_start
    ), whole as (
        select promised.contractor_id, promised.week_start, promised.id, promised.assignment_id,
               promised.hours - coalesce(excepted.hours, 0) - promised.worked - promised.cancelled
                   - coalesce(more.hours, 0) as quantity,
               hour.rate,
               concat_ws(', ', format('%s guaranteed', promised.hours), excepted.words,
                         format('%s worked', promised.worked),
                         case when promised.cancelled > 0 then format('%s cancelled', promised.cancelled) end,
                         case when more.hours > 0 then format('%s guaranteed by code', more.hours) end) as description
          from promised
          left join more on more.assignment_id = promised.assignment_id and more.week_start = promised.week_start
         cross join lateral (
               select sum(by_kind.hours) as hours,
                      string_agg(format('%s %s', by_kind.hours, replace(replace(by_kind.kind, '_', ' '),
                                                                         'call off allowed', 'called off as allowed')),
                                 ', ' order by by_kind.kind) as words
                 from (select exception.kind, sum(exception.hours) as hours
                         from public.guarantee_exceptions as exception
                        where exception.assignment_id = promised.assignment_id
                          and exception.day between promised.week_start and promised.week_start + 6
                        group by exception.kind) as by_kind) as excepted
         cross join lateral (
               select case guarantees_of_weeks.side when 'pay' then dated.pay_rate else dated.bill_rate end as rate
                 from public.assignment_rates as dated
                where dated.assignment_id = promised.assignment_id and dated.effective_from <= promised.week_start + 6
                order by dated.effective_from desc
                limit 1) as hour
         where promised.code is null
           and promised.runs_all_week
           and promised.hours > promised.worked + promised.cancelled -- of most weeks nothing is missing
    )
    select whole.contractor_id, whole.week_start, whole.id, whole.assignment_id, whole.quantity, whole.rate,
           round(whole.quantity * whole.rate, 2), whole.description
      from whole
     where whole.quantity > 0
     union all
    select added.contractor_id, added.week_start, added.id, added.assignment_id, added.quantity,
           case when added.lowest_rate = added.highest_rate then added.lowest_rate end, round(added.amount, 2),
           format('%s: %s guaranteed, %s %s', added.title, added.promised_hours, added.hours,
                  case when added.is_worked then 'worked' else 'entered' end)
      from added
     where round(added.amount, 2) > 0;
end;
$$;
comment on function private.guarantees_of_weeks is
$$Hours that guarantees promise for contractors' workweeks beyond those that count, at today's rates: one row a guarantee
and week in which some are due, whatever was paid or billed of them.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
side: pay or bill, whose hours and rates.
quantity: the hours that are missing. rate: null where they are missing of several rates. description: how they come about.$$;

create function private.is_guarantee_used(guarantee_id uuid, week_start date, side text)
returns boolean
language sql
stable
set search_path = ''
as $$
    select case is_guarantee_used.side
        when 'pay' then exists (
            select from public.payroll_item_lines as line
              join public.payroll_items as item on item.id = line.payroll_item_id
              join public.payroll_batches as batch on batch.id = item.payroll_batch_id
             where line.guarantee_id = is_guarantee_used.guarantee_id
               and line.week_start = is_guarantee_used.week_start
               and line.released_at is null
               and batch.status <> 'draft')
        else exists (
            select from public.invoice_lines as line
              join public.invoices as invoice on invoice.id = line.invoice_id
             where line.guarantee_id = is_guarantee_used.guarantee_id
               and line.week_start = is_guarantee_used.week_start
               and line.released_at is null
               and invoice.status <> 'draft') end;
$$;
comment on function private.is_guarantee_used is
    'True if a payroll batch that is no draft, or a sent invoice, has the guarantee of the workweek. side: pay or bill.';

revoke execute on function private.guarantees_of_weeks, private.is_guarantee_used
    from public, anon, authenticated, service_role;
