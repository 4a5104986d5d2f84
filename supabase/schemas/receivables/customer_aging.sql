-- Receivables by customer: what programs owe for all of their facilities.
create view public.customer_aging with (security_invoker = true) as
    select customer.id as customer_id,
           customer.name as customer_name,
           aged.current,
           aged.days_1_30,
           aged.days_31_60,
           aged.days_61_90,
           aged.days_91_plus,
           total.balance,
           aged.interest,
           aged.unapplied_credits,
           total.balance + aged.interest - aged.unapplied_credits as net,
           aged.disputed
      from (select entry.customer_id,
                   coalesce(sum(entry.balance) filter (where entry.days <= 0), 0.00) as current,
                   coalesce(sum(entry.balance) filter (where entry.days between 1 and 30), 0.00) as days_1_30,
                   coalesce(sum(entry.balance) filter (where entry.days between 31 and 60), 0.00) as days_31_60,
                   coalesce(sum(entry.balance) filter (where entry.days between 61 and 90), 0.00) as days_61_90,
                   coalesce(sum(entry.balance) filter (where entry.days > 90), 0.00) as days_91_plus,
                   coalesce(sum(entry.interest), 0.00) as interest,
                   coalesce(sum(entry.unapplied), 0.00) as unapplied_credits,
                   coalesce(sum(entry.disputed), 0.00) as disputed
              from (select coalesce(invoice.bill_to_facility_id, facility.bill_to_facility_id, invoice.facility_id) as customer_id,
                           (select clock.business_date from private.clock() as clock) - invoice.due_date as days,
                           invoice.balance, invoice.interest_balance as interest, null::numeric as unapplied,
                           case when invoice.disputed_at is not null
                                then least(invoice.balance, coalesce(invoice.disputed_amount, invoice.balance))
                           end as disputed
                      from public.invoices as invoice
                      -- Contacts of a program read what it owes of facilities that have left it, and not these.
                      left join public.facilities as facility on facility.id = invoice.facility_id
                     where invoice.status in ('sent', 'partially_paid')
                        or (invoice.status = 'paid' and invoice.interest_balance <> 0)
                     union all
                    select coalesce(facility.bill_to_facility_id, facility.id) as customer_id, null::int as days,
                           null::numeric as balance, null::numeric as interest, credit.remaining as unapplied,
                           null::numeric as disputed
                      from public.facility_credits as credit
                      join public.facilities as facility on facility.id = credit.facility_id
                     where credit.remaining > 0) as entry
             group by entry.customer_id) as aged
      join public.facilities as customer on customer.id = aged.customer_id
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus as balance) as total
     where ((select private.is_staff_or_server())
            or customer.id = any ((select private.contact_facility_ids())::uuid[]))
       and (total.balance <> 0 or aged.interest <> 0 or aged.unapplied_credits <> 0)
     order by customer.name, customer.id;
comment on view public.customer_aging is
$$Balance of each customer, by how long it is overdue on the business date: what ar_aging has of facilities, added up by who
is billed for them. Staff see all, a program's contacts theirs, contacts of a facility that is billed to another one nothing.

customer_id, customer_name: the facility that is billed, a program or one that is billed for itself. An invoice is owed by
the bill-to that it was sent to (invoices.bill_to_facility_id), also once its facility has left that; one that was sent to
none by its facility's bill-to of today, if it has one. Credits are of who is billed for their facility today. The other
columns are those of ar_aging.

Pages: order=customer_name,customer_id.$$;

-- Security definer: private.ar_aging_as_of is nobody's to call by customer.
create function private.customer_aging_as_of(as_of date)
returns setof public.customer_aging
language sql
stable
security definer
set search_path = ''
as $$
    select * from private.ar_aging_as_of(customer_aging_as_of.as_of, true);
$$;
comment on function private.customer_aging_as_of is 'The logic of public.customer_aging_as_of.';

create function public.customer_aging_as_of(as_of date)
returns setof public.customer_aging language sql stable set search_path = ''
as $$ select * from private.customer_aging_as_of(as_of); $$;
comment on function public.customer_aging_as_of is
$$Balance of each customer at the end of a day, by how long it was overdue then: customer_aging as of that day.

Days are those of ar_aging_as_of; who is billed for a facility is as of today, but for invoices that say it themselves.

May be called with GET.

Pages: order=customer_name,customer_id.

Who: active staff, whatever their role; a facility's contacts, of theirs.

Arguments:
as_of: the day.

Result: a row for each customer that owed anything or was owed anything, by name, with the columns of customer_aging.

Errors: staff_only, argument_missing, date_not_finite.

Example: {"as_of": "2026-03-31"}$$;

create trigger customer_aging_is_read_only
    instead of insert or update or delete on public.customer_aging
    for each row execute function private.refuse_view_write();

revoke all on public.customer_aging from public, anon, authenticated, service_role;
grant select on public.customer_aging to authenticated, service_role;

revoke execute on function private.customer_aging_as_of, public.customer_aging_as_of
    from public, anon, authenticated, service_role;
grant execute on function private.customer_aging_as_of, public.customer_aging_as_of to authenticated, service_role;
