-- Days that somebody worked without what is required there: marked where time is approved, and listed.

-- Security definer: contacts and approvers have no policy on credentials.
create function private.time_without_credentials(from_day date, to_day date)
returns table (
    time_entry_id uuid, work_date date, hours numeric, status text, is_approved boolean, assignment_id uuid,
    contractor_id uuid, contractor_name text, facility_id uuid, facility_name text, credential_kind_id uuid,
    credential_kind text, is_confidential boolean, expired_on date, missing_credentials_reason text)
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan -- of a week, or of years
as $$
declare
    v_facility_ids constant uuid[] := case
        when not private.is_staff_or_server() then private.contact_workplace_ids() end;
    v_reads_all constant boolean := private.reads_credentials();
    v_today constant date := (private.clock()).business_date;
begin
    if v_facility_ids = '{}' then
        perform private.require_staff();
    end if;
    perform private.require_arguments(jsonb_build_object(
        'from_day', time_without_credentials.from_day, 'to_day', time_without_credentials.to_day));
    perform private.require_finite_dates(jsonb_build_object(
        'from_day', time_without_credentials.from_day, 'to_day', time_without_credentials.to_day));
    perform private.require_plausible_days(jsonb_build_object(
        'from_day', time_without_credentials.from_day, 'to_day', time_without_credentials.to_day));
    if time_without_credentials.to_day < time_without_credentials.from_day then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The last day %s comes before the first, %s.',
                   time_without_credentials.to_day, time_without_credentials.from_day),
            'Give a last day on or after the first.');
    end if;
    return query
    select entry.id, entry.work_date, entry.hours, entry.status, entry.is_payable, assignment.id, contractor.id,
           contractor.first_name || ' ' || contractor.last_name, facility.id, facility.name, kind.id, kind.name,
           kind.is_confidential,
           case when v_reads_all or not kind.is_confidential then (
               select max(credential.expires_on)
                 from public.credentials as credential
                where credential.contractor_id = gap.contractor_id
                  and credential.credential_kind_id = gap.credential_kind_id
                  and credential.expires_on < entry.work_date) end,
           case when v_facility_ids is null then assignment.missing_credentials_reason end
      from private.credential_gaps(time_without_credentials.from_day, time_without_credentials.to_day) as gap
      join public.time_entries as entry
        on entry.assignment_id = gap.assignment_id
       and entry.work_date >= lower(gap.days) and entry.work_date < upper(gap.days)
      join public.assignments as assignment on assignment.id = gap.assignment_id
      join public.contractors as contractor on contractor.id = gap.contractor_id
      join public.facilities as facility on facility.id = gap.facility_id
      join public.credential_kinds as kind on kind.id = gap.credential_kind_id
     where entry.set_aside_at is null
       and entry.is_worked
       and (v_reads_all or not kind.is_confidential or entry.work_date <= v_today) -- else it would say when it expires
       and (v_facility_ids is null or (gap.facility_id = any (v_facility_ids) and entry.status <> 'draft'))
     order by entry.work_date, entry.id, kind.name, kind.id;
end;
$$;
comment on function private.time_without_credentials is 'The logic of public.time_without_credentials.';

create function public.time_without_credentials(from_day date, to_day date)
returns table (
    time_entry_id uuid, work_date date, hours numeric, status text, is_approved boolean, assignment_id uuid,
    contractor_id uuid, contractor_name text, facility_id uuid, facility_name text, credential_kind_id uuid,
    credential_kind text, is_confidential boolean, expired_on date, missing_credentials_reason text)
language sql stable set search_path = ''
as $$ select * from private.time_without_credentials(from_day, to_day); $$;
comment on function public.time_without_credentials is
$$Time of days on which a required credential had expired or was not there: to mark where time is approved, and to list.

It is approved, billed and paid all the same. Time that was set aside, and hours that are not worked, such as leave, are not in it. May be called with GET.

Pages: order=work_date,time_entry_id,credential_kind_id.

Who: active staff, whatever their role; facility contacts (of who worked there, drafts aside).

Arguments:
from_day: the first day of work.
to_day: the last one, included.

Result: a row for each time entry and kind of credential that was missing on its day; on days to come, of confidential kinds,
for recruiting and admins alone. is_approved: whether it is approved. status is as time_entries.status.
expired_on: the day on which the last one had expired; null = there was none, or the kind is confidential and the reader
neither recruiting nor admin. missing_credentials_reason: as assignments; null for contacts.

Errors: staff_only, argument_missing, date_not_finite, day_out_of_range, period_ends_before_start.

Example: {"from_day": "2026-03-02", "to_day": "2026-03-08"}$$;

revoke execute on function private.time_without_credentials, public.time_without_credentials
    from public, anon, authenticated, service_role;
grant execute on function private.time_without_credentials, public.time_without_credentials
    to authenticated, service_role;
