-- People whom the firm placed by its former books.
create function private.contractors_to_import(rows jsonb)
returns table (
    line int, external_number text, id uuid, first_name text, last_name text, email text, employment_type text,
    payroll_number text, phone text, address text, city text, state text, postal_code text, pay_group text,
    pay_group_id uuid)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.external_number, contractor.id, row.first_name, row.last_name, row.email,
           coalesce(row.employment_type, 'w2'), row.payroll_number, row.phone, row.address, row.city, row.state,
           row.postal_code, row.pay_group,
           case when row.pay_group is null then (select private.default_pay_group()) else pay_group.id end
      from jsonb_to_recordset(contractors_to_import.rows) as row (
           line int, external_number text, first_name text, last_name text, email text, employment_type text,
           payroll_number text, phone text, address text, city text, state text, postal_code text, pay_group text)
      left join public.contractors as contractor on contractor.external_number = row.external_number
      left join public.pay_groups as pay_group on pay_group.name = row.pay_group;
$$;
comment on function private.contractors_to_import is
    'The rows of a file of contractors, with what stands for empty cells; id: the contractor who is here already, pay_group_id: null where there is no such group.';

create function private.contractors_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.contractors_to_import(contractors_errors.rows)
    ), taken as (
        select row.line, row.id, given.name, given.value
          from row
         cross join lateral (values ('email', lower(row.email)), ('payroll_number', row.payroll_number))
               as given (name, value)
         where given.value is not null)
    select repeated.line, repeated.name, format('Line %s has the same.', repeated.first_line)
      from (select taken.line, taken.name, row_number() over same as nth, first_value(taken.line) over same as first_line
              from taken
            window same as (partition by taken.name, taken.value order by taken.line)) as repeated
     where repeated.nth > 1
     union all
    select taken.line, taken.name,
           format('The contractor %s %s has it here already. If it is the same person, give them the external_number here.',
                  other.first_name, other.last_name)
      from taken
      join (select contractor.*, 'email' as name, lower(contractor.email) as value
              from public.contractors as contractor
             union all
            select contractor.*, 'payroll_number', contractor.payroll_number
              from public.contractors as contractor) as other using (name, value)
     where other.id is distinct from taken.id
     union all
    select row.line, 'pay_group',
           format('There is no pay group "%s". Settings, Pay groups, lists them.', left(row.pay_group, 60))
      from row
     where row.pay_group_id is null
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.contractors as contractor on contractor.id = row.id
      join public.pay_groups as pay_group on pay_group.id = contractor.pay_group_id
     cross join lateral (values
           ('first_name', row.first_name, contractor.first_name),
           ('last_name', row.last_name, contractor.last_name),
           ('email', row.email, contractor.email),
           ('employment_type', row.employment_type, contractor.employment_type),
           ('payroll_number', row.payroll_number, contractor.payroll_number),
           -- A file that says none is of before there were several, and payroll has moved people since.
           ('pay_group', row.pay_group, case when row.pay_group is not null then pay_group.name end))
           as compared (name, given, here)
     where compared.given is distinct from compared.here
       and (compared.name <> 'pay_group' or row.pay_group_id is not null);
$$;
comment on function private.contractors_errors is 'Errors in the rows of a file of contractors.';

create function private.insert_contractors(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    with row as materialized (
        select * from private.contractors_to_import(insert_contractors.rows) as known where known.id is null
    ), inserted as (
        insert into public.contractors (
            external_number, first_name, last_name, email, employment_type, payroll_number, pay_group_id)
        select row.external_number, row.first_name, row.last_name, row.email, row.employment_type, row.payroll_number,
               row.pay_group_id
          from row
        returning id, external_number
    ), told as (
        -- Of those who are here already nothing is compared: they may have corrected theirs since.
        insert into public.contractor_details (contractor_id, phone, address, city, state, postal_code)
        select inserted.id, row.phone, row.address, row.city, row.state, row.postal_code
          from inserted
          join row using (external_number)
         where coalesce(row.phone, row.address, row.city, row.state, row.postal_code) is not null
    )
    select count(*) into v_inserted from inserted;
    return v_inserted;
end;
$$;
comment on function private.insert_contractors is
    'Inserts the contractors of a file who are not here yet, in which nothing is wrong; how many.';

revoke execute on function
    private.contractors_to_import, private.contractors_errors, private.insert_contractors
    from public, anon, authenticated, service_role;
