-- The states of a message, as the job deliver moves it:
--
--   waiting → sending → sent
--                     → waiting        tried again: five times within 24 hours of the first
--                     → failed         somebody decides: waiting again, or dropped
--   waiting → dropped                  it is no longer true
--
-- Calls of one webhook about one row go one after the other: one that waits behind an unsettled earlier one has no
-- next_try_at, so that it is neither due nor looked at, until private.call_next gives it one. A failed one lets none pass.
--
-- Sending is committed before the call, so that whoever finds a message in it knows that it may have been sent.

-- Result of a call whose caller never came back. The caller has at most 150 seconds; five minutes are longer than that.
create function private.sweep_outbox()
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_message private.outbox;
begin
    for v_message in
        select message.*
          from private.outbox as message
         where message.status = 'sending' and message.sending_at < v_now - interval '5 minutes'
         order by message.place
           for no key update skip locked
    loop
        perform private.settle_message(
            v_message.id, v_message.tries, 'unknown', null, 'Who was sending it went away before the answer.');
    end loop;

    -- Providers keep a key for 24 hours; what nobody got through in that time, somebody looks at.
    for v_message in
        select message.*
          from private.outbox as message
         where message.status = 'waiting' and message.first_tried_at <= v_now - interval '24 hours'
         order by message.place
           for no key update skip locked
    loop
        perform private.fail_message(
            v_message.id, concat_ws(' ', v_message.error, 'It was not sent within 24 hours of the first try.'));
    end loop;

    -- One was settled while another was written behind it, unseen by each other.
    perform private.call_next(head.webhook_id, head.subject_id)
       from (select distinct queued.webhook_id, queued.subject_id
               from private.outbox as queued
              where queued.status = 'waiting' and queued.next_try_at is null) as head;
end;
$$;
comment on function private.sweep_outbox is
    'Settles messages whose sender went away, fails those that were first tried more than 24 hours ago, and wakes calls whose turn has come.';

create function private.call_next(webhook_id uuid, subject_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
    update private.outbox as next
       set next_try_at = (private.clock()).at
     where next.id = (
           select unsettled.id
             from private.outbox as unsettled
            where unsettled.webhook_id = call_next.webhook_id
              and unsettled.subject_id = call_next.subject_id
              and unsettled.status in ('waiting', 'sending', 'failed')
            order by unsettled.place
            limit 1)
       and next.status = 'waiting'
       and next.next_try_at is null;
$$;
comment on function private.call_next is
    'Makes the next call of a webhook about a row due, once the one before it is settled; else it does nothing.';

create function private.next_message(mail boolean, with_print boolean)
returns setof private.outbox
language plpgsql
volatile
set search_path = ''
as $$
begin
    -- In PL/pgSQL, which keeps its plan for all messages of a run.
    return query
    select message.*
      from private.outbox as message
     where message.status = 'waiting'
       -- Not by a join, which would sort all that waits: the index has the order.
       and message.next_try_at <= (select now.at from private.clock() as now)
       and (message.webhook_id is null) = next_message.mail
       and (next_message.with_print or message.kind not in ('invoice', 'invoice_credited')
            or message.mail is not null)
       -- Two that were written at once know nothing of each other: what happened first to a row is told first.
       and not exists (
           select from private.outbox as earlier
            where earlier.webhook_id = message.webhook_id and earlier.subject_id = message.subject_id
              and earlier.place < message.place
              and earlier.status in ('waiting', 'sending', 'failed'))
     order by message.next_try_at, message.place
     limit 1
       for no key update skip locked;
end;
$$;
comment on function private.next_message is
$$Locks the message that has waited longest and answers it; no row where none is due.

mail: whether a mail or a call of a webhook. with_print: whether it may be a mail whose PDF is still to be printed.$$;

create function private.provider_knows_keys(provider text)
returns boolean
language sql
immutable
set search_path = ''
as $$
    -- Receivers of webhooks know a repetition by its id.
    select provider_knows_keys.provider in ('http', 'webhook');
$$;
comment on function private.provider_knows_keys is
    'True if a repetition under the same key is the same message there, for 24 hours.';

-- Commit it before the call.
create function private.begin_sending(
    message_id uuid, provider text, recipient text, mail jsonb default null, attachment bytea default null)
returns private.outbox
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_message private.outbox;
begin
    update private.outbox as sending
       set status = 'sending',
           sending_at = v_now,
           first_tried_at = coalesce(sending.first_tried_at, v_now),
           next_try_at = null,
           tries = sending.tries + 1,
           maybe_twice = sending.maybe_twice
                         or (sending.maybe_sent and not private.repeats_key(sending, begin_sending.provider)),
           provider = begin_sending.provider,
           recipient = begin_sending.recipient,
           mail = begin_sending.mail,
           attachment = begin_sending.attachment
     where sending.id = begin_sending.message_id and sending.status = 'waiting'
    returning * into strict v_message;
    return v_message;
end;
$$;
comment on function private.begin_sending is
$$Marks a message that waits as being sent, with what is handed to the provider; answers it with its key and its try.$$;

create function private.repeats_key(message private.outbox, provider text)
returns boolean
language sql
immutable
set search_path = ''
as $$
    select private.provider_knows_keys(repeats_key.provider) and (repeats_key.message).provider = repeats_key.provider;
$$;
comment on function private.repeats_key is
    'True if the provider that is asked now is the one that was asked before, and knows the message by its key.';

create function private.drop_messages(message_ids uuid[], reason text)
returns void
language sql
volatile
set search_path = ''
as $$
    update private.outbox as message
       set status = 'dropped', dropped_at = (private.clock()).at, error = drop_messages.reason,
           failed_at = null, sending_at = null, next_try_at = null,
           code = null, mail = null, attachment = null
     where message.id = any (drop_messages.message_ids) and message.status in ('waiting', 'sending', 'failed');

    select private.call_next(gone.webhook_id, gone.subject_id)
      from (select distinct message.webhook_id, message.subject_id
              from private.outbox as message
             where message.id = any (drop_messages.message_ids) and message.webhook_id is not null) as gone;
$$;
comment on function private.drop_messages is 'Drops messages that are not sent yet, and says why.';

create function private.fail_message(message_id uuid, error text)
returns void
language sql
volatile
set search_path = ''
as $$
    update private.outbox as message
       set status = 'failed', failed_at = (private.clock()).at, error = fail_message.error,
           sending_at = null, next_try_at = null, mail = null, attachment = null
     where message.id = fail_message.message_id and message.status in ('waiting', 'sending');
$$;
comment on function private.fail_message is 'Leaves a message to somebody''s decision, and says why.';

revoke execute on function
    private.sweep_outbox, private.next_message, private.provider_knows_keys, private.begin_sending, private.repeats_key,
    private.call_next, private.drop_messages, private.fail_message
    from public, anon, authenticated, service_role;
