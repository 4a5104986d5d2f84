-- A firm without its last admin has nobody who could make another. Only the owner of the database may remove that admin.

create function private.hold_active_admins()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if private.caller() <> 'owner' then
        perform
           from public.staff_members as member
          where member.is_active and 'admin' = any (member.roles)
          order by member.id
            for no key update;
    end if;
end;
$$;
comment on function private.hold_active_admins is 'Locks the active admins, but not for the owner.';

-- Security definer: the rule locks rows that the writer may not.
create function private.hold_admins()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- Before any row is written: of two admins who remove each other, the second waits here.
    perform private.hold_active_admins();
    return null;
end;
$$;
comment on function private.hold_admins is
    'Trigger: those who change or remove staff go one after the other, as far as the admins are the same.';

create function private.refuse_last_admin()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'last_admin',
        'The firm would have no active admin left who can sign in.',
        'Make somebody else an admin first.');
end;
$$;
comment on function private.refuse_last_admin is 'Raises 409 for what would leave nobody who could make another admin.';

create function private.is_last_admin(staff_member_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
    select private.caller() <> 'owner'
           and array_agg(member.id) is not distinct from array[is_last_admin.staff_member_id]
      from public.staff_members as member
     where member.is_active and member.user_id is not null and 'admin' = any (member.roles);
$$;
comment on function private.is_last_admin is
    'True if that is the only active admin who can sign in, and must stay one; the owner may take even that one away.';

-- Giving an admin another user makes a new admin, who does not count as one left: nobody has signed in as that user.
-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.keep_last_admin()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.caller() <> 'owner'
        and exists (select from old_rows as before
                     where before.is_active and before.user_id is not null and 'admin' = any (before.roles))
        and not exists (
            select from public.staff_members as member
             where member.is_active and member.user_id is not null and 'admin' = any (member.roles)
               and not exists (select from old_rows as before
                                where before.id = member.id and before.user_id is distinct from member.user_id)) then
        perform private.refuse_last_admin();
    end if;
    return null;
end;
$$;
comment on function private.keep_last_admin is
    'Trigger: the last active admin stays one, with the user they sign in as, unless the owner of the database writes.';

create trigger admins_are_held
    before update or delete on public.staff_members
    for each statement execute function private.hold_admins();

create trigger last_admin_is_not_changed
    after update on public.staff_members
    referencing old table as old_rows
    for each statement execute function private.keep_last_admin();

create trigger last_admin_is_not_removed
    after delete on public.staff_members
    referencing old table as old_rows
    for each statement execute function private.keep_last_admin();

revoke execute on function
    private.hold_active_admins, private.hold_admins, private.refuse_last_admin, private.is_last_admin,
    private.keep_last_admin
    from public, anon, authenticated, service_role;
