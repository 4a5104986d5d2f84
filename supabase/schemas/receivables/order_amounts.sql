-- Amount that each document bills of an order, once it is sent and its lines no longer change: so a sum of an order's costs what
-- it has documents, and not what they have lines.
create table private.order_amounts (
    id bigint generated always as identity primary key,
    purchase_order_id uuid not null references public.purchase_orders (id),
    invoice_id uuid not null references public.invoices (id),
    credit_note_id uuid references public.credit_notes (id),
    amount numeric(14, 2) not null
);
comment on table private.order_amounts is
    'Amounts of orders that sent invoices bill, void ones too, and that credit notes take back, which are below 0.';
comment on column private.order_amounts.credit_note_id is 'The credit note that takes it back; null of what the invoice bills.';

create index order_amounts_by_order on private.order_amounts (purchase_order_id);
create index order_amounts_by_invoice on private.order_amounts (invoice_id);
create index order_amounts_by_credit_note on private.order_amounts (credit_note_id);

alter table private.order_amounts enable row level security;

-- Security definer, as the next one: nobody writes these rows but these triggers.
create function private.add_order_amounts_of_invoice()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.order_amounts (purchase_order_id, invoice_id, amount)
    select line.purchase_order_id, new.id, sum(line.amount)
      from public.invoice_lines as line
     where line.invoice_id = new.id and line.purchase_order_id is not null
     group by line.purchase_order_id;
    return null;
end;
$$;
comment on function private.add_order_amounts_of_invoice is 'Trigger: keeps what an invoice that is sent bills of orders.';

create trigger sent_invoices_use_their_orders
    after update on public.invoices
    for each row when (old.sent_at is null and new.sent_at is not null)
    execute function private.add_order_amounts_of_invoice();

create function private.add_order_amounts_of_credit()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.order_amounts (purchase_order_id, invoice_id, credit_note_id, amount)
    select line.purchase_order_id, line.invoice_id, credited.credit_note_id, - sum(credited.amount)
      from credited
      join public.invoice_lines as line on line.id = credited.invoice_line_id
     where line.purchase_order_id is not null
     group by line.purchase_order_id, line.invoice_id, credited.credit_note_id;
    return null;
end;
$$;
comment on function private.add_order_amounts_of_credit is 'Trigger: keeps what credit notes take back of orders.';

create trigger credited_lines_give_back_to_their_orders
    after insert on public.credit_note_lines
    referencing new table as credited
    for each statement execute function private.add_order_amounts_of_credit();

-- For purchase_order_usage, which runs with its reader's rights.
revoke all on private.order_amounts from public, anon, authenticated, service_role;
revoke all on sequence private.order_amounts_id_seq from public, anon, authenticated, service_role;
grant select on private.order_amounts to authenticated, service_role;

create policy staff_and_contacts_read on private.order_amounts for select to authenticated
    using ((select private.is_staff()) or purchase_order_id in (
        select purchase_order.id
          from public.purchase_orders as purchase_order
         where purchase_order.facility_id = any ((select private.contact_facility_ids())::uuid[])));

revoke execute on function private.add_order_amounts_of_invoice, private.add_order_amounts_of_credit
    from public, anon, authenticated, service_role;
