-- Sales taxes that the firm enters. Nothing is taxed unless one is entered: whether its services are taxable,
-- and at what rate, the firm says. docs/fees.md says what a tax is reckoned on.
create table public.sales_taxes (
    id uuid primary key default gen_random_uuid(),
    name text not null
        constraint tax_name_is_not_blank check (name ~ '\S')
        constraint name_is_short check (private.require_line('name', name, 100)),
    jurisdiction text not null
        constraint tax_jurisdiction_is_a_place check (jurisdiction ~ '^[A-Z]{2}( \S.*)?$')
        constraint jurisdiction_is_short check (private.require_line('jurisdiction', jurisdiction, 100)),
    rate numeric(7, 6) not null
        constraint tax_rate_is_a_share check (rate > 0 and rate < 1)
        constraint rate_is_finite check (rate <> 'NaN'),
    base text not null default 'all' constraint tax_base_is_known check (base in ('all', 'fees')),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    effective_to date constraint effective_to_is_finite check (isfinite(effective_to)),
    account text constraint tax_account_is_one_of_taxes check (account ~ '^sales_tax'),
    created_at timestamptz not null default now(),
    constraint tax_ends_after_it_starts check (effective_to >= effective_from),
    constraint taxes_of_a_name_never_overlap
        exclude using gist (
            jurisdiction with =, lower(name) with =, daterange(effective_from, effective_to, '[]') with &&)
);
comment on table public.sales_taxes is
$$Sales taxes of states and places, dated: a line of kind tax on each invoice of a facility that lies there, unless
it is exempt.

Example: [{"name": "Sales tax", "jurisdiction": "WV", "rate": 0.06, "base": "all", "effective_from": "2026-01-01"}]$$;
comment on column public.sales_taxes.name is 'Name of it on the invoice.';
comment on column public.sales_taxes.jurisdiction is
    'The two letters of a state, then it is of all facilities with that work_state. Or these, a blank and the name of a place, then of those that name it (facility_taxes.jurisdictions).';
comment on column public.sales_taxes.rate is 'Share of the base, 0.06 = 6 %, rounded half up once an invoice.';
comment on column public.sales_taxes.base is
    'all: what is billed, less fees. fees: as all, less the wages of its time, which the line states.';
comment on column public.sales_taxes.effective_from is
    'First day of work that is taxed. Lines without a day have the last of their invoice, differences and guarantees the last of their week.';
comment on column public.sales_taxes.effective_to is 'Last day, included; null = it goes on.';
comment on column public.sales_taxes.account is
    'Account of the journal, one whose name begins with sales_tax. Null = sales_tax.';
comment on constraint tax_name_is_not_blank on public.sales_taxes is
$$The name of the tax is blank.

Give the name that is to stand on invoices.$$;
comment on constraint tax_jurisdiction_is_a_place on public.sales_taxes is
$$A tax is of a state, by its two letters, or of a place in one.

Give PA, or such as PA Philadelphia.$$;
comment on constraint tax_rate_is_a_share on public.sales_taxes is
$$The rate of a tax is a share, above 0 and below 1.

Give 0.06 for 6 %.$$;
comment on constraint tax_base_is_known on public.sales_taxes is
$$A tax is of all that is billed, or of fees alone.

Give all or fees.$$;
comment on constraint tax_account_is_one_of_taxes on public.sales_taxes is
$$The account of a tax is one of sales taxes.

Choose an account of sales taxes, or leave it empty.$$;
comment on constraint tax_ends_after_it_starts on public.sales_taxes is
$$The tax would end before it starts.

Correct the days.$$;
comment on constraint taxes_of_a_name_never_overlap on public.sales_taxes is
$$There is this tax on some of these days.

End that one the day before, or give another name.$$;

create index sales_taxes_by_account on public.sales_taxes (account) where account is not null;

alter table public.sales_taxes enable row level security;

-- A table of its own and no columns of facilities: few have a row.
create table public.facility_taxes (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id) on delete cascade
        constraint facility_is_taxed_one_way unique,
    jurisdictions text[]
        constraint jurisdictions_are_not_blank
            check (array_position(jurisdictions, null) is null and '' <> all (jurisdictions))
        constraint jurisdictions_are_short check (length(array_to_string(jurisdictions, '')) <= 5000),
    exemption text
        constraint exemption_is_not_blank check (exemption ~ '\S')
        constraint exemption_is_short check (private.require_line('exemption', exemption, 200)),
    exempt_from date constraint exempt_from_is_finite check (isfinite(exempt_from)),
    exempt_to date constraint exempt_to_is_finite check (isfinite(exempt_to)),
    created_at timestamptz not null default now(),
    constraint exemption_has_a_first_day check ((exemption is null) = (exempt_from is null)),
    constraint exemption_ends_after_it_starts check (exempt_to >= exempt_from)
);
comment on table public.facility_taxes is
$$Places in which a facility lies, for taxes that are not of a whole state, and its exemption from sales taxes.

Example: [{"facility_id": "$facility_id", "exemption": "Certificate 75-123456", "exempt_from": "2026-01-01"}]$$;
comment on column public.facility_taxes.jurisdictions is
    'Places by the names that taxes have there (sales_taxes.jurisdiction), such as PA Philadelphia. Its state is its work_state.';
comment on column public.facility_taxes.exemption is 'Certificate, or the reason, by which it is not taxed; null = it is.';
comment on column public.facility_taxes.exempt_from is 'First day of work that is not taxed.';
comment on column public.facility_taxes.exempt_to is 'Last day, included; null = it goes on.';
comment on constraint jurisdictions_are_not_blank on public.facility_taxes is
$$A place in which the facility lies is blank.

Give each as the tax has it, such as PA Philadelphia.$$;
comment on constraint jurisdictions_are_short on public.facility_taxes is
$$The names of the places are longer than 5,000 characters in all.

Give the places alone that taxes name.$$;
comment on constraint exemption_is_not_blank on public.facility_taxes is
$$The exemption is blank.

Give the number of the certificate, or leave it and the first day empty.$$;
comment on constraint exemption_has_a_first_day on public.facility_taxes is
$$An exemption has a first day, and no other facility does.

Give both, or neither.$$;
comment on constraint exemption_ends_after_it_starts on public.facility_taxes is
$$The exemption would end before it starts.

Correct the days.$$;

alter table public.facility_taxes enable row level security;
