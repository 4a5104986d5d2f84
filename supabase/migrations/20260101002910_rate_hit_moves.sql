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
            'Enter another rate hit; one that takes back an applied hit has the opposite changes.');
    end if;
    -- apply_rate_hit has written the rate when it comes to the state.
    if new.status = 'applied'
        and not exists (select from public.assignment_rates as rate where rate.rate_hit_id = new.id) then
        perform private.refuse(
            409, 'rate_hit_move_not_legal',
            format('The rate hit of %s is not applied by setting its status.', new.effective_on),
            'Call apply_rate_hit.');
    end if;
    return new;
end;
$$;
comment on function private.guard_rate_hit_move() is
    'Trigger: refuses changes of a rate hit that is no longer pending, and to call one applied whose rate is not there.';
revoke execute on function private.guard_rate_hit_move() from public, anon, authenticated, service_role;

create trigger rate_hit_moves_are_legal
    before update on public.rate_hits
    for each row when (old is distinct from new)
    execute function private.guard_rate_hit_move();

create trigger rate_hits_are_deleted_while_pending
    before delete on public.rate_hits
    for each row when (old.status <> 'pending')
    execute function private.refuse_removal(
        'rate_hit_not_pending', 'Leave it; one that takes back an applied hit has the opposite changes.');
