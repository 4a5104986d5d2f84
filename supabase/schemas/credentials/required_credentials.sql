-- Credentials that placements need, by day, and the days that none covers. All else asks these.

create view private.required_of_assignments as
    select requirement.credential_kind_id, assignment.id as assignment_id, assignment.contractor_id, assignment.facility_id,
           greatest(requirement.effective_from, assignment.start_date) as first_day,
           least(requirement.effective_to, assignment.end_date) as last_day, 'firm' as required_by
      from public.requirements as requirement
     cross join public.assignments as assignment
     where requirement.facility_id is null and requirement.assignment_id is null
     union all
    select requirement.credential_kind_id, assignment.id, assignment.contractor_id, assignment.facility_id,
           greatest(requirement.effective_from, assignment.start_date),
           least(requirement.effective_to, assignment.end_date), 'facility'
      from public.requirements as requirement
      join public.facilities as facility on facility.id = requirement.facility_id
                                         or facility.bill_to_facility_id = requirement.facility_id
      join public.assignments as assignment on assignment.facility_id = facility.id
     union all
    select requirement.credential_kind_id, assignment.id, assignment.contractor_id, assignment.facility_id,
           greatest(requirement.effective_from, assignment.start_date),
           least(requirement.effective_to, assignment.end_date), 'assignment'
      from public.requirements as requirement
      join public.assignments as assignment on assignment.id = requirement.assignment_id;
comment on view private.required_of_assignments is
    'Each requirement at each assignment that it is about, with the days of the assignment on which it holds; none where last_day is before first_day.';

create function private.credential_gaps(from_day date, to_day date, assignment_ids uuid[] default null)
returns table (assignment_id uuid, contractor_id uuid, facility_id uuid, credential_kind_id uuid, days daterange)
language sql
stable
set search_path = ''
as $$
    with required as (
        select known.assignment_id, known.contractor_id, known.facility_id, known.credential_kind_id,
               range_agg(daterange(greatest(known.first_day, credential_gaps.from_day),
                                   least(known.last_day, credential_gaps.to_day), '[]')) as days
          from private.required_of_assignments as known
         where known.first_day <= coalesce(known.last_day, 'infinity')
           and known.first_day <= credential_gaps.to_day
           and coalesce(known.last_day, 'infinity') >= credential_gaps.from_day
           and (credential_gaps.assignment_ids is null or known.assignment_id = any (credential_gaps.assignment_ids))
         group by known.assignment_id, known.contractor_id, known.facility_id, known.credential_kind_id)
    select required.assignment_id, required.contractor_id, required.facility_id, required.credential_kind_id, gap.days
      from required
     cross join lateral (
           select coalesce(range_agg(daterange(credential.issued_on, credential.expires_on, '[]')), '{}') as days
             from public.credentials as credential
            where credential.contractor_id = required.contractor_id
              and credential.credential_kind_id = required.credential_kind_id) as held
     cross join lateral unnest(required.days - held.days) as gap (days);
$$;
comment on function private.credential_gaps is
$$Days of assignments, from one day to another, on which a credential is required and none of the contractor's is good.

assignment_ids: which; null for all.$$;

create function private.reads_credentials()
returns boolean
language plpgsql
stable
parallel restricted -- as private.is_staff_or_server
security definer -- private.caller is not for clients
set search_path = ''
as $$
begin
    return private.caller() in ('service_role', 'owner') or private.has_role('recruiting');
end;
$$;
comment on function private.reads_credentials is
    'True if the caller reads all that there is of credentials: recruiting, admins, the service role or a direct session.';

-- As of today; of an assignment to come, as of its first day, but for those to whom a confidential kind is valid or not: on
-- a day to come that would say when it expires. Security definer: contacts have no policy on any of these.
create function private.required_credentials()
returns table (
    assignment_id uuid, contractor_id uuid, contractor_name text, facility_id uuid, facility_name text,
    credential_kind_id uuid, credential_kind text, is_confidential boolean, required_by text[], is_valid boolean,
    number text, expires_on date, start_date date, missing_credentials_reason text)
language sql
stable
security definer
set search_path = ''
as $$
    with required as (
        select known.assignment_id, known.contractor_id, known.facility_id, known.credential_kind_id,
               assignment.start_date, assignment.missing_credentials_reason, asked.day, clock.business_date,
               array_agg(distinct known.required_by order by known.required_by) as required_by
          from private.clock() as clock
          join public.assignments as assignment on coalesce(assignment.end_date, 'infinity') >= clock.business_date
         cross join lateral (select greatest(clock.business_date, assignment.start_date)) as asked (day)
          join private.required_of_assignments as known on known.assignment_id = assignment.id
         where asked.day between known.first_day and coalesce(known.last_day, 'infinity')
           -- Each asked once by its select, and not row by row.
           and ((select private.is_staff_or_server())
                or known.facility_id = any ((select private.contact_workplace_ids())::uuid[]))
         group by known.assignment_id, known.contractor_id, known.facility_id, known.credential_kind_id, asked.day,
                  clock.business_date, assignment.start_date, assignment.missing_credentials_reason)
    select required.assignment_id, contractor.id, contractor.first_name || ' ' || contractor.last_name, facility.id,
           facility.name, kind.id, kind.name, kind.is_confidential, required.required_by,
           coalesce(held.is_valid, false), case when told.all_of_it then held.number end,
           case when told.all_of_it then held.expires_on end, required.start_date,
           case when (select private.is_staff_or_server()) then required.missing_credentials_reason end
      from required
      join public.contractors as contractor on contractor.id = required.contractor_id
      join public.facilities as facility on facility.id = required.facility_id
      join public.credential_kinds as kind on kind.id = required.credential_kind_id
     cross join lateral (
           select not kind.is_confidential or (select private.reads_credentials())) as told (all_of_it)
      left join lateral (
           select credential.number, credential.expires_on,
                  case when told.all_of_it then required.day else required.business_date end
                      between coalesce(credential.issued_on, '-infinity')
                          and coalesce(credential.expires_on, 'infinity') as is_valid
             from public.credentials as credential
            where credential.contractor_id = required.contractor_id
              and credential.credential_kind_id = required.credential_kind_id
            order by 3 desc, credential.expires_on desc nulls first, credential.id
            limit 1) as held on true;
$$;
comment on function private.required_credentials is 'The logic of the view required_credentials.';

create view public.required_credentials with (security_invoker = true) as
    select * from private.required_credentials();
comment on view public.required_credentials is
$$Credentials that each assignment needs that has not ended, and whether the contractor has them: today, or on the first day of
one to come. Staff see all, a facility's contacts those of who works there.

required_by: who asks for it, any of firm, facility, assignment. is_valid: whether one is good on that day; of confidential
kinds, for all but recruiting and admins, today. number, expires_on: of the one that is, else of the last one; null where
there is none, or it does not expire, and of confidential kinds for all but recruiting and admins. missing_credentials_reason: as assignments; null for contacts.

Pages: order=contractor_name,assignment_id,credential_kind_id.$$;

create trigger required_credentials_is_read_only
    instead of insert or update or delete on public.required_credentials
    for each row execute function private.refuse_view_write();

revoke all on private.required_of_assignments from public, anon, authenticated, service_role;
revoke all on public.required_credentials from public, anon, authenticated, service_role;
grant select on public.required_credentials to authenticated, service_role;

revoke execute on function private.credential_gaps, private.reads_credentials, private.required_credentials
    from public, anon, authenticated, service_role;
grant execute on function private.reads_credentials to authenticated, service_role;
grant execute on function private.required_credentials to authenticated, service_role;
