-- Every change of what a contractor's workweek comes to marks the days that it concerns, whoever writes. What the
-- marks are read for stands in due_pay.sql.
--
-- Employment type and overtime rule need none: they stay once there is approved time. Nor do removals of stipends: what a
-- batch names is not removed, and what none names was not paid. A flat sum ties weeks together: that a change of the one
-- concerns the others, the reader of the marks knows (due_pay.sql), since who writes may not see the sum yet.

-- Of each day that is written once; of shifts the day after too, since how they go on depends on them (stipends per shift,
-- overtime by consecutive hours), also in the next workweek.
-- Security definer: marks are nobody's to write.
create function private.mark_new_time()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, entry.work_date
      from written as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where entry.is_payable
     union
    select assignment.contractor_id, entry.work_date + 1
      from written as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where entry.is_payable and entry.shift_id is not null;
    return null;
end;
$$;
comment on function private.mark_new_time is
    'Trigger: marks the days of new time that is payable, and the day after a shift.';

create trigger new_time_is_due
    after insert on public.time_entries
    referencing new table as written
    for each statement execute function private.mark_new_time();

-- Row by row, because the condition keeps lock-ended's moves, hundreds of thousands a run, from any function.
-- Security definer: see above.
create function private.mark_moved_time()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, worked.day
      from public.assignments as assignment
     cross join unnest(array[
               old.work_date, new.work_date,
               case when old.shift_id is not null then old.work_date + 1 end,
               case when new.shift_id is not null then new.work_date + 1 end]) as worked (day)
     where assignment.id = new.assignment_id and worked.day is not null;
    return null;
end;
$$;
comment on function private.mark_moved_time is
    'Trigger: marks the days of time that became payable, or no longer is, or was corrected. Its assignment changes only in draft.';

create trigger time_is_due_when_it_becomes_payable
    after update on public.time_entries
    for each row when (
        old.is_payable <> new.is_payable
        or (new.is_payable
            and (old.hours <> new.hours
                 or old.work_date <> new.work_date
                 or old.code <> new.code
                 or old.quantity is distinct from new.quantity
                 or old.shift_id is distinct from new.shift_id
                 or old.started_at is distinct from new.started_at
                 or old.ended_at is distinct from new.ended_at
                 or old.break_started_at is distinct from new.break_started_at)))
    execute function private.mark_moved_time();

-- The day on which it is paid, and one of each workweek that it was earned in, wherever a workweek begins.
create function private.mark_days_of_adjustments(adjustments public.payroll_adjustments[])
returns void
language sql
volatile
set search_path = ''
as $$
    insert into private.due_marks (contractor_id, day)
    select distinct adjustment.contractor_id, concerned.day
      from unnest(mark_days_of_adjustments.adjustments) as adjustment
     cross join lateral (
           select adjustment.payable_on
            union
           select adjustment.earned_from + 7 * earned.nth
             from generate_series(0, (adjustment.earned_to - adjustment.earned_from) / 7) as earned (nth)
            union
           select adjustment.earned_to) as concerned (day)
     where adjustment.approved_at is not null and concerned.day is not null;
$$;
comment on function private.mark_days_of_adjustments is
    'Marks the days that approved adjustments concern: on which they are paid, and in whose weeks they were earned.';

-- One that was earned over days may have raised what was paid of their weeks before it is paid itself: so it is looked
-- at as it was, too, when it changes, loses its approval or goes.
-- Security definer: see above.
create function private.mark_adjustments()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op <> 'DELETE' then
        perform private.mark_days_of_adjustments(
            array(select row(latter.*)::public.payroll_adjustments from after_rows as latter));
    end if;
    if tg_op <> 'INSERT' then
        perform private.mark_days_of_adjustments(
            array(select row(former.*)::public.payroll_adjustments
                    from before_rows as former
                   where former.earned_from is not null));
    end if;
    return null;
end;
$$;
comment on function private.mark_adjustments is
    'Trigger: marks the days of approved adjustments, as they are and, of those that were earned over days, as they were.';

create trigger new_adjustments_are_due
    after insert on public.payroll_adjustments
    referencing new table as after_rows
    for each statement execute function private.mark_adjustments();

create trigger approved_adjustments_are_due
    after update on public.payroll_adjustments
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.mark_adjustments();

create trigger weeks_of_removed_adjustments_are_due
    after delete on public.payroll_adjustments
    referencing old table as before_rows
    for each statement execute function private.mark_adjustments();

-- A stipend concerns the days of payable time that it is in force on; an end that moves, those in between.
create function private.mark_days_of_stipends(
    before public.assignment_stipends[], after public.assignment_stipends[])
