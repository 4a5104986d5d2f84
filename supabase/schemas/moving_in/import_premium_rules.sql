-- Premium rules of the firm, its facilities and assignments. A row has no number in the former books: it is that of its
-- place, its title and its first day. A multiplier that is left out beside an amount is 1, an amount beside a multiplier 0.
create function private.premium_rules_to_import(rows jsonb)
returns table (
    line int, title text, starts_on date, ends_on date, facility_number text, facility_id uuid, assignment_number text,
    assignment_id uuid, days_of_week smallint[], from_time time, to_time time, holiday_calendar text,
    holiday_calendar_id uuid, calendars bigint, pay_multiplier numeric, pay_amount numeric, bill_multiplier numeric,
    bill_amount numeric, combines text, codes text[], is_creditable boolean, id uuid, rules bigint)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.title, row.starts_on, row.ends_on, row.facility_number, facility.id, row.assignment_number,
           assignment.id,
           nullif(array(
               select distinct day_of_week::smallint
                 from string_to_table(row.days_of_week, ';') as day_of_week
                order by 1), '{}'),
           row.from_time, row.to_time, row.holiday_calendar, coalesce(own.id, firms.id),
           coalesce(own.how_many, firms.how_many),
           case when told.pays then coalesce(row.pay_multiplier, 1)::numeric(5, 3) end,
           case when told.pays then coalesce(row.pay_amount, 0)::numeric(10, 2) end,
           case when told.bills then coalesce(row.bill_multiplier, 1)::numeric(5, 3) end,
           case when told.bills then coalesce(row.bill_amount, 0)::numeric(10, 2) end,
           coalesce(row.combines, 'highest'),
           coalesce(nullif(array(
               select distinct btrim(named.code)
                 from string_to_table(row.codes, ';') as named (code)
                where named.code ~ '\S'
                order by btrim(named.code)), '{}'), '{regular}'),
           coalesce(row.is_creditable, false), rule.id, rule.how_many
      from jsonb_to_recordset(premium_rules_to_import.rows) as row (
           line int, title text, starts_on date, ends_on date, facility_number text, assignment_number text,
           days_of_week text, from_time time, to_time time, holiday_calendar text, pay_multiplier numeric(5, 3),
           pay_amount numeric(10, 2), bill_multiplier numeric(5, 3), bill_amount numeric(10, 2), combines text,
           codes text, is_creditable boolean)
     cross join lateral (
           select num_nonnulls(row.pay_multiplier, row.pay_amount) > 0 as pays,
                  num_nonnulls(row.bill_multiplier, row.bill_amount) > 0 as bills) as told
      left join public.facilities as facility
        on facility.external_number = row.facility_number and row.assignment_number is null
      left join public.assignments as assignment
        on assignment.external_number = row.assignment_number and row.facility_number is null
     cross join lateral (
           select coalesce(assignment.id, facility.id, '00000000-0000-0000-0000-000000000000') as id,
                  num_nonnulls(row.facility_number, row.assignment_number) = num_nonnulls(facility.id, assignment.id)
                      as is_known) as place
      left join private.calendars_by_title() as own
        on own.place = coalesce(assignment.facility_id, facility.id) and own.title = row.holiday_calendar
      left join private.calendars_by_title() as firms
        on firms.place = '00000000-0000-0000-0000-000000000000' and firms.title = row.holiday_calendar
      left join (
           select coalesce(known.assignment_id, known.facility_id, '00000000-0000-0000-0000-000000000000') as place,
                  known.title, known.effective_from, min(known.id::text)::uuid as id, count(*) as how_many
             from public.premium_rules as known
            group by 1, 2, 3) as rule
        on rule.place = place.id and rule.title = row.title and rule.effective_from = row.starts_on and place.is_known;
$$;
comment on function private.premium_rules_to_import is
    'The rows of a file of premium rules, with what stands for empty cells and whom they name; id: the rule of that place, title and first day that is here already.';

