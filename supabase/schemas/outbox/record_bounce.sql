-- Records a bounce, which the provider of mail reports later: it took a mail, and the mail did not arrive.
create function private.record_bounce(provider_id text, error text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
    update private.outbox as message
       set status = 'failed', failed_at = (private.clock()).at, error = record_bounce.error
     where message.provider_id = record_bounce.provider_id and message.status = 'sent';
    return found or exists (
        select from private.outbox as message where message.provider_id = record_bounce.provider_id);
end;
$$;
comment on function private.record_bounce is
$$Writes down that a mail that was sent came back, so that somebody decides about it; it keeps its sent_at. Of any other
message it changes nothing, so also not when it is told again.

provider_id: what the provider calls the mail. error: why, for people.

Result: whether there is such a message. The mail of one that is being sent is not known yet.$$;

revoke execute on function private.record_bounce from public, anon, authenticated, service_role;