returns void
language sql
volatile
set search_path = ''
as $$
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, entry.work_date
      from unnest(mark_days_of_stipends.before) as former
      full join unnest(mark_days_of_stipends.after) as latter on latter.id = former.id
      join public.assignments as assignment on assignment.id in (former.assignment_id, latter.assignment_id)
      join public.time_entries as entry
        on entry.assignment_id = assignment.id
       and entry.work_date >= least(former.effective_from, latter.effective_from)
       and entry.is_payable
     cross join lateral (
           select coalesce(former.assignment_id = entry.assignment_id
                               and former.effective_from <= entry.work_date
                               and coalesce(former.effective_to, 'infinity') >= entry.work_date, false) as had_former,
                  coalesce(latter.assignment_id = entry.assignment_id
                               and latter.effective_from <= entry.work_date
                               and coalesce(latter.effective_to, 'infinity') >= entry.work_date, false) as has_latter
           ) as day
     where case when (former.weekly_amount, former.daily_amount, former.shift_amount, former.kind, former.flat_sum_divisor,
                former.in_regular_rate)
                         is distinct from (latter.weekly_amount, latter.daily_amount, latter.shift_amount, latter.kind,
                                           latter.flat_sum_divisor, latter.in_regular_rate)
                then day.had_former or day.has_latter
                else day.had_former <> day.has_latter end;
$$;
comment on function private.mark_days_of_stipends is
    'Marks the days of payable time that the stipends, as they were and as they are, do not pay for alike.';

-- Security definer: see above.
create function private.mark_stipends()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'INSERT' then
        perform private.mark_days_of_stipends(
            '{}', array(select row(latter.*)::public.assignment_stipends from after_rows as latter));
    else
        perform private.mark_days_of_stipends(
            array(select row(former.*)::public.assignment_stipends from before_rows as former),
            array(select row(latter.*)::public.assignment_stipends from after_rows as latter));
    end if;
    return null;
end;
$$;
comment on function private.mark_stipends is 'Trigger: marks the days that new or changed stipends concern.';

create trigger new_stipends_are_due
    after insert on public.assignment_stipends
    referencing new table as after_rows
    for each statement execute function private.mark_stipends();

create trigger changed_stipends_are_due
    after update on public.assignment_stipends
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.mark_stipends();

-- A rate concerns the days of payable time up to the next one.
create function private.mark_days_of_rates(before public.assignment_rates[], after public.assignment_rates[])
returns void
language sql
volatile
set search_path = ''
as $$
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, entry.work_date
      from unnest(mark_days_of_rates.before) as former
      full join unnest(mark_days_of_rates.after) as latter
        on latter.assignment_id = former.assignment_id and latter.effective_from = former.effective_from
     cross join lateral (
           select coalesce(latter.assignment_id, former.assignment_id) as assignment_id,
                  coalesce(latter.effective_from, former.effective_from) as effective_from) as rate
      left join lateral (
           select later.effective_from
             from public.assignment_rates as later
            where later.assignment_id = rate.assignment_id and later.effective_from > rate.effective_from
            order by later.effective_from
            limit 1) as next_rate on true
      join public.assignments as assignment on assignment.id = rate.assignment_id
      join public.time_entries as entry
        on entry.assignment_id = rate.assignment_id
       and entry.work_date >= rate.effective_from
       and entry.work_date < coalesce(next_rate.effective_from, 'infinity')
       and entry.is_payable
     where former.pay_rate is distinct from latter.pay_rate;
$$;
comment on function private.mark_days_of_rates is
    'Marks the days of payable time that the rates, as they were and as they are, do not pay for alike.';

-- Security definer: see above.
create function private.mark_rates()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'INSERT' then
        perform private.mark_days_of_rates(
            '{}', array(select row(latter.*)::public.assignment_rates from after_rows as latter));
    elsif tg_op = 'DELETE' then
        perform private.mark_days_of_rates(
            array(select row(former.*)::public.assignment_rates from before_rows as former), '{}');
    else
        perform private.mark_days_of_rates(
            array(select row(former.*)::public.assignment_rates from before_rows as former),
            array(select row(latter.*)::public.assignment_rates from after_rows as latter));
    end if;
    return null;
end;
$$;
comment on function private.mark_rates is 'Trigger: marks the days that new, changed or removed rates concern.';

create trigger new_rates_are_due
    after insert on public.assignment_rates
    referencing new table as after_rows
    for each statement execute function private.mark_rates();

create trigger changed_rates_are_due
    after update on public.assignment_rates
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.mark_rates();

create trigger days_of_removed_rates_are_due
    after delete on public.assignment_rates
    referencing old table as before_rows
    for each statement execute function private.mark_rates();

