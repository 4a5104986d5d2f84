-- A wait that may be long ends by itself before the API ends the call (8 s), and the caller is told whom they waited
-- for: the function that waits sets a lock_timeout of its own, catches lock_not_available around the wait alone, and
-- refuses with 409. What was locked by then stays locked. Short waits need nothing: they end, and the call goes on.

create function private.refuse_while_billing()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'billing_in_progress',
        'Somebody else is billing right now. That may take up to a minute.',
        'Try again in a few seconds. Nothing was changed.');
end;
$$;
comment on function private.refuse_while_billing is 'Raises 409 for a wait for who bills that took too long.';

create function private.refuse_while_paying()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'payroll_in_progress',
        'Somebody else is preparing, closing or discarding payroll right now. That may take up to a minute.',
        'Try again in a few seconds. Nothing was changed.');
end;
$$;
comment on function private.refuse_while_paying is 'Raises 409 for a wait for payroll that took too long.';

create function private.refuse_while_rates_are_held()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'rates_held',
        'The rates are in use: somebody else is billing, preparing payroll or applying a rate hit.',
        'Try again in a few seconds. Nothing was changed.');
end;
$$;
comment on function private.refuse_while_rates_are_held is 'Raises 409 for a wait for the rates that took too long.';

revoke execute on function
    private.refuse_while_billing, private.refuse_while_paying, private.refuse_while_rates_are_held
    from public, anon, authenticated, service_role;
