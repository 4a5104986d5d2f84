-- Caller of a request. The database role of a request is PostgREST's choice, after it has checked the token; the
-- claims say which user it is. Roles within the firm come from tables that only admins write, never from
-- metadata that a user can edit.
--
-- All in PL/pgSQL, which keeps its plans for the session: policies ask these questions in every statement.

-- 'authenticated', 'service_role', 'owner' (a direct session of whoever owns this schema, such as a
-- migration, a job or an operator) or 'nobody'. Inside security definer functions too, the setting role
-- still names the caller's.
create function private.caller()
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
    return (
        select case
            when acting.as_role in ('authenticated', 'service_role') then acting.as_role
            when pg_catalog.pg_has_role(acting.as_role, schema.nspowner, 'member') then 'owner'
            else 'nobody'
        end
          from (select coalesce(nullif(current_setting('role', true), 'none'), session_user)::name) as acting (as_role)
          join pg_catalog.pg_namespace as schema on schema.nspname = 'private');
end;
$$;
comment on function private.caller is
    'Kind of caller: authenticated (a signed-in user), service_role, owner (a direct session), or nobody.';

create function private.user_id()
returns uuid
language plpgsql
stable
security definer -- sign_outs is not for clients
set search_path = ''
as $$
declare
    v_claims jsonb;
    v_user uuid;
begin
    -- As private.caller, without its look into the catalog: what that costs, the look for a sign-out takes.
    if coalesce(nullif(current_setting('role', true), 'none'), session_user::text) <> 'authenticated' then
        return null;
    end if;
    v_claims := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
    if v_claims ->> 'sub' ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
        v_user := (v_claims ->> 'sub')::uuid;
        if exists (
            select from private.sign_outs as signing_out
             where signing_out.user_id = v_user
               -- In whole seconds: what was issued in the same one may be from before.
               and coalesce((v_claims ->> 'iat')::numeric, 0) <= extract(epoch from signing_out.at)) then
            perform private.refuse(
                401, 'signed_out_everywhere',
                'This sign-in has ended: you were signed out everywhere.',
                'Sign in again.');
        end if;
    end if;
    return v_user;
exception when invalid_text_representation then
    return null; -- claims that cannot be read are nobody's
end;
$$;
comment on function private.user_id is
    'The signed-in user; null for everyone else, the service role and direct sessions included. Raises 401 for a token from before a sign-out everywhere.';

create function private.has_second_factor()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    return coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'aal' = 'aal2', false);
end;
$$;
comment on function private.has_second_factor is
    'True if the token is of a sign-in with a second factor: its assurance level (aal) is aal2.';

create function private.is_staff()
returns boolean
language plpgsql
stable
security definer -- reads staff_members for people who may not
set search_path = ''
as $$
begin
    return (
        select exists (
            select from public.staff_members as member
             where member.user_id = private.user_id() and member.is_active));
end;
$$;
comment on function private.is_staff is 'True if the signed-in user is active staff, in whatever role.';

create function private.has_role(variadic roles text[])
returns boolean
language plpgsql
stable
security definer -- reads staff_members for people who may not
set search_path = ''
as $$
begin
    return (
        select exists (
            select from public.staff_members as member
             cross join public.organization_settings as settings
             where member.user_id = private.user_id()
               and member.is_active
               and member.roles && array_append(has_role.roles, 'admin')
               -- Most firms ask for none: the rest is not looked at then.
               and case
                   when settings.second_factor_roles = '{}' then true
                   when private.has_second_factor() then true
                   else exists (
                       select from unnest(member.roles) as held (role)
                        where held.role = any (array_append(has_role.roles, 'admin'))
                          and held.role <> all (settings.second_factor_roles))
               end));
end;
$$;
comment on function private.has_role is
    'True if the signed-in user is active staff in one of the roles, or an admin, with a second factor where the firm asks for one.';

create function private.lacks_second_factor(variadic roles text[])
returns boolean
language plpgsql
stable
security definer -- reads staff_members for people who may not
set search_path = ''
as $$
begin
    return not private.has_second_factor() and (
        select exists (
            select from public.staff_members as member
             cross join public.organization_settings as settings
             where member.user_id = private.user_id()
               and member.is_active
               and exists (
                   select from unnest(member.roles) as held (role)
                    where held.role = any (array_append(lacks_second_factor.roles, 'admin'))
                      and held.role = any (settings.second_factor_roles))));
end;
$$;
comment on function private.lacks_second_factor is
    'True if the signed-in user has one of the roles, or is an admin, and it does not count: the firm asks for a second factor.';

-- Rows that staff of every role read and nobody else, though the tables behind them show others some of it.
create function private.is_staff_or_server()
returns boolean
language plpgsql
stable
parallel restricted -- asked once a statement, it must not keep the rest of it from running in parallel
security definer -- private.caller is not for clients
set search_path = ''
as $$
begin
    return private.caller() in ('service_role', 'owner') or private.is_staff();
end;
$$;
comment on function private.is_staff_or_server is
    'True if the caller is active staff, in whatever role, the service role or a direct session.';

create function private.is_admin_or_server()
returns boolean
language plpgsql
stable
parallel restricted -- as private.is_staff_or_server
security definer
set search_path = ''
as $$
begin
    return private.caller() in ('service_role', 'owner') or private.has_role('admin');
