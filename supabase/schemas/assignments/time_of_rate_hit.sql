-- State of the time that a rate hit reaches, for whoever applies it or wants to know before. A guarantee of a week is at
-- the rate of the week's last day: a hit reaches it there, also without time on its day or later. One of a code is at the
-- rate of its time, and reached with that; of a planned shift that was cancelled late there is none, and its day is
-- reached.

create function private.moved_rate(rate numeric, hour_rate numeric, change numeric, moves_by text)
returns numeric
language sql
immutable
set search_path = ''
as $$
    select case when moved_rate.rate = 0 then moved_rate.rate
                when moved_rate.moves_by = 'amount' then moved_rate.rate + moved_rate.change
                else round(moved_rate.rate * (moved_rate.hour_rate + moved_rate.change) / moved_rate.hour_rate,
                           scale(moved_rate.rate)) end;
$$;
comment on function private.moved_rate is
    'The rate of a code after a rate hit changes that of an hour, with as many decimals; one of 0, which pays or bills nothing, stays.';

create function private.code_rates_of_rate_hit(hit public.rate_hits)
returns table (
    code text, effective_from date, former_bill_rate numeric, former_pay_rate numeric, bill_rate numeric, pay_rate numeric,
    reason text)
language sql
stable
set search_path = ''
as $$
    select own.code, own.from_day, own.bill_rate, own.pay_rate,
           private.moved_rate(own.bill_rate, hour.bill_rate, hit.bill_rate_change, hit.codes_move_by),
           private.moved_rate(own.pay_rate, hour.pay_rate, hit.pay_rate_change, hit.codes_move_by), own.reason
      from (select rate.code, rate.bill_rate, rate.pay_rate, rate.reason,
                   greatest(rate.effective_from, hit.effective_on) as from_day,
                   lead(rate.effective_from, 1, 'infinity')
                       over (partition by rate.code order by rate.effective_from) as next_from
              from public.assignment_code_rates as rate
             where rate.assignment_id = hit.assignment_id and rate.code = any (hit.codes)) as own
     cross join lateral (
           select rate.bill_rate, rate.pay_rate
             from public.assignment_rates as rate
            where rate.assignment_id = hit.assignment_id and rate.effective_from <= own.from_day
            order by rate.effective_from desc
            limit 1) as hour
     where own.next_from > hit.effective_on;
$$;
comment on function private.code_rates_of_rate_hit is
    'The assignment''s own rates of the codes of a rate hit that is not applied yet, as it makes them: those in force on its day, which begin anew on it, and later ones. The share is that of the hour''s rate on the day on which each begins.';

-- At the rate of code cancelled, which is its own or follows that of the hour.
create function private.late_cancellations_of_rate_hit(hit public.rate_hits)
returns table (
    guarantee_id uuid, week_start date, bill_amount numeric, bill_change numeric, pay_amount numeric, pay_change numeric)
language sql
stable
set search_path = ''
as $$
    select promised.id, private.workweek_start(shift.work_date),
           round(promised.bill_hours * rated.bill_rate, 2),
           round(promised.bill_hours * changed.bill_rate, 2) - round(promised.bill_hours * rated.bill_rate, 2),
           round(promised.pay_hours * rated.pay_rate, 2),
           round(promised.pay_hours * changed.pay_rate, 2) - round(promised.pay_hours * rated.pay_rate, 2)
      from private.unworked_late_cancellations as shift
      join public.guarantees as promised
        on promised.assignment_id = shift.assignment_id
       and promised.code = 'cancelled'
       and shift.work_date between promised.effective_from and coalesce(promised.effective_to, 'infinity')
     cross join lateral private.rate_of_code(shift.assignment_id, promised.code, shift.work_date) as rated
      left join lateral (
           select rate.bill_rate, rate.pay_rate
             from private.code_rates_of_rate_hit(hit) as rate
            where hit.codes <> '{}' and rate.code = promised.code and rate.effective_from <= shift.work_date
            order by rate.effective_from desc
            limit 1) as own on true
     cross join lateral ( -- null where it does not follow
           select coalesce(nullif(own.bill_rate, 0), case when rated.bill_multiplier > 0 then
                      round((rated.hourly_bill_rate + hit.bill_rate_change) * rated.bill_multiplier, 2)
                          + rated.bill_amount end) as bill_rate,
                  coalesce(nullif(own.pay_rate, 0), case when rated.pay_multiplier > 0 then
                      round((rated.hourly_pay_rate + hit.pay_rate_change) * rated.pay_multiplier, 2)
                          + rated.pay_amount end) as pay_rate) as changed
     where shift.assignment_id = hit.assignment_id
       and shift.work_date >= hit.effective_on;
