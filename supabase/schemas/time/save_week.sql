-- A week's grid in one call. Whose time it is, and what a day may hold, the policies and guards of time_entries say, as of
-- direct writes: what is written here is written with the caller's rights.

-- Days of a grid, and what each is given, before anything is read of it.
create function private.check_days_of_grid(week_start date, days jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_bad record;
begin
    if jsonb_typeof(check_days_of_grid.days) <> 'object' then
        perform private.refuse(
            400, 'days_not_valid',
            'The days of the week are not given with the hours of each.',
            'Enter the hours of each day of that week.');
    end if;
    select day.key, day.value, named.work_date
      into v_bad
      from jsonb_each(check_days_of_grid.days) as day
      left join (select to_char(check_days_of_grid.week_start + nth, 'YYYY-MM-DD') as work_date
                   from generate_series(0, 6) as nth) as named on named.work_date = day.key
     where named.work_date is null or jsonb_typeof(day.value) not in ('number', 'null', 'array')
     order by day.key
     limit 1;
    if v_bad.work_date is null and v_bad.key is not null then
        perform private.refuse(
            400, 'day_outside_week',
            format('The week that begins on %s has no day %L.', check_days_of_grid.week_start, v_bad.key),
            'Give days of that week alone.');
    elsif v_bad.key is not null then
        perform private.refuse(
            400, 'days_not_valid',
            format('The hours of %s are %s, which is not a number.', v_bad.key, v_bad.value),
            'Give a number, such as 7.5, or a list of codes. Give 0 where there are none.');
    end if;

    -- Of a list: each code once, with its hours or its quantity, and nothing else.
    select day.key, line.value
      into v_bad
      from jsonb_each(check_days_of_grid.days) as day
     cross join lateral jsonb_array_elements(
           case jsonb_typeof(day.value) when 'array' then day.value else '[]' end) with ordinality as line (value, nth)
     where case when jsonb_typeof(line.value) <> 'object' then true
                else (jsonb_typeof(line.value -> 'code') = 'string'
                      and (line.value ? 'hours') <> (line.value ? 'quantity')
                      and line.value - array['code', 'hours', 'quantity'] = '{}'
                      and jsonb_typeof(coalesce(line.value -> 'hours', line.value -> 'quantity')) in ('number', 'null')
                     ) is not true end
        or exists (
           select from jsonb_array_elements(day.value) with ordinality as other (value, nth)
            where other.nth < line.nth and other.value -> 'code' = line.value -> 'code')
     order by day.key, line.nth
     limit 1;
    if found then
        perform private.refuse(
            400, 'days_not_valid',
            format('The list of %s has %s, which is no code with its hours or its quantity, or has its code twice.',
                   v_bad.key, v_bad.value),
            'Give each code once, with its hours, or with its quantity where its unit is not the hour.');
    end if;
end;
$$;
comment on function private.check_days_of_grid is
    'Raises 400 for what is no day of the week, or neither a number of hours nor a list of codes.';

-- Rows of a grid, one for each code of a day: a number is the regular time of the day.
create function private.time_of_days(week_start date, days jsonb)
returns table (work_date date, code text, hours numeric, quantity numeric)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_bad record;
begin
    perform private.check_days_of_grid(time_of_days.week_start, time_of_days.days);

    -- A number of any size comes in JSON; the column would refuse it in its own words.
    for work_date, code, hours, quantity in
        select day.key::date, line.code, line.hours::numeric, line.quantity::numeric
          from jsonb_each(time_of_days.days) as day
         cross join lateral (
               select 'regular', coalesce(day.value #>> '{}', '0'), null
                where jsonb_typeof(day.value) <> 'array'
                union all
               select of_code.value ->> 'code',
                      case when of_code.value ? 'hours' then coalesce(of_code.value ->> 'hours', '0') end,
                      case when of_code.value ? 'quantity' then coalesce(of_code.value ->> 'quantity', '0') end
                 from jsonb_array_elements(
                      case jsonb_typeof(day.value) when 'array' then day.value else '[]' end) as of_code (value)
               ) as line (code, hours, quantity)
         order by day.key
    loop
        if hours < 0 or hours > 24 or (hours > 0 and round(hours, 2) = 0) then
            perform private.refuse(
                400, 'hours_out_of_range',
                format('%s cannot have %s hours.', work_date, hours),
                'Give 0.01 to 24 hours, which are rounded to the hundredth. Give 0 where there are none.');
        elsif quantity < 0 or quantity >= 999999.995 or (quantity > 0 and round(quantity, 2) = 0) then
            perform private.refuse(
                400, 'quantity_out_of_range',
                format('%s cannot have a quantity of %s.', work_date, quantity),
                'Give 0.01 to 999999.99, which is rounded to the hundredth. Give 0 where there is none.');
        end if;
        hours := coalesce(round(hours, 2), 0);
        quantity := coalesce(round(quantity, 2), 0);
        return next;
    end loop;
end;
$$;
comment on function private.time_of_days is
    'The hours and the quantity of each code that a grid names on a day, 0 for none. Raises 400 for what is no day of the week, or no hours.';

-- Two who save one week go one after the other: each would add the days that the other has not written yet.
-- Security definer: the locks, the refusals and assignments are not for clients.
create function private.changes_of_week(assignment_id uuid, week_start date, days jsonb)
returns table (time_entry_id uuid, work_date date, code text, hours numeric, quantity numeric)
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
    perform private.time_of_days(changes_of_week.week_start, changes_of_week.days);

    perform private.hold_time();
    perform private.hold_contractors(array[changes_of_week.assignment_id]);

    select asked.work_date, asked.code, entered.status, entered.has_shift,
           case when entered.quantity > 0 then 'a quantity of ' || entered.quantity
                else entered.hours || ' hours' end as has
      into v_bad
      from private.time_of_days(changes_of_week.week_start, changes_of_week.days) as asked
      join (select entry.work_date, entry.code, sum(entry.hours) as hours, coalesce(sum(entry.quantity), 0) as quantity,
                   min(entry.status) filter (where entry.status <> 'draft') as status,
                   bool_or(entry.shift_id is not null) as has_shift
              from public.time_entries as entry
             where entry.assignment_id = changes_of_week.assignment_id
               and entry.work_date between changes_of_week.week_start and changes_of_week.week_start + 6
               and entry.set_aside_at is null
             group by entry.work_date, entry.code) as entered
        on entered.work_date = asked.work_date and entered.code = asked.code
     where (entered.status is not null or entered.has_shift)
       and (entered.hours, entered.quantity) <> (asked.hours, asked.quantity)
     order by asked.work_date, asked.code
     limit 1;
    if found and v_bad.status is null then
        perform private.refuse(
            409, 'time_entry_of_shift',
            format('%s has a shift, which keeps its hours. The day has %s.', v_bad.work_date, v_bad.has),
            'Leave the day as it is, or delete the entries of the shift and enter the shift again.');
    elsif found then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time of %s%s is %s, with %s. It changes only as a draft.', v_bad.work_date,
                   case when v_bad.code <> 'regular' then ' of ' || v_bad.code else '' end,
                   replace(v_bad.status, '_', ' '), v_bad.has),
            'Have it sent back to draft first, or leave the day as it is.');
    end if;

    return query
    with asked as (
        select * from private.time_of_days(changes_of_week.week_start, changes_of_week.days)
    ), draft as (
        select entry.id, entry.work_date, entry.code, entry.hours, coalesce(entry.quantity, 0) as quantity,
               sum(entry.hours) over of_code as hours_of_day,
               coalesce(sum(entry.quantity) over of_code, 0) as quantity_of_day,
               row_number() over (partition by entry.work_date, entry.code order by entry.created_at, entry.id) as nth
          from public.time_entries as entry
          join asked on asked.work_date = entry.work_date and asked.code = entry.code
         where entry.assignment_id = changes_of_week.assignment_id
           and entry.set_aside_at is null
        window of_code as (partition by entry.work_date, entry.code)
    )
    -- A code has one draft of the day afterwards; several that come to its hours stay as they are.
    select draft.id, asked.work_date, asked.code,
           case when kept.is_kept then asked.hours end,
           case when kept.is_kept and asked.quantity > 0 then asked.quantity end
      from asked
      left join draft on draft.work_date = asked.work_date and draft.code = asked.code
     cross join lateral (
           select coalesce(draft.nth, 1) = 1 and (asked.hours > 0 or asked.quantity > 0)) as kept (is_kept)
     where (coalesce(draft.hours_of_day, 0), coalesce(draft.quantity_of_day, 0)) <> (asked.hours, asked.quantity)
       and (draft.nth = 1 and (draft.hours, draft.quantity) = (asked.hours, asked.quantity)) is not true;
