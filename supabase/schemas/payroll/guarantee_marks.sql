-- Weeks whose pay or bill a guarantee may have changed: those that are over, and those of which something changed that other
-- marks do not tell of, such as an exception, or the last open time that is set aside.

-- Guaranteed weeks end by themselves: nothing is written then that could mark them, and a week may be due of which there is
-- no time at all. So they are counted off: what is over and was not marked yet is found by readers, and marked by drafts.
create function private.guaranteed_weeks(after date)
returns table (contractor_id uuid, week_start date)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_this_week constant date := private.workweek_start((private.clock()).business_date);
begin
    return query
    select distinct assignment.contractor_id, v_this_week - 7 * ago.weeks
      from public.guarantees as guarantee
      join public.assignments as assignment on assignment.id = guarantee.assignment_id
     cross join lateral (
           select greatest(guarantee.effective_from, assignment.start_date, guaranteed_weeks.after - 5) as first,
                  least(guarantee.effective_to, assignment.end_date, v_this_week - 1) as last) as day
     cross join lateral generate_series(
               (v_this_week - day.last + 6) / 7, (v_this_week - day.first + 6) / 7) as ago (weeks)
     where guarantee.pay_hours is not null
       and v_this_week - 7 * ago.weeks + 6 > guaranteed_weeks.after;
end;
$$;
comment on function private.guaranteed_weeks is
    'Contractors'' workweeks that are over, end after a day, and in which guarantees of their pay run.';

create function private.unmarked_guaranteed_weeks()
returns table (contractor_id uuid, week_start date)
language plpgsql
stable
set search_path = ''
as $$
begin
    if not exists (select from public.guarantees) then
        return;
    end if;
    return query
    select week.contractor_id, week.week_start
      from private.guaranteed_weeks(
               coalesce((select marked.through from private.guaranteed_weeks_marked as marked), '-infinity')) as week;
end;
$$;
comment on function private.unmarked_guaranteed_weeks is
    'Contractors'' workweeks that are over, in which guarantees of their pay run, and that no draft has marked yet.';

create function private.mark_guaranteed_weeks()
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_through constant date := private.workweek_start((private.clock()).business_date) - 1;
begin
    if not exists (select from public.guarantees) then
        return;
    end if;
    insert into private.due_marks (contractor_id, day)
    select week.contractor_id, week.week_start from private.unmarked_guaranteed_weeks() as week;
    insert into private.guaranteed_weeks_marked as marked (through) values (v_through)
        on conflict on constraint guaranteed_weeks_marked_pkey
        do update set through = excluded.through where marked.through < excluded.through;
end;
$$;
comment on function private.mark_guaranteed_weeks is
    'Marks the guaranteed workweeks that are over and were not marked yet. The caller has called private.hold_approvals.';

