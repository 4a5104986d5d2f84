-- The Internal Revenue Service's rate of a business mile. What a mile repays beyond it is a wage: it comes with the product, and
-- a firm adds those of later years; an upgrade leaves what is there as it is.
create table public.mileage_rates (
    effective_from date primary key constraint effective_from_is_finite check (isfinite(effective_from)),
    amount numeric not null
        constraint mileage_rate_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN')
        constraint amount_is_not_too_large check (amount < 100000000),
    source text not null
        constraint mileage_rate_source_is_not_blank check (source ~ '\S')
        constraint source_is_short check (private.require_text('source', source, 2000)),
    created_at timestamptz not null default now()
);
comment on table public.mileage_rates is
$$Rates of the Internal Revenue Service for a business mile, dated: the one of a day is the newest with effective_from on or
before it. Before the first nothing is known, and nothing is a wage.

Of a code by the mile that repays expenses, what the pay rate of the day has beyond it is a wage, in lines of kind
mileage_excess, and is in the regular rate unless the rate says a reason (29 CFR 778.217).

Example: [{"effective_from": "2031-01-01", "amount": 0.815, "source": "Notice 2030-99"}]$$;
comment on column public.mileage_rates.amount is 'Money a mile, with up to four decimals.';
comment on column public.mileage_rates.source is 'The notice, and where the amount was read.';
comment on constraint mileage_rate_is_positive on public.mileage_rates is
$$A mile's rate is above zero.

Give the amount per mile, such as 0.725.$$;
comment on constraint mileage_rate_source_is_not_blank on public.mileage_rates is
$$The source is blank.

Say which notice has it, or where it was read.$$;

alter table public.mileage_rates enable row level security;

insert into public.mileage_rates (effective_from, amount, source)
values
    ('2024-01-01', 0.67,
     'Notice 2024-8. https://taxnews.ey.com/news/2025-0365-irs-releases-federal-mileage-rates-and-luxury-vehicle-limit-for-2025'),
    ('2025-01-01', 0.70,
     'Notice 2025-5. https://kpmg.com/us/en/taxnewsflash/news/2024/12/tnf-notice-2025-5-standard-mileage-rates-2025.html'),
    ('2026-01-01', 0.725,
     'Notice 2026-10. https://www.wicpa.org/news/articles/2896:business-standard-mileage-rate-increases-for-2026');

-- Security definer: whoever writes may not call what keeps rates.
create function private.keep_mileage_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    new.amount := private.kept_rate(new.amount, 'mile');
    return new;
end;
$$;
comment on function private.keep_mileage_rate is 'Trigger: a mile''s rate has cents, or up to four decimals.';

create trigger mileage_rates_keep_their_decimals
    before insert or update on public.mileage_rates
    for each row execute function private.keep_mileage_rate();

create trigger mileage_rates_begin_on_plausible_days
    before insert or update on public.mileage_rates
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');

revoke execute on function private.keep_mileage_rate from public, anon, authenticated, service_role;
