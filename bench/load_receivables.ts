import type postgres from "postgres";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { loadBills, loadFacilities } from "./load_bills.ts";
import { TODAY } from "./today.ts";

/** Files to load. */
export interface Receivables {
  readonly facilities: number;
  /** Sent invoices with principal open, six in ten of them overdue. */
  readonly open: number;
  /** Invoices paid before, each by one payment in time. */
  readonly paid: number;
}

/**
 * Fills a migrated database with invoices and what was received for them, triggers off. Interest of overdue ones stands
 * as the job leaves it: 18 % a year through today, in two segments where one in two was paid a fifth after five days.
 * One check in ten left a credit.
 */
export async function loadReceivables(sql: postgres.Sql, load: Receivables): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await loadFacilities(sql, load.facilities);
    await loadBills(sql, "paid", load.paid, sql`${TODAY}::date - 60 - n % 1000`);
    await loadBills(
      sql,
      "open",
      load.open,
      sql`${TODAY}::date + 30 - n * 7 % 75 - (n % 10 = 0)::int * (n % 200)`,
    );
    await receive(sql);
    await accrue(sql);
  });
}

/**
 * Has a tenth of what was loaded otherwise: one facility in ten is billed to a program, which paid for it; with one
 * payment in ten a discount was taken; and one open invoice in ten is disputed by half.
 */
export async function billATenthOtherwise(sql: postgres.Sql): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await sql`
      with place as (select id, row_number() over (order by id) as n, count(*) over () as total from public.facilities)
      update public.facilities as facility
         set bill_to_facility_id = program.id
        from place
        join place as program on program.n = least((place.n + 49) / 50 * 50, place.total)
       where place.n % 10 = 1 and facility.id = place.id and program.id <> place.id`;
    await sql`
      update public.invoices as invoice
         set bill_to_facility_id = facility.bill_to_facility_id
        from public.facilities as facility
       where facility.id = invoice.facility_id and facility.bill_to_facility_id is not null`;
    for (const table of ["checks", "facility_credits"]) {
      await sql`
        update ${sql(`public.${table}`)} as received
           set facility_id = facility.bill_to_facility_id
          from public.facilities as facility
         where facility.id = received.facility_id and facility.bill_to_facility_id is not null`;
    }
    await sql`
      update public.payments as payment
         set paid_by_facility_id = invoice.bill_to_facility_id
        from public.invoices as invoice
       where invoice.id = payment.invoice_id and invoice.bill_to_facility_id is not null`;
    await sql`
      with numbered as (select payment.*, row_number() over (order by id) as n from public.payments as payment),
      taken as (
        insert into public.payments (invoice_id, check_reconciliation_id, source, paid_on, amount)
        select invoice_id, check_reconciliation_id, 'discount', paid_on, round(amount / 50, 2)
          from numbered where n % 10 = 0
        returning invoice_id, amount)
      update public.invoices as invoice
         set amount_paid = invoice.amount_paid + taken.amount
        from taken where taken.invoice_id = invoice.id`;
    await sql`
      with numbered as (
        select id, row_number() over (order by id) as n
          from public.invoices where status in ('sent', 'partially_paid'))
      update public.invoices as invoice
         set disputed_at = ${TODAY}::date - 30, dispute_reason = 'Not ours.',
             disputed_amount = round(invoice.total / 2, 2)
        from numbered where numbered.id = invoice.id and numbered.n % 10 = 0`;
  });
  await sql`vacuum (analyze)`;
}

/** One check an invoice: what is paid, and a fifth of every other open one that is five days late. */
async function receive(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    create temporary table receipt on commit drop as
    select id as invoice_id, facility_id, gen_random_uuid() as check_id, gen_random_uuid() as reconciliation_id,
           row_number() over () as n, coalesce(principal_paid_on, due_date + 5) as paid_on,
           case status when 'paid' then total else round(total / 5, 2) end as amount
      from public.invoices
     where status = 'paid' or (split_part(number, '-', 2)::int % 2 = 0 and due_date + 5 < ${TODAY}::date)`;
  await sql`
    insert into public.checks (id, facility_id, amount, received_on, status, reconciled_at)
    select check_id, facility_id, amount + (n % 10 = 0)::int * 50, paid_on, 'reconciled', paid_on from receipt`;
  await sql`
    insert into public.check_reconciliations (id, check_id, status, confirmed_at)
    select reconciliation_id, check_id, 'confirmed', paid_on from receipt`;
  await sql`
    insert into public.facility_credits (facility_id, check_id, amount, remaining)
    select facility_id, check_id, 50, 50 from receipt where n % 10 = 0`;
  await sql`
    insert into public.payments (invoice_id, check_reconciliation_id, paid_on, amount)
    select invoice_id, reconciliation_id, paid_on, amount from receipt`;
  await sql`
    update public.invoices as invoice
       set status = 'partially_paid', amount_paid = receipt.amount, principal_paid_on = receipt.paid_on
      from receipt
     where receipt.invoice_id = invoice.id and invoice.status = 'sent'`;
}

async function accrue(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    update public.invoices as invoice
       set accrued_interest = computed.total,
           interest_computed_on = ${TODAY}::date,
           interest_days = invoice.due_date || computed.days || ${TODAY}::date,
           interest_on_days = 0.0 || computed.on_days || computed.total,
           interest_per_day = 0.0 || computed.per_day || 0.0,
           interest_breakdown = jsonb_build_object(
               'interest', computed.total::text, 'fee', '0.00', 'accruedThrough', ${TODAY}::text,
               'segments', computed.segments)
      from (select overdue.id, round(sum(segment.interest), 2) as total,
                   array_agg(segment.first order by segment.first) as days,
                   array_agg(segment.before + segment.per_day order by segment.first) as on_days,
                   array_agg(segment.per_day order by segment.first) as per_day,
                   jsonb_agg(jsonb_build_object(
                       'from', segment.first, 'to', segment.last, 'days', segment.last - segment.first + 1,
                       'principal', segment.principal::text, 'rate', '0.18', 'interest', segment.interest::text)
                       order by segment.first) as segments
              from public.invoices as overdue
             cross join lateral (
                   select days.*, round(days.per_day * (days.last - days.first + 1), 10) as interest,
                          coalesce(lag(days.per_day * (days.last - days.first + 1)) over (order by days.first), 0) as before
                     from (values
                           (overdue.due_date + 1, coalesce(overdue.principal_paid_on, ${TODAY}::date), overdue.total,
                            overdue.total * 0.18 / 365),
                           (overdue.principal_paid_on + 1, ${TODAY}::date, overdue.balance,
                            overdue.balance * 0.18 / 365)) as days (first, last, principal, per_day)
                    where days.first is not null) as segment
             where overdue.status in ('sent', 'partially_paid') and overdue.due_date < ${TODAY}::date
             group by overdue.id) as computed
     where invoice.id = computed.id`;
}
