-- Messages to somebody outside, each sent once: mails and calls of webhooks. A row is written in the transaction of
-- what it tells of, so that the one is never there without the other; the job deliver says it. It has no rights for
-- anybody, since an invitation's code is in it until it was sent: public.outbox shows the rest.
create table private.outbox (
    id uuid primary key default gen_random_uuid(),
    place bigint generated always as identity,
    kind text not null,
    subject_id uuid not null,
    step text not null,
    webhook_id uuid references public.webhooks (id),
    data jsonb constraint message_data_is_an_object check (jsonb_typeof(data) = 'object'),
    code text,
    status text not null default 'waiting'
        constraint message_status_is_known check (status in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
    written_at timestamptz not null,
    next_try_at timestamptz,
    composing_at timestamptz,
    lost_prints int not null default 0,
    tries int not null default 0,
    first_tried_at timestamptz,
    sending_at timestamptz,
    key uuid not null default gen_random_uuid(),
    provider text
        constraint message_provider_is_known check (provider in ('http', 'smtp', 'webhook')),
    recipient text,
    mail jsonb constraint mail_is_an_object check (jsonb_typeof(mail) = 'object'),
    attachment bytea,
    maybe_sent boolean not null default false,
    maybe_twice boolean not null default false,
    provider_id text,
    error text,
    sent_at timestamptz,
    failed_at timestamptz,
    dropped_at timestamptz,
    decided_by uuid,
    created_at timestamptz not null default now(),
    constraint message_is_written_once unique (kind, subject_id, step),
    constraint only_events_have_a_webhook check ((webhook_id is not null) = (kind like '%.%')),
    constraint only_events_have_data check ((data is not null) = (kind like '%.%')),
    constraint only_invitations_have_a_code check (code is null or kind = 'invitation'),
    constraint message_is_tried_again_while_it_waits check (
        (next_try_at is null or status = 'waiting')
        and (next_try_at is not null or status <> 'waiting' or webhook_id is not null)),
    constraint message_is_composed_while_it_waits check (composing_at is null or status = 'waiting'),
    constraint message_sending_at_tells_of_sending check ((sending_at is not null) = (status = 'sending')),
    constraint message_sent_at_tells_of_sending check ((sent_at is not null) or status <> 'sent'),
    constraint message_failed_at_tells_of_failure check ((failed_at is not null) = (status = 'failed')),
    constraint message_dropped_at_tells_of_dropping check ((dropped_at is not null) = (status = 'dropped')),
    constraint message_that_failed_says_why check (error is not null or status not in ('failed', 'dropped')),
    constraint message_is_erased_once_it_is_settled
        check (status in ('waiting', 'sending') or (mail is null and attachment is null)),
    constraint code_is_erased_once_it_was_sent check (status not in ('sent', 'dropped') or code is null)
);
comment on table private.outbox is 'One row per message: a mail, or a call of a webhook.';
comment on column private.outbox.place is 'In the order in which they were written.';
comment on column private.outbox.kind is 'A kind of mail_kinds, or one of webhooks.events, which have a full stop. Those two columns say which there are.';
comment on column private.outbox.subject_id is 'The id of the row that it is about.';
comment on column private.outbox.step is
    'Name of the message among those about that row; with kind and subject_id it is there once. The function that says what a kind of mail says tells what its step is.';
comment on column private.outbox.data is 'Of events: what the body says, ids alone.';
comment on column private.outbox.code is 'Of invitations, until it was sent.';
comment on column private.outbox.next_try_at is
    'Instant from which on a waiting message is due. Null of a call that waits behind an unsettled earlier one to the same webhook about the same row.';
comment on column private.outbox.composing_at is
    'Instant at which somebody began to print its PDF, until that is done. Null = nobody does.';
comment on column private.outbox.lost_prints is
    'Number of times that whoever printed its PDF went away before the end. Such a message is taken last and alone.';
comment on column private.outbox.key is
    'Key by which the provider knows a mail, so that a repetition is the same mail; another once a try surely sent nothing.';
comment on column private.outbox.mail is
    'Message as it was handed to the provider, until it is known what came of that: a repetition says the same, byte by byte.';
comment on column private.outbox.maybe_sent is 'The result of a try is not known: it may have been sent.';
comment on column private.outbox.maybe_twice is
    'It was sent although a try before may have sent it, to a provider that knows no keys, or by somebody''s decision.';
comment on column private.outbox.error is 'Reason why the last try failed, or why it was dropped; null when it was sent.';
comment on column private.outbox.decided_by is 'User who had it sent again or dropped; null where no person did.';

create index outbox_waiting on private.outbox (next_try_at, place) where status = 'waiting';
create index outbox_composing on private.outbox (composing_at) where composing_at is not null;
create index outbox_lost_prints on private.outbox (next_try_at, place) where status = 'waiting' and lost_prints > 0;
create index outbox_sending on private.outbox (sending_at) where status = 'sending';
-- Calls of a webhook about one row go one after the other.
create index outbox_unsettled_events on private.outbox (webhook_id, subject_id, place)
    where status in ('waiting', 'sending', 'failed') and webhook_id is not null;
create index outbox_queued on private.outbox (webhook_id, subject_id, place)
    where status = 'waiting' and next_try_at is null;
create index outbox_by_webhook on private.outbox (webhook_id) where webhook_id is not null;
create index outbox_failed on private.outbox (failed_at) where status = 'failed';
create index outbox_by_provider_id on private.outbox (provider_id) where provider_id is not null;
-- A page of it, newest first.
create index outbox_by_time on private.outbox (written_at, id);

create function private.mails(kind text)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.mail_kinds as switched
         where switched.kind = mails.kind and switched.is_on
           and (select settings.provider <> 'none' from public.mail_settings as settings));
$$;
comment on function private.mails is 'True if mail of that kind is written: the kind is on, and there is a provider.';

create function private.write_message(
    kind text, subject_id uuid, step text, webhook_id uuid default null, data jsonb default null, code text default null)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    insert into private.outbox (kind, subject_id, step, webhook_id, data, code, written_at, next_try_at)
    values (write_message.kind, write_message.subject_id, write_message.step, write_message.webhook_id,
            write_message.data, write_message.code, v_now,
            -- What happened first to a row is told first.
            case when not exists (
                     select from private.outbox as earlier
                      where earlier.webhook_id = write_message.webhook_id
                        and earlier.subject_id = write_message.subject_id
                        and earlier.status in ('waiting', 'sending', 'failed'))
                 then v_now end)
        on conflict on constraint message_is_written_once do nothing;
    return found;
end;
$$;
comment on function private.write_message is
$$Writes a message into the outbox, once: again, it does nothing and says false. For events it is asked by
private.write_events and private.write_due_events alone, for mail where private.mails says that its kind is on.

subject_id: the row that it is about.
step: what tells two messages of a kind about that row apart: of mail as the function <kind>_mail says; of events the
webhook's id, and what tells two of them apart.$$;

create function private.write_mails(kind text, subject_id uuid, steps text[])
returns void
language sql
volatile
set search_path = ''
as $$
    insert into private.outbox (kind, subject_id, step, written_at, next_try_at)
    select write_mails.kind, write_mails.subject_id, told.step, now.at, now.at
      from private.clock() as now
     cross join unnest(write_mails.steps) as told (step)
        on conflict on constraint message_is_written_once do nothing;
$$;
comment on function private.write_mails is
    'As private.write_message, of many mails about one row at once, a mail for each step.';

revoke execute on function private.mails, private.write_message, private.write_mails from public, anon, authenticated, service_role;
