-- Security definer: whoever moves an assignment need not be allowed to lock its renewals.
create function private.guard_assignment_start()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_renewal_date date;
begin
    -- Waits for whoever moves one of them at this moment.
    perform from public.contract_renewals as renewal where renewal.assignment_id = new.id
      order by renewal.id
        for no key update;

    select min(renewal.renewal_date)
      into v_renewal_date
      from public.contract_renewals as renewal
     where renewal.assignment_id = new.id;
    if v_renewal_date < new.start_date then
        perform private.refuse(
            409, 'renewal_before_assignment',
            format('The renewal on %s would come before its assignment starts on %s.',
                   v_renewal_date, new.start_date),
            'Move or delete the renewal first, or choose another start.');
    end if;
    return new;
end;
$$;
comment on function private.guard_assignment_start is
    'Trigger: an assignment does not start after one of its renewals.';

create trigger assignments_start_before_their_renewals
    before update of start_date on public.assignments
    for each row when (old.start_date < new.start_date)
    execute function private.guard_assignment_start();

-- Recruiting renews an assignment by giving it a later end (or none), and ends it by giving it an earlier one.
-- An upcoming renewal follows; a decided one stays as it is.

-- Security definer: whoever may end an assignment need not be allowed to write its renewals.
create function private.move_renewals()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- Waits for whoever decides or moves one of them at this moment. New ones wait for the assignment.
    perform from public.contract_renewals as renewal where renewal.assignment_id = new.id
      order by renewal.id
        for no key update;

    if coalesce(new.end_date, 'infinity') > coalesce(old.end_date, 'infinity') then
        -- Renewed until the new end, where it comes up again.
        update public.contract_renewals as renewal
           set status = 'renewed'
         where renewal.assignment_id = new.id
           and renewal.status = 'upcoming'
           and renewal.renewal_date < coalesce(new.end_date, 'infinity');
        insert into public.contract_renewals (assignment_id, renewal_date)
        select new.id, new.end_date
         where new.end_date is not null
            on conflict (assignment_id, renewal_date) where status = 'upcoming' do nothing;
    elsif new.end_date < (private.clock()).business_date then
        -- It is over: nothing is left to be decided.
        update public.contract_renewals as renewal
           set status = 'lapsed'
         where renewal.assignment_id = new.id and renewal.status = 'upcoming';
    else
        -- The first renewal that the new end leaves no time for comes up on the end, the others never.
        update public.contract_renewals as renewal
           set renewal_date = case when place = 1 then new.end_date else renewal.renewal_date end,
               status = case when place = 1 then 'upcoming' else 'lapsed' end
          from (select following.id, row_number() over (order by following.renewal_date) as place
                  from public.contract_renewals as following
                 where following.assignment_id = new.id
                   and following.status = 'upcoming'
                   and following.renewal_date >= new.end_date) as following
         where renewal.id = following.id;
    end if;
    return null;
end;
$$;
comment on function private.move_renewals is 'Trigger: the upcoming renewals of an assignment follow its end.';

create trigger renewals_follow_the_end
    after update of end_date on public.assignments
    for each row when (old.end_date is distinct from new.end_date)
    execute function private.move_renewals();

revoke execute on function
    private.guard_assignment_start, private.move_renewals
    from public, anon, authenticated, service_role;
