-- Contractor that a candidate becomes: whoever was hired as this candidate, else whoever has the e-mail, in
-- whatever case.
create function private.lock_contractor_of(candidate public.candidates)
returns public.contractors
language sql
volatile
set search_path = ''
as $$
    select contractor.*
      from public.contractors as contractor
     where contractor.candidate_id = (lock_contractor_of.candidate).id
        or lower(contractor.email) = lower(btrim((lock_contractor_of.candidate).email))
     order by contractor.candidate_id = (lock_contractor_of.candidate).id desc nulls last
     limit 1
       for no key update;
$$;
comment on function private.lock_contractor_of is
    'Locks the contractor that a candidate already is, for no key update; null where there is none.';

create function private.check_employment(contractor public.contractors, employment_type text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if (check_employment.contractor).employment_type <> check_employment.employment_type
        and exists (select from public.time_entries as entry
                      join public.assignments as assignment on assignment.id = entry.assignment_id
                     where assignment.contractor_id = (check_employment.contractor).id and entry.is_payable) then
        perform private.refuse(
            409, 'contractor_employed_otherwise',
            format('The contractor has approved time as %s and cannot become %s. Overtime and pay of past weeks depend on it.',
                   (check_employment.contractor).employment_type, check_employment.employment_type),
            format('Leave the employment type %s.', (check_employment.contractor).employment_type));
    end if;
    if (check_employment.contractor).employment_type <> 'w2' and check_employment.employment_type = 'w2' then
        perform private.check_becoming_employed((check_employment.contractor).id);
    end if;
end;
$$;
comment on function private.check_employment is
    'Raises 409 when a contractor with approved time would be employed otherwise than before, or be W-2 without what their overtime rules ask for.';

-- Security definer: the rule reads time, and whoever writes need not be allowed to call private.refuse.
create function private.guard_employment()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_employment(old, new.employment_type);
    return new;
end;
$$;
comment on function private.guard_employment is
    'Trigger: a contractor with approved time keeps their employment type, whoever writes, and becomes W-2 only with what their overtime rules ask for.';

create trigger employment_stays_once_time_is_approved
    before update on public.contractors
    for each row when (old.employment_type is distinct from new.employment_type)
    execute function private.guard_employment();

create function private.take_up_contractor(candidate public.candidates, employment_type text)
returns public.contractors
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before public.contractors;
    v_after public.contractors;
begin
    -- Another candidate with this e-mail may be hired at this moment: then there is a contractor after all.
    loop
        v_before := private.lock_contractor_of(take_up_contractor.candidate);
        exit when v_before.id is not null;
        insert into public.contractors (candidate_id, first_name, last_name, email, employment_type)
        values ((take_up_contractor.candidate).id, (take_up_contractor.candidate).first_name,
                (take_up_contractor.candidate).last_name, btrim((take_up_contractor.candidate).email),
                take_up_contractor.employment_type)
        on conflict do nothing
        returning * into v_after;
        if found then
            return v_after;
        end if;
    end loop;

    perform private.check_employment(v_before, take_up_contractor.employment_type);
    update public.contractors as contractor
       set candidate_id = (take_up_contractor.candidate).id,
           employment_type = take_up_contractor.employment_type,
           is_active = true
     where contractor.id = v_before.id
       and (contractor.candidate_id, contractor.employment_type, contractor.is_active)
           is distinct from ((take_up_contractor.candidate).id, take_up_contractor.employment_type, true)
    returning * into v_after;
    if not found then
        return v_before;
    end if;
    return v_after;
end;
$$;
comment on function private.take_up_contractor is
    'Makes the contractor of a candidate, or takes the former one up again under their own name and e-mail.';

revoke execute on function
    private.lock_contractor_of, private.check_employment, private.guard_employment, private.take_up_contractor
    from public, anon, authenticated, service_role;
