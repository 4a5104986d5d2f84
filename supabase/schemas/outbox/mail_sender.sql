-- Sender of the firm's mail.
create function private.mail_sender()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
    return (
        select jsonb_build_object(
                   'provider', mail.provider, 'address', mail.from_address, 'reply_to', mail.reply_to,
                   'name', nullif(btrim(firm.legal_name), ''))
          from public.mail_settings as mail
         cross join public.organization_settings as firm);
end;
$$;
comment on function private.mail_sender is
    'Provider and sender of mail: provider, address, reply_to, and name, which is the firm''s.';

revoke execute on function private.mail_sender from public, anon, authenticated, service_role;
