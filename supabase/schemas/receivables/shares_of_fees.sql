-- Fees and taxes of an invoice go back with what they were reckoned on.

create function private.share_to_credit(charged numeric, base numeric, credited numeric, taken numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$
    select greatest(least(charged, 0), least(greatest(charged, 0), coalesce(share.amount, 0))) - taken
      from (select round(charged * credited / nullif(base, 0), 2)) as share (amount);
$$;
comment on function private.share_to_credit is
    'Amount of a fee or a tax to take back once so much of its base is credited, less what was taken back: never more than was charged, by all credits together.';

create function private.with_shares_of_fees(invoice public.invoices, parts private.credited_part[])
returns private.credited_part[]
language plpgsql
stable
set search_path = ''
as $$
declare
    v_parts private.credited_part[];
begin
    if not exists (
        select from public.invoice_lines as line where line.invoice_id = invoice.id and line.base is not null) then
        return with_shares_of_fees.parts;
    end if;

    v_parts := array( -- what is given of fees and taxes themselves follows the other lines
        select taken
          from unnest(with_shares_of_fees.parts) as taken
          join public.invoice_lines as line on line.id = taken.invoice_line_id
         where line.base is null);
    if cardinality(v_parts) = 0 then
        return v_parts;
    end if;

    v_parts := v_parts || array(
        select row(charge.id, share.amount, null, false)::private.credited_part
          from public.invoice_lines as charge
          join public.facility_fees as fee on fee.id = charge.fee_id
          join private.rests_of_lines(invoice.id) as own on own.invoice_line_id = charge.id
         cross join lateral (
               select private.share_to_credit(
                          charge.amount, sum(line.amount), sum(billed.credited + coalesce(part.amount, 0)),
                          own.credited)
                      as amount
                 from private.lines_to_charge as line
                 join private.rests_of_lines(invoice.id) as billed on billed.invoice_line_id = line.id
                 left join unnest(v_parts) as part on part.invoice_line_id = line.id
                where line.invoice_id = invoice.id
                  and line.base is null
                  and (fee.base = 'all' or line.is_time)
                  and (not fee.lessens_orders or line.purchase_order_id is not distinct from charge.purchase_order_id)
                  and case when fee.amount is null then line.day
                           else invoice.period_end end
                      between fee.effective_from and coalesce(fee.effective_to, 'infinity')) as share
         where charge.invoice_id = invoice.id
           and share.amount <> 0
         order by charge.id);

    -- As kept when it was sent: neither an exemption nor a rate of pay that was entered since changes what was taxed. A
    -- line of 0.00 has wages, and goes back whole.
    return v_parts || array(
        select row(charge.id, share.amount, null, false)::private.credited_part
          from public.invoice_lines as charge
          join private.rests_of_lines(invoice.id) as own on own.invoice_line_id = charge.id
         cross join lateral (
               select private.share_to_credit(
                          charge.amount, sum(taxed.base),
                          round(sum(case
                              when line.amount <> 0
                              then taxed.base * (billed.credited + coalesce(part.amount, 0)) / line.amount
                              when part.invoice_line_id is not null or billed.notes is not null then taxed.base
                              else 0 end), 8),
                          own.credited)
                      as amount
                 from private.tax_bases as taxed
                 join public.invoice_lines as line on line.id = taxed.invoice_line_id
                 join private.rests_of_lines(invoice.id) as billed on billed.invoice_line_id = line.id
                 left join unnest(v_parts) as part on part.invoice_line_id = line.id
                where taxed.tax_line_id = charge.id) as share
         where charge.invoice_id = invoice.id
           and charge.sales_tax_id is not null
           and share.amount <> 0
         order by charge.id);
end;
$$;
comment on function private.with_shares_of_fees is
    'Parts of an invoice''s lines that a credit note is to take back, with the shares of fees and taxes that were reckoned on these lines.';

revoke execute on function private.share_to_credit, private.with_shares_of_fees
    from public, anon, authenticated, service_role;
