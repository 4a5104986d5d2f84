/** Payroll batches, made without the procedures. */
import type postgres from "postgres";
import { draftOf } from "./batches.ts";

/** A payroll batch, of the week of an approved entry, that pays it, in a state. */
export async function batchFor(
  sql: postgres.Sql,
  entryId: string,
  status: string,
): Promise<string> {
  const [{ week }] = await sql<[{ week: string }]>`
    select private.workweek_start(work_date)::text as week from time_entries where id = ${entryId}`;
  const batchId = await draftOf(sql, week);
  await sql`
    with item as (
      insert into payroll_items (payroll_batch_id, contractor_id)
      select ${batchId}, assignment.contractor_id
        from time_entries as entry join assignments as assignment on assignment.id = entry.assignment_id
       where entry.id = ${entryId} returning id)
    insert into payroll_item_lines (payroll_item_id, time_entry_id, week_start, kind, hours, rate, amount)
    select item.id, entry.id, private.workweek_start(entry.work_date), 'straight', entry.hours, 60,
           entry.hours * 60
      from item, time_entries as entry where entry.id = ${entryId}`;
  for (const next of ["in_review", "approved", "closed"]) {
    if (status === "draft" || status === "discarded") break;
    await sql`update payroll_batches set status = ${next} where id = ${batchId}`;
    if (next === status) break;
  }
  if (status === "discarded") {
    await sql`update payroll_batches set status = 'discarded' where id = ${batchId}`;
    await sql`update payroll_item_lines set released_at = now() where time_entry_id = ${entryId}`;
  }
  return batchId;
}
