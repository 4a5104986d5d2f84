-- Invitations to sign in as somebody of the firm. The code is shown once, to whoever invites; its sha256 is all that
-- is kept, and the code itself no longer than until it was mailed, so that nobody who reads the database can accept for
-- somebody else. What happens to the invitations of a row happens under the lock of that row.
create table private.invitations (
    id uuid primary key default gen_random_uuid(),
    kind text not null
        constraint invitation_kind_is_known check (kind in ('staff_member', 'contractor', 'facility_contact')),
    row_id uuid not null,
    code_sha256 bytea not null,
    created_at timestamptz not null,
    created_by uuid,
    expires_at timestamptz not null,
    accepted_at timestamptz,
    accepted_by uuid,
    voided_at timestamptz,
    void_reason text
        constraint invitation_void_reason_is_known check (void_reason in ('withdrawn', 'replaced', 'changed')),
    constraint invitation_is_accepted_by_somebody check ((accepted_at is null) = (accepted_by is null)),
    constraint invitation_is_voided_for_a_reason check ((voided_at is null) = (void_reason is null)),
    constraint invitation_ends_once check (accepted_at is null or voided_at is null)
);
comment on table private.invitations is 'Invitations to sign in as a staff member, a contractor or a facility contact.';
comment on column private.invitations.row_id is 'The id of the staff member, contractor or facility contact.';
comment on column private.invitations.created_by is 'The user who invited; null of the secret key and of the owner.';

create unique index invitation_has_its_own_code on private.invitations (code_sha256);
create unique index one_open_invitation_a_row on private.invitations (kind, row_id)
    where accepted_at is null and voided_at is null;

create function private.code_sha256(code text)
returns bytea
language sql
immutable
set search_path = ''
as $$
    -- An e-mail that breaks the line, or a space copied along, makes no other code.
    select sha256(convert_to(regexp_replace(code_sha256.code, '\s', '', 'g'), 'UTF8'));
$$;
comment on function private.code_sha256 is 'Digest of an invitation''s code, which is all that is kept of it.';

create function private.void_invitation(kind text, row_id uuid, reason text)
returns private.invitations
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invitation private.invitations;
begin
    update private.invitations as invitation
       set voided_at = (private.clock()).at,
           void_reason = void_invitation.reason
     where invitation.kind = void_invitation.kind and invitation.row_id = void_invitation.row_id
       and invitation.accepted_at is null and invitation.voided_at is null
    returning * into v_invitation;
    return v_invitation;
end;
$$;
comment on function private.void_invitation is 'Voids the open invitation of a row, expired or not; null where there is none.';

create function private.audit_invitation(procedure text, invitation private.invitations)
returns void
language sql
volatile
set search_path = ''
as $$
    -- The log, which admins read, says nothing of the code, and has no digest to compare a guess with.
    select private.audit(
               audit_invitation.procedure, 'invitations', (audit_invitation.invitation).id,
               case when (audit_invitation.invitation).voided_at is not null
                    then written.row || '{"voided_at": null, "void_reason": null}' end,
               written.row)
      from (select to_jsonb(audit_invitation.invitation) - 'code_sha256') as written (row);
$$;
comment on function private.audit_invitation is 'Records in the audit log that an invitation was made or voided.';

-- A person invited as one thing does not become another: the code was made for the row as it was.
-- Security definer: invitations are nobody's to write.
create function private.void_invitation_of_changed_row()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.void_invitation(tg_argv[0], old.id, 'changed');
    return null;
end;
$$;
comment on function private.void_invitation_of_changed_row is
    'Trigger, with the kind of the row as its argument: voids the open invitation of a row that is another one now.';

-- Linking somebody by the secret key leaves the code as it is: it is refused while they are linked, and void after.
create trigger invitation_is_for_the_row_as_it_was
    after update of id, email, roles, is_active, user_id on public.staff_members
    for each row when (
        old.id <> new.id or old.email is distinct from new.email or old.roles <> new.roles
        or (old.is_active and not new.is_active)
        or (old.user_id is not null and old.user_id is distinct from new.user_id))
    execute function private.void_invitation_of_changed_row('staff_member');
create trigger invitation_is_for_the_row_as_it_was
    after update of id, email, is_active, user_id on public.contractors
    for each row when (
        old.id <> new.id or old.email <> new.email
        or (old.is_active and not new.is_active)
        or (old.user_id is not null and old.user_id is distinct from new.user_id))
    execute function private.void_invitation_of_changed_row('contractor');
create trigger invitation_is_for_the_row_as_it_was
    after update of id, facility_id, email, is_active, user_id on public.facility_contacts
    for each row when (
        old.id <> new.id or old.facility_id <> new.facility_id or old.email is distinct from new.email
        or (old.is_active and not new.is_active)
        or (old.user_id is not null and old.user_id is distinct from new.user_id))
    execute function private.void_invitation_of_changed_row('facility_contact');

create trigger invitation_ends_with_its_row
    after delete on public.staff_members
    for each row execute function private.void_invitation_of_changed_row('staff_member');
create trigger invitation_ends_with_its_row
    after delete on public.contractors
    for each row execute function private.void_invitation_of_changed_row('contractor');
create trigger invitation_ends_with_its_row
    after delete on public.facility_contacts
    for each row execute function private.void_invitation_of_changed_row('facility_contact');

-- Security definer: invitations are for nobody to read, and this, which says nothing of codes, for staff.
create function private.invitation_states()
returns table (
    id uuid, kind text, row_id uuid, name text, state text, created_at timestamptz, created_by uuid,
    expires_at timestamptz, accepted_at timestamptz, accepted_by uuid, voided_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
    select invitation.id, invitation.kind, invitation.row_id, person.name,
           case when invitation.accepted_at is not null then 'accepted'
                when invitation.voided_at is not null then invitation.void_reason
                when invitation.expires_at <= now.at then 'expired'
                else 'open' end,
           invitation.created_at, invitation.created_by, invitation.expires_at,
           invitation.accepted_at, invitation.accepted_by, invitation.voided_at
      from private.clock() as now
     cross join private.invitations as invitation
      left join private.people as person on person.kind = invitation.kind and person.row_id = invitation.row_id
     where private.is_staff_or_server();
$$;
comment on function private.invitation_states is 'The logic of the view invitations.';

create view public.invitations with (security_invoker = true) as
    select invited.id, invited.kind, invited.row_id, invited.name, invited.state, invited.created_at,
           invited.created_by, invited.expires_at, invited.accepted_at, invited.accepted_by, invited.voided_at
      from private.invitation_states() as invited;
comment on view public.invitations is
$$Invitations to sign in, and what became of them. For staff. Nothing in it leads to the code.

kind is one of staff_member, contractor, facility_contact. row_id: the id in that table. name: of the person, null once
the row is deleted. created_by: the user who invited, null of the secret key and of the owner.

state is one of open, expired, accepted, withdrawn, replaced, changed. Replaced: by inviting again. Changed: the roles,
the e-mail or the facility of the row changed, or it was deactivated, unlinked or deleted.

Pages: order=id.$$;

create trigger invitations_is_read_only
    instead of insert or update or delete on public.invitations
    for each row execute function private.refuse_view_write();

revoke all on private.invitations from public, anon, authenticated, service_role;
revoke all on public.invitations from public, anon, authenticated, service_role;
grant select on public.invitations to authenticated, service_role;

revoke execute on function
    private.code_sha256, private.void_invitation, private.audit_invitation, private.void_invitation_of_changed_row,
    private.invitation_states
    from public, anon, authenticated, service_role;
grant execute on function private.invitation_states to authenticated, service_role;
