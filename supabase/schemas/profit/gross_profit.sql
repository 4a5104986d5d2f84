-- Gross profit: what work of some days brings before the firm's own costs; docs/profit.md has what counts when.

-- Security definer: whoever may read the report need not pass the policies row by row.
create function private.gross_profit(from_day date, to_day date, by text)
returns table (
    row_id uuid, name text, day date, part text, hours numeric, billed numeric, fees numeric, wages numeric,
    premiums numeric, stipends numeric, codes numeric, reimbursements numeric, profit_before_burden numeric,
    burden numeric, profit numeric, profit_share numeric, unbilled numeric, unpaid numeric, collected numeric,
    collected_profit numeric, commission_rate numeric, commission numeric, commission_collected numeric,
    place int)
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object(
        'from_day', gross_profit.from_day, 'to_day', gross_profit.to_day, 'by', gross_profit.by));
    perform private.require_finite_dates(jsonb_build_object(
        'from_day', gross_profit.from_day, 'to_day', gross_profit.to_day));
    perform private.require_plausible_days(jsonb_build_object(
        'from_day', gross_profit.from_day, 'to_day', gross_profit.to_day));
    if gross_profit.by not in ('line', 'assignment', 'facility', 'customer', 'recruiter', 'week') then
        perform private.refuse(
            400, 'profit_by_unknown', format('There is no gross profit by %L.', gross_profit.by),
            'Give line, assignment, facility, customer, recruiter or week.');
    elsif gross_profit.to_day < gross_profit.from_day then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The report would end on %s, before it starts on %s.', gross_profit.to_day, gross_profit.from_day),
            'Choose a last day on or after the first one.');
    end if;

    if gross_profit.by = 'line' then
        perform private.require_reader_of_books(); -- it has what each person is paid
        return query
        select line.row_id, called.name, line.day, line.part,
               coalesce(line.hours, 0.00), coalesce(line.billed, 0.00), line.fee,
               case when line.pay_part = 'wages' then line.pay else 0.00 end,
               case when line.pay_part = 'premiums' then line.pay else 0.00 end,
               case when line.pay_part = 'stipends' then line.pay else 0.00 end,
               case when line.pay_part = 'codes' then line.pay else 0.00 end,
               case when line.pay_part = 'reimbursements' then line.pay else 0.00 end,
               worth.amount, line.load, worth.amount - line.load, null::numeric, line.open,
               case when line.is_estimated then coalesce(line.pay, 0.00) else 0.00 end,
               null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
               (row_number() over (order by line.day, called.name, line.part, line.row_id))::int
          from (select parted.*, -- cent by cent, as below
                       round(sum(coalesce(parted.fees, 0)) over run, 2)
                       - coalesce(round(sum(coalesce(parted.fees, 0)) over former, 2), 0.00) as fee,
                       round(sum(coalesce(parted.burden, 0)) over run, 2)
                       - coalesce(round(sum(coalesce(parted.burden, 0)) over former, 2), 0.00) as load,
                       round(sum(parted.estimated) over run, 2)
                       - coalesce(round(sum(parted.estimated) over former, 2), 0.00) as open
                  from (select bare.*,
                               case when bare.is_estimated then coalesce(bare.billed, 0) - coalesce(bare.fees, 0)
                                    else 0 end as estimated
                          from private.profit_lines(gross_profit.from_day, gross_profit.to_day) as bare) as parted
                -- What is estimated last: so the others come to what invoices have.
                window run as (order by parted.is_estimated, parted.day, parted.row_id, parted.part
                               rows unbounded preceding),
                       former as (order by parted.is_estimated, parted.day, parted.row_id, parted.part
                                  rows between unbounded preceding and 1 preceding)) as line
         cross join lateral (
               select coalesce(line.billed, 0.00) - line.fee - coalesce(line.pay, 0.00)) as worth (amount)
          left join public.assignments as assignment on assignment.id = line.assignment_id
          left join public.contractors as person on person.id = coalesce(line.contractor_id, assignment.contractor_id)
          left join public.facilities as facility on facility.id = line.facility_id
         cross join lateral (
               select nullif(concat_ws(' at ', person.first_name || ' ' || person.last_name, facility.name), '')
               ) as called (name)
         order by line.day, called.name, line.part, line.row_id;
        return;
    elsif gross_profit.by = 'recruiter' then
        return query
        with running as ( -- cent by cent, as below: nobody's row among them
            select shared.row_id, shared.name, round(sum(shared.hours) over run, 2) as hours,
                   round(sum(shared.billed) over run, 2) as billed,
                   round(sum(shared.unbilled) over run, 2) as unbilled, round(sum(shared.fees) over run, 2) as fees,
                   round(sum(shared.wages) over run, 2) as wages, round(sum(shared.premiums) over run, 2) as premiums,
                   round(sum(shared.stipends) over run, 2) as stipends, round(sum(shared.codes) over run, 2) as codes,
                   round(sum(shared.reimbursements) over run, 2) as reimbursements,
                   round(sum(shared.unpaid) over run, 2) as unpaid, round(sum(shared.burden) over run, 2) as burden,
                   round(sum(shared.collected) over run, 2) as collected,
                   round(sum(shared.collected_profit) over run, 2) as collected_profit
              from private.profit_by_recruiter(gross_profit.from_day, gross_profit.to_day) as shared
            window run as (order by shared.name, shared.row_id rows unbounded preceding)
        ), own as (
            select running.row_id, running.name, running.hours - lag(running.hours, 1, 0.00) over run as hours,
                   running.billed - lag(running.billed, 1, 0.00) over run as billed,
                   running.unbilled - lag(running.unbilled, 1, 0.00) over run as unbilled,
                   running.fees - lag(running.fees, 1, 0.00) over run as fees,
                   running.wages - lag(running.wages, 1, 0.00) over run as wages,
                   running.premiums - lag(running.premiums, 1, 0.00) over run as premiums,
                   running.stipends - lag(running.stipends, 1, 0.00) over run as stipends,
                   running.codes - lag(running.codes, 1, 0.00) over run as codes,
                   running.reimbursements - lag(running.reimbursements, 1, 0.00) over run as reimbursements,
                   running.unpaid - lag(running.unpaid, 1, 0.00) over run as unpaid,
                   running.burden - lag(running.burden, 1, 0.00) over run as burden,
                   running.collected - lag(running.collected, 1, 0.00) over run as collected,
                   running.collected_profit - lag(running.collected_profit, 1, 0.00) over run as collected_profit
              from running
            window run as (order by running.name, running.row_id)
        )
        select own.row_id, own.name, null::date, null::text, own.hours, own.billed, own.fees, own.wages, own.premiums,
               own.stipends, own.codes, own.reimbursements, worth.before_burden, own.burden, worth.profit,
               round(worth.profit / nullif(own.billed - own.fees, 0), 4), own.unbilled, own.unpaid, own.collected,
               own.collected_profit, commission.rate, round(worth.profit * commission.rate, 2),
               round(own.collected_profit * commission.rate, 2),
               (row_number() over (order by own.name, own.row_id))::int
          from own
         cross join lateral (
               select own.billed - own.fees - own.wages - own.premiums - own.stipends - own.codes
                      - own.reimbursements) as gross (amount)
         cross join lateral (
               select gross.amount, gross.amount - own.burden) as worth (before_burden, profit)
          left join public.recruiter_commissions as commission on commission.staff_member_id = own.row_id
         where private.sees_commissions()
            or own.row_id = (select member.id
                               from public.staff_members as member
                              where member.user_id = private.user_id())
         order by own.name, own.row_id;
        return;
    end if;

    return query
    with summed as (
        select whole.row_id, whole.name, whole.day, coalesce(whole.hours, 0.00) as hours,
               coalesce(whole.billed, 0.00) as billed,
               -- Cent by cent: the rows add up to what invoices have, and to the same by whatever is asked for.
               round(sum(coalesce(whole.fees, 0)) over run, 2)
                   - coalesce(round(sum(coalesce(whole.fees, 0)) over former, 2), 0.00) as fees,
               coalesce(whole.wages, 0.00) as wages, coalesce(whole.premiums, 0.00) as premiums,
               coalesce(whole.stipends, 0.00) as stipends, coalesce(whole.codes, 0.00) as codes,
               coalesce(whole.reimbursements, 0.00) as reimbursements,
               round(sum(coalesce(whole.burden, 0)) over run, 2)
                   - coalesce(round(sum(coalesce(whole.burden, 0)) over former, 2), 0.00) as burden,
               round(sum(coalesce(whole.unbilled, 0)) over run, 2)
                   - coalesce(round(sum(coalesce(whole.unbilled, 0)) over former, 2), 0.00) as unbilled,
               coalesce(whole.unpaid, 0.00) as unpaid
          from private.profit_by(gross_profit.from_day, gross_profit.to_day, gross_profit.by) as whole
        window run as (order by whole.day, whole.name, whole.row_id rows unbounded preceding),
               former as (order by whole.day, whole.name, whole.row_id
                          rows between unbounded preceding and 1 preceding)
    )
    select summed.row_id, summed.name, summed.day, null::text, summed.hours, summed.billed, summed.fees, summed.wages,
           summed.premiums, summed.stipends, summed.codes, summed.reimbursements, gross.amount, summed.burden,
           gross.amount - summed.burden,
           round((gross.amount - summed.burden) / nullif(summed.billed - summed.fees, 0), 4), summed.unbilled,
           summed.unpaid, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
           (row_number() over (order by summed.day, summed.name, summed.row_id))::int
      from summed
     cross join lateral (
           select summed.billed - summed.fees - summed.wages - summed.premiums - summed.stipends - summed.codes
                  - summed.reimbursements) as gross (amount)
     order by summed.day, summed.name, summed.row_id;
