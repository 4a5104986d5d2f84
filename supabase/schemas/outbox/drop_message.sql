-- Security definer: the outbox is nobody's to write.
create function private.drop_message(message_id uuid)
returns setof public.outbox
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_message private.outbox;
begin
    v_message := private.hold_message(drop_message.message_id);
    if v_message.status in ('sending', 'sent') then
        perform private.refuse(
            409, 'message_not_waiting',
            case v_message.status when 'sent' then 'This message was sent.' else 'This message is being sent.' end,
            'Look again in a minute. If it was sent, tell the recipient in another way what is true now.');
    end if;
    if v_message.status in ('waiting', 'failed') then
        perform private.drop_messages(array[v_message.id], 'Somebody decided to drop it.');
        update private.outbox as message set decided_by = private.user_id() where message.id = v_message.id;
        perform private.audit_decision('drop_message', v_message);
    end if;
    return query select shown.* from public.outbox as shown where shown.id = v_message.id;
end;
$$;
comment on function private.drop_message is 'The logic of public.drop_message.';

create function public.drop_message(message_id uuid)
returns setof public.outbox language sql volatile rows 1 set search_path = ''
as $$ select * from private.drop_message(message_id); $$;
comment on function public.drop_message is
$$Drops a message that failed or still waits: it is not sent.

Later calls of the same webhook about the same row, which waited for it, go out then.

Who: billing and recruiting (mail), admin (calls of webhooks).

Arguments:
message_id: a message of the view outbox.

Result: its row of outbox, dropped. Again: the same.

Errors: argument_missing, staff_only, message_not_found, role_required, message_not_waiting.

Example: {"message_id": "$message_id"}$$;

revoke execute on function private.drop_message, public.drop_message
    from public, anon, authenticated, service_role;
grant execute on function private.drop_message, public.drop_message to authenticated, service_role;
