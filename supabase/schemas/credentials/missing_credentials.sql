-- Credentials that somebody would lack at a facility, before they are placed there.

-- Of many at once, since a file places many: an element of each list is one of them.
create function private.lacking_credentials(
    candidate_ids uuid[], contractor_ids uuid[], facility_ids uuid[], assignment_ids uuid[], days date[])
returns table (nth bigint, credential_kind_id uuid, credential_kind text, required_by text, expired_on date)
language sql
stable
set search_path = ''
as $$
    with asked as (
        select placed.*, facility.bill_to_facility_id
          from rows from (
               unnest(lacking_credentials.candidate_ids), unnest(lacking_credentials.contractor_ids),
               unnest(lacking_credentials.facility_ids), unnest(lacking_credentials.assignment_ids),
               unnest(lacking_credentials.days))
               with ordinality as placed (candidate_id, contractor_id, facility_id, assignment_id, day, nth)
          join public.facilities as facility on facility.id = placed.facility_id
    ), required as (
        select known.nth, known.candidate_id, known.contractor_id, known.day, known.credential_kind_id,
               min(known.required_by) as required_by
          from (select asked.*, requirement.credential_kind_id, requirement.effective_from, requirement.effective_to,
                       case when requirement.facility_id is null then 'firm' else 'facility' end as required_by
                  from asked
                  join public.requirements as requirement
                    on requirement.assignment_id is null
                   and (requirement.facility_id is null
                        or requirement.facility_id in (asked.facility_id, asked.bill_to_facility_id))
                 union all
                select asked.*, requirement.credential_kind_id, requirement.effective_from, requirement.effective_to,
                       'assignment'
                  from asked
                  join public.requirements as requirement on requirement.assignment_id = asked.assignment_id) as known
         where known.day between known.effective_from and coalesce(known.effective_to, 'infinity')
         group by known.nth, known.candidate_id, known.contractor_id, known.day, known.credential_kind_id)
    select required.nth, kind.id,
           -- Whoever approves a hire may be refused, and knows of today alone.
           case when kind.is_confidential and not (select private.reads_credentials()) then 'a confidential credential'
                else kind.name end,
           required.required_by,
           (select max(credential.expires_on)
              from public.credentials as credential
             where credential.credential_kind_id = kind.id
               and (credential.contractor_id = required.contractor_id or credential.candidate_id = required.candidate_id)
               and credential.expires_on < required.day)
      from required
      join public.credential_kinds as kind on kind.id = required.credential_kind_id
     where not exists (
           select from public.credentials as credential
            where credential.credential_kind_id = kind.id
              and (credential.contractor_id = required.contractor_id or credential.candidate_id = required.candidate_id)
              and required.day between coalesce(credential.issued_on, '-infinity')
                                   and coalesce(credential.expires_on, 'infinity'));
$$;
comment on function private.lacking_credentials is
$$Kinds of credentials that the firm, a facility or an assignment asks for on a day, and of which a candidate or contractor
has none that is good on it. Gives those of each element of the lists, by its number; expired_on: the last day of the one
that they had.

candidate_ids, contractor_ids: who is to be placed, one of the two or both. assignment_ids: theirs; null of those to come.$$;

-- Security definer: credentials are recruiting's to read.
create function private.missing_credentials(candidate_id uuid, facility_id uuid, start_date date)
returns table (credential_kind_id uuid, credential_kind text, required_by text, expired_on date)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_candidate public.candidates;
begin
    perform private.require_role('recruiting');
    perform private.require_arguments(jsonb_build_object(
        'candidate_id', missing_credentials.candidate_id, 'facility_id', missing_credentials.facility_id,
        'start_date', missing_credentials.start_date));
    perform private.require_finite_dates(jsonb_build_object('start_date', missing_credentials.start_date));
    select candidate.* into v_candidate
      from public.candidates as candidate where candidate.id = missing_credentials.candidate_id;
    if not found then
        perform private.refuse(
            404, 'candidate_not_found',
            format('There is no candidate %s.', missing_credentials.candidate_id),
            'Look it up in the list of candidates.');
    end if;
    perform private.require_facility(missing_credentials.facility_id);
    return query
    select lacking.credential_kind_id, lacking.credential_kind, lacking.required_by, lacking.expired_on
      from private.lacking_credentials(
               array[v_candidate.id],
               array[( -- as private.lock_contractor_of
                   select contractor.id
                     from public.contractors as contractor
                    where contractor.candidate_id = v_candidate.id
                       or lower(contractor.email) = lower(btrim(v_candidate.email))
                    order by contractor.candidate_id = v_candidate.id desc nulls last
                    limit 1)],
               array[missing_credentials.facility_id], null, array[missing_credentials.start_date]) as lacking
     order by lacking.credential_kind, lacking.credential_kind_id;
end;
$$;
comment on function private.missing_credentials is 'The logic of public.missing_credentials.';

create function public.missing_credentials(candidate_id uuid, facility_id uuid, start_date date)
returns table (credential_kind_id uuid, credential_kind text, required_by text, expired_on date)
language sql stable set search_path = ''
as $$ select * from private.missing_credentials(candidate_id, facility_id, start_date); $$;
comment on function public.missing_credentials is
$$Credentials that a candidate would lack at a facility, for which hire_candidate refuses with credential_missing.

May be called with GET.

Pages: order=credential_kind,credential_kind_id.

Who: recruiting.

Arguments:
candidate_id: the candidate; what they have as a former contractor counts.
facility_id: the facility.
start_date: the first day of the assignment, on which each has to be good.

Result: a row for each kind that is asked for on that day and that they have none of; none where nothing is missing.
required_by: one of facility, firm: who asks for it, facility where both do. expired_on: the last day of the one that they
had; null = they had none.

Errors: role_required, argument_missing, date_not_finite, candidate_not_found, facility_not_found.

Example: {"candidate_id": "$candidate_id", "facility_id": "$facility_id", "start_date": "2026-03-02"}$$;

revoke execute on function private.lacking_credentials, private.missing_credentials, public.missing_credentials
    from public, anon, authenticated, service_role;
grant execute on function private.missing_credentials, public.missing_credentials to authenticated, service_role;
