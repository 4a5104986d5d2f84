-- Days of holiday calendars, which premium rules name. A row has no number in the former books: it is that of its calendar,
-- by the title and the facility, and its day. A calendar that is not here comes with its first day.
create function private.calendars_by_title()
returns table (place uuid, title text, id uuid, how_many bigint)
language sql
stable
set search_path = ''
as $$
    select coalesce(calendar.facility_id, '00000000-0000-0000-0000-000000000000'), calendar.title,
           min(calendar.id::text)::uuid, count(*)
      from public.holiday_calendars as calendar
     group by 1, 2;
$$;
comment on function private.calendars_by_title is
    'Holiday calendars as files name them: by facility, the firm''s at zeros, and title, which several may share.';

create function private.calendar_days_to_import(rows jsonb)
returns table (
    line int, calendar text, facility_number text, facility_id uuid, day date, name text, calendar_id uuid,
    calendars bigint, name_here text)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.calendar, row.facility_number, facility.id, row.day, row.name, calendar.id, calendar.how_many,
           listed.name
      from jsonb_to_recordset(calendar_days_to_import.rows) as row (
           line int, calendar text, facility_number text, day date, name text)
      left join public.facilities as facility on facility.external_number = row.facility_number
      left join private.calendars_by_title() as calendar
        on calendar.title = row.calendar
       and calendar.place = coalesce(facility.id, '00000000-0000-0000-0000-000000000000')
       and num_nonnulls(facility.id, row.facility_number) in (0, 2)
      left join public.holiday_calendar_days as listed on listed.calendar_id = calendar.id and listed.day = row.day;
$$;
comment on function private.calendar_days_to_import is
    'The rows of a file of holiday calendars, and the calendar that each names; name_here: of the day, if it is here.';

create function private.holiday_calendars_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.calendar_days_to_import(holiday_calendars_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join lateral (values
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('calendar', row.calendars > 1,
            format('Several calendars are called %s. Give each a title of its own first.', row.calendar)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select repeated.line, 'day', format('Line %s is of the same calendar and day.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.calendar is not null and row.day is not null
            window same as (partition by row.calendar, row.facility_number, row.day order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, 'name', private.told_of_change(row.name, row.name_here)
      from row
     where row.calendars = 1 and row.name is distinct from row.name_here and row.name_here is not null;
$$;
comment on function private.holiday_calendars_errors is 'Errors in the rows of a file of holiday calendars.';

create function private.insert_holiday_calendars(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.holiday_calendars (title, facility_id)
    select distinct row.calendar, row.facility_id
      from private.calendar_days_to_import(insert_holiday_calendars.rows) as row
     where row.calendar_id is null;
    insert into public.holiday_calendar_days (calendar_id, day, name)
    select row.calendar_id, row.day, row.name
      from private.calendar_days_to_import(insert_holiday_calendars.rows) as row
     where row.name_here is null;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$$;
comment on function private.insert_holiday_calendars is
    'Inserts the days of a file that are not here yet, in which nothing is wrong, with their calendars; how many days.';

revoke execute on function
    private.calendars_by_title, private.calendar_days_to_import, private.holiday_calendars_errors,
    private.insert_holiday_calendars
    from public, anon, authenticated, service_role;
