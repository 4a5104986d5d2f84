-- Time that is not going to be paid is written off, in words.

-- Security definer: the columns are written by the procedures alone.
create function private.set_aside_time(time_entry_ids uuid[], reason text)
returns setof public.time_entries
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_approved constant boolean := exists (
        select from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids) and entry.is_payable);
    v_approved_ids uuid[];
    v_before public.time_entries[];
    v_invoice_ids uuid[] := '{}';
    v_batch_ids uuid[] := '{}';
begin
    perform private.require_role('payroll');
    perform private.require_reason(set_aside_time.reason);
    -- What nobody approved is on no draft: it waits for nobody who bills.
    if v_approved then
        perform private.hold_time_and_drafts();
    else
        perform private.hold_time();
    end if;
    v_approved_ids := array(
        select entry.id
          from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids) and entry.is_payable);
    if v_approved then
        v_invoice_ids := private.hold_draft_invoices_of_time(v_approved_ids);
        perform private.check_time_is_not_sent(v_approved_ids);
        v_batch_ids := private.hold_draft_batches_of_time(v_approved_ids);
        perform private.hold_approvals();
    elsif cardinality(v_approved_ids) > 0 then -- a moment ago
        perform private.refuse_while_time_is_held();
    end if;
    perform private.hold_time_entries(set_aside_time.time_entry_ids);

    v_before := array(
        select entry
          from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids) and entry.set_aside_at is null);
    update public.time_entries as entry
       set set_aside_at = (private.clock()).at,
           set_aside_by = private.user_id(),
           set_aside_reason = set_aside_time.reason
     where entry.id = any (array(select earlier.id from unnest(v_before) as earlier));
    perform private.audit_time_entries('set_aside_time', v_before);
    perform private.rebuild_drafts_of_time(
        'set_aside_time', v_approved_ids, v_invoice_ids, v_batch_ids);

    return query
        select entry.*
          from public.time_entries as entry
         where entry.id = any (set_aside_time.time_entry_ids)
         order by array_position(set_aside_time.time_entry_ids, entry.id);
end;
$$;
comment on function private.set_aside_time is 'The logic of public.set_aside_time.';

create function public.set_aside_time(time_entry_ids uuid[], reason text)
returns setof public.time_entries language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.set_aside_time(time_entry_ids, reason); $$;
comment on function public.set_aside_time is
$$Sets time aside that is neither paid nor billed: nobody is going to approve it, or it was not worked.

The entries say so, by whom and why. It no longer counts as unapproved, so that its payroll period can close. In whatever state it is, it can be neither
changed, submitted nor approved until take_back_set_aside_time.

The approval of approved time falls, also where it is locked and paid; the audit log has it. Drafts that bill it are
recomputed, and what draft payroll batches pay of its week is rebuilt; one that pays nobody then is discarded. What closed
batches paid is taken back by the next batch, also of a period that is closed. Time on a sent invoice is refused until its lines are credited or the invoice is
void.

Who: payroll.

Arguments:
time_entry_ids: the entries, at most 1000, all or none.
reason: why they are not paid; kept with each. The contractor and the facility's contacts read it.

Result: the entries in the order of their ids, each once. Those that were set aside already are there as they are,
whatever the reason.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, too_many_time_entries,
time_entry_not_found, time_entry_on_live_invoice, payroll_batch_under_review, amount_too_large, pay_too_large,
billing_in_progress, rates_held, payroll_in_progress, time_entry_in_progress.

Example: {"time_entry_ids": ["$time_entry_id"], "reason": "The shift was entered twice."}$$;

revoke execute on function private.set_aside_time, public.set_aside_time
    from public, anon, authenticated, service_role;
grant execute on function private.set_aside_time, public.set_aside_time to authenticated, service_role;
