-- The lines of an invoice change only while it is a draft; voiding releases them, nothing else. Lines of
-- invoices and of payroll batches take approved time only.

-- Raises when one of the invoices is not a draft. Locks them, so that nobody sends them meanwhile.
create function private.check_invoices_are_drafts(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invoice record;
begin
    for v_invoice in
        select invoice.number, invoice.status
          from public.invoices as invoice
         where invoice.id = any (check_invoices_are_drafts.invoice_ids)
         order by invoice.id
           for no key update
    loop
        if v_invoice.status <> 'draft' then
            perform private.refuse(
                409, 'invoice_not_draft',
                format('Invoice %s is %s: its lines no longer change.',
                       coalesce(v_invoice.number, '(draft)'), v_invoice.status),
                'Void it and create another, or bill the difference on a new invoice.');
        end if;
    end loop;
end;
$$;
comment on function private.check_invoices_are_drafts is
    'Raises when one of the invoices is not a draft; locks them for no key update, so that nobody sends them meanwhile.';

-- Security definer: the rule reads and locks invoices, which the writer may not.
create function private.guard_invoice_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_invoices_are_drafts(array_agg(distinct touched.invoice_id)) from touched;
    if tg_op = 'INSERT' then
        perform private.check_time_is_approved(array_agg(touched.time_entry_id)) from touched;
    end if;
    return null;
end;
$$;
comment on function private.guard_invoice_lines is 'Trigger: lines are added to and removed from drafts only.';

create trigger new_invoice_lines_are_on_drafts
    after insert on public.invoice_lines
    referencing new table as touched
    for each statement execute function private.guard_invoice_lines();

create trigger removed_invoice_lines_were_on_drafts
    after delete on public.invoice_lines
    referencing old table as touched
    for each statement execute function private.guard_invoice_lines();

-- Security definer: see above.
create function private.guard_invoice_line_change()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_released constant boolean := old.released_at is null and new.released_at is not null;
begin
    if old.released_at is not null and private.is_of_deleted_time(old.time_entry_id)
        and to_jsonb(new) = to_jsonb(old) || '{"time_entry_id": null}' then
        return new; -- on behalf of the foreign key
    end if;
    new.released_at := old.released_at;
    if v_released and new is not distinct from old
        and exists (select from public.invoices as invoice
                     where invoice.id = old.invoice_id and invoice.status = 'void') then
        new.released_at := (private.clock()).at;
        return new;
    end if;
    perform private.check_invoices_are_drafts(array[old.invoice_id, new.invoice_id]);
    return new;
end;
$$;
comment on function private.guard_invoice_line_change is
    'Trigger: a line changes on a draft; on a void invoice it is released once, and nothing else.';

create trigger invoice_lines_change_on_drafts
    before update on public.invoice_lines
    for each row execute function private.guard_invoice_line_change();

-- Policies keep people from the lines of time; no policy holds the secret key. What procedures and the foreign keys do
-- runs as the owner.
create trigger lines_of_time_are_not_rewritten_by_keys
    before update on public.invoice_lines
    for each row when (old.kind <> 'adjustment' and current_user = 'service_role')
    execute function private.refuse_write(
        'time_line_not_writable', 'Lines of time are written by procedures alone.',
        'Correct the time or its rate, and call recompute_draft_invoice.');

create trigger lines_of_time_are_not_removed_by_keys
    before delete on public.invoice_lines
    for each row when (old.kind <> 'adjustment' and current_user = 'service_role')
    execute function private.refuse_write(
        'time_line_not_writable', 'Lines of time are written by procedures alone.',
        'Void the invoice, or correct the time and call recompute_draft_invoice.');

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
comment on function private.count_adjustments is
    'Trigger: brings the totals of the drafts up to date whose adjustment lines a statement wrote.';

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

revoke execute on function
    private.check_invoices_are_drafts, private.guard_invoice_lines, private.guard_invoice_line_change,
    private.count_adjustments
    from public, anon, authenticated, service_role;
