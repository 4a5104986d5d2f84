-- Money that no facility paid: interest of the bank, a transfer of one's own, a deposit whose checks are known singly.
-- Security definer: remittances are written by procedures alone.
create function private.set_aside_remittance(remittance_id uuid, reason text)
returns public.remittances
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_remittance public.remittances;
    v_set_aside public.remittances;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('remittance_id', set_aside_remittance.remittance_id));
    perform private.require_reason(set_aside_remittance.reason);

    perform private.hold_imports(); -- a file may enter it just now
    v_remittance := private.hold_remittance(set_aside_remittance.remittance_id);
    if v_remittance.set_aside_at is not null then
        return v_remittance;
    elsif v_remittance.check_id is not null then
        perform private.refuse(
            409, 'remittance_has_a_check',
            format('The remittance of %s over %s is a check already.', v_remittance.received_on, v_remittance.amount),
            'Delete that check first, if no facility paid it.');
    end if;

    update public.remittances as remittance
       set set_aside_at = (private.clock()).at, set_aside_by = private.user_id(),
           set_aside_reason = set_aside_remittance.reason
     where remittance.id = v_remittance.id
    returning * into v_set_aside;
    perform private.audit(
        'set_aside_remittance', 'remittances', v_remittance.id, to_jsonb(v_remittance), to_jsonb(v_set_aside));
    return v_set_aside;
end;
$$;
comment on function private.set_aside_remittance is 'The logic of public.set_aside_remittance.';

create function public.set_aside_remittance(remittance_id uuid, reason text)
returns public.remittances language sql volatile set search_path = ''
as $$ select private.set_aside_remittance(remittance_id, reason); $$;
comment on function public.set_aside_remittance is
$$Says that a remittance is no facility's payment, with the reason.

It stays, and no check is entered of it. assign_remittance takes that back.

Who: billing.

Arguments:
remittance_id: the remittance, without a check.
reason: why, in a few words, such as that it is the bank's interest.

Result: the remittance, set aside. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, import_in_progress,
remittance_not_found, remittance_has_a_check.

Example: {"remittance_id": "$remittance_id", "reason": "Interest of the bank."}$$;

revoke execute on function private.set_aside_remittance, public.set_aside_remittance
    from public, anon, authenticated, service_role;
grant execute on function private.set_aside_remittance, public.set_aside_remittance to authenticated, service_role;
