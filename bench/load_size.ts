import type postgres from "postgres";
import { plusDays } from "../fixtures/days.ts";
import { withoutIndexes } from "../fixtures/load_time.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { addPeriod, addStipends, markTime } from "./load_payroll.ts";
import { insertSentInvoices, insertSentLines } from "./load_sent_weeks.ts";
import { insertWork, lastWeeks, placePeople, WEEK } from "./load_work.ts";

/** Weeks of history, the one that is billed and paid included: about a year. */
const WEEKS = 50;
const DAYS = 5;
const PEOPLE_A_FACILITY = 28;
/** Facilities pay three weeks late: what was due before this day is paid. */
const PAID_BEFORE = plusDays(WEEK, -21);

/** A firm of a year's entries; in a week it has a fiftieth of them. */
export interface Firm {
  readonly entries: number;
  readonly contractors: number;
  readonly facilities: number;
}

/** The firm that has so many entries after a year. */
export function firmOf(entries: number): Firm {
  const contractors = Math.max(1, Math.round(entries / (WEEKS * DAYS)));
  return {
    entries: contractors * WEEKS * DAYS,
    contractors,
    facilities: Math.max(1, Math.round(contractors / PEOPLE_A_FACILITY)),
  };
}

/**
 * Fills a migrated database with a firm that has billed and paid each week of a year but the last, which is approved.
 * One entry in a hundred is on no invoice, since a day if it is given.
 * Triggers are off and indexes built at the end: what is billed and paid is merely the hours at their rates.
 */
export async function loadFirm(
  sql: postgres.Sql,
  firm: Firm,
  forgottenSince?: string,
): Promise<void> {
  const days = lastWeeks(WEEKS);
  await pastTriggers(sql, async (sql) => {
    await placePeople(sql, firm);
    await addStipends(sql);
    await sql`update public.contractors set payroll_number = id::text`;
    await sql`update public.facilities set work_state = 'CO'`;
    await sql`update public.earning_codes set code = upper(earning)`;
    await sql`analyze`;
    await withoutIndexes(
      sql,
      "public.time_entries",
      () => insertWork(sql, { ...firm, ...days, lockedBefore: WEEK }),
    );
    await sql`analyze public.time_entries`;
    await bill(sql, forgottenSince);
    await sql`select private.list_unbilled_time()`;
    await pay(sql);
  });
  await addPeriod(sql, WEEK, 1);
  await markTime(sql, WEEK);
}

/** All weeks but the last, on sent invoices; the older ones are paid. */
async function bill(sql: postgres.TransactionSql, forgottenSince?: string): Promise<void> {
  await insertSentInvoices(sql, WEEKS - 1, WEEK);
  await sql`analyze public.invoices`;
  await withoutIndexes(sql, "public.invoice_lines", () => insertSentLines(sql, forgottenSince));
  await sql`
    update public.invoices as invoice
       set total = summed.total,
           status = case when due_date < ${PAID_BEFORE} then 'paid' else 'sent' end,
           amount_paid = case when due_date < ${PAID_BEFORE} then summed.total else 0 end,
           paid_at = case when due_date < ${PAID_BEFORE} then now() end,
           principal_paid_on = case when due_date < ${PAID_BEFORE} then due_date end
      from (select invoice_id, sum(amount) as total from public.invoice_lines group by invoice_id) as summed
     where summed.invoice_id = invoice.id`;
}

/** All weeks but the last, by closed batches; their time is locked. */
async function pay(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    insert into public.payroll_periods (period_start, period_end, pay_date, status, closed_at)
    select ${WEEK}::date - 7 * n, ${WEEK}::date - 7 * n + 6, ${WEEK}::date - 7 * n + 11, 'closed',
           ${WEEK}::date - 7 * n + 9
      from generate_series(1, ${WEEKS - 1}::int) as n`;
  await sql`
    insert into public.payroll_batches (payroll_period_id, status, in_review_at, approved_at, closed_at)
    select id, 'closed', closed_at, closed_at, closed_at from public.payroll_periods`;
  await sql`
    insert into public.payroll_items (
           payroll_batch_id, contractor_id, regular_hours, straight_pay, gross_pay,
           first_name, last_name, email, employment_type)
    select batch.id, contractor.id, paid.hours, paid.amount, paid.amount,
           contractor.first_name, contractor.last_name, contractor.email, contractor.employment_type
      from (select assignment.contractor_id, date_trunc('week', entry.work_date)::date as week_start,
                   sum(entry.hours) as hours, sum(round(entry.hours * rate.pay_rate, 2)) as amount
              from public.time_entries as entry
              join public.assignments as assignment on assignment.id = entry.assignment_id
              join public.assignment_rates as rate on rate.assignment_id = assignment.id
             group by 1, 2) as paid
      join public.contractors as contractor on contractor.id = paid.contractor_id
      join public.payroll_periods as period on period.period_start = paid.week_start
      join public.payroll_batches as batch on batch.payroll_period_id = period.id`;
  await sql`analyze public.payroll_items, public.payroll_batches, public.payroll_periods`;
  await withoutIndexes(sql, "public.payroll_item_lines", () =>
    sql`
      insert into public.payroll_item_lines (
             payroll_item_id, time_entry_id, week_start, kind, hours, rate, amount, assignment_id)
      select item.id, entry.id, period.period_start, 'straight', entry.hours, rate.pay_rate,
             round(entry.hours * rate.pay_rate, 2), assignment.id
        from public.time_entries as entry
        join public.assignments as assignment on assignment.id = entry.assignment_id
        join public.assignment_rates as rate on rate.assignment_id = assignment.id
        join public.payroll_periods as period on period.period_start = date_trunc('week', entry.work_date)::date
        join public.payroll_batches as batch on batch.payroll_period_id = period.id
        join public.payroll_items as item
          on item.payroll_batch_id = batch.id and item.contractor_id = assignment.contractor_id
       order by entry.work_date, entry.id`);
}
