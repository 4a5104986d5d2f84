create trigger checks_come_on_plausible_days
    before insert on public.checks
    for each row when (isfinite(new.received_on) and not private.is_plausible_day(new.received_on))
    execute function private.refuse_day('received_on');

create trigger checks_move_to_plausible_days
    before update on public.checks
    for each row when (
        old.received_on is distinct from new.received_on
        and isfinite(new.received_on) and not private.is_plausible_day(new.received_on))
    execute function private.refuse_day('received_on');

create trigger checks_were_received_by_today
    before insert on public.checks
    for each row when (isfinite(new.received_on) and new.received_on > (private.clock()).business_date)
    execute function private.refuse_day_to_come(
        'received_on', 'The check cannot have been received on %s, a day that has not come yet.');

create trigger checks_were_not_received_later
    before update on public.checks
    for each row when (
        old.received_on is distinct from new.received_on
        and isfinite(new.received_on) and new.received_on > (private.clock()).business_date)
    execute function private.refuse_day_to_come(
        'received_on', 'The check cannot have been received on %s, a day that has not come yet.');

create trigger checks_were_returned_by_now
    before insert or update of returned_at on public.checks
    for each row when (new.returned_at > (private.clock()).at)
    execute function private.refuse_day_to_come(
        'returned_at', 'The check cannot have been returned at %s, a time that has not come yet.');

-- One check entered twice is money twice. What came without a number is not compared: two payments of one amount are
-- nothing unusual, and a returned one may be presented again.

-- Security definer: the rule reads all checks, and whoever writes need not be allowed to call private.refuse.
create function private.guard_check_entry()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_other public.checks;
begin
    -- Of two who enter the same at once, the second waits and then sees the first's.
    perform from public.facilities as facility where facility.id = new.facility_id for no key update;
    select other.*
      into v_other
      from public.checks as other
     where other.facility_id = new.facility_id
       and btrim(other.check_number) = btrim(new.check_number)
       and other.method = new.method
       and other.amount = new.amount
       and other.status <> 'returned'
       and other.id <> new.id
     order by other.created_at
     limit 1;
    if found then
        perform private.refuse(
            409, 'check_already_entered',
            format('The facility''s %s %s over %s is already here: received on %s, %s.',
                   v_other.method, v_other.check_number, v_other.amount, v_other.received_on, v_other.status),
            format('Use that check (%s). If this is another one, say that it is entered again.', v_other.id));
    end if;
    return new;
end;
$$;
comment on function private.guard_check_entry is
    'Trigger: refuses a second check of the same facility, method, number and amount.';

create trigger checks_are_entered_once
    before insert on public.checks
    for each row when (new.check_number ~ '\S' and new.status <> 'returned' and not new.entered_again)
    execute function private.guard_check_entry();

create trigger checks_become_no_other_check
    before update on public.checks
    for each row when (
        new.check_number ~ '\S' and new.status = 'received' and not new.entered_again
        and (old.facility_id is distinct from new.facility_id or old.check_number is distinct from new.check_number
             or old.method is distinct from new.method or old.amount is distinct from new.amount
             or old.entered_again is distinct from new.entered_again))
    execute function private.guard_check_entry();

-- Money that was posted stays as it was posted: a check or a credit is not rewritten or deleted, it is returned or
-- spent. What is not posted yet is billing's to change.
create trigger checks_change_until_they_are_reconciled
    before update on public.checks
    for each row when (
        old.status <> 'received'
        and ((old.id is distinct from new.id or old.facility_id is distinct from new.facility_id
            or old.check_number is distinct from new.check_number
            or old.method is distinct from new.method or old.amount is distinct from new.amount
            or old.received_on is distinct from new.received_on
            or old.entered_again is distinct from new.entered_again
            or old.late is distinct from new.late
            or old.created_at is distinct from new.created_at)
             or new.status not in (old.status, 'returned')))
    execute function private.refuse_write(
        'check_not_received',
        'The check of {received_on} over {amount} is {status|reconciled or returned} and does not change.',
        'Return it, and enter what came instead as another one.');

create trigger who_entered_and_returned_checks_is_kept
    before update on public.checks
    for each row when (
        old.entered_by is distinct from new.entered_by
        or (old.status = 'returned' and old.returned_by is distinct from new.returned_by))
    execute function private.refuse_write(
        'actor_is_kept', 'Nobody enters by hand who entered or returned a check.',
        'Leave both as they are.');

create trigger checks_are_deleted_until_they_are_reconciled
    before delete on public.checks
    for each row when (old.status <> 'received')
    execute function private.refuse_removal(
        'check_not_received', 'check of {received_on} over {amount}', 'Return it instead.');

