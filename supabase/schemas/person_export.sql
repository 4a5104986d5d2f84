-- All that is kept of somebody, for them to read. The catalog says where that is: a table that comes later is in it.

-- Rows of a table that are a contractor's: by any column that names them, an assignment, an entry or an item of pay.
create function private.rows_of_contractor(table_id regclass, contractor_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_rows jsonb;
    v_condition text;
begin
    select string_agg(key.condition, ' or ' order by key.name)
      into v_condition
      from pg_catalog.pg_attribute as column_of
      join (values
           ('contractor_id', 'kept.contractor_id = $1'),
           ('assignment_id',
            'kept.assignment_id in (select own.id from public.assignments as own where own.contractor_id = $1)'),
           ('payroll_item_id',
            'kept.payroll_item_id in (select own.id from public.payroll_items as own where own.contractor_id = $1)'),
           ('time_entry_id',
            'kept.time_entry_id in (select own.id from public.time_entries as own join public.assignments as placed
                                        on placed.id = own.assignment_id where placed.contractor_id = $1)')) as key (name, condition)
        on key.name = column_of.attname
     where column_of.attrelid = rows_of_contractor.table_id and column_of.attnum > 0 and not column_of.attisdropped;
    if v_condition is null then
        return null;
    end if;
    execute format(
        'select jsonb_agg(to_jsonb(kept) order by to_jsonb(kept)::text) from %s as kept where %s',
        rows_of_contractor.table_id, v_condition)
       into v_rows using rows_of_contractor.contractor_id;
    return v_rows;
end;
$$;
comment on function private.rows_of_contractor is
    'Rows of a table that name a contractor, an assignment, a time entry or an item of pay of theirs, as JSON; null = none.';

-- Security definer: links, invitations and messages are nobody's to read.
create function private.person_export(kind text, id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_candidate uuid;
    v_email text;
    v_own jsonb;
    v_tables jsonb := '{}';
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object('kind', person_export.kind, 'id', person_export.id));
    if person_export.kind = 'candidate' then
        v_candidate := person_export.id;
    else
        perform private.require_kind(person_export.kind);
    end if;
    v_own := case person_export.kind
        when 'candidate' then
            (select to_jsonb(candidate) from public.candidates as candidate where candidate.id = person_export.id)
        when 'contractor' then
            (select to_jsonb(contractor) from public.contractors as contractor where contractor.id = person_export.id)
        when 'staff_member' then
            (select to_jsonb(member) from public.staff_members as member where member.id = person_export.id)
        else (select to_jsonb(contact) from public.facility_contacts as contact where contact.id = person_export.id)
    end;
    if v_own is null then
        perform private.refuse(
            404, 'person_not_found',
            format('There is no %s %s.', replace(person_export.kind, '_', ' '), person_export.id),
            'Look it up in the list.');
    end if;
    v_email := v_own ->> 'email';
    if person_export.kind = 'candidate' then
        v_tables := coalesce(
            (select jsonb_build_object('credentials', jsonb_agg(to_jsonb(credential) order by credential.id))
               from public.credentials as credential where credential.candidate_id = person_export.id
             having count(*) > 0), '{}');
    end if;
    if person_export.kind = 'contractor' then
        v_candidate := (v_own ->> 'candidate_id')::uuid;
        select coalesce(jsonb_object_agg(kept.name, kept.rows), '{}')
          into v_tables
          from (select class.relname as name, private.rows_of_contractor(class.oid::regclass, person_export.id) as rows
                  from pg_catalog.pg_class as class
                 where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
                 offset 0) as kept
         where kept.rows is not null;
    end if;
    return jsonb_build_object(
        'kind', person_export.kind, 'id', person_export.id, 'exported_at', (private.clock()).at, 'person', v_own,
        'candidate', (select to_jsonb(candidate) from public.candidates as candidate where candidate.id = v_candidate),
        'tables', v_tables,
        'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.written_at, note.id), '[]')
                    from public.notes as note
                   where (note.about, note.about_id) in ((person_export.kind, person_export.id), ('candidate', v_candidate))
                      or note.about = 'assignment' and note.about_id in (
                             select own.id from public.assignments as own where own.contractor_id = person_export.id)),
        'sign_ins', (select coalesce(jsonb_agg(to_jsonb(link) order by link.linked_at), '[]')
                       from private.user_links as link
                      where link.kind = person_export.kind and link.row_id = person_export.id),
        'invitations', (select coalesce(jsonb_agg(to_jsonb(invitation) - 'code_sha256' order by invitation.created_at), '[]')
                          from private.invitations as invitation
                         where invitation.kind = person_export.kind and invitation.row_id = person_export.id),
        'messages', (select coalesce(jsonb_agg(jsonb_build_object(
                                'kind', message.kind, 'recipient', message.recipient, 'written_at', message.written_at,
                                'sent_at', message.sent_at) order by message.place), '[]')
                       from private.outbox as message where message.recipient = v_email),
        'log', (select coalesce(jsonb_agg(to_jsonb(entry) order by entry.at, entry.id), '[]')
                  from public.audit_log as entry
                 where entry.table_name = (case person_export.kind
                           when 'candidate' then 'candidates' when 'contractor' then 'contractors'
                           when 'staff_member' then 'staff_members' else 'facility_contacts' end)
                   and entry.row_id = person_export.id
                    or entry.table_name = 'candidates' and entry.row_id = v_candidate),
        'erasure', (select to_jsonb(erasure) from public.erasures as erasure
                     where erasure.kind = person_export.kind and erasure.person_id = person_export.id));
end;
$$;
comment on function private.person_export is 'The logic of public.person_export.';

create function public.person_export(kind text, id uuid)
returns jsonb language sql stable set search_path = ''
as $$ select private.person_export(kind, id); $$;
comment on function public.person_export is
$$All that is kept of somebody, as JSON: for whoever asks what the firm has of them, and before they are erased.

It has what the firm agreed with facilities about them too, such as bill rates: read it before you hand it over.

Who: admin.

Arguments:
kind: one of candidate, contractor, staff_member, facility_contact.
id: the row in that table.

Result: {"kind", "id", "exported_at", "person", "candidate", "tables", "notes", "sign_ins", "invitations", "messages", "log",
"erasure"}: person is the row itself; tables has, by name, the rows that are a contractor's, of a candidate the credentials; log the changes of the row;
messages what was mailed to the address; candidate and erasure are null where there is none.

Errors: role_required, argument_missing, kind_unknown, person_not_found.

Example: {"kind": "contractor", "id": "$contractor_id"}$$;

revoke execute on function private.rows_of_contractor, private.person_export, public.person_export
    from public, anon, authenticated, service_role;
grant execute on function private.person_export, public.person_export to authenticated, service_role;
