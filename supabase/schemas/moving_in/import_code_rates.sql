-- Rates of codes on the day of the move: of an assignment, or of the price list of a facility. A row has no number in the
-- former books: it is that of its assignment or facility, its code and its first day.
create function private.code_rates_to_import(rows jsonb)
returns table (
    line int, code text, assignment_number text, facility_number text, assignment_id uuid, facility_id uuid,
    rates_from date, bill_rate numeric, pay_rate numeric, reason text, is_here boolean, bill_rate_here numeric,
    pay_rate_here numeric, reason_here text)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.code, row.assignment_number, row.facility_number, assignment.id, facility.id, row.rates_from,
           private.kept_rate(row.bill_rate, null), private.kept_rate(row.pay_rate, null), row.reason,
           num_nonnulls(own.code, listed.code) > 0,
           coalesce(own.bill_rate, listed.bill_rate), coalesce(own.pay_rate, listed.pay_rate),
           coalesce(own.reason, listed.reason)
      from jsonb_to_recordset(code_rates_to_import.rows) as row (
           line int, code text, assignment_number text, facility_number text, rates_from date, bill_rate numeric,
           pay_rate numeric, reason text)
      left join public.assignments as assignment
        on assignment.external_number = row.assignment_number and row.facility_number is null
      left join public.facilities as facility
        on facility.external_number = row.facility_number and row.assignment_number is null
      left join public.assignment_code_rates as own
        on own.assignment_id = assignment.id and own.code = row.code and own.effective_from = row.rates_from
      left join public.facility_code_rates as listed
        on listed.facility_id = facility.id and listed.code = row.code and listed.effective_from = row.rates_from;
$$;
comment on function private.code_rates_to_import is
    'The rows of a file of rates of codes, and whom they name; is_here: true if there is a rate of that code from that day on.';

create function private.code_rates_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.code_rates_to_import(code_rates_errors.rows))
    select row.line, told.name, told.message
      from row
      left join public.time_codes as code on code.name = row.code
     cross join lateral (values
           ('code', row.code is not null and code.name is null,
            format('There is no code %s. Import codes first.', row.code)),
           ('code', row.code = 'regular', 'Regular time has the rate of the assignment.'),
           ('assignment_number', num_nonnulls(row.assignment_number, row.facility_number) <> 1,
            'Name either an assignment, or a facility for its price list.'),
           ('assignment_number',
            row.assignment_number is not null and row.facility_number is null and row.assignment_id is null,
            format('There is no assignment with the number %s. Import assignments first.', row.assignment_number)),
           ('facility_number',
            row.facility_number is not null and row.assignment_number is null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('bill_rate', num_nonnulls(row.bill_rate, row.pay_rate) = 0,
            'It says neither what is billed nor what is paid.'),
           ('bill_rate', code.unit = 'hour' and min_scale(row.bill_rate) > 2,
            'Money an hour has at most two decimals.'),
           ('pay_rate', code.unit = 'hour' and min_scale(row.pay_rate) > 2,
            'Money an hour has at most two decimals.')) as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select repeated.line, 'rates_from',
           format('Line %s is of the same code, place and day.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.code is not null and row.rates_from is not null
            window same as (
                   partition by row.assignment_number, row.facility_number, row.code, row.rates_from
                   order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
     cross join lateral (values
           ('bill_rate', row.bill_rate::text, row.bill_rate_here::text),
           ('pay_rate', row.pay_rate::text, row.pay_rate_here::text),
           ('reason', row.reason, row.reason_here)) as compared (name, given, here)
     where row.is_here and compared.given is distinct from compared.here;
$$;
comment on function private.code_rates_errors is 'Errors in the rows of a file of rates of codes.';

create function private.insert_code_rates(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_of_assignments int;
    v_of_facilities int;
begin
    insert into public.assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate, reason)
    select row.assignment_id, row.code, row.rates_from, row.bill_rate, row.pay_rate, row.reason
      from private.code_rates_to_import(insert_code_rates.rows) as row
     where row.assignment_id is not null and not row.is_here;
    get diagnostics v_of_assignments = row_count;
    insert into public.facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate, reason)
    select row.facility_id, row.code, row.rates_from, row.bill_rate, row.pay_rate, row.reason
      from private.code_rates_to_import(insert_code_rates.rows) as row
     where row.facility_id is not null and not row.is_here;
    get diagnostics v_of_facilities = row_count;
    return v_of_assignments + v_of_facilities;
end;
$$;
comment on function private.insert_code_rates is
    'Inserts the rates of codes of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function private.code_rates_to_import, private.code_rates_errors, private.insert_code_rates
    from public, anon, authenticated, service_role;
