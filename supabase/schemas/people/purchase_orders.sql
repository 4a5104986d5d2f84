-- Orders of facilities: the amount up to which, and the days on which, time may be billed.
create table public.purchase_orders (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    number text not null
        constraint purchase_order_number_is_not_blank check (number ~ '\S')
        constraint number_is_short check (private.require_line('number', number, 40)),
    starts_on date not null constraint starts_on_is_finite check (isfinite(starts_on)),
    ends_on date constraint ends_on_is_finite check (isfinite(ends_on)),
    amount numeric(12, 2)
        constraint purchase_order_amount_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    created_at timestamptz not null default now(),
    constraint purchase_order_ends_after_it_starts check (ends_on >= starts_on),
    -- Its columns are a key: to change one, all who name the order at this moment are waited for.
    constraint purchase_order_number_is_the_facilitys_own unique (facility_id, number)
);
comment on table public.purchase_orders is
$$Order of a facility: its number, its days and its amount. Assignments name the order that pays for them, of their facility or of
who is billed for it.

Example: [{"facility_id": "$facility_id", "number": "PO-4711", "starts_on": "2026-01-01", "ends_on": "2026-12-31", "amount": 50000}]$$;
comment on column public.purchase_orders.number is 'As the facility writes it; it stands on invoices.';
comment on column public.purchase_orders.starts_on is 'The first day of work that it pays for.';
comment on column public.purchase_orders.ends_on is 'The last day, included; null = open-ended.';
comment on column public.purchase_orders.amount is 'Up to which it pays; null = without a limit.';
comment on constraint purchase_order_amount_is_positive on public.purchase_orders is
$$The amount of the order is 0 or less.

Give what was ordered, or leave the amount empty: then it has no limit.$$;
comment on constraint purchase_order_ends_after_it_starts on public.purchase_orders is
$$The order would end before it begins.

Correct the days.$$;
comment on constraint purchase_order_number_is_not_blank on public.purchase_orders is
$$The number of the order is blank.

Enter it as the facility writes it.$$;

-- For search, by parts of the number.
create index purchase_orders_by_searched_number
    on public.purchase_orders using gin (private.searched_name(number) extensions.gin_trgm_ops);

alter table public.purchase_orders enable row level security;

-- A transaction that names an order at this moment holds it for key share, and a delete or another facility waits for them.
-- Security definer: the rule reads assignments and lines that the writer may not see.
create function private.keep_purchase_order()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.assignments as assignment where assignment.purchase_order_id = old.id)
        or exists (select from public.invoice_lines as line where line.purchase_order_id = old.id) then
        perform private.refuse(
            409, 'purchase_order_used',
            format('The order %s is in use on assignments or invoices.', old.number),
            'Leave it and its facility as they are. To stop using it, end it and take it off the assignments.');
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.keep_purchase_order is
    'Trigger: an order that assignments or lines name is not deleted and stays its facility''s, whoever writes.';

-- Security definer: see above.
create function private.keep_number_of_purchase_order()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from private.order_amounts as amount where amount.purchase_order_id = old.id) then
        perform private.refuse(
            409, 'purchase_order_used',
            format('The order %s stands on invoices that were sent.', old.number),
            'Leave its number as it is. Enter another order for what comes, and end this one.');
    end if;
    return new;
end;
$$;
comment on function private.keep_number_of_purchase_order is
    'Trigger: what stands on sent invoices keeps its number, whoever writes.';

create trigger purchase_orders_keep_their_number_once_sent
    before update on public.purchase_orders
    for each row when (old.number is distinct from new.number)
    execute function private.keep_number_of_purchase_order();

create trigger purchase_orders_stay_their_facilitys_once_used
    before update on public.purchase_orders
    for each row when (old.id is distinct from new.id or old.facility_id is distinct from new.facility_id)
    execute function private.keep_purchase_order();

create trigger purchase_orders_are_kept_once_used
    before delete on public.purchase_orders
    for each row execute function private.keep_purchase_order();

revoke execute on function private.keep_purchase_order, private.keep_number_of_purchase_order
    from public, anon, authenticated, service_role;
