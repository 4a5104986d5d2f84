-- Sums of unbilled_time: a page that shows these need not fetch every entry of a large firm.
-- Security definer: whoever may read all of it need not pass the policies row by row.
create function private.unbilled_groups()
returns table (
    facility_id uuid, facility_name text, group_key text, group_name text, oldest date, newest date, entries bigint,
    hours numeric)
language plpgsql
stable
security definer
set search_path = ''
set jit = off
as $$
begin
    return query
    select facility.id, facility.name, assignment.group_key, min(assignment.group_name), min(late.oldest),
           max(late.newest), sum(late.entries)::bigint, sum(late.hours)
      from (select listed.assignment_id, min(listed.work_date) as oldest, max(listed.work_date) as newest,
                   count(*) as entries, sum(listed.hours) as hours
              from private.unbilled_entries as listed
             where (select private.is_staff_or_server())
             group by listed.assignment_id) as late
      join private.grouped_assignments as assignment on assignment.id = late.assignment_id
      join public.facilities as facility on facility.id = assignment.facility_id
     group by facility.id, facility.name, assignment.group_key;
end;
$$;
comment on function private.unbilled_groups is 'The logic of the view unbilled_groups.';

create view public.unbilled_groups with (security_invoker = true) as
    select late.facility_id, late.facility_name, late.group_key, late.group_name, late.oldest, late.newest, late.entries,
           late.hours
      from private.unbilled_groups() as late
     order by late.facility_name, late.facility_id, late.group_key;
comment on view public.unbilled_groups is
$$Sums of unbilled_time by facility and group: what backfill_invoice would bill of each. Staff see it.

oldest, newest: the days of its first and its last entry. entries: how many there are. hours: those that were worked. group_key, group_name: as of
unbilled_time.

Pages: order=facility_name,facility_id,group_key.$$;

create trigger unbilled_groups_are_read_only
    instead of insert or update or delete on public.unbilled_groups
    for each row execute function private.refuse_view_write();

revoke all on public.unbilled_groups from public, anon, authenticated, service_role;
grant select on public.unbilled_groups to authenticated, service_role;

revoke execute on function private.unbilled_groups from public, anon, authenticated, service_role;
grant execute on function private.unbilled_groups to authenticated, service_role;
