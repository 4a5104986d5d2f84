-- Another secret for a webhook, without a moment in which its receiver knows none.

create function private.give_webhook_secret(webhook_id uuid, former_until timestamptz)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
    -- 32 bytes out of 366 random bits: gen_random_uuid is the one source of them without an extension.
    v_secret constant text := 'whsec_' || encode(
        sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64');
begin
    delete from private.webhook_secrets as former
     where former.webhook_id = give_webhook_secret.webhook_id and former.until <= (private.clock()).at;
    update private.webhook_secrets as former
       set until = give_webhook_secret.former_until
     where former.webhook_id = give_webhook_secret.webhook_id and former.until is null;
    insert into private.webhook_secrets (webhook_id, secret)
    values (give_webhook_secret.webhook_id, v_secret);
    return v_secret;
end;
$$;
comment on function private.give_webhook_secret is
$$Makes the secret that a webhook's calls are signed with from now on, and answers it.

former_until: how long the one before it signs too. Those that sign no more are erased. The caller holds the webhook.$$;

-- Security definer: secrets are nobody's to read or write.
create function private.rotate_webhook_secret(webhook_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_former_until constant timestamptz := v_now + interval '24 hours';
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object('webhook_id', rotate_webhook_secret.webhook_id));

    update public.webhooks as webhook
       set secret_since = v_now
     where webhook.id = rotate_webhook_secret.webhook_id;
    if not found then
        perform private.refuse(
            404, 'webhook_not_found',
            format('There is no webhook %s.', rotate_webhook_secret.webhook_id),
            'Look it up in the list of webhooks.');
    end if;
    return jsonb_build_object(
        'secret', private.give_webhook_secret(rotate_webhook_secret.webhook_id, v_former_until),
        'former_until', v_former_until);
end;
$$;
comment on function private.rotate_webhook_secret is 'The logic of public.rotate_webhook_secret.';

create function public.rotate_webhook_secret(webhook_id uuid)
returns jsonb language sql volatile set search_path = ''
as $$ select private.rotate_webhook_secret(webhook_id); $$;
comment on function public.rotate_webhook_secret is
$$Makes another secret that the calls of a webhook are signed with.

The one before signs too for 24 hours, so that there is time to hand the new one to the receiver. It is answered here
alone: whoever loses it rotates again, and then all that were in force within the last 24 hours sign.

Who: admin.

Arguments:
webhook_id: the webhook, on or off.

Result: {"secret", "former_until"}. Again: another secret.

Errors: role_required, argument_missing, webhook_not_found.

Example: {"webhook_id": "$webhook_id"}$$;

revoke execute on function
    private.give_webhook_secret, private.rotate_webhook_secret, public.rotate_webhook_secret
    from public, anon, authenticated, service_role;
grant execute on function private.rotate_webhook_secret, public.rotate_webhook_secret to authenticated, service_role;
