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

revoke execute on function private.hold_invoice_of_adjustment from public, anon, authenticated, service_role;
