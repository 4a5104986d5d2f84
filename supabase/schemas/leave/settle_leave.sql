-- Balances lose hours by themselves: beyond its cap, at the turn of the year, and to whoever stayed away. All of it follows
-- from the other rows of the ledger, in the order of their days; so it is computed anew, and the difference is written.

create function private.hold_leave()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_leave', 0));
exception when lock_not_available then
    perform private.refuse_while_paying();
end;
$$;
comment on function private.hold_leave is
    'Locks what accrues and lapses exclusively until the transaction ends, so that no difference is written twice. Raises 409 when the wait is long.';

-- One person's rows of one plan, in order. A row of accrual adds up to its limit and takes nothing away; a row that limits
-- leaves no more than that.
create function private.leave_lost(hours numeric[], limits numeric[])
returns numeric[]
language plpgsql
immutable
set search_path = ''
as $$
declare
    v_row record;
    v_balance numeric := 0;
    v_after numeric;
    v_lost numeric[] := '{}';
begin
    for v_row in
        select line.hours, line.most from unnest(leave_lost.hours, leave_lost.limits) as line (hours, most)
    loop
        v_after := v_balance + coalesce(v_row.hours, 0);
        if v_row.most is null then
            v_lost := v_lost || 0::numeric;
        elsif v_row.hours is null then
            v_lost := v_lost || greatest(v_after - v_row.most, 0);
            v_after := least(v_after, v_row.most);
        else
            v_lost := v_lost || greatest(least(v_row.hours, v_after - v_row.most), 0);
            v_after := v_after - greatest(least(v_row.hours, v_after - v_row.most), 0);
        end if;
        v_balance := v_after;
    end loop;
    return v_lost;
end;
$$;
comment on function private.leave_lost is
$$Hours that each row of a balance loses.

hours: of each row, in order; null = it only limits. limits: the most that there is after the row; null = no limit.$$;

create function private.settle_leave(contractor_ids uuid[], today date, payroll_batch_id uuid default null)
returns int
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan -- of a few people, or of all who are paid
set jit = off
as $$
declare
    v_written int;
begin
    with ledger as materialized (
        select booked.contractor_id, booked.leave_plan_id, booked.day, booked.kind, sum(booked.hours) as hours
          from public.leave_ledger as booked
          join public.leave_plans as plan on plan.id = booked.leave_plan_id and plan.in_use_from is not null
         where booked.contractor_id = any (settle_leave.contractor_ids)
         group by 1, 2, 3, 4
    ), person as (
        select ledger.contractor_id, ledger.leave_plan_id,
               greatest(min(ledger.day), plan.in_use_from) as since
          from ledger
          join public.leave_plans as plan on plan.id = ledger.leave_plan_id
         group by ledger.contractor_id, ledger.leave_plan_id, plan.in_use_from
    ), limited as (
        select person.contractor_id, person.leave_plan_id, turn.day, terms.carry_over_hours as most
          from person
         cross join lateral (
               select make_date(year.nth, 12, 31)
                 from generate_series(
                          extract(year from person.since)::int,
                          extract(year from settle_leave.today)::int - 1) as year (nth)) as turn (day)
          join private.leave_terms_in_use as terms
            on terms.leave_plan_id = person.leave_plan_id
           and turn.day between terms.effective_from and terms.effective_to
           and terms.carry_over_hours is not null
        union all
        select person.contractor_id, person.leave_plan_id, span.lapses_on, 0
          from person
          join private.days_employed(settle_leave.contractor_ids) as span
            on span.contractor_id = person.contractor_id and span.leave_plan_id = person.leave_plan_id
         where span.lapses_on >= person.since
           and span.lapses_on < settle_leave.today
           and (span.next_first_day > span.lapses_on or span.next_first_day is null)
    ), line as (
        -- Leave of a day that was taken makes room for what accrues on it.
        select ledger.contractor_id, ledger.leave_plan_id, ledger.day,
               case ledger.kind when 'accrued' then 3 when 'used' then 2 else 1 end as place,
               ledger.hours,
               case ledger.kind when 'accrued' then terms.balance_cap end as most
          from ledger
          left join private.leave_terms_in_use as terms
            on terms.leave_plan_id = ledger.leave_plan_id
           and ledger.day between terms.effective_from and terms.effective_to
         where ledger.kind not in ('capped', 'lapsed', 'reinstated')
         union all
        select limited.contractor_id, limited.leave_plan_id, limited.day, 4, null, min(limited.most)
          from limited
         group by 1, 2, 3
    ), told as (
        select line.contractor_id, line.leave_plan_id,
               array_agg(line.day order by line.day, line.place) as days,
               array_agg(line.place order by line.day, line.place) as places,
               private.leave_lost(
                   array_agg(line.hours order by line.day, line.place),
                   array_agg(line.most order by line.day, line.place)) as lost
          from line
         group by line.contractor_id, line.leave_plan_id
    ), due as (
        select told.contractor_id, told.leave_plan_id, part.day, part.place = 3 as is_capped, -sum(part.lost) as hours
          from told
         cross join lateral unnest(told.days, told.places, told.lost) as part (day, place, lost)
         where part.place in (3, 4)
         group by 1, 2, 3, 4
    ), written as (
        select ledger.contractor_id, ledger.leave_plan_id, ledger.day, ledger.kind = 'capped' as is_capped,
               sum(ledger.hours) as hours
          from ledger
         where ledger.kind in ('capped', 'lapsed', 'reinstated')
         group by 1, 2, 3, 4
    )
    insert into public.leave_ledger (contractor_id, leave_plan_id, day, kind, hours, payroll_batch_id)
    select contractor_id, leave_plan_id, day,
           case when is_capped then 'capped'
                when due.hours is null and written.hours < 0 then 'reinstated'
                else 'lapsed' end,
           coalesce(due.hours, 0) - coalesce(written.hours, 0),
           settle_leave.payroll_batch_id
      from due
      full join written using (contractor_id, leave_plan_id, day, is_capped)
     where coalesce(due.hours, 0) <> coalesce(written.hours, 0)
     order by contractor_id, leave_plan_id, day;
    get diagnostics v_written = row_count;
    return v_written;
end;
$$;
comment on function private.settle_leave is
$$Writes what balances of leave lose by their caps, the turns of years and being away, as differences to what is written.

contractor_ids: whose. today: years before its own have turned. payroll_batch_id: the batch that is closing, if one is.
Result: how many rows it wrote.$$;

revoke execute on function private.hold_leave, private.leave_lost, private.settle_leave
    from public, anon, authenticated, service_role;
