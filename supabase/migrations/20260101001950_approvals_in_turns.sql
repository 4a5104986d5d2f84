-- Whoever fills a payroll draft holds approved time and adjustments in one order, whoever takes their approval back
-- in another: they go in turns, or each would wait for what the other holds.

create function private.hold_approvals()
returns void
language sql
volatile
set search_path = ''
as $$
    select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_approvals', 0));
$$;
comment on function private.hold_approvals() is
    'Keeps what is approved so until the transaction ends. For those who fill payroll drafts, one at a time.';
revoke execute on function private.hold_approvals() from public, anon, authenticated, service_role;

create function private.take_back_approval()
returns void
language sql
volatile
set search_path = ''
as $$
    select pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('private.hold_approvals', 0));
$$;
comment on function private.take_back_approval() is
    'Waits for those who hold approvals and keeps others from it until the transaction ends. For triggers, before they look whether a batch pays the row; they go side by side.';
revoke execute on function private.take_back_approval() from public, anon, authenticated, service_role;
