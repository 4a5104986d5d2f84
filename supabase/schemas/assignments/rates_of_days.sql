-- The rate of a day is decided here, and nowhere else.

-- The end of a rate is looked up row by row, so that a condition on the assignment, a join's included, reaches
-- the index of assignment_rates.
create view private.rates_of_days with (security_invoker = true) as
    select rate.assignment_id,
           rate.effective_from,
           coalesce(next_rate.effective_from - 1, 'infinity') as effective_to,
           rate.bill_rate,
           rate.pay_rate
      from public.assignment_rates as rate
      left join lateral (
           select later.effective_from
             from public.assignment_rates as later
            where later.assignment_id = rate.assignment_id and later.effective_from > rate.effective_from
            order by later.effective_from
            limit 1) as next_rate on true;
comment on view private.rates_of_days is
    'The rates of an assignment with the days on which they hold: the rate of a day has it between effective_from and effective_to.';

-- A writer of drafts reads rates first; a rate that changes in between would be missed by the drafts, and
-- the drafts by the change. So the two exclude each other for the length of a transaction. Only billing's lock
-- comes before it.
create function private.hold_rates()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('private.rates_of_days', 0));
exception when lock_not_available then
    perform private.refuse_while_rates_are_held();
end;
$$;
comment on function private.hold_rates is
    'Locks the rates shared: they stay as they are until the transaction ends. For procedures that write drafts, which do not wait for each other here. Raises 409 when the wait is long.';

create function private.change_rates()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.rates_of_days', 0));
exception when lock_not_available then
    perform private.refuse_while_rates_are_held();
end;
$$;
comment on function private.change_rates is
    'Locks the rates exclusively: waits for those who hold them, and keeps others out until the transaction ends. For procedures that change rates. Raises 409 when the wait is long.';

revoke all on private.rates_of_days from public, anon, authenticated, service_role;
grant select on private.rates_of_days to authenticated, service_role;

revoke execute on function private.hold_rates, private.change_rates from public, anon, authenticated, service_role;
