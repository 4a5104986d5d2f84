-- Invitations by mail. The code is in the outbox until it was sent, or is good for nothing any more, and no longer.

create function private.why_no_invitation_mail(invitation private.invitations)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
    return case
        when invitation.accepted_at is not null then 'The invitation was accepted.'
        when invitation.void_reason = 'withdrawn' then 'The invitation was withdrawn.'
        when invitation.void_reason = 'replaced' then 'They were invited again.'
        when invitation.voided_at is not null then 'The invitation is void: who was invited was changed.'
        when invitation.expires_at <= (private.clock()).at then 'The invitation has expired.'
    end;
end;
$$;
comment on function private.why_no_invitation_mail is
    'Reason why an invitation need not be mailed any more; null while it is open.';

create function private.drop_invitation_mail(invitation private.invitations)
returns void
language sql
volatile
set search_path = ''
as $$
    select private.drop_messages(
               array(
                   select message.id
                     from private.outbox as message
                    where message.kind = 'invitation'
                      and message.subject_id = invitation.id
                      and message.status in ('waiting', 'failed') -- one that is being sent is settled by the job
                    order by message.id
                      for no key update),
               private.why_no_invitation_mail(invitation));
$$;
comment on function private.drop_invitation_mail is
    'Drops the mail of an invitation that is not open any more, and erases the code.';

create function private.drop_mail_of_ended_invitation()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
    perform private.drop_invitation_mail(new);
    return null;
end;
$$;
comment on function private.drop_mail_of_ended_invitation is
    'Trigger: what is accepted or void is not mailed any more.';

create trigger ended_invitations_are_not_mailed
    after update on private.invitations
    for each row when (
        (old.accepted_at is null and new.accepted_at is not null)
        or (old.voided_at is null and new.voided_at is not null))
    execute function private.drop_mail_of_ended_invitation();

create function private.drop_failed_invitation_mail()
returns void
language sql
volatile
set search_path = ''
as $$
    select private.drop_invitation_mail(invitation)
      from private.outbox as message
      join private.invitations as invitation on invitation.id = message.subject_id
     where message.status = 'failed' and message.kind = 'invitation'
       and private.why_no_invitation_mail(invitation) is not null;
$$;
comment on function private.drop_failed_invitation_mail is
    'Drops mail that failed, of invitations that have expired since, or ended before it came back: nobody need decide about it.';

create function private.invitation_mail(message private.outbox)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_invitation private.invitations;
    v_because text;
begin
    select invitation.*
      into v_invitation
      from private.invitations as invitation
     where invitation.id = message.subject_id;
    v_because := private.why_no_invitation_mail(v_invitation);
    if v_because is not null then
        return jsonb_build_object('drop', v_because);
    end if;
    if message.code is null then -- it was sent, and came back
        return '{"fail": "The code was erased when it was sent: invite them again, which makes another."}';
    end if;
    return (
        select private.mail_to_person(
                   person.email, person.name,
                   jsonb_build_object(
                       'kind', v_invitation.kind,
                       'facility_name', (
                           select facility.name
                             from public.facility_contacts as contact
                             join public.facilities as facility on facility.id = contact.facility_id
                            where v_invitation.kind = 'facility_contact' and contact.id = person.row_id),
                       'code', message.code,
                       'expires_on', to_char(expires.local_time, 'YYYY-MM-DD'),
                       'expires_at', to_char(expires.local_time, 'HH24:MI'),
                       'timezone', private.operating_timezone()))
          from private.people as person
         cross join (select v_invitation.expires_at at time zone private.operating_timezone()) as expires (local_time)
         where person.kind = v_invitation.kind and person.row_id = v_invitation.row_id);
end;
$$;
comment on function private.invitation_mail is
$$As private.mail_data, of invitations.

subject_id: the invitation.
step: empty.$$;

revoke execute on function
    private.why_no_invitation_mail, private.drop_invitation_mail, private.drop_mail_of_ended_invitation,
    private.drop_failed_invitation_mail, private.invitation_mail
    from public, anon, authenticated, service_role;
