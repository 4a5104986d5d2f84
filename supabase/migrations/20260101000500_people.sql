-- Who works in the firm, who wants to be placed, and who is.

create table public.staff_members (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null
        constraint staff_member_has_one_user unique,
    roles text[] not null default '{viewer}'
        constraint staff_roles_are_known
        check (roles <@ array['admin', 'billing', 'payroll', 'recruiting', 'viewer']),
    is_active boolean not null default true,
    created_at timestamptz not null default now()
);
comment on table public.staff_members is 'Staff of the firm and what they may do.';
comment on column public.staff_members.user_id is
    'The signed-in user (auth.users.id). No foreign key: the auth schema belongs to another service.';

create table public.candidates (
    id uuid primary key default gen_random_uuid(),
    first_name text not null,
    last_name text not null,
    -- It tells whether somebody was a contractor before.
    email text not null
        constraint candidate_email_is_not_blank check (btrim(email) <> ''),
    phone text,
    specialty text,
    status text not null default 'applied'
        constraint candidate_status_is_known
        check (status in ('applied', 'screening', 'offered', 'hired', 'withdrawn', 'rejected')),
    hired_at timestamptz,
    created_at timestamptz not null default now(),
    constraint candidate_hired_at_tells_of_hiring check (hired_at is not null or status <> 'hired')
);
comment on table public.candidates is 'People who want to be placed.';

create trigger candidate_state_is_stamped
    before insert or update of status on public.candidates
    for each row when (new.status = 'hired')
    execute function private.stamp_state();

create table public.contractors (
    id uuid primary key default gen_random_uuid(),
    candidate_id uuid references public.candidates (id)
        constraint contractor_of_one_candidate unique,
    first_name text not null,
    last_name text not null,
    email text not null,
    employment_type text not null default 'w2'
        constraint employment_type_is_known check (employment_type in ('w2', '1099')),
    user_id uuid
        constraint contractor_has_one_user unique,
    is_active boolean not null default true,
    created_at timestamptz not null default now()
);
comment on table public.contractors is 'People whom the firm places at facilities and pays.';
comment on column public.contractors.employment_type is 'w2 (overtime applies) or 1099 (it does not).';
comment on column public.contractors.user_id is 'The contractor''s sign-in, once there is one.';

create unique index contractor_email_is_unique on public.contractors (lower(email));

alter table public.staff_members enable row level security;
alter table public.candidates enable row level security;
alter table public.contractors enable row level security;

revoke all on public.staff_members, public.candidates, public.contractors
    from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.staff_members, public.candidates, public.contractors
    to service_role;
