-- The year for the payroll provider, which makes the forms: a file of W-2 people and one of the others. Taxpayer numbers are
-- not kept here; the provider has them, under the payroll number.

-- 26 USC 6041(a), since the One Big Beautiful Bill Act, section 70433: $2,000 for payments made after December 31, 2025,
-- before that $600. From 2027 on the Internal Revenue Service adjusts it, never downwards: what is below $2,000 is below it.
create function private.reporting_threshold(year int)
returns numeric
language sql
immutable
set search_path = ''
as $$ select case when reporting_threshold.year < 2026 then 600.00 else 2000.00 end; $$;
comment on function private.reporting_threshold is
    'The amount in a year from which on pay of somebody who is not employed is reported, in US dollars (26 USC 6041(a)).';

-- Overpayments of wages of a year that came back in a later one: from pay, or by check. They correct the forms of the
-- year in which too much was paid, not those of the year in which they came back.
create function private.corrected_after(year int)
returns table (contractor_id uuid, employment text, amount numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
    return query
    with later as (
        select item.contractor_id, line.week_start, line.amount
          from public.payroll_item_lines as line
          join public.payroll_items as item on item.id = line.payroll_item_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where line.kind in ('overpayment', 'carried', 'recovery') -- as the index has it
           and line.kind = 'recovery'
           and line.pay_kind is distinct from 'reimbursement' -- it was no wage of that year
           and coalesce(batch.pay_date, period.pay_date) > make_date(corrected_after.year, 12, 31)
         union all
        select settlement.contractor_id, settlement.week_start,
               moment.sign * (settlement.amount - private.sum_by_code(settlement.reimbursements_by_code))
          from public.overpayment_settlements as settlement
         cross join lateral (values (settlement.settled_on, -1), (settlement.taken_back_on, 1)) as moment (day, sign)
         where settlement.kind = 'check' and moment.day > make_date(corrected_after.year, 12, 31)
    ), week as (
        select later.contractor_id, later.week_start, sum(later.amount) as amount,
               private.overpaid_on(later.contractor_id, later.week_start, null) as paid_on
          from later
         group by later.contractor_id, later.week_start
        having sum(later.amount) <> 0
    )
    select week.contractor_id, paid.employment, sum(week.amount)
      from week
     cross join lateral (
           select case item.employment_type when 'w2' then 'w2' else '1099' end as employment
             from public.payroll_items as item
             join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
             join public.payroll_periods as period on period.id = batch.payroll_period_id
            where item.contractor_id = week.contractor_id and coalesce(batch.pay_date, period.pay_date) = week.paid_on
            order by item.id
            limit 1) as paid
     where extract(year from week.paid_on) = corrected_after.year
     group by week.contractor_id, paid.employment;
end;
$$;
comment on function private.corrected_after is
$$Overpayments of wages of a year that came back after it, by person, below zero: for the corrected forms of that year.

employment is as earning_codes.employment, of the pay that was too much.$$;

-- Security definer: as pay_year_totals is.
create function private.pay_year_totals_file(year int, employment text)
returns text
language plpgsql
stable
security definer
set search_path = ''
set work_mem = '64MB'
set jit = off
as $$
declare
    v_threshold constant numeric := private.reporting_threshold(pay_year_totals_file.year);
    v_made record;
begin
    perform private.require_role('payroll');
    perform private.require_pay_year(pay_year_totals_file.year);
    perform private.require_employment(pay_year_totals_file.employment);
    with person as materialized (
        select total.*, coalesce(corrected.amount, 0.00) as corrected_after, total.employment = 'w2' as is_w2,
               concat_ws(',', pay_year_totals_file.year, total.employment, private.csv_text(total.payroll_number),
                         private.csv_text(total.last_name),
                         private.csv_text(total.first_name), total.employment_types) as cells
          from private.pay_totals(pay_year_totals_file.year) as total
          left join private.corrected_after(pay_year_totals_file.year) as corrected
            on corrected.contractor_id = total.contractor_id and corrected.employment = total.employment
         where total.employment = pay_year_totals_file.employment
    ), stated as (
        select person.*, part.state, part.pay as pay_of_state,
               row_number() over (partition by person.contractor_id order by part.pay desc, part.state) as place
          from person
         cross join lateral (
               select by_state.key, by_state.value::numeric from jsonb_each_text(person.pay_by_state) as by_state
                union all
               select '', person.pay_without_state where person.pay_without_state <> 0 or person.pay_by_state = '{}'
               ) as part (state, pay)
    )
    select string_agg(concat_ws(',',
               stated.cells, stated.state, case when stated.is_w2 then stated.pay_of_state else 0.00 end,
               case when is_first then stated.reimbursements else 0.00 end,
               case when is_first then stated.recoveries else 0.00 end,
               case when is_first then stated.qualified_overtime else 0.00 end,
               case when stated.is_w2 then 0.00 else stated.pay_of_state end,
               case when is_first then stated.corrected_after else 0.00 end,
               case when stated.is_w2 then '' when stated.pay < v_threshold then 'yes' else 'no' end,
               case when is_first then stated.prior_year_recoveries else 0.00 end,
               case when is_first then stated.repaid else 0.00 end) || e'\r\n',
               '' order by stated.payroll_number collate "C", stated.last_name, stated.first_name, stated.contractor_id,
                           stated.place) as text,
           array_agg(distinct concat_ws(' ', stated.first_name, stated.last_name))
               filter (where stated.payroll_number is null) as without_number
      into v_made
      from stated
     cross join lateral (select stated.place = 1 as is_first) as listed;
    if v_made.without_number is not null then
        perform private.refuse(
            409, 'payroll_file_incomplete', format('No payroll number: %s.', private.first_of(v_made.without_number)),
            'Enter the payroll numbers of contractors, then ask for the file again.');
    end if;
    return concat(
        'year,employment,payroll_number,last_name,first_name,employment_type,state,wages,reimbursements,recoveries,'
        'qualified_overtime,nonemployee_pay,corrected_after,below_threshold,prior_year_recoveries,repaid',
        e'\r\n', v_made.text);
end;
$$;
comment on function private.pay_year_totals_file is 'The logic of public.pay_year_totals_file.';

create function public.pay_year_totals_file(year int, employment text)
returns text language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select private.pay_year_totals_file(year, employment); $$;
comment on function public.pay_year_totals_file is
$$Pay of a year for the payroll provider, who makes W-2 and 1099 forms of it: one CSV file of either employment.

The amounts of pay_year_totals, by payroll number: a row for each person and work state. wages and, of 1099 and
corp_to_corp, nonemployee_pay are those of the state; state is empty where none is known. What has no state stands in the
person's first row, the one of most pay, so that each column adds up: reimbursements, recoveries (in wages already),
qualified_overtime, prior_year_recoveries and repaid are as in pay_year_totals.

corrected_after: what came back after the year of what the year overpaid, from pay or by check, below zero: for Form W-2c,
or a corrected 1099. It grows as long as something comes back.

below_threshold: of the file of 1099, yes where nonemployee_pay of all the person's rows is below what 26 USC 6041(a) asks to
be reported: $2,000 of payments from 2026 on, $600 before. From 2027 on the Internal Revenue Service may have raised it.
Those below are listed all the same. employment_type tells companies, which seldom get a form.

Taxpayer numbers are not kept here: the provider joins them. A person without a payroll number is refused by name.

As payroll_file in all else: RFC 4180, an apostrophe before a text that a spreadsheet would take for a formula. The answer is
one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: payroll.

Arguments:
year: the calendar year of the pay dates, from 2000 to 2100.
employment: one of w2, 1099; the latter has corp_to_corp too.

Result: the whole file; of a year without such pay, the names of the columns.

Errors: role_required, argument_missing, year_out_of_range, employment_unknown, payroll_file_incomplete.

Example: {"year": 2026, "employment": "w2"}$$;

revoke execute on function
    private.reporting_threshold, private.corrected_after, private.pay_year_totals_file, public.pay_year_totals_file
    from public, anon, authenticated, service_role;
grant execute on function private.pay_year_totals_file, public.pay_year_totals_file to authenticated, service_role;
