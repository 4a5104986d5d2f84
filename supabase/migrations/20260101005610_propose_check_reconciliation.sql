-- A first guess at what a check pays, for people to look over.
-- Security definer: whoever proposes need not be allowed to lock the check's facility.
create function private.propose_check_reconciliation(check_id uuid)
returns public.check_reconciliations
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_check public.checks;
    v_reconciliation public.check_reconciliations;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('check_id', propose_check_reconciliation.check_id));

    perform private.hold_check(propose_check_reconciliation.check_id);
    select received.*
      into v_check
      from public.checks as received
     where received.id = propose_check_reconciliation.check_id;
    if v_check.status = 'returned' then
        perform private.refuse(
            409, 'check_returned',
            format('Check %s over %s was returned: it pays nothing.',
                   coalesce(v_check.check_number, v_check.id::text), v_check.amount),
            'Enter what came instead as another check.');
    end if;

    select reconciliation.* into v_reconciliation
      from public.check_reconciliations as reconciliation
     where reconciliation.check_id = v_check.id and reconciliation.status <> 'returned';
    if v_reconciliation.id is not null then
        return v_reconciliation;
    end if;

    -- The proposals of a facility go one after the other, so that each sees what those before it claim.
    perform from public.facilities as facility where facility.id = v_check.facility_id for no key update;
    insert into public.check_reconciliations (check_id) values (v_check.id) returning * into v_reconciliation;
    -- In the order in which others lock invoices: the foreign key locks them too.
    insert into public.check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
    select v_reconciliation.id, line.invoice_id, line.component, line.amount
      from private.lines_to_propose(v_check.facility_id, v_check.amount) as line
     order by line.invoice_id;
    perform private.audit(
        'propose_check_reconciliation', 'check_reconciliations', v_reconciliation.id,
        null, to_jsonb(v_reconciliation));
    return v_reconciliation;
end;
$$;
comment on function private.propose_check_reconciliation(uuid) is
    'The logic of public.propose_check_reconciliation.';

create function public.propose_check_reconciliation(check_id uuid)
returns public.check_reconciliations
language sql
volatile
set search_path = ''
as $$ select private.propose_check_reconciliation(propose_check_reconciliation.check_id); $$;
comment on function public.propose_check_reconciliation(uuid) is
$$Proposes which open invoices of its facility a check pays, for confirm_check_reconciliation to post.

If the check is over exactly what one invoice owes, its principal or its principal and interest, it pays that one; else
if several add up to it exactly, the fewest of them, of the 24 oldest that can be part of the sum; else the principal of
the oldest by due date, then interest in the same order. What other proposals claim is not proposed again. What the
invoices leave of the check is on no line: confirming keeps it as the facility's credit. The lines can be edited until
then.

Who: billing.

Arguments:
check_id: the check, ACH transfer or wire.

Result: the reconciliation, proposed; its lines are in check_reconciliation_lines. Again: the one that the check has,
proposed or confirmed, with its lines as they were edited.

Errors: role_required, argument_missing, check_not_found, check_returned.

Example: {"check_id": "$check_id"}$$;

revoke execute on function
    private.propose_check_reconciliation(uuid), public.propose_check_reconciliation(uuid)
    from public, anon, authenticated, service_role;
grant execute on function
    private.propose_check_reconciliation(uuid), public.propose_check_reconciliation(uuid)
    to authenticated, service_role;
