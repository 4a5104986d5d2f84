-- A rate stays while it is the only one that some time has.
-- Security definer: the rule locks contractors and reads time, which the writer may not.
create function private.guard_assignment_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- The same lock as in check_time_entry_days: nobody enters time meanwhile.
    perform
       from public.contractors as contractor
       join public.assignments as assignment on assignment.contractor_id = contractor.id
      where assignment.id = old.assignment_id
        for no key update of contractor;

    if exists (
        select from public.time_entries as entry
         where entry.assignment_id = old.assignment_id
           and not exists (select from public.assignment_rates as rate
                            where rate.assignment_id = entry.assignment_id
                              and rate.effective_from <= entry.work_date)) then
        perform private.refuse(
            409, 'assignment_rate_in_use',
            format('Only the rate of %s covers some of the time.', old.effective_from),
            'Leave the rate as it is, or enter an earlier one first.');
    end if;
    return null;
end;
$$;
comment on function private.guard_assignment_rate is
    'Trigger: a rate is not taken from under the time that it is the only one for.';

create trigger assignment_rates_cover_their_time
    after delete or update of assignment_id, effective_from on public.assignment_rates
    for each row execute function private.guard_assignment_rate();

-- A rate is its base and the hits that were applied up to its day: so it can be said which hits made it, however
-- many fell on one day. Whoever writes a rate writes what an hour costs; what that leaves without hits is its base.
-- Security definer: the rule locks contractors and reads rate hits, which the writer may not.
create function private.fill_base_rates()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_hits record;
    v_says_base constant boolean := case tg_op
        when 'INSERT' then new.base_bill_rate <> 'NaN' or new.base_pay_rate <> 'NaN'
        else (new.base_bill_rate, new.base_pay_rate) is distinct from (old.base_bill_rate, old.base_pay_rate) end;
begin
    -- The lock of apply_rate_hit: no hit is applied meanwhile.
    perform
       from public.contractors as contractor
       join public.assignments as assignment on assignment.contractor_id = contractor.id
      where assignment.id = new.assignment_id
        for no key update of contractor;
    select coalesce(sum(hit.bill_rate_change), 0) as bill, coalesce(sum(hit.pay_rate_change), 0) as pay
      into v_hits
      from public.rate_hits as hit
     where hit.assignment_id = new.assignment_id
       and hit.status = 'applied'
       and hit.effective_on <= new.effective_from;

    if v_says_base
        and (new.base_bill_rate + v_hits.bill, new.base_pay_rate + v_hits.pay) <> (new.bill_rate, new.pay_rate) then
        perform private.refuse(
            409, 'rate_is_not_base_and_hits',
            format('The rates of %s must be their base rates plus the rate hits up to that day: %s to bill and %s to pay.',
                   new.effective_from, v_hits.bill, v_hits.pay),
            'Leave the base rates out. They follow from the rates.');
    end if;
    new.base_bill_rate := new.bill_rate - v_hits.bill;
    new.base_pay_rate := new.pay_rate - v_hits.pay;
    return new;
end;
$$;
comment on function private.fill_base_rates is
    'Trigger: the bases of a rate are what it leaves without the rate hits that were applied up to its day. Refuses others.';

create trigger rates_have_their_bases
    before insert or update of assignment_id, effective_from, bill_rate, pay_rate, base_bill_rate, base_pay_rate
    on public.assignment_rates
    for each row execute function private.fill_base_rates();

-- Asked at commit: apply_rate_hit moves the rates after the hit's state.
-- Security definer: the rule reads rates, which the writer may not see.
create function private.check_applied_rate_hit()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_day constant date := (
        select min(rate.effective_from)
          from public.assignment_rates as rate
         cross join lateral (
               select sum(hit.bill_rate_change) as bill, sum(hit.pay_rate_change) as pay
                 from public.rate_hits as hit
                where hit.assignment_id = rate.assignment_id
                  and hit.status = 'applied'
                  and hit.effective_on <= rate.effective_from) as hits
         where rate.assignment_id = new.assignment_id
           and rate.effective_from >= new.effective_on
           and (rate.bill_rate, rate.pay_rate) <> (rate.base_bill_rate + hits.bill, rate.base_pay_rate + hits.pay));
begin
    if v_day is not null then
        perform private.refuse(
            409, 'rate_is_not_base_and_hits',
            format('The rate hit of %s is applied, but the rate of %s did not move by it.', new.effective_on, v_day),
            'Apply the rate hit. To load an applied one, load it before the rates that it made.');
    end if;
    return null;
end;
$$;
comment on function private.check_applied_rate_hit is
    'Trigger: when a rate hit is applied, the rates from its day on are their bases and the applied hits.';

create constraint trigger applied_rate_hits_are_in_the_rates
    after insert or update of status on public.rate_hits
    deferrable initially deferred
    for each row when (new.status = 'applied')
    execute function private.check_applied_rate_hit();

-- The legal moves of a rate hit, whoever makes them and by whatever statement: pending → applied, by
-- apply_rate_hit alone, or pending → cancelled. After that it stays as it is.
-- Security definer: the rule reads rates, which the writer may not see.
create function private.guard_rate_hit_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if old.status <> 'pending' then
        perform private.refuse(
            409, 'rate_hit_not_pending',
            format('The rate hit of %s is %s and no longer changes.', old.effective_on, old.status),
            'Enter another rate hit; to take back an applied one, give it the opposite changes.');
    end if;
    -- apply_rate_hit has written the rate when it comes to the state.
    if new.status = 'applied'
        and not exists (select from public.assignment_rates as rate where rate.rate_hit_id = new.id) then
        perform private.refuse(
            409, 'rate_hit_move_not_legal',
            format('Setting the status of the rate hit of %s does not apply it.', new.effective_on),
            'Apply the rate hit instead of setting its status.');
    end if;
    return new;
end;
$$;
comment on function private.guard_rate_hit_move is
    'Trigger: refuses to change a rate hit that is no longer pending, and to mark one as applied whose rate is not there.';

create trigger rate_hit_moves_are_legal
    before update on public.rate_hits
    for each row when (old is distinct from new)
    execute function private.guard_rate_hit_move();

create trigger rate_hits_are_deleted_while_pending
    before delete on public.rate_hits
    for each row when (old.status <> 'pending')
    execute function private.refuse_removal(
        'rate_hit_not_pending', 'rate hit of {effective_on}',
        'Leave it. To take an applied hit back, enter one with the opposite changes.');

revoke execute on function
    private.guard_assignment_rate, private.fill_base_rates, private.check_applied_rate_hit, private.guard_rate_hit_move
    from public, anon, authenticated, service_role;
