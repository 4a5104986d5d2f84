-- Links of users to people, with their times: past links are kept, so that an actor of years ago still has a name.
create table private.user_links (
    id bigint generated always as identity primary key,
    kind text not null
        constraint user_link_kind_is_known check (kind in ('staff_member', 'contractor', 'facility_contact')),
    row_id uuid not null,
    user_id uuid not null,
    name text,
    email text,
    linked_at timestamptz not null,
    unlinked_at timestamptz
);
comment on table private.user_links is 'The users that staff, contractors and facility contacts are and were linked to.';
comment on column private.user_links.row_id is 'The id of the staff member, contractor or facility contact.';
comment on column private.user_links.name is 'As the row has it; once it is unlinked, as it had it then.';

create unique index user_link_is_in_force_once on private.user_links (kind, row_id) where unlinked_at is null;
create index user_links_by_user on private.user_links (user_id);
-- The link is looked up before a row is deleted.
create index user_links_by_row on private.user_links (row_id);

alter table private.user_links enable row level security;

-- Security definer: links are nobody's to write.
create function private.keep_user_links()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_row constant jsonb := to_jsonb(new);
    v_name constant text := coalesce(v_row ->> 'name', (v_row ->> 'first_name') || ' ' || (v_row ->> 'last_name'));
begin
    if tg_op = 'UPDATE' then
        update private.user_links as link
           set unlinked_at = v_now
         where link.kind = tg_argv[0] and link.row_id = old.id and link.unlinked_at is null
           and (new.user_id is distinct from old.user_id or new.id <> old.id);
    end if;
    if new.user_id is not null then
        insert into private.user_links (kind, row_id, user_id, name, email, linked_at)
        values (tg_argv[0], new.id, new.user_id, v_name, v_row ->> 'email', v_now)
        on conflict (kind, row_id) where unlinked_at is null
        do update set name = excluded.name, email = excluded.email;
    end if;
    return null;
end;
$$;
comment on function private.keep_user_links is
    'Trigger, with the kind of the row as its argument: keeps which user the row is linked to, under which name.';

-- Most rows have no user: they cost nothing.
create trigger new_user_links_are_kept
    after insert on public.staff_members
    for each row when (new.user_id is not null)
    execute function private.keep_user_links('staff_member');
create trigger changed_user_links_are_kept
    after update of id, user_id, name, email on public.staff_members
    for each row when (old.user_id is not null or new.user_id is not null)
    execute function private.keep_user_links('staff_member');
create trigger new_user_links_are_kept
    after insert on public.contractors
    for each row when (new.user_id is not null)
    execute function private.keep_user_links('contractor');
create trigger changed_user_links_are_kept
    after update of id, user_id, first_name, last_name, email on public.contractors
    for each row when (old.user_id is not null or new.user_id is not null)
    execute function private.keep_user_links('contractor');
create trigger new_user_links_are_kept
    after insert on public.facility_contacts
    for each row when (new.user_id is not null)
    execute function private.keep_user_links('facility_contact');
create trigger changed_user_links_are_kept
    after update of id, user_id, name, email on public.facility_contacts
    for each row when (old.user_id is not null or new.user_id is not null)
    execute function private.keep_user_links('facility_contact');

-- Security definer: whoever deletes need not be allowed to read links.
create function private.refuse_removal_once_linked()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.caller() <> 'owner'
        and exists (select from private.user_links as link where link.row_id = old.id and link.kind = tg_argv[0]) then
        perform private.refuse(
            409, 'once_linked',
            'Somebody has signed in as this person, and what they did is kept under their name.',
            'Deactivate them instead. That ends their access at once.');
    end if;
    update private.user_links as link
       set unlinked_at = (private.clock()).at
     where link.kind = tg_argv[0] and link.row_id = old.id and link.unlinked_at is null;
    return old;
end;
$$;
comment on function private.refuse_removal_once_linked is
    'Trigger, with the kind of the row as its argument: who was ever linked to a user is deleted by the owner alone.';

create trigger once_linked_is_kept
    before delete on public.staff_members
    for each row execute function private.refuse_removal_once_linked('staff_member');
create trigger once_linked_is_kept
    before delete on public.contractors
    for each row execute function private.refuse_removal_once_linked('contractor');
create trigger once_linked_is_kept
    before delete on public.facility_contacts
    for each row execute function private.refuse_removal_once_linked('facility_contact');

revoke execute on function private.keep_user_links, private.refuse_removal_once_linked
    from public, anon, authenticated, service_role;
