-- The entries that a procedure is given: each named once, in order, and there.
create function private.hold_time_entries(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_held int;
begin
    perform private.require_arguments(jsonb_build_object('time_entry_ids', hold_time_entries.time_entry_ids));
    perform private.require_arguments(jsonb_object_agg(format('time_entry_ids[%s]', wanted.position), wanted.id))
       from unnest(hold_time_entries.time_entry_ids) with ordinality as wanted (id, position);
    if cardinality(hold_time_entries.time_entry_ids) > 1000 then
        perform private.refuse(
            400, 'too_many_time_entries',
            format('You can send at most 1000 time entries at once, not %s.',
                   cardinality(hold_time_entries.time_entry_ids)),
            'Send them in several parts.');
    end if;

    -- In one order, so that two who lock several never deadlock.
    perform
       from public.time_entries as entry
      where entry.id = any (hold_time_entries.time_entry_ids)
      order by entry.id
        for no key update;
    get diagnostics v_held = row_count;

    if v_held < (select count(distinct wanted.id) from unnest(hold_time_entries.time_entry_ids) as wanted (id)) then
        perform private.refuse(
            404, 'time_entry_not_found',
            format('There is no time entry %s.', string_agg(wanted.id::text, ', ' order by wanted.position)),
            'Look it up in the list of time.')
           from unnest(hold_time_entries.time_entry_ids) with ordinality as wanted (id, position)
          where not exists (select from public.time_entries as entry where entry.id = wanted.id);
    end if;
end;
$$;
comment on function private.hold_time_entries is
    'Locks at most 1000 time entries, none of them null; raises 404 and names the ids that do not exist.';

-- Audit entries of a procedure's changes to them.
create function private.audit_time_entries(procedure text, before public.time_entries[])
returns void
language sql
volatile
set search_path = ''
as $$
    select private.audit(
               audit_time_entries.procedure, 'time_entries', entry.id, to_jsonb(earlier), to_jsonb(entry))
      from unnest(audit_time_entries.before) as earlier
      join public.time_entries as entry on entry.id = earlier.id
     order by entry.id;
$$;
comment on function private.audit_time_entries is
    'Records in the audit log what time entries were before, as given, and are now.';

revoke execute on function private.hold_time_entries, private.audit_time_entries
    from public, anon, authenticated, service_role;
