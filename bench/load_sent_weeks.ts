import type postgres from "postgres";
import { plusDays } from "../fixtures/days.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { WEEK } from "./load_work.ts";

/** Bills so many weeks of approved time, up to the last, past the guards: sent, but for one entry in a hundred. */
export async function sendWeeks(sql: postgres.Sql, weeks: number): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await insertSentInvoices(sql, weeks, plusDays(WEEK, 7));
    await insertSentLines(sql);
    await sql`select private.list_unbilled_time()`;
  });
}

/** An invoice of each facility for each of so many weeks before a Monday, without lines or totals. */
export async function insertSentInvoices(
  sql: postgres.TransactionSql,
  weeks: number,
  before: string,
): Promise<void> {
  await sql`
    insert into public.invoices
           (facility_id, kind, period_start, period_end, status, number, issue_date, due_date, sent_at)
    select facility.id, 'weekly', week.day, week.day + 6, 'sent', 'sent-' || row_number() over (), week.day + 7,
           week.day + 37, now()
      from public.facilities as facility
     cross join (select ${before}::date - 7 * n as day from generate_series(1, ${weeks}::int) as n) as week`;
}

/** The lines of those invoices: the time of their weeks, but for one entry in a hundred since a day. */
export async function insertSentLines(
  sql: postgres.TransactionSql,
  forgottenSince = "-infinity",
): Promise<void> {
  await sql`
    insert into public.invoice_lines (invoice_id, time_entry_id, part, kind, work_date, hours, rate, amount)
    select invoice.id, entry.id, 1, 'regular', entry.work_date, entry.hours, rate.bill_rate,
           round(entry.hours * rate.bill_rate, 2)
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
      join public.assignment_rates as rate on rate.assignment_id = assignment.id
      join public.invoices as invoice
        on invoice.facility_id = assignment.facility_id
       and invoice.period_start = date_trunc('week', entry.work_date)::date
       and invoice.number like 'sent-%'
     where hashtext(entry.id::text) % 100 <> 0 or entry.work_date < ${forgottenSince}::text::date
     order by entry.work_date, entry.id`;
}
