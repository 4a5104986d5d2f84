-- Letterhead of the firm's documents, as it was from one change of the settings to the next: an invoice keeps
-- the one of the day on which it was sent. Rows are only ever added, by the trigger in letterheads.sql.
create table public.letterheads (
    id uuid primary key default gen_random_uuid(),
    legal_name text,
    address text,
    remit_to text,
    tax_number text,
    logo text,
    created_at timestamptz not null default now(),
    phone text
);
comment on table public.letterheads is
$$Letterheads of the firm's documents, the former and the present one: a row for each change of those columns of
organization_settings, whose letterhead_id names the newest.$$;
comment on column public.letterheads.logo is 'A data URI of a PNG or a JPEG.';

alter table public.letterheads enable row level security;

-- Settings of the firm. One row, always there.
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
    created_at timestamptz not null default now(),
    legal_name text
        constraint legal_name_is_not_blank check (legal_name ~ '\S')
        constraint legal_name_is_short check (private.require_line('legal_name', legal_name, 200)),
    address text
        constraint address_is_not_blank check (address ~ '\S')
        constraint address_is_short check (private.require_text('address', address, 500)),
    remit_to text
        constraint remit_to_is_not_blank check (remit_to ~ '\S')
        constraint remit_to_is_short check (private.require_text('remit_to', remit_to, 500)),
    tax_number text
        constraint tax_number_is_not_blank check (tax_number ~ '\S')
        constraint tax_number_is_short check (private.require_line('tax_number', tax_number, 50)),
    logo text,
    letterhead_id uuid references public.letterheads (id),
    workday_starts_at time not null default '00:00'
        constraint workday_starts_on_a_minute
        check (workday_starts_at < time '24:00' and extract(second from workday_starts_at) = 0),
    workday_starts_from date
        constraint workday_starts_from_is_finite check (isfinite(workday_starts_from)),
    phone text
        constraint phone_is_not_blank check (phone ~ '\S')
        constraint phone_is_short check (private.require_line('phone', phone, 200)),
    credit_note_number_prefix text
        constraint credit_note_number_prefix_is_short check (credit_note_number_prefix ~ '^[A-Z0-9]{1,10}$'),
    constraint credit_notes_have_a_prefix_of_their_own check (credit_note_number_prefix <> invoice_number_prefix),
    controls text not null default 'two_people'
        constraint controls_are_known check (controls in ('two_people', 'single_person_firm', 'off')),
    second_factor_roles text[] not null default '{}'
        constraint second_factor_roles_are_known check (
            second_factor_roles <@ array['admin', 'billing', 'payroll'])
);
comment on table public.organization_settings is 'The firm''s settings: one row.';
comment on column public.organization_settings.operating_timezone is
    'IANA name. Business dates (issue dates, the default billing week) are days in it.';
comment on column public.organization_settings.workweek_starts_on is
    'ISO weekday, 1 = Monday. Fixed once a payroll period or an invoice exists, or workday_starts_from.';
comment on column public.organization_settings.require_second_approver is
    'A payroll batch is approved by somebody other than those who prepared it, a payroll adjustment by somebody other than who entered it, as it is under controls two_people.';
comment on column public.organization_settings.legal_name is
    'The name of the firm at the head of its documents. It, address, phone, remit_to, tax_number and logo are kept in letterheads whenever they change.';
comment on column public.organization_settings.address is 'As it stands on paper: one line or several.';
comment on column public.organization_settings.phone is
    'Below the address on paper: a pay statement in California and New York has the employer''s (Labor Code 226(a), 195.3).';
comment on column public.organization_settings.remit_to is
    'Payment instructions for facilities, as it stands on invoices and statements: one line or several.';
comment on column public.organization_settings.tax_number is 'Such as the EIN, on invoices and credit notes.';
comment on column public.organization_settings.logo is
    'A PNG or JPEG of at most 100 kB, as the text data:image/png;base64,… or data:image/jpeg;base64,….';
comment on column public.organization_settings.letterhead_id is
    'The letterhead of today; null until there is one. It follows the other columns.';
comment on column public.organization_settings.workday_starts_at is
    'Time of the facility''s clock at which workdays begin, and with the first one the workweek: shifts are divided there. It holds from workday_starts_from on; each former one is kept for its weeks.';
