-- An address that is told of events from now on.

create function private.check_webhook(url text, events text[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_known constant text[] := array[
        'invoice.sent', 'invoice.paid', 'invoice.credited', 'invoice.voided', 'payroll_batch.closed',
        'contractor.hired', 'assignment.ended', 'payroll_batch.handed_over'];
    v_unknown text;
begin
    if not private.is_webhook_url(check_webhook.url) then
        perform private.refuse(
            400, 'webhook_url_not_valid',
            'A webhook cannot have this address.',
            'Give an address such as https://books.example.com/events, of at most 2000 characters, without a user, '
            'a password or a #.');
    end if;
    select string_agg(coalesce(wanted.event, 'null'), ', ')
      into v_unknown
      from unnest(check_webhook.events) as wanted (event)
     where wanted.event is null or wanted.event <> all (v_known);
    if v_unknown is not null or coalesce(array_ndims(check_webhook.events), 0) <> 1 then
        perform private.refuse(
            400, 'event_unknown',
            case when v_unknown is null then 'No events are given.'
                 else format('There are no such events: %s.', v_unknown) end,
            format('Give one or several of %s.', array_to_string(v_known, ', ')));
    end if;
end;
$$;
comment on function private.check_webhook is 'Raises 400 for an address or events that no webhook can have.';

-- Security definer: webhooks are added here alone, and secrets are nobody's to write.
create function private.add_webhook(url text, events text[], description text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_id uuid;
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object('url', add_webhook.url, 'events', add_webhook.events));
    perform private.check_webhook(add_webhook.url, add_webhook.events);

    insert into public.webhooks (url, events, description)
    values (add_webhook.url, add_webhook.events,
            case when add_webhook.description ~ '\S' then btrim(add_webhook.description) end)
        on conflict do nothing
    returning id into v_id;
    if v_id is null then
        perform private.refuse(
            409, 'webhook_exists',
            format('There already is a webhook for %s.', add_webhook.url),
            'Change its events, switch it on, or make another secret for it.');
    end if;
    return jsonb_build_object('id', v_id, 'secret', private.give_webhook_secret(v_id, null));
end;
$$;
comment on function private.add_webhook is 'The logic of public.add_webhook.';

create function public.add_webhook(url text, events text[], description text default null)
returns jsonb language sql volatile set search_path = ''
as $$ select private.add_webhook(url, events, description); $$;
comment on function public.add_webhook is
$$Adds an address that is told of events from now on, and answers the secret that its calls are signed with.

The secret is answered here alone: hand it to whoever runs the receiver. What is sent, and how a receiver verifies it,
docs/mail.md says. The address, its events and whether it is on are columns of webhooks that admins write.

Who: admin.

Arguments:
url: an https address with a host, without a user, a password or a fragment, that no other webhook has.
events: as webhooks.events: what it is told of, one or several.
description: a few words for the firm's people; null is none.

Result: {"id", "secret"}. Again with the same address: refused, since the secret is answered once.

Errors: role_required, argument_missing, webhook_url_not_valid, event_unknown, webhook_exists.

Example: {"url": "$url", "events": ["invoice.sent", "invoice.paid"]}$$;

revoke execute on function private.check_webhook, private.add_webhook, public.add_webhook
    from public, anon, authenticated, service_role;
grant execute on function private.add_webhook, public.add_webhook to authenticated, service_role;
