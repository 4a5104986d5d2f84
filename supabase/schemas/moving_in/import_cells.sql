-- Errors in the cells of a file, each by itself, and what is left to look at.
create function private.import_cells(kind text, rows jsonb)
returns table (nth bigint, line int, place int, column_name text, value text, message text)
language sql
stable
set search_path = ''
rows 100000
as $$
    with cell as materialized (
        select given.nth,
               -- Where it stands in its file; below a line of column names, where nobody says.
               case when given.row ->> 'line' ~ '^[0-9]{1,9}$' then (given.row ->> 'line')::int
                    else given.nth::int + 1 end as line,
               known.place, known.name, known.type, known.is_required, known.choices, meant.value,
               known.type = 'share' and trimmed.value !~ '%$' as is_bare_share,
               jsonb_typeof(given.row -> known.name) in ('object', 'array') as is_several
          from jsonb_array_elements(import_cells.rows) with ordinality as given (row, nth)
         cross join private.import_columns(import_cells.kind) as known
         cross join lateral (
               select nullif(btrim(given.row ->> known.name, e' \t\r\n\u00a0'), '')) as trimmed (value)
         cross join lateral (
               select case when known.type = 'share' and trimmed.value ~ '^[0-9]{1,4}([.][0-9]{1,4}0*)? ?%$'
                           then trim_scale(btrim(trimmed.value, ' %')::numeric / 100)::text
                           else trimmed.value end) as meant (value)
         where meant.value is not null or known.is_required -- most cells of a row say nothing
    ), day as ( -- a file has few
        select written.value, private.day_of_text(written.value) as day
          from (select distinct cell.value from cell where cell.type = 'day') as written)
    select cell.nth, cell.line, cell.place, cell.name, cell.value,
           case
               when cell.value is null then case when cell.is_required then 'It is missing.' end
               when cell.is_several then 'It is no single value.'
               when char_length(cell.value) > text.most then format(
                   'It has %s characters, and at most %s are kept.', char_length(cell.value), text.most)
               when text.is_line and cell.value <> private.in_one_line(cell.value) then
                   'It has a line break, a tab or another control character.'
               when cell.type = 'choice' then
                   case when cell.value <> all (cell.choices) then format(
                       '"%s" is not one of %s.', left(cell.value, 60), array_to_string(cell.choices, ', ')) end
               when cell.type = 'day' then
                   case when day.day is null then format(
                       '"%s" is no day from 2000-01-01 to 2100-12-31, written as 2026-03-01.', left(cell.value, 60)) end
               when case when cell.is_bare_share and cell.value ~ known.pattern then cell.value::numeric > 1 end then format(
                   '"%s" may be meant in percent: write %s%%, or %s%% if it is that much.',
                   cell.value, cell.value, trim_scale(cell.value::numeric * 100))
               when cell.value !~ known.pattern
                   or case when known.least_value is not null and cell.value ~ known.pattern
                           then cell.value::numeric not between known.least_value and known.greatest_value end
                   then format('"%s" is not %s.', left(cell.value, 60), known.told)
           end
      from cell
      left join private.import_texts() as text on text.type = cell.type
      left join private.import_patterns() as known on known.type = cell.type
      left join day on day.value = cell.value and cell.type = 'day';
$$;
comment on function private.import_cells is
$$The cells of a file that have a text, without blanks around it, and those that must have one; and in words what is wrong
with each by itself.$$;

-- The column names of a file: said once, not once a row.
create function private.import_header_errors(kind text, rows jsonb)
returns table (column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with used as (
        select distinct used.name
          from jsonb_array_elements(import_header_errors.rows) as given (row)
         cross join lateral jsonb_object_keys(given.row) as used (name))
    select used.name, format(
               'There is no such column of %s. There are %s.', import_header_errors.kind, (
                   select string_agg(known.name, ', ' order by known.place)
                     from private.import_columns(import_header_errors.kind) as known))
      from used
     where used.name <> 'line'
       and used.name not in (select known.name from private.import_columns(import_header_errors.kind) as known)
     union all
    select known.name, 'The column is missing.'
      from private.import_columns(import_header_errors.kind) as known
     where known.is_required and known.name not in (select used.name from used);
$$;
comment on function private.import_header_errors is
    'Columns that a file has and its kind has not, and columns that it must have and has not.';

-- One row a number, within the file.
create function private.import_repeated_numbers(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    select numbered.line, 'external_number', format('Line %s has the same number.', numbered.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from jsonb_to_recordset(import_repeated_numbers.rows) as row (line int, external_number text)
             where row.external_number is not null
            window same as (partition by row.external_number order by row.line)) as numbered
     where numbered.nth > 1;
$$;
comment on function private.import_repeated_numbers is 'Rows of a file whose number another row before them has.';

-- Rows that are here already are compared, never overwritten: the file is about the day of the move.
create function private.told_of_change(given text, here text)
returns text
language sql
immutable
set search_path = ''
as $$
    select format('Here it is %s, and the file says %s: what was moved in is changed here, not by a file.',
                  coalesce(format('"%s"', left(told_of_change.here, 60)), 'empty'),
                  coalesce(format('"%s"', left(told_of_change.given, 60)), 'nothing'));
$$;
comment on function private.told_of_change is 'Message about a cell that differs from what is here.';

create function private.told_of_closed_books(day date)
returns text
language sql
stable
set search_path = ''
as $$
    select format('%s is in the books, which are closed through %s. If it is right, write yes under late: the books have the row on %s.',
                  told_of_closed_books.day, closed.through, closed.through + 1)
      from private.books_closed_through() as closed (through);
$$;
comment on function private.told_of_closed_books is 'Says that a row is dated on a closed day, and what to do.';

revoke execute on function
    private.import_cells, private.import_header_errors, private.import_repeated_numbers, private.told_of_change,
    private.told_of_closed_books
    from public, anon, authenticated, service_role;
