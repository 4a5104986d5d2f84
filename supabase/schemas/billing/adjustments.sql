-- The foreign key of a line waits for its invoice as well, and without an end; so who adds an adjustment waits first.
-- Security definer: the rule locks invoices, which the writer may not.
create function private.hold_invoice_of_adjustment()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_invoices_are_drafts(array[new.invoice_id]);
    return new;
end;
$$;
comment on function private.hold_invoice_of_adjustment is
    'Trigger: holds the draft that an adjustment is about to be added to.';

create trigger adjustments_wait_for_their_draft
    before insert on public.invoice_lines
    for each row when (current_user in ('authenticated', 'service_role'))
    execute function private.hold_invoice_of_adjustment();

-- Lines that people and keys add to an invoice of a group by order belong to that order: they name none.
create function private.stamp_order_of_adjustment()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
    new.purchase_order_id := (
        select (private.order_of_group(invoice)).id
          from public.invoices as invoice
         where invoice.id = new.invoice_id and invoice.group_key <> '');
    return new;
end;
$$;
comment on function private.stamp_order_of_adjustment is
    'Trigger: an adjustment of an invoice that is made by order counts to that order.';

create trigger adjustments_count_to_the_order_of_their_invoice
    before insert on public.invoice_lines
    for each row when (new.kind = 'adjustment' and current_user in ('authenticated', 'service_role'))
    execute function private.stamp_order_of_adjustment();

revoke execute on function private.hold_invoice_of_adjustment, private.stamp_order_of_adjustment from public, anon, authenticated, service_role;
