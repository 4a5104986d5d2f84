-- Everything that is wrong with a file at once, whatever its kind.

-- First each cell by itself; then the rows, whose wrong cells count as empty. Of a cell the first error is said.
create function private.import_errors(kind text, rows jsonb, out clean jsonb, out errors jsonb)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_cells jsonb;
    v_header constant jsonb := (
        select coalesce(jsonb_agg(header), '[]')
          from private.import_header_errors(import_errors.kind, import_errors.rows) as header);
begin
    with cell as materialized (
        select * from private.import_cells(import_errors.kind, import_errors.rows)
    ), clean_row as (
        select cell.nth,
               jsonb_build_object('line', min(cell.line))
               || coalesce(jsonb_object_agg(cell.column_name, cell.value)
                               filter (where cell.value is not null and cell.message is null), '{}') as cells
          from cell
         group by cell.nth)
    select (select jsonb_agg(clean_row.cells order by clean_row.nth) from clean_row),
           (select coalesce(jsonb_agg(jsonb_build_object(
                       'line', cell.line, 'column_name', cell.column_name, 'message', cell.message)), '[]')
              from cell
             where cell.message is not null
               -- Said once, of the header.
               and cell.column_name not in (
                   select header.column_name
                     from jsonb_to_recordset(v_header) as header (column_name text)))
      into import_errors.clean, v_cells;

    with wrong as (
        select 1 as line, header.column_name, header.message, 1 as severity
          from jsonb_to_recordset(v_header) as header (column_name text, message text)
         union all
        select cell.line, cell.column_name, cell.message, 1
          from jsonb_to_recordset(v_cells) as cell (line int, column_name text, message text)
         union all
        select repeated.*, 2 from private.import_repeated_numbers(import_errors.clean) as repeated
         union all
        select row.*, 3 from private.facilities_errors(import_errors.clean) as row
         where import_errors.kind = 'facilities'
         union all
        select row.*, 3 from private.orders_errors(import_errors.clean) as row
         where import_errors.kind = 'orders'
         union all
        select row.*, 3 from private.contractors_errors(import_errors.clean) as row
         where import_errors.kind = 'contractors'
         union all
        select row.*, 3 from private.assignments_errors(import_errors.clean) as row
         where import_errors.kind = 'assignments'
         union all
        select row.*, 3 from private.codes_errors(import_errors.clean) as row
         where import_errors.kind = 'codes'
         union all
        select row.*, 3 from private.code_rates_errors(import_errors.clean) as row
         where import_errors.kind = 'code-rates'
         union all
        select row.*, 3 from private.holiday_calendars_errors(import_errors.clean) as row
         where import_errors.kind = 'holiday-calendars'
         union all
        select row.*, 3 from private.premium_rules_errors(import_errors.clean) as row
         where import_errors.kind = 'premium-rules'
         union all
        select row.*, 3 from private.guarantees_errors(import_errors.clean) as row
         where import_errors.kind = 'guarantees'
         union all
        select row.*, 3 from private.leave_balances_errors(import_errors.clean) as row
         where import_errors.kind = 'leave-balances'
         union all
        select row.*, 3 from private.credential_kinds_errors(import_errors.clean) as row
         where import_errors.kind = 'credential-kinds'
         union all
        select row.*, 3 from private.credentials_errors(import_errors.clean) as row
         where import_errors.kind = 'credentials'
         union all
        select row.*, 3 from private.requirements_errors(import_errors.clean) as row
         where import_errors.kind = 'requirements'
         union all
        select row.*, 3 from private.open_invoices_errors(import_errors.clean) as row
         where import_errors.kind = 'open-invoices'
         union all
        select row.*, 3 from private.checks_errors(import_errors.clean) as row
         where import_errors.kind = 'checks'
         union all
        select row.*, 3 from private.holidays_errors(import_errors.clean) as row
         where import_errors.kind = 'holidays'
         union all
        select row.*, 3 from private.remittances_errors(import_errors.clean) as row
         where import_errors.kind = 'remittances'
         union all
        select row.*, 3 from private.client_time_errors(import_errors.clean) as row
         where import_errors.kind = 'time'
    ), first as (
        select distinct on (wrong.line, wrong.column_name) wrong.*, known.place
          from wrong
          left join private.import_columns(import_errors.kind) as known on known.name = wrong.column_name
         order by wrong.line, wrong.column_name, wrong.severity, wrong.message)
    select coalesce(jsonb_agg(jsonb_build_object(
               'line', first.line, 'column', first.column_name, 'message', first.message)
               order by first.line, first.place nulls first, first.column_name), '[]')
      into import_errors.errors
      from first;
end;
$$;
comment on function private.import_errors is
    'All that is wrong with a file, by line and column; and its rows as their functions read them, without what is wrong.';

create function private.rows_here_already(kind text, rows jsonb)
returns int
language sql
stable
set search_path = ''
as $$
    select case rows_here_already.kind
        when 'orders' then (
            select count(row.id) from private.orders_to_import(rows_here_already.rows) as row)
        when 'codes' then (
            select count(*) filter (where row.is_here)
              from private.codes_to_import(rows_here_already.rows) as row)
        when 'code-rates' then (
            select count(*) filter (where row.is_here)
              from private.code_rates_to_import(rows_here_already.rows) as row)
        when 'holiday-calendars' then (
            select count(row.name_here) from private.calendar_days_to_import(rows_here_already.rows) as row)
        when 'premium-rules' then (
            select count(row.id) from private.premium_rules_to_import(rows_here_already.rows) as row)
        when 'guarantees' then (
            select count(row.id) from private.guarantees_to_import(rows_here_already.rows) as row)
        when 'leave-balances' then (
            select count(*) filter (where row.is_here)
              from private.leave_balances_to_import(rows_here_already.rows) as row)
        when 'credential-kinds' then (
            select count(row.id) from private.credential_kinds_to_import(rows_here_already.rows) as row)
        when 'credentials' then (
            select count(row.id) from private.credentials_to_import(rows_here_already.rows) as row)
        when 'requirements' then (
            select count(row.id) from private.requirements_to_import(rows_here_already.rows) as row)
        when 'remittances' then (
            select count(*) filter (where row.is_here)
              from private.remittances_to_import(rows_here_already.rows) as row)
        when 'holidays' then (
            select count(*)
              from jsonb_to_recordset(rows_here_already.rows) as row (day date)
              join public.holidays as holiday on holiday.day = row.day)
        when 'time' then (
            select count(*) filter (where row.id is not null and not row.is_changed)
              from private.client_time_to_import(rows_here_already.rows) as row)
        else (
            select count(*)
              from jsonb_to_recordset(rows_here_already.rows) as row (external_number text)
              join (select 'facilities' as kind, facility.external_number from public.facilities as facility
                     union all
                    select 'contractors', contractor.external_number from public.contractors as contractor
                     union all
                    select 'assignments', assignment.external_number from public.assignments as assignment
                     union all
                    select 'open-invoices', invoice.number from public.invoices as invoice
                     union all
                    select 'checks', received.external_number from public.checks as received) as here
                on here.external_number = row.external_number
             where here.kind = rows_here_already.kind)
    end;
$$;
comment on function private.rows_here_already is 'Number of rows of a file that are here already, by their numbers or days.';

revoke execute on function private.import_errors, private.rows_here_already
    from public, anon, authenticated, service_role;
