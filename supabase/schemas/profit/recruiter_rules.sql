-- Shares of a division come to all of it at most. Who divides an assignment waits for another who does.
-- Security definer: the writer may not lock assignments.
create function private.guard_recruiter_shares()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_ids constant uuid[] := array(select distinct written.assignment_id from written);
    v_too_much record;
begin
    perform assignment.id
       from public.assignments as assignment
      where assignment.id = any (v_ids)
      order by assignment.id
        for no key update;
    select divided.effective_from, divided.share,
           contractor.first_name || ' ' || contractor.last_name as contractor_name, facility.name as facility_name
      into v_too_much
      from (select recruiter.assignment_id, recruiter.effective_from, sum(recruiter.share) as share
              from public.assignment_recruiters as recruiter
             where recruiter.assignment_id = any (v_ids)
             group by recruiter.assignment_id, recruiter.effective_from
            having sum(recruiter.share) > 1) as divided
      join public.assignments as assignment on assignment.id = divided.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     order by divided.effective_from, divided.assignment_id
     limit 1;
    if found then
        perform private.refuse(
            409, 'recruiters_share_too_much',
            format('From %s on, the recruiters of %s at %s would share %s %%.', v_too_much.effective_from,
                   v_too_much.contractor_name, v_too_much.facility_name, trim_scale(v_too_much.share * 100)),
            'Give shares that come to 1 at most, of all from one day on together.');
    end if;
    return null;
end;
$$;
comment on function private.guard_recruiter_shares is
    'Trigger: refuses recruiters of an assignment who share more than all of it from one day on.';

create trigger recruiters_come_within_the_whole
    after insert on public.assignment_recruiters
    referencing new table as written
    for each statement execute function private.guard_recruiter_shares();
create trigger recruiters_change_within_the_whole
    after update on public.assignment_recruiters
    referencing new table as written
    for each statement execute function private.guard_recruiter_shares();

-- Commissions of past weeks are reckoned by the division of then, so who had a share stays.
-- Security definer: whoever removes staff need not be allowed to call private.refuse.
create function private.keep_recruiter()
returns trigger
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    if exists (select from public.assignment_recruiters as recruiter where recruiter.staff_member_id = old.id) then
        perform private.refuse(
            409, 'staff_member_is_recruiter',
            format('%s is or was a recruiter of assignments, and past commissions go by that.',
                   coalesce(old.name, old.email, 'This person')),
            'Leave them, and switch Active off: who is not active cannot sign in.');
    end if;
    return old;
end;
$$;
comment on function private.keep_recruiter is
    'Trigger: refuses to remove a staff member who has or had a share of an assignment.';

create trigger recruiters_stay
    before delete on public.staff_members
    for each row execute function private.keep_recruiter();

create trigger recruiters_begin_on_plausible_days
    before insert or update on public.assignment_recruiters
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');
create trigger burdens_begin_on_plausible_days
    before insert or update on public.burden_rates
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');

revoke execute on function private.guard_recruiter_shares, private.keep_recruiter
    from public, anon, authenticated, service_role;
