/** Aging beside the journal: what is owed by facility and by customer, day by day. */
import { assertEquals } from "@std/assert";
import type postgres from "postgres";

/**
 * Asserts that on every day both reports are what the journal through that day comes to: balance, interest and what is
 * unapplied. By customer a posting of an invoice is of who owes it, one of money of who is billed for the facility; a posting
 * of what was changed after books were closed names no invoice, so that where there is one only facilities are compared.
 */
export async function assertAgingIsJournal(
  sql: postgres.Sql,
  from: string,
  to: string,
): Promise<void> {
  const differences = await sql<{ told: string }[]>`
    with owner as materialized (
      select invoice.id, invoice.number, invoice.kind,
             coalesce(invoice.bill_to_facility_id, facility.bill_to_facility_id, facility.id) as customer
        from invoices as invoice join facilities as facility on facility.id = invoice.facility_id),
    day as (
      select start::date as day from generate_series(${from}::date, ${to}::date, '1 day') as start),
    posting as materialized (
      select day.day, posting.facility_id, posting.account, posting.debit - posting.credit as amount,
             coalesce(facility.bill_to_facility_id, facility.id) as payer,
             posting.memo = 'Changed after the books were closed' as is_late,
             coalesce(substring(posting.memo from '(?:of|for) invoice (\\S+)'), posting.document) as number
        from day
       cross join lateral journal('2000-01-01', day.day) as posting
        join facilities as facility on facility.id = posting.facility_id
       where posting.account in ('receivables', 'interest_receivable', 'customer_credits')),
    of_customer as (
      select posting.day, posting.account, posting.amount,
             case posting.account when 'customer_credits' then posting.payer else owner.customer end as customer
        from posting left join owner on owner.number = posting.number
       where posting.account <> 'interest_receivable' or owner.kind is distinct from 'interest'
       union all -- what an invoice of interest bills is owed no longer where it accrued
      select posting.day, posting.account, sign(posting.amount) * line.amount, accrued.customer
        from posting
        join owner on owner.number = posting.number and owner.kind = 'interest'
        join invoice_lines as line on line.invoice_id = owner.id
        join owner as accrued on accrued.id = line.original_invoice_id
       where posting.account = 'interest_receivable'),
    booked as (
      select 'facility' as by, day, facility_id as id, account, sum(amount) as amount from posting group by 1, 2, 3, 4
       union all
      select 'customer', day, customer, account, sum(amount) from of_customer group by 1, 2, 3, 4),
    reported as (
      select aged.by, aged.day, aged.id, part.account, part.amount
        from (select 'facility' as by, day.day, facility_id as id, balance, interest, unapplied_credits
                from day cross join lateral ar_aging_as_of(day.day)
               union all
              select 'customer', day.day, customer_id, balance, interest, unapplied_credits
                from day cross join lateral customer_aging_as_of(day.day)) as aged
       cross join lateral (values
             ('receivables', aged.balance), ('interest_receivable', aged.interest),
             ('customer_credits', -aged.unapplied_credits)) as part (account, amount))
    select concat_ws(' ', by, facility.name, day, account, 'reported', coalesce(reported.amount, 0),
                     'booked', coalesce(booked.amount, 0)) as told
      from booked full join reported using (by, day, id, account)
      left join facilities as facility using (id)
     where coalesce(reported.amount, 0) <> coalesce(booked.amount, 0)
       and (by = 'facility' or not exists (select from posting where is_late))
     order by day, by, account limit 10`;
  assertEquals(differences.map(({ told }) => told), []);
}
