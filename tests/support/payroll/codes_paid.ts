/** Pay of codes, with its differences. */
import { assertEquals } from "@std/assert";
import type postgres from "postgres";

/**
 * Holds, once all is paid, that closed batches paid of each code what its lines come to today, in money and in hours, and
 * of all that belongs to no code likewise.
 */
export async function assertCodesArePaid(sql: postgres.Sql): Promise<void> {
  const wrong = await sql`
    with paid as (
      select item.contractor_id, line.*
        from payroll_item_lines as line
        join payroll_items as item on item.id = line.payroll_item_id
        join payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
       where line.kind not in ('overpayment', 'carried', 'recovery')),
    week as (
      select array_agg(paid.contractor_id) as contractors, array_agg(paid.week_start) as starts
        from (select distinct contractor_id, week_start from paid) as paid),
    part as (
      select contractor_id, week_start, assignment_id, kind, code, amount, hours from paid
       union all
      select due.contractor_id, due.week_start, due.assignment_id, due.kind, due.code, -due.amount, -due.hours
        from week cross join lateral private.pay_of_weeks(week.contractors, week.starts) as due)
    select contractor_id, week_start, assignment_id, code, sum(amount) as amount, sum(hours) as hours
      from (select contractor_id, week_start, assignment_id, amount,
                   case when kind in ('straight', 'code', 'difference') then code end as code,
                   case when kind in ('straight', 'difference') then hours else 0 end as hours
              from part) as told
     group by contractor_id, week_start, assignment_id, code
    having sum(amount) <> 0 or coalesce(sum(hours), 0) <> 0`;
  assertEquals([...wrong], [], "a code was paid another amount than it comes to");
}
