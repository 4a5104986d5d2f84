-- The firm's holidays, a year's or several years' in one file.
create function private.holidays_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from jsonb_to_recordset(holidays_errors.rows) as row (line int, day date, name text))
    select repeated.line, 'day', format('Line %s has the same day.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.day is not null
            window same as (partition by row.day order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, 'name', private.told_of_change(row.name, holiday.name)
      from row
      join public.holidays as holiday on holiday.day = row.day
     where row.name is distinct from holiday.name;
$$;
comment on function private.holidays_errors is 'Errors in the rows of a file of holidays.';

create function private.insert_holidays(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.holidays (day, name)
    select row.day, row.name
      from jsonb_to_recordset(insert_holidays.rows) as row (day date, name text)
     where not exists (select from public.holidays as holiday where holiday.day = row.day);
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$$;
comment on function private.insert_holidays is
    'Inserts the holidays of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function private.holidays_errors, private.insert_holidays
    from public, anon, authenticated, service_role;
