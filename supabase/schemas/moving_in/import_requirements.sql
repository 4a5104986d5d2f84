-- Requirements of the firm, of facilities and of assignments. A row is that of its kind, its place and its first day.
create function private.requirements_to_import(rows jsonb)
returns table (
    line int, kind text, credential_kind_id uuid, facility_number text, facility_id uuid, assignment_number text,
    assignment_id uuid, starts_on date, ends_on date, place uuid, id uuid)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.kind, kind.id, row.facility_number, facility.id, row.assignment_number, assignment.id,
           row.starts_on, row.ends_on, place.id, requirement.id
      from jsonb_to_recordset(requirements_to_import.rows) as row (
           line int, kind text, facility_number text, assignment_number text, starts_on date, ends_on date)
      left join public.credential_kinds as kind on lower(kind.name) = lower(row.kind)
      left join public.facilities as facility on facility.external_number = row.facility_number
      left join public.assignments as assignment on assignment.external_number = row.assignment_number
     cross join lateral ( -- null where a row names a place that there is not
           select case when row.facility_number is null and row.assignment_number is null
                       then '00000000-0000-0000-0000-000000000000'::uuid
                       else coalesce(facility.id, assignment.id) end) as place (id)
      left join public.requirements as requirement
        on requirement.credential_kind_id = kind.id
       and coalesce(requirement.facility_id, requirement.assignment_id, '00000000-0000-0000-0000-000000000000') = place.id
       and requirement.effective_from = row.starts_on;
$$;
comment on function private.requirements_to_import is
    'The rows of a file of requirements, and what they name; place: all zeros of the firm. id: the requirement of that kind, place and first day that is here already.';

create function private.requirements_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.requirements_to_import(requirements_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join lateral (values
           ('kind', row.kind is not null and row.credential_kind_id is null,
            format('There is no kind of credential "%s". Import credential kinds first.', left(row.kind, 60))),
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('assignment_number', row.assignment_number is not null and row.assignment_id is null,
            format('There is no assignment with the number %s. Import assignments first.', row.assignment_number)),
           ('assignment_number', row.assignment_number is not null and row.facility_number is not null,
            'It is of the facility or of the assignment: leave one of the two empty.'),
           ('ends_on', row.ends_on < row.starts_on, format('It is before the first day, %s.', row.starts_on)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    -- As requirements_never_overlap.
    select row.line, 'starts_on', format('Line %s requires the same there on some of these days.', min(other.line))
      from row
      join row as other on other.credential_kind_id = row.credential_kind_id and other.place = row.place
     where other.line < row.line
       and other.starts_on <= coalesce(row.ends_on, 'infinity')
       and row.starts_on <= coalesce(other.ends_on, 'infinity')
     group by row.line
     union all
    select row.line, 'starts_on',
           format('The same is required there from %s on: end that before, or choose other days.',
                  min(requirement.effective_from))
      from row
      join public.requirements as requirement
        on requirement.credential_kind_id = row.credential_kind_id
       and coalesce(requirement.facility_id, requirement.assignment_id, '00000000-0000-0000-0000-000000000000') = row.place
     where row.id is null
       and requirement.effective_from <= coalesce(row.ends_on, 'infinity')
       and row.starts_on <= coalesce(requirement.effective_to, 'infinity')
     group by row.line
     union all
    select row.line, 'ends_on', private.told_of_change(row.ends_on::text, requirement.effective_to::text)
      from row
      join public.requirements as requirement on requirement.id = row.id
     where requirement.effective_to is distinct from row.ends_on;
$$;
comment on function private.requirements_errors is 'Errors in the rows of a file of requirements.';

create function private.insert_requirements(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.requirements (credential_kind_id, facility_id, assignment_id, effective_from, effective_to)
    select row.credential_kind_id, row.facility_id, row.assignment_id, row.starts_on, row.ends_on
      from private.requirements_to_import(insert_requirements.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$$;
comment on function private.insert_requirements is
    'Inserts the requirements of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function
    private.requirements_to_import, private.requirements_errors, private.insert_requirements
    from public, anon, authenticated, service_role;
