-- Work that no invoice bills, after fees, as of a day: for the Monday page and cash ahead, and as gross profit has it.

-- Of an amount an invoice, and of a rebate by volume, nothing is known before there is a draft.
create view private.fees_by_share with (security_invoker = true) as
    select owner.facility_id, fee.base, fee.rate, fee.effective_from, fee.effective_to
      from private.fee_owners as owner
      join public.facility_fees as fee on fee.facility_id = owner.owner_id
     where fee.kind <> 'volume'
       and fee.rate is not null;
comment on view private.fees_by_share is
    'Fees of facilities, and of whom these are billed to, that are a share: they are known before there is a draft.';

create function private.unbilled_work(on_day date)
returns table (facility_id uuid, amount numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_has_fees constant boolean := exists (select from public.facility_fees); -- folded into the plan
begin
    return query
    with open as (
        select work.* from private.accrued_work(unbilled_work.on_day) as work
         union all
        select invoice.id, invoice.facility_id, line.contractor_id, line.week_start + 6, line.kind, line.code,
               line.amount
          from public.invoices as invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id and line.kind = 'difference'
         where (invoice.issue_date is null or invoice.issue_date > unbilled_work.on_day)
           and line.released_at is null
           and line.week_start + 6 <= unbilled_work.on_day
         union all
        select null, changed.facility_id, changed.contractor_id, changed.week_start + 6, 'difference', changed.code,
               changed.amount
          from private.unbilled_differences() as changed
         where changed.week_start + 6 <= unbilled_work.on_day
    ), part as materialized (
        select open.*, row_number() over () as nth from open
    ), deducted as ( -- joined once, as in private.unbilled_parts
        select part.nth, sum(round(part.amount * fee.rate, 2)) as amount
          from part
          join private.fees_by_share as fee
            on fee.facility_id = part.facility_id
           and part.day between fee.effective_from and coalesce(fee.effective_to, 'infinity')
          left join public.time_codes as code on code.name = part.code
         where v_has_fees
           and part.invoice_id is null
           and (fee.base = 'all' or part.kind not in ('code', 'difference')
                or coalesce(code.unit, 'hour') = 'hour') -- as private.lines_to_charge
         group by part.nth
    ), charged as (
        select part.facility_id, part.amount - coalesce(deducted.amount, 0) as amount
          from part
          left join deducted on deducted.nth = part.nth
         where part.invoice_id is null
         union all
        select billed.facility_id, billed.amount * (1 + coalesce(charge.share, 0))
          from (select part.invoice_id, part.facility_id, sum(part.amount) as amount
                  from part
                 where part.invoice_id is not null
                 group by part.invoice_id, part.facility_id) as billed
          left join lateral ( -- by what the invoice has, which all of its lines bear alike
               select sum(line.amount) filter (where line.kind = 'fee')
                      / nullif(sum(line.amount) filter (where line.kind not in ('interest', 'fee', 'tax')), 0) as share
                 from public.invoice_lines as line
                where v_has_fees and line.invoice_id = billed.invoice_id) as charge on true
    )
    select charged.facility_id, sum(charged.amount) from charged group by charged.facility_id;
end;
$$;
comment on function private.unbilled_work is
$$Approved time, guarantees and differences up to a day that no invoice issued by then bills, less their fees: on later
invoices and drafts by their lines, else at today's rates and by fees that are a share. Not rounded. Sales taxes, which
the firm hands on, are not in it.$$;

revoke all on private.fees_by_share from public, anon, authenticated, service_role;
revoke execute on function private.unbilled_work from public, anon, authenticated, service_role;