end;
$$;
comment on function private.is_admin_or_server is
    'True if the caller is an active admin, the service role or a direct session.';

create function private.refuse_first_factor()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        403, 'second_factor_required',
        'This takes a sign-in with a second factor.',
        'Sign in with a code of your authenticator app. If you have none yet, set one up first.');
end;
$$;
comment on function private.refuse_first_factor is 'Raises 403 for who signed in by a password alone.';

-- The first line of every procedure.
create function private.require_role(variadic roles text[])
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if private.caller() in ('service_role', 'owner') or private.has_role(variadic require_role.roles)
        or private.requester_has_role(variadic require_role.roles) then
        return;
    end if;
    if private.lacks_second_factor(variadic require_role.roles) then
        perform private.refuse_first_factor();
    end if;
    perform private.refuse(
        403, 'role_required',
        format('This takes the role %s.', array_to_string(array_append(array_remove(require_role.roles, 'admin'), 'admin'), ' or ')),
        'Ask an admin of the firm for the role.');
end;
$$;
comment on function private.require_role is
    'Raises 403 unless the caller is the service role, a direct session, or active staff in one of the roles or admin, or approves what such staff requested.';

-- A caller who may not write a table at all is told so, even if the statement finds no row: policies would only hide what
-- they may not write. The triggers fire when (current_user = 'authenticated'), so not inside a procedure.
--
-- Security definer: whoever writes need not be allowed to ask for roles.
create function private.require_writer()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if ('contractor' = any (tg_argv) and private.own_contractor_id() is not null)
        or ('contact' = any (tg_argv) and cardinality(private.contact_workplace_ids()) > 0)
        or ('proposer' = any (tg_argv) and private.proposes_rates()) then
        return null;
    end if;
    perform private.require_role(
        variadic array_remove(array_remove(array_remove(tg_argv::text[], 'contractor'), 'contact'), 'proposer'));
    return null;
end;
$$;
comment on function private.require_writer is
    'Trigger, with the roles of staff as its arguments, and contractor, contact or proposer (of rates): raises 403 unless the caller is one.';

-- A policy refuses a new row in words: `with check (case when … then true else
-- private.refuse_row(…) end)`.
--
-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.refuse_row(message text, hint text)
returns boolean
language plpgsql
volatile
strict -- without words it says nothing, and PostgreSQL refuses in its own
security definer
set search_path = ''
as $$
begin
    perform private.refuse(403, 'row_not_allowed', refuse_row.message, refuse_row.hint);
    return false;
end;
$$;
comment on function private.refuse_row is 'Raises 403, for policies: the caller may not write such a row.';

-- The first line of every report.
create function private.require_staff()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not private.is_staff_or_server() then
        perform private.refuse(
            403, 'staff_only',
            'Only active staff of the firm may read this.',
            'Ask an admin of the firm to be made staff.');
    end if;
end;
$$;
comment on function private.require_staff is
    'Raises 403 unless the caller is active staff, the service role or a direct session.';

-- Of reports that a facility's contacts read of theirs.
create function private.facility_ids_to_report()
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
declare
    v_facility_ids constant uuid[] := case when not private.is_staff_or_server() then private.contact_facility_ids() end;
begin
    if v_facility_ids = '{}' then
        perform private.require_staff();
    end if;
    return v_facility_ids;
end;
$$;
comment on function private.facility_ids_to_report is
    'The facilities that the caller may read reports of: null is all, for staff and servers. Raises 403 where there are none.';

create function private.require_facility_to_report(facility_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if require_facility_to_report.facility_id <> all (private.facility_ids_to_report()) then
        perform private.refuse(
            403, 'staff_only',
            'Only active staff of the firm and the facility''s own contacts may read this.',
            'Ask for a facility that you are a contact of.');
    end if;
end;
$$;
comment on function private.require_facility_to_report is
    'Raises 403 unless the caller is staff, a server, or a contact of the facility.';

-- Large tables are read by staff in whole and by others in part. "is staff or owns the row" would make the
-- planner read the whole table for everyone; "the id lies in the range that staff read" can use an index.
create function private.staff_reads_ids_from()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
    return (
        select case when private.is_staff() then '00000000-0000-0000-0000-000000000000'::uuid end);
end;
$$;
comment on function private.staff_reads_ids_from is
    'The lowest id for active staff, else null: "id >= this" holds for every row or none, and can use an index.';

revoke execute on function
    private.caller, private.user_id, private.has_second_factor, private.is_staff, private.has_role, private.lacks_second_factor,
    private.is_staff_or_server, private.is_admin_or_server, private.refuse_first_factor, private.require_role, private.require_writer, private.refuse_row, private.require_staff,
    private.facility_ids_to_report, private.require_facility_to_report, private.staff_reads_ids_from
    from public, anon, authenticated, service_role;
grant execute on function
    private.is_staff, private.has_role, private.refuse_row, private.staff_reads_ids_from
    to authenticated;
-- user_id: columns that say who made a row have it as their default.
-- lacks_second_factor: the view me tells it.
grant execute on function
    private.user_id, private.lacks_second_factor, private.is_staff_or_server, private.is_admin_or_server
    to authenticated, service_role;