create function private.premium_rules_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.premium_rules_to_import(premium_rules_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join lateral (values
           ('facility_number', num_nonnulls(row.facility_number, row.assignment_number) = 2,
            'Name a facility or an assignment, not both; neither of them for all of the firm.'),
           ('facility_number',
            row.facility_number is not null and row.assignment_number is null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('assignment_number',
            row.assignment_number is not null and row.facility_number is null and row.assignment_id is null,
            format('There is no assignment with the number %s. Import assignments first.', row.assignment_number)),
           ('ends_on', row.ends_on < row.starts_on, format('It is before the first day, %s.', row.starts_on)),
           ('from_time', row.from_time is null and row.to_time is not null,
            'One of the two times is missing. Leave out both for whole days.'),
           ('to_time', row.from_time is not null and row.to_time is null,
            'One of the two times is missing. Leave out both for whole days.'),
           ('holiday_calendar', row.holiday_calendar is not null and row.holiday_calendar_id is null,
            format('Neither the firm nor the facility has a holiday calendar %s. Import holiday-calendars first.',
                   row.holiday_calendar)),
           ('holiday_calendar', row.calendars > 1,
            format('Several calendars are called %s. Give each a title of its own first.', row.holiday_calendar)),
           ('pay_amount',
            not (coalesce(row.pay_multiplier, 1) + coalesce(row.pay_amount, 0) > 1
                 or coalesce(row.bill_multiplier, 1) + coalesce(row.bill_amount, 0) > 1),
            'It adds nothing, to pay or to bill.'),
           ('is_creditable',
            row.is_creditable
            and (row.from_time is null and num_nonnulls(row.days_of_week, row.holiday_calendar) > 0
                 and row.pay_multiplier >= 1.5 and row.pay_amount = 0) is not true,
            'A creditable premium is for whole days of the week or of a calendar, at × 1.5 or more and without an amount.'),
           ('title', row.rules > 1,
            format('Several premiums called %s begin there on %s. Give each a title of its own first.', row.title,
                   row.starts_on))) as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select row.line, 'codes',
           case when code.name is null then format('There is no code %s. Import codes first.', named.code)
                else format('A premium is for hours worked, and those of %s are not.', named.code) end
      from row
     cross join lateral unnest(row.codes) as named (code)
      left join public.time_codes as code on code.name = named.code
     where code.is_worked is not true
     union all
    select repeated.line, 'title', format('Line %s has the same title, place and first day.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.title is not null and row.starts_on is not null
            window same as (
                   partition by row.facility_number, row.assignment_number, row.title, row.starts_on
                   order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.premium_rules as rule on rule.id = row.id
      left join public.holiday_calendars as calendar on calendar.id = rule.holiday_calendar_id
     cross join lateral (values
           ('ends_on', row.ends_on::text, rule.effective_to::text),
           ('days_of_week', array_to_string(row.days_of_week, '; '), (
               select string_agg(distinct day_of_week::text, '; ') from unnest(rule.days_of_week) as day_of_week)),
           ('from_time', to_char(row.from_time, 'HH24:MI'), to_char(rule.from_time, 'HH24:MI')),
           ('to_time', to_char(row.to_time, 'HH24:MI'), to_char(rule.to_time, 'HH24:MI')),
           ('holiday_calendar', row.holiday_calendar, calendar.title),
           ('pay_multiplier', row.pay_multiplier::text, rule.pay_multiplier::text),
           ('pay_amount', row.pay_amount::text, rule.pay_amount::text),
           ('bill_multiplier', row.bill_multiplier::text, rule.bill_multiplier::text),
           ('bill_amount', row.bill_amount::text, rule.bill_amount::text),
           ('combines', row.combines, rule.combines),
           ('codes', array_to_string(row.codes, '; '), (
               select string_agg(distinct code, '; ') from unnest(rule.codes) as code)),
           ('is_creditable', case when row.is_creditable then 'yes' else 'no' end,
            case when rule.is_creditable then 'yes' else 'no' end)) as compared (name, given, here)
     where row.rules = 1 and compared.given is distinct from compared.here;
$$;
comment on function private.premium_rules_errors is 'Errors in the rows of a file of premium rules.';

create function private.insert_premium_rules(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.premium_rules (
        title, facility_id, assignment_id, effective_from, effective_to, days_of_week, from_time, to_time,
        holiday_calendar_id, pay_multiplier, pay_amount, bill_multiplier, bill_amount, combines, codes, is_creditable)
    select row.title, row.facility_id, row.assignment_id, row.starts_on, row.ends_on, row.days_of_week, row.from_time,
           row.to_time, row.holiday_calendar_id, row.pay_multiplier, row.pay_amount, row.bill_multiplier,
           row.bill_amount, row.combines, row.codes, row.is_creditable
      from private.premium_rules_to_import(insert_premium_rules.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$$;
comment on function private.insert_premium_rules is
    'Inserts the premium rules of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function
    private.premium_rules_to_import, private.premium_rules_errors, private.insert_premium_rules
    from public, anon, authenticated, service_role;
