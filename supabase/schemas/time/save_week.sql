-- A week's grid in one call. Whose time it is, and what a day may hold, the policies and guards of time_entries say, as of
-- direct writes: what is written here is written with the caller's rights.

-- Rows of a grid, one a day.
create function private.hours_of_days(week_start date, days jsonb)
returns table (work_date date, hours numeric)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_bad record;
begin
    if jsonb_typeof(hours_of_days.days) <> 'object' then
        perform private.refuse(
            400, 'days_not_valid',
            'The days of the week are not given with the hours of each.',
            'Enter the hours of each day of that week.');
    end if;
    select day.key, day.value, jsonb_typeof(day.value) as type, named.work_date
      into v_bad
      from jsonb_each(hours_of_days.days) as day
      left join (select to_char(hours_of_days.week_start + nth, 'YYYY-MM-DD') as work_date
                   from generate_series(0, 6) as nth) as named on named.work_date = day.key
     where named.work_date is null or jsonb_typeof(day.value) not in ('number', 'null')
     order by day.key
     limit 1;
    if v_bad.work_date is null and v_bad.key is not null then
        perform private.refuse(
            400, 'day_outside_week',
            format('The week that begins on %s has no day %L.', hours_of_days.week_start, v_bad.key),
            'Give days of that week alone.');
    elsif v_bad.key is not null then
        perform private.refuse(
            400, 'days_not_valid',
            format('The hours of %s are %s, which is not a number.', v_bad.key, v_bad.value),
            'Give a number, such as 7.5. Give 0 where there are none.');
    end if;

    -- A number of any size comes in JSON; the column would refuse it in its own words.
    select day.key, day.value
      into v_bad
      from jsonb_each_text(hours_of_days.days) as day
     where day.value::numeric < 0 or day.value::numeric > 24
        or (day.value::numeric > 0 and round(day.value::numeric, 2) = 0)
     order by day.key
     limit 1;
    if found then
        perform private.refuse(
            400, 'hours_out_of_range',
            format('%s cannot have %s hours.', v_bad.key, v_bad.value),
            'Give 0.01 to 24 hours, which are rounded to the hundredth. Give 0 where there are none.');
    end if;

    return query
    select day.key::date, coalesce(round(day.value::numeric, 2), 0)
      from jsonb_each_text(hours_of_days.days) as day;
end;
$$;
comment on function private.hours_of_days is
    'The hours of each day that a grid names, 0 for none. Raises 400 for what is no day of the week, or no hours.';

-- Two who save one week go one after the other: each would add the days that the other has not written yet.
-- Security definer: the locks, the refusals and assignments are not for clients.
create function private.changes_of_week(assignment_id uuid, week_start date, days jsonb)
returns table (time_entry_id uuid, work_date date, hours numeric)
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_bad record;
begin
    perform private.require_arguments(jsonb_build_object(
        'assignment_id', changes_of_week.assignment_id, 'week_start', changes_of_week.week_start,
        'days', changes_of_week.days));
    perform private.require_finite_dates(jsonb_build_object('week_start', changes_of_week.week_start));
    perform private.require_plausible_days(jsonb_build_object('week_start', changes_of_week.week_start));
    perform private.require_week_start(changes_of_week.week_start);
    perform private.require_writer_of_time(changes_of_week.assignment_id);
    perform private.hours_of_days(changes_of_week.week_start, changes_of_week.days);

    perform private.hold_time();
    perform private.hold_contractors(array[changes_of_week.assignment_id]);

    select asked.work_date, entered.hours, entered.status, entered.has_shift
      into v_bad
      from private.hours_of_days(changes_of_week.week_start, changes_of_week.days) as asked
      join (select entry.work_date, sum(entry.hours) as hours,
                   min(entry.status) filter (where entry.status <> 'draft') as status,
                   bool_or(entry.shift_id is not null) as has_shift
              from public.time_entries as entry
             where entry.assignment_id = changes_of_week.assignment_id
               and entry.work_date between changes_of_week.week_start and changes_of_week.week_start + 6
               and entry.set_aside_at is null
             group by entry.work_date) as entered on entered.work_date = asked.work_date
     where (entered.status is not null or entered.has_shift) and entered.hours <> asked.hours
     order by asked.work_date
     limit 1;
    if found and v_bad.status is null then
        perform private.refuse(
            409, 'time_entry_of_shift',
            format('%s has a shift, which keeps its hours. The day has %s.', v_bad.work_date, v_bad.hours),
            'Leave the day as it is, or delete the entries of the shift and enter the shift again.');
    elsif found then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time of %s is %s, with %s hours. It changes only as a draft.',
                   v_bad.work_date, replace(v_bad.status, '_', ' '), v_bad.hours),
            'Have it sent back to draft first, or leave the day as it is.');
    end if;

    return query
    with asked as (
        select * from private.hours_of_days(changes_of_week.week_start, changes_of_week.days)
    ), draft as (
        select entry.id, entry.work_date, entry.hours,
               sum(entry.hours) over (partition by entry.work_date) as hours_of_day,
               row_number() over (partition by entry.work_date order by entry.created_at, entry.id) as nth
          from public.time_entries as entry
          join asked on asked.work_date = entry.work_date
         where entry.assignment_id = changes_of_week.assignment_id
           and entry.set_aside_at is null
    )
    -- A day has one draft afterwards; several that come to its hours stay as they are.
    select draft.id, asked.work_date, case when coalesce(draft.nth, 1) = 1 and asked.hours > 0 then asked.hours end
      from asked
      left join draft on draft.work_date = asked.work_date
     where coalesce(draft.hours_of_day, 0) <> asked.hours
       and (draft.nth = 1 and draft.hours = asked.hours) is not true;
