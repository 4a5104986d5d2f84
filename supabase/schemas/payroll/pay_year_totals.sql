-- Totals of a year for the forms at its end, W-2 and 1099, beside the payroll provider's.

-- A year before the firm, or one that is a mistake, has no totals.
create function private.require_pay_year(year int)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_arguments(jsonb_build_object('year', require_pay_year.year));
    if require_pay_year.year not between 2000 and 2100 then
        perform private.refuse(
            400, 'year_out_of_range', format('There is no pay of the year %s.', require_pay_year.year),
            'Give a year from 2000 to 2100.');
    end if;
end;
$$;
comment on function private.require_pay_year is 'Raises 400 unless it is a year from 2000 to 2100.';

create function private.pay_totals(year int)
returns table (
    contractor_id uuid, payroll_number text, last_name text, first_name text, employment text, employment_types text,
    pay numeric, pay_by_state jsonb, pay_without_state numeric, reimbursements numeric, deductions numeric,
    recoveries numeric, prior_year_recoveries numeric, repaid numeric, qualified_overtime numeric, gross_pay numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
begin
    return query
    with batch as materialized (
        select closed.id
          from public.payroll_batches as closed
          join public.payroll_periods as period on period.id = closed.payroll_period_id
         where closed.status = 'closed'
           and coalesce(closed.pay_date, period.pay_date)
               between make_date(pay_totals.year, 1, 1) and make_date(pay_totals.year, 12, 31)
    ), earned as ( -- by the few earnings and states of a person first
        select line.contractor_id, line.employment, line.employment_type, line.work_state,
               case when line.earning in (
                        'reimbursement_stipend', 'reimbursement_code', 'reimbursement', 'deduction', 'recovery',
                        'recovery_prior_year')
                    then line.earning else 'pay' end as earning,
               sum(line.amount) as amount
          from batch
         cross join lateral private.earning_lines(batch.id) as line
         group by 1, 2, 3, 4, 5
    ), by_state as (
        select earned.contractor_id, earned.employment, earned.work_state, sum(earned.amount) as amount
          from earned
         where earned.earning in ('pay', 'recovery')
         group by earned.contractor_id, earned.employment, earned.work_state
        having sum(earned.amount) <> 0
    ), total as (
        select earned.contractor_id, earned.employment,
               string_agg(distinct earned.employment_type, ' ') as employment_types,
               coalesce(sum(earned.amount) filter (where earned.earning in ('pay', 'recovery')), 0.00) as pay,
               coalesce(sum(earned.amount) filter (
                   where earned.earning in ('reimbursement_stipend', 'reimbursement_code', 'reimbursement')), 0.00)
                   as reimbursements,
               coalesce(sum(earned.amount) filter (where earned.earning = 'deduction'), 0.00) as deductions,
               coalesce(sum(earned.amount) filter (where earned.earning = 'recovery'), 0.00) as recoveries,
               coalesce(sum(earned.amount) filter (where earned.earning = 'recovery_prior_year'), 0.00)
                   as prior_year_recoveries,
               sum(earned.amount) as gross_pay
          from earned
         group by earned.contractor_id, earned.employment
    ), stated as (
        select by_state.contractor_id, by_state.employment,
               jsonb_object_agg(by_state.work_state, by_state.amount::text)
                   filter (where by_state.work_state is not null) as by_state,
               sum(by_state.amount) filter (where by_state.work_state is null) as without_state
          from by_state
         group by by_state.contractor_id, by_state.employment
    ), qualified as (
        select item.contractor_id, sum(line.flsa_premium) as amount
          from batch
          join public.payroll_items as item on item.payroll_batch_id = batch.id
          join public.payroll_item_lines as line on line.payroll_item_id = item.id and line.flsa_premium is not null
         where item.employment_type = 'w2'
         group by item.contractor_id
    ), repaid as (
        select settlement.contractor_id,
               case settlement.employment_type when 'w2' then 'w2' else '1099' end as employment,
               sum(moment.sign * wages.amount) as amount
          from public.overpayment_settlements as settlement
         cross join lateral (
               select settlement.amount - private.sum_by_code(settlement.reimbursements_by_code)) as wages (amount)
         cross join lateral (values (settlement.settled_on, 1), (settlement.taken_back_on, -1)) as moment (day, sign)
         where settlement.kind = 'check'
           and wages.amount > 0
           and moment.day between make_date(pay_totals.year, 1, 1) and make_date(pay_totals.year, 12, 31)
         group by 1, 2
    )
    select contractor.id, contractor.payroll_number, contractor.last_name, contractor.first_name, person.employment,
           coalesce(total.employment_types, ''), coalesce(total.pay, 0.00), coalesce(stated.by_state, '{}'),
           coalesce(stated.without_state, 0.00),
           coalesce(total.reimbursements, 0.00), coalesce(total.deductions, 0.00), coalesce(total.recoveries, 0.00),
           coalesce(total.prior_year_recoveries, 0.00), coalesce(repaid.amount, 0.00),
           case when person.employment = 'w2' then coalesce(qualified.amount, 0.00) else 0.00 end,
           coalesce(total.gross_pay, 0.00)
      from (select total.contractor_id, total.employment from total
             union
            select repaid.contractor_id, repaid.employment from repaid) as person
      join public.contractors as contractor on contractor.id = person.contractor_id
      left join total on total.contractor_id = person.contractor_id and total.employment = person.employment
      left join repaid on repaid.contractor_id = person.contractor_id and repaid.employment = person.employment
      left join stated on stated.contractor_id = person.contractor_id and stated.employment = person.employment
      left join qualified on qualified.contractor_id = person.contractor_id
     order by contractor.last_name, contractor.first_name, contractor.id, person.employment desc;
end;
$$;
comment on function private.pay_totals is
$$Pay of each person in a year, as public.pay_year_totals has it. pay: wages of W-2, nonemployee pay of the others, and
pay_by_state and pay_without_state of both.

employment_types: w2, or those of 1099 and corp_to_corp that the person had, with a blank between them.$$;

-- Security definer: it answers the roles of payroll alone, in words.
create function private.pay_year_totals(year int)
returns table (
    contractor_id uuid, payroll_number text, last_name text, first_name text, employment text,
    wages numeric, wages_by_state jsonb, wages_without_state numeric, nonemployee_pay numeric, reimbursements numeric,
    deductions numeric, recoveries numeric, prior_year_recoveries numeric, repaid numeric, qualified_overtime numeric,
    gross_pay numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    perform private.require_pay_year(pay_year_totals.year);
    return query
    select total.contractor_id, total.payroll_number, total.last_name, total.first_name, total.employment,
           case when is_w2 then total.pay else 0.00 end,
           case when is_w2 then total.pay_by_state else '{}' end,
           case when is_w2 then total.pay_without_state else 0.00 end,
           case when is_w2 then 0.00 else total.pay end,
           total.reimbursements, total.deductions, total.recoveries, total.prior_year_recoveries, total.repaid,
           total.qualified_overtime, total.gross_pay
      from private.pay_totals(pay_year_totals.year) as total
     cross join lateral (select total.employment = 'w2' as is_w2) as form
     order by total.last_name, total.first_name, total.contractor_id, total.employment desc;
end;
$$;
comment on function private.pay_year_totals is 'The logic of public.pay_year_totals.';

create function public.pay_year_totals(year int)
returns table (
    contractor_id uuid, payroll_number text, last_name text, first_name text, employment text,
    wages numeric, wages_by_state jsonb, wages_without_state numeric, nonemployee_pay numeric, reimbursements numeric,
    deductions numeric, recoveries numeric, prior_year_recoveries numeric, repaid numeric, qualified_overtime numeric,
    gross_pay numeric)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.pay_year_totals(year); $$;
comment on function public.pay_year_totals is
$$Pay of each person in a year, to compare with the W-2 and 1099 forms that the payroll provider makes.

The pay of closed batches whose pay date is in the year, as their files have it: a row for W-2 pay and one for other pay of who
had both. wages, nonemployee_pay, reimbursements, deductions and prior_year_recoveries add up to gross_pay. wages are of
W-2 pay, before taxes and less recoveries; wages_by_state has them by work state, as text, and wages_without_state what no
state is known of. nonemployee_pay is the same of 1099 and corp_to_corp. employment is as earning_codes.employment.

deductions are below zero, and so are recoveries, which are in wages already, and prior_year_recoveries: what was taken back of
an earlier year's overpayments, which that year's W-2c is about. repaid: wages that the person paid back by check in
the year, which no file has, less what of that was taken back.

qualified_overtime: the part of the overtime premiums that section 7 of the FLSA asks, for Form W-2 box 12 code TT from 2026
on (26 USC 225): half the regular rate for hours over 40 a week. Of batches before 1.0.0 the upgrade tells it where the pay
date is in 2025 or later.

pay_year_totals_file has them as a file for the provider.

Pages: order=last_name,first_name,contractor_id,employment. Of more than 1000 rows the API answers 1000: read on with limit
and offset.

Who: payroll.

Arguments:
year: the calendar year of the pay dates, from 2000 to 2100.

Result: the rows; none for a year without pay.

Errors: role_required, argument_missing, year_out_of_range.

Example: {"year": 2026}$$;

revoke execute on function
    private.require_pay_year, private.pay_totals, private.pay_year_totals, public.pay_year_totals
    from public, anon, authenticated, service_role;
grant execute on function private.pay_year_totals, public.pay_year_totals to authenticated, service_role;