-- As a rate, that of a code, at an assignment or on a facility's price list. One that says nothing of pay hides an
-- earlier one all the same: so a new one and one that goes always count. By the rate of code cancelled a guarantee pays
-- shifts that were cancelled late, of which there is no time.
create function private.mark_days_of_code_rates(before jsonb[], after jsonb[])
returns void
language sql
volatile
set search_path = ''
as $$
    insert into private.due_marks (contractor_id, day)
    with concerned as (
        select assignment.id, assignment.contractor_id, rate.code, rate.effective_from,
               coalesce(next_rate.effective_from, 'infinity') as effective_before
          from unnest(mark_days_of_code_rates.before) as former (rate)
          full join unnest(mark_days_of_code_rates.after) as latter (rate)
            on latter.rate - '{bill_rate,pay_rate,reason}'::text[]
               = former.rate - '{bill_rate,pay_rate,reason}'::text[]
         cross join lateral jsonb_to_record(coalesce(latter.rate, former.rate))
                as rate (assignment_id uuid, facility_id uuid, code text, effective_from date)
         cross join lateral (
               select min(later.effective_from) as effective_from
                 from (select own.effective_from
                         from public.assignment_code_rates as own
                        where own.assignment_id = rate.assignment_id and own.code = rate.code
                        union all
                       select listed.effective_from
                         from public.facility_code_rates as listed
                        where listed.facility_id = rate.facility_id and listed.code = rate.code) as later
                where later.effective_from > rate.effective_from) as next_rate
         cross join lateral (
               select own.id, own.contractor_id from public.assignments as own where own.id = rate.assignment_id
                union all
               select placed.id, placed.contractor_id
                 from public.assignments as placed
                where placed.facility_id = rate.facility_id) as assignment
         where former.rate is null or latter.rate is null
            or former.rate ->> 'pay_rate' is distinct from latter.rate ->> 'pay_rate'
            -- Of a mile's, overtime is paid on it or not.
            or former.rate ->> 'reason' is distinct from latter.rate ->> 'reason'
    )
    select concerned.contractor_id, entry.work_date
      from concerned
      join public.time_entries as entry
        on entry.assignment_id = concerned.id
       and entry.work_date >= concerned.effective_from
       and entry.work_date < concerned.effective_before
       and entry.code = concerned.code
       and entry.is_payable
     union
    select concerned.contractor_id, shift.work_date
      from concerned
      join public.planned_shifts as shift
        on shift.assignment_id = concerned.id
       and shift.work_date >= concerned.effective_from
       and shift.work_date < concerned.effective_before
       and shift.is_within_notice
     where concerned.code = 'cancelled';
$$;
comment on function private.mark_days_of_code_rates is
$$Marks the days of payable time of codes, and of shifts that were cancelled late, that the rates of codes, as they were
and as they are, may not pay for alike.$$;

-- Security definer: see above.
create function private.mark_code_rates()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'INSERT' then
        perform private.mark_days_of_code_rates('{}', array(select to_jsonb(latter) from after_rows as latter));
    elsif tg_op = 'DELETE' then
        perform private.mark_days_of_code_rates(array(select to_jsonb(former) from before_rows as former), '{}');
    else
        perform private.mark_days_of_code_rates(
            array(select to_jsonb(former) from before_rows as former),
            array(select to_jsonb(latter) from after_rows as latter));
    end if;
    return null;
end;
$$;
comment on function private.mark_code_rates is
    'Trigger: marks the days that new, changed or removed rates of codes concern.';

create trigger new_rates_are_due
    after insert on public.assignment_code_rates
    referencing new table as after_rows
    for each statement execute function private.mark_code_rates();

create trigger changed_rates_are_due
    after update on public.assignment_code_rates
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.mark_code_rates();

create trigger days_of_removed_rates_are_due
    after delete on public.assignment_code_rates
    referencing old table as before_rows
    for each statement execute function private.mark_code_rates();

create trigger new_rates_are_due
    after insert on public.facility_code_rates
    referencing new table as after_rows
    for each statement execute function private.mark_code_rates();

create trigger changed_rates_are_due
    after update on public.facility_code_rates
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.mark_code_rates();

create trigger days_of_removed_rates_are_due
    after delete on public.facility_code_rates
    referencing old table as before_rows
    for each statement execute function private.mark_code_rates();

-- A mile's rate decides what of miles is a wage, from its day on.
-- Security definer: see above.
create function private.mark_mileage_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.due_marks (contractor_id, day)
    select distinct assignment.contractor_id, entry.work_date
      from public.time_codes as code
      join public.time_entries as entry on entry.code = code.name
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where code.is_reimbursement
       and code.unit = 'mile'
       and entry.code <> 'regular'
       and entry.is_payable
       and entry.work_date >= least(old.effective_from, new.effective_from);
    return null;
end;
$$;
comment on function private.mark_mileage_rate is
    'Trigger: marks the days of payable miles from the first day of a mile''s rate on that is new, changed or removed.';

create trigger changed_mileage_rates_are_due
    after insert or update or delete on public.mileage_rates
    for each row execute function private.mark_mileage_rate();

-- Its workday, however it was decided before.
-- Security definer: see above.
create function private.mark_break_premium()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.due_marks (contractor_id, day) values (new.contractor_id, new.work_date);
    return null;
end;
$$;
comment on function private.mark_break_premium is 'Trigger: marks the day of a premium for a break, whatever is decided of it.';

create trigger decided_break_premiums_are_due
    after insert or update on public.break_premiums
    for each row execute function private.mark_break_premium();

revoke execute on function
    private.mark_new_time, private.mark_moved_time, private.mark_days_of_adjustments, private.mark_adjustments,
    private.mark_days_of_stipends, private.mark_stipends, private.mark_days_of_rates, private.mark_rates,
    private.mark_break_premium, private.mark_days_of_code_rates, private.mark_code_rates, private.mark_mileage_rate
    from public, anon, authenticated, service_role;
