-- The draft batches that an applied rate hit touches pay at the new rates.
create function private.reprice_draft_batches(batch_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.payroll_batches[] := array(
        select batch
          from public.payroll_batches as batch
         where batch.id = any (reprice_draft_batches.batch_ids)
         order by batch.id);
begin
    perform private.rebuild_payroll_draft(before.id) from unnest(v_before) as before;

    perform private.audit('apply_rate_hit', 'payroll_batches', batch.id, to_jsonb(before), to_jsonb(batch))
       from unnest(v_before) as before
       join public.payroll_batches as batch on batch.id = before.id
      where batch.gross_total <> before.gross_total
      order by batch.id;
end;
$$;
comment on function private.reprice_draft_batches(uuid[]) is
$$Rebuilds the draft batches that a rate hit touches, which is applied. Records each whose total changed.

batch_ids: the drafts, which the caller holds.$$;
revoke execute on function private.reprice_draft_batches(uuid[]) from public, anon, authenticated, service_role;
