-- Nobody is placed without what is asked for, however they are placed; somebody may say why they are all the same.

create function private.refuse_missing_credentials(first_name text, last_name text, missing text[], said text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'credential_missing',
        format('%s %s lacks what is required there on %s: %s.',
               refuse_missing_credentials.first_name, refuse_missing_credentials.last_name,
               refuse_missing_credentials.said, array_to_string(refuse_missing_credentials.missing, ', ')),
        'Enter the credentials, or give the reason for placing the person without them.');
end;
$$;
comment on function private.refuse_missing_credentials is 'Raises 409 and names the credentials that somebody lacks, and the day, as it is said.';

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
        select array_agg(distinct lacking.credential_kind order by lacking.credential_kind)
          from private.lacking_credentials(
                   array[(require_credentials.candidate).id], array[require_credentials.contractor_id],
                   array[require_credentials.facility_id], null, array[require_credentials.day]) as lacking);
    if v_missing is not null then
        perform private.refuse_missing_credentials(
            (require_credentials.candidate).first_name, (require_credentials.candidate).last_name, v_missing,
            'the first day');
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
declare
    v_same record;
begin
    -- One that the former contractor has already: the one that is good for longer stays, with what the other one says.
    for v_same in
        select case when stays.is_of_candidate then theirs.id else known.id end as kept_id,
               case when stays.is_of_candidate then known.id else theirs.id end as other_id,
               known.issued_on is not distinct from theirs.issued_on as says_the_same
          from public.credentials as theirs
          join public.credentials as known
            on known.contractor_id = take_credentials_along.contractor_id
           and known.credential_kind_id = theirs.credential_kind_id
           and known.number is not distinct from theirs.number
           and known.expires_on is not distinct from theirs.expires_on
         cross join lateral (
               select coalesce(theirs.issued_on, '-infinity') < coalesce(known.issued_on, '-infinity')
               ) as stays (is_of_candidate)
         where theirs.candidate_id = take_credentials_along.candidate_id
         order by theirs.id
    loop
        update public.credentials as kept
           set verified_at = other.verified_at, verified_by = other.verified_by
          from public.credentials as other
         where kept.id = v_same.kept_id and kept.verified_at is null
           and other.id = v_same.other_id and other.verified_at is not null
           and v_same.says_the_same; -- of other days nobody said so
        update public.credentials as kept
           set document_url = other.document_url
          from public.credentials as other
         where kept.id = v_same.kept_id and kept.document_url is null
           and other.id = v_same.other_id and other.document_url is not null;
        delete from public.credentials as other where other.id = v_same.other_id;
    end loop;
    update public.credentials as credential
       set candidate_id = null, contractor_id = take_credentials_along.contractor_id
     where credential.candidate_id = take_credentials_along.candidate_id;
end;
$$;
comment on function private.take_credentials_along is
    'Makes a candidate''s credentials those of the contractor whom they become, who has one of each kind, number and last day.';

-- Many at once: an element of each list is one of them.
create function private.require_credentials_of_placed(
    contractor_ids uuid[], facility_ids uuid[], assignment_ids uuid[], days date[], said text[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_first record;
begin
    perform private.hold_requirements();
    if not exists (select from public.requirements) then
        return;
    end if;
    perform
       from public.credentials as credential
      where credential.contractor_id = any (require_credentials_of_placed.contractor_ids)
      order by credential.id
        for share;
    select contractor.first_name, contractor.last_name, lacking.missing,
           require_credentials_of_placed.said[lacking.nth] as said
      into v_first
      from (select known.nth, array_agg(distinct known.credential_kind order by known.credential_kind) as missing
              from private.lacking_credentials(
                       null, require_credentials_of_placed.contractor_ids, require_credentials_of_placed.facility_ids,
                       require_credentials_of_placed.assignment_ids, require_credentials_of_placed.days) as known
             group by known.nth) as lacking
      join public.contractors as contractor
        on contractor.id = require_credentials_of_placed.contractor_ids[lacking.nth]
     order by contractor.last_name, contractor.first_name, contractor.id, lacking.nth
     limit 1;
    if found then
        perform private.refuse_missing_credentials(v_first.first_name, v_first.last_name, v_first.missing, v_first.said);
    end if;
end;
$$;
comment on function private.require_credentials_of_placed is
$$Raises 409 and names what the first of some contractors lacks; holds what they have and what is required.

assignment_ids: of those that are there already, which may be asked for something themselves; null of new ones. said: the
day of each, as the refusal says it.$$;

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
    v_asked record;
begin
    select array_agg(placed.contractor_id order by placed.id) as contractor_ids,
           array_agg(placed.facility_id order by placed.id) as facility_ids,
           array_agg(placed.start_date order by placed.id) as days,
           array_agg('the first day'::text) as said
      into v_asked
      from written as placed
     where placed.missing_credentials_reason is null;
    perform private.require_credentials_of_placed(
        v_asked.contractor_ids, v_asked.facility_ids, null, v_asked.days, v_asked.said);
    return null;
end;
$$;
comment on function private.guard_credentials_of_assignments is
    'Trigger: refuses assignments of people who lack what the firm or the facility asks for on the first day, unless there is a reason.';

create trigger new_assignments_have_their_credentials
    after insert on public.assignments referencing new table as written
    for each statement execute function private.guard_credentials_of_assignments();

-- Another person, place or first day is another placement, and so is one that had ended and goes on. A later end of one that
-- has not ended asks for nothing. The reason comes with the change: one that is there already was another placement's.
-- Security definer: as private.guard_credentials_of_assignments.
create function private.guard_credentials_of_moved_assignments()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_asked record;
begin
    select array_agg(moved.contractor_id order by moved.id, asked.day) as contractor_ids,
           array_agg(moved.facility_id order by moved.id, asked.day) as facility_ids,
           array_agg(moved.id order by moved.id, asked.day) as assignment_ids,
           array_agg(asked.day order by moved.id, asked.day) as days,
           array_agg(case when asked.day = moved.start_date then 'the first day' else asked.day::text end
                     order by moved.id, asked.day) as said
      into v_asked
      from written as moved
      join former on former.id = moved.id -- which stays: bill terms name it
     cross join lateral (
           select moved.start_date
            where (former.contractor_id, former.facility_id, former.start_date)
                  is distinct from (moved.contractor_id, moved.facility_id, moved.start_date)
            union
           select greatest(v_today, moved.start_date)
            where former.end_date < v_today and coalesce(moved.end_date, 'infinity') >= v_today) as asked (day)
     where moved.missing_credentials_reason is null
        or moved.missing_credentials_reason is not distinct from former.missing_credentials_reason;
    if v_asked.days is not null then
        perform private.require_credentials_of_placed(
            v_asked.contractor_ids, v_asked.facility_ids, v_asked.assignment_ids, v_asked.days, v_asked.said);
    end if;
    return null;
end;
$$;
comment on function private.guard_credentials_of_moved_assignments is
    'Trigger: asks as private.guard_credentials_of_assignments, and for what the assignment itself is asked for, where it gets another person, facility or first day, and of today where one that had ended is opened again; unless another reason comes with it.';

create trigger moved_assignments_have_their_credentials
    after update on public.assignments referencing old table as former new table as written
    for each statement execute function private.guard_credentials_of_moved_assignments();

revoke execute on function
    private.refuse_missing_credentials, private.require_credentials, private.take_credentials_along,
    private.require_credentials_of_placed, private.guard_credentials_of_assignments,
    private.guard_credentials_of_moved_assignments
    from public, anon, authenticated, service_role;
