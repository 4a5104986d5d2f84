-- Leave lapses on days on which nobody closes a batch: at the turn of the year, and to whoever stays away. The job
-- lock-ended asks each night; only people whose balance is not as it should be are settled.
create function private.lapse_leave(today date)
returns int
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
    v_turn constant date := make_date(extract(year from lapse_leave.today)::int - 1, 12, 31);
    v_contractor_ids uuid[];
begin
    if not exists (select from public.leave_plans as plan where plan.in_use_from is not null) then
        return 0;
    end if;
    perform private.hold_leave();
    with balance as (
        select booked.contractor_id, booked.leave_plan_id, sum(booked.hours) as hours,
               sum(booked.hours) filter (where booked.day <= v_turn) as hours_at_turn,
               bool_or(booked.kind = 'lapsed' and booked.day = v_turn) as is_turned,
               bool_or(booked.kind = 'lapsed' and booked.day > v_turn) as is_lapsed
          from public.leave_ledger as booked
          join public.leave_plans as plan on plan.id = booked.leave_plan_id and plan.in_use_from is not null
         group by 1, 2
    )
    select array_agg(distinct balance.contractor_id)
      into v_contractor_ids
      from balance
      left join private.leave_terms_in_use as terms
        on terms.leave_plan_id = balance.leave_plan_id
       and v_turn between terms.effective_from and terms.effective_to
       and v_turn >= terms.in_use_from
     where balance.hours_at_turn > terms.carry_over_hours
        or (balance.is_turned and balance.hours_at_turn < terms.carry_over_hours)
        or balance.is_lapsed
        or (balance.hours > 0 and not exists (
               select from public.assignments as assignment
                where assignment.contractor_id = balance.contractor_id
                  and (assignment.end_date >= lapse_leave.today or assignment.end_date is null)));
    if v_contractor_ids is null then
        return 0;
    end if;
    return private.settle_leave(v_contractor_ids, lapse_leave.today);
end;
$$;
comment on function private.lapse_leave is
$$Writes what lapsed at the turn of the last year, and of whoever is away for too long; gives back what lapsed of somebody who was
not. Result: how many rows it wrote.

today: the day that it is.$$;

revoke execute on function private.lapse_leave from public, anon, authenticated, service_role;
