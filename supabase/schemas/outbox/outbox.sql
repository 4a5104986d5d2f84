-- Messages of the outbox, as staff see them. A view with its owner's rights, since the table, which holds codes and whole
-- mails until they are sent, is nobody's; and no function, since a page of a large table takes its index. No security
-- barrier either, which lets no order through: all messages are the reader's or none, and then none is looked at.
create view private.readable_messages as
    select message.id, message.kind, message.subject_id, message.step, message.webhook_id,
           case when message.webhook_id is null or (select private.is_admin_or_server()) then message.recipient end
               as recipient,
           message.status, message.tries, message.next_try_at, message.maybe_sent, message.maybe_twice, message.error,
           message.written_at, message.sent_at, message.failed_at, message.dropped_at, message.decided_by
      from private.outbox as message
     where (select private.is_staff_or_server());
comment on view private.readable_messages is 'The outbox without what messages say and without codes; for staff and servers, addresses of webhooks for admins and servers.';

create view public.outbox with (security_invoker = true) as
    select message.id, message.kind, message.subject_id, message.step, message.webhook_id, message.recipient,
           message.status, message.tries, message.next_try_at, message.maybe_sent, message.maybe_twice, message.error,
           message.written_at, message.sent_at, message.failed_at, message.dropped_at, message.decided_by
      from private.readable_messages as message
     -- Their day tells when a credential expires.
     where message.kind <> 'credential_alert' or (select private.reads_credentials());
comment on view public.outbox is
$$Messages to people and programs outside: one row a mail or a call of a webhook, kept as long as retention says.
For staff; alerts of credentials for recruiting and admins. Nothing in it leads to the code of an invitation.

kind is as mail_kinds.kind or webhooks.events: mail, or an event, of which webhooks are told. Events have a full stop.

subject_id: the row that it is about: a contract alert, a credential, a facility, an invoice or a bundle of them, a facility contact, a payroll batch, an invitation; of events
the invoice, payroll batch, contractor or assignment. step: which of the messages about that row; with kind and subject_id
it is there once. webhook_id: whom events are told; null of mail. recipient: the address that it went to or should go to;
null while nobody tried, and of events for whoever is no admin.

status is one of waiting, sending, sent, failed, dropped. waiting: until next_try_at, at most five times within 24 hours; without one, behind an earlier call of the same webhook
about the same row, which is not settled yet.
failed: somebody has to decide (send_message_again, drop_message); a mail that came back is there with its sent_at.
dropped: it was no longer true when it was about to be sent, or somebody dropped it; error says which.

tries: how often it was tried since somebody last decided. maybe_sent: the answer to a try was lost, so it may have been
sent. maybe_twice: it was sent once more all the same, and may have arrived twice. error: why the last try failed, why it
came back, or why it was dropped. decided_by: who had it sent again or dropped; null where no person did.

Pages: order=written_at,id.$$;

create trigger outbox_is_read_only
    instead of insert or update or delete on public.outbox
    for each row execute function private.refuse_view_write();

revoke all on public.outbox, private.readable_messages from public, anon, authenticated, service_role;
grant select on public.outbox, private.readable_messages to authenticated, service_role;
