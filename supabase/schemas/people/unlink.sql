-- Ends somebody's access at once, and frees the row for somebody else.
-- Security definer: nobody who is signed in writes user_id.
create function private.unlink(kind text, id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_person private.people;
begin
    perform private.require_role('admin');
    perform private.require_kind(unlink.kind);
    v_person := private.require_person(unlink.kind, unlink.id);
    if v_person.user_id is not null then
        if v_person.name is null then
            perform private.refuse(
                409, 'name_missing',
                format('This %s has no name, and nothing else would be left to tell who they were.', replace(unlink.kind, '_', ' ')),
                'Enter the name first.');
        end if;
        if unlink.kind = 'staff_member' and private.is_last_admin(unlink.id) then
            perform private.refuse_last_admin();
        end if;
        perform private.link_person(unlink.kind, unlink.id, null);
    end if;
    return jsonb_build_object('kind', v_person.kind, 'id', v_person.row_id);
end;
$$;
comment on function private.unlink is 'The logic of public.unlink.';

create function public.unlink(kind text, id uuid)
returns jsonb language sql volatile set search_path = ''
as $$ select private.unlink(kind, id); $$;
comment on function public.unlink is
$$Takes a staff member, a contractor or a facility contact from the user who signs in as them.

Their access ends at once: the next request is a stranger's. The row stays as it is and can be invited again. What the
user did is kept under the row's name (the view user_names); their sign-in itself is not touched.

Who: admin.

Arguments:
kind: one of staff_member, contractor, facility_contact.
id: the row in that table. The last active admin stays linked.

Result: {"kind", "id"}, linked to nobody. Again: the same, and nothing more changes.

Errors: role_required, kind_unknown, argument_missing, person_not_found, name_missing, last_admin.

Example: {"kind": "contractor", "id": "$linked_contractor_id"}$$;

revoke execute on function private.unlink, public.unlink from public, anon, authenticated, service_role;
grant execute on function private.unlink, public.unlink to authenticated, service_role;
