import type postgres from "postgres";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { loadBills, loadFacilities } from "./load_bills.ts";
import { TODAY } from "./today.ts";

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
  await pastTriggers(sql, async (sql) => {
    await loadFacilities(sql, facilities);
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
    await loadBills(sql, "overdue", overdue, sql`${TODAY}::date - 10 - n % 355`);
    await loadBills(sql, "paid", overdue * 10, sql`${TODAY}::date - 30 - n % 700`);
    await loadBills(sql, "not due", Math.ceil(overdue / 2), sql`${TODAY}::date + 100 + n % 30`);
    await sql`
      insert into public.payments (invoice_id, paid_on, component, amount)
      select invoice.id, least(invoice.due_date + 5 + payment.nth * 20, ${TODAY}::date - 1),
             case when invoice.n % 3 = 0 and payment.nth = 2 then 'interest' else 'principal' end,
             case when invoice.n % 3 = 0 and payment.nth = 2 then 5 else invoice.total / 5 end
        from (select id, due_date, total, row_number() over (order by id) as n
                from public.invoices where number like 'overdue-%') as invoice
       cross join (values (1), (2)) as payment (nth)`;
    await sql`
      update public.invoices as invoice
         set status = 'partially_paid', amount_paid = paid.principal, interest_paid = paid.interest,
             principal_paid_on = paid.latest
        from (select invoice_id,
                     coalesce(sum(amount) filter (where component = 'principal'), 0) as principal,
                     coalesce(sum(amount) filter (where component = 'interest'), 0) as interest,
                     max(paid_on) filter (where component = 'principal') as latest
                from public.payments group by invoice_id) as paid
       where paid.invoice_id = invoice.id`;
  });
}
