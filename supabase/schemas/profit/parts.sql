-- Amounts that gross profit adds up: what invoices bill, what batches pay, and of both what is not there yet. Each
-- counts on the day of the work; what is of a whole workweek on its last day, and what billing adds by hand on its
-- invoice's.

-- As the journal has revenue: void invoices, open amounts of former books, interest and taxes are none. Columns that
-- nobody asks for cost nothing: of all facilities no time is looked at.
create view private.billed_parts with (security_invoker = true) as
    select line.id as invoice_line_id, line.invoice_id, invoice.facility_id, invoice.sent_at is null as is_estimated,
           line.work_date, entry.assignment_id as assignment_of_time,
           -- A difference names no assignment: it is that of the one that the person has there in its week.
           case when line.kind = 'difference'
                then (select case when count(*) = 1 then (array_agg(placed.id))[1] end
                        from public.assignments as placed
                       where placed.contractor_id = line.contractor_id
                         and placed.facility_id = invoice.facility_id
                         and placed.start_date <= line.week_start + 6
                         and (placed.end_date is null or placed.end_date >= line.week_start))
                else coalesce(entry.assignment_id, guarantee.assignment_id) end as assignment_id,
           coalesce(line.work_date, line.week_start + 6, invoice.period_end) as day,
           line.kind, case when line.released_at is null then line.hours end as hours, line.amount
      from public.invoices as invoice
      join public.invoice_lines as line
        on line.invoice_id = invoice.id and line.kind not in ('interest', 'fee', 'tax')
      left join public.time_entries as entry on entry.id = line.time_entry_id
      left join public.guarantees as guarantee on guarantee.id = line.guarantee_id
     where invoice.status <> 'void' and invoice.kind not in ('opening', 'interest');
comment on view private.billed_parts is
$$Lines of invoices that are revenue, on the day on which each counts.

is_estimated: of a draft. work_date: null of what is not of one day; all other lines are of time, and assignment_of_time
is theirs: who asks for these two alone is answered by workers beside each other. assignment_id: null of what billing
adds by hand, of differences of who has several assignments at the facility in the week, and of time that is gone.
hours: of lines whose time was not freed.$$;

-- All lines of an invoice bear its fees alike, by their amounts, less what credit notes took back of the fees.
create view private.fee_shares with (security_invoker = true) as
    select charged.invoice_id, charged.amount / nullif(sum(line.amount), 0) as share
      from (select charge.invoice_id, sum(charge.amount - coalesce(credited.amount, 0)) as amount
              from public.invoice_lines as charge
              left join (select taken.invoice_line_id, sum(taken.amount) as amount
                           from public.credit_note_lines as taken
                          group by taken.invoice_line_id) as credited on credited.invoice_line_id = charge.id
             where charge.fee_id is not null
             group by charge.invoice_id) as charged
      join public.invoice_lines as line
        on line.invoice_id = charged.invoice_id and line.kind not in ('interest', 'fee', 'tax')
     group by charged.invoice_id, charged.amount;
comment on view private.fee_shares is
    'Of each invoice that has fees, the share that they are of what it bills: below zero, as fees are.';

-- Deductions, overpayments and what is carried are no cost: the books have them as receivables and payables. Before
-- 0.15.0 premiums and differences were of the whole week; their assignment is null.
create view private.paid_parts with (security_invoker = true) as
    select line.id as payroll_line_id, item.contractor_id, coalesce(item.employment_type, 'w2') as employment_type,
           line.assignment_id as named_assignment_id,
           coalesce(line.assignment_id, former.assignment_id, stipend.assignment_id) as assignment_id,
           line.week_start, coalesce(entry.work_date, line.week_start + 6) as day, line.kind,
           line.pay_kind is not distinct from 'reimbursement' as is_reimbursement, line.amount
      from public.payroll_batches as batch
      join public.payroll_items as item on item.payroll_batch_id = batch.id
      join public.payroll_item_lines as line
        on line.payroll_item_id = item.id and line.kind not in ('overpayment', 'carried', 'recovery')
      left join public.time_entries as entry on entry.id = line.time_entry_id
      left join public.time_entries as former on former.id = line.time_entry_id and line.assignment_id is null
      left join public.assignment_stipends as stipend
        on stipend.id = line.assignment_stipend_id and line.assignment_id is null
     where batch.status = 'closed' and line.pay_kind is distinct from 'deduction';
comment on view private.paid_parts is
$$Lines of closed batches that are cost, as the journal has them.

named_assignment_id: as the line has it; of lines before 0.15.0 it is null. assignment_id: null of bonuses, and of a
whole week's pay. day: that of the work, and of what is of a whole week its last one.$$;

create function private.part_of_pay(kind text, is_reimbursement boolean)
returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
    select case when is_reimbursement then 'reimbursements'
                when kind in ('overtime_premium', 'doubletime_premium') then 'premiums'
                when kind = 'stipend' then 'stipends'
                when kind in ('code', 'guarantee', 'mileage_excess') then 'codes'
                else 'wages' end;
$$;
comment on function private.part_of_pay is
$$Column of gross profit that a line of pay is in.

