-- Bundles: the invoices of its facilities that a program is sent at once, with one cover, in one file.
create table public.invoice_bundles (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    issue_date date not null constraint issue_date_is_finite check (isfinite(issue_date)),
    sent_by uuid default private.user_id(),
    created_at timestamptz not null default now()
);
comment on table public.invoice_bundles is
    'Invoices that a program was sent together, those of its facilities: invoices.invoice_bundle_id names them. send_invoices makes one for each program.';
comment on column public.invoice_bundles.facility_id is 'The program that they were billed to.';
comment on column public.invoice_bundles.sent_by is 'The user; null where no person acted.';

create index invoice_bundles_by_facility on public.invoice_bundles (facility_id, issue_date);

alter table public.invoice_bundles enable row level security;