end;
$$;
comment on function private.gross_profit is 'The logic of public.gross_profit.';

create function public.gross_profit(from_day date, to_day date, by text default 'facility')
returns table (
    row_id uuid, name text, day date, part text, hours numeric, billed numeric, fees numeric, wages numeric,
    premiums numeric, stipends numeric, codes numeric, reimbursements numeric, profit_before_burden numeric,
    burden numeric, profit numeric, profit_share numeric, unbilled numeric, unpaid numeric, collected numeric,
    collected_profit numeric, commission_rate numeric, commission numeric, commission_collected numeric,
    place int)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.gross_profit(from_day, to_day, by); $$;
comment on function public.gross_profit is
$$Gross profit of the work of some days: what invoices bill, less fees, pay and burden.

A line counts on the day of its work, what is of a whole workweek on its last day, and what billing adds by hand on the
last day of its invoice. Approved time on no invoice counts at today's rates, and billed time by what it comes to today
(unbilled); pay that is due and not paid as it would be paid (unpaid): estimates, until it is billed and paid. Fees of
such time are estimated where they are a share, others count once there is a draft. Time that is not approved counts
nothing. Interest, taxes, discounts and what is written off are none of it. docs/profit.md says more.

Of what is billed and paid, profit_before_burden is the journal's revenue less wages, premiums, stipends, reimbursements
and contractors' cost. Lines that name no assignment, such as bonuses, have a row without a name. By
recruiter, staff with both roles, billing and payroll, and admins see all, others their own row.

