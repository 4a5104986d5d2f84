-- The lines of an invoice change only while it is a draft. Voiding releases them, nothing else.

-- Raises when one of the invoices is not a draft. Holds them against being sent meanwhile.
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
           for share
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
comment on function private.check_invoices_are_drafts(uuid[]) is
    'Raises when one of the invoices is not a draft; holds them against being sent meanwhile.';
revoke execute on function private.check_invoices_are_drafts(uuid[])
    from public, anon, authenticated, service_role;

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
    return null;
end;
$$;
comment on function private.guard_invoice_lines() is
    'Trigger: lines are added to and removed from drafts only.';
revoke execute on function private.guard_invoice_lines() from public, anon, authenticated, service_role;

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
comment on function private.guard_invoice_line_change() is
    'Trigger: a line changes on a draft; on a void invoice it is released once, and nothing else.';
revoke execute on function private.guard_invoice_line_change() from public, anon, authenticated, service_role;

create trigger invoice_lines_change_on_drafts
    before update on public.invoice_lines
    for each row execute function private.guard_invoice_line_change();
