-- Time here follows time of the client's system: an entry has the sum of the lines that are in it. Whoever calls these holds
-- billing, the rates, time and the contractors.

-- A line stays in its entry on another day of the workweek, as a correction may move it, while it is alone in it. With
-- another code, at another assignment or in another week it is other time.
create function private.client_time_of_entries(time_entry_ids uuid[])
returns table (
    time_entry_id uuid, hours numeric, quantity numeric, work_date date, is_approved boolean, is_taken boolean,
    systems text, out_of_place uuid[])
language sql
stable
set search_path = ''
as $$
    with placed as (
        select entry.id as time_entry_id, entry.work_date as day_here, line.id, line.system, line.work_date, line.hours,
               line.quantity, line.is_approved, line.taken_at,
               line.assignment_id = entry.assignment_id and line.code = entry.code
               and (line.work_date = entry.work_date
                    or (count(line.id) over (partition by entry.id) = 1
                        and private.workweek_start(line.work_date) = private.workweek_start(entry.work_date)))
                   as is_in_place
          from public.time_entries as entry
          left join public.client_time as line on line.time_entry_id = entry.id
         where entry.id = any (client_time_of_entries.time_entry_ids))
    select placed.time_entry_id,
           coalesce(sum(placed.hours) filter (where placed.is_in_place), 0),
           coalesce(sum(placed.quantity) filter (where placed.is_in_place), 0),
           coalesce(min(placed.work_date) filter (where placed.is_in_place), placed.day_here),
           coalesce(bool_and(placed.is_approved) filter (
               where placed.is_in_place and (placed.hours > 0 or placed.quantity > 0)), false),
           coalesce(bool_and(placed.taken_at is not null) filter (where placed.id is not null), false),
           string_agg(distinct placed.system, ', ' order by placed.system),
           coalesce(array_agg(placed.id) filter (where not placed.is_in_place), '{}')
      from placed
     group by placed.time_entry_id, placed.day_here;
$$;
comment on function private.client_time_of_entries is
$$Sums of the client's lines in each of some time entries, with their day and whether the client approved all of them.

is_taken: whether none of them waits. out_of_place: lines that are of other time by now. An entry without lines has 0.$$;

-- Before a file changes them.
create function private.entries_as_client_says(time_entry_ids uuid[])
returns uuid[]
language sql
stable
set search_path = ''
as $$
    select coalesce(array_agg(entry.id), '{}')
      from private.client_time_of_entries(entries_as_client_says.time_entry_ids) as said
      join public.time_entries as entry on entry.id = said.time_entry_id
     where entry.set_aside_at is null
       and said.out_of_place = '{}'
       and (said.hours, said.quantity, said.work_date) = (entry.hours, coalesce(entry.quantity, 0), entry.work_date);
$$;
comment on function private.entries_as_client_says is
    'Those of the time entries that are as the client''s lines in them say.';

-- As check_time_correction and its like refuse it: whoever brings many entries along passes these over.
create function private.obstacles_of_time(time_entry_ids uuid[])
returns table (time_entry_id uuid, obstacle text)
language sql
stable
set search_path = ''
as $$
    select entry.id,
           case
               when entry.is_payable and exists (
                   select from public.invoice_lines as line
                     join public.invoices as invoice on invoice.id = line.invoice_id
                    where line.time_entry_id = entry.id and line.released_at is null and invoice.status <> 'draft')
                   then 'on_sent_invoice'
               when entry.is_payable and exists (
                   select from public.assignments as assignment
                     join public.payroll_items as item on item.contractor_id = assignment.contractor_id
                     join public.payroll_batches as batch
                       on batch.id = item.payroll_batch_id and batch.status in ('in_review', 'approved')
                     join public.payroll_item_lines as line
                       on line.payroll_item_id = item.id and line.week_start = private.workweek_start(entry.work_date)
                    where assignment.id = entry.assignment_id)
                   then 'batch_under_review'
               when entry.started_at is not null then 'of_shift'
           end
      from public.time_entries as entry
     where entry.id = any (obstacles_of_time.time_entry_ids);
$$;
comment on function private.obstacles_of_time is
    'Obstacles to giving time entries other hours: on_sent_invoice, batch_under_review, of_shift; null = it may.';