May be called with GET.

Pages: order=place. Or call gross_profit_file, which is never cut.

Who: active staff, whatever their role; staff with both roles, billing and payroll (by line); admins (by line).

Arguments:
from_day: the first day of work.
to_day: the last day.
by: one of line, assignment, facility, customer, recruiter, week. A customer is who is billed today.

Result: a row for each of by that has any. row_id: the assignment, facility, customer or staff member; by line that of
the invoice or the batch, null where it is not there yet; by week null. name: what people call it. day: by week its
first day, by line the day; else null. part: by line its kind, else null. hours: worked and billed, or to be billed.
codes: units, guarantees and hours that are not worked. burden: by burden_rates. profit: profit_before_burden less
burden. profit_share: of what is billed after fees, 0.3 is 30 %. unbilled, unpaid: how much of what is billed after
fees, and of pay, is estimated. By recruiter alone: collected is what was paid in money of what is billed;
collected_profit the profit of each assignment and week in the share of it that was collected; commission_rate that of
recruiter_commissions; commission and commission_collected these shares of profit and collected_profit. What is
collected alone pays. place: the row's number. Each column comes to the same whatever by is: what is shared is rounded
cent by cent.

Errors: staff_only, role_required, argument_missing, date_not_finite, day_out_of_range, profit_by_unknown,
period_ends_before_start.

Example: {"from_day": "2026-03-01", "to_day": "2026-03-31", "by": "assignment"}$$;

revoke execute on function private.gross_profit, public.gross_profit
    from public, anon, authenticated, service_role;
grant execute on function private.gross_profit, public.gross_profit to authenticated, service_role;
