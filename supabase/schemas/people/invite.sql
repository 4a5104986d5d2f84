-- Invites somebody to sign in as a row of the firm, without anybody who may write auth.users.

create function private.require_inviter(kind text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_kind(require_inviter.kind);
    case require_inviter.kind
        when 'staff_member' then perform private.require_role('admin');
        when 'contractor' then perform private.require_role('recruiting');
        when 'facility_contact' then perform private.require_role('billing');
    end case;
end;
$$;
comment on function private.require_inviter is
    'Raises 403 unless the caller writes such rows: admins staff, recruiting contractors, billing facility contacts.';

-- Security definer: invitations are nobody's to write.
create function private.invite(kind text, id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_code constant text := gen_random_uuid()::text || gen_random_uuid()::text;
    v_person private.people;
    v_former private.invitations;
    v_invitation private.invitations;
    v_mailed_to text;
begin
    perform private.require_inviter(invite.kind);
    v_person := private.require_person(invite.kind, invite.id);
    if v_person.user_id is not null then
        perform private.refuse_linked(v_person);
    end if;
    if not v_person.is_active then
        perform private.refuse_inactive(v_person);
    end if;

    v_former := private.void_invitation(invite.kind, invite.id, 'replaced');
    if v_former.id is not null then
        perform private.audit_invitation('invite', v_former);
    end if;
    insert into private.invitations (kind, row_id, code_sha256, created_at, created_by, expires_at)
    values (invite.kind, invite.id, private.code_sha256(v_code), v_now, private.user_id(), v_now + interval '14 days')
    returning * into v_invitation;
    perform private.audit_invitation('invite', v_invitation);
    if private.mails('invitation') then
        v_mailed_to := private.mail_address(v_person.email);
    end if;
    if v_mailed_to is not null then
        perform private.write_message('invitation', v_invitation.id, '', code => v_code);
    end if;
    return jsonb_build_object('code', v_code, 'expires_at', v_invitation.expires_at, 'mailed_to', v_mailed_to);
end;
$$;
comment on function private.invite is 'The logic of public.invite.';

create function public.invite(kind text, id uuid)
returns jsonb language sql volatile set search_path = ''
as $$ select private.invite(kind, id); $$;
comment on function public.invite is
$$Makes a code with which somebody says, once, that they are this staff member, contractor or facility contact.

Hand it to that person alone, by a way that you trust: whoever is signed in and gives it to accept_invitation signs in as
the row from then on. The e-mail address in the row proves nothing. Where invitations are mailed (mail_kinds), the code
goes to it, and is kept until it was sent; otherwise it is answered here and kept nowhere. The code is good for 14 days;
changing the roles, the e-mail or the facility of the row voids it, and so does deactivating it. Inviting again makes
another one and voids this. The view invitations shows what is open.

Who: admin (staff), recruiting (contractors), billing (facility contacts).

Arguments:
kind: one of staff_member, contractor, facility_contact.
id: the row in that table, active, and nobody signs in as it.

Result: {"code", "expires_at", "mailed_to"}; mailed_to is the address that the code is mailed to, or null. Again: another
code, and only that one is good.

Errors: kind_unknown, role_required, argument_missing, person_not_found, already_linked, person_inactive.

Example: {"kind": "facility_contact", "id": "$facility_contact_id"}$$;

revoke execute on function private.require_inviter, private.invite, public.invite
    from public, anon, authenticated, service_role;
grant execute on function private.invite, public.invite to authenticated, service_role;
