-- Ends of whatever fills drafts of payroll.

-- A batch of which nothing is left would stand in its period's way, with nothing to review.
create function private.discard_emptied_draft(payroll_batch_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    update public.payroll_batches as batch
       set status = 'discarded', discarded_by = private.user_id(), discard_reason = 'Nothing is left to pay in it.'
     where batch.id = discard_emptied_draft.payroll_batch_id
       and not exists (select from public.payroll_items as item where item.payroll_batch_id = batch.id);
    if found then
        delete from private.draft_marks as seen
         where seen.payroll_batch_id = discard_emptied_draft.payroll_batch_id;
    end if;
end;
$$;
comment on function private.discard_emptied_draft is
    'Discards a draft batch, which its caller holds and has built anew, if it pays nobody.';

-- Drafts follow what others do: change the time or the rates of some people, or pay these by a batch of their own.
create function private.rebuild_payroll_drafts_of(
    procedure text, drafts public.payroll_batches[], contractor_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    perform private.rebuild_payroll_draft(draft.id, rebuild_payroll_drafts_of.contractor_ids)
       from unnest(rebuild_payroll_drafts_of.drafts) as draft;
    perform private.discard_emptied_draft(draft.id)
       from unnest(rebuild_payroll_drafts_of.drafts) as draft;
    perform private.audit(
               rebuild_payroll_drafts_of.procedure, 'payroll_batches', batch.id, to_jsonb(draft), to_jsonb(batch))
       from unnest(rebuild_payroll_drafts_of.drafts) as draft
       join public.payroll_batches as batch on batch.id = draft.id
      where batch.gross_total <> draft.gross_total or batch.status <> draft.status
      order by batch.id;
end;
$$;
comment on function private.rebuild_payroll_drafts_of is
$$Fills anew what drafts pay some people, and discards those that pay nobody then. Records each whose total or state
changed.

drafts: as they were before, which the caller holds, as it does the rates.$$;

-- A batch that was made for nothing is refused, one that came to nothing since is discarded.
create function private.finish_payroll_draft(
    procedure text, former public.payroll_batches, payroll_batch_id uuid)
returns public.payroll_batches
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_batch public.payroll_batches;
begin
    if former.id is not null then
        perform private.discard_emptied_draft(finish_payroll_draft.payroll_batch_id);
    end if;
    select batch.*
      into v_batch
      from public.payroll_batches as batch
     where batch.id = finish_payroll_draft.payroll_batch_id;
    if former.id is null
        and not exists (select from public.payroll_items as item where item.payroll_batch_id = v_batch.id) then
        perform private.refuse(
            409, 'nothing_to_pay',
            format('Everything due up to %s is already in a batch.', (
                       select period.period_end from public.payroll_periods as period
                        where period.id = v_batch.payroll_period_id)),
            'Approve the time first, of the period or of these people. A week in another open batch waits until that is '
            'closed or discarded. Prepare that one again where its people moved to this group.');
    end if;
    if v_batch is distinct from former then
        perform private.audit(
            finish_payroll_draft.procedure, 'payroll_batches', v_batch.id,
            case when former.id is not null then to_jsonb(former) end, to_jsonb(v_batch));
    end if;
    return v_batch;
end;
$$;
comment on function private.finish_payroll_draft is
$$Ends what prepares a batch, once it is filled, and gives the batch: discarded if it was there before and pays nobody.
Records it where it changed. Raises 409 where it is new and pays nobody.

former: the draft as it was, which the caller holds; null of a new one.$$;

revoke execute on function
    private.discard_emptied_draft, private.rebuild_payroll_drafts_of, private.finish_payroll_draft
    from public, anon, authenticated, service_role;
