-- People who were erased, and who are to be: by number, and without a name. After a restore from before, the list is
-- replayed (private.replay_erasures).
create table public.erasures (
    id uuid primary key default gen_random_uuid(),
    number bigint not null generated always as identity
        constraint erasure_number_is_unique unique,
    kind text not null
        constraint erasure_kind_is_known check (kind in ('candidate', 'contractor', 'staff_member', 'facility_contact')),
    person_id uuid not null,
    reason text not null
        constraint erasure_reason_is_not_blank check (reason ~ '\S')
        constraint erasure_reason_is_short check (private.require_line('reason', reason, 2000)),
    requested_at timestamptz not null,
    requested_by uuid,
    confirmed_at timestamptz,
    confirmed_by uuid,
    due_on date constraint due_on_is_finite check (isfinite(due_on)),
    erased_at timestamptz,
    problem text constraint problem_is_short check (private.require_text('problem', problem, 2000)),
    created_at timestamptz not null default now(),
    constraint person_is_erased_once unique (kind, person_id),
    constraint confirmed_erasure_has_a_day check ((confirmed_at is null) = (due_on is null)),
    constraint only_confirmed_erasures_say_by_whom check (confirmed_by is null or confirmed_at is not null),
    constraint only_confirmed_erasures_are_done check (erased_at is null or confirmed_at is not null)
);
comment on table public.erasures is
$$People who were erased, or are to be, by number. For admins. Copy it beside each backup: a restore brings the people back,
and private.replay_erasures takes the copy.$$;
comment on column public.erasures.number is 'Number that stands in place of the name: Erased 12.';
comment on column public.erasures.kind is 'candidate, contractor, staff_member or facility_contact.';
comment on column public.erasures.person_id is 'The id of the row. No foreign key: a candidate''s row goes.';
comment on column public.erasures.requested_by is 'The admin who asked for it; null where no person acted.';
comment on column public.erasures.confirmed_at is 'Time at which a second admin confirmed it, and the first part was erased. Null = it waits for one.';
comment on column public.erasures.confirmed_by is 'The user; null where no person acted. The same as requested_by in a firm of one.';
comment on column public.erasures.due_on is
    'Day on which name and address go, and what other rows say of the person: at once, or when the time has passed for which records of pay are kept.';
comment on column public.erasures.erased_at is 'Time at which the last of it was erased, by the job lock-ended. Null = some is kept yet.';

comment on column public.erasures.problem is
    'The reason for which the job could not erase the rest when it last tried; null = it could, or has not tried. It tries again each day.';

create index erasures_by_day on public.erasures (due_on) where erased_at is null;

alter table public.erasures enable row level security;
revoke all on public.erasures from public, anon, authenticated, service_role;
grant select on public.erasures to authenticated, service_role;
create policy admins_read on public.erasures for select to authenticated
    using ((select private.has_role('admin')));

-- Words by which somebody is still told in texts of other rows: until the job has looked for them everywhere.
create table private.words_to_erase (
    erasure_id uuid not null references public.erasures (id) on delete cascade,
    word text not null,
    is_name boolean not null default false,
    primary key (erasure_id, word)
);
comment on table private.words_to_erase is 'Names, addresses and numbers to look for in all texts, of people who are being erased; gone afterwards.';

comment on column private.words_to_erase.is_name is 'True of names, which are looked for from the day on which the person''s own goes.';

alter table private.words_to_erase enable row level security;
revoke all on private.words_to_erase from public, anon, authenticated, service_role;
