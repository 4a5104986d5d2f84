-- Margin of an assignment: per hour as agreed, so far on what was invoiced, and beside what was paid.

-- Pay for a whole workweek, which batches before 1.0.0 have, is divided among its assignments by their hours, cent by cent:
-- the shares add up.
-- Security definer: staff who may not read payroll read the margin.
create function private.paid_of_assignment(assignment_id uuid)
returns numeric
language sql
stable
security definer
set search_path = ''
as $$
    with paid as (
        select line.week_start, line.kind, line.hours, line.amount,
               coalesce(line.assignment_id, entry.assignment_id, stipend.assignment_id) as assignment_id
          from public.assignments as assignment
          join public.payroll_items as item on item.contractor_id = assignment.contractor_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
          join public.payroll_item_lines as line on line.payroll_item_id = item.id
           and line.kind not in ('adjustment', 'overpayment', 'carried', 'recovery')
          left join public.time_entries as entry on entry.id = line.time_entry_id
          left join public.assignment_stipends as stipend on stipend.id = line.assignment_stipend_id
         where assignment.id = paid_of_assignment.assignment_id
           and (select private.is_staff_or_server())
    ), share as (
        select paid.week_start, paid.assignment_id, sum(paid.hours) as hours,
               sum(sum(paid.hours)) over (partition by paid.week_start) as all_hours,
               sum(sum(paid.hours)) over (partition by paid.week_start order by paid.assignment_id) as hours_so_far
          from paid
         where paid.kind = 'straight'
         group by paid.week_start, paid.assignment_id
    ), of_week as (
        select paid.week_start, sum(paid.amount) as amount
          from paid
         where paid.assignment_id is null
         group by paid.week_start
    )
    select coalesce((
               select sum(paid.amount)
                 from paid
                where paid.assignment_id = paid_of_assignment.assignment_id), 0.00)
         + coalesce((
               select sum(round(of_week.amount * share.hours_so_far / share.all_hours, 2)
                          - round(of_week.amount * (share.hours_so_far - share.hours) / share.all_hours, 2))
                 from of_week
                 join share on share.week_start = of_week.week_start
                where share.assignment_id = paid_of_assignment.assignment_id), 0.00);
$$;
comment on function private.paid_of_assignment is
    'Amount that closed payroll batches paid for an assignment: see the view assignment_margin.';

create view private.billed_time with (security_invoker = true) as
    select entry.assignment_id, line.hours, line.amount,
           case when line.premium_rule_id is not null then 0
                when entry.code = 'regular' then line.hours * paid.pay_rate
                else coalesce(line.quantity, line.hours) * coded.pay_rate end as straight_pay
      from public.time_entries as entry
      join public.invoice_lines as line on line.time_entry_id = entry.id and line.released_at is null
      join private.rates_of_days as paid
        on paid.assignment_id = entry.assignment_id
       and entry.work_date between paid.effective_from and paid.effective_to
      left join lateral (
           select rated.pay_rate
             from private.rates_of_coded_time as rated
            where entry.code <> 'regular' and rated.time_entry_id = entry.id
           offset 0) as coded on true -- not looked up of regular time
     union all
    select guarantee.assignment_id, null, line.amount,
           case when guarantee.pay_hours is not null then line.quantity * paid.pay_rate end
      from public.guarantees as guarantee
      join public.invoice_lines as line on line.guarantee_id = guarantee.id and line.released_at is null
      join private.rates_of_days as paid
        on paid.assignment_id = guarantee.assignment_id
       and line.week_start + 6 between paid.effective_from and paid.effective_to;
comment on view private.billed_time is
    'Time and guarantees on live invoices, with what they pay at the rates of their days, that of the code where time has one, and of a guarantee that of the hour, if the contractor has it too. hours: null of what is not worked, and of differentials, whose hours are paid beside them.';

-- As gross profit has it: what batches before 1.0.0 have for the whole workweek is of no assignment.
-- Security definer: as above.
create function private.cost_of_assignment(assignment_id uuid)
returns numeric
language sql
stable
security definer
set search_path = ''
as $$
    select coalesce(sum(part.amount), 0.00)
      from public.assignments as assignment
      join private.paid_parts as part
        on part.contractor_id = assignment.contractor_id
       and part.assignment_id = assignment.id
     where assignment.id = cost_of_assignment.assignment_id
       and (select private.is_staff_or_server());
$$;
comment on function private.cost_of_assignment is
    'Amount that closed batches paid for an assignment by lines that name it: see the view assignment_margin.';

