-- How refusals speak of numbers and rows.

create function private.counted(number bigint, one text, many text)
returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
    select format('%s %s', counted.number, case counted.number when 1 then counted.one else counted.many end);
$$;
comment on function private.counted is 'How many there are, in words: 1 time entry, 2 time entries, 0 time entries.';

create function private.told_of_row(message text, told_of jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
    v_column text;
    v_message text := told_of_row.message;
begin
    for v_column in
        select distinct named.part[1] from regexp_matches(told_of_row.message, '\{(\w+)\}', 'g') as named (part)
    loop
        v_message := replace(
            v_message, format('{%s}', v_column),
            case v_column when 'status' then replace(told_of_row.told_of ->> 'status', '_', ' ')
                          else coalesce(told_of_row.told_of ->> v_column, 'null') end);
    end loop;
    return v_message;
end;
$$;
comment on function private.told_of_row is
    'A message with the values of a row in place of its columns'' names: The check of {received_on} is {status}.';

revoke execute on function private.counted, private.told_of_row from public, anon, authenticated, service_role;
