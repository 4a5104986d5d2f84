-- The signed-in user, in one row: an app asks it once, and knows which screens are theirs.

create function private.me()
returns table (
    user_id uuid, name text, email text, roles text[], contractor_id uuid, facility_ids uuid[], facility_names text[],
    business_date date, week_start date, operating_timezone text, firm_name text, workday_starts_at time,
    workday_starts_from date, workday_started_at time, lacks_second_factor boolean)
language sql
stable
set search_path = ''
as $$
    select caller.user_id,
           coalesce(member.name, contractor.first_name || ' ' || contractor.last_name, contact.name),
           coalesce(member.email, contractor.email, contact.email),
           coalesce(member.roles, '{}'), contractor.id,
           coalesce(contact.facility_ids, '{}'), coalesce(contact.facility_names, '{}'),
           clock.business_date, private.workweek_start(clock.business_date), private.operating_timezone(),
           case
               when member.id is not null or contractor.id is not null or contact.facility_ids is not null
                   then private.firm_name()
           end,
           workday.starts_at, workday.starts_from, workday.started_at,
           private.lacks_second_factor('billing', 'payroll')
      from (select private.user_id()) as caller (user_id)
     cross join private.clock() as clock
     cross join private.newest_workday() as workday
      left join public.staff_members as member on member.user_id = caller.user_id and member.is_active
      left join public.contractors as contractor on contractor.user_id = caller.user_id and contractor.is_active
      left join lateral (
           select min(person.name) as name,
                  min(person.email) as email,
                  (select array_agg(facility.id order by facility.name, facility.id)
                     from public.facilities as facility
                    where facility.id = any (private.contact_facility_ids())) as facility_ids,
                  (select array_agg(facility.name order by facility.name, facility.id)
                     from public.facilities as facility
                    where facility.id = any (private.contact_facility_ids())) as facility_names
             from public.facility_contacts as person
            where person.user_id = caller.user_id and person.is_active) as contact on true
     where caller.user_id is not null;
$$;
comment on function private.me is 'The logic of the view me, with its reader''s rights.';

create view public.me with (security_invoker = true) as
    select me.user_id, me.name, me.email, me.roles, me.contractor_id, me.facility_ids, me.facility_names,
           me.business_date, me.week_start, me.operating_timezone, me.firm_name,
           me.workday_starts_at, me.workday_starts_from, me.workday_started_at, me.lacks_second_factor
      from private.me() as me;
comment on view public.me is
$$The signed-in user: one row, also for a user who is linked to nothing yet. None for the secret key, which is nobody.

name, email: of the staff member, else of the contractor, else of the facility's contact; null for a user who is none.
roles is as staff_members.roles: of an active staff member; empty for everybody else. contractor_id: of an active contractor.
facility_ids, facility_names: the facilities that the user is an active contact of, and those that are billed to these, by
name.

business_date: today in the operating timezone. week_start: the first day of its workweek. operating_timezone: an IANA
name, the zone of the clocks to show. Not everybody reads the settings, and everybody enters or reads time by week.

firm_name: the legal name of the firm, if it is set. Null for a user who is linked to nothing yet.

workday_starts_at: time of the facility's clock at which workdays begin, from the workweek of workday_starts_from on;
always where that is null. Before it they began at workday_started_at.

lacks_second_factor: whether a role of theirs does not count with this sign-in, since the firm asks for a second factor.

Pages: order=user_id.$$;

create trigger me_is_read_only
    instead of insert or update or delete on public.me
    for each row execute function private.refuse_view_write();

revoke all on public.me from public, anon, authenticated, service_role;
grant select on public.me to authenticated, service_role;

revoke execute on function private.me from public, anon, authenticated, service_role;
grant execute on function private.me to authenticated, service_role;
