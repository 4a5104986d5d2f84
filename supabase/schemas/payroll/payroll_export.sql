-- Pay of a batch, for programs: one row per contractor, in one order. A payroll provider gets private.payroll_file.
create function private.require_payroll_batch(payroll_batch_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_arguments(jsonb_build_object('payroll_batch_id', require_payroll_batch.payroll_batch_id));
    if not exists (
        select from public.payroll_batches as batch where batch.id = require_payroll_batch.payroll_batch_id) then
        perform private.refuse(
            404, 'payroll_batch_not_found',
            format('There is no payroll batch %s.', require_payroll_batch.payroll_batch_id),
            'Look it up in the list of payroll batches.');
    end if;
end;
$$;
comment on function private.require_payroll_batch is 'Raises 400 where no payroll batch is named, 404 where it is not there.';

-- Security definer: it answers the roles of payroll alone, in words.
create function private.payroll_export(payroll_batch_id uuid)
returns table (
    contractor_id uuid, last_name text, first_name text, email text, employment_type text,
    period_start date, period_end date, pay_date date, batch_status text,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric,
    straight_pay numeric, overtime_premium numeric, doubletime_premium numeric, differences numeric,
    hours_driven_stipends numeric, reimbursement_stipends numeric,
    bonuses numeric, reimbursements numeric, deductions numeric, gross_pay numeric, recoveries numeric,
    prior_year_recoveries numeric, break_premiums numeric, codes numeric, reimbursement_codes numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    perform private.require_payroll_batch(payroll_export.payroll_batch_id);
    return query
        select item.contractor_id, item.last_name, item.first_name, item.email, item.employment_type,
               period.period_start, period.period_end, coalesce(batch.pay_date, period.pay_date), batch.status,
               item.regular_hours, item.overtime_hours, item.doubletime_hours,
               item.straight_pay, line.overtime_premium, line.doubletime_premium, line.differences,
               line.hours_driven_stipends, item.stipend_pay - line.hours_driven_stipends,
               line.bonuses, line.reimbursements, line.deductions, item.gross_pay, line.recoveries,
               line.prior_year_recoveries, line.break_premiums, line.codes, line.reimbursement_codes
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
          join public.payroll_items as item on item.payroll_batch_id = batch.id
         cross join lateral (
               select coalesce(sum(line.amount) filter (where line.kind = 'overtime_premium'), 0.00) as overtime_premium,
                      coalesce(sum(line.amount) filter (where line.kind = 'doubletime_premium'), 0.00) as doubletime_premium,
                      coalesce(sum(line.amount) filter (
                          where line.kind in ('difference', 'overpayment') and line.pay_kind is null), 0.00)
                          as differences,
                      coalesce(sum(line.amount) filter (where line.pay_kind in ('hours_driven', 'flat_sum')), 0.00)
                          as hours_driven_stipends,
                      coalesce(sum(line.amount) filter (where line.pay_kind = 'bonus'), 0.00) as bonuses,
                      coalesce(sum(line.amount) filter (
                          where line.kind = 'adjustment' and line.pay_kind = 'reimbursement'), 0.00) as reimbursements,
                      coalesce(sum(line.amount) filter (where line.pay_kind = 'deduction'), 0.00) as deductions,
                      coalesce(sum(line.amount) filter (where line.kind = 'recovery' and line.pay_kind is null), 0.00)
                          as recoveries,
                      coalesce(sum(line.amount) filter (where line.kind = 'recovery' and line.pay_kind = 'prior_year'), 0.00)
                          as prior_year_recoveries,
                      coalesce(sum(line.amount) filter (where line.kind = 'break_premium'), 0.00) as break_premiums,
                      coalesce(sum(line.amount) filter (
                          where line.kind in ('code', 'guarantee', 'mileage_excess') and line.pay_kind is null), 0.00)
                          as codes,
                      coalesce(sum(line.amount) filter (
                          where line.kind in ('code', 'difference', 'overpayment', 'recovery')
                                and line.pay_kind = 'reimbursement'), 0.00)
                          as reimbursement_codes
                 from public.payroll_item_lines as line
                where line.payroll_item_id = item.id) as line
         where batch.id = payroll_export.payroll_batch_id
         order by item.last_name, item.first_name, item.contractor_id;
end;
$$;
comment on function private.payroll_export is 'The logic of public.payroll_export.';

create function public.payroll_export(payroll_batch_id uuid)
returns table (
    contractor_id uuid, last_name text, first_name text, email text, employment_type text,
    period_start date, period_end date, pay_date date, batch_status text,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric,
    straight_pay numeric, overtime_premium numeric, doubletime_premium numeric, differences numeric,
    hours_driven_stipends numeric, reimbursement_stipends numeric,
    bonuses numeric, reimbursements numeric, deductions numeric, gross_pay numeric, recoveries numeric,
    prior_year_recoveries numeric, break_premiums numeric, codes numeric, reimbursement_codes numeric)
language sql stable set search_path = ''
as $$ select * from private.payroll_export(payroll_batch_id); $$;
comment on function public.payroll_export is
$$Pay of a payroll batch, for programs: one row per contractor, with hours and pay by class.

Rows are in the order of last name, first name and id, and the columns stay as they are. Straight pay, codes, premiums,
break_premiums, differences, stipends, adjustments and recoveries add up to gross_pay; deductions and recoveries are negative. Differences
are what is paid or taken now: an overpayment that is found is left out, and taken back later, as recoveries of the same
year, or as prior_year_recoveries. Deductions are what is taken now, the rest of them is carried to later pay. hours_driven_stipends has flat sums
too: all stipends that are wages; reimbursement_stipends has the rest. break_premiums is for missed meal and rest periods,
wages too. codes is for time of codes that is not worked, units and hours that were promised and not worked, wages too, reimbursement_codes for those that repay
expenses, with their differences and what is taken back of them; worked time of codes is in straight_pay, and so are premiums of nights, weekends and holidays (premium_rules). Hours and pay may be negative where a correction
takes back. Hand on closed batches only: batch_status says which they are. Names, e-mail, employment type
and the kinds of stipends and adjustments are those of the day the batch was built, and stay. employment_type is as
payroll_items.employment_type; batch_status is as payroll_batches.status.

Pages: order=last_name,first_name,contractor_id. Of more than 1000 contractors the API answers 1000: read on with limit
and offset, and ask for Prefer: count=exact to know how many there are; or call payroll_file, which is never cut.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: the rows; none for a batch that pays nobody.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}$$;

revoke execute on function
    private.require_payroll_batch, private.payroll_export, public.payroll_export
    from public, anon, authenticated, service_role;
grant execute on function private.payroll_export, public.payroll_export to authenticated, service_role;
