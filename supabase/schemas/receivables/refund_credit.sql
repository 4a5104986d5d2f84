-- A credit that the facility wants back.
create trigger refunds_are_not_rewritten
    before update on public.refunds
    for each row execute function private.refuse_write(
        'refund_is_kept', 'The refund of {amount} on {refunded_on} does not change.',
        'Enter what came back of it as a check.');

create trigger refunds_are_not_deleted
    before delete on public.refunds
    for each row execute function private.refuse_write(
        'refund_is_kept', 'The refund of {amount} on {refunded_on} is not deleted.',
        'Enter what came back of it as a check.');

create constraint trigger new_refunds_add_up
    after insert on public.refunds deferrable initially deferred
    for each row execute function private.guard_money_of_check();

-- Security definer: credits and refunds are written by procedures alone.
create function private.refund_credit(
    facility_credit_id uuid, amount numeric, reason text, method text, reference text, request_id uuid)
returns public.refunds
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_refund_id constant uuid := gen_random_uuid();
    v_repeated_id uuid;
    v_credit public.facility_credits;
    v_left public.facility_credits;
    v_refund public.refunds;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'facility_credit_id', refund_credit.facility_credit_id, 'amount', refund_credit.amount,
        'method', refund_credit.method));
    perform private.require_amount('amount', refund_credit.amount);
    perform private.require_reason(refund_credit.reason);
    perform private.require_line('reference', refund_credit.reference, 200);
    if refund_credit.method not in ('check', 'ach', 'wire') then
        perform private.refuse(
            400, 'refund_method_unknown', format('Nothing is refunded by %L.', refund_credit.method),
            'Give check, ach or wire.');
    end if;

    v_repeated_id := private.row_of_request(
        refund_credit.request_id, 'refund_credit',
        jsonb_build_object('facility_credit_id', refund_credit.facility_credit_id, 'amount', refund_credit.amount,
                           'reason', refund_credit.reason, 'method', refund_credit.method,
                           'reference', refund_credit.reference),
        v_refund_id);
    if v_repeated_id is not null then
        select refund.* into v_refund from public.refunds as refund where refund.id = v_repeated_id;
        return v_refund;
    end if;

    v_credit := private.hold_credit(refund_credit.facility_credit_id);
    if refund_credit.amount > v_credit.remaining then
        perform private.refuse(
            409, 'refund_over_credit',
            case when v_credit.reversed_at is null
                 then format('Of the credit of %s there are %s left, less than %s.',
                             v_credit.amount, v_credit.remaining, refund_credit.amount)
                 else format('The check that left the credit of %s was returned.', v_credit.amount) end,
            'Lower the amount to what is left of it.');
    end if;
    perform private.require_second_person(
        'refund_credit', refund_credit.amount,
        refund_credit.amount + coalesce(
            (select sum(refund.amount) from public.refunds as refund where refund.facility_credit_id = v_credit.id), 0));

    insert into public.refunds (id, facility_id, facility_credit_id, amount, refunded_on, method, reference, reason)
    select v_refund_id, v_credit.facility_id, v_credit.id, refund_credit.amount,
           greatest((private.clock()).business_date,
                    (select received.received_on from public.checks as received where received.id = v_credit.check_id),
                    (select note.counts_on from public.credit_notes as note where note.id = v_credit.credit_note_id)),
           refund_credit.method, nullif(btrim(refund_credit.reference), ''), refund_credit.reason
    returning * into v_refund;
    update public.facility_credits as credit
       set remaining = credit.remaining - refund_credit.amount
     where credit.id = v_credit.id
    returning * into v_left;
    perform private.audit('refund_credit', 'facility_credits', v_credit.id, to_jsonb(v_credit), to_jsonb(v_left));
    perform private.audit('refund_credit', 'refunds', v_refund.id, null, to_jsonb(v_refund));
    return v_refund;
end;
$$;
comment on function private.refund_credit is 'The logic of public.refund_credit.';

create function public.refund_credit(
    facility_credit_id uuid, amount numeric, reason text, method text default 'check', reference text default null,
    request_id uuid default null)
returns public.refunds language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.refund_credit(facility_credit_id, amount, reason, method, reference, request_id); $$;
comment on function public.refund_credit is
$$Records that a facility got money back out of a credit, which a check or a credit note left and no invoice used.

It is dated today in the operating timezone; of a credit note that counts from a later day, that day. What is left of
the credit is less by it, and so are the facility's unapplied credits from that day on. A check that was not
reconciled leaves nothing yet: confirm a reconciliation of it without lines first. A check of whose credit something
was refunded is no longer returned.

Who: billing.

Arguments:
facility_credit_id: the credit.
amount: how much, above zero and at most what is left of it.
reason: why, in a few words; it is kept with the refund.
method: how it was paid, one of check, ach, wire.
reference: the number of the firm's own check or transfer, on one line; null is none.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.

Result: the refund. Again with the same request_id: the same, and nothing more is refunded. Without one each call is a
refund.

Errors: role_required, argument_missing, amount_not_valid, reason_missing, text_not_one_line, text_too_long,
refund_method_unknown, request_id_reused, credit_not_found, refund_over_credit, second_person_needed, approval_outdated.

Example: {"facility_credit_id": "$facility_credit_id", "amount": 10, "reason": "The facility has closed."}$$;

revoke execute on function private.refund_credit, public.refund_credit
    from public, anon, authenticated, service_role;
grant execute on function private.refund_credit, public.refund_credit to authenticated, service_role;
