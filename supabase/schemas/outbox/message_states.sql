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
-- Sending is committed before the call, so that whoever finds a message in it knows that it may have been sent. Before its
-- PDF is printed, composing_at is committed: a print can end the process, and would else end each run that comes after.

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

    for v_message in
        select message.*
          from private.outbox as message
         where message.composing_at < v_now - interval '5 minutes'
         order by message.place
           for no key update skip locked
    loop
        perform private.settle_lost_print(v_message);
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
    'Settles messages whose sender or printer went away, fails those that were first tried more than 24 hours ago, and wakes calls whose turn has come.';

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
       and message.composing_at is null
       and message.lost_prints = 0
       and (message.webhook_id is null) = next_message.mail
       and (next_message.with_print or message.kind not in ('invoice', 'invoice_bundle', 'invoice_credited')
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
$$Locks the message that has waited longest and answers it; no row where none is due. Mail whose print was lost is
next_lost_print's.

mail: whether a mail or a call of a webhook. with_print: whether it may be a mail whose PDF is still to be printed.$$;

create function private.next_lost_print()
returns setof private.outbox
language sql
volatile
rows 1
set search_path = ''
as $$
    select message.*
      from private.outbox as message
     where message.status = 'waiting'
       and message.lost_prints > 0
       and message.next_try_at <= (select now.at from private.clock() as now)
       and message.composing_at is null
     order by message.next_try_at, message.place
     limit 1
       for no key update skip locked;
$$;
comment on function private.next_lost_print is
    'As private.next_message, of mail whose print was lost before: what ends the process ends nothing beside it.';

-- Commit it before the print.
create function private.begin_composing(message_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
    update private.outbox as message
       set composing_at = (private.clock()).at
     where message.id = begin_composing.message_id and message.status = 'waiting';
$$;
comment on function private.begin_composing is 'Marks a mail that waits as being printed.';

create function private.hold_composed(message_id uuid, tries int)
returns boolean
language sql
volatile
set search_path = ''
as $$
    update private.outbox as message
       set composing_at = null
     where message.id = hold_composed.message_id
       and message.composing_at is not null
       and message.tries = hold_composed.tries
    returning true;
$$;
comment on function private.hold_composed is
$$Its PDF is printed, or is left for later: locks the mail and answers true. Null where it was dropped meanwhile, or somebody
else took the print for lost.

tries: how often it had been tried when the print began.$$;

create function private.settle_lost_print(message private.outbox)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_error constant text := 'Whoever printed its PDF went away before the end.';
begin
    update private.outbox as lost
       set composing_at = null, lost_prints = lost.lost_prints + 1, tries = lost.tries + 1, error = v_error
     where lost.id = (settle_lost_print.message).id;
    if (settle_lost_print.message).lost_prints > 0 then
        perform private.fail_message(
            (settle_lost_print.message).id,
            v_error || ' So it did before. Look at the PDF in the console: at the firm''s logo, and at unusually long texts.');
    end if;
end;
$$;
comment on function private.settle_lost_print is
    'A print that never ended counts a try; the second of a message is left to somebody''s decision.';

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
           failed_at = null, sending_at = null, composing_at = null, next_try_at = null,
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
           sending_at = null, composing_at = null, next_try_at = null, mail = null, attachment = null
     where message.id = fail_message.message_id and message.status in ('waiting', 'sending');
$$;
comment on function private.fail_message is 'Leaves a message to somebody''s decision, and says why.';

revoke execute on function
    private.sweep_outbox, private.next_message, private.next_lost_print, private.begin_composing,
    private.hold_composed, private.settle_lost_print, private.provider_knows_keys, private.begin_sending, private.repeats_key,
    private.call_next, private.drop_messages, private.fail_message
    from public, anon, authenticated, service_role;
