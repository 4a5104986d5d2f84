-- Money that facilities pay, and the invoices it lands on.
create table public.checks (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    check_number text constraint check_number_is_short check (private.require_line('check_number', check_number, 200)),
    method text not null default 'check'
        constraint check_method_is_known check (method in ('check', 'ach', 'wire')),
    amount numeric(12, 2) not null
        constraint check_amount_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    received_on date not null constraint received_on_is_finite check (isfinite(received_on)),
    status text not null default 'received'
        constraint check_status_is_known check (status in ('received', 'reconciled', 'returned')),
    reconciled_at timestamptz,
    returned_at timestamptz,
    return_reason text constraint return_reason_is_short check (private.require_line('return_reason', return_reason, 2000)),
    created_at timestamptz not null default now(),
    entered_again boolean not null default false,
    entered_by uuid default private.user_id(),
    returned_by uuid,
    external_number text
        constraint check_external_number_is_unique unique
        constraint check_external_number_is_not_blank check (external_number ~ '\S')
        constraint external_number_is_short check (private.require_line('external_number', external_number, 200)),
    late boolean not null default false,
    constraint check_reconciled_at_tells_of_reconciling
        check (case status when 'received' then reconciled_at is null
                           when 'reconciled' then reconciled_at is not null
                           else true end),
    constraint check_returned_at_tells_of_return check ((returned_at is not null) = (status = 'returned')),
    constraint only_returned_checks_say_by_whom check (returned_by is null or returned_at is not null)
);
comment on table public.checks is
$$Money received from a facility: a check, an ACH transfer or a wire.

Example: [{"facility_id": "$facility_id", "check_number": "4711", "amount": 1250.5, "received_on": "2026-03-09"}]$$;
comment on column public.checks.entered_by is 'The user, as is returned_by; null where no person acted.';
comment on column public.checks.external_number is
    'Its number in the firm''s former books, as of contractors. The money of such a check was in the cash of the former books already.';
comment on column public.checks.entered_again is
    'True if whoever entered it says that it is another one, though one of this facility, method, number and amount is there.';

comment on column public.checks.late is
    'True if whoever entered or changed it says that it is late: its day lies in closed books, which have it on the first open day. Interest ends with its own day all the same.';

-- The number too, for private.guard_check_entry.
create index checks_by_facility on public.checks (facility_id, btrim(check_number));
-- For search.
create index checks_by_number on public.checks (btrim(check_number));
-- A page of them, by number or newest first.
create index checks_in_order_of_number on public.checks (check_number, id);
create index checks_by_day on public.checks (received_on, id);
-- The few that wait to be reconciled, for board and who looks for them.
create index checks_to_reconcile on public.checks (received_on, id) where status = 'received';

create trigger check_state_is_stamped
    before insert or update of status on public.checks
    for each row when (new.status <> 'received')
    execute function private.stamp_state();

alter table public.checks enable row level security;

create table public.facility_credits (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    check_id uuid references public.checks (id),
    amount numeric(12, 2) not null
        constraint credit_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    remaining numeric(12, 2) not null
        constraint credit_remaining_is_within_it check (remaining >= 0)
        constraint remaining_is_finite check (remaining <> 'NaN'),
    reversed_at timestamptz,
    created_at timestamptz not null default now(),
    credit_note_id uuid references public.credit_notes (id),
    constraint credit_remaining_is_at_most_its_amount check (remaining <= amount),
    constraint reversed_credit_has_nothing_left check (reversed_at is null or remaining = 0),
    constraint credit_is_left_by_a_check_or_a_credit_note check (num_nonnulls(check_id, credit_note_id) = 1),
    constraint only_credits_of_checks_are_reversed check (reversed_at is null or check_id is not null)
);
comment on table public.facility_credits is
    'Amount that a check or a credit note left over, to be spent on later invoices.';

create index facility_credits_by_facility on public.facility_credits (facility_id);
create unique index check_leaves_one_credit on public.facility_credits (check_id) where reversed_at is null;
create index facility_credits_by_check on public.facility_credits (check_id);
create unique index credit_note_leaves_one_credit on public.facility_credits (credit_note_id);

