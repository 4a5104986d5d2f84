-- Time that is not going to be approved is written off, in words.

create function private.check_time_is_unapproved(time_entry_ids uuid[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_approved constant text := (
        select string_agg(format('%s (%s)', entry.work_date, entry.id), ', ' order by entry.work_date, entry.id)
          from public.time_entries as entry
         where entry.id = any (check_time_is_unapproved.time_entry_ids) and entry.is_payable);
begin
    if v_approved is not null then
        perform private.refuse(
            409, 'time_entry_approved',
            format('Approved time is paid and billed, and not set aside: %s.', v_approved),
            'Leave it out, or send it back to draft first; what is locked with its approval stays.');
    end if;
end;
$$;
comment on function private.check_time_is_unapproved is
    'Raises 409 and names the time entries that are approved, whether locked or not.';

-- Security definer: the columns are written by the procedures alone.
create function private.set_aside_time(time_entry_ids uuid[], reason text)
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
    perform private.require_reason(set_aside_time.reason);
    perform private.hold_time();
    perform private.hold_time_entries(set_aside_time.time_entry_ids);
    perform private.check_time_is_unapproved(set_aside_time.time_entry_ids);

    v_before := array(
        select entry
          from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids) and entry.set_aside_at is null);
    update public.time_entries as entry
       set set_aside_at = (private.clock()).at,
           set_aside_by = private.user_id(),
           set_aside_reason = set_aside_time.reason
     where entry.id = any (array(select earlier.id from unnest(v_before) as earlier));
    perform private.audit_time_entries('set_aside_time', v_before);

    return query
        select entry.*
          from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids)
         order by array_position(set_aside_time.time_entry_ids, entry.id);
end;
$$;
comment on function private.set_aside_time is 'The logic of public.set_aside_time.';

create function public.set_aside_time(time_entry_ids uuid[], reason text)
returns setof public.time_entries language sql volatile set search_path = ''
as $$ select * from private.set_aside_time(time_entry_ids, reason); $$;
comment on function public.set_aside_time is
$$Sets time aside that is not going to be approved: it is never paid or billed, and the entries say so.

It no longer counts as unapproved, so that its payroll period can close. In whatever state it is, it can be neither
changed, submitted nor approved until take_back_set_aside_time. Approved time is refused.

Who: payroll.

Arguments:
time_entry_ids: the entries, at most 1000, all or none.
reason: why they are not paid; kept with each.

Result: the entries in the order of their ids, each once. Those that were set aside already are there as they are,
whatever the reason.

Errors: role_required, argument_missing, reason_missing, too_many_time_entries, time_entry_not_found,
time_entry_approved, time_entry_in_progress.

Example: {"time_entry_ids": ["$time_entry_id"], "reason": "The shift was entered twice."}$$;

revoke execute on function private.check_time_is_unapproved, private.set_aside_time, public.set_aside_time
    from public, anon, authenticated, service_role;
grant execute on function private.set_aside_time, public.set_aside_time to authenticated, service_role;
