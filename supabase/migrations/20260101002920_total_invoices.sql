create function private.total_invoices(invoice_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
    update public.invoices as invoice
       set total = summed.total
      from (select billed.id, coalesce(sum(line.amount), 0) as total
              from unnest(total_invoices.invoice_ids) as billed (id)
              left join public.invoice_lines as line on line.invoice_id = billed.id
             group by billed.id) as summed
     where invoice.id = summed.id and invoice.total <> summed.total;
$$;
comment on function private.total_invoices(uuid[]) is
$$Sets the total of each of the invoices to the sum of its lines, adjustments included.

invoice_ids: drafts, which the caller holds. Those whose total is right are not written.$$;
revoke execute on function private.total_invoices(uuid[]) from public, anon, authenticated, service_role;

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
comment on function private.refuse_amount() is 'Raises 409 for an amount that no invoice can have.';
revoke execute on function private.refuse_amount() from public, anon, authenticated, service_role;
