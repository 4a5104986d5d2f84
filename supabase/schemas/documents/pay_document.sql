-- Pay of a contractor and the reasons for it, as the function documents prints it.

-- As it was on the day of the batch: what closes later changes no paper.
create function private.pay_of_year(item public.payroll_items, pay_date date, closed_at timestamptz)
returns jsonb
language sql
stable
set search_path = ''
as $$
    with paid as (
        select paid.id, paid.gross_pay
          from public.payroll_items as paid
          join public.payroll_batches as batch on batch.id = paid.payroll_batch_id
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where paid.contractor_id = (pay_of_year.item).contractor_id
           and (paid.id = (pay_of_year.item).id
                or (batch.status = 'closed'
                    and batch.closed_at <= coalesce(pay_of_year.closed_at, 'infinity')
                    and coalesce(batch.pay_date, period.pay_date)
                        between date_trunc('year', pay_of_year.pay_date) and pay_of_year.pay_date))
    )
    select jsonb_build_object(
               'gross_wages', coalesce(sum(part.gross_wages), 0.00)::text,
               'reimbursements', coalesce(sum(part.reimbursements), 0.00)::text,
               'deductions', coalesce(sum(part.deductions), 0.00)::text,
               'recoveries', coalesce(sum(part.recoveries), 0.00)::text,
               'gross_pay', sum(paid.gross_pay)::text)
      from paid
      left join private.gross_wages(array(select paid.id from paid)) as part on part.payroll_item_id = paid.id;
$$;
comment on function private.pay_of_year is
$$Pay of the item's contractor in the year of a pay date, up to that date: the item's and that of closed batches.

pay_date, closed_at: those of the item's batch; closed_at null = it is not closed.$$;

