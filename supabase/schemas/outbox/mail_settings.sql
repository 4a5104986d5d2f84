-- Provider of the firm's mail, and the kinds of mail there are. Keys and passwords of providers are not here: the function
-- cron-deliver has them in its environment.
create table public.mail_settings (
    singleton boolean primary key default true
        constraint mail_settings_is_one_row check (singleton),
    provider text not null default 'none'
        constraint mail_provider_is_known check (provider in ('none', 'http', 'smtp')),
    from_address text
        constraint from_address_is_short check (private.require_line('from_address', from_address, 320))
        constraint from_address_is_an_address check (from_address ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$'),
    reply_to text
        constraint reply_to_is_short check (private.require_line('reply_to', reply_to, 320))
        constraint reply_to_is_an_address check (reply_to ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$'),
    console_url text
        constraint console_url_is_short check (private.require_line('console_url', console_url, 2000))
        constraint console_url_is_an_address check (
            console_url ~ '^(https://[^\s/?#@]+|http://(localhost|127\.0\.0\.1)(:\d+)?)(/[^\s?#]*)?$'),
    daily_from time not null default '08:00',
    created_at timestamptz not null default now(),
    constraint mail_has_a_sender check (provider = 'none' or from_address is not null)
);
comment on table public.mail_settings is 'Settings of the firm''s mail: one row. With provider none there is no mail.';
comment on column public.mail_settings.provider is
    'none, http (an HTTP interface as Resend''s) or smtp. cron-deliver has its key or password in its environment.';
comment on column public.mail_settings.from_address is
    'Sender''s address; the name before it is organization_settings.legal_name.';
comment on column public.mail_settings.reply_to is 'Address for answers; null = to from_address.';
comment on column public.mail_settings.console_url is
    'Address at which the firm''s people open the console; mail names it. Null = mail names no address.';
comment on column public.mail_settings.daily_from is
    'From when on, by the clock of the operating timezone, a day''s reminders are written.';
comment on constraint console_url_is_an_address on public.mail_settings is
$$The address of the console is none.

Enter it from https:// on, without a question mark.$$;
comment on constraint from_address_is_an_address on public.mail_settings is
$$The address that mail is from is no e-mail address.

Enter the address alone, such as billing@firm.example.$$;
comment on constraint mail_has_a_sender on public.mail_settings is
$$There is nobody whom mail is from.

Enter the address that it is from, or choose no provider.$$;
comment on constraint reply_to_is_an_address on public.mail_settings is
$$The address for answers is no e-mail address.

Enter the address alone, or leave it empty.$$;

insert into public.mail_settings default values;

alter table public.mail_settings enable row level security;

-- Kinds of mail, each switched on by itself. Rows are never added or removed.
create table public.mail_kinds (
    kind text primary key
        constraint mail_kind_is_known
        check (kind in ('renewal_alert', 'overdue_reminder', 'invoice', 'invoice_bundle', 'invoice_credited', 'invoice_voided',
                        'time_to_approve', 'earnings_statement', 'credential_alert', 'invitation', 'weekly_flash')),
    is_on boolean not null default false,
    on_since timestamptz,
    written_on date constraint written_on_is_finite check (isfinite(written_on)),
    created_at timestamptz not null default now(),
    constraint mail_kind_is_on_since check ((on_since is not null) = is_on)
);
comment on table public.mail_kinds is 'The kinds of mail, and which of them are switched on.';
comment on column public.mail_kinds.on_since is
    'Since when it is on; null = it is off. What happened before is not mailed. Follows is_on.';
comment on column public.mail_kinds.written_on is
    'The business day whose mails of this kind are written, of kinds that are due by day; null = none yet.';
comment on constraint mail_kind_is_on_since on public.mail_kinds is
$$A kind of mail that is on says since when.

Switch the kind on or off: the time follows.$$;

insert into public.mail_kinds (kind)
values ('renewal_alert'), ('overdue_reminder'), ('invoice'), ('invoice_bundle'), ('invoice_credited'), ('invoice_voided'),
       ('time_to_approve'), ('earnings_statement'), ('credential_alert'), ('invitation'), ('weekly_flash');

alter table public.mail_kinds enable row level security;
