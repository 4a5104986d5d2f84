-- A code that went astray.
-- Security definer: invitations are nobody's to write.
create function private.withdraw_invitation(kind text, id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_person private.people;
    v_withdrawn private.invitations;
begin
    perform private.require_inviter(withdraw_invitation.kind);
    v_person := private.require_person(withdraw_invitation.kind, withdraw_invitation.id);
    v_withdrawn := private.void_invitation(withdraw_invitation.kind, withdraw_invitation.id, 'withdrawn');
    if v_withdrawn.id is not null then
        perform private.audit_invitation('withdraw_invitation', v_withdrawn);
    elsif v_person.user_id is not null then
        perform private.refuse_linked(v_person);
    elsif not exists (
        select from private.invitations as invitation
         where invitation.kind = withdraw_invitation.kind and invitation.row_id = withdraw_invitation.id) then
        perform private.refuse(
            404, 'invitation_not_found',
            format('This %s was never invited.', replace(withdraw_invitation.kind, '_', ' ')),
            'Look in the list of invitations.');
    end if;
    return jsonb_build_object('kind', v_person.kind, 'id', v_person.row_id);
end;
$$;
comment on function private.withdraw_invitation is 'The logic of public.withdraw_invitation.';

create function public.withdraw_invitation(kind text, id uuid)
returns jsonb language sql volatile set search_path = ''
as $$ select private.withdraw_invitation(kind, id); $$;
comment on function public.withdraw_invitation is
$$Takes an invitation back: its code is good for nothing any more.

Whoever has accepted is not touched by it; unlink ends their access.

Who: admin (staff), recruiting (contractors), billing (facility contacts).

Arguments:
kind: one of staff_member, contractor, facility_contact.
id: the row in that table that somebody was invited as.

Result: {"kind", "id"}, without an open invitation. Again: the same, and nothing more changes.

Errors: kind_unknown, role_required, argument_missing, person_not_found, already_linked, invitation_not_found.

Example: {"kind": "facility_contact", "id": "$invited_contact_id"}$$;

revoke execute on function private.withdraw_invitation, public.withdraw_invitation
    from public, anon, authenticated, service_role;
grant execute on function private.withdraw_invitation, public.withdraw_invitation to authenticated, service_role;
