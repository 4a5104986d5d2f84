-- The sender of the firm's mail, as one act that somebody else can approve.

-- Security definer: as every procedure, it says itself who may call it.
create function private.change_mail(provider text, from_address text, reply_to text)
returns public.mail_settings
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_settings public.mail_settings;
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object('provider', change_mail.provider));
    update public.mail_settings as settings
       set provider = change_mail.provider,
           from_address = nullif(btrim(change_mail.from_address), ''),
           reply_to = nullif(btrim(change_mail.reply_to), '')
     where settings.provider <> change_mail.provider
        or settings.from_address is distinct from nullif(btrim(change_mail.from_address), '')
        or settings.reply_to is distinct from nullif(btrim(change_mail.reply_to), '');
    select settings.* into v_settings from public.mail_settings as settings;
    return v_settings;
end;
$$;
comment on function private.change_mail is 'The logic of public.change_mail.';

create function public.change_mail(provider text, from_address text default null, reply_to text default null)
returns public.mail_settings language sql volatile set search_path = ''
as $$ select private.change_mail(provider, from_address, reply_to); $$;
comment on function public.change_mail is
$$Changes by whom and from which address the firm's mail is sent, all three at once.

As an update of mail_settings. Where the firm asks for two people, another sender of mail that is on takes a second one:
request_approval asks for this procedure.

provider is as mail_settings.provider.

Who: admin.

Arguments:
provider: none, http or smtp.
from_address: the sender's address; null is none, which only provider none allows.
reply_to: the address for answers; null = to the sender's.

Result: the settings. Again: the same, and nothing more changes.

Errors: role_required, argument_missing.

Example: {"provider": "none"}$$;

revoke execute on function private.change_mail, public.change_mail
    from public, anon, authenticated, service_role;
grant execute on function private.change_mail, public.change_mail to authenticated, service_role;
