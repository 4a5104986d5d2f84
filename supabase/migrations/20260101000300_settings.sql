-- What one firm decides for itself. One row, always there.
create table public.organization_settings (
    singleton boolean primary key default true
        constraint organization_settings_is_one_row check (singleton),
    operating_timezone text not null default 'America/Denver'
        constraint operating_timezone_is_known
        check (now() at time zone operating_timezone is not null),
    workweek_starts_on smallint not null default 1
        constraint workweek_starts_on_is_an_iso_weekday check (workweek_starts_on between 1 and 7),
    invoice_number_prefix text not null default 'INV'
        constraint invoice_number_prefix_is_short check (invoice_number_prefix ~ '^[A-Z0-9]{1,10}$'),
    require_second_approver boolean not null default false,
    created_at timestamptz not null default now()
);

comment on table public.organization_settings is 'The firm''s settings: one row.';
comment on column public.organization_settings.operating_timezone is
    'IANA name. Business dates (issue dates, the default billing week) are days in it.';
comment on column public.organization_settings.workweek_starts_on is
    'ISO weekday, 1 = Monday. Fixed once a payroll period or an invoice exists.';
comment on column public.organization_settings.require_second_approver is
    'A payroll batch is approved by somebody other than those who prepared it.';

insert into public.organization_settings default values;

alter table public.organization_settings enable row level security;
revoke all on public.organization_settings from public, anon, authenticated, service_role;
grant select, update on public.organization_settings to service_role;
