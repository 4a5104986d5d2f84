-- Payroll as contractors see it: their own pay; see my_assignments.sql.

create function private.my_pay()
returns table (
    payroll_item_id uuid, period_start date, period_end date, pay_date date,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric,
    straight_pay numeric, premium_pay numeric, stipend_pay numeric, adjustment_pay numeric, gross_pay numeric,
    gross_wages numeric, reimbursements numeric, deductions numeric, overpayment_pay numeric, recoveries numeric,
    code_pay numeric)
language sql
stable
security definer -- contractors have no policy on payroll tables
set search_path = ''
as $$
    select item.id, period.period_start, period.period_end, coalesce(batch.pay_date, period.pay_date),
           item.regular_hours, item.overtime_hours, item.doubletime_hours,
           item.straight_pay, item.premium_pay, item.stipend_pay, item.adjustment_pay, item.gross_pay,
           coalesce(part.gross_wages, 0.00), coalesce(part.reimbursements, 0.00), coalesce(part.deductions, 0.00),
           item.overpayment_pay, coalesce(part.recoveries, 0.00), item.code_pay
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
      join public.payroll_periods as period on period.id = batch.payroll_period_id
      left join private.gross_wages(array(
               select own.id from public.payroll_items as own where own.contractor_id = private.own_contractor_id())) as part
        on part.payroll_item_id = item.id
     where item.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_pay is 'The logic of the view my_pay.';

create view public.my_pay with (security_invoker = true) as
    select * from private.my_pay();
comment on view public.my_pay is
$$Pay of the signed-in contractor, by closed payroll batch.

gross_pay: all that the payroll provider was told to pay, before taxes. It is gross_wages, reimbursements, which are no
wages, and deductions and recoveries of overpayments, which are below zero.

overpayment_pay: by how much weeks came to less than was paid of them, which is not taken back at once, less recoveries.
straight_pay: hours worked, with what premiums of nights, weekends and holidays add to them. code_pay: time of codes whose hours are not worked, as on call or leave, units, such as miles, guarantees,
and what miles and other expenses have changed by since they were paid.

Pages: order=period_start,payroll_item_id.$$;

create trigger my_pay_is_read_only
    instead of insert or update or delete on public.my_pay
    for each row execute function private.refuse_view_write();

-- Nothing of bills: a line's rate is what the hour pays.
create function private.my_pay_lines()
returns table (
    payroll_batch_id uuid, pay_date date, week_start date, kind text, facility_name text, work_date date,
    hours numeric, rate numeric, amount numeric, pay_kind text, overtime_hours numeric, doubletime_hours numeric,
    payroll_item_id uuid, payroll_item_line_id uuid, time_entry_id uuid, code text, code_title text, unit text,
    quantity numeric, premium_title text, description text)
language sql
stable
security definer -- contractors have no policy on payroll tables
set search_path = ''
as $$
    select batch.id, coalesce(batch.pay_date, period.pay_date), line.week_start, line.kind, facility.name,
           coalesce(entry.work_date, missed.work_date, adjustment.payable_on),
           line.hours, line.rate, line.amount, line.pay_kind, line.overtime_hours, line.doubletime_hours,
           item.id, line.id, line.time_entry_id, line.code, code.title,
           case when line.quantity is not null then coalesce(code.unit, 'hour') end, line.quantity, rule.title, line.description
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
      join public.payroll_periods as period on period.id = batch.payroll_period_id
      join public.payroll_item_lines as line on line.payroll_item_id = item.id
      left join public.time_entries as entry on entry.id = line.time_entry_id
      left join public.payroll_adjustments as adjustment on adjustment.id = line.payroll_adjustment_id
      left join public.assignment_stipends as stipend on stipend.id = line.assignment_stipend_id
      left join public.break_premiums as missed on missed.id = line.break_premium_id
      left join public.time_codes as code on code.name = line.code
      left join public.premium_rules as rule on rule.id = line.premium_rule_id
      left join public.assignments as assignment
        on assignment.id = coalesce(line.assignment_id, entry.assignment_id, stipend.assignment_id)
      left join public.facilities as facility on facility.id = assignment.facility_id
     where item.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_pay_lines is 'The logic of the view my_pay_lines.';

create view public.my_pay_lines with (security_invoker = true) as
    select * from private.my_pay_lines();
comment on view public.my_pay_lines is
$$Parts of the signed-in contractor's pay: the lines of closed payroll batches. Those of a batch add up to its
gross_pay in my_pay.

kind is as payroll_item_lines.kind. straight: an entry of hours worked, at the pay rate of its day or of its code. code: one
of hours that are not worked or of units, quantity of them. differential: what a premium of nights, weekends or holidays adds to
hours of an entry, which are straight too. guarantee: hours that were promised and not worked, as quantity; description says
how they come about. overtime_premium, doubletime_premium:
what the week's overtime pays on top. break_premium: an hour's pay for a missed meal or rest period. difference: how a week that was paid before has changed since, with its hours, if
they were corrected, in hours, and its overtime in overtime_hours and doubletime_hours; what has changed of a code is
one of its own, with the code. overpayment: as far as the week now
comes to less than was paid of it, which is not taken back at once. recovery: what is taken back of it. carried: what
deductions ask beyond the pay, and, below zero, what of that is deducted later.

pay_kind is one of bonus, deduction, flat_sum, hours_driven, reimbursement, prior_year, meal, rest: of a stipend, an
adjustment, a code or a break_premium, what it is paid for; reimbursement of a difference of expenses too, as far as an
overpayment comes from them, and of what is taken back of that; prior_year of a recovery of wages that an earlier year
paid.
A bonus that was earned over days of its own is paid on its day; what it adds to the overtime of the weeks of
those days is in their premiums and differences.

code, code_title: of time that is not regular, and of its differences. unit, quantity: of the kinds code, differential and guarantee, hour or another unit, and how
many. premium_title: of a differential, the premium.

facility_name: where it was worked, of straight lines, codes, differentials, guarantees, stipends, premiums and differences. work_date: the day of an entry or
of a missed break, or on which an adjustment is payable. time_entry_id: the entry, as in my_time.

Pages: order=pay_date,week_start,payroll_item_line_id.$$;

create trigger my_pay_lines_is_read_only
    instead of insert or update or delete on public.my_pay_lines
    for each row execute function private.refuse_view_write();

revoke all on public.my_pay, public.my_pay_lines from public, anon, authenticated, service_role;
grant select on public.my_pay, public.my_pay_lines to authenticated, service_role;

revoke execute on function private.my_pay, private.my_pay_lines from public, anon, authenticated, service_role;
grant execute on function private.my_pay, private.my_pay_lines to authenticated, service_role;
