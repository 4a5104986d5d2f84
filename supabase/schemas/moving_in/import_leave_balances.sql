-- Leave that people have on the day of the move. A row has no number in the former books: it is that of its person and plan,
-- who have one opening balance.
create function private.leave_balances_to_import(rows jsonb)
returns table (
    line int, contractor_number text, plan text, day date, hours numeric, contractor_id uuid, employment_type text,
    leave_plan_id uuid, in_use_from date, is_here boolean, day_here date, hours_here numeric)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.contractor_number, row.plan, row.day, row.hours, contractor.id,
           contractor.employment_type, plan.id, plan.in_use_from, opening.id is not null, opening.day, opening.hours
      from jsonb_to_recordset(leave_balances_to_import.rows) as row (
           line int, contractor_number text, plan text, day date, hours numeric(9, 4))
      left join public.contractors as contractor on contractor.external_number = row.contractor_number
      left join public.leave_plans as plan on plan.name = row.plan
      left join public.leave_ledger as opening
        on opening.contractor_id = contractor.id and opening.leave_plan_id = plan.id and opening.kind = 'opening';
$$;
comment on function private.leave_balances_to_import is
    'The rows of a file of balances of leave, and whom they name; is_here: true if the person has an opening balance of that plan.';

create function private.leave_balances_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.leave_balances_to_import(leave_balances_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join lateral (values
           ('contractor_number', row.contractor_number is not null and row.contractor_id is null,
            format('There is no contractor with the number %s. Import contractors first.', row.contractor_number)),
           ('contractor_number', row.employment_type <> 'w2', 'They are no employee, and have no leave.'),
           ('plan', row.plan is not null and row.leave_plan_id is null,
            format('There is no plan "%s". Settings, Leave, lists them.', left(row.plan, 60))),
           ('plan', row.leave_plan_id is not null and row.in_use_from is null,
            'The firm does not use this plan. Say first from which day it does.'),
           ('day', row.day > (select clock.business_date from private.clock() as clock),
            format('%s has not come yet.', row.day))) as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select repeated.line, 'plan', format('Line %s is of the same person and plan.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.contractor_number is not null and row.plan is not null
            window same as (partition by row.contractor_number, row.plan order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
     cross join lateral (values
           ('day', row.day::text, row.day_here::text),
           ('hours', trim_scale(row.hours)::text, trim_scale(row.hours_here)::text)) as compared (name, given, here)
     where row.is_here and compared.given is distinct from compared.here;
$$;
comment on function private.leave_balances_errors is 'Errors in the rows of a file of balances of leave.';

create function private.insert_leave_balances(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_count int;
begin
    insert into public.leave_ledger (contractor_id, leave_plan_id, day, kind, hours, reason)
    select row.contractor_id, row.leave_plan_id, row.day, 'opening', row.hours, 'Moved in'
      from private.leave_balances_to_import(insert_leave_balances.rows) as row
     where not row.is_here;
    get diagnostics v_count = row_count;
    return v_count;
end;
$$;
comment on function private.insert_leave_balances is
    'Inserts the balances of leave of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function
    private.leave_balances_to_import, private.leave_balances_errors, private.insert_leave_balances
    from public, anon, authenticated, service_role;
