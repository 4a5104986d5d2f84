-- Security definer: the outbox is nobody's to write.
create function private.send_message_again(message_id uuid)
returns setof public.outbox
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_message private.outbox;
begin
    v_message := private.hold_message(send_message_again.message_id);
    if v_message.status = 'dropped' then
        perform private.refuse(
            409, 'message_dropped', format('This message was dropped: %s', v_message.error),
            'Tell the recipient in another way. A dropped message stays dropped.');
    end if;
    if v_message.status = 'failed' then
        update private.outbox as message
           set status = 'waiting', next_try_at = (private.clock()).at, failed_at = null, sent_at = null,
               tries = 0, first_tried_at = null, key = gen_random_uuid(), provider_id = null, error = null,
               lost_prints = least(message.lost_prints, 1), -- last and alone still
               maybe_twice = message.maybe_twice or message.maybe_sent, maybe_sent = false,
               decided_by = private.user_id()
         where message.id = v_message.id;
        perform private.audit_decision('send_message_again', v_message);
    end if;
    return query select shown.* from public.outbox as shown where shown.id = v_message.id;
end;
$$;
comment on function private.send_message_again is 'The logic of public.send_message_again.';

create function public.send_message_again(message_id uuid)
returns setof public.outbox language sql volatile rows 1 set search_path = ''
as $$ select * from private.send_message_again(message_id); $$;
comment on function public.send_message_again is
$$Has a message that failed sent again: with the next run of deliver, five times within 24 hours as at first.

It says what is true then, to the address that stands in the row then: correct a wrong address first. Where maybe_sent
says that it may have been sent already, it may arrive twice, and maybe_twice says so.

Who: billing and recruiting (mail), admin (calls of webhooks).

Arguments:
message_id: a message of the view outbox.

Result: its row of outbox. Of a message that is waiting, being sent or sent: the row as it is.

Errors: argument_missing, staff_only, message_not_found, role_required, message_dropped.

Example: {"message_id": "$message_id"}$$;

revoke execute on function private.send_message_again, public.send_message_again
    from public, anon, authenticated, service_role;
grant execute on function private.send_message_again, public.send_message_again to authenticated, service_role;
