-- Sales taxes on drafts: a line for each, of what the draft bills less fees.

create function private.taxes_due(invoice_ids uuid[])
returns table (invoice_id uuid, sales_tax_id uuid, base numeric, amount numeric, description text)
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
         where invoice.id = any (taxes_due.invoice_ids)
           and invoice.status = 'draft'
           and invoice.kind not in ('opening', 'interest')
    ), part as materialized ( -- wages: of time at the pay rates of its days
        select billed.id as invoice_id, line.day, line.amount, line.wages
          from (select draft.id, bool_or(draft.base = 'fees') as states_wages
                  from draft group by draft.id) as billed
         cross join lateral (
               select line.day, sum(line.amount) as amount, coalesce(sum(wage.amount), 0) as wages
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
                group by line.day
               offset 0) as line
    ), taxed as (
        select draft.id, draft.tax_id, draft.name, draft.rate, draft.base = 'fees' as states_wages,
               sum(part.amount) as billed, sum(part.wages) as wages
          from draft
          join part
            on part.invoice_id = draft.id
           and part.day between draft.effective_from and coalesce(draft.effective_to, 'infinity')
           and (part.day between draft.exempt_from and coalesce(draft.exempt_to, 'infinity')) is not true
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

revoke execute on function private.taxes_due, private.charge_taxes from public, anon, authenticated, service_role;
