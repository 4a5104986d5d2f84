-- Credentials as staff may see them: of health and background checks most see only whether one is valid.

-- Security definer: only recruiting reads the table.
create function private.person_credentials()
returns table (
    credential_id uuid, candidate_id uuid, candidate_name text, contractor_id uuid, contractor_name text,
    credential_kind_id uuid, credential_kind text, is_confidential boolean, is_valid boolean, number text, issued_on date,
    expires_on date, verified_at timestamptz, verified_by uuid)
language sql
stable
security definer
set search_path = ''
as $$
    select credential.id, credential.candidate_id, candidate.first_name || ' ' || candidate.last_name,
           credential.contractor_id, contractor.first_name || ' ' || contractor.last_name, kind.id, kind.name,
           kind.is_confidential,
           clock.business_date between coalesce(credential.issued_on, '-infinity')
                                   and coalesce(credential.expires_on, 'infinity'),
           case when told.all_of_it then credential.number end,
           case when told.all_of_it then credential.issued_on end,
           case when told.all_of_it then credential.expires_on end,
           case when told.all_of_it then credential.verified_at end,
           case when told.all_of_it then credential.verified_by end
      from private.clock() as clock
     cross join public.credentials as credential
      join public.credential_kinds as kind on kind.id = credential.credential_kind_id
      left join public.candidates as candidate on candidate.id = credential.candidate_id
      left join public.contractors as contractor on contractor.id = credential.contractor_id
     cross join lateral (
           select not kind.is_confidential or (select private.reads_credentials())) as told (all_of_it)
     where (select private.is_staff_or_server());
$$;
comment on function private.person_credentials is 'The logic of the view person_credentials.';

create view public.person_credentials with (security_invoker = true) as
    select * from private.person_credentials();
comment on view public.person_credentials is
$$Credentials of candidates and contractors, as the reader may see them. Staff see all; of confidential kinds only recruiting
and admins see more than is_valid.

is_valid: whether it is good today. number, issued_on, expires_on, verified_at, verified_by: as credentials; null of
confidential kinds for the others.

Pages: order=credential_kind,credential_id.$$;

create trigger person_credentials_is_read_only
    instead of insert or update or delete on public.person_credentials
    for each row execute function private.refuse_view_write();

revoke all on public.person_credentials from public, anon, authenticated, service_role;
grant select on public.person_credentials to authenticated, service_role;

revoke execute on function private.person_credentials from public, anon, authenticated, service_role;
grant execute on function private.person_credentials to authenticated, service_role;
