-- Consequences of what is entered of a credential.

-- Good for twelve months from March 2 on: through March 1.
create function private.end_by_months(months_good int, issued_on date)
returns date
language sql
immutable
set search_path = ''
as $$
    select (end_by_months.issued_on + make_interval(months => end_by_months.months_good))::date - 1;
$$;
comment on function private.end_by_months is
    'The last day on which a credential is good that was issued on a day; null where its kind has no months.';

-- Security definer: whoever writes need not be allowed to ask the clock, to hold the candidate or to call private.refuse.
create function private.guard_credential()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_kind public.credential_kinds;
    v_candidate public.candidates;
begin
    perform private.require_plausible_days(jsonb_build_object(
        'issued_on', new.issued_on, 'expires_on', new.expires_on));
    select kind.* into v_kind from public.credential_kinds as kind where kind.id = new.credential_kind_id;

    if tg_op = 'INSERT' and new.candidate_id is not null and new.contractor_id is null then
        -- Waits for whoever is hiring them: from then on it is the contractor's.
        select candidate.* into v_candidate
          from public.candidates as candidate where candidate.id = new.candidate_id for key share;
        -- As private.lock_contractor_of.
        new.contractor_id := (
            select contractor.id
              from public.contractors as contractor
             where v_candidate.hired_at is not null
               and (contractor.candidate_id = v_candidate.id
                    or lower(contractor.email) = lower(btrim(v_candidate.email)))
             order by contractor.candidate_id = v_candidate.id desc nulls last
             limit 1);
        if new.contractor_id is not null then
            new.candidate_id := null;
        end if;
    end if;

    if tg_op = 'UPDATE' and new.issued_on <> old.issued_on
        and new.expires_on = old.expires_on
        and old.expires_on = private.end_by_months(v_kind.months_good, old.issued_on) then
        new.expires_on := null; -- its kind gave it, and gives another now
    end if;
    if new.expires_on is null and v_kind.months_good is not null then
        if new.issued_on is null then
            perform private.refuse(
                400, 'credential_without_days',
                format('%s is good for %s, and nobody says from when on.', v_kind.name,
                       private.counted(v_kind.months_good::bigint, 'month', 'months')),
                'Give the day on which it was issued, or the one on which it expires.');
        end if;
        new.expires_on := private.end_by_months(v_kind.months_good, new.issued_on);
    end if;
    return new;
end;
$$;
comment on function private.guard_credential is
    'Trigger: a credential has plausible days and the end that its kind gives it, and is the contractor''s once its candidate is hired.';

create trigger credentials_are_entered_whole
    before insert on public.credentials
    for each row execute function private.guard_credential();

create trigger credentials_stay_whole
    before update on public.credentials
    for each row when (old.issued_on is distinct from new.issued_on or old.expires_on is distinct from new.expires_on)
    execute function private.guard_credential();

-- Nobody who was erased has any: what came afterwards would stay until the last of them goes.
-- Security definer: as private.guard_credential, and erasures are admins' to read.
create function private.refuse_credentials_of_erased()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (
        select from written as credential
          join public.erasures as erasure
            on erasure.kind = 'contractor' and erasure.person_id = credential.contractor_id
         where erasure.confirmed_at is not null) then
        perform private.refuse(
            409, 'person_erased', 'The person was erased: no credentials of theirs are kept.',
            'Choose somebody else.');
    end if;
    return null;
end;
$$;
comment on function private.refuse_credentials_of_erased is 'Trigger: nobody who was erased gets credentials again.';

create trigger erased_people_get_no_credentials
    after insert on public.credentials referencing new table as written
    for each statement execute function private.refuse_credentials_of_erased();

create trigger credentials_do_not_become_those_of_erased_people
    after update on public.credentials referencing new table as written
    for each statement execute function private.refuse_credentials_of_erased();

-- Security definer: as private.guard_credential.
create function private.stamp_verification()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'UPDATE' and new.verified_at is not distinct from old.verified_at then
        new.verified_at := null;
    elsif new.verified_at is not null then
        new.verified_at := (private.clock()).at;
    end if;
    new.verified_by := case when new.verified_at is not null then private.user_id() end;
    return new;
end;
$$;
comment on function private.stamp_verification is
    'Trigger: a verification has its instant and its person, and goes when what was verified changes.';

create trigger new_credentials_say_who_verified_them
    before insert on public.credentials
    for each row when (new.verified_at is not null and current_user = 'authenticated')
    execute function private.stamp_verification();

create trigger changed_credentials_are_verified_anew
    before update on public.credentials
    for each row when (
        (old.verified_at is distinct from new.verified_at and current_user = 'authenticated')
        or (old.verified_at is not distinct from new.verified_at and old.verified_at is not null
            and (old.number is distinct from new.number or old.issued_on is distinct from new.issued_on
                 or old.expires_on is distinct from new.expires_on)))
    execute function private.stamp_verification();

revoke execute on function
    private.end_by_months, private.guard_credential, private.refuse_credentials_of_erased, private.stamp_verification
    from public, anon, authenticated, service_role;
