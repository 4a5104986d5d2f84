-- Pay of a contractor in a year, as the function documents prints it.
-- Security definer: contractors have no policy on payroll tables.
create function private.pay_year_document(contractor_id uuid, year int)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_first date;
    v_last date;
    v_contractor public.contractors;
    v_document jsonb;
begin
    perform private.require_arguments(jsonb_build_object(
        'contractor_id', pay_year_document.contractor_id, 'year', pay_year_document.year));
    perform private.require_pay_year(pay_year_document.year);
    v_first := make_date(pay_year_document.year, 1, 1);
    v_last := make_date(pay_year_document.year, 12, 31);
    select contractor.*
      into v_contractor
      from public.contractors as contractor
     where contractor.id = pay_year_document.contractor_id
       and (private.caller() in ('service_role', 'owner') or private.has_role('payroll')
            or contractor.id = private.own_contractor_id());
    if not found then
        perform private.refuse_unknown_contractor(pay_year_document.contractor_id);
    end if;
    with item as materialized (
        select paid.*, batch.kind, period.period_start, period.period_end, batch.closed_at,
               coalesce(batch.pay_date, period.pay_date) as pay_date,
               case paid.employment_type when 'w2' then 'w2' else '1099' end as employment
          from public.payroll_items as paid
          join public.payroll_batches as batch on batch.id = paid.payroll_batch_id and batch.status = 'closed'
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where paid.contractor_id = v_contractor.id
           and coalesce(batch.pay_date, period.pay_date) between v_first and v_last
    ), pay as materialized (
        select item.*, coalesce(part.gross_wages, 0.00) as gross_wages,
               coalesce(part.reimbursements, 0.00) as reimbursements, coalesce(part.deductions, 0.00) as deductions,
               coalesce(part.recoveries, 0.00) as recoveries, line.prior_year_recoveries, line.qualified_overtime
          from item
          left join private.gross_wages(array(select item.id from item)) as part on part.payroll_item_id = item.id
         cross join lateral (
               select coalesce(sum(line.amount) filter (
                          where line.kind = 'recovery' and line.pay_kind = 'prior_year'), 0.00) as prior_year_recoveries,
                      coalesce(sum(line.flsa_premium), 0.00) as qualified_overtime
                 from public.payroll_item_lines as line
                where line.payroll_item_id = item.id) as line
    ), repaid as (
        select case settlement.employment_type when 'w2' then 'w2' else '1099' end as employment,
               sum(moment.sign * wages.amount) as amount
          from public.overpayment_settlements as settlement
         cross join lateral (
               select settlement.amount - private.sum_by_code(settlement.reimbursements_by_code)) as wages (amount)
         cross join lateral (values (settlement.settled_on, 1), (settlement.taken_back_on, -1)) as moment (day, sign)
         where settlement.contractor_id = v_contractor.id and settlement.kind = 'check'
           and wages.amount > 0
           and moment.day between v_first and v_last
         group by 1
    ), form as (
        select pay.employment from pay union select repaid.employment from repaid
    ), total as (
        select form.employment,
               jsonb_build_object(
                   'employment', form.employment,
                   'regular_hours', coalesce(sum(pay.regular_hours), 0.00)::text,
                   'overtime_hours', coalesce(sum(pay.overtime_hours), 0.00)::text,
                   'doubletime_hours', coalesce(sum(pay.doubletime_hours), 0.00)::text,
                   'gross_wages', coalesce(sum(pay.gross_wages), 0.00)::text,
                   'recoveries', coalesce(sum(pay.recoveries - pay.prior_year_recoveries), 0.00)::text,
                   'wages', coalesce(sum(pay.gross_wages + pay.recoveries - pay.prior_year_recoveries), 0.00)::text,
                   'reimbursements', coalesce(sum(pay.reimbursements), 0.00)::text,
                   'deductions', coalesce(sum(pay.deductions), 0.00)::text,
                   'prior_year_recoveries', coalesce(sum(pay.prior_year_recoveries), 0.00)::text,
                   'gross_pay', coalesce(sum(pay.gross_pay), 0.00)::text,
                   'qualified_overtime', case when form.employment = 'w2'
                                              then coalesce(sum(pay.qualified_overtime), 0.00) else 0.00 end::text,
                   'repaid', coalesce(max(repaid.amount), 0.00)::text) as content
          from form
          left join pay on pay.employment = form.employment
          left join repaid on repaid.employment = form.employment
         group by form.employment
    )
    select jsonb_build_object(
               'document', 'pay_year',
               'letterhead', private.letterhead_on_paper(null),
               'year', pay_year_document.year,
               'first_name', v_contractor.first_name, 'last_name', v_contractor.last_name,
               'payroll_number', v_contractor.payroll_number,
               'through', (private.clock()).business_date,
               'pays', coalesce((
                   select jsonb_agg(
                              jsonb_build_object(
                                  'kind', pay.kind, 'pay_date', pay.pay_date, 'period_start', pay.period_start,
                                  'period_end', pay.period_end, 'employment', pay.employment,
                                  'hours', (pay.regular_hours + pay.overtime_hours + pay.doubletime_hours)::text,
                                  'gross_wages', pay.gross_wages::text, 'reimbursements', pay.reimbursements::text,
                                  'deductions', pay.deductions::text, 'recoveries', pay.recoveries::text,
                                  'gross_pay', pay.gross_pay::text)
                              order by pay.employment desc, pay.pay_date, pay.period_start, pay.closed_at, pay.id)
                     from pay), '[]'),
               'totals', (select jsonb_agg(total.content order by total.employment desc) from total))
      into v_document
      from (select) as one
     where exists (select from form);
    if v_document is null then
        perform private.refuse(
            404, 'pay_year_empty',
            format('%s %s was paid nothing in %s.', v_contractor.first_name, v_contractor.last_name,
                   pay_year_document.year),
            'Choose a year with pay.');
    end if;
    return v_document;
end;
$$;
comment on function private.pay_year_document is 'The logic of public.pay_year_document.';

create function public.pay_year_document(contractor_id uuid, year int)
returns jsonb language sql stable set search_path = ''
as $$ select private.pay_year_document(contractor_id, year); $$;
comment on function public.pay_year_document is
$$Content of the document of somebody's pay in a year, which GET /functions/v1/documents/pay-year/<contractor id>?year=2026 prints.

pays has each pay of a closed batch whose pay date is in the year, and totals what they come to, of W-2 pay and of other
pay apart, as pay_year_totals has them: wages are gross_wages less recoveries of what was overpaid in the year. through is
the day on which it was asked for. Taxes and net pay are the payroll provider's. The shape is PayYearDocument in
database.types.ts.

May be called with GET.

Who: active staff in payroll; contractors, of their own pay.

Arguments:
contractor_id: whose pay.
year: the calendar year of the pay dates, from 2000 to 2100.

Result: one object; money and hours are text with two decimals.

Errors: argument_missing, year_out_of_range, contractor_not_found, pay_year_empty.

Example: {"contractor_id": "$contractor_id", "year": 2026}$$;

revoke execute on function private.pay_year_document, public.pay_year_document
    from public, anon, authenticated, service_role;
grant execute on function private.pay_year_document, public.pay_year_document to authenticated, service_role;