-- Security definer: as above.
create function private.burden_of_assignment(assignment_id uuid)
returns numeric
language sql
stable
security definer
set search_path = ''
as $$
    select coalesce(round(sum(part.amount * newest.rate), 2), 0.00)
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
      join private.paid_parts as part
        on part.contractor_id = assignment.contractor_id
       and part.assignment_id = assignment.id
       and not part.is_reimbursement
     cross join lateral (
           select burden.rate
             from public.burden_rates as burden
            where burden.employment_type = part.employment_type
              and burden.effective_from <= part.week_start + 6
              and (burden.state is null or burden.state = facility.work_state)
            order by burden.state nulls last, burden.effective_from desc
            limit 1) as newest
     where assignment.id = burden_of_assignment.assignment_id
       and exists (select from public.burden_rates)
       and (select private.is_staff_or_server());
$$;
comment on function private.burden_of_assignment is
    'Burden of what closed batches paid for an assignment by lines that name it: see the view assignment_margin.';

-- Unlike billed_time also what was freed: its credit note takes it off again. Void invoices are none, as above.
create function private.revenue_of_assignment(assignment_id uuid)
returns table (invoice_id uuid, amount numeric, credited numeric)
language sql
stable
set search_path = ''
as $$
    with part as (
        select line.id, line.invoice_id, line.amount
          from public.time_entries as entry
          join public.invoice_lines as line on line.time_entry_id = entry.id
         where entry.assignment_id = revenue_of_assignment.assignment_id
         union all
        select line.id, line.invoice_id, line.amount
          from public.guarantees as guarantee
          join public.invoice_lines as line on line.guarantee_id = guarantee.id
         where guarantee.assignment_id = revenue_of_assignment.assignment_id
         union all
        select line.id, line.invoice_id, line.amount
          from public.assignments as assignment
          join public.invoice_lines as line on line.contractor_id = assignment.contractor_id
          join public.invoices as invoice
            on invoice.id = line.invoice_id and invoice.facility_id = assignment.facility_id
         where assignment.id = revenue_of_assignment.assignment_id
           and line.kind = 'difference'
           and private.assignment_of_week(assignment.contractor_id, assignment.facility_id, line.week_start)
               = assignment.id
    )
    select part.invoice_id, sum(part.amount), coalesce(sum(credited.amount), 0.00)
      from part
      join public.invoices as invoice on invoice.id = part.invoice_id and invoice.status <> 'void'
      left join lateral (
           select sum(taken.amount) as amount
             from public.credit_note_lines as taken
            where taken.invoice_line_id = part.id) as credited on true
     group by part.invoice_id;
$$;
comment on function private.revenue_of_assignment is
    'Amounts by invoice that are billed of an assignment, differences too, and that credit notes took back of these.';

-- Security definer: as above.
create function private.billed_of_assignment(assignment_id uuid)
returns numeric
language sql
stable
security definer
set search_path = ''
as $$
    select coalesce(sum(billed.amount - billed.credited), 0.00)
      from private.revenue_of_assignment(billed_of_assignment.assignment_id) as billed
     where (select private.is_staff_or_server());
$$;
comment on function private.billed_of_assignment is
    'Amount that is billed of an assignment, as gross profit has it: see the view assignment_margin.';

-- Most firms have no fees: nothing is looked up then.
-- Security definer: as above.
create function private.fees_of_assignment(assignment_id uuid)
returns numeric
language sql
stable
security definer
set search_path = ''
as $$
    select coalesce(round(-sum((billed.amount - case when fee.is_of_what_is_left then billed.credited else 0 end)
                               * fee.share), 2), 0.00)
      from private.revenue_of_assignment(fees_of_assignment.assignment_id) as billed
     cross join lateral (
           select charged.share, charged.is_of_what_is_left
             from private.fee_shares as charged
            where charged.invoice_id = billed.invoice_id
           offset 0) as fee -- invoice by invoice
     where exists (select from public.facility_fees)
       and (select private.is_staff_or_server());
$$;
comment on function private.fees_of_assignment is
    'Share of the fees of its invoices that an assignment bears: see the view assignment_margin.';

