-- Decisions of people about messages that failed.

create function private.require_decider(kind text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if require_decider.kind like '%.%' then
        perform private.require_role('admin');
    else
        perform private.require_role('billing', 'recruiting');
    end if;
end;
$$;
comment on function private.require_decider is
    'Raises 403 unless the caller decides about such messages: admins about events, billing and recruiting about mail.';

create function private.hold_message(message_id uuid)
returns private.outbox
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_message private.outbox;
begin
    perform private.require_arguments(jsonb_build_object('message_id', hold_message.message_id));
    select message.* into v_message
      from private.outbox as message
     where message.id = hold_message.message_id
       for no key update;
    if not found then
        perform private.require_staff();
        perform private.refuse(
            404, 'message_not_found', format('There is no message %s.', hold_message.message_id),
            'Look it up in the outbox.');
    end if;
    perform private.require_decider(v_message.kind);
    return v_message;
end;
$$;
comment on function private.hold_message is 'Locks a message that the caller decides about; raises 404 and 403.';

create function private.audit_decision(procedure text, before private.outbox)
returns void
language sql
volatile
set search_path = ''
as $$
    select private.audit(
               audit_decision.procedure, 'outbox', message.id,
               to_jsonb(audit_decision.before) - array['code', 'key', 'mail', 'attachment'],
               to_jsonb(message) - array['code', 'key', 'mail', 'attachment'])
      from private.outbox as message
     where message.id = (audit_decision.before).id;
$$;
comment on function private.audit_decision is 'Records what somebody decided about a message, without what it says.';

revoke execute on function private.require_decider, private.hold_message, private.audit_decision
    from public, anon, authenticated, service_role;
