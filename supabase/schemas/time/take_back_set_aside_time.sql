-- The opposite of set_aside_time.

-- Security definer: the columns are written by the procedures alone.
create function private.take_back_set_aside_time(time_entry_ids uuid[])
returns setof public.time_entries
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_before public.time_entries[];
begin
    perform private.require_role('payroll');
    perform private.hold_time();
    perform private.hold_time_entries(take_back_set_aside_time.time_entry_ids);

    v_before := array(
        select entry
          from public.time_entries as entry
         where entry.id = any (take_back_set_aside_time.time_entry_ids) and entry.set_aside_at is not null);
    perform private.refuse_overlapping_shift(
               earlier.shift_contractor_id, earlier.started_at, earlier.ended_at, earlier.id)
       from unnest(v_before) as earlier
      where earlier.started_at is not null;
    update public.time_entries as entry
       set set_aside_at = null,
           set_aside_by = null,
           set_aside_reason = null
     where entry.id = any (array(select earlier.id from unnest(v_before) as earlier));
    perform private.audit_time_entries('take_back_set_aside_time', v_before);

    return query
        select entry.*
          from public.time_entries as entry
         where entry.id = any (take_back_set_aside_time.time_entry_ids)
         order by array_position(take_back_set_aside_time.time_entry_ids, entry.id);
end;
$$;
comment on function private.take_back_set_aside_time is 'The logic of public.take_back_set_aside_time.';

create function public.take_back_set_aside_time(time_entry_ids uuid[])
returns setof public.time_entries language sql volatile set search_path = ''
as $$ select * from private.take_back_set_aside_time(time_entry_ids); $$;
comment on function public.take_back_set_aside_time is
$$Takes back time that was set aside: it is unapproved again, in the state that it has.

A draft is submitted, submitted time approved as ever. Locked time is put to pending_approval first, which payroll may.
What was approved before it was set aside is approved anew; then the next payroll batch pays what was taken back. A shift
is not taken back where its contractor has another at that time by now.

Who: payroll.

Arguments:
time_entry_ids: the entries, at most 1000, all or none.

Result: the entries in the order of their ids, each once. Those that are not set aside are there as they are.

Errors: role_required, argument_missing, too_many_time_entries, time_entry_not_found, shift_overlaps,
time_entry_in_progress.

Example: {"time_entry_ids": ["$set_aside_entry_id"]}$$;

revoke execute on function private.take_back_set_aside_time, public.take_back_set_aside_time
    from public, anon, authenticated, service_role;
grant execute on function private.take_back_set_aside_time, public.take_back_set_aside_time to authenticated, service_role;