-- Time that is as a line says, to the hundredth, is that line's.
create function private.match_client_time(client_time_ids uuid[])
returns uuid[]
language sql
volatile
set search_path = ''
as $$
    with line as (
        select line.id, line.assignment_id, line.work_date, line.code, line.hours, line.quantity,
               row_number() over (
                   partition by line.assignment_id, line.work_date, line.code, line.hours, line.quantity
                   order by line.system, line.line_id) as nth
          from public.client_time as line
         where line.id = any (match_client_time.client_time_ids)
           and line.time_entry_id is null
           and (line.hours > 0 or line.quantity > 0)
    ), entry as (
        select entry.id, entry.assignment_id, entry.work_date, entry.code, entry.hours,
               coalesce(entry.quantity, 0) as quantity,
               row_number() over (
                   partition by entry.assignment_id, entry.work_date, entry.code, entry.hours, entry.quantity
                   order by entry.created_at, entry.id) as nth
          from private.entries_without_line(match_client_time.client_time_ids) as entry
    ), matched as (
        update public.client_time as matched
           set time_entry_id = entry.id
          from line
          join entry
            on (entry.assignment_id, entry.work_date, entry.code, entry.hours, entry.quantity, entry.nth)
             = (line.assignment_id, line.work_date, line.code, line.hours, line.quantity, line.nth)
         where matched.id = line.id
        returning matched.time_entry_id
    )
    select coalesce(array_agg(matched.time_entry_id), '{}') from matched;
$$;
comment on function private.match_client_time is
    'Puts each of the client''s lines that are in no entry into one without lines that says the same of its assignment, day and code; gives these entries.';

create function private.entries_without_line(client_time_ids uuid[])
returns setof public.time_entries
language sql
stable
set search_path = ''
as $$
    select entry.*
      from (select distinct line.assignment_id, line.work_date, line.code
              from public.client_time as line
             where line.id = any (entries_without_line.client_time_ids)) as place
      join public.time_entries as entry
        on entry.assignment_id = place.assignment_id and entry.work_date = place.work_date and entry.code = place.code
     where entry.set_aside_at is null
       and not exists (select from public.client_time as line where line.time_entry_id = entry.id);
$$;
comment on function private.entries_without_line is
    'Time entries of the assignments, days and codes of the client''s lines that no line is in, but for those set aside.';

