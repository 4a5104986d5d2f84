-- Fills in when and why a webhook is switched off or on, so that nobody has to say it.
create function private.stamp_webhook()
returns trigger
language plpgsql
volatile
security definer -- whoever writes the row need not be allowed to ask the clock
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    if new.is_active and not (old.is_active and new.events <@ old.events) then
        new.told_since := v_now;
    end if;
    new.switched_off_at := case when not new.is_active then coalesce(old.switched_off_at, v_now) end;
    new.switched_off_because := case when not new.is_active then coalesce(new.switched_off_because, 'by_hand') end;
    return new;
end;
$$;
comment on function private.stamp_webhook is
    'Trigger: says since when a webhook is told, or when and why it was switched off.';

create trigger webhooks_are_stamped
    before update on public.webhooks
    for each row when (old.is_active is distinct from new.is_active or old.events is distinct from new.events)
    execute function private.stamp_webhook();

-- A call that is being made is not touched: private.webhook_call drops it, should it be made again.
create function private.drop_calls_of_webhook()
returns trigger
language plpgsql
volatile
security definer -- nobody writes the outbox
set search_path = ''
as $$
begin
    update private.outbox as call
       set status = 'dropped', dropped_at = (private.clock()).at, decided_by = private.user_id(),
           error = 'The webhook was switched off.', next_try_at = null, failed_at = null
     where call.webhook_id = new.id and call.status in ('waiting', 'failed');
    return null;
end;
$$;
comment on function private.drop_calls_of_webhook is
    'Trigger: drops what waits for a webhook that is switched off, or failed.';

create trigger calls_end_with_their_webhook
    after update on public.webhooks
    for each row when (old.is_active and not new.is_active)
    execute function private.drop_calls_of_webhook();

create function private.switch_off_webhook(webhook_id uuid, reason text)
returns void
language sql
volatile
set search_path = ''
as $$
    update public.webhooks as webhook
       set is_active = false, switched_off_because = switch_off_webhook.reason
     where webhook.id = switch_off_webhook.webhook_id and webhook.is_active;
$$;
comment on function private.switch_off_webhook is
    'Switches a webhook off, for a reason of switched_off_because, and drops what waits for it. One that is off stays as it is.';

revoke execute on function
    private.stamp_webhook, private.drop_calls_of_webhook, private.switch_off_webhook
    from public, anon, authenticated, service_role;
