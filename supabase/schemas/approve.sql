-- The second person: what was asked for is done, as it was asked for or not at all.

create function private.hold_approval(id uuid)
returns public.approvals
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_approval public.approvals;
begin
    perform private.require_arguments(jsonb_build_object('id', hold_approval.id));
    select approval.* into v_approval from public.approvals as approval where approval.id = hold_approval.id for update;
    if not found or (v_approval.kind in ('arrange_recovery', 'settle_overpayment')
                     and private.caller() = 'authenticated' and not private.has_role('payroll')) then
        perform private.refuse(
            404, 'approval_not_found', format('There is no request %s.', hold_approval.id),
            'Look it up in the list of approvals.');
    end if;
    return v_approval;
end;
$$;
comment on function private.hold_approval is
    'Locks a request for approval and gives it; raises 404 where there is none.';

create function private.require_approver(approval public.approvals)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_role constant text := (
        select policy.role
          from public.approval_policies as policy
         where policy.kind = case (approval).kind when 'settle_short_payment' then 'write_off_invoice'
                                                  else (approval).kind end);
begin
    if (approval).requested_by = private.user_id() then
        perform private.refuse(
            403, 'second_person_needed', 'Nobody approves what they asked for.', 'Have somebody else approve it.');
    end if;
    perform private.require_role(variadic case
        when v_role is not null then array[v_role]
        when (approval).kind in ('change_remit_to', 'change_mail') then array['admin']
        when (approval).kind in ('apply_rate_hit', 'hire_candidate') then array['billing', 'payroll']
        when (approval).kind in ('arrange_recovery', 'settle_overpayment', 'correct_time_entry') then array['payroll']
        else array['billing'] end);
end;
$$;
comment on function private.require_approver is
    'Raises 403 unless the caller is another person than who asked, in a role that approves the kind.';

-- Security definer: approvals are written by procedures alone.
create function private.approve(id uuid)
returns public.approvals
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_approval public.approvals;
    v_result jsonb;
begin
    perform private.require_staff();
    v_approval := private.hold_approval(approve.id);
    if v_approval.status = 'approved' then
        return v_approval;
    end if;
    perform private.require_approver(v_approval);
    if v_approval.status = 'declined' then
        perform private.refuse(
            409, 'approval_declined', 'What was asked for was declined.', 'Have it requested again.');
    elsif v_approval.expires_at <= v_now then
        perform private.refuse(
            409, 'approval_expired',
            format('What was asked for could be approved until %s.', private.said_of_day(
                (v_approval.expires_at at time zone private.operating_timezone())::date)),
            'Have it requested again, as it is now.');
    end if;

    update public.approvals as approval
       set status = 'approved', approved_at = v_now, approved_by = private.user_id()
     where approval.id = v_approval.id
    returning * into v_approval;
    perform set_config('app.approval', v_approval.id::text, true);
    v_result := private.call_for_approval(v_approval.kind, v_approval.arguments);
    perform set_config('app.approval', '', true);
    -- Somebody did it meanwhile, so that the call had nothing to do.
    if current_setting('app.approval_used', true) is distinct from v_approval.id::text then
        perform private.refuse(
            409, 'approval_outdated', 'What was asked for is done already.',
            'Decline it, and look at it as it is now.');
    end if;
    update public.approvals as approval
       set result_id = (v_result ->> 'id')::uuid
     where approval.id = v_approval.id
    returning * into v_approval;
    return v_approval;
end;
$$;
comment on function private.approve is 'The logic of public.approve.';

create function public.approve(id uuid)
returns public.approvals language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.approve(id); $$;
comment on function public.approve is
$$Approves what somebody else asked for (request_approval), and does it: the procedure is called with its arguments.

All or nothing: where what it is about has changed since it was requested, it is refused with approval_outdated, and
what the procedure itself refuses is refused with its own slug. The log names the one who asked, in approvals, and the
one who approved.

Who: active staff, whatever their role (what others asked for, in the role of the kind).

Arguments:
id: the request, waiting.

Result: the request, approved. Again: the same, and nothing more happens.

Errors: staff_only, argument_missing, approval_not_found, second_person_needed, role_required, approval_declined,
approval_expired, approval_outdated.

Example: {"id": "$approval_id"}$$;

revoke execute on function
    private.hold_approval, private.require_approver, private.approve, public.approve
    from public, anon, authenticated, service_role;
grant execute on function private.approve, public.approve to authenticated, service_role;
