import type postgres from "postgres";
import { TODAY } from "./load_time.ts";

/** Invoices to load, besides which there are ten times as many paid ones and half as many not yet due. */
export interface InvoiceLoad {
  readonly facilities: number;
  readonly overdue: number;
}

/**
 * Fills a migrated database with invoices, triggers off: the overdue ones up to a year late with two
 * payments each, one in three with a payment on interest; three dated terms per facility, which mix
 * day counts, compounding, rate bases, grace days, fees and waivers.
 */
export async function loadInvoices(sql: postgres.Sql, load: InvoiceLoad): Promise<void> {
  const { facilities, overdue } = load;
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into public.facilities (name)
      select 'Facility ' || n from generate_series(1, ${facilities}::int) as n`;
    await sql`
      insert into public.facility_interest_terms
             (facility_id, effective_from, annual_rate, day_count, compounding, rate_basis,
              grace_days, accrue_from, fixed_fee, waive_below)
      select facility.id, ${TODAY}::date - age.days, 0.08 + facility.n % 11 * 0.01 + age.nth * 0.0075,
             (array['actual/365', 'actual/360', 'actual/actual', '30/360'])[1 + facility.n % 4],
             (array['none', 'every_30_days', 'annual'])[1 + facility.n % 3],
             (array['floating', 'fixed_at_start'])[1 + facility.n / 3 % 2],
             facility.n % 4 * 5, (array['due_date', 'grace_end'])[1 + facility.n / 2 % 2],
             facility.n % 5 / 4 * 40, facility.n % 6 / 5 * 5
        from (select id, row_number() over (order by id) as n from public.facilities) as facility
       cross join (values (1, 1000), (2, 200), (3, 60)) as age (nth, days)`;
    await insertInvoices(sql, overdue, "partially_paid", sql`${TODAY}::date - 10 - n % 355`);
    await insertInvoices(sql, overdue * 10, "paid", sql`${TODAY}::date - 30 - n % 700`);
    await insertInvoices(sql, Math.ceil(overdue / 2), "sent", sql`${TODAY}::date + 100 + n % 30`);
    await sql`
      insert into public.payments (invoice_id, paid_on, component, amount)
      select invoice.id, least(invoice.due_date + 5 + payment.nth * 20, ${TODAY}::date - 1),
             case when invoice.n % 3 = 0 and payment.nth = 2 then 'interest' else 'principal' end,
             case when invoice.n % 3 = 0 and payment.nth = 2 then 5 else invoice.total / 5 end
        from (select id, due_date, total, row_number() over (order by id) as n
                from public.invoices where status = 'partially_paid') as invoice
       cross join (values (1), (2)) as payment (nth)`;
    await sql`
      update public.invoices as invoice
         set amount_paid = paid.principal, interest_paid = paid.interest, principal_paid_on = paid.latest
        from (select invoice_id,
                     coalesce(sum(amount) filter (where component = 'principal'), 0) as principal,
                     coalesce(sum(amount) filter (where component = 'interest'), 0) as interest,
                     max(paid_on) filter (where component = 'principal') as latest
                from public.payments group by invoice_id) as paid
       where paid.invoice_id = invoice.id`;
  });
}

async function insertInvoices(
  sql: postgres.TransactionSql,
  number: number,
  status: "partially_paid" | "paid" | "sent",
  dueDate: postgres.Fragment,
) {
  await sql`
    insert into public.invoices
           (number, facility_id, kind, period_start, period_end, status, issue_date, due_date,
            total, amount_paid, principal_paid_on, sent_at, paid_at)
    select ${status} || '-' || n, facility.id, 'weekly', due - 37, due - 31, ${status}, due - 30, due,
           bill.total, case ${status} when 'paid' then bill.total when 'partially_paid' then 1 else 0 end,
           case when ${status} = 'paid' then due end,
           due - 30, case when ${status} = 'paid' then due end
      from generate_series(1, ${number}::int) as n (n)
      join (select id, row_number() over (order by id) - 1 as place from public.facilities) as facility
        on facility.place = n % (select count(*) from public.facilities)
     cross join lateral (select ${dueDate} as due, 1000 + n * 7919 % 900000 / 10.0 as total) as bill`;
}