Wages are straight pay, differentials, differences, bonuses and premiums for missed breaks.$$;

-- Pay of some days that is due and that no closed batch pays, as accrued_pay finds it.
create function private.unpaid_parts(from_day date, to_day date)
returns table (
    contractor_id uuid, employment_type text, assignment_id uuid, day date, week_start date, kind text,
    is_reimbursement boolean, amount numeric)
language plpgsql
stable
parallel restricted -- asked once a statement, it must not keep the rest of it from running in parallel
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_contractor_ids uuid[];
    v_week_starts date[];
begin
    select array_agg(due.contractor_id), array_agg(due.week_start)
      into v_contractor_ids, v_week_starts
      from private.marked_weeks(private.workweek_start(unpaid_parts.to_day) + 6) as due
     where due.week_start >= unpaid_parts.from_day - 6;
    if v_contractor_ids is null then
        return;
    end if;
    return query
    with due as (
        select line.contractor_id, contractor.employment_type,
               coalesce(line.assignment_id, entry.assignment_id, stipend.assignment_id) as assignment_id,
               coalesce(entry.work_date, line.week_start + 6) as day, line.week_start, line.kind,
               coalesce(stipend.kind, adjustment.kind, line.pay_kind) as pay_kind, line.amount
          from private.due_lines(v_contractor_ids, v_week_starts) as line
          join public.contractors as contractor on contractor.id = line.contractor_id
          left join public.time_entries as entry on entry.id = line.time_entry_id
          left join public.assignment_stipends as stipend on stipend.id = line.assignment_stipend_id
          left join public.payroll_adjustments as adjustment on adjustment.id = line.payroll_adjustment_id
    )
    select due.contractor_id, due.employment_type, due.assignment_id, due.day, due.week_start, due.kind,
           due.pay_kind is not distinct from 'reimbursement', due.amount
      from due
     where due.day between unpaid_parts.from_day and unpaid_parts.to_day
       and due.kind not in ('overpayment', 'carried', 'recovery')
       and due.pay_kind is distinct from 'deduction';
end;
$$;
comment on function private.unpaid_parts is
    'Pay that is due for approved time of some days, and what else of its weeks, which no closed batch pays yet.';

-- Approved time and guarantees of some days on no invoice and no draft, at today's rates, and the fees that are a share
-- of them. Fees of an amount an invoice, and rebates by volume, are known once there is a draft.
create function private.unbilled_parts(from_day date, to_day date)
returns table (
    assignment_id uuid, facility_id uuid, day date, kind text, hours numeric, amount numeric, fees numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_has_fees constant boolean := exists (select from public.facility_fees); -- folded into the plan
begin
    return query
    with part as (
        select priced.assignment_id, assignment.facility_id, listed.work_date as day, priced.kind,
               priced.kind <> 'code' or coalesce(code.unit, 'hour') = 'hour' as is_time, -- as private.lines_to_charge
               -- Classes of an entry are several rows: its hours count with the first.
               case when row_number() over (partition by priced.time_entry_id order by priced.kind) = 1
                    then listed.hours end as hours,
               priced.amount
          from private.price_of_unbilled_time(unbilled_parts.to_day) as priced
          join private.unbilled_entries as listed on listed.time_entry_id = priced.time_entry_id
          join public.assignments as assignment on assignment.id = priced.assignment_id
          left join public.time_codes as code on code.name = priced.code
         where listed.work_date >= unbilled_parts.from_day
         union all
        select due.assignment_id, due.facility_id, due.week_start + 6, 'guarantee', true, null, due.amount
          from private.guarantees_to_bill(array(
                   select distinct row(assignment.facility_id, assignment.group_key, unbilled_parts.from_day,
                                       unbilled_parts.to_day)::private.period_to_bill
                     from public.guarantees as guarantee
                     join private.grouped_assignments as assignment on assignment.id = guarantee.assignment_id
                    where guarantee.bill_hours is not null)) as due
         where due.week_start + 6 between unbilled_parts.from_day and unbilled_parts.to_day
           and not exists (
               select from public.invoice_lines as line
                where line.guarantee_id = due.guarantee_id
                  and line.week_start = due.week_start
                  and line.released_at is null)
    )
    select part.assignment_id, part.facility_id, part.day, part.kind, part.hours, part.amount, charged.amount
      from part
      left join lateral (
           select sum(round(part.amount * fee.rate, 2)) as amount
             from private.fee_owners as owner
             join public.facility_fees as fee on fee.facility_id = owner.owner_id
            where v_has_fees
              and owner.facility_id = part.facility_id
              and fee.kind <> 'volume'
              and fee.rate is not null
              and (fee.base = 'all' or part.is_time)
              and part.day between fee.effective_from and coalesce(fee.effective_to, 'infinity')) as charged on true;
end;
$$;
comment on function private.unbilled_parts is
    'Approved time and guarantees of some days that no live line bills, at today''s rates. hours: of each entry once.';

revoke all on private.billed_parts, private.fee_shares, private.paid_parts
    from public, anon, authenticated, service_role;
revoke execute on function private.part_of_pay, private.unpaid_parts, private.unbilled_parts
    from public, anon, authenticated, service_role;
