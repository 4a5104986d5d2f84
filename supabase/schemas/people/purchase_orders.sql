-- What facilities ordered: up to which amount, and on which days, time may be billed.
create table public.purchase_orders (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    number text not null
        constraint purchase_order_number_is_short check (char_length(number) <= 40 and number ~ '\S'),
    starts_on date not null constraint starts_on_is_finite check (isfinite(starts_on)),
    ends_on date constraint ends_on_is_finite check (isfinite(ends_on)),
    amount numeric(12, 2)
        constraint purchase_order_amount_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    created_at timestamptz not null default now(),
    constraint purchase_order_ends_after_it_starts check (ends_on >= starts_on),
    constraint purchase_order_number_is_the_facilitys_own unique (facility_id, number),
    constraint purchase_order_is_of_a_facility unique (id, facility_id) -- for the foreign key of assignments
);
comment on table public.purchase_orders is
$$What a facility ordered: its number, its days and its amount. Assignments name the order that pays for them.

Example: [{"facility_id": "$facility_id", "number": "PO-4711", "starts_on": "2026-01-01", "ends_on": "2026-12-31", "amount": 50000}]$$;
comment on column public.purchase_orders.number is 'As the facility writes it; it stands on invoices.';
comment on column public.purchase_orders.starts_on is 'The first day of work that it pays for.';
comment on column public.purchase_orders.ends_on is 'The last day, included; null = open-ended.';
comment on column public.purchase_orders.amount is 'Up to which it pays; null = without a limit.';

alter table public.purchase_orders enable row level security;
