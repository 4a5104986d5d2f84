-- Two accounts of a week: ours, and that of the client's system.

-- Facilities whose time comes from the client's system. Where it does not, nothing is compared.
create function private.facilities_with_client_time()
returns setof uuid
language sql
stable
set search_path = ''
as $$
    select facility.id
      from public.facilities as facility
     where exists (
           select from public.assignments as assignment
             join public.client_time as line on line.assignment_id = assignment.id
            where assignment.facility_id = facility.id
           offset 0);
$$;
comment on function private.facilities_with_client_time is 'Facilities of which the client''s system said any time, of whatever day.';

-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.time_variances(week_start date, facility uuid)
returns table (
    work_date date, assignment_id uuid, contractor_id uuid, contractor_name text, facility_id uuid, facility_name text,
    code text, code_title text, unit text, hours numeric, quantity numeric, client_hours numeric,
    client_quantity numeric, outcome text, is_waiting boolean, obstacle text, is_approved boolean,
    is_approved_by_client boolean, approved_by text, disputed_at timestamptz, dispute_reason text,
    client_time_ids uuid[], time_entry_ids uuid[])
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan -- of one facility, or of all
as $$
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('week_start', time_variances.week_start));
    perform private.require_finite_dates(jsonb_build_object('week_start', time_variances.week_start));
    perform private.require_plausible_days(jsonb_build_object('week_start', time_variances.week_start));
    perform private.require_week_start(time_variances.week_start);

    return query
    with placed as (
        select assignment.id, assignment.contractor_id, assignment.facility_id
          from public.assignments as assignment
         where assignment.facility_id in (
               select facility.id
                 from public.facilities as facility
                where time_variances.facility in (facility.id, facility.bill_to_facility_id))
            or (time_variances.facility is null
                and assignment.facility_id in (
                    select of_client from private.facilities_with_client_time() as of_client))
    ), ours as (
        select entry.assignment_id, entry.work_date, entry.code, sum(entry.hours) as hours,
               coalesce(sum(entry.quantity), 0) as quantity, bool_and(entry.is_payable) as is_approved,
               array_agg(entry.id order by entry.id) as ids
          from public.time_entries as entry
         where entry.work_date between time_variances.week_start and time_variances.week_start + 6
           and entry.set_aside_at is null
           and entry.assignment_id in (select placed.id from placed)
         group by entry.assignment_id, entry.work_date, entry.code
    ), theirs as (
        select line.assignment_id, line.work_date, line.code, sum(line.hours) as hours, sum(line.quantity) as quantity,
               coalesce(bool_and(line.is_approved) filter (where line.hours > 0 or line.quantity > 0), false)
                   as is_approved,
               string_agg(distinct line.approved_by, ', ' order by line.approved_by) as approved_by,
               bool_or(line.taken_at is null and line.disputed_at is null) as is_waiting,
               min(line.disputed_at) as disputed_at,
               string_agg(distinct line.dispute_reason, ' ' order by line.dispute_reason) as dispute_reason,
               array_agg(line.id order by line.id) as ids
          from public.client_time as line
         where line.work_date between time_variances.week_start and time_variances.week_start + 6
           and line.assignment_id in (select placed.id from placed)
         group by line.assignment_id, line.work_date, line.code
    ), compared as (
        select coalesce(ours.work_date, theirs.work_date) as work_date,
               coalesce(ours.assignment_id, theirs.assignment_id) as assignment_id,
               coalesce(ours.code, theirs.code) as code,
               coalesce(ours.hours, 0.00) as hours, coalesce(ours.quantity, 0.00) as quantity,
               coalesce(theirs.hours, 0.00) as client_hours, coalesce(theirs.quantity, 0.00) as client_quantity,
               coalesce(theirs.is_waiting, false) as is_waiting, coalesce(ours.is_approved, false) as is_approved,
               coalesce(theirs.is_approved, false) as is_approved_by_client, theirs.approved_by, theirs.disputed_at,
               theirs.dispute_reason, coalesce(theirs.ids, '{}') as client_time_ids,
               coalesce(ours.ids, '{}') as time_entry_ids
          from ours
          full join theirs
            on theirs.assignment_id = ours.assignment_id
           and theirs.work_date = ours.work_date
           and theirs.code = ours.code
    )
    select compared.work_date, compared.assignment_id, contractor.id,
           contractor.first_name || ' ' || contractor.last_name, facility.id, facility.name, code.name, code.title,
           code.unit, compared.hours, compared.quantity,
           compared.client_hours, compared.client_quantity, told.outcome,
           compared.is_waiting and (told.outcome <> 'agrees' or compared.is_approved_by_client),
           case when told.outcome <> 'agrees' then (
               select min(hindered.obstacle)
                 from private.obstacles_of_time(compared.time_entry_ids) as hindered) end,
           compared.is_approved, compared.is_approved_by_client, compared.approved_by, compared.disputed_at,
           compared.dispute_reason, compared.client_time_ids, compared.time_entry_ids
      from compared
      join placed on placed.id = compared.assignment_id
      join public.contractors as contractor on contractor.id = placed.contractor_id
      join public.facilities as facility on facility.id = placed.facility_id
      join public.time_codes as code on code.name = compared.code
     cross join lateral (
           select case
               when (compared.hours, compared.quantity) = (compared.client_hours, compared.client_quantity)
                   then 'agrees'
               when compared.client_hours = 0 and compared.client_quantity = 0 then 'ours_alone'
               when compared.hours = 0 and compared.quantity = 0 then 'theirs_alone'
               else 'differs'
           end) as told (outcome)
     order by compared.work_date, compared.assignment_id, compared.code;
