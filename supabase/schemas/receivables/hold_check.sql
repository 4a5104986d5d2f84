-- Locks a check and all that was made of it: the check first, so that whatever is done with its money
-- goes one after the other; its invoices come after these, by private.hold_invoices.
create function private.hold_check(check_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_credit_ids uuid[];
begin
    perform from public.checks as held where held.id = hold_check.check_id for update;
    if not found then
        perform private.refuse(
            404, 'check_not_found',
            format('There is no check %s.', hold_check.check_id),
            'Look it up in the list of checks.');
    end if;
    -- With it, what credit notes left because this money had paid their invoices: returning it moves that.
    v_credit_ids := array(
        select credit.id
          from public.facility_credits as credit
         where credit.check_id = hold_check.check_id
            or credit.credit_note_id in (
               select note.id
                 from public.check_reconciliations as reconciliation
                 join public.payments as payment on payment.check_reconciliation_id = reconciliation.id
                 join public.credit_notes as note on note.invoice_id = payment.invoice_id
                where reconciliation.check_id = hold_check.check_id
                   or reconciliation.facility_credit_id in (
                      select own.id from public.facility_credits as own where own.check_id = hold_check.check_id))
         order by credit.id
           for update);
    -- Lines that others are adding are waited for.
    perform
       from public.check_reconciliations as reconciliation
      where reconciliation.check_id = hold_check.check_id
         or reconciliation.facility_credit_id = any (v_credit_ids)
      order by reconciliation.id
        for update;
end;
$$;
comment on function private.hold_check is
    'Locks a check, the credits that it left or that credit notes of its invoices left, and the reconciliations of these, for update; raises 404 when there is no such check.';

-- A credit that a check left goes with the check; before one of a credit note comes no check.
create function private.hold_credit(facility_credit_id uuid)
returns public.facility_credits
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_check_id constant uuid := (
        select credit.check_id from public.facility_credits as credit where credit.id = hold_credit.facility_credit_id);
    v_credit public.facility_credits;
begin
    if v_check_id is not null then
        perform private.hold_check(v_check_id);
    end if;
    select credit.*
      into v_credit
      from public.facility_credits as credit
     where credit.id = hold_credit.facility_credit_id
       for update;
    if not found then
        perform private.refuse(
            404, 'credit_not_found',
            format('There is no credit %s.', hold_credit.facility_credit_id),
            'Look it up in the list of credits.');
    end if;
    return v_credit;
end;
$$;
comment on function private.hold_credit is
    'Locks a credit, with its check by private.hold_check, and returns it; raises 404 when it does not exist.';

create function private.hold_reconciliation(check_reconciliation_id uuid)
returns public.check_reconciliations
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_source record;
    v_reconciliation public.check_reconciliations;
begin
    -- Which check or credit it spends never changes.
    select coalesce(reconciliation.check_id, credit.check_id) as check_id, credit.id as credit_id
      into v_source
      from public.check_reconciliations as reconciliation
      left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id
     where reconciliation.id = hold_reconciliation.check_reconciliation_id;
    if v_source.check_id is not null then
        perform private.hold_check(v_source.check_id);
    else -- what a credit note left: no check comes before it
        perform from public.facility_credits as credit where credit.id = v_source.credit_id for update;
        perform
           from public.check_reconciliations as reconciliation
          where reconciliation.facility_credit_id = v_source.credit_id
          order by reconciliation.id
            for update;
    end if;
    select reconciliation.*
      into v_reconciliation
      from public.check_reconciliations as reconciliation
     where reconciliation.id = hold_reconciliation.check_reconciliation_id;
    if not found then -- or somebody deleted it while it was waited for
        perform private.refuse(
            404, 'check_reconciliation_not_found',
            format('There is no reconciliation %s.', hold_reconciliation.check_reconciliation_id),
            'Look it up in the list of reconciliations.');
    end if;
    return v_reconciliation;
end;
$$;
comment on function private.hold_reconciliation is
    'Locks a reconciliation with its check by private.hold_check, or with the credit that it spends, and returns it; raises 404 when it does not exist.';

revoke execute on function
    private.hold_check, private.hold_credit, private.hold_reconciliation
    from public, anon, authenticated, service_role;
