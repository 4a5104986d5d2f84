-- A person asks for what they may not do alone.

create function private.check_approval_arguments(kind text, arguments jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_given constant text[] := case when jsonb_typeof(check_approval_arguments.arguments) = 'object' then array(
        select key from jsonb_object_keys(check_approval_arguments.arguments) as key order by key) end;
    v_unknown text;
begin
    if not exists (select from public.approval_policies as policy
                    where policy.kind = check_approval_arguments.kind) then
        perform private.refuse(
            400, 'approval_kind_unknown',
            format('There is no approval of %L.', check_approval_arguments.kind),
            'Choose one of the acts that take a second person.');
    end if;
    v_unknown := (
        select given from unnest(v_given) as given
         where given not in (
               select argument.name from private.arguments_for_approval(check_approval_arguments.kind) as argument)
         limit 1);
    if v_given is null or v_unknown is not null then
        perform private.refuse(
            400, 'approval_arguments_not_valid',
            case when v_given is null then 'What is asked for is not said by name.'
                 else format('%s has no %s.',
                             upper(left(private.said_of_kind(check_approval_arguments.kind), 1))
                             || substr(private.said_of_kind(check_approval_arguments.kind), 2),
                             replace(v_unknown, '_', ' ')) end,
            'Give what the act itself takes, and nothing else.');
    end if;
    perform private.require_arguments(jsonb_object_agg(
                argument.name, check_approval_arguments.arguments ->> argument.name))
       from private.arguments_for_approval(check_approval_arguments.kind) as argument
      where argument.is_needed
     having count(*) > 0;
end;
$$;
comment on function private.check_approval_arguments is
    'Raises 400 where an approval is requested of no known act, or with arguments that the act does not have.';

-- Security definer: approvals are written by procedures alone.
create function private.request_approval(procedure text, arguments jsonb, reason text)
returns public.approvals
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_subject record;
    v_now constant timestamptz := (private.clock()).at;
    v_is_used boolean := false;
    v_amount numeric;
    v_result jsonb;
    v_approval public.approvals;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object(
        'procedure', request_approval.procedure, 'arguments', request_approval.arguments));
    perform private.require_reason(request_approval.reason);
    perform private.check_approval_arguments(request_approval.procedure, request_approval.arguments);

    select approval.* into v_approval
      from public.approvals as approval
     where approval.status = 'waiting' and approval.kind = request_approval.procedure
       and approval.arguments = request_approval.arguments
       and approval.requested_by is not distinct from private.user_id()
       and approval.expires_at > v_now
     order by approval.requested_at, approval.id
     limit 1;
    if found then
        return v_approval;
    end if;

    begin
        select subject.* into v_subject
          from private.subject_of_approval(request_approval.procedure, request_approval.arguments) as subject;
        insert into public.approvals (kind, arguments, reason, says, seen, requested_at, expires_at)
        values (request_approval.procedure, request_approval.arguments, request_approval.reason,
                coalesce(left(v_subject.says, 2000), private.said_of_kind(request_approval.procedure)),
                coalesce(v_subject.seen, '{}'), v_now, v_now + interval '7 days')
        returning * into v_approval;

        -- A trial, which leaves nothing: what is refused now is refused to who asks for it.
        begin
            perform set_config('app.approval', v_approval.id::text, true);
            v_result := private.call_for_approval(request_approval.procedure, request_approval.arguments);
            v_is_used := current_setting('app.approval_used', true) = v_approval.id::text;
            v_amount := nullif(current_setting('app.approval_amount', true), '')::numeric;
            raise exception using errcode = 'TRIAL';
        exception when sqlstate 'TRIAL' then
            null;
        end;
    exception when data_exception then
        perform private.refuse(
            400, 'approval_arguments_not_valid', 'An amount, a day or an id that is asked for is none.',
            'Give what the act itself takes.');
    end;
    if v_is_used is not true then
        perform private.refuse(
            409, 'approval_not_needed', 'There is nothing that somebody else would have to approve.',
            'Look at it as it is now. What changes nothing takes no second person.');
    end if;
    update public.approvals as approval
       set amount = v_amount,
           says = case when approval.kind = 'credit_invoice'
                       then format('Credits %s of', private.said_of_money(v_amount)) || substr(approval.says, 8)
                       else approval.says end
     where approval.id = v_approval.id
    returning * into v_approval;
    return v_approval;
end;
$$;
comment on function private.request_approval is 'The logic of public.request_approval.';

create function public.request_approval(procedure text, arguments jsonb, reason text)
returns public.approvals language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.request_approval(procedure, arguments, reason); $$;
comment on function public.request_approval is
$$Asks that somebody else approves what one person may not do alone: what is refused with second_person_needed.

The call is tried at once, and nothing of it stays: what would be refused is refused here. approvals has the request
until somebody approves it (approve), declines it (decline_approval), or seven days are over. Mail tells nobody; the
board does.

Who: active staff, whatever their role (for what that role may do).

Arguments:
procedure: what is asked for: one of approval_policies.kind.
arguments: the arguments of that procedure by name, without request_id.
reason: why, for whoever approves, in a few words.

Result: the request. Again, while it waits: the same.

Errors: staff_only, argument_missing, reason_missing, text_not_one_line, text_too_long, approval_kind_unknown,
approval_arguments_not_valid, approval_not_needed.

Example: {"procedure": "write_off_invoice", "reason": "The hospital went out of business.",
"arguments": {"invoice_id": "$invoice_id", "amount": 12.5, "reason": "Disputed hours."}}$$;

revoke execute on function
    private.check_approval_arguments, private.request_approval, public.request_approval
    from public, anon, authenticated, service_role;
grant execute on function private.request_approval, public.request_approval to authenticated, service_role;
