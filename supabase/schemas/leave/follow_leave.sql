-- Leave that is taken: approved time of a plan's code is in the ledger, by difference; what waits for approval is held back
-- from the balance. Time that says no code asks nothing here. What was taken from a plan that is no longer in use, or is so
-- from a later day on, stays with it, and corrections of it are differences there, unless another plan in use has the time.

-- Two who take leave of one person go one after the other: the contractor is held. There is enough where the balance is so
-- on the day of the leave, and on each later one on which leave is taken: what accrues later is not there yet. What lapses
-- from the first of these days on is left out of them, as it is less where more is taken; in all it counts.
create function private.check_leave(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_bad record;
begin
    with taken as (
        select leave.contractor_id, leave.leave_plan_id, extract(year from leave.work_date)::int as year,
               min(leave.work_date) as first_day, max(leave.work_date) as last_day
          from private.leave_of_time as leave
         where leave.time_entry_id = any (check_leave.time_entry_ids)
         group by 1, 2, 3
    )
    select terms.name, taken.first_day, taken.year, usable.day as usable_from, terms.year_use_cap,
           written.balance - waiting.hours as available, by_day.least, by_day.day as lacking_on, written.used + waiting.hours_of_year as used_in_year,
           terms.waiting_days > 0 and (usable.day <= taken.first_day) is not true as is_too_early,
           least(written.balance - waiting.hours, by_day.least) < 0 and not terms.may_go_below_zero as is_too_much
      into v_bad
      from taken
      join private.leave_terms_in_use as terms
        on terms.leave_plan_id = taken.leave_plan_id
       and taken.last_day between terms.effective_from and terms.effective_to
     cross join lateral (
           select coalesce(sum(booked.hours), 0) as balance,
                  coalesce(-sum(booked.hours) filter (
                      where booked.kind = 'used' and extract(year from booked.day) = taken.year), 0) as used
             from public.leave_ledger as booked
            where booked.contractor_id = taken.contractor_id and booked.leave_plan_id = taken.leave_plan_id) as written
     cross join lateral (
           select coalesce(sum(leave.hours), 0) as hours,
                  coalesce(sum(leave.hours) filter (
                      where extract(year from leave.work_date) = taken.year), 0) as hours_of_year
             from private.leave_of_time as leave
            where leave.contractor_id = taken.contractor_id
              and leave.leave_plan_id = taken.leave_plan_id
              and not leave.is_payable) as waiting
      left join lateral (
           select through.day, through.hours as least
             from (select line.day, sum(sum(line.hours)) over (order by line.day) as hours, bool_or(line.is_taken) as is_taken
                     from (select booked.day, booked.hours, booked.kind = 'used' as is_taken
                             from public.leave_ledger as booked
                            where booked.contractor_id = taken.contractor_id
                              and booked.leave_plan_id = taken.leave_plan_id
                              and (booked.kind not in ('capped', 'lapsed', 'reinstated')
                                   or booked.day < taken.first_day)
                            union all
                           select leave.work_date, -leave.hours, true
                             from private.leave_of_time as leave
                            where leave.contractor_id = taken.contractor_id
                              and leave.leave_plan_id = taken.leave_plan_id
                              and not leave.is_payable) as line
                    group by line.day) as through
            where through.is_taken and through.day >= taken.first_day
            order by through.hours, through.day
            limit 1) as by_day on not terms.may_go_below_zero
     cross join lateral (
           select case when terms.waiting_days > 0 then
                      private.leave_usable_from(taken.contractor_id, taken.leave_plan_id, taken.first_day) end) as usable (day)
     where (terms.waiting_days > 0 and (usable.day <= taken.first_day) is not true)
        or (least(written.balance - waiting.hours, by_day.least) < 0 and not terms.may_go_below_zero)
        or written.used + waiting.hours_of_year > terms.year_use_cap
     order by taken.first_day
     limit 1;
    if not found then
        return;
    elsif v_bad.is_too_early then
        perform private.refuse(
            409, 'leave_not_yet_usable',
            format('Leave by %s of %s is taken before it may be, which is %s.', v_bad.name, v_bad.first_day,
                   coalesce('from ' || v_bad.usable_from || ' on', 'after more days of employment')),
            'Choose another code, or a later day.');
    elsif v_bad.is_too_much and v_bad.available >= 0 then
        perform private.refuse(
            409, 'leave_not_enough',
            format('Of leave by %s, %s would be lacking on %s, with what waits for approval: it accrues later.', v_bad.name,
                   private.counted_hours(-v_bad.least), v_bad.lacking_on),
            'Choose a later day, or take the rest by another code.');
    elsif v_bad.is_too_much then
        perform private.refuse(
            409, 'leave_not_enough',
            format('Of leave by %s, %s would be lacking, with what waits for approval.', v_bad.name,
                   private.counted_hours(-v_bad.available)),
            'Correct the hours, or take the rest by another code.');
    else
        perform private.refuse(
            409, 'leave_not_enough',
            format('Of leave by %s, %s would be taken in %s, of at most %s.', v_bad.name,
                   private.counted_hours(v_bad.used_in_year), v_bad.year, v_bad.year_use_cap),
            'Correct the hours, or take the rest by another code.');
    end if;
end;
$$;
comment on function private.check_leave is
    'Raises 409 where time is taken from a leave plan that has not so much, lets no more be taken in the year, or none yet.';

create function private.counted_hours(hours numeric)
returns text
language sql
immutable
set search_path = ''
as $$
    select trim_scale(ceil(counted_hours.hours * 100) / 100)::text
           || case when ceil(counted_hours.hours * 100) = 100 then ' hour' else ' hours' end;
$$;
comment on function private.counted_hours is 'Hours in words, rounded up to the hundredth: 7.5 hours.';

create function private.follow_leave(time_entry_ids uuid[], is_checked boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_codes constant text[] := array(
        select plan.code from public.leave_plans as plan where plan.in_use_from is not null);
begin
    if not exists (
            select from public.time_entries as entry
             where entry.id = any (follow_leave.time_entry_ids) and entry.code = any (v_codes))
        and not exists (
            select from public.leave_ledger as booked
             where booked.time_entry_id = any (follow_leave.time_entry_ids)) then
        return;
    end if;
    if follow_leave.is_checked then
        perform private.hold_contractors(array(
            select entry.assignment_id from public.time_entries as entry
             where entry.id = any (follow_leave.time_entry_ids)));
    end if;
    insert into public.leave_ledger (contractor_id, leave_plan_id, day, kind, hours, time_entry_id)
    select contractor_id, leave_plan_id, day, 'used', coalesce(taken.hours, 0) - coalesce(written.hours, 0), time_entry_id
      from (select leave.time_entry_id, leave.contractor_id, leave.leave_plan_id, leave.work_date as day,
                   -leave.hours as hours
              from private.leave_of_time as leave
             where leave.time_entry_id = any (follow_leave.time_entry_ids) and leave.is_payable
             union all
            select entry.id, booked.contractor_id, booked.leave_plan_id, entry.work_date, -entry.hours
              from (select known.time_entry_id, known.contractor_id, known.leave_plan_id
                      from public.leave_ledger as known
                     where known.time_entry_id = any (follow_leave.time_entry_ids)
                     group by 1, 2, 3
                    having sum(known.hours) <> 0) as booked
              join public.leave_plans as plan on plan.id = booked.leave_plan_id
              join public.time_entries as entry on entry.id = booked.time_entry_id and entry.code = plan.code
              join public.assignments as assignment
                on assignment.id = entry.assignment_id and assignment.contractor_id = booked.contractor_id
             where entry.is_payable
               and entry.set_aside_at is null
               and (plan.in_use_from <= entry.work_date) is not true
               and not exists (select from private.leave_of_time as leave where leave.time_entry_id = entry.id)) as taken
      full join (
            select booked.time_entry_id, booked.contractor_id, booked.leave_plan_id, booked.day, sum(booked.hours) as hours
              from public.leave_ledger as booked
             where booked.time_entry_id = any (follow_leave.time_entry_ids)
             group by 1, 2, 3, 4) as written using (time_entry_id, contractor_id, leave_plan_id, day)
     where coalesce(taken.hours, 0) <> coalesce(written.hours, 0)
     order by time_entry_id, day;
    if follow_leave.is_checked then
        perform private.check_leave(follow_leave.time_entry_ids);
    end if;
end;
$$;
comment on function private.follow_leave is
$$Writes what approved time takes from leave plans, as a difference to what is written.

is_checked: whether more is taken than before, so that there has to be enough.$$;

-- Sent back, set aside, or corrected to fewer hours, time gives leave back, and asks for nothing.
-- Security definer: the rule reads and writes the ledger, which the writer may not see.
create function private.follow_leave_of_entry()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.follow_leave(
        array[new.id],
        new.set_aside_at is null and (
            old.code is distinct from new.code
            or old.assignment_id is distinct from new.assignment_id
            or old.work_date is distinct from new.work_date
            or old.hours < new.hours
            or old.set_aside_at is not null
            or (new.is_payable and not old.is_payable)));
    return null;
end;
$$;
comment on function private.follow_leave_of_entry is
    'Trigger: a change of time of a code follows into the ledger of leave, and is refused where there is not enough.';

-- Its name comes after that of the trigger that looks at the day. What is entered, guard_new_time_entries looks at.
create trigger time_is_taken_from_leave
    after update on public.time_entries
    for each row when (
        (old.code <> 'regular' or new.code <> 'regular')
        and (old.code is distinct from new.code
             or old.assignment_id is distinct from new.assignment_id
             or old.work_date is distinct from new.work_date
             or old.hours is distinct from new.hours
             or old.set_aside_at is distinct from new.set_aside_at
             or old.is_payable is distinct from new.is_payable))
    execute function private.follow_leave_of_entry();

-- A plan that is put to use takes what was approved since.
-- Security definer: see above.
create function private.take_leave_since()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.follow_leave(
        array(
            select entry.id
              from public.time_entries as entry
             where entry.code = new.code and entry.code <> 'regular'
               and entry.work_date >= new.in_use_from and entry.is_payable),
        false);
    return null;
end;
$$;
comment on function private.take_leave_since is
    'Trigger: approved time of its code since the day from which a leave plan is in use is taken from it.';

create trigger leave_plans_take_what_was_approved
    after insert or update of in_use_from, code, state on public.leave_plans
    for each row when (new.in_use_from is not null)
    execute function private.take_leave_since();

revoke execute on function
    private.check_leave, private.counted_hours, private.follow_leave, private.follow_leave_of_entry,
    private.take_leave_since
    from public, anon, authenticated, service_role;
