-- The ways out of overpayments, beside the lines of batches that are their ledger: how they are taken back from later pay,
-- and what is settled otherwise.
create table public.recovery_arrangements (
    id uuid primary key default gen_random_uuid(),
    contractor_id uuid not null references public.contractors (id),
    amount numeric(12, 2) not null
        constraint recovery_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    per_pay_day numeric(12, 2)
        constraint per_pay_day_is_positive check (per_pay_day > 0)
        constraint per_pay_day_is_finite check (per_pay_day <> 'NaN'),
    starts_on date not null constraint starts_on_is_finite check (isfinite(starts_on)),
    agreed_on date constraint agreed_on_is_finite check (isfinite(agreed_on)),
    notice_on date constraint notice_on_is_finite check (isfinite(notice_on)),
    is_clerical_error boolean not null default false,
    next_pay_in_full boolean not null default false,
    reason text not null constraint reason_is_short check (private.require_line('reason', reason, 2000)),
    arranged_by uuid,
    ended_at timestamptz,
    ended_by uuid,
    created_at timestamptz not null default now(),
    constraint recovery_has_a_ground check (num_nonnulls(agreed_on, notice_on) > 0),
    constraint only_ended_arrangements_say_by_whom check (ended_by is null or ended_at is not null)
);
comment on table public.recovery_arrangements is
    'Agreements and notices by which overpayments are taken back from later pay. Those of a contractor follow each other; the one that has not ended counts.';
comment on column public.recovery_arrangements.amount is
    'In all, of what was overpaid and open when it was arranged: what is overpaid later is not in it.';
comment on column public.recovery_arrangements.per_pay_day is 'At most so much each pay day; null = as much as the law lets.';
comment on column public.recovery_arrangements.starts_on is 'The first pay day on which something is taken.';
comment on column public.recovery_arrangements.agreed_on is
    'The day on which the person agreed in writing to this amount; null = they did not.';
comment on column public.recovery_arrangements.notice_on is 'The day on which the person had the notice; null = none was given.';
comment on column public.recovery_arrangements.is_clerical_error is
    'True if payroll says that it was a mathematical or other clerical error of the firm: New York asks it.';
comment on column public.recovery_arrangements.next_pay_in_full is
    'True if payroll says that all of it is at most the net wages of the next pay: then New York lets all of it be taken from that.';
comment on column public.recovery_arrangements.arranged_by is 'The user; null where no person acted.';
comment on column public.recovery_arrangements.ended_at is 'Set when another arrangement, or none, took its place.';
comment on column public.recovery_arrangements.ended_by is 'As arranged_by.';
comment on constraint recovery_has_a_ground on public.recovery_arrangements is
$$Neither an agreement nor a notice is named.

Give the day on which the person agreed in writing, or had the notice.$$;

create unique index contractor_has_one_recovery_arrangement
    on public.recovery_arrangements (contractor_id) where ended_at is null;
create index recovery_arrangements_by_contractor on public.recovery_arrangements (contractor_id);

alter table public.recovery_arrangements enable row level security;

create function private.sum_by_code(amounts jsonb)
returns numeric
language sql
immutable
set search_path = ''
as $$ select coalesce(sum(part.value::numeric), 0.00) from jsonb_each_text(sum_by_code.amounts) as part; $$;
comment on function private.sum_by_code is 'The sum of amounts that stand under the names of codes.';

create table public.overpayment_settlements (
    id uuid primary key default gen_random_uuid(),
    contractor_id uuid not null references public.contractors (id),
    week_start date not null constraint week_start_is_finite check (isfinite(week_start)),
    kind text not null
        constraint settlement_kind_is_known check (kind in ('check', 'waived', 'written_off')),
    amount numeric(12, 2) not null
        constraint settlement_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    settled_on date not null constraint settled_on_is_finite check (isfinite(settled_on)),
    employment_type text not null
        constraint settlement_employment_type_is_known check (employment_type in ('w2', '1099', 'corp_to_corp')),
    reason text not null constraint reason_is_short check (private.require_line('reason', reason, 2000)),
    settled_by uuid,
    created_at timestamptz not null default now(),
    taken_back_on date constraint taken_back_on_is_finite check (isfinite(taken_back_on)),
    taken_back_by uuid,
    taken_back_reason text
        constraint taken_back_reason_is_not_blank check (taken_back_reason ~ '\S')
        constraint taken_back_reason_is_short check (private.require_line('taken_back_reason', taken_back_reason, 2000)),
    reimbursements_by_code jsonb not null default '{}',
    constraint reimbursements_are_within_the_settlement
        check (private.sum_by_code(reimbursements_by_code) between 0 and amount),
    constraint settlement_taken_back_says_why check ((taken_back_on is not null) = (taken_back_reason is not null)),
    constraint only_settlements_taken_back_say_by_whom check (taken_back_by is null or taken_back_on is not null)
);
comment on table public.overpayment_settlements is
    'Overpayments that are not taken from pay: paid back by check, waived, or written off. What was settled by mistake is taken back; nothing else changes it.';
comment on column public.overpayment_settlements.week_start is 'The first day of the workweek that was overpaid.';
comment on column public.overpayment_settlements.kind is
    'check: the person paid it back. waived: the firm lets them keep it. written_off: it will not come.';
comment on column public.overpayment_settlements.employment_type is 'The contractor''s then.';
comment on column public.overpayment_settlements.settled_by is 'The user; null where no person acted.';
comment on column public.overpayment_settlements.taken_back_on is
    'The day on which it was taken back, in the operating timezone: from then on it settles nothing. Null = it counts.';
comment on column public.overpayment_settlements.taken_back_by is 'As settled_by.';
comment on column public.overpayment_settlements.reimbursements_by_code is
    'Amounts of it, as text, that were overpaid of codes that repay expenses, by code, as they were open when it was settled; the rest is of wages. What is overpaid of the week later changes nothing of it.';
comment on constraint settlement_taken_back_says_why on public.overpayment_settlements is
$$A settlement that is taken back says on which day and why, another says neither.

Give both, or neither.$$;

create index overpayment_settlements_by_week on public.overpayment_settlements (contractor_id, week_start);

alter table public.overpayment_settlements enable row level security;

revoke execute on function private.sum_by_code from public, anon, authenticated, service_role;
