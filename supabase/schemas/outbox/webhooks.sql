-- Addresses of the firm's other programs, which are told of events.

-- cron-deliver asks at each call whether its host is private: names may come to mean another address.
create function private.is_webhook_url(url text)
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
    select char_length(is_webhook_url.url) <= 2000
       and is_webhook_url.url
           ~* '^https://([a-z0-9_]([a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?][!"$-~]*)?$';
$$;
comment on function private.is_webhook_url is
    'True if it is an https address with a host, without a user, a password or a fragment. The check of webhooks asks it with their writer''s rights.';

create table public.webhooks (
    id uuid primary key default gen_random_uuid(),
    url text not null constraint webhook_url_is_https check (private.is_webhook_url(url)),
    description text
        constraint webhook_description_is_not_blank check (description ~ '\S')
        constraint description_is_short check (private.require_line('description', description, 200)),
    events text[] not null
        constraint webhook_events_are_known check (events <@ array[
            'invoice.sent', 'invoice.paid', 'invoice.credited', 'invoice.voided', 'payroll_batch.closed',
            'contractor.hired', 'assignment.ended', 'payroll_batch.handed_over'])
        constraint webhook_wants_events check (coalesce(array_ndims(events) = 1, false)),
    is_active boolean not null default true,
    told_since timestamptz not null default (private.clock()).at,
    secret_since timestamptz not null default (private.clock()).at,
    switched_off_at timestamptz,
    switched_off_because text
        constraint switched_off_because_is_known check (switched_off_because in ('by_hand', 'gone')),
    created_at timestamptz not null default now(),
    constraint switched_off_at_tells_of_switching check ((switched_off_at is not null) = (not is_active)),
    constraint webhook_that_is_off_says_why check ((switched_off_because is not null) = (not is_active))
);
comment on table public.webhooks is
    'Addresses that are told of events, after Standard Webhooks; for admins. docs/mail.md says what they are sent. Never deleted: switched off.';
comment on column public.webhooks.url is 'An https address, without a user or a fragment.';
comment on column public.webhooks.events is 'Events that it is told of.';
comment on column public.webhooks.told_since is
    'Since when it is told: when it was added, last switched on, or last given a further event. What happened before it is not told of.';
comment on column public.webhooks.secret_since is
    'Since when the secret is in force that calls are signed with. Of one that was rotated, the former signs for 24 hours more.';
comment on column public.webhooks.switched_off_because is
    'by_hand, or gone: it answered that it wants no more calls (410). Null while it is on.';
comment on constraint webhook_that_is_off_says_why on public.webhooks is
$$A webhook that is off says why.

Switch the webhook on or off: the reason follows.$$;
comment on constraint webhook_url_is_https on public.webhooks is
$$The address is none that a webhook can have.

Enter it from https:// on, without a user, a password or a #.$$;
comment on constraint webhook_wants_events on public.webhooks is
$$The webhook would be told of nothing.

Choose what it is told of, or switch it off.$$;

-- No event is told to one address twice. Partial, since a key that changes would wait for every foreign key to the row.
create unique index webhook_url_is_unique on public.webhooks (url) where url is not null;

alter table public.webhooks enable row level security;

-- Secrets that sign calls. The table has no rights for anybody: add_webhook and rotate_webhook_secret answer a secret once.
create table private.webhook_secrets (
    id uuid primary key default gen_random_uuid(),
    webhook_id uuid not null references public.webhooks (id),
    secret text not null
        constraint webhook_secret_is_of_standard_webhooks check (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
    until timestamptz,
    created_at timestamptz not null default now()
);
comment on table private.webhook_secrets is 'Secrets that sign calls of webhooks: one in force, and former ones.';
comment on column private.webhook_secrets.until is 'Time at which a former one stops signing; null = it is the one in force.';

create index webhook_secrets_by_webhook on private.webhook_secrets (webhook_id);
create unique index one_webhook_secret_is_in_force on private.webhook_secrets (webhook_id) where until is null;

revoke execute on function private.is_webhook_url from public, anon, authenticated, service_role;
grant execute on function private.is_webhook_url to authenticated, service_role;
