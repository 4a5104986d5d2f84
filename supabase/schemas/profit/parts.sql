-- Amounts that gross profit adds up: what invoices bill, what batches pay, and of both what is not there yet. Each
-- counts on the day of the work; what is of a whole workweek on its last day, and what billing adds by hand on its
-- invoice's.

-- A difference, billed or not, names no assignment.
create function private.assignment_of_week(contractor_id uuid, facility_id uuid, week_start date)
returns uuid
language sql
stable
parallel safe
set search_path = ''
as $$
    select case when count(*) = 1 then (array_agg(placed.id))[1] end
      from public.assignments as placed
     where placed.contractor_id = assignment_of_week.contractor_id
       and placed.facility_id = assignment_of_week.facility_id
       and placed.start_date <= assignment_of_week.week_start + 6
       and (placed.end_date is null or placed.end_date >= assignment_of_week.week_start);
$$;
comment on function private.assignment_of_week is
    'The assignment that a person has at a facility in a workweek; null where there are several.';

-- As the journal has revenue: void invoices, open amounts of former books, interest and taxes are none. Columns that
-- nobody asks for cost nothing: of all facilities no time is looked at.
create view private.billed_parts with (security_invoker = true) as
    select line.id as invoice_line_id, line.invoice_id, invoice.facility_id, invoice.sent_at is null as is_estimated,
           line.work_date, entry.assignment_id as assignment_of_time,
           case when line.kind = 'difference'
                then private.assignment_of_week(line.contractor_id, invoice.facility_id, line.week_start)
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

-- All lines of an invoice bear its fees alike, by their amounts; of both what credit notes left. So who was credited
-- bears what is left of the line, and others as much as before. Asked invoice by invoice, it reads no more than the few
-- lines that are charges: the total is the sum of all.
create view private.fee_shares with (security_invoker = true) as
    select invoice.id as invoice_id, invoice.facility_id, invoice.period_end, invoice.sent_at is null as is_estimated,
           charged.amount - credited.fees as amount, borne.is_of_what_is_left,
           (charged.amount - credited.fees)
           / nullif(billed.amount - case when borne.is_of_what_is_left then credited.amount else 0 end, 0) as share
      from public.invoices as invoice
     cross join lateral (
           select sum(charge.amount) as amount
             from public.invoice_lines as charge
            where charge.invoice_id = invoice.id and charge.fee_id is not null) as charged
     cross join lateral (
           select coalesce(sum(tax.amount), 0) as amount
             from public.invoice_lines as tax
            where tax.invoice_id = invoice.id and tax.sales_tax_id is not null) as taxed
     cross join lateral (
           select coalesce(sum(taken.amount) filter (where line.fee_id is not null), 0) as fees,
                  coalesce(sum(taken.amount) filter (where line.kind not in ('fee', 'tax')), 0) as amount
             from public.credit_notes as note
             join public.credit_note_lines as taken on taken.credit_note_id = note.id
             join public.invoice_lines as line on line.id = taken.invoice_line_id
            where note.invoice_id = invoice.id) as credited
     cross join lateral (
           select invoice.total - charged.amount - taxed.amount) as billed (amount)
     cross join lateral (
           select billed.amount <> credited.amount) as borne (is_of_what_is_left)
     where invoice.status <> 'void'
       and invoice.kind not in ('opening', 'interest')
       and charged.amount is not null;
comment on view private.fee_shares is
$$Of each invoice that has fees, the share that they are of what it bills: below zero, as fees are.

amount: what is left of the fees. is_of_what_is_left: share is of amounts less what credit notes took back of them; false
where nothing is left. share: null where the lines come to 0.00: the fees are of the facility then, on the last day of the
invoice, and of nobody's assignment.$$;

-- Deductions, overpayments and what is carried are no cost: the books have them as receivables and payables. Before
-- 1.0.0 premiums and differences were of the whole week; their assignment is null.
create view private.paid_parts with (security_invoker = true) as
    select line.id as payroll_line_id, item.payroll_batch_id, item.contractor_id,
           coalesce(item.employment_type, 'w2') as employment_type,
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

assignment_id: null of bonuses, and of a whole week's pay. day: that of the work, and of what is of a whole week its last
one.$$;

