import type postgres from "postgres";
import { plusDays } from "../fixtures/days.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import type { BenchContext } from "./benchmark.ts";
import { lastWeeks, loadWork, WEEK } from "./load_work.ts";

/** The first day of the fortnight that the benchmarks pay. */
export const FORTNIGHT = plusDays(WEEK, -7);

/** So many fortnights of five-day weeks with stipends, all but the last paid, which has a period. */
export async function loadFortnights(
  context: BenchContext,
  sql: postgres.Sql,
  contractors: number,
  fortnights: number,
): Promise<void> {
  const days = lastWeeks(2 * fortnights);
  await loadWork(sql, { facilities: context.size(100), contractors, ...days });
  await pastTriggers(sql, addStipends);
  await sql`analyze`;
  await payHistory(sql, days.from, FORTNIGHT);
  await markTime(sql, FORTNIGHT);
  await addPeriod(sql, FORTNIGHT, 2);
}

/** Prepares the batch of the open period. */
export async function prepareOpen(sql: postgres.ISql): Promise<void> {
  await sql`
    select from public.payroll_periods as period
     cross join lateral public.prepare_payroll_draft(period.id)
     where period.status = 'open'`;
}

/** Marks payable time of a fortnight as due, as its approval does; triggers are off where it is loaded. */
export async function markTime(sql: postgres.ISql, start: string): Promise<void> {
  await sql`
    insert into private.due_marks (contractor_id, day)
    select assignment.contractor_id, entry.work_date
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where entry.is_payable and entry.work_date between ${start} and ${plusDays(start, 13)}
     order by entry.work_date`;
}

/** A payroll period of whole weeks. Gives its id. */
export async function addPeriod(sql: postgres.ISql, start: string, weeks: number): Promise<string> {
  const [period] = await sql<[{ id: string }]>`
    insert into public.payroll_periods (period_start, period_end, pay_date)
    values (${start}, ${plusDays(start, 7 * weeks - 1)}, ${plusDays(start, 7 * weeks + 4)})
    returning id`;
  return period.id;
}

/** Pays all time of the weeks from a Monday to before another, by closed batches of a fortnight, past the guards. */
async function payHistory(sql: postgres.Sql, from: string, before: string): Promise<void> {
  for (let start = from; start < before; start = plusDays(start, 14)) {
    const period = await addPeriod(sql, start, 2);
    await markTime(sql, start);
    await pastTriggers(sql, async (sql) => {
      const [batch] = await sql<[{ id: string }]>`
        insert into public.payroll_batches (payroll_period_id) values (${period}) returning id`;
      await sql`select from private.rebuild_payroll_draft(${batch.id})`;
      await sql`
        update public.payroll_batches
           set status = 'closed', in_review_at = now(), approved_at = now(), closed_at = now()
         where id = ${batch.id}`;
      await sql`truncate private.due_marks`;
    });
    await sql`update public.payroll_periods set status = 'closed', closed_at = now() where id = ${period}`;
  }
}

/** A stipend of each third assignment. */
export async function addStipends(sql: postgres.ISql): Promise<void> {
  await sql`
    insert into public.assignment_stipends (assignment_id, weekly_amount, kind, effective_from)
    select id, 300, 'hours_driven', start_date from public.assignments where hashtext(id::text) % 3 = 0`;
}
