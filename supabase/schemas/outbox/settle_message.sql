-- Outcome of a try, written after the call. message.ts says what the outcomes mean.

create function private.settle_message(message_id uuid, try int, outcome text, provider_id text, error text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_message private.outbox;
begin
    if settle_message.outcome = 'sent' then
        return private.settle_sent(settle_message.message_id, settle_message.provider_id);
    end if;
    select message.* into v_message
      from private.outbox as message
     where message.id = settle_message.message_id
       for no key update;
    if v_message.status <> 'sending' or v_message.tries <> settle_message.try then
        null; -- somebody else took it to be abandoned, and has it now
    elsif settle_message.outcome = 'refused' then
        perform private.fail_message(v_message.id, settle_message.error);
    elsif settle_message.outcome = 'no_receipt' then
        update private.outbox as message set maybe_sent = true where message.id = v_message.id;
        perform private.fail_message(v_message.id, settle_message.error);
    elsif settle_message.outcome = 'gone' then
        perform private.drop_messages(array[v_message.id], settle_message.error);
        perform private.switch_off_webhook(v_message.webhook_id, 'gone');
    elsif settle_message.outcome = 'unusable' or (settle_message.outcome = 'unreachable' and v_message.webhook_id is null) then
        perform private.wait_again(v_message, settle_message.error, is_counted => false);
    elsif settle_message.outcome = 'unknown' then
        perform private.settle_unknown(v_message, settle_message.error);
    elsif v_message.tries >= 5 then
        perform private.fail_message(v_message.id, settle_message.error);
    else
        perform private.wait_again(v_message, settle_message.error);
    end if;
    if settle_message.outcome in ('unreachable', 'unknown') and v_message.webhook_id is not null then
        perform private.spare_webhook(v_message.webhook_id, v_message.tries);
    end if;
    return (select message.status from private.outbox as message where message.id = v_message.id);
end;
$$;
comment on function private.settle_message is
$$Writes down what came of a try, and answers the state that the message is in then; of a try that somebody else has taken
over, only that it was sent.

try: which, as begin_sending answered it. outcome: as message.ts has it. error: for people; null where it was sent. A
provider of mail that cannot be reached or refuses our key is no fault of the message: the try is not counted.$$;

-- Most messages are: one statement finds it and writes that down, whoever holds it by then.
create function private.settle_sent(message_id uuid, provider_id text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_message private.outbox;
begin
    update private.outbox as sent
       set status = 'sent', sent_at = (private.clock()).at, provider_id = settle_sent.provider_id,
           sending_at = null, composing_at = null, next_try_at = null, failed_at = null, error = null, maybe_sent = false,
           lost_prints = 0,
           code = null, mail = null, attachment = null
     where sent.id = settle_sent.message_id and sent.status in ('waiting', 'sending', 'failed')
    returning * into v_message;
    if not found then
        return (select message.status from private.outbox as message where message.id = settle_sent.message_id);
    end if;
    if v_message.webhook_id is not null then
        perform private.call_next(v_message.webhook_id, v_message.subject_id);
    end if;
    return v_message.status;
end;
$$;
comment on function private.settle_sent is
    'The message was sent: what it said is erased, an invitation''s code too. Answers its state.';

-- The delays add up to less than a day: that is how long providers keep a key.
create function private.wait_again(message private.outbox, error text, is_counted boolean default true)
returns void
language sql
volatile
set search_path = ''
as $$
    update private.outbox as waiting
       set status = 'waiting',
           sending_at = null,
           error = wait_again.error,
           tries = waiting.tries - case when wait_again.is_counted then 0 else 1 end,
           first_tried_at = case when wait_again.is_counted or waiting.tries > 1 then waiting.first_tried_at end,
           next_try_at = (private.clock()).at
               + (array['5 minutes', '30 minutes', '4 hours', '16 hours']::interval[])[least(waiting.tries, 4)],
           -- What surely was not sent is composed anew, and another mail. What may have been sent stays the same one.
           key = case when waiting.maybe_sent then waiting.key else gen_random_uuid() end,
           mail = case when waiting.maybe_sent then waiting.mail end,
           attachment = case when waiting.maybe_sent then waiting.attachment end
     where waiting.id = (wait_again.message).id;
$$;
comment on function private.wait_again is 'The message is tried again later; a try that is no fault of its own is not counted.';

create function private.settle_unknown(message private.outbox, error text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    update private.outbox as unknown set maybe_sent = true where unknown.id = (settle_unknown.message).id;
    if (settle_unknown.message).tries < 5
        and (private.provider_knows_keys((settle_unknown.message).provider) or not (settle_unknown.message).maybe_twice)
    then
        perform private.wait_again(settle_unknown.message, settle_unknown.error);
    else
        perform private.fail_message((settle_unknown.message).id, settle_unknown.error || ' It may have been sent.');
    end if;
end;
$$;
comment on function private.settle_unknown is
    'The message may have been sent: once more under its key, or once more at all where the provider knows none.';

-- Skips what another holds, so that two who spare an address never wait for each other.
create function private.spare_webhook(webhook_id uuid, tries int)
returns void
language sql
volatile
set search_path = ''
as $$
    update private.outbox as message
       set next_try_at = now.at + case when spare_webhook.tries <= 1 then interval '5 minutes' else interval '30 minutes' end
      from private.clock() as now
     where message.id in (
           select due.id
             from private.outbox as due
            where due.webhook_id = spare_webhook.webhook_id and due.status = 'waiting' and due.next_try_at <= now.at
              for no key update skip locked);
$$;
comment on function private.spare_webhook is
    'Delays other messages to an address that does not answer, so that they do not hold up the others.';

revoke execute on function
    private.spare_webhook, private.settle_message, private.settle_sent, private.wait_again, private.settle_unknown
    from public, anon, authenticated, service_role;
