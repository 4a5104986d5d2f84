-- Imports the assignments that run when the firm moves in, with their rates: of the former books' assignments those that go on.
create function private.assignments_to_import(rows jsonb)
returns table (
    line int, external_number text, id uuid, contractor_number text, contractor_id uuid, employment_type text,
    facility_number text, facility_id uuid, facility_is_active boolean, start_date date, end_date date,
    bill_rate numeric, pay_rate numeric, rates_from date, allow_negative_margin boolean, overtime_rule text,
    overtime_rule_reason text, bill_overtime_multiplier numeric, bill_doubletime_multiplier numeric, renewal_date date,
    department text, cost_centre text, order_number text, purchase_order_id uuid, state text, rule_of_state text,
    below_minimum_wage_reason text, title text, requisition text, missing_credentials_reason text)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.external_number, assignment.id, row.contractor_number, contractor.id,
           contractor.employment_type, row.facility_number, facility.id, facility.is_active, row.start_date,
           row.end_date, row.bill_rate, row.pay_rate, coalesce(row.rates_from, row.start_date),
           coalesce(row.allow_negative_margin, false),
           coalesce(row.overtime_rule, assignment.overtime_rule, law.overtime_rule), row.overtime_rule_reason,
           coalesce(row.bill_overtime_multiplier, facility.bill_overtime_multiplier)::numeric(5, 3),
           coalesce(row.bill_doubletime_multiplier, facility.bill_doubletime_multiplier)::numeric(5, 3),
           coalesce(row.renewal_date, row.end_date), row.department, row.cost_centre, row.order_number,
           purchase_order.id, coalesce(law.name, facility.work_state), law.overtime_rule,
           row.below_minimum_wage_reason, row.title, row.requisition, row.missing_credentials_reason
      from jsonb_to_recordset(assignments_to_import.rows) as row (
           line int, external_number text, contractor_number text, facility_number text, start_date date,
           end_date date, bill_rate numeric(10, 2), pay_rate numeric(10, 2), rates_from date,
           allow_negative_margin boolean, overtime_rule text, overtime_rule_reason text,
           bill_overtime_multiplier numeric, bill_doubletime_multiplier numeric, renewal_date date,
           department text, cost_centre text, order_number text, below_minimum_wage_reason text, title text,
           requisition text, missing_credentials_reason text)
      left join public.assignments as assignment on assignment.external_number = row.external_number
      left join public.contractors as contractor on contractor.external_number = row.contractor_number
      left join public.facilities as facility on facility.external_number = row.facility_number
      left join public.state_rules as law on law.state = facility.work_state
      left join public.purchase_orders as purchase_order
        on purchase_order.facility_id = (
               -- Of two of one number, the facility's own.
               select ordered.facility_id
                 from public.purchase_orders as ordered
                where ordered.facility_id in (facility.id, facility.bill_to_facility_id)
                  and ordered.number = row.order_number
                order by ordered.facility_id <> facility.id
                limit 1)
       and purchase_order.number = row.order_number;
$$;
comment on function private.assignments_to_import is
    'The rows of a file of assignments, with what stands for empty cells and whom they name; id: the assignment that is here already.';

-- As private.refuse_overlap: of two on one day, the department, the cost center or the order tells which is which.
create function private.assignments_that_overlap(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select row.line, row.id, row.contractor_id, row.facility_id, row.start_date, row.end_date, row.external_number,
               row.department, row.cost_centre, row.order_number, row.purchase_order_id,
               daterange(row.start_date, row.end_date, '[]') as days
          from private.assignments_to_import(assignments_that_overlap.rows) as row
         where row.start_date <= coalesce(row.end_date, 'infinity'))
    select row.line, 'start_date',
           format('Line %s places the contractor at the facility on days of this one. Give one of the two another department, cost center or order.',
                  min(earlier.line))
      from row
      join row as earlier using (contractor_id, facility_id)
     where earlier.line < row.line and earlier.days && row.days
       and earlier.external_number is distinct from row.external_number
       and earlier.department is not distinct from row.department
       and earlier.cost_centre is not distinct from row.cost_centre
       and earlier.order_number is not distinct from row.order_number
     group by row.line
     union all
    select row.line, 'start_date',
           format('The contractor has another assignment at the facility here, from %s to %s. Give this one another department, cost center or order.',
                  other.start_date, coalesce(other.end_date::text, 'further notice'))
      from row
      join public.assignments as other using (contractor_id, facility_id)
     where row.id is null
       and other.department is not distinct from row.department
       and other.cost_centre is not distinct from row.cost_centre
       and other.purchase_order_id is not distinct from row.purchase_order_id
       and other.start_date <= coalesce(row.end_date, 'infinity')
       and coalesce(other.end_date, 'infinity') >= row.start_date;
$$;
comment on function private.assignments_that_overlap is
    'Rows of a file of assignments that share a day with another of the contractor at the facility, and are not told apart from it.';