end;
$$;
comment on function private.changes_of_week is
$$Changes that make a week of an assignment as a grid says: an entry that gets other hours or another quantity, one that goes,
without hours, and one that is missing, without an id. Locks time and the contractor, for who writes it next. Raises when
the caller may not write the week, or time of a code that is named is no draft any more. Time that was set aside counts for
nothing, and codes that are not named are left alone.$$;

create function private.save_week(assignment_id uuid, week_start date, days jsonb, submit boolean)
returns setof public.time_entries
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_removed uuid[];
    v_changed jsonb;
    v_added jsonb;
begin
    select array_agg(change.time_entry_id) filter (where change.hours is null),
           jsonb_agg(to_jsonb(change)) filter (where change.hours is not null and change.time_entry_id is not null),
           jsonb_agg(to_jsonb(change)) filter (where change.time_entry_id is null)
      into v_removed, v_changed, v_added
      from private.changes_of_week(save_week.assignment_id, save_week.week_start, save_week.days) as change;

    if v_removed is not null then
        delete from public.time_entries as entry where entry.id = any (v_removed);
    end if;
    if v_changed is not null then
        update public.time_entries as entry
           set hours = change.hours,
               quantity = change.quantity
          from jsonb_to_recordset(v_changed) as change (time_entry_id uuid, hours numeric, quantity numeric)
         where entry.id = change.time_entry_id;
    end if;
    if v_added is not null then
        insert into public.time_entries (assignment_id, work_date, code, hours, quantity)
        select save_week.assignment_id, added.work_date, added.code, added.hours, added.quantity
          from jsonb_to_recordset(v_added) as added (work_date date, code text, hours numeric, quantity numeric);
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