alter table public.facility_credits enable row level security;

create table public.check_reconciliations (
    id uuid primary key default gen_random_uuid(),
    check_id uuid references public.checks (id),
    facility_credit_id uuid references public.facility_credits (id),
    status text not null default 'proposed'
        constraint reconciliation_status_is_known check (status in ('proposed', 'confirmed', 'returned')),
    confirmed_at timestamptz,
    confirmed_by uuid,
    returned_at timestamptz,
    created_at timestamptz not null default now(),
    constraint reconciliation_spends_a_check_or_a_credit check (num_nonnulls(check_id, facility_credit_id) = 1),
    constraint reconciliation_confirmed_at_tells_of_confirming
        check (case status when 'proposed' then confirmed_at is null
                           when 'confirmed' then confirmed_at is not null
                           else true end),
    constraint reconciliation_returned_at_tells_of_return
        check ((returned_at is not null) = (status = 'returned'))
);
comment on table public.check_reconciliations is 'Split of a check, or of a credit of the facility, over invoices.';
comment on constraint reconciliation_spends_a_check_or_a_credit on public.check_reconciliations is
$$A reconciliation spends one check or one credit.

Choose one of the two.$$;

create index check_reconciliations_by_check on public.check_reconciliations (check_id);
create index check_reconciliations_by_credit on public.check_reconciliations (facility_credit_id);
create unique index check_has_one_live_reconciliation
    on public.check_reconciliations (check_id) where status <> 'returned';

create trigger reconciliation_state_is_stamped
    before insert or update of status on public.check_reconciliations
    for each row when (new.status <> 'proposed')
    execute function private.stamp_state();

alter table public.check_reconciliations enable row level security;

create table public.check_reconciliation_lines (
    id uuid primary key default gen_random_uuid(),
    check_reconciliation_id uuid not null references public.check_reconciliations (id) on delete cascade,
    invoice_id uuid not null references public.invoices (id),
    component text not null default 'principal'
        constraint reconciliation_component_is_known check (component in ('principal', 'interest', 'write_off', 'discount')),
    amount numeric(12, 2) not null
        constraint reconciliation_line_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    created_at timestamptz not null default now(),
    constraint reconciliation_names_an_invoice_once unique (check_reconciliation_id, invoice_id, component)
);
comment on table public.check_reconciliation_lines is 'A reconciliation''s share for one invoice.';
comment on column public.check_reconciliation_lines.component is
    'Part that it pays; write_off: what was written off of the invoice and is paid after all; discount: what is taken off its principal for paying in time, and spends nothing of the check.';

create index check_reconciliation_lines_by_invoice on public.check_reconciliation_lines (invoice_id);

alter table public.check_reconciliation_lines enable row level security;

