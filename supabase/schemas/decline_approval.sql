-- A request that comes to nothing: withdrawn by who asked, or declined by who would have approved.

-- Security definer: approvals are written by procedures alone.
create function private.decline_approval(id uuid, reason text)
returns public.approvals
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_approval public.approvals;
begin
    perform private.require_staff();
    perform private.require_reason(decline_approval.reason);
    v_approval := private.hold_approval(decline_approval.id);
    if v_approval.status = 'declined' then
        return v_approval;
    end if;
    if v_approval.requested_by is distinct from private.user_id() then
        perform private.require_approver(v_approval);
    end if;
    if v_approval.status = 'approved' then
        perform private.refuse(
            409, 'approval_given', 'What was asked for is approved and done.',
            'Take it back where it was done, if it was wrong.');
    end if;
    update public.approvals as approval
       set status = 'declined', declined_at = (private.clock()).at, declined_by = private.user_id(),
           decline_reason = decline_approval.reason
     where approval.id = v_approval.id
    returning * into v_approval;
    return v_approval;
end;
$$;
comment on function private.decline_approval is 'The logic of public.decline_approval.';

create function public.decline_approval(id uuid, reason text)
returns public.approvals language sql volatile set search_path = ''
as $$ select private.decline_approval(id, reason); $$;
comment on function public.decline_approval is
$$Declines a request for approval, or withdraws it: nothing of it happens.

Who: active staff, whatever their role (what they asked for, or may approve).

Arguments:
id: the request, waiting or expired.
reason: why, in a few words.

Result: the request, declined. Again: the same.

Errors: staff_only, argument_missing, reason_missing, text_not_one_line, text_too_long, approval_not_found,
second_person_needed, role_required, approval_given.

Example: {"id": "$approval_id", "reason": "They pay after all."}$$;

revoke execute on function private.decline_approval, public.decline_approval
    from public, anon, authenticated, service_role;
grant execute on function private.decline_approval, public.decline_approval to authenticated, service_role;
