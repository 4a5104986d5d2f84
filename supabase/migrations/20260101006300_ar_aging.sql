-- Who owes what since when. Facility contacts would see their invoices but not the credits and so a sum that is wrong:
-- they and contractors see nothing. Rows are added up per table before anything is joined, invoices once: what a sum
-- costs follows the invoices that are open.
create view public.ar_aging with (security_invoker = true) as
    select facility.id as facility_id,
           facility.name as facility_name,
           aged.current,
           aged.days_1_30,
           aged.days_31_60,
           aged.days_61_90,
           aged.days_91_plus,
           total.balance,
           total.interest,
           total.unapplied_credits,
           total.balance + total.interest - total.unapplied_credits as net
      from public.facilities as facility
      left join (
           select invoice.facility_id,
                  sum(invoice.balance) filter (where invoice.days <= 0) as current,
                  sum(invoice.balance) filter (where invoice.days between 1 and 30) as days_1_30,
                  sum(invoice.balance) filter (where invoice.days between 31 and 60) as days_31_60,
                  sum(invoice.balance) filter (where invoice.days between 61 and 90) as days_61_90,
                  sum(invoice.balance) filter (where invoice.days > 90) as days_91_plus,
                  sum(invoice.interest_balance) as interest
             from (select sent.facility_id, sent.balance, sent.interest_balance,
                          (select clock.business_date from private.clock() as clock) - sent.due_date as days
                     from public.invoices as sent
                    where sent.status in ('sent', 'partially_paid')) as invoice
            group by invoice.facility_id) as open on open.facility_id = facility.id
      left join (
           select invoice.facility_id, sum(invoice.interest_balance) as interest
             from public.invoices as invoice
            where invoice.status = 'paid' and invoice.interest_balance <> 0
            group by invoice.facility_id) as paid on paid.facility_id = facility.id
      left join (
           select credit.facility_id, sum(credit.remaining) as remaining
             from public.facility_credits as credit
            where credit.remaining > 0
            group by credit.facility_id) as credit on credit.facility_id = facility.id
     cross join lateral (
           select coalesce(open.current, 0.00) as current,
                  coalesce(open.days_1_30, 0.00) as days_1_30,
                  coalesce(open.days_31_60, 0.00) as days_31_60,
                  coalesce(open.days_61_90, 0.00) as days_61_90,
                  coalesce(open.days_91_plus, 0.00) as days_91_plus) as aged
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus as balance,
                  coalesce(open.interest, 0.00) + coalesce(paid.interest, 0.00) as interest,
                  coalesce(credit.remaining, 0.00) as unapplied_credits) as total
     where (select private.is_staff_or_server())
       and (total.balance <> 0 or total.interest <> 0 or total.unapplied_credits <> 0)
     order by facility.name, facility.id;
comment on view public.ar_aging is
$$What each facility owes, by how long it is overdue on the business date; those that owe nothing and are owed nothing
are left out. Staff see it, facility contacts and contractors see nothing.

current: principal that is not past its due date. days_1_30 to days_91_plus: principal that is so many days past it.
balance: the sum of the five. Drafts and void invoices never count.

interest: late-payment interest accrued and not paid, also of paid invoices; negative where more was paid than is owed
today. unapplied_credits: what checks left over and no invoice has used. net: balance + interest − unapplied_credits.$$;

revoke all on public.ar_aging from public, anon, authenticated, service_role;
grant select on public.ar_aging to authenticated, service_role;
