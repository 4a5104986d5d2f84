-- From an approved batch to pay that stands.
-- Security definer: batches and their time are written by procedures alone.
create function private.close_and_lock_payroll_batch(payroll_batch_id uuid)
returns public.payroll_batches
language plpgsql
volatile
security definer
set search_path = ''
set work_mem = '64MB' -- a period is sorted in memory
as $$
declare
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_batch_id', close_and_lock_payroll_batch.payroll_batch_id));

    perform private.hold_time();
    v_before := private.hold_payroll_batch(close_and_lock_payroll_batch.payroll_batch_id);
    if v_before.status = 'closed' then
        return v_before;
    elsif v_before.status = 'discarded' then
        perform private.refuse_payroll_batch(v_before);
    elsif v_before.status <> 'approved' then
        perform private.refuse(
            409, 'payroll_batch_not_approved',
            format('%s is %s, not approved.', private.name_of_payroll_batch(v_before),
                   replace(v_before.status, '_', ' ')),
            'Have it reviewed and approved first.');
    end if;

    update public.payroll_batches as batch
       set status = 'closed', closed_by = private.user_id()
     where batch.id = v_before.id
    returning * into v_batch;

    -- What lock-ended is locking at this moment is waited for, and is locked by then. In the order of the table and of
    -- the indexes by id and day, of which each page is then met once.
    update public.time_entries as entry
       set status = 'locked', locked_at = v_batch.closed_at
      from (select line.time_entry_id
              from public.payroll_items as item
              join public.payroll_item_lines as line on line.payroll_item_id = item.id
             where item.payroll_batch_id = v_batch.id and line.time_entry_id is not null
             order by line.time_entry_id
            offset 0) as paid
     where entry.id = paid.time_entry_id and entry.status = 'approved';

    perform private.forget_weeks_of_batch(v_batch.id);
    perform private.accrue_leave(v_batch.id);
    perform private.audit(
        'close_and_lock_payroll_batch', 'payroll_batches', v_batch.id, to_jsonb(v_before), to_jsonb(v_batch));
    return v_batch;
end;
$$;
comment on function private.close_and_lock_payroll_batch is 'The logic of public.close_and_lock_payroll_batch.';

create function public.close_and_lock_payroll_batch(payroll_batch_id uuid)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.close_and_lock_payroll_batch(payroll_batch_id); $$;
comment on function public.close_and_lock_payroll_batch is
$$Closes an approved payroll batch: it is what was paid, and its time is locked.

Nothing in it changes afterwards. What comes late, and what later corrections change, is paid by the next batch as a
difference. payroll_file is what a payroll provider is handed.

Who: payroll.

Arguments:
payroll_batch_id: the batch, approved.

Result: the batch, closed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, payroll_batch_not_found, payroll_batch_not_approved, payroll_batch_discarded,
payroll_in_progress, time_entry_in_progress.

Example: {"payroll_batch_id": "$approved_batch_id"}$$;

revoke execute on function
    private.close_and_lock_payroll_batch, public.close_and_lock_payroll_batch
    from public, anon, authenticated, service_role;
grant execute on function
    private.close_and_lock_payroll_batch, public.close_and_lock_payroll_batch
    to authenticated, service_role;
