-- Invoices that were sent and batches that were closed keep their amounts. So nobody should reach back to
-- their time by mistake; the caller holds the drafts, so that none is sent or closed meanwhile.
create function private.check_rate_hit_reach(hit public.rate_hits)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_reached record;
begin
    select count(*) filter (where exists (
               select from public.invoice_lines as line
                 join public.invoices as invoice on invoice.id = line.invoice_id
                where line.time_entry_id = entry.id
                  and invoice.status in ('sent', 'partially_paid', 'paid'))) as billed,
           count(*) filter (where exists (
               select from public.payroll_item_lines as line
                 join public.payroll_items as item on item.id = line.payroll_item_id
                 join public.payroll_batches as batch on batch.id = item.payroll_batch_id
                where line.time_entry_id = entry.id
                  and batch.status = 'closed')) as paid
      into v_reached
      from public.time_entries as entry
     where entry.assignment_id = hit.assignment_id and entry.work_date >= hit.effective_on;

    if v_reached.billed > 0 or v_reached.paid > 0 then
        perform private.refuse(
            409, 'rate_hit_reaches_billed_or_paid_time',
            format('The rate hit of %s reaches time entries that are done with: %s on sent invoices, %s in closed payroll batches.',
                   hit.effective_on, v_reached.billed, v_reached.paid),
            'Choose a later day, or call with allow_retroactive: sent and closed amounts stay as they are, '
            'the next payroll batch pays the difference, and no invoice bills it.');
    end if;
end;
$$;
comment on function private.check_rate_hit_reach(public.rate_hits) is
    'Raises when a rate hit reaches time that is on a sent invoice or in a closed payroll batch, and counts both.';
revoke execute on function private.check_rate_hit_reach(public.rate_hits)
    from public, anon, authenticated, service_role;
