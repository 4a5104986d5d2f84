-- Guarantees of assignments. A row has no number in the former books: it is that of its assignment, its code or none, and
-- its first day.
create function private.guarantees_to_import(rows jsonb)
returns table (
    line int, assignment_number text, assignment_id uuid, code text, starts_on date, ends_on date, pay_hours numeric,
    bill_hours numeric, id uuid)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.assignment_number, assignment.id, row.code, row.starts_on, row.ends_on, row.pay_hours,
           row.bill_hours, guarantee.id
      from jsonb_to_recordset(guarantees_to_import.rows) as row (
           line int, assignment_number text, code text, starts_on date, ends_on date, pay_hours numeric(5, 2),
           bill_hours numeric(5, 2))
      left join public.assignments as assignment on assignment.external_number = row.assignment_number
      left join public.guarantees as guarantee
        on guarantee.assignment_id = assignment.id
       and guarantee.effective_from = row.starts_on
       and coalesce(guarantee.code, '') = coalesce(row.code, '');
$$;
comment on function private.guarantees_to_import is
    'The rows of a file of guarantees, and whom they name; id: the guarantee of that assignment, code and first day that is here already.';

create function private.guarantees_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.guarantees_to_import(guarantees_errors.rows))
    select row.line, told.name, told.message
      from row
      left join public.time_codes as code on code.name = row.code
     cross join lateral (values
           ('assignment_number', row.assignment_number is not null and row.assignment_id is null,
            format('There is no assignment with the number %s. Import assignments first.', row.assignment_number)),
           ('code', row.code is not null and code.name is null,
            format('There is no code %s. Import codes first.', row.code)),
           ('code', row.code = 'regular', 'Regular hours are guaranteed by the week: leave the code empty.'),
           ('code', code.unit <> 'hour',
            format('The code %s is by the %s, and hours are promised.', row.code, code.unit)),
           ('ends_on', row.ends_on < row.starts_on, format('It is before the first day, %s.', row.starts_on)),
           ('pay_hours', num_nonnulls(row.pay_hours, row.bill_hours) = 0,
            'It promises neither hours to pay nor hours to bill.')) as told (name, is_wrong, message)
     where told.is_wrong
     union all
    -- As guarantees_never_overlap.
    select row.line, 'starts_on', format('Line %s promises hours of some of the same days.', min(other.line))
      from row
      join row as other
        on other.assignment_id = row.assignment_id
       and coalesce(other.code, '') = coalesce(row.code, '')
     where other.line < row.line
       and other.starts_on <= coalesce(row.ends_on, 'infinity')
       and row.starts_on <= coalesce(other.ends_on, 'infinity')
     group by row.line
     union all
    select row.line, 'starts_on',
           format('The assignment has such a guarantee from %s on: end that one before, or choose other days.',
                  min(guarantee.effective_from))
      from row
      join public.guarantees as guarantee
        on guarantee.assignment_id = row.assignment_id
       and coalesce(guarantee.code, '') = coalesce(row.code, '')
     where row.id is null
       and guarantee.effective_from <= coalesce(row.ends_on, 'infinity')
       and row.starts_on <= coalesce(guarantee.effective_to, 'infinity')
     group by row.line
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.guarantees as guarantee on guarantee.id = row.id
     cross join lateral (values
           ('ends_on', row.ends_on::text, guarantee.effective_to::text),
           ('pay_hours', row.pay_hours::text, guarantee.pay_hours::text),
           ('bill_hours', row.bill_hours::text, guarantee.bill_hours::text)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$$;
comment on function private.guarantees_errors is 'Errors in the rows of a file of guarantees.';

create function private.insert_guarantees(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.guarantees (assignment_id, code, pay_hours, bill_hours, effective_from, effective_to)
    select row.assignment_id, row.code, row.pay_hours, row.bill_hours, row.starts_on, row.ends_on
      from private.guarantees_to_import(insert_guarantees.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$$;
comment on function private.insert_guarantees is
    'Inserts the guarantees of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function private.guarantees_to_import, private.guarantees_errors, private.insert_guarantees
    from public, anon, authenticated, service_role;
