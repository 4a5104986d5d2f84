-- Content of a webhook's call by the job deliver, and whether it should still be made.
create function private.webhook_call(message private.outbox)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_webhook public.webhooks;
    v_secrets text[];
begin
    select webhook.* into v_webhook from public.webhooks as webhook where webhook.id = message.webhook_id;
    if not v_webhook.is_active then
        return '{"drop": "The webhook was switched off."}';
    end if;
    if message.kind <> all (v_webhook.events) then
        return jsonb_build_object('drop', format('The webhook is not told of %s any more.', message.kind));
    end if;
    if message.kind = 'assignment.ended' and not exists (
        select from public.assignments as assignment
         where assignment.id = message.subject_id
           and message.step = v_webhook.id || ' ' || to_char(assignment.end_date, 'YYYY-MM-DD')) then
        return '{"drop": "The assignment ends on another day, or not any more."}';
    end if;

    v_secrets := array(
        select secret.secret
          from private.webhook_secrets as secret
         where secret.webhook_id = v_webhook.id and (secret.until is null or secret.until > v_now)
         order by secret.until desc nulls first);
    if cardinality(v_secrets) = 0 then -- only the owner of the database leaves one without
        return '{"drop": "The webhook has no secret to sign with."}';
    end if;
    return jsonb_build_object(
        'url', v_webhook.url, 'secrets', v_secrets,
        'timestamp', to_char(message.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'));
end;
$$;
comment on function private.webhook_call is
$$Call by which a message of the outbox that is an event is told to its webhook now.

Result: {"url", "secrets", "timestamp"}: the address; what to sign with, the secret in force first; when it was written,
in ISO 8601. Or {"drop"}: why it is not to be told any more, a sentence.$$;

revoke execute on function private.webhook_call from public, anon, authenticated, service_role;
