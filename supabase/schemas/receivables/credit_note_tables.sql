-- Credit notes, which take back what was billed wrongly on a sent invoice.
create table public.credit_notes (
    id uuid primary key default gen_random_uuid(),
    invoice_id uuid not null references public.invoices (id),
    facility_id uuid not null references public.facilities (id),
    number text not null constraint credit_note_number_is_unique unique,
    amount numeric(12, 2) not null
        constraint credit_note_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    counts_on date not null constraint counts_on_is_finite check (isfinite(counts_on)),
    reinstates boolean not null,
    reason text not null constraint credit_note_has_a_reason check (reason ~ '\S'),
    issued_on date not null constraint issued_on_is_finite check (isfinite(issued_on)),
    issued_by uuid default private.user_id(),
    facility_name text not null,
    billing_email text,
    created_at timestamptz not null default now(),
    letterhead_id uuid references public.letterheads (id),
    discount_taken_back numeric(12, 2)
        constraint discount_taken_back_is_positive check (discount_taken_back > 0)
        constraint discount_taken_back_is_finite check (discount_taken_back <> 'NaN'),
    constraint discount_taken_back_is_within_the_note check (discount_taken_back <= amount)
);
comment on table public.credit_notes is
    'Credit to a facility of a sent invoice: lines, or parts of lines, that were billed wrongly. The invoice stays as it was sent.';
comment on column public.credit_notes.number is 'From the numbers of invoices, by the year of issued_on; from its own where organization_settings.credit_note_number_prefix says so.';
comment on column public.credit_notes.amount is
    'The sum of its lines. As much as the invoice owed, or had got as a discount of these lines, is payments of source credit_note, the rest a credit of the facility.';
comment on column public.credit_notes.counts_on is
    'The day from which it lessens what is owed, and so interest: the invoice''s issue date, or the day it was issued.';
comment on column public.credit_notes.reinstates is
    'True if the time of its lines was freed, to be corrected and billed again.';
comment on column public.credit_notes.issued_on is 'The business date on which it was written.';
comment on column public.credit_notes.issued_by is 'The user; null where no person acted.';
comment on column public.credit_notes.facility_name is
    'As is billing_email, the facility''s when it was issued: what a document says stays.';
comment on column public.credit_notes.letterhead_id is
    'The firm''s letterhead when the note was issued. Null where there was none: then today''s.';

comment on column public.credit_notes.discount_taken_back is
    'Amount of it that gives nothing back: the share of its lines in a discount that was taken for paying in time. It pays the invoice in place of that. Null = none.';

create index credit_notes_by_letterhead on public.credit_notes (letterhead_id);
create index credit_notes_by_invoice on public.credit_notes (invoice_id);
create index credit_notes_by_facility on public.credit_notes (facility_id);

alter table public.credit_notes enable row level security;

create table public.credit_note_lines (
    credit_note_id uuid not null references public.credit_notes (id),
    -- Checked last, so that who deletes a line of a sent invoice is told that it is sent.
    invoice_line_id uuid not null references public.invoice_lines (id) deferrable initially deferred,
    created_at timestamptz not null default now(),
    amount numeric(12, 2) not null constraint amount_is_finite check (amount <> 'NaN'),
    hours numeric(8, 2)
        constraint credited_hours_are_positive check (hours > 0)
        constraint hours_is_finite check (hours <> 'NaN'),
    is_difference boolean not null default false,
    primary key (invoice_line_id, credit_note_id)
);
comment on table public.credit_note_lines is
    'Lines of its invoice that a credit note takes back, whole or in part; of each at most what was billed, by all notes together. What they say stands in invoice_lines.';
comment on column public.credit_note_lines.amount is 'Amount that it takes back of the line.';
comment on column public.credit_note_lines.hours is
    'The hours that were taken back of the line, or its units, where a part was given in hours. Null otherwise.';
comment on column public.credit_note_lines.is_difference is
    'True if the line''s week was billed too much by as much: it counts among the week''s differences, and no backfill takes it off again.';
comment on constraint credited_hours_are_positive on public.credit_note_lines is
$$The hours that are credited of a line are above 0.

Enter how many hours of the line to take back.$$;

create index credit_note_lines_by_credit_note on public.credit_note_lines (credit_note_id);
-- The few that correct a week, for who compares weeks.
create index credit_note_lines_of_differences on public.credit_note_lines (invoice_line_id) where is_difference;

alter table public.credit_note_lines enable row level security;
