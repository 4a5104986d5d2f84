-- Adjustments are written to drafts directly, by billing staff; the draft's total follows at once. Those who write the
-- lines of time set the totals themselves.
-- Security definer: the total is not the writer's to set.
create function private.count_adjustments()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_adjusted constant uuid[] := array(
        select distinct touched.invoice_id from touched where touched.kind = 'adjustment');
begin
    if v_adjusted <> '{}' then
        perform private.total_invoices(array(
            select invoice.id
              from public.invoices as invoice
             where invoice.id = any (v_adjusted) and invoice.status = 'draft'));
    end if;
    return null;
exception when numeric_value_out_of_range then
    perform private.refuse_amount();
end;
$$;
comment on function private.count_adjustments() is
    'Trigger: brings the totals of the drafts up to date whose adjustment lines a statement wrote.';
revoke execute on function private.count_adjustments() from public, anon, authenticated, service_role;

-- Their names come after those of the triggers that refuse lines of sent invoices and hold the drafts.
create trigger total_counts_new_adjustments
    after insert on public.invoice_lines
    referencing new table as touched
    for each statement execute function private.count_adjustments();

create trigger total_counts_changed_adjustments
    after update on public.invoice_lines
    referencing new table as touched
    for each statement execute function private.count_adjustments();

create trigger total_counts_removed_adjustments
    after delete on public.invoice_lines
    referencing old table as touched
    for each statement execute function private.count_adjustments();