create trigger credits_are_only_spent_and_reversed
    before update on public.facility_credits
    for each row when (
        (old.reversed_at is not null and old is distinct from new)
        or (old.id is distinct from new.id or old.facility_id is distinct from new.facility_id
            or old.check_id is distinct from new.check_id or old.amount is distinct from new.amount
            or old.created_at is distinct from new.created_at or old.credit_note_id is distinct from new.credit_note_id))
    execute function private.refuse_write(
        'credit_is_kept', 'The credit of {amount} changes only when it is spent, or returned with its check.',
        'Spend it by a reconciliation of its own, or return its check.');

create trigger credits_are_not_deleted
    before delete on public.facility_credits
    for each row execute function private.refuse_write(
        'credit_is_kept', 'The credit of {amount} is not deleted.', 'Return its check instead.');

-- The legal moves of a reconciliation, whoever makes them: proposed → confirmed once its lines are posted as payments,
-- and → returned once none of its payments is in force. Its lines change while it is proposed.

-- Security definer: the rule reads payments, and whoever writes need not be allowed to call private.refuse.
create function private.guard_reconciliation_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_posted constant numeric := (
        select coalesce(sum(payment.amount), 0)
          from public.payments as payment
         where payment.check_reconciliation_id = new.id and payment.reversed_at is null);
    v_proposed constant numeric := (
        select coalesce(sum(line.amount), 0)
          from public.check_reconciliation_lines as line
         where line.check_reconciliation_id = new.id);
begin
    if tg_op = 'UPDATE' and (old.check_id, old.facility_credit_id)
                            is distinct from (new.check_id, new.facility_credit_id) then
        perform private.refuse(
            409, 'reconciliation_source_is_fixed',
            'A reconciliation cannot move to another check or credit.',
            'Delete it while it is proposed, and make a new one for the other.');
    end if;
    if tg_op = 'UPDATE' and (
        (old.status = 'proposed' and new.status = 'confirmed' and v_posted = v_proposed)
        or (old.status in ('proposed', 'confirmed') and new.status = 'returned' and v_posted = 0)) then
        return new;
    end if;
    perform private.refuse(
        409, 'reconciliation_move_not_legal',
        format('Setting the status of a reconciliation does not make it %s.', new.status),
        'Enter it as proposed, then confirm it, or return its check.');
    return null;
end;
$$;
comment on function private.guard_reconciliation_move is
    'Trigger: refuses states of a reconciliation that its payments do not bear out, and another check or credit.';

create trigger reconciliations_begin_as_proposals
    before insert on public.check_reconciliations
    for each row when (new.status <> 'proposed')
    execute function private.guard_reconciliation_move();

create trigger reconciliation_moves_are_legal
    before update on public.check_reconciliations
    for each row when (
        (old.check_id is distinct from new.check_id
            or old.facility_credit_id is distinct from new.facility_credit_id
            or old.status is distinct from new.status))
    execute function private.guard_reconciliation_move();

create trigger who_confirmed_reconciliations_is_kept
    before update on public.check_reconciliations
    for each row when (old.confirmed_at is not null and old.confirmed_by is distinct from new.confirmed_by)
    execute function private.refuse_write(
        'actor_is_kept', 'Nobody enters by hand who confirmed a reconciliation.', 'Leave it as it is.');

create trigger reconciliations_are_deleted_while_proposed
    before delete on public.check_reconciliations
    for each row when (old.status <> 'proposed')
    execute function private.refuse_removal(
        'reconciliation_not_proposed', 'reconciliation', 'Return its check instead.');

-- Security definer: the rule holds reconciliations, which the writer may not.
create function private.guard_reconciliation_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_status text;
begin
    -- Whoever confirms it at this moment is waited for, and waits for whoever writes its lines.
    for v_status in
        select reconciliation.status
          from public.check_reconciliations as reconciliation
         where reconciliation.id in (select line.check_reconciliation_id from touched as line)
         order by reconciliation.id
           for key share
    loop
        if v_status <> 'proposed' then
            perform private.refuse(
                409, 'reconciliation_not_proposed',
                format('The reconciliation is %s, so its lines no longer change.', v_status),
                'Return its check, and propose another reconciliation.');
        end if;
    end loop;
    return null;
end;
$$;
comment on function private.guard_reconciliation_lines is
    'Trigger: lines of a reconciliation are written while it is proposed.';

create trigger new_reconciliation_lines_are_proposed
    after insert on public.check_reconciliation_lines
    referencing new table as touched
    for each statement execute function private.guard_reconciliation_lines();

create trigger changed_reconciliation_lines_are_proposed
    after update on public.check_reconciliation_lines
    referencing new table as touched
    for each statement execute function private.guard_reconciliation_lines();

create trigger changed_reconciliation_lines_were_proposed
    after update on public.check_reconciliation_lines
    referencing old table as touched
    for each statement execute function private.guard_reconciliation_lines();

create trigger removed_reconciliation_lines_were_proposed
    after delete on public.check_reconciliation_lines
    referencing old table as touched
    for each statement execute function private.guard_reconciliation_lines();

revoke execute on function
    private.guard_check_entry, private.guard_reconciliation_move, private.guard_reconciliation_lines
    from public, anon, authenticated, service_role;
