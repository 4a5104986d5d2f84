-- Words in which refusals speak of numbers and rows.

create function private.counted(number bigint, one text, many text)
returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
    select format('%s %s', counted.number, case counted.number when 1 then counted.one else counted.many end);
$$;
comment on function private.counted is 'A count in words: 1 time entry, 2 time entries, 0 time entries.';

create function private.told_of_row(message text, told_of jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
    v_message text := told_of_row.message;
    v_named record;
begin
    for v_named in
        select part[1] as whole, part[2] as column_name
          from regexp_matches(told_of_row.message, '(\{(\w+)(?:\|[^}]*)?\})', 'g') as part
    loop
        v_message := replace(
            v_message, v_named.whole,
            case v_named.column_name when 'status' then replace(told_of_row.told_of ->> 'status', '_', ' ')
                                     else coalesce(told_of_row.told_of ->> v_named.column_name, 'null') end);
    end loop;
    return v_message;
end;
$$;
comment on function private.told_of_row is
$$A message with the values of a row in place of its columns' names: The check of {received_on} is {status|returned or
reconciled}. What stands behind the bar docs/api.md says of all rows.$$;

revoke execute on function private.counted, private.told_of_row from public, anon, authenticated, service_role;
