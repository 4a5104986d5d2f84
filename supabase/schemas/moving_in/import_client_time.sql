-- Time of the client's system, week by week. A row is that of its line there: what is known and says the same changes nothing.

-- A worker may have several assignments on a day: their order tells them apart, or else their cost center.
create function private.client_time_to_import(rows jsonb)
returns table (
    line int, system text, line_id text, worker_number text, assignment_number text, order_number text, work_date date,
    code text, hours numeric, quantity numeric, cost_centre text, is_approved boolean, approved_by text,
    approved_on date, contractor_id uuid, assignment_id uuid, assignments bigint, id uuid, is_changed boolean)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.system, row.line_id, row.worker_number, row.assignment_number, row.order_number, row.work_date,
           coalesce(row.code, 'regular'), row.hours, row.quantity, row.cost_centre, said.is_approved,
           case when said.is_approved then row.approved_by end, case when said.is_approved then row.approved_on end,
           contractor.id, named.assignment_id, named.assignments, known.id,
           (known.assignment_id, known.worker_number, known.order_number, known.work_date, known.code, known.hours,
            known.quantity, known.cost_centre, known.is_approved, known.approved_by, known.approved_on)
               is distinct from
           (named.assignment_id, row.worker_number, row.order_number, row.work_date, coalesce(row.code, 'regular'),
            coalesce(row.hours, 0), coalesce(row.quantity, 0), row.cost_centre, said.is_approved,
            case when said.is_approved then row.approved_by end, case when said.is_approved then row.approved_on end)
      from jsonb_to_recordset(client_time_to_import.rows) as row (
           line int, system text, line_id text, worker_number text, assignment_number text, order_number text,
           work_date date, code text, hours numeric(5, 2), quantity numeric(8, 2), cost_centre text, approved boolean,
           approved_by text, approved_on date)
     cross join lateral (
           select coalesce(row.approved, num_nonnulls(row.approved_by, row.approved_on) > 0)) as said (is_approved)
      left join public.contractors as contractor on contractor.external_number = row.worker_number
     cross join lateral (
           select min(candidate.id::text)::uuid as assignment_id, count(*) as assignments
             from (select placed.id,
                          rank() over (order by coalesce(placed.cost_centre = row.cost_centre, false) desc) as place
                     from (select assignment.*
                             from public.assignments as assignment
                            where assignment.external_number = row.assignment_number
                              and assignment.contractor_id = contractor.id
                            union all
                           select assignment.*
                             from public.assignments as assignment
                            where row.assignment_number is null
                              and assignment.contractor_id = contractor.id
                              and row.work_date between assignment.start_date
                                                    and coalesce(assignment.end_date, 'infinity')) as placed
                     left join public.purchase_orders as ordered on ordered.id = placed.purchase_order_id
                    where row.order_number is null or ordered.number = row.order_number) as candidate
            where candidate.place = 1) as named
      left join public.client_time as known on known.system = row.system and known.line_id = row.line_id;
$$;
comment on function private.client_time_to_import is
    'The rows of a file of the client''s time, whom they name and at how many of their assignments; id: the line that is known, is_changed: whether it said something else.';

