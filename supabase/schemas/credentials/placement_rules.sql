-- Nobody is placed without what is asked for, however they are placed; somebody may say why they are all the same.

create function private.refuse_missing_credentials(first_name text, last_name text, missing text[])
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'credential_missing',
        format('%s %s lacks what is required there on the first day: %s.',
               refuse_missing_credentials.first_name, refuse_missing_credentials.last_name,
               array_to_string(refuse_missing_credentials.missing, ', ')),
        'Enter the credentials, or give the reason for placing the person without them.');
end;
$$;
comment on function private.refuse_missing_credentials is 'Raises 409 and names the credentials that somebody lacks.';

-- Changes of what the person has wait until they are placed, and are waited for.
create function private.require_credentials(
    candidate public.candidates, contractor_id uuid, facility_id uuid, day date, reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_missing text[];
begin
    perform private.require_line('missing_credentials_reason', require_credentials.reason, 2000);
    perform private.hold_requirements();
    perform
       from public.credentials as credential
      where credential.contractor_id = require_credentials.contractor_id
         or credential.candidate_id = (require_credentials.candidate).id
      order by credential.id
        for share;
    if require_credentials.reason ~ '\S' then
        return;
    end if;
    v_missing := (
        select array_agg(lacking.credential_kind order by lacking.credential_kind)
          from private.lacking_credentials(
                   array[(require_credentials.candidate).id], array[require_credentials.contractor_id],
                   array[require_credentials.facility_id], array[require_credentials.day]) as lacking);
    if v_missing is not null then
        perform private.refuse_missing_credentials(
            (require_credentials.candidate).first_name, (require_credentials.candidate).last_name, v_missing);
    end if;
end;
$$;
comment on function private.require_credentials is
    'Raises 409 and names what a candidate lacks who is to be placed, unless there is a reason; holds what they have.';

create function private.take_credentials_along(candidate_id uuid, contractor_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    -- One that the former contractor has already.
    delete from public.credentials as credential
     using public.credentials as known
     where credential.candidate_id = take_credentials_along.candidate_id
       and known.contractor_id = take_credentials_along.contractor_id
       and known.credential_kind_id = credential.credential_kind_id
       and known.number is not distinct from credential.number
       and known.expires_on is not distinct from credential.expires_on;
    update public.credentials as credential
       set candidate_id = null, contractor_id = take_credentials_along.contractor_id
     where credential.candidate_id = take_credentials_along.candidate_id;
end;
$$;
comment on function private.take_credentials_along is 'Makes a candidate''s credentials those of the contractor whom they become.';

-- By a procedure, an import, the secret key or a direct session: what hire_candidate refused before in the same words.
-- Security definer: the rule reads credentials, which the writer may not.
create function private.guard_credentials_of_assignments()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_first record;
begin
    perform private.hold_requirements();
    if not exists (select from public.requirements) then
        return null;
    end if;
    perform
       from public.credentials as credential
      where credential.contractor_id in (select placed.contractor_id from written as placed)
      order by credential.id
        for share;
    select contractor.first_name, contractor.last_name, lacking.missing
      into v_first
      from (select array_agg(placed.contractor_id order by placed.id) as contractor_ids,
                   array_agg(placed.facility_id order by placed.id) as facility_ids,
                   array_agg(placed.start_date order by placed.id) as days
              from written as placed
             where placed.missing_credentials_reason is null) as asked
     cross join lateral (
           select known.nth, array_agg(known.credential_kind order by known.credential_kind) as missing
             from private.lacking_credentials(null, asked.contractor_ids, asked.facility_ids, asked.days) as known
            group by known.nth) as lacking
      join public.contractors as contractor on contractor.id = asked.contractor_ids[lacking.nth]
     order by contractor.last_name, contractor.first_name, contractor.id
     limit 1;
    if found then
        perform private.refuse_missing_credentials(v_first.first_name, v_first.last_name, v_first.missing);
    end if;
    return null;
end;
$$;
comment on function private.guard_credentials_of_assignments is
    'Trigger: refuses assignments of people who lack what the firm or the facility asks for on the first day, unless there is a reason.';

create trigger new_assignments_have_their_credentials
    after insert on public.assignments referencing new table as written
    for each statement execute function private.guard_credentials_of_assignments();

revoke execute on function
    private.refuse_missing_credentials, private.require_credentials, private.take_credentials_along,
    private.guard_credentials_of_assignments
    from public, anon, authenticated, service_role;
