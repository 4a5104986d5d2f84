-- The name behind a user id: of whoever is linked to it, else of whoever was last. Who is staff and contractor too has
-- done what they did for the firm as staff. Who asks for one user pays for that one: the id is what rows are distinct on.
create view public.user_names with (security_invoker = true) as
    select distinct on (link.user_id)
           link.user_id,
           link.name,
           link.email,
           link.kind,
           link.row_id,
           link.unlinked_at is null as is_linked
      from private.user_links as link
     order by link.user_id, link.unlinked_at desc nulls first,
              array_position(array['staff_member', 'contractor', 'facility_contact'], link.kind), link.id desc;
comment on view public.user_names is
$$The name behind every user id that an actor column or the audit log holds, also of who is linked no more. For staff.

Tables with actor columns have it beside them: select=*,approved_by_name of time_entries.

kind is one of staff_member, contractor, facility_contact. row_id: the id in that table.

is_linked: whether the user signs in as that row today.

Pages: order=user_id.$$;

create trigger user_names_is_read_only
    instead of insert or update or delete on public.user_names
    for each row execute function private.refuse_view_write();

revoke all on public.user_names from public, anon, authenticated, service_role;
grant select on public.user_names to authenticated, service_role;
