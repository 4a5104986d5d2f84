-- Consequences of switching mail on and off.

-- Security definer: whoever writes need not be allowed to ask the clock.
create function private.stamp_mail_kind()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    new.on_since := case when new.is_on then (private.clock()).at end;
    new.written_on := null;
    return new;
end;
$$;
comment on function private.stamp_mail_kind is 'Trigger: a kind of mail says since when it is on, and begins anew.';

create trigger mail_kinds_say_since_when
    before update on public.mail_kinds
    for each row when (old.is_on <> new.is_on)
    execute function private.stamp_mail_kind();

create trigger another_sender_takes_a_second_person
    before update on public.mail_settings
    for each row when (old.provider <> 'none' and (
        old.provider <> new.provider or old.from_address is distinct from new.from_address
        or old.reply_to is distinct from new.reply_to))
    execute function private.guard_second_person('change_mail');

-- Mail that is switched off is not sent weeks later.
-- Security definer: the outbox is nobody's to write.
create function private.drop_mail_switched_off()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.drop_messages(
        array(
            select message.id
              from private.outbox as message
             where message.status in ('waiting', 'failed') and message.webhook_id is null
               and not private.mails(message.kind)
             order by message.id
               for no key update),
        'Mail of this kind was switched off.');
    return null;
end;
$$;
comment on function private.drop_mail_switched_off is
    'Trigger: drops mail that is not sent yet, of kinds that are off or without a provider.';

create trigger mail_that_is_switched_off_is_dropped
    after update on public.mail_kinds
    for each row when (old.is_on and not new.is_on)
    execute function private.drop_mail_switched_off();

create trigger mail_without_a_provider_is_dropped
    after update on public.mail_settings
    for each row when (old.provider <> new.provider and new.provider = 'none')
    execute function private.drop_mail_switched_off();

create trigger mail_settings_are_kept before delete on public.mail_settings
    for each statement execute function private.refuse_write(
        'mail_settings_are_kept', 'The settings of mail cannot be deleted.', 'Set the provider to none.');

create function private.delivers()
returns boolean
language sql
stable
security definer -- staff may ask it without reading webhooks
set search_path = ''
as $$
    select exists (select from public.mail_settings as settings where settings.provider <> 'none')
        or exists (select from public.webhooks as webhook where webhook.is_active);
$$;
comment on function private.delivers is
    'True if there is anything that the job deliver is needed for: a provider of mail, or an address that is told of events.';

revoke execute on function private.stamp_mail_kind, private.drop_mail_switched_off, private.delivers
    from public, anon, authenticated, service_role;
grant execute on function private.delivers to authenticated, service_role; -- for job_health, which runs with its reader's rights