$$;
comment on function private.late_cancellations_of_rate_hit is
$$Planned shifts that a guarantee pays and bills since they were cancelled late, as far as a rate hit reaches them: one of
code cancelled, whose lines are by week. change: what the hit would change the amount by; null where it does not.$$;

create function private.invoice_lines_of_rate_hit(hit public.rate_hits)
returns table (time_entry_id uuid, work_date date, invoice_id uuid, invoice_status text, amount numeric, change numeric)
language sql
stable
set search_path = ''
as $$
    select entry.id, entry.work_date, invoice.id, invoice.status, line.amount,
           round(coalesce(line.hours, line.quantity) * changed.rate * line.multiplier, 2) - line.amount
      from public.time_entries as entry
     cross join lateral (
           select line.invoice_id, line.hours, line.quantity, line.rate, line.multiplier, line.amount,
                  (select rule.bill_multiplier - 1
                     from public.premium_rules as rule
                    where rule.id = line.premium_rule_id) as share_of_rate
             from public.invoice_lines as line
            where line.time_entry_id = entry.id
           offset 0) as line -- first: without statistics each entry would meet all invoices
      join public.invoices as invoice on invoice.id = line.invoice_id
      left join lateral (
           select rated.hourly_bill_rate, rated.bill_multiplier, rated.bill_amount
             from private.rates_of_coded_time as rated
            where entry.code <> 'regular' and rated.time_entry_id = entry.id
           offset 0) as coded on true -- not looked up of regular time
      left join lateral (
           select rate.bill_rate, rate.former_bill_rate
             from private.code_rates_of_rate_hit(hit) as rate
            where hit.codes <> '{}' and rate.code = entry.code and rate.effective_from <= entry.work_date
            order by rate.effective_from desc
            limit 1) as own on true
     cross join lateral (
           select case when line.share_of_rate is not null
                       then line.rate
                            + round(coalesce(own.bill_rate - own.former_bill_rate, hit.bill_rate_change)
                                        * line.share_of_rate, 2)
                       when own.bill_rate is not null then own.bill_rate
                       when entry.code = 'regular' then line.rate + hit.bill_rate_change
                       else round((coded.hourly_bill_rate + hit.bill_rate_change) * coded.bill_multiplier, 2)
                                + coded.bill_amount end) as changed (rate)
     where entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on
       and (entry.code = 'regular' or coded.bill_multiplier > 0 or own.bill_rate > 0)
       and invoice.status <> 'void'
     union all
    select null, line.week_start + 6, invoice.id, invoice.status, line.amount,
           round(line.quantity * (line.rate + hit.bill_rate_change), 2) - line.amount
      from public.guarantees as guarantee
      join public.invoice_lines as line
        on line.guarantee_id = guarantee.id
       and line.week_start + 6 >= hit.effective_on
       and line.released_at is null
      join public.invoices as invoice on invoice.id = line.invoice_id and invoice.status <> 'void'
     where guarantee.assignment_id = hit.assignment_id
       and guarantee.code is null
     union all
    select null, shift.week_start + 6, invoice.id, invoice.status, shift.bill_amount, shift.bill_change
      from private.late_cancellations_of_rate_hit(hit) as shift
      join public.invoice_lines as line
        on line.guarantee_id = shift.guarantee_id
       and line.week_start = shift.week_start
       and line.released_at is null
      join public.invoices as invoice on invoice.id = line.invoice_id and invoice.status <> 'void'
     where shift.bill_change is not null;
$$;
comment on function private.invoice_lines_of_rate_hit is
    'The lines, on invoices that are not void, of the time that a rate hit reaches, and of guaranteed weeks and late cancellations, which have no entry and the last day of their week; change: what the hit would change the amount by. Of codes that have a rate of their own it reaches those that it names. Of premiums as far as the same ones count.';

