-- A payment of which the bank and the payer did not say whose it is.
create function private.hold_remittance(remittance_id uuid)
returns public.remittances
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_remittance public.remittances;
begin
    select remittance.*
      into v_remittance
      from public.remittances as remittance
     where remittance.id = hold_remittance.remittance_id
       for update;
    if not found then
        perform private.refuse(
            404, 'remittance_not_found',
            format('There is no remittance %s.', hold_remittance.remittance_id),
            'Look it up in the list of remittances.');
    end if;
    return v_remittance;
end;
$$;
comment on function private.hold_remittance is
    'Locks a remittance for update and returns it; raises 404 when it does not exist.';

-- Security definer: remittances are written by procedures alone.
create function private.assign_remittance(remittance_id uuid, facility_id uuid)
returns public.remittances
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_remittance public.remittances;
    v_assigned public.remittances;
    v_facility_id uuid;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'remittance_id', assign_remittance.remittance_id, 'facility_id', assign_remittance.facility_id));
    perform private.require_facility(assign_remittance.facility_id);

    perform private.hold_imports(); -- a file may enter it just now
    v_remittance := private.hold_remittance(assign_remittance.remittance_id);
    if v_remittance.check_id is not null then
        select received.facility_id
          into v_facility_id
          from public.checks as received
         where received.id = v_remittance.check_id;
        if v_facility_id = assign_remittance.facility_id
           or v_remittance.matched_by = 'person' and exists ( -- of a facility that is billed with it
               select from private.checks_of_remittances(
                          array[v_remittance.id], array[assign_remittance.facility_id]) as found
                where found.check_id = v_remittance.check_id) then
            return v_remittance;
        end if;
        perform private.refuse(
            409, 'remittance_has_a_check',
            format('The remittance of %s over %s is a check of another facility.',
                   v_remittance.received_on, v_remittance.amount),
            'Delete that check first, if it is not that facility''s.');
    end if;

    update public.remittances as remittance
       set set_aside_at = null, set_aside_by = null, set_aside_reason = null
     where remittance.id = v_remittance.id and remittance.set_aside_at is not null;
    perform private.enter_remittances(array[v_remittance.id], array[assign_remittance.facility_id], array['person']);
    perform private.name_invoices(array[v_remittance.id]);
    perform private.propose_remitted(array(
        select remittance.check_id from public.remittances as remittance where remittance.id = v_remittance.id));
    select remittance.* into v_assigned from public.remittances as remittance where remittance.id = v_remittance.id;
    perform private.audit(
        'assign_remittance', 'remittances', v_remittance.id, to_jsonb(v_remittance), to_jsonb(v_assigned));
    return v_assigned;
end;
$$;
comment on function private.assign_remittance is 'The logic of public.assign_remittance.';

create function public.assign_remittance(remittance_id uuid, facility_id uuid)
returns public.remittances language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.assign_remittance(remittance_id, facility_id); $$;
comment on function public.assign_remittance is
$$Says which facility paid a remittance, and enters its check.

What it pays is proposed by what the payer said, as import_rows does. A check that is here already under its number, of
the facility or of one that is billed with it, is taken for it. One that was set aside is no longer.

Who: billing.

Arguments:
remittance_id: the remittance, without a check.
facility_id: the facility that paid.

Result: the remittance, with its check. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, facility_not_found, import_in_progress,
remittance_not_found, remittance_has_a_check.

Example: {"remittance_id": "$remittance_id", "facility_id": "$facility_id"}$$;

revoke execute on function private.hold_remittance, private.assign_remittance, public.assign_remittance
    from public, anon, authenticated, service_role;
grant execute on function private.assign_remittance, public.assign_remittance to authenticated, service_role;
