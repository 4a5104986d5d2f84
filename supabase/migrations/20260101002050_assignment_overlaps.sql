-- A contractor is placed at a facility once at a time. Not a constraint: server programs may load placements
-- that overlap, and then end them. Asked by those who place or extend, once they hold the contractor.
create function private.refuse_overlap(placed public.assignments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_other public.assignments;
begin
    select other.*
      into v_other
      from public.assignments as other
     where other.contractor_id = (refuse_overlap.placed).contractor_id
       and other.facility_id = (refuse_overlap.placed).facility_id
       and other.id <> (refuse_overlap.placed).id
       and other.start_date <= coalesce((refuse_overlap.placed).end_date, 'infinity')
       and coalesce(other.end_date, 'infinity') >= (refuse_overlap.placed).start_date
     order by other.start_date, other.id
     limit 1;
    if found then
        perform private.refuse(
            409, 'assignment_overlaps',
            format('The contractor has another assignment at the facility, from %s to %s (%s).',
                   v_other.start_date, coalesce(v_other.end_date::text, 'further notice'), v_other.id),
            'Choose days outside of it, or change its end first.');
    end if;
end;
$$;
comment on function private.refuse_overlap(public.assignments) is
    'Raises when another assignment of the contractor at the same facility shares a day with this one.';
revoke execute on function private.refuse_overlap(public.assignments)
    from public, anon, authenticated, service_role;