-- Time is added up per assignment, so that the cost follows the assignments that are asked for. By the left join it is not
-- added up for whoever asks for none of its columns; billed_margin, which a list shows, is on its own, so that it is added
-- up for the page that is shown, after the rows are in their order. The rate is the newest by its day, one for each
-- assignment: so the planner knows that a page of them is found by the index of its order.
create view public.assignment_margin with (security_invoker = true) as
    select assignment.id as assignment_id,
           assignment.contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           assignment.facility_id,
           facility.name as facility_name,
           assignment.start_date,
           assignment.end_date,
           rate.bill_rate,
           rate.pay_rate,
           rate.bill_rate - rate.pay_rate as margin_per_hour,
           round((rate.bill_rate - rate.pay_rate) / rate.bill_rate, 4) as margin_share,
           billed.hours as billed_hours,
           billed.amount as billed_amount,
           billed.straight_pay,
           (select coalesce(sum(time.amount), 0.00) - round(coalesce(sum(time.straight_pay), 0), 2)
              from private.billed_time as time
             where time.assignment_id = assignment.id) as billed_margin,
           private.paid_of_assignment(assignment.id) as paid_amount,
           billed.amount - private.paid_of_assignment(assignment.id) as paid_margin,
           round((billed.amount - private.paid_of_assignment(assignment.id)) / nullif(billed.amount, 0), 4)
               as paid_margin_share,
           contractor.search_name || facility.search_name as search_name,
           private.fees_of_assignment(assignment.id) as fees,
           private.burden_of_assignment(assignment.id) as burden,
           private.billed_of_assignment(assignment.id) - private.cost_of_assignment(assignment.id)
               - private.fees_of_assignment(assignment.id) - private.burden_of_assignment(assignment.id) as profit
      from private.clock() as clock
     cross join public.assignments as assignment
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     cross join lateral (
           select agreed.bill_rate, agreed.pay_rate
             from public.assignment_rates as agreed
            where agreed.assignment_id = assignment.id
              and agreed.effective_from
                  <= greatest(assignment.start_date, least(clock.business_date, assignment.end_date))
            order by agreed.effective_from desc
            limit 1) as rate
      left join lateral (
           select coalesce(sum(time.hours), 0.00) as hours,
                  coalesce(sum(time.amount), 0.00) as amount,
                  round(coalesce(sum(time.straight_pay), 0), 2) as straight_pay
             from private.billed_time as time
            where time.assignment_id = assignment.id) as billed on true;
comment on view public.assignment_margin is
$$Margins by assignment: of an hour, of the time on live invoices, and beside what was paid.

bill_rate, pay_rate: those in force on the business date; of an assignment that has ended or is yet to begin, on its
last or first day. An assignment without a rate on that day is not shown. margin_share: of the bill rate, 0.3684 is
36.84 %.

billed_hours, billed_amount: time on drafts and sent invoices, void ones not, without adjustments and differences. The
hours are those that were worked; the amount has units, what else of codes was billed, and guarantees.
straight_pay: that time at the pay rates of its days, that of its code where it has one, and what is billed of guarantees that
the contractor has too at the rate of the hour, before differentials, overtime premiums,
stipends and adjustments of pay.
billed_margin: billed_amount less straight_pay.

paid_amount: what closed payroll batches paid for the assignment: its time, also what no invoice bills, its stipends, guarantees, premiums and differences; where
a batch before 1.0.0 has those for the whole workweek, the share of its hours among the person's. Bonuses, reimbursements and deductions that name
no assignment are not in it. paid_margin: billed_amount less paid_amount, so that time which is billed and not yet paid
is all margin until it is. paid_margin_share: of billed_amount; null where nothing is billed. search_name: the names of both as search compares them.

fees: the share of the assignment among what its invoices bill in their fees. burden: of what was paid, by burden_rates.
profit: what gross_profit has of it once all is billed and paid: billed_amount and lines of kind difference, less what
credit notes took back, paid_amount, fees and burden. Of batches before 1.0.0 burden and profit leave out what is of
the whole workweek: gross_profit has it in the row without a name.

Pages: order=assignment_id.$$;

create trigger assignment_margin_is_read_only
    instead of insert or update or delete on public.assignment_margin
    for each row execute function private.refuse_view_write();

revoke all on public.assignment_margin from public, anon, authenticated, service_role;
grant select on public.assignment_margin to authenticated, service_role;

revoke all on private.billed_time from public, anon, authenticated, service_role;
grant select on private.billed_time to authenticated, service_role;

revoke execute on function
    private.paid_of_assignment, private.cost_of_assignment, private.burden_of_assignment,
    private.revenue_of_assignment, private.billed_of_assignment, private.fees_of_assignment
    from public, anon, authenticated, service_role;
grant execute on function
    private.paid_of_assignment, private.cost_of_assignment, private.burden_of_assignment, private.billed_of_assignment,
    private.fees_of_assignment
    to authenticated, service_role;
