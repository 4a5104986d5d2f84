-- Used amount of each order, added up per order, so that the cost follows the orders that are asked for. Contacts read
-- no drafts, so that to them nothing of an order is used before it is sent.
create view public.purchase_order_usage with (security_invoker = true) as
    select purchase_order.id as purchase_order_id,
           purchase_order.facility_id,
           facility.name as facility_name,
           purchase_order.number,
           purchase_order.starts_on,
           purchase_order.ends_on,
           purchase_order.amount,
           billed.sent_amount,
           billed.draft_amount,
           purchase_order.amount - billed.sent_amount - billed.draft_amount as remaining,
           used.share as used_share,
           coalesce(used.share >= 0.8, false) as is_nearly_used,
           greatest(billed.sent_amount + billed.draft_amount - purchase_order.amount, 0.00) as over_amount
      from public.purchase_orders as purchase_order
      join public.facilities as facility on facility.id = purchase_order.facility_id
     cross join lateral (
           select (select coalesce(sum(sent.amount), 0.00)
                     from private.order_amounts as sent
                     join public.invoices as invoice on invoice.id = sent.invoice_id and invoice.status <> 'void'
                    where sent.purchase_order_id = purchase_order.id) as sent_amount,
                  (select coalesce(sum(line.amount), 0.00)
                     from public.facilities as billed
                     join public.invoices as draft on draft.facility_id = billed.id
                     join public.invoice_lines as line on line.invoice_id = draft.id
                    where purchase_order.facility_id in (billed.id, billed.bill_to_facility_id)
                      and draft.status = 'draft'
                      and line.purchase_order_id = purchase_order.id) as draft_amount) as billed
     cross join lateral (
           select round((billed.sent_amount + billed.draft_amount) / purchase_order.amount, 4)) as used (share);
comment on view public.purchase_order_usage is
$$Used amounts of facilities' orders.

sent_amount: the lines of sent invoices that name the order, without what credit notes took back; draft_amount: those of
drafts, which contacts do not see. remaining: the amount less both, below 0 once it is exceeded; over_amount: by how much
it is. used_share: of the amount, 0.8125 is 81.25 %; is_nearly_used from 80 % on. An order without a limit has no
remaining and no used_share.

Pages: order=facility_name,number,purchase_order_id.$$;

create trigger purchase_order_usage_is_read_only
    instead of insert or update or delete on public.purchase_order_usage
    for each row execute function private.refuse_view_write();

revoke all on public.purchase_order_usage from public, anon, authenticated, service_role;
grant select on public.purchase_order_usage to authenticated, service_role;