-- Security definer: contractors have no policy on payroll tables.
create function private.pay_document(payroll_item_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_item public.payroll_items;
    v_part record;
begin
    perform private.require_arguments(jsonb_build_object('payroll_item_id', pay_document.payroll_item_id));
    select item.*
      into v_item
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
     where item.id = pay_document.payroll_item_id
       and (private.caller() in ('service_role', 'owner') or private.has_role('payroll')
            or (item.contractor_id = private.own_contractor_id() and batch.status = 'closed'));
    if not found then
        perform private.refuse(
            404, 'payroll_item_not_found',
            format('There is no payroll item %s.', pay_document.payroll_item_id),
            'Look it up in the list of pay.');
    end if;
    select coalesce(max(part.gross_wages), 0.00) as gross_wages, coalesce(max(part.wage_stipends), 0.00) as wage_stipends,
           coalesce(max(part.bonuses), 0.00) as bonuses, coalesce(max(part.reimbursements), 0.00) as reimbursements,
           coalesce(max(part.deductions), 0.00) as deductions, coalesce(max(part.recoveries), 0.00) as recoveries,
           coalesce(max(part.codes), 0.00) as codes
      into v_part
      from private.gross_wages(array[v_item.id]) as part;
    return (
        select jsonb_build_object(
                   'document', 'pay',
                   'letterhead', private.letterhead_on_paper(null),
                   'first_name', coalesce(v_item.first_name, contractor.first_name),
                   'last_name', coalesce(v_item.last_name, contractor.last_name),
                   'employment_type', coalesce(v_item.employment_type, contractor.employment_type),
                   'batch_status', batch.status,
                   'period_start', period.period_start, 'period_end', period.period_end,
                   'pay_date', coalesce(batch.pay_date, period.pay_date),
                   'regular_hours', v_item.regular_hours::text, 'overtime_hours', v_item.overtime_hours::text,
                   'doubletime_hours', v_item.doubletime_hours::text,
                   'straight_pay', v_item.straight_pay::text, 'premium_pay', v_item.premium_pay::text,
                   'stipend_pay', v_item.stipend_pay::text, 'adjustment_pay', v_item.adjustment_pay::text,
                   'wage_stipends', v_part.wage_stipends::text, 'bonuses', v_part.bonuses::text,
                   'codes', v_part.codes::text,
                   'gross_wages', v_part.gross_wages::text, 'reimbursements', v_part.reimbursements::text,
                   'deductions', v_part.deductions::text, 'recoveries', v_part.recoveries::text,
                   'gross_pay', v_item.gross_pay::text,
                   'payroll_number', contractor.payroll_number,
                   'year_to_date', private.pay_of_year(
                       v_item, coalesce(batch.pay_date, period.pay_date), batch.closed_at),
                   'leave', private.leave_on_statement(
                       v_item.contractor_id, batch.id, period.period_start, period.period_end, batch.closed_at),
                   'hours', (
                       select coalesce(
                                  jsonb_agg(
                                      jsonb_build_object(
                                          'kind', worked.kind, 'facility_name', worked.facility_name,
                                          'code', worked.code, 'title', worked.title,
                                          'hours', worked.hours::text,
                                          'rate', round(worked.rate,
                                                        case when round(worked.rate, 2) * worked.hours = worked.amount
                                                                  or worked.kind in ('straight', 'differential') then 2
                                                             else 4 end)::text,
                                          'amount', worked.amount::text)
                                      order by array_position(array['straight', 'differential', 'overtime_premium',
                                                                    'doubletime_premium'],
                                                              worked.kind),
                                               worked.facility_name, worked.assignment_id, worked.title nulls first,
                                               worked.rate),
                                  '[]')
                         from (select line.kind, line.code, coalesce(code.title, rule.title) as title,
                                      assignment.id as assignment_id,
                                      facility.name as facility_name,
                                      coalesce(line.rate, line.amount / nullif(line.hours, 0)) as rate,
                                      sum(coalesce(line.hours, line.quantity)) as hours, sum(line.amount) as amount
                                 from public.payroll_item_lines as line
                                 left join public.time_entries as entry on entry.id = line.time_entry_id
                                 left join public.assignments as assignment
                                   on assignment.id = coalesce(line.assignment_id, entry.assignment_id)
                                 left join public.facilities as facility on facility.id = assignment.facility_id
                                 left join public.time_codes as code on code.name = line.code
                                 left join public.premium_rules as rule on rule.id = line.premium_rule_id
                                where line.payroll_item_id = v_item.id
                                  and line.kind in (
                                      'straight', 'differential', 'overtime_premium', 'doubletime_premium')
                                group by line.kind, line.code, coalesce(code.title, rule.title), assignment.id,
                                         facility.name,
                                         coalesce(line.rate, line.amount / nullif(line.hours, 0))) as worked),
                   'rows', (
                       select coalesce(
                                  jsonb_agg(
                                      jsonb_build_object(
                                          'kind', line.kind, 'pay_kind', line.pay_kind, 'week_start', line.week_start,
                                          'code', line.code, 'title', coalesce(code.title, rule.title),
                                          'quantity', line.quantity::text,
                                          'unit', case when line.quantity is not null then coalesce(code.unit, 'hour') end,
                                          'description', line.description,
                                          'work_date', coalesce(entry.work_date, missed.work_date, adjustment.payable_on),
                                          'facility_name', facility.name, 'hours', line.hours::text,
                                          'overtime_hours', line.overtime_hours::text,
                                          'doubletime_hours', line.doubletime_hours::text,
                                          'rate', line.rate::text, 'amount', line.amount::text,
                                          'reason', case when line.pay_kind = 'deduction' then adjustment.reason end)
                                      order by line.week_start,
                                               array_position(array['straight', 'differential', 'code', 'mileage_excess', 'guarantee', 'overtime_premium',
                                                                    'doubletime_premium', 'break_premium', 'stipend',
                                                                    'adjustment', 'difference', 'overpayment', 'carried',
                                                                    'recovery'], line.kind),
                                               entry.work_date, entry.started_at, missed.work_date, facility.name,
                                               code.title, rule.title, line.pay_kind, line.id),
                                  '[]')
                         from public.payroll_item_lines as line
                         left join public.time_entries as entry on entry.id = line.time_entry_id
                         left join public.payroll_adjustments as adjustment on adjustment.id = line.payroll_adjustment_id
                         left join public.assignment_stipends as stipend on stipend.id = line.assignment_stipend_id
                         left join public.break_premiums as missed on missed.id = line.break_premium_id
                         left join public.assignments as assignment
                           on assignment.id = coalesce(line.assignment_id, entry.assignment_id, stipend.assignment_id)
                         left join public.facilities as facility on facility.id = assignment.facility_id
                         left join public.time_codes as code on code.name = line.code
                         left join public.premium_rules as rule on rule.id = line.premium_rule_id
                        where line.payroll_item_id = v_item.id))
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
          join public.contractors as contractor on contractor.id = v_item.contractor_id
         where batch.id = v_item.payroll_batch_id);
end;
$$;
comment on function private.pay_document is 'The logic of public.pay_document.';

create function public.pay_document(payroll_item_id uuid)
returns jsonb language sql stable set search_path = ''
as $$ select private.pay_document(payroll_item_id); $$;
comment on function public.pay_document is
$$Content of the document of somebody's pay, which GET /functions/v1/documents/pay/<payroll item id> prints.

The rows are the lines of the item, as in my_pay_lines, and add up to gross_pay: gross_wages, reimbursements, deductions and
recoveries, which both are below zero. hours are those of this pay, by placement and rate, and premiums, by placement too, by
what an hour of them comes to; hours that are not worked are in the rows alone. leave has
the plans of leave in use of which the person has some, as it stood at the end of the period. Taxes and net pay are the payroll
provider's. The shape is PayDocument in database.types.ts.

May be called with GET.

Who: active staff in payroll; contractors, of their own pay in closed batches.

Arguments:
payroll_item_id: the item, of a batch in whatever state.

Result: one object; money and hours are text with two decimals.

Errors: argument_missing, payroll_item_not_found.

Example: {"payroll_item_id": "$payroll_item_id"}$$;

revoke execute on function private.pay_of_year, private.pay_document, public.pay_document
    from public, anon, authenticated, service_role;
grant execute on function private.pay_document, public.pay_document to authenticated, service_role;
