/** Payroll by the journal, and by payroll itself. */
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";

/** Asserts that the wages are those of the closed batches, person by person, and that nothing is accrued beyond them. */
export async function assertPayIsPosted(sql: postgres.Sql, lastWorkedOn: string): Promise<void> {
  const paid = await sql`
    select item.contractor_id, sum(item.gross_pay)::text as gross,
           sum(line.premiums) filter (where item.employment_type = 'w2')::text as premiums
      from payroll_items as item
      join payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
     cross join lateral (
           select coalesce(sum(amount) filter (where kind in ('overtime_premium', 'doubletime_premium')), 0.00) as premiums
             from payroll_item_lines where payroll_item_id = item.id) as line
     group by item.contractor_id order by item.contractor_id`;
  const posted = await sql`
    select contractor_id, sum(credit - debit) filter (where account = 'payroll_clearing')::text as gross,
           sum(debit - credit) filter (where account = 'premiums')::text as premiums
      from journal('2020-01-01', '2099-12-31')
     where document like 'PAY-%'
     group by contractor_id having sum(abs(debit - credit)) > 0 order by contractor_id`;
  const rows = (list: readonly postgres.Row[]) =>
    list.map((
      { contractor_id, gross, premiums },
    ) => [contractor_id, Number(gross), Number(premiums)])
      .filter(([, gross, premiums]) => gross !== 0 || premiums !== 0);
  assertEquals(rows(posted), rows(paid));
  const unbalanced = await sql`
    select document from journal('2020-01-01', '2099-12-31')
     group by posted_on, document having sum(debit) <> sum(credit)`;
  assertStrictEquals(unbalanced.count, 0);

  // Before the first batch was closed all of it was due, and after the last nothing is.
  const [sums] = await sql<[{ accrued: number; paid: number; left: number }]>`
    select (select coalesce(sum(credit - debit), 0)::float8 from accruals(${lastWorkedOn})
             where account = 'accrued_pay' and posted_on = ${lastWorkedOn}) as accrued,
           (select coalesce(sum(line.amount), 0)::float8
              from payroll_batches as batch
              join payroll_items as item on item.payroll_batch_id = batch.id
              join payroll_item_lines as line on line.payroll_item_id = item.id
             where batch.status = 'closed' and line.week_start <= ${lastWorkedOn}
               and line.kind not in ('overpayment', 'carried', 'recovery')) as paid,
           (select count(*)::int from accruals('2026-12-31') where account = 'accrued_pay') as left`;
  assertStrictEquals(sums.accrued, sums.paid);
  assertStrictEquals(sums.left, 0);
}
