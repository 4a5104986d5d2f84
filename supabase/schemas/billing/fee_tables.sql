-- Fees and rebates that a customer takes off what it is billed: of the program's manager, of its system, and
-- by volume. They stand on invoices as lines of their own and change no rate. docs/fees.md says what they are
-- reckoned on.
create table public.facility_fees (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    kind text not null constraint fee_kind_is_known check (kind in ('msp', 'vms', 'volume')),
    name text not null
        constraint fee_name_is_not_blank check (name ~ '\S')
        constraint name_is_short check (private.require_line('name', name, 100)),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    effective_to date constraint effective_to_is_finite check (isfinite(effective_to)),
    base text not null default 'all' constraint fee_base_is_known check (base in ('all', 'time')),
    rate numeric(7, 6)
        constraint fee_rate_is_a_share check (rate > 0 and rate < 1)
        constraint rate_is_finite check (rate <> 'NaN'),
    amount numeric(12, 2)
        constraint fee_amount_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    volume_from numeric(14, 2)
        constraint volume_from_is_not_negative check (volume_from >= 0)
        constraint volume_from_is_finite check (volume_from <> 'NaN'),
    volume_counts text constraint volume_counts_are_known check (volume_counts in ('whole', 'marginal')),
    lessens_orders boolean not null default false,
    account text constraint fee_account_is_one_of_fees check (account ~ '^fees_'),
    created_at timestamptz not null default now(),
    constraint fee_ends_after_it_starts check (effective_to >= effective_from),
    constraint fee_has_a_rate_or_an_amount check (num_nonnulls(rate, amount) = 1),
    constraint only_volume_has_tiers check (
        num_nonnulls(volume_from, volume_counts) = case kind when 'volume' then 2 else 0 end),
    constraint volume_has_a_rate check (kind <> 'volume' or rate is not null),
    constraint fees_of_a_name_never_overlap
        exclude using gist (
            facility_id with =, kind with =, lower(name) with =, coalesce(volume_from, -1) with =,
            daterange(effective_from, effective_to, '[]') with &&)
);
comment on table public.facility_fees is
$$Fees and rebates of a facility, dated: what is taken off its invoices, as lines of kind fee. Rows of kind volume
and of one name are the tiers of one rebate.

Example: [{"facility_id": "$facility_id", "kind": "msp", "name": "MSP fee", "rate": 0.03,
  "effective_from": "2026-01-01"}]$$;
comment on column public.facility_fees.kind is
    'msp (of who manages the program), vms (of the system that it uses) or volume (a rebate by what was billed in the calendar year).';
comment on column public.facility_fees.name is 'Name of it on the invoice. Rows of kind volume that have the same are tiers of one rebate.';
comment on column public.facility_fees.effective_from is
    'First day of work that it is taken of. Lines without a day have the last of their invoice, differences and guarantees the last of their week.';
comment on column public.facility_fees.effective_to is 'Last day, included; null = it goes on.';
comment on column public.facility_fees.base is
    'Lines that it is taken of: all (but interest), or time, which is hours, premiums, guarantees and differences, without units such as miles and without adjustments.';
comment on column public.facility_fees.rate is 'Share of the base, 0.03 = 3 %, rounded half up once an invoice. Null where it is an amount.';
comment on column public.facility_fees.amount is
    'Amount an invoice, at most its base, of each whose last day is in its days. Null where it is a share.';
comment on column public.facility_fees.volume_from is
    'Of a tier: from how much on that was billed in the calendar year, before fees and taxes, it counts.';
comment on column public.facility_fees.volume_counts is
    'Of a tier. whole: all of an invoice has the rate of the tier that was reached before its day. marginal: each part of it has the rate of the tier that it is in.';
comment on column public.facility_fees.lessens_orders is
    'True: orders are used by what is billed less the fee (net). False: by what is billed without it (gross).';
comment on column public.facility_fees.account is
    'Account of the journal, one whose name begins with fees. Null = that of its kind: fees_msp, fees_vms or fees_volume.';
comment on constraint fee_kind_is_known on public.facility_fees is
$$A fee is of the program's manager, of its system, or by volume.

Give msp, vms or volume.$$;
comment on constraint fee_name_is_not_blank on public.facility_fees is
$$The name of the fee is blank.

Give the name that is to stand on invoices.$$;
comment on constraint fee_base_is_known on public.facility_fees is
$$A fee is taken of all that is billed, or of time alone.

Give all or time.$$;
comment on constraint fee_rate_is_a_share on public.facility_fees is
$$The rate of a fee is a share, above 0 and below 1.

Give 0.03 for 3 %.$$;
comment on constraint fee_amount_is_positive on public.facility_fees is
$$The amount of a fee is above zero.

Give the amount that is taken off each invoice.$$;
comment on constraint fee_ends_after_it_starts on public.facility_fees is
$$The fee would end before it starts.

Correct the days.$$;
comment on constraint fee_has_a_rate_or_an_amount on public.facility_fees is
$$A fee is a share or an amount, one of the two.

Give a rate such as 0.03, or an amount for each invoice.$$;
comment on constraint only_volume_has_tiers on public.facility_fees is
$$A rebate by volume says from how much on it counts, and for what, and no other fee does.

Give both for a rebate by volume, and leave both empty for others.$$;
comment on constraint volume_has_a_rate on public.facility_fees is
$$A rebate by volume is a share.

Give its rate, such as 0.02.$$;
comment on constraint volume_from_is_not_negative on public.facility_fees is
$$A tier begins at nothing, or above.

Give the amount from which on it counts.$$;
comment on constraint fee_account_is_one_of_fees on public.facility_fees is
$$The account of a fee is one of fees.

Choose an account of fees, or leave it empty.$$;
comment on constraint fees_of_a_name_never_overlap on public.facility_fees is
$$The facility has this fee, or this tier, on some of these days.

End that one the day before, or give another name.$$;

create index facility_fees_by_account on public.facility_fees (account) where account is not null;

alter table public.facility_fees enable row level security;
