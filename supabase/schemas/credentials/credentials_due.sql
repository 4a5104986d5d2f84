-- Credentials that run out, of whoever is placed: of each kind the one with which what they have ends, since one that was
-- renewed by the next day runs out for nobody.

create function private.ending_credentials(through date)
returns table (
    credential_id uuid, contractor_id uuid, credential_kind_id uuid, number text, expires_on date, is_required boolean,
    created_at timestamptz)
language sql
stable
set search_path = ''
as $$
    with running_out as materialized ( -- most have one that is good today and beyond that day
        select credential.contractor_id, credential.credential_kind_id
          from private.clock() as clock
         cross join public.credentials as credential
         where credential.contractor_id is not null
         group by credential.contractor_id, credential.credential_kind_id
        having not bool_or(
            coalesce(credential.issued_on, '-infinity') <= clock.business_date
            and coalesce(credential.expires_on, 'infinity') > ending_credentials.through)
    ), held as (
        select running_out.contractor_id, running_out.credential_kind_id, known.days
          from running_out
         cross join lateral (
               select range_agg(daterange(credential.issued_on, credential.expires_on, '[]')) as days
                 from public.credentials as credential
                where credential.contractor_id = running_out.contractor_id
                  and credential.credential_kind_id = running_out.credential_kind_id) as known
    ), cover as materialized (
        select held.contractor_id, held.credential_kind_id, begun.last_day
          from private.clock() as clock
         cross join held
         cross join lateral (
               select upper(span.days) - 1 as last_day
                 from unnest(held.days) as span (days)
                where coalesce(lower(span.days), '-infinity') <= clock.business_date
                order by lower(span.days) desc nulls last
                limit 1) as begun
         where begun.last_day <= ending_credentials.through
    ), ending as materialized (
        select distinct on (credential.contractor_id, credential.credential_kind_id) credential.*
          from cover
          join public.credentials as credential
            on credential.contractor_id = cover.contractor_id
           and credential.credential_kind_id = cover.credential_kind_id
           and credential.expires_on = cover.last_day
         order by credential.contractor_id, credential.credential_kind_id, credential.id)
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
    'Of each kind of whoever has an assignment that has not ended the credential with which their unbroken cover ends, that of today or else the last one before, where it expires by a day; is_required: one of these asks for it today or later.';

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
required. Of each kind the one alone with which what the person has of it ends: one that is renewed from the next day on, or
before, is left out, and one that is renewed later is not.

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
