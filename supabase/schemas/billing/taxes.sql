-- Sales taxes on drafts: a line for each, of what the draft bills less fees.

-- Of what a sent invoice's taxes were reckoned: rates of pay and exemptions may be others when a part is credited.
create table private.tax_bases (
    tax_line_id uuid not null references public.invoice_lines (id) on delete cascade,
    invoice_line_id uuid not null references public.invoice_lines (id) on delete cascade,
    base numeric(12, 2) not null constraint base_is_finite check (base <> 'NaN'),
    primary key (tax_line_id, invoice_line_id)
);
comment on table private.tax_bases is
$$Parts of what a tax of a sent invoice was reckoned on, line by line: its amount, less wages where the tax is of fees
alone. Lines of exempt and of other days have none. Rows are written once, as the invoice is sent.$$;
comment on column private.tax_bases.tax_line_id is 'The line of the tax.';
comment on column private.tax_bases.invoice_line_id is 'The line that it is reckoned on, below zero if it is a fee''s.';
create index tax_bases_by_line on private.tax_bases (invoice_line_id);

revoke all on private.tax_bases from public, anon, authenticated, service_role;

create function private.taxed_lines(invoice_ids uuid[])
returns table (
    invoice_id uuid, sales_tax_id uuid, name text, rate numeric, states_wages boolean, invoice_line_id uuid,
    amount numeric, wages numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many drafts there are
as $$
begin
    return query
    with draft as materialized (
        select invoice.id, tax.id as tax_id, tax.name, tax.rate, tax.base, tax.effective_from,
               tax.effective_to, special.exempt_from, special.exempt_to
          from public.invoices as invoice
          join public.facilities as facility on facility.id = invoice.facility_id
          left join public.facility_taxes as special on special.facility_id = facility.id
          join public.sales_taxes as tax
            on (tax.jurisdiction = facility.work_state or tax.jurisdiction = any (special.jurisdictions))
           and tax.effective_from <= invoice.period_end
         where invoice.id = any (taxed_lines.invoice_ids)
           and invoice.status = 'draft'
           and invoice.kind not in ('opening', 'interest')
    ), part as materialized ( -- wages: of time at the pay rates of its days
        select billed.id as invoice_id, line.id as line_id, line.day, line.amount, line.wages
          from (select draft.id, bool_or(draft.base = 'fees') as states_wages
                  from draft group by draft.id) as billed
         cross join lateral (
               select line.id, line.day, line.amount, coalesce(wage.amount, 0) as wages
                 from private.lines_to_charge as line
                 left join lateral (
                      select round(coalesce(line.hours, line.quantity) * coalesce(coded.pay_rate, hour.pay_rate), 2)
                             as amount
                        from public.time_entries as entry
                        left join private.rates_of_days as hour
                          on entry.code = 'regular'
                         and hour.assignment_id = entry.assignment_id
                         and entry.work_date between hour.effective_from and hour.effective_to
                        left join lateral (
                             select rated.pay_rate
                               from private.rates_of_coded_time as rated
                              where entry.code <> 'regular' and rated.time_entry_id = entry.id
                             offset 0) as coded on true
                       where billed.states_wages and entry.id = line.time_entry_id and line.premium_rule_id is null
                      offset 0) as wage on true
                where line.invoice_id = billed.id and line.kind <> 'tax'
               offset 0) as line
    )
    select draft.id, draft.tax_id, draft.name, draft.rate, draft.base = 'fees', part.line_id, part.amount,
           case when draft.base = 'fees' then part.wages else 0 end
      from draft
      join part
        on part.invoice_id = draft.id
       and part.day between draft.effective_from and coalesce(draft.effective_to, 'infinity')
       and (part.day between draft.exempt_from and coalesce(draft.exempt_to, 'infinity')) is not true;
end;
$$;
comment on function private.taxed_lines is
$$Lines of drafts on which each sales tax is reckoned, fees among them, each with the wages that the tax leaves out.

invoice_ids: those that are not drafts, and drafts of interest and of former books, have none.$$;

create function private.keep_tax_bases(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if not exists (select from public.sales_taxes) then -- most firms have none
        return;
    end if;
    insert into private.tax_bases (tax_line_id, invoice_line_id, base)
    select charge.id, taxed.invoice_line_id, taxed.amount - taxed.wages
      from private.taxed_lines(keep_tax_bases.invoice_ids) as taxed
      join public.invoice_lines as charge
        on charge.invoice_id = taxed.invoice_id and charge.sales_tax_id = taxed.sales_tax_id;
end;
$$;
comment on function private.keep_tax_bases is
$$Keeps what the taxes of drafts that are being sent are reckoned on.

invoice_ids: drafts whose taxes are up to date, and which the caller holds.$$;

create function private.taxes_due(invoice_ids uuid[])
returns table (invoice_id uuid, sales_tax_id uuid, base numeric, amount numeric, description text)
language plpgsql
stable
set search_path = ''
as $$
begin
    return query
    with taxed as (
        select line.invoice_id as id, line.sales_tax_id as tax_id, line.name, line.rate, line.states_wages,
               sum(line.amount) as billed, sum(line.wages) as wages
          from private.taxed_lines(taxes_due.invoice_ids) as line
         group by 1, 2, 3, 4, 5
    )
    select taxed.id, taxed.tax_id, reckoned.base, round(reckoned.base * taxed.rate, 2),
           format('%s, %s %% of %s', taxed.name, trim_scale(taxed.rate * 100),
                  to_char(reckoned.base, 'FM999,999,999,990.00'))
           || case when taxed.states_wages
                   then format(': %s less wages of %s', to_char(taxed.billed, 'FM999,999,999,990.00'),
                               to_char(taxed.wages, 'FM999,999,999,990.00')) else '' end
      from taxed
     cross join lateral (
           select case when taxed.states_wages then greatest(taxed.billed - taxed.wages, 0) else taxed.billed end
           ) as reckoned (base)
     where round(reckoned.base * taxed.rate, 2) <> 0;
end;
$$;
comment on function private.taxes_due is
$$Lines of sales taxes that drafts are to have by what else they bill, fees taken off: of each tax one, rounded once.
Where a tax is of fees alone, the line states the wages that are left out.

invoice_ids: those that are not drafts, and drafts of interest and of former books, have none.$$;

create function private.charge_taxes(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if not exists (select from public.sales_taxes) then -- most firms have none
        return;
    end if;
    with due as materialized (
        select * from private.taxes_due(charge_taxes.invoice_ids)
    ), gone as (
        delete from public.invoice_lines as line
         using public.invoices as draft
         where line.invoice_id = any (charge_taxes.invoice_ids)
           and line.kind = 'tax'
           and draft.id = line.invoice_id
           and draft.status = 'draft'
           and not exists (
               select from due
                where (due.invoice_id, due.sales_tax_id, due.base, due.amount, due.description)
                    = (line.invoice_id, line.sales_tax_id, line.base, line.amount, line.description))
        returning line.id
    )
    insert into public.invoice_lines (invoice_id, kind, description, multiplier, amount, sales_tax_id, base)
    select due.invoice_id, 'tax', due.description, null, due.amount, due.sales_tax_id, due.base
      from due
     where not exists (
           select from public.invoice_lines as line
            where (due.invoice_id, due.sales_tax_id, due.base, due.amount, due.description)
                = (line.invoice_id, line.sales_tax_id, line.base, line.amount, line.description))
       and (select count(*) from gone) is not null -- first: a line must be gone before another takes its place
     order by due.invoice_id, due.description;
end;
$$;
comment on function private.charge_taxes is
$$Brings the sales taxes of drafts up to date. Lines that are right stay as they are.

invoice_ids: invoices that the caller holds; those that are not drafts stay as they are.$$;

revoke execute on function
    private.taxed_lines, private.keep_tax_bases, private.taxes_due, private.charge_taxes
    from public, anon, authenticated, service_role;
