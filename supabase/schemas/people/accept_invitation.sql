-- The one way by which somebody who is signed in becomes somebody of the firm.

create function private.require_sign_in()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
    v_user constant uuid := private.user_id();
    v_is_anonymous boolean := false;
begin
    if v_user is not null then
        v_is_anonymous := current_setting('request.jwt.claims')::jsonb @> '{"is_anonymous": true}';
    end if;
    if v_user is null or v_is_anonymous then
        perform private.refuse(
            403, 'sign_in_required',
            'Only somebody who is signed in may do this.',
            'Sign up or sign in first.');
    end if;
    return v_user;
end;
$$;
comment on function private.require_sign_in is
    'The signed-in user; raises 403 for the secret key, a direct session, an anonymous user, a sub that is no uuid.';

-- The reason why a code is refused stands in the server's log and nowhere else: to whoever tries codes all are alike.
create function private.refuse_code(reason text, invitation private.invitations)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    raise log 'invitation_not_valid: % (% %), tried by user %',
        refuse_code.reason, coalesce((refuse_code.invitation).kind, 'of nobody'),
        (refuse_code.invitation).row_id, private.user_id();
    perform private.refuse(
        404, 'invitation_not_valid',
        'There is no invitation with this code that you could accept.',
        'Check that the code is whole, or ask the person who invited you for a new one.');
end;
$$;
comment on function private.refuse_code is
    'Raises 404, the same for every code that cannot be accepted, and logs why, without the code.';

create function private.why_not_valid(invitation private.invitations)
returns text
language sql
stable
set search_path = ''
as $$
    select case
        when (why_not_valid.invitation).id is null then 'unknown'
        when (why_not_valid.invitation).accepted_at is not null then 'accepted before'
        when (why_not_valid.invitation).void_reason <> 'changed' then (why_not_valid.invitation).void_reason
        when (why_not_valid.invitation).expires_at <= (private.clock()).at then 'expired'
        else (why_not_valid.invitation).void_reason
    end;
$$;
comment on function private.why_not_valid is 'Reason why the invitation cannot be accepted; null where it can.';

-- Security definer: whoever accepts is nobody to the firm until then.
create function private.accept_invitation(code text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_user uuid;
    v_reason text;
    v_person private.people;
    v_invitation private.invitations;
begin
    v_user := private.require_sign_in();
    perform private.require_arguments(jsonb_build_object('code', accept_invitation.code));
    select invitation.*
      into v_invitation
      from private.invitations as invitation
     where invitation.code_sha256 = private.code_sha256(accept_invitation.code);
    if found then
        -- What had become of it until the lock was ours counts.
        v_person := private.hold_person(v_invitation.kind, v_invitation.row_id);
        select invitation.* into v_invitation from private.invitations as invitation where invitation.id = v_invitation.id;
    end if;

    if v_invitation.accepted_by = v_user and v_person.user_id = v_user then
        return jsonb_build_object('kind', v_invitation.kind, 'id', v_invitation.row_id);
    end if;
    v_reason := private.why_not_valid(v_invitation);
    if not v_person.is_active and coalesce(v_reason, 'changed') = 'changed' then
        perform private.refuse_inactive(v_person);
    end if;
    if v_reason is not null then
        perform private.refuse_code(v_reason, v_invitation);
    end if;
    if v_person.user_id is not null then
        perform private.refuse_linked(v_person);
    end if;

    update private.invitations as invitation
       set accepted_at = (private.clock()).at,
           accepted_by = v_user
     where invitation.id = v_invitation.id;
    begin
        perform private.link_person(v_invitation.kind, v_invitation.row_id, v_user);
    exception when unique_violation then
        -- Asked of the indexes, since the user may accept two codes at once.
        perform private.refuse(
            409, 'user_already_linked',
            format('You already sign in as another %s.', replace(v_invitation.kind, '_', ' ')),
            'Have an admin unlink your sign-in there first, or sign in as somebody else.');
    end;
    return jsonb_build_object('kind', v_invitation.kind, 'id', v_invitation.row_id);
end;
$$;
comment on function private.accept_invitation is 'The logic of public.accept_invitation.';

create function public.accept_invitation(code text)
returns jsonb language sql volatile set search_path = ''
as $$ select private.accept_invitation(code); $$;
comment on function public.accept_invitation is
$$Links the signed-in user to the staff member, contractor or facility contact that they were invited as.

From the next request on they may do what that row may. Somebody may be staff, a contractor and a contact at once, and a
contact of several facilities; but only one staff member, one contractor, and one contact of each facility. Anonymous
users, the secret key and direct sessions are nobody. Of a code that cannot be accepted, the answer does not say why:
whether it is unknown, expired, withdrawn, replaced, or was used by somebody else, stands in the server's log.

Who: whoever is signed in.

Arguments:
code: as invite answered it; white space in it does not count.

Result: {"kind", "id"}: the table and the row. Again by the same user: the same, and nothing more changes.

Errors: sign_in_required, argument_missing, invitation_not_valid, person_inactive, already_linked, user_already_linked.

Example: {"code": "$code"}$$;

revoke execute on function
    private.require_sign_in, private.refuse_code, private.why_not_valid, private.accept_invitation,
    public.accept_invitation
    from public, anon, authenticated, service_role;
grant execute on function private.accept_invitation, public.accept_invitation to authenticated, service_role;