-- Each in the order of its steps: a draft alone gets other hours, and locked time is taken up first.
create function private.approve_as_client(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    update public.time_entries as entry
       set status = 'pending_approval'
     where entry.id = any (approve_as_client.time_entry_ids) and entry.status = 'locked' and not entry.is_payable;
    update public.time_entries as entry
       set status = 'submitted'
     where entry.id = any (approve_as_client.time_entry_ids) and entry.status = 'draft';
    update public.time_entries as entry
       set status = 'approved'
     where entry.id = any (approve_as_client.time_entry_ids) and entry.status in ('submitted', 'pending_approval');
end;
$$;
comment on function private.approve_as_client is
    'Approves those of the time entries that are not: the client''s approval counts as a contact''s.';

create function private.correct_unapproved_as_client(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    update public.time_entries as entry
       set status = 'pending_approval'
     where entry.id = any (correct_unapproved_as_client.time_entry_ids) and entry.status = 'locked';
    update public.time_entries as entry
       set status = 'draft'
     where entry.id = any (correct_unapproved_as_client.time_entry_ids)
       and entry.status in ('submitted', 'pending_approval');
    update public.time_entries as entry
       set hours = said.hours,
           quantity = nullif(said.quantity, 0),
           work_date = said.work_date
      from private.client_time_of_entries(correct_unapproved_as_client.time_entry_ids) as said
     where entry.id = said.time_entry_id;
end;
$$;
comment on function private.correct_unapproved_as_client is
    'Gives time entries that nobody approved the hours and the day of the client''s lines in them, as drafts.';

-- Does with many entries as correct_time_entry with one, and as set_aside_time with time that was not worked.
create function private.bring_time_to_client(procedure text, time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_actor constant uuid := private.user_id();
    v_gone uuid[];
    v_other uuid[];
    v_unapproved uuid[];
    v_to_approve uuid[];
    v_before public.time_entries[];
    v_approved uuid[];
    v_invoice_ids uuid[] := '{}';
    v_batch_ids uuid[] := '{}';
    v_shift_day date;
begin
    select array_agg(entry.id) filter (where said.hours = 0 and said.quantity = 0),
           array_agg(entry.id) filter (where change.is_other and entry.is_payable),
           array_agg(entry.id) filter (where change.is_other and not entry.is_payable),
           array_agg(entry.id) filter (where said.is_approved and not entry.is_payable),
           array_agg(entry) filter (
               where (said.hours = 0 and said.quantity = 0) or change.is_other
                  or (said.is_approved and not entry.is_payable)),
           min(entry.work_date) filter (where change.is_other and entry.started_at is not null)
      into v_gone, v_other, v_unapproved, v_to_approve, v_before, v_shift_day
      from private.client_time_of_entries(bring_time_to_client.time_entry_ids) as said
      join public.time_entries as entry on entry.id = said.time_entry_id
     cross join lateral (
           select (said.hours > 0 or said.quantity > 0)
              and (said.hours, said.quantity, said.work_date)
                  <> (entry.hours, coalesce(entry.quantity, 0), entry.work_date)) as change (is_other)
     where entry.set_aside_at is null;
    if v_before is null then
        return;
    elsif v_shift_day is not null then
        perform private.refuse(
            409, 'time_entry_of_shift',
            format('The time entry of %s belongs to a shift. Its hours and its day follow from the times.',
                   v_shift_day),
            'Give the begin, the end or the break as it should have been: then the two say the same.');
    end if;

    v_approved := array(
        select entry.id
          from public.time_entries as entry
         where entry.id = any (v_gone || v_other) and entry.is_payable);
    if v_approved <> '{}' then
        v_invoice_ids := private.hold_draft_invoices_of_time(v_approved);
        perform private.check_time_is_not_sent(v_approved);
        v_batch_ids := private.hold_draft_batches_of_time(v_approved);
        perform private.hold_approvals();
    end if;
    perform
       from public.time_entries as entry
      where entry.id in (select earlier.id from unnest(v_before) as earlier)
      order by entry.id
        for no key update;

    update public.time_entries as entry
       set set_aside_at = v_now,
           set_aside_by = v_actor,
           set_aside_reason = 'The client''s system does not have it.'
     where entry.id = any (v_gone);
    update public.client_time as line
       set time_entry_id = null
     where line.time_entry_id = any (v_gone); -- should the client have it again, it is entered again
    update public.time_entries as entry
       set hours = said.hours,
           quantity = nullif(said.quantity, 0),
           work_date = said.work_date,
           corrected_at = v_now,
           corrected_by = v_actor,
           correction_reason = format('As %s has it.', said.systems),
           hours_before_correction = coalesce(entry.hours_before_correction, entry.hours),
           work_date_before_correction = coalesce(entry.work_date_before_correction, entry.work_date),
           quantity_before_correction = coalesce(entry.quantity_before_correction, entry.quantity)
      from private.client_time_of_entries(v_other) as said
     where entry.id = said.time_entry_id;
    perform private.correct_unapproved_as_client(v_unapproved);
    perform private.approve_as_client(v_to_approve);
    perform private.audit_time_entries(bring_time_to_client.procedure, v_before);
    perform private.rebuild_drafts_of_time(
        bring_time_to_client.procedure, v_approved, v_invoice_ids, v_batch_ids);
end;
$$;
comment on function private.bring_time_to_client is
$$Makes time entries say what the client's lines in them say: approved ones by the rules of corrections, with their drafts,
others as drafts; those that no line is in are set aside. Approves what the client approved. Raises what correct_time_entry
raises.$$;

create function private.enter_client_time(client_time_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_new jsonb;
begin
    update public.client_time as line
       set time_entry_id = null
     where line.id = any (enter_client_time.client_time_ids);
    v_new := (
        select jsonb_object_agg(line.id, private.id_by_time())
          from public.client_time as line
         where line.id = any (enter_client_time.client_time_ids)
           and (line.hours > 0 or line.quantity > 0));
    if v_new is null then
        return;
    end if;
    insert into public.time_entries (id, assignment_id, work_date, code, hours, quantity, status)
    select made.id::uuid, line.assignment_id, line.work_date, line.code, line.hours, nullif(line.quantity, 0),
           case when line.is_approved then 'approved' else 'draft' end
      from jsonb_each_text(v_new) as made (line, id)
      join public.client_time as line on line.id = made.line::uuid;
    update public.client_time as line
       set time_entry_id = made.id::uuid
      from jsonb_each_text(v_new) as made (line, id)
     where line.id = made.line::uuid;
end;
$$;
comment on function private.enter_client_time is
    'Enters a time entry for each of the client''s lines that has any time: approved where the client approved it, else a draft.';

revoke execute on function
    private.client_time_of_entries, private.entries_as_client_says, private.obstacles_of_time,
    private.match_client_time, private.entries_without_line, private.approve_as_client,
    private.correct_unapproved_as_client,
    private.bring_time_to_client, private.enter_client_time
    from public, anon, authenticated, service_role;
