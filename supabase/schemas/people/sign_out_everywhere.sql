-- Ends the sessions of a user. What somebody holds of theirs is refused from then on: the token, by private.user_id, and
-- what it is renewed by, where Supabase Auth keeps its sessions in this database.
create table private.sign_outs (
    user_id uuid primary key,
    at timestamptz not null
);
comment on table private.sign_outs is
    'Users who were signed out everywhere, and when: tokens from before are refused. No foreign key: the auth schema belongs to another service.';

alter table private.sign_outs enable row level security;
revoke all on private.sign_outs from public, anon, authenticated, service_role;

-- The names are written out: the schema is another service's, and may not be there.
create function private.end_sessions(user_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
    if not private.has_auth_table('sessions') then
        return false;
    end if;
    -- With them go the refresh tokens.
    execute 'delete from auth.sessions where user_id = $1' using end_sessions.user_id;
    return true;
exception when insufficient_privilege then
    return false;
end;
$$;
comment on function private.end_sessions is
    'Ends the sessions of a user that Supabase Auth keeps in this database; false where it keeps none here.';

-- The server's own time, as tokens have it.
create function private.sign_out_user(user_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_at constant timestamptz := clock_timestamp();
    v_have_ended constant boolean := private.end_sessions(sign_out_user.user_id);
begin
    insert into private.sign_outs as signing_out (user_id, at)
    values (sign_out_user.user_id, v_at)
        on conflict on constraint sign_outs_pkey
        do update set at = greatest(signing_out.at, excluded.at);
    return jsonb_build_object('signed_out_at', v_at, 'sessions_ended', v_have_ended);
end;
$$;
comment on function private.sign_out_user is 'Signs a user out everywhere; answers when, and whether their sessions have ended.';

-- Security definer: nobody who is signed in writes sign_outs.
create function private.sign_out_everywhere(kind text, id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_person private.people;
    v_user uuid;
    v_answer jsonb := jsonb_build_object('signed_out_at', null, 'sessions_ended', false);
begin
    if num_nonnulls(sign_out_everywhere.kind, sign_out_everywhere.id) = 0 then
        v_user := private.require_sign_in();
    else
        perform private.require_role('admin');
        perform private.require_kind(sign_out_everywhere.kind);
        v_person := private.require_person(sign_out_everywhere.kind, sign_out_everywhere.id);
        v_user := v_person.user_id;
    end if;
    if v_user is not null then
        -- Before: afterwards whoever signs out themselves is nobody any more.
        perform private.audit('sign_out_everywhere', 'sign_outs', v_user, null, jsonb_build_object('user_id', v_user));
        v_answer := private.sign_out_user(v_user);
    end if;
    return v_answer;
end;
$$;
comment on function private.sign_out_everywhere is 'The logic of public.sign_out_everywhere.';

create function public.sign_out_everywhere(kind text default null, id uuid default null)
returns jsonb language sql volatile set search_path = ''
as $$ select private.sign_out_everywhere(kind, id); $$;
comment on function public.sign_out_everywhere is
$$Ends all sign-ins of a user, on every device: the caller's own, or those of a staff member, contractor or facility contact.

Tokens that were issued before are refused from the next request on (401, signed_out_everywhere), also where they would be
good for another hour. Where Supabase Auth keeps its sessions in this database, they end, so that no new token comes of
them; elsewhere, sign the user out there, too. Whoever knows the password, signs in again: have it changed.

Of others it takes the role admin.

Who: whoever is signed in.

Arguments:
kind: one of staff_member, contractor, facility_contact; null with id: the caller.
id: the row in that table.

Result: {"signed_out_at", "sessions_ended"}: signed_out_at is null where nobody signs in as that person; sessions_ended
is whether no new token comes of their sessions. Again: the same, at a later time.

Errors: sign_in_required, role_required, kind_unknown, argument_missing, person_not_found.$$;

-- For the owner alone: who lost the phone with their factor cannot prove that it is them, so somebody has to know them.
create function private.remove_second_factor(kind text, id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_person private.people;
    v_factors integer;
begin
    perform private.require_kind(remove_second_factor.kind);
    v_person := private.require_person(remove_second_factor.kind, remove_second_factor.id);
    if not private.has_auth_table('mfa_factors') then
        perform private.refuse(
            409, 'second_factor_not_available',
            'Nobody can set up a second factor here: the sign-in service has none.',
            'Ask for it where people sign in by Supabase Auth.');
    end if;
    execute 'delete from auth.mfa_factors where user_id = $1' using v_person.user_id;
    get diagnostics v_factors = row_count;
    if v_person.user_id is not null then
        perform private.sign_out_user(v_person.user_id);
        perform private.audit(
            'remove_second_factor', 'sign_outs', v_person.user_id, jsonb_build_object('factors', v_factors),
            jsonb_build_object('factors', 0));
    end if;
    return v_factors;
end;
$$;
comment on function private.remove_second_factor is
$$Removes the second factors of somebody who lost theirs, and signs them out everywhere; answers how many there were.

For the owner of the database, in a direct session.$$;

revoke execute on function
    private.end_sessions, private.sign_out_user, private.sign_out_everywhere, private.remove_second_factor,
    public.sign_out_everywhere
    from public, anon, authenticated, service_role;
grant execute on function private.sign_out_everywhere, public.sign_out_everywhere to authenticated, service_role;