create function private.pay_lines_of_rate_hit(hit public.rate_hits)
returns table (time_entry_id uuid, work_date date, payroll_batch_id uuid, batch_status text, amount numeric, change numeric)
language sql
stable
set search_path = ''
as $$
    select entry.id, entry.work_date, batch.id, batch.status, line.amount,
           case when entry.code = 'regular' then round(entry.hours * hit.pay_rate_change, 2)
                when own.pay_rate is not null
                then round(coded.quantity * own.pay_rate, 2) - round(coded.quantity * own.former_pay_rate, 2)
                else round(coded.quantity * (round((coded.hourly_pay_rate + hit.pay_rate_change) * coded.pay_multiplier, 2)
                                             + coded.pay_amount), 2)
                     - round(coded.quantity * coded.pay_rate, 2) end
      from public.time_entries as entry
     cross join lateral (
           select line.payroll_item_id, line.amount
             from public.payroll_item_lines as line
            where line.time_entry_id = entry.id and line.premium_rule_id is null and line.kind <> 'mileage_excess'
           offset 0) as line -- first: without statistics each entry would meet all closed batches
      join public.payroll_items as item on item.id = line.payroll_item_id
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
      left join lateral (
           select rated.quantity, rated.pay_rate, rated.hourly_pay_rate, rated.pay_multiplier, rated.pay_amount
             from private.rates_of_coded_time as rated
            where entry.code <> 'regular' and rated.time_entry_id = entry.id
           offset 0) as coded on true -- not looked up of regular time
      left join lateral (
           select rate.pay_rate, rate.former_pay_rate
             from private.code_rates_of_rate_hit(hit) as rate
            where hit.codes <> '{}' and rate.code = entry.code and rate.effective_from <= entry.work_date
            order by rate.effective_from desc
            limit 1) as own on true
     where entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on
       and (entry.code = 'regular' or coded.pay_multiplier > 0 or own.pay_rate > 0)
       and entry.is_payable
       and batch.status <> 'discarded'
     union all
    select null, line.week_start + 6, batch.id, batch.status, line.amount,
           round(line.quantity * (line.rate + hit.pay_rate_change), 2) - line.amount
      from public.guarantees as guarantee
      join public.payroll_item_lines as line
        on line.guarantee_id = guarantee.id and line.week_start + 6 >= hit.effective_on
      join public.payroll_items as item on item.id = line.payroll_item_id
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status <> 'discarded'
     where guarantee.assignment_id = hit.assignment_id
       and guarantee.code is null
     union all
    select null, shift.week_start + 6, batch.id, batch.status, shift.pay_amount, shift.pay_change
      from private.late_cancellations_of_rate_hit(hit) as shift
      join public.payroll_item_lines as line
        on line.guarantee_id = shift.guarantee_id and line.week_start = shift.week_start
      join public.payroll_items as item on item.id = line.payroll_item_id
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status <> 'discarded'
     where shift.pay_change is not null;
$$;
comment on function private.pay_lines_of_rate_hit is
    'The pay, in batches that are not discarded, of the time that a rate hit reaches, hour by hour and unit by unit, and of guaranteed weeks and late cancellations, which have no entry and the last day of their week; change: what the hit would change it by.';

-- Pay of a workweek depends on all of its time (premium, regular rate): a batch is touched that pays the
-- contractor for a workweek with time that the hit reaches, or a guarantee.
create function private.open_batches_of_rate_hit(hit public.rate_hits)
returns setof uuid
language sql
stable
set search_path = ''
as $$
    select batch.id
      from public.payroll_batches as batch
     where hit.pay_rate_change <> 0
       and batch.status in ('draft', 'in_review', 'approved')
       and batch.id in (
           select item.payroll_batch_id
             from public.assignments as assignment
             join public.payroll_items as item on item.contractor_id = assignment.contractor_id
             join public.payroll_item_lines as line on line.payroll_item_id = item.id
            where assignment.id = hit.assignment_id
              and line.week_start in (
                  select private.workweek_start(entry.work_date)
                    from public.time_entries as entry
                   where entry.assignment_id = hit.assignment_id
                     and entry.work_date >= hit.effective_on
                     and entry.is_payable)
            union
           select line.payroll_batch_id from private.pay_lines_of_rate_hit(hit) as line where line.time_entry_id is null);
$$;
comment on function private.open_batches_of_rate_hit is
    'The payroll batches, neither closed nor discarded, that a rate hit touches if it changes the pay rate.';

revoke execute on function
    private.moved_rate, private.code_rates_of_rate_hit, private.late_cancellations_of_rate_hit,
    private.invoice_lines_of_rate_hit, private.pay_lines_of_rate_hit, private.open_batches_of_rate_hit
    from public, anon, authenticated, service_role;
