-- Money that went back to a facility, out of what it had to its credit.
create table public.refunds (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    facility_credit_id uuid not null references public.facility_credits (id),
    amount numeric(12, 2) not null
        constraint refund_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    refunded_on date not null constraint refunded_on_is_finite check (isfinite(refunded_on)),
    method text not null default 'check'
        constraint refund_method_is_known check (method in ('check', 'ach', 'wire')),
    reference text
        constraint reference_is_not_blank check (reference ~ '\S')
        constraint reference_is_short check (private.require_line('reference', reference, 200)),
    reason text not null
        constraint refund_has_a_reason check (reason ~ '\S')
        constraint reason_is_short check (private.require_line('reason', reason, 2000)),
    recorded_by uuid default private.user_id(),
    created_at timestamptz not null default now()
);
comment on table public.refunds is
    'Money paid back to a facility from a credit that a check or a credit note left. It is made for good.';
comment on column public.refunds.facility_id is 'The facility of the credit.';
comment on column public.refunds.refunded_on is
    'The business date on which it was recorded, or the day from which the credit counts, if that is later.';
comment on column public.refunds.reference is 'The number of the firm''s own check or transfer; null where none was given.';
comment on column public.refunds.recorded_by is 'The user; null where no person acted.';

create index refunds_by_facility on public.refunds (facility_id);
create index refunds_by_credit on public.refunds (facility_credit_id);

alter table public.refunds enable row level security;