comment on column public.organization_settings.workday_starts_from is
    'First day of the workweek from which workday_starts_at holds: one in which there are no shifts yet. Null = workdays have always begun at midnight.';
comment on column public.organization_settings.credit_note_number_prefix is
    'With it credit notes have numbers of their own, from 1 in each year; null = they are numbered with the invoices. Those that were issued keep theirs.';
comment on column public.organization_settings.controls is
    'two_people: some things take a second person (approval_policies), and pay is payroll''s, bill is billing''s. single_person_firm: nobody else is there, which the log says each month. off: as before 1.0.0, in firms that were there.';
comment on constraint controls_are_known on public.organization_settings is
$$The controls of the firm are by two people or by one.

Say whether the firm is one person.$$;
comment on column public.organization_settings.second_factor_roles is
    'Roles of staff that count only with a second factor (aal2 in the token): some of admin, billing and payroll. Empty = none does.';
comment on constraint second_factor_roles_are_known on public.organization_settings is
$$A second factor is asked of admins, billing and payroll.

Give some of admin, billing and payroll.$$;
comment on constraint credit_note_number_prefix_is_short on public.organization_settings is
$$The prefix of credit notes' numbers is 1 to 10 capital letters and digits.

Choose another one, or none.$$;
comment on constraint credit_notes_have_a_prefix_of_their_own on public.organization_settings is
$$Credit notes with numbers of their own have another prefix than invoices.

Choose another one, or none.$$;
comment on constraint workday_starts_on_a_minute on public.organization_settings is
$$A workday begins at a time of the clock, on a whole minute.

Give one such as 07:00.$$;
comment on constraint invoice_number_prefix_is_short on public.organization_settings is
$$The prefix of invoice numbers is 1 to 10 capital letters and digits.

Choose another one.$$;
comment on constraint operating_timezone_is_known on public.organization_settings is
$$There is no such timezone.

Choose one such as America/Denver.$$;
comment on constraint workweek_starts_on_is_an_iso_weekday on public.organization_settings is
$$A workweek starts on one of seven days.

Give 1 for Monday to 7 for Sunday.$$;

create index organization_settings_by_letterhead on public.organization_settings (letterhead_id);

alter table public.organization_settings enable row level security;

insert into public.organization_settings default values;

-- Log of changes, by months: private.add_log_months makes the partitions, and the job maintain archives them.
create table public.audit_log (
    id uuid not null default gen_random_uuid(),
    at timestamptz not null default now(),
    actor uuid,
    procedure text not null,
    table_name text not null,
    row_id uuid,
    old jsonb,
    new jsonb,
    created_at timestamptz not null default now(),
    caller text
        constraint audit_log_caller_is_known
        check (caller in ('authenticated', 'service_role', 'owner', 'nobody')),
    -- A page of it is read newest first, too.
    primary key (at, id)
) partition by range (at);
comment on table public.audit_log is
$$Log of changes, with their actors, one row a change: of a row that was made the whole new, of one that is gone the whole old, of a changed row the changed columns in both. docs/log.md says which tables are in it, and how long it is kept.$$;
comment on column public.audit_log.actor is 'The signed-in user; null where no person acted.';
comment on column public.audit_log.procedure is
    'The procedure that was called; insert, update or delete where the row was written directly.';
comment on column public.audit_log.row_id is
    'The id of the row; of assignment_rates, assignment_code_rates and assignment_bill_terms the assignment''s, of the settings, holidays, overtime_rules, minimum_wages, mileage_rates, time_codes, facility_code_rates, import_mappings, journal_accounts and retention null.';
comment on column public.audit_log.old is
    'The row before: whole of one that is gone; of a changed one the columns that changed, and its key where that is not id. In rows before 1.0.0 it is whole.';
comment on column public.audit_log.new is
    'The row after: whole of one that was made; of a changed one the columns that changed, and its key where that is not id. In rows before 1.0.0 it is whole.';
comment on column public.audit_log.caller is
    'authenticated, service_role, owner (a direct session, a job''s too) or nobody (another role). Null in older rows.';

create index audit_log_by_row on public.audit_log (table_name, row_id, at);

alter table public.audit_log enable row level security;