-- An overpayment that the firm lets go is pay after all, as the journal has it: so it bears burden, but for what repays
-- expenses. Nobody knows of which assignment it is; of which state, where all of the person's in that week are of one.
create view private.settled_parts with (security_invoker = true) as
    select settlement.id as settlement_id, settlement.contractor_id, settlement.employment_type,
           worked.state, settlement.week_start + 6 as day, 'settlement' as kind, part.is_reimbursement, part.amount
      from public.overpayment_settlements as settlement
     cross join lateral (
           select coalesce(sum(given.value::numeric), 0.00) -- as private.sum_by_code, but beside workers
             from jsonb_each_text(settlement.reimbursements_by_code) as given) as repaid (amount)
     cross join lateral (
           select case when count(distinct coalesce(facility.work_state, '')) = 1
                       then min(coalesce(facility.work_state, '')) else '' end
             from public.assignments as assignment
             join public.facilities as facility on facility.id = assignment.facility_id
            where assignment.contractor_id = settlement.contractor_id
              and assignment.start_date <= settlement.week_start + 6
              and (assignment.end_date is null or assignment.end_date >= settlement.week_start)) as worked (state)
     cross join lateral (values
           (false, settlement.amount - repaid.amount), (true, repaid.amount)) as part (is_reimbursement, amount)
     where settlement.kind <> 'check' and settlement.taken_back_on is null and part.amount <> 0;
comment on view private.settled_parts is
$$Overpayments that were waived or written off, on the last day of the week that was overpaid.

state: of the facilities of the person's assignments in that week; '' where these are in several, or it is not known.$$;

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
parallel safe
cost 10000000 -- a worker does it, beside private.unbilled_parts
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

-- Approved time and guarantees of some days on no invoice and no draft, at today's rates; what sent time would come to
-- more or less today, as unbilled_differences has it; and the fees that are a share of these. Fees of an amount an
-- invoice, and rebates by volume, are known once there is a draft.
create function private.unbilled_parts(from_day date, to_day date)
returns table (
    assignment_id uuid, facility_id uuid, day date, kind text, hours numeric, amount numeric, fees numeric)
language plpgsql
stable
parallel safe
cost 10000000 -- see private.unpaid_parts
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_has_fees constant boolean := exists (select from public.facility_fees); -- folded into the plan
begin
    return query
    with open as (
        select priced.assignment_id, assignment.facility_id, priced.work_date as day, priced.kind,
               priced.kind <> 'code' or coalesce(code.unit, 'hour') = 'hour' as is_time, -- as private.lines_to_charge
               priced.hours, priced.amount
          from private.price_of_unbilled_time(
                   private.workweek_start(unbilled_parts.from_day), unbilled_parts.to_day) as priced
          join public.assignments as assignment on assignment.id = priced.assignment_id
          left join public.time_codes as code on code.name = priced.code
         where priced.work_date >= unbilled_parts.from_day
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
         union all
        select private.assignment_of_week(differing.contractor_id, differing.facility_id, differing.week_start),
               differing.facility_id, differing.week_start + 6, 'difference', coalesce(code.unit, 'hour') = 'hour',
               null, differing.due_amount - differing.billed_amount
          from (select array_agg(marked.contractor_id) as contractor_ids, array_agg(marked.week_start) as starts
                  from (select distinct week.contractor_id, week.week_start
                          from private.weeks_to_compare as week
                         where week.week_start between unbilled_parts.from_day - 6 and unbilled_parts.to_day - 6)
                       as marked
                having count(*) > 0) as compared
         cross join lateral private.differences_of_weeks(compared.contractor_ids, compared.starts) as differing
          left join public.time_codes as code on code.name = differing.code
    ), part as materialized (
        select open.*, row_number() over () as nth from open
    ), deducted as ( -- joined once, since there are few fees and much time
        select part.nth, sum(round(part.amount * fee.rate, 2)) as amount
          from part
          join private.fees_by_share as fee
            on fee.facility_id = part.facility_id
           and (fee.base = 'all' or part.is_time)
           and part.day between fee.effective_from and coalesce(fee.effective_to, 'infinity')
         where v_has_fees
         group by part.nth
    )
    select part.assignment_id, part.facility_id, part.day, part.kind, part.hours, part.amount, deducted.amount
      from part
      left join deducted on deducted.nth = part.nth;
end;
$$;
comment on function private.unbilled_parts is
$$Approved time and guarantees of some days that no live line bills, at today's rates, and the differences of sent time
in the weeks that end on them, below zero where too much was billed.

hours: of each entry once.$$;

revoke all on
    private.billed_parts, private.fee_shares, private.paid_parts, private.settled_parts
    from public, anon, authenticated, service_role;
revoke execute on function private.assignment_of_week, private.part_of_pay, private.unpaid_parts, private.unbilled_parts
    from public, anon, authenticated, service_role;
