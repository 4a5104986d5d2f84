-- The lines of an invoice change only while it is a draft; voiding releases them, nothing else. Lines of
-- invoices and of payroll batches take approved time only.

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
comment on function private.check_invoices_are_drafts(uuid[]) is
    'Raises when one of the invoices is not a draft; holds them against being sent meanwhile.';
revoke execute on function private.check_invoices_are_drafts(uuid[])
    from public, anon, authenticated, service_role;

-- Raises when one of the time entries is not approved: it may have been sent back a moment ago.
create function private.check_time_is_approved(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_entry record;
begin
    select entry.work_date, entry.status
      into v_entry
      from public.time_entries as entry
     where entry.id = any (check_time_is_approved.time_entry_ids)
       and (entry.approved_at is null or entry.status not in ('approved', 'locked'))
     limit 1;
    if found then
        perform private.refuse(
            409, 'time_entry_not_approved',
            format('The time entry of %s is %s: only approved time is billed and paid.',
                   v_entry.work_date, v_entry.status),
            'Approve the entry first.');
    end if;
end;
$$;
comment on function private.check_time_is_approved(uuid[]) is
    'Raises when one of the time entries is not approved, and so neither billable nor payable.';
revoke execute on function private.check_time_is_approved(uuid[])
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
    if tg_op = 'INSERT' then
        perform private.check_time_is_approved(array_agg(touched.time_entry_id)) from touched;
    end if;
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

-- Security definer: see above.
create function private.guard_payroll_item_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_adjustment record;
begin
    perform private.check_time_is_approved(array_agg(touched.time_entry_id)) from touched;
    select adjustment.kind, adjustment.amount, adjustment.payable_on
      into v_adjustment
      from touched
      join public.payroll_adjustments as adjustment on adjustment.id = touched.payroll_adjustment_id
     where adjustment.approved_at is null
     limit 1;
    if found then
        perform private.refuse(
            409, 'payroll_adjustment_not_approved',
            format('The %s of %s, payable on %s, is not approved: only approved adjustments are paid.',
                   v_adjustment.kind, v_adjustment.amount, v_adjustment.payable_on),
            'Approve the adjustment first.');
    end if;
    return null;
end;
$$;
comment on function private.guard_payroll_item_lines() is
    'Trigger: only approved time and approved adjustments are paid.';
revoke execute on function private.guard_payroll_item_lines() from public, anon, authenticated, service_role;

create trigger payroll_item_lines_pay_what_is_approved
    after insert on public.payroll_item_lines
    referencing new table as touched
    for each statement execute function private.guard_payroll_item_lines();
