-- Taking for what was worked what the client's system has, in one press.

create function private.hold_client_time(client_time_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_held int;
begin
    perform private.require_arguments(jsonb_build_object('client_time_ids', hold_client_time.client_time_ids));
    perform private.require_arguments(jsonb_object_agg(format('client_time_ids[%s]', wanted.position), wanted.id))
       from unnest(hold_client_time.client_time_ids) with ordinality as wanted (id, position);
    if cardinality(hold_client_time.client_time_ids) > 1000 then
        perform private.refuse(
            400, 'too_many_client_lines',
            format('You can send at most 1000 lines of the client''s time at once, not %s.',
                   cardinality(hold_client_time.client_time_ids)),
            'Send them in several parts.');
    end if;

    perform
       from public.client_time as line
      where line.id = any (hold_client_time.client_time_ids)
      order by line.id
        for no key update;
    get diagnostics v_held = row_count;
    if v_held < (select count(distinct wanted.id) from unnest(hold_client_time.client_time_ids) as wanted (id)) then
        perform private.refuse(
            404, 'client_time_not_found',
            format('There is no line of the client''s time %s.',
                   string_agg(wanted.id::text, ', ' order by wanted.position)),
            'Look it up in the list of the client''s time.')
           from unnest(hold_client_time.client_time_ids) with ordinality as wanted (id, position)
          where not exists (select from public.client_time as line where line.id = wanted.id);
    end if;
end;
$$;
comment on function private.hold_client_time is
    'Locks at most 1000 lines of the client''s time, none of them null; raises 404 and names the ids that do not exist. Its caller holds time.';

-- Of an assignment, a day and a code the two sides have some time each. What says the same is of one another; what is left
-- here gets the rest of the client's lines, if their sum is another one; and what nothing is left for was not worked.
create function private.place_client_time(client_time_ids uuid[], out entries uuid[], out alike uuid[])
language plpgsql
volatile
set search_path = ''
as $$
begin
    -- Those that were in other time, or in time that was set aside, leave it.
    with left_entry as (
        update public.client_time as line
           set time_entry_id = null
          from public.client_time as before
          join public.time_entries as entry on entry.id = before.time_entry_id
          join private.client_time_of_entries(array(
                   select other.time_entry_id
                     from public.client_time as other
                    where other.id = any (place_client_time.client_time_ids)
                      and other.time_entry_id is not null)) as said
            on said.time_entry_id = entry.id
         where before.id = any (place_client_time.client_time_ids)
           and line.id = before.id
           and (entry.set_aside_at is not null or before.id = any (said.out_of_place))
        returning before.time_entry_id)
    select coalesce(array_agg(left_entry.time_entry_id), '{}') into place_client_time.entries from left_entry;

    place_client_time.entries :=
        place_client_time.entries || private.match_client_time(place_client_time.client_time_ids);

    with entry as (
        select entry.assignment_id, entry.work_date, entry.code,
               array_agg(entry.id order by entry.created_at, entry.id) as ids, sum(entry.hours) as hours,
               coalesce(sum(entry.quantity), 0) as quantity
          from private.entries_without_line(place_client_time.client_time_ids) as entry
         group by entry.assignment_id, entry.work_date, entry.code
    ), compared as (
        select entry.ids, line.ids as line_ids,
               (line.hours, line.quantity) = (entry.hours, entry.quantity) as is_alike
          from entry
          left join (
               select line.assignment_id, line.work_date, line.code, array_agg(line.id) as ids,
                      sum(line.hours) as hours, sum(line.quantity) as quantity
                 from public.client_time as line
                where line.id = any (place_client_time.client_time_ids) and line.time_entry_id is null
                group by line.assignment_id, line.work_date, line.code) as line
            on (line.assignment_id, line.work_date, line.code) = (entry.assignment_id, entry.work_date, entry.code)
    ), placed as (
        update public.client_time as line
           set time_entry_id = compared.ids[1]
          from compared
         where line.id = any (compared.line_ids)
           and (not compared.is_alike or cardinality(compared.ids) = 1)
        returning line.id)
    select place_client_time.entries
           || coalesce(array_agg(of_entry.id) filter (where compared.is_alike is not true), '{}'),
           coalesce(array_agg(of_entry.id) filter (where compared.is_alike), '{}')
      into place_client_time.entries, place_client_time.alike
      from compared
     cross join lateral unnest(compared.ids) as of_entry (id);

    place_client_time.entries := place_client_time.entries || array(
        select line.time_entry_id
          from public.client_time as line
         where line.id = any (place_client_time.client_time_ids) and line.time_entry_id is not null);
end;
$$;
comment on function private.place_client_time is
$$Says of the client's lines in which time entry each is, as far as there is one.

entries: those that are to say what their lines say, or nothing. alike: those that say together what some lines say.$$;

-- Security definer: time that was approved, and the client's, is written by procedures alone.
create function private.take_client_time(client_time_ids uuid[])
returns setof public.client_time
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_lines uuid[];
    v_placed record;
begin
    perform private.require_role('payroll');
    perform private.hold_time_and_drafts();
    perform private.hold_client_time(take_client_time.client_time_ids);
    -- All that the client has of the assignment, day and code, but for what is disputed and not asked for.
    v_lines := array(
        select line.id
          from (select distinct asked.assignment_id, asked.work_date, asked.code
                  from public.client_time as asked
                 where asked.id = any (take_client_time.client_time_ids)) as place
          join public.client_time as line
            on line.assignment_id = place.assignment_id and line.work_date = place.work_date and line.code = place.code
         where line.disputed_at is null or line.id = any (take_client_time.client_time_ids));
    perform private.hold_contractors(array(
        select line.assignment_id from public.client_time as line where line.id = any (v_lines)
         union
        select entry.assignment_id
          from public.client_time as line
          join public.time_entries as entry on entry.id = line.time_entry_id
         where line.id = any (v_lines)));

    v_placed := private.place_client_time(v_lines);
    perform private.bring_time_to_client('take_client_time', v_placed.entries);
    perform private.approve_alike('take_client_time', v_placed.alike, v_lines);
    perform private.enter_client_time(array(
        select line.id
          from public.client_time as line
          left join public.time_entries as alike on alike.id = any (v_placed.alike)
               and (alike.assignment_id, alike.work_date, alike.code) = (line.assignment_id, line.work_date, line.code)
         where line.id = any (v_lines) and line.time_entry_id is null and alike.id is null));
    update public.client_time as line
       set taken_at = v_now,
           disputed_at = null,
           disputed_by = null,
           dispute_reason = null
     where line.id = any (v_lines) and line.taken_at is null;

    return query
        select line.*
          from public.client_time as line
         where line.id = any (take_client_time.client_time_ids)
         order by array_position(take_client_time.client_time_ids, line.id);
end;
$$;
comment on function private.take_client_time is 'The logic of public.take_client_time.';

create function private.approve_alike(procedure text, time_entry_ids uuid[], client_time_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.time_entries[] := array(
        select entry
          from public.time_entries as entry
         where entry.id = any (approve_alike.time_entry_ids)
           and not entry.is_payable
           and not exists (
               select from public.client_time as line
                where line.id = any (approve_alike.client_time_ids)
                  and line.assignment_id = entry.assignment_id
                  and line.work_date = entry.work_date
                  and line.code = entry.code
                  and (line.hours > 0 or line.quantity > 0)
                  and not line.is_approved));
begin
    perform private.approve_as_client(array(select earlier.id from unnest(v_before) as earlier));
    perform private.audit_time_entries(approve_alike.procedure, v_before);
end;
$$;
comment on function private.approve_alike is
    'Approves time entries that say together what the client''s lines of their assignment, day and code say, if the client approved all of these.';

create function public.take_client_time(client_time_ids uuid[])
returns setof public.client_time language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.take_client_time(client_time_ids); $$;
comment on function public.take_client_time is
$$Takes for what was worked what the client's system has, in place of what was entered here.

All lines of the client of the same assignment, day and code go together. Time here that says the same is that time. Other
time gets the hours, the quantity or the day that the lines say: what was approved by the rules of correct_time_entry, what
was not as a draft. What the client does not have is set aside, and what is missing here is entered. What the client
approved is approved, as a contact would have.

Drafts that bill the time are recomputed, draft payroll batches are rebuilt, and what closed batches paid is paid or taken
back as a difference. Time on a sent invoice is refused until its lines are credited or the invoice is void. A dispute of
these lines ends. What guards of time_entries refuse, they refuse here too: one's own time, a day that has not come or has no
rate, more than 24 hours worked.

Who: payroll.

Arguments:
client_time_ids: lines of client_time, at most 1000, all or none.

Result: the lines in the order of their ids, each once. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, too_many_client_lines, client_time_not_found, time_entry_of_shift,
time_entry_on_live_invoice, payroll_batch_under_review, amount_too_large, pay_too_large, billing_in_progress, rates_held,
payroll_in_progress, time_entry_in_progress.

Example: {"client_time_ids": ["$client_time_id"]}$$;

revoke execute on function
    private.hold_client_time, private.place_client_time, private.take_client_time, private.approve_alike,
    public.take_client_time
    from public, anon, authenticated, service_role;
grant execute on function private.take_client_time, public.take_client_time to authenticated, service_role;
