-- Credentials that run out, of whoever is placed: the last one of each kind, since one that was renewed runs out for nobody.

create function private.ending_credentials(through date)
returns table (
    credential_id uuid, contractor_id uuid, credential_kind_id uuid, number text, expires_on date, is_required boolean,
    created_at timestamptz)
language sql
stable
set search_path = ''
as $$
    with latest as (
        select distinct on (credential.contractor_id, credential.credential_kind_id) credential.*
          from public.credentials as credential
         where credential.contractor_id is not null
         order by credential.contractor_id, credential.credential_kind_id, credential.expires_on desc nulls first,
                  credential.id
    ), ending as materialized (
        select latest.* from latest where latest.expires_on <= ending_credentials.through)
    select ending.id, ending.contractor_id, ending.credential_kind_id, ending.number, ending.expires_on,
           exists (select from private.required_of_assignments as known
                    where known.contractor_id = ending.contractor_id
                      and known.credential_kind_id = ending.credential_kind_id
                      and known.first_day <= coalesce(known.last_day, 'infinity')
                      and coalesce(known.last_day, 'infinity') >= clock.business_date),
           ending.created_at
      from private.clock() as clock
     cross join ending
     where exists (select from public.assignments as assignment
                    where assignment.contractor_id = ending.contractor_id
                      and coalesce(assignment.end_date, 'infinity') >= clock.business_date);
$$;
comment on function private.ending_credentials is
    'The last credential of each kind of whoever has an assignment that has not ended, where it expires by a day; is_required: one of these asks for it today or later.';

-- Security definer: only recruiting reads the table.
create function private.credentials_due()
returns table (
    credential_id uuid, contractor_id uuid, contractor_name text, credential_kind_id uuid, credential_kind text,
    is_confidential boolean, is_required boolean, number text, expires_on date, days_left int, bucket text)
language sql
stable
security definer
set search_path = ''
as $$
    select ending.credential_id, contractor.id, contractor.first_name || ' ' || contractor.last_name, kind.id, kind.name,
           kind.is_confidential, ending.is_required,
           case when told.all_of_it then ending.number end, case when told.all_of_it then ending.expires_on end,
           case when told.all_of_it then left_over.days end,
           case when left_over.days < 0 then 'expired'
                when left_over.days <= 7 then '7'
                when left_over.days <= 30 then '30'
                else '60' end
      from private.clock() as clock
     cross join private.ending_credentials(clock.business_date + 60) as ending
     cross join lateral (select ending.expires_on - clock.business_date) as left_over (days)
      join public.contractors as contractor on contractor.id = ending.contractor_id
      join public.credential_kinds as kind on kind.id = ending.credential_kind_id
     cross join lateral (
           select not kind.is_confidential or (select private.reads_credentials())) as told (all_of_it)
     where (select private.is_staff_or_server())
       and (left_over.days >= 0 or ending.is_required)
       -- Valid is all that the others see of it.
       and (left_over.days < 0 or told.all_of_it);
$$;
comment on function private.credentials_due is 'The logic of the view credentials_due.';

create view public.credentials_due with (security_invoker = true) as
    select * from private.credentials_due();
comment on view public.credentials_due is
$$Credentials of people who are placed that expire within 60 days of the business date, and those that have expired and are
required. Of each kind the person's last one alone.

bucket is one of 60, 30, 7, expired: 31 to 60 days left, 8 to 30, 0 to 7, or none. is_required: whether an assignment asks for it today or later. number,
expires_on, days_left: null of confidential kinds for all but recruiting and admins, for whom those are listed once they have expired.

Pages: order=expires_on,credential_id.$$;

create trigger credentials_due_is_read_only
    instead of insert or update or delete on public.credentials_due
    for each row execute function private.refuse_view_write();

revoke all on public.credentials_due from public, anon, authenticated, service_role;
grant select on public.credentials_due to authenticated, service_role;

revoke execute on function private.ending_credentials, private.credentials_due
    from public, anon, authenticated, service_role;
grant execute on function private.credentials_due to authenticated, service_role;
