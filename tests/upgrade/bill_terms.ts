/**
 * Amounts that an upgrade to 0.11.0, which gave bills terms of their own, leaves to the cent: what
 * was billed and paid, and all drafts.
 */
import type postgres from "postgres";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { atClock, withCopy } from "./databases.ts";
import { asStaff } from "./firm_at_work.ts";

/** A placement that the demo firm has none like: a 1099 contractor under a rule of overtime, billed otherwise than others. */
export async function placeUnusually(url: string): Promise<void> {
  await withConnection(url, (sql) =>
    sql`
      insert into public.assignments (
             contractor_id, facility_id, start_date, overtime_rule, bill_overtime_multiplier, bill_doubletime_multiplier)
      select contractor.id, facility.id, '2026-11-18', 'colorado', 1.25, 1.75
        from (select id from public.contractors where employment_type = '1099' order by id limit 1) as contractor,
             (select id from public.facilities order by id limit 1) as facility`);
}

/** True if bills have terms of their own, as from 0.11.0 on. */
export async function hasBillTerms(url: string): Promise<boolean> {
  const [{ has }] = await withConnection(url, (sql) =>
    sql<[{ has: boolean }]>`
      select to_regclass('public.assignment_bill_terms') is not null as has`);
  return has;
}

/**
 * Total of every draft invoice and every open period when it is computed anew, line by line, by
 * what the database says today. On a copy.
 *
 * @param clock the instant of the work
 */
export async function draftsAnew(url: string, clock: string): Promise<string[]> {
  const lines: string[] = [];
  await withCopy(url, async (copy) => {
    await atClock(copy, clock, async (sql) => {
      lines.push(...await asStaff(sql, "billing", recomputeDrafts));
      lines.push(...await asStaff(sql, "payroll", prepareDrafts));
    });
  });
  return lines;
}

async function recomputeDrafts(sql: postgres.TransactionSql): Promise<string[]> {
  await sql`
    select public.recompute_draft_invoice(id) from public.invoices where status = 'draft' order by id`;
  return await texts(
    sql,
    `select concat_ws(' ', 'invoice', invoice.facility_id, invoice.period_start, invoice.total, line.kind,
                      line.time_entry_id, line.hours, line.rate, line.multiplier, line.amount)
       from public.invoices as invoice join public.invoice_lines as line on line.invoice_id = invoice.id
      where invoice.status = 'draft' order by 1`,
  );
}

async function prepareDrafts(sql: postgres.TransactionSql): Promise<string[]> {
  await sql`
    select public.prepare_payroll_draft(period.id)
      from public.payroll_periods as period
     where period.status = 'open'
       and not exists (select from public.payroll_batches as batch
                        where batch.payroll_period_id = period.id and batch.status in ('in_review', 'approved'))
     order by period.period_start`;
  return await texts(
    sql,
    `select concat_ws(' ', 'batch', item.contractor_id, item.regular_hours, item.overtime_hours,
                      item.doubletime_hours, item.gross_pay, line.kind, line.week_start, line.time_entry_id,
                      line.hours, line.rate, line.amount)
       from public.payroll_batches as batch
       join public.payroll_items as item on item.payroll_batch_id = batch.id
       join public.payroll_item_lines as line on line.payroll_item_id = item.id
      where batch.status = 'draft' order by 1`,
  );
}

/** Amount of all payable time if it were billed today, by entry and class; from 0.10.0 on. */
export async function pricedAnew(url: string): Promise<string[]> {
  return await withConnection(url, async (sql) => {
    const [{ says }] = await sql<[{ says: boolean }]>`
      select to_regproc('private.priced_time') is not null as says`;
    return says ? await texts(sql, PRICED) : [];
  });
}

const PRICED = `
  with week as (
      select distinct assignment.contractor_id, private.workweek_start(entry.work_date) as start
        from public.time_entries as entry
        join public.assignments as assignment on assignment.id = entry.assignment_id
       where entry.is_payable)
  select concat_ws(' ', time.time_entry_id, time.kind, time.hours::numeric(6, 2), time.multiplier::numeric(5, 3),
                   time.amount)
    from (select array_agg(contractor_id) as contractor_ids, array_agg(start) as starts from week) as week
   cross join lateral private.priced_time(
         week.contractor_ids, week.starts,
         array(select entry.id from public.time_entries as entry where entry.is_payable)) as time
   order by 1`;

/** The assignments whose bill terms, or whose reason, are not what the upgrade owes them. */
export async function wrongTerms(url: string): Promise<string[]> {
  return await withConnection(url, (sql) =>
    texts(
      sql,
      `select concat_ws(' ', assignment.id, contractor.employment_type, assignment.overtime_rule,
                        assignment.overtime_rule_reason, terms::text)
         from public.assignments as assignment
         join public.contractors as contractor on contractor.id = assignment.contractor_id
         left join public.assignment_bill_terms as terms on terms.assignment_id = assignment.id
        where (terms.effective_from = private.workweek_start(assignment.start_date)
               and terms.scope = 'contractor'
               and terms.overtime_rule
                   = case contractor.employment_type when '1099' then 'none' else assignment.overtime_rule end
               and terms.overtime_multiplier = assignment.bill_overtime_multiplier
               and terms.doubletime_multiplier = assignment.bill_doubletime_multiplier
               and (assignment.overtime_rule_reason is not null)
                   = (contractor.employment_type = 'w2' and assignment.overtime_rule = 'none')) is not true
           or (select count(*) from public.assignment_bill_terms as terms
                where terms.assignment_id = assignment.id) <> 1
        order by 1`,
    ));
}

async function texts(sql: Pick<postgres.Sql, "unsafe">, query: string): Promise<string[]> {
  const rows = await sql.unsafe<Record<string, string>[]>(query);
  return rows.flatMap((row) => Object.values(row));
}