end;
$$;
comment on function private.time_variances is 'The logic of public.time_variances.';

create function public.time_variances(week_start date, facility uuid default null)
returns table (
    work_date date, assignment_id uuid, contractor_id uuid, contractor_name text, facility_id uuid, facility_name text,
    code text, code_title text, unit text, hours numeric, quantity numeric, client_hours numeric,
    client_quantity numeric, outcome text, is_waiting boolean, obstacle text, is_approved boolean,
    is_approved_by_client boolean, approved_by text, disputed_at timestamptz, dispute_reason text,
    client_time_ids uuid[], time_entry_ids uuid[])
language sql stable set search_path = ''
as $$ select * from private.time_variances(week_start, facility); $$;
comment on function public.time_variances is
$$A workweek by our account and by that of the client's system: what agrees, what differs, what one side alone has.

A row for each assignment, day and code that either side has any time of, set aside time not counted. Facilities of which no
client's system ever said anything are not compared, unless one is asked for. May be called with GET.

Pages: order=work_date,assignment_id,code.

Who: active staff, whatever their role.

Arguments:
week_start: the first day of a workweek.
facility: the facility whose time it is, or the program to which facilities are billed, for all of these;
    null = of all whose time comes from the client's system.

Result: hours, quantity: ours. client_hours, client_quantity: theirs. outcome: one of agrees, differs, ours_alone, theirs_alone.
is_waiting: whether a line of theirs is to be taken or disputed, or agrees and is to be approved. obstacle: why time here may not change yet, one of
on_sent_invoice, batch_under_review, of_shift; null = it may, or need not. is_approved: whether all of ours is;
is_approved_by_client, approved_by: whether all of theirs is, and by whom, as their system names them. disputed_at,
dispute_reason: null = nothing of it is disputed. client_time_ids: what take_client_time and dispute_client_time are given; of what we alone have there may be none.
time_entry_ids: our time, which set_aside_time is given where they have none.

Errors: staff_only, argument_missing, date_not_finite, day_out_of_range, week_start_not_first_day.

Example: {"week_start": "2026-03-02"}$$;

revoke execute on function
    private.facilities_with_client_time, private.time_variances, public.time_variances
    from public, anon, authenticated, service_role;
grant execute on function private.time_variances, public.time_variances to authenticated, service_role;
