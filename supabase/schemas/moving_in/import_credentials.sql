-- Credentials of contractors. A row has no number in the former books: it is that of its person, its kind, the number that the
-- issuer gave it, and its last day.
create function private.credentials_to_import(rows jsonb)
returns table (
    line int, contractor_number text, contractor_id uuid, kind text, credential_kind_id uuid, months_good int, number text,
    issued_on date, expires_on date, verified_on date, document_url text, id uuid)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.contractor_number, contractor.id, row.kind, kind.id, kind.months_good, row.number, row.issued_on,
           ending.day, row.verified_on, row.document_url, credential.id
      from jsonb_to_recordset(credentials_to_import.rows) as row (
           line int, contractor_number text, kind text, number text, issued_on date, expires_on date, verified_on date,
           document_url text)
      left join public.contractors as contractor on contractor.external_number = row.contractor_number
      left join public.credential_kinds as kind on lower(kind.name) = lower(row.kind)
     cross join lateral (select coalesce(row.expires_on, private.end_by_months(kind.months_good, row.issued_on))) as ending (day)
      left join public.credentials as credential
        on credential.contractor_id = contractor.id
       and credential.credential_kind_id = kind.id
       and credential.number is not distinct from row.number
       and credential.expires_on is not distinct from ending.day;
$$;
comment on function private.credentials_to_import is
    'The rows of a file of credentials, and whom they name, with the end that the kind gives; id: the credential of that person, kind, number and end that is here already.';

create function private.credentials_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.credentials_to_import(credentials_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join lateral (values
           ('contractor_number', row.contractor_number is not null and row.contractor_id is null,
            format('There is no contractor with the number %s. Import contractors first.', row.contractor_number)),
           ('contractor_number', exists (
                select from public.erasures as erasure
                 where erasure.kind = 'contractor' and erasure.person_id = row.contractor_id
                   and erasure.confirmed_at is not null),
            'They were erased: no credentials of theirs are kept.'),
           ('kind', row.kind is not null and row.credential_kind_id is null,
            format('There is no kind of credential "%s". Import credential kinds first.', left(row.kind, 60))),
           ('expires_on', row.expires_on < row.issued_on, format('It is before the day of issue, %s.', row.issued_on)),
           ('expires_on', row.months_good is not null and row.expires_on is null and row.issued_on is null,
            format('%s is good for %s: give this day, or the one on which it was issued.', row.kind,
                   private.counted(row.months_good::bigint, 'month', 'months'))),
           ('verified_on', row.verified_on > (select clock.business_date from private.clock() as clock),
            format('%s has not come yet.', row.verified_on))) as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select repeated.line, 'kind', format('Line %s is the same credential.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.contractor_id is not null and row.credential_kind_id is not null
            window same as (partition by row.contractor_id, row.credential_kind_id, row.number, row.expires_on
                            order by row.line)) as repeated
     where repeated.nth > 1
     union all
    -- That it was verified, and where the paper lies, may be entered here since.
    select row.line, 'issued_on', private.told_of_change(row.issued_on::text, credential.issued_on::text)
      from row
      join public.credentials as credential on credential.id = row.id
     where credential.issued_on is distinct from row.issued_on;
$$;
comment on function private.credentials_errors is 'Errors in the rows of a file of credentials.';

create function private.insert_credentials(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.credentials (
        contractor_id, credential_kind_id, number, issued_on, expires_on, verified_at, document_url)
    select row.contractor_id, row.credential_kind_id, row.number, row.issued_on, row.expires_on,
           private.start_of_day(row.verified_on, private.operating_timezone()), row.document_url
      from private.credentials_to_import(insert_credentials.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$$;
comment on function private.insert_credentials is
    'Inserts the credentials of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function
    private.credentials_to_import, private.credentials_errors, private.insert_credentials
    from public, anon, authenticated, service_role;