-- The weeks of some days of an assignment: of those that are over the pay is looked at, and the bill where a live line has a
-- guarantee of them. A week that is not over yet is found when it is.
create function private.follow_guarantees(assignment_id uuid, first_day date, last_day date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_this_week constant date := private.workweek_start((private.clock()).business_date);
begin
    insert into private.due_marks (contractor_id, day)
    select assignment.contractor_id, v_this_week - 7 * ago.weeks
      from public.assignments as assignment
     cross join lateral (
           select greatest(follow_guarantees.first_day, assignment.start_date - 6) as first,
                  least(follow_guarantees.last_day, v_this_week - 1) as last) as day
     cross join lateral generate_series(
               (v_this_week - day.last + 6) / 7, (v_this_week - day.first + 6) / 7) as ago (weeks)
     where assignment.id = follow_guarantees.assignment_id;
    perform private.compare_guarantees(
        follow_guarantees.assignment_id, follow_guarantees.first_day, follow_guarantees.last_day);
end;
$$;
comment on function private.follow_guarantees is
    'Marks the workweeks of days of an assignment, as far as they are over, and has those compared of which guarantees are billed.';

create function private.compare_guarantees(assignment_id uuid, first_day date, last_day date)
returns void
language sql
volatile
set search_path = ''
as $$
    insert into private.weeks_to_compare (contractor_id, week_start)
    select distinct line.contractor_id, line.week_start
      from public.guarantees as guarantee
      join public.invoice_lines as line on line.guarantee_id = guarantee.id and line.released_at is null
     where guarantee.assignment_id = compare_guarantees.assignment_id
       and line.week_start <= compare_guarantees.last_day
       and line.week_start + 6 >= compare_guarantees.first_day;
$$;
comment on function private.compare_guarantees is
    'Has the workweeks of days of an assignment compared of which a live invoice line bills a guarantee.';

-- Security definer: marks are nobody's to write.
create function private.follow_guarantee()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'UPDATE' then
        perform private.follow_guarantees(
            old.assignment_id, old.effective_from, coalesce(old.effective_to, date 'infinity'));
    end if;
    perform private.follow_guarantees(new.assignment_id, new.effective_from, coalesce(new.effective_to, date 'infinity'));
    return null;
end;
$$;
comment on function private.follow_guarantee is 'Trigger: pay and bill follow a guarantee in the weeks that are over.';

create trigger guarantees_are_followed
    after insert or update on public.guarantees
    for each row execute function private.follow_guarantee();

-- Security definer: see above.
create function private.follow_guarantee_exception()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op <> 'INSERT' then
        perform private.follow_guarantees(old.assignment_id, old.day, old.day);
    end if;
    if tg_op <> 'DELETE' then
        perform private.follow_guarantees(new.assignment_id, new.day, new.day);
    end if;
    return null;
end;
$$;
comment on function private.follow_guarantee_exception is
    'Trigger: pay and bill follow an exception from a guarantee, as it was and as it is.';

create trigger guarantee_exceptions_are_followed
    after insert or update or delete on public.guarantee_exceptions
    for each row execute function private.follow_guarantee_exception();

-- Whole weeks alone are guaranteed: another first or last day of the assignment makes or ends some.
-- Security definer: see above.
create function private.follow_guarantees_of_assignment()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.guarantees as guarantee where guarantee.assignment_id = new.id) then
        perform private.follow_guarantees(
            new.id, least(old.start_date, new.start_date), greatest(old.start_date, new.start_date));
        -- Weeks before the new first day, which are not among those any more.
        insert into private.due_marks (contractor_id, day)
        select new.contractor_id, old.start_date + 7 * nth
          from generate_series(
                   0, (least(new.start_date, private.workweek_start((private.clock()).business_date))
                       - old.start_date - 1) / 7) as nth
         where new.start_date > old.start_date;
        perform private.follow_guarantees(
            new.id, least(old.end_date, new.end_date),
            case when num_nulls(old.end_date, new.end_date) = 0 then greatest(old.end_date, new.end_date)
                 else date 'infinity' end);
    end if;
    return null;
end;
$$;
comment on function private.follow_guarantees_of_assignment is
    'Trigger: pay and bill follow the guarantees of an assignment whose first or last day moves.';

create trigger guarantees_follow_their_assignment
    after update on public.assignments
    for each row when (
        old.start_date is distinct from new.start_date or old.end_date is distinct from new.end_date)
    execute function private.follow_guarantees_of_assignment();

-- The rate of a week's last day prices what is missing of it, on days without time too.
-- Security definer: see above.
create function private.follow_guarantees_of_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_assignment_id constant uuid := coalesce(new.assignment_id, old.assignment_id);
    v_from constant date := least(old.effective_from, new.effective_from);
begin
    if exists (select from public.guarantees as guarantee where guarantee.assignment_id = v_assignment_id) then
        perform private.follow_guarantees(
            v_assignment_id, v_from,
            coalesce((select min(later.effective_from) - 1
                        from public.assignment_rates as later
                       where later.assignment_id = v_assignment_id
                         and later.effective_from > greatest(old.effective_from, new.effective_from)),
                     date 'infinity'));
    end if;
    return null;
end;
$$;
comment on function private.follow_guarantees_of_rate is
    'Trigger: pay and bill follow a rate in the guaranteed weeks that end while it holds.';

create trigger guarantees_follow_rates
    after insert or update or delete on public.assignment_rates
    for each row execute function private.follow_guarantees_of_rate();