create function private.assignments_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.assignments_to_import(assignments_errors.rows)
    ), minimum_wage as materialized ( -- asked of each place and day alone: a file has few
        select begun.facility_id, begun.rates_from, wage.amount, wage.jurisdiction
          from (select distinct row.facility_id, row.rates_from from row) as begun
         cross join lateral private.minimum_wage_on(begun.facility_id, begun.rates_from) as wage)
    select row.line, told.name, told.message
      from row
      left join public.overtime_rules as rule on rule.name = row.overtime_rule
     cross join lateral (values
           ('contractor_number', row.contractor_number is not null and row.contractor_id is null,
            format('There is no contractor with the number %s. Import contractors first.', row.contractor_number)),
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('facility_number', row.id is null and not row.facility_is_active, 'The facility is inactive here.'),
           ('facility_number',
            row.id is null
            and exists (select from public.facilities as billed where billed.bill_to_facility_id = row.facility_id),
            'Nobody works at a program: other facilities are billed to it.'),
           ('order_number', row.order_number is not null and row.facility_id is not null and row.purchase_order_id is null,
            format('The facility has no order with the number %s. Import orders first.', row.order_number)),
           ('end_date', row.end_date < row.start_date, format('It is before the start, %s.', row.start_date)),
           ('renewal_date', row.renewal_date < row.start_date and row.renewal_date is distinct from row.end_date,
            format('It is before the start, %s.', row.start_date)),
           ('rates_from', row.rates_from < row.start_date or (row.rates_from > row.end_date and row.rates_from > row.start_date),
            format('It is not from %s to %s.', row.start_date, coalesce(row.end_date::text, 'further notice'))),
           ('pay_rate', row.pay_rate > row.bill_rate and not row.allow_negative_margin,
            format('An hour would pay %s and bill only %s. Correct the rates, or give yes as allow_negative_margin.',
                   row.pay_rate, row.bill_rate)),
           ('overtime_rule', row.overtime_rule is null and row.facility_id is not null and row.state is null,
            'The facility has no state, which decides the overtime rule. Give the rule, or the state of the facility.'),
           ('overtime_rule',
            row.state is not null and row.rule_of_state is null and row.id is null
            and (row.overtime_rule is null or row.employment_type = 'w2' and row.overtime_rule <> 'none'
                 and private.is_built_in_overtime_rule(row.overtime_rule)),
            format('No overtime rule that comes with the product is the law of %s. Give a rule that an admin added for it.',
                   row.state)),
           ('overtime_rule_reason',
            row.id is null and row.overtime_rule <> row.rule_of_state and rule.name is not null and rule.asks_for is null
            and row.employment_type = 'w2' and row.overtime_rule_reason is null,
            format('Employees who work in %s are paid by the overtime rule %s. Leave the rule out, or give the reason for %s.',
                   row.state, row.rule_of_state, row.overtime_rule)),
           ('overtime_rule', row.overtime_rule is not null and rule.name is null,
            format('There is no overtime rule %s. There are %s.', row.overtime_rule, (
                select string_agg(known.name, ', ' order by known.name) from public.overtime_rules as known))),
           ('overtime_rule_reason',
            row.id is null and rule.asks_for is not null and row.employment_type = 'w2'
            and row.overtime_rule_reason is null,
            format('The overtime rule %s asks for %s.', row.overtime_rule, rule.asks_for)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select row.line, 'pay_rate',
           format('An hour would pay %s, and the minimum wage there is %s (%s). Correct it, or give the reason as below_minimum_wage_reason.',
                  row.pay_rate, wage.amount, wage.jurisdiction)
      from row
      join minimum_wage as wage on wage.facility_id = row.facility_id and wage.rates_from = row.rates_from
     where row.id is null and row.employment_type = 'w2' and row.below_minimum_wage_reason is null
       and row.pay_rate < wage.amount
     union all
    select row.line, 'pay_rate',
           format('Employees who work in %s for less than %s an hour have overtime by the day, which the overtime rule %s does not count. Correct it, or give the reason as overtime_rule_reason.',
                  law.name, round(law.from_minimum_wages * wage.amount, 2), law.overtime_rule)
      from row
      join public.facilities as facility on facility.id = row.facility_id
      join public.state_rules as law on law.state = facility.work_state and law.overtime_rule = row.overtime_rule
     cross join lateral (
           select known.amount
             from public.minimum_wages as known
            where known.jurisdiction = law.state and known.effective_from <= row.rates_from
            order by known.effective_from desc
            limit 1) as wage
     where row.id is null and row.employment_type = 'w2' and row.overtime_rule_reason is null
       and row.pay_rate < round(law.from_minimum_wages * wage.amount, 2)
     union all
    select lacking.line, 'contractor_number',
           format('They lack what is required there on the first day: %s. Import credentials first, or give the reason as missing_credentials_reason.',
                  lacking.kinds)
      from (select array_agg(row.line order by row.line) as lines,
                   array_agg(row.contractor_id order by row.line) as contractor_ids,
                   array_agg(row.facility_id order by row.line) as facility_ids,
                   array_agg(row.start_date order by row.line) as days
              from row
             where row.id is null and row.missing_credentials_reason is null and row.contractor_id is not null) as asked
     cross join lateral (
           select asked.lines[known.nth] as line,
                  string_agg(known.credential_kind, ', ' order by known.credential_kind) as kinds
             from private.lacking_credentials(
                      null, asked.contractor_ids, asked.facility_ids, null, asked.days) as known
            group by known.nth) as lacking
     union all
    select * from private.assignments_that_overlap(assignments_errors.rows)
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.assignments as assignment on assignment.id = row.id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      left join public.purchase_orders as purchase_order on purchase_order.id = assignment.purchase_order_id
      -- Without the rate hits that were applied since.
      left join lateral (
           select first.effective_from, first.base_bill_rate, first.base_pay_rate, first.below_minimum_wage_reason
             from public.assignment_rates as first
            where first.assignment_id = assignment.id
            order by first.effective_from
            limit 1) as rate on true
     cross join lateral (values
           ('contractor_number', row.contractor_number, contractor.external_number),
           ('facility_number', row.facility_number, facility.external_number),
           ('start_date', row.start_date::text, assignment.start_date::text),
           ('end_date', row.end_date::text, assignment.end_date::text),
           ('bill_rate', row.bill_rate::text, rate.base_bill_rate::text),
           ('pay_rate', row.pay_rate::text, rate.base_pay_rate::text),
           ('rates_from', row.rates_from::text, rate.effective_from::text),
           ('overtime_rule', row.overtime_rule, assignment.overtime_rule),
           ('overtime_rule_reason', row.overtime_rule_reason, assignment.overtime_rule_reason),
           ('bill_overtime_multiplier', row.bill_overtime_multiplier::text, assignment.bill_overtime_multiplier::text),
           ('bill_doubletime_multiplier', row.bill_doubletime_multiplier::text,
            assignment.bill_doubletime_multiplier::text),
           ('department', row.department, assignment.department),
           ('cost_centre', row.cost_centre, assignment.cost_centre),
           ('order_number', row.order_number, purchase_order.number),
           ('below_minimum_wage_reason', row.below_minimum_wage_reason, rate.below_minimum_wage_reason),
           ('title', row.title, assignment.title),
           ('requisition', row.requisition, assignment.requisition),
           ('missing_credentials_reason', row.missing_credentials_reason, assignment.missing_credentials_reason)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$$;
comment on function private.assignments_errors is 'Errors in the rows of a file of assignments.';

create function private.insert_assignments(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    -- In one order, which the guards of rates would not keep.
    perform
       from public.contractors as contractor
      where contractor.external_number in (
            select row.contractor_number
              from jsonb_to_recordset(insert_assignments.rows) as row (contractor_number text))
      order by contractor.id
        for no key update;
    perform private.hold_requirements();

    insert into public.assignments (
        external_number, contractor_id, facility_id, start_date, end_date, overtime_rule, overtime_rule_reason,
        bill_overtime_multiplier, bill_doubletime_multiplier, department, cost_centre, purchase_order_id, title,
        requisition, missing_credentials_reason)
    select row.external_number, row.contractor_id, row.facility_id, row.start_date, row.end_date, row.overtime_rule,
           row.overtime_rule_reason, row.bill_overtime_multiplier, row.bill_doubletime_multiplier, row.department,
           row.cost_centre, row.purchase_order_id, row.title, row.requisition, row.missing_credentials_reason
      from private.assignments_to_import(insert_assignments.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;

    -- Those that were here before have theirs.
    insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate, below_minimum_wage_reason)
    select row.id, row.rates_from, row.bill_rate, row.pay_rate, row.below_minimum_wage_reason
      from private.assignments_to_import(insert_assignments.rows) as row
     where not exists (select from public.assignment_rates as rate where rate.assignment_id = row.id);
    -- What is over already comes up for nothing.
    insert into public.contract_renewals (assignment_id, renewal_date)
    select row.id, row.renewal_date
      from private.assignments_to_import(insert_assignments.rows) as row
     cross join private.clock() as clock
     where row.renewal_date >= clock.business_date
       and not exists (select from public.contract_renewals as renewal where renewal.assignment_id = row.id);
    return v_inserted;
end;
$$;
comment on function private.insert_assignments is
    'Inserts the assignments of a file that are not here yet, in which nothing is wrong, with their rates and renewals; how many.';

revoke execute on function
    private.assignments_to_import, private.assignments_that_overlap, private.assignments_errors,
    private.insert_assignments
    from public, anon, authenticated, service_role;
