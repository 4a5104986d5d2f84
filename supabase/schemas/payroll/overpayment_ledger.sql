-- Overpayments of people, and what deductions could not take yet: both stand in lines of batches, of those that
-- are closed and, as far as they take of it, of those that are open. So no two batches take the same.
create function private.overpayment_ledger(contractor_ids uuid[] default null)
returns table (
    contractor_id uuid, week_start date, overpaid numeric, recovered numeric, settled numeric, held numeric,
    free numeric, reimbursements numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- of some contractors, or of all
as $$
begin
    return query
    select ledger.contractor_id, ledger.week_start, ledger.overpaid, ledger.recovered, otherwise.settled, ledger.held,
           ledger.overpaid - ledger.recovered - otherwise.settled - ledger.held, ledger.repaid - otherwise.repaid
      from (select item.contractor_id, line.week_start,
                   coalesce(sum(line.amount) filter (
                       where line.kind = 'overpayment' and batch.status = 'closed'), 0.00) as overpaid,
                   coalesce(-sum(line.amount) filter (
                       where line.kind = 'recovery' and batch.status = 'closed'), 0.00) as recovered,
                   coalesce(-sum(line.amount) filter (
                       where line.amount < 0 and batch.status <> 'closed'), 0.00) as held,
                   coalesce(sum(line.amount) filter (
                       where line.code is not null and batch.status = 'closed'), 0.00) as repaid
              from public.payroll_item_lines as line
              join public.payroll_items as item on item.id = line.payroll_item_id
              join public.payroll_batches as batch on batch.id = item.payroll_batch_id
             where line.kind in ('overpayment', 'carried', 'recovery') -- as the index has it
               and line.kind <> 'carried'
               and batch.status <> 'discarded'
               and (overpayment_ledger.contractor_ids is null
                    or item.contractor_id = any (overpayment_ledger.contractor_ids))
             group by item.contractor_id, line.week_start) as ledger
     cross join lateral (
           select coalesce(sum(settlement.amount), 0.00),
                  coalesce(sum(private.sum_by_code(settlement.reimbursements_by_code)), 0.00)
             from public.overpayment_settlements as settlement
            where settlement.contractor_id = ledger.contractor_id
              and settlement.week_start = ledger.week_start
              and settlement.taken_back_on is null) as otherwise (settled, repaid);
end;
$$;
comment on function private.overpayment_ledger is
$$Overpayments by contractor and workweek: what closed batches found and recovered of them, and what was settled
otherwise. held: what open batches are about
to take of it. free: what nobody takes yet. reimbursements: of both, what codes repaid.

contractor_ids: of whom; null = of everybody.$$;

-- Wages and what repays expenses apart: the one lessens what is taxed as it is taken back, the other does not. What was
-- settled otherwise says itself of which it is.
create function private.open_overpayments(contractor_ids uuid[])
returns table (contractor_id uuid, week_start date, code text, free numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- see above
as $$
begin
    return query
    select part.contractor_id, part.week_start, part.code, sum(part.amount)
      from (select item.contractor_id, line.week_start, line.code, line.amount
              from public.payroll_item_lines as line
              join public.payroll_items as item on item.id = line.payroll_item_id
              join public.payroll_batches as batch on batch.id = item.payroll_batch_id
             where line.kind in ('overpayment', 'carried', 'recovery') -- as the index has it
               and line.kind <> 'carried'
               and (batch.status = 'closed' or (batch.status <> 'discarded' and line.amount < 0))
               and (open_overpayments.contractor_ids is null
                    or item.contractor_id = any (open_overpayments.contractor_ids))
             union all
            select settlement.contractor_id, settlement.week_start, settled.code, -settled.amount
              from public.overpayment_settlements as settlement
             cross join lateral (
                   select null, settlement.amount - private.sum_by_code(settlement.reimbursements_by_code)
                    union all
                   select repaid.key, repaid.value::numeric
                     from jsonb_each_text(settlement.reimbursements_by_code) as repaid) as settled (code, amount)
             where settlement.taken_back_on is null
               and (open_overpayments.contractor_ids is null
                    or settlement.contractor_id = any (open_overpayments.contractor_ids))
           ) as part
     group by part.contractor_id, part.week_start, part.code
    having sum(part.amount) > 0;
end;
$$;
comment on function private.open_overpayments is
$$Overpayments by contractor and workweek as far as they are free, as private.overpayment_ledger has it, divided into
wages, whose code is null, and the codes that repay expenses.

contractor_ids: of whom; null = of everybody.$$;

create function private.carried_deductions(contractor_ids uuid[] default null)
returns table (contractor_id uuid, week_start date, amount numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- see above
as $$
begin
    return query
    select item.contractor_id, line.week_start, sum(line.amount)
      from public.payroll_item_lines as line
      join public.payroll_items as item on item.id = line.payroll_item_id
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
     where line.kind in ('overpayment', 'carried', 'recovery') -- as the index has it
       and line.kind = 'carried'
       and (batch.status = 'closed' or (batch.status <> 'discarded' and line.amount < 0))
       and (carried_deductions.contractor_ids is null
            or item.contractor_id = any (carried_deductions.contractor_ids))
     group by item.contractor_id, line.week_start
    having sum(line.amount) > 0;
end;
$$;
comment on function private.carried_deductions is
$$Deductions that closed batches carried on and no batch has taken yet, by contractor and workweek.

contractor_ids: of whom; null = of everybody.$$;

-- Nobody's minus stops others. The lines of deductions stay whole; beside them stands what the pay does not reach, and
-- the next batch with pay takes that, the oldest first.
create function private.carry_deductions(payroll_batch_id uuid, contractor_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
    with item as materialized (
        select item.id, item.contractor_id, item.gross_pay
          from public.payroll_items as item
         where item.payroll_batch_id = carry_deductions.payroll_batch_id
           and (carry_deductions.contractor_ids is null
                or item.contractor_id = any (carry_deductions.contractor_ids))
    ), deducted as (
        select item.id, line.week_start, -item.gross_pay as lacking, -sum(line.amount) as amount
          from item
          join public.payroll_item_lines as line
            on line.payroll_item_id = item.id and line.kind = 'adjustment' and line.amount < 0
         where item.gross_pay < 0
         group by item.id, item.gross_pay, line.week_start
    ), moved as (
        select deducted.id, deducted.week_start, 1 as sign,
               least(deducted.amount,
                     deducted.lacking - sum(deducted.amount) over later + deducted.amount) as amount
          from deducted
        window later as (partition by deducted.id order by deducted.week_start desc)
         union all
        select item.id, carried.week_start, -1,
               least(carried.amount, item.gross_pay - sum(carried.amount) over earlier + carried.amount)
          from item
          join private.carried_deductions(carry_deductions.contractor_ids) as carried
            on carried.contractor_id = item.contractor_id
         where item.gross_pay > 0
        window earlier as (partition by item.id order by carried.week_start)
    ), written as (
        insert into public.payroll_item_lines (payroll_item_id, week_start, kind, pay_kind, amount)
        select moved.id, moved.week_start, 'carried', 'deduction', moved.sign * moved.amount
          from moved
         where moved.amount > 0
        returning payroll_item_id, amount
    )
    update public.payroll_items as item
       set adjustment_pay = item.adjustment_pay + carried.amount, gross_pay = item.gross_pay + carried.amount
      from (select written.payroll_item_id, sum(written.amount) as amount
              from written
             group by written.payroll_item_id) as carried
     where item.id = carried.payroll_item_id;
end;
$$;
comment on function private.carry_deductions is
$$Moves what deductions of a draft ask beyond a person's pay to the next batch, and takes what earlier ones moved as far as the
pay reaches.

payroll_batch_id: a draft that was just built. contractor_ids: whose items; null = everybody's.$$;

revoke execute on function
    private.overpayment_ledger, private.open_overpayments, private.carried_deductions, private.carry_deductions
    from public, anon, authenticated, service_role;
