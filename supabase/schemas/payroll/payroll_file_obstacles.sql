-- Obstacles that keep a file from being handed over, said while the batch is looked at.
-- Security definer: as payroll_earnings is.
create function private.payroll_file_obstacles(payroll_batch_id uuid, employment text, profile text)
returns table (obstacle text, name text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    perform private.require_payroll_batch(payroll_file_obstacles.payroll_batch_id);
    perform private.require_employment(payroll_file_obstacles.employment);
    return query
        select lacking.obstacle, told.name
          from private.file_to_hand_over(
               payroll_file_obstacles.payroll_batch_id, payroll_file_obstacles.employment,
               payroll_file_obstacles.profile) as made
         cross join lateral (values
               (1, 'payroll_number', made.without_number), (2, 'earning_code', made.without_code),
               (3, 'work_state', made.without_state), (4, 'department', made.without_department),
               (5, 'not_taken', made.not_taken)) as lacking (place, obstacle, names)
         cross join lateral unnest(lacking.names) as told (name)
         order by lacking.place, told.name;
end;
$$;
comment on function private.payroll_file_obstacles is 'The logic of public.payroll_file_obstacles.';

create function public.payroll_file_obstacles(payroll_batch_id uuid, employment text, profile text default null)
returns table (obstacle text, name text)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.payroll_file_obstacles(payroll_batch_id, employment, profile); $$;
comment on function public.payroll_file_obstacles is
$$Obstacles that keep a file of a payroll batch from being handed over, a row each: ask while the batch is in review.

obstacle is one of payroll_number, earning_code, work_state, department, not_taken. payroll_number: name is a person without
one. earning_code: an earning, or a code of time, that has none. work_state: a facility without one. department: a work state
that the profile maps to none. not_taken: what the provider does not take, such as an adjusting amount below zero, a payroll
number that is too long, or a name that a spreadsheet would take for a formula.

May be called with GET.

Pages: order=obstacle,name.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.
employment: one of w2, 1099; the latter has corp_to_corp too.
profile: the name of a payroll profile; null = our own columns.

Result: the rows; none where the file can be handed over once the batch is closed.

Errors: role_required, argument_missing, payroll_batch_not_found, employment_unknown, payroll_profile_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id", "employment": "w2"}$$;

revoke execute on function private.payroll_file_obstacles, public.payroll_file_obstacles
    from public, anon, authenticated, service_role;
grant execute on function private.payroll_file_obstacles, public.payroll_file_obstacles to authenticated, service_role;
