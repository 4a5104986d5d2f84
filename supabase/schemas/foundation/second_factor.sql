-- A second factor that the firm asks of some roles. private.has_role asks for it; here is who may say so. Factors and the
-- sign-ins by them are Supabase Auth's: the token says which it was.

-- The catalog is asked, which everybody reads: the schema auth is another service's.
create function private.has_auth_table(name text)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from pg_catalog.pg_class as class
          join pg_catalog.pg_namespace as schema on schema.oid = class.relnamespace
         where schema.nspname = 'auth' and class.relname = has_auth_table.name and class.relkind in ('r', 'p'));
$$;
comment on function private.has_auth_table is 'True if there is such a table of Supabase Auth beside ours.';

-- Somebody who only has an admin's password, or only the secret key, neither asks for a factor nor does without.
-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_second_factor()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.caller() <> 'owner' and not (private.user_id() is not null and private.has_second_factor()) then
        perform private.refuse_first_factor();
    end if;
    if not new.second_factor_roles <@ old.second_factor_roles and not private.has_auth_table('mfa_factors') then
        perform private.refuse(
            409, 'second_factor_not_available',
            'Nobody can set up a second factor here: the sign-in service has none.',
            'Ask for it where people sign in by Supabase Auth.');
    end if;
    return new;
end;
$$;
comment on function private.guard_second_factor is
    'Trigger: only the owner, and an admin who signed in with a second factor, say whom it is asked of; there has to be one.';

create trigger second_factor_is_asked_by_who_has_one
    before update of second_factor_roles on public.organization_settings
    for each row when (old.second_factor_roles is distinct from new.second_factor_roles)
    execute function private.guard_second_factor();

revoke execute on function private.has_auth_table, private.guard_second_factor
    from public, anon, authenticated, service_role;