A day that is named has the regular hours given to it, over all its regular entries: its draft is added, changed or, for 0
or null, removed. Time of other codes stays, unless the day is given as a list: of codes, each with its hours or its
quantity. Then it has exactly that of the codes that are named, and the others stay. Days that are not named stay as they
are. What is not a draft any more, and a day that has a shift, must be named
with the hours that it has, or not at all: else the call is refused, and nothing is written. Time that was set aside is
left alone and not counted.

It writes time_entries with the caller's rights, so what their guards refuse of a direct write, they refuse here too: days
outside the assignment, more than 24 hours worked over all assignments, codes that the caller does not enter or that have no
rate, the submission of a day that has not come.

Who: the contractor of the assignment; billing, payroll and recruiting on their behalf.

Arguments:
assignment_id: the assignment.
week_start: the first day of a workweek.
days: an object, the hours of each day: {"2026-03-02": 8, "2026-03-03": 7.5, "2026-03-04": 0}; or lists of codes:
    {"2026-03-02": [{"code": "regular", "hours": 8}, {"code": "mileage", "quantity": 30}]}.
submit: whether all drafts of the week, those of days that are not named too, are submitted.

Result: the week's time entries of the assignment, in the order of their days. Again: the same, and nothing changes.

Errors: argument_missing, date_not_finite, day_out_of_range, week_start_not_first_day, role_required,
assignment_not_found, days_not_valid, day_outside_week, hours_out_of_range, quantity_out_of_range, time_entry_of_shift,
time_entry_not_draft, time_entry_in_progress.

Example: {"assignment_id": "$assignment_id", "week_start": "2026-03-02",
  "days": {"2026-03-02": 8, "2026-03-03": 7.5}, "submit": true}$$;

revoke execute on function
    private.check_days_of_grid, private.time_of_days, private.changes_of_week, private.save_week, public.save_week
    from public, anon, authenticated, service_role;
grant execute on function private.changes_of_week, private.save_week, public.save_week to authenticated, service_role;
