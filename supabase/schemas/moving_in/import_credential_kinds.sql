-- Kinds of credentials. A row is that of its name, in whatever case.
create function private.credential_kinds_to_import(rows jsonb)
returns table (line int, name text, months_good int, is_confidential boolean, id uuid, name_here text, months_here int, is_confidential_here boolean)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.name, row.months_good, coalesce(row.is_confidential, false), kind.id, kind.name, kind.months_good,
           kind.is_confidential
      from jsonb_to_recordset(credential_kinds_to_import.rows) as row (
           line int, name text, months_good int, is_confidential boolean)
      left join public.credential_kinds as kind on lower(kind.name) = lower(row.name);
$$;
comment on function private.credential_kinds_to_import is
    'The rows of a file of kinds of credentials, with what stands for empty cells; id: the kind of that name that is here already.';

create function private.credential_kinds_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.credential_kinds_to_import(credential_kinds_errors.rows))
    select repeated.line, 'name', format('Line %s has the same.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.name is not null
            window same as (partition by lower(row.name) order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
     cross join lateral (values
           ('name', row.name, row.name_here),
           ('months_good', row.months_good::text, row.months_here::text),
           ('is_confidential', case when row.is_confidential then 'yes' else 'no' end,
            case when row.is_confidential_here then 'yes' else 'no' end)) as compared (name, given, here)
     where row.id is not null and compared.given is distinct from compared.here;
$$;
comment on function private.credential_kinds_errors is 'Errors in the rows of a file of kinds of credentials.';

create function private.insert_credential_kinds(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.credential_kinds (name, months_good, is_confidential)
    select row.name, row.months_good, row.is_confidential
      from private.credential_kinds_to_import(insert_credential_kinds.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$$;
comment on function private.insert_credential_kinds is
    'Inserts the kinds of credentials of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function
    private.credential_kinds_to_import, private.credential_kinds_errors, private.insert_credential_kinds
    from public, anon, authenticated, service_role;
