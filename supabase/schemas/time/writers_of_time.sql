-- Callers who enter time by a procedure: the contractor whose it is, and staff on their behalf.

-- Contractors may not read assignments, so that an unknown one and somebody else's are the same to them.
create function private.require_writer_of_time(assignment_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if require_writer_of_time.assignment_id = any (private.own_assignment_ids()) then
        return;
    end if;
    if private.own_contractor_id() is null then
        perform private.require_role('billing', 'payroll', 'recruiting');
    end if;
    if not (private.caller() in ('service_role', 'owner') or private.has_role('billing', 'payroll', 'recruiting'))
        or not exists (select from public.assignments as assignment
                        where assignment.id = require_writer_of_time.assignment_id) then
        perform private.refuse(
            404, 'assignment_not_found',
            format('There is no assignment %s.', require_writer_of_time.assignment_id),
            'Look it up in the list of assignments.');
    end if;
end;
$$;
comment on function private.require_writer_of_time is
    'Raises unless the caller enters time on the assignment: its contractor, staff on their behalf, the secret key or a direct session.';

revoke execute on function private.require_writer_of_time from public, anon, authenticated, service_role;