create table public.payments (
    id uuid primary key default gen_random_uuid(),
    invoice_id uuid not null references public.invoices (id),
    check_reconciliation_id uuid references public.check_reconciliations (id),
    source text not null default 'reconciliation'
        constraint payment_source_is_known
        check (source in ('reconciliation', 'write_off', 'credit_note', 'interest_invoice', 'discount')),
    paid_on date not null constraint paid_on_is_finite check (isfinite(paid_on)),
    component text not null default 'principal'
        constraint payment_component_is_known check (component in ('principal', 'interest', 'write_off')),
    amount numeric(12, 2) not null
        constraint payment_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    reason text constraint reason_is_short check (private.require_line('reason', reason, 2000)),
    reversed_at timestamptz,
    created_at timestamptz not null default now(),
    recorded_by uuid default private.user_id(),
    credit_note_id uuid references public.credit_notes (id),
    moved_at timestamptz,
    interest_invoice_id uuid, -- no foreign key, as of invoice_lines.original_invoice_id
    reversed_by uuid,
    reversal_reason text
        constraint reversal_reason_is_short check (private.require_line('reversal_reason', reversal_reason, 2000)),
    constraint only_reversed_write_offs_say_why
        check (num_nonnulls(reversed_by, reversal_reason) = 0 or (reversed_at is not null and source = 'write_off')),
    constraint discount_comes_with_money
        check (source <> 'discount' or (component = 'principal' and check_reconciliation_id is not null)),
    constraint recovery_comes_with_money
        check (component <> 'write_off' or (source = 'reconciliation' and check_reconciliation_id is not null)),
    constraint only_credit_notes_pay_as_such check ((source = 'credit_note') = (credit_note_id is not null)),
    constraint credit_note_pays_principal_for_good check (
        credit_note_id is null
        or (component = 'principal' and check_reconciliation_id is null and reversed_at is null)),
    constraint only_credits_and_discounts_are_moved
        check (moved_at is null or credit_note_id is not null or source = 'discount'),
    constraint only_interest_invoices_pay_as_such
        check ((source = 'interest_invoice') = (interest_invoice_id is not null)),
    constraint interest_invoice_pays_interest check (
        interest_invoice_id is null
        or (component = 'interest' and check_reconciliation_id is null and credit_note_id is null)),
    constraint write_off_names_no_reconciliation check (source <> 'write_off' or check_reconciliation_id is null),
    constraint write_off_has_a_reason check (source <> 'write_off' or (reason ~ '\S') is true),
    paid_by_facility_id uuid references public.facilities (id),
    constraint only_money_says_who_paid check (paid_by_facility_id is null or source = 'reconciliation')
);
comment on table public.payments is
    'Amount paid, discounted, credited, written off or billed anew on an invoice. In force until reversed; credit notes are not.';
comment on column public.payments.component is
    'Part of the invoice that it pays. write_off: a recovery, what was written off and is paid after all; it changes nothing of what the invoice owes.';
comment on column public.payments.paid_by_facility_id is
    'The facility whose check or credit paid it, where that is another one than the invoice''s: who is billed for it, or one that is billed to the same. Null otherwise.';
comment on column public.payments.reversed_by is
    'The user who took a write-off back, as reversal_reason says why; null of other payments, and where no person acted.';
comment on column public.payments.recorded_by is
    'The user who confirmed the reconciliation, credited the amount, wrote it off or billed it anew; null where no person acted.';
comment on column public.payments.paid_on is
    'The day the money was received, or the credit note counts: interest on it ends with this day.';
comment on column public.payments.moved_at is
    'Time from whose day on reports count it, whatever its paid_on: when the rest of a credit note''s credit went back onto its invoice, because the check was returned that had paid it, or when a credit note took back a part of a discount: of what is left of the discount, and of what the note pays instead. Null of other payments.';

comment on column public.payments.interest_invoice_id is
    'The invoice of kind interest that bills this interest: it is owed there from paid_on, and no longer here. Null of other payments.';

create index payments_by_interest_invoice
    on public.payments (interest_invoice_id) where interest_invoice_id is not null;
create index payments_by_invoice on public.payments (invoice_id);
create index payments_by_payer on public.payments (paid_by_facility_id);
create index payments_by_reconciliation on public.payments (check_reconciliation_id);
create index payments_by_credit_note on public.payments (credit_note_id) where credit_note_id is not null;

alter table public.payments enable row level security;

-- Lines of invoices that facilities dispute, where they do not dispute the whole invoice. They go with the dispute.
create table public.disputed_lines (
    -- Checked last, as of credit_note_lines.
    invoice_line_id uuid primary key references public.invoice_lines (id) deferrable initially deferred,
    invoice_id uuid not null references public.invoices (id),
    amount numeric(12, 2) not null
        constraint disputed_line_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    created_at timestamptz not null default now()
);
comment on table public.disputed_lines is
    'Lines of an invoice in dispute, each with how much of it. None where the whole invoice is disputed.';
comment on column public.disputed_lines.amount is
    'Amount of the line that is disputed: at most what no credit note has taken back of it.';

create index disputed_lines_by_invoice on public.disputed_lines (invoice_id);

alter table public.disputed_lines enable row level security;
