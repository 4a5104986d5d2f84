-- Money that was posted stays as it was posted: a check, a reconciliation, a payment or a credit is not rewritten or
-- deleted, it is returned or reversed. What is not posted yet is billing's to change.

-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.refuse_write()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse(409, tg_argv[0], tg_argv[1], tg_argv[2]);
    return null;
end;
$$;
comment on function private.refuse_write() is
    'Trigger, with a slug, a message and a hint as its arguments: refuses to write the row.';
revoke execute on function private.refuse_write() from public, anon, authenticated, service_role;

create trigger payments_are_only_reversed
    before update on public.payments
    for each row when (
        (old.reversed_at is not null and old is distinct from new)
        or (old.id, old.invoice_id, old.check_reconciliation_id, old.source, old.paid_on, old.component, old.amount,
            old.reason, old.created_at)
           is distinct from
           (new.id, new.invoice_id, new.check_reconciliation_id, new.source, new.paid_on, new.component, new.amount,
            new.reason, new.created_at))
    execute function private.refuse_write(
        'payment_is_kept', 'A payment does not change once it is recorded.',
        'Return its check with return_check, and record it anew.');

create trigger payments_are_not_deleted
    before delete on public.payments
    for each row execute function private.refuse_write(
        'payment_is_kept', 'A payment is not deleted.', 'Return its check with return_check.');

create trigger checks_change_until_they_are_reconciled
    before update on public.checks
    for each row when (
        old.status <> 'received'
        and ((old.id, old.facility_id, old.check_number, old.method, old.amount, old.received_on, old.created_at)
             is distinct from
             (new.id, new.facility_id, new.check_number, new.method, new.amount, new.received_on, new.created_at)
             or new.status not in (old.status, 'returned')))
    execute function private.refuse_write(
        'check_not_received', 'A check that is reconciled or returned does not change.',
        'Return it with return_check, and enter what came instead as another one.');

create trigger checks_are_deleted_until_they_are_reconciled
    before delete on public.checks
    for each row when (old.status <> 'received')
    execute function private.refuse_removal('check_not_received', 'Return it with return_check.');

create trigger credits_are_only_spent_and_reversed
    before update on public.facility_credits
    for each row when (
        (old.reversed_at is not null and old is distinct from new)
        or (old.id, old.facility_id, old.check_id, old.amount, old.created_at)
           is distinct from (new.id, new.facility_id, new.check_id, new.amount, new.created_at))
    execute function private.refuse_write(
        'credit_is_kept', 'A credit does not change but by being spent or returned with its check.',
        'Spend it by a reconciliation of its own, or return its check with return_check.');

create trigger credits_are_not_deleted
    before delete on public.facility_credits
    for each row execute function private.refuse_write(
        'credit_is_kept', 'A credit is not deleted.', 'Return its check with return_check.');
