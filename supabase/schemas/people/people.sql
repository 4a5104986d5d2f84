-- Rules that staff, contractors and facility contacts share: somebody may sign in as them.
create view private.people with (security_invoker = true) as
    select 'staff_member' as kind, member.id as row_id, member.name, member.user_id, member.is_active,
           member.email
      from public.staff_members as member
     union all
    select 'contractor', contractor.id, contractor.first_name || ' ' || contractor.last_name, contractor.user_id,
           contractor.is_active, contractor.email
      from public.contractors as contractor
     union all
    select 'facility_contact', contact.id, contact.name, contact.user_id, contact.is_active, contact.email
      from public.facility_contacts as contact;
comment on view private.people is 'Staff, contractors and facility contacts, each with the user who signs in as them.';

create function private.require_kind(kind text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if (require_kind.kind in ('staff_member', 'contractor', 'facility_contact')) is not true then
        perform private.refuse(
            400, 'kind_unknown',
            format('There is no kind %s.', coalesce(require_kind.kind, 'null')),
            'Choose staff, a contractor or a facility contact.');
    end if;
end;
$$;
comment on function private.require_kind is 'Raises 400 unless it is a kind of those who sign in.';

create function private.hold_person(kind text, row_id uuid)
returns private.people
language plpgsql
volatile
set search_path = ''
as $$
begin
    if hold_person.kind = 'staff_member' then
        -- As whoever writes staff does, and before the row, which may be one of theirs.
        perform private.hold_active_admins();
        perform
           from public.staff_members as member
          where member.id = hold_person.row_id
            for no key update;
    elsif hold_person.kind = 'contractor' then
        perform
           from public.contractors as contractor
          where contractor.id = hold_person.row_id
            for no key update;
    else
        perform
           from public.facility_contacts as contact
          where contact.id = hold_person.row_id
            for no key update;
    end if;
    return (
        select person
          from private.people as person
         where person.kind = hold_person.kind and person.row_id = hold_person.row_id);
end;
$$;
comment on function private.hold_person is
    'Locks a staff member, a contractor or a facility contact, and with them their invitations; null where there is none.';

create function private.require_person(kind text, row_id uuid)
returns private.people
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_person private.people;
begin
    perform private.require_arguments(jsonb_build_object('id', require_person.row_id));
    v_person := private.hold_person(require_person.kind, require_person.row_id);
    if v_person.row_id is null then
        perform private.refuse(
            404, 'person_not_found',
            format('There is no %s %s.', replace(require_person.kind, '_', ' '), require_person.row_id),
            'Look it up in the list.');
    end if;
    return v_person;
end;
$$;
comment on function private.require_person is 'Locks a row as private.hold_person does; raises 404 when there is none.';

create function private.refuse_linked(person private.people)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'already_linked',
        format('Somebody already signs in as this %s.', replace((refuse_linked.person).kind, '_', ' ')),
        'Have an admin unlink the former sign-in first, if somebody else is to sign in.');
end;
$$;
comment on function private.refuse_linked is 'Raises 409 for a row that has a user.';

create function private.refuse_inactive(person private.people)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'person_inactive',
        format('This %s is inactive.', replace((refuse_inactive.person).kind, '_', ' ')),
        'Make the person active again, then invite them.');
end;
$$;
comment on function private.refuse_inactive is 'Raises 409 for a row that is inactive.';

create function private.link_person(kind text, row_id uuid, user_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if link_person.kind = 'staff_member' then
        update public.staff_members as member
           set user_id = link_person.user_id
         where member.id = link_person.row_id;
    elsif link_person.kind = 'contractor' then
        update public.contractors as contractor
           set user_id = link_person.user_id
         where contractor.id = link_person.row_id;
    else
        update public.facility_contacts as contact
           set user_id = link_person.user_id
         where contact.id = link_person.row_id;
    end if;
end;
$$;
comment on function private.link_person is 'Says which user signs in as the row; null is nobody.';

revoke all on private.people from public, anon, authenticated, service_role;

revoke execute on function
    private.require_kind, private.hold_person, private.require_person, private.refuse_linked,
    private.refuse_inactive, private.link_person
    from public, anon, authenticated, service_role;