create function private.client_time_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.client_time_to_import(client_time_errors.rows))
    select row.line, told.name, told.message
      from row
      left join public.time_codes as code on code.name = row.code
      left join public.assignments as assignment on assignment.id = row.assignment_id and row.assignments = 1
     cross join lateral (values
           ('worker_number', row.worker_number is not null and row.contractor_id is null,
            format('There is no contractor with the number %s.', row.worker_number)),
           ('assignment_number',
            row.contractor_id is not null and row.assignment_number is not null and row.assignments = 0,
            format('The worker has no assignment with the number %s%s.', row.assignment_number,
                   ' under the order ' || row.order_number)),
           ('work_date',
            row.contractor_id is not null and row.assignment_number is null and row.work_date is not null
            and row.assignments = 0,
            format('The worker has no assignment on %s%s.', row.work_date, ' under the order ' || row.order_number)),
           ('assignment_number', row.assignments > 1,
            format('The worker has %s assignments on %s: name the one, by its number, its order or its cost center.',
                   row.assignments, row.work_date)),
           ('work_date',
            row.work_date < assignment.start_date or row.work_date > assignment.end_date,
            format('The assignment runs from %s to %s.', assignment.start_date,
                   coalesce(assignment.end_date::text, 'further notice'))),
           ('work_date',
            row.work_date >= assignment.start_date and not exists (
                select from public.assignment_rates as rate
                 where rate.assignment_id = assignment.id and rate.effective_from <= row.work_date),
            format('The assignment has no rate on %s.', row.work_date)),
           ('work_date',
            row.is_approved and row.work_date > (
                select greatest(clock.today, clock.business_date) from private.clock() as clock),
            format('%s has not come yet, so that nobody can have approved it.', row.work_date)),
           ('code', code.name is null,
            format('There is no code %s. Enter it first, or say in the mapping what it is.', row.code)),
           ('code', code.entered_by = '{}', format('Nobody enters time of %s any more.', code.title)),
           ('hours', code.unit = 'hour' and row.hours is null, 'The hours are missing.'),
           ('quantity', code.unit = 'hour' and row.quantity is not null,
            format('%s is counted by the hour and has no quantity.', code.title)),
           ('quantity', code.unit <> 'hour' and row.quantity is null,
            format('The quantity is missing: %s is counted by the %s.', code.title, replace(code.unit, '_', ' '))),
           ('hours', code.unit <> 'hour' and row.hours is not null,
            format('%s is counted by the %s and has no hours.', code.title, replace(code.unit, '_', ' '))))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select repeated.line, 'line_id', format('Line %s has the same id.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.system is not null and row.line_id is not null
            window same as (partition by row.system, row.line_id order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, 'hours',
           format('The client''s lines of %s have %s hours of the worker.', row.work_date, day.hours)
      from row
      join (select said.contractor_id, said.work_date, sum(said.hours) as hours
              from (select row.contractor_id, row.work_date, row.code, row.hours from row
                     union all
                    select assignment.contractor_id, known.work_date, known.code, known.hours
                      from (select distinct row.contractor_id, row.work_date from row) as named
                      join public.assignments as assignment on assignment.contractor_id = named.contractor_id
                      join public.client_time as known
                        on known.assignment_id = assignment.id and known.work_date = named.work_date
                     where not exists (
                           select from row where row.system = known.system and row.line_id = known.line_id)) as said
              join public.time_codes as code on code.name = said.code and code.is_worked
             group by said.contractor_id, said.work_date
            having sum(said.hours) > 24) as day
        on day.contractor_id = row.contractor_id and day.work_date = row.work_date
     where row.hours > 0;
$$;
comment on function private.client_time_errors is 'Errors in the rows of a file of the client''s time.';

create function private.write_client_time(rows jsonb, out new_count int, out line_ids uuid[])
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    with row as materialized (
        select * from private.client_time_to_import(write_client_time.rows)
    ), changed as (
        update public.client_time as known
           set worker_number = row.worker_number,
               order_number = row.order_number,
               assignment_id = row.assignment_id,
               work_date = row.work_date,
               code = row.code,
               hours = coalesce(row.hours, 0),
               quantity = coalesce(row.quantity, 0),
               cost_centre = row.cost_centre,
               is_approved = row.is_approved,
               approved_by = row.approved_by,
               approved_on = row.approved_on,
               received_at = v_now,
               taken_at = null,
               disputed_at = null,
               disputed_by = null,
               dispute_reason = null
          from row
         where known.id = row.id and row.is_changed
        returning known.id
    ), added as (
        insert into public.client_time (
            system, line_id, worker_number, order_number, assignment_id, work_date, code, hours, quantity, cost_centre,
            is_approved, approved_by, approved_on, received_at)
        select row.system, row.line_id, row.worker_number, row.order_number, row.assignment_id, row.work_date, row.code,
               coalesce(row.hours, 0), coalesce(row.quantity, 0), row.cost_centre, row.is_approved, row.approved_by,
               row.approved_on, v_now
          from row
         where row.id is null
        returning id
    )
    select (select count(*) from added),
           array(select changed.id from changed union all select added.id from added)
      into write_client_time.new_count, write_client_time.line_ids;
end;
$$;
comment on function private.write_client_time is
    'Writes what the rows of a file say that was not known; how many lines are new, and which say something else by now.';

-- Of a person's day there may be so much time here that is not the client's that both do not fit into it.
create function private.client_days_too_long(client_time_ids uuid[])
returns table (assignment_id uuid, work_date date)
language sql
stable
set search_path = ''
as $$
    with day as (
        select distinct assignment.contractor_id, line.work_date
          from public.client_time as line
          join public.assignments as assignment on assignment.id = line.assignment_id
         where line.id = any (client_days_too_long.client_time_ids)
    ), said as (
        select day.contractor_id, day.work_date, line.hours
          from day
          join public.assignments as assignment on assignment.contractor_id = day.contractor_id
          join public.client_time as line on line.assignment_id = assignment.id and line.work_date = day.work_date
          join public.time_codes as code on code.name = line.code and code.is_worked
         union all
        select day.contractor_id, day.work_date, entry.hours
          from day
          join public.assignments as assignment on assignment.contractor_id = day.contractor_id
          join public.time_entries as entry on entry.assignment_id = assignment.id and entry.work_date = day.work_date
         where entry.is_worked
           and (entry.set_aside_at is not null
                or not exists (
                   select from public.client_time as line
                    where line.time_entry_id = entry.id
                      and line.assignment_id = entry.assignment_id
                      and line.work_date = entry.work_date
                      and line.code = entry.code))
    ), too_long as (
        select said.contractor_id, said.work_date
          from said
         group by said.contractor_id, said.work_date
        having sum(said.hours) > 24)
    select assignment.id, too_long.work_date
      from too_long
      join public.assignments as assignment on assignment.contractor_id = too_long.contractor_id;
$$;
comment on function private.client_days_too_long is
    'Days of the lines, of all assignments of their people, on which the client''s time and what else is here come to more than 24 hours.';

-- Lines of a file go on by themselves where nobody here said otherwise: a new one becomes an entry, a changed one changes
-- its own. Whatever the order of files and rows, it comes to the same: a line waits while its day has time that is no line's.
create function private.follow_client_time(client_time_ids uuid[], as_before uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_own constant uuid[] := private.own_assignment_ids();
    -- Up to that day approved time is corrected alone, and other lines wait for a person.
    v_closed_through constant date := coalesce(private.area_closed_through('time'), '-infinity');
    v_lines uuid[]; -- those that wait, with those of the same assignment, day and code
    v_approved uuid[]; -- of time that is here: what nobody approved there says nothing of it yet
    v_entries uuid[];
    v_led uuid[];
    v_entered uuid[];
begin
    v_lines := array(
        select line.id
          from (select distinct changed.assignment_id, changed.work_date, changed.code
                  from public.client_time as changed
                 where changed.id = any (follow_client_time.client_time_ids)) as place
          join public.client_time as line
            on line.assignment_id = place.assignment_id and line.work_date = place.work_date and line.code = place.code
         where line.taken_at is null
           and line.disputed_at is null
           and line.assignment_id <> all (v_own));
    v_approved := array(
        select line.id from public.client_time as line where line.id = any (v_lines) and line.is_approved);
    v_entries := private.match_client_time(v_approved);

    -- Entries that were as their lines said, and may be so again; and those that are by now.
    v_entries := v_entries || array(
        select entry.id
          from private.client_time_of_entries(array(
                   select line.time_entry_id from public.client_time as line
                    where line.id = any (v_lines) and line.time_entry_id is not null)) as said
          join public.time_entries as entry on entry.id = said.time_entry_id
          left join private.obstacles_of_time(follow_client_time.as_before) as hindered
            on hindered.time_entry_id = entry.id
         where entry.set_aside_at is null
           and (entry.is_payable or least(entry.work_date, said.work_date) > v_closed_through)
           and ((said.out_of_place = '{}'
                 and (said.hours, said.quantity, said.work_date)
                     = (entry.hours, coalesce(entry.quantity, 0), entry.work_date))
                or (hindered.time_entry_id is not null
                    and (hindered.obstacle is null or (hindered.obstacle = 'of_shift' and said.hours = 0))
                    and not exists (
                        select from private.client_days_too_long(v_lines) as day
                         where day.assignment_id = entry.assignment_id
                           and day.work_date in (entry.work_date, said.work_date)))));
    update public.client_time as line
       set time_entry_id = null
      from private.client_time_of_entries(v_entries) as said
     where said.out_of_place <> '{}' and line.id = any (said.out_of_place);
    v_entries := v_entries || private.match_client_time(v_approved);
    v_entries := array(
        select entry.id
          from public.time_entries as entry
         where entry.id = any (v_entries)
           and (entry.is_payable or entry.work_date > v_closed_through));
    v_led := array(select line.id from public.client_time as line where line.time_entry_id = any (v_entries));
    perform private.bring_time_to_client('import_rows', v_entries);

    v_entered := array(
        select line.id
          from public.client_time as line
         where line.id = any (v_lines)
           and line.time_entry_id is null
           and line.work_date > v_closed_through
           and not exists (
               select from private.entries_without_line(v_lines) as entry
                where (entry.assignment_id, entry.work_date, entry.code)
                    = (line.assignment_id, line.work_date, line.code))
           and not exists (
               select from private.client_days_too_long(v_lines) as day
                where day.assignment_id = line.assignment_id and day.work_date = line.work_date));
    perform private.enter_client_time(v_entered);
    update public.client_time as line
       set taken_at = v_now
     where line.id = any (v_lines)
       and (line.id = any (v_entered) or line.id = any (v_led));
end;
$$;
comment on function private.follow_client_time is
$$Lets time here follow lines that a file brought, as far as nobody here said otherwise.

as_before: entries that said what their lines said before the file.$$;

create function private.insert_client_time(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_linked constant uuid[] := array(
        select known.time_entry_id
          from private.client_time_to_import(insert_client_time.rows) as row
          join public.client_time as known on known.id = row.id
         where row.is_changed and known.time_entry_id is not null);
    v_as_before uuid[];
    v_written record;
begin
    perform
       from public.client_time as known
      where known.id in (select row.id from private.client_time_to_import(insert_client_time.rows) as row)
      order by known.id
        for no key update;
    perform private.hold_contractors(array(
        select row.assignment_id from private.client_time_to_import(insert_client_time.rows) as row
         union
        select entry.assignment_id from public.time_entries as entry where entry.id = any (v_linked)));
    v_as_before := array(
        select as_said.id
          from unnest(private.entries_as_client_says(v_linked)) as as_said (id)
          join private.client_time_of_entries(v_linked) as said on said.time_entry_id = as_said.id and said.is_taken);
    v_written := private.write_client_time(insert_client_time.rows);
    perform private.follow_client_time(v_written.line_ids, v_as_before);
    return v_written.new_count;
end;
$$;
comment on function private.insert_client_time is
    'Writes the client''s time of a file in which nothing is wrong, and lets time here follow it; how many lines are new.';

create function private.count_changed_client_time(rows jsonb)
returns int
language sql
stable
set search_path = ''
as $$
    select count(*)::int
      from private.client_time_to_import(count_changed_client_time.rows) as row
     where row.id is not null and row.is_changed;
$$;
comment on function private.count_changed_client_time is 'Number of rows of a file whose line is known and said something else.';

revoke execute on function
    private.client_time_to_import, private.client_time_errors, private.write_client_time, private.client_days_too_long,
    private.follow_client_time, private.insert_client_time, private.count_changed_client_time
    from public, anon, authenticated, service_role;
