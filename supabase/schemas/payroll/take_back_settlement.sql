-- A settlement that was a mistake, or whose check bounced: what it settled is open again.
-- Security definer: settlements are written by the procedures alone.
create function private.take_back_settlement(overpayment_settlement_id uuid, reason text)
returns public.overpayment_settlements
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_settlement public.overpayment_settlements;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'overpayment_settlement_id', take_back_settlement.overpayment_settlement_id));
    perform private.require_reason(take_back_settlement.reason);

    perform private.hold_approvals();
    select settlement.* into v_settlement
      from public.overpayment_settlements as settlement
     where settlement.id = take_back_settlement.overpayment_settlement_id;
    if not found then
        perform private.refuse(
            404, 'settlement_not_found',
            format('There is no settlement %s.', take_back_settlement.overpayment_settlement_id),
            'Look it up among the settlements of the contractor.');
    end if;
    if v_settlement.taken_back_on is not null then
        return v_settlement;
    end if;
    update public.overpayment_settlements as settlement
       set taken_back_on = (private.clock()).business_date, taken_back_by = private.user_id(),
           taken_back_reason = take_back_settlement.reason
     where settlement.id = v_settlement.id
    returning settlement.* into v_settlement;
    return v_settlement;
end;
$$;
comment on function private.take_back_settlement is 'The logic of public.take_back_settlement.';

create function public.take_back_settlement(overpayment_settlement_id uuid, reason text)
returns public.overpayment_settlements language sql volatile set search_path = ''
as $$ select private.take_back_settlement(overpayment_settlement_id, reason); $$;
comment on function public.take_back_settlement is
$$Takes back a settlement of an overpayment that was a mistake, or whose check bounced: what it settled is open again.

It is dated today in the operating timezone. The journal posts the opposite on that day, so closed books stay as they are.
Batches that are prepared from then on take what is arranged of it; those that are open stay as they are.

Who: payroll.

Arguments:
overpayment_settlement_id: the settlement.
reason: why, in a few words.

Result: the settlement, taken back. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, settlement_not_found,
payroll_in_progress.

Example: {"overpayment_settlement_id": "$overpayment_settlement_id", "reason": "The check bounced."}$$;

revoke execute on function
    private.take_back_settlement, public.take_back_settlement
    from public, anon, authenticated, service_role;
grant execute on function private.take_back_settlement, public.take_back_settlement to authenticated, service_role;
