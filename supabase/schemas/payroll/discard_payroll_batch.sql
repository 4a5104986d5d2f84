-- The way back from a batch that is wrong, until it is closed.
-- Security definer: batches are written by procedures alone.
create function private.discard_payroll_batch(payroll_batch_id uuid, reason text)
returns public.payroll_batches
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_batch_id', discard_payroll_batch.payroll_batch_id));

    v_before := private.hold_payroll_batch(discard_payroll_batch.payroll_batch_id);
    if v_before.status = 'discarded' then
        return v_before;
    elsif v_before.status = 'closed' then
        perform private.refuse_payroll_batch(v_before);
    end if;

    update public.payroll_batches as batch
       set status = 'discarded',
           discarded_by = private.user_id(),
           discard_reason = discard_payroll_batch.reason
     where batch.id = v_before.id
    returning * into v_batch;
    update public.payroll_item_lines as line
       set released_at = v_batch.discarded_at
      from public.payroll_items as item
     where item.payroll_batch_id = v_batch.id and line.payroll_item_id = item.id;
    delete from private.draft_marks as seen where seen.payroll_batch_id = v_batch.id;
    perform private.audit(
        'discard_payroll_batch', 'payroll_batches', v_batch.id, to_jsonb(v_before), to_jsonb(v_batch));
    return v_batch;
end;
$$;
comment on function private.discard_payroll_batch is 'The logic of public.discard_payroll_batch.';

create function public.discard_payroll_batch(payroll_batch_id uuid, reason text default null)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.discard_payroll_batch(payroll_batch_id, reason); $$;
comment on function public.discard_payroll_batch is
$$Discards a payroll batch that is not closed: all its time, stipends and adjustments are payable again.

It stays as a record of what it would have paid.

Who: payroll.

Arguments:
payroll_batch_id: the batch: a draft, in review, or approved.
reason: why, in a few words; it may be left out.

Result: the batch, discarded. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, payroll_batch_not_found, payroll_batch_closed, payroll_in_progress.

Example: {"payroll_batch_id": "$payroll_batch_id", "reason": "A bonus was missing."}$$;

revoke execute on function
    private.discard_payroll_batch, public.discard_payroll_batch
    from public, anon, authenticated, service_role;
grant execute on function
    private.discard_payroll_batch, public.discard_payroll_batch
    to authenticated, service_role;
