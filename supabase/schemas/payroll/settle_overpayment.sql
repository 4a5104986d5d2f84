-- An overpayment that is not taken from pay: paid back, let go, or lost.
-- Security definer: settlements are written by the procedure alone.
create function private.settle_overpayment(
    contractor_id uuid, week_start date, kind text, amount numeric, reason text, request_id uuid)
returns public.overpayment_settlements
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_id constant uuid := gen_random_uuid();
    v_contractor public.contractors;
    v_repeated_id uuid;
    v_free numeric;
    v_amount numeric;
    v_settlement public.overpayment_settlements;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'contractor_id', settle_overpayment.contractor_id, 'week_start', settle_overpayment.week_start,
        'kind', settle_overpayment.kind));
    if settle_overpayment.kind not in ('check', 'waived', 'written_off') then
        perform private.refuse(
            400, 'settlement_kind_unknown',
            format('An overpayment is not settled by %L.', settle_overpayment.kind),
            'Say whether it was paid back by check, waived or written off.');
    end if;
    if settle_overpayment.amount is not null then
        perform private.require_amount('amount', settle_overpayment.amount);
    end if;
    perform private.require_reason(settle_overpayment.reason);
    v_contractor := private.require_contractor(settle_overpayment.contractor_id);

    v_repeated_id := private.row_of_request(
        settle_overpayment.request_id, 'settle_overpayment',
        jsonb_build_object('contractor_id', v_contractor.id, 'week_start', settle_overpayment.week_start,
                           'kind', settle_overpayment.kind, 'amount', settle_overpayment.amount,
                           'reason', settle_overpayment.reason),
        v_id);
    if v_repeated_id is not null then
        select settlement.* into v_settlement
          from public.overpayment_settlements as settlement where settlement.id = v_repeated_id;
        return v_settlement;
    end if;

    perform private.hold_approvals();
    perform private.require_free_of_batches(v_contractor.id);
    select coalesce(sum(part.free), 0) into v_free
      from private.open_overpayments(array[v_contractor.id]) as part
     where part.week_start = settle_overpayment.week_start;
    v_amount := coalesce(settle_overpayment.amount, v_free);
    if v_free < greatest(v_amount, 0.01) then
        perform private.refuse(
            409, 'settlement_over_open',
            format('Of what %s %s was overpaid for the week of %s, %s is open.', v_contractor.first_name,
                   v_contractor.last_name, settle_overpayment.week_start, v_free),
            'Give at most that.');
    end if;
    if settle_overpayment.kind <> 'check' then -- what comes back gives nothing up
        perform private.require_second_person('settle_overpayment', v_amount, v_amount);
    end if;
    insert into public.overpayment_settlements (
        id, contractor_id, week_start, kind, amount, settled_on, employment_type, reason, settled_by,
        reimbursements_by_code)
    select v_id, v_contractor.id, settle_overpayment.week_start, settle_overpayment.kind, v_amount, clock.business_date,
           v_contractor.employment_type, settle_overpayment.reason, private.user_id(), repaid.amounts
      from private.clock() as clock
     cross join (
           select coalesce(jsonb_object_agg(settled.code, settled.amount::text), '{}')
             from (select part.code,
                          least(part.free, v_amount - sum(part.free) over wages_first + part.free) as amount
                     from private.open_overpayments(array[v_contractor.id]) as part
                    where part.week_start = settle_overpayment.week_start
                   window wages_first as (order by part.code nulls first)) as settled
            where settled.code is not null and settled.amount > 0) as repaid (amounts)
    returning * into v_settlement;
    return v_settlement;
end;
$$;
comment on function private.settle_overpayment is 'The logic of public.settle_overpayment.';

create function public.settle_overpayment(
    contractor_id uuid, week_start date, kind text, reason text, amount numeric default null,
    request_id uuid default null)
returns public.overpayment_settlements language sql volatile set search_path = ''
as $$ select private.settle_overpayment(contractor_id, week_start, kind, amount, reason, request_id); $$;
comment on function public.settle_overpayment is
$$Settles an overpayment of a workweek that is not taken from pay: paid back by check, waived, or written off.

It is of wages first, then of codes that repay expenses, in the order of their names: reimbursements_by_code keeps how
much of which, whatever becomes of the week later.

It is dated today in the operating timezone. A check is cash in the journal; what is waived or written off is wages, or
contractor_cost, and of codes that repay expenses reimbursements. New York counts a check of the person as a deduction:
the same notice is needed.

Who: payroll.

Arguments:
contractor_id: who was overpaid.
week_start: the first day of the workweek.
kind: one of check, waived, written_off.
reason: why, in a few words, or the number of the check.
amount: how much; null = all that is open of the week.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.

Result: the settlement. Again with the same request_id: the same, and nothing more is settled.

Errors: role_required, argument_missing, settlement_kind_unknown, amount_not_valid, reason_missing, text_not_one_line,
text_too_long, contractor_not_found, request_id_reused, overpayment_in_open_batch, settlement_over_open,
second_person_needed, approval_outdated, payroll_in_progress.

Example: {"contractor_id": "$overpaid_contractor_id", "week_start": "2026-03-02", "kind": "waived",
  "reason": "Our own mistake."}$$;

revoke execute on function
    private.settle_overpayment, public.settle_overpayment
    from public, anon, authenticated, service_role;
grant execute on function private.settle_overpayment, public.settle_overpayment to authenticated, service_role;
