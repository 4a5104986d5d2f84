-- The fees, the taxes and the total of a draft follow its lines, whoever writes them.
-- Security definer: the total is not the writer's to set.
create function private.count_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_draft_ids constant uuid[] := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.id in (select touched.invoice_id from touched) and invoice.status = 'draft');
begin
    if v_draft_ids <> '{}' and exists (select from touched where touched.base is null) then -- fees and taxes follow all other lines
        perform private.charge_drafts(v_draft_ids);
    end if;
    perform private.total_invoices(v_draft_ids);
    return null;
exception when numeric_value_out_of_range then
    -- Of lines of time and differences the procedures say it that write them.
    if exists (select from touched where touched.kind <> 'adjustment') then
        raise;
    end if;
    perform private.refuse_amount();
    return null;
end;
$$;
comment on function private.count_lines is
    'Trigger: brings the fees, the taxes and the totals of the drafts up to date whose lines a statement wrote.';

-- Their names come after those of the triggers that refuse lines of sent invoices and hold the drafts.
create trigger total_counts_new_lines
    after insert on public.invoice_lines
    referencing new table as touched
    for each statement execute function private.count_lines();

create trigger total_counts_changed_lines
    after update on public.invoice_lines
    referencing new table as touched
    for each statement execute function private.count_lines();

create trigger total_counts_moved_lines
    after update on public.invoice_lines
    referencing old table as touched
    for each statement execute function private.count_lines();

create trigger total_counts_removed_lines
    after delete on public.invoice_lines
    referencing old table as touched
    for each statement execute function private.count_lines();

revoke execute on function private.count_lines from public, anon, authenticated, service_role;
