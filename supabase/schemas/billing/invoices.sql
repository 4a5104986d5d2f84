-- Locks the invoices that a procedure is about.
create function private.hold_invoices(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
declare
    v_held int;
begin
    -- In one order, so that two who lock several never deadlock. A run holds its drafts until it ends.
    begin
        perform
           from public.invoices as invoice
          where invoice.id = any (hold_invoices.invoice_ids)
          order by invoice.id
            for update;
        get diagnostics v_held = row_count;
    exception when lock_not_available then
        perform private.refuse_while_billing();
    end;

    if v_held < (select count(distinct wanted.id) from unnest(hold_invoices.invoice_ids) as wanted (id)) then
        perform private.refuse(
            404, 'invoice_not_found',
            format('There is no invoice %s.', string_agg(wanted.id::text, ', ' order by wanted.position)),
            'Look it up in the list of invoices.')
           from unnest(hold_invoices.invoice_ids) with ordinality as wanted (id, position)
          where not exists (select from public.invoices as invoice where invoice.id = wanted.id);
    end if;
end;
$$;
comment on function private.hold_invoices is
    'Locks invoices for update, and so waits for lines and payments that others are adding; raises 404 and names the ids that do not exist, 409 when the wait is long.';

create function private.hold_drafts(invoice_ids uuid[])
returns uuid[]
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    return array(
        select held.id
          from (select invoice.id
                  from public.invoices as invoice
                 where invoice.id = any (hold_drafts.invoice_ids) and invoice.status = 'draft'
                 order by invoice.id -- as private.hold_invoices
                   for update) as held);
exception when lock_not_available then
    perform private.refuse_while_billing();
end;
$$;
comment on function private.hold_drafts is
    'Locks those of the invoices for update that are still drafts, and returns them: others may be sent or deleted meanwhile. Raises 409 when the wait is long.';

create function private.total_invoices(invoice_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
    update public.invoices as invoice
       set total = summed.total
      from unnest(total_invoices.invoice_ids) as billed (id)
     cross join lateral ( -- invoice by invoice: without statistics all lines would be read to find those of one
           select coalesce(sum(line.amount), 0) as total
             from public.invoice_lines as line
            where line.invoice_id = billed.id) as summed
     where invoice.id = billed.id and invoice.total <> summed.total;
$$;
comment on function private.total_invoices is
$$Sets the total of each of the invoices to the sum of its lines, adjustments included.

invoice_ids: drafts, which the caller holds. Those whose total is right are not written.$$;

create function private.refuse_amount()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'amount_too_large',
        'A line or the total of the invoice would reach 10,000,000,000.00.',
        'Correct the bill rates or the adjustments, or bill fewer days.');
end;
$$;
comment on function private.refuse_amount is 'Raises 409 for an amount that no invoice can have.';

create function private.audit_invoices(procedure text, before public.invoices[])
returns void
language sql
volatile
set search_path = ''
as $$
    select private.audit_each(
               audit_invoices.procedure, 'invoices', array_agg(change.id), array_agg(change.old), array_agg(change.new))
      from (select invoice.id, to_jsonb(before) as old, to_jsonb(invoice) as new
              from unnest(audit_invoices.before) as before
              join public.invoices as invoice on invoice.id = before.id
             where invoice is distinct from before
             order by invoice.number, invoice.id) as change;
$$;
comment on function private.audit_invoices is
    'Records in the audit log what a procedure changed of invoices, given as they were before.';

revoke execute on function
    private.hold_invoices, private.hold_drafts, private.total_invoices, private.refuse_amount, private.audit_invoices
    from public, anon, authenticated, service_role;
