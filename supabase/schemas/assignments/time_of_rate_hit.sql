-- State of the time that a rate hit reaches, for whoever applies it or wants to know before.

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
     cross join lateral (
           select case when line.share_of_rate is not null
                       then line.rate + round(hit.bill_rate_change * line.share_of_rate, 2)
                       when entry.code = 'regular' then line.rate + hit.bill_rate_change
                       else round((coded.hourly_bill_rate + hit.bill_rate_change) * coded.bill_multiplier, 2)
                                + coded.bill_amount end) as changed (rate)
     where entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on
       and (entry.code = 'regular' or coded.bill_multiplier > 0)
       and invoice.status <> 'void';
$$;
comment on function private.invoice_lines_of_rate_hit is
    'The lines, on invoices that are not void, of the time that a rate hit reaches; change: what the hit would change the amount by. It does not reach codes that have a rate of their own. Of premiums as far as the same ones count.';

create function private.pay_lines_of_rate_hit(hit public.rate_hits)
returns table (time_entry_id uuid, work_date date, payroll_batch_id uuid, batch_status text, amount numeric, change numeric)
language sql
stable
set search_path = ''
as $$
    select entry.id, entry.work_date, batch.id, batch.status, line.amount,
           case when entry.code = 'regular' then round(entry.hours * hit.pay_rate_change, 2)
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
     where entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on
       and (entry.code = 'regular' or coded.pay_multiplier > 0)
       and entry.is_payable
       and batch.status <> 'discarded';
$$;
comment on function private.pay_lines_of_rate_hit is
    'The pay, in batches that are not discarded, of the time that a rate hit reaches, hour by hour and unit by unit; change: what the hit would change it by.';

-- Pay of a workweek depends on all of its time (premium, regular rate): a batch is touched that pays the
-- contractor for a workweek with time that the hit reaches.
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
                     and entry.is_payable));
$$;
comment on function private.open_batches_of_rate_hit is
    'The payroll batches, neither closed nor discarded, that a rate hit touches if it changes the pay rate.';

revoke execute on function
    private.invoice_lines_of_rate_hit, private.pay_lines_of_rate_hit, private.open_batches_of_rate_hit
    from public, anon, authenticated, service_role;
