-- Two looks at a batch before it is paid.
create function private.require_second_approver(batch public.payroll_batches)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_user_id constant uuid := private.user_id();
begin
    if not (select settings.require_second_approver from public.organization_settings as settings) then
        return;
    end if;
    if v_user_id is null or v_user_id = any (batch.preparer_ids) then
        perform private.refuse(
            403, 'second_approver_required',
            case when v_user_id is null then 'Only a person who is signed in approves a payroll batch.'
                 else 'Nobody approves a payroll batch that they prepared or rebuilt.' end,
            'Have it approved by somebody else with the role payroll or admin.');
    end if;
end;
$$;
comment on function private.require_second_approver is
    'Raises 403 where the firm asks for a second approver and the caller is not one.';

-- Nobody is paid less than nothing. Batches that are prepared now have overpayments and what is carried in lines of their
-- own; one that an earlier release prepared may lack them.
create function private.require_pay_not_below_zero(payroll_batch_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_below constant text := (
        select string_agg(
                   format('%s %s: %s', contractor.first_name, contractor.last_name, item.gross_pay), '; '
                   order by contractor.last_name, contractor.first_name, contractor.id)
          from public.payroll_items as item
          join public.contractors as contractor on contractor.id = item.contractor_id
         where item.payroll_batch_id = require_pay_not_below_zero.payroll_batch_id
           and item.gross_pay < 0);
begin
    if v_below is not null then
        perform private.refuse(
            409, 'payroll_batch_outdated',
            format('An earlier release prepared the batch, with pay below zero: %s.', v_below),
            'Discard the batch and prepare it again. What was overpaid then stands apart.');
    end if;
end;
$$;
comment on function private.require_pay_not_below_zero is
    'Raises 409 and names the contractors whose pay in a batch is below zero.';

-- Security definer: batches are written by procedures alone.
create function private.advance_payroll_batch_status(payroll_batch_id uuid, expected_status text, request_id uuid)
returns public.payroll_batches
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_steps constant text[] := '{draft,in_review,approved}';
    v_expected_step constant int := array_position(v_steps, advance_payroll_batch_status.expected_status);
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
    v_repeated_id uuid;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_batch_id', advance_payroll_batch_status.payroll_batch_id));
    if advance_payroll_batch_status.expected_status not in ('draft', 'in_review') then
        perform private.refuse(
            400, 'expected_status_unknown',
            format('A batch cannot advance from %L.', advance_payroll_batch_status.expected_status),
            'Expect draft or in_review, or expect nothing.');
    end if;

    v_repeated_id := private.row_of_request(
        advance_payroll_batch_status.request_id, 'advance_payroll_batch_status',
        jsonb_build_object('payroll_batch_id', advance_payroll_batch_status.payroll_batch_id,
                           'expected_status', advance_payroll_batch_status.expected_status),
        advance_payroll_batch_status.payroll_batch_id);
    if v_repeated_id is not null then
        select batch.* into v_batch from public.payroll_batches as batch where batch.id = v_repeated_id;
        return v_batch;
    end if;

    v_before := private.hold_payroll_batch(advance_payroll_batch_status.payroll_batch_id);
    if v_before.status = v_steps[v_expected_step + 1] then
        return v_before;
    end if;
    if v_before.status not in ('draft', 'in_review') then
        perform private.refuse_payroll_batch(v_before);
    end if;
    if v_before.status <> advance_payroll_batch_status.expected_status then
        perform private.refuse(
            409, 'payroll_batch_status_unexpected',
            format('%s is %s, not %s.', private.name_of_payroll_batch(v_before), replace(v_before.status, '_', ' '),
                   replace(advance_payroll_batch_status.expected_status, '_', ' ')),
            'Look at the batch as it is now, then try again.');
    end if;

    if v_before.status = 'in_review' then
        perform private.require_second_approver(v_before);
        perform private.require_pay_not_below_zero(v_before.id);
        update public.payroll_batches as batch
           set status = 'approved', approved_by = private.user_id()
         where batch.id = v_before.id
        returning * into v_batch;
    else
        update public.payroll_batches as batch
           set status = 'in_review', in_review_by = private.user_id()
         where batch.id = v_before.id
        returning * into v_batch;
    end if;
    perform private.audit(
        'advance_payroll_batch_status', 'payroll_batches', v_batch.id, to_jsonb(v_before), to_jsonb(v_batch));
    return v_batch;
end;
$$;
comment on function private.advance_payroll_batch_status is 'The logic of public.advance_payroll_batch_status.';

create function public.advance_payroll_batch_status(
    payroll_batch_id uuid, expected_status text default null, request_id uuid default null)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.advance_payroll_batch_status(payroll_batch_id, expected_status, request_id); $$;
comment on function public.advance_payroll_batch_status is
$$Takes a payroll batch one step on: a draft into review, one in review to approved.

It does not close an approved one: close_and_lock_payroll_batch does.

With organization_settings.require_second_approver, whoever approves has neither prepared nor rebuilt it, and is a
person who is signed in. A batch of an earlier release in which a contractor's pay is below zero is not approved.

Who: payroll.

Arguments:
payroll_batch_id: the batch, a draft or in review.
expected_status: the status that the caller saw, one of draft, in_review. It makes a double click harmless: a batch that
    is exactly one step on is returned as it is, and anything else is refused. Without it each call is a step.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.

Result: the batch. Again with the same request_id: the batch as it is, and no further step.

Errors: role_required, argument_missing, expected_status_unknown, request_id_reused, payroll_batch_not_found,
payroll_batch_status_unexpected, payroll_batch_under_review, payroll_batch_closed, payroll_batch_discarded,
second_approver_required, payroll_batch_outdated, payroll_in_progress.

Example: {"payroll_batch_id": "$payroll_batch_id", "expected_status": "draft"}$$;

revoke execute on function
    private.require_second_approver, private.require_pay_not_below_zero, private.advance_payroll_batch_status,
    public.advance_payroll_batch_status
    from public, anon, authenticated, service_role;
grant execute on function
    private.advance_payroll_batch_status, public.advance_payroll_batch_status
    to authenticated, service_role;