end;
$$;
comment on function private.changes_of_week is
$$Changes that make a week of an assignment as a grid says: an entry that gets other hours, one that goes,
without hours, and one that is missing, without an id. Locks time and the contractor, for who writes it next. Raises when
the caller may not write the week, or a day is no draft any more. Time that was set aside counts for nothing.$$;

create function private.save_week(assignment_id uuid, week_start date, days jsonb, submit boolean)
returns setof public.time_entries
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_removed uuid[];
    v_changed uuid[];
    v_changed_hours numeric[];
    v_added date[];
    v_added_hours numeric[];
begin
    select array_agg(change.time_entry_id) filter (where change.hours is null),
           array_agg(change.time_entry_id) filter (where change.hours is not null and change.time_entry_id is not null),
           array_agg(change.hours) filter (where change.hours is not null and change.time_entry_id is not null),
           array_agg(change.work_date) filter (where change.time_entry_id is null),
           array_agg(change.hours) filter (where change.time_entry_id is null)
      into v_removed, v_changed, v_changed_hours, v_added, v_added_hours
      from private.changes_of_week(save_week.assignment_id, save_week.week_start, save_week.days) as change;

    if v_removed is not null then
        delete from public.time_entries as entry where entry.id = any (v_removed);
    end if;
    if v_changed is not null then
        update public.time_entries as entry
           set hours = change.hours
          from unnest(v_changed, v_changed_hours) as change (id, hours)
         where entry.id = change.id;
    end if;
    if v_added is not null then
        insert into public.time_entries (assignment_id, work_date, hours)
        select save_week.assignment_id, added.work_date, added.hours
          from unnest(v_added, v_added_hours) as added (work_date, hours);
    end if;
    if save_week.submit then
        update public.time_entries as entry
           set status = 'submitted'
         where entry.assignment_id = save_week.assignment_id
           and entry.work_date between save_week.week_start and save_week.week_start + 6
           and entry.status = 'draft'
           and entry.set_aside_at is null;
    end if;

    return query
    select entry.*
      from public.time_entries as entry
     where entry.assignment_id = save_week.assignment_id
       and entry.work_date between save_week.week_start and save_week.week_start + 6
     order by entry.work_date, entry.id;
end;
$$;
comment on function private.save_week is 'The logic of public.save_week, with its caller''s rights.';

create function public.save_week(assignment_id uuid, week_start date, days jsonb, submit boolean default false)
returns setof public.time_entries language sql volatile set search_path = ''
as $$ select * from private.save_week(assignment_id, week_start, days, submit); $$;
comment on function public.save_week is
$$Writes a week of an assignment as a grid has it: the hours of each day, as drafts, and submits it if asked.

A day that is named has the hours given to it, over all its entries: its draft is added, changed or, for 0 or null,
removed. Days that are not named stay as they are. What is not a draft any more, and a day that has a shift, must be named
with the hours that it has, or not at all: else the call is refused, and nothing is written. Time that was set aside is
left alone and not counted.

It writes time_entries with the caller's rights, so what their guards refuse of a direct write, they refuse here too: days
outside the assignment, more than 24 hours over all assignments, the submission of a day that has not come.

Who: the contractor of the assignment; billing, payroll and recruiting on their behalf.

Arguments:
assignment_id: the assignment.
week_start: the first day of a workweek.
days: an object, the hours of each day: {"2026-03-02": 8, "2026-03-03": 7.5, "2026-03-04": 0}.
submit: whether all drafts of the week, those of days that are not named too, are submitted.

Result: the week's time entries of the assignment, in the order of their days. Again: the same, and nothing changes.

Errors: argument_missing, date_not_finite, day_out_of_range, week_start_not_first_day, role_required,
assignment_not_found, days_not_valid, day_outside_week, hours_out_of_range, time_entry_of_shift, time_entry_not_draft,
time_entry_in_progress.

Example: {"assignment_id": "$assignment_id", "week_start": "2026-03-02",
  "days": {"2026-03-02": 8, "2026-03-03": 7.5}, "submit": true}$$;

revoke execute on function
    private.hours_of_days, private.changes_of_week, private.save_week, public.save_week
    from public, anon, authenticated, service_role;
grant execute on function private.changes_of_week, private.save_week, public.save_week to authenticated, service_role;
