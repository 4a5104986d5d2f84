-- The content of a mail is read when it is sent, not when it was written into the outbox: by then an invoice may be paid, and
-- a mistake corrected. In PL/pgSQL, which keeps its plans for all messages of a run.

create function private.mail_data(message private.outbox)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
    if message.webhook_id is not null then
        return null;
    end if;
    return coalesce(
        case message.kind
            when 'renewal_alert' then private.renewal_alert_mail(message)
            when 'overdue_reminder' then private.overdue_reminder_mail(message)
            when 'invoice' then private.invoice_mail(message)
            when 'invoice_bundle' then private.invoice_bundle_mail(message)
            when 'invoice_credited' then private.invoice_credited_mail(message)
            when 'invoice_voided' then private.invoice_voided_mail(message)
            when 'time_to_approve' then private.time_to_approve_mail(message)
            when 'earnings_statement' then private.earnings_statement_mail(message)
            when 'credential_alert' then private.credential_alert_mail(message)
            when 'invitation' then private.invitation_mail(message)
            when 'weekly_flash' then private.weekly_flash_mail(message)
            else jsonb_build_object('fail', format('This version knows no mail of the kind %L.', message.kind))
        end,
        jsonb_build_object('drop', 'What it is about is gone.'));
end;
$$;
comment on function private.mail_data is
$$Content of a mail of the outbox, as of now: the data of its kind, as MailData in delivery/texts/mail_text.ts has it.

{"drop": "why"} where it is no longer true; {"fail": "why, and what to do"} where it is, and cannot be sent. Null of
events, which private.webhook_call tells.$$;

create function private.mail_address(text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
    return case when btrim(mail_address.text) ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$'
                then btrim(mail_address.text) end;
end;
$$;
comment on function private.mail_address is 'The one address that a text is; null where it is none, or several.';

create function private.mail_to(text text, owner text, data jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_address constant text := private.mail_address(mail_to.text);
begin
    if mail_to.text is null then
        return jsonb_build_object(
            'fail', format('%s has no e-mail address. Enter one, and send this again.', mail_to.owner));
    elsif v_address is null then
        return jsonb_build_object(
            'fail', format('%L is not one e-mail address. Correct it for %s, and send this again.',
                           mail_to.text, mail_to.owner));
    end if;
    return (
        select jsonb_build_object('to', v_address, 'firm', settings.legal_name) || mail_to.data
          from public.organization_settings as settings);
end;
$$;
comment on function private.mail_to is
    'The data of a mail with the address that it goes to and the firm''s name; {"fail"} where the owner has no address.';

create function private.mail_to_person(text text, owner text, data jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
    return (
        select private.mail_to(
                   mail_to_person.text, coalesce(mail_to_person.owner, 'The recipient'),
                   jsonb_build_object('name', mail_to_person.owner, 'console_url', settings.console_url)
                       || mail_to_person.data)
          from public.mail_settings as settings);
end;
$$;
comment on function private.mail_to_person is
    'As private.mail_to, to somebody who uses the console: with their name, and where the console is.';

revoke execute on function
    private.mail_data, private.mail_address, private.mail_to, private.mail_to_person
    from public, anon, authenticated, service_role;
