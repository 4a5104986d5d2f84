-- How a procedure takes the invoices that it is about.
create function private.hold_invoices(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_held int;
begin
    -- In one order, so that two who hold several never wait for each other.
    perform
       from public.invoices as invoice
      where invoice.id = any (hold_invoices.invoice_ids)
      order by invoice.id
        for update;
    get diagnostics v_held = row_count;

    if v_held < (select count(distinct wanted.id) from unnest(hold_invoices.invoice_ids) as wanted (id)) then
        perform private.refuse(
            404, 'invoice_not_found',
            format('There is no invoice %s.', string_agg(wanted.id::text, ', ' order by wanted.position)),
            'Look the id up in invoices.')
           from unnest(hold_invoices.invoice_ids) with ordinality as wanted (id, position)
          where not exists (select from public.invoices as invoice where invoice.id = wanted.id);
    end if;
end;
$$;
comment on function private.hold_invoices(uuid[]) is
    'Locks the invoices, lines and payments that others are adding included, until the transaction ends; raises 404 and names those that there are not.';
revoke execute on function private.hold_invoices(uuid[]) from public, anon, authenticated, service_role;