-- Time counts toward a guarantee once it is approved, and holds it back until then. What becomes payable has marks of its own:
-- not so open time that goes, of a shift the day before, and what is billed.
-- Security definer: see above.
create function private.follow_guarantees_of_time()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if not exists (
        select from public.guarantees as guarantee
         where guarantee.assignment_id in (old.assignment_id, new.assignment_id)) then
        return null;
    end if;
    if not new.is_payable or new.shift_id is not null or old.shift_id is not null then
        perform private.follow_guarantees(old.assignment_id, old.work_date - 1, old.work_date);
        perform private.follow_guarantees(new.assignment_id, new.work_date - 1, new.work_date);
    else
        perform private.compare_guarantees(
            new.assignment_id, least(old.work_date, new.work_date), greatest(old.work_date, new.work_date));
    end if;
    return null;
end;
$$;
comment on function private.follow_guarantees_of_time is
    'Trigger: pay and bill follow the guarantees of time that is approved, corrected, set aside or moved.';

create trigger guarantees_follow_time
    after update on public.time_entries
    for each row when (
        old.is_payable <> new.is_payable
        or (new.is_payable
            and (old.hours <> new.hours
                 or old.work_date <> new.work_date
                 or old.code <> new.code
                 or old.shift_id is distinct from new.shift_id
                 or old.started_at is distinct from new.started_at -- of a shift that was called off late, or not
                 or old.ended_at is distinct from new.ended_at))
        or (not new.is_payable
            and (old.set_aside_at is distinct from new.set_aside_at
                 or old.work_date <> new.work_date
                 or old.assignment_id <> new.assignment_id)))
    execute function private.follow_guarantees_of_time();

-- Security definer: see above.
create function private.follow_guarantees_of_entries()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.guarantees) then
        perform private.follow_guarantees(entry.assignment_id, min(entry.work_date) - 1, max(entry.work_date))
           from written as entry
          where exists (
                select from public.guarantees as guarantee where guarantee.assignment_id = entry.assignment_id)
          group by entry.assignment_id, private.workweek_start(entry.work_date);
    end if;
    return null;
end;
$$;
comment on function private.follow_guarantees_of_entries is
    'Trigger: pay and bill follow the guarantees of time that is new or deleted.';

create trigger guarantees_follow_new_time
    after insert on public.time_entries
    referencing new table as written
    for each statement execute function private.follow_guarantees_of_entries();

create trigger guarantees_follow_deleted_time
    after delete on public.time_entries
    referencing old table as written
    for each statement execute function private.follow_guarantees_of_entries();

-- Shifts that are cancelled late, or planned again, or cancelled otherwise; and those beside one that was cancelled late,
-- which say of how many hours by the day it is not. A shift that is planned again may be of another day than it was.
-- Security definer: see above.
create function private.follow_guarantees_of_plan()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_first constant date := least(old.work_date, new.work_date);
    v_last constant date := greatest(old.work_date, new.work_date) + 1;
begin
    if (old.is_within_notice
        or private.are_beside_late_cancellations(array[new.assignment_id], v_first, v_last))
       and exists (select from public.guarantees as guarantee where guarantee.assignment_id = new.assignment_id) then
        perform private.follow_guarantees(new.assignment_id, v_first, v_last);
    end if;
    return null;
end;
$$;
comment on function private.follow_guarantees_of_plan is
    'Trigger: pay and bill follow the guarantees of a planned shift that the facility cancels late, or not any more, and of shifts beside it.';

create trigger guarantees_follow_plans
    after update on public.planned_shifts
    for each row when (
        old.is_within_notice <> new.is_within_notice
        or old.cancelled_at is distinct from new.cancelled_at
        or old.work_date <> new.work_date
        or old.hours <> new.hours
        or old.next_day_hours <> new.next_day_hours)
    execute function private.follow_guarantees_of_plan();

create trigger guarantees_follow_new_plans
    after insert on public.planned_shifts
    for each row execute function private.follow_guarantees_of_plan();

revoke execute on function
    private.guaranteed_weeks, private.unmarked_guaranteed_weeks, private.mark_guaranteed_weeks, private.follow_guarantees,
    private.compare_guarantees, private.follow_guarantee, private.follow_guarantee_exception,
    private.follow_guarantees_of_assignment, private.follow_guarantees_of_rate, private.follow_guarantees_of_time,
    private.follow_guarantees_of_entries, private.follow_guarantees_of_plan
    from public, anon, authenticated, service_role;
