-- Money that a bank says came in, and what the payer says it pays. The check that it becomes is entered from it; what
-- was said stays.
create table public.remittances (
    id uuid primary key default gen_random_uuid(),
    bank_reference text not null
        constraint remittance_is_here_once unique
        constraint bank_reference_is_not_blank check (bank_reference ~ '\S')
        constraint bank_reference_is_short check (private.require_line('bank_reference', bank_reference, 200)),
    received_on date not null constraint received_on_is_finite check (isfinite(received_on)),
    amount numeric(12, 2) not null
        constraint remittance_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    method text not null
        constraint remittance_method_is_known check (method in ('check', 'ach', 'wire')),
    check_number text
        constraint check_number_is_short check (private.require_line('check_number', check_number, 200)),
    facility_number text
        constraint facility_number_is_short check (private.require_line('facility_number', facility_number, 200)),
    payer text constraint payer_is_short check (private.require_line('payer', payer, 200)),
    remark text constraint remark_is_short check (private.require_text('remark', remark, 2000)),
    check_id uuid references public.checks (id) on delete set null,
    matched_by text
        constraint remittance_match_is_known
        check (matched_by in ('facility_number', 'invoice_number', 'amount', 'person')),
    set_aside_at timestamptz,
    set_aside_by uuid,
    set_aside_reason text
        constraint set_aside_reason_is_short check (private.require_line('set_aside_reason', set_aside_reason, 2000)),
    imported_by uuid default private.user_id(),
    created_at timestamptz not null default now(),
    constraint remittance_set_aside_has_a_reason
        check ((set_aside_at is not null) = ((set_aside_reason ~ '\S') is true)),
    constraint only_remittances_set_aside_say_by_whom check (set_aside_by is null or set_aside_at is not null),
    constraint remittance_is_a_check_or_set_aside check (check_id is null or set_aside_at is null)
);
comment on table public.remittances is
$$Payments that a bank reported, each once by its reference, as import_rows of kind remittances took them.

Each becomes a check once its facility is known, of which a reconciliation is proposed: the view remittance_states shows
how far it is.$$;
comment on column public.remittances.bank_reference is
    'Reference by which the bank tells payments apart. Of files without one it is made of all that the bank says of the payment.';
comment on column public.remittances.facility_number is 'The payer''s number, as the bank or the payer gave it; null where none was given.';
comment on column public.remittances.check_id is
    'The check that was entered of it; null while its facility is not known, and once the check is removed.';
comment on column public.remittances.matched_by is
    'The way in which the facility of its check was found: by its number, by the invoices named, by an amount that one invoice alone owes, or by a person. Of one without a check: that somebody removed the check.';
comment on column public.remittances.set_aside_at is
    'Time at which somebody said, as set_aside_reason has it, that it is no facility''s payment; null of the others.';
comment on column public.remittances.set_aside_by is 'The user, as is imported_by; null where no person acted.';

create index remittances_by_check on public.remittances (check_id);
-- A page of them, newest first.
create index remittances_by_day on public.remittances (received_on, id);
-- Those that wait for a person to say whose they are.
create index remittances_without_check on public.remittances (received_on, id)
    where check_id is null and set_aside_at is null;

alter table public.remittances enable row level security;

create table public.remittance_lines (
    id uuid primary key default gen_random_uuid(),
    remittance_id uuid not null references public.remittances (id),
    invoice_number text not null
        constraint invoice_number_is_not_blank check (invoice_number ~ '\S')
        constraint invoice_number_is_short check (private.require_line('invoice_number', invoice_number, 200)),
    amount numeric(12, 2) constraint amount_is_finite check (amount <> 'NaN'),
    deduction numeric(12, 2)
        constraint deduction_is_positive check (deduction > 0)
        constraint deduction_is_finite check (deduction <> 'NaN'),
    deduction_reason text
        constraint deduction_reason_is_short check (private.require_line('deduction_reason', deduction_reason, 2000)),
    invoice_id uuid references public.invoices (id),
    settled_as text
        constraint short_payment_outcome_is_known check (settled_as in ('dispute', 'write_off', 'owed')),
    settled_at timestamptz,
    settled_by uuid,
    created_at timestamptz not null default now(),
    constraint remittance_names_an_invoice_once unique (remittance_id, invoice_number),
    constraint short_payment_settled_at_tells_of_settling check ((settled_at is not null) = (settled_as is not null)),
    constraint only_settled_short_payments_say_by_whom check (settled_by is null or settled_at is not null)
);
comment on table public.remittance_lines is
    'Invoices that a remittance names, each as the payer wrote it, with what is paid of it and what was kept back.';
comment on column public.remittance_lines.amount is
    'Amount paid of it; null where the payer gave none, and below 0 for a credit that the payer took.';
comment on column public.remittance_lines.deduction is 'Amount that the payer kept back; null where none was told.';
comment on column public.remittance_lines.invoice_id is
    'The open invoice that it was taken for: its number, prefix and zeros aside. Null where there was none, or several.';
comment on column public.remittance_lines.settled_as is
    'Decision about what was not paid: dispute, write_off, or owed, which leaves it as it is; null while nobody decided.';
comment on column public.remittance_lines.settled_by is 'The user; null where no person acted.';

create index remittance_lines_by_invoice on public.remittance_lines (invoice_id);

alter table public.remittance_lines enable row level security;
