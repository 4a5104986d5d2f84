-- Earnings for a payroll provider, for programs: the lines of both files of a batch.
-- Security definer: it answers the roles of payroll alone, in words.
create function private.payroll_earnings(payroll_batch_id uuid)
returns table (
    employment text, line int, contractor_id uuid, payroll_number text, last_name text, first_name text,
    employment_type text, period_start date, period_end date, pay_date date, batch_status text, week_start date,
    earning text, earning_code text, work_state text,
    hours numeric, overtime_hours numeric, doubletime_hours numeric, rate numeric, amount numeric, code text, unit text,
    quantity numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    perform private.require_payroll_batch(payroll_earnings.payroll_batch_id);
    return query
        select earned.employment, earned.line, earned.contractor_id, earned.payroll_number, earned.last_name,
               earned.first_name, earned.employment_type, period.period_start, period.period_end,
               coalesce(batch.pay_date, period.pay_date),
               batch.status, earned.week_start, earned.earning, earned.earning_code, earned.work_state,
               earned.hours, earned.overtime_hours, earned.doubletime_hours, earned.rate, earned.amount, earned.code,
               earned.unit, earned.quantity
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         cross join lateral private.earning_lines(batch.id) as earned
         where batch.id = payroll_earnings.payroll_batch_id
         order by earned.employment, earned.line;
end;
$$;
comment on function private.payroll_earnings is 'The logic of public.payroll_earnings.';

create function public.payroll_earnings(payroll_batch_id uuid)
returns table (
    employment text, line int, contractor_id uuid, payroll_number text, last_name text, first_name text,
    employment_type text, period_start date, period_end date, pay_date date, batch_status text, week_start date,
    earning text, earning_code text, work_state text,
    hours numeric, overtime_hours numeric, doubletime_hours numeric, rate numeric, amount numeric, code text, unit text,
    quantity numeric)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.payroll_earnings(payroll_batch_id); $$;
comment on function public.payroll_earnings is
$$Pay of a payroll batch, by earning, for programs: a row per person, workweek, earning, code, rate and work state.

The amounts of a person add up to the gross_pay of their payroll_items; deductions are negative. The hours of straight
and difference add up to all hours of the item, those of overtime_premium and overtime_hours to its overtime_hours, those
of doubletime_premium and doubletime_hours to its doubletime_hours: a premium pays on top of straight, for hours that
straight has already. overtime_hours and doubletime_hours are of differences alone. rate is of straight, of codes and of differentials; amount
is what is paid, and of straight may differ by cents from hours times rate, since a week is rounded once.

code: that of time which is not regular. Its hours that are worked are straight too, a row of their own; earning code and
reimbursement_code are hours that are not worked and units, the latter of codes that repay expenses, and guarantee hours that
were promised and not worked: their quantity, in unit,
in place of hours; none of what a reimbursement_code has changed by since it was paid, or is taken back of it. What has
changed of the pay of any other code is a difference with that code. earning_code of each is time_codes.earning_code, of
straight and of differences where there is none that of these.

differential: what premiums of nights, weekends and holidays add to hours that straight has already; quantity of them.
mileage_excess: what miles pay beyond the Internal Revenue Service's rate, wages; quantity are the miles, which
reimbursement_code has too.

work_state is the facility's, of premiums and differences too. What is paid for a whole workweek (bonuses; premiums for
overtime and differences of batches before 1.0.0) is divided among its states by their hours, and what the cents leave is
the largest's. Null where the facility's is not
known, for reimbursements and deductions, for what is taken back of a reimbursement_code, and for a bonus of a week
without time.

employment is as earning_codes.employment: in which of the batch's files the row is; line is its line there. earning is
as earning_codes.earning, or code or reimbursement_code;
employment_type is as payroll_items.employment_type, batch_status is as payroll_batches.status.
Names and employment type are those of the day the batch was built. payroll_number, earning_code and work_state are
today's, null where nobody entered them.

Pages: order=employment,line. Of more than 1000 lines the API answers 1000: read on with limit and offset; or call
payroll_earnings_file, which is never cut.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: the rows; none for a batch that pays nobody.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}$$;

revoke execute on function
    private.payroll_earnings, public.payroll_earnings
    from public, anon, authenticated, service_role;
grant execute on function private.payroll_earnings, public.payroll_earnings to authenticated, service_role;
